"""The magic by which a hero got away from monsters, with how it was lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.sight.item_parser import Thing, read_thing
from rogomatic.run.recordings.fight_instants import Instant, ReadFact
from rogomatic.run.recordings.linked_story import Cause
from rogomatic.run.recordings.unused_things import ESCAPES, helps_in_a_fight
from rogue.shared.wording import with_article

_SOON_TURNS: Final = 10  # after which the absence of a foe is no longer owed to magic
_MISSED_TURNS: Final = 2000  # for which the loss of such a thing may be the reason for a death
_PROVEN_SHARE, _UNPROVEN_SHARE = 0.6, 0.3  # of a death, explained by the loss of such a thing


class _Use(NamedTuple):
    """Magic used before foes in view."""

    turn: int
    name: str  # of its kind
    foe: str


class Escapes:
    """Magic that made foes go away, and things that a nymph stole, command by command."""

    def __init__(self) -> None:
        """Begin without any."""
        self._tried: _Use | None = None  # whose effect is not known yet
        self._worked: dict[str, _Use] = {}  # the last escape by each kind of thing
        self._stolen: list[Cause] = []

    def note(self, beliefs: Beliefs, now: Instant, facts: Sequence[ReadFact]) -> None:
        """Take the next command, with the facts since the last one.  Hot: for every command."""
        for turn, fact in facts:
            if fact.kind == "item-stolen":
                self._note_theft(beliefs, turn, read_thing(fact.item))
        tried = self._tried
        if tried is not None:
            is_killed = any(one.fact.kind == "defeated" for one in facts)
            if not now.foes and not is_killed:
                self._worked[tried.name] = tried
            if not now.foes or is_killed or now.turn - tried.turn > _SOON_TURNS:
                self._tried = None
        if now.foes and now.deed.name in ESCAPES and now.is_own:
            self._tried = _Use(now.turn, now.deed.name, now.deed.foe or now.foes[0])

    def _note_theft(self, beliefs: Beliefs, turn: int, thing: Thing) -> None:
        name = beliefs.name_of(thing)
        if not helps_in_a_fight(thing.kind, name):
            return
        what = f"its {thing.material or thing.kind} of {name}"
        used = self._worked.get(name)
        then = (
            f", with which it had got away from {with_article(used.foe)} on turn {used.turn:,}"
            if used
            else ""
        )
        share = _PROVEN_SHARE if used else _UNPROVEN_SHARE
        self._stolen.append(Cause(share, turn, f"On turn {turn:,} a nymph stole {what}{then}.", "stolen"))

    def causes(self, turn: int) -> list[Cause]:
        """Return what a nymph had stolen by this turn of the things that could have helped."""
        late = [one for one in self._stolen if turn - one.turn <= _MISSED_TURNS]
        return late[-1:]
