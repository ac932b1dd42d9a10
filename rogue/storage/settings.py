"""A person's settings, kept from game to game in a small text file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from rogue.shared.errors import RogueError, reason_of
from rogue.shared.files import READABLE, read_bounded, write_atomically
from rogue.shared.toml_text import parse_toml
from rogue.state.world import Options
from rogue.ui.options import FLAGS, STYLE, STYLES, clean, option_words

SETTINGS_VERSION: Final = 2
KEPT: Final = (
    "terse", "flush", "jump", "seefloor", "passgo", "tombstone", "step", "askme", "inven", "name",
    "fruit",
)  # fmt: skip
"""Options kept between games: all but paths, which belong to one game or one machine."""
NOTE: Final = "Your changes are saved for later games, except names of files."
NO_NOTE: Final = "Your changes apply to this game only: your settings could not be read."
HEADER: Final = """\
# Settings that rogue keeps from game to game.  It writes this file when you leave the option screen
# (key o) after a change.  You may also edit it.  ROGUEOPTS overrides this file, and the command line
# overrides both.
"""

Value = bool | str


class SettingsFileError(RogueError):
    """Exception for a settings file that cannot be used.  `reason` says why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} cannot be used: {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Settings:
    """A person's settings.  They do not apply to games that programs play."""

    color: bool | None = None  # None: if the terminal supports it
    options: Mapping[str, Value] = field(default_factory=dict)

    def words(self) -> str:
        """Return the options as text in the syntax of ROGUEOPTS."""
        options = Options()
        for name, value in self.options.items():
            setattr(options, name, value)
        return option_words(options, self.options)

    def changed(self, before: Options, now: Options) -> Settings:
        """Return a copy with the new value of each option that differs between `before` and `now`."""
        values = {name: getattr(now, name) for name in KEPT if getattr(now, name) != getattr(before, name)}
        return replace(self, options={**self.options, **values})


def read_settings(path: Path) -> Settings:
    """Return the settings in a file, or the defaults if there is no file.  Raises SettingsFileError."""
    try:
        text = read_bounded(path).decode("utf-8")
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise SettingsFileError(path, reason_of(error)) from error
    except UnicodeDecodeError as error:
        raise SettingsFileError(path, "it is not text") from error
    try:
        return _settings_of(parse_toml(text))
    except ValueError as error:
        raise SettingsFileError(path, str(error)) from error


def _settings_of(data: dict[str, Any]) -> Settings:
    version = data.pop("version", None)
    if version is None:
        raise ValueError(f"the line `version = {SETTINGS_VERSION}` is missing")
    if type(version) is not int or version < 1:
        raise ValueError(f"version must be {SETTINGS_VERSION}")
    if version > SETTINGS_VERSION:
        raise ValueError(f"it was made by a newer program (version {version})")
    color, options = _color_of(data, version), data.pop("options", {})
    if data:
        raise ValueError(f"{next(iter(data))!r} is not a setting")
    if not isinstance(options, dict):
        raise ValueError("options must be a table")
    return Settings(color, {name: _checked(name, value) for name, value in options.items()})


def _color_of(data: dict[str, Any], version: int) -> bool | None:
    """Return whether the person wants colors, or None if no choice is stored.  Raises ValueError.

    Version 1 always wrote `colour = false`, so in that version false means no choice.
    """
    old, color = data.pop("colour", None), data.pop("color", None)
    for name, value in (("colour", old), ("color", color)):
        if value is not None and not isinstance(value, bool):
            raise ValueError(f"{name} must be true or false")
    if version == 1:
        old = old or None
    chosen: bool | None = old if color is None else color
    return chosen


def _checked(name: str, value: object) -> Value:
    if name not in KEPT:
        raise ValueError(f"{name!r} is not an option that can be saved")
    if name in FLAGS:
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be true or false")
        return value
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text")
    if name == STYLE and value not in STYLES:
        raise ValueError(f"{name} must be one of {', '.join(STYLES)}")
    if clean(value) != value:
        raise ValueError(f"{name} must be at most 50 ASCII characters")
    return value


def settings_text(settings: Settings) -> str:
    """Return the text of a settings file."""
    color = [] if settings.color is None else [f"color = {json.dumps(settings.color)}"]
    lines = [f"version = {SETTINGS_VERSION}", *color, "", "[options]"]
    lines += [f"{name} = {json.dumps(settings.options[name])}" for name in KEPT if name in settings.options]
    return HEADER + "\n".join(lines) + "\n"


def write_settings(path: Path, settings: Settings) -> None:
    """Write a settings file atomically.  A missing folder is created.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, settings_text(settings).encode(), READABLE)


class SettingsKeeper:
    """The settings during one run.  They are written when the player changes an option."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.trouble = ""
        self.notices: tuple[str, ...] = ()  # messages for the game about settings that cannot be used
        try:
            self.settings = read_settings(path)
        except SettingsFileError as error:
            self.settings = Settings()
            self.trouble = f"{error}.  The file was not changed"
            self.notices = (
                f"Settings cannot be used: {error.reason}",
                f"This file was not changed: {path}",
            )
        self._usable = not self.trouble

    @property
    def note(self) -> str:
        """The note on the option screen, which says whether changed options are kept."""
        return NOTE if self._usable else NO_NOTE

    def keep(self, before: Options, now: Options) -> None:
        """Save the options that differ between `before` and `now`.  If writing fails, `trouble` says why."""
        settings = self.settings.changed(before, now)
        if not self._usable or settings == self.settings:
            return
        try:
            write_settings(self._path, settings)
            self.settings, self.trouble = settings, ""
        except OSError as error:
            self.trouble = f"The options could not be saved in {self._path}: {reason_of(error)}"
