"""A view, for people who watch a game, of what is perceived by the monsters that think (MNP-8, MNP-9)."""

from __future__ import annotations

from typing import Final, Literal

from rogue.rules.wizard_mode import BEYOND, hunts, nearest_thinker, noise_marks, scent_marks
from rogue.shared.wording import plural
from rogue.state.grid import COLS
from rogue.state.world import World

Sense = Literal["", "sound", "scent"]
NEXT: Final[dict[Sense, Sense]] = {"": "sound", "sound": "scent", "scent": ""}
"""Overlay -> the one that follows it."""
REASONS: Final = {
    1: "staggers", 2: "is rooted", 3: "flutters", 4: "has lost interest", 7: "flees", 8: "fetches an item",
    9: "does a trick", 10: "strikes", 11: "waits for {who} to come out", 12: "sees {who}", 13: "hears {who}",
    14: "lies in wait", 15: "follows the trail",
}  # fmt: skip
"""Row of the decision table -> what a monster does, and why."""


def overlay(world: World, sense: Sense) -> bytes:
    """Return the bytes that draw the player's sound or scent over the map, in reverse video."""
    return b"".join([
        b"\x1b[%d;%dH\x1b[7m%c\x1b[m" % (spot // COLS + 1, spot % COLS + 1, digit)
        for spot, digit in sense_marks(world, sense)
    ])  # fmt: skip


def sense_marks(world: World, sense: Sense) -> tuple[tuple[int, int], ...]:
    """Return (square, digit) pairs for the player's sound or scent, except under the player and monsters."""
    if not sense:
        return ()
    marks = noise_marks(world) if sense == "sound" else scent_marks(world)
    taken = {world.player.spot, *(foe.spot for foe in world.level.foes)}
    return tuple([mark for mark in marks if mark[0] not in taken and mark[1] != BEYOND])


def nearest_reason(world: World, who: str = "you") -> str:
    """Return what the nearest awake monster does, and why.  Return "" if there is no such monster.

    who  the player's name
    """
    nearest = nearest_thinker(world)
    if nearest is None or nearest[0].mind is None:
        return ""
    foe, squares = nearest
    roams = "goes where it believes {who} to be" if hunts(world, foe) else "roams"
    does = REASONS.get(nearest[0].mind.row, roams).format(who=who)
    return f"{foe.kind.name}, {plural(squares, 'square')} away, {does}"


def after_habits(world: World) -> tuple[str, ...]:
    """Return the lines about how monsters found the player.

    When M is typed at the prompt of the command D, they are shown below the habits of monsters.  Return ()
    while no monster has found the player.
    """
    minds = world.minds
    found = minds is not None and minds.seen_by + minds.heard_by + minds.smelled_by + minds.told_of
    return ("", *how_they_found_you(world)) if found else ()


def how_they_found_you(world: World) -> tuple[str, ...]:
    """Return a title and the lines that tell how monsters found the player.

    Return () if monsters do not think.
    """
    minds = world.minds
    if minds is None:
        return ()
    heard = f"{plural(minds.heard_by, 'time')} by ear"
    if minds.heard_by:
        farthest = "the farthest " * (minds.heard_by > 1)
        heard += f", {farthest}from {plural(minds.farthest_heard, 'step')} away"
    return (
        "How they found you",
        f"{plural(minds.seen_by, 'time')} by sight",
        heard,
        f"{plural(minds.smelled_by, 'time')} by the trail",
        f"{plural(minds.told_of, 'time')} by a call",
    )
