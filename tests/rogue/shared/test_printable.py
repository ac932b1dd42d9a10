"""Text of strangers on one line: what of it is shown."""

from __future__ import annotations

import pytest

from rogue.shared.errors import printable_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoe\u0308", "Zoe\u0308"),
        ("a" + "\u0301" * 50 + "b", "a\u0301\u0301b"),
        ("a" + "\u0301\u3164" * 3, "a\u0301\u0301"),
        ("\u3164\u115f\u1160\u2800\uffa0", ""),
        ("a\u202eb\x9b", "a?b?"),
    ],
)
def test_no_text_reaches_out_of_its_line(text: str, shown: str) -> None:
    assert printable_line(text) == shown
