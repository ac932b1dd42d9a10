"""One game over a link in memory: keys, limits, ends, rows."""

from __future__ import annotations

import gc
import hashlib
from typing import ClassVar

import pytest

from rogomatic.agent.player import How
from rogomatic.run.runner.game_loop import ENDS, MAX_QUIET, End, Limits, Row, play, play_game
from rogomatic.run.runner.link import InMemoryGame, Link, MemoryLink, Played
from tests.run.fakes import EndlessPlayer, FakeGame, FakePlayer, StuckPlayer, raise_for_3


def memory(seed: int) -> Link:
    return MemoryLink(FakeGame(seed))


def row_with(seed: int = 1, limits: Limits | None = None, player: type[FakePlayer] = FakePlayer) -> Row:
    return play_game(seed, memory, player, limits or Limits())


def test_the_keys_reach_the_game_unchanged() -> None:
    game, played = FakeGame(1), Played(keep=True)
    assert play(MemoryLink(game), FakePlayer(1), Limits(), played) == "finished"
    assert game.got == b"v;" + b"l;" * 4 + b"\r"
    assert played.bursts == [b"v;", *[b"l;"] * 4, b"\r"]
    assert played.commands == 6
    assert played.digest() == hashlib.blake2b(game.got, digest_size=16).hexdigest()


def test_the_row_tells_what_the_player_reports() -> None:
    row = row_with(seed=2)
    assert (row.seed, row.score, row.depth, row.deepest, row.turns) == (2, 20, 1, 2, 5)
    assert (row.end_reason, row.how, row.killer, row.finished) == ("finished", "killed", "fake", True)
    assert row.cpu_seconds > 0
    assert row.error == ""


class CollectorsPlayer(FakePlayer):
    """Notes when the garbage collector would look, and breaks in a later command."""

    thresholds: ClassVar[list[int]] = []

    def feed(self, data: bytes) -> bytes:
        self.thresholds.append(gc.get_threshold()[0])
        if self.moves == 2:
            raise RuntimeError("broken")
        return super().feed(data)


@pytest.mark.parametrize(("usual", "meanwhile"), [(700, 50_000), (60_000, 60_000), (0, 0)])
def test_the_garbage_collector_looks_seldom_during_a_game(usual: int, meanwhile: int) -> None:
    before = gc.get_threshold()
    CollectorsPlayer.thresholds.clear()
    try:
        gc.set_threshold(usual, 9, 8)
        assert row_with(player=CollectorsPlayer).end_reason == "crashed"
        assert gc.get_threshold() == (usual, 9, 8)
    finally:
        gc.set_threshold(*before)
    assert set(CollectorsPlayer.thresholds) == {meanwhile}


@pytest.mark.parametrize(
    ("limits", "end", "commands", "turns"),
    [
        (Limits(commands=5), "commands", 5, 4),
        (Limits(commands=6), "finished", 6, 4),
        (Limits(commands=7), "finished", 6, 4),
        (Limits(turns=3), "turns", 4, 3),
        (Limits(turns=4), "turns", 5, 4),
        (Limits(turns=5), "finished", 6, 4),
    ],
)
def test_a_limit_lets_exactly_so_many_through(limits: Limits, end: End, commands: int, turns: int) -> None:
    row = row_with(1, limits)
    assert (row.end_reason, row.commands, row.turns) == (end, commands, turns)


@pytest.mark.parametrize(
    ("limits", "end"),
    [(Limits(cpu_seconds=0.02), "cpu"), (Limits(seconds=0.02), "time")],
)
def test_an_endless_game_ends_at_its_limit(limits: Limits, end: End) -> None:
    row = row_with(1, limits, EndlessPlayer)
    assert row.end_reason == end
    assert row.commands > 0, "how many depends on the machine"


def test_a_player_that_gives_up_is_stuck() -> None:
    assert row_with(player=StuckPlayer).end_reason == "stuck"


class Mute:
    """A game that takes every key and says nothing."""

    closed, turns = False, None

    def feed(self, keys: bytes) -> bytes:
        return b"."[: not keys]


class Echo(Mute):
    """A game that draws the keys that it takes."""

    def feed(self, keys: bytes) -> bytes:
        return keys or b"."


def test_a_link_in_memory_keeps_all_that_was_drawn_until_it_is_read() -> None:
    link = MemoryLink(Echo())
    for key in (b"a", b"b"):
        link.send(key)
    assert (link.is_waiting, link.receive(0)) == (False, b".ab")
    assert (link.is_waiting, link.receive(0)) == (True, b"")


def test_the_turns_of_a_row_are_those_of_a_game_that_tells_them() -> None:
    class Counts(FakeGame):
        turns = 4711

    row = play_game(3, lambda seed: MemoryLink(Counts(seed)), FakePlayer, Limits())
    assert (row.turns, row_with().turns < 100) == (4711, True)


class PatientPlayer(FakePlayer):
    """Sees from the silence alone that the game waits for a command."""

    unanswered = 0

    def feed(self, data: bytes) -> bytes:
        return b""

    def timeout(self) -> bytes:
        self.moves += 1
        self.done = self.moves == 6
        return b"l;"


class CountingLink(MemoryLink):
    """Counts how often it was read."""

    read = 0

    def receive(self, seconds: float) -> bytes:
        self.read += 1
        return super().receive(seconds)


class FallsSilent(FakeGame):
    """A game that draws nothing after the second step."""

    def feed(self, keys: bytes) -> bytes:
        drawn = super().feed(keys)
        return drawn if len(self.got) < 6 else b""


@pytest.mark.parametrize(
    ("game", "player", "end", "read"),
    [
        (FakeGame(1), FakePlayer(1), "finished", 6),
        (Mute(), PatientPlayer(1), "finished", 7),
        (FallsSilent(1), FakePlayer(1), "stall", 6),
    ],
)
def test_a_game_stalls_only_if_it_is_not_ready_again(
    game: InMemoryGame, player: FakePlayer, end: End, read: int
) -> None:
    link, seconds = CountingLink(game), iter(range(50))
    assert play(link, player, Limits(stall_seconds=3.0), Played(), lambda: float(next(seconds))) == end
    assert link.read == read


class Gone(Mute):
    """A game that is over before it has begun."""

    closed = True


def test_a_silent_game_stalls_after_the_player_was_asked_several_times() -> None:
    player, played = FakePlayer(1), Played()
    assert play(MemoryLink(Mute()), player, Limits(), played) == "stall"
    assert player.silences == MAX_QUIET
    assert played.commands == 1 + MAX_QUIET  # the opening and each answer to silence


def test_a_game_that_leaves_without_an_end_is_closed() -> None:
    assert play(MemoryLink(Gone()), FakePlayer(1), Limits(), Played()) == "closed"


@pytest.mark.parametrize("how", sorted(ENDS))
def test_every_way_to_end_gives_an_end_reason(how: How) -> None:
    player = FakePlayer(1)
    player.done, player.how = True, how
    assert play(memory(1), player, Limits(), Played()) == ENDS[how]


def test_an_exception_of_the_player_is_a_row() -> None:
    row = play_game(3, memory, raise_for_3, Limits())
    assert (row.end_reason, row.score, row.finished) == ("crashed", 0, False)
    assert "RuntimeError: no player for 3" in row.error


def test_an_exception_of_the_game_is_a_row_with_what_was_known() -> None:
    class Breaks(FakeGame):
        def feed(self, keys: bytes) -> bytes:
            if self.steps == 2:
                raise ZeroDivisionError
            return super().feed(keys)

    def links(seed: int) -> Link:
        game: InMemoryGame = Breaks(seed)
        return MemoryLink(game)

    row = play_game(1, links, FakePlayer, Limits())
    assert (row.end_reason, row.score, row.turns) == ("crashed", 10, 3)
    assert "ZeroDivisionError" in row.error


def test_an_interrupt_closes_the_link_and_goes_on() -> None:
    closed = []

    class Told(MemoryLink):
        def close(self, over: bool) -> float:
            closed.append(over)
            return 0.0

    def interrupted(seed: int) -> FakePlayer:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game(1, lambda seed: Told(FakeGame(seed)), interrupted, Limits())
    assert closed == [False]
