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
    """Return the name of an attacker, with an indefinite article if the name can take one.

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

    who       the monster that attacks or is attacked
    is_own    whether the hero attacks
    harm      chances that a monster's attack takes 0, 1, 2, ... hit points by the rules of the game
    reckoned  the hit points that the agent, by its experience, expects a monster's attack to take
    """

    who: str
    chance: float
    is_own: bool = True
    is_hit: bool = False
    is_shot: bool = False
    harm: Spread = ()
    reckoned: float = 0.0


class Unused(NamedTuple):
    """Items that the agent did not use, and the agent's reason.  All these items have the same description.

    number    how many items there are
    noun      the description of one item without an article, such as "potion of healing"
    name      the kind of the items if they are magic and the kind is known, otherwise ""
    is_tried  whether such an item was tried, but its kind is still unknown
    """

    number: int
    noun: str
    reason: str
    name: str = ""
    is_tried: bool = False


class Way(NamedTuple):
    """A way out of a fight, with the chance to die in percent.

    name      words that can follow "to", only for display
    drawback  a clause on why the agent prefers a more dangerous way, or ""
    is_here   whether this way is the fight on the spot
    item      kind and name of the item that is used
    """

    name: str
    percent: float
    drawback: str = ""
    is_here: bool = False
    item: tuple[str, str] = ("", "")


class Deed(NamedTuple):
    """The action of one command.

    verb   the verb of the action
    thing  the item that was used, with its article, or ""
    name   the kind of that item, or "" if the kind was not known
    foe    the monster that the action was aimed at, or ""
    noun   what the item is, such as "wand"
    goal   the purpose of a walk, or ""
    ahead  the length of that walk in squares
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

    blows       the attacker's name for each blow since the last command
    helpless    states that kept the hero from acting since the last command
    foes        the awake monsters in view
    percent     the chance to die in a fight with `foes`, as it was shown to viewers
    ways        the ways out, beginning with the best, if foes in view were a danger
    is_own      whether the agent's choice was carried out
    has_unseen  whether the chance to die takes an unseen attacker into account
    still       the monsters in view that are not known to be awake
    weak        the weaknesses of the hero
    depth       the level
    held_loss   hit points lost since the last command while the hero could not act
    spot        the hero's square
    deed        the action
    apart       number of squares to the nearest of the foes, or 0 if there is no foe
    learned     the kind of the item that the last command used, or "" if the kind is not known
    outcome     the kinds of those messages since the last command that say how a zap or a bolt failed
    beside      the awake monsters beside the hero, taken from the second copy of the game
    touching    the visible monsters beside the hero
    swings      the blows of both sides since the last command
    left        unused items that could have helped, if foes were a danger
    killed      the monsters that died since the last command
    keeps_bow   whether the hero shot at a foe beside it because changing weapons would have cost more

    `beside` is filled only if the hero was struck by a monster and could not know the kind of that monster.
    Otherwise it is ().
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
        """The monsters beside the hero that the hero did not recognize.

        A hero that is blind or hallucinating recognizes no monster.
        """
        is_lost = any(state in self.weak for state in (BLIND, DREAMS))
        return Counter(self.beside) - Counter(() if is_lost else self.foes)

    @property
    def way_out(self) -> Way | None:
        """The least dangerous way out other than to fight on the spot, or None."""
        others = (way for way in self.ways if not way.is_here)
        return min(others, key=lambda way: way.percent, default=None)

    @property
    def is_calm(self) -> bool:
        """Whether the agent knew of no foe."""
        return not (self.foes or self.has_unseen)

    @property
    def is_quiet(self) -> bool:
        """Whether no awake foe was in view, nothing struck the hero, and the hero was able to act."""
        return not (self.foes or self.blows or self.helpless)
