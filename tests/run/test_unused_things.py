"""What could have helped in the pack, and why the agent did not use it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import step_to, strike, use
from rogomatic.agent.engine.rule_engine import Choice, No
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.run.story.fight_instants import Deed, Instant, Unused, Way
from rogomatic.run.story.unused_things import unused_in_words, unused_things, with_tries
from tests.rogomatic.foe_scenes import foe_scene
from tests.support.agent_scenes import KIT, chosen, status

HEALING = "p) A potion of healing(red)"
TELEPORT = "q) A scroll of teleportation"
DUST = "s) A wand of polymorph [3](teak)"
CANDLE = "t) A wand of light [9](birch)"


def left_of(b: Beliefs, choice: Choice, *ways: Way, is_over: bool = False) -> dict[str, str]:
    """Return what was left unused with its reason."""
    found = unused_things(b, choice, ways, is_over=is_over)
    return {one.noun: one.reason for one in found}


def fight(
    *lines: str, letter: str = "H", hp: int = 12, most: int = 12, ladder: Iterable[str] = ()
) -> tuple[Beliefs, Choice]:
    """Return a fight of a hero with these things, and the choice there."""
    b = foe_scene(letter, status(hp=hp, most=most), (*KIT, *lines))
    left_out = frozenset(ladder)
    return b, chosen(b, tuple(rung for rung in LADDER if rung.name not in left_out))


ODDS: Final = "it saw only 20% to die"


@pytest.mark.parametrize(
    ("lines", "letter", "hp", "found"),
    [
        ((HEALING,), "B", 12, {"potion of healing": refusals.NO_DANGER.why_not}),
        ((HEALING,), "H", 11, {"potion of healing": "the next round was <1% to kill"}),
        ((HEALING,), "H", 8, {"potion of healing": "the next round was 7% to kill"}),
        ((TELEPORT,), "H", 11, {"scroll of teleportation": ODDS}),
        ((DUST, CANDLE), "H", 11, {"wand of polymorph": refusals.WORSE_FOE.why_not}),
        (("f) A staff of magic missile [3](teak)",), "H", 11,
         {"staff of magic missile": refusals.STRIKE.why_not}),
        (("f) A blue potion",), "H", 11,
         {"unknown potion": f"unknown kinds are a last resort: {ODDS}"}),
        (("f) A +1 banded mail [7]",), "H", 11,
         {"suit of banded mail, armor 7 instead of 4": refusals.AFTER_US.why_not}),
        (("f) A jade ring",), "H", 11,
         {"unknown ring": "it puts on only rings that it knows to be good"}),
        (("f) A leather armor [2]", "g) A potion of thirst quenching(red)"), "H", 11, {}),
    ],
    ids=["calm", "not yet", "slim", "good odds", "stick", "near", "unknown", "armor", "ring", "no help"],
)  # fmt: skip
def test_what_is_left_is_told_with_the_answer_of_its_own_rule(
    lines: tuple[str, ...], letter: str, hp: int, found: dict[str, str]
) -> None:
    b, choice = fight(*lines, letter=letter, hp=hp)
    assert left_of(b, choice) == found


@pytest.mark.parametrize(
    ("level", "why"), [(1, refusals.GAMBLE_YOUNG.why_not), (30, "the next round was <1% to kill")]
)
def test_a_hero_too_young_to_gamble_is_told_so_whatever_the_next_round(level: int, why: str) -> None:
    b, choice = fight("f) A blue potion", hp=11)
    b.me.level = level
    at = next(n for n, rung in enumerate(LADDER) if rung.name == "gamble when dying")
    spoken = tuple(refusals.NOT_PRESSING if n == at else No("") for n in range(at + 1))
    left = left_of(b, Choice("hit what is adjacent", choice.act, spoken, LADDER))
    assert left == {"unknown potion": f"unknown kinds are a last resort: {why}"}


def test_a_way_that_was_compared_is_told_with_its_danger_or_its_drawback() -> None:
    b, choice = fight(HEALING, TELEPORT, hp=3)
    potion = Way("drink a potion of healing", 30.0, item=("potion", "healing"))
    scroll = Way("read a scroll of teleportation", 9.0, item=("scroll", "teleportation"))
    run = potion._replace(name="drink a potion of healing, then run", percent=22.0)
    choice = Choice("fight or flee", strike(1, "fight here"), choice.refusals[:1], LADDER)
    left = left_of(b, choice, potion, run, scroll._replace(drawback="that would use up the scroll"))
    assert left == {
        "potion of healing": "22% to die with it",
        "scroll of teleportation": "9% to die with it, but that would use up the scroll",
    }  # fmt: skip


def test_what_was_just_used_or_is_empty_is_not_told() -> None:
    b, choice = fight("f) A wand of slow monster [0](iron)", "g) A potion of healing(red)", hp=3)
    choice = Choice(choice.rung, use("quaff", "g", "it heals"), choice.refusals, LADDER)
    assert left_of(b, choice) == {}


def test_a_stick_that_was_tried_in_the_fight_is_told_with_its_turn() -> None:
    tried = Instant(90, 9, 40, (), (), ("troll",), 30.0, "zap", deed=Deed("zap", "an unknown wand"))
    taught_nothing = Unused(1, "unknown wand", "an earlier try taught nothing", is_tried=True)
    left = [taught_nothing, Unused(1, "unknown staff", "no")]
    reasons = [one.reason for one in with_tries(left, [tried])]
    assert reasons == ["tried on turn 90, which taught nothing", "no"]
    assert with_tries(left, []) == left


def test_what_was_tried_in_vain_is_told_so() -> None:
    b, choice = fight("f) An iron wand", hp=11)
    b.lore.note_tried("stick", "iron")
    assert left_of(b, choice) == {"unknown wand": "an earlier try taught nothing"}


def test_a_rule_that_was_left_out_or_too_late_is_the_reason() -> None:
    b, choice = fight("f) A blue potion", hp=11, ladder=["gamble when dying"])
    assert left_of(b, choice)["unknown potion"].endswith("the rule for it was left out")
    first = Choice("eat before a faint", choice.act, (), LADDER)
    late = left_of(b, first, is_over=True)["unknown potion"]
    assert late.endswith("it chose to eat before a faint first")
    fled = Choice("fight or flee", step_to(1, "run to the stairs, 9% to die, 2 hit points lost"), (), LADDER)
    late = left_of(b, fled, Way("run to the stairs", 9.0), is_over=True)["unknown potion"]
    assert late.endswith("it chose to run to the stairs first")
    late = left_of(b, fled, is_over=True)["unknown potion"]
    assert late.endswith("it tried something else first"), "in no danger, nothing was compared"
    same = Choice("gamble when dying", choice.act, choice.refusals[:0], LADDER)
    assert left_of(b, same)["unknown potion"].endswith("it tried something else first")


def test_a_suit_that_cannot_come_off_and_a_bare_hero_are_told_so() -> None:
    b, choice = fight("f) A +1 banded mail [7]", hp=11)
    b.cursed.add("b")
    assert [*left_of(b, choice).values()] == [refusals.SUIT_CURSED.why_not]
    del b.pack["f"]
    b.pack["b"] = b.pack["b"]._replace(use="")
    b.pack["f"] = Thing("armor", name="leather armor", armor=3)
    assert [*left_of(b, choice)] == ["suit of ring mail, armor 4 instead of none"]


def test_things_of_one_reason_share_its_words() -> None:
    found = [Unused(2, "potion of healing", "A"), Unused(1, "unknown wand", "B"), Unused(1, "scroll", "A")]
    assert unused_in_words(found) == [
        "Unused at the end, and why: 2 potions of healing and a scroll (A); an unknown wand (B)."
    ]
    assert unused_in_words([]) == []


def test_what_was_left_at_an_earlier_last_command_is_told_with_its_turn() -> None:
    said = unused_in_words([Unused(1, "unknown potion", "no foe is near")], 2_947)
    assert said == ["Unused at its last command, on turn 2,947, and why: an unknown potion (no foe is near)."]
