"""Every prompt, list, picture and screen that only shows something (SCREEN.md 6 to 11)."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from rogue import Session
from rogue.state.entities import AWAKE
from rogue.state.grid import spot_of
from rogue.state.level import REAL
from rogue.state.world import Window, World
from rogue.ui.help import HALF, HELP
from rogue.ui.info_commands import discovered
from rogue.ui.input_modes import CommandMode, ModeName, PlainMode, mode_name
from rogue.ui.key_dispatch import HANDLERS
from rogue.ui.keyboard import game_keys
from scripts.lib.notation import carry, find_foe, hall, read_world
from tests.rogue.server.serving import serving
from tests.rogue.ui.dialogs import Dialog, dialog, game
from tests.rogue.ui.quiet_room import dismiss, scene
from tests.support.session_driver import BOT, MORE, Hands, calm

COMPLAINT = "Illegal command ';'"


@pytest.mark.parametrize(
    ("key", "terse", "verbose"),
    [
        ("q", "Quaff what? (* for list):", "Which object do you want to quaff? (* for list):"),
        ("r", "Read what? (* for list):", "Which object do you want to read? (* for list):"),
        ("w", "Wield what? (* for list):", "Which object do you want to wield? (* for list):"),
        ("W", "Wear what? (* for list):", "Which object do you want to wear? (* for list):"),
        ("P", "Put on what? (* for list):", "Which object do you want to put on? (* for list):"),
        ("e", "Eat what? (* for list):", "Which object do you want to eat? (* for list):"),
        ("th", "Throw what? (* for list):", "Which object do you want to throw? (* for list):"),
        ("zh", "Zap with what? (* for list):", "Which object do you want to zap with? (* for list):"),
        ("c", "Call what? (* for list):", "Which object do you want to call? (* for list):"),
        ("I", "Item:", "Which item do you wish to inventory:"),
        ("?", "Character you want help for (* for all):", "Character you want help for (* for all):"),
        ("/", "What do you want identified?", "What do you want identified?"),
        ("D", "What type? (* for all)", "For what type of object do you want a list? (* for all)"),
        ("Q", "Really quit?", "Really quit?"),
        ("t", "", "Which direction?"),
    ],
)
def test_prompts_word_for_word(key: str, terse: str, verbose: str) -> None:
    for options, text in (("terse", terse), ("", verbose)):
        hands = calm(Hands(options))
        assert hands.answer(key.encode()) == text
        if text:
            assert hands.cursor[0] == 0
            assert hands.cursor[1] in (len(text), len(text) + 1)
        else:
            assert hands.cursor == hands.hero
        assert hands.answer(b"\x1b") == ""
        assert hands.cursor == hands.hero
        assert hands.session.world.turns == 0


@pytest.mark.parametrize("style", ["slow", "clear", "overwrite"])
def test_the_list_at_a_prompt_comes_before_the_prompt_again(style: str) -> None:
    hands = Hands(f"terse,inven={style}")
    before = hands.terminal.display[1:]
    hands.type(b"t")
    hands.type(b"h*")
    shown = "\n".join(hands.terminal.display)
    assert "c) A +1,+1 mace (weapon in hand)" in shown
    assert "b) +1 ring mail" not in shown
    for _ in range(3 if style == "slow" else 1):
        assert MORE in "\n".join(hands.terminal.display)
        hands.type(b" ")
    assert hands.row() == "Throw what? (* for list):"
    assert hands.terminal.display[1:] == before
    assert hands.agree()


RING, SLEEP = ("ring", "adornment", "f"), ("scroll", "sleep", "f")
IDENTIFY, HEALING = ("scroll", "identify potion", "f"), ("potion", "healing", "g")
CALL = "What do you want to call it?"


def labeled() -> Hands:
    """Return a game whose weapon in hand has a long label."""
    hands = Hands()
    mace = hands.session.world.player.wielded
    assert mace is not None
    mace.label = "x" * 50
    return hands


def ring_in_hand() -> Hands:
    hands = Hands("terse")
    hands.session.world.player.wielded = hands.give("ring", "adornment", "f")
    return hands


DIALOGS = [
    dialog("a list of nothing ends the command", game(BOT), (b"q*;", COMPLAINT), turns=0),
    dialog("the hand may be typed ahead", game(BOT, RING), (b"Pfx", "L or R --More--"),
           (b" ", "Left or right ring?"), (b"r;", COMPLAINT), right="adornment"),
    dialog("a name is corrected", game("", SLEEP), (b"cf", CALL),
    (b"zzz\x15snx\x7fooze\x01", f"{CALL} snooze"),
           (b"\r", ""), called=["snooze"], agree=True),
    dialog("a name of at most 50 characters", game("", SLEEP), (b"cf" + b"x" * 80 + b"\r", ""),
           called=["x" * 50], agree=True),
    dialog("help names how a game is left", game(), (b"?S", "S       save the game and leave it"),
           (b"?Q", "Q       quit the game"), (b"?!", "!       start a shell, if allowed"), turns=0),
    # HANDSHAKE.md 6: `rf;`, then a space and `;`, then a space and the letter.
    dialog("SCR-6 wrong letters are refused", game(BOT, IDENTIFY, HEALING),
           (b"rf;", "This scroll is an identify potion scroll --More--"),
           (b" ;", "';' is not a valid item --More--"), (b" c", "You must identify a potion --More--"),
           turns=0),
    dialog("SCR-6 in mid action", game(BOT, IDENTIFY, HEALING),
           (b"rf;", "This scroll is an identify potion scroll --More--"),
           (b" g", "A potion of healing(red)"), turns=1, knows=["healing", "identify potion"]),
    dialog("OPT-3 a long label stands alone", labeled, (b")", "You are wielding ( --More--"),
           (b" ", "c) a +1,+1 mace called " + "x" * 50)),
    dialog("RNG-1 a ring in use is refused before the hand is asked", ring_in_hand, (b"Pf", "In use")),
]  # fmt: skip


@pytest.mark.parametrize("row", DIALOGS)
def test_dialogs(row: Dialog) -> None:
    assert row.seen() == row.wanted()


def test_help_tells_how_a_game_is_left() -> None:
    assert {"S", "Q"} < {line.key for line in HELP}


def test_status_as_a_message() -> None:
    hands = Hands()
    assert hands.answer(b"@") == hands.row(23)


def test_help_for_all_fills_pages_and_gives_the_map_back() -> None:
    hands = Hands()
    before = list(hands.terminal.display)
    hands.type(b"?*")
    assert hands.row(23) == MORE
    pages = 0
    while hands.row(23) == MORE:
        hands.type(b" ")
        pages += 1
    assert pages > 1
    assert hands.terminal.display == before


def test_the_clear_inventory_is_a_page_and_a_box_lies_over_the_map() -> None:
    clear, box = Hands("inven=clear"), Hands("inven=overwrite")
    before = list(box.terminal.display)
    clear.type(b"i")
    assert [clear.row(n)[:3] for n in range(6)] == ["a) ", "b) ", "c) ", "d) ", "e) ", ""]
    assert clear.row(23) == MORE
    box.type(b"i")
    left = 78 - len("b) +1 ring mail [protection 4] (being worn)")
    assert [box.row(n)[left : left + 3] for n in range(5)] == ["a) ", "b) ", "c) ", "d) ", "e) "]
    assert box.row(5)[left:] == MORE
    assert box.row(23) == before[23].rstrip()
    assert box.cursor == (5, left + len(MORE))
    box.type(b" ")
    assert box.terminal.display == before
    clear.type(b" ")
    assert clear.terminal.display == before
    assert clear.cursor == clear.hero


def test_a_window_of_detection_waits_and_gives_the_map_back() -> None:
    hands = calm(Hands(BOT))
    hands.type(b"\x12")
    before = list(hands.terminal.display)
    title = "You sense the presence of magic on this level."
    hands.session.world.windows.append(Window(title, ((805, ord("$")),)))
    assert hands.answer(b"@;") == title + MORE
    assert hands.terminal.buffer[10][5].data == "$"
    assert hands.cursor == hands.hero
    assert hands.answer(b";") == title + MORE
    sent = hands.type(b" ")
    assert b"\x1b[H\x1b[J" in sent
    assert hands.terminal.display[1:] == before[1:]


def test_a_new_level_clears_the_screen() -> None:
    hands = calm(Hands(BOT))
    world = hands.session.world
    world.player.spot = world.level.stairs
    hands.type(b"\x12")
    sent = hands.type(b">;")
    assert sent.count(b"\x1b[H\x1b[J") == 1
    assert hands.row(23).startswith("Level: 2 ")
    assert hands.agree()


@pytest.mark.parametrize("keys", [b"e", b"r", b"th", b"?", b"i", b"o", b"c", b"?*", b"t", b"D", b"cbab"])
def test_cmd_20_control_c_asks_anywhere_and_a_no_goes_back(keys: bytes) -> None:
    hands = Hands()
    hands.type(keys)
    before, cursor = list(hands.terminal.display), hands.cursor
    assert hands.answer(b"\x03") == "Really quit?"
    hands.type(b"n")
    assert (hands.terminal.display, hands.cursor) == (before, cursor)
    hands.type(b"\x03y\r")
    assert hands.session.closed
    assert hands.session.outcome is not None
    assert hands.session.outcome.how == "quit"


def test_help_columns_do_not_run_into_each_other() -> None:
    assert max(len(line.text()) for line in HELP) < HALF


def test_help_ends_with_a_word_about_the_arrow_keys() -> None:
    hands = Hands()
    line = "Arrow and keypad keys step, too; with shift or control they run."
    hands.type(b"?*")
    assert line not in map(str.rstrip, hands.terminal.display)
    hands.type(b" ")
    assert line in map(str.rstrip, hands.terminal.display)


def test_nam_11_discoveries_come_in_random_order() -> None:
    hands = Hands()
    world = hands.session.world
    world.knowledge.true.update(world.rules.potions)
    lists = [discovered(world, "!") for _ in range(3)]
    assert all(lines is not None and len(set(lines)) == len(world.rules.potions) for lines in lists)
    assert lists[0] != lists[1] or lists[1] != lists[2]


def test_cmd_3_what_ends_a_count() -> None:
    found = scene()
    found.session.world.level.flags[spot_of(1, 3)] &= ~REAL  # a secret door in the wall above
    found.session.world.level.views.clear()
    found.session.world.player.spot = spot_of(2, 3)
    found.type(b"200s")
    assert "A secret door" in "\n".join([found.row(), *found.session.world.said])
    assert 0 < found.session.world.turns < 200
    attacked = scene(hall("@...H"))
    find_foe(attacked.session.world, "H").flags |= AWAKE
    attacked.type(b"200.")
    assert 3 <= attacked.session.world.turns < 8


@pytest.mark.parametrize(("keys", "left"), [(b"2qf", 1), (b"3qf", 0)])
def test_cmd_3_a_counted_quaff_drinks_without_asking_again(keys: bytes, left: int) -> None:
    hands = scene()
    hands.type(keys)
    dismiss(hands)
    world = hands.session.world
    entry = world.pack_item("f")
    assert (entry.count if entry else 0) == left
    assert world.turns == 3 - left


@pytest.mark.parametrize(("keys", "turns"), [(b"9ea", 1), (b"9wd", 1), (b"9,", 1), (b"9T", 2), (b"9Pjl", 1)])
def test_cmd_3_other_commands_drop_the_count(keys: bytes, turns: int) -> None:
    hands = scene()
    hands.type(keys)
    dismiss(hands)
    assert hands.session.world.turns == turns


STANDING = {
    # options, keys -> what stands there, whether Escape ends it
    "a message": ("terse", b"v.", "more", False),
    "a line of a slow list": ("inven=slow", b"i", "more", True),
    "a page of a list": ("inven=clear", b"i", "page", True),
    "the last page": ("", b"Qy", "return", False),
}


def waiting(name: str) -> Session:
    """Return a game with this on the screen."""
    options, keys, mode, _ = STANDING[name]
    game = Session(107, options=options)
    game.feed(b"")
    for key in keys:
        game.feed(bytes((key,)))
    assert game.mode == mode
    return game


@pytest.mark.parametrize("name", STANDING)
@pytest.mark.parametrize("stroke", ["\r", "\n", " ", "\x1b"])
def test_space_return_and_escape_go_on_everywhere(name: str, stroke: str) -> None:
    game = waiting(name)
    before = game.mode, game.screen
    assert game.escape_ends is STANDING[name][3]
    game.feed(game_keys(stroke, game.mode, escape_ends=game.escape_ends))
    assert (game.mode, game.screen) != before


@pytest.mark.parametrize("name", ["a line of a slow list", "a page of a list"])
def test_escape_still_ends_a_list(name: str) -> None:
    game = waiting(name)
    game.feed(game_keys("\x1b", game.mode, escape_ends=game.escape_ends))
    assert game.mode == "command"


@pytest.mark.parametrize("name", STANDING)
def test_the_game_itself_takes_one_key_only_as_of_old(name: str) -> None:
    wrong = b" \x1b" if name == "the last page" else b"\r\nx"
    for key in wrong:
        game = waiting(name)
        before = game.mode
        game.feed(bytes((key,)))
        assert game.mode == before


@pytest.mark.slow
async def test_a_person_on_a_server_is_helped_and_a_program_is_not(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        person = await here.client("telnet")
        await person.ask(b"\xff\xfb\x18\xff\xfa\x18\x00XTERM\xff\xf0ann\r\n\r\nx\r\n", b"Hp: 12(12)")
        program = await here.client()
        await program.register("bob")
        for client in (person, program):
            await client.ask(b"Qy", b"[Press return to continue]")
            client.send(b" ")
        assert b"quit: " in await person.until(b"quit: ")
        assert b"quit: " not in await program.silence()
        await program.ask(b"\n", b"quit: ")


HALL = """------------------
|................|
|.@..............|
|................|
------------------"""


def flushed(world: World, keys: bytes, options: str = "") -> bool:
    hands = Hands(options)
    world.options = hands.session.options
    hands.enter(world)
    hands.type(keys)
    return hands.session.flushed


@pytest.mark.parametrize("name", ["arrow", "bear trap", "teleport", "rust", "mysterious", "trapdoor"])
def test_trp_2_any_trap_voids_what_was_typed_ahead(name: str) -> None:
    world = read_world(HALL.replace("@.", "@^", 1), traps={(2, 3): name}, kit=True)
    assert flushed(world, b"l", "noflush")


def test_con_20_teleporting_voids_what_was_typed_ahead() -> None:
    world = read_world(HALL, kit=True)
    carry(world, "scroll", "teleportation")
    assert flushed(world, b"rf", "noflush")


@pytest.mark.parametrize(("options", "void"), [("flush", True), ("noflush", False)])
def test_opt_7_a_blow_voids_it_with_option_flush_only(options: str, void: bool) -> None:
    assert flushed(read_world(hall(".@H."), kit=True), b"l", options) is void


def test_opt_7_an_ordinary_step_voids_nothing() -> None:
    assert not flushed(read_world(HALL, kit=True), b"l", "flush")


def test_screen_8_the_session_itself_drops_no_key() -> None:
    world = read_world(HALL.replace("@.", "@^", 1), traps={(2, 3): "mysterious"}, kit=True)
    hands = Hands("flush")
    hands.enter(world)
    hands.type(b"l s" + b"s" * 5)
    assert hands.session.flushed
    assert hands.session.world.turns == 7


def test_every_mode_has_one_function_and_a_name_of_its_own() -> None:
    assert set(HANDLERS) == set(get_args(ModeName))
    assert mode_name(PlainMode("more")) == "more"
    assert mode_name(CommandMode()) == "command"


def test_an_interrupt_that_is_taken_back_leaves_the_mode_as_it_was() -> None:
    game = Session(3)
    game.feed(b"")
    game.feed(b"o" + b"\r" * 9 + b"Ann")
    before = game.screen
    assert any(row.rstrip().endswith(": Ann") for row in before)
    game.feed(b"\x03")
    assert game.mode == "quit"
    game.feed(b"n")
    assert (game.mode, game.screen) == ("options", before)
    game.feed(b"e\r\x1b ")
    assert "Anne" in (game.options.name, game.options.fruit, game.options.file)


def test_a_saved_game_is_gone_on_with_and_no_other_is_begun_for_it() -> None:
    first = Session(3, options="name=Ann")
    first.feed(b"")
    first.feed(b"s")
    second = Session(4, options="terse", state=first.state())
    assert (second.world.seed, second.world.turns, second.mode) == (3, 1, "command")
    assert second.options.terse
    assert second.screen == first.screen


def test_a_text_that_is_typed_is_part_of_the_mode() -> None:
    game = Session(3, options="name=Ann", wizard=True)
    game.feed(b"")
    game.feed(b"C*12\x7f3")
    assert game.mode == "text"
    assert game.screen[0].rstrip().endswith(" 13")
