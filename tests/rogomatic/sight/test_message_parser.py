"""Sentences: every pattern of the table, the cutting of lines, and all lines ever recorded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.agent.sight.message_parser import HARMLESS, HOLES, KINDS, Fact, MessagePatterns, read_message
from rogomatic.agent.sight.message_table import TABLE
from rogomatic.cli.recording_files import recording_in
from scripts.lib.message_coverage import understood
from tests.support.recorded_games import MISSING, NAMES, OURS, needs_recordings, path_of

SAMPLES = {
    "who": "the ice monster", "Who": "the ice monster", "item": "wisdom", "pack": "b) +1 ring mail [4]",
    "got": "a two handed sword (k)", "ring": "A ring of searching(ruby) (on left hand)",
    "band": "a ring of searching(ruby)", "n": "42", "color": "vermilion", "missile": "arrow",
    "bolt": "flame", "trap": "a sleeping gas trap", "key": "x", "any": "slime-mold",
}  # fmt: skip
PATTERNS = [(kind, text) for kind, texts in TABLE for text in texts]


def filled(text: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda hole: SAMPLES[hole[1]], text)


def forms(text: str) -> Iterator[str]:
    """Yield the forms in which a pattern's text may stand on the screen."""
    line = filled(text)
    line = line[:1].upper() + line[1:]
    yield from (line, line[:1].lower() + line[1:], line + " --More--", line + "--More--")
    if not line.endswith((")", "'", "!", "?", ":", ".", '"')):
        yield line + "."


def test_each_pattern_reads_as_its_own_kind() -> None:
    """No pattern hides another; capital or not, full stop or not, More or not."""
    read = [
        (kind, form, [fact.kind for fact in read_message(form)])
        for kind, text in PATTERNS
        for form in forms(text)
    ]
    assert [row for row in read if row[2] != [row[0]]] == []


FACTS = [
    ("You hit", [Fact("you-hit")]),
    ("You hit.  The bat misses", [Fact("you-hit"), Fact("monster-misses", "bat")]),
    ("You miss.  It hit", [Fact("you-miss"), Fact("monster-hits")]),
    ("The arrow hits it.  Defeated it", [Fact("missile-hits", "", "arrow"), Fact("defeated")]),
    ("The arrow hits the venus flytrap", [Fact("missile-hits", "venus flytrap", "arrow")]),
    ("The venus flytrap swings and hits you", [Fact("monster-hits", "venus flytrap")]),
    ("The kestrel misses you", [Fact("monster-misses", "kestrel")]),
    ("Something misses you", [Fact("monster-misses")]),
    ("You swing and hit the emu", [Fact("you-hit", "emu")]),
    ("Defeated bat.", [Fact("defeated", "bat")]),
    ("You have defeated something", [Fact("defeated")]),
    ("Welcome to level 12", [Fact("level-up", n=12)]),
    ("417 gold pieces", [Fact("gold", n=417)]),
    ("You found 57 gold pieces", [Fact("gold", n=57)]),
    ("You are frozen by the the ice monster", [Fact("frozen", "ice monster")]),
    ("The medusa's gaze has confused you", [Fact("gaze-confuses", "medusa")]),
    ("You can't.  It appears to be cursed", [Fact("cursed")]),
    ("You feel too weak from lack of food.  You faint", [Fact("faint")]),
    ("Hey, this tastes great.  It makes you feel warm all over", [Fact("restore-strength")]),
    ("Oh, wow!  You're floating in the air!", [Fact("levitation")]),
    ("You hit.  You can't.  It appears to be cursed", [Fact("you-hit"), Fact("cursed")]),
    ("A bear trap", [Fact("trap-found", item="bear trap")]),
    ("You found a beartrap.", [Fact("trap-found", item="bear trap")]),
    ("A dart trap", [Fact("trap-found", item="poison dart trap")]),
    ("This scroll is an identify ring, wand or staff scroll",
     [Fact("identify", item="identify ring, wand or staff")]),
    ("A mace (k)", [Fact("picked-up", item="A mace (k)")]),
    ("You now have a mace (k)", [Fact("picked-up", item="a mace (k)")]),
    ("You now have", [Fact("picked-up")]),
    ("2 rations of food. (a)", [Fact("picked-up", item="2 rations of food. (a)")]),
    ("A potion of healing(plaid)", [Fact("identified", item="A potion of healing(plaid)")]),
    ("A jade ring (on left hand) (j)", [Fact("ring-on", item="A jade ring (on left hand) (j)")]),
    ("Was wearing a ring of searching(diamond)(q)",
     [Fact("ring-off", item="a ring of searching(diamond)(q)")]),
    ("Was wearing a ring of searching(diamond).  You hit",
     [Fact("ring-off", item="a ring of searching(diamond)"), Fact("you-hit")]),
    ("Was wearing i) -3 scale mail [1]", [Fact("armor-off", item="i) -3 scale mail [1]")]),
    ("Wearing -3 scale mail [1]", [Fact("armor-on", item="-3 scale mail [1]")]),
    ("Wielding a two handed sword (j)", [Fact("wielding", item="a two handed sword (j)")]),
    ("You are wielding (c) a +1,+1 mace", [Fact("current-thing", item="c) a +1,+1 mace")]),
    ("c) A +1,+1 mace (weapon in hand)", [Fact("item-line", item="c) A +1,+1 mace (weapon in hand)")]),
    ("She stole a scroll titled 'a b'!", [Fact("item-stolen", item="a scroll titled 'a b'")]),
    ("Your two handed sword glows blue for a moment",
     [Fact("enchant-weapon", item="two handed sword")]),
    ("Your armor glows silver for a moment", [Fact("enchant-armor")]),
    ("'z' is not a valid item", [Fact("bad-letter", item="z")]),
    ("Please specify a letter between 'a' and 'e'", [Fact("bad-letter", item="e")]),
    ("'U': black unicorn", [Fact("identify-answer", "black unicorn", "U")]),
    ("'%' : passage leading down", [Fact("identify-answer", "passage leading down", "%")]),
    ("Rogue version 5.4.5 release 2026-08-03 dungeon 7001 (chongo was here)",
     [Fact("version", "chongo", "5.4.5", 7001)]),
    ("Version 5.4.5. (mctesq was here)", [Fact("version", "mctesq", "5.4.5")]),
    ("Rogue version 3.6.5. (mctesq was here)", [Fact("version", "mctesq", "3.6.5")]),
    ("Rogue 3.6.3 + bugfixes + changes (10)", [Fact("version", "", "3.6.3")]),
    ("There will be no more ice monsters", [Fact("genocide-done", "ice monster")]),
    ("Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0",
     [Fact("status-as-message", item="Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0")]),
    ("h       move left", [Fact("help-line", item="h       move left")]),
    ("The moon is full", [Fact("unknown", item="The moon is full")]),
    ("You hit.  The moon is full", [Fact("you-hit"), Fact("unknown", item="The moon is full")]),
    ("", []),
    (" --More--", []),
]  # fmt: skip


@pytest.mark.parametrize(("line", "facts"), FACTS)
def test_line_gives_these_facts(line: str, facts: list[Fact]) -> None:
    assert list(read_message(line)) == facts


@given(st.text(max_size=80))
def test_any_line_gives_known_kinds(line: str) -> None:
    assert {fact.kind for fact in read_message(line)} <= KINDS


def test_harmless_kinds_exist() -> None:
    assert HARMLESS <= KINDS


FOLDERS: list[Any] = sorted({name.partition("/")[0] for name in NAMES}) or [
    pytest.param("", marks=needs_recordings, id=MISSING)
]


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["ours", *FOLDERS])
def test_recorded_lines_are_understood(folder: str) -> None:
    """At least 99.5 in 100 of every edition; scripts/understood lists the rest."""
    names = [name for name in (*OURS, *NAMES) if name.startswith(folder + "/")]
    result = understood(recording_in(path_of(name)) for name in names)
    assert result.lines > 200
    assert result.share >= 0.995, sorted(set(result.unknown))


PATTERN_PATTERNS = [text.rstrip(".") for _, texts in TABLE for text in texts]
FILLINGS = (
    "", "it", "the bat", "you", "a mace", "b) a mace", "a mace (k)", "a jade ring (on left hand)",
    "a +1 ring of x", "42", "sea green", "arrow", "ice", "a bear trap", "x", "^X", "hits you", ".  ",
)  # fmt: skip
TAKEN = {
    "who": ("it", "the bat", "venus flytrap", "young", "yours", "black-bird's"),
    "Who": ("it ", "the bat", "something that"),
    "item": ("x", "a mace", "a.b", " "),
    "pack": ("a) mace", "z) 2 rations of food"),
    "got": ("a mace (k)", "2 rations of food.(a)", "x(z)"),
    "ring": ("x (on left hand)", "a jade ring (on right hand)"),
    "band": ("a ring of x", "an agate ring", "a +1 ring called (", "a -10 jade ring"),
    "n": ("0", "42", "-3"),
    "color": ("red", "sea green", "blue-ish"),
    "missile": ("arrow", "crossbow bolt", "flame (x)", "bat that swings"),
    "bolt": ("bolt", "flame", "ice"),
    "trap": ("a trapdoor", "an arrow trap", "a bear trap", "a beartrap", "a sleeping gas trap"),
    "key": ("x", "^x", "^", " "),
    "any": ("", "x", "a. b"),
}
LEFT = {
    "who": ("", "you", "you there", "you's", "bat.", "bat 2"),
    "Who": ("", "bat", "its", "theory", "the bat.", "The bat"),
    "item": ("", "a.  b"),
    "pack": ("a) ", "a)mace", "1) mace", "mace (a)"),
    "got": ("(a)", "a mace (1)", "a mace (k", "a.  mace (k)"),
    "ring": (" (on left hand)", "a ring", "a ring (on hand)"),
    "band": (
        "ring of x",
        "a ring of ",
        "a ring",
        "a +x ring of y",
        "a +1 ring",
        "an agate ring (a)",
        "a ring of x.  y",
    ),
    "n": ("", "-", "+1", "4 2", "1.5"),
    "color": ("", "red.", "red (a)"),
    "missile": ("", "arrow-x", "bat swings", "bat barely hits", "2 arrows"),
    "bolt": ("", "bolts", "fire", "ice "),
    "trap": ("trapdoor", "a trap", "the bear trap", "a b c trap", "a x gas dart trap", "a bear  trap"),
    "key": ("", "xy", "^xy", "x^"),
    "any": ("a.  b", ".  "),
}


def found(patterns: list[str], text: str) -> tuple[int, dict[str, str]] | None:
    """Return the number of the pattern that wins, and the text of each field."""
    match = MessagePatterns([("", pattern) for pattern in patterns]).match(text)
    return match and (match.number, {str(field): text[slice(*span)] for field, span in match.spans.items()})


@pytest.mark.parametrize(
    ("patterns", "text", "expected"),
    [
        (["You hit", "You hit {who}"], "you hit", (0, {})),
        (["You hit", "You hit {who}"], "you hit the bat", (1, {"who": "the bat"})),
        (["You hit", "You hit {who}"], "you hi", None),
        (["You hit", "You hit {who}"], "you hits", None),
        (["You hit", "You hit {who}"], "", None),
        (["No room", "No", "Nothing", "Not a ring"], "no", (1, {})),
        (["No room", "No", "Nothing", "Not a ring"], "not a ring", (3, {})),
        (["{item} vanishes", "The {item} vanishes"], "the mace vanishes", (0, {"item": "the mace"})),
        (["The {item} vanishes", "{item} vanishes"], "the mace vanishes", (0, {"item": "mace"})),
        (["The {item} vanishes", "{item} vanishes"], "a mace vanishes", (1, {"item": "a mace"})),
        (["{item} is {item}"], "a is b is c", (0, {"item": "a"})),  # the first hole of a field
        (["{item} is {n}"], "a is b is 7", (0, {"item": "a is b", "n": "7"})),
        (["{any} what?{any}"], " what?", (0, {"": ""})),
        (["{item}", "x"], "x", (0, {"item": "x"})),
        (["{Who} hit you"], "it hit you", (0, {"who": "it"})),
        (["{Who} hit you"], "bat hit you", None),
        (["Price {n} (a+b)*"], "price 3 (a+b)*", (0, {"n": "3"})),  # no letter is an operator
    ],
)
def test_first_pattern_wins_and_holes_are_short(
    patterns: list[str], text: str, expected: tuple[int, dict[str, str]] | None
) -> None:
    assert found(patterns, text) == expected


def test_holes_that_touch_are_rejected() -> None:
    with pytest.raises(ValueError, match="touch"):
        MessagePatterns([("", "{who}{any}")])


ALONE = [MessagePatterns([("", pattern)]) for pattern in PATTERN_PATTERNS]
TOGETHER = MessagePatterns([("", pattern) for pattern in PATTERN_PATTERNS])


@pytest.mark.slow
@given(
    st.sampled_from(PATTERN_PATTERNS),
    st.lists(st.sampled_from(FILLINGS), min_size=9, max_size=9),
    st.integers(0, 60),
    st.sampled_from(["", " ", "x", "the ", ".  "]),
)
def test_the_table_finds_its_first_match(pattern: str, fillings: list[str], place: int, put_in: str) -> None:
    letters, *pieces = pattern.split("{")
    for filling, piece in zip(fillings, pieces, strict=False):
        letters += filling + piece.partition("}")[2]
    text = (letters[:place] + put_in + letters[place:]).lower()
    matches = [(number, match) for number, one in enumerate(ALONE) if (match := one.match(text))]
    together = TOGETHER.match(text)
    assert (
        (together and (together.number, together.spans)) == (matches[0][0], matches[0][1].spans)
        if matches
        else together is None
    )


def fits(name: str, text: str) -> bool:
    """Return whether a hole between two other letters takes a text."""
    return re.fullmatch(f"<(?:{HOLES[name].expression})>", f"<{text}>", re.DOTALL) is not None


@pytest.mark.parametrize("name", HOLES)
def test_hole_takes_what_is_like_it_and_leaves_the_rest(name: str) -> None:
    assert [text for text in TAKEN[name] if not fits(name, text)] == []
    assert [text for text in LEFT[name] if fits(name, text)] == []


@pytest.mark.parametrize("text", ["a b c " * 300, "x" * 2000, "the " * 500, "an ring " * 250, "a.  " * 500])
def test_long_text_takes_few_steps(text: str) -> None:
    """A text without end from a broken program must not hold up the agent; quadratic steps would."""
    assert TOGETHER.match(text) is None
