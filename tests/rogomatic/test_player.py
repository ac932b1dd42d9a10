"""The player on its line: chunks, silence, the end,
and whole games against our own Rogue and on recordings.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic import Player, Report
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import default_memory
from rogue.ui.session import Session
from tests.support.recorded_games import NAMES, OURS, events, needs_recordings, outcomes

pytestmark = pytest.mark.slow


OPTIONS = "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow,name=rogo-x,fruit=apricot"
WITH_OUTCOMES = ("rogue-5.4.5/", "rogue-5.4-2008/")
KILLERS = {
    "rogue-5.2/33": "jackal", "rogue-3.6/11": "hobgoblin", "rogue-3.6/12": "hobgoblin",
    "rogue-3.6/13": "kobold", "rogue-5.4.5-verbose/22": "kestrel", "rogue-5.4.5-verbose/23": "kestrel",
}  # fmt: skip
"""Who killed whom in recordings that end with a tombstone and have no list of outcomes."""
ALPHABET = [
    b"\x1b[H\x1b[J",
    b"\x1b[1;1H",
    b"\x1b[5;9H@",
    b"Illegal command ';'",
    b"\x1b[K",
    b" --More--",
    b"Call it: ",
]


def player(knobs: Knobs | None = None) -> Player:
    return Player(default_memory(), knobs or Knobs(), 7)


def play(
    seed: int, edition: str = "5.4", most: int = 20_000, knobs: Knobs | None = None
) -> tuple[Player, Session, list[bytes], list[bytes]]:
    """Play one game in memory; return both sides, what was drawn and what was sent."""
    game, agent = Session(seed, edition, OPTIONS), player(knobs)
    drawn = [game.feed(b"")]
    sent: list[bytes] = []
    while not agent.done and len(sent) < most:
        keys = agent.feed(drawn[-1]) or agent.timeout()
        if agent.done:
            break
        sent.append(keys)
        drawn.append(game.feed(keys))
    return agent, game, drawn, sent


def test_the_version_is_asked_before_anything_else() -> None:
    assert player().feed(b"") == b"v;"
    assert player().feed(b"Hello") == b"v;"


@settings(max_examples=75, deadline=None)
@given(st.lists(st.binary(max_size=60) | st.sampled_from(ALPHABET), max_size=25))
def test_no_bytes_make_it_raise(chunks: list[bytes]) -> None:
    agent = player()
    for chunk in chunks:
        assert isinstance(agent.feed(chunk), bytes)
    for _ in range(6):
        agent.timeout()
    assert isinstance(agent.report(), Report)


def test_a_dead_line_is_given_up_as_stuck() -> None:
    agent = player()
    agent.feed(b"")
    asked = [agent.timeout() for _ in range(4)]
    assert all(asked[:3])
    assert asked[3] == b""
    assert agent.done
    assert agent.report().how == "stuck"
    assert agent.feed(b"more") == b""
    assert agent.timeout() == b""


STATUS = b"Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0"
AT_HOME = b"\x1b[H\x1b[J\x1b[5;9H|@.|\x1b[24;1H%b\x1b[5;10H" % STATUS
COMPLAINT = b"\x1b[HIllegal command ';'\x1b[K\x1b[5;10H"


def test_a_marker_that_the_game_threw_away_is_sent_again_and_is_no_command() -> None:
    agent = player()
    agent.feed(AT_HOME)
    agent.feed(COMPLAINT)
    commands, action = agent.report().commands, agent.beliefs.action
    assert agent.feed(b"\x1b[H\x1b[KA small dart whizzes by your ear\x1b[5;10H") == b""
    assert agent.timeout() == b";"
    assert (agent.report().commands, agent.beliefs.action) == (commands, action)
    assert agent.feed(COMPLAINT).endswith(b";")
    assert agent.trace.said[-1].text == "A small dart whizzes by your ear"


def test_a_game_that_starts_slowly_is_asked_its_version_once() -> None:
    version = b"\x1b[HRogue version 5.4.5 release 2026-08-03 (chongo was here)\x1b[5;10H" + COMPLAINT
    quick, slow = player(), player()
    assert quick.feed(AT_HOME) == slow.timeout() == b"v;"
    assert slow.feed(AT_HOME + version) == quick.feed(version) == b"i;"
    assert slow.report() == quick.report()


def test_silences_that_were_answered_are_forgotten() -> None:
    agent = player()
    agent.feed(AT_HOME)
    for _ in range(20):
        assert agent.timeout() == b";"
        assert agent.feed(b"\x1b[H\x1b[K" + COMPLAINT)
    assert not agent.done


def test_a_page_that_no_key_but_escape_leaves_is_left_at_the_last_silence() -> None:
    agent = player()
    agent.feed(AT_HOME)
    agent.feed(COMPLAINT)
    agent.feed(b"\x1b[H\x1b[JTerse output: True      (T or F)\r\nFruit: apricot\x1b[1;15H")
    assert [agent.timeout()[:1] for _ in range(3)] == [b";", b"\x12", b"\x1b"]
    assert not agent.done
    assert agent.feed(AT_HOME + COMPLAINT).endswith(b";")


def test_each_strange_page_is_left_by_the_safest_key_first() -> None:
    agent = player()
    agent.feed(AT_HOME)
    agent.feed(COMPLAINT)
    keys = []
    for said in (b"You hit.", b"The bat hits.", b"The bat misses.", b"The bat misses.", b"You faint."):
        assert agent.feed(b"\x1b[H\x1b[K" + said + b"-- More --") == b""
        keys.append(agent.timeout())
    assert keys == [b" ;", b" ;", b" ;", b"\r;", b" ;"]
    assert (agent.done, agent.report().unknown) == (False, 1)


@pytest.mark.parametrize("left", [b"|", b"-", b"--", b"##R", b"--M", b"c"])
def test_an_answer_may_end_in_any_text(left: bytes) -> None:
    """curses moves the cursor onto the hero by writing again what stands to the left of it."""
    agent = player()
    agent.feed(b"\x1b[H\x1b[J\x1b[5;9H%b@\x1b[24;1H%b\x1b[5;%dH" % (left, STATUS, 9 + len(left)))
    assert agent.feed(b"\x1b[HIllegal command ';'\x1b[5;9H" + left)


@pytest.mark.parametrize(
    "pieces",
    [
        [b"\x1b[20;32H@\x1b[HIllegal command ';'", b"\x1b[20;32H';'\x1b[0;1H"],
        [b"\x1b[5;14H... \x1b[B\x08\x08\x08", b"@\x1b[HIllegal command '", b";'\x1b[6;15H';'\x1b[6;4H"],
    ],
)
def test_an_answer_cut_before_its_end_is_judged_as_if_whole(pieces: list[bytes]) -> None:
    one, other = player(), player()
    assert one.feed(b"") == other.feed(b"")
    assert b"".join(map(one.feed, pieces)) == other.feed(b"".join(pieces))


@pytest.mark.parametrize(
    "piece", [b"1;", b"\x1b[1;1Hxy\x1b[2;1H\x1b[1;1Hz\x1b[2;1H", b"-", b"\x1b", b"c", b"\x1b]x"]
)
def test_a_game_that_never_comes_to_wait_does_not_fill_the_memory(piece: bytes) -> None:
    agent = player()
    agent.feed(b"\x1b[")
    for _ in range(4):
        agent.feed(piece * 4000)
    assert len(agent.screen._half) < 300
    assert len(agent.screen.take_lines()) <= 2000


@pytest.mark.parametrize(
    "seed", [44, 220_101, *(pytest.param(seed, marks=pytest.mark.long) for seed in (220_106, 220_112))]
)  # a quit, and three deaths
def test_games_end_and_are_reported_as_the_game_tells_it(seed: int) -> None:
    agent, game, _, sent = play(seed)
    report = agent.report()
    assert agent.done
    assert game.outcome is not None
    assert (report.how, report.score, report.killer) == (
        game.outcome.how,
        game.outcome.score,
        game.outcome.killer,
    )
    assert (report.depth, report.commands >= len(sent) - 1) == (game.outcome.depth, True)
    assert sent[-1] != b""
    assert report.version.startswith("5.4")


def test_the_same_seed_gives_the_same_keys() -> None:
    assert play(220_108)[3] == play(220_108)[3]


def fed(drawn: list[bytes], size: int) -> list[bytes]:
    """Feed what a game drew in chunks of a size; return the keys, one entry per burst."""
    agent, keys = player(), []
    for burst in drawn:
        for start in range(0, max(len(burst), 1), size):
            answer = agent.feed(burst[start : start + size])
            if answer:
                keys.append(answer)
    return keys


def test_chunking_makes_no_difference() -> None:
    agent, _, drawn, sent = play(5, most=400)
    assert agent.timeout is not None
    whole = fed(drawn, 10**6)
    assert whole[: len(sent)] == sent[: len(whole)]
    assert fed(drawn, 1) == fed(drawn, 7) == whole


@pytest.mark.parametrize(("edition", "seed"), [("5.2", 220_234), ("3.6", 220_242)])
def test_other_editions_are_played_to_the_end(edition: str, seed: int) -> None:
    agent, game, _, _ = play(seed, edition)
    assert agent.done
    assert game.outcome is not None


def recorded(name: str) -> list[bytes]:
    """Return the screen bytes of a recording."""
    return [event.data for event in events(name) if not event.keys]


def watched(name: str) -> Report:
    """Let a player look on at a recorded game, whatever its own player did; return its report."""
    agent = player()
    for burst in recorded(name):
        agent.feed(burst)
    if not agent.done:
        agent.timeout()
    return agent.report()


def test_a_recording_of_our_own_is_digested_to_its_end() -> None:
    report = watched(OURS[1])
    assert (report.killer, report.how, report.depth) == ("hobgoblin", "killed", 1)


@needs_recordings
@pytest.mark.parametrize("folder", WITH_OUTCOMES)
@pytest.mark.parametrize("every", [15, pytest.param(1, marks=pytest.mark.long)])
def test_real_games_are_digested_whatever_their_player_did(folder: str, every: int) -> None:
    listed = sorted(outcomes(folder.rstrip("/")).items())[::every]
    assert listed
    for name, outcome in listed:
        report = watched(name)
        found = (report.score, report.killer, report.depth, report.how)
        assert found == (outcome["score"], outcome["killer"], outcome["level"], "killed"), name


@needs_recordings
@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith(WITH_OUTCOMES)])
def test_recordings_without_listed_outcomes_are_digested(name: str) -> None:
    report = watched(name)
    if name in KILLERS:
        assert (report.killer, report.how) == (KILLERS[name], "killed")
    assert bool(report.killer) == (report.how == "killed")
    assert (report.depth >= 1, report.deepest >= report.depth) == (True, True)
