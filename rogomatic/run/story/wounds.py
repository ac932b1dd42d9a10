"""The hit points that a hero has lost since it was last in good health."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Final, NamedTuple

from rogomatic.run.story.attackers import hits_of
from rogomatic.run.story.fight_instants import Instant
from rogomatic.run.story.linked_story import WOUNDS, Cause, act_cause
from rogue.shared.wording import listed, plural

_GOOD_SHARE: Final = 0.9  # of all hit points, from which on a hero is in good health
_WORN_SHARE: Final = 0.75  # of all hit points, below which a hero begins a fight worn down
_LOSS_SHARE: Final = 0.5  # of a death, explained by the loss of all hit points before
_MOST_STRIKERS: Final = 3


class _Wound(NamedTuple):
    """A loss of hit points in one command.

    blows  names of the attackers, or () if they are unknown
    own    the stick that the hero had just zapped, or ""
    """

    turn: int
    blows: tuple[str, ...]
    lost: int
    own: str = ""


class Wounds:
    """The wounds of a hero since it was last in good health, with one entry for each command."""

    def __init__(self) -> None:
        """Begin with no wounds."""
        self._found: list[_Wound] = []
        self._hp = 0
        self._zapped = ""  # the stick of the command before

    def note(self, now: Instant) -> None:
        """Record the next command.  This is a hot path."""
        if now.hp >= _GOOD_SHARE * now.max_hp:
            self._found.clear()
        elif now.hp < self._hp or now.blows:
            lost = max(self._hp - now.hp, 0)
            own = self._zapped if lost and not now.blows else ""
            self._found.append(_Wound(now.turn, now.blows, lost, own))
        self._hp = now.hp
        self._zapped = now.deed.thing if now.deed.verb == "zap" and now.is_own else ""

    def cause(self, start: Instant, harmless: Set[str]) -> Cause | None:
        """Return a Cause if the last fight began with few hit points, otherwise None.

        start     the command at which the fight began
        harmless  monsters whose blows take no hit points
        """
        earlier = [one for one in self._found if one.turn <= start.turn]
        if not earlier or start.hp >= _WORN_SHARE * start.max_hp:
            return None
        blows = Counter(blow for one in earlier for blow in one.blows if blow not in harmless)
        hits = [hits_of(who, count) for who, count in blows.most_common(_MOST_STRIKERS)]
        struck = [one for one in earlier if any(blow not in harmless for blow in one.blows)]
        lost = sum(one.lost for one in struck)
        since = f" since turn {struck[0].turn:,}" if struck and struck[0].turn < start.turn else ""
        after = f", after {listed(hits)}{since} had taken at least {lost}" if hits and lost else ""
        act = f"began its last fight with {start.hp} of {plural(start.max_hp, 'hit point')}{after}"
        own = [f"on turn {one.turn:,} its zap of {one.own} took {one.lost}" for one in earlier if one.own]
        act += f"; {listed(own)}" if own else ""
        share = max(1 - start.hp / start.max_hp, _LOSS_SHARE * min(lost / start.max_hp, 1))
        return act_cause(share, start.turn, act, WOUNDS)
