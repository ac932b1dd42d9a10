"""Games: the rules of one description as pure functions of positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Final

from rogue.eggg.language.description import Description
from rogue.eggg.language.english import sentence
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.actions import Action
from rogue.eggg.rules.chance import shuffled
from rogue.eggg.rules.defaults import Default
from rogue.eggg.rules.move_text import MoveTexts
from rogue.eggg.rules.rule_book import Ending, RuleBook
from rogue.eggg.rules.scene import Scene
from rogue.shared.board_games import NO_SQUARE, NOBODY, Move, State

_FREE_TRIES: Final = 20  # random squares or columns, one of which is likely to be free


class Options:
    """Moves that may turn out to be illegal, or without their effects, by action; `judge` asks the guards."""

    def __init__(
        self, scene: Scene, groups: list[tuple[Action, list[Move]]], judge: Callable[[Move], bool] | None
    ) -> None:
        self.scene, self.groups, self.judge = scene, groups, judge


class Rules(RuleBook):
    """Game made from a description, the `Game` of `rogue.shared.board_games`.  Raises EgggError."""

    def __init__(self, whole: Description, said: Description, defaults: Sequence[Default] = ()) -> None:
        """Make a game from a description with its defaults; `said` is what its author wrote."""
        super().__init__(whole, said, defaults)
        self._texts = MoveTexts(self.setup)
        self._raw_of: tuple[State | None, int, list[Move]] = (None, 0, [])
        self._options_of: Options | None = None
        self._can_of: tuple[State | None, int, bool] = (None, 0, False)
        self._is_lazy = len(self._steps) == 1 and not self.is_simultaneous
        self._stacks = self._free_stacks()
        self._result_of: tuple[State | None, tuple[float, ...] | None] = (None, None)

    def _free_stacks(self) -> list[list[list[Move]]]:
        """Return, by player, the moves in each column, or onto each square; [] if rules forbid some."""
        first, columns = self._steps[0].actions[0], self._actions.columns
        is_plain = self._never_stuck and self._is_lazy and not self._actions.is_open(first)
        if not is_plain or {len(codes) for codes in first.stones} != {1} or len(self._steps[0].actions) > 1:
            return []
        if first.name == "place":
            columns = [[square] for square in range(len(self.board))]
        moves = [self._actions.plain(player, first.name, code) for player, (code,) in enumerate(first.stones)]
        return [[[plain[square] for square in column] for column in columns] for plain in moves]

    def start(self, seed: int = 0) -> State:
        """Return the position at the start of a match."""
        squares, dice = self.setup.start, 0
        if self._is_shuffled:
            squares, dice = shuffled(self.setup, seed)
        return self._opening(squares, State((), scores=(0.0,) * len(self.players), dice=dice, seed=seed))

    def _opening(self, squares: tuple[int, ...], match: State) -> State:
        """Return the start of a round, with rounds, scores, and dice of the match."""
        return match._replace(
            squares=squares, mover=(self._begins + match.rounds) % len(self.players),
            step=0, ply=0, last=None, passes=0, touched=0, counts=(0,) * len(self._events),
            numbers=tuple(self._numbers), past=(hash(squares),) if self.values.asks_past else (),
        )  # fmt: skip

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
        options = self._options(state, player)
        found = []
        for action, moves in options.groups:
            found += self._legal(options, action, moves)
        if not found:
            for action in self._steps[state.step].actions:
                if action.if_stuck:
                    found += self._actions.moves(action, options.scene, player)
        self._raw_of = (state, player, found)
        return found

    def _options(self, state: State, player: int) -> Options:
        """Return what a player could do who is not stuck, before it is known whether it is legal."""
        kept = self._options_of
        if kept is not None and kept.scene.state is state and kept.scene.player == player:
            return kept
        scene = Scene(self.tables, list(state.squares), state, player)
        groups = [
            (action, self._actions.options(action, scene, player))
            for action in self._steps[state.step].actions if not action.if_stuck
        ]  # fmt: skip
        judge = self._guards.judge(state, player) if self._guards.guards else None
        self._options_of = Options(scene, groups, judge)
        return self._options_of

    def _legal(self, options: Options, action: Action, moves: Sequence[Move]) -> Iterator[Move]:
        """Return those of some options that are legal, with their effects."""
        found: Iterable[Move] = moves
        if self._actions.is_open(action):
            found = self._actions.finished(action, options.scene, moves)
        return iter(found) if options.judge is None else filter(options.judge, found)

    def _can_move(self, state: State, player: int) -> bool:
        """Return whether a player has a legal move beside passing, as if it were his turn."""
        kept, whose, can_move = self._can_of
        if kept is not state or whose != player:
            can_move = (self._is_lazy and self._has_option(state, player)) or any(
                move.name != "pass" for move in self._raw(state, player)
            )
            self._can_of = (state, player, can_move)
        return can_move

    def _has_option(self, state: State, player: int) -> bool:
        options = self._options(state, player)
        active = [group for group in options.groups if group[0].name != "pass"]
        return any(next(self._legal(options, *group), None) is not None for group in active)

    def random_move(self, state: State, draw: Callable[[int], int]) -> Move:
        """Return a legal move of the player to move; most options are not looked at."""
        if self._stacks:
            stacks, squares = self._stacks[state.mover], state.squares
            for _ in range(_FREE_TRIES):
                for move in stacks[draw(len(stacks))]:
                    if not squares[move.to]:
                        return move
        kept, whose, _ = self._raw_of
        if self._is_lazy and (kept is not state or whose != state.mover):
            options = self._options(state, state.mover)
            left = [(action, move) for action, moves in options.groups for move in moves]
            while left:
                at = draw(len(left))
                action, move = left[at]
                found = next(self._legal(options, action, (move,)), None)
                if found is not None:
                    return found
                left[at] = left[-1]
                left.pop()
        found_moves = self.moves(state, state.mover)
        return found_moves[draw(len(found_moves))]

    def _asks_stuck(self, scene: Scene, player: int) -> bool:
        if self._never_stuck and 0 in scene.state.squares:
            return False
        return not self._can_move(scene.state, player)

    def after(self, state: State, moves: Sequence[Move]) -> State:
        """Return the position after the moves of all who are to move."""
        if self.is_simultaneous:
            choices = tuple(move.choice for move in moves)
            return state._replace(
                ply=state.ply + 1, last=moves[-1], numbers=(*choices, *state.numbers[len(choices) :])
            )
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
        if self._keeps_past:
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
        scene = self._scene(state, squares, move)
        numbers = list(state.numbers)
        for effect in effects:
            changed = effect(scene)
            if changed is not None:
                numbers[changed[0]] = changed[1]
        return tuple(numbers)

    def _scene(self, state: State, squares: list[int], move: Move) -> Scene:
        scene = Scene(self.tables, squares, state, move.player)
        scene.start, scene.to = move.start, move.to
        return scene

    def _counted(self, state: State, squares: list[int], player: int, code: int) -> tuple[int, ...]:
        scene = Scene(self.tables, squares, state, player)
        scene.code = code
        pairs = zip(self._events, state.counts, strict=True)
        return tuple([0 if happened(scene) else count + 1 for happened, count in pairs])

    def _next(self, state: State, squares: list[int], move: Move) -> State:
        """Return a position with whoever is to move next, in which step of the turn."""
        scene = self._scene(state, squares, move)
        for number in range(state.step + 1, len(self._steps)):
            condition = self._steps[number].condition
            later = state._replace(step=number)
            if (condition is None or condition(scene)) and self._raw(later, move.player):
                return later
        if any(again(scene) for again in self._again):
            return state._replace(step=0)
        return state._replace(mover=(move.player + self._turn) % len(self.players), step=0)

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
            if 0 in state.numbers[:count]:
                return None
        elif state.step and self._raw(state, state.mover):
            return None
        for player, condition, _ in self._early_endings:
            scene.player = player
            if condition(scene):
                return self._decided(scene, self._early_endings)
        scene.player = NOBODY
        for draw in self._draws:
            if draw(scene):
                return (0.5,) * count
        has_ended = self.is_simultaneous
        for ends in self._ends:
            has_ended = has_ended or ends(scene)
        if has_ended or self._nobody_moves(state):
            return self._decided(scene, self._final_endings) or (0.5,) * count
        return None

    def _nobody_moves(self, state: State) -> bool:
        if self._never_stuck:
            return 0 not in state.squares
        if self._can_of[0] is state and self._can_of[2]:
            return False
        count = len(self.players)
        for player in [(state.mover + turn) % count for turn in range(count)]:
            if self._is_lazy:
                options = self._options(state, player)
                if any(next(self._legal(options, *group), None) for group in reversed(options.groups)):
                    return False
            if self._raw(state, player):
                return False
        return True

    def _decided(self, scene: Scene, endings: Sequence[Ending]) -> tuple[float, ...] | None:
        """Return the payoffs if goals or losses hold."""
        found: dict[bool, list[int]] = {True: [], False: []}
        for player, condition, wins in endings:
            scene.player = player
            if condition(scene):
                found[wins].append(player)
        scene.player = NOBODY
        won, lost = found[True], found[False]
        players = range(len(self.players))
        if won:
            share = 1.0 if len(won) == 1 else 0.5
            return tuple([share if player in won else 0.0 for player in players])
        if lost:
            all_lost = len(lost) == len(players)
            return tuple([(0.5 if all_lost else 0.0) if one in lost else 1.0 for one in players])
        return None

    def next_round(self, state: State) -> State | None:
        """Return the start of the next round, None if the match is over."""
        payoffs, said = self.result(state), self.setup.found("rounds", "NUMBER")
        rounds = state.rounds + 1
        if payoffs is None or not self.has_rounds or (said is not None and 0 < said.number <= rounds):
            return None
        scores = tuple(score + (won == 1.0) for score, won in zip(state.scores, payoffs, strict=True))
        return self._opening(self.setup.start, state._replace(rounds=rounds, scores=scores))

    def view(self, state: State, player: int) -> State:
        """Return what a player may see: the position without its seed."""
        assert player < len(self.players)
        return state._replace(seed=-1)

    def score(self, state: State, player: int) -> float | None:
        """Return the quantity by which the description decides, None if it has none."""
        scene = Scene(self.tables, list(state.squares), state, player)
        return None if self._score is None else float(self._score(scene))

    def key(self, state: State) -> Hashable:
        """Return a value that is equal for positions with the same future, repetition aside."""
        last, passed = state.last, NO_SQUARE
        if last is not None and self._unmoved and last.start >= 0 and not last.taken:
            passed = last.to if Scene(self.tables, [], state, 0).passed_before() else NO_SQUARE
        touched = state.touched & self._unmoved
        return state.squares, state.mover, state.step, state.passes, touched, state.numbers, passed

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        """Return the squares that a piece could enter from a square of the empty board."""
        return self.movements.reach(code, square)

    def text(self, move: Move) -> str:
        """Return a move as text."""
        return self._texts.text(move)

    def find(self, state: State, player: int, text: str) -> Move | None:
        """Return the legal move that a text means, in any case, with or without "-"; None if none."""
        return self._texts.find(state, self.moves(state, player), text)

    def refusal(self, state: State, player: int, text: str) -> str:
        """Return why no legal move has this text, "" if one has."""
        if self.find(state, player, text) is not None:
            return ""
        if self.result(state) is not None:
            return "The round is over."
        if player not in self.to_move(state):
            return f"It is {self.players[state.mover]}'s turn."
        scene = Scene(self.tables, list(state.squares), state, player)
        actions = self._steps[state.step].actions
        free = [move for action in actions for move in self._actions.moves(action, scene, player)]
        found = self._texts.find(state, free, text)
        guard = self._guards.forbidding(found, state) if found is not None else None
        if guard is not None:
            return f"{text} breaks a rule: {sentence(guard.said)}"
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
