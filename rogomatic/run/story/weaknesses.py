"""What weakens a hero, as the agent believes."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.editions import ARMOR_VALUE
from rogomatic.agent.think.items.item_value import spare_food
from rogomatic.run.story.linked_story import ARMOR, HUNGER, STRENGTH
from rogue.shared.wording import with_article

LEAST_ARMOR: Final = ARMOR_VALUE["leather armor"]  # below it, rust has ruined what is worn, or nothing is


class Weakness(NamedTuple):
    """A weakness in words.  `topic` is the topic of the causes that mention this weakness, or ""."""

    words: str
    topic: str = ""


NO_ARMOR: Final = Weakness("no armor on", ARMOR)
_LAUNCHERS: Final = ("short bow", "crossbow", "sling")
NO_STAIRS: Final = Weakness("no stairs found")
DREAMS: Final = Weakness("hallucinating, so that it could not tell monsters apart", "hallucinating")
BLIND, CONFUSED = Weakness("blind", "blind"), Weakness("confused", "confused")
_HELD, _TRAPPED = Weakness("held fast"), Weakness("caught in a bear trap")
_FLOATING: Final = Weakness("floating, so that it could not take stairs")
WEAPON: Final = "weapon"
"""Topic of the weapon in hand, which matters only to a hero that strikes."""
BINDS: Final = frozenset({BLIND, CONFUSED, _HELD, _TRAPPED, _FLOATING})
"""Weaknesses that keep a hero from running."""


def weaknesses(beliefs: Beliefs, *, is_chased: bool, was_alert: bool) -> tuple[Weakness, ...]:
    """Return the hero's weaknesses.  This is a hot path.

    is_chased  whether a foe chases the hero.  If so, not knowing the stairs counts as a weakness.
    was_alert  whether the hero was alert earlier in the game and was therefore hit less often by monsters
    """
    me = beliefs.me
    found = [Weakness(words, HUNGER)] if (words := _hunger(me.hunger, spare_food(beliefs))) else []
    if 2 * me.strength < me.max_strength:
        found.append(Weakness(f"strength {me.strength} of {me.max_strength}", STRENGTH))
    if beliefs.worn() is None and beliefs.pack:  # else it has not looked yet
        found.append(NO_ARMOR)
    elif me.armor < LEAST_ARMOR:
        found.append(Weakness(f"armor {me.armor} (plain leather has {LEAST_ARMOR}; more is better)", ARMOR))
    if beliefs.pack and (weapon := _weapon(beliefs)):
        found.append(Weakness(weapon, WEAPON))
    if was_alert and beliefs.off_guard:
        found.append(Weakness("no longer alert, so that monsters hit the hero more often"))
    found += [one for one, is_so in (
        (BLIND, beliefs.is_blind), (CONFUSED, beliefs.is_confused),
        (DREAMS, beliefs.is_hallucinating),
        (_HELD, me.held), (_TRAPPED, me.trapped > 0), (_FLOATING, beliefs.is_floating),
    ) if is_so]  # fmt: skip
    if is_chased and beliefs.level.stairs < 0:
        found.append(NO_STAIRS)
    return tuple(found)


def _weapon(beliefs: Beliefs) -> str:
    """Return what is wrong with the weapon in hand, or "" if nothing is wrong.  This is a hot path."""
    wielded = beliefs.wielded()
    if wielded is None:
        return "bare hands"
    letter, thing = wielded
    name = beliefs.name_of(thing)
    if letter in beliefs.cursed:
        return f"a cursed {name} in hand, which it could not put away"
    return f"{with_article(name)} in hand, which is for shots" if name in _LAUNCHERS else ""


def _hunger(state: str, meals: int) -> str:
    """Return the hunger in words.  Return "" if there is no hunger, or if food makes the hunger harmless.

    >>> _hunger("Hungry", 1), _hunger("Hungry", 0), _hunger("Weak", 0), _hunger("Faint", 2)
    ('', 'no food', 'hunger (Weak, no food)', 'hunger (Faint)')
    """
    if not state:
        return ""
    food = "no food" * (meals == 0)
    return food if state == "Hungry" else f"hunger ({', '.join(filter(None, (state, food)))})"
