"""Parser of values, which turns tokens into trees."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from rogue.eggg.language.tokens import Token, words

MAX_DEPTH: Final = 40  # of brackets in brackets
QUALIFIERS: Final = frozenset({"own", "opponent", "neutral", "each", "far", "home"})
_COMPARISONS: Final = {"is": "=", "are": "="} | {sign: sign for sign in ("=", "!=", "<", "<=", ">", ">=")}
_END: Final = Token("end", "", "")
JOINTS: Final = words(
    "and or if else is are not mod mean become increase decrease goe vanish flip win lose "
    "afterward by return start"
)
"""Words that stand between values, so that no value begins with such a word."""
_NO_NOUNS: Final = JOINTS | {"of", "to", "without"}


class Node(NamedTuple):
    """Tree of a value, a condition, or effects.

    op    "number", "text", "size", "word", "call", "index", "list", "pair", "range", "qualified", "amount",
          "not", "if", "and", "or", an operator of comparison or arithmetic, "body", "return", or "does"
    args  parts of the node; an "if" has a condition, a value, and in some cases a value after "else"
    word  folded word of a "word", "call", or "qualified"; text of a "text"
    text  text as written
    does  the `Match` of an effect
    """

    op: str
    args: tuple[Node, ...] = ()
    word: str = ""
    text: str = ""
    number: Fraction = Fraction(0)
    does: Any = None

    @property
    def amount(self) -> int | Fraction:
        """The number of this node.  A whole number is an int."""
        return int(self.number) if self.number.denominator == 1 else self.number


class UnreadableError(Exception):
    """Raised for a token that does not fit.  `at` is the token's index; the text names what was expected."""

    def __init__(self, at: int, expected: str) -> None:
        super().__init__(expected)
        self.at = at


class Reader:
    """Parser of one statement's tokens.  A method that reads a tree moves past the tokens of this tree."""

    def __init__(self, tokens: tuple[Token, ...], at: int = 0) -> None:
        self.tokens = tokens
        self.at = at
        self._depth = 0

    @property
    def token(self) -> Token:
        """The next token.  After the last token, the next token has the kind "end"."""
        return self.peek(0)

    def peek(self, ahead: int = 1) -> Token:
        """Return the token that is `ahead` tokens after the next one."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else _END

    def is_next(self, *folds: str) -> bool:
        """Return whether the next token is one of the words or marks in `folds`."""
        return self.token.kind in ("word", "mark") and self.token.fold in folds

    def take(self, *folds: str) -> bool:
        """Return whether the next token is one of `folds`.  If so, move past this token."""
        found = self.is_next(*folds)
        self.at += found
        return found

    def need(self, fold: str) -> None:
        """Move past a word or mark.  Raises UnreadableError if another token is next."""
        if not self.take(fold):
            raise UnreadableError(self.at, f'"{fold}"')

    def body(self) -> Node:
        """Read steps that are separated by semicolons."""
        return self._joined("body", self._step, ";")

    def _step(self) -> Node:
        return Node("return", (self.value(),)) if self.take("return") else self.value()

    def value(self) -> Node:
        """Read alternatives joined by "or".  Each may have an "if" with a condition, and then an "else"."""
        return self._deeper(lambda: self._joined("or", self._alternative), "brackets in brackets")

    def condition(self) -> Node:
        """Read a condition, which is a value without "if"."""
        return self._joined("or", self.conjunction)

    def conjunction(self) -> Node:
        """Read clauses joined by "and"."""
        return self._joined("and", self.clause)

    def _deeper(self, read: Callable[[], Node], what: str) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnreadableError(self.at, f"fewer {what}")
        node = read()
        self._depth -= 1
        return node

    def _joined(self, op: str, part: Callable[[], Node], joint: str = "") -> Node:
        parts = [part()]
        while self.take(joint or op):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Node(op, tuple(parts))

    def _alternative(self) -> Node:
        node = self.conjunction()
        if self.take("if"):
            asked = self.conjunction()
            node = Node("if", (asked, node, *((self._alternative(),) if self.take("else") else ())))
        return node

    def clause(self) -> Node:
        """Read a comparison, or "not" and the clause that it denies."""
        if self.take("not"):
            return Node("not", (self._deeper(self.clause, "words not"),))
        node = self.sum()
        while self.is_next(*_COMPARISONS):
            op = _COMPARISONS[self.token.fold]
            self.at += 1
            if op == "=" and self.take("not"):
                op = "!="
            node = Node(op, (node, self.sum()))
        return node

    def sum(self) -> Node:
        """Read a sum of products."""
        return self._calculated(("+", "-"), lambda: self._calculated(("*", "/", "mod"), self._factor))

    def _calculated(self, signs: tuple[str, ...], part: Callable[[], Node]) -> Node:
        node = part()
        while self.is_next(*signs):
            op = self.token.fold
            self.at += 1
            node = Node(op, (node, part()))
        return node

    def _factor(self) -> Node:
        if self.take("."):
            return Node("word", word=".", text=".")
        if not self.take("-"):
            return self.phrase()
        if self.token.kind not in ("number", "word") and not self.is_next("("):
            return Node("word", word=".", text="-")
        if self.token.kind == "number" and self.peek().fold == "..":
            self.at += 1
            return self._ranged(Node("number", number=-self.peek(-1).number))
        return Node("-", (Node("number"), self.atom()))

    def phrase(self) -> Node:
        """Read words side by side: own Man, far row, row 8, stones of player, 3 cards."""
        word, after = self.token, self.peek()
        if self.is_next(*QUALIFIERS) and after.kind == "word" and after.fold not in _NO_NOUNS:
            self.at += 1
            return Node("qualified", (self.phrase(),), word.fold, word.text)
        node = self.atom()
        if node.op == "word" and self.take("of"):
            return Node("call", (self.phrase(),), node.word, node.text)
        is_line = node.op == "word" and node.word in ("row", "column") and self.token.kind == "number"
        is_amount = node.op in ("number", "range") and self.token.kind == "word"
        if is_line or (is_amount and self.token.fold not in JOINTS):
            return Node("amount", (node, self.atom()))
        return node

    def atom(self) -> Node:
        """Read a value without operators, then any "++", any "--", and any indexes (in brackets) after it."""
        node = self._prime()
        while True:
            if self.take("["):
                node = Node("index", (node, self.value()))
                self.need("]")
            elif self.is_next("++", "--"):
                node = Node(self.token.fold, (node,))
                self.at += 1
            else:
                return node

    def _prime(self) -> Node:
        token = self.token
        self.at += 1
        if token.kind == "number":
            return self._ranged(Node("number", text=token.text, number=token.number))
        if token.kind in ("string", "size"):
            return Node("text" if token.kind == "string" else "size", word=token.fold, text=token.text)
        if token.kind == "mark" and token.fold in ("(", "["):
            close, op = (")", "pair") if token.fold == "(" else ("]", "list")
            items = self._items(close)
            return items[0] if op == "pair" and len(items) == 1 else Node(op, items)
        if token.kind == "word" and token.fold not in JOINTS:
            if self.take("("):
                return Node("call", self._items(")"), token.fold, token.text)
            return self._ranged(Node("word", word=token.fold, text=token.text))
        self.at -= 1
        raise UnreadableError(self.at, "a value")

    def _ranged(self, node: Node) -> Node:
        if not self.take(".."):
            return node
        sign, token = self.take("-"), self.token
        if token.kind not in ("number", "word"):
            raise UnreadableError(self.at, "the end of the range")
        self.at += 1
        is_number = token.kind == "number"
        last = Node("number" if is_number else "word", word="" if is_number else token.fold, text=token.text,
                    number=token.number if is_number else Fraction(0))  # fmt: skip
        return Node("range", (node, Node("-", (Node("number"), last)) if sign else last))

    def _items(self, close: str) -> tuple[Node, ...]:
        found: list[Node] = []
        if self.take(close):
            return ()
        while True:
            found.append(self.value())
            if self.take(close):
                return tuple(found)
            if not self.take(","):
                raise UnreadableError(self.at, f'a comma or "{close}"')
