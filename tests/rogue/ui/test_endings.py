"""How games end and what is kept of them (END), and which game this is (VER)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rogue.rules import bolts, fight, hunger, monster_specials, traps
from rogue.state.grid import LEFT, spot_of
from rogue.state.world import World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.ruleset import ROGUE_54
from rogue.ui.scores import ScoreRow, insert_row, score_lines
from tests.support.notation import find_foe, read_world
from tests.support.session_driver import Hands


def row(score: int, name: str = "ann", how: str = "killed", level: int = 3) -> ScoreRow:
    return ScoreRow(score, name, how, "bat", level)


def test_end_5_the_best_ten_above_zero_stand_highest_first() -> None:
    rows: list[ScoreRow] = []
    for score in (5, 0, 90, 7, 12, 3, 44, 90, 8, 61, 2, 33, 21):
        rows = insert_row(rows, row(score, f"p{len(rows)}"))
    assert len(rows) == 13  # all are kept
    shown = [line for line in score_lines(rows) if line.strip()[:1].isdigit()]
    assert [int(line.split()[1]) for line in shown] == [90, 90, 61, 44, 33, 21, 12, 8, 7, 5]
    assert ["p2" in shown[0], "p7" in shown[1]] == [True, True]  # the new equal score comes after the old
    assert not any(" 0 " in line[:12] for line in score_lines(insert_row([], row(0))))


def test_end_5_an_entry_tells_how_and_where_the_game_ended() -> None:
    assert row(10).text() == "ann: killed on level 3 by a bat."
    assert row(10, how="quit").text() == "ann: quit on level 3."
    hands = Hands()
    world = hands.session.world
    world.depth, world.deepest = 0, 27
    world.end("won")
    outcome = hands.session.outcome
    assert outcome is not None
    assert outcome.row().text().endswith(": A total winner on level 27.")
    died = Hands()
    died.session.world.depth, died.session.world.deepest = 4, 27
    died.session.world.end("killed", "bat")
    assert died.session.outcome is not None
    assert died.session.outcome.row().level == 4


def dying() -> World:
    world = read_world("-------\n|@^...|\n-------", awake=True)
    world.player.hp = 1
    world.player.level = 20  # traps do not miss
    return world


def by_monster(world: World) -> None:
    foe = read_world("----\n|.H|\n----").level.foes[0]
    foe.spot, foe.level = spot_of(2, 4), 100
    world.level.add_foe(foe)
    world.player.hp = -50
    fight.foe_attacks(world, foe)


def by_trap(name: str) -> Callable[[World], None]:
    def die(world: World) -> None:
        names: list[str] = [kind.name for kind in world.rules.traps]
        world.level.number[spot_of(2, 2)] = names.index(name)
        traps.spring(world, spot_of(2, 2))

    return die


def by_bolt(world: World) -> None:
    world.player.level = 1
    for _ in range(30):  # a save in five is made
        if world.ending is None:
            bolts.fire(world, world.player.spot, LEFT, "bolt")


def by_cold(world: World) -> None:
    world.player.hp = 100
    foe = read_world("----\n|.I|\n----").level.foes[0]
    world.player.helpless = 60
    monster_specials.take_effect(world, foe)


def by_hunger(world: World) -> None:
    world.player.food = -851
    hunger.digest(world)


@pytest.mark.parametrize(
    ("killer", "die"),
    [
        ("hobgoblin", by_monster), ("arrow", by_trap("arrow")), ("dart", by_trap("poison dart")),
        ("bolt", by_bolt), ("hypothermia", by_cold), ("starvation", by_hunger),
    ],
)  # fmt: skip
def test_end_7_what_can_kill(killer: str, die: Callable[[World], None]) -> None:
    world = dying()
    die(world)
    assert world.ending is not None
    assert (world.ending.how, world.ending.killer) == ("killed", killer)


def test_end_7_a_signal_is_a_killer_too() -> None:
    hands = Hands()
    hands.session.hang_up()
    assert hands.session.outcome is not None
    assert (hands.session.outcome.how, hands.session.outcome.killer) == ("killed", "signal")


def test_ver_1_what_is_5_4_5s_own() -> None:
    hands = Hands("terse")
    hands.type(b"v")
    assert "5.4.5" in hands.row()
    hands.type(b"Q")  # Q asks in both; control-Q is no key of a player's
    hands.type(b"n\x11")
    assert hands.row() == "Illegal command '^Q'"
    assert ROGUE_54.version.count("5.4.5") == 1


def test_ver_2_editions_differ_in_monsters_and_items() -> None:
    assert set(EDITIONS) == {"5.4", "5.2", "3.6", "minds"}
    names = {edition: {kind.name for kind in rules.monsters.values()} for edition, rules in EDITIONS.items()}
    assert names["5.4"] != names["5.2"]
    assert "floating eye" in names["5.2"] & names["3.6"]
    potions = {edition: {kind.name for kind in rules.potions} for edition, rules in EDITIONS.items()}
    assert "levitation" in potions["5.4"] - potions["5.2"]
    assert find_foe(read_world("----\n|@D|\n----"), "D").kind.name == "dragon"
