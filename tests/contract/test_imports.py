"""Who may import whom, and who may touch the world outside.

Owns   the table of imports and the list of what stays at the rim.
Leaves what each module does (its own tests).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]

# Left to right: a part may import itself and what its row names, nothing else of the project.
ALLOWED: Final[dict[str, str]] = {
    "rogue.tables": "",
    "rogue.state": "tables",
    "rogue.dig": "tables state",
    "rogue.rules": "tables state dig",
    "rogue.play": "tables state dig rules",
    "rogue.files": "tables state rules play",
    "rogue.terminal": "tables play",
    "rogue.environment": "",
    "rogue.wish": "",
    "rogue.person": "play files",
    "rogue.hosted": "play files terminal",
    "rogue.begin": "state play files environment wish hosted",
    "rogue.replay": "play files terminal environment",
    "rogue.launch": "tables state play files terminal environment wish person hosted begin",
    "rogue.cli": "tables environment wish replay launch",
    "rogue.__main__": "cli",
    "rogomatic.knobs": "",
    "rogomatic.screen": "",
    "rogomatic.bestiary": "",
    "rogomatic.sight": "knobs screen",
    "rogomatic.beliefs": "knobs screen bestiary sight",
    "rogomatic.think": "knobs screen bestiary sight beliefs",
    "rogomatic.rules": "knobs screen bestiary sight beliefs think",
    "rogomatic.experts": "knobs screen bestiary sight beliefs think rules",
    "rogomatic.ladder": "knobs screen bestiary sight beliefs think rules experts",
    "rogomatic.trace": "screen beliefs rules",
    "rogomatic.learn": "knobs screen bestiary sight beliefs think rules",
    "rogomatic.player": "knobs screen bestiary sight beliefs think rules experts ladder trace learn",
    "rogomatic.run": "knobs screen bestiary sight beliefs think rules experts ladder trace learn player",
    "rogomatic.cli": "knobs screen bestiary sight beliefs think rules ladder trace learn player run",
    "rogomatic.__main__": "cli",
}
# The same within rogomatic.run, whose parts are many.
ALLOWED_IN_RUN: Final[dict[str, str]] = {
    "play": "",
    "files": "play",
    "tapes": "play files",
    "figures": "play files",
    "breed": "play files figures",
    "show": "play files tapes",
}
# The only module of the agent that may name the game.
GAME_NAMED_BY: Final = "rogomatic.cli.own"
OUTSIDE: Final = {
    *("os", "sys", "time", "pathlib", "subprocess", "threading", "asyncio", "multiprocessing"),
    *("signal", "socket", "select", "tempfile", "shutil", "pty", "tty", "termios", "fcntl"),
    *("blessed", "pexpect"),
}
RIM: Final = (
    *("rogue.cli", "rogue.__main__", "rogue.files", "rogue.terminal", "rogue.environment"),
    *("rogue.person", "rogue.hosted", "rogue.begin", "rogue.replay", "rogue.launch"),
    *("rogomatic.cli", "rogomatic.__main__", "rogomatic.run"),
)


def modules() -> list[str]:
    """Return every module of both packages by its dotted name."""
    files = sorted(p for top in ("rogue", "rogomatic") for p in (ROOT / top).rglob("*.py"))
    return [".".join(p.relative_to(ROOT).with_suffix("").parts) for p in files]


def tree_of(module: str) -> ast.Module:
    return ast.parse(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8"))


def imports_of(tree: ast.Module) -> Iterator[str]:
    """Yield the dotted names that a module imports, wherever the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            # `from rogue import play` names rogue.play; `from rogue.play import x` is enough as is.
            if "." in node.module:
                yield node.module
            else:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def is_rim(module: str) -> bool:
    return any(module == rim or module.startswith(rim + ".") for rim in RIM)


@pytest.mark.parametrize("module", modules())
def test_imports_go_one_way(module: str) -> None:
    part, (top, *_) = part_of(module), module.split(".")
    if part.endswith(".__init__"):
        allowed = {name for name in ALLOWED if name.startswith(top + ".")}
    else:
        assert part in ALLOWED, f"{part} has no row in the table of imports"
        allowed = {part} | {f"{top}.{name}" for name in ALLOWED[part].split()}
    for name in imports_of(tree_of(module)):
        first = name.split(".")[0]
        if first == top:
            public = name.split(".")[1].startswith("__version__")
            assert public or part_of(name) in allowed, f"{module} imports {name}"
        elif first in ("rogue", "rogomatic"):
            assert (top, module) == ("rogomatic", GAME_NAMED_BY), f"{module} imports {name}"


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("rogomatic.run.")])
def test_imports_within_run_go_one_way(module: str) -> None:
    part = module.split(".")[2]
    if part == "__init__":
        return
    allowed = {part, *ALLOWED_IN_RUN[part].split()}
    for name in imports_of(tree_of(module)):
        if name.startswith("rogomatic.run."):
            assert name.split(".")[2] in allowed, f"{module} imports {name}"


@pytest.mark.parametrize("module", modules())
def test_only_the_rim_touches_the_world_outside(module: str) -> None:
    tree = tree_of(module)
    named = {name.split(".")[0] for name in imports_of(tree)}
    assert "random" not in named, "its sequences are not promised to stay the same"
    if is_rim(module):
        return
    assert not named & OUTSIDE
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    called = {function.id for function in calls if isinstance(function, ast.Name)}
    assert not called & {"open", "input", "print", "exec", "eval", "__import__"}


def test_the_table_itself_goes_one_way() -> None:
    for top in ("rogue", "rogomatic"):
        seen: set[str] = set()
        for part, row in ALLOWED.items():
            if part.startswith(top + "."):
                names = set(row.split())
                assert names <= seen, f"{part} may import something to its right: {names - seen}"
                seen.add(part.split(".")[1])
    inside: set[str] = set()
    for part, row in ALLOWED_IN_RUN.items():
        assert set(row.split()) <= inside, f"rogomatic.run.{part} may import something to its right"
        inside.add(part)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os.path", ["os.path"]),
        ("def f():\n    from rogue.play import session", ["rogue.play"]),
        ("from rogue import play, state", ["rogue.play", "rogue.state"]),
    ],
)
def test_imports_are_found_wherever_they_stand(source: str, found: list[str]) -> None:
    assert list(imports_of(ast.parse(source))) == found
