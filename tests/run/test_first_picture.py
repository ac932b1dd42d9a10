"""A replay has something to show before the game is read to its end, whatever file it comes from."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import parser, replay_sources


class SeenEnough(BaseException):
    """The first picture is there: nothing more is read.  Like Quit, it is no failure of the game."""


def first_picture(*words: str, within: int = 1, is_played: bool = True) -> str:
    """Return the last row of the first picture that the making of a timeline shows, within so many
    commands: of the game as it is played again, or of a recording that is read.
    """
    args: argparse.Namespace = parser().parse_args(["replay", *words])
    rows: list[str] = []

    def look(done: int, whole: int, screen: Screen | None) -> None:
        if screen is not None:
            assert done <= within, "commands were played before the first picture"
            assert (whole == 0) == is_played, "the whole game was played before the first picture"
            rows.append(screen.text(23))
            raise SeenEnough

    with pytest.raises(SeenEnough):
        replay_sources.find_timeline(args, look)
    return rows[0]


@pytest.mark.parametrize("name", ["coffee-winner.jsonl", "agent-103.jsonl"])
def test_a_journal_shows_its_first_screen_at_once(root: Path, name: str) -> None:
    assert "Hp: 12(12)" in first_picture(str(root / "tests" / "journals" / name))


def test_a_recording_shows_its_first_screen_at_once(tmp_path: Path) -> None:
    file = tmp_path / "game.cast"
    events = "".join(f'[{second}.0, "o", "\\u001b[24;1HHp: 12(12) {second}"]\n' for second in range(200))
    file.write_text('{"version": 2, "width": 80, "height": 24}\n' + events)
    assert "Hp: 12(12) 0" in first_picture(str(file), is_played=False)


def test_a_game_that_is_played_again_shows_its_screen_soon() -> None:
    assert first_picture("--seed", "40007", within=50).startswith("Level: 1  Gold: ")
