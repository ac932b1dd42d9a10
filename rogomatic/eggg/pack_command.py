"""The command `eggg pack`, which packs a game into a single file: either a program or a web page."""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import html
import importlib.util
import io
import json
import os
import re
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from rogomatic.eggg import own_tables
from rogomatic.eggg.opponents import LEVELS
from rogue.shared.board_games import Game
from rogue.shared.command_lines import short_path
from rogue.shared.errors import CommandError
from rogue.shared.files import READABLE, read_bounded, write_atomically, write_new
from rogue.shared.import_path import PACKAGES

_FOLDER: Final = "rogue/eggg/games"  # of descriptions, in an archive
_SHEBANG: Final = b"#!/usr/bin/env python3\n"
_MADE: Final = (1980, 1, 1, 0, 0, 0)  # so that the same game makes the same bytes
_ALL: Final = ("rogue/**/*.py", "rogomatic/**/*.py")
OF_PAGES: Final = (
    *("rogue/*.py", "rogue/shared/*.py", "rogue/eggg/**/*.py"),
    *("rogomatic/*.py", "rogomatic/roshambo/*.py", "rogomatic/eggg/*.py"),
)
"""The modules that a page may import."""
_NEEDED: Final = "mypy_extensions"
_LIBRARIES: Final = (_NEEDED, "blessed", "jinxed", "platformdirs", "wcwidth")
"""Packages by other authors, in pure Python, that a packed program needs."""


def pack(args: argparse.Namespace) -> int:
    """Pack a game into a new file.  Return the exit code.

    Raises CommandError, LaunchError, NewFileError.
    """
    name, text = own_tables.whole_text(args.game)
    kind = ".html" if args.html else ".pyz"
    path = args.out or Path(f"{name}{kind}")
    if args.html:
        data = page(own_tables.load(args.game), text, release_files(own_tables.cache_folder()))
    else:
        data = archive(name, text, is_world=own_tables.is_world(own_tables.game_of(args.game)))
    write_new(path, [data])
    if not args.html:
        with suppress(OSError):  # on disks without such permissions it is started by python3 as well
            path.chmod(path.stat().st_mode | 0o111 & ~_umask())
    start = "open it in a browser" if args.html else f"python3 {short_path(path)}"
    print(f"{path}: {len(data) / 1e6:.1f} MB; {start}")
    return 0


def _umask() -> int:
    """Return the permission bits that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def archive(name: str, text: str, *, is_world: bool = False) -> bytes:
    """Return a one-file program that plays or serves a game.  `text` describes the game and its parents."""
    files = source_files(_ALL, _LIBRARIES)
    files[f"{_FOLDER}/{name}.egg"] = text.encode()
    for parent in re.findall("^This is like (.+)$", text, re.MULTILINE):  # which the text includes
        files.setdefault(f"{_FOLDER}/{parent.lower()}.egg", b"")
    start = (resources.files("rogomatic.eggg") / "assets" / "packed_main.txt").read_text("utf-8")
    files["__main__.py"] = start.replace("@NAME@", repr(name)).replace("@IS_WORLD@", str(is_world)).encode()
    return _zipped(files, _SHEBANG)


def source_files(patterns: Sequence[str], libraries: Sequence[str]) -> dict[str, bytes]:
    """Return {path in the archive: content} of our own files, the dictionary, and the libraries."""
    wanted, top = (*patterns, f"{_FOLDER}/dictionary.txt"), Path(PACKAGES)
    found = {str(path.relative_to(top)): path for pattern in wanted for path in top.glob(pattern)}
    for name in libraries:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            begin = Path(spec.origin)
            is_one = spec.submodule_search_locations is None
            paths = [begin] if is_one else [*begin.parent.rglob("*.py"), *begin.parent.rglob("*.json")]
            root = begin.parent if is_one else begin.parents[1]
            found |= {str(path.relative_to(root)): path for path in paths}
    return {inside: path.read_bytes() for inside, path in found.items()}


def _zipped(files: Mapping[str, bytes], begin: bytes = b"") -> bytes:
    out = io.BytesIO(begin)
    out.seek(0, io.SEEK_END)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as packed:
        for inside, data in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(inside, _MADE), data, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def page(game: Game, text: str, release: Mapping[str, bytes]) -> bytes:
    """Return the web page that plays a game.

    text     description of the game, including its parents
    release  {name: compressed content} of the files of Pyodide
    """
    files = {**release, "game.zip": _zipped(source_files(OF_PAGES, (_NEEDED,)))}
    head = {"text": text, "players": list(game.players), "levels": list(LEVELS)}
    blocks = "\n".join(
        f'<script type="application/octet-stream" id="{name}">{base64.b64encode(data).decode()}</script>'
        for name, data in files.items()
    )
    whole = (resources.files("rogomatic.eggg") / "assets" / "offline_page.html").read_text("utf-8")
    heads = json.dumps(head).replace("<", "\\u003c")
    fills = {"@TITLE@": html.escape(game.name), "@HEAD@": heads, "@FILES@": blocks}
    for mark, filled in fills.items():
        whole = whole.replace(mark, filled)
    return whole.encode()


ADDRESS: Final = "https://registry.npmjs.org/pyodide/-/pyodide-0.27.7.tgz"
_SHA512: Final = "RUSVJlhQdfWfgO9hVHCiXoG+nVZQRS5D9FzgpLJ/VcgGBLSAKoPL8kTiOikxbHQm1kRISeWUBdulEgO26qpSRA=="
_FILES: Final = (
    "pyodide.asm.js", "pyodide.asm.wasm", "pyodide.js", "pyodide-lock.json", "python_stdlib.zip",
)  # fmt: skip
_MOST: Final = 16 << 20  # bytes of the release
_SECONDS: Final = 60


def release_files(folder: Path) -> dict[str, bytes]:
    """Return {name: compressed content} of Pyodide's files.  Download the release if `folder` lacks it.

    Raises CommandError if the release cannot be downloaded or written.
    """
    path, data = folder / ADDRESS.rpartition("/")[2], b""
    with suppress(OSError):
        data = read_bounded(path, _MOST)
    if not _is_right(data):
        try:
            with urlopen(ADDRESS, timeout=_SECONDS) as answer:
                data = answer.read(_MOST)
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise CommandError(f"Cannot download Pyodide from {ADDRESS}: {reason}.") from None
        if not _is_right(data):
            raise CommandError(f"{ADDRESS} is not the expected file; nothing was written.")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, data, READABLE)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from None
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as packed:
        files = {name: packed.extractfile(f"package/{name}") for name in _FILES}
        return {name: gzip.compress(file.read(), 9, mtime=0) for name, file in files.items() if file}


def _is_right(data: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(data).digest()).decode() == _SHA512
