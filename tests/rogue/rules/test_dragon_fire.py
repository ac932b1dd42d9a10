"""When a dragon breathes fire, and what that interrupts (CHS-18)."""

from __future__ import annotations

import pytest

from rogue.rules import monster_ai
from rogue.state.entities import CANCELLED, TARGET
from rogue.state.world import Duel
from scripts.lib.notation import find_foe, hall
from tests.rogue.rules.chase_scenes import world_of
from tests.support.odds import assert_share


def breaths(picture: str, tries: int, *, mark: int = 0) -> int:
    fires = 0
    for seed in range(tries):
        world = world_of(picture, seed=seed)
        find_foe(world, "D").flags |= mark
        monster_ai.move_foes(world)
        fires += any("flame" in text for text in world.said)
    return fires


@pytest.mark.parametrize(
    "picture",
    [
        hall("@.....D."),
        """
        ----------
        |@.......|
        |........|
        |........|
        |...D....|
        ----------
        """,
    ],
)
def test_chs_18_chk_24_spc_3_fire_on_a_line_with_20_per_cent(picture: str) -> None:
    assert_share(breaths(picture, 800), 800, 1 / 5)


@pytest.mark.parametrize(
    "picture",
    [
        hall("@......D"),
        """
        ----------
        |@.......|
        |........|
        |...D....|
        ----------
        """,
        """
        -----
        |.@.+..D|
        -----
        """.replace("..D|", "##D"),
    ],
)
def test_chs_18_no_fire_from_afar_off_the_lines_or_across_rooms(picture: str) -> None:
    assert breaths(picture, 60) == 0


def test_chs_18_spc_18_a_cancelled_dragon_has_no_fire() -> None:
    assert breaths(hall("@....D."), 60, mark=CANCELLED) == 0


def test_chs_18_fire_ends_run_count_quiet_and_a_fight_with_another() -> None:
    for seed in range(60):
        world = world_of(hall(".E@...D.."), seed=seed)
        emu = find_foe(world, "E")
        emu.flags = TARGET
        world.run, world.count, world.player.quiet = 1, 3, 9
        world.duel = Duel(emu, -1, to_death=True)
        monster_ai.move_foes(world)
        fired = any("flame" in text for text in world.said)
        assert (world.run == 0, world.count == 0, world.player.quiet == 0, world.duel is None) == (fired,) * 4


def test_bug_18_a_neighbour_in_the_list_may_burn() -> None:
    burnt = 0
    for seed in range(300):
        world = world_of(hall("E@...D..."), seed=seed)
        world.player.level = 60  # saves always
        emu, dragon = find_foe(world, "E"), find_foe(world, "D")
        world.level.foes = [dragon, emu]
        monster_ai.move_foes(world)
        burnt += emu not in world.level.foes
    assert burnt > 0


def test_chs_18_no_fire_through_a_door_at_a_player_in_it() -> None:
    assert breaths("-----\n|...|\n|...@##D\n-----", 60) == 0
