"""How games end, in the words of every page that says so."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from rogomatic.cli import watch_commands
from rogomatic.cli.watch_commands import rank_in_words
from rogomatic.run.recordings.recording_formats import Origin
from rogomatic.run.recordings.recording_store import LastGames
from rogomatic.run.runner.game_loop import End, end_in_words, ending_in_words
from rogomatic.run.storage.watched_games import add_watched, watched_game
from rogomatic.run.viewer.watch import line_of
from tests.run.command_line import rogomatic
from tests.run.rows import ROW
from tests.run.watching import Person

NO_GAME = replace(ROW, end_reason="stall", commands=3, turns=0, version="", how="", killer="")


@pytest.mark.parametrize(
    ("how", "killer", "words"),
    [
        ("killed", "emu", "Killed by an emu"),
        ("killed", "hypothermia", "Died of hypothermia"),
        ("killed", "starvation", "Died of starvation"),
        ("quit", "", "Quit"),
        ("won", "", "Won"),
    ],
)
def test_an_end_names_its_cause(how: str, killer: str, words: str) -> None:
    row = replace(ROW, how=how, killer=killer, depth=2, score=7, turns=9)
    assert end_in_words(row) == f"{words} on level 2, with 7 gold, after 9 turns."
    assert f"  {words[0].lower()}{words[1:]}  " in line_of(row)


def test_a_game_that_ended_is_shown_again_from_there(tmp_path: Path) -> None:
    last = LastGames(tmp_path, Origin(0, "5.4", "", "0", "{}", ""), "run")
    assert watch_commands._again(replace(ROW, how="killed"), last).endswith(" --at death")
    assert watch_commands._again(replace(ROW, how="quit", killer=""), last).endswith(" --at end")
    assert "--at" not in watch_commands._again(replace(ROW, end_reason="stopped", how=""), last)


def test_a_game_that_was_broken_off_says_why_for_every_reason() -> None:
    said = {end: ending_in_words(replace(ROW, end_reason=end)) for end in get_args(End) if end != "finished"}
    assert [end for end, words in said.items() if words == end] == []
    row = replace(ROW, end_reason="stall", depth=2, score=7, turns=9)
    assert end_in_words(row).endswith(
        " no longer answered. The game had reached level 2, with 7 gold, after 9 turns."
    )


def test_where_there_was_no_game_nothing_is_made_up_of_one() -> None:
    assert not NO_GAME.began
    assert end_in_words(NO_GAME) == "No game began."
    assert line_of(NO_GAME) == f"seed {ROW.seed}  no game"


@pytest.mark.parametrize("rows", [24, 40])
def test_a_program_that_is_no_game_shows_its_reason_and_no_hero(rows: int, tmp_path: Path) -> None:
    person = Person("--game", "/bin/false", player="", rows=rows, columns=100, folder=tmp_path)
    shown = "\n".join(person.sees("No game began."))
    assert "The game exited with code 1." in shown
    assert "Enter or q quit" in shown
    assert not any(word in shown for word in ("hp ", "stomach", "See it again", "r replay", "w why"))
    person.type("q")
    code, last = person.leave()
    assert code == 1
    assert "no game" in last


def test_a_rank_names_the_rogue_whose_games_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "watched.jsonl"

    def said(game: str) -> str:
        return rank_in_words(add_watched(file, watched_game(ROW, game)), game)

    assert said("5.4") == "This is the only game of Rogue 5.4 that you have watched to its end so far."
    assert said("5.4") == said("5.4"), "a dungeon seen again is no other game"
    other = rank_in_words(add_watched(file, watched_game(replace(ROW, seed=2, score=9_000), "5.4")), "5.4")
    assert other == "This is the best of the 2 dungeons of Rogue 5.4 that you have watched to the end."
    assert said("5.4").startswith(
        "Of the 2 dungeons of Rogue 5.4 that you have watched, 1 ended with more gold; the best is seed 2 "
    )
    assert (
        said("coffee@036fd2fd") == "This is the only game of coffee that you have watched to its end so far."
    )
    assert "only game of rogue that" in said("/usr/games/rogue")


JOURNALS = Path(__file__).parents[1] / "journals"


def test_explain_says_how_a_persons_game_ended_or_that_it_did_not(tmp_path: Path) -> None:
    assert (
        "The end: quit on level 1 with 53 gold." in rogomatic(["explain", str(JOURNALS / "quit.jsonl")]).out
    )
    lines = (JOURNALS / "quit.jsonl").read_text().splitlines(keepends=True)
    unfinished = tmp_path / "unfinished.jsonl"
    unfinished.write_text("".join(lines[:6]))
    assert "The end: none; the game was saved or interrupted." in rogomatic(["explain", str(unfinished)]).out


def test_explain_says_how_the_game_of_a_seed_ended() -> None:
    said = rogomatic(["explain", "--seed", "44501"]).out
    assert "The end: killed by a hobgoblin on level 1 with 9 gold." in said


def test_explain_names_the_cause_when_a_moment_never_came() -> None:
    said = rogomatic(shlex.split("explain --seed 44501 --turn 90000"), 1).err
    assert "goes down to level 1; killed by a hobgoblin on level 1 with " in said
