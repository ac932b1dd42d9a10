"""Saved games on disk: written whole or not at all, read with care (SAV-3, SCREEN.md 12.4)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.shared.files import write_atomically
from rogue.state.serialize import StateError
from rogue.storage.game_files import SaveFileError, parse_save, read_save, save_text
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession
from rogue.ui.session import Session
from tests.rogue.storage.sealing import with_body

pytestmark = pytest.mark.slow


ROOT = Path(__file__).resolve().parents[3]
PATH = Path("game.sav")


def a_game(seed: int = 4) -> RecordingSession:
    game = RecordingSession(Start(seed, options="name=Ann"))
    game.feed(b"")
    game.feed(b"sss")
    return game


DATA = save_text(a_game())


def test_a_saved_game_comes_back_with_its_journal(tmp_path: Path) -> None:
    game = a_game()
    path = tmp_path / "game.sav"
    write_atomically(path, save_text(game))
    saved = read_save(path)
    assert saved.start == game.start
    assert list(saved.events) == game.events
    assert saved.state == game.session.state()
    assert not saved.wizard
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["game.sav"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b"Dear Ann,\n", "not a saved game of this program"),
        (b"\x80\x02}q\x00.", "not a saved game of this program"),
        (b"[" * 100_000, "not a saved game of this program"),
        (b'{"format": "rogue scores"}\n', "not a saved game of this program"),
        (DATA[:-1], "damaged or cut off"),
        (DATA[: len(DATA) // 2], "damaged or cut off"),
        (DATA[:90], "damaged or cut off"),
        (DATA.replace(b'"hp": 12', b'"hp": 99'), "damaged or cut off"),
        (
            with_body(DATA, lambda body: body, version=2),
            "made by a newer version of this program: its format is 2",
        ),
        (with_body(DATA, lambda body: body, version="1"), "format number"),
        (with_body(DATA, lambda body: b""), "cannot be read"),
        (with_body(DATA, lambda body: b"{}\n" + b"[" * 100_000 + b"\n"), "cannot be read"),
        (with_body(DATA, lambda body: b"{}\n7\n"), "in its journal"),
        (with_body(DATA, lambda body: body + b"{}\n"), "in its journal, line 3"),
    ],
)
def test_what_is_no_saved_game_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(SaveFileError, match=reason):
        parse_save(data, PATH)


@settings(max_examples=30)
@given(st.binary())
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(SaveFileError):
        parse_save(data, PATH)


@settings(max_examples=30)
@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_flipped_byte_is_never_read_as_another_game(at: int, bits: int) -> None:
    data = bytearray(DATA)
    data[at] ^= bits
    with suppress(SaveFileError):
        assert parse_save(bytes(data), PATH) == parse_save(DATA, PATH)


@settings(max_examples=40)
@given(st.data())
def test_a_change_with_a_right_checksum_raises_nothing_else(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(DATA) - 1))
    junk = data.draw(st.binary(max_size=5))
    length = data.draw(st.integers(0, 40))
    with suppress(SaveFileError, StateError):
        saved = parse_save(with_body(DATA, lambda body: body[:at] + junk + body[at + length :]), PATH)
        game = Session(saved.start.seed, saved.start.edition, state=saved.state)
        assert game.mode == "command"


def link(path: Path) -> None:
    path.symlink_to(path.with_name("real"))


def more_names(path: Path) -> None:
    os.link(path.with_name("real"), path)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda _path: None, "No such file"),
        (Path.mkdir, "must be a regular file"),
        (link, "must be a regular file"),
        (os.mkfifo, "must be a regular file"),
        (more_names, "has 2 names"),
    ],
)
def test_sav_3_only_one_name_is_read(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    (tmp_path / "real").write_bytes(DATA)
    path = tmp_path / "game.sav"
    make(path)
    with pytest.raises(SaveFileError, match=reason):
        read_save(path)
    assert (tmp_path / "real").read_bytes() == DATA


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "game.sav"
    path.write_bytes(DATA)
    path.chmod(0)
    with pytest.raises(SaveFileError, match="Permission denied"):
        read_save(path)


def test_wiz_4_a_wizards_game_may_have_several_names(tmp_path: Path) -> None:
    game = a_game()
    game.session.world.wizard = True
    write_atomically(tmp_path / "real", save_text(game))
    os.link(tmp_path / "real", tmp_path / "game.sav")
    assert read_save(tmp_path / "game.sav").wizard


@pytest.mark.parametrize("step", ["open", "fdopen", "fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_fault_at_any_step_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    path = tmp_path / "game.sav"
    path.write_bytes(b"old")

    def fail(*_args: object, **_more: object) -> int:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(type(error)):
            write_atomically(path, DATA)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["game.sav"]


def test_a_writer_that_is_killed_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "game.sav"
    contents = [bytes([65 + number]) * 400_000 for number in range(2)]
    path.write_bytes(contents[0])
    code = (
        "import sys\nfrom pathlib import Path\nfrom rogue.shared.files import write_atomically\n"
        "print(flush=True)\n"
        "while True:\n"
        "    for number in range(2):\n"
        "        write_atomically(Path(sys.argv[1]), bytes([65 + number]) * 400_000)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for wait in range(3):
        with subprocess.Popen([sys.executable, "-c", code, path], env=env, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(0.003 + wait * 0.0071)
            writer.kill()
        assert path.read_bytes() in contents
