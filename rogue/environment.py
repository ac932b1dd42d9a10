"""The environment: what its variables ask for, and the sentence when they make no sense.

Owns   the dungeon number (SEED, ROGOSEED), the option text (login name, ROGUEOPTS), which kinds of
       terminal get the plain mode (screen.md 13, 14), what a refusal may hold.
Leaves the command line (rogue.cli), where files lie (files.places).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

SEEDS: Final = 1 << 64
PLAIN_TERMINALS: Final = ("", "dumb", "unknown", "vt100")
LONGEST: Final = 600  # characters of a sentence
BOT_NAME: Final = "rogo-"  # players of this name take their dungeon from ROGOSEED


class Refused(Exception):
    """What the user asked for cannot be done; the text says why, `code` is the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


def as_said(sentence: str) -> str:
    """Return a sentence as it may go to a terminal: it may quote what stands in somebody else's file.

    >>> as_said("no edition \\x1b[2J"), len(as_said("x" * 5000))
    ('no edition ?[2J', 600)
    """
    plain = "".join([char if char.isprintable() or char == "\n" else "?" for char in sentence])
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 3]}..."


def read_number(text: str) -> int | None:
    """Return a number written decimal, as 0x or as octal with a leading 0; None if it is none.

    >>> read_number("101"), read_number("0x10"), read_number("010"), read_number("ten")
    (101, 16, 8, None)
    """
    text = text.strip()
    octal = len(text) > 1 and text[0] == "0" and text.isdecimal()
    try:
        return int(text, 8 if octal else 0)
    except ValueError:
        return None


def choose_seed(asked: int | None, name: str, env: Mapping[str, str]) -> int:
    """Return the dungeon number: --seed, else ROGOSEED for a player called rogo-..., else SEED,
    else a new one.

    Raises Refused for a variable that holds no number.
    """
    if asked is not None:
        return asked
    for variable in ("ROGOSEED", "SEED"):
        text = env.get(variable, "")
        if not text or (variable == "ROGOSEED" and not name.startswith(BOT_NAME)):
            continue
        seed = read_number(text)
        if seed is None:
            raise Refused(f"{variable} is {text!r}, which is no number")
        return seed % SEEDS
    return int.from_bytes(os.urandom(4), "big")


def option_text(name: str | None, env: Mapping[str, str], kept: str = "") -> str:
    """Return the options as one text: the login name, then what a person has `kept`, then ROGUEOPTS,
    then --name.

    A comma would end a name, so it becomes a blank.
    """
    login = env.get("LOGNAME") or env.get("USER") or _login_name()
    texts = [f"name={login}"] if login else []
    if kept:
        texts.append(kept)
    return ",".join([*texts, asked_options(name, env)])


def asked_options(name: str | None, env: Mapping[str, str]) -> str:
    """Return what ROGUEOPTS and --name set, as one text; a restored game takes these anew.

    >>> asked_options("Bo", {"ROGUEOPTS": "terse"})
    'terse,name=Bo'
    """
    texts = [env.get("ROGUEOPTS", "")]
    return ",".join([*texts, f"name={name.replace(',', ' ')}"] if name else texts)


def _login_name() -> str:
    try:
        import getpass

        return getpass.getuser()
    except (ImportError, OSError, KeyError):
        return ""


def is_plain_terminal(term: str) -> bool:
    """Tell whether a kind of terminal gets the plain mode.

    >>> is_plain_terminal("vt100-w"), is_plain_terminal("dumb"), is_plain_terminal("xterm")
    (True, True, False)
    """
    return term.partition("-")[0] in PLAIN_TERMINALS
