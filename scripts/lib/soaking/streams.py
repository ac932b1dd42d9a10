"""Damaged streams into the agent: what real games have drawn, and games over a line with noise."""

from __future__ import annotations

import random
import resource
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import ROWS, SIZE
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.tables.edition_table import EDITIONS
from rogue.ui.session import Session
from scripts.lib.recorded_events import NAMES, output
from scripts.lib.soaking import damage
from scripts.lib.soaking.limits import Report, TooLong, cpu_seconds

SHARE: Final = 40_000  # bytes of one seed
CHUNKS: Final = (1, 7, 80, 80, 400, 4096)  # bytes fed at once
LENGTH: Final = 6000  # bytes that are fed in two ways
CHUNK_SECONDS: Final = 10.0
MAX_LINES: Final = 3000  # kept of row 0 while nothing is decided
MAX_HELD: Final = 300  # bytes that wait for their rest
MAX_GROWTH: Final = 400  # megabytes of this process
PREPARED: Final = 150  # commands of a game whose stream is then damaged
SEQUENCES: Final = (
    b"\x1b[H\x1b[J", b"\x1b[K", b"\x1b[24;1H", b"\x1b[7m", b"--More--", b"Illegal command ';'", b"@", b"\r\n",
    b"\x1b[" + b"1;" * 40, b"\x1b]" + b"x" * 300, b"\x1b[99999999999999999999999A", b"\x1b[1;1H",
    b"--Press space", b"--press space to continue--", b"\x1b[1;1HWhat do you want to ", b"? ",
    b"Level: 99999999999 Hp: -7(0)", b"\x0e\x0f",
    b"\x1b[3;9r", b"\x1b[?7l", b"\x1b[L", b"\x1b[40M", b"\x1bM\x1bM", b"REST IN PEACE",
    b"killed by a", b";" * 50,
    b"\x1b[24;1HLevel: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0\x1b[5;5H",
)  # fmt: skip
WAYS: Final[tuple[damage.Damage, ...]] = (
    damage.flip, damage.truncate, damage.behead, damage.repeat, damage.swap, damage.insert, damage.noise,
    damage.exchange,
)  # fmt: skip

Source = Callable[[random.Random], Iterator[bytes]]


def soak_streams(amount: int, seed: int) -> Report:
    """Feed so many bytes into agents, `SHARE` for each seed from `seed` on."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    before = _megabytes()
    one = seed
    while counts["bytes"] < amount:
        try:
            _feed(one, min(SHARE, amount - counts["bytes"]), counts)
        except (Exception, TooLong):
            wrong.append(f"scripts/soak streams --amount {SHARE} --seed {one}\n{traceback.format_exc()}")
            counts["bytes"] += SHARE
        one += 1
    growth = _megabytes() - before
    if growth > MAX_GROWTH:
        wrong.append(f"scripts/soak streams --amount {amount} --seed {seed}: grown by {growth} MB")
    sources = f"{len(NAMES)} recordings and {len(EDITIONS)} editions"
    done = f"{counts['bytes']} bytes in {counts['pieces']} pieces to {counts['agents']} agents, of {sources}"
    return Report(f"{done}: {counts['commands']} commands decided; grown by {growth} MB", wrong)


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def _feed(seed: int, size: int, counts: Counter[str]) -> None:
    """Feed the stream of one seed; an agent that has seen the end of a game is followed by the next."""
    dice = random.Random(seed)
    fed = 0
    while fed < size:
        player = Player(default_memory(), DEFAULT, seed, learn=dice.random() < 0.5)
        counts["agents"] += 1
        play = dice.choice((_noisy_game, _noisy_game, _damaged_stream, _damaged_stream, _cut_two_ways))
        for data in play(player, dice, size - fed):
            fed += len(data) or 1
            counts["pieces"] += 1
        player.eof()
        player.report()
        player.lessons()
        player.evidence()
        counts["commands"] += player.moves
    counts["bytes"] += fed


def _damaged_stream(player: Player, dice: random.Random, size: int) -> Iterator[bytes]:
    """Feed a recorded stream with damage in it, whatever the agent says; yield the pieces."""
    data = dice.choice(_streams())
    start = dice.choice((0, 0, dice.randrange(len(data))))
    for piece in _cut(data[start : start + size], dice):
        piece = _spoiled(piece, dice, 0.1)
        _hear(player, piece, dice)
        yield piece
        if player.done:
            return


def _noisy_game(player: Player, dice: random.Random, size: int) -> Iterator[bytes]:
    """Let an agent play a game over a line that spoils some of what is drawn; yield the pieces."""
    game = Session(dice.randrange(2**32), dice.choice(tuple(EDITIONS)), GAME_OPTIONS)
    chance = dice.choice((0.001, 0.01, 0.1))
    keys, sent = b"", 0
    while sent < size and not game.closed and not player.done:
        drawn = _spoiled(game.feed(keys), dice, chance)
        sent += len(drawn) + 1
        keys = _hear(player, drawn, dice) or player.timeout()
        yield drawn


def _cut_two_ways(player: Player, dice: random.Random, size: int) -> Iterator[bytes]:
    """Feed the same bytes to two agents, cut in two ways; they must send the same keys.  Yield the bytes."""
    data = dice.choice(_streams())
    start = dice.choice((0, dice.randrange(len(data))))
    pieces = [_spoiled(piece, dice, 0.05) for piece in _cut(data[start : start + min(size, LENGTH)], dice)]
    whole = b"".join(pieces)
    other = Player(default_memory(), DEFAULT, player.seed)
    assert player.feed(b"") == other.feed(b"")
    with cpu_seconds(2 * CHUNK_SECONDS):
        once = player.feed(whole)
        often = b"".join(map(other.feed, _cut(whole, dice)))
    assert once == often, "the way that bytes are cut makes a difference"
    assert player.done or player.screen.cells == other.screen.cells
    yield whole


def _hear(player: Player, data: bytes, dice: random.Random) -> bytes:
    """Feed bytes, and check what holds behind any; now and then there is silence."""
    with cpu_seconds(CHUNK_SECONDS):
        keys = player.feed(data)
        if dice.random() < 0.01:
            keys += player.timeout()
    screen = player.screen
    assert len(screen.cells) == SIZE, len(screen.cells)
    assert screen.cells.isascii()
    assert 0 <= screen.spot < SIZE, screen.spot
    assert len(screen.picture()) == ROWS
    assert len(screen._lines) <= MAX_LINES, len(screen._lines)
    assert len(screen._half) <= MAX_HELD, len(screen._half)
    return keys


def _spoiled(data: bytes, dice: random.Random, chance: float) -> bytes:
    if dice.random() >= chance:
        return data
    if dice.random() < 0.3:
        return data + dice.choice(SEQUENCES) * dice.choice((1, 1, 2, 30))
    return dice.choice(WAYS)(dice, data)


def _cut(data: bytes, dice: random.Random) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = dice.choice(CHUNKS)
        yield data[at : at + size]
        at += size


@cache
def _streams() -> tuple[bytes, ...]:
    """Return what real games have drawn: those recorded of C Rogues, if they are there, and our own."""
    own = (_own(edition, seed) for edition in EDITIONS for seed in (3, 5))
    return (*map(output, NAMES), *own)


def _own(edition: str, seed: int) -> bytes:
    """Return what our own game draws while the agent plays it."""
    game, player = Session(seed, edition, GAME_OPTIONS), Player(default_memory(), DEFAULT, seed)
    drawn, keys = b"", b""
    for _ in range(PREPARED):
        piece = game.feed(keys)
        drawn += piece
        keys = player.feed(piece) or player.timeout()
        if player.done:
            break
    return drawn
