"""What a window shows of the moment at which a timeline stands."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.screen.vt100 import ROWS
from rogomatic.run.recordings.timeline import Timeline
from rogomatic.run.viewer.canvas import Canvas, Line, Style, line
from rogomatic.run.viewer.frame import Showing, bare_frame, caption_line, frame_of, reason_line
from rogomatic.run.viewer.mind_panels import decision
from rogomatic.run.viewer.state_panels import is_news

NOT_KNOWN: Final = "These are not the agent's keys: its reasons are not known."
_BACK: Final = 100  # moments in which the last message is looked for


def moment_frame(timeline: Timeline, width: int, height: int, showing: Showing) -> Canvas:
    """Return the frame of a window; where the agent's reasons are not known, the screen alone."""
    if timeline.player is None:
        return bare_frame(timeline.screen, width, height, showing, NOT_KNOWN)
    return frame_of(timeline.player, choice_at(timeline), width, height, showing)


def choice_at(timeline: Timeline) -> Choice | None:
    """Return what the agent has chosen at this moment; at the end, what it has chosen last."""
    player = timeline.player
    if player is None or not player.trace.last:
        return None
    return player.last_choice if player.done else player.trace.last[-1].choice


def place_of(timeline: Timeline) -> str:
    """Return the number of the command and how many there are."""
    commands = timeline.commands
    return f"{min(timeline.at + 1, commands):,}/{commands:,}"


def top_line(timeline: Timeline, *, hurries: bool) -> Line:
    """Return what goes on, where moments without news are hurried through; else marks and the message."""
    moment = timeline.moment
    if hurries and moment.still is not None and moment.still.words:
        return caption_line(moment.still)
    marks = "".join(f"{mark.label}  " for mark in moment.marks)
    return line((marks, Style.STRONG), _message(timeline) if moment.ready else "")


def why_line(timeline: Timeline, height: int) -> Line:
    """Return the reason for its row of the map, in a window without panels."""
    player = timeline.player
    choice = decision(player, choice_at(timeline)) if height == ROWS and player is not None else None
    return reason_line(choice) if choice is not None else ()


def _message(timeline: Timeline) -> str:
    """Return what the game said last."""
    before = reversed(timeline.moments[max(timeline.at - _BACK, 0) : timeline.at + 1])
    return next((text for moment in before for text in reversed(moment.said) if is_news(text)), "")
