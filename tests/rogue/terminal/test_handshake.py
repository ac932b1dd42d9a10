"""The wire as bots know it: their checklist (HANDSHAKE.md 10), and what confuses them (HANDSHAKE.md 7)."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue import Session
from rogue.rules.output import emit
from rogue.tables.edition_table import EDITIONS
from rogue.terminal.pipe_mode import CLOSING
from rogue.ui.renderer import OPENING
from scripts.lib.notation import carry, plain_item
from tests.support import forked_program
from tests.support.c_bot_session import OPTIONS, ROOT

BOT = OPTIONS.format(login="root", folder="/tmp/d")
HOME = b"\x1b[1;1H"
CLEAR = b"\x1b[H\x1b[J"
COMPLAINT = b"Illegal command ';'"

TOKEN = re.compile(
    rb"\x1b\[H\x1b\[J|\x1b\[([0-9]+);([0-9]+)H|\x1b\[[0-9]+[ABCD]|\x1b\[K|\x1b\[7m|\x1b\[m|[\r\x08]|([ -~])"
)
"""The safe subset of SCREEN.md 16, and nothing else."""


def session(seed: int = 5, options: str = BOT, edition: str = "5.4") -> Session:
    """Return a begun game without monsters."""
    game = Session(seed, edition, options)
    for foe in list(game.world.level.foes):
        game.world.level.drop_foe(foe)
    game.feed(b"")
    return game


def cursor_to(game: Session) -> bytes:
    row, col = divmod(game.world.player.spot, 80)
    return b"\x1b[%d;%dH" % (row + 1, col + 1)


def check_wire(data: bytes, row: int = 0, col: int = 0) -> tuple[int, int]:
    """Assert that bytes keep to the subset; return where the cursor ends that began at `row`, `col`."""
    at = 0
    while at < len(data):
        found = TOKEN.match(data, at)
        assert found, data[at : at + 12]
        at = found.end()
        token = found[0]
        if found[1]:
            row, col = int(found[1]) - 1, int(found[2]) - 1
            assert row < 24
            assert col < 80
        elif found[3]:
            assert col < 79, f"text in the last column of row {row}"
            col += 1
        elif token == CLEAR:
            row = col = 0
        elif token == b"\r":
            col = 0
        elif token == b"\x08":
            col -= 1
        elif token[-1:] in b"ABCD":
            step, (down, right) = int(token[2:-1]), _WAYS[token[-1:]]
            row, col = row + down * step, col + right * step
        assert 0 <= row < 24
        assert 0 <= col < 80
    return row, col


_WAYS = {b"A": (-1, 0), b"B": (1, 0), b"C": (0, 1), b"D": (0, -1)}


def text_before_more(data: bytes) -> list[str]:
    """Return the character of text that was sent before each More."""
    text = re.sub(rb"\x1b\[[0-9;]*[A-Za-z]", b"", data).decode("ascii")
    return [text[found.start() - 1] for found in re.finditer("--More--", text)]


KEYS = st.lists(
    st.one_of(
        st.sampled_from(
            list(b"hjklyubnHJKLYUBNs.,>qrewWTPRdtzfFmicIDo?/)]=@v^a *;;;;   abcde0129\r\x0c\x08")
        ),
        st.integers(0, 255),
    ),
    max_size=150,
)


@settings(max_examples=30, deadline=None)
@given(KEYS, st.integers(0, 2**64 - 1), st.sampled_from([BOT, "", "inven=overwrite,terse", "inven=slow"]),
       st.sampled_from(sorted(EDITIONS)))  # fmt: skip
def test_plain_mode_sends_a_safe_subset(keys: list[int], seed: int, options: str, edition: str) -> None:
    """Sequences of the safe subset, nothing in column 79, no bare ESC[H, no dash before a More."""
    game = Session(seed, edition, options)
    row, col = check_wire(game.feed(b""))
    everything = b""
    for key in keys:
        sent = game.feed(bytes((key,)))
        everything += sent
        row, col = check_wire(sent, row, col)
        if game.mode == "command":
            assert (row, col) == game.cursor
    assert "-" not in text_before_more(everything)


def test_a_new_level_is_drawn_within_the_subset() -> None:
    wrong = []
    for seed in range(12):
        game = session(seed)
        for depth in range(2, 10):
            game.world.player.spot = game.world.level.stairs
            sent = game.feed(b">;")
            check_wire(sent)
            if sent.count(CLEAR) != 1 or not sent.endswith(COMPLAINT + cursor_to(game)):
                wrong.append((seed, depth, sent))
    assert wrong == []


@pytest.fixture
def folder() -> Iterator[str]:
    """A folder with a short name: an option keeps 50 characters (section 1)."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="w") as name:
        yield name


def start(folder: str, *args: str, keys: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "TERM": "vt100", "ROGUEOPTS": BOT, "PYTHONPATH": str(ROOT), **more}
    env = {name: value for name, value in env.items() if name != "SEED"}
    env["ROGUEOPTS"] = env["ROGUEOPTS"].replace("/tmp/d/", f"{folder}/")
    return forked_program.run(["rogue", *args], keys, env, folder)


def test_1_all_twelve_options_are_known() -> None:
    options = session().options
    flags = (options.terse, options.flush, options.jump, options.seefloor, options.passgo, options.tombstone)
    assert flags == (
        True, False, True, True, False, True,
    )  # fmt: skip
    assert (options.inven, options.name, options.fruit) == ("Slow", "rogo-root", "apricot")
    assert (options.file, options.score, options.lock) == (
        "/tmp/d/rogue.sav",
        "/tmp/d/rogue.scr",
        "/tmp/d/rogue.lck",
    )


def test_1_2_and_19_bytes_come_in_the_order_of_the_c_game(folder: str) -> None:
    """Greeting, opening bytes, first screen, game, closing bytes, score list with bare line feeds."""
    done = start(folder, "-S", "--", keys=b"v;Qy\n", ROGOSEED="7")
    assert (done.returncode, done.stderr) == (0, b"")
    out = done.stdout
    assert out.index(b"ersion 5.4.5 ") < out.index(COMPLAINT) < out.index(b"You quit with 0 gold pieces")
    hello = b"Hello rogo-root, just a moment while I dig the dungeon #7..."
    assert out.startswith(hello + b"\x1b(B\x1b)0\x1b[1;24r\x1b[m\x0f\x1b[?7h\x1b[?1h\x1b=" + CLEAR)
    game = session(7)
    head, _, tail = out.partition(CLOSING)
    assert head.startswith(hello + OPENING)
    assert tail == b"\nTop 10 Scores:\n   Score Name\n\n"
    assert head.endswith(b"[Press return to continue]")
    assert b"\r" not in tail
    assert game.world.seed == 7


def test_4_key_39_redraw_clears_draws_all_and_puts_the_cursor_on_the_hero() -> None:
    game = session()
    before = game.screen
    sent = game.feed(b"\x12")
    assert sent.startswith(CLEAR)
    assert sent.endswith(cursor_to(game))
    assert game.screen == before
    assert sent.count(b"Level: 1") == 1


def test_6_each_semicolon_complains_in_place_and_the_cursor_returns() -> None:
    game = session()
    sent = {count: game.feed(b";" * count) for count in (1, 2, 7)}
    assert {count: drawn.count(HOME + COMPLAINT) for count, drawn in sent.items()} == {1: 1, 2: 2, 7: 7}
    assert [drawn for drawn in sent.values() if not drawn.endswith(COMPLAINT + cursor_to(game))] == []


def test_7_the_next_command_key_wipes_row_0_and_sends_the_wipe() -> None:
    wrong = []
    for key in "sihvw/?)]=@":
        game = session()
        game.feed(b";")
        if not game.feed(key.encode()).startswith(HOME) or "Illegal" in game.screen[0]:
            wrong.append(key)
    assert wrong == []


VERBS = {
    b"q": b"Quaff", b"r": b"Read", b"w": b"Wield", b"W": b"Wear", b"P": b"Put on", b"e": b"Eat",
    b"d": b"Drop", b"th": b"Throw", b"zh": b"Zap with", b"c": b"Call",
}  # fmt: skip


def test_8_item_prompts_are_sent_in_one_piece() -> None:
    sent = {keys: session().feed(keys) for keys in VERBS}
    assert [keys for keys, verb in VERBS.items() if verb + b" what? (* for list): " not in sent[keys]] == []


def test_8_the_complaint_and_more_are_sent_in_one_piece() -> None:
    """Curses would skip the cells that are equal; here everything is sent."""
    game = session()
    emit(game.world, "Illegal command 'x'")
    emit(game.world, "Illegal command --More")
    sent = game.feed(b"s")
    assert b" --More--" in sent
    assert COMPLAINT in game.feed(b" ;")


def test_10_escape_drops_the_one_byte_that_comes_with_it() -> None:
    found = {}
    for opened in (b"w", b"q", b"th", b"t", b"c", b"cb", b"/", b"?", b"D", b"Q", b"3", b"m", b"f", b"I"):
        game = session()
        complaints = [game.feed(keys).count(COMPLAINT) for keys in (opened + b"\x1b;", b";")]
        found[opened] = (complaints, game.world.turns)
    assert {opened: seen for opened, seen in found.items() if seen != ([0, 1], 0)} == {}


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\x1b"])
def test_11_return_and_escape_end_the_naming_prompt(end: bytes) -> None:
    game = session()
    carry(game.world, "potion", "see invisible")
    assert b"Call it: " in game.feed(b"qf ")
    game.feed(b"x" + end)
    assert game.feed(b";").count(COMPLAINT) == 1


def test_13_the_screen_is_cleared_for_levels_redraws_and_windows_only() -> None:
    game = session()
    quiet = game.feed(b"sss20sv;i    ;/A;HJKLhjkl;);];=; ;@;ax;")
    assert CLEAR not in quiet
    assert CLEAR in game.feed(b"\x12")


def test_14_with_jump_each_cell_is_right_at_the_end_of_a_run() -> None:
    wrong = []
    for option in ("jump", "nojump"):
        game = session(options=BOT.replace("jump", option))
        game.feed(b"LKHJ")
        drawn = game.screen
        game.feed(b"\x12")
        wrong += [] if game.screen == drawn else [(option, drawn)]
    assert wrong == []


def test_16_the_tombstone_is_drawn_downwards_and_one_return_is_enough() -> None:
    """The rows of gold and killer are sent before the grass; more returns are left unread."""
    game = session()
    game.world.player.purse = 100
    game.world.end("killed", "bat")
    sent = game.feed(b"s")
    check_wire(sent[sent.index(CLEAR) :])
    rows = [int(row) for row in re.findall(rb"\x1b\[([0-9]+);[0-9]+H", sent[sent.index(CLEAR) :])]
    assert rows == sorted(rows)
    assert sent.index(b"90 Au") < sent.index(b" bat ") < sent.index(b")_______")
    assert b"--More--" not in sent
    game.feed(b"\n\n")
    assert game.closed


def test_17_the_end_of_input_ends_the_game(folder: str) -> None:
    done = start(folder, "-S", keys=b"20s;", ROGOSEED="7")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Top 10 Scores:" in done.stdout


def test_18_rogoseed_is_for_names_that_begin_with_rogo(folder: str) -> None:
    assert b"dungeon #77..." in start(folder, ROGOSEED="77").stdout
    assert b"dungeon #16..." in start(folder, ROGOSEED="0x10").stdout
    other = start(folder, ROGOSEED="77", ROGUEOPTS=BOT.replace("rogo-root", "root"))
    assert b"dungeon #77..." not in other.stdout


def test_no_command_ends_in_a_bare_home() -> None:
    game = session()
    keys = (b"", b"v", b"i", b" ", b"/", b"A", b"w", b"*", b" ", b"\x12", b"o", b"\x1b", b" ")
    assert [key for key in keys if game.feed(key).endswith(b"\x1b[H")] == []


def test_the_message_is_still_on_the_screen_when_the_complaint_begins() -> None:
    """Cleared first, it would not be seen: the complaint overwrites from column 0, then clears the rest."""
    game = session()
    emit(game.world, "a long message, longer than the complaint is")
    sent = game.feed(b"s;")
    assert sent.endswith(HOME + COMPLAINT + b"\x1b[K" + cursor_to(game))
    at = sent.index(b"A long message")
    assert b"\x1b[K" not in sent[at : sent.rindex(HOME)]


def test_a_status_row_that_changed_is_written() -> None:
    game = session()
    game.world.player.purse = 77
    assert b"\x1b[24;1HLevel: 1  Gold: 77 " in game.feed(b"s")
    assert b"\x1b[24" not in game.feed(b"s")


UNEASY = ("raise level", "magic detection")


def test_a_more_in_a_quaff_is_followed_by_the_naming_prompt() -> None:
    """Section 4: at the first More the bot sends a space alone and expects `Call it: `.

    The second message of a level gained and the window of a detection are those of the C game.
    """
    uneasy, unnamed = set(), []
    for kind in EDITIONS["5.4"].potions:
        game = session()
        carry(game.world, "potion", kind.name)
        game.world.level.add_thing(plain_item(game.world, "potion", "healing"), game.world.level.stairs)
        more = b"--More--" in game.feed(b"qf")
        if more and kind.name in UNEASY:
            uneasy.add(kind.name)
        elif more and b"Call it: " not in game.feed(b" "):
            unnamed.append(kind.name)
    assert uneasy == set(UNEASY)
    assert unnamed == []


def test_a_detection_window_keeps_the_cursor_on_the_hero() -> None:
    """Section 4: a full repaint after the space makes the bot rebuild its map (SCREEN.md 1, 5)."""
    game = session()
    carry(game.world, "potion", "magic detection")
    game.world.level.add_thing(plain_item(game.world, "potion", "healing"), game.world.level.stairs)
    sent = game.feed(b"qf")
    assert game.screen[0].rstrip() == "You sense the presence of magic on this level. --More--"
    assert sent.endswith(cursor_to(game))
    assert game.feed(b" ").startswith(CLEAR)
