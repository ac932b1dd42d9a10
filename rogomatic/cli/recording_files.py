"""Readers for files that hold one game, such as recordings or journals."""

from __future__ import annotations

import codecs
from dataclasses import replace
from pathlib import Path
from typing import Final

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import own_game
from rogomatic.run.recordings.packed_files import PackedFileError, is_packed, unpacked
from rogomatic.run.recordings.recording_formats import (
    Asciicast,
    AsciicastError,
    Event,
    Header,
    TtyrecError,
    as_text,
    frames_recording,
    read_asciicast,
    read_ttyrec,
)
from rogomatic.run.recordings.recording_store import PACE_SECONDS, Progress
from rogue.shared.errors import CommandError
from rogue.shared.files import read_all, without_mark

SQLITE: Final = b"SQLite format 3\x00"
MAX_BYTES: Final = 1 << 28  # maximum size of a recording, packed or unpacked
_SHOWN_STEPS: Final = 50  # steps of a replayed journal between two screens
CUT_OFF: Final = "The recording was cut off; only the part before that is shown."


def content_of(path: Path) -> bytes:
    """Return the content of a file, decompressed if necessary.  Raises CommandError.

    If the file is a database, return the constant SQLITE instead of its content.
    """
    try:
        if path.is_file():
            with path.open("rb") as file:
                if (start := file.read(len(SQLITE))) == SQLITE:
                    return start
        data = read_all(path, MAX_BYTES)
        return _plain(unpacked(data, MAX_BYTES) if is_packed(data) else data)
    except PackedFileError as reason:
        raise CommandError(f"{path} cannot be read: {reason}.") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror or error}.") from None


def _plain(data: bytes) -> bytes:
    """Return `data` without the byte order mark, if JSON follows it.  Raises OSError for JSON in UTF-16.

    The bytes are taken for a byte order mark only if an opening brace follows them, because a file in another
    format may begin with the same bytes.
    """
    return without_mark(data) if b"{" in data[2:5] and not data.startswith(b"{") else data


def recording_in(path: Path) -> Asciicast:
    """Return the recording in a file, or a recording of the journal in the file.  Raises CommandError."""
    return recording_of(content_of(path), path, None, lambda _done, _all, _screen: None)[0]


def recording_of(
    data: bytes, path: Path, size: tuple[int, int] | None, report: Progress
) -> tuple[Asciicast, list[str], bool]:
    """Return (recording, remarks, is_broken_off) for the content of a file.  Raises CommandError.

    is_broken_off is true if the replay of a journal broke off.

    size    columns and rows of the recorded window.  None means the size that the file names.
    report  callback that gets the progress while a journal is replayed
    """
    if is_journal(data):
        recording, trouble = _recording_of_journal(data, path, report)
        return recording, [trouble] if trouble else [], bool(trouble)
    if data.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{":
        try:
            recording = read_asciicast(data)
        except AsciicastError as error:
            raise CommandError(f"{path} cannot be replayed: {error}.") from None
    else:
        recording = _recording_of_ttyrec(data, path)
    if size is not None:
        header = replace(recording.header, width=size[0], height=size[1])
        recording = replace(recording, header=header)
    return recording, [*recording.remarks, *([] if recording.complete else [CUT_OFF])], False


def is_journal(data: bytes) -> bool:
    """Return whether the content of a file is a journal or a saved game of our own Rogue."""
    return data.startswith(b'{"format": "rogue')


def _recording_of_journal(data: bytes, path: Path, report: Progress) -> tuple[Asciicast, str]:
    """Replay a journal.  Return (recording, error).  The error is "" if nothing stopped the replay."""
    journal = own_game.OwnJournal(data, path)
    events: list[Event] = []
    sent, screen = 0, Screen()
    for number, (keys, drawn) in enumerate(journal.steps()):
        screen.feed(drawn)
        if number % _SHOWN_STEPS == 0:
            report(sent, 0, screen)
        if keys:
            events.append(Event(sent * PACE_SECONDS, "i", as_text(keys)))
            sent += 1
        if drawn:
            events.append(Event(sent * PACE_SECONDS, "o", as_text(drawn)))
    header = Header(f"{path.name}, seed {journal.seed}, edition {journal.edition}")
    return Asciicast(header, tuple(events)), journal.trouble


def _recording_of_ttyrec(data: bytes, path: Path) -> Asciicast:
    try:
        frames, whole = read_ttyrec(data)
    except TtyrecError:
        frames, whole = [], False
    if not frames:
        raise CommandError(
            f"{path} is not a recording (asciicast, ttyrec), a journal, a saved game, or a batch."
        )
    return frames_recording(frames, path.name, whole)
