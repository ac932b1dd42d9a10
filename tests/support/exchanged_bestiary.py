"""Rogue with an exchanged bestiary: other letters and names, and permuted strengths.

The monsters of each depth are about as strong as before, so that scores can be compared; but what a name or
a letter stood for before says nothing any more.  It still calls itself 5.4.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache

from rogomatic.run.runner.link import GAME_OPTIONS, InMemoryGame
from rogue.tables.ruleset import ROGUE_54, Ruleset
from rogue.ui.session import Session

NEIGHBOURS = 3  # ranks among which strengths change places


@cache
def exchanged(seed: int) -> Ruleset:
    """Return Rogue 5.4 with the bestiary of a seed."""
    dice, old = random.Random(seed), ROGUE_54
    ranks = list(range(len(old.order)))
    for start in range(0, len(ranks), NEIGHBOURS):
        some = ranks[start : start + NEIGHBOURS]
        dice.shuffle(some)
        ranks[start : start + NEIGHBOURS] = some
    letters = sorted(old.monsters)
    names = [old.monsters[letter].name for letter in letters]
    dice.shuffle(letters)
    dice.shuffle(names)
    monsters, order, wanderers = {}, "", ""
    for rank, letter, name in zip(ranks, letters, names, strict=True):
        monsters[letter] = replace(old.monsters[old.order[rank]], letter=letter, name=name)
        order += letter
        wanderers += letter if old.wanderers[rank] != " " else " "
    return old.replace(monsters=dict(sorted(monsters.items())), order=order, wanderers=wanderers)


@dataclass(frozen=True)
class Exchanged:
    """A maker of games with the bestiary of a number, or of plain Rogue 5.4 with None."""

    bestiary: int | None

    def __call__(self, seed: int) -> InMemoryGame:
        rules = "5.4" if self.bestiary is None else exchanged(self.bestiary)
        return Session(seed, rules, GAME_OPTIONS)
