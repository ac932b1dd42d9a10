"""Whether a number before a command repeats the command, or each of its digits moves the hero."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.screen.vt100 import COLS

# The number keys of a keyboard as directions; 5 and 0 are none.
_STEPS: Final = {
    "1": COLS - 1, "2": COLS, "3": COLS + 1, "4": -1, "6": 1, "7": -COLS - 1, "8": -COLS, "9": 1 - COLS,
}  # fmt: skip


def note_count(beliefs: Beliefs, before: int) -> None:
    """Note if the digits of the last count moved the hero, who stood on `before`.

    That shows in a walk that ends off its line, and in a rest that ends on another square.
    """
    action, spot = beliefs.action, beliefs.me.spot
    if beliefs.digits_walk or spot == before or beliefs.is_confused:
        return
    if action.verb == "walk":
        ways: tuple[int, ...] = (0, action.step) if action.times > 1 else ()
        expected = {before + action.step * passed for passed in range(action.times + 1)}
    else:
        ways = (0,) if action.verb in ("rest", "search") else ()
        expected = set()
    if not ways or spot in expected:
        return
    led = before + sum(_STEPS.get(digit, 0) for digit in str(action.times))
    if (
        any(spot == led + way for way in ways)
        and distance_between(before, spot) <= len(str(action.times)) + 1
    ):
        beliefs.digits_walk = True
