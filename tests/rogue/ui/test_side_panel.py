"""The pack, the monsters in view, and the messages beside the map of a wide window."""

from __future__ import annotations

import pytest

from rogue.ui.side_panel import PanelRow, panel_rows
from tests.rogue.ui.test_travel import inside
from tests.support.session_driver import Hands

ROOM = """
    --------------
    |.....K......|
    |@....K.....K|
    |............|
    |I...........|
    --------------
"""
TITLES = ("Pack", "In view", "Messages", "")


def texts(hands: Hands, rows: int = 24, columns: int = 40, messages: tuple[str, ...] = ()) -> list[str]:
    shown = panel_rows(hands.session.world, messages, rows, columns)
    assert len(shown) == rows
    assert max(len(row.text) for row in shown) <= columns
    return [row.text for row in shown]


def section(lines: list[str], title: str) -> list[str]:
    """Return the rows below a title, up to the next one."""
    after = lines[lines.index(title) + 1 :]
    return after[: next((at for at, line in enumerate(after) if line in TITLES), len(after))]


def test_a_new_game_shows_its_pack() -> None:
    assert section(texts(Hands(), columns=60), "Pack") == [
        "a) Some food", "b) +1 ring mail [protection 4] (being worn)", "c) A +1,+1 mace (weapon in hand)",
        "d) A +1,+0 short bow", "e) 29 +0,+0 arrows",
    ]  # fmt: skip


def test_monsters_in_view_are_listed_nearest_first_with_their_direction() -> None:
    assert section(texts(inside(ROOM)), "In view") == [
        "ice monster, 2 south", "kestrel, 5 northeast", "kestrel, 5 east", "kestrel, 11 east",
    ]  # fmt: skip


@pytest.mark.parametrize(("hidden", "seen"), [("K", ["ice monster, 2 south"]), ("KI", ["nobody"])])
def test_only_what_the_player_sees_is_listed(hidden: str, seen: list[str]) -> None:
    picture = ROOM.translate({ord(letter): "." for letter in hidden})
    assert section(texts(inside(picture)), "In view") == seen


def test_equal_messages_in_a_row_share_a_row_with_their_count() -> None:
    said = ("You hit", *["The bat misses you"] * 2, *["Not now"] * 999, "Done")
    lines = texts(Hands(), messages=said)
    assert section(lines, "Messages")[-3:] == ["The bat misses you x2", "Not now x999", "Done"]


@pytest.mark.parametrize("rows", [24, 30, 60])
def test_the_newest_messages_end_the_panel(rows: int) -> None:
    lines = texts(Hands(), rows, messages=tuple(f"message {number}" for number in range(100)))
    assert lines[-1] == "message 99"
    assert len(section(lines, "Messages")) >= 5


def test_a_long_message_is_folded_and_a_long_pack_is_cut() -> None:
    hands = Hands()
    for letter in "fghijklmnopqrstuvw":
        hands.give("food", "food", letter)
    lines = texts(hands, messages=("one two three four five six seven eight nine ten",))
    assert section(lines, "Pack")[-1].endswith(" more")
    assert section(lines, "Messages") == ["one two three four five six seven eight", "  nine ten"]


def test_what_a_game_adds_comes_first() -> None:
    rows = panel_rows(Hands().session.world, (), 24, 30, [PanelRow("Today", True), PanelRow("level 3")])
    assert [row.text for row in rows[:3]] == ["Today", "level 3", "Pack"]


def test_the_panel_changes_nothing_in_the_game() -> None:
    plain, watched = Hands(seed=7), Hands(seed=7)
    for key in b"jjjllluuhhhs.is yyn":
        plain.type(bytes([key]))
        watched.type(bytes([key]))
        texts(watched)
    assert watched.session.state() == plain.session.state()
