"""The agent plays a Rogue whose walls are lines as it plays the same game with walls of ASCII."""

from __future__ import annotations

import functools

import pytest

from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.game_loop import Limits, Row, play_game
from rogomatic.run.runner.link import Link, LinkWrapper, MemoryLink
from tests.run.own_games import PLAYERS
from tests.support.line_drawing import FORMS, LineDrawing

pytestmark = pytest.mark.slow

SEEDS = range(154, 157)
LIMITS = Limits(turns=1500)
ONE_EACH = {"shift": 154, "designated": 155, "utf-8": 156}


class _Filtered(LinkWrapper):
    """A link to a game that draws its walls as lines."""

    def __init__(self, link: Link, form: str) -> None:
        super().__init__(link)
        self._lines = LineDrawing(form)

    def receive(self, seconds: float) -> bytes:
        return self._lines.drawn(super().receive(seconds))


def game(seed: int) -> Link:
    return MemoryLink(OwnGame()(seed))


@functools.cache
def plain(seed: int) -> Row:
    return play_game(seed, game, PLAYERS, LIMITS)


@pytest.mark.parametrize(
    ("form", "seed"),
    [
        (form, seed) if ONE_EACH.get(form) == seed else pytest.param(form, seed, marks=pytest.mark.long)
        for form in FORMS
        for seed in SEEDS
    ],
)
def test_a_game_with_lines_for_walls_is_played_key_for_key(form: str, seed: int) -> None:
    lines = play_game(seed, lambda number: _Filtered(game(number), form), PLAYERS, LIMITS)
    assert lines.score > 0
    assert (lines.keys_digest, lines.score, lines.unknown) == (
        plain(seed).keys_digest, plain(seed).score, plain(seed).unknown,
    )  # fmt: skip
