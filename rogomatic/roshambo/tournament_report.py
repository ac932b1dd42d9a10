"""The results of a tournament as text or as data for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rogomatic.roshambo.entrants import SIMPLE, EntryList
from rogomatic.roshambo.tournament import PairResult, Placing, cross_table, lucky_score, ranking
from rogue.shared.confidence import mean_and_error, with_error

_MAX_COLUMNS: Final = 8  # more are too wide, without the simple bots
_MOST_COLUMNS: Final = 9  # the best of the others
Cells = Mapping[tuple[str, str], tuple[float, float | None]]


def as_json(
    field: EntryList, names: Sequence[str], results: Sequence[PairResult], matches: int, seed: int
) -> dict[str, object]:
    """Return a tournament as plain data.

    The data are the standings, and, for each pair of players, the scores of the matches with their mean and
    its standard error.
    """
    standings: list[dict[str, object]] = []
    places = _places_by_matches(names, results, field.turns)
    for one in ranking(names, results, field.turns):
        skill = {"wins": one.skill.wins, "losses": one.skill.losses, "mean": one.skill.mean()}
        standings.append(
            {
                **one._asdict(),
                "by_matches": places[one.name],
                "summary": field.summary(one.name),
                "skill": skill,
            }
        )
    pairs: list[dict[str, object]] = []
    for result in results:
        mean, error = mean_and_error(result.scores)
        pairs.append({**result._asdict(), "matches": len(result.scores), "mean": mean, "error": error})
    return {
        "turns": field.turns, "matches": matches, "seed": seed,
        "lucky_score": lucky_score(field.turns),
        "ranking": standings,
        "pairs": pairs,
    }  # fmt: skip


def print_pairs(results: Sequence[PairResult]) -> None:
    """Print a line with comma-separated values for each pair."""
    print("first,second,matches,mean,error")
    for one in results:
        mean, error = mean_and_error(one.scores)
        figures = ["" if value is None else f"{round(value, 1) + 0.0:.1f}" for value in (mean, error)]
        print(f"{one.first},{one.second},{len(one.scores)},{','.join(figures)}")


def print_tables(
    field: EntryList,
    names: Sequence[str],
    against: Sequence[str],
    results: Sequence[PairResult],
    *,
    by_matches: bool = False,
) -> None:
    """Print the ranking and the cross table.

    If the cross table is too wide and `against` is empty, its columns for simple bots are left out.

    against  players that have a row in the cross table; if `against` is empty, the ranked players have the
             rows
    """
    standings = ranking(names, results, field.turns, by_matches=by_matches)
    _print_ranking(field, standings, _places_by_matches(names, results, field.turns))
    order = [one.name for one in standings]
    table = cross_table(results)
    if against:
        rows = sorted(
            against, key=lambda name: -max(table.get((one, name), (-1e9, None))[0] for one in order)
        )
        cells = {(row, name): table[name, row] for row in rows for name in order if (name, row) in table}
        _print_cells("column against row", rows, order, cells)
        return
    better = [name for name in order if name not in SIMPLE] or order
    columns = better[:_MOST_COLUMNS] if len(order) > _MAX_COLUMNS else order
    _print_cells("row against column", order, columns, table)


def print_reasons(results: Sequence[PairResult], turns: int) -> None:
    """Print the most frequent reasons of players that give reasons.  A reason calls the other side "you"."""
    print()
    for one in results:
        for name, other, reasons in zip(
            (one.first, one.second), (one.second, one.first), one.reasons, strict=True
        ):
            shares = [(round(100 * count / turns / len(one.scores)), reason) for reason, count in reasons]
            told = [f"{share} % {reason}" for share, reason in shares if share]
            if told:
                print(f"{name} to {other}: {'; '.join(told)}")


def _print_cells(which: str, rows: Sequence[str], columns: Sequence[str], table: Cells) -> None:
    has_errors = any(error is not None for _, error in table.values())
    wide = max(5, 1 + max(map(len, rows)))
    widths = [max(10, 1 + len(name)) for name in columns]
    print(f"\nMean score per match, {which}{', with its standard error' * has_errors}")
    print(" " * wide + "".join(f"{name:>{width}}" for name, width in zip(columns, widths, strict=True)))
    for row in rows:
        cells = [_cell(table.get((row, name))) for name in columns]
        print(
            f"{row:<{wide}}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        )


def _cell(figures: tuple[float, float | None] | None) -> str:
    return "." if figures is None else with_error(*figures)


def _places_by_matches(names: Sequence[str], results: Sequence[PairResult], turns: int) -> dict[str, int]:
    """Return each player's place in the ranking by matches."""
    order = ranking(names, results, turns, by_matches=True)
    return {one.name: place for place, one in enumerate(order, 1)}


def _print_ranking(field: EntryList, standings: Sequence[Placing], by_matches: Mapping[str, int]) -> None:
    wide = max(4, *(len(one.name) for one in standings))
    print(f"    {'name':<{wide}} points  mean error  won drawn lost place  skill (90%)     what it is")
    for place, one in enumerate(standings, 1):
        low, high = (one.skill.quantile(share) for share in (0.05, 0.95))
        skill = f"{one.skill.mean():.2f} {low:.2f}-{high:.2f}"
        error = "-" if one.error is None else round(one.error)
        print(
            f"{place:>3} {one.name:<{wide}}{one.points:>7}{round(one.mean):>6}{error:>6}"
            f"{one.won:>5}{one.drawn:>6}{one.lost:>5}{by_matches[one.name]:>6}  {skill}  "
            f"{field.summary(one.name)}"
        )
