"""Keys of a person that go on where the game of old takes one key only."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogue import Session
from rogue.ui.keystrokes import game_keys
from tests.rogue.server.serving import run, serving

STANDING = {
    # options, keys -> what stands there, whether Escape ends it
    "a message": ("terse", b"v.", "more", False),
    "a line of a slow list": ("inven=slow", b"i", "more", True),
    "a page of a list": ("inven=clear", b"i", "page", True),
    "the last page": ("", b"Qy", "return", False),
}


def waiting(name: str) -> Session:
    """Return a game with this on the screen."""
    options, keys, mode, _ = STANDING[name]
    game = Session(107, options=options)
    game.feed(b"")
    for key in keys:
        game.feed(bytes((key,)))
    assert game.mode == mode
    return game


@pytest.mark.parametrize("name", STANDING)
@pytest.mark.parametrize("stroke", ["\r", "\n", " ", "\x1b"])
def test_space_return_and_escape_go_on_everywhere(name: str, stroke: str) -> None:
    game = waiting(name)
    before = game.mode, game.screen
    assert game.escape_ends is STANDING[name][3]
    game.feed(game_keys(stroke, game.mode, escape_ends=game.escape_ends))
    assert (game.mode, game.screen) != before


@pytest.mark.parametrize("name", ["a line of a slow list", "a page of a list"])
def test_escape_still_ends_a_list(name: str) -> None:
    game = waiting(name)
    game.feed(game_keys("\x1b", game.mode, escape_ends=game.escape_ends))
    assert game.mode == "command"


@pytest.mark.parametrize("name", STANDING)
def test_the_game_itself_takes_one_key_only_as_of_old(name: str) -> None:
    wrong = b" \x1b" if name == "the last page" else b"\r\nx"
    for key in wrong:
        game = waiting(name)
        before = game.mode
        game.feed(bytes((key,)))
        assert game.mode == before


@pytest.mark.slow
def test_a_person_on_a_server_is_helped_and_a_program_is_not(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "d") as here:
            person = await here.client("telnet")
            person.send(b"\xff\xfb\x18\xff\xfa\x18\x00XTERM\xff\xf0ann\r\n\r\nx\r\n")
            await person.until(b"Hp: 12(12)")
            program = await here.client()
            await program.register("bob")
            for client in (person, program):
                client.send(b"Qy")
                await client.until(b"[Press return to continue]")
                client.send(b" ")
            assert b"leave: " in await person.until(b"leave: ")
            assert b"leave: " not in await program.silence()
            program.send(b"\n")
            await program.until(b"leave: ")

    run(scenario)
