"""Real-time games: the rules of one description as pure functions of states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.language.holes import Place
from rogue.eggg.language.patterns import Match
from rogue.eggg.language.syntax import Node
from rogue.eggg.real_time.flying_field import SIDES, WAYS, Cell, Field, FieldLayout, Way, edges_of, turns_of
from rogue.eggg.rules.defaults import Default, DescribedRules
from rogue.eggg.rules.effects import Act, ActReader
from rogue.eggg.rules.scene import Tables
from rogue.eggg.rules.setup import Setup, beginner
from rogue.eggg.rules.values import Sorted, Values
from rogue.shared.real_time_games import NO_PIECE, PART, STEPS_PER_SECOND, RealTimeState

_OWN: Final = ("server", "vanished", "blocked")
_MOST: Final = {"highest": max, "most": max, "maximize": max, "least": min, "minimize": min}


class RealTimeValues(Values):
    """Reader of the values of a real-time game.  The first numbers of a state are the scores."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.quantities = {"score": 0, **{name: tables.players + at for at, name in enumerate(_OWN)}}
        self.shared = set(_OWN)
        self.beginning = [0] * (tables.players + len(_OWN))

    def value(self, node: Node) -> Sorted:
        """Return the sort of a value, and the function that computes it."""
        if node.op == "=" and node.args[1].word == "blocked":
            slot = self.quantities["blocked"]
            return "truth", lambda scene: bool(scene.state.numbers[slot])
        if node.op == "call" and node.word in _MOST and len(node.args) == 1:
            number, choose = self._as(node.args[0], "number"), _MOST[node.word]
            players = range(self.tables.players)
            return "number", lambda scene: choose([scene.number_of(number, one) for one in players])
        if node.op == "word" and node.word == "server":
            slot = self.quantities["server"]
            return "who", lambda scene: scene.state.numbers[slot]
        if node.op == "word" and node.word == "score":
            return "number", self._quantity(node)
        return super().value(node)


STEP_MS: Final = 1000 // STEPS_PER_SECOND
CHOOSE_STEPS: Final = 3 * STEPS_PER_SECOND  # to choose a piece in
_TICK_MS: Final = 500  # unless the description says another
_TRIED_STEPS: Final = 4_000
_ONE: Final = Node("number", number=Fraction(1))
_MOST_STICKS: Final = 4  # of pieces in one step
Whose = Callable[[Field], int]


class RealTimeRules(DescribedRules):
    """Game made from a description, a `RealTimeGame` of `rogue.shared`.  Raises EgggError."""

    def __init__(self, whole: Description, said: Description, defaults: Sequence[Default] = ()) -> None:
        super().__init__(whole, said, defaults)
        setup = self._setup = Setup(whole)
        self.players, self.kinds = setup.players, setup.kinds
        self.columns, self.rows = setup.board.columns, setup.board.rows
        tables = Tables(setup, lambda _scene, _player: False)
        self._values = RealTimeValues(tables)
        for one in whole.all("quantity"):
            if one.found["VALUE"].number.denominator > 1:
                refuse(one, "in real time, a number must start at a whole number")
            self._values.add_quantity(one, shared_slots=1)
        self._reader = ActReader(self._values, self._effect)
        self._course: Callable[[Field], Way] = lambda _field: (0, -1)
        self._layout = self._make_layout(tables)
        self._falling = {word: one for one in whole.all("falling") for word in ("enter", "stick", "bounce")
                         if one.says(word)}  # fmt: skip
        self._sticks, self._bounces = self._places("stick"), self._places("bounce")
        self._is_angled = "angle" in self._falling["bounce"].statement.folded if self._bounces else False
        self._stays = any(name == "piece" for name, _ in (*self._sticks, *self._bounces))
        self._begins = beginner(whole, self.players)
        self.keys = tuple(node.text for node in whole.found("keys", "NAMES", ()))
        self._acts: dict[str, Act] = {}
        self.acts: dict[str, str] = {}
        for name in ("tick", *(key.lower() for key in self.keys), "stick", "serve"):
            self._read_act(name)
        tick = whole.found("tick", "NUMBER")
        self._tick = max(int(tick.number * 1000), 1) if tick is not None else _TICK_MS
        self._ends = [self._values.condition(one) for one in whole.all("ends")]
        self._least = self._read_goals()

    def _make_layout(self, tables: Tables) -> FieldLayout:
        setup = self._setup
        shapes = [turns_of(setup.shape_of(kind)) for kind in range(len(self.kinds))]
        said, edges = self.description.first("paddle"), edges_of(len(self.players), self.columns, self.rows)
        if said is None:
            return FieldLayout(tables, shapes, 0, ())
        words = said.found["PLACE"].words
        aside = edges if "edge" in words else [word for word in words if word in SIDES] * len(edges)
        layout = FieldLayout(tables, shapes, int(said.found["NUMBER"].number), aside)
        if len(aside) < len(edges) or not 0 < layout.paddle < min(map(layout.length_of, aside)):
            refuse(said, "a paddle needs a side of the board that is longer than the paddle")
        return layout

    def _places(self, word: str) -> list[tuple[str, Whose | None]]:
        """Return (obstacle, player) pairs at which the piece sticks or bounces.  None means any player."""
        said = self._falling.get(word)
        found: list[tuple[str, Whose | None]] = []
        for place in said.found["PLACES"] if said is not None else ():
            name = place.words[0]
            if said is not None and name not in ("piece", "paddle", "edge", *SIDES):
                refuse(said, f"{name} cannot stop a piece; use edges, top, pieces, or paddles")
            found.append((name, self._whose(place.whose, said) if place.whose and said else None))
        return found

    def _whose(self, node: Node, said: Said) -> Whose:
        who = self._values.read(node, "who", said)
        return lambda field: max(who(field.scene), 0)

    def _read_act(self, name: str) -> None:
        heads = [(one.found.get("HEAD") or one.found["NAME"], one)
                 for one in self.description.all("meaning", "named walk")]  # fmt: skip
        for head, said in [row for row in heads if row[0].word == name][:1]:
            effects = said.found.get("EFFECTS")
            if said.name == "named walk":
                self._acts[name], self.acts[head.text] = self._paddle_act(said), "paddle"
            elif effects is None:
                refuse(said, "a key needs an effect, as in: Left means piece moves 1 left")
            else:
                if name == "tick":
                    self._find_course(effects, said)
                self._acts[name], self.acts[head.text] = self._reader.read(effects, said), _kind_of(effects)

    def _find_course(self, node: Node, said: Said) -> None:
        """Record the direction in which the clock moves the piece."""
        if node.op == "does" and "DIRECTIONS" in node.does.found:
            self._course = self._way(node.does.found["DIRECTIONS"], said)
        for inner in node.args:
            self._find_course(inner, said)

    def _paddle_act(self, said: Said) -> Act:
        found = said.found
        if [node.word for node in found["PIECES"]] != ["paddle"]:
            refuse(said, "a key can only move the piece or a paddle")
        way, count = self._way(found["DIRECTIONS"], said), int(_steps(found, said))
        return lambda field: field.move_paddle(field.scene.player, way(field), count)

    def _way(self, directions: Sequence[Any], said: Said) -> Callable[[Field], Way]:
        direction = directions[0]
        if isinstance(direction, Node):
            whose, edges = self._whose(direction, said), self._layout.edges
            away = {side: (-right, -up) for side, (right, up) in SIDES.items()}
            return lambda field: away[edges[whose(field)]]
        if direction[-1] not in WAYS or len(directions) > 1:
            refuse(said, "in real time, a piece can only move left, right, up, down, or away from a player")
        fixed = WAYS[direction[-1]]
        return lambda _field: fixed

    def _effect(self, node: Node, said: Said) -> Act | None:
        """Return the function for a special effect of real-time games.  Return None for any other effect."""
        if node.op != "does":
            return None
        match: Match = node.does
        name = match.sentence.name
        if name == "vanishing" and match.said & {"full"}:
            axis = 0 if "column" in match.said else 1
            slot = self._values.quantities["vanished"]
            return lambda field: field.change(slot, field.numbers[slot] + field.clear_lines(axis))
        if name == "choice":
            return self._serve
        if name != "fall":
            return None
        if "PLACE" in match.found:
            place = match.found["PLACE"]
            return lambda field: self._enter(field, place, said)
        if "turn" in match.said:
            quarters = 3 if "counterclockwise" in match.said else 1
            return lambda field: field.turn(quarters)
        way = self._way(match.found["DIRECTIONS"], said)
        if "fall" in match.said:
            return lambda field: self._push(field, way(field), PART * (self.columns + self.rows), True)
        amount = int(_steps(match.found, said) * PART)
        return lambda field: self._push(field, way(field), amount, field.by_clock)

    def _push(self, field: Field, way: Way, amount: int, sticks: bool) -> None:
        """Move the piece.  If `sticks`, an obstacle in its path may make it bounce or stick."""
        flips = field.flight.flips
        for axis in (0, 1):
            along = way[axis] * amount * (-1 if flips >> axis & 1 else 1)
            by_drift = field.flight.drift[axis] if field.by_clock else 0
            name, player = field.pushed(axis, along + by_drift) if along + by_drift else ("", -1)
            if name and sticks:
                self._meet(field, axis, name, player)

    def _meet(self, field: Field, axis: int, name: str, player: int) -> None:
        if self._is_among(self._bounces, field, name):
            before = self.server(field)
            field.bounce(axis, player, is_angled=self._is_angled)
            if player >= 0 and player != before:
                field.change(self._values.quantities["server"], player)
                field.flight = field.flight._replace(flips=field.flight.flips & ~(1 << axis))
        elif self._is_among(self._sticks, field, name):
            field.settle(stays=self._stays)

    def _is_among(self, places: Sequence[tuple[str, Whose | None]], field: Field, name: str) -> bool:
        for place, whose in places:
            edges = SIDES if whose is None else (self._layout.edges[whose(field)],)
            if name in edges if place == "edge" else name == place:
                return True
        return False

    def _serve(self, field: Field) -> None:
        """Let a piece enter.  If there are several kinds of pieces, let a player choose the kind first."""
        if len(self.kinds) > 1:
            field.wait = CHOOSE_STEPS
        else:
            self._let_in(field, 0)

    def _let_in(self, field: Field, kind: int) -> None:
        """Let a piece enter where the description says.  The kind NO_PIECE means the next piece."""
        said = self._falling.get("enter")
        field.wait = 0
        if said is not None:
            self._enter(field, said.found["PLACE"], said, kind)

    def _enter(self, field: Field, place: Place, said: Said, kind: int = NO_PIECE) -> None:
        """Let a piece of a kind enter at a place.  The kind NO_PIECE means the next piece."""
        sides = [word for word in place.words if word in SIDES]
        if place.whose is not None and "edge" in place.words:
            sides.append(self._layout.edges[self._whose(place.whose, said)(field)])
        if kind == NO_PIECE:
            kind, field.coming = max(field.coming, 0), field.draw(len(self.kinds))
        by_edge = "edge" in place.words
        if not field.enter(kind, sides, by_edge=by_edge, is_angled=self._is_angled):
            field.change(self._values.quantities["blocked"], 1)

    def _read_goals(self) -> bool:
        """Raise EgggError for goals that cannot be played.  Return whether the lowest score wins."""
        goals = self.description.all("ending")
        for said in goals:
            node = said.found["CONDITION"]
            if node.op != "call" or node.word not in _MOST or said.says("loss"):
                refuse(said, "a real-time game's goal must compare scores, as in: goal is highest(score)")
        return any(said.found["CONDITION"].word in ("least", "minimize") for said in goals)

    @property
    def about(self) -> str:
        who = " and ".join(self.players) if len(self.players) > 1 else "one player"
        return f"{self.columns} x {self.rows} squares in real time, {who}"

    def start(self, seed: int = 0) -> RealTimeState:
        sizes = [self._layout.length_of(side) for side in self._layout.aside]
        paddles = tuple((size - self._layout.paddle) // 2 for size in sizes)
        numbers = list(self._values.beginning)
        numbers[self._values.quantities["server"]] = self._begins
        squares = (0,) * (self.columns * self.rows)
        begun = RealTimeState(squares, paddles=paddles, numbers=tuple(numbers), seed=seed, step=-1)
        field = Field(self._layout, begun)
        self._look(field)
        field.coming = field.draw(len(self.kinds))
        if "serve" in self._acts:
            field.coming = NO_PIECE
            self._acts["serve"](field)
        else:
            self._let_in(field, NO_PIECE)
        return field.state(is_over=False)

    def _look(self, field: Field) -> None:
        """Record the player who last sent the piece, and the direction in which the clock moves the piece."""
        field.scene.player = self.server(field)
        field.course = self._course(field)

    def after_tick(self, state: RealTimeState, keys: Mapping[int, Sequence[str]]) -> RealTimeState:
        if state.is_over:
            return state
        field = Field(self._layout, state)
        field.change(self._values.quantities["vanished"], 0)
        for player in sorted(keys):
            for key in keys[player]:
                self._press(field, player, key)
        if field.wait:
            field.wait -= 1
            if not field.wait:
                self._let_in(field, field.draw(len(self.kinds)))
        field.clock += STEP_MS
        while field.clock >= self._tick:
            field.clock -= self._tick
            self._look(field)
            field.by_clock = True
            if "tick" in self._acts:
                self._acts["tick"](field)
            field.by_clock = False
            self._after_stick(field)
        return field.state(is_over=any(ends(field.scene) for ends in self._ends))

    def _press(self, field: Field, player: int, key: str) -> None:
        """Carry out the effects of a key.  Only the serving player may choose and steer pieces."""
        self._look(field)
        is_server = player == self.server(field)
        folded = key.lower()
        if field.wait and is_server and key.isdecimal() and 1 <= int(key) <= len(self.kinds):
            self._let_in(field, int(key) - 1)
        elif folded in self._acts and key in self.keys and (self.acts[key] in ("paddle", "") or is_server):
            field.scene.player = player
            self._acts[folded](field)
            self._after_stick(field)

    def _after_stick(self, field: Field) -> None:
        for _ in range(_MOST_STICKS):
            if not field.has_stuck:
                return
            field.has_stuck = False
            self._look(field)
            if "stick" in self._acts:
                self._acts["stick"](field)

    def view(self, state: RealTimeState, player: int) -> RealTimeState:
        assert player < len(self.players)
        return state._replace(seed=-1, dice=0)

    def server(self, state: RealTimeState | Field) -> int:
        return state.numbers[self._values.quantities["server"]]

    def scores(self, state: RealTimeState) -> tuple[int, ...]:
        return state.numbers[: len(self.players)]

    def result(self, state: RealTimeState) -> tuple[float, ...] | None:
        if not state.is_over:
            return None
        scores = self.scores(state)
        best = min(scores) if self._least else max(scores)
        share = 1.0 if scores.count(best) == 1 else 0.5
        return tuple(share if score == best else 0.0 for score in scores)

    def cells(self, state: RealTimeState) -> tuple[int, ...]:
        found, field = list(state.squares), Field(self._layout, state)
        for player, low in enumerate(state.paddles):
            for column, row in self._layout.paddle_cells(player, low):
                found[row * self.columns + column] = -1 - player
        for column, row in field.cells(state.flight):
            found[row * self.columns + column] = state.flight.kind + 1
        return tuple(found)

    def shape(self, kind: int) -> Sequence[Cell]:
        return self._layout.shapes[kind][0]

    def course(self, state: RealTimeState) -> Way:
        field = Field(self._layout, state)
        self._look(field)
        right, up = field.course
        flips = state.flight.flips
        return -right if flips & 1 else right, -up if flips & 2 else up

    def in_words(self, said: Said) -> str:
        """Return a statement as a sentence.  Return "" for the shape of a piece."""
        return "" if said.name == "drawing" else super().in_words(said)


def _steps(found: Mapping[str, Any], said: Said) -> Fraction:
    """Return the number of squares by which a key or the clock moves something.  Raises EgggError."""
    node: Node = found.get("RANGE", _ONE)
    if node.op != "number":
        refuse(said, "in real time, a move must have one number, as in: moves 2")
    return node.number


def _kind_of(node: Node) -> str:
    """Return how effects change the piece: "moves", "turns", "falls", or ""."""
    if node.op == "does" and node.does.sentence.name == "fall":
        return next((f"{word}s" for word in ("move", "turn", "fall") if word in node.does.said), "")
    return next(filter(None, map(_kind_of, node.args)), "")


def real_time_warnings(game: RealTimeRules) -> list[str]:
    """Return warnings about likely mistakes in a real-time game, found by playing steps with all keys."""
    state, found = game.start(), list[str]()
    flights = {state.flight}
    for step in range(_TRIED_STEPS):
        key = game.keys[step // 3 % len(game.keys)] if game.keys and step % 3 == 0 else ""
        state = game.after_tick(state, dict.fromkeys(range(len(game.players)), (key,)))
        flights.add(state.flight)
    if {one.kind for one in flights} == {NO_PIECE}:
        found.append("no piece ever enters")
    elif len({(one.x, one.y) for one in flights}) == 1:
        found.append('the piece never moves; add "Tick means piece moves 1 down"')
    if not state.is_over:
        found.append(f"the game did not end within {_TRIED_STEPS:,} steps")
    return found
