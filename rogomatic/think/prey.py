"""Prey: which sleepers are worth missiles, and from where.

Owns   from how far a sleeper is shot at, the squares to do it from, the price on some heads.
Leaves walking there and shooting (experts.hunting, experts.missiles).

Each square between the hero and a sleeper is a shot for nothing.  A leprechaun leaves gold when it is killed
(SPC-6) and takes it when it strikes (SPC-5); a nymph takes a thing of magic; a flytrap never comes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.beliefs.foes import Foe
from rogomatic.beliefs.level import AROUND, DOOR
from rogomatic.beliefs.model import Beliefs
from rogomatic.bestiary import ROOTED
from rogomatic.think.danger import duel


class Shyness(NamedTuple):
    """From how many squares, and from which experience level on, something is shot at in its sleep.

    hunted  it is worth going where it can be shot at
    """

    squares: int
    level: int
    hunted: bool


SHY: Final = {
    "leprechaun": Shyness(5, 4, True),
    "nymph": Shyness(5, 4, True),
    "venus flytrap": Shyness(2, 3, True),
    "violet fungi": Shyness(2, 3, True),
    "ice monster": Shyness(5, 3, False),
    "floating eye": Shyness(5, 3, False),
}
_LEAST: Final = 3  # squares between the hero and what it hunts, least and most
_MOST: Final = 9


def is_game(b: Beliefs, foe: Foe, distance: int, arrow: str) -> bool:
    """Tell whether a sleeper may be shot at from this distance, with this missile."""
    if not arrow:
        return False
    if foe.kind.special == "freeze" and 100 * duel(b, foe)[0] > b.knobs.attack_pct:
        return False  # missed, it comes (SPC-4)
    shyness = SHY.get(foe.kind.name)
    if shyness is not None:
        return distance >= shyness.squares and b.me.level >= shyness.level
    return 100 * duel(b, foe, arrow, free=distance - 1)[0] <= b.knobs.attack_pct


def is_hunted(foe: Foe) -> bool:
    """Tell whether somebody is worth a walk to where it can be shot at: asleep, or unable to move."""
    if foe.awake is not False and not foe.kind.traits & ROOTED:
        return False
    shyness = SHY.get(foe.kind.name)
    return shyness is None or shyness.hunted


def stands(b: Beliefs, foe: Foe, arrow: str) -> set[int]:
    """Return the squares from which it can be shot at safely."""
    found: set[int] = set()
    shyness = SHY.get(foe.kind.name)
    least = shyness.squares if shyness is not None else _LEAST
    for step in AROUND:
        spot = foe.spot
        for distance in range(1, _MOST + 1):
            spot += step
            if not b.level.is_walkable(spot) or spot in b.foes.seen or b.level.code[spot] == DOOR:
                break
            if distance >= least and not b.level.avoid[spot] and is_game(b, foe, distance, arrow):
                found.add(spot)
    return found
