"""The player that mixes forecasts: its parts, its reasons, what it makes of other players."""

from __future__ import annotations

from itertools import product
from math import exp, fsum

import pytest

from rogomatic.roshambo.context_bots import MarkovVotes
from rogomatic.roshambo.deep_votes import DeepVotes, deep_votes
from rogomatic.roshambo.entrants import EntryList
from rogomatic.roshambo.forecast_mixture import NO_ODDS, ForecastMixture, Odds, best_answer, log_odds
from rogomatic.roshambo.guess_records import SPEEDS, GuessRecords
from rogomatic.roshambo.history_matcher import Matches
from rogomatic.roshambo.mixing_player import _LENGTHS, GUESSES, MixingPlayer, _PastRows
from rogomatic.roshambo.throw_habits import CONTEXTS, ThrowHabits
from rogomatic.roshambo.throws import Past, play_match
from rogomatic.roshambo.tournament import play_pair
from rogue.shared.seeds import Dice


def test_log_odds_are_the_chances_up_to_a_factor() -> None:
    for turn in range(3):
        odds = log_odds(6, 3, 1, turn)
        chances = [exp(one) / fsum(map(exp, odds)) for one in odds]
        assert [round(chance, 6) for chance in chances] == [
            (0.6, 0.3, 0.1)[(place - turn) % 3] for place in range(3)
        ]


def test_the_best_answer_beats_what_is_sure() -> None:
    for throws in product(range(3), repeat=3):
        chances = [0.0, 0.0, 0.0]
        for throw in throws:
            chances[throw] += 1 / 3
        gains = [chances[own - 1] - chances[(own + 1) % 3] for own in range(3)]
        assert gains[best_answer((chances[0], chances[1], chances[2]))] == max(gains)


def _leaning(guess: int) -> Odds:
    rock, paper, scissors = (2.0 if throw == guess else 1.0 for throw in range(3))
    return log_odds(rock, paper, scissors)


def test_a_mixture_learns_whom_to_believe() -> None:
    """One forecast is right in 8 of 10 turns, one never, one is noise."""
    dice, mixture = Dice(7), ForecastMixture([0.0, 0.0, 0.0], 0.05)
    assert mixture.mix([NO_ODDS] * 3) == (1 / 3,) * 3
    for _ in range(800):
        throw = dice.below(3)
        right = throw if dice.below(10) < 8 else dice.below(3)
        inputs = [_leaning(guess) for guess in (right, (throw + 1) % 3, dice.below(3))]
        mixture.mix(inputs)
        mixture.learn(throw)
    assert mixture.weights[0] > 1
    assert mixture.weights[1] < -0.5
    assert abs(mixture.weights[2]) < 0.5
    mixture.mix([log_odds(2, 1, 1), log_odds(1, 2, 1), NO_ODDS])
    assert mixture.loudest(0) == 0


def test_a_guess_that_is_always_wrong_alike_is_a_good_one() -> None:
    records = GuessRecords(2)
    for turn in range(30):
        records.learn([turn % 3, 0], (turn + 2) % 3)
    assert records.best() == [(0, 2)] * len(SPEEDS)
    first, second = records.forecasts([1, 0])
    assert max(range(3), key=first.__getitem__) == 0
    assert max(second) < max(first)


def test_contexts_count_what_followed_them() -> None:
    """The side copies the other's last throw: contexts of it foresee that, others do not."""
    habits, own, other = ThrowHabits(), [0], [2]
    dice = Dice(3)
    for _ in range(60):
        habits.forecasts(own, other)
        throws = other[-1], dice.below(3)
        habits.learn(*throws)
        own.append(throws[0])
        other.append(throws[1])
    found = dict(zip((context.words for context in CONTEXTS), habits.forecasts(own, other), strict=True))
    for words in ("after {my} {other} {you} throw {throw}", "{you} {other_move}"):
        odds = found[words]
        assert odds[other[-1]] > 2
        assert max(odds) == odds[other[-1]]
    assert max(found["{you} favor {throw}"]) < 1


@pytest.mark.slow
def test_rows_of_throws_are_found_where_they_stood_last() -> None:
    dice, rows, row = Dice(5), _PastRows(3), list[int]()
    for _ in range(200):
        row.append(dice.below(5) % 3)
        found = rows.add(row[-1])
        for length, end in zip(_LENGTHS, [*found, *[-1] * len(_LENGTHS)], strict=False):
            places = [
                place for place in range(length - 1, len(row) - 1)
                if row[place - length + 1 : place + 1] == row[-length:] and len(row) > length
            ]  # fmt: skip
            assert end == (places[-1] if places else -1)


def test_every_guess_has_a_reason_and_the_numbers_agree() -> None:
    bot, past, dice = MixingPlayer(), Past(), Dice(1)
    for turn in range(12):
        past.add(bot.choose(past, dice), turn % 3)
        assert len(bot._guesses) == GUESSES
        assert len(bot._candidates) == len(bot._earned)
        assert bot.reason()
    reasons = {bot._words_of_guess(number, throw) for number in range(GUESSES) for throw in range(3)}
    assert all(words.startswith(("you ", "after ")) for words in reasons)
    assert len(reasons) > GUESSES


def test_a_reason_names_what_was_thrown() -> None:
    habits = ThrowHabits()
    habits.forecasts([0], [1])
    told = {habits.words(number, 2) for number in range(len(CONTEXTS))}
    assert {
        "after your rock you throw scissors",
        "after a loss you beat my throw",
        "you favor scissors",
    } <= told
    assert "after a loss I throw what my own throw beats" in {
        habits.words(number, 2, mirrored=True) for number in range(len(CONTEXTS))
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("opponent", "least", "reason"),
    [
        ("S2", 280, {"you favor rock", "you repeat your throw", "after your rock you throw rock"}),
        ("S6", 280, {"you beat my throw", "after a win you beat my throw", "after a loss you beat my throw"}),
        (
            "S7",
            280,
            {"you copy my throw", "after a loss you copy my throw", "after a loss you beat your own throw"},
        ),
        (
            "S9",
            60,
            {
                "you beat your own throw",
                "after a tie you beat your own throw",
                "after your rock you throw paper",
            },
        ),
        ("RB", 270, {"you play like ROFLBOT"}),
    ],
)
def test_it_beats_what_can_be_read_and_says_how(opponent: str, least: int, reason: set[str]) -> None:
    result = play_pair("MX", opponent, 1, 50_001, EntryList(300, explains=True))
    assert result.scores[0] >= least
    assert reason & {words for words, _ in result.reasons[0]}
    assert result.reasons[1] == ()


@pytest.mark.long
@pytest.mark.parametrize("opponent", ["IP", "MH", "MH+", "VL", "S1", "S14", "S15"])
def test_it_loses_to_nobody_by_much(opponent: str) -> None:
    assert sum(play_pair("MX", opponent, 4, 50_002, EntryList()).scores) / 4 > -30


@pytest.mark.parametrize("depth", [1, 3, 500])
def test_deep_votes_are_those_of_all_contexts(depth: int) -> None:
    dice = Dice(9)
    votes, other, own = MarkovVotes(3, depth), list[int](), list[int]()
    matches = (Matches(3), Matches(3))
    for _ in range(60):
        other.append(min(dice.below(4), 2))
        own.append(min(dice.below(5), 2))
        votes.observe(other[-1])
        votes.given(own[-1])
        sums = [0.0] * 3
        for one, row in zip(matches, (other, own), strict=True):
            one.add(row[-1])
            sums = [
                first + more for first, more in zip(sums, deep_votes(one.lengths, other, depth), strict=True)
            ]
        assert sums == pytest.approx(votes.votes())


def test_the_deep_bot_throws_at_random_until_it_knows() -> None:
    class Rock:
        def choose(self, past: Past, dice: Dice) -> int:
            return 0

    thrown = play_match(DeepVotes(), Rock(), 60, (Dice(2), Dice(3))).own
    assert thrown[8:] == [1] * 52
    firsts = {play_match(DeepVotes(), Rock(), 1, (Dice(seed), Dice(3))).own[0] for seed in range(12)}
    assert firsts == {0, 1, 2}
