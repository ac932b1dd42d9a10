"""The last screens (SCREEN.md 12), how games end (END), and which game this is (VER)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rogue.rules import fight, hunger, monster_specials, projectiles, traps
from rogue.rules.scoring import Winning
from rogue.state.grid import LEFT, spot_of
from rogue.state.world import World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.ruleset import ROGUE_54
from rogue.ui.end_screens import (
    BANNER,
    GRASS,
    ScoreRow,
    insert_row,
    killed_line,
    quit_line,
    score_lines,
    tombstone,
    winner_table,
)
from scripts.lib.notation import find_foe, hall, read_world
from tests.support.session_driver import Hands

# As the original drew it, see the recording 7002 of rogue-5.4.5.
PICTURE = [
    "                       __________",
    "                      /          \\",
    "                     /    REST    \\",
    "                    /      IN      \\",
    "                   /     PEACE      \\",
    "                  /                  \\",
    "                  |    rogo-root     |",
    "                  |       0 Au       |",
    "                  |   killed by a    |",
    "                  |       bat        |",
    "                  |       2026       |",
    "                 *|     *  *  *      | *",
    "         ________)/\\\\_//(\\/(/\\)/\\//\\/|_)_______",
]


def rows_of(*args: object) -> list[str]:
    return [" " * col + text for _, col, text in tombstone(*args)]  # type: ignore[arg-type]


def test_the_stone_is_the_original_one() -> None:
    assert rows_of("rogo-root", 0, "bat", 2026) == PICTURE


def test_its_rows_come_from_top_to_bottom_the_grass_last() -> None:
    texts = tombstone("Ann", 10, "bat", 2026)
    assert [text.row for text in texts] == list(range(8, 21))
    assert texts[-1].text == GRASS
    assert ")_______" in GRASS


@pytest.mark.parametrize(
    ("killer", "line"),
    [
        ("bat", "                  |   killed by a    |"),
        ("ice monster", "                  |   killed by an   |"),
        ("starvation", "                  |   killed by      |"),
        ("hypothermia", "                  |   killed by      |"),
    ],
)
def test_the_article_of_the_killer(killer: str, line: str) -> None:
    assert rows_of("Ann", 1, killer, 2026)[8] == line


def test_a_long_name_stays_on_the_stone() -> None:
    assert rows_of("x" * 50, 1, "bat", 2026)[6] == " " * 18 + "|" + "x" * 18 + "|"


def test_without_a_stone_there_is_a_line() -> None:
    assert killed_line("emu", 9) == "Killed by an emu with 9 gold"
    assert killed_line("starvation", 9) == "Killed by starvation with 9 gold"
    assert quit_line(12) == "You quit with 12 gold pieces"


def test_death_takes_a_tenth_and_waits_for_return() -> None:
    hands = Hands("name=Ann")
    hands.session.world.player.purse = 19
    hands.session.world.end("killed", "emu")
    hands.type(b";")
    assert hands.row(15) == "                  |      18 Au       |"
    assert hands.row(23) == "[Press return to continue]"
    assert hands.cursor == (23, 26)
    outcome = hands.session.outcome
    assert outcome is not None
    assert (outcome.how, outcome.killer, outcome.score, outcome.gold) == ("killed", "emu", 18, 19)
    assert hands.type(b"q y;") == b""
    assert not hands.session.closed
    hands.type(b"\r")
    assert hands.session.closed
    assert hands.type(b"hjkl\r") == b""


def test_quitting_asks_first_and_costs_nothing() -> None:
    hands = Hands()
    hands.session.world.player.purse = 19
    hands.type(b"Qn")
    assert hands.session.outcome is None
    assert hands.answer(b"Q") == "Really quit?"
    hands.type(b"y")
    assert hands.row(22) == "You quit with 19 gold pieces"
    assert hands.row(23) == "[Press return to continue]"
    hands.type(b"\n")
    assert hands.session.closed
    assert hands.agree()


def test_a_winner_sees_the_banner_then_the_worth_of_everything() -> None:
    hands = Hands()
    hands.session.world.player.purse = 1000
    hands.session.world.end("won")
    hands.type(b";")
    assert "Congratulations, you have made it to the light of day!" in hands.row(9)
    assert [hands.row(number) for number in range(10)] == [line.rstrip() for line in BANNER]
    assert [hands.terminal.buffer[number][62].reverse for number in range(12)] == [True] * 10 + [False] * 2
    assert hands.row(23) == " --More--"
    hands.type(b"x")
    assert hands.row(23) == " --More--"
    sent = hands.type(b" ")
    assert hands.row(0) == "   Worth  Item"
    assert hands.row(1) == "a)     2  Some food"
    assert b"    1000  Gold Pieces          " in sent
    assert hands.row(23) == "[Press return to continue]"
    outcome = hands.session.outcome
    assert outcome is not None
    assert outcome.score > 1000


def test_the_table_of_a_winner_has_columns() -> None:
    assert winner_table([Winning("c", 42, "A mace")], 870) == [
        "   Worth  Item",
        "c)    42  A mace",
        "     870  Gold Pieces          ",
    ]


def row(score: int, name: str = "Ann", how: str = "killed", killer: str = "bat") -> ScoreRow:
    return ScoreRow(score, name, how, killer, 7)


def test_score_lines_are_the_original_ones() -> None:
    rows = [
        row(2002, how="won", killer=""),
        row(870),
        ScoreRow(860, "Bo", "killed", "emu", 26, amulet=True),
        row(850, killer="starvation"),
        row(10, how="quit", killer=""),
        row(0),
    ]
    assert score_lines(rows) == [
        "",
        "Top 10 Scores:",
        "   Score Name",
        " 1  2002 Ann: A total winner on level 7.",
        " 2   870 Ann: killed on level 7 by a bat.",
        " 3   860 Bo: killed with Amulet on level 26 by an emu.",
        " 4   850 Ann: killed on level 7 by starvation.",
        " 5    10 Ann: quit on level 7.",
        "",
    ]


def test_a_list_for_people_fits_80_columns_and_tells_editions_apart() -> None:
    name, killer = "A" * 32, "venus flytrap"
    rows = [
        ScoreRow(900, name, "killed", killer, 26, amulet=True, seed=2**64 - 1, helped=True, edition="5.2"),
        ScoreRow(80, "Bo", "quit", "", 1, seed=7, edition="5.4"),
        ScoreRow(70, "Cy", "quit", "", 1, seed=8),  # from before editions were written down
        ScoreRow(60, "Di", "quit", "", 1, seed=9, edition="3.6"),
    ]
    lines = score_lines(rows, rows[0], seeds=True)
    plain = [line.replace("\x1b[7m", "").replace("\x1b[m", "") for line in lines]
    assert max(map(len, plain)) <= 80
    assert plain[5] == "         (Rogue 5.2, dungeon 18446744073709551615, with helpers)"
    assert [line.startswith("\x1b[7m") for line in lines[3:7]] == [True, True, True, False]
    assert plain[6:9] == [
        " 2    80 Bo: quit on level 1.  (dungeon 7)",
        " 3    70 Cy: quit on level 1.  (dungeon 8)",
        " 4    60 Di: quit on level 1.  (Rogue 3.6, dungeon 9)",
    ]
    older = score_lines(rows, words=ROGUE_36.words, edition="3.6")
    assert [line.partition("(")[2] for line in older[2:]] == [
        "Rogue 5.2, with helpers)",
        "Rogue 5.4)",
        "",
        "",
    ]


def test_only_ten_are_shown_and_equal_scores_keep_their_order() -> None:
    rows: list[ScoreRow] = []
    for name in "abcdefghijkl":
        rows = insert_row(rows, row(5, name))
    rows = insert_row(rows, row(6, "z"))
    assert [r.name for r in rows][:3] == ["z", "a", "b"]
    assert len(score_lines(rows)) == 4 + 10


def listed(score: int, name: str = "ann", how: str = "killed", level: int = 3) -> ScoreRow:
    return ScoreRow(score, name, how, "bat", level)


def test_end_5_the_best_ten_above_zero_stand_highest_first() -> None:
    rows: list[ScoreRow] = []
    for score in (5, 0, 90, 7, 12, 3, 44, 90, 8, 61, 2, 33, 21):
        rows = insert_row(rows, listed(score, f"p{len(rows)}"))
    assert len(rows) == 13  # all are kept
    shown = [line for line in score_lines(rows) if line.strip()[:1].isdigit()]
    assert [int(line.split()[1]) for line in shown] == [90, 90, 61, 44, 33, 21, 12, 8, 7, 5]
    assert ["p2" in shown[0], "p7" in shown[1]] == [True, True]  # the new equal score comes after the old
    assert not any(" 0 " in line[:12] for line in score_lines(insert_row([], listed(0))))


def test_end_5_an_entry_tells_how_and_where_the_game_ended() -> None:
    assert listed(10).text() == "ann: killed on level 3 by a bat."
    assert listed(10, how="quit").text() == "ann: quit on level 3."
    hands = Hands()
    world = hands.session.world
    world.depth, world.deepest = 0, 27
    world.end("won")
    outcome = hands.session.outcome
    assert outcome is not None
    assert outcome.row().text().endswith(": A total winner on level 27.")
    died = Hands()
    died.session.world.depth, died.session.world.deepest = 4, 27
    died.session.world.end("killed", "bat")
    assert died.session.outcome is not None
    assert died.session.outcome.row().level == 4


def dying() -> World:
    world = read_world(hall("@^..."), awake=True)
    world.player.hp = 1
    world.player.level = 20  # traps do not miss
    return world


def by_monster(world: World) -> None:
    foe = read_world(hall(".H")).level.foes[0]
    foe.spot, foe.level = spot_of(2, 4), 100
    world.level.add_foe(foe)
    world.player.hp = -50
    fight.foe_attacks(world, foe)


def by_trap(name: str) -> Callable[[World], None]:
    def die(world: World) -> None:
        names: list[str] = [kind.name for kind in world.rules.traps]
        world.level.number[spot_of(2, 2)] = names.index(name)
        traps.spring(world, spot_of(2, 2))

    return die


def by_bolt(world: World) -> None:
    world.player.level = 1
    for _ in range(30):  # a save in five is made
        if world.ending is None:
            projectiles.fire(world, world.player.spot, LEFT, "bolt")


def by_cold(world: World) -> None:
    world.player.hp = 100
    foe = read_world(hall(".I")).level.foes[0]
    world.player.helpless = 60
    monster_specials.take_effect(world, foe)


def by_hunger(world: World) -> None:
    world.player.food = -851
    hunger.digest(world)


@pytest.mark.parametrize(
    ("killer", "die"),
    [
        ("hobgoblin", by_monster), ("arrow", by_trap("arrow")), ("dart", by_trap("poison dart")),
        ("bolt", by_bolt), ("hypothermia", by_cold), ("starvation", by_hunger),
    ],
)  # fmt: skip
def test_end_7_what_can_kill(killer: str, die: Callable[[World], None]) -> None:
    world = dying()
    die(world)
    assert world.ending is not None
    assert (world.ending.how, world.ending.killer) == ("killed", killer)


def test_end_7_a_signal_is_a_killer_too() -> None:
    hands = Hands()
    hands.session.hang_up()
    assert hands.session.outcome is not None
    assert (hands.session.outcome.how, hands.session.outcome.killer) == ("killed", "signal")


def test_ver_1_what_is_5_4_5s_own() -> None:
    hands = Hands("terse")
    hands.type(b"v")
    assert "5.4.5" in hands.row()
    hands.type(b"Q")  # Q asks in both; control-Q is no key of a player's
    assert hands.answer(b"n\x11") == "Illegal command '^Q'"
    assert ROGUE_54.version.count("5.4.5") == 1


def test_ver_2_editions_differ_in_monsters_and_items() -> None:
    assert set(EDITIONS) == {"5.4", "5.2", "3.6", "minds"}
    names = {edition: {kind.name for kind in rules.monsters.values()} for edition, rules in EDITIONS.items()}
    assert names["5.4"] != names["5.2"]
    assert "floating eye" in names["5.2"] & names["3.6"]
    potions = {edition: {kind.name for kind in rules.potions} for edition, rules in EDITIONS.items()}
    assert "levitation" in potions["5.4"] - potions["5.2"]
    assert find_foe(read_world(hall("@D")), "D").kind.name == "dragon"
