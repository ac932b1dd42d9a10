"""Descriptions in files, shipped or written by users."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from rogue.eggg.engines import engine_of, made, unread_by
from rogue.eggg.language.checking import problems_of
from rogue.eggg.language.description import Description, EgggError, Parents, error_of, understood
from rogue.eggg.language.tokens import MAX_DESCRIPTION, fold
from rogue.eggg.rules.game_engine import BoardRules
from rogue.shared.board_games import Described
from rogue.shared.errors import meant
from rogue.shared.files import read_all

SUFFIX: Final = ".egg"
_CONTROL: Final = re.compile("[\0-\b\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # no tab, no line end
SHIPPED: Final = resources.files("rogue.eggg") / "games"


def shipped_names(kind: str = "") -> list[str]:
    """Return the names of the shipped games of a kind.  If `kind` is "", return all names."""
    return [name for name in _shipped().values() if not kind or _kind(name) == kind]


@cache
def _kind(name: str) -> str:
    return engine_of(description_of(name)).kind


def description_of(name: str) -> Description:
    """Return the checked description of a shipped game, or of a file (a dot or slash in `name`).

    Raises EgggError with every problem of the description.  Raises OSError if its file cannot be read.
    """
    folded = fold(name)
    return _described(folded) if folded in _shipped() else checked(*_source(name))


def checked(
    text: str, file: str = "text", folder: Path | None = None, *, is_whole: bool = False
) -> Description:
    """Check a text and return its description.  Raises EgggError.

    folder    where the parents of the description are, unless they are shipped games
    is_whole  whether the text contains its parents' statements; unused names are then permitted
    """
    parents: Parents = (lambda name: ("", name)) if is_whole else lambda name: _parent(name, folder)
    description, problems = understood(_plain(text, file), file, parents)
    problems += problems_of(description, are_idle_names_fine=is_whole)
    if problems and description.said and not description.lost:
        problems += unread_by(engine_of(description), description)
    if problems:
        raise error_of(problems)
    return description


def load_any(name: str, players: int = 0) -> Described:
    """Return the game that `name` names: a shipped game, or the game that a file describes.

    If `players` is not 0, the game has this many players.  Raises EgggError, OSError.
    """
    return made(description_of(name), players)


def load(name: str) -> BoardRules:
    """Return the board game that `name` names: a shipped one or one in a file.  Raises EgggError, OSError."""
    return game_of(description_of(name))


def game_of(description: Description) -> BoardRules:
    """Return the board game that a checked description makes.  Raises EgggError for any other game."""
    game = made(description)
    if not isinstance(game, BoardRules) or "puzzle" in game.traits:
        raise EgggError([f"eggg: {game.name} is not a board game"])
    return game


def text_of(name: str) -> str:
    """Return the text of a game's description.  Raises EgggError, OSError."""
    return _source(name)[0]


@cache
def _shipped() -> dict[str, str]:
    """Return {folded name: name} of the shipped games, sorted."""
    names = (file.name.removesuffix(SUFFIX) for file in SHIPPED.iterdir() if file.name.endswith(SUFFIX))
    return {fold(name): name for name in sorted(names)}


@cache
def _described(folded: str) -> Description:
    return checked(*_source(folded))


def _source(name: str) -> tuple[str, str, Path | None]:
    """Return the text of a description, the file name for messages, and the folder (None if shipped)."""
    if "/" in name or "." in name:
        return _decoded(read_all(Path(name), MAX_DESCRIPTION), name), Path(name).name, Path(name).parent
    found = _parent(fold(name), None)
    if found is None:
        near = meant(name, shipped_names()) or "."
        told = f"there is no game {name}{near}" if name else "no game is named."
        raise EgggError([f"eggg: {told} `eggg list` lists the games; a file is named as ./GAME{SUFFIX}"])
    return (*found, None)


def _decoded(data: bytes, name: str) -> str:
    try:
        return _plain(data.decode("utf-8-sig"), Path(name).name)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise EgggError([f"{Path(name).name}:{line}: this is not UTF-8 text"]) from None


def _plain(text: str, file: str) -> str:
    """Return a text unchanged.  Raises EgggError for a control character, which a terminal would obey."""
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise EgggError([f"{file}:{line}: the control character U+{ord(found[0]):04X} cannot be used"])
    return text


def _parent(folded: str, folder: Path | None) -> tuple[str, str] | None:
    """Return the text and the file of a game that is shipped or in `folder`.  Return None for other names."""
    if name := _shipped().get(folded):
        return (SHIPPED / f"{name}{SUFFIX}").read_text("utf-8"), f"{name}{SUFFIX}"
    if folder is not None:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if fold(path.stem) == folded:
                return _decoded(read_all(path, MAX_DESCRIPTION), path.name), path.name
    return None
