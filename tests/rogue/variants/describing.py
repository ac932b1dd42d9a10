"""Descriptions for tests: text in, rules or the lines of what is wrong out."""

from __future__ import annotations

from rogue.tables.ruleset import Ruleset
from rogue.variants.problems import VariantError
from rogue.variants.variant import Variant, read_variant

FILE = "mine.toml"


def told(text: str, parents: dict[str, str] | None = None) -> Variant:
    """Return the variant of a description; the first line says what it is like, if the text does not."""
    if "like =" not in text.partition("[")[0]:
        text = f'like = "5.4"\n{text}'
    known = {name: parent.encode() for name, parent in (parents or {}).items()}
    return read_variant(text.encode(), FILE, "mine", known.get)


def rules(text: str) -> Ruleset:
    return told(text).rules


def wrong(text: str | bytes, parents: dict[str, str] | None = None) -> list[str]:
    """Return the lines of what is wrong, without the name of the file; none if all is well."""
    known = {name: parent.encode() for name, parent in (parents or {}).items()}
    data = text.encode() if isinstance(text, str) else text
    try:
        read_variant(data, FILE, "mine", known.get)
    except VariantError as error:
        return [line.removeprefix(f"{FILE}:") for line in error.lines]
    return []
