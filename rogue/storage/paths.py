"""Paths: where the game keeps its files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SAVE_NAME: Final = ".rogue.save"  # in the home folder (SCREEN.md 13)


def home_folder() -> str:
    """Return the user's home folder, which `~` stands for in option texts."""
    return os.path.expanduser("~")


def default_save() -> str:
    """Return where a game is saved that has no file of its own."""
    return os.path.join(home_folder(), SAVE_NAME)


def scores_file(env: Mapping[str, str]) -> Path:
    """Return where the score list lies."""
    if home := env.get("ROGUE_HOME", ""):
        return Path(home) / "scores.json"
    from platformdirs import user_data_path

    return user_data_path("rogue", appauthor=False) / "scores.json"


def settings_file(env: Mapping[str, str]) -> Path:
    """Return where a person's settings lie."""
    if home := env.get("ROGUE_HOME", ""):
        return Path(home) / "settings.toml"
    from platformdirs import user_config_path

    return user_config_path("rogue", appauthor=False) / "settings.toml"


def history_file(env: Mapping[str, str]) -> Path:
    """Return where the history of a person's games lies."""
    if home := env.get("ROGUE_HOME", ""):
        return Path(home) / "history.jsonl"
    from platformdirs import user_data_path

    return user_data_path("rogue", appauthor=False) / "history.jsonl"


def dumps_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the texts of finished games."""
    if home := env.get("ROGUE_HOME", ""):
        return Path(home) / "games"
    from platformdirs import user_data_path

    return user_data_path("rogue", appauthor=False) / "games"


def journals_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the journals of people's games."""
    if home := env.get("ROGUE_HOME", ""):
        return Path(home) / "journals"
    from platformdirs import user_state_path

    return user_state_path("rogue", appauthor=False) / "journals"
