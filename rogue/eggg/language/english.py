"""Statements rewritten as English sentences, for the help of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import chain, zip_longest
from typing import Any, Final

from rogue.eggg.language import vocabulary as words
from rogue.eggg.language.checking import in_braces
from rogue.eggg.language.description import Said
from rogue.eggg.language.holes import SaidAction
from rogue.eggg.language.patterns import Match, Span
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.tokens import IDLE, Statement, several
from rogue.shared.wording import listed, with_article

_ENDS: Final = ('."', '!"', '?"')
_PLURAL: Final = {"is": "are", "goes": "go"}
"""Verb -> its plural, where that is more than the verb without its s."""
_SUBJECTS: Final = ("PIECES", "QUANTITY", "SUM")
_COUNTED: Final = ("change", "score", "telling")
"""Sentences in which a set of things is said as the number of these things."""
_VALUES: Final = ("BODY", "HEAD", "EFFECTS", "CHAIN", "SUM", "QUANTITY", "PLAYER", "RANGE", "VALUE", "PHASES")
_PIECES: Final = ("PIECES", "OTHERS", "WHOM")
_ABOUT_KINDS: Final = ("letter", "ranks")
"""Sentences about kinds themselves, not about pieces."""
_OPPOSITE: Final = {"and": "or", "or": "and"}
_JOINTS: Final = {
    "and": (" and ", ", and ", "; and ", "; and also "), "or": (" or ", ", or ", "; or ", "; or else "),
}  # fmt: skip
"""Word -> how it joins parts; the deeper "and" and "or" are nested in the parts, the later the entry."""
_FIELDS: Final = re.compile(r"\{(\w+)\}")
_COUNTED_FROM: Final = re.compile(", counted from the (bottom|left)")  # said of what stands alone
_ALONE: Final = 3  # binds tighter than every sign


def sentence(said: Said, kinds: Collection[str] = ()) -> str:
    """Return a statement as an English sentence.  `kinds` contains the folded names of the pieces."""
    text = _Teller(said.statement, kinds).match(said.match)
    is_whole = text.endswith(_ENDS) and text[-3] != '"'
    return f"{text[:1].upper()}{text[1:]}{'' if is_whole else '.'}"


def opposite(said: Said) -> str:
    """Return the opposite of a statement's condition, in words.

    >>> from rogue.eggg.language.description import described
    >>> opposite(described("assert Buy: cash >= 2 * price(stock) + Fee", "").said[0])
    'cash is less than 2 times price of stock plus Fee'
    """
    return _Teller(said.statement).condition(Node("not", (said.found["CONDITION"],)))


class _Teller:
    """Translator of one statement into English.  A part without a translation keeps the statement's words."""

    def __init__(self, statement: Statement, kinds: Collection[str] = ()) -> None:
        self.statement = statement
        self._kinds = kinds
        self._leaves = False  # cards are put away, and others kept

    def match(self, match: Match) -> str:
        """Return a statement or an effect in words.  The verb agrees with its subject."""
        self._leaves = match.sentence.name == "leaving"
        told, order, is_plural = dict[str, str](), list[str](), False
        for span in match.found["spans"]:
            word = self._span(span, match)
            if is_plural and not span.hole and word.endswith("s"):
                word = _PLURAL.get(word, word.removesuffix("s"))
            is_plural = span.hole in _SUBJECTS and _is_plural(match.found[span.label])
            told[span.label] = word
            order.append(word)
        told["all"] = " ".join(order)
        ways = match.sentence.says.split("|")
        return next(way for way in ways if told.keys() >= set(_FIELDS.findall(way))).format_map(told)

    def _span(self, span: Span, match: Match) -> str:
        value: Any = match.found.get(span.label)
        name = match.sentence.name
        match span.hole:
            case "CONDITION":
                return self.condition(value)
            case "HEAD" if name == "meaning":
                return " ".join([value.text, *[one.text.upper() for one in value.args]])
            case hole if hole in _VALUES:
                return self.value(value, "number" if name in _COUNTED else "")
            case "MOVES" | "STEPS":
                is_long = any(one.condition is not None and _depth(_plain(one.condition)) for one in value)
                joint = "or" if span.hole == "MOVES" else "and"
                return f"{';' * is_long} {joint} ".join(map(self._choice, value))
            case "PAIR":
                return " by ".join(map(self.value, value.args))
            case "ROWS":
                return "as it is shown"
            case "SHAPE":
                return words.SHAPES[value.word]
            case "ACTION" if value.word in words.ACTIONS:
                return "lay a word" if value.word == "word" else value.word
        own = self.statement.words(span.at, span.end)
        if span.hole in _PIECES and name not in _ABOUT_KINDS:
            return self._pieces(span, own, [value] if isinstance(value, Node) else value)
        is_bare = own.partition(" ")[0] in words.PLACE_WORDS - {"start"}
        if span.hole == "PLACE" and is_bare and name != "score":
            return f"the {own}"
        return own.strip("[]") if span.hole else own.lower()

    def _pieces(self, span: Span, own: str, nodes: Sequence[Node]) -> str:
        """List kinds of pieces, each with its article.  If several are the subject, leave articles out."""
        told = [*map(self._thing, nodes)]
        if own.partition(" ")[0] in IDLE or (len(told) > 1 and span.hole == "PIECES"):
            return own.strip("[]")
        return listed(told, "or" if f" or {nodes[-1].text}" in own else "and")

    def _thing(self, node: Node) -> str:
        """Return a value in words.  The name of a kind in the singular gets an article."""
        told = self._operand(node, 0)
        inner = node.args[0] if node.op == "qualified" else node
        return with_article(told) if self._is_kind(inner) and not _is_plural(inner) else told

    def _is_kind(self, node: Node) -> bool:
        return node.op == "word" and node.word in self._kinds and len(node.text) > 1

    def _choice(self, choice: SaidAction) -> str:
        """Return an action with its object, or the alternatives of a step.  A condition comes last."""
        inside = words.INSIDE.get(choice.action, {})
        on = [self._thing(one) if self._is_kind(one) else one.text or self.value(one) for one in choice.on]
        on = [inside.get(one.word, told) for one, told in zip(choice.on, on, strict=True)]
        told = words.DONE.get(choice.action, "{0} {1}").format(choice.name.text, *on, "").strip()
        told = " or ".join(on) if choice.name in choice.on else told
        return f"{told} if {self.condition(choice.condition)}" if choice.condition is not None else told

    def value(self, node: Node, wanted: str = "") -> str:
        """Return a value or effects in words.  If `wanted` is "number", put "the number of" before a set."""
        parts, op = node.args, node.op
        match op:
            case "number" | "size":
                return node.text or str(node.amount)
            case "text":
                plain, values = in_braces(node.word)
                told = [f"{{{one.text if one.op == 'word' else self._operand(one, 0)}}}" for one in values]
                return f'"{"".join(chain(*zip_longest(plain, told, fillvalue="")))}"'
            case "does":
                return self.match(node.does)
            case "word" | "call":
                return self._named(node, wanted)
            case "qualified":
                bare = _bare(self.value(parts[0]))
                return words.QUALIFIED.get(node.word, f"{node.text} {{0}}").format(bare)
            case "list":
                return listed([*map(self.value, parts)])
            case "index" if parts[0].op == "index":
                return f"{self.value(parts[0])}, {self.value(parts[1])}"
            case "if":
                other = "".join([f", otherwise {self.value(one)}" for one in parts[2:]])
                return f"{self.value(parts[1])} if {self.condition(parts[0])}{other}"
            case "body":
                *steps, last = map(self.value, parts)
                return f"{last}, where {'; '.join(steps)}"
            case "and" | "or":
                return self._joined(node, self.value)
        if op in words.OPERATIONS:
            inner = map(self.value, parts)
            return words.OPERATIONS[op].format(*(map(_bare, inner) if op == "amount" else inner))
        if op in words.SIGNS:
            binds, told_sign, _ = words.SIGNS[op]
            return told_sign.format(self._operand(parts[0], binds), self._operand(parts[1], binds + 1))
        return self.condition(node)

    def condition(self, node: Node) -> str:
        """Return a condition in words."""
        plain = _plain(node)
        leaf, denied = (plain.args[0], "not ") if plain.op == "not" else (plain, "")
        if plain.op in _OPPOSITE:
            return self._joined(plain, self.condition)
        if plain.op in words.COMPARED:
            first, second = plain.args
            is_plural = words.function(first.word) is None and _is_plural(first)
            verb = words.COMPARED[plain.op][0].replace("is", "are", is_plural)
            verb = "equals" if plain.op == "=" and first.op == second.op == "call" else verb
            return f"{self._operand(first, 0)} {verb} {self._thing(second)}"
        row = words.function(leaf.args[0].word) if leaf.op == "qualified" else None
        if row is not None and "truth" in row.gives:
            leaf = leaf.args[0]._replace(op="call", args=(leaf._replace(op="word", args=()),))
        if leaf.op == "word" and leaf.word in words.CARDS:
            one = f"no {leaf.text}" if denied else with_article(leaf.text)
            return f"{one} is kept" if self._leaves else f"there is {one}"
        if leaf.op in ("word", "call"):
            return self._named(leaf, "denied" if denied else "truth")
        return f"{self.value(leaf)} is {denied}set" if leaf.op == "index" else f"{denied}{self.value(leaf)}"

    def _joined(self, node: Node, tell: Callable[[Node], str]) -> str:
        """Return in words the parts that "and" or "or" joins.  Deeper nesting has stronger separators."""
        parts = _joined_by(node)
        told = [f"{'either ' * (one.op == 'or')}{tell(one)}" for one in parts]
        if "if" in {one.op for one in parts}:
            return ("; " if node.op == "and" else ", or ").join(told)
        return _JOINTS[node.op][: _depth(node)][-1].join(told)

    def _operand(self, node: Node, tight: int) -> str:
        """Return an operand in words.  If its precedence is below `tight`, use a phrase like "the sum of"."""
        binds, _, alone = words.SIGNS.get(node.op, (_ALONE, "", ""))
        if binds >= tight:
            return _COUNTED_FROM.sub("", self.value(node, "number"))
        return alone.format(*[self._operand(one, _ALONE) for one in node.args])

    def _values(self, node: Node) -> list[str]:
        """Return the arguments of a function or a name in words."""
        found = []
        for one in node.args:
            inside = words.INSIDE.get(node.word, {}).get(one.word) if one.op in ("word", "call") else None
            told = self._operand(one, _ALONE) if one.op in words.SIGNS else self._value(one, node.word)
            found.append(inside.format(*self._values(one), "") if inside else told)
        return found

    def _value(self, node: Node, of: str) -> str:
        """Return an argument of function `of` in words.  `of` decides between singular and plural."""
        if of in words.OF_ONE:
            told = self._thing(node)
            return f"the {self.value(node)}" if self._is_kind(node) and words.OF_ONE[of] else told
        inner = node.args[0] if node.op == "qualified" else node
        is_counted = of in words.OF_SEVERAL and (self._is_kind(inner) or inner.word in words.CARDS)
        if not is_counted or _is_plural(inner):
            return self.value(node)
        many = inner._replace(text=several(inner.text))
        return self.value(node._replace(args=(many,)) if node.op == "qualified" else many)

    def _named(self, node: Node, wanted: str) -> str:
        """Return a name with its arguments.  `wanted` is "truth", "denied", "number", or "" for any value."""
        is_truth, denied = wanted in ("truth", "denied"), wanted == "denied"
        row, values = words.function(node.word), self._values(node)
        number = row.form(len(values), is_truth=is_truth) if row is not None else None
        is_several = not values and _is_plural(node) and row is not None and "who" in row.gives
        if row is None or number is None or is_several:
            the = "the " * (node.word in words.WITH_THE and node.text == node.word)
            own = " of ".join(filter(None, [f"{the}{node.text}", " with ".join(values)]))
            return f"{'not ' * denied}{own}"
        if row.takes[number] == ["each"]:
            values = [*map(_bare, values)]
        elif "..." in row.takes[number]:
            is_long = values[1:] and any(one.args for one in node.args)
            values = [", and ".join(map(self.value, node.args)) if is_long else listed(values)]
        values = [_COUNTED_FROM.sub("", one) for one in values]
        told = words.worded(row.says, number, is_denied=denied).format(*values)
        mark, things = (told[0], told[1:]) if told[0] in words.MARKED else ("", told)
        if mark and is_truth:
            return words.worded(words.MARKED[mark], 0, is_denied=denied).format(_bare(things))
        if mark == "#" and wanted == "number":
            return f"the number of {_bare(things)}"
        return f"{'not ' * (denied and row.gives[number] != 'truth')}{things}"


def _bare(told: str) -> str:
    return told.removeprefix("the ")


def _is_plural(value: Any) -> bool:
    """Return whether the contents of a hole are a word in the plural, or several things."""
    if isinstance(value, Node):
        return value.op in ("word", "call") and value.text.lower() != value.word
    return len(value) > 1 or _is_plural(value[0])


def _plain(node: Node) -> Node:
    """Return an equivalent condition that does not begin with "not".  If none exists, return `node`."""
    while node.op == "not" and node.args[0].op in ("not", *_OPPOSITE, *words.COMPARED):
        node = _denied(node.args[0])
    return node


def _joined_by(node: Node) -> list[Node]:
    """Return the operands of "and" or "or".  For (a and b) and c, return a, b, and c."""
    parts = [*map(_plain, node.args)]
    return [*chain.from_iterable(_joined_by(one) if one.op == node.op else [one] for one in parts)]


def _depth(node: Node) -> int:
    """Return how deeply a condition nests "and" inside "or" or "or" inside "and".  Return 0 without them."""
    return 1 + max(map(_depth, _joined_by(node))) if node.op in _OPPOSITE else 0


def _denied(node: Node) -> Node:
    """Return the opposite of a condition."""
    if node.op == "not":
        return node.args[0]
    if node.op in _OPPOSITE:
        return Node(_OPPOSITE[node.op], tuple(map(_denied, node.args)))
    compared = words.COMPARED.get(node.op)
    return Node(compared[1], node.args) if compared else Node("not", (node,))
