"""Commands and turns of a review are those by which `replay` goes to a moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.arguments import origin_of
from rogomatic.run.recordings.onlooker import Onlooker
from rogomatic.run.recordings.recording_store import header_of, record_game
from rogomatic.run.recordings.timeline import Exchange, exchanges_of
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits

SEED = 43_518
HASTY = Path(__file__).resolve().parents[1] / "journals" / "hasty.jsonl"


@pytest.mark.slow
def test_an_onlooker_numbers_commands_as_a_replay_does() -> None:
    agents = agent_factory.default_players()
    header = header_of(origin_of(agents, own_game.EDITION), SEED, timestamp=0)
    recording, row = record_game(
        SEED, InMemory(own_game.OwnGame()), agents, header, limits=Limits(commands=300)
    )
    exchanges = exchanges_of(recording)
    game = own_game.OwnKeys(SEED, own_game.EDITION, exchanges)
    onlooker = Onlooker(Memory(), Knobs(), game.version, by_bursts=True)
    numbers = []
    for typed in filter(None, onlooker.follow(game.watched_steps())):
        numbers.append(onlooker.number)
        assert typed.startswith(exchanges[onlooker.number - 1].keys)
    assert numbers == sorted(set(numbers))
    assert numbers != [*range(1, len(numbers) + 1)]  # some commands take several bursts
    assert onlooker.commands == row.commands == sum(exchange.keys != b"" for exchange in exchanges)
    assert game.turns == game.session.world.turns > onlooker.turn - 1


@pytest.mark.parametrize(
    ("wrong", "trouble", "ending"),
    [
        (-1, "", "killed by an emu on level 2 with 0 gold"),  # the tombstone has the person's name
        (9, "The game differs from the recording, starting at command 10.", ""),
    ],
)
def test_a_recording_of_a_person_is_compared_up_to_the_tombstone(
    wrong: int, trouble: str, ending: str
) -> None:
    journal = own_game.OwnJournal(HASTY.read_bytes(), HASTY)
    steps = [*journal.steps()]
    assert journal.session.options.name == "Ann"
    exchanges = [
        Exchange(b"\x1b[5;5H#" if number == wrong else drawn, keys, 0.0)
        for number, ((_, drawn), (keys, _)) in enumerate(zip(steps, [*steps[1:], (b"", b"")], strict=True))
    ]
    game = own_game.OwnKeys(journal.seed, journal.edition, exchanges)
    assert len([*game.steps()]) == (len(steps) if wrong < 0 else wrong)
    assert (game.trouble, game.ending) == (trouble, ending)
