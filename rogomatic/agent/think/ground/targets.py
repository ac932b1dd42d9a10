"""Target acquisition: what a missile can reach, which sleepers are worth one, and where to shoot from."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import AROUND, DOOR, FLOOR, STAIRS, TerrainMap, box_of
from rogomatic.agent.monster_manual import ROOTED, THEFTS
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.fight.combat_odds import duel
from rogomatic.agent.think.fight.combat_sim import doors_of
from rogomatic.agent.think.ground.pathfinding import Roads, costs, roads
from rogomatic.agent.think.items.item_value import arrow_count, bow_letter, shots_left
from rogomatic.agent.think.working_memory import WORKING_MEMORY, Sights

# -- targets


def line_to(beliefs: Beliefs, spot: int) -> int:
    """Return the step along which a missile from the hero reaches `spot`, 0 if there is no free line."""
    return line_between(beliefs, beliefs.me.spot, spot)


def line_between(beliefs: Beliefs, start: int, spot: int) -> int:
    """Return the step along which a missile thrown at `start` reaches `spot`, 0 if there is no free line."""
    down, right = spot // COLS - start // COLS, spot % COLS - start % COLS
    if down and right and abs(down) != abs(right):
        return 0
    distance = max(abs(down), abs(right))
    step = (down > 0) * COLS - (down < 0) * COLS + (right > 0) - (right < 0)
    level, here = beliefs.level, start
    for _ in range(distance - 1):
        here += step
        if not level.is_walkable(here) or level.code[here] == DOOR or here in beliefs.foes.seen:
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


def is_game(beliefs: Beliefs, foe: Foe, distance: int, arrow: str) -> bool:
    """Return whether a sleeper may be shot at from this distance, with this missile.

    Each square between the hero and a sleeper is a shot for nothing.  A leprechaun leaves gold when it is
    killed (SPC-6) and takes it when it strikes (SPC-5); a nymph takes an item of magic; a flytrap never
    comes.
    """
    if not arrow:
        return False
    if (
        foe.kind.special == "freeze"
        and not bars(beliefs, foe)
        and 100 * duel(beliefs, foe)[0] > beliefs.knobs.attack_pct
    ):
        return False  # missed, it comes (SPC-4)
    avoidance = AVOIDED.get(foe.kind.name)
    if avoidance is not None:
        enough = not is_thief(foe) or shots_left(beliefs, arrow) >= beliefs.knobs.thief_count
        return enough and distance >= _least(beliefs, foe) and beliefs.me.level >= avoidance.level
    return 100 * duel(beliefs, foe, arrow, free=distance - 1)[0] <= beliefs.knobs.attack_pct


def bars(beliefs: Beliefs, foe: Foe) -> bool:
    """Return whether a sleeper that freezes may lie in the only way: nobody should strike it with a blade."""
    is_shut = beliefs.level.stairs < 0 and not beliefs.level.frontier
    return is_shut and foe.kind.special == "freeze" and foe.awake is False


def is_thief(foe: Foe) -> bool:
    """Return whether a foe takes gold or things and vanishes."""
    return foe.kind.special in THEFTS


def _least(beliefs: Beliefs, foe: Foe) -> int:
    """Return from how many squares a sleeper is shot at, at least; thieves from farther where there is room.

    A leprechaun struck first from 5 squares steals in one case of five, from 7 in one of thirty.
    """
    avoidance = AVOIDED.get(foe.kind.name)
    if avoidance is None:
        return _MIN
    far = beliefs.knobs.thief_squares
    return far if is_thief(foe) and _has_line(beliefs, foe, far) else avoidance.squares


def _has_line(beliefs: Beliefs, foe: Foe, length: int) -> bool:
    """Return whether some free line of so many squares ends at a foe."""
    return any(sum(1 for _ in _line_from(beliefs, foe.spot, step, length)) >= length for step in AROUND)


def _line_from(beliefs: Beliefs, spot: int, step: int, most: int) -> Iterator[int]:
    """Yield the squares from which a missile flies to a spot against `step`, the nearest first."""
    for _ in range(most):
        spot += step
        if (
            not beliefs.level.is_walkable(spot)
            or spot in beliefs.foes.seen
            or beliefs.level.code[spot] == DOOR
        ):
            return
        yield spot


def is_hunted(foe: Foe) -> bool:
    """Return whether a foe is worth a walk to where it can be shot at: asleep, or unable to move."""
    if foe.awake is not False and not foe.kind.traits & ROOTED:
        return False
    avoidance = AVOIDED.get(foe.kind.name)
    return avoidance is None or avoidance.hunted


def stands(beliefs: Beliefs, foe: Foe, arrow: str) -> set[int]:
    """Return the squares from which `foe` can be shot at safely with the missile of letter `arrow`."""
    found: set[int] = set()
    least = _least(beliefs, foe)
    for step in AROUND:
        for distance, spot in enumerate(_line_from(beliefs, foe.spot, step, _MAX), 1):
            if distance >= least and not beliefs.level.avoid[spot] and is_game(beliefs, foe, distance, arrow):
                found.add(spot)
    return found


# -- lookouts: squares of lit rooms to shoot from at who comes in

_MISSED: Final = 0.8  # part of what a foe takes from the hero that is left after one more shot
_WALK_WORTH: Final = 0.004  # of a square of the way there, against the part that shots leave
_SAME: Final = 0.05  # so much better must another square be


def can_shoot(beliefs: Beliefs) -> bool:
    """Return whether there are a bow that can be taken in hand, where one is needed, and arrows enough to
    wait with it.
    """
    held, bow = beliefs.wielded(), bow_letter(beliefs)
    if beliefs.throws_by_hand or not bow or arrow_count(beliefs) < beliefs.knobs.bow_count:
        return beliefs.throws_by_hand and arrow_count(beliefs) >= beliefs.knobs.bow_count
    return held is None or held[0] == bow or held[0] not in beliefs.cursed


def shots_from(level: TerrainMap, spot: int) -> float:
    """Return how many shots there are, in the mean of the doors, at a foe that comes to a square of a room;
    0 in the dark, in passages and doors.

    >>> from rogomatic.agent.beliefs.terrain_map import FLOOR, DOOR
    >>> level = TerrainMap(1)
    >>> for spot in range(161, 169):
    ...     level.put(spot, FLOOR)
    >>> level.put(169, DOOR)
    >>> shots_from(level, 161), shots_from(level, 167), shots_from(level, 169)
    (7.0, 1.0, 0.0)
    """
    found = _shots(level, spot, _entrances(level, box_of(spot)))
    return sum(found) / len(found) if found else 0.0


def lookout(beliefs: Beliefs, most: int) -> int:
    """Return `best_lookout`, kept for a hero that asks again while it rests."""
    level, ground = beliefs.level, roads(beliefs)
    results = WORKING_MEMORY.of_level(level)
    seen = bytes(level.been), bytes(level.looked), frozenset(level.forgotten)
    state: Sights = (level.version, beliefs.me.spot, most), seen, bytes(ground.avoid)
    kept = results.lookout
    if kept is None or kept[0] != state:
        kept = results.lookout = state, best_lookout(level, ground, beliefs.me.spot, most)
    return kept[1]


def best_lookout(level: TerrainMap, ground: Roads, here: int, most: int) -> int:
    """Return the best square to wait at in reach at a cost below `most`, the hero's own if none is better;
    -1 where no foe would meet an arrow.

    A hero that waits or rests is found by a wanderer sooner or later.  How many arrows meet it on its way
    depends on where the hero waits: in a passage or in the dark it is seen when it is there.
    """
    entrances: dict[int, list[int]] = {}
    best, best_left, here_left = -1, 1.0, 1.0
    found = costs(ground, here, most)
    for spot in found.spots():
        box = box_of(spot)
        if box not in entrances:
            entrances[box] = _entrances(level, box)
        shots = _shots(level, spot, entrances[box])
        if not shots or spot in level.frontier:
            continue
        left = fsum([_MISSED**count for count in shots]) / len(shots)
        if spot == here:
            here_left = left
        left += _WALK_WORTH * found.get(spot, 0)
        if left < best_left:
            best, best_left = spot, left
    return here if best >= 0 and here_left < best_left + _SAME and here_left < 1.0 else best


def _entrances(level: TerrainMap, box: int) -> list[int]:
    """Return the known doors of a lit room, none of a dark one."""
    if box in level.forgotten:
        return []
    return [spot for spot in doors_of(level) if box_of(spot) == box]


def _shots(level: TerrainMap, spot: int, doors: list[int]) -> list[int]:
    """Return how many shots there are at a foe that comes to a square from each of these doors: it goes
    diagonally first, and then straight at the hero, in the line of fire.
    """
    if level.code[spot] not in (FLOOR, STAIRS):
        return []
    row, col = divmod(spot, COLS)
    found = []
    for door in doors:
        down, right = abs(door // COLS - row), abs(door % COLS - col)
        far, near = max(down, right), min(down, right)
        found.append(max((far if near in (0, far) else far - near) - 1, 0))
    return found
