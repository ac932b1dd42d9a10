"""scripts/understood: files and folders of recordings, and no library that only tests need."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.script_runs import run_script

ROOT = Path(__file__).resolve().parents[2]
UNDERSTOOD = ROOT / "scripts" / "understood"
WITHOUT_PYTEST = "import runpy, sys; sys.modules['pytest'] = None; sys.argv[:] = sys.argv[1:]; "


def understood(*words: str) -> tuple[int, str, str]:
    """Run the script; return exit code, output and what was said."""
    done = run_script("understood", *words)
    return done.returncode, done.stdout, done.stderr


def understood_without_pytest(*words: str) -> tuple[int, str, str]:
    """Run the script where pytest is not installed."""
    code = f"{WITHOUT_PYTEST}runpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code, str(UNDERSTOOD), *words],
        capture_output=True, text=True, timeout=120, check=False, cwd=ROOT,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def recording(*lines: str) -> str:
    """Return an asciicast in which a game says something after every key."""
    rows = [json.dumps({"version": 2, "width": 80, "height": 24})]
    for number, line in enumerate(lines):
        rows.append(json.dumps([number, "o", f"\x1b[H{line}\x1b[K\x1b[5;5H@\b"]))
        rows.append(json.dumps([number + 0.5, "i", "l"]))
    return "\n".join(rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two recordings, one packed, and something else."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "good.cast").write_text(recording("You hit", "You miss"))
    (tmp_path / "deep" / "packed.cast.gz").write_bytes(gzip.compress(recording("The bat juggles").encode()))
    (tmp_path / "notes.txt").write_text("nothing")
    return tmp_path


def test_files_and_folders_are_taken_without_pytest(folder: Path) -> None:
    code, out, said = understood_without_pytest(str(folder / "good.cast"))
    assert (code, said) == (0, "")
    assert out.splitlines()[1].split()[-3:] == ["2", "0", "100.000%"]
    code, out, said = understood(str(folder))
    assert (code, said) == (1, "")
    assert [line.split()[-3] for line in out.splitlines()[1:3]] == ["2", "1"]
    assert out.splitlines()[3] == "     1  The bat juggles"


def test_journals_are_played_again() -> None:
    code, out, _ = understood(str(ROOT / "tests/journals/agent-101.jsonl"))
    assert code == 0
    assert out.splitlines()[1].startswith("journals ")


def test_what_cannot_be_read_is_told(folder: Path) -> None:
    code, _, said = understood(str(folder / "notes.txt"), str(folder / "good.cast"))
    assert code == 1
    assert "notes.txt is not a recording (asciicast" in said
    empty = folder / "empty"
    empty.mkdir()
    assert understood(str(empty))[::2] == (1, f"understood: there are no recordings in {empty}\n")


def test_no_part_of_a_script_needs_pytest() -> None:
    """What scripts/lib imports of the tests imports no pytest."""
    for path in (ROOT / "scripts" / "lib").rglob("*.py"):
        for line in path.read_text().splitlines():
            if line.startswith("from tests."):
                imported = ROOT.joinpath(*line.split()[1].split(".")).with_suffix(".py")
                assert "import pytest" not in imported.read_text(), f"{path}: {line}"
