"""Descriptions: the statements of a text, joined with those of its parent games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, NoReturn

from rogue.eggg.language import tokens
from rogue.eggg.language.nearest import advice
from rogue.eggg.language.patterns import Found, Match, Matcher
from rogue.eggg.language.sentences import ADDS
from rogue.eggg.language.tokens import Statement, fold, statements_of, words
from rogue.shared.errors import LaunchError, meant, printable_line

MAX_PROBLEMS: Final = 20
MAX_PARENTS: Final = 8
MAX_QUOTED: Final = 70  # characters of a statement in a message
_VERBS: Final = words(
    "is are mean move slide leap jump at start capture flip end begin serve has place enter stick "
    "bounce : increase means"
)


class Problem(NamedTuple):
    """Statement with a text that says what is wrong with it."""

    statement: Statement
    text: str

    @property
    def line(self) -> str:
        """The problem as one line: file, line number, the statement in quotes, and what is wrong."""
        said = self.statement.text
        quoted = said if len(said) <= MAX_QUOTED else f"{said[: MAX_QUOTED - 3]}..."
        return printable_line(f'{self.statement.file}:{self.statement.line}: "{quoted}": {self.text}')


class EgggError(LaunchError):
    """Raised for a description that is not a game.  `lines` has one line for each problem."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(map(printable_line, lines))
        super().__init__("\n".join(self.lines))

    def sentences(self, _program: str) -> tuple[str, ...]:
        """Return `lines`.  Nothing has to be added, because each line already names its file."""
        return self.lines


class Said(NamedTuple):
    """Statement with the sentence that it fits.

    subject  folded words before the verb
    key      subject and verb, or the sentence's topic; children replace parents' statements of the same key
    """

    statement: Statement
    match: Match
    subject: str
    key: str

    @property
    def name(self) -> str:
        """Name of the sentence."""
        return self.match.sentence.name

    @property
    def found(self) -> Found:
        """Values that the statement puts in the holes of its sentence: {label of the hole: value}."""
        return self.match.found

    def words(self, label: str) -> str:
        """Return the contents of a hole as written, including articles that the language ignores."""
        span = next(one for one in self.found["spans"] if one.label == label)
        return self.statement.words(span.at, span.end)

    def says(self, word: str) -> bool:
        """Return whether the statement contains `word` as one of the fixed words of its sentence."""
        return word in self.match.said


class Description(NamedTuple):
    """Description that includes the statements of its parents.

    lineage  names of the parents, nearest first
    lost     statements that fit no sentence; empty if the description has no problems
    """

    name: str
    file: str
    said: tuple[Said, ...]
    lineage: tuple[str, ...] = ()
    lost: tuple[Statement, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of the sorted statements, in hexadecimal.  Case, plurals, and articles do not matter."""
        return sha256("\n".join(sorted({one.statement.folded for one in self.said})).encode()).hexdigest()

    def all(self, *names: str) -> list[Said]:
        """Return the statements that fit one of the named sentences."""
        return [one for one in self.said if one.name in names]

    def first(self, name: str, hole: str = "") -> Said | None:
        """Return the first statement that fits sentence `name` (and fills `hole`, if given), or None."""
        return next((one for one in self.all(name) if not hole or hole in one.found), None)

    def found(self, name: str, hole: str, default: Any = None) -> Any:
        """Return the contents of `hole` in the statement found by `first`, or `default` if there is none."""
        said = self.first(name, hole)
        return default if said is None else said.found[hole]

    def by_head(self, *names: str) -> dict[str, Said]:
        """Return {folded name: statement that defines this name}, for statements of the named sentences."""
        return {one.found["HEAD"].word: one for one in self.all(*names)}

    def rows_of(self, word: str) -> dict[int, Said]:
        """Return {number: statement} for the values NAME(1), NAME(2), ... of a folded name."""
        heads = [(one, one.found["HEAD"]) for one in self.all("definition")]
        return {int(head.args[0].number): one for one, head in heads
                if head.word == word and [inner.op for inner in head.args] == ["number"]}  # fmt: skip

    def says(self, name: str, word: str) -> bool:
        """Return whether a statement that fits sentence `name` contains `word` as one of its fixed words."""
        return any(one.says(word) for one in self.all(name))


Parents = Callable[[str], tuple[str, str] | None]
"""Folded name of a game -> its text ("" if its child's text includes it) and file; None if it is unknown."""


def described(text: str, file: str, parents: Parents = lambda _name: None) -> Description:
    """Return the description in a text.  Raises EgggError, which tells at most `MAX_PROBLEMS` problems."""
    description, problems = understood(text, file, parents)
    if problems:
        raise error_of(problems)
    return description


def understood(text: str, file: str, parents: Parents) -> tuple[Description, list[Problem]]:
    """Return the description that a text's correct statements make, and problems of the other statements.

    The description is empty if a parent is missing.  Raises EgggError if the text is empty or too long.
    """
    problems: list[Problem] = []
    return _resolved(text, file, parents, (), problems), problems


def error_of(problems: Sequence[Problem]) -> EgggError:
    """Return one error that tells the first `MAX_PROBLEMS` problems, sorted by file and line."""
    found = sorted({(one.statement.file, one.statement.line, one.line) for one in problems})
    lines = [line for _, _, line in found]
    more = [f"{found[0][0]}: and {len(lines) - MAX_PROBLEMS} more"] if len(lines) > MAX_PROBLEMS else []
    return EgggError([*lines[:MAX_PROBLEMS], *more])


def refuse(said: Said, text: str) -> NoReturn:
    """Raise EgggError with a text about a statement."""
    raise error_of([Problem(said.statement, text)])


def _resolved(
    text: str, file: str, parents: Parents, path: tuple[str, ...], problems: list[Problem]
) -> Description:
    """Return a description with its parents' statements.  `path` names the games that inherit from it."""
    read = [(one, _said(one, problems)) for one in _statements(text, file)]
    own = [said for _, said in read if said is not None]
    lost = tuple(one for one, said in read if said is None)
    problems += _twice(own)
    unnamed = file.partition(".")[0] or "game"
    named = next((one.words("NAME") for one in own if one.key in ("name", "like")), unnamed)
    takes = [one for one in own if one.name == "no"]
    like = next((one for one in own if one.name == "like"), None)
    above = _parent(like, parents, path, problems) if like is not None else None
    if like is None and not problems:
        problems += [Problem(one.statement, "there is no parent to remove it from") for one in takes]
    inherited = [_renamed(one, named) for one in above.said] if above is not None else []
    for one in takes if above is not None else ():
        inherited = _without(inherited, one, problems)
    kept = [one for one in own if one.name not in ("like", "no")]
    keys, has_levels = {one.key for one in kept}, any(map(_is_level, kept))
    inherited = [one for one in inherited if one.key not in keys and not (has_levels and _is_level(one))]
    if above is None:
        return Description(named, file, tuple(kept) if like is None else (), (), lost)
    return Description(named, file, (*inherited, *kept), (above.name, *above.lineage), (*lost, *above.lost))


def _is_level(said: Said) -> bool:
    """Return whether a statement shows a level.  A child's levels replace all levels of its parent."""
    return said.name == "start" and said.says("level")


def _renamed(said: Said, name: str) -> Said:
    """Return a statement of a parent.  If the statement is the title, replace the name in it by `name`."""
    if said.name != "title":
        return said
    (statement,) = statements_of(f"game is {name}", said.statement.file)
    return _said(statement._replace(line=said.statement.line), []) or said


def _statements(text: str, file: str) -> list[Statement]:
    """Return the statements of a text.  Raises EgggError for a text that is too long or has none."""
    told, found = "the description is empty; name at least the players, board, and goal", list[Statement]()
    if len(text.encode("utf-8", "replace")) > tokens.MAX_DESCRIPTION:
        told = f"a description has at most {tokens.MAX_DESCRIPTION >> 10} KiB"
    elif text.count("\n") > tokens.MAX_LINES:
        told = f"a description has at most {tokens.MAX_LINES:,} lines"
    elif len(found := list(statements_of(text, file))) > tokens.MAX_STATEMENTS:
        told, found = f"a description has at most {tokens.MAX_STATEMENTS} statements", []
    if not found:
        raise EgggError([f"{file}: {told}"])
    return found


def _said(statement: Statement, problems: list[Problem]) -> Said | None:
    """Return a statement with the sentence that it fits.  If none fits, add a problem and return None."""
    matcher, is_long = Matcher(statement.tokens), len(statement.tokens) > tokens.MAX_TOKENS
    match = None if is_long else matcher.statement()
    if match is None:
        told = f"a statement can have at most {tokens.MAX_TOKENS} words" if is_long else advice(matcher)
        problems.append(Problem(statement, told))
        return None
    folds = [token.fold for token in statement.tokens]
    verb = next((at for at, word in enumerate(folds) if at and word in _VERBS), len(folds))
    subject = " ".join(folds[:verb])
    said = "is" if folds[verb : verb + 1] == ["are"] else " ".join(folds[verb : verb + 1])
    key = match.sentence.topic.removeprefix(ADDS) or f"{subject} {said}".strip()
    if match.sentence.name == "start" and "shuffled" in match.said:
        key = "board start shuffled"
    return Said(statement, match, subject, key)


def _twice(own: list[Said]) -> list[Problem]:
    """Return a problem for each statement that has the key of an earlier statement."""
    first: dict[str, Said] = {}
    once = [one for one in own if one.match.sentence.topic != ADDS]
    pairs = [(first.setdefault(one.key, one), one) for one in once]
    return [Problem(one.statement, f"line {before.statement.line} already decides this; keep only one")
            for before, one in pairs if before is not one]  # fmt: skip


def _parent(
    like: Said, parents: Parents, path: tuple[str, ...], problems: list[Problem]
) -> Description | None:
    """Return the parent that a statement names.  If there is no such game, add a problem and return None."""
    parent = like.found["parent"]
    here = (*path, fold(like.found["NAME"].text))
    wrong, found = "", None
    if parent.word in here or len(here) > MAX_PARENTS:
        what = "form a circle" if parent.word in here else f"are more than {MAX_PARENTS} games"
        wrong = f"the parents {what}: {', '.join((*here, parent.word))}"
    elif (found := parents(parent.word)) is None:
        wrong = f"there is no game {parent.text}; `eggg list` lists the games"
    if found is None:
        problems.append(Problem(like.statement, wrong))
        return None
    return _resolved(*found, parents, here, problems) if found[0] else Description(parent.text, found[1], ())


def _without(inherited: list[Said], taking: Said, problems: list[Problem]) -> list[Said]:
    """Return a parent's statements except those that `taking` removes.  Add a problem if it removes none."""
    name, number = taking.found["NAME"], taking.found.get("NUMBER")
    about = f"{name.word} {number.number}" if number is not None else name.word
    kept = [
        one for one in inherited
        if about != one.match.sentence.topic
        and not f"{one.subject.removeprefix('assert ')} ".startswith(f"{about} ")
    ]  # fmt: skip
    if len(kept) == len(inherited):
        near = meant(name.word, sorted({one.subject.split(" ")[0] for one in inherited}))
        problems.append(Problem(taking.statement, f"the parent says nothing about {name.text}{near}"))
    return kept
