"""The loop that feeds keys to a game, with a game of another kind than Rogue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from rogue.wire.lines import Line, LineKind, ProgramKeys
from rogue.wire.play_loop import TOO_SMALL, PlayLoop, first_bytes
from rogue.wire.wire_limits import WireLimits


class FakeLine:
    """A line on which some keys come, and then the end."""

    kind: LineKind = "raw"
    address = "203.0.113.7"

    def __init__(self, *parts: bytes, size: tuple[int, int] = (24, 80), unsent: int = 0) -> None:
        self.parts = list(parts)
        self.size = size
        self.unsent = unsent
        self.sent = b""
        self.gone = self.is_in = False
        self.has_alternate_screen = self.takes_utf8 = False

    async def read(self) -> bytes:
        self.gone = not self.parts
        return self.parts.pop(0) if self.parts else b""

    def write(self, data: bytes) -> None:
        self.sent += data

    def notify(self, **what: str) -> None: ...
    def close(self) -> None: ...
    async def part(self) -> None: ...
    def abort(self) -> None: ...


class Echo:
    """A game that draws its keys; some keys end or break it."""

    closed = wants_to_leave = is_full = False

    def __init__(self) -> None:
        self.line: Line | None = None
        self.last_key = -1.0

    def attach(self, line: Line) -> bytes:
        self.line = line
        return b"welcome"

    def feed(self, keys: bytes) -> bytes:
        if keys == b"!":
            raise ValueError("broken")
        self.closed, self.wants_to_leave, self.is_full = keys == b"q", keys == b"S", keys == b"f"
        if keys == b"t":
            self.line = None
        return keys.upper()

    def snapshot(self) -> bytes:
        return b"all"


def played(line: FakeLine, limits: WireLimits, now: Callable[[], float]) -> tuple[str, PlayLoop[Echo]]:
    game = Echo()
    assert first_bytes(line, game) in (b"welcome", TOO_SMALL)
    loop = PlayLoop(line, ProgramKeys(), game, limits, now)
    return asyncio.run(asyncio.wait_for(loop.run(), 20)), loop


@pytest.mark.parametrize(
    ("parts", "left", "sent"),
    [
        ((b"ab", b"c"), "gone", b"ABC"),
        ((b"a", b"q", b"b"), "over", b"AQ"),
        ((b"S",), "saved", b"S"),
        ((b"f",), "full", b"F"),
        ((b"!",), "broken", b""),
        ((b"t", b"a"), "taken", b"T"),
    ],
)
def test_a_sitting_ends_for_one_reason(parts: tuple[bytes, ...], left: str, sent: bytes) -> None:
    line = FakeLine(*parts)
    reason, loop = played(line, WireLimits(), lambda: 0.0)
    assert (reason, line.sent) == (left, sent)
    assert (loop.error is not None) == (left == "broken")


@pytest.mark.parametrize("part", [b"a", b"ab", b"a" * 50])
def test_only_keys_that_are_fed_count_as_typed(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """SRV-13."""
    clock = [0.0]

    async def wait(seconds: float) -> None:
        clock[0] += seconds + 1e-9  # a real clock never stands still

    line = FakeLine(*[part] * (300 // len(part)))
    monkeypatch.setattr(asyncio, "sleep", wait)
    assert played(line, WireLimits(), lambda: clock[0])[0] == "gone"
    assert line.sent == part.upper() * (300 // len(part))
    assert clock[0] == pytest.approx(1.0, abs=1e-3), "seconds for 100 keys after the first 200"


def test_a_line_that_takes_nothing_is_stuck() -> None:
    times = iter(range(1000))
    line = FakeLine(b"a", b"b", unsent=1 << 20)
    assert played(line, WireLimits(unsent_seconds=3), lambda: next(times))[0] == "stuck"


def test_a_sitting_ends_after_its_longest_time() -> None:
    times = iter(range(1000))
    assert played(FakeLine(*[b"a"] * 99), WireLimits(longest_seconds=9), lambda: next(times))[0] == "long"


def test_keys_in_a_small_window_are_dropped() -> None:
    line = FakeLine(b"ab", size=(23, 80))
    assert played(line, WireLimits(), lambda: 0.0)[0] == "gone"
    assert line.sent == b""
