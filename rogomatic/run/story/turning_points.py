"""The turning points of a game: earlier events that may have led to the death."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import target_of
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.story.armor_loss import ArmorLoss
from rogomatic.run.story.fight_instants import UNSEEN_FOE, ReadFact
from rogomatic.run.story.game_copy import GameCopy
from rogomatic.run.story.linked_story import WOUNDS, Cause, act_cause
from rogomatic.run.story.strength_loss import StrengthLoss
from rogomatic.run.story.weaknesses import CONFUSED
from rogue.shared.wording import counted, plural, with_article

_FIGHT_TURNS: Final = 150  # for which what begins a fight may be the reason for its end
_WOKEN_TURNS: Final = 300  # for which monsters that were woken may be on their way
_FALL_TURNS: Final = 60  # for which a fall through a trap door may be
GAS: Final = "gas"
"""Topic of the gas of a trap, which matters only to a hero that was struck in its sleep."""
_MOST: Final = 3  # told of one death
_ARRIVAL_SHARE, _ZAP_SHARE = 0.5, 0.8  # of a death, explained by such an event


class TurningPoint(NamedTuple):
    """An event after which the hero was worse off.

    text    what the hero did or met, as a sentence without the subject "it"
    until   the last turn on which the event may lead to a death
    depth   the level on which the event may lead to a death
    share   the part of such a death that the event explains (0 to 1)
    origin  the monster that the event was about, or ""
    result  what this monster became, or `origin` if the monster was not changed
    topic   the topic of the Cause that tells of the event, or ""
    wakes   whether the event woke the sleeping monsters of the level
    awake   the monsters in view that were awake before the event
    woken   the monsters that the event woke, or None if they are unknown
    """

    turn: int
    text: str
    until: int
    depth: int
    share: float
    origin: str = ""
    result: str = ""
    topic: str = ""
    wakes: bool = False
    awake: tuple[str, ...] = ()
    woken: tuple[str, ...] | None = None

    def may_explain(self, foes: Set[str]) -> bool:
        """Return whether the event may have led to a death by these monsters."""
        if self.wakes:
            return not foes <= set(self.awake) if self.woken is None else not foes.isdisjoint(self.woken)
        return not self.origin or self.result in foes


class _Zap(NamedTuple):
    """The target of a zap: the monster, the name of its kind, and its square then."""

    foe: Foe
    name: str
    spot: int


class TurningPoints:
    """The turning points of one game, collected command by command.

    changed  the turning point by which the last command turned a monster in view into another, or None
    """

    def __init__(self) -> None:
        """Begin with no turning points."""
        self.found: list[TurningPoint] = []
        self._turn = self._depth = 0  # of the last command
        self._armor, self._strength = ArmorLoss(), StrengthLoss()
        self._zap: _Zap | None = None
        self.changed: TurningPoint | None = None
        self._foes: tuple[str, ...] = ()  # awake in view at the last command
        self._sleepers: tuple[str, ...] | None = None  # of the level, when it read something
        self._arrived = 0  # on this level

    def note(
        self, beliefs: Beliefs, choice: Choice, read: tuple[ReadFact, ...], turn: int,
        copy: GameCopy | None = None,
    ) -> None:  # fmt: skip
        """Record the next command, and the facts since the last command.  This is a hot path.

        copy  the second copy of the game, which knows which monsters sleep
        """
        self.found += self._points_of(beliefs, read)
        self.changed = None
        facts = tuple([one.fact for one in read])
        if self._zap is not None:
            self._note_zapped(beliefs, self._zap, facts, self._turn)
        foe = target_of(beliefs, choice.act.action) if choice.act.action.verb == "zap" else None
        self._zap = _Zap(foe, foe.kind.name, foe.spot) if foe is not None else None
        self._armor.note(beliefs, choice, facts, turn)
        self._strength.note(beliefs, facts, turn)
        self._note_arrival(beliefs, facts)
        self._arrived = turn if beliefs.me.depth != self._depth else self._arrived
        self._turn, self._depth = turn, beliefs.me.depth
        self._foes = threat_of(beliefs).names
        is_read = choice.act.action.verb == "read"
        self._sleepers = copy.sleepers() if is_read and copy is not None else None

    def _points_of(self, beliefs: Beliefs, read: tuple[ReadFact, ...]) -> list[TurningPoint]:
        """Return the turning points that the messages since the last command tell of."""
        return [
            TurningPoint(
                turn, text, turn + _TURNS[fact.kind], beliefs.me.depth, _SHARES[fact.kind], fact.who,
                fact.who, _TOPICS.get(fact.kind, ""), fact.kind == _WAKES, self._foes, self._sleepers,
            )
            for turn, fact in read
            if (text := _text_of(beliefs, fact, self._sleepers))
        ]  # fmt: skip

    def _note_arrival(self, beliefs: Beliefs, facts: tuple[Fact, ...]) -> None:
        """Add an arrival by stairs if the hero has at most half of its maximum hit points."""
        me = beliefs.me
        fell = any(fact.kind == "trapdoor" for fact in facts)  # has words of its own
        if self._depth and me.depth != self._depth and 2 * me.hp <= me.max_hp and not fell:
            went = f"fled from {counted(self._foes)}" if self._foes else "came"
            text = f"{went} to level {me.depth} with {me.hp} of {plural(me.max_hp, 'hit point')}"
            until = self._turn + _FALL_TURNS
            self.found.append(TurningPoint(self._turn, text, until, me.depth, _ARRIVAL_SHARE, topic=WOUNDS))

    def _note_zapped(self, beliefs: Beliefs, zap: _Zap, facts: tuple[Fact, ...], turn: int) -> None:
        """Add what a zap has done to its target, if that was bad for the hero."""
        name = beliefs.name_of(beliefs.used) if beliefs.used is not None else ""
        there = beliefs.foes.seen.get(zap.spot)
        is_gone = there is None and zap.foe not in beliefs.foes.seen.values()
        if any(fact.kind == "defeated" for fact in facts) or beliefs.is_hallucinating:
            return
        noun = (beliefs.used.material if beliefs.used is not None else "") or "wand"
        stick = f"zapped a {noun} of {name}" if name else f"tried an unknown {noun}"
        result = zap.name
        if name == "haste monster":
            then = "made it twice as fast"
        elif there is not None and there.kind.name != zap.name and name in ("", "polymorph"):
            result = there.kind.name
            then = f"turned it into {with_article(result)}"
        elif is_gone and name in ("", "polymorph"):
            result = UNSEEN_FOE
            then = "turned it into something unseen" if name else "made it vanish"
        elif is_gone and name == "invisibility":
            then = "made it invisible"
        else:
            return
        text, until = f"{stick} at {with_article(zap.name)}, which {then}", turn + _FIGHT_TURNS
        self.found.append(TurningPoint(turn, text, until, beliefs.me.depth, _ZAP_SHARE, zap.name, result))
        self.changed = self.found[-1] if result not in (zap.name, UNSEEN_FOE) else None

    def causes(
        self, beliefs: Beliefs, turn: int, late: tuple[ReadFact, ...], killer: str,
        strikers: Iterable[str] = (),
    ) -> list[Cause]:  # fmt: skip
        """Return, in time order, the turning points that led to a death by this killer.

        turn      the present turn
        late      the facts since the last command
        strikers  names of all attackers that took hit points, including unseen foes
        """
        found = [*self.found, *self._points_of(beliefs, late)]
        led = [one for one in found if turn <= one.until and one.depth == beliefs.me.depth]
        about, told = {killer, *strikers} - {""}, list[Cause]()
        for one in reversed(led):
            if one.may_explain(about):
                about.update({one.origin} - {""})
                act = _told(one, killer)
                told.insert(0, act_cause(one.share, one.turn, act, one.topic))
        return told[-_MOST:]

    def has_woken(self) -> bool:
        """Return whether the hero has woken all monsters of its present level.  This is a hot path."""
        return any(one.wakes and one.turn >= self._arrived for one in self.found)

    def losses(self, beliefs: Beliefs) -> list[Cause]:
        """Return a Cause for lost armor, and a Cause for lost strength, if there were such losses."""
        found = (self._armor.cause(beliefs), self._strength.cause())
        return [one for one in found if one is not None]


def _told(one: TurningPoint, killer: str) -> str:
    """Return the text of a turning point.

    If the event made a monster unseen, the text says that this monster was probably the killer.
    """
    is_guess = one.result == UNSEEN_FOE and killer not in ("", one.origin)
    return f"{one.text}{f'; that was probably the {killer}' * is_guess}"


_WAKES: Final = "aggravate-monsters"  # kind of fact
# Kind of fact -> turns for which it may lead to a death on its level.
_TURNS: Final = {
    _WAKES: _WOKEN_TURNS, "mimic-shown": _FIGHT_TURNS, "trapdoor": _FALL_TURNS, "gas": _FALL_TURNS,
    "gaze-confuses": _FALL_TURNS,
}  # fmt: skip
_TOPICS: Final = {"trapdoor": WOUNDS, "gas": GAS, "gaze-confuses": CONFUSED.topic}
"""Kind of fact -> the topic of its cause."""
# Kind of fact -> the share of such a death that it explains.
_SHARES: Final = {
    _WAKES: 0.4, "mimic-shown": 0.7, "trapdoor": 0.6, "gas": 0.6, "gaze-confuses": 0.5,
}  # fmt: skip


def _text_of(beliefs: Beliefs, fact: Fact, sleepers: tuple[str, ...] | None) -> str:
    """Return the text of the turning point that a fact tells of.  Return "" if it tells of no turning point.

    sleepers  the monsters on the level that slept, or None if nobody knows which monsters slept
    """
    me = beliefs.me
    if fact.kind == _WAKES:
        whom = "every monster of the level that slept"
        if sleepers is not None:
            whom = f"{counted(sleepers)} (all that slept on the level)" if sleepers else "none, as none slept"
        return f"read a scroll that proved to be aggravate monsters, which woke {whom}"
    if fact.kind == "mimic-shown":
        return f"walked up to what looked like a thing, but was {with_article(fact.who)}"
    if fact.kind == "gaze-confuses":
        return f"met the gaze of {with_article(fact.who or 'a medusa')} and was confused"
    if fact.kind == "gas":
        return "stepped on a trap whose gas put it to sleep"
    if fact.kind == "trapdoor" and 2 * me.hp <= me.max_hp:
        return f"fell through a trap door with {me.hp} of {plural(me.max_hp, 'hit point')}"
    return ""
