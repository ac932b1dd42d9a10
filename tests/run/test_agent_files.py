"""Memories in files: after a kill, after two writers, on a full disk, damaged."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rogomatic.agent.memory.long_term_memory import Book, Memory, MonsterRecord, default_memory, merge
from rogomatic.agent.memory.memory_format import write_memory
from rogomatic.run.storage import agent_files
from rogomatic.run.storage.agent_files import (
    DamagedMemoryError,
    MemoryFileError,
    change_memory,
    load_memory,
    load_or_set_aside,
    save_memory,
    set_aside,
)

ONE_GAME = Memory({"5.4": Book(1, {"bat": MonsterRecord({"met": 1}, {1: (1,)}, {"wounds": {2: (1,)}})})})
# Adds games to the file, one after the other, until it is killed or has added so many.
WRITER = """
import sys
from pathlib import Path
from rogomatic.agent.memory.long_term_memory import Book, Memory, MonsterRecord, default_memory, merge
from rogomatic.run.storage.agent_files import change_memory
one = Memory({"5.4": Book(1, {"bat": MonsterRecord({"met": 1}, {1: (1,)}, {"wounds": {2: (1,)}})})})
print("ready", flush=True)
for _ in range(int(sys.argv[2])):
    change_memory(Path(sys.argv[1]), lambda memory: merge(memory, one), default_memory)
"""


def writer(path: Path, games: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    line = [sys.executable, "-c", WRITER, str(path), str(games)]
    return subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment)


def add_one(path: Path) -> str:
    return change_memory(path, lambda memory: merge(memory, ONE_GAME), default_memory)


def games_in(path: Path) -> int:
    memory = load_memory(path)
    games = memory.of("5.4").games
    assert memory.of("5.4").of("bat")["met"] == games
    return games


@pytest.mark.parametrize("moments", [10, pytest.param(200, marks=pytest.mark.long)])
def test_killed_at_random_moments_the_file_is_the_old_one_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moments: int
) -> None:
    """Every system call of a write is a moment; the process is killed at random within it, by fork."""
    path, dice = tmp_path / "memory.txt", random.Random(7)
    add_one(path)
    monkeypatch.setattr(os, "fsync", lambda _: None)  # the power stays on
    for _ in range(moments):
        before = games_in(path)
        child = os.fork()
        if child == 0:
            try:
                while True:
                    add_one(path)
            finally:
                os._exit(1)
        time.sleep(dice.uniform(0, 0.006))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert games_in(path) >= before
        add_one(path)  # neither the lock nor a half-written file is in the way
    assert sorted(one.name for one in tmp_path.iterdir() if "new" not in one.name) == [
        ".memory.txt.lock", "memory.txt",
    ]  # fmt: skip


def test_two_writers_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.txt"
    writers = [writer(path, 40), writer(path, 40)]
    assert [one.wait(120) for one in writers] == [0, 0]
    assert games_in(path) == 80


def test_a_full_disk_is_told_of_and_nothing_is_lost(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk: writing fails in the midst."""
    path = tmp_path / "memory.txt"
    save_memory(path, ONE_GAME)
    text = path.read_text()
    much = Memory({"5.4": Book(1, {f"bat {n}": MonsterRecord({"met": 1}) for n in range(5_000)})})
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limit[1]))
        with pytest.raises(MemoryFileError, match=r"File too large\. Its content is unchanged"):
            change_memory(path, lambda memory: merge(memory, much), default_memory)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, before)
    assert path.read_text() == text
    assert not (tmp_path / ".memory.txt.new").exists()


def test_a_folder_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MemoryFileError, match=r"cannot be written: its folder is a file\.$"):
        save_memory(tmp_path / "file" / "memory.txt", ONE_GAME)


def damages(text: bytes) -> list[bytes]:
    """Return damaged texts: cut off, a bit turned over, a piece lost, filled with zeros, something else."""
    dice = random.Random(3)
    cut = [text[: dice.randrange(1, len(text) - 1)] for _ in range(10)]
    turned = []
    for _ in range(20):
        place = dice.randrange(len(text))
        turned.append(text[:place] + bytes([text[place] ^ 1 << dice.randrange(7)]) + text[place + 1 :])
    return [*cut, *turned, text[:20] + text[40:], bytes(len(text)), b"", b"\xff\xfe", b"#!/bin/sh\n"]


def test_a_damaged_file_is_set_aside_and_told_of(tmp_path: Path) -> None:
    good = write_memory(ONE_GAME).encode()
    for number, text in enumerate(damages(good)):
        path = tmp_path / str(number) / "memory.txt"
        path.parent.mkdir()
        path.write_bytes(text)
        with pytest.raises(DamagedMemoryError):
            load_memory(path)
        memory, warning = load_or_set_aside(path, lambda: ONE_GAME)
        assert memory is ONE_GAME
        assert "kept as memory.txt.damaged1" in warning
        assert (path.parent / "memory.txt.damaged1").read_bytes() == text
        assert not path.exists()


def test_learning_on_a_damaged_file_keeps_it_and_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "memory.txt"
    path.write_text("nonsense")
    (tmp_path / "memory.txt.damaged1").write_text("an older one")
    assert "damaged2" in add_one(path)
    assert games_in(path) == 1
    assert (tmp_path / "memory.txt.damaged1").read_text() == "an older one"


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(MemoryFileError, match="There is no file"):
        load_memory(tmp_path / "memory.txt")
    assert load_or_set_aside(tmp_path / "memory.txt", lambda: ONE_GAME) == (ONE_GAME, "")
    assert set_aside(tmp_path / "memory.txt", "old") is None


def test_a_file_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(MemoryFileError, match="cannot be read"):
        load_or_set_aside(tmp_path, default_memory)  # a folder


def test_a_persons_memory_lies_where_the_variable_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    assert agent_files.own_path() == tmp_path / "memory.txt"
    monkeypatch.delenv("ROGOMATIC_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert agent_files.own_path() == tmp_path / "data" / "rogomatic" / "memory.txt"


@pytest.mark.parametrize("name", [".memory.txt.new", ".memory.txt.lock"])
def test_a_link_that_somebody_has_put_beside_a_memory_is_not_followed(tmp_path: Path, name: str) -> None:
    prey = tmp_path / "prey"
    prey.write_text("mine")
    (tmp_path / name).symlink_to(prey)
    with contextlib.suppress(MemoryFileError):
        save_memory(tmp_path / "memory.txt", default_memory())
    assert prey.read_text() == "mine"
    assert prey.stat().st_size == 4
