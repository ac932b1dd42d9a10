"""Dialogues at the keyboard: which keys put which text into row 0 (SCREEN.md 5 to 10)."""

from __future__ import annotations

import pytest

from tests.support.session_driver import BOT, Hands, calm

MAY_BE_CUT = "..."
"""Stands for the rest of a row."""

Steps = tuple[tuple[bytes, str], ...]
DIALOGUES: list[tuple[str, str, str, int, Steps]] = [
    # what is shown; editions; options; turns that pass; keys and the row after them
    ("a wrong letter is asked again", "5.4", BOT, 0, (
        (b"ez", "'z' is not a valid item --More--"), (b" ", "Eat what? (* for list):"))),
    ("control-G is a wrong letter", "5.4", "terse", 0, ((b"e\x07", "'^G' is not a valid item --More--"),)),
    ("a wrong letter is answered with the range", "5.2", "terse", 0, (
        (b"ez", "Please specify a letter between 'a' and 'e'--More--"), (b" ", "Eat what? (* for list):"),
        (b"\x07", ""), (b"Iz", "Range is 'a' to 'e'"))),
    ("a wrong letter is answered with the range", "3.6", "terse", 0, (
        (b"ez", "Please specify a letter between 'a' and 'e'--More--"), (b" ", "eat what? (* for list):"),
        (b"\x07", ""), (b"Iz", "Range is 'a' to 'e'"))),
    ("verbose I says both", "5.2 3.6", "", 0, (
        (b"Iz", "'z' not in pack--More--"), (b" ", "Range is 'a' to 'e'"))),
    ("a wrong direction is asked again", "5.4", BOT, 0, (
        (b"tx", "Direction:"), (b"H", "Throw what? (* for list):"))),
    ("a wrong type of discoveries takes two spaces", "5.4", "", 0, (
        (b"Dx", "For what type of object do you want a list? (* for all) --More--"),
        (b" ", "Please type one of !?=/ (ESCAPE to quit) --More--"),
        (b" ", "For what type of object do you want a list? (* for all)"))),
    ("things in use", "5.4", "", 0, (
        (b")", "You are wielding (c) a +1,+1 mace"),
        (b"]", "You are wearing (b) +1 ring mail [protection 4]"),
        (b"=", "You are wearing nothing on left hand --More--"),
        (b" ", "You are wearing nothing on right hand"))),
    ("things in use", "5.4", "terse", 0, ((b")", "c) a +1,+1 mace"),)),
    ("the armor class in words", "5.2", "", 0, ((b"Ib", "b) +1 ring mail [armor class 6] (being worn)"),)),
    ("the last message comes back, a complaint does not", "5.4", "", 0, (
        (b");", "Illegal command ';'"), (b"\x10", "You are wielding (c) a +1,+1 mace"))),
    ("the last message comes back, a complaint does not", "5.2", "terse", 0, (
        (b">a", "Illegal command 'a'"), (b"\x12", "I see no way down"))),
    ("the last message comes back, a complaint does not", "3.6", "terse", 0, (
        (b">a", "Illegal command 'a'."), (b"\x12", "I see no way down."))),
    ("any key wipes a message, resting too", "5.2", "terse", 1, ((b">", "I see no way down..."), (b".", ""))),
    ("any key wipes a message, resting too", "3.6", "terse", 1, ((b">", "I see no way down..."), (b" ", ""))),
    ("symbols", "5.4", "", 0, (
        (b"/%", "'%': a staircase"), (b"/a", "'a': unknown character"),
        (b"/\x07", "'^G': unknown character"))),
    ("symbols", "5.2", "terse", 0, (
        (b"/%", "'%': a staircase"), (b"/,", "',': the Amulet of Yendor"), (b"/K", "'K': kobold"),
        (b"/#", "'#': passage"))),
    ("symbols", "3.6", "terse", 0, (
        (b"/%", "'%' : passage leading down"), (b"/,", "',' : The Amulet of Yendor"), (b"/K", "'K' : kobold"),
        (b"/#", "'#' : passage"))),
    ("illegal keys are named", "5.4", "", 0, (
        (b"\x07", "Illegal command '^G'"), (b"x", "Illegal command 'x'"), (b"\x7f", "Illegal command '^?'"),
        (b"\xff", "Illegal command '\\xff'"))),
    ("help for one key", "5.4", "", 0, (
        (b"?s", "s       search..."), (b"?Z", "Unknown character 'Z'"))),
    ("help for one key", "5.2", "", 0, ((b"?s", "S       search..."),)),
    ("help for one key", "3.6", "", 0, ((b"?s", "s       search..."),)),
    ("the hand is asked for", "5.2", "terse", 2, (
        (b"Pf", "Left or right ring?"), (b"l", "A jade ring (on left hand) (f)"),
        (b"R", "Was wearing a jade ring(f)"))),
    ("the hand is asked for", "3.6", "terse", 2, (
        (b"Pf", "Left or Right ring?"), (b"l", ""), (b"R", "Was wearing a jade ring"))),
    ("a second armor is refused at once", "5.2 3.6", "terse", 0, ((b"W", "You are already wearing some"),)),
    ("a second armor is asked for", "5.4", "terse", 0, ((b"W", "Wear what? (* for list):"),)),
    ("the version", "5.2", "terse", 0, ((b"v", "Rogue version 5.2.3. (mctesq was here)"),)),
    ("the version", "3.6", "terse", 1, ((b"v", "Rogue version 3.6.5. (mctesq was here)"),)),
]  # fmt: skip
CASES = [
    pytest.param(edition, options, turns, steps, id=f"{title}, {edition} {options[:5]}".rstrip())
    for title, editions, options, turns, steps in DIALOGUES
    for edition in editions.split()
]


@pytest.mark.parametrize(("edition", "options", "turns", "steps"), CASES)
def test_what_keys_put_into_row_0(edition: str, options: str, turns: int, steps: Steps) -> None:
    hands = calm(Hands(options, edition=edition))
    ring = hands.give("ring", "adornment", "f") if steps[0][0] == b"Pf" else None
    if ring is not None:
        hands.session.world.knowledge.looks[ring.kind] = "jade"
    rows = []
    for keys, _ in steps:
        hands.type(keys)
        rows.append(hands.row())
    wanted = [row.removesuffix(MAY_BE_CUT) for _, row in steps]
    shown = [
        row[: len(text)] if whole.endswith(MAY_BE_CUT) else row
        for row, text, (_, whole) in zip(rows, wanted, steps, strict=True)
    ]
    assert (hands.session.world.turns, shown) == (turns, wanted)
