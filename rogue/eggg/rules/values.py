"""Functions that compute, for a scene, the values that a description mentions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import prod
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Final, NoReturn, TypeVar

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.tokens import words
from rogue.eggg.language.vocabulary import ACTIONS, ONLY_IN, PLACE_WORDS, Function, function
from rogue.eggg.rules.scene import Scene, Tables
from rogue.shared.board_games import NO_SQUARE, NOBODY

Value = Callable[[Scene], Any]
Sorted = tuple[str, Value]
"""Sort of a value (a key of `SORTS`), and the function that returns the value."""
Work = Callable[..., Any]
Read = TypeVar("Read")
SORTS: Final = {
    "truth": "condition", "number": "number", "square": "square", "squares": "set of squares or pieces",
    "pieces": "sort of pieces", "who": "player", "kind": "kind of piece", "event": "kind of event",
    "letters": "group of letters",
}  # fmt: skip
"""Sort of a value -> what messages call it."""


class Fixed:
    """Value that is the same in every scene."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, _scene: Scene) -> Any:
        return self.value


def applied(work: Work, gets: Sequence[Value]) -> Value:
    """Return a function that calls `work` with the scene and with the results of `gets`."""
    if not gets:
        return work
    if len(gets) == 1:
        one = gets[0]
        return lambda scene: work(scene, one(scene))
    if len(gets) == 2:
        first, second = gets
        return lambda scene: work(scene, first(scene), second(scene))
    return lambda scene: work(scene, *[get(scene) for get in gets])


def _counted(scene: Scene, squares: Collection[int]) -> int:
    """Return the number of squares.  In games of heaps and pits, return the number of things on them."""
    return sum([scene.squares[one] for one in squares]) if scene.tables.setup.is_counting else len(squares)


def _number(scene: Scene, codes: frozenset[int]) -> int:
    return len([code for code in scene.squares if code in codes])


def _happened(scene: Scene, event: Value) -> bool:
    """Return whether the player made the last move, and the move fits `event`."""
    last = scene.state.last
    return last is not None and scene.player in (last.player, NOBODY) and bool(event(scene))


def _captured(scene: Scene, kind: int) -> bool:
    last = scene.state.last
    enemies = scene.tables.setup.codes(kind, scene.player, enemies=True)
    taken = last is not None and bool(last.taken) and scene.player in (last.player, NOBODY)
    return taken and enemies.isdisjoint(scene.squares)


def _chose(kind: int, scene: Scene, *, enemies: bool) -> bool:
    """Return whether the player has chosen a kind.  If `enemies`, return whether an enemy has."""
    codes = scene.tables.setup.codes(kind, NOBODY)
    players = range(scene.tables.players)
    return any(scene.state.numbers[one] in codes for one in players if (one != scene.player) is enemies)


def _standing(scene: Scene, codes: frozenset[int], squares: Sequence[int]) -> int:
    return sum([scene.squares[one] in codes for one in squares])


def _is_unmoved(scene: Scene, square: int) -> bool:
    return square >= 0 and not scene.state.touched >> square & 1


def _times(scene: Scene) -> int:
    """Return the number of times that the position has occurred."""
    past = scene.state.past
    return past[:: -scene.tables.players].count(past[-1]) if past else 1


def letters_of(scene: Scene) -> list[int]:
    """Return the letters of a move's words.  A letter whose value is multiplied by n is listed n times."""
    premiums, cells, path = scene.tables.setup.premiums, scene.tables.board.cells, scene.passed
    end = path.index(scene.to) + 1 if path else 0
    along = int(path[:1] != () and cells[scene.start][0] == cells[scene.to][0])  # a word across has one cell
    found: list[int] = []
    for word in (path[:end], *(tuple(run) for _, run in groupby(path[end:], lambda at: cells[at][along]))):
        new = {at: premiums.get(at, (1, 1)) for at in word if not scene.state.squares[at]}
        letters = [scene.squares[at] for at in word for _ in range(new.get(at, (1, 1))[0])]
        found += letters * prod(times for _, times in new.values())
    return found


def _store(scene: Scene) -> tuple[int, ...]:
    size = len(scene.squares) // 2
    return (size - 1 + size * max(scene.player, 0),)


_most: Final[Work] = lambda s, number: s.leads(number, max)  # noqa: E731
_least: Final[Work] = lambda s, number: s.leads(number, min)  # noqa: E731
PLAYED: Final[dict[str, tuple[Work, ...]]] = {
    "line": (Scene.has_row, Scene.row_through, Scene.has_row_of),
    "lined": (lambda s, count, codes: sum(
        [code in codes and s.row_through(count, at) for at, code in enumerate(s.squares)]),),
    "flanked": (Scene.flanked,),
    "surrounded": (lambda s: s.surrounded(s.tables.setup.codes(-1, s.player, enemies=True)),
                   Scene.surrounded, lambda s, square: bool(s.chain(square, is_enclosed=True))),
    "connect": (Scene.connects,),
    "group": (Scene.groups,),
    "territory": (Scene.territory,),
    "full": (lambda s: 0 not in s.squares,),
    "empty": (lambda s, squares: not any(s.squares[one] for one in squares), lambda _, letters: not letters),
    "worth": (lambda s, letters: sum([s.tables.setup.worths[code] for code in letters]),),
    "count": (_number, _counted, lambda _, letters: len(letters), _standing),
    "neighbor": (lambda s, square: sum([s.squares[one] > 0 for one in s.tables.board.neighbors[square]]),
                 lambda s, square, codes: _standing(s, codes, s.tables.board.neighbors[square])),
    "distance": (lambda s, one, other: s.tables.board.distance(one, other),),
    "row": (lambda s, square: s.tables.board.cells[square][1] + 1 if square >= 0 else 0,),
    "column": (lambda s, square: s.tables.board.cells[square][0] + 1 if square >= 0 else 0,),
    "reached": (lambda s, codes, squares: _standing(s, codes, squares) > 0,),
    "from": (lambda s: s.start,),
    "to": (lambda s: s.to if s.to >= 0 or s.state.last is None else s.state.last.to,),
    "between": (lambda s: s.passed[-1] if s.passed else NO_SQUARE,),
    "passed": (Scene.passed_before,),
    "beyond": (Scene.beyond,),
    "last": (lambda s: NO_SQUARE if s.state.last is None else s.state.last.to,
             lambda s, event: _happened(s, event) and s.tables.is_stuck(s, s.state.mover)),
    "first": (_happened,),
    "lastmove": (lambda s, name: s.state.last is not None and s.state.last.name.lower() == name,),
    "unmoved": (lambda s: _is_unmoved(s, s.start), _is_unmoved),
    "safe": (lambda s, square: not s.is_attacked(square, s.player),
             lambda s, codes: not s.attacks_some(codes, s.player)),
    "attacked": (lambda s, square: s.is_attacked(square, s.player),
                 lambda s, codes: s.attacks_some(codes, s.player)),
    "checkmate": (Scene.is_mated,),
    "reach": (lambda s, one, other: one >= 0 and other in s.tables.targets(s, one),),
    "stuck": (lambda s: s.stuck(s.player if s.player != NOBODY else s.state.mover), Scene.stuck),
    "pass": (lambda s: s.state.passes,),
    "since": (lambda s, slot: s.state.counts[slot],),
    "repeated": (lambda s, number: _times(s) >= number,),
    "new": (lambda s: hash(tuple(s.squares)) not in s.state.past,),
    "store": (_store,),
    "most": (_most, lambda _, *numbers: max(numbers)),
    "least": (_least, lambda _, *numbers: min(numbers)),
    "highest": (_most,),
    "maximize": (_most,),
    "minimize": (_least,),
    "sum": (lambda _, *numbers: sum(numbers),),
    "prime": (lambda _, number: number > 1 and all(number % one for one in range(2, int(number**0.5) + 1)),),
    "player": (lambda s: s.player, lambda s, kind: _chose(kind, s, enemies=False)),
    "opponent": (lambda s: s.tables.enemy(s.player), lambda s, kind: _chose(kind, s, enemies=True)),
    "capture": (_captured,),
}  # fmt: skip
"""Name of a function -> for each of its forms, what computes it from the scene and the arguments."""
CONVERSIONS: Final[dict[tuple[str, str], Work]] = {
    ("square", "truth"): lambda _, square: square >= 0,
    ("square", "squares"): lambda _, square: (square,) if square >= 0 else (),
    ("letters", "number"): lambda _, letters: len(letters),
    ("squares", "truth"): lambda _, squares: bool(squares),
    ("squares", "number"): _counted,
    ("pieces", "number"): _number,
    ("pieces", "squares"): lambda s, codes: [at for at, code in enumerate(s.squares) if code in codes],
    ("who", "number"): lambda _, player: player,
    ("who", "pieces"): lambda s, player: s.tables.setup.codes(-1, player),
}
"""(sort, wanted sort) -> what converts a value, from the scene and the value."""


COMPARE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip
ARITHMETIC: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: Fraction(a) / b if b else 0, "mod": lambda a, b: a % b if b else 0,
}  # fmt: skip
_OF_PIECES: Final = words(
    "line lined flanked surrounded connect group territory full reached safe attacked checkmate reach"
    " neighbor beyond capture opponent any"
)
_TURNED: Final = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
_HELD: Final[dict[str, Value]] = {
    "bag": lambda scene: scene.state.table.bag,
    "hand": lambda scene: (
        min(scene.state.table.hands, key=len) if scene.player < 0 else scene.state.table.hands[scene.player]
    ),
    "letter": letters_of,
}  # fmt: skip
"""Letters in the bag, in a hand (for NOBODY, in the smallest hand), and in the words that a move makes."""
MAX_VALUES: Final = 20_000  # of one game
MAX_NAMES: Final = 40  # definitions within definitions
OPERATORS: Final = {**COMPARE, **ARITHMETIC}


def combined(op: str, parts: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """Return the function that joins parts by an operator.  For "if", the first part is the condition."""
    if op == "not":
        (only,) = parts
        return lambda scene: not only(scene)
    if op == "if":
        asked, then, other = parts
        return lambda scene: then(scene) if asked(scene) else other(scene)
    if len(parts) > 2:
        joined: Callable[[Iterable[object]], bool] = all if op == "and" else any
        return lambda scene: joined(part(scene) for part in parts)
    first, second = parts
    if op == "and":
        return lambda scene: first(scene) and second(scene)
    if op == "or":
        return lambda scene: first(scene) or second(scene)
    work = OPERATORS[op]
    return lambda scene: work(first(scene), second(scene))


def entered(within: list[str], name: str, said: Said, read: Callable[[], Read]) -> Read:
    """Return the result of `read`, which reads what a name means.  Raises EgggError if it means itself."""
    if name in within or len(within) > MAX_NAMES:
        told = f"{said.words('HEAD')} is defined by itself"
        refuse(said, told if name in within else f"more than {MAX_NAMES} definitions use each other")
    within.append(name)
    try:
        return read()
    finally:
        within.pop()


def words_in(node: Node | None) -> set[str]:
    """Return all words in a value."""
    return {node.word}.union(*map(words_in, node.args)) if node is not None else set()


def as_condition(effect: Node) -> Node | None:
    """Return `effect` as a condition.  If `effect` contains anything other than calls, return None."""
    return None if effect.op in ("does", "if") or None in map(as_condition, effect.args) else effect


class Values:
    """Reader of the values of one game.

    quantities  folded name of each quantity -> its first slot in `State.numbers`; each player has a slot
    shared      quantities that all players share, so that only the first slot is used
    beginning   start values of all slots
    events      nodes of events; for each event, the game counts the plies since its last occurrence
    ending      condition of the goal or loss that is being read; None at other times
    is_turned   whether places are read from the second player's point of view
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.setup = tables.setup
        self.said: Said = self.setup.description.said[0]
        self.quantities: dict[str, int] = {}
        self.shared: set[str] = set()
        self.beginning: list[Any] = []
        self.events: list[Node] = []
        self.asks_past = False
        self.ending: Node | None = None
        self.is_turned = False
        self._within: list[str] = []
        self._count = 0
        self._own: dict[str, Sorted] = {}

    def add_slots(self, word: str, count: int) -> int:
        """Return the first slot of a quantity.  A new quantity gets `count` slots."""
        slot = self.quantities.setdefault(word, len(self.beginning))
        self.beginning += [0] * (slot + count - len(self.beginning))
        return slot

    def add_quantity(self, said: Said, shared_slots: int) -> None:
        """Assign slots and a start value to a number that the description names.  Raises EgggError."""
        node, value = said.found["QUANTITY"], said.found["VALUE"]
        if value.op != "number":
            refuse(said, "a quantity must start at a number")
        if not node.args and node.word not in self.quantities:
            self.shared.add(node.word)
        count = shared_slots if node.word in self.shared else self.tables.players
        slot = self.add_slots(node.word, count)
        named = self.setup.player_named(node.args[0].word) if node.args else NOBODY
        for player in range(count) if named == NOBODY else (named,):
            self.beginning[slot + player] = value.amount

    def read(self, node: Node, sort: str, said: Said) -> Value:
        """Return a function that computes a value and converts it to the type `sort`.  Raises EgggError."""
        before, self.said = self.said, said
        try:
            return self._as(node, sort)
        finally:
            self.said = before

    def condition(self, said: Said, node: Node | None = None) -> Value:
        """Return a function that evaluates `node` or, if None, the condition of `said`.  Raises EgggError."""
        return self.read(node or said.found["CONDITION"], "truth", said)

    def _wrong(self, node: Node, wanted: str) -> NoReturn:
        refuse(self.said, f"{node.text or node.word or node.op} is not a {wanted}")

    def _as(self, node: Node, sort: str) -> Value:
        """Return a value, converted to another sort if needed.  Raises EgggError."""
        found = self._converted(node, sort)
        return found if found is not None else self._wrong(node, SORTS[sort])

    def _converted(self, node: Node, sort: str) -> Value | None:
        """Return a value converted to a sort.  Return None if this is impossible."""
        given = self._argument(node, sort)
        if given is not None:
            return given
        if sort == "squares" and node.word == "neighbor" and len(node.args) == 1:
            at, near = self._as(node.args[0], "square"), self.tables.board.neighbors
            return lambda scene: near[at(scene)]
        if sort == "pieces" and node.word == "opponent" and node.op == "word":
            return lambda scene: self.setup.codes(-1, scene.player, enemies=True)
        found, get = self.value(node)
        if found == sort:
            return get
        work = CONVERSIONS.get((found, sort))
        return applied(work, [get]) if work is not None else None

    def _argument(self, node: Node, sort: str) -> Value | None:
        """Return an argument of a special sort, such as "event".  For the usual sorts, return None."""
        fixed: Any = None
        if sort == "text":
            fixed = node.word.lower()
        elif sort == "each":
            fixed = self._as(node, "number")
        elif sort == "event":
            fixed = self.event(node)
        elif sort == "past":
            if node not in self.events:
                self.events.append(node)
            fixed = self.events.index(node)
        elif sort == "kind" and (fixed := self.setup.kind_of.get(node.word)) is None:
            self._wrong(node, SORTS[sort])
        return None if fixed is None else Fixed(fixed)

    def event(self, node: Node) -> Value:
        """Return a function that tells if the last move fits an action, a kind of piece, or "capture"."""
        if node.op == "or":
            parts = list(map(self.event, node.args))
            return lambda scene: any(part(scene) for part in parts)
        if node.word == "capture":
            return lambda scene: bool(scene.state.last is not None and scene.state.last.taken)
        if node.word in self.setup.kind_of:
            codes = self.setup.codes(self.setup.kind_of[node.word], NOBODY)
            return lambda scene: scene.code in codes
        if node.word not in ACTIONS and node.word not in self.setup.names:
            self._wrong(node, SORTS["event"])
        return lambda scene: scene.state.last is not None and scene.state.last.name.lower() == node.word

    def value(self, node: Node) -> Sorted:
        """Return the sort of a value, and a function that returns the value.  Raises EgggError."""
        op = node.op
        self._count += 1
        if self._count > MAX_VALUES:
            refuse(self.said, f"the nested definitions make more than {MAX_VALUES:,} values")
        if op == "number":
            return "number", Fixed(node.amount)
        if op in ("and", "or", "not"):
            return "truth", combined(op, [self._as(inner, "truth") for inner in node.args])
        if op in COMPARE:
            return "truth", self._compared(op, *node.args)
        if op in ARITHMETIC:
            return "number", combined(op, [self._as(inner, "number") for inner in node.args])
        if op == "if":
            return self._chosen(node)
        if op == "qualified":
            return self._qualified(node)
        if op in ("word", "call"):
            return self._named(node)
        if op == "amount" and node.args[0].word in ("row", "column"):
            place = (node.args[0].word, str(node.args[1].amount))
            return "squares", Fixed(self._turned(self.setup.place(place, 0, self.said)))
        hint = '; for a board to reach, write: solution is ["FFF", "TTT"]' * (op == "list")
        return refuse(self.said, f"{node.text or op} is not supported yet{hint}")

    def _chosen(self, node: Node) -> Sorted:
        asked = self._as(node.args[0], "truth")
        if len(node.args) == 2:
            return "truth", combined("and", [asked, self._as(node.args[1], "truth")])
        sort, first = self.value(node.args[1])
        return sort, combined("if", [asked, first, self._as(node.args[2], sort)])

    def _compared(self, op: str, left: Node, right: Node) -> Value:
        (sort, first), (other, second) = self.value(left), self.value(right)
        wanted = op == "="
        if right.op == "word" and right.word in self.setup.kind_of:
            codes = self.setup.codes(self.setup.kind_of[right.word], NOBODY)
            second = lambda _scene: codes  # noqa: E731
        if (sort, other) == ("square", "pieces"):
            return lambda scene: (
                (at := first(scene)) >= 0 and scene.squares[at] in second(scene)) is wanted  # fmt: skip
        if (sort, other) == ("square", "squares"):
            return lambda scene: (first(scene) in second(scene)) is wanted
        if {sort, other} & {"squares", "pieces"}:
            first, second = self._as(left, "number"), self._as(right, "number")
        elif sort != other:
            self._wrong(right, f"value to compare with {left.text or left.word or left.op}")
        return combined(op, [first, second])

    def _qualified(self, node: Node) -> Sorted:
        inner, codes = node.args[0], self.setup.codes
        if node.word in ("far", "home"):
            return "squares", self._placed((node.word, inner.word))
        if inner.word == "stuck":
            return "truth", lambda scene: scene.tables.is_stuck(scene, scene.tables.enemy(_asked(scene)))
        kind = self.setup.kind_of.get(inner.word, -1)
        if kind < 0 and inner.word != "piece":
            self._wrong(inner, SORTS["kind"])
        if node.word == "neutral":
            neutral = codes(kind, NOBODY).difference(*(codes(-1, one) for one in range(self.tables.players)))
            return "pieces", Fixed(neutral)
        enemies = node.word == "opponent"
        return "pieces", lambda scene: codes(kind, scene.player, enemies=enemies)

    def _named(self, node: Node) -> Sorted:
        word, setup, is_word = node.word, self.setup, node.op == "word"
        if word in self._own and is_word:
            return self._own[word]
        name, player = setup.names.get(word), setup.player_named(word)
        if word in setup.kind_of and is_word:
            return "pieces", self._owned(setup.kind_of[word])
        if name is not None and name.sort == "definition":
            return self._defined(node, name.said)
        if word in self.quantities and word != "score":
            return "number", self._quantity(node)
        if player != NOBODY and is_word:
            return "who", Fixed(self.tables.enemy(player) if self.is_turned else player)
        if word in setup.regions:
            return "squares", Fixed(self._turned(setup.regions[word]))
        row, is_of_pieces = function(word), word in _OF_PIECES
        if is_of_pieces and setup.is_counting:
            refuse(self.said, f"{node.text} needs a board with pieces, not heaps or pits")
        if row is not None and row.name in PLAYED:
            return self._called(node, row)
        if (noun := self._noun(word)) is not None:
            return noun
        if word in PLACE_WORDS:
            return "squares", self._placed((word,))
        if row is None:
            self._wrong(node, f"value, but a {name.sort}" if name is not None else "value")
        return refuse(self.said, f"{row.name} is only for {ONLY_IN.get(row.name, 'other kinds of games')}")

    def _noun(self, word: str) -> Sorted | None:
        """Return the sort and value of a word such as "board".  Return None for other words."""
        setup = self.setup
        if word == "score":
            return "number", self._score()
        if setup.has_letters and word in _HELD:
            return "letters", _HELD[word]
        if word in ("board", "grid"):
            return "squares", Fixed(range(len(setup.board)))
        if word == "everybody":
            return "who", Fixed(NOBODY)
        if word == "piece" and setup.is_counting:
            size = len(setup.board) // (2 if setup.board.shape == "pits" else 1)
            halves = [range(begin, begin + size) for begin in (0, len(setup.board) - size)]
            return "squares", lambda scene: halves[max(scene.player, 0)]
        if word == "any":
            return "pieces", Fixed(setup.codes(-1, NOBODY))
        return ("pieces", self._owned(-1)) if word == "piece" else None

    def _owned(self, kind: int) -> Value:
        """Return a function that finds the codes of the pieces of a kind that the scene's player owns."""
        codes = [self.setup.codes(kind, player) for player in (*range(self.tables.players), NOBODY)]
        return lambda scene: codes[scene.player]

    def _score(self) -> Value:
        said, slot = self.setup.said_score(), self.quantities.get("score")
        kept: Value = lambda scene: 0 if slot is None else scene.state.numbers[slot + max(scene.player, 0)]  # noqa: E731
        if said is None:
            return kept if slot is not None else refuse(self.said, "score is not defined")
        number = self._as(said.found["VALUE"], "number")
        return number if slot is None else lambda scene: number(scene) + kept(scene)

    def _called(self, node: Node, row: Function) -> Sorted:
        """Return the sort and value of a function call, by the first signature that fits its arguments."""
        self.asks_past = self.asks_past or row.name in ("repeated", "new")
        least, most = row.counts
        if not least <= len(node.args) <= most:
            refuse(self.said, f"{row.name} has the wrong number of values; write it as in {row.example}")
        if node.args and row.name in ("player", "opponent") and not self.setup.is_simultaneous:
            refuse(self.said, f'{row.name}(...) needs "turns synchronize"')
        wrong, wanted = node, "squares"
        for form, work in zip(row.forms.split("|"), PLAYED[row.name], strict=True):
            taken, _, gives = form.partition("->")
            sorts = taken.split()
            if sorts[-1:] == ["..."]:
                sorts = sorts[:1] * max(len(node.args), len(sorts) - 1)
            if len(sorts) == len(node.args):
                pairs = [pair for pair in zip(node.args, sorts, strict=True) if pair[1] != "any"]
                gets = [self._converted(one, sort) for one, sort in pairs]
                if node is self.ending and work is Scene.connects:
                    work = Scene.newly_connects
                if None not in gets:
                    return gives.strip(), applied(work, [get for get in gets if get is not None])
                wrong, wanted = pairs[gets.index(None)]
        return self._wrong(wrong, SORTS[wanted])

    def _placed(self, words: tuple[str, ...]) -> Value:
        turned = tuple(_TURNED.get(word, word) for word in words) if self.is_turned else words
        found = [self.setup.place(turned, player, self.said) for player in range(self.tables.players)]
        return lambda scene: found[max(scene.player, 0)]

    def _turned(self, region: frozenset[int]) -> frozenset[int]:
        return self.tables.board.turned(region) if self.is_turned else region

    def _defined(self, node: Node, said: Said) -> Sorted:
        """Return the sort and value of a name that the description defines, with its parameters filled in."""
        head, found = said.found["HEAD"], said.found
        if any(one.op == "number" for one in head.args):
            refuse(said, "only values of puzzles and text worlds can depend on a number in this way")
        body = found.get("BODY") or found.get("CONDITION") or as_condition(found["EFFECTS"])
        if body is None:
            self._wrong(node, "value")
        outer, before = self._own, self.said
        self._own = {one.word: self.value(given) for one, given in zip(head.args, node.args, strict=False)}
        self.said = said
        try:
            return entered(self._within, node.word, said, partial(self.value, body))
        finally:
            self._own, self.said = outer, before

    def _quantity(self, node: Node) -> Value:
        slot = self.quantities[node.word]
        if node.word in self.shared:
            return lambda scene: scene.state.numbers[slot]
        if node.args:
            sort, who = self.value(node.args[0])
            if sort == "who":
                return lambda scene: scene.state.numbers[slot + who(scene)]
        return lambda scene: scene.state.numbers[slot + max(scene.player, 0)]


def _asked(scene: Scene) -> int:
    """Return the scene's player, or the player to move if the scene is not for one player."""
    return scene.player if scene.player != NOBODY else scene.state.mover
