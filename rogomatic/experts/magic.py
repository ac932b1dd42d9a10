"""Magic items: what to drink and read in peace, and what an identify scroll should name."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.rule_engine import Act, No
from rogomatic.think.item_value import provisions, spare_food

WATCHED: Final = No("foes are awake in sight")
NOTHING: Final = No("nothing of that kind in the pack")
TOO_SOON: Final = No("too weak to try unknown things")
HUNGRY: Final = No("blindness might take more turns than the food lasts")
BLIND: Final = No("blind")
_GOOD_POTIONS: Final = ("raise level", "gain strength")
_WANTS: Final[dict[str, tuple[str, ...]]] = {  # what follows "identify" in the scroll's name -> classes
    "potion": ("potion",), "scroll": ("scroll",), "weapon": ("weapon",), "armor": ("armor",),
    "ring, wand or staff": ("ring", "stick"),
    "identify": ("potion", "ring", "stick", "scroll", "armor", "weapon"),  # of 5.2 and 3.6: anything
}  # fmt: skip


def quaff_good(b: Beliefs) -> Act | No:
    """Potions that are best drunk at once; healing at full health raises the maximum, if another is left."""
    if b.foes.seen:
        return WATCHED
    for letter, thing in b.pack.of_kind("potion"):
        name = b.name_of(thing)
        if name in _GOOD_POTIONS:
            return _quaff(letter, f"{name} is good at once")
        if name == "restore strength" and b.me.strength < b.me.max_strength:
            return _quaff(letter, "strength was lost")
        if name == "healing" and b.is_blind:
            return _quaff(letter, "it cures blindness")
        if name == "extra healing" and (b.is_blind or b.is_hallucinating) and b.me.hp < b.me.max_hp:
            return _quaff(letter, "it cures the eyes")
    return NOTHING


def read_good(b: Beliefs) -> Act | No:
    """Scrolls that are best read at once."""
    if b.foes.seen:
        return WATCHED
    for letter, thing in b.pack.of_kind("scroll"):
        name = b.name_of(thing)
        if name in ("enchant armor", "protect armor") and b.worn():
            return _read(letter, f"{name} on the suit in use")
        if name == "enchant weapon" and b.wielded():
            return _read(letter, "a better weapon")
        if name == "remove curse" and b.cursed:
            return _read(letter, "something is cursed")
        if name == "magic mapping" and b.level.stairs < 0 and not b.level.mapped and b.me.depth > 2:
            return _read(letter, "a map of this level")
        if name == "food detection" and spare_food(b) == 0:
            return _read(letter, "food may lie on this level")
        if name.startswith("identify") and _targets(b, name):
            return _read(letter, "there is something to identify")
    return NOTHING


def try_scroll(b: Beliefs) -> Act | No:
    """Unknown scrolls, nobody in view, in good health."""
    if b.foes.seen:
        return WATCHED
    if b.is_blind:
        return BLIND
    if not _is_fit(b):
        return TOO_SOON
    for letter, thing in b.pack.of_kind("scroll"):
        if not b.name_of(thing) and not b.lore.is_tried(thing):
            return _read(letter, "find out what it is")
    return NOTHING


def try_potion(b: Beliefs) -> Act | No:
    """Unknown potions, nobody in view, in good health, by a hero strong and fed enough for blindness."""
    if b.foes.seen:
        return WATCHED
    if not _is_fit(b) or b.me.level < b.knobs.potion_level:
        return TOO_SOON
    if provisions(b) < b.knobs.potion_turns:
        return HUNGRY
    for letter, thing in b.pack.of_kind("potion"):
        if not b.name_of(thing) and not b.lore.is_tried(thing):
            return _quaff(letter, "find out what it is")
    return NOTHING


def to_identify(b: Beliefs) -> list[str]:
    """Return the letters of things that fit the running identify scroll, unknown ones first."""
    return _targets(b, b.identify, known_too=True)


def _targets(b: Beliefs, scroll: str, known_too: bool = False) -> list[str]:
    """Return what an identify scroll of this name can be used on."""
    kinds = _WANTS.get(scroll.removeprefix("identify "), ())
    fitting = [(letter, thing) for letter, thing in b.pack.items() if thing.kind in kinds]
    unknown = [letter for letter, thing in fitting if not b.name_of(thing) or _is_open(thing.kind, thing.hit)]
    if not known_too:
        return unknown
    return unknown + [letter for letter, _ in fitting if letter not in unknown]


def _is_open(kind: str, hit: int | None) -> bool:
    return kind in ("weapon", "armor") and hit is None


def _is_fit(b: Beliefs) -> bool:
    me, knobs = b.me, b.knobs
    return me.depth >= knobs.try_depth and me.hp * 100 >= me.max_hp * knobs.fit_pct and not b.is_confused


def _quaff(letter: str, why: str) -> Act:
    return Act(b"q" + letter.encode(), why, Action("quaff", letter=letter))


def _read(letter: str, why: str) -> Act:
    return Act(b"r" + letter.encode(), why, Action("read", letter=letter))
