"""What panels are made of: styled lines, and the agent whose mind they show."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Final, Protocol

from rogomatic.beliefs.model import Beliefs
from rogomatic.memory.long_term_memory import Memory
from rogomatic.rule_engine import Choice
from rogomatic.run.runner.game_loop import Agent
from rogomatic.trace import Trace
from rogomatic.vt100 import Screen


class Style(IntEnum):
    """What a piece of text is; a terminal shows it as it can."""

    PLAIN = 0
    DIM = 1  # of less interest
    STRONG = 2  # what to look at first
    TITLE = 3
    DANGER = 4
    GOLD = 5
    PATH = 6  # squares of the walk under way
    GOAL = 7  # and where it ends
    BRIGHT = 8  # what the game itself highlights
    FOE = 9  # on the map
    HERO = 10
    HINT = 11  # squares that may hide something
    WALL = 12  # and doors and passages
    THING = 13
    STAIRS = 14
    TRAP = 15


Span = tuple[str, Style]
Line = tuple[Span, ...]
BLANK: Final[Line] = ()
_INDENT: Final = 2


def line(*parts: str | Span) -> Line:
    """Return a line of pieces; a bare text is plain.

    >>> line("hp ", ("3", Style.DANGER))
    (('hp ', <Style.PLAIN: 0>), ('3', <Style.DANGER: 4>))
    """
    return tuple((part, Style.PLAIN) if isinstance(part, str) else part for part in parts)


def text_of(a_line: Line) -> str:
    """Return the bare text of a line."""
    return "".join(text for text, _ in a_line)


def folded(text: str, width: int, look: Style = Style.PLAIN, indent: int = _INDENT) -> list[Line]:
    """Return a text folded at blanks to lines of `width` columns, all but the first indented.

    >>> [text_of(one) for one in folded("a door may be here", 9)]
    ['a door', '  may be', '  here']
    """
    return [((row, look),) for row in _wrapped(text, max(width, indent + 1), indent)]


@lru_cache(maxsize=1024)
def _wrapped(text: str, width: int, indent: int) -> tuple[str, ...]:
    """Fold a text; most texts of a frame were on the last one, too."""
    return tuple(textwrap.wrap(text, width, subsequent_indent=" " * indent))


def labelled(label: str, text: str, width: int, look: Style = Style.PLAIN) -> list[Line]:
    """Return a text behind its label; what does not fit goes on below, indented."""
    first, *rest = folded(f"{label} {text}", width) or [BLANK]
    shown = text_of(first)
    return [line((shown[: len(label)], Style.DIM), (shown[len(label) :], look)),
            *(line((text_of(one), look)) for one in rest)]  # fmt: skip


def columns(cells: Iterable[tuple[str, int]], look: Style = Style.PLAIN) -> Line:
    """Return texts side by side in columns of the given widths, to the right where a width is negative.

    >>> text_of(columns([("hit", 5), ("3", -3)]))
    'hit    3'
    """
    parts = (f"{text[:size]:<{size}}" if size > 0 else f"{text[:-size]:>{-size}}" for text, size in cells)
    return line(("".join(parts), look))


def cut(lines: list[Line], height: int) -> list[Line]:
    """Return at most `height` lines; where some are left out, the last one has their number."""
    if len(lines) <= height or height < 1:
        return lines[: max(height, 0)]
    left = len(lines) - height + 1
    return [*lines[: height - 1], line((f"... {left} more", Style.DIM))]


class Subject(Protocol):
    """The blackboard, what was done so far, and the memory of earlier games; panels change none of them."""

    @property
    def beliefs(self) -> Beliefs: ...
    @property
    def trace(self) -> Trace: ...
    @property
    def memory(self) -> Memory: ...


Panel = Callable[[Subject, Choice | None, int, int], list[Line]]
"""(agent, what it is about to do, columns, rows) -> at most so many lines, none longer."""


class Watched(Agent, Subject, Protocol):
    """An agent that lets itself be watched and overruled."""

    @property
    def screen(self) -> Screen: ...
    @property
    def seed(self) -> int: ...
    @property
    def last_choice(self) -> Choice | None: ...

    overrule: Callable[[Choice], Choice] | None
