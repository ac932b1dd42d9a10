"""Which source this program was started from.

Owns   the commit that stands in manifests and in provenances.
Leaves the version (own).
"""

from __future__ import annotations

from pathlib import Path


def commit() -> str:
    """Return the commit of this source, "-dirty" when files differ from it, "" when not known."""
    import subprocess

    line = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(
            line, cwd=Path(__file__).parent, capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
