"""A bot that is an external program, which reads one line per turn, then answers with one line."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from rogomatic.roshambo.answer_lines import START, AnswerLines
from rogomatic.roshambo.throws import LOST, NAMES, Past
from rogue.shared.errors import CommandError, printable_line, reason_of
from rogue.shared.seeds import Dice

_FLUSHING: Final = {"PYTHONUNBUFFERED": "1"}  # a Python program need not flush its answers
_READ: Final = 4096  # bytes
_LEAVE_SECONDS: Final = 0.5
_WORDS: Final = 100  # maximum characters of the last error line


class ProgramBot:
    """An external program that plays one match.  The program is stopped when the match ends.

    The program's standard input gets one line per turn: "start", or the last throw of the other side (rock,
    paper, or scissors).  The program answers with a line: the name of a throw, or the first letter of a name.
    A program that gives any other answer, or none within `seconds`, loses the turn.  A program that ends, or
    is silent too often, loses all further turns.
    """

    def __init__(self, name: str, command: Sequence[str], seconds: float) -> None:
        """Start the program.  Raises CommandError if the program cannot be started."""
        self._seconds = seconds
        self._answers = AnswerLines()
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints,
                bufsize=0, start_new_session=True, env={**os.environ, **_FLUSHING},
            )  # fmt: skip
        except (OSError, ValueError) as error:
            self._complaints.close()
            raise CommandError(f"The program of {name} cannot be started: {reason_of(error)}.") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the program and all processes that it has started."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LEAVE_SECONDS)
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        self._complaints.close()

    def choose(self, past: Past, dice: Dice) -> int:  # noqa: ARG002
        """Send the last throw of the other side to the program.  Return the program's throw, or LOST."""
        answers, turn = self._answers, len(past.own) + 1
        if answers.end:
            return LOST
        if not self._tell(NAMES[past.other[-1]] if past.other else START):
            return answers.give_up(self._how_it_ended(), turn)
        until = time.monotonic() + self._seconds
        while (throw := answers.take(turn)) is None:
            data = self._read(until)
            if data is None:
                return answers.miss(turn)
            if not data:
                return answers.give_up(self._how_it_ended(), turn)
            answers.add(data)
        return throw

    def remark(self) -> str:
        """Return a remark on the turns that the program lost because it made no valid throw.

        Return "" if there are no such turns.
        """
        return self._answers.remark()

    def _tell(self, line: str) -> bool:
        """Send a line to the program.  Return whether the line could be written before the time ran out."""
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        with suppress(OSError):
            if select.select([], [pipe], [], self._seconds)[1]:
                os.write(pipe, f"{line}\n".encode())
                return True
        return False

    def _read(self, until: float) -> bytes | None:
        """Return output of the program, or b"" if it has ended.  Return None if nothing comes in time."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        if not select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
            return None
        return os.read(pipe, _READ)

    def _how_it_ended(self) -> str:
        """Return text that says how the program ended and that quotes the last line of its error output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_SECONDS)
        code = self._process.returncode
        how = "closed its pipes" if code is None else f"ended with exit code {code}"
        if code is not None and code < 0:
            with suppress(ValueError):
                how = f"was killed by {signal.Signals(-code).name}"
        words = self._last_complaint()
        return f"{how} ({words})" if words else how

    def _last_complaint(self) -> str:
        size = self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, size - _READ))
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        found = [line.strip() for line in lines if line.strip()]
        return printable_line(found[-1])[:_WORDS] if found else ""
