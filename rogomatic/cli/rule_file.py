"""The options that change the ladder: `--rules` adds the rules in a file, `--without` leaves out rules."""

from __future__ import annotations

import argparse
import ast
import hashlib
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.ladder_changes import LadderError, OwnRule, changed_ladder, failing_line, told
from rogomatic.agent.engine.rule_engine import Act, No, Rule, Rung
from rogomatic.agent.ladder import LADDER
from rogue.shared.command_lines import file_name
from rogue.shared.errors import CommandError, printable, reason_of
from rogue.shared.files import read_bounded
from rogue.shared.wording import listed

_DIGITS: Final = 12  # of the digest in a record


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """Changes of the ladder.  They are stored as texts, because texts can be sent to other processes.

    file     name of the file of rules, or "" if there is no file
    source   content of the file of rules, or "" if there is no file
    without  names of rules to leave out
    """

    file: str = ""
    source: str = ""
    without: tuple[str, ...] = ()

    def ladder(self) -> tuple[Rung, ...]:
        """Return the changed ladder.  Equal settings share a ladder.  Raises CommandError or LadderError."""
        return _ladder_of(self)

    @property
    def file_record(self) -> str:
        """The name of the file of rules with a digest of the rules, "" without a file."""
        digest = hashlib.sha256(self.source.encode()).hexdigest()[:_DIGITS]
        return f"{Path(self.file).name} sha256:{digest}" if self.file else ""

    @property
    def without_record(self) -> str:
        """Text for records: the names of the rules to leave out, separated by commas."""
        return ", ".join(self.without)


UNCHANGED: Final = LadderSettings()


def add_ladder_options(parser: argparse.ArgumentParser) -> None:
    """Add --rules and --without, the options that change the ladder."""
    parser.add_argument("--rules", type=file_name, metavar="FILE.py",
        help="add the rules in this file to the ladder; the file is run as Python code")  # fmt: skip
    parser.add_argument("--without", action="append", default=[], metavar="RULE",
        help="leave out this rule (`rogomatic ladder` lists all rules); may be repeated")  # fmt: skip


def ladder_settings(args: argparse.Namespace) -> LadderSettings:
    """Check and return the changes that the arguments name.  If there is a file of rules, print its name.

    Raises CommandError or LadderError.
    """
    file: Path | None = getattr(args, "rules", None)
    without: list[str] = getattr(args, "without", [])
    if file is None and not without:
        return UNCHANGED
    source = "" if file is None else _text_of(file)
    settings = LadderSettings(str(file or ""), source, tuple(dict.fromkeys(without)))
    settings.ladder()
    if file is not None:
        names = listed([one.rung.name for one in own_rules_in(settings.file, source)])
        print(printable(f"rogomatic: running {file} as Python code; its rules: {names}"), file=sys.stderr)
    return settings


def _text_of(file: Path) -> str:
    """Return a file's text.  Raises CommandError."""
    try:
        return read_bounded(file).decode("utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} cannot be read: {reason_of(error)}.") from None


@lru_cache(maxsize=8)
def own_rules_in(file: str, source: str) -> tuple[OwnRule, ...]:
    """Run a file of rules, and return its rules in the order of the file.  Raises CommandError.

    Only a file that the user has named on the command line may be passed.  What the file and its rules print
    goes to the standard error, because the standard output may hold a window, an export, or JSON.
    """
    module = ModuleType("own_rules_of_a_file")
    module.__file__ = file
    try:
        with redirect_stdout(sys.stderr):
            exec(compile(source, file, "exec"), module.__dict__)
    except SyntaxError as error:
        raise CommandError(f"{file}{_line(error.lineno)}: {error.msg}.") from None
    except (Exception, SystemExit) as error:
        what = str(error) if isinstance(error, LadderError) else told(error)
        raise CommandError(f"{file}{_line(failing_line(error, file))}: {what}") from None
    _refuse_namesakes(ast.parse(source), file)
    found = tuple(one for one in module.__dict__.values() if isinstance(one, OwnRule))
    if not found:
        raise CommandError(f"{file} has no rules: mark functions with @rule(...) of rogomatic.own_rules.")
    return tuple(replace(one, rung=replace(one.rung, rule=_aside(one.rung.rule))) for one in found)


def _aside(ask: Rule) -> Rule:
    """Return the same rule, except that it prints to the standard error."""

    def ask_aside(beliefs: Beliefs) -> Act | No:
        with redirect_stdout(sys.stderr):
            return ask(beliefs)

    return ask_aside


def _refuse_namesakes(tree: ast.Module, file: str) -> None:
    """Raise CommandError if two rules are functions of the same name, because the first would be lost."""
    seen = set[str]()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(map(_is_rule, node.decorator_list)):
            if node.name in seen:
                said = (
                    f"{node.name} is the name of an earlier rule's function; give each function its own name."
                )
                raise CommandError(f"{file}, line {node.lineno}: {said}")
            seen.add(node.name)


def _is_rule(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and ast.unparse(decorator.func).rpartition(".")[2] == "rule"


def _line(number: int | None) -> str:
    return f", line {number}" if number else ""


@lru_cache(maxsize=8)
def _ladder_of(settings: LadderSettings) -> tuple[Rung, ...]:
    if settings == UNCHANGED:
        return LADDER
    own = own_rules_in(settings.file, settings.source) if settings.file else ()
    try:
        return changed_ladder(LADDER, own, settings.without)
    except LadderError as error:
        if not error.line:
            raise
        raise CommandError(f"{settings.file}, line {error.line}: {error}") from None
