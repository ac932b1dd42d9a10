"""Holds each claim of the account of a death against the game that was played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import Final, NamedTuple
from unittest.mock import patch

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.ladder import is_command
from rogomatic.agent.monster_manual import STRANGER
from rogomatic.agent.player import Player
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import copies_of
from rogomatic.run.recordings.chronicle import Chronicle
from rogomatic.run.recordings.game_copy import GameCopy
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import GAME_OPTIONS, LinkWrapper, MemoryLink
from rogue.rules import fight
from rogue.shared.wording import plural_of
from rogue.state.entities import AWAKE, BLIND, UNARMORED, Monster
from rogue.state.world import World
from rogue.tables.glyphs import STICK
from rogue.ui.session import Session

_BLOWS: Final = re.compile(
    r"the ([a-z ]+)'s (?:(\d+) )?hits?\b"
    r"|(a|\d+) hits? by (?:an? )?([a-z ]+?)(?= that it| seen under|,| and| $)"
)
_NAMELESS: Final = re.compile(r"by (?:what it could|monsters seen|something unseen)|, or more,")
_NUMBER: Final = r"([\d,]+)"
_GOOD_SHARE: Final = 0.9  # of all hit points, with which a hero is in good health
_DISGUISED: Final = "xeroc"  # which nobody can see when another monster is turned into it
_LATE_TURNS: Final = 200  # before a death, for which a blow belongs to its fight


class Snapshot(NamedTuple):
    """The true state of a game at a command.

    hits  how many had struck the hero before     sticks  in the pack: kind and charges
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


class Hit(NamedTuple):
    """A blow of a monster that took hit points: when, whose, and how many."""

    turn: int
    who: str
    damage: int


class Truth:
    """The true course of one game.

    died  turn of its end     killer  as the game names it
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.snapshots: list[Snapshot] = []
        self.hits: list[Hit] = []
        self.killer = ""

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
        self.snapshots.append(
            Snapshot(
                world.turns, hero.hp, hero.max_hp, hero.strength, armor, world.depth, weapon,
                hero.has_flag(BLIND), sleepers, foes, len(self.hits), sticks,
            )
        )  # fmt: skip

    def at(self, turn: int) -> list[Snapshot]:
        """Return the snapshots of a turn."""
        return [one for one in self.snapshots if one.turn == turn]

    def losses(self) -> list[int]:
        """Return the turns at which hit points were lost, to a bolt or a trap, too."""
        return [one.turn for one, after in pairwise(self.snapshots) if after.hp < one.hp]

    def fall(self, hp: int) -> list[Hit]:
        """Return the hits since the hero last had so many hit points."""
        last = next((one for one in reversed(self.snapshots) if one.hp == hp), None)
        return self.hits[last.hits :] if last is not None else []


@contextmanager
def _counting(truth: Truth, world: World) -> Iterator[None]:
    """Note each blow that takes hit points while a game is played."""
    plain = fight._foe_hits  # the only place that knows which unseen monster has hit

    def counted(in_world: World, foe: Monster) -> bool:
        before = in_world.player.hp
        is_hit = plain(in_world, foe)
        if in_world is world and in_world.player.hp < before:
            truth.hits.append(Hit(world.turns, foe.kind.name, before - in_world.player.hp))
        return is_hit

    with patch.object(fight, "_foe_hits", counted):
        yield


class _Copied(LinkWrapper):
    """A link that tells a copy of the game which keys were sent."""

    def __init__(self, game: Session, copy: GameCopy) -> None:
        super().__init__(MemoryLink(game))
        self._copy = copy

    def send(self, keys: bytes) -> None:
        self._copy.take(keys)
        super().send(keys)


def told_and_true(seed: int, edition: str) -> tuple[list[str], Truth]:
    """Play the game of a seed to its end, as `watch` does, and return what is told of it and its truth.

    The first sentence is that of the window's headline.
    """
    game = Session(seed, edition, GAME_OPTIONS)
    truth, copy = Truth(game.world), copies_of(edition)(seed)
    chronicle, player = Chronicle(copy), replace(default_players(), resigns=False)(seed)

    def look(choice: Choice) -> Choice:
        if is_command(choice):
            truth.look()
        chronicle.note(player.beliefs, choice, player.beliefs.commands)
        return choice

    def agent(_seed: int) -> Player:
        player.overrule = look
        return player

    with _counting(truth, game.world):
        row = play_game(seed, lambda _seed: _Copied(game, copy), agent, Limits())
    story = chronicle.story(row.how, row.killer)
    truth.killer = row.killer
    happenings = [f"Turn {one.turn:,}: {one.text}." for one in story.happenings]
    return [f"It ended after {story.turn:,} turns.", *story.why, *happenings], truth


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _had(truth: Truth, turn: str, hp: str) -> bool:
    """Return whether the hero had so many hit points on a turn."""
    return any(one.hp == int(hp) for one in truth.at(_number(turn)))


def _struck(truth: Truth, clause: str, hp: str) -> bool:
    """Return whether each kind of monster has hit as often as told since the hero had these hit points.

    Of kinds that may have struck unseen or under a false name, too, less may be told.
    """
    hits = Counter([one.who for one in truth.fall(int(hp))])
    kinds = {name: who for who in hits for name in (who, plural_of(who))}
    told: Counter[str] = Counter()
    for who, many, count, whose in _BLOWS.findall(clause):
        told[kinds.get(who or whose, who)] += 1 if (many or count) in ("a", "") else int(many or count)
    del told[""]  # a bolt, or what had no name
    is_vague = _NAMELESS.search(clause) is not None
    return all(count == hits[who] or (is_vague and count < hits[who]) for who, count in told.items())


def _in_turns(truth: Truth, hp: str, turns: str) -> bool:
    """Return whether a hero lost its last hit points in so many turns, the first blow's included."""
    starts = [one.turn for one in truth.fall(int(hp))[:1]] + truth.losses()
    return any(truth.died - turn <= int(turns) <= truth.died - turn + 1 for turn in starts)


def _was_blind(truth: Truth, since: str, turns: str) -> bool:
    """Return whether a hero was blind from a turn to its death, and not before."""
    began = _number(since)
    late = [one.is_blind for one in truth.snapshots if one.turn >= began]
    early = [one.is_blind for one in truth.snapshots if one.turn < began]
    return all(late) and early[-1:] != [True] and truth.died - began == _number(turns)


def _healed(truth: Truth, hp: str) -> bool:
    """Return whether the hits took more than these hit points."""
    return sum(one.damage for one in truth.fall(int(hp))) > int(hp)


def _woke(truth: Truth, turn: str, count: str) -> bool:
    """Return whether a scroll that was read before a turn woke so many monsters."""
    before = [one for one in truth.snapshots if one.turn < _number(turn)][-1:]
    return [len(one.sleepers) for one in before] == [int(count)]


def _woke_killer(truth: Truth, turn: str) -> bool:
    """Return whether a scroll that was read before a turn woke one of a kind that struck at the end."""
    before = [one for one in truth.snapshots if one.turn < _number(turn)][-1:]
    struck = {truth.killer, *[one.who for one in truth.hits if truth.died - one.turn < _LATE_TURNS]}
    return any(not struck.isdisjoint(one.sleepers) for one in before)


def _taken(truth: Truth, turn: str, most: str, lost: str) -> bool:
    """Return whether blows had taken so many hit points since the hero was last in good health."""
    now = next(at for at, one in enumerate(truth.snapshots) if one.turn == _number(turn))
    good = [at for at in range(now + 1) if truth.snapshots[at].hp >= _GOOD_SHARE * int(most)]
    since = truth.snapshots[good[-1] if good else 0 : now + 2]
    return sum(max(one.hp - after.hp, 0) for one, after in pairwise(since)) >= int(lost)


def _stayed(truth: Truth, turns: str) -> bool:
    """Return whether a hero spent so many turns on its last level."""
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


def _hit_since(truth: Truth, turn: str, who: str, count: str) -> bool:
    """Return whether a kind of monster hit so often behind a command, or behind what could be seen of it."""
    since = [one.turn - _number(turn) for one in truth.hits if who in (one.who, plural_of(one.who))]
    times = {"once more": 1, "twice more": 2}.get(count) or int(count.split(maxsplit=1)[0])
    return times in (sum(turns > 0 for turns in since), sum(turns > 1 for turns in since))


def _faced(truth: Truth, turn: str, names: str) -> bool:
    """Return whether all the named monsters were on the level on a turn, each kind as often as told."""
    told: Counter[str] = Counter()
    for count, name in re.findall(r"(an?|\d+) ([a-z ]+?)(?:, | and |$)", names):
        told[name] += int(count) if count.isdigit() else 1
    for name in (STRANGER.name, plural_of(STRANGER.name)):
        del told[name]  # of a hero that hallucinated
    there = [Counter([*one.foes, *map(plural_of, one.foes)]) for one in truth.at(_number(turn))]
    return any(not told - one for one in there)


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


_FELL: Final = r"took (?:all its|the last) (\d+)"
CLAIMS: Final[dict[str, tuple[str, Callable[..., bool]]]] = {
    "turns of the game": (rf"It ended after {_NUMBER} turns", lambda t, turn: _number(turn) == t.died),
    "turn of the last act": (
        rf"Its last act, on turn {_NUMBER} ", lambda t, turn: _number(turn) == t.snapshots[-1].turn,
    ),
    "hit points of an act": (rf"Its last \w+(?: by magic)?, on turn {_NUMBER} with (\d+) hit", _had),
    "hit points at first": (rf"[Oo]n turn {_NUMBER} it had only (\d+) of", _had),
    "hit points at a change": (rf"(?:On|From) turn {_NUMBER}(?: on)?, with (\d+) hit", _had),
    "turns of the fall": (rf"{_FELL} (?:of )?[^.]*?hit points? in (?:its last )?(\d+) turns", _in_turns),
    "hit points that came back": (rf"{_FELL} [^.]*?\. Some hit points came back", _healed),
    "attackers": (rf"(?:: |, )((?:the [a-z ]+'s |(?:a|\d+) )[^.:]*? ){_FELL}", _struck),
    "unseen attackers": (rf"(.*w(?:as|ere) beside it\).*?){_FELL}", _named),
    "woken monsters": (rf"On turn {_NUMBER} it read a scroll [^.]*? woke the (\d+) monster", _woke),
    "a woken killer": (rf"On turn {_NUMBER} it read a scroll of aggravate", _woke_killer),
    "blindness": (rf"From turn {_NUMBER} on, for {_NUMBER} turns?, it was blind", _was_blind),
    "a change of weapon": (
        rf"On turn {_NUMBER} it took an? ([a-z ]+) in hand instead of an? ([a-z ]+), and", _took,
    ),
    "a weapon changed and back": (
        rf"On turn {_NUMBER} it took an? ([a-z ]+) in hand, and an? ([a-z ]+) again on turn {_NUMBER}",
        lambda t, turn, weapon, before, back: (
            _took(t, turn, weapon, before) and _took(t, back, before, weapon)),
    ),
    "a close call": (rf"Turn {_NUMBER}: Was down to \w+ of (\d+) hit points",
                     lambda t, turn, most: any(one.max_hp == int(most) for one in t.at(_number(turn)))),
    "armor": (r"Its armor fell from (-?\d+) to (-?\d+)",
              lambda t, best, last: _fell([one.armor for one in t.snapshots], best, last)),
    "strength": (r"Its strength fell from (\d+) to (\d+)",
                 lambda t, best, last: _fell([one.strength for one in t.snapshots], best, last)),
    "hits behind an act": (
        rf"Its last (?:act|try by magic), on turn {_NUMBER} (?:(?!Its last ).)*?[;,](?: and)? "
        r"(?:the )?([a-z ]+) hit it (once more|twice more|\d+ more times)", _hit_since,
    ),
    "a crowd": (rf"[Oo]n turn {_NUMBER} it faced (.*?) at once", _faced),
    "a killer at its coming": (
        rf"On turn {_NUMBER} (?:it met |it came upon )?an? ([a-z ]+?)(?: came| again|:)",
        lambda t, turn, who: any(who in one.foes for one in t.at(_number(turn))),
    ),
    "a monster turned into another": (
        rf"Turn {_NUMBER}: Turned an? ([a-z ]+?)(?: \([^)]*\))? into an? ([a-z ]+?)(?: \(|,|\.| and had)",
        _turned,
    ),
    "turn of a polymorph": (
        rf"On turn {_NUMBER} it (?:zapped|tried) [^.]*? on an? ([a-z ]+), which turned it into an? ([a-z ]+)",
        lambda t, turn, before, after: (
            after == _DISGUISED or (_number(turn), before, after) in _products(t)),
    ),
    "a kill with its odds": (rf"Turn {_NUMBER}: Killed an? ([a-z ]+?) \([^.]* to die", _as_it_was),
    "hits before the last fight": (
        rf"On turn {_NUMBER} it had only \d+ of (\d+) hit points? left: [^.]* at least (\d+)", _taken,
    ),
    "armor at risk": (
        rf"on turn {_NUMBER} it (?:put it on near|struck, with it on,) an? ([a-z ]+) that slept",
        lambda t, turn, who: any(who in one.sleepers for one in t.at(_number(turn))),
    ),
    "an empty stick": (
        rf"On turn {_NUMBER} it zapped [^;]*? (?:wand|staff) of ([a-z ]+?)(?: that had[^;]*)?; it was empty",
        lambda t, turn, kind: any((kind, 0) in one.sticks for one in t.at(_number(turn))),
    ),
    "turns without stairs": (rf"In {_NUMBER} turns? on this level it had not found", _stayed),
    "an arrival": (rf"On turn {_NUMBER} it (?:fled from .*?|came) to level (\d+) with (\d+) of",
                   lambda t, _turn, depth, hp: any(
                       one.depth == int(depth) and one.hp == int(hp) for one in t.snapshots)),
    "a new level": (rf"Turn {_NUMBER}: Reached level (\d+)",
                    lambda t, turn, depth: any(one.depth == int(depth) for one in t.at(_number(turn)))),
}  # fmt: skip
"""Kind of claim -> how it is told, and whether it is true, given the truth and what it names."""


def false_claims(seed: int, edition: str, made: Counter[str]) -> Iterator[tuple[str, str]]:
    """Play a game; yield each kind of claim that is false, with its words.  Adds all claims to `made`."""
    told, truth = told_and_true(seed, edition)
    for sentence in told:
        for kind, (words, is_true) in CLAIMS.items():
            for found in re.finditer(words, sentence):
                made[kind] += 1
                if not is_true(truth, *found.groups()):
                    yield kind, f"{sentence} (killed by {truth.killer})"
