"""The state of one game: player, level, timers, identification, messages, and the command in progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rogue.state.actors import TARGET, UNARMORED, Monster, Player
from rogue.state.grid import Room
from rogue.state.item import Item
from rogue.state.level import Level, PlayerMap
from rogue.state.mind_state import LevelMinds
from rogue.state.rng import split
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.ruleset import Ruleset

ListStyle = Literal["Overwrite", "Slow", "Clear"]


@dataclass(slots=True)
class Options:
    """What the player may set; ui.options has the options of each edition.

    The last two are set when the game is started and not by the player: the home folder, and
    whether the game helps with walking (`_` and `x`), which the score list notes.
    """

    terse: bool = False
    flush: bool = False
    jump: bool = False
    seefloor: bool = True
    passgo: bool = False
    tombstone: bool = True
    step: bool = False
    askme: bool = False
    inven: ListStyle = "Clear"
    name: str = "nobody"
    fruit: str = "slime-mold"
    file: str = ""
    score: str = ""
    lock: str = ""
    home: str = ""
    helpers: bool = False


JOINT: Final = ".  "  # between the sentences of one message

How = Literal["killed", "quit", "won"]
"""The ways a game ends (END-1 to END-3)."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    how: How
    killer: str = ""  # name of the killer without article, "" when not killed (END-7)


About = Literal["identify", "name", "genocide"]
"""What a rule may have to ask: a pack letter of an item of one of `classes`, of any without classes (SCR-6,
V52-15); what to call the kind `kind` (NAM-7); the letter of a kind of monster (V52-15)."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something a rule must know before the action can be finished (an input mode, not a blocking call)."""

    about: About
    classes: tuple[ItemClass, ...] = ()
    kind: ItemKind | None = None


@dataclass(slots=True)
class Timer:
    """A fuse: a named effect that ends after some turns (TRN-8).  `rules.timers` resolves the name."""

    name: str
    turns: int
    before: bool = False  # counted down before the action, not after it (TRN-3)


@dataclass(frozen=True, slots=True)
class Window:
    """A picture of its own for the player to look at until a key: `title` in row 0, marks on an empty map."""

    title: str
    marks: tuple[tuple[int, int], ...]  # (spot, symbol)
    bright: frozenset[int] = frozenset()  # spots shown highlighted


class Status(NamedTuple):
    """The numbers of the status line at one moment; all but the last three have it drawn again (OPT-4)."""

    hp: int
    exp: int
    purse: int
    armor: int  # armour class
    strength: int
    depth: int
    hunger: int
    max_hp: int
    best_strength: int
    level: int


class Frame(NamedTuple):
    """What there was to see at one moment in the middle of a command (SCREEN.md 4)."""

    said: int  # how many of the messages in `World.said` came before it
    canvas: PlayerMap | None  # a copy, with the marks of what changed since the frame before; None: as it was
    hero: int  # the player's spot
    status: Status | None  # None: as it was
    lasts: bool  # a person should have time to see it


class Command(NamedTuple):
    """A key and the answers to its prompts; unused fields stay empty."""

    key: str  # the command key; control keys as their control character
    step: int = 0  # direction, a difference of spots
    letter: str = ""  # pack letter
    hand: str = ""  # "left" or "right"
    times: int = 0  # how often, 0 for once (CMD-3)


class Identification:
    """What is known per kind of potion, scroll, ring and stick; the kinds themselves are the keys."""

    __slots__ = ("called", "looks", "metal", "stone_worth", "true")

    def __init__(self) -> None:
        self.looks: dict[ItemKind, str] = {}  # colour, title, stone, wood or metal
        self.metal: set[ItemKind] = set()  # sticks made of metal: wands; the others are staffs
        self.stone_worth: dict[ItemKind, int] = {}  # added to a ring's worth
        self.true: set[ItemKind] = set()  # identified kinds
        self.called: dict[ItemKind, str] = {}  # the player's own names


class World:
    """One game."""

    __slots__ = (
        "actions", "canvas", "careful", "count", "deco", "deepest", "depth", "duel", "ending", "extinct",
        "flushed", "frames", "genocide_made", "groups", "knowledge", "last", "level", "levels_without_food",
        "looked_from", "looked_room", "minds", "options", "owed", "player", "question", "repeat", "rng",
        "rules", "run", "run_steps", "said", "seed", "sentence", "timers", "turn_checksums", "turns",
        "unread", "unscored", "wander_count", "wander_on", "windows", "wizard",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, seed: int, options: Options | None = None) -> None:
        self.rules = rules
        self.seed = seed
        self.rng, self.deco = split(seed)
        self.options = options or Options()
        self.player = Player()
        self.level = Level()
        self.canvas = PlayerMap()
        self.knowledge = Identification()
        self.minds = None if rules.minds is None else LevelMinds()
        self.depth = 1
        self.deepest = 1
        self.turns = 0
        self.turn_checksums: list[int] | None = None  # a check value per turn, if asked for
        self.levels_without_food = 0  # GEN-31
        self.groups = 0  # number of the last stack of missiles (ITM-4)
        self.extinct: set[str] = set()  # letters of kinds that genocide wiped out (V52-15)
        self.genocide_made = False  # the game's only scroll of genocide exists
        self.wizard = False  # the wizard's keys work (WIZ-2)
        self.unscored = False  # has been in wizard mode: not entered in the score list (END-6)

        self.timers: list[Timer] = []
        self.wander_on = False  # the checks of WND-2 are running
        self.wander_count = 0

        self.said: list[str] = []  # finished messages, oldest first; ui takes them
        self.sentence = ""  # parts of a message not finished yet
        self.unread = False  # a message of before still stands in row 0
        self.flushed = False  # keys typed ahead are void (TRP-2, OPT-7); ui takes it
        self.frames: list[Frame] | None = None  # moments of a command, for an interface, which takes them
        self.windows: list[Window] = []  # pictures to show; ui takes them
        self.question: Question | None = None
        self.ending: Ending | None = None

        # The command in progress (rules.turn).
        self.actions = 0  # actions left in this turn (TRN-2)
        self.run = 0  # direction of a run in progress, 0 for none (RUN-1)
        self.careful = False  # the run stops beside anything of interest (RUN-3)
        self.run_steps = 0  # steps tried in this run; the first is never stopped by what is near (RUN-3)
        self.count = 0  # repetitions of `repeat` still to come (CMD-3)
        self.repeat: Command | None = None
        self.last: Command | None = None  # the last command, for `a` (CMD-15)
        self.owed: bool | None = None  # cost of an action that waits for the answer to a question
        self.duel: Duel | None = None  # the fight command in progress (CMD-10)
        self.looked_from = 0  # the square of the last look, and its room (VIS-7)
        self.looked_room: Room | None = None

    # -- ending and interrupting

    def end(self, how: How, killer: str = "") -> None:
        """End the game; the first ending counts."""
        if self.ending is None:
            self.ending = Ending(how, killer)

    def interrupt(self) -> None:
        """End a run and a repetition (CMD-3, RUN-2)."""
        self.run = 0
        self.count = 0

    def stop_duel(self) -> None:
        """End the fight command (CMD-11)."""
        if self.duel is not None:
            self.duel.foe.flags &= ~TARGET
            self.duel = None

    def make_noise(self, loudness: int) -> None:
        """Let monsters that listen hear how loud the turn is (VMN-10)."""
        if self.minds is not None:
            self.minds.make_noise(loudness)

    # -- clocks

    def start_timer(self, name: str, turns: int, *, before: bool = False) -> None:
        """Start a timer of that name beside any that run already."""
        self.timers.append(Timer(name, turns, before))

    def lengthen_timer(self, name: str, turns: int) -> bool:
        """Add turns to the first running timer of that name; return whether there was one."""
        for timer in self.timers:
            if timer.name == name:
                timer.turns += turns
                return True
        return False

    def stop_timer(self, name: str) -> None:
        """Remove every timer of that name; none is no error."""
        self.timers = [timer for timer in self.timers if timer.name != name]

    # -- items

    def pack_item(self, letter: str) -> Item | None:
        """Return the pack's item with that letter."""
        return next((item for item in self.player.pack if item.letter == letter), None)

    def rename_letters(self, moved: dict[str, str]) -> None:
        """Let a repetition follow the items whose letters change: old letter -> new."""
        if self.last is not None and self.last.letter in moved:
            self.last = self.last._replace(letter=moved[self.last.letter])
        if self.repeat is not None and self.repeat.letter in moved:
            self.repeat = self.repeat._replace(letter=moved[self.repeat.letter])

    def forget_letter(self, letter: str) -> None:
        """Let no repetition take what gets a letter next for the item that had it (CMD-15)."""
        if self.last is not None and self.last.letter == letter:
            self.last = self.last._replace(letter="")
        if self.repeat is not None and self.repeat.letter == letter:
            self.repeat = self.repeat._replace(letter="")


@dataclass(slots=True)
class Duel:
    """The fight command in progress: `f` or `F` and a direction (CMD-10)."""

    foe: Monster
    step: int
    to_death: bool
    worst: int = 0  # largest loss of hit points in one attack so far (CMD-11)


def status_numbers(world: World) -> tuple[int, int, int, int, int, int, int]:
    """Return the numbers whose change has the status line drawn again, the first of `Status`."""
    player = world.player
    worn = player.worn
    armor = UNARMORED if worn is None else worn.value
    return player.hp, player.exp, player.purse, armor, player.strength, world.depth, player.hunger


def status_of(world: World) -> Status:
    """Return the numbers of the status line as they are now."""
    player = world.player
    return Status(*status_numbers(world), player.max_hp, player.best_strength, player.level)
