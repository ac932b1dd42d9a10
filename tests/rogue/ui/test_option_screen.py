"""The option screen, key by key (SCREEN.md 9), and that every option does something (OPT-1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyte
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rogue.cli import main
from rogue.state.world import Options
from rogue.tables.edition_table import EDITIONS
from rogue.ui.input_modes import Host
from rogue.ui.options import (
    DONE,
    FLAGS,
    HINT,
    LABELS,
    NAMES,
    WORDS,
    apply_options,
    meaningless,
    option_words,
    read_options,
)
from rogue.ui.session import Session
from scripts.lib.notation import read_world
from tests.support.session_driver import MORE, Hands

HOME = "/home/ann"


class Homely(Hands):
    """Hands whose game knows a home folder."""

    def __init__(self, options: str = "") -> None:
        super().__init__(options)
        self.session = Session(3, options=options, host=Host(home=HOME))
        self.terminal.reset()
        self._stream = pyte.ByteStream(self.terminal)
        self.type(b"")


def value_of(hands: Hands, name: str) -> str:
    """Return what stands behind the label of an option."""
    text = hands.row(NAMES["5.4"].index(name))
    label = f'{LABELS[name]} ("{name}"): '
    assert text.startswith(label.rstrip())
    return text[len(label) :]


def start_of(name: str) -> tuple[int, int]:
    """Return where the value of an option begins."""
    return NAMES["5.4"].index(name), len(f'{LABELS[name]} ("{name}"): ')


def test_the_rows_of_5_4_in_their_order_with_the_cursor_on_the_first_value() -> None:
    hands = Hands("name=Ann")
    hands.type(b"o")
    assert [hands.row(row).split('"')[1] for row in range(12)] == list(NAMES["5.4"])
    assert hands.row(0) == 'Terse output ("terse"): False'
    assert [value_of(hands, name) for name in ("seefloor", "inven", "name", "fruit")] == [
        "True", "Clear", "Ann", "slime-mold",
    ]  # fmt: skip
    assert hands.cursor == start_of("terse")
    assert all(hands.row(row) == "" for row in range(12, 24))


def test_even_an_illegal_key_shows_what_a_changed_option_changes() -> None:
    hands = Hands()
    hands.enter(read_world("------\n|....|\n|.@..|\n------", dark=True))
    hands.type(b";")
    assert hands.row(hands.hero[0]) == " .@."
    hands.type(b"o" + b"\r" * NAMES["5.4"].index("seefloor") + b"f\x1b")
    hands.type(b" ;")
    assert hands.row(hands.hero[0]) == "  @"


@pytest.mark.parametrize("name", [name for name in NAMES["5.4"] if name in FLAGS])
def test_t_and_f_set_a_flag_and_another_key_is_told_ten_columns_right(name: str) -> None:
    hands = Hands()
    row, col = start_of(name)
    hands.type(b"o" + b"\r" * row)
    assert hands.cursor == (row, col)
    hands.type(b"x")
    assert hands.row(row)[col + 10 :] == "(T or F)"
    assert hands.cursor == (row, col)
    for key, value in ((b"T", "True"), (b"f", "False")):
        hands.type(key)
        assert value_of(hands, name) == value
        assert getattr(hands.session.options, name) == (value == "True")
        assert hands.cursor[0] == row + 1
        hands.type(b"-")
        assert hands.cursor == (row, col)


def test_o_s_and_c_set_the_style_and_other_keys_are_refused() -> None:
    hands = Hands()
    row, col = start_of("inven")
    hands.type(b"o" + b"\r" * row + b"x")
    assert hands.row(row)[col + 15 :] == "(O, S, or C)"
    for key, value in ((b"o", "Overwrite"), (b"S", "Slow"), (b"c", "Clear")):
        hands.type(key)
        assert (value_of(hands, "inven"), hands.session.options.inven) == (value, value)
        hands.type(b"-")


@pytest.mark.parametrize("name", WORDS[:-1])  # behind the last one nothing goes back
def test_a_text_is_typed_over_and_an_empty_one_stays(name: str) -> None:
    hands = Hands(f"{name}=old one")
    row = start_of(name)[0]
    hands.type(b"o" + b"\r" * row)
    hands.type(b"n")
    assert value_of(hands, name) == "n"
    hands.type(b"ex\x7fw-1\r")
    assert (value_of(hands, name), getattr(hands.session.options, name)) == ("new-1", "new-1")
    hands.type(b"-\r")
    assert getattr(hands.session.options, name) == "new-1"
    hands.type(b"-abc\x15-")
    assert hands.cursor == start_of(NAMES["5.4"][row - 1])
    assert value_of(hands, name) == "new-1"


def test_a_tilde_as_first_character_is_the_home_folder_while_typing() -> None:
    hands = Homely("name=Ann,file=~/rogue.save")
    hands.type(b"o" + b"\r" * 9)
    assert value_of(hands, "file") == f"{HOME}/rogue.save"
    hands.type(b"~")
    assert value_of(hands, "file") == HOME
    assert hands.cursor == (9, start_of("file")[1] + len(HOME))
    hands.type(b"/x~\r")
    assert hands.session.options.file == f"{HOME}/x~"
    hands.type(b"y" + b"~\r")
    assert hands.session.options.score == "y~"
    hands.type(b"~" + b"z" * 60 + b"\r")
    assert hands.session.options.lock == (HOME + "z" * 50)[:50]


def test_a_tilde_begins_a_name_for_a_thing_with_the_home_folder_too() -> None:
    hands = Homely()
    hands.type(b"cc~")
    assert hands.row(0) == f"What do you want to call it? {HOME}"


def test_without_a_home_folder_a_tilde_is_a_tilde() -> None:
    hands = Hands()
    hands.type(b"o" + b"\r" * 9 + b"~/x\r")
    assert hands.session.options.file == "~/x"


def test_minus_on_the_first_row_stays_there() -> None:
    hands = Hands()
    hands.type(b"o-")
    assert hands.cursor == start_of("terse")


def test_escape_undoes_what_was_typed_and_waits_for_a_space() -> None:
    hands = Hands("name=Ann")
    before = list(hands.terminal.display)
    hands.type(b"o" + b"\r" * 7 + b"Bo")
    hands.type(b"\x1b")
    assert value_of(hands, "name") == "Ann"
    assert hands.row(23) == MORE
    assert hands.session.options.name == "Ann"
    hands.type(b"x\r")
    assert hands.row(23) == MORE
    hands.type(b" ")
    assert hands.terminal.display == before
    assert hands.agree()


def test_behind_the_last_row_comes_the_foot_line() -> None:
    hands = Hands()
    hands.type(b"o" + b"\r" * len(NAMES["5.4"]))
    assert hands.row(23) == MORE
    assert hands.cursor == (23, len(MORE))


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_older_editions_have_their_own_rows_without_names(edition: str) -> None:
    hands = Hands("name=Ann", edition=edition)
    hands.type(b"o")
    assert hands.row(0) == "Terse output: False"
    assert [hands.row(row).partition(":")[0] for row in range(len(NAMES[edition]))] == [
        LABELS[name] for name in NAMES[edition]
    ]
    assert NAMES.keys() == EDITIONS.keys()


def test_only_terminals_show_a_line_below_the_options() -> None:
    hands = Hands()
    hands.session.note_options("Kept.")
    hands.type(b"o")
    assert hands.row(20) == "Kept."
    assert b"Kept" not in Session(3).feed(b"o")


def test_opt_1_tombstone_or_a_line() -> None:
    for options, row, text in (("", 10, "REST"), ("notombstone", 22, "Killed by a bat with 0 gold")):
        hands = Hands(options)
        hands.session.world.end("killed", "bat")
        hands.type(b" ")
        assert text in hands.row(row)


def test_opt_1_name_and_fruit_are_the_words_of_the_player() -> None:
    hands = Hands("name=Ann,fruit=mango")
    food = next(kind for kind in hands.session.world.rules.foods if kind.name == "fruit")
    hands.give("food", food.name, "z")
    hands.type(b"Iz")
    assert hands.row(0) == "z) A mango"
    hands.session.world.end("killed", "bat")
    hands.type(b" ")
    assert "Ann" in hands.row(14)


@pytest.fixture
def rich(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Play a short game with some gold at its end, under options; returns its folder."""

    def play(options: str) -> Path:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("ROGUEOPTS", options)
        monkeypatch.setenv("ROGUE_HOME", str(tmp_path / "home"))
        keys = tmp_path / "keys"
        keys.write_bytes(b"hh  Qy\r")
        with keys.open("rb") as file:
            monkeypatch.setattr("sys.stdin", file)
            assert main(["--plain", "--seed", "2"]) == 0
        return tmp_path

    return play


def test_opt_1_score_and_lock_files(
    rich: Callable[[str], Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    folder = rich("name=Ann,score=s,lock=l")
    assert "Ann" in (folder / "s").read_text()
    assert (folder / "l").exists()
    assert not (folder / "home").exists()
    assert b" Ann: quit on level 1.\n" in capfdbinary.readouterr().out


def test_a_person_sees_below_the_options_which_keys_there_are() -> None:
    hands = Hands()
    hands.type(b"o")
    assert HINT not in "\n".join(hands.terminal.display), "a program does not"
    hands = Hands()
    hands.session.note_options("Kept.")
    hands.type(b"o")
    assert hands.terminal.display[21].rstrip() == HINT
    assert len(HINT) < 80


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
@pytest.mark.parametrize("keys", [b"\x1b", b"\r" * 12, b"\r\x1b"])
def test_a_person_is_told_which_key_goes_back_to_the_game(edition: str, keys: bytes) -> None:
    hands, plain = Hands(edition=edition), Hands(edition=edition)
    hands.session.note_options("Kept.")
    for each in (hands, plain):
        each.type(b"o")
        for key in keys:
            each.type(bytes([key]))
    assert DONE not in "\n".join(plain.terminal.display), "a program sees what C draws"
    assert hands.terminal.display[21].rstrip() == DONE
    assert hands.cursor == plain.cursor
    assert hands.row(23) == plain.row(23) != ""
    hands.type(b" ")
    assert hands.session.mode == "command"
    assert DONE not in "\n".join(hands.terminal.display)


def test_the_options_of_the_bot_of_old() -> None:
    text = (
        "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow,name=rogo-root,fruit=apricot,"
        "file=/tmp/rogue.sav,score=/tmp/rogue.scr,lock=/tmp/rogue.lck"
    )
    assert read_options(text) == Options(
        terse=True,
        jump=True,
        inven="Slow",
        name="rogo-root",
        fruit="apricot",
        file="/tmp/rogue.sav",
        score="/tmp/rogue.scr",
        lock="/tmp/rogue.lck",
    )


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("t", "terse", True),
        ("f", "flush", True),  # the first of flush, fruit and file
        ("fr=kiwi", "fruit", "kiwi"),
        ("na=Ann", "name", "Ann"),
        ("noseefloor", "seefloor", False),
        ("notomb", "tombstone", False),
        ("no", "terse", False),
        ("terse,  jump", "jump", True),
        ("name==x", "name", "x"),
        ("name=", "name", "nobody"),
        ("name=a b,jump", "name", "a b"),
        ("name=a\x07b\xe9", "name", "ab"),
        ("name=" + "x" * 60, "name", "x" * 50),
        ("score=~/rogue.scr", "score", "/home/ann/rogue.scr"),
        ("score=~//rogue.scr", "score", "/home/ann/rogue.scr"),
        ("foo=/x/nat", "name", "nobody"),  # `nat` begins no name
        ("foo=/x/terse", "terse", True),  # the letters of an unknown option are tried as names
        ("", "inven", "Clear"),
    ],
)
def test_grammar(text: str, field: str, value: object) -> None:
    assert getattr(read_options(text, "/home/ann"), field) == value


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("terse,nojump,passgo,step,noaskme,inven=s,name=Ann,fruit=,file=~/x,score=a=b,lock=~", []),
        (" terse jump ,, na = Ann,t,s,nosee", []),
        ("terse;jump:step 1,fruit fig,inven/slow,inven==s", []),  # any character ends a name
        ("bogus", ["bogus"]),
        ("name=Ann,frut=apple,terse", ["frut=apple"]),
        ("foo=terse", ["foo=terse"]),  # though it sets terse
        ("inven=sideways,inven=,inven", ["inven=sideways", "inven=", "inven"]),
        ("inven= slow,terse;jump=5", ["inven= slow", "terse;jump=5"]),
        ("terse=5,noname,fruit,=x,5", ["terse=5", "noname", "fruit", "=x", "5"]),
        ("terse jum z", ["terse jum z"]),
        ("\x1b[31mred,n\xe9", ["[31mred", "n"]),
    ],
)
def test_parts_that_set_no_option_are_named(text: str, parts: list[str]) -> None:
    assert meaningless(text) == parts


@pytest.mark.parametrize(
    ("value", "style"),
    [("s", "Slow"), ("slow", "Slow"), ("O", "Overwrite"), ("cl", "Clear"), ("x", "Clear"), ("", "Clear")],
)
def test_styles_may_be_shortened(value: str, style: str) -> None:
    assert read_options(f"inven={value}").inven == style


ALPHABET = "abefijlnorstuv=,~/ \x00\xe9X"


@example("l=\x00=", "5.4", "")
@example("l=\x00~x", "5.4", "/h")
@given(st.text(alphabet=ALPHABET, max_size=60), st.sampled_from([*NAMES]), st.sampled_from(["", "/h"]))
def test_no_text_makes_it_raise_and_its_own_output_reads_back(text: str, edition: str, home: str) -> None:
    options = read_options(text, home, edition)
    assert options.name
    assert len(options.name) <= 50
    words = option_words(options, NAMES[edition])
    assert meaningless(words) == []
    assert all(part.isprintable() for part in meaningless(text))
    assert read_options(words, home, edition) == options
    assert option_words(read_options(words, home, edition), NAMES[edition]) == words


def test_a_text_is_set_over_options_that_are_there() -> None:
    options = read_options("terse,name=Ann,fruit=kiwi", "/home/ann")
    apply_options(options, "noterse,jump,name=,score=~/s")
    assert (options.terse, options.jump, options.fruit) == (False, True, "kiwi")
    assert (options.name, options.score) == ("nobody", "/home/ann/s")


@pytest.mark.parametrize(
    ("edition", "text", "field", "value"),
    [
        ("5.2", "step", "step", True),
        ("5.2", "s", "step", True),  # no seefloor before it
        ("5.2", "a", "askme", True),
        ("5.2", "tombstone", "tombstone", True),
        ("5.2", "notombstone", "tombstone", True),  # not known: stays as it is
        ("5.2", "score=/tmp/terse", "terse", True),  # not known: its value is scanned on
        ("3.6", "passgo", "passgo", False),
        ("5.4", "step", "step", False),
    ],
)
def test_an_edition_knows_its_own_options(edition: str, text: str, field: str, value: object) -> None:
    assert getattr(read_options(text, "", edition), field) == value


@pytest.mark.parametrize(
    ("word", "name"),
    [
        *(("t", "terse"), ("te", "terse"), ("to", "tombstone"), ("f", "flush"), ("fl", "flush")),
        *(("j", "jump"), ("s", "seefloor"), ("sc", "score"), ("p", "passgo"), ("i", "inven")),
        *(("n", "name"), ("fr", "fruit"), ("fi", "file"), ("l", "lock")),
    ],
)
def test_the_first_name_that_a_word_begins_wins(word: str, name: str) -> None:
    options = Options(seefloor=False, tombstone=False)
    before = replace(options)
    apply_options(options, f"{word}=slow" if name not in FLAGS else word)
    assert [field for field in NAMES["5.4"] if getattr(options, field) != getattr(before, field)] == [name]
