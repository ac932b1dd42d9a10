"""A variant, which is made by turning a description into a ruleset."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from hashlib import sha256
from typing import Any, Final

from rogue.shared.errors import meant
from rogue.shared.toml_text import TomlError, parse_toml
from rogue.tables.edition_table import EDITIONS
from rogue.tables.messages import Translation
from rogue.tables.ruleset import Ruleset
from rogue.variants import schema
from rogue.variants.item_changes import changed_items, changed_kit
from rogue.variants.monster_changes import changed_monsters
from rogue.variants.page import page_of
from rogue.variants.problems import (
    Diagnostic,
    Path,
    UnknownVariantError,
    VariantError,
    lines_of_keys,
    placed,
)
from rogue.variants.rule_changes import (
    changed_dungeon,
    changed_food,
    changed_minds,
    changed_rules,
    changed_words,
)
from rogue.variants.schema import FORM, shown
from rogue.variants.shape import shape_problems

LEFT_OUT: Final = frozenset(("digest", "page", "like", "does"))  # for people, or derived from other fields
# Fields added later count only if they differ from the default, so that older digests stay valid (VMN-3).
ADDED_LATER: Final = frozenset((
    "mind", "minds", "greedy_always_wake", "greedy_mean_wake", "greedy_give_up", "door_is_inside",
    "blind_disturb", "blind_look", "passages_are_rooms", "move_last", "steals_of_stacks", "steals_groups",
    "confusion_prolongs", "teleport_frees", "disguises_fool", "cancellation_wakes", "polymorph_keeps",
    "polymorph_revives", "beams_free", "striking_unmasks", "striking_drains", "regrows_beyond",
    "gaze_always", "missile_by_weapon", "treasure_foe_tries", "rooted_reach", "stumbling_costs",
    "falls_anywhere", "hoards_in_rooms",
))  # fmt: skip
SHOWN: Final = 8  # digits that people see
LARGEST: Final = 64 << 10  # bytes of a description
MAX_POINTS: Final = 200  # in a line


def digest_of(rules: Ruleset) -> str:
    """Return the SHA-256 of all rules and of their format version, as 64 hexadecimal digits."""
    return _of_edition(rules.edition) if rules is EDITIONS.get(rules.edition) else _digest(rules)


@cache
def _of_edition(edition: str) -> str:
    return _digest(EDITIONS[edition])


def _digest(rules: Ruleset) -> str:
    data = {"form": FORM, "rules": plain(rules)}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return sha256(text.encode("ascii")).hexdigest()


def plain(value: Any) -> Any:
    """Return rules as JSON values.  Raises TypeError for floats and for values that JSON cannot hold."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, Translation):
        return plain(value.pairs)
    if is_dataclass(value):
        return {
            field.name: plain(getattr(value, field.name))
            for field in fields(value)
            if field.name not in LEFT_OUT
            and not (field.name in ADDED_LATER and getattr(value, field.name) == field.default)
        }
    raise TypeError(f"no plain form for {value!r}")


Find = Callable[[str], bytes | None]
"""A function that returns the text of the variant with a name, or None if there is no such variant."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game described by its differences from another game.

    layers  the descriptions of all parents and then of the variant itself, as plain data
    rules   the rules that result, with name, version, digest, and help page

    The first description in `layers` is based on an edition.  Every later description is based on the one
    before it.  The last description is the variant's own.
    """

    layers: tuple[Mapping[str, Any], ...]
    rules: Ruleset

    @property
    def name(self) -> str:
        """Name of the variant."""
        return self.rules.variant

    @property
    def about(self) -> str:
        """The author's description of the variant in one line, or "" if there is none."""
        return str(self.layers[-1].get("about", ""))

    @property
    def short_digest(self) -> str:
        """First digits of the digest, as shown to people."""
        return self.rules.digest[:SHOWN]

    @property
    def parent_rules(self) -> Ruleset:
        """Rules of the parent: an edition or another variant."""
        *below, last = self.layers
        return _resolved(below, last["like"])[0].rules if below else EDITIONS[last["like"]]

    def as_data(self) -> dict[str, Any]:
        """Return the variant as JSON values, from which `variant_of` can make the same variant again."""
        rules = self.rules
        return {
            "name": rules.variant, "version": rules.variant_version, "digest": rules.digest,
            "layers": [dict(layer) for layer in self.layers],
        }  # fmt: skip


def variant_of(data: Any) -> Variant:
    """Return the variant for which `Variant.as_data` returned `data`.

    Raises VariantError if the data is invalid, or if its digest is not the digest of the resulting rules.
    """
    if not isinstance(data, dict) or set(data) != {"name", "version", "digest", "layers"}:
        raise VariantError(["the variant is not a table with name, version, digest, and layers"])
    layers = data["layers"]
    if not isinstance(layers, list) or not 1 <= len(layers) <= schema.MAX_DEPTH:
        raise VariantError(["the variant has no layers"])
    if not all(isinstance(layer, dict) for layer in layers) or not isinstance(data["name"], str):
        raise VariantError(["the variant is damaged"])
    try:
        for layer in layers:
            _raise(shape_problems(layer), {}, "the variant")
        if not isinstance(layers[0]["like"], str) or layers[0]["like"] not in EDITIONS:
            raise VariantError(["the variant is not based on an edition"])
        variant, problems = _resolved(layers, data["name"])
    except RecursionError:
        raise VariantError(["the variant is nested too deep"]) from None
    _raise(problems, {}, "the variant")
    if variant.rules.digest != data["digest"]:
        raise VariantError([
            f"the rules of {shown(data['name'])} differ in this program: digest {variant.short_digest}, "
            f"not {shown(str(data['digest'])[:SHOWN])}"
        ], rules_differ=True)  # fmt: skip
    return variant


def read_variant(text: bytes, file: str, name: str, find: Find) -> Variant:
    """Read a variant from its description.

    text  the text of the description
    file  the name of the description's file, for error messages
    name  the name to give to the variant if the text contains no name
    find  a function that takes the name of a parent, and returns the parent's description or None

    Raises VariantError, which has a line for each problem.
    """
    layers, lines = _layers(text, file, name, find, ())
    variant, problems = _resolved(layers, name)
    _raise(problems, lines, file)
    return variant


def _layers(
    text: bytes, file: str, name: str, find: Find, chain: tuple[str, ...]
) -> tuple[list[Mapping[str, Any]], dict[Path, int]]:
    """Return the descriptions of the parents and of this variant, and the lines of this variant's keys."""
    data, lines = parsed(text, file)
    problems = shape_problems(data)
    like = data.get("like")
    said = data.get("name", name)
    name = said if isinstance(said, str) else ""
    if name in EDITIONS or ("name" not in data and not schema.NAME.fits(name)):
        problems.append(
            Diagnostic(("name",), f"{shown(name)} cannot be the name of a variant; add name = ...")
        )
    if problems:
        problems += _further(data, problems)
        _raise(problems, lines, file)
    assert isinstance(like, str)
    if like in EDITIONS:
        return [data], lines
    chain = (*chain, name)
    parent = find(like) if schema.NAME.fits(like) else None
    wrong = ""
    if like in chain:
        wrong = f"like forms a circle: {' is like '.join([*chain[chain.index(like) :], like])}"
    elif len(chain) >= schema.MAX_DEPTH:
        wrong = f"like is nested deeper than {schema.MAX_DEPTH}: {' is like '.join([*chain, like])}"
    elif parent is None:
        wrong = (
            f"like is {shown(like)}; it must be an edition ({', '.join(EDITIONS)}) or the name of a variant"
        )
    _raise([Diagnostic(("like",), wrong)] if wrong else [], lines, file)
    assert parent is not None
    below, lines_below = _layers(parent, f"{like}.toml", like, find, chain)
    _raise(_resolved(below, like)[1], lines_below, f"{like}.toml")
    return [*below, data], lines


def _further(data: Mapping[str, Any], problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Look for further errors in a description, after `problems` were found.

    Do not look at the parts of the description that contain those problems.
    Return [] if the description is not based on an edition.
    """
    like = data.get("like")
    if not isinstance(like, str) or like not in EDITIONS:
        return []
    try:
        whole = deepcopy(dict(data))
    except RecursionError:
        return []
    for path in sorted((problem.path for problem in problems if problem.path), key=len, reverse=True):
        table: Any = whole
        for part in path[:-1]:
            table = table.get(part, {}) if isinstance(table, dict) else table[part]
        if isinstance(table, dict):
            table.pop(path[-1], None)
    found: list[Diagnostic] = []
    changed(EDITIONS[whole["like"]], whole, found)
    return found


def parsed(text: bytes, file: str) -> tuple[dict[str, Any], dict[Path, int]]:
    """Parse a description, and return its data with the line of each key.  Raises VariantError."""
    if len(text) > LARGEST:
        raise VariantError([f"{file}: the file is larger than {LARGEST} bytes"])
    try:
        plain = text.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise VariantError([f"{file}:{line}: the file is not UTF-8 text"]) from None
    for number, row in enumerate(plain.split("\n"), 1):
        if row.count(".") > MAX_POINTS:  # time is quadratic in the parts of a dotted key
            raise VariantError([f"{file}:{number}: a line has more than {MAX_POINTS} periods"])
    try:
        return parse_toml(plain), lines_of_keys(plain)
    except TomlError as error:
        raise VariantError([f"{file}:{error.line}: {error.reason}"]) from None


def _raise(problems: Sequence[Diagnostic], lines: Mapping[Path, int], file: str) -> None:
    if problems:
        raise VariantError(placed(problems, lines, file))


def _resolved(layers: Sequence[Mapping[str, Any]], name: str) -> tuple[Variant, list[Diagnostic]]:
    """Apply the descriptions in `layers`, one after the other.

    Return the variant that results, and the errors found on the way.  The form of the descriptions must have
    been checked already.
    """
    edition = EDITIONS[layers[0]["like"]]
    rules = edition
    problems: list[Diagnostic] = []
    for layer in layers:
        rules = changed(rules, layer, problems)
    last = layers[-1]
    rules = rules.replace(variant=last.get("name", name), variant_version=last.get("version", "1"))
    if not problems:
        rules = rules.replace(digest=digest_of(rules))
        rules = rules.replace(page=tuple(page_of(edition, rules, last)))
    return Variant(tuple(layers), rules), problems


def changed(base: Ruleset, data: Mapping[str, Any], problems: list[Diagnostic]) -> Ruleset:
    """Return the rules with all changes from a well-formed description.  Append errors to `problems`."""
    rules = changed_dungeon(changed_minds(base, data), data)
    rules = changed_monsters(rules, data, problems)
    rules = changed_items(rules, data, problems)
    rules = changed_kit(rules, data, problems)
    rules = changed_food(rules, data, problems)
    rules = changed_rules(rules, data)
    return changed_words(rules, data, problems)


def no_variant(name: str, known: Sequence[str]) -> VariantError:
    """Return the error for an unknown name, with the nearest known name as a hint."""
    if name in EDITIONS:
        does = f"`rogue --edition {name}` plays it, `rogue variant show {name} --spoil` lists its numbers"
        return UnknownVariantError([f"{name} is an edition, not a variant; {does}"])
    hint = meant(name, known) or "; `rogue variant list` lists all variants"
    return UnknownVariantError([f"there is no variant {shown(name)}{hint}"])
