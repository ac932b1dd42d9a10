"""The dialogue of a session with a bot (HANDSHAKE.md 2, 4 and 5)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue import Outcome, Session
from rogue.rules.output import emit
from tests.support.session_driver import BOT, MORE, Hands, calm

pytestmark = pytest.mark.slow


COMPLAINT = "Illegal command ';'"


def cleared(data: bytes) -> bytes:
    """Return what was sent since the screen was cleared."""
    assert b"\x1b[H\x1b[J" in data
    return data.rpartition(b"\x1b[H\x1b[J")[2]


def test_the_first_screen_is_cleared_drawn_and_the_cursor_is_on_the_hero() -> None:
    hands = Hands(BOT)
    assert hands.sent.startswith(b"\x1b[H\x1b[J")
    assert hands.cursor == hands.hero
    assert hands.terminal.buffer[hands.hero[0]][hands.hero[1]].data == "@"
    assert hands.row(23).startswith("Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0")


@pytest.mark.parametrize("seed", [0, 1234567, 2**32 - 1, 2**64 - 1])
def test_the_version_is_one_line_for_any_seed(seed: int) -> None:
    hands = Hands(BOT, seed=seed)
    hands.type(b"v")
    assert f"Rogue version 5.4.5 release 2026-08-03 dungeon {seed}" in hands.row()
    assert hands.answer(b";") == COMPLAINT


def test_step_2_redraw_clears_repaints_the_message_and_wipes_it() -> None:
    hands = Hands(BOT)
    hands.type(b"v")
    after = cleared(hands.type(b"\x12;"))
    assert after.index(b"Rogue version") < after.index(b"\x1b[1;1H\x1b[K") < after.index(b"Illegal")
    assert b"Level: 1" in after
    assert hands.row() == COMPLAINT
    assert hands.cursor == hands.hero


def test_step_4_the_slow_inventory_needs_a_space_per_line_but_the_last() -> None:
    hands = Hands(BOT)
    hands.type(b"i;")
    for letter in "abcd":
        assert re.fullmatch(rf"{letter}\) .+ --More--", hands.row())
        hands.type(b" ;")
    assert hands.row() == COMPLAINT
    assert hands.cursor == hands.hero
    assert b"e) " in hands.sent


def test_step_5_every_letter_is_named_and_answered_by_one_complaint() -> None:
    hands = Hands(BOT)
    for letter, kind in hands.session.world.rules.monsters.items():
        sent = hands.type(f"/{letter};".encode())
        assert f"'{letter}': {kind.name}".encode() in sent
        assert sent.index(b"What do you want identified? ") < sent.index(b"'" + letter.encode())
        assert sent.count(b"Illegal command") == 1


def test_the_complaint_overwrites_the_message_in_place() -> None:
    hands = Hands(BOT)
    sent = hands.type(b"/A;")
    hero = b"\x1b[%d;%dH" % (hands.hero[0] + 1, hands.hero[1] + 1)
    assert sent.endswith(hero + b"\x1b[1;1HIllegal command ';'" + hero)


def test_rest_leaves_the_message() -> None:
    hands = calm(Hands(BOT))
    hands.type(b"v")
    assert hands.type(b".") == b""
    assert hands.row().startswith("Rogue version")
    hands.type(b"\x10")  # a message after a key that wipes comes without More
    assert not hands.row().endswith(MORE)


def test_a_message_after_a_rest_comes_with_more() -> None:
    hands = calm(Hands(BOT))
    hands.type(b"v")
    emit(hands.session.world, "something happens")
    assert hands.answer(b".").endswith("(chongo was here) --More--")
    assert hands.answer(b" ") == "Something happens"


def test_first_what_the_step_changed_then_the_complaint() -> None:
    hands = calm(Hands(BOT))
    hands.type(b";")
    emit(hands.session.world, "you hit")
    sent = hands.type(b"s;")
    hero = b"\x1b[%d;%dH" % (hands.hero[0] + 1, hands.hero[1] + 1)
    assert sent == (b"\x1b[1;1HYou hit\x1b[K" + hero + b"\x1b[1;1HIllegal command ';'" + hero)


@pytest.mark.parametrize("messages", [2, 3, 5])
def test_more_bookkeeping_comes_out_even(messages: int) -> None:
    hands = calm(Hands(BOT))
    for number in range(messages):
        emit(hands.session.world, f"message {number}")
    hands.type(b"s;")
    for number in range(messages - 1):
        assert hands.row() == f"Message {number} --More--"
        assert hands.cursor == (0, len(hands.row()))
        hands.type(b" ;")
    assert hands.row() == COMPLAINT
    assert hands.sent.count(b"Illegal") == 1


def test_more_drops_everything_but_space() -> None:
    hands = calm(Hands())
    turns = hands.session.world.turns
    for text in ("one", "two"):
        emit(hands.session.world, text)
    hands.type(b"s")
    passed = hands.session.world.turns
    assert passed == turns + 1
    assert hands.type(b"hjkl;qQ\x1b\r\x12") == b""
    assert hands.answer(b" ") == "Two"
    assert hands.session.world.turns == passed


def test_more_fits_behind_a_long_message() -> None:
    hands = calm(Hands())
    emit(hands.session.world, "x" * 78)
    emit(hands.session.world, "end")
    assert hands.answer(b"s").endswith(MORE)
    assert len(hands.row()) <= 79


def test_escape_alone_takes_nothing() -> None:
    hands = Hands(BOT)
    hands.type(b"w")
    assert hands.answer(b"\x1b") == ""
    assert hands.type(b";").count(b"Illegal") == 1


def test_the_naming_dialogue_of_the_bot_comes_out_even() -> None:
    hands = calm(Hands(BOT))
    potion = hands.give("potion", "see invisible", "f")
    hands.session.world.question = None
    sent = hands.type(b"qf;")
    while hands.row().endswith(MORE):
        sent = hands.type(b" ")
    assert b"Call it: " in sent
    assert hands.type(b"?\n;\x1b;").count(b"Illegal") == 1
    assert hands.session.world.knowledge.called[potion.kind] == "see invisible"


def test_digits_repeat_the_command_and_are_forgotten_after_escape() -> None:
    hands = calm(Hands(BOT))
    hands.type(b"12s;")
    assert hands.session.world.turns == 12
    hands.type(b"5\x1b")
    hands.type(b"s;")
    assert hands.session.world.turns == 13


def test_a_count_stops_at_255() -> None:
    hands = calm(Hands(BOT))
    world = hands.session.world
    world.stop_timer("wander")
    hands.type(b"999s;")
    assert world.turns <= 255
    assert hands.session.mode == "command"


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(ValueError, match=r"5\.4"):
        Session(1, edition="7.7")


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="the seed must be from 0"):
        Session(seed)


def test_outcome_is_none_while_the_game_goes_on() -> None:
    assert Session(1).outcome is None
    assert Outcome.__dataclass_params__.frozen  # type: ignore[attr-defined]


def test_saving_and_the_shell_are_refused_in_words() -> None:
    hands = Hands()
    assert hands.answer(b"S") == "Sorry, a game cannot be saved here"
    assert hands.answer(b"!") == "Sorry, there is no shell in the dungeon"


KEYS = st.lists(
    st.one_of(
        st.sampled_from(list(b"hjklyubnHJKLYUBNs.,>qrewWTPRdtzfFmicIDo?/)]=@v^a *;abcde0129\r\x0c\x08")),
        st.integers(0, 255),
    ),
    max_size=120,
)


@settings(max_examples=30, deadline=None)
@given(KEYS, st.integers(0, 2**64 - 1), st.sampled_from([BOT, "", "inven=overwrite,terse"]))
def test_any_keys_are_taken_and_a_terminal_shows_its_screen(keys: list[int], seed: int, options: str) -> None:
    hands = Hands(options, seed)
    for key in keys:
        hands.type(bytes([key]))
    assert hands.agree()


@settings(max_examples=30, deadline=None)
@given(KEYS, st.integers(0, 2**32), st.lists(st.integers(1, 7), min_size=1, max_size=9))
def test_how_keys_are_cut_changes_nothing(keys: list[int], seed: int, sizes: list[int]) -> None:
    data = bytes(key for key in keys if key != 27)
    whole, cut = Session(seed, options=BOT), Session(seed, options=BOT)
    once = whole.feed(data)
    pieces, at, turn = b"", 0, 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        pieces += cut.feed(data[at : at + size])
        at, turn = at + size, turn + 1
    assert pieces + cut.feed(b"") == once
    assert whole.screen == cut.screen


def test_a_person_is_greeted_with_the_key_for_help_and_one_key_wipes_it() -> None:
    session = Session(2, options="name=Ann")
    session.greet()
    session.feed(b"")
    assert session.screen[0].rstrip() == ("Hello Ann, welcome to the Dungeons of Doom.  Press ? for help")
    assert session.mode == "command"
    session.feed(b" ")
    assert session.screen[0].strip() == ""


def test_nobody_is_greeted_unasked() -> None:
    session = Session(2, options="name=Ann")
    session.feed(b"")
    assert session.screen[0].strip() == ""


def test_a_long_name_is_greeted_in_two_messages() -> None:
    session = Session(2, options="name=" + "x" * 50)
    session.greet()
    session.feed(b"")
    assert session.screen[0].rstrip().endswith("--More--")
    session.feed(b" ")
    assert session.screen[0].rstrip().endswith("Press ? for help")


def test_the_mode_and_the_options_are_those_of_the_moment() -> None:
    session = Session(2, options="name=Ann")
    session.feed(b"")
    session.feed(b"cc")
    modes = [session.mode]
    session.feed(b"mace\no\n\n\n\n\n\n\nBo\n\n/tmp/f\n/tmp/s\n")
    assert [*modes, session.mode] == ["text", "options"]
    assert (session.options.name, session.options.score) == ("Bo", "/tmp/s")
