"""Advice on statements that fit no sentence."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from rogue.eggg.language.patterns import Matcher, all_words, words_said
from rogue.eggg.language.sentences import SENTENCES, TAIL, Sentence
from rogue.eggg.language.tokens import Token, fold, tokens_of
from rogue.eggg.language.vocabulary import DIRECTIONS, FUNCTIONS, Function

_ALIKE: Final = 0.72
_ALIKE_SHORT: Final = 0.8  # for words of three letters
_ENOUGH: Final = 1.5  # words of a condition
_MAX_WORDS: Final = 24  # of a statement that are compared
_BRACKETS: Final = re.compile(r"[(\[][^()\[\]]*[)\]]")
_END: Final = "the end of the sentence"
_HINTS: Final = (
    (r'^\w+ are ""', 'number the texts: Question(1) is "Who?"'),
    (r"\d{31}", "a number can have at most 30 digits"),
    (r"\bin rows?\b", 'pieces in a row are a function: "goal is line(4)"'),
    (r"^win|^(?!.*\bmeans?\b).*\bwins?\b", 'write a goal: "goal is line(3)", "goal of White is stuck"'),
    (r"\bonce\b|\btwice\b|\btimes\b", 'count uses with a number: "uses of player start at 1"'),
    (r"^(?!.*\bis like\b).*\blike\b", 'only games can be "like" others; say how: "Knight leaps (1, 2)"'),
    (r"^\d+ squares", 'give the squares as a grid, "12 x 1 grid", and their layout as "board is ring"'),
    (r"^turn is (.+ )?(place|move|drop|remove) (?!or\b|and\b|if\b)\w",
     'a turn only names moves; say in the move what is placed: "move is move or place Hole"'),
    (r"^move is (.+ )?move (?!or\b|if\b)\w",
     'say in separate sentences how pieces move: "Rook slides orthogonally"; "move is move"'),
    (r"^\w+ (flips?|captures?) .+ if\b",
     'this cannot have "if", but an effect can: "Place means neighbors(to) flip if stones > 0"'),
    (r'\btell (?:each )?(?!each\b)\w+ (?:[\w(), ]+"|"[^"]*" (?!and|if|else)\w)',
     'put values in braces in one text: tell everybody "{player} bids {number}."'),
    (r"\bslides? \d|\b(slide|move)s? all\b",
     'slides means any number of squares; for a limit, use "Rook moves 1..3 forward"'),
    (r"\b(below|above|less than|more than|at least|at most|equals?) \d",
     'compare numbers with <, <=, =, >=, or >: "count(pieces) < 3"'),
    (r"\b(no|cannot|can't) (legal )?moves?\b", 'use stuck for no moves: "goal is stuck(opponent)"'),
    (r"\bno (pieces|men|\w+ left)\b|\ball (\w+ )?captured",
     'count pieces with a number: "goal is count(opponent) = 0"'),
    (r"\bmost \w|\bmore .*\bthan\b(?! \d)|\bhighest \w", 'to win by most, write "goal is most(pieces)"'),
    (r"\bunless\b|\bwhen\b|\buntil\b", 'put a condition after "if": "move is pass if not flanked"'),
    (r"^(\w+ means )?pieces? (move|slide|leap|jump)s?\b",
     'name the pieces that move: "Man and King slide orthogonally"'),
    (r"\bmeans\b.*\bgame ends?\b", 'an effect cannot end the game; write "game ends if passes is 2"'),
    (r"\broll|\bdice\b", "board games have no dice; `eggg words dice` tells what has chance"),
    (r"^pieces are .*[^\w\s,.;:'()+-]",
     'a name must begin with a letter; a sign can show it: pieces are Thumb and Man; Thumb is shown as "@"'),
)  # fmt: skip
"""Pattern of a common wrong wording -> advice on the right one."""
_OFTEN: Final = {"once": "1", "twice": "2"}


def advice(matcher: Matcher) -> str:
    """Return a hint or, if there is none, the nearest sentence and what was expected in the statement."""
    tokens = matcher.tokens
    if better := _numbered(matcher) or _counted(tokens) or _effects_first(tokens) or hint(_text(tokens)):
        return better
    tokens = tokens[:_MAX_WORDS]
    words = {token.fold[:20] for token in tokens if token.kind == "word"}
    first = f"{tokens[0].fold} " if tokens else ""
    ways = [(_likeness(way, words) + _progress(one, way, matcher) + _filled(way, words)
             + 2 * way.startswith(first), one, way) for one in SENTENCES for way in ways_of(one)]  # fmt: skip
    score, nearest, way = max(ways, key=lambda found: (found[0], found[1] is matcher.nearest))
    if score <= 0 and not all_words().intersection(words):
        return "this resembles no sentence; `eggg words` lists the sentences"
    if score <= 0 and matcher.nearest is not None:
        nearest, way = matcher.nearest, matcher.nearest.pattern
    found = _slip(way.replace("TAIL", TAIL), tokens) or f"{_stop(matcher)}."
    told = f'{found} The nearest sentence is: {shown(way, "...")}, as in "{nearest.example}"'
    asks = "CONDITION" in way or any(token.fold == "if" for token in tokens[: matcher.furthest])
    return told + (_function(words) if asks and _END in matcher.expected else "")


@cache
def ways_of(sentence: Sentence) -> tuple[str, ...]:
    """Return the alternatives of a sentence's pattern, which is split at each | outside brackets."""
    ways, depth = [""], 0
    for sign in sentence.pattern:
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and not depth:
            ways.append("")
        else:
            ways[-1] += sign
    return tuple(ways)


def shown(pattern: str, tail: str = TAIL) -> str:
    """Return a pattern as help shows it, with `tail` in place of TAIL."""
    text = pattern.replace("TAIL", tail).replace("|", " | ").replace("!", "").replace(" :", ":")
    return re.sub(r"([A-Z]+)=(\w+)", lambda found: found[2].upper(), text)


def hint(text: str) -> str:
    """Return advice on a common wrong wording that a text contains.  Return "" if it contains none."""
    plain = re.sub(r'["“][^"”]*["”]', '""', text.lower())
    return next((said for pattern, said in _HINTS if re.search(pattern, plain)), "")


def _numbered(matcher: Matcher) -> str:
    """Return advice if a number such as "two" stands where a name is expected.  Return "" if not."""
    tokens, at = matcher.tokens, matcher.furthest if "a name" in matcher.expected else 0
    word = tokens[at] if at < len(tokens) else None
    is_named = at > 0 or (len(tokens) > 1 and tokens[1].fold in ("is", "are", "mean", "start", "of"))
    if word is None or not is_named or word.kind != "number" or not word.text.isalpha():
        return ""
    return f"{word.text} is a number and cannot be a name; use a longer word, such as {word.text}-Alike"


def _effects_first(tokens: tuple[Token, ...]) -> str:
    """Return advice if the condition stands before some of the effects.  Otherwise, return ""."""
    folds = [token.fold for token in tokens]
    begin = folds.index("if") if "if" in folds else len(folds)
    for at in range(begin, len(folds)):
        if folds[at] == "and":
            told = _text((*tokens[:begin], *tokens[at:], *tokens[begin:at]))
            if _is_sentence(told):
                return f'put effects before "if": "{told}"'
    return ""


def _counted(tokens: tuple[Token, ...]) -> str:
    """Return advice on a movement limited to once, twice, or N times.  Return "" for other statements."""
    is_times = len(tokens) > 1 and tokens[-1].fold == "time" and tokens[-2].kind == "number"
    count = tokens[-2].fold if is_times else _OFTEN.get(tokens[-1].fold if tokens else "", "")
    walk, _, asked = _text(tokens[: -2 if is_times else -1]).partition(" if ")
    told = f"{walk} and uses decreases by 1 if {f'{asked} and ' if asked else ''}uses > 0"
    if " means " not in walk:
        told = f"Limited means {told}"
    if not count or not _is_sentence(told):
        return ""
    return f'count uses with a number: write "uses of player start at {count}" and "{told}"'


def _is_sentence(text: str) -> bool:
    return Matcher(tokens_of(text)).statement() is not None


def _text(tokens: tuple[Token, ...]) -> str:
    return re.sub(r" (?=[,)])|(?<=\() ", "", " ".join([token.text for token in tokens]))


def _filled(way: str, words: Collection[str]) -> int:
    """Return how many letters the direction words in `words` have, or 0 if `way` has no hole DIRECTIONS."""
    return sum(map(len, DIRECTIONS.intersection(words))) if "DIRECTIONS" in way else 0


def _function(words: Collection[str]) -> str:
    """Return advice on the condition that best fits some words.  Return "" if none fits well enough."""
    rows = [(_said_by(row, words), row) for row in FUNCTIONS
            if "truth" in row.gives and "who" not in row.gives]  # fmt: skip
    score, row = max(rows, key=lambda found: found[0])
    return f"; the nearest condition is: {row.example}" if score >= _ENOUGH else ""


def _said_by(row: Function, words: Collection[str]) -> float:
    """Return how much `words` are like the words of a function's name and example."""
    parts = [fold(part) for part in re.findall(r"[a-z]{3,}", row.example)]
    return sum(max([_alike(part, word) for word in words], default=0) for part in (row.name, *parts))


def _progress(sentence: Sentence, way: str, matcher: Matcher) -> float:
    """Return 3 per token that fits.  Return 0 if another sentence fits further or no word of `way` fits."""
    words = {fold(word) for word in words_said(way)} - {"is", "are"}
    is_begun = any(token.fold in words for token in matcher.tokens[: matcher.furthest])
    return 3.0 * matcher.furthest if is_begun and sentence is matcher.nearest else 0.0


def _likeness(way: str, words: Collection[str]) -> float:
    """Return 1 per letter of a word of `way` in `words` (less if similar), minus 0.4 per required letter."""
    wanted = [(fold(word), len(word)) for word in words_said(way.replace("TAIL", TAIL))]
    likes = [letters * max([_alike(one, word) for word in words], default=0) for one, letters in wanted]
    while (bare := _BRACKETS.sub("", way)) != way:
        way = bare
    return sum(likes) - 0.4 * sum(map(len, words_said(way)))


@cache
def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    shorter = min(len(word), len(other))
    ratio = SequenceMatcher(None, word, other).ratio() if shorter > 2 else 0.0
    return 0.8 * ratio if ratio >= (_ALIKE if shorter > 3 else _ALIKE_SHORT) else 0.0


def _slip(way: str, tokens: tuple[Token, ...]) -> str:
    """Return "did you mean ...?" about an unknown word, or "" if no word of the pattern is similar."""
    words = words_said(way)
    known = {fold(word) for word in words}
    for token in tokens:
        if token.kind == "word" and token.fold not in known:
            near = max(words, key=lambda word: _alike(fold(word), token.fold[:20]), default="")
            if near and _alike(fold(near), token.fold[:20]):
                return f'"{token.text}" is not understood; did you mean {near}?'
    return ""


def _stop(matcher: Matcher) -> str:
    at = matcher.furthest
    before = " ".join([token.text for token in matcher.tokens[max(0, at - 3) : at]])
    where = f'after "{before}"' if before else "at the beginning"
    return f"expected {' or '.join(list(matcher.expected)[:4]) or 'a sentence'} {where}"
