"""What monsters that think keep in mind, and what sound and scent there is on a level (VMN-5, VMN-6)."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import SIZE

SILENT: Final = 255  # no flood has come here
NEVER: Final = -1000  # a turn before all others
NO_STEP: Final = 9  # no step of the player was seen
PATIENCE: Final = 25  # turns that a flock waits (VMN-30)

BOW: Final = 1  # what was learned of the player (VMN-38)
STICK: Final = 2
SCROLL: Final = 4


class Mind:
    """What one monster keeps in mind; everything else it perceives anew each turn."""

    __slots__ = (
        "afraid", "aim", "aimed", "ambush", "ambushed", "ambushes", "at_bay", "back", "called", "hits", "hp",
        "idle", "lore", "off", "off_hits", "patience", "patient", "row", "saw", "scentless", "spared",
        "store", "swings", "waited", "wary", "way",
    )  # fmt: skip

    def __init__(self) -> None:
        self.aim = 0  # where the player is believed to be, or where it goes otherwise; 0: nowhere
        self.aimed = NEVER  # the turn of that belief
        self.way: list[int] = []  # the rest of a path to the aim
        self.back = 0  # where it stood before its last step
        self.idle = 0  # aims chosen without a trace of the player
        self.waited = 0  # turns before a square that is taken
        self.patience = PATIENCE  # turns that a flock still waits
        self.patient = NEVER  # the turn that was counted last
        self.store = 0  # acts from afar that are left
        self.afraid = False
        self.at_bay = False  # it has struck since that fear began, as there was no way out
        self.wary = NEVER  # it keeps away up to this turn (lore of the scroll)
        self.called = NEVER  # the turn in which it called or was called
        self.off = NEVER  # it has no interest in the player before this turn (VMN-39)
        self.off_hits = 0  # hits that were in vain (VMN-40)
        self.scentless = NEVER  # it smells nothing before this turn
        self.hits = 0  # of its own swings at the player
        self.swings = 0
        self.spared = 0  # acts in a row that failed
        self.lore = 0  # BOW, STICK, SCROLL
        self.hp = 0  # its hit points at its last step
        self.ambush = 0  # the square where it lies in wait, 0: none
        self.ambushed = 0  # turns that it has lain in wait
        self.ambushes = 0  # turns that it still waits while the player stands in the door
        self.saw = NEVER  # the turn in which it saw the player last
        self.row = 0  # of the table of decisions that acted last


class LevelMinds:
    """Sound and scent on the level, and what belongs to the whole game.

    The scent is a number per square in a list: the compiled game reads that fastest.
    """

    __slots__ = (
        "centre", "claims", "context", "flooded", "forecasts", "gathered", "habits", "heading", "last_step",
        "line", "longer_context", "loud", "moved", "noise", "owed", "reach", "scent", "step_before", "steps",
        "watched", "ways",
    )  # fmt: skip

    def __init__(self) -> None:
        self.habits: set[str] = set()  # "E flees": what the player saw or heard of kinds (MNP-5)
        self.owed = 0  # rooms that get nobody in place of companions (VMN-43)
        self.loud = 0  # how loud the turn just played was (VMN-10)
        self.gathered = 0  # the same of the turn that is being played
        self.steps = [0] * SIZE  # the player's steps by context and symbol (VMN-46)
        self.forecasts = [0] * SIZE  # of them by kind: those that came true, and behind them all
        self.new_level()

    def new_level(self) -> None:
        """Forget what belongs to a level: sound, scent and ways."""
        self.ways: list[tuple[int, ...] | None] = [None] * SIZE  # legal steps by terrain, when asked for
        self.noise = bytearray(SIZE)  # steps from `centre`, SILENT where the flood did not come
        self.centre = 0  # where the flood began, 0: there was none
        self.moved = 0  # steps of the player since
        self.reach = 0  # layers of the flood
        self.flooded = NEVER  # the turn of the flood
        self.scent = [0] * SIZE  # turn stamps of the player's trail, 0: none
        self.watched = 0  # where the player was when a monster saw it last, 0: none did last turn
        self.last_step = self.step_before = NO_STEP  # the player's last two, as directions
        self.context = self.longer_context = -1  # in which the next step will be counted, -1: in none
        self.line = 0  # the direction from the monster that looks on to the player, by octants
        self.heading = -1  # the direction in which the player is foreseen to go, -1: not known
        self.claims: set[int] = set()  # squares beside the player that are taken this turn (VMN-31)

    def terrain_changed(self) -> None:
        """Forget ways and sound after a door or passage was found (VMN-7)."""
        self.ways = [None] * SIZE
        self.centre = 0

    def make_noise(self, loudness: int) -> None:
        """Let the turn that is being played be at least so loud (VMN-10)."""
        if loudness > self.gathered:
            self.gathered = loudness
