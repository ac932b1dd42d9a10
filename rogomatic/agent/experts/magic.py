"""Magic: when to use potions, scrolls, sticks."""

from __future__ import annotations

from math import fsum  # rounds alike in every Python, as `sum` of fractions does not
from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import FLOOR, KEY_OF, PASSAGE, RIGHT, STAIRS, TRAP, box_of
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import use, zap
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.knobs import KNOBS
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.think.fight.combat_odds import duel
from rogomatic.agent.think.fight.magic_options import BOLTS, drained_points, may_hang
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground.firing_lines import line_to
from rogomatic.agent.think.ground.pathfinding import find_path
from rogomatic.agent.think.items.item_value import empty_chance, identify_targets, provisions, spare_food

_FEEBLE: Final = 7  # strength below which a hero hits less often (STR-3)
_GOOD_POTIONS: Final = ("raise level", "gain strength")
_FOR_SEEING: Final = frozenset((*_GOOD_POTIONS, "restore strength", "extra healing"))  # if not blind
_MAP: Final = "magic mapping"


def quaff_good(beliefs: Beliefs) -> Act | No:
    """Quaff a potion that is best drunk at once."""
    if beliefs.foes.seen:
        return refusals.IN_VIEW
    me, lore = beliefs.me, beliefs.lore
    for letter, thing in beliefs.pack.of_kind("potion"):
        name = lore.name_of(thing)
        if not name:
            continue
        if name in _GOOD_POTIONS:
            return use("quaff", letter, f"{name} is best drunk at once")
        if (
            name == "restore strength"
            and me.strength < me.max_strength
            and (me.depth >= beliefs.knobs.restore_depth or me.strength <= _FEEBLE)  # not soon lost again
        ):
            return use("quaff", letter, "strength was lost")
        if name == "healing" and beliefs.is_blind:
            return use("quaff", letter, "it cures blindness")
        is_hurt = name == "extra healing" and me.hp < me.max_hp
        if is_hurt and (beliefs.is_blind or beliefs.is_hallucinating):
            return use("quaff", letter, "it cures blindness")
    return refusals.NO_POTION


def why_quaff_none(beliefs: Beliefs) -> No | None:
    """Return the refusal of `quaff_good` if the pack holds no potion for it unless the hero is blind."""
    potions = beliefs.pack.of_kind("potion")
    return None if any(beliefs.name_of(one) in _FOR_SEEING for _, one in potions) else refusals.NO_POTION


def read_good(beliefs: Beliefs) -> Act | No:
    """Read a scroll that is best read at once."""
    if beliefs.foes.seen:
        return refusals.IN_VIEW
    level = beliefs.level
    is_lost = level.stairs < 0 and not level.mapped and beliefs.me.depth > 2
    for letter, thing in beliefs.pack.of_kind("scroll"):
        name = beliefs.name_of(thing)
        because = _why_read(beliefs, name)
        if because and (is_lost or name != _MAP):
            return use("read", letter, because)
    return refusals.NO_SCROLL


def why_read_none(beliefs: Beliefs) -> No | None:
    """Return the refusal of `read_good` if no scroll in the pack is of use on any level."""
    scrolls = beliefs.pack.of_kind("scroll")
    useful = any(_why_read(beliefs, beliefs.name_of(thing)) for _, thing in scrolls)
    return None if useful else refusals.NO_SCROLL


def _why_read(beliefs: Beliefs, name: str) -> str:
    """Return the reason to read a scroll of this kind at once.  Return "" if the pack gives none.

    A map is of use only to a hero that is lost.
    """
    if name in ("enchant armor", "protect armor") and beliefs.worn():
        return f"{name} for the armor worn"
    if name == "enchant weapon" and beliefs.wielded():
        return "a better weapon"
    if name == "remove curse" and beliefs.cursed:
        return "something is cursed"
    if name == _MAP:
        return "a map of this level"
    if name == "food detection" and spare_food(beliefs) == 0:
        return "food may lie on this level"
    if name.startswith("identify") and identify_targets(beliefs, name):
        return "there is something to identify"
    return ""


def try_scroll(beliefs: Beliefs) -> Act | No:
    """Read an unknown scroll while the hero is in good health and no monster is in view."""
    if beliefs.foes.seen:
        return refusals.IN_VIEW
    if beliefs.is_blind:
        return refusals.BLIND
    unfit = _unfit(beliefs)
    if unfit is not None:
        return unfit
    letter = _untried(beliefs, "scroll")
    return use("read", letter, "to find out what it is") if letter else refusals.NO_NEW_SCROLL


def why_try_no_scroll(beliefs: Beliefs) -> No | None:
    """Return the refusal of `try_scroll` if the pack holds no untried scroll."""
    return None if _untried(beliefs, "scroll") else _unfit(beliefs) or refusals.NO_NEW_SCROLL


def try_potion(beliefs: Beliefs) -> Act | No:
    """Quaff an unknown potion if the hero is in good health, is near the stairs, and has enough food.

    The food must last until blindness ends, because the potion may blind the hero.
    """
    if beliefs.foes.seen:
        return refusals.IN_VIEW
    letter = _untried(beliefs, "potion")
    if not letter:
        return refusals.NO_NEW_POTION
    unfit = _unfit(beliefs)
    if unfit is not None:
        return unfit
    if beliefs.me.level < beliefs.knobs.potion_level:
        return refusals.TOO_YOUNG
    if provisions(beliefs) < beliefs.knobs.potion_turns:
        return refusals.POTION_TURNS
    most = beliefs.knobs.potion_squares
    if not _is_near_stairs(beliefs, most):
        return refusals.POTION_STAIRS
    if beliefs.is_floating and most != _ANYWHERE:
        return refusals.FLOATING
    return use("quaff", letter, "to find out what it is")


def why_try_no_potion(beliefs: Beliefs) -> No | None:
    """Return the refusal of `try_potion` if the pack holds no untried potion."""
    return None if _untried(beliefs, "potion") else refusals.NO_NEW_POTION


def _untried(beliefs: Beliefs, kind: str) -> str:
    """Return the letter of the first unknown, untried item of a class.  Return "" if there is none."""
    lore = beliefs.lore
    for letter, thing in beliefs.pack.of_kind(kind):
        if not lore.name_of(thing) and not lore.is_tried(thing):
            return letter
    return ""


def _unfit(beliefs: Beliefs) -> No | None:
    """Return why the hero should not try unknown items now.  Return None if it may try them."""
    if beliefs.has_few_points:
        return refusals.FEW_POINTS
    return refusals.CONFUSED if beliefs.is_confused else None


_ORDER: Final = (*BOLTS, "polymorph", "slow monster", "teleport away", "cancellation", "drain life",
                 "magic missile")  # fmt: skip
_HELPS: Final = frozenset((*BOLTS, "polymorph", "slow monster", "teleport away", "magic missile"))
_BOLT_SQUARES: Final = 6  # STK-20
_BOLT_MAX: Final = 36  # maximum damage of a bolt that comes back (STK-24)
_OPEN: Final = (FLOOR, PASSAGE, STAIRS, TRAP)  # terrain that a bolt crosses; a door reflects it
_CURED: Final = frozenset({"rust", "freeze", "gaze", "drain", "hold", "weaken"})  # canceled (SPC-18)
_HIT_POINTS: Final = 4.5  # of a foe, per level
_ANYWHERE: Final = KNOBS["test_squares"].most
_TRY_SQUARES: Final = 3  # minimum distance at which the effect of a stick is visible
_DARK_SQUARES: Final = 3  # forgotten squares of a dark room; one may be a wrong guess below a foe


def zap_foe(beliefs: Beliefs) -> Act | No:
    """If a fight with a foe would be dangerous, zap the foe, from a distance if that is possible."""
    foes = _in_line(beliefs) if threat_of(beliefs).death_pct >= beliefs.knobs.zap_pct else []
    if not foes:
        return refusals.NOT_WORTH_IT
    answer = refusals.NOT_WORTH_IT
    for foe, step in foes:
        if 100 * duel(beliefs, foe)[0] * 2 < threat_of(beliefs).death_pct:
            continue
        answer = refusals.NO_STICK
        for name in _ORDER:
            if why_not_zap(beliefs, name, foe) is None:
                letter = _loaded_with(beliefs, name)
                if letter and not (name in ("slow monster", "cancellation") and letter in foe.zapped):
                    return zap(beliefs, step, letter, f"{name} against the {foe.kind.name}")
        for letter, thing in _loaded(beliefs):
            if (
                not beliefs.name_of(thing)
                and letter not in foe.zapped
                and _help_pct(beliefs, thing) >= beliefs.knobs.help_pct
            ):
                return zap(beliefs, step, letter, f"it may stop the {foe.kind.name}")
    return answer


def try_stick(beliefs: Beliefs) -> Act | No:
    """Zap an unknown stick at an approaching monster to learn what the stick does."""
    if threat_of(beliefs).near:
        return refusals.BESIDE
    if not threat_of(beliefs).coming:
        return refusals.NOT_COMING
    if beliefs.is_hallucinating:
        return refusals.HALLUCINATING
    if beliefs.is_confused:
        return refusals.CONFUSED
    if not _is_near_stairs(beliefs, beliefs.knobs.test_squares):
        return refusals.NO_RETREAT
    for letter, thing in _loaded(beliefs):
        if not beliefs.name_of(thing) and not beliefs.lore.is_tried(thing):
            for foe, step in _in_line(beliefs):
                if distance_between(foe.spot, beliefs.me.spot) >= _TRY_SQUARES:
                    return zap(beliefs, step, letter, f"to see what it does to the {foe.kind.name}")
            break
    return refusals.NO_NEW_STICK


def _is_near_stairs(beliefs: Beliefs, most: int) -> bool:
    """Return whether the hero stands on the stairs, or can walk there at a cost of less than `most`.

    If `most` is _ANYWHERE, return True.
    """
    if most == _ANYWHERE or beliefs.on_stairs:
        return True
    stairs = beliefs.level.stairs
    if stairs < 0 or distance_between(stairs, beliefs.me.spot) >= most:
        return False
    return bool(find_path(roads(beliefs), beliefs.me.spot, {stairs}, most))


def light_room(beliefs: Beliefs) -> Act | No:
    """Light a dark room that is not fully explored, so that its items are seen at once."""
    letter = _loaded_with(beliefs, "light")
    if not letter:
        return refusals.NO_LIGHT
    level, spot, box = beliefs.level, beliefs.me.spot, box_of(beliefs.me.spot)
    if beliefs.is_blind:
        return refusals.BLIND
    if level.code[spot] != FLOOR or level.forgotten.get(box, 0) < _DARK_SQUARES:
        return refusals.LIT
    if not any(box_of(one) == box and level.code[one] == FLOOR for one in level.frontier):
        return refusals.LIT
    return zap(beliefs, RIGHT, letter, "a dark room")


def why_light_nothing(beliefs: Beliefs) -> No | None:
    """Return the refusal of `light_room` if the pack holds no stick of light."""
    return None if beliefs.find("stick", "light") else refusals.NO_LIGHT


def why_not_zap(beliefs: Beliefs, name: str, foe: Foe) -> No | None:
    """Return why the hero should not zap a stick of the kind `name` at `foe` now.  Return None if it may."""
    distance, death_pct = distance_between(foe.spot, beliefs.me.spot), threat_of(beliefs).death_pct
    if name in BOLTS:
        if distance > _BOLT_SQUARES or foe.kind.level <= 1 or foe.kind.special == name:
            return refusals.NO_BOLT
        bounces = beliefs.me.hp <= _BOLT_MAX and death_pct < beliefs.knobs.bolt_pct
        return refusals.BOLT_BACK if bounces and _comes_back(beliefs, foe) else None
    if name == "polymorph":
        return None if death_pct >= beliefs.knobs.shift_pct else refusals.WORSE_FOE
    if name == "teleport away":
        return None if distance <= beliefs.knobs.away_squares else refusals.FAR_FOE
    if name == "cancellation":
        return None if foe.kind.special in _CURED else refusals.NOTHING_TO_CANCEL
    if name == "magic missile":
        return None if distance > 1 else refusals.STRIKE
    if name == "drain life":
        left = foe.kind.level * _HIT_POINTS - foe.wounds
        kills = len(beliefs.foes.seen) == 1 and drained_points(beliefs) >= left
        return None if kills and duel(beliefs, foe)[1] * 2 > beliefs.me.hp else refusals.DRAINS_HERO
    return None


def _comes_back(beliefs: Beliefs, foe: Foe) -> bool:
    """Return whether a bolt would bounce off a wall behind the foe and hit the hero (STK-21)."""
    step = line_to(beliefs, foe.spot)
    free = 0
    while free < _BOLT_SQUARES and beliefs.level.code[beliefs.me.spot + (free + 1) * step] in _OPEN:
        free += 1
    return 2 * free <= _BOLT_SQUARES


def _in_line(beliefs: Beliefs) -> list[tuple[Foe, int]]:
    """Return the pursuers that a zap can hit, most dangerous first, with the direction to each."""
    pairs = [(foe, line_to(beliefs, foe.spot)) for foe in threat_of(beliefs).foes]
    found = [pair for pair in pairs if pair[1] in KEY_OF]
    if len(found) > 1:
        found.sort(key=lambda pair: (-duel(beliefs, pair[0])[0], -pair[0].kind.level, pair[0].spot))
    return found


def _loaded(beliefs: Beliefs) -> list[tuple[str, Thing]]:
    """Return the sticks in the pack that may have charges and are safe to zap here."""
    sticks = beliefs.pack.of_kind("stick")
    return [
        (letter, one)
        for letter, one in sticks
        if empty_chance(beliefs, letter) < 1 and not may_hang(beliefs, one)
    ]


def _loaded_with(beliefs: Beliefs, name: str) -> str:
    """Return the letter of the stick `name` that is least likely to be empty.  Return "" if there is none."""
    best, least = "", 1.0
    for letter, thing in beliefs.pack.of_kind("stick"):
        if beliefs.name_of(thing) == name and not may_hang(beliefs, thing):
            empty = empty_chance(beliefs, letter)
            if empty < least:
                best, least = letter, empty
    return best


def _help_pct(beliefs: Beliefs, thing: Thing) -> float:
    return 100 * fsum(chance for name, chance in beliefs.lore.chances(thing).items() if name in _HELPS)
