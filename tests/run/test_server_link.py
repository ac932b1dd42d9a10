"""The agent on a server: logging in, keys that are kept, a whole game, refusals."""

from __future__ import annotations

import asyncio
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rogomatic import cli
from rogomatic.knobs import DEFAULT
from rogomatic.memory.long_term_memory import default_memory
from rogomatic.player import Player
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import GAME_OPTIONS, GameStartError
from rogomatic.run.runner.server_link import ServerLink
from rogomatic.run.storage.server_keys import ServerKeysError, keep_key, keys_folder, load_key
from tests.rogue.server.serving import serving


class Background:
    """A server in a thread of its own."""

    def __init__(self, home: Path) -> None:
        self._ready = threading.Event()
        self._home = home
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._ready.wait(20)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with serving(self._home, keys_a_second=1e5, keys_at_once=10**5) as here:
            self.port, self.server = here.ports.numbers["raw"], here.server
            self._ready.set()
            await self._stop.wait()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)


@pytest.fixture
def background(tmp_path: Path) -> Iterator[Background]:
    one = Background(tmp_path / "d")
    try:
        yield one
    finally:
        one.close()


def link_to(port: int, name: str, key: str, kept: list[str]) -> ServerLink:
    return ServerLink("127.0.0.1", port, name, key, f"5.4 {GAME_OPTIONS}", kept.append)


def test_a_game_goes_on_under_the_key_of_its_name(background: Background) -> None:
    kept: list[str] = []

    def play(commands: int, key: str) -> str:
        return play_game(
            1,
            lambda _: link_to(background.port, "bot", key, kept),
            lambda seed: Player(default_memory(), DEFAULT, seed),
            Limits(commands=commands),
        ).end_reason

    assert play(40, "") == "commands"
    (key,) = kept
    turns = background.server.games["bot"].turns
    assert turns > 0
    assert play(40, key) == "commands"
    assert background.server.games["bot"].turns > turns
    assert kept == [key]


def test_a_refusal_is_the_reason_why_a_game_did_not_start(background: Background) -> None:
    kept: list[str] = []
    link_to(background.port, "bot", "", kept).close(over=False)
    assert kept
    with pytest.raises(GameStartError, match="whose key is not known here"):
        link_to(background.port, "bot", "", [])
    with pytest.raises(GameStartError, match="This is not the key of that name"):
        link_to(background.port, "bot", "wrong", [])
    with pytest.raises(GameStartError, match=r"127\.0\.0\.1 port 1: "):
        link_to(1, "bot", "", [])


@pytest.mark.long
def test_the_command_plays_a_whole_game(
    background: Background,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path / "home"))
    words = ["play", "127.0.0.1", str(background.port), "--name", "bot", "--edition", "3.6"]
    assert cli.main(words) == 0
    assert capsys.readouterr().out.startswith("bot: ")
    key = load_key(keys_folder("127.0.0.1", background.port), "bot")
    assert key
    until = time.monotonic() + 20
    while not background.server.store.rows and time.monotonic() < until:
        time.sleep(0.05)
    (row,) = background.server.store.rows
    assert (row["player"], row["edition"]) == ("bot", "3.6")


def test_keys_are_for_their_owner_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    folder = keys_folder("../Example.org", 3637)
    assert folder.parent == tmp_path / "servers"
    assert load_key(folder, "bot") == ""
    keep_key(folder, "bot", "abcd")
    keep_key(folder, "bot", "efgh")
    assert load_key(folder, "bot") == "efgh"
    assert stat.S_IMODE((folder / "bot").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0
    (folder / "bot").unlink()
    (folder / "bot").mkdir()
    with pytest.raises(ServerKeysError, match="cannot be"):
        load_key(folder, "bot")


@pytest.mark.parametrize("name", ["", "Bot", "../x", "a" * 13])
def test_a_name_that_is_none_is_wrong_usage(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["play", "localhost", "3637", "--name", name])
    assert "is no name" in capsys.readouterr().err
