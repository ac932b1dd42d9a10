"""The moments of a game that matter, because a wrong move there can be costly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import FREE_VERBS, Beliefs, Verb
from rogomatic.agent.sight.prompt_parser import without_marker
from rogomatic.agent.think.fight.fight_options import is_unseen_near
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.review_effort import Effort
from rogomatic.run.recordings.onlooker import Onlooker, Step, meant

RESTS: Final[frozenset[Verb]] = frozenset(("rest", "search", "wait"))
_ITEMS: Final[frozenset[Verb]] = frozenset(
    ("quaff", "read", "zap", "throw", "wear", "strip", "put on", "remove", "wield")
)
_DANGER_PCT: Final = {"quick": 10.0, "usual": 2.0, "thorough": 0.0}  # minimum chance to die
_LOW_PCT: Final = {"quick": 35, "usual": 60, "thorough": 100}  # low hit points
_WAKING_SQUARES: Final = 3  # distance to a sleeper that may wake


@dataclass(frozen=True, slots=True)
class ReviewedMoment:
    """A move in a game, with the state before the move.  The game can be continued from this state.

    number    number of the move's first command, counted as in `replay`
    turn      turn on the game's clock
    keys      typed keys, one item for each command that belongs to the move
    turns     number of turns that the move really took
    position  position of the game
    agent     agent as bytes (`AgentStates`)
    """

    number: int
    turn: int
    depth: int
    hp: int
    max_hp: int
    keys: tuple[bytes, ...]
    turns: int
    position: object
    agent: bytes


def matters(beliefs: Beliefs, verb: Verb, effort: Effort) -> bool:
    """Return whether a command is worth judging: danger was near, or the command used an item."""
    if verb in FREE_VERBS or verb == "quit":
        return False
    me = beliefs.me
    is_low = 100 * me.hp <= _LOW_PCT[effort] * me.max_hp
    seen = beliefs.foes.seen.values()
    near = any(
        foe.awake is not False or distance_between(foe.spot, me.spot) <= _WAKING_SQUARES for foe in seen
    )
    if effort != "quick" and (near or (verb in _ITEMS and bool(beliefs.pack))):
        return True
    if threat_of(beliefs).death_pct > _DANGER_PCT[effort] or is_unseen_near(beliefs):
        return True
    if verb in ("quaff", "read"):
        return True
    return is_low and (effort == "thorough" or verb == "down" or verb in RESTS or bool(seen))


def moments_of(
    onlooker: Onlooker, steps: Iterable[Step], states: AgentStates, effort: Effort
) -> Iterator[ReviewedMoment]:
    """Follow a game, and yield the moments that matter.  The steps must have positions.

    Several rests in a row are one move, if no monster appears or moves and no hit points are lost.
    """
    open_rest: tuple[ReviewedMoment, _Scene] | None = None
    clock = 0  # after the command

    def timed() -> Iterator[Step]:
        nonlocal clock
        for step in steps:
            clock = step.turn
            yield step

    for typed in onlooker.follow(timed()):
        beliefs, keys = onlooker.beliefs, without_marker(typed)
        verb = meant(beliefs, onlooker.choice, keys).verb
        scene = _Scene.of(beliefs)
        if open_rest is not None:
            moment, before = open_rest
            if verb in RESTS and scene.follows(before):
                open_rest = _longer(moment, keys, clock), scene
                continue
            yield moment
            open_rest = None
        if not matters(beliefs, verb, effort):
            continue
        moment = _moment(onlooker, keys, states, clock)
        if verb in RESTS:
            open_rest = moment, scene
        else:
            yield moment
    if open_rest is not None:
        yield open_rest[0]


@dataclass(frozen=True, slots=True)
class _Scene:
    """The state that is compared to see whether rests in a row are one move.

    Everything in it must stay the same from rest to rest, except that the hit points may rise.
    """

    hp: int
    depth: int
    foes: tuple[int, ...]

    @staticmethod
    def of(beliefs: Beliefs) -> _Scene:
        return _Scene(beliefs.me.hp, beliefs.me.depth, tuple(sorted(beliefs.foes.seen)))

    def follows(self, before: _Scene) -> bool:
        return self.hp >= before.hp and (self.depth, self.foes) == (before.depth, before.foes)


def _longer(moment: ReviewedMoment, keys: bytes, clock: int) -> ReviewedMoment:
    return replace(moment, keys=(*moment.keys, keys), turns=clock - moment.turn)


def _moment(onlooker: Onlooker, keys: bytes, states: AgentStates, clock: int) -> ReviewedMoment:
    me = onlooker.beliefs.me
    assert onlooker.position is not None, "the steps have positions"
    position, agent = onlooker.position(), states.put(onlooker)
    return ReviewedMoment(
        onlooker.number, onlooker.turn, me.depth, me.hp, me.max_hp, (keys,), clock - onlooker.turn,
        position, agent,
    )  # fmt: skip
