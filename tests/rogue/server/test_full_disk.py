"""A disk that takes no more while a served game ends: nothing is lost, and nobody else's game is touched."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from rogue.server.game_server import KEPT_SECONDS, GameServer
from rogue.server.game_store import GameStore, ServerLimits
from rogue.server.served_game import ServedGame
from rogue.ui.journal import Start

QUIT = (b"", b"Q", b"y", b"\r", b"\r")


def begin(store: GameStore, player: str, *keys: bytes) -> ServedGame:
    """Begin a game and press keys."""
    start = Start(seed=3, nonce="00" * 16)
    game = store.begin(player, start, "c" * 32, "text", is_private=False, delay=0.0)
    for key in keys:
        game.feed(key)
    return game


def refuse(*_: Any, **__: Any) -> None:
    """Be a disk that is full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["fsync", "replace", "write"])
def test_an_unpublished_end_is_published_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    store = GameStore(tmp_path / "d", ServerLimits())
    game = begin(store, "ann", *QUIT)
    with monkeypatch.context() as full:
        full.setattr(os, step, refuse)
        with pytest.raises(OSError, match="No space left"):
            store.finish(game)
    row = store.finish(game)
    assert [one["game"] for one in store.rows] == [1]
    assert row["how"] == "quit"
    assert (tmp_path / "d" / "public" / "1.jsonl").read_text().count('"end"') == 1
    assert not list((tmp_path / "d" / "games").iterdir())
    assert store.finish(game) == row
    assert len(store.rows) == 1


def test_a_second_try_leaves_other_journals_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore(tmp_path / "d", ServerLimits())
    game = begin(store, "ann", *QUIT)
    with monkeypatch.context() as full:
        full.setattr(os, "replace", refuse)
        with pytest.raises(OSError, match="No space left"):
            store.finish(game)
    other = begin(store, "bob", b"")  # whose journal gets the number of the descriptor that is free
    store.finish(game)
    before = other.journal.path.stat().st_size
    other.feed(b"hjkl")
    assert other.journal.trouble == ""
    assert other.journal.path.stat().st_size > before


@pytest.mark.parametrize(("most", "kept"), [(0, []), (1, [3]), (2, [2, 3]), (5, [1, 2, 3])])
def test_the_oldest_journals_above_the_limit_are_removed(tmp_path: Path, most: int, kept: list[int]) -> None:
    store = GameStore(tmp_path / "d", ServerLimits(journals=most))
    for _ in range(3):
        store.finish(begin(store, "ann", *QUIT))
    assert sorted(int(path.stem) for path in (tmp_path / "d" / "public").glob("*[0-9].jsonl")) == kept
    assert [row["game"] for row in store.rows] == [1, 2, 3]


def test_the_server_goes_on_and_its_log_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        now = 0.0
        store = GameStore(tmp_path / "d", ServerLimits())
        server = GameServer(store, ServerLimits(), lambda: now)
        await server.gate.make("ann", "k" * 20)
        server.games["ann"] = begin(store, "ann", *QUIT)
        server.games["bob"] = begin(store, "bob", b"")
        monkeypatch.setattr(os, "replace", refuse)
        going = asyncio.create_task(server.keep_going())
        now = KEPT_SECONDS + 1
        for _ in range(100):
            await asyncio.sleep(0.02)
            if not server.games:
                break
        assert not server.games
        assert not going.done()
        going.cancel()
        store.close()
        server.log.close()

    asyncio.run(scenario())
    assert "game 1, trouble: [Errno 28] No space left" in (tmp_path / "d" / "server.log").read_text()


@pytest.mark.parametrize("step", ["fsync", "write"])
def test_a_game_that_never_began_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    store = GameStore(tmp_path / "d", ServerLimits())
    with monkeypatch.context() as full:
        full.setattr(os, step, refuse)
        with pytest.raises(OSError, match="No space left"):
            begin(store, "ann")
        descriptors = len(os.listdir("/proc/self/fd"))
        with pytest.raises(OSError, match="No space left"):
            begin(store, "ann")
        assert len(os.listdir("/proc/self/fd")) == descriptors
    assert list((tmp_path / "d" / "games").iterdir()) == []
    assert begin(store, "bob").record.number == 3


def test_the_number_of_a_game_that_is_on_no_list_is_not_used_again(tmp_path: Path) -> None:
    """The server was killed between its journal and its line in the list."""
    store = GameStore(tmp_path / "d", ServerLimits())
    begin(store, "ann")
    (tmp_path / "d" / "public" / "games.jsonl").unlink()
    store.close()
    store = GameStore(tmp_path / "d", ServerLimits())
    assert begin(store, "bob").record.number == 2


def test_a_line_of_the_list_is_written_whole_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore(tmp_path / "d", ServerLimits())
    path = tmp_path / "d" / "public" / "games.jsonl"
    store._append({"game": 1, "score": 5})
    before, write, room = path.read_bytes(), os.write, [10]

    def write_some(descriptor: int, data: bytes) -> int:
        """Be a disk with room for a few bytes."""
        if not room[0]:
            refuse()
        count = write(descriptor, data[: room[0]])
        room[0] -= count
        return count

    with monkeypatch.context() as full:
        full.setattr(os, "write", write_some)
        with pytest.raises(OSError, match="No space left"):
            store._append({"game": 2, "score": 5000})
    assert path.read_bytes() == before
    path.write_bytes(before + b'{"game": 3, "sc')  # as a server that was killed leaves it
    store._append({"game": 4, "score": 7})
    store.close()
    assert [row["game"] for row in GameStore(tmp_path / "d", ServerLimits()).rows] == [1, 4]


def test_who_was_not_told_that_the_game_is_over_begins_another(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = GameStore(tmp_path / "d", ServerLimits())
        server = GameServer(store, ServerLimits(), lambda: 0.0)
        await server.gate.make("ann", "k" * 20)
        store.finish(begin(store, "ann", *QUIT))
        server._set_game("ann", 1)  # as it stands when the server is killed in between
        assert await server._game_of("ann") is None
        assert server.gate.known("ann").game == 0
        store.close()
        server.log.close()

    asyncio.run(scenario())
