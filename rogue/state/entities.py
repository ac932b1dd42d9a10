"""The entities of a game (items, monsters, the player) as plain data without rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogue.state.grid import HERE_AND_AROUND, SIZE, Room
from rogue.tables.items import ItemKind
from rogue.tables.monsters import Dice, MonsterKind

KNOWN: Final = 1  # the player knows its bonuses, value, or charges (NAM-2)
CURSED: Final = 2  # cannot be taken off while in use (ARM-10)
PROTECTED: Final = 4  # armor that cannot rust (SCR-14)
MARKED: Final = 8  # has been in the pack: a scare monster scroll turns to dust when picked up again (ITM-15)
HARMLESS: Final = 16  # not a weapon, so it never hits (CMB-6)
SILENT: Final = 255  # not reached by the flood fill
NEVER: Final = -1000  # earlier than any turn
NO_STEP: Final = 9  # no step of the player seen
NO_HEADING: Final = -1  # no predicted step of the player
UNASKED: Final = -2  # a step may be predicted once a monster asks
PATIENCE: Final = 25  # turns for which a flock waits (VMN-30)
BOW: Final = 1  # lore about the player (VMN-38)
STICK: Final = 2
SCROLL: Final = 4
RUSTPROOF: Final = 8  # nothing of the player rusts (VMN-23)
SUSTAINED: Final = 16  # poison does not weaken the player
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


class Item:
    """An item on the floor, in the player's pack, or carried by a monster.

    The meaning of `value` depends on the item: the armor class of armor (lower is better), the bonus of a
    ring, the charges of a stick, or the number of gold pieces.
    """

    __slots__ = (
        "count", "damage_plus", "flags", "group", "hit_plus", "kind", "label", "letter", "spot", "value",
    )  # fmt: skip

    def __init__(self, kind: ItemKind, count: int = 1, value: int = 0, group: int = 0) -> None:
        self.kind = kind
        self.count = count
        self.value = value
        self.group = group  # 0, or the number of its stack of missiles (ITM-4)
        self.hit_plus = 0
        self.damage_plus = 0
        self.flags = 0
        self.label = ""  # the player's name for this weapon or armor (NAM-3)
        self.letter = ""  # pack letter, "" outside the pack
        self.spot = 0  # its square while on the floor

    @property
    def symbol(self) -> int:
        """The map symbol of the item's class, as a character code."""
        return self.kind.symbol

    def has_flag(self, mark: int) -> bool:
        """Return whether the item has the flag `mark`, such as KNOWN or CURSED."""
        return self.flags & mark != 0

    def __repr__(self) -> str:
        return f"<{self.count} {self.kind.name} {self.letter or '-'}>"


class Mind:
    """The memory of a monster.  What the monster perceives is not stored, but computed every turn."""

    __slots__ = (
        "afraid", "aim", "aimed", "ambush", "ambushed", "ambushes", "at_bay", "back", "called", "hits", "hp",
        "idle", "lore", "off", "off_hits", "patience", "patient", "row", "saw", "scentless", "spared",
        "store", "swings", "tracked", "waited", "wary", "way",
    )  # fmt: skip

    def __init__(self) -> None:
        self.aim = 0  # where it believes the player is, or its destination; 0: none
        self.aimed = NEVER  # the turn of that belief
        self.way: list[int] = []  # the rest of a path to the aim
        self.back = 0  # its square before its last step
        self.idle = 0  # number of aims chosen without a trace of the player
        self.waited = 0  # turns spent in front of an occupied square
        self.patience = PATIENCE  # turns that its flock still waits
        self.patient = NEVER  # the last turn counted
        self.store = 0  # ranged acts left
        self.afraid = False
        self.at_bay = False  # it has fought since its fear began, without a way out
        self.wary = NEVER  # it keeps away until this turn (lore of the scroll)
        self.called = NEVER  # the turn of its last call, made or heard
        self.off = NEVER  # not interested in the player before this turn (VMN-39)
        self.off_hits = 0  # hits without effect (VMN-40)
        self.scentless = NEVER  # no sense of smell before this turn
        self.tracked = NEVER  # the last turn in which it followed the player's trail
        self.hits = 0  # hits among its swings at the player
        self.swings = 0
        self.spared = 0  # failed acts in a row
        self.lore = 0  # BOW, STICK, SCROLL, RUSTPROOF, SUSTAINED
        self.hp = 0  # hit points at its last step
        self.ambush = 0  # the square of its ambush, 0: none
        self.ambushed = 0  # turns in ambush so far
        self.ambushes = 0  # turns in ambush while the player stood in the door
        self.saw = NEVER  # the last turn in which it saw the player
        self.row = 0  # row of the decision table that acted last


class PathSearch:
    """A search for the shortest paths to one goal.  The search can be continued for paths from other squares.

    next  for each square, the next square on the path to the goal, or -1 if the search has not reached it
    edge  the squares from which the search continues
    """

    __slots__ = ("edge", "next")

    def __init__(self, goal: int) -> None:
        self.next = [-1] * SIZE
        self.next[goal] = goal
        self.edge = [goal]


class TerrainCache:
    """Data derived from a level's terrain.  A copy of the game starts with an empty cache to save space.

    searches  goal -> the search for paths to it, the oldest search first
    """

    __slots__ = ("searches",)

    def __init__(self) -> None:
        self.searches: dict[int, PathSearch] = {}

    def __reduce__(self) -> tuple[type[TerrainCache], tuple[()]]:
        return TerrainCache, ()


class LevelMinds:
    """What thinking monsters share: the sound, scent, and paths of a level, and counts for the whole game.

    `scent` has one number per square.  It is a list because a list is read fastest.
    """

    __slots__ = (
        "centre", "claims", "context", "farthest_heard", "flooded", "forecasts", "gathered", "habits",
        "heading", "heard_by", "last_step", "line", "longer_context", "loud", "moved", "noise", "owed",
        "reach", "scent", "seen_by", "smelled_by", "step_before", "steps", "terrain", "told_of", "watched",
        "ways",
    )  # fmt: skip

    def __init__(self) -> None:
        self.habits: set[str] = set()  # habits that the player saw or heard, such as "E flees" (MNP-5)
        self.owed = 0  # rooms left empty in exchange for companions (VMN-43)
        self.seen_by = 0  # times that a monster which did not know where the player was saw the player
        self.heard_by = 0  # or heard the player
        self.farthest_heard = 0  # in steps
        self.smelled_by = 0  # or found the trail
        self.told_of = 0  # or was told by a call
        self.loud = 0  # loudness of the last turn (VMN-10)
        self.gathered = 0  # loudness of the present turn so far
        self.steps = [0] * SIZE  # counts of the player's steps by context and symbol (VMN-46)
        self.forecasts = [0] * SIZE  # number of forecasts by kind: correct ones, then all
        self.new_level()

    def new_level(self) -> None:
        """Reset everything that belongs to one level: sound, scent, paths, and the player's last steps."""
        self.ways: list[tuple[int, ...] | None] = [None] * SIZE  # legal steps by terrain, None: not computed
        self.terrain = TerrainCache()
        self.noise = bytearray(SIZE)  # steps from `centre`, SILENT where the flood fill did not reach
        self.centre = 0  # start of the flood fill, 0: none yet
        self.moved = 0  # steps of the player since then
        self.reach = 0  # layers of the flood fill
        self.flooded = NEVER  # the turn of the flood fill
        self.scent = [0] * SIZE  # turn stamps of the player's trail, 0: none
        self.watched = 0  # the player's square when a monster last saw it, 0: not last turn
        self.last_step = self.step_before = NO_STEP  # the player's last two steps as directions
        self.context = self.longer_context = -1  # contexts of the next step, -1: none
        self.line = 0  # octant of the direction from the watching monster to the player
        self.heading = NO_HEADING  # octant of the player's predicted step, UNASKED if one may be predicted
        self.claims: set[int] = set()  # squares beside the player claimed this turn (VMN-31)

    def terrain_changed(self, spots: Iterable[int]) -> None:
        """Discard all paths, all sounds, and the legal steps near `spots`, the changed squares (VMN-7)."""
        for spot in spots:
            for step in HERE_AND_AROUND:
                self.ways[spot + step] = None
        self.terrain = TerrainCache()
        self.centre = 0

    def end_turn(self) -> None:
        """Discard what is valid for one turn: claimed squares and the predicted step of the player."""
        self.claims.clear()
        self.heading = NO_HEADING

    def make_noise(self, loudness: int) -> None:
        """Raise the loudness of the present turn to at least `loudness` (VMN-10)."""
        if loudness > self.gathered:
            self.gathered = loudness


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
        """Return whether the monster has a flag such as AWAKE, or a trait such as FLIES."""
        return self.flags & mark != 0

    def __repr__(self) -> str:
        return f"<{self.kind.name} {divmod(self.spot, 80)} {self.hp}hp>"


class PlayerCharacter:
    """The player's character."""

    __slots__ = (
        "bear_trap", "best_strength", "exp", "flags", "food", "grip", "has_amulet", "helpless",
        "hp", "hunger", "left", "level", "max_hp", "pack", "purse", "quiet", "right",
        "ring_strength", "room", "spot", "strength", "wielded", "worn",
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
        """Return whether the player has the flag `mark`, such as BLIND or HASTED."""
        return self.flags & mark != 0

    def release(self) -> None:
        """Free the player from a flytrap.  The hold counter `grip` keeps its value (SPC-13)."""
        self.flags &= ~GRABBED

    def rings(self) -> tuple[Item, ...]:
        """Return the worn rings, left hand first."""
        return tuple(ring for ring in (self.left, self.right) if ring is not None)

    def wears(self, effect: str) -> bool:
        """Return whether the player wears a ring with the effect `effect`."""
        left, right = self.left, self.right
        return (left is not None and left.kind.does == effect) or (
            right is not None and right.kind.does == effect
        )
