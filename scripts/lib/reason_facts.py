"""What each reason of a rule states, as a test of the beliefs that asks no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR, FLOOR, PASSAGE
from rogomatic.agent.engine import refusals as why
from rogomatic.agent.engine.rule_engine import TIRED, Choice, No
from rogomatic.agent.experts.fight_or_flee import choose_station
from rogomatic.agent.experts.leaving import HOPELESS_TURNS
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.monster_manual import MEAN, ROOTED

Fact = Callable[[Beliefs], bool]

_AMULET: Final = ","
_HARMFUL: Final = 2  # monsters' level above which they do more than rust


def _foes(b: Beliefs) -> list[Foe]:
    return list(b.foes.seen.values())


def _beside(b: Beliefs) -> list[Foe]:
    return [foe for foe in _foes(b) if distance_between(foe.spot, b.me.spot) == 1]


def _awake(b: Beliefs) -> list[Foe]:
    """Return who is awake, or may be."""
    return [foe for foe in _foes(b) if foe.awake is not False]


def _holds(b: Beliefs, *names: str) -> bool:
    return any(thing.name in names for thing in b.pack.things())


def _has(b: Beliefs, kind: str) -> bool:
    return any(thing.kind == kind for thing in b.pack.things())


def _arrows(b: Beliefs) -> int:
    return sum(thing.count for thing in b.pack.things() if thing.name == "arrow")


def _held_name(b: Beliefs) -> str:
    return next((thing.name for thing in b.pack.things() if thing.use == "wielded"), "")


def _in_use(b: Beliefs, *uses: str) -> list[str]:
    return [letter for letter, thing in b.pack.items() if thing.use in uses]


def _untried(b: Beliefs, kind: str) -> bool:
    return any(
        thing.kind == kind and not b.name_of(thing) and not b.lore.is_tried(thing)
        for thing in b.pack.things()
    )


def _known(b: Beliefs, kind: str) -> set[str]:
    return {b.name_of(thing) for thing in b.pack.things() if thing.kind == kind}


def _since_unseen(b: Beliefs) -> float:
    """Return the turns since something unseen has struck on this level."""
    return b.turn - b.foes.unseen_turn if b.foes.unseen_turn >= 0 else float("inf")


def _in_line(b: Beliefs, foe: Foe) -> bool:
    down, right = divmod(foe.spot, 80)[0] - b.me.spot // 80, foe.spot % 80 - b.me.spot % 80
    return not down or not right or abs(down) == abs(right)


def _drops(b: Beliefs) -> bool:
    return b.level.code[b.me.spot] in (FLOOR, PASSAGE) and b.me.spot not in b.level.ignored


FACTS: Final[dict[No, Fact]] = {
    # what the game waits for, and what is known of it
    why.VERSION_KNOWN: lambda b: bool(b.version),
    why.NO_VARIANT: lambda b: not b.variant,
    why.PAGE_READ: lambda b: bool(b.variant and b.page.name),
    why.PACK_KNOWN: lambda b: b.stock == "known",
    why.ASKED: lambda b: b.stock == "asked" or b.commands > 0,
    # foes
    why.NONE_AFTER_US: lambda b: not any(foe.awake and (_reaches(b, foe) or not _rooted(foe))
                                         for foe in _foes(b) if foe not in _around_corner(b)),
    why.AFTER_US: lambda b: bool(_awake(b)),
    why.BESIDE: lambda b: any(foe.awake is not False for foe in _beside(b)),
    why.NONE_BESIDE: lambda b: not any(foe.awake and _reaches(b, foe) for foe in _beside(b)),
    why.IN_VIEW: lambda b: bool(_foes(b)),
    why.NOT_COMING: lambda b: not any(
        foe.awake and not _reaches(b, foe) and not _rooted(foe) for foe in _foes(b)),
    why.SEVERAL_COMING: lambda b: len(_awake(b)) > 1,
    why.STANDING: lambda b: bool(_awake(b)),
    why.SLEEP_CLEAR: lambda b: not any(
        foe.awake is None and foe.kind.traits & MEAN and distance_between(foe.spot, b.me.spot) > 1
        for foe in _foes(b)),
    why.NO_RUST: lambda b: not any(foe.awake and foe.kind.special == "rust" for foe in _beside(b)),
    why.OTHERS_TOO: lambda b: any(
        foe.awake is not False and foe.kind.special != "rust" and foe.kind.level > _HARMFUL
        for foe in _foes(b)),
    why.NO_BAD_SLEEPER: lambda b: b.is_confused or b.me.held or not any(
        foe.awake is False and foe.kind.traits & MEAN and foe.kind.worst >= b.me.max_hp * 4
        for foe in _beside(b)),
    why.NOT_STRUCK: lambda b: _since_unseen(b) > 1,
    why.NOT_TOLD: lambda b: not any(
        fact.kind in ("monster-hits", "monster-misses") and not fact.who for fact in b.facts) or b.is_blind
        or bool(_foes(b)) or b.is_hallucinating,
    why.NOT_UNSEEN: lambda b: _since_unseen(b) > b.knobs.haunted_turns,
    why.NO_PHANTOM: lambda b: b.me.depth < 13,
    why.UNSEEN_NEAR: lambda b: _since_unseen(b) < 4,
    # the hero
    why.BOUND: lambda b: b.me.held or b.me.trapped > 0 or b.is_confused,
    why.BLIND: lambda b: b.turn < b.me.blind_until,
    why.CONFUSED: lambda b: b.turn < b.me.confused_until,
    why.NOT_CONFUSED: lambda b: b.turn >= b.me.confused_until,
    why.HALLUCINATING: lambda b: b.turn < b.me.hallucinating_until,
    why.FLOATING: lambda b: b.turn < b.me.floating_until,
    why.SEES: lambda b: b.turn >= max(b.me.blind_until, b.me.confused_until),
    why.FEW_POINTS: lambda b: b.me.hp < b.me.max_hp,
    why.TOO_YOUNG: lambda b: b.me.level < b.knobs.potion_level,
    why.GAMBLE_YOUNG: lambda b: b.me.level < b.knobs.gamble_level,
    why.UNFIT_TO_HUNT: lambda b: b.me.hp < b.me.max_hp,
    why.NOT_PRESSING: lambda b: b.me.hp > 1,
    why.WELL: lambda b: 100 * b.me.hp >= b.me.max_hp * min(
        b.knobs.scout_rest_pct, b.knobs.rest_pct * b.knobs.lean_rest_pct / 100),
    # food
    why.FED: lambda b: b.me.hunger == "",
    why.NOT_WEAK: lambda b: b.me.hunger in ("", "Hungry"),
    why.WEAK: lambda b: b.me.hunger in ("Weak", "Faint"),
    why.NO_FOOD: lambda b: not _has(b, "food"),
    why.FOOD_LEFT: lambda b: _has(b, "food"),
    why.NO_FAINT_YET: lambda b: b.me.hunger != "Faint",
    why.NO_FAINT_HERE: lambda b: b.edition == "3.6" or b.food.starves_at >= 0,
    why.FASTING: lambda b: b.me.hunger in ("Hungry", "Weak") and not b.me.alert and _has(b, "food"),
    why.ALERT: lambda b: b.me.alert,
    why.EMPTY_LONG: lambda b: b.me.stomach.most <= 0,
    why.TOO_HUNGRY: lambda b: b.me.hunger in ("Weak", "Faint") or (bool(b.me.hunger) and not _has(b, "food")),
    why.STARVING: lambda b: b.me.hunger != "" and b.is_blind,
    why.SEARCH_FOOD: lambda b: not _has(b, "food"),
    why.NO_STARVING: lambda b: b.edition == "3.6",
    # weapons and what is thrown
    why.NO_MISSILE: lambda b: _held_name(b) != "short bow" or not _arrows(b),
    why.STRIKE: lambda b: bool(_beside(b)),
    why.NOT_THROWN: lambda b: b.action.verb != "throw",
    why.NOT_GONE: lambda b: b.action.verb == "throw",
    why.NO_BOW: lambda b: b.throws_by_hand or not _holds(b, "short bow"),
    why.FEW_ARROWS: lambda b: _arrows(b) < 3,
    why.FEW_MISSILES: lambda b: any(
        thing.kind == "weapon" and thing.count < b.knobs.hunt_count for thing in b.pack.things()),
    why.BOW_IN_HAND: lambda b: _held_name(b) == "short bow",
    why.BOW_AWAITS: lambda b: _held_name(b) == "short bow" and b.level.stairs >= 0,
    why.NO_BOW_IN_HAND: lambda b: _held_name(b) not in ("", "short bow"),
    why.HELD_CURSED: lambda b: any(letter in b.cursed for letter in _in_use(b, "wielded")),
    why.NO_BLADE: lambda b: not _holds(b, "mace", "long sword", "two handed sword", "spear"),
    why.NO_CHANGE: lambda b: _held_name(b) in ("", "short bow"),
    why.TOO_NEAR: lambda b: any(
        distance_between(foe.spot, b.me.spot) < b.knobs.bow_squares for foe in _awake(b)),
    why.IN_LINE: lambda b: any(_in_line(b, foe) for foe in _awake(b)),
    why.IN_HAND: lambda b: bool(_in_use(b, "wielded")),
    why.NO_WEAPON: lambda b: not _holds(b, "mace", "long sword", "two handed sword", "spear"),
    why.STAIRS_BETTER: lambda b: b.me.spot == b.level.stairs,
    # armor and rings
    why.NOT_WORN: lambda b: not _in_use(b, "worn"),
    why.SUIT_CURSED: lambda b: any(letter in b.cursed for letter in _in_use(b, "worn")),
    why.RUSTPROOF: lambda b: bool(_in_use(b, "worn")),
    why.NO_SUIT: lambda b: not _has(b, "armor"),
    why.BEST_SUIT: lambda b: bool(_in_use(b, "worn")),
    why.HANDS_FULL: lambda b: len(_in_use(b, "left", "right")) > 1,
    why.NO_RINGS: lambda b: not _in_use(b, "left", "right"),
    why.RINGS_CURSED: lambda b: {*_in_use(b, "left", "right")} <= b.cursed,
    why.NO_RING: lambda b: len(_in_use(b, "left", "right")) < 2,
    why.RINGS_FEED: lambda b: bool(_in_use(b, "left", "right")),
    why.RINGS_HUNGER: lambda b: _has(b, "amulet") and b.me.hunger != "",
    # magic
    why.NO_SCROLL: lambda b: not _in_use(b, "worn") or "enchant armor" not in _known(b, "scroll"),
    why.NO_POTION: lambda b: not _known(b, "potion") & {"raise level", "gain strength"},
    why.NO_HEALING: lambda b: not _known(b, "potion") & {"healing", "extra healing"},
    why.HEALING: lambda b: bool(_known(b, "potion") & {"healing", "extra healing"}),
    why.REMEDY: lambda b: _has(b, "scroll") or _has(b, "stick"),
    why.NO_NEW_SCROLL: lambda b: not _untried(b, "scroll"),
    why.NO_NEW_POTION: lambda b: not _untried(b, "potion"),
    why.NO_LIGHT: lambda b: "light" not in {
        b.name_of(thing) for letter, thing in b.pack.items()
        if thing.kind == "stick" and thing.charges != 0 and letter not in b.spent and letter not in b.zaps},
    why.NO_RETREAT: lambda b: b.me.spot != b.level.stairs,
    why.POTION_STAIRS: lambda b: b.me.spot != b.level.stairs,
    why.POTION_TURNS: lambda b: b.me.stomach.least < b.knobs.potion_turns * 3,
    # the Amulet
    why.QUEST: lambda b: _has(b, "amulet"),
    why.FIGHTS_ON: lambda b: not b.resigns,
    why.OWNED: lambda b: _has(b, "amulet"),
    why.NOT_OWNED: lambda b: not _has(b, "amulet"),
    why.NOT_IN_SIGHT: lambda b: _AMULET not in b.level.things.values(),
    # things that lie about
    why.ROOM: lambda b: not b.full_pack,
    why.NO_FLOOR: lambda b: not _drops(b),
    why.NOTHING_SPARED: lambda b: b.full_pack,
    # the level
    why.NO_STAIRS: lambda b: b.level.stairs < 0,
    why.STAIRS_KNOWN: lambda b: b.level.stairs >= 0,
    why.ON_STAIRS: lambda b: b.me.spot == b.level.stairs,
    why.TOO_DEEP: lambda b: b.me.depth > b.knobs.vigil_depth,
    why.OPEN: lambda b: b.level.code[b.me.spot] not in (PASSAGE, DOOR),
    why.ALL_SEEN: lambda b: not b.level.frontier,
    why.NOT_WORTH_LOOKING: lambda b: bool(b.level.frontier),
    why.NONE_HIDDEN: lambda b: b.level.depth < 2,
    why.NO_DEAD_END: lambda b: b.level.code[b.me.spot] != PASSAGE or sum(
        b.level.is_walkable(b.me.spot + step) for step in (-80, -1, 1, 80)) > 1,
    why.SEARCHED: lambda b: b.watch.swept >= b.knobs.swept_turns,
    why.NOT_SEARCHED: lambda b: b.watch.swept < b.knobs.swept_turns,
    why.NO_TRAP: lambda b: "teleport trap" not in b.level.traps.values(),
    why.NOT_IDLE: lambda b: b.watch.idle < b.knobs.idle_turns,
    why.NOT_LONG: lambda b: b.watch.danced < b.knobs.dance_turns,
    why.LONG: lambda b: b.watch.danced >= b.knobs.dance_turns,
    why.IN_TIME: lambda b: b.watch.idle < HOPELESS_TURNS,
    why.FIGHTS_ON: lambda b: not b.resigns,
    why.NO_HURRY: lambda b: not _has(b, "amulet"),
}  # fmt: skip
"""Reason -> whether it holds."""

JUDGEMENTS: Final = frozenset({
    why.NO_DANGER, why.LET_SLEEP, why.NOBODY_WAITS, why.NO_SHOTS, why.ODDS_GOOD, why.BLOW, why.HOPE,
    why.NOTHING_BOLDER, why.TOO_RISKY, why.HARMLESS, why.NO_COVER, why.NO_LINE, why.NO_STEP, why.NO_PREY,
    why.NO_STAND, why.NO_LOOKOUT, why.NO_GAMBLE, why.NOT_WORTH_IT, why.NO_STICK, why.NO_BOLT, why.BOLT_BACK,
    why.WORSE_FOE, why.FAR_FOE, why.NOTHING_TO_CANCEL, why.DRAINS_HERO, why.NO_NEW_STICK, why.LIT,
    why.NO_THINGS, why.NO_WAY, why.NO_PLACE, why.NOWHERE, why.POOR, why.NOT_IN_WAY, why.UNBARRED,
    why.NO_SLEEPER, why.NOWHERE_ELSE,
})  # fmt: skip
"""Reasons that weigh something up, so that only the rule itself could say whether they hold."""


def _reaches(b: Beliefs, foe: Foe) -> bool:
    """Return whether a foe beside the hero can strike: not round the corner of a door or passage."""
    return foe.spot in b.level.neighbors(b.me.spot) and b.me.spot in b.level.neighbors(foe.spot)


def _rooted(foe: Foe) -> bool:
    return bool(foe.kind.traits & ROOTED)


def _around_corner(b: Beliefs) -> list[Foe]:
    """Return who is awake beside the hero, cannot strike, and cannot move either."""
    return [foe for foe in _beside(b) if _rooted(foe) and not _reaches(b, foe)]


def all_reasons() -> dict[str, No]:
    """Return every reason that rules share, by its name."""
    return {name: one for name, one in vars(why).items() if isinstance(one, No)}


def unnamed_reasons() -> list[str]:
    """Return the reasons of which it is not said whether they state a fact, and which fact."""
    known = FACTS.keys() | JUDGEMENTS
    return [name for name, one in all_reasons().items() if one not in known and one is not why.OTHER]


def untrue_reasons(b: Beliefs, choice: Choice) -> Iterator[str]:
    """Yield what a choice tells that is not so: the rung, its reason, and what it should have."""
    if choice.ladder is not LADDER and choice.ladder is not ANSWERS:
        return
    for rung, no in zip(choice.ladder, choice.refusals, strict=False):
        if no == TIRED:
            told = b.watch.acted.get(rung.name, 0) >= rung.most > 0
        elif no == why.OTHER:
            told = b.waiting.kind != "command"
        elif no in FACTS:
            told = FACTS[no](b)
        else:
            told = no in JUDGEMENTS or rung.rule is choose_station
        if not told:
            yield f"{rung.name}: {no.why_not}"
