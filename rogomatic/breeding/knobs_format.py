"""Knobs as text that a person can read: what differs from the defaults, and where it comes from."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from rogomatic.base_error import RogomaticError
from rogomatic.knobs import DEFAULT, KNOBS, Knobs

FORM: Final = 1  # raised when the text means something else
_HEAD: Final = """# Knobs of rogomatic: those that differ from the defaults.
# `rogomatic knobs show FILE` says what each of them means."""
_PARTS: Final = ("form", "knobs", "provenance")


class KnobTextError(RogomaticError):
    """A text that cannot be read as knobs; the message is a sentence for the user."""


class KnobText(NamedTuple):
    """Knobs, and where they come from: command, commit, seeds, score ..., each as text."""

    knobs: Knobs
    provenance: Mapping[str, str]


def to_text(knobs: Knobs, provenance: Mapping[str, str]) -> str:
    """Write knobs as text (TOML); `read` gives them back."""
    lines = [_HEAD, f"form = {FORM}", "", "[knobs]"]
    lines += [f"{name} = {value}" for name, value in changed(knobs).items()]
    lines += ["", "[provenance]"]
    lines += [f"{name} = {_quoted(text)}" for name, text in provenance.items()]
    return "\n".join(lines) + "\n"


def read(text: str) -> KnobText:
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
    for name, value in values.items():
        _check(name, value)
    knobs = Knobs(**{**asdict(DEFAULT), **values})
    return KnobText(knobs, {name: str(text) for name, text in provenance.items()})


def changed(knobs: Knobs) -> dict[str, int]:
    """Return name -> value of the knobs that differ from the defaults.

    >>> changed(Knobs(flee_pct=20))
    {'flee_pct': 20}
    """
    defaults = asdict(DEFAULT)
    return {name: value for name, value in asdict(knobs).items() if value != defaults[name]}


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
