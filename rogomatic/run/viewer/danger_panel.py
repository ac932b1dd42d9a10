"""The panel of danger: what one moment has of it, and the lines that show it."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import is_worth_a_thought
from rogomatic.agent.think.fight.combat_odds import be_hit, duel, to_hit
from rogomatic.agent.think.fight.combat_sim import FightCost
from rogomatic.agent.think.fight.fight_options import case_of
from rogomatic.agent.think.fight.threat import rounded, threat_of
from rogomatic.run.viewer.canvas import Line, Mind, Style, columns, cut, folded, line
from rogomatic.run.viewer.describe import place_in_short, share, state_of, struck_unseen
from rogue.shared.wording import plural

#             heading   columns, to the right where negative
_WIDE: Final = (
    ("foe",     16),
    (" where",   -7),
    (" state",  11),
    ("hit it",  -7),
    ("be hit",  -7),
    ("blows",   -6),
    ("loss",    -6),
    ("die",     -6),
)  # fmt: skip
_MIDDLE: Final = (("foe", 13), (" state", 8), ("loss", -5), ("die", -5))
_NARROW: Final = (("foe", 11), ("die", -5))
_NAME_COLUMNS: Final = 19  # of the longest name, with its letter
_Form = tuple[tuple[str, int], ...]
_FORMS: Final = (_WIDE, _MIDDLE, _NARROW)  # the widest that fits
_ESTIMATES: Final = "hit what is adjacent"  # the rung whose reason names the usual estimate


class FoeFigures(NamedTuple):
    """A foe in view and the fight to the end with it alone: chance to die, hit points lost, blows."""

    foe: Foe
    die: float
    loss: float
    blows: float


def fought_here(beliefs: Beliefs, choice: Choice | None) -> FightCost:
    """Return the estimated cost of a fight here against all pursuers, as the agent's choice weighed it."""
    threat = threat_of(beliefs)
    if is_worth_a_thought(beliefs):
        here = case_of(beliefs, threat.foes).here
        is_estimate = choice is not None and choice.rung == _ESTIMATES
        return here._replace(death_probability=threat.death_pct / 100) if is_estimate else here
    alone = [duel(beliefs, foe) for foe in threat.foes]
    loss, turns = sum(one[1] for one in alone), sum(one[2] for one in alone)
    return FightCost(threat.death_pct / 100, loss, turns)


def figures_of(beliefs: Beliefs, choice: Choice | None) -> list[FoeFigures]:
    """Return the monsters in view with the cost of a fight against each, most dangerous first."""
    after_us = threat_of(beliefs).foes
    found = []
    for foe in beliefs.foes.seen.values():
        die, loss, blows = duel(beliefs, foe)
        if len(after_us) == 1 and after_us[0] is foe:
            die, loss, _ = fought_here(beliefs, choice)
        found.append(FoeFigures(foe, die, loss, blows))
    return sorted(found, key=lambda one: (-one.die, -one.loss, -one.blows, -one.foe.spot))


class FoeRow(NamedTuple):
    """A foe of the panel: its cells by heading, and whether it alone is a grave danger."""

    cells: dict[str, str]
    is_grave: bool


class Faced(NamedTuple):
    """The danger of one moment, of which lines of any width can be made.

    unseen   a sentence about who strikes unseen, "" for nobody     lurking  foes remembered
    rows     of the foes in view                                    together what they may do together
    """

    unseen: str
    lurking: int
    rows: tuple[FoeRow, ...] = ()
    together: str = ""
    is_grave: bool = False


def weigh(agent: Mind, choice: Choice | None) -> Faced:
    """Return the danger of this moment, the most dangerous foe first.  Hot: for every command."""
    beliefs = agent.beliefs
    unseen, lurking = struck_unseen(beliefs), len(beliefs.foes.lurking)
    if not beliefs.foes.seen:
        return Faced(unseen, lurking)
    rows = tuple([_foe_row(beliefs, figures) for figures in figures_of(beliefs, choice)])
    together = _together(beliefs, 100 * fought_here(beliefs, choice).death_probability)
    return Faced(unseen, lurking, rows, together, threat_of(beliefs).death_pct >= beliefs.knobs.last_pct)


def danger(agent: Mind, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return a row per monster in view, the most dangerous first, and their joint danger."""
    return danger_lines(weigh(agent, choice), width, height)


def danger_lines(faced: Faced, width: int, height: int) -> list[Line]:
    """Return the lines of a moment's danger."""
    unseen = folded(faced.unseen, width, Style.DANGER)
    if not faced.rows:
        more = f"; {faced.lurking} remembered" if faced.lurking else ""
        return cut(unseen or folded(f"no foe in view{more}", width, Style.DIM), height)
    form = _widened(next((form for form in _FORMS if _width_of(form) <= width), _NARROW), width)
    lines = [*unseen, columns(form, Style.DIM)]
    for cells, is_grave in faced.rows:
        look = Style.DANGER if is_grave else Style.PLAIN
        lines.append(line(*columns([(cells[name], size) for name, size in form], look)))
    look = Style.DANGER if faced.is_grave else Style.PLAIN
    return cut(lines + folded(faced.together, width, look), height)


def _width_of(form: _Form) -> int:
    return sum(abs(size) for _, size in form)


def _widened(form: _Form, width: int) -> _Form:
    """Return a form with room for longer names, if there is any to spare."""
    (name, size), *others = form
    return ((name, min(size + max(width - _width_of(form), 0), _NAME_COLUMNS)), *others)


def _together(beliefs: Beliefs, die: float) -> str:
    """Return the joint danger of all pursuers."""
    threat = threat_of(beliefs)
    if not threat.near and not threat.coming:
        return "nobody is after us"
    where = f"{len(threat.near)} near, {len(threat.coming)} coming"
    worst = f"; the next turn may take {plural(threat.round_most, 'hit point')}" if threat.round_most else ""
    return f"fought here: {rounded(die)} to die, {where}{worst}"


def _foe_row(beliefs: Beliefs, figures: FoeFigures) -> FoeRow:
    """Return the row of one foe."""
    foe, die, loss, blows = figures
    cells = {
        "foe": f"{foe.letter} {foe.kind.name}",
        " where": place_in_short(beliefs, foe.spot),
        " state": f" {state_of(foe)}",
        "hit it": share(to_hit(beliefs, foe.kind)),
        "be hit": share(be_hit(beliefs, foe.kind)),
        "blows": f"{blows:.1f}",
        "loss": f"{loss:.1f}",
        "die": rounded(100 * die),
    }
    return FoeRow(cells, 100 * die >= beliefs.knobs.last_pct)
