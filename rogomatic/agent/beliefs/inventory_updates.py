"""The effects of messages on the pack: one small function per kind of fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogomatic.agent.beliefs.inventory import Inventory
from rogomatic.agent.beliefs.item_knowledge import NAMES
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.sight.item_parser import Thing, Use, read_pack_line, read_picked_up, read_thing
from rogomatic.agent.sight.message_parser import Fact

_REFUSALS: Final = 5  # consecutive refusals that show a cursed weapon in hand


def _picked_up(beliefs: Beliefs, fact: Fact) -> None:
    found = read_picked_up(fact.item)
    if found is None:
        doubt_stock(beliefs)
        return
    letter, thing = found
    old = beliefs.pack.get(letter)
    adds = old is not None and _are_alike(beliefs, thing, old) and thing.count > old.count
    if beliefs.facts_of_edition.has_shifting_letters and old and not adds:
        _move_letters(beliefs, {old: chr(ord(old) + 1) for old in beliefs.pack if old >= letter})
        doubt_stock(beliefs)
        old = None
    beliefs.pack[letter] = thing._replace(use=old.use) if old else thing
    if thing.called and thing.looks and thing.called in NAMES.get(thing.kind, ()):
        beliefs.lore.learn(thing.kind, thing.looks, thing.called)
    beliefs.full_pack = False


def _item_line(beliefs: Beliefs, fact: Fact) -> None:
    found = read_pack_line(fact.item)
    if found is None or beliefs.action.verb != "stock":
        return
    letter, thing = found
    beliefs.pack[letter] = (
        thing._replace(charges=0) if letter in beliefs.spent and thing.kind == "stick" else thing
    )
    if thing.looks and (thing.name or thing.called in NAMES.get(thing.kind, ())):
        beliefs.lore.learn(thing.kind, thing.looks, thing.name or thing.called)


def _are_alike(beliefs: Beliefs, one: Thing, other: Thing) -> bool:
    """Return whether two descriptions fit the same stack.

    An older description may lack a name that was learned later.
    """
    name = beliefs.name_of(one)
    return one.kind == other.kind and (
        (name != "" and name == beliefs.name_of(other))
        or (one.looks != "" and one.looks == other.looks)
        or (one.called != "" and one.called == other.called)
    )


def _move_letters(beliefs: Beliefs, moved: dict[str, str]) -> None:
    """Change the pack letters of items.  `moved` is old letter -> new letter."""
    beliefs.pack = Inventory({moved.get(letter, letter): thing for letter, thing in beliefs.pack.items()})
    beliefs.cursed = {moved.get(letter, letter) for letter in beliefs.cursed}
    beliefs.spent = {moved.get(letter, letter) for letter in beliefs.spent}
    beliefs.zaps = {moved.get(letter, letter): count for letter, count in beliefs.zaps.items()}


def _stolen(beliefs: Beliefs, fact: Fact) -> None:
    """Remove an item that a nymph stole from the pack.  The agent then lists the pack to confirm the loss."""
    doubt_stock(beliefs)
    lost = read_thing(fact.item)
    for letter, thing in beliefs.pack.items():
        if _are_alike(beliefs, thing, lost):
            take_out(beliefs, letter, lost.count)
            return


def take_out(beliefs: Beliefs, letter: str, count: int) -> None:
    """Remove `count` units of a stack from the pack."""
    thing = beliefs.pack[letter]
    if thing.count > count:
        beliefs.pack[letter] = thing._replace(count=thing.count - count)
        return
    del beliefs.pack[letter]
    beliefs.cursed.discard(letter)
    beliefs.spent.discard(letter)
    beliefs.zaps.pop(letter, None)
    if beliefs.facts_of_edition.has_shifting_letters:
        _move_letters(beliefs, {old: chr(ord(old) - 1) for old in beliefs.pack if old > letter})


def count_charges(beliefs: Beliefs, stick: Thing, action: Action) -> None:
    """Count the charges that a use of a stick takes.  A blow with a staff of striking may take two."""
    is_blow = beliefs.name_of(stick) == "striking" and beliefs.me.spot + action.step in beliefs.foes.seen
    taken = beliefs.facts_of_edition.blow_charges if is_blow else 1
    beliefs.zaps[action.letter] = beliefs.zaps.get(action.letter, 0) + taken


def _no_room(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    beliefs.full_pack = True


def _set_use(beliefs: Beliefs, letter: str, use: Use) -> None:
    for other, thing in beliefs.pack.items():
        if thing.use == use and other != letter:
            beliefs.pack[other] = thing._replace(use="")
    if letter in beliefs.pack:
        beliefs.pack[letter] = beliefs.pack[letter]._replace(use=use)


def _wielding(beliefs: Beliefs, fact: Fact) -> None:
    found = read_picked_up(fact.item)
    letter = found[0] if found else beliefs.action.letter
    _set_use(beliefs, letter, "wielded")


def _armor_on(beliefs: Beliefs, fact: Fact) -> None:
    """Note which armor is worn, and its value.  In 3.6, the message does not tell the value."""
    letter, suit = beliefs.action.letter, read_thing(fact.item)
    _set_use(beliefs, letter, "worn")
    if letter in beliefs.pack and suit.kind == "armor" and suit.hit is not None:
        beliefs.pack[letter] = beliefs.pack[letter]._replace(hit=suit.hit, armor=suit.armor)
    else:
        beliefs.stock = "doubtful"


def _armor_off(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    _set_use(beliefs, "", "worn")


def doubt_stock(beliefs: Beliefs, fact: Fact | None = None) -> None:  # noqa: ARG001
    """Note that the pack may differ from the beliefs, so that the agent lists the pack."""
    if beliefs.stock == "known":
        beliefs.stock = "doubtful"


def _cursed(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    held = {"wield": beliefs.wielded(), "throw": beliefs.wielded(), "strip": beliefs.worn()}
    item = held.get(beliefs.action.verb)
    beliefs.cursed.add(item[0] if item else beliefs.action.letter)


def note_refused_weapon(beliefs: Beliefs) -> None:
    """Count how many times in a row the game has refused the hero's command to wield another weapon.

    After several refusals, believe that the weapon in hand is cursed.
    """
    held = beliefs.wielded()
    if held is None or held[0] == beliefs.action.letter:
        beliefs.weapons_refused = 0
        return
    beliefs.weapons_refused += 1
    if beliefs.weapons_refused >= _REFUSALS:
        beliefs.cursed.add(held[0])


def _uncursed(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    beliefs.cursed.clear()


def _enchanted(beliefs: Beliefs, fact: Fact) -> None:
    """Note that the armor or weapon is no longer cursed because a scroll has enchanted it (SCR-5, SCR-10)."""
    held = beliefs.worn() if fact.kind == "enchant-armor" else beliefs.wielded()
    if held is not None:
        beliefs.cursed.discard(held[0])
    doubt_stock(beliefs)


def _rusts(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    worn = beliefs.worn()
    if worn is not None:
        letter, suit = worn
        beliefs.pack[letter] = suit._replace(
            hit=None if suit.hit is None else suit.hit - 1,
            armor=None if suit.armor is None else suit.armor - 1,
        )


def _empty_stick(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    letter = beliefs.action.letter
    if beliefs.action.verb == "zap" and letter in beliefs.pack:
        beliefs.pack[letter] = beliefs.pack[letter]._replace(charges=0)
        beliefs.spent.add(letter)


def _identify(beliefs: Beliefs, fact: Fact) -> None:
    beliefs.identify = fact.item
    beliefs.stock = "doubtful"


OF_THE_PACK: Final[dict[str, Callable[[Beliefs, Fact], None]]] = {
    "picked-up": _picked_up, "item-line": _item_line, "no-room": _no_room, "wielding": _wielding,
    "armor-on": _armor_on, "armor-off": _armor_off, "item-stolen": _stolen, "armor-rusts": _rusts,
    "enchant-armor": _enchanted, "enchant-weapon": _enchanted, "cursed": _cursed, "remove-curse": _uncursed,
    "no-charges": _empty_stick, "identify": _identify,
    **dict.fromkeys((
        "ring-on", "ring-off", "dropped", "ran-out", "bad-letter", "identified", "no-such-ring", "in-use",
        "armor-already", "no-armor", "not-zappable", "not-drinkable", "not-readable", "not-wearable",
        "nothing-appropriate", "not-a-ring", "two-rings-on", "no-rings",
    ), doubt_stock),
}  # fmt: skip
