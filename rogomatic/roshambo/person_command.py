"""The command `roshambo play`: a match against the person at the terminal."""

from __future__ import annotations

import argparse
import secrets
from typing import TYPE_CHECKING, Final

from rogue.shared.command_lines import Commands, add_command, command_for, positive
from rogue.shared.program_start import need_input
from rogue.shared.wording import listed, plural

if TYPE_CHECKING:
    from rogomatic.roshambo.person_match import PersonMatch
    from rogue.shared.sealed_text import SealedText

HELP: Final = """Play a match against a bot. It shows your skill and what it thinks of you. Each of its
throws is fixed before yours. v shows the proof: a digest (SHA-256) before your throw, its text afterward."""
KEYS_HELP: Final = """r rock, p paper, s scissors (each loses to the next); q ends the match;
t shows what it thinks of you, v shows the proof that each throw is fixed before yours"""
USUAL: Final = "MX"
_KEYS: Final = "rps"
_THOUGHTS, _PROOF, _QUIT = "t", "v", "q"
_RACE: Final = 20


def add(actions: Commands[argparse.ArgumentParser]) -> None:
    """Add the action `play`."""
    play = add_command(actions, "play", "play a match yourself", HELP, _play)
    option = play.add_argument
    option("--against", default=USUAL, metavar="NAME", help=f"the bot to play (default {USUAL})")
    option("--turns", type=positive, default=50, metavar="N", help="turns in the match (default 50)")
    option("--best-of", type=positive, nargs="?", const=_RACE, metavar="N",
        help=f"play a race to more than half of N wins (default N: {_RACE}); ties do not count")  # fmt: skip
    option("--why", action="store_true", help="after each turn, explain the throw of MX")


def _play(args: argparse.Namespace) -> int:
    """Play one match to its end, or play one race after another until the person quits.

    Return the exit code.
    """
    from rogomatic.roshambo.entrants import ENTRANTS
    from rogomatic.roshambo.person_match import PersonMatch
    from rogue.shared.seeds import Dice

    name = args.against
    if name not in ENTRANTS:
        args.misused(f"there is no player {name!r}: choose from {listed(list(ENTRANTS))}")
    race = args.best_of // 2 + 1 if args.best_of else 0
    match = PersonMatch(ENTRANTS[name].make(), name, Dice(secrets.token_hex(16)), race)
    length = f"{race} wins first" if race else plural(args.turns, "turn")
    print(f"You play against {name}, {ENTRANTS[name].summary}: {length}.\n{KEYS_HELP}.")
    table = _Table(match, args.turns, why=args.why)
    while table.play() and race:
        print(f"\n{match.verdict()}")
        if _asked(f"Again? {name} remembers you (y, n): ", "yn") != "y":
            break
        match.again()
    if match.past.own:
        table.say_goodbye()
    return 0


class _Table:
    """The terminal at which a match is played."""

    def __init__(self, match: PersonMatch, turns: int, *, why: bool) -> None:
        self._match = match
        self._turns = turns
        self._why = why
        self._proves = False  # whether digests are shown

    def play(self) -> bool:
        """Play a match or a race.  Return False if the person quits before the end."""
        from rogue.shared.sealed_text import NONCE_DIGITS

        match = self._match
        while not match.is_won:
            turn = len(match.past.own) + 1
            if not match.race and turn > self._turns:
                return True
            sealed = match.fix_throw(secrets.token_hex(NONCE_DIGITS // 2))
            print(f"\nTurn {turn}." + f"  {_fixed(sealed)}" * self._proves)
            own = self._throw(sealed)
            if own < 0:
                print(f"revealed:\n{sealed.text}" * self._proves)
                return False
            print("\n".join(match.answer(own)))
            if self._why and match.reason():
                print(f"Why: {match.reason()}.")
            if self._proves:
                print(f"revealed:\n{sealed.text}")
        return True

    def _throw(self, sealed: SealedText) -> int:
        """Return the throw of the person.  Return -1 if the person quits or the input ends."""
        while True:
            key = _asked("your throw (r, p, s): ", (*_KEYS, _THOUGHTS, _PROOF, _QUIT), KEYS_HELP)
            if key == _PROOF:
                self._proves = True
                print(_fixed(sealed))
            elif key == _THOUGHTS:
                print("\n".join(self._match.thoughts()))
            else:
                return _KEYS.index(key) if key and key in _KEYS else -1

    def say_goodbye(self) -> None:
        """Print the score, the skill, and the bot's findings about the person."""
        from rogomatic.roshambo.person_match import signed

        past = self._match.past
        print(f"\n{plural(len(past.own), 'turn')}, score {signed(-past.score)}.")
        print(f"Your {self._match.skill()}; recent turns weigh more, and 0.50 is even.")
        print("What it thinks of you:\n" + "\n".join(self._match.thoughts()))
        if self._proves:
            print(f"To check a turn: {command_for('rogomatic', 'roshambo', 'verify')} 'TEXT' DIGEST")


def _fixed(sealed: SealedText) -> str:
    return f"Its throw is fixed by\n{sealed.digest}"


def _asked(question: str, keys: str | tuple[str, ...], help_text: str = "") -> str:
    """Ask until the person types one of `keys`.  Return this key, or "" at the end of the input.

    Raises OSError if the input is closed.
    """
    need_input()
    while True:
        try:
            answer = input(question).strip().lower()
        except EOFError:
            print()
            return ""
        if answer and answer in tuple(keys):
            return answer
        print(help_text or f"one of {', '.join(keys)}")
