"""The command `ghost`: a game of the agent, moment by moment."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from rogomatic.cli import main
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogue.app.ghost import moments_of
from tests.run.command_line import rogomatic

pytestmark = pytest.mark.slow
SEED = "634198918"


def test_moments_rise_and_end_with_the_score(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "ghost.jsonl"
    assert main(["ghost", "--seed", SEED, "--out", str(out)]) == 0
    moments = moments_of(out.read_bytes())
    turns = [moment.turn for moment in moments]
    assert turns == sorted(turns)
    assert [bool(moment.end) for moment in moments] == [False] * (len(moments) - 1) + [True]
    assert moments[-1].gold == max(moment.gold for moment in moments) > 0
    assert (moments[-1].hp, moments[-1].end.split()[0]) == (0, "killed")
    assert capsys.readouterr().out == ""
    assert rogomatic(["ghost", "--seed", SEED]).out == out.read_text()


def test_the_last_moment_has_the_hit_points_that_are_left() -> None:
    last = moments_of(rogomatic(["ghost", "--seed", "40002"]).out.encode())[-1]
    assert (last.hp == 0, last.end.startswith("killed")) == (False, False)


def test_a_reader_that_has_had_enough_is_no_failure_of_the_agent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Closed(StringIO):
        def write(self, _text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Closed())
    main(["ghost", "--seed", SEED])
    assert capsys.readouterr().err == ""


def test_a_file_that_cannot_be_written_is_named() -> None:
    said = rogomatic(["ghost", "--seed", SEED, "--out", "/no/such/folder/x"], 1).err
    assert "/no/such/folder/x cannot be written: No such file or directory" in said


def test_the_turns_are_the_games_own(tmp_path: Path) -> None:
    out, number = tmp_path / "ghost.jsonl", int(SEED)
    rogomatic(["ghost", "--seed", SEED, "--out", str(out)])
    game, player, keys, turns = OwnGame()(number), default_players()(number), b"", {0}
    while not player.done:
        keys = player.feed(game.feed(keys)) or player.timeout()
        turns.add(game.world.turns)
    moments = moments_of(out.read_bytes())
    assert {moment.turn for moment in moments} <= turns
    assert moments[-1].turn == max(turns) != player.beliefs.turn
