"""Commands of a text world as players type them: names, parameters, refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Said
from rogue.eggg.language.english import opposite
from rogue.eggg.text_worlds.world_scene import EventRefusedError, SeatNumber
from rogue.shared.errors import meant, nearest
from rogue.shared.wording import listed

MAX_DIGITS: Final = 15


class Parameter(NamedTuple):
    """Parameter of a command.

    sort    "number", "player", "word", "text", "thing", or "maybe" (a text that may be left out)
    things  possible things, for a parameter of the sort "thing"
    """

    name: str
    sort: str
    things: Sequence[str] = ()


class TypedCommand(NamedTuple):
    """Command that players type."""

    name: str
    parameters: tuple[Parameter, ...] = ()

    @property
    def form(self) -> str:
        """The form in which the command is typed: Buy NUMBER STOCK."""
        words = [f"[{one.name}]" if one.sort == "maybe" else one.name for one in self.parameters]
        return " ".join([self.name, *map(str.upper, words)])


FREE: Final = (
    TypedCommand("Say", (Parameter("text", "text"),)),
    TypedCommand("Who"),
    TypedCommand("Help", (Parameter("command", "maybe"),)),
    TypedCommand("Quit"),
)
"""Commands that every world has.  A description may define commands with the same names instead."""


def found_command(text: str, commands: Mapping[str, TypedCommand]) -> TypedCommand:
    """Return the command whose name begins with the first word of a line.  Raises EventRefusedError."""
    word = text.split(maxsplit=1)[0].lower()
    if word in commands:
        return commands[word]
    begun = [one for name, one in commands.items() if name.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise EventRefusedError(f"{word} could be {listed([one.name for one in begun], 'or')}.")
    near = meant(word, list(commands))
    raise EventRefusedError(f"There is no command {word}{near if near else '; help lists them.'}")


def read_parameters(command: TypedCommand, text: str, players: Sequence[str]) -> dict[str, Any]:
    """Return {name: value} for the parameters in a typed line.

    Raises EventRefusedError for a value that does not fit.
    """
    rest = text.split(maxsplit=1)[1] if len(text.split(maxsplit=1)) > 1 else ""
    found: dict[str, Any] = {}
    for one in command.parameters:
        word, _, after = rest.strip().partition(" ")
        if one.sort in ("text", "maybe"):
            word, after = rest.strip(), ""
        if not word and one.sort != "maybe":
            raise EventRefusedError(f"Something is missing. Type: {command.form}.")
        found[one.name], rest = _read(one, word, players), after
    if rest.strip():
        raise EventRefusedError(f"There are too many words. Type: {command.form}.")
    return found


def _read(parameter: Parameter, word: str, players: Sequence[str]) -> Any:
    if parameter.sort == "number":
        digits = word.replace(",", "")
        if not re.fullmatch(rf"-?[0-9]{{1,{MAX_DIGITS}}}", digits):
            raise EventRefusedError(f"{word} is not a whole number.")
        return int(digits)
    if parameter.sort == "player":
        return SeatNumber(players.index(_one_of(word, players, "player")))
    return _one_of(word, parameter.things, parameter.name) if parameter.sort == "thing" else word


def _one_of(word: str, names: Sequence[str], sort: str) -> str:
    """Return the name that equals a word or begins with the word.  Raises EventRefusedError."""
    small = word.casefold()
    same = [name for name in names if name.casefold() == small]
    begun = same or [name for name in names if name.casefold().startswith(small)]
    if len(begun) == 1:
        return begun[0]
    written = {name.casefold(): name for name in names}
    near = nearest(small, written)
    told = f"; it could be {listed(begun, 'or')}." if begun else "."
    told = f"; did you mean {written[near]}?" if near in written else told
    raise EventRefusedError(f"There is no {sort} {word}{told}")


def refusal_of(command: str, said: Iterable[Said]) -> str:
    """Return why a command is not carried out: which conditions do not hold."""
    return f"You cannot {command.lower()}: {listed([*map(opposite, said)])}."
