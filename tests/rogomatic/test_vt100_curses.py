"""What curses sends for a kind of terminal is understood as pyte understands it."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pexpect
import pytest

from rogomatic.agent.screen.screen_codes import TOKENS
from rogomatic.agent.screen.vt100 import Screen
from tests.support.pyte_oracle import Oracle

pytestmark = pytest.mark.slow


SCRIBBLE = Path(__file__).resolve().parents[1] / "support" / "curses_scribbler.py"
DRAWN = b"drawn"


@cache
def scribbled(term: str, seed: int, *words: str, locale: str = "C") -> bytes:
    """The bytes of a random drawing through curses; skips where the kind of terminal is unknown.

    In the plain locale curses sends what it sends to a C program that sets none.
    """
    child = pexpect.spawn(
        sys.executable, ["-S", str(SCRIBBLE), str(seed), *words], dimensions=(24, 80), timeout=120,
        env={"TERM": term, "PATH": "/usr/bin:/bin", "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    child.expect(pexpect.EOF)
    child.ptyproc.delayafterclose = 0.0  # type: ignore[attr-defined]
    child.close()
    assert isinstance(child.before, bytes)
    data, drawn, _ = child.before.partition(DRAWN)
    if (not drawn and b"setupterm" in data) or b"Error opening terminal" in data:
        pytest.skip(f"no description of the terminal {term} here")
    assert drawn, data
    return data


@pytest.mark.parametrize("seed", range(2))
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


TERMS = (
    "xterm", "xterm-256color", "screen", "screen-256color", "tmux", "vte", "alacritty", "putty", "linux",
    "ansi", "rxvt", "vt220",
)  # fmt: skip


@pytest.mark.parametrize(("locale", "seed"), [("C", 0), ("C.UTF-8", 1)])
@pytest.mark.parametrize("term", TERMS)
def test_a_drawing_looks_the_same_on_every_kind_of_terminal(term: str, locale: str, seed: int) -> None:
    """Each draws by other means: repeated characters, character sets, insertion, scrolling."""
    plain, whole, bytewise = Screen(), Screen(), Screen()
    plain.feed(scribbled("vt100", seed, "lines"))
    data = scribbled(term, seed, "lines", locale=locale)
    whole.feed(data)
    for byte in data:
        bytewise.feed(bytes([byte]))
    assert whole.picture() == bytewise.picture() == plain.picture()
    assert (whole.row, whole.col) == (plain.row, plain.col)
    assert whole.bright == bytewise.bright == plain.bright
    assert whole.strange == 0


def test_curses_repeats_characters_where_the_terminal_can() -> None:
    """What a C program that sets no locale draws has runs in short, or the test above tries too little."""
    assert b"b" in b"".join(part[-1:] for part in TOKENS.split(scribbled("xterm", 1, "lines"))[1::2])
