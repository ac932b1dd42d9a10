"""Why a hero died, in sentences: what took its hit points, what the agent believed, what it chose."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final

import pytest

from rogomatic.agent.beliefs.cached_results import Threat
from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Action, Verb
from rogomatic.agent.beliefs.update import MAX_FACTS
from rogomatic.agent.engine.rule_engine import Act, Choice, No
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.monster_manual import Kind
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.think.fight.combat_sim import FightCost
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.run.recordings import death_account, turning_points, ways_out
from rogomatic.run.recordings.death_account import DeathAccount
from rogomatic.run.recordings.fight_instants import Swing
from tests.run.fakes import FakeCopy
from tests.support.agent_scenes import ROOM, Scene, status

HERE = Option("fight here", FightCost(0.59, 40.0, 9.0))
RUN = Option("run to the stairs", FightCost(0.7, 30.0, 9.0))
TROLL = Fact("monster-hits", "troll")
UNSEEN = Fact("monster-hits")


_VERBS: Final[dict[str, Verb]] = {"shoot": "throw", "fight or flee": "walk", "look around": "walk"}


class Telling:
    """A game told turn by turn, in which the foes, the odds, and the ways out are given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.b = Scene(ROOM, status(hp=62, most=62)).b
        self.b.level.stairs = 300
        self.account = DeathAccount()
        self.copy: FakeCopy | None = None
        self.ahead = 0  # turns of the game that the agent did not count
        self._foes: tuple[str, ...] = ()
        self._percent = 0.0
        self._has_unseen = False
        self._ways: tuple[Option, ...] = ()
        for module in (death_account, turning_points):
            monkeypatch.setattr(module, "threat_of", lambda _b: self._threat())
        monkeypatch.setattr(death_account, "death_pct", lambda _b, _choice: self._percent)
        monkeypatch.setattr(death_account, "counts_unseen", lambda _b: self._has_unseen)
        monkeypatch.setattr(ways_out, "options", lambda _b: self._ways)

    def _threat(self) -> Threat:
        spot = self.b.me.spot + 1
        foes = [SimpleNamespace(kind=SimpleNamespace(name=name), spot=spot) for name in self._foes]
        return Threat(tuple(foes), (), 9, self._percent)  # type: ignore[arg-type]  # only names are read

    def turn(
        self, turn: int, hp: int, *facts: Fact, foes: tuple[str, ...] = (), percent: float = 0.0,
        ways: tuple[Option, ...] = (), rung: str = "hit what is adjacent", is_own: bool = True,
        has_unseen: bool = False, refusals: tuple[No, ...] = (), step: int = 0, is_zap: bool = False,
    ) -> None:  # fmt: skip
        """Tell one command, with what was said since the one before."""
        self.b.turn, self.b.me.hp, self.b.facts = turn, hp, facts
        self.b.me.spot += step
        self._foes, self._percent, self._ways, self._has_unseen = foes, percent, ways, has_unseen
        choice = Choice(
            rung,
            Act(b"l", "it may help", Action(_VERBS.get(rung, "zap" if is_zap else "fight"))),
            refusals,
            LADDER,
        )
        self.account.note(self.b, choice, is_own=is_own, turn=turn + self.ahead, copy=self.copy)

    def more(self, *facts: Fact) -> None:
        """Tell what is said behind the last command."""
        self.b.facts = facts
        answer = Choice("dismiss --More--", Act(b" ", "", Action("answer")), ladder=ANSWERS)
        self.account.note(self.b, answer, turn=self.b.turn + self.ahead, copy=self.copy)


@pytest.fixture
def telling(monkeypatch: pytest.MonkeyPatch) -> Telling:
    return Telling(monkeypatch)


def test_a_foe_that_joins_is_named_with_the_odds_before_and_behind(telling: Telling) -> None:
    telling.turn(9098, 47, foes=("aquator",), percent=0.2)
    telling.turn(9099, 47, foes=("aquator",), percent=0.2)
    telling.turn(9100, 47, foes=("aquator", "troll"), percent=58.8, ways=(HERE, RUN))
    telling.turn(9101, 32, TROLL, foes=("aquator", "troll"), percent=80, ways=(HERE,))
    telling.turn(9102, 6, TROLL, foes=("aquator", "troll"), percent=99, ways=(HERE,))
    telling.more(TROLL)
    telling.more(TROLL, Fact("monster-misses", "aquator"))
    assert telling.account.sentences("troll") == [
        "On turn 9,100 a troll came: 4 troll hits took the last 47 of its 62 hit points in 3 turns. It "
        "chose to fight on the spot (59% to die); the next best was to run to the stairs (70% to die). It "
        "faced an aquator and a troll at once.",
        "Its last act, on turn 9,102 with 6 hit points left, was to strike at the aquator (99% to die).",
        "The agent saw a chance of <1% to die until turn 9,100, then a chance of 59% to die. The danger was "
        "highest on turn 9,102: 99% to die.",
    ]


def test_what_strikes_unseen_is_named_even_if_its_first_blow_missed(telling: Telling) -> None:
    telling.turn(90, 52, foes=("quagga",), percent=0.1)
    telling.turn(91, 48, Fact("monster-misses"), foes=("quagga",), percent=31, ways=(HERE,), has_unseen=True)
    said = "The agent saw a chance of <1% to die until something unseen came on turn 91; then that was 31%."
    assert said in telling.account.sentences("phantom")


def test_what_was_never_seen_is_no_reason_for_a_way_out(telling: Telling) -> None:
    for turn, hp in ((90, 46), (91, 35)):
        facts = (UNSEEN,) if turn == 91 else ()
        telling.turn(
            turn, hp, *facts, percent=27, ways=(HERE,), rung="leave an unseen attacker", has_unseen=True
        )
    assert telling.account.sentences("phantom") == [
        "From turn 90 on, 2 hits by a phantom that it could not see took the last 46 of its 62 hit points in "
        "2 turns. It chose to leave an unseen attacker: it may help.",
        "Its last act, on turn 91 with 35 hit points left, was to strike at something unseen.",
        "The agent saw a chance of 27% to die against something unseen from the start.",
    ]


def test_odds_that_fell_with_the_hit_points_are_told_so(telling: Telling) -> None:
    telling.turn(80, 12, foes=("hobgoblin",), percent=14)
    telling.turn(81, 6, Fact("monster-hits", "hobgoblin"), foes=("hobgoblin",), percent=21, ways=(HERE,))
    assert telling.account.sentences("hobgoblin") == [
        "From turn 80 on, 2 hobgoblin hits took the last 12 of its 62 hit points in 2 turns. On turn "
        "81 it fought on the spot (21% to die): it found no way to the stairs.",
        "Its last act, on turn 81 with 6 hit points left, was to strike at the hobgoblin (21% to die).",
        "The agent saw a chance of 14% to die on turn 80 and 21% on turn 81, after the loss of 6 hit points.",
    ]


@pytest.mark.parametrize(
    ("killer", "facts", "said"),
    [
        (
            "hypothermia",
            (),
            "It was frozen by an unseen ice monster again and again. A frozen hero cannot move",
        ),
        (
            "phantom",
            (UNSEEN,),
            "On turn 50, 2 hits by a phantom that it could not see took the last 30 of its 62",
        ),
        (
            "troll",
            (TROLL, Fact("faint")),
            "2 troll hits took the last 30 of its 62 hit points, most of them while it was in",
        ),
        (
            "arrow",
            (Fact("arrow-hits"),),
            "On turn 50, a hit by an arrow trap took the last 30 of its 62 hit points.",
        ),
        (
            "starvation",
            (),
            "it found no more food. It starved on turn 50, on level 1, with 30 of 62 hit points left.",
        ),
    ],
)
def test_what_did_the_damage_is_named(
    telling: Telling, killer: str, facts: tuple[Fact, ...], said: str
) -> None:
    telling.turn(9, 30, Fact("eat-good"))
    telling.turn(50, 30, foes=() if killer in ("hypothermia", "starvation") else ("bat",), percent=3)
    telling.more(*facts)
    assert said in telling.account.sentences(killer)[0]


@pytest.mark.parametrize(
    ("foes", "facts", "said"),
    [
        (
            ("bat",),
            (),
            "The agent saw a chance of 3% to die against a bat before the last blows, so this was bad luck.",
        ),
        (("bat",), (UNSEEN,), "The agent could not see what struck it, so it did not know the danger."),
        ((), (UNSEEN,), "The agent could not see what struck it, so it did not know the danger."),
        ((), (), "The agent saw no foe awake, so it expected no danger."),
    ],
)
def test_a_danger_that_was_not_seen_is_told_so(
    telling: Telling, foes: tuple[str, ...], facts: tuple[Fact, ...], said: str
) -> None:
    telling.turn(50, 30, foes=foes, percent=3.0 if foes else 0.0)
    telling.more(*facts)
    assert said in telling.account.sentences("bat")


@pytest.mark.parametrize("is_named", [True, False])
def test_who_froze_the_hero_is_named_with_what_was_seen_of_it(telling: Telling, is_named: bool) -> None:
    ice = Kind("ice monster", 1, 9, (), 0, 6, "freeze")
    here = telling.b.me.spot
    telling.b.foes.seen = {
        here + 4: Foe("Y", here + 4, Kind("yeti", 4, 6, ((1, 6),), 0, 50)),
        here + 1: Foe("I", here + 1, ice),
    }
    telling.turn(50, 26)
    telling._foes, telling._percent = ("ice monster",), 13.8
    telling.more(Fact("frozen", "ice monster" if is_named else ""), Fact("hands-free"))
    assert telling.account.sentences("hypothermia") == [
        "It was frozen by the ice monster, not known to be awake, again and again. A frozen hero cannot "
        "move, and with 26 of 62 hit points left it died of cold.",
        "Its last act, on turn 50 with 26 hit points left, was to strike at something unseen.",
        "The agent saw only a yeti and an ice monster, none known to be awake, so it expected no danger; "
        "once the hero could not move, it saw a chance of 14% to die against an ice monster.",
    ]


def test_a_danger_that_was_higher_before_is_told_as_the_highest(telling: Telling) -> None:
    for turn, percent in ((40, 3), (41, 62), (42, 9), (48, 3), (50, 25)):
        telling.turn(turn, 30, foes=("bat",), percent=percent, ways=(HERE,))
    said = (
        "The agent saw a chance of 3% to die on turn 48 and 25% on turn 50. "
        "The danger was highest on turn 41: 62% to die."
    )
    assert said in telling.account.sentences("bat")


def test_what_weakened_the_hero_is_told_in_one_line(telling: Telling) -> None:
    telling.b.me.alert = True
    telling.turn(49, 30, foes=("bat", "emu"), percent=3)
    telling.b.me.alert, telling.b.me.strength = False, 5
    telling.turn(50, 30, foes=("bat",), percent=3)
    said = telling.account.sentences("bat")
    assert said[-1] == "Weakened by: strength 5 of 16, no longer alert, so that monsters hit it more often."
    assert "On turn 49 it faced a bat and an emu at once." in said[0]


def test_a_danger_while_helpless_is_forgotten_at_the_next_command(telling: Telling) -> None:
    telling.turn(50, 26)
    telling._foes, telling._percent = ("ice monster",), 13.8
    telling.more(Fact("frozen", "ice monster"))
    telling.turn(51, 26, Fact("frozen", "ice monster"))
    telling.more()
    said = telling.account.sentences("hypothermia")
    assert said[0].startswith("It was frozen by the ice monster")
    assert "The agent saw no foe awake, so it expected no danger." in said


def test_what_was_chosen_against_the_odds_is_told_with_its_reason(telling: Telling) -> None:
    telling.turn(49, 30, foes=("troll",), percent=5)
    telling.turn(50, 20, TROLL, foes=("troll",), percent=50, ways=(HERE, RUN), rung="gamble when dying")
    telling.turn(51, 20, foes=("troll",), percent=50, ways=(HERE, RUN))
    said = telling.account.sentences("troll")[0]
    assert "it chose to gamble when dying: it may help (to fight on the spot was 50% to die)." in said
    assert said.endswith("The fight with the troll had begun at 5% to die: this was bad luck.")


def test_the_choice_of_a_person_is_not_told_as_the_agents(telling: Telling) -> None:
    telling.turn(50, 20, TROLL, foes=("troll",), percent=50, ways=(HERE,), is_own=False)
    said = telling.account.sentences("troll")[0]
    assert "On turn 50 the agent would have fought on the spot (50% to die): it" in said


def test_blows_that_do_no_harm_are_left_out_and_other_fights_too(telling: Telling) -> None:
    telling.b.foes.seen = {1: Foe("A", 1, Kind("aquator", 5, 2, ((0, 0),), 0, 20))}
    telling.turn(10, 60, Fact("monster-hits", "kestrel"), foes=("kestrel",), percent=30, ways=(HERE,))
    telling.turn(50, 40, foes=("aquator", "troll"), percent=3)
    telling.turn(51, 40, Fact("monster-hits", "aquator"), TROLL, foes=("aquator", "troll"), percent=3)
    telling.more(TROLL)
    damage, *others = telling.account.sentences("troll")
    assert (
        "On turn 51 it had only 40 of 62 hit points left. On turn 51, 2 troll hits took the last 40 of"
        in damage
    )
    assert not any("kestrel" in one for one in others)


def test_the_killer_is_named_first_however_many_struck(telling: Telling) -> None:
    foes = ("kestrel", "hobgoblin", "snake", "emu")
    struck = [Fact("monster-hits", name) for name in foes[:3] for _ in range(2)]
    telling.turn(9, 40, foes=foes, percent=3)
    telling.turn(10, 4, *struck, foes=foes, percent=3)
    telling.more(Fact("monster-hits", "emu"))
    damage = telling.account.sentences("emu")[0]
    assert "2 emu hits, 2 kestrel hits and 2 hobgoblin hits took the last 40 of its" in damage


def test_of_a_game_without_a_command_nothing_is_told(telling: Telling) -> None:
    assert telling.account.sentences("bat") == []


def test_a_danger_that_was_over_is_not_told_as_that_of_the_end(telling: Telling) -> None:
    for turn, foe, percent in ((40, "troll", 90), (41, "troll", 80), (49, "bat", 1), (50, "bat", 6)):
        telling.turn(turn, 30, foes=(foe,), percent=percent, ways=(HERE, RUN))
    said = telling.account.sentences("bat")
    assert (
        "The agent saw a chance of 6% to die against a bat before the last blows, so this was bad luck."
        in said
    )


def test_flight_to_another_level_ends_a_fight(telling: Telling) -> None:
    for turn, hp in ((90, 40), (91, 20), (92, 9)):
        telling.turn(turn, hp, TROLL, foes=("troll",), percent=90, ways=(HERE, RUN))
    telling.b.me.depth += 1
    telling.turn(93, 9, foes=("bat",), percent=1)
    assert telling.account.sentences("bat") == [
        f"On turn 92 it fled from a troll to level {telling.b.me.depth} with 9 of 62 hit points. On turn 93, "
        "a hit by a bat took the last 9 of its 62 hit points.",
        "Its last act, on turn 93 with 9 hit points left, was to strike at the bat (1% to die).",
        "The agent saw a chance of 1% to die against a bat before the last blows, so this was bad luck.",
    ]


@pytest.mark.parametrize(
    ("late", "when"),
    [
        (True, "some of them while it was asleep from gas"),
        (False, "some of them while it was asleep from gas"),
    ],
)
def test_only_what_was_lost_while_helpless_is_told_so(telling: Telling, late: bool, when: str) -> None:
    gas = Fact("gas")
    telling.turn(50, 62, foes=("troll",), percent=30)
    telling.turn(51, 16, *([] if late else [gas]), TROLL, foes=("troll",), percent=30)
    if late:
        telling.more(gas, TROLL)
    assert f" hits took all its 62 hit points, {when}." in telling.account.sentences("troll")[0]


def test_how_long_a_hero_could_not_act_before_its_death_is_told(telling: Telling) -> None:
    telling.turn(446, 18, foes=("bat",), percent=16)
    telling.more(Fact("transfixed", "floating eye"), *[Fact("monster-hits", "bat")] * 10)
    said = telling.account.sentences("bat", 637)[0]
    assert said.startswith("From turn 446 on, 11 bat hits took the last 18 of its 62 hit points, most of")
    assert "while it was held by the gaze of the floating eye, for its last 191 turns." in said


def test_what_was_lost_after_the_hero_could_move_again_is_not_told_as_lost_in_a_faint(
    telling: Telling,
) -> None:
    telling.turn(50, 62, foes=("troll",), percent=30)
    for hp, fact in ((62, Fact("faint")), (47, TROLL), (47, Fact("hands-free")), (36, TROLL)):
        telling.b.me.hp = hp
        telling.more(*telling.b.facts, fact)
    telling.turn(51, 36, *telling.b.facts, foes=("troll",), percent=30)
    telling.turn(52, 9, TROLL, foes=("troll",), percent=30)
    damage = telling.account.sentences("troll")[0]
    assert "all its 62 hit points, some of them while it was in a faint from hunger." in damage


def test_a_faint_that_took_no_hit_points_is_not_told(telling: Telling) -> None:
    telling.turn(50, 62, foes=("troll",), percent=30)
    telling.more(Fact("faint"), Fact("hands-free"))
    telling.turn(51, 9, Fact("faint"), Fact("hands-free"), TROLL, foes=("troll",), percent=30)
    assert "2 troll hits took all its 62 hit points in 2 turns." in telling.account.sentences("troll")[0]


def test_a_monster_comes_with_its_first_sign(telling: Telling) -> None:
    telling.turn(9309, 60)
    telling.turn(9311, 60, Fact("gaze-confuses", "medusa"), foes=("medusa",), percent=99, ways=(HERE,))
    said = "The agent saw a chance of 99% to die against a medusa at first sight."
    told = telling.account.sentences("medusa")
    assert said in told
    assert told[0].startswith(
        "On turn 9,311 it met the gaze of a medusa, which confused it. On turn 9,311, a"
    )


@pytest.mark.parametrize(
    ("at_first", "before", "now", "rest"),
    [
        (1, 1, 2, "until another snake came on turn 42; then that was 60%."),
        (1, 0, 1, "on turn 41 and 60% on turn 42, when a snake came back into view."),
        (2, 1, 2, "on turn 41 and 60% on turn 42, when a snake came back into view."),
    ],
)
def test_a_monster_of_a_kind_that_was_there_is_not_told_as_new(
    telling: Telling, at_first: int, before: int, now: int, rest: str
) -> None:
    for turn, count, percent in ((39, 0, 1), (40, at_first, 5), (41, before, 5), (42, now, 60)):
        foes = ("bat", *["snake"] * count)
        telling.turn(turn, 30, foes=foes, percent=percent, ways=(HERE,))
    assert f"The agent saw a chance of 5% to die {rest}" in telling.account.sentences("snake")


def test_stairs_that_were_not_found_are_no_weakness(telling: Telling) -> None:
    telling.b.level.stairs = -1
    telling.turn(50, 30, foes=("bat", "emu"), percent=3)
    said = telling.account.sentences("bat")
    assert not any("Weakened" in one for one in said)


@pytest.mark.parametrize(
    ("ways", "other"),
    [
        ((HERE,), "it knew of no better way"),
        ((HERE, RUN), "the best other way was to run to the stairs (70% to die)"),
    ],
)
def test_a_hero_that_quit_has_its_reasons(telling: Telling, ways: tuple[Option, ...], other: str) -> None:
    telling.b.me.gold = 2824
    telling.turn(50, 16, foes=("troll", "bat"), percent=92.4, ways=ways, rung="keep the gold")
    assert telling.account.quit_sentences() == [
        "Death takes a tenth of the gold, here 282 of 2,824, and the agent saw a chance of 92% to die "
        f"against a troll and a bat; {other}.",
    ]
    assert DeathAccount().quit_sentences() == []


def test_an_earlier_fight_with_the_killer_is_told(telling: Telling) -> None:
    telling.turn(10, 60, foes=("troll",), percent=40)
    telling.turn(12, 45, TROLL, foes=("troll",), percent=60)
    telling.turn(30, 50)
    telling.turn(90, 62)
    telling.turn(91, 62, foes=("troll",), percent=35, ways=(HERE,))
    said = telling.account.sentences("troll")
    assert "On turn 91 a troll came back: a hit by a troll took all its 62 hit points. " in said[0]
    assert said[-1] == (
        "It had met a troll before on this level, on turns 10 to 12: its chance to die rose to 60% and it "
        "lost 15 hit points."
    )


@pytest.mark.parametrize(
    ("verb", "how"), [("quaff", " because it had drunk an unknown potion"), ("rest", "")]
)
def test_since_when_a_hero_was_blind_is_told_with_what_it_drank(
    telling: Telling, verb: Verb, how: str
) -> None:
    telling.b.pack["p"] = Thing("potion", material="", name="")
    act = Act(b"qp", "it may help", Action(verb, letter="p"))
    telling.account.note(telling.b, Choice("fight or flee", act, ladder=LADDER))
    telling.b.me.blind_until = 999
    telling.turn(100, 62)
    telling.turn(800, 62)
    telling.turn(801, 30, UNSEEN, has_unseen=True, percent=60)
    why = telling.account.sentences("bat")[0]
    assert why.startswith(
        f"From turn 100 on, for 702 turns, it was blind{how}. It could not see what struck it. "
    )


def test_what_a_hallucinating_hero_cannot_name_is_not_named(telling: Telling) -> None:
    telling.b.me.hallucinating_until = 999
    telling.turn(10, 60, foes=("unknown monster",), percent=40)
    telling.turn(90, 62, foes=("unknown monster",), percent=35, ways=(HERE,))
    telling.turn(
        91, 9, TROLL, Fact("monster-hits", "bat"), foes=("unknown monster",), percent=35, ways=(HERE,)
    )
    said = telling.account.sentences("emu")
    assert "3 hits by monsters seen under false names, the last by an emu, took all its 62 hit" in said[0]
    dreams = "it was hallucinating. It could not tell monsters apart."
    assert f"From turn 10 on, for 82 turns, {dreams}" in said[0]
    assert not any("had met" in one for one in said)


def test_false_names_and_unseen_blows_are_told_apart(telling: Telling) -> None:
    telling.copy = FakeCopy(near=("quagga", "zombie"))
    telling.b.me.hallucinating_until = 999
    telling.turn(90, 62, foes=("unknown monster", "unknown monster"))
    telling.turn(91, 40, TROLL, TROLL, foes=("unknown monster", "unknown monster"))
    telling.b.me.blind_until = 999
    telling.turn(92, 20, UNSEEN)
    said = telling.account.sentences("quagga")[0]
    assert (
        "2 hits by monsters seen under false names (a quagga and a zombie were beside it) and 2 hits by what "
        "it could not see, the last by a quagga, took all its 62 hit points" in said
    )
    assert "From turn 90 on, for 3 turns, it was hallucinating. It could not tell monsters apart." in said
    assert "From turn 92 on, for 1 turn, it was blind. It could not see what struck it." in said


@pytest.mark.parametrize("is_own", [True, False])
def test_what_was_left_unused_is_told_with_the_agents_reason(telling: Telling, is_own: bool) -> None:
    telling.b.pack["p"] = Thing("potion", name="healing")
    telling.turn(50, 30, foes=("bat",), percent=3, is_own=is_own)
    left = "Left at the end, and why: a potion of healing (<1% to die in the next round)."
    said = telling.account.sentences("bat")
    assert (left in said) == is_own, "a person has reasons of its own"
    assert (left in telling.account.quit_sentences()) == is_own


def test_after_a_death_without_danger_only_what_was_answered_is_told(telling: Telling) -> None:
    telling.b.pack["p"] = Thing("potion", name="healing")
    telling.turn(50, 30)
    telling.more(Fact("gas"), UNSEEN)
    left = "Left at the end, and why: a potion of healing (it chose to hit what is adjacent first)."
    assert left in telling.account.sentences("phantom")


def test_a_killer_that_came_late_is_told_with_the_last_danger(telling: Telling) -> None:
    telling.turn(49, 62)
    telling.turn(50, 62, foes=("emu",), percent=85, ways=(HERE,))
    telling.turn(52, 12, Fact("monster-hits", "emu"), foes=("emu",), percent=90, ways=(HERE,))
    telling.turn(54, 11, Fact("defeated", "emu"), foes=("troll",), percent=8, ways=(HERE,))
    telling.more(TROLL)
    said = telling.account.sentences("troll")
    assert "On turn 54 a troll came: 2 troll hits took the last 12 of its 62 hit points" in said[0]
    assert "a hit by an emu had taken at least 50" in said[0]
    assert said[2] == (
        "The agent saw a chance of 85% to die against an emu at first sight. The danger was highest on turn "
        "52: 90% to die. Before the last blows it was 8%."
    )


@pytest.mark.parametrize("is_before", [True, False])
def test_what_led_to_a_death_stands_in_its_place_among_the_turns(telling: Telling, is_before: bool) -> None:
    telling.turn(48, 62)
    first = [Fact("mimic-shown", "xeroc")] if is_before else []
    telling.turn(49, 62, *first, foes=("xeroc",))
    telling.turn(50, 62, foes=("xeroc",), percent=85, ways=(HERE,))
    telling.turn(52, 40, foes=("xeroc",), percent=90, ways=(HERE,))
    telling.more(*[] if is_before else [Fact("gas")])
    story = telling.account.sentences("xeroc")[0]
    led = story.index("it walked up to what" if is_before else "it stepped on")
    assert (led < story.index("it fought on the spot")) == is_before


def test_why_the_rule_of_before_no_longer_acted_is_told(telling: Telling) -> None:
    above = next(n for n, rung in enumerate(LADDER) if rung.name == "hit what is adjacent")
    refusals = tuple(
        No("a foe is beside the hero" if LADDER[n].name == "shoot" else "") for n in range(above)
    )
    telling.turn(88, 40, rung="look around")
    telling.turn(89, 40, foes=("troll",), percent=60, ways=(HERE,), rung="shoot")
    telling.turn(90, 40, foes=("troll",), percent=60, ways=(HERE,), refusals=refusals)
    shot = "On turn 89, with 40 hit points, it shot."
    said = f"{shot} On turn 90, with 40 hit points left, it began to fight (60% to die): "
    told = telling.account.sentences("troll")
    assert told[1] == f"{said}a foe is beside the hero.", "shown where there is little room"


def test_what_struck_unseen_is_not_taken_for_a_killer_that_is_in_view(telling: Telling) -> None:
    telling.turn(80, 62, foes=("troll",), percent=60, ways=(HERE,))
    telling.turn(81, 40, TROLL, UNSEEN, foes=("troll",), percent=90, ways=(HERE,))
    telling.more(TROLL)
    assert "3 troll hits and a hit by something unseen took all" in telling.account.sentences("troll")[0]


def test_the_losses_of_a_long_fight_are_counted_from_its_beginning(telling: Telling) -> None:
    telling.turn(10, 51)
    telling.turn(11, 28, TROLL, TROLL, foes=("troll",), percent=60, ways=(HERE,))
    for turn in range(12, 50):
        telling.turn(turn, 28 + (turn > 30), foes=("troll",), percent=60, ways=(HERE,))
    telling.more(TROLL)
    took = "4 troll hits took the last 51 of its 62 hit points in 40 turns."
    assert took in telling.account.sentences("troll")[0]


@pytest.mark.parametrize(("healed", "is_told"), [(28, False), (45, True)])
def test_hit_points_that_came_back_are_told_if_they_were_many(
    telling: Telling, healed: int, is_told: bool
) -> None:
    for turn, hp, facts in ((10, 51, ()), (11, 27, (TROLL,)), (12, healed, ()), (13, 20, (TROLL,))):
        telling.turn(turn, hp, *facts, foes=("troll",), percent=60, ways=(HERE,))
    said = "took the last 51 of its 62 hit points in 4 turns."
    more = " Some hit points came back in between."
    assert (f"{said}{more}" in telling.account.sentences("troll")[0]) is is_told
    assert said in telling.account.sentences("troll")[0]


@pytest.mark.parametrize(
    ("blows", "turns"), [((91, 92, 99), "10 turns"), ((98, 99), "its last 3 turns"), ((), "its last turn")]
)
def test_turns_long_behind_the_first_meeting_are_told_as_the_last(
    telling: Telling, blows: tuple[int, ...], turns: str
) -> None:
    hp = 62
    for turn in range(89, 100):
        hp -= 9 * (turn in blows)
        foes = ("troll",) if turn > 89 else ()
        telling.turn(turn, hp, *[TROLL] * (turn in blows), foes=foes, percent=60, ways=(HERE,))
    telling.more(TROLL)
    said = telling.account.sentences("troll")[0]
    assert said.startswith(f"On turn 90 a troll came: {len(blows) + 2 if blows else 2} troll hits")
    assert f"took all its 62 hit points in {turns}." in said


def test_the_turns_are_those_of_the_viewers(telling: Telling) -> None:
    telling.ahead = 200
    telling.turn(89, 62)
    telling.turn(90, 62, foes=("troll",), percent=60, ways=(HERE,))
    telling.turn(91, 40, TROLL, Fact("aggravate-monsters"), foes=("troll",), percent=90, ways=(HERE,))
    said = telling.account.sentences("troll", 299)
    assert "On turn 290 a troll came: 2 troll hits took all its 62 hit points in 9 turns." in said[0]
    assert said[1].startswith("Its last act, on turn 291 with 40 hit points left,")
    assert not any(f"turn {turn}" in one for one in said for turn in (89, 90, 91))


@pytest.mark.parametrize(
    ("near", "foes", "hits"),
    [
        (("hobgoblin",), (), "3 hits by a hobgoblin that it could not see"),
        (("hobgoblin", "bat"), ("bat",), "3 hits by a hobgoblin that it could not see"),
        (("hobgoblin", "bat"), (),
         "3 hits by what it could not see (a hobgoblin and a bat were beside it), the last by a hobgoblin,"),
        (("bat", "bat"), (),
         "3 hits by what it could not see (2 bats were beside it), the last by a hobgoblin,"),
        (None, (), "3 hits by what it could not see, the last by a hobgoblin,"),
    ],
    ids=["alone", "the other is seen", "two kinds", "gone", "nobody knows"],
)  # fmt: skip
def test_all_that_struck_unseen_are_named(
    telling: Telling, near: tuple[str, ...] | None, foes: tuple[str, ...], hits: str
) -> None:
    telling.copy = None if near is None else FakeCopy(near=near)
    telling.turn(90, 62, foes=foes)
    telling.turn(91, 40, UNSEEN, foes=foes)
    telling.more(UNSEEN)
    assert f"{hits} took all its 62 hit points" in telling.account.sentences("hobgoblin")[0]


def test_the_highest_danger_is_told_with_that_of_what_was_chosen(telling: Telling) -> None:
    run = Option("run in a circle", FightCost(0.38, 9.0, 9.0))
    telling.turn(79, 62)
    telling.turn(80, 62, foes=("troll",), percent=60, ways=(HERE,))
    telling.turn(81, 40, TROLL, foes=("troll",), percent=99, ways=(run, HERE), rung="fight or flee")
    telling.more(TROLL)
    said = "On turn 81 a fight was most dangerous (99% to die), so it chose to run in a circle (38% to die)."
    assert telling.account.sentences("troll")[3].endswith(said)


@pytest.mark.parametrize(
    ("step", "awake", "how"),
    [
        (0, True, "a troll came"),
        (1, True, "it met a troll on its way to look around"),
        (1, None, "it came upon a troll, not known to be awake, on its way to look around"),
    ],
)
def test_a_monster_has_only_come_if_the_hero_stood_still(
    telling: Telling, step: int, awake: bool | None, how: str
) -> None:
    telling.turn(80, 62, rung="look around")
    troll = Foe("T", telling.b.me.spot + 2, Kind("troll", 6, 4, ((1, 8),), 0, 120))
    troll.awake = awake
    telling.b.foes.seen = {troll.spot: troll}
    telling.turn(81, 62, foes=("troll",), percent=60, ways=(HERE,), step=step)
    assert telling.account.sentences("troll")[0].startswith(
        f"On turn 81 {how}: a hit by a troll took all its"
    )


def test_a_monster_that_the_hero_has_woken_is_not_said_to_sleep(telling: Telling) -> None:
    telling.turn(80, 62, Fact("aggravate-monsters"))
    troll = Foe("T", telling.b.me.spot + 2, Kind("troll", 6, 4, ((1, 8),), 0, 120))
    telling.b.foes.seen = {troll.spot: troll}
    telling.turn(81, 62, foes=("troll",), percent=60, ways=(HERE,), step=1)
    why = telling.account.sentences("troll")[0]
    assert why.startswith("On turn 80 it read a scroll of aggravate monsters, which woke every monster")
    assert "On turn 81 it met a troll: a hit by a troll took all its" in why


@pytest.mark.parametrize(("foe", "own"), [("medusa", True), ("dragon", False)])
def test_a_bolt_of_its_own_that_hits_the_hero_is_told_so(telling: Telling, foe: str, own: bool) -> None:
    telling.turn(80, 62, foes=(foe,), percent=60, ways=(HERE,), is_zap=True)
    telling.turn(81, 40, Fact("bolt-hits-you"), foes=(foe,), percent=90, ways=(HERE,))
    why = telling.account.sentences(foe)[0]
    assert ("a hit by its own bolt, which bounced, took all its" in why) == own


def test_a_hero_without_a_step_away_is_cornered(telling: Telling) -> None:
    """The foe stands east of the hero, which then goes to the western wall of its room."""
    telling.turn(80, 62, foes=("troll",), percent=60, ways=(HERE,))
    while telling.b.level.is_walkable(telling.b.me.spot - 1):
        telling.b.me.spot -= 1
    telling.turn(81, 62, foes=("troll",), percent=60, ways=(HERE,))
    assert [one.is_cornered for one in telling.account._instants] == [False, True]


def test_a_killer_that_the_hero_met_late_is_told_so(telling: Telling) -> None:
    telling.turn(80, 62, foes=("bat",), percent=60, ways=(HERE,))
    telling.turn(81, 30, foes=("bat", "troll"), percent=90, ways=(HERE,), step=1)
    assert (
        "On turn 81 it met a troll: a hit by a troll took all its 62 "
        in telling.account.sentences("troll")[0]
    )


def test_blows_from_before_the_killer_came_are_not_counted_in_a_faint_either(telling: Telling) -> None:
    telling.b.level.stairs = -1
    telling.turn(56, 14, foes=("centaur",), percent=97, ways=(HERE,))
    hits = [Fact("monster-hits", "centaur")] * 3
    telling.turn(60, 4, *hits, Fact("defeated", "centaur"))
    telling.turn(75, 6)
    telling.turn(76, 6, foes=("rattlesnake",), percent=65, ways=(HERE,))
    telling.more(Fact("faint"), Fact("monster-hits", "rattlesnake"))
    said = telling.account.sentences("rattlesnake")[0]
    assert "On turn 76 a rattlesnake came: 2 rattlesnake hits took the last 6 of its 62" in said
    assert "In 20 turns on this level it had not found the stairs: to fight was its only choice." in said


def test_blows_that_were_too_many_to_remember_are_told_as_a_lower_bound(telling: Telling) -> None:
    telling.turn(80, 62, foes=("troll",), percent=60, ways=(HERE,))
    telling.more(Fact("frozen", "ice monster"), *[TROLL] * MAX_FACTS)
    assert f"{MAX_FACTS + 1} troll hits, or more, took all" in telling.account.sentences("troll")[0]


def test_the_bolts_of_a_killer_that_breathes_count_as_its_hits(telling: Telling) -> None:
    telling.turn(80, 62, foes=("dragon",), percent=60, ways=(HERE,))
    telling.turn(81, 40, Fact("bolt-hits-you"), foes=("dragon",), percent=90, ways=(HERE,))
    assert "2 dragon hits took all its 62 hit points" in telling.account.sentences("dragon")[0]


@pytest.mark.parametrize(("awake", "asleep"), [(None, ", not known to be awake"), (True, "")])
def test_the_step_that_led_beside_a_monster_that_freezes_is_told(
    telling: Telling, awake: bool | None, asleep: str
) -> None:
    ice = Foe("I", telling.b.me.spot + 2, Kind("ice monster", 1, 9, (), 0, 6, "freeze"))
    ice.awake = awake
    telling.turn(50, 26, rung="look around")
    telling.b.foes.seen = {ice.spot: ice}
    telling.turn(51, 26, step=1)
    telling.more(Fact("frozen", "ice monster"))
    told = (
        f"On turn 50 it went on to look around (it may help); that step led beside an ice monster{asleep}. "
    )
    assert telling.account.sentences("hypothermia")[0].startswith(told)


def test_a_monster_that_holds_is_told_with_its_squeezes(telling: Telling) -> None:
    who = "venus flytrap"
    flytrap = Foe("F", telling.b.me.spot + 1, Kind(who, 8, 3, ((0, 0),), 0, 80, "hold"))
    telling.b.foes.seen = {flytrap.spot: flytrap}
    missed, hit = Fact("monster-misses", who), Fact("monster-hits", who)
    for turn, *facts in ((80, missed), (81, hit), (82, hit), (83, missed)):
        telling.turn(turn, 60 - turn + 80, *facts, foes=(who,), percent=60, ways=(HERE,))
    said = "2 hits, 1 squeeze and a last blow by a venus flytrap took"
    assert said in telling.account.sentences(who)[0]


@pytest.mark.parametrize("misses", [2, 5])
def test_a_row_of_misses_is_told_as_bad_luck_with_its_chance(telling: Telling, misses: int) -> None:
    troll = Foe("T", telling.b.me.spot + 1, Kind("troll", 6, 4, ((1, 8),), 0, 120))
    telling.b.foes.seen = {troll.spot: troll}
    for turn in range(80, 81 + misses):
        missed = [Fact("you-miss", "troll")] * (turn > 80)
        telling.turn(turn, 62, *missed, foes=("troll",), percent=60, ways=(HERE,))
        telling.account._aim = Swing("troll", 0.5)
    said = telling.account.sentences("troll")[0]
    assert ("Bad luck: none of its first 5 blows at the troll hit (about 3% for so few)." in said) == (
        misses > 4
    )
