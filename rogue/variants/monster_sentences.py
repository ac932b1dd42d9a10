"""Sentences about monsters, one for each difference from an edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rogue.shared.wording import listed, plural_of, with_article
from rogue.tables.monsters import SAME_MIND, Dice, HitEffect, MonsterKind
from rogue.tables.ruleset import Ruleset
from rogue.variants.monster_changes import TRAIT_FLAGS

HIT_WORDS: Final[Mapping[HitEffect, str]] = {
    "": "its hit does nothing else",
    "rust armor": "its hit rusts armor",
    "freeze": "its hit freezes",
    "transfix": "its hit transfixes",
    "steal gold": "its hit steals gold",
    "steal item": "its hit steals things",
    "weaken": "its hit weakens",
    "drain life": "its hit drains life",
    "drain level": "its hit drains experience",
    "hold": "its hit holds",
}
TRAIT_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "mean": ("mean", "not mean"),
    "flies": ("flies", "does not fly"),
    "greedy": ("guards gold", "does not guard gold"),
    "invisible": ("invisible", "visible"),
    "regenerates": ("regenerates", "does not regenerate"),
    "gaze": ("its gaze confuses", "its gaze is harmless"),
    "breathes": ("breathes fire", "breathes no fire"),
    "rooted": ("never moves", "can move"),
    "disguised": ("disguised", "not disguised"),
    "silent": ("strikes silently", "strikes with a sound"),
}
"""Trait -> what is said when the edition's kind has it not, and when only that one has it."""


def monster_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each letter that is another monster or gone, and for the order."""
    found = []
    named = {kind.name: kind for kind in old.monsters.values()}
    for letter, kind in sorted(new.monsters.items()):
        before = old.monsters[letter]
        model = named.get(kind.like, before)
        gone = letter in old.order and letter not in new.order
        parts = _monster_parts(model, kind)
        wandered, wanders = model.letter in old.wanderers, letter in new.wanderers
        if wandered != wanders and not gone and (kind is not before or letter in old.wanderers):
            parts.append("may come from anywhere" if wanders else "never comes from anywhere")
        if not gone and (parts or kind.name != before.name or model is not before):
            like = ", ".join([f"like {with_article(model.name)}", *parts])
            found.append(f"{letter} is {with_article(kind.name)}: {like}.")
    found += _who_there_is(old, new)
    if _common_order(old.order, new.order) != _common_order(new.order, old.order):
        found.append("Monsters come in another order.")
    return found


def _who_there_is(old: Ruleset, new: Ruleset) -> list[str]:
    """Return which letters are gone or there for the first time; of many that are gone, which are left."""
    many = {letter: f"{plural_of(kind.name)} ({letter})" for letter, kind in sorted(new.monsters.items())}
    gone = [letter for letter in many if letter in old.order and letter not in new.order]
    left = [many[letter] for letter in many if letter in new.order]
    if len(gone) > len(left):
        return [f"Only {listed(left)}."]
    come = [letter for letter in many if letter in new.order and letter not in old.order]
    return [*(f"No {many[letter]}." for letter in gone), *(f"There are {many[letter]}." for letter in come)]


def _common_order(order: str, other: str) -> str:
    return "".join([letter for letter in order if letter in other])


def _monster_parts(old: MonsterKind, new: MonsterKind) -> list[str]:
    """Return how a kind differs from the one that it is like; figures become words."""
    parts = []
    for a, b, more, less in (
        (old.level, new.level, "tougher", "frailer"),
        (old.armor, new.armor, "easier to hit", "harder to hit"),
        (doubled_mean(old.attacks), doubled_mean(new.attacks), "hits harder", "hits softer"),
        (_pace(old), _pace(new), "faster", "slower"),
        (old.carry, new.carry, "carries more", "carries less" if new.carry else "carries nothing"),
        (old.exp, new.exp, "worth more", "worth less"),
    ):
        if a != b:
            parts.append(more if b > a else less)
    if doubled_mean(old.attacks) == doubled_mean(new.attacks) and old.attacks != new.attacks:
        parts.append("hits in another way")
    if old.on_hit != new.on_hit:
        parts.append(HIT_WORDS[new.on_hit])
    for trait, (has, lacks) in TRAIT_WORDS.items():
        if _has(old, trait) != _has(new, trait):
            parts.append(has if _has(new, trait) else lacks)
    if old.erratic != new.erratic:
        wilder = new.erratic and (not old.erratic or new.erratic < old.erratic)
        parts.append("wanders about more" if wilder else "wanders about less")
    if new.mind is not None and new.mind.like != mind_like(old):
        parts.append(f"thinks like {with_article(new.mind.like)}")
    if old.pack != new.pack:
        least, most = new.pack
        number = f"of {least}" if least == most else f"of {least} to {most}"
        parts.append("alone" if most == 1 else f"in packs {number}")
    return parts


def mind_like(kind: MonsterKind) -> str:
    """Return the kind whose mind a kind has, or would have if monsters thought."""
    return SAME_MIND.get(kind.name, kind.name) if kind.mind is None else kind.mind.like


def _has(kind: MonsterKind, trait: str) -> bool:
    flag = TRAIT_FLAGS.get(trait)
    return bool(getattr(kind, trait)) if flag is None else kind.traits & flag != 0


def doubled_mean(attacks: tuple[Dice, ...]) -> int:
    """Return twice the mean damage of all attacks."""
    return sum(count * (sides + 1) for count, sides in attacks if sides)


def _pace(kind: MonsterKind) -> int:
    return ("slow", "usual", "fast").index(kind.speed)
