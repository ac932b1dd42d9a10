"""Closed lists of words: functions, nouns, directions, places."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rogue.eggg.language.tokens import words

_DENIED: Final = re.compile(r"\[([^]|]*)\|([^]|]*)\]")


class Function(NamedTuple):
    """Function or variable of the language.

    forms    sorts of the arguments and of the result, by form: "number -> truth | number square -> truth"
    says     English wordings of the forms, separated by " | ".  If there are fewer wordings than forms, the
             remaining forms use the last wording.  {0} is the first argument.  A wording can have a part such
             as [is|is not]: the text before | is for a condition, the text after it for a denied condition.
             A wording can start with a mark, which `MARKED` explains.
    """

    name: str
    forms: str
    says: str
    example: str

    @property
    def takes(self) -> list[list[str]]:
        """The sorts of the arguments of each form.  "..." allows more arguments of the last sort."""
        return [form.partition("->")[0].split() for form in self.forms.split("|")]

    @property
    def gives(self) -> list[str]:
        """The sort of the result of each form."""
        return [form.partition("->")[2].strip() for form in self.forms.split("|")]

    @property
    def counts(self) -> tuple[int, int]:
        """The least and the greatest number of arguments."""
        counts = [9 if "..." in one else len(one) for one in self.takes]
        return min(len(one) - ("..." in one) for one in self.takes), max(counts)

    def form(self, count: int, *, is_truth: bool) -> int | None:
        """Return the index of a form that takes `count` arguments, or None if there is none.

        If `is_truth`, prefer a form whose result is a truth.
        """
        fits = [at for at, takes in enumerate(self.takes)
                if count == len(takes) or ("..." in takes and count >= len(takes) - 1)]  # fmt: skip
        return max(fits, key=lambda at: (self.gives[at] == "truth") is is_truth, default=None)


def worded(says: str, number: int, *, is_denied: bool = False) -> str:
    """Return the wording with the index `number`, or the last wording if `number` is too high."""
    told = says.split(" | ")
    return _DENIED.sub(rf"\g<{1 + is_denied}>", told[min(number, len(told) - 1)])


MARKED: Final = {"#": "there are [|no ]{0}", "^": "the player [has|does not have] the {0}"}
"""Mark of a wording -> how it is said as a condition.  Where a number is wanted, # adds "the number of"."""
FUNCTIONS: Final = (
    Function("line", "number -> truth | number square -> truth | number pieces -> truth", "[|no ]{0} stand "
             "in a row | [|no ]{0} stand in a row with {1}", "line(4)"),
    Function("lined", "number pieces -> number", "the number of {1} in rows of {0}", "lined(3, opponent)"),
    Function("flanked", "-> squares", "#the enemies in rows between own pieces", "flanked"),
    Function("surrounded", "-> squares | pieces -> squares | square -> truth", "#the enemies without free "
             "neighbors | #pieces of {0} without free neighbors | {0} is[| not] surrounded",
             "surrounded(opponent)"),
    Function("connect", "squares squares -> truth", "[a|no] chain of own pieces goes from {0} to {1}",
             "connect(top, bottom)"),
    Function("group", "pieces -> number", "the number of groups of {0}", "groups(white)"),
    Function("territory", "-> squares", "#empty squares that only own pieces border", "count(territory)"),
    Function("full", "any -> truth", "{0} is[| not] full", "full(board)"),
    Function("empty", "squares -> truth | letters -> truth", "{0} is[| not] empty", "empty(to)"),
    Function("filled", "any -> truth", "{0} is[| not] filled in", "filled(solution)"),
    Function("wrong", "any -> number", "#the squares that differ from {0}", "wrong(solution)"),
    Function("count", "pieces -> number | squares -> number | letters -> number | pieces squares -> "
             "number", "the number of {0} | the number of {0} | the number of {0} | the number of {0} at {1}",
             "count(Man, far row)"),
    Function("neighbor", "square -> number | square pieces -> number",
             "#the neighbors of {0} | #{1} beside {0}", "neighbors(to)"),
    Function("distance", "square square -> number", "the distance from {0} to {1}", "distance(from, to)"),
    Function("row", "square -> number", "the row of {0}, counted from the bottom", "row(to)"),
    Function("column", "square -> number", "the column of {0}, counted from the left", "column(to)"),
    Function("reached", "pieces squares -> truth", "{0} [reaches|does not reach] {1}",
             "reached(Pawn, far row)"),
    Function("from", "-> square", "the square that is left", "safe(from)"),
    Function("to", "-> square", "the square that is entered", "row(to)"),
    Function("between", "-> square", "the square passed by this move", "empty(between)"),
    Function("passed", "-> squares", "a square passed by the move before", "to is passed"),
    Function("beyond", "-> square", "the nearest piece beyond the square entered", "beyond is Rook"),
    Function("last", "-> square | event -> truth", "the piece that moved last | the player [makes|does not "
             "make] the last {0}", "last(take)"),
    Function("first", "event -> truth", "the player [makes|does not make] the first {0}", "first(capture)"),
    Function("lastmove", "text -> truth", "the move before was[| not] {0}", 'lastmove("Tick")'),
    Function("unmoved", "-> truth | square -> truth", "the piece has [never |]moved | {0} has [never |]moved",
             "unmoved"),
    Function("safe", "square -> truth | pieces -> truth", "[nothing|something] attacks {0}", "safe(King)"),
    Function("attacked", "square -> truth | pieces -> truth", "[something|nothing] attacks {0}",
             "attacked(to)"),
    Function("checkmate", "kind -> truth", "the enemy {0} is[| not] in checkmate", "checkmate(King)"),
    Function("reach", "square square -> truth", "{0} could[| not] go to {1}", "reaches(last, to)"),
    Function("stuck", "-> truth | who -> truth", "the player has [no|a] legal move | {0} has [no|a] legal "
             "move", "stuck"),
    Function("pass", "-> number", "the number of passes in a row", "passes is 2"),
    Function("since", "past -> number", "the number of plies since the last {0}", "since(capture) >= 100"),
    Function("repeated", "number -> truth", "the position [stands|does not stand] {0} times", "repeated(3)"),
    Function("new", "any -> truth", "{0} stands as it [never |]stood before", "new(board)"),
    Function("store", "-> squares", "a store", "to is store"),
    Function("opposite", "-> square", "the pit on the other side", "Sow captures opposite"),
    Function("most", "each -> truth | number number ... -> number", "^the most {0} | the most of {0}",
             "most(pieces)"),
    Function("least", "each -> truth | number number ... -> number", "^the least {0} | the least of {0}",
             "least(score)"),
    Function("highest", "each -> truth", "^the highest {0}", "highest(hand)"),
    Function("maximize", "each -> truth", "^the highest {0}", "maximize(score)"),
    Function("minimize", "each -> truth", "^the lowest {0}", "minimize(score)"),
    Function("sum", "number ... -> number", "the sum of {0}", "sum(cash(player))"),
    Function("prime", "number -> truth", "{0} is[| not] prime", "prime(level)"),
    Function("random", "any -> number", "a random choice from {0}", "random(1..6)"),
    Function("chance", "any any -> truth", "a chance of {0} in {1} [comes|does not come] up", "chance(1, 2)"),
    Function("length", "any -> number", "the length of {0}", "length(word)"),
    Function("best", "any any any -> any", "the best {0} of {1} by {2}", "best(10, players, score)"),
    Function("list", "any ... -> any", "a list of {0}", "list(players)"),
    Function("say", "any -> any", "say {0}", 'say("Right.")'),
    Function("in", "any -> truth", "the word is[| not] in {0}", "in(dictionary)"),
    Function("worth", "letters -> number", "the value of each {0}", "worth(letter)"),
    Function("suit", "any -> number", "the suit of {0}", "suit(last)"),
    Function("rank", "any -> number", "the rank of {0}", "rank(first)"),
    Function("vanished", "-> number", "the number of lines that vanished", "score increases by vanished"),
    Function("blocked", "-> truth", "[|not ]blocked", "piece is blocked"),
    Function("player", "-> who | kind -> truth", "the player | the player [chose|did not choose] {0}",
             "player(Rock)"),
    Function("opponent", "-> who | kind -> truth", "the opponent | the opponent [chose|did not choose] {0}",
             "opponent(Rock)"),
    Function("capture", "kind -> truth", "{0} is[| not] captured", "capture(King)"),
)  # fmt: skip
_ONLY: Final = {
    "puzzles": "filled wrong", "puzzles and text worlds": "random chance say", "card games": "suit rank",
    "text worlds": "length best list", "word games": "in worth", "games with pits": "opposite store",
    "real-time games": "vanished blocked",
}  # fmt: skip
ONLY_IN: Final = {name: kinds for kinds, names in _ONLY.items() for name in names.split()}
"""Name of a function -> the only kinds of games that know it."""
FINAL: Final = frozenset({"most", "least", "highest", "maximize", "minimize"})
"""Functions that compare players; goals with them are decided when the game has ended."""
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
SHAPES: Final = {
    "square": "squares", "cylinder": "a cylinder, left joined to right",
    "ring": "a ring, a row joined at its ends", "torus": "a torus, joined all round", "hexagon": "a hexagon",
    "triangle": "a triangle", "rhombus": "a rhombus", "line": "lines, stones on crossings",
    "checkered": "checkered",
}  # fmt: skip
_WITH_LETTERS: Final = ("letter", "word", "exchange")
ACTIONS: Final = ("place", "drop", "choose", "take", "sow", "pass", "move", "remove", *_WITH_LETTERS)
DONE: Final = {
    "take": "take {1} from one heap", "letter": "letter on {1}", "word": "word on {1}",
}  # fmt: skip
"""Action -> how help says the action with its object."""
ADJECTIVES: Final = ("networked", "multiplayer", "text", "real-time", "cooperative")
RESERVED: Final = words(
    "game goal loss draw score board grid square heap solution move turn player piece tick key hand deck"
)
"""Words that begin other sentences, so that no definition may have them as names."""
EVENTS: Final = words("tick stick serve arrive leave turn trick")
"""Names of definitions that the engine runs when the event happens."""
CARD_RANKS: Final = words("king queen jack ace")
"""Words that take a suit: queen of spades."""
CARDS: Final = CARD_RANKS | words("club diamond heart spade")
OF_ONE: Final = {"safe": True, "attacked": True, "reached": False, "capture": False}
"""Function whose argument is one piece of a kind -> whether a player most likely has only one such piece."""
OF_SEVERAL: Final = ("count", "neighbor", "group", "most", "least")
"""Functions whose argument is all pieces or cards of a kind."""
PHASES: Final = words("shuffle deal bet fold discard compare draw play")
WITH_THE: Final = (PLACE_WORDS - {"far", "home"}) | words(
    "board grid square piece level score deck bag hand solution dictionary paddle server suit rank"
)
"""Words that have the article "the" in English."""
QUALIFIED: Final = {"opponent": "the opponent's {0}", "far": "the far {0}", "home": "the home {0}"}
"""Qualifier -> how it is said with the word behind it; other qualifiers stay as they are."""
_CARDS: Final = {"last": "the last card", "first": "the first card"}
INSIDE: Final = {
    "suit": _CARDS, "rank": _CARDS, "lined": {"opponent": "the opponent's pieces"},
    "remove": {"opponent": "a piece of the opponent"}, "most": {"score": "points"},
    "count": {"opponent": "the opponent's pieces", "suit": "cards of the suit of {0}"},
}  # fmt: skip
"""Function -> argument -> special wording of the argument in this function."""
SIGNS: Final = {
    "+": (1, "{0} plus {1}", "the sum of {0} and {1}"),
    "*": (2, "{0} times {1}", "the product of {0} and {1}"),
    "-": (1, "{0} minus {1}", "the difference of {0} and {1}"),
    "/": (2, "{0} divided by {1}", "the quotient of {0} and {1}"),
    "mod": (2, "{0} modulo {1}", "the remainder of {0} by {1}"),
}  # fmt: skip
"""Operator -> how tightly it binds, how help says it, and how help says it as an operand or argument."""
OPERATIONS: Final = {
    "amount": "{0} {1}", "range": "{0} to {1}", "pair": "{0} of {1}", "index": "{0} at {1}", "return": "{0}",
    "++": "{0} counts each x and y", "--": "{0} counts down each x and y",
}  # fmt: skip
COMPARED: Final = {
    "=": ("is", "!="), "!=": ("is not", "="), "<": ("is less than", ">="), ">=": ("is at least", "<"),
    ">": ("is more than", "<="), "<=": ("is at most", ">"),
}  # fmt: skip
"""Comparison -> how help says it, and the opposite comparison."""


def function(name: str) -> Function | None:
    """Return the function whose name is `name`, which must be folded.  Return None if there is none."""
    return _BY_NAME.get(name)
