"""Minds that a description makes (VAR-13)."""

from __future__ import annotations

from typing import Any

import pytest

from rogue.tables.monster_minds import MINDS, KindAct, MonsterMind
from rogue.ui.session import Session
from rogue.variants.author_help import template
from rogue.variants.problems import VariantError
from rogue.variants.schema import MIND, MIND_ACTS
from tests.rogue.variants.describing import told

HEADER = 'like = "minds"\n[monsters]\nZ = { name = "ogre", mind = "ogre" }\n[minds.ogre]\n'
EVERYTHING = """
kind = "folk"
ears = 7
nose = 90
flee = 20
return = 50
group = "band"
cry = "war cry"
pack = 3
acts = { rock = [4, 2], mend = [3, 5], leap = [9, 1] }
store = 6
regain = 15
lies_in_wait = true
distant = true
"""


def mind_of(text: str, letter: str = "Z") -> MonsterMind:
    mind = told(text).rules.monsters[letter].mind
    assert mind is not None
    return mind


def fields(mind: MonsterMind) -> dict[str, Any]:
    return {name: getattr(mind, name) for name in MonsterMind.__slots__ if name != "like"}


def test_var_13_a_mind_sets_everything_that_a_mind_has() -> None:
    mind = mind_of(HEADER + EVERYTHING)
    assert fields(mind) == {
        "cast": "folk", "ears": 7, "nose": 90, "flee": 20, "brave": 50, "group": "band", "cry": "war cry",
        "pack": 3, "acts": (KindAct("rock", 4, 2), KindAct("mend", 3, 5), KindAct("leap", 9, 1)),
        "store": 6, "regain": 15, "ambushes": True, "distant": True,
    }  # fmt: skip
    assert mind.like == "ogre"
    assert len(MIND) == len(MonsterMind.__slots__)  # `like` says what a mind is like


def test_var_13_a_mind_is_like_another_but_for_what_it_says() -> None:
    mind = mind_of(HEADER + 'like = "troll"\nears = 9\n')
    assert fields(mind) == {**fields(MINDS["troll"]), "ears": 9}
    second = 'like = "minds"\n[minds.ogre]\nlike = "troll"\n[minds.imp]\nlike = "ogre"\nears = 1\n'
    assert fields(mind_of(second + '[monsters]\nZ = { mind = "imp" }\n')) == {
        **fields(MINDS["troll"]),
        "ears": 1,
    }
    assert fields(mind_of(HEADER)) == {**fields(MINDS["zombie"]), "nose": 0}


@pytest.mark.parametrize("name", MIND_ACTS)
def test_var_13_every_act_can_be_given(name: str) -> None:
    mind = mind_of(HEADER + f'kind = "cunning"\nstore = 2\nacts = {{ {name} = [2, 1] }}\n')
    breathes = name == "flame"  # only kinds that breathe have it
    assert [tuple(own) for own in mind.acts] == ([] if breathes else [(name, 2, 1)])


@pytest.mark.parametrize(("text", "problem"), [
    (HEADER + "ears = 17\n", "mine.toml:5: ears is 17; it must be 0 to 16"),
    (HEADER + "legs = 4\n", "mine.toml:5: no key legs in [minds.ogre]"),
    (HEADER + 'kind = "wise"\n', 'mine.toml:5: kind is "wise"; it must be'),
    (HEADER + 'like = "trol"\n', 'mine.toml:5: like is "trol"; there is no such mind; did you mean troll'),
    (HEADER + "store = 9\nacts = { fly = [1, 1] }\n", "mine.toml:6: no key fly in [minds.ogre.acts]"),
    (HEADER + "store = 9\nacts = { rock = 3 }\n", "mine.toml:6: rock is 3; it must be two numbers"),
    (HEADER + "store = 9\nacts = { rock = [3, 0] }\n",
     "mine.toml:6: rock is [3, 0]; the second number must be at least 1"),
    (HEADER + "acts = { mend = [3, 1] }\n",
     "mine.toml:4: store is 0; it must be at least 2, the cost of mend"),
    (HEADER + "flee = 50\nreturn = 20\n",
     "mine.toml:6: return is 20; it must not be below flee, which is 50"),
    (HEADER + "pack = 3\n", "mine.toml:5: pack needs a group"),
    ('like = "5.4"\n[minds.ogre]\nears = 3\n',
     "mine.toml:2: no monster thinks in this game; add [rules.minds]"),
    ('like = "minds"\n[minds]\n"O 1" = { ears = 3 }\n', 'mine.toml:3: "O 1" is not the name of a mind'),
    ('like = "minds"\n[minds]\nogre = 3\n', "mine.toml:3: ogre is 3; it must be a table"),
])  # fmt: skip
def test_var_13_what_cannot_be_is_said_with_its_key(text: str, problem: str) -> None:
    with pytest.raises(VariantError) as error:
        told(text)
    assert str(error.value).startswith(problem)


def test_var_13_the_page_tells_the_mind_and_the_game_has_it() -> None:
    rules = told(HEADER + EVERYTHING).rules
    page = " ".join(line.strip() for line in rules.page)
    assert "Z is an ogre: like a zombie, thinks like an ogre." in page
    assert "Monsters with the mind of an ogre: folk, in bands, tracks you, flees when hurt," in page
    game = Session(7, rules)
    game.feed(b"20s 20s 20s ")
    assert game.world.turns > 0


def test_var_13_a_new_description_has_every_key_of_a_mind() -> None:
    text = template("mine")
    assert "# [minds.hound]" in text
    assert all(f"#   {name} = " in text for name in MIND)
    assert all(act in text for act in MIND_ACTS)
