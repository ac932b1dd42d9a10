"""The panel on what the foes are believed to want."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.foe_intents import intent_of, is_called
from rogomatic.beliefs.known_monsters import Foe, apart
from rogomatic.beliefs.model import Beliefs
from rogomatic.rule_engine import Choice
from rogomatic.run.viewer.panels.panel_base import Line, Style, Subject, columns, cut, folded
from rogomatic.wording import plural

_FORM: Final = (("foe", 17), ("apart", -5), ("  wants", 22), ("since", -6))
_NARROW: Final = (("foe", 15), ("  wants", 20))
_ALARMING: Final = frozenset(("attacks", "shoots", "hunts in a pack"))


def intents(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row per foe, in view and then remembered, with what it is believed to want."""
    b = agent.beliefs
    seen = sorted(b.foes.seen.values(), key=lambda foe: apart(foe.spot, b.me.spot))
    gone = sorted(b.foes.lurking.values(), key=lambda foe: -foe.seen_turn)
    if not seen and not gone:
        return cut(folded("no foe in view or remembered", width, Style.DIM), height)
    form = _FORM if sum(abs(size) for _, size in _FORM) <= width else _NARROW
    lines = [columns(form, Style.DIM)]
    lines += [_row(b, foe, form) for foe in seen]
    lines += [_row(b, foe, form, since_seen=True) for foe in gone]
    if is_called(b.foes, b.turn):
        ago = plural(b.turn - b.foes.called_turn, "turn")
        lines += folded(f"a call was heard {ago} ago: more may come", width, Style.DANGER)
    return cut(lines, height)


def _row(b: Beliefs, foe: Foe, form: tuple[tuple[str, int], ...], *, since_seen: bool = False) -> Line:
    wants = intent_of(foe, b.turn)
    since = foe.seen_turn if since_seen else foe.intent_turn
    cells = {
        "foe": f"{foe.letter} {foe.kind.name}",
        "apart": str(apart(foe.spot, b.me.spot)),
        "  wants": f"  {wants}{', out of view' if since_seen else ''}",
        "since": str(b.turn - since) if since else "",
    }
    look = Style.DIM if since_seen else Style.DANGER if wants in _ALARMING else Style.PLAIN
    return columns([(cells[name], size) for name, size in form], look)
