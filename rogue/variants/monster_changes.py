"""The changes that a description makes to the monsters or their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rogue.shared.errors import meant
from rogue.tables.monster_minds import MINDS, MonsterMind
from rogue.tables.monsters import FLIES, GREEDY, INVISIBLE, MEAN, REGENERATES, Dice, MonsterKind
from rogue.tables.ruleset import Ruleset, with_mind
from rogue.variants.mind_changes import own_minds
from rogue.variants.problems import Diagnostic
from rogue.variants.schema import shown

MIN_ORDER: Final = 5
PACK: Final = (2, 4)  # what `pack = true` means
TRAIT_FLAGS: Final = {
    "mean": MEAN, "flies": FLIES, "greedy": GREEDY, "invisible": INVISIBLE, "regenerates": REGENERATES,
}  # fmt: skip
TRAIT_FIELDS: Final = ("gaze", "breathes", "rooted", "disguised", "silent")
_SPEEDS: Final = ("slow", "usual", "fast")
_LEVELS: Final = (1, 30)
_ARMOR: Final = (-10, 10)
_MAX_SIDES: Final = 20
_MAX_EXP: Final = 50_000


def monster_order(
    base: Ruleset,
    rows: Mapping[str, Mapping[str, Any]],
    models: Mapping[str, MonsterKind],
    said: str | None,
    problems: list[Diagnostic],
) -> str:
    """Return the letters of a variant's monsters, ordered by depth.  Append errors to `problems`.

    rows    a dict from letters to the rows of [monsters]
    models  a dict from letters to the kinds of monsters on which the rows are based
    said    the order that the description gives, or None
    """
    order = base.order if said is None else said
    twice = sorted({letter for letter in order if order.count(letter) > 1})
    if twice:
        problems.append(Diagnostic(("dungeon", "order"), f"order contains {', '.join(twice)} more than once"))
        return base.order
    for letter, row in rows.items():
        behind = row.get("after")
        if (
            behind is None
            and said is None
            and row.get("like") is not None
            and models[letter].letter != letter
        ):
            behind = models[letter].letter
            if behind not in order:
                continue
        if behind is None:
            continue
        if behind not in order or behind == letter:
            text = f"after is {shown(behind)}, which is not another letter of the order {order}"
            problems.append(Diagnostic(("monsters", letter, "after"), text))
            continue
        order = order.replace(letter, "").replace(behind, behind + letter)
    order = "".join([letter for letter in order if not rows.get(letter, {}).get("gone")])
    if len(order) < MIN_ORDER:
        at = ("dungeon", "order") if said is not None else ("monsters",)
        text = f"the order has {len(order)} letters left; it needs at least {MIN_ORDER}"
        problems.append(Diagnostic(at, text))
        return base.order
    return order


def changed_monsters(base: Ruleset, data: Mapping[str, Any], problems: list[Diagnostic]) -> Ruleset:
    """Return the rules with a description's changes to the monsters.  Append errors to `problems`."""
    rows: Mapping[str, Mapping[str, Any]] = data.get("monsters", {})
    said_order = data.get("dungeon", {}).get("order")
    if not rows and said_order is None:
        own_minds(base, data, problems)  # for its errors
        return base
    models = {letter: _model(base, letter, row, problems) for letter, row in rows.items()}
    minds = own_minds(base, data, problems)
    kinds = dict(base.monsters)
    for letter, row in rows.items():
        kinds[letter] = _kind(base, letter, models[letter], row, minds, problems)
    order = monster_order(base, rows, models, said_order, problems)
    roaming = set(base.wanderers) - {" "}
    for letter, row in rows.items():
        model = models[letter].letter
        if row.get("wanders", model in base.wanderers):
            roaming.add(letter)
        else:
            roaming.discard(letter)
    wanderers = "".join([letter if letter in roaming else " " for letter in order])
    changed = base.replace(monsters=kinds, order=order, wanderers=wanderers)
    if not wanderers.strip():
        changed = changed.replace(digging=replace(base.digging, wanderers=False))
    return changed


def _model(base: Ruleset, letter: str, row: Mapping[str, Any], problems: list[Diagnostic]) -> MonsterKind:
    """Return the kind on which a row is based: the kind named by `like`, or the kind with this letter."""
    like = row.get("like")
    if like is None:
        return base.monsters[letter]
    named = {kind.name: kind for kind in base.monsters.values()}
    found = base.monsters.get(like) or named.get(like.lower())
    if found is None:
        text = f"like is {shown(like)}; there is no such monster{meant(like.lower(), named)}"
        problems.append(Diagnostic(("monsters", letter, "like"), text))
        return base.monsters[letter]
    return found


def _kind(
    base: Ruleset,
    letter: str,
    model: MonsterKind,
    row: Mapping[str, Any],
    minds: Mapping[str, MonsterMind],
    problems: list[Diagnostic],
) -> MonsterKind:
    path = ("monsters", letter)
    changes: dict[str, Any] = {"letter": letter, "like": model.like or model.name}
    for key, field in (("name", "name"), ("level", "level"), ("armor", "armor"), ("erratic", "erratic"),
                       ("speed", "speed"), ("carries", "carry")):  # fmt: skip
        if key in row:
            changes[field] = row[key]
    if "attacks" in row:
        changes["attacks"] = tuple([dice_of(text) for text in row["attacks"]])
    if "hit" in row:
        changes["on_hit"] = "" if row["hit"] == "none" else row["hit"]
    if "traits" in row:
        changes["traits"] = sum({TRAIT_FLAGS[trait] for trait in row["traits"] if trait in TRAIT_FLAGS})
        changes |= {trait: trait in row["traits"] for trait in TRAIT_FIELDS}
    if "pack" in row:
        changes["pack"] = PACK if row["pack"] is True else tuple(row["pack"])
    kind = replace(model, **changes)
    mind = _mind(base, path, row["mind"], minds, problems) if "mind" in row else kind.mind
    if mind is not None:
        kind = with_mind(kind, mind)
    for word in row.get("but", ()):
        kind = _but(kind, word, path, problems)
    if "exp" in row:
        kind = replace(kind, exp=row["exp"])
    elif kind.level != model.level:
        kind = replace(kind, exp=min(max(1, _rounded(model.exp * kind.level**2, model.level**2)), _MAX_EXP))
    return kind


def _mind(
    base: Ruleset,
    path: tuple[str, ...],
    like: str,
    minds: Mapping[str, MonsterMind],
    problems: list[Diagnostic],
) -> MonsterMind | None:
    """Return the mind with the name `like`, or the mind of the monster with the name or letter `like`.

    Return None after an error.
    """
    if base.minds is None:
        text = "mind says how it thinks, but no monster thinks in this game; add [rules.minds]"
        problems.append(Diagnostic((*path, "mind"), text))
        return None
    if like.lower() in minds:
        return minds[like.lower()]
    named = {kind.name: kind for kind in base.monsters.values()}
    found = base.monsters.get(like) or named.get(like.lower())
    if found is not None:
        return found.mind
    if like.lower() in MINDS:
        return MINDS[like.lower()]
    text = (
        f"mind is {shown(like)}; there is no such monster{meant(like.lower(), {**named, **MINDS, **minds})}"
    )
    problems.append(Diagnostic((*path, "mind"), text))
    return None


def dice_of(text: str) -> Dice:
    """Parse dice such as 2d4.

    >>> dice_of("2d4")
    (2, 4)
    """
    count, _, sides = text.partition("d")
    return int(count), int(sides)


def _rounded(value: int, by: int) -> int:
    """Return value / by, rounded half up.  Neither number may be negative."""
    return (2 * value + by) // (2 * by)


def _but(kind: MonsterKind, word: str, path: tuple[str, ...], problems: list[Diagnostic]) -> MonsterKind:
    """Return `kind` changed as `word` says, for example made "faster".

    If the change is impossible, append an error and return the kind unchanged.
    """
    if word in ("faster", "slower"):
        step = _SPEEDS.index(kind.speed) + (1 if word == "faster" else -1)
        if 0 <= step < len(_SPEEDS):
            return replace(kind, speed=_SPEEDS[step])
        problems.append(Diagnostic((*path, "but"), f"nothing is {word} than {kind.speed}"))
        return kind
    if word in ("stronger", "weaker"):
        attacks = tuple([(count, _sides(sides, word)) for count, sides in kind.attacks])
        if all(sides <= _MAX_SIDES for _, sides in attacks):
            return replace(kind, attacks=attacks)
        problems.append(Diagnostic((*path, "but"), f"{word} makes dice with more than {_MAX_SIDES} sides"))
        return kind
    step = 1 if word == "tougher" else -1
    level, armor = kind.level + 2 * step, kind.armor - step
    for what, old, value, (least, most) in (
        ("level", kind.level, level, _LEVELS), ("armor", kind.armor, armor, _ARMOR),
    ):  # fmt: skip
        if not least <= value <= most:
            text = f"{word} changes {what} {old} to {value}; it must be {least} to {most}"
            problems.append(Diagnostic((*path, "but"), text))
            return kind
    return replace(kind, level=level, armor=armor)


def _sides(sides: int, word: str) -> int:
    """Return the number of sides of the dice after a change.

    For "stronger", this is `sides` * 3/2, rounded up.  For "weaker", it is `sides` * 2/3, rounded to the
    nearest integer, but never below 1.  If `sides` is 0, the result is 0.
    """
    if not sides:
        return 0
    return (3 * sides + 1) // 2 if word == "stronger" else max(1, _rounded(2 * sides, 3))
