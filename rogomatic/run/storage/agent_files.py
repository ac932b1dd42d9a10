"""The files of an agent, which hold its knobs or its memory."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shlex
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from difflib import get_close_matches
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogomatic.agent.knobs import DEFAULT, KNOBS, RETIRED, Knobs
from rogomatic.agent.memory.long_term_memory import Memory, default_memory, merge
from rogomatic.agent.memory.memory_format import MemoryFormatError, digest_of, read_memory, write_memory
from rogomatic.run.runner.game_loop import Limits
from rogomatic.run.storage.run_file import Manifest, RunFileError, read_run
from rogomatic.run.variant_names import arguments_of, game_name
from rogue.shared.confidence import mean_and_error, with_error
from rogue.shared.errors import RogomaticError
from rogue.shared.files import UNMASKED, read_bounded, take_lock, write_atomically
from rogue.shared.toml_text import TomlError, parse_toml
from rogue.shared.wording import plural

KNOBS_FORM: Final = 1  # increased when the meaning of the text changes
_HEAD: Final = """# Knobs of rogomatic.  Knobs that are not listed here have their defaults.
# `rogomatic knobs show FILE` explains each knob."""
_PARTS: Final = ("form", "knobs", "provenance")

HOME_VARIABLE: Final = "ROGOMATIC_HOME"
OWN_NAME: Final = "memory.txt"
_GAMES: Final = 100  # per point of the learning curve
# Limits of games and the options that set them.
_LIMIT_OPTIONS: Final = {
    "commands": "--limit-commands", "turns": "--limit-turns", "cpu_seconds": "--limit-cpu",
    "seconds": "--limit-seconds", "stall_seconds": "--stall",
}  # fmt: skip


class KnobTextError(RogomaticError):
    """Exception for a text that is not a set of knobs.  Its message is a sentence for the user."""


class KnobText(NamedTuple):
    """Knobs, and their provenance as texts (command, commit, seeds, score).

    retired  names in the text that are no longer knobs, and were therefore ignored
    """

    knobs: Knobs
    provenance: Mapping[str, str]
    retired: tuple[str, ...] = ()


def knobs_to_text(knobs: Knobs, provenance: Mapping[str, str]) -> str:
    """Return knobs as TOML that `read_knobs` can read."""
    lines = [_HEAD, f"form = {KNOBS_FORM}", "", "[knobs]"]
    written = {*knobs.given, *changed_knobs(knobs)}
    lines += [f"{name} = {value}" for name, value in knobs.values().items() if name in written]
    lines += ["", "[provenance]"]
    lines += [f"{name} = {_quoted(text)}" for name, text in provenance.items()]
    return "\n".join(lines) + "\n"


def read_knobs(text: str) -> KnobText:
    """Parse knobs from TOML.

    Raises KnobTextError for invalid text, unknown names, or values out of range.
    """
    try:
        whole = parse_toml(text)
    except TomlError as error:
        raise KnobTextError(f"It is not TOML: see line {error.line}.") from None
    form = whole.get("form")
    if form != KNOBS_FORM:
        known = "It has no form number" if form is None else f"It has form {form}"
        raise KnobTextError(f"{known}; this version reads form {KNOBS_FORM}.")
    for name in whole:
        if name not in _PARTS:
            raise KnobTextError(f"It has an unknown part {name!r}.")
    values, provenance = _table(whole, "knobs"), _table(whole, "provenance")
    retired = tuple(name for name in values if name in RETIRED)
    values = {name: value for name, value in values.items() if name not in RETIRED}
    for name, value in values.items():
        _check(name, value)
    knobs = Knobs(**values)
    return KnobText(knobs, {name: str(text) for name, text in provenance.items()}, retired)


def changed_knobs(knobs: Knobs) -> dict[str, int]:
    """Return the values, by name, of the knobs that differ from the defaults.

    >>> changed_knobs(Knobs(flee_pct=20))
    {'flee_pct': 20}
    """
    defaults = DEFAULT.values()
    return {name: value for name, value in knobs.values().items() if value != defaults[name]}


def _table(whole: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = whole.get(name, {})
    if not isinstance(table, dict):
        raise KnobTextError(f"{name} is not a table.")
    return table


def _check(name: str, value: object) -> None:
    if name not in KNOBS:
        near = get_close_matches(name, KNOBS, 1)
        hint = f"; the nearest name is {near[0]}" if near else ""
        raise KnobTextError(f"There is no knob {name!r}{hint}.")
    if isinstance(value, bool) or not isinstance(value, int):
        raise KnobTextError(f"{name} is not a whole number.")
    _, least, most, *_ = KNOBS[name]
    if not least <= value <= most:
        raise KnobTextError(f"{name} = {value} is out of range: it must be from {least} to {most}.")


def _quoted(text: str) -> str:
    """Return text as a TOML string.  This is a JSON string, except that the character DEL is escaped."""
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(clean, ensure_ascii=False).replace("\x7f", "\\u007f")


class KnobsFileError(RogomaticError):
    """Exception for an unusable knob file.  Its text is a sentence for the user."""


def load_knobs(path: Path) -> KnobText:
    """Return the knobs in a file.  Raises KnobsFileError."""
    try:
        return read_knobs(read_bounded(path).decode("utf-8"))
    except FileNotFoundError:
        raise KnobsFileError(f"There is no file {path}.") from None
    except OSError as error:
        raise KnobsFileError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise KnobsFileError(f"{path} cannot be used as knobs: It is not text.") from None
    except KnobTextError as refusal:
        raise KnobsFileError(f"{path} cannot be used as knobs: {refusal}") from None


def save_knobs(path: Path, knobs: Knobs, provenance: Mapping[str, str]) -> None:
    """Write knobs and their provenance to a file, replacing any old content.

    If writing fails, the file stays unchanged, and KnobsFileError is raised.
    """
    try:
        write_atomically(path, knobs_to_text(knobs, provenance).encode(), UNMASKED)
    except OSError as error:
        raise KnobsFileError(f"{path} cannot be written: {error.strerror}.") from None


_INSTALLED = Path(__file__).resolve().parents[2] / "shipped"  # where the build puts a copy (setup.py)
_CHECKOUT = Path(__file__).resolve().parents[3] / "memory"


class MemoryFileError(RogomaticError):
    """Exception for an unusable memory file.  Its text is a sentence for the user."""


class DamagedMemoryError(MemoryFileError):
    """Exception for a readable file that is not a complete memory."""


def data_folder() -> Path:
    """Return the folder of this person's data, which may not exist yet."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(os.path.expanduser(home))
    from platformdirs import user_data_path

    return user_data_path("rogomatic", appauthor=False)


def own_path() -> Path:
    """Return the path of this person's memory, which may not exist yet."""
    return data_folder() / OWN_NAME


def load_memory(path: Path) -> Memory:
    """Return the memory in a file.  Raises MemoryFileError, or DamagedMemoryError for a damaged file."""
    try:
        return read_memory(read_bounded(path).decode("utf-8").replace("\r\n", "\n"))
    except FileNotFoundError:
        raise MemoryFileError(f"There is no file {path}.") from None
    except MemoryFormatError as why:
        raise DamagedMemoryError(f"{path} cannot be used as a memory: {why}.") from None
    except UnicodeDecodeError:
        raise DamagedMemoryError(f"{path} cannot be used as a memory: it is not text.") from None
    except OSError as why:
        if why.errno == errno.EILSEQ:
            raise DamagedMemoryError(f"{path} cannot be used as a memory: {why.strerror}.") from None
        raise MemoryFileError(f"{path} cannot be read: {why.strerror}.") from None


def load_or_set_aside(path: Path, start: Callable[[], Memory]) -> tuple[Memory, str]:
    """Return the memory in a file, and a warning.  The warning is "" if the file is not damaged.

    If there is no file, the memory is `start()`.  If the file is damaged, the memory is `start()` too; in
    this case the file is renamed, so that it is not lost, and the warning tells its new name.
    """
    try:
        return load_memory(path) if path.exists() else start(), ""
    except DamagedMemoryError:
        with _locked(path):
            return _load_locked(path, start)


def save_memory(path: Path, memory: Memory, remarks: Iterable[str] = ()) -> None:
    """Write a memory to a file, replacing any old content.

    If writing fails, the file stays unchanged, and MemoryFileError is raised.
    """
    with _locked(path):
        _write(path, write_memory(memory, remarks))


def change_memory(path: Path, change: Callable[[Memory], Memory], start: Callable[[], Memory]) -> str:
    """Apply `change` to the memory in a file, or to `start()` if there is no file.

    The file is locked during the change, so that no other change is lost.  Returns a warning as
    `load_or_set_aside` does.  If writing fails, the file stays unchanged, and MemoryFileError is raised.
    """
    with _locked(path):
        memory, warning = _load_locked(path, start)
        _write(path, write_memory(change(memory)))
    return warning


def check_writable(path: Path) -> None:
    """Raise MemoryFileError if a memory cannot be written to this file."""
    with _locked(path), _telling(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=path.parent):
            pass


def set_aside(path: Path, mark: str) -> Path | None:
    """Rename a file: append `mark`, and a number for which no file exists yet.

    Return the new path, or None if there is no file to rename.
    """
    with _locked(path):
        return _set_aside(path, mark) if path.exists() else None


def _set_aside(path: Path, mark: str) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.{mark}{number}")).exists():
        number += 1
    with _telling(path):
        path.rename(aside)
    return aside


def _load_locked(path: Path, start: Callable[[], Memory]) -> tuple[Memory, str]:
    """Load a locked file as `load_or_set_aside` does.  If the file is damaged, set it aside."""
    try:
        return load_memory(path) if path.exists() else start(), ""
    except DamagedMemoryError as why:
        aside = _set_aside(path, "damaged")
        return start(), f"{why} It is kept as {aside.name}, and a new one starts from the shipped memory."


def _write(path: Path, text: str) -> None:
    with _telling(path):
        write_atomically(path, text.encode(), UNMASKED, is_locked=True)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock a file against changes by other processes until the block or this process ends."""
    with _telling(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        # A separate, permanent file: the lock must outlive every replacement of the memory.
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        lock = os.open(path.with_name(f".{path.name}.lock"), flags, 0o600)
    try:
        take_lock(lock, inf)
        yield
    finally:
        os.close(lock)


@contextlib.contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Turn system errors about a file into a MemoryFileError with a sentence."""
    try:
        yield
    except OSError as why:
        kept = " Its content is unchanged." if os.path.exists(path) else ""
        reason = "its folder is a file" if isinstance(why, FileExistsError) else why.strerror
        raise MemoryFileError(f"{path} cannot be written: {reason}.{kept}") from None


def shipped_folder() -> Path:
    """Return the folder of the shipped memories, in the installed package or in the checkout."""
    return _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT


@cache
def shipped_memory() -> Memory:
    """Return the trained memories of all editions as one cached value.

    Raises MemoryFileError if one of the files is damaged.
    """
    memory = default_memory()
    for path in sorted(shipped_folder().glob("*.txt")):
        memory = merge(memory, load_memory(path))
    return memory


def remarks_of(path: Path, memory: Memory) -> Iterator[str]:
    """Yield remarks about the batch that taught a memory.  `path` is the run file of that batch.

    Raises RunFileError if the file is not a run, if its games were played without learning, or if it has more
    games than the memory has seen.
    """
    manifest, rows = read_run(path)
    seen = sum(book.games for book in memory.books.values())
    taught = sum(bool(row.lessons) for row in rows)  # not games that the machine ended
    if not taught:
        raise RunFileError(f"{path} was played without --learn: no memory has learned from it.")
    if seen < taught:
        raise RunFileError(f"{path} taught {plural(taught, 'game')}, but this memory has seen only {seen:,}.")
    words = shlex.join(batch_arguments(manifest, hides_folder=True))
    yield f"Learned by: rogomatic batch {words} --memory FILE --learn"
    yield f"Version {manifest.version}, commit {manifest.commit or 'unknown'}, {manifest.created}"
    yield f"Memory before: {manifest.memory_digest}"
    yield f"Mean score of each {_GAMES} games in their order, with its standard error:"
    counted = [row for row in rows if not row.is_lost]
    for start in range(0, len(counted), _GAMES):
        scores = [row.score for row in counted[start : start + _GAMES]]
        yield f"  games {start + 1} to {start + len(scores)}: {with_error(*mean_and_error(scores), '+-')}"


def batch_arguments(manifest: Manifest, *, hides_folder: bool = False) -> Iterator[str]:
    """Yield the command-line arguments of a batch.  Omit those for the memory and the output.

    FILE stands for a file of knobs, because a manifest does not name the file.

    hides_folder  whether `--game` names a program without its folder, which may be private
    """
    yield from ("--games", f"{manifest.games}", "--first-seed", f"{manifest.first_seed}")
    if manifest.game:
        yield from ("--game", game_name("", manifest.game) if hides_folder else manifest.game)
    else:
        yield from arguments_of(manifest.edition)
    if manifest.shard:
        yield from ("--shard", manifest.shard)
    for limit, value in _differing(manifest.limits, asdict(Limits())):
        yield from (_LIMIT_OPTIONS[limit], f"{value}")
    if list(_differing(manifest.knobs, DEFAULT.values())):
        yield from ("--knobs", "FILE")
    if manifest.rules:
        yield from ("--rules", manifest.rules.rpartition(" ")[0])
    for name in filter(None, manifest.without.split(", ")):
        yield from ("--without", name)


def memory_arguments(manifest: Manifest) -> list[str]:
    """Return the arguments that choose a batch's memory, [] for the shipped one.

    FILE stands for the file of another memory, because a manifest does not name the file.
    """
    digest, _, learns = manifest.memory_digest.partition(", ")
    if learns:
        return ["--memory", "FILE", "--learn"]
    memories = {digest_of(shipped_memory()): [], digest_of(default_memory()): ["--memory", "none"]}
    return memories.get(digest, ["--memory", "FILE"])


def _differing(text: str, usual: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield name and value of the members of a JSON object that differ from the values in `usual`.

    Yield nothing for other texts, which only a damaged or foreign file holds.
    """
    try:
        members = json.loads(text).items()
    except (ValueError, AttributeError, RecursionError):
        return
    for name, value in members:
        if name in usual and value != usual[name]:
            yield name, value
