"""Games of the agent with monsters that think, counted and compared by seed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from math import sqrt
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink, Played
from rogue.rules import mind_acts, mind_turn
from rogue.rules.arrival import arrive
from rogue.rules.attributes import raise_level
from rogue.state.entities import Monster
from rogue.state.world import World
from rogue.tables.monster_minds import KindAct, MindRules
from rogue.tables.ruleset import ROGUE_54, ROGUE_MINDS, Ruleset
from rogue.ui.session import Session

PLAIN: Final = "5.4"
WHOLE: Final = "minds"
SWITCHES: Final = tuple(
    [field.name for field in fields(MindRules) if isinstance(getattr(MindRules(), field.name), bool)]
)
RUNGS: Final = ("leave the line of fire", "hold the passage")
"""Rules of the agent against archers and packs."""
HP_A_LEVEL: Final = 5  # of a hero who begins on a deep level
LEVELS_PER_RANK: Final = 2  # levels of the dungeon for each experience level of that hero
EARLY: Final = 3  # ends on depths up to this one
_SIGMAS: Final = 1.96


@dataclass(frozen=True, slots=True)
class MindGame:
    """One game: its gold, how deep it went, what its monsters did.

    rules  `5.4`, `minds`, or `no NAME` with one switch off
    acts   "kind act" -> how often
    rows   row of the decision table -> steps of monsters that it ended
    rungs  rule of the agent among `RUNGS` -> how often it acted
    """

    seed: int
    rules: str
    gold: int
    deepest: int
    turns: int
    killer: str
    acts: Mapping[str, int]
    rows: Mapping[str, int]
    rungs: Mapping[str, int]


def rules_of(name: str) -> Ruleset:
    """Return the rules that a name stands for.  Raises TypeError for an unknown switch."""
    if name == PLAIN:
        return ROGUE_54
    if name == WHOLE:
        return ROGUE_MINDS
    return ROGUE_MINDS.replace(minds=replace(MindRules(), **{name.removeprefix("no "): False}))


def play_game(seed: int, rules: str, player: Player, limits: Limits, depth: int = 1) -> MindGame:
    """Play a game of the agent, and count what its monsters do.

    depth  the level on which it begins, as strong as a hero who came there
    """
    game = Session(seed, rules_of(rules), GAME_OPTIONS)
    if depth > 1:
        _begin_deep(game.world, depth)
    rungs: Counter[str] = Counter()

    def count(choice: Choice) -> Choice:
        rungs[choice.rung] += choice.rung in RUNGS
        return choice

    player.overrule = count
    with counted() as (acts, rows):
        play(MemoryLink(game), player, limits, Played())
    world, report = game.world, player.report()
    killer = world.ending.killer if world.ending is not None else ""
    return MindGame(
        seed, rules, report.score, world.deepest, world.turns, killer, dict(acts), dict(rows), dict(+rungs)
    )


def _begin_deep(world: World, depth: int) -> None:
    """Put the hero on a deep level, with more hit points and experience."""
    hero = world.player
    for _ in range(depth // LEVELS_PER_RANK):
        raise_level(world)
    world.said.clear()
    hero.hp = hero.max_hp = hero.max_hp + HP_A_LEVEL * depth
    world.depth = world.deepest = depth
    arrive(world)


@contextmanager
def counted() -> Iterator[tuple[Counter[str], Counter[str]]]:
    """Count the acts of monsters and the rows that end their steps."""
    acts: Counter[str] = Counter()
    rows: Counter[str] = Counter()
    do_act, think = mind_acts.do_act, mind_turn.think

    def acting(world: World, foe: Monster, own: KindAct) -> bool:
        done = do_act(world, foe, own)
        acts[f"{foe.kind.name} {own.name}"] += done
        return done

    def thinking(world: World, foe: Monster) -> bool:
        stays = think(world, foe)
        if foe.mind is not None:
            rows[str(foe.mind.row)] += 1
        return stays

    with patch.object(mind_acts, "do_act", acting), patch.object(mind_turn, "think", thinking):
        yield acts, rows


def kept(file: Path) -> list[MindGame]:
    """Return the games of a file, none if there is no file."""
    if not file.exists():
        return []
    return [MindGame(**json.loads(line)) for line in file.read_text("ascii").splitlines()]


def as_line(game: MindGame) -> str:
    """Return a game as a line of such a file."""
    values: dict[str, Any] = {field.name: getattr(game, field.name) for field in fields(MindGame)}
    return json.dumps(values) + "\n"


def compared(games: Iterable[MindGame], first: str, second: str) -> str:
    """Return a line that compares two rules over the seeds that both have played."""
    by_rules: dict[str, dict[int, MindGame]] = {first: {}, second: {}}
    for game in games:
        if game.rules in by_rules:
            by_rules[game.rules][game.seed] = game
    seeds = sorted(by_rules[first].keys() & by_rules[second].keys())
    if len(seeds) < 2:
        return f"{second:15} {len(seeds)} pairs"
    before = [by_rules[first][seed] for seed in seeds]
    after = [by_rules[second][seed] for seed in seeds]
    mean, error = _mean([b.gold - a.gold for a, b in zip(before, after, strict=True)])
    ratio = sum(game.gold for game in after) / max(1, sum(game.gold for game in before))
    early = [sum(game.deepest <= EARLY for game in group) / len(seeds) for group in (before, after)]
    depth = [sum(game.deepest for game in group) / len(seeds) for group in (before, after)]
    return (
        f"{second:15} {len(seeds):5} pairs, gold {mean:+.0f} ± {_SIGMAS * error:.0f}, ratio {ratio:.3f}, "
        f"depth {depth[0]:.2f} {depth[1]:.2f}, early {early[0]:.3f} {early[1]:.3f}"
    )


def act_lines(games: Sequence[MindGame], known: Callable[[], Iterable[str]]) -> list[str]:
    """Return a line per act of a kind, then those that never occurred, then the rate."""
    acts: Counter[str] = Counter()
    for game in games:
        acts.update(game.acts)
    turns = sum(game.turns for game in games)
    missing = [name for name in known() if not acts[name]]
    lines = [f"{name:24} {count:6}" for name, count in sorted(acts.items())]
    lines.append(f"never: {', '.join(missing) or 'none'}")
    return [*lines, f"{1000 * acts.total() / max(1, turns):.2f} acts per 1,000 turns, {len(games)} games"]


def row_lines(games: Sequence[MindGame]) -> list[str]:
    """Return the share of monster steps that each row of the table ended."""
    rows: Counter[str] = Counter()
    for game in games:
        rows.update(game.rows)
    total = max(1, rows.total())
    return [f"row {row:>2} {100 * count / total:5.1f} %" for row, count in sorted(rows.items(), key=_number)]


def rung_lines(games: Sequence[MindGame]) -> list[str]:
    """Return how often the agent's rules against archers and packs acted, and in how many games."""
    return [
        f"{name}: {sum(game.rungs.get(name, 0) for game in games)} times "
        f"in {sum(name in game.rungs for game in games)} games"
        for name in RUNGS
    ]


def all_acts() -> list[str]:
    """Return every act of every kind."""
    kinds = ROGUE_MINDS.monsters.values()
    return [f"{kind.name} {own.name}" for kind in kinds if kind.mind for own in kind.mind.acts]


def _number(pair: tuple[str, int]) -> int:
    return int(pair[0])


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean with its standard error."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(variance / len(values))
