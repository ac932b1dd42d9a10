"""Games: the rules of one description as pure functions of positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from rogue.eggg.language.english import sentence
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.chance import shuffled
from rogue.eggg.rules.hidden_pieces import READY, HiddenPieces
from rogue.eggg.rules.legal_moves import Turn
from rogue.eggg.rules.letter_hands import EXCHANGE, LetterHands
from rogue.eggg.rules.move_text import MoveTexts
from rogue.eggg.rules.rule_book import Ending, RuleBook
from rogue.eggg.rules.scene import Scene
from rogue.eggg.rules.word_moves import WORD
from rogue.shared.board_games import NO_SQUARE, NOBODY, Move, State

_SEEDS: Final = 1 << 30
_FREE_TRIES: Final = 20  # random squares or columns, one of which is likely to be free


class Rules(RuleBook):
    """Game made from a description, the `Game` of `rogue.shared.board_games`.  Raises EgggError."""

    def _prepare(self) -> None:
        self._secrets: HiddenPieces | LetterHands | None = self.hidden or self.letters
        self._texts = MoveTexts(self.setup)
        self._latest: Turn | None = None
        self._stacks = self._free_stacks()
        self._result_of: tuple[State | None, tuple[float, ...] | None] = (None, None)
        self._view_of: tuple[State | None, int, State | None] = (None, NOBODY, None)

    def _free_stacks(self) -> list[list[list[Move]]]:
        """Return, by player, the moves in each column, or onto each square; [] if rules forbid some."""
        first, columns = self._steps[0].actions[0], self._actions.columns
        is_plain = self._never_stuck and not self.is_simultaneous and not self._actions.is_open(first)
        if not is_plain or {len(self._steps), len(self._steps[0].actions), *map(len, first.stones)} != {1}:
            return []
        if first.name == "place":
            columns = [[square] for square in range(len(self.board))]
        moves = [self._actions.plain(player, first.name, code) for player, (code,) in enumerate(first.stones)]
        return [[[plain[square] for square in column] for column in columns] for plain in moves]

    def start(self, seed: int = 0) -> State:
        return self._opening(0, (0.0,) * len(self.players), 0, seed)

    def _opening(self, rounds: int, scores: tuple[float, ...], dice: int, seed: int) -> State:
        squares, hidden, step = self.setup.start, self.hidden, 0
        table: Any = None
        if self._is_shuffled:
            squares, dice = shuffled(self.setup, seed, dice)
        counts, mover = (0,) * len(self._events), (self._begins + rounds) % len(self.players)
        if hidden is not None:
            step, table = hidden.first_step(squares, mover), hidden.first_table(squares)
        elif self.letters is not None:
            table, dice = self.letters.dealt(seed, dice)
        past = (self._public_key(squares, table),) if self._keeps_past else ()
        return State(
            squares, mover, step, 0, None, 0, 0, counts, self._beginning, past, rounds, scores, dice, seed,
            table,
        )  # fmt: skip

    def _public_key(self, squares: tuple[int, ...], table: Any) -> Hashable:
        """Return what all see of a board, for the rules about repetition."""
        return hash(squares if self.hidden is None else self.hidden.covered(squares, table, NOBODY))

    def to_move(self, state: State) -> tuple[int, ...]:
        if self.result(state) is not None:
            return ()
        return tuple(range(len(self.players))) if self.is_simultaneous else (state.mover,)

    def moves(self, state: State, player: int) -> list[Move]:
        if self.result(state) is not None or (player != state.mover and not self.is_simultaneous):
            return []
        if self.hidden is not None:
            state = self.view(state, player)  # so that what a player may do follows from what the player sees
            if state.step < 0:
                return self.hidden.swaps(state, player)
        return self._turn_of(state, player).all() or [Move(player, "pass")]

    def _turn_of(self, state: State, player: int) -> Turn:
        """Return the moves of a player as if it were his turn."""
        turn = self._latest
        if turn is None or turn.scene.state is not state or turn.scene.player != player:
            scene = Scene(self.tables, list(state.squares), state, player)
            turn = self._latest = Turn(self._actions, self._guards, self._steps[state.step].actions, scene)
        return turn

    def random_move(self, state: State, draw: Callable[[int], int]) -> Move:
        """Return a legal move of the player to move; most options are not looked at."""
        if self._stacks:
            stacks, squares = self._stacks[state.mover], state.squares
            for _ in range(_FREE_TRIES):
                for move in stacks[draw(len(stacks))]:
                    if not squares[move.to]:
                        return move
        if state.step < 0:
            return self.moves(state, state.mover)[0]
        turn = self._turn_of(state, state.mover)
        left = [(action, move) for action, moves in turn.options for move in moves]
        while left:
            at = draw(len(left))
            action, move = left[at]
            for found in turn.legal(action, (move,)):
                return found
            left[at] = left[-1]
            left.pop()
        moves = self.moves(state, state.mover)
        return moves[draw(len(moves))]

    def _asks_stuck(self, scene: Scene, player: int) -> bool:
        if self._never_stuck and 0 in scene.state.squares:
            return False
        return self._turn_of(scene.state, player).is_stuck()

    def after(self, state: State, moves: Sequence[Move]) -> State:
        if self.is_simultaneous:
            choices = tuple(move.choice for move in moves)
            numbers = (*choices, *state.numbers[len(choices) :])
            return state._replace(ply=state.ply + 1, last=moves[-1], numbers=numbers)
        move, hidden, table, dice = moves[0], self.hidden, state.table, state.dice
        if hidden is not None:
            if state.step < 0:
                begins = (self._begins + state.rounds) % len(self.players)
                return hidden.arranged(state, move, begins, self._turn)
            move = hidden.fought(state, move)
            table = hidden.noted(state, move)
        elif self.letters is not None:
            table, dice = self.letters.after(state, move)
        player = move.player
        squares = list(state.squares)
        code = squares[move.start] if move.start >= 0 else move.choice
        touched = state.touched
        for square, new in move.changes:
            squares[square] = new
            touched |= 1 << square
        is_counted = self._on_numbers or self._gains
        numbers = self._numbers_after(state, squares, move) if is_counted else state.numbers
        board = tuple(squares)
        past = state.past
        if self._keeps_past:
            key = self._public_key(board, table)
            past = (key,) if move.taken and not self._places else (*past, key)
        passes = state.passes + 1 if move.name in ("pass", EXCHANGE) else 0
        mover = (player + self._turn) % len(self.players) if self._is_plain else player
        after = State(
            board, mover, state.step, state.ply + 1, move, passes, touched, state.counts, numbers, past,
            state.rounds, state.scores, dice, state.seed, table,
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
        if self._gains:
            scene.passed = move.path if move.name == WORD else ()
            slot = self.values.quantities["score"] + move.player
            numbers[slot] += sum([gain(scene) for gain in self._gains])
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
        """Return a position with the next player to move, and the step of the turn."""
        scene = self._scene(state, squares, move)
        for number in range(state.step + 1, len(self._steps)):
            condition = self._steps[number].condition
            later = state._replace(step=number)
            if (condition is None or condition(scene)) and not self._turn_of(later, move.player).is_empty():
                return later
        if any(again(scene) for again in self._again):
            return state._replace(step=0)
        return state._replace(mover=(move.player + self._turn) % len(self.players), step=0)

    def result(self, state: State) -> tuple[float, ...] | None:
        kept, found = self._result_of
        if kept is not state:
            found = self._payoffs(state)
            self._result_of = (state, found)
        return found

    def _payoffs(self, state: State) -> tuple[float, ...] | None:
        count = len(self.players)
        if state.step < 0 or (self.hidden is not None and state.seed < 0):
            return None
        scene = Scene(self.tables, list(state.squares), state, NOBODY)
        if self.is_simultaneous:
            if 0 in state.numbers[:count]:
                return None
        elif state.step and not self._turn_of(state, state.mover).is_empty():
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
        if self.letters is not None and "pass" in self.setup.actions:
            return False
        if not self._turn_of(state, state.mover).is_empty():
            return False
        others = [(state.mover + turn) % len(self.players) for turn in range(1, len(self.players))]
        return all(self._turn_of(state, player).is_empty() for player in others)

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
            return tuple([1 / min(len(won), 2) if player in won else 0.0 for player in players])
        if lost:
            all_lost = len(lost) == len(players)
            return tuple([(0.5 if all_lost else 0.0) if one in lost else 1.0 for one in players])
        return None

    def next_round(self, state: State) -> State | None:
        payoffs, rounds = self.result(state), state.rounds + 1
        if payoffs is None or not self.has_rounds or 0 < self.rounds <= rounds:
            return None
        scores = tuple(score + (won == 1.0) for score, won in zip(state.scores, payoffs, strict=True))
        return self._opening(rounds, scores, state.dice, state.seed)

    def view(self, state: State, player: int) -> State:
        """Return what a player may see: the position without its seed, with a cover on what is hidden."""
        before, viewer, found = self._view_of
        if before is not state or viewer != player or found is None:
            found = state._replace(seed=-1)
            if self._secrets is not None:
                found = self._secrets.seen(found, player)
            self._view_of = (state, player, found)
        return found

    def completed(self, view: State, player: int, draw: Callable[[int], int]) -> State:
        """Return a position that agrees with a player's view, with other dice to come."""
        state = view._replace(seed=draw(_SEEDS))
        return state if self._secrets is None else self._secrets.completed(state, player, draw)

    def seen(self, move: Move, player: int) -> Move:
        """Return what a player may see of a move: all but arrangements and exchanges of others."""
        return move if self._secrets is None else self._secrets.seen_move(move, player)

    def screen(self, view: State, player: int) -> Sequence[str]:
        """Return lines beside the board: quantities, how a battle has ended, or letters in hands."""
        secrets = () if self._secrets is None else self._secrets.lines(view, player)
        return [*self._quantity_lines(view), *secrets]

    def _quantity_lines(self, view: State) -> list[str]:
        """Return the quantities that moves change, such as stones in hand; points are told elsewhere."""
        found: dict[str, str] = {}
        for said in self.setup.description.all("quantity"):
            node = said.found["QUANTITY"]
            if node.word == "score":
                continue
            slot, name = self.values.quantities[node.word], node.text.partition(" ")[0]
            told = [f"{one} {view.numbers[slot + at]}" for at, one in enumerate(self.players)]
            is_shared = node.word in self.values.shared
            found[node.word] = f"{name.capitalize()}: {view.numbers[slot] if is_shared else ', '.join(told)}"
        return [*found.values()]

    def symbol(self, view: State, square: int) -> str:
        """Return a mark for an empty square where a word (*) or a letter (+) counts more, "" for others."""
        letter, word = self.setup.premiums.get(square, (1, 1))
        return "" if view.squares[square] else "*" if word > 1 else "+" * (letter > 1)

    def score(self, state: State, player: int) -> float | None:
        scene = Scene(self.tables, list(state.squares), state, player)
        return None if self._score is None else float(self._score(scene))

    def key(self, state: State) -> Hashable:
        """Return a value that is equal for positions with the same future, repetition aside.

        Small boards without directions may be turned or mirrored.
        """
        last, passed = state.last, NO_SQUARE
        if last is not None and self._unmoved and last.start >= 0 and not last.taken:
            passed = last.to if Scene(self.tables, [], state, 0).passed_before() else NO_SQUARE
        touched = state.touched & self._unmoved
        squares = min([turn(state.squares) for turn in self._turned], default=state.squares)
        return squares, state.mover, state.step, state.passes, touched, state.numbers, passed

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        return self.movements.reach(code, square)

    def text(self, move: Move) -> str:
        return self._texts.text(move)

    def find(self, state: State, player: int, text: str) -> Move | None:
        return self._texts.find(state, self.moves(state, player), text)

    def refusal(self, state: State, player: int, text: str) -> str:
        if self.find(state, player, text) is not None:
            return ""
        if self.result(state) is not None:
            return "The round is over."
        if player not in self.to_move(state):
            return f"It is {self.players[state.mover]}'s turn."
        if state.step < 0:
            return f"{text} arranges nothing: swap two of your pieces, such as a1-b2, or say {READY}."
        state = self.view(state, player)
        if self.letters is not None:
            moves = self.moves(state, player)
            best = max(moves, key=lambda move: len(move.path) * (move.name == WORD))
            example = self.text(best) if best.name == WORD else ""
            swap = next((self.text(move) for move in moves if move.name == EXCHANGE), "")
            return self.letters.refusal(text, state.table.hands[player], example, swap)
        scene = Scene(self.tables, list(state.squares), state, player)
        actions = self._steps[state.step].actions
        free = [move for action in actions for move in self._actions.moves(action, scene, player)]
        found = self._texts.find(state, free, text)
        guard = self._guards.forbidding(found, state) if found is not None else None
        if guard is not None:
            return f"{text} breaks a rule: {sentence(guard.said)}"
        return self._texts.refusal(state, player, text, self.moves(state, player))
