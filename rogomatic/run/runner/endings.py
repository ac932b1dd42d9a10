"""How a game ended, in words."""

from __future__ import annotations

from typing import Final

from rogomatic.run.runner.game_loop import End, Row
from rogue.shared.wording import plural, with_article

_NO_FOES: Final = ("starvation", "hypothermia")  # causes of death that are no creatures
_OF_ITS_OWN: Final = {"quit": "quit", "won": "won"}
_BROKEN_OFF: Final[dict[End, str]] = {
    "stuck": "given up on a screen that the agent did not understand",
    "lost": "ended on a page that the agent did not understand",
    "stall": "broken off: the game did not answer any more",
    "died": "broken off: the game's program failed",
    "closed": "broken off: the game's program left",
    "turns": "broken off at the limit of turns",
    "commands": "broken off at the limit of commands",
    "cpu": "broken off at the limit of CPU seconds",
    "time": "broken off at the limit of seconds",
    "stopped": "left by the watcher",
    "crashed": "broken off: the agent failed",
    "worker": "broken off: the process that played it was killed",
}


def cause_in_words(how: str, killer: str) -> str:
    """Return how a game ended that came to its end, for the end of a sentence.

    >>> cause_in_words("killed", "emu"), cause_in_words("killed", "hypothermia"), cause_in_words("quit", "")
    ('killed by an emu', 'died of hypothermia', 'quit')
    """
    if how != "killed":
        return _OF_ITS_OWN.get(how, how)
    return f"died of {killer}" if killer in _NO_FOES else f"killed by {with_article(killer)}"


def outcome_in_words(how: str, killer: str, depth: int, gold: int) -> str:
    """Return how a game ended that came to its end, where and with what, without a stop.

    >>> outcome_in_words("killed", "bat", 3, 40), outcome_in_words("won", "", 1, 9000)
    ('killed by a bat on level 3 with 40 gold', 'won with 9000 gold')
    """
    where = "" if how == "won" else f" on level {depth}"
    return f"{cause_in_words(how, killer)}{where} with {gold} gold"


def ending_in_words(row: Row) -> str:
    """Return how a game ended, or why it was broken off, for the end of a sentence."""
    if row.finished:
        return cause_in_words(row.how, row.killer)
    return _BROKEN_OFF.get(row.end_reason, row.end_reason)


def end_in_words(row: Row, *, why: str = "", purse: int = 0) -> str:
    """Return in a sentence how, where, and with what gold a game ended.

    why    the reason of a hero that left on its own    purse  the gold that it had then
    """
    if not was_played(row):
        return "No game began."
    how = ending_in_words(row)
    how = f"{how[:1].upper()}{how[1:]}"
    because = f" ({why})" if why else ""
    tenth = f" (of {purse:,}: death takes a tenth)" if purse - purse // 10 == row.score < purse else ""
    where = f"level {row.depth}{because}, with {row.score:,} gold{tenth}, after {plural(row.turns, 'turn')}."
    return f"{how} on {where}" if row.finished else f"{how}. It had come to {where}"


def was_played(row: Row) -> bool:
    """Return whether there was a game.  Else nothing in the row is about a hero."""
    return row.began
