"""Sessions of Rogue 5.2 and 3.6: keys, words, lines, prompts, and ends (SCREEN.md 2, 5 to 8, 10 and 12)."""

from __future__ import annotations

import pytest

from rogue.rules import commands
from rogue.rules.item_names import foe_name
from rogue.rules.output import add_text, emit, reply
from rogue.state.entities import BLIND, KNOWN, Item, Monster
from rogue.state.grid import AROUND
from rogue.state.world import Command, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.items import ItemClass
from rogue.tables.monsters import INVISIBLE
from rogue.tables.variant_rules import ZAP_ASTRAY
from rogue.ui.end_screens import ScoreRow, score_lines, winner_table
from rogue.ui.help import WINDOW_ROWS, help_rows, lines_of
from rogue.ui.keymap import KEYS, keys_of
from tests.support.session_driver import Hands, row_of

OLD = ("5.2", "3.6")
each = pytest.mark.parametrize("edition", OLD)


def calm(edition: str, options: str = "terse") -> Hands:
    """A session in which nothing interrupts."""
    hands = Hands(options, edition=edition)
    for foe in list(hands.session.world.level.foes):
        hands.session.world.level.drop_foe(foe)
    return hands


def new_item(hands: Hands, cls: ItemClass, name: str, letter: str = "f") -> Item:
    return hands.give(cls, name, letter)


def turns(hands: Hands, keys: bytes) -> int:
    """How many turns some keys took."""
    before = hands.session.world.turns
    hands.type(keys)
    return hands.session.world.turns - before


@pytest.mark.parametrize(
    ("edition", "row"),
    [
        ("5.2", "Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Ac: 6   Exp: 1/0  "),
        ("3.6", "Level: 1  Gold: 0      Hp: 12(12)  Str: 16  Ac: 6   Exp: 1/0"),
    ],
)
def test_v52_23_the_status_line_shows_the_raw_armor_class(edition: str, row: str) -> None:
    assert row_of(Hands(edition=edition).session.world) == row


@pytest.mark.parametrize(
    ("strength", "shown"),
    [(3, "Str: 3   Ac"), (18, "Str: 18  Ac"), (19, "Str: 18/1  Ac"), (118, "Str: 18/100  Ac")],
)
def test_v36_4_exceptional_strength_stands_behind_a_stroke(strength: int, shown: str) -> None:
    world = Hands(edition="3.6").session.world
    world.player.strength = strength
    assert shown in row_of(world)


def test_hunger_in_3_6_brings_its_own_blanks_and_ends_in_fainting() -> None:
    world = Hands(edition="3.6").session.world
    world.player.hunger = 3
    assert row_of(world).endswith("Exp: 1/0  Fainting")
    world = Hands(edition="5.2").session.world
    world.player.hunger = 3
    assert row_of(world).endswith("Exp: 1/0  Faint")


@pytest.mark.parametrize(
    ("edition", "lines"),
    [
        ("5.2", ["a) Some food", "b) +1 ring mail [6] (being worn)", "c) A +1,+1 mace (weapon in hand)",
                 "d) A +1,+0 short bow"]),
        ("3.6", ["a) Some food.", "b) +1 ring mail (being worn).", "c) A +1,+1 mace (weapon in hand).",
                 "d) A +1 short bow."]),
    ],
)  # fmt: skip
def test_the_pack_at_the_start(edition: str, lines: list[str]) -> None:
    hands = calm(edition)
    hands.type(b"i")
    assert [hands.row(row) for row in range(4)] == lines
    assert hands.row(4).startswith("e) ")
    assert hands.row(4).endswith(" +0,+0 arrows" if edition == "5.2" else " +0 arrows.")
    assert hands.row(23) == "--Press space to continue--"
    hands.type(b" ")
    assert hands.row(23).startswith("Level: 1")


@each
def test_a_rings_plus_stands_before_its_name(edition: str) -> None:
    hands = calm(edition)
    ring = new_item(hands, "ring", "protection")
    ring.value, ring.flags = 2, KNOWN
    world = hands.session.world
    world.knowledge.looks[ring.kind] = "jade"
    world.knowledge.true.add(ring.kind)
    assert hands.answer(b"If") == "f) A +2 ring of protection(jade)" + ("." if edition == "3.6" else "")


def test_3_6_says_a_before_weapons_and_sticks_whatever_follows() -> None:
    hands = calm("3.6")
    new_item(hands, "weapon", "arrow", "f")
    stick = new_item(hands, "stick", "light", "g")
    potion = new_item(hands, "potion", "healing", "h")
    looks = hands.session.world.knowledge.looks
    looks[stick.kind], looks[potion.kind] = "oaken", "amber"
    hands.session.world.knowledge.metal.clear()
    for key, line in ((b"If", "f) A arrow."), (b"Ig", "g) A oaken staff."), (b"Ih", "h) An amber potion.")):
        assert hands.answer(key) == line


@each
def test_option_step_lists_line_by_line_and_escape_does_not_end_it(edition: str) -> None:
    hands = calm(edition, "terse,step")
    assert hands.answer(b"i").endswith("--More--")
    assert " --More--" not in hands.row()
    assert hands.answer(b"\x1b\x1b").startswith("a) ")
    assert hands.answer(b"    ").startswith("e) ")
    assert "More" not in hands.row()


@pytest.mark.parametrize(
    ("key", "in52", "in36"),
    [
        (b"e", "Eat what? (* for list):", "eat what? (* for list):"),
        (b"q", "Quaff what? (* for list):", "quaff what? (* for list):"),
        (b"P", "Put on what? (* for list):", "put on what? (* for list):"),
        (b"th", "Throw what? (* for list):", "throw what? (* for list):"),
        (b"tx", "Direction:", "Direction:"),
        (b"I", "Item:", "Item:"),
        (b"/", "What do you want identified?", "What do you want identified?"),
        (b"Q", "Really quit?", "Really quit?"),
    ],
)
def test_terse_prompts(key: bytes, in52: str, in36: str) -> None:
    for edition, text in zip(OLD, (in52, in36), strict=True):
        hands = calm(edition)
        assert hands.answer(key) == text


def test_3_6_takes_escape_for_an_answer_to_what_to_identify() -> None:
    for edition, text in (("5.2", "You must identify something--More--"), ("3.6", "")):
        hands = calm(edition)
        scroll = new_item(hands, "scroll", "identify")
        assert scroll.letter == "f"
        hands.type(b"rf")
        while "what? " not in hands.row():
            hands.type(b" ")
        assert hands.answer(b"\x1b") == text


@each
def test_an_answered_item_prompt_stands_until_a_message_follows(edition: str) -> None:
    """As recorded: only a message, a window or a new screen takes its place."""
    hands = calm(edition)
    assert hands.answer(b"the").endswith("hrow what? (* for list):")
    assert hands.cursor == hands.hero
    assert hands.answer(b"s").endswith("hrow what? (* for list):")
    assert hands.answer(b">").startswith("I see no way down")
    assert hands.answer(b"s") == ""
    hands = Hands("terse")
    hands.type(b"the")
    assert "what?" not in hands.row()


@each
def test_v52_22_a_name_is_asked_for_only_with_askme(edition: str) -> None:
    for options, asks in (("terse", False), ("terse,askme", True)):
        hands = calm(edition, options)
        potion = new_item(hands, "potion", "see invisible")
        hands.session.world.knowledge.true.discard(potion.kind)
        hands.type(b"qf")
        seen = hands.row()
        while seen.endswith("--More--"):
            hands.type(b" ")
            seen = hands.row()
        assert (seen == "Call it:") is asks


@each
def test_calling_shows_the_look_and_no_weapon_can_be_called(edition: str) -> None:
    hands = calm(edition)
    potion = new_item(hands, "potion", "healing")
    hands.session.world.knowledge.looks[potion.kind] = "plaid"
    assert hands.answer(b"cf") == 'Called "plaid"--More--'
    hands.type(b" ?\n")
    assert hands.session.world.knowledge.called[potion.kind] == "?"  # the true name is 5.4.5's
    assert hands.answer(b"cc") == "You can't call that anything"


@each
def test_blows_are_messages_of_their_own_and_wait_for_a_space(edition: str) -> None:
    hands = calm(edition)
    world = hands.session.world
    world.player.flags |= BLIND
    emit(world, "You hit")
    reply(world, "You have defeated it", terse="Defeated it")
    hands.type(b"s")
    stop = "." if edition == "3.6" else ""
    assert hands.row() == f"You hit{stop}--More--"
    assert hands.answer(b" ") == f"Defeated it{stop}"


@each
def test_long_messages_are_split_at_the_width_of_the_row(edition: str) -> None:
    """What ran on into row 1 of the map comes as a message of its own, so that all of it can be read."""
    hands = calm(edition, "")
    world = hands.session.world
    add_text(world, "You now have ")
    emit(world, "a scroll titled 'lechwun vly mikcone toxion ornmic lech' (f)")
    emit(world, "x" * 60 + " " + "y" * 60)
    assert (
        hands.answer(b"s") == "You now have a scroll titled 'lechwun vly mikcone toxion ornmic lech'--More--"
    )
    assert hands.answer(b" ") == "(f)--More--"
    assert hands.answer(b" ") == "X" + "x" * 59 + "--More--"
    assert hands.answer(b" ") == "y" * 60
    assert hands.row(1) == ""


def test_unseen_monsters_are_it_only_to_the_blind() -> None:
    for edition, letter in (("5.2", "I"), ("3.6", "I"), ("5.4", "P")):
        hands = Hands(edition=edition)
        world: World = hands.session.world
        foe = Monster(world.rules.monsters[letter], world.player.spot + 1)
        foe.flags |= INVISIBLE
        world.level.foe_at[foe.spot] = foe
        assert foe_name(world, foe) == ("something" if edition == "5.4" else "the invisible stalker")
        world.player.flags |= BLIND
        assert foe_name(world, foe) == ("something" if edition == "5.4" else "it")


def test_quitting_shows_a_last_screen_in_5_2_and_none_in_3_6() -> None:
    hands = calm("5.2")
    hands.type(b"Qy")
    assert hands.row(22) == "You quit with 0 gold pieces"
    assert hands.row(23) == "[Press return to continue]"
    hands = calm("3.6")
    hands.type(b"Qy")
    assert hands.session.closed
    assert hands.session.outcome is not None
    assert hands.session.outcome.how == "quit"


@pytest.mark.parametrize(
    ("edition", "title"), [("5.2", "Top Ten Rogueists:"), ("3.6", "Top Ten Adventurers:")]
)
def test_the_score_list_has_tabs_and_its_own_title(edition: str, title: str) -> None:
    row = ScoreRow(870, "ann", "killed", "bat", 7, amulet=True)
    assert score_lines([row], words=EDITIONS[edition].words) == [
        title,
        "Rank\tScore\tName",
        "1\t870\tann: killed on level 7 by a bat.",
    ]


def test_3_6_spells_the_winners_gold_its_own_way() -> None:
    assert winner_table([], 12, EDITIONS["3.6"].words.gold_pieces)[-1] == "      12  Gold Peices          "
    assert EDITIONS["5.2"].words.gold_pieces == "Gold Pieces"


def test_the_help_of_3_6_names_only_keys_that_can_be_typed() -> None:
    text = "\n".join(help_rows(EDITIONS["3.6"].keys))
    assert "space   rest for a turn" in text
    assert "^@" not in text
    assert "Q       quit the game" in text


@pytest.mark.parametrize("key", "mFa,)]=@\x10\x08\x0b\x19\x15\x02\x0e")
def test_v52_21_what_later_keys_do_is_illegal(key: str) -> None:
    for edition in OLD:
        assert keys_of(EDITIONS[edition].keys)[ord(key)].kind == "illegal"
    assert KEYS[ord(key)].kind != "illegal"


@pytest.mark.parametrize("key", ".D^")
def test_v36_20_these_are_illegal_in_3_6_only(key: str) -> None:
    assert keys_of(EDITIONS["3.6"].keys)[ord(key)].kind == "illegal"
    assert keys_of(EDITIONS["5.2"].keys)[ord(key)] == KEYS[ord(key)]


@each
def test_v52_21_control_l_repaints_all_that_stands_there(edition: str) -> None:
    hands = calm(edition)
    before = hands.terminal.display[1:]
    hands.type(b"\x0c")
    assert hands.sent.startswith(b"\x1b[H\x1b[J")
    assert hands.terminal.display[1:] == before


@each
def test_v52_21_f_and_a_direction_is_the_careful_run(edition: str) -> None:
    careful, plain = calm(edition), calm(edition)
    careful.type(b"fh")
    plain.type(b"H")
    assert careful.session.world.turns > 0
    assert careful.session.world.turns <= plain.session.world.turns
    careful.type(b"fs")  # f and another key do what that key does
    assert careful.row() == ""
    assert turns(careful, b"fs") == 1
    assert turns(careful, b"fa") == 0
    assert careful.row().startswith("Illegal command 'a'")


def test_careful_runs_are_those_of_control_keys_in_5_4() -> None:
    """Same level, same squares: only the keys differ."""
    by_f, by_control = calm("5.2"), calm("5.2")
    for key in b"hjklyubn":
        by_f.type(bytes([ord("f"), key]))
        by_control.session._ui.keys = KEYS
        by_control.type(bytes([key & 0x1F]))
        assert by_f.session.world.player.spot == by_control.session.world.player.spot
    assert by_f.session.world.turns == by_control.session.world.turns > 0


@each
def test_counts_have_no_limit_of_255_and_go_through_f(edition: str) -> None:
    hands = calm(edition)
    hands.session.world.wander_on = False
    hands.session.world.stop_timer("wander")
    assert turns(hands, b"300s") == 300
    hands.type(b"3f")
    assert hands.session.mode == "careful"
    assert turns(hands, b"s") == 3


def test_5_4_counts_end_at_255() -> None:
    assert KEYS[ord("9")].kind == "count"
    assert EDITIONS["5.4"].keys.count_max == 255


def test_v36_20_space_rests_and_the_point_is_illegal() -> None:
    hands = calm("3.6")
    assert turns(hands, b" ") == 1
    assert turns(hands, b".") == 0
    assert hands.row() == "Illegal command '.'."
    assert turns(calm("5.2"), b" .") == 1


def test_v36_20_z_zaps_in_any_direction_and_p_in_a_chosen_one() -> None:
    hands = calm("3.6")
    stick = new_item(hands, "stick", "nothing")
    stick.value = 9
    assert hands.answer(b"z") == "zap with what? (* for list):"
    assert turns(hands, b"f") == 1
    assert stick.value == 8
    hands.type(b" p")
    assert hands.session.mode == "direction"
    assert hands.answer(b"h") == "zap with what? (* for list):"
    assert turns(hands, b"f") == 1
    assert stick.value == 7


def test_v36_20_z_draws_every_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    world = calm("3.6").session.world
    seen = set()

    def note(_world: World, command: Command) -> bool:
        seen.add(command.step)
        return True

    monkeypatch.setattr(commands, "_ZAP", note)
    for _ in range(200):
        commands.ACTIONS[ZAP_ASTRAY](world, Command(ZAP_ASTRAY, letter="f"))
    assert seen == set(AROUND)


@pytest.mark.parametrize("keys", [(b"v",), (b"c", b"\x1b"), (b"o", b"\x1b", b" "), (b"cc",)])
def test_v36_20_v_o_and_c_cost_a_turn(keys: tuple[bytes, ...]) -> None:
    for edition, cost in (("3.6", 1), ("5.2", 0), ("5.4", 0)):
        hands = calm(edition)
        assert sum(turns(hands, key) for key in keys) == cost


def test_v36_20_the_turn_passes_when_the_last_prompt_is_answered() -> None:
    hands = calm("3.6")
    potion = new_item(hands, "potion", "healing")
    for keys in (b"c", b"z", b" ", b"f", b" ", b"fizz"):
        assert turns(hands, keys) == 0
    assert turns(hands, b"\n") == 1
    assert hands.session.world.knowledge.called[potion.kind] == "fizz"


@each
def test_help_is_one_window_of_the_keys_there_are(edition: str) -> None:
    keymap = EDITIONS[edition].keys
    keys = keys_of(keymap)
    assert all(keys[ord(line.key)].kind != "illegal" for line in lines_of(keymap))
    rows = help_rows(keymap)
    assert len(rows) <= WINDOW_ROWS
    hands = calm(edition)
    hands.type(b"?*")
    assert [hands.row(row) for row in range(len(rows))] == rows
    assert hands.row(23) == "--Press space to continue--"


@pytest.mark.parametrize("edition", ["5.4", *OLD])
def test_every_key_of_the_help_can_be_read(edition: str) -> None:
    hands = calm(edition)
    hands.type(b"?*")
    rows = [row for number in range(23) if (row := hands.row(number)).strip()]
    assert len(rows) > 20
    assert not [row for row in rows if row.startswith("  ") or "^@" in row], "each row begins with its key"
    assert any("space   rest for a turn" in row for row in rows) == (edition == "3.6")


def test_every_key_that_does_something_has_its_help() -> None:
    for edition in OLD:
        keymap = EDITIONS[edition].keys
        told = {line.key for line in lines_of(keymap)}
        for key, meaning in enumerate(keys_of(keymap)):
            if meaning.kind in ("act", "ask", "careful"):
                assert chr(key) in told, (edition, chr(key))
