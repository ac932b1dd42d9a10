"""Keys and help of 5.2 and 3.6 (V52-21, V36-20, SCREEN.md 8, 10)."""

from __future__ import annotations

import pytest

from rogue.rules import commands
from rogue.state.grid import AROUND
from rogue.state.world import Command, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.variant_rules import ZAP_ASTRAY
from rogue.ui.help import WINDOW_ROWS, help_rows, lines_of
from rogue.ui.keymap import KEYS, keys_of
from tests.rogue.ui.older_editions import OLD, calm, each, new_item, turns
from tests.support.session_driver import Hands


@pytest.mark.parametrize("key", "mFa,)]=@\x10\x08\x0b\x19\x15\x02\x0e")
def test_v52_21_what_later_keys_do_is_illegal(key: str) -> None:
    for edition in OLD:
        assert keys_of(EDITIONS[edition].keys)[ord(key)].kind == "illegal"
    assert KEYS[ord(key)].kind != "illegal"


@pytest.mark.parametrize("key", ".D^")
def test_v36_20_these_are_illegal_in_3_6_only(key: str) -> None:
    assert keys_of(EDITIONS["3.6"].keys)[ord(key)].kind == "illegal"
    assert keys_of(EDITIONS["5.2"].keys)[ord(key)] == KEYS[ord(key)]


@each
def test_the_complaint_names_the_key_and_is_not_remembered(edition: str) -> None:
    hands = calm(edition)
    stop = "." if edition == "3.6" else ""
    hands.type(b">a")
    assert hands.row() == f"Illegal command 'a'{stop}"
    hands.type(b"\x12")
    assert hands.row() == f"I see no way down{stop}"


@each
def test_v52_21_control_l_repaints_all_that_stands_there(edition: str) -> None:
    hands = calm(edition)
    before = hands.terminal.display[1:]
    hands.type(b"\x0c")
    assert hands.sent.startswith(b"\x1b[H\x1b[J")
    assert hands.terminal.display[1:] == before


@each
def test_v52_21_f_and_a_direction_is_the_careful_run(edition: str) -> None:
    careful, plain = calm(edition), calm(edition)
    careful.type(b"fh")
    plain.type(b"H")
    assert careful.session.world.turns > 0
    assert careful.session.world.turns <= plain.session.world.turns
    careful.type(b"fs")  # f and another key do what that key does
    assert careful.row() == ""
    assert turns(careful, b"fs") == 1
    assert turns(careful, b"fa") == 0
    assert careful.row().startswith("Illegal command 'a'")


def test_careful_runs_are_those_of_control_keys_in_5_4() -> None:
    """Same level, same squares: only the keys differ."""
    by_f, by_control = calm("5.2"), calm("5.2")
    for key in b"hjklyubn":
        by_f.type(bytes([ord("f"), key]))
        by_control.session._ui.keys = KEYS
        by_control.type(bytes([key & 0x1F]))
        assert by_f.session.world.player.spot == by_control.session.world.player.spot
    assert by_f.session.world.turns == by_control.session.world.turns > 0


@each
def test_counts_have_no_limit_of_255_and_go_through_f(edition: str) -> None:
    hands = calm(edition)
    hands.session.world.wander_on = False
    hands.session.world.stop_timer("wander")
    assert turns(hands, b"300s") == 300
    hands.type(b"3f")
    assert hands.session.mode == "careful"
    assert turns(hands, b"s") == 3


def test_5_4_counts_end_at_255() -> None:
    assert KEYS[ord("9")].kind == "count"
    assert EDITIONS["5.4"].keys.count_max == 255


def test_v36_20_space_rests_and_the_point_is_illegal() -> None:
    hands = calm("3.6")
    assert turns(hands, b" ") == 1
    assert turns(hands, b".") == 0
    assert hands.row() == "Illegal command '.'."
    assert turns(calm("5.2"), b" .") == 1


def test_v36_20_z_zaps_in_any_direction_and_p_in_a_chosen_one() -> None:
    hands = calm("3.6")
    stick = new_item(hands, "stick", "nothing")
    stick.value = 9
    hands.type(b"z")
    assert hands.row() == "zap with what? (* for list):"
    assert turns(hands, b"f") == 1
    assert stick.value == 8
    hands.type(b" p")
    assert hands.session.mode == "direction"
    hands.type(b"h")
    assert hands.row() == "zap with what? (* for list):"
    assert turns(hands, b"f") == 1
    assert stick.value == 7


def test_v36_20_z_draws_every_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    world = calm("3.6").session.world
    seen = set()

    def note(_world: World, command: Command) -> bool:
        seen.add(command.step)
        return True

    monkeypatch.setattr(commands, "_zap", note)
    for _ in range(200):
        commands.execute(world, Command(ZAP_ASTRAY, letter="f"))
    assert seen == set(AROUND)


@pytest.mark.parametrize("keys", [(b"v",), (b"c", b"\x1b"), (b"o", b"\x1b", b" "), (b"cc",)])
def test_v36_20_v_o_and_c_cost_a_turn(keys: tuple[bytes, ...]) -> None:
    for edition, cost in (("3.6", 1), ("5.2", 0), ("5.4", 0)):
        hands = calm(edition)
        assert sum(turns(hands, key) for key in keys) == cost


def test_v36_20_the_turn_passes_when_the_last_prompt_is_answered() -> None:
    hands = calm("3.6")
    potion = new_item(hands, "potion", "healing")
    for keys in (b"c", b"z", b" ", b"f", b" ", b"fizz"):
        assert turns(hands, keys) == 0
    assert turns(hands, b"\n") == 1
    assert hands.session.world.knowledge.called[potion.kind] == "fizz"


@each
def test_help_is_one_window_of_the_keys_there_are(edition: str) -> None:
    keymap = EDITIONS[edition].keys
    keys = keys_of(keymap)
    assert all(keys[ord(line.key)].kind != "illegal" for line in lines_of(keymap))
    rows = help_rows(keymap)
    assert len(rows) <= WINDOW_ROWS
    hands = calm(edition)
    hands.type(b"?*")
    assert [hands.row(row) for row in range(len(rows))] == rows
    assert hands.row(23) == "--Press space to continue--"


def test_every_key_that_does_something_has_its_help() -> None:
    for edition in OLD:
        keymap = EDITIONS[edition].keys
        told = {line.key for line in lines_of(keymap)}
        for key, meaning in enumerate(keys_of(keymap)):
            if meaning.kind in ("act", "ask", "careful"):
                assert chr(key) in told, (edition, chr(key))


def test_5_2_raises_the_key_of_a_help_line() -> None:
    for edition, line in (("5.2", "S       search"), ("3.6", "s       search"), ("5.4", "s       search")):
        hands = Hands(edition=edition)
        hands.type(b"?s")
        assert hands.row().startswith(line)


@pytest.mark.parametrize(
    ("key", "in52", "in36"),
    [
        (b"%", "'%': a staircase", "'%' : passage leading down"),
        (b",", "',': the Amulet of Yendor", "',' : The Amulet of Yendor"),
        (b"K", "'K': kobold", "'K' : kobold"),
        (b"#", "'#': passage", "'#' : passage"),
    ],
)
def test_symbols_are_explained(key: bytes, in52: str, in36: str) -> None:
    for edition, text in zip(OLD, (in52, in36), strict=True):
        hands = calm(edition)
        hands.type(b"/" + key)
        assert hands.row() == text
