"""The actors of a game, player or monster, as plain fields without rules."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import Room
from rogue.state.item import Item
from rogue.state.mind_state import Mind
from rogue.tables.monsters import Dice, MonsterKind

UNARMORED: Final = 10  # armor class without armor

# The flags 1 to 16 are a monster's innate traits from tables.monsters (MEAN, FLIES, GREEDY, ...).
AWAKE: Final = 32  # chases its goal each turn (CHS-1)
HELD: Final = 64  # held by a scroll (SCR-3)
CANCELLED: Final = 128  # lost its special abilities (SPC-18)
HASTED: Final = 256
SLOWED: Final = 512
CONFUSED: Final = 1024  # a monster or the player
GAZED: Final = 2048  # a medusa that has already gazed (MON-17)
TARGET: Final = 4096  # the target of the player's fight command (CMD-10)

# Flags of the player only.
BLIND: Final = 1 << 13
HALLUCINATING: Final = 1 << 14
LEVITATING: Final = 1 << 15
SEES_INVISIBLE: Final = 1 << 16
DETECTS: Final = 1 << 17  # detects monsters (POT-8)
RED_HANDS: Final = 1 << 18  # the next hit confuses (CMB-15)
GRABBED: Final = 1 << 19  # held by a flytrap (SPC-12)
ALERT: Final = 1 << 20  # when off, attackers get +4 to hit (CMB-9)
# HASTED and CONFUSED also apply to the player.


class Monster:
    """A monster on the level."""

    __slots__ = (
        "armor", "attacks", "disguise", "exp", "flags", "goal", "hp", "kind", "level", "max_hp", "mind",
        "pack", "room", "spot", "toggle", "under",
    )  # fmt: skip

    def __init__(self, kind: MonsterKind, spot: int) -> None:
        self.kind = kind
        self.spot = spot
        self.room: Room | None = None  # its room or passage network
        self.disguise = ord(kind.letter)  # the symbol it shows (MAP-6)
        self.level = kind.level
        self.armor = kind.armor  # armor class, lower is better
        self.hp = 1
        self.max_hp = 1
        self.exp = kind.exp
        self.attacks: tuple[Dice, ...] = kind.attacks
        self.flags: int = kind.traits
        self.pack: list[Item] = []
        self.goal: int | Item | None = None
        """None: the player.  An Item: an item on the floor.  A spot: a room's gold (CHS-3, MON-16)."""
        self.toggle = True  # a slowed monster acts only when this is on (CHS-1)
        self.under = 0  # the symbol remembered below it, 0 if it is not drawn (VIS-16)
        self.mind: Mind | None = None  # only in games where monsters think (VMN-6)
        if kind.mind is not None:
            self.mind = Mind()
            self.mind.store = kind.mind.store

    def has_flag(self, mark: int) -> bool:
        """Return whether a flag is set (one of the flags above or a trait)."""
        return self.flags & mark != 0

    def __repr__(self) -> str:
        return f"<{self.kind.name} {divmod(self.spot, 80)} {self.hp}hp>"


class Player:
    """The player's character."""

    __slots__ = (
        "bear_trap",
        "best_strength",
        "exp",
        "flags",
        "food",
        "grip",
        "has_amulet",
        "helpless",
        "hp",
        "hunger",
        "left",
        "level",
        "max_hp",
        "pack",
        "purse",
        "quiet",
        "right",
        "ring_strength",
        "room",
        "spot",
        "strength",
        "wielded",
        "worn",
    )  # fmt: skip

    def __init__(self) -> None:
        self.spot = 0
        self.room: Room | None = None  # the player's room or passage network (MAP-17)
        self.hp = 12
        self.max_hp = 12
        self.strength = 16  # effective, rings included
        self.best_strength = 16
        self.ring_strength = 0  # share of `strength` from worn rings (BUG-25)
        self.level = 1
        self.exp = 0
        self.purse = 0  # gold
        self.food = 1300  # turns (FOO-8)
        self.hunger = 0  # 0 fed, 1 hungry, 2 weak, 3 fainting
        self.quiet = 0  # turns since the last fight or healed point (HPX-1)
        self.helpless = 0  # turns without action: asleep, frozen, fainted (TRN-4)
        self.bear_trap = 0  # number of moves that still fail (TRP-4)
        self.grip = 0  # a flytrap's hold counter (SPC-12)
        self.flags = 0  # ALERT is off at the start (CMB-9, BUG-15)
        self.has_amulet = False
        self.pack: list[Item] = []  # in the order of the inventory (ITM-12)
        self.worn: Item | None = None
        self.wielded: Item | None = None
        self.left: Item | None = None  # rings
        self.right: Item | None = None

    def has_flag(self, mark: int) -> bool:
        """Return whether a flag is set (BLIND, HASTED, ...)."""
        return self.flags & mark != 0

    def rings(self) -> tuple[Item, ...]:
        """Return the worn rings, left hand first."""
        return tuple(ring for ring in (self.left, self.right) if ring is not None)

    def wears(self, effect: str) -> bool:
        """Return whether a ring with this effect is worn."""
        left, right = self.left, self.right
        return (left is not None and left.kind.does == effect) or (
            right is not None and right.kind.does == effect
        )
