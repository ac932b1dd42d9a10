"""The spread of turns in a stomach as packed numbers for the compiled build, bit for bit like a tuple."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_f64_le, write_f64_le
from mypy_extensions import i64

_BYTES: Final = 8  # of a packed number


def packed(values: tuple[float, ...]) -> bytes:
    """Return numbers as bytes, in the same order."""
    writer = BytesWriter()
    for value in values:
        write_f64_le(writer, value)
    return writer.getvalue()


def unpacked(spread: bytes) -> tuple[float, ...]:
    """Return the numbers that were packed."""
    values: list[float] = []
    size: i64 = len(spread)
    at: i64 = 0
    while at < size:
        values.append(read_f64_le(spread, at))
        at += _BYTES
    return tuple(values)


def value_at(spread: bytes, rank: i64) -> float:
    """Return one of the numbers."""
    return read_f64_le(spread, rank * _BYTES)


def after(spread: bytes, lost: float, missed: float) -> bytes:
    """Return the spread when each of its numbers is less by `lost`, and by as many times `missed` as others
    come behind it (hunger_estimate.Stomach.after).
    """
    writer = BytesWriter()
    size: i64 = len(spread)
    others: i64 = size // _BYTES - 1
    at: i64 = 0
    while at < size:
        write_f64_le(writer, read_f64_le(spread, at) - lost - missed * float(others))
        others -= 1
        at += _BYTES
    return writer.getvalue()
