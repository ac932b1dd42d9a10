"""Where a game went wrong: the danger by turn of a person's journal and of a recording."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.player import Player
from rogomatic.cli.own_game import OwnGame, OwnJournal
from rogomatic.run.recordings.onlooker import Onlooker
from rogomatic.run.recordings.timeline import play_timeline
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink, Played
from rogomatic.run.storage.agent_files import shipped_memory
from rogomatic.run.viewer.danger_graph import (
    Danger,
    danger_lines,
    dangers_of_steps,
    dangers_of_timeline,
    graph,
    headline,
    worst_stretches,
)
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession
from rogue.ui.session import Session
from tests.run.command_line import rogomatic

SEED = 52157  # a game of 331 turns
MARKER = ord(";")


class NotedGame:
    """A game in memory that notes the keys it gets."""

    def __init__(self, edition: str) -> None:
        self.keys = b""
        self._session = Session(SEED, edition, GAME_OPTIONS)

    @property
    def closed(self) -> bool:
        return self._session.closed

    turns = None

    def feed(self, keys: bytes) -> bytes:
        self.keys += keys
        return self._session.feed(keys)


def journal_of_a_person(edition: str = "5.4", commands: int = 10_000) -> str:
    """The journal of a person who types what the agent would, key by key, without its markers."""
    game = NotedGame(edition)
    play(MemoryLink(game), Player(shipped_memory(), DEFAULT, SEED), Limits(commands=commands), Played())
    session = RecordingSession(Start(SEED, edition, GAME_OPTIONS))
    for key in game.keys:
        if key != MARKER:
            session.feed(bytes([key]))
    return session.journal()


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    path.write_text(journal_of_a_person())
    return path


def followed(data: bytes) -> list[Danger]:
    own = OwnJournal(data, Path("game.jsonl"))
    onlooker = Onlooker(shipped_memory(), DEFAULT, own.version)
    return list(dangers_of_steps(onlooker, own.watched_steps()))


def played() -> list[Danger]:
    timeline, _ = play_timeline(
        SEED, InMemory(OwnGame()), lambda seed: Player(shipped_memory(), DEFAULT, seed)
    )
    return list(dangers_of_timeline(timeline))


def test_who_looks_on_sees_the_danger_that_the_player_saw(journal: Path) -> None:
    own, seen = played(), followed(journal.read_bytes())
    facts = [(one.keys, one.hp, one.depth, one.foes) for one in own]
    there = {(one.keys, one.hp, one.depth, one.foes) for one in seen}
    assert sum(fact in there for fact in facts) >= 0.95 * len(facts)
    assert max(one.die_pct for one in own) == pytest.approx(max(one.die_pct for one in seen), abs=5)
    assert len(own) > 100


def test_the_advice_is_what_the_agent_would_do(journal: Path) -> None:
    own, seen = played(), followed(journal.read_bytes())
    advice = {(one.hp, one.foes, one.advice) for one in seen}
    assert sum((one.hp, one.foes, one.advice) in advice for one in own) >= 0.9 * len(own)


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_the_older_editions_are_followed_too(edition: str) -> None:
    seen = followed(journal_of_a_person(edition, 60).encode())
    assert len(seen) > 30
    rungs = {rung.name for rung in LADDER}
    assert {one.advice.partition(":")[0] for one in seen} <= rungs


def test_the_digits_of_a_count_are_no_commands() -> None:
    session = RecordingSession(Start(SEED, "5.4", GAME_OPTIONS))
    for key in b"12s3s":
        session.feed(bytes([key]))
    assert [one.keys for one in followed(session.journal().encode())] == ["12s", "3s", ""]


def test_keys_that_mean_nothing_do_not_end_it() -> None:
    session = RecordingSession(Start(SEED, "5.4", GAME_OPTIONS))
    for key in b"q*\x1b\x1bZ\x10os\x1bs":
        session.feed(bytes([key]))
    assert followed(session.journal().encode())[-1].depth == 1


def danger(turn: int, pct: float, depth: int = 1, hp: int = 12, foes: tuple[str, ...] = ("emu",)) -> Danger:
    return Danger(turn, depth, hp, 12, pct, foes, "rest: weak", "s")


def test_the_worst_moments_are_fights_and_the_last_one_comes_first() -> None:
    dangers = [
        danger(10, 6),
        danger(14, 40),
        danger(60, 90),
        danger(100, 4.9),
        danger(150, 30),
        danger(300, 7),
    ]
    found = worst_stretches(dangers)
    assert [(one.dangers[0].turn, one.worst.turn, one.gone) for one in found] == [
        (300, 300, True), (60, 60, False), (10, 14, False),
    ]  # fmt: skip


def test_what_a_moment_took_counts_and_so_does_what_strikes_unseen() -> None:
    unseen = [danger(turn, 0, hp=12 - turn, foes=())._replace(lost=3, unseen=True) for turn in (3, 6)]
    dangers = [*unseen, danger(60, 16), danger(100, 20), danger(130, 18), danger(170, 6)]
    found = worst_stretches(dangers)
    assert [(one.dangers[0].turn, one.lost) for one in found] == [(170, 0), (3, 6), (100, 0)]
    said = " ".join(" ".join(danger_lines(dangers, str, 80, who="you", ending="won")).split())
    assert (
        "something unseen: 9 of 12 hit points at the start, 6 at the end, 6 lost; "
        "the risk of death is unknown" in said
    )
    assert "12 at the end, none lost" in said or "12 of 12 hit points, none lost" in said
    assert "?: something unseen struck" in said


def test_death_that_was_nearly_sure_is_worse_than_a_costly_fight() -> None:
    costs = {10: (45, 11), 30: (0, 0), 110: (100, 2), 130: (0, 0), 300: (6, 0)}
    dangers = [danger(turn, percent)._replace(cost=cost) for turn, (percent, cost) in costs.items()]
    assert [one.worst.turn for one in worst_stretches(dangers)] == [300, 110, 10]


def test_a_command_notes_what_the_one_before_has_cost() -> None:
    own = played()
    losses = [max(one.hp - two.hp, 0) for one, two in itertools.pairwise(own)]
    assert [one.lost for one in own[1:]] == losses
    assert sum(losses) > 0


def test_a_new_level_is_another_moment() -> None:
    assert len(worst_stretches([danger(10, 6), danger(11, 6, depth=2)])) == 2


def test_the_graph_shows_heights_levels_and_turns() -> None:
    rows = list(graph([danger(0, 0), danger(50, 1), danger(99, 95, depth=2)], 47))
    assert len({row.rstrip()[-1] for row in rows[1:8]}) == 1
    assert [row.count("#") for row in rows[1:8]] == [1, 1, 1, 1, 1, 1, 2]
    assert rows[9] == "lost", "nothing was"
    assert (rows[-2].split(), rows[-1].split()) == (["level", "1", "2"], ["turn", "0", "99"])
    assert max(map(len, rows)) <= 66


def test_a_game_without_danger_says_so() -> None:
    said = list(danger_lines([danger(0, 0), danger(9, 3)], str, 80, who="you", ending="quit"))
    assert said[-1] == "No fight in this game was dangerous: the chance to die stayed below 5%."
    assert list(danger_lines([], str, 80, who="you", ending="quit")) == [
        "The agent could not follow any command of this game."
    ]


def test_a_moment_says_what_was_typed_and_what_the_agent_would_do() -> None:
    dangers = [danger(8, 6), danger(9, 60, hp=3, foes=("emu", "bat", "bat"))]
    dangers[1] = dangers[1]._replace(lost=9)
    said = " ".join(
        " ".join(danger_lines(dangers, lambda turn: f"see {turn}", 80, who="you", ending="won")).split()
    )
    assert "The worst moment: 1. Turns 8 to 9, level 1, an emu and 2 bats: 12 of 12 hit points" in said
    assert "3 before the last command, 9 lost; 6% to die at first, 60% at most (turn 9)." in said
    assert " The end: won. The worst" in said
    assert said.endswith("the agent would choose: rest: weak. You typed s. see 8")


def test_a_moment_of_a_recording_says_whose_keys_were_typed() -> None:
    theirs = danger(5, 30)._replace(recorded=True, advice="the agent would rest: weak", keys="9s")
    for dangers, line in (
        ([theirs], "   The agent would rest: weak; the typed keys were 9s."),
        ([theirs, danger(6, 40)], "   At first the agent would rest: weak; the typed keys were 9s."),
        ([danger(5, 30), theirs._replace(turn=6)], "   At first the agent chose: rest: weak."),
    ):
        assert line in danger_lines(dangers, str, 80, who="the agent", ending="won")


def lines_of(*arguments: str) -> Iterator[str]:
    yield from rogomatic(["explain", *arguments]).out.splitlines()


def test_the_command_draws_the_danger_of_a_journal(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = list(lines_of(str(journal)))
    assert said[0].startswith(f"Seed {SEED}: ")
    assert sum("rogue replay --to-turn" in one for one in said) == 3
    assert all(len(one) <= 80 or str(journal) in one for one in said)


def test_the_command_draws_the_danger_of_the_game_of_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    said = list(lines_of("--seed", str(SEED)))
    assert "The worst 3 moments:" in said
    assert sum(f"rogomatic replay --seed {SEED} --to-turn" in one for one in said) == 3


def test_explain_opens_the_places_of_replay_and_counts_alike(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for place in ("death", "end"):
        opened = next(lines_of("--seed", str(SEED), "--at", place))
        shown = rogomatic(["replay", "--seed", str(SEED), "--at", "death", "--print"]).out.splitlines()[0]
        assert opened.split()[:2] == shown.split()[:2], "the same command has the same number"
    whole = shown.split(" of ")[1].split(",")[0]
    title = f"the game of seed {SEED}: {whole} commands,"
    assert next(lines_of("--seed", str(SEED))).startswith(title)


def test_a_journal_has_no_places_with_names(journal: Path) -> None:
    assert "use --turn for a journal" in rogomatic(["explain", str(journal), "--at", "death"], 2).err


def test_one_decision_of_a_journal_is_laid_open(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = list(lines_of(str(journal), "--turn", "200"))
    assert said[0].startswith("Turn 20")
    assert any(one.startswith("FIRED: ") for one in said)
    assert "ends before turn 9,000" in rogomatic(["explain", str(journal), "--turn", "9000"], 1).err


@pytest.mark.parametrize("more", [["--seed", "1"], ["--last"], ["--command", "3"], ["--edition", "5.2"]])
def test_a_journal_says_which_game_it_is(journal: Path, more: list[str]) -> None:
    assert "usage: rogomatic explain" in rogomatic(["explain", str(journal), *more], 2).err


def test_a_damaged_journal_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text('{"format": "rogue journal", "version": 1')
    assert rogomatic(["explain", str(path)], 1).err.count("\n") == 1


def journal_of_keys(keys: bytes, seed: int, *, helpers: bool = False) -> str:
    """Return a person's game in which these keys are typed over and over until it ends."""
    session = RecordingSession(Start(seed, "5.4", GAME_OPTIONS, helpers=helpers))
    for _ in range(60):
        for key in keys:
            if session.session.outcome is None:
                session.feed(bytes([key]))
    return session.journal()


def test_a_rest_during_which_the_hero_dies_is_the_moment() -> None:
    rest = danger(50, 0.0, foes=())._replace(hp=5, keys="200s", cost=5)
    calm = [danger(turn, 0.0, foes=())._replace(cost=0) for turn in (10, 20, 30)]
    assert [one.dangers for one in worst_stretches([*calm, rest])] == [(rest,)]
    lines = danger_lines([*calm, rest], str, 80, who="you", ending="killed by a kestrel")
    text = " ".join(" ".join(lines).split())
    assert "5 of 12 hit points, 5 lost; the danger was not in view yet" in text
    assert "You typed 200s." in text


def test_the_count_before_the_fight_is_where_the_risk_was_taken() -> None:
    rest = danger(10, 0.0, foes=())._replace(hp=12, keys="99s", cost=3)
    fight = [danger(turn, 30.0)._replace(hp=9, cost=1) for turn in (80, 81)]
    harmless = danger(5, 0.0, foes=())._replace(cost=0)
    (found,) = worst_stretches([harmless, rest, *fight])
    assert (found.dangers, found.lost) == ((rest, *fight), 5)


@pytest.mark.parametrize("seed", [2, 7])
def test_a_person_who_only_rests_is_told_so(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "rested.jsonl"
    path.write_text(journal_of_keys(b"99s ", seed))
    dangers = followed(path.read_bytes())
    assert "You typed 99s." in " ".join(rogomatic(["explain", str(path)]).out.split())
    shown = rogomatic(["explain", str(path), "--turn", str(dangers[-1].turn)]).out
    assert "REST" not in shown
    assert "@" in shown
    assert f"Hp: {dangers[-1].hp:2}" in shown


@pytest.mark.parametrize("seed", [3, 5])
def test_turns_are_those_of_the_game_with_helpers_too(seed: int) -> None:
    own = OwnJournal(journal_of_keys(b"x ", seed, helpers=True).encode(), Path("game.jsonl"))
    onlooker = Onlooker(shipped_memory(), DEFAULT, own.version)
    clocks = [(onlooker.turn, onlooker.beliefs.turn) for _ in onlooker.follow(own.watched_steps())]
    assert all(turn == believed for turn, believed in clocks)
    assert any(after - before > 1 for (before, _), (after, _) in itertools.pairwise(clocks))


def test_a_foe_that_came_during_a_count_has_not_looked_on_all_the_time() -> None:
    for seed in (1, 2, 3, 5, 6, 7):
        seen = followed(journal_of_keys(b"99s ", seed).encode())
        assert not [one.advice for one in seen if one.advice.startswith("break a stalemate")]


def test_messages_are_shown_in_the_words_of_the_game(journal: Path) -> None:
    struck = next(one.turn for one in followed(journal.read_bytes()) if one.lost)
    said = next(
        line
        for line in rogomatic(["explain", str(journal), "--turn", str(struck)]).out.splitlines()
        if line.startswith("Messages:")
    )
    assert "kestrel" in said
    assert "monster-" not in said
    assert "prompt" not in said
    assert "--More--" not in said


@pytest.mark.parametrize(("ended", "turns"), [(0, "330 turns"), (331, "331 turns")])
def test_a_title_has_the_turn_on_which_the_game_ended(ended: int, turns: str) -> None:
    last = Danger(turn=330, depth=2, hp=4, max_hp=12, lost=0, foes=(), die_pct=30.0, advice="", keys="")
    assert headline("game 7", [last], 99, ended) == f"game 7: 99 commands, {turns}, to level 2"
