"""Settings: what is kept between a person's games, and files that make no sense."""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogue.app.config import option_text
from rogue.state.world import Options
from rogue.storage.settings import (
    KEPT,
    NO_NOTE,
    NOTE,
    Settings,
    SettingsFileError,
    SettingsKeeper,
    read_settings,
    settings_text,
    write_settings,
)
from rogue.ui.options import FLAGS, STYLE, STYLES, read_options

PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=50)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        name: st.booleans() if name in FLAGS else st.sampled_from(STYLES) if name == STYLE else PRINTABLE
        for name in KEPT
    },
)


@given(st.sampled_from([None, False, True]), VALUES)
def test_what_is_written_is_read_back(color: bool | None, options: dict[str, bool | str]) -> None:
    text = settings_text(Settings(color, options))
    data = tomllib.loads(text)
    assert (data.get("color"), data["options"]) == (color, options)


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("version = 2", None),
        ("version = 2\ncolor = false", False),
        ("version = 2\ncolour = true", True),
        ("version = 2\ncolour = true\ncolor = false", False),
        ("version = 1\ncolour = false", None),  # written unasked
        ("version = 1\ncolour = true", True),
        ("version = 1\ncolor = false", False),
        ("version = 1\ncolour = true\ncolor = false", False),
    ],
)
def test_color_is_a_choice_only_if_it_was_made(tmp_path: Path, text: str, color: bool | None) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    assert read_settings(path).color is color


def test_no_file_is_the_defaults(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.toml") == Settings()


def test_only_what_the_player_changed_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.toml"
    write_settings(path, Settings(color=True, options={"fruit": "kiwi"}))
    keeper = SettingsKeeper(path)
    before = read_options("name=ann,terse,score=/tmp/s")
    now = read_options("name=Bo,terse,score=/tmp/other")
    keeper.keep(before, now)
    assert read_settings(path) == Settings(True, {"fruit": "kiwi", "name": "Bo"})
    assert (keeper.note, keeper.trouble) == (NOTE, "")


def test_a_game_in_which_nothing_was_changed_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    SettingsKeeper(path).keep(Options(), Options(file="/tmp/x"))
    assert not path.exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the line `version = 2` is missing"),
        ("version = 'x'", "version must be 2"),
        ("version = true", "version must be 2"),
        ("version = 0", "version must be 2"),
        ("version = 3", "newer program"),
        ("version = 1\ncolour = 1", "colour must be true or false"),
        ("version = 2\ncolor = 'yes'", "color must be true or false"),
        ("version = 1\nfont = 'big'", "'font' is not a setting"),
        ("version = 1\noptions = 3", "options must be a table"),
        ("version = 1\n[options]\nterse = 'yes'", "terse must be true or false"),
        ("version = 1\n[options]\nname = 3", "name must be text"),
        ("version = 1\n[options]\ninven = 'Fast'", "inven must be one of Overwrite, Slow, Clear"),
        ("version = 1\n[options]\nfile = '/tmp/x'", "'file' is not an option that can be saved"),
        ('version = 1\n[options]\nname = "a\\u0007"', "cannot be used"),
        ("version = 1\n[options]\nname = 'Zoë'", "name must be at most 50 ASCII characters"),
        ("version = 1\n[options", "cannot be used"),
        (f"version = 1\ncolor = 0x{'f' * 5000}", "line 2: a number has more than 1000 digits"),
        (f"version = 2\ncolor = {'[' * 5000}", "the file is nested too deep"),
    ],
)
def test_a_damaged_file_is_told_and_left_alone(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SettingsFileError, match=r"settings\.toml"):
        read_settings(path)
    keeper = SettingsKeeper(path)
    assert says in keeper.trouble
    assert keeper.notices[0].partition(": ")[2] in keeper.trouble
    assert keeper.settings == Settings()
    assert keeper.note == NO_NOTE
    keeper.keep(Options(), Options(terse=True))
    assert path.read_text("utf-8") == text


@given(st.binary(max_size=60))
def test_no_bytes_in_the_file_make_it_raise_anything_else(data: bytes) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"version = 1\n" + data)
        file.flush()
        keeper = SettingsKeeper(Path(file.name))
        assert keeper.trouble.startswith(file.name) or keeper.settings == read_settings(Path(file.name))


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    keeper = SettingsKeeper(blocked / "settings.toml")
    assert "Not a directory" in keeper.trouble
    other = SettingsKeeper(tmp_path / "new" / "settings.toml")
    (tmp_path / "new").write_text("")
    other.keep(Options(), Options(terse=True))
    assert other.trouble.startswith("The options could not be saved in ")


def test_rogueopts_wins_over_what_is_kept_and_the_command_line_over_both() -> None:
    kept = Settings(options={"terse": True, "jump": True, "name": "Bo, the bold", "fruit": "=x"}).words()
    env = {"LOGNAME": "ann", "ROGUEOPTS": "nojump,inven=slow"}
    options = read_options(option_text(None, env, kept))
    assert (options.terse, options.jump, options.inven) == (True, False, "Slow")
    assert (options.name, options.fruit) == ("Bo  the bold", "x")
    assert read_options(option_text("Cy", env, kept)).name == "Cy"
