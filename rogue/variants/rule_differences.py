"""Sentences about levels, food, rules and words, one for each difference from an edition."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from rogue.tables.monsters import MindRules
from rogue.tables.ruleset import Ruleset
from rogue.variants.rule_sentences import DEGREES, DURATIONS, SWITCHES
from rogue.variants.schema import CHANCES, RULES

INFINITE: Final = 10**9  # stands for "no limit" where numbers are compared


def topic_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference that [rules] can make."""
    found = []
    for topic, keys in RULES.items():
        before, after = getattr(old, topic), getattr(new, topic)
        if topic == "minds":
            found += _of_minds(before, after)
            before, after = before or MindRules(), after or MindRules()
        for name in keys:
            a, b = getattr(before, name), getattr(after, name)
            if a != b:
                found.append(_of_rule(topic, name, a, b))
    return found


def _of_minds(before: MindRules | None, after: MindRules | None) -> list[str]:
    """Return a sentence if monsters begin or cease to think (VMN-1)."""
    if after is None:
        return [] if before is None else ["Monsters do not think."]
    if before is not None:
        return []
    return ["Monsters think: they see, hear and smell you, flee and return, hunt together, lie in wait."]


def _of_rule(topic: str, name: str, old: Any, new: Any) -> str:
    if topic == "times":
        how = "longer" if sum(new) > sum(old) else "shorter"
        if sum(new) == sum(old):
            how = "less evenly" if new[1] - new[0] > old[1] - old[0] else "more evenly"
        return f"{DURATIONS[name]} lasts {how}."
    if name in SWITCHES:
        return SWITCHES[name][new]
    more, less = DEGREES[name]
    if name in CHANCES:
        return more if new[0] * old[1] >= old[0] * new[1] else less
    a, b = (INFINITE if value is None else value for value in (old, new))
    return more if b > a else less


def dungeon_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference that [dungeon] can make, but for the order of monsters."""
    a, b = old.digging, new.digging
    found = []
    if old.amulet_depth != new.amulet_depth:
        found.append(f"The Amulet lies on level {new.amulet_depth}.")
    if a.danger_pct != b.danger_pct:
        found.append(f"Danger grows {'faster' if b.danger_pct > a.danger_pct else 'slower'} with depth.")
    if a.missing_rooms != b.missing_rooms:
        least, most = b.missing_rooms
        number = f"{least}" if least == most else f"{least} to {most}"
        found.append(f"Of nine rooms {number} {'is' if most == 1 else 'are'} missing.")
    if a.dark != b.dark:
        found.append(
            {"always": "All rooms are dark.", "never": "No room is dark."}.get(b.dark, "Rooms may be dark.")
        )
    found += _amount("mazes", a.maze_one_in, b.maze_one_in, one_in=True)
    if a.secrets != b.secrets:
        found.append(
            "There are hidden doors." if b.secrets else "Nothing is hidden: no secret doors or passages."
        )
    found += _amount("treasure rooms", a.treasure_one_in, b.treasure_one_in, one_in=True)
    found += _amount("traps", a.max_traps, b.max_traps)
    found += _amount("gold", a.gold_pct, b.gold_pct)
    found += _amount("things lying about", old.item_odds, new.item_odds)
    was = old.times.wander[0] if a.wanderers else 0
    now = new.times.wander[0] if b.wanderers else 0
    return found + _amount("wandering monsters", was, now, one_in=True)


def _amount(what: str, old: int, new: int, one_in: bool = False) -> list[str]:
    """Return a sentence if an amount changes; with `one_in` a smaller number means more."""
    if old == new:
        return []
    if new == 0:
        return [f"No {what}."]
    more = old == 0 or (new < old if one_in else new > old)
    return [f"{'More' if more else 'Less' if what == 'gold' else 'Fewer'} {what}."]


def turns_in_words(turns: tuple[int, int]) -> str:
    """Return a number of turns, or the range of it.

    >>> turns_in_words((800, 800)), turns_in_words((600, 999))
    ('800', '600 to 999')
    """
    return f"{turns[0]}" if turns[0] == turns[1] else f"{turns[0]} to {turns[1]}"


def food_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference that [food] can make."""
    a, b = old.hunger, new.hunger
    found = []
    if old.times.food != new.times.food:
        found.append(f"You begin with food for {turns_in_words(new.times.food)} turns.")
    if meal_of(old) != meal_of(new):
        found.append(f"A meal lasts {turns_in_words(meal_of(new))} turns.")
    if a.most != b.most:
        found.append(f"You can eat for {b.most} turns at most.")
    if a.hungry != b.hungry:
        found.append(f"You are hungry below {b.hungry} turns.")
    if a.weak != b.weak:
        found.append(f"You are weak below {b.weak} turns.")
    if a.starves != b.starves:
        found.append("One can starve." if b.starves else "Nobody starves.")
    if a.levels_without != b.levels_without:
        found.append(
            f"After {b.levels_without} levels without food there is some."
            if b.levels_without
            else "There may never be food again."
        )
    return found


def meal_of(rules: Ruleset) -> tuple[int, int]:
    """Return the least and the most turns of a meal."""
    least, most = rules.times.food
    return rules.hunger.meal or (least - 200, most + 199)


def word_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference that [words] can make."""
    found = []
    if old.words.amulet != new.words.amulet:
        found.append(f"The Amulet is called: {new.words.amulet}.")
    if old.words.welcome != new.words.welcome:
        found.append("You are welcomed in other words.")
    before = dict(old.words.phrases.pairs)
    for said, instead in new.words.phrases.pairs:
        if before.get(said) != instead:
            usual = before.get(said, said)
            found.append(f"It says: {instead} (for: {usual})" if instead else f"It does not say: {usual}")
    return found


def fields_with_sentences() -> frozenset[str]:
    """Return the fields of rules that have a sentence."""
    return frozenset((*SWITCHES, *DEGREES, *DURATIONS))


def fields_of_topics(old: Ruleset) -> frozenset[str]:
    """Return every field of the topics that [rules] has."""
    return frozenset(
        field.name
        for topic, keys in RULES.items()
        for field in fields(getattr(old, topic) or MindRules)
        if field.name in keys
    )
