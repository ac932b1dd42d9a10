"""What the game says, as changes of belief: one small function per kind of fact.

Owns   the table fact -> change.
Leaves matching sentences (sight.messages), what is seen on the map (update).

Only update calls this, so there is still one writer.  A fact that changes nothing has no row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogomatic.beliefs import letters
from rogomatic.beliefs.catalogue import CATALOGUE, HINTS, NAMES, SAID
from rogomatic.beliefs.foes import Foe, apart
from rogomatic.beliefs.lore import looks_of
from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.pack import Pack
from rogomatic.beliefs.stomach import HUNGRY, WEAK
from rogomatic.bestiary import WEAPONS, edition_of
from rogomatic.sight.messages import Fact
from rogomatic.sight.things import Thing, Use, read_pack_line, read_picked_up, read_thing
from rogomatic.sight.version import read_as

# The game tells when a condition ends, so these are bounds for a message that was missed, no estimates.
LONG_TURNS: Final = 3000  # blindness (POT-14)
DREAM_TURNS: Final = 950  # hallucination (POT-2), whose end the blind are not told
CONFUSED_TURNS: Final = 100
FLOAT_TURNS: Final = 100
HASTE_TURNS: Final = 40
TRAPPED_MOVES: Final = 3
_LEAST_WOUND: Final = 3
_BOLT_WOUND: Final = 20  # 6d6 and what strength adds (STK-16)
_BEAMS: Final = {"bolt": "lightning", "flame": "fire", "ice": "cold"}


def hear(b: Beliefs, fact: Fact) -> None:
    """Take one fact into the beliefs."""
    if fact.kind in _TABLE:
        _TABLE[fact.kind](b, fact)
    if b.used is not None:
        _learn_by_use(b, fact)


def _learn_by_use(b: Beliefs, fact: Fact) -> None:
    """Conclude from what is said what the thing in use was."""
    used, verb = b.used, b.deed.verb
    assert used is not None
    name = SAID.get(verb, {}).get(fact.kind, "")
    if verb == "zap" and not (b.edition == "3.6" and fact.kind == "bolt-bounces"):
        name = _BEAMS.get(fact.item, name)  # in 3.6 whatever bounces is called a bolt
    if verb == "read" and fact.kind == "identify":
        name = fact.item
    if verb == "read" and fact.kind == "sense-of-loss" and b.worn() and b.wielded():
        name = "hold monster"
    if verb == "quaff" and fact.kind == "strange-feeling" and "magic detection" in b.lore.names.values():
        name = "monster detection"
    if name:
        b.lore.learn(used.kind, looks_of(used), name)
    elif fact.kind in HINTS.get(verb, {}):
        b.lore.narrow(used.kind, looks_of(used), HINTS[verb][fact.kind])


def _version(b: Beliefs, fact: Fact) -> None:
    b.version = fact.item + (" release" if fact.who == "chongo" else "")
    b.edition = edition_of(read_as(fact.item))
    letters.begin(b, read_as(fact.item))
    b.lore.kinds = CATALOGUE[b.edition]


def _picked_up(b: Beliefs, fact: Fact) -> None:
    found = read_picked_up(fact.item)
    if found is None:
        doubt_stock(b)
        return
    letter, thing = found
    old = b.pack.get(letter)
    if b.letters_shift and old and not (_are_alike(b, thing, old) and thing.count > old.count):
        make_way(b, letter)
        doubt_stock(b)
        old = None
    b.pack[letter] = thing._replace(use=old.use) if old else thing
    if thing.called and thing.looks and thing.called in NAMES.get(thing.kind, ()):
        b.lore.learn(thing.kind, thing.looks, thing.called)
    b.full_pack = False


def _item_line(b: Beliefs, fact: Fact) -> None:
    found = read_pack_line(fact.item)
    if found is None or b.deed.verb != "stock":
        return
    letter, thing = found
    b.pack[letter] = thing._replace(charges=0) if letter in b.spent and thing.kind == "stick" else thing
    if thing.looks and (thing.name or thing.called in NAMES.get(thing.kind, ())):
        b.lore.learn(thing.kind, thing.looks, thing.name or thing.called)


def _are_alike(b: Beliefs, one: Thing, other: Thing) -> bool:
    """Tell whether two descriptions, one of them perhaps from before the kind was known, fit one heap."""
    name = b.name_of(one)
    return one.kind == other.kind and (
        (name != "" and name == b.name_of(other))
        or (one.looks != "" and one.looks == other.looks)
        or (one.called != "" and one.called == other.called)
    )


def make_way(b: Beliefs, letter: str) -> None:
    """Where letters are places: move what is at a letter and behind it up by one."""
    _move_letters(b, {old: chr(ord(old) + 1) for old in b.pack if old >= letter})


def close_up(b: Beliefs, letter: str) -> None:
    """Where letters are places: move what is behind a letter, now free, down by one."""
    _move_letters(b, {old: chr(ord(old) - 1) for old in b.pack if old > letter})


def _move_letters(b: Beliefs, moved: dict[str, str]) -> None:
    b.pack = Pack({moved.get(letter, letter): thing for letter, thing in b.pack.items()})
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
        close_up(b, letter)


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
    letter = found[0] if found else b.deed.letter
    _set_use(b, letter, "wielded")


def _armor_on(b: Beliefs, fact: Fact) -> None:
    """Wearing shows what a suit is worth; 3.6 does not say it."""
    letter, suit = b.deed.letter, read_thing(fact.item)
    _set_use(b, letter, "worn")
    if letter in b.pack and suit.kind == "armor" and suit.hit is not None:
        b.pack[letter] = b.pack[letter]._replace(hit=suit.hit, armor=suit.armor)
    else:
        b.stock = "doubtful"


def _armor_off(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    _set_use(b, "", "worn")


def doubt_stock(b: Beliefs) -> None:
    """The pack may be other than believed: it is to be looked at."""
    if b.stock == "known":
        b.stock = "doubtful"


def _doubt(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    doubt_stock(b)


def _cursed(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    held = {"wield": b.wielded(), "throw": b.wielded(), "strip": b.worn()}.get(b.deed.verb)
    if held:
        b.cursed.add(held[0])
    else:
        b.cursed.add(b.deed.letter)


def _uncursed(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.cursed.clear()


def _struck(b: Beliefs, fact: Fact) -> None:
    """A foe struck at the hero: it is awake, and near, or it cannot be seen."""
    if not fact.who:
        b.foes.unseen_turn = b.turn
        return
    spot = b.me.spot
    near = [foe for foe in b.foes.seen.values() if foe.kind.name == fact.who and apart(foe.spot, spot) <= 2]
    for foe in near:
        if apart(foe.spot, spot) <= 1 or len(near) == 1:
            foe.awake, foe.held = True, False
            if fact.kind == "monster-hits" and foe.kind.special == "hold":
                b.me.held = True  # said only when the hero tries to walk (SPC-12)


def _rusts(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    worn = b.worn()
    if worn is not None:
        letter, suit = worn
        b.pack[letter] = suit._replace(
            hit=None if suit.hit is None else suit.hit - 1,
            armor=None if suit.armor is None else suit.armor - 1,
        )


def _wounded(b: Beliefs, fact: Fact) -> None:
    foe = target(b)
    if foe is not None:
        foe.awake, foe.held = True, False
        foe.wounds += _usual_wound(b, fact)


def _usual_wound(b: Beliefs, fact: Fact) -> int:
    """Return the mean damage of what hit: a bolt, something thrown, or what is in hand."""
    if b.deed.verb == "zap":
        return _BOLT_WOUND if fact.item in _BEAMS else _LEAST_WOUND
    held = b.wielded()
    thing = b.used if b.deed.verb == "throw" else held[1] if held else None
    arm = WEAPONS.get(thing.name) if thing is not None else None
    if thing is None or arm is None:
        return _LEAST_WOUND
    ready = not arm.launcher or (held is not None and held[1].name == arm.launcher)
    count, sides = arm.thrown if b.deed.verb == "throw" and ready else arm.wield
    return max(count * (sides + 1) // 2 + (thing.damage or 0), 1)


def _missed(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    foe = target(b)
    if foe is not None:
        foe.awake, foe.held = True, False


def target(b: Beliefs) -> Foe | None:
    """Return the foe that the last deed was aimed at."""
    if not b.deed.step:
        return None
    spot = b.me.spot + b.deed.step
    for _ in range(80):
        if spot in b.foes.seen:
            return b.foes.seen[spot]
        if b.deed.verb not in ("throw", "zap") or not b.level.is_walkable(spot):
            return None
        spot += b.deed.step
    return None


def _empty_stick(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    letter = b.deed.letter
    if b.deed.verb == "zap" and letter in b.pack:
        b.pack[letter] = b.pack[letter]._replace(charges=0)
        b.spent.add(letter)


def _helpless(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.me.alert = False


def _frozen(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """Who freezes the hero is awake, though it is never said to hit or to miss (SPC-4)."""
    b.me.alert = False
    for foe in b.foes.seen.values():
        if foe.kind.special == "freeze" and apart(foe.spot, b.me.spot) <= 1:
            foe.awake, foe.held = True, False


def _hungers(bound: int) -> Callable[[Beliefs, Fact], None]:
    def note(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
        b.me.alert = False
        b.me.stomach = b.me.stomach.below(bound)

    return note


def _faints(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """Every faint is told; only the first comes at an empty stomach."""
    b.me.alert = False
    again = b.me.hunger == "Faint"
    b.me.stomach = b.me.stomach.fainted() if again else b.me.stomach.below(0)


def _awake_again(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.me.alert = True


def _held(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.me.held = True


def _trap(name: str) -> Callable[[Beliefs, Fact], None]:
    def note(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
        b.level.sprung = name
        if name == "bear trap":
            b.me.trapped = TRAPPED_MOVES
        elif name == "sleeping gas trap":
            b.me.alert = False

    return note


def _stuck(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.me.trapped = max(b.me.trapped - 1, 1)


def _until(field: str, turns: int) -> Callable[[Beliefs, Fact], None]:
    def note(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
        setattr(b.me, field, b.turn + turns if turns else 0)

    return note


def _sober(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.me.hallucinating_until = 0
    b.level.reread = True
    b.level.ignored.clear()


def _red_hands(b: Beliefs, fact: Fact) -> None:
    b.me.red_hands = fact.kind == "monster-confusion"


def _identify(b: Beliefs, fact: Fact) -> None:
    b.identify = fact.item
    b.stock = "doubtful"


def _mapped(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.level.mapped = True


def _no_stairs(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.level.lost_stairs = True


def _ate(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.me.ate_turn = b.turn
    b.me.stomach = b.me.stomach.fed()


def _took_gold(b: Beliefs, fact: Fact) -> None:
    b.level.gold_taken += fact.n


def _froze(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    for foe in b.foes.seen.values():
        if apart(foe.spot, b.me.spot) <= 2:
            foe.awake, foe.held = False, True


_TABLE: Final[dict[str, Callable[[Beliefs, Fact], None]]] = {
    "version": _version,
    "picked-up": _picked_up,
    "item-line": _item_line,
    "no-room": _no_room,
    "wielding": _wielding,
    "armor-on": _armor_on,
    "armor-off": _armor_off,
    "ring-on": _doubt, "ring-off": _doubt, "dropped": _doubt, "ran-out": _doubt, "bad-letter": _doubt,
    "item-stolen": _stolen, "identified": _doubt, "armor-rusts": _rusts, "no-such-ring": _doubt,
    "in-use": _doubt,
    "enchant-armor": _doubt, "enchant-weapon": _doubt, "armor-already": _doubt, "no-armor": _doubt,
    "not-zappable": _doubt, "not-drinkable": _doubt, "not-readable": _doubt, "not-wearable": _doubt,
    "nothing-appropriate": _doubt, "not-a-ring": _doubt, "two-rings-on": _doubt, "no-rings": _doubt,
    "cursed": _cursed, "remove-curse": _uncursed,
    "monster-hits": _struck, "monster-misses": _struck,
    "you-hit": _wounded, "missile-hits": _wounded, "other-missile-hits": _wounded,
    "you-miss": _missed, "missile-misses": _missed, "other-missile-misses": _missed,
    "frozen": _frozen, "sleep": _helpless, "haste-twice": _helpless, "hungry": _hungers(HUNGRY),
    "weak": _hungers(WEAK), "faint": _faints, "hands-free": _awake_again,
    "held": _held,
    "no-charges": _empty_stick,
    "beartrap": _trap("bear trap"), "beartrap-stuck": _stuck, "gas": _trap("sleeping gas trap"),
    "arrow-hits": _trap("arrow trap"), "arrow-misses": _trap("arrow trap"),
    "dart-hits": _trap("poison dart trap"), "dart-misses": _trap("poison dart trap"),
    "rust": _trap("rust trap"),
    "mystery": _trap("mysterious trap"),
    "confusion": _until("confused_until", CONFUSED_TURNS), "gaze-confuses": _until("confused_until",
    CONFUSED_TURNS),
    "confusion-ends": _until("confused_until", 0),
    "hallucination": _until("hallucinating_until", DREAM_TURNS),
    "hallucination-ends": _sober,
    "blindness": _until("blind_until", LONG_TURNS), "blindness-ends": _until("blind_until", 0),
    "levitation": _until("floating_until", FLOAT_TURNS), "levitating": _until("floating_until", 4),
    "levitation-ends": _until("floating_until", 0),
    "haste-self": _until("hasted_until", HASTE_TURNS), "haste-ends": _until("hasted_until", 0),
    "monster-confusion": _red_hands, "hands-stop-glowing": _red_hands,
    "identify": _identify, "magic-mapping": _mapped, "no-way-down": _no_stairs,
    "eat-good": _ate, "eat-bad": _ate, "eat-fruit": _ate,
    "gold": _took_gold,
    "hold-monster-one": _froze, "hold-monster-many": _froze,
}  # fmt: skip
