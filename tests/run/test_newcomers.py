"""What newcomers once stumbled over, and no other file tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogomatic import cli
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import arguments
from rogomatic.cli.agent_factory import AgentFactory
from rogomatic.run.recordings.recording_store import LastGames, watched_folder
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import MemoryLink
from rogomatic.run.storage.agent_files import data_folder
from rogomatic.run.viewer.canvas import Style, text_of
from rogomatic.run.viewer.frame import Showing, bare_frame, frame_of
from rogomatic.run.viewer.mind_panels import danger
from rogomatic.run.viewer.state_panels import hero, level
from rogue.cli import main as rogue_main
from rogue.ui.session import Session
from tests.support.agent_scenes import Scene


class Shown:
    """An agent made of drawn beliefs."""

    def __init__(self, scene: Scene) -> None:
        player = Player(Memory(), DEFAULT, 1)
        self.beliefs, self.screen, self.done = scene.b, scene.screen, False
        self.trace, self.memory = player.trace, player.memory


def test_a_watched_game_is_shown_again_with_the_memory_it_was_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    unread = AgentFactory(Memory(), DEFAULT)  # what ships has another memory, and plays otherwise
    args = cli.parser().parse_args(["watch"])
    keeper = LastGames(watched_folder(), arguments.origin_of_game(args, unread), "run")
    played = []

    def agents(seed: int) -> Player:
        played.append(unread(seed))
        return played[-1]

    row = play_game(44_503, lambda seed: keeper.record(MemoryLink(Session(seed)), seed), agents, Limits(200))
    keeper.finish(row)
    assert cli.main(["replay", "--last", "--to-turn", "50", "--print"]) == 0
    shown = capsys.readouterr()
    assert "not the agent's keys" not in shown.out
    assert cli.main(["replay", "--last", "--at", "end", "--print"]) == 0
    assert f"turn {played[0].beliefs.turn}" in capsys.readouterr().out


def test_each_replay_names_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rogue_main(["replay", "--help"])
    assert "rogomatic replay FILE" in " ".join(capsys.readouterr().out.split())
    with pytest.raises(SystemExit):
        cli.main(["replay", "--help"])
    assert "rogue replay" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_every_key_of_the_help_can_be_read(edition: str) -> None:
    game = Session(3, edition)
    game.feed(b"")
    game.feed(b"?*")
    rows = [row for row in game.screen[:23] if row.strip()]
    assert len(rows) > 20
    assert not any(row.startswith("  ") for row in rows), "a line of the help begins with its key"
    assert not any("^@" in row for row in rows)
    assert any("space   rest for a turn" in row for row in rows) == (edition == "3.6")


def test_a_long_sentence_of_a_replay_is_shown_whole() -> None:
    words = "This game has no fight with 'zzzyx'; the hero fought " + ", ".join(["hobgoblin"] * 20) + "."
    showing = Showing(top=((words, Style.STRONG),), notice="30/3,408 15/s")
    told = []
    for showing.page in range(4):
        first, *others = bare_frame(Screen(), 80, 24, showing, "").rows()
        assert not any(others), "nothing lies over the map"
        told.append(first.removesuffix(" ..."))
    assert " ".join(told) == words


def test_files_go_to_the_data_folder_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    for command in ("watch", "coach", "replay"):
        assert arguments.files_folder(cli.parser().parse_args([command])) == data_folder() / "files"
        told = cli.parser().parse_args([command, "--files-in", "here"])
        assert arguments.files_folder(told) == Path("here")


def test_headings_stand_apart_at_every_width() -> None:
    agent = Shown(Scene("  ------\n  |.O..|\n  |.@..|\n  ------"))
    known = {"foe", "where", "state", "hit", "be", "it", "blows", "loss", "die"}
    wrong = {}
    for width in range(16, 160):
        words = set(text_of(danger(agent, None, width, 9)[0]).split())
        if not words <= known:
            wrong[width] = words
    assert wrong == {}


def test_one_thing_has_no_plural() -> None:
    scene = Scene()
    scene.b.watch.swept = scene.b.watch.idle = 1
    scene.b.turn = scene.b.watch.level_turn + 1
    text = "\n".join(text_of(one) for one in level(Shown(scene), None, 60, 20))
    assert "for 1 turn" in text
    assert "1 turns" not in text
    assert "1 squares" not in text


def test_only_gold_is_yellow() -> None:
    lines = hero(Shown(Scene()), None, 60, 20)
    yellow = [text for one in lines for text, look in one if look is Style.GOLD]
    assert [text.strip() for text in yellow] == ["0"]


def test_a_short_panel_leaves_the_map_below_it() -> None:
    scene = Scene()
    agent = Shown(scene)
    rows = frame_of(agent, None, 80, 24, Showing(text=("Keys", [(("one", Style.PLAIN),)] * 5))).rows()
    assert rows[1].startswith(" Keys")
    assert rows[7].startswith(" the same key, Escape or space closes it")
    assert rows[8:23] == [scene.screen.text(row).rstrip() for row in range(8, 23)]


def test_a_wrong_value_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["batch", "--games", "none"])
    assert capsys.readouterr().err == (
        "rogomatic batch: error: argument --games: 'none' is not a whole number\n"
    )
