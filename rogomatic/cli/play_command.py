"""The command `play`: one or more agents that play on a server."""

from __future__ import annotations

import argparse
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.cli import agent_factory
from rogomatic.run.runner.game_loop import Limits, Row, ending_in_words, play_game
from rogomatic.run.runner.link import GAME_OPTIONS, GameStartError
from rogomatic.run.runner.server_link import ServerLink
from rogomatic.run.storage.server_keys import ServerKeysError, keep_key, keys_folder, load_key, numbered
from rogue.shared.command_lines import Commands, add_command, port, positive
from rogue.shared.errors import printable
from rogue.shared.wording import plural

HELP: Final = """Play one game, or several at once, on a server started by `rogue serve --raw-port`.
A new name is registered, and its login key is saved. A known name continues its game."""
NAME: Final = "rogomatic"
MAX_NAME: Final = 16
STALL_SECONDS: Final = 30.0  # a server may be slow, or slow us down
REPORT_SECONDS: Final = 10.0  # seconds between two progress lines
_LINE_LOST: Final = ("died", "closed", "stall")  # end reasons; the server keeps the game


class PlayerName(NamedTuple):
    """A player on a server.

    game   edition or variant of a new game, followed by options of the game
    games  number of games to play
    quiet  whether to report only the ends of the games
    """

    host: str
    port: int
    name: str
    game: str
    games: int
    quiet: bool = False


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `play` to `commands`."""
    parser = add_command(commands, "play", brief, HELP, _play)
    parser.add_argument("host", metavar="HOST", help="name or address of the server")
    parser.add_argument("port", type=partial(port, least=1), metavar="PORT",
        help="the server's port for programs")  # fmt: skip
    parser.add_argument("--name", type=_name, default=NAME, help=f"the player's name (default {NAME})")
    parser.add_argument("--at-once", type=positive, default=1, metavar="N",
        help="number of players, named NAME-1 and so on (default 1; a server may limit it)")  # fmt: skip
    parser.add_argument("--games", type=positive, default=1, metavar="N",
        help="number of games per player (default 1)")  # fmt: skip
    parser.add_argument("--edition", default="5.4", metavar="NAME",
        help="edition or variant of a new game; the server must know it (default 5.4)")  # fmt: skip
    parser.add_argument("-q", "--quiet", action="store_true", help="print only a line for each finished game")
    parser.add_argument("--private", action="store_true", help="hide a new game from watchers")
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, None)


def _name(text: str) -> str:
    if re.fullmatch(rf"[a-z0-9-]{{1,{MAX_NAME - 4}}}", text):
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is not a name: use 1 to {MAX_NAME - 4} of a-z, 0-9, and -")


def _play(args: argparse.Namespace) -> int:
    """Play the games and print a line for each.  Return 0 if all games finish, otherwise 1."""
    agents = agent_factory.agents_of(args)
    game = f"{args.edition} {GAME_OPTIONS}{',private' * args.private}"
    players = [
        PlayerName(args.host, args.port, name, game, args.games, args.quiet)
        for name in numbered(args.name, args.at_once)
    ]
    if len(players) == 1:
        ended = [play_games(players[0], agents)]
    else:
        with ProcessPoolExecutor(len(players)) as pool:
            ended = list(pool.map(play_games, players, [agents] * len(players)))
    return 0 if all(ended) else 1


def play_games(who: PlayerName, agents: agent_factory.AgentFactory) -> bool:
    """Play games one after another, and print a line for each.  Return whether all games finished.

    Stop after an unfinished game.  A game is also unfinished if the server did not let it begin.
    """
    folder = keys_folder(who.host, who.port)
    keep = partial(keep_key, folder, who.name)

    def link_of(_: int) -> ServerLink:
        try:
            link = ServerLink(who.host, who.port, who.name, load_key(folder, who.name), who.game, keep)
        except ServerKeysError as error:
            raise GameStartError(str(error)) from None
        if not who.quiet:
            does = "begins a game" if link.is_new else "continues its game"
            _report(f"{who.name}: {does} on {who.host} port {who.port}")
        return link

    for number in range(who.games):
        players = agents if who.quiet else _ReportingAgents(agents, who.name)
        row = play_game(number, link_of, players, Limits(stall_seconds=STALL_SECONDS))
        print(printable(line_of(who.name, row)), flush=True)
        if not row.finished:
            return False
    return True


class _ReportingAgents:
    """A callable that makes agents that print their progress every REPORT_SECONDS seconds."""

    def __init__(self, agents: agent_factory.AgentFactory, name: str) -> None:
        self._agents, self._name = agents, name
        self._at = time.monotonic()

    def __call__(self, seed: int) -> Player:
        player = self._agents(seed)

        def look(choice: Choice) -> Choice:
            if time.monotonic() - self._at >= REPORT_SECONDS:
                self._at = time.monotonic()
                _report(f"{self._name}: {standing(player.beliefs)}")
            return choice

        player.overrule = look
        return player


def standing(beliefs: Beliefs) -> str:
    """Return the level, turn, gold, and hit points of a game in words."""
    return (
        f"level {beliefs.me.depth}, turn {beliefs.turn:,}, {beliefs.me.gold:,} gold, "
        f"{beliefs.me.hp} of {plural(beliefs.me.max_hp, 'hit point')}"
    )


def _report(sentence: str) -> None:
    print(f"rogomatic: {printable(sentence)}", file=sys.stderr, flush=True)


def line_of(name: str, row: Row) -> str:
    """Return a line of text that tells how a player's game ended."""
    where = f"on level {row.depth}, turn {row.turns:,}"
    if row.finished:
        return f"{name}: {row.score:,} gold, {ending_in_words(row)} {where}"
    if not row.began:
        return f"{name}: no game began: {row.error}"
    is_lost = row.end_reason in _LINE_LOST
    what = "the connection was lost" if is_lost else ending_in_words(row)
    why = f"{row.error} Run the same command to continue the game." if is_lost else row.error
    return f"{name}: {what} {where}, with {row.score:,} gold{f': {why}' if why else ''}"
