"""Values of card games as functions of what is asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.values import ARITHMETIC, COMPARE, OPERATORS, combined
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
    op, args = node.op, node.args
    if op == "number":
        number = node.amount
        return lambda _asked: number
    if op in ("and", "or", "not"):
        return combined(op, [condition_of(inner, said, names) for inner in args])
    if op in OPERATORS:
        first, second = (value_of(inner, said, names) for inner in args)
        if op in ARITHMETIC:
            return combined(op, [first, second])
        compare = COMPARE[op]
        return lambda asked: _compared(compare, first(asked), second(asked))
    if op == "if" and len(args) == 3:
        then, other = (value_of(inner, said, names) for inner in args[1:])
        return combined("if", [condition_of(args[0], said, names), then, other])
    if op in ("word", "call"):
        return _named(node, said, names)
    return refuse(said, f"{node.text or op} is not a value of a card game")


def condition_of(node: Node, said: Said, names: Mapping[str, Node]) -> Value:
    """Return a condition as a function; a rank or a suit asks for such a card.  Raises EgggError."""
    is_card = node.word in RANKS or node.word in SUITS
    return (_counted if is_card else value_of)(node, said, names)


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
    return refuse(said, f"{node.text} is not a value of a card game")


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
    return refuse(said, f"{node.text if node else word} is not a card: card, first, or last")


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
            found = [one for one in found if wanted == (one % 4 if isinstance(wanted, _Suit) else one // 4)]
        return len(found)

    return count
