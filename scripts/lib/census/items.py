"""Items: kinds, pluses, charges and counts of what is made."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.new_game import new_world
from rogue.levelgen.spawning import draw_kind, make_item, make_of
from rogue.rules.hunger import eat
from rogue.state.entities import CURSED, Item
from rogue.state.world import World
from rogue.tables.items import ItemClass
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.census.figure import Figure, mean, share, shares
from scripts.lib.notation import carry, read_world

CLASSES: Final[dict[ItemClass, float]] = {
    "potion": 0.26, "scroll": 0.36, "food": 0.16, "weapon": 0.07, "armor": 0.07, "ring": 0.04, "stick": 0.04,
}  # CHK-11  # fmt: skip
SINGLE: Final = {
    "healing": 0.0338, "scare monster": 0.0108, "plate mail": 0.0035, "two handed sword": 0.007,
}  # CHK-12  # fmt: skip
CLOSET: Final = """
    ----
    |@.|
    |..|
    ----
"""
STACKS: Final = {"dagger": 3.5, "arrow": 11.5, "dart": 11.5, "shuriken": 11.5}  # CHK-34


def made(levels: int, seed: int) -> list[Figure]:
    """Make items without the food rule, twenty times as many as levels (CHK-11, CHK-12)."""
    world = World(ROGUE_54, seed)
    items = []
    for _ in range(20 * levels):
        world.levels_without_food = 0
        items.append(make_item(world))
    names = [item.kind.name for item in items]
    scrolls = [item.kind.name for item in items if item.kind.cls == "scroll"]
    return [
        *shares("CHK-11", "classes", CLASSES, [item.kind.cls for item in items]),
        *(share("CHK-12", name, part, (other == name for other in names)) for name, part in SINGLE.items()),
        share("CHK-12", "identify, of scrolls", 0.43, (name.startswith("identify") for name in scrolls)),
    ]


def of_classes(levels: int, seed: int) -> list[Figure]:
    """Make items of each class, ten times as many as levels: the shares of the tables and all pluses."""
    rows = []
    for number, cls in enumerate(CLASSES):
        world = World(ROGUE_54, seed + number)
        items = [_draw(world, cls) for _ in range(10 * levels)]
        odds = {kind.name: kind.odds / 100 for kind in ROGUE_54.kinds(cls)}
        rows += shares("RND-8", f"{cls}s", odds, [item.kind.name for item in items])
        rows += _DETAILS[cls](items) if cls in _DETAILS else []
    return rows


def _draw(world: World, cls: ItemClass) -> Item:
    return make_of(world, draw_kind(world, cls))


def _weapons(items: list[Item]) -> list[Figure]:
    pluses = {0: 0.85} | dict.fromkeys((-3, -2, -1), 0.1 / 3) | dict.fromkeys((1, 2, 3), 0.05 / 3)
    return [
        share("CHK-13", "cursed, of weapons", 0.1, (item.has_flag(CURSED) for item in items)),
        *shares("ITM-3", "to-hit plus", pluses, [item.hit_plus for item in items]),
        share("ITM-3", "curse without a minus", 0, (i.has_flag(CURSED) != (i.hit_plus < 0) for i in items)),
        share("ITM-3", "weapons with a damage plus", 0, (item.damage_plus != 0 for item in items)),
        *(mean("CHK-34", f"{name}s in a stack", size, (i.count for i in items if i.kind.name == name))
          for name, size in STACKS.items()),
        share("CHK-34", "stacks of other weapons", 0,
              (item.count != 1 for item in items if item.kind.name not in STACKS)),
    ]  # fmt: skip


def _armors(items: list[Item]) -> list[Figure]:
    pluses = {0: 0.72} | dict.fromkeys((-3, -2, -1), 0.2 / 3) | dict.fromkeys((1, 2, 3), 0.08 / 3)
    return [
        share("CHK-13", "cursed, of armor", 0.2, (item.has_flag(CURSED) for item in items)),
        *shares("ITM-5", "plus", pluses, [item.kind.armor - item.value for item in items]),
    ]


def _rings(items: list[Item]) -> list[Figure]:
    valued = [item.value for item in items if item.kind.valued]
    return [
        share("CHK-13", "cursed, of rings", 0.15 + 0.34 / 3, (item.has_flag(CURSED) for item in items)),
        *shares("ITM-6", "value", dict.fromkeys((-1, 1, 2), 1 / 3), valued),
    ]


def _sticks(items: list[Item]) -> list[Figure]:
    lights = [item.value for item in items if item.kind.name == "light"]
    others = [item.value for item in items if item.kind.name != "light"]
    return [
        mean("CHK-33", "charges of light", 14.5, lights),
        mean("CHK-33", "charges of others", 5, others),
        *shares("ITM-7", "charges of light", dict.fromkeys(range(10, 20), 1 / 10), lights),
        *shares("ITM-7", "charges of others", dict.fromkeys(range(3, 8), 1 / 5), others),
    ]


def _foods(items: list[Item]) -> list[Figure]:
    return [share("CHK-35", "rations, of food", 0.9, (item.kind.name == "food" for item in items))]


_DETAILS: Final = {"weapon": _weapons, "armor": _armors, "ring": _rings, "stick": _sticks, "food": _foods}


def starting_arrows(levels: int, seed: int) -> list[Figure]:
    """Begin games and count the arrows of the kit (CHK-34)."""
    arrows = []
    for number in range(levels):
        world = new_world(ROGUE_54, seed + number)
        arrows += [item.count for item in world.player.pack if item.kind.name == "arrow"]
    return [
        mean("CHK-34", "starting arrows", 32, arrows),
        *shares("CHK-34", "starting arrows", dict.fromkeys(range(25, 40), 1 / 15), arrows),
    ]


def meals(levels: int, seed: int) -> list[Figure]:
    """Eat rations and fruit; bad taste shows in a point of experience (CHK-35)."""
    world = read_world(CLOSET, seed=seed)
    player = world.player
    tastes: dict[str, list[bool]] = {"food": [], "fruit": []}
    for name, awful in tastes.items():
        for _ in range(5 * levels):
            player.exp, player.level, player.food = 0, 1, 0
            eat(world, carry(world, "food", name))
            awful.append(player.exp == 1)
            world.said.clear()
    return [
        share("CHK-35", "rations that taste bad", 0.29, tastes["food"]),
        share("CHK-35", "fruit that tastes bad", 0, tastes["fruit"]),
    ]
