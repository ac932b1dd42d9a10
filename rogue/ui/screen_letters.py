"""Replacement of letters that the screen cannot show."""

from __future__ import annotations

from typing import Final

_SPELT: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
     "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
)  # fmt: skip
_FRACTION_SLASH: Final = "\u2044"
_NO_LETTERS: Final = ("Mn", "Me", "Cc", "Cf")  # combining accents and control characters


def in_screen_letters(text: str) -> str:
    """Return a text without accents, with ? for letters that the screen cannot show.

    The game itself drops non-ASCII characters, so that Zoë would be Zo.

    >>> in_screen_letters("Zoë Weiß"), in_screen_letters("李"), in_screen_letters("½")
    ('Zoe Weiss', '?', '1/2')
    """
    if text.isascii():
        return text
    from unicodedata import category, normalize

    plain = normalize("NFKD", text.translate(_SPELT)).replace(_FRACTION_SLASH, "/")
    return "".join([char if char.isascii() else "?" for char in plain if category(char) not in _NO_LETTERS])
