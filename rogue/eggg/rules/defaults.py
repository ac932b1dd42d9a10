"""Defaults for what a description leaves unsaid: condition, consequence, sentence, what overrides it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rogue.eggg.language.description import Description, described
from rogue.eggg.rules.setup import WALKS

Test = Callable[[Description], bool]


class Default(NamedTuple):
    """Default; `adds` is the statement that it stands for, "" if the engine does it by itself."""

    name: str
    applies: Test
    adds: str
    says: str
    change: str


def _has(*names: str) -> Test:
    return lambda one: bool(one.all(*names))


def _words(*words: str) -> Test:
    return lambda one: any(token.fold in words for said in one.said for token in said.statement.tokens)


def _calls(name: str) -> Test:
    return lambda one: any(f"{name} (" in said.statement.folded for said in one.said)


def _all(*tests: Test) -> Test:
    return lambda one: all(test(one) for test in tests)


def _not(test: Test) -> Test:
    return lambda one: not test(one)


def _chooses(one: Description) -> bool:
    """Return whether a piece may become one of several."""
    return any(len(said.match.found["OTHERS"]) > 1 for said in one.all("promotion"))


def _jumps_near(one: Description) -> bool:
    """Return whether a piece jumps over its neighbors only."""
    return any(not said.says("far") for said in one.all("jump"))


def _scores(one: Description) -> bool:
    """Return whether a score is said."""
    return any("VALUE" in said.match.found for said in one.all("score"))


def _is_for_one(one: Description) -> bool:
    """Return whether there is a goal of one of two players, and nothing else that decides."""
    endings, players = one.all("ending"), one.all("players")
    named = players[0].match.found.get("NAMES", ()) if players else ()
    goals = [said for said in endings if said.says("goal") and "PLAYER" in said.match.found]
    return len(named) == 2 and len(goals) == len(endings) == 1


MIRRORED: Final = "H30"
_WALKS: Final = _has(*WALKS)
_TOGETHER: Final = _words("synchronize")
_ALONE: Final = _has("solution", "keys")
_LATER: Final = _has("phases", "kind", "keys")
_MOVES: Final = _not(_has("move", "phases", "kind", "keys"))

DEFAULTS: Final = (
    Default("H1", _all(_not(_TOGETHER), _not(_words("increment", "round"))), "", "A match is one game.",
            "3 rounds"),
    Default("H2", _all(_not(_has("players")), _ALONE), "1 player", "One person plays.", "2 players"),
    Default("H2", _not(_has("players", "solution", "keys")), "players are First and Second",
            "Two play, First and Second.", "players are White and Black"),
    Default("H5", _not(_has("turns", "phases", "kind", "keys")), "turns alternate",
            "Turns alternate, in the order in which the players are named.", "turns synchronize"),
    Default("H6", _all(_not(_has("begins")), _not(_TOGETHER)), "", "The first named player begins.",
            "Black begins"),
    Default("H8", _all(_MOVES, _WALKS), "move is move", "A move moves a piece.", "move is place or move"),
    Default("H8", _all(_MOVES, _not(_WALKS), _has("grid", "board")), "move is place",
            "A move places a piece on an empty square.", "move is drop"),
    Default("H8", _all(_MOVES, _has("heaps")), "move is take 1..all from one heap",
            "A move takes any number of things from one heap.", "move is take 1..3 from one heap"),
    Default("H8", _all(_MOVES, _has("pits")), "move is sow", "A move sows the seeds of an own pit.",
            "move is pass"),
    Default("H9", _all(_not(_has("pieces")), _has("grid")), "",
            "There is one kind of piece, each player's own, shown by the player's letter.",
            "pieces are X and O"),
    Default("H11", _all(_has("pieces"), _not(_has("letter"))), "",
            "A piece is shown by the first free letter of its name, small for the second player.",
            'Knight is shown as "N"'),
    Default("H12", _all(_TOGETHER, _has("pieces")), "",
            "Choices belong to nobody: all players have the same ones.", "turns alternate"),
    Default("H14", _WALKS, "", "The first player sits below and plays up, the second above and plays down.",
            ""),
    Default("H17", _all(_has("grid"), _not(_has("board"))), "", "The board is a rectangle of squares.",
            "board is torus"),
    Default("H22", _all(_WALKS, _not(_has("prey"))), "",
            "Moving onto an enemy takes it; onto a piece of one's own no move goes.",
            "Spy captures Marshal"),
    Default("H23", _WALKS, "", "Pieces step one square, slide any number, and only leap over others.", ""),
    Default("H24", _jumps_near, "", "A jump lands just behind the piece, and takes it.",
            "Man jumps far diagonally over opponent"),
    Default("H25", _all(_has("jump"), _not(_words("compulsory"))), "", "Jumps may be declined.",
            "jumps are compulsory"),
    Default("H26", _all(_has("promotion"), _has("jump"), _not(_words("longest"))), "",
            "Becoming another piece ends a series of jumps.", "longest jumps are compulsory"),
    Default("H27", _chooses, "", "Whoever has a choice of pieces to become is asked.",
            "Pawn at far row becomes Queen"),
    Default("H28", _words("unmoved"), "", "A piece is unmoved if it has stood still since the start.", ""),
    Default("H29", _all(_words("checkmate"), _not(_has("guard"))), "assert move: safe({}) afterwards",
            "No move may leave the piece attacked that can be mated.", "assert move: safe(King)"),
    Default(MIRRORED, _is_for_one, "", "The other player has the same goal, seen from the other side.",
            "goal of White is stuck"),
    Default("H31", _all(_not(_has("ending")), _not(_LATER)), "", "There is no goal: nobody wins.",
            "goal is line(3)"),
    Default("H31", _all(_words("loss"), _not(_words("goal"))), "",
            "When a player loses, the others win.", "goal is line(3)"),
    Default("H32", _words("goal"), "", "A goal that both reach at once is a draw.", ""),
    Default("H33", _all(_not(_words("stuck")), _not(_LATER), _not(_TOGETHER)), "",
            "Who cannot move passes; when nobody can, the game ends.", "loss is stuck"),
    Default("H34", _all(_not(_words("full")), _words("place", "drop"), _not(_words("most", "pass"))), "",
            "A full board without a winner is a draw.", "draw is full(board)"),
    Default("H35", _all(_WALKS, _not(_has("draw")), _not(_words("place", "drop"))),
            "draw is repeated(3) or since(capture) >= 200",
            "The third repetition, and 200 moves without a capture, are a draw.", "draw is repeated(4)"),
    Default("H36", _calls("line"), "", "A row may be longer than it must be, and goes in any direction.", ""),
    Default("H37", _calls("connect"), "", "Chains go by neighbors that share a side.", ""),
    Default("H38", _all(_words("most"), _not(_scores)), "", "The score is the number that decides.",
            "score is count(pieces)"),
    Default("H39", _words("increment"), "", "The winner of a round scores 1.", ""),
    Default("H51", _TOGETHER, "", "Choices are made at once, sealed by a proof.", "turns alternate"),
)  # fmt: skip
"""Rows in the order in which they are looked at; the condition sees what earlier rows have added."""


def _mated(description: Description) -> str:
    """Return the name of the piece that can be mated, "" if there is none."""
    for said in description.said:
        words = [token.text for token in said.statement.tokens]
        if "checkmate" in words[:-2]:
            return words[words.index("checkmate") + 2]
    return ""


def completed(description: Description) -> tuple[Description, list[Default]]:
    """Return a description with what it leaves unsaid, and the defaults that decided something."""
    used, whole = [], description
    for row in DEFAULTS:
        if row.applies(whole):
            used.append(row)
            if row.adds:
                added = described(row.adds.format(_mated(whole)), "default").said
                whole = whole._replace(said=(*whole.said, *added))
    return whole, used
