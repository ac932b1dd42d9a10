"""The effects of messages on the beliefs: one small function per kind of fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from rogomatic.agent.beliefs.foe_intents import INTENTS, note_intent
from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.inventory_updates import OF_THE_PACK
from rogomatic.agent.beliefs.item_knowledge import HINTS, SAID, looks_of
from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import begin, strikes_unseen, target
from rogomatic.agent.editions import CLONE, FoodRules, edition_of, is_known, read_as
from rogomatic.agent.sight.clone_words import CLONE_PAGE
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.status_parser import Hunger, edition_shown

Effect = Callable[[Beliefs, Fact], None]

# A message ends each condition.  These are limits in case the message was missed, not estimates.
LONG_TURNS: Final = 3000  # blindness (POT-14)
HALLUCINATION_TURNS: Final = 950  # hallucination (POT-2); a blind hero gets no message at its end
CONFUSED_TURNS: Final = 100
FLOAT_TURNS: Final = 100
HASTE_TURNS: Final = 40
TRAPPED_MOVES: Final = 3
_MIN_WOUND: Final = 3
_BOLT_WOUND: Final = 20  # 6d6 and the strength bonus (STK-16)
_HITS: Final = ("you-hit", "missile-hits", "other-missile-hits")
_BEAMS: Final = {"bolt": "lightning", "flame": "fire", "ice": "cold"}


def handle(beliefs: Beliefs, fact: Fact) -> None:
    """Apply a fact to the beliefs, if it has an effect on them.  Only `update` calls this."""
    if fact.kind in _TABLE:
        _TABLE[fact.kind](beliefs, fact)
    if beliefs.used is not None:
        _learn_by_use(beliefs, fact)


def _learn_by_use(beliefs: Beliefs, fact: Fact) -> None:
    """From the message that followed, record which kind the item is that the hero has just used."""
    used, verb, lore = beliefs.used, beliefs.action.verb, beliefs.lore
    assert used is not None
    name = SAID.get(verb, {}).get(fact.kind, "")
    if verb == "zap" and not (beliefs.facts_of_edition.bounces_are_bolts and fact.kind == "bolt-bounces"):
        name = _BEAMS.get(fact.item, name)
    if name == "striking" and (fact.who or name not in beliefs.lore.kinds["stick"]):
        name = ""  # a magic missile's message names its target
    if verb == "read" and fact.kind == "identify":
        name = fact.item
    if verb == "read" and fact.kind == "sense-of-loss" and beliefs.worn() and beliefs.wielded():
        name = "hold monster"
    if verb == "quaff" and fact.kind == "strange-feeling" and lore.has_met("potion", "magic detection"):
        name = "monster detection"
    if name:
        beliefs.lore.learn(used.kind, looks_of(used), name)
    elif fact.kind in HINTS.get(verb, {}):
        beliefs.lore.narrow(used.kind, looks_of(used), HINTS[verb][fact.kind])


def _version(beliefs: Beliefs, fact: Fact) -> None:
    if fact.item != CLONE and not fact.item[:1].isdigit():
        return
    beliefs.takes_true_name = fact.who == "chongo"
    beliefs.version = fact.item + (" release" if beliefs.takes_true_name else "")
    _play_as(beliefs, read_as(fact.item))
    if fact.item == CLONE:
        beliefs.variant = CLONE_PAGE.name


def believe_status(beliefs: Beliefs, row: str) -> None:
    """If the version of the game is unknown, choose the edition whose status row has the form of `row`."""
    known = edition_shown(row)
    if known and not is_known(beliefs.version) and not beliefs.variant and beliefs.edition != known:
        _play_as(beliefs, known)


def _play_as(beliefs: Beliefs, known: str) -> None:
    """Play by the rules of a known version."""
    beliefs.plays_as = known
    beliefs.edition = edition_of(known)
    begin(beliefs, known)
    beliefs.lore.take_kinds(beliefs.facts_of_edition.items)
    beliefs.level.is_plain = beliefs.facts_of_edition.has_plain_levels
    if known in beliefs.facts_of_edition.food:
        beliefs.food = beliefs.facts_of_edition.food[known]
        beliefs.me.stomach = Stomach.between(*beliefs.food.begin).unless(beliefs.me.hunger, beliefs.food)


def _variant(beliefs: Beliefs, fact: Fact) -> None:
    """Note the name of the variant, so that its help page will be read."""
    if not beliefs.variant:  # the title of the page is worded alike
        beliefs.variant = fact.item.lower()


def _struck(beliefs: Beliefs, fact: Fact) -> None:
    """Note that the monster that struck is awake.  If it is invisible, note that an unseen monster struck."""
    if strikes_unseen(beliefs, fact):
        beliefs.foes.unseen_turn = beliefs.turn
        return
    spot = beliefs.me.spot
    near = [
        foe
        for foe in beliefs.foes.seen.values()
        if foe.kind.name == fact.who and distance_between(foe.spot, spot) <= 2
    ]
    for foe in near:
        if distance_between(foe.spot, spot) <= 1 or len(near) == 1:
            foe.awake, foe.held = True, False
            foe.intent, foe.intent_turn = "attacks", beliefs.turn
            if fact.kind == "monster-hits" and foe.kind.special == "hold":
                beliefs.me.held = True  # said only when the hero tries to walk (SPC-12)
                beliefs.me.grip += 1


def _attacked(beliefs: Beliefs, fact: Fact) -> None:
    """Note that the target of a blow or missile is awake.  After a hit, add damage to the target's wounds."""
    foe = target(beliefs)
    if foe is not None:
        foe.awake, foe.held = True, False
        if fact.kind in _HITS:
            foe.wounds += _usual_wound(beliefs, fact)


def _usual_wound(beliefs: Beliefs, fact: Fact) -> int:
    """Return the mean damage of a hit with a bolt, a missile, or the weapon in hand."""
    if beliefs.action.verb == "zap":
        return _BOLT_WOUND if fact.item in _BEAMS else _MIN_WOUND
    held = beliefs.wielded()
    thing = beliefs.used if beliefs.action.verb == "throw" else held[1] if held else None
    arm = beliefs.facts_of_edition.weapons.get(thing.name) if thing is not None else None
    if thing is None or arm is None:
        return _MIN_WOUND
    ready = beliefs.throws_by_hand or not arm.launcher or (held is not None and held[1].name == arm.launcher)
    count, sides = arm.thrown if beliefs.action.verb == "throw" and ready else arm.wield
    return max(count * (sides + 1) // 2 + (thing.damage or 0), 1)


def _sets(part: Literal["me", "level"], field: str, value: bool) -> Effect:
    """Return an effect that sets a field of the hero ("me") or of the level."""

    def note(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
        setattr(beliefs.me if part == "me" else beliefs.level, field, value)

    return note


def _frozen(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """Note that an adjacent monster froze the hero.  No message names this monster (SPC-4, V52-12)."""
    beliefs.me.alert = False
    for foe in beliefs.foes.seen.values():
        if foe.kind.special == "freeze" and distance_between(foe.spot, beliefs.me.spot) <= 1:
            foe.awake, foe.held = True, False


def _hungers(state: Hunger, bound: Callable[[FoodRules], int]) -> Effect:
    def note(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
        beliefs.me.alert = beliefs.me.alert and not beliefs.facts_of_edition.hunger_distracts
        beliefs.me.stomach = beliefs.me.stomach.below(bound(beliefs.food))
        _note_hunger(beliefs, state)

    return note


def _note_hunger(beliefs: Beliefs, state: Hunger) -> None:
    """Note hunger from a message, for games whose status row does not show it (Rogue 3.4)."""
    beliefs.me.message_hunger = state
    if not beliefs.me.hunger_shown:
        beliefs.me.hunger = state


def _faints(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """Note a faint.  Only the first faint shows that the stomach has just emptied."""
    beliefs.me.alert = False
    again = beliefs.me.hunger == "Faint"
    beliefs.me.stomach = beliefs.me.stomach.fainted() if again else beliefs.me.stomach.below(0)
    _note_hunger(beliefs, "Faint")


def _trap(name: str) -> Effect:
    def note(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
        beliefs.level.sprung = name
        if name == "bear trap":
            beliefs.me.trapped = TRAPPED_MOVES
        elif name == "sleeping gas trap":
            beliefs.me.alert = False

    return note


def _stuck(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    beliefs.me.trapped = max(beliefs.me.trapped - 1, 1)


def _until(field: str, turns: int) -> Effect:
    def note(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
        setattr(beliefs.me, field, beliefs.turn + turns if turns else 0)

    return note


def _sober(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    beliefs.me.hallucinating_until = 0
    beliefs.level.reread = True
    beliefs.level.ignored.clear()


def _red_hands(beliefs: Beliefs, fact: Fact) -> None:
    beliefs.me.red_hands = fact.kind == "monster-confusion"


def _ate(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    beliefs.me.ate_turn = beliefs.turn
    beliefs.me.stomach = beliefs.me.stomach.fed(beliefs.food)
    _note_hunger(beliefs, "")


def _took_gold(beliefs: Beliefs, fact: Fact) -> None:
    beliefs.level.gold_taken += fact.n


def _restored(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """Take the present strength as the maximum if the status row does not show the maximum."""
    if beliefs.facts_of_edition.has_one_strength:
        beliefs.me.max_strength = beliefs.me.strength


def _froze(beliefs: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    for foe in beliefs.foes.seen.values():
        if distance_between(foe.spot, beliefs.me.spot) <= 2:
            foe.awake, foe.held = False, True


def _burbled(beliefs: Beliefs, fact: Fact) -> None:
    """Note that a jabberwock has confused the hero from afar."""
    note_intent(beliefs, fact)
    _until("confused_until", CONFUSED_TURNS)(beliefs, fact)


_TABLE: Final[dict[str, Effect]] = {
    **OF_THE_PACK,
    "version": _version, "variant": _variant,
    "monster-hits": _struck, "monster-misses": _struck,
    **dict.fromkeys((*_HITS, "you-miss", "missile-misses", "other-missile-misses"), _attacked),
    "frozen": _frozen, "transfixed": _frozen,
    "sleep": _sets("me", "alert", False), "haste-twice": _sets("me", "alert", False),
    "hungry": _hungers("Hungry", lambda food: food.hungry), "weak": _hungers("Weak", lambda food: food.weak),
    "faint": _faints,
    "hands-free": _sets("me", "alert", True), "held": _sets("me", "held", True),
    "beartrap": _trap("bear trap"), "beartrap-stuck": _stuck, "gas": _trap("sleeping gas trap"),
    "arrow-hits": _trap("arrow trap"), "arrow-misses": _trap("arrow trap"),
    "dart-hits": _trap("poison dart trap"), "dart-misses": _trap("poison dart trap"),
    "rust": _trap("rust trap"),
    "mystery": _trap("mysterious trap"),
    "confusion": _until("confused_until", CONFUSED_TURNS),
    "gaze-confuses": _until("confused_until", CONFUSED_TURNS),
    "burbled": _burbled,
    **dict.fromkeys([kind for kind in INTENTS if kind != "burbled"], note_intent),
    "call-heard": note_intent, "monster-mends": note_intent,
    "confusion-ends": _until("confused_until", 0),
    "hallucination": _until("hallucinating_until", HALLUCINATION_TURNS),
    "hallucination-ends": _sober,
    "blindness": _until("blind_until", LONG_TURNS), "blindness-ends": _until("blind_until", 0),
    "levitation": _until("floating_until", FLOAT_TURNS), "levitating": _until("floating_until", 4),
    "levitation-ends": _until("floating_until", 0),
    "haste-self": _until("hasted_until", HASTE_TURNS), "haste-ends": _until("hasted_until", 0),
    "monster-confusion": _red_hands, "hands-stop-glowing": _red_hands,
    "magic-mapping": _sets("level", "mapped", True), "no-way-down": _sets("level", "lost_stairs", True),
    "eat-good": _ate, "eat-bad": _ate, "eat-fruit": _ate,
    "gold": _took_gold, "restore-strength": _restored,
    "hold-monster-one": _froze, "hold-monster-many": _froze,
}  # fmt: skip
