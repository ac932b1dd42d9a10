"""Games that say nothing about a key that they do not know, or throw away what is typed ahead."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import Player
from rogomatic.cli.agent_factory import default_players
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.pty import Program

ROOT = Path(__file__).resolve().parents[2]
STATUS = b"Level: 1  Gold: 0      Hp: 12(12)  Str: 12  Ac: 8   Exp: 1/0"
AT_HOME = b"\x1b[H\x1b[J\x1b[5;9H|@.|\x1b[24;1H%b\x1b[5;10H" % STATUS
VERSION = b"\x1b[HRogue 3.6.3 + bugfixes + changes (10)\x1b[K\x1b[5;10H"
CLEARED = b"\x1b[H\x1b[K\x1b[5;10H"
COMPLAINT = b"\x1b[HIllegal command ';'\x1b[K\x1b[5;10H"
ASKED = b"\x1b[HWhich object do you want to wear? (* for list): \x1b[K"
MORE = b"\x1b[Ha) Some food.--More--\x1b[K"


def mute() -> Player:
    """Return a player that knows by now that the game is silent about the marker, and asks for the pack."""
    agent = Player(default_memory(), Knobs(), 1)
    assert agent.feed(AT_HOME) == b"v;"
    assert agent.feed(VERSION) == b""
    assert agent.timeout() == b";"
    assert agent.feed(CLEARED) == b""
    assert agent.timeout() == b"i"
    return agent


def dressing() -> Player:
    """Return such a player that has sent the first key of the command to wear what is behind letter b."""
    agent = mute()
    agent.feed(MORE)
    agent.feed(b"\x1b[Hb) +1 ring mail.\x1b[K\x1b[5;10H")
    assert agent.timeout() == b"W"
    return agent


def test_a_game_that_keeps_silent_on_the_square_of_the_hero_waits() -> None:
    agent = mute()
    assert (agent.moves, agent.beliefs.version, agent.beliefs.edition) == (1, "3.6.3", "3.6")
    assert agent.feed(MORE) == b" "
    agent.feed(b"\x1b[Hb) +1 ring mail.\x1b[K\x1b[5;10H")
    assert (agent.timeout()[:1], agent.moves) == (b"W", 2)


@pytest.mark.parametrize(
    ("status", "said", "edition", "read_as"),
    [
        (STATUS, b"Super Rogue version 7.2.", "3.6", "3.6"),
        (STATUS.replace(b"12  Ac", b"12(16)  Ac"), b"Super Rogue version 7.2.", "5.2", "5.2"),
        (STATUS.replace(b"12  Ac: 8", b"12(16)  Arm: 4"), b"Super Rogue version 7.2.", "5.4", "5.4.5"),
        (STATUS, b"Rogue version 5.2.3. (mctesq was here)", "5.2", ""),
        (STATUS, b"Nothing to see here.", "3.6", "3.6"),
    ],
)
def test_unknown_versions_by_status(status: bytes, said: bytes, edition: str, read_as: str) -> None:
    agent = Player(default_memory(), Knobs(), 1)
    agent.feed(AT_HOME.replace(STATUS, status))
    agent.feed(b"\x1b[H" + said + b"\x1b[K\x1b[5;10H" + COMPLAINT)
    assert (agent.moves, agent.beliefs.edition) == (1, edition)
    warning = agent.report().warning
    assert warning.endswith(f"the agent played it as Rogue {read_as}.") if read_as else warning == ""


def test_there_keys_are_sent_one_by_one_each_when_the_game_waits_for_it() -> None:
    agent = dressing()
    assert agent.feed(ASKED) + agent.timeout() == b"b"
    assert agent.feed(b"\x1b[HWearing ring mail.\x1b[K\x1b[5;10H") == b""
    assert (agent.timeout(), agent.moves) == (b"i", 3)
    assert agent.trace.said[-1].text == "Wearing ring mail."


def test_a_page_in_between_takes_no_key_that_was_meant_for_the_game() -> None:
    agent = dressing()
    assert agent.feed(b"\x1b[HThe bat bites.--More--\x1b[K") == b" "


def test_a_page_that_nobody_knows_does_not_end_that() -> None:
    agent = mute()
    agent.feed(b"\x1b[H\x1b[JTerse output: True      (T or F)\r\nFruit: apricot\x1b[1;15H")
    assert agent.timeout() == b";"
    agent.feed(AT_HOME + MORE)
    agent.feed(b"\x1b[Hb) +1 ring mail.\x1b[K\x1b[5;10H")
    assert agent.timeout() == b"W"


def test_one_that_complains_after_all_was_only_slow() -> None:
    agent = dressing()
    assert agent.feed(ASKED) + agent.timeout() == b"b"
    agent.feed(b"\x1b[HWearing ring mail.\x1b[K\x1b[5;10H")
    sent = agent.feed(COMPLAINT)
    assert sent
    assert agent.feed(CLEARED) + agent.timeout() == b";"


def test_a_game_that_loses_each_marker_at_first_gets_one_key_at_a_time() -> None:
    agent = Player(default_memory(), Knobs(), 1)
    sent = [agent.feed(AT_HOME)]
    for _ in range(4):
        agent.feed(CLEARED)
        assert agent.timeout() == b";"
        sent.append(agent.feed(COMPLAINT))
    assert [len(keys) > 1 for keys in sent] == [True, True, True, True, False]


def test_one_that_draws_nothing_any_more_has_hung() -> None:
    agent = mute()
    sent = [agent.timeout() for _ in range(100)]
    assert (agent.done, agent.report().how) == (True, "stuck")
    assert sent.index(b"") < 70
    assert sent[sent.index(b"") - 3 : sent.index(b"")] == [b";", b"\x0c", b"\x1b"]


def test_one_whose_commands_draw_nothing_for_long_is_asked_for_its_screen() -> None:
    agent = mute()
    while agent.timeout() != b"\x0c":
        assert not agent.done
    moves = agent.moves
    agent.feed(AT_HOME)
    for _ in range(20):
        agent.timeout()
    assert not agent.done
    assert agent.moves == moves + 20


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel has to show that a program waits")
def test_a_program_that_flushes_and_keeps_silent_is_played_as_any_other() -> None:
    words = (sys.executable, str(ROOT / "tests" / "run" / "chopped_rogue.py"), "{seed}", "3.6", "whole")
    program = {way: Program((*words, way), (("PYTHONPATH", str(ROOT)),)) for way in ("read", "flush")}
    rows = [
        play_game(4, program[way], default_players(), Limits(turns=300, stall_seconds=60.0))
        for way in ("read", "flush")
    ]
    read, flush = [(row.end, row.score, row.depth, row.turns, row.unknown) for row in rows]
    assert read == flush
