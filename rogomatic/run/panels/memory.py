"""Panel: the memory of monsters: what a reader of the manual knows, and what earlier games have cost.

Owns   the rows.
Leaves the figures (bestiary, learn.memory).
"""

from __future__ import annotations

from typing import Final

from rogomatic.bestiary import KINDS, Kind
from rogomatic.learn.memory import Record
from rogomatic.rules import Choice
from rogomatic.run.panels.lines import Line, Look, columns, cut, labelled
from rogomatic.run.panels.subject import Subject

_NAME: Final = 17
_FIGURES: Final = (("level", -6), ("armour", -7), ("points", -7), ("  blows", 22))
_LEARNED: Final = -7


def memory(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row per kind of the edition at hand, by its letter: the manual's figures, then the learned."""
    known, b = agent.memory, agent.beliefs
    learned = tuple((name, _LEARNED) for name in Record._fields)
    lines = labelled("games", f"{known.games} remembered, {len(known.records)} kinds met", width)
    lines.append(_cut((("monster", _NAME), *_FIGURES, *learned), width, Look.DIM))
    for letter, name in sorted(b.names.items()):
        kind = KINDS.get(name)
        if kind is None:
            continue
        record = known.of(name)
        figures = tuple((str(value), _LEARNED) for value in record)
        in_view = any(foe.kind is kind for foe in b.foes.seen.values())
        look = Look.STRONG if in_view else Look.PLAIN
        lines.append(_cut(((f"{letter} {name}", _NAME), *_manual(kind), *figures), width, look))
    return cut(lines, height)


def _manual(kind: Kind) -> tuple[tuple[str, int], ...]:
    """Return what the manual says of a kind, in the columns of the heading."""
    blows = " ".join(f"{count}d{sides}" for count, sides in kind.attacks) or "none"
    texts = (str(kind.level), str(kind.armor), str(kind.exp), f"  {blows} {kind.special}")
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
