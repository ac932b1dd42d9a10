"""The command `rogue mcp`: a Model Context Protocol server on standard streams."""

from __future__ import annotations

import json
import secrets
import shlex
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rogue.model_tools.model_limits import GameLimits, add_limits, limits_of
from rogue.model_tools.named_commands import COMMANDS, DIRECTIONS
from rogue.model_tools.open_games import GameAdvisor, OpenGames
from rogue.model_tools.rule_search import look_up, rule_page
from rogue.shared.command_lines import ArgumentParser, print_error
from rogue.shared.errors import LaunchError, printable_line
from rogue.shared.program_start import need_input
from rogue.shared.seeds import Dice
from rogue.shared.wording import listed
from rogue.storage.variant_files import BEST
from rogue.tables.edition_table import EDITIONS
from rogue.tables.ruleset import Ruleset

if TYPE_CHECKING:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.tools import Tool

DESCRIPTION: Final = (
    "Let a language model play, as a Model Context Protocol server over standard input and output. "
    "The games stay in memory; nothing is written to disk."
)
FOR_A_CLIENT: Final = (
    "rogue: this server is meant to be started by a chat program; press control-C to stop it"
)
INSTRUCTIONS: Final = (
    "Rogue, a dungeon game on a screen of 24 rows and 80 columns. Find gold, go down the stairs (%), and "
    "bring the Amulet of Yendor back from level 26. A game also ends when you die. start_game shows the "
    "first screen; command takes the name of a command, press_keys takes keys. Every answer says what input "
    "the game expects, its messages, what changed, the screen with a number before each row, and a legend. "
    "Rows and columns count from 0."
)


_WANTED: Final = {"int": "a whole number", "int | None": "a whole number", "str": "text"}
_LONGEST: Final = 40  # characters of a wrong argument


def mcp_command(words: Sequence[str]) -> int:
    """Run `rogue mcp` with these arguments.  Return the exit code.  Raises LaunchError."""
    parser = ArgumentParser(
        prog="rogue mcp", allow_abbrev=False, description=DESCRIPTION,
        epilog="`rogomatic mcp` also lets the model ask the agent for advice.",
    )  # fmt: skip
    add_limits(parser)
    return serve_models(limits_of(parser.parse_args(words)))


def serve_models(limits: GameLimits, new_advisor: Callable[[Ruleset], GameAdvisor] | None = None) -> int:
    """Serve a model until the input ends.  Return the exit code.

    Raises LaunchError if the SDK is not installed.

    new_advisor  makes the advisor of a game, or None for a server without advice
    """
    need_input()
    server = server_of(OpenGames(limits, Dice(secrets.token_hex(16)), new_advisor))
    if sys.stdin.isatty():
        print_error(FOR_A_CLIENT)
    for number in (signal.SIGINT, signal.SIGTERM):  # otherwise the reading thread would delay the exit
        signal.signal(number, signal.SIG_DFL)
    server.run("stdio")
    return 0


def server_of(games: OpenGames) -> MCPServer[Any]:
    """Return a server with a tool for each action of a player.

    Raises LaunchError if the SDK is not installed.
    """
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise LaunchError(
            "the server needs the library mcp, version 2 or newer.  Install it with: "
            f"{shlex.quote(sys.executable)} -m pip install 'mcp>=2'"
        ) from None
    from rogue import __version__

    tools = [
        _strict(_with_errors(tool, ToolError), name, about) for name, (tool, about) in tools_of(games).items()
    ]
    return MCPServer(
        "rogue", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING", tools=tools
    )


def _strict(tool: Callable[..., Awaitable[str]], name: str, about: str) -> Tool:
    """Return an SDK tool that rejects unknown arguments.  An ordinary SDK tool ignores them.

    If a call is wrong, the tool explains the error in one sentence.  An ordinary SDK tool returns pydantic's
    message, which has a link to pydantic's manual.
    """
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.mcpserver.tools import Tool
    from pydantic import ValidationError

    class PlainTool(Tool):
        async def run(self, *args: Any, **named: Any) -> Any:
            try:
                return await super().run(*args, **named)
            except ToolError as error:
                cause = error.__cause__
                if isinstance(cause, ValidationError):
                    raise ToolError(f"{name}: {_what_is_wrong(cause.errors(), wanted)}") from None
                if isinstance(cause, ToolError):
                    raise ToolError(f"{name}: {cause}") from None
                raise

    wanted = {name: _WANTED[kind] for name, kind in tool.__annotations__.items() if name != "return"}
    made = PlainTool.from_function(tool, name=name, description=about, structured_output=False)
    known = made.fn_metadata.arg_model
    strict: Any = type(known.__name__, (known,), {"model_config": {"extra": "forbid"}})
    made.fn_metadata.arg_model = strict
    made.parameters = strict.model_json_schema(by_alias=True)
    return made


def _what_is_wrong(errors: Sequence[Mapping[str, Any]], wanted: Mapping[str, str]) -> str:
    """Return what is wrong with the arguments of a tool.

    >>> _what_is_wrong([{"type": "int_from_float", "loc": ("seed",), "input": 12.5}], {"seed": "a number"})
    'seed must be a number, not 12.5'
    """
    errors = [error for error in errors if error["loc"]]  # of an argument
    found = []
    unknown = [name for error in errors if (name := str(error["loc"][0])) not in wanted]
    if unknown:
        no = printable_line(listed(unknown, "or"))
        found.append(f"there is no argument {no}; the arguments are {', '.join(wanted)}")
    for error in errors:
        name = str(error["loc"][0])
        if name in unknown:
            continue
        if error["type"] == "missing":
            found.append(f"{name} is missing; it must be {wanted[name]}")
        else:
            said = json.dumps(error["input"])
            short = said if len(said) <= _LONGEST else f"{said[:_LONGEST]}..."
            found.append(f"{name} must be {wanted[name]}, not {short}")
    return "; ".join(found)


def _with_errors(tool: Callable[..., str], error_class: type[Exception]) -> Callable[..., Awaitable[str]]:
    """Wrap a tool so that each PlayError it raises becomes an `error_class`, the SDK's own exception.

    The wrapped tool is a coroutine without an `await`, so calls run one after another, in the order in which
    they came.  The SDK would run ordinary functions in several threads at once.
    """
    from functools import wraps

    from rogue.model_tools.open_games import PlayError

    @wraps(tool)
    async def called(*args: Any, **named: Any) -> str:
        try:
            return tool(*args, **named)
        except PlayError as error:
            raise error_class(str(error)) from None

    return called


def tools_of(games: OpenGames) -> dict[str, tuple[Callable[..., str], str]]:
    """Return the tools by name, each as a function with its description."""

    def start_game(edition: str = "5.4", seed: int | None = None) -> str:
        return games.start(edition, seed)

    def look(game: int) -> str:
        return games.look(game)

    def press_keys(game: int, keys: str) -> str:
        return games.press(game, keys)

    def command(game: int, name: str, direction: str = "", item: str = "", count: int = 1) -> str:
        return games.command(game, name, direction, item, count)

    def look_up_rule(words: str) -> str:
        return look_up(words, rule_page())

    def ask_advice(game: int) -> str:
        return games.advise(game)

    def read_score(game: int) -> str:
        return games.score(game)

    def close_game(game: int) -> str:
        return games.close(game)

    found: dict[str, tuple[Callable[..., str], str]] = {
        "start_game": (start_game, _START),
        "look": (look, "Show the screen of a game, with its legend and what changed since the last answer."),
        "press_keys": (press_keys, _PRESS),
        "command": (command, _COMMAND),
        "look_up_rule": (look_up_rule, _LOOK_UP),
        "read_score": (read_score, "Return the status line of a game, or how it ended and its score."),
        "close_game": (close_game, "Close a game, so that another can be started."),
    }
    if games.gives_advice:
        found["ask_advice"] = (ask_advice, _ADVICE)
    return found


_START: Final = (
    "Start a game and show its first screen. edition: one of "
    f"{', '.join((*EDITIONS, *BEST))}. seed: number of the dungeon (default: random)."
)
_PRESS: Final = (
    "Press keys. h j k l y u b n walk; ? in the game explains the other keys. "
    "Write special keys as <Esc>, <Return>, <Space>, <Backspace>, <C-p>, or <0x7f>."
)
_COMMAND: Final = (
    f"Carry out a command by name, and skip every --More--. name: {', '.join(COMMANDS)}. "
    f"direction, if the command needs one: {', '.join(DIRECTIONS)}. item: a letter of the inventory. "
    "count: how many times to search or rest."
)
_LOOK_UP: Final = "Look up rules of the game by number (CMB-4), by section (CMB), or by words in them."
_ADVICE: Final = "Ask the agent Rog-O-Matic what it would do now, and why. The agent sees only the screen."
