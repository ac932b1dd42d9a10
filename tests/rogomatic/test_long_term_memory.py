"""The long-term memory as a value: adding, fading, text."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic.agent.memory.long_term_memory import (
    COUNTS,
    DEPTH_COLUMNS,
    ENOUGH,
    ENOUGH_LETTERS,
    Book,
    Memory,
    MonsterRecord,
    absorb,
    default_memory,
    fade,
    merge,
    total,
)
from rogomatic.agent.memory.memory_format import (
    MemoryFormatError,
    compact,
    digest_of,
    expand,
    lines_of,
    parse,
    read_memory,
    write_memory,
)

pytestmark = pytest.mark.slow


numbers = st.integers(1, 500)
words = st.sampled_from(["none", "rust", "steal gold"])


def tables(columns: int) -> st.SearchStrategy[dict[int, tuple[int, ...]]]:
    return st.dictionaries(st.integers(-4, 40), st.tuples(*[numbers] * columns), max_size=4)


records = st.builds(
    MonsterRecord,
    st.dictionaries(st.sampled_from(list(COUNTS)), numbers, max_size=6),
    tables(1),
    st.fixed_dictionaries({}, optional={
        "blows": tables(2).filter(bool), "wounds": tables(1).filter(bool), "aims": tables(2).filter(bool),
    }),
    st.dictionaries(words, st.tuples(numbers)),
)  # fmt: skip
books = st.builds(
    Book,
    st.integers(0, 9),
    st.dictionaries(st.sampled_from(["bat", "ice monster", "troll"]), records, max_size=2),
    tables(len(DEPTH_COLUMNS)),
    st.dictionaries(st.sampled_from(["A aquator", "B bat", "A venus flytrap"]), st.tuples(numbers)),
)
memories = st.builds(Memory, st.dictionaries(st.sampled_from(["5.4", "3.6"]), books))


@settings(max_examples=20)
@given(memories, memories, memories)
def test_merging_is_the_same_in_any_order(a: Memory, b: Memory, c: Memory) -> None:
    assert write_memory(merge(a, b)) == write_memory(merge(b, a))
    assert write_memory(merge(merge(a, b), c)) == write_memory(merge(a, merge(b, c)))


@settings(max_examples=20)
@given(memories)
def test_text_gives_the_memory_back(a: Memory) -> None:
    text = write_memory(a, ["made for a test"])
    again = read_memory(text)
    assert write_memory(again, ["made for a test"]) == text
    assert again.books == merge(a, default_memory()).books
    assert compact(expand(compact(a))) == compact(a)
    assert max(map(len, text.split("\n"))) <= 110


@settings(max_examples=20)
@given(memories, memories)
def test_absorbing_keeps_the_counts_and_bounds_the_evidence(a: Memory, b: Memory) -> None:
    whole, learned = merge(a, b), absorb(a, [b])
    for edition, book in learned.books.items():
        for name, record in book.monsters.items():
            assert record.counts == whole.of(edition).of(name).counts
            assert all(total(table) <= ENOUGH[one] for one, table in record.tables.items())
        for letter in "AB":
            votes = {key: row for key, row in book.letters.items() if key[0] == letter}
            assert total(votes) <= ENOUGH_LETTERS


def test_nothing_adds_nothing() -> None:
    assert compact(default_memory()) == ""
    assert expand("").books == {}
    assert default_memory().of("5.4").of("griffin")["met"] == 0


def test_merged_books_keep_extreme_blows_and_add_the_rest() -> None:
    one = MonsterRecord({"met": 1, "hits": 2, "damage": 7, "most": 5, "least": 2})
    other = MonsterRecord({"met": 1, "hits": 1, "damage": 9, "most": 9})
    memory = merge(*(Memory({"5.4": Book(1, {"bat": record})}) for record in (one, other)))
    record = memory.of("5.4").of("bat")
    assert record.counts == {"met": 2, "hits": 3, "damage": 16, "most": 9, "least": 2}
    assert memory.of("5.4").games == 2


def test_fading_halves_and_keeps_the_proportions() -> None:
    table = dict.fromkeys(range(100), (1, 3))
    faded = fade(table, 399)
    assert total(faded) == 200
    assert sum(row[0] for row in faded.values()) == 50  # of single cases every second is left
    assert fade(table, 400) is table


def test_what_is_rare_in_fights_stays_rare() -> None:
    """Ninety kills and six fights that end otherwise, a thousand times: the evidence tells so in the end."""
    game = MonsterRecord(tables={"felled": {4: (50,), 9: (40,)}, "spared": {7: (6,)}})
    memory = absorb(default_memory(), [Memory({"5.4": Book(1, {"orc": game})})] * 1000)
    record = memory.of("5.4").of("orc")
    felled, spared = total(record.table("felled")), total(record.table("spared"))
    assert felled + spared <= ENOUGH["felled"]
    assert 0.03 <= spared / felled <= 0.12


GOOD = write_memory(Memory({"5.4": Book(3, {"ice monster": MonsterRecord({"met": 3, "kill hits": 2})})}))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a memory of rogomatic"),
        ("hello\n", "not a memory of rogomatic"),
        (GOOD.replace("form 1", "form 2"), "form 2"),
        (GOOD.replace("met=3", "met=4"), "checksum"),
        (GOOD[:-20], "checksum"),
        (GOOD[: len(GOOD) // 2], "checksum"),
        (GOOD + "more", "checksum"),
    ],
)
def test_a_damaged_text_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(MemoryFormatError, match=why):
        read_memory(text)


@pytest.mark.parametrize(
    "line",
    [
        "monster bat",
        " games 1",
        "edition ",
        "edition 5.4\n  counts met=1",
        "edition 5.4\n games x",
        "edition 5.4\n monster bat\n  counts nonsense=1",
        "edition 5.4\n monster bat\n  blows 1:1",
        "edition 5.4\n monster bat\n  wounds 1:-1",
        "edition 5.4\n monster bat\n  songs 1:1",
    ],
)
def test_lines_without_a_meaning_are_refused(line: str) -> None:
    with pytest.raises(MemoryFormatError, match="cannot be read"):
        expand(line)


def test_a_memory_that_would_draw_is_refused() -> None:
    body = "rogomatic memory, form 1\nedition 5.4\n monster \x1b[2J\n"
    text = f"{body}checksum {hashlib.blake2b(body.encode(), digest_size=16).hexdigest()}\n"
    with pytest.raises(MemoryFormatError, match="characters that cannot be printed"):
        read_memory(text)


def test_the_text_can_be_read_by_a_person() -> None:
    assert GOOD.split("\n")[1:5] == [
        "edition 5.4", " games 3", " monster ice monster", "  counts met=3 kill_hits=2",
    ]  # fmt: skip


def test_a_digest_tells_values_apart() -> None:
    assert digest_of(read_memory(GOOD)) == digest_of(read_memory(GOOD))
    assert digest_of(read_memory(GOOD)) != digest_of(default_memory())


def test_rows_of_steps_in_an_old_memory_are_read_and_left_out() -> None:
    lines = ["edition 5.4", " games 3", " monster troll", "  counts met=2"]
    old = [*lines, "  steps 1:0/0/0/0/0/0/0/0/9 12:1/0/0/0/0/0/0/0/0", "  forecasts 19:8/1"]
    assert list(lines_of(parse(old))) == lines
