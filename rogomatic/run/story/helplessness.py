"""The turns in which a hero cannot act, in words: their cause, their number."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.story.fight_instants import BLOWS, UNSEEN_FOE
from rogue.shared.wording import listed, plural, times

OVER: Final = "hands-free"
"""Kind of the fact that ends helplessness."""


class Spell(NamedTuple):
    """A kind of helplessness: a state in which the hero cannot act for some turns.

    state  the hero's state, in words
    cause  a clause on the cause of this state
    least  minimum number of turns
    most   maximum number of turns.  It is 0 if there is no known maximum, because each further hit prolongs
           the spell and the game shows no message about that.

    In `state` and `cause`, "{who}" is replaced by the monster.
    """

    state: str
    cause: str
    least: int
    most: int


SPELLS: Final = {
    "frozen": Spell("frozen by {who}", "{who} froze it", 2, 0),
    "transfixed": Spell("held by the gaze of {who}", "the gaze of {who} holds it", 2, 0),
    "faint": Spell("in a faint from hunger", "it fainted from hunger", 4, 11),
    "sleep": Spell("asleep", "a scroll of sleep", 4, 8),
    "paralysis": Spell("paralyzed", "a potion of paralysis", 2, 2),
    "gas": Spell("asleep from gas", "sleeping gas from a trap", 5, 5),
    "act-holds": Spell("held by the spell of {who}", "the spell of {who} holds it", 1, 0),
    "haste-twice": Spell("exhausted", "a second potion of haste exhausted it", 0, 7),
}
"""Kind of fact -> the spell of helplessness that it begins (SPC-4, V52-12, FOO-3, SCR-4, V52-14, TRP-5)."""


def helplessness(beliefs: Beliefs) -> str:
    """Return a sentence if the hero cannot move, or could not move at some time since the last command.

    Otherwise return "".  This is a hot path.
    """
    facts = beliefs.facts
    at = next((at for at in range(len(facts) - 1, -1, -1) if facts[at].kind in SPELLS), -1)
    if at < 0:
        return ""
    spell = SPELLS[facts[at].kind]
    is_over = beliefs.waiting.kind == "command" or any(fact.kind == OVER for fact in facts[at:])
    cannot = "could not" if is_over else "cannot"
    cause = spell.cause.format(who=_who(beliefs, facts[at]))
    return f"The hero {cannot} move for {span_of(spell)}: {cause}."


class SpellNews:
    """Reports each spell of helplessness in a game once."""

    def __init__(self) -> None:
        """Begin without any spell of helplessness."""
        self._told = 0  # spells since the last command

    def note(self, beliefs: Beliefs) -> str:
        """Record the next choice.

        If a spell has just begun, return the sentence that the function `helplessness` returns.
        Otherwise return "".  This is a hot path.
        """
        count = sum(fact.kind in SPELLS for fact in beliefs.facts)
        is_new, self._told = count > self._told, 0 if beliefs.waiting.kind == "command" else count
        return helplessness(beliefs) if is_new else ""


def held_now(beliefs: Beliefs) -> str:
    """Return the sentence of `helplessness`, or "" if the game waits for a command."""
    return "" if beliefs.waiting.kind == "command" else helplessness(beliefs)


def blows_while_held(beliefs: Beliefs) -> str:
    """Return words on what has hit a hero that cannot move, with the remaining hit points.

    The words end with "Before that:", because the panel continues with the danger as it was before the hero
    became unable to move.  Return "" if the hero can move.
    """
    if not held_now(beliefs):
        return ""
    began = next(at for at, fact in enumerate(beliefs.facts) if fact.kind in SPELLS)
    late = Counter(fact.who or UNSEEN_FOE for fact in beliefs.facts[began:] if fact.kind in BLOWS)
    hits = [
        f"{f'the {who}' if who != UNSEEN_FOE else who} hit the hero {times(count)}"
        for who, count in late.items()
    ]
    left = f"{max(beliefs.me.hp, 0)} of {plural(beliefs.me.max_hp, 'hit point')} left"
    death = ["the hero was killed"] * (beliefs.me.hp <= 0)  # the end hides the last blow
    return f"Meanwhile {listed([*hits, *death]) or 'nothing has hit the hero'}: {left}. Before that:"


def state_of(beliefs: Beliefs, fact: Fact) -> str:
    """Return, in words, the hero's state after a fact that begins a spell of helplessness."""
    return SPELLS[fact.kind].state.format(who=_who(beliefs, fact))


def span_of(spell: Spell) -> str:
    """Return the number of turns for which a spell lasts, in words.

    >>> span_of(SPELLS["frozen"]), span_of(SPELLS["faint"]), span_of(SPELLS["gas"])
    ('2 turns or more', '4 to 11 turns', '5 turns')
    >>> span_of(SPELLS["haste-twice"])
    'up to 7 turns'
    """
    least, most = spell.least, spell.most
    if not most:
        return f"{plural(least, 'turn')} or more"
    if least == most:
        return plural(most, "turn")
    return f"{least} to {plural(most, 'turn')}" if least else f"up to {plural(most, 'turn')}"


def _who(beliefs: Beliefs, fact: Fact) -> str:
    """Return the monster that froze the hero.

    If the message does not name the monster, return the nearest visible monster that can freeze a hero, or
    words for an unseen monster.
    """
    freezers = [foe for foe in beliefs.foes.seen.values() if foe.kind.special == "freeze"]
    if fact.who or freezers:
        here = beliefs.me.spot
        return f"the {fact.who or min(freezers, key=lambda foe: distance_between(foe.spot, here)).kind.name}"
    kinds = (
        beliefs.monster_source.kind(beliefs.edition, name, beliefs.me.depth)
        for name in sorted(set(beliefs.names.values()))
    )
    name = next((kind.name for kind in kinds if kind.special == "freeze"), "")
    return f"an unseen {name}" if name else "something unseen"
