"""`rogomatic review`: a person's game with planted mistakes, its files and forms, and what is refused."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from rogomatic.agent.engine.rule_engine import choose
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.sight.prompt_parser import COMMAND, MARKER
from rogomatic.cli import own_game
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.alternatives import options_of
from rogomatic.review.moments import moments_of
from rogomatic.review.move_playouts import TURNS, play_out
from rogomatic.run.recordings.onlooker import Onlooker
from rogomatic.run.recordings.recording_formats import AsciicastWriter, Header, Origin
from rogomatic.run.storage.agent_files import shipped_memory
from rogue.storage.session_copy import session_bytes, session_of
from tests.run.command_line import rogomatic

PLAYS = ("--effort", "quick", "--plays", "100")
JOURNALS = Path(__file__).resolve().parents[1] / "journals"
MEMORY = shipped_memory()


MISTAKES = {
    2: ("rested a turn", 4),  # of nine, because the hobgoblin hit
    3: ("rested a turn", 3),
    9: ("took the stairs", 1),
    10: ("rested for 2 turns", 1),
}
"""Commands of `hasty.jsonl` that were planted: the move and the hit points before it."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "hasty.jsonl"
    path.write_bytes((JOURNALS / path.name).read_bytes())
    return path


@pytest.mark.long  # the manual's tested example reviews the same game in every run
def test_planted_mistakes_are_named_and_the_review_is_kept(game: Path) -> None:
    found = json.loads(rogomatic(["review", str(game), *PLAYS, "--json", "--jobs", "2"]).out)
    moves = found["moves"]
    blunders = {move["command"]: (move["move"], move["hp"]) for move in moves if move["kind"] == "blunder"}
    assert MISTAKES.items() <= blunders.items()
    assert len(moves) == 6
    kept = game.with_name("hasty.jsonl.review.json")
    before = kept.stat().st_mtime_ns
    text = rogomatic(["review", str(game), *PLAYS]).out
    assert kept.stat().st_mtime_ns == before, "a second look does not review again"
    assert "Chance to die within 200 turns" in text
    (rest,) = (part for part in text.split("\n\n") if "turn 10," in part)
    assert "You rested a turn beside a hobgoblin with 3 of 12 hit points" in " ".join(rest.split())


def test_a_move_takes_the_turns_of_the_clock(game: Path) -> None:
    journal = own_game.OwnJournal(game.read_bytes(), game)
    onlooker, states = Onlooker(MEMORY, DEFAULT, journal.version), AgentStates(MEMORY, DEFAULT)
    moments = moments_of(onlooker, journal.watched_steps(positions=True), states, "thorough")
    took = {moment.number: (moment.keys, moment.turns) for moment in moments}
    assert took[1] == ((b"9s",), 9)
    assert took[2] == took[3] == ((b"9s",), 1)
    assert took[9] == ((b">",), 0)  # the stairs take no time
    assert took[10] == ((b"9s9s9s\r",), 2)  # the last rest killed the hero


@pytest.mark.long
def test_any_number_of_processes_comes_to_the_same(game: Path) -> None:
    first = game.read_text().splitlines(keepends=True)[:7]  # three commands
    game.write_text("".join(first))
    words = ["review", str(game), "--effort", "quick", "--plays", "4", "--json", "--anew"]
    one, two = (json.loads(rogomatic([*words, "--jobs", jobs]).out) for jobs in "12")
    assert one == two
    assert one["moves"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--json", "--print"], 2, "not allowed with"),
        (["missing.jsonl"], 1, "missing.jsonl cannot be read: No such file or directory."),
        (["missing.jsonl", "--seed", "3"], 2, "missing.jsonl names the game: leave out --last, --seed"),
        (["--last", "--seed", "3"], 1, "No watched game of seed 3 is kept;"),
        (["--plays", "0"], 2, "--plays"),
        (["--effort", "much"], 2, "--effort"),
    ],
)
def test_what_is_no_game_is_refused(
    words: list[str], code: int, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert sentence in rogomatic(["review", *words], code).err


@pytest.mark.parametrize(
    ("origin", "sentence"),
    [
        (None, "Only games of our own Rogue can be reviewed"),
        (Origin(3, game="rogue5"), "Only games of our own Rogue can be reviewed"),
        (Origin(3, "5.4", turns_before=1_053), "begins on turn 1,053, where a saved game was continued."),
        (Origin(3, "5.4"), "The game differs from the recording, starting at command 2."),
    ],
)
def test_a_recording_that_is_no_whole_game_of_ours_is_refused(
    origin: Origin | None, sentence: str, tmp_path: Path
) -> None:
    cast = tmp_path / "other.cast"
    with cast.open("w") as file:
        writer = AsciicastWriter(file.write, Header(origin=origin))
        for keys in (b"v;", b"s;", b"s;"):
            writer.output(0.1, b"hello")
            writer.keys(0.2, keys)
    assert sentence in rogomatic(["review", str(cast)], 1).err


@pytest.mark.parametrize("name", ["coffee", "v36-agent", "v52-agent", "minds-beaten", "terse-4", "traveller"])
def test_any_game_can_be_played_on_from_a_moment(name: str) -> None:
    path = JOURNALS / f"{name}.jsonl"
    journal = own_game.OwnJournal(path.read_bytes(), path)
    onlooker = Onlooker(MEMORY, DEFAULT, journal.version)
    states = AgentStates(MEMORY, DEFAULT)
    moment = next(moments_of(onlooker, journal.watched_steps(positions=True), states, "thorough"))
    player = states.take(moment.agent)
    choice = choose(LADDER, player.beliefs)
    assert choice is not None
    made, *others = options_of(player.beliefs, choice, moment.keys)
    world = journal.worlds(moment.position, 5)
    before = world.turns
    play_out(player, world, made)
    assert others
    assert world.is_lost or world.turns - before >= TURNS


@pytest.mark.parametrize("name", ["hasty", "saver"])  # the second was restored, and asked the player
def test_a_position_is_the_game_at_its_step(name: str) -> None:
    path = JOURNALS / f"{name}.jsonl"
    journal = own_game.OwnJournal(path.read_bytes(), path)
    made = 0
    for step in islice(journal.watched_steps(positions=True), 120):
        assert (step.position is not None) is step.ready
        if step.position is None:
            continue
        position, rules = step.position(), journal.session.world.rules
        assert isinstance(position, own_game.Position)
        copies = [session_of(data, rules) for data in (session_bytes(journal.session), position.session)]
        one, other = (copy.feed(b"\x1230s\x12") + str(copy.world.rng.state).encode() for copy in copies)
        assert one == other
        made += 1
    assert made > 5


def test_an_agent_that_plays_on_hears_what_the_game_says_from_then_on() -> None:
    path = JOURNALS / "agent-103.jsonl"
    journal = own_game.OwnJournal(path.read_bytes(), path)
    onlooker, states = Onlooker(MEMORY, DEFAULT, journal.version), AgentStates(MEMORY, DEFAULT)
    before: tuple[bytes, object, bytes] | None = None
    heard: list[tuple[str, ...]] = []
    for typed in onlooker.follow(islice(journal.watched_steps(positions=True), 90)):
        if before is not None:
            agent, position, keys = before
            player = states.take(agent)
            choice = choose(LADDER, player.beliefs)
            assert choice is not None
            assert isinstance(position, own_game.Position)
            if choice.act.keys + MARKER == keys:
                player.act(choice)
                world = session_of(position.session, journal.session.world.rules)
                player.screen.feed(world.feed(keys))
                player.consider(COMMAND)
                assert player.beliefs.said == onlooker.beliefs.said
                heard.append(onlooker.beliefs.said)
        assert onlooker.position is not None
        before = states.put(onlooker), onlooker.position(), typed
    assert len(heard) > 30
    assert sum(said != () for said in heard) > 3
