"""Closed lists of words: functions, nouns, directions, places."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogue.eggg.language.tokens import words


class Function(NamedTuple):
    """Function or variable of the language.

    forms    the sorts of its values, and of what it gives: "number -> truth | number square -> truth"
    says     how help says it; {0} stands for the first value
    example  a value that uses it
    """

    name: str
    forms: str
    says: str
    example: str

    @property
    def counts(self) -> tuple[int, int]:
        """How many values it may have: least and most."""
        takes = [form.partition("->")[0].split() for form in self.forms.split("|")]
        counts = [9 if "..." in one else len(one) for one in takes]
        return min(len(one) - ("..." in one) for one in takes), max(counts)


FUNCTIONS: Final = (
    Function("line", "number -> truth | number square -> truth | number pieces -> truth", "{0} in a row",
             "line(4)"),
    Function("lined", "number pieces -> number", "how many of {1} stand in rows of {0}",
             "lined(3, opponent)"),
    Function("flanked", "-> squares", "a line of enemies is flanked", "flanked"),
    Function("surrounded", "-> squares | pieces -> squares | square -> truth", "{0} surrounded",
             "surrounded(opponent)"),
    Function("connect", "squares squares -> truth", "a chain of own pieces from {0} to {1}",
             "connect(top, bottom)"),
    Function("group", "pieces -> number", "how many groups {0} form", "groups(white)"),
    Function("territory", "-> squares", "empty squares that only own pieces border", "count(territory)"),
    Function("full", "any -> truth", "the {0} is full", "full(board)"),
    Function("empty", "squares -> truth | letters -> truth", "{0} is empty", "empty(to)"),
    Function("filled", "any -> truth", "the {0} is filled in", "filled(solution)"),
    Function("wrong", "any -> number", "how many squares differ from the {0}", "wrong(solution)"),
    Function("count", "pieces -> number | squares -> number | pieces squares -> number", "the number of {0}",
             "count(Man, far row)"),
    Function("neighbor", "square -> number | square pieces -> number",
             "how many neighbors {0} has",
             "neighbors(to)"),
    Function("distance", "square square -> number", "the distance from {0} to {1}", "distance(from, to)"),
    Function("row", "square -> number", "the row of {0}, from 1 for the lowest", "row(to)"),
    Function("column", "square -> number", "the column of {0}, from 1 for the left one", "column(to)"),
    Function("reached", "pieces squares -> truth", "{0} reaches the {1}", "reached(Pawn, far row)"),
    Function("from", "-> square", "the square that is left", "safe(from)"),
    Function("to", "-> square", "the square that is entered", "row(to)"),
    Function("between", "-> square", "the square passed by this move", "empty(between)"),
    Function("passed", "-> squares", "a square passed by the move before", "to is passed"),
    Function("beyond", "-> square", "the nearest piece beyond the square entered", "beyond is Rook"),
    Function("last", "-> square | event -> truth", "the last {0}", "last(take)"),
    Function("first", "event -> truth", "the first {0}", "first(capture)"),
    Function("lastmove", "text -> truth", "the move before was {0}", 'lastmove("Tick")'),
    Function("unmoved", "-> truth | square -> truth", "{0} has never moved", "unmoved"),
    Function("safe", "square -> truth | pieces -> truth", "nothing attacks {0}", "safe(King)"),
    Function("attacked", "square -> truth | pieces -> truth", "something attacks {0}", "attacked(to)"),
    Function("checkmate", "kind -> truth", "checkmate of the enemy {0}", "checkmate(King)"),
    Function("reach", "square square -> truth", "{0} could go to {1}", "reaches(last, to)"),
    Function("stuck", "-> truth | who -> truth", "{0} has no legal move", "stuck"),
    Function("pass", "-> number", "the number of passes in a row", "passes is 2"),
    Function("since", "past -> number", "plies since the last {0}", "since(capture) >= 100"),
    Function("repeated", "number -> truth", "the position stands {0} times", "repeated(3)"),
    Function("new", "any -> truth", "the {0} stands as it never stood before", "new(board)"),
    Function("store", "-> squares", "a store", "to is store"),
    Function("opposite", "-> square", "the pit on the other side", "Sow captures opposite"),
    Function("most", "each -> truth | number number ... -> number", "the most {0}", "most(pieces)"),
    Function("least", "each -> truth | number number ... -> number", "the least {0}", "least(score)"),
    Function("highest", "each -> truth", "the highest {0}", "highest(hand)"),
    Function("maximize", "each -> truth", "the highest {0}", "maximize(score)"),
    Function("minimize", "each -> truth", "the lowest {0}", "minimize(score)"),
    Function("sum", "number ... -> number", "the sum of {0}", "sum(cash(player))"),
    Function("prime", "number -> truth", "{0} is prime", "prime(level)"),
    Function("random", "any -> number", "a random choice of {0}", "random(1..6)"),
    Function("chance", "any any -> truth", "chance {0} in {1}", "chance(1, 2)"),
    Function("length", "any -> number", "the length of {0}", "length(word)"),
    Function("best", "any any any -> any", "the best {0} of {1} by {2}", "best(10, players, score)"),
    Function("list", "any ... -> any", "a list of {0}", "list(players)"),
    Function("say", "any -> any", "say {0}", 'say("Right.")'),
    Function("in", "any -> truth", "in the {0}", "in(dictionary)"),
    Function("worth", "letters -> number", "what {0} is worth", "worth(letter)"),
    Function("suit", "any -> number", "the suit of {0}", "suit(last)"),
    Function("rank", "any -> number", "the rank of {0}", "rank(first)"),
    Function("vanished", "-> number", "how many rows vanished", "score increases by vanished"),
    Function("blocked", "-> truth", "blocked", "piece is blocked"),
    Function("player", "-> who | kind -> truth", "the player", "player(Rock)"),
    Function("opponent", "-> who | kind -> truth", "the opponent", "opponent(Rock)"),
    Function("capture", "kind -> truth", "{0} is captured", "capture(King)"),
)  # fmt: skip
_BY_NAME: Final = {row.name: row for row in FUNCTIONS}
PLACE_WORDS: Final = words("far home row top bottom left right middle center edge corner start")
NOUNS: Final = PLACE_WORDS | words(
    "board grid square piece everybody mover neutral all any level score deck bag hand card money "
    "letter solution dictionary word text number amount name command server "
    "paddle king queen jack ace club diamond heart spade trick . x y true false"
)
"""Other words that a value may name; kings to aces only among cards."""
NUMBERED: Final = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
"""Names of players who have no other names."""
DIRECTIONS: Final = words(
    "in any direction anywhere orthogonally diagonally forward backward left right up down sideway"
)
SHAPES: Final = ("square", "hexagon", "rhombus", "torus", "cylinder", "ring", "line", "checkered", "triangle")
_WITH_LETTERS: Final = ("letter", "word", "exchange")
ACTIONS: Final = ("place", "drop", "choose", "take", "sow", "pass", "move", "remove", *_WITH_LETTERS)
ADJECTIVES: Final = ("networked", "multiplayer", "text", "real-time", "cooperative")
RESERVED: Final = words(
    "game goal loss draw score board grid square heap solution move turn player piece tick key hand deck"
)
"""Words that begin sentences of their own, so that no definition has their names."""
EVENTS: Final = words("tick stick serve arrive leave turn trick")
"""Names whose meaning the engine calls by itself."""
CARD_RANKS: Final = words("king queen jack ace")
"""Words that take a suit: queen of spades."""
PHASES: Final = words("shuffle deal bet fold discard compare draw play")


def function(name: str) -> Function | None:
    """Return the row of a function by its folded name."""
    return _BY_NAME.get(name)
