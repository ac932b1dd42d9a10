"""A new file is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rogue.shared.files import NOT_REGULAR, NewFileError, open_to_append, write_new


def pieces_until(end: BaseException) -> Iterator[bytes]:
    yield b"one"
    raise end


def test_a_file_is_written_once_and_never_over_another(tmp_path: Path) -> None:
    path = tmp_path / "some"
    write_new(path, [b"one", b"two"])
    with pytest.raises(NewFileError, match="some already exists and is not overwritten"):
        write_new(path, [b"other"])
    assert path.read_bytes() == b"onetwo"


@pytest.mark.parametrize(
    ("end", "raised"),
    [(OSError(28, "No space left on device"), NewFileError), (KeyboardInterrupt(), KeyboardInterrupt)],
)
def test_the_unfinished_is_removed(end: BaseException, raised: type[BaseException], tmp_path: Path) -> None:
    with pytest.raises(raised):
        write_new(tmp_path / "some", pieces_until(end))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(NewFileError, match="cannot be written: No such file or directory"):
        write_new(tmp_path / "nowhere" / "some", [b""])


def test_bytes_are_appended_to_regular_files_only(tmp_path: Path) -> None:
    path, pipe, link = tmp_path / "log", tmp_path / "pipe", tmp_path / "link"
    for text in (b"a", b"b"):
        descriptor = open_to_append(path)
        os.write(descriptor, text)
        os.close(descriptor)
    assert path.read_bytes() == b"ab"
    assert path.stat().st_mode & 0o777 == 0o600
    os.mkfifo(pipe)
    link.symlink_to(path)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for _ in range(2):  # with a reader, and without one
        with pytest.raises(OSError, match=f"{NOT_REGULAR}.*pipe"):
            open_to_append(pipe)
        if reader:
            os.close(reader)
            reader = 0
    with pytest.raises(OSError, match="link"):
        open_to_append(link)
