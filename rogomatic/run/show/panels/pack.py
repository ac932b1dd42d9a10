"""Panel: the pack, what each thing is worth now and what unknown ones may be; and what is known of looks.

Owns   the rows, and their order.
Leaves worth (think.worth), guesses (beliefs.lore), words (run.tapes.words).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Beliefs
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, cut, folded, line, text_of
from rogomatic.run.show.panels.subject import Subject
from rogomatic.run.tapes.words import in_words
from rogomatic.think.worth import keep_value

_WORTH: Final = 5  # columns


def pack(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row per thing, by its letter, with its worth at the right; then the looks known by now."""
    b = agent.beliefs
    if not b.pack:
        return cut([line(("empty, or not known", Look.DIM))], height)
    lines = []
    for letter, thing in sorted(b.pack.items()):
        words = in_words(b, thing) + (" CURSED" if letter in b.cursed else "")
        look = Look.DANGER if letter in b.cursed else Look.STRONG if thing.use else Look.PLAIN
        first, *rest = folded(f"{letter}) {words}", width - _WORTH, look, indent=3)
        worth = "" if thing.use else keep_value(b, letter)
        gap = width - _WORTH - len(text_of(first))
        lines.append(line(*first, (f"{'':{gap}}{worth:>{_WORTH}}", Look.DIM)))
        lines += rest
    if b.stock != "known":
        lines += folded(f"the pack is {b.stock}: it will be looked at", width, Look.DIM)
    return cut(lines + _known(b, width), height)


def _known(b: Beliefs, width: int) -> list[Line]:
    """Return the looks that this game has shown the kind of."""
    lines = []
    for (kind, looks), name in sorted(b.lore.names.items()):
        lines += folded(f"{looks} {kind}: {name}", width, Look.DIM)
    return [line(("known by now", Look.TITLE)), *lines] if lines else []
