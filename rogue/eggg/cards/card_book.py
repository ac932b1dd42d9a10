"""Rules of a card game as its description states them: deck, phases, ranking of hands, guards, goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rogue.eggg.cards.hand_patterns import Ranking, pattern_of
from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.vocabulary import FINAL, PHASES
from rogue.eggg.rules.defaults import Default, DescribedRules
from rogue.eggg.rules.setup import beginner, players_of
from rogue.eggg.rules.values import ARITHMETIC, COMPARE, OPERATORS, combined
from rogue.shared.board_games import HIDDEN
from rogue.shared.card_games import ACE, RANKS, SUITS, CardTable, card

_EACH: Final[Mapping[str, Callable[[Sequence[Any]], Any]]] = {"highest": max, "most": max, "least": min}


class Asked(NamedTuple):
    """What a value's function is called with: table, player, scores, cards to count, the card played."""

    table: CardTable
    player: int
    scores: Sequence[float]
    cards: Sequence[int]
    card: int = HIDDEN


Value = Callable[[Asked], Any]


def value_of(node: Node, said: Said, names: Mapping[str, Node]) -> Value:
    """Return a value as a function.  Raises EgggError for a value that card games do not have.

    names  the description's definitions; also letters, each of which stands for a number that a player sets
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
    return refuse(said, f"{node.text or op} is not a value for card games")


def condition_of(node: Node, said: Said, names: Mapping[str, Node]) -> Value:
    """Return a condition as a function.  Raises EgggError.

    The name of a rank or a suit is also a condition.  It is true if `Asked.cards` contains such a card.
    """
    is_card = node.word in RANKS or node.word in SUITS
    return (_counted if is_card else value_of)(node, said, names)


def _compared(compare: Callable[[Any, Any], Any], one: Any, other: Any) -> bool:
    """Return the result of a comparison.  If a side is None because there is no card, return True."""
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
    return refuse(said, f"{node.text} is not a value for card games")


class _Suit(int):
    """The number that identifies a suit.  It is a type of its own, because a rank's number is a plain int."""


def _part(asked: Asked, word: str, card: int) -> int | None:
    """Return the suit or the rank of a card.  Return None if there is no card."""
    if card == HIDDEN:
        return None
    if word == "rank":
        return card // 4
    is_last = bool(asked.table.board) and card == asked.table.board[-1] and asked.table.asked != HIDDEN
    return _Suit(asked.table.asked if is_last else card % 4)


def _card(node: Node | None, said: Said) -> Callable[[Asked], int]:
    """Return a function that finds a card: the played card, or the first or last card on the table."""
    word = node.word if node is not None else "card"
    if word == "card":
        return lambda asked: asked.card
    if word in ("first", "last"):
        place = 0 if word == "first" else -1
        return lambda asked: asked.table.board[place] if asked.table.board else HIDDEN
    return refuse(said, f"{node.text if node else word} is not a card; use card, first, or last")


def _counted(node: Node, said: Said, names: Mapping[str, Node]) -> Value:
    """Return a function that counts cards: count(hand), count(Heart), count(Queen of Spade), count(8)."""
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


_MOST_PLAYERS: Final = 6
_MONEY: Final = 100
MOST_RAISES: Final = 3  # in one round of betting
_AUTOMATIC: Final = frozenset({"shuffle", "deal", "compare"})


class Allowed(NamedTuple):
    """Number of cards that may be put away, and a condition for the cards that are kept."""

    least: int
    most: int
    condition: Value | None = None


class PhaseOption(NamedTuple):
    """The action of a phase, or one of several actions to choose from.

    name    "shuffle", "deal", "bet", "fold", "discard", "compare", "draw", or "play"
    onto    object of the action: "card", "board", "money", "trick", "hand"
    amount  number of cards; None if the action has no number
    open    letter that stands for a number chosen by the player
    words   the number as the description says it
    """

    name: str
    onto: str = ""
    amount: Value | None = None
    open: str = ""
    allowed: tuple[Allowed, ...] = ()
    words: str = ""


class CardBook(DescribedRules):
    """Rules of one card game.  Raises EgggError for a game that cannot be played."""

    def __init__(self, whole: Description, said: Description, defaults: Sequence[Default] = ()) -> None:
        super().__init__(whole, said, defaults)
        self.players = players_of(whole, 2, _MOST_PLAYERS, "a card game")
        self.cards = self._deck()
        self._meanings = whole.by_head("meaning")
        self._names = {word: one.found["BODY"] for word, one in whole.by_head("definition").items()}
        self._phases_said = whole.first("phases") or refuse(whole.said[0], _NO_PHASES)
        phases = self._phases_said.found["PHASES"]
        nodes = phases.args if phases.op == "and" else (phases,)
        self.phases = tuple(tuple(self._options(node)) for node in nodes)
        self.options = [option for phase in self.phases for option in phase]
        self._by_suit = any(option.name == "play" for option in self.options)
        self._check_phases()
        self.ranking = self._ranking()
        self.has_money = any(option.name == "bet" for option in self.options)
        self.traits = frozenset({"cards", "chance", "hidden", "rounds", *["stakes"] * self.has_money})
        self.money = self._quantity("money", _MONEY)
        self.ante = self._quantity("ante", 1) if self.has_money else 0
        self.guards = [(one, condition_of(one.found["CONDITION"], one, self._names))
                       for one in whole.all("guard")]  # fmt: skip
        self.trick = self._effects("trick")
        self.names_suit = self._naming()
        self.goal, self.early = self._goal()
        self.ends = [condition_of(one.found["CONDITION"], one, self._names) for one in whole.all("ends")]
        self.turn = -1 if whole.says("turns", "counterclockwise") else 1
        self.begins = beginner(whole, self.players)

    def _deck(self) -> tuple[int, ...]:
        """Return the deck: in each of four suits, the same number of ranks, counted down from the highest."""
        said = self.description.all("deck")[0]  # a default says it
        node = said.found["COUNTS"][0]
        count = int(node.args[0].number)
        if count % 4 or not 4 <= count <= 52 or node.args[1].word != "card" or said.says("bag"):
            refuse(said, "the deck must have 4 to 52 cards in equal suits, as in: deck is 52 cards")
        ranks = range(ACE + 1 - count // 4, ACE + 1)
        return tuple(card(rank, suit) for rank in ranks for suit in range(len(SUITS)))

    def _options(self, node: Node) -> Iterator[PhaseOption]:
        if node.op == "or":
            for inner in node.args:
                yield from self._options(inner)
            return
        said, args = self._phases_said, node.args
        letters = {one: Node("open") for one in map(chr, range(ord("a"), ord("z") + 1))}
        names = {**letters, **self._names}
        amount = args[-1] if len(args) == 2 or (node.word == "draw" and args) else None
        onto = args[0].word if args else ""
        allowed, name = self._meaning(node)
        if name == "discard":
            is_open = amount is None or (amount.op == "word" and amount.word in letters)
            kept = None if is_open or amount is None else value_of(amount, said, names)
            letter = amount.word if is_open and amount else ""
            yield PhaseOption(name, onto, kept, letter, allowed, _words(amount))
        elif name in PHASES:
            yield PhaseOption(name, onto, amount and value_of(amount, said, names), words=_words(amount))
        else:
            refuse(said, f"{node.text or 'this'} is not a phase; the phases are {', '.join(sorted(PHASES))}")

    def _meaning(self, node: Node) -> tuple[tuple[Allowed, ...], str]:
        """Return what a phase allows a player to discard, and the name of the phase's action."""
        said = self._meanings.get(node.word)
        effect = said.found.get("EFFECTS") if said is not None else None
        if said is None or effect is None or effect.op != "does" or effect.does.sentence.name != "leaving":
            return (), node.word
        value = effect.does.found.get("VALUE")
        if value is None:
            return (), "fold" if "lose" in effect.does.said else node.word
        values = value.args if value.op == "or" else (value,)
        return tuple(self._allowed(one, said) for one in values), "discard"

    def _allowed(self, node: Node, said: Said) -> Allowed:
        """Return how many cards an alternative such as "4 cards if Ace" lets a player put away."""
        asks = condition_of(node.args[0], said, self._names) if node.op == "if" else None
        amount = node.args[1] if node.op == "if" else node
        count = amount.args[0] if amount.op == "amount" else amount
        ends = count.args if count.op == "range" else (count, count)
        if any(end.op != "number" for end in ends):
            refuse(said, "the cards to remove must be a number or a range, as in: player removes 0..3 cards")
        return Allowed(int(ends[0].number), int(ends[1].number), asks)

    def _check_phases(self) -> None:
        for phase in self.phases:
            names = {option.name for option in phase}
            if len(phase) > 1 and names & _AUTOMATIC:
                refuse(self._phases_said, 'only actions of players can be joined by "or"')
            if "fold" in names and "bet" not in names:
                refuse(self._phases_said, "players can fold only if they can bet, as in: bet(money) or Fold")
        dealt = [option for option in self.options if option.name == "deal"]
        if self.has_tricks and any(option.onto == "board" for option in dealt):
            refuse(self._phases_said, "a game with tricks cannot deal cards to the table")
        if not dealt or any(option.amount is None for option in dealt):
            refuse(self._phases_said, "the game must deal a number of cards, as in: Deal(cards, 5)")

    def _ranking(self) -> Ranking | None:
        said = self.description.by_head("definition")
        rows = self.description.all("ranking")
        names = [node.word for node in rows[0].found["HANDS"]] if rows else []
        patterns = [pattern_of(said[name]) for name in names]
        size = self.description.all("hand")
        most = max([len(one.terms) for one in patterns], default=1)
        count = int(size[0].found["NUMBER"].number) if size else most
        if not most <= count <= 7:
            refuse(size[0] if size else rows[0], f"hands to compare must have {most} to 7 cards")
        return Ranking(patterns, count, self.cards) if patterns else None

    def _quantity(self, name: str, default: int) -> int:
        """Return the amount of a quantity at the start of a match."""
        for one in self.description.all("quantity"):
            if one.found["QUANTITY"].word not in ("money", "ante", "score"):
                refuse(one, "in a card game, only money, ante, and score can start at a number")
            if one.found["QUANTITY"].word == name:
                value = one.found["VALUE"]
                if value.op != "number" or value.number.denominator > 1 or not 0 <= value.number <= 10**6:
                    refuse(one, f"{name} must start at a whole number from 0 to 1,000,000")
                return int(value.number)
        return default

    def _effects(self, event: str) -> list[tuple[int, Value]]:
        """Return (sign, amount) for each change of a player's score by an event.  A sign is 1 or -1."""
        said = self._meanings.get(event)
        effect = said.found.get("EFFECTS") if said is not None else None
        found: list[tuple[int, Value]] = []
        for one in () if said is None or effect is None else effect.args if effect.op == "and" else (effect,):
            change = one.does if one.op == "does" and one.does.sentence.name == "change" else None
            if change is None or change.found["QUANTITY"].word != "score" or "become" in change.said:
                refuse(said or self._phases_said, f"{event} can only increase or decrease score of player")
            sign = -1 if "decrease" in change.said else 1
            found.append((sign, value_of(change.found["SUM"], said or self._phases_said, self._names)))
        return found

    def _naming(self) -> Value | None:
        """Return the condition under which a player who plays a card also names a suit, or None."""
        said = self._meanings.get("play")
        effect = said.found.get("EFFECTS") if said is not None else None
        if said is None or effect is None:
            return None
        asks, does = effect.args if effect.op == "if" and len(effect.args) == 2 else (Node("open"), effect)
        change = does.does.found if does.op == "does" and does.does.sentence.name == "change" else {}
        if not change or change["QUANTITY"].word != "suit" or len(change["SUM"].word) != 1:
            refuse(said, "a card can only name a suit, as in: Play means suit becomes S if rank is 8")
        return (lambda _asked: True) if asks.op == "open" else condition_of(asks, said, self._names)

    def _goal(self) -> tuple[str, Value | None]:
        """Return what decides a round.

        This is ("hand", None) for the best hand, ("most", None) or ("least", None) for the highest or
        lowest score or money, or ("", condition) if a player wins by meeting a condition.
        """
        said = self.description.all("ending")
        node: Any = said[0].found["CONDITION"] if said else None
        if node is None or said[0].says("loss"):
            return refuse((said or self.description.said)[0], "the goal is missing: goal is most(score)")
        if node.word in FINAL and len(node.args) == 1 and node.op == "call":
            if node.args[0].word == "hand":
                return ("hand", None) if self.ranking else refuse(said[0], _NO_HANDS)
            if node.args[0].word not in ("score", "money"):
                refuse(said[0], "the goal must be the most or least of score or money, or the highest hand")
            return "least" if node.word in ("least", "minimize") else "most", None
        return "", condition_of(node, said[0], self._names)

    @property
    def about(self) -> str:
        node = self.said.all("players")[0].found.get("RANGE")
        ends = [f"{end.number}" for end in node.args] if node is not None else []
        count = " to ".join(ends) if ends else f"{len(self.players)}"
        return f"{len(self.cards)} cards, {count} players"

    def hand_name(self, cards: Sequence[int]) -> str:
        """Return the name of a hand.  Return "" if the hand has no name."""
        return self.ranking.name(cards) if self.ranking else ""

    def place_in_hand(self, card: int) -> tuple[int, int]:
        """Return the sort key of a card: (suit, card) if the game has a "play" phase, otherwise (0, card)."""
        return (card % 4 if self._by_suit else 0, card)

    @property
    def has_tricks(self) -> bool:
        """Whether cards are played in tricks."""
        return any(option.onto == "trick" for option in self.options)


def _words(node: Node | None) -> str:
    if node is None:
        return ""
    if node.op in ("+", "-") and len(node.args) == 2:
        return f"{_words(node.args[0])} {node.op} {_words(node.args[1])}"
    return f"{node.number}" if node.op == "number" else node.text


_NO_PHASES: Final = 'the phases of a round are missing, as in: "game is Shuffle(deck) and Deal(cards, 5) ..."'
_NO_HANDS: Final = 'hands have no ranking, as in: "hands are [Flush, Pair]", "Pair is (R, s) and (R, s)"'
