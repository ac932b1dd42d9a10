"""A new file is written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rogue.shared.files import NewFileError, write_new


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
