"""Checks for words in a description that are unknown or never used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Description, Problem, Said
from rogue.eggg.language.holes import FREE, HOLES
from rogue.eggg.language.nearest import hint
from rogue.eggg.language.patterns import Match, words_said
from rogue.eggg.language.sentences import SENTENCES
from rogue.eggg.language.syntax import Node, Reader, UnreadableError
from rogue.eggg.language.tokens import Token, tokens_of
from rogue.eggg.language.vocabulary import (
    ACTIONS,
    CARD_RANKS,
    EVENTS,
    FUNCTIONS,
    NOUNS,
    NUMBERED,
    PHASES,
    function,
)
from rogue.shared.errors import meant, nearest
from rogue.shared.wording import plural

_HOLES: Final = re.compile(r"\{([^{}]*)\}")
_WORDS: Final = {
    "anybody": ("player", "opponent", "everybody", "server", "mover", "neutral", "any", "piece"),
    "action": (*ACTIONS, *EVENTS, *PHASES, "capture"),
    "any": ("any",),
}
"""Sort in `Hole.wants` -> words that such a hole accepts besides names."""
_CALLED: Final = frozenset(row.name for row in FUNCTIONS)
_BEGINNINGS: Final = sorted({word for one in SENTENCES for word in words_said(one.pattern)} | _CALLED)
MAX_TEXT: Final = 200
_YIELDING: Final = ("region", "definition", "square", "command")
"""Sorts whose names do not replace an earlier name with the same folded form."""
_FREE: Final = ("definition", "region", "quantity", "set")
"""Sorts whose names another statement must use."""
_MEANINGS: Final = {"player": 0, "piece": 0, "definition": 1, "movement": 1, "quantity": 2, "set": 3}
"""Sort -> its group.  Names in one group may be the same, as a piece may be called like its player."""


class Name(NamedTuple):
    """Name that a description defines.

    sort  one of the sorts in `Sentence.defines`: "player", "piece", "definition", ...
    """

    sort: str
    text: str
    fold: str
    said: Said


def in_braces(text: str) -> tuple[list[str], list[Node]]:
    """Return the parts of a text outside braces, and the values inside braces.  Raises UnreadableError."""
    parts = _HOLES.split(text)
    return parts[::2], [Reader(tokens_of(inner)).value() for inner in parts[1::2]]


def names_of(description: Description) -> dict[str, Name]:
    """Return {folded name: name} for the names that a description defines."""
    found: dict[str, Name] = {}
    for name in _all_names(description):
        if name.fold not in found or name.sort not in _YIELDING:
            found[name.fold] = name
    return found


def _all_names(description: Description) -> Iterator[Name]:
    """Yield every name that a description defines.  A name for both a player and a piece occurs twice."""
    for said in description.said:
        row = said.match.sentence.defines.split()
        for hole, sort in zip(row[::2], row[1::2], strict=True):
            value = said.found.get(hole, ())
            for node in (value,) if isinstance(value, Node) else value:
                yield Name(sort, node.text, node.word, said)


def problems_of(description: Description, *, are_idle_names_fine: bool = False) -> list[Problem]:
    """Return the problems with the names of a description.  `are_idle_names_fine` permits unused names.

    If a statement has the form of no known sentence, the names in it are not reported.
    """
    every, names = list(_all_names(description)), names_of(description)
    sorts: dict[str, set[str]] = {"player": _numbered(description)}
    for name in every:
        sorts.setdefault(name.sort, set()).add(name.fold)
    lost = frozenset(token.fold for one in description.lost for token in one.tokens)
    found = [one for said in description.said for one in _Check(names, sorts, said, lost).problems()]
    found += [*_shapeless(description), *_clashes(every)]
    return found if are_idle_names_fine else [*found, *_idle(names.values(), lost, description)]


def _numbered(description: Description) -> set[str]:
    """Return "first", "second", ... for players without names.  Return an empty set if they have names."""
    if description.first("players", "NAMES") is not None:
        return set()
    counted = description.found("players", "RANGE", Node("number", number=Fraction(2)))
    last = (counted.args or (counted,))[-1]
    return {name.lower() for name in NUMBERED[: int(last.number) if last.op == "number" else None]}


def _shapeless(description: Description) -> Iterator[Problem]:
    """Yield a problem for each kind of falling piece without a drawing."""
    drawn = {one.found["NAME"].word for one in description.all("drawing")}
    for said in description.all("pieces") if description.all("falling") else ():
        for node in said.found["NAMES"]:
            if node.word not in drawn:
                yield Problem(said.statement, f'{node.text} has no shape, as in: {node.text} is ["XX", "X."]')


def _clashes(names: list[Name]) -> Iterator[Problem]:
    """Yield one problem for each name that means something else in an earlier statement."""
    first: dict[str, Name] = {}
    clashing: set[str] = set()
    for name in names:
        before = first.setdefault(name.fold, name) if name.sort in _MEANINGS else name
        if _MEANINGS.get(before.sort) != _MEANINGS.get(name.sort) and name.fold not in clashing:
            clashing.add(name.fold)
            line = before.said.statement.line
            told = f"{name.text} is already a {before.sort} in line {line}"
            if name.text.lower() != before.text.lower():
                told += f'; "{before.text}" and "{name.text}" are the same name'
            yield Problem(name.said.statement, told)


def _idle(names: Iterable[Name], lost: frozenset[str], description: Description) -> Iterator[Problem]:
    """Yield a problem for each name that must be used, but occurs only in the statement that defines it."""
    told = [(one, frozenset(_words(one))) for one in description.said if one.name != "title"]
    fine = {*lost, *EVENTS, *ACTIONS}
    for name in names:
        key, is_region = tokens_of(name.text)[-1].fold, name.sort == "region"
        if name.sort not in _FREE or key in fine or name.said.statement.file != description.file:
            continue
        if is_region and description.all("falling"):
            continue  # a shape that is not in play; for those that are see `_shapeless`
        if not any(
            key in words and one.statement is not name.said.statement
            and not (is_region and one.key == "players")  # a player of that name does not use it
            for one, words in told
        ):  # fmt: skip
            near = meant(key, _BEGINNINGS)
            yield Problem(name.said.statement, f"no other statement uses {name.text}{near}")


def _words(said: Said) -> list[str]:
    """Return the folded words of a statement, including words in braces and quoted texts of one word."""
    tokens = [inner for one in said.statement.tokens
              for inner in (_spoken(one.fold) if one.kind == "string" else (one,))]  # fmt: skip
    return [token.fold for token in tokens if token.kind == "word"]


def _spoken(text: str) -> tuple[Token, ...]:
    return tokens_of(" ".join(_HOLES.findall(text)) if set(text) & set("{ ") else text)


class _Check:
    """Check of one statement."""

    def __init__(
        self, names: dict[str, Name], sorts: dict[str, set[str]], said: Said, lost: frozenset[str]
    ) -> None:
        """Prepare a check.  `lost` contains the words of all statements that fit no sentence."""
        self.lost = lost
        self.names = names
        self.sorts = sorts
        self.said = said
        self.own: set[str] = {"x", "y"}
        self.found: dict[str, None] = {}

    def problems(self) -> list[Problem]:
        """Return the problems of the statement."""
        found = self.said.found
        head, body = found.get("HEAD"), found.get("BODY")
        if head is not None:
            for node in head.args:
                if node.op == "word" and _words(self.said).count(node.word) < 2:
                    self._note(f"{node.text} is not used after {head.text}(...)")
                if node.op != "word" and self.said.name == "meaning":
                    self._note(f"the parentheses after {head.text} can only have names")
            self.own |= {node.word for node in head.args if node.op == "word"} | set(_counters(body))
        if "PHASES" in found or (head is not None and head.word in PHASES):
            self.own |= PHASES.union(map(chr, range(ord("a"), ord("z") + 1)))
        if body is None or not _is_pattern(body):
            self._match(self.said.match)
        return [Problem(self.said.statement, text) for text in self.found]

    def _note(self, problem: str) -> None:
        self.found[problem] = None

    def _match(self, match: Match) -> None:
        defined = match.sentence.defines.split()[::2]
        for label, value in match.found.items():
            wants = HOLES[label].wants if label in HOLES else ""
            if label in defined:
                self._defined(match.sentence.name, value)
            elif label != "spans" and wants != FREE:
                if label == "CONDITION":
                    self._asked(value)
                self._value(value, wants)

    def _defined(self, sentence: str, value: Any) -> None:
        nodes = (value,) if isinstance(value, Node) else value
        folds = [node.word for node in nodes]
        for node in nodes:
            if folds.count(node.word) > 1:
                self._note(f"{node.text} is named twice")
            for inner in node.args:
                self._node(inner)
            if sentence == "keys" and node.word not in self._sort("definition movement") | self.lost:
                near = meant(node.word, sorted(self._sort("definition")))
                self._note(f'no statement says what {node.text} does; add "{node.text} means ..."{near}')
        if sentence == "squares" and len(nodes) < 2:
            self._note(f"{nodes[0].text} is not a kind of square; use hexagons, letters, or several names")

    def _value(self, value: Any, wants: str) -> None:
        """Check that a hole has only names of the sorts in `wants`.  If `wants` is "", any value fits."""
        if isinstance(value, Node) and wants:
            sorts = wants.split()
            known = self._sort(wants).union(*(_WORDS.get(sort, ()) for sort in sorts))
            if "own" in sorts:
                known |= self.own
            elif "action" in sorts:
                known = known.union(self.names) - self._sort("player thing")
            sort = sorts[0] if sorts[0] in _MEANINGS else ""
            self._known(value.args[0] if value.op == "qualified" else value, known, sort)
        elif isinstance(value, Node):
            self._node(value)
        elif isinstance(value, tuple):
            for one in value:
                self._value(one, wants)

    def _sort(self, sorts: str) -> set[str]:
        return set[str]().union(*(self.sorts.get(sort, ()) for sort in sorts.split()))

    def _known(self, node: Node, known: Iterable[str], sort: str = "") -> None:
        """Add a problem unless a word is one of the known words."""
        known = set(known)
        if node.word in known or node.word in self.lost:
            return
        word = nearest(node.word, sorted(known), sorted(self.names))
        near = f"; did you mean {self.names[word].text if word in self.names else word}?" if word else ""
        lines = sorted(name.said.statement.line for name in self.names.values() if name.sort == sort)
        where = f"{' ' if near else '; '}{sort}s are named in line {lines[0]}" if lines else ""
        self._note(hint(node.text) or f"unknown {sort or 'word'} {node.text}{near}{where}")

    def _node(self, node: Node) -> None:
        """Check the words of a value or of effects."""
        if node.op == "does":
            self._match(node.does)
        elif node.op == "word":
            self._known(node, {*_CALLED, *NOUNS, *ACTIONS, *self.names, *self.own})
        elif node.op == "call":
            self._call(node)
        elif node.op == "text":
            self._text(node)
        said_of = self._said_of(node) if node.op in ("=", "!=") else ""
        if said_of:
            self._note(said_of)
        for inner in node.args if not said_of else ():
            self._node(inner)

    def _asked(self, node: Node) -> None:
        """Add a problem if a condition is the bare name of a function that needs values."""
        is_own = node.word in self.own or node.word in self.names
        row = function(node.word) if node.op == "word" and not is_own else None
        if row is not None and row.counts[0] and set(row.gives) == {"truth"}:
            self._note(f"{row.name} takes {plural(row.counts[0], 'value')}, as in {row.example}")
        for inner in node.args if node.op in ("and", "or", "not") else ():
            self._asked(inner)

    def _said_of(self, node: Node) -> str:
        """Return advice if a condition is wrongly written like `opponent is stuck`.  Otherwise, return ""."""
        left, right = node.args
        if {left.op, right.op} != {"word"}:
            return ""
        own = {*self.own, *self.names, *NOUNS}
        near = right.word if right.word in own | _CALLED else nearest(right.word, sorted(own | _CALLED))
        row = function(near) if near not in own else None
        if row is None or set(row.gives) != {"truth"} or 1 not in map(len, row.takes):
            return ""
        told = f"{'not ' * (node.op == '!=')}{row.name}({left.text})"
        begin, _, rest = self.said.statement.text.partition(left.text)
        end = rest.partition(right.text)[2]
        return f'put its value in parentheses: "{begin}{told}{end}"'

    def _call(self, node: Node) -> None:
        row = function(node.word)
        callable_names = self._sort("definition quantity thing") | self.own
        self._known(node, {*callable_names, *_CALLED, *CARD_RANKS, "name", "score", "piece"})
        if row is not None and node.word not in callable_names:
            least, most = row.counts
            if not least <= len(node.args) <= most:
                wanted = plural(least, "value") if least == most else f"{least} to {most} values"
                self._note(f"{row.name}(...) takes {wanted}, as in {row.example}")

    def _text(self, node: Node) -> None:
        if len(node.word) > MAX_TEXT:
            self._note(f"a text can have at most {MAX_TEXT} characters")
        for inner in _HOLES.findall(node.word):
            try:
                self._node(Reader(tokens_of(inner)).value())
            except UnreadableError as error:
                self._note(f"{{{inner}}}: expected {error}")


def _counters(node: Node | None) -> Iterator[str]:
    """Yield the names before ++ and -- in a body."""
    if node is not None and node.op in ("++", "--"):
        yield node.args[0].word
    for inner in node.args if node is not None else ():
        yield from _counters(inner)


def _is_pattern(body: Node) -> bool:
    """Return whether a body is a pattern of cards: pairs of a rank and a suit."""
    pairs = body.args if body.op == "and" else (body,)
    return all(pair.op == "pair" and len(pair.args) == 2 for pair in pairs)
