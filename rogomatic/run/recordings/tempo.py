"""How long a decision is worth a look: dangerous blows for longer, walks with nobody about less so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from rogomatic.beliefs.model import Beliefs, Verb
from rogomatic.rule_engine import Choice
from rogomatic.think.threat import threat_of

_REAL_PCT: Final = 20.0  # to die, from which on danger is real though nobody is near yet
_GRAVE_PCT: Final = (
    10.0  # to die, from which on a fight is worth each blow; so is one by a hero at half its hit points
)
_DANCE_TURNS: Final = 12  # before a foe without a blow that counts, and it is no fight to look at
_BLOWS: Final[frozenset[Verb]] = frozenset(("fight", "throw", "zap"))
_WALKS: Final[frozenset[Verb]] = frozenset(("walk", "down", "up"))
_ASIDE: Final[frozenset[Verb]] = frozenset(("stock", "ask", "answer", "redraw"))  # they cost no turn


class Tempo(Enum):
    """What a decision is, for those who watch."""

    PLAIN = 0
    WALK = 1
    FIGHT = 2


@dataclass(slots=True)
class Tempos:
    """Follows the decisions of one game; `now` is what the last one was."""

    now: Tempo = Tempo.PLAIN
    _hp: int = 0
    _lingers: bool = False  # the outcome of a fight is shown as the fight was

    def note(self, b: Beliefs, choice: Choice) -> Tempo:
        """Take the next decision and return what it is.  What costs no turn is as the decision before."""
        me, verb = b.me, choice.act.action.verb
        is_wounded = me.hp < self._hp
        self._hp = me.hp
        if verb in _ASIDE:
            self.now = Tempo.FIGHT if is_wounded and 2 * me.hp <= me.max_hp else self.now
            return self.now
        if is_wounded or _is_fight(b, verb):
            is_grave = threat_of(b).die_pct >= _GRAVE_PCT or (is_wounded and 2 * me.hp <= me.max_hp)
            self.now, self._lingers = Tempo.FIGHT if is_grave else Tempo.PLAIN, is_grave
        elif self._lingers:
            self._lingers = False
        else:
            self.now = Tempo.WALK if verb in _WALKS and not threat_of(b).foes else Tempo.PLAIN
        return self.now


def _is_fight(b: Beliefs, verb: Verb) -> bool:
    """Return whether somebody may strike now, is shot at, or is a danger that is real."""
    if not b.foes.seen:
        return False
    threat = threat_of(b)
    if threat.near:
        return b.watch.danced < _DANCE_TURNS
    return bool(threat.foes) and (verb in _BLOWS or threat.die_pct >= _REAL_PCT)
