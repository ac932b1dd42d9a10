"""What each hole of a sentence takes and what it leaves."""

from __future__ import annotations

from rogomatic.sight.message_holes import HOLES

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


def fits(name: str, text: str) -> bool:
    """Return whether a hole takes a text that something stands before and behind."""
    line = f"<{text}>".encode()
    return HOLES[name].fits(line, 1, len(line) - 1)


def test_every_hole_takes_what_is_like_it() -> None:
    assert TAKEN.keys() == HOLES.keys()
    assert [(name, text) for name, texts in TAKEN.items() for text in texts if not fits(name, text)] == []


def test_every_hole_leaves_what_is_not() -> None:
    assert LEFT.keys() == HOLES.keys()
    assert [(name, text) for name, texts in LEFT.items() for text in texts if fits(name, text)] == []


def test_hole_that_ends_where_a_sentence_ends_is_left() -> None:
    text = b"a mace.  you hit"
    assert [name for name in ("item", "any") if HOLES[name].fits(text, 0, len(b"a mace."))] == []
    assert [name for name in ("item", "any") if not HOLES[name].fits(text, 0, len(b"a mace"))] == []


def test_holes_may_begin_with_what_they_take() -> None:
    firsts = [(name, text) for name, texts in TAKEN.items() for text in texts if text]
    assert [(name, text) for name, text in firsts if not HOLES[name].may_begin[ord(text[0])]] == []
    assert [name for name in ("Who", "n", "bolt", "trap", "band") if HOLES[name].may_begin[ord("x")]] == []
