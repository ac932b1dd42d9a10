"""Panel: the foes in view and what they may do.

Owns   a row per foe, and the figures of all of them together.
Leaves the figures themselves (think.danger).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.foes import Foe
from rogomatic.beliefs.model import Beliefs
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, columns, cut, folded, line
from rogomatic.run.show.panels.subject import Subject
from rogomatic.run.tapes.words import share, state_of
from rogomatic.screen import COLS
from rogomatic.think.danger import be_hit, duel, to_hit

#             heading   columns, to the right where negative
_WIDE: Final = (
    ("foe",     16),
    ("row,col", -8),
    ("state",   11),
    ("hit it",  -7),
    ("be hit",  -7),
    ("blows",   -6),
    ("loss",    -6),
    ("die",     -6),
)  # fmt: skip
_MIDDLE: Final = (("foe", 13), ("state", 8), ("loss", -5), ("die", -5))
_NARROW: Final = (("foe", 11), ("die", -5))
Form = tuple[tuple[str, int], ...]
_FORMS: Final = (_WIDE, _MIDDLE, _NARROW)  # the widest that fits


def danger(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row per foe in view, the most dangerous first, and what they may do together."""
    b = agent.beliefs
    if not b.foes.seen:
        lurking = len(b.foes.lurking)
        more = f"; {lurking} remembered" if lurking else ""
        return cut(folded(f"no foe in view{more}", width, Look.DIM), height)
    form = next((form for form in _FORMS if sum(abs(size) for _, size in form) <= width), _NARROW)
    rows = sorted(((duel(b, foe), spot) for spot, foe in b.foes.seen.items()), reverse=True)
    lines = [columns(form, Look.DIM)]
    lines += [_row(b, b.foes.seen[spot], figures, form) for figures, spot in rows]
    threat = b.threat
    sure = threat.die_pct >= b.knobs.last_pct
    together = (
        f"together {threat.die_pct:.1f}% to die, at most {threat.round_most} of {b.me.hp} hp next turn, "
        f"{len(threat.near)} near, {len(threat.coming)} coming"
    )
    return cut(lines + folded(together, width, Look.DANGER if sure else Look.PLAIN), height)


def _row(b: Beliefs, foe: Foe, figures: tuple[float, float, float], form: Form) -> Line:
    die, loss, blows = figures
    row, col = divmod(foe.spot, COLS)
    cells = {
        "foe": f"{foe.letter} {foe.kind.name}",
        "row,col": f"{row},{col}",
        "state": f" {state_of(foe)}",
        "hit it": share(to_hit(b, foe.kind)),
        "be hit": share(be_hit(b, foe.kind)),
        "blows": f"{blows:.1f}",
        "loss": f"{loss:.1f}",
        "die": f"{100 * die:.0f}%",
    }
    look = Look.DANGER if 100 * die >= b.knobs.last_pct else Look.PLAIN
    return line(*columns([(cells[name], size) for name, size in form], look))
