"""Asciicast and ttyrec: what is written is read, what is damaged is refused, screens stay the same."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.run.recordings.recording_formats import (
    OURS,
    Asciicast,
    AsciicastError,
    AsciicastWriter,
    Event,
    Header,
    Origin,
    TtyrecError,
    TtyrecFrame,
    as_text,
    frame_bytes,
    read_asciicast,
    read_ttyrec,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TIMES = st.integers(0, 10**12).map(lambda micros: micros / 10**6)
ORIGINS = st.builds(Origin, st.integers(0, 2**63), TEXTS, TEXTS, TEXTS, TEXTS, TEXTS)
HEADERS = st.builds(
    Header, TEXTS, st.integers(0, 2**40), st.integers(1, 500), st.integers(1, 500), st.none() | ORIGINS
)
EVENTS = st.builds(Event, TIMES, st.sampled_from(["o", "i", "m"]), TEXTS)
CASTS = st.builds(Asciicast, HEADERS, st.lists(EVENTS, max_size=8).map(tuple))
HEAD = '{"version": 2, "width": 80, "height": 24}\n'


@given(CASTS)
def test_what_is_written_is_read(recording: Asciicast) -> None:
    assert read_asciicast(recording.text().encode()) == recording


@given(CASTS, st.data())
def test_a_recording_that_was_cut_off_is_read_up_to_there(recording: Asciicast, data: st.DataObject) -> None:
    text = recording.text().encode()
    first = text.index(b"\n") + 1
    cut = data.draw(st.integers(first, len(text)))
    read = read_asciicast(text[:cut])
    only_its_end = text[cut : cut + 1] == b"\n"  # the line is there
    assert read.complete == (only_its_end or text[:cut].endswith(b"\n"))
    assert read.events == recording.events[: text[first:cut].count(b"\n") + only_its_end]


@given(st.lists(st.binary(max_size=6), max_size=8))
@example([b"\x1b", b"\x80!"])
def test_a_recorded_screen_is_the_screen_whatever_the_bytes_and_their_cuts(chunks: list[bytes]) -> None:
    live, lines = Screen(), list[str]()
    writer = AsciicastWriter(lines.append, Header())
    for number, chunk in enumerate(chunks):
        live.feed(chunk)
        writer.output(number, chunk)
    live.feed(b"\x1b[5;5H.")
    writer.output(99, b"\x1b[5;5H.")
    replayed = Screen()
    for event in read_asciicast("".join(lines).encode()).events:
        replayed.feed(event.text.encode())
    assert (replayed.cells, replayed.spot, replayed.bright) == (live.cells, live.spot, live.bright)


def test_a_writer_hands_on_whole_lines_at_once() -> None:
    lines: list[str] = []
    writer = AsciicastWriter(lines.append, Header("a game"))
    writer.output(0.25, "wall ░".encode()[:-1])
    writer.output(0.5, "░".encode()[-1:])
    writer.keys(1, b"\x12;")
    writer.mark(2, "level 2")
    assert json.loads(lines[0])["title"] == "a game"
    assert [json.loads(line) for line in lines[1:]] == [
        [0.25, "o", "wall "], [0.5, "o", "░"], [1, "i", "\x12;"], [2, "m", "level 2"],
    ]  # fmt: skip
    assert all(line.endswith("\n") and line.isascii() for line in lines)


def test_what_is_no_utf_8_takes_the_cells_that_it_took() -> None:
    assert as_text(b"\xb3\xc4\xff.") == "\x18��."


def test_other_events_of_the_format_are_left_out_and_empty_lines_too() -> None:
    recording = read_asciicast((HEAD + '[0.5, "r", "100x30"]\n\n[1, "o", "x"]\n').encode())
    assert recording == Asciicast(Header(), (Event(0.5, "r", "100x30"), Event(1.0, "o", "x")))


BAD = [
    (b"", 1, "empty or cut off"),
    (b'{"version": 2', 1, "empty or cut off"),
    (b"\x1b[H\n", 1, "damaged or cut off"),
    (b"[]\n", 1, "not an asciicast"),
    (b'{"format": "rogue journal", "version_": 1}\n', 1, "not an asciicast"),
    (b'{"version": 4, "term": {}}\n', 1, "asciicast version 4; only versions 1, 2, and 3 can be read"),
    (b'{"version": "3", "term": {}}\n', 1, "asciicast version 3; only versions 1, 2, and 3 can be read"),
    (b'{"version": 2, "width": "80"}\n', 1, "its window size is invalid"),
    (b'{"version": 2, "width": -1, "height": 24}\n', 1, "its window size is invalid"),
    (b'{"version": 3, "term": {"cols": 80.5}}\n', 1, "its window size is invalid"),
    (b'{"version": 3, "term": []}\n', 1, "its window size is invalid"),
    (b'{"version": 1, "stdout": [[1, "a"]', 1, "damaged or cut off"),
    (b'{\n"version": 1, "stdout": [[1,\n', 1, "damaged or cut off"),
    (b'{"version": 1}\n', 1, 'it has no list "stdout"'),
    (b'{"version": 1, "stdout": [[1, "a"], ["b"]]}', 1, "event 2 is invalid"),
    (b'{"version": 1, "stdout": [[-1, "a"]]}', 1, "its time is invalid"),
    (b'{"version": 3}\n# a comment\n[-1, "o", "x"]\n', 3, "its time is invalid"),
    (HEAD.encode() + b'[0, "r", "wide"]\n', 2, "the new window size is invalid"),
    (b'{"version": 2, "width": 80, "height": 24, "rogomatic": {"seed": 1}}\n', 1, "of this version"),
    (HEAD.encode() + b"[0, 1, 2]\n", 2, "not an event"),
    (HEAD.encode() + b'[0, "o", "x"]\n[0, "o"]\n', 3, "not an event"),
    (HEAD.encode() + b'[-1, "o", "x"]\n', 2, "its time is invalid"),
    (HEAD.encode() + b'[NaN, "o", "x"]\n', 2, "its time is invalid"),
    (HEAD.encode() + b'[true, "o", "x"]\n', 2, "its time is invalid"),
    (HEAD.encode() + b'[0, "o", "\\udc80"]\n', 2, "half a character"),
    (HEAD.encode() + b'[0, "o", "\xff"]\n', 2, "not UTF-8 text"),
    (HEAD.encode() + b"[" * 100_000 + b"\n", 2, "damaged"),
]


@pytest.mark.parametrize(("data", "line", "reason"), BAD)
def test_damage_is_refused_and_its_line_named(data: bytes, line: int, reason: str) -> None:
    with pytest.raises(AsciicastError, match=reason) as refusal:
        read_asciicast(data)
    assert refusal.value.line == line
    assert str(refusal.value).startswith(f"line {line}: ")


@given(st.binary(max_size=200))
def test_no_bytes_break_the_readers(data: bytes) -> None:
    for read, refusal in ((read_asciicast, AsciicastError), (read_ttyrec, TtyrecError)):
        with contextlib.suppress(refusal):
            assert read(data) is not None


FRAMES = st.lists(
    st.builds(
        TtyrecFrame, st.integers(0, 10**15).map(lambda n: n / 10**6), st.binary(max_size=30), st.just(0)
    )
)


@given(FRAMES)
def test_ttyrec_frames_are_read_as_they_were_written(frames: list[TtyrecFrame]) -> None:
    assert read_ttyrec(b"".join(map(frame_bytes, frames))) == (frames, True)


@given(FRAMES.filter(bool), st.data())
def test_a_ttyrec_cut_off_is_read_up_to_there(frames: list[TtyrecFrame], data: st.DataObject) -> None:
    last = frame_bytes(frames[-1])
    cut = data.draw(st.integers(1, len(last) - 1))
    assert read_ttyrec(b"".join(map(frame_bytes, frames[:-1])) + last[:cut]) == (frames[:-1], False)


def test_what_is_no_ttyrec_is_refused() -> None:
    with pytest.raises(TtyrecError, match="byte 14: no ttyrec frame"):
        read_ttyrec(frame_bytes(TtyrecFrame(0, b"hi")) + b"\xff" * 12)


ORIGIN = Origin(7, "5.4", "", "0", "{}", "0123", resigns=False)


def first_line(row: dict[str, object]) -> bytes:
    return json.dumps({"version": 2, "width": 80, "height": 24, OURS: row}).encode() + b"\n"


def test_whether_the_agent_resigns_stays_with_its_recording() -> None:
    text = Asciicast(Header(origin=ORIGIN), (Event(0, "o", "a"),)).text()
    assert read_asciicast(text.encode()).header.origin == ORIGIN


def test_a_recording_of_before_tells_of_an_agent_that_resigns() -> None:
    row = asdict(ORIGIN)
    del row["resigns"]
    assert read_asciicast(first_line(row)).header.origin == replace(ORIGIN, resigns=True)


@pytest.mark.parametrize(
    "change", [{"resigns": "no"}, {"seed": "7"}, {"seed": True}, {"knobs": 7}, {"more": ""}], ids=str
)
def test_an_origin_of_another_form_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(AsciicastError, match="not of this version"):
        read_asciicast(first_line({**asdict(ORIGIN), **change}))
