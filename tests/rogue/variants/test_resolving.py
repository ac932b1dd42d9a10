"""What a description makes of the rules: what is silent is inferred, each inference as it is stated."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import fields, replace

import pytest

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.new_game import new_world
from rogue.levelgen.spawning import make_companions, make_foe
from rogue.state.entities import AWAKE, HASTED, SLOWED
from rogue.state.world import World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.monsters import FLIES, MEAN
from rogue.tables.ruleset import ROGUE_54, Ruleset
from rogue.ui.help import explain_symbol
from rogue.ui.session import Session
from rogue.variants import schema
from rogue.variants.variant import plain
from tests.rogue.variants.describing import rules, told


def same(first: Ruleset, second: Ruleset) -> list[str]:
    """Return the fields in which two rules differ."""
    return [
        field.name
        for field in fields(first)
        if plain(getattr(first, field.name)) != plain(getattr(second, field.name))
    ]


IDENTITY = ["variant", "variant_version", "digest", "page"]


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_var_1_what_is_not_said_is_as_in_the_game_that_it_is_like(edition: str) -> None:
    assert same(told(f'like = "{edition}"\n').rules, EDITIONS[edition]) == IDENTITY
    child = told('like = "one"\n', {"one": f'like = "{edition}"\n[hero]\nstrength = 10\n'}).rules
    assert same(child, EDITIONS[edition]) == ["hero", *IDENTITY]


@pytest.mark.parametrize(
    ("danger", "depth", "difficulty"), [(100, 7, 7), (50, 8, 4), (25, 5, 2), (400, 3, 9)]
)
def test_var_2_difficulty_grows_with_danger(danger: int, depth: int, difficulty: int) -> None:
    made = rules(f"[dungeon]\ndanger = {danger}\n")
    assert made.difficulty(depth) == difficulty
    assert made.difficulty(1) == 1


def test_var_2_a_nearer_amulet_leaves_danger_alone() -> None:
    for level in (1, 8, 26, 99):
        made = rules(f"[dungeon]\namulet_level = {level}\n")
        assert made.amulet_depth == level
        assert [made.difficulty(depth) for depth in range(1, 30)] == list(range(1, 30))
        assert made.order == ROGUE_54.order


def test_var_2_growth_is_counted_from_the_amulets_true_depth() -> None:
    made = rules("[dungeon]\ndanger = 400\namulet_level = 9\n")
    world = World(made, 1)
    assert make_foe(world, "K", 0, 9).level == made.monsters["K"].level
    assert make_foe(world, "K", 0, 10).level == made.monsters["K"].level + 1
    assert make_foe(world, "K", 0, 9).has_flag(HASTED)  # difficulty 33, which is below 29


@pytest.mark.parametrize(("said", "numbers"), [("true", (2, 4)), ("[2, 4]", (2, 4)), ("[1, 8]", (1, 8))])
def test_var_3_a_pack_without_numbers_has_2_to_4(said: str, numbers: tuple[int, int]) -> None:
    made = rules(f"[monsters]\nK = {{ pack = {said} }}\n")
    assert made.monsters["K"].pack == numbers
    assert (made.digest == rules("[monsters]\nK = { pack = [2, 4] }\n").digest) is (numbers == (2, 4))


def test_var_3_packs_come_together_and_each_wakes_for_itself() -> None:
    made = rules('[monsters]\nK = { pack = [4, 4] }\n[dungeon]\nmissing_rooms = [0, 0]\ndark = "never"\n')
    world = new_world(made, 5)
    level = world.level
    room = max(level.rooms, key=lambda room: room.width * room.height)
    first = make_foe(world, "K", (room.top + 1) * 80 + room.left + 1, 1)
    others = make_companions(world, first)
    assert {foe.kind.letter for foe in others} == {"K"}
    assert {level.room_at(foe.spot) for foe in others} == {room}
    assert len({first.spot, *(foe.spot for foe in others)}) == len(others) + 1 <= 4
    assert not any(foe.flags & AWAKE for foe in others)
    drawn = world.rng.drawn
    assert make_companions(world, make_foe(world, "E", first.spot, 1)) == []
    assert world.rng.drawn == drawn + 1  # its hit points alone


@pytest.mark.slow
def test_var_3_packs_are_met_on_levels() -> None:
    made = rules("[monsters]\n" + "".join(f"{letter} = {{ pack = [3, 3] }}\n" for letter in "KEBSH"))
    counts = Counter[str]()
    for seed in range(20):
        counts.update(foe.kind.letter for foe in new_world(made, seed).level.foes)
    usual = sum(len(new_world(ROGUE_54, seed).level.foes) for seed in range(20))
    assert sum(counts.values()) > 2 * usual


@pytest.mark.parametrize(("word", "mark"), [("slow", SLOWED), ("fast", HASTED)])
def test_var_3_another_speed_is_had_from_birth(word: str, mark: int) -> None:
    world = World(rules(f'[monsters]\nK = {{ speed = "{word}" }}\n'), 1)
    assert make_foe(world, "K", 0, 1).has_flag(mark)
    assert not make_foe(world, "B", 0, 1).has_flag(HASTED | SLOWED)


def test_var_4_like_takes_everything_but_the_letter() -> None:
    made = rules('[monsters]\nQ = { like = "bat" }\n').monsters["Q"]
    bat = ROGUE_54.monsters["B"]
    assert replace(made, letter="B", like="") == replace(bat) or plain(made) | {"letter": "B"} == plain(bat)
    assert made.like == "bat"
    assert rules('[monsters]\nQ = { like = "B" }\n').monsters["Q"].name == "bat"


@pytest.mark.parametrize(
    ("but", "changes"),
    [
        ('["faster"]', {"speed": "fast"}),
        ('["slower"]', {"speed": "slow"}),
        ('["faster", "slower"]', {}),
        ('["stronger"]', {"attacks": ((1, 12), (1, 12), (2, 9))}),
        ('["weaker"]', {"attacks": ((1, 5), (1, 5), (2, 4))}),
        ('["stronger", "stronger"]', {"attacks": ((1, 18), (1, 18), (2, 14))}),
        ('["tougher"]', {"level": 8, "armor": 3, "exp": 213}),
        ('["frailer"]', {"level": 4, "armor": 5, "exp": 53}),
    ],
)
def test_var_4_but_does_what_it_says(but: str, changes: dict[str, object]) -> None:
    troll = rules(f"[monsters]\nT = {{ but = {but} }}\n").monsters["T"]
    assert plain(troll) == plain(replace(ROGUE_54.monsters["T"], **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(("level", "exp"), [(1, 3), (6, 120), (12, 480), (3, 30)])
def test_var_4_experience_follows_the_square_of_the_level(level: int, exp: int) -> None:
    assert rules(f"[monsters]\nT = {{ level = {level} }}\n").monsters["T"].exp == exp
    assert rules(f"[monsters]\nT = {{ level = {level}, exp = 7 }}\n").monsters["T"].exp == 7
    assert rules("[monsters.K]\nlevel = 1\nexp = 0\n").monsters["K"].exp == 0


def test_var_4_traits_attacks_and_what_a_hit_does() -> None:
    made = rules(
        '[monsters]\nQ = { traits = ["flies", "gaze"], attacks = ["2d4", "0d0"], hit = "hold", erratic = 3,'
        ' carries = 9, armor = -3 }\nA = { hit = "none" }\n'
    ).monsters
    kind = made["Q"]
    assert (kind.traits, kind.gaze, kind.breathes) == (FLIES, True, False)
    assert (kind.attacks, kind.on_hit, kind.erratic, kind.carry, kind.armor) == (
        ((2, 4), (0, 0)),
        "hold",
        3,
        9,
        -3,
    )
    assert made["A"].on_hit == ""
    assert made["A"].traits == MEAN


@pytest.mark.parametrize(
    ("text", "start", "meal"),
    [
        ("start = 800", (800, 800), None),
        ("start = [700, 900]", (700, 900), None),
        ("start = 150", (150, 150), (1, 349)),
        ("meal = 500", (1300, 1300), (500, 500)),
        ("start = 800\nmeal = [1, 2]", (800, 800), (1, 2)),
    ],
)
def test_var_5_meals_follow_the_start(text: str, start: object, meal: object) -> None:
    made = rules(f"[food]\n{text}\n")
    assert (made.times.food, made.hunger.meal) == (start, meal)


def test_var_6_the_other_classes_share_the_rest_by_largest_remainder() -> None:
    shares = dict(rules("[odds]\nfood = 9\n").class_odds)
    assert shares == {"potion": 28, "scroll": 39, "food": 9, "weapon": 8, "armor": 8, "ring": 4, "stick": 4}
    assert sum(dict(rules("[odds]\nfood = 0\nring = 33\n").class_odds).values()) == 100


def test_var_6_the_odds_of_a_kind_are_a_weight() -> None:
    made = rules("[items.weapon.arrow]\nodds = 40\n")
    assert [kind.odds for kind in made.weapons] == [11, 11, 12, 40, 8, 10, 12, 12, 12]


def test_var_6_new_kinds_do_what_those_do_that_they_are_like() -> None:
    made = rules(
        '[items.potion."cold tea"]\nlike = "healing"\nodds = 5\n[items.ring.sight]\nlike = "see invisible"\n'
    )
    tea, ring = made.kind("potion", "cold tea"), made.kind("ring", "sight")
    assert (tea.does, tea.odds, ring.does) == ("healing", 5, "see invisible")
    assert len(made.potions) == len(ROGUE_54.potions) + 1


def test_var_7_the_amulet_the_greeting_and_messages_have_other_words() -> None:
    made = rules(
        '[words]\namulet = "the Grail"\nwelcome = "Hail {name}."\n'
        '[words.say]\n"You hit {who}" = "Smite {who}"'
        '\n"I see no way down" = ""\n'
    )
    assert explain_symbol(made, ord(",")) == "',': the Grail"
    turned = made.words.phrases.turned
    assert (turned("You hit the bat"), turned("I see no way down"), turned("Ouch")) == (
        "Smite the bat",
        "",
        "Ouch",
    )
    game = Session(1, made, "name=Ann")
    game.greet()
    game.feed(b"")
    assert game.screen[0].startswith("Hail Ann.")


def test_var_7_words_of_an_older_edition_are_changed_as_that_one_says_them() -> None:
    parent = EDITIONS["5.2"]
    said, shown = next((a, b) for a, b in parent.words.phrases.pairs if b and "{" not in b)
    made = told(f'like = "5.2"\n[words.say]\n"{shown}" = "Aha"\n').rules
    assert made.words.phrases.turned(said) == "Aha"


@pytest.mark.parametrize("table", ["symbols", "keys", "screen", "effects", "code"])
def test_var_8_what_cannot_be_told_is_said_so(table: str) -> None:
    from tests.rogue.variants.describing import wrong

    assert "cannot be changed" in wrong(f'like = "5.4"\n[{table}]\n')[0]


def test_var_11_the_kit_is_used_and_known() -> None:
    text = '[hero]\nkit = [ { item = "arrow", count = 9 }, { item = "short bow" },'
    text += '{ item = "mace", plus = [2, -1] },'
    text += '{ item = "plate mail", plus = [3, 0] }, { item = "potion of healing", count = 2 },'
    text += '{ item = "wand of cold", charges = 4 }, { item = "ring of protection", plus = [1, 0] } ]\n'
    world = new_world(rules(text), 3)
    player = world.player
    assert [item.letter for item in player.pack] == list("abcdefg")
    assert player.wielded is player.pack[2]
    assert player.worn is player.pack[3]
    assert player.worn is not None
    assert player.worn.value == 0
    mace, tea, wand = player.pack[2], player.pack[4], player.pack[5]
    assert (mace.hit_plus, mace.damage_plus, tea.count, wand.value) == (2, -1, 2, 4)
    assert tea.kind in world.knowledge.true
    assert player.pack[6].value == 1


def test_var_11_what_is_said_to_be_in_use_is() -> None:
    kit = '[hero]\nkit = [ { item = "mace" }, { item = "short bow", use = true },'
    kit += '{ item = "ring mail", use = false } ]\n'
    player = new_world(rules(kit), 3).player
    assert player.wielded is player.pack[1]
    assert player.worn is None


def test_var_12_the_order() -> None:
    assert rules('[monsters]\nD = { like = "kestrel" }\n').order.startswith("KDEBSH")
    assert rules('[monsters]\nD = { name = "worm" }\n').order == ROGUE_54.order
    assert rules('[monsters]\nD = { after = "B" }\n').order.startswith("KEBDSH")
    gone = rules("[monsters]\nB = { gone = true }\n")
    assert (gone.order, gone.wanderers) == (
        ROGUE_54.order.replace("B", ""),
        ROGUE_54.wanderers.replace("B", ""),
    )
    coffee = rules('[dungeon]\norder = "KEBSHRZCQYTW"\n')
    assert (coffee.order, coffee.wanderers) == ("KEBSHRZCQYTW", "KEBSHRZCQYTW")


def test_var_12_who_is_like_another_wanders_as_that_one() -> None:
    assert "D" in rules('[monsters]\nD = { like = "kestrel" }\n').wanderers
    assert "K" not in rules('[monsters]\nK = { like = "dragon" }\n').wanderers
    assert "K" not in rules("[monsters]\nK = { wanders = false }\n").wanderers
    letters = "".join(f"{letter} = {{ wanders = false }}\n" for letter in sorted(ROGUE_54.order))
    assert not rules(f"[monsters]\n{letters}").digging.wanderers


DUNGEONS = [
    ("missing_rooms = [8, 8]", lambda world: sum(room.gone for room in world.level.rooms) == 8),
    (
        'dark = "always"',
        lambda world: all(room.dark or room.maze for room in world.level.rooms if not room.gone),
    ),
    (
        'dark = "never"',
        lambda world: not any(room.dark or room.maze for room in world.level.rooms if not room.gone),
    ),
    ("mazes = 0", lambda world: not any(room.maze for room in world.level.rooms)),
    (
        'dark = "always"\nmazes = 1',
        lambda world: all(room.maze for room in world.level.rooms if not room.gone),
    ),
    ("gold = 0", lambda world: not any(room.gold for room in world.level.rooms)),
    (
        "items = 0\ntreasure_rooms = 0",
        lambda world: not [item for item in world.level.things if item.kind.cls not in ("gold", "amulet")],
    ),
    (
        "most_traps = 0",
        lambda world: (
            world.level.cells.count(b"^") == 0
            and 0
            not in [
                world.level.flags[spot] & 1 for spot in range(80, 1840) if world.level.cells[spot] == ord(".")
            ]
        ),
    ),
    (
        'secrets = "none"',
        lambda world: all(
            world.level.flags[spot] & 1 or world.level.cells[spot] == ord(".") for spot in range(1840)
        ),
    ),
    ("wanderers = 0", lambda world: not world.timers),
    ("wanderers = 70", lambda world: 67 <= world.timers[0].turns <= 73),
    ("amulet_level = 9", lambda world: any(item.kind.cls == "amulet" for item in world.level.things)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "holds"), DUNGEONS, ids=[text.replace("\n", " ") for text, _ in DUNGEONS])
def test_var_1_levels_are_as_the_dungeon_says(text: str, holds: object) -> None:
    assert callable(holds)
    made = rules(f"[dungeon]\n{text}\n")
    for seed in range(6):
        world = new_world(made, seed)
        world.depth = world.deepest = 9
        make_level(world)
        assert holds(world)


@pytest.mark.slow
def test_var_1_every_switch_of_the_rules_reaches_its_field() -> None:
    for topic, keys in schema.RULES.items():
        for name, key in keys.items():
            value = {"true": "false", "false": "true"}.get(key.usual)
            if key.form.choices:
                value = f'"{key.form.choices[-1]}"'
            elif value is None:
                value = (
                    "[3, 4]" if key.usual.startswith("[") else '"none"' if "none" in key.form.words else "17"
                )
            made = rules(f"[rules.{topic}]\n{name} = {value}\n")
            wanted = tomllib.loads(f"value = {value}")["value"]
            found = plain(getattr(getattr(made, topic), name))
            assert found == (None if wanted == "none" else wanted)


def test_var_1_editions_mix() -> None:
    made = rules(
        "[rules.chasing]\nfetches = false\ngreedy_always_wake = false\nrethinks = false\n"
        "passages_are_rooms = false\ngreedy_give_up = false\ndoor_is_inside = false\nblind_disturb = false\n"
        "stumbling_costs = true\nmove_last = true\n"
        'ties = "first"\nstagger = "legal step"\n'
    )
    assert plain(made.chasing) == plain(EDITIONS["3.6"].chasing)
