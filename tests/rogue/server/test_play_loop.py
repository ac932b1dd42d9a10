"""Keys in groups: Escape and what comes with it, arrows, at most 32 at once (SRV-8, SRV-13)."""

from __future__ import annotations

import pytest

from rogue.server.play_loop import KeyGroups


def groups(*parts: bytes, is_person: bool, late: bool = True) -> list[bytes]:
    """Add parts; return all groups, those at the end as if nothing more came."""
    waiting, found = KeyGroups(is_person), []
    for part in parts:
        waiting.add(part)
        while group := waiting.take():
            found.append(group)
    while late and (group := waiting.take(late=True)):
        found.append(group)
    return found


@pytest.mark.parametrize("is_person", [True, False])
def test_keys_are_fed_32_at_a_time(is_person: bool) -> None:
    """SRV-13."""
    assert groups(b"s" * 70, is_person=is_person) == [b"s" * 32, b"s" * 32, b"s" * 6]


def test_an_escape_of_a_program_takes_the_byte_behind_it() -> None:
    assert groups(b"h\x1b", b";l", is_person=False) == [b"h", b"\x1b;l"]
    assert groups(b"\x1b", is_person=False) == [b"\x1b"]
    assert groups(b"s" * 31 + b"\x1b;s", is_person=False) == [b"s" * 31 + b"\x1b;", b"s"]
    assert groups(b"\x1b\x1b", is_person=False, late=False) == [b"\x1b\x1b"]
    assert groups(b"\x1b\x1b\x1b", is_person=False, late=False) == [b"\x1b\x1b"]


def test_the_arrows_of_a_person_are_steps() -> None:
    assert groups(b"a\x1b[A\x1bOBs", is_person=True) == [b"a", b"k", b"j", b"s"]
    assert groups(b"\x1b", b"[", b"C", is_person=True) == [b"l"]
    assert groups(b"\x1b[D", is_person=True, late=False) == [b"h"]


def test_other_sequences_of_a_person_mean_nothing() -> None:
    assert groups(b"a\x1b[15~b", is_person=True) == [b"a", b"b"]
    assert groups(b"\x1b[200~", is_person=True) == []


def test_an_escape_of_a_person_stands_alone_after_a_while() -> None:
    waiting = KeyGroups(is_person=True)
    waiting.add(b"q\x1b")
    assert waiting.take() == b"q"
    assert waiting.take() == b""
    assert waiting.waits_for_rest
    assert waiting.take(late=True) == b"\x1b"
    assert groups(b"\x1bq", is_person=True) == [b"\x1b", b"q"]


def test_a_sequence_without_end_is_no_trap() -> None:
    assert b"".join(groups(b"\x1b[" + b"1;" * 40, is_person=True)).startswith(b"\x1b")
