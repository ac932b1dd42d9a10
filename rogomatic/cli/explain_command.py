"""The command `explain`, which shows the danger to the hero during a game or explains one decision."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from typing import Final

from rogomatic.agent.sight.prompt_parser import without_marker
from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.arguments import ANY_TIME, add_edition, add_last, seed, turn_number
from rogomatic.cli.recording_files import content_of, is_journal
from rogomatic.cli.replay_sources import PLACES, find_timeline
from rogomatic.cli.rule_file import add_ladder_options
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.onlooker import Onlooker
from rogomatic.run.recordings.timeline import Timeline
from rogomatic.run.runner.game_loop import Limits
from rogomatic.run.variant_names import arguments_of
from rogomatic.run.viewer.danger_graph import danger_lines, dangers_of_steps, dangers_of_timeline, headline
from rogomatic.run.viewer.explain import lay_open
from rogue.shared.command_lines import Commands, add_command, command_for, file_name, positive
from rogue.shared.errors import CommandError
from rogue.shared.wording import keys_in_words

EXPLAIN_HELP: Final = """Show the danger of a whole game by turn as a graph, and its worst moments. The game
is a journal or saved game of rogue, a recording, the game of a seed, or the last game that you watched.
With --turn, --command, or --at, show one decision instead: the screen, the rule that fired, why the
rules above it did not, the danger, the plan, the hero, and the pack. Commands are counted as in
`replay`: keys sent together, with answers to prompts, count as one command."""
_BEHIND: Final = 100  # margin after a moment, in commands or turns


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `explain` to `commands`."""
    parser = add_command(commands, "explain", brief, EXPLAIN_HELP, _explain)
    parser.add_argument("file", nargs="?", type=file_name, metavar="FILE",
        help="a journal or saved game of rogue, or a recording")  # fmt: skip
    add_last(parser, "the last game watched (the default without FILE or --seed), or the last one of --seed")
    parser.add_argument("--seed", type=seed, help="the dungeon's number; the agent plays the game in memory")
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument("--turn", type=turn_number, metavar="T",
        help="show the first decision on or after this turn")  # fmt: skip
    moment.add_argument("--command", type=positive, metavar="N", dest="at_command",
        help="show the first decision at or after this command; not for a journal")  # fmt: skip
    moment.add_argument("--at", choices=PLACES, help="show the last command before the death, the last "
    "command, or the one at which hit points fall below a fifth; not for a journal")  # fmt: skip
    add_edition(parser, "edition of the game of a seed")
    agent_factory.add_knobs(parser)
    add_ladder_options(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)
    parser.set_defaults(game=None, size=None, shown_by="explain")


def _explain(args: argparse.Namespace) -> int:
    if args.file is not None and is_journal(data := content_of(args.file)):
        lines = _of_journal(args, data)
    else:
        lines = _of_timeline(args)
    print(*lines, sep="\n")
    return 0


def _of_journal(args: argparse.Namespace, data: bytes) -> list[str]:
    """Return the lines that explain a person's game or one decision in the game.  Raises CommandError."""
    if args.at is not None or args.at_command is not None:
        args.misused("--at and --command are for games of the agent; use --turn for a journal")
    if args.last or args.seed is not None or args.edition is not None:
        args.misused(f"{args.file} names the game: leave out --last, --seed, --edition, and --variant")
    journal = own_game.OwnJournal(data, args.file)
    agents = agent_factory.agents_of(args)
    onlooker = Onlooker(agents.memory, agents.knobs, journal.version, agents.rules.ladder())
    steps = journal.watched_steps()
    if args.turn is not None:
        return _decision_of(onlooker, onlooker.follow(steps), args.turn)
    dangers = list(dangers_of_steps(onlooker, steps))
    if journal.trouble:
        agent_factory.report(journal.trouble)

    def see(turn: int) -> str:
        return command_for("rogue", "replay", "--to-turn", str(turn), str(args.file))

    title = headline(f"Seed {journal.seed}", dangers, len(dangers)) if dangers else f"Seed {journal.seed}"
    ending = journal.ending or "none; the game was saved or interrupted"
    return [
        title,
        "",
        *danger_lines(dangers, see, own_game.text_width(), who="you", ending=ending),
    ]


def _decision_of(onlooker: Onlooker, commands: Iterator[bytes], turn: int) -> list[str]:
    """Follow a person's game up to a turn, and explain the agent's choice there.  Raises CommandError."""
    for number, typed in enumerate(commands, start=1):
        if onlooker.turn >= turn:
            keys = keys_in_words(without_marker(typed)) or "nothing"
            opened = lay_open(onlooker, onlooker.choice, number, onlooker.turn, person=True)
            return [f"Turn {onlooker.turn:,}: you typed {keys}", *_later(turn, onlooker.turn), *opened]
    raise CommandError(f"The game ends before turn {turn:,}, on turn {onlooker.turn:,}.")


def _of_timeline(args: argparse.Namespace) -> list[str]:
    """Return lines that explain a game of the agent or one decision in the game.  Raises CommandError."""
    source, limits = _source(args), None
    if args.at_command is not None:
        limits = Limits(args.at_command + _BEHIND)
    elif args.turn is not None:
        limits = Limits(turns=2 * args.turn + _BEHIND)  # by the agent's count, which may be ahead
    found = find_timeline(args, limits=limits)
    timeline: Timeline = found.timeline
    for note in found.notes:
        agent_factory.report(note)
    if any(moment is not None for moment in (args.at, args.turn, args.at_command)):
        return _decision_of_timeline(timeline, args)
    dangers = list(dangers_of_timeline(timeline))

    def see(turn: int) -> str:
        return command_for("rogomatic", "replay", *source, "--to-turn", str(turn))

    title = headline(found.title, dangers, timeline.commands, timeline.story.turn) if dangers else found.title
    ending = timeline.ending or "none; the recording stops before the game ends"
    graph = danger_lines(dangers, see, own_game.text_width(), who="the agent", ending=ending)
    return [title, "", *graph, *_story(timeline)]


def _story(timeline: Timeline) -> list[str]:
    """Return lines on why the hero died or quit.  Return [] if the reason is unknown."""
    told = [
        row
        for text in timeline.why
        for row in textwrap.wrap(text, own_game.text_width(), subsequent_indent="   ")
    ]
    return ["", f"{timeline.story.heading}:", *told] if told else []


def _decision_of_timeline(timeline: Timeline, args: argparse.Namespace) -> list[str]:
    """Explain the decision at the turn, command, or place that the arguments name.  Raises CommandError."""
    moments, at = timeline.moments, None
    if args.at is not None:
        at = seek.last_ready(moments, seek.named(moments, args.at))
    elif args.at_command is not None:
        at = seek.next_ready(moments, seek.command(moments, args.at_command))
    else:
        at = seek.next_ready(moments, seek.turn(moments, args.turn))
    decision = None if at is None else timeline.decision(at)
    if at is None or decision is None:
        where = f"on or after turn {args.turn:,}" if args.turn is not None else "there"
        raise CommandError(f"The agent makes no decision {where}.")
    head, *rest = lay_open(*decision, at + 1, moments[at].turn)
    return [head, *_later(args.turn, moments[at].turn), *rest]


def _later(asked: int | None, turn: int) -> list[str]:
    """Return a note if `turn`, the turn of the decision, is not the turn `asked`.  Return [] otherwise."""
    if asked is None or asked == turn:
        return []
    return [f"No decision was made on turn {asked:,}; this is the next one."]


def _source(args: argparse.Namespace) -> list[str]:
    """Return the arguments with which `replay` shows the same game."""
    if args.file is not None:
        return [str(args.file)]
    number = [] if args.seed is None else ["--seed", str(args.seed)]
    edition = [] if args.edition is None else arguments_of(args.edition)
    if args.last or args.seed is None:
        return ["--last", *([] if args.last in (None, ANY_TIME) else [args.last]), *number]
    return [*number, *edition]
