"""Context counts beside a scan over the plain list of what happened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.roshambo.context_bots import ROOT, ContextCounts

Event = tuple[str, int]  # "given" or "observed", and the symbol
Scan = dict[tuple[int, ...], list[int]]


@st.composite
def rows(draw: st.DrawFn) -> tuple[int, int, int, list[Event]]:
    """Draw an alphabet, the longest context, a window (0: none) and a row of events."""
    symbols, longest = draw(st.integers(2, 9)), draw(st.integers(0, 8))
    window = draw(st.integers(0, 30))
    kinds = st.sampled_from(["given", "observed", "observed", "observed"])
    row = draw(st.lists(st.tuples(kinds, st.integers(0, symbols - 1)), max_size=200))
    return symbols, longest, window, row


def feed(counts: ContextCounts, event: Event) -> None:
    kind, symbol = event
    if kind == "observed":
        counts.learn(symbol)
    counts.push(symbol)


def scan(symbols: int, longest: int, window: int, row: list[Event]) -> tuple[Scan, list[int]]:
    """Return context -> counts of the last events, and the symbols that contexts may hold now."""
    seen: list[int] = []
    events: list[tuple[list[int], int]] = []
    for kind, symbol in row:
        if kind == "observed":
            events.append((seen[:], symbol))
        seen.append(symbol)
    found: Scan = {(): [0] * symbols}
    for before, symbol in events[-window:] if window else events:
        for length in range(min(longest, len(before)) + 1):
            context = tuple(before[len(before) - length :])
            found.setdefault(context, [0] * symbols)[symbol] += 1
    return found, seen


@given(rows())
def test_counts_are_those_of_a_scan_after_every_symbol(drawn: tuple[int, int, int, list[Event]]) -> None:
    symbols, longest, window, row = drawn
    counts = ContextCounts(symbols, longest, window)
    for number, event in enumerate(row):
        feed(counts, event)
        if number % 7 and number != len(row) - 1:  # the scan is slow
            continue
        found, seen = scan(symbols, longest, window, row[: number + 1])
        assert counts.contexts() == found
        path = counts.path()
        for length in range(longest + 1):
            here = tuple(seen[len(seen) - length :]) if length <= len(seen) else None
            if length < len(path):
                assert counts.counts(path[length]) == found[here or ()]
                assert counts.total(path[length]) == sum(found[here or ()])
            else:
                assert here is None or here not in found


@given(rows())
def test_prd_71_counts_are_those_of_the_last_window(drawn: tuple[int, int, int, list[Event]]) -> None:
    symbols, longest, window, row = drawn
    window = window or 1
    counts = ContextCounts(symbols, longest, window)
    for event in row:
        feed(counts, event)
    places = [place for place, event in enumerate(row) if event[0] == "observed"]
    first = places[-window] if len(places) >= window else 0
    fresh = ContextCounts(symbols, longest, window)
    for _, symbol in row[max(first - longest, 0) : first]:
        fresh.push(symbol)
    for event in row[first:]:
        feed(fresh, event)
    assert fresh.contexts() == counts.contexts()


@given(rows(), st.permutations(range(9)))
def test_prd_72_symbols_rename_contexts(drawn: tuple[int, int, int, list[Event]], names: list[int]) -> None:
    symbols, longest, window, row = drawn
    names = [name for name in names if name < symbols]
    plain, renamed = (ContextCounts(symbols, longest, window) for _ in range(2))
    for kind, symbol in row:
        feed(plain, (kind, symbol))
        feed(renamed, (kind, names[symbol]))
    mapped = {
        tuple(names[one] for one in context): [numbers[names.index(new)] for new in range(symbols)]
        for context, numbers in plain.contexts().items()
    }
    assert renamed.contexts() == mapped


@pytest.mark.slow
def test_prd_24_and_68_nodes_are_bounded() -> None:
    longest, window = 12, 20
    counts = ContextCounts(3, longest, window)
    state = 1
    for _ in range(2000):
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        counts.learn(state >> 16 & 1)
        counts.push(state >> 16 & 1)
        assert len(counts.contexts()) <= 1 + window * longest
    assert counts.total(ROOT) == window
