"""Descriptions: a text, with those it is like, as one list of statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from rogue.eggg.language.nearest import advice
from rogue.eggg.language.patterns import Match, Matcher
from rogue.eggg.language.tokens import (
    MAX_DESCRIPTION,
    MAX_LINES,
    MAX_STATEMENTS,
    MAX_TOKENS,
    Statement,
    fold,
    statements_of,
)
from rogue.shared.errors import LaunchError, meant, printable_line

MAX_PROBLEMS: Final = 20
MAX_PARENTS: Final = 8
MAX_QUOTED: Final = 70  # characters of a statement in a message
_VERBS_TEXT: Final = (
    "is are mean move slide leap jump at start capture flip end begin serve has place enter stick "
    "bounce : increase means"
)
_VERBS: Final = frozenset(_VERBS_TEXT.split())


class Problem(NamedTuple):
    """Something wrong with a statement."""

    statement: Statement
    text: str

    @property
    def line(self) -> str:
        """The problem with its file, its line, and the statement in quotes."""
        said = self.statement.text
        quoted = said if len(said) <= MAX_QUOTED else f"{said[: MAX_QUOTED - 3]}..."
        return printable_line(f'{self.statement.file}:{self.statement.line}: "{quoted}": {self.text}')


class EgggError(LaunchError):
    """A description that is no game; `lines` has a line for each problem."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(map(printable_line, lines))
        super().__init__("\n".join(self.lines))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The lines as they are: each says its file."""
        return self.lines


class Said(NamedTuple):
    """Statement with the sentence that it fits.

    subject  folded words before the verb
    key      what a statement of a child replaces: subject with verb, or the sentence's topic
    """

    statement: Statement
    match: Match
    subject: str
    key: str


class Description(NamedTuple):
    """Description with all that its parents say; `lineage` names the parents, nearest first."""

    name: str
    file: str
    said: tuple[Said, ...]
    lineage: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of the statements, sorted, without case, number, and articles; in hex."""
        lines = sorted({one.statement.folded for one in self.said})
        return sha256("\n".join(lines).encode()).hexdigest()

    def all(self, key: str) -> list[Said]:
        """Return the statements with a key."""
        return [one for one in self.said if one.key == key]

    def only(self, key: str) -> Said | None:
        """Return the statement with a key, None if there is none."""
        return next((one for one in self.said if one.key == key), None)


Parents = Callable[[str], tuple[str, str] | None]
"""From the folded name of a game to text and file, None if nobody knows it."""


def no_parents(_name: str) -> None:
    """Know no other game."""


def described(text: str, file: str, parents: Parents = no_parents) -> Description:
    """Return what a text describes.  Raises EgggError with every problem, at most `MAX_PROBLEMS` of them."""
    description, problems = resolved(text, file, parents, ())
    if problems:
        raise error_of(problems)
    return description


def error_of(problems: Sequence[Problem]) -> EgggError:
    """Return problems as an error, in the order of the lines."""
    found = sorted({(one.statement.file, one.statement.line, one.line) for one in problems})
    lines = [line for _, _, line in found]
    more = [f"{found[0][0]}: and {len(lines) - MAX_PROBLEMS} more"] if len(lines) > MAX_PROBLEMS else []
    return EgggError([*lines[:MAX_PROBLEMS], *more])


def resolved(
    text: str, file: str, parents: Parents, path: tuple[str, ...]
) -> tuple[Description, list[Problem]]:
    """Return a description and what is wrong with it; `path` has the games that lead to it by "is like"."""
    _refuse_size(text, file)
    statements = list(statements_of(text, file))
    if len(statements) > MAX_STATEMENTS:
        raise EgggError([f"{file}: a description has at most {MAX_STATEMENTS} statements"])
    if not statements:
        raise EgggError([f"{file}: nothing is said; the shortest game names its players, board, and goal"])
    problems: list[Problem] = []
    own = [said for one in statements if (said := _said(one, problems)) is not None]
    problems += _twice(own)
    name = _name_of(own)
    lineage: tuple[str, ...] = ()
    inherited: list[Said] = []
    like = next((one for one in own if one.key == "like"), None)
    if like is not None:
        above = _parent(like, parents, path, problems)
        if above is not None:
            lineage, inherited = (above.name, *above.lineage), list(above.said)
            inherited = _without(inherited, own, problems)
    elif problems == []:
        problems += [
            Problem(one.statement, "there is no parent to take it from") for one in own if one.key == "no"
        ]
    kept = [one for one in own if one.key not in ("like", "no")]
    keys = {one.key for one in kept}
    whole = (*(one for one in inherited if one.key not in keys), *kept)
    return Description(name, file, whole, lineage), problems


def _refuse_size(text: str, file: str) -> None:
    """Raise EgggError for a text that is too long, or that holds what no text holds."""
    if len(text.encode("utf-8", "replace")) > MAX_DESCRIPTION:
        raise EgggError([f"{file}: a description has at most {MAX_DESCRIPTION >> 10} KiB"])
    if text.count("\n") > MAX_LINES:
        raise EgggError([f"{file}: a description has at most {MAX_LINES:,} lines"])


def _said(statement: Statement, problems: list[Problem]) -> Said | None:
    """Return a statement with its sentence; note a problem if it has none."""
    if len(statement.tokens) > MAX_TOKENS:
        problems.append(Problem(statement, f"a statement has at most {MAX_TOKENS} words"))
        return None
    matcher = Matcher(statement.tokens)
    match = matcher.statement()
    if match is None:
        problems.append(Problem(statement, advice(matcher)))
        return None
    folds = [token.fold for token in statement.tokens]
    verb = next((at for at, word in enumerate(folds) if at and word in _VERBS), len(folds))
    subject = " ".join(folds[:verb])
    said = "is" if verb < len(folds) and folds[verb] == "are" else " ".join(folds[verb : verb + 1])
    key = "no" if match.sentence.name == "no" else match.sentence.topic or f"{subject} {said}".strip()
    if key == "board start" and "shuffled" in match.said:
        key = "board start shuffled"
    return Said(statement, match, subject, key)


def _twice(own: list[Said]) -> list[Problem]:
    """Return a problem for each statement that says again what an earlier one says."""
    first: dict[str, Said] = {}
    found = []
    for one in own:
        if one.match.sentence.adds:
            continue
        before = first.setdefault(one.key, one)
        if before is not one:
            found.append(Problem(one.statement, f"line {before.statement.line} says this already"))
    return found


def _name_of(own: list[Said]) -> str:
    for one in own:
        if one.key in ("name", "like"):
            return str(one.match.found["NAME"].text)
    return "game"


def _parent(
    like: Said, parents: Parents, path: tuple[str, ...], problems: list[Problem]
) -> Description | None:
    """Return the description that another one is like, None with a problem if it cannot be had."""
    token = like.match.found["parent"]
    here = (*path, fold(like.match.found["NAME"].text))
    if token.fold in here or len(here) > MAX_PARENTS:
        what = "goes in a circle" if token.fold in here else f"goes back more than {MAX_PARENTS} games"
        problems.append(Problem(like.statement, f"this likeness {what}: {', '.join((*here, token.fold))}"))
        return None
    found = parents(token.fold)
    if found is None:
        problems.append(Problem(like.statement, f"no game {token.text}; `eggg list` shows the games"))
        return None
    above, faults = resolved(*found, parents, here)
    problems += faults
    return above


def _without(inherited: list[Said], own: list[Said], problems: list[Problem]) -> list[Said]:
    """Return what a parent says without what "no" takes away."""
    for one in own:
        if one.key != "no":
            continue
        token = one.match.found["NAME"]
        kept = [other for other in inherited if not _is_about(other, token.fold)]
        if len(kept) == len(inherited):
            near = meant(token.fold, sorted({other.subject.split(" ")[0] for other in inherited}))
            problems.append(Problem(one.statement, f"the parent says nothing of {token.text}{near}"))
        inherited = kept
    return inherited


def _is_about(said: Said, name: str) -> bool:
    subject = said.subject.removeprefix("assert ")
    return subject == name or subject.startswith(f"{name} ") or said.match.sentence.topic == name
