"""The page of a game: what is read off its sentences, and what is not known is kept."""

from __future__ import annotations

import pytest

from rogomatic.agent.sight.page_parser import Amount, GamePage, PageMonster, begins_page, read_page
from rogue.ui.help import help_rows, mind_page
from rogue.variants import schema
from rogue.variants.variant import read_variant

HEAD = ["This game: mine 1.2, like Rogue 5.4", "By somebody", '"The Amulet lies on level 3."', ""]


def page(*rows: str) -> GamePage:
    return read_page([*HEAD, *rows])


def test_the_title_names_the_game_and_what_stands_above_the_gap_is_no_rule() -> None:
    read = page()
    assert (read.name, read.version, read.edition, read.amulet_level) == ("mine", "1.2", "5.4", 0)
    assert read_page(["h       step left"]) == GamePage() == read_page([])
    assert begins_page("This game: a 1, like Rogue 5.2   ")
    assert not begins_page("This game: a")


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        ("The Amulet lies on level 8.", "amulet_level", 8),
        ("You begin with food for 800 turns.", "begin", (800, 800)),
        ("You begin with food for 700 to 900 turns.", "begin", (700, 900)),
        ("A meal lasts 600 to 999 turns.", "meal", (600, 999)),
        ("You can eat for 1500 turns at most.", "stomach", 1500),
        ("You are hungry below 400 turns.", "hungry", 400),
        ("You are weak below 99 turns.", "weak", 99),
        ("Nobody starves.", "unread", ()),
        ("One can starve.", "unread", ()),
        ("All rooms are dark.", "unread", ()),
        ("No room is dark.", "unread", ()),
        ("No dragons (D).", "unread", ()),
        ("Only potions of healing and extra healing.", "amounts",
         (Amount("only", "potions of healing and extra healing"),)),
        ("Only maces and arrows.", "unread", ()),
        ("Only bats (B), emus (E) and orcs (O).", "unread", ()),
        ("More arrows.", "amounts", (Amount("more", "arrows"),)),
        ("Fewer potions of healing.", "amounts", (Amount("less", "potions of healing"),)),
        ("No wands or staffs of cold.", "amounts", (Amount("no", "wands or staffs of cold"),)),
        ("E is an elf: like an emu.", "monsters", (PageMonster("E", "elf", "emu", ()),)),
        ("S is a wild dog: like a snake, easier to hit, in packs of 2 to 4.", "monsters",
         (PageMonster("S", "wild dog", "snake", ("easier to hit", "in packs of 2 to 4")),)),
        ("You begin with: some food.", "unread", ()),
        ("Moonlight costs extra.", "unread", ("Moonlight costs extra.",)),
    ],
)  # fmt: skip
def test_a_sentence_is_read(row: str, field: str, value: object) -> None:
    assert getattr(page(row), field) == value
    assert page(row)._replace(**{field: getattr(page(), field)}) == page()


def test_a_row_that_is_indented_goes_on_with_the_one_before() -> None:
    read = page("T is an ogre: like a troll, slower, easier to hit,", "  hits softer.", "All rooms are dark.")
    assert read.monsters[0].differs == ("slower", "easier to hit", "hits softer")
    assert read.unread == ()


def test_a_page_of_monsters_that_think_leaves_nothing_unread() -> None:
    switches = "\n".join(f"{name} = false" for name in schema.RULES["minds"] if name != "heals_every")
    text = f'like = "5.4"\n[rules.minds]\nheals_every = 10\n{switches}\n[monsters]\nZ = {{ mind = "emu" }}\n'
    rules = read_variant(text.encode(), "mine.toml", "mine", lambda _: None).rules
    rows = help_rows(game=(*rules.page, *mind_page(rules)))
    page = read_page(rows[rows.index(rules.page[0]) :])
    assert page.unread == ()
    assert page.amounts == ()
    assert [told.letter for told in page.monsters] == ["Z"]
