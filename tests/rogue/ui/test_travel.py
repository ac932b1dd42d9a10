"""The helpers that walk: only what the player has seen, only step commands, broken off in time."""

from __future__ import annotations

import json

import pytest

from rogue.rules import awareness
from rogue.rules.monster_steps import place_foe
from rogue.state.checksum import checksum
from rogue.state.entities import AWAKE, BLIND, CONFUSED, HALLUCINATING
from rogue.state.world import World
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession, play_journal
from rogue.ui.session import Session
from rogue.ui.travel import is_open, keys_to
from scripts.lib.notation import find_foe, hall, read_world
from tests.support.session_driver import Hands


def helped(options: str = "jump", seed: int = 3) -> Hands:
    """Return hands whose game was started with helpers."""
    hands = Hands(options, seed)
    hands.session.options.helpers = True
    return hands


def inside(picture: str, options: str = "jump", **fields: object) -> Hands:
    """Return hands in a picture, of which they know what they see."""
    world = read_world(picture, kit=True, **fields)  # type: ignore[arg-type]
    hands = helped(options)
    world.options = hands.session.options
    hands.enter(world)
    return hands


@pytest.mark.parametrize("key", [b"_", b"x"])
@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_without_helpers_the_keys_are_illegal(key: bytes, edition: str) -> None:
    hands = Hands("", edition=edition)
    assert hands.answer(key).startswith(f"Illegal command '{key.decode()}'")
    assert hands.session.world.turns == 0


def test_help_tells_of_the_keys_where_they_are() -> None:
    plain, hands = Hands(), helped()
    for each in (plain, hands):
        each.type(b"?_")
    assert plain.row() == "Unknown character '_'"
    assert hands.row() == "_       walk to the stairs or a place"
    hands.type(b"?* ")
    assert "x       walk to an unexplored place" in "\n".join(hands.terminal.display)


ROOM = """
    ------------
    |@....!...%|
    |..........|
    ------------
"""


@pytest.mark.parametrize("keys", [b"_>", b"_<", b"__", b"_.", b"_\r", b"_,", b"_ "])
def test_travel_goes_to_the_stairs(keys: bytes) -> None:
    hands = inside(ROOM, kinds={"!": "healing"})
    world = hands.session.world
    hands.type(keys)
    assert world.player.spot == world.level.stairs
    assert world.turns == 9


def test_travel_goes_where_the_cursor_is_moved() -> None:
    hands = inside(ROOM, kinds={"!": "healing"})
    row, col = hands.hero
    hands.type(b"_")
    assert hands.cursor == (row, col + 9)
    assert hands.session.mode == "aim"
    hands.type(b"HJh")
    assert hands.cursor == (row + 8, col)
    hands.type(b"\x1b")
    assert (hands.row(), hands.session.mode, hands.session.world.turns) == ("", "command", 0)
    hands.type(b"_hhhj.")
    assert hands.hero == (row + 1, col + 6)


def test_the_cursor_stays_on_the_map() -> None:
    hands = inside(ROOM, kinds={"!": "healing"})
    hands.type(b"_" + b"Y" * 12)
    assert hands.cursor == (1, 0)
    hands.type(b"N" * 12)
    assert hands.cursor == (22, 79)


def test_a_walk_is_nothing_but_steps() -> None:
    walked, stepped = inside(ROOM, kinds={"!": "healing"}), inside(ROOM, kinds={"!": "healing"})
    walked.type(b"_>")
    for key in b"llll" + b"nllu" + b"l":
        stepped.type(bytes([key]))
    assert walked.session.world.turns == stepped.session.world.turns == 9
    assert walked.session.world.rng.drawn == stepped.session.world.rng.drawn


@pytest.mark.parametrize(
    ("flag", "says"),
    [
        (BLIND, "You cannot see where to go"),
        (CONFUSED, "You are too confused to find the way"),
        (HALLUCINATING, "You do not trust your eyes enough to find the way"),
    ],
)
@pytest.mark.parametrize("key", [b"_", b"x"])
def test_who_cannot_find_the_way_stays(flag: int, says: str, key: bytes) -> None:
    hands = inside(ROOM, kinds={"!": "healing"})
    hands.session.world.player.flags |= flag
    assert hands.answer(key) == says
    assert hands.session.world.turns == 0


def test_where_there_is_no_way_or_nothing_known_a_sentence_says_so() -> None:
    hands = inside(hall("@.."))
    assert hands.answer(b"_>") == "No stairs have been seen on this level"
    assert hands.answer(b"_jj.") == "You know no way there"
    assert hands.answer(b"_.") == "You are there"
    assert hands.answer(b"x") == "There is nothing left to explore; something may be hidden"
    assert hands.session.world.turns == 0


LEVEL = """
    -------             -------
    |@....|             |....%|
    |...!.+#####  ######+.....|
    |.....|    #  #     |..*..|
    -------    ####     -------
"""


def explore(hands: Hands, times: int = 60) -> str:
    """Press x until nothing is left; return what was said in the end."""
    for _ in range(times):
        hands.type(b" " if hands.session.mode == "more" else b"x")
        if "nothing left" in hands.row():
            break
    return hands.row()


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("options", ["jump", ""])
def test_exploring_sees_the_whole_level_and_takes_what_lies_about(options: str, dark: bool) -> None:
    hands = inside(LEVEL, options, dark=dark, kinds={"!": "healing"})
    world = hands.session.world
    assert explore(hands) == "There is nothing left to explore; _ > walks to the stairs"
    assert world.level.things == []
    assert world.player.purse > 0
    reachable = [spot for spot in range(1920) if world.level.cells[spot] in b".#+%"]
    assert all(is_open(world.canvas, spot) for spot in reachable)
    hands.type(b"_>>")
    assert world.depth == 2
    assert world.canvas.trodden == {world.player.spot}


def test_a_thing_that_stays_where_it_lies_is_fetched_once() -> None:
    hands = inside(hall("@...!"), kinds={"!": "healing"})
    while len(hands.session.world.player.pack) < 26:
        hands.give("scroll", "sleep", "z")
    assert "nothing left" in explore(hands, 6)


HIDDEN = """
    -------            -------
    |@....+##          |..{}..|
    -------            -------
"""


def test_exploring_never_looks_at_what_is_hidden() -> None:
    """The same screen leads to the same steps, whatever lies in the dark behind it."""
    ends = []
    for behind, kinds in (("!", {"!": "healing"}), (".", {})):
        hands = inside(HIDDEN.format(behind), kinds=kinds)
        hands.type(b"xx")
        ends.append((hands.hero, hands.session.world.turns, hands.row()))
    assert ends[0] == ends[1]


def test_things_are_fetched_before_the_unknown_is_explored() -> None:
    hands = inside(LEVEL, kinds={"!": "healing"})
    row, col = hands.hero
    hands.type(b"x")
    assert hands.hero == (row + 1, col + 3)
    assert hands.session.world.turns == 3


BARRED = """
    -------             -------
    |.....|             |....%|
    |..@..+H####  ######+.....|
    |.....|    #  #     |.....|
    -------    ####     -------
"""


def test_who_bars_the_way_is_named_and_nothing_is_called_explored() -> None:
    hands = inside(BARRED)
    world = hands.session.world
    world.canvas.put(find_foe(world, "H").spot, ord("H"))
    assert hands.answer(b"x" * 3) == "The way on is too near to the hobgoblin"
    assert world.turns == 0
    hands.type(b"_hhhhhhhhhhhhhhhhh.")
    assert "nothing left" not in hands.row()


def test_a_monster_that_followed_is_not_expected_where_it_was() -> None:
    hands = inside("""
        ------------
        |........H.|
        |..........+###@##
        ------------
    """)
    world = hands.session.world
    lookout, foe, passage = hands.session._ui.lookout, find_foe(world, "H"), world.player.spot
    old, door = foe.spot, passage - 4
    for spot in (door, passage):  # it is seen from the door
        world.player.spot = spot
        awareness.enter_room(world, spot)
        lookout.look(world)
    assert set(lookout.letters) == {old}
    awake(world, "H")
    place_foe(world, foe, passage - 1)
    lookout.look(world)
    assert set(lookout.letters) == {passage - 1}


def test_a_blow_of_a_monster_is_never_walked_on_from() -> None:
    hands = inside("--------------\n|@H.........!|\n|............|\n--------------", kinds={"!": "healing"})
    awake(hands.session.world, "H")
    before = hands.session.world.player.hp
    hands.type(b"xxxxxxxx")
    assert (hands.session.world.turns, hands.session.world.player.hp) == (0, before)


def test_a_click_moves_the_cursor_there_and_goes() -> None:
    hands = inside(ROOM, kinds={"!": "healing"})
    row, col = hands.hero
    hands.type(b"_")
    hands.type(keys_to(hands.cursor, (row + 1, col + 6)))
    assert hands.hero == (row + 1, col + 6)


@pytest.mark.parametrize("goal", [(0, 5), (23, 5), (5, 80)])
def test_a_click_beside_the_map_is_none(goal: tuple[int, int]) -> None:
    assert keys_to((5, 5), goal) == b""


def awake(world: World, letter: str) -> None:
    find_foe(world, letter).flags |= AWAKE


@pytest.mark.parametrize("key", [b"_>", b"x"])
def test_a_monster_that_moves_breaks_a_walk_off(key: bytes) -> None:
    hands = inside("--------------\n|@.......!..%|\n|............|\n|...........H|\n--------------",
                   kinds={"!": "healing"})  # fmt: skip
    awake(hands.session.world, "H")
    hands.type(key)
    assert hands.session.world.turns == (0 if key == b"x" else 1), "who explores is told first"
    assert key == b"x" or hands.row() == "You stop, as the hobgoblin moves"


DARK = """
    --------------
    |@.........%.|
    |......X.....|
    |............|
    --------------
"""


def test_a_sleeper_in_view_does_not_but_one_that_comes_into_view_does() -> None:
    asleep = inside("--------------\n|@..........%|\n|............|\n|...........X|\n--------------")
    asleep.type(b"_>")
    assert asleep.hero == divmod(asleep.session.world.level.stairs, 80)
    dark = inside(DARK, dark=True)
    canvas, here = dark.session.world.canvas, dark.session.world.player.spot
    for spot in range(here + 1, here + 10):
        canvas.put(spot, ord("."))  # the floor was seen before
    canvas.put(dark.session.world.level.stairs, ord("%"))
    dark.type(b"_>")
    assert "X" in "\n".join(dark.terminal.display)
    assert dark.hero != divmod(dark.session.world.level.stairs, 80)


def test_a_message_breaks_a_walk_off() -> None:
    hands = inside(hall("@...*......%"))
    assert hands.answer(b"_>").startswith("You found ")
    assert hands.session.world.turns == 4


def test_hunger_and_a_trap_break_a_walk_off() -> None:
    hands = inside(ROOM, kinds={"!": "healing"})
    hands.session.world.player.food = 302
    hands.type(b"_>")
    assert 0 < hands.session.world.turns < 9
    assert "hungry" in hands.row().lower()


def test_a_game_with_helpers_says_so_with_its_score() -> None:
    session = Session(2, options="name=Ann", helpers=True)
    session.feed(b"hh  Qy")
    outcome = session.outcome
    assert outcome is not None
    assert outcome.marks == ("helpers",)
    assert outcome.row().helped
    plain = Session(2, options="name=Ann")
    plain.feed(b"hh  Qy")
    assert plain.outcome is not None
    assert (plain.outcome.marks, plain.outcome.row().helped) == ((), False)


@pytest.mark.slow
def test_a_game_with_helpers_is_replayed_and_goes_on_after_a_save() -> None:
    one = RecordingSession(Start(5, options="name=Ann", helpers=True))
    for key in b"xxxxxx_>xxx":
        one.feed(bytes([key]))
    run = play_journal(one.journal().splitlines())
    assert checksum(run.session.world) == checksum(one.session.world)
    while one.session.mode != "command":
        one.feed(b" ")
    other = Session(5)
    other.restore(json.loads(json.dumps(one.session.state())))
    for key in b"xx x x _> x":
        assert (one.feed(bytes([key])) and one.session.screen) == (other.feed(bytes([key])) and other.screen)
    assert other.options.helpers
