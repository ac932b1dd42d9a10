"""The inventory handler: what the game says of the pack, as changes of the beliefs, for `update`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogomatic.beliefs.inventory import Inventory
from rogomatic.beliefs.item_knowledge import NAMES
from rogomatic.beliefs.model import Beliefs
from rogomatic.monster_manual import Edition
from rogomatic.sight.item_parser import Thing, Use, read_pack_line, read_picked_up, read_thing
from rogomatic.sight.message_parser import Fact


def _picked_up(b: Beliefs, fact: Fact) -> None:
    found = read_picked_up(fact.item)
    if found is None:
        doubt_stock(b)
        return
    letter, thing = found
    old = b.pack.get(letter)
    if b.letters_shift and old and not (_are_alike(b, thing, old) and thing.count > old.count):
        _make_way(b, letter)
        doubt_stock(b)
        old = None
    b.pack[letter] = thing._replace(use=old.use) if old else thing
    if thing.called and thing.looks and thing.called in NAMES.get(thing.kind, ()):
        b.lore.learn(thing.kind, thing.looks, thing.called)
    b.full_pack = False


def _item_line(b: Beliefs, fact: Fact) -> None:
    found = read_pack_line(fact.item)
    if found is None or b.action.verb != "stock":
        return
    letter, thing = found
    b.pack[letter] = thing._replace(charges=0) if letter in b.spent and thing.kind == "stick" else thing
    if thing.looks and (thing.name or thing.called in NAMES.get(thing.kind, ())):
        b.lore.learn(thing.kind, thing.looks, thing.name or thing.called)


def _are_alike(b: Beliefs, one: Thing, other: Thing) -> bool:
    """Return whether two descriptions, one of them perhaps from before the kind was known, fit one heap."""
    name = b.name_of(one)
    return one.kind == other.kind and (
        (name != "" and name == b.name_of(other))
        or (one.looks != "" and one.looks == other.looks)
        or (one.called != "" and one.called == other.called)
    )


def _make_way(b: Beliefs, letter: str) -> None:
    """Where letters are places: move what is at a letter and behind it up by one."""
    _move_letters(b, {old: chr(ord(old) + 1) for old in b.pack if old >= letter})


def _close_up(b: Beliefs, letter: str) -> None:
    """Where letters are places: move what is behind a letter, now free, down by one."""
    _move_letters(b, {old: chr(ord(old) - 1) for old in b.pack if old > letter})


def _move_letters(b: Beliefs, moved: dict[str, str]) -> None:
    b.pack = Inventory({moved.get(letter, letter): thing for letter, thing in b.pack.items()})
    b.cursed = {moved.get(letter, letter) for letter in b.cursed}
    b.spent = {moved.get(letter, letter) for letter in b.spent}


def _stolen(b: Beliefs, fact: Fact) -> None:
    """Take what a nymph took out of the pack; a look at it confirms that when there is time."""
    doubt_stock(b)
    lost = read_thing(fact.item)
    for letter, thing in b.pack.items():
        if _are_alike(b, thing, lost):
            take_out(b, letter, lost.count)
            return


def take_out(b: Beliefs, letter: str, count: int) -> None:
    """Take some of a heap out of the pack."""
    thing = b.pack[letter]
    if thing.count > count:
        b.pack[letter] = thing._replace(count=thing.count - count)
        return
    del b.pack[letter]
    b.cursed.discard(letter)
    b.spent.discard(letter)
    if b.letters_shift:
        _close_up(b, letter)


def _no_room(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.full_pack = True


def _set_use(b: Beliefs, letter: str, use: Use) -> None:
    for other, thing in b.pack.items():
        if thing.use == use and other != letter:
            b.pack[other] = thing._replace(use="")
    if letter in b.pack:
        b.pack[letter] = b.pack[letter]._replace(use=use)


def _wielding(b: Beliefs, fact: Fact) -> None:
    found = read_picked_up(fact.item)
    letter = found[0] if found else b.action.letter
    _set_use(b, letter, "wielded")


def _armor_on(b: Beliefs, fact: Fact) -> None:
    """Wearing shows what a suit is worth; 3.6 does not say it."""
    letter, suit = b.action.letter, read_thing(fact.item)
    _set_use(b, letter, "worn")
    if letter in b.pack and suit.kind == "armor" and suit.hit is not None:
        b.pack[letter] = b.pack[letter]._replace(hit=suit.hit, armor=suit.armor)
    else:
        b.stock = "doubtful"


_LIFTS: Final[frozenset[Edition]] = frozenset({"3.6"})
"""Editions in which a suit is taken to be free of its curse once it is enchanted.  It is so in all (SCR-5),
but what the agent scores in the others was measured without it."""


def _armor_off(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    _set_use(b, "", "worn")


def doubt_stock(b: Beliefs) -> None:
    """The pack may be other than believed: it is to be looked at."""
    if b.stock == "known":
        b.stock = "doubtful"


def _doubt(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    doubt_stock(b)


def _cursed(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    held = {"wield": b.wielded(), "throw": b.wielded(), "strip": b.worn()}.get(b.action.verb)
    if held:
        b.cursed.add(held[0])
    else:
        b.cursed.add(b.action.letter)


def _uncursed(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.cursed.clear()


def _enchanted_armor(b: Beliefs, fact: Fact) -> None:
    """A better suit, whose curse is lifted (SCR-5)."""
    worn = b.worn()
    if worn is not None and b.edition in _LIFTS:
        b.cursed.discard(worn[0])
    _doubt(b, fact)


def _rusts(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    worn = b.worn()
    if worn is not None:
        letter, suit = worn
        b.pack[letter] = suit._replace(
            hit=None if suit.hit is None else suit.hit - 1,
            armor=None if suit.armor is None else suit.armor - 1,
        )


def _empty_stick(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    letter = b.action.letter
    if b.action.verb == "zap" and letter in b.pack:
        b.pack[letter] = b.pack[letter]._replace(charges=0)
        b.spent.add(letter)


def _identify(b: Beliefs, fact: Fact) -> None:
    b.identify = fact.item
    b.stock = "doubtful"


OF_THE_PACK: Final[dict[str, Callable[[Beliefs, Fact], None]]] = {
    "picked-up": _picked_up,
    "item-line": _item_line,
    "no-room": _no_room,
    "wielding": _wielding,
    "armor-on": _armor_on,
    "armor-off": _armor_off,
    "ring-on": _doubt, "ring-off": _doubt, "dropped": _doubt, "ran-out": _doubt, "bad-letter": _doubt,
    "item-stolen": _stolen, "identified": _doubt, "armor-rusts": _rusts, "no-such-ring": _doubt,
    "in-use": _doubt,
    "enchant-armor": _enchanted_armor, "enchant-weapon": _doubt, "armor-already": _doubt, "no-armor": _doubt,
    "not-zappable": _doubt, "not-drinkable": _doubt, "not-readable": _doubt, "not-wearable": _doubt,
    "nothing-appropriate": _doubt, "not-a-ring": _doubt, "two-rings-on": _doubt, "no-rings": _doubt,
    "cursed": _cursed, "remove-curse": _uncursed,
    "no-charges": _empty_stick, "identify": _identify,
}  # fmt: skip
