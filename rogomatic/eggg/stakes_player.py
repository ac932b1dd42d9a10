"""A computer player for card games with stakes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, log, prod, sqrt
from typing import Final, NamedTuple, cast

from rogomatic.eggg.move_choice import ERRORS
from rogomatic.eggg.opponent import Hint, Opponent, Seat
from rogomatic.eggg.playouts import quick_dice
from rogomatic.roshambo.strategy_lattice import FIRST_BLUFF, drawn, moved_bluff
from rogue.shared.board_games import Move, State
from rogue.shared.card_games import CardGame, CardTable, card_text
from rogue.shared.seeds import Dice

_HANDS: Final = 1_000  # that stand for all


def rank_worths(hands: Iterable[tuple[Sequence[int], float]]) -> dict[int, float]:
    """Return {rank: share}, the share of all points that went to hands with a card of the rank.

    hands  (cards, points) of each hand
    """
    whole, found = 0.0, defaultdict[int, float](float)
    for cards, points in hands:
        whole += points
        for rank in {one // 4 for one in cards}:
            found[rank] += points
    return {rank: points / whole for rank, points in found.items()}


class HandScale:
    """Scale of hands of one size, from 0 for the weakest to 1 for the best."""

    def __init__(self, game: CardGame, size: int, dice: Dice) -> None:
        self._game = game
        hands = [dealt(list(game.cards), size, dice) for _ in range(_HANDS)]
        self._strengths = sorted(map(game.strength, hands))
        self.rank_worths = rank_worths([(hand, self.share(hand)) for hand in hands])

    def share(self, hand: Sequence[int]) -> float:
        """Return the share of random hands that a hand beats.  Equal hands count half."""
        strength = self._game.strength(hand)
        ends = bisect_left(self._strengths, strength) + bisect_right(self._strengths, strength)
        return ends / (2 * len(self._strengths))


def dealt(cards: list[int], count: int, dice: Dice) -> list[int]:
    """Return `count` of the cards, drawn at random.  The list is reordered."""
    for place in range(count):
        other = place + dice.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[:count]


_DEALS_SHARE: Final = 20  # of the budget: a deal takes as long as so many random games
_LEAST_DEALS, _MOST_DEALS = 12, 500  # the most take about a second with six players
_DRAWS: Final = 20  # of each way to put cards away
_PRIOR: Final = 2.0  # moves that a stranger is taken to have made
_MOST_PLIES: Final = 60
_RAISES: Final = ("bet", "raise")


@dataclass(slots=True)
class _Habits:
    """Counts of a player's moves, raises, and folds.

    faced  number of bets that the player had to answer
    """

    moves: int = 0
    raised: int = 0
    faced: int = 0
    folded: int = 0
    now: int = 0

    @property
    def raise_rate(self) -> float:
        """The chance that the player raises."""
        return (self.raised + _PRIOR / 4) / (self.moves + _PRIOR)

    @property
    def fold_rate(self) -> float:
        """The chance that the player folds to a bet."""
        return (self.folded + _PRIOR / 4) / (self.faced + _PRIOR)


class _Gains(NamedTuple):
    """The expected gains of bets, with other estimates for the same turn of the player."""

    gains: list[float]
    error: float  # standard error of the gains
    equity: float  # the player's expected share of the pot
    folds: float  # chance that all other players fold


@dataclass(slots=True)
class _Decision:
    """A bet that was chosen at random, with the chances and scores of all bets that were considered.

    chosen   index of the chosen bet
    chances  chance of each bet to be chosen
    logs     twice the logarithm of each bet's score
    """

    chosen: int
    chances: Sequence[float]
    logs: Sequence[float]


class StakesPlayer(Opponent):
    """A computer player that estimates its share of the pot from the others' bets, and bets accordingly.

    bluff  how random its bets are, as learned so far: their chances are proportional to score^(2 / bluff)
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._cards = cast("CardGame", seat.game)
        self._scales: dict[int, HandScale] = {}
        self._habits = [_Habits() for _ in seat.game.players]
        self._decisions: list[_Decision] = []
        self._round: tuple[int, float] = (0, 0.0)
        self.bluff = FIRST_BLUFF

    def choose(self, view: State) -> Move:
        """Return the best discard, or a random bet.  Bets with greater expected gains are more probable."""
        self._begin(view)
        moves = self._game.moves(view, self._seat.player)
        if moves[0].name == "discard":
            return self._best_discard(view, moves)[0]
        if len(moves) == 1:
            return moves[0]
        gains, error, _, _ = self._gains(view, moves)
        near = [at for at, gain in enumerate(gains) if max(gains) - gain <= ERRORS * error]
        least = min(gains)
        scores = [gains[at] - least for at in near]
        whole = fsum(score ** (2 / self.bluff) for score in scores)
        if not whole:
            return moves[near[0]]
        chances = [score ** (2 / self.bluff) / whole for score in scores]
        chosen = drawn(chances, self._dice)
        logs = [2 * log(score) if score else 0.0 for score in scores]
        self._decisions.append(_Decision(chosen, chances, logs))
        return moves[near[chosen]]

    def hint(self, view: State) -> Hint:
        """Return the bet with the greatest expected gain, or the best discard."""
        moves = self._game.moves(view, view.mover)
        if moves[0].name == "discard":
            best, share = self._best_discard(view, moves)
            kept = [card_text(one) for one in view.table.hands[view.mover] if one not in best.path]
            cards = " ".join(kept) or "new cards"
            return Hint(best, f"With {cards} you beat {share:.0%} of hands on average.")
        gains, _, equity, folds = self._gains(view, moves)
        best = moves[gains.index(max(gains))]
        told = f"Your share of the pot of {sum(view.table.staked)} is {equity:.0%} over sampled deals."
        if best.name in _RAISES:
            told += f" The others may fold to a bet: about {folds:.0%} of the time."
        return Hint(best, told)

    def saw(self, moves: Sequence[Move]) -> None:
        """Count the moves, raises, and folds of each player."""
        for move in moves:
            habits = self._habits[move.player]
            if move.name not in ("check", "call", "fold", *_RAISES):
                continue
            habits.moves += 1
            habits.raised += move.name in _RAISES
            habits.now += move.name in _RAISES
            habits.faced += move.name in ("call", "fold", "raise")
            habits.folded += move.name == "fold"

    def _scale(self, size: int) -> HandScale:
        """Return the scale of hands of a size.  The size includes the cards on the table."""
        if size not in self._scales:
            self._scales[size] = HandScale(self._cards, size, Dice("hands"))
        return self._scales[size]

    def _begin(self, view: State) -> None:
        """If a new round has begun, learn from the last round how much to bluff."""
        number, money = self._round
        before = view.table.before[self._seat.player]
        if view.rounds == number and money:
            return
        gain = (before - money) / max(sum(view.table.before) / len(view.table.before), 1) if money else 0.0
        slope = fsum(
            gain * (one.logs[one.chosen] - fsum(map(float.__mul__, one.chances, one.logs)))
            for one in self._decisions
        )
        self.bluff = moved_bluff(self.bluff, slope)
        self._decisions, self._round = [], (view.rounds, before)
        for habits in self._habits:
            habits.now = 0

    def _gains(self, view: State, moves: Sequence[Move]) -> _Gains:
        """Return the expected gain of each bet, in money."""
        equity, error = self._equity(view)
        table, player = view.table, view.mover
        pot, owed = sum(table.staked), min(max(table.bets) - table.bets[player], table.money[player])
        others = [one for one, out in enumerate(table.is_out) if not out and one != player]
        folds = [self._habits[one].fold_rate if table.money[one] else 0.0 for one in others]
        found: list[float] = []
        for move in moves:
            if move.name in _RAISES:
                callers = sum(1 - rate for rate in folds)
                called = equity * (1 - sum(folds) / len(folds) * (1 - equity))
                whole = pot + owed + move.choice * (1 + callers)
                alone = prod(folds)
                found.append(alone * pot + (1 - alone) * (called * whole - owed - move.choice))
            else:
                found.append(0.0 if move.name == "fold" else equity * (pot + owed) - owed)
        return _Gains(found, error * (pot + owed), equity, prod(folds))

    def _equity(self, view: State) -> tuple[float, float]:
        """Return the expected share of the pot and its standard error, from deals played to the end."""
        draw = quick_dice(self._dice.below(1 << 62))
        player = view.mover
        count = min(max(_LEAST_DEALS, self._seat.budget // _DEALS_SHARE), _MOST_DEALS)
        weights, shares = 0.0, 0.0
        for _ in range(count):
            state = self._game.completed(view, player, draw)
            weight = self._likelihood(state.table, player)
            weights += weight
            shares += weight * self._share(state, player)
        equity = shares / weights if weights else 0.5
        return equity, sqrt(max(equity * (1 - equity), 1 / count) / count)

    def _likelihood(self, table: CardTable, player: int) -> float:
        """Return how likely the raises of the other players are, given their hands in `table`."""
        found = 1.0
        for one, hand in enumerate(table.hands):
            raises = self._habits[one].now
            if one != player and raises and not table.is_out[one]:
                share = self._scale(len(hand) + len(table.board)).share((*hand, *table.board))
                found *= max(share, 0.05) ** (2 * raises * (1 - self._habits[one].raise_rate))
        return found

    def _share(self, state: State, player: int) -> float:
        """Return a player's share of the pot if nobody bets from now on."""
        for _ in range(_MOST_PLIES):
            if state.table.payoffs:
                break
            state = self._game.after(state, (self._quiet(state),))
        table = state.table
        won = table.money[player] + table.staked[player] - table.before[player]
        return won / sum(table.staked) if table.payoffs else 1 / len(table.hands)

    def _quiet(self, state: State) -> Move:
        """Return a check or a call, or the largest discard that keeps the cards that decide a hand's rank."""
        moves = self._game.moves(state, state.mover)
        if moves[0].name != "discard":
            return moves[0]
        pinned = set(self._cards.pinned(state.table.hands[state.mover]))
        return max(moves, key=lambda move: (pinned.isdisjoint(move.path), len(move.path)))

    def _best_discard(self, view: State, moves: Sequence[Move]) -> tuple[Move, float]:
        """Return the best discard, and the mean share of hands that the new hand beats.

        The budget limits how many discards are tried.  Discards that keep the most valuable cards come first.
        """
        hand = view.table.hands[view.mover]
        pinned, worths = self._cards.pinned(hand), self._scale(len(hand)).rank_worths
        usual = fsum(worths.values()) / len(worths)

        def promise(move: Move) -> float:
            kept = [one for one in hand if one not in move.path]
            return fsum([1.0 if one in pinned else worths[one // 4] - usual for one in kept])

        ways = sorted(moves, key=promise, reverse=True)[: max(self._seat.budget // _DRAWS, 1)]
        seen = {*hand, *view.table.tossed[view.mover], *view.table.board}
        unknown = [one for one in self._cards.cards if one not in seen]
        shares = [self._mean_share(hand, move, unknown) for move in ways]
        best = shares.index(max(shares))
        return ways[best], shares[best]

    def _mean_share(self, hand: Sequence[int], move: Move, unknown: list[int]) -> float:
        kept = [one for one in hand if one not in move.path]
        count = len(move.path)
        shares = [
            self._scale(len(hand)).share([*kept, *dealt(unknown, count, self._dice)])
            for _ in range(_DRAWS if count else 1)
        ]
        return fsum(shares) / len(shares)
