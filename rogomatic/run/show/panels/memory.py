"""Panel: the memory of monsters: what is expected of each kind now, and what earlier games have shown.

Owns   the rows.
Leaves the figures (learn.figures, learn.memory).
"""

from __future__ import annotations

from typing import Final

from rogomatic.bestiary import Harm, Kind
from rogomatic.learn.memory import Count, Record
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, columns, cut, labelled
from rogomatic.run.show.panels.subject import Subject

_NAME: Final = 17
_FIGURES: Final = (("level", -6), ("armour", -7), ("points", -7), ("  blows", 22))
_LEARNED: Final = -7
_COUNTS: Final[tuple[Count, ...]] = ("met", "killed", "deaths", "hits", "misses", "damage", "most")


def memory(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row per letter: what is expected of its kind, then what was counted in earlier games."""
    b = agent.beliefs
    book = agent.memory.of(b.edition)
    learned = tuple((name, _LEARNED) for name in _COUNTS)
    lines = labelled("games", f"{book.games} remembered, {len(book.monsters)} kinds met", width)
    lines.append(_cut((("monster", _NAME), *_FIGURES, *learned), width, Look.DIM))
    for letter, name in sorted(b.names.items()):
        kind = b.naturalist.kind(b.edition, name, b.me.depth)
        in_view = any(foe.kind is kind for foe in b.foes.seen.values())
        look = Look.STRONG if in_view else Look.PLAIN
        counted = _counted(book.of(name))
        lines.append(_cut(((f"{letter} {name}", _NAME), *_expected(kind), *counted), width, look))
    return cut(lines, height)


def _counted(record: Record) -> tuple[tuple[str, int], ...]:
    """Return what was counted of a kind, in the columns of the heading."""
    return tuple((str(record[name]), _LEARNED) for name in _COUNTS)


def _expected(kind: Kind) -> tuple[tuple[str, int], ...]:
    """Return what is expected of a kind, in the columns of the heading."""
    blows = " ".join(
        f"0-{attack.worst}" if isinstance(attack, Harm) else f"{attack[0]}d{attack[1]}"
        for attack in kind.attacks
    )
    texts = (str(kind.level), str(kind.armor), str(kind.exp), f"  {blows or 'none'} {kind.special}")
    return tuple((text, size) for text, (_, size) in zip(texts, _FIGURES, strict=True))


def _cut(cells: tuple[tuple[str, int], ...], width: int, look: Look) -> Line:
    """Return a row with as many of its columns as fit."""
    kept, room = [], width
    for text, size in cells:
        room -= abs(size)
        if room < 0:
            break
        kept.append((text, size))
    return columns(kept, look)
