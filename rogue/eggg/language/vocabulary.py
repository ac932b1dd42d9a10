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
    Function("surrounded", (0, 1), "{0} surrounded", "surrounded(opponent)"),
    Function("connect", (2, 2), "a chain of own pieces from {0} to {1}", "connect(top, bottom)"),
    Function("group", (1, 1), "how many groups {0} form", "groups(white)"),
    Function("territory", (0, 0), "empty squares that only own pieces border", "count(territory)"),
    Function("full", (1, 1), "the {0} is full", "full(board)"),
    Function("empty", (1, 1), "{0} is empty", "empty(to)"),
    Function("filled", (1, 1), "the {0} is filled in", "filled(solution)"),
    Function("wrong", (1, 1), "how many squares differ from the {0}", "wrong(solution)"),
    Function("count", (1, 2), "the number of {0}", "count(Man, far row)"),
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
    Function("capture", (1, 1), "{0} is captured", "capture(King)"),
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
_RESERVED_TEXT: Final = "game goal loss draw score board square heap solution move turn player piece tick key"
RESERVED: Final = frozenset(_RESERVED_TEXT.split())
"""Words that begin sentences of their own, so that no definition has their names."""
EVENTS: Final = frozenset(["tick", "stick", "serve", "arrive", "leave", "turn"])
"""Names whose meaning the engine calls by itself."""
PHASES: Final = frozenset(["shuffle", "deal", "bet", "fold", "discard", "compare", "draw", "play"])


def function(name: str) -> Function | None:
    """Return the row of a function by its folded name."""
    return _BY_NAME.get(name)


_BY_NAME: Final = {row.name: row for row in FUNCTIONS}


HOLES: Final = {
    "ACTION": "place, drop, move, remove, choose, take, sow, pass, or a name that means a move",
    "BODY": "a value; steps are separated by ; and the last begins with return",
    "CHAIN": "effects joined by and",
    "CONDITION": "line(3), stuck, count(pieces) < 3, row(to) = 8; joined by and, or, not",
    "COUNTS": "52 cards, or 12 E, 9 A and 1 Z",
    "DIRECTIONS": "in any direction, orthogonally, diagonally, diagonally forward, forward, backward,"
    " sideways, left, right, up, down, anywhere; joined by or",
    "EFFECTS": "effects joined by and; a condition behind if",
    "HEAD": "a new name, or a name with values it is for: Fee, Worth(player)",
    "KINDS": "networked, multiplayer, text, real-time, cooperative, and game",
    "MOVE": "place, drop, move, remove, take, sow",
    "MOVES": "place, place Fire, drop, move, remove opponent, take 1..3 from one heap, sow, choose, pass;"
    " joined by or, each with its own if",
    "NAME": "one word or several, as it is to be shown",
    "NAMES": "Rook and Knight; Rook, Bishop or Knight; [Flush, Pair]",
    "PAIR": "(1, 2)",
    "PHASES": "Shuffle(deck), Deal(cards, 5), bet(money), Fold, Discard(hand, N), compare(cards)",
    "PIECES": "one name of a piece, or several",
    "PLACE": "far row, home row, row 3, column 2, top, bottom, left, right, edges, corners, middle, a region",
    "PLAYER": "the name of a player, player, opponent, everybody",
    "QUANTITY": "the name of a number, or NAME of player for one each",
    "RANGE": "3, 2..4, or 1..all",
    "ROWS": '["rn1", "3"], the far row first',
    "SHAPE": "square, torus, cylinder, ring, hexagon, triangle, rhombus, lines, checkered",
    "SIZE": "8 x 8",
    "STEPS": "actions joined by and, each with its own if; place or move is one step",
    "SUM": "a number, a square, or a set of squares: to, last, flanked, surrounded(opponent)",
    "VALUE": "a number: 3, count(pieces), stones + 1",
    "WHOM": "opponent, own Man, any, or a name of a piece",
}
"""What the capitals in sentences stand for."""
