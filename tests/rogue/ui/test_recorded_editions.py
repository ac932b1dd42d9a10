"""Games of Rogue 5.2 and 3.6 as recorded: all that they show, ours shows in the same words and places."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache

import pyte
import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogue.levelgen.spawning import inside, make_foe
from rogue.state.entities import Item
from rogue.tables.edition_table import EDITIONS
from rogue.tables.glyphs import FLOOR
from rogue.ui.session import Session
from tests.support.recorded_games import NAMES, needs_recordings, output
from tests.support.screen_forms import MARKS, Place, forms, shape

pytestmark = pytest.mark.slow

GAMES = 70
KEYS_A_GAME = 400
KEYS = b"hjklyubnHJKLYUBN" * 4 + b"tewWTPRqrzsdcIi>v\x12/?DQ*abcdefgn!=?" + b"te" * 3
AGAIN = b" \x1b"

Shown = tuple[Place, str]
"""Where, and the shape of the text."""

needs_each = pytest.mark.parametrize("edition", ["5.2", "3.6"])


def form_of(text: str) -> str:
    """The shape of a text; how far the letters of a pack go is no part of it."""
    return re.sub(r"(?<=to |nd )'[a-z]'$", "'{letter}'", shape(text))


def recorded(edition: str) -> dict[Shown, str]:
    """What the recorded games of an edition showed, each with a text for the report."""
    return {
        (form.place, form_of(form.text)): form.text
        for name in NAMES
        if name.startswith(f"rogue-{edition}/")
        for form in forms(name)
        if not form.text.startswith("Hello ")  # said before the screen begins
    }


@lru_cache
def ours(edition: str) -> frozenset[Shown]:
    """What our own games showed to players who press any keys."""
    return frozenset(shown for seed in range(GAMES) for shown in one_game(edition, seed))


def one_game(edition: str, seed: int) -> Iterator[Shown]:
    dice = random.Random(seed)
    session, screen = Session(seed, edition, "terse"), Screen()
    screen.feed(session.feed(b""))
    lay_out(session)
    for _ in range(KEYS_A_GAME):
        waits = session.mode in ("more", "page", "window", "options")
        key = dice.choice(AGAIN if waits or dice.random() < 0.1 else KEYS)
        screen.feed(session.feed(bytes([key])))
        for text in screen.take_lines():
            yield "top", form_of(text)
        bottom = screen.text(23)
        if bottom.startswith("Level:"):
            yield "status", form_of(bottom)
        elif bottom in MARKS:
            yield from (("window", form_of(text)) for row in range(24) if (text := screen.text(row)))
        if session.closed:
            return


def lay_out(session: Session) -> None:
    """Put a bat into the hero's room, and a sling into its corner, or a spear where there are no slings."""
    world = session.world
    room = world.player.room
    assert room is not None
    level = world.level
    free = [spot for spot in inside(room) if level.cells[spot] == FLOOR and level.foe_at[spot] is None]
    free.remove(world.player.spot)
    level.add_foe(make_foe(world, "B", free[0]))
    kinds = {kind.name: kind for kind in world.rules.weapons}
    level.add_thing(Item(kinds.get("sling", kinds["spear"])), free[-1])


@needs_recordings
@needs_each
def test_every_recorded_form_is_one_of_ours(edition: str) -> None:
    wanted = recorded(edition)
    assert len(wanted) > 35
    missing = {text for form, text in wanted.items() if form not in ours(edition)}
    assert not missing


@needs_each
def test_no_more_has_a_blank_before_it(edition: str) -> None:
    session = Session(1, edition, "step")
    session.feed(b"i")
    assert session.screen[0].rstrip().endswith("food--More--" if edition == "5.2" else "food.--More--")


@needs_recordings
@needs_each
def test_the_recorded_numbers_stand_in_the_same_columns(edition: str) -> None:
    """The status line at the start, character by character."""
    name = next(name for name in NAMES if name.startswith(f"rogue-{edition}/"))
    first = next(form.text for form in forms(name) if form.place == "status")
    session = Session(1, edition)
    session.feed(b"")
    assert session.screen[23].rstrip() == first.rstrip()


@needs_recordings
@needs_each
def test_the_recorded_tombstone_is_ours_but_for_the_name_and_the_gold(edition: str) -> None:
    name = {"5.2": "rogue-5.2/33", "3.6": "rogue-3.6/13"}[edition]
    killer = {"5.2": "jackal", "3.6": "kobold"}[edition]
    terminal = pyte.Screen(80, 24)
    pyte.ByteStream(terminal).feed(output(name))
    session = Session(1, edition, "name=explorer")
    session.feed(b"")
    session.world.end("killed", killer)
    session.feed(b"i ")
    assert session.screen[:22] == terminal.display[:22]


@needs_recordings
@needs_each
def test_the_greeting_is_the_recorded_one(edition: str) -> None:
    name = next(name for name in NAMES if name.startswith(f"rogue-{edition}/"))
    seed = int(name.rpartition("/")[2])
    hello = EDITIONS[edition].words.hello_seeded.format(name="explorer", seed=seed)
    assert output(name).startswith(hello.encode() + b"\x1b")
