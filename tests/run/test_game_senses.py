"""What monsters hear and smell, for a person who watches the agent (MNP-8)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnCopy, OwnGame, copies_of
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import LinkWrapper, MemoryLink, Played
from rogomatic.run.viewer.end_page import EndPage
from rogomatic.run.viewer.watch import Sense
from rogue.ui.mind_view import how_they_found_you, nearest_reason, sense_marks
from rogue.ui.session import Session
from tests.run.fakes import FakeCopy
from tests.run.paper import Paper, player_in
from tests.run.rows import ROW
from tests.run.test_watch_controller import REST, paper_of, watching

SEED = 6_201_003
CORNER = 2 * 80 + 3  # of the room


class Told(LinkWrapper):
    """A link that tells a copy of the game which keys were sent."""

    def __init__(self, game: Session, copy: OwnCopy) -> None:
        super().__init__(MemoryLink(game))
        self._copy = copy

    def send(self, keys: bytes) -> None:
        self._copy.take(keys)
        super().send(keys)


def played(commands: int | None) -> tuple[Session, OwnCopy, bytes]:
    """Return a game of the agent, its copy, and the agent's screen."""
    game, copy, player = OwnGame("minds")(SEED), OwnCopy(SEED, "minds"), default_players()(SEED)
    assert isinstance(game, Session)
    play(Told(game, copy), player, Limits() if commands is None else Limits(commands=commands), Played())
    return game, copy, bytes(player.screen.cells)


def test_the_copy_of_a_game_tells_what_its_monsters_perceive() -> None:
    game, copy, cells = played(120)
    assert copy.is_same(cells)
    assert not copy.is_same(b" " * len(cells))
    assert copy.marks("scent") == sense_marks(game.world, "scent") != ()
    assert copy.marks("sound") == sense_marks(game.world, "sound")
    assert copy.reason() == nearest_reason(game.world, "the hero")
    assert copy.found() == ()


@pytest.mark.slow
def test_at_the_end_it_tells_how_they_found_the_hero() -> None:
    game, copy, _ = played(None)
    assert copy.found() == how_they_found_you(game.world)[1:] != ()


@pytest.mark.parametrize(("edition", "thinks"), [("minds", True), ("5.4", False), ("3.6", False)])
def test_the_copy_knows_whether_monsters_think(edition: str, thinks: bool) -> None:
    assert copies_of(edition)(1).thinks is thinks


class FakeSenses(FakeCopy):
    """A copy whose sound is a 7 in the corner of the room."""

    thinks = True

    def __init__(self, *, same: bool = True) -> None:
        super().__init__()
        self._same = same

    def is_same(self, cells: bytes | bytearray) -> bool:
        return self._same

    def marks(self, sense: Sense) -> Sequence[tuple[int, int]]:
        return [(CORNER, ord("7" if sense == "sound" else "3"))]

    def reason(self) -> str:
        return "hobgoblin, 4 squares away, hears the hero"

    def found(self) -> tuple[str, ...]:
        return ("2 times by ear",)


def last_frame(senses: FakeSenses | None, *keys: str) -> list[str]:
    """Return the window of the agent's game after these keys."""
    paper = paper_of([" ", *keys, " "])
    view, _ = watching(paper)
    view.senses = senses
    view.consider(REST)
    return paper.frames[-2].rows()


@pytest.mark.parametrize(("keys", "mark", "why", "top"), [
    ("y", "7", "Sound: hobgoblin, 4 squares away, hears the hero", "steps of sound from the hero"),
    ("yy", "3", "Scent: hobgoblin, 4 squares away, hears the hero", "age of the hero's scent in turns"),
    ("yyy", ".", "Why: rest: weak", "what monsters hear and smell: not shown"),
])  # fmt: skip
def test_y_shows_sound_then_scent_and_the_nearest_reason(keys: str, mark: str, why: str, top: str) -> None:
    rows = last_frame(FakeSenses(), *keys)
    assert rows[2][3] == mark
    assert rows[22].startswith(why)
    assert rows[0].startswith(top)


def test_a_copy_that_went_another_way_shows_nothing() -> None:
    rows = last_frame(FakeSenses(same=False), "y")
    assert rows[22].startswith("Sound: the copy of this game has diverged")
    assert rows[2][3] == "."


def test_other_games_and_a_person_who_plays_are_told_nothing() -> None:
    assert last_frame(None, "y")[0].startswith("only our own Rogue has monsters that think")
    paper = paper_of(["\t", "`", "y", "5", "l"])
    view, _ = watching(paper)
    view.senses = FakeSenses()
    view.consider(REST)
    assert any("only while the agent plays" in text for text in paper.shown)
    assert not any("hears the hero" in text for text in paper.shown)


def test_the_last_page_has_how_they_found_the_hero() -> None:
    for found, told in ((("2 times by ear",), True), ((), False)):
        paper = Paper(["y"], last="q")
        EndPage(paper.terminal, player_in(), ROW, "the end", [], None, goes_on=False, found=found).stay()
        assert ("y how found" in paper.shown[0]) is told
        assert ("How monsters found the hero" in paper.shown[1]) is told
        assert ("2 times by ear" in paper.shown[1]) is told
