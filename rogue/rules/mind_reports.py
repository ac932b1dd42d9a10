"""Reports: what the player is shown of monsters that think, and their habits (MNP-1, MNP-5)."""

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

CALL_RANGE: Final = 40  # steps from which an unseen call is heard
CALLS: Final = {
    "E": "You hear a screech",
    "K": "You hear a screech",
    "O": "You hear a war cry",
    "Q": "You hear a whinny",
    "Y": "You hear a howl",
}
"""Letter -> what its call is heard as."""
OTHER_CALL: Final = "You hear a call"
MISSILES: Final[dict[ActName, str]] = {"arrow": "an arrow", "dart": "a dart", "rock": "a rock"}
WORDS: Final[dict[ActName, tuple[str, str, str]]] = {
    "wail": (" wails", ", and your blood runs cold", ", but you pay no heed"),
    "burble": (" burbles", ", and your head spins", ", but you keep your head"),
}
"""Act -> its verb, and behind it what is said when it works and when it is withstood; terse: the verb."""
GONE: Final[dict[ActName, str]] = {"blink": " is gone in a blink", "mist": " turns to mist"}


def name_of(world: World, foe: Monster) -> str:
    """Return `The bat` or `Something` (NAM-13), to begin a sentence with."""
    name = item_names.foe_name(world, foe)
    return name[0].upper() + name[1:]


def learn_habit(world: World, foe: Monster, habit: Habit) -> None:
    """Note that the player saw or heard a habit of a kind (MNP-5)."""
    if world.minds is not None:
        world.minds.habits.add(f"{foe.kind.letter} {habit}")


def report_missile(world: World, foe: Monster, act: ActName, *, hit: bool) -> None:
    """Emit how a shot went."""
    verb = "hits" if hit else "misses"
    emit(world, f"{name_of(world, foe)} {verb} you with {MISSILES[act]}")


def report_cry(world: World, foe: Monster, act: ActName, *, works: bool) -> None:
    """Emit a wail or a burble, and whether it works."""
    verb, harm, withstood = WORDS[act]
    start = name_of(world, foe) + verb
    emit(world, start + (harm if works else withstood), terse=start)


def _tell(world: World, text: str) -> None:
    """Emit a message of its own, not joined to what was begun before."""
    finish_sentence(world)
    emit(world, text)


def report_fear(world: World, foe: Monster) -> None:
    """Emit that a monster in sight begins to flee."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} turns tail")
        learn_habit(world, foe, "flees")


def report_at_bay(world: World, foe: Monster) -> None:
    """Emit that a monster in sight, which fled, stands and fights, as there is no way out."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} turns at bay")


def report_call(world: World, foe: Monster) -> None:
    """Emit a call: who does it, or how it sounds from afar."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} calls its kind")
    elif minds_hear(world) and sound_at(world, foe.spot) <= CALL_RANGE:
        _tell(world, CALLS.get(foe.kind.letter, OTHER_CALL))
    else:
        return
    learn_habit(world, foe, "calls")


def report_giving_up(world: World, foe: Monster) -> None:
    """Emit that a monster in sight gives the player up."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} loses interest in you")
        learn_habit(world, foe, "gives up")


def report_ambush(world: World, foe: Monster) -> None:
    """Emit that a monster in sight had lain in wait."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} was lying in wait")
        learn_habit(world, foe, "ambush")
