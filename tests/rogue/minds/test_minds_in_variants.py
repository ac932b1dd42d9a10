"""Minds as a topic of the ruleset: switched on and off, and given to other kinds (VMN-1, VMN-3)."""

from __future__ import annotations

import pytest

from rogue.state.checksum import snapshot
from rogue.tables.edition_table import EDITIONS
from rogue.tables.monster_minds import ACTS, MINDS, SAME_MIND
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import ROGUE_54, ROGUE_MINDS, Ruleset
from rogue.ui.session import Session
from rogue.variants.problems import VariantError
from rogue.variants.variant import read_variant


def told(text: str) -> Ruleset:
    return read_variant(text.encode(), "mine.toml", "mine", lambda _: None).rules


def mind_like(kind: MonsterKind) -> str:
    assert kind.mind is not None
    return kind.mind.like


def test_vmn_1_the_edition_is_5_4_but_for_minds_and_wanderers() -> None:
    assert ROGUE_MINDS.edition == "minds"
    assert ROGUE_MINDS.version == f"{ROGUE_54.version} minds"
    assert ROGUE_MINDS.times.wander == (187, 193)
    assert ROGUE_MINDS.minds is not None
    plain = ROGUE_MINDS.without_minds()
    for letter, kind in ROGUE_54.monsters.items():
        again = plain.monsters[letter]
        assert (again.name, again.level, again.attacks, again.mind) == (
            kind.name, kind.level, kind.attacks, None,
        )  # fmt: skip
    assert (ROGUE_MINDS.order, ROGUE_MINDS.digging) == (ROGUE_54.order, ROGUE_54.digging)


def test_every_kind_of_every_edition_has_a_mind() -> None:
    names = {kind.name for edition in EDITIONS.values() for kind in edition.monsters.values()}
    assert {SAME_MIND.get(name, name) for name in names} == set(MINDS)
    assert names == {*MINDS, *SAME_MIND}
    for edition in EDITIONS.values():
        for kind in edition.with_minds().monsters.values():
            assert kind.mind is not None
            acts = [own.name for own in kind.mind.acts]
            assert ("flame" in acts) is kind.breathes
            assert (acts == []) is (kind.mind.store == 0)
            assert len(set(acts)) == len(acts)
            assert all(ACTS[name].price <= kind.mind.store for name in acts)
            assert kind.mind.brave >= kind.mind.flee


def test_vmn_3_other_editions_know_nothing_of_minds() -> None:
    for edition in ("5.4", "5.2", "3.6"):
        world = Session(3, edition).world
        assert world.minds is None
        assert all(foe.mind is None for foe in world.level.foes)
        text = ascii(snapshot(world))
        assert "'mind'" not in text
        assert "'minds'" not in text


@pytest.mark.parametrize("like", ["5.4", "5.2", "3.6"])
def test_vmn_1_any_description_can_switch_them_on(like: str) -> None:
    rules = told(f'like = "{like}"\n[rules.minds]\nambushes = false\n')
    assert rules.minds is not None
    assert not rules.minds.ambushes
    assert rules.page[2:] == (
        "Monsters think: they see, hear and smell you, flee and return, hunt together,",
        "  lie in wait.",
        "No monster lies in wait.",
    )
    game = Session(7, rules)
    game.feed(b"20s 20s 20s ")
    assert game.world.turns > 0


def test_and_off_again() -> None:
    rules = told('like = "minds"\n[rules.minds]\non = false\n')
    assert rules.minds is None
    assert all(kind.mind is None for kind in rules.monsters.values())
    assert rules.page[2:] == ("Monsters do not think.",)


def test_a_kind_thinks_like_the_one_that_it_is_like_or_like_another() -> None:
    rules = told(
        'like = "minds"\n[monsters]\nS = { like = "troll", name = "ogre" }\nZ = { mind = "emu" }\n'
        'H = { traits = ["mean", "breathes"] }\nD = { traits = ["mean"] }\n'
    )
    kinds = rules.monsters
    assert [mind_like(kinds[letter]) for letter in "SZTH"] == ["troll", "emu", "troll", "hobgoblin"]
    acts = {letter: [own.name for own in kinds[letter].mind.acts] for letter in "HD"}  # type: ignore[union-attr]
    assert acts == {"H": ["rock", "flame"], "D": ["glare", "gather"]}
    assert "Z is a zombie: like a zombie, thinks like an emu." in rules.page


@pytest.mark.parametrize(("text", "problem"), [
    ('like = "5.4"\n[monsters]\nZ = { mind = "emu" }\n',
     "mine.toml:3: mind says how it thinks, but no monster thinks in this game; add [rules.minds]"),
    ('like = "minds"\n[monsters]\nZ = { mind = "emus" }\n',
     'mine.toml:3: mind is "emus"; there is no such monster; perhaps emu'),
])  # fmt: skip
def test_what_cannot_be_is_said(text: str, problem: str) -> None:
    with pytest.raises(VariantError) as error:
        told(text)
    assert str(error.value).startswith(problem.split(";", maxsplit=1)[0])
