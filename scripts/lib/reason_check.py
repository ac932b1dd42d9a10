"""Plays games, and holds each reason against the beliefs at the moment it is given."""

from __future__ import annotations

from collections.abc import Iterator

from rogomatic.agent.engine.rule_engine import Choice, No
from rogomatic.cli.agent_factory import default_players
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.ui.session import Session
from scripts.lib.reason_facts import all_reasons, untrue_reasons


class Told:
    """What was told in all games: commands, reasons, and which of them."""

    def __init__(self) -> None:
        self.commands = 0
        self.reasons = 0
        self.given: set[No] = set()

    def never(self) -> list[str]:
        """Return the names of the reasons that were never given."""
        return [name for name, one in all_reasons().items() if one not in self.given]


def play_and_check(seed: int, edition: str, told: Told, most: int = 20_000) -> Iterator[tuple[int, str]]:
    """Play a game to its end, or to so many commands; yield the turn and the text of each untrue reason."""
    game, player = Session(seed, edition, GAME_OPTIONS), default_players()(seed)
    found: list[tuple[int, str]] = []

    def check(choice: Choice) -> Choice:
        told.commands += 1
        told.reasons += len(choice.refusals)
        told.given.update(choice.refusals)
        found.extend((player.beliefs.turn, text) for text in untrue_reasons(player.beliefs, choice))
        return choice

    player.overrule = check
    keys = b""
    while not player.done and player.beliefs.commands < most:
        keys = player.feed(game.feed(keys)) or player.timeout()
    yield from found
