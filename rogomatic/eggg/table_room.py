"""A room in which guests play a turn-based game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rogomatic.eggg.board_picture import lines_without_log
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_journal import head_of
from rogomatic.eggg.match_words import answer, legend, rest_of_turn, rules_page, told_moves
from rogomatic.eggg.opponent import Opponent
from rogomatic.eggg.seals import SealedDeck, seal_deck
from rogomatic.eggg.seated_room import NewJournal, SeatedRoom
from rogue.shared.board_games import NOBODY, Game, Move
from rogue.shared.sealed_text import SealedText
from rogue.shared.seeds import Dice
from rogue.shared.wording import listed
from rogue.wire.room_server import ALL_GUESTS

CHOICE_SECONDS: Final = 30.0  # for those who are late in a simultaneous turn
AWAY_SECONDS: Final = 300.0  # after which a newcomer may take the seat of a guest who is away
MOST_TURNS: Final = 20_000  # of a match with many rounds
LEVELS: Final = ("easy", "fair", "hard")
_MOVE_WORDS: Final = (
    *("pass", "play", "draw", "discard", "keep", "check", "call", "bet", "raise", "fold"),
    *("swap", "exchange", "level", "done"),
)
"""Words of moves that may not be legal at the start of a game."""
_CUT: Final = "cut TEXT"
_NOT_BEGUN: Final = "The match has not begun."
WORDS: Final = {
    "say TEXT": "tells everybody something", "who": "tells who is here", "board": "shows the board",
    "rules": "tells the rules", "moves": "lists your legal moves",
    "hint": "suggests a move if all other players are machines", "resign": "resigns the match",
    "machine [LEVEL]": "lets machines play the empty seats: easy, fair, or hard",
    "again": "begins another match", _CUT: "adds a text to the shuffle of the sealed deck",
    "sit": "takes a free seat", "stand": "gives up your seat",
    "help": "shows this page", "quit": "leaves; your seat is kept",
}  # fmt: skip
"""Command word of a guest -> what it does."""
Opponents = Callable[[int, str, int], Opponent]
"""Makes a computer player from a player, a level, and the seed of the match."""


class TableRoom(SeatedRoom):
    """A `GuestRoom` for a turn-based game."""

    def __init__(
        self, game: Game, opponents: Opponents, draw_seed: Callable[[], int], digits: Callable[[], str],
        choice_seconds: float = CHOICE_SECONDS, new_journal: NewJournal = lambda _head: None,
    ) -> None:  # fmt: skip
        """Prepare a table.  `digits` draws 64 random digits for a seal."""
        super().__init__(tuple(game.players), AWAY_SECONDS, new_journal)
        self.game, self.name = game, game.name
        self._words = {word: WORDS[word] for word in WORDS if word != _CUT or "chance" in game.traits}
        self._opponents, self._draw_seed, self._digits = opponents, draw_seed, digits
        self._choice_seconds, self._late_at = choice_seconds, float("inf")
        self._match: GameMatch | None = None
        self._seed = 0
        self._turns = 0  # that have been told
        self._is_over = False
        self._asks: int | None = None  # the guest who waits for a hint
        self._sealed: SealedText | None = None  # the secret of the deck, before and in a match
        self._cut = ""

    def seated(self, seat: int) -> None:
        """Put the holder of a seat, a machine or a guest, into the match."""
        level = self.levels.get(seat, "")
        if self._match is not None:
            self._match.seat(seat, self._opponents(seat, level, self._seed) if level else None)

    def means(self, name: str) -> bool:
        """Return whether a name is a role, a command word, a square, or the first word of a move."""
        game, start = self.game, self.game.start()
        moves = [game.text(move) for seat in range(len(self.players)) for move in game.moves(start, seat)]
        firsts = [one.split()[0].casefold() for one in (*WORDS, *game.board.names, *moves)]
        return super().means(name) or name.casefold() in (*LEVELS, *_MOVE_WORDS, *firsts)

    def hear(self, guest: int, text: str) -> bool:
        word, _, rest = text.strip().partition(" ")
        word, rest, person = word.lower(), rest.strip(), self.people[guest]
        if word == "say" and rest:
            self.say(ALL_GUESTS, f"{person.name} says: {rest}")
        elif word == "cut" and rest and self._sealed is not None and self._match is None:
            self._cut = f"{self._cut} {rest}".strip()
            self.say(ALL_GUESTS, f"{person.name} cuts the deck with {rest!r}.")
        elif word in ("machine", "sit", "stand", "again", "resign") and (not rest or rest in LEVELS):
            self._change(guest, word, rest or LEVELS[1])
        elif not rest and word in ("who", "board", "rules", "moves", "hint", "help", "?"):
            self._answer(guest, word)
        elif word not in ("", "quit"):
            self._move(guest, text.strip())
        return word != "quit"

    def _answer(self, guest: int, word: str) -> None:
        seat, match = self.people[guest].seat, self._match
        if word == "who":
            self.say(guest, self.told_people())
        elif word == "board" and match is None:
            self.say(guest, _NOT_BEGUN)
        elif word == "board":
            self.show(guest)
        elif word == "rules":
            self.say(guest, "\n".join([*rules_page(self.game), *legend(self.game)]))
        elif word == "hint" and (refusal := self._no_hint(guest)):
            self.say(guest, refusal)
        elif word == "hint":
            self._asks = guest
        elif word == "moves":
            is_turn = match is not None and seat in match.waits_for
            found = self.game.moves(match.seen(seat), seat) if match is not None and is_turn else ()
            self.say(guest, told_moves(self.game, found) or "It is not your turn.")
        else:
            rows = [f"  {one:<16} {does}" for one, does in self._words.items()]
            self.say(guest, "\n".join(["Type a move, or one of these words:", *rows]))

    def _no_hint(self, guest: int) -> str:
        """Return why a guest may not have a hint.  Return "" if the guest may have a hint."""
        match, seat = self._match, self.people[guest].seat
        if match is None or seat not in match.waits_for:
            return "It is not your turn."
        return "" if match.persons == [seat] else "Hints are given only against machines."

    def _give_hint(self) -> None:
        """Suggest a move to the guest who asked, or say why the guest may not have a hint any more."""
        guest, self._asks = self._asks, None
        if guest is None or guest not in self.people or self._match is None:
            return
        self.say(guest, self._no_hint(guest) or "\n".join(answer(self._match, "hint")))

    def _change(self, guest: int, word: str, level: str) -> None:
        """Carry out a typed command that changes the seats or the match.  `word` names the command."""
        person = self.people[guest]
        if word == "sit" and person.seat == NOBODY:
            self.sit(guest)
            if person.seat == NOBODY:
                self.say(guest, f"No seat is free. {self.told_wait()}".strip())
        elif person.seat == NOBODY or word == "sit":
            watches = 'You are watching; type "sit" to take a free seat.'
            self.say(guest, watches if person.seat == NOBODY else "You already have a seat.")
        elif word == "machine":
            self.seat_machines(level)
        elif word == "stand":
            self.stand(guest)
        elif word == "again" and self._is_over:
            self._match = None
            self.go_on()
        elif word == "resign" and self._match is not None and self._match.outcome is None:
            self._match.resign(person.seat)
            self._tell_turns()
        else:
            self.say(guest, "Not possible now." if self._match is not None else _NOT_BEGUN)

    def go_on(self) -> None:
        """Tell the news of the match.  If there is no match, begin a match or name the missing players."""
        empty = [self.players[seat] for seat in self.unmanned() if self.holder(seat) is None]
        if self._match is None and self._sealed is None and "chance" in self.game.traits:
            self._sealed, self._cut = seal_deck(self.game, self._digits()), ""
            self.say(ALL_GUESTS, f"Sealed deck: {self._sealed.digest}\nType cut TEXT to change its shuffle.")
        if self._match is not None:
            self._tell_turns()
        elif empty:
            self.say(ALL_GUESTS, f'Waiting for {listed(empty)}. Type "machine" to fill empty seats.')
        else:
            self._cut = " ".join([*sorted(self.guests), self._cut]).strip()
            self._begin()

    def _begin(self) -> None:
        game, sealed = self.game, self._sealed
        self._seed = self._draw_seed() if sealed is None else SealedDeck(sealed, self._cut).seed
        machines = {seat: self._opponents(seat, level, self._seed) for seat, level in self.levels.items()}
        head = head_of(game, self._seed, next(iter(self.levels.values()), LEVELS[1]), machines)
        if sealed is not None:
            head = head._replace(secret=sealed.text, cut=self._cut)
        write = self.begin_journal(head)
        match = self._match = GameMatch(game, self._seed, machines)
        self._turns, self._is_over = 0, False
        match.begin(write, self._digits, lambda seat: self._opponents(seat, LEVELS[1], self._seed))
        self.say(ALL_GUESTS, "\n".join(legend(game)))
        self._show_all()

    def _move(self, guest: int, text: str) -> None:
        """Make a typed move, or tell the guest why it cannot be made."""
        match, seat = self._match, self.people[guest].seat
        if match is None or seat == NOBODY or match.outcome is not None:
            self.say(guest, f"{text[:20]} is not a command: type help. You cannot move now.")
            return
        view = match.seen(seat)
        move = self.game.find(view, seat, text) if seat in match.waits_for else None
        if move is None:
            is_late = seat in match.movers and seat not in match.waits_for
            self.say(guest, "You have moved." if is_late else self.game.refusal(view, seat, text))
            return
        if not match.is_begun:
            self._late_at = self.now + self._choice_seconds
        match.person_moves(move)
        if match.is_begun:
            self.say(guest, f"You chose {self.game.text(move)}; other players are still choosing.")
        self._tell_turns()

    def look_at_clock(self, now: float) -> None:
        """Choose a random move for each player whose time is up."""
        self.now, match = now, self._match
        if match is None or not match.is_begun or now < self._late_at:
            return
        for seat in match.waits_for:
            dice = Dice(self._digits(), "lot")
            lot: Move = dice.one_of(self.game.moves(self.game.view(match.state, seat), seat))
            self.say(ALL_GUESTS, f"{self.game.players[seat]} is late; the choice is made at random.")
            match.person_moves(lot)
        self._tell_turns()

    def work(self) -> Callable[[], object] | None:
        """Return a function that computes a hint or a machine's turn.  Return None if neither is due."""
        if self._asks is not None:
            return self._give_hint
        match, is_here = self._match, any(one.away is None for one in self.people.values())
        is_due = match is not None and match.outcome is None and match.player is None
        return self._machine_turn if is_due and is_here else None

    def _machine_turn(self) -> None:
        if self._match is not None:
            self._match.machine_moves()
            self._tell_turns()

    def _tell_turns(self) -> None:
        """Tell each guest the new moves that this guest may see.  After a result, begin the next round."""
        match = self._match
        if match is None:
            return
        new = match.turns[self._turns :]
        self._turns = len(match.turns)
        log = match.log_news()
        for told in log:
            self.say(ALL_GUESTS, told)
        for number, person in self.people.items():
            for turn in new if not log else ():
                self.say(number, "  ".join(self._seen(match, turn, person.seat)))
        for seal in match.opened.values() if new else ():
            self.say(ALL_GUESTS, f"Opened: {seal.text}")
        self._show_all()
        if match.outcome is None or self._is_over:
            return
        self.say(ALL_GUESTS, match.verdict())
        if len(match.turns) <= MOST_TURNS and match.begin_round():
            self._show_all()
        else:
            self._is_over = True
            self.close()
            if self._sealed is not None:
                self.say(
                    ALL_GUESTS, f"Opened deck: {self._sealed.text}; cut: {self._cut!r}; seed {self._seed}"
                )
                self._sealed = None
            self.say(ALL_GUESTS, 'The match is over; type "again" for another.')

    def _seen(self, match: GameMatch, turn: Sequence[Move], viewer: int) -> list[str]:
        """Return lines with the moves of a turn, as a viewer may see them."""
        rows = [(self.game.players[move.player], match.told((move,), viewer)) for move in turn]
        return [f"{name}: {told}" for name, told in rows if told]

    def _show_all(self) -> None:
        for number, person in self.people.items():
            if person.away is None:
                self.show(number)

    def show(self, guest: int) -> None:
        """Show a guest the board as that guest may see it, and tell whose turn it is."""
        match, seat = self._match, self.people[guest].seat
        if match is None:
            return
        rows = [*lines_without_log(self.game, match.seen(seat), match.screen(seat)), self.told_seats()]
        self.say(guest, "\n".join(rows), is_picture=True)
        for seal in match.seals.values() if match.movers else ():
            self.say(guest, f"Sealed: {seal.digest}")
        here = {one.seat: f" ({one.name})" for one in self.people.values()}
        names = [f"{self.game.players[one]}{here.get(one, '')}" for one in match.waits_for]
        if seat in match.waits_for:
            moves = self.game.moves(match.seen(seat), seat) if match.state.step else ()
            asked = rest_of_turn(self.game, match.seen(seat), moves)
            self.say(guest, f"Your move, {self.game.players[seat]}. {asked}".rstrip())
        elif names:
            self.say(guest, f"{listed(names)} to move.")
