"""Find unknown keys or badly formed values in a description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rogue.shared.errors import meant
from rogue.variants import schema
from rogue.variants.problems import Diagnostic, Path, dotted
from rogue.variants.schema import SHOWN, Form, Key, shown

CANNOT = {
    "symbols": "the symbols of the map", "glyphs": "the symbols of the map", "keys": "the keys",
    "screen": "the screen", "letters": "more letters than 26", "effects": "new effects", "code": "code",
    "map": "the symbols of the map", "script": "code", "python": "code",
}  # fmt: skip
"""Keys that an author may try -> what a description cannot change (VAR-8)."""


def shape_problems(data: Mapping[str, Any]) -> list[Diagnostic]:
    """Return those errors in a description that can be found by looking at a single key or value.

    An unknown key is such an error.
    """
    found = list(_of_table((), data, schema.TOP))
    if "like" not in data:
        found.append(Diagnostic((), 'like is missing: name the game to start from, as in like = "5.4"'))
    for name, keys in (
        ("dungeon", schema.DUNGEON), ("hero", schema.HERO), ("food", schema.FOOD),
        ("odds", schema.ODDS), ("words", schema.WORDS),
    ):  # fmt: skip
        found += _of_table((name,), data.get(name, {}), keys)
    found += _of_kit(data)
    found += _of_monsters(data.get("monsters", {}))
    found += _of_minds(data.get("minds", {}))
    found += _of_items(data.get("items", {}))
    found += _of_rules(data.get("rules", {}))
    found += _of_messages(data)
    return found


def _of_table(path: Path, table: Any, keys: Mapping[str, Key]) -> Iterator[Diagnostic]:
    if not isinstance(table, dict):  # reported at the key of the table itself
        return
    for name, value in table.items():
        here = (*path, name)
        key = keys.get(name)
        if key is None:
            yield Diagnostic(here, _unknown(name, path, keys))
        elif not key.form.fits(value):
            yield Diagnostic(
                here, f"{name} is {shown(value)}{_defect(value, key.form)}; it must be {key.form.words}"
            )


def _defect(value: Any, form: Form) -> str:
    """Return words for an error message about `value`.

    For a long text, they tell its length; for a number that should be whole and is not, or a list with such a
    number, they tell that it is not whole.  For any other value, return "".
    """
    if isinstance(value, str) and len(value) > SHOWN:
        return f" of {len(value)} characters"
    if isinstance(value, list):
        return ", not of whole numbers" * any(isinstance(part, float) for part in value)
    is_number = form.bounds is not None and form.fits(form.bounds[0])
    return ", not a whole number" * (is_number and isinstance(value, float))


def _unknown(name: str, path: Path, keys: Iterable[str]) -> str:
    word = shown(name)[1:-1]
    if name in CANNOT and not path:
        return f"{word}: {CANNOT[name]} cannot be changed"
    return f"no key {word} in {dotted(path)}{meant(name, keys, _all_names())}"


def _all_names() -> list[str]:
    """Return the names that a hint may suggest: all keys, with the names of their tables."""
    tables: list[tuple[str, Iterable[str]]] = [
        ("dungeon", schema.DUNGEON), ("hero", schema.HERO), ("food", schema.FOOD),
        *((f"rules.{topic}", keys) for topic, keys in schema.RULES.items()),
    ]  # fmt: skip
    return [*schema.TOP, *(f"{name} in [{table}]" for table, names in tables for name in names)]


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _of_kit(data: Mapping[str, Any]) -> Iterator[Diagnostic]:
    kit = _table(data.get("hero")).get("kit")
    for number, row in enumerate(kit if isinstance(kit, list) else ()):
        path = ("hero", "kit", number)
        yield from _of_table(path, row, schema.KIT)
        if isinstance(row, dict) and "item" not in row:
            yield Diagnostic(path, "item is missing: name the item")


def _of_monsters(monsters: Any) -> Iterator[Diagnostic]:
    for letter, row in _table(monsters).items():
        path = ("monsters", letter)
        if len(letter) != 1 or not "A" <= letter <= "Z":
            yield Diagnostic(path, f"{shown(letter)} is not a monster; a monster is a capital letter")
        elif not isinstance(row, dict):
            yield Diagnostic(path, f'{letter} is {shown(row)}; it must be a table, as in {{ like = "bat" }}')
        else:
            yield from _of_table(path, row, schema.MONSTER)
            yield from _of_buts(path, row.get("but"))
            pack = row.get("pack")
            if pack is False:
                yield Diagnostic(
                    (*path, "pack"), "pack is false; it must be true or [a, b], where [1, 1] means alone"
                )


def _of_minds(minds: Any) -> Iterator[Diagnostic]:
    for name, row in _table(minds).items():
        path = ("minds", name)
        if not schema.KIND_NAME.fits(name):
            yield Diagnostic(
                path, f"{shown(name)} is not the name of a mind; it must be {schema.KIND_NAME.words}"
            )
        elif not isinstance(row, dict):
            yield Diagnostic(path, f'{name} is {shown(row)}; it must be a table, as in {{ like = "emu" }}')
        else:
            yield from _of_table(path, row, schema.MIND)
            yield from _of_table((*path, "acts"), row.get("acts", {}), schema.MIND_ACTS)
            for act, numbers in _table(row.get("acts")).items():
                if schema.MIND_ACTS.get(act) and schema.MIND_ACTS[act].form.fits(numbers) and not numbers[1]:
                    yield Diagnostic(
                        (*path, "acts", act),
                        f"{act} is {shown(numbers)}; the second number must be at least 1",
                    )


def _of_buts(path: Path, buts: Any) -> Iterator[Diagnostic]:
    words = [word for word in buts if isinstance(word, str)] if isinstance(buts, list) else []
    for word in sorted(set(words)):
        if words.count(word) > 2:
            yield Diagnostic(
                (*path, "but"), f"but has {shown(word)} {words.count(word)} times; twice is the maximum"
            )


def _of_items(items: Any) -> Iterator[Diagnostic]:
    for cls, kinds in _table(items).items():
        keys = schema.ITEM.get(cls)
        if keys is None:
            word = shown(cls)[1:-1]
            yield Diagnostic(("items", cls), f"no class {word} in [items]{meant(cls, schema.ITEM)}")
        elif not isinstance(kinds, dict):
            yield Diagnostic(("items", cls), f"{cls} is {shown(kinds)}; it must be a table of names")
        else:
            for name, row in kinds.items():
                yield from _of_item(("items", cls, name), name, row, keys)


def _of_item(path: Path, name: str, row: Any, keys: Mapping[str, Key]) -> Iterator[Diagnostic]:
    if not isinstance(row, dict):
        yield Diagnostic(path, f"{shown(name)} is {shown(row)}; it must be a table")
        return
    yield from _of_table(path, row, keys)


def _of_rules(rules: Any) -> Iterator[Diagnostic]:
    for topic, row in _table(rules).items():
        keys = schema.RULES.get(topic)
        if keys is None:
            word = shown(topic)[1:-1]
            yield Diagnostic(("rules", topic), f"no topic {word} in [rules]{meant(topic, schema.RULES)}")
        elif not isinstance(row, dict):
            yield Diagnostic(("rules", topic), f"{topic} is {shown(row)}; it must be a table")
        else:
            more = {schema.THINK.name: schema.THINK} if topic == "minds" else {}
            yield from _of_table(("rules", topic), row, {**keys, **more})


def _of_messages(data: Mapping[str, Any]) -> Iterator[Diagnostic]:
    say = _table(data.get("words")).get("say")
    for said, shown_instead in _table(say).items():
        path = ("words", "say", said)
        for text in (said, shown_instead):
            if not isinstance(text, str) or len(text) > 120 or not all(" " <= char <= "~" for char in text):
                yield Diagnostic(
                    path, f"{shown(text)} is not a message of up to 120 printable ASCII characters"
                )
