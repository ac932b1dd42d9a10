"""Checks of the names in a description: each word is known, each name is spoken of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Description, Problem, Said
from rogue.eggg.language.holes import Choice, Head, Place
from rogue.eggg.language.patterns import Effect, Match, words_said
from rogue.eggg.language.sentences import SENTENCES
from rogue.eggg.language.syntax import Node, Reader, UnreadableError
from rogue.eggg.language.tokens import Token, tokens_of
from rogue.eggg.language.vocabulary import ACTIONS, EVENTS, FUNCTIONS, NOUNS, PHASES, PLACE_WORDS, function
from rogue.shared.errors import meant
from rogue.shared.wording import plural

_HOLES_IN_TEXT: Final = re.compile(r"\{([^{}]*)\}")
_ANYBODY: Final = frozenset(["player", "opponent", "everybody", "server", "mover", "neutral", "any"])
MAX_TEXT: Final = 200


class Name(NamedTuple):
    """Name that a description defines.

    sort  "player", "piece", "square", "command", "thing", "definition", "movement", "region", or "quantity"
    """

    sort: str
    text: str
    fold: str
    said: Said


def names_of(description: Description) -> dict[str, Name]:
    """Return the names that a description defines, by their folded form."""
    found: dict[str, Name] = {}
    for name in _all_names(description):
        if name.fold not in found or name.sort not in _SECOND:
            found[name.fold] = name
    return found


_SECOND: Final = ("region", "definition", "square", "command")
"""Sorts that give way to another sort of the same name."""


def _all_names(description: Description) -> list[Name]:
    """Return every name that a description defines; a word may be a player and a piece."""
    defined = [(said, *pair) for said in description.said for pair in _defined(said)]
    return [Name(sort, token.text, token.fold, said) for said, sort, token in defined]


_LISTS: Final = {"pieces": "piece", "squares": "square", "list": "thing", "keys": "command"}


def _defined(said: Said) -> Iterator[tuple[str, Token]]:
    """Yield the sort of each name that a statement defines, with the name."""
    found, name = said.match.found, said.match.sentence.name
    if name == "players" and "NAMES" in found:
        yield from (("player", token) for token in found["NAMES"])
    if name in _LISTS:
        yield from ((_LISTS[name], token) for token in found.get("NAMES", ()))
    if name == "list":
        yield "set", found["NAME"]
    elif name == "paddle":
        yield "thing", found["NAME"]
    elif name in ("meaning", "definition"):
        yield "definition", found["HEAD"].name
    elif name == "named walk":
        yield "movement", found["NAME"]
    elif name == "drawing":
        yield "region", found["NAME"]
    elif name == "quantity":
        node = found["QUANTITY"]
        yield "quantity", Token("word", node.text, node.word)


def problems_of(description: Description) -> list[Problem]:
    """Return what is wrong with the names of a description."""
    names = names_of(description)
    sorts: dict[str, set[str]] = {}
    for name in _all_names(description):
        sorts.setdefault(name.sort, set()).add(name.fold)
    found = [problem for said in description.said for problem in _Check(names, sorts, said).problems()]
    found += _clashes(_all_names(description))
    return found + [problem for name in names.values() if (problem := _idle(name, description)) is not None]


_MEANINGS: Final = {"player": 0, "piece": 0, "definition": 1, "movement": 1, "quantity": 2, "set": 3}
"""Sorts of names; those with one number may share a name, as a piece may be called like its player."""


def _clashes(names: list[Name]) -> list[Problem]:
    """Return a problem for each name that means something else in an earlier statement."""
    first: dict[str, Name] = {}
    found = []
    for name in names:
        if name.sort in _MEANINGS:
            before = first.setdefault(name.fold, name)
            if _MEANINGS[before.sort] != _MEANINGS[name.sort]:
                line = before.said.statement.line
                found.append(
                    Problem(name.said.statement, f"{name.text} is a {before.sort} in line {line} already")
                )
    return found


def _idle(name: Name, description: Description) -> Problem | None:
    """Return a problem if no other statement speaks of a name that is there to be spoken of."""
    key = tokens_of(name.text)[-1].fold
    is_free = name.sort not in ("definition", "region", "quantity", "set") or key in EVENTS or key in ACTIONS
    if is_free or name.said.statement.file != description.file:
        return None
    others = [one for one in description.said if one.statement != name.said.statement]
    if name.sort == "region":  # a player of that name does not use it
        others = [one for one in others if one.key != "players"]
    if any(key in _all_words(one) for one in others):
        return None
    heads = sorted(
        {word for one in SENTENCES for word in words_said(one.pattern)[:1]} | {row.name for row in FUNCTIONS}
    )
    return Problem(name.said.statement, f"no other statement speaks of {name.text}{meant(key, heads)}")


def _all_words(said: Said) -> list[str]:
    """Return the folded words of a statement, those in its texts included."""
    texts = [token.fold for token in said.statement.tokens if token.kind == "string"]
    inner = [token.fold for text in texts for token in tokens_of(text)]
    return inner + [token.fold for token in said.statement.tokens if token.kind == "word"]


class _Check:
    """Check of one statement."""

    def __init__(self, names: dict[str, Name], sorts: dict[str, set[str]], said: Said) -> None:
        self.names = names
        self.sorts = sorts
        self.said = said
        self.own: set[str] = {"x", "y"}
        self.phases: frozenset[str] = PHASES if "PHASES" in said.match.found else frozenset()
        self.found: dict[str, None] = {}

    def problems(self) -> list[Problem]:
        """Return the problems of the statement."""
        self._match(self.said.match)
        return [Problem(self.said.statement, text) for text in self.found]

    def _match(self, match: Match) -> None:
        head = match.found.get("HEAD")
        if isinstance(head, Head):
            self.own |= {node.word for node in head.parameters if node.op == "word"}
            self._parameters(head)
            body = match.found.get("BODY")
            if isinstance(body, Node):
                self.own |= set(_counters(body))
                if _is_pattern(body):
                    return
        if "PHASES" in match.found:
            self.own |= {chr(number) for number in range(ord("a"), ord("z") + 1)}
        for hole, value in match.found.items():
            self._hole(hole, value, match)

    def _parameters(self, head: Head) -> None:
        """Note each parameter that the rest of the statement does not use."""
        for node in head.parameters:
            if node.op == "word" and _all_words(self.said).count(node.word) < 2:
                self.found[f"{node.text} is not used behind {head.name.text}(...)"] = None

    def _hole(self, hole: str, value: Any, match: Match) -> None:
        """Check what fills a hole."""
        if hole in ("PIECES", "prey") or (hole == "NAMES" and match.sentence.name in _USES):
            self._sorts("piece", value, also={"any"})
        elif hole == "NAMES" and match.sentence.name == "ranking":
            self._sorts("definition", value)
        elif hole == "NAMES":
            self._distinct(value)
            if match.sentence.name == "keys":
                self._meant(value)
            elif match.sentence.name == "squares" and len(value) < 2:
                self.found[
                    f"{value[0].text} is no sort of squares: hexagons, letters, or two names and more"
                ] = None
        elif hole == "DIRECTIONS":
            for words in value:
                if words[0] == "away":
                    self._known(words[1], words[1], self._sort("player") | _ANYBODY, "player")
        elif hole == "NAME" and match.sentence.name == "start":
            self._known(value.fold, value.text, self._sort("piece") | self._sort("square"))
        elif hole in ("PLAYER", "WHOM"):
            self._player(value, hole)
        elif hole == "ACTION":
            known = {*ACTIONS, *EVENTS, *self.names, "capture"} - self._sort("player") - self._sort("thing")
            self._known(value.fold, value.text, known)
        elif isinstance(value, tuple) and value and isinstance(value[0], Choice):
            for choice in value:
                self._known(
                    choice.action,
                    choice.action,
                    {*ACTIONS, *self._sort("definition"), *self._sort("movement")},
                )
                for node in (*choice.on, *filter(None, [choice.condition])):
                    self._node(node)
        elif isinstance(value, tuple) and value and isinstance(value[0], Place):
            for place in value:
                self._place(place)
        elif isinstance(value, Place):
            self._place(value)
        elif isinstance(value, Effect):
            self._effect(value)
        elif isinstance(value, Node) and hole not in ("NUMBER", "seeds", "TEXT"):
            self._node(value)

    def _sort(self, *sorts: str) -> set[str]:
        return set[str]().union(*(self.sorts.get(sort, ()) for sort in sorts))

    def _sorts(self, sort: str, tokens: Iterable[Token], also: Iterable[str] = ()) -> None:
        for token in tokens:
            if sort == "piece" and token.fold in self._sort("thing", "region"):
                continue
            self._known(token.fold, token.text, {*self._sort(sort), *also}, sort)

    def _meant(self, tokens: tuple[Token, ...]) -> None:
        """Note each key, button, or command whose meaning is not said."""
        for token in tokens:
            if token.fold not in self._sort("definition", "movement"):
                near = meant(token.fold, sorted(self._sort("definition")))
                self.found[f'nothing says what {token.text} does: "{token.text} means ..."{near}'] = None

    def _distinct(self, tokens: tuple[Token, ...]) -> None:
        folds = [token.fold for token in tokens]
        for token in tokens:
            if folds.count(token.fold) > 1:
                self.found[f"{token.text} is named twice"] = None

    def _known(self, folded: str, text: str, known: Iterable[str], sort: str = "") -> None:
        """Note a problem unless a word is one of those known."""
        known = set(known)
        if folded in known:
            return
        near = meant(folded, sorted(known), sorted(self.names))
        named = sorted({name.said.statement.line for name in self.names.values() if name.sort == sort})
        where = f"{' ' if near else '; '}{sort}s are named in line {named[0]}" if named else ""
        self.found[f"no {sort or 'word'} {text}{self._as_written(near)}{where}"] = None

    def _as_written(self, near: str) -> str:
        word = near.removeprefix("; did you mean ").removesuffix("?")
        return near.replace(word, self.names[word].text) if word in self.names else near

    def _player(self, node: Node, hole: str) -> None:
        inner = node.args[0] if node.op == "qualified" else node
        known = self._sort("player") | _ANYBODY | self._sort("piece") | {"piece"} | self.own
        if hole == "PLAYER":
            known = self._sort("player") | _ANYBODY
        self._known(inner.word, inner.text, known, "player" if hole == "PLAYER" else "")

    def _place(self, place: Place) -> None:
        for word in place.words:
            if not word.isdigit():
                self._known(
                    word, word, {*PLACE_WORDS, "edge", "piece", *self._sort("region", "thing"), "paddle"}
                )
        if place.whose is not None:
            self._player(place.whose, "PLAYER")

    def _effect(self, effect: Effect) -> None:
        for part in effect.parts:
            self._effect(part)
        if effect.match is not None:
            for hole, value in effect.match.found.items():
                self._hole(hole, value, effect.match)
        if effect.node is not None:
            self._node(effect.node)

    def _node(self, node: Node) -> None:
        """Check the words of a value."""
        if node.op == "word":
            known = {*(row.name for row in FUNCTIONS), *NOUNS, *ACTIONS, *self.phases, *self.names, *self.own}
            self._known(node.word, node.text, known)
        elif node.op == "call":
            self._call(node)
        elif node.op == "text":
            self._text(node)
        for inner in node.args:
            self._node(inner)

    def _call(self, node: Node) -> None:
        row = function(node.word)
        callable_names = self._sort("definition", "quantity", "thing") | self.own
        self._known(
            node.word,
            node.text,
            {*callable_names, *self.phases, *(one.name for one in FUNCTIONS), "name", "score", "piece"},
        )
        if row is not None and node.word not in callable_names:
            least, most = row.args
            if not least <= len(node.args) <= most:
                wanted = plural(least, "value") if least == most else f"{least} to {most} values"
                self.found[f"{row.name}(...) takes {wanted}, as in {row.example}"] = None

    def _text(self, node: Node) -> None:
        """Check what a text has in braces."""
        if len(node.word) > MAX_TEXT:
            self.found[f"a text has at most {MAX_TEXT} characters"] = None
        for inner in _HOLES_IN_TEXT.findall(node.word):
            reader = Reader(tokens_of(inner))
            try:
                self._node(reader.value())
            except UnreadableError as error:
                self.found[f"{{{inner}}}: {error} is expected"] = None


_USES: Final = ("ranks", "prey", "promotion")


def _counters(node: Node) -> Iterator[str]:
    """Yield the local numbers that a body counts."""
    if node.op in ("++", "--"):
        yield node.args[0].word
    for inner in node.args:
        yield from _counters(inner)


def _is_pattern(body: Node) -> bool:
    """Return whether a body is a pattern of cards: pairs of rank and suit."""
    pairs = body.args if body.op == "and" else (body,)
    return all(pair.op == "pair" and len(pair.args) == 2 for pair in pairs)
