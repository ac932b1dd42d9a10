"""What led to a death long before it: scrolls, wands, disguises, traps, lost armor."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final

import pytest

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Action, Verb
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.sight.item_parser import Thing, read_pack_line
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.story import turning_points
from rogomatic.run.story.fight_instants import UNSEEN_FOE, ReadFact
from rogomatic.run.story.turning_points import TurningPoints
from tests.run.fakes import FakeCopy
from tests.support.agent_scenes import ROOM, Scene, status

STEP = Choice("look around", Act(b"l", "", Action("walk")))
ZAP = Choice("try a stick", Act(b"zla", "", Action("zap", 1, 1, "a")))


class Told:
    """A game told command by command, from turn 100 on."""

    def __init__(self, hp: int = 40, copy: FakeCopy | None = None) -> None:
        self.b = Scene(ROOM, status(depth=3, hp=hp, most=40)).b
        self.b.turn = 100
        self.points = TurningPoints()
        self.copy = copy
        self.do(STEP)

    def do(self, choice: Choice, *facts: Fact, turns: int = 1) -> None:
        """Tell the next command, with what was said since the last one."""
        self.points.note(self.b, choice, self._read(facts), self.b.turn, self.copy)
        self.b.turn += turns

    def why(self, killer: str = "troll", *late: Fact, strikers: tuple[str, ...] = ()) -> list[str]:
        return [
            one.text for one in self.points.causes(self.b, self.b.turn, self._read(late), killer, strikers)
        ]

    def _read(self, facts: tuple[Fact, ...]) -> tuple[ReadFact, ...]:
        return tuple(ReadFact(self.b.turn, fact) for fact in facts)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (
            "aggravate-monsters",
            "it read a scroll that proved to be aggravate monsters, which woke every monster of the level "
            "that slept.",
        ),
        ("mimic-shown", "it walked up to what looked like a thing, but was a xeroc."),
        ("gas", "it stepped on a trap whose gas put it to sleep."),
        ("gaze-confuses", "it met the gaze of a xeroc and was confused."),
        ("trapdoor", "it fell through a trap door with 9 of 40 hit points."),
    ],
)  # fmt: skip
def test_what_the_hero_walked_into_is_told_with_its_turn(fact: str, said: str) -> None:
    early, late = Told(9), Told(9)
    early.do(STEP, Fact(fact, "xeroc"))
    assert early.why("xeroc") == late.why("xeroc", Fact(fact, "xeroc")) == [f"On turn 101 {said}"]


READ: Final = Choice("read", Act(b"ra", "", Action("read", letter="a")))
AGGRAVATE: Final = Fact("aggravate-monsters")


@pytest.mark.parametrize(
    ("awake", "sleepers", "killer", "strikers", "whom"),
    [
        ((), ("troll", "bat"), "troll", (), "a troll and a bat (all that slept on the level)"),
        (("troll",), ("bat",), "troll", (), ""),
        (("troll",), ("bat",), "troll", ("bat",), "a bat (all that slept on the level)"),
        ((), (), "troll", (), ""),
        ((), None, "troll", (), "every monster of the level that slept"),
        (("troll",), None, "troll", (), ""),
        (("troll",), None, "troll", ("bat",), "every monster of the level that slept"),
    ],
    ids=["woken", "was awake", "woke another", "none slept", "nobody knows", "seen awake", "another came"],
)
def test_only_a_scroll_that_woke_what_struck_is_a_reason(
    awake: tuple[str, ...], sleepers: tuple[str, ...] | None, killer: str, strikers: tuple[str, ...],
    whom: str, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(turning_points, "threat_of", lambda _b: SimpleNamespace(names=awake))
    told = Told(copy=None if sleepers is None else FakeCopy(asleep=sleepers))
    told.do(READ)
    said = f"On turn 102 it read a scroll that proved to be aggravate monsters, which woke {whom}."
    assert told.why(killer, AGGRAVATE, strikers=strikers) == [said] * bool(whom)
    told.do(STEP, AGGRAVATE)
    assert told.why(killer, strikers=strikers) == [said] * bool(whom)
    assert told.points.has_woken()


def test_what_happened_long_ago_or_on_another_level_is_no_reason() -> None:
    told = Told()
    told.do(STEP, Fact("mimic-shown", "xeroc"), turns=200)
    assert told.why("xeroc") == []
    told.do(STEP, AGGRAVATE, turns=250)
    assert len(told.why()) == 1
    told.b.me.depth = 4
    assert told.why() == []
    told.b.me.depth, told.b.turn = 3, told.b.turn + 100
    assert told.why() == []


def test_a_fall_in_good_health_is_no_reason() -> None:
    told = Told(40)
    told.do(STEP, Fact("trapdoor"))
    assert told.why() == []


def zapped(name: str, *facts: Fact, becomes: str = "", is_there: bool = False) -> Told:
    """Return a game in which a stick of this kind was zapped at a snake, which then is there or not."""
    told = Told()
    b, there = told.b, told.b.me.spot + 1
    b.used = Thing("stick", looks="tin", material="wand")
    if name:
        b.lore.learn("stick", "tin", name)
    b.foes.seen = {there: Foe("S", there, KINDS["snake"])}
    told.do(ZAP)
    if becomes or not is_there:
        b.foes.seen = {there: Foe("X", there, KINDS[becomes])} if becomes else {}
    told.do(STEP, *facts)
    return told


@pytest.mark.parametrize(
    ("told", "killer", "said"),
    [
        (zapped("polymorph", becomes="troll"), "troll",
         ["zapped a wand of polymorph at a snake, which turned it into a troll"]),
        (zapped("", becomes="troll"), "troll",
         ["tried an unknown wand at a snake, which turned it into a troll"]),
        (zapped("", becomes="troll"), "snake", []),
        (zapped("haste monster", is_there=True), "snake",
         ["zapped a wand of haste monster at a snake, which made it twice as fast"]),
        (zapped("invisibility"), "snake",
         ["zapped a wand of invisibility at a snake, which made it invisible"]),
        (zapped("invisibility"), "troll", []),
        (zapped("slow monster", is_there=True), "snake", []),
        (zapped("teleport away"), "snake", []),
        (zapped("teleport away", becomes="troll"), "troll", []),
        (zapped("light", becomes="troll"), "troll", []),
        (zapped("haste monster", becomes="troll"), "snake",
         ["zapped a wand of haste monster at a snake, which made it twice as fast"]),
        (zapped("", Fact("defeated", "snake")), "snake", []),
    ],
)  # fmt: skip
def test_a_wand_that_made_the_killer_worse_is_told(told: Told, killer: str, said: list[str]) -> None:
    assert told.why(killer) == [f"On turn 101 it {one}." for one in said]


def test_what_a_wand_has_made_unseen_is_probably_the_unseen_killer() -> None:
    told = zapped("")
    made = "On turn 101 it tried an unknown wand at a snake, which made it vanish"
    assert told.why("phantom", strikers=(UNSEEN_FOE,)) == [f"{made}; that was probably the phantom."]
    assert told.why("snake", strikers=(UNSEEN_FOE,)) == [f"{made}."]
    assert told.why("", strikers=(UNSEEN_FOE,)) == [f"{made}."], "it lives, or the game names no killer"
    assert told.why("phantom") == []


def test_a_wand_that_made_what_struck_beside_the_killer_is_told() -> None:
    told = zapped("polymorph", becomes="troll")
    assert len(told.why("phantom", strikers=("troll",))) == 1
    assert told.why("phantom", strikers=("snake",)) == []


def test_the_monster_from_which_a_wand_made_the_killer_is_told_too() -> None:
    told = Told()
    told.do(STEP, Fact("mimic-shown", "snake"))
    told.points.found += [one._replace(turn=150) for one in zapped("", becomes="troll").points.found]
    assert [one.partition(" it ")[2].split()[0] for one in told.why("troll")] == ["walked", "tried"]
    assert told.why("bat") == []


@pytest.mark.parametrize(("hp", "is_told"), [(20, True), (21, False)])
def test_an_arrival_on_a_level_with_few_hit_points_is_told(hp: int, is_told: bool) -> None:
    told = Told(hp)
    told.b.me.depth = 4
    told.do(STEP)
    assert told.why() == [f"On turn 100 it came to level 4 with {hp} of 40 hit points."] * is_told


def wears(told: Told, armor: int, line: str, *facts: Fact) -> None:
    """Tell a command of a hero that wears this."""
    told.b.me.armor = armor
    for letter, _ in told.b.pack.of_kind("armor"):
        del told.b.pack[letter]
    if line:
        found = read_pack_line(f"b) +0 {line} [{armor}] (being worn)")
        assert found is not None
        told.b.pack["b"] = found[1]
    told.do(STEP, *facts)


@pytest.mark.parametrize(
    ("then", "cursed", "how"),
    [
        ([(3, "banded mail", "armor-rusts"), (2, "banded mail", "armor-rusts")], "",
         "acid or water weakened it twice"),
        ([(5, "banded mail", "armor-rusts"), (5, "banded mail", "armor-rusts"),
          (4, "banded mail", "armor-rusts")], "",
         "acid or water weakened it twice"),
        ([(4, "banded mail", "armor-rusts"), (5, "banded mail", ""), (3, "banded mail", "armor-rusts")], "",
         "acid or water weakened it twice and enchantment gave back 1"),
        ([(-1, "", "armor-rusts"), (4, "banded mail", "")], "", "acid or water weakened it once"),
        ([(-1, "", "armor-rusts")], "", "acid or water weakened it once and it was taken off"),
        ([(1, "splint mail", "")], "b", "the hero changed to splint mail, which was cursed"),
        ([(2, "leather armor", "")], "", "the hero changed to leather armor"),
        ([(-1, "", "")], "", "it was taken off"),
        ([(-1, "", ""), (-1, "", "item-stolen")], "", "a nymph stole it"),
        ([(3, "banded mail", "armor-rusts"), (2, "leather armor", "")], "",
         "acid or water weakened it once and the hero changed to leather armor"),
        ([(2, "leather armor", ""), (1, "leather armor", "armor-rusts")], "",
         "the hero changed to leather armor; acid or water weakened that once"),
        ([(4, "splint mail", ""), (3, "splint mail", "armor-rusts"), (3, "splint mail", "armor-rusts")], "b",
         "the hero changed to splint mail, which was cursed; acid or water weakened that once"),
        ([(-1, "", ""), (3, "banded mail", "")], "", ""),
        ([(-1, "", ""), (7, "plate mail", "")], "", ""),
    ],
    ids=["rust", "no effect", "enchanted", "seen when on again", "rust and off", "cursed", "worse", "off",
         "stolen", "rust and worse", "rust of another", "rust of a cursed one", "on again", "better"],
)  # fmt: skip
def test_how_the_best_armor_was_lost_is_told(then: list[tuple[int, str, str]], cursed: str, how: str) -> None:
    told = Told()
    wears(told, 6, "banded mail")
    told.b.cursed = set(cursed)
    for armor, name, kind in then:
        wears(told, armor, name, *([Fact(kind, item="a +2 banded mail")] if kind else []))
    fell = f"Its armor fell from 6 to {told.b.me.armor}, so monsters hit the hero more often"
    lost = f"{fell}: since turn 101, {how}."
    assert [one.text for one in told.points.losses(told.b)] == ([lost] if how else [])


RUST: Final = ("take the armor off", "strip", "the aquator would rust it")
OFF: Final = ("wear the best armor", "strip", "leather protects better")
WEAR: Final = ("wear the best armor", "wear", "best")


@pytest.mark.parametrize(
    ("acts", "suits", "how"),
    [
        ([RUST], [(-1, "")], "it was taken off so that it would not rust"),
        ([OFF, WEAR], [(-1, ""), (2, "leather armor")], "the hero changed to leather armor"),
        ([RUST, WEAR], [(-1, ""), (2, "leather armor")], "the hero changed to leather armor"),
    ],
    ids=["off", "change", "rust, then another"],
)  # fmt: skip
def test_a_change_of_armor_is_told_with_the_agents_reason(
    acts: list[tuple[str, Verb, str]], suits: list[tuple[int, str]], how: str
) -> None:
    told = Told()
    wears(told, 6, "banded mail")
    for (rung, verb, because), (armor, name) in zip(acts, suits, strict=True):
        told.do(Choice(rung, Act(b"T", because, Action(verb))))
        wears(told, armor, name)
    assert told.points.losses(told.b)[0].text.endswith(f", {how}.")


@pytest.mark.parametrize(
    ("verb", "awake", "said"),
    [
        ("wear", False, "acid or water weakened it once. On turn 102 it put its armor on near an aquator "
         "that seemed asleep"),
        ("fight", False, "acid or water weakened it once. On turn 102 it wore its armor to attack an aquator "
         "that seemed asleep"),
        ("wear", True, "acid or water weakened it once"),
        ("fight", True, "acid or water weakened it once"),
    ],
)  # fmt: skip
def test_armor_put_at_risk_beside_a_sleeper_is_told(verb: Verb, awake: bool, said: str) -> None:
    told = Told()
    wears(told, 6, "banded mail")
    foe = Foe("A", told.b.me.spot + 1, KINDS["aquator"])
    foe.awake = awake
    told.b.foes.seen = {foe.spot: foe}
    act = Action(verb, step=1) if verb == "fight" else Action(verb)
    told.b.me.armor = 5
    told.do(Choice("wear the best armor", Act(b"", "", act)))
    wears(told, 3, "banded mail", Fact("armor-rusts"))
    assert f"listed {said}." in f"listed {told.points.losses(told.b)[0].text.partition('turn 101, ')[2]}"
