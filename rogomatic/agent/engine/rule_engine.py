"""The rule engine: a rule reads beliefs, then answers with an act or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, final

from rogomatic.agent.beliefs.model import NO_ACTION, Action, Beliefs, Plan
from rogomatic.agent.beliefs.terrain_map import Square
from rogomatic.agent.kernels import class_attributes
from rogomatic.agent.kernels.value import Value
from rogomatic.agent.screen.vt100 import COLS
from rogue.shared.wording import plural

_NOWHERE: Final = -1


def whereabouts(start: int, plan: Plan) -> str:
    """Return words for the length of a walk, and for the direction from its start to its end."""
    return at_a_distance(start, plan.goal, len(plan.path))


def at_a_distance(start: int, spot: Square, steps: int) -> str:
    """Return words such as "5 squares to the west", for `steps` squares from `start` toward `spot`."""
    return f"{plural(max(steps, 1), 'square')} to the {direction(start, spot)}"


def direction(origin: int, goal: int) -> str:
    """Return the nearest of the eight compass directions from `origin` to `goal`, or "" if they are equal.

    >>> direction(5 * COLS + 9, 5 * COLS + 3), direction(5 * COLS, 6 * COLS + 1)
    ('west', 'southeast')
    """
    down, right = goal // COLS - origin // COLS, goal % COLS - origin % COLS
    north_south = ("south" if down > 0 else "north") if 12 * abs(down) > 5 * abs(right) else ""
    east_west = ("east" if right > 0 else "west") if 12 * abs(right) > 5 * abs(down) else ""
    return north_south + east_west  # 5 to 12: half of 45 degrees


@class_attributes(acyclic=True)
@final
class Act(Value):
    """Keys to send, with the reason, the meaning of the keys, and the walk that the keys belong to.

    keys  the keys without the marker (Player.marker).  Player adds the marker unless `raw` is true.
    """

    __slots__ = ("_because", "_shorter", "_start", "action", "keys", "plan", "raw")

    def __init__(
        self,
        keys: bytes,
        because: str,
        action: Action = NO_ACTION,
        plan: Plan | None = None,
        raw: bool = False,
        shorter: tuple[str, ...] = (),
    ) -> None:
        self.keys = keys
        self._because = because
        self._shorter = shorter
        self._start = _NOWHERE
        self.action = action
        self.plan = plan
        self.raw = raw

    def fields(self) -> tuple[object, ...]:
        return self.keys, self.because, self.action, self.plan, self.raw, self.shorter

    @property
    def because(self) -> str:
        """The reason in words, built on demand."""
        if self._start == _NOWHERE or self.plan is None:
            return self._because
        return f"{self._because}, {whereabouts(self._start, self.plan)}"

    @property
    def shorter(self) -> tuple[str, ...]:
        """The same reason in ever fewer words, for small windows."""
        return self._shorter if self._start == _NOWHERE else (self._because,)

    def with_reason(self, because: str, shorter: tuple[str, ...] = ()) -> Act:
        """Return a copy with another reason."""
        return Act(self.keys, because, self.action, self.plan, self.raw, shorter)

    def to_reach(self, what: str, start: int) -> Act:
        """Return a copy with the reason `what`, followed by the walk's length and direction from `start`."""
        found = self.with_reason(what)
        found._start = start
        return found


@class_attributes(acyclic=True)
@final
class No(Value):
    """Refusal of a rule, with its reason.  `without_figures` is the same reason without its numbers."""

    __slots__ = ("why_not", "without_figures")

    def __init__(self, why_not: str, without_figures: str = "") -> None:
        self.why_not = why_not
        self.without_figures = without_figures or why_not

    def fields(self) -> tuple[object, ...]:
        figures = self.without_figures != self.why_not
        return (self.why_not, self.without_figures) if figures else (self.why_not,)


TIRED: Final = No("the rule has reached its limit on this level")

Rule = Callable[[Beliefs], Act | No]
"""A rule sends no keys, changes no belief, and rolls no dice.  It may cache results (`beliefs.results`)."""
Asked = tuple[tuple[int, Rule], ...]
"""(place in the ladder, rule) of the rungs to ask, in order."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Rule of the ladder, with its name and a summary for people.

    after  rungs that must stand above this one
    most   maximum uses on one level; 0: no limit.  Limits keep two rungs from undoing each other forever.
    alone  the refusal that stands for a call of the rule while no foe is in view, if the rule always gives
           this refusal then; None if its answer without foes varies
    calm   the same for calm moments (`is_calm`)
    bare   the same for calm moments on a level without known items
    lasts  a function of the pack, of what is known of its items, of the hero's hunger and alertness, of
           `Beliefs.has_few_points`, of `Beliefs.is_fed`, and of the variant.  A refusal that it returns
           stands for calls of the rule until one of these changes, while no foe is in view and the hero is
           neither blind nor confused

    A rung has at most one of `alone`, `calm`, `bare`, and `lasts`.
    """

    name: str
    summary: str
    rule: Rule
    after: tuple[str, ...] = ()
    most: int = 0
    alone: No | None = None
    calm: No | None = None
    bare: No | None = None
    lasts: Callable[[Beliefs], Act | No | None] | None = None


@class_attributes(acyclic=True)
@final
class Choice(Value):
    """Rung that fired, with its act and the refusals of the rungs above it.

    asked    (place in the ladder, rule) of the rungs to ask, in order.  Those below the one that fired were
             not asked
    answers  the refusals of the asked ones, which replace those in `refusals`.  With `asked`, `refusals` has
             one for each rung of the ladder
    """

    __slots__ = ("_answers", "_asked", "_given", "act", "ladder", "rung")

    def __init__(
        self,
        rung: str,
        act: Act,
        refusals: Sequence[No] = (),
        ladder: Sequence[Rung] = (),
        asked: Asked = (),
        answers: Sequence[No] = (),
    ) -> None:
        self.rung = rung
        self.act = act
        self._given = refusals
        self._asked = asked
        self._answers = answers
        self.ladder = ladder

    def fields(self) -> tuple[object, ...]:
        return self.rung, self.act, self.refusals, self.ladder

    @property
    def refusals(self) -> tuple[No, ...]:
        """The refusals of the rungs above the one that fired, put together on demand."""
        if not self._asked:
            return tuple(self._given)
        refusals = list(self._given)
        for (place, _), answer in zip(self._asked, self._answers, strict=False):
            refusals[place] = answer
        return tuple(refusals[: self._asked[len(self._answers)][0]])

    @property
    def most(self) -> int:
        """How often the rung may fire on one level.  It is 0 if there is no limit."""
        if self._asked:
            return self.ladder[self._asked[len(self._answers)][0]].most
        return next((rung.most for rung in self.ladder if rung.name == self.rung), 0)

    @property
    def passed(self) -> tuple[tuple[str, str], ...]:
        """(name, reason for its refusal) of each rung above the rung that fired."""
        pairs = zip(self.ladder, self.refusals, strict=False)
        return tuple((rung.name, refusal.why_not) for rung, refusal in pairs)

    def refusal_of(self, name: str) -> No | None:
        """Return the refusal of the rung `name`.  Return None if no such rung is above the one that fired."""
        pairs = zip(self.ladder, self.refusals, strict=False)
        return next((refusal for rung, refusal in pairs if rung.name == name), None)


def is_calm(beliefs: Beliefs) -> bool:
    """Return whether nothing needs attention, as in most moments without a foe in view.

    The version is known, the game has just said nothing, nothing was thrown, nothing unseen has struck on
    this level, the monsters do not think, the hero is neither blind nor confused and does not levitate, and
    the pack is known, not full, and without the Amulet.
    """
    if beliefs.facts or beliefs.foes.seen or beliefs.foes.unseen_turn >= 0 or beliefs.action.verb == "throw":
        return False
    if not beliefs.version or beliefs.stock != "known" or beliefs.full_pack or beliefs.pack.kit.amulet:
        return False
    me, turn = beliefs.me, beliefs.turn
    is_clear = turn >= me.blind_until and turn >= me.confused_until
    return is_clear and turn >= me.floating_until and not beliefs.foes_think


@final
class RungChooser(Value):
    """Ladder that is arranged so that a choice asks no rung whose answer is known beforehand.

    ladder  all rungs, in order of priority
    """

    __slots__ = (
        "_asked", "_asked_alone", "_asked_bare", "_asked_calm", "_asked_clear", "_cursed",
        "_refusals", "_stands_for", "ladder",
    )  # fmt: skip

    def __init__(self, ladder: tuple[Rung, ...]) -> None:
        self.ladder = ladder
        # The rungs to ask: if a foe is in view, and if none is
        self._asked: Asked = tuple([(place, rung.rule) for place, rung in enumerate(ladder)])
        self._asked_alone: Asked = tuple([(at, rule) for at, rule in self._asked if ladder[at].alone is None])
        # The same in the state `_stands_for` with the cursed items `_cursed`: for a hero that is neither
        # blind nor confused, in calm moments, and in those on a level without known items
        self._asked_clear: Asked = ()
        self._asked_calm: Asked = ()
        self._asked_bare: Asked = ()
        self._stands_for: tuple[object, ...] = ()
        self._cursed: set[str] = set()
        self._refusals = [rung.alone or rung.calm or rung.bare or TIRED for rung in ladder]

    def fields(self) -> tuple[object, ...]:
        return (self.ladder,)

    def choose(self, beliefs: Beliefs) -> Choice | None:
        """Ask the rungs from top to bottom.  Return the first act as a choice, or None if all refuse."""
        asked = self._asked
        if not beliefs.foes.seen:
            asked, calm = self._asked_alone, is_calm(beliefs)
            if calm or not (beliefs.is_blind or beliefs.is_confused):
                me = beliefs.me
                state = (
                    beliefs.pack.kit, beliefs.lore.version, me.hunger, me.alert, beliefs.has_few_points,
                    beliefs.is_fed, beliefs.variant,
                )  # fmt: skip
                is_same = state == self._stands_for and beliefs.cursed == self._cursed
                if calm:
                    if not is_same:
                        self._stands_for, self._cursed = state, set(beliefs.cursed)
                        self._arrange(beliefs)
                    asked = self._asked_calm if beliefs.level.things else self._asked_bare
                elif is_same:
                    asked = self._asked_clear
        refusals = self._refusals
        tired = beliefs.watch.tired
        if tired:
            may_act = [rung.name not in tired for rung in self.ladder]
            refusals = [one if may_act[place] else TIRED for place, one in enumerate(refusals)]
            asked = tuple([(place, rule) for place, rule in asked if may_act[place]])
        answers: list[No] = []
        for place, rule in asked:
            answer = rule(beliefs)
            if type(answer) is Act:  # takes less time than isinstance
                return Choice(self.ladder[place].name, answer, refusals, self.ladder, asked, answers)
            answers.append(answer)
        return None

    def _arrange(self, beliefs: Beliefs) -> None:
        """Note which rungs to ask from now on while no foe is in view, and the refusals of the others."""
        asked = []
        self._refusals = self._refusals.copy()  # earlier choices hold the list
        for place, rule in self._asked_alone:
            lasts = self.ladder[place].lasts
            answer = lasts(beliefs) if lasts is not None else None
            if isinstance(answer, No):
                self._refusals[place] = answer
            else:
                asked.append((place, rule))
        self._asked_clear = tuple(asked)
        self._asked_calm = tuple([one for one in asked if self.ladder[one[0]].calm is None])
        self._asked_bare = tuple([one for one in self._asked_calm if self.ladder[one[0]].bare is None])


def choose(ladder: tuple[Rung, ...], beliefs: Beliefs) -> Choice | None:
    """Make a single choice from a ladder (`RungChooser.choose`)."""
    return RungChooser(ladder).choose(beliefs)
