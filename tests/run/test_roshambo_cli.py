"""The command `roshambo`: its tables, a match with a person, and what it refuses."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from rogomatic.cli import main
from rogomatic.roshambo.entrants import ENTRANTS, SIMPLE, EntryList
from rogomatic.roshambo.throws import verify
from rogomatic.roshambo.tournament import PairResult, cross_table, ranking
from rogomatic.roshambo.tournament_report import print_tables
from rogomatic.run.reports import progress
from tests.run.command_line import rogomatic

SHORT = ["roshambo", "--players", "RB,S2,S6", "--turns", "60", "--matches", "2"]


def test_tables_are_the_same_with_any_number_of_processes() -> None:
    alone = rogomatic(SHORT).out
    assert rogomatic([*SHORT, "--jobs", "2"]).out == alone
    assert alone.splitlines()[1].split()[1] == "RB"
    assert alone.splitlines()[-3].split() == ["RB", ".", *alone.splitlines()[-3].split()[2:]]


@pytest.mark.parametrize("watched", [True, False])
def test_a_terminal_sees_how_far_a_tournament_is(
    watched: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched)
    monkeypatch.setattr(progress, "DRAW_SECONDS", 0.0)
    assert main(SHORT) == 0
    out, errors = capsys.readouterr()
    assert bool(re.search(r"2/3 pairs, \d+:\d\d left", errors)) == watched
    assert bool(errors) == watched
    assert "pairs," not in out


def test_json_and_csv_say_the_same() -> None:
    found = json.loads(rogomatic([*SHORT, "--json"]).out)
    assert found["ranking"][0]["name"] == "RB"
    assert [len(pair["scores"]) for pair in found["pairs"]] == [2, 2, 2]
    lines = rogomatic([*SHORT, "--csv"]).out.splitlines()
    assert lines[0] == "first,second,matches,mean,error"
    assert float(lines[1].split(",")[3]) == sum(found["pairs"][0]["scores"]) / 2


def test_a_person_plays_and_every_throw_was_fixed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("v\nr\nwhat\nP\ns\nq\n"))
    out = rogomatic(["roshambo", "play", "--against", "RB"]).out
    digests = re.findall(r"fixed by\n(\w{64})", out)
    texts = re.findall(r"revealed:\n(\w+ \w+)", out)
    assert len(digests) == len(texts) == 4  # the one that was not answered is revealed, too
    assert all(verify(text, digest) in range(3) for text, digest in zip(texts, digests, strict=True))
    assert "3 turns, score" in out
    assert texts[0].split()[0] in rogomatic(["roshambo", "verify", texts[0], digests[0]]).out


def test_digests_are_shown_only_to_who_asks_for_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("r\np\ns\nq\n"))
    plain = rogomatic(["roshambo", "play", "--against", "RB"]).out
    assert not re.search(r"\w{64}|reveal|verify", plain)
    assert "v shows the proof" in plain
    monkeypatch.setattr("sys.stdin", io.StringIO("r\nv\np\nq\n"))
    asked = rogomatic(["roshambo", "play", "--against", "RB"]).out
    digests = re.findall(r"fixed by\n(\w{64})", asked)
    texts = re.findall(r"revealed:\n(\w+ \w+)", asked)
    assert len(digests) == len(texts) == 2, "of the turn in which it was asked for, and the one after it"
    assert all(verify(text, digest) in range(3) for text, digest in zip(texts, digests, strict=True))


@pytest.mark.parametrize("players", ["RB,S2", "S1,S2,S6"])
@pytest.mark.parametrize("turns", ["1", "60"])
def test_one_match_has_no_error_and_nothing_is_minus_nought(players: str, turns: str) -> None:
    line = ["roshambo", "--players", players, "--turns", turns, "--matches", "1"]
    out = rogomatic(line).out
    assert "\u00b1" not in out
    assert "standard error" not in out
    assert not re.search(r"-0(?![.\d])", out)
    rows = [row.split(",") for row in rogomatic([*line, "--csv"]).out.splitlines()[1:]]
    assert all(row[4] == "" and row[3] != "-0.0" for row in rows)
    found = json.loads(rogomatic([*line, "--json"]).out)
    assert (found["ranking"][0]["error"] is None) == (players == "RB,S2")


def played(monkeypatch: pytest.MonkeyPatch, keys: str, *words: str) -> str:
    """Return what a person sees who types some keys, one a line."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(keys) + "\n"))
    return rogomatic(["roshambo", "play", *words]).out


def test_a_person_is_told_the_skill_and_what_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    out = played(monkeypatch, "t" + "r" * 9 + "tq", "--against", "S1")
    assert "Nothing yet." in out
    assert len(re.findall(r"Score: [+-]?\d+, skill 0\.\d\d \(90 %: 0\.\d\d to 0\.\d\d\)", out)) == 9
    thoughts = out.split("What it thinks of you:\n")[1]
    first = re.match(r" *(\d+)%  you (.*)\n", thoughts)
    assert first is not None
    assert int(first[1]) >= 30
    assert first[2] in ("repeat your last throw", "stay with your most frequent throw")
    assert re.search(r"It foresaw \d of 9 throws; by luck, a third", thoughts)


def test_a_race_ends_with_over_half_the_wins_and_goes_on_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Always rock loses to paper."""
    out = played(monkeypatch, "pprpyppspn", "--against", "S2", "--best-of", "5")
    assert "You play against S2, always rock: 3 wins first." in out
    assert out.count("You win, 3 to 0!") == 1
    assert "you ##. 2  S2 ... 0" in out
    assert "Match point for you." in out
    assert "You win, 3 to 1!" in out
    assert "8 turns, score +5" in out


def test_a_race_tells_streaks_and_when_all_is_even(monkeypatch: pytest.MonkeyPatch) -> None:
    out = played(monkeypatch, "pppsssssppn", "--against", "S2", "--best-of", "9")
    assert "3 in a row: you have its number." in out
    assert "3 in a row: it reads you." in out
    assert "S2 wins, 5 to 3." in out
    even = played(monkeypatch, "psspn", "--against", "S2", "--best-of", "4")
    assert "It is even: the next win decides." in even
    assert "S2 wins, 2 to 1" not in even


def test_a_win_from_behind_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "You win, 4 to 3, from 3 behind!" in played(
        monkeypatch, "sssppppn", "--against", "S2", "--best-of", "6"
    )


def test_why_tells_the_reason_after_each_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    out = played(monkeypatch, "r" * 12 + "q", "--why")
    assert out.count("Why: ") == 12
    assert re.search(r"Why: I expected rock: .*you", out)
    assert "Why: " not in played(monkeypatch, "rrq", "--against", "RB", "--why")


def test_the_end_of_input_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "your throw" in rogomatic(["roshambo", "play"]).out


def test_a_text_of_another_digest_is_refused() -> None:
    assert "This text has another digest" in rogomatic(["roshambo", "verify", "rock 1", "0"], 1).err


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--bot", "ME"], "--bot ME: write NAME=COMMAND"),
        (["--bot", "ME="], "--bot ME=: write NAME=COMMAND"),
        (["--bot", "M E=cat"], "--bot M E=cat: write NAME=COMMAND"),
        (["--bot", "ME='"], "--bot ME=': No closing quotation"),
        (["--bot", "ME=no-such-program x"], "--bot ME: there is no program 'no-such-program'"),
        (["--bot", "RB=cat"], "--bot RB: the name is taken"),
        (["--bot", "all=cat"], "--bot all: the name is taken"),
        (["--bot", "open_spiel=cat"], "--bot open_spiel: the name is taken"),
        (["--bot", "ME=cat", "--bot", "ME=cat"], "--bot ME: the name is taken"),
        (["--seconds", "0"], "0 is not a positive number of seconds"),
        (["--seconds", "nan"], "'nan' is not a number"),
        (["--against", "X"], "there is no player 'X': choose from S1, S2, "),
        (["--players", ""], "there is no player '': choose from S1, S2, "),
        (["--against", ""], "there is no player '': choose from S1, S2, "),
        (["--players", "RB,X"], "there is no player 'X': choose from S1, S2, "),
        (["play", "--against", "nobody"], "there is no player 'nobody': choose from S1, S2, "),
    ],
)
def test_wrong_entries_are_wrong_usage(argv: list[str], sentence: str) -> None:
    assert sentence in rogomatic(["roshambo", *argv], 2).err


def test_a_program_that_does_not_start_is_a_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_text("no program", "utf-8")
    bad.chmod(0o755)
    line = ["roshambo", "--bot", f"ME={bad}", "--against", "S2,S3", "--turns", "5", "--jobs", "2"]
    assert rogomatic(line, 1).err == "rogomatic: The program of ME cannot be started: Exec format error.\n"


def test_ranks_by_points_and_by_matches_differ() -> None:
    """One wins by far once, the other narrowly twice."""
    results = [
        PairResult("A", "C", (900,)), PairResult("A", "B", (-60,)), PairResult("B", "C", (60,)),
    ]  # fmt: skip
    assert [one.name for one in ranking("ABC", results, 1000)] == ["A", "B", "C"]
    assert [one.name for one in ranking("ABC", results, 1000, by_matches=True)] == ["B", "A", "C"]


def test_against_names_plays_only_their_pairs() -> None:
    line = ["roshambo", "--players", "RB,S2", "--against", "S2,S6", "--turns", "60", "--matches", "2"]
    pairs = json.loads(rogomatic([*line, "--json"]).out)["pairs"]
    assert [(one["first"], one["second"], one["matches"]) for one in pairs] == [
        ("RB", "S2", 2), ("RB", "S6", 2), ("S2", "S6", 2),
    ]  # fmt: skip
    assert all(one["mean"] == sum(one["scores"]) / 2 and one["error"] >= 0 for one in pairs)
    assert "column against row" in rogomatic(line).out


def test_one_player_is_no_tournament() -> None:
    assert "two players" in rogomatic(["roshambo", "--players", "RB"], 2).err


@pytest.mark.long
def test_prd_37_the_tournament_ends_as_the_document_says(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = json.loads(rogomatic(["roshambo", "--json", "--jobs", "2"]).out)["pairs"]
    results = [PairResult(one["first"], one["second"], tuple(one["scores"])) for one in pairs]
    print_tables(EntryList(), list(ENTRANTS), [], results)
    assert capsys.readouterr().out.splitlines()[1].split()[1] == "MX"
    names = [*SIMPLE, "IP", "MH", "MN", "RB"]
    among = [one for one in results if one.first in names and one.second in names]
    means = {one.name: one.mean for one in ranking(names, among, 1000)}
    order = [name for name in means if name != "MN"]
    assert order[:4] == ["IP", "MH", "RB", "S17"]
    assert means["MH"] >= 0.80 * means["IP"]
    assert means["RB"] >= 0.65 * means["IP"]
    table = cross_table(results)
    assert 350 <= table["IP", "RB"][0] <= 490
    assert table["IP", "MH"][0] <= 130
    assert abs(table["RB", "MH"][0]) <= 50


@pytest.mark.slow
def test_a_program_that_fails_in_every_match_is_not_told_of_in_every_one() -> None:
    words = ["roshambo", "--players", "S1", "--bot", "ME=false", "--turns", "2", "--matches", "12"]
    said = rogomatic(words).err.splitlines()
    assert [line for line in said if "match" in line][9:] == [
        "ME, match 10 of ME and S1: it ended with exit code 1, and lost every turn from 1 onward.",
        "... and 2 more matches",
    ]
