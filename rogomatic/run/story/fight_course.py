"""The course of a hero's last fight in time order, with a line for each change of plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import chain, pairwise
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import FREE_VERBS
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.story.attackers import squeezes, squeezes_of, struck
from rogomatic.run.story.deed_results import FightEnd, result_of
from rogomatic.run.story.deed_words import AIMS, SHOOT, TRIES, WEIGHS, deed_in_words, way_name
from rogomatic.run.story.fight_instants import HIDDEN, UNSEEN_FOE, Instant
from rogomatic.run.story.linked_story import END, Cause
from rogue.shared.wording import counted, listed, plural, plural_of

_MOST_STEPS: Final = 5  # of a fight
_MAGIC, _CAME, _ATTACK = 0.6, 0.2, 0.1  # worth of a step, as a share of all hit points
_LEAST_RISE: Final = 3  # hit points that came back, which are worth words
_DANGER: Final = 0.5  # worth of a step at a sure death
_ATTACKS: Final = ("fight", "throw", SHOOT)  # verbs of deeds
_TOLD_PCT: Final = 1.0  # to die, below which it is told of fights only
_GRAVE_PCT: Final = 5.0  # to die, from which on an act is told that cost nothing
_ROSE_PCT: Final = 30.0  # by which a danger rose so that the same act is told again
_SPAN_PCT: Final = 5.0  # by which the danger during one step rose so that both are told
_MOST_SHARE: Final = 0.75  # of a loss that messages can place roughly, from which on it was most of it
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
_SURE: Final = rounded(100.0)
_KEPT_BOW: Final = ", even at close range, because changing weapons would cost more than it gains"
_NO_WAY: Final = "no way out was known"
SAME_PCT: Final = 0.5
"""Largest difference between two chances to die, in percentage points, that are told as equal."""
UNCOUNTED: Final = "not counting unseen attackers"


class FightStep(NamedTuple):
    """A part of a fight in which the hero kept to one plan.

    first  index of the first command of the step
    last   index of the last command of the step
    deeds  index of the first command whose action is told

    `deeds` is usually equal to `first`.  It is greater if a new foe struck before that action.
    """

    first: int
    last: int
    deeds: int


class LastBlows(NamedTuple):
    """The blows of the last step.  The fields before `suffix` are parameters of `struck`.

    suffix  a clause on the state that kept the hero from acting during the step, or "" if it could act
    """

    blows: Counter[str]
    beside: Counter[str]
    more: list[str]
    is_cut: bool
    suffix: str


class _StepStart(NamedTuple):
    """The beginning of a step.  `first` and `deeds` are as in a FightStep."""

    first: int
    deeds: int
    has_newcomer: bool = False


def steps_of(fight: Sequence[Instant]) -> list[FightStep]:
    """Return the steps of a fight.  A new foe, another action, or a much greater danger begins a new step.

    At most five steps are kept: the first step, the last step, and the three most important other steps.
    Every other step is joined to the step before it.
    """
    starts = _starts_of(fight)
    ends = [*[start.first for start in starts[1:]], len(fight)]
    worths = [_worth(fight, start, end) for start, end in zip(starts, ends, strict=True)]
    worths[0] = worths[-1] = float("inf")
    ranked = sorted(range(len(starts)), key=lambda number: -worths[number])
    kept = [starts[number] for number in sorted(ranked[:_MOST_STEPS])]
    ends = [*[start.first for start in kept[1:]], len(fight)]
    return [FightStep(one.first, end - 1, one.deeds) for one, end in zip(kept, ends, strict=True)]


def _starts_of(fight: Sequence[Instant]) -> list[_StepStart]:
    starts = [_first_start(fight)]
    plan = fight[starts[0].deeds]
    seen = Counter(plan.foes)
    for at in range(starts[0].deeds + 1, len(fight)):
        one = fight[at]
        came = Counter(one.foes) - seen
        seen |= Counter(one.foes)
        if not (came or _is_new_plan(plan, one)):
            continue
        plan = one
        is_surprise = bool(set(one.blows) & set(came)) and not _is_magic(fight[at - 1])
        if is_surprise and starts[-1].first == at - 1:
            starts.pop()
        starts.append(_StepStart(at - is_surprise, at, bool(came)))
    return starts


def _first_start(fight: Sequence[Instant]) -> _StepStart:
    """Return the beginning of the first step.

    The first step begins with the first foe or the first wound, or with the command that woke a foe.
    """
    hurt = next((at for at, (one, after) in enumerate(pairwise(fight)) if after.hp < one.hp), len(fight) - 1)
    known = next((at for at, one in enumerate(fight) if not one.is_calm), len(fight) - 1)
    begin = min(known, hurt)
    if begin and set(fight[begin - 1].still) & set(fight[begin].foes):  # it did something about a sleeper
        return _StepStart(begin - 1, begin - 1)
    is_surprise = hurt == known - 1 and set(fight[known].blows) & set(fight[known].foes)
    return _StepStart(begin, known if is_surprise else begin)


def _is_new_plan(plan: Instant, one: Instant) -> bool:
    """Return whether a command begins a new plan.

    A new plan is another action or a use of magic.  A much greater danger also counts as a new plan.
    """
    if not one.is_own or one.deed.verb in FREE_VERBS:
        return False
    is_other = not plan.is_own or _key(one) != _key(plan) or _is_magic(one)
    return is_other or chosen_percent(one) - chosen_percent(plan) >= _ROSE_PCT


def _worth(fight: Sequence[Instant], start: _StepStart, end: int) -> float:
    """Return the importance of the step from command `start.first` to command `end` - 1.

    A loss of all hit points adds 1.
    """
    told, commands = fight[start.deeds], fight[start.first : end]
    lost = sum(max(one.hp - after.hp, 0) for one, after in pairwise(fight[start.first : end + 1]))
    acts = _MAGIC * _is_magic(told) + _CAME * start.has_newcomer + _ATTACK * (told.deed.verb in _ATTACKS)
    return lost / max(told.max_hp, 1) + acts + _DANGER * max(map(chosen_percent, commands)) / 100


def course_of(
    fight: Sequence[Instant], ending: FightEnd, late: LastBlows, died: int, harmless: Set[str], *,
    is_killed: bool, told: Set[int],
) -> list[Cause]:  # fmt: skip
    """Return a fight in sentences, with a line for each step, in time order.

    late       the blows since the beginning of the last step
    died       turn of the death
    harmless   monsters whose blows take no hit points
    is_killed  whether blows took the last hit points
    told       turns that other lines are about.  Magic used on these turns is left out.
    """
    steps, found, known = steps_of(fight), list[Cause](), Counter[str]()
    for step in steps:
        after = fight[step.last + 1] if step.last + 1 < len(fight) else None
        arrived, known = _arrivals(fight, step, known)
        first = fight[step.first]
        until = died if after is None else after.turn
        when = f"Turn {first.turn:,}" if until - first.turn <= 1 else f"Turns {first.turn:,} to {until:,}"
        if after is None:
            cost = _last_cost(first, late, ending.killer) if is_killed else ""
        else:
            cost = _cost(fight[step.first : step.last + 2], harmless)
        who = "the hero" if any(arrived) else "it"  # which could be a foe that has just been named
        deed = [*filter(None, _deed(fight, step, ending, told, who))]
        dead = [*chain(*[one.killed for one in fight[step.first + 1 : step.last + 2]])]
        dead += ending.killed if after is None else ()
        killed = f"{'it' if len(deed) == 1 else 'the hero'} killed {counted(dead)}" if dead else ""
        is_told = after is None or cost or killed or any(arrived)
        if not is_told and _is_idle(fight[step.first : step.last + 1]):
            continue
        words = _sentences([*arrived, *deed, killed, cost])
        if words:
            found.append(Cause(1.0, until - 1, f"{when}: {words}", place=END))  # behind what came in between
    return found


def _sentences(clauses: Sequence[str]) -> str:
    """Join clauses into sentences.  Empty clauses and the full stop at the very end are left out.

    >>> _sentences(["a bat came", "", "it ran"])
    'A bat came. It ran'
    """
    return ". ".join(f"{one[0].upper()}{one[1:]}" for one in clauses if one)


def _is_idle(commands: Sequence[Instant]) -> bool:
    """Return whether a step was idle.

    The hero was not in grave danger (except while it changed its weapon), used no magic and no missiles, and
    did not take off its armor.
    """
    deeds = any(_is_magic(one) or one.deed.verb in ("strip", "throw", SHOOT) for one in commands)
    return not deeds and all(one.percent < _GRAVE_PCT or one.deed.verb == "wield" for one in commands)


def _arrivals(
    fight: Sequence[Instant], step: FightStep, known: Counter[str]
) -> tuple[list[str], Counter[str]]:
    """Return clauses on the foes that came during a step.  Also return `known` with these foes added."""
    begin = next((at for at in range(step.first, step.last + 1) if fight[at].foes), step.last)
    came, upon, woken, rose, now = Counter[str](), Counter[str](), Counter[str](), Counter[str](), known
    later = list[str]()
    dead = Counter(chain(*[one.killed for one in fight[1 : step.first]])) & known  # that were told
    for at in range(step.first, step.last + 1):
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
            stirred = (new - met - shot) & Counter(before.still)
            rose += stirred
            late = new - met - shot - stirred
            if late and at > begin:
                later.append(newcomers(late, seen))
            else:
                came += late
    is_first = step.deeds > step.first and any(name in fight[step.deeds].blows for name in now - known)
    first = " and struck first" * is_first
    told = [
        f"its shot woke {newcomers(woken, known)}" if woken else "",
        f"it came upon {newcomers(upon, known + woken)}{', which struck first' * is_first}" if upon else "",
        f"{newcomers(rose, known + woken + upon)} woke" if rose else "",
        f"{newcomers(came, known + woken + upon + rose)} came{first}" if came else "",
        f"{'then ' * bool(came or upon or woken or rose)}{listed(later)} came{first * (not came)}"
        * bool(later),
    ]
    return told, now


def is_step(before: Instant, now: Instant) -> bool:
    """Return whether the hero walked to its present square at a time when no foe was known."""
    return before.is_own and before.is_calm and before.deed.verb == "walk" and before.spot != now.spot


def _is_shot_asleep(before: Instant, name: str) -> bool:
    """Return whether the hero has just attacked, with a missile, a foe called `name` that seemed asleep."""
    return (
        before.is_own
        and before.deed.verb in ("throw", SHOOT)
        and before.deed.foe == name
        and name in before.still
    )


def newcomers(came: Counter[str], known: Mapping[str, int]) -> str:
    """Return newly arrived foes in words.  A foe of a kind in `known` is numbered, as in "a second emu".

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
    """Return whether a zap of polymorph has turned its target into something else."""
    is_gone = now.foes.count(before.deed.foe) < before.foes.count(before.deed.foe)
    return before.deed.verb == "zap" and "polymorph" in (before.deed.name, now.learned) and is_gone


def _cost(steps: Sequence[Instant], harmless: Set[str]) -> str:
    """Return a clause on what a step cost the hero, or "" if it cost nothing.

    steps     the commands of the step, and the command after the step
    harmless  monsters whose blows take no hit points
    """
    hp, after = steps[0].hp, steps[-1].hp
    blows, beside = Counter[str](), Counter[str]()
    for one in steps[1:]:
        blows.update(who for who in one.blows if who not in harmless)
        beside |= one.hidden
    rise = f"the hero's hit points rose from {hp} to {after}" if after > hp else ""
    if not blows or (set(blows) <= {*HIDDEN} and all(later.hp >= one.hp for one, later in pairwise(steps))):
        return f"the hero fell from {hp} to {plural(after, 'hit point')}" if after < hp else rise
    holder = next((who for who in blows if squeezes(who)), "")
    squeezed = squeezes_of(chain(*[one.swings for one in steps[1:]]), holder)
    hits = struck(holder, blows, beside, [plural(squeezed, "squeeze")] * (squeezed > 0), is_cut=False)
    if after < hp:
        states = [*dict.fromkeys(chain(*[one.helpless for one in steps[1:]]))]
        lost = sum(one.held_loss for one in steps[1:])
        held = held_in_words(states, lost, all_lost(steps, after), is_one=blows.total() == 1)
        low = min(one.hp for one in steps)
        at = next(number for number, one in enumerate(steps) if one.hp == low)
        if after - low < _LEAST_RISE or any(one.blows for one in steps[at + 1 :]):
            low = after
        rose = f"; then they rose to {after}" * (low < after)
        return f"{hits}the hero from {hp} to {plural(low, 'hit point')}{held}{rose}"
    return f"{hits}some hit points, but {rise or 'as many came back'}"


def all_lost(steps: Sequence[Instant], left: int) -> int:
    """Return all hit points that were lost during some commands, even those that came back.

    left  hit points after the last command
    """
    return steps[0].hp - left + sum(max(after.hp - before.hp, 0) for before, after in pairwise(steps))


def held_in_words(states: Sequence[str], lost: int, of: int, *, is_one: bool, span: str = "") -> str:
    """Return a clause on the states in which a hero lost hit points.  Return "" if the hero could act.

    lost    hit points lost in these states
    of      hit points lost in all
    is_one  whether a single blow took the hit points
    span    a clause on how long the states lasted, or ""

    >>> held_in_words(["in a faint"], 9, 10, is_one=False), held_in_words([], 0, 10, is_one=False)
    (', most of them while the hero was in a faint', '')
    """
    if not states or lost <= 0:
        return ""
    if is_one:
        return f", while the hero was {listed(states)}{span}"
    part = "most" if lost >= _MOST_SHARE * of else "some"  # by the messages: no exact count
    return f", {part} of them while the hero was {listed(states)}{span}"


def _last_cost(first: Instant, late: LastBlows, killer: str) -> str:
    share = "the last" if first.hp < first.max_hp else "all"
    hits = struck(killer, late.blows, late.beside, late.more, is_cut=late.is_cut)
    return f"{hits}{share} {plural(first.hp, 'hit point')}{late.suffix}"


def _is_magic(one: Instant) -> bool:
    return one.deed.verb in TRIES and bool(one.deed.thing)


def _key(one: Instant) -> tuple[str, ...]:
    """Return a key for a command.  Commands with equal keys are told as one action."""
    return (one.deed.verb,) if one.deed.verb == "fight" else (deed_in_words(one),)


def _deed(
    fight: Sequence[Instant], step: FightStep, ending: FightEnd, elsewhere: Set[int], who: str
) -> list[str]:
    """Return clauses on what the hero did in a step, with the chance to die and the best alternative.

    elsewhere  turns that other lines are about.  Magic used on these turns is left out.
    who        the hero, as the subject of the first clause
    """
    every = [
        at for at in range(step.deeds, step.last + 1)
        if fight[at].is_own and fight[at].deed.verb not in FREE_VERBS
    ]  # fmt: skip
    if not every:
        return []
    one = fight[every[0]]
    if _is_magic(one):
        if one.turn in elsewhere:
            return []
        words = f"with {plural(one.hp, 'hit point')} left {who} {deed_in_words(one)}"
        return [
            f"{words}{_in_parentheses(odds_of(fight, every[0]), _other(one))}",
            result_of(fight, every[0], ending),
        ]
    group = [at for at in every if _key(fight[at]) == _key(one)]
    worst = max(group, key=lambda at: chosen_percent(fight[at]))
    odds = odds_of(fight, group[0])
    if odds_of(fight, worst) and chosen_percent(fight[worst]) >= chosen_percent(one) + _SPAN_PCT:
        begun = odds or f"{rounded(chosen_percent(one))} to die"
        odds = f"{begun}, later {rounded(chosen_percent(fight[worst]))}"
    odds = odds or odds_of(fight, worst)
    if one.deed.verb in ("throw", SHOOT) and len(group) > 1:
        shots = [at for at in group if fight[at].deed.verb == one.deed.verb]
        one = one._replace(
            deed=one.deed._replace(thing=f"{len(shots)} {plural_of(one.deed.name or one.deed.noun)}")
        )
    bow = any(fight[at].keeps_bow and fight[at].deed.verb == SHOOT for at in group)
    how = _KEPT_BOW if bow else _way_left(fight, group[-1])
    other = _other(fight[worst])
    if other == _NO_WAY and not all(way.is_here for at in group for way in fight[at].ways):
        other = f"{_NO_WAY} then"
    return [f"{who} {deed_in_words(one)}{how}{_in_parentheses(odds, other)}"]


def _in_parentheses(odds: str, other: str) -> str:
    """Return the chance to die and the best alternative, in parentheses, or "" if `odds` is empty."""
    return f" ({'; '.join(filter(None, [odds, other]))})" if odds else ""


def _other(one: Instant) -> str:
    """Return the best alternative to a command with its chance to die, or "" if none is worth telling.

    >>> from rogomatic.run.story.fight_instants import Way
    >>> one = Instant(9, 20, 40, (), (), ("troll",), 30.0, "hit what is adjacent")
    >>> here, run = Way("fight here", 30.0, is_here=True), Way("run to the stairs", 34.0)
    >>> [_other(one._replace(ways=ways)) for ways in ((), (here,), (here, run))]
    ['', 'no way out was known', 'next best: run to the stairs, 34%']
    >>> _other(one._replace(ways=(here, run._replace(percent=26.0, drawback="that would cost 50 turns"))))
    'safer: run to the stairs, 26%, but that would cost 50 turns'
    >>> _other(one._replace(ways=(here._replace(percent=100.0), run._replace(percent=100.0)), percent=100.0))
    ''
    """
    chosen = chosen_percent(one)
    others = one.ways[1:] if one.rung in WEIGHS else one.ways
    others = tuple([
        way for way in others
        if not (way.is_here and abs(way.percent - chosen) < SAME_PCT)
        and not (one.deed.name and way.item[1] == one.deed.name)
        and way.name != (one.ways[0].name if one.rung in WEIGHS else "")
        and rounded(min(way.percent, chosen)) != _SURE
    ])  # fmt: skip
    best = min(others, key=lambda way: way.percent, default=None)
    if best is None:  # what changes nothing, or is as hopeless, is not told
        return _NO_WAY if one.ways and all(way.is_here for way in one.ways) else ""
    is_safer, is_same = best.percent < chosen - SAME_PCT, abs(best.percent - chosen) <= SAME_PCT
    label = "safer" if is_safer else "as good" if is_same else "next best"
    but = f", but {best.drawback}" if is_safer and best.drawback else ""
    return f"{label}: {way_name(best)}, {rounded(best.percent)}{but}"


def _way_left(fight: Sequence[Instant], at: int) -> str:
    """Return a clause on how far from its goal a walk stopped.

    Return "" if the walk had no goal, or if the walk reached the goal.
    """
    one, after = fight[at], fight[at + 1] if at + 1 < len(fight) else None
    walked = 0 if after is None else distance_between(one.spot, after.spot)
    left = one.deed.ahead - walked
    return f" and stopped {plural(left, 'square')} short" if one.deed.goal in AIMS and left > 0 else ""


def chosen_percent(one: Instant) -> float:
    """Return the chance to die, in percent, that the agent saw for the action that it chose."""
    return one.ways[0].percent if one.rung in WEIGHS and one.ways and not one.ways[0].is_here else one.percent


def odds_of(fight: Sequence[Instant], at: int) -> str:
    """Return, in words, the chance to die that the agent saw at command `at`.

    Return "" if the chance is not worth telling.
    """
    one = fight[at]
    if not (one.foes or one.has_unseen) or (one.deed.verb != "fight" and chosen_percent(one) < _TOLD_PCT):
        return ""
    partly = f", {UNCOUNTED}" if is_partial(fight, at) else ""
    return f"{rounded(chosen_percent(one))} to die{partly}"


def is_partial(fight: Sequence[Instant], at: int) -> bool:
    """Return whether the chance to die at command `at` leaves out an unseen attacker that has struck."""
    return not fight[at].has_unseen and any(UNSEEN_FOE in one.blows for one in fight[: at + 1])
