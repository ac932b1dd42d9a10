"""Kinds of terminal as the system knows them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ENTRY = "nocup|prints line by line,\n\tam, cols#80, lines#24, bel=^G, cr=\\r, ind=\\n, cud1=\\n,\n"
CODE = "import sys; from rogue.shared.terminal_kinds import can_draw; print(*map(can_draw, sys.argv[1:]))"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tic") is None, reason="tic is not installed")
@pytest.mark.parametrize(("kind", "told"), [("nocup", "False"), ("vt100", "True"), ("no-such-kind", "True")])
def test_a_kind_without_a_cursor_to_move_cannot_draw(tmp_path: Path, kind: str, told: str) -> None:
    (tmp_path / "entry").write_text(ENTRY, "utf-8")
    subprocess.run(["tic", "-o", tmp_path, tmp_path / "entry"], check=True)
    done = subprocess.run(
        [sys.executable, "-c", CODE, kind],
        env={**os.environ, "TERMINFO": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == told
