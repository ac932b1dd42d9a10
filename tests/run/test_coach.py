"""The coach: a person plays, the agent says what it would do, or plays on until something happens."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.editions import Edition
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.cli import main, own_game
from rogomatic.cli.watch_commands import _coached_end_lines
from rogomatic.run.recordings.manual_control import RUNG, keys_of_game
from rogomatic.run.recordings.recording_store import LastGames
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.viewer.canvas import text_of
from rogomatic.run.viewer.coach import MAX_COMMANDS, CoachController, Situation, what_happened
from rogomatic.run.viewer.controls import (
    COACH_FIRST,
    COACH_KEYS,
    COACH_TEXT,
    ViewOptions,
    game_page,
    help_page,
)
from rogomatic.run.viewer.move_risk import risk_of
from rogue.storage.history import FinishedGame, add_game
from rogue.storage.places import history_file, scores_file
from rogue.storage.scorefile import add_score
from rogue.ui.end_screens import ScoreRow
from tests.run.paper import Paper, player_in
from tests.run.rows import ROW
from tests.run.watching import Person
from tests.support import forked_program
from tests.support.agent_scenes import Scene, status

ROOT = Path(__file__).resolve().parents[2]
SEARCH = Choice("search here", Act(b"3s", "nothing else to do", Action("search", times=3)), (), LADDER)
CALM = Situation(7, 1, 12, "", (), cannot_see=False)
ORC = """
  ----------
  |........|
  |...@..O.+
  |........|
  ----------
"""


AGAIN = ["See the game again", "Where it went wrong", "Which moves were mistakes"]


class Coached:
    """A person at a drawn room who types keys; `shown` is the text of every frame."""

    def __init__(self, *keys: str, size: tuple[int, int] = (80, 24), speed: float = 0.0) -> None:
        self.paper = Paper(keys, size)
        options = ViewOptions(speed, Path("unused"), every_turn=True)
        self.view = CoachController(self.paper.terminal, options)
        self.scene, self.player = Scene(), player_in()
        self.player.screen, self.player.beliefs = self.scene.screen, self.scene.b
        self.view.watch(self.player)

    def decide(self, choice: Choice = SEARCH) -> Choice:
        return self.view.consider(choice)

    @property
    def shown(self) -> list[str]:
        return self.paper.shown


@pytest.mark.parametrize("size", [(80, 24), (80, 25), (80, 36), (150, 46), (220, 60)])
def test_what_the_agent_would_do_is_not_shown_before_it_is_asked(size: tuple[int, int]) -> None:
    coached = Coached("5", "l", size=size)
    choice = coached.decide()
    assert (choice.rung, choice.act.keys) == (RUNG, b"5l")
    assert not any("search here" in text for text in coached.shown)
    assert "x: ask the agent" in coached.shown[0]


def test_x_says_what_the_agent_would_do_and_why_and_once_more_its_rule() -> None:
    coached = Coached("x", "x", "x", "l")
    assert coached.decide().act.keys == b"l"
    said = next(text for text in coached.shown if "It would" in text)
    assert said.startswith("It would search here: nothing else to do. x: more, X: do it")
    page = next(text for text in coached.shown if " Why\n" in text)
    assert "Search in place when there is nothing else to do." in page
    assert " Why\n" not in coached.shown[-1]


@pytest.mark.parametrize(
    ("size", "more", "title"),
    [
        ((80, 25), "x: more, ", "Why"), ((80, 36), "x: more, ", "The agent's rules, most urgent first"),
        ((97, 24), "x: more, ", "The agent's rules, most urgent first"), ((124, 36), "", ""),
    ],
)  # fmt: skip
def test_a_second_x_shows_what_the_window_lacks(size: tuple[int, int], more: str, title: str) -> None:
    coached = Coached("x", "x", "x", "l", size=size)
    assert coached.decide().act.keys == b"l"
    assert any(f"nothing else to do. {more}X: do it" in text for text in coached.shown)
    pages = [text.split("\n")[1][:80].strip() for text in coached.shown]
    assert [row for row in pages if not row.startswith("---")] == [title] * bool(title)
    assert not coached.view.showing.overlay


def test_greeting_and_version_are_shown_only_to_a_person_who_has_asked() -> None:
    coached = Coached("x", "x", "\x1b", "v", "", "l")
    hello = "Hello Ann, just a moment while I dig the dungeon #8..."
    coached.player.trace.add_messages(0, [hello, "Rogue version 5.4.5 dungeon 8 (chongo was here)"])
    assert coached.decide().act.keys == b"v"
    assert not any("chongo" in text or "Hello" in text for text in coached.shown)
    before = len(coached.shown)
    coached.view._controls.hush()
    assert coached.decide().act.keys == b"l"
    assert any("chongo" in text for text in coached.shown[before:])


def test_an_answer_is_forgotten_with_the_next_command() -> None:
    coached = Coached("x", "x", "l", "", "k")
    coached.decide()
    before = len(coached.shown)
    coached.decide()
    assert not any("search here" in text or " Why\n" in text for text in coached.shown[before:])


def test_the_agent_plays_on_after_a_look_at_the_pack_until_a_foe_comes() -> None:
    coached = Coached("X")
    assert coached.decide().act.action == Action("stock")
    assert coached.decide() is SEARCH
    assert not coached.view.person_plays
    coached.scene.show(ORC)
    coached.paper.type("j")
    assert coached.decide().act.keys == b"j"
    assert any(text.startswith("You play: an orc is in view") for text in coached.shown)


def test_any_key_takes_the_game_back() -> None:
    coached = Coached("\t", speed=15.0)
    coached.decide()
    coached.paper.type("qh")
    assert coached.decide().rung == RUNG
    assert coached.view.person_plays
    assert any("You play: you asked for it" in text for text in coached.shown)


def test_a_page_of_keys_goes_away_when_the_agent_is_asked_or_plays_on() -> None:
    for keys in (("?", "?", "x", "l"), ("?", "?", "X")):
        coached = Coached(*keys)
        coached.decide()
        assert any(" Keys\n" in text for text in coached.shown)
        assert coached.view.showing.text is None


def test_the_keys_of_the_game_come_before_those_of_the_window() -> None:
    coached = Coached("?", "?", "?", "l")
    coached.decide()
    first, second, third = coached.shown[1:4]
    assert " Keys of the game\n" in first
    assert "q  quaff a potion" in first
    assert "x: what would the agent do?" in first
    assert " Keys\n" in second
    assert "`l rules" in second
    assert " Keys" not in third


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_the_page_of_keys_lists_what_the_edition_has_and_fits(edition: Edition) -> None:
    page = [text_of(one) for one in game_page(keys_of_game(edition), COACH_FIRST)]
    text = "\n".join(page)
    assert max(map(len, page)) <= 78
    assert len(page) <= 20
    assert ("m  move without" in text, ".  rest" in text) == (edition == "5.4", edition != "3.6")


def test_a_reason_that_asks_is_told_without_a_second_stop() -> None:
    twice = Choice("look twice", Act(b"s", "is the snake asleep?", Action("search")), (), LADDER)
    coached = Coached("x", "l")
    coached.decide(twice)
    assert any("It would look twice: is the snake asleep? x: more" in text for text in coached.shown)


def test_x_names_a_thing_where_the_game_asks_for_one() -> None:
    coached = Coached("c", "x")
    assert coached.decide().act.keys == b"cx"
    assert not any("It would" in text for text in coached.shown)


HAPPENED = [
    (CALM, CALM, ""),
    (CALM, CALM._replace(commands=7 + MAX_COMMANDS - 1), ""),
    (CALM, CALM._replace(commands=7 + MAX_COMMANDS), f"{MAX_COMMANDS} commands were played"),
    (CALM, CALM._replace(hp=11), "you lost 1 hit point"),
    (CALM, CALM._replace(hp=13), ""),
    (CALM, CALM._replace(foes=(("emu", 1),)), "an emu is in view"),
    (CALM._replace(foes=(("emu", 1),)), CALM._replace(foes=(("emu", 1),)), ""),
    (CALM._replace(foes=(("emu", 1),)), CALM._replace(foes=(("emu", 2),)), "2 emus are in view"),
    (CALM._replace(foes=(("emu", 1),)), CALM, "no foe is in view now"),
    (CALM, CALM._replace(depth=2), "this is level 2"),
    (CALM, CALM._replace(hunger="Hungry"), "you are hungry"),
    (CALM._replace(hunger="Hungry"), CALM, ""),
    (CALM, CALM._replace(cannot_see=True), "you are blind or confused"),
]


@pytest.mark.parametrize(("before", "now", "words"), HAPPENED)
def test_what_gives_the_game_back(before: Situation, now: Situation, words: str) -> None:
    assert what_happened(before, now) == words


def test_the_page_of_keys_fits_a_window_of_80_columns() -> None:
    page = help_page(COACH_KEYS, COACH_TEXT)
    texts = ["".join(text for text, _ in one) for one in page]
    assert max(map(len, texts)) <= 78
    assert len(page) <= 20
    rows = len(COACH_KEYS) // 2
    assert {text.rindex("`") for text in texts[:rows]} == {41}, "no text of the left column is too long"


def test_the_game_is_started_with_help_and_with_the_person_s_own_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    program = own_game.coached_program("5.2", "Ann", None)
    assert program.argv[-5:] == ("--edition", "5.2", "--helpers", "--name", "Ann")
    variables = dict(program.env)
    assert (variables["HOME"], variables["XDG_DATA_HOME"]) == ("/home/ann", "/data")
    assert "name=" not in variables["ROGUEOPTS"]
    assert variables["ROGUEOPTS"].endswith(",file={folder}/rogue.sav")
    place = Path("/a,b/rogue-5.save")  # an option cannot name a folder with a comma
    program = own_game.coached_program("5.2", "Ann", place)
    assert dict(program.env)["ROGUEOPTS"].endswith(",file=rogue-5.save")
    assert program.saved == place


def test_without_a_terminal_there_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", "--seed", "3"]) == 1
    assert len(capfd.readouterr().err.splitlines()) == 1


def test_a_coached_game_is_in_the_person_s_list_and_can_be_seen_again(tmp_path: Path) -> None:
    here = {**os.environ, "ROGUE_HOME": str(tmp_path / "rogue"), "ROGOMATIC_HOME": str(tmp_path / "agent")}

    class Ann(Person):
        @property
        def environment(self) -> dict[str, str]:
            return {**super().environment, **here}

    options = ("--seed", "8", "--name", "Ann", "--speed", "0")
    ann = Ann(*options, rows=24, player="", folder=tmp_path, command="coach")
    ann.see(lambda rows: "Level: 1" in rows[23])
    ann.look(0.3)  # the agent has a look at the pack first
    while "Gold: 0 " in ann.screen.display[23]:
        ann.type("x")
        ann.sees("It would")
        ann.type("X")
        ann.sees("You play:")
    ann.type("Q")
    ann.sees("really?")
    ann.type("y")
    end = " ".join(" ".join(ann.sees("marked as helped")).split())
    code, last = ann.leave()
    assert code == 0
    turns = json.loads((tmp_path / "rogue" / "history.jsonl").read_text())["turns"]
    assert f"  turns {turns}  " in last
    assert f"after {turns} turns." in end, "the game's own, which a second copy of it knows"
    assert re.search(r"explain --last \d{8}-\d{6} --seed 8", last.replace("\r\n", ""))
    listed = forked_program.run(["rogue", "--scores"], b"", {**os.environ, **here}).stdout
    assert b"Ann" in listed
    assert b"(with helpers)" in listed


def saved(folder: Path, *keys: bytes, options: tuple[str, ...] = ()) -> Path:
    """Play some keys of a game of ours, and save it in a folder."""
    place = folder / ".rogue.save"
    env = {**os.environ, "HOME": str(folder), "ROGUEOPTS": ""}
    words = ["rogue", "--plain", "--seed", "44520", *options]
    assert forked_program.run(words, b"".join(keys) + b"Sy", env).returncode == 0
    assert place.is_file()
    return place


def test_a_saved_game_goes_on_beside_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = saved(tmp_path, b"12s", options=("--variant", "kennel"))
    monkeypatch.setenv("ROGUE_HOME", str(tmp_path))
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    person = Person(str(place), "--name", "ann", player="", folder=tmp_path, command="coach", rows=36)
    person.see(lambda rows: "you play" in rows[0] and "Level: 1" in rows[23])
    while not any("It would " in row for row in person.screen.display):  # the agent looks around first
        person.type("x")
        person.look(0.2)
    assert not place.exists(), "its game is in a journal now"
    person.type(" Q")  # one x too many has opened a page, which the space closes
    person.sees("really?")
    person.type("y")
    rows = person.sees("marked as helped")
    assert any("Quit on level 1, with " in row for row in rows), "a person gives no reason"
    code, last = person.leave()
    assert code == 0, last
    (line,) = [*(tmp_path / "history.jsonl").open()]
    game = json.loads(line)
    assert game["turns"] >= 12, "those before it was saved count, too"
    assert f"  turns {game['turns']}  " in last
    assert f"after about {game['turns']} turns." in " ".join(" ".join(rows).split())
    assert game["marks"] == ["helpers"]
    words = ["review", "--last", "--effort", "quick", "--plays", "1", "--print"]
    reviewed = forked_program.run(["rogomatic", *words], b"", dict(os.environ)).stdout
    assert f", {game['turns']} turns\n".encode() in reviewed, "of the whole game, from its journal"
    assert re.search(r"review --last [0-9-]+ --seed 44520", last.replace("\r\n", ""))
    for journal in (tmp_path / "journals").iterdir():
        text = journal.read_text()
        assert '{"keys": "v;"}' in text, "the first keys after it was restored"
        journal.write_text(text.replace('{"keys": "v;"}', '{"keys": "s;"}\n{"keys": "v;"}'))
    refused = forked_program.run(["rogomatic", *words], b"", dict(os.environ))
    assert refused.returncode == 1
    assert b"this game has no journal" in refused.stderr


def test_a_file_without_a_game_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("nothing")
    assert main(["coach", str(tmp_path / "file")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    place = saved(tmp_path)
    with pytest.raises(SystemExit):
        main(["coach", str(place), "--seed", "3"])
    assert "names the game: leave out --seed" in capsys.readouterr().err
    assert own_game.saved_game(place)[1:] == (44520, "5.4", 0, 1)


class Kept:
    """The recordings of the last games: all of them, or none."""

    def __init__(self, kept: bool) -> None:
        self.stamp = lambda _seed: "20260101-000000" * kept


@pytest.mark.parametrize(
    ("row", "kept", "written", "said"),
    [
        (ROW, True, True, ["in the list", "in your history", *AGAIN]),
        (ROW, False, False, []),
        (ROW, True, False, AGAIN),
        (replace(ROW, score=ROW.score + 1), False, True, []),
        (replace(ROW, seed=ROW.seed + 1), False, True, []),
        (replace(ROW, end_reason="stopped"), False, True, []),
    ],
)
def test_only_what_was_kept_is_promised_at_the_end(
    row: Row, kept: bool, written: bool, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROGUE_HOME", str(tmp_path))
    if written:
        score = ScoreRow(ROW.score, "ann", "killed", "bat", 1, seed=ROW.seed)
        add_score(scores_file(os.environ), score)
        game = FinishedGame(
            "2026-01-01", ROW.seed, "5.4", "ann", ROW.score, 1, 1, 1, 9, "quit", "", ("helpers",), "1"
        )
        add_game(history_file(os.environ), game)
    lines, of_a_part = (
        _coached_end_lines(row, cast(LastGames, Kept(kept)), is_whole=is_whole) for is_whole in (True, False)
    )
    assert of_a_part == [line for line in lines if "Which moves were mistakes" not in line]
    assert [any(words in line for line in lines) for words in said] == [True] * len(said)
    assert len(lines) == len(said)


FIGHT = """
  ----------
  |........|
  |...@T...+
  |....%...|
  ----------
"""


def warned(*keys: str, hp: int, warns: bool = True) -> Coached:
    """A person beside an awake troll, with these hit points."""
    coached = Coached(*keys)
    coached.view = CoachController(
        coached.paper.terminal, ViewOptions(0.0, Path("unused"), every_turn=True), warns=warns
    )
    coached.view.watch(coached.player)
    coached.scene.show(FIGHT, status(hp=hp, most=max(hp, 40)))
    coached.scene.awake("T")
    return coached


def test_a_blunder_is_asked_about_and_made_only_with_y() -> None:
    coached = warned("l", "h", "l", "y", hp=14)
    assert coached.decide().act.keys == b"l"
    questions = [text for text in coached.shown if "Sure? " in text]
    assert questions
    assert re.search(r"Sure\? \d+ % to die; .*: \d+ % \(y, n\)\n", questions[0])
    assert any(re.search(r"fight here #+\.* \d+ %", text) for text in coached.shown)


@pytest.mark.parametrize(("hp", "warns"), [(400, True), (6, False)], ids=["safe", "not asked for"])
def test_no_question_without_danger_or_unless_it_is_switched_on(hp: int, warns: bool) -> None:
    coached = warned("l", hp=hp, warns=warns)
    assert coached.decide().act.keys == b"l"
    assert not any("Sure? " in text for text in coached.shown)


def test_a_rest_beside_a_foe_risks_more_than_a_blow() -> None:
    coached = warned("l", hp=30)
    beliefs = coached.player.beliefs
    blow, rest = (risk_of(beliefs, Action(verb)) for verb in ("fight", "rest"))
    assert rest is not None
    assert rest.die_pct > (0 if blow is None else blow.die_pct)
    assert rest.better != FIGHT_HERE or rest.better_pct < rest.die_pct


def test_a_way_out_is_never_asked_about() -> None:
    coached = warned("n", hp=6)
    assert coached.decide().act.keys == b"n"
