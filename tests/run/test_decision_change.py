"""The last change of decision before a death: what the hero stopped, what it began, and why."""

from __future__ import annotations

import pytest

from rogomatic.run.recordings.decision_change import last_change
from rogomatic.run.recordings.fight_instants import Deed, Instant, Way

HERE = Way("fight here", 93.0)
CIRCLE = Way("run in a circle", 36.0)
UNKNOWN = Way("run into the unknown", 60.0)


def at(turn: int, hp: int, rung: str, *ways: Way, refused: str = "", is_own: bool = True) -> Instant:
    """Return one command of a fight with a troll; 40 hit points are all that the hero can have."""
    return Instant(
        turn, hp, 40, (), (), ("troll",), 93.0, rung, "it may help", ways, is_own, refused=refused
    )  # fmt: skip


def run(turn: int, hp: int, way: Way, *others: Way) -> Instant:
    return at(turn, hp, "fight or flee", way, *others, HERE)


def fight(turn: int, hp: int, *ways: Way, refused: str = "") -> Instant:
    return at(turn, hp, "hit what is adjacent", *(ways or (HERE,)), refused=refused)


def strike(turn: int, rung: str) -> Instant:
    return at(turn, 25, rung)._replace(deed=Deed("fight", foe="troll"))


def test_the_answer_of_another_rule_is_no_reason() -> None:
    between = at(8, 25, "check the inventory")
    every = [at(5, 30, "shoot"), between, fight(9, 25, refused="the pack is known")]
    assert last_change([DRINK, *every], 0, {})[0].endswith("began to fight (93% to die).")


def test_a_blow_is_a_fight_whichever_rule_struck_it() -> None:
    every = [strike(7, "hit what is adjacent"), strike(8, "some other rule"), strike(9, "take a chance")]
    assert last_change([DRINK, *every], 0, {}) == []


DRINK = at(1, 20, "fight or flee", Way("drink a potion of healing", 30.0))
CIRCLED = "it ran in a circle to gain hit points"
AT_9 = "On turn 9, with 25 hit points left, it began to"
GONE = "it no longer found a way to run in a circle"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (
            [run(2, 20, CIRCLE), run(8, 22, CIRCLE), fight(9, 25)],
            f"From turn 2 on, with 20 hit points, {CIRCLED}. {AT_9} fight (93% to die): {GONE}.",
        ),
        (
            [fight(2, 30), run(8, 25, UNKNOWN), fight(9, 25)],
            f"On turn 8, with 25 hit points, it ran into the unknown. {AT_9} fight again (93% to die): "
            "it no longer found a good way to run into the unknown.",
        ),
        (
            [run(4, 9, CIRCLE), at(6, 9, "rest")._replace(foes=()), at(8, 25, "rest"), fight(9, 25)],
            f"On turn 4, with 9 hit points, {CIRCLED}. From turn 6 on, with 9 hit points, it rested, as no "
            f"foe was in view. {AT_9} fight (93% to die).",
        ),
        (
            [run(8, 25, UNKNOWN), fight(9, 25)],
            f"On turn 8, with 25 hit points, it ran into the unknown. {AT_9} fight (93% to die): "
            "it no longer found a good way to run into the unknown.",
        ),
        (
            [run(8, 25, UNKNOWN), fight(9, 25)._replace(is_cornered=True)],
            f"On turn 8, with 25 hit points, it ran into the unknown. {AT_9} fight (93% to die): "
            "every free square was beside the troll.",
        ),
        (
            [run(8, 25, CIRCLE), fight(9, 25)._replace(max_hp=25)],
            f"On turn 8, with 25 hit points, {CIRCLED}. {AT_9} fight (93% to die): "
            "it had all its hit points back.",
        ),
        (
            [run(8, 25, CIRCLE), fight(9, 25, HERE, CIRCLE._replace(percent=94.0, drawback="too far"))],
            f"On turn 8, with 25 hit points, {CIRCLED}. {AT_9} fight (93% to die): "
            "to run in a circle was now 94% to die, but too far.",
        ),
        (
            [at(5, 30, "shoot"), at(8, 25, "shoot"), fight(9, 25, refused="a foe is beside the hero")],
            f"From turn 5 on, with 30 hit points, it shot. {AT_9} fight (93% to die): "
            "a foe is beside the hero.",
        ),
        (
            [fight(8, 25), run(9, 25, CIRCLE)],
            f"On turn 8, with 25 hit points, it fought. {AT_9} run in a circle (36% to die): "
            "to fight here was now 93% to die.",
        ),
    ],
    ids=["gone", "fought before", "rested", "no safer", "cornered", "healed", "dearer", "refused", "reverse"],
)
def test_what_was_stopped_is_told_with_the_danger_and_the_reason(told: list[Instant], said: str) -> None:
    assert last_change([DRINK, *told], 0, {}) == [said]


def test_only_the_last_change_is_told_and_what_interrupts_is_none() -> None:
    drink = DRINK._replace(turn=10)
    every = [run(1, 30, CIRCLE), fight(2, 25), run(4, 20, CIRCLE), fight(9, 25), drink, fight(11, 30)]
    assert f"{CIRCLED}. {AT_9} fight" in last_change(every, 0, {})[0]


@pytest.mark.parametrize(
    ("spot", "past"),
    [(3, "ran to the stairs"), (5, "ran, but came no nearer to the stairs"),
     (9, "ran, but came no nearer to the stairs"), (99, "ran to the stairs")],
)  # fmt: skip
def test_a_run_to_the_stairs_is_told_by_where_it_led(spot: int, past: str) -> None:
    stairs = Way("run to the stairs", 30.0, 5, to_stairs=True)
    every = [run(7, 25, stairs)._replace(spot=5), fight(9, 25)._replace(spot=spot)]
    said = last_change([DRINK, *every], 0, {one: one for one in range(10)})
    assert said[0].startswith(f"On turn 7, with 25 hit points, it {past}. {AT_9} fight")


@pytest.mark.parametrize("rung", ["hit what is adjacent", "shoot"])
def test_a_run_to_the_stairs_that_foes_barred_is_told_so(rung: str) -> None:
    stairs = Way("run to the stairs", 30.0, 5, to_stairs=True)
    around = stairs._replace(percent=88.0, squares=12)
    said = last_change([DRINK, run(7, 25, stairs), at(9, 25, rung, HERE, around)], 0, {})
    barred = "foes barred the way (around them the stairs were 12 squares away, 88% to die)."
    assert said[0].endswith(f"(93% to die): {barred}")


@pytest.mark.parametrize("told", [0, 1], ids=["no change", "told before"])
def test_without_a_later_change_nothing_is_told(told: int) -> None:
    every = [run(1, 30, CIRCLE), fight(2, 25), fight(3, 20)]
    assert last_change(every[1 - told :], told, {}) == []


def test_a_persons_moves_are_no_decision_of_the_agent() -> None:
    mine = at(2, 30, "fight or flee", CIRCLE, is_own=False)
    assert last_change([fight(1, 30), mine, fight(3, 30)], 0, {}) == []
