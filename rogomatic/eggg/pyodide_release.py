"""The release of Pyodide (CPython for browsers) that pages of games carry."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import tarfile
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from rogue.shared.errors import CommandError
from rogue.shared.files import READABLE, read_bounded, write_atomically

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
        return {name: gzip.compress(_content(packed, f"package/{name}"), 9, mtime=0) for name in _FILES}


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


def _content(packed: tarfile.TarFile, name: str) -> bytes:
    found = packed.extractfile(name)
    assert found is not None, name
    return found.read()
