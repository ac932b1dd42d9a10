"""Rogue 5.2 and 3.6 at the keyboard: their words, lines, prompts and ends, in complete sessions."""

from __future__ import annotations

import pytest

from rogue.rules.item_names import foe_name
from rogue.rules.output import add_text, emit, reply
from rogue.state.actors import BLIND, Monster
from rogue.state.item import KNOWN
from rogue.state.world import World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.monsters import INVISIBLE
from rogue.ui.end_screens import winner_table
from rogue.ui.help import help_rows
from rogue.ui.scores import ScoreRow, score_lines
from tests.rogue.ui.older_editions import OLD, calm, each, new_item, turns
from tests.support.session_driver import Hands, row_of


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


def test_5_2_words_the_armor_class_unless_terse() -> None:
    hands = calm("5.2", "")
    hands.type(b"Ib")
    assert hands.row() == "b) +1 ring mail [armor class 6] (being worn)"


@each
def test_a_rings_plus_stands_before_its_name(edition: str) -> None:
    hands = calm(edition)
    ring = new_item(hands, "ring", "protection")
    ring.value, ring.flags = 2, KNOWN
    world = hands.session.world
    world.knowledge.looks[ring.kind] = "jade"
    world.knowledge.true.add(ring.kind)
    hands.type(b"If")
    assert hands.row() == "f) A +2 ring of protection(jade)" + ("." if edition == "3.6" else "")


def test_3_6_says_a_before_weapons_and_sticks_whatever_follows() -> None:
    hands = calm("3.6")
    new_item(hands, "weapon", "arrow", "f")
    stick = new_item(hands, "stick", "light", "g")
    potion = new_item(hands, "potion", "healing", "h")
    looks = hands.session.world.knowledge.looks
    looks[stick.kind], looks[potion.kind] = "oaken", "amber"
    hands.session.world.knowledge.metal.clear()
    for key, line in ((b"If", "f) A arrow."), (b"Ig", "g) A oaken staff."), (b"Ih", "h) An amber potion.")):
        hands.type(key)
        assert hands.row() == line


@each
def test_option_step_lists_line_by_line_and_escape_does_not_end_it(edition: str) -> None:
    hands = calm(edition, "terse,step")
    hands.type(b"i")
    assert hands.row().endswith("--More--")
    assert " --More--" not in hands.row()
    hands.type(b"\x1b\x1b")
    assert hands.row().startswith("a) ")
    hands.type(b"    ")
    assert hands.row().startswith("e) ")
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
        hands.type(key)
        assert hands.row() == text


@each
def test_a_wrong_letter_is_answered_with_the_range_of_letters(edition: str) -> None:
    hands = calm(edition)
    hands.type(b"ez")
    assert hands.row() == "Please specify a letter between 'a' and 'e'--More--"
    hands.type(b" ")
    assert hands.row().endswith("at what? (* for list):")
    hands.type(b"\x07")  # control-G cancels like Escape
    assert hands.row() == ""
    hands.type(b"Iz")
    assert hands.row() == "Range is 'a' to 'e'"


def test_5_4_takes_control_g_for_a_wrong_letter() -> None:
    hands = Hands("terse")
    hands.type(b"e\x07")
    assert hands.row() == "'^G' is not a valid item --More--"


@each
def test_verbose_i_says_both_that_it_is_missing_and_the_range(edition: str) -> None:
    hands = calm(edition, "")
    hands.type(b"Iz")
    assert hands.row() == "'z' not in pack--More--"
    hands.type(b" ")
    assert hands.row() == "Range is 'a' to 'e'"


@each
def test_the_hands_are_asked_for_in_the_words_of_the_edition(edition: str) -> None:
    hands = calm(edition)
    hands.session.world.knowledge.looks[new_item(hands, "ring", "adornment").kind] = "jade"
    hands.type(b"Pf")
    assert hands.row() == ("Left or right ring?" if edition == "5.2" else "Left or Right ring?")
    hands.type(b"l")
    assert hands.row() == ("A jade ring (on left hand) (f)" if edition == "5.2" else "")
    hands.type(b"R")
    assert hands.row() == ("Was wearing a jade ring(f)" if edition == "5.2" else "Was wearing a jade ring")


@each
def test_wearing_a_second_armor_is_refused_before_it_is_asked_for(edition: str) -> None:
    hands = calm(edition)
    assert turns(hands, b"W") == 0
    assert hands.row() == "You are already wearing some"
    hands = Hands("terse")
    hands.type(b"W")
    assert hands.row() == "Wear what? (* for list):"


def test_3_6_takes_escape_for_an_answer_to_what_to_identify() -> None:
    for edition, text in (("5.2", "You must identify something--More--"), ("3.6", "")):
        hands = calm(edition)
        scroll = new_item(hands, "scroll", "identify")
        assert scroll.letter == "f"
        hands.type(b"rf")
        while "what? " not in hands.row():
            hands.type(b" ")
        hands.type(b"\x1b")
        assert hands.row() == text


@each
def test_an_answered_item_prompt_stands_until_a_message_follows(edition: str) -> None:
    """As recorded: only a message, a window or a new screen takes its place."""
    hands = calm(edition)
    hands.type(b"the")
    assert hands.row().endswith("hrow what? (* for list):")
    assert hands.cursor == hands.hero
    hands.type(b"s")
    assert hands.row().endswith("hrow what? (* for list):")
    hands.type(b">")
    assert hands.row().startswith("I see no way down")
    hands.type(b"s")
    assert hands.row() == ""
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
    hands.type(b"cf")
    assert hands.row() == 'Called "plaid"--More--'
    hands.type(b" ?\n")
    assert hands.session.world.knowledge.called[potion.kind] == "?"  # the true name is 5.4.5's
    hands.type(b"cc")
    assert hands.row() == "You can't call that anything"


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
    hands.type(b" ")
    assert hands.row() == f"Defeated it{stop}"


@each
def test_any_key_wipes_the_message_of_before_resting_too(edition: str) -> None:
    hands = calm(edition)
    hands.type(b">")
    assert hands.row().startswith("I see no way down")
    hands.type(b"." if edition == "5.2" else b" ")
    assert hands.row() == ""


@each
def test_parts_are_not_split_at_70_columns_but_no_text_is_wider_than_the_row(edition: str) -> None:
    """What ran on into row 1 of the map comes as a message of its own, so that all of it can be read."""
    hands = calm(edition, "")
    world = hands.session.world
    add_text(world, "You now have ")
    emit(world, "a scroll titled 'lechwun vly mikcone toxion ornmic lech' (f)")
    emit(world, "x" * 60 + " " + "y" * 60)
    hands.type(b"s")
    assert hands.row() == "You now have a scroll titled 'lechwun vly mikcone toxion ornmic lech'--More--"
    hands.type(b" ")
    assert hands.row() == "(f)--More--"
    hands.type(b" ")
    assert hands.row() == "X" + "x" * 59 + "--More--"
    hands.type(b" ")
    assert hands.row() == "y" * 60
    assert hands.row(1) == ""


@each
def test_the_version_is_that_of_the_edition(edition: str) -> None:
    hands = calm(edition)
    assert turns(hands, b"v") == (1 if edition == "3.6" else 0)
    number = {"5.2": "5.2.3", "3.6": "3.6.5"}[edition]
    assert hands.row() == f"Rogue version {number}. (mctesq was here)"


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


def test_the_help_of_3_6_names_the_key_that_rests_and_no_key_that_cannot_be_typed() -> None:
    text = "\n".join(help_rows(EDITIONS["3.6"].keys))
    assert "space   rest for a turn" in text
    assert "^@" not in text
    assert "Q       quit the game" in text
