"""The reader of strategies beside all paths there are; skill, commitments, the tables of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from math import comb, fsum, log

import pytest

from rogomatic.roshambo.contest import ROSHAMBO, Contest, equilibrium
from rogomatic.roshambo.entrants import EntryList
from rogomatic.roshambo.habits import FLOOR, Habit, habits_of
from rogomatic.roshambo.strategy_lattice import Lattice, LatticeBot, drawn, weigh_answers
from rogomatic.roshambo.throws import Past, commit, play_match, verify
from rogomatic.roshambo.tournament import (
    PairResult,
    Skill,
    cross_table,
    lucky_score,
    pairs,
    play_pair,
    ranking,
    skill_of,
)
from rogue.shared.sealed_text import SealError
from rogue.shared.seeds import Dice

LIZARD = Contest(
    ("rock", "paper", "scissors", "lizard", "spock"),
    ((0, -1, 1, 1, -1), (1, 0, -1, -1, 1), (-1, 1, 0, 1, -1), (-1, 1, -1, 0, 1), (1, -1, 1, -1, 0)),
)
WELL = Contest(
    ("rock", "paper", "scissors", "well"), ((0, -1, 1, -1), (1, 0, -1, 1), (-1, 1, 0, -1), (1, -1, 1, 0))
)
PENNIES = Contest(("heads", "tails"), ((1, -1), (-1, 1)))
BY_NAME = {habit.name: habit for habit in habits_of(ROSHAMBO)}


def test_egg_36_the_lattice_finds_the_likeliest_of_all_paths() -> None:
    habits = [BY_NAME[name] for name in ("repeats", "copies", "next_round")]
    own, other, stay = [0, 0, 1, 1, 2], [2, 0, 1, 0, 2], 0.8
    lattice = Lattice(habits, stay)
    for turn, throw in enumerate(own):
        lattice.step(own[:turn], other[:turn], throw)
    worth = {}
    for path in product(range(3), repeat=len(own)):
        value = 0.0
        for turn, state in enumerate(path):
            value += log(habits[state].chances(own[:turn], other[:turn])[own[turn]])
            if turn:
                value += log(stay if state == path[turn - 1] else (1 - stay) / 2)
        worth[path] = value
    # A habit is chosen before the first throw, too; to stay with it costs no more than log(stay).
    assert worth[tuple(lattice.path())] == max(worth.values())
    assert max(lattice.values) == pytest.approx(max(worth.values()) - log(3) + log(stay))


@pytest.mark.parametrize("contest", [ROSHAMBO, LIZARD, WELL, PENNIES], ids=lambda one: f"{len(one.names)}")
def test_brd_7_habits_give_every_choice_a_chance(contest: Contest) -> None:
    histories = [[], [0], [0, 0], [1, 0, 0, 1], [0, 0, 1, 1, 0, 0]]
    for habit in habits_of(contest):
        for own in histories:
            for other in histories:
                if len(own) == len(other):
                    chances = habit.chances(own, other)
                    assert len(chances) == len(contest.names)
                    assert min(chances) >= FLOOR - 1e-12
                    assert fsum(chances) == pytest.approx(1)


def test_habits_that_need_a_circle_are_there_only_with_one() -> None:
    assert [len(habits_of(contest)) for contest in (ROSHAMBO, LIZARD, WELL, PENNIES)] == [12, 12, 12, 10]
    assert all(LIZARD.payoffs[after][before] == 1 for before, after in enumerate(LIZARD.circle))
    assert sorted(LIZARD.circle) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("name", "own", "other", "favored"),
    [
        ("copies", [0], [3], {3}), ("beats_last", [0], [3], {0, 2}), ("loses_to_last", [0], [3], {1, 4}),
        ("repeats", [4], [3], {4}), ("favorite", [1, 1, 2], [0, 0, 0], {1}),
        ("beats_favorite", [1], [4], {1, 3}), ("never_twice", [2], [0], {0, 1, 3, 4}),
        ("win_stays", [2], [1], {2}), ("win_stays", [2], [0], {1, 4}),
    ],
)  # fmt: skip
def test_habits_favor_what_they_say(name: str, own: list[int], other: list[int], favored: set[int]) -> None:
    chances = {habit.name: habit for habit in habits_of(LIZARD)}[name].chances(own, other)
    assert {choice for choice, chance in enumerate(chances) if chance > 2 * FLOOR} == favored


@pytest.mark.slow
@pytest.mark.parametrize(
    ("contest", "even"),
    [(ROSHAMBO, [1 / 3] * 3), (LIZARD, [0.2] * 5), (PENNIES, [0.5, 0.5]), (WELL, [0, 1 / 3, 1 / 3, 1 / 3])],
    ids=["roshambo", "lizard", "pennies", "well"],
)
def test_even_play_is_an_equilibrium(contest: Contest, even: list[float]) -> None:
    assert contest.even_play == pytest.approx(even, abs=0.01)
    assert max(contest.mirrored.gains(contest.even_play)) < 0.02


@pytest.mark.slow
def test_regret_matching_solves_a_game_with_unequal_payoffs() -> None:
    rows, columns = equilibrium(((2, -1), (-1, 1)))
    assert rows == pytest.approx((0.4, 0.6), abs=0.01)
    assert columns == pytest.approx((0.4, 0.6), abs=0.01)


SEVEN = ("at_random", "repeats", "next_round", "copies", "beats_last", "favorite", "no_runs")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("contest", "name", "names"),
    # Five choices at random look as if they avoided runs.
    [(ROSHAMBO, name, SEVEN) for name in SEVEN] + [(LIZARD, name, SEVEN[1:]) for name in SEVEN[1:]],
)
def test_brd_7_the_maker_of_a_history_is_named(contest: Contest, name: str, names: Sequence[str]) -> None:
    habits = [habit for habit in habits_of(contest) if habit.name in names]
    made: Habit = next(habit for habit in habits if habit.name == name)
    named = 0
    for number in range(20):
        dice, own, other = Dice(7, number), list[int](), list[int]()
        lattice = Lattice(habits)
        for _ in range(50):
            choice = drawn(made.chances(own, other), dice)
            lattice.step(own, other, choice)
            own.append(choice)
            other.append(dice.below(len(contest.names)))
        named += habits[lattice.path()[-1]] is made
    assert named >= 16


def test_egg_39_and_brd_8_skill_is_a_beta_distribution() -> None:
    assert Skill(7, 3).mean() == 0.7
    a, b, strength = 8, 4, 0.6
    n = a + b - 1
    exact = sum(comb(n, j) * strength**j * (1 - strength) ** (n - j) for j in range(a, n + 1))
    assert Skill(a, b).below(strength) == pytest.approx(exact, abs=1e-12)
    assert Skill(a, b).below(Skill(a, b).quantile(0.05)) == pytest.approx(0.05)
    assert (Skill(2, 2).below(0), Skill(2, 2).below(0.5), Skill(2, 2).below(1)) == (0, 0.5, 1)
    assert skill_of([1] * 10, fade=1) == (11, 1)
    assert skill_of([1, 1, 0]).mean() < skill_of([0, 1, 1]).mean()


def test_egg_40_and_41_scores_are_squared_and_the_bluff_undoes_it() -> None:
    forecast = [0.5, 0.3, 0.2]
    assert weigh_answers(ROSHAMBO, forecast, 2.0) == pytest.approx([0.2, 0.5, 0.3])
    assert weigh_answers(ROSHAMBO, forecast, 1.0) == pytest.approx([0.04 / 0.38, 0.25 / 0.38, 0.09 / 0.38])
    assert weigh_answers(ROSHAMBO, [1 / 3] * 3, 1.0) == pytest.approx([1 / 3] * 3)


def test_egg_41_the_bluff_falls_against_who_can_be_read() -> None:
    class Rocks:
        def choose(self, past: Past, dice: Dice) -> int:
            return 0

    reader = LatticeBot()
    before = reader.bluff
    assert play_match(reader, Rocks(), 60, (Dice(1), Dice(2))).score > 50
    assert reader.bluff < before


def test_egg_43_to_45_a_commitment_binds_and_is_checked() -> None:
    made = commit(2, "5e" * 32)
    assert made.digest == sha256(made.text.encode()).hexdigest()
    assert verify(made.text, made.digest.upper()) == 2
    with pytest.raises(SealError, match="This text has another digest"):
        verify(made.text.replace("scissors", "rock"), made.digest)
    with pytest.raises(SealError, match="name"):
        verify("lizard 1", sha256(b"lizard 1").hexdigest())
    with pytest.raises(ValueError, match="64"):
        commit(0, "00")


def test_tables_of_a_tournament() -> None:
    names = ["S2", "S6", "S3"]
    results = [play_pair(*pair, matches=2, seed=1, field=EntryList(90)) for pair in pairs(names)]
    assert [(one.first, one.second) for one in results] == [("S2", "S6"), ("S2", "S3"), ("S6", "S3")]
    standings = ranking(names, results, 90)
    assert sum(one.points for one in standings) == 0
    assert standings[0].points == max(one.points for one in standings)
    table = cross_table(results)
    assert table["S2", "S3"] == (0.0, 0.0)
    assert table["S2", "S6"][0] == -table["S6", "S2"][0]
    worst = next(one for one in standings if one.name == "S2")
    assert (worst.won, worst.drawn, worst.lost) == (0, 2, 2)
    assert worst.skill == (2.0, 4.0)
    assert round(lucky_score(1000), 1) == 50.6


def test_equal_points_keep_the_order_of_names() -> None:
    results = [PairResult("A", "B", (0,))]
    assert [one.name for one in ranking(["A", "B"], results, 10)] == ["A", "B"]
    assert [one.name for one in ranking(["B", "A"], results, 10)] == ["B", "A"]
