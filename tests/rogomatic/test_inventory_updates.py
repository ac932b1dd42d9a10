"""The pack as it is after each sentence, and what is known of its things."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.inventory import Inventory
from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.editions import Edition
from rogomatic.agent.sight.item_parser import Thing, read_thing
from rogomatic.agent.sight.prompt_parser import Waiting
from rogomatic.agent.think.items.item_value import arrow_count, best_blade, bow_letter, missile, ready_missile
from tests.support.agent_scenes import KIT, ROOM, Scene, beliefs

# -- older editions: letters are places (V52-19)


def older(scene: Scene) -> Scene:
    scene.b.edition = "5.2"
    return scene


def letters(scene: Scene) -> dict[str, str]:
    return {letter: thing.name or thing.looks for letter, thing in sorted(scene.b.pack.items())}


def test_letters_close_up_when_the_last_of_a_heap_is_used_V52_19() -> None:
    scene = older(Scene(ROOM, pack=[*KIT, "f) A grey potion", "g) A scroll titled 'xyz'"]))
    scene.b.cursed = {"c", "g"}
    update.note_sent(scene.b, Action("quaff", letter="f"), None)
    assert letters(scene)["f"] == "xyz"
    assert "g" not in scene.b.pack
    assert scene.b.cursed == {"c", "f"}


def test_letters_make_way_for_what_is_picked_up_V52_19() -> None:
    scene = older(Scene(ROOM, pack=[*KIT, "f) A grey potion"]))
    scene.show(ROOM, said=["A mango (b)"])
    assert list(letters(scene).values())[:3] == ["food", "mango", "ring mail"]
    assert letters(scene)["g"] == "grey"
    worn = scene.b.worn()
    assert worn is not None
    assert worn[0] == "c"


def test_a_heap_that_grows_keeps_its_letter_V52_19() -> None:
    scene = older(Scene(ROOM, pack=[*KIT, "f) A grey potion"]))
    scene.show(ROOM, said=["2 grey potions (f)"])
    assert (scene.b.pack["f"].count, len(scene.b.pack)) == (2, 6)


def test_letters_stay_in_the_newer_editions() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) A grey potion", "g) A scroll titled 'xyz'"])
    update.note_sent(scene.b, Action("quaff", letter="f"), None)
    assert "f" not in scene.b.pack
    assert scene.b.pack["g"].looks == "xyz"


def test_a_potion_that_says_nothing_was_the_one_that_says_nothing_POT_8() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) 2 grey potions"])
    update.note_sent(scene.b, Action("quaff", letter="f"), None)
    scene.show(ROOM)
    update.note_sent(scene.b, Action("search"), None)
    assert scene.b.name_of(scene.b.pack["f"]) == "monster detection"


def test_a_strange_feeling_leaves_two_kinds_POT_9() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) 2 grey potions"])
    update.note_sent(scene.b, Action("quaff", letter="f"), None)
    scene.show(ROOM, said=["You have a strange feeling for a moment, then it passes"])
    update.note_sent(scene.b, Action("search"), None)
    assert set(scene.b.lore.chances(scene.b.pack["f"])) == {"monster detection", "magic detection"}


def test_a_zap_takes_a_charge_and_an_unknown_stick_is_looked_at_again() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) A wand of cold [3](tin)", "g) A teak staff"])
    scene.b.stock = "known"
    update.note_sent(scene.b, Action("zap", 1, letter="f"), None)
    assert (scene.b.pack["f"].charges, scene.b.stock) == (2, "known")
    update.note_sent(scene.b, Action("zap", 1, letter="g"), None)
    assert scene.b.stock == "doubtful"


def test_a_name_given_after_use_makes_the_pack_doubtful_NAM_7() -> None:
    scene = Scene(ROOM)
    scene.b.stock = "known"
    update.see(scene.b, scene.screen, Waiting("call", ";", sure=True), [])
    assert scene.b.stock == "doubtful"


def test_what_a_nymph_took_is_gone() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) 3 grey potions", "g) A scroll titled 'xyz'"])
    scene.show(ROOM, said=["She stole a grey potion!"])
    assert scene.b.pack["f"].count == 2
    scene.show(ROOM, said=["She stole a scroll titled 'xyz'!"])
    assert "g" not in scene.b.pack


def test_rust_and_wearing_are_written_on_the_suit() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) Scale mail"])
    scene.show(ROOM, said=["Your armor weakens"])
    assert (scene.b.pack["b"].hit, scene.b.pack["b"].armor) == (0, 3)
    scene.b.action = Action("wear", letter="f")
    scene.show(ROOM, said=["Wearing +2 scale mail [6]"])
    assert (scene.b.pack["f"].hit, scene.b.pack["f"].armor, scene.b.pack["f"].use) == (2, 6, "worn")
    assert scene.b.pack["b"].use == ""


def test_a_hit_of_a_flytrap_holds_SPC_12() -> None:
    scene = Scene(ROOM.replace("@....", "@F..."))
    scene.show(ROOM.replace("@....", "@F..."), said=["The venus flytrap hit"])
    assert scene.b.me.held
    scene.b.action = Action("fight", 1)
    scene.show(ROOM, said=["You hit.  Defeated the venus flytrap"])
    assert not scene.b.me.held


@pytest.mark.parametrize(
    ("begins", "ends", "believes"),
    [
        ("You feel yourself moving much faster", "You feel yourself slowing down", "is_hasted"),
        ("Wait, what's going on here. Huh? What? Who?", "You feel less confused now", "is_confused"),
        ("You start to float in the air", "You float gently to the ground", "is_floating"),
        ("A cloak of darkness falls around you", "The veil of darkness lifts", "is_blind"),
        ("Oh, wow!  Everything seems so cosmic!", "Everything looks SO boring now.", "is_hallucinating"),
    ],
)
def test_a_condition_lasts_until_the_game_says_so(begins: str, ends: str, believes: str) -> None:
    scene = Scene(ROOM)
    scene.show(ROOM, said=[begins])
    for _ in range(3):
        scene.b.action = Action("search", times=10)
        scene.show(ROOM)
        assert getattr(scene.b, believes)
    scene.show(ROOM, said=[ends])
    assert not getattr(scene.b, believes)


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
@pytest.mark.parametrize(
    ("said", "freed"),
    [("Your armor glows blue for a moment", "worn"), ("Your mace glows blue for a moment", "wielded")],
    ids=["SCR-5", "SCR-10"],
)
def test_what_is_enchanted_is_free_of_its_curse(edition: Edition, said: str, freed: str) -> None:
    scene = Scene(ROOM)
    scene.b.edition = edition
    scene.b.cursed = set("abcde")
    scene.show(ROOM, said=[said])
    held = scene.b.worn() if freed == "worn" else scene.b.wielded()
    assert held is not None
    assert scene.b.cursed == set("abcde") - {held[0]}


def test_enchanting_nothing_frees_nothing_SCR_10() -> None:
    scene = Scene(ROOM, pack=["a) Some food", "b) A mace"])
    scene.b.cursed = {"b"}
    scene.show(ROOM, said=["You feel a strange sense of loss"])
    assert scene.b.cursed == {"b"}


# -- what a game will not have


def test_a_weapon_that_cannot_be_changed_is_believed_cursed_after_a_while() -> None:
    """One of today's Rogues of the edition 3.6 refuses to wield missiles, in words of its own."""
    b = Scene(ROOM, pack=[*KIT, "f) 11 +3 darts"]).b
    held = b.wielded()
    assert held is not None
    tries = 0
    while held[0] not in b.cursed:
        update.note_sent(b, Action("wield", letter="f"), None)
        tries += 1
    assert tries == 6  # the last of five refusals shows when another command is sent
    assert b.wielded() == held


def test_a_weapon_that_came_into_the_hand_ends_the_count_of_refusals() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) 11 +3 darts"])
    for _ in range(4):
        update.note_sent(scene.b, Action("wield", letter="f"), None)
    scene.show(ROOM, said=["You are now wielding 11 +3 darts (f)"])
    for letter in "ffff":
        update.note_sent(scene.b, Action("wield", letter=letter), None)
    assert not scene.b.cursed


def test_what_is_in_use_follows_every_change() -> None:
    pack = Inventory({"a": read_thing("A mace (weapon in hand)"), "b": read_thing("Plate mail")})
    assert (pack.kit.wielded, pack.kit.worn) == (("a", pack["a"]), None)
    pack["b"] = pack["b"]._replace(use="worn")
    assert pack.kit.worn == ("b", pack["b"])
    del pack["a"]
    assert pack.kit.wielded is None


def test_things_by_kind_keep_the_order_of_the_pack() -> None:
    pack = Inventory({"c": Thing("potion"), "a": Thing("food", count=3), "b": Thing("potion")})
    assert [letter for letter, _ in pack.of_kind("potion")] == ["c", "b"]
    assert (pack.kit.meals, pack.kit.amulet, pack.of_kind("ring")) == (3, False, ())
    pack["d"] = Thing("amulet")
    assert pack.kit.amulet


def test_arms_follow_every_change() -> None:
    b = beliefs(pack=KIT)
    assert (best_blade(b), bow_letter(b), arrow_count(b)) == ("c", "d", 30)
    assert (missile(b), ready_missile(b)) == ("", "")
    b.pack["c"], b.pack["d"] = b.pack["c"]._replace(use=""), b.pack["d"]._replace(use="wielded")
    assert (best_blade(b), missile(b), ready_missile(b)) == ("c", "e", "e")
    b.pack["e"] = b.pack["e"]._replace(count=2)
    assert arrow_count(b) == 2
    del b.pack["e"]
    assert (arrow_count(b), missile(b), ready_missile(b)) == (0, "", "")
