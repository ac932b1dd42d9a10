"""The turning points of a game: earlier events that may have led to the death."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import target_of
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.sight.message_parser import Fact
from rogue.shared.wording import plural, with_article

_FIGHT_TURNS: Final = 150  # for which what begins a fight may be the reason for its end
_FALL_TURNS: Final = 60  # for which a fall through a trap door may be
_ARMOR_LOST: Final = 2  # points of armor that are worth a sentence
_MOST: Final = 3  # told of one death


class TurningPoint(NamedTuple):
    """An event after which the hero was worse off.

    text   what the hero did or met, as a sentence without its subject "it"
    until  last turn on which it may have led to a death     depth  level on which it may have
    made   monster that a wand may have turned into another one, "" for none
    """

    turn: int
    text: str
    until: int
    depth: int
    made: str = ""


class _Zap(NamedTuple):
    """A stick pointed at a monster: the monster, its kind by name, and its square."""

    foe: Foe
    name: str
    spot: int


class TurningPoints:
    """The turning points of one game, collected command by command."""

    def __init__(self) -> None:
        """Begin with none."""
        self.found: list[TurningPoint] = []
        self._turn = 0  # of the last command
        self._armor = ArmorLoss()
        self._zap: _Zap | None = None

    def note(self, beliefs: Beliefs, choice: Choice, facts: tuple[Fact, ...]) -> None:
        """Take the next command, with the facts since the last one.  Hot: for every command."""
        self.found += self._points_of(beliefs, facts)
        if self._zap is not None:
            self._note_zapped(beliefs, self._zap, facts)
        foe = target_of(beliefs, choice.act.action) if choice.act.action.verb == "zap" else None
        self._zap = _Zap(foe, foe.kind.name, foe.spot) if foe is not None else None
        self._armor.note(beliefs, facts)
        self._turn = beliefs.turn

    def _points_of(self, beliefs: Beliefs, facts: tuple[Fact, ...]) -> list[TurningPoint]:
        """Return the turning points that messages since the last command tell of."""
        return [
            TurningPoint(self._turn, text, self._turn + _TURNS[fact.kind], beliefs.me.depth)
            for fact in facts
            if (text := _text_of(beliefs, fact))
        ]

    def _note_zapped(self, beliefs: Beliefs, zap: _Zap, facts: tuple[Fact, ...]) -> None:
        """Add what a stick has done to its target, if that was bad."""
        name = beliefs.name_of(beliefs.used) if beliefs.used is not None else ""
        there = beliefs.foes.seen.get(zap.spot)
        is_gone = there is None and zap.foe not in beliefs.foes.seen.values()
        if any(fact.kind == "defeated" for fact in facts) or beliefs.is_hallucinating:
            return
        stick = f"zapped a wand of {name}" if name else "tried an unknown wand"
        if name == "haste monster":
            then, made = "made it twice as fast", ""
        elif there is not None and there.kind.name != zap.name:
            then, made = f"turned it into {with_article(there.kind.name)}", ""
        elif is_gone and name in ("", "polymorph"):
            then, made = "turned it into something unseen" if name else "made it vanish", zap.name
        elif is_gone and name == "invisibility":
            then, made = "made it invisible", ""
        else:
            return
        text = f"{stick} on {with_article(zap.name)}, which {then}"
        until = beliefs.turn + _FIGHT_TURNS
        self.found.append(TurningPoint(self._turn, text, until, beliefs.me.depth, made))

    def sentences(
        self, beliefs: Beliefs, late: tuple[Fact, ...], killer: str, *, is_unseen: bool
    ) -> list[str]:
        """Return what led to a death by this killer, which struck unseen or not, the earliest first.

        late  the facts since the last command
        """
        found = [*self.found, *self._points_of(beliefs, late)]
        led = [one for one in found if beliefs.turn <= one.until and one.depth == beliefs.me.depth]
        told = [_told(one, killer, is_unseen=is_unseen) for one in led[-_MOST:]]
        return [*self._armor.sentences(beliefs), *told]


def _told(one: TurningPoint, killer: str, *, is_unseen: bool) -> str:
    """Return a turning point as a sentence; what a wand has made unseen may be the killer."""
    guess = f"; that was probably the {killer}" if one.made and is_unseen and killer != one.made else ""
    return f"On turn {one.turn:,} it {one.text}{guess}."


# Kind of fact -> turns for which it may lead to a death on its level.
_TURNS: Final = {
    "aggravate-monsters": 10**6, "mimic-shown": _FIGHT_TURNS, "trapdoor": _FALL_TURNS, "gas": _FALL_TURNS,
}  # fmt: skip


def _text_of(beliefs: Beliefs, fact: Fact) -> str:
    """Return the text of a turning point, "" for a fact that is none."""
    me = beliefs.me
    if fact.kind == "aggravate-monsters":
        return "read a scroll of aggravate monsters, which woke every monster of the level"
    if fact.kind == "mimic-shown":
        return f"walked up to what looked like a thing, but was {with_article(fact.who)}"
    if fact.kind == "gas":
        return "stepped on a trap whose gas put it to sleep"
    if fact.kind == "trapdoor" and 2 * me.hp <= me.max_hp:
        return f"fell through a trap door with {me.hp} of {plural(me.max_hp, 'hit point')}"
    return ""


class ArmorLoss:
    """The best armor of a game, and how it was lost."""

    def __init__(self) -> None:
        """Begin without any."""
        self._best = self._best_turn = 0
        self._best_name = self._worn = ""
        self._rusted = 0
        self._then = ""  # what happened to it last, besides rust

    def note(self, beliefs: Beliefs, facts: tuple[Fact, ...]) -> None:
        """Take the next command, with the facts since the last one.  Hot: for every command."""
        worn, me = beliefs.worn(), beliefs.me
        name = beliefs.name_of(worn[1]) if worn is not None else ""
        if name and me.armor >= self._best:
            self._best, self._best_turn, self._best_name = me.armor, beliefs.turn, name
            self._rusted, self._then = 0, ""
        else:
            self._rusted += sum(fact.kind == "armor-rusts" for fact in facts)
            if name != self._worn:
                self._then = self._changed(name, is_cursed=worn is not None and worn[0] in beliefs.cursed)
            if any(fact.kind == "item-stolen" and self._best_name in fact.item for fact in facts):
                self._then = "a nymph stole it"
        self._worn = name

    def _changed(self, name: str, *, is_cursed: bool) -> str:
        """Return that the hero took its best armor off, or put on another one, "" for the best itself."""
        if name == self._best_name:
            return ""
        return f"it put on {name}{', which is cursed' * is_cursed}" if name else "it took it off"

    def sentences(self, beliefs: Beliefs) -> list[str]:
        """Return in a sentence how the hero lost its armor, [] if it has not."""
        times = {1: "once", 2: "twice"}.get(self._rusted, f"{self._rusted} times")
        how = [f"acid or water weakened it {times}"] if self._rusted else []
        how += [self._then] if self._then else []
        if self._best - beliefs.me.armor < _ARMOR_LOST or not how:
            return []
        armor = f"Its armor was {beliefs.me.armor} at the end and {self._best} until turn {self._best_turn:,}"
        return [f"{armor}; then {' and '.join(how)}."]
