"""A person's game on a pseudo-terminal: colors, kept options, history, keys, windows, mishaps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rogue.app.interactive import wants_color, window_title
from rogue.app.session_host import SessionHost
from rogue.storage.history import FinishedGame, read_games
from rogue.storage.settings import Settings, read_settings, write_settings
from rogue.terminal.interactive_terminal import play
from rogue.ui.journal import Start
from rogue.ui.session import Session
from tests.support.emulated_terminal import Line

HERO = b"\x1b[1m@\x1b[m"


def settings_of(folder: Path) -> Path:
    return folder / "rogue" / "settings.toml"


@pytest.mark.parametrize(
    ("term", "asked", "sequence"),
    [
        ("xterm-256color", "--colour", b"\x1b[38;5;136m*"),
        ("linux", "--color", b"\x1b[33m*"),
        ("vt220", "--colour", b""),
        ("xterm-256color", "--no-color", b""),
    ],
)
def test_color_follows_request_and_terminal(lines: Any, term: str, asked: str, sequence: bytes) -> None:
    line = lines(asked, "--seed", "2", term=term)
    line.until("Level: 1")
    assert sequence in line.raw
    assert (HERO in line.raw) == bool(sequence)


def test_no_program_gets_colors(lines: Any, tmp_path: Path) -> None:
    write_settings(settings_of(tmp_path), Settings(color=True))
    line = lines("--plain", "--colour")
    line.until("Level: 1")
    assert HERO not in line.raw


@pytest.mark.parametrize(
    ("kept", "env", "colored"),
    [
        (None, {}, True),
        (None, {"NO_COLOR": "1"}, False),
        (False, {}, False),
    ],
)
def test_a_game_has_color_unless_something_says_no(
    lines: Any, tmp_path: Path, kept: bool | None, env: dict[str, str], colored: bool
) -> None:
    write_settings(settings_of(tmp_path), Settings(color=kept))
    line = lines(**env)
    line.until("Level: 1")
    assert (HERO in line.raw) == colored


@pytest.mark.parametrize(
    ("asked", "env", "kept", "wanted"),
    [
        (None, {}, None, True),
        (None, {"NO_COLOR": "1"}, None, False),
        (None, {}, False, False),
        (None, {}, True, True),
        (None, {"NO_COLOR": ""}, True, True),
        (None, {"NO_COLOR": "1"}, True, False),
        (True, {"NO_COLOR": "1"}, False, True),
        (False, {}, True, False),
    ],
)
def test_who_decides_color(asked: bool | None, env: dict[str, str], kept: bool | None, wanted: bool) -> None:
    assert wants_color(asked, env, kept) == wanted


def test_the_map_has_its_colors_again_after_a_box_over_it_was_drawn_anew(lines: Any) -> None:
    line = lines("--colour", ROGUEOPTS="inven=overwrite")
    line.until("Level: 1")
    line.type(b"i", "a) Some food")
    line.raw = b""
    line.child.setwinsize(25, 90)
    line.until_sent(b"a) Some food")
    assert HERO not in line.raw
    line.type(b" ")
    line.until_sent(HERO)


def test_what_is_changed_on_the_option_screen_is_there_in_the_next_game(lines: Any, tmp_path: Path) -> None:
    line = lines(ROGUEOPTS="jump", LOGNAME="ann")
    line.until("Level: 1")
    line.type(b"o", "Your changes are saved for later games, except names of files.")
    line.type(b"t\r\r\r\r\r\rBo\r\r/tmp/f\r\x1b", "--More--")
    line.type(b" ", "Level: 1")
    assert read_settings(settings_of(tmp_path)).options == {"terse": True, "name": "Bo"}
    line.type(b"Qy", "[Press return to continue]")  # a game that is killed may be told of in the next one
    line.type(b"\r")
    assert line.gone() == 0
    again = lines(ROGUEOPTS="fruit=kiwi", LOGNAME="ann")
    again.until("Hello Bo")
    again.type(b"  o", '("terse"): True')
    again.until('("name"): Bo')
    again.until('("fruit"): kiwi')
    again.until('("jump"): False')


def test_settings_that_make_no_sense_are_told_and_left_alone(lines: Any, tmp_path: Path) -> None:
    path = settings_of(tmp_path)
    path.parent.mkdir()
    path.write_text("terse = ")
    line = lines()
    line.until("--More--")
    line.type(b"    o", "Your changes apply to this game only: your settings could not be read.")
    line.type(b"t\x1b", "--More--")
    line.type(b" Qy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    assert b"The file was not changed" in line.raw.rpartition(b"Top 10")[2]
    assert path.read_text() == "terse = "


@pytest.mark.parametrize("options", ["frut=kiwi", ",".join(["inven=wide"] * 20)])
def test_options_that_are_none_are_told_in_a_new_game(lines: Any, options: str) -> None:
    line = lines(ROGUEOPTS=f"name=rogo-ann,{options}")
    line.until("Not understood in ROGUEOPTS: " + options[:9])
    line.until("--More--")
    line.type(b" ", "Hello rogo-ann")


def test_programs_neither_read_nor_write_settings_and_history(lines: Any, tmp_path: Path) -> None:
    write_settings(settings_of(tmp_path), Settings(options={"terse": True}))
    before = settings_of(tmp_path).read_text()
    line = lines("--plain", ROGUEOPTS="bogus")
    line.until("Level: 1")
    line.type(b"o", '("terse"): False')
    line.type(b"\rt\x1b", "--More--")
    line.type(b" Qy\r")
    assert line.gone() == 0
    assert settings_of(tmp_path).read_text() == before
    assert not (tmp_path / "rogue" / "history.jsonl").exists()
    assert b"Not understood" not in line.raw


def test_a_finished_game_is_entered_and_its_dungeon_told(lines: Any, tmp_path: Path) -> None:
    line = lines("--seed", "7", "--helpers")
    line.until("Level: 1")
    line.type(b"xQy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    assert b"This was dungeon 7" in line.raw
    games, troubles = read_games(tmp_path / "rogue" / "history.jsonl")
    assert [(game.seed, game.how, game.marks) for game in games] == [(7, "quit", ("helpers",))]
    assert troubles == []


@pytest.mark.parametrize(("how", "why"), [((), "Games without gold"), (("--wizard",), "Wizard games")])
def test_why_a_game_is_not_entered_stands_below_the_list(lines: Any, how: tuple[str, ...], why: str) -> None:
    line = lines("--seed", "7", *how)
    line.until("Level: 1")
    line.type(b"Qy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    last = f"This was dungeon 7.  {why} are not listed.".encode()
    table = b"Top 10 Scores:\r\n   Score Name\r\nNo game has scored yet.\r\n\r\n"
    assert line.raw.partition(table)[2].startswith(last)


def test_a_lone_escape_takes_effect_at_once_and_leaves_the_next_key(lines: Any) -> None:
    line = lines()
    line.until("Level: 1")
    line.type(b"t", "Which direction?")
    line.type(b"\x1b")
    line.until_gone("Which direction?")
    line.type(b"v", "chongo")


@pytest.mark.parametrize("term", ["xterm-256color", "screen", "linux"])
def test_every_terminal_knows_every_form_of_a_key(lines: Any, term: str) -> None:
    line = lines(term=term)
    line.until("Level: 1")
    forms = {b"\x1b[A": "k", b"\x1bOB": "j", b"\x1bOw": "y", b"\x1b[5~": "u", b"\x1b[1;2D": "^H"}
    for data, key in forms.items():
        line.type(b"/" + data, f"'{key}': unknown character")


def test_an_arrow_picks_nothing_and_says_yes_to_nothing(lines: Any) -> None:
    line = lines()
    line.until("Level: 1")
    line.type(b"Q", "Really quit?")
    line.type(b"\x1b[H")
    line.type(b"ne", "Which object do you want to eat?")
    line.type(b"\x1b[Ba", "this food")


def test_a_key_that_is_not_known_does_nothing(lines: Any) -> None:
    line = lines()
    line.until("Level: 1")
    line.type(b"\x1b[15;2~\x1b[200~Qy\x1b[201~\x1b[<0;3;3Mv", "chongo")
    assert b"Illegal" not in line.raw


def test_a_window_may_change_at_any_moment(lines: Any) -> None:
    line = lines()
    line.until("Level: 1")
    for keys, shown in (
        (b"e", "Which object do you want to eat?"),
        (b"\x1b", "Level: 1"),
        (b"cc", "What do you want to call it?"),
        (b"\ro", 'Terse output ("terse"): False'),
        (b"\x1b", "--More--"),
        (b" i", "a) Some food"),
        (b" Qy", "You quit with 0 gold pieces"),
    ):
        line.type(keys, shown)
        if shown == "Level: 1":  # a key right behind Escape would go with it
            line.until_gone("Which object")
        for size in ((10, 40), (30, 100)):
            line.screen.reset()
            line.screen.resize(*size)
            line.child.setwinsize(*size)
            line.until("Rogue needs a window" if size[0] < 24 else shown)
    assert b"Traceback" not in line.raw


def test_a_large_window_has_the_map_at_its_top_left(lines: Any) -> None:
    line = lines(size=(40, 132))
    line.until("Level: 1")
    assert line.screen.display[23].startswith("Level: 1")
    assert all(row[80:82] == "  " for row in line.screen.display)


class Broken(Line):
    """A game with a defect, on a terminal."""

    @staticmethod
    def main() -> None:
        class BrokenHost(SessionHost):
            def feed(self, keys: bytes) -> bytes:
                return super().feed(keys) if keys != b"v" else bytes(1 // 0)

        play(BrokenHost(Start(3)))


def test_a_defect_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    line = Broken(tmp_path, "xterm")
    try:
        line.until("Level: 1")
        assert not line.cooked()
        line.type(b"v")
        assert line.gone() == 1
        assert line.raw.index(b"\x1b[?2004l") < line.raw.index(b"\x1b[?1049l")
        assert line.raw.index(b"\x1b[?1049l") < line.raw.index(b"ZeroDivisionError")
        assert b"\x1b>" in line.raw
    finally:
        line.child.close(force=True)


def test_the_title_names_the_game_its_number_and_the_best_so_far() -> None:
    session = Session(42)
    done = [
        FinishedGame("2026-01-01T00:00:00", 7, edition, "Ann", score, 3, 3, 2, 900, "quit", "", (), "0.3.1")
        for edition, score in (("5.4", 120), ("5.4", 1412), ("3.6", 9999))
    ]
    assert window_title(session) == "rogue 5.4, dungeon 42"
    assert window_title(session, done) == "rogue 5.4, dungeon 42, game 3, best so far 1,412"
