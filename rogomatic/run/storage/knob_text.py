"""Knobs as text: one TOML file with the knobs that are set and their provenance."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from rogomatic.agent.knobs import DEFAULT, KNOBS, RETIRED, Knobs
from rogue.shared.errors import RogomaticError

FORM: Final = 1  # raised when the text means something else
_HEAD: Final = """# Knobs of rogomatic: those that are set; the others have their defaults.
# `rogomatic knobs show FILE` says what each of them means."""
_PARTS: Final = ("form", "knobs", "provenance")


class KnobTextError(RogomaticError):
    """A text that cannot be read as knobs; the message is a sentence for the user."""


class KnobText(NamedTuple):
    """Knobs with their provenance (command, commit, seeds, score), each as text.

    retired  names in the text that are no longer knobs and were ignored
    """

    knobs: Knobs
    provenance: Mapping[str, str]
    retired: tuple[str, ...] = ()


def knobs_to_text(knobs: Knobs, provenance: Mapping[str, str]) -> str:
    """Return knobs as TOML, which `read_knobs` reads."""
    lines = [_HEAD, f"form = {FORM}", "", "[knobs]"]
    written = {*knobs.given, *changed_knobs(knobs)}
    lines += [f"{name} = {value}" for name, value in knobs.values().items() if name in written]
    lines += ["", "[provenance]"]
    lines += [f"{name} = {_quoted(text)}" for name, text in provenance.items()]
    return "\n".join(lines) + "\n"


def read_knobs(text: str) -> KnobText:
    """Read knobs from TOML.  Raises KnobTextError for another form, and for unknown names."""
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
    """Raise KnobTextError for an unknown knob or a value out of its range."""
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
    """Return text as a TOML string, which differs from JSON in one character."""
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(clean, ensure_ascii=False).replace("\x7f", "\\u007f")
