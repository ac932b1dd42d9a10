"""The configuration of a game from the command line or environment variables."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from rogue.shared.errors import LaunchError
from rogue.shared.seeds import SEEDS, SeedError, read_seed

SHORT_SEEDS: Final = 10**9
PLAIN_TERMINALS: Final = ("", "dumb", "unknown", "vt100")
_PATHS: Final = ("file=", "score=", "lock=")
BOT_NAME: Final = "rogo-"  # players with this name prefix use ROGOSEED


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LaunchOptions:
    """The options of a launch, named after the command-line arguments."""

    savefile: str | None = None
    seed: int | None = None
    edition: str = "5.4"
    variant: str | None = None  # its name, or the path of its description; overrides `edition`
    name: str | None = None
    recover: str | None = None  # "" for the latest journal of an unfinished game
    journal: str | None = None
    plain: bool = False
    signal_ends: bool = False  # a signal kills the player instead of saving the game
    allow_shell: bool = False
    helpers: bool = False  # the game helps with walking
    wizard: bool = False  # the game begins in wizard mode
    color: bool | None = None  # None: NO_COLOR and the settings decide
    panel: bool = True  # a wide window shows pack, monsters, and messages beside the map
    die: bool = False
    day: date | None = None  # the day of the dungeon, played beside the agent's ghost
    prove: bool = False  # show a commitment to the game before it begins

    @property
    def is_new(self) -> bool:
        """Whether a new game begins."""
        return self.savefile is None and self.recover is None


def choose_seed(asked: int | None, name: str, env: Mapping[str, str], *, proven: bool = False) -> int:
    """Return the seed of the dungeon.

    It comes from the first of these that is given: --seed (`asked`), ROGOSEED, SEED.  If none is given, the
    seed is random.  ROGOSEED applies only to names that start with rogo-.

    A random seed has at most nine digits, so that people can share it, but for a `proven` game it has 64
    bits.  Raises LaunchError if a variable does not hold a valid seed.
    """
    if asked is not None:
        return asked
    for variable in ("ROGOSEED", "SEED"):
        text = env.get(variable, "")
        if not text or (variable == "ROGOSEED" and not name.startswith(BOT_NAME)):
            continue
        try:
            return read_seed(text)
        except SeedError as error:
            raise LaunchError(f"{variable} cannot be used: {error}") from None
    return secrets.randbelow(SEEDS if proven else SHORT_SEEDS)


def option_text(name: str | None, env: Mapping[str, str], kept: str = "") -> str:
    """Join all options into one text.

    The order is: the login name, the options in `kept`, which come from the settings file, ROGUEOPTS, and
    --name.  A comma in either name becomes a space, because a comma ends an option.
    """
    login = env.get("LOGNAME") or env.get("USER") or _login_name()
    texts = [f"name={_without_commas(login)}"] if login else []
    if kept:
        texts.append(kept)
    return options_in_screen_letters(",".join([*texts, asked_options(name, env)]))


def asked_options(name: str | None, env: Mapping[str, str]) -> str:
    """Return the options of ROGUEOPTS and --name as one text.  These options also apply to restored games.

    >>> asked_options("Bo", {"ROGUEOPTS": "terse"})
    'terse,name=Bo'
    """
    texts = [options_in_screen_letters(env.get("ROGUEOPTS", ""))]
    return ",".join([*texts, f"name={_without_commas(name)}"] if name else texts)


def options_in_screen_letters(options: str) -> str:
    """Return a text of options with substitutes for letters that the screen lacks.  Paths are unchanged.

    >>> options_in_screen_letters("name=Zoë Weiß,fruit=李,file=é")
    'name=Zoe Weiss,fruit=?,file=é'
    """
    if options.isascii():
        return options
    return ",".join(
        option if option.lstrip().startswith(_PATHS) else _without_commas(option)
        for option in options.split(",")
    )


def _without_commas(option: str) -> str:
    """Return an option in letters that the screen can show, with spaces instead of commas.

    >>> _without_commas("Ann" + chr(0xFF0C) + "wizard")
    'Ann wizard'
    """
    if not option.isascii():
        from rogue.ui.keyboard import in_screen_letters

        option = in_screen_letters(option)
    return option.replace(",", " ")


def _login_name() -> str:
    try:
        import getpass

        return getpass.getuser()
    except (ImportError, OSError, KeyError):
        return ""


def is_plain_terminal(term: str) -> bool:
    """Return whether the game uses plain mode on a terminal of the type `term`.

    >>> is_plain_terminal("vt100-w"), is_plain_terminal("dumb"), is_plain_terminal("xterm")
    (True, True, False)
    """
    return term.partition("-")[0] in PLAIN_TERMINALS
