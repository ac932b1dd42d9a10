"""Every rule of rogue/RULES.md is carried by a test that can fail, or has a stated reason why not."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from scripts.lib import rule_tables, rulebook
from tests.support.script_runs import module_of

MADE_UP: Final = {"CHK-99"}
"""What tests cite because no rule has it."""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return module_of("rules")


def run(script: ModuleType, monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    """Run the script; return its exit code."""
    monkeypatch.setattr(sys, "argv", ["rules", *args])
    code: int = script.main()
    return code


def test_no_rule_is_missing_and_no_reason_is_stale(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(script, monkeypatch)
    printed = capsys.readouterr().out
    assert code == 0, printed
    name, tested, reasoned, missing = printed.splitlines()[-1].split()
    assert (name, missing) == ("all", "0")
    assert int(tested) + int(reasoned) == len(rulebook.numbers_of_page())
    assert int(reasoned) == len(rulebook.reasons_of_table()) <= 20


def test_every_number_is_defined_once() -> None:
    numbers = rulebook.numbers_of_page()
    assert [number for number, times in Counter(numbers).items() if times > 1] == []
    assert len({number.partition("-")[0] for number in numbers}) > 30


def test_the_rules_of_monsters_that_think_have_no_gaps() -> None:
    """Each number up to the last of its section is tested, or has a reason why not."""
    numbers = set(rulebook.numbers_of_page())
    last = {"VMN": 47, "MNC": 26, "MNP": 7}
    asked = {f"{section}-{number}" for section in last for number in range(1, last[section] + 1)}
    carried, reasons = rulebook.numbers_of_tests(), rulebook.reasons_of_table()
    assert asked - numbers == set()
    assert {number for number in asked if not carried.get(number) and not reasons.get(number)} == set()


def test_every_number_that_is_cited_stands_on_the_page(root: Path) -> None:
    defined = set(rulebook.numbers_of_page())
    sections = {number.partition("-")[0] for number in defined}
    pages = [page for page in root.rglob("*.md") if ".venv" not in page.parts and "build" not in page.parts]
    sources = [*root.glob("rogue/**/*.py"), *root.glob("rogomatic/**/*.py"), *root.glob("tests/**/*.py")]
    scripts = [path for path in (root / "scripts").iterdir() if path.is_file() and path.suffix != ".md"]
    unknown = {
        str(path.relative_to(root)): sorted(cited)
        for path in (*pages, *sources, *scripts)
        if path.name not in ("test_rules.py", "rulebook.py")  # which make numbers up
        and (cited := rulebook.citations_of(path.read_text("utf-8"), sections) - defined - MADE_UP)
    }
    assert unknown == {}


def test_the_tables_of_the_page_are_those_of_the_game() -> None:
    page = rulebook.PAGE.read_text("utf-8")
    tables = rule_tables.shown(page)
    assert sorted(tables) == sorted(rule_tables.TABLES)
    assert [name for name, shown in tables.items() if rule_tables.TABLES[name](shown) != shown] == []
    assert rule_tables.filled(page) == page


def test_a_figure_that_is_wrong_would_be_noticed() -> None:
    page = rulebook.PAGE.read_text("utf-8")
    wrong = re.sub(r"(MTB-T +troll +)6", r"\g<1>5", page)
    assert wrong != page
    assert rule_tables.filled(wrong) == page


def test_a_page_with_a_rule_more_is_reported(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "RULES.md"
    page.write_text("## POT\n- POT-8 one rule\n- POT-99 and one more\n", "utf-8")
    monkeypatch.setattr(rulebook, "PAGE", page)
    monkeypatch.setattr(rulebook, "numbers_of_tests", lambda: {"POT-8": {"test_x"}})
    assert run(script, monkeypatch) == 1
    printed = capsys.readouterr().out
    assert ["POT", "1", "0", "1", "99"] in [line.split() for line in printed.splitlines()]


def test_the_script_prints_the_tables(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(script, monkeypatch, "--tables") == 0
    assert capsys.readouterr().out == rulebook.PAGE.read_text("utf-8")


COUNTS: tuple[tuple[str, set[str]], ...] = (
    ("def test_pot_8_x():\n    assert 1", {"POT-8"}),
    ("def test_x_cmb_2_24_and_27():\n    assert 1", {"CMB-2", "CMB-24", "CMB-27"}),
    ("def test_gen_1_to_3():\n    assert 1", {"GEN-1", "GEN-2", "GEN-3"}),
    ("def test_gen_17a_x():\n    assert 1", {"GEN-17a"}),
    ("def test_x():\n    '''MTB-A, CHS-1 to CHS-2'''\n    assert 1", {"MTB-A", "CHS-1", "CHS-2"}),
    ("@pytest.mark.parametrize('a', ['KEY-3'])\ndef test_x(a):\n    assert a", {"KEY-3"}),
    ("T = [('KEY-4', 1)]\n@pytest.mark.parametrize('a', T)\ndef test_x(a):\n    assert a", {"KEY-4"}),
    ("T = ['KEY-5']\nm = pytest.mark.parametrize('a', T)\n@m\ndef test_x(a):\n    assert a", {"KEY-5"}),
    ("def test_x():\n    # POT-8\n    assert 'POT-9'", set()),
    ("def test_pot_8_x():\n    print(1)", set()),
    ("def test_pot_8_x():\n    check()\n\ndef check():\n    assert 1", {"POT-8"}),
    ("def test_pot_8_x():\n    with pytest.raises(KeyError):\n        f()", {"POT-8"}),
    ("@pytest.mark.skip\ndef test_pot_8_x():\n    assert 1", set()),
    ("@pytest.mark.xfail(strict=True)\ndef test_pot_8_x():\n    assert 1", set()),
)
"""Source of a test -> the numbers of rules that it carries."""


def test_where_a_number_counts() -> None:
    found = {source: set().union(*rulebook.numbers_of_file(source).values()) for source, _ in COUNTS}
    assert [(source, found[source]) for source, numbers in COUNTS if found[source] != numbers] == []


def test_a_reason_is_stale_when_a_test_or_no_rule_has_the_number() -> None:
    sections, stale = rulebook.compare(
        ["POT-1", "POT-2", "POT-3", "SCR-1"], {"POT-1", "POT-9"}, ["POT-1", "POT-2", "VER-9"]
    )
    assert stale == ["POT-1", "VER-9"]
    assert sections[0] == rulebook.Section("POT", ("POT-1",), ("POT-2",), ("POT-3",))
    assert sections[1].missing == ("SCR-1",)
