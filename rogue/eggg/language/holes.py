"""What the capitals of a sentence stand for: each reads its part of a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeVar

from rogue.eggg.language.syntax import JOINTS, QUALIFIERS, Node, Reader, UnreadableError
from rogue.eggg.language.tokens import Token
from rogue.eggg.language.vocabulary import ACTIONS, ADJECTIVES, DIRECTIONS, PLACE_WORDS, RESERVED, SHAPES

Listed = TypeVar("Listed")
MAX_WORDS: Final = 4  # of a name
_NOT_NAMED_TEXT: Final = "move slide leap jump like begin serve at alternate synchronize"
_NOT_NAMED: Final = frozenset(_NOT_NAMED_TEXT.split())


class Head(NamedTuple):
    """Name that a statement defines, with its parameters or the values for which it holds."""

    name: Token
    parameters: tuple[Node, ...] = ()


class Choice(NamedTuple):
    """Alternative of "move is", or step of "turn is": an action, what it acts on, and when it may be done."""

    action: str
    on: tuple[Node, ...] = ()
    condition: Node | None = None


class Place(NamedTuple):
    """Place on a board: folded words, and whose it is."""

    words: tuple[str, ...]
    whose: Node | None = None


def _word(reader: Reader) -> Token:
    token = reader.token
    if token.kind != "word" or token.fold in JOINTS:
        raise UnreadableError(reader.at, "a name")
    reader.at += 1
    return token


def _is_name(token: Token) -> bool:
    """Return whether a word may go on a name; a number in letters may, too."""
    return (
        token.text.isalpha()
        if token.kind == "number"
        else token.kind == "word" and (token.fold not in JOINTS | _NOT_NAMED)
    )


def _name(reader: Reader) -> Iterator[Token]:
    """Yield one word to four words as one name, the longest first."""
    at = reader.at
    words: list[Token] = []
    if reader.token.kind != "number":
        words.append(_word(reader))
    while len(words) < MAX_WORDS and _is_name(reader.token):
        words.append(reader.token)
        reader.at += 1
    if not words:
        raise UnreadableError(at, "a name")
    for count in range(len(words), 0, -1):
        reader.at = at + count
        text = " ".join([word.text for word in words[:count]])
        yield Token("word", text, " ".join([word.fold for word in words[:count]]))


def _names(reader: Reader) -> tuple[Token, ...]:
    """Read names between commas, "and", "or", or in square brackets."""
    if reader.take("["):
        found = [_word(reader)]
        while reader.take(","):
            found.append(_word(reader))
        reader.need("]")
        return tuple(found)
    return tuple(_listed(reader, _word))


def _listed(reader: Reader, read: Callable[[Reader], Listed]) -> list[Listed]:
    found = [read(reader)]
    while True:
        at = reader.at
        if not reader.take(","):
            if not reader.take("and", "or"):
                return found
        else:
            reader.take("and", "or")
        try:
            found.append(read(reader))
        except UnreadableError:
            reader.at = at
            return found


def _pieces(reader: Reader) -> tuple[Token, ...]:
    found = _names(reader)
    if any(word.fold == "piece" for word in found):
        raise UnreadableError(reader.at - 1, "names of pieces")
    return found


def _number(reader: Reader) -> Node:
    token = reader.token
    if token.kind != "number":
        raise UnreadableError(reader.at, "a number")
    reader.at += 1
    return Node("number", text=token.text, number=token.number)


def _range(reader: Reader) -> tuple[int, int]:
    """Read a number or a range; "all" as its end is -1."""
    first = last = int(_number(reader).number)
    if reader.take(".."):
        last = -1 if reader.take("all") else int(_number(reader).number)
    return first, last


def _who(reader: Reader) -> Node:
    if reader.take("each"):
        word = _word(reader)
        return Node("qualified", (Node("word", word=word.fold, text=word.text),), "each", "each")
    word = _word(reader)
    if word.fold in ("any", "every") and reader.is_next("piece"):
        reader.at += 1
    return Node("word", word=word.fold, text=word.text)


def _whom(reader: Reader) -> Node:
    if (
        reader.is_next(*QUALIFIERS)
        and reader.peek().kind == "word"
        and reader.peek().fold not in JOINTS | {"to", "without"}
    ):
        qualifier, word = _word(reader), _word(reader)
        return Node(
            "qualified", (Node("word", word=word.fold, text=word.text),), qualifier.fold, qualifier.text
        )
    return _who(reader)


def _quantity(reader: Reader) -> Node:
    word = _word(reader)
    if reader.take("("):
        return Node("call", reader.items(")"), word.fold, word.text)
    if reader.take("of"):
        return Node("call", (_who(reader),), word.fold, word.text)
    return Node("word", word=word.fold, text=word.text)


def _move_word(reader: Reader) -> Token:
    if not reader.is_next(*ACTIONS):
        raise UnreadableError(reader.at, "a move, such as place,")
    return _word(reader)


def _directions(reader: Reader) -> tuple[tuple[str, ...], ...]:
    return tuple(_listed(reader, _direction))


def _direction(reader: Reader) -> tuple[str, ...]:
    words: list[str] = []
    if reader.is_next("away") and reader.peek().fold == "from":
        reader.at += 2
        return ("away", _word(reader).fold)
    while reader.token.kind == "word" and reader.token.fold in DIRECTIONS:
        words.append(_word(reader).fold)
    if not words or words[-1] == "in":
        raise UnreadableError(reader.at, "a direction, such as forward or diagonally,")
    return tuple(words)


def _shape(reader: Reader) -> str:
    if not reader.is_next(*SHAPES):
        raise UnreadableError(reader.at, "a shape of boards, such as torus,")
    return _word(reader).fold


def _rows(reader: Reader) -> tuple[Node, ...]:
    if reader.token.fold != "[" or reader.token.kind != "mark":
        raise UnreadableError(reader.at, 'rows, ["...", "..."]')
    reader.at += 1
    return reader.items("]")


def _size(reader: Reader) -> tuple[int, int]:
    if reader.token.kind != "size":
        raise UnreadableError(reader.at, "a size, 8 x 8")
    columns, rows = reader.token.fold.split("x")
    reader.at += 1
    return int(columns), int(rows)


def _text(reader: Reader) -> Node:
    if reader.token.kind != "string":
        raise UnreadableError(reader.at, "a text in quotes")
    token = reader.token
    reader.at += 1
    return Node("text", word=token.fold, text=token.text)


def _pair(reader: Reader) -> tuple[int, int]:
    reader.need("(")
    first = _number(reader)
    reader.need(",")
    second = _number(reader)
    reader.need(")")
    return int(first.number), int(second.number)


def _head(reader: Reader) -> Head:
    if reader.is_next(*RESERVED) and reader.peek().fold in ("is", "are"):
        raise UnreadableError(reader.at + 2, "something else")
    name = _word(reader)
    return Head(name, reader.items(")") if reader.take("(") else ())


def _moves(reader: Reader) -> tuple[Choice, ...]:
    found = [_move(reader)]
    while reader.take("or"):
        found.append(_move(reader))
    return tuple(found)


def _move(reader: Reader) -> Choice:
    action = _word(reader).fold
    on: tuple[Node, ...] = ()
    if action == "take":
        low, high = _range(reader)
        on = (Node("number", number=Fraction(low)), Node("number", number=Fraction(high)))
        if reader.take("from"):
            _number(reader)  # "one"
            reader.need("heap")
    elif action in ("letter", "word"):
        reader.need("on")
        on = (Node("word", word=_word(reader).fold),)
    elif action in ("place", "remove", "drop") and not reader.is_next("if", "or"):
        on = (_whom(reader),) if reader.token.kind == "word" else ()
    condition = reader.conjunction() if reader.take("if") else None
    return Choice(action, on, condition)


def _steps(reader: Reader) -> tuple[Choice, ...]:
    found = [_step(reader)]
    while reader.take("and"):
        found.append(_step(reader))
    return tuple(found)


def _step(reader: Reader) -> Choice:
    names = [_word(reader)]
    while reader.take("or"):
        names.append(_word(reader))
    nodes = tuple(Node("word", word=one.fold, text=one.text) for one in names)
    return Choice(names[0].fold, nodes, reader.clause() if reader.take("if") else None)


def _phases(reader: Reader) -> Node:
    node = reader.value()
    if node.op not in ("call", "and", "or"):
        raise UnreadableError(reader.at, "phases")
    return node


def _kinds(reader: Reader) -> tuple[str, ...]:
    words = [_word(reader).fold]
    while reader.token.kind == "word":
        words.append(_word(reader).fold)
    if words[-1] != "game" or not {*words[:-1]} <= {*ADJECTIVES}:
        raise UnreadableError(reader.at, "kinds of games")
    return tuple(words[:-1])


def _place(reader: Reader) -> Place:
    words: list[str] = []
    while reader.token.kind == "word" and reader.token.fold in PLACE_WORDS:
        words.append(_word(reader).fold)
    if words and words[-1] in ("row", "column") and reader.token.kind == "number":
        words.append(str(int(_number(reader).number)))
    if not words:
        words.append(_word(reader).fold)
    whose = _who(reader) if reader.take("of") else None
    if reader.is_next("at") and reader.peek().fold == "angle":
        reader.at += 2
    return Place(tuple(words), whose)


def _counts(reader: Reader) -> tuple[Node, ...]:
    return tuple(_listed(reader, _counted))


def _counted(reader: Reader) -> Node:
    number = _number(reader)
    word = _word(reader)
    return Node("amount", (number, Node("word", word=word.fold, text=word.text)))


ONE_WAY: Final[dict[str, Callable[[Reader], Any]]] = {
    "NAMES": _names, "PIECES": _pieces, "NUMBER": _number, "NUMBERS": lambda reader: tuple(_listed(reader,
    _number)),
    "RANGE": _range, "PLAYER": _who, "WHOM": _whom, "QUANTITY": _quantity, "ACTION": _word,
    "MOVE": _move_word,
    "DIRECTIONS": _directions, "SHAPE": _shape, "ROWS": _rows, "SIZE": _size, "TEXT": _text, "PAIR": _pair,
    "HEAD": _head, "MOVES": _moves, "STEPS": _steps, "PHASES": _phases, "KINDS": _kinds, "PLACE": _place,
    "PLACES": lambda reader: tuple(_listed(reader, _place)), "COUNTS": _counts,
    "VALUE": Reader.value, "CONDITION": Reader.value, "SUM": Reader.sum, "BODY": Reader.body,
}  # fmt: skip
"""Name of a hole -> what reads it, in the one way in which it can be read."""
MANY_WAYS: Final[dict[str, Callable[[Reader], Iterator[Any]]]] = {"NAME": _name}
"""Name of a hole -> what reads it in several ways, the longest first."""
