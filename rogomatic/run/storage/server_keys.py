"""The keys for a person's names on servers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rogomatic.run.storage.agent_files import data_folder
from rogue.shared.errors import RogomaticError
from rogue.shared.files import read_bounded

FOLDER: Final = "servers"
_LARGEST: Final = 256  # bytes of a key
_ODD: Final = re.compile(r"[^a-z0-9.:_-]")


class ServerKeysError(RogomaticError):
    """Exception for a key that cannot be read or kept.  Its text is the reason."""


def keys_folder(host: str, port: int) -> Path:
    """Return the folder that contains the keys for a server.

    >>> keys_folder("Example.org", 3637).name
    'example.org:3637'
    """
    return data_folder() / FOLDER / _ODD.sub("_", f"{host.lower()}:{port}")


def load_key(folder: Path, name: str) -> str:
    """Return the key of a name.  Return "" if no key is kept.

    Raises ServerKeysError if the file of the key cannot be read.
    """
    try:
        return read_bounded(folder / name, _LARGEST).decode("utf-8").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ServerKeysError(f"{folder / name} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise ServerKeysError(f"{folder / name} cannot be read: it is not text.") from None


def keep_key(folder: Path, name: str, key: str) -> None:
    """Keep the key of a new name.  An old key for the name is replaced, because it is no longer valid.

    Each key has its own file, so that several games may begin at the same time.  Only the owner can read
    the file.  Raises ServerKeysError if the file cannot be written.
    """
    path = folder / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
            file.write(key.encode("ascii", "replace") + b"\n")
    except OSError as error:
        raise ServerKeysError(f"{path} cannot be written: {error.strerror}.") from error


def numbered(name: str, how_many: int) -> Iterator[str]:
    """Yield a name for each player.  A single player gets `name`, and several players get numbered names.

    >>> list(numbered("bot", 1)), list(numbered("bot", 2))
    (['bot'], ['bot-1', 'bot-2'])
    """
    yield from ([name] if how_many == 1 else [f"{name}-{number}" for number in range(1, how_many + 1)])
