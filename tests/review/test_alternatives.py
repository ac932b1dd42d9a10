"""The moves that are compared: each once, however many keys stand for it."""

from __future__ import annotations

from rogomatic.agent.engine.rule_engine import choose
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.alternatives import options_of
from rogomatic.run.storage.agent_files import shipped_memory
from scripts.lib.notation import carry
from scripts.lib.review_positions import KnownPosition, blunders, moment_of


def test_unknown_potions_are_one_move() -> None:
    known = next(one for one in blunders() if one.name == "fights on the stairs")
    for name in ("poison", "levitation", "haste self"):
        carry(known.world, "potion", name)
    memory = shipped_memory()
    moment = moment_of(KnownPosition("", known.world, b"l"), memory)
    beliefs = AgentStates(memory, DEFAULT).take(moment.agent).beliefs
    choice = choose(LADDER, beliefs)
    assert choice is not None
    found = [option.words.doing for option in options_of(beliefs, choice, moment.keys)]
    assert len(beliefs.pack.of_kind("potion")) == 3
    assert found.count("drinking an unknown potion") == 1
    assert len(found) == len(set(found))
    assert {"attacking the yeti", "taking the stairs", "resting a turn"} <= set(found)
