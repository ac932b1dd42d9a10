"""Help: keys, map symbols, monsters that think (MNP-3 to MNP-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rogue.rules.item_names import capital
from rogue.state.grid import COLS, ROWS
from rogue.state.world import World
from rogue.tables import glyphs
from rogue.tables.monster_minds import Cast, Group
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import Ruleset
from rogue.tables.variant_rules import CAREFUL, KEYS_54, ZAP_ASTRAY, Keymap
from rogue.ui.keymap import shown_key

TEXT_COLUMN: Final = 8
HALF: Final = COLS // 2
WINDOW_ROWS: Final = ROWS - 1
NUL: Final = "\0"  # sent by some terminals for control-space; quits in 3.6
COUNT: Final = "0"  # stands for all digits
UNKNOWN: Final = "unknown character"
MEANINGS: Final = {
    glyphs.WALL_V: "wall of a room", glyphs.WALL_H: "wall of a room", glyphs.GOLD: "gold",
    glyphs.STAIRS: "a staircase", glyphs.DOOR: "door", glyphs.FLOOR: "room floor", glyphs.PLAYER: "you",
    glyphs.PASSAGE: "passage", glyphs.TRAP: "trap", glyphs.POTION: "potion", glyphs.SCROLL: "scroll",
    glyphs.FOOD: "food", glyphs.WEAPON: "weapon", glyphs.ROCK: "solid rock", glyphs.ARMOR: "armor",
    glyphs.RING: "ring", glyphs.STICK: "wand or staff",
}  # fmt: skip
MINDS_TITLE: Final = "The monsters of this game think"
MINDS_LINES: Final = (
    "They see you in lit rooms and along straight lines, and hear steps and blows.",
    "Resting is quiet, and stealth halves your noise.  Some smell your trail,",
    "more so if you bleed.  If you lose them, they roam about or sleep again.",
    "Flocks wait for you in the open, and do not enter passages one by one.",
    "The hurt flee, heal, and return, or turn at bay.  Folk lie in wait at doors.",
    "Some shoot, glare, heal, or leap at you, but only a few times.  A howl means",
    "that your trail was found.  They pass each other, shoot no friends, and learn",
    "from arrows, bolts, failed blows, and the way you walk: folk cut you off.",
)
_CAST: Final[dict[Cast, str]] = {
    "mindless": "mindless",
    "animal": "an animal",
    "folk": "one of the folk",
    "cunning": "cunning",
}
_GROUP: Final[dict[Group, str]] = {"": "", "flock": " that keeps to its flock", "band": " that goes in bands"}
_ACTS: Final[dict[str, str]] = {
    "arrow": "shoots", "dart": "shoots", "rock": "shoots", "flame": "breathes fire", "wail": "wails",
    "burble": "burbles", "blink": "blinks", "mist": "turns to mist", "glare": "glares", "sing": "sings",
    "drain": "drinks blood from afar", "spit": "spits", "spray": "sprays", "mend": "mends its wounds",
    "gather": "gathers its strength", "leap": "leaps at you",
}  # fmt: skip
_GROUP_CALLS: Final[dict[Group, str]] = {
    "": "calls its kind",
    "flock": "calls its flock",
    "band": "calls its band",
}
HABITS: Final = {
    "flees": "flees when hurt", "waits": "waits for you in the open", "scent": "hunts by scent",
    "ambush": "lies in wait", "distance": "keeps its distance", "dodges": "keeps off your lines",
    "cuts off": "cuts you off", "gives up": "gives up",
}  # fmt: skip
"""Habit -> its description; acts and calls depend on the kind."""
_ORDER: Final = (
    *_ACTS, "flees", "calls", "waits", "scent", "ambush", "distance", "dodges", "cuts off", "gives up",
)  # fmt: skip


class HelpLine(NamedTuple):
    """A line of help: key, arguments, action."""

    key: str
    does: str
    takes: str = ""

    def text(self) -> str:
        """Return the line as shown, with the description of the key starting in column 8."""
        name = "space" if self.key == " " else shown_key(ord(self.key))
        return f"{name}{self.takes}".ljust(TEXT_COLUMN) + self.does


_WAYS: Final = {
    "h": "left", "j": "down", "k": "up", "l": "right",
    "y": "up and left", "u": "up and right", "b": "down and left", "n": "down and right",
}  # fmt: skip
# fmt: off
HELP: Final = (
    HelpLine("?", "explain a key, or all of them"),
    HelpLine("/", "explain a map symbol"),
    *(HelpLine(key, f"step {way}") for key, way in _WAYS.items()),
    *(HelpLine(key.upper(), f"run {way}") for key, way in _WAYS.items()),
    HelpLine("\x08", "run left, stop near things"),
    HelpLine("m", "step, pick nothing up", "<dir>"),
    HelpLine("f", "fight until one is nearly dead", "<dir>"),
    HelpLine("F", "fight to the death", "<dir>"),
    HelpLine("t", "throw something", "<dir>"),
    HelpLine("z", "zap a wand or staff", "<dir>"),
    HelpLine("^", "name the trap beside you", "<dir>"),
    HelpLine("s", "search around you"),
    HelpLine(".", "rest for a turn"),
    HelpLine(",", "pick up what lies here"),
    HelpLine(">", "go down a staircase"),
    HelpLine("<", "go up a staircase"),
    HelpLine("i", "list the pack"),
    HelpLine("I", "show one item of the pack"),
    HelpLine("q", "quaff a potion"),
    HelpLine("r", "read a scroll"),
    HelpLine("e", "eat food"),
    HelpLine("w", "wield a weapon"),
    HelpLine("W", "wear armor"),
    HelpLine("T", "take armor off"),
    HelpLine("P", "put on a ring"),
    HelpLine("R", "remove a ring"),
    HelpLine("d", "drop something"),
    HelpLine("c", "name a kind of item"),
    HelpLine("a", "repeat the last command"),
    HelpLine(")", "show the weapon in hand"),
    HelpLine("]", "show the armor worn"),
    HelpLine("=", "show the rings worn"),
    HelpLine("@", "show the status as a message"),
    HelpLine("D", "list what you have discovered"),
    HelpLine("o", "look at or set options"),
    HelpLine("\x12", "draw the screen again"),
    HelpLine("\x10", "last message; twice: all"),
    HelpLine("\x1b", "cancel a count or a question"),
    HelpLine("v", "show version and dungeon"),
    HelpLine("S", "save the game and leave it"),
    HelpLine("Q", "quit the game"),
)
# fmt: on

LAST_LINES: Final = (
    "Arrow and keypad keys step, too; with shift or control they run.",
    "A number before a command repeats it: 10s searches ten times.",
    "Control-C asks whether to quit, control-Z suspends, ! may start a shell.",
)

_BY_NAME: Final = {line.key: line for line in HELP} | {
    CAREFUL: HelpLine("f", "run, stop near things", "<dir>"),
    ZAP_ASTRAY: HelpLine("z", "zap in any direction"),
}
"""Help line by the key in 5.4 or the action's name (tables.variant_rules)."""


HELPERS: Final = (
    HelpLine("x", "walk to an unexplored place"),
    HelpLine("_", "walk to the stairs or a place"),
)
"""Keys of a game started with helpers (ui.travel)."""

UNLISTED: Final = (
    HelpLine(COUNT, "repeat the next command n times", "..9"),
    HelpLine("!", "start a shell, if allowed"),
)
"""Keys that are explained only on request, because the table of an edition fills its page."""

WIZARD: Final = (
    HelpLine("|", "show row and column"),
    HelpLine("C", "create an item"),
    HelpLine("$", "count the units in the pack"),
    HelpLine("\x07", "list the items on the level"),
    HelpLine("\x17", "identify an item of the pack"),
    HelpLine("\x04", "go one level down"),
    HelpLine("\x01", "go one level up"),
    HelpLine("\x06", "show the whole level"),
    HelpLine("\x14", "teleport"),
    HelpLine("\x05", "show how much food is left"),
    HelpLine("\x11", "draw all passages and doors"),
    HelpLine("\x18", "detect monsters: on or off"),
    HelpLine("~", "charge a wand or staff"),
    HelpLine("\t", "nine levels, sword, plate mail"),
    HelpLine("*", "list kinds of items with odds"),
    HelpLine("+", "leave or enter wizard mode"),
)
"""Keys of wizard mode (ui.wizard)."""

WIZARD_OF_MINDS: Final = (
    HelpLine("&", "show how far you are heard"),
    HelpLine('"', "show your trail"),
    HelpLine("\\", "show the nearest one's plan"),
)
"""Keys of wizard mode in games where monsters think."""


def lines_of(
    keymap: Keymap, helpers: bool = False, wizard: bool = False, minds: bool = False
) -> list[HelpLine]:
    """Return the help lines of an edition's keys in display order.

    Lines for the helpers and for wizard mode come last.
    """
    lines = [line for line in HELP if line.key not in keymap.without]
    for key, does in keymap.other:
        line = _BY_NAME[does]._replace(key=key)
        at = next((at for at, old in enumerate(lines) if old.key == key), None)
        if at is None:
            lines.append(line)
        else:
            lines[at] = line
    thinking = WIZARD_OF_MINDS if wizard and minds else ()
    return [*lines, *(HELPERS if helpers else ()), *(WIZARD if wizard else ()), *thinking]


def explain_key(
    key: int, keymap: Keymap = KEYS_54, helpers: bool = False, wizard: bool = False, minds: bool = False
) -> str:
    """Return the help line of a key.

    >>> explain_key(ord("s")), explain_key(ord("Z"))
    ('s       search around you', "Unknown character 'Z'")
    >>> explain_key(ord("7"))
    '0..9    repeat the next command n times'
    """
    wanted = COUNT if ord("0") <= key <= ord("9") else chr(key)
    lines = (*lines_of(keymap, helpers, wizard, minds), *UNLISTED)
    line = next((line for line in lines if line.key == wanted), None)
    return f"Unknown character '{shown_key(key)}'" if line is None else line.text()


def help_rows(
    keymap: Keymap = KEYS_54,
    helpers: bool = False,
    wizard: bool = False,
    game: Sequence[str] = (),
    minds: bool = False,
) -> list[str]:
    """Return the rows of all help, to be shown in pages of 23 rows.

    Each page has two columns; the left one is filled first, from top to bottom.  If the help needs a second
    page, `LAST_LINES` are added.  The lines of `game` come last, on pages of their own.
    """
    rows: list[str] = []
    every = [
        line for line in lines_of(keymap, helpers, wizard, minds) if line.key != NUL
    ]  # NUL cannot be typed
    for start in range(0, len(every), 2 * WINDOW_ROWS):
        lines = [line.text() for line in every[start : start + 2 * WINDOW_ROWS]]
        left = lines[:WINDOW_ROWS]
        right = lines[WINDOW_ROWS:] + [""] * len(left)
        rows += [(a.ljust(HALF) + b).rstrip() for a, b in zip(left, right, strict=False)]
    if len(rows) > WINDOW_ROWS:
        rows += ["", *LAST_LINES]
    if game:
        rows += [""] * (-len(rows) % WINDOW_ROWS)
    return [*rows, *game]


def explain_symbol(rules: Ruleset, key: int) -> str:
    """Return the meaning of a map symbol.  A capital letter stands for a monster."""
    kind = rules.monsters.get(chr(key))
    if kind is not None:
        meaning = kind.name + mind_words(kind)
    else:
        meaning = rules.words.amulet if key == glyphs.AMULET else MEANINGS.get(key, UNKNOWN)
    return f"'{shown_key(key)}': {meaning}"


def mind_page(rules: Ruleset) -> tuple[str, ...]:
    """Return the last page of help, or () if monsters do not think (MNP-3)."""
    return () if rules.minds is None else (MINDS_TITLE, "", *MINDS_LINES)


def mind_words(kind: MonsterKind) -> str:
    """Return a description of a kind's mind, worded to be put after the kind's name (MNP-4).

    Return "" if the kind has no mind.

    >>> from rogue.tables.ruleset import ROGUE_MINDS
    >>> mind_words(ROGUE_MINDS.monsters["E"])
    ', an animal that keeps to its flock'
    """
    mind = kind.mind
    return "" if mind is None else f", {_CAST[mind.cast]}{_GROUP[mind.group]}"


def habit_lines(world: World) -> list[str]:
    """Return a line for each monster kind with a known habit, sorted by the letters of the kinds (MNP-5).

    If no habit is known, return one line that says so.
    """
    seen = set() if world.minds is None else world.minds.habits
    lines = []
    for letter, kind in sorted(world.rules.monsters.items()):
        habits = [habit for habit in _ORDER if f"{letter} {habit}" in seen]
        if habits:
            lines.append(f"{capital(kind.name)}: {', '.join([_in_words(kind, habit) for habit in habits])}")
    start = "Nothing" if world.options.terse else "Haven't discovered anything"
    return lines or [f"{start} about any monsters"]


def _in_words(kind: MonsterKind, habit: str) -> str:
    mind = kind.mind
    if habit == "calls" and mind is not None:
        return _GROUP_CALLS[mind.group]
    return HABITS.get(habit) or _ACTS[habit]
