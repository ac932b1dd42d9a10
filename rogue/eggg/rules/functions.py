"""The functions of the language, each as a method `_do_NAME` that reads a call of it."""

from __future__ import annotations

from collections.abc import Callable

from rogue.eggg.language.holes import Place
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.vocabulary import ACTIONS, PLACE_WORDS
from rogue.eggg.rules.conditions import Conditions, Sorted, Value
from rogue.eggg.rules.scene import Scene
from rogue.eggg.rules.setup import refuse
from rogue.shared.board_games import NO_SQUARE, NOBODY


class Functions(Conditions):
    """Reader that knows every function which can be played."""

    def _first(self, node: Node, default: str = "") -> Node:
        return node.args[0] if node.args else Node("word", word=default, text=default)

    def _do_player(self, node: Node) -> Sorted:
        if node.args:
            return "truth", self._chose(node.args[0], enemies=False)
        return "who", lambda scene: scene.player

    def _do_opponent(self, node: Node) -> Sorted:
        if node.args:
            return "truth", self._chose(node.args[0], enemies=True)
        return "who", lambda scene: self._enemy(scene.player)

    def _chose(self, node: Node, *, enemies: bool) -> Value:
        codes = self.setup.codes(self.setup.kind_of.get(node.word, -2), NOBODY)
        slot = self.quantities.get("choice", -1)
        if slot < 0:
            refuse(self.said, "choices are asked for where turns synchronize")
        if not codes:
            return self._wrong(node, "kind of piece")
        players = range(self.tables.players)
        return lambda scene: any(
            scene.state.numbers[slot + one] in codes for one in players if (one != scene.player) is enemies
        )

    def _do_everybody(self, _node: Node) -> Sorted:
        return "who", lambda _scene: NOBODY

    def _do_piece(self, node: Node) -> Sorted:
        if node.args:
            codes = self._pieces(node.args[0])
            return "pieces", codes
        return "pieces", self.owned(-1)

    def _do_any(self, _node: Node) -> Sorted:
        codes = self.setup.codes(-1, NOBODY)
        return "pieces", lambda _scene: codes

    def _do_from(self, _node: Node) -> Sorted:
        return "square", lambda scene: scene.start

    def _do_to(self, _node: Node) -> Sorted:
        return "square", lambda scene: scene.to

    def _do_between(self, _node: Node) -> Sorted:
        return "square", lambda scene: scene.passed[-1] if scene.passed else NO_SQUARE

    def _do_passed(self, _node: Node) -> Sorted:
        return "squares", Scene.passed_before

    def _do_beyond(self, _node: Node) -> Sorted:
        return "square", Scene.beyond

    def _do_store(self, _node: Node) -> Sorted:
        size = len(self.setup.board) // 2
        return "squares", lambda scene: (size - 1 + size * scene.player,)

    def _do_count(self, node: Node) -> Sorted:
        inner = node.args[0]
        if len(node.args) > 1:
            codes, place = self._pieces(inner), self._place_of(node.args[1])
            return "number", lambda scene: sum([scene.squares[one] in codes(scene) for one in place(scene)])
        if self.setup.is_counting and inner.word in ("store", "piece"):
            return "number", self._seeds(inner)
        sort, get = (
            ("pieces", self._pieces(inner)) if inner.word in ("opponent", "player") else self.value(inner)
        )
        if sort == "who":
            sort, get = "pieces", self._pieces(inner)
        if sort not in ("squares", "pieces"):
            return self._wrong(inner, "set of squares or pieces")
        return "number", self._count(sort, get)

    def _seeds(self, inner: Node) -> Value:
        if self.setup.board.shape == "heaps":
            return lambda scene: sum(scene.squares)
        size = len(self.setup.board) // 2
        stored = slice(size - 1, size) if inner.word == "store" else slice(0, size)

        def count(scene: Scene) -> int:
            begin = size * max(scene.player, 0)
            return sum(scene.squares[begin : begin + size][stored])

        return count

    def _do_line(self, node: Node) -> Sorted:
        number = self._number(node.args[0])
        if len(node.args) > 1:
            square = self._square(node.args[1])
            return (
                "truth",
                lambda scene: square(scene) >= 0 and scene.row_through(square(scene), number(scene)),
            )
        if node.args[0].op == "number":
            length = int(node.args[0].number)
            return "truth", lambda scene: scene.has_row(scene.player, length)
        return "truth", lambda scene: scene.has_row(scene.player, number(scene))

    def _do_lined(self, node: Node) -> Sorted:
        number, codes = self._number(node.args[0]), self._pieces(node.args[1])

        def count(scene: Scene) -> int:
            asked, least = codes(scene), number(scene)
            return sum(
                [code in asked and scene.row_through(at, least) for at, code in enumerate(scene.squares)]
            )

        return "number", count

    def _do_flanked(self, _node: Node) -> Sorted:
        return "squares", Scene.flanked

    def _do_surrounded(self, node: Node) -> Sorted:
        inner = self._first(node, "opponent")
        if self.value(inner)[0] == "square":
            square = self._square(inner)
            return "truth", lambda scene: scene.is_surrounded(square(scene))
        codes = self._pieces(inner)
        return "squares", lambda scene: scene.surrounded(codes(scene).__contains__)

    def _do_connect(self, node: Node) -> Sorted:
        one, other = (self._place_of(inner) for inner in node.args)
        is_new = node is self.ending
        return "truth", lambda scene: scene.connects(scene.player, (one(scene), other(scene)), is_new=is_new)

    def _place_of(self, node: Node) -> Value:
        if node.op == "qualified" and node.word in ("far", "home"):
            return self._placed(Place((node.word, node.args[0].word)))
        if node.word in PLACE_WORDS:
            return self._placed(Place((node.word,)))
        return self._squares(node)

    def _do_group(self, node: Node) -> Sorted:
        codes = self._pieces(node.args[0])
        return "number", lambda scene: scene.groups(scene.squares_of(codes(scene).__contains__))

    def _do_territory(self, _node: Node) -> Sorted:
        return "squares", lambda scene: scene.territory(scene.player)

    def _do_full(self, _node: Node) -> Sorted:
        return "truth", lambda scene: 0 not in scene.squares

    def _do_empty(self, node: Node) -> Sorted:
        if node.args[0].word in ("board", "grid"):
            return "truth", lambda scene: not any(scene.squares)
        squares = self._squares(node.args[0])
        return "truth", lambda scene: not any(scene.squares[one] for one in squares(scene))

    def _do_neighbor(self, node: Node) -> Sorted:
        square = self._square(node.args[0])
        codes = self._pieces(node.args[1] if len(node.args) > 1 else Node("word", word="any"))
        near = self.setup.board.neighbors
        return "number", lambda scene: sum(scene.squares[one] in codes(scene) for one in near[square(scene)])

    def _do_distance(self, node: Node) -> Sorted:
        one, other = map(self._square, node.args)
        board = self.setup.board
        return "number", lambda scene: board.distance(one(scene), other(scene))

    def _do_row(self, node: Node) -> Sorted:
        return self._part_of_name(node, 1)

    def _do_column(self, node: Node) -> Sorted:
        return self._part_of_name(node, 0)

    def _part_of_name(self, node: Node, axis: int) -> Sorted:
        square, cells = self._square(self._first(node, "to")), self.setup.board.cells
        return "number", lambda scene: cells[square(scene)][axis] + 1

    def _do_reached(self, node: Node) -> Sorted:
        codes, place = self._pieces(node.args[0]), self._place_of(node.args[1])
        return "truth", lambda scene: any(scene.squares[one] in codes(scene) for one in place(scene))

    def _do_safe(self, node: Node) -> Sorted:
        attacked = self._attacked(node.args[0])
        return "truth", lambda scene: not attacked(scene)

    def _do_attacked(self, node: Node) -> Sorted:
        return "truth", self._attacked(node.args[0])

    def _attacked(self, node: Node) -> Value:
        sort, _ = self.value(node)
        if sort == "square":
            square = self._square(node)
            return lambda scene: scene.is_attacked(square(scene), scene.player)
        codes = self._pieces(node)

        def attacked(scene: Scene) -> bool:
            asked = codes(scene)
            return any(
                code in asked and scene.is_attacked(at, scene.player) for at, code in enumerate(scene.squares)
            )

        return attacked

    def _do_checkmate(self, node: Node) -> Sorted:
        kind = self.setup.kind_of.get(node.args[0].word, -2)
        if kind < 0:
            return self._wrong(node.args[0], "kind of piece")

        def mated(scene: Scene) -> bool:
            enemy = self._enemy(scene.player)
            if scene.state.mover != enemy or not self.is_stuck(scene, enemy):
                return False
            codes = self.setup.codes(kind, enemy)
            return any(
                code in codes and scene.is_attacked(at, enemy) for at, code in enumerate(scene.squares)
            )

        return "truth", mated

    def _do_reach(self, node: Node) -> Sorted:
        one, other = map(self._square, node.args)
        tables = self.tables

        def reaches(scene: Scene) -> bool:
            return (
                tables.targets is not None
                and one(scene) >= 0
                and other(scene) in tables.targets(scene, one(scene))
            )

        return "truth", reaches

    def _do_unmoved(self, node: Node) -> Sorted:
        square = self._square(self._first(node, "from"))
        return "truth", lambda scene: (at := square(scene)) >= 0 and not scene.state.touched >> at & 1

    def _do_stuck(self, node: Node) -> Sorted:
        who = self.who(node.args[0]) if node.args else lambda scene: scene.player
        is_whole, players = self.is_whole, range(self.tables.players)

        def stuck(scene: Scene) -> bool:
            player = scene.state.mover if is_whole and not node.args else who(scene)
            if player == NOBODY:
                mover = scene.state.mover
                return all(self.is_stuck(scene, (mover + turn) % len(players)) for turn in players)
            return player == scene.state.mover and self.is_stuck(scene, player)

        return "truth", stuck

    def _do_pass(self, _node: Node) -> Sorted:
        return "number", lambda scene: scene.state.passes

    def _do_since(self, node: Node) -> Sorted:
        if node.args[0] not in self.events:
            self.events.append(node.args[0])
        slot = self.events.index(node.args[0])
        return "number", lambda scene: scene.state.counts[slot]

    def _do_repeated(self, node: Node) -> Sorted:
        self.asks_past = True
        number = self._number(node.args[0])
        return "truth", lambda scene: _times(scene) >= number(scene)

    def _do_new(self, _node: Node) -> Sorted:
        self.asks_past = True
        return "truth", lambda scene: hash(tuple(scene.squares)) not in scene.state.past

    def _do_last(self, node: Node) -> Sorted:
        if not node.args:
            return "square", lambda scene: NO_SQUARE if scene.state.last is None else scene.state.last.to
        happened = self.event(node.args[0])
        return "truth", lambda scene: happened(scene) and self.is_stuck(scene, scene.state.mover)

    def _do_first(self, node: Node) -> Sorted:
        return "truth", self.event(node.args[0])

    def _do_capture(self, node: Node) -> Sorted:
        happened, codes = (
            self.event(Node("word", word="capture")),
            self._pieces(Node("qualified", node.args, "opponent")),
        )
        return "truth", lambda scene: happened(scene) and codes(scene).isdisjoint(scene.squares)

    def _do_lastmove(self, node: Node) -> Sorted:
        name = self._first(node).word.lower()
        return "truth", lambda scene: scene.state.last is not None and scene.state.last.name.lower() == name

    def event(self, node: Node) -> Value:
        """Return whether the last move was the player's and of a sort: capture, an action,
        a kind of piece."""
        matches = self.matcher(node)

        def happened(scene: Scene) -> bool:
            last = scene.state.last
            return last is not None and scene.player in (last.player, NOBODY) and matches(scene)

        return happened

    def matcher(self, node: Node) -> Value:
        """Return whether the last move of the scene's state is of a sort."""
        if node.op == "or":
            parts = [self.matcher(part) for part in node.args]
            return lambda scene: any(part(scene) for part in parts)
        if node.word == "capture":
            return lambda scene: bool(scene.state.last is not None and scene.state.last.taken)
        if node.word in self.setup.kind_of:
            codes = self.setup.codes(self.setup.kind_of[node.word], NOBODY)
            return lambda scene: scene.code in codes
        if node.word not in ACTIONS and node.word not in self.setup.names:
            return self._wrong(node, "event")
        return lambda scene: scene.state.last is not None and scene.state.last.name.lower() == node.word

    def _do_most(self, node: Node) -> Sorted:
        return self._extreme(node, max)

    def _do_least(self, node: Node) -> Sorted:
        return self._extreme(node, min)

    def _extreme(self, node: Node, choose: Callable[[list[float]], float]) -> Sorted:
        if len(node.args) > 1:
            numbers = [self._number(inner) for inner in node.args]
            return "number", lambda scene: choose([number(scene) for number in numbers])
        number, players = self._number(node.args[0]), range(self.tables.players)

        def leads(scene: Scene) -> bool:
            totals = [total(scene, number, one) for one in players]
            best = choose(totals)
            return totals[scene.player] == best and totals.count(best) == 1

        return "truth", leads

    def _do_score(self, node: Node) -> Sorted:
        said = next((one for one in self.setup.said("score") if "VALUE" in one.match.found), None)
        slot = self.quantities.get("score")
        if said is None:
            return ("number", self._quantity(node)) if slot is not None else self._wrong(node, "number")
        number = self._number(said.match.found["VALUE"])
        if slot is None:
            return "number", number
        return "number", lambda scene: number(scene) + scene.state.numbers[slot + max(scene.player, 0)]

    def _do_prime(self, node: Node) -> Sorted:
        number = self._number(node.args[0])
        return (
            "truth",
            lambda scene: (n := number(scene)) > 1 and all(n % one for one in range(2, int(n**0.5) + 1)),
        )

    def _do_sum(self, node: Node) -> Sorted:
        numbers = [self._number(inner) for inner in node.args]
        return "number", lambda scene: sum(number(scene) for number in numbers)


def total(scene: Scene, number: Value, player: int) -> float:
    """Return a number of a player."""
    before, scene.player = scene.player, player
    try:
        return number(scene)  # type: ignore[no-any-return]
    finally:
        scene.player = before


def _times(scene: Scene) -> int:
    """Return how many times the position has stood."""
    past = scene.state.past
    return past[:: -scene.tables.players].count(past[-1]) if past else 1
