"""Fights on the same level before the last fight, against monsters of the same kinds as in that fight."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.think.fight.threat import GRAVE_PCT, rounded
from rogomatic.run.story.fight_instants import HIDDEN, Instant
from rogomatic.run.story.linked_story import Cause
from rogue.shared.wording import counted, listed, plural, times

GAP_TURNS: Final = 15  # without a foe or a blow, before which another fight ends
_MOST: Final = 2  # monsters that are told of
_DANGER_SHARE: Final = 0.4  # of a death, explained by an earlier fight that seemed lost
_LOSS_SHARE: Final = 0.6  # of a death, explained by the loss of all hit points in an earlier fight


class Meeting(NamedTuple):
    """A fight with one kind of monster.

    first    the first turn of the fight
    last     the last turn of the fight
    hits     number of blows that hit the hero
    lost     hit points that these blows took
    percent  the highest chance to die, in percent
    most     maximum number of monsters of this kind that were in view at once
    """

    first: int
    last: int
    hits: int = 0
    lost: int = 0
    percent: float = 0.0
    most: int = 1


class EarlierFights:
    """The meetings with each kind of monster on the present level."""

    def __init__(self) -> None:
        """Begin with no meetings."""
        self._meetings: dict[str, list[Meeting]] = {}
        self._depth = self._hp = 0

    def note(self, now: Instant, killed: Set[str]) -> None:
        """Record the next command, and the kinds of monsters killed just before it.  This is a hot path."""
        if now.depth != self._depth:
            self._meetings.clear()
        for name in killed:
            self._meetings.pop(name, None)
        for name in {*now.foes, *now.blows}:
            self._add(name, now)
        self._depth, self._hp = now.depth, now.hp

    def _add(self, name: str, now: Instant) -> None:
        met = self._meetings.setdefault(name, [])
        if not met or now.turn - met[-1].last > GAP_TURNS:
            met.append(Meeting(now.turn, now.turn))
        hits = now.blows.count(name)
        lost = max(self._hp - now.hp, 0) if hits == len(now.blows) else 0  # else others struck, too
        one = met[-1]
        percent = max(one.percent, now.percent)
        most = max(one.most, now.foes.count(name))
        met[-1] = Meeting(one.first, now.turn, one.hits + hits, one.lost + lost, percent, most)

    def before(self, name: str, turn: int) -> list[Meeting]:
        """Return the meetings with monsters called `name` that ended before turn `turn`."""
        return [one for one in self._meetings.get(name, ()) if one.last < turn]

    def causes(self, names: Sequence[str], turn: int, max_hp: int) -> list[Cause]:
        """Return up to two causes.

        Each cause tells of costly or dangerous meetings with a kind of monster in `names`.  The meetings took
        place before turn `turn`.
        """
        found = dict[int, Cause]()  # by turn
        for name in dict.fromkeys(names):
            earlier = self.before(name, turn) if name not in HIDDEN else []
            if not earlier or not (earlier[-1].lost or earlier[-1].percent >= GRAVE_PCT):
                continue
            first = earlier[-1].first
            cause = Cause(
                _share(earlier[-1], max_hp),
                first,
                _told(name, earlier, self._met_with(name, earlier[-1], turn)),
            )
            found[first] = max(found.get(first, cause), cause)
        return sorted(found.values(), reverse=True)[:_MOST]

    def _met_with(self, name: str, met: Meeting, turn: int) -> list[str]:
        """Return the other monsters whose meetings began on the same turn as `met` and are over by `turn`."""
        found = list[str]()
        for other, meetings in self._meetings.items():
            both = [one.most for one in meetings if one.first == met.first and one.last < turn]
            if both and other != name and other in KINDS:
                found += [other] * both[0]
        return found


def _share(one: Meeting, max_hp: int) -> float:
    return max(_LOSS_SHARE * one.lost / max(max_hp, 1), _DANGER_SHARE * one.percent / 100)


def _told(name: str, earlier: Sequence[Meeting], others: Sequence[str] = ()) -> str:
    """Return a clause that tells the number of earlier meetings, and what happened in the last of them.

    others  names of the other monsters that were met then

    >>> print(_told("yeti", [Meeting(71, 80), Meeting(106, 110, 3, 15, 25.0)]))
    it had met a yeti twice before on this level, last on turns 106 to 110: the chance to die rose to 25% and the hero lost 15 hit points
    """  # noqa: E501
    last = earlier[-1]
    often = f" {times(len(earlier))}" * (len(earlier) > 1)
    when = f"turn {last.first:,}" if last.first == last.last else f"turns {last.first:,} to {last.last:,}"
    when += f", with {counted(others)}" if others else ""
    what = [f"the chance to die rose to {rounded(last.percent)}"] if last.percent >= GRAVE_PCT else []
    what += [f"the hero lost {plural(last.lost, 'hit point')}"] if last.lost else []
    comma = ", last" if often else ","
    met = f"it had met {counted([name] * last.most)}{often} before on this level"
    return f"{met}{comma} on {when}: {listed(what)}"
