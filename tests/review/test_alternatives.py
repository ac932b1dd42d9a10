"""The moves that are compared: each once, however many keys stand for it."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import choose
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.alternatives import options_of
from rogomatic.run.storage.agent_files import shipped_memory
from scripts.lib.notation import carry
from scripts.lib.review_positions import KnownPosition, blunders, moment_of, quiet

MEMORY = shipped_memory()


def moves_of(known: KnownPosition, hunger: str = "") -> tuple[Beliefs, list[str]]:
    """Return what the agent believes in a position, and the moves that it could make."""
    moment = moment_of(known, MEMORY)
    beliefs = AgentStates(MEMORY, DEFAULT).take(moment.agent).beliefs
    beliefs.me.hunger = hunger
    choice = choose(LADDER, beliefs)
    assert choice is not None
    return beliefs, [option.words.doing for option in options_of(beliefs, choice, moment.keys)]


def test_unknown_potions_are_one_move() -> None:
    known = next(one for one in blunders() if one.name == "fights on the stairs")
    for name in ("poison", "levitation", "haste self"):
        carry(known.world, "potion", name)
    beliefs, found = moves_of(KnownPosition("", known.world, b"l"))
    assert len(beliefs.pack.of_kind("potion")) == 3
    assert found.count("drinking an unknown potion") == 1
    assert len(found) == len(set(found))
    assert {"attacking the yeti", "taking the stairs", "resting a turn"} <= set(found)


@pytest.mark.parametrize(
    ("hunger", "has_food", "may_rest"),
    [("", False, True), ("Hungry", False, True), ("Weak", False, False), ("Faint", True, True)],
)
def test_a_hero_that_starves_cannot_wait_for_better_days(hunger: str, has_food: bool, may_rest: bool) -> None:
    known = next(one for one in quiet() if one.name == "rests alone")
    for item in list(known.world.player.pack):
        if item.kind.cls == "food":
            known.world.player.pack.remove(item)
    if has_food:
        carry(known.world, "food", "food")
    _, found = moves_of(KnownPosition("", known.world, b"h"), hunger)
    assert ("resting until something comes" in found) is may_rest


@pytest.mark.parametrize(
    ("typed", "turns", "done", "doing"),
    [
        ((b"s",), 1, "rested a turn", "resting a turn"),
        ((b"9s",), 1, "rested a turn", "resting for up to 9 turns"),
        ((b"9s", b"9s", b"20s"), 3, "rested for 3 turns", "resting for up to 38 turns"),
        ((b"200s",), 200, "rested for 200 turns", "resting for up to 200 turns"),
    ],
)
def test_a_rest_is_named_by_the_turns_it_lasted(
    typed: tuple[bytes, ...], turns: int, done: str, doing: str
) -> None:
    known = next(one for one in blunders() if one.name == "fights on the stairs")
    moment = moment_of(known, MEMORY)
    beliefs = AgentStates(MEMORY, DEFAULT).take(moment.agent).beliefs
    choice = choose(LADDER, beliefs)
    assert choice is not None
    made, *others = options_of(beliefs, choice, typed, turns)
    assert (made.words.done, made.words.doing) == (done, doing)
    assert "resting until something comes" in [other.words.doing for other in others]
