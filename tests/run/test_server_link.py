"""The agent on a server: logging in, keys that are kept, a whole game, refusals."""

from __future__ import annotations

import asyncio
import re
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import Player
from rogomatic.cli import play_command
from rogomatic.cli.play_command import line_of
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import GAME_OPTIONS, GameStartError
from rogomatic.run.runner.server_link import ServerLink
from rogomatic.run.storage.server_keys import ServerKeysError, keep_key, keys_folder, load_key
from tests.rogue.server.serving import serving
from tests.run.command_line import rogomatic
from tests.run.rows import ROW


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
        self._thread.join(120)


@pytest.fixture
def background(tmp_path: Path) -> Iterator[Background]:
    one = Background(tmp_path / "d")
    try:
        yield one
    finally:
        one.close()


def link_to(port: int, name: str, key: str, kept: list[str]) -> ServerLink:
    return ServerLink("127.0.0.1", port, name, key, f"5.4 {GAME_OPTIONS}", kept.append)


def test_a_game_goes_on_by_its_name_and_key(background: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    # The same dungeon each time: in another the hero may be dead before the second visit.
    monkeypatch.setattr("rogue.server.game_server.new_key", lambda: "aaaa-bbbb-cccc-dddd")
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
    with pytest.raises(GameStartError, match="its key is not known here"):
        link_to(background.port, "bot", "", [])
    with pytest.raises(GameStartError, match="This key is wrong for that name"):
        link_to(background.port, "bot", "wrong", [])
    with pytest.raises(GameStartError, match=r"127\.0\.0\.1 port 1: "):
        link_to(1, "bot", "", [])


@pytest.mark.long
def test_the_command_plays(background: Background, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(play_command, "REPORT_SECONDS", 0.2)
    words = ["play", "127.0.0.1", str(background.port), "--name", "bot", "--edition", "3.6"]
    said = rogomatic(words)
    assert re.fullmatch(r"bot: [\d,]+ gold, (killed by an? .*|died of .*|quit) on level .*\n", said.out)
    assert said.err.startswith(f"rogomatic: bot: begins a game on 127.0.0.1 port {background.port}\n")
    assert re.search(r"bot: level \d+, turn [\d,]+, [\d,]+ gold, \d+ of \d+ hit points", said.err)
    key = load_key(keys_folder("127.0.0.1", background.port), "bot")
    assert key
    until = time.monotonic() + 120
    while not background.server.store.rows and time.monotonic() < until:
        time.sleep(0.05)
    (row,) = background.server.store.rows
    assert (row["player"], row["edition"]) == ("bot", "3.6")


def test_what_ended_a_game_is_no_death_of_the_hero_when_the_line_broke() -> None:
    lost = replace(
        ROW, end_reason="died", error="The connection broke: reset.", depth=3, turns=2000, score=84
    )
    assert line_of("bot", lost) == (
        "bot: the connection was lost on level 3, turn 2,000, with 84 gold: The connection broke: reset. "
        "Run the same command to continue the game."
    )
    none = replace(lost, turns=0, version="", error="cannot reach localhost port 1: Connection refused")
    assert line_of("bot", none) == "bot: no game began: cannot reach localhost port 1: Connection refused"
    assert line_of("bot", replace(ROW, how="killed", killer="emu", depth=2, turns=9, score=7)) == (
        "bot: 7 gold, killed by an emu on level 2, turn 9"
    )


def test_an_absent_server_is_no_game_and_exit_1(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    said = rogomatic(["play", "127.0.0.1", "1"], 1).out
    assert said == "rogomatic: no game began: cannot reach 127.0.0.1 port 1: Connection refused\n"


def test_who_plays_says_that_it_begins_and_how_it_stands(
    background: Background, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    monkeypatch.setattr(play_command, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(play_command, "Limits", partial(Limits, commands=3))
    words = ["play", "127.0.0.1", str(background.port), "--name", "bot"]
    for does in ("begins a game", "continues its game"):
        said = rogomatic(words, 1)
        assert said.err.startswith(f"rogomatic: bot: {does} on 127.0.0.1 port {background.port}\n")
        assert re.search(r"bot: level \d+, turn [\d,]+, [\d,]+ gold, \d+ of \d+ hit points", said.err)
    assert rogomatic([*words, "-q"], 1).err == ""


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


def test_a_key_that_cannot_be_kept_is_told_in_a_sentence(
    background: Background, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "servers").write_text("a file in the place of the folder")
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    (line,) = rogomatic(["play", "127.0.0.1", str(background.port), "--name", "bot"], 1).out.splitlines()
    assert re.fullmatch(
        r"bot: no game began: .*servers/127\.0\.0\.1:\d+/bot cannot be read: Not a directory\.", line
    )


@pytest.mark.parametrize("name", ["", "Bot", "../x", "a" * 13])
def test_a_name_that_is_none_is_wrong_usage(name: str) -> None:
    assert "is not a name" in rogomatic(["play", "localhost", "3637", "--name", name], 2).err
