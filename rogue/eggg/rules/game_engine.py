"""Games: the rules of one description as pure functions of positions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from rogue.eggg.language.description import Description, Said
from rogue.eggg.language.english import sentence
from rogue.eggg.language.patterns import Effect
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.actions import Action, Actions
from rogue.eggg.rules.chance import shuffled
from rogue.eggg.rules.conditions import FINAL, Value
from rogue.eggg.rules.defaults import Default
from rogue.eggg.rules.functions import Functions, total
from rogue.eggg.rules.guards import Guards
from rogue.eggg.rules.move_effects import Condition, Effects, OnBoard
from rogue.eggg.rules.move_text import MoveTexts
from rogue.eggg.rules.movements import Movements
from rogue.eggg.rules.scene import Scene, Tables
from rogue.eggg.rules.setup import Setup, refuse
from rogue.shared.board_games import NO_SQUARE, NOBODY, Move, State


class Ending(NamedTuple):
    """Goal or loss of one player; a final one is looked at only when the game has ended."""

    player: int
    condition: Condition
    is_final: bool


class Step(NamedTuple):
    """Part of a turn: the actions it may consist of, and when it comes."""

    actions: tuple[Action, ...]
    condition: Condition | None


class Rules:
    """Game made from a description, the `Game` of `rogue.shared.board_games`.  Raises EgggError."""

    def __init__(self, whole: Description, said: Description, defaults: Sequence[Default] = ()) -> None:
        """Make a game from a description with its defaults; `said` is what its author wrote."""
        self.description = description = whole
        self.said = said
        self.defaults = tuple(defaults)
        self.name = said.name
        self.digest = said.digest
        setup = self.setup = Setup(description)
        self.players, self.kinds, self.pieces, self.board = (
            setup.players,
            setup.kinds,
            setup.pieces,
            setup.board,
        )
        owners = [piece.owner for piece in self.pieces]
        self.tables = Tables(self.board, owners, [piece.kind for piece in self.pieces], len(self.players))
        self.conditions = Functions(setup, self.tables, self._asks_stuck)
        self._numbers: list[Any] = []
        self._add_quantities()
        self._effects = Effects(self.conditions)
        self.movements = Movements(setup, self.tables, self.conditions, self._effects)
        self._on_board: dict[str, list[OnBoard]] = {}
        self._on_numbers = {name: rows for name, rows in self.movements.on_numbers.items() if rows}
        self._add_effects()
        self._actions = Actions(self.conditions, self.movements, self._on_board)
        self.is_simultaneous = any("synchronize" in said.match.said for said in description.all("turns"))
        self._steps = self._make_steps()
        self._guards = Guards(setup, self.tables, self.conditions)
        self._endings = {
            (word, final): [one for one in self._make_endings(word) if one.is_final == final]
            for word in ("goal", "loss")
            for final in (False, True)
        }
        self._draws = [self._whole(said) for said in setup.said("draw is")]
        self._ends = [self._whole(said) for said in setup.said("game ends")]
        self._again = [self._asked(said) for said in setup.said("player moves again")]
        self._events = [self.conditions.matcher(node) for node in self.conditions.events]
        self._score = self._make_score()
        self._begins = self._first_player()
        turns = [said.match.said for said in description.all("turns")]
        self._turn = -1 if any("counterclockwise" in said for said in turns) else 1
        self._is_plain = len(self._steps) == 1 and not self._again
        self._texts = MoveTexts(setup)
        self._never_stuck = self._knows_stuck()
        self._places = bool(setup.actions & {"place", "drop"})
        self._unmoved = self._asks_unmoved()
        self._raw_of: tuple[State | None, int, list[Move]] = (None, 0, [])
        self._result_of: tuple[State | None, tuple[float, ...] | None] = (None, None)

    @property
    def traits(self) -> frozenset[str]:
        """What kind of game it is; see `Game`."""
        said = self.setup.description
        shuffled = said.only("board start shuffled") is not None
        words = {"simultaneous": self.is_simultaneous, "chance": shuffled, "places": self._places,
                 "rounds": self.has_rounds, "counts": self.board.shape in ("heaps", "pits"),
                 "walks": any(self.movements.rules)}  # fmt: skip
        return frozenset(word for word, holds in words.items() if holds)

    @property
    def has_rounds(self) -> bool:
        """Whether a match has several rounds."""
        increments = any("increment" in said.match.said for said in self.setup.said("score"))
        return self.is_simultaneous or increments or self.description.only("rounds") is not None

    @property
    def captures(self) -> tuple[frozenset[int], ...]:
        """The kinds that each kind can take."""
        found: list[set[int]] = [set() for _ in self.kinds]
        for code, piece in enumerate(self.pieces):
            if code and self.movements.rules[code]:
                found[piece.kind] |= {self.pieces[other].kind for other in self.movements.preys[code]}
        return tuple(map(frozenset, found))

    def _add_quantities(self) -> None:
        """Give each number of the description its place in `State.numbers`, one slot a player."""
        count = len(self.players)
        if any("synchronize" in said.match.said for said in self.description.all("turns")):
            self.conditions.quantities["choice"] = 0
            self._numbers += [0] * count
        for said in self.setup.said("QUANTITY starts"):
            node: Node = said.match.found["QUANTITY"]
            if node.word not in self.conditions.quantities:
                self.conditions.quantities[node.word] = len(self._numbers)
                self._numbers += [0] * count
            slot = self.conditions.quantities[node.word]
            value = said.match.found["VALUE"]
            if value.op != "number":
                refuse(said, "only a number is played as a beginning yet")
            number = int(value.number) if value.number.denominator == 1 else value.number
            named = self.setup.player_named(node.args[0].word) if node.args else NOBODY
            if not node.args:
                self.conditions.shared.add(node.word)
            for player in range(count) if named == NOBODY else (named,):
                self._numbers[slot + player] = number

    def _add_effects(self) -> None:
        """Read what actions do besides: "Place flips ...", "Place means ..."."""
        for said in self.setup.said("MOVE=ACTION"):
            name = said.match.found["ACTION"].fold
            if name == "sow":
                continue
            squares = self.conditions.squares(said.match.found["SUM"], said)
            self._on_board.setdefault(name, []).append(
                self._captured(squares, flips="flip" in said.match.said)
            )
        for said in self.setup.said("HEAD means"):
            name, effect = said.match.found["HEAD"].name.fold, said.match.found.get("EFFECTS")
            movement = self.setup.names.get(name)
            is_action = name in self.setup.actions or (movement is not None and movement.sort == "movement")
            if isinstance(effect, Effect) and is_action:
                board, numbers = self._effects.read(effect, said)
                self._on_board.setdefault(name, []).extend(board)
                self._on_numbers.setdefault(name, []).extend(numbers)

    def _captured(self, squares: Value, *, flips: bool) -> OnBoard:
        table = self._effects.flips if flips else [0] * len(self.pieces)

        def change(scene: Scene) -> tuple[list[tuple[int, int]], list[int]]:
            found = list(squares(scene))
            return [(one, table[scene.squares[one]]) for one in found], found

        return change

    def _make_steps(self) -> tuple[Step, ...]:
        move, turn = self.description.only("move is"), self.description.only("turn is")
        if move is None:
            refuse(self.description.said[0], "nothing says what a move is, nor what board there is")
        actions = [self._actions.read(choice, move) for choice in self.setup.moves]
        if turn is None:
            return (Step(tuple(actions), None),)
        found = []
        for step in turn.match.found["STEPS"]:
            names = [node.word for node in step.on]
            chosen = tuple(action for action in actions if action.name in names)
            if missing := [name for name in names if name not in [action.name for action in actions]]:
                refuse(turn, f'{missing[0]} is no move; say it behind "move is", too')
            condition = (
                self.conditions.condition(step.condition, turn) if step.condition is not None else None
            )
            found.append(Step(chosen, condition))
        return tuple(found)

    def _make_endings(self, word: str) -> list[Ending]:
        found = []
        for said in self.setup.said("(goal|loss)"):
            if word not in said.match.said:
                continue
            node, who = said.match.found["CONDITION"], said.match.found.get("PLAYER")
            condition = self.conditions.condition(node, said)
            named = self.setup.player_named(who.word) if who is not None else NOBODY
            for player in range(len(self.players)) if named == NOBODY else (named,):
                found.append(Ending(player, condition, self._is_final(node)))
        return found

    def _is_final(self, node: Node) -> bool:
        """Return whether a condition compares players, so that it is looked at when the game has ended."""
        calls = [node] if node.op == "call" and node.word in FINAL and len(node.args) == 1 else []
        return bool(calls) or any(map(self._is_final, node.args))

    def _whole(self, said: Said) -> Condition:
        return self.conditions.condition(said.match.found["CONDITION"], said, whole=True)

    def _asked(self, said: Said) -> Condition:
        return self.conditions.condition(said.match.found["CONDITION"], said)

    def _make_score(self) -> Value | None:
        """Return the number by which the description decides."""
        for said in self.setup.said("(goal|loss)"):
            node = said.match.found["CONDITION"]
            if node.op == "call" and node.word in FINAL and len(node.args) == 1:
                return self.conditions.number(node.args[0], said)
        said_score = next((one for one in self.setup.said("score") if "VALUE" in one.match.found), None)
        return self.conditions.number(said_score.match.found["VALUE"], said_score) if said_score else None

    def _first_player(self) -> int:
        said = next(iter(self.setup.said("PLAYER begins")), None)
        return max(self.setup.player_named(said.match.found["PLAYER"].word), 0) if said is not None else 0

    def _knows_stuck(self) -> bool:
        """Return whether some move can always be made while a square is empty."""
        return not self._guards.guards and any(
            action.name in ("place", "drop") and action.at is None and action.before is None
            and not any(len(shape) > 1 for shape in self._actions.shapes)
            for step in self._steps[:1] for action in step.actions
        )  # fmt: skip

    def _asks_unmoved(self) -> int:
        """Return the squares on which it matters whether a piece has moved, as bits."""
        asked = any(
            "unmoved" in token.fold for said in self.description.said for token in said.statement.tokens
        )
        return sum(1 << square for square, code in enumerate(self.setup.start) if code) if asked else 0

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
