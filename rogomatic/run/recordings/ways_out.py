"""The ways out of a fight, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import options
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.recordings.fight_instants import Instant, Way
from rogomatic.run.recordings.linked_story import BEHIND, Cause
from rogomatic.run.recordings.unused_things import COMPARES
from rogomatic.run.recordings.weaknesses import BINDS, NO_STAIRS
from rogue.shared.wording import counted, listed, plural

WEIGHS: Final = (COMPARES, "hit what is adjacent")
"""Rungs that do what the comparison of all ways out has found best."""
_NOTED_PCT: Final = 5.0  # to die, from which on the ways out are compared
_SAFE_PCT: Final = 10.0  # to die, up to which a way out would have saved the hero
_SHARE: Final = 0.25  # of a death, explained by what the agent did
_LONG_TURNS: Final = 300  # on a level without its stairs, from which on they are worth words
_CHOSE: Final = {True: "chose to", False: "the agent would have chosen to"}
_LEAVE: Final = "leave by the stairs"


def ways_of(beliefs: Beliefs, percent: float) -> tuple[Way, ...]:
    """Return the ways out of a fight that is survived with this chance to die, () without danger."""
    if percent < _NOTED_PCT:
        return ()
    found, knobs = options(beliefs), beliefs.knobs
    return tuple([
        Way(one.name, 100 * one.fight_cost.death_probability, len(one.walk.path) if one.walk else 0,
            one.drawback(found[0], knobs),
            one.walk is not None and one.walk.path[-1:] == (beliefs.level.stairs,))
        for one in found
    ])  # fmt: skip


def way_instead(choice: Choice | Instant, ways: Sequence[Way]) -> Way | None:
    """Return the way out that was taken instead of a fight on the spot, None if none was."""
    return ways[0] if choice.rung == COMPARES and ways and ways[0].name != FIGHT_HERE else None


Distances = Mapping[int, int]
"""Square -> steps from there to the stairs."""


def distances_to(level: TerrainMap, stairs: int) -> Distances:
    """Return the steps from each known square to the stairs, {} if they are not known."""
    found, edge = ({stairs: 0}, [stairs]) if stairs >= 0 else ({}, [])
    for spot in edge:  # which grows
        for near in level.neighbors(spot):
            if near not in found:
                found[near] = found[spot] + 1
                edge.append(near)
    return found


def heads_to_stairs(one: Instant) -> bool:
    """Return whether the way out that a command took leads to the stairs."""
    return one.rung in WEIGHS and bool(one.ways) and one.ways[0].to_stairs


def steps_nearer(spell: Sequence[Instant], ground: Distances) -> int | None:
    """Return by how many steps some commands came nearer to the stairs, None if that is unknown.

    spell  the commands, and the one behind them
    """
    first, last = ground.get(spell[0].spot), ground.get(spell[-1].spot)
    return None if first is None or last is None or len(spell) == 1 else first - last


def outlook_of(
    fight: Sequence[Instant], one: Instant, ground: Distances, level_turn: int, *, is_early: bool = False
) -> Cause | None:
    """Return what the agent did about the danger, and what else it could have done, None if nothing.

    one         the command of the fight      level_turn  when the hero came to this level
    is_early    its foes are not told of yet
    """
    facing = f", facing {counted(one.foes)}," if is_early and one.foes else ""
    what = _outlook(one, one.turn - level_turn)
    if not what:
        return None
    chose = f"{_CHOSE[one.is_own]} {what}{_strayed(fight[fight.index(one) :], ground)}"
    text = f"On turn {one.turn:,}{facing} {'it ' * one.is_own}{chose}"
    act = chose.removesuffix(".") if one.is_own and not facing else ""
    return Cause(_SHARE, one.turn, text, place=BEHIND, act=act)


def _strayed(rest: Sequence[Instant], ground: Distances) -> str:
    """Return that a hero on its way to the stairs came no nearer to them, "" otherwise."""
    count = next((at for at, one in enumerate(rest) if not heads_to_stairs(one)), len(rest))
    if not count:
        return ""
    nearer = steps_nearer(rest[: count + 1], ground)
    if nearer is None or nearer > 0:
        return ""
    how = "its steps led away from them" if nearer < 0 else "it came no nearer to them"
    return f" But {how}."


def _outlook(one: Instant, stayed: int) -> str:
    """Return what `outlook_of` tells, behind the word "to"; stayed: turns on this level."""
    if not one.ways:
        return f"{one.rung}: {one.because}." if one.foes or one.has_unseen or one.still else ""
    best = one.ways[0]
    others = [way for way in one.ways if way.name != best.name]
    if one.rung not in WEIGHS:
        name, percent = _named(best, one)
        return f"{one.rung}: {one.because} (to {name} was {percent} to die{_on_the_way(best)})."
    did = _odds(best, one)
    if others:
        return f"{did}; the next best was to {_odds(others[0], one)}{_but(others[0])}."
    return f"{did}: {_no_way_out(one, stayed)}."


def _named(way: Way, one: Instant) -> tuple[str, str]:
    """Return a way out with its chance to die, for a fight the one that was shown."""
    is_fight = way.name == FIGHT_HERE
    return "fight on the spot" if is_fight else way.name, rounded(one.percent if is_fight else way.percent)


def _odds(way: Way, one: Instant) -> str:
    name, percent = _named(way, one)
    return f"{name} ({percent} to die{_on_the_way(way)})"


def _no_way_out(one: Instant, stayed: int) -> str:
    """Return why a hero had nothing to choose from."""
    if bound := BINDS.intersection(one.weak):
        return f"it was {listed(sorted([weak.words for weak in bound]))}, so it could not run"
    if not one.foes:
        return "it knew of no better way"
    if NO_STAIRS not in one.weak:
        return "it found no way to the stairs"
    since = f", after {plural(stayed, 'turn')} on this level" if stayed >= _LONG_TURNS else ""
    return f"it knew no stairs to flee by{since}"


def _but(way: Way) -> str:
    """Return what outweighed the smaller danger of a way that was not chosen, "" if nothing had to."""
    return f", but {way.drawback}" if way.drawback else ""


def _on_the_way(way: Way) -> str:
    """Return how far the stairs are, "" for other ways."""
    return f", {plural(way.squares, 'square')} away" if way.to_stairs and way.squares else ""


def missed_way(fight: Sequence[Instant]) -> list[str]:
    """Return the last way out of a fight that would have saved the hero, [] if there was none.

    >>> ways = (Way("fight here", 30.0), Way("run to the stairs", 4.0, 6, to_stairs=True))
    >>> missed_way([Instant(90, 9, 40, (), (), ("troll",), 30.0, "try a potion", "it may heal", ways)])
    ['On turn 90, the stairs were 6 squares away (4% to die); the hero chose to try a potion: it may heal.']
    """
    for one in reversed(fight):
        done = one.ways[0] if one.ways and one.rung in WEIGHS else Way(one.rung, one.percent)
        others = [way for way in one.ways if way.name not in (done.name, FIGHT_HERE)]
        safest = min(others, key=lambda way: way.percent, default=None)
        if safest is not None and safest.percent <= _SAFE_PCT < done.percent:
            who = "the hero chose" if one.is_own else "the agent would have chosen"
            because = "" if one.rung in WEIGHS else f": {one.because}"
            chance = f"{_opportunity(safest)}{_but(safest)}"
            return [f"On turn {one.turn:,}, {chance}; {who} to {done.name}{because}."]
    return []


def _opportunity(way: Way) -> str:
    """Return what could have been done."""
    if way.name == _LEAVE:
        return "it stood on the stairs and could have left"
    risk = f"({rounded(way.percent)} to die)"
    if way.to_stairs:
        return f"the stairs were {plural(way.squares, 'square')} away {risk}"
    return f"it could still {way.name} {risk}"
