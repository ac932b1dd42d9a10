"""What the foes are believed to want, and the panel that shows it."""

from __future__ import annotations

from typing import get_args

import pytest

from rogomatic.agent.beliefs.foe_intents import intent_of, is_called
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.sight.message_table import MINDS
from rogomatic.run.viewer.canvas import text_of
from rogomatic.run.viewer.state_panels import intents
from rogue.rules.mind_lore import DOES as ACTS_DONE
from rogue.rules.mind_lore import GONE, MISSILES, WORDS
from rogue.tables.monster_minds import Cry
from tests.run.paper import Shown
from tests.support.agent_scenes import STATUS, Scene

EMU = """
  ----------
  |........|
  |....E...+
  |...@....|
  |........|
  ----------
"""
ALONE = EMU.replace("E", ".")


def panel(scene: Scene, width: int = 60) -> list[str]:
    return [text_of(line).rstrip() for line in intents(Shown(scene.b), None, width, 8)]


def told(text: str) -> Scene:
    scene = Scene(EMU)
    scene.awake("E")
    scene.b.turn = 100
    scene.show(EMU, STATUS, [text])
    return scene


@pytest.mark.parametrize(("text", "wants"), [
    ("The emu turns tail", "flees"),
    ("The emu calls its kind", "hunts in a pack"),
    ("The emu loses interest in you", "has lost interest"),
    ("The emu was lying in wait", "attacks"),
    ("The emu turns at bay", "attacks"),
    ("The emu hits you with a dart", "shoots"),
    ("The emu bites you", "waits"),
    ("The emu hit you", "attacks"),
    ("The emu glares, and you cannot move", "shoots"),
    ("The emu leaps at you", "attacks"),
    ("The emu leaps out of nowhere", "attacks"),
    ("The bat turns tail", "waits"),
])  # fmt: skip
def test_what_a_message_says_of_a_foe_is_believed(text: str, wants: str) -> None:
    scene = told(text)
    (foe,) = scene.b.foes.seen.values()
    foe.still = 2
    assert intent_of(foe, scene.b.turn) == wants


def test_who_mends_its_wounds_counts_as_unhurt() -> None:
    scene = Scene(EMU)
    (foe,) = scene.b.foes.seen.values()
    foe.wounds = 5
    scene.show(EMU, STATUS, ["The emu mends its wounds"])
    assert [foe.wounds for foe in scene.b.foes.seen.values()] == [0]


def test_an_intention_is_believed_for_a_while() -> None:
    scene = told("The emu turns tail")
    (foe,) = scene.b.foes.seen.values()
    assert intent_of(foe, foe.intent_turn + 60) == "flees"
    assert intent_of(foe, foe.intent_turn + 61) in ("comes", "waits")
    foe.awake = False
    assert intent_of(foe, foe.intent_turn) == "sleeps"
    foe.held = True
    assert intent_of(foe, foe.intent_turn) == "is held"


def test_a_burble_confuses() -> None:
    assert told("The emu burbles, and your head spins").b.me.confused_until > 100
    assert told("The emu burbles, but you keep your head").b.me.confused_until < 100


def test_the_panel_has_a_row_for_each_foe_in_view_and_remembered() -> None:
    scene = told("The emu turns tail")
    assert panel(scene)[1].split() == ["E", "emu", "1", "flees", "0"]
    scene.show(ALONE, STATUS, ["You hear a screech"])
    assert "out of view" in panel(scene)[1]
    assert is_called(scene.b.foes, scene.b.turn)
    assert panel(scene)[2].startswith("a call was heard 0 turns ago")
    assert panel(Scene(ALONE)) == ["no foe in view or remembered"]
    assert all(len(row) <= 36 for row in panel(scene, 36))


DOES = ("turns tail", "turns at bay", "calls its kind", "finds your trail", "stumbles")


def game_says() -> list[str]:
    """Every sentence of the game about monsters that think."""
    texts = [
        f"The emu {verb} you with {missile}" for missile in MISSILES.values() for verb in ("hits", "misses")
    ]
    texts += [f"The emu{verb}{end}" for verb, *ends in WORDS.values() for end in (*ends, "")]
    texts += [f"The emu{gone}" for gone in GONE.values()]
    texts += [f"The emu {does}" for does in ACTS_DONE.values()]
    texts += [f"You hear a {cry}" for cry in get_args(Cry)]
    texts += [
        f"The emu {does}"
        for does in ("turns tail", "turns at bay", "calls its kind", "finds your trail", "stumbles")
    ]
    return [*texts, "The emu loses interest in you", "The emu was lying in wait"]


def test_every_sentence_of_the_game_is_understood() -> None:
    kinds = {kind for kind, _ in MINDS}
    read = {text: [fact.kind for fact in read_message(text)] for text in game_says()}
    assert {text: found for text, found in read.items() if len(found) != 1 or found[0] not in kinds} == {}
    assert {found[0] for found in read.values()} == kinds
