"""The window of a real-time match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rogomatic.eggg.board_picture import draw_page, scrolled
from rogomatic.eggg.match_words import rules_page
from rogomatic.eggg.real_time_match import RealTimeMatch
from rogomatic.run.viewer.canvas import Canvas, Line, Style, folded, line, put_text
from rogomatic.run.viewer.viewer_terminal import BLUR, INTERRUPT, Terminal, check_size
from rogue.shared.real_time_games import STEPS_PER_SECOND, RealTimeGame

STEP_SECONDS: Final = 1 / STEPS_PER_SECOND
MOST_CAUGHT_UP: Final = 5  # steps; beyond, time stands still
_LOOKS: Final = (Style.THING, Style.GOLD, Style.TRAP, Style.STAIRS, Style.FOE, Style.GOAL, Style.HINT)
_PADDLES: Final = (Style.HERO, Style.FOE, Style.GOLD, Style.THING)
_TOP, _LEFT, _GAP = 1, 1, 3
_WIDEST: Final = 56  # columns of a board with wide squares
_QUIT: Final = frozenset({INTERRUPT, "q", "Q"})
_AGAIN: Final = frozenset({"n", "N"})
Binding = Mapping[str, tuple[int, str]]
"""Key of the terminal -> (player, key of the game)."""
_ALONE: Final = {"up": "KEY_UP", "down": "KEY_DOWN", "left": "KEY_LEFT", "right": "KEY_RIGHT", "drop": " "}
_LEFT_HAND: Final = {"up": "w", "down": "s", "left": "a", "right": "d", "drop": "x", "turn": "e"}
_RIGHT_HAND: Final = {**_ALONE, "drop": "\n", "turn": "/"}
_SHOWN: Final = {"KEY_UP": "Up", "KEY_DOWN": "Down", "KEY_LEFT": "Left", "KEY_RIGHT": "Right", " ": "Space",
                 "\n": "Enter"}  # fmt: skip


def bindings(game: RealTimeGame, persons: Sequence[int]) -> dict[str, tuple[int, str]]:
    """Return {key of the terminal: (player, key of the game)}.  A person who plays alone uses the arrows.

    If two persons play, the first uses letters on the left of the keyboard, and the second uses the arrows.
    """
    found: dict[str, tuple[int, str]] = {}
    hands = [_ALONE] if len(persons) == 1 else [_LEFT_HAND, _RIGHT_HAND]
    for player, hand in zip(persons, hands, strict=False):
        taken = {key for name in game.keys if (key := hand.get(name.lower()))}
        for name in game.keys:
            turns = hand["up"] if name.lower() == "turn" and hand["up"] not in taken else ""
            letters = [one for one in name.lower() if one not in (*taken, *found, "p", "q")]
            key = turns or hand.get(name.lower()) or next(iter(letters), "")
            taken.add(key)
            found[key] = (player, name)
    return found


class RealTimeWindow:
    """The window of a real-time match.  `clock` returns seconds."""

    def __init__(
        self, terminal: Terminal, match: RealTimeMatch, clock: Callable[[], float],
        persons: Sequence[int] | None = None, *, is_served: bool = False,
    ) -> None:  # fmt: skip
        """Prepare the window of a match.  `persons` are the players whose keys are pressed in this window.

        None means every player who is a person.  In a replay, no player is one.
        """
        self._terminal, self._match, self._clock = terminal, match, clock
        if persons is None:
            persons = [] if match.recorded is not None else match.persons
        self._persons = tuple(persons)
        self._notice, self._page = "", list[str]()
        self._scroll = 0  # lines of the page above the window
        self._keys = bindings(match.game, self._persons)
        self._is_served = is_served
        self._may_pause = len(persons) < 2 and not is_served
        self._is_paused = self._may_pause and bool(persons) and match.state.step > 0

    def run(self) -> bool:
        """Play until a person leaves.  Return whether that person wants another match."""
        self._terminal.name(f"eggg {self._match.game.name}")
        due = self._clock() + STEP_SECONDS
        self._draw()
        while True:
            key = self._terminal.key(max(due - self._clock(), 0.0))
            if key == INTERRUPT or (key in _QUIT and not self.is_read) or (key in _AGAIN and self._may_begin):
                return key in _AGAIN
            if key:
                self.take(key)
            late = self._clock() - due
            if late >= 0:
                due = self._pass(late, due)
                self._draw()

    @property
    def is_read(self) -> bool:
        """Whether a page of text covers the board.  The key Q then closes this page, but not the match."""
        return bool(self._page)

    @property
    def _may_begin(self) -> bool:
        return self._match.is_over and bool(self._persons) and not self._is_served

    def _pass(self, late: float, due: float) -> float:
        """Play at most MOST_CAUGHT_UP of the steps that are due.  Return the time of the next step."""
        steps = int(late / STEP_SECONDS) + 1
        for _ in range(0 if self._is_paused else min(steps, MOST_CAUGHT_UP)):
            self._match.tick()
        return due + steps * STEP_SECONDS if steps <= MOST_CAUGHT_UP else self._clock() + STEP_SECONDS

    def look(self, match: RealTimeMatch, notice: str) -> None:
        """Show the current state of a match, with a notice beside the board."""
        self._match, self._notice = match, notice
        self._draw()

    def take(self, key: str) -> None:
        """Handle a key."""
        match, folded_key = self._match, key.lower() if len(key) == 1 else key
        if key == BLUR:
            self._pause()
        elif key == "?" or self._page:
            self._read(key)
        elif folded_key == "p" and self._may_pause:
            self._is_paused = not self._is_paused
        elif folded_key in self._keys and not self._is_paused:
            match.press(*self._keys[folded_key])
        elif key.isdecimal() and match.recorded is None:
            server = match.game.server(match.state)
            if server in self._persons:
                match.press(server, key)

    def _read(self, key: str) -> None:
        """Show, scroll, or remove the rules.  If only one person plays here, the rules pause the game."""
        first = scrolled(key, self._scroll) if self._page else 0
        self._page = (self._page or rules_page(self._match.game)) if first is not None else []
        self._scroll = first or 0
        if self._page:
            self._pause()

    def _pause(self) -> None:
        """Pause the game if only one person plays here."""
        self._is_paused |= self._may_pause and bool(self._persons)

    def _draw(self) -> None:
        width, height = self._terminal.size
        canvas = Canvas(width, height)
        if small := check_size((width, height)):
            put_text(canvas, small)
            self._pause()
        elif self._page:
            self._scroll = draw_page(canvas, self._page, self._scroll)
        else:
            left = self._draw_board(canvas) + _GAP
            room = width - left - 1
            told = [one for said in self._beside()
                    for one in (folded(said, room) if isinstance(said, str) else [said])]  # fmt: skip
            for row, one in enumerate(told[: height - _TOP - 1], _TOP):
                canvas.put(row, left, one, room)
        self._terminal.show(canvas)

    def _draw_board(self, canvas: Canvas) -> int:
        """Draw the board and its frame.  Return the first column to the right of the frame."""
        game, state = self._match.game, self._match.state
        wide = 2 if 2 * game.columns <= _WIDEST else 1
        edge = "+" + "-" * (wide * game.columns) + "+"
        for row in (_TOP, _TOP + game.rows + 1):
            canvas.put(row, _LEFT, line((edge, Style.DIM)), len(edge))
        cells, empty = game.cells(state), " ." if len(game.kinds) > 1 else "  "
        for row in range(game.rows):
            at = (game.rows - 1 - row) * game.columns
            spans = [self._span(code, empty, wide) for code in cells[at : at + game.columns]]
            canvas.put(_TOP + 1 + row, _LEFT, line(("|", Style.DIM), *spans, ("|", Style.DIM)), len(edge))
        return _LEFT + len(edge)

    def _span(self, code: int, empty: str, wide: int) -> tuple[str, Style]:
        if code < 0:
            return "||"[:wide], _PADDLES[-1 - code]
        if not code:
            return empty[-wide:], Style.DIM
        is_ball = len(self._match.game.shape(code - 1)) == 1
        return ("()" if is_ball else "[]")[:wide], _LOOKS[(code - 1) % len(_LOOKS)]

    def _beside(self) -> list[Line | str]:
        match, game, state = self._match, self._match.game, self._match.state
        told: list[Line | str] = [line((f"eggg: {game.name}", Style.TITLE)), line()]
        scores, server = game.scores(state), game.server(state)
        for player, name in enumerate(game.players):
            who = " (machine)" if player in match.machines else " (you)" if player in self._persons else ""
            is_here = player == server and len(scores) > 1
            told.append(line((f"{'> ' if is_here else '  '}{name}{who}  {scores[player]}",
                              Style.STRONG if is_here else Style.PLAIN)))  # fmt: skip
        told.append(line())
        if state.coming >= 0 and len(game.kinds) > 1:
            told += ["Next:", *self._pictured(state.coming)]
        if state.wait:
            told += ["Which piece?", *(line(f"  {kind} {name}") for kind, name in enumerate(game.kinds, 1))]
        if self._notice:
            told.append(self._notice)
        if match.is_over:
            told += [line((match.verdict(), Style.STRONG)), f"{'N new match, ' * self._may_begin}Q leaves."]
        elif self._is_paused:
            told.append(line(("Paused; P resumes.", Style.STRONG)))
        else:
            several = len({player for player, _ in self._keys.values()}) > 1
            names = [(game.players[player] + " " if several else "", name, _SHOWN.get(key, key.upper()))
                     for key, (player, name) in self._keys.items()]  # fmt: skip
            told += [line((f"{who}{name}{'' if key == name else f': {key}'}", Style.DIM))
                     for who, name, key in names]  # fmt: skip
            told.append(line((f"{'P pauses, ' * self._may_pause}? rules, Q leaves", Style.DIM)))
        return told

    def _pictured(self, kind: int) -> list[Line]:
        cells = self._match.game.shape(kind)
        high, look = max(row for _, row in cells), _LOOKS[kind % len(_LOOKS)]
        return [
            line(("  " + "".join("[]" if (column, row) in cells else "  " for column in range(4)), look))
            for row in range(high, min(row for _, row in cells) - 1, -1)
        ] + [line()]
