"""The decision that mattered for a hero's death: whether it was a mistake or bad luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rogomatic.agent.beliefs.model import FREE_VERBS
from rogomatic.agent.engine.refusals import WELL
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.think.fight.magic_options import HEALS
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import GRAVE_PCT, rounded
from rogomatic.run.recordings.deed_words import TRIES, act_in_words, in_past, way_name
from rogomatic.run.recordings.fight_course import chosen_percent, is_partial, newcomers, odds_of
from rogomatic.run.recordings.fight_instants import UNSEEN_FOE, Instant
from rogomatic.run.recordings.weaknesses import NO_ARMOR
from rogue.shared.wording import counted, plural, with_article

_WORN_SHARE: Final = 0.6  # of all hit points, below which a hero had better rest
_GOOD_SHARE: Final = 0.75  # from which on it has rested
_LATE_SHARE: Final = 0.5  # of the hit points at first, below which magic was used late
_LOST: Final = ("No good choice was left", "Nothing better was known")
_THIN_ARMOR, _DEEP = 2, 5  # armor up to which, and level from which on, a descent is a risk
_LOST_PCT: Final = 50.0  # to die, from which on a fight is as good as lost
_DIP_TURNS: Final = 5  # for which a danger may look better without being over
_GAP_PCT: Final = 10.0  # by which a better choice lowered the danger at least
_LUCKY_PCT: Final = 10.0  # to die at first, below which a death is bad luck
_DOING: Final = ("walk", "search", "down", "fight", "throw")  # verbs of what can wait for a rest


class MissedRest:
    """The choice to go on with few hit points and no foe in view, command by command.

    found  the first such choice since the hero was last in good health, None if it rested
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.found: Instant | None = None

    def note(self, now: Instant, choice: Choice) -> None:
        """Take the next command.  Hot: for every command."""
        if self.found is not None and (now.depth != self.found.depth or now.hp >= _GOOD_SHARE * now.max_hp):
            self.found = None
        if now.hp >= _WORN_SHARE * now.max_hp or not now.is_calm or now.deed.verb not in _DOING:
            return
        if self.found is None and now.is_own and ("rest", WELL.why_not) in choice.passed:
            self.found = now


class ThinDescent:
    """The last descent of a hero by its own choice with thin armor, command by command.

    found  a clause on it, "" if the present level was entered otherwise
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.found = ""
        self._last: Instant | None = None

    def note(self, now: Instant, armor: int) -> None:
        """Take the next command, with the hero's armor.  Hot: for every command."""
        last, self._last = self._last, now
        if last is None or last.depth == now.depth:
            return
        is_chosen = last.is_own and last.deed.verb == "down" and now.depth > last.depth >= _DEEP - 1
        self.found = ""
        if is_chosen and armor <= _THIN_ARMOR:
            fled = f" to get away from {counted(last.foes)}" if last.foes else ""
            self.found = f"on turn {now.turn:,} it went down to level {now.depth} with armor {armor}{fled}"


def verdict(
    fight: Sequence[Instant], killer: str, rest: Instant | None, luck: str, *, held: str, policy: str = "",
    hunger: str = "",
) -> str:  # fmt: skip
    """Return in a sentence whether a death was a mistake or bad luck, with the decision that mattered.

    rest   the choice not to rest before the fight, None if there was none
    luck   how unlikely the blows of the fight were, "" if they were not
    held   in which state the hero could not act when it died, "" if it could
    policy an earlier choice by which the hero was weak here, as a clause, "" for none
    hunger the verdict on its meals if it fainted, "" otherwise
    """
    mistakes = [*_missed_rest(fight, rest), *_missed_way(fight), *_bare(fight), *_late_magic(fight)][:2]
    bad = _bad_luck(fight, killer, luck, held=held)
    if mistakes:
        both = f" Bad luck, too: {bad}." if bad else ""
        return f"A mistake: {', and '.join(mistakes)}.{both}"
    if held:
        cannot = f"t could not act at its end: it was {held}."
        own = next(
            (one for one in reversed(fight) if one.deed.verb in ("quaff", "read") and one.is_own), None
        )
        if hunger or own is None or fight[-1].turn - own.turn > _DIP_TURNS:
            return f"{hunger} I{cannot}" if hunger else f"Bad luck: i{cannot}"
        return f"Its own policy: on turn {own.turn:,} it {in_past(act_in_words(own))}. I{cannot}"
    lost = _no_choice(fight)
    earlier = f" Its own policy led there: {policy}." if policy else ""
    if bad and bad == luck and lost.startswith(_LOST):
        return f"{lost} Bad luck, too: {bad}.{earlier}"
    return f"Bad luck: {bad}." if bad else lost + earlier


def _missed_rest(fight: Sequence[Instant], rest: Instant | None) -> list[str]:
    """Return that the hero had gone on with few hit points, and began the fight with as few."""
    if rest is None or rest.turn > fight[-1].turn:
        return []
    left = f"{rest.hp} of {plural(rest.max_hp, 'hit point')} and no foe in view"
    did = f"on turn {rest.turn:,}, with {left}, it {in_past(act_in_words(rest))} instead of resting"
    met = next((at for at, one in enumerate(fight) if one.turn > rest.turn and not one.is_calm), None)
    if met is None:
        return [did]
    now, odds = fight[met], odds_of(fight, met)
    is_known = bool(now.foes) and not is_partial(fight, met)
    if now.hp >= _WORN_SHARE * now.max_hp or (is_known and chosen_percent(now) < _LUCKY_PCT):
        return []  # it was strong enough
    foes = counted(now.foes) if now.foes else UNSEEN_FOE
    return [f"{did}; so it had {now.hp} when it met {foes}{f' ({odds})' if odds else ''}"]


def _missed_way(fight: Sequence[Instant]) -> list[str]:
    """Return the worst choice of a fight, [] unless a much better way out was known.

    >>> from rogomatic.run.recordings.fight_instants import Way
    >>> ways = (Way("fight here", 30.0), Way("run to the stairs", 4.0))
    >>> _missed_way([Instant(90, 9, 40, (), (), ("troll",), 30.0, "rest", ways)])
    ['on turn 90, with 9 hit points, it rested (30% to die), though it could run to the stairs (4% to die)']
    """
    worst = max(fight, key=_gap)
    safest = worst.way_out
    if _gap(worst) < _GAP_PCT or safest is None or chosen_percent(worst) < 2 * safest.percent:
        return []
    best = min(worst.ways, key=lambda way: way.percent)
    did = f"it {in_past(act_in_words(worst))} ({rounded(chosen_percent(worst))} to die)"
    could = f"though it could {way_name(best.name)} ({rounded(best.percent)} to die)"
    but = f"; but {best.drawback}" if best.drawback else ""
    return [f"on turn {worst.turn:,}, with {plural(worst.hp, 'hit point')}, {did}, {could}{but}"]


def _gap(one: Instant) -> float:
    """Return by how much a better way out would have lowered the danger of what was done."""
    safest = one.way_out
    if safest is None or not one.is_own or one.deed.verb in (*TRIES, *FREE_VERBS):
        return 0.0
    return chosen_percent(one) - safest.percent


def _bare(fight: Sequence[Instant]) -> list[str]:
    """Return that the hero was struck without armor that it had taken off in this fight."""
    off = next((at for at, one in enumerate(fight) if one.deed.verb == "strip" and one.is_own), None)
    if off is None:
        return []
    hurt = [
        one for one, after in pairwise(fight[off + 1 :])
        if NO_ARMOR in one.weak and after.hp < one.hp and one.foes and set(one.foes) - set(fight[off].foes)
    ]  # fmt: skip
    if not hurt:
        return []
    why = f" because of {with_article(fight[off].foes[0])}, whose touch rusts it" if fight[off].foes else ""
    met = f"it met {counted(hurt[0].foes)} on turn {hurt[0].turn:,} without armor"
    return [f"{met}, which it had taken off on turn {fight[off].turn:,}{why}"]


def _late_magic(fight: Sequence[Instant]) -> list[str]:
    """Return that the hero used known magic only late in a fight, and what had held it back."""
    for one in reversed(fight):
        name = one.deed.name
        if one.deed.verb not in ("quaff", "read", "zap") or not name or not one.is_own or name in HEALS:
            continue
        for before in fight:
            left = next((each for each in before.left if each.noun.endswith(f" of {name}")), None)
            is_same = one.deed.foe in before.foes or not one.deed.foe
            if left is None or not is_same or before.percent < GRAVE_PCT:
                continue
            if one.hp > _LATE_SHARE * before.hp:
                break
            used = (
                f"it used {one.deed.thing} only on turn {one.turn:,} with {plural(one.hp, 'hit point')} left"
            )
            return [f"{used}, not on turn {before.turn:,} with {before.hp} (its reason: {left.reason})"]
    return []


def _bad_luck(fight: Sequence[Instant], killer: str, luck: str, *, held: str) -> str:
    """Return in a clause why a death was bad luck, "" if it was not."""
    known = {name for one in fight for name in one.foes}
    if killer not in known and any(UNSEEN_FOE in one.blows for one in fight) and not held:
        return f"it could not see the {killer} that killed it"
    if luck:
        return luck
    first = next((at for at, one in enumerate(fight) if killer in one.foes), None)
    if first is None or held or is_partial(fight, first):
        return ""
    one = fight[first]
    is_small = one.percent < _LUCKY_PCT and not one.has_unseen
    if not is_small:
        return ""
    joined = _joined(fight, one)
    began = f"the fight with the {killer} began at {rounded(one.percent)} to die"
    return f"{began}{joined}"


def _joined(fight: Sequence[Instant], one: Instant) -> str:
    """Return a clause on the foes that joined the fight after a command, "" if none did."""
    joined = Counter[str]()
    for later in fight[fight.index(one) :]:
        joined |= Counter(later.foes) - Counter(one.foes)
    stood = Counter(name for name in joined if name in (*one.still, *one.touching))
    joined -= stood
    came = [f"then {newcomers(joined, Counter(one.foes))} came, too"] if joined else []
    came += [f"the {' and the '.join(stood)} beside it joined in"] if stood else []
    return f", but {', and '.join(came)}" if came else ""


def _no_choice(fight: Sequence[Instant]) -> str:
    """Return that the hero saw no better choice in a grave danger, or no danger at all."""
    grave, last = None, fight[-1].turn
    for one in reversed(fight):  # back to where the danger of the end began
        if one.percent >= GRAVE_PCT and last - one.turn <= _DIP_TURNS:
            grave, last = one, one.turn
    if grave is None:
        return "Bad luck: it saw no danger before its end."
    best = min(grave.ways, key=lambda way: way.percent, default=None)
    least = min(grave.percent, best.percent if best is not None else grave.percent)
    is_only = bool(grave.ways) and all(way.name == FIGHT_HERE for way in grave.ways)
    if least < _LOST_PCT:
        return f"A risk that went wrong: {_weighed(fight, _first_of(fight, grave))}."
    return f"{_LOST[is_only]}: {_weighed(fight, grave)}."


def _first_of(fight: Sequence[Instant], grave: Instant) -> Instant:
    """Return the choice with which the danger of a command began."""
    first = grave
    for one in reversed(fight[: fight.index(grave)]):
        if (
            one.percent >= _LUCKY_PCT
            and first.turn - one.turn <= _DIP_TURNS
            and set(one.foes) & set(grave.foes)
        ):
            first = one
    return first


def _weighed(fight: Sequence[Instant], one: Instant) -> str:
    """Return the chance to die at a choice, with what was weighed beside it."""
    best = one.way_out
    kept = next((each for each in one.left if " of " in each.noun and not each.noun.startswith("suit")), None)
    saw = f"it saw {rounded(one.percent)} to die and "
    if best is not None and best.percent < one.percent:
        saw = f"the best way that it knew, to {way_name(best.name)}, was {rounded(best.percent)} to die"
    elif kept is not None:
        saw += f"kept its {kept.noun} ({kept.reason})"
    elif best is not None:
        saw += f"knew no better way (to {way_name(best.name)}: {rounded(best.percent)})"
    else:
        saw += "weighed fighting on the spot only" if one.ways else "knew no better way"
    foes = counted(one.foes) if one.foes else UNSEEN_FOE
    when = f"on turn {one.turn:,}, with {plural(one.hp, 'hit point')}"
    return f"against {foes} {when}, {saw}{_joined(fight, one)}"
