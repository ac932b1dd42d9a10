"""Sentences about monsters, items, or the hero, one for each difference from an edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rogue.shared.wording import SAME_IN_PLURAL, listed, plural_of, with_article
from rogue.tables.items import CLASSES, ItemClass, ItemKind
from rogue.tables.monster_minds import MINDS, SAME_MIND, MonsterMind
from rogue.tables.monsters import HitEffect, MonsterKind, doubled_mean
from rogue.tables.ruleset import Ruleset
from rogue.tables.variant_rules import KitItem
from rogue.variants.monster_changes import TRAIT_FLAGS

HIT_WORDS: Final[Mapping[HitEffect, str]] = {
    "": "its hit does nothing else", "rust armor": "its hit rusts armor", "freeze": "its hit freezes",
    "transfix": "its hit transfixes", "steal gold": "its hit steals gold",
    "steal item": "its hit steals things", "weaken": "its hit weakens",
    "drain life": "its hit drains life", "drain level": "its hit drains experience",
    "hold": "its hit holds",
}  # fmt: skip
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
"""Trait -> sentences for a kind that gains it and for a kind that loses it."""
_CLASS_WORDS: Final[dict[ItemClass, str]] = {
    "potion": "potions", "scroll": "scrolls", "food": "food", "weapon": "weapons", "armor": "armor",
    "ring": "rings", "stick": "wands and staffs",
}  # fmt: skip


def monster_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each letter whose monster differs.

    If the order of the monsters differs, add a sentence that says so.
    """
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


def mind_sentences(new: Ruleset) -> list[str]:
    """Return a sentence for each mind that a description defines.

    The minds are sorted by the letter of the first monster that has each of them.
    """
    minds = {kind.mind.like: kind.mind for _, kind in sorted(new.monsters.items()) if kind.mind is not None}
    return [
        f"Monsters with the mind of {with_article(name)}: {', '.join(_mind_parts(mind))}."
        for name, mind in minds.items()
        if name not in MINDS
    ]


def _mind_parts(mind: MonsterMind) -> list[str]:
    parts: list[str] = [mind.cast]
    parts += [f"in {mind.group}s"] * bool(mind.group) + ["tracks you"] * bool(mind.nose)
    parts += ["flees when hurt"] * bool(mind.flee) + ["lies in wait"] * mind.ambushes
    parts += ["keeps its distance"] * mind.distant
    return [*parts, *[own.name for own in mind.acts]]


def _who_there_is(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each monster that the new rules add or remove.

    If more monsters were removed than there are now, return just one sentence, which lists the monsters that
    there are now.
    """
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
    """Return how a kind differs from its model, in words."""
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
    """Return the name of the mind that this kind has: a monster's name, or a name that a description defines.

    It matters only in games in which monsters have minds.
    """
    return SAME_MIND.get(kind.name, kind.name) if kind.mind is None else kind.mind.like


def _has(kind: MonsterKind, trait: str) -> bool:
    flag = TRAIT_FLAGS.get(trait)
    return bool(getattr(kind, trait)) if flag is None else kind.traits & flag != 0


def _pace(kind: MonsterKind) -> int:
    return ("slow", "usual", "fast").index(kind.speed)


def item_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference between the items of two games.

    Differences between classes come first.  Differences between kinds follow, in the order of the classes.
    """
    found = _class_sentences(dict(old.class_odds), dict(new.class_odds))
    for cls in CLASSES:
        before = {kind.name: kind for kind in old.kinds(cls)}
        after = {kind.name: kind for kind in new.kinds(cls)}
        only = _only_kinds(before, after)
        found += (
            [only]
            if only
            else [f"No {things_of(kind)}." for name, kind in before.items() if name not in after]
        )
        for name, kind in after.items():
            model = before.get(name)
            if model is None:
                like = _like_of(old, kind)
                found.append(f"There are {things_of(kind)}, like {things_of(like)}.")
                model = replace(like, odds=kind.odds)
            parts = _item_parts(model, kind)
            found += [part for part in parts if not (only and part == f"No {things_of(kind)}.")]
    return found


def _only_kinds(before: Mapping[str, ItemKind], after: Mapping[str, ItemKind]) -> str:
    """If most kinds of a class are gone, return a sentence that names the rest.  Otherwise return ""."""
    found = [name for name, kind in before.items() if kind.odds]
    left = [after[name] for name in found if name in after and after[name].odds]
    if not left or len(found) <= 2 * len(left):
        return ""
    noun, of, _ = things_of(left[0]).partition(" of ")
    if not of:
        return f"Only {listed([things_of(kind) for kind in left])}."
    return f"Only {noun} of {listed([kind.name for kind in left])}."


def _class_sentences(old: Mapping[ItemClass, int], new: Mapping[ItemClass, int]) -> list[str]:
    """Return a sentence for each class that has become more or less frequent among all items."""
    if old == new:
        return []
    rest = [cls for cls in old if old[cls] or new[cls]]
    said: dict[ItemClass, bool] = {}  # whether a class grew more than the others
    while rest:
        a, b = sum(old[cls] for cls in rest), sum(new[cls] for cls in rest)
        far = {cls: abs(new[cls] * a - old[cls] * b) for cls in rest}  # times a: whole numbers
        outlier = max(rest, key=lambda cls: far[cls])
        if far[outlier] <= a:  # at most 1 % from its share of the rest
            break
        said[outlier] = new[outlier] * a > old[outlier] * b
        rest.remove(outlier)
    found = []
    for cls in old:
        if cls in said or (old[cls] and not new[cls]):
            less = "Less" if cls in ("food", "armor") else "Fewer"
            found.append(f"{'No' if not new[cls] else 'More' if said[cls] else less} {_CLASS_WORDS[cls]}.")
    return found or ["Classes of things have slightly other shares."]


def things_of(kind: ItemKind) -> str:
    """Return the plural of a kind: potions of healing, arrows, food."""
    if kind.cls in ("weapon", "armor", "food"):
        return plural_of(kind.name)
    return f"{_CLASS_WORDS[kind.cls].replace(' and ', ' or ')} of {kind.name}"


def _like_of(old: Ruleset, kind: ItemKind) -> ItemKind:
    """Return the edition's kind with the same effect as `kind`.

    If the edition has no such kind, return the kind with the most similar armor class or damage.
    """
    kinds = old.kinds(kind.cls)
    by_effect = next((each for each in kinds if each.does == kind.does), None)
    return by_effect or min(kinds, key=lambda each: (each.armor != kind.armor, each.wield != kind.wield))


def _item_parts(old: ItemKind, new: ItemKind) -> list[str]:
    """Return a sentence for each property in which two kinds differ."""
    things = things_of(new)
    subject = things[0].upper() + things[1:]
    found = []
    if old.odds != new.odds:
        less = "Less" if things.endswith(SAME_IN_PLURAL) else "Fewer"
        found.append(f"{'No' if not new.odds else 'More' if new.odds > old.odds else less} {things}.")
    for field, more, less in (
        ("worth", "sell for more", "sell for less"),
        ("wield", "hit harder in hand", "hit softer in hand"),
        ("thrown", "hit harder when thrown", "hit softer when thrown"),
        ("armor", "protect less", "protect more"),
        ("count", "lie in larger heaps", "lie in smaller heaps"),
        ("charges", "hold more", "hold less"),
        ("food_use", "make you hungrier", "make you less hungry"),
    ):
        a, b = _figure(old, field), _figure(new, field)
        if a != b:
            found.append(f"{subject} {more if b > a else less}.")
        elif getattr(old, field) != getattr(new, field):
            found.append(f"{subject} differ in another way ({field.replace('_', ' ')}).")
    for field, yes, no in (
        ("rusts", "can rust", "do not rust"),
        ("cursed", "are always cursed", "need not be cursed"),
    ):
        if getattr(old, field) != getattr(new, field):
            found.append(f"{subject} {yes if getattr(new, field) else no}.")
    if old.launcher != new.launcher:
        found.append(
            f"{subject} need {with_article(new.launcher) if new.launcher else 'nothing'} to be thrown well."
        )
    return found


def _figure(kind: ItemKind, field: str) -> float:
    value: Any = getattr(kind, field)
    if field in ("wield", "thrown"):
        return doubled_mean((value,))
    if field == "food_use":
        units, share, of = value
        return float(units) * float(share) / float(of)
    return float(sum(value)) if isinstance(value, tuple) else float(value)


def hero_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference between the starting heroes of the `old` and the `new` rules."""
    a, b = old.hero, new.hero
    found = []
    if a.hit_points != b.hit_points:
        found.append(f"You begin with {b.hit_points} hit points.")
    if a.strength != b.strength:
        found.append(f"You begin with strength {b.strength}.")
    if [_kit_fields(part) for part in a.kit] != [_kit_fields(part) for part in b.kit]:
        found.append(f"You begin with: {', '.join([_part_in_words(new, part) for part in b.kit])}.")
    return found


def _kit_fields(part: KitItem) -> tuple[Any, ...]:
    return (part.cls, part.name, part.count, part.hit_plus, part.damage_plus, part.charges, part.in_use)


def _part_in_words(rules: Ruleset, part: KitItem) -> str:
    kind = rules.kind(part.cls, part.name)
    least, most = part.count
    number = f"{least}" if least == most else f"{least} to {most}"
    pluses = {
        "weapon": f"{part.hit_plus:+d},{part.damage_plus:+d} ",
        "armor": f"{part.hit_plus:+d} ",
        "ring": f"{part.hit_plus:+d} " if kind.valued else "",
    }.get(part.cls, "")
    noun = {"potion": "potion of ", "scroll": "scroll of ", "ring": "ring of ", "stick": "wand of "}.get(
        part.cls, ""
    )
    if part.cls == "food":
        text = f"some {part.name}" if most == 1 else f"{number} rations of {part.name}"
    elif part.cls == "armor":
        text = f"{pluses}{part.name}"
    elif most == 1:
        text = f"a {pluses}{noun}{part.name}"
    else:
        many = f"{noun.replace(' of', 's of')}{part.name}" if noun else plural_of(part.name)
        text = f"{number} {pluses}{many}"
    if part.charges is not None:
        text += f" [{part.charges} charges]"
    return text + (" (in use)" if part.in_use else "")
