"""What no module of either program does: run what it reads, or write where somebody else has put a link."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.support.source_trees import nodes_of

ROOT: Final = Path(__file__).resolve().parents[2]
MODULES: Final = sorted(path for top in ("rogue", "rogomatic") for path in (ROOT / top).rglob("*.py"))

CALLS: Final = {"eval", "exec", "compile", "__import__", "input", "breakpoint"}
METHODS: Final = {
    "system",
    "popen",
    "mktemp",
    "write_text",
    "write_bytes",
    "tmpnam",
    "load_module",
    "yaml_load",
}
IMPORTS: Final = {
    "pickle",
    "marshal",
    "shelve",
    "dill",
    "cloudpickle",
    "yaml",
    "code",
    "codeop",
    "imp",
    "runpy",
}
EXCEPTIONS: Final = {
    ("rogomatic/roshambo/person_command.py", "input"): "the throws of a person who plays",
    (
        "rogomatic/run/storage/databases.py",
        "sqlite3.connect",
    ): "the one place that turns a name into a database",
    ("rogomatic/cli/rule_file.py", "exec"): "the file of rules that a person names with --rules",
    ("rogomatic/cli/rule_file.py", "compile"): "the same file",
    ("rogue/storage/session_copy.py", "pickle"): "copies of an environment; the game reads none from a file",
    ("rogomatic/run/recordings/timeline.py", "pickle"): "checkpoints in memory; none comes from a file",
}
PROCESSES: Final = {  # who starts processes, always from a list of words
    "rogue/app/ghost.py": "the agent, which plays beside a person",
    "rogue/terminal/interactive_terminal.py": "the shell that --allow-shell asks for",
    "rogomatic/roshambo/program_bot.py": "a bot that a person enters with --bot",
    "rogomatic/cli/installation.py": "git, for the commit of this source; the compiler script, for --fast",
}
OPENED: Final = {  # opened for writing without being new, and why that is right
    "rogue/storage/history.py": "a file of the person's own data folder, which only grows",
}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def faults(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield what a module does that none may; `nodes` are all of its tree."""
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
            )
            yield from (name for name in names if name.split(".")[0] in IMPORTS)
            yield from ("subprocess" for name in names if name == "subprocess")
        elif isinstance(node, ast.Call):
            yield from _faults_of_call(node)


def _faults_of_call(call: ast.Call) -> Iterator[str]:
    function = call.func
    if isinstance(function, ast.Name) and function.id in CALLS:
        yield function.id
    if isinstance(function, ast.Attribute) and function.attr in METHODS:
        yield function.attr
    if any(word.arg == "shell" for word in call.keywords):
        yield "shell="
    if isinstance(function, ast.Attribute) and function.attr == "compile" and _is_named(function.value, "re"):
        return
    if (
        isinstance(function, ast.Attribute)
        and function.attr == "connect"
        and _is_named(function.value, "sqlite3")
    ):
        yield "sqlite3.connect"
    called = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    if called == "open":
        yield from _faults_of_open(call)


def _faults_of_open(call: ast.Call) -> Iterator[str]:
    """A file that is written must be new ("x", O_EXCL), or a link in its place must not be followed."""
    flags = {node.attr for node in ast.walk(call) if isinstance(node, ast.Attribute)}
    if flags & {"O_WRONLY", "O_RDWR", "O_APPEND"}:
        if not flags & {"O_EXCL", "O_NOFOLLOW", "devnull"}:
            yield "os.open"
        return
    words = [
        arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    ]
    modes = [word for word in words if word and set(word) <= set("rwxab+t")]
    is_descriptor = bool(call.args) and _is_named(call.args[0], "number")
    if any(set(mode) & set("wa+") for mode in modes) and not is_descriptor:
        yield f"open {modes[0]}"


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def is_allowed(name: str, fault: str) -> bool:
    return (
        (name, fault) in EXCEPTIONS
        or (fault == "subprocess" and name in PROCESSES)
        or (fault.startswith("open ") and name in OPENED)
    )


def test_nothing_runs_what_it_reads_or_follows_a_link() -> None:
    found = [(name_of(path), fault) for path in MODULES for fault in faults(nodes_of(path))]
    assert [f"{name}: {fault}" for name, fault in found if not is_allowed(name, fault)] == []


def test_no_exception_is_stale() -> None:
    claimed = [
        *EXCEPTIONS,
        *((name, "subprocess") for name in PROCESSES),
        *((name, "open ") for name in OPENED),
    ]
    stale = [
        f"{name}: {claim}"
        for name, claim in claimed
        if not any(fault.startswith(claim) for fault in faults(nodes_of(ROOT / name)))
    ]
    assert stale == []


def handlers_without_recursion(path: Path) -> Iterator[int]:
    """Yield the lines of handlers for wrong JSON that let brackets without end through."""
    for node in nodes_of(path):
        if isinstance(node, ast.Try) and any(_reads_json(statement) for statement in node.body):
            for handler in node.handlers:
                caught = ast.unparse(handler.type) if handler.type else "Exception"
                if "ValueError" in caught and "RecursionError" not in caught:
                    yield handler.lineno


def _reads_json(statement: ast.stmt) -> bool:
    calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
    return any(ast.unparse(call.func) == "json.loads" for call in calls)


def test_json_that_is_nested_too_deep_is_wrong_like_any_other() -> None:
    assert [f"{name_of(path)}:{line}" for path in MODULES for line in handlers_without_recursion(path)] == []
