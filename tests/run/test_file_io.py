"""Reading what anybody may have put there ends and is bounded; a new file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rogomatic.run.storage.file_io import NewFileError, read_all, write_new


@pytest.mark.parametrize("size", [0, 1, 99, 100])
def test_a_file_of_the_size_that_is_allowed_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    assert read_all(path, 100) == b"x" * size


@pytest.mark.parametrize("name", ["file", "/dev/zero"])
def test_more_than_is_allowed_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"x" * 101)
    with pytest.raises(OSError, match="too large") as refusal:
        read_all(tmp_path / name, 100)
    assert refusal.value.errno == errno.EFBIG


def test_a_pipe_is_read_to_its_end_and_one_without_a_writer_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert read_all(path) == b""
    reader, writer = os.pipe()
    late = threading.Timer(0.05, lambda: (os.write(writer, b"said"), os.close(writer)))
    late.start()
    assert read_all(Path(f"/dev/fd/{reader}")) == b"said"
    late.join()
    os.close(reader)


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_all(tmp_path / "nothing")
    with pytest.raises(IsADirectoryError):
        read_all(tmp_path)


def pieces_until(end: BaseException) -> Iterator[bytes]:
    yield b"one"
    raise end


def test_a_file_is_written_once_and_never_over_another(tmp_path: Path) -> None:
    path = tmp_path / "some"
    write_new(path, [b"one", b"two"])
    with pytest.raises(NewFileError, match="some is there already and is not overwritten"):
        write_new(path, [b"other"])
    assert path.read_bytes() == b"onetwo"


@pytest.mark.parametrize(
    ("end", "raised"),
    [(OSError(28, "No space left on device"), NewFileError), (KeyboardInterrupt(), KeyboardInterrupt)],
)
def test_what_cannot_be_finished_is_taken_away(
    end: BaseException, raised: type[BaseException], tmp_path: Path
) -> None:
    with pytest.raises(raised):
        write_new(tmp_path / "some", pieces_until(end))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(NewFileError, match="cannot be written: No such file or directory"):
        write_new(tmp_path / "nowhere" / "some", [b""])
