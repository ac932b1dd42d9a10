"""Questions: answers to what the game asks, and what it is asked."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.experts.magic import to_identify
from rogomatic.rule_engine import Act, No
from rogomatic.sight.prompt_parser import MARKER, LookKind, UnknownScreen
from rogomatic.think.threat import threat_of

OTHER: Final = No("the game waits for something else")
ANSWER: Final = Action("answer")
_PATIENCE: Final = 8  # answers in a row to one prompt before another way out is tried
_MAX_LETTERS: Final = 40
_BAD_LETTER: Final = ("not a valid item", "Please specify a letter")  # the item prompt comes back behind it
_BAD_MONSTER: Final = "a letter between 'A' and 'Z'"  # so does the question whom to wipe out
_ESCAPE: Final = b"\x1b"
# How to leave what nobody knows, the safest key first.  Escape takes the next key with it in the known
# games, so nothing but the marker may stand behind it: if that is lost, the next silence brings another.
_WAYS_OUT: Final[dict[LookKind, tuple[bytes, ...]]] = {
    "question": (_ESCAPE, b"n", b"\r"),
    "page": (b" ", b"\r", _ESCAPE),
    "return page": (b"\r", b" ", _ESCAPE),
}
_ERASE: Final = b"\x08"
_MAX_ASKED: Final = 2  # times that the help is opened for a page that does not come
_WORST: Final = b"T"  # trolls


def dismiss_more(b: Beliefs) -> Act | No:
    """A --More--: a space, and the marker once more."""
    if b.waiting.kind != "more":
        return OTHER
    if any(words in b.waiting.detail for words in _BAD_LETTER):
        return _choose_item(b, b" ")
    if _BAD_MONSTER in b.waiting.detail:
        return Act(b" " + _WORST, "the worst that may come soon", ANSWER)
    if b.waiting.detail == "" and b.answers > _PATIENCE:
        return Act(b" " + _ESCAPE, "a window that does not end", ANSWER)
    return Act(b" ", "more to read", ANSWER)


def press_return(b: Beliefs) -> Act | No:
    """The last page, or a page that wants a return."""
    if b.waiting.kind not in ("return", "dead"):
        return OTHER
    return Act(b"\r", "asked to press return", ANSWER, raw=True)


def name_thing(b: Beliefs) -> Act | No:
    """The name prompt after something unknown: a name of its own,
    so that its kind stays apart from others.
    """
    if b.waiting.kind != "call":
        return OTHER
    typed = len(b.waiting.detail)
    if b.version.endswith("release"):
        # This edition takes a question mark, the marker before it or not, for the true name.
        return Act(b"?\r", "its true name will do", ANSWER)
    return Act(_ERASE * typed + b"k%d\r" % len(b.lore.tried), "a name to know it by", ANSWER)


def choose_item(b: Beliefs) -> Act | No:
    """An item prompt that nothing typed ahead has answered."""
    return _choose_item(b, b"") if b.waiting.kind == "item" else OTHER


def choose_direction(b: Beliefs) -> Act | No:
    """A direction prompt: any wrong key will not do, so leave it."""
    if b.waiting.kind != "direction":
        return OTHER
    return Act(_ESCAPE + b";", "no direction wanted", ANSWER)


def choose_hand(b: Beliefs) -> Act | No:
    """Left or right: left."""
    return Act(b"l", "any hand will do", ANSWER) if b.waiting.kind == "hand" else OTHER


def name_monster(b: Beliefs) -> Act | No:
    """Genocide: the kind that kills most heroes that get past the first levels."""
    if b.waiting.kind != "monster":
        return OTHER
    return Act(_WORST, "the worst that may come soon", ANSWER)


def say_no(b: Beliefs) -> Act | No:
    """A question that wants yes or no: no."""
    return Act(b"n", "not wanted", ANSWER) if b.waiting.kind == "yes" else OTHER


def leave_strange(look: UnknownScreen, attempt: int) -> Act:
    """A question or a page that nobody knows: the safest key, at the next attempt another one (from 1)."""
    keys = _WAYS_OUT[look.kind]
    key = keys[min(attempt, len(keys)) - 1]
    return Act(key + MARKER, f"a strange {look.kind}: {look.text.strip()[:60]}", ANSWER, raw=True)


def _choose_item(b: Beliefs, first: bytes) -> Act:
    """Answer an item prompt.  For an identify scroll Escape will not do: the list ends it when nothing
    fits.
    """
    if not b.identify:
        return Act(first + _ESCAPE + b";", "nothing to choose", ANSWER)
    letters = [*to_identify(b), "*", *sorted(b.pack)]
    letter = letters[min(b.answers - 1, len(letters) - 1)] if b.answers <= _MAX_LETTERS else "*"
    return Act(first + letter.encode(), f"identify {letter}", ANSWER)


KNOWN: Final = No("known")
ASKED: Final = No("asked already")
BUSY: Final = No("a foe is near")


def ask_version(b: Beliefs) -> Act | No:
    """The version decides letters, keys and wording."""
    if b.version or b.commands > 3:
        return KNOWN
    return Act(b"v", "which Rogue is this?", Action("ask"))


def read_about_game(b: Beliefs) -> Act | No:
    """A variant says in its help how it differs; no turn passes."""
    if not b.variant or b.page.name:
        return KNOWN
    if b.watch.acted.get("read about the game", 0) >= _MAX_ASKED:
        return ASKED
    return Act(b"?*", f"what kind of game is {b.variant}?", Action("ask"))


def check_inventory(b: Beliefs) -> Act | No:
    """The pack is not known for certain."""
    if b.stock == "known":
        return KNOWN
    if b.stock == "asked":
        return ASKED
    if b.stock == "doubtful" and threat_of(b).near:
        return BUSY
    return Act(b"i", f"the pack is {b.stock}", Action("stock"))
