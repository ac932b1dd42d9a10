"""The ways out of a fight, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import options
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import GRAVE_PCT, rounded
from rogomatic.run.recordings.deed_words import SHOOT, TRIES, act_in_words
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
_LUCKY_PCT: Final = 10.0  # to die at first, below which a death is bad luck
_END_COMMANDS: Final = 3  # commands of a fight that are its end
_CHOSE: Final = {True: "chose to", False: "the agent would have chosen to"}
_FIGHT: Final = "fight on the spot"
CIRCLE: Final = "run in a circle"
"""The way out by which a hero gains hit points while a foe only follows."""
UNKNOWN: Final = "run into the unknown"
_PURPOSE: Final = ", to gain hit points while the foe only follows"
_NO_WAY: Final = "it found no way to the stairs"
_LEAVE: Final = "leave by the stairs"
_STEP: Final = 1  # square by which the hero itself may have gone away from the stairs


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
    """Return how many steps nearer to the stairs some commands led, None if that is unknown.

    spell  the commands, and the one behind them
    """
    first, last = ground.get(spell[0].spot), ground.get(spell[-1].spot)
    return None if first is None or last is None or len(spell) == 1 else first - last


def why_not_away(
    fight: Sequence[Instant], level_turn: int, killer: str, *, knows_stairs: bool,
    is_helpless: bool = False, luck: str = "",
) -> str:  # fmt: skip
    """Return in a sentence why a hero could not get away, and whether that was bad luck, "" for neither.

    level_turn  when it came to this level     is_helpless  it could not act any more when it died
    luck  how unlikely the blows of the fight were, "" if they were not
    """
    last, weighed = fight[-1], [one for one in fight if one.ways]
    is_bound = any(BINDS.intersection(one.weak) for one in fight[-_END_COMMANDS:])
    only = bool(weighed) and all(_is_fight_only(one) for one in weighed)
    parts = []
    is_chased = any(one.foes or one.has_unseen for one in fight)
    if is_chased and not knows_stairs and not is_bound:
        stayed = max(last.turn - level_turn, 0)
        then = ": to fight was its only choice" if only else ", so it could not leave by them"
        when = (
            f"In {plural(stayed, 'turn')} on this level it"
            if stayed
            else "It had just come to this level and"
        )
        parts.append(f"{when} had not found the stairs{then}.")
    first = next((one for one in fight if killer in one.foes), last)
    is_lucky = not is_helpless and 0 < first.percent < _LUCKY_PCT and _is_alone(fight, first)
    if is_lucky and last.percent >= GRAVE_PCT:  # else the danger that was seen is told so
        began = f"The fight with the {killer} had begun at {rounded(first.percent)} to die"
        parts.append(f"{began}. Bad luck: {luck}." if luck else f"{began}: this was bad luck.")
    elif luck:
        parts.append(f"Bad luck: {luck}.")
    return " ".join(parts)


def _is_fight_only(one: Instant) -> bool:
    """Return whether a fight on the spot was all that a comparison has found."""
    return {way.name for way in one.ways} == {FIGHT_HERE}


def _is_alone(fight: Sequence[Instant], first: Instant) -> bool:
    """Return whether nothing joined the foes of the first instant of a fight."""
    later = fight[fight.index(first) :]
    return all(not one.has_unseen and not Counter(one.foes) - Counter(first.foes) for one in later)


def outlook_of(
    fight: Sequence[Instant], one: Instant, ground: Distances, *, is_early: bool = False, told: str = ""
) -> Cause | None:
    """Return what the agent did about the danger, and what else it could have done, None if nothing.

    one  the command of the fight     is_early  its foes are not told of yet
    told  what is told of its last change of decision
    """
    facing = f", facing {counted(one.foes)}," if is_early and one.foes else ""
    what = _outlook(one)
    if not what:
        return None
    at = fight.index(one)
    ran = [*takewhile(heads_to_stairs, reversed(fight[:at]))]
    if ran:
        since = f"a way to the stairs, to which it had run since turn {ran[-1].turn:,}"
        what = what.replace(_NO_WAY, f"it no longer found {since}")
    verb = _CHOSE[one.is_own]
    if (
        one.is_own
        and _strikes(one)
        and any(_strikes(before) for before in fight[max(at - _END_COMMANDS, 0) : at])
    ):
        verb, what = "fought on", what.removeprefix(_FIGHT)
    elif _strikes(one) and _is_fight_only(one):  # which is no choice
        verb, what = "fought" if one.is_own else "the agent would have fought", what.removeprefix("fight ")
    chose = f"{verb} {what.lstrip()}{_strayed(fight[at:], ground, told)}"
    text = f"On turn {one.turn:,}{facing} {'it ' * one.is_own}{chose}"
    act = chose.removesuffix(".") if one.is_own and not facing else ""
    return Cause(_SHARE, one.turn, text, place=BEHIND, act=act)


def _strayed(rest: Sequence[Instant], ground: Distances, told: str) -> str:
    """Return why a hero gave up the way out that it had chosen, or that it came no nearer to the stairs.

    rest  the commands from that choice on     told  what is told elsewhere
    """
    first = rest[0]
    if way_instead(first, first.ways) is None or first.deed.verb in TRIES:  # magic is used once
        return ""
    count = next((at for at, one in enumerate(rest) if not _is_same_way(first, one)), len(rest))
    if count < len(rest):
        now, why = rest[count], why_given_up(rest[count - 1], rest[count], is_next=False)
        is_told = f"On turn {now.turn:,}, with {plural(now.hp, 'hit point')} left," in told
        if why and not is_told:
            then = f", and it chose to {act_in_words(now)}" * now.is_own
            return f" But on turn {now.turn:,} {why}{then}."
    if not heads_to_stairs(first):
        return ""
    nearer = steps_nearer(rest[: count + 1], ground)
    if nearer is None or nearer > 0:
        return ""
    how = "its steps led away from them" if nearer < 0 else "it came no nearer to them"
    return f" But {how}."


def _is_same_way(first: Instant, one: Instant) -> bool:
    """Return whether two commands took the same way out, each run to the stairs being the same."""
    return heads_to_stairs(one) if heads_to_stairs(first) else way_taken(one) == way_taken(first)


def way_taken(one: Instant) -> str:
    """Return the way out that was taken, or the rule that acted."""
    if one.deed.verb == "fight":
        return FIGHT_HERE
    if one.rung == COMPARES and one.ways:
        return one.ways[0].name
    return FIGHT_HERE if one.rung in WEIGHS else one.rung


def why_given_up(before: Instant, now: Instant, *, is_next: bool) -> str:
    """Return why the hero did not go on as before, "" if no answer of that rule is known.

    is_next  whether nothing else was done in between
    """
    if why := _barred(before, now):
        return why
    way = way_taken(before)
    found = [one for one in now.ways if one.name == way]
    if before.rung not in WEIGHS or not now.ways:
        return now.refused if is_next else ""
    if found:
        drawback = f", but {found[0].drawback}" if found[0].drawback else ""
        return f"to {way} was now {rounded(found[0].percent)} to die{drawback}"
    if way == CIRCLE and now.hp >= now.max_hp:
        return "it had all its hit points back"
    if now.is_cornered:
        foe = f"the {now.foes[0]}" if len(set(now.foes)) == 1 else "the nearest foe"
        return (
            f"every free square was beside {foe}" if now.apart <= 1 else f"no free square led away from {foe}"
        )
    return f"it no longer found a {'good ' * (way == UNKNOWN)}way to {way}"


def _barred(before: Instant, now: Instant) -> str:
    """Return in a clause that foes have come between a hero and the stairs, "" if they have not.

    before  the last command on its way there
    """
    around = min((way for way in now.ways if way.to_stairs), key=lambda way: way.squares, default=None)
    if around is None or not heads_to_stairs(before) or around.squares <= before.ways[0].squares + _STEP:
        return ""
    risk = f"{plural(around.squares, 'square')} away, {rounded(around.percent)} to die"
    return f"foes barred the way (around them the stairs were {risk})"


def _strikes(one: Instant) -> bool:
    """Return whether a command was a blow of a fight on the spot."""
    return one.rung in WEIGHS and bool(one.ways) and one.ways[0].name == FIGHT_HERE


def _outlook(one: Instant) -> str:
    """Return what `outlook_of` tells, behind the word "to"."""
    is_magic = one.deed.verb in TRIES and bool(one.deed.thing)
    did = act_in_words(one) if is_magic or (one.deed.verb in ("throw", SHOOT) and one.foes) else ""
    if not one.ways:
        is_told = one.foes or one.has_unseen or one.still
        return f"{did or f'{one.rung}: {one.because}'}." if is_told else ""
    best = one.ways[0]
    others = [way for way in one.ways if way.name != best.name and not way.to_stairs & best.to_stairs]
    if one.rung not in WEIGHS:
        name, percent = _named(best, one)
        if did and best.name == FIGHT_HERE:
            odds = f" (to fight on the spot was {percent} to die)" * is_magic
            return f"{did}{odds}{_distance(one)}."
        return f"{did or f'{one.rung}: {one.because}'} (to {name} was {percent} to die{_on_the_way(best)})."
    if others:
        return f"{_odds(best, one)}; the next best was to {_odds(others[0], one)}{_but(others[0])}."
    why = "" if best.to_stairs else _no_way_out(one)
    return f"{_odds(best, one)}{f': {why}' if why else ''}."


def _distance(one: Instant) -> str:
    """Return how far the foe was that the hero shot at, "" for another act."""
    return f", {plural(one.apart, 'square')} away" if one.deed.verb not in TRIES and one.apart else ""


def _named(way: Way, one: Instant) -> tuple[str, str]:
    """Return a way out with its chance to die, for a fight the one that was shown."""
    is_fight = way.name == FIGHT_HERE
    name = _FIGHT if is_fight else f"{way.name}{_PURPOSE}" if way.name == CIRCLE else way.name
    return name, rounded(one.percent if is_fight else way.percent)


def _odds(way: Way, one: Instant) -> str:
    name, percent = _named(way, one)
    return f"{name} ({percent} to die{_on_the_way(way)})"


def _no_way_out(one: Instant) -> str:
    """Return why a hero had no choice, or "" if unknown stairs are the reason, which is told elsewhere."""
    if bound := BINDS.intersection(one.weak):
        return f"it was {listed(sorted([weak.words for weak in bound]))}, so it could not run"
    if not one.foes:
        return "it knew of no better way"
    return "" if NO_STAIRS in one.weak else _NO_WAY


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
