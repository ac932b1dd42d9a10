"""The tables of the rule book, rendered from the tables of the game.

The last column of the monsters of 5.4 is prose; it is taken from the page itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Final

from rogue.tables.edition_table import EDITIONS as ALL_EDITIONS
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.monsters import FLIES, GREEDY, INVISIBLE, MEAN, REGENERATES, Dice, MonsterKind
from rogue.tables.ruleset import Ruleset
from scripts.lib.text_table import aligned

OLDER: Final = ("5.2", "3.6")
EDITIONS: Final = {name: ALL_EDITIONS[name] for name in ("5.4", *OLDER)}
"""Those that have tables of their own; `minds` has those of 5.4, and one more."""
DEEPEST: Final = 32
"""From this depth on the choice of monsters stays the same (MON-2)."""
_PLACE: Final = re.compile(
    r"^<!-- table: ([^\n]+) -->\n(.*?)^<!-- end of table -->$", re.MULTILINE | re.DOTALL
)
_TRAITS: Final = {
    MEAN: "mean", FLIES: "flies", GREEDY: "greedy", INVISIBLE: "invisible", REGENERATES: "regenerates",
}  # fmt: skip


def shown(page: str) -> dict[str, str]:
    """Return what stands at the marked places of a page, by the names of the tables.

    >>> shown("<!-- table: a -->\\n| x |\\n<!-- end of table -->\\n")
    {'a': '| x |\\n'}
    """
    return dict(_PLACE.findall(page))


def filled(page: str) -> str:
    """Return a page with every marked place filled anew; KeyError for a table that does not exist."""
    return _PLACE.sub(
        lambda place: f"<!-- table: {place[1]} -->\n{TABLES[place[1]](place[2])}<!-- end of table -->", page
    )


def _dice(dice: Dice) -> str:
    return f"{dice[0]}d{dice[1]}"


def weights(order: str, depth: int) -> dict[str, float]:
    """Return letter -> chance in 100 at a depth, by MON-1; letters that never come are left out."""
    chances: dict[str, float] = {}
    for step in range(10):
        at = depth - 6 + step
        drawn = range(5) if at < 0 else range(21, 26) if at > 25 else (at,)
        for index in drawn:
            chances[order[index]] = chances.get(order[index], 0) + 10 / len(drawn)
    return chances


def _depths_of(order: str, letter: str) -> str:
    depths = [depth for depth in range(1, DEEPEST + 1) if letter in weights(order, depth)]
    return f"{depths[0]} and deeper" if depths[-1] == DEEPEST else f"{depths[0]}..{depths[-1]}"


def _figures(rules: Ruleset, kind: MonsterKind) -> list[object]:
    traits = [word for mark, word in _TRAITS.items() if kind.traits & mark]
    attacks = " ".join(map(_dice, kind.attacks))
    if kind.letter not in rules.wanderers:
        traits.append("no wanderer")
    depths = _depths_of(rules.order, kind.letter)
    return [kind.name, kind.level, kind.armor, attacks, kind.exp, kind.carry, depths, ", ".join(traits)]


_COLUMNS: Final = ["name", "level", "class", "attacks", "points", "carry", "depths", "traits"]


def _older_monsters(_old: str) -> str:
    """Render the monsters of 5.2, with what differs in 3.6 in the last column."""
    rules, older = (EDITIONS[edition] for edition in OLDER)
    rows = []
    for letter in sorted(rules.monsters):
        figures = _figures(rules, rules.monsters[letter])
        others = zip(_COLUMNS, figures, _figures(older, older.monsters[letter]), strict=True)
        changes = [f"{name} {new or 'none'}" for name, old, new in others if old != new]
        rows.append([letter, *figures, "; ".join(changes)])
    return aligned(["letter", *_COLUMNS, "in 3.6"], rows)


def _numbered_monsters(old: str) -> str:
    rules = EDITIONS["5.4"]
    place = old.splitlines()[1].index("remarks")
    remarks = {line[4]: line[place:] for line in old.splitlines() if line.startswith("MTB-")}
    rows = [
        [f"MTB-{letter}", *_figures(rules, rules.monsters[letter]), remarks.get(letter, "")]
        for letter in sorted(rules.monsters)
    ]
    return aligned(["rule", *_COLUMNS, "remarks"], rows)


def _depths(_old: str) -> str:
    order = EDITIONS["5.4"].order
    rows = []
    for depth in range(1, DEEPEST + 1):
        chances = weights(order, depth)
        groups = [
            f"{' '.join(letter for letter in order if chances.get(letter) == chance)} {chance:g}"
            for chance in sorted(set(chances.values()), reverse=True)
        ]
        rows.append([f"DEP-{depth}", "; ".join(groups) + ", also deeper" * (depth == DEEPEST)])
    return aligned(["depth", "letters and the chance of each"], rows)


def _classes(_old: str) -> str:
    odds = [dict(rules.class_odds) for rules in EDITIONS.values()]
    return aligned(["class", *EDITIONS], [[cls, *(table[cls] for table in odds)] for cls in odds[0]])


Kinds = Sequence[ItemKind | None]
"""One kind in 5.4, 5.2, and 3.6; None where it is missing."""


def _kinds(cls: ItemClass, more: dict[str, Callable[[Kinds], str]], _old: str) -> str:
    """Render odds, further columns, and worth of a class, in the order of 5.4.

    Raises ValueError if a kind is not worth the same in 5.4 and 5.2.
    """
    tables = [{kind.name: kind for kind in rules.kinds(cls)} for rules in EDITIONS.values()]
    names = dict.fromkeys(name for table in tables for name in table)
    rows: list[list[object]] = []
    for name in names:
        kinds = [table.get(name) for table in tables]
        odds = [kind.odds if kind else "" for kind in kinds]
        (worth,) = {str(kind.worth) for kind in kinds[:2] if kind} or {""}
        rows.append([name, *odds, *(cell(kinds) for cell in more.values()), worth])
        rows[-1].append(kinds[2].worth if kinds[2] else "")
    return aligned([cls, *EDITIONS, *more, "worth", "worth in 3.6"], rows)


def _food(kinds: Kinds) -> str:
    """Return what a ring uses.  Raises ValueError if 5.4 and 5.2 differ; V36-14 has 3.6."""
    ((units, share, turns),) = {kind.food_use for kind in kinds[:2] if kind}
    return str(units) if turns == 1 or not units else f"{units} with {share}/{turns}"


def _class(kinds: Kinds) -> str:
    """Return the class of an armor.  Raises ValueError if editions differ."""
    (armor,) = {kind.armor for kind in kinds if kind}
    return str(armor)


def _dealt(kind: ItemKind) -> list[object]:
    return [kind.worth, _dice(kind.wield), _dice(kind.thrown)]


def _stack(kind: ItemKind) -> tuple[str, str]:
    least, most = kind.count
    return kind.launcher, str(least) if least == most else f"{least}..{most}"


def _weapons(_old: str) -> str:
    rows = [[kind.name, kind.odds, *_dealt(kind), *_stack(kind)] for kind in EDITIONS["5.4"].weapons]
    return aligned(["weapon of 5.4", "odds", "worth", "wielded", "thrown", "launcher", "count"], rows)


def _older_weapons(_old: str) -> str:
    """Render the weapons of 5.2 beside those of 3.6.  Raises ValueError if launchers or stacks differ."""
    tables = [{kind.name: kind for kind in EDITIONS[edition].weapons} for edition in OLDER]
    rows = []
    for name in dict.fromkeys(name for table in reversed(tables) for name in table):
        (stack,) = {_stack(table[name]) for table in tables if name in table}
        figures = [_dealt(table[name]) if name in table else ["", "", ""] for table in tables]
        rows.append([name, *stack, *chain.from_iterable(figures)])
    words = [f"{edition} {word}" for edition in OLDER for word in ("worth", "wielded", "thrown")]
    return aligned(["weapon", "launcher", "count", *words], rows)


def _traps_and_levels(_old: str) -> str:
    """Render traps and thresholds; the thresholds of 3.6 are those of 5.2."""
    editions: dict[tuple[int, ...], list[str]] = {}
    for edition, rules in EDITIONS.items():
        editions.setdefault(tuple(rules.thresholds), []).append(edition)
    traps = [
        [f"traps of {edition}", ", ".join(kind.name for kind in rules.traps)]
        for edition, rules in EDITIONS.items()
    ]
    points = [
        [f"points of {' and '.join(names)}", ", ".join(map(str, levels))]
        for levels, names in editions.items()
    ]
    return aligned(["what", "in order"], [*traps, *points])


def _minds(_old: str) -> str:
    rows = []
    for kind in ALL_EDITIONS["minds"].monsters.values():
        mind = kind.mind
        assert mind is not None
        pack = f"1/{mind.pack}" if mind.pack else ""
        fear = f"{mind.flee}, {mind.brave}" if mind.flee else ""
        back = f"1 in {mind.regain}" if mind.regain else "never"
        acts = [f"{own.name} {own.power} 1/{own.one_in}" for own in mind.acts]
        store = f"{mind.store}, {back}" if acts else ""
        besides = ["lies in wait"] * mind.ambushes + ["keeps its distance"] * mind.distant
        group = f"{mind.group} {pack}".strip()
        row = [
            f"{kind.letter} {kind.name}",
            mind.cast,
            mind.ears,
            mind.nose,
            fear,
            group,
            ", ".join(acts),
            store,
        ]
        rows.append([*row, ", ".join(besides)])
    return aligned(["kind", "mind", "ears", "nose", "fear", "group", "acts", "store", "besides"], rows)


TABLES: Final[dict[str, Callable[[str], str]]] = {
    "monsters 5.4": _numbered_monsters,
    "depths 5.4": _depths,
    "classes": _classes,
    "potion": partial(_kinds, "potion", {}),
    "scroll": partial(_kinds, "scroll", {}),
    "ring": partial(_kinds, "ring", {"food": _food}),
    "stick": partial(_kinds, "stick", {}),
    "armor": partial(_kinds, "armor", {"class": _class}),
    "weapons 5.4": _weapons,
    "weapons 5.2 and 3.6": _older_weapons,
    "traps and levels": _traps_and_levels,
    "minds": _minds,
    "monsters 5.2 and 3.6": _older_monsters,
}
"""Name of a table -> what renders it, given what stands at its place."""
