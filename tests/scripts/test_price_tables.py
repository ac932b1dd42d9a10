"""Tables of prices: what is written is read back, and what is no table is refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.lib.laboratory.price_tables import (
    FOLDER,
    PriceTableError,
    Source,
    load_values,
    table_of,
    values_in,
)
from scripts.lib.laboratory.prices import FIGURES, Fit

SOURCE = Source("5.4", 'prices gather "F" --games 9', 9, 2_800_000, 2_800_008)


def fit(price: float) -> Fit:
    return Fit(500, 900.0, 0.2, 40.0, tuple((price + n, 1.0) for n in range(len(FIGURES))))


def test_a_table_is_read_back_as_it_was_fitted() -> None:
    values = values_in(table_of(SOURCE, {(2, 3): fit(1.0), (4, 26): fit(2.0)}))
    figures = tuple(float(n) for n in range(len(FIGURES)))
    assert values.of(3, figures) == pytest.approx(40 + sum(n * (1 + n) for n in range(len(FIGURES))))
    assert values.of(9, figures) == pytest.approx(40 + sum(n * (2 + n) for n in range(len(FIGURES))))


def test_no_hero_is_worth_less_than_nothing() -> None:
    values = values_in(table_of(SOURCE, {(2, 26): fit(-100.0)}))
    assert values.of(5, (10.0,) * len(FIGURES)) == 0


def test_what_is_no_table_is_refused_with_the_name_of_the_file(tmp_path: Path) -> None:
    texts = ("", "bands = []", "bands = 3", "[[bands]]\ndepths = [2, 3]\n", "\x00", "depths")
    for text in texts:
        file = tmp_path / "table.toml"
        file.write_text(text)
        with pytest.raises(PriceTableError, match=r"table\.toml"):
            load_values(file)


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_the_tables_that_ship_price_health_and_armor(edition: str) -> None:
    values = load_values(FOLDER / f"{edition}.toml")
    weak = dict.fromkeys(FIGURES, 0.0) | {
        "all of the hit points": 1.0, "10 hit points at most": 3.0, "experience level": 5.0, "depth": 6.0,
        "point of strength": 16.0, "point of damage": 7.0, "point of armour": 4.0, "alert": 1.0,
    }  # fmt: skip
    strong = weak | {"10 hit points at most": 5.0, "point of armour": 7.0}
    assert 0 < values.of(6, tuple(weak.values())) < values.of(6, tuple(strong.values()))
