"""Messages about monsters that think, with the habits the player has seen (MNP-1, MNP-5)."""

from __future__ import annotations

from typing import Final, Literal

from rogue.minds.sound_and_scent import minds_hear, sound_at
from rogue.rules import item_names
from rogue.rules.output import emit, finish_sentence
from rogue.rules.vision import sees_foe
from rogue.state.actors import Monster
from rogue.state.world import World
from rogue.tables.monsters import ActName

Habit = Literal[
    "acts", "flees", "calls", "waits", "scent", "ambush", "distance", "dodges", "cuts off", "gives up",
]  # fmt: skip

CALL_RANGE: Final = 40  # range in steps within which an unseen call is heard
CALLS: Final = {
    "E": "You hear a screech",
    "K": "You hear a screech",
    "O": "You hear a war cry",
    "Q": "You hear a whinny",
    "Y": "You hear a howl",
}
"""Letter -> message for a call heard from out of sight."""
OTHER_CALL: Final = "You hear a call"
MISSILES: Final[dict[ActName, str]] = {"arrow": "an arrow", "dart": "a dart", "rock": "a rock"}
WORDS: Final[dict[ActName, tuple[str, str, str]]] = {
    "wail": (" wails", ", and your blood runs cold", ", but you pay no heed"),
    "burble": (" burbles", ", and your head spins", ", but you keep your head"),
}
"""Act -> its verb, the ending if it works, the ending if it fails; terse mode shows the verb only."""
GONE: Final[dict[ActName, str]] = {"blink": " is gone in a blink", "mist": " turns to mist"}


def name_of(world: World, foe: Monster) -> str:
    """Return `The bat` or `Something` (NAM-13), to begin a sentence."""
    name = item_names.foe_name(world, foe)
    return name[0].upper() + name[1:]


def learn_habit(world: World, foe: Monster, habit: Habit) -> None:
    """Record that the player saw or heard a habit of a kind of monster (MNP-5)."""
    if world.minds is not None:
        world.minds.habits.add(f"{foe.kind.letter} {habit}")


def report_missile(world: World, foe: Monster, act: ActName, *, hit: bool) -> None:
    """Report whether a monster's missile hit the player."""
    verb = "hits" if hit else "misses"
    emit(world, f"{name_of(world, foe)} {verb} you with {MISSILES[act]}")


def report_cry(world: World, foe: Monster, act: ActName, *, works: bool) -> None:
    """Report a wail or a burble and whether it worked."""
    verb, harm, withstood = WORDS[act]
    start = name_of(world, foe) + verb
    emit(world, start + (harm if works else withstood), terse=start)


def _tell(world: World, text: str) -> None:
    """Emit a message of its own, not joined to an unfinished one."""
    finish_sentence(world)
    emit(world, text)


def report_fear(world: World, foe: Monster) -> None:
    """Report that a monster in sight begins to flee."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} turns tail")
        learn_habit(world, foe, "flees")


def report_at_bay(world: World, foe: Monster) -> None:
    """Report that a fleeing monster in sight turns to fight because it has no way out."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} turns at bay")


def report_call(world: World, foe: Monster) -> None:
    """Report a call: the monster if it is in sight, otherwise the sound if it is near enough."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} calls its kind")
    elif minds_hear(world) and sound_at(world, foe.spot) <= CALL_RANGE:
        _tell(world, CALLS.get(foe.kind.letter, OTHER_CALL))
    else:
        return
    learn_habit(world, foe, "calls")


def report_giving_up(world: World, foe: Monster) -> None:
    """Report that a monster in sight loses interest in the player."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} loses interest in you")
        learn_habit(world, foe, "gives up")


def report_ambush(world: World, foe: Monster) -> None:
    """Report that a monster in sight was lying in wait."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} was lying in wait")
        learn_habit(world, foe, "ambush")
