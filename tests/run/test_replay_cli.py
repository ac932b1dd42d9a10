"""`rogomatic replay` without a person: places, exports, refusals; and all kinds of files it takes."""

from __future__ import annotations

import gzip
import io
import json
import re
import sqlite3
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import main, parser, replay_sources
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.onlooker import AS_RECORDED
from rogomatic.run.recordings.recording_formats import TtyrecFrame, frame_bytes, read_asciicast, read_ttyrec
from rogomatic.run.recordings.timeline import Moment, Timeline
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink, Played
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession
from tests.run.own_games import PLAYERS, short_games

SHORT = short_games(1, deepest=2)[0]
SEED = str(SHORT.seed)
DEATH = ("--at", "death")


def run(*words: str) -> tuple[int, str, str]:
    """Run the command; return exit code, output and what was said."""
    out, said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(said):
        try:
            code = main(["replay", *words])
        except SystemExit as leave:
            code = int(str(leave.code))
    out.flush()
    return code, out.buffer.getvalue().decode("latin-1"), said.getvalue()


@cache
def shown(*words: str) -> str:
    code, out, said = run(*words, "--print")
    assert (code, said) == (0, "")
    return out


NO_ROGUE = """{"version": 2, "width": 80, "height": 24}
[0.1, "o", "hello there"]
[0.2, "o", "and again"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game in every form."""
    folder = tmp_path_factory.mktemp("replay")
    for form in ("cast", "ttyrec", "txt"):
        assert run("--seed", SEED, "--export", form, "--out", str(folder / f"game.{form}"))[::2] == (0, "")
    (folder / "game.cast.gz").write_bytes(gzip.compress((folder / "game.cast").read_bytes()))
    (folder / "other.cast").write_text(NO_ROGUE)
    session = RecordingSession(Start(SHORT.seed, options=GAME_OPTIONS))
    play(MemoryLink(session), PLAYERS(SHORT.seed), Limits(), Played())
    (folder / "game.jsonl").write_text(session.journal())
    assert main(["batch", "--games", "1", "--first-seed", SEED, "-q", "--out", str(folder / "run.db")]) == 0
    return folder


def test_a_turn_is_printed_with_its_reason() -> None:
    text = shown("--seed", SEED, "--to-turn", "20")
    found = re.match(r"Command (\d+) of ([\d,]+), turn (\d+), level 1, ", text)
    assert found
    assert int(found[3]) >= 20
    assert "\nLevel: 1  Gold: " in text
    assert re.search(r"^> .+  [a-z ]+: .+$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (("--to-command", "3"), "Command 3 of "),
        (("--to-level", "2"), r"Command \d+ of \d+, turn \d+, level 2, "),
        (("--at", "end"), f"Command {SHORT.commands} of {SHORT.commands}, "),
        (("--at", "death"), r"Command \d+ of "),
        ((), "Command 1 of "),
    ],
)
def test_every_place_is_found(folder: Path, words: tuple[str, ...], begins: str) -> None:
    assert re.match(begins, shown(str(folder / "game.cast"), *words))


def test_a_fight_is_found_by_the_name_of_the_monster(folder: Path) -> None:
    game = str(folder / "game.cast")
    code, _, said = run(game, "--to-fight", "nobody", "--print")
    assert code == 1
    names = said.removesuffix(".\n").partition("the hero fought ")[2].split(", ")
    assert names[0]
    number = int(shown(game, "--to-fight", names[0].upper()).split()[1])
    assert names[0] in shown(game, "--to-command", str(number + 1))


def test_an_older_edition_is_replayed() -> None:
    seed = str(short_games(1, edition="3.6")[0].seed)
    assert "turn " in shown("--seed", seed, "--edition", "3.6", "--to-turn", "10")


@pytest.mark.parametrize("name", ["game.cast", "game.cast.gz", "game.jsonl"])
def test_a_file_of_the_same_game_shows_the_same_moments_with_their_reasons(folder: Path, name: str) -> None:
    assert shown(str(folder / name), *DEATH) == shown("--seed", SEED, *DEATH)


def test_a_game_of_a_kept_batch_is_played_again(folder: Path) -> None:
    assert shown(str(folder / "run.db"), "--seed", SEED, *DEATH) == shown("--seed", SEED, *DEATH)


def test_a_kept_game_shows_its_screen_while_it_is_played_again(folder: Path) -> None:
    pictures: list[int] = []

    def look(done: int, whole: int, screen: Screen | None) -> None:
        if screen is not None and not whole:
            pictures.append(done)

    replay_sources.find_timeline(
        parser().parse_args(["replay", str(folder / "run.db"), "--seed", SEED]), look
    )
    assert pictures[0] <= 50


def test_a_kept_game_that_went_another_way_is_shown_and_told(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_bytes((folder / "run.db").read_bytes())
    with sqlite3.connect(other) as db:
        db.execute("UPDATE game SET keys_digest = 'x'")
        db.execute("UPDATE manifest SET version = '0.0'")
    code, out, said = run(str(other), "--seed", SEED, "--print")
    assert code == 1
    assert out.startswith("Command 1 of ")
    assert said == f"The game differs from the one in {other}: version 0.0 played it.\n"


def test_a_ttyrec_shows_its_screens(folder: Path) -> None:
    code, out, said = run(str(folder / "game.ttyrec"), "--to-command", "20", "--print")
    assert code == 0
    assert "turn" not in out.splitlines()[0]
    assert "Level: 1  Gold: " in out
    assert said == "The agent did not play this game: only the screens are shown.\n"


def test_a_persons_journal_shows_its_screens(root: Path) -> None:
    code, out, said = run(str(root / "tests" / "journals" / "chance-1.jsonl"), "--to-command", "5", "--print")
    assert code == 0
    assert "Level: 1" in out
    assert "only the screens are shown" in said


def test_a_journal_that_goes_another_way_is_shown_up_to_there(folder: Path, tmp_path: Path) -> None:
    lines = (folder / "game.jsonl").read_text().splitlines()
    at = next(n for n, text in enumerate(lines) if '"turns"' in text)
    row = json.loads(lines[at])
    lines[at] = json.dumps({**row, "turns": "0000" + row["turns"][4:]})
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join(lines) + "\n")
    code, out, said = run(str(other), "--at", "death", "--print")
    assert code == 1
    differs = f"{other}: the game differs at turn 1 (line {at + 1}); only the part before that is shown."
    assert said.splitlines() == [differs, "rogomatic: There is no death in this game."]
    code, out, said = run(str(other), "--print")
    assert (code, out.splitlines()[0][:10]) == (1, "Command 1 ")
    assert differs in said


def test_a_recording_that_was_cut_off_is_shown_and_told(folder: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.cast"
    cut.write_bytes((folder / "game.cast").read_bytes()[:-30])
    code, out, said = run(str(cut), "--print")
    assert (code, said) == (0, "The recording was cut off; only the part before that is shown.\n")
    assert out.startswith("Command 1 of ")


def test_exports_are_what_they_are_called(folder: Path) -> None:
    recording = read_asciicast((folder / "game.cast").read_bytes())
    assert recording.header.origin is not None
    assert (recording.header.origin.seed, recording.header.origin.edition) == (SHORT.seed, "5.4")
    frames, whole = read_ttyrec((folder / "game.ttyrec").read_bytes())
    assert whole
    assert len(frames) > 20
    assert (folder / "game.txt").read_text().startswith("Command 1 of ")


def test_an_export_goes_to_standard_output_byte_by_byte(folder: Path) -> None:
    for form in ("cast", "ttyrec"):
        code, out, said = run(str(folder / "game.cast"), "--export", form)
        assert (code, said) == (0, "")
        assert out.encode("latin-1") == (folder / f"game.{form}").read_bytes()


def refused(*words: str) -> tuple[int, str]:
    code, out, said = run(*words, "--print")
    assert out == ""
    assert "Traceback" not in said
    return code, said


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--last", "--seed", "424242"), 1, "No watched game of seed 424242 is kept; `watch` keeps the last"),
        (
            ("--last", "20260101-000000", "--seed", "4"),
            1,
            "No watched game of seed 4 from 20260101-000000",
        ),
        (("--last", "yesterday"), 2, "'yesterday' is not a time such as 20260131-235959"),
        (("{folder}/game.cast", "--last"), 2, "--last is for watched games"),
        (("--last", "--edition", "5.2"), 2, "are for --seed without --last"),
        (("--seed", SEED, "--to-turn", "999999"), 1, "This game does not reach turn 999999: it has "),
        (("{folder}/game.cast", "--to-level", "26"), 1, "This game does not reach level 26: it has "),
        (("{folder}/game.cast", "--to-command", "99999"), 1, "does not reach command 99999: it has "),
        (("{folder}/other.cast", "--to-level", "30"), 1, "it has 2 commands and shows no level of Rogue"),
        (("{folder}/other.cast", "--to-command", "3"), 1, "it has 2 commands and shows no level of Rogue"),
        (("{folder}/game.cast", "--to-level", "26"), 1, " and goes down to level "),
        (("--seed", SEED, "--to-turn", "1", "--at", "end"), 2, "not allowed with argument"),
        (("--seed", SEED, "--out", "x"), 2, "--out needs --export"),
        (("--seed", SEED, "--edition", "9"), 2, ": choose from "),
        (("no such file",), 1, "no such file cannot be read: No such file or directory."),
        (("{folder}",), 1, "{folder} cannot be read: Is a directory."),
        (("{folder}/run.db",), 2, "{folder}/run.db has many games; choose one with --seed"),
        (("{folder}/run.db", "--seed", "999"), 1, "{folder}/run.db has no game of seed 999."),
        (("{folder}/game.cast", "--seed", "1"), 2, "has only one game"),
        (
            ("{folder}/game.cast", "--edition", "5.2"),
            2,
            "are for --seed without FILE; leave them out",
        ),
        (("{folder}/game.txt",), 1, "{folder}/game.txt is not a recording (asciicast"),
        (("{folder}/game.txt", "--seed", "1"), 1, "{folder}/game.txt is not a recording (asciicast"),
    ],
)
def test_refusals_are_sentences(folder: Path, words: tuple[str, ...], code: int, sentence: str) -> None:
    filled = [word.format(folder=folder) for word in words]
    got, said = refused(*filled)
    assert got == code
    assert sentence.format(folder=folder) in said


DAMAGED = [
    (b"", "is not a recording (asciicast, ttyrec)"),
    (b"\x1f\x8b\x08garbage", "cannot be read"),
    (
        b'{"version": 2, "width": 80, "height": 24}\n[0, "o"]\n',
        "cannot be replayed: line 2: it is not an event.",
    ),
    (b'{"version": 4, "term": {}}\n', "asciicast version 4; only versions 1, 2, and 3 can be read"),
    (b'{"format": "rogue journal", "version": 1}\n', "is damaged: line 1: "),
    (b'{"format": "rogue save"}\n', "is damaged"),
    (b"SQLite format 3\0" + b"x" * 100, "cannot be used as a run"),
    (frame_bytes(TtyrecFrame(0, b"x"))[:5], "is not a recording (asciicast, ttyrec)"),
]


@pytest.mark.parametrize(("data", "sentence"), DAMAGED)
def test_damaged_files_are_refused_in_a_sentence(data: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    words = (str(path), "--seed", "1") if data.startswith(b"SQLite") else (str(path),)
    code, said = refused(*words)
    assert code == 1
    assert said.startswith(f"rogomatic: {path} ")
    assert sentence in said


def test_files_that_are_there_are_not_overwritten(folder: Path) -> None:
    code, said = run("--seed", SEED, "--export", "txt", "--out", str(folder / "game.txt"))[::2]
    assert code == 1
    assert said == f"rogomatic: {folder}/game.txt already exists and is not overwritten.\n"


def test_without_a_terminal_nothing_is_shown(folder: Path) -> None:
    code, out, said = run(str(folder / "game.cast"))
    assert (code, out) == (1, "")
    assert "standard input and output must be a terminal" in said


def test_no_screen_that_is_printed_has_the_complaint_about_the_marker() -> None:
    code, out, said = run("--seed", SEED, "--export", "txt")
    assert (code, "Illegal command" in out) == (0, False), said
    assert out.count("Command ") > 50
    tops = [block.splitlines()[1] for block in out.split("-" * 80 + "\n")[:-1]]
    assert any(top.startswith("You hit") for top in tops)


def test_a_number_that_is_too_large_is_called_so() -> None:
    code, said = refused("--seed", "99999999999999999999")
    assert code == 2
    assert "99999999999999999999 is too large" in said
    assert said.splitlines()[0].startswith("rogomatic replay: error: ")
    assert "usage: " not in said
    assert str(2**63 - 1) not in said
    assert "0 is less than 1" in refused("--seed", SEED, "--to-level", "0")[1]


def test_the_beginning_of_a_monster_s_name_is_enough() -> None:
    moments = [moment(), moment("You hit the hobgoblin"), moment("You miss the bat")]
    assert seek.fight(moments, "hobgob") == seek.fight(moments, "hobgoblin") == 0
    assert seek.place(moments, "b") == 1
    with pytest.raises(seek.PlaceNotFoundError, match="the hero fought hobgoblin, bat"):
        seek.fight(moments, "emu")


def test_what_a_hero_who_hallucinates_fights_is_no_place_to_go_to() -> None:
    unreal = moment("You hit the dragon")._replace(is_unreal=True)
    assert list(seek.fights([moment(), unreal, moment("You hit the bat")])) == ["bat"]


def moment(*said: str) -> Moment:
    return Moment(b"l", 0.0, 1, 1, 12, 12, True, "", "", said, ())


@pytest.mark.parametrize(
    ("watched", "whole", "said"),
    [
        (0, 9, ""),
        (1, 9, "The agent did not choose 1 of 9 commands; it only watches there."),
        (2, 9, "The agent did not choose 2 of 9 commands; it only watches there."),
        (1, 1, "The agent did not choose 1 of 1 command; it only watches there."),
        (1_000, 2_000, "The agent did not choose 1,000 of 2,000 commands; it only watches there."),
    ],
)
def test_commands_that_are_not_the_agents_are_counted(watched: int, whole: int, said: str) -> None:
    moments = [SimpleNamespace(rung=AS_RECORDED if number < watched else "rest") for number in range(whole)]
    timeline = SimpleNamespace(moments=moments, parted=whole)
    assert replay_sources._others(cast(Timeline, timeline)) == said
