"""The file of the best computer player of each description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from rogomatic.eggg.opponents import kinds_for
from rogue.shared.board_games import Game
from rogue.shared.errors import CommandError
from rogue.shared.files import read_bounded, write_atomically

_MAX_BYTES: Final = 1 << 20


def preferred_kind(path: Path, game: Game) -> str:
    """Return the kind of player that an arena found best for a description, else the usual one.

    A file that is missing or damaged counts as empty.
    """
    usual = kinds_for(game)
    kind = _read(path).get(game.digest, {}).get("player", "")
    return kind if kind in usual else usual[0]


def keep_preferred(path: Path, game: Game, kind: str, provenance: dict[str, Any]) -> None:
    """Keep the best kind of player of a description.  Raises CommandError when the disk refuses."""
    kept = {**_read(path), game.digest: {"game": game.name, "player": kind, **provenance}}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, f"{json.dumps(kept, indent=1, sort_keys=True)}\n".encode())
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from None


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        found = json.loads(read_bounded(path, _MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {digest: row for digest, row in found.items() if isinstance(row, dict)}
