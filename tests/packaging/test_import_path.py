"""No file of the current folder is imported, whatever command is used there."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pexpect
import pytest

from rogomatic.run.storage.run_file import RunWriter
from rogue.shared import import_path
from tests.run.rows import MANIFEST, ROW

ROOT: Final = Path(__file__).resolve().parents[2]
BIN: Final = Path(sys.executable).parent
# Modules that the interpreter, multiprocessing, the game, the agent, and numpy load, and those of ours.
NAMES: Final = (
    *("random", "json", "types", "typing", "select", "sitecustomize", "usercustomize", "rogue", "rogomatic"),
    *("re", "signal", "enum", "multiprocessing", "pickle", "runpy", "subprocess", "socket", "numpy"),
    "pexpect",
    *("collections", "argparse", "tempfile", "rich", "blessed", "curses", "gymnasium", "librt", "hashlib"),
)
MARKER: Final = "PWNED"
CODE: Final = """import os
open({marker!r}, "a").write(__name__ + chr(10))
raise SystemExit("a file of the current folder was run")
"""
FEW: Final = "--first-seed 1 --limit-commands 60"
WORKS: Final = {
    "batch in processes": (f"batch --games 2 --jobs 2 {FEW}", "2 games"),
    "batch on a terminal": (f"batch --games 1 --pty --edition 5.2 {FEW}", "1 game"),
    "evolve": (
        "evolve --pool pool.db --population 4 --games 4 --block 1 --effort 1 --limit-commands 60 --jobs 2",
        "",
    ),
    "roshambo": ("roshambo --matches 1 --turns 5 --jobs 2 --players VL,RB", ""),
    "replay": ("replay --seed 15 --to-turn 20 --print", "Str"),
    "explain": ("explain --seed 1 --turn 100", "FIRED"),
    "plot": ("plot scores run.db --out scores.png", ""),
}
SLOWER: Final = ("batch in processes", "roshambo", "plot", "evolve", "explain")
SHOWN: Final = {
    "watch": ("rogomatic watch --seed 7 --memory none --frozen", "q"),
    "coach": ("rogomatic coach --seed 7 --memory none", "Q"),
    "replay": ("rogomatic replay --seed 15", "q"),
    "rogue": ("rogue --seed 7", "Q"),
}
GAMES: Final = """
import sys
from rogue.gym import RogueVectorEnv

if __name__ == "__main__":
    games = RogueVectorEnv(num_envs=2, processes=2, context=sys.argv[1] if sys.argv[1:] else None)
    games.reset(seed=3)
    games.step([0, 0])
    games.close()
    print("played")
"""


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A folder with files that are named like modules."""
    folder = tmp_path / "strange"
    (folder / "rogue").mkdir(parents=True)
    code = CODE.format(marker=str(folder / MARKER))
    for name in NAMES:
        (folder / f"{name}.py").write_text(code)
    (folder / "rogue" / "__init__.py").write_text(code)
    return folder


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a person with a home beside the strange folder."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
    return {**kept, "HOME": str(folder.parent), "TERM": "xterm", **more}


def used(line: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder; the files there must not have been run."""
    done = subprocess.run(
        line, cwd=folder, env=environment(folder, **more), capture_output=True, text=True, check=False
    )
    assert not (folder / MARKER).exists(), (folder / MARKER).read_text()
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=[pytest.mark.long] * (name in SLOWER)) for name in WORKS]
)
def test_commands_run_nothing_of_the_current_folder(command: str, strange: Path) -> None:
    words, said = WORKS[command]
    if command == "plot":
        pytest.importorskip("PIL")
        with RunWriter(strange / "run.db", MANIFEST) as run:
            run.add(ROW)
    done = used([str(BIN / "rogomatic"), *words.split()], strange)
    assert said in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["watch", "rogue", *(pytest.param(name, marks=pytest.mark.long) for name in ("coach", "replay"))],
)
def test_windows_run_nothing_of_the_current_folder(command: str, strange: Path) -> None:
    (program, *words), key = SHOWN[command][0].split(), SHOWN[command][1]
    shown = pexpect.spawn(
        str(BIN / program),
        words,
        cwd=str(strange),
        env=environment(strange),
        dimensions=(24, 80),
        timeout=120,
    )
    shown.expect("Str")
    shown.send(key)
    if key == "Q":
        shown.expect("quit")
        shown.send("y")
        shown.expect(r"\[Press return|gold|Return|left")
        shown.send("\r")
    shown.expect(pexpect.EOF)
    shown.close()
    assert not (strange / MARKER).exists()
    assert shown.exitstatus == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "context", ["", "spawn", *(pytest.param(name, marks=pytest.mark.long) for name in ("forkserver", "fork"))]
)
def test_processes_of_the_environment_run_nothing_of_the_current_folder(context: str, strange: Path) -> None:
    pytest.importorskip("gymnasium")
    program = strange.parent / "train.py"
    program.write_text(GAMES)
    assert used([sys.executable, str(program), *context.split()], strange).stdout == "played\n"


@pytest.mark.slow
def test_a_program_beside_its_own_modules_finds_them(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    (tmp_path / "mine.py").write_text("KEPT = 1\n")
    (tmp_path / "train.py").write_text(f"import mine\n{GAMES}")
    assert used([sys.executable, "train.py", "spawn"], tmp_path).stdout == "played\n"


@pytest.mark.slow
def test_workers_have_no_relative_entries_of_pythonpath(strange: Path) -> None:
    for name in ("types", "re", "enum", "signal", "typing", "collections", "sitecustomize", "usercustomize"):
        (strange / f"{name}.py").unlink()  # the person has asked Python itself for these
    (strange / "rogue.py").unlink()
    (strange / "rogue" / "__init__.py").unlink()
    (strange / "rogomatic.py").unlink()
    words = f"batch --games 2 --jobs 2 --pty {FEW}".split()
    relative = os.pathsep.join(["", ".", "inner", str(ROOT), "", f"../{strange.name}", ""])
    assert "2 games" in used([str(BIN / "rogomatic"), *words], strange, PYTHONPATH=relative).stdout


@pytest.mark.slow
def test_a_game_of_the_person_is_found_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("MINE = True\n")
    (tmp_path / "game.py").write_text(
        "import os, random\nwhat = os.environ.get('PYTHONSAFEPATH'), os.environ['PYTHONPATH'], random.MINE\n"
        "print(*what, file=open('found', 'a'))\n"
    )
    game = shlex.join([sys.executable, "game.py"])
    words = ["batch", "--games", "2", "--jobs", "2", "--game", game]
    subprocess.run(
        [str(BIN / "rogomatic"), *words],
        cwd=tmp_path,
        env=environment(tmp_path, PYTHONPATH="lib"),
        check=False,
    )
    assert (tmp_path / "found").read_text() == "None lib True\n" * 2


def test_paths_keep_what_is_ours_and_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", "lib", "/elsewhere"]))
    strange = ["", ".", "lib", str(tmp_path), f"{tmp_path}/lib", f"{tmp_path}/../{tmp_path.name}"]
    fine = ["/elsewhere", os.path.dirname(os.__file__), str(ROOT), str(tmp_path / "sub")]
    assert import_path.trusted([*strange, *fine]) == fine
    monkeypatch.chdir(ROOT)
    assert import_path.trusted([str(ROOT), str(tmp_path)]) == [str(ROOT), str(tmp_path)]
