"""Where the files of a person lie.

Owns   the folder for what the agent keeps by itself.
Leaves what is kept there (run.keep), the game's own files (rogue.files).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

HOME: Final = "ROGOMATIC_HOME"  # in the environment: one folder for everything


def data_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of a person's data; nothing is made."""
    if env.get(HOME):
        return Path(env[HOME])
    from platformdirs import user_data_path

    return user_data_path("rogomatic", appauthor=False)


def recordings_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the recordings that were kept without being asked for one by one."""
    return data_folder(env) / "recordings"
