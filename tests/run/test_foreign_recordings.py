"""Recordings by other programs: formats and their versions, sizes of the window, packed files."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from rogomatic.run.recordings import packed_files
from rogomatic.run.recordings.packed_files import PackedFileError, unpacked
from rogomatic.run.recordings.recording_formats import read_asciicast
from tests.run.test_replay_cli import refused, run

FAR = "\x1b[30;100Hfar corner\x1b[5;70Habcdefghijklmnopqrstuvwxyz"


def cast(
    version: int, *events: tuple[float, str, str], cols: object = 80, rows: object = 24, **more: object
) -> bytes:
    """Return a recording in a version of asciicast; times of events are since the beginning."""
    if version == 1:
        row = {"version": 1, "width": cols, "height": rows, **more}
        times = [0.0, *(when for when, _, _ in events)]
        row["stdout"] = [
            [when - before, text] for before, (when, _, text) in zip(times, events, strict=False)
        ]
        return json.dumps(row).encode()
    size = {"term": {"cols": cols, "rows": rows}} if version == 3 else {"width": cols, "height": rows}
    lines = [json.dumps({"version": version, **size, **more})]
    before = 0.0
    for when, kind, text in events:
        lines.append(json.dumps([when - before if version == 3 else when, kind, text]))
        before = when
    return "".join(f"{line}\n" for line in lines).encode()


def printed(data: bytes, folder: Path, *words: str) -> tuple[list[str], str]:
    """Return the lines that show the last screen of a recording, and what was said."""
    path = folder / "recording"
    path.write_bytes(data)
    code, out, said = run(str(path), "--at", "end", "--print", *words)
    assert code == 0, said
    return out.splitlines(), said


@pytest.mark.parametrize("version", [1, 2, 3])
def test_every_version_is_read(version: int) -> None:
    recording = read_asciicast(cast(version, (0.5, "o", "hello "), (2.25, "o", "there"), cols=100, rows=30))
    assert [tuple(event) for event in recording.events] == [(0.5, "o", "hello "), (2.25, "o", "there")]
    assert (recording.header.width, recording.header.height, recording.complete) == (100, 30, True)


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("change", [
    lambda data: data, bytes.rstrip, lambda data: data.rstrip() + b"\n", lambda data: b"\xef\xbb\xbf" + data,
    lambda data: data.replace(b"\n", b"\r\n"),
])  # fmt: skip
def test_the_ends_of_file_and_lines_do_not_matter(version: int, change: Callable[[bytes], bytes]) -> None:
    data = cast(version, (0.5, "o", "hello"))
    assert read_asciicast(change(data)) == read_asciicast(data)


def test_version_1_may_be_laid_out_over_many_lines() -> None:
    data = cast(1, (0.5, "o", "hello"), (1.0, "o", "you"))
    assert read_asciicast(json.dumps(json.loads(data), indent=2).encode()) == read_asciicast(data)
    reordered = json.dumps(dict(reversed(json.loads(data).items()))).encode()
    assert read_asciicast(reordered) == read_asciicast(data)


def test_version_3_has_comments_markers_keys_and_an_exit_code() -> None:
    data = cast(
        3, (1.0, "o", "a"), (1.5, "i", "k"), (2.0, "m", "here"), (2.5, "r", "100x30"), (3.0, "x", "0")
    )
    lines = data.decode().splitlines()
    noted = "\n".join([lines[0], "# a comment", "", *lines[1:], "# the end"]).encode()
    found = [(event.seconds, event.kind) for event in read_asciicast(noted).events]
    assert found == [(1.0, "o"), (1.5, "i"), (2.0, "m"), (2.5, "r")]


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_recording_without_keys_has_pictures(version: int, tmp_path: Path) -> None:
    lines, said = printed(cast(version, (0.5, "o", "hello "), (1.0, "o", "there")), tmp_path)
    assert lines[:2] == ["Picture 2 of 2", "hello there"]
    assert said == "The agent did not play this game: only the screens are shown.\n"


def test_a_recording_of_nothing_has_one_picture(tmp_path: Path) -> None:
    assert printed(cast(2), tmp_path)[0][0] == "Picture 1 of 1"


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_larger_window_is_shown_as_it_was(version: int, tmp_path: Path) -> None:
    lines, _ = printed(cast(version, (0.1, "o", FAR), cols=120, rows=40), tmp_path)
    assert len(lines[1:]) >= 40
    assert lines[30] == " " * 99 + "far corner"
    assert lines[5] == " " * 69 + "abcdefghijklmnopqrstuvwxyz"
    exported = run(str(tmp_path / "recording"), "--export", "cast")[1].splitlines()
    assert [json.loads(exported[0])[name] for name in ("width", "height")] == [120, 40]


@pytest.mark.parametrize("version", [2, 3])
def test_a_window_that_changes_its_size_is_followed(version: int, tmp_path: Path) -> None:
    data = cast(version, (0.1, "o", "first"), (0.2, "r", "120x40"), (0.3, "o", FAR), (0.4, "r", "90x35"))
    lines, _ = printed(data, tmp_path)
    assert lines[1] == "first"
    assert lines[5] == " " * 69 + "abcdefghijklmnopqrstu"
    kinds = [
        json.loads(line)[1:]
        for line in run(str(tmp_path / "recording"), "--export", "cast")[1].splitlines()[1:]
    ]
    assert ["r", "120x40"] in kinds
    assert ["r", "90x35"] in kinds


@pytest.mark.parametrize(("cols", "rows"), [(0, 0), (None, None), (0, 24), (80, None)])
@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_window_without_a_size_has_that_of_a_game(version: int, cols: object, rows: object) -> None:
    header = read_asciicast(cast(version, cols=cols, rows=rows)).header
    assert (header.width, header.height) == (80, 24)


def test_a_window_without_bounds_is_cut_and_that_is_told(tmp_path: Path) -> None:
    lines, said = printed(
        cast(2, (0.1, "o", "hello"), (0.2, "r", "80x100000000"), cols=70000, rows=70000), tmp_path
    )
    assert lines[1] == "hello"
    assert len(lines) < 600
    assert "The recording is 70000 x 70000; only 1000 x 500 are shown.\n" in said
    assert "The recording is 80 x 100000000; only 1000 x 500 are shown.\n" in said


def frame(data: bytes, channel: int | None = None, seconds: int = 1) -> bytes:
    """Return a frame of a ttyrec, or of a ttyrec3 if there is a channel."""
    head = struct.pack("<III", seconds, 0, len(data))
    return head + (b"" if channel is None else bytes((channel,))) + data


def test_the_user_says_how_large_the_window_of_a_ttyrec_was(tmp_path: Path) -> None:
    _, said = printed(frame(FAR.encode()), tmp_path)
    assert "The recording draws outside 80 x 24. If its window was larger, name the size, as in" in said
    lines, said = printed(frame(FAR.encode()), tmp_path, "--size", "120x40")
    assert lines[30] == " " * 99 + "far corner"
    assert "outside" not in said


def test_a_ttyrec_that_begins_with_its_size_is_believed(tmp_path: Path) -> None:
    lines, said = printed(frame(b"\x1b%G\x1b[8;40;120t") + frame(FAR.encode()), tmp_path)
    assert lines[30] == " " * 99 + "far corner"
    assert "outside" not in said


def test_a_character_may_be_cut_between_two_frames(tmp_path: Path) -> None:
    wall = "\u2502".encode()
    assert printed(frame(b"a" + wall[:1]) + frame(wall[1:] + b"b"), tmp_path)[0][1] == "a|b"


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--size", "120"), 2, "'120' is not of the form 120x40 (columns and rows)"),
        (("--size", "0x0"), 2, "0 is not between 1 and 1000"),
        (("--size", "80x501"), 2, "501 is not between 1 and 500"),
        (("--seed", "1", "--size", "80x24"), 2, "--size works only with recordings"),
        (("tests/journals/quit.jsonl", "--size", "80x24"), 2, "--size works only with recordings"),
    ],
)
def test_sizes_that_cannot_be_are_refused(words: tuple[str, ...], code: int, sentence: str) -> None:
    got, said = refused(*words)
    assert got == code
    assert sentence in said


CHANNELED = frame(b"scree", 0) + frame(b"l", 1, 2) + frame(b"n one", 0, 2) + frame(b"\0\0\0\0", 2, 3)


def test_a_ttyrec_with_channels_has_output_and_keys(tmp_path: Path) -> None:
    lines, said = printed(CHANNELED, tmp_path)
    assert lines[:2] == ["The end, after command 1", "screen one"]
    assert "cut off" not in said


def test_a_ttyrec_with_channels_that_was_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    lines, said = printed(CHANNELED[:-2], tmp_path)
    assert lines[1] == "screen one"
    assert "The recording was cut off; only the part before that is shown.\n" in said


def _zstd(data: bytes) -> bytes:
    packed: bytes = pytest.importorskip("zstandard").ZstdCompressor(write_checksum=True).compress(data)
    return packed


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress, "Zstandard": _zstd,
}  # fmt: skip
packed = pytest.mark.parametrize("name", PACKERS)


@packed
@pytest.mark.parametrize(
    "data", [cast(3, (0.1, "o", "hello")), frame(b"hello"), frame(b"hel", 0) + frame(b"lo", 0)]
)
def test_a_packed_recording_is_read(name: str, data: bytes, tmp_path: Path) -> None:
    assert printed(PACKERS[name](data), tmp_path)[0][1] == "hello"


@packed
def test_two_packed_files_in_one_are_one(name: str) -> None:
    assert unpacked(PACKERS[name](b"one ") + PACKERS[name](b"two"), 100) == b"one two"


@packed
def test_packed_data_that_is_damaged_or_cut_off_is_called_so(name: str, tmp_path: Path) -> None:
    good = PACKERS[name](os.urandom(3000))
    for bad in (good[:-9], good[: len(good) // 2], good[:1000] + b"damage" + good[1006:], good[:12]):
        path = tmp_path / "packed"
        path.write_bytes(bad)
        code, said = refused(str(path))
        assert code == 1
        assert said == f"rogomatic: {path} cannot be read: its {name} data is damaged or cut off.\n"


@packed
def test_a_little_that_unpacks_to_very_much_is_refused_before_it_is_there(name: str) -> None:
    bomb = PACKERS[name](bytes(5 << 20))
    with pytest.raises(PackedFileError, match="it unpacks to more than 2 MiB"):
        unpacked(bomb, 2 << 20)


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("zstandard", "compression", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(PackedFileError, match=r"in the project's folder: .*'\.\[zstd\]'"):
        unpacked(b"\x28\xb5\x2f\xfd" + bytes(20), 100)
    assert packed_files.EXTRA in Path("pyproject.toml").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols"), [(24, 80), (40, 120), (0, 0)])
def test_what_asciinema_records_on_a_terminal_is_shown(rows: int, cols: int, tmp_path: Path) -> None:
    asciinema = shutil.which("asciinema", path=str(Path(sys.executable).parent)) or shutil.which("asciinema")
    if asciinema is None:
        pytest.skip("asciinema is not installed")
    path = tmp_path / "real.cast"
    words = ["rec", "-q", "-c", "printf 'hello\\033[3;5Hthere'", str(path)]
    child = pexpect.spawn(asciinema, words, dimensions=(rows or 24, cols or 80), timeout=120,
        env={**os.environ, "TERM": "xterm-256color", "SHELL": "/bin/sh"})  # fmt: skip
    if not rows:
        child.setwinsize(0, 0)
    child.expect(pexpect.EOF)
    child.close()
    lines, said = printed(path.read_bytes(), tmp_path)
    assert (lines[1].split(), lines[3].split()) == (["hello"], ["there"])
    assert "outside" not in said
