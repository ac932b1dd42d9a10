"""Panels on the agent's mind: reason, plan, danger, ladder, memory, knobs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.knob_sets import knobs_now
from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs, Plan
from rogomatic.agent.engine.rule_engine import Choice, Rung
from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.agent.ladder import LADDER, is_command
from rogomatic.agent.memory.long_term_memory import Count, MonsterRecord
from rogomatic.agent.monster_manual import DamageDistribution, Kind
from rogomatic.agent.player import Player
from rogomatic.agent.think.fight.combat_odds import be_hit, duel, to_hit
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import odds_in_words, rounded, threat_of
from rogomatic.run.recordings.onlooker import Mind
from rogomatic.run.story.helplessness import held_now
from rogomatic.run.story.shown_danger import counts_unseen, death_pct, fought_here, is_danger_known
from rogomatic.run.viewer.canvas import (
    Line,
    Style,
    TableForm,
    columns,
    cut,
    fitted,
    folded,
    labelled,
    line,
)
from rogomatic.run.viewer.describe import (
    in_fewer_words,
    keys_of,
    place_in_short,
    place_in_words,
    plan_in_words,
    share,
    state_of,
    struck_unseen,
)
from rogue.shared.wording import plural

_READS_ON: Final = "dismiss --More--"
_KIND_COLUMNS: Final = 17
_EXPECTED: Final = (("level", -6), ("armor", -7), ("points", -7), ("  blows", 22))
_LEARNED_COLUMNS: Final = -7
_COUNTS: Final[tuple[Count, ...]] = ("met", "killed", "deaths", "hits", "misses", "damage", "most")
_KNOB_COLUMNS: Final = 26  # name and value, two of them blank behind it
_KNOB_DIGITS: Final = 5  # of the largest value
_RANGE_COLUMNS: Final = 24  # columns of the range, if there is room for at most two columns

_LOOKED_AT: Final = 100  # choices back, at most
_LATELY: Final = 20  # choices: a rule that acted since then is close to acting again
_MIN_NEAR: Final = 2  # minimum rungs shown above the one that fired
_WHOLE: Final = 200  # rows from which every rung is shown
#             heading   columns, to the right where negative
_WIDE: Final = (
    ("foe",     16),
    (" where",   -7),
    (" state",   9),
    ("we hit",  -7),
    ("it hits", -8),
    ("blows",   -6),
    ("we lose", -8),
    ("to die",  -7),
)  # fmt: skip
_MIDDLE: Final = (("foe", 13), (" state", 8), ("we lose", -8), ("to die", -7))
_NARROW: Final = (("foe", 11), ("to die", -7))
_MEANINGS: Final = {
    "blows": "until it is dead", "we lose": "hit points", "to die": "chance to lose this fight",
}  # fmt: skip
_NAME_COLUMNS: Final = 19  # of the longest name, with its letter
_FORMS: Final = (_WIDE, _MIDDLE, _NARROW)  # the widest that fits


def reason(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return lines on the rung that fired: its reason, its summary, its keys, its place in the ladder.

    While the agent reads a --More--, the lines are still about the last command.  If something keeps the hero
    from moving, the first line says so.
    """
    held = held_now(agent.beliefs)
    first = folded(held, width, Style.DANGER) if held else []
    return cut([*first, *_reason(agent, choice, width, height - len(first))], height)


def _reason(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:
    choice = decision(agent, choice)
    if choice is None:
        return cut([line(("nothing decided yet", Style.DIM))], height)
    told = [folded(text, width, Style.STRONG) for text in in_fewer_words(choice)]
    lines = next((lines for lines in told if len(lines) <= height), told[-1])
    rungs = [rung.name for rung in choice.ladder]
    keys = labelled("keys", keys_of(choice), width)
    place: list[Line] = []
    summary: list[Line] = []
    if choice.rung in rungs:
        number = rungs.index(choice.rung)
        before = (
            f"{plural(number, 'higher-priority rule')} passed" if number else "the first rule to be asked"
        )
        place = folded(before, width, Style.DIM)
        summary = folded(choice.ladder[number].summary, width, Style.DIM)
    for part in (summary, keys, place):
        if len(part) <= height - len(lines):  # parts that do not fit completely are left out
            lines += part
    return lines


def decision(agent: Player, choice: Choice | None) -> Choice | None:
    """Return the choice to explain.  While the agent reads a --More--, this is the last command."""
    if choice is not None and choice.rung == _READS_ON:
        return next(_choices(agent, None), choice)
    return choice


def plan(agent: Mind, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return lines about the present walk and about the stairs.

    If the last walk was a different one, it has lines, too, between these.
    """
    beliefs = agent.beliefs
    now = plan_of(agent, choice)
    lines = folded("no walk under way", width, Style.DIM)
    if now is not None:
        lines = labelled("walk", plan_in_words(beliefs, now), width, Style.PATH)
    if (
        beliefs.plan is not None
        and now is not None
        and (beliefs.plan.kind, beliefs.plan.goal) != (now.kind, now.goal)
    ):
        lines += labelled("last walk", plan_in_words(beliefs, beliefs.plan), width)
    stairs = place_in_words(beliefs, beliefs.level.stairs) if beliefs.level.stairs >= 0 else "not known"
    lines += labelled("stairs", stairs, width)
    return cut(lines, height)


def plan_of(agent: Mind, choice: Choice | None) -> Plan | None:
    """Return the walk of the choice, or the last walk if the choice answers a question of the game."""
    if choice is None or choice.act.action.verb == "answer":
        return agent.beliefs.plan
    return choice.act.plan


def squares_of(agent: Mind, choice: Choice | None) -> tuple[int, ...]:
    """Return the remaining squares of the walk, ending with the goal.  Return () if there is no walk."""
    now = plan_of(agent, choice)
    return now.path if now is not None else ()


def memory(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row for each kind of monster.

    The row shows what the agent expects of this kind, and what was counted in earlier games.
    """
    beliefs = agent.beliefs
    book = agent.memory.of(beliefs.edition)
    learned = tuple((name, _LEARNED_COLUMNS) for name in _COUNTS)
    lines = labelled("games", f"{book.games} remembered, {plural(len(book.monsters), 'kind')} met", width)
    lines.append(_fitting((("monster", _KIND_COLUMNS), *_EXPECTED, *learned), width, Style.DIM))
    for letter, name in sorted(beliefs.names.items()):
        kind = beliefs.monster_source.kind(beliefs.edition, name, beliefs.me.depth)
        in_view = any(foe.kind is kind for foe in beliefs.foes.seen.values())
        look = Style.STRONG if in_view else Style.PLAIN
        counted = _counted(book.of(name))
        lines.append(_fitting(((f"{letter} {name}", _KIND_COLUMNS), *_expected(kind), *counted), width, look))
    return cut(lines, height)


def _counted(record: MonsterRecord) -> tuple[tuple[str, int], ...]:
    return tuple((str(record[name]), _LEARNED_COLUMNS) for name in _COUNTS)


def _expected(kind: Kind) -> tuple[tuple[str, int], ...]:
    """Return what the agent expects of a kind, in columns that match the heading."""
    blows = " ".join(
        f"0-{attack.worst}" if isinstance(attack, DamageDistribution) else f"{attack[0]}d{attack[1]}"
        for attack in kind.attacks
    )
    texts = (str(kind.level), str(kind.armor), str(kind.exp), f"  {blows or 'none'} {kind.special}")
    return tuple((text, size) for text, (_, size) in zip(texts, _EXPECTED, strict=True))


def _fitting(cells: tuple[tuple[str, int], ...], width: int, look: Style) -> Line:
    """Return a line with the first columns of a row, as many as fit into `width`."""
    kept, room = [], width
    for text, size in cells:
        room -= abs(size)
        if room < 0:
            break
        kept.append((text, size))
    return columns(kept, look)


def knobs(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return lines with every knob and its value.  `*` marks knobs that differ from the default."""
    now = knobs_now(agent.beliefs, agent.own_knobs)  # one that was just moved included
    cells = [_knob_cell(now, name, width) for name in KNOBS]
    across = max(width // (_KNOB_COLUMNS + (0 if width >= 3 * _KNOB_COLUMNS else _RANGE_COLUMNS)), 1)
    rows = -(-len(cells) // across)
    lines = [line(*(cells[at] for at in range(row, len(cells), rows))) for row in range(rows)]
    return cut([line(*((text[:width], look) for text, look in one)) for one in lines], height)


def _knob_cell(now: Knobs, name: str, width: int) -> tuple[str, Style]:
    value, changed = getattr(now, name), getattr(now, name) != getattr(DEFAULT, name)
    digits = min(_KNOB_DIGITS, width - 1)
    room = max(min(_KNOB_COLUMNS - digits - 2, width - digits), 1)
    form = [(f"{'*' if changed else ' '}{name}", room), (str(value), -digits), ("", 2)]
    if width < 3 * _KNOB_COLUMNS:
        form.append((f"{KNOBS[name].least} to {KNOBS[name].most}", _RANGE_COLUMNS))
    return columns(form)[0][0], Style.STRONG if changed else Style.PLAIN


class RungAnswer(NamedTuple):
    """The last answer of a rung.

    text     the reason of the refusal, or of the act
    ago      number of choices since the answer
    acted    whether the answer was an act
    strange  whether the answer differs from the rung's usual answer
    lately   number of choices since the rung last acted, or -1 if the rung has never acted
    """

    text: str
    ago: int
    acted: bool
    strange: bool = False
    lately: int = -1

    @property
    def is_near(self) -> bool:
        """Whether the rung was asked at the latest choice and either answered unusually or acted lately."""
        return self.ago == 0 and (self.strange or 0 <= self.lately <= _LATELY)


def ladder(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return lines that show the rule that fired, and the rules above it that nearly fired.

    The lines also tell how many other rules are above and below it.  If no rule fired, or the panel has very
    many rows, list every rule instead.
    """
    answers = last_answers(agent, choice)
    names = [rung.name for rung in _rungs(agent, choice)]
    fired = next((at for at, name in enumerate(names) if _is_fired(answers.get(name))), -1)
    if fired < 0 or height >= _WHOLE:
        rows = [one for name in names for one in _rung_rows(name, answers.get(name), width)]
        return rows[: max(height, 0)]
    now = _rung_rows(names[fired], answers[names[fired]], width)
    below = _note(f"not asked: {plural(len(names) - fired - 1, 'rule')} below", width)
    first = _note(f"no reason to act: {plural(fired, 'other rule')} above", width)
    if height <= len(now):
        return now[: max(height, 0)]
    room = height - len(now) - len(first)
    kept: dict[int, list[Line]] = {}
    for at in _nearest(names[:fired], answers):
        rows = _rung_rows(names[at], answers.get(names[at]), width)
        if len(rows) <= room:
            kept[at] = rows
            room -= len(rows)
    above = [one for at in sorted(kept) for one in kept[at]]
    others = fired - len(kept)
    first = _note(f"no reason to act: {plural(others, 'other rule')} above", width) if others else []
    return [*first, *above, *now, *(below if room >= len(below) else [])][-height:]


def _nearest(above: list[str], answers: Mapping[str, RungAnswer]) -> list[int]:
    """Return the indexes of the rungs in `above` that are worth a line.

    The rungs that were closest to acting come first.
    """
    near = [at for at, name in enumerate(above) if name in answers and answers[name].is_near]
    near.sort(key=lambda at: (not answers[above[at]].strange, -at))
    rest = [at for at in range(len(above) - 1, -1, -1) if at not in near]
    return near + rest[: max(_MIN_NEAR - len(near), 0)]


def last_answers(agent: Player, choice: Choice | None) -> dict[str, RungAnswer]:
    """Return each rule's last answer in the trace, with the number of choices since that answer.

    The number is 0 for an answer in the present choice.
    """
    answers: dict[str, RungAnswer] = {}
    usual: dict[str, Counter[str]] = {}
    acted: dict[str, int] = {}
    for ago, one in enumerate(islice(_choices(agent, choice), _LOOKED_AT)):
        for rung, refusal in zip(one.ladder, one.refusals, strict=False):
            usual.setdefault(rung.name, Counter())[refusal.why_not] += 1
        acted.setdefault(one.rung, ago)
        known = len(answers)  # later choices reached the rungs down to here
        if len(one.refusals) < known:
            continue
        for rung, refusal in zip(one.ladder[known:], one.refusals[known:], strict=False):
            answers[rung.name] = RungAnswer(refusal.why_not, ago, acted=False)
        answers[one.rung] = RungAnswer(one.act.because, ago, acted=True)
    return {
        name: answer._replace(strange=_is_strange(answer, usual.get(name)), lately=acted.get(name, -1))
        for name, answer in answers.items()
    }


def _is_strange(answer: RungAnswer, usual: Counter[str] | None) -> bool:
    return usual is not None and not answer.acted and 2 * usual[answer.text] < usual.total()


def _choices(agent: Player, choice: Choice | None) -> Iterator[Choice]:
    """Yield the choices that are commands, beginning with the latest."""
    if choice is not None and is_command(choice):
        yield choice
    for moment in reversed(agent.trace.last):
        if is_command(moment.choice) and moment.choice is not choice:
            yield moment.choice


def _rungs(agent: Player, choice: Choice | None) -> Sequence[Rung]:
    """Return the ladder of the latest command.  A person may have changed the ladder since."""
    return next((one.ladder for one in _choices(agent, choice)), LADDER)


def _is_fired(answer: RungAnswer | None) -> bool:
    return answer is not None and answer.acted and answer.ago == 0


def _rung_rows(name: str, answer: RungAnswer | None, width: int) -> list[Line]:
    """Return the folded lines of a rung, with the rung's name and answer."""
    mark = "> " if _is_fired(answer) else "  "
    look = Style.STRONG if _is_fired(answer) else Style.PLAIN if answer and not answer.ago else Style.DIM
    if answer is None:
        return [line((f"{mark}{name}"[:width], look))]
    text = answer.text
    if answer.acted and answer.ago:
        text = f"acted {plural(answer.ago, 'choice')} ago"
    first, *rest = folded(f"{mark}{name}: {text}", width, look, indent=4)
    if _is_fired(answer):
        return [first, *rest]
    shown = first[0][0]
    head = shown[: len(mark) + len(name) + 1]
    dim = [line((one[0][0], Style.DIM)) for one in rest]
    return [line((head, look), (shown[len(head) :], Style.DIM)), *dim]


def _note(text: str, width: int) -> list[Line]:
    return folded(f"  ({text})", width, Style.DIM, indent=4)


class FoeFigures(NamedTuple):
    """A foe in view, and the cost of a fight against this foe alone.

    die    chance to die (0 to 1)
    loss   hit points that the hero loses
    blows  number of the hero's blows until the foe is dead
    """

    foe: Foe
    die: float
    loss: float
    blows: float


def figures_of(beliefs: Beliefs, choice: Choice | None) -> list[FoeFigures]:
    """Return the figures of each foe in view, beginning with the most dangerous foe."""
    after_us = threat_of(beliefs).foes
    found = []
    for foe in beliefs.foes.seen.values():
        die, loss, blows = duel(beliefs, foe)
        if len(after_us) == 1 and after_us[0] is foe:
            die, loss, _ = fought_here(beliefs, choice)
        found.append(FoeFigures(foe, die, loss, blows))
    return sorted(found, key=lambda one: (-one.die, -one.loss, -one.blows, -one.foe.spot))


class FoeRow(NamedTuple):
    """A row of the table of foes.

    cells     dictionary from the heading of a column to the text below
    is_grave  whether the foe alone is a grave danger
    """

    cells: dict[str, str]
    is_grave: bool


class Faced(NamedTuple):
    """The danger of one moment, as data from which lines are made.

    unseen    sentence about an unseen attacker, or ""
    lurking   number of remembered foes
    rows      rows of the foes in view
    together  joint danger of the foes, in words
    """

    unseen: str
    lurking: int
    rows: tuple[FoeRow, ...] = ()
    together: str = ""
    is_grave: bool = False


def weigh(agent: Mind, choice: Choice | None) -> Faced:
    """Return the danger of this moment.  The most dangerous foe is in the first row.  This is a hot path."""
    beliefs = agent.beliefs
    unseen, lurking, percent = struck_unseen(beliefs), len(beliefs.foes.lurking), death_pct(beliefs, choice)
    if unseen and not counts_unseen(beliefs):
        unseen = f"{unseen}; its danger is unknown"
    elif unseen and not threat_of(beliefs).foes:
        unseen = f"{unseen}; {rounded(percent)} to die if fought here"
    if not beliefs.foes.seen:
        return Faced(unseen, lurking)
    rows = tuple([_foe_row(beliefs, figures) for figures in figures_of(beliefs, choice)])
    is_grave = max(percent, threat_of(beliefs).death_pct) >= beliefs.knobs.last_pct
    return Faced(unseen, lurking, rows, _together(beliefs, percent), is_grave)


def danger(agent: Mind, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return lines with a row for each monster in view, and with the joint danger of these monsters."""
    return danger_lines(weigh(agent, choice), width, height)


def danger_lines(faced: Faced, width: int, height: int) -> list[Line]:
    """Return the lines of the panel about the danger of a moment."""
    unseen = folded(faced.unseen, width, Style.DANGER)
    if not faced.rows:
        more = f"; {faced.lurking} remembered" if faced.lurking else ""
        return cut(unseen or folded(f"no foe in view{more}", width, Style.DIM), height)
    form = fitted(_FORMS, width, "foe", _NAME_COLUMNS)
    lines = [*unseen, columns(form, Style.DIM)]
    for cells, is_grave in faced.rows:
        look = Style.DANGER if is_grave else Style.PLAIN
        lines.append(line(*columns([(cells[name], size) for name, size in form], look)))
    look = Style.DANGER if faced.is_grave else Style.PLAIN
    lines += folded(faced.together, width, look)
    legend = folded(_legend(form), width, Style.DIM)
    return lines + legend if len(lines) + len(legend) <= height else cut(lines, height)


def _legend(form: TableForm) -> str:
    """Return the meanings of the columns that have no self-explanatory heading."""
    return "; ".join(f"{name}: {_MEANINGS[name]}" for name, _ in form if name in _MEANINGS)


def _together(beliefs: Beliefs, die: float) -> str:
    """Return, in words, the joint danger of all pursuers."""
    threat, unseen = threat_of(beliefs), counts_unseen(beliefs)
    if not threat.foes:
        return f"no foe {'in view ' * unseen}is after the hero"
    where = f"{len(threat.near)} near, {len(threat.coming)} coming{', 1 unseen' * unseen}"
    worst = f"; the next turn may take {plural(threat.round_most, 'hit point')}" if threat.round_most else ""
    odds = odds_in_words(die, is_known=is_danger_known(beliefs))
    return f"{FIGHT_HERE}: {odds}, {where}{worst}"


def _foe_row(beliefs: Beliefs, figures: FoeFigures) -> FoeRow:
    foe, die, loss, blows = figures
    cells = {
        "foe": f"{foe.letter} {foe.kind.name}",
        " where": place_in_short(beliefs, foe.spot),
        " state": f" {state_of(foe)}",
        "we hit": share(to_hit(beliefs, foe.kind)),
        "it hits": share(be_hit(beliefs, foe.kind)),
        "blows": f"{max(round(blows), 1)}",
        "we lose": "<1" if 0 < loss < 0.5 else f"{min(round(loss), max(beliefs.me.hp, 1))}",
        "to die": rounded(100 * die),
    }
    return FoeRow(cells, 100 * die >= beliefs.knobs.last_pct)
