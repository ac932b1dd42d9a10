"""A bot that is a program: it reads a line for each turn, it answers with a line."""

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

from rogomatic.roshambo.throws import LOST, NAMES, Past, throw_named
from rogue.shared.errors import CommandError, printable_line, reason_of
from rogue.shared.seeds import Dice
from rogue.shared.wording import plural

START: Final = "start"  # the line of the first turn; later ones hold the throw of the other side
MOST_SILENT: Final = 10  # throws in a row, after which a program is given up
_MOST_LINE: Final = 1000  # bytes of an answer
_READ: Final = 4096  # bytes
_LEAVE_SECONDS: Final = 0.5
_WORDS: Final = 100  # characters shown of the last line that a program complained in


class ProgramBot:
    """A program of a person in one match; it is stopped when the match ends.

    Its standard input gets one line a turn, "start" or the last throw of the other side: rock, paper, or
    scissors.  It answers each with a line: a throw, or its first letter.  A throw is lost by silence of more
    than `seconds` and by any other answer.  A program that ends or stays silent too often loses the rest.
    """

    def __init__(self, name: str, command: Sequence[str], turns: int, seconds: float) -> None:
        """Start the program.  Raises CommandError if it cannot be started."""
        self._turns = turns
        self._seconds = seconds
        self._received = b""
        self._late = 0  # answers that are still to come, of throws that are lost already
        self._silent = self._silent_in_row = self._garbled = 0
        self._end = ""  # why it plays no more
        self._turn = 0
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints,
                bufsize=0, start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            self._complaints.close()
            raise CommandError(f"The program of {name} does not start: {reason_of(error)}.") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the program and all that it has started."""
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
        """Tell the program the last throw of the other side, and return its answer or LOST."""
        self._turn = len(past.own) + 1
        if self._end:
            return LOST
        if not self._tell(NAMES[past.other[-1]] if past.other else START):
            return self._given_up(self._how_it_ended())
        answer = self._answer()
        if answer is None:
            if self._process.stdout is None or self._end:
                return LOST
            self._silent += 1
            self._silent_in_row += 1
            self._late += 1
            is_hopeless = self._silent_in_row >= MOST_SILENT
            return self._given_up(f"was silent {MOST_SILENT} times in a row") if is_hopeless else LOST
        self._silent_in_row = 0
        throw = throw_named(answer)
        self._garbled += throw == LOST
        return throw

    def remark(self) -> str:
        """Return what it lost by silence, garbage, or its end, "" for nothing."""
        lost = [f"{plural(self._silent, 'throw')} lost by silence"] * (self._silent > 0)
        lost += [f"{plural(self._garbled, 'throw')} lost by answers that are no throw"] * (self._garbled > 0)
        return ", ".join([*lost, *([self._end] if self._end else [])])

    def _given_up(self, why: str) -> int:
        self._end = f"it {why}, and lost every turn from {self._turn} on"
        return LOST

    def _tell(self, line: str) -> bool:
        """Send a line, and return whether it was taken in time."""
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        with suppress(OSError):
            if select.select([], [pipe], [], self._seconds)[1]:
                os.write(pipe, f"{line}\n".encode())
                return True
        return False

    def _answer(self) -> str | None:
        """Return the answer to the last line, or None for silence or after the end."""
        assert self._process.stdout is not None
        until = time.monotonic() + self._seconds
        while True:
            line, found, rest = self._received.partition(b"\n")
            if found and self._late:
                self._received = rest
                self._late -= 1
            elif found:
                self._received = rest
                return line[:_MOST_LINE].decode("ascii", "replace")
            elif len(self._received) > _MOST_LINE:
                self._given_up("wrote a line without end")
                return None
            elif not self._read_more(until):
                return None

    def _read_more(self, until: float) -> bool:
        """Wait for output, and return whether some came."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        left = max(0.0, until - time.monotonic())
        if not select.select([pipe], [], [], left)[0]:
            return False
        data = os.read(pipe, _READ)
        self._received += data
        if not data:
            self._given_up(self._how_it_ended())
        return bool(data)

    def _how_it_ended(self) -> str:
        """Return the exit of the program with the last line of its complaints."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_SECONDS)
        code = self._process.returncode
        how = "closed its pipes" if code is None else f"ended with exit code {code}"
        if code is not None and code < 0:
            with suppress(ValueError):
                how = f"was ended by {signal.Signals(-code).name}"
        words = self._last_complaint()
        return f"{how} ({words})" if words else how

    def _last_complaint(self) -> str:
        size = self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, size - _READ))
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        found = [line.strip() for line in lines if line.strip()]
        return printable_line(found[-1])[:_WORDS] if found else ""
