"""Card games: the rules of one description as pure functions of positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, combinations
from typing import Final, NamedTuple

from rogue.eggg.cards import card_texts
from rogue.eggg.cards.card_book import MOST_RAISES, Asked, CardBook, PhaseOption
from rogue.eggg.language.english import sentence
from rogue.eggg.rules.squares import heaps
from rogue.shared.board_games import HIDDEN, NOBODY, Move, Piece, SaidMovement, State
from rogue.shared.card_games import SUITS, CardTable, card_text
from rogue.shared.seeds import mixed


def staking(table: CardTable, around: Sequence[int]) -> tuple[int, ...]:
    """Return the players with money to bet, in order of turn.  Return () if fewer than two have money."""
    able = tuple(player for player in around if table.money[player])
    return able if len(able) > 1 else ()


def bets(table: CardTable, player: int, ante: int) -> Iterator[Move]:
    """Yield a check or a call, then the least, a middle, and the greatest bet or raise.

    A raise is at least the previous raise, unless the player has less money.  A raise is at most the pot.
    """
    owed, money = max(table.bets) - table.bets[player], table.money[player]
    yield Move(player, "call" if owed else "check", choice=min(owed, money))
    others = [one for one, out in enumerate(table.is_out) if one != player and not out and table.money[one]]
    if money <= owed or table.raises[0] >= MOST_RAISES or not others:
        return
    most = min(sum(table.staked) + owed, money - owed)
    least = min(max(table.raises[1], ante, 1), most)
    name = "raise" if max(table.bets) else "bet"
    for amount in sorted({least, max(most // 2, least), most}):
        yield Move(player, name, choice=amount)


class Pot(NamedTuple):
    """An amount of money, and the players who may win it."""

    amount: int
    players: tuple[int, ...]


def pots_of(staked: Sequence[int], is_out: Sequence[bool]) -> list[Pot]:
    """Return the main pot and the side pots: one pot for each different stake of players who are not out.

    >>> pots_of([5, 20, 20], [False, False, False])
    [Pot(amount=15, players=(0, 1, 2)), Pot(amount=30, players=(1, 2))]
    """
    found: list[Pot] = []
    below = 0
    for level in sorted({stake for stake, out in zip(staked, is_out, strict=True) if stake and not out}):
        amount = sum([min(stake, level) - min(stake, below) for stake in staked])
        players = tuple([one for one, stake in enumerate(staked) if stake >= level and not is_out[one]])
        found.append(Pot(amount, players))
        below = level
    rest = sum([max(stake - below, 0) for stake in staked])  # of players who have folded
    return [*found[:-1], found[-1]._replace(amount=found[-1].amount + rest)] if found else []


def uncalled(staked: Sequence[int]) -> tuple[int, int]:
    """Return the player with the highest stake, and the part of this stake that no other player matched.

    >>> uncalled([5, 20, 12])
    (1, 8)
    """
    second, most = sorted(staked)[-2:]
    return list(staked).index(most), most - second


def shares_of(pots: Sequence[Pot], strengths: Sequence[int], order: Sequence[int]) -> list[int]:
    """Return the amount that each player wins.

    If a pot cannot be split evenly, the winners who come first in `order` get 1 more.
    """
    won = [0] * len(strengths)
    for pot in pots:
        best = max(strengths[player] for player in pot.players)
        winners = [player for player in order if player in pot.players and strengths[player] == best]
        share, odd = divmod(pot.amount, len(winners))
        for place, player in enumerate(winners):
            won[player] += share + (place < odd)
    return won


_SEEDS: Final = 1 << 62
_FILLINGS: Final = 20  # shuffles of hidden cards, one of which is likely to agree with what is known
_EVEN: Final = 0.5


class CardRules(CardBook):
    """Card game made from a description: a `CardGame` of `rogue.shared.card_games`.  Raises EgggError."""

    board = heaps(0, "cards")
    kinds: Sequence[str] = ()
    pieces: Sequence[Piece] = (Piece(-1, NOBODY, "."),)
    captures: Sequence[frozenset[int]] = ()
    movements_said: Sequence[Sequence[SaidMovement]] = ()
    row_goal = 0

    def start(self, seed: int = 0) -> State:
        count = len(self.players)
        table = CardTable((), money=(self.money,) * count if self.has_money else ())
        return self._opening(State((), scores=(0.0,) * count, seed=seed, table=table))

    def _opening(self, before: State) -> State:
        """Return the start of a round, after the antes and the deal."""
        count, money = len(self.players), before.table.money
        is_out = tuple(self.has_money and not one for one in money) or (False,) * count
        paid = tuple(min(self.ante, one) for one in money)
        table = CardTable(
            ((),) * count, self.cards, tossed=((),) * count, is_out=is_out, is_shown=(False,) * count,
            money=tuple(one - stake for one, stake in zip(money, paid, strict=True)),
            staked=paid or (0,) * count, bets=(0,) * count, numbers=((),) * count,
            voids=(frozenset(),) * count, did=("",) * count, before=tuple(map(float, money or before.scores)),
        )  # fmt: skip
        first = self._beginner(before)
        state = before._replace(mover=first, step=-1, ply=0, last=None, passes=0, table=table)
        return self._next_phase(state, first)

    def _around(self, table: CardTable, first: int) -> tuple[int, ...]:
        """Return the players who are not out, in order of turn, from `first` on."""
        count = len(self.players)
        turn = [(first + self.turn * one) % count for one in range(count)]
        return tuple(player for player in turn if not table.is_out[player])

    def _beginner(self, state: State) -> int:
        return (self.begins + state.rounds * self.turn) % len(self.players)

    def _next_phase(self, state: State, first: int) -> State:
        """Return the state at a player's next decision, or at the end of the round."""
        while True:
            step = state.step + 1
            if step == len(self.phases) or len(self._around(state.table, first)) < 2:
                return self._settled(state)
            state = state._replace(step=step)
            option = self.phases[step][0]
            if option.name == "compare":
                return self._settled(state)
            if option.name == "shuffle":
                state = self._shuffled(state, state.table.stock)
            elif option.name == "deal":
                state = self._dealt(state, option, first)
            else:
                pending = self._around(state.table, first)
                if option.name in ("bet", "fold"):
                    pending = staking(state.table, pending)
                elif option.onto == "trick" and not all(state.table.hands):
                    pending = ()
                if pending:
                    return state._replace(mover=pending[0], table=state.table._replace(pending=pending))

    def _shuffled(self, state: State, cards: Sequence[int]) -> State:
        """Return a position whose stock is these cards, shuffled with the random numbers of the match."""
        stock, dice = mixed(cards, state.seed, state.dice)
        return state._replace(dice=dice, table=state.table._replace(stock=tuple(stock)))

    def _asked(
        self, state: State, player: int, card: int = HIDDEN, cards: Sequence[int] | None = None
    ) -> Asked:
        hand = state.table.hands[player] if cards is None else cards
        return Asked(state.table, player, state.scores, hand, card)

    def _amount(self, option: PhaseOption, state: State, player: int) -> int:
        return max(int(option.amount(self._asked(state, player))), 0) if option.amount else 1

    def _dealt(self, state: State, option: PhaseOption, first: int) -> State:
        """Return the position after a deal to the table, or to all players who are not out."""
        if option.onto in ("board", "deck"):
            for _ in range(self._amount(option, state, first)):
                state = self._taken(state, NOBODY)
            return state
        wanted = {one: self._amount(option, state, one) for one in self._around(state.table, first)}
        for number in range(max(wanted.values())):
            for player, count in wanted.items():
                if number < count:
                    state = self._taken(state, player)
        return state

    def _taken(self, state: State, player: int) -> State:
        """Return the position after a player gets the next card of the stock.

        For NOBODY, the card goes to the table.  An empty stock is refilled with the cards put away.
        If a player gets the card in a game without tricks, all cards on the table but the last are added.
        """
        table = state.table
        if not table.stock:
            stays = player == NOBODY or self.has_tricks
            below, board = ((), table.board) if stays else (table.board[:-1], table.board[-1:])
            again = (*chain.from_iterable(table.tossed), *below)
            if not again:
                return state
            table = table._replace(tossed=((),) * len(self.players), board=board)
            state = self._shuffled(state._replace(table=table), again)
            table = state.table
        *stock, card = table.stock
        table = table._replace(stock=tuple(stock))
        if player == NOBODY:
            return state._replace(table=table._replace(board=(*table.board, card)))
        hand = tuple(sorted((*table.hands[player], card), key=self.place_in_hand, reverse=True))
        return state._replace(table=table.changed(player, hands=hand))

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.table.payoffs else (state.mover,)

    def moves(self, state: State, player: int) -> list[Move]:
        """Return the legal moves of a player.  Bets between two listed bets are legal as well."""
        if state.table.payoffs or player != state.mover or player == NOBODY:
            return []
        phase, hand = self.phases[state.step], state.table.hands[player]
        found = [move for option in phase for move in self._of_option(option, state, player)]
        if not found and phase[0].onto == "trick":  # no card fits: any may be played
            return [Move(player, "play", path=(card,)) for card in hand]
        return found or [Move(player, "pass")]

    def _of_option(self, option: PhaseOption, state: State, player: int) -> Iterator[Move]:
        table, hand = state.table, state.table.hands[player]
        if option.name == "bet":
            yield from bets(table, player, self.ante)
        elif option.name == "fold" and max(table.bets) > table.bets[player]:
            yield Move(player, "fold")
        elif option.name == "draw" and (table.stock or len(table.board) > 1):
            yield Move(player, "draw")
        elif option.name == "play":
            for card in hand:
                yield from self._plays(state, player, card)
        elif option.name == "discard":
            yield from self._discards(option, state, player)

    def _plays(self, state: State, player: int, card: int) -> list[Move]:
        """Return the legal moves that play a card, one for each suit if the player must also name a suit."""
        asked = self._asked(state, player, card)
        for _, holds in self.guards:
            if not holds(asked):
                return []
        names = self.names_suit is not None and self.names_suit(asked)
        suits = range(1, len(SUITS) + 1) if names else (0,)
        return [Move(player, "play", path=(card,), choice=suit) for suit in suits]

    def _discards(self, option: PhaseOption, state: State, player: int) -> Iterator[Move]:
        hand = state.table.hands[player]
        counts = range(len(hand) + 1)
        if option.amount is not None:
            counts = range(len(hand) - self._amount(option, state, player), len(hand) + 1)[:1]
        for count in counts:
            for cards in combinations(hand, count):
                kept = [one for one in hand if one not in cards]
                asked = self._asked(state, player, HIDDEN, kept)
                if not option.allowed or any(
                    one.least <= count <= one.most and (one.condition is None or one.condition(asked))
                    for one in option.allowed
                ):
                    yield Move(player, "discard", path=cards)

    def random_move(self, state: State, draw: Callable[[int], int]) -> Move:
        player, phase = state.mover, self.phases[state.step]
        hand = list(state.table.hands[player]) if len(phase) == 1 and phase[0].name == "play" else []
        while hand:
            card = hand.pop(draw(len(hand)))
            if found := self._plays(state, player, card):
                return found[draw(len(found))]
        moves = self.moves(state, player)
        return moves[draw(len(moves))]

    def after(self, state: State, moves: Sequence[Move]) -> State:
        move = moves[0]
        passes = state.passes + 1 if move.name == "pass" else 0
        state = state._replace(ply=state.ply + 1, last=move, passes=passes)
        player, did = move.player, card_texts.told_move(move)
        is_all = move.name in card_texts.STAKES and card_texts.is_all(state.table, move)
        state = self._logged(state, f"{self.players[player]} {did}{', all in' * is_all}")
        table = state.table.changed(
            player, did=did if any(one.name == "bet" for one in self.phases[state.step]) else ""
        )
        pending = table.pending[1:]
        if move.name == "fold":
            table = table.changed(player, is_out=True)
        elif move.name in card_texts.STAKES:
            table, pending = self._bet(table, move, pending)
        elif move.name == "discard":
            table = self._discarded(table, move, self.phases[state.step][0].open)
        elif move.name == "play":
            table = self._played(table, move)
        state = state._replace(table=table._replace(pending=pending))
        if move.name == "draw":
            option = next(option for option in self.phases[state.step] if option.name == "draw")
            for _ in range(self._amount(option, state, player)):
                state = self._taken(state, player)
        return self._go_on(state, player)

    def _bet(
        self, table: CardTable, move: Move, pending: tuple[int, ...]
    ) -> tuple[CardTable, tuple[int, ...]]:
        """Return the table after a stake, and the players who must answer it."""
        player = move.player
        owed = max(table.bets) - table.bets[player]
        paid = min(owed + (move.choice if move.name != "call" else 0), table.money[player])
        if move.name != "call":
            around = self._around(table, player)[1:]
            table = table._replace(raises=(table.raises[0] + 1, max(paid - owed, table.raises[1])))
            pending = tuple(one for one in around if table.money[one])
        money, staked, bet = table.money[player], table.staked[player], table.bets[player]
        return table.changed(player, money=money - paid, staked=staked + paid, bets=bet + paid), pending

    def _discarded(self, table: CardTable, move: Move, letter: str) -> CardTable:
        player = move.player
        kept = tuple(one for one in table.hands[player] if one not in move.path)
        if HIDDEN in move.path:
            kept = table.hands[player][len(move.path) :]
        own = dict(table.numbers[player]) | ({letter: len(kept)} if letter else {})
        tossed = (*table.tossed[player], *move.path)
        return table.changed(player, hands=kept, tossed=tossed, numbers=tuple(sorted(own.items())))

    def _played(self, table: CardTable, move: Move) -> CardTable:
        player, (card,) = move.player, move.path
        kept = list(table.hands[player])
        kept.remove(card if card in kept else HIDDEN)
        voids, led = table.voids[player], table.board[0] if self.has_tricks and table.board else card
        more = table.changed(player, hands=(*table.hands[player], led))
        asked = Asked(more, player, (), more.hands[player], card)
        if led % 4 != card % 4 and not all(holds(asked) for _, holds in self.guards):
            voids |= {led % 4}
        suit = move.choice - 1 if move.choice else HIDDEN
        table = table.changed(player, hands=tuple(kept), voids=voids)
        return table._replace(board=(*table.board, card), asked=suit)

    def _go_on(self, state: State, player: int) -> State:
        """Return the position at the next player's decision, or at the end of the round."""
        table, option = state.table, self.phases[state.step][0]
        around = self._around(table, player)
        if self.early is not None and any(self.early(self._asked(state, one)) for one in around):
            return self._settled(state)
        if table.pending and len(around) > 1:
            return state._replace(mover=table.pending[0])
        first = self._beginner(state)
        pending: tuple[int, ...] = ()
        if option.onto == "trick":
            state, first = self._trick(state)
            pending = self._around(state.table, first) if all(state.table.hands) else ()
        elif option.name in ("play", "draw"):
            pending = (*around[1:], player)
            if state.passes >= len(pending):
                return self._settled(state)
        if pending:
            return state._replace(mover=pending[0], table=state.table._replace(pending=pending))
        ended = state._replace(table=state.table._replace(bets=(0,) * len(self.players), raises=(0, 0)))
        return self._next_phase(ended, first)

    def _trick(self, state: State) -> tuple[State, int]:
        """Return the position after a trick, and the player with the highest card of the suit led."""
        table = state.table
        assert state.last is not None
        order = self._around(table, (state.last.player + self.turn) % len(self.players))
        led = [(card // 4, player) for card, player in zip(table.board, order, strict=True)
               if card % 4 == table.board[0] % 4]  # fmt: skip
        taker = max(led)[1]
        asked = self._asked(state, taker, HIDDEN, table.board)
        gained = sum(sign * value(asked) for sign, value in self.trick)
        scores = tuple(had + gained * (one == taker) for one, had in enumerate(state.scores))
        cards = " ".join(map(card_text, table.board))
        table = table._replace(board=(), gone=(*table.gone, *table.board))
        after = state._replace(scores=scores, table=table)
        points = f" for {gained:g}" if gained else ""
        return self._logged(after, f"{self.players[taker]} takes {cards}{points}"), taker

    def _logged(self, state: State, text: str) -> State:
        return state._replace(table=state.table._replace(log=(*state.table.log, text)))

    def _settled(self, state: State) -> State:
        """Return the end of a round, with pots and points given to the winners."""
        table, order = state.table, self._around(state.table, self._beginner(state))
        hands = [self.strength((*hand, *table.board)) if self.ranking else 0 for hand in table.hands]
        scores, told = list(state.scores), list[str]()
        if self.goal == "hand":
            winners = [one for one in order if hands[one] == max(hands[other] for other in order)]
        elif self.goal:
            winners = []
        else:
            winners = [one for one in order if self.early and self.early(self._asked(state, one))]
        if self.has_money:
            won = shares_of(pots_of(table.staked, table.is_out), hands, order)
            money = tuple(had + new for had, new in zip(table.money, won, strict=True))
            player, back = uncalled(table.staked)
            gains = [amount - back * (one == player) for one, amount in enumerate(won)]
            told = [f"{back} of the stake {'goes' if back == 1 else 'go'} back to {self.players[player]}"] * (
                back > 0
            )
            told += [card_texts.won(self, table, one, gains[one], is_shown=len(order) > 1)
                     for one in order if gains[one]]  # fmt: skip
            table = table._replace(money=money, bets=(0,) * len(won))
            scores = list(map(float, money))
        elif self.description.says("score", "increment") or (not self.goal and not self.trick):
            for one in winners:
                scores[one] += 1
        if len(order) > 1 and self.goal == "hand":
            table = table._replace(is_shown=tuple(not out for out in table.is_out))
        payoffs = self._payoffs(table, scores, winners)
        told = told or [f"{self.players[one]} wins the round" for one in winners]
        if not told:
            told = [", ".join(f"{one} {score:g}" for one, score in zip(self.players, scores, strict=True))]
        after = state._replace(scores=tuple(scores), table=table._replace(payoffs=payoffs, pending=()))
        return self._logged(after, ". ".join([*told, *self._ending(after)]))

    def _payoffs(self, table: CardTable, scores: list[float], winners: list[int]) -> tuple[float, ...]:
        """Return the payoffs.

        In a game without points, a payoff is 1 for a win, 0.5 for a draw, or 0 for a loss.  In a game with
        points or money, the payoffs depend on them, and their mean is 0.5.
        """
        gains = [new - old for new, old in zip(scores, table.before, strict=True)]
        if self.goal == "least":
            gains = [-gain for gain in gains]
        if not self.has_money and self.goal not in ("most", "least"):
            won, lost = 1.0 if len(winners) == 1 else _EVEN, 0.0 if winners else _EVEN
            return tuple([won if one in winners else lost for one in range(len(gains))])
        mean = sum(gains) / len(gains)
        whole = sum(table.before) if self.has_money else sum(map(abs, gains))
        return tuple([_EVEN + (gain - mean) / (2 * whole or 1) for gain in gains])

    def _ending(self, state: State) -> list[str]:
        """Return [a sentence on the winner of the match].  Return [] if the match is not over."""
        if not self._is_over(state):
            return []
        best = min(state.scores) if self.goal == "least" else max(state.scores)
        names = [one for one, score in zip(self.players, state.scores, strict=True) if score == best]
        return [f"The match is over: {' and '.join(names)} with {best:g}"]

    def _is_over(self, state: State) -> bool:
        if self.has_money and sum(score > 0 for score in state.scores) < 2:
            return True
        return 0 < self.rounds <= state.rounds + 1 or any(ends(self._asked(state, 0)) for ends in self.ends)

    def result(self, state: State) -> tuple[float, ...] | None:
        """Return the payoffs, which are above 0.5 for a gain.  Return None if the round is not over."""
        return state.table.payoffs or None

    def next_round(self, state: State) -> State | None:
        if not state.table.payoffs or self._is_over(state):
            return None
        return self._opening(state._replace(rounds=state.rounds + 1))

    def view(self, state: State, player: int) -> State:
        """Return the position as a player may see it.  Others' cards, the stock, and the seed are hidden."""
        table = state.table
        seen = [one == player or table.is_shown[one] for one in range(len(self.players))]
        hands = tuple(hand if own else _hidden(hand) for hand, own in zip(table.hands, seen, strict=True))
        tossed = tuple(cards if one == player else _hidden(cards) for one, cards in enumerate(table.tossed))
        last = state.last and self.seen(state.last, player)
        table = table._replace(hands=hands, tossed=tossed, stock=_hidden(table.stock))
        return state._replace(seed=-1, dice=0, last=last, table=table)

    def seen(self, move: Move, player: int) -> Move:
        """Return a move as a player may see it.  Cards that another player put away are hidden."""
        is_own = move.player == player or move.name != "discard"
        return move if is_own else move._replace(path=_hidden(move.path))

    def completed(self, view: State, player: int, draw: Callable[[int], int]) -> State:
        """Fill a view's hidden cards at random, if possible without suits that a player is known to lack."""
        assert player < len(self.players)
        table = view.table
        groups = [*table.hands, table.stock, *table.tossed]
        known = {one for cards in (*groups, table.board, table.gone) for one in cards}
        unknown = [one for one in self.cards if one not in known]
        filled = groups
        for _ in range(_FILLINGS):
            for last in range(len(unknown) - 1, 0, -1):
                other = draw(last + 1)
                unknown[last], unknown[other] = unknown[other], unknown[last]
            left = iter(unknown)
            filled = [tuple([next(left) if one == HIDDEN else one for one in cards]) for cards in groups]
            lacks = zip(filled, table.voids, strict=False)
            if all(one % 4 not in suits for cards, suits in lacks for one in cards):
                break
        count = len(self.players)
        hands = tuple(tuple(sorted(cards, key=self.place_in_hand, reverse=True)) for cards in filled[:count])
        table = table._replace(hands=hands, stock=filled[count], tossed=tuple(filled[count + 1 :]))
        return view._replace(seed=draw(_SEEDS), table=table)

    def strength(self, cards: Sequence[int]) -> int:
        return self.ranking.strength(cards) if self.ranking and HIDDEN not in cards else 0

    def pinned(self, cards: Sequence[int]) -> Sequence[int]:
        return self.ranking.pinned(cards) if self.ranking else ()

    def score(self, state: State, player: int) -> float:
        """Return the money or the points of a player."""
        return float(state.table.money[player]) if self.has_money else state.scores[player]

    def key(self, state: State) -> Hashable:
        """Return the position without its log and last move, which do not influence the game."""
        return state._replace(table=state.table._replace(log=(), did=()), last=None)

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        """Return no squares, because there is no board."""
        return () if code >= 0 else (square,)

    def screen(self, view: State, player: int) -> Sequence[str]:
        return card_texts.table_lines(self, view, player, self.moves(view, player))

    text = staticmethod(card_texts.text)
    in_words = card_texts.in_words

    def find(self, state: State, player: int, text: str) -> Move | None:
        """Return the legal move that a text means, or None.  A card may be given by name or place in hand."""
        return card_texts.find(state.table, player, self.moves(state, player), text)

    def refusal(self, state: State, player: int, text: str) -> str:
        moves = self.moves(state, player)
        if not moves:
            is_over = bool(state.table.payoffs)
            return "The round is over." if is_over else f"It is {self.players[state.mover]}'s turn."
        if card_texts.find(state.table, player, moves, text) is not None:
            return ""
        plays = [Move(player, "play", path=(one,)) for one in state.table.hands[player]]
        wish = card_texts.find(state.table, player, plays, text)
        for said, holds in self.guards if wish is not None else ():
            if wish and not holds(self._asked(state, player, wish.path[0])):
                return f"{card_text(wish.path[0])} breaks a rule: {sentence(said)}"
        return f'"{text}" is not a move here. {card_texts.choices(state.table, moves)}'


def _hidden(cards: Sequence[int]) -> tuple[int, ...]:
    return (HIDDEN,) * len(cards)
