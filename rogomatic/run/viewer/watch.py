"""A window in which a person watches games that are being played, or takes them over."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol, cast

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.refusals import FIGHTS_ON
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.fight.threat import GRAVE_PCT
from rogomatic.run.recordings.film import Film, FilmedDecision
from rogomatic.run.recordings.knob_moves import mark_of_moves
from rogomatic.run.recordings.manual_control import RUNG, ManualControl, check_inventory, keys_of_game
from rogomatic.run.recordings.recording_store import GameRecorder
from rogomatic.run.runner.game_loop import (
    BROKEN,
    Agent,
    Limits,
    Row,
    cause_in_words,
    play_game,
    row_of,
)
from rogomatic.run.runner.link import Link, LinkWrapper, Played
from rogomatic.run.runner.pty import PtyLink
from rogomatic.run.story.annotations import Caption, Stillness, Tempos
from rogomatic.run.story.chronicle import Chronicle, Happening
from rogomatic.run.story.game_copy import GameCopy
from rogomatic.run.story.helplessness import SpellNews
from rogomatic.run.viewer.canvas import Canvas, Line, Style, line, text_of
from rogomatic.run.viewer.controls import (
    ACTIONS,
    CLOSE_KEYS,
    FIRST_KEYS,
    FRAME_SECONDS,
    HELP,
    LOOK_SECONDS,
    SPELL_SECONDS,
    STORY_KEY,
    SYMBOLS,
    TAKEN_OVER_FIRST,
    WATCHERS,
    Controls,
    PlaybackMoment,
    Quit,
    StepKind,
    ViewOptions,
    caution,
    game_page,
    help_page,
)
from rogomatic.run.viewer.end_page import EndPage
from rogomatic.run.viewer.frame import caption_line, frame_of, snapshot, why_row
from rogomatic.run.viewer.knob_control import KnobControl
from rogomatic.run.viewer.state_panels import fresh_message
from rogomatic.run.viewer.viewer_terminal import INTERRUPT, SmallWindowError, Terminal, check_size
from rogue.shared.wording import plural

FIRST_SECONDS: Final = 4.0  # display time of each of the first notices
ASK_SECONDS: Final = 1e9  # seconds: a question stays until it is answered
SAVE_QUESTION: Final = "S: save the game and quit? y or S: yes, any other key: no"
FRAME_SHARE: Final = 0.03  # share of CPU time for drawing while the agent plays at full speed
OVER_SECONDS: Final = 1.0  # display time of the end of a long rest
FAST_SECONDS: Final = 0.8  # display time of a fast
FAINT: Final = "faint"
FAINTED: Final = "The hero fainted on purpose: that makes it alert."
AFTER_FAINT: Final = "Monsters hit an alert hero less often, until it {ends}."
_HUNGRY, _FAINTS = "is hungry again", "faints again"
FAINTED_SECONDS: Final = 6.0  # display time of each of the two notices
TELLING: Final = 1.0  # minimum weight of an event for a notice
TELLING_SECONDS: Final = 2.5
LAST_STAND: Final = "the hero will probably die: resigning now would keep the gold"
LAST_STAND_SECONDS: Final = 4.0
Sense = Literal["", "sound", "scent"]
NEXT_SENSE: Final[dict[Sense, Sense]] = {"": "sound", "sound": "scent", "scent": ""}
"""Overlay of the map -> the next one."""
_STORY: Final = "The previous game"
_BEFORE: Final = f"{STORY_KEY}: how the previous game ended"
_GAME_KEYS: Final = "Keys of the game"
_VERSION_KEY: Final = b"v"
_RATE: Final = re.compile(r"([\d.]+)/s")
_SENSED: Final[dict[Sense, str]] = {
    "": "what monsters hear and smell: not shown", "sound": "steps of sound from the hero",
    "scent": "age of the hero's scent in turns",
}  # fmt: skip
_NO_SENSES: Final = "only our own Rogue has monsters that think, as in --edition minds"
_ASTRAY: Final = "the copy of this game has diverged"


class GameSenses(GameCopy, Protocol):
    """A copy of the game that knows what monsters hear, smell, and do.

    thinks  whether this game's monsters can hear and smell the hero, and viewers are allowed to see that
    """

    thinks: bool

    def is_same(self, cells: bytes | bytearray) -> bool:
        """Return whether the copy's screen equals `cells`, the screen of the real game.

        While the real game waits for a key, a difference means that the copy no longer follows the real game.
        """

    def marks(self, sense: Sense) -> Sequence[tuple[int, int]]:
        """Return (square, digit) for every square where monsters hear or smell something.

        If `sense` is "sound", the digit is a number of steps.  If it is "scent", the digit is the age of the
        scent in turns.
        """

    def reason(self) -> str:
        """Return what the nearest awake monster does, and why.  Return "" if no monster is awake."""

    def found(self) -> tuple[str, ...]:
        """Return lines on how monsters found the hero, or () if the game has not ended."""


class FrameBudget:
    """The CPU time that drawing may take, so that drawing slows down neither the terminal nor the agent."""

    def __init__(self) -> None:
        self._drawn_at = time.monotonic()
        self._drawn_cpu = self._cost = self._last_cost = 0.0  # CPU seconds at the last frame, and per frame

    def is_due(self, now: float, *, has_time: bool) -> bool:
        """Return whether to draw a frame now.

        has_time  whether the agent must wait before the next command, so that drawing costs it no time
        """
        if now - self._drawn_at < FRAME_SECONDS:
            return False
        return has_time or (time.process_time() - self._drawn_cpu) * FRAME_SHARE >= self._cost

    def note(self, started_cpu: float) -> None:
        """Record that a frame was drawn.  `started_cpu` is the CPU time at which the drawing began."""
        self._drawn_at, self._drawn_cpu = time.monotonic(), time.process_time()
        # The smaller of two, because a frame that loads modules is not typical.
        cost = self._drawn_cpu - started_cpu
        self._cost, self._last_cost = min(cost, self._last_cost), cost


class FastClock:
    """The clock for periods of fasting.

    A whole period of fasting is shown in about one second, even if the fasting is interrupted.
    """

    def __init__(self) -> None:
        self._whole = 0.0  # turns until the faint when the fast began
        self._shown = 0.0  # seconds of it so far
        self._last: float | None = None  # time of its last decision

    def early(self, still: Stillness, *, is_hurried: bool) -> float:
        """Return the seconds for which to show this decision if the hero is fasting.  Otherwise return 0."""
        now, last = time.monotonic(), self._last
        self._shown += now - last if last is not None else 0.0
        self._last = now if still.fasts and is_hurried else None
        if self._last is None:
            return 0.0
        self._whole = max(self._whole, still.turns_left, 1.0)
        return max(FAST_SECONDS * (1 - still.turns_left / self._whole) - self._shown, 0.0)


class News:
    """The news that each decision of a game brings to a watcher.

    is_new     whether something new happened between the last two decisions
    chronicle  record of the notable events
    hurries    whether nothing has changed, so that the last decision passes at full speed
    early      seconds for which the last decision is shown even if `hurries` is True, to show fasting
    """

    def __init__(self, controls: Controls, copy: GameCopy | None = None, before: int = 0) -> None:
        """Begin with no news.

        controls  the controls of the window.  This object sets their pace, and shows notices with them.
        copy      argument of Chronicle
        before    argument of Chronicle
        """
        self._controls = controls
        self._still, self._tempos, self._spells = Stillness(), Tempos(), SpellNews()
        self._fast = FastClock()
        self._was_told = False  # the reason of the faint has been shown
        self._told: Happening | None = None
        self._said = ("", 0)  # the last notice about an event, and its level
        self._over = ("", "", "")  # the end of a long rest, and rule and message that it goes with
        self.is_new = False
        self.chronicle = Chronicle(copy, before)
        self.hurries = False
        self.early = 0.0

    @property
    def is_calm(self) -> bool:
        """Whether the last decision saw no grave danger."""
        return self._tempos.percent < GRAVE_PCT

    @property
    def caption(self) -> Caption | None:
        """The hero's activity while nothing changes."""
        return self._still.caption if self.hurries else None

    @property
    def is_fasting(self) -> bool:
        """Whether the hero is fasting now, in order to faint."""
        return self.caption is not None and self._still.fasts

    def note(self, agent: Player, choice: Choice, *, may_hurry: bool, is_own: bool) -> None:
        """Record the next decision.

        may_hurry  whether the decision is shown at full speed if nothing has changed
        is_own     whether the agent's own choice is carried out
        """
        controls = self._controls
        fasted = self._still.fasts
        spell = self._spells.note(agent.beliefs)
        held = "" if fasted else spell  # a faint that is planned
        self.chronicle.note(agent.beliefs, choice, agent.beliefs.commands, is_own=is_own)
        depth = agent.beliefs.me.depth
        if self._said[0] and self._said[1] != depth:
            controls.forget(self._said[0])
            self._said = ("", 0)
        self._tell_latest(depth)
        same = self._still.note(agent.beliefs, agent.screen, choice, self.chronicle.turn)
        if fasted and not self._was_told and any(fact.kind == FAINT for fact in agent.beliefs.facts):
            self._was_told = True
            ends = _HUNGRY if agent.beliefs.facts_of_edition.hunger_distracts else _FAINTS
            after = AFTER_FAINT.format(ends=ends)
            controls.notify(FAINTED, FAINTED_SECONDS, then=(after,), gives_way=True)
        me, tempo = agent.beliefs.me, self._tempos.note(agent.beliefs, choice)
        controls.pace.take(
            tempo, self._tempos.percent, caution(me.hp, me.max_hp), SPELL_SECONDS if held else 0.0
        )
        if held and agent.beliefs.waiting.kind == "command" and controls.pace.speed:
            controls.notify(held, TELLING_SECONDS)  # no prompt of the game has shown it
        self.hurries = same and may_hurry
        self.early = self._fast.early(self._still, is_hurried=self.hurries)
        self.is_new = not same
        if self._still.over and controls.pace.speed and not controls.notice:
            self._over = (self._still.over, choice.rung, fresh_message(agent))
            controls.notify(self._still.over, OVER_SECONDS, gives_way=True)
        elif self._over[0] and self._over[1:] != (choice.rung, fresh_message(agent)):
            controls.forget(self._over[0])
            self._over = ("", "", "")

    def _tell_latest(self, depth: int) -> None:
        """Show a notice about a notable event.

        The notice is needed because the game's message passes too quickly.

        depth  number of the present level
        """
        latest = self.chronicle.latest
        if latest is self._told or latest is None:
            return
        self._told = latest
        if latest.weight >= TELLING and self._controls.pace.speed and not self._controls.notice:
            self._said = f"{latest.text}.", depth
            self._controls.notify(self._said[0], TELLING_SECONDS, gives_way=True)


class Resignation(NamedTuple):
    """The first moment at which the agent would have resigned in a batch.

    hp      the hero's hit points at this moment
    max_hp  the maximum of the hero's hit points at this moment
    """

    turn: int
    gold: int
    hp: int
    max_hp: int


def sentence_of(moment: Resignation, row: Row) -> str:
    """Return sentences on the gold that the hero would have kept by resigning, and on the rest of the game.

    >>> from types import SimpleNamespace
    >>> said = sentence_of(Resignation(812, 345, 3, 40), SimpleNamespace(turns=2016, score=512))
    >>> print(said[said.index("The game went") :])
    The game went on for 1,204 turns and ended with 512 gold.
    """
    more = row.turns - moment.turn
    on = f"for {plural(more, 'turn')}" if more > 0 else "in that turn"
    return (
        f"Resigning (--resign) on turn {moment.turn:,} would have kept {moment.gold:,} gold: the hero "
        f"had {moment.hp} of {plural(moment.max_hp, 'hit point')}. The game went on {on} and "
        f"ended with {row.score:,} gold."
    )


def spelled_out(pace: str, columns: int) -> str:
    """Return a pace with its unit spelled out.

    If that is wider than `columns` columns, return the pace unchanged.

    >>> spelled_out("15/s", 13), spelled_out("paused, 15/s", 60)
    ('15 commands/s', 'paused, 15 commands/s')
    >>> spelled_out("15/s", 12), spelled_out("full speed", 60), spelled_out("paused, 1/s", 60)
    ('15/s', 'full speed', 'paused, 1 command/s')
    """
    full = _RATE.sub(lambda found: f"{found[1]} command{'s' * (found[1] != '1')}/s", pace)
    return full if len(full) <= columns else pace


class WatchController:
    """One window, and the game that is shown in this window.  `watch` sets the agent."""

    _first = TAKEN_OVER_FIRST  # of the page of keys during a person's game

    def __init__(
        self, terminal: Terminal, options: ViewOptions, help_lines: Sequence[Line] | None = None
    ) -> None:
        """Begin without a game.

        help_lines  the page of help on keys, or None to use the usual page
        """
        self._controls = Controls(terminal, options, list(help_lines or help_page()))
        self.pace, self.showing = self._controls.pace, self._controls.showing
        self.saving = False
        self.gives_up = False  # the person leaves the game without saving it
        self.person_plays = False
        self.terminal, self._titles = terminal, options.titles
        self._agent: Player | None = None
        self._resignation: Resignation | None = None
        self._choice: Choice | None = None
        self._control = ManualControl()
        self._knob = KnobControl()
        self._played_by = DEFAULT  # the knobs behind the last choice
        self.mark: Callable[[str], object] = lambda _label: None  # notes something in the recordings
        self.copy: GameCopy | None = None
        self.turns_before = 0  # in a game that was saved
        self.senses: GameSenses | None = None
        self._sense: Sense = ""
        self._news = News(self._controls)
        self.film: Film | None = None
        self._story: list[Line] = []  # of the game before
        self._answer: Choice | None = None
        self._watchers_key = self._handed_back = False
        self._is_persons = False  # the last command and the answers to it are the person's
        self._has_asked_version = False  # the last command was the person's `v`
        self._has_played = False  # the person has played this game, so q may be meant for the game
        self._asks: Callable[[str], None] | None = None  # takes the answer to a question
        terminal.holds_interrupts = lambda: self.person_plays and self._asks is None
        self._sent_at = self._considered = time.monotonic()
        self._budget = FrameBudget()
        self._held = 0.0  # seconds for which the watcher delayed the game
        self._drawn: tuple[tuple[int, int], str, int] = ((0, 0), "", 0)
        self._is_small = False  # the window has no room for the game, which waits

    def watch(self, agent: Player) -> None:
        """Show this agent's game from now on."""
        self._agent, self._choice = agent, None
        self._played_by = agent.own_knobs
        self._news = News(self._controls, self.copy, self.turns_before)
        self._has_played, self._is_persons, self._asks, self.gives_up = False, False, None, False
        self._resignation = None
        self.pace.shown = 0
        self.film = Film(agent)
        agent.overrule = self.consider

    def begin(self, number: int, seed: int) -> None:
        """Announce the next game, and set the titles of this game.

        number  number of the game in this window, counted from 1
        """
        self.showing.titles = self._titles(number, seed)
        first = (SYMBOLS, FIRST_KEYS) if number == 1 else (_BEFORE,) if self._story else ()
        if self.showing.titles:
            self.terminal.name(self.showing.titles[0])
            title = next((text for text in self.showing.titles if len(text) < COLS), self.showing.titles[-1])
            first = (title, *first)
        if first:
            self._controls.notify(first[0], FIRST_SECONDS, first[1:], gives_way=True)

    @property
    def rescues(self) -> bool:
        """Whether the game must be saved if something other than the players ends it, such as a signal.

        It must be saved if a person has played the game and has not given it up.
        """
        return self._has_played and not self.gives_up

    def completed(self, row: Row) -> Row:
        """Return a row with the number of turns on the game's own clock, which the agent cannot see."""
        chronicle = self._news.chronicle
        return replace(row, turns=chronicle.end_turn) if chronicle.is_exact else row

    def clock(self) -> float:
        """Return the time, in seconds, on a clock that stops while the watcher delays the game."""
        return time.monotonic() - self._held

    def consider(self, choice: Choice) -> Choice:
        """Show the agent's choice, wait until it is due, and return the choice to carry out.

        Raises Quit.
        """
        started = self._considered = time.monotonic()
        self._choice = choice
        self._look_for_change(choice)
        if self._resignation is None and FIGHTS_ON in choice.refusals:
            self._note_resignation()
        if self._resignation is not None and self._news.is_calm:
            self._controls.forget(LAST_STAND)
        if not self.pace.flows:
            self._arrive()
        hurries = self._news.hurries and not (self._news.early and self.pace.speed)
        hot = self.pace.flows or (hurries and not self.pace.paused)
        if hot and not (self.person_plays or self.saving or self._is_held or self._is_due(started)):
            self._sent_at = started
            return self._filmed(choice, choice)  # hot: the agent plays at full speed
        if self.person_plays or self.pace.paused or self._is_due(started):
            self.draw()
            self.obey(0)
        while (decided := self._decided(choice)) is None:
            self.obey(LOOK_SECONDS if self._waits() else max(min(self._left(), LOOK_SECONDS), 0))
        self._sent_at = time.monotonic()
        self.pace.shown += 1
        self._held += self._sent_at - started
        if decided.act.action.verb != "answer":
            self._is_persons = decided.rung == RUNG
            self._has_asked_version = self._is_persons and decided.act.keys == _VERSION_KEY
        return self._filmed(choice, decided)

    def _filmed(self, choice: Choice, decided: Choice) -> Choice:
        """Add both choices to the film, the record of the last decisions, and return `decided`."""
        agent, news = self._agent, self._news
        if self.film is not None and agent is not None:
            since = news.chronicle.since_meal
            self.film.decide(FilmedDecision(choice, decided, agent.own_knobs, news.is_new, since))
        return decided

    def _note_resignation(self) -> None:
        """Record that the agent would resign now if this were a batch, and show a notice."""
        beliefs = self._beliefs()
        me = beliefs.me
        self._resignation = Resignation(self._news.chronicle.turn, me.gold, me.hp, me.max_hp)
        self._controls.notify(LAST_STAND, LAST_STAND_SECONDS)

    @property
    def _is_held(self) -> bool:
        """Whether the game waits because the window is too small, or because a page covers the map."""
        return self._is_small or self.showing.text is not None

    def _arrive(self) -> None:
        """Record the next decision.  Show a notice if a step ends with this decision."""
        went_on = not self.pace.paused and not self.pace.steps_one
        self.pace.arrive(self._moment())
        if went_on and self.pace.paused:
            where = f"level {self._beliefs().me.depth}"
            self._controls.notify(f"{where}: paused; space continues", ASK_SECONDS)

    def _look_for_change(self, choice: Choice) -> None:
        """Determine whether there is news.  Without news, the game continues at full speed."""
        assert self._agent is not None  # the agent is the caller
        if moved := mark_of_moves(self._played_by, self._agent.own_knobs):
            self._played_by = self._agent.own_knobs
            self.mark(moved)
        may_hurry = not (self._controls.every_turn or self.person_plays or self.pace.steps_one)
        self._news.note(self._agent, choice, may_hurry=may_hurry, is_own=not self.person_plays)

    def _is_due(self, now: float) -> bool:
        return self._budget.is_due(now, has_time=self._left() > 0)

    def idle(self) -> None:
        """Update the window while the game is silent.  Raises Quit."""
        started = time.monotonic()
        if self.person_plays:
            self._refresh()  # typed keys go to the game once it is ready
        else:
            self.obey(0)
        self._held += time.monotonic() - started

    def end(self, row: Row, headline: str, sentences: Sequence[str], *, goes_on: bool) -> bool:
        """Show the end of the game, with some sentences.  Return whether to continue.

        goes_on  whether another game follows
        """
        self.person_plays, self.pace.paused = False, False
        self.showing.overlay, self.showing.text = "", None
        self._controls.hush()
        if self._agent is None:
            return goes_on
        if self._resignation is not None and row.finished:
            sentences = [sentence_of(self._resignation, row), *sentences]
        found = self.senses.found() if self.senses is not None and row.finished else ()
        page = EndPage(
            self.terminal, self._agent, row, headline, sentences, self.film, goes_on=goes_on,
            titles=self.showing.titles, story=self._news.chronicle.story(row.how, row.killer), found=found,
            pauses=not self.pace.one_pace,
        )  # fmt: skip
        self._story = page.whole()
        return page.stay()

    def draw(self) -> None:
        """Update the window."""
        if self._agent is None:
            return
        started, size = time.process_time(), self.terminal.size  # a change meanwhile wants another drawing
        self.terminal.show(self._frame(self._agent))
        self._drawn = (size, *self._controls.shown)
        self._budget.note(started)

    def _frame(self, agent: Player) -> Canvas:
        width, height = size = self.terminal.size
        self._is_small = bool(check_size(size))
        self.showing.top = self._top(agent, height)
        self._look_at_senses(agent)
        said = text_of(self.showing.top) or agent.screen.text(0)
        self.showing.notice = spelled_out(self._state(), COLS - 1 - len(said.rstrip()))
        self.showing.page = self._controls.page_number
        self.showing.advises = self.person_plays
        self.showing.since_meal = self._news.chronicle.since_meal
        return frame_of(agent, self._shown(), width, height, self.showing)

    def _look_at_senses(self, agent: Player) -> None:
        """Show what monsters hear or smell, and the nearest monster's reason instead of the agent's."""
        self.showing.senses = ()
        if self.senses is None or not self._sense or self.person_plays or agent.done:
            return
        told = _ASTRAY
        if self.senses.is_same(agent.screen.cells):
            self.showing.senses, told = self.senses.marks(self._sense), self.senses.reason()
        self.showing.why = (line((f"{self._sense.capitalize()}: {told or 'nobody is awake'}", Style.DIM)),)

    def obey(self, seconds: float) -> None:
        """Wait at most `seconds` for a key of the watcher.  Handle the key.  Raises Quit."""
        key = self.terminal.key(seconds)
        if not key:
            self._refresh()
            return
        self._controls.hush()
        asks, self._asks = self._asks, None
        if asks is not None:
            asks(key)
        elif key == INTERRUPT:
            self._ask("Leave the game? y: leave, S: save and quit, any other key: go on", self._leave)
        elif self._is_small:  # the effect of keys is not visible, so only quit works
            if not self.person_plays and ACTIONS.get(key) == ("quit", ""):
                self._quit()
        elif self.person_plays and not self._watchers_key and key not in (WATCHERS, "\t"):
            self._type(key)
        elif self.person_plays and key == WATCHERS:
            self._watchers_key = True
            self._controls.notify("the next key is for this window; ? lists its keys")
        else:
            self._watchers_key = False
            self._do(key)
        self.draw()

    def _shown(self) -> Choice | None:
        return self._choice

    def _decided(self, choice: Choice) -> Choice | None:
        """Return the choice to carry out now.  Return None while there is no choice that is due."""
        answer, self._answer = self._answer, None
        if answer is not None:
            return answer
        at_command = self._beliefs().waiting.kind == "command"
        if self.saving and at_command:
            return Choice("save", Act(b"Sy", "the person saves the game", Action("answer")))
        if self.person_plays and self._passes(choice):
            return choice
        if at_command and choice.ladder and self._must_look():
            return check_inventory()
        if self._waits() or self._left() > 0:
            return None
        return choice

    def _must_look(self) -> bool:
        """Return whether the pack must be listed, because a person may have changed it without a message.

        After a person has handed the game back, this is True only the first time it is asked.
        """
        handed_back, self._handed_back = self._handed_back and not self.person_plays, False
        return handed_back or (self.person_plays and self._control.doubts(self._beliefs()))

    def _passes(self, choice: Choice) -> bool:
        """Return whether a choice takes no turn.  Such a choice is sent even while a person plays."""
        verb, last = choice.act.action.verb, self._beliefs().action.verb
        if verb == "answer":
            return last == "stock" or (last == "ask" and not self._is_persons)
        return verb in ("stock", "ask")

    def _waits(self) -> bool:
        asked = self._choice is not None and bool(self._choice.ladder)
        held = self._asks is not None or self.pace.paused or self._is_held
        return not self.saving and (held or (self.person_plays and asked))

    def _left(self) -> float:
        if self.person_plays:
            return 0.0
        if self._news.hurries:
            return self._considered + self._news.early - time.monotonic() if self.pace.speed else 0.0
        return self._sent_at + self.pace.seconds - time.monotonic() if self.pace.speed else 0.0

    def _refresh(self) -> None:
        """Draw a frame if the window or the top line has changed."""
        if self._drawn != (self.terminal.size, *self._controls.shown):
            self.draw()

    def _top(self, agent: Player, height: int) -> Line:
        """Return the top line.  It is a notice, a question, the hero's activity, or the game's message.

        Also set `showing.why`.
        """
        self.showing.why = why_row(agent, self._shown(), height, is_advice=self.person_plays)
        if self._is_small and self._asks is None:
            return ()
        if self._news.is_fasting and self._asks is None:
            return caption_line(self._news.caption or Caption(""))
        if notice := self._controls.notice:
            return line((notice, Style.STRONG))
        if self.person_plays and self._control.prompt:
            return line((self._control.prompt, Style.STRONG))
        if agent.done or agent.beliefs.waiting.kind != "command":
            return ()
        if (caption := self._news.caption) is not None:
            return caption_line(caption)
        return line(fresh_message(agent, introduced=not self.person_plays or self._has_asked_version))

    def _state(self) -> str:
        """Return the pace in words, or a note if a person plays.  Return "" if the game is over."""
        if self._agent is not None and self._agent.done:
            return ""
        return "you play (Tab)" if self.person_plays else self.pace.notice

    def _moment(self) -> PlaybackMoment:
        beliefs, choice = self._beliefs(), self._choice
        rung = choice.rung if choice is not None else ""
        return PlaybackMoment(beliefs.commands, beliefs.turn, rung, beliefs.me.depth)

    def _beliefs(self) -> Beliefs:
        assert self._agent is not None  # the agent is the caller
        return self._agent.beliefs

    def _type(self, key: str) -> None:
        """Handle a key of the person who plays."""
        if self._choice is None:
            return
        control, beliefs = self._control, self._beliefs()
        at_command = beliefs.waiting.kind == "command" and not control.prompt
        if at_command and key in CLOSE_KEYS and self._controls.close():
            return
        if key == "?" and at_command:
            self._help_person()
        elif key == "S" and at_command:
            self._ask_to_save()
        else:
            self._answer = control.type(key, beliefs, self._choice)
            self.showing.overlay = "pack" if control.shows_pack else ""
            self.showing.text = None
            if control.notice:
                self._controls.notify(control.notice)

    def _help_person(self) -> None:
        """Show the keys of the game.  If these are shown already, show the keys of the window instead.

        If the keys of the window are shown already, show the map again.
        """
        title = self.showing.text[0] if self.showing.text is not None else ""
        if title in (_GAME_KEYS, HELP):
            self._controls.do("help", "")
        else:
            self._controls.page(_GAME_KEYS, game_page(keys_of_game(self._beliefs().edition), self._first))

    def _do(self, key: str) -> None:
        if key in CLOSE_KEYS and self._controls.close():
            return
        if key in ACTIONS:
            self._carry_out(*ACTIONS[key])

    def _carry_out(self, action: str, of_what: str) -> None:
        match action:
            case "step":
                self._step(of_what)
            case "hands":
                self._take_over()
            case "quit":
                self._quit()
            case "knob" | "move knob":
                self._move_knob(action, int(of_what))
            case "senses":
                self._turn_senses()
            case "story" if self._story:
                self._controls.page(_STORY, self._story)
            case "story":
                self._controls.notify("there is no previous game in this window")
            case "snapshot":
                self._snapshot()
            case "save":
                self._ask_to_save()
            case _:
                self._controls.do(action, of_what)

    def _move_knob(self, action: str, by: int) -> None:
        """Choose a knob, or move the chosen knob.  Show the meaning of the knob."""
        if self._agent is not None:
            turn = self._knob.choose if action == "knob" else self._knob.move
            self._controls.notify(turn(self._agent, by))

    def _turn_senses(self) -> None:
        """Switch from no overlay to the overlay of sound, then to that of scent, then to no overlay again.

        While a person plays, or if nothing is known about the senses, only show a notice.
        """
        if self.senses is None or self.person_plays:
            self._controls.notify(
                "this works only while the agent plays" if self.person_plays else _NO_SENSES
            )
            return
        self._sense = NEXT_SENSE[self._sense]
        self._controls.notify(_SENSED[self._sense])

    def _step(self, until: str) -> None:
        self.pace.step(cast(StepKind, until), self._moment())
        self._sent_at = 0.0 if until in ("command", "turn") else self._sent_at

    def _take_over(self) -> None:
        """Give the game to the person, or back to the agent.  The agent begins by listing the pack."""
        self.person_plays = not self.person_plays
        self._has_played = True
        self.showing.overlay = ""
        self._control.forget()
        self.pace.paused = False
        if self.person_plays:
            self._controls.notify(f"you play, the agent watches; Tab hands back, {WATCHERS}? lists the keys")
        else:
            self._handed_back = True

    def _quit(self) -> None:
        """Quit, but ask first if `q` may have been meant for the game.  Raises Quit."""
        if not self._has_played:
            raise Quit
        self._ask("q: leave the game? y or q: leave, S: save and quit, any other key: go on", self._leave)

    def _ask(self, question: str, answer: Callable[[str], None]) -> None:
        """Ask a question that the next key answers."""
        self._controls.notify(question, ASK_SECONDS)
        self._asks = answer

    def _leave(self, key: str) -> None:
        """Handle the answer to the question of whether to leave the game.  Raises Quit."""
        if key in ("y", "Y", "q", "Q"):
            self.gives_up = True
            raise Quit
        if key == "S":
            self._save()

    def _ask_to_save(self) -> None:
        """Ask before saving the game, because `S` is easily typed instead of `s`, the key of a step."""
        self._ask(SAVE_QUESTION, self._confirm_save)

    def _confirm_save(self, key: str) -> None:
        if key in ("y", "Y", "S"):
            self._save()

    def _save(self) -> None:
        self.saving, self.pace.paused = True, False

    def _snapshot(self) -> None:
        agent = self._agent
        assert agent is not None
        name = f"rogomatic-{agent.seed}-{agent.beliefs.commands}.txt"
        self._controls.write(name, snapshot(agent, self._choice, self.terminal.size, self.showing.titles))


class WatchedLink(LinkWrapper):
    """A link that handles the watcher's keys while the game is silent, and keeps a saved game.

    kept    the path of the saved game, or None if there is none
    played  the keys that were sent to the game
    """

    def __init__(self, link: Link, view: WatchController, seed: int, folder: Path) -> None:
        """Wrap the link.  Saved games go to `folder`."""
        super().__init__(link)
        self._view = view
        self._seed = seed
        self._folder = folder
        self.kept: Path | None = None
        self.played = Played()

    def send(self, keys: bytes) -> None:
        self.played.add(keys)
        if self._view.film is not None:
            self._view.film.send()
        if self._view.copy is not None:
            self._view.copy.take(keys)
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        while True:
            data = self._link.receive(min(seconds, LOOK_SECONDS))
            seconds -= LOOK_SECONDS
            if data and self._view.film is not None:
                self._view.film.draw(data)
            if data or self.gone or self.is_waiting or seconds <= 0:
                return data
            self._view.idle()

    def close(self, over: bool) -> float:
        game = self._link
        if isinstance(game, PtyLink):
            if self._view.rescues and not (over or game.gone):
                game.hang_up()
            if game.gone and (self._view.saving or self._view.rescues):
                self.kept = _keep(game.saved_file, self._seed, self._folder)
        return self._link.close(over)


@dataclass(frozen=True, slots=True)
class Viewing:
    """The games to show.

    links      argument of `play_game`
    players    argument of `play_game`
    limits     argument of `play_game`
    recorder   recorder of the games
    ending_of  function that returns additional sentences for the end of a game
    folder     folder for saved games
    copies     function that takes a seed, and returns a copy of the game, or None if there is no copy
    """

    links: Callable[[int], Link]
    players: Callable[[int], Player]
    limits: Limits
    recorder: GameRecorder
    ending_of: Callable[[Row], Sequence[str]]
    folder: Path
    copies: Callable[[int], GameSenses | None]


def watch(
    seeds: Sequence[int], games: Viewing, view: WatchController, rows: list[tuple[Row, Path | None]]
) -> None:
    """Show games one after the other in a window, and add their rows and saved files to `rows`.

    Raises SmallWindowError if the window is too small.  If an interrupt or a signal ends the program, the row
    of the present game is added first.  The terminal is always restored.
    """
    terminal = view.terminal
    if small := check_size(terminal.size):
        raise SmallWindowError(small)
    with terminal.taken():
        for number, seed in enumerate(seeds):
            view.begin(number + 1, seed)
            row, kept, left = _game(seed, games, view)
            rows.append((row, kept))
            games.recorder.finish(row)
            if left is not None:
                raise left
            goes_on = number + 1 < len(seeds) and row.end_reason not in BROKEN
            if row.end_reason == "stopped":
                return
            if not view.end(row, line_of(row, COLS), games.ending_of(row), goes_on=goes_on):
                return


def _game(seed: int, games: Viewing, view: WatchController) -> tuple[Row, Path | None, BaseException | None]:
    """Show one game.

    Return the row of the game, the path of the saved game, and the interrupt that ended the game.  The path
    is None if nothing was saved, and the interrupt is None if the game ended in another way.
    """
    made: list[WatchedLink] = []
    agents: list[Player] = []

    view.copy = copy = games.copies(seed)
    view.senses = copy if copy is not None and copy.thinks else None

    def watched_link(number: int) -> Link:
        made.append(WatchedLink(games.links(number), view, number, games.folder))
        recorded = games.recorder.record(made[-1], number)
        view.mark = recorded.mark if isinstance(recorded, LinkWrapper) else made[-1].mark
        return recorded

    def watched_player(number: int) -> Agent:
        agents.append(games.players(number))
        view.watch(agents[-1])
        return agents[-1]

    left: BaseException | None = None
    try:
        row = play_game(seed, watched_link, watched_player, games.limits, now=view.clock)
    except (Quit, KeyboardInterrupt, SystemExit) as leave:
        left = None if isinstance(leave, Quit) else leave
        played = made[-1].played if made else Played()
        turns = made[-1].turns if made else None
        row = row_of(seed, "stopped", agents[-1] if agents else None, played, 0.0, turns=turns)
    row = view.completed(row)
    kept = made[-1].kept if made else None
    if kept is not None and view.saving:
        row = replace(row, end_reason="stopped", error="", trouble="")
    return row, kept, left


def line_of(row: Row, width: int | None = None) -> str:
    """Return the final line of a watched game.  Leave out parts at its end that do not fit into `width`."""
    if not row.began and row.end_reason != "stopped":
        return f"seed {row.seed}  no game"
    end = cause_in_words(row.how, row.killer) if row.finished else row.end_reason
    parts = [f"seed {row.seed}", f"score {row.score:,}", f"level {row.depth}", end, f"turns {row.turns:,}"]
    parts.append(f"last rule: {row.last_rung or 'none'}")
    while width is not None and len("  ".join(parts)) > width:
        parts.pop()
    return "  ".join(parts)


def _keep(saved: Path, seed: int, folder: Path) -> Path | None:
    """Move a saved game to a folder, unless it is there already, and give the file an unused name.

    Return the path, or None if there is no saved game.
    """
    if not saved.is_file():
        return None
    if saved.parent == folder.resolve():
        return saved
    place = unused_save_file(folder, seed)
    shutil.move(saved, place)
    return place


def unused_save_file(folder: Path, seed: int) -> Path:
    """Return the path of a file that does not exist, for a saved game in a folder.

    A missing folder is created.  Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = (folder / f"rogue-{seed}{f'.{number}' if number else ''}.save" for number in count())
    return next(path for path in names if not path.exists()).resolve()
