"""A window on paper: it keeps what it is shown, presses keys, and shows drawn beliefs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import cast

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import Memory, default_memory
from rogomatic.agent.player import Player
from rogomatic.run.viewer.canvas import Canvas
from rogomatic.run.viewer.viewer_terminal import Terminal
from tests.support.agent_scenes import ROOM, STATUS, Scene


class Paper:
    """A terminal that keeps frames and presses keys one after the other, then `last` again and again."""

    def __init__(
        self,
        keys: Iterable[str] = (),
        size: tuple[int, int] = (80, 24),
        last: str = "",
        wait: Callable[[float], object] = id,
    ) -> None:
        self.size, self.frames, self.is_resized = size, list[Canvas](), False
        self.holds_interrupts: Callable[[], bool] = lambda: False
        self.rest, self._last, self._wait = iter(keys), last, wait

    @property
    def terminal(self) -> Terminal:
        """The paper, for whoever wants a terminal."""
        return cast(Terminal, self)

    def type(self, keys: Iterable[str]) -> None:
        """Press these keys from now on."""
        self.rest = iter(keys)

    def key(self, seconds: float) -> str:
        """Wait for a key."""
        self._wait(seconds)
        return next(self.rest, self._last)

    def show(self, frame: Canvas) -> None:
        """Keep a frame."""
        self.frames.append(frame)

    def name(self, title: str) -> None:
        """Keep no title."""

    def forget(self) -> None:
        """Forget nothing: paper is always drawn anew."""

    @contextmanager
    def computing(self, draw: Callable[[], object]) -> Iterator[None]:
        """Draw, let the block compute, and draw as if the window were resized; that frame is not kept."""
        draw()
        kept = len(self.frames)
        yield
        draw()
        del self.frames[kept:]

    @property
    def shown(self) -> list[str]:
        """The text of every frame."""
        return ["\n".join(frame.rows()) for frame in self.frames]


def player_in(picture: str = ROOM, row: str = STATUS) -> Player:
    """Return a player who has just seen a picture."""
    player, scene = Player(default_memory(), DEFAULT, 1), Scene(picture, row)
    player.screen, player.beliefs = scene.screen, scene.b
    return player


class Shown(Player):
    """An agent made of drawn beliefs."""

    def __init__(self, b: Beliefs, known: Memory | None = None) -> None:
        super().__init__(known or default_memory(), b.knobs, 0)
        self.beliefs = b
