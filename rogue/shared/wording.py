"""The wording of numbers, names, or keys in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import Final
from unicodedata import category, normalize
from unicodedata import name as name_of

from rogue.shared.errors import printable_line

TEXT_COLUMNS: Final = 79
"""Columns of text that fit a terminal of 80 columns."""
ROLES: Final = frozenset(
    ("you", "nobody", "somebody", "everybody", "player", "mover", "machine", "watcher", "server")
)
"""Words for people at a game, which are not allowed as names."""
NO_NAME: Final = (
    "A name is a letter followed by up to 15 letters, digits, and hyphens. "
    "Do not mix Latin, Greek, or Cyrillic letters with others: some look alike."
)
TAKEN: Final = "This name is taken."
_MOST_LETTERS: Final = 16  # of a name
_NAME_FORM: Final = re.compile(r"L.(?:M[nc])*(?:L.(?:M[nc])*|Nd|-)*")  # in categories; marks stand on letters
_UNSEEN: Final = re.compile(  # letters and marks that show nothing: Default_Ignorable_Code_Point of Unicode
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_OF_ANY_SCRIPT: Final = frozenset(("COMBINING", "DIGIT", "HYPHEN-MINUS"))
_LOOK_ALIKE: Final = frozenset(("LATIN", "GREEK", "CYRILLIC"))  # scripts with look-alike letters
_WITHOUT_ARTICLE: Final = ("starvation", "hypothermia", "signal")  # causes of death that are not creatures
SAME_IN_PLURAL: Final = ("fungi", "mail", "armor", "food")
_BURST: Final = re.compile(r"(\d*)([^\d]?)(.*)", re.DOTALL)  # count, first key, the others
_NAME: Final = re.compile(r"([^ -~]*)([ -~]{2,})([\r\n].*)", re.DOTALL)  # the typed name of an item
_COMPASS: Final = {
    "h": "west", "j": "south", "k": "north", "l": "east",
    "y": "northwest", "u": "northeast", "b": "southwest", "n": "southeast",
}  # fmt: skip
_RUNS: Final = {
    key: f"run {where}" for name, where in _COMPASS.items() for key in (name.upper(), chr(ord(name) & 0x1F))
}
_KEY_NAMES: Final = {
    "\n": "Return", "\r": "Return", "\x1b": "Escape", "\t": "Tab", "\b": "Backspace", "\x7f": "Backspace",
    " ": "space",
}  # fmt: skip


def is_guest_name(text: str) -> bool:
    """Return whether a guest may have a name.  The name must already be in normal form (NFKC).

    Letters of any script are allowed.  But a name with Latin, Greek, or Cyrillic letters must not contain
    letters of another script, so that no guest can imitate another guest's name.

    >>> is_guest_name("Ann-2"), is_guest_name("\u0141ukasz"), is_guest_name("2"), is_guest_name("An\x1bn")
    (True, True, False, False)
    >>> is_guest_name("\u592a\u90ce\u3055\u3093"), is_guest_name("\u592aAnn"), is_guest_name("An\u03b7")
    (True, False, False)
    """
    form = "".join("-" if char == "-" else category(char) for char in text[: _MOST_LETTERS + 1])
    scripts = {name_of(char, "").partition(" ")[0] for char in text} - _OF_ANY_SCRIPT
    return (
        len(text) <= _MOST_LETTERS and _NAME_FORM.fullmatch(form) is not None
        and text == normalize("NFKC", text) == printable_line(text) and not _UNSEEN.search(text)
        and (len(scripts) == 1 or scripts.isdisjoint(_LOOK_ALIKE))
    )  # fmt: skip


def folded_name(name: str) -> str:
    """Return a name in a form without case, for comparison.

    >>> folded_name("Zo\u00cb") == folded_name("zoe\u0308"), folded_name("\uff21nn")
    (True, 'ann')
    """
    return normalize("NFKC", normalize("NFKC", name).casefold())


def name_refusal(name: str, means: Callable[[str], bool], taken: Container[str]) -> str:
    """Return why a guest cannot have a name, or "" if the name is allowed.

    `means` says whether a name is a word of the game.  `taken` has the folded names of guests.
    """
    if not is_guest_name(name):
        return NO_NAME
    if means(name):
        return "This name means something in this game; choose another."
    return TAKEN if folded_name(name) in taken else ""


def plural(count: int, noun: str) -> str:
    """Return a count with its noun, in the singular or the plural.

    >>> plural(1, "turn"), plural(1127, "turn"), plural(2, "ice witch")
    ('1 turn', '1,127 turns', '2 ice witches')
    """
    return f"{count:,} {noun if count == 1 else plural_of(noun)}"


def plural_of(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural_of("arrow"), plural_of("quick fly"), plural_of("violet fungi")
    ('arrows', 'quick flies', 'violet fungi')
    """
    if noun.endswith(SAME_IN_PLURAL):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh", "z")) else f"{noun}s"


def signed(number: float) -> str:
    """Return a number with its sign, rounded to a whole number.

    >>> signed(12.6), signed(-0.4), signed(-1234.0)
    ('+13', '+0', '-1,234')
    """
    return f"{round(number):+,d}"


def times(count: int) -> str:
    """Return a number of times in words.

    >>> times(1), times(2), times(7)
    ('once', 'twice', '7 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def with_article(name: str) -> str:
    """Return a name with "a" or "an", to put after "killed by".  Some causes of death have no article.

    >>> with_article("ice monster"), with_article("bat"), with_article("starvation")
    ('an ice monster', 'a bat', 'starvation')
    """
    if name in _WITHOUT_ARTICLE or name.startswith(("a ", "an ", "the ")):
        return name
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def listed(names: Sequence[str], joint: str = "and") -> str:
    """Return names as a list in a sentence.

    >>> listed(["show", "diff", "merge"]), listed(["show"]), listed(["a", "b"], "or")
    ('show, diff and merge', 'show', 'a or b')
    """
    return f" {joint} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def counted(names: Sequence[str]) -> str:
    """Return names as a list in words.  Equal names become one entry with their number.

    >>> counted(["emu", "bat", "bat"]), counted(["emu"]), counted([])
    ('an emu and 2 bats', 'an emu', 'nobody')
    """
    counts = {name: names.count(name) for name in dict.fromkeys(names)}
    parts = [with_article(name) if count == 1 else plural(count, name) for name, count in counts.items()]
    return listed(parts) or "nobody"


def keys_in_words(keys: bytes, *, answers: bool = False) -> str:
    """Return a description of the keys that were sent to a game.

    A run's control character at the start of a command is described as the command to run in a direction,
    even if a named key such as Return sends the same code.

    answers  whether the keys answer a question of the game

    >>> keys_in_words(b"12l"), keys_in_words(b"the"), keys_in_words(b"\\n"), keys_in_words(b"K")
    ('12l', 't h e', 'run south', 'run north')
    >>> keys_in_words(b"cbred\\r"), keys_in_words(b"\\n", answers=True), keys_in_words(b" ")
    ('c b "red" Return', 'Return', 'space')
    """
    text = keys.decode("latin-1")
    if answers:
        return " ".join(_typed_in_words(text))
    found = _BURST.fullmatch(text)
    assert found is not None  # it matches anything
    count, first, rest = found.groups()
    if first in _RUNS:
        first = f" times {_RUNS[first]}" if count else _RUNS[first]
    elif first:
        first = f"{' ' * (first <= ' ' and count != '')}{key_name(first)}"
    others = [*rest[:1], *_typed_in_words(rest[1:])] if first == "c" else map(key_name, rest)
    return " ".join(filter(None, [f"{count}{first}", *others]))


def _typed_in_words(text: str) -> list[str]:
    """Return keys in words.  A typed name of several letters is put in quotation marks.

    >>> _typed_in_words("red\\r;"), _typed_in_words("\\b\\bred\\n"), _typed_in_words("l")
    (['"red"', 'Return', ';'], ['Backspace', 'Backspace', '"red"', 'Return'], ['l'])
    """
    found = _NAME.fullmatch(text)
    if found is None:
        return [*map(key_name, text)]
    before, name, after = found.groups()
    return [*map(key_name, before), f'"{name}"', *map(key_name, after)]


def key_name(key: str) -> str:
    """Return the name of a key.

    >>> key_name("x"), key_name(" "), key_name("\\x1b"), key_name("\\x10"), key_name("\\x7f")
    ('x', 'space', 'Escape', '^P', 'Backspace')
    """
    if key in _KEY_NAMES:
        return _KEY_NAMES[key]
    return f"^{chr(ord(key) | 0x40)}" if key < " " else key if key <= "~" else f"#{ord(key)}"
