"""The state of one game: player, level, timers, messages, the command in progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rogue.state.entities import TARGET, UNARMORED, Item, LevelMinds, Monster, PlayerCharacter
from rogue.state.grid import Room
from rogue.state.level import Level, PlayerMap
from rogue.state.rng import split
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.ruleset import Ruleset

ListStyle = Literal["Overwrite", "Slow", "Clear"]
JOINT: Final = ".  "  # between the sentences of one message


@dataclass(slots=True)
class Options:
    """The player's settings.  `rogue.ui.options` lists the settings of each edition.

    `home` and `helpers` are set at the start of the game, not by the player.  `home` is the home folder.
    If `helpers` is true, the commands `_` and `x` walk for the player, and the score list marks the game.
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


How = Literal["killed", "quit", "won"]
"""How a game ends (END-1 to END-3)."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game."""

    how: How
    killer: str = ""  # name of the killer without an article, "" if not killed (END-7)


About = Literal["identify", "name", "genocide"]
"""What a question asks for.  "identify": the pack letter of an item in `classes`, or of any item if `classes`
is empty (SCR-6, V52-15).  "name": a name for `kind` (NAM-7).  "genocide": a monster's letter (V52-15)."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a rule asks the player.  The rule does not wait: the answer completes the action."""

    about: About
    classes: tuple[ItemClass, ...] = ()
    kind: ItemKind | None = None


@dataclass(slots=True)
class Timer:
    """A countdown to the end of a named effect (TRN-8).  `rules.turn_phases` defines what then happens."""

    name: str
    turns: int
    before: bool = False  # counted down before the action, not after it (TRN-3)


@dataclass(frozen=True, slots=True)
class Window:
    """A separate picture that stays until a key is pressed: `title` in row 0, and marks on an empty map."""

    title: str
    marks: tuple[tuple[int, int], ...]  # (spot, symbol)
    bright: frozenset[int] = frozenset()  # spots shown highlighted


class StatusValues(NamedTuple):
    """Numbers of the status line.  If only the last three fields change, it is not drawn again (OPT-4)."""

    hp: int
    exp: int
    purse: int
    armor: int  # armor class
    strength: int
    depth: int
    hunger: int
    max_hp: int
    best_strength: int
    level: int


class MidCommandScreen(NamedTuple):
    """A view of the screen in the middle of a command (SCREEN.md 4)."""

    said: int  # number of messages in `World.said` before it
    canvas: PlayerMap | None  # a copy with the changes since the previous frame; None: unchanged
    hero: int  # the player's spot
    status: StatusValues | None  # None: unchanged
    lasts: bool  # stays long enough for a person to see


class Command(NamedTuple):
    """A command key with the answers to its prompts.  A field without an answer stays empty."""

    key: str  # a control key is its control character
    step: int = 0  # direction, a difference of spots
    letter: str = ""  # pack letter
    hand: str = ""  # "left" or "right"
    times: int = 0  # repeat count, 0 for once (CMD-3)


class Identification:
    """The look of each kind of potion, scroll, ring, and stick, and what the player knows of the kind."""

    __slots__ = ("called", "looks", "metal", "stone_worth", "true")

    def __init__(self) -> None:
        self.looks: dict[ItemKind, str] = {}  # color, title, stone, wood, or metal
        self.metal: set[ItemKind] = set()  # metal sticks are wands, the others staffs
        self.stone_worth: dict[ItemKind, int] = {}  # added to a ring's worth
        self.true: set[ItemKind] = set()  # identified kinds
        self.called: dict[ItemKind, str] = {}  # the player's names


class World:
    """The complete state of a game."""

    __slots__ = (
        "actions", "canvas", "careful", "count", "deco", "deepest", "depth", "duel", "ending", "extinct",
        "flushed", "frames", "genocide_made", "groups", "knowledge", "last", "level", "levels_without_food",
        "looked_from", "looked_room", "minds", "options", "owed", "player", "question", "repeat", "rng",
        "rules", "run", "run_steps", "said", "seed", "sentence", "settled", "timers", "turn_checksums",
        "turns", "unread", "unscored", "wander_count", "wander_on", "windows", "wizard",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, seed: int, options: Options | None = None) -> None:
        self.rules = rules
        self.seed = seed
        self.rng, self.deco = split(seed)
        self.options = options or Options()
        self.player = PlayerCharacter()
        self.level = Level()
        self.canvas = PlayerMap()
        self.knowledge = Identification()
        self.minds = None if rules.minds is None else LevelMinds()
        self.depth = 1
        self.deepest = 1
        self.turns = 0
        self.turn_checksums: list[int] | None = None  # a checksum per turn, if requested
        self.levels_without_food = 0  # GEN-31
        self.groups = 0  # number of the last stack of missiles (ITM-4)
        self.extinct: set[str] = set()  # letters of kinds wiped out by genocide (V52-15)
        self.genocide_made = False  # the game's only scroll of genocide exists
        self.wizard = False  # wizard mode is on (WIZ-2)
        self.unscored = False  # has been in wizard mode, so not in the score list (END-6)

        self.timers: list[Timer] = []
        self.wander_on = False  # the checks of WND-2 are running
        self.wander_count = 0

        self.said: list[str] = []  # finished messages, oldest first; the ui takes them
        self.sentence = ""  # the unfinished message
        self.unread = False  # an earlier message is still in row 0
        self.settled = False  # the same look again would change nothing (CMD-21)
        self.flushed = False  # discard keys typed ahead (TRP-2, OPT-7); the ui resets it
        self.frames: list[MidCommandScreen] | None = None  # of a command; an interface takes them
        self.windows: list[Window] = []  # pictures to show; the ui takes them
        self.question: Question | None = None
        self.ending: Ending | None = None

        # The command in progress (rules.turn).
        self.actions = 0  # actions left in this turn (TRN-2)
        self.run = 0  # direction of the run in progress, 0 for none (RUN-1)
        self.careful = False  # the run stops beside things of interest (RUN-3)
        self.run_steps = 0  # steps tried in this run; the neighborhood never stops the first (RUN-3)
        self.count = 0  # remaining repetitions of `repeat` (CMD-3)
        self.repeat: Command | None = None
        self.last: Command | None = None  # the last command, for `a` (CMD-15)
        self.owed: bool | None = None  # whether the action that waits for an answer costs a turn
        self.duel: Duel | None = None  # the fight command in progress (CMD-10)
        self.looked_from = 0  # square and room of the last look (VIS-7)
        self.looked_room: Room | None = None

    def end(self, how: How, killer: str = "") -> None:
        """End the game.  Only the first call counts."""
        if self.ending is None:
            self.ending = Ending(how, killer)

    def interrupt(self) -> None:
        """End the run and the repetition of a command, if there are any (CMD-3, RUN-2)."""
        self.run = 0
        self.count = 0

    def stop_duel(self) -> None:
        """End the fight command in progress, if there is one (CMD-11)."""
        if self.duel is not None:
            self.duel.foe.flags &= ~TARGET
            self.duel = None

    def make_noise(self, loudness: int) -> None:
        """Raise the loudness of the present turn to at least `loudness`, if monsters think (VMN-10)."""
        if self.minds is not None:
            self.minds.make_noise(loudness)

    def start_timer(self, name: str, turns: int, *, before: bool = False) -> None:
        """Start a timer of `turns` turns.  Running timers of the same name stay."""
        self.timers.append(Timer(name, turns, before))

    def lengthen_timer(self, name: str, turns: int) -> bool:
        """Add `turns` to the first timer called `name`.  Return whether there is such a timer."""
        for timer in self.timers:
            if timer.name == name:
                timer.turns += turns
                return True
        return False

    def stop_timer(self, name: str) -> None:
        """Remove every timer called `name`, if any."""
        self.timers = [timer for timer in self.timers if timer.name != name]

    def pack_item(self, letter: str) -> Item | None:
        """Return the item in the pack that has the letter `letter`, or None if there is none."""
        return next((item for item in self.player.pack if item.letter == letter), None)

    def rename_letters(self, moved: dict[str, str]) -> None:
        """Update the item letters in `last` and `repeat` after items got new letters.

        `moved` maps old letters to new letters.
        """
        if self.last is not None and self.last.letter in moved:
            self.last = self.last._replace(letter=moved[self.last.letter])
        if self.repeat is not None and self.repeat.letter in moved:
            self.repeat = self.repeat._replace(letter=moved[self.repeat.letter])

    def forget_letter(self, letter: str) -> None:
        """Clear `letter` from `last` and `repeat`, because the next item may get the same letter (CMD-15)."""
        if self.last is not None and self.last.letter == letter:
            self.last = self.last._replace(letter="")
        if self.repeat is not None and self.repeat.letter == letter:
            self.repeat = self.repeat._replace(letter="")


@dataclass(slots=True)
class Duel:
    """The fight command in progress, which was started with `f` or `F` (CMD-10)."""

    foe: Monster
    step: int
    to_death: bool
    worst: int = 0  # largest loss of hit points in one attack (CMD-11)


def status_numbers(world: World) -> tuple[int, int, int, int, int, int, int]:
    """Return the first seven numbers of `StatusValues`.  A change of any of them redraws the status line."""
    player = world.player
    worn = player.worn
    armor = UNARMORED if worn is None else worn.value
    return player.hp, player.exp, player.purse, armor, player.strength, world.depth, player.hunger


def status_of(world: World) -> StatusValues:
    """Return the present numbers of the status line."""
    player = world.player
    return StatusValues(*status_numbers(world), player.max_hp, player.best_strength, player.level)
