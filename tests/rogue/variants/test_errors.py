"""What is wrong with a description is told whole, with its line, and with what may have been meant."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.variants import schema
from rogue.variants.problems import VariantError, lines_of_keys
from rogue.variants.variant import parsed
from tests.rogue.variants.describing import wrong

LIKE = 'like = "5.4"\n'


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ['1: like is missing: name the game to start from, as in like = "5.4"']),
        (
            'like = "5.5"\n',
            ['1: like is "5.5"; it must be an edition (5.4, 5.2, 3.6, minds) or the name of a variant'],
        ),
        (
            'like = "5.4"\n[dungeon]\namulet_dept = 8\n',
            ["3: no key amulet_dept in [dungeon]; did you mean amulet_level?"],
        ),
        ('like = "5.4"\r\n\r\n[hero]\r\nhit_points = 200\r\n', ["4: hit_points is 200; it must be 1 to 99"]),
        (
            'like = "5.4"\n[hero]\nhit_points = 12.5\n[dungeon]\nmissing_rooms = [0.5, 3]\n',
            [
                "3: hit_points is 12.5, not a whole number; it must be 1 to 99",
                "5: missing_rooms is [0.5, 3], not of whole numbers; it must be two numbers [a, b], "
                "each 0 to 8, with a not above b",
            ],
        ),
        ('like = "5.4"\n\tdungeon.items\t=\t101\n', ["2: items is 101; it must be 0 to 100"]),
        (
            'like = "5.4"\nfood = { start = 0,\tmost = 5 }\n'.replace(",\t", ", "),
            [
                "2: start is 0; it must be 1 to 100000, or two numbers [a, b], each 1 to 100000, "
                "with a not above b",
                "2: weak (150) must be below hungry (300), and hungry below most (5)",
            ],
        ),
        (LIKE + "[dungeon]\ngold = 5\ngold = 6\n", ["4: Cannot overwrite a value"]),
        (
            LIKE + "[odds]\nfood = 60\npotion = 50\n",
            ["2: the odds add up to 110; the maximum is 100"],
        ),
        (
            LIKE + '[monsters]\nQ = { like = "dragn" }\n',
            ['3: like is "dragn"; there is no such monster; did you mean dragon?'],
        ),
        (LIKE + "[monsters]\nq = 3\n", ['3: "q" is not a monster; a monster is a capital letter']),
        (LIKE + '[monsters]\nB = { but = ["faster", "faster"] }\n', ["3: nothing is faster than fast"]),
        (
            LIKE + '[monsters]\nB = { but = ["weaker", "weaker", "weaker"] }\n',
            ['3: but has "weaker" 3 times; twice is the maximum'],
        ),
        (
            f'like = "5.4"\nabout = "{"a" * 71}"\n',
            [
                f'2: about is "{"a" * 39}... of 71 characters; it must be a text of 0 to 70 printable '
                "ASCII characters"
            ],
        ),
        (
            LIKE + '[monsters]\nB = { but = ["frailer"] }\n',
            ["3: frailer changes level 1 to -1; it must be 1 to 30"],
        ),
        (LIKE + '[monsters]\nT = { but = ["slower", "slower"] }\n', ["3: nothing is slower than slow"]),
        (
            LIKE + '[monsters.D]\nbut = ["stronger", "stronger"]\nattacks = ["1d12"]\n',
            ["3: stronger makes dice with more than 20 sides"],
        ),
        (
            LIKE + '[monsters]\nK = { after = "D", gone = false }\nD = { after = "D" }\n',
            ['4: after is "D", which is not another letter of the order EBSHIROZLCQANYFTWPXUMVGJDK'],
        ),
        (LIKE + '[dungeon]\norder = "KEBSK"\n', ["3: order contains K more than once"]),
        (
            LIKE + '[dungeon]\norder = "KEBSH"\n[monsters]\nK = { gone = true }\n',
            ["3: the order has 4 letters left; it needs at least 5"],
        ),
        (
            LIKE + "[items.potion.healling]\nodds = 3\n",
            ['2: there is no potion "healling"; did you mean healing?'],
        ),
        (
            LIKE + '[items.potion."cold tea"]\nodds = 3\n',
            ['2: there is no potion "cold tea"; a new one needs the key like'],
        ),
        (LIKE + "[items.potions]\n", ["2: no class potions in [items]; did you mean potion?"]),
        (
            LIKE + '[items.weapon.arrow]\nlauncher = "shot bow"\n',
            ['3: launcher is "shot bow"; there is no such weapon; did you mean short bow?'],
        ),
        (
            LIKE + "[items.food]\nfood = { gone = true }\nfruit = { gone = true }\n",
            ["2: no food is left; keep at least one"],
        ),
        (
            LIKE + '[hero]\nkit = [\n  { item = "maze" },\n  { item = "see invisible" },\n  {},\n]\n',
            [
                '4: item is "maze"; there is no such item; did you mean mace?',
                '5: item is "see invisible"; write potion of see invisible or ring of see invisible',
                "6: item is missing: name the item",
            ],
        ),
        (
            LIKE + '[hero]\nkit = [ { item = "mace", count = 2 } ]\n',
            ["3: count is 2; only 1 is possible here"],
        ),
        (
            LIKE + '[hero]\nkit = [ { item = "food", use = true } ]\n',
            ["3: use is true; it is only for armor, weapons, and sticks, not for food"],
        ),
        (
            LIKE + '[hero]\nkit = [ { item = "food", count = 30 } ]\n',
            ["3: the kit has 30 items; the pack holds 26"],
        ),
        (
            LIKE + "[items.weapon.mace]\ngone = true\n",
            ["1: the kit has the weapon 'mace', which is gone; change the kit"],
        ),
        (
            LIKE + "[rules.chasing]\nfetch = true\n",
            ["3: no key fetch in [rules.chasing]; did you mean fetches?"],
        ),
        (LIKE + "[rules.xyz]\n", ["2: no topic xyz in [rules]"]),
        (
            LIKE + "[rules.magic]\nenchant_hit = [1, 0]\n",
            [
                "3: enchant_hit is [1, 0]; it must be a chance [hits, of] with numbers up to 1000, "
                "such as [1, 5]"
            ],
        ),
        (
            LIKE + '[words.say]\n"You hit {who}" = "You hit"\n',
            ['3: "You hit {who}" has {who} and "You hit" has none; both must have the same {places}'],
        ),
        (
            LIKE + '[words]\nwelcome = "Hi {who}"\n',
            ['3: welcome is "Hi {who}"; it can contain no braces except {name}'],
        ),
        (LIKE + '[symbols]\ngold = "$"\n', ["2: symbols: the symbols of the map cannot be changed"]),
        (LIKE + 'name = "5-4"\n[hero]\n', []),
        (
            LIKE + 'name = "5.4"\n',
            [
                '2: "5.4" cannot be the name of a variant; add name = ...',
                '2: name is "5.4"; it must be a text of 1 to 16 of the characters a-z, 0-9, and -',
            ],
        ),
        (LIKE + "a = \n", ["2: Invalid value"]),
        (b'like = "5.4"\n# \xff\n', ["2: the file is not UTF-8 text"]),
        (LIKE + "a = " + "[" * 5000, ["1: the file is nested too deep"]),
        (LIKE + "a = [0x1" + "f" * 5000 + "]\n", ["2: a number has more than 1000 digits"]),
        (LIKE + "[hero]\na = " + "9" * 5000 + "\nb = 1", ["3: a number has more than 1000 digits"]),
        (LIKE + "# " + "f" * 5000 + " 0x" + "f" * 5000 + "\nabout = '0x" + "f" * 50 + "'\n", []),
        ("like = 5.4\n", ["1: like is 5.4; it must be a text of 1 to 16 of a-z, 0-9, -, and ."]),
        (
            LIKE + 'about = "\\u001b[2J"\n',
            ['2: about is "?[2J"; it must be a text of 0 to 70 printable ASCII characters'],
        ),
    ],
)
def test_problems_are_told_whole(text: str | bytes, lines: list[str]) -> None:
    assert wrong(text) == lines


def test_everything_wrong_is_told_at_once_up_to_a_hundred_lines() -> None:
    many = "".join(f"a{number} = 1\n" for number in range(110))
    found = wrong(LIKE + "[dungeon]\n" + many)
    assert len(found) == 101
    assert found[-1] == " and 10 more"
    both = wrong(LIKE + '[hero]\nhit_points = 0\nkit = [ { item = "maze" } ]\n')
    assert [line.partition(":")[0] for line in both] == ["3", "4"]


PLACES: dict[str, tuple[str, Mapping[str, schema.Key]]] = {
    "dungeon": ("[dungeon]\n", schema.DUNGEON), "hero": ("[hero]\n", schema.HERO),
    "food": ("[food]\n", schema.FOOD), "odds": ("[odds]\n", schema.ODDS),
    "kit": ("[[hero.kit]]\n", schema.KIT), "monsters": ("[monsters.Q]\n", schema.MONSTER),
    **{f"items.{cls}": (f"[items.{cls}.new]\n", keys) for cls, keys in schema.ITEM.items()},
    **{f"rules.{topic}": (f"[rules.{topic}]\n", keys) for topic, keys in schema.RULES.items()},
}  # fmt: skip
"""Table -> the line that begins it, and its keys."""
KEYS = [(head, key) for head, keys in PLACES.values() for key in keys.values()]
NUMBERS = [(head, key) for head, key in KEYS if key.form.bounds and not key.form.words.startswith("a text")]


def complaints(head: str, key: schema.Key, value: object) -> list[str]:
    """Return what is said of this value of a key, but for what it does to other parts of the game."""
    said = wrong(f"{LIKE}{head}{key.name} = {value}\n")
    return [line for line in said if line.startswith(f"3: {key.name} is ") and "it must be" in line]


@pytest.mark.slow
@pytest.mark.parametrize(("head", "key"), NUMBERS, ids=[head[:-1] + key.name for head, key in NUMBERS])
def test_var_1_every_number_has_two_ends(head: str, key: schema.Key) -> None:
    form = key.form
    assert form.bounds is not None
    least, most = form.bounds
    for value, fits in (
        (least, True), (most, True), (least - 1, False), (most + 1, False),
    ):  # fmt: skip
        said = complaints(head, key, [value, value] if "[a, b]" in form.words else value)
        assert (said == []) is fits, value


@pytest.mark.slow
def test_var_1_no_key_takes_a_value_of_another_type() -> None:
    taken = [
        f"{head}{key.name} = {text}"
        for head, key in KEYS
        for text in ("1.0", "{ a = 1 }", "nan", "1979-05-27", "[[]]")
        if not (complaints(head, key, text) or (key.name == "kit" and wrong(f"{LIKE}{head}kit = {text}\n")))
    ]
    assert taken == []


@pytest.mark.slow
def test_every_key_that_is_misspelt_is_told_with_the_one_meant() -> None:
    for head, key in KEYS:
        name = f"{key.name[:-1]}x"
        said = [line for line in wrong(f"{LIKE}{head}{name} = 1\n") if line.startswith("3: ")]
        assert re.match(rf"3: no key {name} in \[.*\]; did you mean [a-z_.]+\?$", said[0]), said


def test_more_kinds_than_a_class_has_looks_are_refused() -> None:
    for cls, like, looks in (
        ("potion", "healing", "27 colors"),
        ("ring", "stealth", "26 stones"),
        ("stick", "light", "33 woods and metals"),
    ):
        names = [f"tale {first}{second}" for first in "abcde" for second in "abcdefgh"]
        text = "".join(f'[items.{cls}."{name}"]\nlike = "{like}"\n' for name in names)
        assert wrong(LIKE + text) == [f"2: 54 kinds of {cls} are more than {looks}"]


def test_texts_have_a_longest() -> None:
    for key in schema.TOP.values():
        if key.name in ("author", "about"):
            assert key.form.bounds is not None
            _, longest = key.form.bounds
            assert wrong(f'{LIKE}{key.name} = "{"x" * longest}"\n') == []
            assert wrong(f'{LIKE}{key.name} = "{"x" * (longest + 1)}"\n') != []


def test_var_1_a_variant_may_be_like_another_but_not_in_a_circle() -> None:
    parents = {"one": 'like = "two"\n', "two": 'like = "one"\n', "good": 'like = "5.2"\n'}
    assert wrong('like = "good"\n', parents) == []
    assert wrong('like = "one"\n', parents) == [
        "two.toml:1: like forms a circle: one is like two is like one"
    ]
    assert wrong('like = "mine"\n', {"mine": 'like = "5.4"'}) == ["1: like forms a circle: mine is like mine"]
    chain = {f"p{number}": f'like = "p{number + 1}"\n' for number in range(9)}
    assert "deeper than 5" in wrong('like = "p0"\n', chain)[0]
    assert wrong('like = "../etc/passwd"\n')[0].startswith("1: like is ")
    bad = {"bad": 'like = "5.4"\n\n[odds]\nfood = 101\n'}
    assert wrong('like = "bad"\n', bad) == ["bad.toml:4: food is 101; it must be 0 to 100"]


def test_lines_are_found_however_a_key_is_written() -> None:
    text = '# c = 1\n"a" = """\nb = 2\n""" # x\n[t . \'u\']\nv.w = [ { x = "]" },\n  { x = 2 } ]\n'
    text += "[[l]]\ny=1\n[[l]]\ny=2\n"
    lines = lines_of_keys(text)
    assert lines[("a",)] == 2
    assert lines[("t", "u", "v", "w")] == 6
    assert lines[("t", "u", "v", "w", 1, "x")] == 7
    assert (lines[("l", 0, "y")], lines[("l", 1, "y")]) == (9, 11)
    assert ("b",) not in lines


WORDS = st.sampled_from(
    [
        *schema.TOP,
        *schema.DUNGEON,
        *schema.HERO,
        *schema.FOOD,
        *schema.MONSTER,
        "=",
        "[",
        "]",
        "{",
        "}",
        '"',
        ".",
        "\n",
        "#",
        "'",
        "\\",
        "A",
        "monsters.A",
        "true",
        "1",
        "-1",
        "[1, 2]",
        '"mace"',
        '"5.4"',
        'like = "5.4"\n',
        "\x1b",
        "[hero]\n",
        "kit = [",
        "[items.potion.healing]\n",
        "odds = 3\n",
        '"""',
        ",",
    ]
)


@settings(max_examples=30)
@given(
    st.one_of(
        st.binary(max_size=300), st.lists(WORDS, max_size=40).map(lambda parts: "".join(parts).encode())
    )
)
def test_any_bytes_give_lines_or_a_game(data: bytes) -> None:
    begun = time.process_time()
    lines = wrong(data)
    assert time.process_time() - begun < 1
    assert all(" " <= char <= "~" for line in lines for char in line)


@pytest.mark.slow
def test_large_and_deep_files_are_refused_at_once() -> None:
    assert wrong(b" " * (64 * 1024 + 1)) == [" the file is larger than 65536 bytes"]
    begun = time.process_time()
    wrong("a" + ".a" * 30_000 + " = 1\n")
    wrong("x = [" + "1," * 30_000 + "]\n")
    wrong("like = '5.4'\n" + "[a.b]\nc = 1\n")
    assert time.process_time() - begun < 6  # a second where nothing traces or disturbs


BROKEN = (
    'a = "x', "a = 'x", 'a = """x', "a = 'a\x01'", "a = 1\x01", "[a", "[[a]", "[a\nb = 1", "a", "a b = 1",
    "a = 1 2", "a = 1\na = 2", "[a]\n[a]", "a = {b = 1, b = 2}", "a = {b = 1}\n[a.c]", "a = 1\n[a]",
    "x = {a=1,\nb=2}", "= 1", "a =", "a = x", "a = [1", "a = {b = 1", r'a = "\q"', r'a = "\ud800"',
    r'a = "\uxyz"', "a = 2026-13-01", "[a]\nb.c = 1\n[a.b]", "a = 5.4.1",
)  # fmt: skip


def test_what_is_no_toml_is_told_with_its_line_in_the_words_of_the_library() -> None:
    for text in BROKEN:
        with pytest.raises(VariantError) as refused:
            parsed(text.encode(), "f")
        (said,) = refused.value.lines
        assert re.fullmatch(r"f:[1-3]: [A-Z].+", said), (text, said)
    assert wrong("a = 1\na = 2\n") == ["2: Cannot overwrite a value"]
