"""Beliefs against the truth: a player whose every command is compared with the game it plays.

The agent never looks into the game; only here both sides are seen.  Squares are compared as the game's
remembered screen shows them: a hidden door is a wall, a mimic is the thing it looks like.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from rogomatic.agent.beliefs import terrain_map as ground
from rogomatic.agent.beliefs.item_knowledge import CLASSES
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import Player
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.rules.vision import sees_foe
from rogue.state import entities
from rogue.state.entities import KNOWN, Item
from rogue.state.level import PASS
from rogue.state.world import World
from rogue.tables.glyphs import LETTER, OBJECTS
from rogue.tables.items import ItemKind
from rogue.ui.session import Session

BOUNDS: Final = {
    "position": 1.0, "walls": 0.999, "doors": 0.999, "floor": 0.999, "stairs": 0.999, "traps": 0.999,
    "things": 0.999, "foes": 0.999, "pack": 0.995, "lore": 0.995, "numbers": 0.999, "hunger": 0.999,
    "blind": 0.995, "confused": 0.995, "hallucinating": 0.995, "floating": 0.995, "hasted": 0.995,
    "held": 0.995, "awake": 0.0, "drawn": 0.0,
}  # fmt: skip
"""Category -> least share of the turns in which belief and truth agree.

Only counted are `awake`, which is inference, and `drawn`: squares that the game knows to be otherwise than it
has sent to the terminal.  What was not sent cannot be believed, so such squares are left out elsewhere.
"""

_MAP: Final = slice(80, 23 * 80)
_TERRAIN: Final = {
    "walls": {"-": ground.ACROSS, "|": ground.UPRIGHT},
    "doors": {"+": ground.DOOR},
    "floor": {".": ground.FLOOR, "#": ground.PASSAGE},
    "stairs": {"%": ground.STAIRS},
    "traps": {"^": ground.TRAP},
}
_CODES: Final = {ord(symbol): code for codes in _TERRAIN.values() for symbol, code in codes.items()}
_ELSE: Final = 255  # shows no terrain
_CODE_OF: Final = bytes(_CODES.get(symbol, _ELSE) for symbol in range(256))
_CATEGORY: Final = {code: name for name, codes in _TERRAIN.items() for code in codes.values()}
_A_LETTER: Final = re.compile(rb"[A-Z]")
_A_THING: Final = re.compile(rb"[*!?:)\]=/,%]")
SKIPPED: Final = 0  # a square that is not compared
_HUNGER: Final = ("", "Hungry", "Weak", "Faint")
_FREE: Final = ("ask", "stock", "redraw")

Found = tuple[str, str]
"""(category, what is believed and what is true)"""


class Doubt(NamedTuple):
    """One disagreement, and where to look: the command of that number in the game of that seed."""

    seed: int
    command: int
    turn: int
    category: str
    cause: str
    detail: str


@dataclass
class Tally:
    """Compared turns and disagreements.

    turns   category -> turns compared        wrong  category -> turns that disagree
    causes  (category, cause) -> turns        doubts the first few of each cause
    ends    how the games ended               unfinished the seeds of those that came to no end
    """

    turns: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    causes: Counter[tuple[str, str]] = field(default_factory=Counter)
    doubts: list[Doubt] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    unfinished: list[int] = field(default_factory=list)

    def share(self, category: str) -> float:
        """Return the share of turns that agree."""
        turns = self.turns[category]
        return 1 - self.wrong[category] / turns if turns else 1.0

    def failed(self) -> list[str]:
        """Return the categories below their bound."""
        return [category for category, least in BOUNDS.items() if self.share(category) < least]

    def add(self, other: Tally) -> None:
        """Take the counts of other games in."""
        for mine, theirs in (
            (self.turns, other.turns), (self.wrong, other.wrong), (self.ends, other.ends),
        ):  # fmt: skip
            mine.update(theirs)
        self.causes.update(other.causes)
        self.doubts += other.doubts
        self.unfinished += other.unfinished


class Witness(Player):
    """A player that has each command's beliefs compared before it acts on them."""

    __slots__ = ("_game", "_known", "_tally", "edition")

    def __init__(self, game: Session, seed: int, edition: str, tally: Tally) -> None:
        super().__init__(default_memory(), DEFAULT, seed)
        self.edition = edition
        self._game = game
        self._tally = tally
        self._known: Counter[tuple[str, str]] = Counter()

    def act(self, choice: Choice) -> bytes:
        if self.beliefs.waiting.kind == "command" and choice.act.action.verb != "answer":
            self._compare(choice)
        return super().act(choice)

    def _compare(self, choice: Choice) -> None:
        b, tally = self.beliefs, self._tally
        stage = self._game._ui
        world = stage.world
        shown = Shown(world, stage.renderer.cells)
        compared = [name for name in BOUNDS if name not in ("pack", "awake")]
        if choice.act.action.verb not in _FREE:  # the pack is not acted on while it is being asked for
            compared.append("pack")
        found: dict[str, str] = {}
        for category, detail in disagreements(b, world, shown):
            found.setdefault(category, detail)
        for foe_spot, foe in b.foes.seen.items():
            true = world.level.foe_at[foe_spot]
            if true is not None and foe.awake is not None:
                tally.turns["awake"] += 1
                if foe.awake is not bool(true.flags & entities.AWAKE):
                    self._note("awake", f"{foe.letter} believed {'awake' if foe.awake else 'asleep'}")
        for category in compared:
            tally.turns[category] += 1
            if category in found:
                self._note(category, found[category])

    def _note(self, category: str, detail: str) -> None:
        b, tally = self.beliefs, self._tally
        cause = cause_of(b)
        tally.wrong[category] += 1
        tally.causes[category, cause] += 1
        self._known[category, cause] += 1
        if self._known[category, cause] <= 2:
            tally.doubts.append(Doubt(self.seed, b.commands, b.turn, category, cause, detail))


class Shown:
    """What the game remembers to have shown, without the squares that its terminal was not sent.

    cells   symbol per square, the hero's own and those not sent as SKIPPED    unsent   the latter
    """

    def __init__(self, world: World, terminal: bytearray) -> None:
        canvas = np.frombuffer(world.canvas.cells, np.uint8)[_MAP]
        sent = np.frombuffer(terminal, np.uint8)[_MAP]
        off = np.flatnonzero(canvas != sent) + _MAP.start
        self.cells = bytearray(world.canvas.cells)
        self.unsent = [int(spot) for spot in off if spot != world.player.spot]
        for spot in (*self.unsent, world.player.spot):
            self.cells[spot] = SKIPPED


def cause_of(b: Beliefs) -> str:
    """Return a short label of the situation: the last action, what the hero suffers from, what was said."""
    suffers = [name for name, so in (
        ("blind", b.is_blind), ("hallucinating", b.is_hallucinating), ("confused", b.is_confused),
        ("floating", b.is_floating), ("held", b.me.held), ("trapped", b.me.trapped > 0),
    ) if so]  # fmt: skip
    return " ".join([b.action.verb or "start", *suffers])


def disagreements(b: Beliefs, world: World, shown: Shown) -> Iterator[Found]:
    """Compare the blackboard with the game, all but the waking state of foes."""
    for spot in shown.unsent:
        yield "drawn", f"{divmod(spot, 80)} was not sent: {chr(world.canvas.cells[spot])!r}"
    player = world.player
    if b.me.spot != player.spot:
        yield "position", f"believed {divmod(b.me.spot, 80)}, true {divmod(player.spot, 80)}"
    yield from _terrain(b, world, shown)
    yield from _things(b, world, shown)
    yield from _foes(b, world, shown)
    yield from _numbers(b, world)
    yield from _conditions(b, world)
    yield from _pack(b, world)
    yield from _lore(b, world)


def _terrain(b: Beliefs, world: World, shown: Shown) -> Iterator[Found]:
    """Every square whose terrain the screen shows."""
    codes = np.frombuffer(shown.cells.translate(_CODE_OF), np.uint8)[_MAP]
    believed = np.frombuffer(b.level.code, np.uint8)[_MAP]
    hallucinating = world.player.has_flag(entities.HALLUCINATING)
    for index in np.flatnonzero((codes != believed) & (codes != _ELSE)):
        spot, code = int(index) + _MAP.start, int(codes[index])
        if hallucinating and code == ground.STAIRS:
            continue
        yield _CATEGORY[code], f"{divmod(spot, 80)} shows {chr(world.canvas.cells[spot])!r}"
    stairs = b.level.stairs
    if stairs >= 0 and stairs != world.level.stairs:
        yield "stairs", f"believed at {divmod(stairs, 80)}"
    for spot in b.level.traps:
        true = world.level.flags[spot] & PASS == 0 and world.level.cells[spot] == ord("^")
        if not true and not world.level.is_hidden_trap(spot):
            yield "traps", f"believed at {divmod(spot, 80)}"


def _things(b: Beliefs, world: World, shown: Shown) -> Iterator[Found]:
    """Things the screen shows; what lies under a letter or under the hero is not in view."""
    cells = shown.cells
    hallucinating = world.player.has_flag(entities.HALLUCINATING)
    objects = OBJECTS | {ord("%")} if hallucinating else OBJECTS
    lying = {
        found.start(): "" if hallucinating else found[0].decode()
        for found in _A_THING.finditer(cells, _MAP.start, _MAP.stop)
        if found[0][0] in objects
    }
    believed = {
        spot: "" if hallucinating else symbol
        for spot, symbol in b.level.things.items()
        if cells[spot] != SKIPPED and not LETTER[cells[spot]]
    }
    if hallucinating:
        lying.pop(world.level.stairs, None)
        believed.pop(world.level.stairs, None)
    for spot in lying.keys() | believed.keys():
        if lying.get(spot) != believed.get(spot):
            yield "things", f"{divmod(spot, 80)} believed {believed.get(spot)}, shown {lying.get(spot)}"


def _foes(b: Beliefs, world: World, shown: Shown) -> Iterator[Found]:
    """Monsters by their letters, those in sight and those the screen still shows; detected ones, shown
    bright, are not in view unless they are in sight.
    """
    hallucinating = world.player.has_flag(entities.HALLUCINATING)
    cells, bright = shown.cells, world.canvas.bright
    true = {
        found.start(): "" if hallucinating else found[0].decode()
        for found in _A_LETTER.finditer(cells, _MAP.start, _MAP.stop)
        if found.start() not in bright
    }
    for foe in world.level.foes:
        if LETTER[foe.disguise] and sees_foe(world, foe) and cells[foe.spot] != SKIPPED:
            true[foe.spot] = "" if hallucinating else chr(foe.disguise)
    believed = {
        spot: "" if hallucinating else foe.letter
        for spot, foe in b.foes.seen.items()
        if cells[spot] != SKIPPED
    }
    for spot in true.keys() | believed.keys():
        if true.get(spot) != believed.get(spot):
            how = "bright" if spot in bright else f"shown {chr(cells[spot])!r}"
            yield "foes", f"{divmod(spot, 80)} believed {believed.get(spot)}, true {true.get(spot)}, {how}"


def _numbers(b: Beliefs, world: World) -> Iterator[Found]:
    player, me = world.player, b.me
    pairs = {
        "hp": (me.hp, player.hp), "max_hp": (me.max_hp, player.max_hp), "level": (me.level, player.level),
        "exp": (me.exp, player.exp), "gold": (me.gold, player.purse), "depth": (me.depth, world.depth),
    }  # fmt: skip
    if not world.rules.strength.exceptional:
        pairs["strength"] = (me.strength, player.strength)
    for name, (believed, true) in pairs.items():
        if believed != true:
            yield "numbers", f"{name} believed {believed}, true {true}"
    if me.hunger != _HUNGER[player.hunger]:
        yield "hunger", f"believed {me.hunger!r}, true {_HUNGER[player.hunger]!r}"


_CONDITIONS: Final[tuple[tuple[str, Callable[[Beliefs], bool], int], ...]] = (
    ("blind", lambda b: b.is_blind, entities.BLIND),
    ("confused", lambda b: b.is_confused, entities.CONFUSED),
    ("hallucinating", lambda b: b.is_hallucinating, entities.HALLUCINATING),
    ("floating", lambda b: b.is_floating, entities.LEVITATING),
    ("hasted", lambda b: b.is_hasted, entities.HASTED),
    ("held", lambda b: b.me.held, entities.GRABBED),
)


def _conditions(b: Beliefs, world: World) -> Iterator[Found]:
    for name, believes, mark in _CONDITIONS:
        if believes(b) is not world.player.has_flag(mark):
            yield name, f"believed {believes(b)}"


def _pack(b: Beliefs, world: World) -> Iterator[Found]:
    true = {item.letter: item for item in world.player.pack}
    for letter in sorted(true.keys() | set(b.pack)):
        thing, item = b.pack.get(letter), true.get(letter)
        if thing is None or item is None:
            yield "pack", f"{letter}: believed {thing}, true {item}"
            return
        for name, believed, is_so in _aspects(b, world, thing, item):
            if believed != is_so:
                yield "pack", f"{letter}: {name} believed {believed}, true {is_so} ({item})"
                return


def _aspects(b: Beliefs, world: World, thing: Thing, item: Item) -> Iterator[tuple[str, object, object]]:
    """Yield what can be known of a thing: (aspect, believed, true)."""
    player, kind, knowledge = world.player, item.kind, world.knowledge
    yield "class", thing.kind, kind.cls
    yield "count", thing.count, item.count
    uses = (
        ("worn", player.worn), ("wielded", player.wielded), ("left", player.left), ("right", player.right),
    )  # fmt: skip
    yield "use", thing.use, next((use for use, one in uses if one is item), "")
    if kind.cls in ("weapon", "armor"):
        yield "name", thing.name, kind.name
    elif kind in knowledge.true:
        yield "name", b.name_of(thing), kind.name
    elif kind in knowledge.called:
        yield "called", thing.called, knowledge.called[kind]
    elif kind.cls in CLASSES:
        yield "looks", thing.looks, knowledge.looks[kind]
    if not item.flags & KNOWN:
        return
    if kind.cls == "weapon":
        yield "pluses", (thing.hit, thing.damage), (item.hit_plus, item.damage_plus)
    elif kind.cls == "armor":
        yield "plus", thing.hit, kind.armor - item.value
    elif kind.cls == "stick":
        yield "charges", thing.charges, item.value
    elif kind.cls == "ring" and kind.valued:
        yield "plus", thing.hit, item.value


def _lore(b: Beliefs, world: World) -> Iterator[Found]:
    """What the agent says a look means must be so, whether the game has said it or not."""
    looks_of = world.knowledge.looks
    kinds: dict[tuple[str, str], ItemKind] = {(kind.cls, look): kind for kind, look in looks_of.items()}
    for (cls, looks), name in b.lore.names.items():
        kind = kinds.get((cls, looks))
        if kind is not None and kind.name != name:
            yield "lore", f"{looks} {cls} believed {name}, true {kind.name}"


def play_one(seed: int, edition: str, most: int = 20_000) -> Tally:
    """Play one game to its end, or to so many commands, and compare all the way."""
    tally = Tally()
    game = Session(seed, edition, GAME_OPTIONS)
    agent = Witness(game, seed, edition, tally)
    drawn, sent = game.feed(b""), 0
    while not agent.done and sent < most:
        keys = agent.feed(drawn)
        if not keys and game.closed:
            agent.eof()
        elif not keys:
            keys = agent.timeout()
        if agent.done:
            break
        drawn = game.feed(keys)
        sent += 1
    how = agent.report().how if agent.done else "out of commands"
    tally.ends[how] += 1
    if how not in ("killed", "won", "quit"):
        tally.unfinished.append(seed)
    return tally


def player_of(edition: str) -> Callable[[int], Tally]:
    """Return what plays and compares the game of a seed."""
    return partial(play_one, edition=edition)
