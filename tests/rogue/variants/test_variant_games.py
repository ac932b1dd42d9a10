"""Games of variants: journals and saves that hold their description, and help on the screen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from rogue.levelgen.spawning import choose_letter, draw_class, draw_kind
from rogue.state.checksum import checksum, turn_checksum
from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.storage.game_files import parse_save, save_text
from rogue.storage.variant_files import BEST, load_variant
from rogue.tables.items import ItemClass
from rogue.tables.ruleset import ROGUE_54
from rogue.ui.journal import JournalError, Restored, Start, header_line, read_header
from rogue.ui.journal_sessions import RecordingSession, play_journal
from rogue.ui.session import Session
from rogue.variants.author_help import letter_chances
from rogue.variants.variant import Variant, variant_of
from scripts.lib.random_keys import bursts
from tests.rogue.variants.describing import told
from tests.support import forked_program

CHAIN = told(
    'like = "coffee"\n[hero]\nstrength = 9\n', {"coffee": 'like = "5.4"\n[dungeon]\namulet_level = 8\n'}
)


def recorded(variant: Variant, seed: int = 7, count: int = 8) -> RecordingSession:
    game = RecordingSession(Start(seed, variant.rules.edition, variant=variant))
    for keys in bursts(seed, count):
        game.feed(keys)
    return game


@pytest.mark.slow
def test_var_10_a_journal_replays_from_itself_alone() -> None:
    for variant in (*(load_variant(name, {}) for name in BEST), CHAIN):
        game = recorded(variant)
        game.end("saved")
        run = play_journal(game.journal().splitlines())
        assert run.checks >= 1
        assert run.start.variant is not None
        assert run.start.variant.rules.digest == variant.rules.digest
        assert checksum(run.session.world) == checksum(game.session.world)


def test_var_10_an_editions_journal_stays_as_older_programs_know_it() -> None:
    head = json.loads(header_line(Start(7)))
    assert head["version"] == 1
    assert "variant" not in head
    assert json.loads(header_line(Start(7, variant=CHAIN)))["version"] == 2


def header(**changes: Any) -> str:
    head = json.loads(header_line(Start(7, variant=CHAIN)))
    return json.dumps(head | changes)


def damaged(**changes: Any) -> dict[str, Any]:
    return CHAIN.as_data() | changes


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"version": 3}, "it was made by a newer version of this program (format 3)"),
        ({"variant": None}, "the variant is not a table with name, version, digest, and layers"),
        ({"variant": damaged(digest="0" * 64)}, 'the rules of "mine" differ in this program'),
        ({"variant": damaged(layers=[])}, "the variant has no layers"),
        (
            {"variant": damaged(layers=[{"like": "5.4", "dragons": 1}])},
            "the variant:1: no key dragons in the file",
        ),
        ({"variant": damaged(layers=[{"like": "coffee"}])}, "the variant is not based on an edition"),
        ({"variant": damaged(more=1)}, "the variant is not a table"),
        ({"edition": "5.2"}, "the variant belongs to another edition"),
        ({"surplus": 1}, "its fields do not fit this version"),
    ],
)
def test_var_10_a_damaged_description_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(JournalError) as refused:
        read_header(header(**changes))
    assert refused.value.reason.startswith(reason)


def test_var_10_a_saved_game_goes_on_under_its_rules(tmp_path: Path) -> None:
    game = recorded(CHAIN)
    saved = parse_save(save_text(game), tmp_path / "game")
    assert saved.start.variant is not None
    again = RecordingSession(saved.start, past=saved.events)
    again.restore(saved.state, Restored())
    assert again.session.world.rules.digest == CHAIN.rules.digest
    assert json.loads(save_text(game).split(b"\n")[1])["variant"] == "mine 1"


def test_var_10_the_check_values_include_the_digest() -> None:
    one = Session(3, told("[odds]\nfood = 15\n").rules)
    two = Session(3, told('version = "2"\n[odds]\nfood = 15\n').rules)
    assert one.feed(b"") == two.feed(b"")
    assert checksum(one.world) != checksum(two.world)


def test_var_9_a_variant_is_made_again_from_its_data() -> None:
    data = json.loads(json.dumps(CHAIN.as_data()))
    assert variant_of(data).rules.digest == CHAIN.rules.digest
    assert len(data["layers"]) == 2


def screens(game: Session, keys: bytes) -> list[str]:
    game.feed(keys)
    return [row.rstrip() for row in game.screen]


def test_the_version_and_the_help_tell_of_the_variant() -> None:
    game = Session(3, load_variant("kennel", {}).rules)
    game.feed(b"")
    assert "dungeon 3" in screens(game, b"v")[0]
    assert screens(game, b" ")[0] == "Kennel 1, like Rogue 5.4"
    rows = screens(game, b"?*  ")
    assert rows[0] == "This game: kennel 1, like Rogue 5.4"
    assert rows[3] == "E is a jackal: like an emu, in packs of 2 to 4."
    assert screens(game, b" ")[23].startswith("Level: 1")


def test_under_an_empty_description_the_same_keys_give_the_same_game() -> None:
    plain = told('about = "nothing"\n').rules
    one, two = Session(11), Session(11, plain)
    assert one.feed(b"") == two.feed(b"")
    for keys in bursts(11, 12):
        assert one.feed(keys) == two.feed(keys)


@pytest.mark.slow
def test_a_description_of_like_alone_changes_no_turn_of_a_recorded_game(root: Path) -> None:
    """Only the check over everything differs, as that includes the digest."""
    lines = (root / "tests" / "journals" / "agent-103.jsonl").read_text("ascii").splitlines()
    head = json.loads(lines[0])
    variant = told('about = "nothing"\n')
    head |= {"version": 2, "variant": variant.as_data()}
    turns = [line for line in lines[1:] if not line.startswith('{"check"')]
    run = play_journal([json.dumps(head), *turns])
    assert run.ended is not None
    assert run.session.world.turns == run.ended.turn > 100


@pytest.mark.slow
def test_the_same_keys_give_one_game_on_pipes_in_memory_and_replayed(tmp_path: Path, root: Path) -> None:
    description = tmp_path / "mine.toml"
    description.write_text('like = "kennel"\n[hero]\nstrength = 12\n')
    journal, keys = tmp_path / "game.jsonl", b"lllljjj..s v  20s hhhkkk ; Qy\n"
    words = ["--plain", "--seed", "9", "--variant", str(description), "--journal", str(journal)]
    env = {"PYTHONPATH": str(root), "ROGUE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    assert forked_program.run(["rogue", *words], keys, env).returncode == 0
    lines = journal.read_text("ascii").splitlines()
    description.unlink()
    assert play_journal(lines).ended is not None
    game = RecordingSession(read_header(lines[0]))
    game.feed(keys[:12])
    game.restore(game.session.state(), Restored())
    game.feed(keys[12:])
    piped = play_journal(lines).session.world
    again = game.session.world  # saving forgets the last command, so not all is the same (SAV-5)
    assert (turn_checksum(again), again.turns) == (turn_checksum(piped), piped.turns)
    assert piped.turns > 20
    assert piped.player.strength == 12


def fits(draw: Callable[[Rng], str], shares: Mapping[Any, float]) -> bool:
    """Return whether kinds are drawn as often as stated: within three standard errors of 3,000 draws, or else
    of ten times as many with other dice.
    """
    for draws in (3_000, 30_000):
        dice = Rng(draws)
        counts = Counter(draw(dice) for _ in range(draws))
        errors = {kind: sqrt(draws * share * (1 - share)) for kind, share in shares.items()}
        near = [abs(counts[kind] - draws * shares[kind]) <= 3 * errors[kind] for kind in shares]
        if all(near) and counts.keys() <= shares.keys():
            return True
    return False


def drawing(world: World, draw: Callable[[World], str]) -> Callable[[Rng], str]:
    """Return what draws in this world with the dice that it is given."""

    def drawn(dice: Rng) -> str:
        world.rng = dice
        return draw(world)

    return drawn


def name_of_kind(world: World, cls: ItemClass) -> str:
    return draw_kind(world, cls).name


@pytest.mark.slow
def test_things_and_monsters_are_met_as_often_as_the_description_says() -> None:
    """A census: the shares are worked out from the description."""
    made = told(
        "[odds]\nfood = 9\n[items.weapon.arrow]\nodds = 40\n[items.potion.healing]\nodds = 0\n"
        '[dungeon]\ndanger = 200\norder = "KEBSHRZCQYTW"\n[monsters]\nB = { gone = true }\n'
    ).rules
    world = World(made, 1)

    classes = {cls: odds / 100 for cls, odds in made.class_odds}
    assert classes["food"] == 0.09
    assert fits(drawing(world, draw_class), classes)
    some: tuple[ItemClass, ...] = ("weapon", "potion", "scroll")
    for cls in some:
        whole = sum(kind.odds for kind in made.kinds(cls))
        shares = {kind.name: kind.odds / whole for kind in made.kinds(cls)}
        assert fits(drawing(world, partial(name_of_kind, cls=cls)), shares), cls
    for depth in (1, 4, 9):
        chances = letter_chances("KESHRZCQYTW", 1 + 2 * (depth - 1))
        shares = {letter: float(chance) for letter, chance in chances.items()}
        assert fits(drawing(world, partial(choose_letter, depth=depth)), shares), depth


@pytest.mark.slow
def test_a_census_of_other_shares_would_show() -> None:
    """The shares of 5.4 do not fit a variant whose odds are others."""
    world = World(told("[odds]\nfood = 9\n").rules, 1)
    assert not fits(drawing(world, draw_class), {cls: odds / 100 for cls, odds in ROGUE_54.class_odds})


def test_var_6_the_wizards_list_shows_shares() -> None:
    made = told("[items.weapon.arrow]\nodds = 120\n").rules
    game = Session(3, made, wizard=True)
    game.feed(b"")
    whole = sum(kind.odds for kind in made.weapons)
    rows = screens(game, b"*)")
    shown = dict(zip([kind.name for kind in made.weapons], rows, strict=False))
    assert whole > 120
    assert shown["arrow"].endswith(f"arrow: {120 * 100 // whole}%")
