"""The trie of sentences: which one wins, what holes hold, and many together as each by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.sight.message_table import TABLE
from rogomatic.sight.message_trie import MessageTrie

PATTERNS = [text.rstrip(".") for _, texts in TABLE for text in texts]
FILLINGS = (
    "", "it", "the bat", "you", "a mace", "b) a mace", "a mace (k)", "a jade ring (on left hand)",
    "a +1 ring of x", "42", "sea green", "arrow", "ice", "a bear trap", "x", "^X", "hits you", ".  ",
)  # fmt: skip


def caught(patterns: list[str], text: bytes) -> tuple[int, list[bytes]] | None:
    """Return the number of the sentence and what its holes hold, the first hole first."""
    found = MessageTrie([("", pattern) for pattern in patterns]).find(text)
    return found and (found.rank, [text[hole.start : hole.stop] for hole in reversed(found.caught)])


FOUND = [
    (["You hit", "You hit {who}"], b"you hit", (0, [])),
    (["You hit", "You hit {who}"], b"you hit the bat", (1, [b"the bat"])),
    (["You hit", "You hit {who}"], b"you hi", None),
    (["You hit", "You hit {who}"], b"you hits", None),
    (["You hit", "You hit {who}"], b"", None),
    (["No room", "No", "Nothing", "Not a ring"], b"no", (1, [])),
    (["No room", "No", "Nothing", "Not a ring"], b"not a ring", (3, [])),
    (["{item} vanishes", "The {item} vanishes"], b"the mace vanishes", (0, [b"the mace"])),
    (["The {item} vanishes", "{item} vanishes"], b"the mace vanishes", (0, [b"mace"])),
    (["The {item} vanishes", "{item} vanishes"], b"a mace vanishes", (1, [b"a mace"])),
    (["{item} is {item}"], b"a is b is c", (0, [b"a", b"b is c"])),  # as little as it can, from the left
    (["{item} is {n}"], b"a is b is 7", (0, [b"a is b", b"7"])),
    (["{any} what?{any}"], b" what?", (0, [b"", b""])),
    (["{item}", "x"], b"x", (0, [b"x"])),
]


@pytest.mark.parametrize(("patterns", "text", "found"), FOUND)
def test_earlier_sentence_wins_and_holes_hold_little(
    patterns: list[str], text: bytes, found: tuple[int, list[bytes]] | None
) -> None:
    assert caught(patterns, text) == found


def test_no_two_holes_of_the_table_touch() -> None:
    """The trie looks for the end of a hole by the letters behind it."""
    assert [text for text in PATTERNS if "}{" in text] == []


def test_holes_that_touch_are_rejected() -> None:
    with pytest.raises(ValueError, match="touch"):
        MessageTrie([("", "{who}{any}")])


@pytest.mark.slow
@given(
    st.sampled_from(PATTERNS),
    st.lists(st.sampled_from(FILLINGS), min_size=9, max_size=9),
    st.integers(0, 60),
    st.sampled_from(["", " ", "x", "the ", ".  "]),
)
def test_many_sentences_together_are_found_as_each_by_itself(
    pattern: str, fillings: list[str], place: int, put_in: str
) -> None:
    letters, *pieces = pattern.split("{")
    for filling, piece in zip(fillings, pieces, strict=False):
        letters += filling + piece.partition("}")[2]
    text = (letters[:place] + put_in + letters[place:]).lower().encode()
    alone = [found[1] for found in (caught([other], text) for other in PATTERNS) if found]
    ranks = [rank for rank, other in enumerate(PATTERNS) if caught([other], text)]
    together = caught(PATTERNS, text)
    assert together == ((ranks[0], alone[0]) if ranks else None)
