"""Where the game keeps its files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal


def home_folder() -> str:
    """Return the user's home folder, for which `~` stands in option texts."""
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
    """Return the folder of the text dumps of finished games."""
    return _place(env, "data", "games")


def journals_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the journals of people's games."""
    return _place(env, "state", "journals")


def daily_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the agent's games in the daily dungeons."""
    return _place(env, "state", "daily")


def opponents_file(env: Mapping[str, str]) -> Path:
    """Return the path of the file that names the best computer player for each description."""
    return _place(env, "data", "eggg-opponents.json")


def openings_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the openings learned from matches."""
    return _place(env, "data", "eggg-openings")


def matches_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the journals of matches."""
    return _place(env, "state", "matches")


def cache_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of downloaded files, which can be downloaded again."""
    return _place(env, "cache", "fetched")


def _place(env: Mapping[str, str], kind: Literal["cache", "config", "data", "state"], name: str) -> Path:
    """Return the path of a file or folder, in ROGUE_HOME or in the system's folder of its kind."""
    if home := env.get("ROGUE_HOME", ""):
        return Path(home) / name
    from platformdirs import PlatformDirs

    dirs = PlatformDirs("rogue", appauthor=False)
    folders = {
        "cache": dirs.user_cache_path, "config": dirs.user_config_path,
        "data": dirs.user_data_path, "state": dirs.user_state_path,
    }  # fmt: skip
    return folders[kind] / name
