"""Problems of a description, as sentences with a file and a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from rogue.shared.errors import LaunchError, printable_line
from rogue.variants.toml_lines import Path

MAX_SHOWN: Final = 20


class Problem(NamedTuple):
    """Something wrong at a key; the path of the top is empty."""

    path: Path
    text: str


class VariantError(LaunchError):
    """A description that cannot be played; `lines` has a line for each problem.

    rules_differ  it is a game, but of other rules than when it was written down
    """

    def __init__(self, lines: Iterable[str], *, rules_differ: bool = False) -> None:
        self.rules_differ = rules_differ
        self.lines = tuple([printable_line(line) for line in lines])
        super().__init__("\n".join(self.lines))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The lines: what says its file needs no name of a program before it."""
        return self.lines


class UnknownVariantError(VariantError):
    """A name that no description has; the line names no file."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The line behind the name of the program, as every other refusal has it."""
        return tuple([f"rogue: {line}" for line in self.lines])


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


def dotted(path: Path) -> str:
    """Return the name of a table as it stands in brackets.

    >>> dotted(("hero", "kit", 2)), dotted(())
    ('[hero.kit]', 'the file')
    """
    names = [str(part) for part in path if isinstance(part, str)]
    return f"[{'.'.join(names)}]" if names else "the file"
