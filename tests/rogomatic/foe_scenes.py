"""Scenes with one foe, and why a rung refused there."""

from __future__ import annotations

from collections.abc import Iterable

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.ladder import LADDER
from tests.support.agent_scenes import KIT, STATUS, Scene


def refusal(b: Beliefs, name: str) -> str:
    rung = next(rung for rung in LADDER if rung.name == name)
    answer = rung.rule(b)
    assert not isinstance(answer, Act)
    return answer.why_not


FOE = """
  ------------
  |..........|
  |...@H.....+
  |..........|
  ------------
"""


def foe_scene(
    letter: str = "H", row: str = STATUS, pack: Iterable[str] = KIT, awake: bool | None = True
) -> Beliefs:
    return Scene(FOE.replace("H", letter), row, pack).awake(letter, awake)
