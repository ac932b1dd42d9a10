"""The command `rogue serve`: refusals, kill -9, SIGTERM, and which files it touches."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rogue import cli
from tests.rogue.server.bot import PATIENCE, Bot
from tests.support import forked_program

ROOT = Path(__file__).resolve().parents[3]
AS_USER = (
    "import os, sys; os.geteuid = lambda: 1000; from rogue.cli import main; sys.exit(main(sys.argv[1:]))"
)
"""A server does not run as root, but tests may."""
WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")
CHANGES = re.compile(r"^(?:\d+ +)?(?:unlink|rename|mkdir|rmdir|link|symlink|chmod|chown|truncate|mknod)\w*\(")


ANSWERED = ((b"v", b" was here)"), (b")", b"You are wielding"))
"""Keys that take no turn, in which a monster could come, and what is said to each, in any dungeon."""


def as_user() -> int:
    """Be the program `rogue` of a person that is not root."""
    os.geteuid = lambda: 1000
    return cli.main(sys.argv[1:])


class Program:
    """A server that runs as a program of its own."""

    def __init__(self, home: Path, *before: str) -> None:
        ports = ["--port", "0", "--raw-port", "0", "--per-minute", "1000", "--per-address", "100"]
        words, how = ["serve", "--home", str(home), *ports], {"stderr": subprocess.PIPE, "text": True}
        self.process: subprocess.Popen[str]
        if before:
            env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
            line = [*before, sys.executable, "-c", AS_USER, *words]
            self.process = subprocess.Popen(line, env=env, cwd=home.parent, **how)  # type: ignore[call-overload]
        else:
            self.process = forked_program.Popen(
                ["rogue", *words], os.environ, as_user, cwd=home.parent, **how
            )
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        found = re.search(r"raw port (\d+)", said)
        assert found, said + self.process.stderr.read()
        self.port = int(found[1])

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; return the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    started: list[Program] = []
    yield started
    for one in started:
        if one.process.poll() is None:
            one.end(signal.SIGKILL)


def start(programs: list[Program], home: Path, *before: str) -> Program:
    programs.append(Program(home, *before))
    return programs[-1]


def test_after_kill_9_every_game_goes_on_at_its_last_key(tmp_path: Path, programs: list[Program]) -> None:
    home = tmp_path / "d"
    server = start(programs, home)
    bots = [Bot(server.port, name) for name in ("ann", "bob")]
    for bot, (key, answer) in zip(bots, ANSWERED, strict=True):
        bot.press(key)
        bot.wait_for(answer)
        bot.settle()
    before = [bot.screen() for bot in bots]
    assert server.end(signal.SIGKILL) == -signal.SIGKILL
    server = start(programs, home)
    again = [Bot(server.port, name, bot.key) for name, bot in zip(("ann", "bob"), bots, strict=True)]
    assert [bot.screen() for bot in again] == before
    for bot in bots + again:
        bot.close()
    assert server.end() == 0


def test_sigterm_keeps_every_game_and_ends(tmp_path: Path, programs: list[Program]) -> None:
    server = start(programs, tmp_path / "d")
    bot = Bot(server.port, "ann")
    (key, answer), _ = ANSWERED
    bot.press(key)
    bot.wait_for(answer)
    assert server.end() == 0
    assert b"your game is saved" in bot.rest()
    journal = (tmp_path / "d" / "games" / "1.jsonl").read_text()
    assert f'"keys": "{key.decode()}"' in journal
    bot.close()


def test_a_folder_is_for_one_server(
    tmp_path: Path,
    programs: list[Program],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    start(programs, tmp_path / "d")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert cli.main(["serve", "--home", str(tmp_path / "d"), "--port", "0"]) == 1
    assert "is in use by another server" in capsys.readouterr().err


def test_what_a_server_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SRV-2."""
    home = ["--home", str(tmp_path / "d")]
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert cli.main(["serve", *home]) == 1
    assert "refuses to run as root" in capsys.readouterr().err
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    (tmp_path / "file").write_text("")
    assert cli.main(["serve", "--home", str(tmp_path / "file" / "d")]) == 1
    assert "Not a directory" in capsys.readouterr().err
    assert not (tmp_path / "d").exists()
    (tmp_path / "d").mkdir()
    os.mkfifo(tmp_path / "d" / "server.log")
    assert cli.main(["serve", *home]) == 1
    assert "server.log: it is not a regular file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("--port 70000", "70000 is not between 0 and 65535"),
        ("--port 36_36", "'36_36' is not a whole number"),
        ("--raw-port \u0663\u0666", "is not a whole number"),
        ("--web x", "'x' is not a whole number"),
        ("--players 0", "0 is not between 1 and 1000000"),
        ("--per-minute 1_0", "'1_0' is not a whole number"),
        ("--watch-delay 61", "61 is not between 0 and 60"),
        ("--watch-delay 1_0", "'1_0' is not a number"),
        ("", "required: --home"),
        ("--home ", "the folder name is empty"),
        (f"--home {__file__}", "is not a folder"),
        ("--home d --bind 0.0.0.0", "requires --public"),
        ("--home d --bind host.example", "requires --public"),
        ("--home d --public", "--public requires --bind"),
        ("--home d --web-host https://rogue.example/", "'https://rogue.example/' is not a host"),
        ("--home d --web-host .", "'.' is not a host"),
    ],
)
def test_wrong_usage_of_a_server(wrong: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["serve", *wrong.split(" ")] if wrong else ["serve"])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_nothing_outside_its_folder_is_changed(tmp_path: Path, programs: list[Program]) -> None:
    strace = shutil.which("strace")
    if strace is None or subprocess.run([strace, "true"], capture_output=True, check=False).returncode:
        pytest.skip("strace is not there, or may not trace")
    home, trace = tmp_path / "d", tmp_path / "trace"
    server = start(programs, home, strace, "-f", "-q", "-e", "trace=file", "-o", str(trace))
    bot = Bot(server.port, "ann", game="5.4 file=/tmp/x,score=/tmp/y,lock=/tmp/z")
    bot.press(b"o/tmp/w\r\r\x1b  !S")
    assert b"saved" in bot.rest()
    bot = Bot(server.port, "ann", bot.key)
    bot.press(b"Qy\r")
    bot.wait_for(b"Return for another")
    pid = server.process.pid
    child = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0]  # of strace
    os.kill(int(child), signal.SIGTERM)
    assert server.process.wait(PATIENCE) == 0
    bot.close()
    changed = [line for line in trace.read_text().splitlines() if _changes(line)]
    assert changed
    inside = (str(home), f'"{home}')
    assert [line for line in changed if not any(part in line for part in inside)] == []


def _changes(line: str) -> bool:
    """Return whether a call changes a file, and has not failed."""
    if " = -1 " in line or "/dev/null" in line:
        return False
    return CHANGES.search(line) is not None or ("open" in line and WRITING.search(line) is not None)
