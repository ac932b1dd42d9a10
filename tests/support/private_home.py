"""A home folder for the tests, so that none reads or writes the files of the person who runs them."""

from __future__ import annotations

import os
from collections.abc import MutableMapping


def leave_home(env: MutableMapping[str, str], home: str) -> None:
    """Let every variable that leads to a person's files lead below `home`, or drop the variable."""
    env["HOME"] = home
    env["ROGOMATIC_HOME"] = os.path.join(home, "rogomatic")
    env.pop("ROGUE_HOME", None)
    for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
        env[f"XDG_{kind}_HOME"] = os.path.join(home, kind.lower())
