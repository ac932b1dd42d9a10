"""Hostile files: what is damaged, or no file at all, is refused in a sentence and stays as it is."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import shutil
import socket
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.cli import main as rogomatic_main
from rogomatic.run.viewer.batch_view import PartialView, glimpses
from rogue.cli import main as rogue_main
from rogue.storage.game_files import _checksum
from rogue.storage.settings import SettingsKeeper
from scripts.lib.soaking import damage, forked
from scripts.lib.soaking.limits import Report
from scripts.lib.soaking.valid import COMMANDS, valid

MAX_LINES: Final = 4  # on standard error


def _settings_main(words: Sequence[str]) -> int:
    """Read settings as a game on a person's terminal does."""
    trouble = SettingsKeeper(Path(words[0])).trouble
    os.write(2, trouble.encode("utf-8", "replace"))
    return int(bool(trouble))


def _glimpses_main(words: Sequence[str]) -> int:
    """Look at what the workers of a batch publish of their games."""
    print(len(glimpses(Path(words[0]).parent)))
    return 0


PROGRAMS: Final[dict[str, forked.Command]] = {
    "rogue": rogue_main, "rogomatic": rogomatic_main, "settings": _settings_main, "glimpses": _glimpses_main,
}  # fmt: skip


class Format(NamedTuple):
    """One kind of file.

    name      what it is called in the home of the one who reads it
    commands  lines that read it; FILE stands for its path, a word that ends in .new for a file to be made
    keys      standard input
    mend      makes a damaged one fit its own check sum again, as an enemy would
    """

    name: str
    commands: tuple[str, ...]
    damages: tuple[damage.Damage, ...] = damage.TEXT
    keys: bytes = b""
    mend: Callable[[bytes], bytes] | None = None
    database: bool = False


def _sum_save(data: bytes) -> bytes:
    head, _, body = data.partition(b"\n")
    try:
        row = json.loads(head)
        return json.dumps({**row, "checksum": _checksum(body)}).encode() + b"\n" + body
    except (ValueError, TypeError, RecursionError):
        return data


def _sum_memory(data: bytes) -> bytes:
    body = data.rpartition(b"\nchecksum ")[0] + b"\n"
    return body + b"checksum " + hashlib.blake2b(body, digest_size=16).hexdigest().encode() + b"\n"


_AGAIN: Final = ("rogomatic replay FILE --print", "rogomatic replay FILE --print --at end")
_SHORT: Final = f"rogomatic batch --games 1 --first-seed 1 --limit-commands {COMMANDS} -q"

FORMATS: Final[dict[str, Format]] = {
    "save": Format(
        "game.sav", ("rogue --plain FILE", "rogue replay --check FILE", *_AGAIN),
        keys=b" jk i ", mend=_sum_save,
    ),
    "journal": Format(
        "journals/1.jsonl",
        ("rogue --plain --recover FILE", "rogue --plain --recover", "rogue replay --check FILE",
         "rogue replay --to-turn 9 --stop", *_AGAIN),
        keys=b" jk i ",
    ),
    "scores": Format(
        "scores.json", ("rogue --scores FILE", "rogue --scores", "rogue --plain -d"), keys=b" \r"
    ),
    "history": Format("history.jsonl", ("rogue --history", "rogue --history --json")),
    "settings": Format("settings.toml", ("settings FILE",)),
    "knobs": Format(
        "k.toml", ("rogomatic knobs show FILE", "rogomatic knobs diff default FILE", f"{_SHORT} --knobs FILE")
    ),
    "memory": Format(
        "memory.txt",
        ("rogomatic memory show FILE", "rogomatic memory show", "rogomatic memory diff none FILE",
         "rogomatic memory merge FILE none --out m.new", "rogomatic memory reset",
         f"{_SHORT} --memory FILE --learn", f"{_SHORT} --memory own --learn"),
        mend=_sum_memory,
    ),
    "pool": Format(
        "pool.db",
        (f"rogomatic evolve --pool FILE --limit-commands {COMMANDS}",
         f"rogomatic evolve --pool FILE --limit-commands {COMMANDS} --games 9 -q"),
        damage.ANY, database=True,
    ),
    "run": Format(
        "run.db",
        ("rogomatic stats FILE", "rogomatic stats FILE --json", "rogomatic stats FILE --rows",
         "rogomatic stats FILE --trouble", "rogomatic compare FILE FILE", "rogomatic merge FILE --out m.new",
         "rogomatic plot scores FILE", "rogomatic plot survival FILE", "rogomatic plot killers FILE",
         "rogomatic plot learning FILE", "rogomatic plot histogram FILE",
         "rogomatic replay FILE --seed 1 --print", "rogomatic memory export none --run FILE --out -",
         "rogomatic report FILE --games 1 --out r.new",
         f"rogomatic batch --games 4 --first-seed 1 --limit-commands {COMMANDS} -q --out FILE --resume"),
        damage.ANY, database=True,
    ),
    "cast": Format("g.cast", (*_AGAIN, "rogomatic replay FILE --export ttyrec --out t.new")),
    "ttyrec": Format("g.ttyrec", (*_AGAIN, "rogomatic replay FILE --export cast"), damage.ANY),
    "packed": Format("g.cast.gz", _AGAIN, damage.ANY),
    "glimpse": Format("run.db.watch/1.json", ("glimpses FILE",)),
}  # fmt: skip
GLIMPSE: Final = json.dumps(
    asdict(PartialView(seed=1, turn=2, depth=3, gold=4, hp=5, max_hp=6, spot=7, why="x", rows=("a",) * 24))
).encode()


def content(kind: str) -> bytes:
    """Return a valid file of a kind."""
    return GLIMPSE if kind == "glimpse" else valid(kind)


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    before = os.getcwd()
    os.chdir(path.parent)  # such a name may not be long
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)
    os.chdir(before)


def _bomb(path: Path) -> None:
    """Half a gigabyte of blanks in half a megabyte."""
    piece = gzip.compress(b" " * (1 << 24), 9, mtime=0)
    path.write_bytes(gzip.compress(b'{"version": 2, "width": 80, "height": 24}\n') + piece * 32)


def _closed(path: Path) -> None:
    path.write_bytes(b"{}")
    path.chmod(0)


PLACES: Final[dict[str, Callable[[Path], object]]] = {
    "nothing": lambda _: None,
    "folder": Path.mkdir,
    "fifo": _fifo,
    "socket": _socket,
    "zeros": lambda path: path.symlink_to("/dev/zero"),
    "null": lambda path: path.symlink_to("/dev/null"),
    "full": lambda path: path.symlink_to("/dev/full"),
    "loop": lambda path: path.symlink_to(path.name),
    "dangling": lambda path: path.symlink_to("nowhere"),
    "closed": _closed,
    "bomb": _bomb,
}


def soak_files(amount: int, seed: int) -> Report:
    """Damage so many files, of every kind in turn, and have every command read each of them; and then put
    what is no file in their places.
    """
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    kinds = tuple(FORMATS)
    for number in range(seed, seed + amount):
        kind = kinds[number % len(kinds)]
        counts["files"] += 1
        again = f"scripts/soak files --amount 1 --seed {number}"
        wrong += [f"{again}: {one}" for one in try_damaged(kind, number, counts)]
    for place in PLACES:
        for kind in kinds:
            wrong += [f"{place} as {kind}: {one}" for one in try_place(kind, place, counts)]
    said = f"{counts['files']} damaged files of {len(kinds)} kinds, {len(PLACES)} places that are no file: "
    codes = ", ".join(f"{counts[f'code {code}']} ended with {code}" for code in (0, 1, 2))
    return Report(said + f"{counts['commands']} commands, {codes}", wrong)


def try_damaged(kind: str, seed: int, counts: Counter[str], most: int = 6) -> Iterator[str]:
    """Damage a file and yield what goes wrong with the commands that read it, `most` of them."""
    dice = random.Random(seed)
    form = FORMATS[kind]
    data, done = content(kind), ""
    if not (form.database and dice.random() < 0.6):
        for _ in range(dice.choice((1, 1, 1, 2))):
            chosen = dice.choice(form.damages)
            data, done = chosen(dice, data), f"{done} {chosen.__name__}"
        if form.mend is not None and dice.random() < 0.6:
            data = form.mend(data)
    lines = dice.sample(form.commands, min(most, len(form.commands)))

    def put(path: Path) -> None:
        path.write_bytes(data)
        if form.database and not done:
            damage.tamper(random.Random(seed), path)

    yield from _try(kind, put, lines, counts, f"({done or ' sql'})")


def try_place(kind: str, place: str, counts: Counter[str], most: int = 99) -> Iterator[str]:
    """Yield what goes wrong with the commands that read a kind of file when something else is there."""
    yield from _try(kind, PLACES[place], FORMATS[kind].commands[:most], counts, "", is_weak=place == "closed")


def _try(
    kind: str, put: Callable[[Path], object], lines: Sequence[str], counts: Counter[str], what: str,
    *, is_weak: bool = False,
) -> Iterator[str]:  # fmt: skip
    for line in lines:
        with tempfile.TemporaryDirectory(prefix="soak", ignore_cleanup_errors=True) as folder:
            home = Path(folder) / "home"
            path = home / FORMATS[kind].name
            path.parent.mkdir(parents=True)
            put(path)
            for one in (Path(folder), home, path.parent):
                one.chmod(0o777)
            before = _digest(path)
            program, *words = line.split()
            words = [str(path) if word == "FILE" else word for word in words]
            ended = forked.run(PROGRAMS[program], words, home, keys=FORMATS[kind].keys, is_weak=is_weak)
            counts["commands"] += 1
            counts[f"code {ended.code}"] += 1
            trouble = verdict(ended, is_screen="replay" in line or program == "rogue")
            if not trouble and ended.code and before and before not in map(_digest, home.rglob("*")):
                trouble = "the file is gone or changed"
            if trouble:
                yield f"{kind} {what}: {line}: {trouble}"
            shutil.rmtree(home, ignore_errors=True)


def verdict(ended: forked.Ended, is_screen: bool) -> str:
    """Return what is wrong with the way a command ended, "" if nothing is; `is_screen`: it prints screens."""
    lines = ended.err.strip().splitlines()
    if ended.code == forked.HUNG:
        return f"it hung: {ended.err[-300:]}"
    if ended.code < 0 or ended.code > 2:
        return f"it ended with {ended.code}: {ended.err[-1500:]}"
    if "Traceback" in ended.err:
        return f"a traceback: {ended.err[-1500:]}"
    if ended.code and not lines:
        return f"it says nothing and ends with {ended.code}"
    if ended.code == 1 and len(lines) > MAX_LINES:
        return f"too many words: {ended.err[:600]!r}"
    if any(len(line) > 1000 for line in lines):
        return f"a sentence without end: {ended.err[:300]!r}"
    printed = ended.err if is_screen else ended.err + ended.out
    if not printed.replace("\n", "").replace("\t", "").isprintable():
        return f"what it says moves the cursor: {printed[:300]!r}"
    return ""


def _digest(path: Path) -> str:
    """Return what identifies a regular file, "" for all else."""
    if path.is_symlink() or not path.is_file():
        return ""
    try:
        return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    except OSError:
        return ""
