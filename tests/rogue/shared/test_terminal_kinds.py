"""Kinds of terminal as the system knows them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ENTRY = (
    "nocup|prints line by line,\n\tam, cols#80, lines#24, bel=^G, cr=\\r, ind=\\n, cud1=\\n,\n"
    "other|has control sequences of its own,\n\tam, cols#80, lines#24, cup=\\EY%p1%' '%+%c%p2%' '%+%c,\n"
)
CODE = """import os; from rogue.shared.terminal_kinds import can_draw, colors_of
print(can_draw(os.environ["TERM"]), colors_of(os.environ, 1))"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tic") is None, reason="tic is not installed")
@pytest.mark.parametrize(("kind", "more", "told"), [
    ("nocup", {}, "False 0"),
    ("other", {}, "False 0"),
    ("vt100", {"COLORTERM": "truecolor"}, "True 0"),
    ("xterm", {}, "True 8"),
    ("no-such-kind", {}, "True 0"),
    ("no-such-kind", {"COLORTERM": "truecolor"}, "True 256"),
    ("no-such-256color", {}, "True 256"),
    ("", {}, "True 0"),
])  # fmt: skip
def test_a_kind_without_a_cursor_to_move_cannot_draw(
    tmp_path: Path, kind: str, more: dict[str, str], told: str
) -> None:
    (tmp_path / "entry").write_text(ENTRY, "utf-8")
    subprocess.run(["tic", "-o", tmp_path, tmp_path / "entry"], check=True)
    known = {name: text for name, text in os.environ.items() if name != "COLORTERM"}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**known, "TERM": kind, "TERMINFO": str(tmp_path), **more},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == told
