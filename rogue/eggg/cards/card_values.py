"""Values of card games as functions of what is asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.values import ARITHMETIC, COMPARE
from rogue.shared.board_games import HIDDEN
from rogue.shared.card_games import RANKS, SUITS, CardTable

_EACH: Final[Mapping[str, Callable[[Sequence[Any]], Any]]] = {"highest": max, "most": max, "least": min}


class Asked(NamedTuple):
    """What a value is asked of: a player at a table, a card, the cards that are counted."""

    table: CardTable
    player: int
    scores: Sequence[float]
    cards: Sequence[int]
    card: int = HIDDEN


Value = Callable[[Asked], Any]


def value_of(node: Node, said: Said, names: Mapping[str, Node]) -> Value:
    """Return a value as a function.  Raises EgggError for what a card game has not.

    names  definitions of the description, and numbers that players leave open as words
    """

    def read(inner: Node) -> Value:
        return value_of(inner, said, names)

    op = node.op
    if op == "number":
        number = int(node.number) if node.number.denominator == 1 else node.number
        return lambda _asked: number
    if op in ("and", "or", "not"):
        return condition_of(node, said, names)
    if op in COMPARE or op in ARITHMETIC:
        work, (first, second) = {**COMPARE, **ARITHMETIC}[op], map(read, node.args)
        if op in COMPARE:
            return lambda asked: _compared(work, first(asked), second(asked))
        return lambda asked: work(first(asked), second(asked))
    if op == "if" and len(node.args) == 3:
        asks, (then, other) = condition_of(node.args[0], said, names), map(read, node.args[1:])
        return lambda asked: then(asked) if asks(asked) else other(asked)
    if op in ("word", "call"):
        return _named(node, said, names)
    return refuse(said, f"{node.text or op} is no value of a card game")


def condition_of(node: Node, said: Said, names: Mapping[str, Node]) -> Value:
    """Return a condition as a function; a rank or a suit asks for such a card.  Raises EgggError."""
    parts = (
        [condition_of(inner, said, names) for inner in node.args] if node.op in ("and", "or", "not") else []
    )
    if node.op == "not":
        return lambda asked: not parts[0](asked)
    if parts:
        return _joined(parts, stops_at=node.op == "or")
    if node.word in RANKS or node.word in SUITS:
        return _counted(node, said, names)
    return value_of(node, said, names)


def _joined(parts: Sequence[Value], *, stops_at: bool) -> Value:
    """Return several conditions as one that is decided by the first of some truth."""

    def decided(asked: Asked) -> bool:
        for part in parts:
            if bool(part(asked)) is stops_at:
                return stops_at
        return not stops_at

    return decided


def _compared(compare: Callable[[Any, Any], Any], one: Any, other: Any) -> bool:
    """Return a comparison, which holds for a card that is not there yet."""
    return None in (one, other) or bool(compare(one, other))


def _named(node: Node, said: Said, names: Mapping[str, Node]) -> Value:
    word, args = node.word, node.args
    if word in names and not args:
        found = names[word]
        if found.op == "open":
            return lambda asked: dict(asked.table.numbers[asked.player]).get(word, 0)
        return value_of(found, said, {key: inner for key, inner in names.items() if key != word})
    if word in RANKS and not args:
        rank = RANKS[word]
        return lambda _asked: rank
    if word in SUITS and not args:
        suit = SUITS.index(word)
        return lambda _asked: _Suit(suit)
    if word in ("suit", "rank"):
        card = _card(args[0] if args else None, said)
        return lambda asked: _part(asked, word, card(asked))
    if word in _EACH and len(args) == 1:
        inner, work = value_of(args[0], said, names), _EACH[word]
        return lambda asked: work([inner(asked._replace(player=one)) for one in range(len(asked.scores))])
    if word == "score":
        return lambda asked: asked.scores[asked.player]
    if word == "money":
        return lambda asked: asked.table.money[asked.player]
    if word == "player":
        return lambda asked: asked.player
    if word in ("count", "empty") and len(args) == 1:
        count = _counted(args[0], said, names)
        return count if word == "count" else lambda asked: not count(asked)
    return refuse(said, f"{node.text} is no value of a card game")


class _Suit(int):
    """Suit, which is no rank."""


def _part(asked: Asked, word: str, card: int) -> int | None:
    """Return the suit or the rank of a card; None of no card, so that it is like any."""
    if card == HIDDEN:
        return None
    if word == "rank":
        return card // 4
    is_last = bool(asked.table.board) and card == asked.table.board[-1] and asked.table.asked != HIDDEN
    return _Suit(asked.table.asked if is_last else card % 4)


def _card(node: Node | None, said: Said) -> Callable[[Asked], int]:
    """Return which card a word means: the one that is played, the first of the trick, the last one."""
    word = node.word if node is not None else "card"
    if word == "card":
        return lambda asked: asked.card
    if word in ("first", "last"):
        place = 0 if word == "first" else -1
        return lambda asked: asked.table.board[place] if asked.table.board else HIDDEN
    return refuse(said, f"{node.text if node else word} is no card: card, first, or last")


def _counted(node: Node, said: Said, names: Mapping[str, Node]) -> Value:
    """Return how many cards are of a sort: count(hand), count(Heart), count(Queen of Spade), count(8)."""
    if node.word in ("hand", "card") and not node.args:
        return lambda asked: len(asked.table.hands[asked.player])
    if node.word == "deck":
        return lambda asked: len(asked.table.stock)
    of = [node._replace(op="word", args=()), *node.args] if node.word in RANKS and node.args else [node]
    values = [value_of(one, said, names) for one in of]

    def count(asked: Asked) -> int:
        found: Sequence[int] = asked.cards
        for value in values:
            wanted = value(asked)
            found = [card for card in found if _is_of(card, wanted)]
        return len(found)

    return count


def _is_of(card: int, wanted: Any) -> bool:
    if wanted is None:
        return False
    return card % 4 == wanted if isinstance(wanted, _Suit) else card // 4 == wanted
