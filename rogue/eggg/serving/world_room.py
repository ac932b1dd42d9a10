"""The room of a text world, with its journal in a folder."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from rogue.eggg.language.description import EgggError
from rogue.eggg.text_worlds.text_world import TextWorld
from rogue.eggg.text_worlds.world_scene import EVERYBODY, WorldEvent, WorldState
from rogue.shared.errors import reason_of
from rogue.shared.files import PRIVATE, open_to_append, take_lock, write_atomically, write_waiting
from rogue.shared.wording import folded_name, name_refusal
from rogue.wire.gatekeeper import AnotherError, RefusedError
from rogue.wire.room_server import ALL_GUESTS, Told

SNAPSHOT_EVENTS: Final = 1000
LEAST_TICK: Final = 0.05  # seconds


class WorldRoom:
    """World with people in it.  This class is a `GuestRoom`.

    digests  SHA-256 of the key of each player
    """

    def __init__(self, world: TextWorld, seed: int, folder: Path | None = None) -> None:
        """Begin a world, or continue the world in a folder.  Raises EgggError, OSError."""
        self.world, self.name, self.digests = world, world.name, dict[int, str]()
        self.state = world.start(seed)
        self._told: list[Told] = []
        self._tick_at: float | None = None
        self._folder = folder
        self._journal, self._unwritten, self._trouble = -1, bytearray(), ""
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)  # held as long as the program runs
            if not take_lock(self._lock):
                raise EgggError([f"eggg: another server is using the world in {folder}"])
            try:
                self._resume()
            except EgggError:
                os.close(self._lock)
                raise
            self._journal = open_to_append(folder / "journal.jsonl")
            self._keep()
            for seat in self.state.here:  # nobody is here when a server begins
                self._happen(WorldEvent("leave", seat))
            self._told.clear()

    @property
    def guests(self) -> Mapping[str, int]:
        return {folded_name(name): seat for seat, name in enumerate(self.state.names)}

    def check_name(self, name: str) -> None:
        if refusal := name_refusal(name, self.world.means, self.guests):
            raise AnotherError(refusal)

    def enter(self, name: str, digest: str) -> int:
        self.check_name(name)
        if not self.world.has_room(self.state):
            raise RefusedError("All places are taken; try again later.")
        seat = self.world.newcomer(self.state)
        self.digests[seat] = digest
        self._happen(WorldEvent("arrive", EVERYBODY, name), key=[seat, digest])
        self._greet(seat)
        return seat

    def come_back(self, guest: int) -> None:
        if guest in self.state.away:
            self._happen(WorldEvent("arrive", guest))
        self._greet(guest)

    def _greet(self, seat: int) -> None:
        self._told.append(Told(seat, f"Welcome to {self.world.name}. Type help or quit."))

    def leave(self, guest: int) -> None:
        self._happen(WorldEvent("leave", guest))

    def hear(self, guest: int, text: str) -> bool:
        if self.world.is_quit(text):
            self._told.append(Told(guest, "Come back soon."))
            return False
        if text.strip():
            self._happen(WorldEvent("line", guest, text))
        return True

    def look_at_clock(self, now: float) -> None:
        seconds = max(self.world.tick_seconds, LEAST_TICK)
        if not self.world.tick_seconds or not self.world.time_passes(self.state):
            self._tick_at = None
        elif self._tick_at is None or now - self._tick_at > 5 * seconds:
            self._tick_at = now + seconds
        elif now >= self._tick_at:
            self._tick_at += seconds
            self._happen(WorldEvent("tick"))

    def work(self) -> Callable[[], object] | None:
        """Return None, because nothing in a world takes long."""
        return None

    def take_told(self) -> list[Told]:
        told, self._told = self._told, []
        return told

    def close(self) -> None:
        """Write the world, and release its folder for another server.  Raises OSError."""
        if self._journal >= 0:
            self._keep()
            os.close(self._journal)
            os.close(self._lock)
            self._journal = -1

    def _happen(self, event: WorldEvent, **more: Any) -> None:
        """Apply an event and write it to the journal.  Now and then, write the whole world."""
        self.state, told = self.world.after(self.state, event)
        self._told += [Told(seat, text) for seat, text in told]
        if self._journal < 0:
            return
        self._unwritten += json.dumps({"number": self.state.events, "event": event, **more}).encode() + b"\n"
        before, self._trouble = self._trouble, ""
        try:
            write_waiting(self._journal, self._unwritten)
            if self.state.events % SNAPSHOT_EVENTS == 0:
                self._keep()
        except OSError as error:
            self._trouble = f"this world cannot be saved at the moment: {reason_of(error)}"
        if self._trouble and not before:
            print(f"eggg: {self._trouble}", file=sys.stderr, flush=True)
            self._told.append(Told(ALL_GUESTS, f"{self._trouble.capitalize()}."))

    def _keep(self) -> None:
        """Write the world, and begin a new journal.  Raises OSError."""
        assert self._folder is not None
        values = [[[*key], value] for key, value in self.state.values.items()]
        row = {**self.state._asdict(), "values": values}
        kept = {"digest": self.world.digest, "state": row, "keys": self.digests}
        write_atomically(self._folder / "world.json", json.dumps(kept).encode(), PRIVATE)
        os.ftruncate(self._journal, 0)
        self._unwritten.clear()

    def _resume(self) -> None:
        """Read the world in the folder, if there is one.  Raises EgggError, OSError."""
        assert self._folder is not None
        path, journal = self._folder / "world.json", self._folder / "journal.jsonl"
        if not path.exists():
            return
        try:
            kept = json.loads(path.read_bytes())
            if kept["digest"] != self.world.digest:
                raise EgggError([f"eggg: {path} is from another description"])
            row = kept["state"]
            row["values"] = {tuple(key): value for key, value in row["values"]}
            self.state = WorldState(**{**row, "names": tuple(row["names"]), "away": tuple(row["away"])})
            self.digests = {int(seat): str(digest) for seat, digest in kept["keys"].items()}
            for line in journal.read_text("utf-8").split("\n")[:-1] if journal.exists() else ():
                row = json.loads(line)
                if row["number"] == self.state.events + 1:
                    self.state, _ = self.world.after(self.state, WorldEvent(*row["event"]))
                    for seat, digest in [row["key"]] if "key" in row else ():
                        self.digests[int(seat)] = str(digest)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise EgggError([f"eggg: {path} or its journal is damaged: {error!r}"]) from None
