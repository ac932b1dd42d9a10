"""The long-term memory as a value."""

from __future__ import annotations

from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from rogomatic.learn.memory import Memory, Record, default_memory, merge

records = st.builds(Record, *[st.integers(0, 99)] * 7)
memories = st.builds(
    Memory,
    st.integers(0, 9),
    st.dictionaries(st.sampled_from(["bat", "emu", "troll"]), records).map(MappingProxyType),
)


@given(memories, memories, memories)
def test_merging_is_the_same_in_any_order(a: Memory, b: Memory, c: Memory) -> None:
    assert merge(a, b) == merge(b, a)
    assert merge(merge(a, b), c) == merge(a, merge(b, c))


@given(memories)
def test_nothing_adds_nothing(a: Memory) -> None:
    merged = merge(a, default_memory())
    assert merged == Memory(a.games, a.records)
    assert a.of("griffin") == Record()


def test_the_worst_blow_is_the_greater_one_and_the_rest_are_sums() -> None:
    one = Record(met=1, hits=2, damage=7, most=5).plus(Record(met=1, hits=1, damage=9, most=9))
    assert (one.met, one.hits, one.damage, one.most) == (2, 3, 16, 9)
