"""The targets: sleeping foes worth a missile, with the squares from which to shoot at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.monster_manual import ROOTED, THEFTS
from rogomatic.agent.think.fight.combat_odds import duel
from rogomatic.agent.think.ground.firing_lines import lines_of_fire
from rogomatic.agent.think.items.item_value import shots_left


class Avoidance(NamedTuple):
    """Conditions for shooting at a sleeping foe: minimum distance in squares, minimum experience level.

    hunted  whether the hero walks to a square from which to shoot
    """

    squares: int
    level: int
    hunted: bool


AVOIDED: Final = {
    "leprechaun": Avoidance(5, 4, True), "nymph": Avoidance(5, 4, True),
    "venus flytrap": Avoidance(2, 3, True), "violet fungi": Avoidance(2, 3, True),
    "ice monster": Avoidance(5, 3, False), "floating eye": Avoidance(5, 3, False),
}  # fmt: skip
_MIN: Final = 3  # minimum and maximum distance for hunting, in squares
_MAX: Final = 9
_THIEF_SQUARES: Final = 7  # minimum distance for shooting a sleeping thief, if there is room


def is_target(beliefs: Beliefs, foe: Foe, distance: int, arrow: str) -> bool:
    """Return whether to shoot at a sleeping foe from this distance with the missile `arrow`.

    Each square between the hero and the foe gives the hero a free shot.  A leprechaun leaves gold when killed
    (SPC-6) and takes gold when it strikes (SPC-5).  A nymph takes a magic item.  A flytrap never moves.
    """
    if not arrow:
        return False
    freezes = foe.kind.special == "freeze" and not bars(beliefs, foe)
    if freezes and 100 * duel(beliefs, foe)[0] > beliefs.knobs.attack_pct:
        return False  # a miss would wake it (SPC-4)
    avoidance = AVOIDED.get(foe.kind.name)
    if avoidance is not None:
        enough = not is_thief(foe) or shots_left(beliefs, arrow) >= beliefs.knobs.thief_count
        return enough and beliefs.me.level >= avoidance.level and distance >= _least(beliefs, foe)
    return 100 * duel(beliefs, foe, arrow, free=distance - 1)[0] <= beliefs.knobs.attack_pct


def bars(beliefs: Beliefs, foe: Foe) -> bool:
    """Return whether a sleeping foe may block the only path and is of a kind that freezes the hero.

    If so, the hero must shoot it.
    """
    return foe.kind.special == "freeze" and foe.awake is False and is_stuck(beliefs)


def is_stuck(beliefs: Beliefs) -> bool:
    """Return whether no stairs are known and everything in reach has been seen."""
    return beliefs.level.stairs < 0 and not beliefs.level.frontier


def is_thief(foe: Foe) -> bool:
    """Return whether a foe steals and vanishes."""
    return foe.kind.special in THEFTS


def _least(beliefs: Beliefs, foe: Foe, lines: Sequence[list[int]] = ()) -> int:
    """Return the minimum distance from which to shoot at a sleeping foe.

    The minimum is greater for a thief, provided that some straight line of fire to the thief is as long as
    that.

    lines  the lines of fire to the foe, if they are known
    """
    avoidance = AVOIDED.get(foe.kind.name)
    if avoidance is None:
        return _MIN
    if not is_thief(foe):
        return avoidance.squares
    lines = lines or lines_of_fire(beliefs, foe.spot, _THIEF_SQUARES)
    return _THIEF_SQUARES if max(map(len, lines)) >= _THIEF_SQUARES else avoidance.squares


def is_hunted(foe: Foe) -> bool:
    """Return whether a foe is asleep or rooted, and worth a walk to a square from which to shoot it."""
    if foe.awake is not False and not foe.kind.traits & ROOTED:
        return False
    avoidance = AVOIDED.get(foe.kind.name)
    return avoidance is None or avoidance.hunted


def shooting_squares(beliefs: Beliefs, foe: Foe, arrow: str) -> set[int]:
    """Return the squares from which `foe` can safely be shot with the missile `arrow` (a pack letter)."""
    found: set[int] = set()
    lines, avoid = lines_of_fire(beliefs, foe.spot, _MAX), beliefs.level.avoid
    least = _least(beliefs, foe, lines)
    safe: dict[int, bool] = {}  # by distance
    for line in lines:
        for distance, spot in enumerate(line[least - 1 :], least):
            if not avoid[spot]:
                if distance not in safe:
                    safe[distance] = is_target(beliefs, foe, distance, arrow)
                if safe[distance]:
                    found.add(spot)
    return found
