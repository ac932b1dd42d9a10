"""`rogue mcp` and `rogomatic mcp`, tried with the SDK's own client."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pexpect
import pytest

from rogomatic.cli.advice_server import new_advisor
from rogue.model_tools.mcp_command import server_of
from rogue.model_tools.model_limits import GameLimits
from rogue.model_tools.open_games import OpenGames
from rogue.shared.seeds import Dice

pytestmark = pytest.mark.slow
ROOT: Final = Path(__file__).resolve().parents[3]
LOOP: Final = re.compile(
    r"^```python\n((?:(?!^```$).*\n)*?async def play\(chat(?:(?!^```$).*\n)*)^```$", re.M
)
TOOLS: Final = {
    "start_game", "look", "press_keys", "command", "look_up_rule", "read_score", "close_game",
}  # fmt: skip
SEED: Final = 40_004  # without a scroll that asks what to identify
WRONG: Final[tuple[tuple[str, dict[str, Any], str], ...]] = (
    ("start_game", {"variant": "coffee"}, "there is no argument variant; the arguments are edition, seed"),
    ("start_game", {"seed": 12.5}, "seed must be a whole number, not 12.5"),
    ("start_game", {"seed": "x" * 50}, f'seed must be a whole number, not "{"x" * 39}...'),
    ("start_game", {"edition": 5.4}, "edition must be text, not 5.4"),
    ("look", {}, "game is missing; it must be a whole number"),
    ("look", {"game": 1, "color": True, "b\x1b": 1},
     "there is no argument color or b?; the arguments are game"),
    ("press_keys", {"keys": []}, "game is missing; it must be a whole number; keys must be text, not []"),
)  # fmt: skip
ANSWERS: Final = {"a space": " ", "": "<Esc>"}
"""What is waited for -> the key that the test presses."""
Said = Callable[..., Awaitable[tuple[bool, str]]]


@pytest.fixture(scope="module", autouse=True)
def mcp() -> Any:
    """The SDK, whose import takes as long as that of all tests together."""
    sdk = pytest.importorskip("mcp", reason="the extra `mcp` is not installed")
    if not hasattr(sdk, "Client"):
        pytest.skip("the installed mcp is older than 2")
    return sdk


def with_client(mcp: Any, server: Any, talk: Callable[[Said, Any], Awaitable[None]]) -> None:
    """Connect the SDK's client to a server and run a conversation."""

    async def run() -> None:
        async with mcp.Client(server) as client:

            async def call(tool: str, **arguments: Any) -> tuple[bool, str]:
                result = await client.call_tool(tool, arguments)
                return bool(result.is_error), result.content[0].text

            await talk(call, client)

    asyncio.run(run())


def test_the_tools_play_a_game_and_report_mistakes(mcp: Any) -> None:
    async def talk(call: Said, client: Any) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        failed, text = await call("start_game", edition="3.6", seed=40_000)
        assert not failed
        assert text.startswith("game 1: 3.6, seed 40000\nwaits for: a command\n")
        assert "'@': you at (" in text
        failed, text = await call("command", game=1, name="search", count=3)
        assert (failed, "changed: " in text) == (False, True)
        failed, text = await call("press_keys", game=1, keys="i")
        assert "a) " in text
        failed, text = await call("command", game=1, name="dance")
        assert failed
        assert "there is no command 'dance'; the commands are walk" in text
        failed, text = await call("command", game=7, name="rest")
        assert failed
        assert text == "command: there is no game 7; open games: 1"
        failed, text = await call("look_up_rule", words="FOO-5")
        assert (failed, text[:5]) == (False, "FOO-5")
        for tool, wrong, said in WRONG:
            assert await call(tool, **wrong) == (True, f"{tool}: {said}")
        assert (await call("ask_advice", game=1))[0]

    with_client(mcp, server_of(OpenGames(GameLimits(), Dice(1))), talk)


def test_calls_sent_together_are_carried_out_one_after_another(mcp: Any) -> None:
    class Watched(OpenGames):
        def press(self, number: int, text: str) -> str:
            events.append(text)
            answer = super().press(number, text)
            time.sleep(0.001)  # so that another thread would come between
            events.append(text)
            return answer

    async def talk(call: Said, client: Any) -> None:
        begun = await asyncio.gather(*[call("start_game", seed=40_000 + number) for number in range(6)])
        assert [failed for failed, _ in begun] == [False] * 4 + [True] * 2
        for number in range(4):
            assert begun[number][1].startswith(f"game {number + 1}: 5.4, seed {40_000 + number}\n")
        await asyncio.gather(*[call("press_keys", game=1, keys=keys) for keys in sent])

    events: list[str] = []
    sent = ["s" * number for number in range(1, 31)]
    with_client(mcp, server_of(Watched(GameLimits(), Dice(1))), talk)
    assert events == [keys for keys in sent for _ in range(2)]


@pytest.mark.parametrize("edition", ["5.4", "coffee"])
def test_the_agent_advises_a_model_that_follows_it(mcp: Any, edition: str) -> None:
    async def talk(call: Said, client: Any) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == {*TOOLS, "ask_advice"}
        await call("start_game", edition=edition, seed=SEED)
        rules = set()
        for _ in range(60):
            failed, advice = await call("ask_advice", game=1)
            assert not failed, advice
            rules.add(advice.split(":")[0])
            keys = advice.rsplit("(press_keys: ", 1)[1].removesuffix(")")
            _, text = await call("press_keys", game=1, keys=keys)
            for _ in range(20):
                if text.startswith("waits for: a command"):
                    break
                key = next(key for begins, key in ANSWERS.items() if text.startswith(f"waits for: {begins}"))
                _, text = await call("press_keys", game=1, keys=key)
            else:
                pytest.fail(text)
        assert len(rules) >= 4
        _, score = await call("read_score", game=1)
        assert score.startswith("the game continues after ")

    here = OpenGames(GameLimits(), Dice(1), lambda rules: new_advisor(rules.version))
    with_client(mcp, server_of(here), talk)


def test_at_a_terminal_it_says_what_it_is_for_and_an_interrupt_ends_it(tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    child = pexpect.spawn(sys.executable, ["-P", "-m", "rogomatic", "mcp"], cwd=tmp_path, env=env, timeout=60)
    child.expect_exact("meant to be started by a chat program")
    child.expect_exact("control-C to stop it")
    while child.isalive():
        child.sendintr()
        child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=0.2)
    child.close()
    assert child.signalstatus == signal.SIGINT or child.exitstatus == 130
    assert list(tmp_path.iterdir()) == []


def test_the_loop_of_the_manual_plays_with_a_scripted_model(tmp_path: Path) -> None:
    found = LOOP.search((ROOT / "rogue" / "README.md").read_text("utf-8"))
    assert found is not None
    assert found[1].count("\n") <= 24
    names: dict[str, Any] = {}
    exec(found[1], names)
    answers = iter([
        '{"tool": "start_game", "arguments": {"seed": 42}}',
        "I think I should search.",
        '{"tool": "command", "arguments": {"game": 1, "name": "search", "count": 5}}',
        '{"tool": "press_keys", "arguments": {"game": 1, "keys": "Qy"}}',
        '{"tool": "press_keys", "arguments": {"game": 1, "keys": "<Return><Return>"}}',
        '{"tool": "read_score", "arguments": {"game": 1}}',
    ])  # fmt: skip
    messages = asyncio.run(names["play"](lambda seen: next(answers), calls=6))
    said = [message["content"] for message in messages if message["role"] == "user"]
    assert said[1].startswith("game 1: 5.4, seed 42")
    assert said[2].startswith("That is not a call")
    assert "changed: " in said[3]
    assert said[-1] == "the game is over: quit on level 1, score 0"
