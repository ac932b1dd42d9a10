"""The progress monitor: what counts as news, circles that are broken, games that come to an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from rogomatic.agent.beliefs import stagnation, update
from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.inventory import Inventory
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.stagnation import note_pattern
from rogomatic.agent.engine.refusals import FIGHTS_ON
from rogomatic.agent.engine.rule_engine import Act, Choice, No, Rule, Rung, choose
from rogomatic.agent.experts import leaving
from rogomatic.agent.experts.leaving import give_up, keep_gold
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER, break_circle, break_stalemate
from tests.support.agent_scenes import KIT, ROOM, STATUS, Scene, chosen, spot_of, status, wants

pytestmark = pytest.mark.slow


IDLE = DEFAULT.idle_turns
STAIRS = ROOM.replace("........|", ".......%|", 1)
FOE = ROOM.replace("@....", "@..E.")


def reason(answer: Act | No) -> str:
    assert isinstance(answer, No)
    return answer.why_not


def act(answer: Act | No) -> Act:
    assert isinstance(answer, Act)
    return answer


class Walk:
    """A scene in which the hero's steps are drawn and nothing else ever happens."""

    def __init__(self, picture: str = ROOM, ladder: tuple[Rung, ...] = LADDER) -> None:
        self.scene = Scene(picture)
        self.empty = picture.replace("@", ".")
        self.ladder = ladder
        self.fired: Counter[str] = Counter()

    @property
    def b(self) -> Beliefs:
        return self.scene.b

    def decide(self) -> Choice:
        """Let the first rung act, and draw what comes of it."""
        b = self.b
        choice = choose(self.ladder, b)
        assert choice is not None
        action, spot = choice.act.action, b.me.spot
        self.fired[choice.rung] += 1
        update.note_sent(b, action, choice.act.plan, choice.rung, choice.most)
        if action.verb == "walk":
            for _ in range(action.times):
                spot += action.step if b.level.is_walkable(spot + action.step) else 0
        self.scene.show(self.at(spot))
        return choice

    def at(self, spot: int) -> str:
        rows = self.empty.strip("\n").split("\n")
        row, col = divmod(spot, 80)
        rows[row - 1] = rows[row - 1][:col] + "@" + rows[row - 1][col + 1 :]
        return "\n".join(rows)

    def until(self, rung: str, most: int = 20_000) -> int:
        """Go on until a rung acts; return the turn in which it does."""
        for _ in range(most):
            turn = self.b.turn
            if self.decide().rung == rung:
                return turn
        raise AssertionError(f"{rung} never acted: {self.fired}")


def to_and_fro(verb: Action, other: Action) -> tuple[Rung, ...]:
    """Return a ladder of the monitor and two rungs that undo each other."""

    def one(b: Beliefs) -> Act | No:
        return Act(b"x", "this", verb) if b.commands % 2 else No("the other's turn")

    def two(b: Beliefs) -> Act | No:
        return Act(b"y", "that", other)

    monitor = tuple(rung for rung in LADDER if rung.rule in (give_up, break_stalemate, break_circle))
    assert len(monitor) == 3
    return (*monitor, Rung("one", "", one), Rung("two", "", two))


@pytest.mark.parametrize(
    ("verb", "other"),
    [
        (Action("walk", 1), Action("walk", -1)),
        (Action("wield", letter="c"), Action("wield", letter="d")),
        (Action("rest", times=6), Action("walk", 1)),
        (Action("search", times=5), Action("search", times=5)),
        (Action("ask"), Action("redraw")),  # costs no turn
        (Action("throw", 1, letter="e"), Action("search")),
    ],
)
def test_two_rungs_that_undo_each_other_are_broken_within_the_idle_turns(verb: Action, other: Action) -> None:
    walk = Walk(ladder=to_and_fro(verb, other))
    assert walk.until("break a circle", most=250) < IDLE + max(verb.times, other.times)


def test_a_dance_before_a_foe_is_ended() -> None:
    walk = Walk(FOE, to_and_fro(Action("wield", letter="c"), Action("search")))
    walk.scene.awake("E")
    assert walk.until("break a stalemate", most=250) <= DEFAULT.dance_turns


def test_a_closed_room_is_searched_long_and_given_up_at_last() -> None:
    walk = Walk(ROOM.replace("+", "|"))
    walk.b.me.alert = True
    walk.b.me.stomach = Stomach.between(99_999, 99_999)
    turn = walk.until("give up")
    assert 3_000 < turn < leaving.HOPELESS_TURNS + stagnation.WAIT_TURNS
    assert walk.fired["break a circle"] > 20
    assert walk.fired["search for secrets"] > 200


def test_news_is_what_cannot_go_to_and_fro() -> None:
    scene = Scene(ROOM)
    watch = scene.b.watch

    def idle_after(row: str = STATUS, said: Sequence[str] = (), picture: str = ROOM) -> int:
        watch.idle = 50
        scene.b.facts = ()
        scene.show(picture, row, said)
        return watch.idle

    assert idle_after() == 51
    assert idle_after(status(gold=7)) == 0
    assert idle_after(status()) == 51
    assert idle_after(status(gold=7)) == 51, "stolen and won back is no news"
    assert idle_after(status(gold=8)) == 0
    assert idle_after(status(gold=8), said=["You hit the emu"]) == 0
    assert idle_after(status(gold=8), said=["You miss the emu"]) == 51
    assert idle_after(status(gold=8, most=14)) == 0
    assert idle_after(status(gold=8, most=14), picture=STAIRS) == 51, "what a square is may change"
    assert idle_after(status(gold=8, most=14), picture=STAIRS + "      #") == 0
    assert idle_after(status(depth=2)) == 0


def test_a_thing_taken_is_news_and_one_dropped_and_taken_again_is_not() -> None:
    scene = Scene(ROOM)
    b, watch = scene.b, scene.b.watch
    thing = b.pack["e"]
    for present, idle in ((False, 51), (True, 51), (False, 51), (True, 51)):
        watch.idle = 50
        others = {letter: other for letter, other in b.pack.items() if letter != "e"}
        b.pack = Inventory({**others, "e": thing} if present else others)
        scene.show(ROOM)
        assert watch.idle == idle
    b.pack["f"] = thing
    scene.show(ROOM)
    assert watch.idle == 0


def test_rest_is_not_idle_up_to_its_bound() -> None:
    walk = Walk(ladder=(Rung("rest", "", lambda b: Act(b"6s", "", Action("rest", times=6))),))
    for _ in range(stagnation.WAIT_TURNS // 6):
        walk.decide()
    assert walk.b.watch.idle == 0
    for _ in range(10):
        walk.decide()
    assert walk.b.watch.idle == 60


def test_hit_points_won_back_are_no_dance() -> None:
    scene = Scene(FOE, status(hp=5))
    scene.awake("E")
    scene.b.watch.danced = 50
    scene.show(FOE, status(hp=6))
    assert scene.b.watch.danced == 0
    scene.show(FOE, status(hp=5))
    scene.show(FOE, status(hp=6))
    assert scene.b.watch.danced == 2, "lost and won again"


@pytest.mark.parametrize(("idle", "rung"), [(IDLE - 1, "look around"), (IDLE, "break a circle")])
def test_the_stairs_are_taken_when_nothing_new_comes(idle: int, rung: str) -> None:
    b = Scene(STAIRS).b
    b.me.alert = True
    b.watch.idle = idle
    assert chosen(b).rung == rung


def test_the_rest_of_a_stretch_belongs_to_the_rungs_below() -> None:
    b = Scene(ROOM).b
    b.watch.idle = IDLE + 10
    assert act(break_circle(b)).because.startswith(f"nothing new for {IDLE + 10} turns: ")
    b.watch.idle = IDLE + 50
    assert reason(break_circle(b)) == "nothing bolder can be done now"


def test_held_fast_a_circle_cannot_be_broken() -> None:
    b = Scene(ROOM).b
    b.watch.idle, b.me.held = IDLE, True
    assert reason(break_circle(b)) == "held, trapped, or confused"


TRAP = ROOM.replace("|........+", "|....^...+", 1)


@pytest.mark.parametrize(
    ("stretch", "scroll", "keys"),
    [
        (1, "A scroll titled 'xy'", b""),
        (2, "A scroll titled 'xy'", b"rf"),
        (2, "A scroll of teleportation", b"rf"),
        (2, "A scroll of sleep", b""),
    ],
)
def test_scrolls_are_read_from_the_second_stretch_on(stretch: int, scroll: str, keys: bytes) -> None:
    b = Scene(ROOM, pack=[*KIT, f"f) {scroll}"]).b
    b.watch.idle = stretch * IDLE
    found = act(break_circle(b))
    assert found.keys == keys if keys else found.action.verb == "walk"


def test_a_teleport_trap_is_stepped_on_from_the_second_stretch_on() -> None:
    b = Scene(TRAP).b
    trap = spot_of(TRAP, "^")
    b.level.name_trap(trap, "teleport trap")
    b.watch.idle = 2 * IDLE + 60
    found = act(break_circle(b))
    assert found.plan is not None
    assert found.plan.goal == trap
    b.watch.idle = 2 * IDLE + 100
    assert reason(break_circle(b)) == "nothing bolder can be done now"


@pytest.mark.parametrize(("stretch", "letter", "attacks"), [
    (2, "E", False), (3, "E", True), (5, "T", False), (6, "T", True),
])  # fmt: skip
def test_sleepers_are_attacked_from_the_third_stretch_on(stretch: int, letter: str, attacks: bool) -> None:
    scene = Scene(ROOM.replace("@.", "@" + letter))
    b = scene.awake(letter, False)
    b.watch.idle = stretch * IDLE + 60
    answer = break_circle(b)
    assert isinstance(answer, Act) is attacks
    assert not attacks or act(answer).action.verb == "fight"


def test_a_sleeper_far_off_is_walked_to() -> None:
    b = Scene(FOE).awake("E", False)
    b.watch.idle = 3 * IDLE + 60
    found = act(break_circle(b))
    assert (found.action.verb, found.action.step) == ("walk", 1)


@pytest.mark.parametrize(("picture", "danced"), [(FOE, DEFAULT.dance_turns), (ROOM, 0)])
def test_a_circle_is_a_dance_only_before_somebody_awake(picture: str, danced: int) -> None:
    b = Scene(picture).awake("E")
    b.watch.danced = 0
    for _ in range(stagnation.CIRCLE_COUNT):
        note_pattern(b, Action("walk", 1), "look around")
    assert b.watch.danced == danced
    assert b.watch.idle >= DEFAULT.idle_turns


def test_a_dance_ends_on_the_stairs_or_with_a_blow() -> None:
    for picture, verb in ((FOE.replace("@..E", "@E.."), "fight"), (STAIRS.replace("@..", "@.E"), "walk")):
        b = Scene(picture).awake("E")
        b.watch.danced = DEFAULT.dance_turns - 1
        assert reason(break_stalemate(b)) == "there has been no long stalemate"
        b.watch.danced += 1
        assert act(break_stalemate(b)).action.verb == verb
    b = Scene(ROOM).b
    b.watch.danced = DEFAULT.dance_turns
    assert reason(break_stalemate(b)) == "no foe is after the hero"


def test_the_hero_dives_late_and_quits_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "_DIVE_TURN", 1_000)
    monkeypatch.setattr(leaving, "_LAST_TURN", 2_000)
    b = Scene(STAIRS).b
    b.me.alert = True
    fired = {}
    for b.turn in (1_000, 1_001, 1_999, 2_000):
        b.watch.level_turn = b.turn
        choice = chosen(b)
        fired[b.turn] = choice.rung
    assert fired == {1_000: "look around", 1_001: "hurry down", 1_999: "hurry down", 2_000: "give up"}
    b.turn, b.commands = 0, 4_000
    assert act(give_up(b)).keys == b"Qy", "no turns pass, but commands do"


@pytest.mark.parametrize(
    ("stomach", "pack", "quits"),
    [
        (Stomach.between(-790, -780), KIT[1:], True),
        (Stomach.between(-790, -700), KIT[1:], False),
        (Stomach.between(-790, -780), KIT, False),
    ],
)
def test_it_quits_just_before_starving_END_2(stomach: Stomach, pack: Sequence[str], quits: bool) -> None:
    b = Scene(ROOM, status(hunger="Faint"), pack).b
    b.me.stomach = stomach
    rule: Rule = give_up
    assert isinstance(rule(b), Act) is quits
    b.resigns = False
    assert (rule(b) is FIGHTS_ON) is quits


@pytest.mark.parametrize(
    ("letter", "hp", "gold", "why_not"),
    [
        ("T", 3, 5_000, ""),
        ("T", 3, 200, "the gold hoped for outweighs the gold at stake"),
        ("E", 12, 5_000, "the next round will probably not be fatal"),
    ],
)
def test_it_quits_when_death_is_all_but_certain(letter: str, hp: int, gold: int, why_not: str) -> None:
    b = Scene(FOE.replace("@..E", f"@{letter}.."), status(gold=gold, hp=hp)).awake(letter)
    answer = keep_gold(b)
    if why_not:
        assert reason(answer) == why_not
    else:
        assert act(answer).keys == b"Qy"
    b.resigns = False
    assert keep_gold(b) == (No(why_not) if why_not else FIGHTS_ON)
    assert reason(keep_gold(Scene(ROOM, status(gold=5_000, hp=1)).b)) == "nothing unseen has just struck"


def test_quitting_stays_behind_every_way_out() -> None:
    row = status(gold=5_000, hp=3)
    near = FOE.replace("@..E", "@T..")
    b = Scene(near, row, [*KIT, "f) A scroll of teleportation"]).awake("T")
    assert wants(b) == ("fight or flee", b"rf")
    assert wants(Scene(near, row).awake("T"))[0] == "keep the gold"
