"""One match of a real-time game, with a journal of the keys in each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final

from rogomatic.eggg.look_ahead import LookAhead
from rogomatic.eggg.match_journal import MatchJournalError, row_line, rows
from rogue.shared.real_time_games import STEPS_PER_SECOND, RealTimeGame, RealTimeState
from rogue.shared.wording import listed, plural

MAX_STEPS: Final = 4 * 3600 * STEPS_PER_SECOND
_MOST_KEYS: Final = 8  # of a player in one step


class RealTimeMatch:
    """Match of a real-time game.

    machines  player -> computer player that presses keys for this player
    recorded  {step: {player: keys}} of a replay, or None in play
    until     step at which the match stops
    """

    def __init__(self, game: RealTimeGame, seed: int, machines: Mapping[int, LookAhead]) -> None:
        self.game, self.machines = game, machines
        self.state: RealTimeState = game.start(seed)
        self.recorded: dict[int, dict[int, list[str]]] | None = None
        self.until = MAX_STEPS
        self._pressed: dict[int, list[str]] = {}
        self._write: Callable[[str], object] = len  # no journal

    def begin(self, write: Callable[[str], object]) -> None:
        """Begin to write the journal.  `write` is called with each line."""
        self._write = write

    @property
    def persons(self) -> list[int]:
        """The players that are played by people, not by the computer."""
        return [player for player in range(len(self.game.players)) if player not in self.machines]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.state.is_over or self.state.step >= self.until

    def press(self, player: int, key: str) -> None:
        """Record a key that a player presses.  The key takes effect in the next step."""
        pressed = self._pressed.setdefault(player, [])
        if len(pressed) < _MOST_KEYS:
            pressed.append(key)

    def tick(self) -> None:
        """Play one step, unless the match is over."""
        if self.is_over:
            return
        if self.recorded is not None:
            keys = self.recorded.get(self.state.step, {})
        else:
            machines = {player: machine.keys(self.game.view(self.state, player))
                        for player, machine in self.machines.items()}  # fmt: skip
            keys = {player: told for player, told in {**self._pressed, **machines}.items() if told}
        self._pressed = {}
        if keys:
            told = {str(player): keys[player] for player in sorted(keys)}
            self._write(row_line(step=self.state.step, keys=told))
        self.state = self.game.after_tick(self.state, keys)
        self._leave_if_over()

    def _leave_if_over(self) -> None:
        if self.is_over:
            self.leave()

    def leave(self) -> None:
        """Write the number of steps played into the journal, with a digest of the state."""
        self._write(row_line(step=self.state.step, digest=digest_of(self.state)))

    def play_again(self, text: str) -> None:
        """Replay all steps of a journal without waiting between them.

        Raises MatchJournalError if the journal is damaged, or if a digest in it differs from the state's.
        """
        self.recorded, last = read_steps(text)
        for number, row in (*rows(text), (0, {"step": last})):
            while self.state.step < row["step"]:
                if self.is_over:
                    raise MatchJournalError(f"line {number}: the match is already over")
                self.tick()
            if "digest" in row and row["digest"] != digest_of(self.state):
                raise MatchJournalError(f"line {number}: the keys before this line lead to another position")
        self.recorded = None

    def verdict(self) -> str:
        """Return a sentence on how the match ended.  Return "" while the match continues."""
        game, state = self.game, self.state
        result, scores, players = game.result(state), game.scores(state), game.players
        if result is None:
            return "The match is not finished." if self.is_over else ""
        if len(players) == 1:
            return f"The game is over with {plural(scores[0], 'point')}."
        told = listed([f"{player} {score}" for player, score in zip(players, scores, strict=True)])
        winner = next((player for player, won in zip(players, result, strict=True) if won == 1.0), "")
        return f"{winner} wins: {told}." if winner else f"It is a draw: {told}."


def digest_of(state: RealTimeState) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 digest of a state."""
    return sha256(repr(tuple(state)).encode()).hexdigest()[:16]


def read_steps(text: str) -> tuple[dict[int, dict[int, list[str]]], int]:
    """Return ({step: {player: keys}}, number of steps) from a journal.  Raises MatchJournalError."""
    found: dict[int, dict[int, list[str]]] = {}
    last = 0
    for number, row in rows(text):
        step, keys = row.get("step"), row.get("keys", {})
        if type(step) is not int or not last <= step <= MAX_STEPS or not _are_keys(keys):
            raise MatchJournalError(f"line {number}: this is not a step of a match")
        if keys:
            found[step] = {int(player): told for player, told in keys.items()}
        last = step + bool(keys)
    return found, last


def _are_keys(keys: Any) -> bool:
    return isinstance(keys, dict) and all(
        player.isdecimal() and len(player) < 3 and isinstance(told, list)
        and all(isinstance(key, str) and len(key) < 80 for key in told)
        for player, told in keys.items()
    )  # fmt: skip
