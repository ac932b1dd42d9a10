"""Effects of moves on the squares or numbers of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.patterns import Match
from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.scene import Scene
from rogue.eggg.rules.values import Read, Value, Values, entered
from rogue.shared.board_games import EMPTY, NOBODY

Condition = Callable[[Scene], bool]
Changed = tuple[list[tuple[int, int]], list[int]]
"""(square, new content) of each square that changes, and the squares whose pieces are taken."""
OnBoard = Callable[[Scene], Changed]
OnNumbers = Callable[[Scene], tuple[int, int] | None]
"""Scene -> the slot and the new value of a number, or None for no change."""


class Acts(NamedTuple):
    """Effects that happen together."""

    board: list[OnBoard]
    numbers: list[OnNumbers]


class Effects:
    """Reader of the effects of one game, which turns them into functions."""

    def __init__(self, values: Values) -> None:
        self.values = values
        setup = values.setup
        self._flips = [self._flipped(code) for code in range(len(setup.pieces))]
        self._empty = [EMPTY] * len(setup.pieces)
        self._within: list[str] = []

    def _flipped(self, code: int) -> int:
        """Return the code of a piece after a flip.  The piece then belongs to the next player."""
        setup = self.values.setup
        piece, after = setup.pieces[code], self.values.tables.enemy(setup.pieces[code].owner)
        if piece.owner == NOBODY:
            return code
        return setup.code_of.get((piece.kind, after), setup.code_of.get((after, after), code))

    def read(self, effect: Node, said: Said, *asked: Condition, acts: Acts | None = None) -> Acts:
        """Return effects that do nothing unless all `asked` hold, added to `acts`.  Raises EgggError."""
        acts = acts or Acts([], [])
        if effect.op == "and":
            for part in effect.args:
                self.read(part, said, *asked, acts=acts)
        elif effect.op == "if":
            holds = self.values.condition(said, effect.args[0])
            for part, condition in zip(
                effect.args[1:], (holds, lambda scene: not holds(scene)), strict=False
            ):
                self.read(part, said, *asked, condition, acts=acts)
        elif effect.op != "does":
            self.named(effect, said, lambda meant, inner: self.read(meant, inner, *asked, acts=acts))
        elif effect.does.sentence.name == "change":
            acts.numbers.append(_if(asked, self.number(effect.does, said), None))
        else:
            acts.board.append(_if(asked, self._board(effect.does, said), ([], [])))
        return acts

    def named(self, node: Node, said: Said, read: Callable[[Node, Said], Read]) -> Read:
        """Call `read` on the effects that a name stands for.  Raises EgggError if there are no effects."""
        name = self.values.setup.names.get(node.word)
        effects = name.said.found.get("EFFECTS") if name is not None else None
        if name is None or effects is None or node.args:
            refuse(said, f"{node.text or node.op} cannot be used as an effect")
        return entered(self._within, node.word, name.said, partial(read, effects, name.said))

    def number(self, match: Match, said: Said) -> OnNumbers:
        """Return a function that computes how a number changes.  Raises EgggError for an unknown number."""
        values, node = self.values, match.found["QUANTITY"]
        value = values.read(match.found["SUM"], "number", said)
        slot = values.quantities.get(node.word)
        if slot is None:
            refuse(said, f'{node.text} has no value at the start; add "{node.text} of player starts at 0"')
        is_shared, sets = node.word in values.shared, "become" in match.said
        sign = 1 if "increase" in match.said else -1
        whose = values.read(node.args[0], "who", said) if node.args else lambda scene: scene.player

        def change(scene: Scene) -> tuple[int, int]:
            at = slot if is_shared else slot + max(whose(scene), 0)
            amount = value(scene)
            return at, amount if sets else scene.state.numbers[at] + sign * amount

        return change

    def _board(self, match: Match, said: Said) -> OnBoard:
        if "SUM" not in match.found or match.sentence.name == "telling":
            refuse(said, "this effect is for another kind of game")
        squares = self.values.read(match.found["SUM"], "squares", said)
        if match.sentence.name == "shift":
            goal = self.values.read(match.found["place"], "squares", said)
            return lambda scene: _moved(scene, squares(scene), goal(scene))
        return self.replaced(squares, flips=match.sentence.name == "flip")

    def replaced(self, squares: Value, *, flips: bool) -> OnBoard:
        """Return an effect that flips the pieces on some squares if `flips`, and otherwise removes them."""
        table = self._flips if flips else self._empty

        def change(scene: Scene) -> Changed:
            found = list(squares(scene))
            return [(one, table[scene.squares[one]]) for one in found], found

        return change


def _if(asked: tuple[Condition, ...], work: Callable[[Scene], object], nothing: object) -> Any:
    """Return an effect: `work` in scenes where all `asked` hold, and `nothing` in others."""
    if not asked:
        return work
    return lambda scene: work(scene) if all(holds(scene) for holds in asked) else nothing


def _moved(scene: Scene, squares: Iterable[int], goal: Iterable[int]) -> Changed:
    begin, end = [*squares][:1], [*goal][:1]
    return ([(begin[0], EMPTY), (end[0], scene.squares[begin[0]])], []) if begin and end else ([], [])


Act = Callable[[Any], None]
"""Effect on a thing with a `scene` for conditions, and with a method `change` for its numbers."""


class ActReader:
    """Reader of effects.  `own` reads special effects of one kind of game, and returns None for others."""

    def __init__(self, values: Values, own: Callable[[Node, Said], Act | None]) -> None:
        self._values, self._own = values, own
        self._effects = Effects(values)

    def read(self, node: Node, said: Said) -> Act:
        """Return effects as one function.  Raises EgggError for effects that cannot be played."""
        if node.op == "and":
            return in_order([self.read(part, said) for part in node.args])
        if node.op == "if":
            asked = self._values.condition(said, node.args[0])
            then = self.read(node.args[1], said)
            other = self.read(node.args[2], said) if len(node.args) > 2 else lambda _thing: None
            return lambda thing: then(thing) if asked(thing.scene) else other(thing)
        if (act := self._own(node, said)) is not None:
            return act
        return self._number(node, said) if node.op == "does" else self._effects.named(node, said, self.read)

    def _number(self, node: Node, said: Said) -> Act:
        if node.does.sentence.name != "change":
            refuse(said, "this effect is for another kind of game")
        change = self._effects.number(node.does, said)

        def act(thing: Any) -> None:
            changed = change(thing.scene)
            if changed is not None:
                thing.change(*changed)

        return act


def in_order(parts: Sequence[Act]) -> Act:
    """Return one effect that carries out several effects one after the other."""

    def act(thing: Any) -> None:
        for part in parts:
            part(thing)

    return act
