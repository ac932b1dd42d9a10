"""`rogomatic replay` and `rogomatic explain`: a game again, or one of its decisions laid open."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rogomatic.cli import agent_factory, own_game, replay_sources
from rogomatic.cli.arguments import add_edition, add_files_in, files_folder, seed, size, speed, turn_number
from rogomatic.cli.recording_files import content_of, is_journal
from rogomatic.cli.replay_sources import PLACES, find_timeline
from rogomatic.cli.watch_commands import EVERY_TURN_HELP, ONE_PACE_HELP
from rogomatic.run.variant_names import arguments_of
from rogue.shared.arguments import Commands, add_command, positive
from rogue.shared.command_lines import command_for
from rogue.shared.errors import CommandError, printable
from rogue.shared.program_start import FAILED

if TYPE_CHECKING:
    from rogomatic.run.recordings.onlooker import Onlooker
    from rogomatic.run.recordings.timeline import Moment, Timeline


# -- replay

HELP: Final = """Show a game again with the agent's reasons: the last one that was watched, the game of a seed
(--seed: played again, with the memory that ships), one of a kept batch (RUN.db --seed S), a recording
of `watch --record` or of another program (asciicast 1 to 3, ttyrec, ttyrec3; also packed by gzip, bzip2, xz
or Zstandard), or a journal or saved game of our own Rogue. Space pauses, the arrows step, ? shows all keys.
`rogue replay` shows a journal without the agent."""
SPEED: Final = 15.0  # commands per second in a window
FORMS: Final = ("cast", "ttyrec", "txt")
_WITHOUT_WINDOW: Final = "--print prints one moment, --export writes them all."


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "replay", "show a game again", HELP, command)
    option = parser.add_argument
    option("file", type=Path, nargs="?", metavar="FILE", help="a recording, a journal, or a kept batch")
    option("--seed", type=seed, help="the dungeon's number; in a kept batch: which game")
    option("--game", metavar="CMD", help="the program that is to play a kept game of another program again; "
        "none is started because a file names it")  # fmt: skip
    add_edition(parser, "of the game of a seed")
    option(
        "--last", action="store_true",
        help="the last game that was watched (so without a file or a seed, too), or the last of --seed",
    )  # fmt: skip
    option("--size", type=size, metavar="COLSxROWS", help="how large the window of a recording was, as in "
        "120x40; a ttyrec does not say it (80x24)")  # fmt: skip
    add_files_in(parser)
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--to-turn", type=turn_number, metavar="T", help="begin on turn T of the agent's clock"
    )
    place.add_argument("--to-command", type=positive, metavar="N", help="begin at command N")
    place.add_argument("--to-level", type=positive, metavar="L", help="begin with the first visit to level L")
    place.add_argument("--to-fight", metavar="NAME", help="begin with the first fight with this monster")
    place.add_argument("--at", choices=replay_sources.PLACES, help="begin at the last command before the "
        "death, at the end, or when hit points fall below a fifth")  # fmt: skip
    option("--speed", type=speed, help="commands per second, 0 for as fast as possible (15; an export of the "
        "game keeps the pace at which it was recorded)")  # fmt: skip
    option("--every-turn", action="store_true", help=EVERY_TURN_HELP)
    option("--one-pace", action="store_true", help=ONE_PACE_HELP)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--print", action="store_true", help="print that moment and end")
    how.add_argument("--export", choices=FORMS, help="write the whole game in this form: to standard output")
    option("--window", type=size, metavar="COLSxROWS", help="with --export cast: the whole window with "
        "panels and reasons, so large, as in 120x40, instead of the game alone")  # fmt: skip
    option("--out", type=Path, metavar="FILE", help="write the export to this new file")


def command(args: argparse.Namespace) -> int:
    """Show, print or export a game."""
    if args.out is not None and args.export is None:
        args.misused("--out is for --export")
    if args.export == "ttyrec" and args.out is None and sys.stdout.isatty():
        args.misused("ttyrec is no text for a terminal: name a file with --out")
    if args.out is not None and args.out.exists():
        raise CommandError(f"{args.out} is there already and is not overwritten.")
    _check_pace(args)
    found = _written(args) if args.print or args.export is not None else _shown(args)
    if found is None:
        return 0
    for sentence in found.notes:
        print(printable(sentence), file=sys.stderr)
    return FAILED if found.failed else 0


def _check_pace(args: argparse.Namespace) -> None:
    """End with a usage error where an export cannot have the pace or the window that is asked for."""
    from rogomatic.agent.screen.vt100 import COLS, ROWS

    if args.window is not None:
        if args.export != "cast":
            args.misused("--window is for --export cast")
        from rogomatic.agent.screen.vt100 import COLS, ROWS

        if args.window[0] < COLS or args.window[1] < ROWS:
            args.misused(f"--window: to show a game, {COLS} x {ROWS} are needed")
    if args.export is None or args.speed is None:
        return
    if args.export == "txt":
        args.misused("--speed is for recordings; txt has no times")
    if args.speed == 0:
        args.misused("--speed 0 is for a window: a recording needs a pace")


def _place(args: argparse.Namespace, timeline: Timeline) -> int:
    """Return the number of the moment that is asked for.  Raises CommandError when there is none such."""
    from rogomatic.run.recordings import seek

    finders: tuple[tuple[Any, Callable[[list[Moment], Any], int]], ...] = (
        (args.to_turn, seek.turn), (args.to_command, seek.command), (args.to_level, seek.level),
        (args.to_fight, seek.fight), (args.at, seek.named),
    )  # fmt: skip
    try:
        return next((find(timeline.moments, what) for what, find in finders if what is not None), 0)
    except seek.PlaceNotFoundError as sentence:
        raise CommandError(str(sentence)) from None


def _pieces(args: argparse.Namespace, found: replay_sources.Found) -> Iterable[bytes]:
    """Return an export, piece by piece."""
    from rogomatic.run.recordings.replay_export import FORMS as WRITERS

    if args.window is None:
        return WRITERS[args.export](found.timeline, args.speed)
    from rogomatic.run.viewer.controls import Pace
    from rogomatic.run.viewer.window_export import window_cast

    pace = Pace(args.speed or SPEED, one_pace=args.one_pace)
    return window_cast(found.timeline, found.title, args.window, pace, every_turn=args.every_turn)


def _export(args: argparse.Namespace, found: replay_sources.Found) -> None:
    from rogue.shared.files import NewFileError, write_new

    pieces = _pieces(args, found)
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    try:
        write_new(args.out, pieces)
    except NewFileError as refusal:
        raise CommandError(str(refusal)) from None


def _print(timeline: Timeline) -> None:
    from rogomatic.run.recordings.replay_export import picture

    print(*picture(timeline), sep="\n")


def _written(args: argparse.Namespace) -> replay_sources.Found:
    """Print or export a game."""
    found = replay_sources.find_timeline(args)
    found.timeline.go(_place(args, found.timeline))
    if args.print:
        _print(found.timeline)
    else:
        _export(args, found)
    return found


def _shown(args: argparse.Namespace) -> replay_sources.Found | None:
    """Show a game in a window; None when the person has left before it was there."""
    from rogomatic.run.viewer.controls import Quit, ViewOptions
    from rogomatic.run.viewer.replay import ReplayWindow
    from rogomatic.run.viewer.viewer_terminal import TerminalError

    try:
        with ReplayWindow(own_game.window_size, own_game.key_decoder()) as window:
            found = replay_sources.find_timeline(args, window.progress)
            found.timeline.go(_place(args, found.timeline))
            pace = SPEED if args.speed is None else args.speed
            options = ViewOptions(pace, files_folder(args), args.every_turn, args.one_pace)
            paused = found.timeline.at > 0
            window.replay(found.timeline, found.title, found.notes, options, paused)
    except TerminalError as reason:
        raise CommandError(
            f"{reason}  --print prints one moment, --export writes them all.", reason.code
        ) from None
    except Quit:
        return None
    return found


# -- explain

EXPLAIN_HELP: Final = """Without a moment: the danger of a whole game by turn as a graph, and its worst
moments; of a journal or saved game of rogue, of a recording, of the game of a seed, or of the last game
that you have watched. With --turn or --command: one decision laid open, with the screen, the rule that
fired, why those above it did not, the danger, the plan, the hero and the pack. Commands are counted as by
`replay`: keys that are sent at once are one, answers to the game, too."""
_WIDTH: Final = 80  # of the graph, where no terminal says otherwise
_WIDEST: Final = 160


def add_explain(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        commands, "explain", "explain one decision, or where a game went wrong", EXPLAIN_HELP, _explain
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE",
        help="a journal or saved game of rogue, or a recording")  # fmt: skip
    parser.add_argument(
        "--last", action="store_true", help="the last game that was watched, of --seed if given"
    )
    parser.add_argument("--seed", type=seed, help="the dungeon's number: the game is played in memory")
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument("--turn", type=turn_number, metavar="T",
        help="at the first command on or after this turn of the agent's clock")  # fmt: skip
    moment.add_argument("--command", type=turn_number, metavar="N", dest="at_command",
        help="at the first decision on or after this command, in the game of a seed")  # fmt: skip
    moment.add_argument("--at", choices=PLACES, help="at the last command before the death, at the last "
        "one of all, or when hit points fall below a fifth; not in a journal")  # fmt: skip
    add_edition(parser, "of the game of a seed")
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)
    parser.set_defaults(game=None, size=None)


def _explain(args: argparse.Namespace) -> int:
    """Lay a decision open, or draw the danger of a game."""
    if args.file is None and not args.last and args.seed is not None and _has_moment(args):
        lines = _decision_of_seed(args)
    elif args.at_command is not None:
        args.misused("--command is for the game of a --seed; --turn names a moment of any game")
    elif args.file is not None and is_journal(data := content_of(args.file)):
        lines = _of_journal(args, data)
    else:
        lines = _of_timeline(args)
    print(*lines, sep="\n")
    return 0


def _has_moment(args: argparse.Namespace) -> bool:
    return args.turn is not None or args.at_command is not None


def _decision_of_seed(args: argparse.Namespace) -> list[str]:
    """Play the game of a seed up to the moment.  Raises CommandError."""
    from rogomatic.run.runner.link import MemoryLink
    from rogomatic.run.viewer.explain import GameOverError, Halting, explain

    chosen = agent_factory.chosen_memory(args)
    agents = agent_factory.with_knobs(agent_factory.players_with(chosen), args.knobs)
    player = Halting(agents.memory, agents.knobs, args.seed, args.turn or 0, args.at_command or 0)
    edition = args.edition or own_game.EDITION
    try:
        return explain(MemoryLink(own_game.OwnGame(edition)(args.seed)), player)
    except GameOverError as sentence:
        raise CommandError(str(sentence)) from None


def _of_journal(args: argparse.Namespace, data: bytes) -> list[str]:
    """Follow a person's game.  Raises CommandError."""
    from rogomatic.run.recordings.onlooker import Onlooker
    from rogomatic.run.viewer.danger_graph import danger_lines, dangers_of_steps, headline

    if args.at is not None:
        args.misused("--at is for games of the agent; --turn names a moment of a journal")
    if args.last or args.seed is not None or args.edition is not None:
        args.misused(f"{args.file} says which game it is")
    try:
        journal = own_game.OwnJournal(data, args.file)
    except ValueError as error:
        raise CommandError(str(error)) from None
    agents = agent_factory.with_knobs(
        agent_factory.players_with(agent_factory.chosen_memory(args)), args.knobs
    )
    onlooker = Onlooker(agents.memory, agents.knobs, journal.version)
    steps = journal.watched_steps()
    if args.turn is not None:
        return _decision_of(onlooker, onlooker.follow(steps), args.turn)
    dangers = list(dangers_of_steps(onlooker, steps))
    if journal.trouble:
        agent_factory.report(journal.trouble)

    def see(turn: int) -> str:
        return command_for("rogue", "replay", "--to-turn", str(turn), str(args.file))

    title = headline(f"Seed {journal.seed}", dangers, len(dangers)) if dangers else f"Seed {journal.seed}"
    ending = journal.ending or "none; the game was saved or broken off"
    return [title, "", *danger_lines(dangers, see, _width(), who="you", ending=ending)]


def _decision_of(onlooker: Onlooker, commands: Iterator[bytes], turn: int) -> list[str]:
    """Follow a person's game up to a turn and lay open what the agent thinks there.  Raises CommandError."""
    from rogomatic.agent.sight.prompt_parser import without_marker
    from rogomatic.run.viewer.explain import lay_open
    from rogue.shared.wording import keys_in_words

    for number, typed in enumerate(commands, start=1):
        if onlooker.turn >= turn:
            keys = keys_in_words(without_marker(typed)) or "nothing"
            opened = lay_open(onlooker, onlooker.choice, number, person=True)
            return [f"Turn {onlooker.turn}: typed was {keys}", *opened]
    raise CommandError(f"The game ends before turn {turn}, on turn {onlooker.turn}.")


def _of_timeline(args: argparse.Namespace) -> list[str]:
    """Follow a recorded game, or one that the agent plays.  Raises CommandError."""
    from rogomatic.run.viewer.danger_graph import danger_lines, dangers_of_timeline, headline

    source = _source(args)
    found = find_timeline(args)
    timeline: Timeline = found.timeline
    for note in found.notes:
        agent_factory.report(note)
    if args.turn is not None or args.at is not None:
        return _decision_of_timeline(timeline, args)
    dangers = list(dangers_of_timeline(timeline))

    def see(turn: int) -> str:
        return command_for("rogomatic", "replay", *source, "--to-turn", str(turn))

    title = headline(found.title, dangers, timeline.commands) if dangers else found.title
    ending = timeline.ending or "none; the recording stops before the game does"
    return [title, "", *danger_lines(dangers, see, _width(), who="the agent", ending=ending)]


def _decision_of_timeline(timeline: Timeline, args: argparse.Namespace) -> list[str]:
    """Lay open the decision on a turn, or at a place with a name.  Raises CommandError."""
    from rogomatic.run.recordings import seek
    from rogomatic.run.viewer.explain import lay_open

    try:
        if args.at is None:
            at: int | None = seek.turn(timeline.moments, args.turn)
        else:
            at = seek.last_ready(timeline.moments, seek.named(timeline.moments, args.at))
    except seek.PlaceNotFoundError as sentence:
        raise CommandError(str(sentence)) from None
    timeline.go(len(timeline) if at is None else at)
    player = timeline.player
    if at is None or player is None or player.done or not player.trace.last:
        where = f"on turn {args.turn} or behind it" if args.at is None else "there"
        raise CommandError(f"There is no decision of the agent {where}.")
    return lay_open(player, player.trace.last[-1].choice, timeline.at + 1)


def _source(args: argparse.Namespace) -> list[str]:
    """Return the arguments that name the same game for `replay`."""
    if args.file is not None:
        return [str(args.file)]
    number = [] if args.seed is None else ["--seed", str(args.seed)]
    edition = [] if args.edition is None else arguments_of(args.edition)
    return ["--last", *number] if args.last or args.seed is None else [*number, *edition]


def _width() -> int:
    """Return the columns of the graph: those of the window, up to a readable width."""
    is_window = sys.stdout.isatty()
    return min(own_game.window_size(sys.stdout.fileno())[0], _WIDEST) if is_window else _WIDTH
