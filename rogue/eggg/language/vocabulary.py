"""Closed lists of words: functions, nouns, directions, places."""

from __future__ import annotations

from typing import Final, NamedTuple


class Function(NamedTuple):
    """Function or variable of the language.

    args     how many arguments it may have: least and most
    says     how help says it; {0} stands for the first argument
    example  a value that uses it
    """

    name: str
    args: tuple[int, int]
    says: str
    example: str


FUNCTIONS: Final = (
    Function("line", (1, 2), "{0} in a row", "line(4)"),
    Function("lined", (2, 2), "how many of {1} stand in rows of {0}", "lined(3, opponent)"),
    Function("flanked", (0, 0), "a line of enemies is flanked", "flanked"),
    Function("surrounded", (0, 1), "{0} surrounded, without a free neighbor", "surrounded(opponent)"),
    Function("connect", (2, 2), "a chain of own pieces from {0} to {1}", "connect(top, bottom)"),
    Function("group", (1, 1), "how many groups {0} form", "groups(white)"),
    Function("territory", (0, 0), "empty squares that only own pieces border", "count(territory)"),
    Function("full", (1, 1), "the {0} is full", "full(board)"),
    Function("empty", (1, 1), "{0} is empty", "empty(to)"),
    Function("filled", (1, 1), "the {0} is filled in", "filled(solution)"),
    Function("wrong", (1, 1), "how many squares differ from the {0}", "wrong(solution)"),
    Function("count", (1, 1), "the number of {0}", "count(pieces)"),
    Function("neighbor", (1, 2), "how many neighbors {0} has", "neighbors(to)"),
    Function("distance", (2, 2), "the distance from {0} to {1}", "distance(from, to)"),
    Function("row", (1, 1), "the row of {0}, from 1 for the lowest", "row(to)"),
    Function("column", (1, 1), "the column of {0}, from 1 for the left one", "column(to)"),
    Function("reached", (2, 2), "{0} reaches the {1}", "reached(Pawn, far row)"),
    Function("from", (0, 0), "the square that is left", "safe(from)"),
    Function("to", (0, 0), "the square that is entered", "row(to)"),
    Function("between", (0, 0), "the square passed by this move", "empty(between)"),
    Function("passed", (0, 0), "a square passed by the move before", "to is passed"),
    Function("beyond", (0, 0), "the nearest piece beyond the square entered", "beyond is Rook"),
    Function("last", (0, 1), "the last {0}", "last(take)"),
    Function("first", (1, 1), "the first {0}", "first(capture)"),
    Function("lastmove", (1, 1), "the move before was {0}", 'lastmove("Tick")'),
    Function("unmoved", (0, 1), "{0} has never moved", "unmoved"),
    Function("safe", (1, 1), "nothing attacks {0}", "safe(King)"),
    Function("attacked", (1, 1), "something attacks {0}", "attacked(to)"),
    Function("checkmate", (1, 1), "checkmate of the enemy {0}", "checkmate(King)"),
    Function("reach", (2, 2), "{0} could go to {1}", "reaches(last, to)"),
    Function("stuck", (0, 1), "{0} has no legal move", "stuck"),
    Function("pass", (0, 0), "the number of passes in a row", "passes is 2"),
    Function("since", (1, 1), "plies since the last {0}", "since(capture) >= 100"),
    Function("repeated", (1, 1), "the position stands {0} times", "repeated(3)"),
    Function("new", (1, 1), "the {0} stands as it never stood before", "new(board)"),
    Function("store", (0, 0), "a store", "to is store"),
    Function("opposite", (0, 0), "the pit on the other side", "Sow captures opposite"),
    Function("most", (1, 9), "the most {0}", "most(pieces)"),
    Function("least", (1, 9), "the least {0}", "least(score)"),
    Function("highest", (1, 1), "the highest {0}", "highest(hand)"),
    Function("maximize", (1, 1), "as much {0} as can be", "maximize(score)"),
    Function("minimize", (1, 1), "as little {0} as can be", "minimize(score)"),
    Function("sum", (1, 9), "the sum of {0}", "sum(cash(player))"),
    Function("prime", (1, 1), "{0} is prime", "prime(level)"),
    Function("random", (1, 1), "chance: {0}", "random(1..6)"),
    Function("chance", (2, 2), "chance {0} in {1}", "chance(1, 2)"),
    Function("length", (1, 1), "the length of {0}", "length(word)"),
    Function("best", (3, 3), "the best {0} of {1} by {2}", "best(10, players, score)"),
    Function("list", (1, 9), "a list of {0}", "list(players)"),
    Function("say", (1, 1), "say {0}", 'say("Right.")'),
    Function("in", (1, 1), "in the {0}", "in(dictionary)"),
    Function("worth", (1, 1), "what {0} is worth", "worth(letter)"),
    Function("vanished", (0, 0), "how many rows vanished", "score increases by vanished"),
    Function("blocked", (0, 0), "blocked", "piece is blocked"),
    Function("player", (0, 1), "the player", "player(Rock)"),
    Function("opponent", (0, 1), "the opponent", "opponent(Rock)"),
    Function("capture", (0, 1), "capture", "since(capture)"),
)
_NOUNS_TEXT: Final = (
    "board grid square piece everybody mover neutral all any level score deck bag hand card money "
    "letter solution dictionary word text number amount name command server edge top bottom left right "
    "center middle start row column paddle king queen jack ace . x y true false"
)
NOUNS: Final = frozenset(_NOUNS_TEXT.split())
"""Other words that a value may name; kings to aces only among cards."""

_DIRECTIONS_TEXT: Final = (
    "in any direction anywhere orthogonally diagonally forward backward left right up down sideway"
)
DIRECTIONS: Final = frozenset(_DIRECTIONS_TEXT.split())
SHAPES: Final = ("square", "hexagon", "rhombus", "torus", "cylinder", "ring", "line", "checkered", "triangle")
_PLACE_WORDS_TEXT: Final = "far home row top bottom left right middle center edge corner start"
PLACE_WORDS: Final = frozenset(_PLACE_WORDS_TEXT.split())
ACTIONS: Final = (
    "place",
    "drop",
    "choose",
    "take",
    "sow",
    "pass",
    "move",
    "remove",
    "letter",
    "word",
    "exchange",
)
ADJECTIVES: Final = ("networked", "multiplayer", "text", "real-time", "cooperative")
EVENTS: Final = frozenset(["tick", "stick", "serve", "arrive", "leave", "turn"])
"""Names whose meaning the engine calls by itself."""
PHASES: Final = frozenset(["shuffle", "deal", "bet", "fold", "discard", "compare", "draw", "play"])


def function(name: str) -> Function | None:
    """Return the row of a function by its folded name."""
    return _BY_NAME.get(name)


_BY_NAME: Final = {row.name: row for row in FUNCTIONS}
