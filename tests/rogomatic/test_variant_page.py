"""What the agent believes of a variant once it has read the page, and how it plays by that."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.variant_page import PageMonsterSource, differing, take_page
from rogomatic.agent.editions import USUAL_FOOD, FoodRules
from rogomatic.agent.memory.long_term_memory import Book, Memory, MonsterRecord, memory_of_variant, names_seen
from rogomatic.agent.monster_manual import FLIES, KINDS, MEAN, Manual
from rogomatic.agent.player import Player
from rogomatic.agent.sight.page_parser import GamePage, PageMonster, read_page
from rogomatic.agent.think.ground.exits import is_seeking
from rogomatic.cli.agent_factory import default_players
from rogomatic.run.recordings.timeline import CheckpointStore
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink, Played
from rogue.storage.variant_files import BEST, load_variant
from rogue.tables.ruleset import Ruleset
from rogue.ui.session import Session
from tests.rogue.variants.describing import told
from tests.rogue.variants.test_pages import SENTENCES


def believed(*rows: str, source: Manual | None = None) -> Beliefs:
    b = Beliefs(version="5.4.5")
    page = read_page(["This game: mine 1, like Rogue 5.4", "", *rows])
    take_page(b, page, PageMonsterSource(source or Manual(), page.monsters))
    return b


def test_the_amulet_is_looked_for_where_the_page_says() -> None:
    b = believed("The Amulet lies on level 8.")
    b.me.depth = 8
    assert is_seeking(b)
    b.amulet_depth = 26
    assert not is_seeking(b)


def test_food_is_what_the_page_says() -> None:
    b = believed(
        "You begin with food for 800 turns.", "A meal lasts 600 to 999 turns.", "You are weak below 99 turns."
    )
    assert b.food == FoodRules((800, 800), (600, 999), 2000, 300, 99)
    assert b.me.stomach.mean == pytest.approx(800)
    assert (b.food.meal_turns, b.food.lower_bound("Hungry"), b.food.upper_bound("")) == (800, 99, 2000)
    fed = Stomach.between(0, 0).fed(b.food)
    assert (fed.least, fed.most) == (600, 999)
    assert Stomach.between(0, 0).fed(USUAL_FOOD).most == 1499


def test_odds_of_kinds_are_more_and_less() -> None:
    b = believed("More potions of healing.", "No scrolls of sleep.", "Fewer rings of stealth.", "More food.")
    assert b.lore.kinds["potion"]["healing"] == 26
    assert "sleep" not in b.lore.kinds["scroll"]
    assert b.lore.kinds["ring"]["stealth"] == 3
    b = believed("Only potions of poison, healing and haste self.", "Only wands or staffs of cold.")
    assert list(b.lore.kinds["potion"]) == ["poison", "healing", "haste self"]
    assert list(b.lore.kinds["stick"]) == ["cold"]


def test_a_letter_has_the_name_and_the_strength_that_the_page_tells() -> None:
    b = believed("S is a wild dog: like a snake, easier to hit, in packs of 2 to 4.")
    assert b.names["S"] == "wild dog"
    dog = b.monster_source.kind("5.4", "wild dog", 3)
    assert dog == KINDS["snake"]._replace(name="wild dog", armor=7)
    assert b.monster_source.kind("5.4", "bat", 3) == KINDS["bat"]


@pytest.mark.parametrize(
    ("word", "field", "value"),
    [
        ("tougher", "level", 8), ("frailer", "level", 4), ("harder to hit", "armor", 2),
        ("hits harder", "attacks", ((1, 12), (1, 12), (2, 9))),
        ("hits softer", "attacks", ((1, 5), (1, 5), (2, 4))),
        ("its hit weakens", "special", "weaken"), ("not mean", "traits", KINDS["troll"].traits & ~MEAN),
        ("flies", "traits", KINDS["troll"].traits | FLIES), ("worth more", "exp", KINDS["troll"].exp),
    ],
)  # fmt: skip
def test_words_become_figures(word: str, field: str, value: object) -> None:
    assert getattr(differing(KINDS["troll"], PageMonster("T", "ogre", "troll", (word,))), field) == value


def test_who_acts_twice_a_turn_strikes_twice() -> None:
    hound = differing(KINDS["zombie"], PageMonster("Z", "hound", "zombie", ("faster",)))
    assert hound.attacks == ((1, 8), (1, 8))


def test_what_was_seen_outweighs_what_is_said() -> None:
    one = PageMonster("K", "bat", "dragon", ())
    assert PageMonsterSource(Manual(), [one]).kind("5.4", "bat", 1).level == 10
    assert PageMonsterSource(Manual(), [one], frozenset({"bat"})).kind("5.4", "bat", 1) == KINDS["bat"]


def test_a_variants_memory_begins_as_its_editions_and_is_kept_apart() -> None:
    memory = Memory({"5.4": Book(games=3)})
    assert memory_of_variant(memory, "5.4", "5.4 mine", 3).of("5.4").games == 3
    memory = Memory({"5.4": Book(games=3), "5.4 mine": Book(games=2)})
    assert memory_of_variant(memory, "5.4", "5.4 mine", 3).of("5.4").games == 5
    assert memory.of("5.4").games == 3
    assert names_seen(memory, "5.4 mine", 1) == frozenset()


@pytest.mark.parametrize(("enough", "blows"), [(3, (2, 1)), (4, (52, 51))])
def test_of_whom_a_variant_has_shown_enough_nothing_else_counts(enough: int, blows: tuple[int, int]) -> None:
    here, there = (MonsterRecord(tables={"blows": {4: both}}) for both in ((2, 1), (50, 50)))
    memory = Memory(
        {"5.4": Book(monsters={"bat": there, "emu": there}), "5.4 mine": Book(monsters={"bat": here})}
    )
    book = memory_of_variant(memory, "5.4", "5.4 mine", enough).of("5.4")
    assert book.of("bat").table("blows") == {4: blows}
    assert book.of("emu") == there


def played(rules: Ruleset, seed: int, commands: int, *, learn: bool = False) -> Player:
    agents = default_players()
    player = Player(agents.memory, agents.knobs, seed, learn)
    play(MemoryLink(Session(seed, rules, GAME_OPTIONS)), player, Limits(commands=commands), Played())
    return player


@pytest.mark.slow
@pytest.mark.parametrize("name", BEST)
def test_the_page_is_read_at_the_start_of_every_variant_that_ships(name: str) -> None:
    player = played(load_variant(name, {}).rules, 60100, 40)
    b = player.beliefs
    assert (b.variant, b.page.name, b.page.unread) == (name, name, ())
    assert player.report().unknown == 0
    assert b.commands > 20
    if name == "coffee":
        assert b.amulet_depth == 8
    if name == "kennel":
        assert b.names["Z"] == "hound"


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_the_page_of_a_variant_of_an_older_edition_is_read_as_well(edition: str) -> None:
    text = f'like = "{edition}"\n[dungeon]\namulet_level = 9\n[monsters]\nJ = {{ name = "fox" }}\n'
    b = played(told(text).rules, 60500, 40).beliefs
    assert (b.edition, b.variant, b.amulet_depth, b.names["J"]) == (edition, "mine", 9, "fox")


@pytest.mark.slow
@pytest.mark.parametrize(("text", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_every_difference_has_a_sentence_that_the_agent_knows(text: str, sentence: str) -> None:
    rows = told(text + "\n").rules.page
    page = read_page(rows)
    assert page.name == "mine"
    assert sentence in " ".join(map(str.strip, rows))
    assert page.unread == () or text.startswith(("[rules", "[items", "[monsters]\nK = { after"))


def test_an_edition_is_played_without_a_look_at_the_help() -> None:
    player = played(told("").rules.replace(variant=""), 60101, 30)
    assert player.beliefs.page == GamePage()
    assert player.beliefs.game_name == "5.4"


@pytest.mark.slow
def test_lessons_of_a_variant_go_into_a_book_of_their_own() -> None:
    player = played(load_variant("kennel", {}).rules, 60102, 60, learn=True)
    player._finish("quit")
    assert "edition 5.4 kennel" in player.lessons()
    assert "edition 5.4\n" not in player.lessons()


@pytest.mark.slow
def test_a_checkpoint_keeps_what_the_page_told() -> None:
    player = played(load_variant("kennel", {}).rules, 60103, 40)
    store = CheckpointStore(player.memory, player.beliefs.knobs)
    _, again = store.take(store.put(player.screen, player))
    assert again is not None
    assert again.beliefs.page == player.beliefs.page
    kind = again.beliefs.monster_source.kind("5.4", "hound", 3)
    before = player.beliefs.monster_source.kind("5.4", "hound", 3)
    assert (kind[:3], kind.worst) == (before[:3], before.worst)


@pytest.mark.long
@pytest.mark.parametrize("name", BEST)
def test_twenty_games_of_each_variant_end_without_an_unknown_page(name: str) -> None:
    rules = load_variant(name, {}).rules
    for seed in range(60400, 60420):
        player = played(rules, seed, 100_000)
        report = player.report()
        assert (report.unknown, player.beliefs.page.unread, player.done) == (0, (), True), seed
        assert report.how in ("killed", "quit", "won")
