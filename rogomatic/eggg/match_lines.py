"""A match that a person plays by typing lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from rogomatic.eggg.board_picture import lines_without_log
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_words import LEAVE, answer, legend, rest_of_turn, word_of
from rogue.shared.errors import printable, printable_line
from rogue.shared.wording import listed

MAX_LINE: Final = 1000  # characters of a typed line that are read


class MatchLines:
    """A match in lines of text: it reads moves or command words, and prints boards or a card game's log."""

    def __init__(self, match: GameMatch) -> None:
        self._match = match

    def play(self, ended: Callable[[], str]) -> None:
        """Play until the match or the input ends.

        ended  function that keeps the result of a round, and returns a sentence about it
        """
        match = self._match
        for told in legend(match.game):
            print(told)
        self.show()
        while True:
            while match.machine_moves():
                self._show_turn()
            if match.outcome is not None:
                print(printable(" ".join(filter(None, (match.verdict(), ended())))))
                if not match.begin_round():
                    return
                self.show()
                continue
            for seal in match.seals.values():
                print(f"Sealed: {seal.digest}")
            if not self._person_turn():
                return
            for seal in match.opened.values():
                print(f"Opened: {seal.text}")
            if "cards" not in match.game.traits or match.player is not None or match.outcome is not None:
                self.show()

    def show(self) -> None:
        """Print what the viewer of the match sees now."""
        match = self._match
        who = match.viewer
        view = match.seen(who)
        self._tell_log()
        print("\n".join(lines_without_log(match.game, view, match.screen(who))), flush=True)

    def _tell_log(self) -> None:
        for told in self._match.log_news():
            print(printable(told), flush=True)

    def _show_turn(self) -> None:
        """Print the machines' turn and the board.  In card games, omit the board if machines move next."""
        match = self._match
        if "cards" in match.game.traits:
            self._tell_log()
            if match.player is not None or match.outcome is not None:
                self.show()
        elif told := match.told(match.turns[-1], match.viewer):
            print(f"{listed([match.game.players[move.player] for move in match.turns[-1]])}: {told}")
            self.show()

    def _person_turn(self) -> bool:
        """Read lines until a turn is played or taken back.  Return False if the person leaves."""
        match, game, count = self._match, self._match.game, len(self._match.turns)
        while (player := match.player) is not None and len(match.turns) == count:
            if asked := rest_of_turn(game, match.seen(player), match.moves()):
                print(asked)
            print(f"{game.players[player]}> ", end="", flush=True)
            line = sys.stdin.readline()
            text = "".join(filter(str.isprintable, line.strip()[:MAX_LINE]))
            word = word_of(match, text)
            if not line or word in LEAVE:
                print()
                return False
            if word:
                for told in answer(match, word, by_lines=True):  # also a long list, whole
                    print(printable_line(told))
            elif text and (refusal := match.typed(player, text)):
                print(printable(refusal))
        return True
