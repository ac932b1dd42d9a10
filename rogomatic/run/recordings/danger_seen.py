"""What the agent saw of the danger of its last fight, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import NamedTuple

from rogomatic.agent.think.fight.threat import GRAVE_PCT, rounded
from rogomatic.run.recordings.fight_instants import UNSEEN_FOE, Instant
from rogomatic.run.recordings.linked_story import Cause
from rogomatic.run.recordings.ways_out import way_instead
from rogue.shared.wording import counted, listed, plural


class LateDanger(NamedTuple):
    """The danger after the last command, while the hero could not act.  percent: to die by these foes."""

    foes: tuple[str, ...]
    percent: float


def danger_seen(
    fight: list[Instant], grave: int, late: LateDanger | None, met: Set[str], told: Cause, *,
    is_unseen: bool, is_held: bool,
) -> list[str]:  # fmt: skip
    """Return what the agent thought of the danger, from the beginning of the fight on.

    met  the monsters that an earlier fight of the level was with
    told  how the hero died, as told before, with the monster whose coming that names
    is_held  whether something has kept the hero from acting since the last command
    """
    last = fight[-1]
    if grave < 0:
        if last.foes and (last.has_unseen or not is_unseen):
            odds = f"{chance(last.percent)} against {counted(last.foes)}"
            if is_held:
                return [f"The agent saw {odds} before it could no longer act."]
            return [f"The agent saw {odds} before the last blows, so this was bad luck."]
        if is_unseen:
            return ["The agent could not see what struck it, so it did not know the danger."]
        known = "none" if len(last.still) > 1 else "not"
        seen = f"only {counted(last.still)}, {known} known to be awake" if last.still else "no foe awake"
        return [f"The agent saw {seen}, so it expected no danger{_late_in_words(late)}."]
    now = fight[grave]
    peak = f"{_peak(fight, now)}{_at_last(fight)}"
    if now.foes and not any(one.foes or one.has_unseen for one in fight[:grave]):
        is_back = set(now.foes) <= met
        when = "as soon as it met {} again" if is_back else "against {} at first sight"
        return [f"The agent saw {chance(now.percent)} {when.format(counted(now.foes))}{peak}."]
    if grave == 0:
        foes = counted(now.foes) if now.foes else UNSEEN_FOE
        return [f"The agent saw {chance(now.percent)} against {foes} from the start{peak}."]
    before = fight[grave - 1]
    seen = chance(before.percent) if before.foes else "no danger in this fight"
    who, turn, names = _arrival(fight, grave, met)
    if who and turn >= 0:
        if (turn, names) == (told.turn, [told.foe]):
            return [f"The agent saw {seen} until turn {turn:,}, then {chance(now.percent)}{peak}."]
        then = f"it saw {chance(now.percent)}" if not before.foes else f"that was {rounded(now.percent)}"
        return [f"The agent saw {seen} until {who} on turn {turn:,}; then {then}{peak}."]
    lost = before.hp - now.hp
    why = f", after the loss of {plural(lost, 'hit point')}" if lost > 0 else f", {who}" * bool(who)
    rise = f"{seen} on turn {before.turn:,} and {chance(now.percent)} on turn {now.turn:,}"
    if before.foes:
        rise = f"{seen} on turn {before.turn:,} and {rounded(now.percent)} on turn {now.turn:,}"
    return [f"The agent saw {rise}{why}{peak}."]


def _arrival(fight: list[Instant], grave: int, met: Set[str]) -> tuple[str, int, list[str]]:
    """Return a clause on the arrival of monsters in a fight, the turn of its first sign, and new kinds.

    The turn is -1 for a monster that was there before in this fight, with a clause on its return or "".
    """
    now, before, earlier = fight[grave], fight[grave - 1], fight[:grave]
    known = {name for one in earlier for name in (*one.foes, *(sign.name for sign in one.signs))}
    signs = {sign.name: sign.turn for sign in reversed(now.signs)}  # the first of each
    if now.has_unseen and not before.has_unseen:
        if any(one.has_unseen for one in earlier) or UNSEEN_FOE in known:
            return "when something unseen struck again", -1, []
        return f"{UNSEEN_FOE} came", signs.get(UNSEEN_FOE, now.turn), []
    came = Counter(now.foes) - Counter(before.foes)
    new = [name for name in came.elements() if name not in known]
    if new:
        clause = approach(
            counted(new), before, now, is_back=set(new) <= met, is_asleep=set(new) <= {*now.still}
        )
        return clause, min([signs.get(name, now.turn) for name in new]), new
    most = {name: max(one.foes.count(name) for one in earlier) for name in came}
    others = [name for name in came if 0 < most[name] < now.foes.count(name)]
    if others:
        return approach(listed([f"another {name}" for name in others]), before, now), now.turn, []
    back = "back " if any(most.values()) else ""
    return f"when {counted(list(came.elements()))} came {back}into view" if came else "", -1, []


def approach(
    who: str, before: Instant, now: Instant, *, is_back: bool = False, is_asleep: bool = False
) -> str:
    """Return how monsters and the hero came together, by which of them is known to have moved.

    is_back    it had left them before     is_asleep  they are not known to be awake
    """
    if before.spot == now.spot:
        return f"{who} came{' back' * is_back}"
    if is_asleep:
        return f"it came upon {who}, not known to be awake,"
    return f"it met {who}{' again' * is_back}"


def chance(percent: float) -> str:
    """Return a chance to die in words.

    >>> chance(17.2), chance(0.1)
    ('a chance of 17% to die', 'a chance of <1% to die')
    """
    return f"a chance of {rounded(percent)} to die"


def _peak(fight: list[Instant], told: Instant) -> str:
    """Return the highest danger of a fight with its turn, "" if that was told."""
    worst = max(fight, key=lambda one: one.percent)
    if rounded(worst.percent) == rounded(told.percent):
        return ""
    way, most = way_instead(worst, worst.ways), rounded(worst.percent)
    if way is None:
        return f". The danger was highest on turn {worst.turn:,}: {most} to die"
    chose = "it chose" if worst.is_own else "the agent would have chosen"
    instead = f"{chose} to {way.name} ({rounded(way.percent)} to die)"
    return f". On turn {worst.turn:,} a fight was most dangerous ({most} to die), so {instead}"


def _at_last(fight: list[Instant]) -> str:
    """Return that the danger was no longer grave at the last command, "" if it was."""
    last = fight[-1]
    if last.is_calm:
        return ". Before the last blows no foe was in view"
    return f". Before the last blows it was {rounded(last.percent)}" if last.percent < GRAVE_PCT else ""


def _late_in_words(late: LateDanger | None) -> str:
    """Return the danger that was seen after the last command.

    >>> _late_in_words(LateDanger(("ice monster",), 13.8))
    '; once the hero could not move, it saw a chance of 14% to die against an ice monster'
    """
    if late is None or not late.foes:
        return ""
    odds = f"{chance(late.percent)} against {counted(late.foes)}"
    return f"; once the hero could not move, it saw {odds}"
