"""The rows of a trace, one for each decision of a game, written during play."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.rule_engine import TIRED, Choice, No
from rogomatic.agent.experts.fight_or_flee import is_worth_a_thought, options
from rogomatic.agent.ladder import is_command
from rogomatic.agent.player import Player
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.story.shown_danger import fought_here

DECIDED: Final[dict[str, type]] = {
    "seed": int, "command": int, "turn": int, "depth": int, "gold": int, "hp": int, "max_hp": int,
    "level": int, "experience": int, "strength": int, "armor": int, "alert": int, "pack": int,
    "amulet": int, "seen": int, "pursuers": int, "rule": str, "keys": str, "why": str, "refusals": str,
    "die_pct": float, "loss": float, "option": str, "option_die_pct": float, "option_cost": float,
    "second": str, "second_die_pct": float, "second_cost": float,
}  # fmt: skip
"""Column -> type, for the values known when a decision is made.  An empty field does not apply."""

Field = str | int | float | None


@cache
def _codes() -> dict[str, str]:
    """Return a dict from the reason of each known refusal to the code of that refusal.

    The code is the refusal's name in `engine/refusals.py`; the one exception is the refusal TIRED of
    `engine/rule_engine.py`, whose code is TIRED.
    """
    named = {one.why_not: name for name, one in vars(refusals).items() if isinstance(one, No)}
    return {**named, TIRED.why_not: "TIRED"}


def refusal_code(refusal: No) -> str:
    """Return the code of a refusal.  Refusals whose reasons differ only in figures have the same code.

    The code is usually the refusal's name in `engine/refusals.py`.  `choose_station` may refuse because its
    best option (such as "fight here") is for other rules to carry out; then the code is the name of that
    option.  A refusal by a rule that a person has added gets a code that is made from the words of its
    reason.

    >>> refusal_code(refusals.FED), refusal_code(No("not on a Friday, of 13 days"))
    ('FED', 'NOT_ON_A_FRIDAY_OF_N_DAYS')
    >>> refusal_code(No("fight here, 7% to die, 18 hit points lost", "fight here"))
    'FIGHT_HERE'
    """
    return _codes().get(refusal.why_not) or _in_capitals(refusal.without_figures) or "NO"


def _in_capitals(text: str) -> str:
    return re.sub(r"\W+", "_", re.sub(r"\d[\d.,]*", "N", text.upper())).strip("_")


def escaped(keys: bytes) -> str:
    r"""Return keys as one line of printable ASCII, with the escapes of a Python string.

    >>> print(escaped(b"\n"), escaped(b"\x1b"), escaped(b"4."))
    \n \x1b 4.
    """
    return keys.decode("latin-1").encode("unicode_escape").decode("ascii")


def decision_row(seed: int, beliefs: Beliefs, choice: Choice) -> list[Field]:
    """Return the fields of a decision, in the order of `DECIDED`."""
    me, foes = beliefs.me, threat_of(beliefs).foes
    here = fought_here(beliefs, choice) if foes else None
    odds: list[Field] = [None, None]
    if here is not None:
        odds = [round(100 * here.death_probability, 3), round(here.loss, 2)]
    ways = options(beliefs)[:2] if foes and is_worth_a_thought(beliefs) else ()
    compared = [field for way in ways for field in _way(beliefs, way)]
    compared += [None] * (6 - len(compared))
    return [
        seed, beliefs.commands, beliefs.turn, me.depth, me.gold, me.hp, me.max_hp, me.level, me.exp,
        me.strength, me.armor, int(me.alert), len(beliefs.pack), int(beliefs.has_amulet),
        len(beliefs.foes.seen), len(foes), choice.rung, escaped(choice.act.keys),
        choice.act.because, " ".join(map(refusal_code, choice.refusals)), *odds, *compared,
    ]  # fmt: skip


def _way(beliefs: Beliefs, way: Option) -> tuple[Field, ...]:
    percent = 100 * way.fight_cost.death_probability
    return way.name, round(percent, 3), round(way.cost(beliefs.knobs), 2)


def part_of_game(folder: Path, seed: int) -> Path:
    """Return the path of the file for the rows of one game.

    The file is temporary: it exists only while the batch that the game belongs to is being played.
    """
    return folder / f"{seed}.csv"


@dataclass(frozen=True, slots=True)
class TracedPlayers:
    """Maker of players whose decisions are written into a folder, one file per game."""

    players: Callable[[int], Player]
    folder: Path

    def __call__(self, seed: int) -> Player:
        player = self.players(seed)
        part = part_of_game(self.folder, seed)
        part.unlink(missing_ok=True)  # of a batch that was killed
        file = part.open("x", encoding="utf-8", newline="", buffering=1)
        writer, before = csv.writer(file), player.overrule

        def note(choice: Choice) -> Choice:
            made = choice if before is None else before(choice)
            if is_command(made):
                writer.writerow(decision_row(player.seed, player.beliefs, made))
            return made

        player.overrule = note
        return player
