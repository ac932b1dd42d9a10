"""Rules of a game as functions: what each statement of its description means in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.vocabulary import DIRECTIONS, PLACE_WORDS
from rogue.eggg.rules.actions import PLACING, Action, Actions
from rogue.eggg.rules.defaults import MIRRORED, Default, DescribedRules
from rogue.eggg.rules.effects import Condition, Effects, OnBoard
from rogue.eggg.rules.functions import Value
from rogue.eggg.rules.hidden_pieces import HiddenPieces
from rogue.eggg.rules.legal_moves import Guards
from rogue.eggg.rules.letter_hands import LetterHands
from rogue.eggg.rules.movements import WALK, Movements
from rogue.eggg.rules.scene import Scene, Tables
from rogue.eggg.rules.setup import Setup, beginner
from rogue.eggg.rules.values import Values, words_in
from rogue.shared.board_games import NOBODY

FINAL: Final = frozenset({"most", "least", "highest", "maximize", "minimize"})
_SIDES: Final = (PLACE_WORDS | DIRECTIONS | {"column"}) - {"start"}
_MOST_TURNED: Final = 5  # columns or rows of a board whose turned positions count as one
_CHANGING: Final = (*PLACING, WALK, "sow")  # moves that may change other squares


class Ending(NamedTuple):
    """Goal or loss of one player."""

    player: int
    condition: Condition
    is_goal: bool


class Step(NamedTuple):
    """Part of a turn: the actions it may consist of, and when it comes."""

    actions: tuple[Action, ...]
    condition: Condition | None


class RuleBook(DescribedRules):
    """Rules of one game, as its description and the defaults say.  Raises EgggError."""

    setup_class: type[Setup] = Setup
    values_class: type[Values] = Values

    def __init__(
        self, whole: Description, said: Description, defaults: Sequence[Default] = (),
        words: Iterable[str] = (),
    ) -> None:  # fmt: skip
        """Make a game from a description with its defaults; `said` is what its author wrote.

        words  the dictionary, for games of letters
        """
        super().__init__(whole, said, defaults)
        setup = self.setup = self.setup_class(whole)
        self.players, self.kinds = setup.players, setup.kinds
        self.pieces, self.board = setup.pieces, setup.board
        self.is_simultaneous = setup.is_simultaneous
        mixes = [*whole.all("setup"), *(one for one in whole.all("start") if one.says("shuffled"))]
        self._is_shuffled = bool(mixes)
        if mixes and setup.board.shape in ("heaps", "pits"):
            refuse(mixes[0], "heaps and pits have no pieces to place or to shuffle")
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
        effects = Effects(self.values)
        self.movements = Movements(self.tables, self.values, effects)
        self.hidden = HiddenPieces(setup, self.movements) if setup.is_hidden else None
        self.letters = LetterHands(setup, words) if setup.has_letters else None
        self._gains = [self.values.read(one.found["VALUE"], "number", one) for one in gained]
        self._on_board: dict[str, list[OnBoard]] = {}
        self._on_numbers = {name: rows for name, rows in self.movements.on_numbers.items() if rows}
        self._add_effects(effects)
        self._actions = Actions(self.values, self.movements, self._on_board, self.letters)
        self._steps = self._make_steps()
        self._guards = Guards(self.tables, self.values)
        self._early_endings: list[Ending] = []
        self._final_endings: list[Ending] = []
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
        self._prepare()

    def _prepare(self) -> None:
        """Make what the engine keeps besides the rules."""

    def _asks_stuck(self, scene: Scene, player: int) -> bool:
        """Return whether a player has no legal move; the engine knows."""
        raise NotImplementedError

    @property
    def about(self) -> str:
        board = self.board
        return f"{board.columns} x {board.rows} {board.shape}, {' and '.join(self.players)}"

    def _find_traits(self) -> frozenset[str]:
        has_letters = self.letters is not None
        is_hidden = self.hidden is not None or has_letters
        words = {"simultaneous": self.is_simultaneous, "chance": self._is_shuffled or has_letters,
                 "places": self._places, "rounds": self.has_rounds, "walks": any(self.movements.rules),
                 "counts": self.setup.is_counting, "hidden": is_hidden, "letters": has_letters}  # fmt: skip
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

    def _add_effects(self, effects: Effects) -> None:
        """Read what actions do besides: "Place flips ...", "Place means ..."."""
        for said in self.description.all("besides"):
            name = said.found["MOVE"].word
            if name == "sow" and said.found["SUM"].word != "opposite":
                refuse(said, "sowing captures what lies opposite: Sow captures opposite")
            if name not in _CHANGING:
                refuse(said, f"to {name} does nothing to other squares")
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

    def _make_steps(self) -> tuple[Step, ...]:
        if not self.setup.moves:
            refuse(self.description.said[0], "nothing says what a move is, nor what board there is")
        move = self.description.all("move")[0]
        actions = [self._actions.read(choice, move) for choice in self.setup.moves]
        turn, found = self.description.first("steps"), []
        for step in turn.found["STEPS"] if turn is not None else ():
            names = [node.word for node in step.on]
            for name in names:
                if turn is not None and name not in [action.name for action in actions]:
                    refuse(turn, f'{name} is not a move; say it behind "move is", too')
            asked = step.condition and turn and self.values.condition(turn, step.condition)
            found.append(Step(tuple(action for action in actions if action.name in names), asked))
        return tuple(found) or (Step(tuple(actions), None),)

    def _add_ending(self, said: Said) -> None:
        """Read who wins or loses, at once or when the game has ended; a goal of one may be mirrored."""
        node, who = said.found["CONDITION"], said.found.get("PLAYER")
        named = self.setup.player_named(who.word) if who is not None else NOBODY
        totals = {"count", "territory", "score", *self.values.quantities}
        waits = said.says("goal") and self.description.all("ends") and words_in(node) & totals
        endings = self._final_endings if self._finals(node) or waits else self._early_endings
        self.values.ending = node
        condition = self.values.condition(said)
        for player in range(len(self.players)) if named == NOBODY else (named,):
            endings.append(Ending(player, condition, said.says("goal")))
        if any(row.name == MIRRORED for row in self.defaults):
            self.values.is_turned = True
            endings.append(Ending(self.tables.enemy(named), self.values.condition(said), said.says("goal")))
            self.values.is_turned = False
        self.values.ending = None

    def _finals(self, node: Node) -> list[Node]:
        """Return what a condition compares between players, which is looked at when the game has ended."""
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
        """Return whether some move can always be made while a square is empty."""
        return not self._guards.guards and any(
            action.name in PLACING and action.at is None and action.before is None
            and all(len(shape) == 1 for shape in self._actions.shapes)
            for action in self._steps[0].actions
        )  # fmt: skip

    def _symmetries(self) -> list[Callable[[tuple[int, ...]], tuple[int, ...]]]:
        """Return how a small board may be turned, if stones are placed and nothing names a direction."""
        board, start = self.board, self.setup.start
        words = {token.fold for said in self.description.said for token in said.statement.tokens}
        has_sides = bool(words & _SIDES) or bool(self.setup.regions)
        actions = {action.name for step in self._steps for action in step.actions}
        has_shapes = any(len(shape) > 1 for shape in self._actions.shapes)
        is_small = 1 < max(board.columns, board.rows) <= _MOST_TURNED and board.shape in ("squares", "lines")
        if has_sides or has_shapes or not is_small or not actions <= {"place", "pass"}:
            return []
        return [turn for turn in (itemgetter(*one) for one in board.turns()) if turn(start) == start]
