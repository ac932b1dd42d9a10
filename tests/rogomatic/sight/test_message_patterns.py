"""Patterns of messages: which one wins, and what each kind of hole takes and leaves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.agent.sight.message_parser import HOLES, MessagePatterns
from rogomatic.agent.sight.message_table import TABLE

PATTERNS = [text.rstrip(".") for _, texts in TABLE for text in texts]
FILLINGS = (
    "", "it", "the bat", "you", "a mace", "b) a mace", "a mace (k)", "a jade ring (on left hand)",
    "a +1 ring of x", "42", "sea green", "arrow", "ice", "a bear trap", "x", "^X", "hits you", ".  ",
)  # fmt: skip
TAKEN = {
    "who": ("it", "the bat", "venus flytrap", "young", "yours", "black-bird's"),
    "Who": ("it ", "the bat", "something that"),
    "item": ("x", "a mace", "a.b", " "),
    "pack": ("a) mace", "z) 2 rations of food"),
    "got": ("a mace (k)", "2 rations of food.(a)", "x(z)"),
    "ring": ("x (on left hand)", "a jade ring (on right hand)"),
    "band": ("a ring of x", "an agate ring", "a +1 ring called (", "a -10 jade ring"),
    "n": ("0", "42", "-3"),
    "color": ("red", "sea green", "blue-ish"),
    "missile": ("arrow", "crossbow bolt", "flame (x)", "bat that swings"),
    "bolt": ("bolt", "flame", "ice"),
    "trap": ("a trapdoor", "an arrow trap", "a bear trap", "a beartrap", "a sleeping gas trap"),
    "key": ("x", "^x", "^", " "),
    "any": ("", "x", "a. b"),
}
LEFT = {
    "who": ("", "you", "you there", "you's", "bat.", "bat 2"),
    "Who": ("", "bat", "its", "theory", "the bat.", "The bat"),
    "item": ("", "a.  b"),
    "pack": ("a) ", "a)mace", "1) mace", "mace (a)"),
    "got": ("(a)", "a mace (1)", "a mace (k", "a.  mace (k)"),
    "ring": (" (on left hand)", "a ring", "a ring (on hand)"),
    "band": (
        "ring of x",
        "a ring of ",
        "a ring",
        "a +x ring of y",
        "a +1 ring",
        "an agate ring (a)",
        "a ring of x.  y",
    ),
    "n": ("", "-", "+1", "4 2", "1.5"),
    "color": ("", "red.", "red (a)"),
    "missile": ("", "arrow-x", "bat swings", "bat barely hits", "2 arrows"),
    "bolt": ("", "bolts", "fire", "ice "),
    "trap": ("trapdoor", "a trap", "the bear trap", "a b c trap", "a x gas dart trap", "a bear  trap"),
    "key": ("", "xy", "^xy", "x^"),
    "any": ("a.  b", ".  "),
}


def found(patterns: list[str], text: bytes) -> tuple[int, dict[str, bytes]] | None:
    """Return the number of the pattern that wins, and the text of each field."""
    match = MessagePatterns([("", pattern) for pattern in patterns]).match(text)
    return match and (match.number, {str(field): text[slice(*span)] for field, span in match.spans.items()})


@pytest.mark.parametrize(
    ("patterns", "text", "expected"),
    [
        (["You hit", "You hit {who}"], b"you hit", (0, {})),
        (["You hit", "You hit {who}"], b"you hit the bat", (1, {"who": b"the bat"})),
        (["You hit", "You hit {who}"], b"you hi", None),
        (["You hit", "You hit {who}"], b"you hits", None),
        (["You hit", "You hit {who}"], b"", None),
        (["No room", "No", "Nothing", "Not a ring"], b"no", (1, {})),
        (["No room", "No", "Nothing", "Not a ring"], b"not a ring", (3, {})),
        (["{item} vanishes", "The {item} vanishes"], b"the mace vanishes", (0, {"item": b"the mace"})),
        (["The {item} vanishes", "{item} vanishes"], b"the mace vanishes", (0, {"item": b"mace"})),
        (["The {item} vanishes", "{item} vanishes"], b"a mace vanishes", (1, {"item": b"a mace"})),
        (["{item} is {item}"], b"a is b is c", (0, {"item": b"a"})),  # the first hole of a field
        (["{item} is {n}"], b"a is b is 7", (0, {"item": b"a is b", "n": b"7"})),
        (["{any} what?{any}"], b" what?", (0, {"": b""})),
        (["{item}", "x"], b"x", (0, {"item": b"x"})),
        (["{Who} hit you"], b"it hit you", (0, {"who": b"it"})),
        (["{Who} hit you"], b"bat hit you", None),
        (["Price {n} (a+b)*"], b"price 3 (a+b)*", (0, {"n": b"3"})),  # no letter is an operator
    ],
)
def test_first_pattern_wins_and_holes_are_short(
    patterns: list[str], text: bytes, expected: tuple[int, dict[str, bytes]] | None
) -> None:
    assert found(patterns, text) == expected


def test_holes_that_touch_are_rejected() -> None:
    with pytest.raises(ValueError, match="touch"):
        MessagePatterns([("", "{who}{any}")])


ALONE = [MessagePatterns([("", pattern)]) for pattern in PATTERNS]
TOGETHER = MessagePatterns([("", pattern) for pattern in PATTERNS])


@pytest.mark.slow
@given(
    st.sampled_from(PATTERNS),
    st.lists(st.sampled_from(FILLINGS), min_size=9, max_size=9),
    st.integers(0, 60),
    st.sampled_from(["", " ", "x", "the ", ".  "]),
)
def test_table_finds_what_the_first_pattern_that_fits_finds_alone(
    pattern: str, fillings: list[str], place: int, put_in: str
) -> None:
    letters, *pieces = pattern.split("{")
    for filling, piece in zip(fillings, pieces, strict=False):
        letters += filling + piece.partition("}")[2]
    text = (letters[:place] + put_in + letters[place:]).lower().encode()
    matches = [(number, match) for number, one in enumerate(ALONE) if (match := one.match(text))]
    together = TOGETHER.match(text)
    assert (
        (together and (together.number, together.spans)) == (matches[0][0], matches[0][1].spans)
        if matches
        else together is None
    )


def fits(name: str, text: str) -> bool:
    """Return whether a hole between two other letters takes a text."""
    expression = b"<(?:%b)>" % HOLES[name].expression
    return re.fullmatch(expression, f"<{text}>".encode(), re.DOTALL) is not None


@pytest.mark.parametrize("name", HOLES)
def test_hole_takes_what_is_like_it_and_leaves_the_rest(name: str) -> None:
    assert [text for text in TAKEN[name] if not fits(name, text)] == []
    assert [text for text in LEFT[name] if fits(name, text)] == []


@pytest.mark.parametrize("text", ["a b c " * 300, "x" * 2000, "the " * 500, "an ring " * 250, "a.  " * 500])
def test_long_text_takes_few_steps(text: str) -> None:
    """A text without end from a broken program must not hold up the agent; quadratic steps would."""
    assert TOGETHER.match(text.encode()) is None
