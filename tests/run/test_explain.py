"""One decision laid open: what is shown of it, and the moments that never came."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache, partial
from pathlib import Path

import pytest

from rogomatic.agent.beliefs.item_knowledge import Lore
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import Player
from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.cli import explain_command
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.timeline import Timeline, play_timeline
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits
from rogomatic.run.viewer.canvas import text_of
from rogomatic.run.viewer.describe import in_words
from rogomatic.run.viewer.explain import lay_open, option_rows
from rogomatic.run.viewer.frame import PANELS
from tests.run.command_line import rogomatic
from tests.support.agent_scenes import KIT, Scene, chosen, status

SEED = 11
SHORT = 44  # a game that is over soon
DANGER = """
  ------------
  |...H@..%..|
  ------------
"""
_HEAD = ("to", "die", "loss", "turns", "price", "total")


@cache
def game(seed: int = SEED, edition: str = "5.4") -> Timeline:
    links, players = InMemory(OwnGame(edition)), partial(Player, default_memory(), DEFAULT)
    return play_timeline(seed, links, players, limits=Limits(commands=300))[0]


def decision(at: int | None, seed: int = SEED, edition: str = "5.4") -> tuple[Player, Choice, list[str]]:
    """Return the agent before it acts at a moment, its choice, and both laid open."""
    assert at is not None
    found = game(seed, edition).decision(at)
    assert found is not None
    return *found, lay_open(*found, at + 1, game(seed, edition).moments[at].turn)


def halted(turn: int, edition: str = "5.4") -> tuple[Player, Choice, list[str]]:
    moments = game(SEED, edition).moments
    return decision(seek.next_ready(moments, seek.turn(moments, turn)), SEED, edition)


def decided_when(
    rungs: Collection[str], is_so: Callable[[Player, Choice], bool], seed: int = SEED
) -> tuple[Player, Choice, list[str]]:
    """Return the first decision of these rules that is such."""
    moments = game(seed).moments
    numbers = [number for number, one in enumerate(moments) if one.ready and one.rung in rungs]
    found = (decision(number, seed) for number in numbers)
    return next(one for one in found if is_so(*one[:2]))


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_the_decision_is_shown_with_every_rung_above_it(edition: str) -> None:
    player, choice, lines = halted(150, edition)
    text = "\n".join(lines)
    b = player.beliefs
    assert b.turn >= 150
    assert lines[0] == f"Command {b.commands + 1:,} of the agent, turn {b.turn}, level {b.me.depth}:"
    assert f"FIRED: {choice.rung}" in lines
    for rung in LADDER[: len(choice.passed)]:
        assert f"  {rung.name} " in text
    below = LADDER[len(choice.passed) + 1 :]
    assert not any(f"\n  {rung.name} " in text for rung in below)
    assert player.screen.text(23).rstrip() in lines
    assert "@" in text
    assert all(len(line) <= 80 for line in lines)


def test_what_can_be_done_in_a_dangerous_fight_is_shown_the_best_first() -> None:
    rows = list(option_rows(Scene(DANGER, status(hp=10)).awake("H")))
    assert rows[1].split() == ["The", "options,", "the", "best", "first", *_HEAD]
    names = [" ".join(row.split()[:2]) for row in rows[2:-1]]
    assert names == ["go to", "fight here,", "run to", "fight here"]
    totals = [float(row.split()[-1]) for row in rows[2:-1]]
    assert totals == sorted(totals)
    assert all(len(row) <= 80 for row in rows)
    assert list(option_rows(Scene(DANGER.replace("H", ".")).b)) == []


def in_a_game() -> tuple[Beliefs, Choice]:
    """Return the beliefs at the first weighed choice of a game, and the choice."""
    player, choice, _ = decided_when(["fight or flee"], lambda *_: True)
    return player.beliefs, choice


def with_a_potion() -> tuple[Beliefs, Choice]:
    """Return a scene in which a potion is the best, and the choice."""
    b = Scene(DANGER.replace("%", "."), status(hp=5), (*KIT, "f) A potion of extra healing")).awake("H")
    return b, chosen(b)


@pytest.mark.parametrize(("verb", "scene"), [("walk", in_a_game), ("quaff", with_a_potion)])
def test_the_choice_is_the_first_option(verb: str, scene: Callable[[], tuple[Beliefs, Choice]]) -> None:
    b, choice = scene()
    assert (choice.rung, choice.act.action.verb) == ("fight or flee", verb)
    rows = list(option_rows(b))
    assert rows[2].split("(")[0].strip() == choice.act.because.partition(",")[0]


def test_the_beliefs_are_shown_as_panels_show_them() -> None:
    def fights(player: Player, choice: Choice) -> bool:
        return bool(threat_of(player.beliefs).near) and choice.act.plan is not None

    player, choice, lines = decided_when([rung.name for rung in LADDER], fights)
    text = "\n".join(lines)
    for name in ("danger", "plan", "level", "hero", "pack"):
        entry = PANELS[name]
        shown = "".join(f"\n  {text_of(one)}".rstrip() for one in entry.show(player, choice, 78, 999))
        assert f"\n\n{entry.title}:{shown}\n" in f"{text}\n"


def test_nothing_is_done_yet() -> None:
    """The beliefs are those that the decision was made on, not those after it."""
    player, choice, _ = decision(29)
    assert player.beliefs.commands == player.trace.last[-1].command + 1 == 29
    assert player.trace.last[-1].choice is not choice


def test_a_timeline_goes_on_behind_a_decision() -> None:
    timeline = game()
    timeline.go(40)
    before = bytes(timeline.screen.cells)
    assert timeline.decision(29) is not None
    timeline.go(40)
    assert bytes(timeline.screen.cells) == before
    assert [timeline.decision(number) for number in (0, len(timeline) - 1)] == [None, None]


def test_the_command_prints_it() -> None:
    shown = rogomatic(["explain", "--seed", str(SEED), "--turn", "150"]).out.splitlines()
    number = re.match(r"Command (\d+) of the agent, turn (\d+), level \d+:", shown[0])
    assert number is not None
    assert 140 <= int(number[2]) <= 150, "the agent's count is a little behind the game's"
    assert rogomatic(["explain", "--seed", str(SEED), "--command", number[1]]).out.splitlines() == shown


def test_the_command_says_when_the_game_is_over() -> None:
    out, errors = rogomatic(["explain", "--seed", str(SHORT), "--command", "90000"], 1)
    assert out == ""
    assert errors.startswith("rogomatic: This game does not reach command 90000: it has ")
    assert errors.count("\n") == 1


def test_a_command_of_a_recording_is_laid_open_and_the_whole_game_told(tmp_path: Path) -> None:
    path = tmp_path / "game.cast"
    rogomatic(["replay", "--seed", str(SHORT), "--export", "cast", "--out", str(path)])
    said = rogomatic(["explain", str(path), "--command", "20"]).out.splitlines()
    assert re.match(r"Command 2\d of the agent, turn ", said[0])
    assert any(one.startswith("FIRED: ") for one in said)
    assert "90000" in rogomatic(["explain", str(path), "--command", "90000"], 1).err
    assert "Why the hero died (% to die: the agent's estimates):" in rogomatic(["explain", str(path)]).out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "1", "--turn", "1", "--command", "1"],
        ["--seed", "1", "--turn", "-1"],
        ["--seed", "1", "--command", "0"],
        ["--seed", "x", "--turn", "1"],
        ["--seed", "1", "--turn", "1", "--edition", "4.0"],
    ],
)
def test_misuse_gets_code_2(arguments: list[str]) -> None:
    assert rogomatic(["explain", *arguments], 2).err.startswith("rogomatic explain: error: ")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2 rations of food", "2 rations of food"),
        ("A +1,+1 mace (weapon in hand)", "+1,+1 mace (wielded)"),
        ("30 +0,+0 arrows", "30 +0,+0 arrows"),
        ("A potion of healing(red)", "potion of healing"),
        ("Plate mail", "plate mail"),
    ],
)
def test_things_in_words(line: str, words: str) -> None:
    b = Scene().b
    assert in_words(b, read_thing(line)) == words


def test_an_unknown_thing_shows_its_likeliest_kinds() -> None:
    b = Scene().b
    thing = read_thing("A scroll titled 'xy'")
    words = in_words(b, thing)
    assert words.startswith("scroll 'xy': ")
    chances = Lore().chances(thing)
    best = max(chances, key=lambda kind: (chances[kind], kind))
    assert f"{100 * chances[best]:.0f}%" in words
    b.lore.tried.add(("scroll", "xy"))
    assert in_words(b, thing).endswith("(tried)")


@pytest.mark.parametrize(
    ("asked", "said"),
    [(None, []), (12, []), (11, ["No decision was made on turn 11; this is the next one."])],
)
def test_a_turn_without_a_decision_is_said_to_have_none(asked: int | None, said: list[str]) -> None:
    assert explain_command._later(asked, 12) == said
