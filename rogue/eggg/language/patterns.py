"""Matching of statements with the patterns of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from rogue.eggg.language.holes import MANY_WAYS, ONE_WAY
from rogue.eggg.language.sentences import SENTENCES, TAIL, Sentence
from rogue.eggg.language.syntax import MAX_DEPTH, Node, Reader, UnreadableError
from rogue.eggg.language.tokens import Token, fold

_PART: Final = re.compile(r"[A-Z]+(?:=\w+)?|[a-z!]+|[][()|:]")
Words = tuple[tuple[str, str], ...]
Found = dict[str, Any]


class Part(NamedTuple):
    """Part of a pattern: a word, a hole with its label, or alternatives; an option has an empty one."""

    word: str = ""
    hole: str = ""
    label: str = ""
    ways: tuple[tuple[Part, ...], ...] = ()


class Match(NamedTuple):
    """Statement or effect that fits a sentence.

    found  what fills the holes, by label; the words of the sentence that were said, as `said`
    """

    sentence: Sentence
    found: Found

    @property
    def said(self) -> frozenset[str]:
        """The words of the pattern that the statement has."""
        return frozenset(self.found["said"])


class Effect(NamedTuple):
    """Effect of a move: a sentence of the group "effects", a call, several in a row, or a choice.

    op  "does", "calls", "all", or "if"
    """

    op: str
    parts: tuple[Effect, ...] = ()
    node: Node | None = None
    match: Match | None = None


@cache
def words_said(pattern: str) -> tuple[str, ...]:
    """Return the words of a pattern, without its tail."""
    return tuple(re.findall(r"(?<!=)\b[a-z]+\b", pattern.replace("TAIL", "")))


@cache
def _all_words() -> frozenset[str]:
    """Return the words of all sentences, folded."""
    return frozenset(fold(word) for one in SENTENCES for word in words_said(one.pattern))


@cache
def parts_of(pattern: str) -> tuple[Part, ...]:
    """Return a pattern in parts."""
    ways = _ways(iter(_PART.findall(pattern.replace("TAIL", TAIL))), "")
    return ways[0] if len(ways) == 1 else (Part(ways=ways),)


def _ways(words: Iterator[str], close: str) -> tuple[tuple[Part, ...], ...]:
    ways: list[list[Part]] = [[]]
    for word in words:
        if word == close:
            break
        if word == "|":
            ways.append([])
        elif word == "(":
            ways[-1].append(Part(ways=_ways(words, ")")))
        elif word == "[":
            ways[-1].append(Part(ways=(*_ways(words, "]"), ())))
        elif word[0].isupper():
            hole, _, label = word.partition("=")
            ways[-1].append(Part(hole=hole, label=label or hole))
        else:
            ways[-1].append(Part(word=word if word.endswith("!") else fold(word), label=word))
    return tuple(map(tuple, ways))


class Matcher:
    """Matcher of one statement; it remembers how far the best sentence went, and what was expected there."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.furthest = -1
        self.expected: dict[str, None] = {}
        self.nearest: Sentence | None = None
        self._trying: Sentence | None = None
        self._depth = 0
        self._read: dict[tuple[str, int], list[tuple[Any, int]]] = {}

    def statement(self) -> Match | None:
        """Return the first sentence that the whole statement fits, None if it fits none."""
        match = self._first(0, is_effect=False, to_end=True)
        if match is not None and match.sentence.name == "list" and match.found["NAME"].fold in _all_words():
            return None  # of another sentence, with a slip
        return match

    def _first(self, at: int, *, is_effect: bool, to_end: bool) -> Match | None:
        outer = self._trying
        for sentence in SENTENCES:
            if (sentence.group == "effects") != is_effect:
                continue
            self._trying = sentence if outer is None else outer
            for found, end in self._match(parts_of(sentence.pattern), 0, at):
                if not to_end or end == len(self.tokens):
                    self._trying = outer
                    return Match(sentence, {"said": (), **found, "end": end})
                self._note(end, "the end of the sentence")
        self._trying = outer
        return None

    def _note(self, at: int, expected: str) -> None:
        if at > self.furthest:
            self.furthest, self.expected, self.nearest = at, {}, self._trying
        if at == self.furthest:
            self.expected[expected] = None

    def _match(self, parts: tuple[Part, ...], number: int, at: int) -> Iterator[tuple[Found, int]]:
        """Yield the ways in which tokens from a place on fit the parts from a number on."""
        if number == len(parts):
            yield {}, at
            return
        for found, end in self._part(parts[number], at):
            for others, last in self._match(parts, number + 1, end):
                said = (*found.get("said", ()), *others.get("said", ()))
                yield {**found, **others, "said": said}, last

    def _part(self, part: Part, at: int) -> Iterator[tuple[Found, int]]:
        if part.ways:
            for way in part.ways:
                yield from self._match(way, 0, at)
        elif part.hole:
            for value, end in self._fill(part.hole, at):
                yield {part.label: value}, end
        elif at < len(self.tokens) and self._is_word(self.tokens[at], part.word):
            yield {"said": (part.word,)}, at + 1
        else:
            self._note(at, f'"{part.label.removesuffix("!")}"')

    @staticmethod
    def _is_word(token: Token, word: str) -> bool:
        if word in ("is", "are"):
            return token.kind == "word" and token.fold in ("is", "are")
        return token.kind in ("word", "mark") and token.fold == word.removesuffix("!")

    def _fill(self, hole: str, at: int) -> list[tuple[Any, int]]:
        if (hole, at) not in self._read:
            self._read[hole, at] = []  # nothing, if it asks for itself
            self._read[hole, at] = self._filled(hole, at)
        return self._read[hole, at]

    def _filled(self, hole: str, at: int) -> list[tuple[Any, int]]:
        reader = Reader(self.tokens, at)
        try:
            if hole in MANY_WAYS:
                return [(value, reader.at) for value in MANY_WAYS[hole](reader)]
            if hole in ("EFFECTS", "CHAIN"):
                value, end = self._choice(at) if hole == "EFFECTS" else self._chain(at)
                return [(value, end)]
            return [(ONE_WAY[hole](reader), reader.at)]
        except UnreadableError as error:
            self._note(error.at, str(error))
            return []

    def _choice(self, at: int) -> tuple[Effect, int]:
        """Read effects with a condition and what happens else."""
        effect, at = self._chain(at)
        reader = Reader(self.tokens, at)
        if reader.take("if"):
            asked = reader.condition()
            parts = [effect]
            if reader.take("else"):
                other, reader.at = self._choice(reader.at)
                parts.append(other)
            effect = Effect("if", tuple(parts), asked)
        return effect, reader.at

    def _chain(self, at: int) -> tuple[Effect, int]:
        effect, at = self._unit(at)
        effects = [effect]
        while at < len(self.tokens) and self._is_word(self.tokens[at], "and"):
            effect, at = self._unit(at + 1)
            effects.append(effect)
        return (effects[0] if len(effects) == 1 else Effect("all", tuple(effects))), at

    def _unit(self, at: int) -> tuple[Effect, int]:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnreadableError(at, "fewer brackets in brackets")
        if at < len(self.tokens) and self.tokens[at].fold == "(" and self.tokens[at].kind == "mark":
            effect, at = self._choice(at + 1)
            reader = Reader(self.tokens, at)
            reader.need(")")
            at = reader.at
        elif match := self._first(at, is_effect=True, to_end=False):
            effect, at = Effect("does", match=match), match.found["end"]
        else:
            reader = Reader(self.tokens, at)
            effect, at = Effect("calls", node=reader.atom()), reader.at
        self._depth -= 1
        return effect, at
