"""Defaults for what a description leaves unsaid: condition, consequence, sentence, what overrides it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rogue.eggg.language.description import Description, described
from rogue.eggg.rules.setup import WALKS


class Default(NamedTuple):
    """Default; `adds` is the statement that it stands for, "" if the engine does it by itself."""

    name: str
    applies: Callable[[Description], bool]
    adds: str
    says: str
    change: str


def _has(*keys: str) -> Callable[[Description], bool]:
    return lambda one: any(said.key in keys for said in one.said)


def _lacks(*keys: str) -> Callable[[Description], bool]:
    return lambda one: not any(said.key in keys for said in one.said)


def _uses(*names: str) -> Callable[[Description], bool]:
    return lambda one: any(said.match.sentence.name in names for said in one.said)


def _words(*words: str) -> Callable[[Description], bool]:
    return lambda one: any(token.fold in words for said in one.said for token in said.statement.tokens)


def _calls(name: str) -> Callable[[Description], bool]:
    return lambda one: any(f"{name} (" in said.statement.folded for said in one.said)


def _all(*tests: Callable[[Description], bool]) -> Callable[[Description], bool]:
    return lambda one: all(test(one) for test in tests)


def _not(test: Callable[[Description], bool]) -> Callable[[Description], bool]:
    return lambda one: not test(one)


def _chooses(one: Description) -> bool:
    """Return whether a piece may become one of several."""
    return any(
        "PLACE" in said.match.found and len(said.match.found.get("NAMES", ())) > 1 for said in one.said
    )


def _jumps_near(one: Description) -> bool:
    """Return whether a piece jumps over its neighbors only."""
    return any(said.match.said >= {"jump"} and "far" not in said.match.said for said in one.said)


_WALKS: Final = _uses(*WALKS)
_TOGETHER: Final = _words("synchronize")
_ALONE: Final = _has("solution is", "keys is", "key is")
_LATER: Final = _uses("phases", "kind", "keys")
_MOVES: Final = _all(_lacks("move is"), _not(_LATER))

DEFAULTS: Final = (
    Default("H1", _all(_not(_TOGETHER), _not(_words("increment", "round"))), "", "A match is one game.",
            "3 rounds"),
    Default("H2", _all(_lacks("players"), _ALONE), "1 player", "One person plays.", "2 players"),
    Default("H2", _all(_lacks("players"), _not(_ALONE)), "players are First and Second",
            "Two play, First and Second.", "players are White and Black"),
    Default("H5", _all(_lacks("turns"), _not(_LATER)), "turns alternate",
            "Turns alternate, in the order in which the players are named.", "turns synchronize"),
    Default("H6", _all(_lacks("begins"), _not(_TOGETHER)), "", "The first named player begins.",
            "Black begins"),
    Default("H8", _all(_MOVES, _WALKS), "move is move", "A move moves a piece.", "move is place or move"),
    Default("H8", _all(_MOVES, _not(_WALKS), _has("grid", "board is")), "move is place",
            "A move places a piece on an empty square.", "move is drop"),
    Default("H8", _all(_MOVES, _has("heap is")), "move is take 1..all from one heap",
            "A move takes any number of things from one heap.", "move is take 1..3 from one heap"),
    Default("H8", _all(_MOVES, _has("pits")), "move is sow", "A move sows the seeds of an own pit.",
            "move is pass"),
    Default("H9", _all(_lacks("piece is"), _has("grid")), "",
            "There is one kind of piece, each player's own, shown by the player's letter.",
            "pieces are X and O"),
    Default("H11", _all(_has("piece is"), _not(_uses("letter"))), "",
            "A piece is shown by the first free letter of its name, small for the second player.",
            'Knight is shown as "N"'),
    Default("H12", _all(_TOGETHER, _has("piece is")), "",
            "Choices belong to nobody: all players have the same ones.",
            "turns alternate"),
    Default("H14", _WALKS, "", "The first player sits below and plays up, the second above and plays down.",
            ""),
    Default("H17", _all(_has("grid"), _lacks("board is")), "", "The board is a rectangle of squares.",
            "board is torus"),
    Default("H22", _all(_WALKS, _not(_uses("prey"))), "",
            "Moving onto an enemy takes it; onto a piece of one's own no move goes.",
            "Spy captures Marshal"),
    Default("H23", _WALKS, "", "Pieces step one square, slide any number, and only leap over others.",
            ""),
    Default("H24", _all(_uses("jump"), _jumps_near), "",
            "A jump lands just behind the piece, and takes it.",
            "Man jumps far diagonally over opponent"),
    Default("H25", _all(_uses("jump"), _not(_words("compulsory"))), "", "Jumps may be declined.",
            "jumps are compulsory"),
    Default("H26", _all(_uses("promotion"), _uses("jump"), _not(_words("longest"))), "",
            "Becoming another piece ends a series of jumps.", "longest jumps are compulsory"),
    Default("H27", _chooses, "", "Whoever has a choice of pieces to become is asked.",
            "Pawn at far row becomes Queen"),
    Default("H28", _words("unmoved"), "", "A piece is unmoved if it has stood still since the start.", ""),
    Default("H29", _all(_words("checkmate"), _not(_uses("guard"))), "assert move: safe({}) afterwards",
            "No move may leave the piece attacked that can be mated.", "assert move: safe(King)"),
    Default("H31", _all(_not(_uses("ending")), _not(_LATER)), "", "There is no goal: nobody wins.",
            "goal is line(3)"),
    Default("H31", _all(_words("loss"), _not(_words("goal"))), "",
            "When a player loses, the others win.", "goal is line(3)"),
    Default("H32", _words("goal"), "", "A goal that both reach at once is a draw.", ""),
    Default("H33", _all(_not(_words("stuck")), _not(_LATER), _not(_TOGETHER)), "",
            "Who cannot move passes; when nobody can, the game ends.", "loss is stuck"),
    Default("H34", _all(_not(_words("full")), _words("place", "drop"), _not(_words("most", "pass"))), "",
            "A full board without a winner is a draw.", "draw is full(board)"),
    Default("H35", _all(_WALKS, _lacks("draw is"), _not(_words("place", "drop"))),
            "draw is repeated(3) or since(capture) >= 200",
            "The third repetition, and 200 moves without a capture, are a draw.", "draw is repeated(4)"),
    Default("H36", _calls("line"), "", "A row may be longer than it must be, and goes in any direction.", ""),
    Default("H37", _calls("connect"), "", "Chains go by neighbors that share a side.", ""),
    Default("H38", _all(_words("most"), _lacks("score is")), "", "The score is the number that decides.",
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
    used = []
    whole = description
    for row in DEFAULTS:
        if row.applies(whole):
            used.append(row)
            if row.adds:
                added = described(row.adds.format(_mated(whole)), "default").said
                whole = whole._replace(said=(*whole.said, *added))
    return whole, used
