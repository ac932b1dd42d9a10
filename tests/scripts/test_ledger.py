"""The ledger of experiments: every entry has the form, and the index is that of the entries."""

from __future__ import annotations

import pytest

from scripts.lib import ledger

GOOD = "# A\n\n" + "".join(f"- **{name}:** kept\n" for name in ledger.FIELDS) + "\nWhat was tried.\n"


def test_every_entry_has_the_form() -> None:
    texts = ledger.entries()
    assert len(texts) > 50
    faults = {file: list(ledger.faults_of(file, text)) for file, text in texts.items()}
    assert {file: found for file, found in faults.items() if found} == {}
    assert list(ledger.faults_of_numbers(list(texts))) == []


def test_the_index_is_that_of_the_entries() -> None:
    assert ledger.INDEX.read_text("utf-8") == ledger.index_of(ledger.entries()), (
        "write the index anew: .venv/bin/python -m scripts.lib.ledger"
    )


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("one.md", GOOD, "its name is not NNN-name.md"),
        ("001-one.md", GOOD.removeprefix("# "), "it does not begin with a title"),
        ("001-one.md", GOOD.replace("- **Games:** kept\n", ""), "its fields are Question, Prediction, R"),
        ("001-one.md", GOOD.replace("Games:", "Seeds:"), "its fields are Question, Prediction, S"),
        ("001-one.md", GOOD.replace("Verdict:** kept", "Verdict:** good"), "its verdict 'good' is none"),
        ("001-one.md", GOOD.replace("Games:** kept", "Games:**"), "its fields are Question, Prediction, R"),
    ],
)
def test_a_fault_of_form_is_found(file: str, text: str, fault: str) -> None:
    assert list(ledger.faults_of("001-one.md", GOOD)) == []
    (found,) = ledger.faults_of(file, text)
    assert found.startswith(fault)


@pytest.mark.parametrize("files", [["001-a.md", "003-b.md"], ["001-a.md", "001-b.md"], ["002-a.md"]])
def test_a_gap_and_a_number_given_twice_are_found(files: list[str]) -> None:
    assert len(list(ledger.faults_of_numbers(files))) == 1
