"""What is different in this game: what its page says of it, and the knobs that go with that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

from rogomatic.beliefs.hunger_estimate import FoodRules, Stomach
from rogomatic.beliefs.item_knowledge import CLASSES, Odds
from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.monster_tracking import begin
from rogomatic.knobs import KNOBS, Knobs
from rogomatic.monster_manual import (
    BREATHES,
    ERRATIC,
    FLIES,
    GREEDY,
    MANUALS_WORD,
    MEAN,
    ROOTED,
    UNSEEN,
    WANDERS,
    Attack,
    DamageDistribution,
    Edition,
    Kind,
    MonsterSource,
)
from rogomatic.sight.page_parser import Amount, GamePage, PageMonster
from rogomatic.sight.version import read_as

# -- the page of a game, as beliefs

SEEN_ENOUGH: Final = 12  # blows exchanged with a kind, from which what was seen outweighs what is said
_LEVELS: Final = 2  # that tougher and frailer amount to
_CLASSES: Final = 2  # of armour that harder and easier to hit amount to
_MORE: Final = 2  # times the usual odds, and as many times less
_NOUNS: Final = {"potions": "potion", "scrolls": "scroll", "rings": "ring", "wands or staffs": "stick"}
_TRAITS: Final[Mapping[str, tuple[int, bool]]] = {
    "mean": (MEAN, True), "not mean": (MEAN, False), "flies": (FLIES, True), "does not fly": (FLIES, False),
    "guards gold": (GREEDY, True), "does not guard gold": (GREEDY, False), "invisible": (UNSEEN, True),
    "visible": (UNSEEN, False), "never moves": (ROOTED, True), "can move": (ROOTED, False),
    "breathes fire": (BREATHES, True), "breathes no fire": (BREATHES, False),
    "wanders about more": (ERRATIC, True), "wanders about less": (ERRATIC, False),
    "may come from anywhere": (WANDERS, True), "never comes from anywhere": (WANDERS, False),
}  # fmt: skip
"""What is said -> a trait, and whether it is there."""
_SPECIALS: Final[Mapping[str, str]] = {
    "its hit does nothing else": "", "its hit rusts armor": "rust", "its hit freezes": "freeze",
    "its hit transfixes": "freeze", "its hit steals gold": "steal gold", "its hit steals things": "steal",
    "its hit weakens": "weaken", "its hit drains life": "drain", "its hit drains experience": "drain",
    "its hit holds": "hold", "its gaze confuses": "gaze",
}  # fmt: skip


class PageMonsterSource:
    """A monster source that has read the page of this game.

    A kind that is like another has what `source` knows of that one, with the differences.  Of the names in
    `seen` experience knows more than the page.
    """

    def __init__(
        self, source: MonsterSource, stated: Iterable[PageMonster], seen: frozenset[str] = frozenset()
    ) -> None:
        self.source = source
        self._on_page = {one.name: one for one in stated}
        self._seen = seen

    def kind(self, edition: Edition, name: str, depth: int) -> Kind:
        """Return what to expect of a monster by its name, at a depth."""
        stated = self._on_page.get(name)
        if stated is None or name in self._seen:
            return self.source.kind(edition, name, depth)
        return differing(self.source.kind(edition, stated.like, depth), stated)

    def votes(self, version: str) -> dict[tuple[str, str], int]:
        """Return the votes for names of letters; where the page names a letter, only that counts."""
        letters = {one.letter for one in self._on_page.values()}
        votes = {pair: count for pair, count in self.source.votes(version).items() if pair[0] not in letters}
        return votes | {(one.letter, one.name): MANUALS_WORD for one in self._on_page.values()}


def differing(kind: Kind, stated: PageMonster) -> Kind:
    """Return a kind as the page says that it differs; words without a figure here change nothing.

    >>> snake = Kind("snake", 1, 5, ((1, 3),), MEAN, 3)
    >>> differing(snake, PageMonster("S", "wild dog", "snake", ("easier to hit", "tougher")))[:3]
    ('wild dog', 3, 7)
    """
    level, armor, attacks, traits, special = kind.level, kind.armor, kind.attacks, kind.traits, kind.special
    for word in stated.differs:
        if word in _TRAITS:
            trait, there = _TRAITS[word]
            traits = traits | trait if there else traits & ~trait
        elif word in _SPECIALS:
            special = _SPECIALS[word]
        elif word in ("tougher", "frailer"):
            level = max(1, level + (_LEVELS if word == "tougher" else -_LEVELS))
        elif word in ("harder to hit", "easier to hit"):
            armor += _CLASSES if word == "easier to hit" else -_CLASSES
        elif word in ("hits harder", "hits softer"):
            attacks = tuple([_scaled(attack, harder=word == "hits harder") for attack in attacks])
        elif word == "faster":
            attacks, traits = attacks * 2, traits | FLIES  # it acts twice a turn
    return kind._replace(
        name=stated.name, level=level, armor=armor, attacks=attacks, traits=traits, special=special
    )


def _scaled(attack: Attack, *, harder: bool) -> Attack:
    if isinstance(attack, DamageDistribution):
        return attack
    count, sides = attack
    return (count, (3 * sides + 1) // 2 if harder else max(1, 2 * sides // 3))


def take_page(beliefs: Beliefs, page: GamePage, source: MonsterSource) -> None:
    """Believe the page of this game; `source` has read it.  Called by the player, once."""
    beliefs.page = page
    beliefs.monster_source = source
    begin(beliefs, read_as(beliefs.version))
    if page.amulet_level:
        beliefs.amulet_depth = page.amulet_level
    food = beliefs.food
    beliefs.food = FoodRules(
        page.begin if page.begin[1] else food.begin,
        page.meal if page.meal[1] else food.meal,
        page.stomach or food.most,
        page.hungry or food.hungry,
        page.weak or food.weak,
        food.starves_at if page.starves_at is None else page.starves_at,
    )
    if page.begin[1]:
        beliefs.me.stomach = Stomach.between(*page.begin)
    beliefs.lore.kinds = _stated_odds(beliefs.lore.kinds, page.amounts)


def _stated_odds(kinds: Mapping[str, Odds], amounts: Iterable[Amount]) -> dict[str, Odds]:
    """Return the odds of kinds with what there is more, less or none of."""
    changed = {cls: dict(odds) for cls, odds in kinds.items()}
    for how, what in amounts:
        noun, _, name = what.partition(" of ")
        cls = _NOUNS.get(noun, "")
        if cls not in CLASSES or name not in changed[cls]:
            continue
        odds = changed[cls].pop(name)
        if how != "no":
            changed[cls][name] = odds * _MORE if how == "more" else max(1, odds // _MORE)
    return changed


# -- the knobs of an edition

# Those of before a screening in games of 5.4 moved the defaults, which in 3.6 lost 66 +- 49 gold by it.
# fmt: off
_UNSCREENED: Final[Mapping[str, int]] = {
    "attack_pct": 6, "flee_pct": 3, "death_hp": 15, "leave_hp": 60, "again_pct": 70, "meet_pct": 40,
    "lap_pct": 60, "magic_pct": 60, "last_pct": 25, "round_pct": 100, "rest_pct": 40, "rested_pct": 70,
    "scout_rest_pct": 15, "lookout_pct": 70, "lookout_rested_pct": 95, "lookout_squares": 30,
    "lookout_turns": 250, "lookout_shots_pct": 150, "gather_squares": 10, "food_squares": 30,
    "quiver_count": 12, "look_yield_pct": 100, "search_yield_pct": 120, "pass_gain_pct": 15,
    "level_turns": 900, "plenty_turns": 2_000, "lean_turns": 300, "meal_gold": 800, "potion_turns": 1_300,
    "bow_squares": 4, "hunt_pct": 70, "hunt_squares": 40, "shun_squares": 12, "guarded_pct": 10,
    "zap_pct": 10, "gamble_pct": 85, "rest_squares": 60, "probe_squares": 30, "alert_turns": 120,
    "thrift_turns": 2_000, "lean_rest_pct": 50, "swept_turns": 60, "idle_turns": 200, "dance_turns": 100,
    "strong_rest_pct": 85, "risk_turns": 10, "fast_turns": 300, "bow_count": 5, "hunt_count": 6,
    "fit_pct": 66, "prey_loss_pct": 50, "help_pct": 51, "bolt_pct": 40, "shift_pct": 35, "away_squares": 3,
    "quiet_squares": 3, "step_count": 12, "haunted_turns": 80, "test_squares": 200, "gamble_level": 5,
}
# fmt: on
EDITIONS: Final[Mapping[Edition, Mapping[str, int]]] = {
    "5.2": _UNSCREENED,
    "3.6": {
        **_UNSCREENED,
        "full_depth": 26,  # gold lies in every second room however deep, and no monster grows (V36-1, V36-5)
        "help_pct": 45,  # an unknown stick helps with 50 in 101 there, in 5.4 with 51 in 100
        "look_yield_pct": 40,  # turns are cheap: there is food for 4,000 more than are used from depth 7 on
        "search_yield_pct": 40,
        "lean_turns": 0,  # nobody starves (V36-13): without food, too, the deeper levels are the worse ones
        "restore_depth": 11,  # giant ants, which take it, come down to 12
        "strip_pct": 5,
        "potion_squares": 200,  # nobody sees what is not there, and the paralysed cannot leave by the stairs
        "test_squares": 3,
    },
}
"""Edition -> what differs from the defaults."""


def tune(beliefs: Beliefs, own: Knobs) -> None:
    """Have the hero play by the knobs of the edition; `own` are those of the game."""
    if beliefs.edition in EDITIONS:
        beliefs.knobs = knobs_in(beliefs.edition, own)


@lru_cache(maxsize=64)
def knobs_in(edition: Edition, own: Knobs) -> Knobs:
    """Return the knobs of an edition, always the same object for the same ones; what `own` has set otherwise
    than by default stays.

    >>> from rogomatic.knobs import DEFAULT
    >>> knobs_in("5.4", DEFAULT) == DEFAULT
    True
    """
    changes = EDITIONS.get(edition, {})
    return replace(
        own, **{name: value for name, value in changes.items() if getattr(own, name) == KNOBS[name].default}
    )


# -- the knobs of the quest for the Amulet

Stage = Literal["", "before", "above", "seek", "carry"]
"""No quest; on the way down; on the level above the Amulet's; on its level or below; with the Amulet."""
REACH: Final = 12  # the deepest level of an Amulet that a hero may hope to bring home
_GOLD: Final = 5_000  # what may still be won: more than any purse is worth
STAGES: Final[Mapping[Stage, Mapping[str, int]]] = {
    "before": {"hoped_gold": _GOLD},
    # What lies beside the way is worth less than the level's dangers: on, as soon as the stairs are seen.
    "above": {"hoped_gold": _GOLD, "full_depth": 0},
    # Magic need not be saved for levels that will not be seen.
    "seek": {"hoped_gold": _GOLD, "magic_pct": 15, "zap_pct": 3, "help_pct": 25},
    # Who has it hungers no more, so rest costs nothing, and nothing needs to be saved.
    "carry": {
        "hoped_gold": _GOLD, "magic_pct": 0, "zap_pct": 1, "help_pct": 10, "last_pct": 10, "death_hp": 30,
        "rested_pct": 100, "strong_rest_pct": 95,
    },
}  # fmt: skip
"""Stage -> what differs from the knobs of the game."""


def stage_of(beliefs: Beliefs) -> Stage:
    """Return where the quest stands; "" where the page of the game names no level within reach."""
    if not 0 < beliefs.page.amulet_level <= REACH:
        return ""
    if beliefs.has_amulet:
        return "carry"
    levels = beliefs.amulet_depth - beliefs.me.depth
    return "before" if levels > 1 else "above" if levels == 1 else "seek"


def pursue(beliefs: Beliefs, own: Knobs) -> None:
    """Have the hero play for the Amulet, if it is within reach; `own` are the knobs of the game."""
    stage = stage_of(beliefs)
    if stage:
        beliefs.knobs = quest_knobs(knobs_in(beliefs.edition, own), stage)


@lru_cache(maxsize=64)
def quest_knobs(own: Knobs, stage: Stage) -> Knobs:
    """Return the knobs of a stage, always the same object for the same ones."""
    return replace(own, **STAGES[stage])


def all_knobs(own: Knobs) -> tuple[Knobs, ...]:
    """Return these knobs as they are and as they are in each edition, all with those of every stage."""
    bases = (own, *[knobs_in(edition, own) for edition in EDITIONS])
    return tuple(one for base in bases for one in (base, *[quest_knobs(base, stage) for stage in STAGES]))
