"""A recorded game as a timeline, with the agent's reasons at every moment."""

from __future__ import annotations

import io
import pickle
import re
import zlib
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from rogomatic.agent.beliefs.knob_sets import all_knobs
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.beliefs.variant_page import PageMonsterSource
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.memory.monster_estimates import Experience
from rogomatic.agent.monster_manual import DamageDistribution
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, ROWS, Screen
from rogomatic.agent.sight.prompt_parser import messages, waiting
from rogomatic.agent.sight.status_parser import read_status
from rogomatic.run.recordings.knob_moves import moved_by
from rogomatic.run.recordings.onlooker import UnknownKeysError, forced_keys
from rogomatic.run.recordings.recording_formats import Asciicast, Header
from rogomatic.run.recordings.recording_store import Progress, ignore_progress, record_game
from rogomatic.run.runner.game_loop import MAX_QUIET, Limits, Row, crash_in_words
from rogomatic.run.runner.link import Link, LinkWrapper
from rogomatic.run.story.annotations import Caption, Mark, Marker, Stillness, Tempo, Tempos
from rogomatic.run.story.chronicle import Chronicle, GameStory
from rogomatic.run.story.game_copy import GameCopy
from rogomatic.run.story.helplessness import SpellNews, held_now
from rogue.shared.errors import RogomaticError

CANNOT_MOVE: Final = "cannot move"  # in place of a rung
APART: Final = 50  # moments between two checkpoints
_CLEARED: Final = re.compile(rb"\x1b\[(?:1;1)?H\x1b\[0?J|\x1b\[2J")  # the whole screen
_CONSTANT: Final = (Memory, Knobs)  # values that are never changed in place
# Compiled, these cannot be made without arguments, as pickle would; the state replaces what they begin with.
_BEGUN: Final[dict[type, Callable[[Any], tuple[object, ...]]]] = {
    TerrainMap: lambda level: (level.depth,),
    PageMonsterSource: lambda one: (one.source, ()),
    Experience: lambda one: (one.memory,),
    Player: lambda one: (one.memory, one.beliefs.knobs, one.seed, False, one.beliefs.monster_source),
}


class Resize(NamedTuple):
    """A new window size.  `at` is the number of bytes drawn before the change."""

    at: int
    cols: int
    rows: int


class Exchange(NamedTuple):
    """A piece of the game's output, the keys sent after this output, and the time of the keys in seconds.

    keys   keys that were sent; b"" at the end of the game
    sizes  new window sizes during the output
    marks  marks during the output
    """

    drawn: bytes
    keys: bytes
    seconds: float
    sizes: tuple[Resize, ...] = ()
    marks: tuple[str, ...] = ()

    def draw(self, screen: Screen) -> None:
        """Draw the output on a screen."""
        at = 0
        for size in self.sizes:
            screen.feed(self.drawn[at : size.at])
            screen.resize(size.rows, size.cols)
            at = size.at
        screen.feed(self.drawn[at:])

    def tune(self, player: Player) -> None:
        """Set the player's knobs to what they were just before the keys of this exchange."""
        for mark in self.marks:
            knobs = moved_by(mark, player.own_knobs)
            if knobs is not player.own_knobs:
                player.play_by(knobs)


def exchanges_of(recording: Asciicast) -> list[Exchange]:
    """Cut a recording after each burst of keys.  The last exchange holds the final output.

    A recording without keys is cut after each event of output.
    """
    is_keyed = any(event.kind == "i" for event in recording.events)
    found: list[Exchange] = []
    data, seconds, sizes, marks = b"", 0.0, list[Resize](), list[str]()
    for event in recording.events:
        if event.kind == "r":
            cols, _, rows = event.text.partition("x")
            sizes.append(Resize(len(data), int(cols), int(rows)))
        if event.kind == "o":
            data += event.text.encode()
        if event.kind == "m":
            marks.append(event.text)
        if event.kind == "i" or (event.kind == "o" and not is_keyed):
            keys = event.text.encode() if is_keyed else b""
            found.append(Exchange(data, keys, event.seconds, tuple(sizes), tuple(marks)))
            data, sizes, marks = b"", [], []
        seconds = event.seconds
    if is_keyed or sizes or not found:
        found.append(Exchange(data, b"", seconds, tuple(sizes)))
    return found


class CheckpointStore:
    """Converter of a game's states to bytes and back.  Constant values are not part of the bytes."""

    def __init__(self, *constants: object) -> None:
        """Take the constants: objects that states refer to, and that are left out of the bytes.

        Bytes that one store wrote can be read by another store if both have the same number of constants.
        The states that are read then refer to the constants of the reading store.
        """
        self._constants: list[object] = [LADDER, ANSWERS]
        for one in constants:
            self._constants += all_knobs(one) if isinstance(one, Knobs) else [one]

    def put(self, screen: Screen, player: Player | None) -> bytes:
        """Return a screen and a player as bytes."""
        constants, data = self._constants, io.BytesIO()
        numbers: dict[int, int] = {}
        for number, one in enumerate(constants):
            numbers.setdefault(id(one), number)

        class Pickler(pickle.Pickler):
            def persistent_id(self, thing: object) -> int | None:
                if type(thing) in _CONSTANT and id(thing) not in numbers:
                    numbers[id(thing)] = len(constants)
                    constants.append(thing)
                return numbers.get(id(thing))

            def reducer_override(self, thing: Any) -> Any:
                kind = type(thing)
                if kind is DamageDistribution:  # frozen: its state can only be given when it is made
                    return kind, (thing.chances, thing.worst)
                if kind not in _BEGUN:
                    return NotImplemented
                _, _, *state = thing.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
                return (kind, _BEGUN[kind](thing), *state)

        Pickler(data, pickle.HIGHEST_PROTOCOL).dump((screen, player))
        return zlib.compress(data.getvalue(), 1)

    def take(self, kept: bytes) -> tuple[Screen, Player | None]:
        """Return the screen and the player that `put` converted, as new objects."""
        constants = self._constants

        class Unpickler(pickle.Unpickler):
            def persistent_load(self, number: Any) -> object:
                return constants[number]

        state: tuple[Screen, Player | None] = Unpickler(io.BytesIO(zlib.decompress(kept))).load()
        return state


class Moment(NamedTuple):
    """The facts of one moment.

    turn       game's turn, or the agent's count; -1 if the agent's reasons are unknown
    rung       rung that chose the keys; "" if the agent's reasons are unknown
    because    reason for the keys; "" if the agent's reasons are unknown
    depth, hp, max_hp  figures of the last status row
    ready      whether the game is ready for a command.  Also False if the recorded keys contain none of the
               agent's marker keys, because readiness cannot be recognized without them
    said       messages since the previous moment
    still      caption for what the hero does while the screen stays the same; None if there is news
    tempo      fight, walk, or neither
    percent    chance to die in the present fight, in percent
    held       sentence that says why the hero can no longer move; "" unless this is news
    is_unreal  whether the hero hallucinates, so that monsters' names and letters are false
    """

    keys: bytes
    seconds: float
    turn: int
    depth: int
    hp: int
    max_hp: int
    ready: bool
    rung: str
    because: str
    said: tuple[str, ...]
    marks: tuple[Mark, ...]
    still: Caption | None = None
    tempo: Tempo = Tempo.PLAIN
    percent: float = 0.0
    is_unreal: bool = False
    held: str = ""


Take = Callable[[Moment, Screen, Player | None], object]
"""Takes a moment of a game in progress, its screen, and the agent after its choice."""


class TimelineError(RogomaticError):
    """Exception for an agent that makes another choice when it sees the same screens a second time."""


class _HaltedError(Exception):
    """Exception that stops an agent before it acts on a choice."""

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        self.choice = choice


class Timeline:
    """A recording with its moments.  `at` is the index of the present moment, initially 0.

    screen  screen at the present moment, in the recording's size
    player  the agent after its choice at the present moment; None if its reasons are unknown
    parted  index of the first moment without the agent's reasons; len(moments) if there is no such moment
    error   text of `crash_in_words` if the agent crashed at `parted`; "" if the agent did not crash
    is_keyed  whether the recording has keys, not only screens
    beyond  whether something was drawn outside the screen
    happenings  notable events of the game, as the agent understood them
    why       sentences that say why the hero died or quit; () if the agent did not see the end
    story     `happenings` and `why` together

    Each burst of keys is a moment, and so is the end.  To find the reasons, an agent reads the recorded
    output and chooses keys.  While it chooses the recorded keys, its reasons are those of the recorded game.
    In a part of the game that a person played, the reasons say what the agent would have done.  If the
    recorded keys are neither the agent's nor a person's command, the moments from there on have a screen but
    no reasons.
    """

    at: int
    screen: Screen
    player: Player | None

    def __init__(self, recording: Asciicast, indexer: _Indexer, error: str, story: GameStory) -> None:
        """Take the moments that `indexer` has read from the recording."""
        self.recording = recording
        self.moments = moments = indexer.moments
        self.story = story
        self.happenings, self.why = story.happenings, story.why
        self.error = error
        self.is_keyed = any(moment.keys for moment in moments)
        self.beyond = indexer.picture.beyond
        self._exchanges = exchanges_of(recording)
        self._checkpoints = indexer.checkpoints
        self._store = indexer.store
        self.parted = next((n for n, moment in enumerate(moments) if moment.turn < 0), len(moments))
        self._take(0)

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def ending(self) -> str:
        """Clause that tells the end of the game.  It is "" if the recording does not show the end."""
        marks = (mark for moment in reversed(self.moments) for mark in moment.marks)
        return next((mark.label for mark in marks if mark.kind == "end"), "")

    @property
    def commands(self) -> int:
        """Number of commands (bursts of keys).  In a recording without keys, the number of screens."""
        return len(self.moments) - (self.is_keyed and not self.moments[-1].keys)

    @property
    def moment(self) -> Moment:
        """The present moment."""
        return self.moments[self.at]

    def go(self, number: int) -> None:
        """Move to a moment.  A number out of range means the first or last moment.  Raises TimelineError."""
        number = min(max(number, 0), len(self.moments) - 1)
        nearest = number // APART
        if number < self.at or nearest * APART > self.at:
            self._take(nearest)
        while self.at < number:
            self._advance()

    def decision(self, number: int) -> tuple[Player, Choice] | None:
        """Return (agent, choice) for a moment.  The agent has not carried out the choice yet.

        Return None if the agent makes no choice at this moment.
        """
        self.go(number - 1)
        player, exchange = self.player, self._exchanges[number]
        if player is None or not 0 < number < self.parted or not exchange.keys:
            return None
        self.at, self.player = len(self.moments), None  # the next one to go to is taken from a checkpoint
        exchange.tune(player)
        forced = forced_keys(player.beliefs, exchange.keys, lambda: player.marker)

        def halt(choice: Choice, is_own: bool) -> None:
            raise _HaltedError(choice if is_own else forced(choice))

        try:
            choose_again(player, exchange.drawn, exchange.keys, halt)
        except _HaltedError as halted:
            return player, halted.choice
        return None

    def _take(self, checkpoint: int) -> None:
        self.at = checkpoint * APART
        self.screen, self.player = self._store.take(self._checkpoints[checkpoint])

    def _advance(self) -> None:
        self.at += 1
        exchange = self._exchanges[self.at]
        drawn, keys = exchange.drawn, exchange.keys
        exchange.draw(self.screen)
        if self.player is not None:
            exchange.tune(self.player)
        if self.at >= self.parted:
            self.player = None
        elif self.player is not None and choose_again(self.player, drawn, keys) != keys:
            raise TimelineError(f"command {self.at + 1}: the agent made a different choice the second time")


Seen = Callable[[Choice, bool], None]
"""Takes the agent's choice before anything is sent, and whether this choice is carried out."""


def choose_again(
    player: Player, drawn: bytes, keys: bytes, seen: Seen = lambda _choice, _is_own: None
) -> bytes:
    """Let the agent read the game's output `drawn`, and return the keys that the agent sends this time.

    `keys` are the keys that were recorded after the output.  If a person sent `keys`, return `keys`.  If
    `keys` mean nothing (see `forced_keys`), return b"".  If the agent sends no keys at first, ask it again,
    as in play (see run.runner.exchange_loop); but do not ask again at the end of the recording, where `keys`
    is b"".  Call `seen` before the agent acts on a choice.
    """
    if not keys:
        if not (drawn and player.feed(drawn)):
            player.eof()
        return b""
    forced = forced_keys(player.beliefs, keys, lambda: player.marker)

    def look(choice: Choice) -> Choice:
        decided = forced(choice)
        seen(choice, decided is choice)
        return decided

    player.overrule = look
    try:
        return answer(player, drawn)
    except UnknownKeysError:
        return b""
    finally:
        player.overrule = None


def parted_at_clear(drawn: bytes) -> tuple[bytes, bytes]:
    """Return the part of an output before the screen is cleared for the last time, and the rest.

    The first part is b"" if the screen is not cleared.

    >>> parted_at_clear(b"The bat bit you\\x1b[1;1H\\x1b[0JREST IN PEACE")
    (b'The bat bit you', b'\\x1b[1;1H\\x1b[0JREST IN PEACE')
    """
    at = max((found.start() for found in _CLEARED.finditer(drawn)), default=0)
    return drawn[:at], drawn[at:]


def answer(player: Player, drawn: bytes) -> bytes:
    """Let the agent read the output, and return the keys that it sends.  If it sends none, ask it again."""
    chosen = player.feed(drawn) if drawn else b""
    silences = 0
    while not chosen and not player.done and silences < MAX_QUIET:
        silences += 1
        chosen = player.timeout()
    return chosen


class MomentReader:
    """Maker of moments from a screen.  The caller draws the game's output on the screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._marker = Marker(screen)
        self._stillness, self._tempos, self._spells = Stillness(), Tempos(), SpellNews()
        self._depth = self._hp = self._max_hp = 0
        self._held = ""
        self.hidden: tuple[str, ...] = ()
        """Messages that the game wiped off in the same output, such as the one about the blow that killed."""

    def hide(self) -> None:
        """Keep the messages on the screen, which the game is going to clear."""
        self.hidden = tuple(messages(self._screen, waiting(self._screen)))

    def look(self, beliefs: Beliefs) -> None:
        """Record the beliefs behind a choice.

        Call this before the choice is carried out, because carrying it out clears the messages.
        """
        self._held = self._spells.note(beliefs) or self._held

    def read(self, keys: bytes, seconds: float, player: Player | None, turn: int | None = None) -> Moment:
        """Return the moment at which these keys were chosen.

        player  agent that chose the keys; None if the agent's reasons are unknown
        turn    turn to show; None: show the agent's count
        """
        screen = self._screen
        now = waiting(screen)
        status = read_status(screen.text(ROWS - 1))
        if status is not None:
            self._depth, self._hp, self._max_hp = status.depth, status.hp, status.max_hp
        rung, because = _reason(player)
        marks = tuple(self._marker.look())
        is_end = any(mark.kind == "end" for mark in marks)
        moment = Moment(
            keys=keys,
            seconds=seconds,
            turn=-1 if player is None else player.beliefs.turn if turn is None else turn,
            depth=self._depth,
            hp=self._hp,
            max_hp=self._max_hp,
            ready=now.kind == "command",
            rung=rung,
            because=because,
            said=(*(self.hidden if is_end else ()), *messages(screen, now)),
            marks=marks,
            still=self._still(player, turn),
            tempo=self._tempo(player),
            percent=self._tempos.percent,
            is_unreal=player is not None and player.beliefs.is_hallucinating,
            held=self._held,
        )
        self._held = ""
        screen.top_written = screen.drawn = False
        return moment

    def _still(self, player: Player | None, turn: int | None) -> Caption | None:
        """Return a caption for what the hero does.  Return None if there is news since the last choice."""
        choice = None if player is None or player.done else player.trace.latest
        if player is None or choice is None:
            return None
        stillness = self._stillness
        now = player.beliefs.turn if turn is None else turn
        same = stillness.note(player.beliefs, self._screen, choice, now)
        return (stillness.caption or Caption("")) if same else None

    def _tempo(self, player: Player | None) -> Tempo:
        choice = None if player is None else player.trace.latest
        if player is None or choice is None:
            return Tempo.PLAIN
        return Tempo.FIGHT if player.done else self._tempos.note(player.beliefs, choice)


class _Indexer:
    """Reader of a game, which collects moments and checkpoints for a timeline."""

    def __init__(
        self, player: Player | None, picture: Screen | None = None, take: Take = lambda *_seen: None,
        copy: GameCopy | None = None,
    ) -> None:  # fmt: skip
        """Begin with an agent, or with None.

        picture  whole screen of a recording; only needed if its size is unusual or changes
        take     function that is called with every moment
        copy     second game that plays along with the same keys and tells the turn, or None
        """
        self.moments: list[Moment] = []
        self.checkpoints: list[bytes] = []
        self.store = CheckpointStore(*([] if player is None else [player.ladder]))
        self.screen = Screen()  # the upper left, where a Rogue plays
        self.picture = picture or self.screen
        self._reader, self._take = MomentReader(self.screen), take
        self._copy, self.chronicle = copy, Chronicle(copy)

    def draw(self, exchange: Exchange) -> None:
        """Draw the output of an exchange."""
        before, after = parted_at_clear(exchange.drawn)
        self._reader.hidden = ()
        if before:
            self.screen.feed(before)
            self._reader.hide()
        self.screen.feed(after)
        if self.picture is not self.screen:
            exchange.draw(self.picture)

    def look_at(self, player: Player) -> Seen:
        """Return a function that records the beliefs behind a choice, before the choice is carried out."""

        def look(choice: Choice, is_own: bool) -> None:
            self._reader.look(player.beliefs)
            self.chronicle.note(player.beliefs, choice, len(self.moments), is_own=is_own)

        return look

    def note(self, keys: bytes, seconds: float, player: Player | None) -> None:
        """Add a moment.  The output must be drawn already, and the agent must have chosen."""
        if len(self.moments) % APART == 0:
            self.checkpoints.append(self.store.put(self.picture, player))
        turn = self.chronicle.turn if player is None or not player.done else self.chronicle.end_turn
        self.moments.append(self._reader.read(keys, seconds, player, turn))
        self._take(self.moments[-1], self.screen, player)
        if self._copy is not None:
            self._copy.take(keys)

    def timeline(self, recording: Asciicast, player: Player | None, error: str) -> Timeline:
        """Return the timeline of a recording that was read to its end."""
        report = player.report() if player is not None and player.done else None
        how, killer = (report.how, report.killer) if report is not None else ("", "")
        return Timeline(recording, self, error, self.chronicle.story(how, killer))


class _PlayedLink(LinkWrapper):
    """A link that adds a moment to a timeline whenever its player sends keys."""

    def __init__(
        self, link: Link, players: Callable[[int], Player], take: Take, copy: GameCopy | None
    ) -> None:
        super().__init__(link)
        self._players, self._take, self._copy = players, take, copy
        self._drawn = b""  # since the last keys
        self.player: Player | None = None
        self.indexer: _Indexer | None = None

    def begin(self, seed: int) -> Player:
        """Make the player of a seed, and record its choices."""
        player = self.player = self._players(seed)
        self.indexer = _Indexer(player, take=self._take, copy=self._copy)
        look = self.indexer.look_at(player)

        def noted(choice: Choice) -> Choice:
            look(choice, True)
            return choice

        player.overrule = noted
        return player

    def send(self, keys: bytes) -> None:
        self.note(keys, self.player)
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        data = self._link.receive(seconds)
        self._drawn += data
        return data

    def note(self, keys: bytes, player: Player | None) -> None:
        """Add the moment at which these keys were sent.  The keys b"" mean the end of the game."""
        assert self.indexer is not None
        assert self.player is not None  # it has chosen
        noted, self.player.overrule = self.player.overrule, None  # which no checkpoint can hold
        self.indexer.draw(Exchange(self._drawn, keys, 0.0))
        self.indexer.note(keys, 0.0, player)
        self.player.overrule, self._drawn = noted, b""


def _reason(player: Player | None) -> tuple[str, str]:
    """Return the rung that chose the last keys, with its reason."""
    choice = None if player is None else player.trace.latest
    if player is None or choice is None:
        return "", ""
    if player.done:
        return "", "the game is over"
    if held := held_now(player.beliefs):
        return CANNOT_MOVE, held
    return choice.rung, choice.act.because


def read_timeline(
    recording: Asciicast,
    fresh: Callable[[], Player] | None,
    progress: Progress = ignore_progress,
    copy: GameCopy | None = None,
) -> Timeline:
    """Return a recording as a timeline.  `fresh` makes the agent; None means that there is no agent.

    `copy` is a second game that plays along with the recorded keys, or None.  It is used to learn the turn,
    because some versions of Rogue do not show the turn on the screen.
    Now and then, `progress` is called with three arguments: how many moments are done, how many moments there
    are, and the last screen.
    """
    exchanges, error = exchanges_of(recording), ""
    keyed = any(exchange.keys for exchange in exchanges)
    player = fresh() if fresh is not None and keyed else None
    header = recording.header
    is_usual = (header.height, header.width) == (ROWS, COLS)
    is_usual = is_usual and all(event.kind != "r" for event in recording.events)
    indexer = _Indexer(player, None if is_usual else Screen(header.height, header.width), copy=copy)
    for number, exchange in enumerate(exchanges):
        drawn, keys, seconds = exchange.drawn, exchange.keys, exchange.seconds
        indexer.draw(exchange)
        if player is not None:
            exchange.tune(player)
        try:
            if player is not None and choose_again(player, drawn, keys, indexer.look_at(player)) != keys:
                player = None
        except Exception as failure:  # a game that ended so is looked at for that very reason
            player, error = None, crash_in_words(failure)
        indexer.note(keys, seconds, player)
        if number % APART == 0:
            progress(number, len(exchanges), indexer.picture)
    return indexer.timeline(recording, player, error)


def play_timeline(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Player],
    header: Header | None = None,
    limits: Limits | None = None,
    progress: Progress = ignore_progress,
    take: Take = lambda *_seen: None,
    copy: GameCopy | None = None,
) -> tuple[Timeline, Row]:
    """Play the game of a seed in this process.  Return its timeline and its `Row`.

    `links` makes the game, and `players` makes the agent.  (To play the game that belongs to this project,
    pass an `InMemory` of run.runner.batch as `links`.)  `progress` is called from time to time.  Its second
    argument, the total, is always 0, because the length of the game is not known in advance.
    """
    made: list[_PlayedLink] = []

    def watched(number: int) -> Link:
        made.append(_PlayedLink(links(number), players, take, copy))
        return made[-1]

    def player_of(number: int) -> Player:
        return made[-1].begin(number)

    recording, row = record_game(seed, watched, player_of, header, limits=limits, progress=progress)
    indexer = made[-1].indexer if made else None
    if indexer is None or not indexer.moments:  # it broke off before the first keys
        return read_timeline(recording, None), row
    player = None if row.end_reason == "crashed" else made[-1].player
    if player is not None:
        player.eof()
    made[-1].note(b"", player)
    for at, exchange in enumerate(exchanges_of(recording)):
        indexer.moments[at] = indexer.moments[at]._replace(seconds=exchange.seconds)
    return indexer.timeline(recording, player, row.error if row.end_reason == "crashed" else ""), row
