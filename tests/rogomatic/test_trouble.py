"""The player in trouble: strange versions, strange ends, games without end, and the evidence it leaves."""

from __future__ import annotations

import pytest

from rogomatic import Player
from rogomatic.agent.experts import leaving
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import _MAX_READ
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink
from rogue.ui.session import Session

READY = b"\x1b[1;1HIllegal command ';'\x1b[K\x1b[9;9H@\x1b[9;9H"
MORE = b"\x1b[1;1H\x1b[KThe bat bites --More--"


def player() -> Player:
    return Player(default_memory(), DEFAULT, 7)


def told(version: bytes) -> Player:
    """Return a player that was told a version and stands ready."""
    agent = player()
    agent.feed(b"")
    assert agent.feed(b"\x1b[1;1H" + version + b"\x1b[K\x1b[9;9H@\x1b[1;1H\x1b[K" + READY)
    return agent


@pytest.mark.parametrize(
    ("said", "edition", "warning"),
    [
        (b"Rogue version 5.4.5 release 2026-08-03 dungeon 1 (chongo was here)", "5.4", ""),
        (b"Version 5.3. (mctesq was here)", "5.4", ""),
        (b"Rogue version 5.1 (me)", "5.2", "The version 5.1 is unknown; the agent played it as Rogue 5.2."),
        (b"Rogue version 3.1 (me)", "3.6", "The version 3.1 is unknown; the agent played it as Rogue 3.4."),
        (b"Rogue", "5.4", "The game did not state its version; the agent played it as Rogue 5.4.5."),
    ],
)
def test_the_version_chooses_how_the_game_is_read(said: bytes, edition: str, warning: str) -> None:
    agent = told(said)
    assert agent.moves == 1
    assert agent.beliefs.edition == edition
    assert agent.report().warning == warning


def test_a_game_that_never_came_to_play_is_not_warned_of() -> None:
    agent = player()
    agent.feed(b"Sorry.")
    assert agent.moves == 0
    assert agent.report().warning == ""


@pytest.mark.slow
def test_a_game_that_asks_without_end_is_given_up() -> None:
    agent = told(b"Rogue version 5.4.5")
    answers = [agent.feed(MORE) for _ in range(2 * _MAX_READ)]
    assert answers == [b" ;"] * (_MAX_READ + 1) + [b""] * (_MAX_READ - 1)
    assert agent.report().how == "stuck"


def test_a_game_that_has_much_to_say_is_heard_out() -> None:
    agent = told(b"Rogue version 5.4.5")
    for number in range(500):
        assert agent.feed(MORE.replace(b"bat", b"bat %d" % number)) == b" ;"


def test_a_line_that_is_cut_is_no_end() -> None:
    agent = told(b"Rogue version 5.4.5")
    agent.eof()
    assert not agent.done


def test_a_tombstone_without_a_prompt_is_an_end() -> None:
    """SCREEN.md 12.2: some games leave at once."""
    agent = told(b"Version 5.3. (mctesq was here)")
    agent.feed(b"\x1b[H\x1b[J\x1b[23;1HKilled by a bat with 9 gold\r\n")
    agent.eof()
    report = agent.report()
    assert (agent.done, report.how, report.killer, report.score) == (True, "killed", "bat", 9)


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_a_game_given_up_is_finished_in_all_editions(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SCREEN.md 12.2: 3.6 leaves without a last page when it is told to quit."""
    monkeypatch.setattr(leaving, "_LAST_TURN", 20)
    row = play_game(
        3,
        lambda seed: MemoryLink(Session(seed, edition, GAME_OPTIONS)),
        lambda _: player(),
        Limits(commands=500),
    )
    assert (row.end_reason, row.how, row.trouble) == ("finished", "quit", "")


def test_a_strange_question_is_left_once_and_counted_once() -> None:
    agent = told(b"Rogue version 5.4.5")
    asked = b"\x1b[1;1HSell your soul (y/n)? \x1b[K"
    agent.feed(asked)
    assert [agent.timeout() for _ in range(3)] == [b"\x1b;", b"n;", b"\r;"]
    assert agent.report().unknown == 1
    agent.feed(READY)
    agent.feed(asked)
    assert agent.timeout() == b"\x1b;"
    assert agent.report().unknown == 2


def test_the_evidence_shows_screens_and_decisions() -> None:
    agent = told(b"Rogue version 5.4.5")
    agent.feed(b"\x1b[5;5Htrouble")
    lines = agent.evidence().splitlines()
    assert lines[0] == "Screen 1 of 3, cursor in row 0, column 0:"
    last = lines.index("Screen 3 of 3, cursor in row 4, column 11:")
    assert lines[last + 5] == " 4|    trouble"
    assert lines[last + 25] == "The last 2 decisions:"
    assert lines[last + 26].endswith("ask the version: which Rogue is this?: v ;")
    assert len(lines) == 3 * 25 + 1 + 2


def test_one_decision_is_told_in_the_singular() -> None:
    agent = player()
    agent.feed(b"")
    lines = agent.evidence().splitlines()
    assert [line for line in lines if "decision" in line] == ["The last decision:"]


def test_keys_that_cannot_be_printed_are_spelt_in_the_evidence() -> None:
    agent = told(b"Rogue version 5.4.5")
    assert agent.timeout() == b";"
    agent.timeout()
    assert agent.evidence().endswith(": ^R ;")
