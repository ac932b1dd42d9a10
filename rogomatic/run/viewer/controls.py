"""The controls of every window that shows a game: keys, speed, steps, options."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.story.annotations import Tempo
from rogomatic.run.viewer.canvas import Line, Style, folded, line
from rogomatic.run.viewer.frame import GOAL, PAGE_ROWS, Showing, is_parted
from rogomatic.run.viewer.viewer_terminal import Terminal
from rogue.shared.playback import Playback

_SHARES: Final = {Tempo.FIGHT: 2 / 5, Tempo.WALK: 5 / 3}  # factors of the speed
_FIGHT_CAUTION: Final = 1 / 5  # of the caution of a tour
_FIGHT_MOST: Final = 6.0  # maximum commands per second of a dangerous fight
_LAST_MOST, _LAST_PCT = 4.0, 50.0  # the same for a fight that will probably be lost
_SLOW: Final = 4.0  # commands per second below which nothing is slowed down
_EARLY: Final = 240  # shown commands of a game, about its first minute, that are slower
_FIRST_SHARE: Final = 1 / 4  # the speed of the first half of them, as a factor
_FAST: Final = 10.0  # commands per second, from which on walks are shown faster

StepKind = Literal["", "command", "turn", "rung", "level"]
_STEP_NAMES: Final = {"rung": "rule"}  # names for people

FRAME_SECONDS: Final = 1 / 30  # minimum time between two frames
LOOK_SECONDS: Final = 0.1  # seconds between checks of keyboard and window size
CLOSE_KEYS: Final = ("\x1b", " ")  # close what covers the map; otherwise space pauses
PAGE_SECONDS: Final = 3.0  # display time of each part of a long notice
SPELL_SECONDS: Final = 1.0  # extra display time of a hero that cannot move
NOTICE_SECONDS: Final = 3.0  # display time of a notice if no key is pressed
HELP: Final = "Keys"
"""The title of the page of keys."""
_PATH_COLUMNS: Final = 40  # columns of a path in a notice
_PAGE: Final = 10  # rows that a key scrolls
_MARKED: Final = {
    "path": "the walk and its goal", "hidden": "chances (%) that a search succeeds", "loops": "loops",
}  # fmt: skip
FIRST_KEYS: Final = "? keys, space pause, + faster, n next level, Tab play"
SYMBOLS: Final = f"@ is the hero, letters are monsters, % stairs, * gold, ^ a trap, {GOAL} its goal."
"""The symbols of the map, for a newcomer."""
OTHER_SYMBOLS: Final = "! potion, ? scroll, / wand, = ring, ) weapon, ] armor, : food, + door"
STORY_KEY: Final = "W"
"""Key for a story: in a replay, of the replayed game; while watching, of the previous game."""
WATCHERS: Final = "`"
"""While a person plays, the key after this one is the watcher's."""
SHARED: Final = (
    "pause", "every turn", "one pace", "faster", "slower", "full", "panel", "mark", "scroll", "close",
    "snapshot", "redraw", "quit", "help",
)  # fmt: skip
GO_TO: Final = "/ takes 500 (turn), #120 (command), level 5, death, end, a monster's name"
WHILE_YOU_PLAY: Final = (
    f"While you play, keys go to the game; ? lists them. Tab hands the game back, {WATCHERS} before a key "
    f"gives it its meaning above, S saves and quits, Ctrl-C leaves."
)
COACH_FIRST: Final = (
    "x: what would the agent do?  X or Tab: let it play until there is news.  S saves, ^C leaves; both "
    "ask first. The score is marked as helped."
)
TAKEN_OVER_FIRST: Final = (
    "Tab hands the game back to the agent.  S saves and quits, ^C leaves; both ask first."
)
SECOND_PAGE: Final = f"? again: the keys of this window; while you play, type {WATCHERS} before each."
COACH_TEXT: Final = (
    "All other keys go to the game; the page before this one lists them. ` before a key makes it a key of "
    "this window. The score is marked as helped."
)
_HALF: Final = 38  # columns of the page's left half


class PlaybackMoment(NamedTuple):
    """The number, turn, rung, and level of a decision, which together identify the decision."""

    command: int
    turn: int
    rung: str
    depth: int


class Pace(Playback):
    """The pace of a game, which may depend on the tempo of each command.  A step ends in a pause.

    one_pace  whether fights and walks are shown at the same speed
    tempo     tempo of the command that is shown
    percent   chance to die in the fight of this command, in percent, or 0 if there is no known chance
    caution   factor by which a moment is shown longer when few hit points are left
    extra     additional seconds for the command
    shown     number of commands shown so far
    is_tour   whether this is a tour

    The first commands of a game are shown slowly, so that a person can follow them.  Outside tours,
    `caution` has only a fifth of its effect, and only in dangerous fights.
    """

    def __init__(self, speed: float, *, one_pace: bool = False) -> None:
        super().__init__(speed)
        self.one_pace = one_pace
        self.tempo, self.percent, self.caution, self.extra = Tempo.PLAIN, 0.0, 1.0, 0.0
        self.is_tour = False
        self.shown = _EARLY
        self._step: StepKind = ""
        self._since: PlaybackMoment | None = None

    @property
    def flows(self) -> bool:
        """Whether the game runs at full speed and no stop is pending."""
        return not (self.speed or self.paused or self._step)

    @property
    def steps_one(self) -> bool:
        """Whether the game pauses again after one command or one turn."""
        return self._step in ("command", "turn")

    @property
    def notice(self) -> str:
        """The pace, in one or two words."""
        if self.rate < self.speed and not (self.paused or self._step):
            odds = f"{FIGHT_HERE}: {rounded(self.percent)} to die"  # as the reasons of a fight name it
            slow = "fight" if self.tempo is Tempo.FIGHT else "slow start"
            return odds if self.percent else f"{slow}, {self.rate:.2g}/s"
        if not self.paused and self._step in ("rung", "level"):
            return f"to next {_STEP_NAMES.get(self._step, self._step)}"
        return super().notice

    def take(self, tempo: Tempo, percent: float = 0.0, caution: float = 1.0, extra: float = 0.0) -> None:
        """Set the tempo, the chance to die, the caution, and the extra seconds of the shown command."""
        self.tempo, self.percent, self.caution, self.extra = tempo, percent, caution, extra

    def do(self, action: str) -> None:
        """Pause or change the speed, as `Playback.do` does.

        The first commands are shown slowly, but no longer once the person changes the speed.
        """
        super().do(action)
        if action != "pause":
            self.shown = _EARLY

    def pause(self) -> None:
        """Pause or resume."""
        super().pause()
        self._step = ""

    def step(self, step: StepKind, now: PlaybackMoment) -> None:
        """Continue to the next command, turn, rung, or level, and pause there."""
        self.paused, self._step, self._since = False, step, now

    def arrive(self, now: PlaybackMoment) -> None:
        """Handle the next decision.  Pause if the present step ends at this decision."""
        since = self._since
        if not self._step or since is None:
            return
        if {
            "command": True,
            "turn": now.turn != since.turn or now.depth != since.depth,
            "rung": now.rung != since.rung,
            "level": now.depth != since.depth,
        }[self._step]:
            self.paused, self._step = True, ""

    @property
    def rate(self) -> float:
        """Current speed in commands per second.  0 means as fast as possible."""
        if self.one_pace:
            return self.speed
        rate = rate_of(self.speed, self.tempo)
        if self.shown < _EARLY:
            share = _FIRST_SHARE + (1 - _FIRST_SHARE) * max(2 * self.shown / _EARLY - 1, 0.0)
            rate = min(rate, max(share * self.speed, min(self.speed, _SLOW)))
        if self.tempo is not Tempo.FIGHT:
            return rate
        return min(rate, _LAST_MOST if self.percent >= _LAST_PCT else _FIGHT_MOST)

    @property
    def seconds(self) -> float:
        """Number of seconds from the present command to the next command."""
        if not self.speed:
            return 0.0
        if self.is_tour:
            return self.caution / self.rate + self.extra
        if self.one_pace:
            return 1 / self.rate
        is_careful = self.tempo is Tempo.FIGHT
        return (1 + (self.caution - 1) * _FIGHT_CAUTION if is_careful else 1.0) / self.rate + self.extra


def caution(hp: int, max_hp: int) -> float:
    """Return the factor by which a moment is shown longer.

    The factor is greater than 1 if the hero has less than half of its hit points.

    >>> [caution(hp, 40) for hp in (40, 20, 10, 0)]
    [1.0, 1.0, 2.5, 4.0]
    """
    lost = 1 - 2 * hp / max(max_hp, 1)
    return 1.0 + 3 * max(lost, 0.0)


def rate_of(speed: float, tempo: Tempo) -> float:
    """Return the commands per second at which commands of this tempo are shown.

    speed  the commands per second that the person wants

    >>> [round(rate_of(15.0, tempo)) for tempo in Tempo], [rate_of(2.0, tempo) for tempo in Tempo]
    ([15, 25, 6], [2.0, 2.0, 2.0])
    """
    rate = speed * _SHARES.get(tempo, 1.0)
    if rate > speed:
        return rate if speed >= _FAST else speed
    return max(rate, min(speed, _SLOW))


class Quit(BaseException):
    """Exception raised when the person quits.  Like KeyboardInterrupt, it reports no failure of the game."""


class ViewOptions(NamedTuple):
    """The options with which a window begins.

    speed       commands per second, or 0 for as fast as possible
    folder      folder for the files that the person makes with keys
    every_turn  whether commands without news are shown, not skipped
    one_pace    whether fights and walks are shown at the same speed
    titles      function that takes the number and the seed of a game, and returns the game's names

    The names of a game are sorted from long to short.
    """

    speed: float
    folder: Path
    every_turn: bool = False
    one_pace: bool = False
    titles: Callable[[int, int], tuple[str, ...]] = lambda _number, _seed: ()


class Controls:
    """A window: its terminal, pace, and options, and a temporary sentence on its top line."""

    def __init__(self, terminal: Terminal, options: ViewOptions, help_lines: list[Line]) -> None:
        self._folder = options.folder
        self.terminal = terminal
        self.every_turn = options.every_turn
        self.pace = Pace(options.speed, one_pace=options.one_pace)
        self.showing = Showing()
        self._help_lines = help_lines
        self._notice, self._next_notices = "", tuple[str, ...]()
        self._gives_way = False
        self._notice_until = self._notified = 0.0

    def do(self, action: str, of_what: str) -> None:
        """Handle a key that all windows share.  Raises Quit."""
        match action:
            case "pause" | "faster" | "slower" | "full":
                self.pace.do(action)
            case "every turn":
                self.every_turn = not self.every_turn
                shown = "every turn is shown" if self.every_turn else "rests and searches pass at full speed"
                self.notify(shown)
            case "one pace":
                self.pace.one_pace = not self.pace.one_pace
                same = self.pace.one_pace
                self.notify("fights and walks at one speed" if same else "dangerous fights slower than walks")
            case "panel":
                self._toggle_panel(of_what)
            case "mark":
                is_on = not getattr(self.showing, of_what)
                setattr(self.showing, of_what, is_on)
                self.notify(f"{_MARKED[of_what]}: {'shown' if is_on else 'not shown'} on the map")
            case "scroll":
                self.showing.scroll = max(self.showing.scroll + int(of_what) * _PAGE, 0)
            case "close":
                self.close()
            case "help":
                self.page(HELP, self._help_lines)
            case "redraw":
                self.terminal.forget()
            case "quit":
                raise Quit
            case _:
                raise ValueError(action)

    def _toggle_panel(self, name: str) -> None:
        showing = self.showing
        showing.overlay = "" if showing.overlay == name and showing.text is None else name
        showing.text, showing.scroll = None, 0

    @property
    def notice(self) -> str:
        """The current notice, or "" if there is none."""
        if time.monotonic() >= self._notice_until:
            if not self._next_notices:
                return ""
            sentence, *then = self._next_notices
            self.notify(sentence, self._notice_until - self._notified, then, gives_way=self._gives_way)
        is_fight = self.pace.tempo is Tempo.FIGHT and not self.pace.paused
        return "" if self._gives_way and is_fight else self._notice

    @property
    def page_number(self) -> int:
        """Number of the part of the top line's text that is shown now.  It is 0 if the whole text fits."""
        return int((time.monotonic() - self._notified) / PAGE_SECONDS) if is_parted(self.showing) else 0

    @property
    def shown(self) -> tuple[str, int]:
        """The current notice, and the page number."""
        return self.notice, self.page_number

    def notify(
        self,
        sentence: str,
        seconds: float = NOTICE_SECONDS,
        then: Sequence[str] = (),
        *,
        gives_way: bool = False,
    ) -> None:
        """Show a notice for some seconds.  A long notice stays until each part of the notice was shown.

        then       notices that are shown after this notice
        gives_way  whether a fight hides the notice
        """
        self._notified = time.monotonic()
        parts = -(-len(sentence) // (COLS - 1))
        seconds = max(seconds, PAGE_SECONDS * parts) if parts > 1 else seconds
        self._notice, self._next_notices, self._gives_way = sentence, tuple(then), gives_way
        self._notice_until = self._notified + seconds

    def hush(self) -> None:
        """Remove the notice."""
        self._notice, self._next_notices = "", ()

    def forget(self, sentence: str) -> None:
        """Remove the notice if the notice is this sentence."""
        if self._notice == sentence:
            self._notice = ""

    def page(self, title: str, lines: list[Line]) -> None:
        """Show lines over the map, or remove them if they are already shown."""
        showing = self.showing
        same = showing.text is not None and showing.text[0] == title
        showing.text, showing.scroll = None if same else (title, lines), 0

    def close(self) -> bool:
        """Remove anything that covers the map.  Return whether anything covered the map."""
        showing = self.showing
        was_open = bool(showing.overlay) or showing.text is not None
        showing.overlay, showing.text, showing.scroll = "", None, 0
        return was_open

    def write(self, name: str, lines: Iterable[str]) -> None:
        """Write lines to a new file in the folder for files, and report the result in a notice."""
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="ascii", errors="replace") as file:
                file.writelines(f"{one}\n" for one in lines)
            self.notify(f"written: {_end_of(path)}")
        except OSError as error:
            self.notify(f"{_end_of(path)} cannot be written: {error.strerror}")


def _end_of(path: Path) -> str:
    """Return a path as text, with "~" for the home folder.  If the path is long, return only its end.

    >>> _end_of(Path("/a/rogomatic-7-12.txt")), len(_end_of(Path("/") / ("x" * 80) / "rogomatic-7-12.txt"))
    ('/a/rogomatic-7-12.txt', 40)
    """
    text = str(path)
    with contextlib.suppress(RuntimeError, ValueError):
        text = f"~/{path.relative_to(Path.home())}"
    return text if len(text) <= _PATH_COLUMNS else f"...{text[3 - _PATH_COLUMNS :]}"


class KeyRow(NamedTuple):
    """A key of the watcher.

    keys  names that the terminal sends for the key
    name  name of the key in the help, or "" if the help does not mention the key
    does  action of the key, and what the action is applied to, such as ("panel", "pack")
    """

    keys: tuple[str, ...]
    name: str
    does: tuple[str, str]
    help: str


KEYS: Final = (
    KeyRow((" ",),       "space", ("pause", ""),         "pause, go on"),
    KeyRow(("s", "."),   "s",     ("step", "command"),   "step: one command"),
    KeyRow(("t",),       "t",     ("step", "turn"),      "step: one turn"),
    KeyRow(("r",),       "r",     ("step", "rung"),      "to another rule, and pause there"),
    KeyRow(("n", ">"),   "n",     ("step", "level"),     "to the next level, pause there"),
    KeyRow(("+", "="),   "+ - 0", ("faster", ""),        "faster, slower, full speed"),
    KeyRow(("-", "_"),   "",      ("slower", ""),        ""),
    KeyRow(("0",),       "",      ("full", ""),          ""),
    KeyRow(("e",),       "e",     ("every turn", ""),    "show rests and searches, too"),
    KeyRow(("F",),       "F",     ("one pace", ""),      "slow fights, fast walks: on, off"),
    KeyRow(("\t",),      "Tab",   ("hands", ""),         "take over, or hand back"),
    KeyRow(("w",),       "w",     ("panel", "reason"),   "why: the rule that acted"),
    KeyRow(("l",),       "l",     ("panel", "ladder"),   "rules: the last answer of each"),
    KeyRow(("f",),       "f",     ("panel", "danger"),   "foes in view and their danger"),
    KeyRow(("u",),       "u",     ("panel", "intents"),  "what foes seem to want"),
    KeyRow(("p",),       "p",     ("panel", "plan"),     "plan: the walk under way"),
    KeyRow(("i",),       "i",     ("panel", "pack"),     "pack: what each thing is worth"),
    KeyRow(("h",),       "h",     ("panel", "hero"),     "hero: hunger and state"),
    KeyRow(("v",),       "v",     ("panel", "level"),    "level: explored, suspected, loops"),
    KeyRow(("m",),       "m",     ("panel", "chart"),    "map as the agent believes it"),
    KeyRow(("y",),       "y",     ("senses", ""),        "what monsters hear, then smell"),
    KeyRow(("c",),       "c",     ("panel", "counters"), "counters of this game"),
    KeyRow(("g",),       "g",     ("panel", "log"),      "messages of the game"),
    KeyRow(("b",),       "b",     ("panel", "memory"),   "monsters: manual and memory"),
    KeyRow(("k",),       "k",     ("panel", "knobs"),    "knobs: the agent's settings"),
    KeyRow(("]",),       "[ ]",   ("knob", "1"),         "choose a knob"),
    KeyRow(("[",),       "",      ("knob", "-1"),        ""),
    KeyRow((")",),       "( )",   ("move knob", "1"),    "lower or raise it in this game"),
    KeyRow(("(",),       "",      ("move knob", "-1"),   ""),
    KeyRow(("o",),       "o",     ("mark", "path"),      "walk and goal on the map"),
    KeyRow(("d",),       "d",     ("mark", "hidden"),    "where a search may find something"),
    KeyRow(("a",),       "a",     ("mark", "loops"),     "loops on the map"),
    KeyRow(("KEY_DOWN", "KEY_NPAGE", "KEY_PGDOWN"), "up/dn", ("scroll", "1"), "scroll what is open"),
    KeyRow(("KEY_UP", "KEY_PPAGE", "KEY_PGUP"),     "",      ("scroll", "-1"), ""),
    KeyRow(("\x1b",),    "Esc",   ("close", ""),         "close what is open; so does space"),
    KeyRow((STORY_KEY,), "W",     ("story", ""),         "how the previous game ended"),
    KeyRow(("x",),       "x",     ("snapshot", ""),      "write all panels to a file"),
    KeyRow(("\x0c",),    "^L",    ("redraw", ""),        "redraw the window"),
    KeyRow(("S",),       "S",     ("save", ""),          "save and quit; it asks first"),
    KeyRow(("q", "Q"),   "q",     ("quit", ""),          "quit"),
    KeyRow(("?",),       "?",     ("help", ""),          "this page"),
)  # fmt: skip

COACH_KEYS: Final = (
    KeyRow((), "x", ("", ""), "what would the agent do?"),
    KeyRow((), "X", ("", ""), "let it play until there is news"),
    KeyRow((), "Tab", ("", ""), "the same; any key stops it"),
    KeyRow((), "S", ("", ""), "save and quit; it asks first"),
    KeyRow((), "^C", ("", ""), "leave; it asks first"),
    *(
        KeyRow(row.keys, f"`{row.name}", row.does, row.help)
        for row in KEYS
        if row.does[0] in ("panel", "mark") and row.name
    ),
)
"""The page of keys while the agent coaches a person.  All other keys go to the game."""
ACTIONS: Final = {key: row.does for row in KEYS for key in row.keys}
_STEPS: Final = (
    KeyRow(("KEY_RIGHT", "s", "."), "right", ("step", "command"),      "step: one command; also s"),
    KeyRow(("KEY_LEFT", ","),       "left",  ("step", "command back"), "step back; also ,"),
    KeyRow(("t",),                  "t T",   ("step", "turn"),         "one turn forward; T: back"),
    KeyRow(("T",),                  "",      ("step", "turn back"),    ""),
    KeyRow(("r",),                  "r R",   ("step", "rung"),         "until another rule acts; R: back"),
    KeyRow(("R",),                  "",      ("step", "rung back"),    ""),
    KeyRow(("n", ">"),              "n N",   ("step", "level"),        "to the next level; N: back"),
    KeyRow(("N", "<"),              "",      ("step", "level back"),   ""),
    KeyRow(("]",),                  "] [",   ("step", "mark"),         "to the next mark; [: back"),
    KeyRow(("[",),                  "",      ("step", "mark back"),    ""),
    KeyRow(("KEY_HOME", "^"),       "Home",  ("place", "#1"),          "to the beginning"),
    KeyRow(("KEY_END", "$"),        "End D", ("last", ""),             "to the end; D: to the death"),
    KeyRow(("D",),                  "",      ("place", "death"),       ""),
    KeyRow(("/",),                  "/",     ("ask", ""),              "go to: see below"),
    KeyRow(("j",),                  "j",     ("marks", ""),            "levels, near deaths and fights"),
    KeyRow((STORY_KEY,),            "W",     ("story", ""),            "the story: why the hero died"),
)  # fmt: skip
REPLAY_KEYS: Final = (
    *(row for row in KEYS if row.does == ("pause", "")),
    *_STEPS,
    *(row for row in KEYS if row.does[0] in SHARED and row.does != ("pause", "")),
)
REPLAY_ACTIONS: Final = {key: row.does for row in REPLAY_KEYS for key in row.keys}


def help_page(keys: Sequence[KeyRow] = KEYS, below: str = WHILE_YOU_PLAY) -> list[Line]:
    """Return lines that show the keys in two columns, followed by the text `below`."""
    keys = [row for row in keys if row.name]
    rows = -(-len(keys) // 2)
    table = [
        line(*_entry(keys[at]), *(_entry(keys[at + rows]) if at + rows < len(keys) else ()))
        for at in range(rows)
    ]
    lines = [*table, *folded(below, 2 * _HALF, Style.DIM, indent=0)]
    symbols = [line(text) for text in (SYMBOLS, OTHER_SYMBOLS)]
    return [*lines, *symbols[: max(PAGE_ROWS - len(lines), 0)]]


def game_page(keys: Sequence[tuple[str, str]], first: str) -> list[Line]:
    """Return lines that show the text `first`, followed by the keys of the game in two columns."""
    rows = -(-len(keys) // 2)
    cells = [_cell(name, words) for name, words in keys]
    table = [tuple(span for at in (row, row + rows) if at < len(cells) for span in cells[at])
             for row in range(rows)]  # fmt: skip
    return [*folded(first, 2 * _HALF, indent=0), (), *table, (), *folded(SECOND_PAGE, 2 * _HALF, Style.DIM)]


def _cell(name: str, words: str) -> Line:
    return line((f"{name}  ", Style.STRONG), f"{words:<{_HALF - len(name) - 2}}")


def _entry(row: KeyRow) -> Line:
    return line((f"{row.name:>5} ", Style.STRONG), f"{row.help:<{_HALF - 6}}")
