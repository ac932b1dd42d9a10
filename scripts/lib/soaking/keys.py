"""Random keys into the game, in every edition and under many options; what must hold behind each burst.

Half of the games begin deep down with a sturdy hero and a full pack, so that keys at random meet more than
the first two levels.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from itertools import product
from typing import Final

from rogue.levelgen.spawning import make_item
from rogue.rules import arrival, pack
from rogue.tables.edition_table import EDITIONS
from rogue.ui.input_modes import Answer, Host, ModeName
from rogue.ui.session import Session
from scripts.lib.soaking.limits import Report, TooLong, cpu_seconds

HOST: Final = Host(home="/home/of", able=("save", "shell"))
SHARE: Final = 10_000  # keys of one seed
BURST: Final = 12  # keys fed at once, at most
BURST_SECONDS: Final = 5.0
MAX_BYTES: Final = 1_000_000  # drawn by one burst
THINGS: Final = 14  # in a full pack
DEEPEST: Final = 30
OPTIONS: Final = (
    "",
    "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow",
    "passgo,noseefloor,inven=overwrite,askme",
    "inven=clear,notombstone,name=\x1b[2Jx,fruit=\t,file=/no/such,seefloor",
)
GAMES: Final = tuple(product(EDITIONS, OPTIONS, ("", "helpers", "wizard"), ("weak", "sturdy")))
ANSWERS: Final = (Answer("exists"), Answer("failed", "No space left on device"), Answer("done"))

ANY_KEYS: Final = bytes(range(256))
LIKELY_KEYS: Final = (
    b"hjklyubnhjklyubnHJKLYUBN\b\n\v\f\x19\x15\x02\x0e  \r>>ss..,,"
    b"qrwWTPRdtzefFmacabcdefghi*^/?DoiIv@)]=\x10\x12"
)
RARE_KEYS: Final = b"x_<S!CQ+~\x04\x04\x06\x01\x05\x07\x14\x18\x1ayn?*abcABC!?/:)]=,^%\r\x1b0123456789"
MEANT: Final[dict[ModeName, bytes]] = {  # keys that lead on, where few do
    "more": b" ", "page": b" ", "window": b" ", "winner": b" ", "return": b"\r", "options": b"\x1b \r-",
    "item": b"abcdefghijklmno*\x1b", "direction": b"hjklyubn", "aim": b"hjkl.<>\r", "text": b"ab\x1b\r",
    "hand": b"lr", "quit": b"n", "save": b"n", "overwrite": b"ny", "discovered": b"*",
}  # fmt: skip


def keys_of(dice: random.Random, mode: ModeName) -> bytes:
    """Return a burst of keys: some that fit the mode, then mostly meaningful ones, sometimes rare or any."""
    kind = dice.random()
    pool = ANY_KEYS if kind < 0.05 else LIKELY_KEYS + RARE_KEYS if kind < 0.3 else LIKELY_KEYS
    first = dice.choices(MEANT.get(mode, pool), k=1) if dice.random() < 0.8 else []
    more = dice.choices(pool, k=dice.randrange(BURST // 2))
    return bytes(first) + b"".join(bytes([key]) + b" " * dice.randrange(2) for key in more)


def soak_keys(amount: int, seed: int) -> Report:
    """Feed so many keys into games, `SHARE` to each seed from `seed` on."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    left, one = amount, seed
    while left > 0:
        try:
            _play(one, min(left, SHARE), counts)
        except (Exception, TooLong):
            wrong.append(f"scripts/soak keys --amount {SHARE} --seed {one}\n{traceback.format_exc()}")
        left, one = left - SHARE, one + 1
    ends = ", ".join(f"{counts[how]} {how}" for how in ("killed", "quit", "won", "left"))
    games = f"{counts['turns']} turns in {one - seed} seeds: {ends}"
    return Report(f"{amount} keys, {games}; {counts['saves']} times gone on from a state", wrong)


def _play(seed: int, keys: int, counts: Counter[str]) -> None:
    """Feed one seed's keys; a game that is over is followed by the next."""
    dice = random.Random(seed)
    game = _game(seed, seed, dice)
    while keys > 0:
        burst = keys_of(dice, game.mode)
        keys -= len(burst) or 1
        with cpu_seconds(BURST_SECONDS):
            drawn = game.feed(burst)
            while game.request is not None:
                drawn += game.answer(dice.choice(ANSWERS))
        _check(game, drawn)
        if game.outcome is None and dice.random() < 0.005:
            _go_on_from_its_state(game)
            counts["saves"] += 1
        if game.closed:
            counts[game.outcome.how if game.outcome else "left"] += 1
            counts["turns"] += game.world.turns
            game = _game(seed, dice.randrange(2**32), dice)
    counts["turns"] += game.world.turns


def _game(seed: int, dungeon: int, dice: random.Random) -> Session:
    """Return a new game of the kind that belongs to a seed."""
    edition, options, extra, kind = GAMES[seed % len(GAMES)]
    helpers, wizard = extra == "helpers", extra == "wizard"
    game = Session(dungeon, edition, options, HOST, helpers=helpers, wizard=wizard)
    if kind == "sturdy":
        world = game.world
        world.player.hp = world.player.max_hp = 900
        for _ in range(THINGS):
            pack.add(world, make_item(world), silent=True)
        world.depth = dice.randint(1, DEEPEST)
        arrival.arrive(world)
    return game


def _go_on_from_its_state(game: Session) -> None:
    """Have a game give its state and go on from there, as a saved game does."""
    game.restore(game.state(), host=HOST)
    game.redraw()


def _check(game: Session, drawn: bytes) -> None:
    """Assert what holds behind any keys."""
    screen = game.screen
    assert len(screen) == 24, len(screen)
    assert all(len(row) == 80 and row.isascii() and row.isprintable() for row in screen), screen
    row, col = game.cursor
    assert 0 <= row < 24, row
    assert 0 <= col < 80, col
    assert len(drawn) <= MAX_BYTES, len(drawn)
    assert b"\x1b[2Jx" not in drawn, "a name has drawn"
