"""Reading what anybody may have put there: an end is come to, and there is room for it."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from rogue.shared.files import read_bounded


@pytest.mark.parametrize("size", [0, 1, 99, 100])
def test_a_file_of_the_size_that_is_allowed_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    assert read_bounded(path, 100) == b"x" * size


@pytest.mark.parametrize("name", ["file", "/dev/zero"])
def test_more_than_is_allowed_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"x" * 101)
    with pytest.raises(OSError, match="too large") as refusal:
        read_bounded(tmp_path / name, 100)
    assert refusal.value.errno == errno.EFBIG


def test_a_pipe_is_read_to_its_end_and_one_without_a_writer_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert read_bounded(path) == b""
    reader, writer = os.pipe()
    late = threading.Timer(0.05, lambda: (os.write(writer, b"said"), os.close(writer)))
    late.start()
    assert read_bounded(Path(f"/dev/fd/{reader}")) == b"said"
    late.join()
    os.close(reader)


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_bounded(tmp_path / "nothing")
    with pytest.raises(IsADirectoryError):
        read_bounded(tmp_path)
