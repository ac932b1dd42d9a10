"""Advice on statements that fit no sentence."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from rogue.eggg.language.patterns import Matcher, words_said
from rogue.eggg.language.sentences import SENTENCES, TAIL, Sentence
from rogue.eggg.language.tokens import Token, fold

_ALIKE: Final = 0.72
_MAX_WORDS: Final = 24  # of a statement that are compared


def advice(matcher: Matcher) -> str:
    """Return what was expected where, with the nearest sentence and its example."""
    tokens = matcher.tokens[:_MAX_WORDS]
    ways = [(_likeness(way, tokens), one, way) for one in SENTENCES for way in ways_of(one)]
    score, nearest, way = max(ways, key=lambda found: (found[0], found[1] is matcher.nearest))
    if score <= 0 and matcher.nearest is not None:
        nearest, way = matcher.nearest, matcher.nearest.pattern
    found = _slip(way, tokens) or f"{_stop(matcher)}."
    return f'{found} The nearest sentence is: {shown(way, "...")}, as in "{nearest.example}"'


def ways_of(sentence: Sentence) -> list[str]:
    """Return the patterns of a sentence that stand side by side, outside brackets."""
    ways, depth = [""], 0
    for sign in sentence.pattern:
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and not depth:
            ways.append("")
        else:
            ways[-1] += sign
    return ways


def shown(pattern: str, tail: str = TAIL) -> str:
    """Return a pattern as people read it."""
    text = pattern.replace("TAIL", tail).replace("|", " | ").replace("!", "").replace(" :", ":")
    return re.sub(r"([A-Z]+)=(\w+)", lambda found: found[2].upper(), text)


def _likeness(way: str, tokens: tuple[Token, ...]) -> float:
    """Return how many letters of a pattern's words a statement has, less those it lacks."""
    words = words_said(way)
    sure = sum(len(word) * max([_ratio(word, token) for token in tokens], default=0) for word in words)
    return sure - 0.4 * sum(map(len, words_said(re.sub(r"[(\[].*?[)\]]", "", way))))


@cache
def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    ratio = SequenceMatcher(None, word, other).ratio() if min(len(word), len(other)) > 2 else 0.0
    return 0.8 * ratio if ratio >= _ALIKE else 0.0


def _ratio(word: str, token: Token) -> float:
    return _alike(fold(word), token.fold[:20]) if token.kind == "word" else 0.0


def _slip(way: str, tokens: tuple[Token, ...]) -> str:
    """Return a question about a word that is nearly one of the pattern, "" if there is none."""
    words = words_said(way)
    known = {fold(word) for word in words}
    for token in tokens:
        if token.kind == "word" and token.fold not in known:
            near = max(words, key=lambda word: _ratio(word, token), default="")
            if near and _ratio(near, token):
                return f'"{token.text}" is not understood; did you mean {near}?'
    return ""


def _stop(matcher: Matcher) -> str:
    at = matcher.furthest
    before = " ".join([token.text for token in matcher.tokens[max(0, at - 3) : at]])
    where = f'behind "{before}"' if before else "at the beginning"
    return f"{' or '.join(list(matcher.expected)[:4]) or 'a sentence'} is expected {where}"
