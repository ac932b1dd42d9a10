"""Values of a description as functions of a scene."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, NoReturn

from rogue.eggg.language.description import Said
from rogue.eggg.language.holes import Place
from rogue.eggg.language.patterns import Effect
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.vocabulary import ACTIONS, PLACE_WORDS, Function, function
from rogue.eggg.rules.scene import Scene, Tables
from rogue.eggg.rules.setup import Setup, refuse
from rogue.shared.board_games import NOBODY

Value = Callable[[Scene], Any]
Sorted = tuple[str, Value]
"""Sort of a value ("truth", "number", "square", "squares", "pieces", "who", or "event"), and its function."""
FINAL: Final = frozenset({"most", "least", "highest", "lowest", "maximize", "minimize"})
_COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": lambda a, b: bool(a == b), "!=": lambda a, b: bool(a != b), "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b), ">": lambda a, b: bool(a > b), ">=": lambda a, b: bool(a >= b),
}  # fmt: skip
_ARITHMETIC: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: Fraction(a) / b if b else 0, "mod": lambda a, b: a % b if b else 0,
}  # fmt: skip
_SAME: Final = {"highest": "most", "maximize": "most", "minimize": "least"}
_OF_PIECES_TEXT: Final = (
    "line lined flanked surrounded connect group territory full reached safe attacked checkmate reach"
    " neighbor beyond capture opponent any"
)
_OF_PIECES: Final = frozenset(_OF_PIECES_TEXT.split())
MAX_VALUES: Final = 20_000  # of one game
MAX_NAMES: Final = 20  # definitions within definitions


def as_condition(effect: Effect | None) -> Node | None:
    """Return effects that are only calls as a condition, None if they do something."""
    if effect is None or effect.op in ("does", "if"):
        return None
    if effect.op == "calls":
        return effect.node
    parts = [as_condition(part) for part in effect.parts]
    return None if None in parts else Node("and", tuple(part for part in parts if part is not None))


def _asked(scene: Scene) -> int:
    """Return who is asked about: of everybody, whoever is to move."""
    return scene.player if scene.player != NOBODY else scene.state.mover


def words_in(node: Node | None) -> set[str]:
    """Return all words of a value."""
    if node is None:
        return set()
    return {node.word}.union(*map(words_in, node.args))


class Conditions:
    """Reader of the values of one game.

    is_stuck    asks the engine whether a player has no legal move
    quantities  folded name of each number -> its place in `State.numbers`, a slot a player
    ending      the whole condition of the goal or loss that is being read, which cannot have held before
    events      what the game counts plies since, as nodes
    """

    def __init__(self, setup: Setup, tables: Tables, is_stuck: Callable[[Scene, int], bool]) -> None:
        self.setup = setup
        self.tables = tables
        self.is_stuck = is_stuck
        self.said: Said = setup.description.said[0]
        self.is_whole = False
        self.quantities: dict[str, int] = {}
        self.shared: set[str] = set()
        self.ending: Node | None = None
        self.events: list[Node] = []
        self.asks_past = False
        self._within: list[str] = []
        self._values = 0
        self._own: dict[str, Sorted] = {}

    def condition(self, node: Node, said: Said, *, whole: bool = False) -> Value:
        """Return a condition as a function that gives True or False.  Raises EgggError."""
        return self._for(node, said, whole, self.truth)

    def number(self, node: Node, said: Said, *, whole: bool = False) -> Value:
        """Return a number as a function.  Raises EgggError."""
        return self._for(node, said, whole, self._number)

    def squares(self, node: Node, said: Said) -> Value:
        """Return a set of squares as a function.  Raises EgggError."""
        return self._for(node, said, False, self._squares)

    def codes(self, node: Node, said: Said) -> Value:
        """Return the content codes that a word such as "opponent" or "own Man" means, as a function."""
        return self._for(node, said, False, self._pieces)

    def _for(self, node: Node, said: Said, whole: bool, make: Callable[[Node], Value]) -> Value:
        before = self.said, self.is_whole
        self.said, self.is_whole = said, whole
        try:
            return make(node)
        finally:
            self.said, self.is_whole = before

    def _wrong(self, node: Node, wanted: str) -> NoReturn:
        refuse(self.said, f"{node.text or node.word or node.op} is no {wanted}")

    def truth(self, node: Node) -> Value:
        """Return what a node says as a condition: sets hold if they are not empty, a square if it is one."""
        sort, get = self.value(node)
        if sort == "square":
            return lambda scene: get(scene) >= 0
        if sort == "squares":
            return lambda scene: bool(get(scene))
        return get if sort == "truth" else self._wrong(node, "condition")

    def _number(self, node: Node) -> Value:
        sort, get = self.value(node)
        if sort in ("squares", "pieces"):
            return self._count(sort, get)
        return get if sort == "number" else self._wrong(node, "number")

    def _squares(self, node: Node) -> Value:
        sort, get = self.value(node)
        if sort == "square":
            return lambda scene: () if (one := get(scene)) < 0 else (one,)
        if sort == "pieces":
            return lambda scene: [square for square, code in enumerate(scene.squares) if code in get(scene)]
        return get if sort == "squares" else self._wrong(node, "set of squares")

    def _pieces(self, node: Node) -> Value:
        if node.word == "opponent" and node.op == "word":
            return lambda scene: self.setup.codes(-1, scene.player, enemies=True)
        sort, get = self.value(node)
        if sort == "who":
            return lambda scene: self.setup.codes(-1, get(scene))
        return get if sort == "pieces" else self._wrong(node, "sort of pieces")

    def _square(self, node: Node) -> Value:
        sort, get = self.value(node)
        return get if sort == "square" else self._wrong(node, "square")

    def _count(self, sort: str, get: Value) -> Value:
        if sort == "squares":
            return lambda scene: len(get(scene))

        def count(scene: Scene) -> int:
            codes = get(scene)
            return sum([code in codes for code in scene.squares])

        return count

    def owned(self, kind: int) -> Value:
        """Return the codes of a kind (-1: of all) of the player who is asked about, else of all."""
        if self.is_whole:
            codes = self.setup.codes(kind, NOBODY)
            return lambda _scene: codes
        return lambda scene: self.setup.codes(kind, scene.player)

    def value(self, node: Node) -> Sorted:
        """Return the sort of a value with its function.  Raises EgggError for what makes no sense."""
        op = node.op
        self._values += 1
        if self._values > MAX_VALUES:
            refuse(self.said, f"names within names make more than {MAX_VALUES:,} values")
        if op == "number":
            number = int(node.number) if node.number.denominator == 1 else node.number
            return "number", lambda _scene: number
        if op in ("and", "or"):
            return "truth", self._joined(op, [self.truth(inner) for inner in node.args])
        if op == "not":
            inner = self.truth(node.args[0])
            return "truth", lambda scene: not inner(scene)
        if op in _COMPARE:
            return "truth", self._compared(op, *node.args)
        if op in _ARITHMETIC:
            first, second = map(self._number, node.args)
            work = _ARITHMETIC[op]
            return "number", lambda scene: work(first(scene), second(scene))
        if op == "if":
            return self._chosen(node)
        if op == "qualified":
            return self._qualified(node)
        if op in ("word", "call"):
            return self._named(node)
        return refuse(self.said, f"{node.text or op} cannot be played yet")

    @staticmethod
    def _joined(op: str, parts: list[Value]) -> Value:
        if len(parts) == 2:
            first, second = parts
            if op == "and":
                return lambda scene: first(scene) and second(scene)
            return lambda scene: first(scene) or second(scene)
        if op == "and":
            return lambda scene: all(part(scene) for part in parts)
        return lambda scene: any(part(scene) for part in parts)

    def _chosen(self, node: Node) -> Sorted:
        asked = self.truth(node.args[0])
        sort, first = self.value(node.args[1])
        if len(node.args) == 2:
            return "truth", self._joined("and", [asked, self.truth(node.args[1])])
        _, second = self.value(node.args[2])
        return sort, lambda scene: first(scene) if asked(scene) else second(scene)

    def _compared(self, op: str, left: Node, right: Node) -> Value:
        (sort, first), (other, second) = self.value(left), self.value(right)
        if right.op == "word" and right.word in self.setup.kind_of:
            codes = self.setup.codes(self.setup.kind_of[right.word], NOBODY)
            second = lambda _scene: codes  # noqa: E731
        sorts = (sort, other)
        if sorts in (("square", "pieces"), ("square", "squares")):
            wanted = op == "="
            if other == "pieces":
                return lambda scene: self._stands_on(scene, first(scene), second(scene)) is wanted
            return lambda scene: (first(scene) in second(scene)) is wanted
        if "squares" in sorts or "pieces" in sorts:
            first, second = self._number(left), self._number(right)
            sorts = ("number", "number")
        if sort != other and sorts != ("number", "number"):
            return self._wrong(right, f"match for {left.text or left.word or left.op}")
        compare = _COMPARE[op]
        return lambda scene: compare(first(scene), second(scene))

    @staticmethod
    def _stands_on(scene: Scene, square: int, codes: frozenset[int]) -> bool:
        return square >= 0 and scene.squares[square] in codes

    def _qualified(self, node: Node) -> Sorted:
        inner = node.args[0]
        if node.word in ("far", "home"):
            return "squares", self._placed(Place((node.word, inner.word)))
        kind = self.setup.kind_of.get(inner.word, -1)
        if inner.word == "stuck":
            return "truth", lambda scene: self.is_stuck(scene, self._enemy(_asked(scene)))
        if kind < 0 and inner.word != "piece":
            return self._wrong(inner, "kind of piece")
        if node.word == "neutral":
            return "pieces", lambda _scene: frozenset(
                code for code, piece in enumerate(self.setup.pieces) if code and piece.owner == NOBODY
            )
        enemies = node.word == "opponent"
        return "pieces", lambda scene: self.setup.codes(kind, scene.player, enemies=enemies)

    def _enemy(self, player: int) -> int:
        return (player + 1) % max(self.tables.players, 1)

    def _named(self, node: Node) -> Sorted:
        """Return the value of a word or a call."""
        word, setup = node.word, self.setup
        if word in self._own and node.op == "word":
            return self._own[word]
        name = setup.names.get(word)
        if word in setup.kind_of and node.op == "word":
            return "pieces", self.owned(setup.kind_of[word])
        if name is not None and name.sort == "definition":
            return self._defined(node, name.said)
        if word in self.quantities and word != "score":
            return "number", self._quantity(node)
        player = setup.player_named(word)
        if player != NOBODY:
            return "who", lambda _scene: player
        if word in setup.regions:
            region = setup.regions[word]
            return "squares", lambda _scene: region
        make: Callable[[Node], Sorted] | None = getattr(self, f"_do_{_SAME.get(word, word)}", None)
        row = function(word)
        if make is not None:
            self._fits(node, row)
            return make(node)
        if word in PLACE_WORDS:
            return "squares", self._placed(Place((word,)))
        if word in ACTIONS or (name is not None and name.sort == "movement"):
            return "event", lambda _scene: word
        return refuse(self.said, f"{row.name if row else node.text} is checked; it cannot be played yet")

    def _fits(self, node: Node, row: Function | None) -> None:
        """Refuse a function without its values, or one that asks heaps for pieces."""
        if row is not None and len(node.args) < row.args[0]:
            refuse(self.said, f"{row.name} stands alone; it is said as in {row.example}")
        if node.word in _OF_PIECES and self.setup.is_counting:
            refuse(self.said, f"{node.text} is for boards with pieces, not for heaps and pits")

    def _placed(self, place: Place) -> Value:
        found = [self.setup.place(place, player, self.said) for player in range(max(1, self.tables.players))]
        return lambda scene: found[max(scene.player, 0)]

    def _defined(self, node: Node, said: Said) -> Sorted:
        """Return the value of a name that the description defines, with its parameters filled in."""
        if node.word in self._within or len(self._within) > MAX_NAMES:
            refuse(said, f"{node.text} is explained by itself")
        head, found = said.match.found["HEAD"], said.match.found
        body = found.get("BODY") or found.get("CONDITION") or as_condition(found.get("EFFECTS"))
        if body is None:
            return self._wrong(node, "value")
        outer, before = self._own, self.said
        self._own = {
            one.word: self.value(given) for one, given in zip(head.parameters, node.args, strict=False)
        }
        self._within.append(node.word)
        self.said = said
        try:
            return self.value(body)
        finally:
            self._own, self.said = outer, before
            self._within.pop()

    def _quantity(self, node: Node) -> Value:
        slot = self.quantities[node.word]
        if node.word in self.shared:
            return lambda scene: scene.state.numbers[slot]
        if node.args:
            sort, who = self.value(node.args[0])
            if sort == "who":
                return lambda scene: scene.state.numbers[slot + who(scene)]
        return lambda scene: scene.state.numbers[slot + max(scene.player, 0)]

    def who(self, node: Node) -> Value:
        """Return the player that a node names, as a function; NOBODY stands for everybody."""
        sort, get = self.value(node)
        return get if sort == "who" else self._wrong(node, "player")
