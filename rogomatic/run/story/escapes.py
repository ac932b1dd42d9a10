"""The magic that saved a hero from monsters until the magic was stolen or failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.sight.item_parser import Thing, read_thing
from rogomatic.agent.think.fight.threat import GRAVE_PCT
from rogomatic.run.story.deed_words import TRIES
from rogomatic.run.story.fight_instants import (
    EMPTY,
    MISSED,
    OWN_BOLT,
    UNSEEN_FOE,
    Instant,
    ReadFact,
    indefinite,
)
from rogomatic.run.story.linked_story import BEHIND, Cause, act_cause
from rogomatic.run.story.unused_things import ESCAPES, helps_in_a_fight
from rogue.shared.wording import plural, times, with_article

_SOON_TURNS: Final = 10  # after which the absence of a foe is no longer owed to magic
_MISSED_TURNS: Final = 2000  # for which the loss of such a thing may be the reason for a death
_FIGHT_TURNS: Final = 30  # for which an empty stick may be
_DOUBT_TURNS: Final = 3  # behind magic, in which a new foe counts as what came of it
_RELIEF_PCT: Final = 10.0  # to die, by which magic that helped has lowered the danger at least
_PROVEN_EMPTY_SHARE, _EMPTY_SHARE = 0.7, 0.3  # of a death, explained by an empty stick
_PROVEN_SHARE, _UNPROVEN_SHARE = 0.6, 0.3  # of a death, explained by the loss of such a thing


class _Use(NamedTuple):
    """A use of magic while foes were in view."""

    turn: int
    name: str  # of its kind
    foe: str


class Escapes:
    """A record of the magic items that saved the hero, of those that nymphs stole, and of failed zaps."""

    def __init__(self) -> None:
        """Begin with no magic."""
        self._tried: _Use | None = None  # whose effect is not known yet
        self._worked: dict[str, _Use] = {}  # the last escape by each kind of thing
        self._stolen: list[Cause] = []
        self._helped: dict[str, list[int]] = {}  # turns on which a thing has ended a grave danger
        self._doubt: tuple[str, Instant] | None = None  # the last help, which may prove to be none
        self._failed: Cause | None = None  # the last zap with an empty stick, or whose bolt came back
        self._last: Instant | None = None

    def note(self, beliefs: Beliefs, now: Instant, facts: Sequence[ReadFact]) -> None:
        """Record the next command, and the facts since the last command.  This is a hot path."""
        for turn, fact in facts:
            if fact.kind == "item-stolen":
                self._note_theft(beliefs, turn, read_thing(fact.item))
        if self._last is not None and self._last.deed.verb in TRIES and self._last.is_own:
            self._note_use(self._last, now)
        self._last = now
        self._note_doubt(now)
        tried = self._tried
        if tried is not None:
            is_killed = any(one.fact.kind == "defeated" for one in facts)
            if not now.foes and not is_killed:
                self._worked[tried.name] = tried
            if not now.foes or is_killed or now.turn - tried.turn > _SOON_TURNS:
                self._tried = None
        if now.foes and now.deed.name in ESCAPES and now.is_own:
            self._tried = _Use(now.turn, now.deed.name, now.deed.foe or now.foes[0])

    def _note_use(self, last: Instant, now: Instant) -> None:
        """Record magic that ended a grave danger, failed as empty, or bounced onto the hero."""
        thing = last.deed.thing
        if not last.deed.name and now.learned:
            thing = f"{with_article(last.deed.noun)} of {now.learned}"
        if EMPTY in now.outcome and last.deed.verb == "zap":
            self._failed = _zapped_empty(last, thing, self._helped.get(thing, []))
        elif OWN_BOLT in now.blows and last.deed.verb == "zap" and last.hp > now.hp:
            self._failed = _bounced(last, now)
        elif _has_helped(last, now):
            self._helped.setdefault(thing, []).append(last.turn)
            self._doubt = thing, last

    def _note_doubt(self, now: Instant) -> None:
        """If a new foe brings grave danger soon after magic has helped, forget this help."""
        if self._doubt is None:
            return
        thing, last = self._doubt
        if now.turn - last.turn > _DOUBT_TURNS:
            self._doubt = None
        elif now.percent >= GRAVE_PCT and Counter(now.foes) - Counter(last.foes):
            self._helped[thing].remove(last.turn)
            self._doubt = None

    def _note_theft(self, beliefs: Beliefs, turn: int, thing: Thing) -> None:
        name = beliefs.name_of(thing)
        if not helps_in_a_fight(thing.kind, name):
            return
        what = f"the hero's {thing.material or thing.kind} of {name}"
        used = self._worked.get(name)
        then = (
            f", with which the hero had got away from {with_article(used.foe)} on turn {used.turn:,}"
            if used
            else ""
        )
        share = _PROVEN_SHARE if used else _UNPROVEN_SHARE
        self._stolen.append(Cause(share, turn, f"on turn {turn:,} a nymph stole {what}{then}", "stolen"))

    def causes(self, turn: int) -> list[Cause]:
        """Return the last theft of magic and the last failed zap.  Leave out events long before `turn`."""
        late = [one for one in self._stolen if turn - one.turn <= _MISSED_TURNS]
        failed = [] if self._failed is None or turn - self._failed.turn > _FIGHT_TURNS else [self._failed]
        return [*late[-1:], *failed]


def _has_helped(last: Instant, now: Instant) -> bool:
    """Return whether magic has ended a grave danger, or has lowered the danger by removing the target."""
    if last.percent < GRAVE_PCT or now.percent >= last.percent - _RELIEF_PCT:
        return False
    is_gone = last.deed.foe in last.foes and last.deed.foe not in now.foes
    return now.percent < GRAVE_PCT or (is_gone and not Counter(now.foes) - Counter(last.foes))


def _zapped_empty(one: Instant, thing: str, helped: Sequence[int]) -> Cause:
    """Return a Cause for a zap with an empty stick.  `helped` has the turns on which the stick had helped.

    >>> from rogomatic.run.story.fight_instants import Deed
    >>> one = Instant(90, 9, 40, (), (), ("troll",), 90.0, "", deed=Deed("zap", foe="troll"))
    >>> print(_zapped_empty(one, "a wand of polymorph", [20, 50]).text)
    On turn 90 it zapped a troll with the wand of polymorph that had saved the hero twice, last on turn 50; it was empty.
    >>> print(_zapped_empty(one, "a wand of polymorph", []).text)
    On turn 90 it zapped a troll with a wand of polymorph; it was empty.
    """  # noqa: E501
    foe, share = one.deed.foe or next(iter(one.foes), UNSEEN_FOE), _EMPTY_SHARE
    if helped:
        noun = thing.partition(" ")[2]
        last = f", last on turn {helped[-1]:,}" if len(helped) > 1 else f", on turn {helped[-1]:,}"
        thing, share = f"the {noun} that had saved the hero {times(len(helped))}{last}", _PROVEN_EMPTY_SHARE
    return act_cause(share, one.turn, f"zapped {indefinite(foe)} with {thing}; it was empty")


def _bounced(one: Instant, after: Instant) -> Cause:
    """Return a Cause for a bolt that came back and hit the hero.

    >>> one = Instant(90, 42, 60, (), (), ("troll",), 90.0, "")
    >>> print(_bounced(one, one._replace(hp=1, outcome=(MISSED,))).text)
    On turn 90 its own bolt missed, bounced, and hit the hero: of 42 hit points 1 was left.
    """
    missed = "missed, bounced, and" if MISSED in after.outcome else "bounced and"
    words = (
        f"on turn {one.turn:,} its own bolt {missed} hit the hero: of {plural(one.hp, 'hit point')} "
        f"{after.hp} {'was' if after.hp == 1 else 'were'} left"
    )
    return Cause((one.hp - after.hp) / one.max_hp, one.turn, words, place=BEHIND)
