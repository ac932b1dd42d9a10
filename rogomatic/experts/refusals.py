"""Refusals that rules of more than one expert give."""

from __future__ import annotations

from typing import Final

from rogomatic.rule_engine import No

CALM: Final = No("nobody is after us")
WATCHED: Final = No("a foe is awake in sight")
OTHERS_AWAKE: Final = No("others are awake")
FLOATING: Final = No("floating in the air")
CURSED: Final = No("cursed")
NOT_IN_PACK: Final = No("nothing of that kind in the pack")
