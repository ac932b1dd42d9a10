"""Where the game keeps its files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal


def home_folder() -> str:
    """Return the path of the user's home folder.  In the text of options, this path is written as `~`."""
    return os.path.expanduser("~")


def scores_file(env: Mapping[str, str]) -> Path:
    """Return the path of the score list."""
    return _place(env, "data", "scores.json")


def settings_file(env: Mapping[str, str]) -> Path:
    """Return the path of a person's settings."""
    return _place(env, "config", "settings.toml")


def history_file(env: Mapping[str, str]) -> Path:
    """Return the path of the history of a person's games."""
    return _place(env, "data", "history.jsonl")


def dumps_folder(env: Mapping[str, str]) -> Path:
    """Return the folder for text dumps of finished games."""
    return _place(env, "data", "games")


def journals_folder(env: Mapping[str, str]) -> Path:
    """Return the folder for journals of games that people play."""
    return _place(env, "state", "journals")


def daily_folder(env: Mapping[str, str]) -> Path:
    """Return the folder for the agent's games in daily dungeons."""
    return _place(env, "state", "daily")


def opponents_file(env: Mapping[str, str]) -> Path:
    """Return the path of the file with the best computer player for each game made from a description."""
    return _place(env, "data", "eggg-opponents.json")


def openings_folder(env: Mapping[str, str]) -> Path:
    """Return the folder for openings learned from matches."""
    return _place(env, "data", "eggg-openings")


def matches_folder(env: Mapping[str, str]) -> Path:
    """Return the folder for journals of matches."""
    return _place(env, "state", "matches")


def cache_folder(env: Mapping[str, str]) -> Path:
    """Return the folder for downloaded files, which can be downloaded again."""
    return _place(env, "cache", "fetched")


def _place(env: Mapping[str, str], kind: Literal["cache", "config", "data", "state"], name: str) -> Path:
    """Return the path of `name` in $ROGUE_HOME or, if that is unset, in the system's folder for `kind`."""
    if home := env.get("ROGUE_HOME", ""):
        return Path(home) / name
    from platformdirs import PlatformDirs

    dirs = PlatformDirs("rogue", appauthor=False)
    folders = {
        "cache": dirs.user_cache_path, "config": dirs.user_config_path,
        "data": dirs.user_data_path, "state": dirs.user_state_path,
    }  # fmt: skip
    return folders[kind] / name
