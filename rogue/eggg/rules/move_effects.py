"""Effects of moves on squares, on numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rogue.eggg.language.description import Said
from rogue.eggg.language.patterns import Effect
from rogue.eggg.rules.conditions import Conditions, Value
from rogue.eggg.rules.scene import Scene
from rogue.eggg.rules.setup import refuse
from rogue.shared.board_games import EMPTY, NOBODY

Change = tuple[int, int]
OnBoard = Callable[[Scene], tuple[list[Change], list[int]]]
"""From a scene to the squares that change, each with its new content, and to the squares of what is taken."""
OnNumbers = Callable[[Scene], tuple[int, int]]
"""From a scene to the slot of a number and what it becomes."""
Condition = Callable[[Scene], bool]


def flat(effect: Effect) -> Iterable[Effect]:
    """Yield the effects that an effect joins."""
    if effect.op == "all":
        for part in effect.parts:
            yield from flat(part)
    else:
        yield effect


class Effects:
    """Reader of the effects of one game."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.flips = [self._flipped(code) for code in range(len(conditions.setup.pieces))]

    def read(self, effect: Effect, said: Said) -> tuple[list[OnBoard], list[tuple[Condition, OnNumbers]]]:
        """Return what an effect does on the board, and what to numbers, with the condition of each.

        Raises EgggError for effects that cannot be played.
        """
        board: list[OnBoard] = []
        numbers: list[tuple[Condition, OnNumbers]] = []
        for one in flat(effect):
            asked: Condition = lambda _scene: True  # noqa: E731
            if one.op == "if" and one.node is not None:
                if len(one.parts) > 1:
                    refuse(said, "else is checked; it cannot be played yet")
                asked = self.conditions.condition(one.node, said)
                inner, more = self.read(one.parts[0], said)
                if inner:
                    refuse(
                        said, "only numbers may change on a condition; say the condition of the move instead"
                    )
                numbers += [(_both(asked, other), change) for other, change in more]
                continue
            if one.op == "calls" and one.node is not None:
                inner, more = self._named(one, said)
                board += inner
                numbers += more
            elif one.match is not None and "QUANTITY" in one.match.found:
                numbers.append((asked, self._number(one, said)))
            else:
                board.append(self._on_board(one, said))
        return board, numbers

    def _named(self, one: Effect, said: Said) -> tuple[list[OnBoard], list[tuple[Condition, OnNumbers]]]:
        assert one.node is not None
        name = self.conditions.setup.names.get(one.node.word)
        effect = name.said.match.found.get("EFFECTS") if name is not None else None
        if name is None or not isinstance(effect, Effect) or name.said is said or one.node.args:
            refuse(said, f"{one.node.text} is no effect that can be played")
        return self.read(effect, name.said)

    def _number(self, one: Effect, said: Said) -> OnNumbers:
        assert one.match is not None
        found, conditions = one.match.found, self.conditions
        node = found["QUANTITY"]
        value = conditions.number(found["SUM"], said)
        slot = conditions.quantities.get(node.word)
        if slot is None:
            refuse(said, f'{node.text or "it"} has no beginning; say "{node.text} of player starts at 0"')
        is_shared = node.word in conditions.shared
        whose: Value = conditions.who(node.args[0]) if node.args else lambda scene: scene.player
        sign = 1 if "increase" in one.match.said else -1
        sets = "become" in one.match.said

        def change(scene: Scene) -> tuple[int, int]:
            at = slot if is_shared else slot + max(whose(scene), 0)
            amount = value(scene)
            return at, amount if sets else scene.state.numbers[at] + sign * amount

        return change

    def _on_board(self, one: Effect, said: Said) -> OnBoard:
        match = one.match
        if match is None or "SUM" not in match.found or "tell" in match.said:
            refuse(said, "this effect is checked; it cannot be played yet")
        squares = self.conditions.squares(match.found["SUM"], said)
        if "goe" in match.said:
            goal = self.conditions.squares(match.found["place"], said)
            return lambda scene: _moved(scene, squares(scene), goal(scene))
        if "flip" in match.said:
            return lambda scene: (
                [(one, self.flips[scene.squares[one]]) for one in squares(scene)],
                list(squares(scene)),
            )
        return lambda scene: ([(one, EMPTY) for one in squares(scene)], list(squares(scene)))

    def _flipped(self, code: int) -> int:
        """Return the next player's piece of the same kind; of the next kind, if each player has one."""
        setup = self.conditions.setup
        piece = setup.pieces[code]
        if piece.owner == NOBODY:
            return code
        owner = (piece.owner + 1) % len(setup.players)
        return setup.code_of.get((piece.kind, owner), setup.code_of.get((owner, owner), code))


def _both(one: Condition, other: Condition) -> Condition:
    return lambda scene: one(scene) and other(scene)


def _moved(scene: Scene, squares: Iterable[int], goal: Iterable[int]) -> tuple[list[Change], list[int]]:
    begin, end = [*squares][:1], [*goal][:1]
    if not begin or not end:
        return [], []
    return [(begin[0], EMPTY), (end[0], scene.squares[begin[0]])], []
