"""Saved moments of games, from which other dice and knobs can play on."""

from __future__ import annotations

import hashlib
from dataclasses import MISSING, dataclass, field, fields, is_dataclass

from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.run.recordings.timeline import CheckpointStore
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.state.rng import split
from rogue.ui.session import Session

_SAME_DICE = 0  # the play that goes on as the game did


@dataclass
class Course:
    """A game with its agent, command by command.

    drawn  what the game has drawn and the agent has not seen yet
    steps  how often the agent was given something to see
    """

    game: Session
    player: Player
    drawn: bytes
    steps: int = 0

    def step(self) -> None:
        """Show the output to the agent, and send its keys to the game."""
        data, self.drawn = self.drawn, b""
        self.steps += 1
        keys = self.player.feed(data) if data else b""
        if not keys and not self.player.done:
            if self.game.closed:
                self.player.eof()
            else:
                keys = self.player.timeout()
        if keys:
            self.drawn = self.game.feed(keys)

    @property
    def over(self) -> bool:
        """Whether the game has ended or the agent has quit."""
        return self.player.done or (self.game.closed and not self.drawn)

    @property
    def can_be_saved(self) -> bool:
        """Whether the game waits for a command; prompts and pages cannot be saved."""
        return self.game.mode == "command"


def begin(seed: int, memory: Memory, knobs: Knobs, edition: str = "5.4") -> Course:
    """Return a new game of an edition."""
    game = Session(seed, edition, GAME_OPTIONS)
    return Course(game, Player(memory, knobs, seed), game.feed(b""))


@dataclass(frozen=True)
class Moment:
    """A saved moment of a game.

    Compiled copies read what compiled copies saved; other versions only if their classes have the same names.
    New fields get their defaults.

    scene  why it was saved         cause  of rewound games: what ended the game
    depth  dungeon level            step   how many steps of the game lie before it
    edition  of the game
    state  the game's half, `drawn` on its way, `agent` the other half
    """

    seed: int
    step: int
    scene: str
    depth: int
    state: dict[str, object] = field(repr=False)
    drawn: bytes = field(repr=False)
    agent: bytes = field(repr=False)
    cause: str = ""
    edition: str = "5.4"


class Saver:
    """A saver of moments, whose memory and knobs are given again when they are restored."""

    def __init__(self, memory: Memory, knobs: Knobs) -> None:
        self._store = CheckpointStore(memory, knobs)

    def save(self, course: Course, scene: str, cause: str = "") -> Moment:
        """Return the present moment of a game that `can_be_saved`."""
        game, player = course.game, course.player
        agent = self._store.put(player.screen, player)
        depth = game.world.depth
        return Moment(
            player.seed, course.steps, scene, depth, game.state(), course.drawn, agent, cause,
            game.world.rules.edition,
        )  # fmt: skip

    def restore(self, moment: Moment, play: int = _SAME_DICE) -> Course:
        """Return the game as it was, with new dice for each `play` other than 0."""
        game = Session(moment.seed, moment.edition, GAME_OPTIONS)
        game.restore(moment.state, options=GAME_OPTIONS)
        if play != _SAME_DICE:
            mixed = hashlib.blake2b(b"%d %d %d" % (moment.seed, moment.step, play), digest_size=8)
            game.world.rng, game.world.deco = split(int.from_bytes(mixed.digest(), "big"))
        _, player = self._store.take(moment.agent)
        assert player is not None
        complete(player.beliefs)
        return Course(game, player, moment.drawn, moment.step)


def complete(thing: object) -> None:
    """Add the missing fields of a saved value and of the values in it."""
    if isinstance(thing, dict):
        for value in thing.values():
            complete(value)
    if not is_dataclass(thing):
        return
    for one in fields(thing):
        if hasattr(thing, one.name):
            complete(getattr(thing, one.name))
        elif one.default is not MISSING:
            object.__setattr__(thing, one.name, one.default)
        elif one.default_factory is not MISSING:
            object.__setattr__(thing, one.name, one.default_factory())
