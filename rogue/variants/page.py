"""The help page `This game`, with one sentence for each way in which a variant differs from its edition."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any, Final

from rogue.shared.wording import TEXT_COLUMNS
from rogue.tables.monster_minds import MindRules
from rogue.tables.ruleset import Ruleset
from rogue.variants.schema import CHANCES, RULES
from rogue.variants.thing_sentences import hero_sentences, item_sentences, mind_sentences, monster_sentences

DURATIONS: Final[Mapping[str, str]] = {
    "confusion": "Confusion", "potion_confusion": "Confusion from a potion",
    "gaze_confusion": "Confusion from a gaze", "hallucination": "Hallucination",
    "see_invisible": "Seeing the invisible", "blindness": "Blindness", "levitation": "Levitation",
    "monster_detection": "Monster detection", "haste": "Haste",
}  # fmt: skip

# fmt: off
_SWITCHES: Final[Mapping[str, tuple[str, str]]] = {
    "secret_passages": ("There are secret passages.", "There are no secret passages."),
    "traps_apart": ("Traps never share a square.", "Traps may share a square."),
    "foes_on_floor": ("Monsters do not begin on gold.", "Monsters may begin on gold."),
    "grows": ("Monsters grow stronger below the Amulet.", "Monsters grow no stronger below the Amulet."),
    "loads_at_deepest": ("Monsters carry items on your deepest level only.",
                         "Monsters carry items on every level."),
    "hoards_in_rooms": ("Leprechauns leave gold in rooms only.", "Leprechauns leave gold wherever they die."),
    "corners_hide": ("Corners hide what is behind them.", "Corners hide nothing."),
    "one_network": ("From a passage you see no other passage.", "From a passage you see other passages."),
    "blind_search": ("The blind can search.", "The blind cannot search."),
    "disguises_fool": ("Missiles and beams pass disguised monsters.",
                       "Missiles and beams stop at disguised monsters."),
    "terse_hides_flight": ("Terse games do not show missiles in flight.",
                           "Terse games also show missiles in flight."),
    "protection_adds": ("Two rings of protection add up.", "Two rings of protection do not add up."),
    "protection_saves": ("Rings of protection help against magic.",
                         "Rings of protection do not help against magic."),
    "regrows_beyond": ("Monsters may regenerate beyond full health.",
                       "Monsters regenerate up to full health."),
    "gaze_always": ("Gazes of sleeping monsters confuse, too.", "Gazes of sleeping monsters do nothing."),
    "steals_of_stacks": ("Nymphs may take one item of a stack.", "Nymphs take nothing of a stack."),
    "steals_groups": ("Nymphs take a whole group of weapons.", "Nymphs take one of a group of weapons."),
    "dart_save": ("You can resist poisoned darts.", "You cannot resist poisoned darts."),
    "fetches": ("Monsters fetch items that lie about.", "Monsters fetch no items that lie about."),
    "greedy_always_wake": ("Greedy monsters wake when they are seen.",
                           "Greedy monsters wake only where there is gold."),
    "greedy_mean_wake": ("Greedy monsters of treasure rooms always wake.",
                         "Greedy monsters of treasure rooms wake like mean ones."),
    "greedy_give_up": ("Greedy monsters chase you when their gold is gone.",
                       "Greedy monsters guard the place where their gold was."),
    "door_is_inside": ("Monsters notice you once you are in the door.",
                       "Monsters notice you before the door."),
    "blind_disturb": ("Monsters notice you enter a room when blind.",
                      "Monsters do not notice you enter a room when blind."),
    "blind_look": ("Monsters beside you may wake when you are blind.",
                   "Monsters beside you do not wake when you are blind."),
    "passages_are_rooms": ("Monsters in passages head for the doors.",
                           "Monsters in passages come straight for you."),
    "rethinks": ("Monsters choose a new goal in every room.", "Monsters keep their goal in another room."),
    "move_last": ("Monsters move after you have healed.", "Monsters move before you have healed."),
    "rooted_reach": ("Rooted monsters may step onto an exit beside them.", "Rooted monsters never step."),
    "stumbling_costs": ("Stumbling on the spot costs a turn.", "Stumbling on the spot costs no turn."),
    "any_change_off_guard": ("Every change of hunger leaves you off guard.",
                             "Among changes of hunger, only fainting leaves you off guard."),
    "potions_prolong": ("A second potion prolongs the first.", "A second potion does not prolong the first."),
    "confusion_prolongs": ("A second potion of confusion prolongs the first.",
                           "A second potion of confusion works like any other."),
    "teleport_frees": ("A teleport frees you from a bear trap.",
                       "A teleport does not free you from a bear trap."),
    "enchants_anything": ("Enchant weapon works on anything in hand.",
                          "Enchant weapon works on weapons only."),
    "beams_wake": ("Polymorph and cancellation wake their target.",
                   "Polymorph and cancellation wake nobody."),
    "missile_by_weapon": ("Magic missiles hit with the plus of your weapon.",
                          "Magic missiles hit the same with any weapon."),
    "cancellation_wakes": ("Cancellation wakes and unmasks its target.",
                           "Cancellation neither wakes nor unmasks."),
    "polymorph_keeps": ("Polymorphed monsters keep their items.", "Polymorphed monsters lose their items."),
    "polymorph_revives": ("Polymorph may make wiped-out monsters.",
                          "Polymorph makes no wiped-out monsters."),
    "beams_free": ("Teleports and cancellation free held monsters.",
                   "Teleports and cancellation free no held monsters."),
    "striking_unmasks": ("A zap of striking unmasks disguised monsters.",
                         "A zap of striking passes disguised monsters."),
    "striking_drains": ("Every blow of a staff of striking costs charges.",
                        "Only zaps of a staff of striking cost charges."),
    "letters_shift": ("Letters follow the order of the pack.", "Letters stay with their items."),
    "falls_anywhere": ("Items may fall under monsters.", "Items never fall under monsters."),
    "group_adds_one": ("Missiles that join their group count as one.",
                       "Missiles that join their group all count."),
    "hearing": ("Monsters hear you.", "Monsters hear nothing."),
    "scent": ("Monsters follow your trail.", "Monsters smell nothing."),
    "acts": ("Monsters act from afar.", "No monster acts from afar."),
    "fear": ("Hurt monsters flee.", "No monster flees."),
    "groups": ("Groups hunt together.", "Groups do not hunt together."),
    "ambushes": ("Monsters lie in wait.", "No monster lies in wait."),
    "learning": ("Monsters learn from what you do.", "Monsters do not learn from what you do."),
    "companions": ("Groups live together.", "Groups do not live together."),
    "foresight": ("Monsters cut you off.", "No monster cuts you off."),
    "steady_blows": ("Erratic monsters always strike.", "Erratic monsters flutter past you."),
}
"""Field -> sentence if it is on but not in the edition, and vice versa."""
_WORDS: Final[Mapping[str, Mapping[Any, str]]] = {
    "start": {"bare": "You may begin a level anywhere.",
              "true floor": "You begin a level on the floor of a room.",
              "apparent floor": "You begin a level on what looks like the floor of a room."},
    "thrown": {"by launcher": "Missiles need their launcher.",
               "always": "Missiles need no launcher.",
               "never by hand": "Missiles thrown by hand do little."},
    "ties": {"any": "Monsters take any of the nearest squares.",
             "first": "Monsters take the first of the nearest squares."},
    "stagger": {"any step": "The confused may stumble anywhere.",
                "legal step": "The confused stumble where they can go."},
    "polymorph_known": {"seen": "Polymorph is known once its monster is seen.",
                        "changed": "Polymorph is known once its monster has changed."},
    "bolts": {"switch": "Bolts threaten everyone in their path.",
              "once bounced": "Bolts threaten you once they have bounced."},
    "worth": {"by sum": "Items sell by the sum of their pluses.", "by plus": "Items sell by each plus."},
}
# fmt: on
SWITCHES: Final[Mapping[str, Mapping[Any, str]]] = {
    **{name: {True: on, False: off} for name, (on, off) in _SWITCHES.items()},
    **_WORDS,
}
"""Field -> value -> sentence if the value differs from the edition's."""

DEGREES: Final[Mapping[str, tuple[str, str]]] = {
    "treasure_tries": ("Treasure rooms are fuller.", "Treasure rooms are emptier."),
    "treasure_foe_tries": ("Treasure rooms have more monsters.", "Treasure rooms have fewer monsters."),
    "hasted_below": ("Monsters become fast on deeper levels.", "Monsters become fast on shallower levels."),
    "wakes": ("Mean monsters wake sooner.", "Mean monsters wake later."),
    "secret_door": ("Secret doors are easier to find.", "Secret doors are harder to find."),
    "trap": ("Traps are easier to find.", "Traps are harder to find."),
    "secret_passage": ("Secret passages are easier to find.", "Secret passages are harder to find."),
    "off_guard": ("Monsters hit you more often off guard.", "Monsters hit you less often off guard."),
    "regrows_pct": ("Monsters regenerate faster.", "Monsters regenerate slower."),
    "hold_hurts": ("Being held hurts more.", "Being held hurts less."),
    "life_die": ("Life drain takes more.", "Life drain takes less."),
    "starved_gaze": ("Gazes kill the starving later.", "Gazes kill the starving sooner."),
    "faints": ("The starving faint more often.", "The starving faint less often."),
    "most_extra_healing": ("Extra healing adds more.", "Extra healing adds less."),
    "enchant_hit": ("Enchant weapon improves hits more often.", "Enchant weapon improves hits less often."),
    "heals_every": ("Monsters heal slower.", "Monsters heal faster."),
    "striking_hit": ("Staffs of striking hit better.", "Staffs of striking hit worse."),
}
"""Field -> sentences for more and for less than in the edition."""


INFINITE: Final = 10**9  # stands for "no limit" where numbers are compared
INDENT: Final = "  "  # of a line that continues a sentence


def topic_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference in [rules]."""
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
    """Compare an edition and a variant (VMN-1).

    If monsters have minds in one of them but not in the other, return a list with one sentence that says so;
    otherwise return [].
    """
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
    """Return a sentence for each difference in [dungeon], except for the order of monsters."""
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
    found += _amount("items lying about", old.item_odds, new.item_odds)
    was = old.times.wander[0] if a.wanderers else 0
    now = new.times.wander[0] if b.wanderers else 0
    return found + _amount("wandering monsters", was, now, one_in=True)


def _amount(what: str, old: int, new: int, one_in: bool = False) -> list[str]:
    """If an amount differs, return a list with one sentence about it; otherwise return [].

    If `one_in` is true, the amount is a chance of 1 in `old` before and 1 in `new` after, so that a smaller
    number means a greater chance.
    """
    if old == new:
        return []
    if new == 0:
        return [f"No {what}."]
    more = old == 0 or (new < old if one_in else new > old)
    return [f"{'More' if more else 'Less' if what == 'gold' else 'Fewer'} {what}."]


def turns_in_words(turns: tuple[int, int]) -> str:
    """Return a number of turns, or a range of turns, as text.

    >>> turns_in_words((800, 800)), turns_in_words((600, 999))
    ('800', '600 to 999')
    """
    return f"{turns[0]}" if turns[0] == turns[1] else f"{turns[0]} to {turns[1]}"


def food_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference in [food]."""
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
            f"After {b.levels_without} levels without food, the next has some."
            if b.levels_without
            else "There may never be food again."
        )
    return found


def meal_of(rules: Ruleset) -> tuple[int, int]:
    """Return the minimum and the maximum number of turns for which a meal lasts."""
    least, most = rules.times.food
    return rules.hunger.meal or (least - 200, most + 199)


def word_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference in [words]."""
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


def page_of(edition: Ruleset, rules: Ruleset, description: Mapping[str, Any]) -> list[str]:
    """Return the lines of the page `This game`.

    edition      the rules with which the variant is compared
    rules        the rules of the variant
    description  the variant's description, which names the author and contains a summary
    """
    lines = [f"This game: {rules.variant} {rules.variant_version}, like Rogue {edition.edition}"]
    if description.get("author"):
        lines.append(f"By {description['author']}")
    if description.get("about"):
        lines.append(f'"{description["about"]}"')
    lines.append("")
    for sentence in differences(edition, rules):
        lines += wrapped(sentence)
    return lines


def differences(edition: Ruleset, rules: Ruleset) -> list[str]:
    """Return a sentence for each difference between an edition and a variant, in a fixed order."""
    return [
        *dungeon_sentences(edition, rules),
        *hero_sentences(edition, rules),
        *food_sentences(edition, rules),
        *monster_sentences(edition, rules),
        *mind_sentences(rules),
        *item_sentences(edition, rules),
        *topic_sentences(edition, rules),
        *word_sentences(edition, rules),
    ]


def wrapped(sentence: str) -> list[str]:
    """Wrap a sentence, with an indent after the first line.

    >>> [len(line) for line in wrapped("word " * 20)]
    [79, 21]
    """
    return wrap(sentence, TEXT_COLUMNS, subsequent_indent=INDENT, break_on_hyphens=False) or [""]
