"""The source from which this program was installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

NOTE: Final = "COMPILED.json"  # beside the packages of a compiled copy: what it was made from
ROOT: Final = Path(__file__).resolve().parents[2]


def commit(root: Path = ROOT) -> str:
    """Return the commit of a source, "-dirty" when files differ from it, "" when not known.

    root  the folder of the packages.  A compiled copy has its commit in a note: the checkout that it may lie
          in has gone on since.  What is installed elsewhere has none, whatever repository it lies in
    """
    try:
        return str(json.loads((root / NOTE).read_text("utf-8"))["commit"])
    except FileNotFoundError:
        return _described(root) if (root / ".git").exists() else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _described(checkout: Path) -> str:
    """Ask git for the commit of a checkout."""
    import subprocess

    line = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(line, cwd=checkout, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
