"""Step logs: the steps of foes that were seen in games, played or recorded; a line for each game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.beliefs.known_monsters import StepHistory, name_of
from rogomatic.cli.agent_factory import default_players, knobs_in
from rogomatic.cli.own_game import OwnGame
from rogomatic.cli.replay_sources import content_of
from rogomatic.knobs import DEFAULT, Knobs
from rogomatic.player import Player
from rogomatic.predict.step_predictor import SYMBOLS, last_of
from rogomatic.rule_engine import Choice
from rogomatic.run.recordings.recording_formats import read_asciicast
from rogomatic.run.recordings.timeline import choose_again, exchanges_of
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import MemoryLink, Played
from rogomatic.run.runner.pty import Program
from rogomatic.run.storage.run_format import manifest_of, rows_of

_HIGHEST_LAST: Final = last_of(SYMBOLS - 1, SYMBOLS - 1)


class LoggedStep(NamedTuple):
    """A step of a foe: its kind, what the rule expected, `last_of` the step before it, what it was.

    near  whether the foe was next to the hero
    """

    name: str
    expected: int
    last: int
    step: int
    near: bool


class GameSteps(NamedTuple):
    """The steps of one game, which `game` names; `digest` is that of its keys, "" where it was not played."""

    game: str
    edition: str
    steps: tuple[LoggedStep, ...]
    digest: str = ""


class StepLogError(Exception):
    """A file that is no step log; the message is a sentence for the user."""


@dataclass(frozen=True)
class StepLogger:
    """Plays the game of a seed and returns its steps: our own game in memory, or a program on a terminal."""

    edition: str
    program: Program | None = None
    knobs: Knobs = DEFAULT

    def __call__(self, seed: int) -> GameSteps:
        player, take = followed_player(seed, self.knobs)
        played = Played()
        logged: list[LoggedStep] = []

        def note(choice: Choice) -> Choice:
            logged.extend(take())
            return choice

        player.overrule = note
        link = self.program(seed) if self.program is not None else MemoryLink(OwnGame(self.edition)(seed))
        over = False
        try:
            over = play(link, player, Limits(), played) == "finished"
        finally:
            link.close(over)
        return GameSteps(str(seed), player.beliefs.edition, tuple(logged), played.digest())


def kept_games(path: Path) -> tuple[StepLogger, dict[int, str]]:
    """Return what plays the games of a kept run of our own Rogue again, and seed -> digest of their keys.

    Raises RunFileError for a file that is no run, StepLogError for one whose games cannot be played again.
    """
    manifest = manifest_of(path)
    knobs = knobs_in(manifest.knobs)
    if manifest.game:
        raise StepLogError(f"{path} was played by another Rogue: name that with --game, and its seeds.")
    if knobs is None:
        raise StepLogError(f"{path} has other knobs than this version; its games cannot be played again.")
    return StepLogger(manifest.edition, None, knobs), {row.seed: row.keys_digest for row in rows_of(path)}


def followed_player(seed: int, knobs: Knobs = DEFAULT) -> tuple[Player, Callable[[], list[LoggedStep]]]:
    """Return a player that plays as usual, and what takes the steps that it has seen in the last turn."""
    player = replace(default_players(), knobs=knobs)(seed)
    history = player.beliefs.steps = StepHistory(None)

    def take() -> list[LoggedStep]:
        observed, history.observed = history.observed, ()
        return [LoggedStep(name_of(one.foe), one.expected, one.last, one.step, one.near) for one in observed]

    return player, take


def steps_of_recording(path: Path) -> GameSteps:
    """Go through an asciicast with the keys in it, and return its steps.

    They end where the agent can make no sense of the keys.  Raises CommandError for a file that cannot be
    read, AsciicastError for one that is no asciicast.
    """
    cast = read_asciicast(content_of(path))
    player, take = followed_player(0)
    logged: list[LoggedStep] = []
    for drawn, keys, _ in exchanges_of(cast):
        if not choose_again(player, drawn, keys):
            break
        logged += take()
    return GameSteps(path.name, player.beliefs.edition, tuple(logged))


def write_log(games: Iterable[GameSteps], path: Path) -> int:
    """Write a line for each game as it comes; return how many steps they have."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for one in games:
            steps = [[*step[:4], int(step.near)] for step in one.steps]
            row = {"game": one.game, "edition": one.edition, "steps": steps}
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
            count += len(steps)
    return count


def read_log(path: Path) -> list[GameSteps]:
    """Read a step log.  Raises StepLogError."""
    found: list[GameSteps] = []
    try:
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            steps = tuple(_step(*one) for one in row["steps"])
            found.append(GameSteps(str(row["game"]), str(row["edition"]), steps))
    except OSError as error:
        raise StepLogError(f"{path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, KeyError, TypeError):
        raise StepLogError(f"{path} is no step log: line {len(found) + 1} means nothing.") from None
    return found


def _step(name: str, expected: int, last: int, step: int, near: int) -> LoggedStep:
    if not (0 <= expected < SYMBOLS and 0 <= step < SYMBOLS and 0 <= last <= _HIGHEST_LAST):
        raise ValueError(name)
    return LoggedStep(str(name), expected, last, step, bool(near))
