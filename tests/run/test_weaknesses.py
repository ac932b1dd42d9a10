"""What weakens a hero, in words."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.run.story.weaknesses import NO_ARMOR, WEAPON, weaknesses
from tests.rogomatic.foe_scenes import foe_scene
from tests.support.agent_scenes import ROOM, Scene, status


def hero(
    strength: int = 16, armor: int = 4, hunger: str = "", stairs: int = 300, *, alert: bool = True
) -> Beliefs:
    b = Scene(ROOM, status()).b
    b.me.strength, b.me.max_strength, b.me.armor, b.me.hunger, b.me.alert = strength, 16, armor, hunger, alert
    b.level.stairs = stairs
    return b


@pytest.mark.parametrize(
    ("beliefs", "said"),
    [
        (hero(), ()),
        (hero(strength=8, armor=2), ()),
        (hero(hunger="Weak"), ("hunger (Weak)",)),
        (hero(strength=7), ("strength 7 of 16",)),
        (hero(armor=1), ("armor 1 (plain leather has 2; more is better)",)),
        (hero(alert=False), ("no longer alert, so that monsters hit the hero more often",)),
        (hero(stairs=-1), ("no stairs found",)),
        (hero(strength=3, armor=-1), ("strength 3 of 16", "armor -1 (plain leather has 2; more is better)")),
    ],
)
def test_each_weakness_is_named(beliefs: Beliefs, said: tuple[str, ...]) -> None:
    assert tuple(one.words for one in weaknesses(beliefs, is_chased=True, was_alert=True)) == said


def test_a_hero_that_was_never_alert_is_not_off_guard_again() -> None:
    assert weaknesses(hero(alert=False), is_chased=True, was_alert=False) == ()


def test_an_edition_without_alertness_has_no_such_weakness() -> None:
    b = hero(alert=False)
    b.edition = "3.6"
    assert weaknesses(b, is_chased=True, was_alert=True) == ()


def test_stairs_are_missed_only_by_a_hero_with_a_foe_after_it() -> None:
    assert weaknesses(hero(stairs=-1), is_chased=False, was_alert=True) == ()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("blind_until", 9, "blind"),
        ("confused_until", 9, "confused"),
        ("hallucinating_until", 9, "hallucinating, so that it could not tell monsters apart"),
        ("floating_until", 9, "floating, so that it could not take stairs"),
        ("held", True, "held fast"),
        ("trapped", 2, "caught in a bear trap"),
    ],
)
def test_a_bad_state_is_a_weakness(field: str, value: int, said: str) -> None:
    b = hero()
    setattr(b.me, field, value)
    assert [one.words for one in weaknesses(b, is_chased=True, was_alert=True)] == [said]


@pytest.mark.parametrize(
    ("letter", "is_cursed", "said"),
    [
        ("a", False, ()),
        ("a", True, ("a cursed mace in hand, which it could not put away",)),
        ("b", False, ("a short bow in hand, which is for shots",)),
        ("", False, ("bare hands",)),
    ],
)
def test_a_bad_weapon_is_a_weakness(letter: str, is_cursed: bool, said: tuple[str, ...]) -> None:
    kit = ["a) a +1,+1 mace", "b) a +1,+0 short bow", "c) +1 ring mail (being worn)"]
    b = foe_scene("K", status(), [f"{one}{' (weapon in hand)' * (one[0] == letter)}" for one in kit])
    b.cursed = {letter} if is_cursed else set()
    found = weaknesses(b, is_chased=False, was_alert=False)
    assert tuple(one.words for one in found if one.topic == WEAPON) == said


def test_a_hero_without_armor_is_told_so() -> None:
    b = foe_scene("K", status(), ["a) a +1,+1 mace (weapon in hand)"])
    assert NO_ARMOR in weaknesses(b, is_chased=False, was_alert=False)
