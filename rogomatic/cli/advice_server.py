"""The command `mcp`: the game's server for language models, with the agent as adviser."""

from __future__ import annotations

import argparse
from typing import Final

from rogomatic.agent.knobs import DEFAULT
from rogomatic.cli import own_game
from rogomatic.run.recordings.onlooker import Onlooker, Step
from rogomatic.run.storage.agent_files import shipped_memory
from rogue.shared.command_lines import Commands, add_command

HELP: Final = """Let a language model play and ask the agent for advice: `rogue mcp` with one more tool,
ask_advice. The agent sees the screen, the inventory, and the number of turns, and uses the shipped
memory."""


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `mcp` to `commands`."""
    parser = add_command(commands, "mcp", brief, HELP, _mcp)
    own_game.add_server_limits(parser)


def _mcp(args: argparse.Namespace) -> int:
    return own_game.serve_models(args, new_advisor)


class ServedAdvisor:
    """The agent as adviser to a language model that plays."""

    def __init__(self, onlooker: Onlooker) -> None:
        self._onlooker = onlooker

    def follow(self, keys: bytes, drawn: bytes, turn: int, pack: tuple[str, ...], *, is_ready: bool) -> None:
        """Observe a step of the game: the keys, the bytes that the game drew, the turn, and the inventory."""
        self._onlooker.take(Step(keys, drawn, is_ready, turn, pack))

    def advice(self) -> tuple[str, bytes]:
        """Return the agent's rule and reason as a text, and the keys that the agent would press."""
        choice = self._onlooker.choice
        return f"{choice.rung}: {choice.act.because}", choice.act.keys


def new_advisor(version: str) -> ServedAdvisor:
    """Return an adviser with the shipped memory.  `version` is the version that the game shows."""
    return ServedAdvisor(Onlooker(shipped_memory(), DEFAULT, version))
