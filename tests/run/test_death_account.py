"""Why a hero died, in sentences: what took its hit points, what the agent believed, what it chose."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Final

import pytest

from rogomatic.agent.beliefs.cached_results import Threat
from rogomatic.agent.beliefs.inventory import Inventory
from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Action, Plan, Verb
from rogomatic.agent.beliefs.update import MAX_FACTS
from rogomatic.agent.engine.refusals import NO_DANGER, WELL
from rogomatic.agent.engine.rule_engine import Act, Choice, No
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.monster_manual import Kind
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.status_parser import Hunger
from rogomatic.agent.think.fight.combat_sim import FightCost
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.run.story import death_account, turning_points, ways_out
from rogomatic.run.story.death_account import DeathAccount
from rogomatic.run.story.deed_results import FightEnd
from rogomatic.run.story.deed_words import RUNGS, deed_in_words
from rogomatic.run.story.fight_course import LastBlows, course_of
from rogomatic.run.story.fight_instants import UNSEEN_FOE, Deed, Instant, Swing, Way
from rogomatic.run.story.weaknesses import BLIND
from tests.run.fakes import FakeCopy
from tests.support.agent_scenes import ROOM, Scene, status

HERE = Option("fight here", FightCost(0.59, 40.0, 9.0))
RUN = Option("run to the stairs", FightCost(0.7, 30.0, 9.0), walk=Plan("run to the stairs", 300, (299, 300)))
TROLL = Fact("monster-hits", "troll")
UNSEEN = Fact("monster-hits")


_VERBS: Final[dict[str, Verb]] = {
    "shoot": "throw", **dict.fromkeys(("fight or flee", "look around", "leave an unseen attacker"), "walk"),
}  # fmt: skip


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
            Act(
                b"l",
                "it may help",
                Action(_VERBS.get(rung, "zap" if is_zap else "fight")),
                ways[0].walk if ways and rung == "fight or flee" else None,
            ),
            refusals,
            LADDER,
        )
        self.account.note(self.b, choice, is_own=is_own, turn=turn + self.ahead, copy=self.copy)

    def why(self, killer: str, turn: int = 0) -> list[str]:
        """Return the account: the verdict with its notes, the course as one text, and the rest."""
        verdict, course, notes, rest = self.account.tell(killer, turn)
        return [one for one in (" ".join([verdict, *notes]), " ".join(course), *rest) if one]

    def more(self, *facts: Fact) -> None:
        """Tell what is said behind the last command."""
        self.b.facts = facts
        answer = Choice("dismiss --More--", Act(b" ", "", Action("answer")), ladder=ANSWERS)
        self.account.note(self.b, answer, turn=self.b.turn + self.ahead, copy=self.copy)


@pytest.fixture
def telling(monkeypatch: pytest.MonkeyPatch) -> Telling:
    return Telling(monkeypatch)


def test_a_fight_is_told_in_order_with_a_foe_that_joins(telling: Telling) -> None:
    telling.turn(9098, 47, foes=("aquator",), percent=0.2)
    telling.turn(9099, 47, foes=("aquator",), percent=0.2)
    telling.turn(9100, 47, foes=("aquator", "troll"), percent=58.8, ways=(HERE, RUN))
    telling.turn(9101, 32, TROLL, foes=("aquator", "troll"), percent=80, ways=(HERE,))
    telling.turn(9102, 6, TROLL, foes=("aquator", "troll"), percent=99, ways=(HERE,))
    telling.more(TROLL)
    telling.more(TROLL, Fact("monster-misses", "aquator"))
    assert telling.why("troll")[:2] == [
        "No good choice was left: against an aquator and a troll on turn 9,100, with 47 hit points, the hero "
        "saw 59% to die and knew no better way (to run to the stairs: 70%). "
        "Of the ways that it knew in this fight, it always took the safest.",
        "Turns 9,098 to 9,100: An aquator came. The hero fought the aquator (<1% to die). Turns 9,100 to "
        "9,102: A troll came. The hero fought the aquator (59% to die, later 80%; no way out was known "
        "then). 2 troll hits took the hero from 47 to 6 hit points. Turn 9,102: It fought the aquator (99% "
        "to die; no way out was known). 2 troll hits took the last 6 hit points.",
    ]


def test_an_exchange_a_lull_and_the_end_are_told_apart(telling: Telling) -> None:
    """In the lull the blows that cost little are told, too."""
    telling.turn(80, 62)
    telling.turn(81, 62, foes=("troll",), percent=10, ways=(HERE,))
    telling.turn(82, 20, TROLL, TROLL, foes=("troll",), percent=60, ways=(RUN, HERE), rung="fight or flee")
    for turn in range(83, 110):
        telling.turn(
            turn, 20 + (turn - 83) // 3, *[TROLL] * (turn == 90), foes=("troll",), percent=60,
            ways=(RUN, HERE), rung="fight or flee",
        )  # fmt: skip
    telling.turn(110, 29, foes=("troll", "troll"), percent=90, ways=(HERE,))
    telling.more(TROLL)
    assert telling.why("troll")[1] == (
        "Turn 81: A troll came. The hero fought the troll (10% to die; no way out was known). 2 troll hits "
        "took the hero from 62 to 20 hit points. Turns 82 to 110: It ran for the stairs and stopped 2 "
        "squares short (70% to die; safer: fight on the spot, 59%, but that would cost 10 hit points more, "
        "which counts as 1% to die). A hit "
        "by a troll took some hit points, but the hero's hit points rose from 20 to 29. Turn 110: A second "
        "troll came. The hero fought the troll (90% to die; no way out was known). 2 troll hits took the "
        "last 29 hit points."
    )


@pytest.mark.parametrize(
    ("foes", "percent", "hp", "verdict"),
    [
        (("bat",), 3.0, 60, "Bad luck: the fight with the bat began at 3% to die. It "
         "weighed no other choice, as it never saw more than 3% to die."),
        ((), 0.0, 60, "Bad luck: it saw no danger before its end."),
        (("bat",), 30.0, 60,
         "A risk that went wrong: against a bat on turn 50, with 60 hit points, the hero saw 30% to die and "
         "knew no better way."),
    ],
)  # fmt: skip
def test_the_account_begins_with_a_verdict(
    telling: Telling, foes: tuple[str, ...], percent: float, hp: int, verdict: str
) -> None:
    telling.turn(50, hp, foes=foes, percent=percent)
    assert telling.why("bat")[0] == verdict


def test_a_chance_that_leaves_out_what_struck_unseen_says_so(telling: Telling) -> None:
    telling.turn(90, 62)
    telling.turn(91, 48, UNSEEN, foes=("bat",), percent=3)
    said = telling.why("phantom")
    assert said[0].startswith(
        "Bad luck: it could not see the phantom that killed it, and left it out of its estimates. It weighed"
    )
    assert "The hero fought the bat (3% to die, not counting unseen attackers)" in said[1]


def test_going_on_without_a_rest_is_a_mistake(telling: Telling) -> None:
    """The rule for a rest took the hero for well enough."""
    names = [rung.name for rung in LADDER]
    asked = tuple(WELL if name == "rest" else No("") for name in names[: names.index("look around")])
    telling.turn(80, 25, rung="look around", refusals=asked)
    telling.turn(99, 28, foes=("troll",), percent=77, ways=(HERE,))
    assert telling.why("troll")[0] == (
        "A mistake: on turn 80, with 25 of 62 hit points and no foe in view, it explored the level "
        "instead of resting; as a result, it had 28 when it met a troll (77% to die)."
    )


@pytest.mark.parametrize(
    ("foes", "hits"),
    [
        (("troll",), ". 2 troll hits took the last 40 hit points."),
        (("troll", "bat"), ". A hit by a troll took the last 40 hit points."),
        ((), ". The hero lost the last 40 hit points."),
    ],
)
def test_a_killer_that_the_game_does_not_name_is_not_made_up(
    telling: Telling, foes: tuple[str, ...], hits: str
) -> None:
    telling.turn(90, 40, foes=foes, percent=60 if foes else 0, ways=(HERE,) if foes else ())
    telling.more(*[TROLL] * bool(foes))
    said = telling.why("")
    assert said[1].endswith(hits)
    assert not any("the  " in one or "the ." in one for one in said)


def test_a_missed_rest_is_told_with_the_hit_points_before_the_first_blow(telling: Telling) -> None:
    names = [rung.name for rung in LADDER]
    asked = tuple(WELL if name == "rest" else No("") for name in names[: names.index("look around")])
    telling.turn(80, 25, rung="look around", refusals=asked)
    telling.turn(98, 27, rung="look around", refusals=asked)
    telling.turn(99, 9, UNSEEN, percent=97, has_unseen=True)
    assert "; as a result, it had 27 when it met something unseen. " in telling.why("phantom")[0]


def test_a_weak_foe_that_comes_first_does_not_excuse_a_missed_rest(telling: Telling) -> None:
    names = [rung.name for rung in LADDER]
    asked = tuple(WELL if name == "rest" else No("") for name in names[: names.index("look around")])
    telling.turn(80, 35, rung="look around", refusals=asked)
    telling.turn(84, 33, foes=("emu",), percent=1, ways=(HERE,))
    telling.turn(86, 24, foes=("emu", "troll"), percent=77, ways=(HERE,))
    said = telling.why("troll")[0]
    assert said.startswith("A mistake: on turn 80, with 35 of 62 hit points and no foe in view, it explored")
    assert said.endswith("as a result, it had 24 when it met an emu and a troll (77% to die).")
    assert not telling.why("emu")[0].startswith("A mistake")


def test_an_invisible_foe_and_the_one_that_came_last_are_told_apart(telling: Telling) -> None:
    telling.copy = FakeCopy(near=("phantom",))
    telling.turn(90, 62)
    telling.turn(91, 30, UNSEEN, has_unseen=True, percent=60)
    telling.turn(92, 9, UNSEEN, has_unseen=True, percent=80)
    said = telling.why("troll")
    assert said[0].startswith(
        "Bad luck: it could not see the phantom that struck it (phantoms are invisible), and a troll came"
    )
    assert (
        "Turn 90: It fought something unseen. A hit by a phantom that it could not see took the hero"
        in said[1]
    )
    assert said[1].endswith(
        "A hit by a troll and a hit by a phantom that it could not see took the last 30 hit points."
    )


@pytest.mark.parametrize(
    ("hunger", "is_told"), [("Weak", True), ("Faint", True), ("Hungry", False), ("", False)]
)
def test_a_hero_weak_with_hunger_is_told_as_such(telling: Telling, hunger: str, *, is_told: bool) -> None:
    for letter in [letter for letter, thing in telling.b.pack.items() if thing.kind == "food"]:
        del telling.b.pack[letter]
    telling.b.me.hunger = hunger
    telling.turn(90, 62, foes=("troll",), percent=77, ways=(HERE,))
    said = " ".join(telling.why("troll"))
    assert (f"t was {hunger} with hunger: it never found food." in said) == is_told


def test_a_rule_that_counts_only_foes_in_view_says_so(telling: Telling) -> None:
    telling.b.pack["p"] = Thing("potion", name="haste self")
    telling.b.foes.unseen_turn = 89
    telling.turn(90, 30, UNSEEN, has_unseen=True, percent=60, refusals=(NO_DANGER,) * len(LADDER))
    (said,) = [one for one in telling.why("phantom") if one.startswith("Unused at the end")]
    assert "a potion of haste self (its rule counts only foes that it sees)" in said


def test_a_way_from_what_was_never_seen_has_plain_words(telling: Telling) -> None:
    for turn, hp in ((90, 46), (91, 35)):
        facts = (UNSEEN,) if turn == 91 else ()
        telling.turn(
            turn, hp, *facts, percent=27, ways=(HERE,), rung="leave an unseen attacker", has_unseen=True
        )
    assert telling.why("phantom") == [
        "Bad luck: it could not see the phantom that killed it.",
        "Turns 90 to 92: It walked away from something that it could not see (27% to "
        "die). 2 hits by a phantom that it could not see took the last 46 hit points.",
    ]


def test_a_blow_at_what_bars_the_way_is_no_walk() -> None:
    one = Instant(9, 9, 40, (UNSEEN_FOE,), (), (), 90, "leave an unseen attacker", deed=Deed("fight"))
    assert deed_in_words(one) == "struck at something that it could not see, which barred its way"
    assert deed_in_words(one._replace(deed=Deed("walk"))).startswith("walked away")


@pytest.mark.parametrize("rung", [rung.name for rung in LADDER])
def test_every_rung_has_words_of_its_own(rung: str) -> None:
    assert RUNGS[rung]


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
            "2 hits by a phantom that it could not see took the last 30 hit points.",
        ),
        (
            "troll",
            (TROLL, Fact("faint")),
            "2 troll hits took the last 30 hit points, most of them while the hero was in",
        ),
        (
            "arrow",
            (Fact("arrow-hits"),),
            "A hit by an arrow trap took the last 30 hit points.",
        ),
        (
            "starvation",
            (),
            "it found no more food. It starved on turn 50, on level 1, with 30 of 62 hit points left.",
        ),
    ],
)
def test_what_did_harm_is_named(telling: Telling, killer: str, facts: tuple[Fact, ...], said: str) -> None:
    telling.turn(9, 30, Fact("eat-good"))
    telling.turn(50, 30, foes=() if killer in ("hypothermia", "starvation") else ("bat",), percent=3)
    telling.more(*facts)
    assert said in " ".join(telling.why(killer))


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
    assert telling.why("hypothermia") == [
        "Bad luck: it could not act at its end: it was frozen by the ice monster.",
        "Turn 50: It fought the yeti. It was frozen by the ice monster again and again. A frozen hero "
        "cannot move, and with 26 of 62 hit points left it died of cold.",
    ]


def test_what_weakened_the_hero_is_told_in_one_line(telling: Telling) -> None:
    telling.b.me.alert = True
    telling.turn(49, 30, foes=("bat", "emu"), percent=3)
    telling.b.me.alert, telling.b.me.strength = False, 5
    telling.turn(50, 30, foes=("bat",), percent=3)
    said = telling.why("bat")
    weak = "strength 5 of 16; no longer alert, so that monsters hit the hero more often"
    assert said[-1] == f"What weakened the hero in this fight: {weak}."


def test_the_choice_of_a_person_is_not_told_as_the_agents(telling: Telling) -> None:
    telling.turn(50, 20, TROLL, foes=("troll",), percent=50, ways=(HERE,), is_own=False)
    assert "It fought" not in " ".join(telling.why("troll"))


def test_blows_that_do_no_harm_are_left_out_and_other_fights_too(telling: Telling) -> None:
    telling.b.foes.seen = {1: Foe("A", 1, Kind("aquator", 5, 2, ((0, 0),), 0, 20))}
    telling.turn(10, 60, Fact("monster-hits", "kestrel"), foes=("kestrel",), percent=30, ways=(HERE,))
    telling.turn(50, 40, foes=("aquator", "troll"), percent=3)
    telling.turn(51, 40, Fact("monster-hits", "aquator"), TROLL, foes=("aquator", "troll"), percent=3)
    telling.more(TROLL)
    said = " ".join(telling.why("troll"))
    assert ". 3 troll hits took the last 40 hit points." in said
    assert "aquator hit" not in said
    assert "kestrel" not in said


def test_the_killer_is_named_first_however_many_struck(telling: Telling) -> None:
    foes = ("kestrel", "hobgoblin", "snake", "emu")
    struck = [Fact("monster-hits", name) for name in foes[:3] for _ in range(2)]
    telling.turn(9, 40, foes=foes, percent=3)
    telling.turn(10, 4, *struck, foes=foes, percent=3)
    telling.more(Fact("monster-hits", "emu"))
    damage = telling.why("emu")[1]
    assert "2 emu hits, 2 kestrel hits and 2 hobgoblin hits took the last 40" in damage


def test_of_a_game_without_a_command_nothing_is_told(telling: Telling) -> None:
    assert telling.why("bat") == []


def test_flight_to_another_level_ends_a_fight(telling: Telling) -> None:
    for turn, hp in ((90, 40), (91, 20), (92, 9)):
        telling.turn(turn, hp, TROLL, foes=("troll",), percent=90, ways=(HERE, RUN))
    telling.b.me.depth += 1
    telling.turn(93, 9, foes=("bat",), percent=1)
    assert telling.why("bat")[1] == (
        f"Turn 92: It fled from a troll to level {telling.b.me.depth} with 9 of 62 hit points. Turn 93: A "
        "bat came. The hero fought the bat (1% to die). A hit by a bat took the last 9 hit "
        "points."
    )


@pytest.mark.parametrize(
    ("late", "when"),
    [
        (True, "some of them while the hero was asleep from gas"),
        (False, "some of them while the hero was asleep from gas"),
    ],
)
def test_only_what_was_lost_while_helpless_is_told_so(telling: Telling, late: bool, when: str) -> None:
    gas = Fact("gas")
    telling.turn(50, 62, foes=("troll",), percent=30)
    telling.turn(51, 16, *([] if late else [gas]), TROLL, foes=("troll",), percent=30)
    if late:
        telling.more(gas, TROLL)
    assert f" hits took all 62 hit points, {when}." in telling.why("troll")[1]


def test_how_long_a_hero_could_not_act_before_its_death_is_told(telling: Telling) -> None:
    telling.turn(446, 18, foes=("bat",), percent=16)
    telling.more(Fact("transfixed", "floating eye"), *[Fact("monster-hits", "bat")] * 10)
    verdict, said = telling.why("bat", 637)
    assert verdict == "Bad luck: it could not act at its end: it was held by the gaze of the floating eye."
    held = "most of them while the hero was held by the gaze of the floating eye, for the last 191 turns."
    assert said.endswith(f"11 bat hits took the last 18 hit points, {held}")


def test_what_was_lost_after_a_faint_is_not_told_as_lost_in_it(telling: Telling) -> None:
    telling.turn(50, 62, foes=("troll",), percent=30)
    for hp, fact in ((62, Fact("faint")), (47, TROLL), (47, Fact("hands-free")), (36, TROLL)):
        telling.b.me.hp = hp
        telling.more(*telling.b.facts, fact)
    telling.turn(51, 36, *telling.b.facts, foes=("troll",), percent=30)
    telling.turn(52, 9, TROLL, foes=("troll",), percent=30)
    damage = telling.why("troll")[1]
    assert "all 62 hit points, some of them while the hero was in a faint from hunger." in damage


def test_a_faint_that_took_no_hit_points_is_not_told(telling: Telling) -> None:
    telling.turn(50, 62, foes=("troll",), percent=30)
    telling.more(Fact("faint"), Fact("hands-free"))
    telling.turn(51, 9, Fact("faint"), Fact("hands-free"), TROLL, foes=("troll",), percent=30)
    assert "2 troll hits took all 62 hit points." in telling.why("troll")[1]


def test_stairs_that_were_not_found_are_no_weakness(telling: Telling) -> None:
    telling.b.level.stairs = -1
    telling.turn(50, 30, foes=("bat", "emu"), percent=3)
    said = telling.why("bat")
    assert not any("weakened" in one for one in said)


@pytest.mark.parametrize(
    ("ways", "other"),
    [
        ((HERE,), "no better way was known"),
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


@pytest.mark.parametrize(
    ("hunger", "more"),
    [
        ("Faint", [
            "Bad luck: it found no food in the 50 turns of its game.",
            "It never found food.",
        ]),
        ("", []),
    ],
)  # fmt: skip
def test_a_hero_that_gave_up_has_a_reason_of_its_own(
    telling: Telling, hunger: Hunger, more: list[str]
) -> None:
    telling.b.me.gold, telling.b.me.hunger = 1538, hunger
    telling.b.pack = Inventory()
    telling.turn(49, 40, foes=("aquator",), percent=0.2)
    telling.turn(50, 36, foes=("aquator",), percent=0.2, rung="give up")
    assert telling.account.quit_sentences() == [
        "Death takes a tenth of the gold, here 153 of 1,538, and the agent gave up: it may help.", *more,
    ]  # fmt: skip


def test_an_earlier_fight_with_the_killer_is_told(telling: Telling) -> None:
    telling.turn(10, 60, foes=("troll",), percent=40)
    telling.turn(12, 45, TROLL, foes=("troll",), percent=60)
    telling.turn(30, 50)
    telling.turn(90, 62)
    telling.turn(91, 62, foes=("troll",), percent=35, ways=(HERE,))
    met = (
        "it had met a troll before on this level, on turns 10 to 12: "
        "the chance to die rose to 60% and the hero lost 15 hit points."
    )
    assert telling.why("troll")[0].endswith(f"One cause came before the fight: {met}")


@pytest.mark.parametrize(
    ("verb", "how"), [("quaff", ", because it had drunk an unknown potion"), ("rest", "")]
)
def test_blindness_is_told_with_its_turn_and_potion(telling: Telling, verb: Verb, how: str) -> None:
    telling.b.pack["p"] = Thing("potion", material="", name="")
    act = Act(b"qp", "it may help", Action(verb, letter="p"))
    telling.account.note(telling.b, Choice("fight or flee", act, ladder=LADDER))
    telling.b.me.blind_until = 999
    telling.turn(100, 62)
    telling.turn(800, 62)
    telling.turn(801, 30, UNSEEN, has_unseen=True, percent=60)
    why = telling.why("bat")[0]
    assert why.startswith("Bad luck: it could not see the bat that killed it. ")
    assert why.endswith(
        f" One cause came before the fight: from turn 100 on, for 702 turns, it was blind{how}. It could not "
        "see what struck it."
    )


def test_a_potion_is_told_as_unknown_if_the_hero_learned_its_kind_by_drinking(telling: Telling) -> None:
    telling.b.pack["p"] = Thing("potion", material="red", name="")
    act = Act(b"qp", "it may help", Action("quaff", letter="p"))
    telling.account.note(telling.b, Choice("fight or flee", act, ladder=LADDER))
    telling.b.me.blind_until = 999
    telling.b.used = Thing("potion", material="", name="blindness")
    telling.turn(100, 62)
    telling.turn(801, 30, UNSEEN, has_unseen=True, percent=60)
    assert "blind, because it had drunk an unknown potion, one of blindness." in telling.why("bat")[0]


def test_what_a_hallucinating_hero_cannot_name_is_not_named(telling: Telling) -> None:
    telling.b.me.hallucinating_until = 999
    telling.turn(10, 60, foes=("unknown monster",), percent=40)
    telling.turn(90, 62, foes=("unknown monster",), percent=35, ways=(HERE,))
    telling.turn(
        91, 9, TROLL, Fact("monster-hits", "bat"), foes=("unknown monster",), percent=35, ways=(HERE,)
    )
    said = telling.why("emu")
    assert "3 hits by monsters seen under false names, the last by an emu, took all 62 hit" in said[1]
    dreams = "it was hallucinating. It could not tell monsters apart."
    assert said[0].endswith(f"One cause came before the fight: from turn 10 on, for 82 turns, {dreams}")
    assert not any("had met" in one for one in said)


def test_false_names_and_unseen_blows_are_told_apart(telling: Telling) -> None:
    telling.copy = FakeCopy(near=("quagga", "zombie"))
    telling.b.me.hallucinating_until = 999
    telling.turn(90, 62, foes=("unknown monster", "unknown monster"))
    telling.turn(91, 40, TROLL, TROLL, foes=("unknown monster", "unknown monster"))
    telling.b.me.blind_until = 999
    telling.turn(92, 20, UNSEEN)
    said = telling.why("quagga")[1]
    assert (
        "2 hits by monsters seen under false names (a quagga and a zombie were beside the hero) and 2 hits "
        "by what it could not see, the last by a quagga, took all 62 hit points" in said
    )
    assert "From turn 90 on, for 3 turns, it was hallucinating. It could not tell monsters apart." in said
    assert "From turn 92 on, for 1 turn, it was blind. It could not see what struck it." in said


@pytest.mark.parametrize("is_own", [True, False])
def test_what_was_left_unused_is_told_with_the_agents_reason(telling: Telling, is_own: bool) -> None:
    telling.b.pack["p"] = Thing("potion", name="healing")
    telling.turn(50, 30, foes=("bat",), percent=3, is_own=is_own)
    left = "Unused at the end, and why: a potion of healing (the next round was <1% to kill)."
    said = telling.why("bat")
    assert (left in said) == is_own, "a person has reasons of its own"
    assert (left in telling.account.quit_sentences()) == is_own
    assert bool(telling.account.quit_sentences()) == is_own


def test_after_a_death_without_danger_only_what_was_answered_is_told(telling: Telling) -> None:
    telling.b.pack["p"] = Thing("potion", name="healing")
    telling.turn(50, 30)
    telling.more(Fact("gas"), UNSEEN)
    left = "Unused at the end, and why: a potion of healing (it chose to hit what is adjacent first)."
    assert left in telling.why("phantom")


def test_what_led_to_a_death_stands_before_its_phase(telling: Telling) -> None:
    telling.turn(48, 62)
    telling.turn(49, 62, Fact("mimic-shown", "xeroc"), foes=("xeroc",))
    telling.turn(50, 62, foes=("xeroc",), percent=85, ways=(HERE,))
    telling.turn(52, 40, foes=("xeroc",), percent=90, ways=(HERE,))
    story = telling.why("xeroc")[1]
    assert story.index("It walked up to what") < story.index("It fought")


def test_what_struck_unseen_is_not_taken_for_a_killer_that_is_in_view(telling: Telling) -> None:
    telling.turn(80, 62, foes=("troll",), percent=60, ways=(HERE,))
    telling.turn(81, 40, TROLL, UNSEEN, foes=("troll",), percent=90, ways=(HERE,))
    telling.more(TROLL)
    assert (
        "A hit by a troll and a hit by something unseen took the hero from 62 to 40"
        in telling.why("troll")[1]
    )


def test_the_turns_are_those_of_the_viewers(telling: Telling) -> None:
    telling.ahead = 200
    telling.turn(89, 62)
    telling.turn(90, 62, foes=("troll",), percent=60, ways=(HERE,))
    telling.turn(91, 40, TROLL, Fact("aggravate-monsters"), foes=("troll",), percent=90, ways=(HERE,))
    said = telling.why("troll", 299)
    assert "Turn 290: A troll came. " in said[1]
    assert "Turns 291 to 299: It fought" in said[1]
    assert not any(f"turn {turn}" in one for one in said for turn in (89, 90, 91))


@pytest.mark.parametrize(
    ("near", "foes", "hits"),
    [
        (("hobgoblin",), (), "3 hits by a hobgoblin that it could not see"),
        (("hobgoblin", "bat"), ("bat",), "3 hits by a hobgoblin that it could not see"),
        (("hobgoblin", "bat"), (),
         "3 hits by what it could not see (a hobgoblin and a bat were beside the hero), "
         "the last by a hobgoblin,"),
        (("bat", "bat"), (),
         "a hit by a hobgoblin and 2 hits by what it could not see (2 bats were beside the hero)"),
        (None, (), "3 hits by what it could not see, the last by a hobgoblin,"),
    ],
    ids=["alone", "the other is seen", "two kinds", "gone", "nobody knows"],
)  # fmt: skip
def test_unseen_foes_are_named(
    telling: Telling, near: tuple[str, ...] | None, foes: tuple[str, ...], hits: str
) -> None:
    telling.copy = None if near is None else FakeCopy(near=near)
    telling.turn(90, 62, foes=foes)
    telling.turn(91, 40, UNSEEN, foes=foes)
    telling.more(UNSEEN)
    assert f"{hits[0].upper()}{hits[1:]} took all 62 hit points" in telling.why("hobgoblin")[1]


def test_a_monster_that_the_hero_has_woken_is_not_said_to_sleep(telling: Telling) -> None:
    telling.turn(80, 62, Fact("aggravate-monsters"))
    troll = Foe("T", telling.b.me.spot + 2, Kind("troll", 6, 4, ((1, 8),), 0, 120))
    telling.b.foes.seen = {troll.spot: troll}
    telling.turn(81, 62, foes=("troll",), percent=60, ways=(HERE,), step=1)
    why = telling.why("troll")[0]
    assert (
        "before the fight: on turn 80 it read a scroll that proved to be aggravate monsters, which woke every"
        in why
    )
    assert telling.account._instants[-1].still == ()


@pytest.mark.parametrize(("foe", "own"), [("medusa", True), ("dragon", False)])
def test_a_bolt_of_its_own_that_hits_the_hero_is_told_so(telling: Telling, foe: str, own: bool) -> None:
    telling.turn(80, 62, foes=(foe,), percent=60, ways=(HERE,), is_zap=True)
    telling.turn(81, 40, Fact("bolt-hits-you"), foes=(foe,), percent=90, ways=(HERE,))
    why = telling.why(foe)[1]
    assert ("A hit by its own bolt, which bounced, took the hero from 62 to 40" in why) == own


def test_blows_from_before_the_killer_came_are_not_counted_in_a_faint_either(telling: Telling) -> None:
    telling.b.level.stairs = -1
    telling.turn(56, 14, foes=("centaur",), percent=97, ways=(HERE,))
    hits = [Fact("monster-hits", "centaur")] * 3
    telling.turn(60, 4, *hits, Fact("defeated", "centaur"))
    telling.turn(75, 6)
    telling.turn(76, 6, foes=("rattlesnake",), percent=65, ways=(HERE,))
    telling.more(Fact("faint"), Fact("monster-hits", "rattlesnake"))
    said = telling.why("rattlesnake")
    assert ". 2 rattlesnake hits took the last 6 hit points, " in said[1]
    assert said[2] == "It was new on this level and had not found the stairs."


def test_blows_that_were_too_many_to_remember_are_told_as_a_lower_bound(telling: Telling) -> None:
    telling.turn(80, 62, foes=("troll",), percent=60, ways=(HERE,))
    telling.more(Fact("frozen", "ice monster"), *[TROLL] * MAX_FACTS)
    assert f"{MAX_FACTS + 1} troll hits, or more, took all" in telling.why("troll")[1]


def test_the_bolts_of_a_killer_that_breathes_count_as_its_hits(telling: Telling) -> None:
    telling.turn(80, 62, foes=("dragon",), percent=60, ways=(HERE,))
    telling.turn(81, 40, Fact("bolt-hits-you"), foes=("dragon",), percent=90, ways=(HERE,))
    assert "A hit by a bolt took the hero from 62 to 40 hit points" in telling.why("dragon")[1]


@pytest.mark.parametrize(("awake", "asleep"), [(None, ", not known to be awake"), (True, "")])
def test_the_step_to_a_freezing_monster_is_told(telling: Telling, awake: bool | None, asleep: str) -> None:
    ice = Foe("I", telling.b.me.spot + 2, Kind("ice monster", 1, 9, (), 0, 6, "freeze"))
    ice.awake = awake
    telling.turn(50, 26, rung="look around")
    telling.b.foes.seen = {ice.spot: ice}
    telling.turn(51, 26, step=1)
    telling.more(Fact("frozen", "ice monster"))
    told = f"Turn 50: It explored the level; that step led beside an ice monster{asleep}. "
    assert telling.why("hypothermia")[1].startswith(told)


def test_a_monster_that_holds_is_told_with_its_squeezes(telling: Telling) -> None:
    who = "venus flytrap"
    flytrap = Foe("F", telling.b.me.spot + 1, Kind(who, 8, 3, ((0, 0),), 0, 80, "hold"))
    telling.b.foes.seen = {flytrap.spot: flytrap}
    missed, hit = Fact("monster-misses", who), Fact("monster-hits", who)
    for turn, *facts in ((80, missed), (81, hit), (82, hit), (83, missed)):
        telling.turn(turn, 60 - turn + 80, *facts, foes=(who,), percent=60, ways=(HERE,))
    said = "2 hits, 1 squeeze and a last blow by a venus flytrap took"
    assert said in telling.why(who)[1]


def test_a_monster_that_held_the_hero_before_another_came_is_told_with_its_squeezes(telling: Telling) -> None:
    who = "venus flytrap"
    flytrap = Foe("F", telling.b.me.spot + 1, Kind(who, 8, 3, ((0, 0),), 0, 80, "hold"))
    telling.b.foes.seen = {flytrap.spot: flytrap}
    missed, hit = Fact("monster-misses", who), Fact("monster-hits", who)
    for turn, *facts in ((80, missed), (81, missed), (82, hit), (83, missed), (84, missed)):
        telling.turn(turn, 62 - 4 * (turn - 80), *facts, foes=(who,), percent=60, ways=(HERE,))
    telling.b.foes.seen = {}
    telling.turn(85, 46, foes=("troll",), percent=60, ways=(HERE,))
    telling.turn(95, 46, foes=("troll",), percent=60, ways=(HERE,))
    telling.turn(96, 20, TROLL, foes=("troll",), percent=60, ways=(HERE,))
    assert "A hit and 2 squeezes by a venus flytrap took the hero from 62 to 46" in telling.why("troll")[1]


@pytest.mark.parametrize("misses", [2, 5])
def test_a_row_of_misses_is_told_as_bad_luck_with_its_chance(telling: Telling, misses: int) -> None:
    troll = Foe("T", telling.b.me.spot + 1, Kind("troll", 6, 4, ((1, 8),), 0, 120))
    telling.b.foes.seen = {troll.spot: troll}
    for turn in range(80, 81 + misses):
        missed = [Fact("you-miss", "troll")] * (turn > 80)
        telling.turn(turn, 62, *missed, foes=("troll",), percent=60, ways=(HERE,))
        telling.account._aim = Swing("troll", 0.5)
    said = telling.why("troll")[0]
    assert ("none of its first 5 attacks against the troll hit (about 3% likely), and" in said) == (
        misses > 4
    )


def test_monsters_that_a_walking_hero_stood_beside_did_not_come() -> None:
    before = Instant(8, 50, 50, (), (), (), 0, "look around", deed=Deed("walk"), spot=100)
    met = before._replace(
        turn=9, foes=("troll",), percent=67, rung="hit what is adjacent", still=("yeti",),
        touching=("yeti", "troll"), spot=101, deed=Deed("fight", foe="troll"),
    )  # fmt: skip
    late = LastBlows(Counter(troll=1), Counter(), [], is_cut=False, suffix="")
    told = course_of([before, met], FightEnd("troll", ""), late, 10, set(), is_killed=True, told=set())
    assert told[0].text.startswith("Turn 9: It came upon a troll and a yeti. The hero fought the troll (67%")


@pytest.mark.parametrize(
    ("verb", "told"), [("shoot", "Its shot woke a hobgoblin. "), ("rest", "A hobgoblin woke. ")]
)
def test_a_sleeper_that_was_shot_at_did_not_come(verb: str, told: str) -> None:
    foe = ("hobgoblin",)
    shot = Deed(verb, "an arrow", foe="hobgoblin")
    asleep = Instant(8, 12, 12, (), (), (), 0, "shoot", still=foe, deed=shot)
    awake = asleep._replace(turn=9, foes=foe, percent=12, still=())
    late = LastBlows(Counter(foe), Counter(), [], is_cut=False, suffix="")
    found = course_of([asleep, awake], FightEnd("hobgoblin", ""), late, 10, set(), is_killed=True, told=set())
    assert found[-1].text.startswith(f"Turn 9: {told}")


FAR = Deed("walk", goal="fight on the stairs", ahead=9)


@pytest.mark.parametrize(
    ("steps", "told"),
    [(1, "ran for the stairs to fight there and stopped 8 squares short"),
     (9, "ran for the stairs to fight there")],
)  # fmt: skip
def test_a_walk_is_told_with_how_far_it_came(steps: int, told: str) -> None:
    ways = (Way("go to the stairs and fight there", 30.0), Way("fight here", 60.0, is_here=True))
    walk = Instant(8, 50, 50, (), (), ("troll",), 60, "fight or flee", ways, deed=FAR, spot=100)
    end = walk._replace(
        turn=9, hp=9, spot=100 + steps, rung="hit what is adjacent", deed=Deed("fight", foe="troll"),
        ways=ways[1:], blows=("troll",),
    )  # fmt: skip
    late = LastBlows(Counter(troll=1), Counter(), [], is_cut=False, suffix="")
    found = course_of([walk, end], FightEnd("troll", ""), late, 10, set(), is_killed=True, told=set())
    assert f"The hero {told} (30% to die; next best: fight on the spot, 60%). A hit by" in found[0].text
    assert "Turn 9: It fought the troll (60% to die; no way out was known)." in found[1].text


def test_monsters_of_one_kind_are_told_apart_and_kills_are_told() -> None:
    first = Instant(
        8, 50, 50, (), (), ("bat", "emu"), 5, "hit what is adjacent", deed=Deed("fight", foe="bat")
    )
    fight = [
        first, first._replace(turn=9, foes=("emu",), killed=("bat",)),
        first._replace(turn=10), first._replace(turn=11, foes=("bat", "bat"), killed=("emu",)),
    ]  # fmt: skip
    late = LastBlows(Counter(bat=1), Counter(), [], is_cut=False, suffix="")
    end = FightEnd("bat", "", killed=("bat",))
    found = course_of(fight, end, late, 12, set(), is_killed=True, told=set())
    assert [one.text for one in found] == [
        "Turns 8 to 11: A bat and an emu came. Then a second bat came. The hero fought the bat (5% to die). "
        "It killed a bat and an emu.",
        "Turn 11: A third bat came. The hero fought the bat (5% to die). It killed a bat. A hit by a bat "
        "took all 50 hit points.",
    ]


def test_a_pack_that_was_not_looked_into_says_nothing_of_armor(telling: Telling) -> None:
    pack = dict(telling.b.pack.items())
    for letter in pack:
        del telling.b.pack[letter]
    telling.turn(1, 4, foes=("bat",), percent=3)
    assert "no armor on" not in " ".join(telling.why("bat"))
    telling.b.pack["a"] = Thing("food")
    telling.turn(2, 4, foes=("bat",), percent=3)
    assert "no armor on" in " ".join(telling.why("bat"))


def test_blows_of_a_nameless_monster_may_have_done_no_harm(telling: Telling) -> None:
    telling.b.me.hallucinating_until = 999
    for turn in range(80, 95):
        telling.turn(turn, 40, *[TROLL] * (turn == 81), foes=("troll",), percent=30, ways=(HERE,))
    telling.turn(95, 20, TROLL, foes=("troll",), percent=30, ways=(HERE,))
    said = telling.why("troll")[1]
    assert said == (
        "Turns 80 to 96: A troll came. The hero fought the troll (30% to die; no way out was known). 3 hits "
        "by monsters seen under false names, the last by a troll, took the last 40 hit points."
    )


def test_what_struck_a_blind_hero_may_be_a_monster_that_it_knew() -> None:
    one = Instant(9, 5, 50, (UNSEEN_FOE,), (), ("yeti",), 60, "rest", beside=("yeti",))
    assert one.hidden == Counter()
    assert one._replace(weak=(BLIND,)).hidden == Counter(yeti=1)
