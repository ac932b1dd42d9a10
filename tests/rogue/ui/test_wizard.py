"""Wizard mode: its keys, their questions, what they do, and winning with a created Amulet (WIZ, KEY-44)."""

from __future__ import annotations

import pytest

from rogue.rules import monster_ai, wizard_mode
from rogue.state.entities import CURSED, DETECTS, KNOWN, PROTECTED, Item
from rogue.state.grid import COLS, SIZE, spot_of
from rogue.state.level import PASS, REAL
from rogue.state.world import World
from rogue.tables.variant_rules import KEYS_54
from rogue.ui import wizard
from rogue.ui.help import lines_of
from rogue.ui.session import Session
from scripts.lib.notation import hall, read_world
from tests.support.session_driver import MORE, Hands

pytestmark = pytest.mark.slow

ROOM = """---------
|.......|
|..@....+##
|.....H.|
---------"""


class Wizard(Hands):
    """Hands of a wizard, in a game of their own or in a picture."""

    def __init__(self, picture: str = "", seed: int = 3, options: str = "terse,jump,inven=slow") -> None:
        super().__init__(options, seed)
        if picture:
            world = read_world(picture, seed=seed, kit=True)
            world.options = self.session.options
            wizard_mode.become_wizard(world)
            self.enter(world)
        else:
            wizard_mode.become_wizard(self.world)

    @property
    def world(self) -> World:
        return self.session.world

    def answers(self, keys: bytes) -> list[str]:
        """Type keys, then spaces; return every text that stood in row 0."""
        self.type(keys)
        texts = [self.row()]
        while self.session.mode == "more":
            self.type(b" ")
            texts.append(self.row())
        return [text.removesuffix(MORE) for text in texts]


def last(world: World) -> Item:
    """The pack's newest item: the one with the highest letter."""
    return max(world.player.pack, key=lambda item: item.letter)


@pytest.mark.parametrize("key", [b"+", *(bytes([key]) for key in wizard.POWERS)])
def test_key_44_in_an_ordinary_game_the_keys_of_a_wizard_are_illegal(key: bytes) -> None:
    hands = Hands()
    assert hands.answer(key).startswith("Illegal command '")
    assert not hands.session.world.wizard


def test_wiz_1_the_key_leaves_wizard_mode_and_enters_it_again() -> None:
    session = Session(3, wizard=True)
    session.feed(b"")
    assert session.world.wizard
    assert session.world.player.flags & DETECTS
    session.feed(b"+")
    assert session.screen[0].rstrip() == "Not wizard any more"
    assert not session.world.wizard
    assert not session.world.player.flags & DETECTS
    session.feed(b"\x04")
    assert session.screen[0].startswith("Illegal command '^D'")
    session.feed(b"+")
    assert session.screen[0].rstrip() == "You are suddenly as smart as Ken Arnold in dungeon #3"
    assert session.world.wizard


def test_end_6_a_game_that_ever_was_in_wizard_mode_says_so_for_good() -> None:
    session = Session(3, wizard=True)
    session.feed(b"+Qy")
    assert session.outcome is not None
    assert session.outcome.marks == ("wizard",)
    plain = Session(3)
    plain.feed(b"Qy")
    assert plain.outcome is not None
    assert plain.outcome.marks == ()


def test_wiz_1_monsters_are_detected() -> None:
    hands = Wizard("-------\n|.@...|\n-------  ---\n         |H|\n         ---")
    assert hands.row(4)[10] == "H"
    hands.type(b"\x18")
    assert hands.row(4) == ""
    hands.type(b"\x18")
    assert hands.row(4)[10] == "H"


def test_wiz_2_position_units_and_food() -> None:
    hands = Wizard(ROOM)
    assert hands.answers(b"|") == ["@ 3,3"]
    assert hands.answers(b"$") == ["Inpack = 5"]
    hands.world.player.food = 1234
    assert hands.answers(b"\x05") == ["Food left: 1234"]


def test_wiz_2_all_commands_are_free() -> None:
    hands = Wizard(ROOM)
    for key in wizard.POWERS:
        hands.type(bytes([key]))
        for _ in range(30):
            if hands.session.mode != "command":
                hands.type(b" " if hands.session.mode in ("more", "page", "window") else b"\x1b")
    assert hands.world.turns == 0
    assert hands.session.mode == "command"


def test_wiz_2_what_lies_on_the_level_is_listed() -> None:
    hands = Wizard(hall(".@.!."))
    assert len(hands.answers(b"\x07")) == 1
    hands.world.level.take_thing(hands.world.level.things[0])
    assert hands.answers(b"\x07") == ["Nothing lies on this level"]


def test_wiz_2_any_item_can_be_identified() -> None:
    hands = Wizard(ROOM)
    hands.answers(b"C)0-")
    sword = last(hands.world)
    assert not sword.flags & KNOWN
    assert hands.answer(b"\x17") == "Identify what? (* for list):"
    shown = hands.answers(sword.letter.encode())
    assert sword.flags & KNOWN
    assert shown == [f"A {sword.hit_plus:+d},{sword.damage_plus:+d} mace (cursed)"]


def test_wiz_2_the_table_of_a_kind_names_its_odds() -> None:
    hands = Wizard()
    assert hands.answer(b"*") == "For what type of object do you want a list?"
    hands.type(b"!")
    kinds = hands.world.rules.potions
    assert hands.row(0) == f"0) {kinds[0].name}: {kinds[0].odds}%"
    assert hands.row(len(kinds) - 1) == f"d) {kinds[-1].name}: {kinds[-1].odds}%"
    hands.type(b" ")
    assert hands.answers(b"*x") == ["There is no table of these"]


def test_wiz_2_bug_22_36_down_and_up_but_not_above_the_first_level() -> None:
    hands = Wizard()
    hands.type(b"\x04")
    assert (hands.world.depth, hands.world.turns) == (2, 0)  # BUG-36: no turn is run
    hands.type(b"5\x04")
    assert hands.world.depth == 7
    hands.type(b"9\x01")
    while hands.session.mode == "more":
        hands.type(b" ")
    assert hands.world.depth == 1
    assert hands.answers(b"\x01") == ["There is no level above this one"]
    assert hands.agree()


def test_wiz_2_teleport_moves_the_player_at_once() -> None:
    places = set()
    hands = Wizard()
    for _ in range(8):
        hands.type(b"\x14")
        places.add(hands.hero)
    assert len(places) > 4
    assert hands.session.flushed


SECRETS = """---------
|.......|
|..@....S##%%#
|.......|
---------"""


def secret_level() -> Wizard:
    """A room with a secret door, a passage with two hidden squares, a hidden trap."""
    hands = Wizard(SECRETS.replace("S", "|").replace("%", " "))
    level = hands.world.level
    door = spot_of(3, 8)
    level.flags[door] &= ~REAL
    for col in (11, 12):
        level.flags[spot_of(3, col)] = PASS
    level.flags[spot_of(2, 2)] &= ~REAL
    return hands


def test_wiz_2_the_whole_level_is_shown_with_its_secrets() -> None:
    hands = secret_level()
    hands.type(b"\x06")
    assert hands.row(0) == MORE
    assert hands.row(3).startswith("|.......+##")
    assert hands.row(3)[11:13] == "##"
    assert hands.row(2)[2] == "^"
    assert hands.terminal.buffer[3][8].reverse
    assert not hands.terminal.buffer[3][9].reverse
    assert hands.cursor == hands.hero
    hands.type(b" ")
    assert "@" in hands.row(3)
    assert hands.agree()


def test_wiz_2_passages_and_doors_are_drawn_on_the_map() -> None:
    hands = secret_level()
    assert "#" not in hands.row(3)
    hands.type(b"\x11")
    assert hands.row(3)[8:13] == "+####"
    assert hands.terminal.buffer[3][8].reverse
    assert hands.terminal.buffer[3][11].reverse
    assert not hands.terminal.buffer[3][10].reverse
    assert hands.world.level.cells[spot_of(3, 8)] == ord("|")  # seen, but not found


def test_wiz_4_the_pack_shows_curses_and_protection() -> None:
    hands = Wizard(ROOM)
    mail, mace = hands.world.player.worn, hands.world.player.wielded
    assert mail is not None
    assert mace is not None
    mail.flags |= PROTECTED
    mace.flags |= CURSED
    lines = hands.answers(b"i")
    assert lines[1] == "b) +1 ring mail [4] (protected) (being worn)"
    assert lines[2] == "c) A +1,+1 mace (cursed) (weapon in hand)"
    hands.type(b"+")
    lines = hands.answers(b"i")
    assert lines[1] == "b) +1 ring mail [4] (being worn)"
    assert lines[2] == "c) A +1,+1 mace (weapon in hand)"


def test_wiz_4_wandering_monsters_are_announced() -> None:
    hands = Wizard(seed=5)
    monster_ai.bring_wanderer(hands.world)
    foe = hands.world.level.foes[0]
    assert hands.world.said == [f"Started a wandering {foe.kind.name}"]


def test_amu_2_with_a_created_amulet_the_game_can_be_won() -> None:
    hands = Wizard(hall(".@%.."), options="jump")
    assert hands.answers(b"C,") == ["You now have the Amulet of Yendor (f)"]
    hands.type(b"l<")
    while hands.session.mode == "more":
        hands.type(b" ")
    assert hands.session.outcome is not None
    assert (hands.session.outcome.how, hands.session.outcome.marks) == ("won", ("wizard",))
    assert hands.session.mode == "winner"


def test_the_same_wizards_keys_give_the_same_game() -> None:
    keys = b"C)0+C]1-\t\x04\x04\x14\x11\x06 2C!0!1*/ ~"
    games = [Session(11, wizard=True) for _ in range(2)]
    sent = [game.feed(b"") + b"".join(game.feed(bytes([key])) for key in keys) for game in games]
    assert sent[0] == sent[1]
    assert games[0].world.rng.drawn == games[1].world.rng.drawn > 0


def test_no_wizards_key_makes_it_raise() -> None:
    keys = bytes(wizard.POWERS) + b"!?:)]=/,*0a-+n \x1b\n53hjkl"
    for seed in range(6):
        hands = Wizard(seed=seed)
        for number in range(150):
            hands.type(bytes([keys[(number * number * 7 + seed * 31 + number) % len(keys)]]))
            assert hands.agree()
            assert 0 <= hands.world.player.spot < SIZE
            assert hands.world.player.spot // COLS > 0


def test_a_wizards_help_names_every_key_and_nobody_elses_does() -> None:
    told = {line.key for line in lines_of(KEYS_54, wizard=True)} - {line.key for line in lines_of(KEYS_54)}
    assert told == {chr(key) for key in (*wizard.POWERS, wizard.CREATE, wizard.TOGGLE)}
    assert Wizard().answers(b"?C") == ["C       create an item"]
    hands = Hands()
    assert hands.answer(b"?C") == "Unknown character 'C'"


def test_wiz_2_creating_asks_for_kind_entry_and_blessing() -> None:
    hands = Wizard(ROOM)
    assert hands.answer(b"C") == "Type of item:"
    assert hands.answer(b")") == "Which ) (weapon) do you want? (0-8)"
    assert hands.answer(b"1") == "Blessing? (+,-,n)"
    assert hands.answer(b"x") == "Blessing? (+,-,n)"
    assert hands.answer(b"+").endswith("long sword (f)")
    assert hands.world.turns == 0


def test_wiz_2_wrong_answers_are_asked_again_and_escape_gives_up() -> None:
    hands = Wizard(ROOM)
    assert hands.answers(b"Cq") == ["Invalid type, try again", "Type of item:"]
    assert hands.answers(b"!z") == ["Invalid potion, try again", "Which ! (potion) do you want? (0-d)"]
    hands.type(b"\x1b")
    assert (hands.row(), hands.session.mode, len(hands.world.player.pack)) == ("", "command", 5)


@pytest.mark.parametrize(
    ("symbol", "cls"),
    [
        ("!", "potion"),
        ("?", "scroll"),
        (":", "food"),
        ("=", "ring"),
        ("/", "stick"),
        ("]", "armor"),
        (")", "weapon"),
    ],
)
def test_wiz_2_itm_30_every_entry_of_every_table_can_be_made(symbol: str, cls: str) -> None:
    for entry, kind in enumerate(Wizard().world.rules.kinds(cls)):  # type: ignore[arg-type]
        hands = Wizard(ROOM)
        before = sum(item.count for item in hands.world.player.pack if item.kind is kind)
        hands.type(b"C" + symbol.encode() + wizard.ENTRIES[entry].encode())
        assert (hands.session.mode == "letter") is wizard_mode.takes_blessing(kind)
        hands.answers(b"n" if wizard_mode.takes_blessing(kind) else b"")
        assert sum(item.count for item in hands.world.player.pack if item.kind is kind) > before


def test_wiz_2_gold_goes_into_the_purse() -> None:
    hands = Wizard(ROOM)
    assert hands.answer(b"C*") == "How much?"
    assert hands.answers(b"1x0\n") == ["'1x0' is not a number", "How much?"]
    hands.type(b"\x15120\n")
    assert hands.world.player.purse == 120
    assert "Gold: 120" in hands.row(23)


def test_cmd_3_a_count_before_c_makes_several_things() -> None:
    hands = Wizard(ROOM)
    assert hands.answer(b"2C!0").endswith("(f)" + MORE)
    hands.type(b" !0")
    assert last(hands.world).count == 2
    assert hands.session.mode == "command"


@pytest.mark.parametrize("blessing", ["+", "-", "n"])
@pytest.mark.parametrize("entry", [0, 3])
def test_wiz_3_blessings_of_weapons(blessing: wizard_mode.Blessing, entry: int) -> None:
    seen = set()
    for seed in range(60):
        world = read_world(ROOM, seed=seed)
        kind = world.rules.weapons[entry]
        wizard_mode.create(world, kind, blessing)
        item = last(world)
        seen.add((item.hit_plus, item.damage_plus))
        assert bool(item.flags & CURSED) is (blessing == "-")
    sign = {"+": 1, "-": -1, "n": 0}[blessing]
    if sign:
        assert seen == {(sign * hit, sign * damage) for hit in (1, 2, 3) for damage in (1, 2, 3)}
    else:
        assert seen == {(0, 0)}


@pytest.mark.parametrize(("blessing", "change"), [("+", {-1, -2, -3}), ("-", {1, 2, 3}), ("n", {0})])
def test_wiz_3_blessings_of_armor(blessing: wizard_mode.Blessing, change: set[int]) -> None:
    seen = set()
    for seed in range(40):
        world = read_world(ROOM, seed=seed)
        wizard_mode.create(world, world.rules.kind("armor", "chain mail"), blessing)
        seen.add(last(world).value - 5)
        assert bool(last(world).flags & CURSED) is (blessing == "-")
    assert seen == change


@pytest.mark.parametrize(("blessing", "values"), [("+", {1, 2}), ("-", {-1}), ("n", {1, 2})])
def test_wiz_3_blessings_of_valued_rings(blessing: wizard_mode.Blessing, values: set[int]) -> None:
    seen = set()
    for seed in range(40):
        world = read_world(ROOM, seed=seed)
        wizard_mode.create(world, world.rules.kind("ring", "protection"), blessing)
        seen.add(last(world).value)
        assert bool(last(world).flags & CURSED) is (blessing == "-")
    assert seen == values


def test_wiz_3_a_ring_that_is_always_cursed_stays_so() -> None:
    world = read_world(ROOM)
    wizard_mode.create(world, world.rules.kind("ring", "teleportation"))
    assert last(world).flags & CURSED


def test_wiz_2_a_stick_gets_ten_thousand_charges_and_nothing_else_does() -> None:
    hands = Wizard(ROOM)
    hands.answers(b"C/3")
    assert hands.answer(b"~") == "Charge what? (* for list):"
    hands.answers(b"f")
    assert last(hands.world).value == 10_000
    mail = hands.world.player.worn
    assert mail is not None
    before = mail.value
    assert hands.answers(b"~b") == ["That holds no charges"]
    assert mail.value == before


def test_wiz_2_nine_levels_and_the_arms_of_a_wizard() -> None:
    hands = Wizard(ROOM)
    texts = hands.answers(b"\t")
    player = hands.world.player
    assert texts == [f"Welcome to level {level}" for level in range(2, 11)]
    assert player.level == 10
    sword, mail = player.wielded, player.worn
    assert sword is not None
    assert mail is not None
    assert (sword.kind.name, sword.hit_plus, sword.damage_plus) == ("two handed sword", 1, 1)
    assert (mail.kind.name, mail.value) == ("plate mail", -5)
    assert "Arm: 15" in hands.row(23)
