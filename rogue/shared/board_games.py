"""Types for described games: pieces, moves, positions, the protocol of the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, NamedTuple, Protocol, cast

NO_SQUARE: Final = -1
NOBODY: Final = -1
EMPTY: Final = 0
HIDDEN: Final = -1
"""Content of a square whose piece the viewer may not see."""


class Piece(NamedTuple):
    """A piece, given by its content code.  Code 0 is an empty square.

    kind    index into `Game.kinds`, or -1 for an empty square
    owner   player number, or NOBODY for neutral pieces
    letter  what boards show: a capital for the first player, a small letter for the second
    """

    kind: int
    owner: int
    letter: str


class SaidMovement(NamedTuple):
    """A rule of movement, as a description states it.

    length    number of characters of the statement
    slides    whether the piece goes any number of squares
    any_way   whether the piece goes in any direction
    """

    length: int
    slides: bool = False
    any_way: bool = False


class Move(NamedTuple):
    """A move of one player, as a hashable value.  `Game.text` returns it as text.

    player   player who makes the move
    name     "move", "place", "drop", "remove", "take", "sow", "choose", "pass", or the name that the rules
             give the move, such as "Castling"
    start    square that the piece leaves, heap from which things are taken, or NO_SQUARE
    to       square that the piece enters or is placed on, or NO_SQUARE
    changes  (square, new content) of every square that changes, in order
    taken    squares of the pieces that are captured or flipped
    path     squares of a series of jumps, from `start` to `to`; in card games, the cards
    choice   what the player chose, or 0 if nothing was chosen.  If a piece was placed or chosen, this is its
             content code; after a promotion, the content code of the new piece; otherwise a number, such as
             the number of things taken
    """

    player: int
    name: str
    start: int = NO_SQUARE
    to: int = NO_SQUARE
    changes: tuple[tuple[int, int], ...] = ()
    taken: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    choice: int = 0


class State(NamedTuple):
    """A position of a game, never changed in place.  A player's view of a position is also a State.

    squares  content code of each square (an index into `Game.pieces`), or number of things in a heap or pit
    mover    player whose turn it is; in simultaneous turns, the player with the lowest number
    step     index of the current part of the turn, or below 0 while the sides are arranged in secret
    ply      number of moves made in this round; a simultaneous turn is one move
    last     the previous move, by any player; None at the start
    passes   number of passes since the latest move that was not a pass
    touched  bit set of the squares whose piece has moved or changed since the start
    counts   for each event that the description names in `since(...)`, the number of plies since that event
    numbers  for each quantity of the description, such as stones in hand, one number per player.  In
             simultaneous games, the tuple starts with each player's `Move.choice` (0 if nothing is chosen
             yet), and the quantities follow
    past     keys of earlier positions, if the rules depend on repetition
    rounds   number of rounds finished
    scores   one number per player: rounds won or, in games that keep points, the points
    dice     number of dice drawn so far from the stream of `seed`
    seed     seed of the stream of dice; a view hides it as -1
    table    what a game has besides its board, such as the players' cards or what is known of pieces
    """

    squares: tuple[int, ...]
    mover: int = 0
    step: int = 0
    ply: int = 0
    last: Move | None = None
    passes: int = 0
    touched: int = 0
    counts: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    past: tuple[Hashable, ...] = ()
    rounds: int = 0
    scores: tuple[float, ...] = ()
    dice: int = 0
    seed: int = 0
    table: Any = None


class Board(Protocol):
    """A graph of squares.  A square is its index, counted from 0.

    shape      "squares", "hexagons", "lines" (stones stand on the crossings of lines), "ring" (one row whose
               ends meet), "picture" (squares placed freely, as in a drawing), "heaps", "pits", or "choices"
    columns    width of the rectangle in which the squares lie
    rows       height of that rectangle
    names      name of each square: "a1" for the lowest square on the left; "a", "b", ... for heaps; choices
               have their own names
    points     (column, row) of each square; row 0 is the lowest; rows of hexagons are shifted sideways
    neighbors  for each square, the squares one step away; a board has 2, 4, 6, or 8 directions
    links      links[direction][square] is the square one step away, or NO_SQUARE beyond the edge
    """

    @property
    def shape(self) -> str: ...
    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def points(self) -> Sequence[tuple[float, float]]: ...
    @property
    def neighbors(self) -> Sequence[Sequence[int]]: ...
    @property
    def links(self) -> Sequence[Sequence[int]]: ...

    def distance(self, one: int, other: int) -> float:
        """Return the Euclidean distance between two squares, where a square is 1 wide."""
        ...


class Described(Protocol):
    """A game made from a description.

    name    name as it is first written in the description, such as "chess"
    digest  SHA-256 of the sorted statements, in hexadecimal; case, plurals, and articles do not matter
    about   description for lists of games, such as "8 x 8 squares, White and Black"
    """

    @property
    def name(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def about(self) -> str: ...

    def explained(self) -> Sequence[str]:
        """Return the rules as sentences: one per statement, then one per default that had an effect."""
        ...

    def described(self) -> dict[str, Any]:
        """Return name, digest, statements, sentences, and defaults as plain data for JSON."""
        ...


class Game(Described, Protocol):
    """Rules of a turn-based game as pure functions.  Only `moves` defines which moves are legal.

    players   names of the players; a player is an index into this list
    kinds     names of the kinds of pieces
    pieces    piece of each content code; pieces[0] is the empty square
    board     the squares
    traits    some of "simultaneous", "chance", "hidden", "rounds", "counts" (squares hold numbers of things),
              "places" (stones are placed), "walks" (pieces move), "giveaway" (no pieces left is a win)
    captures  captures[kind]: the kinds that a piece of this kind can take, by index into `kinds`
    row_goal  number of pieces in a row that wins, or 0 if no row wins

    `movements_said[kind]` has the rules of movement of a kind, as the description states them.
    """

    @property
    def players(self) -> Sequence[str]: ...
    @property
    def kinds(self) -> Sequence[str]: ...
    @property
    def pieces(self) -> Sequence[Piece]: ...
    @property
    def board(self) -> Board: ...
    @property
    def traits(self) -> frozenset[str]: ...
    @property
    def captures(self) -> Sequence[frozenset[int]]: ...
    @property
    def movements_said(self) -> Sequence[Sequence[SaidMovement]]: ...
    @property
    def row_goal(self) -> int: ...

    def start(self, seed: int = 0) -> State:
        """Return the position at the start of a match.  The seed determines shuffles and other chance."""
        ...

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the players who must move now; the method `after` needs one move from each of them.

        If the round is over, return no players.
        """
        ...

    def moves(self, state: State, player: int) -> list[Move]:
        """Return a player's legal moves, or [] out of turn or when the round is over.

        The list contains a "pass" where the rules allow or force the player to pass, so it is never empty for
        a player in `to_move`.  If `state.step` is below 0, the first move in the list is "ready", with which
        the player declares that the player's side is fully arranged.
        """
        ...

    def random_move(self, state: State, draw: Callable[[int], int]) -> Move:
        """Return a random legal move.  The round must not be over.

        Each move is equally likely, but a legal "ready" is always chosen.  `draw(count)` returns a random
        number from 0 to `count` - 1.
        """
        ...

    def after(self, state: State, moves: Sequence[Move]) -> State:
        """Return the position after one legal move of each player in `to_move(state)`.

        The legality of the moves is not checked again.
        """
        ...

    def result(self, state: State) -> tuple[float, ...] | None:
        """Return the payoff of each player: 1 won, 0.5 drawn, 0 lost.

        Return None while the round goes on, and for a view with hidden pieces.
        """
        ...

    def next_round(self, state: State) -> State | None:
        """Return the start of the next round, with scores kept.

        Return None while the round goes on, and after the last round.
        """
        ...

    def view(self, state: State, player: int) -> State:
        """Return the part of a position that a player may see.

        If `player` is NOBODY, return what a watcher may see.  The view leaves out the seed, and has HIDDEN in
        place of hidden content.  Hidden pieces have no kind.  The view of a view is that view itself.  If
        `traits` lacks "hidden", a view can be used as a position.
        """
        ...

    def completed(self, view: State, player: int, draw: Callable[[int], int]) -> State:
        """Return a random position that agrees with a player's view.

        All such positions are about equally likely.  `draw(count)` returns a random number below `count`, at
        least 0.
        """
        ...

    def seen(self, move: Move, player: int) -> Move:
        """Return the part of a move that a player may see, with HIDDEN for the rest.

        If `player` is NOBODY, return what a watcher may see.
        """
        ...

    def screen(self, view: State, player: int) -> Sequence[str]:
        """Return the lines of text beside the board for a player's view."""
        ...

    def score(self, state: State, player: int) -> float | None:
        """Return a player's points, or another number that decides the game, or None if no number does."""
        ...

    def key(self, state: State) -> Hashable:
        """Return a value that is equal for positions from which play can continue in the same way.

        Positions that are rotations or reflections of each other may have the same key.  Rules about
        repetition are ignored.
        """
        ...

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        """Return the squares that a piece could enter from a square of an otherwise empty board.

        `code` is the content code of the piece.
        """
        ...

    def text(self, move: Move) -> str:
        """Return a move as text, such as e2-e4, e7xd8=Queen, a3xc5xe7, d3, 2 from a, or pass.

        No other legal move of the same position has this text.
        """
        ...

    def find(self, state: State, player: int, text: str) -> Move | None:
        """Return the legal move that a text names, or None if none fits.  Case and hyphens do not matter."""
        ...

    def refusal(self, state: State, player: int, text: str) -> str:
        """Return a sentence that says why no legal move has this text, or "" if a legal move has it."""
        ...


class MarkedGame(Game, Protocol):
    """Rules of a puzzle or a letter game, whose squares may show something other than pieces."""

    def symbol(self, view: State, square: int) -> str:
        """Return the text shown on a square in place of the usual letter, or "" for the usual letter."""
        ...


def marked(game: Game, view: State, square: int) -> str:
    """Return the text shown on a square in place of the usual letter, or "" for the usual letter."""
    return cast("MarkedGame", game).symbol(view, square) if game.traits & {"puzzle", "letters"} else ""


class PuzzleGame(MarkedGame, Protocol):
    """Rules of a puzzle for one player.

    The traits contain "puzzle".  If squares hold letters, the traits contain "fills", too.

    buttons  names of the moves that players make by name, without a square
    levels   number of levels; if there are several, a move such as "level 3" goes to a level
    marks    signs of empty squares, each with its meaning: "o target"
    """

    @property
    def buttons(self) -> Sequence[str]: ...
    @property
    def marks(self) -> Sequence[str]: ...
    @property
    def levels(self) -> int: ...

    def level(self, state: State) -> int:
        """Return the number of the level, from 1, or a number above `levels` when all levels are solved."""
        ...

    def shortfall(self, state: State) -> float:
        """Return an estimate of the number of moves from a position to the goal, or 0 if unknown."""
        ...
