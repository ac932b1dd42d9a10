"""Scenes of games that are worth saving: fights, arrivals, and the turns before the end."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Final

from rogomatic.agent.knobs import DEFAULT, Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.agent.think.fight.threat import threat_of
from scripts.lib.laboratory.moments import Course, Moment, Saver, begin

DANGER_PCT: Final = 2  # chance to die from which a fight is saved at its first sight
QUIET_TURNS: Final = 15  # without foes after which the next fight is another one
ARRIVALS: Final = (1, 2, 5, 8, 11, 13, 15, 16, 18)
BACK_TURNS: Final = (50, 100, 200, 400)

FIGHT: Final = "fight"
SECOND: Final = "second foe"
ARRIVAL: Final = "arrival"

Wanted = list[tuple[int, str, str]]
"""(step before which the moment is saved, scene, cause), in the order of the game."""


def fights_in(course: Course) -> Wanted:
    """Play a game; return where fights become dangerous, and where a second foe comes."""
    found: Wanted = []
    alone = fresh = True
    last = -QUIET_TURNS
    while not course.over:
        step, ready = course.steps, course.can_be_saved
        course.step()
        b = course.player.beliefs
        threat = threat_of(b)
        if not threat.near and not threat.coming:
            if b.turn - last >= QUIET_TURNS:
                alone = fresh = True
            continue
        last = b.turn
        if not ready:
            continue
        foes = len(threat.near) + len(threat.coming)
        if foes > 1 and alone:
            alone = fresh = False
            found.append((step, SECOND, ""))
        elif fresh and threat.death_pct >= DANGER_PCT:
            fresh = False
            found.append((step, FIGHT, ""))
    return found


def arrivals_in(course: Course, depths: Container[int] = ARRIVALS) -> Wanted:
    """Play a game; return where it arrives at these depths."""
    found: Wanted = []
    depth = 0
    while not course.over:
        step = course.steps
        now = course.game.world.depth
        if now > depth and course.can_be_saved:
            depth = now
            if now in depths:
                found.append((step, ARRIVAL, ""))
        course.step()
    return found


def ends_in(course: Course) -> Wanted:
    """Play a game; return moments before its end, if it was lost to a foe."""
    turns: list[tuple[int, int]] = []
    while not course.over:
        if course.can_be_saved:
            turns.append((course.player.beliefs.turn, course.steps))
        course.step()
    report = course.player.report()
    if not is_lost(course.player):
        return []
    cause, found = report.killer or "quit in a lost fight", []
    for back in BACK_TURNS:
        before = [step for turn, step in turns if turn <= report.turns - back]
        if before:
            found.append((before[-1], f"{back} turns before", cause))
    return found


FINDERS: Final[dict[str, Callable[[Course], Wanted]]] = {
    "fights": fights_in, "levels": arrivals_in, "rewind": ends_in,
}  # fmt: skip


def is_lost(player: Player) -> bool:
    """Return whether a game ended by a kill, or was quit in a lost fight."""
    report = player.report()
    return player.done and (report.how == "killed" or report.last_rung == "keep the gold")


def save_scenes(
    kind: str, seeds: Iterable[int], memory: Memory, knobs: Knobs = DEFAULT, edition: str = "5.4"
) -> Iterable[Moment]:
    """Yield the moments of a kind (FINDERS) from games.

    Each game is played twice: once to know which moments there are, once to save them.
    """
    find = FINDERS[kind]
    for seed in seeds:
        wanted = sorted(find(begin(seed, memory, knobs, edition)))
        course, saver = begin(seed, memory, knobs, edition), Saver(memory, knobs)
        for step, scene, cause in wanted:
            while course.steps < step:
                course.step()
            yield saver.save(course, scene, cause)
