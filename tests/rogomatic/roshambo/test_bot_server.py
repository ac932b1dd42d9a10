"""Bots on the network: their login, their matches, and clients that do as they please."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rogomatic.roshambo.bot_server import LIMITS, WRONG_LOGIN, BotServer
from rogue.wire.ports import Ports
from tests.run.command_line import rogomatic
from tests.support import forked_program

pytestmark = pytest.mark.slow  # every case opens connections

TURNS = 20
Talk = Callable[["Client"], Awaitable[str]]


class Client:
    """A bot's end of a line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def line(self) -> str:
        return (await self.reader.readline()).decode().rstrip()


def throwing(name: str, word: str, turns: int = TURNS) -> Talk:
    """Return a bot that logs in, throws one thing, and returns its last line."""

    async def talk(client: Client) -> str:
        client.send(f"{name}\n".encode())
        for _ in range(turns):
            told = await client.line()
            if told.startswith(("end", "error")) or not told:
                return told
            client.send(f"{word}\n".encode())
        return await client.line()

    return talk


def served(*talks: Talk, seconds: float = 5.0, login_seconds: float = 5.0) -> tuple[list[str], list[str]]:
    """Return the last line of each bot with what the server says; each bot comes after the one before."""

    async def scenario() -> list[str]:
        limits = replace(LIMITS, login_seconds=login_seconds)
        server = BotServer(TURNS, seconds, limits, said.append)
        ports = Ports(server.gate, limits, server.lines)
        await ports.listen("raw", ("127.0.0.1",), 0, ports.raw(server.serve))
        tasks = []
        for talk in talks:
            client = Client(*await asyncio.open_connection("127.0.0.1", ports.numbers["raw"]))
            tasks.append(asyncio.ensure_future(talk(client)))
            await asyncio.sleep(0.05)
        ends = await asyncio.gather(*tasks)
        await ports.close(server.hang_up)
        assert not server.lines
        return list(ends)

    said: list[str] = []
    return asyncio.run(asyncio.wait_for(scenario(), 60)), said


def test_two_bots_play_and_a_winner_is_declared() -> None:
    ends, said = served(throwing("ann", "rock"), throwing("bob", "P"))
    assert ends == ["end: bob wins, 20 to 0"] * 2
    assert said == ["ann against bob: bob wins, 20 to 0."]


def test_each_side_is_told_the_last_throw_of_the_other() -> None:
    told: list[str] = []

    async def talk(client: Client) -> str:
        client.send(b"ann\n")
        for throw in (b"r\n", b"p\n", b"s\n") * 7:
            told.append(await client.line())
            client.send(throw)
        return told[-1]

    async def copy(client: Client) -> str:
        client.send(b"bob\n")
        while not (last := await client.line()).startswith("end"):
            client.send(b"rock\n" if last == "start" else f"{last}\n".encode())
        return last

    ends, _ = served(talk, copy)
    assert told[:5] == ["start", "rock", "rock", "paper", "scissors"]
    assert ends == ["end: ann wins, 19 to 0"] * 2


def test_a_bot_plays_one_of_our_own_and_luck_is_named() -> None:
    ends, said = served(throwing("ann S2", "paper"), throwing("bob S1", "rock"))
    assert ends[0] == "end: ann wins, 20 to 0"
    assert re.fullmatch(r"end: (a draw|\w+ wins), \d+ to \d+(, which may be luck)?", ends[1])
    assert len(said) == 2


def test_three_bots_make_one_pair_and_the_next_comer_plays_the_third() -> None:
    bots = [throwing(name, word) for name, word in (("a", "r"), ("b", "p"), ("c", "s"), ("d", "r"))]
    ends, _ = served(*bots)
    assert ends == ["end: b wins, 20 to 0"] * 2 + ["end: d wins, 20 to 0"] * 2


@pytest.mark.parametrize(
    "login", ["", "Ann", "../x", "a b c", "a" * 17, "ann nobody", "\x1b[2J", "x" * 5000, "\u00e9"]
)
def test_a_wrong_login_is_refused_with_a_reason(login: str) -> None:
    ends, said = served(throwing(login, "r"))
    assert ends == [f"error: {WRONG_LOGIN}"]
    assert said == []


def test_a_name_that_is_there_is_refused() -> None:
    ends, _ = served(throwing("ann", "r"), throwing("ann", "p"), throwing("bob", "s"))
    assert ends == [
        "end: ann wins, 20 to 0",
        "error: a bot with this name is already playing",
        "end: ann wins, 20 to 0",
    ]


async def _silent(client: Client) -> str:
    client.send(b"bob\n")
    return (await client.reader.read()).decode().rsplit("\n", 2)[-2]


async def _leaving(client: Client) -> str:
    client.send(b"bob\nr\n")
    await client.line()
    client.writer.close()
    return ""


async def _flooding(client: Client) -> str:
    client.send(b"bob\n" + b"x" * 3_000_000)
    return ""


async def _ahead(client: Client) -> str:
    client.send(b"bob\n" + b"paper\n" * 5000)
    return (await client.reader.read()).decode().rsplit("\n", 2)[-2]


@pytest.mark.parametrize(
    ("other", "end", "remark"),
    [
        (throwing("bob", "lizard"), "ann wins, 20 to 0", "20 throws lost by answers that are not throws"),
        (_silent, "ann wins, 20 to 0", "10 throws lost by silence, it was silent 10 times in a row"),
        (_leaving, "ann wins, 19 to 0", "it hung up, and lost every turn from 2 onward"),
        (
            _flooding,
            "ann wins, 20 to 0",
            "it wrote a line that is too long, and lost every turn from 1 onward",
        ),
        (_ahead, "bob wins, 20 to 0", ""),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_what_the_other_does_harms_nobody_else(other: Talk, end: str, remark: str, is_first: bool) -> None:
    pair = [throwing("ann", "rock"), other]
    ends, said = served(*(pair[::-1] if is_first else pair), seconds=0.1 if other is _silent else 5.0)
    assert ends[is_first] == f"end: {end}"
    assert any(remark in line for line in said)


def test_a_bot_that_left_while_it_waited_is_no_opponent() -> None:
    async def leaving(client: Client) -> str:
        client.send(b"gone\n")
        await asyncio.sleep(0.02)
        client.writer.close()
        return ""

    ends, said = served(leaving, throwing("ann", "r"), throwing("bob", "p"))
    assert ends[1:] == ["end: bob wins, 20 to 0"] * 2
    assert len(said) == 1


def test_who_does_not_log_in_is_sent_away() -> None:
    async def mute(client: Client) -> str:
        return await client.line()

    assert served(mute, login_seconds=0.05)[0] == [f"error: {WRONG_LOGIN}"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_without_a_traceback(number: signal.Signals, root: Path) -> None:
    words = ["rogomatic", "roshambo", "serve", "--raw-port", "0"]
    with forked_program.Popen(words, os.environ, stderr=subprocess.PIPE, text=True, cwd=root) as server:
        assert server.stderr is not None
        assert "bots log in on raw port" in server.stderr.readline()
        server.send_signal(number)
        assert server.stderr.read() == ""
    assert server.returncode == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--raw-port 70000", "70000 is not between 0 and 65535"),
        ("--bind 0.0.0.0", "requires --public"),
        ("--public", "--public requires --bind"),
        ("--seconds -1", "-1 is not a positive number of seconds"),
        ("--turns 0", "0 is less than 1"),
    ],
)
def test_wrong_options_of_the_server_are_wrong_usage(words: str, sentence: str) -> None:
    assert sentence in rogomatic(["roshambo", "serve", *words.split()], 2).err


def test_a_port_in_use_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ["roshambo", "serve", "--bind", "127.0.0.1", "--raw-port", str(taken.getsockname()[1])]
        assert "The port cannot be opened: " in rogomatic(words, 1).err


def test_the_command_and_the_bot_of_the_manual(root: Path) -> None:
    manual = (root / "rogomatic" / "roshambo" / "README.md").read_text("utf-8")
    (script,) = re.findall(r"^```python\n(.*?)^```$", manual, re.MULTILINE | re.DOTALL)
    assert script.count("\n") <= 10
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["rogomatic", "roshambo", "serve", "--raw-port", str(port), "--turns", "50", "--matches", "1"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with forked_program.Popen(words, os.environ, cwd=root, **pipes) as server:
        assert server.stderr is not None
        assert f"bots log in on raw port {port}" in server.stderr.readline()
        bot = subprocess.run(
            [sys.executable, "-c", script.replace("3637", str(port)).replace("MX", "S2")],
            capture_output=True, text=True, check=True, timeout=60,
        )  # fmt: skip
        out, _ = server.communicate(timeout=60)
    assert out == "ann against S2: ann wins, 49 to 0.\n"
    assert bot.stdout.strip() == "end: ann wins, 49 to 0"
    assert server.returncode == 0
