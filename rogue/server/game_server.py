"""The server, which handles each connection from login to the end of the player's game."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeVar

from rogue.proof import SECRET_BYTES, agreed_start, referees_commitment
from rogue.server.game_store import GameStore, ServerLimits, ServerLog, StoreError
from rogue.server.served_game import KeyTaker, ServedGame, keys_of
from rogue.storage.variant_files import BEST, load_variant
from rogue.tables.edition_table import EDITIONS
from rogue.ui.end_screens import NO_SCORES
from rogue.ui.journal import Start
from rogue.ui.keyboard import spelt
from rogue.ui.options import FLAGS
from rogue.ui.renderer import OPENING
from rogue.wire.broadcast import FRAME_SECONDS
from rogue.wire.dialogue import TRIES, Dialogue, GoneError, plain
from rogue.wire.gatekeeper import Account, AnotherError, Gatekeeper, RefusedError, new_key
from rogue.wire.lines import Line
from rogue.wire.play_loop import Left, PlayLoop, first_bytes

MAX_TEXT: Final = 80  # characters of the player's text for the dungeon
PRIVATE_WORD: Final = "private"
HELP_WORD: Final = "?"
LEAVE_WORD: Final = "q"
CHOICES_HELP: Final = (
    "Type a game, then its options, such as: 5.2 terse nojump fruit=mango",
    f"Options: {', '.join(FLAGS)},",
    "    put `no` before a name to turn it off; also inven=slow, fruit=NAME.",
    f"To keep watchers out, add `{PRIVATE_WORD}`. To leave, type `{LEAVE_WORD}`.",
)
DEFAULT_EDITION: Final = "5.4"
_CLEAR: Final = b"\x1b[?1l\x1b=\x1b[H\x1b[J"  # with a keypad that differs from the digits
_ALTERNATE: Final = b"\x1b[?1049h"  # xterm and similar terminals restore their previous screen
_MAIN: Final = b"\x1b[?1049l"
_BOTTOM: Final = b"\x1b[24;1H\r\n"
STOPS: Final = b"The server stops.\r\n"
STOPS_KEPT: Final = b"The server stops; your game is saved.\r\n"
KEPT_SECONDS: Final = 900.0  # time in memory of a game without a player
MANY_KEPT: Final = 100
Found = TypeVar("Found")
FAREWELL: Final[dict[Left, str]] = {
    "saved": "Your game is saved; log in again to continue.",
    "gone": "",
    "idle": "You typed nothing for a long time; your game is saved.",
    "long": "You have played for hours; your game is saved.",
    "stuck": "",
    "taken": "You have logged in elsewhere, and your game continues there.",
    "full": "Your game has used up its room on the server; it is saved as it is.",
    "broken": "The game failed because of a bug. Its journal is saved.",
    "over": "",
}


class GameServer:
    """The state shared by all ports of a server.

    games     the games in memory, as a dict from a player's name to that player's game
    watching  the number of watchers
    has_page  whether browsers can get the journals of finished games
    """

    def __init__(
        self,
        store: GameStore,
        limits: ServerLimits,
        now: Callable[[], float],
        watch_delay: float = 0.0,
        draw_secret: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.store = store
        self.limits = limits
        self.now = now
        self.watch_delay = watch_delay
        self._draw_secret = draw_secret
        self.gate = Gatekeeper(store.players, limits, now)
        self.games: dict[str, ServedGame] = {}
        self.log = ServerLog(store.home / "server.log", limits.log_bytes)
        self.watching = 0
        self.has_page = False
        self.lines: set[Line] = set()
        self.is_stopping = False
        self._entering: dict[str, asyncio.Lock] = {}

    async def serve_player(self, line: Line, name: str = "") -> None:
        """Serve a player until the connection ends.

        name  the name of a player who has logged in, or "" if the player must log in first
        """
        talk = Dialogue(line, keys_of(line), spelt)
        try:
            async with asyncio.timeout(self.limits.login_seconds):
                account = self.gate.known(name) if name else await self._login(talk)
                line.is_in = True
                game = await self.enter_game(talk, account)
            following: ServedGame | None = game
            while following is not None:
                following = await self._sitting(talk, account, following)
        except (RefusedError, StoreError) as refusal:
            talk.show(str(refusal))
            self.log.note(line.address, "", f"refused: {refusal}")
        except (GoneError, TimeoutError):
            pass
        except OSError as error:
            self.log.note(line.address, "", f"trouble: {error}")
            talk.show("The server has trouble with its disk; your game is saved up to this point.")

    async def _login(self, talk: Dialogue[KeyTaker]) -> Account:
        """Greet a player, and ask for name and key.  Raises RefusedError, GoneError."""
        talk.show("Rogue: the Dungeons of Doom.")
        return await _answered(talk, partial(self._name_and_key, talk))

    async def _name_and_key(self, talk: Dialogue[KeyTaker]) -> Account:
        """Ask for name and key.

        Raises AnotherError for a wrong answer.  Also raises RefusedError and GoneError.
        """
        line = talk.line
        self.gate.check_closed(line.address)
        name = (await talk.ask("Your name (a-z, 0-9, -): ")).lower()
        if self.gate.find(name) is None:
            key = await self.register(name, line.address)
            talk.show(
                "This name was free and is now yours. Write down its key; it is shown only once:",
                f"    {key}",
            )
        else:
            await self.authenticate(name, await talk.ask("Your key: ", echo=False), line.address)
        return self.gate.known(name)

    async def register(self, name: str, address: str) -> str:
        """Register a new player under a free name, and return the key.  Raises RefusedError."""
        self._check_places(name)
        if self.gate.find(name) is not None:
            raise RefusedError("This name is taken; log in with its key.")
        key = new_key()
        await self.gate.make(name, key)
        self.log.note(address, name, "new player")
        return key

    async def authenticate(self, name: str, key: str, address: str) -> None:
        """Check the key of a name.  Raises RefusedError."""
        self._check_places(name)
        self.gate.check_closed(address)
        account = self.gate.find(name)
        if account is None:
            raise RefusedError("There is no player with this name; leave the key empty to register the name.")
        try:
            await self.gate.check(account, key, address)
        except RefusedError:
            self.log.note(address, name, "wrong key")
            raise
        self.log.note(address, name, "logged in")

    def _check_places(self, name: str) -> None:
        """Raise RefusedError if the server is stopping or has no place for this player."""
        if self.is_stopping:
            raise RefusedError("The server is about to stop.")
        others = sum(1 for game in self.games.values() if game.line and game.record.player != name)
        if others >= self.limits.players:
            raise RefusedError("All places are taken; try again later.")

    async def enter_game(self, talk: Dialogue[KeyTaker], account: Account) -> ServedGame:
        """Continue the player's game, or start one.  Raises RefusedError, StoreError, GoneError."""
        name = account.name
        lock = self._entering.setdefault(name, asyncio.Lock())
        async with lock:
            game = await self._game_of(name)
            self._check_places(name)
            if game is not None and not game.is_over:
                self._take_over(game)
                return game
            if game is not None:
                self._finish(game)
        start, is_private = await _answered(talk, partial(self._choose, talk, name))
        secret = self._draw_secret(SECRET_BYTES)
        commitment = referees_commitment(start, secret)
        talk.show(
            "The dungeon is computed from a secret of the server and a text of yours.",
            "The commitment to the server's secret:",
            f"    {commitment}",
        )
        text = await talk.ask("Your text (Return for a random text): ")
        if len(text) > MAX_TEXT:
            text = text[:MAX_TEXT]
            talk.show(f"Only the first {MAX_TEXT} characters count: {text}")
        text = text or new_key()
        async with lock:
            if await self._game_of(name) is not None:
                raise RefusedError("You have started a game elsewhere.")
            self._check_places(name)  # others have come in while this player answered
            start = agreed_start(start, secret, text)
            game = self.store.begin(
                name, start, commitment, text, is_private=is_private, delay=self.watch_delay
            )
            self._set_game(name, game.record.number)
            self._keep(game)
        self.log.note(talk.line.address, name, f"begins game {game.record.number}")
        return game

    async def _choose(self, talk: Dialogue[KeyTaker], name: str) -> tuple[Start, bool]:
        """Ask which game to play.  Return the Start that describes it, and whether the game is private.

        The dungeon is not yet chosen in this Start.
        Raises AnotherError for an unknown game or option, and GoneError if the player leaves.
        """
        for _ in range(TRIES):
            talk.show(f"Games: {', '.join((*EDITIONS, *BEST))}.")
            asked = await talk.ask(f"Which game, and which options ({HELP_WORD} for help)? Return for 5.4: ")
            if asked != HELP_WORD:
                break
            talk.show(*CHOICES_HELP)
        if asked == LEAVE_WORD:
            raise GoneError
        words = asked.replace(",", " ").split()
        chosen = words.pop(0) if words and words[0] in (*EDITIONS, *BEST) else DEFAULT_EDITION
        for word in words:
            if word == PRIVATE_WORD or _is_harmless(word):
                continue
            if "=" not in word:
                raise AnotherError(f"There is no game or option {word[:20]!r} here.")
            talk.show(f"Ignored, because it cannot be set here: {word[:20]}")
        variant = load_variant(chosen, {}) if chosen in BEST else None
        edition = chosen if variant is None else variant.rules.edition
        is_private = PRIVATE_WORD in words
        options = ",".join([*filter(_is_harmless, words), f"name={name}"])
        start = Start(
            seed=0,
            edition=edition,
            variant=variant,
            options=options,
            able=("served",),
            greeted=talk.line.kind != "raw",
        )
        return start, is_private

    async def _game_of(self, name: str) -> ServedGame | None:
        """Return the game that a player has begun, or None if there is none.  Raises StoreError, OSError.

        If the game is not in memory, read it from disk.
        """
        game = self.games.get(name)
        if game is not None:
            return game
        account = self.gate.find(name)
        if account is None or not account.game:
            return None
        if self.store.is_published(account.game):  # the server ended before it cleared this
            self._set_game(name, 0)
            return None
        game = await self.store.resume(account.game, self.watch_delay, lambda: asyncio.sleep(0))
        self._keep(game)
        return game

    def _keep(self, game: ServedGame) -> None:
        game.last_key = self.now()
        self.games[game.record.player] = game

    def _take_over(self, game: ServedGame) -> None:
        if game.line is not None:
            other, game.line = game.line, None
            other.write(_below(other) + FAREWELL["taken"].encode() + b"\r\n")
            other.close()

    async def _sitting(
        self, talk: Dialogue[KeyTaker], account: Account, game: ServedGame
    ) -> ServedGame | None:
        """Let the player play until the game ends or the player leaves.

        Return the player's next game, or None if the player begins no other game.
        """
        line, name = talk.line, account.name
        line.write(OPENING if line.kind == "raw" else _ALTERNATE * line.has_alternate_screen + _CLEAR)
        line.write(first_bytes(line, game))
        loop = PlayLoop(line, talk.keys, game, self.limits, self.now)
        left = await loop.run()
        if loop.error is not None:
            self.log.note(line.address, name, f"game {game.record.number} failed: {loop.error!r}")
        return await self._end_sitting(talk, account, game, left)

    async def _end_sitting(
        self, talk: Dialogue[KeyTaker], account: Account, game: ServedGame, left: Left
    ) -> ServedGame | None:
        line, name = talk.line, account.name
        if left == "taken":
            return None
        game.line = None
        game.last_key = self.now()
        if game.is_over:
            row = self._finish(game)
            line.write(_below(line))
            if left != "over" or line.gone:
                return None
            place = "on the web page" if self.has_page else "in the server's folder"
            talk.show(*end_rows(row, self.store.best(row["edition"]), place))
            again = await asyncio.wait_for(
                talk.ask("Return for another game, q to quit: "), self.limits.login_seconds
            )
            if again[:1] == "q":
                return None
            async with asyncio.timeout(self.limits.login_seconds):
                return await self.enter_game(talk, account)
        game.save()
        if left in ("broken", "full"):
            self.games.pop(name, None)
            game.journal.close()
        self.log.note(line.address, name, f"leaves game {game.record.number}: {left}")
        if left == "stuck":
            line.abort()
        elif FAREWELL[left]:
            line.write(_below(line))
            talk.show(FAREWELL[left])
        return None

    def _finish(self, game: ServedGame) -> dict[str, Any]:
        """Publish a game that is over, and remove the game from memory.  Raises OSError.

        Return the game's row in the list of finished games.
        """
        name = game.record.player
        row = self.store.finish(game)
        self.games.pop(name, None)
        self._set_game(name, 0)
        game.line = None
        self.log.note("", name, f"game {game.record.number} is over: {row['how']}, {row['score']} gold")
        return row

    def _set_game(self, name: str, number: int) -> None:
        account = self.gate.find(name)
        if account is not None:
            account.game = number
            self.gate.save(account)

    async def keep_going(self) -> None:
        """Show frames to watchers and unload games that nobody plays, until this task is canceled."""
        while True:
            await asyncio.sleep(FRAME_SECONDS)
            now = self.now()
            for game in list(self.games.values()):
                try:
                    game.broadcast.flush(now)
                except Exception as error:  # a failed game shows nothing more; the others continue
                    self._note_trouble(game, error)
                    game.broadcast.watchers.clear()
            self._let_go(now)

    def _let_go(self, now: float) -> None:
        idle = [game for game in self.games.values() if game.line is None]
        for game in idle:
            if (now - game.last_key > KEPT_SECONDS or len(idle) > MANY_KEPT) and not game.broadcast.watchers:
                self.games.pop(game.record.player, None)
                try:
                    if game.is_over:
                        self._finish(game)
                    else:
                        game.journal.close()
                except OSError as error:  # the game resumes from its journal when the player returns
                    self._note_trouble(game, error)
                return  # one at a time

    def _note_trouble(self, game: ServedGame, error: Exception) -> None:
        self.log.note("", game.record.player, f"game {game.record.number}, trouble: {error}")

    def stop(self) -> None:
        """Stop the server, as SIGTERM asks.

        Save every game, tell players and watchers that the server is stopping, and close the connections.
        """
        self.is_stopping = True
        told = dict.fromkeys(self.lines, _BOTTOM + STOPS)
        for game in list(self.games.values()):
            try:
                if game.is_over:
                    self._finish(game)
                    continue
                game.save()
            except OSError as error:
                self._note_trouble(game, error)
                continue
            if game.line is not None:
                told[game.line] = _below(game.line) + STOPS_KEPT
        for line, words in told.items():
            line.write(words)
            line.close()
        self.log.note("", "", "stopped")

    def public_games(self) -> list[ServedGame]:
        """Return the games that may be watched and whose players are connected.  The oldest game is first."""
        shown = [game for game in self.games.values() if game.line and not game.record.is_private]
        return sorted(shown, key=lambda game: game.record.number)

    def game_row(self, game: ServedGame) -> dict[str, Any]:
        """Return a running game's row in the lobby, without secrets."""
        record = game.record
        return {
            "game": record.number, "player": record.player, "edition": record.edition,
            "dungeon": "?", "standing": game.standing, "watchers": len(game.broadcast.watchers),
            "commitment": record.commitment, "digest": game.digest,
        }  # fmt: skip


async def _answered(talk: Dialogue[KeyTaker], attempt: Callable[[], Awaitable[Found]]) -> Found:
    """Return the result of `attempt`.

    After a wrong answer, call `attempt` again if a person is connected.  On the raw port, which programs use,
    or after too many wrong answers, raise RefusedError instead, which closes the connection.
    """
    return await (attempt() if talk.line.kind == "raw" else talk.retried(attempt))


def _below(line: Line) -> bytes:
    """Return the bytes that move the cursor below the game's screen."""
    screen = _MAIN + b"\r\n" if line.has_alternate_screen else _BOTTOM
    return b"\x1b>" * (line.kind != "raw") + screen


def _is_harmless(word: str) -> bool:
    """Return whether a player may set this option.

    Players may set only switches, the fruit, and the style of lists.
    """
    name, _, value = word.partition("=")
    return name.removeprefix("no") in FLAGS if not value else name in ("fruit", "inven")


def end_rows(row: dict[str, Any], best: list[dict[str, Any]], place: str) -> list[str]:
    """Return the lines shown after a game: score, dungeon, secret, place of the journal, best games."""
    rows = [
        f"Game {row['game']} is over: {row['score']:,} gold, {how_it_ended(row)}.",
        f"This was dungeon {row['dungeon']}. The server's secret was",
        f"    {row['secret']}",
        f"and your text: {row['text']}",
        f"`rogue verify` checks its journal, {row['game']}.jsonl {place}.",
        "",
        "The best games here:" if best else NO_SCORES,
    ]
    for rank, one in enumerate(best, 1):
        rows.append(f"{rank:3} {one['score']:7,}  {one['player']:16} {one['edition']}  {how_it_ended(one)}")
    return [plain(text) for text in rows]


def how_it_ended(row: dict[str, Any]) -> str:
    """Return the ending of a listed game in a few words."""
    if row["how"] == "killed":
        return f"killed on level {row['depth']} by {row['killer']}"
    return f"{row['how']} on level {row['depth']}"
