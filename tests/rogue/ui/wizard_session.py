"""A session in wizard mode, and what it was last given."""

from __future__ import annotations

from rogue.rules import wizard_mode
from rogue.state.item import Item
from rogue.state.world import World
from tests.support.notation import read_world
from tests.support.session_driver import MORE, Hands

ROOM = """---------
|.......|
|..@....+##
|.....H.|
---------"""


class Wizard(Hands):
    """Hands of a wizard, in a game of their own or in a picture."""

    def __init__(self, picture: str = "", seed: int = 3, options: str = "terse,jump,inven=slow") -> None:
        super().__init__(options, seed)
        if picture:
            world = read_world(picture, seed=seed, kit=True)
            world.options = self.session.options
            wizard_mode.become_wizard(world)
            self.enter(world)
        else:
            wizard_mode.become_wizard(self.world)

    @property
    def world(self) -> World:
        return self.session.world

    def answers(self, keys: bytes) -> list[str]:
        """Type keys, then spaces; return every text that stood in row 0."""
        self.type(keys)
        texts = [self.row()]
        while self.session.mode == "more":
            self.type(b" ")
            texts.append(self.row())
        return [text.removesuffix(MORE) for text in texts]


def last(world: World) -> Item:
    """The pack's newest item: the one with the highest letter."""
    return max(world.player.pack, key=lambda item: item.letter)
