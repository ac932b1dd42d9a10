"""The player, which answers the bytes of a game's screen with keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.knob_sets import tune
from rogomatic.agent.beliefs.message_effects import believe_status
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.variant_page import ALONE_ENOUGH, SEEN_ENOUGH, PageMonsterSource, take_page
from rogomatic.agent.editions import CLONE, warning_of
from rogomatic.agent.engine.rule_engine import Act, Choice, Rung, RungChooser
from rogomatic.agent.engine.trace import Trace, evidence
from rogomatic.agent.experts.prompt_replies import leave_strange
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.memory.game_observer import GameObserver
from rogomatic.agent.memory.long_term_memory import Memory, memory_of_variant, names_seen
from rogomatic.agent.memory.memory_format import compact
from rogomatic.agent.memory.monster_estimates import experience
from rogomatic.agent.monster_manual import MonsterSource
from rogomatic.agent.screen.vt100 import COLS, ROWS, Screen
from rogomatic.agent.sight.clone_words import CLONE_PAGE, in_known_words
from rogomatic.agent.sight.last_pages import EndScreen, SaleTotal, begins_sale, read_tombstone
from rogomatic.agent.sight.page_parser import read_page
from rogomatic.agent.sight.prompt_parser import (
    COMMAND,
    MARKER,
    SPACE_LEAVES,
    UnknownScreen,
    Waiting,
    look_of,
    messages,
    shows_hero,
    waiting,
)
from rogomatic.agent.sight.variant_words import in_usual_words

How = Literal["killed", "quit", "won", "stuck", "lost"]
_MAX_SILENCES: Final = 3
_MAX_SAME: Final = 300  # consecutive answers to one screen, after which the game asks endlessly
# The limit for --More--: 5.2 has a message for every blow at a hero held by a floating eye.
_MAX_READ: Final = 5000
_MAX_UNDRAWN: Final = 60  # consecutive keys without output, after which a mute game may have hung
_FIRST_MOVES: Final = 4  # moves: a game that lost the marker this often by then drops typed-ahead keys
_PAGES: Final = ("more", "return", "dead")
_LEAVE: Final = b"\r"  # the key that the last page asks for
_LEAVE_BY_SPACE: Final = b"   "  # the keys if the last page, the score list, and its end want one each
_ANSWERS: Final = RungChooser(ANSWERS)
_OPENING: Final = Choice("ask the version", Act(b"v", "which Rogue is this?", Action("ask")))


@dataclass(frozen=True, slots=True)
class Report:
    """Result of a game.

    score     gold that counts as the score
    depth     level on which the game ended
    deepest   deepest level reached
    killer    name of the killer; "" if there is none
    how       how the game ended; "lost" while the game runs, or if it stopped without an end page
    turns     turns by the agent's clock
    commands  number of commands and answers sent
    unknown   number of unknown questions and pages
    warning   sentences about an unknown version or screen size; "" if there are none
    """

    score: int
    depth: int
    deepest: int
    killer: str
    how: How
    turns: int
    commands: int
    version: str
    last_rung: str
    seed: int
    unknown: int
    warning: str


class Player:
    """Player of one game.  Pass the game's bytes to `feed`, and send the game the keys that `feed` returns.

    done     true once the game has ended or the player has given up; `report` then returns the final result
    trace    recorded decisions, messages, and screens
    moves    number of times that the game was ready for a command
    message  name of the rule behind the last command, with the reason, to show to a person who watches
    memory   knowledge from earlier games
    marker   key sent after each choice to detect when the game is ready, or b"" if the game ignores it
    overrule function that may replace each choice before its keys are sent, or None
    """

    __slots__ = (
        "_chooser", "_end", "_end_screen", "_knobs", "_left", "_lost", "_one_by_one", "_queue",
        "_recorder", "_sale", "_same", "_silences", "_source", "_started", "_undrawn", "_unknown", "beliefs",
        "done", "last_choice", "marker", "memory", "moves", "overrule", "screen", "seed", "trace",
    )  # fmt: skip

    def __init__(
        self,
        memory: Memory,
        knobs: Knobs,
        seed: int,
        learn: bool = False,
        monster_source: MonsterSource | None = None,
        resigns: bool = True,
        ladder: tuple[Rung, ...] = LADDER,
    ) -> None:
        """Begin a game.

        If `learn` is true, the player collects lessons for the memory.  `monster_source` replaces the
        estimates from memory and manual.  `ladder` holds the rules for commands.  If `resigns` is false, the
        player never quits to keep its gold.
        """
        self.screen = Screen()
        source = monster_source or experience(memory)
        self.beliefs = Beliefs(knobs=knobs, monster_source=source, resigns=resigns)
        self.trace = Trace()
        self.memory = memory
        self._knobs = knobs
        self._chooser = RungChooser(ladder)
        self._source = monster_source
        self.overrule: Callable[[Choice], Choice] | None = None
        self.seed = seed
        self.done = False
        self.last_choice: Choice | None = None
        self.moves = 0
        self._recorder = GameObserver() if learn else None
        self._end: How = "lost"
        self._end_screen: EndScreen | None = None
        self._sale = SaleTotal()
        self._same = 0
        self._silences = 0
        self._undrawn = 0  # consecutive silences after keys without output
        self.marker = MARKER
        self._one_by_one = False  # the game drops keys typed ahead
        self._lost = 0  # markers that were dropped
        self._queue = b""  # unsent keys of the last choice
        self._started = False
        self._unknown = 0
        self._left: UnknownScreen | None = None  # the unknown screen left last, until the next command

    @property
    def unanswered(self) -> int:
        """Number of consecutive times that the game fell silent on a screen that the player cannot answer."""
        return self._silences

    @property
    def message(self) -> str:
        """Name of the rule behind the last command, with the reason."""
        choice = self.last_choice
        return f"{choice.rung}: {choice.act.because}" if choice else ""

    def take_over(self, beliefs: Beliefs, screen: Screen) -> None:
        """Continue a game that waits for a command.  `beliefs` and `screen` come from watching the game."""
        self.beliefs, self.screen = beliefs, screen
        self._started, self.moves = True, _FIRST_MOVES

    @property
    def ladder(self) -> tuple[Rung, ...]:
        """Rules for commands, in order of priority."""
        return self._chooser.ladder

    @property
    def own_knobs(self) -> Knobs:
        """Knobs set for this game, without the changes for its edition, depth, and quest."""
        return self._knobs

    def play_by(self, knobs: Knobs) -> None:
        """Use these knobs from the next command on, as if the game had begun with them."""
        self._knobs = knobs

    def feed(self, data: bytes) -> bytes:
        """Take bytes from the game.  Return keys, or b"" while the screen is incomplete.

        The screen is judged after the last byte, so `data` must hold all that the game draws before it waits
        for a key.  Raises RuleFailedError if a rule that a person wrote fails.
        """
        if self.done:
            return b""
        keys = b""
        if not self._started:
            self._started = True
            keys = self.act(_OPENING)
        self.screen.feed(data)
        now = waiting(self.screen)
        if not now.sure:
            return keys
        if now.kind == "command":
            self.marker = MARKER
        queued = self._next_key(now) if self._queue else b""
        return keys + (queued or self._decide(now))

    def timeout(self) -> bytes:
        """Return keys for a silent game, or b"" if the game is over.  After several silences, give up."""
        if self.done:
            return b""
        if not self._started:
            # A slow game reads the key once it has started, so another key would be one answer too many.
            self._started = True
            return self.act(_OPENING)
        now = waiting(self.screen)
        if key := self._next_key(now):
            return key
        self._silences += 1
        if self._silences > _MAX_SILENCES:
            self._finish("stuck")
            return b""
        self._undrawn = 0 if self.screen.drawn else self._undrawn + 1
        is_mute = not self.marker  # so silence on the hero's square is a prompt
        if now.kind == "none" and is_mute and self._undrawn <= _MAX_UNDRAWN and shows_hero(self.screen):
            now = COMMAND
        if now.kind != "none":
            return self._decide(now)
        end_screen = read_tombstone(self.screen)
        if end_screen is not None:
            self._note_end(end_screen)
            return b""
        look = look_of(self.screen)
        if look.kind == "nothing":
            # Some games drop typed-ahead keys including the marker, so this is not a new command.
            if self._silences == 1:
                self._lost += self.moves < _FIRST_MOVES
                self._one_by_one = self._one_by_one or self._lost >= _FIRST_MOVES
                return MARKER
            if not self.moves and shows_hero(self.screen):
                self.marker, self._one_by_one = b"", True
                return self._decide(COMMAND)
            silent = "the line is silent"
            if self._silences < _MAX_SILENCES:
                return self.act(self._redraw(silent))
            # A page on which every key has another meaning, such as the option screen.
            return self.act(Choice("leave the unknown", Act(b"\x1b", silent, Action("answer"))))
        before, self._left = self._left, look
        if before is None or look.kind != before.kind:
            self._unknown += 1
            self.trace.note_unknown(bytes(self.screen.cells), self.screen.spot)
        elif look.kind == "page" and look.text != before.text:
            self._silences = 1  # the key led to the next page, so begin again with the safest key
        return self.act(Choice("leave the unknown", leave_strange(look, self._silences)))

    def eof(self) -> None:
        """Record that the game will send no more bytes.

        This is needed because some games end without a last page or a prompt.
        """
        if self.done:
            return
        end_screen = read_tombstone(self.screen)
        if end_screen is not None:
            self._note_end(end_screen)
        elif self.beliefs.action.verb == "quit":
            self._finish("quit")

    def evidence(self) -> str:
        """Return the last screens and decisions as text."""
        return evidence(self.trace, bytes(self.screen.cells), self.screen.spot)

    def lessons(self) -> str:
        """Return the lessons of the game as compact memory text.  Return "" if the player does not learn."""
        return compact(self._recorder.lessons(self.beliefs)) if self._recorder is not None else ""

    def report(self) -> Report:
        """Return the result of the game.  While the game runs, return its present state."""
        beliefs, end_screen = self.beliefs, self._end_screen
        return Report(
            score=end_screen.gold if end_screen else beliefs.me.gold, depth=beliefs.me.depth,
            deepest=beliefs.deepest, killer=end_screen.killer if end_screen else "", how=self._end,
            turns=beliefs.turn, commands=beliefs.commands, version=beliefs.version,
            last_rung=self.last_choice.rung if self.last_choice else "", seed=self.seed,
            unknown=self._unknown, warning=self._warning(),
        )  # fmt: skip

    def _warning(self) -> str:
        """Return warnings of an unexpected screen size or an unknown version, or "" if there are none."""
        size = f"The game draws outside {ROWS} rows and {COLS} columns." if self.screen.beyond else ""
        version = warning_of(self.beliefs.version, self.beliefs.plays_as) if self.moves else ""
        return " ".join(filter(None, (size, version)))

    def _decide(self, now: Waiting) -> bytes:
        """Update the beliefs from the screen.  Return the keys to send, or b"" if the player gives up."""
        choice = self.consider(now)
        if choice is not None:
            return self.act(choice)
        if self._end_screen is None:
            return b""
        return _LEAVE_BY_SPACE if now.detail == SPACE_LEAVES else _LEAVE

    def consider(self, now: Waiting) -> Choice | None:
        """Update the beliefs from a screen on which the game waits for `now`.  Return the choice to send.

        Return None if the game is over or the player gives up.  This method does not record the choice as
        made.  Pass it, or a different choice, to `act` to record it.
        """
        beliefs = self.beliefs
        self._silences = 0
        is_command = now.kind == "command"
        if not is_command:
            if self._asks_without_end(_MAX_READ if now.kind == "more" else _MAX_SAME):
                self._finish("stuck")
                return None
            if now.kind in ("return", "dead"):
                return self._read_last_page()
            if now.kind == "more" and begins_sale(self.screen) and (page := read_tombstone(self.screen)):
                self._sale.note(self.screen, page)
        said = lines = messages(self.screen, now)
        if said and beliefs.version == CLONE:
            lines = in_known_words(lines)
        elif said and beliefs.page.name:
            lines = in_usual_words(lines, beliefs.page)
        update.see(beliefs, self.screen, now, lines)
        if said:
            self.trace.add_messages(beliefs.turn, said)
        if is_command:
            if self.moves < _FIRST_MOVES:
                believe_status(beliefs, self.screen.text(ROWS - 1))
            if (beliefs.page_rows or beliefs.version == CLONE) and not beliefs.page.name:
                self._take_page()
            tune(beliefs, self._knobs)
            self.moves += 1
            self._left = None
            if self._recorder is not None:
                self._recorder.note(beliefs)
            choice = self._chooser.choose(beliefs)
        else:
            choice = _ANSWERS.choose(beliefs)
        return choice if choice is not None else self._redraw("nothing fits")

    def _take_page(self) -> None:
        """Update what the player knows from this game's help page.

        Skip each monster that experience describes better than the page does.
        """
        beliefs = self.beliefs
        page = CLONE_PAGE if beliefs.version == CLONE else read_page(beliefs.page_rows)
        memory = memory_of_variant(self.memory, beliefs.edition, beliefs.game_name, ALONE_ENOUGH)
        source = self._source or experience(memory)
        seen = names_seen(self.memory, beliefs.game_name, SEEN_ENOUGH)
        take_page(beliefs, page, PageMonsterSource(source, page.monsters, seen))

    def _asks_without_end(self, most: int) -> bool:
        """Count answers that did not change the screen.  Return whether more than `most` came in a row."""
        screens = self.trace.screens
        same = bool(screens) and self.screen.snapshot() == screens[-1][0]
        self._same = self._same + 1 if same else 0
        return self._same > most

    def _redraw(self, because: str) -> Choice:
        return Choice("redraw", Act(self.beliefs.facts_of_edition.redraw_key, because, Action("answer")))

    def _read_last_page(self) -> Choice | None:
        end_screen = read_tombstone(self.screen)
        if end_screen is None:
            act = Act(_LEAVE, "asked to press return", Action("answer"), raw=True)
            return Choice("press return", act)
        self._note_end(end_screen)
        return None

    def _note_end(self, end_screen: EndScreen) -> None:
        """Record the result from the last page.

        If the hero won, the list of items sold may span several pages, so earlier pages are added.
        """
        if end_screen.how == "won":
            end_screen = self._sale.note(self.screen, end_screen)
        self._end_screen = end_screen
        self._finish(end_screen.how)

    def act(self, choice: Choice) -> bytes:
        """Record a choice as made.  Return the keys to send."""
        if self.overrule is not None:
            choice = self.overrule(choice)
        act = choice.act
        keys = act.keys if act.raw else act.keys + self.marker
        if self._one_by_one:
            keys, self._queue = keys[:1], keys[1:]
        screen = self.screen
        self.trace.note(self.beliefs, choice, keys)
        self.trace.screens.append((screen.snapshot(), screen.spot))
        if act.action.verb != "answer" or self.last_choice is None:
            self.last_choice = choice
        update.note_sent(self.beliefs, act.action, act.plan, choice.rung, choice.most)
        screen.top_written = screen.drawn = False
        return keys

    def _next_key(self, now: Waiting) -> bytes:
        """Return the next queued key.  Return b"" if there is none or if a page has appeared."""
        if not self._queue or now.kind in _PAGES:
            self._queue = b""
            return b""
        key, self._queue = self._queue[:1], self._queue[1:]
        self.screen.top_written = self.screen.drawn = False
        return key

    def _finish(self, how: How) -> None:
        self.done = True
        self._end = how
        if self._recorder is not None:
            killer = self._end_screen.killer if self._end_screen else ""
            self._recorder.close(self.beliefs, killer, how == "killed")
