"""The table of all panels."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.run.viewer.panels.ladder_panel import ladder
from rogomatic.run.viewer.panels.map_panel import chart, level
from rogomatic.run.viewer.panels.mind_panels import danger, knobs, memory, plan, reason
from rogomatic.run.viewer.panels.state_panels import counters, hero, log, pack
from rogomatic.run.viewer.panels.subject import Panel


class PanelEntry(NamedTuple):
    """A panel, and what stands above it."""

    show: Panel
    title: str


PANELS: Final[dict[str, PanelEntry]] = {
    "reason":   PanelEntry(reason,   "Why"),
    "ladder":   PanelEntry(ladder,   "Ladder"),
    "danger":   PanelEntry(danger,   "Danger"),
    "plan":     PanelEntry(plan,     "Plan"),
    "pack":     PanelEntry(pack,     "Pack, worth in points"),
    "hero":     PanelEntry(hero,     "Hero"),
    "level":    PanelEntry(level,    "Level"),
    "chart":    PanelEntry(chart,    "Map as believed"),
    "counters": PanelEntry(counters, "This game"),
    "log":      PanelEntry(log,      "Messages"),
    "memory":   PanelEntry(memory,   "Monsters remembered"),
    "knobs":    PanelEntry(knobs,    "Knobs"),
}  # fmt: skip
