"""The kinds of games, each with the engine that plays its descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import resources
from typing import Any, Final, NamedTuple

from rogue.eggg.cards.card_engine import CardRules
from rogue.eggg.language.description import Description, EgggError, Problem, Said, described, error_of
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.vocabulary import ACTIONS, EVENTS
from rogue.eggg.puzzles.puzzle_engine import Puzzle, puzzle_warnings
from rogue.eggg.real_time.real_time_engine import RealTimeRules, real_time_warnings
from rogue.eggg.rules.defaults import Default, completed, is_for_one, is_text_game
from rogue.eggg.rules.game_engine import BoardRules
from rogue.eggg.text_worlds.text_world import TextWorld
from rogue.eggg.warnings_of_games import board_warnings, game_warnings
from rogue.shared.board_games import Described
from rogue.shared.wording import listed

_PLACED: Final = re.compile(r"[^:]+:\d+: ")  # begins with its file and line


def words_for(description: Description) -> frozenset[str]:
    """Return the words that a word game allows.  Return an empty set if players do not hold letters."""
    return _words() if description.says("hand", "letter") else frozenset()


@cache
def _words() -> frozenset[str]:
    return frozenset((resources.files("rogue.eggg") / "games" / "dictionary.txt").read_text("ascii").split())


class Engine(NamedTuple):
    """Row of the table of engines.

    kind    heading in `eggg list`
    takes   function that returns whether a description, together with its defaults, is of this kind
    reads   names of the sentences that the engine reads; "-start:level" excludes a statement "start"
            that has the word or hole "level"; "+tick" means that the engine causes the event "tick"
    make    function that makes a game from (completed description, the author's description, defaults)
    warns   function that returns warnings about likely mistakes in such a game
    """

    kind: str
    takes: Callable[[Description], bool]
    reads: frozenset[str]
    make: Callable[[Description, Description, Sequence[Default]], Described]
    warns: Callable[[Any], list[str]]


def board_game(whole: Description, said: Description, defaults: Sequence[Default]) -> BoardRules:
    """Return a board game, with the dictionary if the game has hands of letters.  Raises EgggError."""
    return BoardRules(whole, said, defaults, words_for(whole))


_HAPPENING: Final = EVENTS.union(ACTIONS)
_NOTHING: Final = Node("word")


def _reads(*texts: str) -> frozenset[str]:
    return frozenset(", ".join(texts).split(", "))


_ALL: Final = "title, kind, players, quantity, ending, meaning, definition"
_OF_BOARDS: Final = (
    f"{_ALL}, grid, board, start, -start:level, pieces, letter, walk, leap, jump, promotion, series, prey, "
    "ranks, besides, move, named walk, guard, steps, drawing, score, -score:PLAYER"
)
_OF_TURNS: Final = (
    f"{_OF_BOARDS}, -start:THING, begins, turns, again, ends, draw, rounds, -rounds:level, hidden, setup, "
    "heaps, pits, squares, -squares:letter, -squares:NAMES"
)
_OF_PUZZLES: Final = _OF_BOARDS.replace("-start:level, ", "")
ENGINES: Final = (
    Engine("real-time games", lambda whole: bool(whole.all("falling")),
           _reads(_ALL, "begins, ends, grid, pieces, drawing, named walk, tick, keys, falling, paddle",
                  "+tick, +stick, +serve"),
           RealTimeRules, real_time_warnings),
    Engine("text worlds", is_text_game,
           _reads(_ALL, "-ending:loss, port, list, tick, keys, guard, ends, +tick, +arrive, +leave, +turn"),
           TextWorld, lambda _world: []),
    Engine("card games",
           lambda whole: bool(whole.all("phases", "ranking")) or whole.says("deck", "deck"),
           _reads(_ALL, "phases, begins, turns, -turns:synchronize, rounds, -rounds:level, ends, guard",
                  "deck, hand, ranking, hidden, -hidden:piece, +trick, score, -score:VALUE"),
           CardRules, partial(game_warnings, has_goal=True)),
    Engine("word games", lambda whole: whole.says("hand", "letter"),
           _reads(_OF_TURNS, "deck, hand"), board_game, board_warnings),
    Engine("puzzles", is_for_one,
           _reads(_OF_PUZZLES, "squares, solution, clue, keys, rounds, +choose"), Puzzle, puzzle_warnings),
    Engine("board games", lambda _whole: True,
           _reads(_OF_TURNS, "-score:increase, -hidden:hand"), board_game, board_warnings),
)  # fmt: skip
"""The first engine that takes a description plays it."""


def engine_of(description: Description) -> Engine:
    """Return the engine that plays a checked description."""
    return _engine_for(completed(description)[0])


def _engine_for(whole: Description) -> Engine:
    return next(engine for engine in ENGINES if engine.takes(whole))


def made(description: Description, players: int = 0) -> Described:
    """Return the game of a checked description.  If `players` is not 0, the game has this many players.

    Raises EgggError for a game that cannot be played.
    """
    if players:
        description = _for_players(description, players)
    whole, used = completed(description)
    engine = _engine_for(whole)
    if unread := unread_by(engine, description):
        raise error_of(unread)
    try:
        return engine.make(whole, description, used)
    except EgggError as error:
        raise EgggError([_with_cure(line, description) for line in error.lines]) from None


def _with_cure(line: str, said: Description) -> str:
    """Return the message about a problem.  Add advice if the problem is in a statement of a parent."""
    is_inherited = any(line.startswith(f"{one.statement.file}:") for one in said.said)
    if not is_inherited or line.startswith(f"{said.file}:"):
        return line
    return f"{line}; {said.file} inherits this and can replace it"


def warnings_of(description: Description) -> list[str]:
    """Return warnings about likely mistakes in a game.  Raises EgggError for a game that cannot be played."""
    warned = [*never_happens(description), *engine_of(description).warns(made(description))]
    return [one if _PLACED.match(one) else f"{description.file}: {one}" for one in warned]


def never_happens(description: Description) -> list[str]:
    """Return a warning for each statement about an event or a move that can never happen."""
    whole, _ = completed(description)
    engine, found = _engine_for(whole), list[str]()
    for one in description.said:
        node = _happening(one)
        if node is None or one.statement.file != description.file or f"+{node.word}" in engine.reads:
            continue
        others = [said for said in whole.said if (_happening(said) or _NOTHING).word != node.word]
        if not any(node.word in said.statement.folded.split() for said in others):
            found.append(Problem(one.statement, f"{node.text} never happens in {engine.kind}").line)
    return found


def _happening(said: Said) -> Node | None:
    """Return the event or the move that a statement is about.  Return None for other statements."""
    nodes = [said.found[hole] for hole in ("HEAD", "MOVE", "ACTION") if hole in said.found]
    return nodes[0] if nodes and nodes[0].word in _HAPPENING and said.name != "definition" else None


def unread_by(engine: Engine, said: Description) -> list[Problem]:
    """Return a problem for each statement that has no meaning for an engine."""
    found = list[Problem]()
    for one in said.said:
        kinds = [other.kind for other in ENGINES if _reads_it(other, one)]
        if engine.kind not in kinds:
            only = f", only in {listed(kinds)}" if kinds else ""
            found.append(Problem(one.statement, f"this has no meaning in {engine.kind}{only}"))
    return found


def _reads_it(engine: Engine, said: Said) -> bool:
    barred = {f"-{said.name}:{word}" for word in (*said.match.said, *said.found)}
    return said.name in engine.reads and not barred & engine.reads


def _for_players(description: Description, players: int) -> Description:
    """Return a description for exactly `players` players.  Raises EgggError for a forbidden number."""
    said = next((one for one in description.all("players") if "RANGE" in one.found), None)
    ends = [int(end.number) for end in said.found["RANGE"].args if end.op == "number"] if said else []
    if said is None or len(ends) < 2 or not max(ends[0], 1) <= players <= ends[1]:
        told = f"{ends[0]} to {ends[1]} players" if len(ends) == 2 else "a fixed number of players"
        raise EgggError([f"eggg: {description.name} is for {told}"])
    (fixed,) = described(f"{players} players", said.statement.file).said
    return description._replace(said=tuple(fixed if one is said else one for one in description.said))
