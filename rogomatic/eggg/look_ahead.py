"""Computer player for real-time games, which tries out many sequences of keys to play the best one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from rogue.shared.real_time_games import RealTimeGame, RealTimeState
from rogue.shared.seeds import Dice

Keys = tuple[str, ...]


class Quickness(NamedTuple):
    """Skill of a real-time player.

    pace   number of steps from one key to the next
    slips  percentage of plans that are chosen at random
    """

    pace: int
    slips: int


QUICKNESS: Final = {"easy": Quickness(6, 30), "fair": Quickness(3, 8), "hard": Quickness(1, 0)}
_HORIZON: Final = 70  # steps
_EVENTS: Final = 2  # returns of the piece, points, or pieces that stuck, after which it judges
_LOST: Final = -1000.0
# Weights of a player of falling blocks by Pierre Dellacherie, as tuned by El-Tetris: points, the height at
# which a piece lands, changes between full and empty across and along the fall, holes, and wells.
_POINT, _LANDING, _ACROSS, _ALONG, _HOLE, _WELL = 3.42, 4.5, 3.22, 9.35, 7.9, 3.39


class LookAhead:
    """A computer player in one match.  The computer player sees only what a person in its place may see."""

    def __init__(self, game: RealTimeGame, player: int, quickness: Quickness, dice: Dice) -> None:
        self._game, self._player, self._quickness, self._dice = game, player, quickness, dice
        self._plan: list[str] = []
        self._seen: object = None
        self._wait = 0

    def keys(self, view: RealTimeState) -> list[str]:
        """Return a list with the key to press in this step.  Return [] if no key should be pressed."""
        seen = (self._game.server(view), view.flight.kind, view.flight.drift, view.flight.flips,
                view.squares, view.wait > 0)  # fmt: skip
        if seen != self._seen:
            self._seen = seen
            self._plan = list(self._best(view))
        self._wait = max(self._wait - 1, 0)
        if self._wait or not self._plan:
            return []
        self._wait = self._quickness.pace
        return [self._plan.pop(0)]

    def _best(self, view: RealTimeState) -> Keys:
        """Return the best series of keys (if several are best, the shortest) or sometimes a random series."""
        plans = list(self._plans(view))
        if self._dice.below(100) < self._quickness.slips:
            return self._dice.one_of(plans)
        return max(plans, key=lambda plan: (self._worth(view, plan), -len(plan)))

    def _plans(self, view: RealTimeState) -> Iterator[Keys]:
        """Yield series of keys that turn, shift, and drop a piece, or keys that choose the next piece."""
        game, by_act = self._game, dict[str, list[str]]()
        for name in game.keys:
            by_act.setdefault(game.acts.get(name, ""), []).append(name)
        is_server = game.server(view) == self._player
        if is_server and view.wait:
            yield from ((str(kind + 1), *by_act.get("falls", ())[:1]) for kind in range(len(game.kinds)))
            return
        turns = by_act.get("turns", [])[:1] if is_server and view.flight.kind >= 0 else []
        steps = [*by_act.get("paddle", ()), *(by_act.get("moves", ()) if is_server else ())]
        falls = tuple(by_act.get("falls", ())[:1]) if is_server and view.flight.kind >= 0 else ()
        for turned in range(4 if turns else 1):
            for name in steps or [""]:
                for count in range(max(game.columns, game.rows) // 2 + 1 if name else 1):
                    yield (*turns * turned, *(name,) * count, *falls)

    def _worth(self, view: RealTimeState, plan: Keys) -> float:
        """Return the value of a series of keys for this player if the other players press no keys."""
        game, state, left, events = self._game, view, list(plan), 0
        course = game.course(state)
        for step in range(_HORIZON):
            pressed = [left.pop(0)] if left and step % self._quickness.pace == 0 else []
            after = game.after_tick(state, {self._player: pressed})
            events += (game.server(state), game.scores(state)) != (game.server(after), game.scores(after))
            state = after
            if state.is_over or events == _EVENTS or (state.squares != view.squares and not left):
                break
        scores = game.scores(state)
        others = [score for player, score in enumerate(scores) if player != self._player]
        ahead = scores[self._player] - max(others, default=0)
        value = _POINT * ahead - self._untidiness(view, state, course)
        result = game.result(state)
        return value if result is None or result[self._player] > 0 < len(scores) - 1 else _LOST + value

    def _untidiness(self, before: RealTimeState, state: RealTimeState, course: tuple[int, int]) -> float:
        """Return a penalty for the height and the gaps of the pieces on this player's part of the board."""
        if not any(state.squares):
            return 0.0
        lines = _lines(self._game, course, is_half=len(self._game.players) > 1)
        full = [[state.squares[one] > 0 for one in line] for line in lines]
        fell = [state.squares[one] > before.squares[one] for one in range(len(state.squares))]
        landed = [at for line in lines for at, one in enumerate(line) if fell[one]]
        height = sum(landed) / len(landed) if landed else 0.0
        walled = [[True] * len(full[0]), *full, [True] * len(full[0])]
        across = sum(one != other for rows in pairwise(walled) for one, other in zip(*rows, strict=True))
        along = sum(one != other for line in full for one, other in pairwise([True, *line]))
        holes = sum(any(line[at:]) for line in full for at, is_full in enumerate(line) if not is_full)
        return _LANDING * height + _ACROSS * across + _ALONG * along + _HOLE * holes + _WELL * _wells(walled)


def _wells(walled: list[list[bool]]) -> int:
    """Return the sum of 1 + 2 + ... + n for each well, which is n empty squares between full neighbors."""
    total = 0
    for left, line, right in zip(walled, walled[1:], walled[2:], strict=False):
        depth = 0
        for beside, is_full, other in zip(reversed(left), reversed(line), reversed(right), strict=True):
            depth = depth + 1 if beside and other and not is_full else 0
            total += depth
    return total


def _lines(game: RealTimeGame, course: tuple[int, int], *, is_half: bool) -> list[list[int]]:
    """Return lines of squares in the direction opposite to the fall.  If `is_half`, they end halfway."""
    columns, rows = game.columns, game.rows
    begins, step = (range(columns), columns) if course[1] else (range(0, columns * rows, columns), 1)
    lines = [list(range(begin, columns * rows, step))[: rows if course[1] else columns] for begin in begins]
    ends = [line[::-1] if course[0] + course[1] > 0 else line for line in lines]
    return [line[: len(line) // 2] if is_half else line for line in ends]
