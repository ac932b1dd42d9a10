"""The tables of the rule book, as Markdown rendered from the tables of the game.

The last column of the monsters of 5.4 is prose; it is taken from the page itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from rogue.tables.edition_table import EDITIONS as ALL_EDITIONS
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.monsters import FLIES, GREEDY, INVISIBLE, MEAN, REGENERATES, Dice, MonsterKind
from rogue.tables.ruleset import Ruleset

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


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


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
    depths, wanders = _depths_of(rules.order, kind.letter), kind.letter in rules.wanderers
    return [kind.name, kind.level, kind.armor, attacks, kind.exp, kind.carry, depths,
            "yes" if wanders else "no", ", ".join(traits)]  # fmt: skip


_COLUMNS: Final = ["name", "level", "class", "attacks", "points", "carry", "depths", "wanders", "traits"]


def _monsters(edition: str, _old: str) -> str:
    rules = EDITIONS[edition]
    rows = [[letter, *_figures(rules, rules.monsters[letter])] for letter in sorted(rules.monsters)]
    return _table(["letter", *_COLUMNS], rows)


def _numbered_monsters(old: str) -> str:
    rules = EDITIONS["5.4"]
    remarks = dict(re.findall(r"^\| MTB-([A-Z]) \|.*\| ([^|]*?) \|$", old, re.MULTILINE))
    rows = [
        [f"MTB-{letter}", *_figures(rules, rules.monsters[letter]), remarks.get(letter, "")]
        for letter in sorted(rules.monsters)
    ]
    return _table(["rule", *_COLUMNS, "remarks"], rows)


def _depths(_old: str) -> str:
    order = EDITIONS["5.4"].order
    rows = []
    for depth in range(1, DEEPEST + 1):
        chances = weights(order, depth)
        groups = [
            f"{' '.join(letter for letter in order if chances.get(letter) == chance)} {chance:g}"
            for chance in sorted(set(chances.values()), reverse=True)
        ]
        rows.append([f"DEP-{depth}", depth if depth < DEEPEST else f"{depth} and deeper", "; ".join(groups)])
    return _table(["rule", "depth", "letters and the chance of each"], rows)


def _classes(_old: str) -> str:
    odds = [dict(rules.class_odds) for rules in EDITIONS.values()]
    return _table(["class", *EDITIONS], [[cls, *(table[cls] for table in odds)] for cls in odds[0]])


def _kinds(cls: ItemClass, more: Callable[[ItemKind], str] | None, title: str, _old: str) -> str:
    """Render the kinds of one class in all editions side by side, in the order of 5.4."""
    tables = [{kind.name: kind for kind in rules.kinds(cls)} for rules in EDITIONS.values()]
    names = dict.fromkeys(name for table in tables for name in table)
    head = [cls, *(word for edition in EDITIONS for word in (edition, "worth", *([title] if more else [])))]
    rows = []
    for name in names:
        row: list[object] = [name]
        for table in tables:
            kind = table.get(name)
            if kind is None:
                row += ["-"] * (3 if more else 2)
            else:
                row += [kind.odds, kind.worth, *([more(kind)] if more else [])]
        rows.append(row)
    return _table(head, rows)


def _food(kind: ItemKind) -> str:
    units, share, turns = kind.food_use
    return str(units) if turns == 1 or not units else f"{units} with {share}/{turns}"


def _charges(kind: ItemKind) -> str:
    return f"{kind.charges[0]}..{kind.charges[1]}"


def _weapons(edition: str, _old: str) -> str:
    rules = EDITIONS[edition]
    rows = []
    for kind in rules.weapons:
        least, most = kind.count
        count = str(least) if least == most else f"{least}..{most}"
        wield, thrown = _dice(kind.wield), _dice(kind.thrown)
        rows.append([kind.name, kind.odds, kind.worth, wield, thrown, kind.launcher or "-", count])
    return _table([f"weapon of {edition}", "odds", "worth", "wielded", "thrown", "launcher", "count"], rows)


def _traps_and_levels(_old: str) -> str:
    rows = [
        [edition, ", ".join(kind.name for kind in rules.traps), ", ".join(map(str, rules.thresholds))]
        for edition, rules in EDITIONS.items()
    ]
    return _table(["edition", "traps", "points"], rows)


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
    return _table(["kind", "mind", "ears", "nose", "fear", "group", "acts", "store", "besides"], rows)


TABLES: Final[dict[str, Callable[[str], str]]] = {
    "monsters 5.4": _numbered_monsters,
    "depths 5.4": _depths,
    "classes": _classes,
    "potion": partial(_kinds, "potion", None, ""),
    "scroll": partial(_kinds, "scroll", None, ""),
    "ring": partial(_kinds, "ring", _food, "food"),
    "stick": partial(_kinds, "stick", _charges, "charges"),
    "armor": partial(_kinds, "armor", lambda kind: str(kind.armor), "class"),
    "weapons 5.4": partial(_weapons, "5.4"),
    **{f"weapons {edition}": partial(_weapons, edition) for edition in OLDER},
    "traps and levels": _traps_and_levels,
    "minds": _minds,
    **{f"monsters {edition}": partial(_monsters, edition) for edition in OLDER},
}
"""Name of a table -> what renders it, given what stands at its place."""
