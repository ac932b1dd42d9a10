"""Why a hero died, in a few plain sentences."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import options
from rogomatic.agent.ladder import is_command
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.think.fight.threat import rounded, threat_of
from rogomatic.run.recordings.shown_danger import counts_unseen, death_pct
from rogomatic.run.recordings.weaknesses import weaknesses
from rogue.shared.wording import counted, listed, plural

_KEPT: Final = 120  # instants
GAP_TURNS: Final = 15  # without a foe or a blow, before which another fight ends
_DIP_TURNS: Final = 5  # for which it may look better without being over
_GRAVE_PCT: Final = 20.0  # to die, from which on the agent knew that it was in danger
HELPLESS: Final = {
    "frozen": "frozen", "transfixed": "held by a gaze", "faint": "in a faint", "sleep": "asleep",
    "paralysis": "paralyzed", "gas": "asleep from gas",
}  # fmt: skip
"""Kinds of facts after which the hero cannot act, with the words for it."""
WEARING: Final = {
    "bolt-hits-you": "a bolt", "arrow-hits": "an arrow trap", "dart-hits": "a poison dart",
    "poison": "poison",
}  # fmt: skip
"""Kinds of facts by which anything but a blow takes hit points."""
_UNSEEN: Final = "something unseen"
_MOST_NAMED: Final = 3  # of those who struck
WEIGHS: Final = ("battlestations", "hit what is adjacent")
"""Rungs that do what the comparison of all ways out has found best."""


_FIGHT: Final = "fight here"  # the way out that is none
_CHOSE: Final = {True: "It chose to", False: "The agent would have chosen to"}


class Instant(NamedTuple):
    """The facts of one command.

    blows    what took hit points since the command before, by name, once for each blow
    helpless what kept the hero from acting since then
    foes     those awake in view
    percent  the chance to die by them, as it was shown
    ways     the best two ways out with their chances to die, if foes in view were a grave danger
    is_own   whether the agent's choice was carried out
    has_unseen  whether something unseen counts in the danger
    """

    turn: int
    hp: int
    max_hp: int
    blows: tuple[str, ...]
    helpless: tuple[str, ...]
    foes: tuple[str, ...]
    percent: float
    rung: str
    because: str
    ways: tuple[tuple[str, float], ...] = ()
    is_own: bool = True
    has_unseen: bool = False
    still: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing was after the hero."""
        return not (self.foes or self.blows or self.helpless)


class LateDanger(NamedTuple):
    """The danger after the last command, while the hero could not act.  percent: to die by these foes."""

    foes: tuple[str, ...]
    percent: float


class DeathAccount:
    """The last commands of a game, from which its death is explained."""

    def __init__(self) -> None:
        """Begin with a game of which nothing is known."""
        self._instants: deque[Instant] = deque(maxlen=_KEPT)
        self._blows: list[str] = []
        self._helpless: list[str] = []
        self._read = 0  # facts since the last command
        self._harmless: set[str] = set()  # monsters whose blows take no hit points
        self._ate_turn = 0
        self._was_alert = False
        self._freezer = ""  # the last monster that froze the hero
        self._late: LateDanger | None = None

    def note(self, beliefs: Beliefs, choice: Choice, *, is_own: bool = True) -> None:
        """Take the next choice, an answer to the game included.  Hot: for every command.

        is_own  whether it is carried out: a person may play
        """
        self._note_facts(beliefs, beliefs.facts[self._read :])
        self._read = len(beliefs.facts) if choice.act.action.verb == "answer" else 0
        if not is_command(choice) or beliefs.me.max_hp <= 0:
            if self._helpless:
                self._late = LateDanger(_pursuers(beliefs), death_pct(beliefs, choice))
            return
        me, percent, foes = beliefs.me, death_pct(beliefs, choice), _pursuers(beliefs)
        self._harmless.update(foe.kind.name for foe in beliefs.foes.seen.values() if not foe.kind.worst)
        self._ate_turn, self._was_alert = me.ate_turn, self._was_alert or me.alert
        weak = weaknesses(beliefs, is_chased=bool(foes), was_alert=self._was_alert)
        ways = options(beliefs)[:2] if foes and percent >= _GRAVE_PCT else ()
        risks = tuple([(way.name, 100 * way.fight_cost.death_probability) for way in ways])
        self._instants.append(Instant(
            beliefs.turn, me.hp, me.max_hp, tuple(self._blows), tuple(self._helpless), foes, percent,
            choice.rung, choice.act.because, risks, is_own, counts_unseen(beliefs), _still(beliefs), weak,
        ))  # fmt: skip
        self._late = None
        self._blows.clear()
        self._helpless.clear()

    def _note_facts(self, beliefs: Beliefs, facts: Sequence[Fact]) -> None:
        for fact in facts:
            if fact.kind in ("monster-hits", "shot-hits"):
                self._blows.append(fact.who or _UNSEEN)
            elif fact.kind in WEARING:
                self._blows.append(WEARING[fact.kind])
            elif fact.kind in HELPLESS:
                self._helpless.append(HELPLESS[fact.kind])
            if fact.kind == "frozen":
                self._freezer = fact.who or _nearest_freezer(beliefs)

    def sentences(self, killer: str) -> list[str]:
        """Return why the hero died: what did the damage and weakened it, the agent's belief and choice."""
        fight = self._last_fight()
        if not fight:
            return []
        if killer == "starvation":
            return [_starved(fight[-1], self._ate_turn)]
        grave = _grave_from(fight)
        well = max((at for at, one in enumerate(fight) if 2 * one.hp >= one.max_hp), default=0)
        end = fight[min(well, grave) if grave >= 0 else well :]
        blows = Counter(blow for one in end[1:] for blow in one.blows) + Counter(self._blows)
        if killer in end[-1].foes and killer not in self._blows:
            blows += Counter({killer: 1})  # the last blow, which the end hides
        for name in self._harmless:
            del blows[name]
        helpless = [why for one in end[1:] for why in one.helpless] + self._helpless
        if killer == "hypothermia":
            damage = [_frozen(fight[-1], self._freezer)]
        else:
            damage = [_damage(end, killer, blows, list(dict.fromkeys(helpless))), *_weakened(end)]
        believed = _beliefs(fight, grave, self._late, is_unseen=_UNSEEN in blows)
        return [*damage, *believed, *_choice(fight[grave])]

    def _last_fight(self) -> list[Instant]:
        """Return the last fight, from the command before its first foe, blow or spell of helplessness on."""
        every = list(self._instants)
        first, start = len(every) - 1, len(every) - 1
        for at in range(len(every) - 1, -1, -1):
            if every[first].turn - every[at].turn > GAP_TURNS:
                break
            if not every[at].is_quiet:
                first = at
            start = max(first - 1, at)
        return every[max(start, 0) :]


def _pursuers(beliefs: Beliefs) -> tuple[str, ...]:
    return tuple([foe.kind.name for foe in threat_of(beliefs).foes])


def _still(beliefs: Beliefs) -> tuple[str, ...]:
    """Return the monsters in view of which no move was seen."""
    return tuple([foe.kind.name for foe in beliefs.foes.seen.values() if not foe.awake])


def _nearest_freezer(beliefs: Beliefs) -> str:
    """Return the nearest monster in view whose hit freezes, "" for none."""
    freezers = [foe for foe in beliefs.foes.seen.values() if foe.kind.special == "freeze"]
    here = beliefs.me.spot
    return min(freezers, key=lambda foe: distance_between(foe.spot, here)).kind.name if freezers else ""


def _grave_from(fight: list[Instant]) -> int:
    """Return from which instant on the danger was grave until the end, -1 if it was not at the end."""
    grave = -1
    for at in range(len(fight) - 1, -1, -1):
        if fight[at].percent >= _GRAVE_PCT:
            grave = at
        elif grave >= 0 and fight[grave].turn - fight[at].turn > _DIP_TURNS:
            break
    return grave


def _damage(end: list[Instant], killer: str, blows: Counter[str], helpless: list[str]) -> str:
    """Return what took the last hit points of the hero."""
    first, last = end[0], end[-1]
    turns = plural(last.turn - first.turn + 1, "turn")
    when = f"while it was {listed(helpless)}" if helpless else f"in {turns}"
    lost = f"The hero lost its last {first.hp} of {plural(first.max_hp, 'hit point')} {when}"
    named = sorted(blows.most_common(), key=lambda one: one[0] != killer)[:_MOST_NAMED]
    struck = [f"{_name(who, killer)} hit it {_times(count)}" for who, count in named]
    return f"{lost}: {listed(struck)}." if struck else f"{lost}."


def _weakened(end: list[Instant]) -> list[str]:
    """Return the sentence on what weakened the hero in its last fight, [] if nothing did."""
    most = max(len(one.foes) for one in end)
    several = [f"{most} foes at once"] if most > 1 else []
    weak = [*end[-1].weak, *several]
    return [f"Weakened by: {', '.join(weak)}."] if weak else []


def _frozen(last: Instant, freezer: str) -> str:
    """Return how the hero froze to death.

    >>> _frozen(Instant(9, 26, 26, (), (), (), 0.0, "rest", ""), "ice monster")[:38]
    'The ice monster froze it again and aga'
    """
    froze = f"The {freezer} froze it again and again" if freezer else "It was frozen again and again"
    health = f"{last.hp} of {plural(last.max_hp, 'hit point')}"
    return f"{froze}; a frozen hero cannot move, and with {health} left it died of cold."


def _starved(last: Instant, ate_turn: int) -> str:
    meal = f"its last meal was on turn {ate_turn:,}" if ate_turn else "it never ate"
    health = f"{last.hp} of {plural(last.max_hp, 'hit point')}"
    return f"It starved on turn {last.turn:,} with {health} left: {meal}, and it found no more food."


def _name(who: str, killer: str) -> str:
    """Return who struck; what was not seen is most likely the killer."""
    if who == _UNSEEN and killer:
        return f"the {killer}, which it could not see,"
    return who if who == _UNSEEN or who in WEARING.values() else f"the {who}"


def _times(count: int) -> str:
    """Return how often, in words.

    >>> _times(1), _times(2), _times(7)
    ('once', 'twice', '7 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _beliefs(fight: list[Instant], grave: int, late: LateDanger | None, *, is_unseen: bool) -> list[str]:
    """Return what the agent thought of the danger, from the beginning of the fight on."""
    last = fight[-1]
    if grave < 0:
        if last.foes:
            odds = f"{rounded(last.percent)} to die against {counted(last.foes)}"
            return [f"The agent saw {odds} before the last blows, so this was bad luck."]
        if is_unseen:
            return ["The agent could not see what struck it, so it did not know the danger."]
        seen = f"only {counted(last.still)} that it had not seen move" if last.still else "no foe awake"
        return [f"The agent saw {seen}, so it expected no danger{_late_in_words(late)}."]
    now = fight[grave]
    chance, peak = f"{rounded(now.percent)} to die", _peak(fight, now)
    if grave == 0:
        foes = counted(now.foes) if now.foes else _UNSEEN
        return [f"The agent saw {chance} against {foes} from the start{peak}."]
    before = fight[grave - 1]
    came = list((Counter(now.foes) - Counter(before.foes)).elements())
    if now.has_unseen and not before.has_unseen:
        came = [_UNSEEN]
    seen = f"{rounded(before.percent)} to die" if before.foes else "no danger"
    if came:
        who = _UNSEEN if came == [_UNSEEN] else counted(came)
        return [f"The agent saw {seen} until {who} came on turn {now.turn:,}; then it saw {chance}{peak}."]
    lost = before.hp - now.hp
    why = f", after the loss of {plural(lost, 'hit point')}" if lost > 0 else ""
    rise = f"{seen} on turn {before.turn:,} and {chance} on turn {now.turn:,}"
    return [f"The agent saw {rise}{why}{peak}."]


def _peak(fight: list[Instant], told: Instant) -> str:
    """Return the highest danger of a fight with its turn, "" if that was told."""
    worst = max(fight, key=lambda one: one.percent)
    if rounded(worst.percent) == rounded(told.percent):
        return ""
    return f"; the highest danger was {rounded(worst.percent)}, on turn {worst.turn:,}"


def _late_in_words(late: LateDanger | None) -> str:
    """Return the danger that was seen after the last command.

    >>> _late_in_words(LateDanger(("ice monster",), 13.8))
    '; once the hero could not move, it saw 14% to die against an ice monster'
    """
    if late is None or not late.foes:
        return ""
    odds = f"{rounded(late.percent)} to die against {counted(late.foes)}"
    return f"; once the hero could not move, it saw {odds}"


def _choice(one: Instant) -> list[str]:
    """Return what the agent did about the danger, and what else it could have done."""
    if not one.ways:
        return [f"{_CHOSE[one.is_own]} {one.rung}: {one.because}."] if one.foes or one.has_unseen else []
    (best, risk), *others = one.ways
    if one.rung not in WEIGHS:
        return [f"{_CHOSE[one.is_own]} {one.rung}: {one.because} (to {best} was {rounded(risk)} to die)."]
    risk_said = "" if best == _FIGHT else f" ({rounded(risk)} to die)"  # that of the fight was told before
    did = f"{_CHOSE[one.is_own]} {best}{risk_said}"
    if not others:
        return [f"{did}; it knew of no other way."]
    return [f"{did}; the next best was to {others[0][0]} ({rounded(others[0][1])} to die)."]
