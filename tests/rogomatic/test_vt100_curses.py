"""What curses sends for a kind of terminal is understood as pyte understands it."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

from rogomatic.vt100 import Screen
from tests.support.pyte_oracle import Oracle

pytestmark = pytest.mark.slow


SCRIBBLE = Path(__file__).resolve().parents[1] / "support" / "curses_scribbler.py"
DRAWN = b"drawn"


def scribbled(term: str, seed: int) -> bytes:
    """The bytes of a random drawing through curses; skips where the kind of terminal is unknown."""
    child = pexpect.spawn(
        sys.executable, ["-S", "-E", str(SCRIBBLE), str(seed)], dimensions=(24, 80), timeout=120,
        env={"TERM": term, "PATH": "/usr/bin:/bin", "LC_ALL": "C"},
    )  # fmt: skip
    found = child.expect([DRAWN, pexpect.EOF])
    data = child.before
    assert isinstance(data, bytes)
    child.close(force=True)
    if (found and b"setupterm" in data) or b"Error opening terminal" in data:
        pytest.skip(f"no description of the terminal {term} here")
    assert found == 0, data
    return data


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("term", ["vt100", "linux"])
def test_a_drawing_through_curses_looks_as_pyte_shows_it(term: str, seed: int) -> None:
    data = scribbled(term, seed)
    assert len(data) > 1_000
    oracle, whole, bytewise = Oracle(), Screen(), Screen()
    oracle.feed(data)
    whole.feed(data)
    for byte in data:
        bytewise.feed(bytes([byte]))
    shown, cursor, bright = oracle.state()
    assert whole.picture() == bytewise.picture() == shown
    assert (whole.row, whole.col) == (bytewise.row, bytewise.col) == cursor
    assert whole.bright == bytewise.bright == bright
