"""Why a hero died, in a few plain sentences."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence, Set
from functools import reduce
from itertools import chain, pairwise, takewhile
from operator import or_
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.update import MAX_FACTS
from rogomatic.agent.engine.refusals import NO_CHANGE
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.ladder import is_command
from rogomatic.agent.monster_manual import BREATHES, KINDS, STRANGER
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.think.fight.threat import rounded, threat_of
from rogomatic.agent.think.items.item_value import is_fainting, spare_food
from rogomatic.run.story.attackers import WEARING, squeezes, squeezes_of
from rogomatic.run.story.deed_results import FightEnd, deed_of
from rogomatic.run.story.deed_words import deed_in_words, way_name
from rogomatic.run.story.earlier_fights import GAP_TURNS, EarlierFights
from rogomatic.run.story.escapes import Escapes
from rogomatic.run.story.fight_course import (
    LastBlows,
    all_lost,
    course_of,
    held_in_words,
    is_step,
    steps_of,
)
from rogomatic.run.story.fight_instants import (
    BLOWS,
    EMPTY,
    HIDDEN,
    MISSED,
    OWN_BOLT,
    UNSEEN_FOE,
    Instant,
    ReadFact,
    Swing,
)
from rogomatic.run.story.game_copy import GameCopy
from rogomatic.run.story.helplessness import OVER, SPELLS, state_of
from rogomatic.run.story.linked_story import (
    END,
    WOUNDS,
    Cause,
    act_cause,
    in_order,
    linked,
    weightiest,
)
from rogomatic.run.story.luck import FightDice, aim_of, blow_of, swings_of
from rogomatic.run.story.shown_danger import counts_unseen, death_pct
from rogomatic.run.story.starvation import Diet
from rogomatic.run.story.turning_points import GAS, TurningPoint, TurningPoints
from rogomatic.run.story.unused_things import unused_in_words, unused_things, with_tries
from rogomatic.run.story.verdict import MissedRest, ThinDescent, verdict
from rogomatic.run.story.ways_out import ways_of
from rogomatic.run.story.weaknesses import (
    BINDS,
    BLIND,
    CONFUSED,
    DREAMS,
    NO_STAIRS,
    WEAPON,
    Weakness,
    weaknesses,
)
from rogomatic.run.story.weapon_change import WeaponChange
from rogomatic.run.story.wounds import Wounds
from rogue.shared.wording import counted, listed, plural, with_article

_KEPT: Final = 120  # instants
_LONG_STAY: Final = 50  # turns on a level
_GIVES_UP: Final = "give up"  # the rule that quits without a fight
_MOST_CAUSES: Final = 2  # told before the last fight
_END_COMMANDS: Final = 3  # commands of a fight that are its end
_TRAPS: Final = {
    "bolt": WEARING["bolt-hits-you"], "arrow": WEARING["arrow-hits"], "dart": WEARING["dart-hits"],
}  # fmt: skip
"""Killer named on the last page -> what struck the hero."""
_SENSES: Final = (BLIND, CONFUSED, DREAMS)
_STATE_SHARE, _BLIND_SHARE = 0.4, 0.7  # of a death, explained by such a state
_STEP_SHARE: Final = 0.6  # of a death by cold, explained by the step that led beside the monster


class DeathReasons(NamedTuple):
    """Why a hero died, in sentences.  All fields are empty if the game had no command.

    verdict  whether the death was a mistake or bad luck
    course   sentences on what led to the last fight, followed by a line for each step of that fight
    notes    comments on the verdict: the dice, other choices, the main cause
    rest     the state of the hero, and the things that the hero left unused
    """

    verdict: str = ""
    course: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


class HeldLoss:
    """The hit points that a hero lost since the last command while the hero was unable to act."""

    def __init__(self) -> None:
        """Begin with a hero that can act."""
        self._is_held, self._hp, self._lost = False, 0, 0

    def note(self, hp: int, facts: Sequence[Fact]) -> None:
        """Record the present hit points, and the facts since the previous choice.  This is a hot path."""
        was_held, blows, held_blows = self._is_held, 0, 0
        for fact in facts:
            if fact.kind in SPELLS or fact.kind == OVER:
                self._is_held = fact.kind != OVER
            elif fact.kind in BLOWS or fact.kind in WEARING:
                blows, held_blows = blows + 1, held_blows + self._is_held
        drop = max(self._hp - hp, 0)
        is_all = not blows and (was_held or self._is_held)
        self._lost += drop if is_all else drop * held_blows // max(blows, 1)
        self._hp = hp

    def take(self) -> int:
        """Return the hit points that were lost while the hero could not act.  Set the loss to 0."""
        lost, self._lost, self._is_held = self._lost, 0, False
        return lost

    def at_death(self, hp: int) -> int:
        """Return the hit points that a dead hero had lost while it was helpless.

        hp  the number of hit points that the game showed last
        """
        return self._lost + (max(hp, 0) if self._is_held else 0)


class DeathAccount:
    """The last commands of a game, which explain the hero's death."""

    def __init__(self) -> None:
        """Begin with no commands."""
        self._instants: deque[Instant] = deque(maxlen=_KEPT)
        self._blows: list[str] = []
        self._helpless: list[str] = []
        self._held = HeldLoss()
        self._read = 0  # facts since the last command
        self._is_cut = False  # some of those are forgotten
        self._facts: list[ReadFact] = []  # the same
        self._harmless: set[str] = set()  # monsters whose blows take no hit points
        self._was_alert = False
        self._frozen = ""  # by what, when it was last, in words
        self._since: dict[Weakness, tuple[int, str]] = {}  # state of the senses -> since which turn and act
        self._beliefs: Beliefs | None = None
        self._points, self._diet, self._earlier = TurningPoints(), Diet(), EarlierFights()
        self._wounds, self._escapes, self._weapons = Wounds(), Escapes(), WeaponChange()
        self._rest, self._descent = MissedRest(), ThinDescent()
        self._turn = self._arrived = 0  # at the last choice, and on this level
        self._copy: GameCopy | None = None  # of the game
        self._choice: Choice | None = None  # the last, if it was the agent's own
        self._aim: Swing | None = None  # of the last command
        self._in_view: tuple[Foe, ...] = ()  # at the last command

    def note(
        self, beliefs: Beliefs, choice: Choice, *, is_own: bool = True, turn: int | None = None,
        copy: GameCopy | None = None,
    ) -> None:  # fmt: skip
        """Record the next choice, which may be an answer to a question of the game.  This is a hot path.

        is_own  whether the choice is carried out.  It is not carried out while a person plays.
        turn    turn on the viewers' clock.  If it is None, the turn is taken from the beliefs.
        copy    the second copy of the game, or None if there is no second copy
        """
        self._beliefs, self._copy = beliefs, copy
        self._turn = turn = beliefs.turn if turn is None else turn
        self._held.note(beliefs.me.hp, beliefs.facts[self._read :])
        self._note_facts(beliefs, beliefs.facts[self._read :])
        self._read = len(beliefs.facts) if choice.act.action.verb == "answer" else 0
        self._is_cut = len(beliefs.facts) > MAX_FACTS
        if not is_command(choice) or beliefs.me.max_hp <= 0:
            return
        facts = tuple(self._facts)
        if not self._instants or self._instants[-1].depth != beliefs.me.depth:
            self._arrived = turn
        self._points.note(beliefs, choice, facts, turn, copy)
        self._diet.note(beliefs, choice, facts, turn)
        me, percent, foes = beliefs.me, death_pct(beliefs, choice), threat_of(beliefs).names
        kinds = {foe.kind for foe in beliefs.foes.seen.values()}
        self._harmless.update(kind.name for kind in kinds if not kind.worst and not squeezes(kind.name))
        self._was_alert = self._was_alert or me.alert
        weak = weaknesses(beliefs, is_chased=bool(foes), was_alert=self._was_alert)
        ways = ways_of(beliefs, percent) if foes else ()
        still = () if self._points.has_woken() else _still(beliefs)
        unused = unused_things(beliefs, choice, ways) if percent > 0 else ()
        now = Instant(
            turn, me.hp, me.max_hp, tuple(self._blows), tuple(self._helpless), foes, percent,
            choice.rung, ways, is_own, counts_unseen(beliefs), still, weak,
            me.depth, self._held.take(), me.spot, deed_of(beliefs, choice), _apart(beliefs),
            _learned(beliefs), self._near(), _outcome(facts), _touching(beliefs),
            swings_of(beliefs, facts, self._aim, self._in_view), tuple(unused),
            _killed(beliefs, facts), _keeps_bow(choice),
        )  # fmt: skip
        self._note_senses(now)
        self._instants.append(now)
        self._wounds.note(now)
        self._escapes.note(beliefs, now, facts)
        self._weapons.note(beliefs, now)
        self._rest.note(now, choice)
        self._descent.note(now, me.armor)
        self._earlier.note(now, {*now.killed})
        self._choice = choice if is_own else None
        self._aim = aim_of(beliefs, choice) if is_own else None
        self._in_view = tuple(beliefs.foes.seen.values())
        self._blows.clear()
        self._helpless.clear()
        self._facts.clear()

    def _note_senses(self, now: Instant) -> None:
        """Record the turn on which the hero became blind, became confused, or began to hallucinate.

        Also record what the hero drank just before.
        """
        for state in _SENSES:
            if state not in now.weak:
                self._since.pop(state, None)
            elif state not in self._since:
                deed = self._instants[-1].deed if self._instants else now.deed
                known = (
                    f"a potion of {now.learned}" if deed.name else f"an unknown potion, one of {now.learned}"
                )
                drank = known if now.learned else deed.thing
                self._since[state] = now.turn, f", because it had drunk {drank}" * (deed.verb == "quaff")

    def _note_facts(self, beliefs: Beliefs, facts: Sequence[Fact]) -> None:
        self._facts += [ReadFact(self._turn, fact) for fact in facts]
        for fact in facts:
            if fact.kind in BLOWS and fact.who:
                self._blows.append(STRANGER.name if beliefs.is_hallucinating else fact.who)
            elif fact.kind in BLOWS:
                self._blows.append(UNSEEN_FOE)
            elif fact.kind in WEARING:
                self._blows.append(OWN_BOLT if self._is_own_bolt(fact) else WEARING[fact.kind])
            elif fact.kind in SPELLS:
                self._helpless.append(state_of(beliefs, fact))
                self._frozen = self._helpless[-1] if fact.kind == "frozen" else self._frozen

    def _is_own_bolt(self, fact: Fact) -> bool:
        """Return whether the hero was hit by a bolt that the hero itself zapped."""
        if fact.kind != "bolt-hits-you" or not self._instants or self._instants[-1].deed.verb != "zap":
            return False
        return not any(KINDS[foe].traits & BREATHES for foe in self._instants[-1].foes if foe in KINDS)

    @property
    def now(self) -> Instant | None:
        """The last command, or None if there has been no command."""
        return self._instants[-1] if self._instants else None

    @property
    def ate_turn(self) -> int:
        """The turn of the last meal, or 0 if there has been no meal."""
        return self._diet.ate_turn

    @property
    def changed(self) -> TurningPoint | None:
        """The event by which the last command turned a monster into another, or None."""
        return self._points.changed

    @property
    def saw_danger(self) -> bool:
        """Whether the estimated chance to die was ever above 0 in the last fight."""
        return any(one.percent > 0 for one in self._last_fight())

    def tell(self, killer: str, turn: int = 0) -> DeathReasons:
        """Return why the hero died.

        turn  the turn on which the hero died.  0 stands for the turn after the last command.
        """
        fight, beliefs = self._last_fight(), self._beliefs
        if not fight or beliefs is None:
            return DeathReasons()
        if killer == "starvation":
            return self._starved(beliefs, max(turn, self._turn))
        if not killer and len({*fight[-1].foes}) == 1:  # not every Rogue names it
            killer = fight[-1].foes[0]
        died, is_cold = turn or fight[-1].turn + 1, killer == "hypothermia"
        end = fight[steps_of(fight)[-1].first :]
        blows = self._blows_of(end, killer)
        causes = weightiest(self._causes(fight, killer, self._blows_of(fight, killer), died), _MOST_CAUSES)
        held = _held_loss(
            end, self._states(end), self._held.at_death(beliefs.me.hp), died, is_one=blows.total() == 1
        )
        late = LastBlows(blows, self._beside(end), self._squeezes(end, killer), self._is_cut, held)
        ending = FightEnd(killer, _learned(beliefs), _outcome(self._facts), _killed(beliefs, self._facts))
        course = course_of(
            fight, ending, late, fight[-1].turn + 1 if is_cold else died, self._harmless,
            is_killed=not is_cold,
            told={one.turn for one in causes if one.topic != WOUNDS},
        )  # fmt: skip
        frozen = self._frozen or state_of(beliefs, Fact("frozen"))  # the end may hide the message
        if is_cold:
            course.append(_died_of_cold(fight[-1], frozen, died))
        held_by = list(dict.fromkeys([*self._helpless, *[frozen] * is_cold]))
        found = verdict(
            fight, self._dice(beliefs, fight, killer), self._rest.found, held=listed(held_by),
            policy=self._descent.found,
            hunger=self._diet.verdict(died) if SPELLS["faint"].state in held_by else "",
        )  # fmt: skip
        causes = [one for one in causes if one.topic not in found.topics]
        began = _first_met(fight).turn
        led = [one for one in causes if one.turn <= began] if found.is_open else []
        main = max(led, key=lambda one: one.share, default=None)
        notes = [*found.more]
        if main is not None:
            notes.append(f"One cause came before the fight: {main.words}.")
            notes += [main.more] * bool(main.more)
            causes.remove(main)
        told = {*found.topics, *([main.topic] if main is not None else []), *[one.topic for one in causes]}
        states = " ".join([*_weakened(fight, told - {""}), *self._no_stairs(fight)])
        unused = [] if is_cold else self._left_unused(beliefs, fight, died)
        lines = [one.line for one in in_order([*causes, *course])]
        return DeathReasons(found.said, tuple(lines), tuple(notes), tuple(filter(None, [states, *unused])))

    def _no_stairs(self, fight: Sequence[Instant]) -> list[str]:
        """Return a sentence if a chased hero could run but knew no stairs.  Otherwise return []."""
        is_bound = any(BINDS.intersection(one.weak) for one in fight[-_END_COMMANDS:])
        is_chased = any(one.foes or one.has_unseen for one in fight)
        if self._beliefs is None or self._beliefs.level.stairs >= 0 or is_bound or not is_chased:
            return []
        stayed = max(fight[-1].turn - self._arrived, 0)
        long = f"In {stayed:,} turns on this level it"
        return [
            f"{long if stayed >= _LONG_STAY else 'It was new on this level and'} had not found the stairs."
        ]

    def _dice(self, beliefs: Beliefs, fight: list[Instant], killer: str) -> FightDice:
        """Return the blows of the fight.  Count the last blow as a hit: the end screen hides its result."""
        if any(DREAMS in one.weak for one in fight) or killer not in KINDS or squeezes(killer):
            return FightDice(fight, killer, is_cut=True)
        late = swings_of(beliefs, self._facts, self._aim, self._in_view)
        every = (*beliefs.foes.seen.values(), *self._in_view)
        foe = next((one for one in every if one.kind.name == killer), None)
        last = [blow_of(beliefs, foe, is_hit=True)] if foe is not None else []
        return FightDice(
            fight, killer, (*late, *last), (*self._blows, killer),
            is_open=self._aim is not None and not any(one.is_own for one in late),
            is_cut=self._is_cut, learned=_learned(beliefs),
        )  # fmt: skip

    def _hunger(self, beliefs: Beliefs) -> list[str]:
        causes = in_order(self._diet.causes(beliefs, self._turn))
        return [self._diet.verdict(self._turn), *[one.line for one in causes]]

    def _starved(self, beliefs: Beliefs, turn: int) -> DeathReasons:
        """Return why the hero starved.  `turn` is the turn of the hero's death."""
        story = linked(self._diet.causes(beliefs, turn), self._diet.end(beliefs, turn))
        return DeathReasons(self._diet.verdict(turn), tuple([one.line for one in story]))

    def _causes(self, fight: list[Instant], killer: str, blows: Counter[str], died: int) -> list[Cause]:
        """Return what led to a death on turn `died`, apart from the course of the last fight."""
        beliefs, last = self._beliefs, fight[-1]
        assert beliefs is not None  # as there is a fight
        states = self._states(fight)
        has_no_food = beliefs.me.hunger != "" and spare_food(beliefs) == 0
        slept = SPELLS["gas"].state in states
        led = [
            one for one in self._points.causes(beliefs, self._turn, tuple(self._facts), killer, blows)
            if slept or one.topic != GAS
        ]  # fmt: skip
        if killer == "hypothermia":  # for which neither wounds nor weakness matter
            return [*led, *_step_beside(fight)]
        worn = self._wounds.cause(_first_met(fight), self._harmless)
        return [
            *led, *self._points.losses(beliefs), *self._escapes.causes(self._turn),
            *self._earlier.causes((killer, *last.foes), fight[0].turn, last.max_hp),
            *(self._hungry(beliefs, died, states) if has_no_food else []),
            *([worn] if worn is not None and not any(one.topic == WOUNDS for one in led) else []),
            *self._weapons.causes(fight[0].turn),
            *[
                one for one in _states_at(fight[-1], self._since, died, is_unseen=UNSEEN_FOE in blows)
                if not any(one.topic == other.topic for other in led)
            ],
        ]  # fmt: skip

    def _hungry(self, beliefs: Beliefs, died: int, states: Sequence[str]) -> list[Cause]:
        """Return why the hero was weak with hunger when it died on turn `died`.

        Return [] if the hero was not weak.
        """
        if SPELLS["faint"].state in states:
            return self._diet.causes(beliefs, died)
        return [self._diet.weakened(beliefs)] if beliefs.me.hunger in ("Weak", "Faint") else []

    def _states(self, end: list[Instant]) -> list[str]:
        """Return the different states in which the hero could not act."""
        return list(dict.fromkeys([why for one in end[1:] for why in one.helpless] + self._helpless))

    def _beside(self, end: list[Instant]) -> Counter[str]:
        """Return how many monsters of each kind were beside the hero when something hidden struck it."""
        late = end[-1]._replace(beside=self._near())
        return reduce(or_, [one.hidden for one in [*end[1:], late]], Counter())

    def _squeezes(self, end: list[Instant], killer: str) -> list[str]:
        """Return phrases for the squeezes and the last blow of a killer that holds the hero.

        Return [] for any other killer, or if the killer has not hit the hero.
        """
        late = () if self._beliefs is None else swings_of(self._beliefs, self._facts, None)
        every = (*chain(*[one.swings for one in end[1:]]), *late)
        has_hit = any(one.is_hit and not one.is_own for one in every if one.who == killer)
        if not squeezes(killer) or not has_hit:
            return []
        count = squeezes_of(every, killer)
        return [*[plural(count, "squeeze")] * (count > 0), "a last blow"]

    def _near(self) -> tuple[str, ...]:
        """Return the monsters beside the hero if something hidden struck it, otherwise ().  Hot path."""
        if self._copy is None or not any(who in HIDDEN for who in self._blows):
            return ()
        return self._copy.beside()

    def _blows_of(self, end: list[Instant], killer: str) -> Counter[str]:
        """Return how many blows of each attacker took the last hit points."""
        blows = Counter(blow for one in end[1:] for blow in one.blows) + Counter(self._blows)
        is_squeezed = blows[killer] > 0 and squeezes(killer)  # so that its last blow may be a miss
        if killer and killer not in _TRAPS and not is_squeezed:  # the end hides a blow
            near = self._beside(end)
            is_unseen = UNSEEN_FOE in blows and killer not in (*end[-1].foes, *blows)
            is_unseen = is_unseen and (not near or killer in near)
            blows += Counter({UNSEEN_FOE if is_unseen else killer: 1})
        for name in self._harmless:
            del blows[name]
        if killer in KINDS and KINDS[killer].traits & BREATHES:  # its last blow may be either
            blows[killer] += blows.pop(WEARING["bolt-hits-you"], 0)
        if killer in _TRAPS and not self._blows.count(_TRAPS[killer]):
            blows += Counter({_TRAPS[killer]: 1})
        return blows

    def _left_unused(self, beliefs: Beliefs, fight: Sequence[Instant], died: int = 0) -> list[str]:
        """Return a sentence on the things that could have helped the hero at the last command.

        died  turn of the death, or 0 if the hero did not die

        Return [] if a person chose the last command.
        """
        if self._choice is None:
            return []
        last = fight[-1]
        left = last.left if last.percent > 0 else unused_things(beliefs, self._choice, is_over=True)
        late = last.turn if died - last.turn > 1 else 0
        return unused_in_words(with_tries(left, fight), late)

    def quit_sentences(self) -> list[str]:
        """Return sentences on why the agent quit.

        The sentences tell what the hero could lose, how great the danger was, which other ways out of the
        danger there were, and what had weakened the hero.  Return [] if a person quit, or if there is no
        last command.
        """
        fight, beliefs = self._last_fight(), self._beliefs
        if not fight or beliefs is None or self._choice is None:  # people give no reasons
            return []
        last, gold = fight[-1], beliefs.me.gold
        foes = counted(last.foes) if last.foes else UNSEEN_FOE
        loss = f"Death takes a tenth of the gold, here {gold // 10:,} of {gold:,}"
        if self._choice.rung == _GIVES_UP:
            gave_up = f"{loss}, and the agent gave up: {self._choice.act.because}."
            return [gave_up, *(self._hunger(beliefs) if is_fainting(beliefs) else [])]
        best, other = last.way_out, "no better way was known"
        if best is not None:
            other = f"the best other way was to {way_name(best)} ({rounded(best.percent)} to die)"
        strikers = (*last.foes, *[UNSEEN_FOE] * last.has_unseen)
        led = [one.text for one in self._points.causes(beliefs, self._turn, (), "", strikers)]
        return [
            f"{loss}, and the agent saw a chance of {rounded(last.percent)} to die against {foes}; "
            f"{other}.",
            *led, *self._left_unused(beliefs, fight), *_weakened(fight),
            *[one.text for one in self._points.losses(beliefs)],
        ]  # fmt: skip

    def _last_fight(self) -> list[Instant]:
        """Return the commands of the last fight, and the command before them.

        A fight begins when a foe appears, when a blow falls, or when the hero becomes helpless.  A fight ends
        when the level changes, or after more than `GAP_TURNS` quiet turns.
        """
        depth = self._instants[-1].depth if self._instants else 0
        every = [*reversed([*takewhile(lambda one: one.depth == depth, reversed(self._instants))])]
        first, start = len(every) - 1, len(every) - 1
        for at in range(len(every) - 1, -1, -1):
            if every[first].turn - every[at].turn > GAP_TURNS:
                break
            if not every[at].is_quiet:
                first = at
            start = max(first - 1, at)
        return every[max(start, 0) :]


def _first_met(fight: Sequence[Instant]) -> Instant:
    """Return the first command at which the agent knew of a foe.  If a blow came first, return `fight[0]`."""
    met = next((one for one in fight if one.blows or not one.is_calm), fight[0])
    return fight[0] if met.blows else met


def _keeps_bow(choice: Choice) -> bool:
    """Return whether the hero shoots at close range instead of drawing a blade.  This is a hot path."""
    return choice.act.action.verb == "throw" and choice.refusal_of("draw the blade") == NO_CHANGE


def _outcome(read: Sequence[ReadFact]) -> tuple[str, ...]:
    """Return the kinds of facts that tell how a zap or a bolt failed.  This is a hot path."""
    return tuple([one.fact.kind for one in read if one.fact.kind in (EMPTY, MISSED)])


def _killed(beliefs: Beliefs, read: Sequence[ReadFact]) -> tuple[str, ...]:
    """Return the true names of the monsters that died.  This is a hot path."""
    dead = [fact.who for _, fact in read if fact.kind == "defeated" and fact.who in KINDS]
    return () if beliefs.is_hallucinating else tuple(dead)


def _still(beliefs: Beliefs) -> tuple[str, ...]:
    """Return the names of the monsters in view that are not known to be awake."""
    return tuple([foe.kind.name for foe in beliefs.foes.seen.values() if not foe.awake])


def _held_loss(end: list[Instant], helpless: list[str], late_loss: int, died: int, *, is_one: bool) -> str:
    """Return a clause on the state in which the hero lost its last hit points.

    late_loss  hit points that the hero lost after the last command while it could not act
    died       turn of the last blow
    is_one     whether a single blow took the last hit points

    Return "" if the hero could act.
    """
    lost = min(sum(one.held_loss for one in end[1:]) + late_loss, end[0].hp)
    late = died - end[-1].turn
    span = f", for the last {plural(late, 'turn')}" if late > 1 and late_loss else ""
    return held_in_words(helpless, lost, all_lost(end, 0), is_one=is_one, span=span)


def _step_beside(fight: list[Instant]) -> list[Cause]:
    """Return a Cause for the step that led the hero beside a monster that freezes.

    Return [] if there was no such step.
    """
    for before, now in pairwise(fight):
        new = [one for one in now.touching if one in KINDS and one not in before.touching]
        who = next((one for one in new if KINDS[one].special == "freeze"), "")
        if who and is_step(before, now):
            asleep = ", not known to be awake" * (who in now.still)
            led = f"that step led beside {with_article(who)}{asleep}"
            act = f"{deed_in_words(before)}; {led}"
            return [act_cause(_STEP_SHARE, before.turn, act)]
    return []


def _states_at(
    last: Instant, since: Mapping[Weakness, tuple[int, str]], died: int, *, is_unseen: bool
) -> list[Cause]:
    """Return a Cause for each weakness of the senses that the hero had when it died.

    The weaknesses are blindness, confusion and hallucination.
    """
    return [_state_at(one, *since[one], died, is_unseen=is_unseen) for one in _SENSES if one in last.weak]


def _state_at(state: Weakness, turn: int, how: str, died: int, *, is_unseen: bool) -> Cause:
    """Return a Cause for a state of the senses.

    turn       turn on which the state began
    how        clause on how the state began
    died       turn on which the hero died
    is_unseen  whether something unseen struck the hero
    """
    then = "It could not tell monsters apart." if state == DREAMS else ""
    then = "It could not see what struck it." if is_unseen and state == BLIND else then
    words = f"from turn {turn:,} on, for {plural(died - turn, 'turn')}, it was {state.topic}{how}"
    return Cause(_BLIND_SHARE if state == BLIND else _STATE_SHARE, turn, words, state.topic, more=then)


def _weakened(fight: list[Instant], told: Set[str] = frozenset()) -> list[str]:
    """Return a sentence on what weakened the hero in the fight.  Return [] if there is nothing to tell.

    told  topics that other sentences tell
    """
    weak = dict.fromkeys(
        weakness.words for one in fight if not one.is_calm or one is fight[-1] for weakness in one.weak
        if weakness != NO_STAIRS and weakness.topic not in told
        and (weakness.topic != WEAPON or one.deed.verb == "fight")
    )  # fmt: skip
    return [f"What weakened the hero in this fight: {'; '.join(weak)}."] if weak else []


def _died_of_cold(last: Instant, frozen: str, died: int) -> Cause:
    """Return how the hero froze to death on turn `died`.  `frozen` says what froze the hero.

    >>> print(_died_of_cold(Instant(9, 26, 26, (), (), (), 0.0, "rest"), "frozen by the ice monster", 80).text)
    From turn 9 on, for 71 turns, it was frozen by the ice monster again and again. A frozen hero cannot move, and with 26 of 26 hit points left it died of cold.
    """  # noqa: E501
    health = f"{last.hp} of {plural(last.max_hp, 'hit point')}"
    cold = f"A frozen hero cannot move, and with {health} left it died of cold."
    turns = died - last.turn
    when = f"from turn {last.turn:,} on, for {turns:,} turns, it" if turns > 1 else "it"
    return Cause(1.0, last.turn, f"{when} was {frozen} again and again", place=END, more=cold)


def _apart(beliefs: Beliefs) -> int:
    """Return the number of squares to the nearest foe, or 0 if there is no foe."""
    return min((distance_between(foe.spot, beliefs.me.spot) for foe in threat_of(beliefs).foes), default=0)


def _touching(beliefs: Beliefs) -> tuple[str, ...]:
    """Return the names of the visible monsters that are beside the hero."""
    here, seen = beliefs.me.spot, beliefs.foes.seen.values()
    return tuple([foe.kind.name for foe in seen if distance_between(foe.spot, here) == 1])


def _learned(beliefs: Beliefs) -> str:
    """Return the kind of the item that the last command used, or "" if the kind is not known."""
    return beliefs.name_of(beliefs.used) if beliefs.used is not None else ""
