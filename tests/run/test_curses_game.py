"""The agent plays a game that the real curses draws as it plays the same game in memory, key for key."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

import pexpect
import pytest

from rogomatic.cli.own_game import EDITIONS
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.ui.session import Session
from tests.run.curses_games import TERMS, Pair, is_described, play_both, play_in_memory, program

FIRST_SEED = 40_000
SHORT = 100  # commands
EARLY = 150  # commands within which a game drops keys
WHOLE = range(FIRST_SEED, FIRST_SEED + 40)


def need(term: str) -> None:
    if not is_described(term):
        pytest.skip(f"no description of the terminal {term} here")


@pytest.mark.parametrize(
    ("edition", "term"),
    [
        (edition, term)
        if number % len(TERMS) == place
        else pytest.param(edition, term, marks=pytest.mark.long)
        for number, edition in enumerate(EDITIONS)
        for place, term in enumerate(TERMS)
    ],
)
def test_the_first_commands_are_those_of_memory(edition: str, term: str) -> None:
    need(term)
    pair = play_both(edition, term, FIRST_SEED + 1, SHORT)
    assert not pair.difference(), pair.difference()
    assert len(pair.kept) > SHORT // 3


@pytest.mark.long
@pytest.mark.parametrize("seed", WHOLE)
def test_whole_games_are_those_of_memory(seed: int) -> None:
    edition, term = EDITIONS[seed % 3], TERMS[seed // 3 % 3]
    need(term)
    pair = play_both(edition, term, seed)
    assert not pair.difference(), pair.difference()


def first_that_drops_keys(edition: str) -> tuple[int, int]:
    """Return the seed of a game in which keys typed ahead are dropped early, and the number of the burst."""
    for seed in count(FIRST_SEED):
        session = Session(seed, edition, GAME_OPTIONS)
        for number, keys in enumerate(play_in_memory(edition, seed, EARLY).bursts):
            session.feed(keys[:-1])  # without the marker: what comes behind a dropped key is asked again
            if session.flushed and session.mode == "command":
                return seed, number
            session.feed(keys[-1:])
    raise AssertionError("there is a game that drops keys")


def test_a_marker_that_the_game_drops_is_sent_again() -> None:
    need("vt100")
    seed, number = first_that_drops_keys("3.6")
    pair = play_both("3.6", "vt100", seed, number + 12)
    assert not pair.difference(), pair.difference()
    assert pair.resent
    assert pair.terminal.bursts[number + 1] == b";"


def test_what_differs_is_told_with_the_screen() -> None:
    need("vt100")
    pair = play_both("5.4", "vt100", FIRST_SEED + 1, 5)
    here = pair.memory
    other = Pair("5.4", "vt100", pair.seed, type(here)(here.end, [*here.bursts[:3], b"Q;"]), pair.terminal)
    assert pair.parted == -1
    assert other.parted == 3
    told = other.difference()
    assert f"burst 4: memory [b'Q;'] (commands), terminal [{here.bursts[3]!r}" in told
    assert "Level: 1  Gold: 0" in told


def test_a_game_that_was_quit_leaves_with_its_scores(tmp_path: Path) -> None:
    need("vt100")
    words = program("5.4", "vt100").argv[1:-1]
    env = {**os.environ, **dict(program("5.4", "vt100").env), "HOME": str(tmp_path)}
    child = pexpect.spawn(sys.executable, [*words, "3"], env=env, dimensions=(24, 80), timeout=120)
    child.expect_exact("Level: 1")
    child.send("Qy")
    child.expect_exact("[Press return to continue]")
    child.send("\r")
    child.expect_exact("Top 10 Scores:")
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, child.signalstatus) == (0, None)
