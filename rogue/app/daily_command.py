"""The `rogue daily` command: everyone plays the same dungeon on the same day."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Any, Final

from rogue.app.config import LaunchOptions
from rogue.app.daily_game import day_of_finished, ghost_file
from rogue.app.ghost import GhostMoment, moments_of
from rogue.shared.command_lines import ArgumentParser, player_name, some_name
from rogue.shared.daily_seed import FIRST_DAY, seed_of_day
from rogue.shared.errors import refusing
from rogue.shared.files import MAX_BYTES, read_bounded
from rogue.shared.program_start import need_output
from rogue.storage.history import FinishedGame, read_games
from rogue.storage.places import history_file

NO_DAYS: Final = "You have not finished a dungeon of the day yet."


def daily_command(words: Sequence[str], env: Mapping[str, str]) -> int:
    """Run `rogue daily` with these arguments.  Return the exit code.  Raises LaunchError."""
    parser = _parser()
    args = parser.parse_args(words)
    if args.json and not args.list:
        parser.error("--json requires --list")
    today = datetime.now(UTC).date()
    if args.list:
        parser.refuse_beside(args, "list", "json")
        return _show_days(env, as_json=args.json)
    day = args.date or today
    if not FIRST_DAY <= day <= today:
        parser.error(f"--date {day}: the day must be from {FIRST_DAY} to today, {today} (UTC)")
    from rogue.app.app import launch

    chosen = LaunchOptions(
        seed=seed_of_day(day), name=args.name, color=args.color, panel=args.panel, helpers=args.helpers,
        plain=args.plain, journal=args.journal, day=day,
    )  # fmt: skip
    return launch(chosen, env)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="rogue daily",
        description="Play the dungeon of the day, which is the same for everyone. Beside your game you see "
        "how far the agent came in the same dungeon by the same turn.",
        epilog="Days begin at midnight UTC. Nothing leaves this machine. The last line of a game is made for "
        "sharing, and `rogue verify` proves the result from the journal.",
    )
    add = parser.add_argument
    add("--date", type=_day, metavar="YYYY-MM-DD", help="play the dungeon of an earlier day (UTC)")
    add("--list", action="store_true", help="list the days whose dungeon you have finished, and exit")
    add("--json", action="store_true", help="with --list: print JSON")
    add("--name", type=player_name, help="the name for the score list")
    add("--color", "--colour", dest="color", action=argparse.BooleanOptionalAction, default=None,
        help="turn map colors on or off")  # fmt: skip
    add("--no-panel", dest="panel", action="store_false", help="show nothing beside the map in a wide window")
    add("--helpers", action="store_true", help="let x explore and _ travel; the result mentions it")
    add("--journal", type=some_name, metavar="FILE", help="write the journal of the game to a new FILE")
    add("--plain", action="store_true", help="raw bytes in and out, for programs; hide the agent's game")
    return parser


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date; write it like 2026-11-26") from None


def _show_days(env: Mapping[str, str], *, as_json: bool) -> int:
    """Print the results of the days that were played.  Return the exit code.  Raises LaunchError."""
    need_output()
    path = history_file(env)
    with refusing(path):
        games = read_games(path).games
    rows = [(day, game, _ghost_end(day, env)) for day, game in days_of(games)]
    if as_json:
        print(json.dumps([_as_data(*row) for row in rows], indent=1))
    else:
        print("\n".join(day_lines(rows)))
    return 0


def days_of(games: Sequence[FinishedGame]) -> list[tuple[date, FinishedGame]]:
    """Return a list of pairs, ordered by day.

    A pair is a day on which a dungeon was played, with the first game that was finished in the dungeon of
    that day.  Later games in the same dungeon do not count, because the player already knows the dungeon.
    Wizard games never count.
    """
    firsts: dict[date, FinishedGame] = {}
    for game in games:
        day = day_of_finished(game)
        if day is not None:
            firsts.setdefault(day, game)
    return sorted(firsts.items(), key=lambda row: row[0])


def _ghost_end(day: date, env: Mapping[str, str]) -> GhostMoment | None:
    """Return the last moment of the agent's game in a day's dungeon.

    Return None if no finished game of the agent is on disk.
    """
    try:
        moments = moments_of(read_bounded(ghost_file(day, env), MAX_BYTES))
    except (OSError, ValueError):
        return None
    return moments[-1] if moments and moments[-1].end else None


def _as_data(day: date, game: FinishedGame, ghost: GhostMoment | None) -> dict[str, Any]:
    return {"day": day.isoformat(), "game": asdict(game), "ghost": None if ghost is None else asdict(ghost)}


def day_lines(rows: Sequence[tuple[date, FinishedGame, GhostMoment | None]]) -> list[str]:
    """Return the lines of a table of days.  The last line has the totals."""
    if not rows:
        return [NO_DAYS]
    lines = [f"{'day':<12}{'gold':>7}{'level':>7}{'turns':>8}{'agent':>8}  how"]
    for day, game, ghost in rows:
        agent = "" if ghost is None else f"{ghost.gold:,}"
        marks = "".join(f", {mark}" for mark in game.marks)
        lines.append(
            f"{day!s:<12}{game.score:>7,}{game.depth:>7}{game.turns:>8,}{agent:>8}  {game.ending}{marks}"
        )
    both = [(game.score, ghost.gold) for _, game, ghost in rows if ghost is not None]
    ahead = sum(mine > other for mine, other in both)
    return [*lines, "", f"Days: {len(rows)}; ahead of the agent on {ahead} of {len(both)}."]
