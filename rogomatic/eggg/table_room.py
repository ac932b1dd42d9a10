"""The table of a game in turns, with its guests."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rogomatic.eggg.board_picture import board_lines
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.opponent import Opponent
from rogomatic.eggg.sealed_deck import SealedDeck, seal_deck
from rogue.shared.board_games import NOBODY, Game, Move
from rogue.shared.sealed_text import SealedText
from rogue.shared.seeds import Dice
from rogue.shared.wording import listed
from rogue.wire.gatekeeper import RefusedError, is_name
from rogue.wire.room_server import ALL_GUESTS, TAKEN, Told

CHOICE_SECONDS: Final = 30.0  # for those who are late in a simultaneous turn
AWAY_SECONDS: Final = 300.0  # after which a newcomer may take the seat of a guest who is away
MOST_TURNS: Final = 20_000  # of a match with many rounds
LEVELS: Final = ("easy", "fair", "hard")
WORDS: Final = {
    "say TEXT": "tells everybody something", "who": "tells who is here", "board": "shows the board",
    "rules": "tells the rules", "moves": "lists your legal moves",
    "hint": "suggests a move where you play against machines alone", "resign": "gives the match up",
    "machine [LEVEL]": "lets the machine play where nobody is: easy, fair, or hard",
    "again": "begins another match", "cut TEXT": "shuffles the sealed deck with a text",
    "sit": "takes a free seat", "stand": "gives your seat up",
    "help": "shows this page", "quit": "leaves; your seat is kept",
}  # fmt: skip
"""Word of a guest -> what it does."""
Opponents = Callable[[int, str, int], Opponent]
"""Makes a computer player: for a player, a level, and the seed of the match."""


@dataclass(slots=True)
class _Person:
    """Somebody at the table; `away` is when that guest left, None while here."""

    name: str
    seat: int = NOBODY
    away: float | None = None


class TableRoom:
    """A table with guests, a `Room`.

    digests  SHA-256 of the key of each guest with a seat
    """

    def __init__(
        self, game: Game, opponents: Opponents, draw_seed: Callable[[], int], digits: Callable[[], str],
        choice_seconds: float = CHOICE_SECONDS,
    ) -> None:  # fmt: skip
        """Set a table; `digits` draws 64 random digits for a seal."""
        self.game, self.digests = game, dict[int, str]()
        self._opponents, self._draw_seed, self._digits = opponents, draw_seed, digits
        self._choice_seconds, self._late_at = choice_seconds, float("inf")
        self._people: dict[int, _Person] = {}
        self._count = 0
        self._now = 0.0
        self._told: list[Told] = []
        self._match: GameMatch | None = None
        self._seed = 0
        self._levels: dict[int, str] = {}  # of the machines
        self._turns = 0  # that have been told
        self._is_over = False
        self._asks: int | None = None  # the guest who waits for a hint
        self._sealed: SealedText | None = None  # the secret of the deck, before and in a match
        self._cut = ""

    @property
    def guests(self) -> Mapping[str, int]:
        """The guests by name."""
        return {one.name.casefold(): number for number, one in self._people.items()}

    def take_told(self) -> list[Told]:
        """Return what is to be told since the last call."""
        told, self._told = self._told, []
        return told

    def enter(self, name: str, digest: str) -> int:
        """Let a guest in: to a seat if one is free, else to watch.  Raises RefusedError for no name."""
        if not is_name(name.lower()):
            raise RefusedError("A name has 1 to 16 letters, digits, and hyphens.")
        if name.casefold() in self.guests:
            raise RefusedError(TAKEN)
        number, self._count = self._count, self._count + 1
        self._people[number] = _Person(name)
        self.digests[number] = digest
        self._sit(number, self._levels)
        if self._people[number].seat == NOBODY:
            self._say(number, "All seats are taken: you watch. help lists the words.")
            self._show(number)
            self._ask(number)
        return number

    def _sit(self, number: int, taken: Container[int] = ()) -> None:
        """Give a guest the first seat that is free, or whose holder has long been away."""
        guest = self._people[number]
        for seat in [one for one in range(len(self.game.players)) if one not in taken]:
            holder = self._holder(seat)
            other = None if holder is None else self._people[holder]
            if other is not None and (other.away is None or self._now - other.away < AWAY_SECONDS):
                continue
            if holder is not None:
                self._people.pop(holder)
                self.digests.pop(holder, None)
            guest.seat = seat
            self._levels.pop(seat, None)
            if self._match is not None:
                self._match.seat(seat, None)
            self._say(ALL_GUESTS, f"{guest.name} plays {self.game.players[seat]}.")
            self._go_on()
            return

    def _holder(self, seat: int) -> int | None:
        """Return the guest with a seat, or None."""
        return next((number for number, one in self._people.items() if one.seat == seat), None)

    def come_back(self, guest: int) -> None:
        """Let a guest in again, to the seat that was kept."""
        person = self._people[guest]
        person.away = None
        if person.seat != NOBODY and self._levels.pop(person.seat, "") and self._match is not None:
            self._match.seat(person.seat, None)
        self._say(ALL_GUESTS, f"{person.name} is back.")
        self._show(guest)
        self._ask(guest)

    def leave(self, guest: int) -> None:
        """Note that a guest is gone; a seat is kept."""
        person = self._people[guest]
        self._say(ALL_GUESTS, f"{person.name} leaves.")
        person.away = self._now
        if person.seat == NOBODY:
            del self._people[guest]
            del self.digests[guest]

    def hear(self, guest: int, text: str) -> bool:
        """Take a word or a move of a guest; return whether the guest stays."""
        word, _, rest = text.strip().partition(" ")
        word, rest, person = word.lower(), rest.strip(), self._people[guest]
        if word == "say" and rest:
            self._say(ALL_GUESTS, f"{person.name}: {rest}")
        elif word == "cut" and rest and self._match is None:
            self._cut = f"{self._cut} {rest}".strip()
            self._say(ALL_GUESTS, f"{person.name} cuts the deck: {rest}")
        elif word in ("machine", "sit", "stand", "again", "resign") and (not rest or rest in LEVELS):
            self._change(guest, word, rest or LEVELS[1])
        elif not rest and word in ("who", "board", "rules", "moves", "hint", "help", "?"):
            self._answer(guest, word)
        elif word not in ("", "quit"):
            self._move(guest, text.strip())
        return word != "quit"

    def _answer(self, guest: int, word: str) -> None:
        """Answer a word of a guest."""
        seat, match = self._people[guest].seat, self._match
        if word == "who":
            self._say(guest, f"Here: {listed([self._named(one) for one in self._people.values()])}.")
        elif word == "board":
            self._show(guest)
        elif word == "rules":
            self._say(guest, "\n".join(self.game.explained()))
        elif word == "hint":
            self._ask_hint(guest)
        elif word == "moves":
            is_turn = match is not None and seat in match.waits_for
            found = self.game.moves(match.seen(seat), seat) if match is not None and is_turn else ()
            told = ", ".join(map(self.game.text, found))
            self._say(guest, f"Legal moves: {told}." if told else "It is not your turn.")
        else:
            rows = [f"  {one:<16} {does}" for one, does in WORDS.items()]
            self._told.append(Told(guest, "\n".join(["A move is typed as it is; besides:", *rows])))

    def _ask_hint(self, guest: int) -> None:
        """Let a guest wait for a hint, or tell why there is none."""
        match, seat = self._match, self._people[guest].seat
        if match is None or seat not in match.waits_for:
            self._say(guest, "It is not your turn.")
        elif match.persons != [seat]:
            self._say(guest, "There are hints only against machines.")
        else:
            self._asks = guest

    def _give_hint(self) -> None:
        """Look for a move of the guest who waits, and suggest it."""
        guest, self._asks = self._asks, None
        found = None if self._match is None else self._match.hint()
        if guest is not None:
            told = f"{self.game.text(found.move)}: {found.reason}" if found else "No hint was found."
            self._say(guest, told)

    def _named(self, guest: _Person) -> str:
        """Return a guest's name with what that guest does."""
        does = "watches" if guest.seat == NOBODY else self.game.players[guest.seat]
        return f"{guest.name} ({does}{', away' if guest.away is not None else ''})"

    def _change(self, guest: int, word: str, level: str) -> None:
        """Change who plays, or the match itself."""
        person = self._people[guest]
        if word == "sit" and person.seat == NOBODY:
            self._sit(guest)
            if person.seat == NOBODY:
                self._say(guest, "No seat is free.")
        elif person.seat == NOBODY or word == "sit":
            self._say(
                guest, "You have a seat." if person.seat != NOBODY else "You watch; sit takes a free seat."
            )
        elif word == "machine":
            self._seat_machines(level)
        elif word == "stand":
            seat = self.game.players[person.seat]
            self._say(ALL_GUESTS, f"{person.name} gives up the seat of {seat}: sit takes it, or a machine.")
            person.seat = NOBODY
        elif word == "again" and self._is_over:
            self._match = None
            self._go_on()
        elif word == "resign" and self._match is not None and self._match.outcome is None:
            self._match.resign(person.seat)
            self._tell_turns()
        else:
            self._say(guest, "The match goes on." if self._match is not None else "The match has not begun.")

    def _seat_machines(self, level: str) -> None:
        """Let machines play in the empty seats."""
        for seat, name in enumerate(self.game.players):
            holder = self._holder(seat)
            if (holder is None or self._people[holder].away is not None) and seat not in self._levels:
                self._levels[seat] = level
                if self._match is not None:
                    self._match.seat(seat, self._opponents(seat, level, self._seed))
                self._say(ALL_GUESTS, f"The machine plays {name}, {level}.")
        self._go_on()

    def _go_on(self) -> None:
        """Begin a match when every seat has its player; tell what is new in one that goes on."""
        empty = [name for seat, name in enumerate(self.game.players)
                 if seat not in self._levels and self._holder(seat) is None]  # fmt: skip
        if self._match is None and self._sealed is None and "chance" in self.game.traits:
            self._sealed, self._cut = seal_deck(self.game, self._digits()), ""
            self._say(ALL_GUESTS, f"Sealed deck: {self._sealed.digest}\ncut TEXT shuffles it, too.")
        if self._match is not None:
            self._tell_turns()
        elif empty:
            self._say(ALL_GUESTS, f"{listed(empty)} must still come; machine lets the machine play.")
        else:
            self._cut = " ".join([*sorted(self.guests), self._cut]).strip()
            deck = None if self._sealed is None else SealedDeck(self._sealed, self._cut)
            self._seed = self._draw_seed() if deck is None else deck.seed
            machines = {
                seat: self._opponents(seat, level, self._seed) for seat, level in self._levels.items()
            }
            self._match = GameMatch(self.game, self._seed, machines)
            self._match.begin(len, self._digits, lambda seat: self._opponents(seat, LEVELS[1], self._seed))
            self._turns, self._is_over = 0, False
            self._show_all()

    def _move(self, guest: int, text: str) -> None:
        """Make a typed move, or tell why not."""
        match, seat = self._match, self._people[guest].seat
        if match is None or seat == NOBODY or match.outcome is not None:
            self._say(guest, f"{text[:20]} is no word here; help lists them. No move of yours is wanted now.")
            return
        view = match.seen(seat)
        move = self.game.find(view, seat, text) if seat in match.waits_for else None
        if move is None:
            is_late = seat in match.movers and seat not in match.waits_for
            self._say(guest, "You have moved." if is_late else self.game.refusal(view, seat, text))
            return
        if not match.is_begun:
            self._late_at = self._now + self._choice_seconds
        match.person_moves(move)
        if match.is_begun:
            self._say(guest, f"You chose {self.game.text(move)}; others still choose.")
        self._tell_turns()

    def close(self) -> None:
        """Do nothing: a match ends with its server."""

    def look_at_clock(self, now: float) -> None:
        """Choose by lot for players who are late."""
        self._now, match = now, self._match
        if match is None or not match.is_begun or now < self._late_at:
            return
        for seat in match.waits_for:
            dice = Dice(self._digits(), "lot")
            lot: Move = dice.one_of(self.game.moves(self.game.view(match.state, seat), seat))
            self._say(ALL_GUESTS, f"{self.game.players[seat]} is late; the lot chooses.")
            match.person_moves(lot)
        self._tell_turns()

    def work(self) -> Callable[[], object] | None:
        """Return what to compute next: a hint or a machine's turn, None for nothing."""
        if self._asks is not None:
            return self._give_hint
        match, is_here = self._match, any(one.away is None for one in self._people.values())
        is_due = match is not None and match.outcome is None and match.player is None
        return self._machine_turn if is_due and is_here else None

    def _machine_turn(self) -> None:
        if self._match is not None:
            self._match.machine_moves()
            self._tell_turns()

    def _tell_turns(self) -> None:
        """Tell everybody, as each may see it, what was played; begin the next round after a result."""
        match = self._match
        if match is None:
            return
        new = match.turns[self._turns :]
        self._turns = len(match.turns)
        for number, person in self._people.items():
            for turn in new:
                self._say(number, "  ".join(self._seen(match, turn, person.seat)))
        for seal in match.opened if new else ():
            self._say(ALL_GUESTS, f"Opened: {seal.text}")
        self._show_all()
        if match.outcome is None or self._is_over:
            return
        self._say(ALL_GUESTS, match.verdict())
        if len(match.turns) <= MOST_TURNS and match.begin_round():
            self._show_all()
        else:
            self._is_over = True
            if self._sealed is not None:
                self._say(
                    ALL_GUESTS, f"Opened deck: {self._sealed.text}; cut: {self._cut}; seed {self._seed}"
                )
                self._sealed = None
            self._say(ALL_GUESTS, "The match is over; again begins another.")

    def _seen(self, match: GameMatch, turn: Sequence[Move], viewer: int) -> list[str]:
        """Return what a viewer sees of the moves of a turn."""
        rows = [(self.game.players[move.player], match.told((move,), viewer)) for move in turn]
        return [f"{name}: {told}" for name, told in rows if told]

    def _show_all(self) -> None:
        for number, person in self._people.items():
            if person.away is None:
                self._show(number)
                self._ask(number)

    def _show(self, guest: int) -> None:
        """Show a guest the board as that guest may see it."""
        match, seat = self._match, self._people[guest].seat
        if match is not None:
            view = match.seen(seat)
            rows = [*board_lines(self.game, view), *match.screen(seat)]
            self._told.append(Told(guest, "\n".join(rows), is_picture=True))

    def _ask(self, guest: int) -> None:
        """Tell a guest whose turn it is."""
        match, seat = self._match, self._people[guest].seat
        if match is None or not match.movers:
            return
        for seal in match.seals:
            self._say(guest, f"Sealed: {seal.digest}")
        names = [self.game.players[one] for one in match.waits_for]
        own = seat in match.waits_for
        told = (
            f"Your move, {self.game.players[seat]}." if own else f"{listed(names)} to move." if names else ""
        )
        self._say(guest, told)

    def _say(self, guest: int, text: str) -> None:
        if text:
            self._told.append(Told(guest, text))
