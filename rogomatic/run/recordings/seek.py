"""Places in a recorded game: functions that find the index of a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from rogomatic.agent.sight.message_parser import read_message
from rogomatic.run.recordings.timeline import Moment
from rogomatic.run.story.annotations import MarkKind
from rogue.shared.errors import RogomaticError
from rogue.shared.wording import plural

BLOWS: Final = frozenset(
    {"you-hit", "you-miss", "monster-hits", "monster-misses", "missile-hits", "missile-misses", "defeated"}
)

PLACES: Final[dict[str, MarkKind | None]] = {"death": None, "end": "end", "near-death": "near death"}
"""Name of a place -> kind of mark at that place, None if there is no mark."""

PLACE_FORMS: Final = "turn 500, #120 (a command), level 5, near-death, death, end, or the name of a monster"
_MOST_DIGITS: Final = 19

Moments = Sequence[Moment]

_DIFFERS: Final[dict[str, Callable[[Moment], object]]] = {
    "turn": lambda moment: moment.turn,
    "rung": lambda moment: moment.rung,
    "level": lambda moment: moment.depth,
}


class PlaceNotFoundError(RogomaticError):
    """Exception for a place that a game does not have.  Its text is a sentence for the user."""


def place(moments: Moments, text: str) -> int:
    """Return the index of a moment that a person names.

    The name is "500" or "turn 500", "#120" (command 120), "level 5", one of `PLACES`, or a monster.
    Raises PlaceNotFoundError.
    """
    word, _, rest = text.strip().lower().partition(" ")
    if word.startswith("#") and not rest:
        word, rest = "#", word[1:]
    elif word.isdecimal() and not rest:
        word, rest = "turn", word
    finder = {"turn": turn, "level": level, "#": command, "command": command}.get(word)
    if finder is not None and rest.isdecimal() and len(rest) < _MOST_DIGITS:
        return finder(moments, int(rest))
    if finder is not None or not word:
        raise PlaceNotFoundError(f"{text!r} is not a place. Use {PLACE_FORMS}.")
    if text.strip().lower() in PLACES:
        return named(moments, text.strip().lower())
    return fight(moments, text.strip())


def turn(moments: Moments, wanted: int) -> int:
    """Return the index of the first moment on turn `wanted` or later."""
    return _known(moments, f"turn {wanted}", (n for n, one in enumerate(moments) if one.turn >= wanted))


def command(moments: Moments, number: int) -> int:
    """Return the index of the moment of a command.  `number` counts commands from 1."""
    return _known(moments, f"command {number}", (n for n in (number - 1,) if 0 <= n < len(moments)))


def level(moments: Moments, depth: int) -> int:
    """Return the index of the first moment on a level."""
    return _known(moments, f"level {depth}", (n for n, one in enumerate(moments) if one.depth == depth))


def fight(moments: Moments, name: str) -> int:
    """Return the index of the moment before the first fight with a monster whose name begins with `name`."""
    found = fights(moments)
    wanted = name.lower()
    if wanted in found:
        return found[wanted]
    begun = [number for known, number in found.items() if wanted and known.startswith(wanted)]
    if begun:
        return min(begun)
    raise PlaceNotFoundError(
        f"This game has no fight with {name!r}; the hero fought {', '.join(found) or 'nobody'}."
    )


def named(moments: Moments, name: str) -> int:
    """Return the index of a place of PLACES.  In an aborted game, the place "end" is the last moment."""
    kind = PLACES[name]
    number = _first(_marked(moments, kind)) if kind else _death(moments)
    if number is None and name == "end":
        return len(moments) - 1
    if number is None:
        raise PlaceNotFoundError(f"There is no {name} in this game.")
    return number


def fights(moments: Moments) -> dict[str, int]:
    """Return, for each monster, the index of the moment before the first message about a fight with it.

    Names seen in a hallucination do not count.
    """
    found: dict[str, int] = {}
    for number, moment in enumerate(moments):
        if moment.is_unreal:
            continue
        for line in moment.said:
            for fact in read_message(line):
                if fact.kind in BLOWS and fact.who:
                    found.setdefault(fact.who, max(number - 1, 0))
    return found


def _known(moments: Moments, what: str, found: Iterable[int]) -> int:
    number = _first(found)
    if number is not None:
        return number
    raise PlaceNotFoundError(f"This game does not reach {what}: {_reach(moments)}.")


def _reach(moments: Moments) -> str:
    """Describe how far a game goes: its commands, turns, levels, and end, if these are known."""
    turns, deepest = max(one.turn for one in moments), max(one.depth for one in moments)
    has = f"it has {plural(len(moments) - _is_end(moments[-1], moments), 'command')}"
    if deepest < 1:
        return f"{has} and shows no level of Rogue"
    last = f"reaches turn {turns:,}" if turns >= 0 else "shows no turns"
    end = next((mark.label for one in moments for mark in one.marks if mark.kind == "end"), "")
    return f"{has}, {last} and goes down to level {deepest}{f'; {end}' if end else ''}"


def _is_end(last: Moment, moments: Moments) -> bool:
    """Return whether the last moment holds nothing but the output after the last command."""
    return not last.keys and any(one.keys for one in moments)


def next_ready(moments: Moments, number: int) -> int | None:
    """Return the index of the first moment from `number` on in which a command is given, or None."""
    return _first(n for n in range(number, len(moments)) if moments[n].ready and moments[n].keys)


def last_ready(moments: Moments, number: int) -> int | None:
    """Return the index of the last moment up to `number` in which a command is given, or None."""
    return _first(n for n in range(number, -1, -1) if moments[n].ready and moments[n].keys)


def _marked(moments: Moments, kind: MarkKind) -> Iterator[int]:
    return (n for n, moment in enumerate(moments) if any(mark.kind == kind for mark in moment.marks))


def _death(moments: Moments) -> int | None:
    """Return the index of the last command before the end appeared on the screen.

    If commands cannot be told from other keys, return the index of the moment before the end.
    """
    end = _first(_marked(moments, "end"))
    if end is None:
        return None
    return next((n for n in range(end - 1, -1, -1) if moments[n].ready), max(end - 1, 0))


def step(moments: Moments, at: int, what: str) -> int | None:
    """Return the index of the moment one step from `at`.  Return None if there is no such moment.

    what  "command", "turn", "rung", "level", or "mark"; if " back" follows, the step goes backward
    """
    name, _, back = what.partition(" ")
    if name == "command":
        number = at - 1 if back else at + 1
        return number if 0 <= number < len(moments) else None
    ahead = range(at - 1, -1, -1) if back else range(at + 1, len(moments))
    if name == "mark":
        return _first(n for n in ahead if moments[n].marks)
    value = _DIFFERS[name]
    found = _first(n for n in ahead if value(moments[n]) != value(moments[at]))
    if found is None or not back:
        return found
    then = value(moments[found])  # go to the beginning of that turn, rule, or level
    return next((n + 1 for n in range(found - 1, -1, -1) if value(moments[n]) != then), 0)


def _first(numbers: Iterable[int]) -> int | None:
    return next(iter(numbers), None)
