"""The laboratories: saved moments go on as their games did."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.review.findings import JudgedMove, Prospect
from scripts.lib.laboratory.blunders import CostlyMove, report_lines, reviewed_games
from scripts.lib.laboratory.moments import Course, Saver, begin, complete
from scripts.lib.laboratory.openings import LAST_DEPTH, ON_ARRIVAL, compare_openings, opening
from scripts.lib.laboratory.scenes import ARRIVAL, FINDERS, is_lost, save_scenes
from scripts.lib.laboratory.trials import TRIALS, compare

MEMORY = default_memory()
SEED = 44  # a short game that goes deeper than level 2, and is lost
CROWDED = 2_500_017  # several foes on its first level
SHORT = 1_000_024  # a game that ends soon


def _to_the_end(course: Course) -> Course:
    while not course.over:
        course.step()
    return course


def test_a_moment_goes_on_as_the_game_did_and_with_other_dice_otherwise() -> None:
    course, saver = begin(SEED, MEMORY, DEFAULT), Saver(MEMORY, DEFAULT)
    while course.player.beliefs.turn < 250 or not course.can_be_saved:
        course.step()
    moment = saver.save(course, "anything")
    end = _to_the_end(course).player.report()
    assert end.turns > 300
    same = _to_the_end(Saver(MEMORY, DEFAULT).restore(moment))
    assert same.player.report() == end
    other = saver.restore(moment, play=1)
    assert other.game.world.rng.state != saver.restore(moment, play=2).game.world.rng.state
    assert _to_the_end(other).player.report() != end


def test_what_a_class_had_not_when_it_was_saved_begins_with_its_default() -> None:
    beliefs = begin(SEED, MEMORY, DEFAULT).player.beliefs
    del beliefs.watch.swept, beliefs.turn
    beliefs.deepest = 7
    complete(beliefs)
    assert (beliefs.watch.swept, beliefs.turn, beliefs.deepest) == (0, 0, 7)


@pytest.mark.parametrize("kind", ["fights", "levels", "rewind"])
def test_each_laboratory_saves_moments_of_a_game_and_plays_them(kind: str) -> None:
    moments = list(save_scenes(kind, [SEED], MEMORY))
    assert moments
    assert all(moment.scene == ARRIVAL for moment in moments) is (kind == "levels")
    found = TRIALS[kind](Saver(MEMORY, DEFAULT), moments[0], 1, 1)
    assert found["died"] in (0, 1)
    assert found == TRIALS[kind](Saver(MEMORY, DEFAULT), moments[0], 1, 1)


def test_each_kind_of_moment_can_be_found_and_played() -> None:
    assert set(FINDERS) == set(TRIALS)


def test_a_game_that_goes_on_is_not_lost() -> None:
    course = begin(SEED, MEMORY, DEFAULT)
    course.step()
    assert not is_lost(course.player)


def test_moments_of_one_game_count_as_one() -> None:
    rows = [{"died": 0.0}] * 4
    worse = [{"died": 1.0}, {"died": 1.0}, {"died": 0.0}, {"died": 0.0}]
    apart = compare(["a"] * 4, [1, 2, 3, 4], rows, worse)[0]
    together = compare(["a"] * 4, [1, 1, 2, 2], rows, worse)[0]
    assert apart.difference == together.difference == 0.5
    assert together.error > apart.error


def test_an_opening_ends_on_one_depth_or_shows_what_is_carried_on() -> None:
    row = opening(MEMORY, DEFAULT, SHORT)
    assert row["ended"] == sum(row[f"ended on {depth}"] for depth in range(1, LAST_DEPTH + 1))
    assert ("gold" in row) is not bool(row["ended"])
    assert row == opening(MEMORY, DEFAULT, SHORT)


def test_what_is_carried_counts_only_those_that_arrive() -> None:
    dead, rich, poor = {"ended": 1.0}, {"ended": 0.0, "gold": 300.0}, {"ended": 0.0, "gold": 100.0}
    found = compare_openings([1, 2], [dead, rich], [poor, rich])
    assert [(one.figure, one.first, one.second) for one in found] == [("ended", 0.5, 0), ("gold", 300, 200)]
    assert [one.group for one in found if one.figure == "gold"] == [ON_ARRIVAL]


def test_moments_of_another_edition_are_saved_and_played_on_as_such() -> None:
    course, saver = begin(SEED, MEMORY, DEFAULT, "3.6"), Saver(MEMORY, DEFAULT)
    assert saver.save(course, ARRIVAL).edition == "3.6"  # which the agent does not know yet
    while not (course.player.beliefs.turn and course.can_be_saved):
        course.step()
    moment = saver.save(course, ARRIVAL)
    restored = saver.restore(moment, 1)
    assert (moment.edition, restored.game.world.rules.edition) == ("3.6", "3.6")
    assert restored.player.beliefs.knobs.full_depth > DEFAULT.full_depth


def costly(seed: int, lost: float, again: float) -> CostlyMove:
    rest = Prospect("rested a turn", "resting a turn", 31.0, 0.0, 200)
    stairs = Prospect("took the stairs", "taking the stairs", 6.0, 0.0, 200)
    return CostlyMove(seed, JudgedMove(1, 9, 2, 5, 12, "s", "", rest, stairs, lost, 2.0), again, 3.0)


def test_the_most_expensive_moves_are_listed_by_kind_with_other_dice() -> None:
    lines = list(report_lines([costly(1, 11, 9.0), costly(2, 9, 8.0), costly(3, 40, 35.0)], games=2))
    assert lines[0].startswith("3 moves that lost something in 2 games")
    assert lines[1].split() == ["rested", "3", "moves", "26.0", "±", "2.6", "a", "game"]
    assert lines[2] == "said 10.0, lost 8.5 ± 2.1 (2 moves)"
    assert lines[3].startswith("  35.0 ± 3.0 (found as 40.0), seed 3, turn 9, level 2: The agent rested")


def test_a_move_of_a_sample_stands_for_others() -> None:
    first, line, *_ = report_lines([costly(1, 11, 9.0)], games=1, every=4)
    assert "(every 4. move)" in first
    assert line.split()[3:6] == ["36.0", "±", "33.4"]  # 4 * 3 ** 2 * 4 + 4 * 3 * 9 ** 2


def test_reviews_go_on_where_they_stopped(tmp_path: Path) -> None:
    kept, played = tmp_path / "found.jsonl", list[int]()

    def review(seed: int) -> list[CostlyMove]:
        played.append(seed)
        return [costly(seed, 11, 9.0)] if seed != 2 else []

    first = list(reviewed_games([1, 2], review, kept))
    assert list(reviewed_games([1, 2, 3], review, kept)) == [*first, costly(3, 11, 9.0)]
    assert played == [1, 2, 3]
