"""One game from its first byte to its row."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rogomatic.agent.engine.ladder_changes import RuleFailedError
from rogomatic.run.runner.agent_protocol import Agent
from rogomatic.run.runner.exchange_loop import ENDS, MAX_QUIET, End, Limits, play
from rogomatic.run.runner.link import GameStartError, Link, Played
from rogue.shared.wording import plural, with_article

__all__ = (
    "BROKEN", "BY_MACHINE", "ENDS", "LOST", "MAX_QUIET", "TROUBLES", "Agent", "End", "Limits",
    "Row", "play", "play_game", "row_of",
)  # fmt: skip

# Ends that show a defect.
BROKEN: Final = ("crashed", "worker", "died", "stall", "closed")
# Ends by which a game is lost, without a score.
LOST: Final = ("crashed", "worker", "died")
# Ends worth a look: their rows keep the last screens and decisions.
TROUBLES: Final = ("stuck", "lost", "stall", "died", "closed", "crashed", "worker")
# Ends caused by the machine: the same seed may end differently another time.
BY_MACHINE: Final = ("stall", "died", "cpu", "time", "stopped", "worker")
# Ends after which a game exits by itself.
_LEAVES: Final = ("finished", "closed", "died")

_NO_FOES: Final = ("starvation", "hypothermia")  # causes of death that are not creatures
_OF_ITS_OWN: Final = {"quit": "quit", "won": "won"}
_BROKEN_OFF: Final[dict[End, str]] = {
    "stuck": "stopped on a screen that the agent did not understand",
    "lost": "ended on a page that the agent did not understand",
    "stall": "stopped: the game no longer answered",
    "died": "stopped: the game's program failed",
    "closed": "stopped: the game's program exited",
    "turns": "stopped at the turn limit",
    "commands": "stopped at the command limit",
    "cpu": "stopped at the CPU time limit",
    "time": "stopped at the time limit",
    "stopped": "stopped by the watcher",
    "crashed": "stopped: the agent failed",
    "worker": "stopped: the process that played it was killed",
}


@dataclass(frozen=True, slots=True)
class Row:
    """The record of one game.  All fields except the three times depend only on seed, knobs, and memory.

    turns    turns of the game; if the game does not report them, the agent's count, which may be wrong
    cpu_seconds  CPU time of game and agent
    seconds  time by the clock
    waited   part of `seconds` that was spent on making sure that the game waits for a key

    error    why the game ended, if it ended with trouble; if it crashed, the text of `crash_in_words`
    unknown  number of questions and pages that the agent did not know; it answered each with the safest key
    warning  a sentence about an unexpected version
    trouble  the last screens and decisions, and the screens that the agent did not know; only for a game that
             ended with trouble or had such screens
    journal  all keys, compressed, for `link.keys_in`; only if the game had trouble or ran in another program;
             any other game can be replayed from its seed with the knobs and the memory of the run
    lessons  lessons as compact memory text; "" if the agent does not learn, or if the end reason is one of
             BY_MACHINE (the machine, not the game, caused the end)
    """

    seed: int
    score: int
    depth: int
    deepest: int
    turns: int
    commands: int
    end_reason: End
    how: str
    killer: str
    last_rung: str
    version: str
    keys_digest: str
    cpu_seconds: float
    error: str = ""
    unknown: int = 0
    warning: str = ""
    trouble: str = ""
    journal: bytes = b""
    lessons: str = ""
    seconds: float = 0.0
    waited: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether the game ended by itself."""
        return self.end_reason == "finished"

    @property
    def began(self) -> bool:
        """Whether the game began, which means that it has shown its version or a turn has passed."""
        return self.finished or self.turns > 0 or bool(self.version)

    @property
    def is_lost(self) -> bool:
        """Whether the game is lost, so that it is not counted and is played again.

        A game is lost if it crashed, or if it broke off or ran out of time before it began.
        """
        return self.end_reason in LOST or (self.end_reason in (*BROKEN, "time") and not self.began)

    @property
    def end(self) -> str:
        """How the game ended: "killed", "quit", "won", or the end reason."""
        return self.how if self.finished else self.end_reason

    @property
    def ending(self) -> str:
        """The killer, or `end` if nothing killed the hero."""
        return self.killer if self.finished and self.killer else self.end


def play_game(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Agent],
    limits: Limits,
    keep_keys: bool = False,
    now: Callable[[], float] = time.monotonic,
) -> Row:
    """Play the game of one seed, and return its row.  The row contains all keys if `keep_keys` is True.

    An exception in the game or the agent gives a row with end reason "crashed" and the text of
    `crash_in_words`.  The link is always closed, even before a KeyboardInterrupt propagates.
    """
    started, began = time.process_time(), time.monotonic()
    played, error, words = Played(keep=True), "", ""
    waited, turns = 0.0, None
    end: End = "crashed"
    player: Agent | None = None
    childs_seconds = 0.0
    try:
        link = links(seed)
        try:
            player = players(seed)
            end = play(link, player, limits, played, now)
            words = link.last_words
        finally:
            waited, turns = link.waited, link.turns
            childs_seconds = link.close(over=end in _LEAVES)
    except GameStartError as reason:
        end, error = "died", str(reason)
    except Exception as failure:  # a broken game is a counted result, never the end of a batch
        end, error = "crashed", crash_in_words(failure)
    if end in TROUBLES and not error:
        error = _why(end, words, limits)
    seconds = time.process_time() - started + childs_seconds
    if not (keep_keys or end in TROUBLES):
        played.bursts = None
    row = row_of(seed, end, player, played, seconds, error, turns)
    return replace(row, seconds=round(time.monotonic() - began, 6), waited=round(waited, 6))


def crash_in_words(error: Exception) -> str:
    """Return the traceback of the current exception.

    If the exception came from a rule that the user wrote, return a sentence instead.
    """
    return str(error) if isinstance(error, RuleFailedError) else traceback.format_exc()


def _why(end: End, last_words: str, limits: Limits) -> str:
    if end == "stall":
        seconds = limits.stall_seconds
        return f"The game was not ready for a command (--stall {seconds:g}). {last_words}".rstrip()
    if end == "stuck":
        return "Nothing that the agent tried made the game continue."
    return last_words or "The game exited before it showed its end."


def row_of(
    seed: int,
    end: End,
    player: Agent | None,
    played: Played,
    cpu_seconds: float,
    error: str = "",
    turns: int | None = None,
) -> Row:
    """Return the row of a game.  If the game was broken off, the row tells what the agent knows so far.

    turns  turns of the game; None if only the agent counts turns
    """
    try:
        report = player.report() if player is not None else None
        unknown = report.unknown if report is not None else 0
        trouble = player.evidence() if player is not None and (end in TROUBLES or unknown) else ""
        lessons = player.lessons() if player is not None and end not in BY_MACHINE else ""
    except Exception as failure:  # the row must still be kept
        report, error, trouble, lessons = None, error or crash_in_words(failure), "", ""
        end = "crashed"
    return Row(
        seed=seed,
        score=report.score if report else 0,
        depth=report.depth if report else 0,
        deepest=report.deepest if report else 0,
        turns=turns if turns is not None else report.turns if report else 0,
        commands=played.commands,
        end_reason=end,
        how=report.how if report else "",
        killer=report.killer if report else "",
        last_rung=report.last_rung if report else "",
        version=report.version if report else "",
        keys_digest=played.digest(),
        cpu_seconds=round(cpu_seconds, 6),
        error=error,
        unknown=report.unknown if report else 0,
        warning=report.warning if report else "",
        trouble=trouble,
        journal=played.journal(),
        lessons=lessons,
    )


def cause_in_words(how: str, killer: str) -> str:
    """Return how a finished game ended, as the last part of a sentence.

    >>> cause_in_words("killed", "emu"), cause_in_words("killed", "hypothermia"), cause_in_words("quit", "")
    ('killed by an emu', 'died of hypothermia', 'quit')
    """
    if how != "killed":
        return _OF_ITS_OWN.get(how, how)
    return f"died of {killer}" if killer in _NO_FOES else f"killed by {with_article(killer)}"


def outcome_in_words(how: str, killer: str, depth: int, gold: int) -> str:
    """Return how a finished game ended, with level and gold, as a part of a sentence.

    >>> outcome_in_words("killed", "bat", 3, 40), outcome_in_words("won", "", 1, 9000)
    ('killed by a bat on level 3 with 40 gold', 'won with 9,000 gold')
    """
    where = "" if how == "won" else f" on level {depth}"
    return f"{cause_in_words(how, killer)}{where} with {gold:,} gold"


def ending_in_words(row: Row) -> str:
    """Return how a game ended, or why it was broken off, as the last part of a sentence."""
    if row.finished:
        return cause_in_words(row.how, row.killer)
    return _BROKEN_OFF.get(row.end_reason, row.end_reason)


def end_in_words(row: Row, *, why: str = "", purse: int = 0, is_exact: bool = True) -> str:
    """Return a sentence that says how a game ended, on which level, and with how much gold.

    why       the hero's reason to quit; "" if there is no reason
    purse     the hero's gold before the end; 0 if unknown
    is_exact  whether the number of turns comes from the game, not from the agent
    """
    if not row.began:
        return "No game began."
    how = ending_in_words(row)
    how = f"{how[:1].upper()}{how[1:]}"
    because = f" ({why})" if why else ""
    turns = f"{'about ' * (not is_exact)}{plural(row.turns, 'turn')}"
    tenth = f" (of {purse:,}: death takes a tenth)" if purse - purse // 10 == row.score < purse else ""
    where = f"level {row.depth}{because}, with {row.score:,} gold{tenth}, after {turns}."
    return f"{how} on {where}" if row.finished else f"{how}. The game had reached {where}"
