"""Foreign games with odd names and odd ways: played, or refused in a sentence; nothing of them stays."""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from rogomatic.cli import main
from scripts.lib.soaking import forked
from scripts.lib.soaking.files import verdict
from scripts.lib.soaking.limits import Report

ROOT: Final = Path(__file__).resolve().parents[3]
ROGUE: Final = f"#!/bin/sh\nPYTHONPATH='{ROOT}' exec '{sys.executable}' -P -m rogue \"$@\"\n"
_OTHERS_SECONDS: Final = 60.0  # that a game which another program plays beside this may take
NAMES: Final = (
    "my rogue",
    "it's",
    'a "rogue"',
    "rögue-☃",
    "$(touch owned)",
    "`touch owned`;touch owned",
    "-rogue",
    "{seed}",
)


def _script(text: str, name: str = "game", mode: int = 0o755) -> Callable[[Path], str]:
    """Return what makes a script in a folder and gives the command that runs it."""

    def make(folder: Path) -> str:
        path = folder / name
        path.write_text(text, "utf-8")
        path.chmod(mode)
        return shlex.quote(str(path))

    return make


GAMES: Final[dict[str, tuple[Callable[[Path], str], bool]]] = {  # its command, and whether it can be played
    **{f"named {name}": (_script(ROGUE, name), True) for name in NAMES[:-1]},
    "missing": (lambda folder: str(folder / "nothing"), False),
    "nothing": (lambda _folder: "", False),
    "half a quote": (lambda _folder: "rogue 'half", False),
    "a folder": (str, False),
    "not executable": (_script(ROGUE, mode=0o644), False),
    "no interpreter": (_script("#!/no/such/interpreter\n"), False),
    "no program": (_script("\x7fELF nonsense"), False),
    "exits at once": (_script("#!/bin/sh\nexit 0\n"), False),
    "fails at once": (_script("#!/bin/sh\nprintf '\\033[2Jno\\n'; exit 3\n"), False),
    "prints garbage": (_script("#!/bin/sh\nhead -c 20000 /dev/urandom; exit 1\n"), False),
    "leaves a child": (_script("#!/bin/sh\nsleep 77 & exit 0\n"), False),
    "kills itself": (_script("#!/bin/sh\nkill -9 $$\n"), False),
}  # fmt: skip


def soak_games(amount: int, seed: int) -> Report:
    """Play every game so many times; the seed is that of the dungeon."""
    counts: Counter[str] = Counter()
    wrong = [one for _ in range(amount) for name in GAMES for one in try_game(name, seed, counts)]
    return Report(f"{len(GAMES)} kinds of foreign games, {counts['played']} played", wrong)


def try_game(name: str, seed: int, counts: Counter[str]) -> Iterator[str]:
    """Yield what goes wrong when a batch plays a foreign game."""
    make, can_play = GAMES[name]
    homes = set(Path("/tmp").glob("rogo-*"))
    with tempfile.TemporaryDirectory(prefix="soak games") as folder:
        home = Path(folder) / "home"
        home.mkdir()
        words = ["batch", "--game", make(Path(folder)), "--games", "1", "--first-seed", str(seed)]
        ended = forked.run(main, [*words, "--limit-commands", "5", "--stall", "5", "-q"], home)
        trouble = verdict(ended, is_screen=False)
        if not trouble and (ended.code == 0) != can_play:
            trouble = f"it ended with {ended.code}: {ended.err}"
        if any(path.name == "owned" for path in Path(folder).rglob("*")):
            trouble = "a shell has read the name"
        counts["played"] += ended.code == 0
    if trouble:
        yield f"{name}: {trouble}"
    for left in set(Path("/tmp").glob("rogo-*")) - homes:
        if _stays(left):
            yield f"{name}: {left} is left behind"


def _stays(folder: Path) -> bool:
    """Return whether a game's folder is still there, with something in it, when a game of somebody else's
    that may be using it had time to end.
    """
    end = time.monotonic() + _OTHERS_SECONDS
    while time.monotonic() < end:
        try:
            if not any(folder.iterdir()):
                return False
        except FileNotFoundError:
            return False
        time.sleep(0.1)
    return True
