"""A player's hands for tests: a session with what it sent, on a real emulator."""

from __future__ import annotations

import pyte

from rogue.rules import turn
from rogue.state.entities import Item
from rogue.state.world import World, status_of
from rogue.tables.items import ItemClass
from rogue.ui.session import Session
from rogue.ui.ui_state import status_row
from tests.support.narrow_screen import NarrowScreen

BOT = "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow,name=rogo-root,fruit=apricot"
MORE = " --More--"


class Hands:
    """A session and a terminal that shows what it sends."""

    def __init__(self, options: str = "", seed: int = 3, edition: str = "5.4") -> None:
        self.session = Session(seed, edition, options)
        self.terminal = NarrowScreen(80, 24)
        self._stream = pyte.ByteStream(self.terminal)
        self.sent = b""
        self.type(b"")

    def type(self, keys: bytes) -> bytes:
        """Feed keys; return the bytes that came back."""
        self.sent = self.session.feed(keys)
        self._stream.feed(self.sent)
        return self.sent

    def answer(self, keys: bytes) -> str:
        """Feed keys; return what row 0 shows then."""
        self.type(keys)
        return self.row()

    def enter(self, world: World) -> None:
        """Go on in another world, such as that of a picture, under the options it has."""
        self.session._ui.world = world
        world.frames = []
        turn.begin(world)
        self.type(b"\x12")

    def row(self, number: int = 0) -> str:
        """A row as the emulator shows it, without the blanks at its end."""
        return self.terminal.row(number).rstrip()

    @property
    def cursor(self) -> tuple[int, int]:
        return self.terminal.cursor.y, self.terminal.cursor.x

    @property
    def hero(self) -> tuple[int, int]:
        return divmod(self.session.world.player.spot, 80)

    def give(self, cls: ItemClass, name: str, letter: str) -> Item:
        """Put an item into the pack."""
        item = Item(self.session.world.rules.kind(cls, name))
        item.letter = letter
        self.session.world.player.pack.append(item)
        return item

    def agree(self) -> bool:
        """Return whether the session's own screen and cursor are those of the emulator."""
        return self.session.screen == self.terminal.display and self.session.cursor == self.cursor


def row_of(world: World) -> str:
    """Return the status line of a world as it is now."""
    return status_row(status_of(world), world.rules.words)


def calm(hands: Hands) -> Hands:
    """Take the monsters off the level, so that nothing interrupts."""
    world = hands.session.world
    for foe in list(world.level.foes):
        world.level.drop_foe(foe)
    return hands
