"""Why a hero died, in a few plain sentences."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence, Set
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.ladder import is_command
from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import GRAVE_PCT, rounded, threat_of
from rogomatic.run.recordings.decision_change import last_change
from rogomatic.run.recordings.earlier_fights import GAP_TURNS, EarlierFights
from rogomatic.run.recordings.fight_instants import UNSEEN_FOE, Instant, ReadFact, Sign
from rogomatic.run.recordings.helplessness import OVER, SPELLS, state_of
from rogomatic.run.recordings.shown_danger import counts_unseen, death_pct
from rogomatic.run.recordings.starvation import Diet
from rogomatic.run.recordings.turning_points import TurningPoints
from rogomatic.run.recordings.unused_things import Unused, unused_in_words, unused_things
from rogomatic.run.recordings.ways_out import choice_in_words, missed_way, way_instead, ways_of
from rogomatic.run.recordings.weaknesses import DREAMS, NO_STAIRS, weaknesses
from rogue.shared.wording import counted, listed, plural, times

_KEPT: Final = 120  # instants
_DIP_TURNS: Final = 5  # for which it may look better without being over
_LAST_TURNS: Final = 30  # of a fight, whose foes count as those of its end
BLOWS: Final = ("monster-hits", "shot-hits")
"""Kinds of facts that tell of a blow."""
_ATTACKS: Final = (*BLOWS, "monster-misses", "shot-misses")
WEARING: Final = {
    "bolt-hits-you": "a bolt", "arrow-hits": "an arrow trap", "dart-hits": "a poison dart",
}  # fmt: skip
"""Kinds of facts by which anything but a blow takes hit points."""
_MOST_NAMED: Final = 3  # of those who struck


class LateDanger(NamedTuple):
    """The danger after the last command, while the hero could not act.  percent: to die by these foes."""

    foes: tuple[str, ...]
    percent: float


class HeldLoss:
    """The hit points that a hero has lost while it could not act, since the last command."""

    def __init__(self) -> None:
        """Begin with a hero that can act."""
        self._is_held, self._hp, self._lost = False, 0, 0

    def note(self, hp: int, facts: Sequence[Fact]) -> None:
        """Take the hit points with the facts since the choice before.  Hot: for every choice."""
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
        """Return what was lost, and begin anew: the hero can act."""
        lost, self._lost, self._is_held = self._lost, 0, False
        return lost

    def at_death(self, hp: int) -> int:
        """Return what was lost by a hero that has died with this many hit points in view."""
        return self._lost + (max(hp, 0) if self._is_held else 0)


class DeathAccount:
    """The last commands of a game, from which its death is explained."""

    def __init__(self) -> None:
        """Begin with no commands."""
        self._instants: deque[Instant] = deque(maxlen=_KEPT)
        self._blows: list[str] = []
        self._helpless: list[str] = []
        self._held = HeldLoss()
        self._read = 0  # facts since the last command
        self._facts: list[ReadFact] = []  # the same
        self._harmless: set[str] = set()  # monsters whose blows take no hit points
        self._was_alert = False
        self._frozen = "frozen"  # by what, when it was last
        self._late: LateDanger | None = None
        self._beliefs: Beliefs | None = None
        self._points, self._diet, self._earlier = TurningPoints(), Diet(), EarlierFights()
        self._choice: Choice | None = None  # the last, if it was the agent's own
        self._unused: list[Unused] | None = None  # at that choice, None if it saw no danger

    def note(self, beliefs: Beliefs, choice: Choice, *, is_own: bool = True) -> None:
        """Take the next choice, an answer to the game included.  Hot: for every command.

        is_own  whether it is carried out: a person may play
        """
        self._beliefs = beliefs
        self._held.note(beliefs.me.hp, beliefs.facts[self._read :])
        self._note_facts(beliefs, beliefs.facts[self._read :])
        self._read = len(beliefs.facts) if choice.act.action.verb == "answer" else 0
        if not is_command(choice) or beliefs.me.max_hp <= 0:
            if self._helpless:
                self._late = LateDanger(_pursuers(beliefs), death_pct(beliefs, choice))
            return
        facts = tuple(self._facts)
        self._points.note(beliefs, choice, facts)
        self._diet.note(beliefs, choice, facts)
        me, percent, foes = beliefs.me, death_pct(beliefs, choice), _pursuers(beliefs)
        self._harmless.update(foe.kind.name for foe in beliefs.foes.seen.values() if not foe.kind.worst)
        self._was_alert = self._was_alert or me.alert
        weak = weaknesses(beliefs, is_chased=bool(foes), was_alert=self._was_alert)
        ways = ways_of(beliefs, percent) if foes else ()
        now = Instant(
            beliefs.turn, me.hp, me.max_hp, tuple(self._blows), tuple(self._helpless), foes, percent,
            choice.rung, choice.act.because, ways, is_own, counts_unseen(beliefs), _still(beliefs), weak,
            me.depth, self._held.take(), signs_of(facts), self._refused(choice), me.spot,
        )  # fmt: skip
        self._instants.append(now)
        self._earlier.note(now, {one.fact.who for one in facts if one.fact.kind == "defeated"})
        self._choice = choice if is_own else None
        self._unused = unused_things(beliefs, choice, ways) if percent > 0 else None
        self._late = None
        self._blows.clear()
        self._helpless.clear()
        self._facts.clear()

    def _refused(self, choice: Choice) -> str:
        """Return why the rule of the last command refuses now, "" if it was not asked.  Hot."""
        last = self._instants[-1].rung if self._instants else choice.rung
        if last == choice.rung:
            return ""
        return next((why_not for name, why_not in choice.passed if name == last), "")

    def _note_facts(self, beliefs: Beliefs, facts: Sequence[Fact]) -> None:
        self._facts += [ReadFact(beliefs.turn, fact) for fact in facts]
        for fact in facts:
            if fact.kind in BLOWS:
                self._blows.append(fact.who or UNSEEN_FOE)
            elif fact.kind in WEARING:
                self._blows.append(WEARING[fact.kind])
            elif fact.kind in SPELLS:
                self._helpless.append(state_of(beliefs, fact))
                self._frozen = self._helpless[-1] if fact.kind == "frozen" else self._frozen

    def sentences(self, killer: str) -> list[str]:
        """Return why the hero died: the damage, what led to it, the choice, what weakened the hero."""
        fight, beliefs = self._last_fight(), self._beliefs
        if not fight or beliefs is None:
            return []
        if killer == "starvation":
            return self._diet.sentences(beliefs)
        grave, end = _grave_from(fight), _fall(fight)
        blows = self._blows_of(end, killer)
        is_cold, is_unseen = killer == "hypothermia", UNSEEN_FOE in blows
        foes = (killer, *fight[grave].foes)
        met = {name for name in foes if self._earlier.before(name, fight[0].turn)}
        led = self._points.sentences(beliefs, tuple(self._facts), killer, blows)
        told = fight[grave].turn  # of the choice
        return [
            _died_of_cold(fight[-1], self._frozen) if is_cold else self._damage(end, killer, blows, beliefs),
            *(last_change(fight, grave) if grave >= 0 else []),
            *[text for turn, text in led if turn <= told],
            *self._earlier.sentences(foes, fight[0].turn),
            *_beliefs(fight, grave, self._late, met, is_unseen=is_unseen),
            *choice_in_words(fight[grave]),
            *[text for turn, text in led if turn > told],
            *_killer_came(fight, grave, killer), *missed_way(fight),
            *([] if is_cold else [*self._left_unused(beliefs), *_weakened(fight)]),
            *self._points.losses(beliefs),
        ]  # fmt: skip

    def _blows_of(self, end: list[Instant], killer: str) -> Counter[str]:
        """Return the blows that took the last hit points, by name."""
        blows = Counter(blow for one in end[1:] for blow in one.blows) + Counter(self._blows)
        if killer in end[-1].foes and killer not in self._blows:
            blows += Counter({killer: 1})  # the last blow, which the end hides
        elif UNSEEN_FOE in blows and not self._blows:
            blows += Counter({UNSEEN_FOE: 1})
        for name in self._harmless:
            del blows[name]
        return blows

    def _damage(self, end: list[Instant], killer: str, blows: Counter[str], beliefs: Beliefs) -> str:
        """Return what took the last hit points of the hero, and in which turns."""
        helpless = list(dict.fromkeys([why for one in end[1:] for why in one.helpless] + self._helpless))
        return _damage(end, killer, blows, _when(end, helpless, self._held.at_death(beliefs.me.hp)))

    def _left_unused(self, beliefs: Beliefs) -> list[str]:
        """Return what could have helped at the last command, [] if a person chose that."""
        if self._choice is None:
            return []
        found = self._unused
        return unused_in_words(unused_things(beliefs, self._choice, is_over=True) if found is None else found)

    def quit_sentences(self) -> list[str]:
        """Return why the hero quit: what it had to lose, the danger, what weakened it, the ways out."""
        fight, beliefs = self._last_fight(), self._beliefs
        if not fight or beliefs is None:
            return []
        last, gold = fight[-1], beliefs.me.gold
        foes = counted(last.foes) if last.foes else UNSEEN_FOE
        loss = f"Death takes a tenth of the gold, here {gold // 10:,} of {gold:,}"
        ways = [way for way in last.ways if way.name != FIGHT_HERE]
        best = min(ways, key=lambda way: way.percent, default=None)
        other = f"the best other way was to {best.name} ({rounded(best.percent)} to die)" if best else ""
        strikers = (*last.foes, *[UNSEEN_FOE] * last.has_unseen)
        led = [text for _, text in self._points.sentences(beliefs, (), "", strikers)]
        return [
            f"{loss}, and the agent saw {_chance(last.percent)} against {foes}; "
            f"{other or 'it knew of no better way'}.",
            *led, *self._left_unused(beliefs), *_weakened(fight), *self._points.losses(beliefs),
        ]  # fmt: skip

    def _last_fight(self) -> list[Instant]:
        """Return the last fight, from the command before its first foe, blow or spell of helplessness on.

        Flight to another level ends a fight.
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


def signs_of(read: Sequence[ReadFact]) -> tuple[Sign, ...]:
    """Return the monsters that messages name, those that attack unseen included.

    >>> told = [ReadFact(9, fact) for fact in (Fact("monster-misses"), Fact("monster-hits", "bat"))]
    >>> [tuple(one) for one in signs_of([*told, ReadFact(9, Fact("faint"))])]
    [('something unseen', 9), ('bat', 9)]
    """
    return tuple([
        Sign(fact.who or UNSEEN_FOE, turn)
        for turn, fact in read
        if fact.who or fact.kind in _ATTACKS
    ])  # fmt: skip


def _pursuers(beliefs: Beliefs) -> tuple[str, ...]:
    return tuple([foe.kind.name for foe in threat_of(beliefs).foes])


def _still(beliefs: Beliefs) -> tuple[str, ...]:
    """Return the monsters in view that are not known to be awake."""
    return tuple([foe.kind.name for foe in beliefs.foes.seen.values() if not foe.awake])


def _fall(fight: list[Instant]) -> list[Instant]:
    """Return a fight from where the hero last had the most hit points."""
    return fight[max(range(len(fight)), key=lambda at: (fight[at].hp, at)) :]


def _grave_from(fight: list[Instant]) -> int:
    """Return from which instant on the danger was grave until the end, -1 if it was not at the end."""
    grave, last = -1, fight[-1].turn  # the turn of the last grave danger, or of the end
    for at in range(len(fight) - 1, -1, -1):
        if fight[at].percent >= GRAVE_PCT and last - fight[at].turn <= _DIP_TURNS:
            grave, last = at, fight[at].turn
    return grave


def _when(end: list[Instant], helpless: list[str], late_loss: int) -> str:
    """Return in which turns the hero lost its last hit points.

    late_loss  those that it lost so after the last command
    """
    turns, most = f"in {plural(end[-1].turn - end[0].turn + 1, 'turn')}", end[0].hp
    before = sum(one.held_loss for one in end[1:])
    lost = min(before + late_loss, most)
    if not helpless or lost <= 0:
        return turns
    state = f"while it was {listed(helpless)}"
    if lost == most:
        return state
    return f"{turns}, {'' if before else 'the last '}{lost} of them {state}"


def _damage(end: list[Instant], killer: str, blows: Counter[str], when: str) -> str:
    """Return what took the last hit points of the hero."""
    first = end[0]
    share = f"its last {first.hp} of" if first.hp < first.max_hp else "all its"
    regained = sum(max(after.hp - before.hp, 0) for before, after in pairwise(end))
    more = f", and {regained} that it regained," if regained else ""
    lost = f"The hero lost {share} {plural(first.max_hp, 'hit point')}{more} {when}"
    named = sorted(blows.most_common(), key=lambda one: one[0] != killer)[:_MOST_NAMED]
    unseen = "" if killer in blows else killer
    struck = [f"{_name(who, unseen)} hit it {times(count)}{_held_by(who)}" for who, count in named]
    if DREAMS in end[-1].weak and blows:
        struck = [f"monsters, which it saw under false names, hit it {times(blows.total())}"]
    return f"{lost}: {listed(struck)}." if struck else f"{lost}."


def _held_by(who: str) -> str:
    """Return what a monster that holds the hero does besides its hits, "" for another.

    >>> _held_by("venus flytrap"), _held_by("bat")
    (' and squeezed it when it missed', '')
    """
    return " and squeezed it when it missed" if who in KINDS and KINDS[who].special == "hold" else ""


def _weakened(fight: list[Instant]) -> list[str]:
    """Return the sentence on what weakened the hero in its last fight, [] if nothing did."""
    last = fight[-1]
    late = [one.foes for one in fight if last.turn - one.turn < _LAST_TURNS]
    most = max(reversed(late), key=len)
    several = [f"{counted(most)} at once"] if len(most) > 1 else []
    weak = [*[one for one in last.weak if one != NO_STAIRS], *several]
    stuck = ["It knew no stairs to leave by."] if NO_STAIRS in last.weak else []
    return [*([f"Weakened by: {', '.join(weak)}."] if weak else []), *stuck]


def _died_of_cold(last: Instant, frozen: str) -> str:
    """Return how the hero froze to death.

    >>> _died_of_cold(Instant(9, 26, 26, (), (), (), 0.0, "rest", ""), "frozen by the ice monster")[:52]
    'It was frozen by the ice monster again and again; a '
    """
    health = f"{last.hp} of {plural(last.max_hp, 'hit point')}"
    cold = f"a frozen hero cannot move, and with {health} left it died of cold"
    return f"It was {frozen} again and again; {cold}."


def _name(who: str, unseen: str) -> str:
    """Return who struck.

    unseen  what the unseen attacker most likely was: a killer that was never seen to strike
    """
    if who == UNSEEN_FOE and unseen:
        return f"the {unseen}, which it could not see,"
    return who if who == UNSEEN_FOE or who in WEARING.values() else f"the {who}"


def _beliefs(
    fight: list[Instant], grave: int, late: LateDanger | None, met: Set[str], *, is_unseen: bool
) -> list[str]:
    """Return what the agent thought of the danger, from the beginning of the fight on.

    met  the monsters that an earlier fight of the level was with
    """
    last = fight[-1]
    if grave < 0:
        if last.foes and (last.has_unseen or not is_unseen):
            odds = f"{_chance(last.percent)} against {counted(last.foes)}"
            return [f"The agent saw {odds} before the last blows, so this was bad luck."]
        if is_unseen:
            return ["The agent could not see what struck it, so it did not know the danger."]
        known = "none" if len(last.still) > 1 else "not"
        seen = f"only {counted(last.still)}, {known} known to be awake" if last.still else "no foe awake"
        return [f"The agent saw {seen}, so it expected no danger{_late_in_words(late)}."]
    now = fight[grave]
    peak = f"{_peak(fight, now)}{_at_last(fight)}"
    if grave == 0:
        foes = counted(now.foes) if now.foes else UNSEEN_FOE
        return [f"The agent saw {_chance(now.percent)} against {foes} from the start{peak}."]
    before = fight[grave - 1]
    seen = _chance(before.percent) if before.foes else "no danger"
    who, turn = _arrival(fight, grave, met)
    if who and turn >= 0:
        then = f"it saw {_chance(now.percent)}" if not before.foes else f"that was {rounded(now.percent)}"
        return [f"The agent saw {seen} until {who} on turn {turn:,}; then {then}{peak}."]
    lost = before.hp - now.hp
    why = f", after the loss of {plural(lost, 'hit point')}" if lost > 0 else f", {who}" * bool(who)
    rise = f"{seen} on turn {before.turn:,} and {_chance(now.percent)} on turn {now.turn:,}"
    if before.foes:
        rise = f"{seen} on turn {before.turn:,} and {rounded(now.percent)} on turn {now.turn:,}"
    return [f"The agent saw {rise}{why}{peak}."]


def _arrival(fight: list[Instant], grave: int, met: Set[str]) -> tuple[str, int]:
    """Return a clause on the arrival of monsters in a fight, with the turn of its first sign.

    The turn is -1 for a monster that was there before in this fight, with a clause on its return or "".
    """
    now, before, earlier = fight[grave], fight[grave - 1], fight[:grave]
    known = {name for one in earlier for name in (*one.foes, *(sign.name for sign in one.signs))}
    signs = {sign.name: sign.turn for sign in reversed(now.signs)}  # the first of each
    if now.has_unseen and not before.has_unseen:
        if any(one.has_unseen for one in earlier) or UNSEEN_FOE in known:
            return "when something unseen struck again", -1
        return f"{UNSEEN_FOE} came", signs.get(UNSEEN_FOE, now.turn)
    came = Counter(now.foes) - Counter(before.foes)
    new = [name for name in came.elements() if name not in known]
    if new:
        clause = _approach(
            counted(new), before, now, is_back=set(new) <= met, is_asleep=set(new) <= {*now.still}
        )
        return clause, min([signs.get(name, now.turn) for name in new])
    others = [name for name in came if now.foes.count(name) > max(one.foes.count(name) for one in earlier)]
    if others:
        return _approach(listed([f"another {name}" for name in others]), before, now), now.turn
    return f"when {counted(list(came.elements()))} came back into view" if came else "", -1


def _approach(
    who: str, before: Instant, now: Instant, *, is_back: bool = False, is_asleep: bool = False
) -> str:
    """Return how monsters and the hero came together, by which of them is known to have moved.

    is_back    it had left them before     is_asleep  they are not known to be awake
    """
    if before.spot == now.spot:
        return f"{who} came{' back' * is_back}"
    if is_asleep:
        return f"it walked up to {who}, not known to be awake,"
    return f"it met {who}{' again' * is_back}"


def _chance(percent: float) -> str:
    """Return a chance to die in words.

    >>> _chance(17.2), _chance(0.1)
    ('a chance of 17% to die', 'a chance of <1% to die')
    """
    return f"a chance of {rounded(percent)} to die"


def _peak(fight: list[Instant], told: Instant) -> str:
    """Return the highest danger of a fight with its turn, "" if that was told."""
    worst = max(fight, key=lambda one: one.percent)
    if rounded(worst.percent) == rounded(told.percent):
        return ""
    peak, way = f"{rounded(worst.percent)}, on turn {worst.turn:,}", way_instead(worst, worst.ways)
    if way is None:
        return f"; the highest danger was {peak}"
    chose = "it chose" if worst.is_own else "the agent would have chosen"
    return f"; the highest danger of a fight was {peak}, when {chose} to {way.name} ({rounded(way.percent)})"


def _at_last(fight: list[Instant]) -> str:
    """Return that the danger was no longer grave at the last command, "" if it was."""
    last = fight[-1]
    return f"; before the last blows it was {rounded(last.percent)}" if last.percent < GRAVE_PCT else ""


def _killer_came(fight: list[Instant], grave: int, killer: str) -> list[str]:
    """Return when the killer came, if that was after the danger had become grave."""
    later = fight[grave + 1 :] if grave >= 0 else []
    if not later or killer in fight[grave].foes:
        return []
    at = next((n for n, one in enumerate(fight) if n > grave and killer in one.foes), None)
    if at is None:
        return []
    came, left = fight[at], plural(fight[at].hp, "hit point")
    how = _approach(f"the {killer}", fight[at - 1], came)
    when = f"on turn {came.turn:,}, with {left} left"
    return [f"{how[0].upper()}{how[1:]} {when}; then it saw {_chance(came.percent)}."]


def _late_in_words(late: LateDanger | None) -> str:
    """Return the danger that was seen after the last command.

    >>> _late_in_words(LateDanger(("ice monster",), 13.8))
    '; once the hero could not move, it saw a chance of 14% to die against an ice monster'
    """
    if late is None or not late.foes:
        return ""
    odds = f"{_chance(late.percent)} against {counted(late.foes)}"
    return f"; once the hero could not move, it saw {odds}"
