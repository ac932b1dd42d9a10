"""Verification of a journal: whether its keys reach its score."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from rogue import __version__
from rogue.proof.commitment import commitment_of, commitment_text, is_digest
from rogue.proof.referee import agreement_trouble
from rogue.ui.journal import JournalError, Keys, Restored, RunningDigest, Start
from rogue.ui.journal_sessions import DivergenceError, GameCrashError, JournalPlayer

MAX_KEYS: Final = 2_000_000
CPU_SECONDS: Final = 60.0

Result = Literal["holds", "fails", "unclear"]
"""Unclear: other rules, or more than the limits allow; nothing is claimed then."""
CODES: Final[dict[Result, int]] = {"holds": 0, "fails": 1, "unclear": 3}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verification.

    reason   why it does not hold or is unclear, "" if it holds
    claims   sentences that are true when it holds
    """

    result: Result
    reason: str = ""
    claims: tuple[str, ...] = ()
    seed: int | None = None
    score: int | None = None
    commitment: str = ""

    @property
    def code(self) -> int:
        """The exit code."""
        return CODES[self.result]

    def as_data(self) -> dict[str, Any]:
        """Return it as values of JSON."""
        return {**asdict(self), "claims": list(self.claims)}


LIMITS_OF_PROOF: Final = (
    "It does not show that the player had not seen the dungeon before, nor how many games were begun.",
    "It does not show who, or what program, pressed the keys.",
)


def verify(
    lines: Sequence[str],
    clock: Callable[[], float],
    limit: float = CPU_SECONDS,
    commit: str = "",
    answer: str | None = None,
) -> Verdict:
    """Replay a journal and say whether it holds.

    clock   gives CPU seconds; after `limit` of them nothing is claimed
    commit  the commitment that was shown before the game, "" to check none
    answer  of the player to the commitment of a referee, None where there was no referee
    """
    program = _program_of(lines)
    try:
        return _verified(lines, clock, limit, commit, answer)
    except DivergenceError as error:
        return _failed(program, f"{error}")
    except JournalError as error:
        return Verdict("unclear" if error.of_other_version else "fails", f"{error}")
    except GameCrashError as error:
        return _failed(program, f"{error}")
    except RecursionError:
        return Verdict("fails", "a line is nested too deep")


def _failed(program: str, reason: str) -> Verdict:
    """Return that a replay went wrong; in a journal of another program that says nothing."""
    if program != __version__:
        return Verdict(
            "unclear", f"{reason}; it was made by version {program or '?'}, this one is {__version__}"
        )
    return Verdict("fails", reason)


def _program_of(lines: Sequence[str]) -> str:
    try:
        row = json.loads(lines[0])
    except (ValueError, RecursionError, IndexError):
        return ""
    program = row.get("program", "") if isinstance(row, dict) else ""
    return program if isinstance(program, str) else ""


def _verified(
    lines: Sequence[str], clock: Callable[[], float], limit: float, commit: str, answer: str | None
) -> Verdict:
    begun = clock()
    run = JournalPlayer(lines)
    start = run.start
    program = _program_of(lines)
    commitment = commitment_of(commitment_text(start, program=program)) if start.nonce else ""
    trouble = _commitment_trouble(start, program, commitment, commit, answer)
    if trouble:
        return Verdict("fails", trouble)
    chain = RunningDigest.of_header(lines[0]) if start.nonce else None
    keys = restores = 0
    while run.line < len(lines):
        line = lines[run.line]
        if run.ended is not None:
            return Verdict("fails", f"line {run.line + 1}: it stands behind the end of the game")
        if chain is not None:
            _compare_chain(run.line + 1, line, chain)
        run.step()
        event = run.events[-1]
        keys += len(event.keys) if isinstance(event, Keys) else 0
        restores += isinstance(event, Restored)
        if keys > MAX_KEYS or clock() - begun > limit:
            return Verdict("unclear", f"it was not checked within the limits: {run.line} lines were")
    return _of_end(run, commit if start.sealed else commitment, restores)


def _commitment_trouble(start: Start, program: str, commitment: str, commit: str, answer: str | None) -> str:
    if not commit:
        return ""
    if not is_digest(commit):
        return "a commitment is 64 digits of 0 to 9 and a to f"
    if start.sealed and answer is None:
        return "the journal is of a game with a referee, whose commitment needs the player's answer, too"
    if start.sealed:
        return agreement_trouble(start, commit, answer or "", program).removesuffix(".")
    if answer is not None:
        return "the journal is of a game without a referee, to whom nobody answered"
    if not commitment:
        return "the journal holds no nonce: its game was begun without --prove"
    if commit != commitment:
        return f"the commitment of this journal is {commitment}, not {commit}"
    return ""


def _compare_chain(number: int, line: str, chain: RunningDigest) -> None:
    """Compare the digest that a line holds with that of all lines before it, and add the line."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None  # the replay shows
    if isinstance(row, dict) and ("check" in row or "end" in row) and row.get("chain") != chain.value:
        raise JournalError(number, "the lines before it are not those that were written")
    chain.add(line)


def _of_end(run: JournalPlayer, commitment: str, restores: int) -> Verdict:
    """Compare the end of the journal with that of the game, and say what holds."""
    session, start, end = run.session, run.start, run.ended
    world, outcome = session.world, session.outcome
    if end is None:
        return Verdict("unclear", f"the game goes on at turn {world.turns}; it shows no score yet")
    score = 0 if outcome is None else outcome.score
    how = "saved" if outcome is None else outcome.how
    claimed = (end.how, end.turn, end.depth, end.score)
    if claimed != (how, world.turns, world.depth, score):
        return Verdict(
            "fails", f"line {run.line}: the game ends otherwise: {how}, turn {world.turns}, {score} gold"
        )
    rules = world.rules
    at = f"on level {world.depth}, turn {world.turns}"
    marks = [
        f"helpers: {'yes' if world.options.helpers else 'no'}",
        f"wizard: {'yes' if world.unscored else 'no'}",
    ]
    claims = [
        f"These keys in dungeon {start.seed} under the rules of Rogue {rules.full_name} score {score}.",
        f"Ended: {how}, {at}; {', '.join(marks)}; restored: {restores}.",
    ]
    if rules.digest:
        claims.append(f"Digest of the rules: {rules.digest}.")
    if commitment and start.sealed:
        claims.append(f"The dungeon follows from the commitment {commitment} and the player's answer.")
    elif commitment:
        claims.append(f"Commitment: {commitment}.")
    return Verdict("holds", "", (*claims, *LIMITS_OF_PROOF), start.seed, score, commitment)
