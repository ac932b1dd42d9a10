"""The moves that a hero could have made in place of the move that was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.terrain_map import KEY_OF
from rogomatic.agent.engine import acts
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.think.fight.combat_odds import touches
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground.exits import doors_of, way_out
from rogomatic.agent.think.ground.firing_lines import line_to
from rogomatic.agent.think.ground.pathfinding import hero_path
from rogomatic.agent.think.items.item_value import is_missile
from rogomatic.review.move_words import MoveWords, move_in_words
from rogomatic.run.recordings.manual_control import ManualControl

_FAR: Final = 40  # maximum steps to the stairs
_NEAR_DOOR: Final = 8  # maximum steps to a door
_REST_TURNS: Final = 10  # turns per command
_RESTS: Final = 10  # commands of a long rest
_MOST_OF_A_CLASS: Final = 4  # maximum number of potions, scrolls, and sticks to try
_MOST_TARGETS: Final = 2
_STARVING: Final = ("Weak", "Faint")


_LONG_REST: Final = MoveWords("rested until something came", "resting until something comes")
_TO_STAIRS: Final = MoveWords("walked to the stairs and took them", "taking the stairs first")
_TO_DOOR: Final = MoveWords("went to the nearest door", "going to the nearest door")


@dataclass(frozen=True, slots=True)
class MoveOption:
    """A move: commands that are sent one after the other.

    stops  whether the remaining commands are dropped once hit points are lost or a monster appears
    """

    words: MoveWords
    commands: tuple[Act, ...]
    stops: bool = False


def options_of(beliefs: Beliefs, choice: Choice, typed: Sequence[bytes], turns: int = 0) -> list[MoveOption]:
    """Return the moves to compare: first the move that was made, then the agent's choice, then all others.

    typed  keys of the move that was made
    turns  number of turns that this move took

    If several moves have the same description, such as "drink an unknown potion", only the first is returned.
    """
    found = [
        played(beliefs, choice, typed, turns),
        _option(beliefs, choice.act),
    ]
    found += _others(beliefs)
    by_keys: dict[tuple[bytes, ...], MoveOption] = {}
    for option in found:
        by_keys.setdefault(tuple(act.keys for act in option.commands), option)
    by_words: dict[str, MoveOption] = {}
    for option in by_keys.values():
        by_words.setdefault(option.words.doing, option)
    return list(by_words.values())


def played(beliefs: Beliefs, choice: Choice, typed: Sequence[bytes], turns: int = 0) -> MoveOption:
    """Return the move that the typed keys made.  The move contains no answers to prompts."""
    commands = tuple(_command(beliefs, choice, keys) for keys in typed)
    return MoveOption(move_in_words(beliefs, commands, turns), commands, stops=len(commands) > 1)


def _command(beliefs: Beliefs, choice: Choice, keys: bytes) -> Act:
    """Return the first complete command in the typed keys."""
    if keys == choice.act.keys:
        return choice.act
    hands = ManualControl()
    for key in keys:
        found = hands.type(chr(key), beliefs, choice)
        if found is not None:
            return found.act
    return Act(keys.rstrip(b" \r\n\x1b") or b"s", "as typed", Action("ask"))


def _others(beliefs: Beliefs) -> Iterator[MoveOption]:
    """Yield further moves that are possible.  The move that was made may be among them."""
    yield from _ways_off(beliefs)
    if not _starves(beliefs):
        yield MoveOption(_LONG_REST, (_rest(beliefs, _REST_TURNS),) * _RESTS, stops=True)
    foes = sorted(beliefs.foes.seen.values(), key=lambda foe: distance_between(foe.spot, beliefs.me.spot))
    if foes:
        yield _option(beliefs, _rest(beliefs, 1))
        yield from _steps(beliefs)
        yield from _attacks(beliefs, foes)
        yield from _shots(beliefs, foes)
    yield from _magic(beliefs)


def _starves(beliefs: Beliefs) -> bool:
    """Return whether the hero is weak with hunger and has no food, so that a rest only postpones the end."""
    return beliefs.me.hunger in _STARVING and not beliefs.pack.of_kind("food")


def _option(beliefs: Beliefs, *commands: Act, stops: bool = False) -> MoveOption:
    return MoveOption(move_in_words(beliefs, commands), commands, stops)


def _rest(beliefs: Beliefs, turns: int) -> Act:
    if turns == 1 or beliefs.digits_walk:
        return acts.search_once("to rest")
    return Act(b"%ds" % turns, "to rest", Action("rest", times=turns))


def _ways_off(beliefs: Beliefs) -> Iterator[MoveOption]:
    """Yield the moves that take the stairs or walk to the nearest door."""
    me, level = beliefs.me, beliefs.level
    keys, action = way_out(beliefs)
    leave = Act(keys, "to leave the level", action)
    if beliefs.on_stairs:
        yield _option(beliefs, leave)
    elif level.stairs >= 0:
        walk = _walk(beliefs, {level.stairs}, _FAR)
        if walk:
            yield MoveOption(_TO_STAIRS, (*walk, leave))
    doors = {door for door in doors_of(level) if door != me.spot}
    walk = _walk(beliefs, doors, _NEAR_DOOR) if doors and beliefs.foes.seen else ()
    if walk:
        yield MoveOption(_TO_DOOR, walk)


def _walk(beliefs: Beliefs, goals: set[int], most: int) -> tuple[Act, ...]:
    """Return the steps to the nearest of the squares `goals`.

    Return () if this walk would take more than `most` steps.
    """
    path = hero_path(beliefs, roads(beliefs), goals)
    if not 0 < len(path) <= most:
        return ()
    spots = (beliefs.me.spot, *path)
    return tuple(
        acts.step_to(after - before, "on the way") for before, after in zip(spots, path, strict=False)
    )


def _steps(beliefs: Beliefs) -> Iterator[MoveOption]:
    me, level = beliefs.me, beliefs.level
    for spot in level.neighbors(me.spot):
        if spot not in beliefs.foes.seen and spot - me.spot in KEY_OF:
            yield _option(beliefs, acts.step_to(spot - me.spot, "a step"))


def _attacks(beliefs: Beliefs, foes: list[Foe]) -> Iterator[MoveOption]:
    for foe in foes:
        if touches(beliefs, foe.spot, beliefs.me.spot):
            yield _option(beliefs, acts.strike(foe.spot - beliefs.me.spot, "a blow"))


def _shots(beliefs: Beliefs, foes: list[Foe]) -> Iterator[MoveOption]:
    """Yield the moves that throw a missile or zap a stick at the nearest monsters in line."""
    targets = [(foe, step) for foe in foes if (step := line_to(beliefs, foe.spot))][:_MOST_TARGETS]
    missiles = [
        letter for letter, thing in beliefs.pack.of_kind("weapon") if is_missile(thing) and not thing.use
    ]
    sticks = [letter for letter, _ in beliefs.pack.of_kind("stick") if letter not in beliefs.spent]
    for _, step in targets:
        for letter in missiles[:_MOST_OF_A_CLASS]:
            yield _option(beliefs, acts.throw(step, letter, "a shot"))
        for letter in sticks[:_MOST_OF_A_CLASS]:
            yield _option(beliefs, acts.zap(beliefs, step, letter, "magic"))


def _magic(beliefs: Beliefs) -> Iterator[MoveOption]:
    """Yield moves that each quaff one of the first few potions or read one of the first few scrolls."""
    for letter, _ in beliefs.pack.of_kind("potion")[:_MOST_OF_A_CLASS]:
        yield _option(beliefs, acts.use("quaff", letter, "magic"))
    if not beliefs.is_blind:
        for letter, _ in beliefs.pack.of_kind("scroll")[:_MOST_OF_A_CLASS]:
            yield _option(beliefs, acts.use("read", letter, "magic"))
