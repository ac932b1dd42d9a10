"""A message over a person's game that is no part of the game: a journal that the disk refuses."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from rogue.app.session_host import SessionHost
from rogue.storage.game_files import new_journal
from rogue.terminal.interactive_terminal import play
from rogue.terminal.outside_message import OutsideMessage
from rogue.ui.journal import Start
from tests.support.emulated_terminal import Line


def test_a_notice_fits_the_screen_and_waits_for_a_key_that_goes_on() -> None:
    notice = OutsideMessage()
    assert (notice.drawn(), notice.waits) == (b"", False)
    drawn = notice.show("The disk is full.  " * 8)
    assert drawn.count(b"--More--") == 1
    assert max(map(len, drawn.split(b"\x1b[m"))) <= 80 + len(b"\x1b[3;80H")
    assert not notice.answer("s")
    assert notice.drawn() == drawn
    assert notice.answer("\r")
    assert (notice.drawn(), notice.waits) == (b"", False)


class FullDisk(Line):
    """A game whose disk is full from the start."""

    @staticmethod
    def main() -> None:
        file = new_journal(Path(tempfile.mkdtemp()), 3)
        os.dup2(os.open("/dev/full", os.O_WRONLY), file._file)
        play(SessionHost(Start(3), file))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_person_is_told_of_a_full_disk_once_and_plays_on(tmp_path: Path) -> None:
    line = FullDisk(tmp_path, "xterm")
    try:
        line.until("a crash would lose it. --More--")
        line.until("The journal cannot be written: No space left on device.")
        line.child.setwinsize(30, 100)
        line.type(b"Qv")  # no commands while it waits
        line.type(b" v", "chongo")
        line.until_gone("The journal cannot")
        line.type(b"sv", "chongo")
        assert "cannot be written" not in "\n".join(line.screen.display)
    finally:
        line.child.close(force=True)
