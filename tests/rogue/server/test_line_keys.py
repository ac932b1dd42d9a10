"""The keys of a line: Escape and what comes with it, the keys of a person, groups (SRV-8, SRV-13)."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from rogue.server.served_game import PersonKeys
from rogue.ui.input_modes import ModeName
from rogue.wire.lines import GROUP, LineKeys, ProgramKeys


class Game(NamedTuple):
    """What keys are taken for."""

    mode: ModeName = "command"
    run_prefix: bytes = b""
    escape_ends: bool = False


def groups(*parts: bytes, keys: LineKeys[Any], late: bool = True, game: Game | None = None) -> list[bytes]:
    """Add parts; return all groups, those at the end as if nothing more came."""
    found: list[bytes] = []
    game = game or Game()
    for part in parts:
        keys.add(part, 0.0)
        while group := keys.take(keys.most, game):
            found.append(group)
    if late and keys.deadline is not None:
        keys.settle()
        while group := keys.take(keys.most, game):
            found.append(group)
    return found


def typed(*parts: bytes, mode: ModeName = "command", run_prefix: bytes = b"") -> bytes:
    """Return what a person's keys are to a game."""
    return b"".join(groups(*parts, keys=PersonKeys(0.3), game=Game(mode, run_prefix)))


def program(*parts: bytes, late: bool = True) -> list[bytes]:
    return groups(*parts, keys=ProgramKeys(), late=late)


def test_keys_of_a_program_are_fed_32_at_a_time() -> None:
    """SRV-13."""
    assert GROUP == 32
    assert program(b"s" * 70) == [b"s" * 32, b"s" * 32, b"s" * 6]
    assert groups(b"ss", keys=PersonKeys(0.3)) == [b"s", b"s"]


def test_an_escape_of_a_program_takes_the_byte_behind_it() -> None:
    assert program(b"h\x1b", b";l") == [b"h", b"\x1b;l"]
    assert program(b"\x1b") == [b"\x1b"]
    assert program(b"s" * 30 + b"\x1b;s") == [b"s" * 30 + b"\x1b;", b"s"]
    assert program(b"s" * 31 + b"\x1b;s") == [b"s" * 31, b"\x1b;s"]
    assert program(b"\x1b" * 33 + b";") == [b"\x1b" * 32, b"\x1b;"]
    assert program(b"s" + b"\x1b" * 33 + b"s") == [b"s" + b"\x1b" * 30, b"\x1b" * 3 + b"s"]
    assert program(b"\x1b\x1b", late=False) == [b"\x1b\x1b"]
    assert program(b"\x1b\x1b\x1b", late=False) == [b"\x1b\x1b"]
    assert program(b"\x1b]11;rgb\x07") == [b"\x1b]11;rgb\x07"]


@pytest.mark.parametrize(("most", "groups"), [(1, [b"s", b"\x1b;", b"s"]), (2, [b"s", b"\x1b;", b"s"])])
def test_a_small_group_does_not_split_a_pair(most: int, groups: list[bytes]) -> None:
    keys = ProgramKeys()
    keys.add(b"s\x1b;s", 0.0)
    assert [keys.take(most, Game()) for _ in groups] == groups


KEYS = {
    b"h": (b"\x1b[D", b"\x1bOD", b"\x1bOt"),
    b"j": (b"\x1b[B", b"\x1bOB", b"\x1bOr"),
    b"k": (b"\x1b[A", b"\x1bOA", b"\x1bOx"),
    b"l": (b"\x1b[C", b"\x1bOC", b"\x1bOv"),
    b"y": (b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"\x1b[7~", b"\x1bOw"),
    b"u": (b"\x1b[5~", b"\x1bOy"),
    b"b": (b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"\x1b[8~", b"\x1bOq"),
    b"n": (b"\x1b[6~", b"\x1bOs"),
    b".": (b"\x1b[E", b"\x1bOE", b"\x1bOu"),
    b"0": (b"\x1bOp",),
    b"\x08": (b"\x1b[1;2D", b"\x1b[1;5D", b"\x1b[1;6D", b"\x1b[d", b"\x1bOd"),
    b"\x0c": (b"\x1b[1;2C", b"\x1b[1;5C"),
    b"\x19": (b"\x1b[1;2H", b"\x1b[7$"),
    b"\x15": (b"\x1b[5;5~",),
    b"\x1b": (b"\x1b", b"\x1bq", b"\x1b]", b"\x1bP"),
    b"\n": (b"\r", b"\n", b"\x1bOM"),
    b"": (
        *(b"\x1b[15~", b"\x1b[200~Qy\x1b[201~", b"\x1b]11;rgb:1e1e/1e1e\x07", b"\x1bP>|XTerm(389)\x1b\\"),
        *(
            b"\x1b[M !!",
            b"\x1b[<0;3;3M",
            b"\x1b[I",
            b"\x1b[97;5u",
            b"\x1b[12;40R",
            b"\x1b]11;rgb",
            "é".encode(),
        ),
    ),
}
"""What a person's keys are to the game -> how terminals send them."""


@pytest.mark.parametrize(("keys", "data"), [(keys, data) for keys, forms in KEYS.items() for data in forms])
def test_a_person_has_the_keys_of_the_local_game(keys: bytes, data: bytes) -> None:
    assert typed(b"a", data) == b"a" + keys
    assert typed(*(bytes([byte]) for byte in data), b"") == keys


@pytest.mark.parametrize(
    ("mode", "data", "keys"),
    [
        ("item", b"\x1b[D", b""),  # h would be an item
        ("text", b"\x1b[D", b""),
        ("text", "ë".encode(), b"e"),
        ("text", b"\x1bOq", b"1"),
        ("hand", b"\x1b[D", b"l"),
        ("more", b"\r", b" "),
        ("more", b"\x1b", b" "),
    ],
)
def test_keys_mean_what_the_game_waits_for(mode: ModeName, data: bytes, keys: bytes) -> None:
    assert typed(data, mode=mode) == keys


def test_a_run_with_a_key_before_it() -> None:
    assert typed(b"\x1b[1;2C", run_prefix=b"f") == b"fl"


def test_an_escape_of_a_person_stands_alone_after_a_while() -> None:
    keys = PersonKeys(0.3)
    keys.add(b"q\x1b", 5.0)
    assert keys.deadline is None
    assert keys.take(1, Game()) == b"q"
    assert (keys.take(1, Game()), keys.deadline) == (b"", 5.3)
    keys.settle()
    assert keys.take(1, Game()) == b"\x1b"


def test_a_sequence_without_end_is_no_trap() -> None:
    assert typed(b"\x1b[" + b"1;" * 400 + b"\rs").endswith(b"s")


@pytest.mark.parametrize("keys", [PersonKeys(0.3), ProgramKeys()])
def test_a_return_of_two_bytes_is_one_for_a_program(keys: LineKeys[Any]) -> None:
    keys.add(b"a\r\ns" if isinstance(keys, ProgramKeys) else b"a\rs", 0.0)
    popped = [keys.pop(), keys.pop()]
    assert popped in ([0x61, 0x0D], [0x61, 0x0A])
    assert keys.take(1, Game()) == b"s"
