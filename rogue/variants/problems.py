"""Problems of a description: what is wrong and where, in sentences that help to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from rogue.errors import LaunchError, printable
from rogue.variants.toml_text import Path

MAX_SHOWN: Final = 20
CUTOFF: Final = 0.6  # of difflib, for near misses


class Problem(NamedTuple):
    """Something wrong at a key; the path of the top is empty."""

    path: Path
    text: str


class VariantError(LaunchError):
    """A description that is no game; `lines` has a line for each problem."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = tuple([printable(line).replace("\n", "?") for line in lines])
        super().__init__("\n".join(self.lines))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The lines: what says its file needs no name of a program before it."""
        return self.lines


def placed(problems: Iterable[Problem], lines: Mapping[Path, int], file: str) -> list[str]:
    """Return problems as lines of text in the order of the file, at most `MAX_SHOWN` of them."""
    found = sorted({(line_of(problem.path, lines), problem.text) for problem in problems})
    shown = [f"{file}:{line}: {text}" for line, text in found[:MAX_SHOWN]]
    if len(found) > MAX_SHOWN:
        shown.append(f"{file}: and {len(found) - MAX_SHOWN} more")
    return shown


def line_of(path: Path, lines: Mapping[Path, int]) -> int:
    """Return the line of a key, or of the nearest table around it that has one; 1 for the top."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def meant(word: str, *choices: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the nearest word of the first choices that have one, else "".

    >>> meant("amulet_dept", ["gold", "amulet_level"], ["amulet"])
    '; did you mean amulet_level?'
    """
    from difflib import get_close_matches

    for words in choices:
        near = get_close_matches(word[:64], list(words), 1, CUTOFF)
        if near:
            return f"; did you mean {near[0]}?"
    return ""


def dotted(path: Path) -> str:
    """Return the name of a table as it stands in brackets.

    >>> dotted(("hero", "kit", 2)), dotted(())
    ('[hero.kit]', 'the file')
    """
    names = [str(part) for part in path if isinstance(part, str)]
    return f"[{'.'.join(names)}]" if names else "the file"
