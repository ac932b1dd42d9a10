"""A program on a pseudo-terminal, with an emulator on the other side."""

from __future__ import annotations

import os
import termios
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pexpect
import pyte

from tests.support.forked_program import Main, OnTerminal
from tests.support.narrow_screen import NarrowScreen

ROOT: Final = Path(__file__).resolve().parents[2]
WAIT: Final = 120.0  # seconds until a program that hangs is given up


class Line:
    """A game on a pseudo-terminal, with an emulator on the other side."""

    main: Main | None = None
    """What is run in the place of `rogue`."""

    def __init__(
        self, folder: Path, term: str, *args: str, size: tuple[int, int] = (24, 80), **more: str
    ) -> None:
        env = {**os.environ, "TERM": term, "PYTHONPATH": str(ROOT), "HOME": str(folder)}
        env |= {f"XDG_{name}_HOME": str(folder) for name in ("DATA", "STATE", "CONFIG")}
        env.pop("NO_COLOR", None)
        env["ROGUEOPTS"] = "name=rogo-ann"
        env["ROGOSEED"] = "3"
        env |= more
        self.child: Any = OnTerminal(["rogue", *args], env, size, self.main)
        self.screen = NarrowScreen(size[1], size[0])
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""

    def until(self, text: str) -> None:
        """Read until the emulator shows `text`; fails after a while."""
        end = time.monotonic() + WAIT
        while text not in "\n".join(self.screen.display):
            assert time.monotonic() < end, "\n".join(self.screen.display)
            try:
                self._take(self.child.read_nonblocking(4096, 0.1))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
        assert text in "\n".join(self.screen.display)

    def until_gone(self, text: str) -> None:
        """Read until the emulator shows `text` no more; fails after a while."""
        end = time.monotonic() + WAIT
        while text in "\n".join(self.screen.display):
            assert time.monotonic() < end, "\n".join(self.screen.display)
            with suppress(pexpect.TIMEOUT):
                self._take(self.child.read_nonblocking(4096, 0.1))

    def press_until(self, key: bytes, text: str) -> None:
        """Press a key each second until `text` is shown: a terminal that changes hands drops keys."""
        end = time.monotonic() + WAIT
        while text not in "\n".join(self.screen.display):
            assert time.monotonic() < end, "\n".join(self.screen.display)
            self.type(key)
            with suppress(pexpect.TIMEOUT):
                self._take(self.child.read_nonblocking(4096, 1.0))

    def until_sent(self, data: bytes) -> None:
        """Read until `data` has been sent; fails after a while."""
        end = time.monotonic() + WAIT
        while data not in self.raw:
            assert time.monotonic() < end, self.raw
            with suppress(pexpect.TIMEOUT):
                self._take(self.child.read_nonblocking(4096, 0.1))

    def gone(self) -> int | None:
        """Read to the end; return the exit code, or minus the signal."""
        try:
            while True:
                self._take(self.child.read_nonblocking(4096, WAIT))
        except pexpect.EOF:
            pass
        self.child.close()
        code: int | None = self.child.exitstatus
        return -int(self.child.signalstatus) if code is None else code

    def _take(self, data: bytes) -> None:
        self.raw += data
        self._stream.feed(data)

    def type(self, keys: bytes, until: str = "") -> None:
        """Press keys; with a text, read until the emulator shows it."""
        self.child.send(keys)
        if until:
            self.until(until)

    def cooked(self) -> bool:
        """Return whether the terminal echoes and takes whole lines, as a shell leaves it."""
        mode = termios.tcgetattr(self.child.child_fd)[3]
        return bool(mode & termios.ICANON) and bool(mode & termios.ECHO)
