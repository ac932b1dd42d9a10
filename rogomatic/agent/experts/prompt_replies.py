"""The replies to prompts, plus the questions that the agent asks."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.rule_engine import Act, No, Rule
from rogomatic.agent.sight.prompt_parser import MARKER, Kind, LookKind, UnknownScreen
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.items.item_value import keep_value, to_identify

ANSWER: Final = Action("answer")
_PATIENCE: Final = 8  # answers in a row to one prompt before another way out is tried
_ESCAPE: Final = b"\x1b"
# Keys to leave an unknown screen, the safest first.  In the known games Escape takes the next key with it, so
# only the marker may follow it: if the marker is lost, the next silence brings another.
_WAYS_OUT: Final[dict[LookKind, tuple[bytes, ...]]] = {
    "question": (_ESCAPE, b"n", b"\r"),
    "page": (b" ", b"\r", _ESCAPE),
    "return page": (b"\r", b" ", _ESCAPE),
}
_ERASE: Final = b"\x08"
_MAX_ASKED: Final = 2  # attempts to open the help page
_WORST: Final = b"T"  # trolls


def dismiss_more(beliefs: Beliefs) -> Act | No:
    """Answer a --More-- with a space."""
    if beliefs.waiting.kind != "more":
        return refusals.OTHER
    if beliefs.waiting.again == "item":
        return _choose_item(beliefs, b" ")
    if beliefs.waiting.again == "monster":
        return Act(b" " + _WORST, "the worst monster that may come soon", ANSWER)
    if beliefs.waiting.detail == "" and beliefs.answers > _PATIENCE:
        return Act(b" " + _ESCAPE, "a window that does not close", ANSWER)
    return Act(b" ", "more to read", ANSWER)


def _reply(kinds: tuple[Kind, ...], act: Act) -> Rule:
    """Return a rule that answers prompts of these kinds with `act`."""

    def reply(beliefs: Beliefs) -> Act | No:
        return act if beliefs.waiting.kind in kinds else refusals.OTHER

    return reply


press_return: Final[Rule] = _reply(("return", "dead"), Act(b"\r", "asked to press return", ANSWER, raw=True))
choose_hand: Final[Rule] = _reply(("hand",), Act(b"l", "any hand will do", ANSWER))
# Genocide: the kind that kills most heroes that get past the first levels.
name_monster: Final[Rule] = _reply(("monster",), Act(_WORST, "the worst monster that may come soon", ANSWER))
say_no: Final[Rule] = _reply(("yes",), Act(b"n", "not wanted", ANSWER))


def name_thing(beliefs: Beliefs) -> Act | No:
    """When the game asks what to call an unknown item, give a unique name."""
    if beliefs.waiting.kind != "call":
        return refusals.OTHER
    typed = len(beliefs.waiting.detail)
    if beliefs.takes_true_name:  # "?" is the answer, with or without the marker before it
        return Act(b"?\r", "its true name will do", ANSWER)
    return Act(_ERASE * typed + b"k%d\r" % len(beliefs.lore.tried), "a name to know it by", ANSWER)


def choose_item(beliefs: Beliefs) -> Act | No:
    """Answer an item prompt that was not answered by a key typed ahead."""
    return _choose_item(beliefs, b"") if beliefs.waiting.kind == "item" else refusals.OTHER


def choose_direction(beliefs: Beliefs) -> Act | No:
    """Leave a direction prompt with Escape."""
    if beliefs.waiting.kind != "direction":
        return refusals.OTHER
    return _escape(beliefs, b"", "no direction wanted")


def leave_strange(look: UnknownScreen, attempt: int) -> Act:
    """Answer an unknown question or page: at attempt 1 with the safest key, and later with other keys."""
    keys = _WAYS_OUT[look.kind]
    key = keys[min(attempt, len(keys)) - 1]
    return Act(key + MARKER, f"an unknown {look.kind}: {look.text.strip()[:60]}", ANSWER, raw=True)


def _choose_item(beliefs: Beliefs, first: bytes) -> Act:
    """Answer an item prompt.

    The prompt of an identify scroll cannot be escaped.  So all letters are offered in turn, beginning with
    those of the pack.  Rogue 7.2 also asks for an item when the load is too heavy.
    """
    if not beliefs.identify:
        if first and beliefs.answers % (_PATIENCE + 1) == _PATIENCE:
            return Act(first, "which item does the game ask for?", ANSWER, raw=True)
        if beliefs.answers <= 2 * _PATIENCE or not beliefs.pack:
            return _escape(beliefs, first, "nothing to choose")
        letters = sorted(beliefs.pack, key=lambda letter: keep_value(beliefs, letter))
        letter = letters[len(beliefs.letters_given) % len(letters)]
        return Act(first + letter.encode(), "an item must be named", Action("answer", letter=letter))
    letters = [*to_identify(beliefs), "*", *sorted(beliefs.pack)]
    letter = letters[len(beliefs.letters_given) % len(letters)]
    return Act(first + letter.encode(), f"identify {letter}", Action("answer", letter=letter))


def _escape(beliefs: Beliefs, first: bytes, because: str) -> Act:
    """Leave a question with Escape.

    Every third time, send Escape without the marker (Player.marker) that usually comes after it.  In some
    builds of 5.4.4, the key that comes after Escape counts as the answer to the question, so that a marker
    makes the game ask again.  5.4.5 discards that key.
    """
    alone = beliefs.answers % 3 == 2
    return Act(first + _ESCAPE + (b"" if alone else b";"), because, ANSWER, raw=alone)


def ask_version(beliefs: Beliefs) -> Act | No:
    """Ask for the version, which determines letters, keys, and wording."""
    if beliefs.version:
        return refusals.VERSION_KNOWN
    if beliefs.commands > 3:
        return refusals.ASKED
    return Act(b"v", "which Rogue is this?", Action("ask"))


def why_read_nothing(beliefs: Beliefs) -> No | None:
    """Return the refusal of `read_about_game` in a game that is not a variant."""
    return None if beliefs.variant else refusals.NO_VARIANT


def read_about_game(beliefs: Beliefs) -> Act | No:
    """If the game is a variant, open its help page.  Opening the page takes no turn."""
    if not beliefs.variant:
        return refusals.NO_VARIANT
    if beliefs.page.name:
        return refusals.PAGE_READ
    if beliefs.watch.acted.get("read about the game", 0) >= _MAX_ASKED:
        return refusals.ASKED
    return Act(b"?*", f"what kind of game is {beliefs.variant}?", Action("ask"))


def check_inventory(beliefs: Beliefs) -> Act | No:
    """List the pack if its contents are not known for certain."""
    if beliefs.stock == "known":
        return refusals.PACK_KNOWN
    if beliefs.stock == "asked":
        return refusals.ASKED
    if beliefs.stock == "doubtful" and threat_of(beliefs).near:
        return refusals.BESIDE
    return Act(b"i", f"the pack is {beliefs.stock}", Action("stock"))
