"""The player on its line: chunks, silence, the end,
and whole games against our own Rogue and on recordings.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic import Player, Report
from rogomatic.knobs import Knobs
from rogomatic.learn.memory import default_memory
from rogue.play.session import Session

OPTIONS = "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow,name=rogo-x,fruit=apricot"
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
    seed: int, edition: str = "5.4", most: int = 6000, knobs: Knobs | None = None
) -> tuple[Player, Session, list[bytes], list[bytes]]:
    """Play one game in memory; return both sides, what was drawn and what was sent."""
    game, agent = Session(seed, edition, OPTIONS), player(knobs)
    drawn, sent = [game.feed(b"")], []
    while not agent.done and len(sent) < most:
        keys = agent.feed(drawn[-1]) or agent.quiet()
        if agent.done:
            break
        sent.append(keys)
        drawn.append(game.feed(keys))
    return agent, game, drawn, sent


def test_the_version_is_asked_before_anything_else() -> None:
    assert player().feed(b"") == b"v;"
    assert player().feed(b"Hello") == b"v;"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.binary(max_size=60) | st.sampled_from(ALPHABET), max_size=25))
def test_no_bytes_make_it_raise(chunks: list[bytes]) -> None:
    agent = player()
    for chunk in chunks:
        assert isinstance(agent.feed(chunk), bytes)
    for _ in range(6):
        agent.quiet()
    assert isinstance(agent.report(), Report)


def test_a_dead_line_is_given_up_as_stuck() -> None:
    agent = player()
    agent.feed(b"")
    asked = [agent.quiet() for _ in range(4)]
    assert all(asked[:3])
    assert asked[3] == b""
    assert agent.done
    assert agent.report().how == "stuck"
    assert agent.feed(b"more") == b""
    assert agent.quiet() == b""


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
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
    assert play(11)[3] == play(11)[3]


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
    assert agent.quiet is not None
    whole = fed(drawn, 10**6)
    assert whole[: len(sent)] == sent[: len(whole)]
    assert fed(drawn, 1) == fed(drawn, 7) == whole


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_other_editions_are_played_to_the_end(edition: str) -> None:
    from rogue.tables.editions import EDITIONS

    if edition not in EDITIONS:
        pytest.skip(f"no edition {edition} yet")
    agent, game, _, _ = play(3, edition)
    assert agent.done
    assert game.outcome is not None


def recorded(path: Path) -> list[bytes]:
    """Return the screen bytes of a recording."""
    lines = gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()[1:]
    events = [json.loads(line) for line in lines]
    return [data.encode("latin-1", "replace") for _, kind, data in events if kind == "o"]


def test_real_games_are_digested_whatever_their_player_did(recordings: Path) -> None:
    outcomes = json.loads((recordings / "rogue-5.4.5" / "outcomes.json").read_text("utf-8"))
    for name, outcome in sorted(outcomes.items()):
        agent = player()
        for burst in recorded(recordings / "rogue-5.4.5" / name):
            agent.feed(burst)
        if not agent.done:
            agent.quiet()
        report = agent.report()
        assert (report.score, report.killer, report.how) == (outcome["score"], outcome["killer"], "killed"), (
            name
        )
        assert report.depth == outcome["level"], name


def test_a_recording_in_other_chunks_gives_the_same_keys(recordings: Path) -> None:
    bursts = recorded(recordings / "rogue-5.4.5" / "7002.cast.gz")
    assert fed(bursts, 1) == fed(bursts, 5) == fed([b"".join(bursts)], 11)


def test_recordings_of_older_games_are_digested(recordings: Path) -> None:
    for folder in ("rogue-5.2", "rogue-3.6", "rogue-5.4-2008", "rogue-5.4.5-verbose"):
        for path in sorted((recordings / folder).glob("*.cast.gz"))[:2]:
            agent = player()
            for burst in recorded(path):
                agent.feed(burst)
            assert agent.beliefs.me.gold >= 0
            assert agent.beliefs.deepest >= 1
