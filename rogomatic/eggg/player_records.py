"""The file with a person's results in each game, plus the kind of computer player that plays it best."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from rogomatic.eggg.opponents import kinds_for
from rogue.shared.board_games import Game
from rogue.shared.errors import CommandError
from rogue.shared.files import locked_folder, read_bounded, write_atomically

_MAX_BYTES: Final = 1 << 22
_MAX_RESULTS: Final = 200  # of a level; older ones weigh less than a fiftieth
_EVEN: Final = 0.5
_FEWEST: Final = 4  # results that tell of a skill
Row = dict[str, Any]


def preferred_kind(path: Path, game: Game) -> str:
    """Return the kind of player that an arena found best for a game, or the default.

    A missing or damaged file counts as empty.
    """
    usual = kinds_for(game)
    kind = _read(path).get(game.digest, {}).get("player", "")
    return kind if kind in usual else usual[0]


def keep_preferred(path: Path, game: Game, kind: str, provenance: Row) -> None:
    """Save the best kind of player for a game.  `provenance` tells how the arena found it.

    Raises CommandError if the file cannot be written.
    """
    _change(path, game, lambda row: {**row, "player": kind, "arena": provenance})


def results_of(path: Path, game: Game, level: str) -> list[float]:
    """Return a person's results against a level of the machine, from the oldest to the newest."""
    results = _levels(_read(path).get(game.digest, {})).get(level, [])
    return [one for one in results if one in (0, 0.5, 1)] if isinstance(results, list) else []


def keep_result(path: Path, game: Game, level: str, result: float) -> list[float]:
    """Save a person's result (1 won, 0.5 drawn, 0 lost).  Return all results against this level.

    Raises CommandError if the file cannot be written.
    """
    results = [*results_of(path, game, level), result][-_MAX_RESULTS:]
    _change(path, game, lambda row: {**row, "results": {**_levels(row), level: results}})
    return results


def skill_in_words(results: Sequence[float], level: str) -> str:
    """Return a sentence on a person's skill against a level.  Return "" if there are too few results.

    Later results weigh more than earlier results.

    >>> skill_in_words([1, 0, 1, 1], "fair")
    'You score 67 % against fair (90 % interval: 34 to 93 %); the chance that you are weaker is 19 %.'
    """
    from rogomatic.roshambo.tournament import skill_of  # with all its entrants

    if len(results) < _FEWEST:
        return ""
    skill = skill_of(results)
    low, high = 100 * skill.quantile(0.05), 100 * skill.quantile(0.95)
    share = f"{100 * skill.mean():.0f} % against {level} (90 % interval: {low:.0f} to {high:.0f} %)"
    return f"You score {share}; the chance that you are weaker is {100 * skill.below(_EVEN):.0f} %."


def _levels(row: Row) -> Row:
    """Return the part {level: results} of a row.  Return {} if it is missing or was edited wrongly."""
    found = row.get("results", {})
    return found if isinstance(found, dict) else {}


def _change(path: Path, game: Game, change: Callable[[Row], Row]) -> None:
    """Replace the row of a game by the result of `change` for the old row."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked_folder(path.parent):
            kept = _read(path)
            kept[game.digest] = change({**kept.get(game.digest, {}), "game": game.name})
            write_atomically(path, f"{json.dumps(kept, indent=1, sort_keys=True)}\n".encode())
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from None


def _read(path: Path) -> dict[str, Row]:
    try:
        found = json.loads(read_bounded(path, _MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {digest: row for digest, row in found.items() if isinstance(row, dict)}
