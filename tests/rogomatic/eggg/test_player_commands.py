"""The commands `arena` and `verify`: what they print, keep, and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rogomatic.eggg import arena, own_tables
from rogomatic.eggg.arena import KindStanding, best_kind, standings
from rogomatic.eggg.eggg_command_line import parser
from rogomatic.eggg.player_records import (
    keep_preferred,
    keep_result,
    preferred_kind,
    results_of,
    skill_in_words,
)
from rogomatic.eggg.seals import seal_choice
from rogue.shared.errors import CommandError
from tests.rogomatic.eggg.small_games import Choices, HandMade, LineGame, Nim

GAMES: dict[str, HandMade] = {
    "line": LineGame(),
    "nim": Nim(1, 2),
    "choices": Choices("Rock", "Paper", "Scissors"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the players' files, with games written by hand."""
    monkeypatch.setattr(own_tables, "load", GAMES.__getitem__)
    monkeypatch.setattr(own_tables, "players_file", lambda: tmp_path / "new" / "players.json")
    return tmp_path


def run(*words: str) -> int:
    args = parser().parse_args(words)
    code: int = args.command(args)
    return code


@pytest.mark.slow
def test_an_arena_keeps_the_best_player(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "line", "--games", "4", "--level", "easy", "--seed", "3"]
    assert run(*words, "--players", "random,alpha-beta", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["best"], found["games"], found["seed"], found["level"]) == ("alpha-beta", 4, 3, "easy")
    assert [pair["first"] for pair in found["pairs"]] == ["random"]
    assert found["standings"][0]["kind"] == "alpha-beta"
    file = folder / "new" / "players.json"
    kept = json.loads(file.read_text())
    how = {"games": 4, "level": "easy", "seed": 3}
    assert kept == {GAMES["line"].digest: {"game": "3 in a row", "player": "alpha-beta", "arena": how}}
    assert preferred_kind(file, GAMES["line"]) == "alpha-beta"
    assert run(*words, "--players", "random,alpha-beta", "--json") == 0
    assert json.loads(capsys.readouterr().out) == found, "games repeat by their seed"


@pytest.mark.slow
def test_an_arena_prints_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "choices", "--games", "20") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("habits against lattice: ")
    assert lines[4].split()[:3] == ["player", "points", "games"]
    assert {line.split()[0] for line in lines[5:8]} == {"habits", "lattice", "random"}
    assert lines[-1].startswith("The opponent in hand-made is now ")


def test_an_arena_says_why_the_usual_player_stays(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "pair_games", lambda *_game, **_more: iter([0.5, 0.0]))
    assert run("arena", "line", "--games", "2", "--players", "alpha-beta,tree") == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.endswith(" stays alpha-beta: 2 games per pair are too few to prefer tree.")


@pytest.mark.parametrize(("name", "says"), [("bad.jsonl", "this is not a journal"), ("none", "No such file")])
def test_what_is_no_journal_cannot_be_verified(name: str, says: str, folder: Path) -> None:
    (folder / "bad.jsonl").write_text("a list\n")
    for words in ((), ("0" * 64,)):
        with pytest.raises(CommandError, match=says):
            run("verify", str(folder / name), *words)


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("uct,random", "'uct' does not fit this game: choose from alpha-beta"),
        ("", "'' does not fit this game: choose from alpha-beta"),
        ("tree", "two players"),
    ],
)
def test_an_arena_refuses_players(players: str, told: str, folder: Path) -> None:
    with pytest.raises(CommandError, match=told) as refused:
        run("arena", "nim", "--players", players)
    assert refused.value.code == 2


@pytest.mark.parametrize(
    "content", ["", "[1]", '{"x"', '{"%s": 3}', '{"%s": {"player": "nobody", "results": [1]}}']
)
def test_a_damaged_file_of_players_counts_as_empty(content: str, tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    game = GAMES["nim"]
    file.write_text(content.replace("%s", game.digest))
    assert preferred_kind(file, game) == "alpha-beta"
    assert keep_result(file, game, "fair", 1) == [1]
    keep_preferred(file, game, "tree", {})
    assert preferred_kind(file, game) == "tree"


def test_results_are_kept_by_description_and_level(tmp_path: Path) -> None:
    file, game = tmp_path / "players.json", GAMES["nim"]
    keep_preferred(file, game, "tree", {})
    assert keep_result(file, game, "fair", 1.0) == [1.0]
    assert keep_result(file, game, "fair", 0.5) == [1.0, 0.5]
    assert keep_result(file, game, "hard", 0.0) == [0.0]
    assert results_of(file, game, "fair") == [1.0, 0.5]
    assert results_of(file, GAMES["choices"], "fair") == []
    assert preferred_kind(file, game) == "tree"
    assert not skill_in_words([1, 0, 1], "hard"), "too few"
    assert skill_in_words([1] * 20, "hard").startswith("You score 95 % against hard (90 % interval: 8")


def test_a_disk_that_refuses_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be written"):
        keep_preferred(tmp_path / "file" / "players.json", GAMES["nim"], "tree", {})


def test_the_best_player_is_never_the_random_one() -> None:
    pairs = {("random", "tree"): (1.0, 0.5), ("random", "paper"): (1.0, 1.0)}
    ranked = standings(["random", "tree", "paper"], pairs)
    assert [one.kind for one in ranked] == ["random", "tree", "paper"]
    assert ranked[0] == KindStanding("random", 4, 3.5, ranked[0].skill)
    assert ranked[0].skill == (4.5, 1.5)
    assert best_kind(ranked, "paper") == "paper", "too few games to part from the usual one"
    assert best_kind(ranked[:2], "paper") == "tree"
    many = standings(["tree", "paper"], {("tree", "paper"): (1.0,) * 9 + (0.0,)})
    assert best_kind(many, "paper") == "tree"


def test_verify_says_what_was_chosen(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = GAMES["choices"]
    text, digest = seal_choice(game, 2, game.moves(game.start(), 0)[2], "0f" * 32)
    assert run("verify", text, digest.upper(), "--game", "choices") == 0
    assert capsys.readouterr().out == "The digest matches the text: in round 2, Ann chose Scissors.\n"
    with pytest.raises(CommandError, match="another description"):
        run("verify", text, digest, "--game", "line")
    with pytest.raises(CommandError, match="changed or mistyped"):
        run("verify", text.replace("Ann", "Bob"), digest)
