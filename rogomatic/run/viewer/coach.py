"""A person's game with the agent as a coach, which gives advice or plays until something happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.viewer.controls import COACH_FIRST, COACH_KEYS, COACH_TEXT, ViewOptions, help_page
from rogomatic.run.viewer.describe import in_short
from rogomatic.run.viewer.frame import whole_panels
from rogomatic.run.viewer.move_risk import danger_bar, risk_of
from rogomatic.run.viewer.viewer_terminal import Terminal
from rogomatic.run.viewer.watch import ASK_SECONDS, WatchController
from rogue.shared.wording import plural, with_article

ASK: Final = "x"
PLAY_ON: Final = "X"
FIRST_WORDS: Final = f"You play. {ASK}: ask the agent, {PLAY_ON}: let it play, ?: keys, S: save"
_PAGES: Final = ("reason", "ladder")  # panels that tell more of a choice, unless the window shows them
MAX_COMMANDS: Final = 200  # commands after which the agent gives the game back
_FIRST_SECONDS: Final = 8.0


class Situation(NamedTuple):
    """The facts about a game that are compared to find out whether there is news.

    foes  (kind, number) of the foes in view that are not known to sleep
    """

    commands: int
    depth: int
    hp: int
    hunger: str
    foes: tuple[tuple[str, int], ...]
    cannot_see: bool


def situation_of(beliefs: Beliefs) -> Situation:
    """Return the present situation."""
    counts: dict[str, int] = {}
    for foe in beliefs.foes.seen.values():
        if foe.awake is not False:
            counts[foe.kind.name] = counts.get(foe.kind.name, 0) + 1
    state = beliefs.is_blind or beliefs.is_confused
    return Situation(
        beliefs.commands,
        beliefs.me.depth,
        beliefs.me.hp,
        beliefs.me.hunger,
        tuple(sorted(counts.items())),
        state,
    )


def what_happened(before: Situation, now: Situation) -> str:
    """Return, in words, why the person gets the game back, or "" if there is no reason.

    before  the situation at the agent's last command

    >>> calm = Situation(7, 1, 12, "", (), False)
    >>> what_happened(calm, calm._replace(hp=9, foes=(("hobgoblin", 1),)))
    'a hobgoblin is in view'
    >>> what_happened(calm, calm._replace(hp=9)), what_happened(calm, calm._replace(depth=2))
    ('you lost 3 hit points', 'this is level 2')
    >>> what_happened(calm, calm._replace(hp=12, commands=9))
    ''
    """
    known = dict(before.foes)
    for name, many in now.foes:
        if many > known.get(name, 0):
            return f"{with_article(name)} is in view" if many == 1 else f"{plural(many, name)} are in view"
    if before.foes and not now.foes:
        return "no foe is in view now"
    if now.depth != before.depth:
        return f"this is level {now.depth}"
    if now.hp < before.hp:
        return f"you lost {plural(before.hp - now.hp, 'hit point')}"
    if now.hunger and now.hunger != before.hunger:
        return f"you are {now.hunger.lower()}"
    if now.cannot_see and not before.cannot_see:
        return "you are blind or confused"
    if now.commands - before.commands >= MAX_COMMANDS:
        return f"{MAX_COMMANDS} commands were played"
    return ""


class CoachController(WatchController):
    """The window of a person's game, which shows the agent's mind on request."""

    _first = COACH_FIRST

    def __init__(
        self, terminal: Terminal, options: ViewOptions, turns_before: int = 0, deepest_before: int = 0,
        *, warns: bool = False,
    ) -> None:  # fmt: skip
        """Begin with no game.

        turns_before    number of turns before the game was saved
        deepest_before  the deepest level before the game was saved
        warns           whether to show the danger as a bar, and to ask the person before a blunder
        """
        super().__init__(terminal, options, help_page(COACH_KEYS, COACH_TEXT))
        self.turns_before, self._deepest_before = turns_before, deepest_before
        self._warns = warns
        self._asked = 0  # requests at this command: the first shows a line, the second a page
        self._began: Situation | None = None  # when the agent began to play, None while the person does

    def completed(self, row: Row) -> Row:
        """Return the row for the whole game, including the part that was played before the game was saved."""
        row = super().completed(replace(row, turns=row.turns + self.turns_before))
        return replace(row, deepest=max(row.deepest, self._deepest_before))

    def watch(self, agent: Player) -> None:
        """Let a person play this agent's game from now on."""
        super().watch(agent)
        self.person_plays = self._has_played = True
        self._asked, self._began = 0, None
        self._controls.notify(FIRST_WORDS, _FIRST_SECONDS)

    def consider(self, choice: Choice) -> Choice:
        """If something has happened, let the person play again.

        In every case, go on as WatchController does.

        Raises Quit.
        """
        if self._beliefs().waiting.kind == "command":
            self._asked = 0
            self.showing.overlay = "" if self.showing.overlay in _PAGES else self.showing.overlay
            self._look_for_news()
        return super().consider(choice)

    def _look_for_news(self) -> None:
        """Give the game back to the person if there is news since the agent's last command."""
        now = situation_of(self._beliefs())
        if self._began is None:
            return
        if why := what_happened(self._began, now):
            self._give_back(why)
        else:
            self._began = now._replace(commands=self._began.commands)

    def _give_back(self, why: str) -> None:
        self._began, self.person_plays = None, True
        self._control.forget()
        self._controls.notify(f"You play: {why}", ASK_SECONDS)

    def _shown(self) -> Choice | None:
        """Return the agent's choice if the agent plays or the person has asked for advice, otherwise None."""
        return self._choice if self._asked or not self.person_plays else None

    def draw(self) -> None:
        """Update the window.  Hide the agent's mind until the person asks for advice."""
        self.showing.coaches = self._shown() is None
        super().draw()

    def _state(self) -> str:
        playing = "you play (x asks)" if self.person_plays else "it plays; any key stops"
        bar = danger_bar(self._beliefs()) if self._warns and self._agent is not None else ""
        return "  ".join(filter(None, (bar, playing))) if super()._state() else ""

    def _type(self, key: str) -> None:
        """Handle a key of the person.  It is one of the coach's two keys, or a key of the game."""
        at_command = self._beliefs().waiting.kind == "command" and not self._control.prompt
        if key == ASK and at_command and self._choice is not None:
            self._show_advice(self._choice)
        elif key == PLAY_ON and at_command:
            self._play_on()
        else:
            super()._type(key)
            self._warn()

    def _warn(self) -> None:
        """If the agent considers the person's command a blunder, ask before sending it to the game."""
        answer = self._answer
        if not self._warns or answer is None:
            return
        risk = risk_of(self._beliefs(), answer.act.action)
        if risk is None:
            return
        self._answer = None

        def confirm(key: str) -> None:
            if key in ("y", "Y"):
                self._answer = answer

        self._ask(risk.question, confirm)

    def _show_advice(self, choice: Choice) -> None:
        """Show the agent's choice in short.  If the person asks again, show a page with more about it."""
        self._asked += 1
        page = next((one for one in _PAGES if one not in whole_panels(*self.terminal.size)), "")
        self.showing.text = None
        if self._asked == 1 or not page:
            would = in_short(choice)
            stop = "" if would.endswith("?") else "."
            more = f"{ASK}: more, " * bool(page)
            self._controls.notify(f"It would {would}{stop} {more}{PLAY_ON}: do it", ASK_SECONDS)
        else:
            self.showing.overlay = "" if self.showing.overlay == page else page

    def _play_on(self) -> None:
        super()._take_over()
        self._began = situation_of(self._beliefs())
        self.showing.overlay, self.showing.text = "", None

    def _take_over(self) -> None:
        if self.person_plays:
            self._play_on()
        else:
            self._give_back("you asked for it")

    def _do(self, key: str) -> None:
        """Handle a key of a watcher.  If the agent plays, any such key lets the person play again.

        If the person plays, the key does what it does for a watcher.
        """
        if self.person_plays:
            super()._do(key)
        else:
            self._give_back("you asked for it")
