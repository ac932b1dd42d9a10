"""The page "This game": every difference has a sentence, and none gives away what the game keeps secret."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from rogue.storage.variant_files import BEST, load_variant
from rogue.tables.items import ItemClass
from rogue.tables.messages import Translation
from rogue.tables.ruleset import ROGUE_54, ROGUE_MINDS, Ruleset
from rogue.ui.help import help_rows
from rogue.variants import schema
from rogue.variants.page import DEGREES, DURATIONS, SWITCHES, differences
from tests.rogue.variants.describing import told

PAGES = {
    "coffee": [
        "The Amulet lies on level 8.",
        "More items lying about.",
        "Only bats (B), centaurs (C), emus (E), hobgoblins (H), kestrels (K), quaggas",
        "  (Q), rattlesnakes (R), snakes (S), trolls (T), wraiths (W), yetis (Y) and",
        "  zombies (Z).",
    ],
    "famine": ["You begin with food for 800 turns.", "A meal lasts 600 to 999 turns.", "Less food."],
    "kennel": [
        "E is a jackal: like an emu, in packs of 2 to 4.",
        "S is a wild dog: like a snake, easier to hit, in packs of 2 to 4.",
        "Z is a hound: like a zombie, faster, in packs of 2 to 4.",
    ],
    "bowman": [
        "You begin with: some food, +1 leather armor (in use), a +1,+0 dagger, a +2,+1",
        "  short bow (in use), 60 +0,+0 arrows.",
        "More arrows.",
    ],
    "candle": ["All rooms are dark."],
    "moor": [
        "E is a hound: like an emu, thinks like a hound.",
        "L is a hag: like a hobgoblin, tougher, harder to hit, worth more, thinks like a",
        "  hag.",
        "O is a bandit: like an orc, thinks like a bandit.",
        "S is an old hound: like a snake, easier to hit, thinks like a hound.",
        "Monsters come in another order.",
        "Monsters with the mind of a hound: animal, in flocks, tracks you, flees when",
        "  hurt, leap.",
        "Monsters with the mind of a hag: cunning, flees when hurt, keeps its distance,",
        "  wail, burble, mend, blink.",
        "Monsters with the mind of a bandit: folk, in bands, tracks you, flees when",
        "  hurt, lies in wait, keeps its distance, dart, mend.",
    ],
}


@pytest.mark.parametrize("name", BEST)
def test_the_pages_of_what_ships(name: str) -> None:
    variant = load_variant(name, {})
    page = variant.rules.page
    edition = variant.rules.edition
    assert page[:3] == (f"This game: {name} 1, like Rogue {edition}", f'"{variant.about}"', "")
    assert list(page[3 : 3 + len(PAGES[name])]) == PAGES[name]
    assert len(page) == 3 + len(PAGES[name])


def few(cls: ItemClass, *left: str, how: str = "gone = true") -> str:
    """Return a description in which a class has these kinds only."""
    names = [kind.name for kind in ROGUE_54.kinds(cls) if kind.name not in left]
    return "\n".join(f'[items.{cls}."{name}"]\n{how}' for name in names)


SECRET = re.compile(r"\d+d\d+|\d+ ?%|per ?cent|armor class")
SENTENCES = [
    ("[dungeon]\ndanger = 50", "Danger grows slower with depth."),
    ("[dungeon]\nmissing_rooms = [8, 8]", "Of nine rooms 8 are missing."),
    ('[dungeon]\ndark = "never"', "No room is dark."),
    ("[dungeon]\nmazes = 5", "More mazes."),
    ("[dungeon]\nmazes = 0", "No mazes."),
    ('[dungeon]\nsecrets = "none"', "Nothing is hidden: no secret doors or passages."),
    ("[dungeon]\ntreasure_rooms = 30", "Fewer treasure rooms."),
    ("[dungeon]\nmost_traps = 3", "Fewer traps."),
    ("[dungeon]\ngold = 50", "Less gold."),
    ("[dungeon]\nitems = 20", "Fewer items lying about."),
    ("[dungeon]\nwanderers = 0", "No wandering monsters."),
    ("[dungeon]\nwanderers = 40", "More wandering monsters."),
    ("[hero]\nhit_points = 20", "You begin with 20 hit points."),
    ("[hero]\nstrength = 10", "You begin with strength 10."),
    ("[food]\nmost = 1500", "You can eat for 1500 turns at most."),
    ("[food]\nhungry = 400", "You are hungry below 400 turns."),
    ("[food]\nweak = 100", "You are weak below 100 turns."),
    ("[food]\nstarves = false", "Nobody starves."),
    ("[food]\nat_least_every = 0", "There may never be food again."),
    ("[food]\nat_least_every = 5", "After 5 levels without food, the next has some."),
    ('[monsters]\nT = { name = "ogre", but = ["slower"] }', "T is an ogre: like a troll, slower."),
    ('[monsters]\nE = { hit = "weaken" }', "E is an emu: like an emu, its hit weakens."),
    ("[monsters]\nK = { wanders = false }", "K is a kestrel: like a kestrel, never comes from anywhere."),
    ("[monsters]\nD = { gone = true }", "No dragons (D)."),
    (
        '[dungeon]\norder = "KEBHI"',
        "Only bats (B), emus (E), hobgoblins (H), ice monsters (I) and kestrels (K).",
    ),
    ("[monsters]\nD = { carries = 0 }", "D is a dragon: like a dragon, carries nothing."),
    ("[monsters]\nB = { erratic = 0 }", "B is a bat: like a bat, wanders about less."),
    ('[monsters]\nK = { after = "D" }', "Monsters come in another order."),
    ("[items.potion.healing]\nodds = 0", "No potions of healing."),
    ("[items.stick.cold]\nworth = 1", "Wands or staffs of cold sell for less."),
    ('[items.weapon.mace]\nwield = "1d4"', "Maces hit softer in hand."),
    ('[items.armor."ring mail"]\nclass = 5', "Ring mail protect more."),
    ("[items.ring.stealth]\nfood = 0", "Rings of stealth make you less hungry."),
    ('[items.potion.tea]\nlike = "healing"', "There are potions of tea, like potions of healing."),
    ("[items.potion.healing]\ngone = true", "No potions of healing."),
    (few("potion", "healing", "poison"), "Only potions of poison and healing."),
    (few("ring", "stealth", how="odds = 0"), "Only rings of stealth."),
    (few("armor", "ring mail", "leather armor"), "Only leather armor and ring mail."),
    ("[odds]\npotion = 0", "No potions."),
    ("[rules.chasing]\nfetches = false", "Monsters fetch no items that lie about."),
    ("[rules.chasing]\ngreedy_always_wake = false", "Greedy monsters wake only where there is gold."),
    (
        "[rules.chasing]\ngreedy_give_up = false",
        "Greedy monsters guard the place where their gold was.",
    ),
    ("[rules.chasing]\ndoor_is_inside = false", "Monsters notice you before the door."),
    ("[rules.chasing]\nblind_disturb = false", "Monsters do not notice you enter a room when blind."),
    ("[rules.chasing]\npassages_are_rooms = false", "Monsters in passages come straight for you."),
    ("[rules.chasing]\nstumbling_costs = true", "Stumbling on the spot costs a turn."),
    ("[rules.fighting]\nregrows_beyond = true", "Monsters may regenerate beyond full health."),
    ("[rules.fighting]\ngaze_always = true", "Gazes of sleeping monsters confuse, too."),
    ("[rules.magic]\nmissile_by_weapon = false", "Magic missiles hit the same with any weapon."),
    ("[rules.looking]\ndisguises_fool = false", "Missiles and beams stop at disguised monsters."),
    ("[rules.magic]\ncancellation_wakes = false", "Cancellation neither wakes nor unmasks."),
    ("[rules.magic]\npolymorph_keeps = false", "Polymorphed monsters lose their items."),
    ("[rules.magic]\npolymorph_revives = true", "Polymorph may make wiped-out monsters."),
    ("[rules.magic]\nbeams_free = false", "Teleports and cancellation free no held monsters."),
    ("[rules.magic]\nstriking_unmasks = true", "A zap of striking unmasks disguised monsters."),
    ("[rules.magic]\nstriking_drains = false", "Only zaps of a staff of striking cost charges."),
    ("[rules.chasing]\nblind_look = false", "Monsters beside you do not wake when you are blind."),
    ("[rules.chasing]\ngreedy_mean_wake = true", "Greedy monsters of treasure rooms always wake."),
    ("[rules.digging]\ntreasure_foe_tries = 11", "Treasure rooms have more monsters."),
    ("[rules.chasing]\nrooted_reach = true", "Rooted monsters may step onto an exit beside them."),
    ("[rules.chasing]\nmove_last = true", "Monsters move after you have healed."),
    ("[rules.fighting]\nsteals_of_stacks = false", "Nymphs take nothing of a stack."),
    ("[rules.fighting]\nsteals_groups = true", "Nymphs take a whole group of weapons."),
    ("[rules.magic]\nconfusion_prolongs = true", "A second potion of confusion prolongs the first."),
    ("[rules.magic]\nteleport_frees = false", "A teleport does not free you from a bear trap."),
    ("[rules.bestiary]\nhoards_in_rooms = true", "Leprechauns leave gold in rooms only."),
    ("[rules.pack]\nfalls_anywhere = false", "Items never fall under monsters."),
    ("[rules.times]\nhaste = [1, 2]", "Haste lasts shorter."),
    ("[rules.times]\nhaste = [3, 8]", "Haste lasts less evenly."),
    ("[rules.fighting]\nstarved_gaze = 50", "Gazes kill the starving sooner."),
    ('[words]\namulet = "the Grail"', "The Amulet is called: the Grail."),
    ('[words]\nwelcome = "Hi"', "You are welcomed in other words."),
    ('[words.say]\n"Ouch" = ""', "It does not say: Ouch"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_a_difference_has_its_sentence_alone_and_lines_that_fit(text: str, sentence: str) -> None:
    made = told(text + "\n").rules
    assert differences(ROGUE_54, made) == [sentence]
    assert [line for line in made.page if len(line) > 79 or SECRET.search(line)] == []


def test_a_new_kind_differs_from_the_one_that_it_is_like() -> None:
    for text, sentences in (
        (
            '[items.weapon.boomerang]\nlike = "dagger"\nthrow = "2d6"\nodds = 40',
            ["There are boomerangs, like daggers.", "Boomerangs hit harder when thrown."],
        ),
        (
            '[items.armor."iron suit"]\nlike = "plate mail"\nclass = 2\nrusts = false',
            [
                "There are iron suits, like plate mail.", "Iron suits protect more.",
                "Iron suits do not rust.",
            ],
        ),
        (
            '[items.ring.calm]\nlike = "stealth"\nworth = 1\nfood = 0',
            [
                "There are rings of calm, like rings of stealth.", "Rings of calm sell for less.",
                "Rings of calm make you less hungry.",
            ],
        ),
    ):  # fmt: skip
        assert differences(ROGUE_54, told(text + "\n").rules) == sentences


@pytest.mark.slow
def test_every_rule_that_can_be_changed_has_words() -> None:
    fields = {name for topic in schema.RULES.values() for name in topic}
    assert fields <= {*SWITCHES, *DEGREES, *DURATIONS}
    assert len(fields) > 50
    for topic, keys in schema.RULES.items():
        for name in keys:
            edition = ROGUE_MINDS if topic == "minds" else ROGUE_54
            rules = getattr(edition, topic)
            value = getattr(rules, name)
            other: Any = (
                not value
                if isinstance(value, bool)
                else (value or 0) + 1
                if not isinstance(value, (tuple, str))
                else value
            )
            if isinstance(value, tuple):
                other = (value[0] + 1, value[1] + 1)
            if isinstance(value, str):
                form = keys[name].form
                other = next(word for word in form.choices if word != value)
            changed = edition.replace(**{topic: replace(rules, **{name: other})})
            assert len(differences(edition, changed)) == 1, name


REACHED = {
    "times.wander",
    "times.food",
    "amulet_depth",
    "item_odds",
    *(
        f"digging.{name}"
        for name in (
            "danger_pct",
            "missing_rooms",
            "dark",
            "maze_one_in",
            "secrets",
            "treasure_one_in",
            "max_traps",
            "gold_pct",
            "wanderers",
        )
    ),
    *(f"hunger.{name}" for name in ("starves", "meal", "most", "hungry", "weak", "levels_without")),
    *(f"hero.{name}" for name in ("hit_points", "strength", "kit")),
    *(
        "monsters",
        "order",
        "wanderers",
        "class_odds",
        "potions",
        "scrolls",
        "foods",
        "weapons",
        "armors",
        "rings",
    ),
    *("sticks", "words.phrases", "words.amulet", "words.welcome"),
    *(f"{topic}.{name}" for topic, keys in schema.RULES.items() for name in keys),
}
"""Fields that a description can change: `differences` has words for each."""


def leaves(value: Any, path: str = "") -> dict[str, Any]:
    if is_dataclass(value) and not isinstance(value, (type, Translation)) and path.count(".") < 2:
        found: dict[str, Any] = {}
        for field in fields(value):
            found |= leaves(getattr(value, field.name), f"{path}.{field.name}".lstrip("."))
        return found
    return {path: value}


def test_no_description_changes_a_field_without_words() -> None:
    """Every key of the form at once: what differs from the edition is a field that has words."""
    text = (
        '[dungeon]\namulet_level = 9\norder = "KEBSHIROZ"\ndanger = 90\n'
        'missing_rooms = [1, 2]\ndark = "never"\nmazes = 3\n'
        'secrets = "none"\ntreasure_rooms = 9\nmost_traps = 2\ngold = 90\nitems = 40\nwanderers = 30\n'
        '[hero]\nhit_points = 20\nstrength = 12\nkit = [ { item = "food" } ]\n'
        "[food]\nstart = 900\nmeal = 700"
        "\nmost = 1500\nhungry = 250\nweak = 120\nstarves = false\nat_least_every = 2\n"
        '[monsters]\nE = { like = "bat", name = "jackal", level = 3, pack = true }\n'
        + "".join(
            f'[items.{cls}."{getattr(ROGUE_54, table)[0].name}"]\nworth = 7\n'
            for cls, table in (
                ("potion", "potions"),
                ("scroll", "scrolls"),
                ("food", "foods"),
                ("weapon", "weapons"),
                ("armor", "armors"),
                ("ring", "rings"),
                ("stick", "sticks"),
            )
        )
        + '[odds]\nfood = 30\n[words]\namulet = "the Grail"\nwelcome = "Hi"\n[words.say]\n"Ouch" = "Oh"\n'
        + "[rules.chasing]\nfetches = false\n"
    )
    made = told(text).rules
    before, after = leaves(ROGUE_54), leaves(made)
    changed = {path for path in after if before[path] != after[path]}
    assert changed - REACHED == {"variant", "variant_version", "digest", "page"}
    assert REACHED - set(before) == {path for path in REACHED if path.startswith("minds.")}
    assert REACHED - set(leaves(ROGUE_MINDS)) == set()
    assert changed > {path for path in REACHED if "." not in path}


def test_the_page_follows_the_keys_on_pages_of_its_own() -> None:
    page = load_variant("kennel", {}).rules.page
    rows = help_rows(game=page)
    at = rows.index(page[0])
    assert at % 23 == 0
    assert rows[at:] == list(page)
    assert rows[: len(help_rows())] == help_rows()


def test_a_variant_that_changes_nothing_has_nothing_to_say(tmp_path: object) -> None:
    made: Ruleset = told('about = "the same"\n').rules
    assert differences(ROGUE_54, made) == []
