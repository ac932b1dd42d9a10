"""What a person types: names with accents, keys with a name, answers of the terminal (SRV-8, SRV-9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rogue.server.serving import serving, until


@pytest.mark.parametrize("port", ["telnet", "raw"])
@pytest.mark.parametrize(
    ("typed", "name"),
    [("Zoë", "zoe"), ("Ångström", "angstrom"), ("Weiß", "weiss"), ("Zoe\u0308", "zoe"), ("ﬁn", "fin")],
)
async def test_a_name_is_spelt_as_the_game_spells_it(
    tmp_path: Path, port: str, typed: str, name: str
) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client(port)
        await client.until(b"-): ")
        for byte in typed.encode():  # an accent that comes in two parts, too
            client.send(bytes([byte]))
        client.send(b"\r\n")
        echo = (await client.until(b"is now yours.")).splitlines()[0]
        assert echo.lower() == (name.encode() if port == "telnet" else b"")
        assert here.server.gate.find(name) is not None


@pytest.mark.parametrize("port", ["telnet", "raw"])
@pytest.mark.parametrize("name", ["李".encode(), "Zoë".encode("latin-1"), "я-1".encode()])
async def test_a_name_in_other_letters_gets_a_sentence(tmp_path: Path, port: str, name: bytes) -> None:
    """SRV-9: a person is asked again, a program is not."""
    async with serving(tmp_path / "d") as here:
        client = await here.client(port)
        await client.until(b"-): ")
        client.send(name + b"\n")
        told = await (client.until(b"-): ") if port == "telnet" else client.rest())
        assert b"A name has 1 to 16 of the characters a-z, 0-9, and -." in told


KEYS_THAT_MOVE = (
    b"\x1bOv",
    b"\x1b[H",
    b"\x1b[F",
    b"\x1b[5~",
    b"\x1b[6~",
    b"\x1b[1~",
    b"\x1b[1;2C",
    b"\x1b[1;5D",
)
ANSWERS = (
    b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07", b"\x1bP>|XTerm(389)\x1b\\", b"\x1b]4;1;rgb:cdcd/0000/0000\x1b\\",
    b"\x9d11;rgb:1e1e/1e1e/1e1e\x9c", b"\x1b[200~QyTr\x1b[201~", b"\x1b[24;80R", b"\x1b_Gi=1;OK\x1b\\",
)  # fmt: skip


async def test_keys_of_a_person_and_answers_of_the_terminal_over_telnet(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client("telnet")
        # At the questions before the game, too; the last answer makes it the same dungeon every time.
        await client.ask(b"\x1b[Aann\x1b]11;rgb:1e1e\x07\r\rdry\r", b"Hp: 12(12)")
        game = here.server.games["ann"]
        before = (game._recorded.session.screen, len(game._recorded.events))
        for answer in ANSWERS:
            for part in (answer[:3], answer[3:]):
                await client.reply(part)
        assert (game._recorded.session.screen, len(game._recorded.events)) == before
        for number, key in enumerate(KEYS_THAT_MOVE, before[1] + 1):
            client.send(key)
            await until(lambda count=number: len(game._recorded.events) == count)  # type: ignore[misc]
