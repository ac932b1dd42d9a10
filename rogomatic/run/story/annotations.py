"""Annotations of a recorded screen: captions, labels of notable moments, tempo."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, NamedTuple

from rogomatic.agent.beliefs.model import FREE_VERBS, Beliefs, Verb
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE, Screen
from rogomatic.agent.sight.last_pages import EndScreen, SaleTotal, begins_sale, ends_sale, read_tombstone
from rogomatic.agent.sight.prompt_parser import COMMAND, messages, waiting
from rogomatic.agent.sight.status_parser import StatusLine, read_status
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.runner.game_loop import outcome_in_words
from rogomatic.run.story.helplessness import SPELLS
from rogomatic.run.story.shown_danger import death_pct
from rogue.shared.wording import plural

# The cursor is kept; turning styles off twice has no effect and marks these drawings as captions.
_BEGIN: Final = "\x1b7\x1b[m\x1b[m\x1b[H"
_END: Final = "\x1b[K\x1b8"
_ASCII: Final = 0x80  # below it a byte is a whole character

NEAR_DEATH: Final = 5  # below a fifth of the hit points
OUT_OF_IT: Final = 2.5  # the fight is survived at two fifths again
_QUIET: Final[frozenset[Verb]] = frozenset(("rest", "search", "wait"))
_MAP: Final = slice(COLS, SIZE - COLS)
_IT_STRIKES: Final = re.compile(r"\bIt(?= (?:hits?|miss(?:es)?|scored|swings|has|barely|doesn't)\b)")
_IT_STRUCK: Final = re.compile(r"\b(hits?(?: on)?|miss(?:es|ed)?|injured|[dD]efeated) it\b")
_LONG_TURNS: Final = 20  # from which on a stretch is reported when it is over
FASTS: Final = ("wait to faint on the stairs", "faint in peace")  # rungs
LIMITED: Final = "search first"  # the rung that searches for so many turns at most
_DONE: Final = {"fast": "fasted for", "rest": "rested for", "search": "searched for", "wait": "waited for"}
_REAL_PCT: Final = 20.0  # chance to die from which a distant foe is a real danger
# Chance to die from which a fight is shown slowly, as at half of the hit points.
_GRAVE_PCT: Final = 10.0
_DANCE_TURNS: Final = 12  # before a foe without a blow that counts, and it is no fight to look at
_BLOWS: Final[frozenset[Verb]] = frozenset(("fight", "throw", "zap"))
_WALKS: Final[frozenset[Verb]] = frozenset(("walk", "down", "up"))


class Captions:
    """Captions that cover the game's complaints about unknown keys.

    The agent ends every command with a key that no Rogue knows (sight.prompt_parser), so that the game
    complains in the message row.  A caption hides the complaint: viewers of a game or of a recording see
    the last real message instead.  The game assumes that its complaint is still on the screen.  Therefore
    the complaint is restored before the next output of the game is shown.
    Only the game's output is fed to `screen`, never a caption.
    """

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._covers = False

    def lift(self) -> str:
        """Return the control sequence that draws the covered complaint again.

        Return "" if no complaint is covered.
        """
        was, self._covers = self._covers, False
        return _drawing(self._screen.text(0)) if was else ""

    def cover(self, data: bytes) -> str:
        """Return the control sequence that covers a complaint.

        data  the latest output of the game, which has already been fed to the screen

        Return "" if the game does not wait for a command, or if it shows bright text in the message row.
        """
        screen = self._screen
        if not (data and data[-1] < _ASCII and screen.is_complete and waiting(screen) == COMMAND):
            return ""
        if any(spot < COLS for spot in screen.bright):
            return ""
        self._covers = True
        said = messages(screen, COMMAND)
        return _drawing(said[-1] if said else "")

    def answered(self) -> None:
        """Record that keys were sent to the game.  From then on, the messages on the screen are old."""
        self._screen.top_written = self._screen.drawn = False


def unseen_named(text: str) -> str:
    """Return a message of the game in which an unseen monster is called "something unseen" instead of "it".

    >>> unseen_named("You hit.  It misses"), unseen_named("The arrow hits it")
    ('You hit.  Something unseen misses', 'The arrow hits something unseen')
    >>> unseen_named("It appears to be cursed")
    'It appears to be cursed'
    """
    named = _IT_STRIKES.sub("Something unseen", text)
    return _IT_STRUCK.sub(r"\1 something unseen", named)


def is_caption(text: str) -> bool:
    """Return whether an output draws or removes a caption.

    >>> is_caption(_drawing("You hit")), is_caption("\\x1b[HYou hit\\x1b[K")
    (True, False)
    """
    return text.startswith(_BEGIN) and text.endswith(_END)


def _drawing(line: str) -> str:
    return f"{_BEGIN}{line}{_END}"


MarkKind = Literal["level", "near death", "end"]


class Mark(NamedTuple):
    """A label for a notable moment."""

    kind: MarkKind
    label: str


class Marker:
    """Finder of notable moments on a screen.  The finder's owner feeds the game's output to the screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._depth = 0
        self._dying = False
        self._over = False
        self._sale = SaleTotal()

    def look(self) -> list[Mark]:
        """Return a mark for each notable moment that has appeared on the screen since the last call."""
        status = read_status(self._screen.text(ROWS - 1))
        if status is not None:
            return [*self._level(status), *self._danger(status)]
        end_screen = None if self._over else self._end()
        if end_screen is None:
            return []
        self._over = True
        label = outcome_in_words(end_screen.how, end_screen.killer, self._depth, end_screen.gold)
        return [Mark("end", label)]

    def _end(self) -> EndScreen | None:
        """Return the end screen of the game, or None if the game is not over.

        If the hero has won, the game is over only when all of the hero's possessions have been sold.
        """
        page = read_tombstone(self._screen)
        if page is None or page.how != "won":
            return page
        page = self._sale.note(self._screen, page)
        is_whole = ends_sale(self._screen) or not begins_sale(self._screen)
        return page if page.gold and is_whole else None

    def _level(self, status: StatusLine) -> list[Mark]:
        if status.depth == self._depth:
            return []
        self._depth = status.depth
        return [Mark("level", f"level {status.depth}")]

    def _danger(self, status: StatusLine) -> list[Mark]:
        """Return a mark if the hit points have fallen below a fifth of the maximum.

        There is no further mark until the hit points have risen to two fifths of the maximum.
        """
        hp, most = status.hp, status.max_hp
        if self._dying:
            self._dying = hp * OUT_OF_IT < most
            return []
        self._dying = hp * NEAR_DEATH < most
        return [Mark("near death", f"near death: {hp} of {most} hit points")] if self._dying else []


class Caption(NamedTuple):
    """The hero's activity while nothing changes.

    share  the completed part of the activity, from 0 to 1, or -1 if that part is unknown
    """

    words: str
    share: float = -1.0
    figures: str = ""


@dataclass(slots=True)
class Stillness:
    """The quiet stretches of a game, in which nothing changes.

    caption  the caption of the present stretch, or None outside such stretches
    over     a sentence about a long stretch that has just ended, or ""
    """

    caption: Caption | None = None
    over: str = ""
    _seen: bytes = b""
    _hp: int = 0
    _rung: str = ""
    _verb: Verb = ""  # of the last decision that was no answer
    _what: str = ""
    _since: int = 0
    _left: float = 0.0
    _until: float = 0.0

    @property
    def fasts(self) -> bool:
        """Whether the hero is fasting in order to faint."""
        return self._what == "fast"

    @property
    def turns_left(self) -> float:
        """The maximum number of turns from the last decision until the hero faints."""
        return max(self._until, 0.0)

    def note(self, beliefs: Beliefs, screen: Screen, choice: Choice, turn: int) -> bool:
        """Record the next decision and the turn at which it was made.

        The turn is counted by the viewers' clock.
        Return whether nothing has changed and the decision is quiet.  A decision is quiet if it rests, waits,
        searches, walks to a place to search, or takes no turn.
        """
        verb = choice.act.action.verb
        self.over = ""
        if verb in FREE_VERBS:
            pages = verb == "answer" and self._verb == "stock"
            self._verb = self._verb if verb == "answer" else verb
            same = screen.cells[_MAP] == self._seen and beliefs.me.hp == self._hp
            return pages or (same and not _is_helpless(beliefs))
        seen, walks = bytes(screen.cells[_MAP]), _walks_to_search(choice)
        same = (seen == self._seen or (walks and not beliefs.facts)) and choice.rung == self._rung
        same = same and (beliefs.me.hp == self._hp or (walks and beliefs.me.hp > self._hp))
        self._seen, self._hp, self._rung, self._verb = seen, beliefs.me.hp, choice.rung, verb
        is_quiet = (verb in _QUIET or walks) and not threat_of(beliefs).foes
        self._follow(beliefs, choice, _kind_of(beliefs, choice) if is_quiet else "", turn)
        return same and is_quiet

    def _follow(self, beliefs: Beliefs, choice: Choice, what: str, turn: int) -> None:
        """Update `caption` and `over`.

        what  the purpose of the decision if it is quiet, otherwise ""
        """
        self._until = beliefs.me.stomach.most
        if what != self._what:
            turns = turn - self._since
            if self._what and turns >= _LONG_TURNS:
                self.over = f"{_DONE[self._what]} {plural(turns, 'turn')}"
            self._what, self._since, self._left = what, turn, beliefs.me.stomach.most
        self.caption = self._said(beliefs, choice, turn) if what else None

    def _said(self, beliefs: Beliefs, choice: Choice, turn: int) -> Caption:
        """Return the caption of a quiet activity, with the progress if the end of the activity is known."""
        if self._what == "fast":
            left = beliefs.me.stomach.most
            where = "on the stairs" if beliefs.on_stairs else "here"
            if left <= 0:
                return Caption(f"fasting {where}: about to faint")
            share = 1 - left / max(self._left, 1.0)
            return Caption(f"fasting {where}:", share, f"{plural(round(left), 'turn')} left")
        if self._what == "rest":
            me = beliefs.me
            return Caption("resting:", me.hp / max(me.max_hp, 1), f"{me.hp} of {me.max_hp} hit points")
        if self._what == "search":
            return _search_caption(beliefs, choice)
        return Caption(f"blind or confused, waiting: {plural(turn - self._since, 'turn')}")


def _is_helpless(beliefs: Beliefs) -> bool:
    """Return whether the hero was unable to act at some moment since the last command."""
    return any(fact.kind in SPELLS for fact in beliefs.facts)


def _walks_to_search(choice: Choice) -> bool:
    """Return whether a choice is a step toward a place to search."""
    plan = choice.act.plan
    return plan is not None and plan.kind == "search" and choice.act.action.verb == "walk"


def _search_caption(beliefs: Beliefs, choice: Choice) -> Caption:
    """Return a caption with the turns spent searching this level, and with their limit if there is one."""
    words, swept, most = "searching for a hidden door:", beliefs.watch.swept, beliefs.knobs.swept_turns
    if choice.rung == LIMITED and swept <= most:
        return Caption(words, swept / max(most, 1), f"{swept} of up to {plural(most, 'turn')}")
    return Caption(f"{words} {plural(swept, 'turn')} on this level")


def _kind_of(beliefs: Beliefs, choice: Choice) -> str:
    """Return the purpose of a quiet decision: fast, rest, search, or wait."""
    if choice.rung in FASTS:
        return "fast"
    if choice.act.action.verb == "search" or _walks_to_search(choice):
        return "search"
    return "wait" if beliefs.is_blind or beliefs.is_confused or choice.act.action.verb == "wait" else "rest"


class Tempo(Enum):
    """A kind of decision.  The kind determines how fast a decision is shown to viewers."""

    PLAIN = 0
    WALK = 1
    FIGHT = 2


@dataclass(slots=True)
class Tempos:
    """The tempo of each decision of a game.

    now      the tempo of the last decision
    percent  the chance, in percent, to die in a fight with the present foes.  It is 0 if there are no foes.
    """

    now: Tempo = Tempo.PLAIN
    percent: float = 0.0
    _hp: int = 0
    _lingers: bool = False  # the outcome of a fight is shown as the fight was

    def note(self, beliefs: Beliefs, choice: Choice) -> Tempo:
        """Record the next decision, and return its tempo.

        A decision that takes no turn does not change the tempo, with two exceptions: the hero was hurt, or
        the hero is helpless and in danger.
        """
        me, verb = beliefs.me, choice.act.action.verb
        is_wounded = me.hp < self._hp
        self._hp = me.hp
        if verb in FREE_VERBS:
            if verb == "answer" and _is_helpless(beliefs):
                self.percent = death_pct(beliefs, choice)
                is_hurt = is_wounded or self.percent >= _GRAVE_PCT
                self.now = Tempo.FIGHT if is_hurt else self.now
            self.now = Tempo.FIGHT if is_wounded and 2 * me.hp <= me.max_hp else self.now
            return self.now
        self.percent = death_pct(beliefs, choice)
        if is_wounded or _is_fight(beliefs, verb):
            is_grave = self.percent >= _GRAVE_PCT or (is_wounded and 2 * me.hp <= me.max_hp)
            self.now, self._lingers = Tempo.FIGHT if is_grave else Tempo.PLAIN, is_grave
        elif self._lingers:
            self._lingers = False
        else:
            self.now = Tempo.WALK if verb in _WALKS and not threat_of(beliefs).foes else Tempo.PLAIN
        return self.now


def _is_fight(beliefs: Beliefs, verb: Verb) -> bool:
    """Return whether the hero fights near foes, attacks far foes, or is in danger from far foes."""
    if not beliefs.foes.seen:
        return False
    threat = threat_of(beliefs)
    if threat.near:
        return beliefs.watch.danced < _DANCE_TURNS
    return bool(threat.foes) and (verb in _BLOWS or threat.death_pct >= _REAL_PCT)
