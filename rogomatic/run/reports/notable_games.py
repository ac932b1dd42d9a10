"""The choice of notable games in a batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rogomatic.run.runner.game_loop import TROUBLES, Row


class Notable(NamedTuple):
    """A game, and the reasons to show the game: words, separated by commas."""

    row: Row
    why: str


class Search(NamedTuple):
    """A reason to show a game: among the games for which `counts` is true, it has the lowest `order`."""

    why: str
    order: Callable[[Row, Counter[str]], float]
    counts: Callable[[Row, Counter[str]], bool] = lambda _row, _ends: True


TROUBLE: Final = Search(
    "a game that failed", lambda row, _: row.seed, lambda row, _: row.end_reason in TROUBLES
)
# Best first, then deepest, then strange.  `ends` counts games by their end.
SEARCHES: Final = (
    Search("won", lambda row, _: -row.score, lambda row, _: row.how == "won"),
    Search("the best score", lambda row, _: -row.score),
    Search("went deepest", lambda row, _: -row.deepest),
    TROUBLE,
    Search("the rarest end", lambda row, ends: ends[row.ending], lambda row, ends: ends[row.ending] <= 3),
    Search("the longest game", lambda row, _: -row.turns),
    Search("died soonest", lambda row, _: row.turns, lambda row, _: bool(row.killer)),
    Search("the most gold per turn", lambda row, _: -row.score / max(row.turns, 1)),
)


def notable(rows: Sequence[Row], most: int) -> list[Notable]:
    """Return at most `most` games, each once, with every reason to show that game.

    If fewer than `most` games have a reason, the games with the best scores are added.  For a lost game (see
    `Row.is_lost`), only the reason `TROUBLE` is possible.
    """
    ends = Counter(row.ending for row in rows)
    shown: dict[int, Notable] = {}
    for search in SEARCHES:
        counted = [row for row in rows if search.counts(row, ends) and (search is TROUBLE or not row.is_lost)]
        if counted:
            row = min(counted, key=lambda one: (search.order(one, ends), one.seed))
            _show(shown, row, search.why, most)
    ranked = sorted((row for row in rows if not row.is_lost), key=lambda one: (-one.score, one.seed))
    for place, row in enumerate(ranked[:most], start=1):
        if row.seed not in shown:
            _show(shown, row, f"number {place} by score", most)
    return list(shown.values())


def _show(shown: dict[int, Notable], row: Row, why: str, most: int) -> None:
    """Add a game, or add a reason to a game already shown."""
    if row.seed in shown:
        shown[row.seed] = Notable(row, f"{shown[row.seed].why}, {why}")
    elif len(shown) < most:
        shown[row.seed] = Notable(row, why)
