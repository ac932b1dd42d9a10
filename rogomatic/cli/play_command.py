"""The command `play`: the agent on a server, several at once."""

from __future__ import annotations

import argparse
import re
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from rogomatic.cli import agent_factory, arguments
from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.cli_errors import CommandError, printable

if TYPE_CHECKING:
    from rogomatic.run.runner.game_loop import Row

HELP: Final = """Play on a server that `rogue serve --raw-port` runs, or several games there at once. A name
that is free is taken, and its key kept; the same name goes on with its game."""
NAME: Final = "rogomatic"
MAX_NAME: Final = 16
STALL_SECONDS: Final = 30.0  # a server may be slow, or slow us down


class PlayerName(NamedTuple):
    """Who plays where, what, and how many games."""

    host: str
    port: int
    name: str
    game: str
    games: int


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "play", "play on a server, several games at once", HELP, _play)
    parser.add_argument("host", metavar="HOST", help="name or address of the server")
    parser.add_argument("port", type=partial(arguments.whole, least=1, most=65535), metavar="PORT",
        help="its port for programs")  # fmt: skip
    parser.add_argument("--name", type=_name, default=NAME, help=f"on the server (default {NAME})")
    parser.add_argument("--at-once", type=arguments.positive, default=1, metavar="N",
        help="so many players, NAME-1 and so on (default 1)")  # fmt: skip
    parser.add_argument("--games", type=arguments.positive, default=1, metavar="N",
        help="so many games for each of them (default 1)")  # fmt: skip
    parser.add_argument("--edition", default="5.4", metavar="NAME",
        help="of a new game: an edition or a variant that the server knows (default 5.4)")  # fmt: skip
    parser.add_argument("--private", action="store_true", help="keep a new game from watchers")
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, None)


def _name(text: str) -> str:
    if re.fullmatch(rf"[a-z0-9-]{{1,{MAX_NAME - 4}}}", text):
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is no name: 1 to {MAX_NAME - 4} of a-z, 0-9 and -")


def _play(args: argparse.Namespace) -> int:
    """Play the games, print a line for each as it ends; return 1 if any of them did not end well."""
    from rogomatic.run.runner.link import GAME_OPTIONS
    from rogomatic.run.storage.server_keys import numbered

    agents = agent_factory.with_knobs(
        agent_factory.players_with(agent_factory.chosen_memory(args)), args.knobs
    )
    game = f"{args.edition} {GAME_OPTIONS}{',private' * args.private}"
    players = [
        PlayerName(args.host, args.port, name, game, args.games) for name in numbered(args.name, args.at_once)
    ]
    if len(players) == 1:
        ended = [play_games(players[0], agents)]
    else:
        with ProcessPoolExecutor(len(players)) as pool:
            ended = list(pool.map(play_games, players, [agents] * len(players)))
    return 0 if all(ended) else 1


def play_games(who: PlayerName, agents: agent_factory.AgentFactory) -> bool:
    """Play games one after the other, each on a line of its own; return whether all came to an end.

    Raises CommandError when the server or a key cannot be reached.
    """
    from rogomatic.run.runner.game_loop import Limits, play_game
    from rogomatic.run.runner.server_link import ServerLink
    from rogomatic.run.storage.server_keys import ServerKeysError, keep_key, keys_folder, load_key

    folder = keys_folder(who.host, who.port)
    keep = partial(keep_key, folder, who.name)
    try:
        for number in range(who.games):
            key = load_key(folder, who.name)
            row = play_game(
                number,
                lambda _, key=key: ServerLink(who.host, who.port, who.name, key, who.game, keep),  # type: ignore[misc]
                agents,
                Limits(stall_seconds=STALL_SECONDS),
            )
            print(printable(line_of(who.name, row)), flush=True)
            if not row.finished:
                return False
    except ServerKeysError as error:
        raise CommandError(str(error)) from None
    return True


def line_of(name: str, row: Row) -> str:
    """Return what is said of a game."""
    if row.finished:
        return f"{name}: {row.score} gold, {row.ending} on level {row.depth}, turn {row.turns}"
    return f"{name}: {row.end_reason}; {row.error}"
