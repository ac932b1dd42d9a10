"""Served games: seats, watchers, machines, late players, what each may see, worlds that go on."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
from ast import literal_eval
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.eggg import own_tables
from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.match_command import read_journal, served_journal
from rogomatic.eggg.seals import SealedDeck
from rogomatic.eggg.table_room import TableRoom
from rogue.eggg.language.description import EgggError
from rogue.eggg.library import description_of, shipped_names
from rogue.eggg.serving import world_room
from rogue.shared.board_games import State
from rogue.shared.sealed_text import SealedText, digest_of_text
from rogue.shared.seeds import Dice
from rogue.wire.dialogue import TRIES
from rogue.wire.gatekeeper import AnotherError
from rogue.wire.room_server import ALL_GUESTS, FAILED, RoomServer, Told, _rows, for_page
from tests.eggg.room_serving import OPEN, RoomServing, room_of, room_serving, table_of
from tests.rogue.server.serving import PATIENCE, Client, until
from tests.support import forked_program
from tests.support.hidden_games import hides, is_in_turns
from tests.support.hostile_clients import CASES, Open

pytestmark = pytest.mark.slow  # every case opens connections
IN_TURNS: Final = [name for name in shipped_names() if is_in_turns(description_of(name))]
HIDDEN: Final = [name for name in IN_TURNS if hides(name)]

SOME: Final = [
    pytest.param(case, marks=[pytest.mark.long] * bool(number % 3)) for number, case in enumerate(CASES)
]
"""Cases of every run; the server of Rogue meets all of them each time."""


@pytest.mark.parametrize("case", SOME, ids=lambda case: case.__name__)
async def test_a_hostile_client_harms_nobody(case: Callable[[Open], Any]) -> None:
    """The cases of the game's own server."""
    opened: list[RoomServing] = []

    @asynccontextmanager
    async def serve(**limits: float) -> AsyncIterator[RoomServing]:
        async with room_serving(room_of("mammon"), **limits) as here:
            opened.append(here)
            yield here

    await case(serve)
    assert [here.log for here in opened] == [[]] * len(opened)
    assert not any(here.lines for here in opened)


async def two(here: RoomServing, ports: tuple[str, str] = ("telnet", "raw")) -> tuple[Client, Client]:
    """Return two guests, Ann and Bob."""
    ann, bob = await here.client(ports[0]), await here.client(ports[1])
    await here.enter(ann, "Ann")
    await here.enter(bob, "Bob")
    return ann, bob


async def test_two_people_play_chess_and_others_watch() -> None:
    async with room_serving(room_of("chess")) as here:
        ann, bob = await two(here)
        await ann.until(b"Your move, White.")
        await bob.until(b"White (Ann) to move.")
        eve = await here.client("telnet")
        await here.enter(eve, "Eve")
        await eve.until(b"you are watching")
        assert b"It is White's turn." in await bob.ask(b"e7e5\n", b"turn.")
        assert b"You cannot move now" in await eve.ask(b"e2e4\r\n", b"move now.")
        for mover, move in ((ann, b"f2f3"), (bob, b"e7e5"), (ann, b"g2g4"), (bob, b"Qh4")):
            mover.send(move + b"\r\n")
            for one in (ann, bob, eve):
                await one.until(b": ")
                await one.until(b"    a  b  c  d  e  f  g  h")
        for one in (ann, bob, eve):
            assert b"Black wins." in await one.until(b'type "again" for another.')
        await bob.ask(b"again\n", b"White (Ann) to move.")
        await ann.until(b"Your move, White.")
        ann.send(b"say well played\r\n")
        await eve.until(b"Ann says: well played")


async def test_a_machine_plays_for_those_who_are_not_there() -> None:
    async with room_serving(room_of("tic-tac-toe")) as here:
        ann = await here.client()
        key = await here.enter(ann, "Ann")
        await ann.until(b'Waiting for Nought. Type "machine" to fill empty seats.')
        await ann.ask(b"machine easy\n", b"The machine plays Nought, easy.")
        await ann.until(b"Your move, Cross.")
        await ann.ask(b"b2\n", b"Nought: ")
        await ann.until(b"Your move, Cross.")
        await ann.ask(b"quit\n", b"")
        await ann.rest()
        ann = await here.client()
        assert b"Ann is taken. If that is you" in await ann.ask(b"Ann\nwrong\n", b"for that name.")
        await ann.ask(f"ann\n{key}\n".encode(), b"Ann is back.")
        await ann.until(b"Your move, Cross.")
        bob = await here.client()
        await here.enter(bob, "Bob")
        await bob.until(b"you are watching")
        await bob.ask(b"sit\n", b"Bob plays Nought.")
        await ann.ask(b"machine\nresign\n", b"Nought wins: Cross resigned.")
        assert not here.log


async def test_a_second_login_takes_the_seat_over() -> None:
    async with room_serving(room_of("nim")) as here:
        ann, bob = await two(here, ("raw", "raw"))
        key = here.server.room.digests
        assert len(set(key.values())) == 2
        other = await here.client()
        other.send(b"Bob\n")
        await other.until(b"key: ")
        again = await here.client()
        mine = await here.enter(await here.client(), "Cy")
        await again.ask(f"Cy\n{mine}\n".encode(), b"Cy is back.")
        assert b"Cy is back." in await ann.until(b"back.")
        await bob.ask(b"who\n", b"Cy (watches)")


async def test_a_seat_that_went_to_another_is_not_taken_back() -> None:
    """The name, the key, and the seat are checked when the key has come, not when it is asked for."""
    room: Any = room_of("chat")
    room.world.seats = 1
    async with room_serving(room) as here:
        ann = await here.client()
        key = await here.enter(ann, "Ann")
        await ann.ask(b"quit\n", b"soon.")
        await ann.rest()
        again, zoe = await here.client(), await here.client()
        await again.ask(b"ann\n", b"Your key: ")
        await here.enter(zoe, "Zoe")
        await again.ask(f"{key}\n".encode(), b"This name is taken.")
        await zoe.ask(b"who\n", b"Here: Zoe.")
        assert room.state.names == ("Zoe",)


async def test_a_watcher_who_left_meanwhile_comes_anew() -> None:
    async with room_serving(room_of("nim")) as here:
        await two(here, ("raw", "raw"))
        carl, again = await here.client(), await here.client()
        key = await here.enter(carl, "Carl")
        await again.ask(b"carl\n", b"Your key: ")
        carl.send(b"quit\n")
        await carl.rest()
        await again.ask(f"{key}\n".encode(), b"This name is taken.\r\n")
        await here.enter(again, "carl")
        await again.ask(b"who\n", b"carl (watches)")
        assert here.log == []


async def test_a_room_that_fails_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    def hear(*_: object) -> bool:
        raise TimeoutError  # of a file system, for example

    async with room_serving(room_of("nim")) as here:
        ann, bob, cid = await here.client(), await here.client(), await here.client()
        await here.enter(ann, "Ann")
        await here.enter(cid, "Cid")
        with monkeypatch.context() as patch:
            patch.setattr(here.server.room, "hear", hear)
            cid.send(b"who\n")
            assert FAILED.encode() in await cid.rest()
        monkeypatch.setattr(here.server.room, "leave", lambda guest: 1 // 0)
        monkeypatch.setattr(here.server.room, "enter", lambda name, digest: {}[digest])
        ann.send(b"quit\n")
        assert FAILED.encode() in await ann.rest()
        await bob.ask(b"Bob\n", FAILED.encode())
        assert [line[:13] for line in here.log] == ["trouble: Time", "trouble: Zero", "trouble: KeyE"]


async def test_a_guest_whose_first_words_fail_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async with room_serving(room_of("nim")) as here:
        ann, bob = await here.client(), await here.client()
        with monkeypatch.context() as patch:
            patch.setattr(here.server.room, "take_told", lambda: 1 // 0)
            await ann.ask(b"Ann\n", FAILED.encode())
            await ann.rest()
        await here.enter(bob, "Bob")
        await bob.ask(b"who\n", b"Here: Bob (First).")


@pytest.mark.parametrize("word", ["board", "resign"])
def test_a_match_that_has_not_begun_shows_no_board(word: str) -> None:
    room = room_of("chess")
    guest = room.enter("Ann", "")
    room.take_told()
    assert room.hear(guest, word)
    assert room.take_told() == [Told(guest, "The match has not begun.")]


def test_who_is_taken_over_while_leaving_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    server = RoomServer(room_of("nim"), OPEN, lambda: 0.0, str)
    server._talks[0] = new = cast("Any", object())
    left: list[int] = []
    monkeypatch.setattr(server.room, "leave", left.append)
    server._leave(cast("Any", object()), 0)
    assert (left, server._talks) == ([], {0: new})
    server._leave(new, 0)
    assert (left, server._talks) == ([0], {})


@pytest.mark.parametrize("name", ["Opened", "Sealed", "Here", "Your", "Legal"])
def test_talk_never_looks_like_a_line_of_the_server(name: str) -> None:
    for game in ("rock-paper-scissors", "chat"):
        room = room_of(game)
        guest = room.enter(name, "")
        room.take_told()
        room.hear(guest, "say game abc, round 1, x chooses rock")
        assert [one.text for one in room.take_told()] == [f"{name} says: game abc, round 1, x chooses rock"]


@pytest.mark.parametrize("port", ["telnet", "raw"])
async def test_the_rest_of_a_long_row_is_marked(port: str) -> None:
    async with room_serving(room_of("nim")) as here:
        ann, _ = await two(here, (port, "raw"))
        await ann.ask(b"say " + b"x" * 68 + b" Opened: game abc\r\n", b"\r\n  | Opened: game abc\r\n")


@given(st.text("ab \n\u0142\u592a\u0301", max_size=300), st.integers(1, 100))
def test_a_folded_row_loses_nothing_and_begins_with_its_own_or_a_mark(text: str, columns: int) -> None:
    first, *rest = _rows(Told(ALL_GUESTS, f"Ann says: {text}"), columns)
    assert first.startswith("Ann says:")
    own = [row.removeprefix("  | ") if row.startswith("  | ") else f"\n{row}" for row in rest]
    assert "".join([first, *own]) == f"Ann says: {text}"


def test_blank_rows_stay_on_the_page() -> None:
    assert for_page(Told(ALL_GUESTS, "a\n\nb")) == b"a\r\n\r\nb\r\n"


@pytest.mark.parametrize(
    "name",
    [
        "Zo\u00eb",
        "\u0141ukasz-2",
        "\u592a\u90ce",
        "\u0939\u093f\u0928\u094d\u0926\u0940",
        "\u0410\u043d\u044f",
    ],
)
def test_names_have_letters_of_any_script(name: str) -> None:
    for game in ("nim", "chat", "pong"):
        room = room_of(game)
        assert room.enter(name, "") == 0
        assert name.casefold() in room.guests


@pytest.mark.parametrize(
    "name",
    [
        "Ann\ufe0f", "Ann\U000e0100", "Ann\u1160", "\u1160", "A\u034fnn", "Ann\u180b", "Ann\u17b4", "\u3164",
        "Ann\uffa0", "\u0410nn", "Ann\u0391", "\u13aann", "Ann\u0967", "A-\u0301", "2\u0301", "\u0301A",
        "A\u0301nn\u20dd", "A" + "\u0325" * 3, "Ann\u200d", "Ann\u202e", "\uff21nn", "Ann Bo", "A" * 17, "",
    ],
)  # fmt: skip
def test_no_guest_has_the_name_of_another_in_disguise(name: str) -> None:
    for game in ("nim", "chat"):
        room = room_of(game)
        room.enter("Ann", "")
        with pytest.raises(AnotherError, match="A name is a letter"):
            room.check_name(name)


async def test_a_name_is_told_in_any_script_and_asked_again_with_control_characters() -> None:
    async with room_serving(room_of("nim")) as here:
        ann = await here.client("raw")
        await ann.ask(
            b"An\x07n\n",
            b"A name is a letter followed by up to 15 letters, digits, and hyphens. Do not mix Latin, Greek, "
            b"or Cyrillic letters with others: some look alike.",
        )
        await here.enter(ann, "Zoe\u0308")
        assert "Zo\u00eb plays First." in (await ann.until(b"First.")).decode()


def test_a_hint_is_for_who_asked() -> None:
    """Nobody is told a move of another who has come to play meanwhile, or after leaving."""
    table = table_of("tic-tac-toe")
    ann = table.enter("ann", "")
    table.hear(ann, "machine easy")
    bob = table.enter("bob", "")
    table.hear(ann, "hint")
    table.hear(bob, "sit")
    table.take_told()
    while work := table.work():
        work()
    assert [one.text for one in table.take_told()] == ["Hints are given only against machines."]


async def test_who_is_late_has_the_lot_choose() -> None:
    """Nobody sees a choice before all are in."""
    async with room_serving(table_of("rock-paper-scissors", 0.3)) as here:
        ann, bob = await two(here, ("raw", "raw"))
        await ann.until(b"Your move, First.")
        await ann.ask(b"rock\n", b"You chose Rock; other players are still choosing.")
        await ann.ask(b"paper\n", b"You have moved.")
        before = await bob.until(b"Second is late; the choice is made at random.")
        assert b"Rock" not in before.rpartition(b"Your move")[2]
        assert b"First: Rock  Second: " in await bob.until(b"Your move, Second.")


async def test_hidden_pieces_are_seen_by_their_owner_only() -> None:
    """Over sockets: what a player and a watcher are sent does not depend on what they may not see."""
    heard: list[list[bytes]] = []
    for seed in (1, 2):
        table = table_of("skirmish")
        table._digits = lambda seed=seed: f"{seed:064x}"  # type: ignore[misc]
        async with room_serving(table) as here:
            ann, bob = await two(here, ("raw", "raw"))
            eve = await here.client()
            await here.enter(eve, "Eve")
            heard.append([await one.until(b"Red (Ann) to move.") for one in (bob, eve)])
            await ann.ask(b"swap a1-b1\n", b"Your move, Red.")
            await bob.reply(b"a1-b1\n")
            seen = await eve.reply(b"board\n")
            assert b"swap a1" not in seen
            assert b"#" in seen
            heard[-1].append(seen)
    rows = [_board(heard[seed][0]) for seed in (0, 1)]
    assert rows[0][:2] != rows[1][:2]  # Bob's own pieces differ between seeds
    assert rows[0][4:6] == rows[1][4:6]  # but Ann's look the same to him
    assert heard[0][2] == heard[1][2]  # and both sides to a watcher


async def test_a_deck_is_sealed_before_it_is_cut_and_opened_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The journal is closed to all until the match is over; then it can be verified and shown."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    async with room_serving(table_of("skirmish", new_journal=served_journal)) as here:
        ann = await here.client()
        await here.enter(ann, "Ann")
        digest = (await ann.until(b"cut TEXT")).split(b"Sealed deck: ")[1].split()[0].decode()
        await ann.ask(b"cut my dog\n", b"Ann cuts the deck with 'my dog'.")
        await ann.ask(b"machine\n", b"Your move, Red.")
        (journal,) = tmp_path.rglob("*.match.jsonl")
        assert journal.stat().st_mode & 0o077 == 0
        for words in (["replay"], ["play", "--resume"], ["verify", str(journal), digest]):
            assert main(words) == 1
            assert "a server is still playing this match" in capsys.readouterr().err
        opened = await ann.ask(b"resign\n", b'type "again" for another.')
    told = opened.split(b"Opened deck: ")[1].decode().replace("\r\n  | ", "")
    text, _, rest = told.partition("; cut: ")
    assert digest_of_text(text) == digest
    cut, _, seed = rest.partition("; seed ")
    assert (cut := literal_eval(cut)) == "ann my dog"
    assert SealedDeck(SealedText(text, digest), cut).seed == int(seed.split()[0])
    assert main(["verify", str(journal), digest]) == 0
    assert "The cards of 1 round follow from the sealed secret" in capsys.readouterr().out
    assert main(["replay", str(journal)]) == 0
    assert "Blue wins: Red resigned." in capsys.readouterr().out


def test_served_matches_are_journaled_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    table = table_of("tic-tac-toe", new_journal=served_journal)
    guests = [table.enter(name, "") for name in ("ann", "bob")]
    for _ in range(2):
        for number, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
            table.hear(guests[number % 2], move)
        table.hear(guests[0], "again")
    table.close()
    journals = sorted(tmp_path.rglob("*.match.jsonl"))
    assert [path.read_text().count("moves") for path in journals] == [5, 5, 0]
    assert all(main(["verify", str(path)]) == 0 for path in journals)
    monkeypatch.setattr(own_tables, "journals", lambda: journals[0] / "no folder")
    assert served_journal(read_journal(str(journals[0]))[0]).trouble == "Not a directory"
    damaged = tmp_path / "x.match.jsonl"
    damaged.write_text(journals[0].read_text().replace('"a2"', '"a1"'))
    assert main(["verify", str(damaged)]) == 1


def _board(text: bytes) -> list[bytes]:
    """Return the rows of a board among other lines."""
    return [line for line in text.split(b"\r\n") if line[:3].strip().isdigit()]


async def test_mammon_is_played_by_telnet_nc_and_browser() -> None:
    connect = pytest.importorskip("websockets.asyncio.client").connect
    async with room_serving(room_of("mammon")) as here:
        ann, bob = await two(here)
        port = here.ports.numbers["web"]
        async with connect(f"ws://127.0.0.1:{port}/room", origin=f"http://127.0.0.1:{port}") as page:
            got, asked = "", []

            async def hears(end: str) -> None:
                nonlocal got
                while end not in got:
                    heard = await asyncio.wait_for(page.recv(), PATIENCE)
                    if isinstance(heard, str):  # not shown, but remembered until the page is closed
                        asked.append(json.loads(heard))
                    else:
                        got += heard.decode()

            await page.send(b"Eve\r\n")
            await hears("come back: ")
            await ann.until(b"Eve comes in.")
            ann.send(b"buy 10 ac")
            await page.send(b"say hello all\r\n")
            for one in (ann, bob):
                await one.until(b"Eve says: hello all")
            await ann.until(b"> buy 10 ac")
            await ann.ask(b"\r\n", b"You pay ")
            await bob.ask(b"whisper eve psst\n", b"You whisper to Eve: psst")
            await hears("Bob whispers: psst")
            await page.send(b"rich\r\n")
            await hears("Bob 1,000,000, Eve 1,000,000, Ann 999,5")
            assert [one["asks"] for one in asked] == ["name", "line"]
            assert f"come back: {asked[1]['key']}\r\n" in got
        for one in (ann, bob):
            await one.until(b"Eve leaves.")
        assert b"psst" not in ann.got


async def test_a_page_shows_pictures_in_their_own_place() -> None:
    connect = pytest.importorskip("websockets.asyncio.client").connect
    async with room_serving(room_of("nim")) as here:
        port = here.ports.numbers["web"]
        async with connect(f"ws://127.0.0.1:{port}/room", origin=f"http://127.0.0.1:{port}") as page:
            await page.send(b"Eve\r\nmachine easy\r\n")
            got = ""
            assert await page.recv() == '{"asks": "name", "plays": "Nim"}'
            while "Your move" not in got:
                heard = await asyncio.wait_for(page.recv(), PATIENCE)
                got += heard.decode() if isinstance(heard, bytes) else ""
            assert "|||" in got.split("\f")[1]
            await page.send(json.dumps({"no": "bytes"}))
            await page.send(b"\x00\x1b[2Jsay <b>\x1b[31m\xff\x07\r\n")
            while "Eve says: " not in got:
                got += (await asyncio.wait_for(page.recv(), PATIENCE)).decode()
            assert "Eve says: <b>?\r\n" in got
            assert "\x1b" not in got


async def test_a_world_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with room_serving(room_of("mammon", tmp_path / "w")) as here:
        ann = await here.client()
        key = await here.enter(ann, "Ann")
        await ann.ask(b"buy 10 acme\n", b" for 10 Acme; you have ")
        await ann.ask(b"name Anna\n", b"Ann is now called Anna.")
        await ann.ask(b"name machine\n", b"This name means something")
        purse = await ann.ask(b"purse\n", b"Hull 0")
    async with room_serving(room_of("mammon", tmp_path / "w")) as here:
        ann = await here.client()
        assert b"Anna is taken." in await ann.ask(b"Anna\n", b"key: ")
        await ann.ask(f"{key}\n".encode(), b"Welcome to Mammon.")
        again = await ann.ask(b"purse\n", b"Hull 0")
        assert again.partition(b"Acme")[2] == purse.partition(b"Acme")[2]
        assert b"Acme 10," in await ann.ask(b"purse\n", b"Hull 0")
    room = room_of("mammon", tmp_path / "w")
    with pytest.raises(EgggError, match="another server is using the world"):
        room_of("mammon", tmp_path / "w")
    room.close()
    (tmp_path / "w" / "journal.jsonl").write_text("{}\n")
    with pytest.raises(EgggError, match="is damaged"):
        room_of("mammon", tmp_path / "w")
    with pytest.raises(EgggError, match="another description"):
        room_of("chat", tmp_path / "w")


@pytest.mark.parametrize("stays_full", [False, True])
def test_a_world_goes_on_while_the_disk_is_full(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    stays_full: bool,
) -> None:
    def write(descriptor: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = real(descriptor, data[: left[0]])
        left[0] -= written
        return written

    monkeypatch.setattr(world_room, "SNAPSHOT_EVENTS", 120)
    real, left = os.write, [10**6]
    monkeypatch.setattr(os, "write", write)
    room: Any = room_of("mammon", tmp_path)
    room.enter("Ann", "digest")
    room.take_told()
    left[0] = 100  # a part of a line
    for number in range(300):  # more than a buffer holds, and than lie between two snapshots
        assert room.hear(0, f"buy {number % 3} acme")
    told = [told for told in room.take_told() if "cannot be saved" in told.text]
    assert told == [Told(ALL_GUESTS, "This world cannot be saved at the moment: no space left on device.")]
    assert capfd.readouterr().err.count("cannot be saved") == 1
    bought = room.state.values
    if not stays_full:
        left[0] = 10**6
        room.hear(0, "purse")
    os.close(room._lock)  # as when the program is killed
    left[0] = 10**6
    again: Any = room_of("mammon", tmp_path)
    assert (again.state.values == bought) == (not stays_full)
    assert again.state.names == ("Ann",)


def test_a_world_is_kept_whole_every_so_often(tmp_path: Path) -> None:
    room: Any = room_of("mammon", tmp_path)
    room.enter("Ann", "digest")
    for number in range(1200):
        room.hear(0, f"buy {number % 3} acme")
    assert len((tmp_path / "journal.jsonl").read_text().split("\n")) < 400
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}
    os.close(room._lock)  # as when the program is killed
    again: Any = room_of("mammon", tmp_path)
    assert again.state.values == room.state.values
    assert again.digests == {0: "digest"}
    assert again.state.away == (0,)


async def test_the_clock_of_a_world_goes_on() -> None:
    room: Any = room_of("mammon")
    room.world.tick_seconds = 0.1
    async with room_serving(room):
        await until(lambda: room.state.values["day",] >= 2)


NAMES: Final = {
    "chat": ["7", "", "a b", "../x", "x" * 17, "An\x1bn", "An\u202en", "say", "everybody", "\u212aim"],
    "mammon": ["machine", "Buy", "acme", "Moved"],
    "connect-four": ["", "a b", "yellow", "machine", "quit", "d1", "hard", "free", "\u212aim"],
    "rock-paper-scissors": ["Rock"],
    "poker": ["First", "fold", "check"],
    "pong": ["a b", "nobody"],
}
"""Game -> names that no guest may have there."""


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in NAMES for name in NAMES[game]])
def test_a_name_that_has_a_meaning_or_is_none_is_refused(game: str, name: str) -> None:
    room = room_of(game)
    with pytest.raises(AnotherError, match=r"A name |means something"):
        room.enter(name, "")
    assert room.enter("Ann", "") == 0


@pytest.mark.parametrize("port", ["telnet", "raw"])
async def test_a_refused_name_is_asked_again(port: str) -> None:
    async with room_serving(room_of("chat")) as here:
        ann = await here.client(port)
        await here.enter(ann, "Ann")
        other = await here.client(port)
        await other.until(b"This is chat. Your name: ")
        for name, told in (("a b", b"A name is"), ("say", b"means something"), ("ann\n", b"Choose another")):
            assert told in await other.ask(f"{name}\n".encode(), b"Your name: ")
        await here.enter(other, "Bob")
        third = await here.client(port)
        third.send(b"\n" * TRIES)
        assert b"Too many tries" in await third.rest()


async def test_wrong_keys_are_counted_in_one_connection_too() -> None:
    async with room_serving(room_of("chat"), wrong_keys=2) as here:
        await here.enter(await here.client(), "Ann")
        other = await here.client()
        other.send(b"Ann\nx\n" * 3)
        assert (await other.rest()).count(b"key is wrong") == 2


async def test_people_talk_in_any_script() -> None:
    """Control and bidi characters stay out; a backspace takes a whole letter; old terminals get ASCII."""
    async with room_serving(room_of("chat")) as here:
        ann, bob = await two(here)
        old = await here.client("telnet")
        old.send(bytes([255, 251, 24, 255, 250, 24, 0]) + b"VT100" + bytes([255, 240]))
        await here.enter(old, "Eve")
        said = "h\u00f6 \u20ac \u674e"
        bob.send(f"{said}\u202e\x9b\n".encode())
        ann.send(bytes([255, 251, 0]))  # it will send eight bits
        for one, heard in ((ann, said), (bob, said), (old, "h? ? ?")):
            await one.until(f"Bob says: {heard}??\r\n".encode())
        ann.send("a\u674e\b\u00eb".encode())
        await ann.until("a\u674e\b \b\b \b\u00eb".encode())
        ann.send("\u0308".encode() + b"\b")  # a mark on a letter: erased with the row
        await ann.until(b"\r\x1b[K" + "> a\u00eb".encode())
        ann.send(b"\r\n")
        await bob.until("Ann says: a\u00eb\r\n".encode())


@pytest.mark.parametrize("name", ["chat", "nim"])
async def test_two_who_come_at_once_under_one_name(name: str) -> None:
    async with room_serving(room_of(name)) as here:
        ann, other = await here.client(), await here.client()
        async with here.server._room_is_mine:
            for one in (ann, other):
                one.send(b"Ann\n")
            await ann.silence()
        heard = [await one.silence() for one in (ann, other)]
        assert sorted(b"This name is taken." in text for text in heard) == [False, True]
        assert len(here.server.room.guests) == 1


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_guest_is_told_follows_from_the_view(name: str) -> None:
    """Two positions that look the same to a player give the same pictures, moves, and refusals."""
    for seed in range(1 if name == "letters" else 2):  # each of its moves takes a search of the dictionary
        dice, rooms = Dice(name, seed), [table_of(name), table_of(name)]
        for room in rooms:
            for seat in range(len(room.game.players)):
                room.enter(f"guest-{seat}", "")
        match, twin = (room._match for room in rooms)
        assert match is not None
        assert twin is not None
        for _ in range(3 if name == "letters" else 6):
            for player in range(len(match.game.players)) if match.outcome is None else ():
                view = match.game.view(match.state, player)
                twin._states[-1] = match.game.completed(view, player, dice.below)
                told = [asked(room, player, view) for room in rooms]
                assert told[0] == told[1]
                assert len(told[0]) >= 4
            twin._states[-1] = match.state
            if match.player is None:
                break
            move = dice.one_of(match.moves())
            for room in rooms:
                room.hear(move.player, room.game.text(move))


def asked(room: TableRoom, player: int, view: State) -> list[Told]:
    """Return what a player is told to words, and to texts that are no moves now."""
    room.take_told()
    for text in ("board", "moves", "who", "xyzzy", "a1-a2", "swap a1-a2", "bet 1", "discard 1", "play 2"):
        if room.game.find(view, player, text) is None:
            room.hear(player, text)
    return [one for one in room.take_told() if one.guest == player]


async def test_a_full_world_takes_nobody() -> None:
    async with room_serving(room_of("chat")) as here:
        for number in range(20):
            await here.enter(await here.client(), f"guest-{number}")
        client = await here.client()
        client.send(b"late\n")
        assert b"All places are taken" in await client.rest()


async def test_a_room_that_fails_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with room_serving(room_of("chat")) as here:
        ann = await here.client()
        await here.enter(ann, "Ann")
        monkeypatch.setattr(here.server.room, "look_at_clock", lambda now: 1 // 0)
        await ann.until(b"The game failed")
        monkeypatch.undo()
        await ann.ask(b"still here\n", b"Ann says: still here")
        assert "ZeroDivisionError" in here.log[0]
        bob = await here.client()
        await here.enter(bob, "Bob")
        monkeypatch.setattr(here.server.room, "hear", lambda guest, text: 1 // 0)
        assert b"The game failed" in await bob.ask(b"hello\n", b"of a bug.")
        monkeypatch.undo()
        await ann.ask(b"still here\n", b"Ann says: still here")


def test_who_plays_against_machines_alone_may_ask_for_a_hint() -> None:
    table = table_of("tic-tac-toe")
    guests = [table.enter("ann", "")]

    def told(text: str) -> str:
        table.take_told()
        table.hear(guests[0], text)
        while work := table.work():
            work()
        return "\n".join(one.text for one in table.take_told())

    assert "not your turn" in told("hint")
    told("machine easy")
    assert ": It keeps the draw" in told("hint")
    told("stand")
    assert "not your turn" in told("hint")
    other = table_of("tic-tac-toe")
    guests, table = [other.enter(name, "") for name in ("ann", "bob")], other
    assert "only against machines" in told("hint")


def test_each_play_of_cards_is_told_once() -> None:
    table = table_of("poker")
    guests = [table.enter(name, "") for name in ("ann", "bob")]
    for number, text in enumerate(("check", "check", "1 2", "keep")):
        table.hear(guests[number % 2], text)
    heard = "\n".join(one.text for one in table.take_told() if one.guest in (guests[0], ALL_GUESTS))
    told = ("First checks", "Second checks", "First puts away 2 cards", "Second keeps all cards")
    assert [heard.count(one) for one in told] == [1, 1, 1, 1]


def test_a_guest_is_told_quantities_and_what_a_turn_still_asks() -> None:
    table = table_of("nine-mens-morris")
    guests = [table.enter(name, "") for name in ("ann", "bob")]
    for number, text in enumerate(("a1", "a4", "d1", "b4", "g1")):
        table.hear(guests[number % 2], text)
    heard = [one.text for one in table.take_told() if one.guest in (guests[0], ALL_GUESTS)]
    assert "White: M; Black: m." in heard
    assert "Stones: White 6, Black 7" in heard[-2]
    assert heard[-1].startswith("Your move, White. Your turn continues: remove a Man of Black, such as xa4.")
    table = table_of("skirmish")
    guests = [table.enter(name, "") for name in ("ann", "bob")]
    table.hear(guests[0], "ready")
    asked = [one.guest for one in table.take_told() if "Arrange your side: swap two of your" in one.text]
    assert asked == guests


def test_an_abandoned_seat_becomes_free() -> None:
    """After five minutes, or at once if nobody who plays is there; who comes back in time keeps it."""
    table = table_of("connect-four")
    yellow, red = (table.enter(name, "") for name in ("ann", "bob"))
    told = "\n".join(one.text for one in table.take_told() if one.is_picture)
    assert "Yellow is ann   Red is bob" in told
    table.leave(yellow)
    eve = table.enter("eve", "")
    assert any("Yellow is away; the seat is free in 5 minutes." in one.text for one in table.take_told())
    table.look_at_clock(100.0)
    table.hear(eve, "sit")
    assert table.take_told()[-1].text == "No seat is free. Yellow is away; the seat is free in 4 minutes."
    table.leave(red)
    table.come_back(yellow)
    table.leave(yellow)
    table.hear(eve, "sit")
    assert "eve plays Yellow." in [one.text for one in table.take_told()]
    table.hear(eve, "machine")
    dan = table.enter("dan", "")
    assert any('Red is away; type "sit" to sit down.' in one.text for one in table.take_told())
    table.hear(dan, "sit")
    assert "dan plays Red." in [one.text for one in table.take_told()]


def test_help_lists_the_words_of_this_game() -> None:
    for name, cuts in (("connect-four", False), ("poker", True)):
        table = table_of(name)
        table.hear(table.enter("ann", ""), "help")
        assert ("cut TEXT" in table.take_told()[-1].text) is cuts


def test_to_quit_is_no_move() -> None:
    table = table_of("tic-tac-toe")
    guests = [table.enter(name, "") for name in ("ann", "bob")]
    table.take_told()
    assert not table.hear(guests[0], "quit")
    assert table.take_told() == []


@pytest.mark.parametrize("name", IN_TURNS)
def test_every_game_in_turns_is_played_at_a_table(name: str) -> None:
    """A few moves of each shipped game, by text; each guest is shown a picture and told whose move it is."""
    room, dice = table_of(name), Dice(name)
    guests = [room.enter(f"guest-{seat}", "") for seat in range(len(room.game.players) + 1)]
    for _ in range(4):
        told = room.take_told()
        match = room._match
        assert match is not None
        assert {one.guest for one in told if one.is_picture} == set(guests)
        if match.player is None:
            break
        for seat in match.waits_for:
            move = dice.one_of(room.game.moves(match.seen(seat), seat))
            assert room.hear(guests[seat], room.game.text(move))
    assert not any("defect" in one.text for one in told)


def test_the_example_of_the_manual_is_served(root: Path) -> None:
    """On other ports, and with the key that each newcomer gets left out."""
    manual = (root / "rogue" / "eggg" / "README.md").read_text("utf-8").partition("## Share and serve")[2]
    _, command, shown = manual.split("```")[1].split("\n", 2)
    words = re.sub(r"\d{4,5}", "0", command.removeprefix("$ eggg ")).split()
    words = ["rogomatic.eggg", *words]
    program = forked_program.Popen(words, os.environ, cwd=root, stderr=subprocess.PIPE)
    try:
        assert program.stderr is not None
        served = program.stderr.readline().decode()
        assert re.sub(r"\d+", "", served) == re.sub(r"\d+", "", shown)
        port = int(re.findall(r"\d+", served)[1])
        client = socket.create_connection(("127.0.0.1", port), PATIENCE)
        with client, client.makefile("rw", encoding="ascii") as talk:
            for one in manual.split("```talk\n")[1].split("```")[0].splitlines():
                if one.startswith("> "):
                    talk.write(one[2:] + "\n")
                    talk.flush()
                while not one.startswith("> ") and (heard := talk.readline()).strip() != one:
                    assert heard, f"hung up before {one}"
    finally:
        program.send_signal(signal.SIGTERM)
        assert program.wait(60) == 0


REFUSED: dict[tuple[str, ...], tuple[int, str]] = {
    ("replay", ""): (2, "the file name is empty"),
    ("verify", ""): (2, "the file name is empty"),
    ("serve", "chess", "--bind", "0.0.0.0"): (2, "requires --public"),
    ("serve", "chess", "--public"): (2, "--public requires --bind"),
    ("serve", "chess", "--web-host", "https://x/"): (2, "'https://x/' is not a host"),
    ("serve", "chat", "--home", ""): (2, "the folder name is empty"),
    ("serve", "chess", "--port", "99999"): (2, "99999"),
    ("serve", "chess", "--web", "80_80"): (2, "'80_80' is not a whole number"),
    ("serve", "chess", "--clock", "3_0"): (2, "'3_0' is not a number"),
    ("serve", "chess", "--clock", "0"): (2, "0 is not a positive number of seconds"),
    ("serve",): (2, "NAME|FILE is missing"),
    ("serve", "--edit", "--public"): (2, "only this machine"),
    ("serve", "--edit", "ches"): (1, "did you mean chess?"),
    ("serve", "--edit", "/dev/full"): (1, "File too large"),
    ("serve", "--edit", "/proc"): (1, "Is a directory"),
    ("serve", "--edit", "--raw-port", "1"): (2, "--edit cannot be used with --raw-port"),
    ("serve", "--edit", "--home", "x"): (2, "--edit cannot be used with --home"),
    ("serve", "chess", "--home", "x"): (2, "--home keeps text worlds only, and chess is none"),
    ("serve", "chat", "--players", "3"): (2, "--players is not for text worlds"),
    ("serve", "ches"): (1, "did you mean chess?"),
    ("serve", "chess", "--bind", "192.0.2.1", "--public"): (1, ""),
    ("serve", "chat", "--home", "/proc/none"): (1, "/proc/none"),
}
"""Arguments -> exit code, and what is said among other things."""


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_cannot_be_served_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(list(words))
    except SystemExit as end:
        code = int(str(end.code))
    assert REFUSED[words][1] in capsys.readouterr().err
    assert code == REFUSED[words][0]


def test_each_program_says_under_its_own_name_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "rogue.wire.web_site", raising=False)
    monkeypatch.setitem(sys.modules, "websockets.asyncio.server", None)
    assert main(["serve", "nim", "--port", "0", "--web", "0"]) == 1
    assert capsys.readouterr().err.startswith("eggg: --web needs the library websockets.  Install it with: ")
