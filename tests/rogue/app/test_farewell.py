"""What a person is left with when a game is over: a text of it, and the commands that look at it again."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Any

from rogue.app.interactive import farewell_lines
from rogue.storage.kept_games import KEPT
from rogue.tables.items import KIND_CLASSES
from rogue.ui.end_screens import MESSAGES, discoveries, dump_lines
from rogue.ui.session import Session
from tests.support import forked_program
from tests.support.emulated_terminal import ROOT
from tests.support.session_driver import Hands

ENDED = "2026-11-22T14:27:03"


def ended_game(keys: bytes = b"lllssQy", edition: str = "5.4") -> Session:
    session = Session(7, edition, "name=Ann,jump")
    session.feed(keys)
    while session.outcome is None:
        session.feed(b" Qy")
    return session


def text_of(session: Session) -> list[str]:
    assert session.outcome is not None
    return list(dump_lines(session.world, session.outcome, session.messages, ENDED))


def test_the_text_has_the_map_the_pack_and_how_it_ended() -> None:
    session = ended_game()
    lines = text_of(session)
    assert lines[:3] == [
        "Ann: quit on level 1.",
        f"Score 0, {session.world.turns} turns, deepest level 1",
        "Rogue 5.4, dungeon 7, 2026-11-22 14:27:03",
    ]
    titles = [lines[at - 1] for at, line in enumerate(lines) if line and set(line) == {"-"} and at]
    assert titles[0] == "Level 1 as you knew it"
    assert "\n".join(lines).count("@") == 1
    assert any(line.startswith("Level: 1  Gold: 0") for line in lines)
    assert "a) Some food" in lines
    assert max(map(len, lines)) <= 80


def test_mnp_8_the_text_tells_how_monsters_that_think_found_the_player() -> None:
    lines = text_of(ended_game(edition="minds"))
    at = lines.index("How they found you")
    assert lines[at + 1 : at + 3] == ["-" * 18, "0 times by sight"]
    assert "How they found you" not in text_of(ended_game())


def test_the_last_messages_stand_there_and_no_more() -> None:
    session = ended_game()
    assert session.outcome is not None
    messages = [f"message {number}" for number in range(50)]
    lines = list(dump_lines(session.world, session.outcome, messages, ENDED))
    assert lines[-MESSAGES:] == messages[-MESSAGES:]
    assert "message 29" not in lines


def test_what_is_known_is_listed_class_by_class_and_nothing_else() -> None:
    hands = Hands()
    world = hands.session.world
    assert discoveries(world, *KIND_CLASSES) == []
    kinds = {name: world.rules.kind("potion", name) for name in ("healing", "blindness")}
    world.knowledge.true.add(kinds["healing"])
    world.knowledge.called[kinds["blindness"]] = "bad"
    found = discoveries(world, *KIND_CLASSES)
    assert len(found) == 2
    assert any("healing" in line for line in found)
    assert any("called bad" in line for line in found)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    lines = farewell_lines(ended_game(), ENDED, None, {"ROGUE_HOME": str(tmp_path / "file")})
    assert len(lines) == 1
    assert lines[0].startswith("The game's summary cannot be written in ")


def test_old_texts_go(tmp_path: Path) -> None:
    session, env = ended_game(), {"ROGUE_HOME": str(tmp_path)}
    for second in range(KEPT + 3):
        farewell_lines(session, f"2026-11-22T14:{second // 60:02}:{second % 60:02}", None, env)
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert len(names) == KEPT
    assert names[0] == "2026-11-22-140003-dungeon-7.txt"
    line, *_ = farewell_lines(session, "1970-01-01T00:00:00", None, env)  # the clock was set back
    assert Path(line.split()[-1]).exists()


def test_both_commands_that_are_printed_work(lines: Any, tmp_path: Path) -> None:
    line = lines("--seed", "7", "--name", "Ann", size=(30, 200), ROGUE_HOME=str(tmp_path))
    line.until("Level: 1")
    line.type(b" lss Qy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    told = line.raw.decode().replace("\r", "").splitlines()
    (dump,) = (tmp_path / "games").iterdir()
    assert any(text.startswith("Summary of the game:") and dump.name in text for text in told)
    for start, words in (("See it again:", ["replay", "--check"]), ("Where it went wrong:", ["explain"])):
        command = next(text for text in told if text.startswith(start)).partition(":")[2]
        argv = shlex.split(command.replace("~", str(tmp_path), 1))
        argv[5:5] = words[1:]
        program = "rogue" if "replay" in words else "rogomatic"
        assert argv[:5] == [sys.executable, "-P", "-m", program, words[0]]
        env = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "ROGUE_HOME": str(tmp_path)}
        done = forked_program.run(argv[3:], b"", env)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout


def test_a_program_is_told_nothing_and_leaves_no_text(lines: Any, tmp_path: Path) -> None:
    line = lines("--plain", "--seed", "7", size=(30, 200), ROGUE_HOME=str(tmp_path))
    line.until("Level: 1")
    line.type(b"Qy\r")
    assert line.gone() == 0
    assert b"See it again" not in line.raw
    assert not (tmp_path / "games").exists()


def test_prf_1_the_digits_of_a_commitment_stand_whole_in_a_row_during_and_behind_the_game(lines: Any) -> None:
    line = lines("--seed", "7", "--prove", "--name", "Ann")
    line.until("--More--")
    (digits,) = re.findall(r"Hash: ([0-9a-f]{64}) --More--", line.screen.display[0])
    line.type(b" ", "Level: 1")
    line.type(b"Qy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    said = line.raw.decode().replace("\r", "").splitlines()
    assert [text for text in said if text in (digits, f"Commitment: {digits}")] == [
        digits,
        f"Commitment: {digits}",
    ]
