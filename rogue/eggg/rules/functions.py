"""The functions of the language, as a table of what each does in a scene."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from math import prod
from typing import Any, Final

from rogue.eggg.rules.scene import Scene
from rogue.shared.board_games import NO_SQUARE, NOBODY

Value = Callable[[Scene], Any]
Sorted = tuple[str, Value]
"""Sort of a value, a key of `SORTS`, and its function."""
Work = Callable[..., Any]
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
    """Return a function with its values."""
    if not gets:
        return work
    if len(gets) == 1:
        one = gets[0]
        if isinstance(one, Fixed):
            fixed = one.value
            return lambda scene: work(scene, fixed)
        return lambda scene: work(scene, one(scene))
    if len(gets) == 2:
        first, second = gets
        return lambda scene: work(scene, first(scene), second(scene))
    return lambda scene: work(scene, *[get(scene) for get in gets])


def _counted(scene: Scene, squares: Collection[int]) -> int:
    """Return how many squares there are; in heaps and pits, how many things."""
    return sum([scene.squares[one] for one in squares]) if scene.tables.setup.is_counting else len(squares)


def _number(scene: Scene, codes: frozenset[int]) -> int:
    return len([code for code in scene.squares if code in codes])


def _happened(scene: Scene, event: Value) -> bool:
    """Return whether the last move was the player's and of a sort."""
    last = scene.state.last
    return last is not None and scene.player in (last.player, NOBODY) and bool(event(scene))


def _captured(scene: Scene, kind: int) -> bool:
    last = scene.state.last
    enemies = scene.tables.setup.codes(kind, scene.player, enemies=True)
    taken = last is not None and bool(last.taken) and scene.player in (last.player, NOBODY)
    return taken and enemies.isdisjoint(scene.squares)


def _chose(kind: int, scene: Scene, *, enemies: bool) -> bool:
    """Return whether the player, or an enemy, has chosen a kind."""
    codes = scene.tables.setup.codes(kind, NOBODY)
    players = range(scene.tables.players)
    return any(scene.state.numbers[one] in codes for one in players if (one != scene.player) is enemies)


def _standing(scene: Scene, codes: frozenset[int], squares: Sequence[int]) -> int:
    return sum([scene.squares[one] in codes for one in squares])


def _is_unmoved(scene: Scene, square: int) -> bool:
    return square >= 0 and not scene.state.touched >> square & 1


def _times(scene: Scene) -> int:
    """Return how many times the position has stood."""
    past = scene.state.past
    return past[:: -scene.tables.players].count(past[-1]) if past else 1


def letters_of(scene: Scene) -> list[int]:
    """Return the letters of the words that a move makes, each as often as its squares make it count."""
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
                   Scene.surrounded, Scene.is_surrounded),
    "connect": (Scene.connects,),
    "group": (Scene.groups,),
    "territory": (Scene.territory,),
    "full": (lambda s: 0 not in s.squares,),
    "empty": (lambda s, squares: not any(s.squares[one] for one in squares), lambda _, letters: not letters),
    "worth": (lambda s, letters: sum([s.tables.setup.worths[code] for code in letters]),),
    "count": (_number, _counted, _standing),
    "neighbor": (lambda s, square: sum([s.squares[one] > 0 for one in s.tables.board.neighbors[square]]),
                 lambda s, square, codes: _standing(s, codes, s.tables.board.neighbors[square])),
    "distance": (lambda s, one, other: s.tables.board.distance(one, other),),
    "row": (lambda s, square: s.tables.board.cells[square][1] + 1,),
    "column": (lambda s, square: s.tables.board.cells[square][0] + 1,),
    "reached": (lambda s, codes, squares: _standing(s, codes, squares) > 0,),
    "from": (lambda s: s.start,),
    "to": (lambda s: s.to,),
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
"""Name of a function -> what it does, one for each of its forms, with scene and values."""
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
"""From one sort to another, with scene and value."""
