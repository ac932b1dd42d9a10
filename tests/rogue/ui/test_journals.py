"""Recorded games go the same way, turn by turn, as when they were recorded.

When a rule was changed on purpose, `scripts/journals` records them anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from rogue.state.entities import AWAKE
from rogue.state.world import World
from rogue.storage.variant_files import SHIPPED
from rogue.tables.edition_table import EDITIONS
from rogue.ui.journal import Event, Paths, Start, event_line, header_line, read_event, read_header
from rogue.ui.journal_sessions import JournalPlayer, play_journal

pytestmark = pytest.mark.slow


FOLDER = Path(__file__).resolve().parents[2] / "journals"
WON = {
    "coffee-winner": (60_001, 8, "5.4 coffee-1"),
    "amulet-winner": (6_081_157, 26, "5.4"),
    "amulet-winner-v36": (4_116_509, 26, "3.6"),
}
"""Games that the agent won: seed, level of the Amulet, edition."""
JOURNALS = sorted({*FOLDER.glob("*.jsonl"), *(FOLDER / f"{name}.jsonl" for name in WON)})
WAITS = 11  # the row of the table of decisions
AGAIN = "run scripts/journals if the rules were changed on purpose"


def opened_unplayed(name: str) -> JournalPlayer:
    """A recorded game at its first screen."""
    run = JournalPlayer((FOLDER / f"{name}.jsonl").read_text("ascii").splitlines())
    run.opening()
    return run


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_recorded_games_replay_to_the_same_end(path: Path) -> None:
    """The long games are played once for both."""
    run = play_journal(path.read_text("ascii").splitlines())
    assert run.ended is not None, AGAIN
    assert run.checks > 0
    assert run.ended.turn == run.session.world.turns
    outcome, won = run.session.outcome, WON.get(path.stem)
    if won is None:
        assert outcome is None or outcome.how != "won" or run.start.wizard
        return
    assert outcome is not None
    assert (outcome.how, run.start.seed, outcome.deepest, outcome.edition) == ("won", *won)
    assert not outcome.marks
    assert not run.start.wizard
    assert not run.start.helpers


def without_program(header: str) -> dict[str, object]:
    row: dict[str, object] = json.loads(header)
    del row["program"]
    return row


def test_every_line_of_every_recorded_game_comes_back_from_what_was_read() -> None:
    """The games are of all editions and variants, and hold all kinds of lines but one."""
    starts: list[Start] = []
    events: list[Event] = []
    for path in JOURNALS:
        header, *lines = path.read_text("ascii").splitlines()
        starts.append(read_header(header))
        assert without_program(header_line(starts[-1])) == without_program(header), path.stem
        some = [read_event(number, line) for number, line in enumerate(lines, 2)]
        assert [event_line(event) for event in some] == lines, path.stem
        events += some
    assert {start.edition for start in starts} == set(EDITIONS)
    assert {start.variant.name for start in starts if start.variant is not None} == {
        path.stem for path in SHIPPED.glob("*.toml")
    }
    assert {type(event) for event in events} >= set(get_args(Event)) - {Paths}


def watched(name: str) -> Iterator[World]:
    """The world of a recorded game after each of its steps."""
    run = opened_unplayed(name)
    while run.step() is not None:
        yield run.session.world


def flock_that_waits(world: World) -> int:
    """How many monsters that are awake wait for the player to come out of a passage (VMN-29)."""
    minds = [foe.mind for foe in world.level.foes if foe.flags & AWAKE]
    return sum(mind is not None and mind.row == WAITS for mind in minds)


def test_monsters_that_think_have_won_a_game() -> None:
    """Three monsters or more are beside the hero when he dies."""
    *_, world = watched("minds-beaten")
    assert world.ending is not None
    assert world.ending.how == "killed"
    near = [foe for foe in world.level.foes if max(rows_and_columns(foe.spot, world.player.spot)) <= 2]
    assert len([foe for foe in near if foe.flags & AWAKE]) >= 3


def test_a_hero_has_outwitted_a_flock_that_waited_for_him() -> None:
    """He leaves a level unhurt on which a flock waited for him, and four levels in all."""
    waited: dict[int, int] = {}
    left: dict[int, tuple[int, int]] = {}
    before = (1, 0, 0)
    for world in watched("minds-outwitting"):
        depth, player = world.depth, world.player
        if depth != before[0]:
            left[before[0]] = before[1:]
        waited[depth] = max(waited.get(depth, 0), flock_that_waits(world))
        before = depth, player.hp, player.max_hp
    assert any(waited[depth] >= 2 and 10 * hp >= 8 * most for depth, (hp, most) in left.items())
    assert max(left) >= 4


def rows_and_columns(a: int, b: int) -> tuple[int, int]:
    return abs(a // 80 - b // 80), abs(a % 80 - b % 80)
