"""How the agent fares where monsters think, beside 5.4: one record per game, and the table of README."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from statistics import mean, median, stdev
from typing import Final

from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import MemoryLink, Played
from rogue.shared.confidence import SIGMAS

EDITIONS: Final = ("5.4", "minds")
SEVERAL: Final = 2  # foes that can strike at the end
SHALLOW: Final = 3  # the deepest of the first levels
_KILLERS: Final = 10  # named in the table


@dataclass(frozen=True, slots=True)
class Ended:
    """How one game ended; `beside` counts the foes that could strike at the last command."""

    edition: str
    seed: int
    finished: bool
    how: str
    killer: str
    score: int
    depth: int
    deepest: int
    beside: int


def play_one(edition: str, seed: int) -> Ended:
    """Play a game with the memory that ships, which learns nothing from it."""
    player, played = default_players()(seed), Played()
    end = play(MemoryLink(OwnGame(edition)(seed)), player, Limits(), played)
    report = player.report()
    beside = len(threat_of(player.beliefs).near)
    return Ended(
        edition, seed, end == "finished", report.how, report.killer, report.score, report.depth,
        player.beliefs.deepest, beside,
    )  # fmt: skip


def read_kept(path: Path) -> list[Ended]:
    """Return the games of a file, a JSON object a line; a last line that was cut off is left out."""
    found = []
    lines = path.read_text("utf-8").split("\n") if path.exists() else []
    for line in lines[:-1]:  # what follows the last line end is empty, or was cut off
        found.append(Ended(**json.loads(line)))
    return found


def line_of(ended: Ended) -> str:
    """Return a game as a line of such a file."""
    return json.dumps(asdict(ended)) + "\n"


def table_of(games: Sequence[Ended]) -> list[str]:
    """Return the table in Markdown, and a sentence on the pairs; games without a twin are left out."""
    sides = [{one.seed: one for one in games if one.edition == edition} for edition in EDITIONS]
    seeds = sorted(sides[0].keys() & sides[1].keys())
    plain, minds = ([side[seed] for seed in seeds] for side in sides)
    if not seeds:
        return ["No seed was played in both editions."]
    rows: list[tuple[str, ...]] = [
        (f"{len(seeds)} games each, seeds {seeds[0]} to {seeds[-1]}", *EDITIONS),
        ("---", "---", "---"),
    ]
    columns = [_figures(plain), _figures(minds)]
    rows += [(name, columns[0][name], columns[1][name]) for name in columns[0]]
    kills = [Counter(one.killer for one in side if one.how == "killed") for side in (plain, minds)]
    common = sorted(kills[0] | kills[1], key=lambda name: (-kills[0][name] - kills[1][name], name))
    rows += [(f"killed by: {name}", *(str(side[name]) for side in kills)) for name in common[:_KILLERS]]
    return [*(f"| {' | '.join(row)} |" for row in rows), "", _pairs(plain, minds)]


def _figures(side: Sequence[Ended]) -> dict[str, str]:
    """Return name -> figure of one edition's games."""
    scores = sorted(one.score for one in side)
    killed = [one for one in side if one.how == "killed"]
    several = sum(one.beside >= SEVERAL for one in killed)
    shallow = sum(one.depth <= SHALLOW for one in side)
    return {
        "finished": str(sum(one.finished for one in side)),
        "median, mean of the score": f"{median(scores):.0f}, {mean(scores):.0f} +- {_error(scores):.0f}",
        "90 of 100 score less than": str(scores[min(len(scores) * 9 // 10, len(scores) - 1)]),
        "mean of the deepest level": f"{mean([one.deepest for one in side]):.1f}",
        f"ended on levels 1 to {SHALLOW}": f"{shallow / len(side):.3f}",
        "killed with two foes or more beside": f"{several} of {len(killed)}",
    }


def _pairs(plain: Sequence[Ended], minds: Sequence[Ended]) -> str:
    more = [other.score - one.score for one, other in zip(plain, minds, strict=True)]
    better, worse = sum(one > 0 for one in more), sum(one < 0 for one in more)
    return (
        f"Paired, minds is {mean(more):+.0f} +- {_error(more):.0f} gold; better on {better} seeds, "
        f"worse on {worse}."
    )


def _error(values: Sequence[int]) -> float:
    """Return half of the 95 per cent interval of a mean, 0 for one value."""
    return SIGMAS * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
