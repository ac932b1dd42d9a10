"""The ladder and its rungs: order, names, purity, and what is counted of them."""

from __future__ import annotations

import copy
from itertools import product

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.rule_engine import TIRED, Act, Choice, No, Rung, RungChooser, choose, is_calm
from rogomatic.agent.engine.trace import KEPT, Trace
from rogomatic.agent.knobs import KNOBS, Knobs
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.prompt_parser import Waiting
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.cli.agent_factory import default_players
from rogue.ui.session import Session
from tests.support.agent_scenes import KIT, ROOM, Scene, beliefs, chosen, status

NO = No("not now")
ACT = Act(b"s", "why not")
FIGHT = """
  ----------
  |..H...!.|
  |.?.H....+##
  |...@.%..|
  |.B....K.|
  ----------
"""
RICH = [
    *KIT,
    "f) 2 grey potions",
    "g) A scroll titled 'xyz'",
    "h) A teak staff",
    "i) A ring of searching(ruby)",
]


def scenes() -> list[Beliefs]:
    """Return beliefs in very different straits."""
    calm = Scene(ROOM).b
    fight = Scene(FIGHT, status(depth=4, hp=5, most=30, level=4), RICH).awake("H")
    hungry = Scene(ROOM, status(hunger="Weak"), RICH).b
    blind = Scene(ROOM, pack=RICH).b
    blind.me.blind_until = blind.me.confused_until = 900
    ask = Scene(ROOM).b
    ask.waiting = Waiting("call", ";", sure=True)
    lost, dizzy, afloat = Beliefs(), Scene(ROOM, pack=RICH).b, Scene(ROOM, pack=RICH).b
    dizzy.me.hallucinating_until = afloat.me.floating_until = 900
    return [calm, fight, hungry, blind, ask, lost, dizzy, afloat]


def fault_of(rung: Rung, b: Beliefs, before: tuple[object, ...], terrain: tuple[object, ...]) -> str:
    """Ask a rung; return what is wrong with its answer, or that it has changed what it read."""
    answer = rung.rule(b)
    if not isinstance(answer, Act | No):
        return f"answers {answer!r}"
    if before != believed(b) or terrain != terrain_of(b):
        return "changes what it reads"
    return "" if (answer.because if isinstance(answer, Act) else answer.why_not) else "gives no reason"


def believed(b: Beliefs) -> tuple[object, ...]:
    return b.me, b.foes, b.pack, b.lore, b.facts, b.action, b.plan, b.watch, b.turn, threat_of(b)


def terrain_of(b: Beliefs) -> tuple[object, ...]:
    return bytes(b.level.code), bytes(b.level.avoid), set(b.level.frontier), dict(b.level.things)


def laid_out(number: int) -> tuple[Beliefs, tuple[object, ...], tuple[object, ...]]:
    """Return the beliefs of one of the scenes, with copies of what is in them."""
    b = scenes()[number]
    b.level.update_frontier()
    for spot in range(80, 1840):
        b.level.neighbors(spot)  # a cache of the terrain, filled when asked
    return b, copy.deepcopy(believed(b)), terrain_of(b)


@pytest.mark.parametrize("number", range(len(scenes())))
def test_no_rung_changes_what_it_reads(number: int) -> None:
    faults = {}
    scene = laid_out(number)
    for rung in (*LADDER, *ANSWERS):
        if fault := fault_of(rung, *scene):
            faults[rung.name] = fault
            scene = laid_out(number)  # what a rung has changed is no scene for the next
    assert faults == {}


@pytest.mark.parametrize("ladder", [LADDER, ANSWERS])
def test_names_are_unique_and_what_must_come_before_does(ladder: tuple[Rung, ...]) -> None:
    names = [rung.name for rung in ladder]
    assert len(set(names)) == len(names)
    for rung in ladder:
        assert all(names.index(other) < names.index(rung.name) for other in rung.after)


def test_a_rung_has_at_most_one_way_to_refuse_unasked() -> None:
    ways = [(rung.alone, rung.calm, rung.bare, rung.lasts) for rung in LADDER]
    assert max(4 - one.count(None) for one in ways) == 1


def test_the_last_rung_always_acts() -> None:
    assert all(isinstance(LADDER[-1].rule(b), Act) for b in scenes())


def stand_in(rung: Rung, b: Beliefs) -> No | None:
    """Return the refusal that stands for a rung at this moment.  Return None if the rung is asked."""
    if b.foes.seen:
        return None
    lasting = rung.lasts(b) if rung.lasts and not (b.is_blind or b.is_confused) else None
    refusal = rung.alone or (lasting if isinstance(lasting, No) else None)
    if refusal or not is_calm(b):
        return refusal
    return rung.calm if b.level.things else rung.calm or rung.bare


def not_as_promised(b: Beliefs) -> list[str]:
    """Return the rungs that give another answer than the refusal that stands for it at this moment."""
    return [rung.name for rung in LADDER if stand_in(rung, b) not in (None, rung.rule(b))]


@pytest.mark.slow
def test_rungs_not_asked_without_a_foe_in_view_would_refuse() -> None:
    game, player = Session(7, options="terse"), default_players()(7)
    asked = calm = 0
    wrong = set[str]()

    def ask_all(choice: Choice) -> Choice:
        nonlocal asked, calm
        b = player.beliefs
        if b.waiting.kind == "command" and not b.foes.seen:
            asked += 1
            calm += is_calm(b)
            wrong.update(not_as_promised(b))
        return choice

    player.overrule = ask_all
    keys = b""
    for _ in range(250):
        keys = player.feed(game.feed(keys))
    assert wrong == set()
    assert asked > 60
    assert calm > 40


@pytest.mark.parametrize("number", range(len(scenes())))
def test_rungs_not_asked_in_a_scene_would_refuse(number: int) -> None:
    assert not_as_promised(scenes()[number]) == []


DISTURBANCES: list[tuple[str, object]] = [
    ("facts", (Fact("monster-misses"),)),
    ("action", Action("throw")),
    ("version", ""),
    ("stock", "doubtful"),
    ("full_pack", True),
    ("foes_think", True),
    ("foes.unseen_turn", 0),
    ("me.blind_until", 900),
    ("me.confused_until", 900),
    ("me.floating_until", 900),
    ("pack", Scene(pack=[*KIT, "f) The Amulet of Yendor"]).b.pack),
]


@pytest.mark.parametrize(("name", "value"), DISTURBANCES)
def test_a_moment_is_calm_unless_something_disturbs(name: str, value: object) -> None:
    b = Scene(ROOM).b
    assert is_calm(b)
    *parts, last = name.split(".")
    setattr(getattr(b, parts[0]) if parts else b, last, value)
    assert not is_calm(b)
    assert not_as_promised(b) == []


def test_a_rung_answered_for_without_a_foe_counts_its_limit_all_the_same() -> None:
    def fail(b: Beliefs) -> No:
        raise AssertionError("asked")

    calm, fight = scenes()[:2]
    rung, last = Rung("strike", "", fail, most=2, alone=NO), Rung("rest", "", lambda _: ACT)
    choice = choose((rung, last), calm)
    assert choice is not None
    assert choice.refusals == (NO,)
    for _ in range(2):
        update.note_sent(calm, ACT.action, None, "strike", rung.most)
    choice = choose((rung, last), calm)
    assert choice is not None
    assert choice.refusals == (TIRED,)
    with pytest.raises(AssertionError, match="asked"):
        choose((rung, last), fight)


def test_a_rung_that_needs_things_is_asked_once_one_is_known() -> None:
    calm, strewn, floating = Scene(ROOM).b, Scene(ROOM).b, Scene(ROOM).b
    strewn.level.things[strewn.me.spot + 1] = "?"
    floating.me.floating_until = 900
    ladder = (Rung("fetch", "", lambda _: ACT, bare=NO), Rung("rest", "", lambda _: ACT))
    choices = [choose(ladder, b) for b in (calm, strewn, floating)]
    assert [choice and choice.rung for choice in choices] == ["rest", "fetch", "fetch"]


def test_a_rung_is_asked_once_the_pack_holds_what_it_needs() -> None:
    drink = Rung("drink", "", lambda _: ACT, lasts=lambda b: None if b.pack.of_kind("potion") else NO)
    chooser = RungChooser((drink, Rung("rest", "", lambda _: ACT)))
    empty, full, disturbed = Scene(ROOM).b, Scene(ROOM, pack=RICH).b, Scene(ROOM).b
    disturbed.full_pack = True
    choices = [chooser.choose(b) for b in (empty, full, disturbed, empty)]
    empty.full_pack = True
    choices.append(chooser.choose(empty))
    empty.me.blind_until = 900
    choices.append(chooser.choose(empty))
    assert [choice and (choice.rung, choice.refusals) for choice in choices] == [
        ("rest", (NO,)), ("drink", ()), ("drink", ()), ("rest", (NO,)), ("rest", (NO,)), ("drink", ()),
    ]  # fmt: skip


def test_a_choice_keeps_its_refusals_when_the_rungs_are_arranged_anew() -> None:
    eat = Rung("eat", "", lambda _: ACT, lasts=lambda b: No(b.me.hunger or "fed"))
    chooser, b = RungChooser((eat, Rung("rest", "", lambda _: ACT))), Scene(ROOM).b
    choices = [chooser.choose(b)]
    b.me.hunger = "Hungry"
    choices.append(chooser.choose(b))
    assert [choice and choice.refusals for choice in choices] == [(No("fed"),), (No("Hungry"),)]


@pytest.mark.parametrize(
    "what",
    ["pack", "lore", "kinds", "cursed", "cursed again", "hunger", "alert", "points", "stomach", "variant"],
)
def test_a_lasting_refusal_stands_until_what_it_depends_on_changes(what: str) -> None:
    asked: list[str] = []

    def ask(b: Beliefs) -> No:
        asked.append(what)
        return NO

    b = Scene(ROOM, pack=RICH).b
    chooser = RungChooser((Rung("drink", "", ask, lasts=ask), Rung("rest", "", lambda _: ACT)))
    if what == "cursed again":
        b.cursed.add("a")
    choices = [chooser.choose(b) for _ in range(3)]
    assert asked == [what]
    if what == "pack":
        b.pack["f"] = b.pack["f"]._replace(count=1)
    elif what == "lore":
        b.lore.learn("potion", "grey", "healing")
    elif what == "kinds":
        b.lore.take_kinds(b.lore.kinds)
    elif what == "cursed":
        b.cursed.add("a")
    elif what == "hunger":
        b.me.hunger = "Hungry"
    elif what == "points":
        b.me.hp = 1
    elif what == "stomach":
        b.me.stomach = Stomach.between(324, 900)
    elif what == "variant":
        b.variant = "Rogue 7.2"
    elif what == "alert":
        b.me.alert = not b.me.alert
    else:
        b.cursed.remove("a")
        b.cursed.add("b")
    choices += [chooser.choose(b) for _ in range(3)]
    assert asked == [what] * 2
    assert [choice and choice.refusals for choice in choices] == [(NO,)] * 6


CHANGES: list[tuple[str, object]] = [
    ("me.hp", 3),
    ("me.strength", 5),
    ("me.depth", 9),
    ("me.level", 9),
    ("me.hallucinating_until", 900),
    ("me.floating_until", 900),
    ("me.stomach", Stomach.between(-900, -890)),
    ("me.stomach", Stomach.between(310, 900)),
    ("me.stomach", Stomach.between(325, 900)),
    ("level.stairs", -1),
    ("level.mapped", True),
    ("watch.idle", 3_000),
    ("turn", 40_001),
    ("action", Action("rest")),
    ("knobs", Knobs(**{name: knob.least for name, knob in KNOBS.items()})),
    ("knobs", Knobs(**{name: knob.most for name, knob in KNOBS.items()})),
    *[one for one in DISTURBANCES if one[0] not in ("me.blind_until", "me.confused_until", "pack")],
]


def standing_refusals(b: Beliefs, few_points: bool, fed: bool) -> list[tuple[Rung, No | None]]:
    """Return the lasting refusals of a hero with few or with all of its hit points, fed or soon hungry."""
    hp, b.me.hp = b.me.hp, 1 if few_points else b.me.max_hp
    stomach, b.me.stomach = b.me.stomach, Stomach.between(*((325, 700) if fed else (-20, 324)))
    standing = [(rung, stand_in(rung, b)) for rung in LADDER if rung.lasts]
    b.me.hp, b.me.stomach = hp, stomach
    return standing


@pytest.mark.parametrize("state", ["", "Hungry", "Weak", "alert", "long empty"])
@pytest.mark.parametrize(
    "item",
    [
        "e) 21 arrows", "f) A scroll of identify", "f) A scroll of remove curse",
        "f) A scroll of magic mapping", "f) A scroll of enchant armor", "f) A scroll titled 'xyz'",
        "f) A potion of extra healing", "f) A potion of restore strength", "f) A grey potion",
        "f) A ring of searching(ruby)", "f) A wand of light [12 charges](teak)",
        "f) +3 plate mail [protection 10]", "c) A mace / d) A +1,+0 short bow (weapon in hand)",
    ],
)  # fmt: skip
def test_lasting_refusals_stand_in_all_moments_with_a_pack(item: str, state: str) -> None:
    hunger = state if state in ("Hungry", "Weak") else ""
    b = Scene(ROOM, status(hunger=hunger), [*KIT, *item.split(" / ")]).b
    b.me.alert = state == "alert"
    if state == "long empty":
        b.me.stomach = Stomach.between(-900, -890)
    b.level.stairs = b.me.spot
    by_state = {pair: standing_refusals(b, *pair) for pair in product((False, True), repeat=2)}
    for name, value in CHANGES:
        *parts, last = name.split(".")
        setattr(getattr(b, parts[0]) if parts else b, last, value)
        standing = by_state[b.has_few_points, b.is_fed]
        assert [rung.name for rung, refusal in standing if refusal not in (None, rung.rule(b))] == []


def test_the_first_act_wins_and_the_refusals_above_are_kept() -> None:
    ladder = (
        Rung("one", "", lambda b: No("not now")),
        Rung("two", "", lambda b: Act(b"s", "why not")),
        Rung("three", "", lambda b: Act(b"i", "never asked")),
    )
    choice = chosen(Beliefs(), ladder)
    assert (choice.rung, choice.act.keys, choice.passed) == ("two", b"s", (("one", "not now"),))
    assert choose(ladder[:1], Beliefs()) is None


ON = Act(b"Pd", "a ring on", Action("put on", letter="d"))
OFF = Act(b"R", "the ring off", Action("remove", letter="d"))
LAST = Rung("search here", "", lambda b: Act(b"s", "nothing better to do", Action("search")))


def act_once(ladder: tuple[Rung, ...], b: Beliefs) -> Choice:
    """Choose, and write down that it was sent, as the player does."""
    choice = chosen(b, ladder)
    update.note_sent(b, choice.act.action, choice.act.plan, choice.rung, choice.most)
    return choice


def test_a_rung_acts_as_often_as_it_may_and_is_then_passed_over_as_tired() -> None:
    ladder, b = (Rung("ring on", "", lambda b: ON, most=2), LAST), Scene(ROOM).b
    choices = [act_once(ladder, b) for _ in range(4)]
    assert [choice.rung for choice in choices] == ["ring on", "ring on", "search here", "search here"]
    assert [choice.passed for choice in choices[1:3]] == [(), (("ring on", TIRED.why_not),)]


def test_a_player_notes_the_limit_of_the_rung_that_acts() -> None:
    ladder, player = (Rung("ring on", "", lambda b: ON, most=1), LAST), default_players()(7)
    player.beliefs = Scene(ROOM).b
    for rung in ("ring on", "search here"):
        choice = chosen(player.beliefs, ladder)
        assert choice.rung == rung
        player.act(choice)


def test_a_choice_that_no_ladder_made_tires_the_rung_whose_name_it_has() -> None:
    ladder, b = (Rung("ring on", "", lambda b: ON, most=2), LAST), Scene(ROOM).b
    for name in ("ring on", "as recorded", "as recorded", "ring on"):
        assert chosen(b, ladder).rung == "ring on"
        forced = copy.deepcopy(Choice(name, ON, (), ladder))
        update.note_sent(b, ON.action, None, forced.rung, forced.most)
    assert chosen(b, ladder).passed == (("ring on", TIRED.why_not),)


def test_a_tired_rung_is_not_even_asked() -> None:
    asked: list[int] = []

    def rule(b: Beliefs) -> Act | No:
        asked.append(b.commands)
        return ON

    ladder, b = (Rung("ring on", "", rule, most=1), LAST), Scene(ROOM).b
    for _ in range(3):
        act_once(ladder, b)
    assert len(asked) == 1


def test_a_refusal_does_not_tire_and_no_limit_means_none() -> None:
    ladder = (Rung("never", "", lambda b: No("not now"), most=1), LAST)
    b = Scene(ROOM).b
    choices = [act_once(ladder, b) for _ in range(500)]
    assert {choice.rung for choice in choices} == {"search here"}
    assert {choice.passed for choice in choices} == {(("never", "not now"),)}


def test_on_a_new_level_nobody_is_tired() -> None:
    scene = Scene(ROOM)
    ladder = (Rung("ring on", "", lambda b: ON, most=1), LAST)
    assert [act_once(ladder, scene.b).rung for _ in range(2)] == ["ring on", "search here"]
    scene.show(ROOM, status(hp=11))
    assert act_once(ladder, scene.b).rung == "search here"
    scene.show(ROOM, status(depth=2))
    assert [act_once(ladder, scene.b).rung for _ in range(2)] == ["ring on", "search here"]


def test_two_rungs_that_undo_each_other_come_to_an_end() -> None:
    worn = [False]

    def put_on(b: Beliefs) -> Act | No:
        return No("it is on") if worn[0] else ON

    def take_off(b: Beliefs) -> Act | No:
        return OFF if worn[0] else No("it is off")

    ladder = (Rung("ring on", "", put_on, most=20), Rung("ring off", "", take_off, most=20), LAST)
    b = Scene(ROOM).b
    rungs = []
    for _ in range(100):
        rungs.append(act_once(ladder, b).rung)
        worn[0] = {"ring on": True, "ring off": False}.get(rungs[-1], worn[0])
    assert (rungs.count("ring on"), rungs.count("ring off")) == (20, 20)
    assert set(rungs[40:]) == {"search here"}


def test_an_answer_to_a_prompt_tires_nobody() -> None:
    b = Scene(ROOM).b
    update.note_sent(b, Action("answer"), None, "dismiss --More--")
    assert b.watch.acted == {}


def test_every_rung_that_changes_pack_or_gear_may_tire() -> None:
    lasting = {"wear the best armor", "put on a ring", "have a weapon ready", "make room", "fetch things"}
    assert all(rung.most > 0 for rung in LADDER if rung.name in lasting)
    assert lasting < {rung.name for rung in LADDER}
    assert LADDER[-1].most == 0


def test_every_rung_says_in_one_sentence_what_it_does() -> None:
    for rung in (*ANSWERS, *LADDER):
        assert rung.summary[0].isupper(), rung.name
        assert rung.summary.endswith("."), rung.name
        assert "\n" not in rung.summary, rung.name


FED = No("not hungry")
CHOICE = Choice("rest", Act(b"6s", "tired"), (FED,), (Rung("eat when weak", "", lambda b: FED),))


def test_a_moment_holds_the_choice_and_what_was_passed_over() -> None:
    trace = Trace()
    trace.note(beliefs(ROOM), CHOICE, b"6s;")
    (moment,) = trace.last
    assert (moment.choice.rung, moment.choice.act.because, moment.keys) == ("rest", "tired", b"6s;")
    assert moment.choice.passed == (("eat when weak", "not hungry"),)


def test_only_the_last_choices_are_kept_and_all_are_counted() -> None:
    trace, b = Trace(), beliefs(ROOM)
    for b.commands in range(3 * KEPT + 5):
        trace.note(b, CHOICE, b"6s;")
        assert trace.last[-1].command == b.commands
        assert len(trace.last) == min(b.commands + 1, KEPT)
    assert trace.last[0].command == 2 * KEPT + 5
    assert trace.fired["rest"] == 3 * KEPT + 5
