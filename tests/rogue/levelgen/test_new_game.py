"""The beginning of a game: words, kit, first clock (NAM-1, ITM-10, ITM-28, WND-1)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from rogue.levelgen import new_game
from rogue.levelgen.new_game import make_title, new_world
from rogue.state.checksum import checksum
from rogue.state.level import PlayerMap
from rogue.state.rng import Rng
from rogue.state.world import Options, World
from rogue.tables import items
from rogue.tables.ruleset import ROGUE_54

pytestmark = pytest.mark.slow


MANY = range(150)


def test_nam_1_every_kind_has_a_look_and_no_look_comes_twice() -> None:
    for seed in MANY:
        knowledge = new_world(ROGUE_54, seed).knowledge
        for kinds, words in (
            (ROGUE_54.potions, set(items.COLORS)),
            (ROGUE_54.rings, {name for name, _ in items.STONES}),
            (ROGUE_54.sticks, set(items.WOODS) | set(items.METALS)),
            (ROGUE_54.scrolls, None),
        ):
            looks = [knowledge.looks[kind] for kind in kinds]
            assert len(set(looks)) == len(kinds)
            assert words is None or set(looks) <= words
        assert knowledge.true == set()
        assert knowledge.called == {}


def test_nam_1_metal_makes_a_wand() -> None:
    wands = 0
    for seed in MANY:
        knowledge = new_world(ROGUE_54, seed).knowledge
        for kind in ROGUE_54.sticks:
            metal = kind in knowledge.metal
            assert knowledge.looks[kind] in (items.METALS if metal else items.WOODS)
            wands += metal
    sticks = len(MANY) * len(ROGUE_54.sticks)
    # A little below one half: words used up are drawn again, coin included, and there are fewer metals.
    assert 0.43 < wands / sticks < 0.51


def test_nam_1_every_word_is_used_in_some_game() -> None:
    used = {look for seed in MANY for look in new_world(ROGUE_54, seed).knowledge.looks.values()}
    stones = {name for name, _ in items.STONES}
    assert used >= set(items.COLORS) | stones | set(items.WOODS) | set(items.METALS)


def test_stones_bring_their_worth() -> None:
    knowledge = new_world(ROGUE_54, 4).knowledge
    worth = dict(items.STONES)
    assert knowledge.stone_worth == {kind: worth[knowledge.looks[kind]] for kind in ROGUE_54.rings}


def test_titles_have_two_to_four_words_of_known_syllables() -> None:
    rng = Rng(1)
    words: Counter[int] = Counter()
    for _ in range(2000):
        title = make_title(rng, ROGUE_54)
        assert 0 < len(title) <= 40
        assert title == " ".join(title.split())
        words[title.count(" ") + 1] += 1
    assert set(words) == {2, 3, 4}


def test_titles_never_pass_40_characters() -> None:
    rng = Rng(2)
    wordy = ROGUE_54.replace(title_words=(9, 9))
    lengths = [len(make_title(rng, wordy)) for _ in range(500)]
    assert max(lengths) == 40
    assert min(lengths) > 30


def test_foo_8_itm_10_kit_and_arrows() -> None:
    counts = Counter(new_world(ROGUE_54, seed).player.pack[4].count for seed in range(300))
    assert set(counts) == set(range(25, 40))
    player = new_world(ROGUE_54, 1).player
    kit = {item.letter: item.kind.name for item in player.pack}
    assert kit == {"a": "food", "b": "ring mail", "c": "mace", "d": "short bow", "e": "arrow"}
    assert player.pack[4].group == 1
    assert (player.hp, player.strength, player.food, player.purse, player.flags) == (12, 16, 1300, 0, 0)


def test_wnd_1_the_first_delay_runs_after_each_turn() -> None:
    delays = set()
    for seed in MANY:
        world = new_world(ROGUE_54, seed)
        (timer,) = world.timers
        assert (timer.name, timer.before, world.wander_on) == ("wander", False, False)
        delays.add(timer.turns)
    assert delays == set(range(67, 74))


def test_a_new_game_stands_on_level_1_with_nothing_shown_or_said() -> None:
    world = new_world(ROGUE_54, 6, Options(name="Ann", terse=True))
    assert (world.depth, world.deepest, world.turns, world.seed) == (1, 1, 0, 6)
    assert world.options.name == "Ann"
    assert world.said == []
    assert world.canvas.cells == PlayerMap().cells
    assert world.player.room is world.level.room_at(world.player.spot)


def test_the_seed_alone_decides() -> None:
    assert checksum(new_world(ROGUE_54, 3)) == checksum(new_world(ROGUE_54, 3))
    assert len({checksum(new_world(ROGUE_54, seed)) for seed in MANY}) == len(MANY)
    assert new_world(ROGUE_54, 3).deco.drawn == 0


def test_nam_1_a_title_that_comes_again_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = itertools.count()
    monkeypatch.setattr(new_game, "make_title", lambda *_: f"title {next(drawn) // 3}")
    world = World(ROGUE_54, 1)
    new_game.randomize_names(world)
    titles = [world.knowledge.looks[kind] for kind in ROGUE_54.scrolls]
    assert titles == [f"title {number}" for number in range(len(titles))]
