"""The parts of the documents that are generated from the code.

A part stands between `<!-- generated: NAME -->` and `<!-- end -->`.  After a change of the code, write all
of them anew: `.venv/bin/python -m scripts.lib.generated_docs`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from rogomatic import cli
from rogomatic.agent.knobs import KNOBS
from rogomatic.agent.ladder import LADDER

ROOT: Final = Path(__file__).resolve().parents[2]
_PART: Final = re.compile(r"(<!-- generated: ([\w-]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)


def ladder_table() -> str:
    """Return the rules for a game that waits for a command, in their order."""
    rows = [f"| {rung.name} | {rung.summary} |" for rung in LADDER]
    return _lines("| rule | what it does |", "|---|---|", *rows)


def knob_list() -> str:
    """Return every knob with its default, range, and meaning."""
    return _lines(
        *(f"- `{name}` {one.default} ({one.least}..{one.most}): {one.meaning}" for name, one in KNOBS.items())
    )


def command_list() -> str:
    """Return every command of the agent with what it does and the names of its options."""
    rows = []
    for name, brief, arguments in commands_of(cli.parser()):
        listed = ", ".join(f"`{one}`" for one in arguments)
        rows.append(f"- **{name}** ({brief}){':' if listed else ''} {listed}".rstrip())
    return _lines(*rows)


def commands_of(parser: argparse.ArgumentParser, above: str = "") -> Iterator[tuple[str, str, list[str]]]:
    """Yield the name, the brief, and the arguments of each command, with those below it."""
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            continue
        grouped = [one for group in parser._action_groups for one in group._group_actions]
        briefs = {one.dest: one.help for one in (*grouped, *action._choices_actions)}
        for name, below in action.choices.items():
            yield f"{above}{name}", str(briefs[name]), _arguments_of(below)
            yield from commands_of(below, f"{above}{name} ")


def _arguments_of(parser: argparse.ArgumentParser) -> list[str]:
    """Return what a command takes: values by their names in capitals, options by their long names."""
    found = []
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
            continue
        if action.help == argparse.SUPPRESS:
            continue
        name = action.option_strings[-1] if action.option_strings else action.metavar or action.dest
        found.append(str(name))
    return found


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


PARTS: Final[dict[str, Callable[[], str]]] = {
    "ladder": ladder_table,
    "knobs": knob_list,
    "commands": command_list,
}


def renewed(text: str) -> str:
    """Return a document with its generated parts written anew.  Raises KeyError for an unknown part."""
    return _PART.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}{found[3]}", text)


def parts_of(text: str) -> list[str]:
    """Return the names of the generated parts of a document."""
    return [found[2] for found in _PART.finditer(text)]


def documents() -> Iterator[Path]:
    """Yield the documents that have generated parts."""
    for top in ("rogue", "rogomatic", "memory", "scripts"):
        for path in sorted((ROOT / top).rglob("*.md")):
            if _PART.search(path.read_text("utf-8")):
                yield path


if __name__ == "__main__":
    for document in documents():
        old = document.read_text("utf-8")
        new = renewed(old)
        if new != old:
            document.write_text(new, "utf-8")
            print(document.relative_to(ROOT))
