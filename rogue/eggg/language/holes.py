"""How to read, check, or explain the holes of sentences: places in capitals that a statement fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeVar

from rogue.eggg.language.syntax import JOINTS, Node, Reader, UnreadableError
from rogue.eggg.language.tokens import Token, words
from rogue.eggg.language.vocabulary import ACTIONS, ADJECTIVES, DIRECTIONS, PLACE_WORDS, RESERVED, SHAPES

Listed = TypeVar("Listed")
MAX_WORDS: Final = 4  # of a name
_ON_PIECES: Final = ("place", "drop", "remove")
_NOT_NAMED: Final = JOINTS | words("move slide leap jump like begin serve at alternate synchronize")


class SaidAction(NamedTuple):
    """Action that is named in a statement with "move is" or "turn is", such as "place Man if stuck".

    on  objects of the action, such as Man; or, if a step offers a choice, all alternatives
    """

    name: Node
    on: tuple[Node, ...] = ()
    condition: Node | None = None

    @property
    def action(self) -> str:
        """Folded name of the action."""
        return self.name.word


class Place(NamedTuple):
    """Place on a board, and its player if the description names a player."""

    nodes: tuple[Node, ...]
    whose: Node | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """Folded words of the place.  Numbers are in digits."""
        return tuple(node.word or str(int(node.number)) for node in self.nodes)


def word(reader: Reader) -> Node:
    """Read one word that may be a name.  Raises UnreadableError if the next token cannot be a name."""
    token = reader.token
    if token.kind != "word" or token.fold in JOINTS:
        raise UnreadableError(reader.at, "a name")
    reader.at += 1
    return Node("word", word=token.fold, text=token.text)


def names(reader: Reader) -> Iterator[Node]:
    """Yield the names that the next one to four words can form, longest first.  "two" may occur, not 2."""
    at, words = reader.at, list[Token]()
    if reader.token.kind != "number":
        word(reader)
        words.append(reader.peek(-1))
    while len(words) < MAX_WORDS and _goes_on(reader.token):
        words.append(reader.token)
        reader.at += 1
    if not words:
        raise UnreadableError(at, "a name")
    while words:
        reader.at = at + len(words)
        folds, texts = [one.fold for one in words], [one.text for one in words]
        yield Node("word", word=" ".join(folds), text=" ".join(texts))
        words.pop()


def _goes_on(token: Token) -> bool:
    is_word = token.kind == "word" and token.fold not in _NOT_NAMED
    return is_word or (token.kind == "number" and token.text.isalpha())


def _only(read: Callable[[Reader], Node], ops: str, expected: str) -> Callable[[Reader], Node]:
    """Return a function that reads a value whose `op` is in `ops`, or raises UnreadableError."""

    def checked(reader: Reader) -> Node:
        at, node = reader.at, Node("")
        try:
            node = read(reader)
        except UnreadableError as error:
            if error.at > at:
                raise
        if node.op not in ops.split():
            raise UnreadableError(at, expected)
        return node

    return checked


def _among(words: Any, expected: str) -> Callable[[Reader], Node]:

    def chosen(reader: Reader) -> Node:
        if not reader.is_next(*words):
            raise UnreadableError(reader.at, expected)
        return word(reader)

    return chosen


def _listed(read: Callable[[Reader], Listed]) -> Callable[[Reader], tuple[Listed, ...]]:
    """Return a function that reads things in square brackets, or joined by commas, "and", or "or"."""

    def several(reader: Reader) -> tuple[Listed, ...]:
        if reader.take("["):
            found = _joined(",", read)(reader)
            reader.need("]")
            return found
        things, at = [read(reader)], reader.at
        while reader.take(",") | reader.take("and", "or"):
            try:
                things.append(read(reader))
            except UnreadableError:
                reader.at = at
                break
            at = reader.at
        return tuple(things)

    return several


def _joined(joint: str, read: Callable[[Reader], Listed]) -> Callable[[Reader], tuple[Listed, ...]]:
    def several(reader: Reader) -> tuple[Listed, ...]:
        found = [read(reader)]
        while reader.take(joint):
            found.append(read(reader))
        return tuple(found)

    return several


def _pieces(reader: Reader) -> tuple[Node, ...]:
    found = _listed(word)(reader)
    if any(one.word == "piece" for one in found):
        raise UnreadableError(reader.at - 1, "names of pieces")
    return found


def _whom(reader: Reader) -> Node:
    node = _only(Reader.phrase, "word qualified", "a name")(reader)
    if node.word in ("any", "every"):
        reader.take("piece")
    return node


def _who(reader: Reader) -> Node:
    return reader.phrase() if reader.is_next("each") else word(reader)


def _pair(reader: Reader) -> Node:
    node = _only(Reader.atom, "pair", "a pair of numbers, (1, 2)")(reader)
    if [one.op for one in node.args] != ["number"] * 2:
        raise UnreadableError(reader.at - 1, "a pair of numbers, (1, 2)")
    return node


def _rows(reader: Reader) -> Node:
    at, node = reader.at, _only(Reader.atom, "list", _ROWS_EXPECTED)(reader)
    if any(one.op not in ("text", "list") for one in node.args):
        raise UnreadableError(at + 1, _ROWS_EXPECTED)
    return node


def _direction(reader: Reader) -> tuple[str, ...] | Node:
    if reader.is_next("away") and reader.peek().fold == "from":
        reader.at += 2
        return word(reader)
    words: list[str] = []
    while reader.is_next(*DIRECTIONS):
        words.append(word(reader).word)
    if not words or words[-1] == "in":
        raise UnreadableError(reader.at, "a direction, such as forward or diagonally,")
    return tuple(words)


def _head(reader: Reader) -> Node:
    if reader.is_next(*RESERVED) and reader.peek().fold in ("is", "are"):
        raise UnreadableError(reader.at + 2, f"another name than {reader.token.text}")
    return _only(Reader.atom, "word call", "a name")(reader)


def _move(reader: Reader) -> SaidAction:
    name, on = word(reader), tuple[Node, ...]()
    if name.word == "take":
        on = (_RANGE(reader),)
        if reader.take("from"):
            if (reader.token.fold, reader.peek().fold) != ("1", "heap"):
                raise UnreadableError(reader.at, '"one heap"')
            reader.at += 2
    elif name.word in ("letter", "word"):
        reader.need("on")
        on = (word(reader),)
    elif name.word in _ON_PIECES and reader.token.kind == "word" and not reader.is_next("if", "or"):
        on = (_whom(reader),)
    return SaidAction(name, on, reader.conjunction() if reader.take("if") else None)


def _step(reader: Reader) -> SaidAction:
    options = _joined("or", word)(reader)
    return SaidAction(options[0], options, reader.clause() if reader.take("if") else None)


def _kinds(reader: Reader) -> tuple[Node, ...]:
    while reader.take(*ADJECTIVES):
        pass
    if not reader.take("game"):
        raise UnreadableError(reader.at, "a kind of game")
    return ()


def _place(reader: Reader) -> Place:
    nodes: list[Node] = []
    while reader.is_next(*PLACE_WORDS, "column"):
        nodes.append(word(reader))
    if nodes and nodes[-1].word in ("row", "column") and reader.token.kind == "number":
        nodes.append(_NUMBER(reader))
    nodes = nodes or [word(reader)]
    whose = _who(reader) if reader.take("of") else None
    if reader.is_next("at") and reader.peek().fold == "angle":
        reader.at += 2
    return Place(tuple(nodes), whose)


_ROWS_EXPECTED: Final = 'rows, ["...", "..."]'
_NUMBER: Final = _only(Reader.atom, "number", "a number")
_RANGE: Final = _only(Reader.atom, "number range", "a number")
_AMOUNT: Final = _only(Reader.phrase, "amount", "a number")
FREE: Final = "free"


class Hole(NamedTuple):
    """Place in a pattern, written in capitals, that a statement fills in.

    read   function that reads the contents from a statement; `names` yields several readings
    says   explanation in help
    wants  what may fill the hole: names of these sorts, or words from the word lists with these keys;
           if FREE, unknown words too; if "", any value
    """

    read: Callable[[Reader], Any]
    says: str = ""
    wants: str = ""


HOLES: Final = {
    "ACTION": Hole(
        word, "place, drop, move, remove, choose, take, sow, pass, or a name that means a move", "action"),
    "BODY": Hole(Reader.body, "a value, or steps separated by ;, the last of which begins with return"),
    "CHAIN": Hole(word, "effects joined by and"),
    "CONDITION": Hole(Reader.value, "line(3), stuck, count(pieces) < 3, row(to) = 8; joined by and, or, not"),
    "COUNTS": Hole(_listed(_AMOUNT), "52 cards, or 12 E, 9 A and 2 blanks", FREE),
    "DIRECTIONS": Hole(
        _listed(_direction), "in any direction, orthogonally, diagonally, diagonally forward, forward,"
        " backward, sideways, left, right, up, down, anywhere; joined by or"),
    "EFFECTS": Hole(word, "effects joined by and; a condition follows if, other effects follow else"),
    "HANDS": Hole(_listed(word), "names of hands, best first", "definition"),
    "HEAD": Hole(_head, "a new name, with or without parameters: Fee, Worth(player)"),
    "KINDS": Hole(_kinds, "networked, multiplayer, text, real-time, cooperative, and game"),
    "MOVE": Hole(_among(ACTIONS, "a move, such as place,"), "place, drop, move, remove, take, sow", FREE),
    "MOVES": Hole(
        _joined("or", _move), "place, place Fire, drop, move, remove opponent, take 1..3 from one heap, sow,"
        " choose, pass; joined by or, each with its own if"),
    "NAME": Hole(names, "one to four words, spelled as the game shows them", FREE),
    "NAMES": Hole(_listed(word), "Rook and Knight; Rook, Bishop or Knight; [Flush, Pair]"),
    "NUMBER": Hole(_NUMBER),
    "NUMBERS": Hole(_listed(_NUMBER)),
    "OTHERS": Hole(_pieces, "names of pieces", "piece thing region any"),
    "PAIR": Hole(_pair, "(1, 2)"),
    "PHASES": Hole(
        _only(Reader.value, "call and or", "phases"),
        "Shuffle(deck), Deal(cards, 5), bet(money), Fold, Discard(hand, N), compare(cards)"),
    "PIECES": Hole(_pieces, "one or more names of pieces", "piece thing region any square"),
    "PLACE": Hole(
        _place, "far row, home row, row 3, column 2, top, bottom, left, right, edges, corners, middle,"
        " a region"),
    "PLACES": Hole(_listed(_place)),
    "PLAYER": Hole(_who, "the name of a player, player, opponent, everybody", "player anybody"),
    "QUANTITY": Hole(
        _only(Reader.phrase, "word call", "a name"),
        "the name of a number, or NAME of player if each player has one"),
    "RANGE": Hole(_RANGE, "3, 2..4, or 1..all: moves 1..all, take 1..all (slides takes no number)"),
    "ROWS": Hole(_rows, '["rn1", "3"], the far row first'),
    "SHAPE": Hole(
        _among(SHAPES, "a shape of boards, such as torus,"),
        "square, cylinder (left joined to right), ring (a row joined at its ends), torus (joined on"
        " all sides), hexagon, triangle, rhombus, lines (stones on crossings), checkered", FREE),
    "SIZE": Hole(_only(Reader.atom, "size", "a size, 8 x 8"), "8 x 8"),
    "STEPS": Hole(
        _joined("and", _step), "actions joined by and, each with its own if; place or move is one step"),
    "SUM": Hole(
        Reader.sum, "a number, a square, or a set of squares: to, last, flanked, surrounded(opponent)"),
    "TEXT": Hole(
        _only(Reader.atom, "text", "a text in quotes"),
        'a text in quotes; values stand in braces: "{player} bids {number}."'),
    "THING": Hole(word, "the name of a piece or of a kind of square", "square piece"),
    "VALUE": Hole(Reader.value, "a number: 3, count(pieces), stones + 1"),
    "WHOM": Hole(_whom, "opponent, own Man, any, or the name of a piece", "anybody player piece own"),
}  # fmt: skip
"""Holes in the order of help.  CHAIN and EFFECTS have no reader here; `Matcher` reads them as effects."""
