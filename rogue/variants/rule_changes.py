"""The changes that a description makes to levels, food, rules, or words."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from string import Formatter
from typing import Any, Final

from rogue.shared.wording import listed
from rogue.tables.messages import Translation
from rogue.tables.ruleset import Ruleset
from rogue.tables.variant_rules import MEAL
from rogue.variants.item_changes import span_of
from rogue.variants.problems import Diagnostic
from rogue.variants.schema import NONE, THINK, shown

_DIGGING: Final = {
    "danger": "danger_pct", "dark": "dark", "mazes": "maze_one_in", "treasure_rooms": "treasure_one_in",
    "most_traps": "max_traps", "gold": "gold_pct",
}  # fmt: skip
"""Key of [dungeon] -> field of LevelgenRules."""
_HUNGER: Final = {
    "most": "most", "hungry": "hungry", "weak": "weak", "starves": "starves",
    "at_least_every": "levels_without",
}  # fmt: skip
"""Key of [food] -> field of HungerRules."""


def changed_dungeon(base: Ruleset, data: Mapping[str, Any]) -> Ruleset:
    """Return the rules with the changes from a description's [dungeon], except for the order of monsters."""
    said: Mapping[str, Any] = data.get("dungeon", {})
    digging: dict[str, Any] = {field: said[key] for key, field in _DIGGING.items() if key in said}
    if "missing_rooms" in said:
        digging["missing_rooms"] = span_of(said["missing_rooms"])
    if "secrets" in said:
        digging["secrets"] = said["secrets"] == "usual"
    times: dict[str, Any] = {}
    if "wanderers" in said:
        turns = said["wanderers"]
        digging["wanderers"] = turns > 0
        if turns:
            times["wander"] = (turns - turns // 20, turns - turns // 20 + max(turns // 10 - 1, 0))
    return base.replace(
        amulet_depth=said.get("amulet_level", base.amulet_depth),
        item_odds=said.get("items", base.item_odds),
        digging=replace(base.digging, **digging),
        times=replace(base.times, **times),
    )


def changed_food(base: Ruleset, data: Mapping[str, Any], problems: list[Diagnostic]) -> Ruleset:
    """Return the rules with the changes from a description's [food].  Append errors to `problems`."""
    said: Mapping[str, Any] = data.get("food", {})
    hunger: dict[str, Any] = {field: said[key] for key, field in _HUNGER.items() if key in said}
    start = base.times.food
    if "start" in said:
        start = span_of(said["start"])
        least = start[0] + MEAL[0]
        hunger["meal"] = None if least > 0 else (1, start[1] + MEAL[1])
    if "meal" in said:
        hunger["meal"] = span_of(said["meal"])
    rules = replace(base.hunger, **hunger)
    if not 0 < rules.weak < rules.hungry < rules.most:
        text = (
            f"weak ({rules.weak}) must be below hungry ({rules.hungry}), and hungry below most ({rules.most})"
        )
        problems.append(Diagnostic(("food",), text))
    return base.replace(hunger=rules, times=replace(base.times, food=start))


def changed_rules(base: Ruleset, data: Mapping[str, Any]) -> Ruleset:
    """Return the rules with the changes from a description's [rules]."""
    topics: dict[str, Any] = {}
    for topic, row in data.get("rules", {}).items():
        values = {name: _value(value) for name, value in row.items() if name != THINK.name}
        rules = getattr(base, topic)
        if rules is not None:
            topics[topic] = replace(rules, **values)
    return base.replace(**topics)


def changed_minds(base: Ruleset, data: Mapping[str, Any]) -> Ruleset:
    """Return the rules with thinking monsters turned on or off, as [rules.minds] says (VMN-1)."""
    row = data.get("rules", {}).get("minds")
    if row is None:
        return base
    on = row.get(THINK.name, True)
    if on == (base.minds is not None):
        return base
    return base.with_minds() if on else base.without_minds()


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return None if value == NONE else value


def changed_words(base: Ruleset, data: Mapping[str, Any], problems: list[Diagnostic]) -> Ruleset:
    """Return the rules with the changes from a description's [words].  Append errors to `problems`."""
    said: Mapping[str, Any] = data.get("words", {})
    words = base.words
    if "amulet" in said:
        words = words.replace(amulet=said["amulet"])
    if "welcome" in said:
        places = places_of(said["welcome"])
        if places is None or not places <= {"name"}:
            text = f"welcome is {shown(said['welcome'])}; it can contain no braces except {{name}}"
            problems.append(Diagnostic(("words", "welcome"), text))
        else:
            words = words.replace(welcome=said["welcome"])
    pairs = dict(words.phrases.pairs)
    parents = {instead: message for message, instead in pairs.items() if instead}
    for message, instead in said.get("say", {}).items():
        before, after = places_of(message), places_of(instead)
        if before is None or after is None or (instead and before != after):
            has = f"{shown(message)} has {_in_braces(before)} and {shown(instead)} has {_in_braces(after)}"
            text = f"{has}; both must have the same {{places}}"
            problems.append(Diagnostic(("words", "say", message), text))
            continue
        pairs[parents.get(message, message)] = instead
    if said.get("say"):
        words = words.replace(phrases=Translation(tuple(pairs.items())))
    return base.replace(words=words)


def _in_braces(places: Set[str] | None) -> str:
    """Return the words by which an error message lists the placeholders of a text, each in braces.

    If `places` is None, which means that the braces of the text are invalid, return words that say so.
    """
    if places is None:
        return "invalid braces"
    return listed([f"{{{place}}}" for place in sorted(places)]) if places else "none"


def places_of(text: str) -> set[str] | None:
    """Return the placeholders of a template, or None if it is invalid.

    >>> sorted(places_of("{who} hits {whom}") or ()), places_of("a {b"), places_of("{a.b}")
    (['who', 'whom'], None, None)
    """
    found = set()
    try:
        for _, name, form, conversion in Formatter().parse(text):
            if name is None:
                continue
            if form or conversion or not name.isidentifier() or name in found:
                return None
            found.add(name)
    except ValueError:
        return None
    return found
