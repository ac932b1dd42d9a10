"""The compiled build: chosen by a switch, and the same keys for the same seeds."""

from __future__ import annotations

import copy
import json
import os
import pickle
import runpy
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.prompt_parser import waiting
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.recordings.timeline import play_timeline
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits, play_game
from rogue.state.level import PlayerMap
from rogue.storage.variant_files import load_variant
from rogue.tables.edition_table import EDITIONS
from rogue.ui.session import Session
from rogue.variants.problems import VariantError
from tests.rogue.variants.describing import told, wrong

ROOT: Final = Path(__file__).resolve().parents[2]
COPY: Final = Path(os.environ.get("ROGUE_COMPILED", ROOT / "build" / "fast"))
GAMES: Final = ((1, "5.4"), (319, "5.4"), (7, "5.2"), (7, "3.6"), (62086, "minds"))
COMMANDS: Final = 400
# Run in the copy: the same call, and proof that extensions made it.
IN_COPY: Final = """
import json
import rogomatic.agent.player, rogue.ui.session
from tests.packaging import test_compiled as here
files = [rogomatic.agent.player.__file__, rogue.ui.session.__file__]
found = [here.digests(), here.backwards(), here.described(), here.copied(), here.sent(), here.edges()]
print(json.dumps([*files, *found]))
"""


def digests() -> list[str]:
    """Return the digest of the keys of each of the games."""
    rows = []
    for seed, edition in GAMES:
        games = OwnGame(edition)
        rows.append(play_game(seed, InMemory(games), default_players(), Limits(commands=COMMANDS)))
    assert [row.error for row in rows] == [""] * len(GAMES)
    return [row.keys_digest for row in rows]


def backwards() -> list[tuple[str, int, str]]:
    """Return what is on the screen and in the agent's mind at moments of a replay, the last one first."""
    limits = Limits(commands=COMMANDS)
    timeline, _ = play_timeline(GAMES[0][0], InMemory(OwnGame()), default_players(), limits=limits)
    found = []
    for number in range(len(timeline) - 1, -1, -30):
        timeline.go(number)
        assert timeline.player is not None
        b = timeline.player.beliefs
        mind = repr(
            (b.me, b.plan, b.watch, sorted(b.pack.items()), sorted(b.level.frontier), timeline.moment)
        )
        found.append(("\n".join(timeline.screen.text(row) for row in range(24)), b.turn, mind))
    return found


def described() -> list[str]:
    """Return the screens of a variant after some keys, and the errors of a description with two faults."""
    session = Session(5, load_variant("kennel", {}).rules)
    screens = [session.feed(keys).decode("ascii") for keys in (b"", b"llll", b"10s", b"?*", b" ")]
    assert wrong("") == ['1: like is missing: name the game to start from, as in like = "5.4"']
    try:
        told("[dungeon]\namulet_dept = 3\n[hero]\nstrength = 99\n")
    except VariantError as error:
        return [*screens, *error.lines]
    raise AssertionError("the faults went unnoticed")


def copied() -> list[str]:
    """Return what copies of an environment draw that go on in the middle of a question."""
    if find_spec("gymnasium") is None:
        return []
    from rogue.gym import RogueEnv

    made_up = EDITIONS["5.4"].with_minds().replace(amulet_depth=2)
    found = []
    for env in (RogueEnv(edition="3.6"), RogueEnv(edition="kennel"), RogueEnv(edition=made_up)):
        env.reset(seed=12)
        for key in b"jjllq*":
            env.step(env.action_of(bytes((key,))))
            for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                twin.step(twin.action_of(b"s"))
                found.append(twin.drawn.decode("ascii"))
    return found


def sent() -> str:
    """Return the digest of the keys of a game by players that were sent to another process."""
    players = pickle.loads(pickle.dumps(default_players()))
    return play_game(GAMES[0][0], InMemory(OwnGame()), players, Limits(commands=COMMANDS)).keys_digest


def edges() -> list[str]:
    """Return answers and errors for byte arrays, numbers in order, and named tuples, as text."""
    level, size = TerrainMap(1), len(TerrainMap(1).code)
    screen = Screen()
    for drawn in (b"\x1b[20;70Hz\x1b[9;9Hy\x1b[3;", b"3Hx", b"\x1b[1;1Hhit --More--"):
        screen.feed(drawn)
    now = waiting(screen)
    calls: list[Callable[[], object]] = [
        *(partial(level.is_walkable, spot) for spot in (0, -1, size - 1, -size, size, -size - 1, 2**70)),
        *(partial(PlayerMap().put, 100, symbol) for symbol in (255, 256, -1, 2**70)),
        *(partial(PlayerMap().put, spot, 64) for spot in (size - 1, -1, size, -size - 1)),
        *(screen.take_changes, partial(screen.feed, b"\x1b[7;9H" + b"o" * 40), screen.take_changes),
        *(now._asdict, lambda: hash(now) == hash((*now,)), lambda: now == pickle.loads(pickle.dumps(now))),
    ]
    found = []
    for call in calls:
        try:
            found.append(str(call()))
        except (IndexError, ValueError) as error:
            found.append(type(error).__name__)
    return found


def setup_of(monkeypatch: pytest.MonkeyPatch, switch: str) -> tuple[dict[str, Any], list[str]]:
    """Run setup.py with the switch; return what it gives setuptools, and the files of its table."""
    given: dict[str, Any] = {}
    setuptools = pytest.importorskip("setuptools")
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("ROGUE_COMPILE", switch)
    monkeypatch.setattr(setuptools, "setup", given.update)
    names = runpy.run_path("setup.py")
    return given, names["sources"]()


@pytest.mark.parametrize("switch", ["", "0"])
def test_the_package_is_pure_unless_asked_otherwise(monkeypatch: pytest.MonkeyPatch, switch: str) -> None:
    assert setup_of(monkeypatch, switch)[0].keys() == {"cmdclass"}
    assert setup_of(monkeypatch, switch)[0]["cmdclass"].keys() == {"build_py"}


def test_limits_are_pickled_by_their_arguments() -> None:
    """A batch sends them from a plain process to compiled ones, whose classes take no state of plain ones."""
    limits = Limits(5, 1.0, 2.0, 3.0, 4)
    assert limits.__reduce__() == (Limits, (5, 1.0, 2.0, 3.0, 4))
    assert pickle.loads(pickle.dumps(limits)) == limits


def test_the_switch_brings_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    given, files = setup_of(monkeypatch, "1")
    assert "build_ext" in given["cmdclass"]
    assert given["setup_requires"][0].startswith("mypy")
    assert all((ROOT / file).is_file() for file in files)
    assert len(files) == len(set(files))
    assert {Path(file).parts[0] for file in files} == {"rogue", "rogomatic"}


def test_all_between_keys_and_bytes_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    _, files = setup_of(monkeypatch, "1")
    outside = {"app", "cli", "run", "memory", "breeding", "storage", "terminal", "variants", "proof"}
    outside |= {"gym", "server", "roshambo", "shared", "wire", "eggg", "review", "model_tools"}
    paths = [
        file.relative_to(ROOT)
        for package in ("rogue", "rogomatic")
        for file in (ROOT / package).rglob("*.py")
    ]
    inside = [
        str(path)
        for path in paths
        if len(path.parts) > 2 and not outside & {*path.parts[1:3]} and path.name != "__init__.py"
    ]
    assert sorted(set(inside) - set(files)) == []
    assert inside


def test_a_compiled_copy_plays_the_same_keys_and_replays_them_backwards() -> None:
    check = [sys.executable, str(ROOT / "scripts" / "compile"), "--check", str(COPY)]
    if subprocess.run(check, capture_output=True, check=False).returncode:
        pytest.skip(f"no compiled copy of these sources in {COPY}: scripts/compile makes one in minutes")
    env = {**os.environ, "PYTHONPATH": f"{COPY}{os.pathsep}{ROOT}", "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", IN_COPY], env=env, cwd=COPY, capture_output=True, text=True, check=True
    )
    agent, game, compiled, moments, screens, copies, travelled, at_edges = json.loads(done.stdout)
    assert agent.startswith(str(COPY))
    assert not agent.endswith(".py")
    assert not game.endswith(".py")
    assert compiled == digests()
    assert list(map(tuple, moments)) == backwards()
    assert screens == described()
    assert copies == copied()
    assert travelled == sent() == compiled[0]
    assert at_edges == edges()
