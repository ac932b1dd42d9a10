"""How thinking monsters hunt in groups: calling, leading, waiting, surrounding."""

from __future__ import annotations

from typing import Final

from rogue.minds.geometry import (
    believe,
    fair_ways,
    free_ways,
    in_line_of_fire,
    in_passage_or_door,
    is_free,
    line_step,
    path_to_aim,
    remembers,
    sees,
    square_distance,
)
from rogue.minds.sound_and_scent import downhill, minds_hear, sound_around, sound_at, uphill
from rogue.rules.awareness import rouse
from rogue.rules.mind_lore import report_call
from rogue.state.entities import AWAKE, HELD, SCROLL, Monster
from rogue.state.grid import distance2
from rogue.state.world import World

MATES_RANGE: Final = 12  # squares (VMN-28)
CALL_RANGE: Final = 20  # VMN-32
CALL_EVERY: Final = 30  # turns
CALL_AHEAD: Final = 20  # turns by which a call is remembered longer than a monster's own knowledge
WAKE_ONE_IN: Final = 3
BOLD_MATES: Final = 3  # itself included (VMN-51)
AHEAD_STEPS: Final = 4  # VMN-52
WAIT_RANGE: Final = 14  # steps (VMN-29)
SHADOW_STEPS: Final = 3
COVER_STEPS: Final = 5
CLAIM_RANGE: Final = 5  # squares (VMN-31)
CLAIM_ALONE: Final = 2


def mates_of(world: World, foe: Monster) -> list[Monster]:
    """Return the awake monsters near `foe` that have the same letter, including `foe` itself (VMN-28)."""
    letter, spot = foe.kind.letter, foe.spot
    return [
        other
        for other in world.level.foes
        if other.kind.letter == letter
        and other.flags & AWAKE
        and square_distance(other.spot, spot) <= MATES_RANGE
    ]


def is_group(world: World, foe: Monster) -> bool:
    """Return whether the monster's kind hunts in groups and the rules allow groups."""
    rules, kind = world.rules.minds, foe.kind.mind
    return rules is not None and rules.groups and kind is not None and kind.group != ""


def call(world: World, foe: Monster) -> None:
    """Let a monster that sees the player alert monsters of its kind, unless it has called recently (VMN-32).

    If no such monster is in range, there is no call.  Sleepers in the caller's room wake by chance.  The call
    is reported if at least one monster hears it.
    """
    listeners = _listeners(world, foe)
    heard = False
    for other in listeners:
        if not other.flags & AWAKE:
            if other.room is not foe.room or not world.rng.one_in(WAKE_ONE_IN):
                continue
            rouse(world, other)
        heard = True
        _tell(world, foe, other, world.player.spot)
    if heard:
        report_call(world, foe)


def howl(world: World, foe: Monster) -> None:
    """Let a monster that has found the player's trail call monsters of its kind to that place (VMN-50).

    Sleepers in range wake.
    """
    listeners = _listeners(world, foe)
    for other in listeners:
        if not other.flags & AWAKE:
            rouse(world, other)
        _tell(world, foe, other, foe.spot)
    if listeners:
        report_call(world, foe, "finds your trail")


def _listeners(world: World, foe: Monster) -> list[Monster]:
    """Return the monsters that would hear a call of `foe` now.

    Return an empty list if `foe` has called or been called recently (VMN-32, VMN-50).
    """
    mind, letter = foe.mind, foe.kind.letter
    assert mind is not None
    if world.turns - mind.called < CALL_EVERY:
        return []
    found = [
        other
        for other in world.level.foes
        if other is not foe
        and other.kind.letter == letter
        and not other.flags & HELD
        and square_distance(other.spot, foe.spot) <= CALL_RANGE
    ]
    if found:
        mind.called = world.turns
    return found


def _tell(world: World, foe: Monster, other: Monster, spot: int) -> None:
    """Let `other` aim at `spot` for longer than usual, and learn what `foe` knows of the player."""
    mind, told = foe.mind, other.mind
    if mind is None or told is None:
        return
    if world.minds is not None:
        world.minds.told_of += not remembers(world, told)
    believe(told, spot, world.turns + CALL_AHEAD)
    told.idle = 0
    told.called = world.turns
    told.lore |= mind.lore & ~SCROLL


def leader_of(mates: list[Monster]) -> Monster:
    """Return the leader of a group: the monster that has the most hit points when unhurt (VMN-51)."""
    return max(mates, key=lambda mate: mate.max_hp)


def is_bold(world: World, foe: Monster) -> bool:
    """Return whether a monster takes courage from its group (VMN-51).

    The group must have at least three members, and a leader who is not afraid.
    """
    if not is_group(world, foe):
        return False
    mates = mates_of(world, foe)
    mind = leader_of(mates).mind if len(mates) >= BOLD_MATES else None
    return mind is not None and not mind.afraid


def lose_leader(world: World, foe: Monster) -> None:
    """End the patience of a group if its leader is `foe`, which is dying or afraid (VMN-51)."""
    if not is_group(world, foe):
        return
    mates = mates_of(world, foe)
    if foe in mates and leader_of(mates) is foe:
        for mate in mates:
            if mate.mind is not None:
                mate.mind.patience = 0


def awaits_mates(world: World, foe: Monster) -> bool:
    """Return whether a hunting monster waits for the rest of its group to catch up (VMN-52).

    It waits while a mate is some steps behind.  Each turn of waiting reduces the monster's patience.
    """
    mind, minds = foe.mind, world.minds
    assert mind is not None
    assert minds is not None
    if mind.patience <= 0 or not is_group(world, foe) or not minds_hear(world):
        return False
    steps = sound_at(world, foe.spot)
    behind = range(steps + AHEAD_STEPS, steps + MATES_RANGE + 1)
    if not any(
        mate.mind is not None
        and remembers(world, mate.mind)
        and not mate.mind.afraid
        and sound_at(world, mate.spot, behind.stop) in behind
        for mate in mates_of(world, foe)
    ):
        return False
    _lose_patience(world, foe)
    return True


def leaders_aim(world: World, foe: Monster) -> int:
    """Return the aim of a monster's leader (VMN-52).

    If the leader has no aim, return the leader's square.  If the monster follows no leader, return 0.
    """
    if not is_group(world, foe):
        return 0
    leader = leader_of(mates_of(world, foe))
    if leader is foe or leader.mind is None:
        return 0
    return leader.mind.aim or leader.spot


def wait(world: World, foe: Monster, believed: int, *, senses: bool, in_sight: bool) -> int | None:
    """Return the next square of a monster whose flock waits for the player (VMN-29).

    Return None if the monster does not wait.

    believed  the square where the monster believes the player is
    senses    whether the monster sees or hears the player now (if not, it relies on memory)
    in_sight  whether the monster sees the player

    A waiting monster does not forget the player.  Each turn of waiting reduces the monster's patience.
    """
    mind, kind = foe.mind, foe.kind.mind
    assert mind is not None
    assert kind is not None
    if kind.group != "flock" or mind.patience <= 0 or not is_group(world, foe):
        return None
    if not in_passage_or_door(world, believed) or len(mates_of(world, foe)) < 2:
        return None
    steps = sound_at(world, foe.spot) if senses else len(path_to_aim(world, foe))
    if steps > WAIT_RANGE:
        return None
    _lose_patience(world, foe)
    mind.aimed = max(mind.aimed, world.turns)
    if not in_passage_or_door(world, foe.spot):
        return _out_of_fire(world, foe) if in_sight else foe.spot
    if not senses or steps == SHADOW_STEPS:
        return foe.spot
    if steps < SHADOW_STEPS:
        return uphill(world, foe, sound_around(world, foe.spot, 1))
    return downhill(world, foe)


def _lose_patience(world: World, foe: Monster) -> None:
    """Reduce a monster's patience by one turn, even if the monster has several moves in the turn."""
    mind = foe.mind
    assert mind is not None
    if mind.patient != world.turns:
        mind.patient = world.turns
        mind.patience -= 1


def _out_of_fire(world: World, foe: Monster) -> int | None:
    """Return the next square on a monster's way to cover in its room, or None if there is no cover.

    Cover is the nearest square that the player does not see.  If the player sees all squares, cover is the
    nearest square outside the player's lines of fire.  If the monster stands in such cover already, return
    its own square.
    """
    minds, here, hero = world.minds, foe.spot, world.player.spot
    assert minds is not None
    room, noise = world.level.room_at(here), sound_around(world, here, COVER_STEPS)
    open_to_view = room is not None and not room.dark and world.level.room_at(hero) is room
    first, layer = {here: here}, [here]
    aside = None if in_line_of_fire(world, here, hero) else here
    for _ in range(COVER_STEPS):
        following: list[int] = []
        for spot in layer:
            for near in free_ways(world, spot):
                if near in first or world.level.room_at(near) is not room or in_passage_or_door(world, near):
                    continue
                first[near] = near if spot == here else first[spot]
                following.append(near)
        if not open_to_view:
            hidden = [spot for spot in following if not sees(world, hero, spot)]
            if hidden:
                return first[max(hidden, key=lambda spot: (line_step(spot, hero) == 0, noise[spot]))]
        if aside is None:
            covered = [spot for spot in following if not in_line_of_fire(world, spot, hero)]
            if covered:
                aside = first[min(covered, key=lambda spot: noise[spot])]
        if open_to_view and aside is not None:
            break
        layer = following
    return aside


def take_harm(world: World, foe: Monster) -> None:
    """End the patience of a monster's group, because the monster has lost hit points (VMN-30)."""
    if is_group(world, foe):
        for mate in mates_of(world, foe):
            if mate.mind is not None:
                mate.mind.patience = 0


def surround(world: World, foe: Monster) -> int | None:
    """Let a monster that hunts in a group claim a free square beside the player (VMN-31).

    Return the next square on the way there.  Return None if the monster hunts alone, is too far away, or
    finds no free square to claim.
    """
    minds, hero, here = world.minds, world.player.spot, foe.spot
    assert minds is not None
    if not is_group(world, foe) or square_distance(here, hero) > CLAIM_RANGE:
        return None
    beside = fair_ways(world, hero)
    held = [spot for spot in beside if spot in minds.claims or _holds(world, spot, foe)]
    free = [spot for spot in beside if spot not in minds.claims and (spot == here or is_free(world, spot))]
    if not free:
        return None
    claim = min(free, key=lambda spot: (-_least_apart(spot, held), distance2(spot, here)))
    minds.claims.add(claim)
    best, least = here, (2 * square_distance(here, claim) + 1, distance2(here, claim))
    for near in free_ways(world, here):
        far = (2 * square_distance(near, claim) + (near != claim and near in beside), distance2(near, claim))
        if far < least:
            best, least = near, far
    return best


def _holds(world: World, spot: int, foe: Monster) -> bool:
    other = world.level.foe_at[spot]
    return other is not None and other is not foe and other.flags & AWAKE != 0


def _least_apart(spot: int, held: list[int]) -> int:
    return min([square_distance(spot, other) for other in held]) if held else CLAIM_ALONE
