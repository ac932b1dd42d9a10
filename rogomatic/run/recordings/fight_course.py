"""The course of a hero's last fight in time order: exchanges of blows, the lulls between them, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import chain, pairwise
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import FREE_VERBS
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.recordings.attackers import squeezes, squeezes_of, struck
from rogomatic.run.recordings.deed_results import Ending, result_of
from rogomatic.run.recordings.deed_words import AIMS, SHOOT, TRIES, WEIGHS, deed_in_words
from rogomatic.run.recordings.fight_instants import HIDDEN, UNSEEN_FOE, Instant
from rogomatic.run.recordings.linked_story import END, Cause
from rogue.shared.wording import counted, listed, plural, plural_of

_LULL_TURNS: Final = 8  # without a blow, from which on an exchange is over
_GREAT_LOSS: Final = 0.2  # of all hit points, from which on an exchange has words of its own
_LEAD_TURNS: Final = 3  # before the first blow, that belong to an exchange
_MOST_DEEDS: Final = 3  # of one phase
_TOLD_PCT: Final = 1.0  # to die, below which it is told of fights only
_ROSE_PCT: Final = 15.0  # by which a danger rose so that it is told again
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
UNCOUNTED: Final = "not counting what it could not see"


class Phase(NamedTuple):
    """A part of a fight: the numbers of its first and last command, and whether blows fell."""

    first: int
    last: int
    is_struck: bool


class LastBlows(NamedTuple):
    """The blows of the last phase, by name, with what else is known of them, as for `struck`.

    suffix  in which state the hero was meanwhile, "" for none
    """

    blows: Counter[str]
    beside: Counter[str]
    more: list[str]
    is_cut: bool
    suffix: str


def phases_of(fight: Sequence[Instant]) -> list[Phase]:
    """Return the phases of a fight, at most two lulls and two exchanges, what is between them as one."""
    hurt = [
        at for at, (one, after) in enumerate(pairwise(fight))
        if after.hp < one.hp
    ]  # fmt: skip
    runs = list[list[int]]()
    for at in [*hurt, len(fight) - 1]:
        if (
            runs
            and fight[runs[-1][0]].hp - fight[runs[-1][1] + 1].hp < _GREAT_LOSS * fight[at].max_hp
            and (fight[at].turn - fight[runs[-1][1]].turn > _LULL_TURNS)
        ):
            runs.pop()  # it is part of a lull
        if runs and fight[at].turn - fight[runs[-1][1]].turn <= _LULL_TURNS:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    known = next((at for at, one in enumerate(fight) if not one.is_calm), len(fight) - 1)  # of a foe
    found, begin = list[Phase](), min(known, runs[0][0])
    for first, last in runs:
        is_short = fight[first].turn - fight[begin].turn <= _LEAD_TURNS
        if first > begin and not is_short:
            found.append(Phase(begin, first - 1, False))
        found.append(Phase(begin if is_short else first, last, True))
        begin = last + 1
    struck = [at for at, one in enumerate(found) if one.is_struck]
    if len(struck) > 2:
        head, rest = found[: struck[0] + 1], found[struck[0] + 1 : struck[-1]]
        found = [*head, Phase(rest[0].first, rest[-1].last, True), found[struck[-1]]]
    return found


def course_of(
    fight: Sequence[Instant], ending: Ending, late: LastBlows, died: int, harmless: Set[str], *,
    is_killed: bool, told: Set[int],
) -> list[Cause]:  # fmt: skip
    """Return a fight in sentences, one for each phase, the earliest first.

    late  the blows behind the beginning of the last phase     died  turn of the end
    is_killed  whether blows took the last hit points     told  turns whose magic is told elsewhere
    """
    phases, found, known = phases_of(fight), list[Cause](), Counter[str]()
    for phase in phases:
        after = fight[phase.last + 1] if phase.last + 1 < len(fight) else None
        if phase is phases[0] and _is_idle(fight[phase.first : phase.last + 1], phase):
            continue
        came, joins, known = _arrivals(fight, phase, known)
        first = fight[phase.first]
        until = died if after is None else after.turn
        when = f"Turn {first.turn:,}" if until - first.turn <= 1 else f"Turns {first.turn:,} to {until:,}"
        if after is None:
            cost = _last_cost(fight[phase.first], late, ending.killer) if is_killed else ""
        else:
            cost = _cost(fight[phase.first : phase.last + 2], harmless)
        deeds = _deeds(fight, phase, ending, told, joins)
        dead = [*chain(*[one.killed for one in fight[phase.first + 1 : phase.last + 2]])]
        dead += ending.killed if after is None else ()
        killed = f"it killed {counted(dead)}" if dead else ""
        if came and not (deeds or killed or cost):
            found.append(Cause(1.0, first.turn, f"turn {first.turn:,}: {came}", place=END))
            continue
        words = "; ".join(filter(None, [came, deeds, killed, cost]))
        if words:
            found.append(Cause(1.0, until - 1, f"{when}: {words}", place=END))  # behind what came in between
    return found


def _is_idle(steps: Sequence[Instant], phase: Phase) -> bool:
    """Return whether a lull is not worth a sentence: without danger, magic, or a change of armor."""
    deeds = any(_is_magic(one) or one.deed.verb == "strip" for one in steps)
    return not phase.is_struck and not deeds and all(one.percent < _TOLD_PCT for one in steps)


def _arrivals(
    fight: Sequence[Instant], phase: Phase, known: Counter[str]
) -> tuple[str, dict[int, str], Counter[str]]:
    """Return a clause on the foes that a phase begins with, those that join later, and all foes told so far.

    Those that join it are told by the number of the command at which they were seen first.
    """
    begin = next((at for at in range(phase.first, phase.last + 1) if fight[at].foes), phase.last)
    joins = dict[int, str]()
    came, upon, woken, now = Counter[str](), Counter[str](), Counter[str](), known
    dead = Counter(chain(*[one.killed for one in fight[1 : phase.first]])) & known  # that were told
    for at in range(phase.first, phase.last + 1):
        one, before = fight[at], fight[max(at - 1, 0)]
        dead.update(who for who in (one.killed if at else ()) if dead[who] < now[who])
        new = Counter(one.foes) + dead - now
        met = (
            (new | (Counter(one.touching) + dead - now)) & Counter(one.touching)
            if is_step(before, one)
            else Counter()
        )
        seen, now = now, now | (Counter(one.foes) + dead) | (now + met)
        if not at or not is_changed(before, one):
            upon += met
            shot = Counter(name for name in new - met if _is_shot_asleep(before, name))
            woken += shot
            late = new - met - shot
            if late and at > begin:
                joins[at] = newcomers(late, seen)
            else:
                came += late
    told = [
        f"its shot woke {newcomers(woken, known)}" if woken else "",
        f"it came upon {newcomers(upon, known + woken)}" if upon else "",
        f"{newcomers(came, known + woken + upon)} came" if came else "",
    ]
    return "; ".join(filter(None, told)), joins, now


def is_step(before: Instant, now: Instant) -> bool:
    """Return whether the hero came to its square by a step, with no foe after it."""
    return before.is_own and before.is_calm and before.deed.verb == "walk" and before.spot != now.spot


def _is_shot_asleep(before: Instant, name: str) -> bool:
    """Return whether the hero has shot or thrown at a foe of this kind that seemed asleep."""
    return (
        before.is_own
        and before.deed.verb in ("throw", SHOOT)
        and before.deed.foe == name
        and name in before.still
    )


def newcomers(came: Counter[str], known: Mapping[str, int]) -> str:
    """Return newly arrived foes in words; those of a kind that was known are numbered.

    >>> newcomers(Counter(emu=1, bat=2), {"emu": 1}), newcomers(Counter(emu=2), {"emu": 1})
    ('2 bats and a second emu', '2 more emus')
    """
    first = [counted([name] * count) for name, count in came.items() if not known.get(name)]
    more = [
        f"a {_ORDINALS[known[name]]} {name}" if count == 1 and known[name] < len(_ORDINALS)
        else f"{count} more {plural_of(name) if count > 1 else name}"
        for name, count in came.items() if known.get(name)
    ]  # fmt: skip
    return listed([*first, *more])


def is_changed(before: Instant, now: Instant) -> bool:
    """Return whether a zap has turned a foe into another one."""
    is_gone = now.foes.count(before.deed.foe) < before.foes.count(before.deed.foe)
    return before.deed.verb == "zap" and "polymorph" in (before.deed.name, now.learned) and is_gone


def _cost(steps: Sequence[Instant], harmless: Set[str]) -> str:
    """Return what the blows of a phase took; the last command is the one behind it."""
    hp, after = steps[0].hp, steps[-1].hp
    blows, beside = Counter[str](), Counter[str]()
    for one in steps[1:]:
        blows.update(who for who in one.blows if who not in harmless)
        beside |= one.hidden
    rose = f"its hit points rose from {hp} to {after}" if after > hp else ""
    if not blows:
        fell = f"it fell from {hp} to {plural(after, 'hit point')}" if after < hp else "nothing hurt the hero"
        return f"{fell}{f', and {rose}' if rose else ''}"
    if set(blows) <= {*HIDDEN} and all(later.hp >= one.hp for one, later in pairwise(steps)):
        return rose or f"it kept its {plural(hp, 'hit point')}"
    holder = next((who for who in blows if squeezes(who)), "")
    squeezed = squeezes_of(chain(*[one.swings for one in steps[1:]]), holder)
    hits = struck(holder, blows, beside, [plural(squeezed, "squeeze")] * (squeezed > 0), is_cut=False)
    if after < hp:
        return f"{hits}it from {hp} to {plural(after, 'hit point')}"
    return f"{hits}some hit points, but {rose or 'as many came back'}"


def _last_cost(first: Instant, late: LastBlows, killer: str) -> str:
    """Return what the last blows took."""
    share = "its last" if first.hp < first.max_hp else "all its"
    hits = struck(killer, late.blows, late.beside, late.more, is_cut=late.is_cut)
    return f"{hits}{share} {plural(first.hp, 'hit point')}{late.suffix}"


def _deeds(
    fight: Sequence[Instant], phase: Phase, ending: Ending, elsewhere: Set[int], joins: Mapping[int, str]
) -> str:
    """Return what the hero did in a phase, in the past tense, with the chances to die that it saw.

    joins  the foes that came meanwhile, by the number of the command at which they were seen first
    """
    groups = list[list[int]]()
    for at in range(phase.first, phase.last + 1):
        one = fight[at]
        if not one.is_own or one.deed.verb in FREE_VERBS or (_is_magic(one) and one.turn in elsewhere):
            continue
        is_again = groups and one.deed.verb not in TRIES and _key(fight[groups[-1][0]]) == _key(one)
        if is_again:
            groups[-1].append(at)
        elif not one.is_quiet or groups or one.has_unseen:
            groups.append([at])
    if len(groups) > _MOST_DEEDS:  # the first, the most dangerous, or magic, and the last
        middle = max(groups[1:-1], key=lambda group: (_is_magic(fight[group[0]]), fight[group[0]].percent))
        groups = [groups[0], middle, groups[-1]]
    joined = list[list[int]]()
    for group in groups:
        if joined and not _is_magic(fight[group[0]]) and _key(fight[joined[-1][0]]) == _key(fight[group[0]]):
            joined[-1] += group
        else:
            joined.append(group)
    during: dict[int, list[str]] = {}  # by the number of the deed, -1 for before all
    for at, who in joins.items():
        during.setdefault(sum(group[0] < at for group in joined) - 1, []).append(who)
    when = {number: f"{listed(who)} came" for number, who in during.items()}
    words = [
        _deed(fight, group, ending) + (f", when {when[number]}" if number in when else "")
        for number, group in enumerate(joined)
    ]
    told = [f"the hero {', then '.join(words)}"] if words else []
    return "; ".join([*([when[-1]] if -1 in when else []), *told])


def _is_magic(one: Instant) -> bool:
    return one.deed.verb in TRIES and bool(one.deed.thing)


def _key(one: Instant) -> tuple[str, ...]:
    """Return what is the same in commands that are told as one."""
    return (one.deed.verb,) if one.deed.verb == "fight" else (deed_in_words(one),)


def _deed(fight: Sequence[Instant], group: Sequence[int], ending: Ending) -> str:
    """Return what the hero did in some commands in a row."""
    one = fight[group[0]]
    words = deed_in_words(one)
    if _is_magic(one):
        came = result_of(fight, group[0], ending)
        left = f"{plural(one.hp, 'hit point')} left"
        return f"{words} ({'; '.join(filter(None, [left, came]))})"
    risk = odds_of(fight, group[0])
    worst = max(group, key=lambda at: chosen_percent(fight[at]))
    if risk and chosen_percent(fight[worst]) >= chosen_percent(one) + _ROSE_PCT:
        others = set(fight[worst].foes) - set(one.foes)
        against = f" against {counted(fight[worst].foes)}" if others else ""
        risk += f", later {rounded(chosen_percent(fight[worst]))}{against}"
    said = "; ".join(filter(None, [risk, _way_left(fight, group[-1])]))
    return f"{words}{f' ({said})' if said else ''}"


def _way_left(fight: Sequence[Instant], at: int) -> str:
    """Return how many squares short of its goal a walk ended, "" if it had none or got there."""
    one, after = fight[at], fight[at + 1] if at + 1 < len(fight) else None
    walked = 0 if after is None else distance_between(one.spot, after.spot)
    left = one.deed.ahead - walked
    return f"{plural(left, 'square')} short" if one.deed.goal in AIMS and left > 0 else ""


def chosen_percent(one: Instant) -> float:
    """Return the chance to die of what a command did, as the agent saw it."""
    return one.ways[0].percent if one.rung in WEIGHS and one.ways and not one.ways[0].is_here else one.percent


def odds_of(fight: Sequence[Instant], at: int) -> str:
    """Return the chance to die that the agent saw at a command, "" without a foe."""
    one = fight[at]
    if not (one.foes or one.has_unseen) or (one.deed.verb != "fight" and chosen_percent(one) < _TOLD_PCT):
        return ""
    partly = f", {UNCOUNTED}" if is_partial(fight, at) else ""
    return f"{rounded(chosen_percent(one))} to die{partly}"


def is_partial(fight: Sequence[Instant], at: int) -> bool:
    """Return whether the chance to die leaves out something unseen that had struck before."""
    return not fight[at].has_unseen and any(UNSEEN_FOE in one.blows for one in fight[: at + 1])
