"""Genotypes: sets of knobs with a descent, the dice that make new ones, and knobs as text."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import blake2b
from typing import Any, Final, Literal, NamedTuple, TypeVar

from rogomatic.agent.knobs import DEFAULT, KNOBS, RETIRED, Knobs
from rogue.shared.base_error import RogomaticError

Made = Literal["default", "crossover", "mutation", "shift"]
"""How a genotype came to be; "default" is the knobs that the program has anyway."""

REFERENCE: Final = 0  # number of the genotype with the default knobs
_MUTATION_PCT: Final = 25  # of a knob's range, that a mutation moves it by at most
_SHIFT_PCT: Final = 20  # the same for a shift, which moves all of them
# The knobs whose best value is least sure and whose weight is greatest.
BRED: Final = (
    "flee_pct", "attack_pct", "death_hp", "leave_hp", "last_pct", "unseen_pct", "round_pct", "rest_pct",
    "rested_pct", "strong_rest_pct", "rest_squares", "thrift_turns", "lean_turns", "level_turns",
    "full_depth", "look_yield_pct", "search_yield_pct", "vigil_depth", "shun_squares", "hunt_pct",
    "guarded_pct", "zap_pct", "lap_pct", "hoped_gold", "potion_level",
)  # fmt: skip

Thing = TypeVar("Thing")


class Dice:
    """A stream of numbers that its key decides; streams of two keys have nothing to do with each other.

    >>> Dice(1, 2).below(1000) == Dice(1, 2).below(1000)
    True
    """

    __slots__ = ("_drawn", "_key")

    def __init__(self, *key: int | str) -> None:
        self._key = ",".join(map(str, key))
        self._drawn = 0

    def below(self, count: int) -> int:
        """Return one of 0 ... count - 1, all alike (of a number of 64 bits, so nearly alike)."""
        self._drawn += 1
        digest = blake2b(f"{self._key}:{self._drawn}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % count

    def between(self, least: int, most: int) -> int:
        """Return one of least ... most."""
        return least + self.below(most - least + 1)

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """Return one of some things, all alike."""
        return things[self.below(len(things))]


@dataclass(frozen=True, slots=True)
class Genotype:
    """One way to play, with how it was made.

    number      0 is the reference, the others follow in the order of their making
    generation  the first one that it played in
    parents     their numbers; two for a crossover
    """

    number: int
    generation: int
    made: Made
    parents: tuple[int, ...]
    knobs: Knobs


def crossover(one: Knobs, other: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs each of which comes from either parent."""
    return _with_genes(one, {name: getattr(dice.one_of((one, other)), name) for name in names})


def mutation(knobs: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs of which one has moved, and surely so, by up to a quarter of its range."""
    name = dice.one_of(names)
    old, (_, least, most, *_) = getattr(knobs, name), KNOBS[name]
    step = dice.between(1, _part(name, _MUTATION_PCT))
    if dice.below(2):
        step = -step
    new = min(max(old + step, least), most)
    if new == old:  # at the end of its range: the other way
        new = min(max(old - step, least), most)
    return _with_genes(knobs, {name: new})


def shift(knobs: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs each of which has moved by up to a fifth of its range, or stayed."""
    moved = {}
    for name in names:
        _, least, most, *_ = KNOBS[name]
        step = _part(name, _SHIFT_PCT)
        moved[name] = min(max(getattr(knobs, name) + dice.between(-step, step), least), most)
    return _with_genes(knobs, moved)


def _with_genes(knobs: Knobs, values: Mapping[str, int]) -> Knobs:
    """Return knobs with other values; a gene at its default counts as not given."""
    return Knobs(**{**knobs.values(), **values}, given=())


def genes(knobs: Knobs, names: Sequence[str]) -> tuple[float, ...]:
    """Return how far each knob is from its default, in parts of its range.

    >>> genes(Knobs(rested_pct=DEFAULT.rested_pct + 6), ["rested_pct", "rest_pct"])
    (0.1, 0.0)
    """
    values, defaults = knobs.values(), DEFAULT.values()
    return tuple((values[name] - defaults[name]) / (KNOBS[name].most - KNOBS[name].least) for name in names)


def _part(name: str, pct: int) -> int:
    """Return so much of a knob's range, at least 1."""
    _, least, most, *_ = KNOBS[name]
    return max((most - least) * pct // 100, 1)


# -- knobs as text

FORM: Final = 1  # raised when the text means something else
_HEAD: Final = """# Knobs of rogomatic: those that are set; the others have their defaults.
# `rogomatic knobs show FILE` says what each of them means."""
_PARTS: Final = ("form", "knobs", "provenance")


class KnobTextError(RogomaticError):
    """A text that cannot be read as knobs; the message is a sentence for the user."""


class KnobText(NamedTuple):
    """Knobs, and where they come from: command, commit, seeds, score ..., each as text.

    retired  names in the text that are knobs no more and were ignored
    """

    knobs: Knobs
    provenance: Mapping[str, str]
    retired: tuple[str, ...] = ()


def knobs_to_text(knobs: Knobs, provenance: Mapping[str, str]) -> str:
    """Write knobs as text (TOML); `read_knobs` gives them back."""
    lines = [_HEAD, f"form = {FORM}", "", "[knobs]"]
    written = {*knobs.given, *changed_knobs(knobs)}
    lines += [f"{name} = {value}" for name, value in knobs.values().items() if name in written]
    lines += ["", "[provenance]"]
    lines += [f"{name} = {_quoted(text)}" for name, text in provenance.items()]
    return "\n".join(lines) + "\n"


def read_knobs(text: str) -> KnobText:
    """Read knobs.  Raises KnobTextError when the text is not of this form, or names what there is not."""
    try:
        whole = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of numbers and brackets without end
        place = re.search(r"line \d+", str(error))
        raise KnobTextError(f"It is no TOML{f': see {place[0]}' if place else ''}.") from None
    form = whole.get("form")
    if form != FORM:
        known = "It does not say its form" if form is None else f"It is of form {form}"
        raise KnobTextError(f"{known}; this version reads form {FORM}.")
    for name in whole:
        if name not in _PARTS:
            raise KnobTextError(f"It has a part {name!r}, which is not known.")
    values, provenance = _table(whole, "knobs"), _table(whole, "provenance")
    retired = tuple(name for name in values if name in RETIRED)
    values = {name: value for name, value in values.items() if name not in RETIRED}
    for name, value in values.items():
        _check(name, value)
    knobs = Knobs(**values)
    return KnobText(knobs, {name: str(text) for name, text in provenance.items()}, retired)


def changed_knobs(knobs: Knobs) -> dict[str, int]:
    """Return name -> value of the knobs that differ from the defaults.

    >>> changed_knobs(Knobs(flee_pct=20))
    {'flee_pct': 20}
    """
    defaults = DEFAULT.values()
    return {name: value for name, value in knobs.values().items() if value != defaults[name]}


def _table(whole: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = whole.get(name, {})
    if not isinstance(table, dict):
        raise KnobTextError(f"{name} is not a table.")
    return table


def _check(name: str, value: object) -> None:
    """Refuse a knob that there is not, and a value that it cannot have."""
    if name not in KNOBS:
        near = get_close_matches(name, KNOBS, 1)
        hint = f"; the nearest is {near[0]}" if near else ""
        raise KnobTextError(f"There is no knob {name!r}{hint}.")
    if isinstance(value, bool) or not isinstance(value, int):
        raise KnobTextError(f"{name} is not a whole number.")
    _, least, most, *_ = KNOBS[name]
    if not least <= value <= most:
        raise KnobTextError(f"{name} = {value} is out of range: it can be {least} to {most}.")


def _quoted(text: str) -> str:
    """Return text as a string of TOML, which is written like one of JSON but for one sign."""
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(clean, ensure_ascii=False).replace("\x7f", "\\u007f")
