"""Games: the rules of one description as pure functions of positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.tokens import fold
from rogue.eggg.language.vocabulary import DIRECTIONS, FINAL, PLACE_WORDS
from rogue.eggg.rules.defaults import MIRRORED, Default, DescribedRules
from rogue.eggg.rules.effects import Condition, OnBoard
from rogue.eggg.rules.hidden_pieces import READY, HiddenPieces
from rogue.eggg.rules.legal_moves import PLACING, Actions, Guards, MoveAction, Turn
from rogue.eggg.rules.move_text import MoveTexts
from rogue.eggg.rules.movements import WALK, Movements
from rogue.eggg.rules.scene import Scene, Tables
from rogue.eggg.rules.setup import WALKS, Setup, beginner
from rogue.eggg.rules.values import Value, Values, words_in
from rogue.eggg.rules.word_moves import EXCHANGE, WORD, LetterHands
from rogue.shared.board_games import NO_SQUARE, NOBODY, Move, SaidMovement, State
from rogue.shared.seeds import mixed

_SIDES: Final = (PLACE_WORDS | DIRECTIONS | {"column"}) - {"start"}
_MOST_TURNED: Final = 5  # columns or rows of a board whose turned positions count as one
_CHANGING: Final = (*PLACING, WALK, "sow")  # moves that may change other squares
_SEEDS: Final = 1 << 30
_FREE_TRIES: Final = 20  # random squares or columns, one of which is likely to be free


class GoalOrLoss(NamedTuple):
    """Goal or loss of one player."""

    player: int
    condition: Condition
    is_goal: bool


class TurnStep(NamedTuple):
    """Part of a turn: the actions to choose from, and the condition for this part (None: always)."""

    actions: tuple[MoveAction, ...]
    condition: Condition | None


class BoardRules(DescribedRules):
    """Board game made from a description: a `Game` of `rogue.shared.board_games`.  Raises EgggError."""

    setup_class: type[Setup] = Setup
    values_class: type[Values] = Values

    def __init__(
        self, whole: Description, said: Description, defaults: Sequence[Default] = (),
        words: Iterable[str] = (),
    ) -> None:  # fmt: skip
        """Make a game from `whole`: the author's description `said`, completed by `defaults`.

        words  the dictionary, for games of letters
        """
        super().__init__(whole, said, defaults)
        setup = self.setup = self.setup_class(whole)
        self.players, self.kinds, self.is_simultaneous = setup.players, setup.kinds, setup.is_simultaneous
        self.pieces, self.board = setup.pieces, setup.board
        mixes = [*whole.all("setup"), *(one for one in whole.all("start") if one.says("shuffled"))]
        self._is_shuffled = bool(mixes)
        if mixes and setup.board.shape in ("heaps", "pits"):
            refuse(mixes[0], "heaps and pits have no pieces to place or shuffle")
        self.tables = Tables(setup, self._asks_stuck)
        self.values = self.values_class(self.tables)
        players = len(self.players)
        self.values.beginning += [0] * players * self.is_simultaneous  # the choices come first
        for one in whole.all("quantity"):
            self.values.add_quantity(one, players)
        gained = [one for one in whole.all("score") if one.says("increase")]
        if gained:
            self.values.add_slots("score", players)
        self._beginning = tuple(self.values.beginning)
        self.movements = Movements(self.tables, self.values)
        self.hidden = HiddenPieces(setup, self.movements) if setup.is_hidden else None
        self.letters = LetterHands(setup, words) if setup.has_letters else None
        self._gains = [self.values.read(one.found["VALUE"], "number", one) for one in gained]
        self._add_effects()
        self._actions = Actions(self.values, self.movements, self._on_board, self.letters)
        self._steps = self._make_steps()
        self._guards = Guards(self.tables, self.values)
        self._early_endings, self._final_endings = list[GoalOrLoss](), list[GoalOrLoss]()
        for one in whole.all("ending"):
            self._add_ending(one)
        self._draws, self._ends, self._again = (
            [self.values.condition(one) for one in whole.all(name)] for name in ("draw", "ends", "again")
        )
        self._keeps_past = self.values.asks_past
        self._score = self._make_score()
        self._events = [self.values.event(node) for node in self.values.events]
        self._begins = beginner(whole, self.players)
        self._turn = -1 if whole.says("turns", "counterclockwise") else 1
        self._is_plain = len(self._steps) == 1 and not self._again
        self._places = bool(setup.actions & PLACING)
        self._never_stuck = self._knows_stuck()
        asks_unmoved = any("unmoved" in said.statement.folded for said in whole.said)
        self._unmoved = sum(1 << square for square, code in enumerate(setup.start) if code and asks_unmoved)
        self._turned = self._symmetries()
        self.has_rounds = self._finds_rounds()
        self.traits = self._find_traits()
        self._secrets: HiddenPieces | LetterHands | None = self.hidden or self.letters
        self._texts = MoveTexts(setup)
        self._latest: Turn | None = None
        self._stacks = self._free_stacks()
        self._result_of: tuple[State | None, tuple[float, ...] | None] = (None, None)
        self._view_of: tuple[State | None, int, State | None] = (None, NOBODY, None)

    @property
    def about(self) -> str:
        board = self.board
        return f"{board.columns} x {board.rows} {board.shape}, {' and '.join(self.players)}"

    def _find_traits(self) -> frozenset[str]:
        has_letters = self.letters is not None
        is_hidden = self.hidden is not None or has_letters
        words = {"simultaneous": self.is_simultaneous, "chance": self._is_shuffled or has_letters,
                 "places": self._places, "rounds": self.has_rounds, "walks": any(self.movements.rules),
                 "counts": self.setup.is_counting, "hidden": is_hidden, "letters": has_letters,
                 "giveaway": any((way.word == "stuck" and not way.args)
                                 or (way.op == "=" and words_in(way) == {"", "count", "piece"}
                                 and not way.args[1].number) for way in self._ways_to_win())}  # fmt: skip
        return frozenset(word for word, holds in words.items() if holds)

    def _finds_rounds(self) -> bool:
        increments = self.description.says("score", "increment")
        return self.is_simultaneous or increments or bool(self.description.all("rounds"))

    @property
    def captures(self) -> tuple[frozenset[int], ...]:
        if self.hidden is not None:
            return tuple(self.movements.takes)
        found: list[set[int]] = [set() for _ in self.kinds]
        for code, piece in enumerate(self.pieces):
            if self.movements.rules[code]:
                found[piece.kind] |= {self.pieces[other].kind for other in self.movements.preys[code]}
        return tuple(map(frozenset, found))

    @property
    def movements_said(self) -> tuple[tuple[SaidMovement, ...], ...]:
        found: list[list[SaidMovement]] = [[] for _ in self.kinds]
        for said in self.description.all(*WALKS):
            any_way = any("any" in words for words in said.found.get("DIRECTIONS", ()))
            for kind in self.setup.kinds_of(said.found["PIECES"]):
                found[kind].append(SaidMovement(len(said.statement.text), said.says("slide"), any_way))
        return tuple(map(tuple, found))

    @property
    def row_goal(self) -> int:
        rows = [way.args[0] for way in self._ways_to_win() if way.op == "call" and way.word == "line"]
        return next((int(length.number) for length in rows if length.op == "number" and length.number > 1), 0)

    def _ways_to_win(self) -> list[Node]:
        """Return the parts of the goals, joined by "and" or "or"."""
        goals = [one.found["CONDITION"] for one in self.description.all("ending") if one.says("goal")]
        return [way for goal in goals for way in (goal.args if goal.op in ("or", "and") else (goal,))]

    def _add_effects(self) -> None:
        """Read the additional effects of actions: "Place flips ...", "Place means ..."."""
        effects = self.movements.effects
        self._on_board: dict[str, list[OnBoard]] = {}
        self._on_numbers = {name: rows for name, rows in self.movements.on_numbers.items() if rows}
        for said in self.description.all("besides"):
            name = said.found["MOVE"].word
            if name == "sow" and said.found["SUM"].word != "opposite":
                refuse(said, "sowing can only capture what is opposite, as in: Sow captures opposite")
            if name not in _CHANGING:
                refuse(said, f"{name} cannot affect other squares")
            if name != "sow":
                squares = self.values.read(said.found["SUM"], "squares", said)
                self._on_board.setdefault(name, []).append(effects.replaced(squares, flips=said.says("flip")))
        for said in self.description.all("meaning"):
            name, effect = said.found["HEAD"].word, said.found.get("EFFECTS")
            movement = self.setup.names.get(name)
            is_action = name in self.setup.actions or (movement is not None and movement.sort == "movement")
            if effect is not None and is_action:
                acts = effects.read(effect, said)
                self._on_board.setdefault(name, []).extend(acts.board)
                self._on_numbers.setdefault(name, []).extend(acts.numbers)

    def _make_steps(self) -> tuple[TurnStep, ...]:
        if not self.setup.moves:
            refuse(self.description.said[0], "the move and the board are missing")
        move = self.description.all("move")[0]
        actions = [self._actions.read(choice, move) for choice in self.setup.moves]
        turn, found = self.description.first("steps"), []
        for step in turn.found["STEPS"] if turn is not None else ():
            names = [node.word for node in step.on]
            for name in names:
                if turn is not None and name not in [action.name for action in actions]:
                    refuse(turn, f'{name} is not a move; add it after "move is"')
            asked = step.condition and turn and self.values.condition(turn, step.condition)
            found.append(TurnStep(tuple(action for action in actions if action.name in names), asked))
        return tuple(found) or (TurnStep(tuple(actions), None),)

    def _add_ending(self, said: Said) -> None:
        """Add a goal or loss of one player or of all.  With the default MIRRORED, the enemy has it, too."""
        node, who = said.found["CONDITION"], said.found.get("PLAYER")
        named = self.setup.player_named(who.word) if who is not None else NOBODY
        totals = {"count", "territory", "score", *self.values.quantities}
        waits = said.says("goal") and self.description.all("ends") and words_in(node) & totals
        endings = self._final_endings if self._finals(node) or waits else self._early_endings
        self.values.ending = node
        condition = self.values.condition(said)
        for player in range(len(self.players)) if named == NOBODY else (named,):
            endings.append(GoalOrLoss(player, condition, said.says("goal")))
        if any(row.name == MIRRORED for row in self.defaults):
            self.values.is_turned = True
            mirrored = self.values.condition(said)
            endings.append(GoalOrLoss(self.tables.enemy(named), mirrored, said.says("goal")))
            self.values.is_turned = False
        self.values.ending = None

    def _finals(self, node: Node) -> list[Node]:
        """Return the parts of a condition that compare players.  They are evaluated when the game ends."""
        own = [node] if node.op == "call" and node.word in FINAL and len(node.args) == 1 else []
        return own + [one for inner in node.args for one in self._finals(inner)]

    def _make_score(self) -> Value | None:
        for said in self.description.all("ending"):
            node = said.found["CONDITION"]
            if node in self._finals(node):
                return self.values.read(node.args[0], "number", said)
        said_score = self.setup.said_score()
        return self.values.read(said_score.found["VALUE"], "number", said_score) if said_score else None

    def _knows_stuck(self) -> bool:
        """Return whether a move is certainly possible as long as a square is empty."""
        return not self._guards.guards and any(
            action.name in PLACING and action.at is None and action.before is None
            and all(len(shape) == 1 for shape in self._actions.shapes)
            for action in self._steps[0].actions
        )  # fmt: skip

    def _symmetries(self) -> list[Callable[[tuple[int, ...]], tuple[int, ...]]]:
        """Return functions that turn or mirror a small board's squares.  If directions matter, return []."""
        board, start = self.board, self.setup.start
        words = {token.fold for said in self.description.said for token in said.statement.tokens}
        has_sides = bool(words & _SIDES) or bool(self.setup.regions)
        actions = {action.name for step in self._steps for action in step.actions}
        has_shapes = any(len(shape) > 1 for shape in self._actions.shapes)
        is_small = 1 < max(board.columns, board.rows) <= _MOST_TURNED and board.shape in ("squares", "lines")
        if has_sides or has_shapes or not is_small or not actions <= {"place", "pass"}:
            return []
        return [turn for turn in (itemgetter(*one) for one in board.turns()) if turn(start) == start]

    def _free_stacks(self) -> list[list[list[Move]]]:
        """Return each player's moves, a list for each column or square.  Return [] if some can be illegal."""
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
        """Return a hash of what all players see of a board.  Equal positions have equal hashes."""
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
        """Return the moves that a player has in a position, even if another player is to move."""
        turn = self._latest
        if turn is None or turn.scene.state is not state or turn.scene.player != player:
            scene = Scene(self.tables, list(state.squares), state, player)
            turn = self._latest = Turn(self._actions, self._guards, self._steps[state.step].actions, scene)
        return turn

    def random_move(self, state: State, draw: Callable[[int], int]) -> Move:
        """Return a random legal move of the player to move, usually without listing all legal moves."""
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
        names = (move.name, fold(move.name), WALK if move.start >= 0 else "")
        effects = [one for name in dict.fromkeys(names) for one in self._on_numbers.get(name, ())]
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
        """Return the position after a move, with the next step of the turn or the next player to move."""
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

    def _decided(self, scene: Scene, endings: Sequence[GoalOrLoss]) -> tuple[float, ...] | None:
        """Return the payoffs of the players.  Return None if no goal or loss is reached."""
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
        """Return the position as a player may see it: without its seed, with hidden pieces covered."""
        before, viewer, found = self._view_of
        if before is not state or viewer != player or found is None:
            found = state._replace(seed=-1)
            if self._secrets is not None:
                found = self._secrets.seen(found, player)
            self._view_of = (state, player, found)
        return found

    def completed(self, view: State, player: int, draw: Callable[[int], int]) -> State:
        """Return a random position that fits a player's view, with a new seed for the dice."""
        state = view._replace(seed=draw(_SEEDS))
        return state if self._secrets is None else self._secrets.completed(state, player, draw)

    def seen(self, move: Move, player: int) -> Move:
        """Return a move as a player may see it.  Other players' arrangements and exchanges are hidden."""
        return move if self._secrets is None else self._secrets.seen_move(move, player)

    def screen(self, view: State, player: int) -> Sequence[str]:
        """Return the lines beside the board: quantities, results of battles, or letters in hands."""
        secrets = () if self._secrets is None else self._secrets.lines(view, player)
        return [*self._quantity_lines(view), *secrets]

    def _quantity_lines(self, view: State) -> list[str]:
        """Return lines with the values of the quantities, such as stones in hand, but not of the score."""
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
        """Return "*" if an empty square multiplies scores of words, "+" if only of letters, or else ""."""
        letter, word = self.setup.premiums.get(square, (1, 1))
        return "" if view.squares[square] else "*" if word > 1 else "+" * (letter > 1)

    def score(self, state: State, player: int) -> float | None:
        scene = Scene(self.tables, list(state.squares), state, player)
        return None if self._score is None else float(self._score(scene))

    def key(self, state: State) -> Hashable:
        """Return a key.  Positions with equal keys allow the same play, apart from rules about repetition.

        On a small board, if directions do not matter in the rules, turned and mirrored positions share a key.
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
            return f"{text} does not arrange pieces: swap two of yours, such as a1-b2, or type {READY}."
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
            return f"{text} breaks a rule: {self.in_words(guard.said)}"
        return self._texts.refusal(state, player, text, self.moves(state, player))


def shuffled(setup: Setup, seed: int, dice: int = 0) -> tuple[tuple[int, ...], int]:
    """Return the start with the first player's pieces shuffled in each row, and the number of dice drawn.

    The second player's pieces mirror these.  Hidden pieces, however, are shuffled separately for each player.
    """
    found, board, pieces = list(setup.start), setup.board, setup.pieces
    for row, owner in product(range(board.rows), range(len(setup.players) if setup.is_hidden else 1)):
        inside = [
            square for square, cell in enumerate(board.cells)
            if cell[1] == row and pieces[setup.start[square]].owner == owner
        ]  # fmt: skip
        order, dice = mixed([setup.start[square] for square in inside], seed, dice)
        for square, code in zip(inside, order, strict=True):
            found[square] = code
            mirror = board.at(board.cells[square][0], board.rows - 1 - row)
            if not setup.is_hidden and mirror >= 0 and pieces[setup.start[mirror]].owner == 1:
                found[mirror] = setup.code_of.get((pieces[code].kind, 1), found[mirror])
    return tuple(found), dice
