"""The player's next step, as monsters that look on foresee it (VMN-46, VMN-47)."""

from __future__ import annotations

import json

import pytest

from rogue.minds.player_steps import SYMBOLS, cut_off, heading_of, is_sure
from rogue.rules import monster_ai
from rogue.state.entities import NEVER, NO_HEADING
from rogue.state.serialize import decode, encode
from rogue.state.world import World
from rogue.tables.monster_minds import MindRules
from rogue.tables.ruleset import ROGUE_MINDS
from tests.rogue.minds.mind_scenes import mind_of, minds_of, place_of, scene, turn


def room(*rows: str, width: int = 30) -> str:
    """Return the picture of a room with walls around some rows, which are filled up with floor."""
    wall = "-" * (width + 2)
    return "\n".join([wall, *(f"|{row.ljust(width, '.')}|" for row in rows), wall])


HALL = room("@", "H", "", "")
AHEAD = room("", "H..@", "", ".........?", "")


def run_on(world: World, steps: int) -> list[int]:
    """Let the player walk to the right, a monster behind; return the heading foreseen after each step."""
    found = []
    for _ in range(steps):
        row, col = divmod(world.player.spot, 80)
        turn(world, (row, col + 1))
        found.append(heading_of(minds_of(world)))
    return found


def met(letter: str, *, heading: int, rules: MindRules | None = None) -> World:
    """Return a scene in which the player is foreseen to go in a direction, and one comes from the side."""
    better = ROGUE_MINDS if rules is None else ROGUE_MINDS.replace(minds=rules)
    world = scene(AHEAD.replace("?", letter), rules=better)
    minds_of(world).heading = heading
    return world


def test_vmn_46_who_runs_straight_on_is_foreseen_after_nine_steps_foreseen() -> None:
    """Eight cases make a context known, nine forecasts that came true make it sure."""
    world = scene(HALL)
    headings = run_on(world, 26)
    sure = headings.index(2)
    assert 12 <= sure <= 20
    assert set(headings[:sure]) == {-1}
    assert set(headings[sure:]) == {2}


def test_vmn_46_the_symbols_are_the_same_whichever_way_the_map_is_turned() -> None:
    across, down = scene(HALL), scene(room("H@", *([""] * 12), width=3))
    run_on(across, 6)
    for _ in range(6):
        row, col = divmod(down.player.spot, 80)
        turn(down, (row + 1, col))
    symbols = [
        {n % SYMBOLS for n, cases in enumerate(minds_of(world).steps) if cases} for world in (across, down)
    ]
    assert symbols[0] <= {7, 0, 1}
    assert symbols[1] <= {7, 0, 1}
    assert all(symbols)


@pytest.mark.parametrize("state", ["asleep", "out of sight", "teleported"])
def test_vmn_46_nothing_is_learned_of_what_nobody_sees(state: str) -> None:
    """Fair: only monsters that are awake and see the player, before the step and after it."""
    world = scene(HALL, awake=state != "asleep", dark=True)
    for number in range(20):
        if state == "out of sight":
            for foe in world.level.foes:
                mind_of(foe).saw = NEVER
        row, col = divmod(world.player.spot, 80)
        far = 1 if state != "teleported" else (12 if number % 2 else -12) if number else 12
        turn(world, (row, col + far))
        if state == "asleep":
            assert not any(minds_of(world).steps)
    assert not any(minds_of(world).steps)
    assert heading_of(minds_of(world)) == NO_HEADING


def test_vmn_46_a_game_that_was_saved_goes_on_foreseeing() -> None:
    """One store a game, without dice, and kept: the same headings follow."""
    world = scene(HALL)
    run_on(world, 14)
    twin = decode(json.loads(json.dumps(encode(world))), world.rules)
    assert minds_of(twin).steps == minds_of(world).steps
    assert minds_of(twin).forecasts == minds_of(world).forecasts
    drawn = world.rng.drawn
    for one in (world, twin):
        mind_of(one.level.foes[0]).store = 0  # an act would draw dice
        for _ in range(8):
            one.player.spot += 1
            one.turns += 1
            monster_ai.move_foes(one)
    assert heading_of(minds_of(twin)) == heading_of(minds_of(world)) == 2
    assert twin.rng.state == world.rng.state
    assert world.rng.drawn == drawn


def test_vmn_46_sure_is_seven_in_ten_at_the_lower_end() -> None:
    """Both sides of the edge, and what Wilson's interval says of it."""
    assert [hits for hits in range(8, 12) if is_sure(hits, hits)] == [9, 10, 11]
    wrong = []
    for cases in range(1, 200):
        for hits in range(cases + 1):
            share, square = hits / cases, 1.96**2
            spread = 1.96 * (share * (1 - share) / cases + square / (4 * cases * cases)) ** 0.5
            low = (share + square / (2 * cases) - spread) / (1 + square / cases)
            if abs(low - 0.7) > 1e-9 and is_sure(hits, cases) != (low > 0.7):
                wrong.append((hits, cases))
    assert wrong == []


def test_vmn_47_folk_cut_off_who_is_foreseen_to_walk_on() -> None:
    """From the side it makes for where the player will be, not for where the player is."""
    world = met("O", heading=2)
    orc = next(foe for foe in world.level.foes if foe.kind.letter == "O")
    ahead = cut_off(world, orc)
    assert ahead is not None
    assert ahead == world.player.spot + 3  # half of the six squares between them


def test_vmn_47_it_takes_the_step_to_where_they_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """MNP-5: and that is a habit that the player can see."""
    places = {}
    for heading in (-1, 2):
        world = met("O", heading=heading)
        monkeypatch.setattr(monster_ai, "watch_player", lambda world: None)
        orc = next(foe for foe in world.level.foes if foe.kind.letter == "O")
        mind_of(orc).store = 0
        monster_ai.move_foes(world)
        places[heading] = place_of(orc), "O cuts off" in minds_of(world).habits
    assert places == {-1: ((4, 9), False), 2: ((4, 9), True)}


@pytest.mark.parametrize(("letter", "heading", "foresight"), [
    ("O", -1, True),  # not foreseen
    ("O", 6, True),  # away from it
    ("E", 2, True),  # an animal
    ("Z", 2, True),  # mindless
    ("O", 2, False),  # switched off
])  # fmt: skip
def test_vmn_47_the_others_just_come(letter: str, heading: int, foresight: bool) -> None:
    world = met(letter, heading=heading, rules=MindRules(foresight=foresight))
    foe = next(foe for foe in world.level.foes if foe.kind.letter == letter)
    assert cut_off(world, foe) is None


def test_vmn_47_the_door_on_the_way_is_held_against_the_player() -> None:
    """Also when the player would be there first."""
    world = scene(room("", "", "H.............@...", "", "......O", width=18).replace("@...|", "@...+"))
    orc = next(foe for foe in world.level.foes if foe.kind.letter == "O")
    minds_of(world).heading = 2
    door = world.player.spot + 4
    assert cut_off(world, orc) == door
    minds_of(world).heading = 0  # up, where the wall is three squares off
    assert cut_off(world, orc) is None
