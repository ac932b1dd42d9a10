"""Types for card games: cards as numbers, the state of a round, the protocol of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from rogue.shared.board_games import HIDDEN, Game

SUITS: Final = ("club", "diamond", "heart", "spade")
LOG_LINES: Final = 8
"""Number of log lines at the end of a card game's screen."""
ACE: Final = 14
RANKS: Final = {"ace": ACE, "king": 13, "queen": 12, "jack": 11}
_LETTERS: Final = "23456789TJQKA"


def card(rank: int, suit: int) -> int:
    """Return the card with a rank (2 to 14, an ace) and a suit (an index into `SUITS`)."""
    return rank * 4 + suit


def rank_text(rank: int) -> str:
    """Return the sign of a rank: 2 to 9, T, J, Q, K, or A."""
    return _LETTERS[rank - 2]


def card_text(one: int) -> str:
    """Return a card as text, or "??" for a hidden card.

    >>> card_text(card(ACE, 2)), card_text(HIDDEN)
    ('Ah', '??')
    """
    return "??" if one == HIDDEN else f"{rank_text(one // 4)}{SUITS[one % 4][0]}"


def card_named(text: str) -> int | None:
    """Return the card that a text names in capital or small letters, or None if the text names no card.

    >>> card_named("10h") == card_named("tH") == card(10, 2)
    True
    """
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    suits = [one[0] for one in SUITS]
    return (
        card(_LETTERS.index(rank) + 2, suits.index(suit)) if rank in set(_LETTERS) and suit in suits else None
    )


class CardTable(NamedTuple):
    """Cards and stakes of a round.  Cards that the viewer may not see are HIDDEN.

    These fields have one entry per player:

    hands     cards in hand, highest first; in games with a "play" phase, grouped by suit, and highest first
              within a suit
    tossed    cards put away face down
    money     money left
    staked    money put into the pot in this round
    bets      money put into the pot since the betting began
    is_out    whether the player has folded or cannot play
    is_shown  whether everybody may see the hand
    numbers   (letter in the description, number) of each number that the player has chosen
    voids     indexes of the suits that the player is known not to have
    before    money when the round began or, in games without money, the score
    payoffs   payoff of the round; () while the round goes on
    did       the player's latest action in the betting; "" after an action in another phase

    These fields belong to the whole table:

    stock     cards not yet dealt; the next card is the last one
    board     cards face up on the table, dealt or played, without finished tricks
    gone      cards that were played and are out of the round
    pending   players who have not yet decided in this phase, in turn order
    asked     index of the suit that the player of the last card named; HIDDEN if none was named, so that the
              card's own suit counts
    raises    number of bets and raises since the betting began, and the amount of the largest of them
    log       what has happened in the round
    """

    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    tossed: tuple[tuple[int, ...], ...] = ()
    gone: tuple[int, ...] = ()
    pending: tuple[int, ...] = ()
    asked: int = HIDDEN
    money: tuple[int, ...] = ()
    staked: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()
    raises: tuple[int, int] = (0, 0)
    is_out: tuple[bool, ...] = ()
    is_shown: tuple[bool, ...] = ()
    numbers: tuple[tuple[tuple[str, int], ...], ...] = ()
    voids: tuple[frozenset[int], ...] = ()
    before: tuple[float, ...] = ()
    payoffs: tuple[float, ...] = ()
    log: tuple[str, ...] = ()
    did: tuple[str, ...] = ()

    def changed(self, player: int, **own: Any) -> CardTable:
        """Return a copy of the table in which the named fields have new values for one player."""
        rows = {name: getattr(self, name) for name in own}
        changed: dict[str, Any] = {
            name: (*row[:player], own[name], *row[player + 1 :]) for name, row in rows.items()
        }
        return self._replace(**changed)


class CardGame(Game, Protocol):
    """A game of cards, whose `State.table` is a `CardTable`.

    cards  the whole deck
    """

    @property
    def cards(self) -> Sequence[int]: ...

    def strength(self, cards: Sequence[int]) -> int:
        """Return the rank of a hand, higher for better hands, or 0 if the game does not compare hands."""
        ...

    def pinned(self, cards: Sequence[int]) -> Sequence[int]:
        """Return the cards that decide the rank of a hand, such as both kings of a pair of kings."""
        ...
