"""The facts of single commands of a fight."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, NamedTuple

from rogomatic.agent.beliefs.model import PlanKind
from rogomatic.agent.monster_manual import STRANGER
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.think.fight.combat_odds import Spread
from rogomatic.run.story.weaknesses import BLIND, DREAMS, Weakness
from rogue.shared.wording import with_article

UNSEEN_FOE: Final = "something unseen"
"""Name of a monster that strikes without being seen."""
OWN_BOLT: Final = "its own bolt, which bounced,"
"""Name of a bolt that the hero has zapped and that came back."""
HIDDEN: Final = (UNSEEN_FOE, STRANGER.name)
"""Names of attackers whose kind the hero could not know."""
BLOWS: Final = ("monster-hits", "shot-hits")
"""Kinds of facts that tell of a blow."""
EMPTY, MISSED = "no-charges", "bolt-misses-monster"
"""Kinds of facts on a zap that failed."""


def indefinite(who: str) -> str:
    """Return who or what struck, with an article.

    >>> indefinite("orc"), indefinite("an arrow trap"), indefinite(UNSEEN_FOE)
    ('an orc', 'an arrow trap', 'something unseen')
    """
    return who if who in (UNSEEN_FOE, OWN_BOLT) else with_article(who)


class ReadFact(NamedTuple):
    """A fact with the turn on which its message was read."""

    turn: int
    fact: Fact


class Swing(NamedTuple):
    """An attack by the hero or by a monster, with its chance (0 to 1) to hit.

    who   the monster, as attacker or target
    harm  of a monster's attack: the chance of each number of hit points, by the rules of the game
    reckoned  the hit points that the agent expects of it, by its experience
    """

    who: str
    chance: float
    is_own: bool = True
    is_hit: bool = False
    is_shot: bool = False
    harm: Spread = ()
    reckoned: float = 0.0


class Unused(NamedTuple):
    """Some things of one description, and why the agent left them.

    number  how many     noun  one of them, without article: "potion of healing"
    name    of their kind if it is known magic, "" for anything else
    is_tried  whether an earlier try has taught nothing
    """

    number: int
    noun: str
    reason: str
    name: str = ""
    is_tried: bool = False


class Way(NamedTuple):
    """A way out of a fight, with the chance to die in per cent.

    name      in words, behind "to"; nothing is decided by it
    drawback  what outweighs that it is less dangerous than the best way, as a clause
    is_here   whether it is the fight on the spot     item  the kind and the name of what it uses
    """

    name: str
    percent: float
    drawback: str = ""
    is_here: bool = False
    item: tuple[str, str] = ("", "")


class Deed(NamedTuple):
    """The act of one command.

    verb   of its action        thing  the item that it used, with its article, "" for none
    name   of that item's kind, "" if it was not known
    foe    the monster that it was aimed at, "" for none
    noun   what kind of thing the item is: "wand"
    goal   what its walk was for, "" for none      ahead  squares of that walk
    """

    verb: str = ""
    thing: str = ""
    name: str = ""
    foe: str = ""
    noun: str = ""
    goal: PlanKind | Literal[""] = ""
    ahead: int = 0


class Instant(NamedTuple):
    """The facts of one command.

    blows    what took hit points since the command before, by name, once for each blow
    helpless what kept the hero from acting since then
    foes     those awake in view
    percent  the chance to die by them, as it was shown
    ways     the ways out, the best first, if foes in view were a danger
    is_own   whether the agent's choice was carried out
    has_unseen  whether something unseen counts in the danger
    still    monsters in view that are not known to be awake
    weak     what weakens the hero
    depth    the level
    held_loss  hit points lost while something kept the hero from acting
    spot     the hero's square
    deed     the act
    apart    squares to the nearest of the foes, 0 without one
    learned  the kind of the item that the command before used, "" if it is not known
    outcome  kinds of messages on how a zap or a bolt has failed since the command before
    beside   the monsters beside the hero that are awake, as only viewers know, if one struck whose kind
             the hero could not know
    touching monsters in view beside the hero
    swings   the blows of both sides since the command before
    left     the things that could have helped and were not used, if foes were a danger
    killed   monsters that died since the command before
    keeps_bow  whether it shot at a foe beside it, as a change of weapons would have cost more
    """

    turn: int
    hp: int
    max_hp: int
    blows: tuple[str, ...]
    helpless: tuple[str, ...]
    foes: tuple[str, ...]
    percent: float
    rung: str
    ways: tuple[Way, ...] = ()
    is_own: bool = True
    has_unseen: bool = False
    still: tuple[str, ...] = ()
    weak: tuple[Weakness, ...] = ()
    depth: int = 0
    held_loss: int = 0
    spot: int = -1
    deed: Deed = Deed()
    apart: int = 0
    learned: str = ""
    beside: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    touching: tuple[str, ...] = ()
    swings: tuple[Swing, ...] = ()
    left: tuple[Unused, ...] = ()
    killed: tuple[str, ...] = ()
    keeps_bow: bool = False

    @property
    def hidden(self) -> Counter[str]:
        """The monsters beside the hero that it could not tell apart; a blind hero sees none strike."""
        is_lost = any(state in self.weak for state in (BLIND, DREAMS))
        return Counter(self.beside) - Counter(() if is_lost else self.foes)

    @property
    def way_out(self) -> Way | None:
        """The least dangerous way besides a fight on the spot, None if none was known."""
        others = (way for way in self.ways if not way.is_here)
        return min(others, key=lambda way: way.percent, default=None)

    @property
    def is_calm(self) -> bool:
        """Whether the agent knew of no foe."""
        return not (self.foes or self.has_unseen)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing was after the hero."""
        return not (self.foes or self.blows or self.helpless)
