"""Which monster a letter stands for, by what the messages call it.

The letters of the manual are right for the games that it is about; another game may use others, and
its messages tell.  A part of update.
"""

from __future__ import annotations

from collections.abc import Iterable

from rogomatic.beliefs.known_monsters import Foe
from rogomatic.beliefs.model import Beliefs
from rogomatic.monster_manual import Kind


def begin(b: Beliefs, version: str) -> None:
    """Take over what is believed of the letters of a game whose `v` answers so."""
    b.votes = b.naturalist.votes(version)
    b.names = {}
    for letter in sorted({letter for letter, _ in b.votes}):
        _settle(b, letter)


def kind_of(b: Beliefs, letter: str) -> Kind:
    """Return what to expect of who is shown by a letter."""
    name = "" if b.is_hallucinating else b.names.get(letter, "")
    return b.naturalist.kind(b.edition, name, b.me.depth)


def note_strikers(b: Beliefs, names: Iterable[str], near: list[Foe]) -> None:
    """Learn from who was said to strike: one of those next to the hero, if they are all of one letter or
    one is known by that name.
    """
    letters = {foe.letter for foe in near}
    for name in sorted(names):
        known = [letter for letter in letters if b.names.get(letter) == name]
        if len(letters) != 1 and len(known) != 1:
            continue
        _vote(b, known[0] if known else next(iter(letters)), name)


def note_dead(b: Beliefs) -> None:
    """Learn from whom the hero has struck down: also the name of one that is never said to strike."""
    dead = [fact.who for fact in b.facts if fact.kind == "defeated" and fact.who]
    if len(dead) == 1 and b.deed.verb == "fight" and not b.is_hallucinating:
        foe = b.foes.seen.get(b.me.spot + b.deed.step)
        if foe is not None:
            _vote(b, foe.letter, dead[0])


def _vote(b: Beliefs, letter: str, name: str) -> None:
    """Count what speaks for a name of a letter."""
    b.lore.letters[letter, name] = b.lore.letters.get((letter, name), 0) + 1
    if b.names.get(letter) != name:
        _settle(b, letter)


def _settle(b: Beliefs, letter: str) -> None:
    """Choose the name that most speaks for; who is in view by that letter is of its kind."""
    before = b.names.get(letter, "")
    weighed = {name: votes for (one, name), votes in b.votes.items() if one == letter}
    for (one, name), votes in b.lore.letters.items():
        if one == letter:
            weighed[name] = weighed.get(name, 0) + votes
    b.names[letter] = max(sorted(weighed), key=lambda name: (weighed[name], name == before))
    if b.names[letter] != before:
        for foe in (*b.foes.seen.values(), *b.foes.lurking.values()):
            if foe.letter == letter:
                foe.kind = kind_of(b, letter)
