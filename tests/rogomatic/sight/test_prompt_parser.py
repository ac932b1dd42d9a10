"""What the game waits for, on pictures of all editions, and over recorded games."""

from __future__ import annotations

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.prompt_parser import Waiting, messages, waiting
from tests.support.recorded_games import NAMES, events, game_output, needs_recordings

HERO = b"\x1b[10;5H@\b"  # draws the hero and leaves the cursor on it
BACK = b"\x1b[10;5H"
FOOT = b"\x1b[24;1H"


def shown(*parts: bytes) -> Screen:
    screen = Screen()
    for part in parts:
        screen.feed(part)
    return screen


SURE = [
    (HERO + b"\x1b[HIllegal command ';'" + BACK, Waiting("command", "", True)),
    (HERO + b"\x1b[HIllegal command ';'." + BACK, Waiting("command", "", True)),
    (HERO + b"\x1b[Hunknown command . ." + BACK, Waiting("command", "", True)),
    (HERO + b"\x1b[H\x1b[7mIllegal command ';'. \x1b[m" + BACK, Waiting("command", "", True)),
    (b"You hit --More--", Waiting("more", "You hit", True)),
    (b"You hit--More--", Waiting("more", "You hit", True)),
    (b"'z' is not a valid item --More--", Waiting("more", "'z' is not a valid item", True, "item")),
    (b"Please specify a letter between 'a' and 'f'--More--",
     Waiting("more", "Please specify a letter between 'a' and 'f'", True, "item")),
    (b"Please specify a letter between 'A' and 'Z' --More--",
     Waiting("more", "Please specify a letter between 'A' and 'Z'", True, "monster")),
    (b"a) Some food        \x1b[1;13H --More--", Waiting("more", "a) Some food", True)),
    (b"x" * 71 + b" --More--", Waiting("more", "x" * 71, True)),
    (b"x" * 75 + b" --More--", Waiting("more", "x" * 75, True)),
    (b"x" * 79 + b" --More--", Waiting("more", "x" * 79, True)),
    (b"a) Some food" + FOOT + b" --More--", Waiting("more", "", True)),
    (b"a) Some food." + FOOT + b"--Press space to continue--", Waiting("more", "", True)),
    (b"\x1b[1;60Ha) Some food\x1b[2;60H --More--", Waiting("more", "", True)),
    (FOOT + b"[Press return to continue]", Waiting("return", "", True)),
    (FOOT + b"[Hit any key to quit, 'r' to replay]", Waiting("return", "", True)),
    (b"\x1b[23;1HYou quit with 9 gold pieces" + FOOT + b"[Press return to continue]",
     Waiting("return", "", True)),
    (b"\x1b[23;1HKilled by a bat with 9 gold" + FOOT + b"[Press return to continue]",
     Waiting("dead", "", True)),
    (b"\x1b[17;19H|   killed by a    |\x1b[21;10H________)/\\\\_//" + FOOT
     + b"[Press return to continue]", Waiting("dead", "", True)),
    (b"Call it: ;", Waiting("call", ";", True)),
    (b"What do you want to call it? ;", Waiting("call", ";", True)),
]  # fmt: skip

UNSURE = [
    (b"Quaff what? (* for list): ", Waiting("item", "quaff")),
    (b"quaff what? (* for list): ", Waiting("item", "quaff")),
    (b"Zap with what? (* for list): ", Waiting("item", "zap with")),
    (b"Put on what? (* for list):", Waiting("item", "put on")),
    (b"Which object do you want to put on? (* for list): ", Waiting("item", "put on")),
    (b"Direction: ", Waiting("direction")),
    (b"Which direction? ", Waiting("direction")),
    (b"Left or right ring? ", Waiting("hand")),
    (b"Which monster? ", Waiting("monster")),
    (b"Please specifiy a letter between 'A' and 'Z'", Waiting("monster")),  # 3.6, which asks no second time
    (b"Which monster do you wish to wipe out? ", Waiting("monster")),
    (b"Left or Right ring? ", Waiting("hand")),
    (b"Left hand or right hand? ", Waiting("hand")),
    (b"Call it: ", Waiting("call")),
    (b"Call it: fi", Waiting("call", "fi")),
    (b"Really quit?", Waiting("yes", "Really quit?")),
    (b"Save file (/x/rogue.save)? ", Waiting("yes", "Save file (/x/rogue.save)?")),
    (b"File exists.  Do you wish to overwrite it?",
     Waiting("yes", "File exists.  Do you wish to overwrite it?")),
    (HERO + b"\x1b[HYou sense the presence of magic on this level. --More--" + BACK,
     Waiting("more", "You sense the presence of magic on this level.")),
    (HERO + b"\x1b[HIllegal command ';'", Waiting("command")),  # 3.4: hasted, the cursor does not come back
    (HERO + b"\x1b[HIllegal command ';'  ", Waiting("none")),
    (HERO + b"\x1b[HIllegal command 'x'" + BACK, Waiting("none")),
    (HERO + b"\x1b[HIllegal command ';'\x1b[10;6H", Waiting("command")),  # 3.4: a door drawn over the hero
    (HERO + b"\x1b[HYou hit" + BACK, Waiting("none")),
    (HERO, Waiting("none")),
    (b"You hit --Mor", Waiting("none")),
    (b"You hit --More--\r", Waiting("none")),
    (b"Quaff what? (* for list): \rYou begin", Waiting("none")),
    (FOOT + b"[Press return to continue]\r", Waiting("none")),
    (b"", Waiting("none")),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), SURE + UNSURE)
def test_picture_is_recognised(data: bytes, expected: Waiting) -> None:
    assert waiting(shown(data)) == expected


@pytest.mark.parametrize(("data", "expected"), SURE)
def test_what_was_answered_is_not_seen_again(data: bytes, expected: Waiting) -> None:
    """Half a sequence, or a change of modes before the redraw, must not count as a new picture."""
    screen = shown(data)
    screen.top_written = screen.drawn = False
    for more in (b"", b"\x1b", b"[?1h", b"\x1b="):
        screen.feed(more)
        assert not waiting(screen).sure
    assert expected.sure


def test_message_and_more_are_one_message() -> None:
    screen = shown(HERO, b"\x1b[HYou hit" + BACK, b"\x1b[1;8H --More--")
    assert messages(screen, waiting(screen)) == ["You hit"]
    screen.feed(b"\rThe bat hit\x1b[K" + BACK + b"\x1b[HIllegal command ';'" + BACK)
    assert waiting(screen).kind == "command"
    assert messages(screen, waiting(screen)) == ["The bat hit"]
    assert messages(screen, waiting(screen)) == []


def test_same_message_twice_is_two_messages() -> None:
    screen = shown(HERO, b"\x1b[HYou hit" + BACK, b"\x1b[1;8H --More--")
    told = messages(screen, waiting(screen))
    screen.feed(b"\rYou hit\x1b[K" + BACK)
    assert told + messages(screen, waiting(screen)) == ["You hit", "You hit"]


def test_more_in_the_next_row_does_not_tell_its_line_twice() -> None:
    screen = shown(HERO, b"\x1b[H" + b"x" * 75 + b" --More--")
    assert messages(screen, waiting(screen)) == ["x" * 75]


def test_title_with_more_is_told_once() -> None:
    screen = shown(HERO, b"\x1b[H\x1b[JYou sense the presence of magic on this level.--More--")
    assert messages(screen, waiting(screen)) == ["You sense the presence of magic on this level."]
    screen.feed(b"\x1b[H\x1b[J" + HERO)
    assert messages(screen, waiting(screen)) == []


def _settled(chunks: list[bytes]) -> list[tuple[Waiting, list[str]]]:
    screen = Screen()
    pictures = []
    for chunk in chunks:
        screen.feed(chunk)
        now = waiting(screen)
        if now.sure:
            pictures.append((now, screen.picture()))
            screen.top_written = screen.drawn = False
    return pictures


@needs_recordings
def test_recording_settles_alike_in_bytes_and_in_bigger_chunks() -> None:
    """Each complaint, More and last page is seen exactly once, with the same picture."""
    data = game_output("rogue-5.4.5/7004")
    bytewise = _settled([bytes([byte]) for byte in data])
    recorded = _settled([e.data for e in events("rogue-5.4.5/7004") if not e.keys])
    kinds = [now.kind for now, _ in bytewise]
    assert kinds.count("command") > 100
    assert kinds[-1] == "dead"
    assert [picture for picture in recorded if picture not in bytewise] == []


@pytest.mark.slow
@needs_recordings
@pytest.mark.parametrize("name", [name for name in NAMES if "5.4.5/" in name])
def test_bot_answered_a_more_where_one_is_seen(name: str) -> None:
    """The C bot sends a blank for a complete More; after an identify scroll it sends one too many."""
    screen = Screen()
    last_was_output = False
    blanks = wrong = 0
    for event in events(name):
        if not event.keys:
            screen.feed(event.data)
        elif event.data[:1] == b" " and last_was_output:
            blanks += 1
            wrong += waiting(screen).kind != "more"
        last_was_output = not event.keys
    assert blanks
    assert wrong * 25 <= blanks


def test_every_pack_line_of_a_page_is_read() -> None:
    """5.2 and 3.6 show the pack on a page of its own."""
    screen = shown(b"\x1b[H\x1b[Ja) Some food\x1b[2;1Hb) +1 ring mail [6]\x1b[3;1Hno pack line"
                   b"\x1b[24;1H--Press space to continue--")  # fmt: skip
    lines = messages(screen, waiting(screen))
    assert lines == ["a) Some food", "b) +1 ring mail [6]"]
