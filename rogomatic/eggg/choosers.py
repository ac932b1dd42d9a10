"""Computer players for games with simultaneous turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogomatic.eggg.opponent import Hint, Opponent, Seat
from rogomatic.eggg.playouts import play_out
from rogomatic.roshambo.contest import Contest, equilibrium
from rogomatic.roshambo.context_bots import BestContext, MarkovVotes, Predictor
from rogomatic.roshambo.strategy_lattice import LatticeBot, drawn
from rogomatic.roshambo.throws import Bot, Past
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice

_DECAY: Final = 0.96  # a round, of what a guess has won
_LEVELS: Final = 3  # answers to a guess: the plain one, and after one side sees through the other
_LONG_VOTES: Final = 1.5  # weight of a context against those that are shorter by one
_LEAD: Final = 1.0  # decayed points from where on a guess is trusted
_TOLD: Final = 0.35  # probability of a habit that is told


class HabitReader:
    """A bot that compares several methods, and plays the choice of the method with the best record.

    Some methods predict the other side's choice and pick the best reply to it.  Other methods assume that the
    other side predicts the bot's choice and plays the best reply to it, and they pick the choice that beats
    this reply.  While no method has a good record, the bot plays like a LatticeBot.
    """

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._lattice = LatticeBot(contest)
        self._theirs = _predictors(len(contest.names))
        self._ours = _predictors(len(contest.names))
        self._guesses: list[int] = []
        self._scores: list[float] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Learn from the last round, and return the index of a choice."""
        drawn = self._lattice.choose(past, dice)
        if past.own:
            self._learn(past.own[-1], past.other[-1])
        self._guesses = self._guess()
        self._scores = self._scores or [0.0] * len(self._guesses)
        lead = max(self._scores)
        return self._guesses[self._scores.index(lead)] if lead > _LEAD else drawn

    def belief(self) -> str:
        """Return a sentence on the likely habit of the other side.  Return "" if no habit is likely."""
        weights = self._lattice.lattice.weights()
        chance = max(weights)
        habit = self._lattice.lattice.habits[weights.index(chance)]
        if chance < _TOLD or not habit.is_readable:
            return ""
        return f"You seem to {habit.words.format(choice='choice')} ({chance:.2f})."

    def _learn(self, own: int, other: int) -> None:
        """Update each method's record after the other side's choice.  Tell the predictors both choices."""
        for number, guess in enumerate(self._guesses):
            self._scores[number] = self._scores[number] * _DECAY + self._contest.payoffs[guess][other]
        for predictors, seen, given in ((self._theirs, other, own), (self._ours, own, other)):
            for predictor in predictors:
                predictor.observe(seen)
                predictor.given(given)

    def _guess(self) -> list[int]:
        contest = self._contest
        forecasts = [predictor.distribution() for predictor in self._theirs]
        first = [_best(contest.gains(forecast)) for forecast in (*forecasts, self._lattice.forecast)]
        for predictor in self._ours:
            theirs = _best(contest.mirrored.gains(predictor.distribution()))
            first.append(_answer(contest, theirs))
        return [guess for choice in first for guess in self._seen_through(choice)]

    def _seen_through(self, choice: int) -> list[int]:
        """Return choices for one side, each of which thinks one step further ahead than the one before.

        The first is `choice`.  Each next one is best against the other side's best reply to the one before.
        """
        found = [choice]
        while len(found) < _LEVELS:
            found.append(_answer(self._contest, _answer(self._contest.mirrored, found[-1])))
        return found


def _predictors(symbols: int) -> list[Predictor]:
    return [MarkovVotes(symbols), BestContext(symbols), MarkovVotes(symbols, base=_LONG_VOTES)]


def _answer(contest: Contest, other: int) -> int:
    """Return the best choice against choice `other` of the other side."""
    return _best([row[other] for row in contest.payoffs])


def _best(gains: Sequence[float]) -> int:
    return max(range(len(gains)), key=gains.__getitem__)


def contest_of(game: Game) -> Contest | None:
    """Return the table of which choice beats which.

    Return None if a round is not decided by one simultaneous turn of two players with the same options.
    """
    start = game.start()
    if len(game.players) != 2 or game.to_move(start) != (0, 1):
        return None
    own, other = (game.moves(start, player) for player in (0, 1))
    names = tuple(map(game.text, own))
    if names != tuple(map(game.text, other)):
        return None
    rows: list[tuple[int, ...]] = []
    for move in own:
        outcomes = [game.result(game.after(start, (move, reply))) for reply in other]
        if None in outcomes:
            return None
        rows.append(tuple((one[0] > one[1]) - (one[0] < one[1]) for one in outcomes if one))
    return Contest(names, tuple(rows))


def matched_chances(game: Game, state: State, player: int, budget: int, dice: Dice) -> tuple[float, ...]:
    """Return the probability with which a player should make each legal move.

    The probabilities come from regret matching between this player and one other player, on the mean results
    of about `budget` random games.  If there are more players, they move at random.
    """
    movers = game.to_move(state)
    own = game.moves(state, player)
    rival = next(one for one in movers if one != player)
    replies = game.moves(state, rival)
    times = max(1, budget // (len(own) * len(replies)))

    def payoff(move: Move, reply: Move) -> float:
        fixed = {player: move, rival: reply}
        total = 0.0
        for _ in range(times):
            turn = [fixed.get(one) or dice.one_of(game.moves(state, one)) for one in movers]
            outcome = game.result(play_out(game, game.after(state, turn), dice)[0])
            total += 0.0 if outcome is None else outcome[player] - outcome[rival]
        return total / times

    return equilibrium([[payoff(move, reply) for reply in replies] for move in own])[0]


class Chooser(Opponent):
    """A computer player for contests of simultaneous choices.  It asks a bot what to choose."""

    def __init__(self, seat: Seat, bot: Bot, past: Past) -> None:
        super().__init__(seat)
        self._bot, self._past = bot, past
        self._names = past.contest.names

    def choose(self, view: State) -> Move:
        """Return the bot's choice as a move."""
        return self._named(view, self._seat.player, self._bot.choose(self._past, self._dice))

    def hint(self, view: State) -> Hint:
        """Return a choice drawn with the probabilities of an equilibrium.  Nobody can exploit such play."""
        chance = max(self._past.contest.even_play)
        number = drawn(self._past.contest.even_play, self._dice)
        moves = "all are equally good" if chance * len(self._names) < 1.01 else "no reply exploits this mix"
        return Hint(self._named(view, 1 - self._seat.player, number), f"Drawn at random, as {moves}.")

    def saw(self, moves: Sequence[Move]) -> None:
        """Add the choices of a round to the history."""
        chosen = {move.player: self._names.index(self._game.text(move)) for move in moves}
        self._past.add(chosen[self._seat.player], chosen[1 - self._seat.player])

    def belief(self) -> str:
        """Return a sentence on the likely habit of the other side.  Return "" if no habit is known."""
        return self._bot.belief() if isinstance(self._bot, HabitReader) else ""

    def _named(self, view: State, player: int, number: int) -> Move:
        moves = self._game.moves(view, player)
        return next(move for move in moves if self._game.text(move) == self._names[number])


class RegretMatcher(Opponent):
    """A player for simultaneous turns.  It picks random moves with the chances from `matched_chances`."""

    def choose(self, view: State) -> Move:
        """Return a move, drawn at random with unequal probabilities."""
        player = self._seat.player
        return self._game.moves(view, player)[drawn(self._chances(view, player), self._dice)]

    def hint(self, view: State) -> Hint:
        """Return the most probable move of the player whose turn it is."""
        player = self._game.to_move(view)[0]
        chances = self._chances(view, player)
        best = max(range(len(chances)), key=chances.__getitem__)
        told = f"A good mix plays it {chances[best]:.0%} of the time."
        return Hint(self._game.moves(view, player)[best], told)

    def _chances(self, view: State, player: int) -> tuple[float, ...]:
        return matched_chances(self._game, view, player, self._seat.budget, self._dice)


def make_chooser(seat: Seat, kind: str) -> Opponent:
    """Return a player of `kind`, or of the kind "matching" if `contest_of` returns None for the game."""
    contest = contest_of(seat.game)
    if kind == "matching" or contest is None:
        return RegretMatcher(seat)
    seen = contest if seat.player == 0 else contest.mirrored
    return Chooser(seat, HabitReader(seen) if kind == "habits" else LatticeBot(seen), Past(seen))
