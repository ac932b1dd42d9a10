"""The commands of `eggg` that read descriptions: what they print, and their exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.own_tables import EGGG_VERSION
from rogomatic.eggg.table_room import CHOICE_SECONDS
from rogue.eggg.language.description import MAX_PROBLEMS
from rogue.eggg.language.tokens import MAX_DESCRIPTION, MAX_LINES, MAX_STATEMENTS
from rogue.eggg.library import SHIPPED, shipped_names, text_of
from rogue.eggg.serving.world_room import SNAPSHOT_EVENTS
from rogue.eggg.text_worlds.world_scene import MAX_STEPS

GOOD: Final = "game is small\nplayers are A and B\n3 x 3 grid\ngoal is line(3)\n"

LINES: Final = {
    ("show", "nim"): (0, "move is take 1..all from one heap"),
    ("explain", "nim"): (0, "A match is one game. To change it: 3 rounds."),
    ("check", "hex"): (0, "Hex: 9 statements, no errors, no warnings"),
    ("check", "./good.egg"): (0, "small: 4 statements, no errors, no warnings"),
    ("check", "./idle.egg"): (0, 'idle.egg:1: "pieces are Rook and Bishop": Bishop never moves '
                                 "and is never placed"),
    ("check", "--strict", "./idle.egg"): (3, "Bishop never moves and is never placed"),
    ("check", "./over.egg"): (0, "over.egg: the game is over before the first move"),
    ("check", "./later.egg"): (1, '"tick is 1 seconds": this has no meaning in board games'),
    ("check", "./never.egg"): (0, '"Stick means player wins": Stick never happens in board games'),
    ("check", "./bad.egg"): (1, 'bad.egg:1: "3 x 3 gird": "gird" is not understood; did you mean grid? '
                                'The nearest sentence is: SIZE grid, as in "8 x 8 grid"'),
    ("check", "./binary.egg"): (1, "binary.egg:2: this is not UTF-8 text"),
    ("check", "/etc"): (1, "eggg: /etc: Is a directory"),
    ("check", "./none.egg"): (1, "eggg: none.egg: No such file or directory"),
    ("check", "ches"): (1, "eggg: there is no game ches; did you mean chess? `"),
    ("check", ""): (1, "eggg: no game is named. `"),
    ("show", "./escape.egg"): (1, "escape.egg:2: the control character U+001B cannot be used"),
    ("format", "./escape.egg"): (1, "escape.egg:2: the control character U+001B cannot be used"),
    ("format", "./good.egg"): (0, "players are A and B"),
    ("words", "leaps"): (0, "PIECES leaps PAIR [(over | pushing) WHOM] [to capture | without"),
    ("words", "leapz"): (1, "eggg: no entry has the word leapz; did you mean leaps?"),
    ("perft", "chess", "2"): (0, " 2          400 "),
    ("perft", "chess", "1", "--from", "4k3/8/8/8/8/8/8/4K2R White"): (0, " 1           15 "),
    ("perft", "chess", "1", "--from", "junk"): (1, "eggg: junk must have 8 rows of 8 squares"),
    ("perft", "reversi", "1", "--from", "8/8/8/³/8/8/8/8"): (1, "eggg: 8/8/8/³/8/8/8/8 must have 8 rows"),
    ("perft", "nim", "1", "--from", "1,²,3"): (1, "eggg: 1,²,3 is not a position; write 3 numbers"),
    ("perft", "boxes", "1"): (0, " 1           10 "),
    ("perft", "pong", "1"): (1, "eggg: perft needs a board game played in turns; Pong is not one"),
    ("perft", "chess", "0"): (2, "0 is less than 1"),
    ("perft", "rock-paper-scissors", "1"): (1, "Rock-Paper-Scissors is not one"),
    ("new", "../far"): (1, "eggg: '../far' cannot name a game"),
    ("new", "good"): (1, "eggg: good.egg already exists and is not overwritten."),
    ("new", "fresh"): (0, "Wrote fresh.egg."),
    ("new", "mine", "--like", "chess"): (0, "Wrote mine.egg."),
    ("--version",): (0, EGGG_VERSION),
    (): (2, "eggg: error: the following arguments are required: COMMAND"),
}  # fmt: skip
"""Arguments -> exit code, and what is printed among other things."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.egg").write_text(GOOD)
    Path("bad.egg").write_text("3 x 3 gird\n")
    Path("binary.egg").write_bytes(b"game is x\n\xff\xfe")
    Path("escape.egg").write_text(f"# a comment\n# \x1b[2J\n{GOOD}")
    Path("later.egg").write_text(f"{GOOD}tick is 1 seconds\n")
    Path("over.egg").write_text(f"{GOOD}loss is count(pieces) = 0\n".replace("goal is line(3)\n", ""))
    Path("never.egg").write_text(f"{GOOD}Stick means player wins\n")
    Path("idle.egg").write_text(
        "pieces are Rook and Bishop\n8 x 8 grid\nRook slides orthogonally\n"
        'board starts ["r7", "8", "8", "8", "8", "8", "8", "R7"]\nloss is count(pieces) = 0\n'
    )


@pytest.mark.slow
@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_commands_say_what_they_found(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(words)
    except SystemExit as end:
        code = int(str(end.code))
    printed = capsys.readouterr()
    assert LINES[words][1] in printed.out + printed.err
    assert code == LINES[words][0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fresh", "mine"])
def test_a_new_description_is_a_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name, *(["--like", "hex"] if name == "mine" else [])]) == 0
    assert main(["check", f"./{name}.egg"]) == 0
    assert f"{name}: " in (printed := capsys.readouterr().out)
    assert "no errors" in printed
    text = Path(f"{name}.egg").read_text("utf-8")
    assert main(["format", f"./{name}.egg"]) == 0
    assert capsys.readouterr().out.count("\n\n") == text.count("\n\n")


@pytest.mark.slow
def test_output_for_programs_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["file"] for game in games] == shipped_names()
    assert main(["explain", "./good.egg", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["statements"] == GOOD.split("\n")[:4]
    assert {row["name"] for row in found["defaults"]} >= {"H1", "H5", "H8", "H17"}
    assert main(["words", "--json"]) == 0
    assert {row["group"] for row in json.loads(capsys.readouterr().out)} >= {"board", "functions", "capitals"}


def statements(name: str) -> int:
    return sum(1 for line in text_of(name).splitlines() if line.strip() and not line.startswith("#"))


MANUAL: Final = "rogue/eggg/README.md"


def test_each_step_of_the_tutorial_is_a_game(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A block that is like another game is a file of its own; the others continue the first one."""
    steps = (root / MANUAL).read_text("utf-8").split("```egg\n")[1:]
    for step in [one.partition("```")[0] for one in steps]:
        file = Path("long.egg" if " is like " in step else "stampede.egg")
        file.write_text((file.read_text() if file.exists() else "") + step)
        assert main(["check", "--strict", f"./{file}"]) == 0, capsys.readouterr().err
    assert len(steps) == 5


FIGURES: Final = {
    f"`scripts/eggg play chess` plays one of its {len(shipped_names())} games.": "README.md",
    f"The dictionary has {len((SHIPPED / 'dictionary.txt').read_text('ascii').split()):,} words": MANUAL,
    f"| code | {statements('chess')}, {statements('tic-tac-toe')} |": MANUAL,
    f"at most {MAX_DESCRIPTION >> 10} KiB, {MAX_LINES:,} lines, and {MAX_STATEMENTS} statements": MANUAL,
    f"An event evaluates at most {MAX_STEPS:,} names.": MANUAL,
    f"a snapshot every {SNAPSHOT_EVENTS:,} events": MANUAL,
    f"a player who is {CHOICE_SECONDS:g} seconds late": MANUAL,
    f"{MAX_PROBLEMS} at once": MANUAL,
}
"""What a document says -> the document."""


@pytest.mark.parametrize("text", FIGURES)
def test_figures_in_documents_are_those_of_the_code(text: str, root: Path) -> None:
    assert text in " ".join((root / FIGURES[text]).read_text("utf-8").split())
