"""The chronicle of a game: unlikely events, close calls, new experiences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log2
from typing import Final, Literal, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.story.annotations import FASTS
from rogomatic.run.story.death_account import DeathAccount
from rogomatic.run.story.earlier_fights import GAP_TURNS
from rogomatic.run.story.fight_instants import BLOWS, Instant, Way, indefinite
from rogomatic.run.story.game_copy import GameCopy, ViewerClock
from rogomatic.run.story.helplessness import SPELLS, state_of
from rogomatic.run.story.hero_changes import HeroChanges
from rogomatic.run.story.turning_points import TurningPoint
from rogomatic.run.story.ways_out import way_instead
from rogue.shared.wording import counted, plural, with_article

MOST: Final = 10
"""How many events a chronicle tells at most, not counting the end."""
LOW_SHARE: Final = 4  # a hero below one part in so many of its hit points is close to death
_SAFE_SHARE: Final = 2  # it has escaped when there is one part in so many again
_SUREST_PCT: Final = 97.0  # to die; nothing counts as surer
_LEAST_PCT: Final = 15.0  # to die, from which on a victory is told with its odds
_LONG_TURNS: Final = 1000  # on a level, from which on they are told
_COOL_TURNS: Final = 25  # after the last foe, the odds of its fight are forgotten
_CHANGE_TURNS: Final = 150  # for which a monster is remembered as what it was before
CLOSE: Final = 4.0
"""Weight of a close call in which no hit points were left, in bits."""
_DEEP: Final = 0.15  # weight per level of depth
_AT_END: Final = 5.0  # weight of what happened just before the death
_STRUCK_TURNS: Final = 3  # for which the last blow is the reason for few hit points
_HEALED_SHARE: Final = 0.9  # of all hit points
_TOLD: Final = 0.4  # the least weight that is worth a line
_FAINTED: Final = "Fainted from hunger"
_WHY_FAINT: Final = "In this Rogue, monsters hit a hero more easily until it has fainted once"


HappeningKind = Literal["", "level", "close call", "faint"]


class Happening(NamedTuple):
    """An event of a game.

    turn    turn on the viewers' clock
    number  number of the moment at which the event happened
    weight  improbability in bits, plus a bonus for a close call
    kind    the kind of the event, if it is treated specially, or ""
    """

    turn: int
    number: int
    text: str
    weight: float
    kind: HappeningKind = ""


class GameStory(NamedTuple):
    """What happened in a game, and why its hero died or quit.

    why       sentences on why the hero died or quit
    title     title of these sentences
    turn      the turn on which the game ended, or the last known turn
    is_exact  whether turn numbers come from the game itself, not from an estimate
    has_odds  whether `why` mentions chances to die
    decisive  how many sentences at the beginning of `why` say what led to the end
    """

    happenings: Sequence[Happening] = ()
    why: Sequence[str] = ()
    title: str = "Why the hero died"
    turn: int = 0
    is_exact: bool = True
    has_odds: bool = False
    decisive: int = 2

    @property
    def heading(self) -> str:
        """The title, followed by a note that says which of the figures are estimates, if any."""
        if self.has_odds:
            note = (
                "% to die: the agent's estimates" if self.is_exact else "odds, turns: the agent's estimates"
            )
        else:
            note = "" if self.is_exact else "turns are estimates"
        return f"{self.title} ({note})" if note else self.title


SIMPLE: Final[dict[str, tuple[str, float]]] = {
    "trapdoor": ("Fell through a trap door", 2.5),
    "faint": (_FAINTED, 1.2),
    "item-stolen": ("A nymph stole {item}", 3.0),
    "gold-stolen": ("A leprechaun took gold", 1.2),
    "frozen": ("Was {state}", 1.5),
    "transfixed": ("Was {state}", 1.5),
    "act-holds": ("Was {state}", 1.5),
    "haste-twice": ("Fainted from a second potion of haste", 1.5),
    "paralysis": ("Drank a potion that paralyzes", 1.5),
    "aggravate-monsters": ("Read a scroll that wakes every monster of the level", 1.5),
    "mimic-shown": ("What looked like a thing was {who}", 1.2),
    "sleep": ("Read a scroll of sleep", 1.2),
    "hallucination": ("Drank a potion that makes monsters look like others", 1.0),
    "blindness": ("Drank a potion that blinds", 1.0),
    "gas": ("Fell asleep in a gas trap", 1.5),
    "raise-level": ("Drank a potion of raise level", 1.5),
    "genocide-done": ("Wiped out a kind of monster", 2.5),
    "armor-rusts": ("The armor became weaker", 0.6),
    "extra-healing": ("Drank extra healing", 0.8),
    "healing": ("Drank healing", 0.6),
    "level-up": ("Gained experience level {n}", 0.3),
}
"""Kind of fact -> the sentence that tells it, with its weight in a moment without danger."""


def bits(death_pct: float) -> float:
    """Return how improbable a survival was, in bits.

    The result is -log2(1 - p), where p is `death_pct` / 100.  A larger p than 0.97 counts as 0.97.

    >>> bits(0.0), bits(50.0), round(bits(100.0), 1)
    (0.0, 1.0, 5.1)
    """
    return -log2(1 - min(death_pct, _SUREST_PCT) / 100) or 0.0


class _Odds(NamedTuple):
    """The worst chance to die (percent) against all foes of a fight.

    way  the way out that the agent chose in this danger, or None if the agent fought on the spot
    """

    percent: float
    foes: tuple[str, ...] = ()
    way: Way | None = None

    def in_words(self, name: str) -> str:
        """Return the odds against a foe.  If the agent chose a way out, add this way with its odds.

        >>> print(_Odds(79.0, ("bat", "orc"), Way("run to the stairs", 0.4)).in_words("bat"))
         (79% to die, an orc with it; at first it chose to run to the stairs, <1%)
        >>> print(_Odds(99.9, ("bat",)).in_words("bat"))
         (up to 99% to die)
        """
        if self.way is None:
            return f" (up to {self.against(name)})"
        return f" ({self.against(name)}; at first it chose to {self.way.name}, {rounded(self.way.percent)})"

    def against(self, name: str) -> str:
        """Return the odds against a foe, with the names of the other foes in the fight."""
        others = [*(Counter(self.foes) - Counter([name])).elements()]
        beside = f", {counted(others)} with it" if others else ""
        return f"{min(self.percent, 99):.0f}% to die{beside}"


_CALM: Final = _Odds(0.0)


class Chronicle:
    """The events of a game, collected decision by decision."""

    def __init__(self, copy: GameCopy | None = None, before: int = 0) -> None:
        """Create an empty chronicle.

        copy    a second copy of the game, or None if there is none
        before  number of turns that were played before the game was saved and restored
        """
        self._found: list[Happening] = []
        self._turn = self._depth = self._deepest = 0
        self._hp = self._faint_hp = 0  # at the last choice, and before a faint that is not over
        self._read = 0  # facts since the last command
        self._striker = ("", 0)  # the last, with its turn
        self._hurt: int | None = None  # number of a kill after which the hero is close to death
        self._healed: dict[int, int] = {}  # by the number of such a kill, the turn
        self._rung = ""  # of the last command
        self._danger_pct, self._danger_turn = 0.0, 0  # the worst odds of the fight under way
        self._worst: dict[str, _Odds] = {}  # the same against each kind of foe, as it was
        self._changed: dict[str, Happening] = {}  # by what a monster was turned into
        self._lowest: Happening | None = None  # of the hit points, while the hero is close to death
        self._killed: set[str] = set()
        self._told: set[str] = set()
        self._has_amulet = False
        self._falls = False  # through a trap door, to a level that is not in view yet
        self._clock = ViewerClock(copy, before)
        self._changes, self._stay = HeroChanges(), (0, 0)  # the level, and the turn of its beginning
        self._death = DeathAccount()

    def note(self, beliefs: Beliefs, choice: Choice, number: int, *, is_own: bool = True) -> None:
        """Record the next choice.

        number  number of the moment at which the choice was made
        is_own  whether the choice is carried out.  It is not carried out while a person plays.
        """
        self._turn = self._clock.turn_of(beliefs)
        self._death.note(beliefs, choice, is_own=is_own, turn=self._turn, copy=self._clock.witness)
        if beliefs.me.max_hp <= 0 or beliefs.me.depth <= 0:
            return
        self._note_facts(beliefs, number)
        is_answer = choice.act.action.verb == "answer"
        self._read = len(beliefs.facts) if is_answer else 0
        self._rung = self._rung if is_answer else choice.rung
        if self._faint_hp and not is_answer:
            self._note_awake(beliefs.me.hp, number)
        self._hp = beliefs.me.hp
        before = self._depth
        if not is_answer:  # in the middle of a command, the turn is not known
            self._note_level(beliefs, number)
            self._note_health(beliefs, number, before)
        for text, weight in self._changes.note(beliefs, choice, self._turn, is_own=is_own):
            self._add(number, text, self._weight_of(text, weight))
        if beliefs.has_amulet and not self._has_amulet:
            self._add(number, "Took the Amulet of Yendor", 50.0)
        self._has_amulet = beliefs.has_amulet
        if not is_answer and (change := self._death.changed) is not None:
            self._note_change(number, change)
        if not is_answer and (now := self._death.now) is not None:  # an answer is not shown
            self._note_danger(now, choice)

    def story(self, how: str, killer: str) -> GameStory:
        """Return the story of a game.

        how     how the game ended, such as "quit"
        killer  what killed the hero, or "" if that is unknown
        """
        turn = self.end_turn
        has_odds = how in ("quit", "killed") and self._death.saw_danger
        told = GameStory(self.best(), turn=turn, is_exact=self._clock.is_exact, has_odds=has_odds)
        if how == "quit":
            return told._replace(why=tuple(self._death.quit_sentences()), title="Why the hero quit")
        if how != "killed":
            return told
        since = self._turn - GAP_TURNS
        late = [
            one._replace(text=self._with_recovery(one), weight=one.weight + _AT_END * (one.turn >= since))
            for one in self._found
        ]
        verdict, course, notes, rest = self._death.tell(killer, turn if told.is_exact else 0)
        why = tuple(filter(None, [verdict, *course, *notes, *rest]))
        return told._replace(happenings=_best_of(late, MOST), why=why, decisive=1 + len(course))

    def _with_recovery(self, one: Happening) -> str:
        """Return the text of an event.  For a close call, add the turn on which the hero was well again."""
        turn = self._healed.get(one.number) if one.kind == "close call" else None
        return f"{one.text}; well again on turn {turn:,}" if turn is not None else one.text

    def _add(self, number: int, text: str, weight: float, kind: HappeningKind = "") -> None:
        self._found.append(Happening(self._turn, number, text, weight, kind))

    def _weight_of(self, text: str, weight: float) -> float:
        """Return the weight of an event.  It is a third of `weight` if the same text was told before."""
        is_told = text in self._told
        self._told.add(text)
        return weight / 3 if is_told else weight

    def _note_danger(self, now: Instant, choice: Choice) -> None:
        """Update the worst odds of the present fight."""
        if self._turn - self._danger_turn > _COOL_TURNS:
            self._danger_pct = 0.0
            self._worst.clear()
        percent, foes = now.percent, now.foes
        if percent > 0:
            worse = {one for one in foes if one not in self._worst or percent > self._worst[one].percent}
            odds = _Odds(percent, foes, way_instead(choice, now.ways))
            self._worst.update(dict.fromkeys(worse, odds))
            self._danger_pct = max(self._danger_pct, percent)
            self._danger_turn = self._turn

    def _note_change(self, number: int, change: TurningPoint) -> None:
        """Add the event that a monster was turned into another, with the odds against each of the two."""
        now = self._death.now
        foes, percent = (now.foes, now.percent) if now is not None else ((), 0.0)
        before = self._worst.get(change.origin, _CALM)
        after = _Odds(percent, foes) if set(foes) == {change.result} else _CALM
        names = [
            with_article(name) + f" ({one.against(name)})" * (one.percent >= _LEAST_PCT)
            for name, one in ((change.origin, before), (change.result, after))
        ]
        text = f"Turned {names[0]} into {names[1]}"
        weight = bits(max(before.percent, after.percent))
        self._found.append(Happening(change.turn, number, text, weight))
        self._worst.clear()  # what they were is over
        self._changed[change.result] = self._found[-1]

    def _note_facts(self, beliefs: Beliefs, number: int) -> None:
        for fact in beliefs.facts[self._read :]:
            if fact.kind in BLOWS and fact.who and not beliefs.is_hallucinating:
                self._striker = fact.who, self._turn
            elif fact.kind == "defeated":
                self._note_victory(beliefs, number, fact)
            elif fact.kind in SIMPLE:
                self._note_simple(beliefs, number, fact)

    def _note_victory(self, beliefs: Beliefs, number: int, fact: Fact) -> None:
        """Add a kill.  Danger, a low number of hit points, or a new kind of monster gives it more weight."""
        if not fact.who or fact.who in ("it", "something") or beliefs.is_hallucinating:
            return
        me, worst = beliefs.me, self._worst.get(fact.who, _CALM)
        is_new = fact.who not in self._killed
        self._killed.add(fact.who)
        change = self._take_change(fact.who)
        weight = bits(worst.percent) + _DEEP * me.depth * is_new
        weight = weight if change is None else max(weight, change.weight)
        text = f"Killed {with_article(fact.who)}" if change is None else f"{change.text}, and killed it"
        kind: HappeningKind = ""
        if me.hp <= 0:
            text += " in its last turn"
        elif me.hp * LOW_SHARE <= me.max_hp:
            weight += CLOSE * (1 - me.hp * LOW_SHARE / me.max_hp) + 1
            left = f"{plural(me.hp, 'hit point')} left"
            text += f" and had {left}" if change is None else f", with {left}"
            kind, self._hurt = "close call", number
        elif worst.percent >= _LEAST_PCT and change is None:
            text += worst.in_words(fact.who)
        elif is_new and change is None:
            text = f"Killed the first {fact.who}"
        self._add(number, text, weight, kind)
        self._danger_pct /= 2  # the rest of the fight was less
        self._worst.clear()

    def _take_change(self, who: str) -> Happening | None:
        """Remove and return the recent event that turned a monster into `who`.

        Return None if there was no such event.
        """
        change = self._changed.pop(who, None)
        if change is None or self._turn - change.turn > _CHANGE_TURNS or change not in self._found:
            return None
        self._found.remove(change)
        return change

    def _note_simple(self, beliefs: Beliefs, number: int, fact: Fact) -> None:
        if fact.kind == "faint" and self._has_fainted():
            return  # once more in the same hunger
        if fact.kind == "trapdoor":
            self._falls = True  # told when the new level is in view
            return
        text, weight = SIMPLE[fact.kind]
        state = state_of(beliefs, fact) if fact.kind in SPELLS else ""
        who = with_article(fact.who) if fact.who else "a monster"
        text = text.format(
            item=fact.item.partition("(")[0].strip() or "something", n=fact.n, state=state, who=who
        )
        if fact.kind == "faint" and self._rung in FASTS:
            text = f"{_FAINTED} on purpose. {_WHY_FAINT}"
        elif fact.kind == "faint":
            self._faint_hp = self._faint_hp or self._hp
            return
        elif fact.kind in ("healing", "extra-healing") and self._lowest is not None:
            text, weight = f"{text} just in time", weight + 2.0
        elif fact.kind == "level-up":
            weight *= fact.n / 4
        weight = self._weight_of(text, weight)
        kind: HappeningKind = "faint" if fact.kind == "faint" else ""
        self._add(number, text, weight + bits(self._danger_pct) / 2, kind)

    def _note_awake(self, hp: int, number: int) -> None:
        """Add a faint that has ended, with the hit points that it cost."""
        lost, self._faint_hp = self._faint_hp - hp, 0
        cost = (
            f", and woke with {plural(lost, 'hit point')} less" if lost > 0 else ", which cost no hit points"
        )
        text, weight = f"{_FAINTED}{cost}", SIMPLE["faint"][1] + bits(self._danger_pct) / 2
        self._add(number, text, self._weight_of(text, weight), "faint")

    def _has_fainted(self) -> bool:
        """Return whether the hero fainted in the last few turns."""
        return any(one.kind == "faint" and self._turn - one.turn <= _COOL_TURNS for one in self._found)

    def _note_level(self, beliefs: Beliefs, number: int) -> None:
        me, depth, (last, since) = beliefs.me, beliefs.me.depth, self._stay
        self._stay = self._stay if depth == last else (depth, self._turn)
        if self._falls and depth != self._depth:
            text, weight = SIMPLE["trapdoor"]
            weight = self._weight_of(text, weight) + bits(self._danger_pct) / 2
            self._add(number, f"{text} to level {depth}", weight)
            self._falls, self._deepest = False, max(self._deepest, depth)
        if depth > self._deepest and depth != self._depth and self._deepest:
            turns, weight, text = self._turn - since, 0.3 + 0.05 * depth, f"Reached level {depth}"
            if turns >= _LONG_TURNS:
                text, weight = f"{text} after {turns:,} turns on level {last}", weight + 1
            if me.max_hp < me.hp * LOW_SHARE < me.max_hp * LOW_SHARE // _SAFE_SHARE:  # no close call
                text, weight = f"{text} with {me.hp} of {plural(me.max_hp, 'hit point')}", weight + 1
            self._add(number, text, weight, "level")
        elif depth < self._depth and self._has_amulet:
            self._add(number, f"Carried the Amulet up to level {depth}", 2.0)
        self._depth, self._deepest = depth, max(self._deepest, depth)

    def _note_health(self, beliefs: Beliefs, number: int, before: int) -> None:
        """Add a close call once the hero has recovered.  `before` is the dungeon level of the last choice."""
        me = beliefs.me
        if self._hurt is not None and me.hp >= _HEALED_SHARE * me.max_hp:
            self._healed[self._hurt], self._hurt = self._turn, None
        if me.hp * LOW_SHARE <= me.max_hp:
            weight = bits(self._danger_pct) + CLOSE * (1 - me.hp * LOW_SHARE / me.max_hp) + 1
            left = f"down to {me.hp} of {plural(me.max_hp, 'hit point')}"
            who, turn = self._striker
            by = f" after a blow by {indefinite(who)}" if who and self._turn - turn <= _STRUCK_TURNS else ""
            text = f"Was {left}{by}, and lived"
            is_chased = self._danger_pct > 0 and self._turn - self._danger_turn <= _COOL_TURNS
            if before not in (0, me.depth) and is_chased:  # on the stairs, the moment before
                text, number = (
                    f"{left.capitalize()} on level {before}, it escaped by the stairs",
                    max(number - 1, 0),
                )
            if self._lowest is None or weight > self._lowest.weight:
                self._lowest = Happening(self._turn, number, text, weight, "close call")
        elif self._lowest is not None and me.hp * _SAFE_SHARE >= me.max_hp:
            self._found.append(self._lowest)
            self._lowest = None

    @property
    def turn(self) -> int:
        """The turn of the last choice, on the viewers' clock."""
        return self._turn

    @property
    def is_exact(self) -> bool:
        """Whether turn numbers come from the game itself, not from an estimate."""
        return self._clock.is_exact

    @property
    def since_meal(self) -> int | None:
        """The turns since the last meal.  It is None before the first meal, or if turns are estimates."""
        ate = self._death.ate_turn
        return self._turn - ate if ate and self.is_exact else None

    @property
    def end_turn(self) -> int:
        """The turn on which the game ended, or the turn of the last choice if the end is unknown."""
        return self._clock.end_turn()

    @property
    def latest(self) -> Happening | None:
        """The newest event, or None if there has been no event."""
        return self._found[-1] if self._found else None

    def best(self, most: int = MOST) -> list[Happening]:
        """Return, in time order, the arrival on the deepest level and the weightiest other events.

        most  maximum number of all these events
        """
        return _best_of(self._found, most)


def _best_of(found: Sequence[Happening], most: int) -> list[Happening]:
    """Return up to `most` events in time order.  The arrival on the deepest level is always among them."""
    ranked = sorted(found, key=lambda one: -one.weight)
    deepest = [one for one in found if one.kind == "level"][-1:]
    others = [one for one in ranked if one.weight >= _TOLD and one not in deepest]
    told = spread_of(_without_echoes(others), most - len(deepest))
    return sorted([*deepest, *told], key=lambda one: one.number)


def spread_of(happenings: Sequence[Happening], most: int) -> list[Happening]:
    """Return up to `most` events in time order.

    The game is divided into `most` // 2 parts with equal numbers of turns.  The weightiest event of each
    part is chosen first, and then the weightiest of all other events.

    >>> found = [Happening(turn, turn, "", weight) for turn, weight in ((10, 1.0), (80, 2.0), (90, 3.0))]
    >>> [[one.turn for one in spread_of(found, most)] for most in (1, 2, 4)]
    [[90], [80, 90], [10, 80, 90]]
    >>> [one.turn for one in spread_of([*found, Happening(99, 99, "", 2.5), Happening(95, 95, "", 1.5)], 4)]
    [10, 80, 90, 99]
    """
    ranked = sorted(happenings, key=lambda one: -one.weight)
    end, parts = max((one.turn for one in ranked), default=0) + 1, max(most // 2, 1)
    first: dict[int, Happening] = {}
    for one in ranked:
        first.setdefault(one.turn * parts // end, one)
    rest = [one for one in ranked if one not in first.values()]
    return sorted([*first.values(), *rest][:most], key=lambda one: one.number)


def _without_echoes(ranked: Sequence[Happening]) -> list[Happening]:
    """Return the events, but leave out the lesser of two close calls that are only a few turns apart.

    ranked  events in the order of their weights, beginning with the weightiest
    """
    kept: list[Happening] = []
    for one in ranked:
        close = [other for other in kept if abs(other.turn - one.turn) <= _COOL_TURNS]
        if not any(one.kind == other.kind == "close call" for other in close):
            kept.append(one)
    return kept


def lines_of(happenings: Sequence[Happening]) -> list[str]:
    """Return one line for each turn that has events.  The line has a sentence for each different event.

    >>> lines_of([Happening(2114, 7, "Reached level 6", 1.0), Happening(2114, 8, "Killed a bat", 1.0)])
    ['Turn 2,114: Reached level 6. Killed a bat.']
    """
    lines: dict[int, str] = {}
    for one in happenings:
        before = lines.get(one.turn, f"Turn {one.turn:,}:")
        lines[one.turn] = before if f" {one.text}." in before else f"{before} {one.text}."
    return list(lines.values())
