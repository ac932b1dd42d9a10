"""Which part may import which, and which parts may do input and output."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from tests.support import source_trees
from tests.support.extras import absent_extras
from tests.support.source_trees import nodes_of

ROOT: Final = Path(__file__).resolve().parents[2]

# Left to right: a part may import itself and what its row names, nothing else of the project.  A part is a
# package or a module; the longest name that fits decides.
GAME: Final[dict[str, str]] = {
    "rogue.shared": "",
    "rogue.eggg.language": "shared",
    "rogue.eggg.rules": "shared eggg.language",
    "rogue.eggg.cards": "shared eggg.language eggg.rules",
    "rogue.eggg.puzzles": "shared eggg.language eggg.rules",
    "rogue.eggg.real_time": "shared eggg.language eggg.rules",
    "rogue.eggg.text_worlds": "shared eggg.language eggg.rules",
    "rogue.eggg": "shared",
    "rogue.tables": "",
    "rogue.variants": "shared tables",
    "rogue.state": "shared tables",
    "rogue.levelgen": "tables state",
    "rogue.minds": "tables state",
    "rogue.rules": "tables state levelgen minds",
    "rogue.ui": "shared tables variants state levelgen rules",
    "rogue.storage": "shared tables variants state ui",
    "rogue.proof": "shared tables variants ui",
    "rogue.terminal": "shared tables state ui",
    "rogue.app": "shared tables variants state levelgen ui storage proof terminal",
    "rogue.gym": "shared tables state ui storage",
    "rogue.model_tools": "shared tables ui state storage",
    "rogue.wire": "shared",
    "rogue.eggg.serving": "shared wire eggg",
    "rogue.server": "shared tables ui storage proof wire",
    "rogue.cli": "shared tables app model_tools server",
    "rogue.__main__": "shared cli",
}
AGENT: Final[dict[str, str]] = {
    "rogomatic.agent.kernels": "",
    "rogomatic.agent.knobs": "",
    "rogomatic.agent.editions": "kernels",
    "rogomatic.agent.monster_manual": "editions",
    "rogomatic.agent.screen": "kernels",
    "rogomatic.agent.sight": "editions screen",
    "rogomatic.agent.beliefs": "knobs editions monster_manual kernels screen sight",
    "rogomatic.agent.engine": "kernels screen beliefs",
    "rogomatic.agent.think": "",
    "rogomatic.agent.beliefs.cached_results": "editions kernels beliefs",
    "rogomatic.agent.think.items": "editions sight beliefs engine",
    "rogomatic.agent.think.ground": "kernels screen beliefs think.items",
    "rogomatic.agent.think.fight": (
        "editions knobs monster_manual kernels screen sight beliefs engine think.items think.ground"
    ),
    "rogomatic.agent.memory": "editions monster_manual screen sight beliefs think",
    "rogomatic.agent.experts": "knobs monster_manual screen sight beliefs engine think",
    "rogomatic.agent.ladder": "engine experts",
    "rogomatic.agent.player": (
        "editions knobs monster_manual screen sight beliefs engine memory experts ladder"
    ),
}
AROUND: Final[dict[str, str]] = {
    "rogomatic.agent": "",
    "rogomatic.run.variant_names": "",
    "rogomatic.run.runner": "agent",
    "rogomatic.run.storage": "agent run.variant_names run.runner",
    "rogomatic.run.story": "agent run.runner",
    "rogomatic.run.recordings": "agent run.variant_names run.runner run.storage run.story",
    "rogomatic.run.reports": "agent run.runner run.storage run.recordings run.story",
    "rogomatic.run.viewer": "agent run.runner run.storage run.recordings run.story",
    "rogomatic.breeding": "agent run",
    "rogomatic.roshambo": "run",
    "rogomatic.eggg": "roshambo run",
    "rogomatic.gym": "agent run.runner run.storage run.recordings run.story",
    "rogomatic.own_rules": "agent",
    "rogomatic.review": "agent run",
    "rogomatic.cli": "agent breeding roshambo run review",
    "rogomatic.__main__": "cli",
    "rogomatic.__init__": "agent",
}
# What all experts share: walks.  The acts without a way are rogomatic.agent.engine.acts.
WALKS: Final = "rogomatic.agent.experts.movement"
# What knows nothing of Rogue, and may be imported everywhere.
SHARED: Final = "rogue.shared"
# The only modules of the agent's half that may name the game, and the games made from descriptions.
GAME_NAMED_BY: Final = ("rogomatic.cli.own_game", "rogomatic.eggg.own_tables")
# The only modules of the agent's half that may name the lines of the server, which know nothing of Rogue.
WIRE: Final = "rogue.wire"
WIRE_NAMED_BY: Final = (
    *("rogomatic.roshambo.bot_server", "rogomatic.roshambo.serve_bots_command"),
    *("rogomatic.eggg.table_room", "rogomatic.eggg.serve_games_command", "rogomatic.eggg.real_time_server"),
    "rogomatic.eggg.seated_room",
)
OUTSIDE: Final = {
    *("os", "sys", "time", "pathlib", "subprocess", "threading", "asyncio", "multiprocessing"),
    *("signal", "socket", "select", "tempfile", "shutil", "pty", "tty", "termios", "fcntl"),
    *("blessed", "pexpect"),
}
IO_PARTS: Final = (
    *(
        "rogue.cli",
        "rogue.shared.command_lines",
        "rogue.shared.files",
        "rogue.shared.import_path",
        "rogue.shared.program_start",
        "rogue.__main__",
        "rogue.storage",
        "rogue.terminal",
        "rogue.app",
    ),
    *("rogue.wire", "rogue.server", "rogue.gym.game_worker", "rogue.model_tools.mcp_command"),
    *("rogomatic.cli", "rogomatic.__main__", "rogomatic.run"),
    *("rogomatic.breeding.pool_file", "rogomatic.breeding.report"),
    *("rogomatic.roshambo.roshambo_command", "rogomatic.roshambo.tournament_report"),
    *("rogomatic.roshambo.program_bot", "rogomatic.roshambo.bot_server"),
    *("rogomatic.roshambo.serve_bots_command", "rogomatic.roshambo.person_command"),
    "rogomatic.review.review_store",
    *("rogue.eggg.library", "rogue.eggg.eggg_commands", "rogue.eggg.serving"),
    *("rogomatic.eggg.serve_games_command", "rogomatic.eggg.real_time_server"),
    *("rogomatic.eggg.own_tables", "rogomatic.eggg.__main__", "rogomatic.eggg.eggg_command_line"),
    *("rogomatic.eggg.arena", "rogomatic.eggg.pack_command", "rogomatic.eggg.match_lines"),
    *("rogomatic.eggg.player_records", "rogomatic.eggg.match_command", "rogomatic.eggg.match_journal"),
    "rogomatic.eggg.learn_command",
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
    return tuple(imported(source_trees.imports_of(file_of(module))))


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


def part_of(module: str, table: Iterable[str]) -> str:
    """Return the part of a table that a module belongs to, "" for none."""
    fitting = (part for part in table if module == part or module.startswith(part + "."))
    return max(fitting, key=len, default="")


def does_io(module: str) -> bool:
    return any(module == part or module.startswith(part + ".") for part in IO_PARTS)


def wrong_imports(module: str, table: dict[str, str]) -> Iterator[str]:
    """Yield what a module may not import of the parts in a table."""
    part = part_of(module, table)
    if not part:
        yield f"{module} has no row in the table of imports"
        return
    top = "rogomatic.agent" if table is AGENT else module.split(".", maxsplit=1)[0]
    allowed = (part, *(f"{top}.{name}" for name in table[part].split()))
    for name in imports_of(module):
        is_ours = name.startswith(f"{top}.") and not name.startswith(f"{top}.__version__")
        if is_ours and not any(name == one or name.startswith(one + ".") for one in allowed):
            yield f"{module} imports {name}"


def wrong_strangers(module: str) -> Iterator[str]:
    """Yield what a module imports of the other program, or of the tests."""
    top = module.split(".", maxsplit=1)[0]
    for name in imports_of(module):
        first = name.split(".")[0]
        if first == "tests" or (top == "rogue" and first == "rogomatic"):
            yield f"{module} imports {name}"
        is_shared = name == SHARED or name.startswith(SHARED + ".")
        is_wire = name.startswith(WIRE + ".") and module in WIRE_NAMED_BY
        may = is_shared or is_wire or module in GAME_NAMED_BY
        if top == "rogomatic" and first == "rogue" and not may:
            yield f"{module} imports {name}"


def called_in(file: Path) -> set[str]:
    """Return the plain names that a module calls; none if it does not even contain one of `DOES_IO`."""
    calls_one = re.search(rf"\b(?:{'|'.join(DOES_IO)})\s*\(", file.read_text("utf-8"))
    nodes = nodes_of(file) if calls_one else ()
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


@pytest.mark.parametrize(
    ("top", "table"), [("rogue", GAME), ("rogomatic.agent", AGENT), ("rogomatic", AROUND)],
    ids=["game", "agent", "around"],
)  # fmt: skip
def test_imports_go_one_way(top: str, table: dict[str, str]) -> None:
    inside = [module for module in modules() if module.startswith(top + ".")]
    inside = [
        module
        for module in inside
        if module not in ("rogue.__init__", "rogomatic.agent.__init__", "rogomatic.run.__init__")
    ]
    assert inside
    assert [wrong for module in inside for wrong in wrong_imports(module, table)] == []


def test_experts_import_no_expert() -> None:
    """Each expert is one decision; the ladder alone says which comes first."""
    others = "rogomatic.agent.experts."
    wrong = [
        f"{module} imports {name}"
        for module in modules()
        if module.startswith(others)
        for name in imports_of(module)
        if name.startswith(others) and name != WALKS
    ]
    assert wrong == []


def test_no_program_names_the_other_or_the_tests() -> None:
    assert [wrong for module in modules() for wrong in wrong_strangers(module)] == []


def test_only_some_parts_do_input_and_output() -> None:
    assert [wrong for module in modules() for wrong in outside_of(module)] == []


@pytest.mark.parametrize("table", [GAME, AGENT, AROUND], ids=["game", "agent", "around"])
def test_the_table_itself_goes_one_way(table: dict[str, str]) -> None:
    top = "rogomatic.agent" if table is AGENT else next(iter(table)).split(".")[0]
    parts = [part.removeprefix(top + ".") for part in table]
    wrong = []
    for number, (part, row) in enumerate(table.items()):
        above = [name for name in row.split() if not any(one.startswith(name) for one in parts[:number])]
        wrong += [f"{part} imports {name}" for name in above]
    assert wrong == []
