"""Commands by name, and keys as text."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rogue.model_tools.named_commands import (
    COMMANDS,
    CommandNameError,
    keys_of_command,
    keys_of_text,
    text_of_keys,
)
from rogue.tables.edition_table import EDITIONS

NAMES = (b"<Esc>", b"<<Return>>", b"<C-p>", b"<c-P", b"<0x3c>", b"<up>", b"<>", b"<0x3")
"""Keys that look like the name of a key, or nearly so."""


@pytest.mark.parametrize(
    ("edition", "name", "direction", "item", "count", "keys"),
    [
        ("5.4", "walk", "northwest", "", 1, b"y"),
        ("5.4", "run", "east", "", 1, b"L"),
        ("5.4", "walk", "east", "", 3, b"3l"),
        ("5.4", "zap", "south", "f", 1, b"zjf"),
        ("3.6", "zap", "south", "f", 1, b"pjf"),
        ("5.2", "quaff", "", "g", 1, b"qg"),
        ("minds", "go down", "", "", 1, b">"),
    ],
)
def test_a_command_has_the_keys_of_its_edition(
    edition: str, name: str, direction: str, item: str, count: int, keys: bytes
) -> None:
    assert keys_of_command(name, direction, item, count, EDITIONS[edition].keys) == keys


@pytest.mark.parametrize(
    ("name", "direction", "item", "count", "said"),
    [
        ("serch", "", "", 1, r"no command 'serch'; the commands are .*; did you mean search\?$"),
        ("walk", "up", "", 1, "walk needs a direction: west"),
        ("quaff", "", "", 1, "quaff needs the letter of an item"),
        ("quaff", "", "ab", 1, "quaff needs the letter"),
        ("search", "", "", 0, "count must be from 1 to 255, not 0"),
        ("search", "", "", 256, "not 256"),
    ],
)
def test_what_is_missing_is_named(name: str, direction: str, item: str, count: int, said: str) -> None:
    with pytest.raises(CommandNameError, match=said):
        keys_of_command(name, direction, item, count, EDITIONS["5.4"].keys)


@pytest.mark.parametrize(
    ("edition", "missing"),
    [
        ("5.4", set()),
        ("minds", set()),
        ("5.2", {"fight", "pick up"}),
        ("3.6", {"fight", "pick up", "discoveries"}),
    ],
)
def test_an_edition_without_a_command_says_so(edition: str, missing: set[str]) -> None:
    assert {name for name in COMMANDS if not has(edition, name)} == missing


def has(edition: str, name: str) -> bool:
    try:
        keys_of_command(name, "east", "a", 1, EDITIONS[edition].keys)
    except CommandNameError as error:
        return str(error) != f"this edition has no command {name!r}"
    return True


@given(st.lists(st.sampled_from([*(bytes([key]) for key in range(256)), *NAMES])).map(b"".join))
@example(bytes(range(256)))
@example(b"".join(NAMES))
def test_keys_survive_as_text(keys: bytes) -> None:
    text = text_of_keys(keys)
    assert text.isprintable()
    assert text.isascii()
    assert keys_of_text(text) == keys


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("<esc><ESC>", b"\x1b\x1b"),
        ("<s>", b"<s>"),
        ("<10s>", b"<10s>"),
        ("<c-P>", b"\x10"),
        ("<Esc", b"<Esc"),
        ("<0X7f><0x7F>", b"\x7f\x7f"),
        ("<0x3c>Esc>", b"<Esc>"),
        ("<0x123>", b"<0x123>"),
        ("q\x1b\x10\t\n", b"q\x1b\x10\t\n"),
    ],
)
def test_names_of_keys_are_known_in_capitals_or_not(text: str, keys: bytes) -> None:
    assert keys_of_text(text) == keys


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("é", "'é' is not a key of the game"),
        ("s\0", "'.x00' is not a key of the game"),
        (
            "s<Enter>",
            "<Enter> is not the name of a key; "
            "the names are <Esc>, <Return>, <Space>, <Backspace>, <C-p> and <0x7f>",
        ),
        ("<up>", "<up> is not the name of a key"),
        ("<Escape>s", "<Escape> is not the name of a key"),
    ],
)
def test_what_is_no_key_is_refused(text: str, said: str) -> None:
    with pytest.raises(CommandNameError, match=said):
        keys_of_text(text)
