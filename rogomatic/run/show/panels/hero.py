"""Panel: the hero: hit points, figures, stomach, what it suffers from.

Owns   the rows.
Leaves what is so (beliefs), what follows from it (think).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Me
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, cut, folded, labelled, line
from rogomatic.run.show.panels.subject import Subject
from rogomatic.run.tapes.words import states_of, stomach_of
from rogomatic.think.worth import provisions, spare_food

_BAR: Final = 20   # columns at most
_LOW_PCT: Final = 33  # of the hit points, from which they are in danger


def hero(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return hit points as a bar, the figures of the status line, stomach and provisions, states."""
    b, me = agent.beliefs, agent.beliefs.me
    lines = [_bar(me, width)]
    lines += labelled("level", f"{me.level} ({me.exp} points), armour {me.armor}", width)
    lines += labelled("strength", f"{me.strength} of {me.max_strength}", width)
    lines += labelled("gold", f"{me.gold}, depth {me.depth}, deepest {b.deepest}", width, Look.GOLD)
    hungry = Look.DANGER if me.hunger else Look.PLAIN
    lines += labelled("stomach", stomach_of(b), width, hungry)
    meals = "1 meal" if spare_food(b) == 1 else f"{spare_food(b)} meals"
    lines += labelled("food", f"{meals}, good for {provisions(b):.0f} turns", width)
    lines += labelled("state", ", ".join(states_of(b)), width)
    if b.cursed:
        lines += folded(f"cursed: {', '.join(sorted(b.cursed))}", width, Look.DANGER)
    return cut(lines, height)


def _bar(me: Me, width: int) -> Line:
    """Return the hit points as a bar and as figures.

    >>> from rogomatic.run.show.panels.lines import text_of
    >>> text_of(_bar(Me(hp=6, max_hp=12), 20))
    'hp ####.... 6(12)'
    """
    figures = f" {me.hp}({me.max_hp})"
    room = max(min(_BAR, width - len(figures) - 6), 0)
    full = min(room, -(-room * me.hp // max(me.max_hp, 1)))
    look = Look.DANGER if 100 * me.hp < _LOW_PCT * me.max_hp else Look.STRONG
    return line(("hp ", Look.DIM), ("#" * full, look), ("." * (room - full), Look.DIM), (figures, look))
