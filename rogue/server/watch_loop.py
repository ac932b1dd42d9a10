"""The part of a server that shows watchers the list of games or, in a loop, one game (SRV-15)."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from rogue.server.served_game import keys_of
from rogue.ui.keymap import SPACE
from rogue.ui.renderer import CLEAR
from rogue.wire.broadcast import CAUGHT_UP_BYTES, Watcher
from rogue.wire.dialogue import plain
from rogue.wire.lines import gather

if TYPE_CHECKING:
    from rogue.server.game_server import GameServer
    from rogue.server.served_game import ServedGame
    from rogue.wire.lines import Line

REFRESH_SECONDS: Final = 2.0
PAGE: Final = 20  # games that are listed at once
_LEAVE: Final = b"q\x03\x04"
_BACK: Final = b"q\x1b\x03"
_LETTERS: Final = ascii_lowercase.replace("q", "")
_REMARK: Final = b"\x1b7\x1b[%d;1H%b\x1b[K\x1b8"
_REMARK_ROW: Final = 25
_LAST_FRAMES: Final = 0.2  # seconds in which the last frames of a game come
AWAY: Final = "{} has left; the game is paused."
BACK: Final = " q: back to the list"
_IDLE: Final = b"\r\nYou typed nothing for a long time.\r\n"


async def serve_watcher(server: GameServer, line: Line) -> None:
    """Show games to a watcher until the connection ends.  Never raises.

    The connection ends if the watcher presses no key for `idle_seconds` while the list of games is shown, or
    does not read the output.
    """
    if server.watching >= server.limits.watchers:
        line.write(b"All places for watchers are taken; try again later.\r\n")
        return
    server.watching += 1
    try:
        while not line.gone:
            game = await _chosen(server, line)
            if game is None:
                return
            await watch(server, line, game)
    finally:
        server.watching -= 1
        if line.unsent > CAUGHT_UP_BYTES:
            line.abort()  # a client that reads nothing


async def _chosen(server: GameServer, line: Line) -> ServedGame | None:
    """Show the list of games.  Return the chosen game, or None if the watcher leaves or is idle."""
    shown, first, typed = b"", 0, keys_of(line)
    until = server.now() + server.limits.idle_seconds
    while not line.gone:
        if server.now() >= until:
            line.write(_IDLE)
            return None
        everything = server.public_games()
        first = first if first < len(everything) else 0
        games = everything[first : first + PAGE]
        more = ", space for more" if len(everything) > PAGE else ""
        rows = [f"Games in progress: a letter to watch{more}, q to quit.", ""]
        for letter, game in zip(_LETTERS, games, strict=False):
            rows.append(f"{letter}) {game.record.player:16} {game.record.edition}  {game.standing}")
        if not games:
            rows.append("Nobody is playing right now.")
        text = CLEAR + "".join([f"{plain(row)}\r\n" for row in rows]).encode("ascii")
        if text != shown and not line.unsent:
            shown = text
            line.write(text)
        if not await gather(line, typed, min(REFRESH_SECONDS, server.limits.idle_seconds)):
            continue
        until = server.now() + server.limits.idle_seconds if len(typed) else until
        while (key := typed.pop()) is not None:
            if key in _LEAVE:
                return None
            if key == SPACE:
                first += PAGE
                typed.drop()
                break
            place = _LETTERS.find(chr(key).lower())
            if 0 <= place < len(games):
                return games[place]
    return None


async def watch(server: GameServer, line: Line, game: ServedGame) -> None:
    """Show a game until the watcher leaves, the game stops, or a limit is reached.

    A limit is reached if the watcher reads nothing for `unsent_seconds`, if the player presses no key for
    `idle_seconds`, or if the watcher has watched for `longest_seconds`.
    """
    watcher, limits, typed = Watcher(line), server.limits, keys_of(line)
    game.broadcast.join(watcher)
    server.log.note(line.address, "", f"watches game {game.record.number}")
    began = at = server.now()
    shown_remark, taken = "", -1  # the last remark; the bytes sent `at` that time
    is_away = False
    patience = min(REFRESH_SECONDS / 2, limits.unsent_seconds, limits.idle_seconds)
    try:
        while not line.gone and server.games.get(game.record.player) is game:
            await gather(line, typed, patience)
            now = server.now()
            if any(key in _BACK for key in iter(typed.pop, None)) or now - began > limits.longest_seconds:
                return
            if now - game.last_key > limits.idle_seconds:
                return
            if not line.unsent or watcher.written - line.unsent > taken:
                taken, at = watcher.written - line.unsent, now
            elif now - at > limits.unsent_seconds:
                server.log.note(line.address, "", "does not read its output")
                line.abort()
                return
            rows, _ = line.size
            if watcher.remark != shown_remark and rows >= _REMARK_ROW:
                shown_remark = watcher.remark
                line.write(_REMARK % (_REMARK_ROW, plain(shown_remark).encode("ascii")))
            if is_away != (game.line is None and now - game.last_key > server.watch_delay + _LAST_FRAMES):
                is_away = not is_away
                if is_away:  # the player's return draws a new picture over it
                    text = AWAY.format(game.record.player) + BACK * (line.kind != "web")
                    line.write(_REMARK % (1, text.encode("ascii")))
    finally:
        game.broadcast.leave(watcher)
