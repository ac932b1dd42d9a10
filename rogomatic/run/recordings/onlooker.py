"""An agent that looks on while somebody else plays: what it believes, would do, and holds for dangerous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten
from typing import Final, NamedTuple

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.model import FREE_VERBS, Action, Beliefs
from rogomatic.agent.engine.rule_engine import Act, Choice, choose
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.memory.monster_estimates import experience
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.page_parser import read_tombstone
from rogomatic.agent.sight.prompt_parser import COMMAND, Waiting, messages, waiting, without_marker
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.recordings.formatting import UNSEEN_TURNS
from rogomatic.run.recordings.key_replay import AS_RECORDED
from rogomatic.run.recordings.manual_control import ManualControl
from rogomatic.run.recordings.timeline import Timeline
from rogue.shared.wording import keys_in_words

_PAGE: Final = Waiting("more", sure=True)
_NOTHING: Final = Choice("wait", Act(b"", "no rule fits", Action("wait")))


class Step(NamedTuple):
    """A step of a game that was played.

    keys   what was typed             drawn  what the game drew then
    ready  whether it waited for a command behind that
    turn   on the game's own clock    pack   the lines of its list of the pack
    """

    keys: bytes
    drawn: bytes
    ready: bool
    turn: int
    pack: tuple[str, ...]


class Onlooker:
    """What an agent makes of the game of somebody else, command by command.

    beliefs, screen   as they are before the command; what is drawn behind the last one is not shown
    choice            what the agent would do
    turn              on the game's own clock
    """

    def __init__(self, memory: Memory, knobs: Knobs, version: str) -> None:
        """`version` is what the game answers when asked for it."""
        self.beliefs = Beliefs(knobs=knobs, monster_source=experience(memory))
        self.screen = Screen()
        self._live = Screen()  # all that was drawn
        self._undrawn = b""  # what `screen` has not got yet
        self.choice = _NOTHING
        self.turn = 0
        self._pack: tuple[str, ...] = ()
        self._lines = [version]

    @property
    def is_killed(self) -> bool:
        """Whether the last that was drawn tells of the hero's death."""
        page = read_tombstone(self._live)
        return page is not None and page.how == "killed"

    def follow(self, steps: Iterable[Step]) -> Iterator[bytes]:
        """Go through a game; yield at every command the keys that were typed for it, once they are known."""
        typed = b""
        has_begun = False  # the game has waited for a command
        for step in steps:
            typed += step.keys if has_begun else b""
            is_count = step.ready and typed.isdigit()
            if has_begun and step.ready and typed and not is_count:
                yield typed
                self._note_sent(typed)
                typed = b""
            self._see(step._replace(ready=False) if is_count else step)
            has_begun = has_begun or step.ready
        if has_begun:
            yield typed

    def _see(self, step: Step) -> None:
        """Take in what the game has drawn; at a command, think."""
        screen, beliefs = self._live, self.beliefs
        screen.feed(step.drawn)
        self._undrawn += step.drawn
        self._lines += messages(screen, COMMAND if step.ready else waiting(screen))
        screen.top_written = screen.drawn = False
        if not step.ready:
            return
        self.screen.feed(self._undrawn)
        self._undrawn = b""
        update.see(beliefs, screen, COMMAND, self._lines, max(step.turn - self.turn, 0))
        self._lines = []
        if step.pack != self._pack:
            self._look_at(step.pack)
        self.turn, self.choice = step.turn, choose(LADDER, beliefs) or _NOTHING

    def _look_at(self, pack: tuple[str, ...]) -> None:
        """Take in the list of the pack, as if it had been asked for; what was said before still counts."""
        beliefs = self.beliefs
        facts, said = beliefs.facts, beliefs.said
        update.note_sent(beliefs, Action("stock"), None, "check the inventory")
        update.see(beliefs, self._live, _PAGE, list(pack))
        update.see(beliefs, self._live, COMMAND, [], 0)
        self._pack, beliefs.facts, beliefs.said = pack, facts, said

    def _note_sent(self, typed: bytes) -> None:
        update.note_sent(self.beliefs, meant(self.beliefs, self.choice, typed), None, "a person plays")


def meant(beliefs: Beliefs, choice: Choice, typed: bytes) -> Action:
    """Return what the keys of a command were meant to do, as far as that can be told."""
    hands = ManualControl()
    for key in typed:
        found = hands.type(chr(key), beliefs, choice)
        if found is not None:
            return found.act.action
    return Action("ask")


# -- danger

NOTEWORTHY_PCT: Final = 5.0  # to die, from which on a moment belongs to a fight that is worth a look
COSTLY_PCT: Final = 33.0  # of the hit points in health, from which on a command was a risk, as it turned out
_KEYS_COLUMNS: Final = 40  # of typed keys that are shown
_AFTER_TURNS: Final = 2  # behind a stretch in which its last blow may show
_GAP_TURNS: Final = 15  # without such a moment end a stretch
WORST: Final = 3  # stretches that are shown


class Danger(NamedTuple):
    """What one command faced.

    turn       of the game's clock, or of the agent's where that is not known
    die_pct    the chance to die in a fight to the end with all who are near or coming
    foes       who they are, the nearest first
    advice     what the agent would do, and why
    keys       what was typed, as the keys are called
    lost       hit points lost since the command before
    unseen     something that cannot be seen has just struck
    cost       hit points that the command itself took, all of them if the hero died of it; -1: not known
    """

    turn: int
    depth: int
    hp: int
    max_hp: int
    die_pct: float
    foes: tuple[str, ...]
    advice: str
    keys: str
    lost: int = 0
    unseen: bool = False
    cost: int = -1

    @property
    def is_noteworthy(self) -> bool:
        """Whether it belongs to a fight that is worth a look."""
        return self.die_pct >= NOTEWORTHY_PCT or (self.unseen and self.lost > 0) or self.is_costly

    @property
    def is_costly(self) -> bool:
        """Whether the command took much, whoever was in view before it."""
        return 100 * self.cost >= COSTLY_PCT * self.max_hp


class Stretch(NamedTuple):
    """Dangers that belong together: `worst` is the greatest of them, `gone` whether the game ended there,
    `lost` the hit points that it took.
    """

    dangers: tuple[Danger, ...]
    worst: Danger
    gone: bool
    lost: int = 0

    @property
    def weight(self) -> float:
        """How bad it was: the greatest chance to die, and the share of the hit points that were lost, in per
        cent each.
        """
        return self.worst.die_pct + 100 * self.lost / max(self.worst.max_hp, 1)


def danger_of(beliefs: Beliefs, turn: int, choice: Choice, keys: bytes, hp_before: int = 0) -> Danger:
    """Return what a command faced; hp_before: hit points at the command before."""
    me, threat = beliefs.me, threat_of(beliefs)
    unseen = beliefs.foes.unseen_turn >= 0 and beliefs.turn - beliefs.foes.unseen_turn <= UNSEEN_TURNS
    foes = tuple(foe.kind.name for foe in (*threat.near, *threat.coming))
    advice = choice.act.because if choice.rung == AS_RECORDED else f"{choice.rung}: {choice.act.because}"
    typed = shorten(keys_in_words(without_marker(keys)), _KEYS_COLUMNS, placeholder=" ...")
    lost = max(hp_before - me.hp, 0)
    return Danger(turn, me.depth, me.hp, me.max_hp, threat.death_pct, foes, advice, typed, lost, unseen)


def dangers_of_steps(onlooker: Onlooker, steps: Iterator[Step]) -> Iterator[Danger]:
    """Yield what each command of a person's game faced."""
    hp = 0
    before: Danger | None = None
    for typed in onlooker.follow(steps):
        danger = danger_of(onlooker.beliefs, onlooker.turn, onlooker.choice, typed, hp)
        hp = danger.hp
        if before is not None:
            yield before._replace(cost=danger.lost)
        before = danger
    if before is not None:
        yield before._replace(cost=before.hp if onlooker.is_killed else 0)


def dangers_of_timeline(timeline: Timeline) -> Iterator[Danger]:
    """Yield what each command of a recording faced, as long as the agent follows it."""
    hp = 0
    for number in range(timeline.parted):
        timeline.go(number)
        player = timeline.player
        if player is None or player.done or not player.trace.last:
            continue
        choice = player.trace.last[-1].choice
        is_command = choice.ladder is LADDER or choice.rung == AS_RECORDED
        if is_command and choice.act.action.verb not in FREE_VERBS:
            yield danger_of(player.beliefs, player.beliefs.turn, choice, timeline.moment.keys, hp)
            hp = player.beliefs.me.hp


def worst_stretches(dangers: Sequence[Danger]) -> list[Stretch]:
    """Return the stretches that were worst, by the chance to die and by what they took: the end first."""
    groups: list[list[Danger]] = []
    for before, danger in zip((None, *dangers), dangers, strict=False):
        if not danger.is_noteworthy:
            continue
        if (
            groups
            and danger.turn - groups[-1][-1].turn <= _GAP_TURNS
            and danger.depth == groups[-1][-1].depth
        ):
            groups[-1].append(danger)
        elif before is not None and before.cost > 0:
            groups.append([before, danger])  # where the risk was taken
        else:
            groups.append([danger])
    last = dangers[-1] if dangers else None
    found = [
        Stretch(
            tuple(group),
            max(group, key=lambda one: (one.die_pct, one.lost)),
            group[-1] is last,
            _lost_in(group, dangers),
        )
        for group in groups
    ]
    return sorted(found, key=lambda one: (-one.gone, -one.weight, one.worst.turn))[:WORST]


def _lost_in(group: Sequence[Danger], dangers: Sequence[Danger]) -> int:
    """Return the hit points that a stretch took."""
    if group[0].cost >= 0:
        return sum(one.cost for one in group)
    after = group[-1].turn + _AFTER_TURNS
    lost = sum(one.lost for one in dangers if group[0].turn < one.turn <= after)
    return lost + group[0].lost * group[0].unseen
