"""The journal: a game as lines of text, from which the same game can be replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Final, get_args

from rogue import __version__
from rogue.shared.errors import RogueError
from rogue.tables.edition_table import EDITIONS
from rogue.ui.input_modes import YEAR, Ability, Answer, Host
from rogue.ui.session import Session

if TYPE_CHECKING:
    from rogue.tables.ruleset import Ruleset
    from rogue.variants.variant import Variant

FORMAT: Final = "rogue journal"
VERSION: Final = 1  # for games of an edition, readable by older programs
MAX_VERSION: Final = 2  # for games with a variant or the nonce of a commitment
_NEWER: Final = ("variant", "nonce", "sealed")  # fields only in version 2
CHECK_TURNS: Final = 100  # turns between two full checks
NUMBERS: Final = 1 << 64  # seeds and other numbers are below it
HOWS: Final = ("done", "exists", "failed")
_TYPES: Final[dict[str, type]] = {
    "seed": int, "edition": str, "options": str, "year": int, "home": str, "helpers": bool, "wizard": bool,
    "greeted": bool, "nonce": str, "sealed": bool, "file": str, "score": str, "lock": str,
}  # fmt: skip


class JournalError(RogueError):
    """Exception for an invalid line of a journal.  `line` is the number of the line, from 1.

    of_other_version  whether another version of this program may have written the line
    """

    def __init__(self, line: int, reason: str, *, of_other_version: bool = False) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.of_other_version = of_other_version


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a game: the arguments of `Session`, and everything else in the header of a journal."""

    seed: int
    edition: str = "5.4"
    options: str = ""
    year: int = YEAR
    home: str = ""
    helpers: bool = False
    wizard: bool = False
    able: tuple[Ability, ...] = ()
    greeted: bool = False
    notices: tuple[str, ...] = ()  # messages before the greeting
    variant: Variant | None = None  # variant of the edition
    nonce: str = ""  # nonce of the commitment to this game in hexadecimal digits, "" without one
    sealed: bool = False  # a referee hides the dungeon number until the end

    @property
    def rules(self) -> str | Ruleset:
        """The name of the edition, or the rules of the variant."""
        return self.edition if self.variant is None else self.variant.rules

    def session(self) -> Session:
        """Return a new session of this game."""
        host = Host(self.year, self.home, self.able, self.sealed)
        session = Session(self.seed, self.rules, self.options, host, helpers=self.helpers, wizard=self.wizard)
        if self.greeted:
            session.greet(*self.notices)
        return session


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys fed in one call, with a checksum for every turn that passed.

    The keys of one call must stay together in one event: an Escape is read together with the byte after it
    only if both came in the same call.
    """

    keys: bytes
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A checksum of the whole game after a number of turns."""

    value: int
    turn: int
    chain: str = ""  # running digest of all previous lines, in a proven game


@dataclass(frozen=True, slots=True)
class Died:
    """A death of the hero caused from outside the game."""

    killer: str


@dataclass(frozen=True, slots=True)
class Restored:
    """The event that a saved game is restored, with the options and the host of the continued game.

    A run, a fight, or a repeated command in progress ends, and there is no last command to repeat (SAV-5).

    helpers  whether help is turned on: from an agent, or from the commands that walk for the player
    """

    options: str = ""
    year: int = YEAR
    home: str = ""
    able: tuple[Ability, ...] = ()
    helpers: bool = False

    @property
    def host(self) -> Host:
        """The host with which the game continues."""
        return Host(self.year, self.home, self.able)


@dataclass(frozen=True, slots=True)
class Paths:
    """A change of the paths of the saved game, the score list, and the lock of the score list."""

    file: str = ""
    score: str = ""
    lock: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """The normal end of the program.  `how` is "killed", "quit", "won", or "saved"."""

    how: str
    turn: int
    depth: int
    score: int
    chain: str = ""  # running digest, as in `Check`


Event = Keys | Answer | Check | Died | Restored | Paths | End


def header_line(start: Start) -> str:
    """Return the first line of a journal, without a newline."""
    variant = start.variant
    version = MAX_VERSION if variant is not None or start.nonce else VERSION
    row: dict[str, Any] = {"format": FORMAT, "version": version, "program": __version__}
    row |= {field.name: getattr(start, field.name) for field in fields(start) if field.name not in _NEWER}
    if variant is not None:
        row["variant"] = variant.as_data()
    if start.nonce:
        row |= {"nonce": start.nonce, "sealed": start.sealed}
    return json.dumps(row)


def event_line(event: Event) -> str:
    """Return an event as a line without a newline: a JSON object that begins with the kind of event.

    >>> event_line(Keys(b"h", (1, 0xBEEF)))
    '{"keys": "h", "turns": "0001beef"}'
    """
    if isinstance(event, Keys):
        row: dict[str, Any] = {"keys": event.keys.decode("latin-1")}
        if event.turns:
            row["turns"] = "".join([f"{value:04x}" for value in event.turns])
    elif isinstance(event, Answer):
        row = {"answer": event.how, "text": event.text}
    elif isinstance(event, Check):
        row = {"check": f"{event.value:016x}", "turn": event.turn}
        row |= {"chain": event.chain} if event.chain else {}
    elif isinstance(event, Died):
        row = {"died": event.killer}
    elif isinstance(event, Restored):
        values = asdict(event)
        if not event.helpers:
            del values["helpers"]
        row = {"restored": values}
    elif isinstance(event, Paths):
        row = {"paths": asdict(event)}
    else:
        row = {"end": event.how, "turn": event.turn, "depth": event.depth, "score": event.score}
        row |= {"chain": event.chain} if event.chain else {}
    return json.dumps(row)


def read_header(line: str) -> Start:
    """Return the start of a game from a journal's first line.  Raises JournalError."""
    if line[:1] not in ("", "{", "["):  # it is not even JSON
        raise JournalError(1, "the first line is not that of a journal")
    row = _object(1, line)
    if row.pop("format", None) != FORMAT:
        raise JournalError(1, "it is not a journal of a game of Rogue")
    version = row.pop("version", None)
    if type(version) is int and version > MAX_VERSION:
        reason = f"it was made by a newer version of this program (format {version})"
        raise JournalError(1, reason, of_other_version=True)
    if version not in (VERSION, MAX_VERSION) or type(version) is not int:
        raise JournalError(1, "it has no valid version number")
    row.pop("program", None)
    if version == VERSION and any(name in row for name in _NEWER):
        raise JournalError(1, "its fields do not fit this version")
    row["variant"] = _read_variant(row["variant"]) if "variant" in row else None
    row = {"nonce": "", "sealed": False, **row}
    start: Start = _filled(1, Start, row)
    if not 0 <= start.seed < NUMBERS:
        raise JournalError(1, "the seed is out of range")
    if start.edition not in EDITIONS:
        raise JournalError(1, f"there is no edition {start.edition!r}")
    if start.variant is not None and start.variant.rules.edition != start.edition:
        raise JournalError(1, "the variant belongs to another edition")
    if start.nonce and not (len(start.nonce) == 64 and set(start.nonce) <= set("0123456789abcdef")):
        raise JournalError(1, "the nonce is not a number of 64 hexadecimal digits")
    return start


def _read_variant(data: Any) -> Variant:
    from rogue.variants.problems import VariantError
    from rogue.variants.variant import variant_of

    try:
        return variant_of(data)
    except VariantError as error:
        raise JournalError(1, error.lines[0], of_other_version=error.rules_differ) from error


def read_event(number: int, line: str) -> Event:
    """Return the event of line `number`.  Raises JournalError."""
    row = _object(number, line)
    reader = _READERS.get(next(iter(row), ""))
    if reader is None:
        raise JournalError(number, "it is an unknown kind of event")
    return reader(number, row)


def read_journal(lines: Sequence[str]) -> tuple[Start, list[Event]]:
    """Return the start of a game and its events, from the lines of its journal.  Raises JournalError."""
    start = read_header(lines[0] if lines else "")
    return start, [read_event(number, line) for number, line in enumerate(lines[1:], 2)]


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise JournalError(number, "it is damaged or cut off") from error
    if not isinstance(row, dict):
        raise JournalError(number, "it is not a JSON object")
    return row


def _filled(number: int, cls: type, row: dict[str, Any]) -> Any:
    """Return a `cls` made from the values in `row`, which must have the types of the fields."""
    wanted = {field.name: field for field in fields(cls)}
    if set(row) != set(wanted):
        raise JournalError(number, "its fields do not fit this version")
    values = dict(row)
    for name in wanted:
        value = values[name]
        if name == "variant":
            continue  # already read
        if name in _LISTS:
            if not isinstance(value, list) or not all(_LISTS[name](part) for part in value):
                raise JournalError(number, f"`{name}` is not a valid list")
            values[name] = tuple(value)
        elif type(value) is not _TYPES[name]:
            raise JournalError(number, f"`{name}` is not of type {_TYPES[name].__name__}")
    return cls(**values)


_LISTS: Final[dict[str, Callable[[Any], bool]]] = {
    "able": lambda part: part in get_args(Ability),
    "notices": lambda part: isinstance(part, str),
}


def _text(number: int, value: Any) -> str:
    if not isinstance(value, str):
        raise JournalError(number, "a text is missing")
    return value


def _number(number: int, value: Any) -> int:
    if type(value) is not int or not 0 <= value < NUMBERS:
        raise JournalError(number, "a number is missing")
    return value


def _hex(number: int, value: Any, digits: int) -> tuple[int, ...]:
    text = _text(number, value)
    if len(text) % digits or not set(text) <= set("0123456789abcdef"):
        raise JournalError(number, "a check value is damaged")
    return tuple([int(text[at : at + digits], 16) for at in range(0, len(text), digits)])


def _read_keys(number: int, row: dict[str, Any]) -> Keys:
    try:
        keys = _text(number, row["keys"]).encode("latin-1")
    except UnicodeEncodeError as error:
        raise JournalError(number, "it has invalid keys") from error
    return Keys(keys, _hex(number, row.get("turns", ""), 4))


def _read_answer(number: int, row: dict[str, Any]) -> Answer:
    how = row["answer"]
    if how not in HOWS:
        raise JournalError(number, "it has an unknown answer")
    return Answer(how, _text(number, row.get("text")))


def _read_check(number: int, row: dict[str, Any]) -> Check:
    values = _hex(number, row["check"], 16)
    if len(values) != 1:
        raise JournalError(number, "a check value is damaged")
    return Check(values[0], _number(number, row.get("turn")), _text(number, row.get("chain", "")))


def _inner(number: int, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise JournalError(number, "it is damaged")
    return value


def _read_end(number: int, row: dict[str, Any]) -> End:
    turn, depth, score = (_number(number, row.get(name)) for name in ("turn", "depth", "score"))
    return End(_text(number, row["end"]), turn, depth, score, _text(number, row.get("chain", "")))


_READERS: Final[dict[str, Callable[[int, dict[str, Any]], Event]]] = {
    "keys": _read_keys,
    "answer": _read_answer,
    "check": _read_check,
    "died": lambda number, row: Died(_text(number, row["died"])),
    "restored": lambda number, row: _filled(
        number, Restored, {"helpers": False, **_inner(number, row["restored"])}
    ),
    "paths": lambda number, row: _filled(number, Paths, _inner(number, row["paths"])),
    "end": _read_end,
}


class RunningDigest:
    """A digest of all lines so far, which shows whether a line was changed later.

    The constructor takes h_0, the digest before the first line, in hexadecimal digits.  The digest after
    line k is h_k = SHA-256(h_(k-1) and line k) (PRF-4).

    >>> digest = RunningDigest("00" * 32)
    >>> digest.add("one")
    >>> digest.value[:8]
    '4e233ba6'
    """

    __slots__ = ("value",)

    def __init__(self, first: str) -> None:
        self.value = first

    @classmethod
    def of_header(cls, header: str) -> RunningDigest:
        """Return the digest after the first line of a journal."""
        from hashlib import sha256

        return cls(sha256(header.encode()).hexdigest())

    def add(self, line: str) -> None:
        """Add the next line, without its newline."""
        from hashlib import sha256  # loaded only for proven games

        self.value = sha256(bytes.fromhex(self.value) + line.encode()).hexdigest()
