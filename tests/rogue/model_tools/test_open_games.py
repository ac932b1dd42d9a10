"""Games that a program plays: their texts, their limits, and who is told of the keys."""

from __future__ import annotations

import sys

import pytest

from rogue.cli import main
from rogue.model_tools.model_limits import GameLimits
from rogue.model_tools.open_games import OpenGames, PlayError
from rogue.shared.seeds import Dice
from rogue.tables.ruleset import Ruleset
from rogue.ui.session import Session


def opened(limits: GameLimits = GameLimits()) -> OpenGames:  # noqa: B008  (it is frozen)
    games = OpenGames(limits, Dice(1))
    games.start(seed=42)
    return games


def test_the_same_keys_give_the_same_screen_as_the_game_itself() -> None:
    games, session = opened(), Session(42, options="name=model,noflush")
    session.feed(b"")
    text = games.press(1, "hhhl5s")
    session.feed(b"hhhl5s")
    for number, row in enumerate(session.screen[1:], 1):
        assert (f"{number:2}|{row.rstrip()}" in text) == bool(row.strip())


def test_a_named_command_reads_on_and_keeps_every_message() -> None:
    games = opened()
    covered = games.command(1, "inventory")
    assert "a) Some food" in covered
    assert "+1 ring mail" in covered


@pytest.mark.parametrize(("edition", "keys"), [("5.4", "i"), ("5.4", "?* "), ("5.2", "D*"), ("3.6", "i")])
def test_a_named_command_leaves_a_list(edition: str, keys: str) -> None:
    games = OpenGames(GameLimits(), Dice(1))
    games.start(edition, 42)
    assert "waits for: a space" in games.press(1, keys)
    assert games.command(1, "search").startswith("waits for: a command")


@pytest.mark.parametrize("edition", ["5.4", "5.2", "minds"])
def test_a_named_command_asks_for_all_discoveries(edition: str) -> None:
    games = OpenGames(GameLimits(), Dice(1))
    games.start(edition, 42)
    assert "discovered" in games.command(1, "discoveries")
    assert games.command(1, "search").startswith("waits for: a command")


def test_a_letter_that_is_no_such_item_leaves_no_question_open() -> None:
    games = opened()
    text = games.command(1, "quaff", item="z")
    assert text.startswith("waits for: a command")
    assert "'z' is not a valid item" in text


def test_a_dungeon_is_chosen_without_a_seed_and_named() -> None:
    games = OpenGames(GameLimits(), Dice(5))
    first, second = games.start(), games.start("coffee")
    assert first.startswith("game 1: 5.4, seed ")
    assert second.startswith("game 2: coffee, seed ")
    assert first.split("\n", maxsplit=1)[0] != second.split("\n", maxsplit=1)[0]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda games: games.look(2), "there is no game 2; open games: 1"),
        (lambda games: games.start("5.5"), "no edition '5.5'; choose from 5.4"),
        (lambda games: games.start("./mine.toml"), "no edition './mine.toml'"),
        (lambda games: games.start(seed=-1), r"the seed must be from 0 to 2\*\*64 - 1, not -1"),
        (lambda games: [games.start(), games.start()], "at most 2 games may be open; close one of 1, 2"),
        (lambda games: games.press(1, "sssss"), "a call may have at most 4 keys, not 5"),
        (lambda games: [games.press(1, "ssss"), games.press(1, "sss")], "this game has used 4 of 6 keys"),
        (lambda games: games.press(1, "é"), "'é' is not a key of the game"),
        (lambda games: games.command(1, "dance"), "there is no command 'dance'"),
        (lambda games: games.advise(1), "this server gives no advice; "),
        (lambda games: [games.close(1), games.close(1)], "there is no game 1; open games: none"),
    ],
)
def test_what_cannot_be_done_is_said(call: object, said: str) -> None:
    games = opened(GameLimits(games=2, keys_per_call=4, keys_per_game=6))
    assert callable(call)
    with pytest.raises(PlayError, match=said):
        call(games)


def test_a_game_that_is_over_says_how_it_ended() -> None:
    games = opened()
    assert games.score(1).startswith("the game continues after 0 keys: Level: 1  Gold: 0")
    games.press(1, "Qy")
    assert games.score(1) == "the game is over: quit on level 1, score 0"
    assert "game is over" in games.press(1, "<Return>   <Return>")
    with pytest.raises(PlayError, match="the game does not expect a command now"):
        games.command(1, "search")
    assert games.close(1) == "closed; the game is over: quit on level 1, score 0"


def test_without_the_sdk_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert main(["mcp"]) == 1
    assert (
        "the server needs the library mcp, version 2 or newer.  Install it with: " in capsys.readouterr().err
    )


def test_a_limit_is_a_number_from_1_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["mcp", "--games", "0"])
    assert left.value.code == 2
    assert "--games: 0 is not between 1 and" in capsys.readouterr().err


class Listener:
    """An advisor that notes what it is told."""

    def __init__(self) -> None:
        self.steps: list[tuple[bytes, int, bool]] = []

    def follow(self, keys: bytes, drawn: bytes, turn: int, pack: tuple[str, ...], *, is_ready: bool) -> None:
        assert bool(pack) == is_ready
        self.steps.append((keys, turn, is_ready))

    def advice(self) -> tuple[str, bytes]:
        return "leave: it is dangerous", b"\x1b>"


def test_the_advisor_is_told_of_every_key_and_asked_at_a_command_only() -> None:
    listener = Listener()

    def new_advisor(rules: Ruleset) -> Listener:
        assert rules.edition == "5.2"
        return listener

    games = OpenGames(GameLimits(), Dice(1), new_advisor)
    games.start("5.2", 42)
    assert games.advise(1) == "leave: it is dangerous (press_keys: <Esc>>)"
    games.press(1, "sq")
    with pytest.raises(PlayError, match=r"the game waits for the letter of an item; .* Escape cancels"):
        games.advise(1)
    games.press(1, "<Esc>")
    assert listener.steps == [
        (b"", 0, True), (b"s", 1, True), (b"q", 1, False), (b"\x1b", 1, True),
    ]  # fmt: skip
    games.press(1, "i")
    with pytest.raises(PlayError, match="advice is for commands only; the game waits for a space, to "):
        games.advise(1)
