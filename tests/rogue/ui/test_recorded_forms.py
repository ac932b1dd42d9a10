"""Games of Rogue 5.4.5 and of its state of 2008 as recorded: all that they show, ours shows in the same
words and places.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from rogue import Session
from rogue.tables.ruleset import ROGUE_54
from rogue.ui.end_screens import ScoreRow, score_lines, tombstone
from rogue.ui.renderer import OPENING
from scripts.lib.notation import read_world
from tests.support.message_scenes import SCENES
from tests.support.recorded_games import NAMES, events, game_output, needs_recordings, outcomes, output
from tests.support.screen_forms import RETURN_MARK, Form, forms, score_list, sentences, shape
from tests.support.session_driver import row_of

pytestmark = pytest.mark.slow

OF_2008 = {
    "Version {n}.{n}.{n}. (mctesq was here)",  # the answer of v
    "The {item} vanishes as it hits the ground",  # lost things by their own description
}
"""What the state of 2008 words otherwise than 5.4.5."""
FOLDERS = ("rogue-5.4.5", "rogue-5.4.5-verbose", "rogue-5.4-2008")
HELLO = "Hello "  # printed before the screen begins

needs_each = pytest.mark.parametrize("folder", FOLDERS)


def games(folder: str) -> list[str]:
    return [name for name in NAMES if name.startswith(f"{folder}/")]


@cache
def shown(name: str) -> tuple[Form, ...]:
    """What a game showed, each form once."""
    return tuple(dict.fromkeys(forms(name)))


def prompt_of(text: str) -> str:
    """Return a prompt without the answer typed behind it.

    >>> prompt_of("Call it: ;?"), prompt_of("You hit")
    ('Call it:', 'You hit')
    """
    return "Call it:" if text.startswith("Call it:") else text


@cache
def ours() -> frozenset[str]:
    """The shapes of all sentences that our game says in its scenes, which are tested one by one.

    A thing that is lost may be reported under the name of a scroll (tests/rogue/rules/test_pack.py).
    """
    texts = [
        text
        for scene in SCENES
        for text in (*scene.text, *(scene.terse or ()), *scene.trip, *scene.terse_trip)
    ]
    lost = [f"The {kind.name} vanishes as it hits the ground" for kind in ROGUE_54.scrolls]
    return frozenset(shape(sentence) for text in [*texts, *lost] for sentence in sentences(text))


@needs_recordings
@needs_each
def test_every_recorded_message_and_prompt_is_one_of_ours(folder: str) -> None:
    seen = {
        shape(prompt_of(sentence)): form.text
        for name in games(folder)
        for form in shown(name)
        if form.place == "top" and not form.text.startswith(HELLO)
        for sentence in sentences(form.text)
    }
    assert len(seen) > (12 if folder.endswith("verbose") else 50)
    allowed = ours() | (OF_2008 if folder == "rogue-5.4-2008" else set())
    assert {text for known, text in seen.items() if known not in allowed} == set()


@needs_recordings
@needs_each
def test_every_recorded_more_has_a_blank_before_it(folder: str) -> None:
    """All but the state of 2008, which puts it right behind the text (SCREEN.md 5)."""
    marked = [form.text for name in games(folder) for form in shown(name) if form.text.endswith("--More--")]
    assert marked
    assert all((text.endswith(" --More--")) is (folder != "rogue-5.4-2008") for text in marked)


STATUS = re.compile(
    r"Level: (\d+)  Gold: (\d+) *  Hp: +(\d+)\((\d+)\)  Str: +(\d+)\((\d+)\)  Arm: (-?\d+) *  "
    r"Exp: (\d+)/(\d+)(?:  (\w+))?"
)
HUNGER = {None: 0, "Hungry": 1, "Weak": 2, "Faint": 3}


@needs_recordings
@needs_each
def test_every_recorded_status_line_is_ours_to_the_column(folder: str) -> None:
    """The numbers are read off, put into a world, and its line is compared character by character."""
    rows = {form.text for name in games(folder) for form in shown(name) if form.place == "status"}
    assert rows
    world = read_world("@", kit=True)
    player = world.player
    assert player.worn is not None
    wrong = []
    for row in rows:
        found = STATUS.fullmatch(row)
        if found is None:  # a row that was still being drawn when the key came
            wrong.append(row)
            continue
        numbers = [int(number) for number in found.groups()[:9]]
        world.depth, player.purse, player.hp, player.max_hp = numbers[:4]
        player.strength, player.best_strength, armor, player.level, player.exp = numbers[4:]
        player.worn.value = 10 - armor
        player.hunger = HUNGER[found[10]]
        if row_of(world).rstrip() != row:
            wrong.append(row)
    assert wrong == []


@needs_recordings
def test_every_recorded_tombstone_is_ours_to_the_column() -> None:
    games = outcomes("rogue-5.4.5")
    wrong = []
    for name, end in games.items():
        stones = [form.text for form in shown(name) if form.place == "window"]
        killer, score = str(end["killer"]), int(str(end["score"]))
        ours = [f"{'':{col}}{text}" for _, col, text in tombstone("rogo-root", score, killer, 2026)]
        if stones[-14:] != [*ours, RETURN_MARK]:
            wrong.append((name, stones[-14:]))
    assert wrong == []
    assert games


SCORE = re.compile(
    r" ?(\d+) +(\d+) (\S+): (killed|quit|A total winner) on level (\d+)(?: by (?:an? )?(.+))?\."
)
HOW = {"killed": "killed", "quit": "quit", "A total winner": "won"}


@needs_recordings
def test_every_recorded_score_list_is_ours() -> None:
    wrong = {}
    for name in games("rogue-5.4.5"):
        lines = score_list(output(name))
        rows = [
            ScoreRow(int(found[2]), found[3], HOW[found[4]], found[6] or "", int(found[5]))
            for found in map(SCORE.fullmatch, lines[2:])
            if found is not None
        ]
        if score_lines(rows) != ["", *lines, ""]:
            wrong[name] = lines
    assert wrong == {}


@needs_recordings
@needs_each
def test_the_recorded_opening_is_ours(folder: str) -> None:
    """Greeting, then the same sequences in the same order, then the clear (SCREEN.md 15).

    Curses may send the keypad mode twice.
    """
    hello = re.compile(rb"Hello [a-z-]+, just a moment while I dig the dungeon( #[0-9]+)?\.\.\.")
    wrong = {}
    for name in games(folder):
        head, clear, _ = output(name).partition(b"\x1b[H\x1b[J")
        modes = hello.sub(b"", head, 1).replace(b"\x1b[?1h\x1b=" * 2, b"\x1b[?1h\x1b=")
        if not (clear and hello.match(head) and modes == OPENING):
            wrong[name] = head
    assert wrong == {}


REPLY = re.compile(
    rb"\x1b\[H.*"  # the row is wiped, cleared with the rest, or overwritten first of all
    rb"\x1b\[HIllegal command ';'"  # the complaint in place, from column 0
    rb"(\x1b\[K| +(\x1b\[[0-9]+D|\x08+|\x1b\[1;[0-9]+H)?)?"  # then the rest of the row
    rb"(\x1b\[[0-9]+;[0-9]+H|(\x1b\[[0-9]+[ABCD]|[\x08\r -~])+)",  # and the cursor back to the hero
    re.DOTALL,
)


@needs_recordings
def test_recorded_replies_and_ours_have_the_same_order() -> None:
    """Wiped by the command key, then what changed, then the complaint over it, then the cursor."""
    wrong, checked = [], 0
    for name in games("rogue-5.4.5")[:4]:
        typed = sent = b""
        for event in events(name):
            if not event.keys:
                sent += event.data
            else:
                if typed.endswith(b";") and sent.count(b"Illegal") == 1 and sent.count(b"\x1b[H") == 2:
                    checked += 1
                    wrong += [] if REPLY.fullmatch(sent) else [sent]
                typed, sent = (b"" if sent else typed) + event.data, b""
    assert checked
    assert len(wrong) <= checked // 100, wrong[:3]
    game = Session(5, options="terse,jump,name=rogo-root")
    game.feed(b";")
    replies = {keys: game.feed(keys) for keys in (b"s;", b"v;", b"/A;", b"L;", b"\x12;", b"2h;", b">;")}
    ours = {keys: sent.replace(b"\x1b[1;1H", b"\x1b[H") for keys, sent in replies.items()}
    assert {keys: sent for keys, sent in ours.items() if not REPLY.fullmatch(sent)} == {}


@needs_recordings
def test_the_recorded_end_is_ours() -> None:
    """Behind the last prompt: the last row, the modes given back, then the list (SCREEN.md 12.2)."""
    wrong = {}
    for name in games("rogue-5.4.5"):
        _, prompt, rest = game_output(name).rpartition(RETURN_MARK.encode())
        if not prompt or not rest.startswith(b"\r\x1b[24;1H\r\x1b[?1l\x1b>"):
            wrong[name] = rest
    assert wrong == {}
