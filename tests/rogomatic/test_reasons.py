"""Reasons of refusals are true: each is defined once, and held against the beliefs wherever it is given."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from rogomatic.agent import experts
from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.rule_engine import Choice, No, Rule
from rogomatic.agent.experts.equipping import wear_best
from rogomatic.agent.experts.explore import look_around
from rogomatic.agent.experts.food import eat_before_faint, eat_when_hungry, faint_in_peace
from rogomatic.agent.experts.magic import read_good, try_scroll
from rogomatic.agent.experts.melee import look_twice
from rogomatic.agent.experts.prompt_replies import ask_version
from rogomatic.agent.experts.special_monsters import strip_for_rust
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.monster_manual import Manual
from scripts.lib.reason_check import Told, play_and_check
from scripts.lib.reason_facts import all_reasons, unnamed_reasons, untrue_reasons
from tests.support.agent_scenes import KIT, ROOM, Scene, status

BARE = tuple(line for line in KIT if "being worn" not in line)


def with_foe(b: Beliefs, letter: str, name: str, step: int, awake: bool | None) -> Beliefs:
    """Put a foe `step` squares away from the hero."""
    foe = Foe(letter, b.me.spot + step, Manual().kind("5.4", name, 10))
    foe.awake = awake
    b.foes.seen[foe.spot] = foe
    b.screens += 1  # what was worked out for the screen before does not count
    return b


def scene(pack: tuple[str, ...] = tuple(KIT), edition: str = "5.4", **figures: object) -> Beliefs:
    b = Scene(ROOM, status(**figures), pack=[*pack]).b  # type: ignore[arg-type]
    b.edition = edition  # type: ignore[assignment]
    return b


def naked() -> Beliefs:
    return with_foe(scene(BARE), "A", "aquator", 1, awake=True)


def in_36() -> Beliefs:
    b = with_foe(scene(edition="3.6"), "T", "troll", 1, awake=True)
    b.me.hunger = "Faint"
    return b


def sleeper() -> Beliefs:
    return with_foe(scene(), "E", "emu", 2, awake=False)


def weak() -> Beliefs:
    b = scene(tuple(line for line in KIT if "food" not in line))
    b.me.hunger = "Weak"
    return b


def starved() -> Beliefs:
    b = scene()
    b.me.alert = False
    b.me.stomach = b.me.stomach.below(-800)
    return b


def unversioned() -> Beliefs:
    b = scene()
    b.version, b.commands = "", 9
    return b


CASES: list[tuple[str, Rule, Beliefs, No]] = [
    ("take the armor off", strip_for_rust, naked(), refusals.NOT_WORN),
    ("eat before a faint", eat_before_faint, in_36(), refusals.NO_FAINT_HERE),
    ("read what is good", read_good, sleeper(), refusals.IN_VIEW),
    ("try a scroll", try_scroll, sleeper(), refusals.IN_VIEW),
    ("eat when hungry", eat_when_hungry, weak(), refusals.WEAK),
    ("faint in peace", faint_in_peace, starved(), refusals.EMPTY_LONG),
    ("wear the best armor", wear_best, scene(BARE), refusals.NO_SUIT),
    ("ask the version", ask_version, unversioned(), refusals.ASKED),
    ("look twice", look_twice, sleeper(), refusals.SLEEP_CLEAR),
]


@pytest.mark.parametrize(("name", "rule", "b", "reason"), CASES, ids=[name for name, *_ in CASES])
def test_each_case_has_an_answer_of_its_own(name: str, rule: Rule, b: Beliefs, reason: No) -> None:
    assert any(rung.name == name and rung.rule is rule for rung in LADDER)
    assert rule(b) is reason


# What each of these rungs once told there, though it was not so.
UNTRUE: list[tuple[str, Beliefs, No]] = [
    ("take the armor off", naked(), refusals.RUSTPROOF),
    ("take the armor off", naked(), refusals.SUIT_CURSED),
    ("eat before a faint", in_36(), refusals.NO_FOOD),
    ("read what is good", scene(), refusals.IN_VIEW),
    ("read what is good", sleeper(), refusals.AFTER_US),
    ("put on a ring", sleeper(), refusals.AFTER_US),
    ("eat when hungry", weak(), refusals.FED),
    ("faint in peace", starved(), refusals.ALERT),
    ("wear the best armor", scene(BARE), refusals.BEST_SUIT),
    ("ask the version", unversioned(), refusals.VERSION_KNOWN),
    ("go down", scene(), refusals.ON_STAIRS),
    ("rest", scene(hp=1), refusals.WELL),
    ("rest", scene(), No("a reason that nobody has named")),
]


@pytest.mark.parametrize(("name", "b", "reason"), UNTRUE)
def test_a_reason_that_is_not_so_is_found(name: str, b: Beliefs, reason: No) -> None:
    above = next(number for number, rung in enumerate(LADDER) if rung.name == name)
    choice = Choice("", LADDER[-1].rule(b), (refusals.NO_WAY,) * above + (reason,), LADDER)  # type: ignore[arg-type]
    assert [*untrue_reasons(b, choice)] == [f"{name}: {reason.why_not}"]


def test_of_every_reason_it_is_said_what_it_states() -> None:
    assert unnamed_reasons() == []


def test_every_reason_is_defined_once_and_there() -> None:
    reasons = all_reasons()
    assert len({one.why_not for one in reasons.values()}) == len(reasons)
    for module in iter_modules(experts.__path__):
        for name, one in vars(import_module(f"rogomatic.agent.experts.{module.name}")).items():
            assert not isinstance(one, No) or one is reasons.get(name), f"{module.name}: {name}"


def test_what_is_unseen_but_not_worth_a_walk_is_not_called_seen() -> None:
    b = scene()
    b.level.frontier.clear()
    assert look_around(b) is refusals.ALL_SEEN


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
@pytest.mark.parametrize("seed", [50_003, 50_011])
def test_reasons_are_true_all_through_a_game(seed: int, edition: str) -> None:
    """`scripts/reasons` plays 300 games to their ends."""
    told = Told()
    assert [*play_and_check(seed, edition, told, 400)] == []
    assert told.commands > 300
