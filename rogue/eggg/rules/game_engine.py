"""Games: the rules of one description as pure functions of positions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from rogue.eggg.language.description import Description
from rogue.eggg.language.english import sentence
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.chance import shuffled
from rogue.eggg.rules.defaults import Default
from rogue.eggg.rules.functions import total
from rogue.eggg.rules.rule_book import Ending, RuleBook
from rogue.eggg.rules.scene import Scene
from rogue.shared.board_games import NO_SQUARE, NOBODY, Move, State


class Rules(RuleBook):
    """Game made from a description, the `Game` of `rogue.shared.board_games`.  Raises EgggError."""

    def __init__(self, whole: Description, said: Description, defaults: Sequence[Default] = ()) -> None:
        """Make a game from a description with its defaults; `said` is what its author wrote."""
        super().__init__(whole, said, defaults)
        self._raw_of: tuple[State | None, int, list[Move]] = (None, 0, [])
        self._result_of: tuple[State | None, tuple[float, ...] | None] = (None, None)

    def start(self, seed: int = 0) -> State:
        """Return the position at the start of a match."""
        squares = self.setup.start
        dice = 0
        if self.description.only("board start shuffled") is not None:
            squares, dice = shuffled(self.setup, seed)
        return self._opening(squares, seed, dice, 0, (0.0,) * len(self.players))

    def _opening(
        self, squares: tuple[int, ...], seed: int, dice: int, rounds: int, scores: tuple[float, ...]
    ) -> State:
        past = (hash(squares),) if self.conditions.asks_past else ()
        mover = (self._begins + rounds) % len(self.players)
        counts = (0,) * len(self.conditions.events)
        return State(
            squares, mover, 0, 0, None, 0, 0, counts, tuple(self._numbers), past, rounds, scores, dice, seed
        )

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the players whose moves `after` wants."""
        if self.result(state) is not None:
            return ()
        return tuple(range(len(self.players))) if self.is_simultaneous else (state.mover,)

    def moves(self, state: State, player: int) -> list[Move]:
        """Return the legal moves of a player."""
        if self.result(state) is not None or (player != state.mover and not self.is_simultaneous):
            return []
        return self._raw(state, player) or [Move(player, "pass", NO_SQUARE, NO_SQUARE)]

    def _raw(self, state: State, player: int) -> list[Move]:
        """Return the moves of a player as if it were his turn, [] if there is none."""
        kept, whose, found = self._raw_of
        if kept is state and whose == player:
            return found
        scene = Scene(self.tables, list(state.squares), state, player)
        found = []
        actions = self._steps[state.step].actions
        for action in actions:
            if not action.if_stuck:
                found += self._actions.moves(action, scene, player)
        if self._guards.guards:
            found = self._guards.allowed(found, state, player)
        if not found:
            for action in actions:
                if action.if_stuck:
                    found += self._actions.moves(action, scene, player)
        self._raw_of = (state, player, found)
        return found

    def _asks_stuck(self, scene: Scene, player: int) -> bool:
        state = scene.state
        if self._never_stuck and 0 in state.squares:
            return False
        return not any(move.name != "pass" for move in self._raw(state, player))

    def after(self, state: State, moves: Sequence[Move]) -> State:
        """Return the position after the moves of all who are to move."""
        if self.is_simultaneous:
            return self._after_choices(state, moves)
        move = moves[0]
        player = move.player
        squares = list(state.squares)
        code = squares[move.start] if move.start >= 0 else move.choice
        touched = state.touched
        for square, new in move.changes:
            squares[square] = new
            touched |= 1 << square
        numbers = self._numbers_after(state, squares, move) if self._on_numbers else state.numbers
        board = tuple(squares)
        past = state.past
        if self.conditions.asks_past:
            is_final = move.taken and not self._places
            past = (hash(board),) if is_final else (*past, hash(board))
        passes = state.passes + 1 if move.name == "pass" else 0
        mover = (player + self._turn) % len(self.players) if self._is_plain else player
        after = State(
            board, mover, state.step, state.ply + 1, move, passes, touched, state.counts, numbers, past,
            state.rounds, state.scores, state.dice, state.seed,
        )  # fmt: skip
        if self._events:
            after = after._replace(counts=self._counted(after, squares, player, code))
        return after if self._is_plain else self._next(after, squares, move)

    def _numbers_after(self, state: State, squares: list[int], move: Move) -> tuple[int, ...]:
        effects = self._on_numbers.get(move.name) or self._on_numbers.get(fold(move.name), [])
        if not effects:
            return state.numbers
        scene = Scene(self.tables, squares, state, move.player)
        scene.start, scene.to = move.start, move.to
        numbers = list(state.numbers)
        for asked, change in effects:
            if asked(scene):
                slot, number = change(scene)
                numbers[slot] = number
        return tuple(numbers)

    def _counted(self, state: State, squares: list[int], player: int, code: int) -> tuple[int, ...]:
        scene = Scene(self.tables, squares, state, player)
        scene.code = code
        return tuple(
            0 if happened(scene) else count + 1
            for happened, count in zip(self._events, state.counts, strict=True)
        )

    def _next(self, state: State, squares: list[int], move: Move) -> State:
        """Return a position with whoever is to move next, in which step of the turn."""
        player, players = move.player, len(self.players)
        scene = Scene(self.tables, squares, state, player)
        scene.start, scene.to = move.start, move.to
        for number in range(state.step + 1, len(self._steps)):
            condition = self._steps[number].condition
            later = state._replace(step=number)
            if (condition is None or condition(scene)) and self._raw(later, player):
                return later
        if any(again(scene) for again in self._again):
            return state._replace(step=0)
        return state._replace(mover=(player + self._turn) % players, step=0)

    def _after_choices(self, state: State, moves: Sequence[Move]) -> State:
        slot = self.conditions.quantities["choice"]
        numbers = list(state.numbers)
        for move in moves:
            numbers[slot + move.player] = move.choice
        return state._replace(ply=state.ply + 1, last=moves[-1], numbers=tuple(numbers))

    def result(self, state: State) -> tuple[float, ...] | None:
        """Return the payoff of each player, None while the round goes on."""
        kept, found = self._result_of
        if kept is not state:
            found = self._payoffs(state)
            self._result_of = (state, found)
        return found

    def _payoffs(self, state: State) -> tuple[float, ...] | None:
        count = len(self.players)
        scene = Scene(self.tables, list(state.squares), state, NOBODY)
        if self.is_simultaneous:
            slot = self.conditions.quantities["choice"]
            if 0 in state.numbers[slot : slot + count]:
                return None
        elif state.step and self._raw(state, state.mover):
            return None
        if (won := self._decided(scene, final=False)) is not None:
            return won
        if any(draw(scene) for draw in self._draws):
            return (0.5,) * count
        if any(ends(scene) for ends in self._ends) or self.is_simultaneous or self._nobody_moves(state):
            return self._decided(scene, final=True) or (0.5,) * count
        return None

    def _nobody_moves(self, state: State) -> bool:
        if self._never_stuck:
            return 0 not in state.squares
        return not any(
            self._raw(state, (state.mover + turn) % len(self.players)) for turn in range(len(self.players))
        )

    def _decided(self, scene: Scene, *, final: bool) -> tuple[float, ...] | None:
        """Return the payoffs if goals or losses hold."""
        count = len(self.players)
        won, lost = (self._reached(scene, self._endings[word, final]) for word in ("goal", "loss"))
        scene.player = NOBODY
        if won:
            share = 1.0 if len(won) == 1 else 0.5
            return tuple(share if player in won else 0.0 for player in range(count))
        if lost:
            return tuple((0.5 if len(lost) == count else 0.0) if one in lost else 1.0 for one in range(count))
        return None

    @staticmethod
    def _reached(scene: Scene, endings: Sequence[Ending]) -> list[int]:
        """Return the players for whom an ending holds."""
        found = []
        for player, condition, _ in endings:
            scene.player = player
            if condition(scene):
                found.append(player)
        return found

    def next_round(self, state: State) -> State | None:
        """Return the start of the next round, None if the match is over."""
        payoffs = self.result(state)
        said = self.description.only("rounds")
        rounds = state.rounds + 1
        most = int(said.match.found["NUMBER"].number) if said is not None else 0
        if payoffs is None or not self.has_rounds or 0 < most <= rounds:
            return None
        scores = tuple(score + (won == 1.0) for score, won in zip(state.scores, payoffs, strict=True))
        return self._opening(self.setup.start, state.seed, state.dice, rounds, scores)

    def view(self, state: State, player: int) -> State:
        """Return what a player may see: the position without its seed."""
        assert player < len(self.players)
        return state._replace(seed=-1)

    def score(self, state: State, player: int) -> float | None:
        """Return the quantity by which the description decides, None if it has none."""
        if self._score is None:
            return None
        return float(total(Scene(self.tables, list(state.squares), state, player), self._score, player))

    def key(self, state: State) -> Hashable:
        """Return a value that is equal for positions with the same future, repetition aside."""
        last = state.last
        trace = (
            (last.start, last.to)
            if last is not None and self._unmoved and last.start >= 0 and not last.taken
            else ()
        )
        passed = trace if trace and Scene(self.tables, [], state, 0).passed_before() else ()
        touched = state.touched & self._unmoved
        return state.squares, state.mover, state.step, state.passes, touched, state.numbers, passed

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        """Return the squares that a piece could enter from a square of the empty board."""
        return self.movements.reach(code, square)

    def text(self, move: Move) -> str:
        """Return a move as text."""
        return self._texts.text(move)

    def find(self, state: State, player: int, text: str) -> Move | None:
        """Return the legal move that a text means, in any case,
        with or without "-"; None if there is none."""
        return self._texts.find(self.moves(state, player), text)

    def refusal(self, state: State, player: int, text: str) -> str:
        """Return why no legal move has this text, "" if one has."""
        if self.find(state, player, text) is not None:
            return ""
        if self.result(state) is not None:
            return "The round is over."
        if player not in self.to_move(state):
            return f"It is {self.players[state.mover]}'s turn."
        scene = Scene(self.tables, list(state.squares), state, player)
        free = [
            move
            for action in self._steps[state.step].actions
            for move in self._actions.moves(action, scene, player)
        ]
        found = self._texts.find(free, text)
        if found is not None:
            guard = self._guards.forbidding(found, state)
            if guard is not None:
                return f'It is forbidden: "{guard.said.statement.text}".'
        return self._texts.refusal(state, player, text, self.moves(state, player))

    def explained(self) -> list[str]:
        """Return the rules as sentences: one a statement, then one a default that decided something."""
        told = [sentence(said) for said in self.said.said]
        return told + [
            f"{row.says}{f' To change it: {row.change}.' if row.change else ''}" for row in self.defaults
        ]

    def described(self) -> dict[str, Any]:
        """Return name, digest, statements, sentences, and defaults as plain data for JSON."""
        return {
            "name": self.name,
            "digest": self.digest,
            "like": list(self.said.lineage),
            "players": list(self.players),
            "traits": sorted(self.traits),
            "statements": [said.statement.text for said in self.said.said],
            "sentences": [sentence(said) for said in self.said.said],
            "defaults": [{"name": row.name, "says": row.says, "change": row.change} for row in self.defaults],
        }
