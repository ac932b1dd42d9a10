"""The pack as it is sorted out: always as it is now, however it was changed."""

from __future__ import annotations

from rogomatic.agent.beliefs.inventory import Inventory
from rogomatic.agent.sight.item_parser import Thing, read_thing
from rogomatic.agent.think.items.item_value import arrow_count, best_blade, bow_letter, missile, ready_missile
from tests.support.agent_scenes import KIT, beliefs


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
