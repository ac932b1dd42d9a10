"""`scripts/same-keys` plays copies of the program beside each other, and sees where one plays otherwise."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHORT = "1000046"  # a game that ends soon


def _compare(*copies: Path | str, jobs: int = 1) -> subprocess.CompletedProcess[str]:
    seeds = (f"--games={jobs}", f"--jobs={jobs}", f"--first-seed={SHORT}")
    command = [sys.executable, "scripts/same-keys", *map(str, copies), *seeds]
    return subprocess.run([*command, "--edition=5.4"], cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_copy_has_the_keys_of_the_checkout_until_it_plays_otherwise(tmp_path: Path) -> None:
    for name in ("rogue", "rogomatic", "memory"):
        shutil.copytree(ROOT / name, tmp_path / name)  # with what is compiled, which takes a second
    knobs = tmp_path / "rogomatic" / "agent" / "knobs.py"
    equal = _compare(".", tmp_path)
    assert equal.stdout.endswith("1 of 1 games have the same keys in all copies\n")
    assert equal.returncode == 0
    source = knobs.read_text(encoding="utf-8")
    changed = source.replace("vigil_depth: int = knob(3,", "vigil_depth: int = knob(0,")
    assert changed != source
    knobs.write_text(changed, encoding="utf-8")
    other = _compare(".", tmp_path)
    assert other.stdout.endswith("0 of 1 games have the same keys in all copies\n")
    assert other.returncode == 1
    in_a_worker = "import sys\n\nassert '__mp_main__' not in sys.modules\n"
    knobs.write_text(f"{source}\n{in_a_worker}", encoding="utf-8")
    assert _compare(".", tmp_path, jobs=2).returncode == 1, "each process plays with the copy"


def test_what_holds_no_copy_is_a_sentence(tmp_path: Path) -> None:
    wrong = _compare(".", tmp_path)
    assert wrong.returncode == 2
    assert f"{tmp_path} holds no copy of the program" in wrong.stderr
