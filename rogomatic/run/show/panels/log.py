"""Panel: what the game has said.

Owns   the messages as lines, the newest at the bottom, repeated ones counted.
Leaves keeping them (trace).
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, folded, line, text_of
from rogomatic.run.show.panels.subject import Subject

_PROMPTS: Final = ("(* for list):", "direction?", "Direction:")  # answered as soon as they are asked


def log(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return the last messages, each with the turn of the agent's clock, as many as fit."""
    lines: list[Line] = []
    said = [one for one in agent.trace.said if not one.text.endswith(_PROMPTS)][-max(height, 1) * 4 :]
    for text, group in groupby(said, key=lambda one: one.text):
        same = list(group)
        times = f" (x{len(same)})" if len(same) > 1 else ""
        mark = f"{same[0].turn:>5} "
        first, *rest = folded(f"{mark}{text}{times}".replace("\t", " "), width, indent=len(mark)) or [()]
        shown = text_of(first)
        turn = shown[: len(mark)] if shown.startswith(mark) else ""
        lines += [line((turn, Look.DIM), shown[len(turn) :]), *rest]
    return lines[len(lines) - min(len(lines), max(height, 0)) :]
