"""The `rogue verify` command: check whether a journal's keys lead to the score that the journal claims."""

from __future__ import annotations

import argparse
import json
import signal
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rogue.proof import CPU_SECONDS, Result, Verdict, is_digest, verify_journal
from rogue.shared.command_lines import ArgumentParser, decimal_number, some_name
from rogue.shared.errors import LaunchError, printable, refusing
from rogue.shared.files import MAX_BYTES, read_bounded
from rogue.shared.program_start import need_output
from rogue.storage.game_files import SaveFileError, journal_text

MIN_SECONDS: Final = 0.001
HEADS: Final[dict[Result, str]] = {
    "holds": "The claim holds.", "fails": "The claim does not hold", "unclear": "Unclear",
}  # fmt: skip


def verify_command(words: Sequence[str]) -> int:
    """Run `rogue verify` with these arguments.  Return the exit code.  Raises LaunchError."""
    parser = _parser()
    args = parser.parse_args(words)
    if args.answer is not None and not args.commit:
        parser.error("--answer requires --commit")
    commit = args.commit.strip().lower()
    if commit and not is_digest(commit):
        parser.error("argument --commit: a commitment has 64 hexadecimal digits (0-9, a-f)")
    need_output()
    path = Path(args.file)
    try:
        with refusing(path):
            lines = journal_text(read_bounded(path, MAX_BYTES), path).splitlines()
    except SaveFileError as error:
        raise LaunchError(str(error)) from error
    verdict = _within(args.limit, lines, commit, args.answer)
    if args.json:
        print(json.dumps(verdict.as_data()))
        return verdict.code
    print(printable(f"{path}: {HEADS[verdict.result]}" + (f": {verdict.reason}." if verdict.reason else "")))
    for claim in verdict.claims:
        print(printable(claim))
    return verdict.code


class LimitReachedError(BaseException):
    """Raised at the CPU limit.  It is a BaseException, so that no `except Exception` in a game catches it."""


def _within(limit: float, lines: list[str], commit: str, answer: str | None) -> Verdict:
    """Replay the journal and return the verdict.

    If the replay has not finished after `limit` seconds of CPU time, stop it and return "unclear".
    """

    def stop(_number: int, _frame: object) -> None:
        raise LimitReachedError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        return verify_journal(lines, time.process_time, limit, commit, answer)
    except LimitReachedError:
        return Verdict("unclear", f"it was not checked within {limit:g} CPU seconds")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog="rogue verify",
        description="Replay the keys of a journal or a saved game, and check the score it claims.",
        epilog="Exit code 0: the claim holds; 1: it does not hold, or standard error says why it cannot be "
        "checked; 3: unclear, because the file is of another version or exceeds the limits.",
    )
    parser.add_argument("file", type=some_name, metavar="FILE", help="a journal, or a saved game")
    parser.add_argument("--commit", default="", metavar="HEX",
        help="the commitment shown before the game (`rogue --prove`)")  # fmt: skip
    parser.add_argument("--answer", metavar="TEXT",
        help="the player's answer to a referee's commitment (with --commit)")  # fmt: skip
    parser.add_argument("--limit", type=_seconds, default=CPU_SECONDS, metavar="S",
        help=f"maximum CPU seconds (default: {CPU_SECONDS:g})")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print exactly one JSON object")
    return parser


_seconds = partial(decimal_number, least=MIN_SECONDS, most=1_000_000)
