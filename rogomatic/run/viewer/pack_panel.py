"""The panel of the pack: its things, how much each is wanted, and the looks known by now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogomatic.agent.beliefs.item_knowledge import is_own_name
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.think.items.item_value import keep_value
from rogomatic.run.recordings.formatting import in_words
from rogomatic.run.viewer.canvas import Line, Style, Subject, cut, folded, line, text_of
from rogue.shared.wording import plural

_WORTH_COLUMNS: Final = 5  # columns
_GUESSES_FROM: Final = 30  # columns: in fewer a guess takes more rows than all else


def pack(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row per thing, at the right how much it is wanted; then the looks known by now.  Where that is
    too much, it is without guesses, and what is in use or wanted most comes first.
    """
    beliefs = agent.beliefs
    if not beliefs.pack:
        return cut([line(("empty, or not known", Style.DIM))], height)
    letters = sorted(beliefs.pack)
    things = _things(beliefs, letters, width, guessed=width >= _GUESSES_FROM)
    if _rows(things) > height:
        things = _things(beliefs, letters, width, guessed=False)
    if _rows(things) > height:
        letters.sort(key=lambda letter: -keep_value(beliefs, letter))
        things = _things(beliefs, letters, width, guessed=False)
    lines = whole_entries(things, width, height, "thing")
    if beliefs.stock != "known":
        lines += folded(f"the pack is {beliefs.stock}: it will be looked at", width, Style.DIM)
    known, left = _known(beliefs, width), height - len(lines) - 1
    if known and left > 0 and _rows(things) <= height:
        lines += [line(("known by now", Style.TITLE)), *whole_entries(known, width, left, "kind")]
    return cut(lines, height)


def _rows(entries: list[list[Line]]) -> int:
    return sum(map(len, entries))


def whole_entries(entries: list[list[Line]], width: int, height: int, noun: str) -> list[Line]:
    """Return the lines of as many entries as fit; where some are left out, the last line has their number.

    >>> entries = [[line("a")], [line("b"), line("b")], [line("c")]]
    >>> [text_of(one) for one in whole_entries(entries, 20, 3, "thing")]
    ['a', '... 2 more things']
    """
    if _rows(entries) <= height:
        return [one for entry in entries for one in entry]
    shown: list[Line] = []
    for number, entry in enumerate(entries):
        if len(shown) + len(entry) > height - 1:
            more = f"... {plural(len(entries) - number, f'more {noun}')}"
            return [*shown, line((more[:width], Style.DIM))][: max(height, 0)]
        shown += entry
    return shown


def _things(beliefs: Beliefs, letters: Iterable[str], width: int, *, guessed: bool) -> list[list[Line]]:
    """Return the rows of things, thing by thing."""
    entries = []
    for letter in letters:
        thing = beliefs.pack[letter]
        words = in_words(beliefs, thing, guessed=guessed) + " CURSED" * (letter in beliefs.cursed)
        look = Style.DANGER if letter in beliefs.cursed else Style.STRONG if thing.use else Style.PLAIN
        first, *rest = folded(f"{letter}) {words}", width - _WORTH_COLUMNS, look, indent=3)
        worth = "" if thing.use else keep_value(beliefs, letter)
        gap = width - _WORTH_COLUMNS - len(text_of(first))
        entries.append([line(*first, (f"{'':{gap}}{worth:>{_WORTH_COLUMNS}}", Style.DIM)), *rest])
    return entries


def _known(beliefs: Beliefs, width: int) -> list[list[Line]]:
    """Return the looks that this game has shown the kind of, kind by kind."""
    entries = []
    for (kind, looks), name in sorted(beliefs.lore.names.items()):
        words = f"{kind} called {looks}" if is_own_name(looks) else f"{looks} {kind}"
        entries.append(folded(f"{words}: {name}", width, Style.DIM))
    return entries
