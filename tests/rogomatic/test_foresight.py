"""Foresight: the gate before a forecast, what it may never do, and that without it nothing changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rogomatic.beliefs.known_monsters import StepHistory
from rogomatic.beliefs.model import Beliefs
from rogomatic.cli.own_game import OwnGame
from rogomatic.experts.melee import await_foe
from rogomatic.knobs import DEFAULT, NO_FORESIGHT_PCT
from rogomatic.ladder import LADDER
from rogomatic.memory.long_term_memory import (
    Book,
    Memory,
    MonsterRecord,
    RememberedSteps,
    absorb,
    default_memory,
    merge,
    records_of,
)
from rogomatic.memory.memory_format import compact, expand
from rogomatic.memory.monster_estimates import experience
from rogomatic.monster_manual import FLIES
from rogomatic.player import Player
from rogomatic.predict.step_predictor import last_of
from rogomatic.rule_engine import Act, No, choose
from rogomatic.run.recordings.timeline import CheckpointStore
from rogomatic.run.reports.memory_view import show_monster
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import MemoryLink, Played
from rogomatic.think.combat_sim import chase, next_step
from rogomatic.think.foresight import (
    first_steps,
    foes_to_follow,
    steps_seen,
    unseen_striker,
    where_next,
    will_stay,
)
from tests.support.agent_scenes import Scene, spot_of, status

HALL = """
  ---------------------
  |...................|
  |..@........H.......|
  |...................|
  ---------------------
"""
STAYS, AWAY = 8, 4


def taught(picture: str, step: int, cases: int = 40, pct: int = 80, row: str = "") -> Beliefs:
    """Return the beliefs of one who has seen the kind of H take this step so often against the rule."""
    b = (Scene(picture, row) if row else Scene(picture)).awake("H")
    b.knobs = replace(b.knobs, foresight_pct=pct)
    b.steps = StepHistory(None)
    foe = next(iter(b.foes.seen.values()))
    kind = b.steps.of(b.edition, foe)
    for _ in range(cases):
        kind.observe(0, 0, step)
    return b


def the_foe_goes(b: Beliefs) -> int:
    """Return by how many squares to the right the foe is expected to go while the hero waits."""
    foe = next(iter(b.foes.seen.values()))
    return where_next(b, foe, b.me.spot) - foe.spot


def test_prd_48_a_certain_forecast_stands_in_for_the_rule() -> None:
    assert the_foe_goes(taught(HALL, STAYS)) == 0
    assert the_foe_goes(taught(HALL, AWAY)) == 1
    assert the_foe_goes(taught(HALL, 0)) == -1


@pytest.mark.parametrize(("cases", "pct"), [(7, 50), (12, 80), (40, 100), (40, NO_FORESIGHT_PCT)])
def test_prd_59_without_cases_or_certainty_the_rule_stands(cases: int, pct: int) -> None:
    b = taught(HALL, STAYS, cases, pct)
    foe = next(iter(b.foes.seen.values()))
    assert where_next(b, foe, b.me.spot) == next_step(b.level, foe.spot, b.me.spot)
    assert first_steps(b, (foe,), b.me.spot) == {}
    assert not will_stay(b, foe)


@pytest.mark.parametrize("change", ["asleep", "held", "slowed", "zapped", "blind", "hallucinating"])
def test_prd_60_and_62_who_cannot_move_or_be_seen_is_not_foreseen(change: str) -> None:
    b = taught(HALL, AWAY)
    foe = next(iter(b.foes.seen.values()))
    foe.awake = change != "asleep"
    foe.held, foe.slowed = change == "held", change == "slowed"
    foe.zapped = frozenset("a") if change == "zapped" else frozenset()
    b.me.blind_until = b.turn + (9 if change == "blind" else 0)
    b.me.hallucinating_until = b.turn + (9 if change == "hallucinating" else 0)
    assert first_steps(b, (foe,), b.me.spot) == {}
    if change in ("asleep", "held", "slowed", "zapped"):
        assert foes_to_follow(b) == []


def test_prd_60_no_forecast_leads_onto_a_wall_a_foe_or_the_hero() -> None:
    cornered = HALL.replace("H.......|", ".......H|")
    assert the_foe_goes(taught(cornered, AWAY)) == -1
    b = taught(HALL.replace("H.", "HK"), AWAY)
    foe = b.foes.seen[spot_of(HALL, "H")]
    assert where_next(b, foe, b.me.spot) == foe.spot - 1


def test_prd_60_two_foes_are_not_foreseen_on_one_square() -> None:
    b = taught(HALL.replace("H.....", "H...H."), AWAY)
    left, right = sorted(b.foes.seen.values(), key=lambda foe: foe.spot)
    right.awake = True
    assert first_steps(b, (left, right), b.me.spot) == {left.spot: left.spot + 1, right.spot: right.spot + 1}
    b = taught(HALL.replace("H.", "HH"), AWAY)
    left, right = sorted(b.foes.seen.values(), key=lambda foe: foe.spot)
    right.awake = True
    assert first_steps(b, (left,), b.me.spot) == {}  # the other stands there


def test_where_a_flyer_goes_is_not_foreseen_but_that_it_stays() -> None:
    for step, squares in ((STAYS, 0), (AWAY, -1)):
        b = taught(HALL, step)
        (foe,) = b.foes.seen.values()
        foe.kind = foe.kind._replace(traits=foe.kind.traits | FLIES)
        assert the_foe_goes(b) == squares


def test_the_chase_begins_with_the_step_that_was_foreseen() -> None:
    b = taught(HALL, STAYS)
    foes = tuple(b.foes.seen.values())
    first = first_steps(b, foes, b.me.spot)
    assert first == {foes[0].spot: foes[0].spot}
    usual = chase(b.level, b.me.spot, (), foes).chasers[0]
    later = chase(b.level, b.me.spot, (), foes, first=first).chasers[0]
    assert later.arrival == usual.arrival + 1


def test_a_foe_that_stays_away_is_not_waited_for_and_nobody_rests_before_it() -> None:
    low = status(hp=3, most=40, level=5)
    waits = taught(HALL, STAYS, pct=NO_FORESIGHT_PCT, row=low)
    assert isinstance(await_foe(waits), Act)
    b = taught(HALL, STAYS, row=low)
    assert isinstance(await_foe(b), No)
    choice = choose(LADDER, b)
    assert choice is not None
    assert choice.act.action.verb not in ("rest", "read", "quaff", "wear", "put on")


def test_something_unseen_is_struck_where_it_was_when_it_is_known_to_stay() -> None:
    b = Scene(HALL.replace("H", ".")).b
    b.knobs = replace(b.knobs, foresight_pct=80)
    b.names = {"P": "phantom"}
    b.foes.unseen_spots = frozenset({b.me.spot + 1})
    assert unseen_striker(b) == -1
    b.steps = StepHistory(None)
    assert unseen_striker(b) == -1
    for _ in range(40):
        b.steps.of_name(b.edition, "phantom").observe(STAYS, 0, STAYS)
    assert unseen_striker(b) == b.me.spot + 1
    b.foes.unseen_spots |= {b.me.spot - 1}
    assert unseen_striker(b) == -1


def test_prd_44_steps_are_followed_from_one_turn_to_the_next() -> None:
    b = Scene(HALL).awake("H")
    b.steps = StepHistory(None)
    (foe,) = b.foes.seen.values()
    b.steps.take_in(b.edition, (), foes_to_follow(b), b.turn)
    del b.foes.seen[foe.spot]
    foe.spot -= 1
    b.foes.seen[foe.spot] = foe
    b.turn += 1
    (step,) = seen = steps_seen(b)
    assert (step.expected, step.last, step.step, step.near) == (0, 0, 0, False)
    b.steps.take_in(b.edition, seen, foes_to_follow(b), b.turn)
    assert foe.last_step == last_of(0, 0)
    b.turn += 2  # a turn that was not seen cuts the row
    assert steps_seen(b) == ()
    b.steps.take_in(b.edition, (), foes_to_follow(b), b.turn)
    assert foe.last_step == 0


def test_prd_47_steps_are_evidence_in_the_memory() -> None:
    b = taught(HALL, STAYS, cases=3)
    lessons = records_of(b.steps)
    (name,) = lessons
    assert lessons[name].table("steps") == {1: (0,) * 8 + (3,)}
    assert sum(map(sum, lessons[name].table("forecasts").values())) == 3
    memory = absorb(default_memory(), [Memory({"5.4": Book(1, lessons)})] * 2)
    assert memory.of("5.4").of(name).table("steps") == {1: (0,) * 8 + (6,)}
    read = expand(compact(memory))
    assert compact(read) == compact(merge(memory, default_memory()))
    assert RememberedSteps(read).steps("5.4", name)[0] == {1: (0,) * 8 + (6,)}
    assert RememberedSteps(read).steps("3.6", name) == ({}, {})
    # Steps say nothing of how it fights.
    assert experience(memory).kind("5.4", name, 1) == experience(default_memory()).kind("5.4", name, 1)
    assert MonsterRecord()["met"] == 0


def keys_of(seed: int, pct: int, learn: bool = False) -> tuple[str, int]:
    """Play a game; return the digest of its keys, and how many kinds were followed in their steps."""
    player = Player(default_memory(), replace(DEFAULT, foresight_pct=pct), seed, learn)
    played = Played()
    play(MemoryLink(OwnGame("5.4")(seed)), player, Limits(commands=400), played)
    steps = player.beliefs.steps
    return played.digest(), 0 if steps is None else len(steps.kinds)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [41_001, 41_004])
def test_prd_59_a_forecast_that_is_never_certain_changes_no_key(seed: int) -> None:
    usual, nothing = keys_of(seed, NO_FORESIGHT_PCT)
    asked, followed = keys_of(seed, 100)
    assert asked == usual
    assert followed > nothing == 0
    assert keys_of(seed, NO_FORESIGHT_PCT, learn=True)[0] == usual


@pytest.mark.slow
def test_prd_63_forecasts_from_a_memory_give_the_same_game_twice() -> None:
    teacher = Player(default_memory(), DEFAULT, 41_005, learn=True)
    play(MemoryLink(OwnGame("5.4")(41_005)), teacher, Limits(commands=500), Played())
    memory = absorb(default_memory(), [expand(teacher.lessons())] * 3)
    digests: list[str] = []
    for _ in range(2):
        player, played = Player(memory, replace(DEFAULT, foresight_pct=50), 41_004), Played()
        end = play(MemoryLink(OwnGame("5.4")(41_004)), player, Limits(commands=400), played)
        assert end in ("finished", "commands")
        digests.append(played.digest())
    assert digests[0] == digests[1]


def test_a_memory_shows_how_many_steps_were_as_expected() -> None:
    b = taught(HALL, STAYS, cases=3)
    lessons = records_of(b.steps)
    lines = list(show_monster(Memory({"5.4": Book(1, lessons)}), next(iter(lessons))))
    assert "  its steps as the pursuit rule expects them: 0 of 3" in lines


def test_a_checkpoint_keeps_what_was_seen_of_steps() -> None:
    player, played = Player(default_memory(), DEFAULT, 41_004, learn=True), Played()
    play(MemoryLink(OwnGame("5.4")(41_004)), player, Limits(commands=60), played)
    store = CheckpointStore()
    _, kept = store.take(store.put(player.screen, player))
    assert kept is not None
    steps, again = player.beliefs.steps, kept.beliefs.steps
    assert steps is not None
    assert again is not None
    assert {name: kind.own for name, kind in again.kinds.items()} == {
        name: kind.own for name, kind in steps.kinds.items()
    }
    assert kept.lessons() == player.lessons()
    assert all(again_foe in kept.beliefs.foes.seen.values() for again_foe, _ in again.before)


@pytest.mark.long
def test_prd_59_fifty_games() -> None:
    for seed in range(42_001, 42_051):
        assert keys_of(seed, 100)[0] == keys_of(seed, NO_FORESIGHT_PCT)[0]
