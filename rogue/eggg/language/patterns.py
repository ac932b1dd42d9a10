"""Matching of statements with the patterns of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from rogue.eggg.language.holes import HOLES, names
from rogue.eggg.language.sentences import SENTENCES, TAIL, Sentence
from rogue.eggg.language.syntax import MAX_DEPTH, Node, Reader, UnreadableError
from rogue.eggg.language.tokens import Token, fold

_PART: Final = re.compile(r"[A-Z]+(?:=\w+)?|[a-z!]+|[][()|:]")
Found = dict[str, Any]


class Part(NamedTuple):
    """Part of a pattern: a word, a labeled hole, or alternative `ways`.  Optional parts have an empty way."""

    word: str = ""
    hole: str = ""
    label: str = ""
    ways: tuple[tuple[Part, ...], ...] = ()


class Span(NamedTuple):
    """Tokens of a statement that match one word or one hole of its sentence.

    label  folded word, or label of the hole
    hole   name of the hole; "" for a word
    """

    label: str
    hole: str
    at: int
    end: int


class Match(NamedTuple):
    """Statement or effect that fits a sentence.

    found  label -> contents of the hole; "spans" -> a `Span` for each word and each hole
    """

    sentence: Sentence
    found: Found

    @property
    def said(self) -> frozenset[str]:
        """Words of the pattern that occur in the statement."""
        return frozenset([one.label for one in self.found["spans"] if not one.hole])


@cache
def words_said(pattern: str) -> tuple[str, ...]:
    """Return the words of a pattern, except those of its TAIL."""
    return tuple(re.findall(r"(?<!=)\b[a-z]+\b", pattern.replace("TAIL", "")))


@cache
def all_words() -> frozenset[str]:
    """Return the words of all sentences, folded."""
    return frozenset(fold(word) for one in SENTENCES for word in words_said(one.pattern))


@cache
def parts_of(pattern: str) -> tuple[Part, ...]:
    """Return the parts of a pattern."""
    ways = _ways(iter(_PART.findall(pattern.replace("TAIL", TAIL))), "")
    return ways[0] if len(ways) == 1 else (Part(ways=ways),)


def _ways(words: Iterator[str], close: str) -> tuple[tuple[Part, ...], ...]:
    ways: list[list[Part]] = [[]]
    for word in words:
        if word == close:
            break
        if word == "|":
            ways.append([])
        elif word in ("(", "["):
            inner = _ways(words, ")" if word == "(" else "]")
            ways[-1].append(Part(ways=inner if word == "(" else (*inner, ())))
        elif word[0].isupper():
            hole, _, label = word.partition("=")
            ways[-1].append(Part(hole=hole, label=label or hole))
        else:
            ways[-1].append(Part(word=word if word.endswith("!") else fold(word), label=word))
    return tuple(map(tuple, ways))


class Matcher:
    """Matcher of one statement.  It notes how far the best sentence fitted, and what was expected there."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.furthest = -1
        self.expected: dict[str, None] = {}
        self.nearest: Sentence | None = None
        self._trying: Sentence | None = None
        self._depth = 0
        self._read: dict[tuple[str, int], list[tuple[Any, int]]] = {}

    def statement(self) -> Match | None:
        """Return the first match of the whole statement with a sentence.  Return None if no sentence fits."""
        match, _ = self._first(0, is_effect=False)
        if match is not None and match.sentence.name == "list" and match.found["NAME"].word in all_words():
            return None  # of another sentence, with a slip
        return match

    def _first(self, at: int, *, is_effect: bool) -> tuple[Match | None, int]:
        """Return the match from `at`, or None, and its end.  Only an effect may end before the last token."""
        outer = self._trying
        for sentence in SENTENCES:
            if (sentence.group == "effects") != is_effect:
                continue
            self._trying = outer or sentence
            for found, end in self._match(parts_of(sentence.pattern), 0, at):
                if is_effect or end == len(self.tokens):
                    self._trying = outer
                    return Match(sentence, found), end
                self._note(end, "the end of the sentence")
        self._trying = outer
        return None, at

    def _note(self, at: int, expected: str) -> None:
        if at > self.furthest:
            self.furthest, self.expected, self.nearest = at, {}, self._trying
        if at == self.furthest:
            self.expected[expected] = None

    def _match(self, parts: tuple[Part, ...], number: int, at: int) -> Iterator[tuple[Found, int]]:
        """Yield (match, index of its end) for each match of parts[number:] with the tokens from `at` on."""
        if number == len(parts):
            yield {"spans": ()}, at
            return
        for found, end in self._part(parts[number], at):
            for others, last in self._match(parts, number + 1, end):
                yield {**found, **others, "spans": (*found["spans"], *others["spans"])}, last

    def _part(self, part: Part, at: int) -> Iterator[tuple[Found, int]]:
        if part.ways:
            for way in part.ways:
                yield from self._match(way, 0, at)
        elif part.hole:
            if (part.hole, at) not in self._read:
                self._read[part.hole, at] = []  # nothing, if it asks for itself
                self._read[part.hole, at] = self._filled(part.hole, at)
            for value, end in self._read[part.hole, at]:
                yield {part.label: value, "spans": (Span(part.label, part.hole, at, end),)}, end
        elif at < len(self.tokens) and self._is_word(self.tokens[at], part.word):
            yield {"spans": (Span(part.word, "", at, at + 1),)}, at + 1
        else:
            self._note(at, f'"{part.label.removesuffix("!")}"')

    @staticmethod
    def _is_word(token: Token, word: str) -> bool:
        wanted = ("is", "are") if word in ("is", "are") else (word.removesuffix("!"),)
        return token.kind in ("word", "mark") and token.fold in wanted

    def _filled(self, hole: str, at: int) -> list[tuple[Any, int]]:
        """Return (contents, index after the last token) for each possible reading of a hole."""
        reader = Reader(self.tokens, at)
        try:
            if hole == "NAME":
                return [(value, reader.at) for value in names(reader)]
            effects = {"EFFECTS": self._choice, "CHAIN": self._chain}.get(hole)
            return [(effects(reader) if effects else HOLES[hole].read(reader), reader.at)]
        except UnreadableError as error:
            self._note(error.at, str(error))
            return []

    def _choice(self, reader: Reader) -> Node:
        """Read effects, which may be followed by "if", a condition, "else", and other effects."""
        effect = self._chain(reader)
        if reader.take("if"):
            asked = reader.condition()
            effect = Node("if", (asked, effect, *((self._choice(reader),) if reader.take("else") else ())))
        return effect

    def _chain(self, reader: Reader) -> Node:
        effects = [self._effect(reader)]
        while reader.take("and"):
            effects.append(self._effect(reader))
        return effects[0] if len(effects) == 1 else Node("and", tuple(effects))

    def _effect(self, reader: Reader) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnreadableError(reader.at, "fewer nested parentheses")
        if reader.take("("):
            effect = self._choice(reader)
            reader.need(")")
        else:
            match, end = self._first(reader.at, is_effect=True)
            effect = Node("does", does=match) if match is not None else reader.atom()
            reader.at = max(end, reader.at)
        self._depth -= 1
        return effect
