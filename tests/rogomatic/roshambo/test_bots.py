"""The players: how the simple ones throw, what the others make of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rogomatic.roshambo.entrants import ENTRANTS, EntryList
from rogomatic.roshambo.history_matcher import HORIZONS, HistoryMatcher, Matches
from rogomatic.roshambo.simple_bots import (
    DE_BRUIJN,
    PI,
    RULES,
    TEXT,
    RuleBot,
    SumThatReacts,
    de_bruijn_string,
    digits_of_pi,
)
from rogomatic.roshambo.throws import Bot, Past, play_match, points
from rogomatic.roshambo.tournament import PairResult
from rogomatic.roshambo.tournament import play_pair as play_in_field
from rogue.shared.seeds import Dice

TURNS = 1000


def play_pair(first: str, second: str, turns: int, matches: int, seed: int) -> PairResult:
    return play_in_field(first, second, matches, seed, EntryList(turns))


class Scripted:
    """Throws a row, again and again."""

    def __init__(self, *row: int) -> None:
        self._row = row

    def choose(self, past: Past, dice: Dice) -> int:
        return self._row[len(past.own) % len(self._row)]


def throws_of(bot: Bot, other: Bot, turns: int = TURNS) -> Past:
    return play_match(bot, other, turns, (Dice(1, "first"), Dice(1, "second")))


def past(own: str, other: str) -> Past:
    made = Past()
    for one, answer in zip(own, other, strict=True):
        made.add("RPS".index(one), "RPS".index(answer))
    return made


@pytest.mark.parametrize(
    ("number", "own", "other", "throw"),
    [
        (2, "", "", "R"), (3, "", "", "R"), (4, "RRR", "RPS", "R"), (4, "R", "R", "S"),
        (6, "RR", "PS", "R"), (7, "RR", "PS", "S"), (8, "", "", "R"), (8, "RRR", "RRP", "P"),
        (8, "RR", "RP", "S"), (12, "RRR", "RRP", "R"), (12, "RRRR", "RRPP", "R"), (12, "RR", "RP", "R"),
        (12, "RRR", "RRS", "S"), (13, "R", "P", "S"), (13, "RPS", "RRR", "R"), (17, "RRRR", "RPSR", "S"),
    ],
)  # fmt: skip
def test_simple_bots_throw_as_described(number: int, own: str, other: str, throw: str) -> None:
    assert "RPS"[RULES[number - 1](past(own, other), Dice(1))] == throw


@pytest.mark.slow
def test_the_shares_of_those_who_draw_lots() -> None:
    still = Scripted(0)
    thrown = throws_of(RuleBot(RULES[4]), still).own
    assert thrown.count(2) / TURNS == pytest.approx(0.6, abs=0.05)
    again = [one == other for one, other in pairwise(throws_of(RuleBot(RULES[8]), still).own)]
    assert not any(again)
    again = [one == other for one, other in pairwise(throws_of(RuleBot(RULES[9]), still).own)]
    assert sum(again) / TURNS == pytest.approx(0.12, abs=0.04)
    evened = throws_of(RuleBot(RULES[10]), still).own
    assert all(abs(evened.count(throw) - TURNS / 3) < 12 for throw in range(3))


def test_gears_shift_on_time() -> None:
    rocks = throws_of(RuleBot(RULES[17]), Scripted(0)).own
    shares = [rocks[first : first + 111].count(throw) for first, throw in ((0, 0), (111, 2), (222, 1))]
    assert all(share > 111 / 2 for share in shares)
    summed = throws_of(RuleBot(RULES[18]), Scripted(0)).own
    repeats = [summed[place] == summed[place - 1] for place in range(1, 200)]
    assert sum(repeats) > 200 / 2
    losing = throws_of(SumThatReacts(), Scripted(0, 0, 1), 300)
    assert abs(losing.score) < 120


def test_fixed_throws_are_what_they_are_called() -> None:
    assert "".join(map(str, digits_of_pi(30))) == "314159265358979323846264338327"
    assert PI[:10] == (0, 1, 1, 1, 2, 0, 2, 0, 2, 0)
    string = de_bruijn_string(Dice(5))
    fours = {tuple((string + string)[place : place + 4]) for place in range(81)}
    assert (len(string), len(fours)) == (81, 81)
    assert min(len(DE_BRUIJN), len(PI), len(TEXT)) >= TURNS
    assert de_bruijn_string(Dice(6)) != string


def test_prd_33_matches_are_the_latest_longest_within_each_horizon() -> None:
    dice, row = Dice(33), [0]
    matches = Matches(3)
    matches.add(0)
    for _ in range(300):
        row.append(min(dice.below(5), 2))
        found = matches.add(row[-1])
        now = len(row) - 1
        for horizon, end in zip(HORIZONS, found, strict=True):
            best, place = 0, -1
            for earlier in range(now - 1, max(now - horizon, 0) - 1, -1):
                length = 0
                while length <= earlier and row[earlier - length] == row[now - length]:
                    length += 1
                if length > best:
                    best, place = length, earlier
            assert end == place


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["S2", "S3", "S4", "S6", "S7", "S12"])
@pytest.mark.parametrize("name", ["RB", "MH", "IP"])
def test_prd_37_what_repeats_itself_is_beaten_nearly_always(name: str, opponent: str) -> None:
    (score,) = play_pair(name, opponent, 200, 1, 37).scores
    assert score >= 170  # the first turns are guesses


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "period", "worst"),
    [
        ("RB", 1, 4), ("RB", 3, 16), ("RB", 5, 38), ("RB", 8, 68),
        ("MH", 1, 2), ("MH", 3, 40), ("MH", 5, 86), ("MH", 8, 184),
    ],
)  # fmt: skip
def test_prd_74_a_period_is_found_in_time(name: str, period: int, worst: int) -> None:
    dice = Dice(74, period)
    for _ in range(3):
        row = [dice.below(3) for _ in range(period)]
        match = throws_of(ENTRANTS[name].make(), Scripted(*row), worst + 60)
        lost = [turn for turn in range(worst + 60) if points(match.own[turn], match.other[turn]) < 1]
        assert max(lost, default=-1) + 1 <= worst


@pytest.mark.slow
@pytest.mark.parametrize(("name", "worst"), [("RB", 26), ("MH", 112)])
def test_prd_74_a_period_that_changes_is_found_again(name: str, worst: int) -> None:
    dice = Dice(74, "change")
    first, second = ([dice.below(3) for _ in range(period)] for period in (5, 7))
    changing = Scripted(*first * 60, *second * 40)  # the change is at turn 300
    match = throws_of(ENTRANTS[name].make(), changing, 300 + worst + 60)
    lost = [turn for turn in range(300, len(match.own)) if points(match.own[turn], match.other[turn]) < 1]
    assert max(lost) + 1 - 300 <= worst


@pytest.mark.slow
def test_prd_35_second_thoughts_see_through_the_same_predictor() -> None:
    assert play_pair("RB+", "RB", 300, 1, 35).scores[0] > 270


@pytest.mark.slow
def test_the_same_seed_gives_the_same_match_whoever_else_plays() -> None:
    first = play_pair("IP", "S1", 100, 3, 5)
    assert first == play_pair("IP", "S1", 100, 3, 5)
    assert first.scores[:2] == play_pair("IP", "S1", 100, 2, 5).scores
    assert first.scores != play_pair("IP", "S1", 100, 3, 6).scores


@pytest.mark.slow
def test_the_order_of_names_changes_the_sign_alone() -> None:
    one, other = play_pair("MH", "MH+", 60, 2, 5), play_pair("MH+", "MH", 60, 2, 5)
    assert one.scores == tuple(-score for score in other.scores)


def test_points_are_fair() -> None:
    assert [points(own, other) for own in range(3) for other in range(3)] == [0, -1, 1, 1, 0, -1, -1, 1, 0]
    assert isinstance(ENTRANTS["IP"].make(), HistoryMatcher)


BOUNDS = {  # the mean of ten matches of RB and of MH is at least so much
    "S2": (985, 985), "S3": (980, 975), "S4": (980, 975), "S5": (190, 340), "S6": (980, 975),
    "S7": (980, 975), "S8": (840, 925), "S9": (165, 400), "S10": (30, 190), "S11": (45, 85),
    "S12": (975, 975), "S13": (320, 20), "S14": (-45, -55), "S15": (-20, -45), "S16": (180, 300),
    "S17": (10, 35), "S18": (-35, 20), "S19": (-35, 150), "S20": (10, 245),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("opponent", BOUNDS)
def test_scores_against_the_standard_opponents(opponent: str) -> None:
    for name, least in zip(("RB", "MH"), BOUNDS[opponent], strict=True):
        assert sum(play_pair(name, opponent, TURNS, 10, 3).scores) / 10 >= least


@pytest.mark.long
@pytest.mark.parametrize("name", ["RB", "MH", "IP"])
def test_prd_38_nobody_wins_or_loses_against_chance(name: str) -> None:
    scores = play_pair("S1", name, TURNS, 100, 38).scores
    assert abs(sum(scores)) / 100 < 10
    assert max(map(abs, scores)) <= 120
