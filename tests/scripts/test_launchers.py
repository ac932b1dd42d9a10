"""The launchers: what they start, from where, and what they say without a Python that is new enough.

Nothing is installed here: a stamp and a pretended .venv stand for an installation.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("sh", "dirname", "readlink", "cat", "cksum", "mkdir", "rm", "sleep")
PYTHON = "<{}/.venv/bin/python><-I>"  # imports nothing from the current folder
PRETENDED = '#!/bin/sh\nprintf "<%s>" "$0" "$@"\nexit 7\n'


def executable(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the launchers in a folder with blanks in its name."""
    top = tmp_path / "my games"
    top.mkdir()
    shutil.copytree(ROOT / "scripts", top / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    (top / "pyproject.toml").write_text("[project]\n")
    return top


def install(top: Path, need: str = "run") -> None:
    """Pretend that a launcher has installed the project."""
    for name in ("rogue", "rogomatic", "python"):
        executable(top / ".venv" / "bin" / name, PRETENDED)
    text = (top / "pyproject.toml").read_bytes()
    shown = subprocess.run(["cksum"], input=text, capture_output=True, check=True).stdout.decode()
    (top / ".venv" / ".made-for").write_text(f"{need} {shown.strip()} {top}\n")


def started(
    line: Sequence[str | Path], path: str | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": path or os.environ["PATH"]}
    env.pop("PYTHON", None)
    return subprocess.run(line, env=env, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("name", ["rogue", "rogomatic"])
@pytest.mark.parametrize("need", ["run", "dev"])
def test_the_second_use_starts_at_once_anywhere(name: str, need: str, project: Path, tmp_path: Path) -> None:
    install(project, need)
    done = started([project / "scripts" / name, "a b", "--c"], cwd=tmp_path)
    assert done.stdout == f"{PYTHON.format(project)}<{project}/.venv/bin/{name}><a b><--c>"
    assert done.stderr == ""
    assert done.returncode == 7


@pytest.mark.parametrize("name", ["journals", "same-keys"])
def test_a_script_starts_again_with_the_python_of_the_project(
    name: str, project: Path, tmp_path: Path
) -> None:
    install(project, "dev")
    script = project / "scripts" / name
    done = started([Path(sys.base_prefix) / "bin" / "python3", script, "a b", "--c"], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (7, "")
    assert done.stdout == f"<{project}/.venv/bin/python><{script}><a b><--c>"


def test_a_link_to_a_launcher_works(project: Path, tmp_path: Path) -> None:
    install(project)
    (tmp_path / "play").symlink_to(project / "scripts" / "rogue")
    assert started([tmp_path / "play"]).stdout == f"{PYTHON.format(project)}<{project}/.venv/bin/rogue>"


def test_a_launcher_on_the_path_works(project: Path, tmp_path: Path) -> None:
    install(project)
    path = f"{project / 'scripts'}:{os.environ['PATH']}"
    done = started(["sh", "-c", "rogomatic x"], path=path, cwd=tmp_path)
    assert done.stdout == f"{PYTHON.format(project)}<{project}/.venv/bin/rogomatic><x>"


def test_signals_reach_the_program_itself(project: Path) -> None:
    install(project)
    executable(project / ".venv" / "bin" / "python", "#!/bin/sh\necho on\nexec sleep 60\n")
    with subprocess.Popen([project / "scripts" / "rogue"], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"on\n"
        child.send_signal(signal.SIGTERM)
    assert child.returncode == -signal.SIGTERM


@pytest.fixture
def old_world(tmp_path: Path) -> str:
    """A PATH on which no Python is new enough."""
    folder = tmp_path / "bin"
    for name in TOOLS:
        found = shutil.which(name)
        assert found is not None
        folder.mkdir(exist_ok=True)
        (folder / name).symlink_to(found)
    executable(folder / "python3", "#!/bin/sh\nexit 1\n")
    return str(folder)


@pytest.mark.parametrize("name", ["rogue", "rogomatic", "test"])
def test_without_a_new_python_there_is_a_sentence(name: str, project: Path, old_world: str) -> None:
    done = started([project / "scripts" / name], path=old_world)
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer is needed, and none was found")
    assert done.stdout == ""
    assert not (project / ".venv.lock").exists()


def test_the_python_of_another_user_that_cannot_be_run_is_named(project: Path, tmp_path: Path) -> None:
    install(project)
    (project / ".venv" / "bin" / "python").unlink()
    (project / ".venv" / "bin" / "python3").symlink_to("/nowhere/python3")
    executable(tmp_path / "bin" / "mkdir", "#!/bin/sh\nexit 1\n")  # as in a folder of somebody else
    done = started([project / "scripts" / "rogue"], path=f"{tmp_path}/bin:{os.environ['PATH']}")
    assert (done.returncode, done.stdout) == (1, "")
    assert " was made by another user, and you cannot run its Python, /nowhere/python3." in done.stderr


def test_a_changed_project_file_installs_again(project: Path, old_world: str) -> None:
    install(project)
    (project / "pyproject.toml").write_text("[project]\nname = 'changed'\n")
    executable(project / ".venv" / "bin" / "python", '#!/bin/sh\necho "$@" >&2\n')
    done = started([project / "scripts" / "rogue"], path=old_world)
    assert f"-I -m pip install --quiet --disable-pip-version-check --editable {project}" in done.stderr
    rogue = f"-I {project}/.venv/bin/rogue\n"
    assert done.stderr.endswith(rogue)
    again = started([project / "scripts" / "rogue"], path=old_world)
    assert again.stderr == rogue


def test_a_failed_installation_starts_nothing(project: Path, old_world: str) -> None:
    install(project)
    (project / "pyproject.toml").write_text("[project]\nname = 'changed'\n")
    script = "#!/bin/sh\ncase $* in *pip*) exit 1;; esac\n"
    executable(project / ".venv" / "bin" / "python", script)
    done = started([project / "scripts" / "rogue"], path=old_world)
    assert done.returncode == 1
    assert "pip could not install the project" in done.stderr
    assert done.stdout == ""


CHECKS = """#!/bin/sh
for part in ruff format mypy pytest; do
    case "$* " in *" $part "*) name=$part ;; esac
done
echo "$name says something"
[ "$name" != "$WRONG" ]
"""


def checked(
    project: Path, monkeypatch: pytest.MonkeyPatch, wrong: str, ci: str
) -> tuple[list[str], str, int]:
    """Return what scripts/test says when one check fails: its lines, its last word, its code."""
    install(project, "dev")
    executable(project / ".venv" / "bin" / "python", CHECKS)
    monkeypatch.setenv("WRONG", wrong)
    monkeypatch.setenv("CI", ci)
    done = started([project / "scripts" / "test"])
    assert list((project / "build").iterdir()) == []
    return done.stdout.splitlines(), done.stderr.strip(), done.returncode


def test_every_check_is_told_and_failures_are_named(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, last, code = checked(project, monkeypatch, "", "")
    assert (last, code) == ("", 0)
    assert [line for line in lines if ": " in line] == ["ruff: passed", "format: passed", "mypy: passed"]
    assert [line.split()[0] for line in lines if "says" in line] == ["ruff", "format", "pytest", "mypy"]
    found = {wrong: checked(project, monkeypatch, wrong, "")[1:] for wrong in ("ruff", "mypy", "pytest")}
    assert found == {wrong: (f"Failed: {wrong}", 1) for wrong in found}


def test_on_a_build_machine_pytest_has_the_last_line(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, last, code = checked(project, monkeypatch, "mypy", "1")
    assert lines[-3:] == ["mypy says something", "mypy: FAILED", "pytest says something"]
    assert (last, code) == ("", 1)


def test_tests_need_more_than_games(project: Path, old_world: str) -> None:
    install(project, "run")
    executable(project / ".venv" / "bin" / "python", '#!/bin/sh\necho "$@" >&2\n')
    done = started([project / "scripts" / "test"], path=old_world)
    assert f"--editable {project}[dev]" in done.stderr


@pytest.fixture
def windows_clone(tmp_path: Path) -> Path:
    """A clone of the launchers and of our attributes that has CR at the ends of lines, if git had its way."""
    if shutil.which("git") is None:
        pytest.skip("git is not here")
    origin, top = tmp_path / "origin", tmp_path / "clone"
    shutil.copytree(ROOT / "scripts", origin / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".gitattributes", origin)
    (origin / "pyproject.toml").write_text("[project]\n")
    (origin / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\n")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "All"]):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=origin, check=True)
    subprocess.run(["git", "clone", "-q", "-c", "core.autocrlf=true", origin, top], check=True)
    return top


@pytest.mark.slow
def test_a_clone_with_autocrlf_starts(windows_clone: Path) -> None:
    install(windows_clone)
    for line in ([windows_clone / "scripts" / "rogue"], ["sh", windows_clone / "scripts" / "rogomatic"]):
        done = started([*line, "--version"])
        assert (done.returncode, done.stderr) == (7, "")
        assert done.stdout.endswith("<--version>")


@pytest.mark.slow
def test_no_text_of_such_a_clone_has_other_ends_of_lines(windows_clone: Path) -> None:
    files = [path for path in (windows_clone / "scripts").rglob("*") if path.is_file()]
    scripts = [path for path in files if path.read_bytes().startswith(b"#!")]
    assert [path.name for path in files if path.suffix != ".png" and b"\r\n" in path.read_bytes()] == []
    assert len(scripts) > 15
    assert (windows_clone / "picture.png").read_bytes() == b"\x89PNG\r\n\x1a\n\0\n"


def test_every_file_with_a_shebang_is_pinned() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    shebangs = [name for name in names if (ROOT / name).read_bytes().startswith(b"#!")]
    asked = subprocess.run(
        ["git", "check-attr", "--stdin", "eol"],
        cwd=ROOT, input="\n".join(shebangs), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [line for line in asked.stdout.splitlines() if not line.endswith(" eol: lf")] == []
    assert len(shebangs) > 15
