"""No keys make the game raise and no bytes the agent; the long form is scripts/soak."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_a_short_soak_raises_nothing(root: Path) -> None:
    line = [sys.executable, str(root / "scripts/soak"), "--seeds", "6", "--keys", "30000", "--bytes", "30000"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("30000 keys over 6 seeds: ")
    assert "nothing raised" in done.stdout
