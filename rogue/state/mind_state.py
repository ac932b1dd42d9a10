"""The state of monsters that think: memory, sound, scent (VMN-5, VMN-6)."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import SIZE

SILENT: Final = 255  # not reached by the flood fill
NEVER: Final = -1000  # earlier than any turn
NO_STEP: Final = 9  # no step of the player seen
PATIENCE: Final = 25  # turns for which a flock waits (VMN-30)

BOW: Final = 1  # lore about the player (VMN-38)
STICK: Final = 2
SCROLL: Final = 4


class Mind:
    """The memory of a monster.  All other perception is computed again each turn."""

    __slots__ = (
        "afraid", "aim", "aimed", "ambush", "ambushed", "ambushes", "at_bay", "back", "called", "hits", "hp",
        "idle", "lore", "off", "off_hits", "patience", "patient", "row", "saw", "scentless", "spared",
        "store", "swings", "waited", "wary", "way",
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
        self.hits = 0  # hits among its swings at the player
        self.swings = 0
        self.spared = 0  # failed acts in a row
        self.lore = 0  # BOW, STICK, SCROLL
        self.hp = 0  # hit points at its last step
        self.ambush = 0  # the square of its ambush, 0: none
        self.ambushed = 0  # turns in ambush so far
        self.ambushes = 0  # turns in ambush while the player stood in the door
        self.saw = NEVER  # the last turn in which it saw the player
        self.row = 0  # row of the decision table that acted last


class LevelMinds:
    """The sound and scent of a level, plus counts for the whole game.

    The scent is a number per square in a list: that is read fastest.
    """

    __slots__ = (
        "centre", "claims", "context", "flooded", "forecasts", "gathered", "habits", "heading", "last_step",
        "line", "longer_context", "loud", "moved", "noise", "owed", "reach", "scent", "step_before", "steps",
        "watched", "ways",
    )  # fmt: skip

    def __init__(self) -> None:
        self.habits: set[str] = set()  # habits that the player saw or heard, such as "E flees" (MNP-5)
        self.owed = 0  # rooms left empty in exchange for companions (VMN-43)
        self.loud = 0  # loudness of the last turn (VMN-10)
        self.gathered = 0  # loudness of the present turn so far
        self.steps = [0] * SIZE  # counts of the player's steps by context and symbol (VMN-46)
        self.forecasts = [0] * SIZE  # number of forecasts by kind: correct ones, then all
        self.new_level()

    def new_level(self) -> None:
        """Reset the data of a level: sound, scent, and paths."""
        self.ways: list[tuple[int, ...] | None] = [None] * SIZE  # legal steps by terrain, filled on demand
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
        self.heading = -1  # predicted direction of the player, -1: unknown
        self.claims: set[int] = set()  # squares beside the player claimed this turn (VMN-31)

    def terrain_changed(self) -> None:
        """Reset paths and sound after a door or passage was found (VMN-7)."""
        self.ways = [None] * SIZE
        self.centre = 0

    def make_noise(self, loudness: int) -> None:
        """Raise the loudness of the present turn to at least `loudness` (VMN-10)."""
        if loudness > self.gathered:
            self.gathered = loudness
