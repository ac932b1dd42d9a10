"""What known magic in the pack can do about something that strikes unseen, deep down."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import KEY_OF
from rogomatic.agent.engine.acts import read, zap
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.think.fight.magic_options import BOLTS, may_hang
from rogomatic.agent.think.fight.unseen_foes import UNSEEN_MOST, has_struck_unseen
from rogomatic.agent.think.items.item_value import empty_chance

_SURE: Final = ("teleport away",)
_STICKS: Final = (*_SURE, "slow monster", "cancellation", *BOLTS)  # the best first
_ONCE: Final = frozenset({"slow monster", "cancellation"})  # a second charge does no more
_SCROLLS: Final = ("hold monster", "teleportation")
_ROUNDS: Final = 2  # of its blows that a hero must be able to take to go on without a scroll


def unseen_remedy(beliefs: Beliefs) -> Act | None:
    """Return the use of magic against what has just struck unseen, None if nothing in the pack fits.

    A scroll that holds whoever is awake within two squares (SCR-3), or takes the hero away (SCR-9), is kept
    until two rounds may kill.  A stick needs to know where it stands (STK-5).
    """
    if not has_struck_unseen(beliefs):
        return None
    return _scroll(beliefs) or _stick(beliefs, _STICKS)


def has_sure_remedy(beliefs: Beliefs) -> bool:
    """Return whether there is one that is certain to give the hero time: not a bolt, which may miss."""
    return _scroll(beliefs) is not None or _stick(beliefs, _SURE) is not None


def _stick(beliefs: Beliefs, names: tuple[str, ...]) -> Act | None:
    """Return a zap of one of these kinds at the only square on which it can stand."""
    spots = sorted(beliefs.foes.unseen_spots)
    step = spots[0] - beliefs.me.spot if len(spots) == 1 else 0
    if step not in KEY_OF:
        return None
    for name in names:
        for letter, stick in beliefs.pack.of_kind("stick"):
            if beliefs.name_of(stick) != name or may_hang(beliefs, stick):
                continue
            if empty_chance(beliefs, letter) >= 1 or (name in _ONCE and letter in beliefs.foes.unseen_zapped):
                continue
            return zap(beliefs, step, letter, f"{name} on what strikes unseen")
    return None


def _scroll(beliefs: Beliefs) -> Act | None:
    """Return the reading of a scroll that stops it, or takes the hero away from it."""
    if beliefs.is_blind or beliefs.me.hp > _ROUNDS * UNSEEN_MOST:
        return None
    for name in _SCROLLS:
        letter = beliefs.find("scroll", name)
        if letter:
            return read(letter, f"{name}, as something unseen strikes")
    return None
