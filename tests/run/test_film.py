"""The last commands of a watched game, shown again with all their panels."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.run.recordings.film import LENGTH, Film, FilmedDecision
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import Link
from rogomatic.run.viewer.canvas import Canvas
from rogomatic.run.viewer.controls import ViewOptions
from rogomatic.run.viewer.frame import Showing, frame_of
from rogomatic.run.viewer.watch import WatchController, WatchedLink
from tests.run.own_games import LINKS, PLAYERS
from tests.run.paper import Paper

SIZE = (120, 40)


def rows_of(agent: Player, choice: Choice) -> Canvas:
    return frame_of(agent, choice, *SIZE, Showing())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("share", "clears"),
    [(0.0, b"\x1b[H\x1b[J"), (1e9, b"\x1b[2J")],
    ids=["one state", "a state after every command"],
)
def test_the_film_shows_the_last_commands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, share: float, clears: bytes
) -> None:
    monkeypatch.setattr("rogomatic.run.recordings.film._SHARE", share)
    view = WatchController(Paper(size=SIZE).terminal, ViewOptions(0.0, tmp_path))
    drawn: list[list[str]] = []
    consider = view.consider

    def considered(choice: Choice) -> Choice:
        decided = consider(choice)
        if view._news.is_new and view._agent is not None:
            drawn.append(rows_of(view._agent, choice).rows())
        return decided

    def link(seed: int) -> Link:
        return WatchedLink(LINKS(seed), view, seed, tmp_path)

    def player(seed: int) -> Player:
        made = PLAYERS(seed)
        view.watch(made)
        made.overrule = considered
        return made

    play_game(127, link, player, Limits(commands=60))
    film, again = view.film, list[list[str]]()
    assert isinstance(film, Film)
    assert film.count == LENGTH

    def see(agent: Player, one: FilmedDecision) -> None:
        again.append(rows_of(agent, one.choice).rows())

    def fall(agent: Player, one: FilmedDecision) -> None:
        ends.append(agent.screen.text(0).rstrip())

    ends: list[str] = []
    film.show(see, fall)
    assert again == drawn[-LENGTH:]
    assert not ends, "the game goes on"
    film.draw(b"\x1b[H\x1b[KThe kestrel hit" + clears + b"REST IN PEACE")
    film.show(lambda *_: None, fall)
    assert ends == ["The kestrel hit"]
