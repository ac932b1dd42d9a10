"""Playing on a server: login, the fair dungeon, saving, going on, taking over, watching."""

from __future__ import annotations

import asyncio
import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from rogue.proof import agreement_trouble, digest_of_keys, verify_journal
from rogue.server.game_store import GameStore
from rogue.storage.game_files import complete_lines
from rogue.ui.journal import read_header
from rogue.ui.journal_sessions import play_journal
from rogue.wire.dialogue import TRIES
from rogue.wire.gatekeeper import AccountError, load_account
from rogue.wire.ports import CANNOT_DRAW
from tests.rogue.server.serving import OPEN, serving

KEYS = b"llhjk.s s"


def only_game(home: Path) -> Path:
    """Return the journal of the game that goes on."""
    (path,) = (home / "games").glob("*.jsonl")
    return path


async def test_the_bytes_are_those_of_a_game_in_memory(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        await client.register("ann", "5.2 terse")
        drawn = await client.reply(KEYS)
        client.send(b"S")
        assert b"Your game is saved" in await client.rest()
        start = read_header(complete_lines(only_game(tmp_path / "d"))[0])
        game = start.session()
        assert drawn == game.feed(b"") + game.feed(KEYS)
        assert (start.edition, start.options) == ("5.2", "terse,name=ann")


async def test_a_person_may_repeat_a_wrong_answer(tmp_path: Path) -> None:
    """SRV-9."""
    async with serving(tmp_path / "d") as here:
        client = await here.client("telnet")
        await client.until(b"-): ")
        assert b"A name has 1 to 16" in await client.ask(b"Zoe!\r\n", b"-): ")
        key = (await client.ask(b"zoe\r\n", b"for 5.4: ")).split(b"only once:\r\n")[1].split()[0]
        assert b"There is no game or option 'frob' here." in await client.ask(b"frob\r\n", b"for 5.4: ")
        await client.ask(b"5.2\r\n", b"random text): ")
        again = await here.client("telnet")
        await again.until(b"-): ")
        await again.ask(b"zoe\r\n", b"Your key: ")
        assert b"This key is wrong" in await again.ask(b"wrong\r\n", b"-): ")
        await again.ask(b"zoe\r\n", b"Your key: ")
        await again.ask(key + b"\r\n", b"for 5.4: ")
        third = await here.client("telnet")
        third.send(b"Zoe!\r\n" * TRIES)
        assert b"Too many tries" in await third.rest()
    log = (tmp_path / "d" / "server.log").read_text()
    assert log.count("zoe wrong key\n") == 1


@pytest.mark.parametrize("port", ["telnet", "watching"])
@pytest.mark.parametrize(("kind", "served"), [(b"dumb", False), (b"VT52", False), (b"vt220", True)])
async def test_a_terminal_that_cannot_draw_is_refused(
    tmp_path: Path, port: str, kind: bytes, served: bool
) -> None:
    """SRV-5."""
    answers = b"\xff\xfd\x01\xff\xfd\x03\xff\xfb\x03\xff\xfc\x1f\xff\xfb\x18"
    async with serving(tmp_path / "d") as here:
        client = await here.client(port)
        client.send(answers + b"\xff\xfa\x18\x00" + kind + b"\xff\xf0" + b"q" * (port == "watching"))
        if served and port == "telnet":
            await client.until(b"Your name (a-z, 0-9, -): ")
        else:
            assert (CANNOT_DRAW in await client.rest()) == (not served)


@pytest.mark.parametrize("words", [[b"q"], [b"?", b"q"], [b"frob", b"q"]])
async def test_q_leaves_before_a_game(tmp_path: Path, words: list[bytes]) -> None:
    """SRV-9."""
    async with serving(tmp_path / "d") as here:
        client = await here.client("telnet")
        await client.until(b"-): ")
        client.send(b"".join(word + b"\r\n" for word in [b"zoe", *words]))
        assert (await client.rest()).endswith(b"Return for 5.4: q\r\n")


async def test_a_game_that_there_is_not_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        for number, asked in enumerate((b"nosuch", b"5.5 terse", b"terse2")):
            client = await here.client()
            client.send(b"ann%d\n%s\nmine\n" % (number, asked))
            assert b"There is no game or option" in await client.rest()
        await (await here.client()).register("bob", "nojump terse name=eve")


async def test_a_line_that_asks_for_help_without_end_is_refused(tmp_path: Path) -> None:
    """SRV-9."""
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        client.send(b"ann\n" + b"?\n" * 100)
        assert (await client.rest()).count(b"To keep watchers out") == TRIES


async def test_the_dungeon_follows_from_both_sides_and_anybody_can_check_it(tmp_path: Path) -> None:
    """SRV-17."""
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        said = await client.ask(b"ann\n?\n\n", b"random text): ")
        assert b"askme" in said
        assert b"`private`" in said
        assert max(map(len, said.split(b"\r\n"))) < 80
        shown = said.split(b"server's secret:\r\n")[1].split(b"\r\n")[0].strip().decode()
        client.send(b"my own words\nv")
        assert b"dungeon ? (chongo" in await client.until(b"chongo")  # secret while it goes on
        client.send(b"Qy\n")
        told = (await client.until(b"to quit: ")).decode()
        client.send(b"q\n")
        await client.rest()
    public = tmp_path / "d" / "public"
    begun, ended = map(json.loads, (public / "games.jsonl").read_text().splitlines())
    assert begun["commitment"] == ended["commitment"] == shown
    assert "dungeon" not in begun
    assert "secret" not in begun
    lines = complete_lines(public / "1.jsonl")
    start = read_header(lines[0])
    assert start.nonce == ended["secret"]
    assert agreement_trouble(start, shown, "my own words") == ""
    assert "does not follow" in agreement_trouble(start, shown, "other words")
    assert "commitment differs" in agreement_trouble(replace(start, helpers=True), shown, "my own words")
    assert verify_journal(lines, time.process_time, commit=shown, answer="my own words").result == "holds"
    assert verify_journal(lines, time.process_time, commit=shown, answer="mine").result == "fails"
    assert verify_journal(lines, time.process_time, commit=shown).result == "fails"
    assert digest_of_keys(shown, lines[1:]) == ended["digest"]
    assert str(start.seed) in told
    assert ended["secret"] in told
    run_again = play_journal(complete_lines(public / "1.jsonl"))
    assert run_again.ended is not None
    assert (run_again.ended.how, run_again.ended.score) == (ended["how"], ended["score"])


async def test_a_game_goes_on_at_its_last_key(tmp_path: Path) -> None:
    """SRV-12."""
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        key = await client.register("ann")
        await client.reply(KEYS + b"q")
        seen = here.server.games["ann"].snapshot()
        await client.close()
        again = await here.client()  # while the game is in memory
        await again.log_in("ann", key)
        assert await again.silence() == seen
        await again.close()
    async with serving(tmp_path / "d") as here:  # another process, as far as the game knows
        client = await here.client()
        await client.log_in("ann", key)
        assert await client.silence() == seen
        client.send(b"\x1bxS")
        await client.rest()
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        await client.log_in("ann", key)
        client.send(b"\x1bxvS")
        assert b"Your game is saved" in await client.rest()


async def test_a_game_that_went_on_after_a_restart_is_proven_as_any_other(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        key = await client.register("ann", text="mine")
        await client.reply(b"ss i ")
        client.send(b"  S")
        await client.rest()
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        await client.log_in("ann", key)
        await client.reply(b"  s")
        await client.ask(b"  Qy\n", b"to quit: ")
        row = here.server.store.rows[0]
    lines = complete_lines(tmp_path / "d" / "public" / "1.jsonl")
    verdict = verify_journal(lines, time.process_time, commit=row["commitment"], answer="mine")
    assert (verdict.result, verdict.reason) == ("holds", "")
    assert digest_of_keys(row["commitment"], lines[1:]) == row["digest"]


async def test_a_journal_that_was_cut_off_goes_on_at_its_last_whole_line(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        key = await client.register("ann")
        await client.reply(b"s")
        seen = here.server.games["ann"].snapshot()
        await client.close()
    with only_game(tmp_path / "d").open("ab") as file:
        file.write(b'{"keys": "s", "tur')
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        await client.log_in("ann", key)
        assert await client.silence() == seen


async def test_a_second_login_takes_the_game_over(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        first = await here.client()
        key = await first.register("ann")
        await first.silence()
        second = await here.client("telnet")
        second.send(f"ann\r\n{key}\r\n".encode())
        assert b"logged in elsewhere" in await first.rest()
        await second.until(b"Hp: 12(12)")
        second.send(b"S")
        assert b"Your game is saved" in await second.rest()


async def test_wrong_keys_close_the_door_for_a_while(tmp_path: Path) -> None:
    """SRV-9."""
    async with serving(tmp_path / "d", wrong_keys=2) as here:
        client = await here.client()
        key = await client.register("ann")
        client.send(b"S")
        await client.rest()
        for _ in range(2):
            client = await here.client()
            client.send(b"ann\nabcd-efgh\n")
            assert b"key is wrong" in await client.rest()
        client = await here.client()
        client.send(f"ann\n{key}\n".encode())
        assert b"wait ten minutes" in await client.rest()
    stored = (tmp_path / "d" / "players" / "ann.json").read_text()
    assert key not in stored
    assert key.replace("-", "") not in stored
    assert key not in (tmp_path / "d" / "server.log").read_text()


def test_a_damaged_account_is_refused_and_a_pipe_does_not_block(tmp_path: Path) -> None:
    (tmp_path / "ann.json").write_text('{"name": "ann"')
    os.mkfifo(tmp_path / "bob.json")
    for name in ("ann", "bob"):
        with pytest.raises(AccountError, match=f"{name}.json is damaged"):
            load_account(tmp_path, name)


async def test_names_are_checked_before_any_path_is_made(tmp_path: Path) -> None:
    """SRV-9, SRV-16."""
    async with serving(tmp_path / "d") as here:
        for name in (b"../x", b"a/b", b"", b"a" * 17, b".", b"\xff\xfe", b"con.json"):
            client = await here.client()
            client.send(name + b"\n")
            assert b"A name has" in await client.rest()
    assert list((tmp_path / "d" / "players").iterdir()) == []
    assert [path.name for path in tmp_path.iterdir()] == ["d"]


async def test_the_doors_of_the_game_are_shut(tmp_path: Path) -> None:
    """SRV-10."""
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        await client.register("ann", "5.4 file=/tmp/x score=/tmp/y lock=/tmp/z name=bob fruit=fig")
        options = await client.reply(b"o")
        assert b"Save file" not in options
        assert b"Score file" not in options
        assert b"fig" in options
        assert b"bob" not in options
        assert b"ann" in options
        await client.reply(b"\x1b\x1b \x1b ")
        assert b"no shell" in await client.reply(b"!")
        assert b"Illegal command" in await client.reply(b" +")
        world = here.server.games["ann"]._recorded.session.world
        assert (world.options.file, world.options.score, world.options.lock) == ("", "", "")
        assert (world.wizard, world.options.home) == (False, "")


async def test_a_watcher_sees_what_the_player_sees(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        player = await here.client()
        await player.register("ann")
        await player.silence()
        watcher = await here.client("watching")
        assert b"a) ann" in await watcher.until(b"a) ann")
        await watcher.ask(b"a", b"Hp: 12(12)")
        await watcher.silence()
        game = here.server.games["ann"]
        for keys, end in ((b"v", b"was here)"), (b" i", b"--More--")):
            player.send(keys)
            assert await player.until(end) == await watcher.until(end)
        assert len(game.broadcast.watchers) == 1
        await watcher.ask(b"q", b"q to quit")
        assert game.broadcast.watchers == []


async def test_a_watcher_is_told_that_the_player_has_left(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", unsent_seconds=0.1) as here:
        player = await here.client()
        key = await player.register("ann")
        await player.silence()
        watcher = await here.client("watching")
        await watcher.until(b"a) ann")
        await watcher.ask(b"a", b"Hp: 12(12)")
        await player.close()
        await watcher.until(b"\x1b[1;1Hann has left; the game is paused.")
        player = await here.client()
        await player.log_in("ann", key)
        await watcher.until(b"Hp: 12(12)")
        player.send(b"v")
        await watcher.until(b"was here)")


def test_only_games_with_gold_are_among_the_best(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "d", OPEN)
    store.rows += [{"edition": name, "score": n} for name in ("5.4", "5.2") for n in (0, 7, 30, 0, 12)]
    assert [row["score"] for row in store.best("5.4")] == [30, 12, 7]
    assert [row["score"] for row in store.best(count=4)] == [30, 30, 12, 12]
    assert store.best("3.6") == []
    store.close()


async def test_the_list_has_pages(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", players=30) as here:
        await asyncio.gather(*[(await here.client()).register(f"p{n}") for n in range(22)])
        watcher = await here.client("watching")
        first = await watcher.until(b"t) ")
        assert b"space for more" in first
        second = await watcher.ask(b" ", b"b) ")
        second += await watcher.silence()
        await watcher.ask(b"b", b"Hp: 12(12)")
        names = {game.record.player for game in here.server.public_games()[20:]}
        assert all(name.encode() in second for name in names)


async def test_a_terminal_that_has_two_screens_keeps_the_first(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client("telnet")
        await client.ask(b"\xff\xfb\x18\xff\xfa\x18\x00XTERM\xff\xf0ann\r\n\r\nx\r\n", b"\x1b[?1049h")
        await client.until(b"Hp: 12(12)")
        client.send(b"S")
        assert b"\x1b[?1049l\r\nYour game is saved" in await client.rest()


async def test_a_private_game_is_in_no_list_of_the_moment(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        player = await here.client()
        await player.register("ann", "5.4 private")
        await player.silence()
        watcher = await here.client("watching")
        assert b"Nobody is playing right now" in await watcher.until(b"now.")


async def test_with_a_delay_watchers_see_the_game_late(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", watch_delay=0.5, unsent_seconds=0.1) as here:
        player = await here.client()
        await player.register("ann")
        await player.silence()
        watcher = await here.client("watching")
        await watcher.until(b"a) ann")
        await watcher.ask(b"a", b"Hp: 12(12)")
        assert b"food" in await player.reply(b"i")
        assert b"food" not in await watcher.silence()
        await player.close()
        seen = await watcher.until(b"ann has left")
        assert b"food" in seen


async def test_after_a_game_the_next_one_follows(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        await client.register("ann")
        end = await client.ask(b"Qy\n", b"q to quit: ")
        assert b"checks its journal, 1.jsonl in the server's folder." in end
        assert b"No game has scored yet." in end  # as in the list of a game at home
        await client.ask(b"\nkennel\n\n", b"Level: 1")
        start = here.server.games["ann"].start
        assert start.variant is not None
        assert start.variant.name == "kennel"
        assert here.server.games["ann"].record.edition.startswith("kennel ")
        assert here.server.store.rows[0]["how"] == "quit"


async def test_every_game_is_kept_when_the_server_stops(tmp_path: Path) -> None:
    keys = {}
    async with serving(tmp_path / "d") as here:
        clients = []
        for name in ("ann", "bob", "kim"):
            client = await here.client()
            keys[name] = await client.register(name)
            await client.reply(KEYS)
            clients.append(client)
        watcher, newcomer = await here.client("watching"), await here.client()
        await watcher.until(b"a) ann")
        await watcher.ask(b"a", b"Hp: 12(12)")
        await newcomer.until(b"-): ")
        seen = {name: game.snapshot() for name, game in here.server.games.items()}
        await here.ports.close(here.server.stop)
        for client in clients:
            assert b"The server stops; your game is saved." in await client.rest()
        for other in (watcher, newcomer):
            assert b"\r\nThe server stops.\r\n" in await other.rest()
    async with serving(tmp_path / "d") as here:
        for name, key in keys.items():
            client = await here.client()
            await client.log_in(name, key)
            assert await client.silence() == seen[name]


async def test_a_line_that_is_idle_or_plays_for_long_is_closed_and_its_game_kept(tmp_path: Path) -> None:
    limits = replace(OPEN, idle_seconds=0.2)
    async with serving(tmp_path / "d", limits) as here:
        client = await here.client()
        await client.register("ann")
        assert b"You typed nothing" in await client.rest()
    limits = replace(OPEN, longest_seconds=0.2)
    async with serving(tmp_path / "e", limits) as here:
        client = await here.client()
        await client.register("ann")
        await client.press_until(b"v ", b"You have played for hours")
        await client.rest()
        assert not here.server.games["ann"].line
