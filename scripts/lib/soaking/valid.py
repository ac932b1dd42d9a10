"""Small valid files of every kind that the programs read, made by the programs themselves."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from rogomatic.cli import agent_factory, own_game
from rogomatic.cli import main as rogomatic_main
from rogomatic.cli.arguments import origin_of
from rogomatic.run.recordings.recording_formats import Header, TtyrecFrame, frame_bytes
from rogomatic.run.recordings.recording_store import record_game
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits
from rogue.storage.game_files import save_text
from rogue.storage.history import FinishedGame
from rogue.storage.scorefile import add_score
from rogue.storage.settings import Settings, settings_text
from rogue.ui.end_screens import ScoreRow
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession
from scripts.lib.soaking.forked import run

COMMANDS: Final = "15"  # of the agent's games
KNOBS: Final = (
    b'form = 1\n\n[knobs]\nrest_pct = 55\nflee_pct = 20\n\n[provenance]\nmade = "here"\nscore = "1"\n'
)
SCORES: Final = (
    ScoreRow(1200, "Ann", "killed", "troll", 9, seed=7, time="2026-01-02T03:04:05"),
    ScoreRow(35, "Bob", "quit", "", 2, seed=8, time="2026-01-02T03:04:06", helped=True),
)
PAST: Final = FinishedGame(
    "2026-01-02T03:04:05", 7, "5.4", "Ann", 1200, 8, 9, 5, 4000, "killed", "troll", (), "0.1.0"
)


@cache
def valid(name: str) -> bytes:
    """Return the content of a valid file: one of `NAMES`."""
    return _MAKERS[name]()


def _game() -> RecordingSession:
    game = RecordingSession(Start(4, options="name=Ann", greeted=True))
    for keys in (b"", b" ", b"sss", b"jlhk", b"20s", b" i ", b"10s", b" "):
        game.feed(keys)
    return game


def _save() -> bytes:
    return save_text(_game())


def _journal() -> bytes:
    return _game().journal().encode()


def _scores() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.json"
        for row in SCORES:
            assert not add_score(path, row).trouble
        return path.read_bytes()


def _settings() -> bytes:
    return settings_text(Settings(True, {"terse": True, "name": "Ann", "inven": "Slow"})).encode()


def _history() -> bytes:
    return b"".join([PAST.line().encode() + b"\n"] * 3)


def _of_command(words: list[str], name: str) -> bytes:
    """Return the file that a command of the agent makes."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        ended = run(rogomatic_main, words, home)
        assert ended.code == 0, ended
        return (home / name).read_bytes()


def _batch(*more: str) -> list[str]:
    return ["batch", "--games", "3", "--first-seed", "1", "--limit-commands", COMMANDS, "-q", *more]


def _pool() -> bytes:
    words = ["evolve", "--pool", "pool.db", "--games", "8", "--population", "4", "--effort", "2"]
    return _of_command([*words, "--limit-commands", COMMANDS, "-q"], "pool.db")


def _cast() -> bytes:
    agents = agent_factory.default_players()
    header = Header("a game", origin=origin_of(agents, own_game.EDITION))
    limits = Limits(commands=int(COMMANDS))
    recording, _ = record_game(3, InMemory(own_game.OwnGame()), agents, header, limits=limits)
    return recording.text().encode()


def _ttyrec() -> bytes:
    drawn = [own_game.OwnGame()(3).feed(b""), b"\x1b[5;5H@", b"\x1b[1;1HHello\x1b[K", b"\xc3\xa9\xff"]
    return b"".join(frame_bytes(TtyrecFrame(n / 2, data)) for n, data in enumerate(drawn))


_MAKERS: Final[dict[str, Callable[[], bytes]]] = {
    "save": _save,
    "journal": _journal,
    "scores": _scores,
    "history": _history,
    "settings": _settings,
    "knobs": lambda: KNOBS,
    "memory": lambda: _of_command(_batch("--memory", "m.txt", "--learn"), "m.txt"),
    "run": lambda: _of_command(_batch("--out", "run.db"), "run.db"),
    "pool": _pool,
    "cast": _cast,
    "ttyrec": _ttyrec,
    "packed": lambda: gzip.compress(valid("cast"), mtime=0),
}
NAMES: Final = tuple(_MAKERS)
