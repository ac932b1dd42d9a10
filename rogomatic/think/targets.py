"""Target acquisition: what a missile can reach, which sleepers are worth one, and from where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rogomatic.beliefs.known_monsters import Foe
from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.terrain_map import AROUND, DOOR
from rogomatic.monster_manual import ROOTED
from rogomatic.think.combat_odds import duel
from rogomatic.think.item_value import shots_left
from rogomatic.vt100 import COLS


def line_to(b: Beliefs, spot: int) -> int:
    """Return the step along which a missile from the hero reaches `spot`, 0 if there is no free line."""
    return line_between(b, b.me.spot, spot)


def line_between(b: Beliefs, start: int, spot: int) -> int:
    """Return the step along which a missile thrown at `start` reaches `spot`, 0 if there is no free line."""
    down, right = spot // COLS - start // COLS, spot % COLS - start % COLS
    if down and right and abs(down) != abs(right):
        return 0
    distance = max(abs(down), abs(right))
    step = (down > 0) * COLS - (down < 0) * COLS + (right > 0) - (right < 0)
    level, here = b.level, start
    for _ in range(distance - 1):
        here += step
        if not level.is_walkable(here) or level.code[here] == DOOR or here in b.foes.seen:
            return 0
    return step


class Avoidance(NamedTuple):
    """From how many squares, and from which experience level on, something is shot at in its sleep.

    hunted  it is worth going where it can be shot at
    """

    squares: int
    level: int
    hunted: bool


AVOIDED: Final = {
    "leprechaun": Avoidance(5, 4, True),
    "nymph": Avoidance(5, 4, True),
    "venus flytrap": Avoidance(2, 3, True),
    "violet fungi": Avoidance(2, 3, True),
    "ice monster": Avoidance(5, 3, False),
    "floating eye": Avoidance(5, 3, False),
}
_MIN: Final = 3  # squares between the hero and what it hunts, least and most
_MAX: Final = 9


def is_game(b: Beliefs, foe: Foe, distance: int, arrow: str) -> bool:
    """Return whether a sleeper may be shot at from this distance, with this missile.

    Each square between the hero and a sleeper is a shot for nothing.  A leprechaun leaves gold when it is
    killed (SPC-6) and takes it when it strikes (SPC-5); a nymph takes an item of magic; a flytrap never
    comes.
    """
    if not arrow:
        return False
    if foe.kind.special == "freeze" and not bars(b, foe) and 100 * duel(b, foe)[0] > b.knobs.attack_pct:
        return False  # missed, it comes (SPC-4)
    avoidance = AVOIDED.get(foe.kind.name)
    if avoidance is not None:
        enough = not is_thief(foe) or shots_left(b, arrow) >= b.knobs.thief_count
        return enough and distance >= _least(b, foe) and b.me.level >= avoidance.level
    return 100 * duel(b, foe, arrow, free=distance - 1)[0] <= b.knobs.attack_pct


def bars(b: Beliefs, foe: Foe) -> bool:
    """Return whether a sleeper that freezes may lie in the only way: nobody should strike it with a blade."""
    is_shut = b.level.stairs < 0 and not b.level.frontier
    return is_shut and foe.kind.special == "freeze" and foe.awake is False


def is_thief(foe: Foe) -> bool:
    """Return whether a foe takes gold or things and vanishes."""
    return foe.kind.special.startswith("steal")


def _least(b: Beliefs, foe: Foe) -> int:
    """Return from how many squares a sleeper is shot at, at least; thieves from farther where there is room.

    A leprechaun struck first from 5 squares steals in one case of five, from 7 in one of thirty.
    """
    avoidance = AVOIDED.get(foe.kind.name)
    if avoidance is None:
        return _MIN
    far = b.knobs.thief_squares
    return far if is_thief(foe) and _has_line(b, foe, far) else avoidance.squares


def _has_line(b: Beliefs, foe: Foe, length: int) -> bool:
    """Return whether some free line of so many squares ends at a foe."""
    return any(sum(1 for _ in _line_from(b, foe.spot, step, length)) >= length for step in AROUND)


def _line_from(b: Beliefs, spot: int, step: int, most: int) -> Iterator[int]:
    """Yield the squares from which a missile flies to a spot against `step`, the nearest first."""
    for _ in range(most):
        spot += step
        if not b.level.is_walkable(spot) or spot in b.foes.seen or b.level.code[spot] == DOOR:
            return
        yield spot


def is_hunted(foe: Foe) -> bool:
    """Return whether a foe is worth a walk to where it can be shot at: asleep, or unable to move."""
    if foe.awake is not False and not foe.kind.traits & ROOTED:
        return False
    avoidance = AVOIDED.get(foe.kind.name)
    return avoidance is None or avoidance.hunted


def stands(b: Beliefs, foe: Foe, arrow: str) -> set[int]:
    """Return the squares from which `foe` can be shot at safely with the missile of letter `arrow`."""
    found: set[int] = set()
    least = _least(b, foe)
    for step in AROUND:
        for distance, spot in enumerate(_line_from(b, foe.spot, step, _MAX), 1):
            if distance >= least and not b.level.avoid[spot] and is_game(b, foe, distance, arrow):
                found.add(spot)
    return found
