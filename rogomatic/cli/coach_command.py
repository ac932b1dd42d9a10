"""`rogomatic coach`: a person plays our Rogue, and the agent says what it would do."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli import agent_factory, arguments, own_game
from rogomatic.cli.arguments import Commands, add_command, add_edition, seed, speed
from rogomatic.cli.cli_errors import FAILED, INTERRUPTED, CommandError
from rogomatic.cli.own_game import command_for

if TYPE_CHECKING:
    from rogomatic.run.runner.game_loop import Row
    from rogomatic.run.viewer.viewer_terminal import Terminal

HELP: Final = """Play our Rogue in this window with the agent beside you: x asks it what it would do and why,
X lets it play until something happens, ? lists the keys. The danger of each foe is shown in larger windows.
With FILE it goes on with a saved game. The score goes into the list of `rogue --scores`, marked as helped."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "coach", "play yourself, and ask the agent", HELP, command)
    parser.add_argument("saved", nargs="?", type=Path, metavar="FILE",
        help="a saved game of rogue to go on with; else a new game begins")  # fmt: skip
    parser.add_argument("--seed", type=seed, help="the dungeon's number; chosen when not given")
    add_edition(parser, "of our own game")
    parser.add_argument("--name", help="the name for the score list")
    parser.add_argument(
        "--speed", type=speed, default=15.0,
        help="commands per second while the agent plays, 0 for as fast as possible (default 15)",
    )  # fmt: skip
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.OWN, learns=None)
    arguments.add_files_in(parser)


def command(args: argparse.Namespace) -> int:
    """Have a person play one game."""
    import secrets

    from rogomatic.run.runner.game_loop import BROKEN, Limits
    from rogomatic.run.viewer.controls import ViewOptions
    from rogomatic.run.viewer.viewer_terminal import TerminalError
    from rogomatic.run.viewer.watch import CoachController, line_of, watch

    agents = agent_factory.with_knobs(
        agent_factory.players_with(agent_factory.chosen_memory(args)), args.knobs
    )
    if args.saved is not None:
        if args.seed is not None or args.edition is not None:
            args.misused(f"{args.saved} says which game it is")
        number, args.edition = _going_on(args.saved)
    else:
        number = secrets.randbelow(10**9) if args.seed is None else args.seed
    links = own_game.coached_program(args.edition or own_game.EDITION, args.name, args.saved)
    folder = arguments.files_folder(args)
    last = arguments.last_games(args, agents)
    rows: list[tuple[Row, Path | None]] = []

    def view_of(terminal: Terminal) -> CoachController:
        return CoachController(terminal, ViewOptions(args.speed, folder, every_turn=True))

    interrupted = False
    try:
        watch((number,), links, agents, Limits(), view_of, rows, last, _end_lines, folder)
    except TerminalError as reason:
        raise CommandError(str(reason), reason.code) from None
    except KeyboardInterrupt:
        interrupted = True
    for row, saved in rows:
        print(line_of(row))
        if saved is not None:
            print(f"The game was saved; go on with it: {command_for('rogomatic', 'coach', str(saved))}")
        elif row.end_reason == "finished":
            print(*_end_lines(row), sep="\n")
        for sentence in filter(None, (row.error, row.warning)):
            print(sentence, file=sys.stderr)
    recorded = arguments.report_recordings(None, None, last)
    if interrupted:
        return INTERRUPTED
    return FAILED if not recorded or any(row.end_reason in BROKEN for row, _ in rows) else 0


def _going_on(saved: Path) -> tuple[int, str]:
    """Return the seed and the edition of a saved game.  Raises CommandError."""
    game = own_game.saved_game(saved)
    return game.seed, game.edition


def _end_lines(row: Row) -> list[str]:
    """Return where the score is and how the game can be looked at again."""
    number = ("--last", "--seed", str(row.seed))
    place = ("--at", "death") if row.how == "killed" else ()
    return [
        f"The score is in the list, marked as helped: {command_for('rogue', '--scores')}",
        f"See the game again: {command_for('rogomatic', 'replay', *number, *place)}",
        f"Where it went wrong: {command_for('rogomatic', 'explain', *number)}",
    ]
