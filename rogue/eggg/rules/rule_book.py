"""Rules of a game as functions: what each statement of its description means in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rogue.eggg.language.description import Description, Said
from rogue.eggg.language.patterns import Effect
from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.actions import Action, Actions
from rogue.eggg.rules.conditions import FINAL, Value
from rogue.eggg.rules.defaults import Default
from rogue.eggg.rules.functions import Functions
from rogue.eggg.rules.guards import Guards
from rogue.eggg.rules.move_effects import Condition, Effects, OnBoard
from rogue.eggg.rules.move_text import MoveTexts
from rogue.eggg.rules.movements import Movements
from rogue.eggg.rules.scene import Scene, Tables
from rogue.eggg.rules.setup import Setup, refuse
from rogue.shared.board_games import NOBODY


class Ending(NamedTuple):
    """Goal or loss of one player."""

    player: int
    condition: Condition
    is_goal: bool


class Step(NamedTuple):
    """Part of a turn: the actions it may consist of, and when it comes."""

    actions: tuple[Action, ...]
    condition: Condition | None


class RuleBook:
    """Rules of one game, as its description and the defaults say.  Raises EgggError."""

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
        self.tables = Tables(self.board, owners, len(self.players))
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
        self._early_endings: list[Ending] = []
        self._final_endings: list[Ending] = []
        self._make_endings()
        self._draws = [self._whole(said) for said in setup.said("draw")]
        self._ends = [self._whole(said) for said in setup.said("ends")]
        self._again = [self._asked(said) for said in setup.said("again")]
        self._events = [self.conditions.matcher(node) for node in self.conditions.events]
        self._is_shuffled = description.only("board start shuffled") is not None
        self._keeps_past = self.conditions.asks_past
        self._score = self._make_score()
        self._begins = self._first_player()
        turns = [said.match.said for said in description.all("turns")]
        self._turn = -1 if any("counterclockwise" in said for said in turns) else 1
        self._is_plain = len(self._steps) == 1 and not self._again
        self._texts = MoveTexts(setup)
        self._never_stuck = self._knows_stuck()
        self._places = bool(setup.actions & {"place", "drop"})
        self._unmoved = self._asks_unmoved()

    def _asks_stuck(self, scene: Scene, player: int) -> bool:
        """Return whether a player has no legal move; the engine knows."""
        raise NotImplementedError

    @property
    def traits(self) -> frozenset[str]:
        """What kind of game it is; see `Game`."""
        words = {"simultaneous": self.is_simultaneous, "chance": self._is_shuffled, "places": self._places,
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
        for said in self.setup.said("quantity"):
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
        for said in self.setup.said("besides"):
            name = said.match.found["ACTION"].fold
            if name == "sow":
                continue
            squares = self.conditions.squares(said.match.found["SUM"], said)
            self._on_board.setdefault(name, []).append(
                self._captured(squares, flips="flip" in said.match.said)
            )
        for said in self.setup.said("meaning"):
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

    def _make_endings(self) -> None:
        """Read who wins and who loses, at once or when the game has ended."""
        for said in self.setup.said("ending"):
            wins = "goal" in said.match.said
            if not wins and "loss" not in said.match.said:
                continue
            node, who = said.match.found["CONDITION"], said.match.found.get("PLAYER")
            self.conditions.ending = node
            condition = self.conditions.condition(node, said)
            self.conditions.ending = None
            named = self.setup.player_named(who.word) if who is not None else NOBODY
            endings = self._final_endings if self._is_final(node) else self._early_endings
            for player in range(len(self.players)) if named == NOBODY else (named,):
                endings.append(Ending(player, condition, wins))

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
        for said in self.setup.said("ending"):
            node = said.match.found["CONDITION"]
            if node.op == "call" and node.word in FINAL and len(node.args) == 1:
                return self.conditions.number(node.args[0], said)
        said_score = next((one for one in self.setup.said("score") if "VALUE" in one.match.found), None)
        return self.conditions.number(said_score.match.found["VALUE"], said_score) if said_score else None

    def _first_player(self) -> int:
        said = next(iter(self.setup.said("begins")), None)
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
