"""The effects of messages on the beliefs: one small function per kind of fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogomatic.beliefs.foe_intents import INTENTS, note_attack, note_call, note_intent
from rogomatic.beliefs.hunger_estimate import FOOD, FoodRules, Stomach
from rogomatic.beliefs.inventory_updates import OF_THE_PACK
from rogomatic.beliefs.item_knowledge import CATALOGUE, HINTS, SAID, looks_of
from rogomatic.beliefs.known_monsters import apart
from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.monster_tracking import begin, strikes_unseen, target
from rogomatic.monster_manual import EYES_FREEZE, HUNGER_DISTRACTS, PLAIN_LEVELS, edition_of, weapons_of
from rogomatic.sight.message_parser import Fact
from rogomatic.sight.version import CLONE, CLONE_PAGE, read_as

# A message ends each condition; these are bounds for a message that was missed, not estimates.
LONG_TURNS: Final = 3000  # blindness (POT-14)
HALLUCINATION_TURNS: Final = 950  # hallucination (POT-2), whose end brings no message to the blind
CONFUSED_TURNS: Final = 100
FLOAT_TURNS: Final = 100
HASTE_TURNS: Final = 40
TRAPPED_MOVES: Final = 3
_MIN_WOUND: Final = 3
_BOLT_WOUND: Final = 20  # 6d6 and what strength adds (STK-16)
_BEAMS: Final = {"bolt": "lightning", "flame": "fire", "ice": "cold"}


def handle(b: Beliefs, fact: Fact) -> None:
    """Take one fact into the beliefs.

    Only update calls this, so there is still one writer.  A fact that changes nothing has no row.
    """
    if fact.kind in _TABLE:
        _TABLE[fact.kind](b, fact)
    if b.used is not None:
        _learn_by_use(b, fact)


def _learn_by_use(b: Beliefs, fact: Fact) -> None:
    """Conclude from what is said what the item in use was."""
    used, verb = b.used, b.action.verb
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
    begin(b, read_as(fact.item))
    b.lore.kinds = CATALOGUE[b.edition]
    b.level.is_plain = b.edition in PLAIN_LEVELS
    if b.edition in FOOD:
        b.food = FOOD[b.edition]
        b.me.stomach = Stomach.between(*b.food.begin).unless(b.me.hunger, b.food)
    if fact.item == CLONE:
        b.variant = CLONE_PAGE.name


def _variant(b: Beliefs, fact: Fact) -> None:
    """The game is like another Rogue: its page says in what it differs."""
    if not b.variant:  # the title of the page is worded alike
        b.variant = fact.item.lower()


def _struck(b: Beliefs, fact: Fact) -> None:
    """A foe struck at the hero: it is awake, and near, or it cannot be seen."""
    if strikes_unseen(b, fact):
        b.foes.unseen_turn = b.turn
        return
    spot = b.me.spot
    near = [foe for foe in b.foes.seen.values() if foe.kind.name == fact.who and apart(foe.spot, spot) <= 2]
    for foe in near:
        if apart(foe.spot, spot) <= 1 or len(near) == 1:
            foe.awake, foe.held = True, False
            note_attack(foe, b.turn)
            if fact.kind == "monster-hits" and foe.kind.special == "hold":
                b.me.held = True  # said only when the hero tries to walk (SPC-12)
                b.me.grip += 1


def _wounded(b: Beliefs, fact: Fact) -> None:
    foe = target(b)
    if foe is not None:
        foe.awake, foe.held = True, False
        foe.wounds += _usual_wound(b, fact)


def _usual_wound(b: Beliefs, fact: Fact) -> int:
    """Return the mean damage of what hit: a bolt, something thrown, or what is in hand."""
    if b.action.verb == "zap":
        return _BOLT_WOUND if fact.item in _BEAMS else _MIN_WOUND
    held = b.wielded()
    thing = b.used if b.action.verb == "throw" else held[1] if held else None
    arm = weapons_of(b.edition).get(thing.name) if thing is not None else None
    if thing is None or arm is None:
        return _MIN_WOUND
    ready = b.throws_by_hand or not arm.launcher or (held is not None and held[1].name == arm.launcher)
    count, sides = arm.thrown if b.action.verb == "throw" and ready else arm.wield
    return max(count * (sides + 1) // 2 + (thing.damage or 0), 1)


def _missed(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    foe = target(b)
    if foe is not None:
        foe.awake, foe.held = True, False


def _helpless(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.me.alert = False


def _frozen(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """A monster that freezes the hero is awake, though no message of a blow names it (SPC-4)."""
    b.me.alert = False
    for foe in b.foes.seen.values():
        if foe.kind.special == "freeze" and apart(foe.spot, b.me.spot) <= 1:
            foe.awake, foe.held = True, False


def _transfixed(b: Beliefs, fact: Fact) -> None:
    if b.edition in EYES_FREEZE:
        _frozen(b, fact)


def _hungers(bound: Callable[[FoodRules], int]) -> Callable[[Beliefs, Fact], None]:
    def note(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
        b.me.alert = b.me.alert and b.edition not in HUNGER_DISTRACTS
        b.me.stomach = b.me.stomach.below(bound(b.food))

    return note


def _faints(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """Every faint has a message; only the first comes at an empty stomach."""
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


def _mapped(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.level.mapped = True


def _no_stairs(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.level.lost_stairs = True


def _ate(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    b.me.ate_turn = b.turn
    b.me.stomach = b.me.stomach.fed(b.food)


def _took_gold(b: Beliefs, fact: Fact) -> None:
    b.level.gold_taken += fact.n


def _restored(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """Where only the strength itself is shown, the next that is shown is all there is."""
    if b.edition == "3.6":
        b.me.max_strength = b.me.strength


def _froze(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    for foe in b.foes.seen.values():
        if apart(foe.spot, b.me.spot) <= 2:
            foe.awake, foe.held = False, True


def _burbled(b: Beliefs, fact: Fact) -> None:
    """A jabberwock has confused the hero, from afar."""
    note_intent(b, fact)
    _until("confused_until", CONFUSED_TURNS)(b, fact)


_TABLE: Final[dict[str, Callable[[Beliefs, Fact], None]]] = {
    **OF_THE_PACK,
    "version": _version, "variant": _variant,
    "monster-hits": _struck, "monster-misses": _struck,
    "you-hit": _wounded, "missile-hits": _wounded, "other-missile-hits": _wounded,
    "you-miss": _missed, "missile-misses": _missed, "other-missile-misses": _missed,
    "frozen": _frozen, "transfixed": _transfixed, "sleep": _helpless, "haste-twice": _helpless,
    "hungry": _hungers(lambda food: food.hungry), "weak": _hungers(lambda food: food.weak), "faint": _faints,
    "hands-free": _awake_again, "held": _held,
    "beartrap": _trap("bear trap"), "beartrap-stuck": _stuck, "gas": _trap("sleeping gas trap"),
    "arrow-hits": _trap("arrow trap"), "arrow-misses": _trap("arrow trap"),
    "dart-hits": _trap("poison dart trap"), "dart-misses": _trap("poison dart trap"),
    "rust": _trap("rust trap"),
    "mystery": _trap("mysterious trap"),
    "confusion": _until("confused_until", CONFUSED_TURNS),
    "gaze-confuses": _until("confused_until", CONFUSED_TURNS),
    "burbled": _burbled,
    **dict.fromkeys([kind for kind in INTENTS if kind != "burbled"], note_intent), "call-heard": note_call,
    "confusion-ends": _until("confused_until", 0),
    "hallucination": _until("hallucinating_until", HALLUCINATION_TURNS),
    "hallucination-ends": _sober,
    "blindness": _until("blind_until", LONG_TURNS), "blindness-ends": _until("blind_until", 0),
    "levitation": _until("floating_until", FLOAT_TURNS), "levitating": _until("floating_until", 4),
    "levitation-ends": _until("floating_until", 0),
    "haste-self": _until("hasted_until", HASTE_TURNS), "haste-ends": _until("hasted_until", 0),
    "monster-confusion": _red_hands, "hands-stop-glowing": _red_hands,
    "magic-mapping": _mapped, "no-way-down": _no_stairs,
    "eat-good": _ate, "eat-bad": _ate, "eat-fruit": _ate,
    "gold": _took_gold, "restore-strength": _restored,
    "hold-monster-one": _froze, "hold-monster-many": _froze,
}  # fmt: skip
