"""Which part may import which, and which parts may do input and output."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from tests.support.extras import absent_extras
from tests.support.source_trees import nodes_of, statements_of

ROOT: Final = Path(__file__).resolve().parents[2]

_MANUALS: Final = "monster_manual weapon_manual food_rules editions"
_NATIVE: Final = "cost_map native native_fights native_map native_ways"
_MIND: Final = f"knobs value {_NATIVE} vt100 wording {_MANUALS} sight beliefs rule_engine refusals think"
_START: Final = "program_start seeds"
_LOW: Final = "base_error byte_order_mark wording confidence variant_names"
# Left to right: a part may import itself and what its row names, nothing else of the project.
ALLOWED: Final[dict[str, str]] = {
    "rogue.errors": "",
    "rogue.program_start": "",
    "rogue.seeds": "",
    "rogue.text_files": "",
    "rogue.command_lines": "errors",
    "rogue.import_path": "",
    "rogue.tables": "",
    "rogue.variants": "tables errors",
    "rogue.state": "tables errors",
    "rogue.levelgen": "tables state",
    "rogue.minds": "tables state",
    "rogue.rules": "tables state levelgen minds",
    "rogue.ui": "tables variants state levelgen minds rules errors",
    "rogue.storage": "text_files tables variants state rules ui errors",
    "rogue.proof": "tables variants state ui errors",
    "rogue.terminal": "tables ui errors",
    "rogue.app": f"{_START} command_lines tables variants state levelgen ui storage proof terminal errors",
    "rogue.gym": "seeds tables state rules ui storage errors import_path",
    "rogue.server": "tables ui storage proof errors command_lines",
    "rogue.cli": "tables errors seeds command_lines program_start app server",
    "rogue.__main__": "cli import_path",
    "rogomatic.base_error": "",
    "rogomatic.byte_order_mark": "",
    "rogomatic.wording": "",
    "rogomatic.confidence": "",
    "rogomatic.variant_names": "",
    "rogomatic.knobs": "",
    "rogomatic.value": "",
    "rogomatic.cost_map": "",
    "rogomatic.native_map": "",
    "rogomatic.native": "native_map",
    "rogomatic.native_fights": "",
    "rogomatic.native_ways": "cost_map native_map",
    "rogomatic.control_sequences": "",
    "rogomatic.screen_cells": "native_map control_sequences",
    "rogomatic.character_sets": "",
    "rogomatic.screen_motions": "screen_cells",
    "rogomatic.screen_characters": "character_sets control_sequences screen_cells screen_motions",
    "rogomatic.vt100": "native native_map character_sets control_sequences screen_cells screen_characters",
    "rogomatic.weapon_manual": "",
    "rogomatic.food_rules": "value",
    "rogomatic.editions": "food_rules weapon_manual",
    "rogomatic.monster_manual": "editions weapon_manual",
    "rogomatic.sight": "editions knobs vt100",
    "rogomatic.beliefs": f"knobs value native_map vt100 {_MANUALS} sight",
    "rogomatic.rule_engine": f"knobs value vt100 wording {_MANUALS} sight beliefs",
    "rogomatic.refusals": "rule_engine",
    "rogomatic.think": f"knobs value {_NATIVE} vt100 {_MANUALS} sight beliefs rule_engine",
    "rogomatic.experts": _MIND,
    "rogomatic.rung_inputs": "knobs sight beliefs",
    "rogomatic.kept_refusals": "beliefs rule_engine rung_inputs",
    "rogomatic.ladder": f"{_MIND} experts rung_inputs",
    "rogomatic.trace": "wording value vt100 beliefs rule_engine",
    "rogomatic.memory": f"base_error {_MIND}",
    "rogomatic.breeding": "base_error wording confidence knobs",
    "rogomatic.roshambo": "base_error confidence breeding",
    "rogomatic.player": f"{_MIND} experts kept_refusals ladder trace memory",
    "rogomatic.run": f"{_LOW} {_MIND} experts ladder trace memory breeding player",
    "rogomatic.gym": "knobs vt100 sight beliefs rule_engine memory player run",
    "rogomatic.cli": f"{_LOW} {_MIND} ladder trace memory breeding roshambo player run",
    "rogomatic.__main__": "cli",
}
# The same within rogomatic.run, whose parts are many.
ALLOWED_IN_RUN: Final[dict[str, str]] = {
    "runner": "",
    "storage": "runner",
    "recordings": "runner storage",
    "reports": "runner storage recordings",
    "breed": "runner storage reports",
    "viewer": "runner storage recordings",
}
# The only module of the agent that may name the game.
GAME_NAMED_BY: Final = "rogomatic.cli.own_game"
# What is no part of the game: how a Python process starts.  Whatever starts one may name it.
NO_GAME: Final = "rogue.import_path"
STARTS_PYTHON: Final = ("rogomatic.__main__", "rogomatic.run.runner.engines")
OUTSIDE: Final = {
    *("os", "sys", "time", "pathlib", "subprocess", "threading", "asyncio", "multiprocessing"),
    *("signal", "socket", "select", "tempfile", "shutil", "pty", "tty", "termios", "fcntl"),
    *("blessed", "pexpect"),
}
IO_PARTS: Final = (
    *(
        "rogue.cli",
        "rogue.command_lines",
        "rogue.import_path",
        "rogue.program_start",
        "rogue.__main__",
        "rogue.storage",
        "rogue.terminal",
        "rogue.app",
    ),
    *("rogue.server", "rogue.gym.game_worker"),
    *("rogomatic.cli", "rogomatic.__main__", "rogomatic.run"),
)


DOES_IO: Final = {"open", "input", "print", "exec", "eval", "__import__"}
"""What is built in and does input or output, or runs what it is given."""


def modules() -> list[str]:
    """Return every module of both packages by its dotted name."""
    files = sorted(p for top in ("rogue", "rogomatic") for p in (ROOT / top).rglob("*.py"))
    return [".".join(p.relative_to(ROOT).with_suffix("").parts) for p in files]


def file_of(module: str) -> Path:
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


@cache
def imports_of(module: str) -> tuple[str, ...]:
    """Return the dotted names that a module imports, wherever the import stands."""
    return tuple(imported(statements_of(file_of(module))))


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the dotted names that the imports among some nodes of a tree name."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            # `from rogue import ui` names rogue.ui; `from rogue.ui import x` is enough as is.
            if "." in node.module:
                yield node.module
            else:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def does_io(module: str) -> bool:
    return any(module == part or module.startswith(part + ".") for part in IO_PARTS)


def wrong_imports(module: str) -> Iterator[str]:
    """Yield what a module may not import."""
    part, (top, *_) = part_of(module), module.split(".")
    if part.endswith(".__init__"):
        allowed = {name for name in ALLOWED if name.startswith(top + ".")}
    elif part not in ALLOWED:
        yield f"{part} has no row in the table of imports"
        return
    else:
        allowed = {part} | {f"{top}.{name}" for name in ALLOWED[part].split()}
    for name in imports_of(module):
        first = name.split(".")[0]
        if first == top:
            public = name.split(".")[1].startswith("__version__")
            if not public and part_of(name) not in allowed:
                yield f"{module} imports {name}"
        elif name.startswith(NO_GAME) and module in STARTS_PYTHON:
            continue
        elif first in ("rogue", "rogomatic") and (top, module) != ("rogomatic", GAME_NAMED_BY):
            yield f"{module} imports {name}"


def wrong_imports_within_run(module: str) -> Iterator[str]:
    """Yield what a module of rogomatic.run may not import of its neighbours."""
    part = module.split(".")[2]
    if part == "__init__":
        return
    allowed = {part, *ALLOWED_IN_RUN[part].split()}
    for name in imports_of(module):
        if name.startswith("rogomatic.run.") and name.split(".")[2] not in allowed:
            yield f"{module} imports {name}"


def called_in(file: Path) -> set[str]:
    """Return the plain names that a module calls; none if it does not even contain one of `DOES_IO`."""
    text = file.read_text("utf-8")
    nodes = nodes_of(file) if any(name in text for name in DOES_IO) else ()
    calls = (node.func for node in nodes if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


def outside_of(module: str) -> Iterator[str]:
    """Yield what a module has to do with the world outside and may not."""
    named = {name.split(".")[0] for name in imports_of(module)}
    found = named & {"random"}  # its sequences are not promised to stay the same
    if not does_io(module):
        found |= named & OUTSIDE | called_in(file_of(module)) & DOES_IO
    yield from (f"{module} uses {name}" for name in sorted(found))


@pytest.mark.slow
def test_every_module_can_be_imported() -> None:
    absent = tuple(name.removesuffix(".py").replace("/", ".") for name in absent_extras())
    failed = {}
    for module in modules():
        try:
            import_module(module.removesuffix(".__init__"))
        except Exception as trouble:
            if not module.startswith(absent):
                failed[module] = repr(trouble)
    assert failed == {}


@pytest.mark.slow
def test_imports_go_one_way() -> None:
    assert [wrong for module in modules() for wrong in wrong_imports(module)] == []


def test_imports_within_run_go_one_way() -> None:
    inside = [module for module in modules() if module.startswith("rogomatic.run.")]
    assert [wrong for module in inside for wrong in wrong_imports_within_run(module)] == []
    assert inside


def test_only_some_parts_do_input_and_output() -> None:
    assert [wrong for module in modules() for wrong in outside_of(module)] == []


def test_the_table_itself_goes_one_way() -> None:
    tables = [
        {part.split(".")[1]: row for part, row in ALLOWED.items() if part.startswith("rogue.")},
        {part.split(".")[1]: row for part, row in ALLOWED.items() if part.startswith("rogomatic.")},
        ALLOWED_IN_RUN,
    ]
    wrong = []
    for table in tables:
        parts = list(table)
        for number, (part, row) in enumerate(table.items()):
            wrong += [f"{part} imports {name}" for name in row.split() if name not in parts[:number]]
    assert wrong == []
