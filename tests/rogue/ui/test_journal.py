"""The journal: lines of text that replay to the same game, to the very turn where they do not."""

from __future__ import annotations

import inspect
import json
from contextlib import suppress
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.state.checksum import checksum
from rogue.ui.input_modes import Ability, Answer, Host
from rogue.ui.journal import (
    Check,
    Died,
    End,
    Event,
    JournalError,
    Keys,
    Paths,
    Restored,
    Start,
    event_line,
    header_line,
    read_event,
    read_header,
)
from rogue.ui.journal_sessions import (
    DivergenceError,
    GameCrashError,
    JournalPlayer,
    RecordingSession,
    play_journal,
)
from rogue.ui.session import Session
from scripts.lib.random_keys import bursts


def recorded(seed: int = 1, count: int = 25) -> tuple[RecordingSession, bytes]:
    """A game of random keys, saved and restored in between, and all bytes it sent."""
    game = RecordingSession(Start(seed, options="name=Ann", greeted=True, notices=("Hear!",)))
    sent = game.feed(b"")
    for number, keys in enumerate(bursts(seed, count)):
        sent += game.feed(keys)
        if number % 10 == 9 and game.session.outcome is None:
            game.restore(game.session.state(), Restored(year=2031))
            sent += game.session.redraw()
    if game.session.outcome is None:
        game.die("signal")
        sent += game.feed(b"")
    game.end("killed")
    return game, sent


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_journal_replays_to_the_same_bytes_and_the_same_world(seed: int) -> None:
    game, sent = recorded(seed)
    run = JournalPlayer(game.journal().splitlines())
    drawn = b""
    while (step := run.step()) is not None:
        drawn += step
    assert drawn == sent
    assert checksum(run.session.world) == checksum(game.session.world)
    assert run.ended is not None
    assert run.events == game.events


def test_there_is_a_check_over_everything_every_100_turns() -> None:
    game = RecordingSession(Start(5))
    for _ in range(40):
        game.feed(b"10s ")
    checks = [event.turn for event in game.events if isinstance(event, Check)]
    assert len(checks) == game.session.world.turns // 100 > 0
    turns = [turn for event in game.events if isinstance(event, Keys) for turn in event.turns]
    assert len(turns) == game.session.world.turns


def test_recording_changes_nothing() -> None:
    plain, kept = Session(9), RecordingSession(Start(9))
    for keys in bursts(9, 15):
        assert plain.feed(keys) == kept.feed(keys)
    assert checksum(plain.world) == checksum(kept.session.world)


def test_an_escape_takes_what_came_in_the_same_call_only() -> None:
    together, apart = RecordingSession(Start(2)), RecordingSession(Start(2))
    together.feed(b"w\x1bs")
    apart.feed(b"w\x1b")
    apart.feed(b"s")
    assert (together.session.world.turns, apart.session.world.turns) == (0, 1)
    for game in (together, apart):
        assert play_journal(game.journal().splitlines()).session.world.turns == game.session.world.turns


def test_lines_are_given_as_soon_as_they_are_known() -> None:
    lines: list[str] = []
    game = RecordingSession(Start(2), lines.append)
    assert lines == [header_line(Start(2)) + "\n"]
    game.feed(b"s")
    assert lines[1].startswith('{"keys": "s", "turns": "')
    assert "".join(lines) == game.journal()


def test_keys_that_break_the_game_stand_in_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = RecordingSession(Start(5))
    game.feed(b"s")
    with monkeypatch.context() as patch:
        patch.setattr("rogue.rules.turn.do", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            game.feed(b"s")
        assert game.events[-1] == Keys(b"s")
        with pytest.raises(GameCrashError, match="line 2"):
            play_journal(game.journal().splitlines())


def test_the_very_turn_of_a_divergence_is_found() -> None:
    game = RecordingSession(Start(5))
    game.feed(b"sss")
    game.feed(b"10s")
    *lines, last = game.journal().splitlines()
    event = read_event(3, last)
    assert isinstance(event, Keys)
    turns = list(event.turns)
    turns[4] ^= 1
    with pytest.raises(DivergenceError) as found:
        play_journal([*lines, event_line(Keys(event.keys, tuple(turns)))])
    assert (found.value.turn, found.value.line) == (3 + 5, 3)
    for other in (event.turns[:6], (*event.turns, 7)):
        with pytest.raises(DivergenceError) as found:
            play_journal([*lines, event_line(Keys(event.keys, other))])
        assert found.value.turn == 3 + min(len(other), len(event.turns)) + 1


def test_a_wrong_check_over_everything_is_found() -> None:
    game = RecordingSession(Start(5))
    game.feed(b"s")
    lines = [*game.journal().splitlines(), event_line(Check(1, 1))]
    with pytest.raises(DivergenceError, match="turn 1"):
        play_journal(lines)


def test_another_seed_diverges_at_once() -> None:
    game, _ = recorded(3)
    lines = game.journal().splitlines()
    with pytest.raises(DivergenceError):
        play_journal([header_line(Start(4, options="name=Ann", greeted=True)), *lines[1:]])


EVENTS = st.one_of(
    st.builds(Keys, st.binary(), st.lists(st.integers(0, 0xFFFF)).map(tuple)),
    st.builds(Answer, st.sampled_from(("done", "exists", "failed")), st.text()),
    st.builds(Check, st.integers(0, 2**64 - 1), st.integers(0, 10**6)),
    st.builds(Died, st.text()),
    st.builds(Paths, st.text(), st.text(), st.text()),
    st.builds(Restored, st.text(), st.integers(), st.text(), st.just(("save",))),
    st.builds(End, st.text(), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
)


WORDS = st.text(max_size=4)


@settings(max_examples=30)
@given(EVENTS)
def test_every_event_comes_back_from_its_line(event: Event) -> None:
    line = event_line(event)
    assert line.isascii()
    assert "\n" not in line
    assert read_event(2, line) == event


def test_a_beginning_comes_back_from_its_line() -> None:
    able: tuple[Ability, ...] = ("save", "shell")
    start = Start(2**64 - 1, "3.6", "terse,name=Bo", 2031, "/home/bo", True, True, able, True, ("x",))
    assert read_header(header_line(start)) == start


def test_a_beginning_holds_all_that_a_session_is_given() -> None:
    given = set(inspect.signature(Session.__init__).parameters) - {"self", "state", "host"}
    given |= {field.name for field in fields(Host)}
    kept = {field.name for field in fields(Start)}
    assert given <= kept
    assert kept - given == {"greeted", "notices", "variant", "nonce"}


@settings(max_examples=30)
@given(st.text() | st.lists(st.integers()).map(repr) | st.dictionaries(WORDS, WORDS).map(json.dumps))
def test_any_other_line_is_damaged(line: str) -> None:
    with pytest.raises(JournalError):
        read_header(line)
    with pytest.raises(JournalError) as found:
        read_event(7, line)
    assert found.value.line == 7


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_mutated_journal_replays_diverges_or_is_damaged(data: st.DataObject) -> None:
    text = JOURNAL
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 30))
    text = text[:at] + data.draw(st.text(max_size=4)) + text[at + length :]
    with suppress(JournalError, DivergenceError):
        run = play_journal(text.splitlines())
        assert run.line == len(text.splitlines())


JOURNAL = recorded(6, 3)[0].journal()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "damaged or cut off"),
        ('{"format": "rogue jour', "damaged or cut off"),
        ("# Rogue and Rog-O-Matic", "the first line is not that of a journal"),
        ("[]", "not a JSON object"),
        ('{"format": "letter"}', "not a journal"),
        ('{"format": "rogue journal", "version": 3}', "newer version"),
        ('{"format": "rogue journal", "version": "1"}', "no valid version number"),
        ('{"format": "rogue journal", "version": 1}', "fields"),
        (header_line(Start(1, edition="9.9")), "no edition '9.9'"),
        (header_line(Start(-1)), "seed"),
        ("[" * 100_000, "damaged"),
    ],
)
def test_a_first_line_that_is_none_is_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(JournalError, match=reason):
        play_journal([line])


def test_no_lines_at_all_are_damaged() -> None:
    with pytest.raises(JournalError):
        play_journal([])


@pytest.mark.parametrize("line", ['{"answer": "done", "text": ""}', '{"restored": 1}', '{"sung": 1}'])
def test_an_event_that_does_not_fit_is_damage(line: str) -> None:
    with pytest.raises(JournalError, match="line 2"):
        play_journal([header_line(Start(1)), line])
