"""Holds each claim of the account of a death against the game that was played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, reduce
from itertools import pairwise, takewhile
from typing import Final, NamedTuple
from unittest.mock import patch

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.ladder import is_command
from rogomatic.agent.monster_manual import KINDS, STRANGER
from rogomatic.agent.player import Player
from rogomatic.agent.think.fight.combat_odds import Spread, a_round, add, mean
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import copies_of
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import GAME_OPTIONS, LinkWrapper, MemoryLink
from rogomatic.run.story.chronicle import Chronicle
from rogomatic.run.story.fight_instants import Swing
from rogomatic.run.story.game_copy import GameCopy
from rogomatic.run.story.luck import hit_chances
from rogue.rules import fight
from rogue.shared.wording import plural_of
from rogue.state.entities import ALERT, AWAKE, BLIND, UNARMORED, Monster
from rogue.state.grid import AROUND
from rogue.state.level import Level
from rogue.state.world import World
from rogue.tables.glyphs import STEP_OK, STICK
from rogue.tables.monsters import INVISIBLE
from rogue.ui.session import Session

_BLOWS: Final = re.compile(
    r"(a|\d+) hits? by (?:an? )?([a-z ]+?)(?= that it| seen under|,| and| $)"
    r"|(\d+) ([a-z ]+?) hits\b(?! by)"
)
_NAMELESS: Final = re.compile(r"by (?:what it could|monsters seen|something unseen)|, or more,")
_NUMBER: Final = r"([\d,]+)"
_GOOD_SHARE: Final = 0.9  # of all hit points, with which a hero is in good health
_DISGUISED: Final = "xeroc"  # which nobody can see when another monster is turned into it
_END_COMMANDS: Final = 5  # of a game
_LEAST_SPACES: Final = 3  # of the reason of a rule that is no common phrase
_LATE_TURNS: Final = 200  # before a death, for which a blow belongs to its fight


class Snapshot(NamedTuple):
    """The true state of a game at a command.

    hits, swings  how many had struck the hero, and been aimed at either side, before
    sticks  in the pack: kind and charges
    beside  monsters beside the hero        deadly  the chance that those kill in a turn, as for `_is_near`
    spot, level  where the hero stands
    pack    the kinds of things in it       hidden  monsters of the level that cannot be seen
    """

    turn: int
    hp: int
    max_hp: int
    strength: int
    armor: int
    depth: int
    weapon: str
    is_blind: bool
    sleepers: tuple[str, ...]
    foes: tuple[str, ...]
    hits: int
    sticks: tuple[tuple[str, int], ...]
    swings: int
    beside: tuple[str, ...]
    deadly: Callable[[float], float]
    spot: int
    level: Level
    pack: tuple[str, ...]
    hidden: tuple[str, ...]


class Hit(NamedTuple):
    """A monster's blow that took hit points."""

    turn: int
    who: str
    foe: int
    is_squeeze: bool = False


class _Blow(NamedTuple):
    """A monster's attacks of one turn, their chance in 20 to hit, and the hit points that they took."""

    who: str
    attacks: tuple[tuple[int, int], ...]
    in_20: int
    lost: int


class Truth:
    """The true course of one game.

    died  turn of its end     killer  as the game names it
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.snapshots: list[Snapshot] = []
        self.hits: list[Hit] = []
        self.swings: list[Swing] = []
        self.blows: list[_Blow] = []
        self.killer = ""
        self.reasons: set[str] = set()  # of the agent's rules

    @property
    def died(self) -> int:
        return self._world.turns

    def look(self) -> None:
        """Take a snapshot."""
        world, hero = self._world, self._world.player
        sleepers = tuple([foe.kind.name for foe in world.level.foes if not foe.flags & AWAKE])
        armor = UNARMORED - hero.worn.value if hero.worn is not None else 0
        foes = tuple([foe.kind.name for foe in world.level.foes])
        sticks = tuple([(one.kind.name, one.value) for one in hero.pack if one.symbol == STICK])
        weapon = hero.wielded.kind.name if hero.wielded is not None else ""
        near = [one for one in world.level.foes if distance_between(one.spot, hero.spot) == 1]
        awake = [one for one in near if one.flags & AWAKE]
        self.snapshots.append(
            Snapshot(
                world.turns, hero.hp, hero.max_hp, hero.strength, armor, world.depth, weapon,
                hero.has_flag(BLIND), sleepers, foes, len(self.hits), sticks, len(self.swings),
                tuple([one.kind.name for one in near]), partial(_deadly, hero.hp, _attacks(world, awake)),
                hero.spot, world.level, tuple([one.kind.name for one in hero.pack]),
                tuple([one.kind.name for one in world.level.foes if one.flags & INVISIBLE]),
            )
        )  # fmt: skip

    def at(self, turn: int) -> list[Snapshot]:
        """Return the snapshots of a turn."""
        return [one for one in self.snapshots if one.turn == turn]

    def fall(self, hp: int, turn: str = "") -> list[Hit]:
        """Return the hits since the latest snapshot with `hp` hit points, of `turn` if that is given."""
        found = self.at(_number(turn)) if turn else self.snapshots
        last = next((one for one in reversed(found) if one.hp == hp), None)
        return self.hits[last.hits :] if last is not None else []


@contextmanager
def _counting(truth: Truth, world: World) -> Iterator[None]:
    """Note each blow that takes hit points while a game is played."""
    foe_hits, strike = fight._foe_hits, fight._strike  # which know which unseen monster has hit

    def counted(in_world: World, foe: Monster) -> bool:
        hero, holds = in_world.player, foe.kind.on_hit == "hold"
        before, chance, in_20 = hero.hp, _foes_chance(in_world, foe), _foes_bonus(in_world, foe)
        is_hit = foe_hits(in_world, foe)
        if in_world is not world:
            return is_hit
        truth.swings.append(Swing(foe.kind.name, chance, is_own=False, is_hit=is_hit))
        if foe.attacks:
            truth.blows.append(_Blow(foe.kind.name, tuple(foe.attacks), round(in_20), before - hero.hp))
        if hero.hp < before or (holds and (world.rules.fighting.hold_hurts if is_hit else hero.grip)):
            truth.hits.append(Hit(world.turns, foe.kind.name, id(foe), holds and not is_hit))
        return is_hit

    def struck(in_world: World, foe: Monster, blow: fight._Blow) -> bool:
        hero = in_world.player
        bonus = blow.hit_plus + in_world.rules.strength.to_hit[hero.strength]
        is_hit = strike(in_world, foe, blow)
        if in_world is world and blow.hit_plus < fight.SURE_HIT:
            chance = _chance(hero.level + foe.armor + bonus)
            truth.swings.append(Swing(foe.kind.name, chance, is_hit=is_hit))
        return is_hit

    with patch.object(fight, "_foe_hits", counted), patch.object(fight, "_strike", struck):
        yield


def _chance(in_20: int) -> float:
    return min(max(in_20, 0), 20) / 20


def _foes_chance(world: World, foe: Monster) -> float:
    """Return the chance (0 to 1) that one of a monster's attacks of a turn hits."""
    return 1 - (1 - _chance(_foes_bonus(world, foe))) ** len(foe.attacks)


def _foes_bonus(world: World, foe: Monster) -> int:
    rules, hero = world.rules.fighting, world.player
    bonus = 0 if hero.flags & ALERT else rules.off_guard
    return foe.level + fight.armor_class(hero, rules.protection_adds) + bonus


def _attacks(world: World, foes: list[Monster]) -> list[tuple[tuple[tuple[int, int], ...], float]]:
    """Return the attacks of monsters with their chance in 20 to hit."""
    return [(tuple(foe.attacks), _foes_bonus(world, foe)) for foe in foes]


def _deadly(hp: int, attacks: list[tuple[tuple[tuple[int, int], ...], float]], more: float) -> float:
    """Return the chance (0 to 1) that one turn of these attacks takes all hit points."""
    harm: Spread = (1.0,)
    for dice, in_20 in attacks:
        harm = add(harm, a_round(dice, round(in_20 + 20 * more)))
    return sum(harm[hp:])


def _steps(level: Level, spot: int) -> int:
    """Return the steps from a square to the stairs, monsters ignored, the size of a level without a way."""
    found, edge = {spot: 0}, [spot]
    for one in edge:  # which grows
        for step in AROUND:
            if one + step not in found and STEP_OK[level.cells[one + step]] and level.diagonal_ok(one, step):
                found[one + step] = found[one] + 1
                edge.append(one + step)
    return found.get(level.stairs, len(level.cells))


class _Copied(LinkWrapper):
    """A link that tells a copy of the game which keys were sent."""

    def __init__(self, game: Session, copy: GameCopy) -> None:
        super().__init__(MemoryLink(game))
        self._copy = copy

    def send(self, keys: bytes) -> None:
        self._copy.take(keys)
        super().send(keys)


def told_and_true(seed: int, edition: str) -> tuple[list[str], Truth]:
    """Play a game to its end, as `watch` does.  Return the sentences about it and the true events.

    The first sentence is that of the window's headline.
    """
    game = Session(seed, edition, GAME_OPTIONS)
    truth, copy = Truth(game.world), copies_of(edition)(seed)
    chronicle, player = Chronicle(copy), replace(default_players(), resigns=False)(seed)

    def look(choice: Choice) -> Choice:
        truth.reasons.add(choice.act.because)
        if is_command(choice):
            truth.look()
        chronicle.note(player.beliefs, choice, player.beliefs.commands)
        return choice

    def agent(_seed: int) -> Player:
        player.overrule = look
        return player

    with _counting(truth, game.world):
        row = play_game(seed, lambda _seed: _Copied(game, copy), agent, Limits())
    if row.error:
        raise RuntimeError(row.error)
    story = chronicle.story(row.how, row.killer)
    truth.killer = row.killer
    happenings = [f"Turn {one.turn:,}: {one.text}." for one in story.happenings]
    return [f"It ended after {story.turn:,} turns.", *story.why, *happenings], truth


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _had(truth: Truth, turn: str, hp: str) -> bool:
    """Return whether the hero had `hp` hit points on a turn."""
    return any(one.hp == int(hp) for one in truth.at(_number(turn)))


def _struck(truth: Truth, turn: str, _until: str, clause: str, hp: str) -> bool:
    """Return whether each kind of monster has hit as often as told since the hero had these hit points."""
    return _as_often(truth.fall(int(hp), turn), clause)


def _as_often(struck: list[Hit], clause: str) -> bool:
    """Return whether these hits are as many of each kind of monster as told.

    Of kinds that may have struck unseen or under a false name, too, less may be told.
    """
    hits = Counter([one.who for one in struck if not one.is_squeeze])
    kinds = {name: who for who in hits for name in (who, plural_of(who))}
    told: Counter[str] = Counter()
    for count, whose, many, kind in _BLOWS.findall(clause):
        who = kind or (whose if whose in KINDS else "")
        told[kinds.get(kind or whose, who)] += 1 if count == "a" else int(count or many)
    del told[""]  # a bolt, or what had no name
    is_vague = _NAMELESS.search(clause) is not None
    return all(count == hits[who] or (is_vague and count < hits[who]) for who, count in told.items())


def _is_one(truth: Truth, turn: str, _until: str, clause: str, hp: str) -> bool:
    """Return whether the hits that are told as those of one monster were struck by one."""
    fall = truth.fall(int(hp), turn)
    return all(
        len({one.foe for one in fall if one.who == who}) <= 1
        for who in re.findall(r"\d+ hits by an? ([a-z ]+?)(?= that it could| seen under)", clause)
    )


def _squeezed(truth: Truth, hits: str, count: str, who: str, hp: str) -> bool:
    """Return whether a monster hit and squeezed so often since the hero had these hit points, then once."""
    told = [int(often) if often.isdigit() else bool(often) for often in (hits, count)]
    kinds = [one.is_squeeze for one in truth.fall(int(hp))[:-1] if one.who == who]
    return [kinds.count(False), kinds.count(True)] == told


def _is_near(told: str, chance: Callable[[float], float]) -> bool:
    """Return whether a chance in per cent is told as true, each blow's being known to one part in 20.

    chance  the true one (0 to 1), given what is to be added to that of each blow
    """
    percent = 0.5 if told == "<1" else float(told)
    least, *_, most = sorted(100 * chance(more) for more in (-1 / 20, 0, 1 / 20))
    return least - 1 < percent < most + 1


def _moved(swings: list[Swing], more: float) -> list[Swing]:
    """Return blows whose chance is moved by something."""
    return [one._replace(chance=min(max(one.chance + more, 0.0), 1.0)) for one in swings]


def _late_swings(truth: Truth, who: str, count: str, *, is_own: bool, skipped: int = 0) -> list[Swing]:
    """Return the last blows of a side in the fights with a kind of monster, the very last left out."""
    swings = [one for one in truth.swings if one.is_own == is_own and who in (one.who, plural_of(one.who))]
    return swings[: len(swings) - skipped][-int(count) :]


def _hit_rarely(truth: Truth, hits: str, first: str, count: str, who: str, percent: str) -> bool:
    """Return whether so few of the hero's blows hit, and whether that was so unlikely."""
    swings = _late_swings(truth, who, count, is_own=True, skipped=bool(first))
    told = {"none": 0, "all": int(count)}.get(hits)
    told = int(hits.removeprefix("only ")) if told is None else told
    is_true = sum(one.is_hit for one in swings) == told
    return is_true and _is_near(percent, lambda more: sum(hit_chances(_moved(swings, more))[: told + 1]))


def _missed_in_a_row(truth: Truth, count: str, who: str, percent: str) -> bool:
    """Return whether `count` of the hero's blows in a row missed.

    The last blow may be left out, because its result may be hidden.
    """
    rows = [_late_swings(truth, who, count, is_own=True, skipped=skipped) for skipped in (0, 1)]
    missed = next((row for row in rows if not any(one.is_hit for one in row)), None)
    return missed is not None and _is_near(percent, lambda more: hit_chances(_moved(missed, more))[0])


def _lost_to_blows(truth: Truth, count: str, who: str, lost: str, expected: str, percent: str) -> bool:
    """Return whether the last blows of monsters took so much, with what was to be expected."""
    harmful = [one for one in truth.blows if any(number * sides for number, sides in one.attacks)]
    blows = [one for one in harmful if not who or one.who == who][-int(count) :]
    if len(blows) != int(count) or sum(one.lost for one in blows) < int(lost):
        return False
    least, usual, most = (_spread(blows, more) for more in (-1, 0, 1))
    is_true = mean(least) - 1 < int(expected) < mean(most) + 1
    return is_true and (not percent or _is_near(percent, lambda more: sum(
        (least if more < 0 else most if more > 0 else usual)[int(lost) :]
    )))  # fmt: skip


def _spread(blows: list[_Blow], more: int) -> Spread:
    """Return the chance of each loss of hit points by some blows, given what is added to each in 20."""
    return reduce(add, [a_round(one.attacks, one.in_20 + more) for one in blows])


def _hit_so_often(truth: Truth, hits: str, count: str, expected: str) -> bool:
    """Return whether `hits` of the hero's last `count` blows hit, and about `expected` should have."""
    own = [one for one in truth.swings if one.is_own]
    told = 0 if hits == "none" else int(hits)
    for skipped in (0, 1):  # what came of the last may be hidden
        swings = own[: len(own) - skipped][-int(count) :]
        usual = [sum(one.chance for one in _moved(swings, more)) for more in (-1 / 20, 1 / 20)]
        if sum(one.is_hit for one in swings) == told and usual[0] - 1 < int(expected) < usual[1] + 1:
            return True
    return False


def _stepped_beside(truth: Truth, turn: str, who: str) -> bool:
    """Return whether a hero came beside a kind of monster by a step of this turn."""
    pairs = [pair for pair in pairwise(truth.snapshots) if pair[0].turn == _number(turn)]
    return any(
        one.spot != after.spot and after.beside.count(who) > one.beside.count(who) for one, after in pairs
    )


def _was_blind(truth: Truth, since: str, turns: str) -> bool:
    """Return whether a hero was blind from a turn to its death, and not before."""
    began = _number(since)
    late = [one.is_blind for one in truth.snapshots if one.turn > began]  # two may share the turn
    early = [one.is_blind for one in truth.snapshots if one.turn < began]
    return all(late) and early[-1:] != [True] and truth.died - began == _number(turns)


def _woke(truth: Truth, turn: str, names: str) -> bool:
    """Return whether a scroll that was read before a turn woke these monsters."""
    before = [one for one in truth.snapshots if one.turn < _number(turn)][-1:]
    return [_counted(one.sleepers) for one in before] == [_told(names)]


def _told(names: str) -> Counter[str]:
    """Return how many of each kind of monster a clause names, by the word that it uses."""
    told: Counter[str] = Counter()
    for count, name in re.findall(
        r"(an?(?: (?:second|third|fourth|fifth|sixth))?|\d+(?: more)?) ([a-z ]+?)(?:, | and |$)", names
    ):
        told[name] += int(count.split()[0]) if count[0].isdigit() else 1
    return told


def _counted(names: Iterable[str]) -> Counter[str]:
    """Return how many there are of each kind.  The keys are singular or plural, like the counts."""
    return Counter({
        name if count == 1 else plural_of(name): count for name, count in Counter(names).items()
    })  # fmt: skip


def _woke_killer(truth: Truth, turn: str) -> bool:
    """Return whether a scroll that was read before a turn woke one of a kind that struck at the end."""
    before = [one for one in truth.snapshots if one.turn < _number(turn)][-1:]
    struck = {truth.killer, *[one.who for one in truth.hits if truth.died - one.turn < _LATE_TURNS]}
    return any(not struck.isdisjoint(one.sleepers) for one in before)


def _between(truth: Truth, turn: str, until: str) -> list[Snapshot]:
    """Return the snapshots of a part of a game, its last turn included; without one, of one turn."""
    last = _number(until) if until else _number(turn) + 1
    return [one for one in truth.snapshots if _number(turn) <= one.turn <= last]


def _struck_between(truth: Truth, turn: str, until: str, clause: str, hp: str, left: str) -> bool:
    """Return whether each kind of monster has hit as often as told in a part of a game."""
    part = _between(truth, turn, until)
    begins = [one for one in part if not hp or one.hp == int(hp)]
    ends = [one for one in part if not left or one.hp == int(left)]
    return any(_as_often(truth.hits[first.hits : last.hits], clause) for first in begins for last in ends)


def _rose(truth: Truth, turn: str, until: str, hp: str, left: str) -> bool:
    """Return whether the hero had `hp` hit points on one turn, and `left` on a later one."""
    return _had(truth, turn, hp) and _had(truth, until or str(_number(turn) + 1), left)


def _came(truth: Truth, turn: str, until: str, names: str) -> bool:
    """Return whether all the named monsters were on the level in a part of a game."""
    told = _told(names)
    for name in (STRANGER.name, plural_of(STRANGER.name)):
        del told[name]  # of a hero that hallucinated
    there: Counter[str] = Counter()
    for one in _between(truth, turn, until):
        there |= Counter([*one.foes, *map(plural_of, one.foes)])
    return not told - there


def _had_between(truth: Truth, turn: str, until: str, hp: str) -> bool:
    """Return whether the hero had `hp` hit points at some time in a part of the game."""
    return any(one.hp == int(hp) for one in _between(truth, turn, until))


def _became(truth: Truth, turn: str, before: str, after: str) -> bool:
    """Return whether a zap behind a turn has turned a monster into another one."""
    return any((gone, come) == (before, after) and at >= _number(turn) for at, gone, come in _products(truth))


def _used_late(truth: Truth, kind: str, turn: str, hp: str, before: str, had: str) -> bool:
    """Return whether the hero had these hit points on two turns, and such an item on the first."""
    is_there = any(kind in one.pack for one in truth.at(_number(before)))
    return is_there and _had(truth, turn, hp) and _had(truth, before, had)


def _was_hidden(truth: Truth, who: str) -> bool:
    """Return whether a kind of monster could not be seen at the end, or the hero was blind."""
    return any(who in one.hidden or one.is_blind for one in truth.snapshots[-_END_COMMANDS:])


def _taken(truth: Truth, turn: str, lost: str) -> bool:
    """Return whether blows had taken `lost` hit points or more since the hero was last in good health."""
    now = next(at for at, one in enumerate(truth.snapshots) if one.turn == _number(turn))
    early = truth.snapshots[: now + 1]  # whose most hit points may differ
    good = [at for at, one in enumerate(early) if one.hp >= _GOOD_SHARE * one.max_hp]
    since = truth.snapshots[good[-1] if good else 0 : now + 2]
    return sum(max(one.hp - after.hp, 0) for one, after in pairwise(since)) >= int(lost)


def _stayed(truth: Truth, turns: str) -> bool:
    """Return whether the hero spent `turns` turns on its last level."""
    depth = truth.snapshots[-1].depth
    late = [*takewhile(lambda one: one.depth == depth, reversed(truth.snapshots))]
    return late[0].turn - late[-1].turn == _number(turns)


def _named(truth: Truth, told: str, hp: str) -> bool:
    """Return whether all that has hit since the hero had these hit points is named."""
    return all(one.who in told for one in truth.fall(int(hp)))


def _took(truth: Truth, turn: str, weapon: str, before: str) -> bool:
    """Return whether a weapon was in hand on a turn, and another one before it."""
    held = [one.weapon for one in truth.snapshots if one.turn < _number(turn)]
    return held[-1:] == [before] and any(one.weapon == weapon for one in truth.at(_number(turn)))


def _products(truth: Truth) -> list[tuple[int, str, str]]:
    """Return each change of one monster of a level into another: the turn of the zap, and the kinds."""
    found = list[tuple[int, str, str]]()
    for one, after in pairwise(truth.snapshots):
        gone, come = Counter(one.foes) - Counter(after.foes), Counter(after.foes) - Counter(one.foes)
        zaps = [sum(left for kind, left in now.sticks if kind == "polymorph") for now in (one, after)]
        if one.depth == after.depth and zaps[0] > zaps[1] and gone.total() == come.total() == 1:
            found.append((one.turn, next(iter(gone)), next(iter(come))))
    return found


def _turned(truth: Truth, turn: str, before: str, after: str) -> bool:
    """Return whether a monster was turned into another not long before a turn."""
    return any(
        (gone, come) == (before, after) and 0 <= _number(turn) - at <= _LATE_TURNS
        for at, gone, come in _products(truth)
    )


def _as_it_was(truth: Truth, turn: str, who: str) -> bool:
    """Return whether the only monster of a kind had always been one, before it was killed on a turn."""
    late = [one for one in truth.snapshots if 0 < _number(turn) - one.turn <= _LATE_TURNS]
    is_product = any(
        come == who != _DISGUISED and 0 <= _number(turn) - at <= _LATE_TURNS
        for at, _, come in _products(truth)
    )
    return not is_product or any(one.foes.count(who) > 1 for one in late)


def _fell(values: list[int], best: str, last: str) -> bool:
    """Return whether figures ended with a value, after another one."""
    return values[-1] == int(last) and int(best) in values


_SWINGS: Final = "(?:attacks and shots|attacks|shots)"
_FELL: Final = r"took (?:all|the last) (\d+)"
_SPAN: Final = rf"Turns? {_NUMBER}(?: to {_NUMBER})?: (?:(?!Turns? [\d,]+(?: to|:)).)*?"
CLAIMS: Final[dict[str, tuple[str, Callable[..., bool]]]] = {
    "words for laymen": (
        r"^(?!Turn [\d,]+: Took off its armor)(.+)$",
        lambda t, told: not any(
            one in told for one in t.reasons if one.count(" ") >= _LEAST_SPACES and not one[0].isdigit()
        ),
    ),
    "turns of the game": (rf"It ended after {_NUMBER} turns", lambda t, turn: _number(turn) == t.died),
    "blows of a phase": (
        rf"{_SPAN}[:.] ((?:a|\d+) [^.:;]*? )took (?:the hero from (\d+) to (\d+)|some)", _struck_between,
    ),
    "hit points of the end": (
        rf"{_SPAN}took (?:all|the last) (\d+)", lambda t, turn, _end, hp: _had(t, turn, hp),
    ),
    "hit points that rose": (rf"{_SPAN}the hero's hit points rose from (\d+) to (\d+)", _rose),
    "foes that came": (rf"Turns? {_NUMBER}(?: to {_NUMBER})?: ([^;.]*?) came\.", _came),
    "foes that joined": (rf"{_SPAN}Then ([^;.]*?) came\.", _came),
    "foes that woke": (rf"Turns? {_NUMBER}(?: to {_NUMBER})?: (?:[^.]*\. )?([^.]*?) woke\.", _came),
    "foes come upon": (rf"Turns? {_NUMBER}(?: to {_NUMBER})?: it came upon ([^;.]*?)\.", _came),
    "magic of the end": (rf"{_SPAN}\((\d+) hit points? left", _had_between),
    "what a foe became": (
        rf"{_SPAN}\. The ([a-z ]+)(?<! probably) became an? ([a-z ]+)\.",
        lambda t, turn, _end, before, after: after == _DISGUISED or _became(t, turn, before, after),
    ),
    "a rest that was missed": (
        rf"on turn {_NUMBER}, with (\d+) of \d+ hit points? and no foe in view, it ", _had,
    ),
    "a fight without armor": (
        rf"on turn {_NUMBER} without armor",
        lambda t, turn: any(one.armor == 0 for one in t.at(_number(turn))),
    ),
    "magic used late": (
        rf"it used an? \w+ of ([a-z ]+) only on turn {_NUMBER} with (\d+) hit points? left, "
        rf"not on turn {_NUMBER} with (\d+)", _used_late,
    ),
    "an unseen killer": (
        r"it could not see the ([a-z ]+) that killed it",
        lambda t, who: who == t.killer and _was_hidden(t, who),
    ),
    "no armor at the end": (
        r"weakened the hero in this fight: [^.]*no armor on",
        lambda t: any(one.armor == 0 for one in t.snapshots if t.died - one.turn < _LATE_TURNS),
    ),
    "a bad weapon": (
        r"weakened the hero in this fight: [^.]*?(?:a cursed|an?) ([a-z ]+?) in hand",
        lambda t, weapon: any(one.weapon == weapon for one in t.snapshots if t.died - one.turn < _LATE_TURNS),
    ),
    "a descent with little strength": (
        rf"With strength (\d+) it went down to level (\d+) on turn {_NUMBER}",
        lambda t, strength, depth, turn: any(
            one.depth == int(depth) and one.strength == int(strength) for one in t.at(_number(turn))
        ),
    ),
    "a descent with thin armor": (
        rf"turn {_NUMBER}:? it went down to level (\d+) with armor (-?\d+)",
        lambda t, turn, depth, armor: any(
            one.depth == int(depth) and one.armor == int(armor) for one in t.at(_number(turn))
        ),
    ),
    "a recovery": (
        rf"Turn {_NUMBER}: .*; well again on turn {_NUMBER}",
        lambda t, _turn, well: any(one.hp >= _GOOD_SHARE * one.max_hp for one in t.at(_number(well))),
    ),
    "hits before the last fight": (
        rf"turn {_NUMBER}:? it began its last fight with \d+ of \d+ hit points?, "
        r"after [^.]* at least (\d+)", _taken,
    ),
    "attackers": (rf"{_SPAN}[:.] ((?:a|\d+) [^.:;]*? ){_FELL}", _struck),
    "one attacker": (rf"{_SPAN}[:.] ((?:a|\d+) [^.:;]*? ){_FELL}", _is_one),
    "squeezes": (
        rf"(a|\d+) hits?(?:, (\d+) squeezes?)? and a last blow by an? ([a-z ]+?)(?:,| and)? {_FELL}",
        _squeezed,
    ),
    "blows that seldom hit": (
        rf"(none|all|only \d+) of its (first )?(\d+) {_SWINGS} against (?:the )?([a-z ]+?) hit "
        r"\((?:about )?(<1|\d+)%", _hit_rarely,
    ),
    "misses in a row": (
        rf"(\d+) {_SWINGS} in a row against (?:the )?([a-z ]+?) missed \((?:about )?(<1|\d+)%",
        _missed_in_a_row,
    ),
    "hit points lost to blows": (
        r"(\d+) attacks? of (?:the ([a-z ]+)|its foes) \(\d+ hits?\) took (\d+) hit points? "
        r"\((\d+) (?:expected|are usual)(?:; (?:about )?(<1|\d+)%)?", _lost_to_blows,
    ),
    "hits of its own": (
        r"and (none|\d+) of the hero's (?:first )?(\d+) attacks? hit \((\d+) expected\)", _hit_so_often,
    ),
    "a step beside a monster": (
        rf"turn {_NUMBER}:? it [^;]*; that step led beside an? ([a-z ]+?)[,.]", _stepped_beside,
    ),
    "chance of the next round of a choice": (
        rf"on turn {_NUMBER}, with \d+ hit points?, [^.]*? the next round was (<1|\d+)% to kill",
        lambda t, turn, told: any(_is_near(told, one.deadly) for one in t.at(_number(turn))),
    ),
    "chance of the next round": (
        r"Unused at the end.*?the next round was (<1|\d+)% to kill",
        lambda t, told: _is_near(told, t.snapshots[-1].deadly),
    ),
    "unseen attackers": (rf"(.*w(?:as|ere) beside the hero\).*?){_FELL}", _named),
    "woken monsters": (rf"turn {_NUMBER}:? it read a scroll [^.]*? woke ([^.]*) \(all that slept", _woke),
    "a woken killer": (rf"turn {_NUMBER}:? it read a scroll that proved to be aggravate", _woke_killer),
    "blindness": (rf"From turn {_NUMBER} on, for {_NUMBER} turns?, it was blind", _was_blind),
    "a change of weapon": (
        rf"turn {_NUMBER}:? it took an? ([a-z ]+) in hand instead of an? ([a-z ]+), and", _took,
    ),
    "a weapon changed and back": (
        rf"turn {_NUMBER}:? it took an? ([a-z ]+) in hand, and an? ([a-z ]+) again on turn {_NUMBER}",
        lambda t, turn, weapon, before, back: (
            _took(t, turn, weapon, before) and _took(t, back, before, weapon)),
    ),
    "a close call": (rf"Turn {_NUMBER}: Was down to \w+ of (\d+) hit points",
                     lambda t, turn, most: any(one.max_hp == int(most) for one in t.at(_number(turn)))),
    "armor": (r"Its armor fell from (-?\d+) to (-?\d+)",
              lambda t, best, last: _fell([one.armor for one in t.snapshots], best, last)),
    "strength": (r"Its strength fell from (\d+) to (\d+): since",
                 lambda t, best, last: _fell([one.strength for one in t.snapshots], best, last)),
    "a monster turned into another": (
        rf"Turn {_NUMBER}: Turned an? ([a-z ]+?)(?: \([^)]*\))? into an? ([a-z ]+?)(?: \(|,|\.| and had)",
        _turned,
    ),
    "a kill with its odds": (rf"Turn {_NUMBER}: Killed an? ([a-z ]+?) \([^.]* to die", _as_it_was),
    "armor at risk": (
        rf"turn {_NUMBER}:? it (?:put its armor on near|wore its armor to attack) an? ([a-z ]+) that seemed",
        lambda t, turn, who: any(who in one.beside for one in t.at(_number(turn))),
    ),
    "an empty stick": (
        rf"turn {_NUMBER}:? it zapped [^;.]*? (?:wand|staff) of ([a-z ]+?)(?: that had[^;]*)?; it was empty",
        lambda t, turn, kind: any((kind, 0) in one.sticks for one in t.at(_number(turn))),
    ),
    "turns without stairs": (rf"In {_NUMBER} turns? on this level it had not found", _stayed),
    "an arrival": (rf"turn {_NUMBER}:? it (?:fled from .*?|came) to level (\d+) with (\d+) of",
                   lambda t, _turn, depth, hp: any(
                       one.depth == int(depth) and one.hp == int(hp) for one in t.snapshots)),
    "a new level": (rf"Turn {_NUMBER}: (?:Reached|Fell through a trap door to) level (\d+)",
                    lambda t, turn, depth: any(one.depth == int(depth) for one in t.at(_number(turn)))),
}  # fmt: skip
"""Kind of claim -> how it is told, and whether it is true, given the truth and what it names."""


def false_claims(seed: int, edition: str, made: Counter[str]) -> Iterator[tuple[str, str]]:
    """Play a game; yield each kind of claim that is false, with its words.  Adds all claims to `made`."""
    told, truth = told_and_true(seed, edition)
    for sentence in told:
        for kind, (words, is_true) in CLAIMS.items():
            for found in re.finditer(words, sentence, re.IGNORECASE):
                made[kind] += 1
                if not is_true(truth, *found.groups()):
                    yield kind, f"{sentence} (killed by {truth.killer})"
