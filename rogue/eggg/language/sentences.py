"""The table of sentences, from which these are made: parser, error messages, examples, documents."""

from __future__ import annotations

from typing import Final, NamedTuple


class Sentence(NamedTuple):
    """Sentence of the language.

    name     name of the sentence in the code
    pattern  words of the sentence; CAPITALS are filled in, [] may be left out, | separates alternatives
    example  statement that fits
    about    meaning of the sentence
    group    heading of the sentence in lists; sentences of "effects" stand only after "means" or "and"
    topic    key by which a child's statement replaces a parent's; "" means that subject and verb are the key;
             "+" means the same, but several statements in one description may have this key
    defines  holes for new names, each followed by the sort of the names; see `Name`
    says     template of the English text: {word}, {HOLE}, and {all} stand for parts or all of the statement;
             | separates alternatives: the first whose words and holes all occur in the statement is used
    """

    name: str
    pattern: str
    example: str
    about: str
    group: str
    topic: str = ""
    defines: str = ""
    says: str = "{all}"


TAIL: Final = "[(over|pushing) WHOM] [to capture|without capture] [and CHAIN] [if CONDITION]"
"""End that every movement may have; patterns abbreviate it as TAIL."""
ADDS: Final = "+"
SENTENCES: Final = (
    Sentence("title", "game is NAME", "game is chess", "The name of the game.", "frame", "name",
             says="the {all}"),
    Sentence("phases", "game is PHASES", "game is Shuffle(deck) and Deal(cards, 5)",
             "The phases of a card game's round.", "frame", says="the {all}"),
    Sentence("kind", "KINDS", "networked multiplayer text game", "The kind of game.", "frame", "kind",
             says="a {all}"),
    Sentence("port", "port NUMBER", "port 10900", "The port of a served game.", "frame", "port"),
    Sentence("players", "RANGE players|players are RANGE|players are NAMES", "players are White and Black",
             "Who plays. The first one named is player 1.", "frame", "players", "NAMES player",
             says="the players are {NAMES}|{all}"),
    Sentence("begins", "PLAYER begins|PLAYER serves first", "Black begins", "Who moves first.", "frame",
             "begins"),
    Sentence("turns", "turns alternate [clockwise|counterclockwise]|turns synchronize", "turns synchronize",
             "Whether players take turns or all move at the same time.", "frame", "turns"),
    Sentence("steps", "turn is STEPS", "turn is place or move and remove if line(3, to)",
             "The steps of one turn, in order.", "frame", says="a turn: {STEPS}"),
    Sentence("again", "player moves again if CONDITION", "player moves again if to is store",
             "When the same player moves again.", "frame", "again", says="the {all}"),
    Sentence("rounds", "NUMBER (rounds|levels)", "12 levels", "How many rounds or levels there are.", "frame",
             "rounds"),
    Sentence("like", "NAME is like NAME=parent", "Random-Chess is like Chess",
             "Takes over all statements of another game; yours replace them.", "frame", "like"),
    Sentence("no", "no NAME [NUMBER]", "no Castling", "Removes what the parent says about a name.", "frame",
             ADDS),
    Sentence("ending", "(goal|loss) [of PLAYER] is CONDITION", "goal is line(3)",
             "When a player wins, or loses.", "ends", says="the {goal} of {PLAYER}: {CONDITION}|the {goal}: "
             "{CONDITION}|a {loss} of {PLAYER}: {CONDITION}|a {loss}: {CONDITION}"),
    Sentence("draw", "draw is CONDITION", "draw is full(board)", "When the game is a draw.", "ends",
             says="a draw: {CONDITION}"),
    Sentence("ends", "game ends if CONDITION", "game ends if passes is 2", "When the game ends. Only then is "
             "a goal with count, score, or most decided.", "ends", says="the {all}"),
    Sentence("score", "score increments|score [of PLAYER] is VALUE|score [of PLAYER] increases by VALUE"
             "|PLACE (doubles|triples) (letters|words)", "score is count(pieces)",
             'How a player scores. With "increments", each round won scores 1. Squares can multiply the '
             'value of new letters or words.', "ends", says="the {all}"),
    Sentence("quantity", "QUANTITY starts at VALUE", "stones of player start at 9",
             'A number that moves can change. It can allow a move only once. With "of player", each player '
             'has one.', "ends", "", "QUANTITY quantity"),
    Sentence("guard", "assert ACTION : CONDITION [afterwards]", "assert move: safe(King) afterwards",
             'Allows a move only if the condition holds: before the move, or with "afterwards" after it.',
             "moves", ADDS, says="a player may {ACTION} only if, {afterward}, {CONDITION}|"
             "a player may {ACTION} only if {CONDITION}"),
    Sentence("grid", "SIZE grid", "8 x 8 grid", "Columns and rows of the board.", "board", "grid",
             says="the grid is {SIZE}"),
    Sentence("board", "board is (SHAPE|ROWS)", "board is torus",
             "The shape of the board, or a picture: o is a point, - and | are lines, a blank is nothing.",
             "board", says="the board is {SHAPE}|the board is drawn in the description"),
    Sentence("squares", "squares are (hexagons|letters|NAMES)", "squares are hexagons", "The shape of the "
             "squares, what they hold, or their kinds.", "board", "", "NAMES square", says="the {all}"),
    Sentence("start", "(board|level NUMBER) starts (ROWS|empty|shuffled|THING)",
             'board starts ["rnb", "3", "RNB"]', "The position at the start, far row first. Digits count "
             "empty squares.", "board", says="{level} {NUMBER} starts {ROWS}|the {all}"),
    Sentence("heaps", "heaps are NUMBERS", "heaps are 3, 4 and 5", "The number of things in each heap.",
             "board", says="the {all}"),
    Sentence("pits", "each player has NUMBER pits [and store] of NUMBER=seeds seeds",
             "each player has 6 pits and a store of 4 seeds",
             "A ring of pits, which are sown counterclockwise.", "board", "pits"),
    Sentence("solution", "solution is ROWS", 'solution is ["HEART", "EMBER"]',
             "What the solved puzzle looks like.", "board", says="the solution is drawn in the description"),
    Sentence("clue", "(across|down) NUMBER is TEXT", 'across 1 is "It beats."', "A crossword clue.",
             "board", ADDS),
    Sentence("pieces", "pieces are NAMES", "pieces are King, Rook and Pawn", "The kinds of pieces.",
             "pieces", "", "NAMES piece", says="the {all}"),
    Sentence("letter", "PIECES [at PLACE] is shown as TEXT", 'Knight is shown as "N"',
             'The character for a piece or a kind of square. With "at", only on certain squares.', "pieces"),
    Sentence("walk", "PIECES (moves [RANGE]|slides) DIRECTIONS TAIL", "Rook slides orthogonally",
             "Pieces move one square unless a number is given; sliding pieces go any distance.",
             "pieces", ADDS),
    Sentence("leap", "PIECES leaps PAIR TAIL", "Knight leaps (1, 2)",
             "Pieces leap (across, ahead) in all 8 orientations, over anything in between.", "pieces", ADDS),
    Sentence("jump", "PIECES jumps [far] DIRECTIONS TAIL", "Man jumps diagonally forward over opponent",
             'Pieces jump over a piece, land just behind it, and capture it. With "far", empty squares may '
             'lie before and behind it.', "pieces", ADDS),
    Sentence("promotion", "PIECES at PLACE becomes OTHERS", "Pawn at far row becomes Queen or Knight",
             "What a piece is promoted to.", "pieces"),
    Sentence("series", "jumps continue|[longest] jumps are compulsory|captures are compulsory",
             "jumps are compulsory", 'Whether jumps continue, and whether jumps or all captures must be '
             'made. "longest" allows only jumps with the most captures.', "pieces"),
    Sentence("besides", "MOVE (flips|captures) SUM", "Place flips flanked",
             "What a move also does to other squares.", "moves", ADDS),
    Sentence("prey", "PIECES captures (any|OTHERS)", "Spy captures Marshal",
             "What pieces can capture, besides lower ranks.", "pieces"),
    Sentence("ranks", "ranks are PIECES|higher rank captures lower", "ranks are [Marshal, General, Spy]",
             "The ranks, highest first.", "pieces",
             says="the ranks are {PIECES}, best first|a higher rank captures a lower one"),
    Sentence("hidden", "(pieces|hands) are hidden [from opponent]", "pieces are hidden from opponent",
             "What opponents cannot see.", "pieces", "hidden",
             says="the {piece} are hidden from the {opponent}|the {all}"),
    Sentence("setup", "each player places pieces at start", "each player places pieces at start",
             "Players arrange their own pieces before the game.", "pieces", "setup"),
    Sentence("move", "move is MOVES", "move is place if flanked or pass if stuck", "What a player may do: "
             "place, drop, move, remove, choose, take, sow, pass.", "moves", says="a move: {MOVES}"),
    Sentence("named walk", "NAME means PIECES (moves [RANGE]|slides) DIRECTIONS TAIL|NAME means PIECES leaps "
             "PAIR TAIL", "Castling means King moves 2 sideways without capture", "A named movement.",
             "moves", "", "NAME movement"),
    Sentence("deck", "(deck|bag) is COUNTS", "deck is 52 cards", "The cards or letters to draw from.",
             "cards", says="the {all}"),
    Sentence("hand", "hand is NUMBER (cards|letters)", "hand is five cards",
             "How many cards or letters a player holds.", "cards", says="a {all}"),
    Sentence("ranking", "hands are HANDS", "hands are [Flush, Pair]", "The patterns of hands, best first.",
             "cards", "ranking", says="the hands are {HANDS}, best first"),
    Sentence("tick", "tick is NUMBER seconds", "tick is 0.8 seconds", "The time between two ticks of the "
             "clock.", "real time", says="the clock moves every {NUMBER} seconds"),
    Sentence("keys", "(keys|buttons|commands) are NAMES", "keys are Left, Right and Drop",
             "What a player presses or types.", "real time", "", "NAMES command", says="the {all}"),
    Sentence("falling", "piece (enters at PLACE|sticks to PLACES|bounces off PLACES)",
             "piece sticks to bottom and pieces", "What a falling or flying piece does.", "real time",
             says="the {all}"),
    Sentence("paddle", "each player has NAME of NUMBER cells at PLACE", "each player has a paddle of 3 cells "
             "at edge", "A paddle, or something else a player steers.", "real time", "paddle", "NAME thing"),
    Sentence("drawing", "NAME is ROWS", 'Palace is ["2XXX2", "7"]',
             "The shape of a piece, or a region of the board. X is inside; dots and digits are outside.",
             "names", "", "NAME region", says="{NAME} is drawn in the description"),
    Sentence("meaning", "HEAD means (EFFECTS|CONDITION)", "Fold means player loses",
             "A name for effects or a condition.", "names", "", "HEAD definition"),
    Sentence("list", "NAME are! NAMES", "stocks are Acme and Borg", "A name for a list of things.", "names",
             "", "NAMES thing NAME set"),
    Sentence("definition", "HEAD is BODY", "Fee is 500", "A name for a value, or a pattern of cards.",
             "names", "", "HEAD definition", says="{HEAD}: {BODY}"),
    Sentence("change", "QUANTITY (becomes|increases by|decreases by) SUM", "stones decreases by 1",
             "Changes a number.", "effects"),
    Sentence("shift", "SUM goes to SUM=place", "beyond goes to between",
             "Moves another piece, such as the rook in castling.", "effects"),
    Sentence("vanishing", "(full rows|full columns|SUM) vanish", "last vanishes",
             "Removes pieces from the board.", "effects"),
    Sentence("flip", "SUM flips", "square flips", "Flips a square, or the piece on it.", "effects"),
    Sentence("capture", "captures SUM", "captures last", "Captures a piece other than the one landed on.",
             "effects"),
    Sentence("leaving", "player (wins|loses|passes|removes VALUE)", "player removes 0..3 cards",
             'In card games, "loses" folds and "removes" discards. "wins" and "passes" are not playable yet.',
             "effects", says="the {all}"),
    Sentence("telling", "tell PLAYER SUM", 'tell everybody "{player} bids {number}."', "Sends a text, with "
             "values in braces. {mover} typed the command; {player} may be another.", "effects"),
    Sentence("fall", "piece (moves [RANGE] DIRECTIONS|turns (clockwise|counterclockwise)|falls DIRECTIONS"
             "|enters at PLACE)",
             "piece moves 1 down", "Moves the falling or flying piece.", "effects", says="the {all}"),
    Sentence("choice", "server chooses piece", "server chooses piece",
             "The serving player chooses the next piece.", "effects", says="the server chooses the piece"),
)  # fmt: skip
