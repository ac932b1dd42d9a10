"""What keys of the wire are called for people."""

from __future__ import annotations

import pytest

from rogue.shared.wording import keys_in_words


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (b"\n", "run south"),
        (b"\x08", "run west"),
        (b"\x0b", "run north"),
        (b"\x0c", "run east"),
        (b"\x19", "run northwest"),
        (b"\x0e", "run southeast"),
        (b"J", "run south"),
        (b"10\n", "10 times run south"),
        (b"the", "t h e"),
        (b"zap;", "z a p ;"),
        (b"60s", "60s"),
        (b"20", "20"),
        (b"", ""),
        (b"\x10", "^P"),
        (b"\x1b", "Escape"),
        (b"fJ", "f J"),
        (b"cared\n", 'c a "red" Return'),
        (b"10 ", "10 space"),
    ],
)
def test_keys_that_begin_a_command(keys: bytes, words: str) -> None:
    assert keys_in_words(keys) == words


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (b"\n", "Return"),
        (b"\b\bred\n", 'Backspace Backspace "red" Return'),
        (b"J", "J"),
        (b"  ", "space space"),
        (b"y", "y"),
    ],
)
def test_keys_that_answer_the_game(keys: bytes, words: str) -> None:
    assert keys_in_words(keys, answers=True) == words


def test_every_byte_has_a_name() -> None:
    assert [code for code in range(256) if not keys_in_words(bytes([code])).isprintable()] == []
