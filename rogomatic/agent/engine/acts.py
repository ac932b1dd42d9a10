"""The functions that make acts: the keys of a command, with their meaning."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Action, Beliefs, Verb
from rogomatic.agent.beliefs.terrain_map import KEY_OF
from rogomatic.agent.engine.refusals import NO_HEALING
from rogomatic.agent.engine.rule_engine import Act, No

_ITEM_KEYS: Final[dict[Verb, bytes]] = {
    "drop": b"d", "eat": b"e", "quaff": b"q", "read": b"r", "wear": b"W", "wield": b"w",
}  # fmt: skip


def use(verb: Verb, letter: str, because: str) -> Act:
    """Return the act of dropping, eating, quaffing, reading, wearing, or wielding an item."""
    return Act(_ITEM_KEYS[verb] + letter.encode(), because, Action(verb, letter=letter))


def quaff_healing(beliefs: Beliefs) -> Act | No:
    """Return the act of quaffing extra healing, or else healing.  Refuse if the pack has neither."""
    letter = beliefs.find("potion", "extra healing") or beliefs.find("potion", "healing")
    return use("quaff", letter, f"hit points left: {beliefs.me.hp}") if letter else NO_HEALING


def take_armor_off(letter: str, because: str) -> Act:
    """Return the act of taking off the armor with this letter."""
    return Act(b"T", because, Action("strip", letter=letter))


def remove_ring(beliefs: Beliefs, letter: str, because: str) -> Act:
    """Return the act of removing a ring.

    If the hero wears two rings, the game asks for the hand, so the keys also include the answer: left or
    right.
    """
    hand = beliefs.pack[letter].use[:1].encode() if len(beliefs.rings()) > 1 else b""
    return Act(b"R" + hand, because, Action("remove", letter=letter))


def throw(step: int, letter: str, because: str) -> Act:
    """Return the act of throwing an item in a direction."""
    return Act(b"t" + KEY_OF[step] + letter.encode(), because, Action("throw", step, 1, letter))


def zap(beliefs: Beliefs, step: int, letter: str, because: str) -> Act:
    """Return the act of zapping a stick in a direction.

    The key depends on the edition: in 3.6, `p` zaps in a chosen direction, and `z` in a random one.
    """
    keys = beliefs.facts_of_edition.zap_key + KEY_OF[step] + letter.encode()
    return Act(keys, because, Action("zap", step, 1, letter))


def strike(step: int, because: str) -> Act:
    """Return the act of striking in a direction."""
    return Act(KEY_OF[step], because, Action("fight", step))


def step_to(step: int, because: str) -> Act:
    """Return the act of one step in a direction."""
    return Act(KEY_OF[step], because, Action("walk", step))


def search_once(because: str) -> Act:
    """Return the act of searching for one turn."""
    return Act(b"s", because, Action("search"))


def leave_game(because: str) -> Act:
    """Return the act of quitting the game."""
    return Act(b"Qy", because, Action("quit"))
