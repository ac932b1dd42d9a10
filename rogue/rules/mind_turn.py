"""The turn of a thinking monster, which ends with the first row of a decision table that makes it act."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from rogue.minds.geometry import (
    believe,
    can_strike,
    drop_aim,
    free_ways,
    holds_scare,
    in_passage_or_door,
    is_free,
    line_step,
    may_pass,
    notice,
    path_to_aim,
    remembers,
    sees_at,
    square_distance,
    ways_of,
)
from rogue.minds.player_steps import cut_off
from rogue.minds.sound_and_scent import downhill, follow_scent, hears, minds_hear, sound_at
from rogue.rules import fight, mind_lore, mind_packs, mind_passing, mind_tactics
from rogue.rules.mind_acts import try_act
from rogue.rules.mind_choice import acts_unseen, best_range, flees
from rogue.rules.mind_lore import learn_habit, report_ambush, report_at_bay
from rogue.rules.monster_steps import (
    CONFUSED_STEADY_ONE_IN,
    aim_of,
    goal_spot,
    nearest_spot,
    place_foe,
    random_step,
    step_to_goal,
)
from rogue.rules.vision import sees_foe
from rogue.state.entities import AWAKE, BLIND, BOW, CONFUSED, NEVER, PATIENCE, STICK, Mind, Monster
from rogue.state.grid import distance2, is_close
from rogue.state.world import World
from rogue.tables.monster_minds import ACTS, MonsterMind
from rogue.tables.monsters import MonsterKind

OFF_LINE_RANGE: Final = 2  # VMN-38
MAX_WAITS: Final = 3  # VMN-18
TRAIL_TURNS: Final = 20  # without scent, after which a trail counts as another one (VMN-50)
SLEEPS_AT: Final = 2  # aims in a row without a trace of the player


class Perception:
    """What a monster perceives during its turn.  Hearing is computed only when a row asks for it."""

    __slots__ = ("_heard", "distance", "flees", "kind", "mind", "sees", "strikes")

    def __init__(self, world: World, foe: Monster, mind: Mind, kind: MonsterMind) -> None:
        self.mind = mind
        self.kind = kind
        here, hero = foe.spot, world.player.spot
        self.distance = square_distance(here, hero)
        self.strikes = self.distance == 1 and can_strike(world, foe)
        self.sees = self.strikes or sees_at(world, here, hero, self.distance)
        self.flees = False
        self._heard: bool | None = None

    def senses(self, world: World, foe: Monster) -> bool:
        """Return whether the monster sees or hears the player.  Record where the monster hears the player."""
        if self.sees:
            return True
        if self._heard is None:
            self._heard = hears(world, foe, self.distance)
            if self._heard:
                self._note_sound(world, foe)
        return self._heard

    def _note_sound(self, world: World, foe: Monster) -> None:
        """Record where the monster hears the player.  Update statistics if this is news to the monster."""
        if not remembers(world, self.mind) and world.minds is not None:
            world.minds.heard_by += 1
            world.minds.farthest_heard = max(world.minds.farthest_heard, sound_at(world, foe.spot))
        notice(world, foe)


Rule = Callable[[World, Monster, Perception], bool | None]
"""A row of the table.  It returns None if it does not act, False if the monster vanished, otherwise True."""
Rows = tuple[tuple[int, Rule], ...]


def think(world: World, foe: Monster) -> bool:
    """Let a monster take one move by the decision table (VMN-19).  Return False if the monster is gone.

    Hot: runs for each awake monster; measured by scripts/bench.
    """
    mind, kind = foe.mind, foe.kind.mind
    assert mind is not None
    assert kind is not None
    if not foe.flags & AWAKE:  # the monster fell asleep in the first of two moves
        return True
    if foe.hp < mind.hp:
        mind.off = NEVER  # VMN-39
        mind_packs.take_harm(world, foe)
    mind.hp = foe.hp
    view = Perception(world, foe, mind, kind)
    first, out_of_sight, in_sight = _rows_of(foe.kind)
    for number, rule in first[foe.flags & CONFUSED != 0 or world.turns < mind.off]:
        done = rule(world, foe, view)
        if done is not None:
            mind.row = number
            return done
    if view.sees:
        _looks(world, foe, view)
    _feels(world, foe, view)
    for number, rule in (in_sight if view.sees else out_of_sight)[view.flees or foe.goal is not None]:
        done = rule(world, foe, view)
        if done is not None:
            mind.row = number
            return done
    return True


@cache
def _rows_of(kind: MonsterKind) -> tuple[tuple[Rows, Rows], ...]:
    """Return the numbered rows that can apply to a kind of monster, in three parts.

    The parts are the rows before the monster looks, the rows for a player out of sight, and the rows for a
    player in sight.  Each part is a pair of row lists: the first leaves out the rows for rare states, and the
    second holds all rows of the part.  A monster is in a rare state if it is confused, uninterested, afraid,
    or fetching an item.
    """
    mind = kind.mind
    assert mind is not None
    able: dict[Rule, bool] = {
        _rooted: kind.rooted, _erratic: kind.erratic != 0, _acts: mind.acts != (),
        _waits: mind.group == "flock", _by_memory: mind.ambushes, _by_nose: mind.nose != 0,
    }  # fmt: skip
    rows = [(number, row) for number, row in enumerate(ROWS, 1) if able.get(row, True)]
    first, last = ROWS.index(_looks) + 1, ROWS.index(_feels) + 1
    later = [pair for pair in rows if pair[0] > last]
    needs_sight = {_strikes, _by_sight}
    if not any(ACTS[own.name].unseen for own in mind.acts):
        needs_sight.add(_acts)
    parts = (
        [pair for pair in rows if pair[0] < first],
        [pair for pair in later if pair[1] not in needs_sight],
        later,
    )
    rare = (_confused, _uninterested, _flees, _fetches)
    return tuple([(tuple([pair for pair in part if pair[1] not in rare]), tuple(part)) for part in parts])


def _go(world: World, foe: Monster, spot: int) -> bool:
    """Step to a square, stay, or swap places with a monster there.  Return True.

    If the player sees the monster arrive on a neighboring square, a run ends (VMN-20).
    """
    if spot == foe.spot:
        return True
    mind, hero, before = foe.mind, world.player.spot, foe.spot
    assert mind is not None
    mind.back = before
    other = world.level.foe_at[spot]
    if other is None:
        place_foe(world, foe, spot)
    else:
        mind_passing.swap(world, foe, other)
    if is_close(spot, hero) and not is_close(before, hero) and sees_foe(world, foe):
        world.interrupt()
    return True


def _strike(world: World, foe: Monster, view: Perception) -> bool:
    """Strike the player (CHS-10).  Return False if the monster vanished."""
    mind = view.mind
    mind.patience = PATIENCE
    if mind.ambush:
        if mind.ambush == foe.spot:
            report_ambush(world, foe)
        mind.ambush = 0
    stays = fight.foe_attacks(world, foe)
    if stays and world.ending is None:
        mind_lore.note_vain_swings(world, foe)
    return stays


def _wander(world: World, foe: Monster, view: Perception, spot: int) -> bool:
    """Take the random step to `spot`, or strike the player who stands there (CHS-13)."""
    if spot == world.player.spot:
        return _strike(world, foe, view)
    return _go(world, foe, spot)


def _confused(world: World, foe: Monster, view: Perception) -> bool | None:
    if not foe.flags & CONFUSED or world.rng.rnd(CONFUSED_STEADY_ONE_IN) == 0:
        return None
    spot = random_step(world, foe)
    if spot == foe.spot:
        mind_lore.stumble(world, foe)
    return _wander(world, foe, view, spot)


def _rooted(world: World, foe: Monster, view: Perception) -> bool | None:
    if not foe.kind.rooted:
        return None
    return _strike(world, foe, view) if view.strikes else True


def _erratic(world: World, foe: Monster, view: Perception) -> bool | None:
    rules = world.rules.minds
    if not foe.kind.erratic or flees(world, foe):
        return None
    if view.strikes and rules is not None and rules.steady_blows:
        return None
    return _wander(world, foe, view, random_step(world, foe)) if world.rng.one_in(foe.kind.erratic) else None


def _uninterested(world: World, foe: Monster, view: Perception) -> bool | None:
    return _roam(world, foe, view) if world.turns < view.mind.off else None


def _looks(world: World, foe: Monster, view: Perception) -> bool | None:
    hero = world.player.spot
    if world.minds is not None:
        world.minds.watched = hero
        world.minds.seen_by += not remembers(world, view.mind)
    notice(world, foe)
    view.mind.saw = world.turns
    if not in_passage_or_door(world, hero):
        view.mind.patience = PATIENCE
    if mind_packs.is_group(world, foe):
        mind_packs.call(world, foe)
    return None


def _feels(world: World, foe: Monster, view: Perception) -> bool | None:
    hero = world.player.spot
    if view.distance == 1 and holds_scare(world, hero) and hero in ways_of(world, foe.spot):
        mind_lore.learn_scroll(world, foe)  # if it learns
    if view.mind.afraid or 100 * foe.hp <= view.kind.flee * foe.max_hp:
        mind_tactics.feel(world, foe)
    view.flees = flees(world, foe)
    return None


def _flees(world: World, foe: Monster, view: Perception) -> bool | None:
    if not view.flees:
        return None
    senses = view.senses(world, foe)
    hidden = not view.sees and mind_tactics.is_hidden(world, foe, senses=senses)
    if (view.sees or (hidden and acts_unseen(foe))) and try_act(world, foe, in_sight=view.sees):
        return True
    if hidden:
        return True
    spot = mind_tactics.flee_step(world, foe, mind_tactics.sound_of_threat(world, foe, senses=senses))
    if spot == foe.spot and view.strikes:
        if not view.mind.at_bay:
            view.mind.at_bay = True
            report_at_bay(world, foe)
        return _strike(world, foe, view)
    return _go(world, foe, spot)


def _fetches(world: World, foe: Monster, view: Perception) -> bool | None:
    if foe.goal is None or view.strikes:
        return None
    goal = goal_spot(world, foe)  # may clear the goal
    if not _has_goal(foe):
        return None
    aim, _ = aim_of(world, foe, goal)
    if aim is None:
        return None
    step_to_goal(world, foe, nearest_spot(world, foe.spot, aim), goal)
    return True


def _has_goal(foe: Monster) -> bool:
    """Return whether a monster has a goal.

    It is a function because mypy assumes that a second test of `foe.goal` has the result of the first.
    """
    return foe.goal is not None


def _acts(world: World, foe: Monster, view: Perception) -> bool | None:
    if not view.sees and not (acts_unseen(foe) and view.senses(world, foe)):
        return None
    if view.mind.ambush and mind_tactics.lies_in_wait(world, foe):
        return None
    return True if try_act(world, foe, in_sight=view.sees) else None


def _strikes(world: World, foe: Monster, view: Perception) -> bool | None:
    return _strike(world, foe, view) if view.strikes else None


def _waits(world: World, foe: Monster, view: Perception) -> bool | None:
    if view.kind.group != "flock":
        return None
    senses = view.senses(world, foe)
    if not senses and not remembers(world, view.mind):
        return None
    spot = mind_packs.wait(world, foe, view.mind.aim, senses=senses, in_sight=view.sees)
    if spot is None:
        return None
    if sees_foe(world, foe):
        learn_habit(world, foe, "waits")
    return _go(world, foe, spot)


def _by_sight(world: World, foe: Monster, view: Perception) -> bool | None:
    if not view.sees:
        return None
    if mind_tactics.holds_ambush(world, foe):
        return True
    for step in (_kept_distance, _off_the_lines):
        spot = step(world, foe)
        if spot is not None:
            return _go(world, foe, spot)
    spot = mind_packs.surround(world, foe)
    if spot is None:
        spot = _met(world, foe)
    if spot is None:
        spot = nearest_spot(world, foe.spot, world.player.spot)
    if spot == foe.spot:
        spot = _nearer_or_past(world, foe)
    return _go(world, foe, spot)


def _nearer_or_past(world: World, foe: Monster) -> int:
    """Return the monster's next square on its way to the sound (VMN-13, VMN-48).

    The square is free and nearer to the sound.  If no such square exists, choose the square of a monster to
    swap places with.  If that is impossible too, choose a detour.
    """
    if not minds_hear(world):
        return mind_passing.square_past(world, foe)
    steps = sound_at(world, foe.spot)
    spot = downhill(world, foe)
    minds = world.minds
    assert minds is not None
    if minds.noise[spot] < steps:
        return spot
    past = mind_passing.square_past(world, foe)
    return past if past != foe.spot else spot


def _by_ear(world: World, foe: Monster, view: Perception) -> bool | None:
    if not view.senses(world, foe):
        return None
    spot = mind_tactics.ambush_by_sound(world, foe)
    if spot is None and mind_packs.awaits_mates(world, foe):
        return True
    return _go(world, foe, _nearer_or_past(world, foe) if spot is None else spot)


def _by_memory(world: World, foe: Monster, view: Perception) -> bool | None:
    if not remembers(world, view.mind):
        return None
    spot = mind_tactics.ambush_by_memory(world, foe)
    return None if spot is None else _go(world, foe, spot)


def _by_nose(world: World, foe: Monster, view: Perception) -> bool | None:
    spot = follow_scent(world, foe)
    if spot is None:
        return None
    mind = view.mind
    if world.turns - mind.tracked > TRAIL_TURNS:
        if world.minds is not None:
            world.minds.smelled_by += 1
        if mind_packs.is_group(world, foe):
            mind_packs.howl(world, foe)
    mind.tracked = world.turns
    mind.idle = 0
    _go(world, foe, spot)
    if sees_foe(world, foe):
        learn_habit(world, foe, "scent")
    return True


def _roam(world: World, foe: Monster, view: Perception) -> bool:
    """Go to the aim.  Without an aim, choose one or fall asleep (VMN-18)."""
    mind = view.mind
    if mind.aim and (mind.aim == foe.spot or (mind.idle == 0 and not remembers(world, mind))):
        drop_aim(mind)
    if not mind.aim and not _new_aim(world, foe, view):
        return True
    if mind.idle and world.turns % 2:
        return True
    way = path_to_aim(world, foe)
    if not way:
        drop_aim(mind)
        return True
    other = world.level.foe_at[way[0]]
    if not is_free(world, way[0]) and (other is None or not may_pass(world, foe, other)):
        mind.waited += 1
        if mind.waited >= MAX_WAITS:
            drop_aim(mind)
        return True
    return _go(world, foe, way.pop(0))


def _new_aim(world: World, foe: Monster, view: Perception) -> bool:
    """Take over the aim of the group's leader, or else aim at an exit of another room.

    Return False if there is no aim, or if the monster fell asleep.
    """
    mind = view.mind
    mind.idle += 1
    if mind.idle >= SLEEPS_AT and not view.kind.learns:
        foe.flags &= ~AWAKE
        mind.idle = 0
        return False
    aim = mind_packs.leaders_aim(world, foe)
    if aim and aim != foe.spot:
        believe(mind, aim, world.turns)
        return True
    rooms = [room for room in world.level.rooms if not room.gone and room.exits and room is not foe.room]
    if not rooms:
        return False
    believe(mind, world.rng.pick(world.rng.pick(rooms).exits), world.turns)
    return True


def _kept_distance(world: World, foe: Monster) -> int | None:
    """Return the next square of a monster that keeps its distance, or None if it may approach (VMN-27)."""
    kind = foe.kind.mind
    if kind is None or not kind.distant:
        return None
    player, wanted = world.player, best_range(foe)
    here, hero = foe.spot, player.spot
    if wanted == 1 or player.helpless or player.flags & (BLIND | CONFUSED):
        return None
    if square_distance(here, hero) > wanted:
        return None
    best, least = here, _off_range(here, hero, wanted)
    for near in free_ways(world, here):
        far = _off_range(near, hero, wanted)
        if far < least:
            best, least = near, far
    if best != here and sees_foe(world, foe):
        learn_habit(world, foe, "distance")
    return best


def _met(world: World, foe: Monster) -> int | None:
    """Return the next square of a monster that intercepts the player, or None if it cannot (VMN-47)."""
    meeting = cut_off(world, foe)
    if meeting is None:
        return None
    step = mind_tactics.step_towards(world, foe.spot, meeting)
    if step == foe.spot != meeting:
        return None
    if sees_foe(world, foe):
        learn_habit(world, foe, "cuts off")
    return step


def _off_range(spot: int, hero: int, wanted: int) -> tuple[int, bool]:
    """Return how much the distance between `spot` and the hero differs from `wanted`, and a flag.

    The flag is true if `spot` is off the hero's lines of fire.
    """
    return abs(square_distance(spot, hero) - wanted), line_step(spot, hero) == 0


def _off_the_lines(world: World, foe: Monster) -> int | None:
    """Return the next square of a monster that approaches outside the player's lines of fire (VMN-38).

    Return None if the monster does not know of the player's bow or stick, if the monster is already near the
    player, or if no free neighboring square is nearer to the player.
    """
    mind, here, hero = foe.mind, foe.spot, world.player.spot
    if mind is None or not mind.lore & (BOW | STICK) or square_distance(here, hero) <= OFF_LINE_RANGE:
        return None
    far = distance2(here, hero)
    nearer = [near for near in free_ways(world, here) if distance2(near, hero) < far]
    if not nearer:
        return None
    mates = mind_packs.mates_of(world, foe) if mind.lore & STICK else []
    best = min(
        nearer,
        key=lambda near: (
            line_step(near, hero) != 0,
            any(is_close(near, mate.spot) for mate in mates if mate is not foe),
            distance2(near, hero),
        ),
    )
    straight = min(nearer, key=lambda near: distance2(near, hero))
    if line_step(straight, hero) and not line_step(best, hero) and sees_foe(world, foe):
        learn_habit(world, foe, "dodges")
    return best


ROWS: Final[tuple[Rule, ...]] = (
    _confused,
    _rooted,
    _erratic,
    _uninterested,
    _looks,  # never acts; for a monster that sees the player
    _feels,  # never acts
    _flees,
    _fetches,
    _acts,
    _strikes,
    _waits,
    _by_sight,
    _by_ear,
    _by_memory,
    _by_nose,
    _roam,
)
"""The decision table.  Wizards see the number of the row that acted."""
