"""Staging: a small situation, some keys, and what a row of the screen shows meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from rogomatic.agent.screen.vt100 import Screen
from rogue import Session
from rogue.state.entities import (
    CURSED,
    HALLUCINATING,
    PROTECTED,
)  # fmt: skip
from rogue.state.world import How, World
from rogue.tables.items import ItemClass
from rogue.tables.ruleset import TrapName
from rogue.ui.input_modes import COMMAND, Answer, Host, Request
from rogue.ui.ui_state import UiState
from scripts.lib.notation import carry, find_foe, plain_item, read_world

MORE: Final = " --More--"
ROOM: Final = """
    ---------
    |.......|
    |...@...+
    |.......|
    ---------
"""
CLOSET: Final = """
    ---
    |@|
    ---
"""
CORRIDOR: Final = """
    -----
    |...|
    |...+##@##
    -----
"""

Doing = Callable[[World], object]


class Scene(NamedTuple):
    """What is said, and how it comes to that."""

    id: str
    text: tuple[str, ...]  # each of them is said, in some try
    keys: bytes
    do: tuple[Doing, ...] = ()  # before the first key
    terse: tuple[str, ...] | None = None  # None: as `text`
    trip: tuple[str, ...] = ()  # while hallucinating; empty: not asked
    terse_trip: tuple[str, ...] = ()
    picture: str = ROOM
    row: int = 0
    tries: int = 1
    depth: int = 1
    options: tuple[tuple[str, Any], ...] = ()


def play(scene: Scene, *, terse: bool = False, trip: bool = False, seed: int = 0) -> Iterator[str]:
    """Yield what the scene's row shows, Mores dismissed; blanks at the end are gone.

    Of row 0 that is every text that stands there when the cursor leaves it, as another program sees it.
    """
    session, screen = Session.__new__(Session), Screen()  # the scene is its world: none is dug
    session._ui = _stage(scene, terse, trip, seed)
    session._mode, session._begun = COMMAND, False
    keys = [bytes((key,)) for key in scene.keys]
    sent = session.feed(b"")
    while True:
        screen.feed(sent)
        yield from screen.take_lines()
        yield screen.text(scene.row)
        if session.request is not None:
            sent = session.answer(_outside(session.request))
        elif keys:
            sent = session.feed(keys.pop(0))
        elif screen.text(0).endswith(MORE) and not session.covered:
            sent = session.feed(b" ")
        else:
            return


def _stage(scene: Scene, terse: bool, trip: bool, seed: int) -> UiState:
    world = read_world(
        scene.picture, seed=seed, kit=True, awake=True, depth=scene.depth, terse=terse, inven="Slow",
        **dict(scene.options),
    )  # fmt: skip
    world.player.max_hp = world.player.hp = 300
    if trip:
        world.player.flags |= HALLUCINATING
        world.start_timer("hallucination", 999)
    for do in scene.do:
        do(world)
    return UiState(world, Host(able=("save",)))


def _outside(request: Request) -> Answer:
    """Files named `there` exist, and no other can be written."""
    if "there" in request.path and not request.overwrite:
        return Answer("exists")
    return Answer("failed", "No such file or directory")


def has(cls: ItemClass, name: str, **fields: object) -> Doing:
    """A thing more in the pack; the first one is f."""
    return lambda world: carry(world, cls, name, **fields)


def lies(cls: ItemClass, name: str, **fields: object) -> Doing:
    """A thing right of the hero."""
    return lambda world: world.level.add_thing(plain_item(world, cls, name, **fields), world.player.spot + 1)


def is_(flag: int, timer: str = "", turns: int = 99) -> Doing:
    """A condition of the hero."""

    def do(world: World) -> None:
        world.player.flags |= flag
        if timer:
            world.start_timer(timer, turns)

    return do


def of(**fields: object) -> Doing:
    """Numbers of the hero."""

    def do(world: World) -> None:
        for name, value in fields.items():
            setattr(world.player, name, value)

    return do


def foe(letter: str, **fields: object) -> Doing:
    """Numbers of the only monster of a letter."""

    def do(world: World) -> None:
        for name, value in fields.items():
            setattr(find_foe(world, letter), name, value)

    return do


def wears(cls: ItemClass, name: str, place: str, **fields: object) -> Doing:
    """Something in use."""
    return lambda world: setattr(world.player, place, carry(world, cls, name, **fields))


def known(cls: ItemClass, name: str) -> Doing:
    return lambda world: world.knowledge.true.add(world.rules.kind(cls, name))


def bare(world: World) -> None:
    """Nothing in the pack."""
    player = world.player
    player.pack.clear()
    player.worn = player.wielded = player.left = player.right = None


def curse(place: str) -> Doing:
    def do(world: World) -> None:
        getattr(world.player, place).flags |= CURSED

    return do


def protect(world: World) -> None:
    assert world.player.worn is not None
    world.player.worn.flags |= PROTECTED


def full(world: World) -> None:
    """A pack that holds nothing more."""
    while len(world.player.pack) < 26:
        carry(world, "stick", "light")


def here(world: World) -> None:
    """A thing below the hero."""
    world.level.add_thing(plain_item(world, "food", "food"), world.player.spot)


def on_stairs(world: World) -> None:
    world.level.cells[world.player.spot] = ord("%")


def ends(how: How, killer: str = "") -> Doing:
    """The game is over."""
    return lambda world: world.end(how, killer)


def beside(letter: str) -> str:
    return ROOM.replace("@.", "@" + letter)


def on_trap(kind: TrapName, *extra: Doing, seen: bool = False) -> dict[str, Any]:
    """A picture and a kind for a trap on the right; `do` must come from here."""

    def lay(world: World) -> None:
        names = [entry.name for entry in world.rules.traps]
        world.level.number[world.player.spot + 1] = names.index(kind)

    return {"picture": ROOM.replace("@.", "@" + ("^" if seen else "t")), "do": (lay, *extra)}
