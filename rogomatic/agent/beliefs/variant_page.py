"""The rules of a variant, as its help page states them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.item_knowledge import CLASSES
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import begin
from rogomatic.agent.editions import Edition, FoodRules, Odds, read_as
from rogomatic.agent.monster_manual import (
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
    Kind,
    MonsterSource,
)
from rogomatic.agent.sight.page_parser import GamePage, PageMonster

SEEN_ENOUGH: Final = 12  # blows after which observations of a kind outweigh the page
ALONE_ENOUGH: Final = 60  # blows in a variant after which the edition's record is ignored
_LEVELS: Final = 2  # difference of "tougher" and "frailer"
_CLASSES: Final = 2  # difference in armor of "harder to hit" and "easier to hit"
_MORE: Final = 2  # factor for "more" and "less"
_NOUNS: Final = {"potions": "potion", "scrolls": "scroll", "rings": "ring", "wands or staffs": "stick"}
_TRAITS: Final[Mapping[str, tuple[int, bool]]] = {
    "mean": (MEAN, True), "not mean": (MEAN, False), "flies": (FLIES, True), "does not fly": (FLIES, False),
    "guards gold": (GREEDY, True), "does not guard gold": (GREEDY, False), "invisible": (UNSEEN, True),
    "visible": (UNSEEN, False), "never moves": (ROOTED, True), "can move": (ROOTED, False),
    "breathes fire": (BREATHES, True), "breathes no fire": (BREATHES, False),
    "wanders about more": (ERRATIC, True), "wanders about less": (ERRATIC, False),
    "may come from anywhere": (WANDERS, True), "never comes from anywhere": (WANDERS, False),
}  # fmt: skip
"""Wording -> a trait, and whether the monster has it."""
_SPECIALS: Final[Mapping[str, str]] = {
    "its hit does nothing else": "", "its hit rusts armor": "rust", "its hit freezes": "freeze",
    "its hit transfixes": "freeze", "its hit steals gold": "steal gold", "its hit steals things": "steal",
    "its hit weakens": "weaken", "its hit drains life": "drain", "its hit drains experience": "drain",
    "its hit holds": "hold", "its gaze confuses": "gaze",
}  # fmt: skip


class PageMonsterSource:
    """Monster source that applies the help page of this game.

    If the page compares a kind with a known kind, take the figures of the known kind from `source`, and apply
    the differences that the page states.  For monsters whose names are in `seen`, which the agent has met in
    earlier games, use the figures learned there instead of the page's.
    """

    def __init__(
        self, source: MonsterSource, stated: Iterable[PageMonster], seen: frozenset[str] = frozenset()
    ) -> None:
        self.source = source
        self._on_page = {one.name: one for one in stated}
        self._seen = seen

    def kind(self, edition: Edition, name: str, depth: int) -> Kind:
        """Return the estimated fighting figures of a monster with this name that is met at `depth`."""
        stated = self._on_page.get(name)
        if stated is None or name in self._seen:
            return self.source.kind(edition, name, depth)
        return differing(self.source.kind(edition, stated.like, depth), stated)

    def votes(self, version: str) -> dict[tuple[str, str], int]:
        """Return (letter, name) -> votes.  For letters on the page, only the page's names have votes."""
        letters = {one.letter for one in self._on_page.values()}
        votes = {pair: count for pair, count in self.source.votes(version).items() if pair[0] not in letters}
        return votes | {(one.letter, one.name): MANUALS_WORD for one in self._on_page.values()}


def differing(kind: Kind, stated: PageMonster) -> Kind:
    """Return the kind that the page describes: a copy of `kind`, changed in the ways that the page says.

    Phrases of the page that are not understood change nothing.

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
    """Put the rules from the help page of this game into the beliefs, with `source` as monster source."""
    beliefs.page = page
    beliefs.monster_source = source
    begin(beliefs, read_as(beliefs.version))
    if page.amulet_level:
        beliefs.amulet_depth = page.amulet_level
    food = beliefs.food
    beliefs.food = FoodRules(
        page.begin if page.begin[1] else food.begin, page.meal if page.meal[1] else food.meal,
        page.stomach or food.most, page.hungry or food.hungry, page.weak or food.weak,
        food.starves_at if page.starves_at is None else page.starves_at,
    )  # fmt: skip
    if page.begin[1]:
        beliefs.me.stomach = Stomach.between(*page.begin)
    beliefs.lore.take_kinds(_stated_odds(beliefs.lore.kinds, page))


def _stated_odds(kinds: Mapping[str, Odds], page: GamePage) -> dict[str, Odds]:
    """Return class -> odds of its kinds, with the changes on the page.  A renamed kind keeps its odds."""
    changed = {cls: dict(odds) for cls, odds in kinds.items()}
    renamed = {like for _, like in page.things}
    for how, what in page.amounts:
        noun, _, name = what.partition(" of ")
        cls = _NOUNS.get(noun, "")
        if how == "only" and cls in CLASSES:
            left = {
                *name.replace(" and ", ", ").split(", "),
                *(one.removeprefix(f"{noun} of ") for one in renamed),
            }
            changed[cls] = {kind: odds for kind, odds in changed[cls].items() if kind in left}
            continue
        if cls not in CLASSES or name not in changed[cls]:
            continue
        odds = changed[cls].pop(name)
        if how == "no" and what in renamed:
            changed[cls][name] = odds
        elif how != "no":
            changed[cls][name] = odds * _MORE if how == "more" else max(1, odds // _MORE)
    return changed
