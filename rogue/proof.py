"""Proof of a fair score: a commitment before the game, verification of the journal after the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any, Final, Literal

from rogue import __version__
from rogue.shared.daily_seed import day_of_seed
from rogue.shared.sealed_text import digest_of_text
from rogue.tables.edition_table import EDITIONS
from rogue.ui.journal import JournalError, Keys, Restored, RunningDigest, Start
from rogue.ui.journal_sessions import DivergenceError, GameCrashError, JournalPlayer
from rogue.ui.options import PATHS
from rogue.variants.variant import digest_of

TITLE: Final = "rogue commitment 1"
DIGITS: Final = 64  # of a SHA-256
UNKNOWN: Final = "?"  # the seed of a game whose referee hides it
SECRET_BYTES: Final = 32
SEED_BYTES: Final = 8
LONGEST_ANSWER: Final = 200  # characters of the player's answer
DIGEST_TURNS: Final = 100  # turns between two digests shown to watchers
MAX_KEYS: Final = 2_000_000
CPU_SECONDS: Final = 60.0
LIMITS_OF_PROOF: Final = (
    "This does not show whether the player knew the dungeon before, or how many games were started.",
    "This does not show who or which program pressed the keys.",
)


def commitment_text(
    start: Start, *, seed_is_open: bool = True, secret: str = "", program: str = __version__
) -> str:
    """Return the text of a game's commitment, with a line for each value that determines the game (PRF-1).

    seed_is_open  True to include the seed, or False to hide it, as a referee does
    secret        the referee's secret in hexadecimal digits, or "" to include the nonce of `start` instead
    program       the version of the program that began the game
    """
    variant = start.variant
    rules = EDITIONS[start.edition] if variant is None else variant.rules
    rows = [
        TITLE,
        f"seed {start.seed if seed_is_open else UNKNOWN}",
        f"edition {start.edition}",
        f"variant {'-' if variant is None else f'{rules.variant} {rules.variant_version} {rules.digest}'}",
        f"options {json.dumps(start.options)}",
        f"year {start.year}",
        f"helpers {'yes' if start.helpers else 'no'}",
        f"wizard {'yes' if start.wizard else 'no'}",
        f"program {program}",
        f"rules {rules.digest or digest_of(rules)}",
        f"secret {secret}" if secret else f"nonce {start.nonce}",
    ]
    return "".join([f"{row}\n" for row in rows])


def commitment_of(text: str) -> str:
    """Return the commitment: the SHA-256 of the text, as `sha256sum` prints it."""
    return digest_of_text(text)


def provable_options(text: str) -> str:
    """Return an options text without the options that name files (PRF-2).

    >>> provable_options("terse,file=/tmp/x,name=Ann,lock=y")
    'terse,name=Ann'
    """
    parts = [part for part in text.split(",") if part.strip()]
    return ",".join([part for part in parts if not _names_file(part)])


def _names_file(part: str) -> bool:
    name, is_set, _ = part.partition("=")
    name = name.strip()
    return bool(is_set and name) and any(option.startswith(name) for option in PATHS)


def is_digest(text: str) -> bool:
    """Return whether a text is a SHA-256 in lowercase hexadecimal digits."""
    return len(text) == DIGITS and set(text) <= set("0123456789abcdef")


def referees_commitment(start: Start, secret: bytes, program: str = __version__) -> str:
    """Return the commitment that the referee shows before the player answers.

    Raises ValueError unless `secret` has `SECRET_BYTES` bytes.
    """
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    text = commitment_text(start, seed_is_open=False, secret=secret.hex(), program=program)
    return commitment_of(text)


def agreed_seed(commitment: str, secret: bytes, answer: str) -> int:
    """Return the dungeon number that is computed from commitment, secret, and the player's answer.

    Raises ValueError for an answer of more than `LONGEST_ANSWER` characters.
    """
    if len(answer) > LONGEST_ANSWER:
        raise ValueError(f"an answer has {LONGEST_ANSWER} characters at most")
    text = f"{commitment}\n{secret.hex()}\n{json.dumps(answer)}\n"
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:SEED_BYTES], "big")


def agreed_start(start: Start, secret: bytes, answer: str) -> Start:
    """Return `start` with the agreed dungeon number, which the game hides until the game is over.

    The number is agreed as follows: The referee draws a secret, and shows the player a commitment to this
    secret.  The player answers with any text.  The secret and the answer together determine the dungeon
    number.  After the game, the secret, the answer, and the journal are published, so that anyone can check
    the game.
    """
    seed = agreed_seed(referees_commitment(start, secret), secret, answer)
    return replace(start, seed=seed, nonce=secret.hex(), sealed=True)


def agreement_trouble(start: Start, commitment: str, answer: str, program: str = __version__) -> str:
    """Return a sentence that says why a game is not the agreed game.  Return "" if it is the agreed game.

    start       the start in the journal
    commitment  the commitment that the referee showed before the game
    answer      the player's answer
    program     the version of the program that began the game
    """
    try:
        secret = bytes.fromhex(start.nonce)
        if referees_commitment(start, secret, program) != commitment:
            return "The referee's commitment differs: the game or the secret was changed afterward."
        if agreed_seed(commitment, secret, answer) != start.seed:
            return "The dungeon does not follow from the secret and the player's answer."
    except ValueError as error:
        return f"The journal contains no referee's secret: {error}."
    return ""


def digest_of_keys(commitment: str, lines: list[str]) -> str:
    """Return the running digest of a journal's lines, in the form that watchers see (PRF-4)."""
    digest = RunningDigest(commitment)
    for line in lines:
        digest.add(line)
    return digest.value


Result = Literal["holds", "fails", "unclear"]
""""unclear" means that the rules differ or a limit was reached, so that nothing is claimed."""
CODES: Final[dict[Result, int]] = {"holds": 0, "fails": 1, "unclear": 3}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verification.

    The journal asserts a result of a game, and the verification confirms it, refutes it, or cannot decide.

    reason  why it was refuted or is undecided, or "" if it was confirmed
    claims  sentences on what the journal proves, or () if the assertion was not confirmed
    """

    result: Result
    reason: str = ""
    claims: tuple[str, ...] = ()
    seed: int | None = None
    score: int | None = None
    commitment: str = ""

    @property
    def code(self) -> int:
        """The exit code of `rogue verify`."""
        return CODES[self.result]

    def as_data(self) -> dict[str, Any]:
        """Return the verdict as JSON values."""
        return {**asdict(self), "claims": list(self.claims)}


def verify_journal(
    lines: Sequence[str],
    clock: Callable[[], float],
    limit: float = CPU_SECONDS,
    commit: str = "",
    answer: str | None = None,
) -> Verdict:
    """Replay a journal, and return the verdict.

    clock   a function that returns the CPU seconds used so far
    limit   the number of CPU seconds after which the verdict is "unclear"
    commit  the commitment that was shown before the game, or "" to check no commitment
    answer  the player's answer to a referee's commitment, or None if there was no referee
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
    """Return the verdict on a replay that failed.

    It is "unclear" if the game was begun with another version of the program, otherwise "fails".
    """
    if program != __version__:
        return Verdict(
            "unclear",
            f"{reason}; the journal is from version {program or '?'}, and this is version {__version__}",
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
            return Verdict("fails", f"line {run.line + 1} comes after the end of the game")
        if chain is not None:
            _compare_chain(run.line + 1, line, chain)
        run.step()
        event = run.events[-1]
        keys += len(event.keys) if isinstance(event, Keys) else 0
        restores += isinstance(event, Restored)
        if keys > MAX_KEYS or clock() - begun > limit:
            part = f"only {run.line} of {len(lines)} lines could be checked within the limits"
            return Verdict("unclear", part)
    return _of_end(run, commit if start.sealed else commitment, restores)


def _commitment_trouble(start: Start, program: str, commitment: str, commit: str, answer: str | None) -> str:
    if not commit:
        return ""
    if not is_digest(commit):
        return "a commitment has 64 hexadecimal digits (0-9, a-f)"
    if start.sealed and answer is None:
        return "the game had a referee, so its commitment also needs the player's answer"
    if start.sealed:
        return agreement_trouble(start, commit, answer or "", program).removesuffix(".")
    if answer is not None:
        return "the game had no referee, so there is no answer to check"
    if not commitment:
        return "the journal has no nonce: its game was started without --prove"
    if commit != commitment:
        return f"the commitment of this journal is {commitment}, not {commit}"
    return ""


def _compare_chain(number: int, line: str, chain: RunningDigest) -> None:
    """Add a line of a journal to the running digest.

    Raises JournalError if a check line or the end line does not contain the digest of the lines before it.
    """
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None  # not needed: the replay shows the end
    if isinstance(row, dict) and ("check" in row or "end" in row) and row.get("chain") != chain.value:
        raise JournalError(number, "the lines before it were changed")
    chain.add(line)


def _of_end(run: JournalPlayer, commitment: str, restores: int) -> Verdict:
    """Return the verdict on the end of a journal."""
    session, start, end = run.session, run.start, run.ended
    world = session.world
    if end is None:
        return Verdict("unclear", f"the game has not ended by turn {world.turns:,}, so it has no score yet")
    if run.end_trouble:
        return Verdict("fails", run.end_trouble)
    rules = world.rules
    at = f"on level {world.depth}, turn {world.turns:,}"
    marks = [
        f"helpers: {'yes' if world.options.helpers else 'no'}",
        f"wizard: {'yes' if world.unscored else 'no'}",
    ]
    claims = [
        f"These keys in dungeon {start.seed} under the rules of Rogue {rules.full_name} score {end.score:,}.",
        f"Ended: {end.how}, {at}; {', '.join(marks)}; restored: {restores}.",
    ]
    day = day_of_seed(start.seed)
    if day is not None and not rules.digest:
        claims.append(f"This is the daily dungeon of {day}.")
    if rules.digest:
        claims.append(f"Digest of the rules: {rules.digest}.")
    if commitment and start.sealed:
        claims.append(f"The dungeon follows from the commitment {commitment} and the player's answer.")
    elif commitment:
        claims.append(f"Commitment: {commitment}.")
    return Verdict("holds", "", (*claims, *LIMITS_OF_PROOF), start.seed, end.score, commitment)
