"""Variants on disk: shipped with the program, kept by a person, or given as a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rogue.shared.errors import reason_of
from rogue.shared.files import open_regular, without_mark
from rogue.storage.places import settings_file
from rogue.tables.edition_table import EDITIONS
from rogue.tables.ruleset import Ruleset
from rogue.variants import schema
from rogue.variants.problems import UnknownVariantError, UnreadableVariantError
from rogue.variants.variant import LARGEST, Variant, no_variant, read_variant

SUFFIX: Final = ".toml"
SHIPPED: Final = Path(__file__).resolve().parent.parent / "variants" / "shipped"
BEST: Final = ("coffee", "famine", "kennel", "bowman", "candle", "moor")  # the order in which they are listed


def variants_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of a person's own variants, next to the settings."""
    return settings_file(env).parent / "variants"


def variant_names(env: Mapping[str, str]) -> list[str]:
    """Return the names of all variants: the shipped ones, then a person's own."""
    return [*BEST, *(name for name in _own_names(env) if name not in BEST and schema.NAME.fits(name))]


def unused_files(env: Mapping[str, str]) -> list[tuple[Path, str]]:
    """Return a person's variant files that cannot be loaded by name, each with the reason."""
    return [
        (
            variants_folder(env) / f"{name}{SUFFIX}",
            "a shipped variant has this name" if name in BEST else f"a name is {schema.NAME.words}",
        )
        for name in _own_names(env)
        if name in BEST or not schema.NAME.fits(name)
    ]


def _own_names(env: Mapping[str, str]) -> list[str]:
    try:
        return sorted(path.stem for path in variants_folder(env).glob(f"*{SUFFIX}"))
    except OSError:
        return []


def is_path(asked: str) -> bool:
    """Return whether `asked` is a path, not a variant's name.  A path has a slash or the suffix .toml.

    >>> is_path("coffee"), is_path("./mine.toml"), is_path("mine.toml")
    (False, True, True)
    """
    return "/" in asked or asked.endswith(SUFFIX)


def load_variant(asked: str, env: Mapping[str, str]) -> Variant:
    """Return a variant, given its name or the path of its file.  Raises VariantError."""

    def find(name: str) -> bytes | None:
        path = _path_of(name, env)
        return None if path is None else description(path)

    if is_path(asked):
        path = Path(asked)
        if path.suffix != SUFFIX:
            raise UnknownVariantError([f"{asked}: the name of a variant file must end in {SUFFIX}"])
        return read_variant(description(path), path.name, path.stem, find)
    text = find(asked) if schema.NAME.fits(asked) else None
    if text is None:
        beside = Path(f"{asked}{SUFFIX}")
        if beside.is_file():
            raise UnknownVariantError([f"there is no variant {asked}; for the file here, write ./{beside}"])
        raise no_variant(asked, variant_names(env))
    return read_variant(text, f"{asked}{SUFFIX}", asked, find)


def description(path: Path) -> bytes:
    """Return the content of a variant's file.

    Raises VariantError if the file is unreadable or not a regular file.  At most LARGEST + 1 bytes are
    read.  That is enough for `read_variant` to notice a file that is too large.
    """
    try:
        with open_regular(path) as file:
            return without_mark(file.read(LARGEST + 1))
    except (OSError, ValueError) as error:
        raise UnreadableVariantError([f"{path}: {reason_of(error)}"]) from None


def _path_of(name: str, env: Mapping[str, str]) -> Path | None:
    """Return the path of the file of the variant `name`, or None if there is no such variant.

    If a shipped variant and a person's own variant have the same name, return the shipped one.
    """
    for folder in (SHIPPED, variants_folder(env)):
        path = folder / f"{name}{SUFFIX}"
        if os.path.lexists(path):
            return path
    return None


def rules_of(edition: str | Ruleset) -> Ruleset:
    """If `edition` is a Ruleset, return it unchanged.

    If it is the name of an edition or of a shipped variant, return the rules of that edition or variant.
    Raises ValueError for an unknown name.
    """
    if isinstance(edition, Ruleset):
        return edition
    if edition in BEST:
        return load_variant(edition, {}).rules
    rules = EDITIONS.get(edition)
    if rules is None:
        raise ValueError(f"there is no edition {edition!r}; choose from {', '.join((*EDITIONS, *BEST))}")
    return rules
