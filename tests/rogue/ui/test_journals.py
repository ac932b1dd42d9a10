"""Recorded games go the same way, turn by turn, as when they were recorded.

When a rule was changed on purpose, `scripts/journals` records them anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rogue.ui.host_requests import Answer
from rogue.ui.journal import Restored, Start
from rogue.ui.journal_player import JournalPlayer, play_journal

pytestmark = pytest.mark.slow


FOLDER = Path(__file__).resolve().parents[2] / "journals"
JOURNALS = sorted(FOLDER.glob("*.jsonl"))
AGAIN = "run scripts/journals if the rules were changed on purpose"


@cache
def opened(path: Path) -> JournalPlayer:
    return play_journal(path.read_text("ascii").splitlines())


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_recorded_game_goes_as_it_went(path: Path) -> None:
    run = opened(path)
    assert run.ended is not None, AGAIN
    assert run.checks > 0
    assert run.ended.turn == run.session.world.turns


def test_the_recorded_games_are_of_all_kinds() -> None:
    assert len(JOURNALS) == 26
    starts: list[Start] = []
    ends, events = set(), []
    for path in JOURNALS:
        run = opened(path)
        assert run.ended is not None
        starts.append(run.start)
        ends.add(run.ended.how)
        events += run.events
    assert {start.edition for start in starts} == {"5.4", "5.2", "3.6"}
    variants = {start.variant.name for start in starts if start.variant is not None}
    assert variants == {"coffee", "famine", "kennel", "bowman", "candle"}
    assert any(start.wizard for start in starts)
    assert any(start.helpers for start in starts)
    assert ends == {"killed", "quit", "saved", "won"}
    assert any(isinstance(event, Restored) for event in events)
    assert {event.how for event in events if isinstance(event, Answer)} == {"done", "exists", "failed"}


def test_the_agent_has_won_a_game_of_coffee() -> None:
    run = opened(FOLDER / "coffee-winner.jsonl")
    outcome = run.session.outcome
    assert outcome is not None
    assert (outcome.how, outcome.deepest, outcome.edition) == ("won", 8, "5.4 coffee-1")
    assert not outcome.marks
