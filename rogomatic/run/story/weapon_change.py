"""The changes of weapon in the last fight."""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.think.items.item_value import blade_value
from rogomatic.run.story.fight_instants import Instant
from rogomatic.run.story.linked_story import Cause, act_cause
from rogue.shared.wording import plural, with_article

_SHARE: Final = 0.3  # of a death, explained by blows with a worse weapon
_TURNS_SHARE: Final = 0.2  # of a death, explained by turns for a change and another one back
_BEFORE_TURNS: Final = 60  # a fight, in which the weapon may have been changed for it


class _Weapon(NamedTuple):
    """A weapon in hand.

    letter  the weapon's letter in the pack
    name    the weapon's kind
    value   the weapon's value in melee
    turn    the turn on which the hero took the weapon in hand
    """

    letter: str = ""
    name: str = ""
    value: int = 0
    turn: int = -1


class WeaponChange:
    """The last three weapons in hand, and the turns of the blows with the present weapon."""

    def __init__(self) -> None:
        """Begin with no weapon known."""
        self._held = deque([_Weapon()] * 3, maxlen=3)  # the present one is the last
        self._blows: list[int] = []  # turns

    def note(self, beliefs: Beliefs, now: Instant) -> None:
        """Record the next command.  This is a hot path."""
        wielded = beliefs.wielded()
        if wielded is not None and wielded[0] != self._held[-1].letter:
            letter, thing = wielded
            value = blade_value(thing, beliefs.edition)
            self._held.append(_Weapon(letter, beliefs.name_of(thing), value, now.turn))
            self._blows.clear()
        if now.deed.verb == "fight" and now.is_own:
            self._blows.append(now.turn)

    def causes(self, began: int) -> list[Cause]:
        """Return a Cause if the hero changed to a worse weapon, or changed its weapon and then changed back.

        began  turn on which the last fight began

        Return [] if there was no such change.
        """
        earlier, before, now = self._held
        if before.turn >= began and earlier.name and earlier.letter == now.letter:
            back = f"and {with_article(now.name)} again on turn {now.turn:,}"
            return [act_cause(_TURNS_SHARE, before.turn, f"took {with_article(before.name)} in hand, {back}")]
        blows = sum(turn >= began for turn in self._blows)
        if not blows or not before.name or now.value >= before.value or began - now.turn > _BEFORE_TURNS:
            return []
        taken = f"took {with_article(now.name)} in hand instead of {with_article(before.name)}"
        return [act_cause(_SHARE, now.turn, f"{taken}, and struck {plural(blows, 'blow')} with it")]
