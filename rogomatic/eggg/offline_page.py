"""A page of one file that plays a game in a browser, without a network."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from rogomatic.eggg.needed_modules import needed_files
from rogomatic.eggg.opponents import LEVELS
from rogomatic.eggg.page_match import MODULES
from rogue.shared.board_games import Game
from rogue.shared.errors import CommandError
from rogue.shared.files import READABLE, read_bounded, write_atomically

_UNUSED: Final = (
    "rogomatic.agent", "rogomatic.cli", "rogomatic.run", "rogue.rules", "rogue.state", "rogue.tables",
    "rogue.ui", "rogue.terminal", "rogue.server", "rogue.storage",
)  # fmt: skip
"""Packages of Rogue and of its agent, which no board needs."""


def page(game: Game, text: str, release: Mapping[str, bytes]) -> bytes:
    """Return the page that plays a game.

    text     its description, parents included
    release  compressed files of Pyodide, by name
    """
    files = {**release, "game.zip": _modules()}
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


def _modules() -> bytes:
    """Return our modules that a page needs, as a zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in sorted(needed_files(MODULES, _UNUSED).items()):
            packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


ADDRESS: Final = "https://registry.npmjs.org/pyodide/-/pyodide-0.27.7.tgz"
_SHA512: Final = "RUSVJlhQdfWfgO9hVHCiXoG+nVZQRS5D9FzgpLJ/VcgGBLSAKoPL8kTiOikxbHQm1kRISeWUBdulEgO26qpSRA=="
_FILES: Final = (
    "pyodide.asm.js", "pyodide.asm.wasm", "pyodide.js", "pyodide-lock.json", "python_stdlib.zip",
)  # fmt: skip
_MOST: Final = 16 << 20  # bytes of the release
_SECONDS: Final = 60


def release_files(folder: Path) -> dict[str, bytes]:
    """Return name -> content of the files, compressed; fetched into a folder if they are not there yet.

    Raises CommandError if they cannot be had.
    """
    path = folder / ADDRESS.rpartition("/")[2]
    data = _kept(path)
    if data is None:
        data = _fetched()
        if not _is_right(data):
            raise CommandError(f"{ADDRESS} is not the file that is expected; nothing was made.")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, data, READABLE)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from None
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as packed:
        files = {name: packed.extractfile(f"package/{name}") for name in _FILES}
        return {name: gzip.compress(file.read(), 9, mtime=0) for name, file in files.items() if file}


def _kept(path: Path) -> bytes | None:
    """Return the release in a file, None if it is missing or damaged."""
    try:
        data = read_bounded(path, _MOST)
    except OSError:
        return None
    return data if _is_right(data) else None


def _fetched() -> bytes:
    try:
        with urlopen(ADDRESS, timeout=_SECONDS) as answer:
            data: bytes = answer.read(_MOST)
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise CommandError(f"A page needs Pyodide, once, from {ADDRESS}: {reason}.") from None
    return data


def _is_right(data: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(data).digest()).decode() == _SHA512
