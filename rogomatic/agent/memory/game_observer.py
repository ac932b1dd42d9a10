"""The observer, which learns from one game for the long-term memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR, GOLD, PASSAGE, Square
from rogomatic.agent.editions import WEAPONS
from rogomatic.agent.memory.long_term_memory import (
    DEPTH_COLUMNS,
    Book,
    Count,
    Memory,
    MonsterRecord,
    Table,
    TableName,
)
from rogomatic.agent.monster_manual import STRANGER, THEFTS
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.sight.item_parser import read_picked_up
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.think.fight.combat_odds import armed, strength_to_hit

_COLUMN: Final = {name: number for number, name in enumerate(DEPTH_COLUMNS)}
_WAYS: Final = (DOOR, PASSAGE)


class DepthStats:
    """Counts for each depth of one game, such as turns, gold, and food."""

    __slots__ = ("_around", "_depth", "_heaps", "_rows", "_spot", "_turn")

    def __init__(self) -> None:
        self._rows: dict[int, list[int]] = {}
        self._depth = self._turn = 0
        self._spot = -1
        self._around = b""
        self._heaps: set[int] = set()  # squares where gold was seen on this level

    def note(self, beliefs: Beliefs) -> None:
        """Count what has happened since the last call.  Call this once per command."""
        depth, spot = beliefs.me.depth, beliefs.me.spot
        if self._depth:
            self._add(self._depth, "turns", beliefs.turn - self._turn)
        for fact in beliefs.facts:
            if fact.kind == "gold":
                self._add(depth, "heaps taken")
                self._add(depth, "gold", fact.n)
            elif fact.kind == "picked-up":
                found = read_picked_up(fact.item)
                if found is not None and found[1].kind == "food":
                    self._add(depth, "food", found[1].count)
        if depth != self._depth:
            self._add(depth, "visits")
            self._heaps.clear()
        for where, mark in beliefs.level.things.items():
            if mark == GOLD and where not in self._heaps:
                self._heaps.add(where)
                self._add(depth, "heaps seen")
        code = beliefs.level.code
        around = bytes(code[spot - COLS - 1 : spot - COLS + 2] + code[spot - 1 : spot + 2])
        around += bytes(code[spot + COLS - 1 : spot + COLS + 2])
        if beliefs.action.verb in ("search", "rest") and spot == self._spot and around != self._around:
            self._add(depth, "hidden doors", sum(
                new in _WAYS and old not in _WAYS for old, new in zip(self._around, around, strict=True)
            ))  # fmt: skip
        self._depth, self._turn, self._spot, self._around = depth, beliefs.turn, spot, around

    def die(self) -> None:
        """Count the hero's death at the depth of the last `note`."""
        if self._depth:
            self._add(self._depth, "deaths")

    def table(self) -> Table[int]:
        """Return a row of counts for each depth, with the columns of DEPTH_COLUMNS."""
        return {depth: tuple(row) for depth, row in sorted(self._rows.items())}

    def _add(self, depth: int, column: str, number: int = 1) -> None:
        self._rows.setdefault(depth, [0] * len(DEPTH_COLUMNS))[_COLUMN[column]] += number


_PAUSE_TURNS: Final = 20  # turns without a blow after which a fight is over
_FAR: Final = 4  # distance in squares from which some monsters take two steps a turn
_ARMORED: Final = 3  # armor value that shows rust; leather does not rust

_THEIRS: Final = {"monster-hits": True, "monster-misses": False}
_OURS: Final = {"you-hit": True, "you-miss": False}
_MISSILES: Final = {"missile-hits": True, "missile-misses": False}
_BOLTS: Final = frozenset(("bolt", "flame", "ice"))
_SIGNS: Final[dict[str, Count]] = {
    "armor-rusts": "rust", "rust-no-effect": "rust", "frozen": "freeze", "transfixed": "freeze",
    "held": "hold", "item-stolen": "steal", "gold-stolen": "steal gold", "poison-bite": "weaken",
    "poison-bite-resisted": "weaken", "drained": "drain", "gaze-confuses": "gaze",
}  # fmt: skip
_SILENT: Final = frozenset(("frozen", "transfixed", "held"))  # effects whose messages name no monster
_OTHER_HARM: Final = frozenset(("arrow-hits", "dart-hits", "bolt-hits-you", "poison", "drained"))


class MonsterTally:
    """Mutable counts for one kind of monster."""

    __slots__ = ("_tables", "counts", "depths", "signs")

    def __init__(self) -> None:
        self.counts: Counter[Count] = Counter()
        self.depths: Counter[int] = Counter()
        self.signs: Counter[str] = Counter()
        self._tables: dict[TableName, dict[int, list[int]]] = {}

    def mark(self, table: TableName, key: int, column: int = 0, columns: int = 1) -> None:
        """Add 1 to one column in the row `key` of a table.  A new row gets `columns` columns."""
        self._tables.setdefault(table, {}).setdefault(key, [0] * columns)[column] += 1

    def add_damage(self, points: int) -> None:
        """Record a hit that cost the hero this number of hit points."""
        self.counts.update({"felt": 1, "damage": points, "squares": points * points})
        self.mark("wounds", points)

    def record(self) -> MonsterRecord:
        """Return the counts as an immutable MonsterRecord."""
        counts = {name: number for name, number in self.counts.items() if number}
        if wounds := self._tables.get("wounds"):
            counts["least"] = min(wounds) + 1
            if max(wounds):
                counts["most"] = max(wounds)
        tables = {
            name: {key: tuple(row) for key, row in sorted(table.items())}
            for name, table in sorted(self._tables.items())
        }
        signs = {name: (number,) for name, number in sorted(self.signs.items()) if number}
        return MonsterRecord(
            counts, {depth: (number,) for depth, number in sorted(self.depths.items())}, tables, signs
        )


class Before(NamedTuple):
    """State at the last command.  `foes`: spot -> (name of the monster, whether it is known to be awake)."""

    hp: int
    exp: int
    level: int
    guard: int
    armor: int
    depth: int
    turn: int
    spot: Square
    foes: dict[int, tuple[str, bool]]


@dataclass(slots=True)
class Fight:
    """Fight with one kind of monster.

    `harm` is the damage that the hero is expected to have done, counted in units of half a hit point.
    """

    began: int
    turn: int
    hits: int = 0
    harm: int = 0
    last: int = 0
    lost: int = 0
    clear: bool = True  # whether all damage dealt is known


@dataclass(slots=True)
class WatchedMonster:
    """Monster in view, with the spot and the turn at which it was last seen."""

    foe: Foe
    spot: Square
    turn: int
    started: bool  # its initial state, awake or asleep, is known or can no longer be known


class GameObserver:
    """Observer that collects from one game what the long-term memory stores.

    The player calls `note` at every command, after reading the screen.  The observer uses only what the game
    has shown.  While the hero hallucinates, the observer ignores monsters, because their names are false.
    """

    def __init__(self) -> None:
        self._tallies: dict[str, MonsterTally] = {}
        self._fights: dict[str, Fight] = {}
        self._sights: dict[int, WatchedMonster] = {}
        self._before: Before | None = None
        self._hallucinated = False
        self._facts: tuple[Fact, ...] = ()  # the facts of the last command
        self._depth_stats = DepthStats()

    def note(self, beliefs: Beliefs) -> None:
        """Record the results of the last action."""
        before = self._before
        hallucinating = beliefs.is_hallucinating or self._hallucinated
        self._hallucinated = beliefs.is_hallucinating
        self._depth_stats.note(beliefs)
        if before is not None:
            if beliefs.facts and not hallucinating:
                self._note_facts(beliefs, before)
            if before.depth != beliefs.me.depth:
                self._end_fights()
                self._sights.clear()
            elif self._fights:
                self._end_fights(beliefs.turn - _PAUSE_TURNS)
        if beliefs.foes.seen and not hallucinating:
            self._note_sights(beliefs, before)
        self._before = _now(beliefs)
        self._facts = beliefs.facts

    def close(self, beliefs: Beliefs, killer: str, died: bool) -> None:
        """Record the end of the game.  `killer` is the name on the tombstone, or "" if there is no killer."""
        before = self._before
        named = not beliefs.is_hallucinating and not self._hallucinated
        if before is not None and named and beliefs.facts is not self._facts:
            self._note_blows(beliefs, before)
        if died and killer in self._tallies:
            self._tallies[killer].counts["deaths"] += 1
            if before is not None and killer in self._fights:
                self._fights[killer].lost += max(before.hp, 0)
        self._end_fights()
        if died:
            self._depth_stats.die()

    def lessons(self, beliefs: Beliefs) -> Memory:
        """Return what was learned, as a Memory that covers only this game."""
        monsters = {name: self._tallies[name].record() for name in sorted(self._tallies)}
        counts = sorted(beliefs.lore.letters.items())
        letters = {f"{letter} {name}": (count,) for (letter, name), count in counts}
        return Memory({beliefs.game_name: Book(1, monsters, self._depth_stats.table(), letters)})

    def _of(self, name: str) -> MonsterTally:
        return self._tallies.setdefault(name, MonsterTally())

    def _fight(self, name: str, turn: int) -> Fight:
        fight = self._fights.setdefault(name, Fight(turn, turn))
        fight.turn = turn
        return fight

    def _note_facts(self, beliefs: Beliefs, before: Before) -> None:
        """Record blows, special effects, lost hit points, and deaths."""
        hits = self._note_blows(beliefs, before)
        done = self._note_effects(beliefs, before, hits)
        loss, same = before.hp - beliefs.me.hp, before.level == beliefs.me.level
        harmed = any(fact.kind in _OTHER_HARM for fact in beliefs.facts)
        struck = sum(fact.kind == "monster-hits" for fact in beliefs.facts)
        for name in dict.fromkeys(hits):
            idle = hits.count(name) - done.count(name)
            if idle > 0 and before.armor >= _ARMORED:
                self._of(name).signs["none"] += idle
            if struck == 1 and same and not harmed:
                self._of(name).add_damage(max(loss, 0))
            if loss > 0 and name in self._fights:
                self._fights[name].lost += loss // len(set(hits))
        dead = [fact.who for fact in beliefs.facts if fact.kind == "defeated" and fact.who]
        for name in dead:
            self._note_death(name, beliefs.me.exp - before.exp if len(dead) == 1 else 0)

    def _note_blows(self, beliefs: Beliefs, before: Before) -> list[str]:
        """Count the blows of both sides.  Return the names of the monsters that hit the hero."""
        hits: list[str] = []
        told = any(fact.kind in _OURS for fact in beliefs.facts)  # the clone does not tell a killing blow
        for fact in beliefs.facts:
            if fact.kind in _THEIRS:
                if fact.who:
                    hit = _THEIRS[fact.kind]
                    tally = self._of(fact.who)
                    tally.counts["hits" if hit else "misses"] += 1
                    tally.mark("blows", before.guard, int(not hit), 2)
                    self._fight(fact.who, beliefs.turn)
                    if hit:
                        hits.append(fact.who)
            elif fact.kind in _OURS:
                self._note_ours(beliefs, before, fact)
            elif fact.kind in _MISSILES:
                self._note_missile(beliefs, before, fact)
            elif fact.kind == "defeated" and beliefs.action.verb == "fight" and not told:
                self._note_ours(beliefs, before, fact._replace(kind="you-hit"))
        return hits

    def _note_ours(self, beliefs: Beliefs, before: Before, fact: Fact) -> None:
        """Count a blow by the hero.  If the message names no target, look at the attacked square."""
        spot = beliefs.me.spot + beliefs.action.step
        known = before.foes.get(spot)
        seen = beliefs.foes.seen.get(spot)
        name = fact.who or (known[0] if known else seen.kind.name if seen else "")
        if not name or name == STRANGER.name:
            return
        hit = _OURS[fact.kind]
        self._of(name).counts["melee hits" if hit else "melee misses"] += 1
        self._weigh(beliefs, before, name, "", hit, known is not None and known[1])

    def _note_missile(self, beliefs: Beliefs, before: Before, fact: Fact) -> None:
        """Count a thrown or shot item.

        Once a magic bolt was used, the damage done in this fight is unknown.
        """
        name = fact.who
        if not name:
            return
        if fact.item in _BOLTS or beliefs.action.verb != "throw":
            self._fight(name, beliefs.turn).clear = False
            return
        hit = _MISSILES[fact.kind]
        arm = WEAPONS.get(beliefs.used.name) if beliefs.used is not None else None
        held = beliefs.wielded()
        shot = arm is not None and held is not None and arm.launcher == held[1].name != ""
        counts: tuple[Count, Count] = (
            ("shot hits", "shot misses") if shot else ("thrown hits", "thrown misses")
        )
        self._of(name).counts[counts[not hit]] += 1
        awake = [awake for one, awake in before.foes.values() if one == name]
        self._weigh(beliefs, before, name, beliefs.action.letter, hit, bool(awake) and all(awake))

    def _weigh(
        self, beliefs: Beliefs, before: Before, name: str, letter: str, hit: bool, awake: bool
    ) -> None:
        """Record a blow's expected damage.  Count in the table "aims" whether the blow hit.

        A sleeping monster is easier to hit, so a blow at a sleeper is left out of "aims".  If a thrown item
        is no longer in the pack, its damage is unknown.
        """
        fight = self._fight(name, beliefs.turn)
        if letter and letter not in beliefs.pack:
            fight.clear = fight.clear and not hit
            return
        bonus, (count, sides), plus = armed(beliefs, letter)
        if awake:
            self._of(name).mark(
                "aims", before.level + bonus + strength_to_hit(beliefs.me.strength), int(not hit), 2
            )
        if hit:
            fight.hits += 1
            fight.last = max(count * (sides + 1) + 2 * plus, 0)
            fight.harm += fight.last

    def _note_effects(self, beliefs: Beliefs, before: Before, hits: list[str]) -> list[str]:
        """Count special effects of hits.  Return the names of the monsters that caused these effects."""
        done: list[str] = []
        effects: list[tuple[Count, str]] = []
        striker = ""
        for fact in beliefs.facts:
            if fact.kind == "monster-hits":
                striker = fact.who
            elif fact.kind in _SIGNS:
                doer = fact.who or (_sole(beliefs, before) if fact.kind in _SILENT else striker)
                effects.append((_SIGNS[fact.kind], doer))
            elif fact.kind == "bolt-hits-you" and fact.item == "flame":
                effects.append(("fire", _sole(beliefs, before)))
        if beliefs.me.level < before.level:
            effects.append(("drain", hits[-1] if hits else ""))
        for effect, name in effects:
            if name:
                self._of(name).counts[effect] += 1
                self._of(name).signs[effect] += 1
                done.append(name)
            if effect in THEFTS and name in self._fights:
                self._end(name)  # the thief has vanished
        return done

    def _note_sights(self, beliefs: Beliefs, before: Before | None) -> None:
        """Count monsters that come into view.  Observe whether they sleep and how they move."""
        for foe in beliefs.foes.seen.values():
            sight = self._sights.get(id(foe))
            name = foe.kind.name
            if sight is None:
                self._sights[id(foe)] = WatchedMonster(foe, foe.spot, beliefs.turn, foe.awake is not None)
                if name != STRANGER.name:
                    self._of(name).counts["met"] += 1
                    self._of(name).depths[beliefs.me.depth] += 1
                continue
            if not sight.started and foe.awake is not None:
                sight.started = True
                if name not in self._fights and name != STRANGER.name:
                    self._of(name).mark("starts", int(foe.awake))
            if foe.spot != sight.spot:
                if self._strides(beliefs, before, sight):
                    self._of(name).mark("strides", distance_between(foe.spot, sight.spot))
                sight.spot = foe.spot
            sight.turn = beliefs.turn

    def _strides(self, beliefs: Beliefs, before: Before | None, sight: WatchedMonster) -> bool:
        """Return whether a distant monster's last move shows how many squares it walks in one turn."""
        foe = sight.foe
        return (
            before is not None
            and sight.turn == before.turn == beliefs.turn - 1
            and distance_between(sight.spot, before.spot) >= _FAR
            and distance_between(foe.spot, sight.spot) <= 2
            and not (foe.slowed or foe.zapped or beliefs.is_hasted or foe.kind.name == STRANGER.name)
        )

    def _note_death(self, name: str, exp: int) -> None:
        tally = self._of(name)
        tally.counts["killed"] += 1
        if exp > 0:
            tally.counts["exp"] += exp
            tally.mark("gains", exp)
        fight = self._fights.get(name)
        if fight is not None:
            tally.counts["kill hits"] += fight.hits
            tally.counts["kill turns"] += fight.turn - fight.began + 1
            if fight.clear and fight.hits:
                tally.mark("felled", max((2 * fight.harm - fight.last) // 4, 1))
            self._end(name, killed=True)

    def _end(self, name: str, killed: bool = False) -> None:
        """End the fight with a monster.  If the monster survived, count its lost hit points in "spared"."""
        fight = self._fights.pop(name)
        tally = self._of(name)
        tally.counts["fights"] += 1
        tally.counts["turns"] += fight.turn - fight.began + 1
        tally.counts["lost"] += fight.lost
        if not killed and fight.clear and fight.harm >= 2:
            tally.mark("spared", fight.harm // 2)

    def _end_fights(self, before_turn: int | None = None) -> None:
        """End all fights, or only those whose last blow was before turn `before_turn`."""
        for name, fight in list(self._fights.items()):
            if before_turn is None or fight.turn < before_turn:
                self._end(name)


def _now(beliefs: Beliefs) -> Before:
    me, seen = beliefs.me, beliefs.foes.seen
    return Before(
        me.hp, me.exp, me.level, me.armor - beliefs.off_guard, me.armor, me.depth, beliefs.turn, me.spot,
        {spot: (foe.kind.name, foe.awake is True) for spot, foe in seen.items()} if seen else {},
    )  # fmt: skip


def _sole(beliefs: Beliefs, before: Before) -> str:
    """Return the name of the monsters next to the hero, or "" if their names differ."""
    named = [(spot, name) for spot, (name, _) in before.foes.items()]
    named += [(spot, foe.kind.name) for spot, foe in beliefs.foes.seen.items()]
    names = {name for spot, name in named if distance_between(spot, beliefs.me.spot) <= 1}
    return names.pop() if len(names) == 1 and STRANGER.name not in names else ""
