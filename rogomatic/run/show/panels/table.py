"""The table of all panels.

Owns   their names and titles.
Leaves what each shows (the modules beside it), where they stand (window.layout), keys (keys).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.run.show.panels.chart import chart
from rogomatic.run.show.panels.counters import counters
from rogomatic.run.show.panels.danger import danger
from rogomatic.run.show.panels.hero import hero
from rogomatic.run.show.panels.knobs import knobs
from rogomatic.run.show.panels.ladder import ladder
from rogomatic.run.show.panels.level import level
from rogomatic.run.show.panels.log import log
from rogomatic.run.show.panels.memory import memory
from rogomatic.run.show.panels.pack import pack
from rogomatic.run.show.panels.plan import plan
from rogomatic.run.show.panels.reason import reason
from rogomatic.run.show.panels.subject import Panel


class Entry(NamedTuple):
    """A panel, and what stands above it."""

    show: Panel
    title: str


PANELS: Final[dict[str, Entry]] = {
    "reason":   Entry(reason,   "Why"),
    "ladder":   Entry(ladder,   "Ladder"),
    "danger":   Entry(danger,   "Danger"),
    "plan":     Entry(plan,     "Plan"),
    "pack":     Entry(pack,     "Pack, worth"),
    "hero":     Entry(hero,     "Hero"),
    "level":    Entry(level,    "Level"),
    "chart":    Entry(chart,    "Map as believed"),
    "counters": Entry(counters, "This game"),
    "log":      Entry(log,      "Messages"),
    "memory":   Entry(memory,   "Monsters remembered"),
    "knobs":    Entry(knobs,    "Knobs"),
}  # fmt: skip
