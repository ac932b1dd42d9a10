"""Text files with a byte order mark are read as without one; UTF-16 is refused and named."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from rogomatic import cli
from rogomatic.agent.memory.memory_format import write_memory
from rogomatic.run.storage.agent_files import (
    KnobsFileError,
    MemoryFileError,
    load_knobs,
    load_memory,
    shipped_folder,
)
from rogomatic.run.storage.server_keys import ServerKeysError, load_key
from rogue.cli import main
from rogue.shared.errors import RogueError
from rogue.storage.history import read_games
from rogue.storage.scorefile import read_scores
from rogue.storage.settings import read_settings
from rogue.storage.variant_files import load_variant

MARK = b"\xef\xbb\xbf"
JOURNAL = Path(__file__).resolve().parents[1] / "journals" / "quit.jsonl"
CAST = b'{"version": 2, "width": 80, "height": 24}\n[0.1, "o", "hello"]\n'
Read = Callable[[Path], object]


def variant_digest(path: Path) -> object:
    return load_variant(str(path), {}).rules.digest


def memory_text(path: Path) -> object:
    return write_memory(load_memory(path))


FILES: dict[str, tuple[bytes, Read]] = {
    "a.toml": (b'like = "5.4"\nabout = "x"\n', variant_digest),
    "settings.toml": (b"version = 1\ncolor = true\n", read_settings),
    "scores.json": (b'{"version": 1, "rows": []}', lambda path: path.is_file()),
    "history.jsonl": (b"", lambda path: read_games(path).games),
    "knobs.toml": (b"form = 1\n[knobs]\nrest_pct = 40\n", load_knobs),
    "memory": (next(iter(sorted(shipped_folder().glob("*.txt")))).read_bytes(), memory_text),
    "key": (b"abcd\n", lambda path: load_key(path.parent, path.name)),
}


@pytest.mark.parametrize("name", FILES)
def test_a_byte_order_mark_changes_nothing(name: str, tmp_path: Path) -> None:
    data, read = FILES[name]
    path = tmp_path / name
    path.write_bytes(data)
    plain = read(path)
    for marked in (MARK + data, MARK + data.replace(b"\n", b"\r\n")):
        path.write_bytes(marked)
        assert read(path) == plain


@pytest.mark.parametrize("code", ["utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("name", ["a.toml", "settings.toml", "scores.json", "knobs.toml", "memory", "key"])
def test_another_encoding_is_refused_and_named(name: str, code: str, tmp_path: Path) -> None:
    data, read = FILES[name]
    path = tmp_path / name
    path.write_bytes(b"\xfe\xff" * (code == "utf-16-be") + data.decode().encode(code))
    wrong = (RogueError, KnobsFileError, MemoryFileError, ServerKeysError)
    with pytest.raises(wrong, match=rf"{code[:6].upper()}; save it as UTF-8"):
        (read_scores if name == "scores.json" else read)(path)


@pytest.mark.parametrize("words", [["verify"], ["replay", "--check"]])
def test_a_marked_journal_is_shown(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    shown = []
    for data in (JOURNAL.read_bytes(), MARK + JOURNAL.read_bytes()):
        path.write_bytes(data)
        code = main([*words, str(path)])
        shown.append((code, capsys.readouterr()))
    assert shown[0] == shown[1]
    path.write_bytes(JOURNAL.read_text().encode("utf-16"))
    assert main([*words, str(path)]) == 1
    assert "it is written in UTF-16; save it as UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_marked_recording_is_shown(
    pack: Callable[[bytes], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.cast"
    path.write_bytes(pack(MARK + CAST))
    assert cli.main(["replay", str(path), "--print", "--at", "end"]) == 0
    assert "hello" in capsys.readouterr().out
    path.write_bytes(pack(CAST.decode().encode("utf-16")))
    assert cli.main(["replay", str(path), "--print"]) == 1
    assert "it is written in UTF-16" in capsys.readouterr().err


def test_a_marked_journal_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(MARK + JOURNAL.read_bytes())
    assert cli.main(["explain", str(path)]) == 0
    assert capsys.readouterr().out


def test_a_binary_recording_that_begins_like_a_mark_stays_as_it_is() -> None:
    from rogomatic.cli.recording_files import _plain

    for data in (MARK + b"\x68\x01\0\0\0", b"\xff\xfe\xbf\x68\x01\0\0\0", b"", b"{"):
        assert _plain(data) == data
