"""The one form in which every program reads the number of a dungeon."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rogomatic.cli.arguments import seed as of_the_agent
from rogue.shared.seeds import SEEDS, SeedError, read_seed

TAKEN = {"0": 0, "00": 0, "42": 42, "042": 42, "08": 8, "0x2A": 42, "0X2a": 42, str(2**63 - 1): 2**63 - 1}
REFUSED = [
    *[
        "",
        " ",
        "ten",
        "4.2",
        "42.0",
        "4e1",
        "-1",
        "-0",
        "+42",
        " 42",
        "42 ",
        "42\n",
        "4_2",
        "1,2",
        "2A",
        "x2A",
    ],
    *["0x", "0x_1", "0o52", "0b11", "\u0664\u0662", "\uff14\uff12", "\u00b2"],
    *[str(2**64), "0x1" + "0" * 16, "9" * 30, "9" * 5000],
]


@pytest.mark.parametrize(("text", "seed"), TAKEN.items())
def test_decimal_and_hexadecimal_digits_are_seeds(text: str, seed: int) -> None:
    assert read_seed(text) == of_the_agent(text) == seed


@pytest.mark.parametrize("text", REFUSED)
def test_all_else_is_refused_by_both_programs(text: str) -> None:
    for reader in (read_seed, of_the_agent):
        with pytest.raises(SeedError, match=r"is not a seed|is too large") as refusal:
            reader(text)
        assert len(str(refusal.value)) < 250


@pytest.mark.parametrize(("end", "bound"), [(SEEDS, "2**64"), (2**63, "2**63"), (99, "99")])
def test_what_is_too_large_is_told_the_bound(end: int, bound: str) -> None:
    with pytest.raises(SeedError, match=f"^{end} is too large: it must be below {re.escape(bound)}$"):
        read_seed(str(end), end)


def test_no_script_reads_seeds_in_a_way_of_its_own(root: Path) -> None:
    plain = re.compile(r'-seed",(?:(?!add_argument)[^)])*type=int')
    scripts = [path for path in (root / "scripts").iterdir() if path.is_file()]
    assert [path.name for path in scripts if plain.search(path.read_text("utf-8"))] == []
