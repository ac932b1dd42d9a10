"""The numbers of the rule book, and where they are carried and cited.

A test carries a number in its name (`test_pot_8_...`, several as `test_cmb_2_24_...`), in its docstring
("POT-8", "GEN-1 to GEN-3") or in a text among its parameters, which pytest makes part of its id.  It counts
only if it can fail: it asserts something itself or through a function of the same file, and is not skipped.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "rogue" / "RULES.md"
TABLE: Final = ROOT / "tests" / "rules.toml"
_NUMBER: Final = r"(?:\d+[a-c]?|[A-Z])"
_IN_TEXT: Final = re.compile(rf"\b([A-Z][A-Z0-9]{{2}})-({_NUMBER})(?: to (?:\1-)?({_NUMBER}))?(?![\w-])")
_IN_NAME: Final = re.compile(r"_([a-z][a-z0-9]{2})(_\d+[a-c]?(?:_(?:and_|to_)?\d+[a-c]?)*)(?=_|$)")
_LISTED: Final = re.compile(rf"^(?:[-|] |(?=\S+  ))([A-Z][A-Z0-9]{{2}})-({_NUMBER})\b", re.MULTILINE)
_OTHERS: Final = frozenset(("BSD", "SHA", "UTF"))
"""What stands before a dash and a number, and is no section of the rules."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
_SKIPS: Final = frozenset(("skip", "skipif", "xfail"))


@dataclass(frozen=True)
class Section:
    """How the rules of one section stand."""

    name: str
    tested: tuple[str, ...]
    reasoned: tuple[str, ...]  # not tested, with a stated reason
    missing: tuple[str, ...]


def numbers_of_page() -> list[str]:
    """Return every rule number that the page defines, in its order; twice what is defined twice."""
    return numbers_of_text(PAGE.read_text("utf-8"))


def reasons_of_table(table: Path = TABLE) -> dict[str, str]:
    """Return rule number -> why no test carries it."""
    reasons: dict[str, str] = tomllib.loads(table.read_text("utf-8"))["reasons"]
    return reasons


def numbers_of_text(text: str) -> list[str]:
    """Return the rule numbers that a text of rules defines, one rule an item or a row of a table.

    >>> numbers_of_text("- POT-8 Detection\\n  see POT-5\\n| KEY-1 | h |\\nMTB-A  aquator\\nPOT-6 and")
    ['POT-8', 'KEY-1', 'MTB-A']
    """
    return [f"{section}-{number}" for section, number in _LISTED.findall(text)]


def numbers_in_name(name: str) -> set[str]:
    """Return the rule numbers in the name of a test.

    >>> sorted(numbers_in_name("test_spc_10_11_chk_29_how_often"))
    ['CHK-29', 'SPC-10', 'SPC-11']
    >>> sorted(numbers_in_name("test_dep_1_to_3_shares")), sorted(numbers_in_name("test_pot_6_and_7"))
    (['DEP-1', 'DEP-2', 'DEP-3'], ['POT-6', 'POT-7'])
    """
    found: set[str] = set()
    for section, listed in _IN_NAME.findall(name):
        for part in re.sub(r"_to_", "-", listed).replace("_and", "").strip("_").split("_"):
            first, _, last = part.partition("-")
            found.update(_range(section.upper(), first, last or first))
    return found


def numbers_in_text(text: str) -> set[str]:
    """Return the rule numbers that a docstring or a parameter names.

    >>> sorted(numbers_in_text("CHS-1 and CHS-9 to CHS-11; MTB-A, not UTF-8bit"))
    ['CHS-1', 'CHS-10', 'CHS-11', 'CHS-9', 'MTB-A']
    """
    found: set[str] = set()
    for section, first, last in _IN_TEXT.findall(text):
        found.update(_range(section, first, last or first))
    return found


def citations_of(source: str, sections: Iterable[str]) -> set[str]:
    """Return the rule numbers that a text cites, in prose and in names of tests.

    In prose an unknown section is a citation, too; in a name `row_0` is only a word.

    >>> sorted(citations_of("def test_pot_8_row_0():\\n    # as FOU-3; UTF-8", ["POT", "FOO"]))
    ['FOU-3', 'POT-8']
    """
    cited = {number for number in numbers_in_text(source) if number.partition("-")[0] not in _OTHERS}
    for name in re.findall(r"\bdef (test_\w+)", source):
        cited |= {number for number in numbers_in_name(name) if number.partition("-")[0] in sections}
    return cited


@cache
def numbers_of_tests(folder: Path = TABLE.parent) -> dict[str, set[str]]:
    """Return rule number -> names of the tests below a folder that carry it."""
    carried: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for test, numbers in numbers_of_file(path.read_text("utf-8")).items():
            for number in numbers:
                carried.setdefault(number, set()).add(test)
    return carried


def numbers_of_file(source: str) -> dict[str, set[str]]:
    """Return test -> the rule numbers it carries, for one file's tests that can fail and are not skipped."""
    body = ast.parse(source).body
    functions = {node.name: node for node in body if isinstance(node, Function)}
    tables = dict(_tables_of(body))
    found = {}
    for name, test in functions.items():
        if name.startswith("test_") and not _is_skipped(test):
            numbers = numbers_in_name(name) | numbers_in_text(ast.get_docstring(test) or "")
            for text in _parameter_texts(test, tables):
                numbers |= numbers_in_text(text)
            if numbers and _can_fail(test, functions):
                found[name] = numbers
    return found


def compare(
    numbers: Sequence[str], tested: Iterable[str], reasons: Iterable[str]
) -> tuple[list[Section], list[str]]:
    """Return how each section stands, and the reasons that are stale.

    A reason is stale when a test carries the number after all, or when no rule has it.
    """
    tested, reasons = set(tested), list(reasons)
    sections = []
    for name in dict.fromkeys(number.split("-")[0] for number in numbers):
        rules = [number for number in numbers if number.split("-")[0] == name]
        sections.append(
            Section(
                name,
                tuple(rule for rule in rules if rule in tested),
                tuple(rule for rule in rules if rule not in tested and rule in reasons),
                tuple(rule for rule in rules if rule not in tested and rule not in reasons),
            )
        )
    stale = [number for number in reasons if number in tested or number not in set(numbers)]
    return sections, stale


def _range(section: str, first: str, last: str) -> list[str]:
    """Return all rules of a range; of what is no range only its ends."""
    if first == last:
        return [f"{section}-{first}"]
    if first.isdigit() and last.isdigit() and int(first) < int(last):
        return [f"{section}-{number}" for number in range(int(first), int(last) + 1)]
    if first in ascii_uppercase and last in ascii_uppercase and first < last:
        start, end = ascii_uppercase.index(first), ascii_uppercase.index(last)
        return [f"{section}-{letter}" for letter in ascii_uppercase[start : end + 1]]
    return [f"{section}-{first}", f"{section}-{last}"]


def _is_skipped(test: Function) -> bool:
    parts = (part for mark in test.decorator_list for part in ast.walk(mark))
    return any(isinstance(part, ast.Attribute) and part.attr in _SKIPS for part in parts)


def _can_fail(test: Function, functions: dict[str, Function]) -> bool:
    """Return whether a test asserts something, itself or through functions of its file."""
    waiting, seen = [test], {test.name}
    while waiting:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Assert):
                return True
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name.startswith("assert_") or name == "raises":
                return True
            if name in functions and name not in seen:
                seen.add(name)
                waiting.append(functions[name])
    return False


def _parameter_texts(test: Function, tables: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the texts among a test's parameters, also those in tables of the same file."""
    for mark in test.decorator_list:
        parts = list(_with_tables(mark, tables))
        if any(isinstance(part, ast.Attribute) and part.attr == "parametrize" for part in parts):
            yield from (p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str))


def _tables_of(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Yield name and value of what a file assigns."""
    for node in body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def _with_tables(expression: ast.expr, tables: dict[str, ast.expr]) -> Iterator[ast.AST]:
    """Yield the parts of an expression and of the tables that it names."""
    waiting, seen = [expression], set[str]()
    while waiting:
        for part in ast.walk(waiting.pop()):
            yield part
            if isinstance(part, ast.Name) and part.id in tables and part.id not in seen:
                seen.add(part.id)
                waiting.append(tables[part.id])
