"""One decision laid open: what is shown of it, and the moments that never came."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.item_knowledge import Lore
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import options
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import Memory, default_memory
from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink
from rogomatic.run.storage.agent_files import shipped_memory
from rogomatic.run.viewer.canvas import text_of
from rogomatic.run.viewer.describe import in_words
from rogomatic.run.viewer.explain import GameOverError, Halting, beliefs_before, explain, option_rows
from rogomatic.run.viewer.frame import PANELS
from rogue.shared.wording import with_article
from rogue.ui.session import Session
from tests.run.command_line import rogomatic
from tests.support.agent_scenes import Scene, status

SEED = 11
SHORT = 44  # a game that is over soon
_HEAD = ("to", "die", "loss", "turns", "price", "total")


def halted(
    turn: int = 0, command: int = 0, edition: str = "5.4", memory: Memory | None = None
) -> tuple[Halting, list[str]]:
    player = Halting(memory or default_memory(), DEFAULT, SEED, turn, command)
    return player, explain(MemoryLink(Session(SEED, edition, GAME_OPTIONS)), player)


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_the_decision_is_shown_with_every_rung_above_it(edition: str) -> None:
    player, lines = halted(turn=150, edition=edition)
    choice = player.choice
    assert choice is not None
    text = "\n".join(lines)
    b = player.beliefs
    assert b.turn >= 150
    assert (
        lines[0]
        == f"Command {b.commands + 1:,} of the agent, turn {b.turn} of its clock, level {b.me.depth}:"
    )
    assert f"FIRED: {choice.rung}" in lines
    for rung in LADDER[: len(choice.passed)]:
        assert f"  {rung.name} " in text
    below = LADDER[len(choice.passed) + 1 :]
    assert not any(f"\n  {rung.name} " in text for rung in below)
    assert player.screen.text(23).rstrip() in lines
    assert "@" in text
    assert all(len(line) <= 80 for line in lines)


def test_what_can_be_done_in_a_dangerous_fight_is_shown_the_best_first() -> None:
    picture = """
  ------------
  |...H@..%..|
  ------------
"""
    rows = list(option_rows(Scene(picture, status(hp=10)).awake("H")))
    assert rows[1].split() == ["What", "can", "be", "done,", "the", "best", "first", *_HEAD]
    names = [" ".join(row.split()[:2]) for row in rows[2:-1]]
    assert names == ["go to", "fight here,", "run to", "fight here"]
    totals = [float(row.split()[-1]) for row in rows[2:-1]]
    assert totals == sorted(totals)
    assert all(len(row) <= 80 for row in rows)
    assert list(option_rows(Scene(picture.replace("H", ".")).b)) == []


@pytest.mark.parametrize(("verb", "seed"), [("walk", SEED), ("quaff", 40_009)])
def test_what_was_chosen_is_among_the_options_though_its_keys_are_sent(verb: str, seed: int) -> None:
    def flees(b: Beliefs, choice: Choice) -> bool:
        return choice.rung == "fight or flee" and choice.act.action.verb == verb and len(options(b)) > 1

    player, _ = halted_when(flees, seed)
    choice = player.choice
    assert choice is not None
    rows = list(option_rows(beliefs_before(player.beliefs, choice)))
    update.note_sent(player.beliefs, choice.act.action, choice.act.plan, choice.rung)
    assert list(option_rows(beliefs_before(player.beliefs, choice))) == rows
    chosen = choice.act.because.partition(",")[0]
    assert rows[2].split("(")[0].strip() == chosen


def test_the_beliefs_are_shown_as_panels_show_them() -> None:
    player, lines = halted_when(lambda b, choice: bool(threat_of(b).near) and choice.act.plan is not None)
    text = "\n".join(lines)
    assert player.choice is not None
    for name in ("danger", "plan", "level", "hero", "pack"):
        entry = PANELS[name]
        shown = "".join(f"\n  {text_of(one)}".rstrip() for one in entry.show(player, player.choice, 78, 999))
        assert f"\n\n{entry.title}:{shown}\n" in f"{text}\n"


def test_the_moment_is_the_first_of_its_turn_or_number() -> None:
    by_turn, _ = halted(turn=100)
    by_number, lines = halted(command=by_turn.beliefs.commands + 1)
    assert by_number.beliefs.turn == by_turn.beliefs.turn
    assert lines == halted(turn=100)[1]
    before, _ = halted(command=by_turn.beliefs.commands)
    assert before.beliefs.turn < 100


def test_nothing_is_done_yet() -> None:
    """The beliefs are those that the decision was made on, not those after it."""
    player, _ = halted(command=30)
    assert player.trace.last[-1].command < 30
    assert player.beliefs.commands == 29


class HaltingWhen(Halting):
    """Halts at the first command of which something is true."""

    def __init__(self, is_so: Callable[[Beliefs, Choice], bool]) -> None:
        super().__init__(default_memory(), DEFAULT, SEED, command=10**9)
        self.is_so = is_so

    def _send(self, choice: Choice) -> bytes:
        if self.is_so(self.beliefs, choice):
            self._command = 0
        return super()._send(choice)


def halted_when(is_so: Callable[[Beliefs, Choice], bool], seed: int = SEED) -> tuple[Halting, list[str]]:
    player = HaltingWhen(is_so)
    return player, explain(MemoryLink(Session(seed, "5.4", GAME_OPTIONS)), player)


def test_a_moment_that_never_came_gets_a_sentence() -> None:
    player = Halting(default_memory(), DEFAULT, SHORT, turn=59_999)
    with pytest.raises(GameOverError) as over:
        explain(MemoryLink(Session(SHORT, "5.4", GAME_OPTIONS)), player)
    report = player.report()
    start = f"The game ended on turn {report.turns}, after {report.commands:,} commands"
    how = ": quit." if report.how == "quit" else f": killed by {with_article(report.killer)}."
    assert str(over.value) == start + how


def test_the_command_prints_it() -> None:
    said = rogomatic(["explain", "--seed", str(SEED), "--turn", "150"]).out.splitlines()
    assert said == halted(turn=150, memory=shipped_memory())[1]


def test_the_command_says_when_the_game_is_over() -> None:
    out, errors = rogomatic(["explain", "--seed", str(SHORT), "--command", "90000"], 1)
    assert out == ""
    assert errors.startswith("rogomatic: The game ended on turn ")
    assert errors.count("\n") == 1


def test_a_command_of_a_recording_is_laid_open_and_the_whole_game_told(tmp_path: Path) -> None:
    path = tmp_path / "game.cast"
    rogomatic(["replay", "--seed", str(SHORT), "--export", "cast", "--out", str(path)])
    said = rogomatic(["explain", str(path), "--command", "20"]).out.splitlines()
    assert re.match(r"Command 2\d of the agent, turn ", said[0])
    assert any(one.startswith("FIRED: ") for one in said)
    assert "90000" in rogomatic(["explain", str(path), "--command", "90000"], 1).err
    assert "Why the hero died:" in rogomatic(["explain", str(path)]).out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "1", "--turn", "1", "--command", "1"],
        ["--seed", "1", "--turn", "-1"],
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
