"""The C bot plays our game by keys alone, over pipes and over a pseudo-terminal, and never loses step."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import product

import pytest

from rogue import Session
from rogue.state.world import World
from rogue.tables.items import ItemClass
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import carry
from tests.support.c_bot_client import ESC, REDRAW, Client
from tests.support.c_bot_session import (
    Child,
    Habits,
    game,
    on_a_terminal,
    on_pipes,
    with_patience,
)

LINES = pytest.mark.parametrize("start", [on_pipes, on_a_terminal], ids=["pipes", "terminal"])
Start = Callable[..., Child]
SORTS = {
    "curse test", "drop", "eat", "few", "hit", "no stairs", "pack", "ring off", "run", "search", "searches",
    "several", "step", "steps", "take off", "throw", "up",
}  # fmt: skip


def rest(child: Child, seconds: float = 120.0) -> bytes:
    """Return all that a game still sends until it ends."""
    data = b""
    while more := child.read(seconds):
        data += more
    return data


@pytest.mark.parametrize(
    ("start", "seed"),
    [(on_pipes, 102), (on_pipes, 106), (on_a_terminal, 108)],
    ids=["pipes", "pipes", "terminal"],
)
def test_a_game_of_the_c_bot_from_start_up_to_its_end(start: Start, seed: int) -> None:
    """A thousand keys of every sort, one complaint for each command; then the score list, exit code 0."""
    with game(start, seed) as (client, child):
        client.start()
        assert client.version == "5.4.5"
        assert len(client.foes) == 26
        assert sorted(client.pack) == ["a", "b", "c", "d", "e"]
        habits = Habits(client, seed)
        habits.play(360)
        if client.grave is None:
            client.quiet()
        assert client.keys > 1000
        assert habits.typed >= SORTS
        client.leave()
        assert child.process.returncode == 0
        assert b"Top 10 Scores:" in client.seen + rest(child)


@pytest.mark.parametrize(
    ("start", "seed"), [(on_pipes, 103), (on_a_terminal, 103)], ids=["pipes", "terminal"]
)
def test_death_is_read_from_the_tombstone(start: Start, seed: int) -> None:
    """Section 9: the gold and the killer stand above the grass when the grass is sent; NL NL ends it."""
    with game(start, seed) as (client, child):
        client.start()
        Habits(client, seed).play(500)
        assert client.grave is not None
        gold, killer = client.grave
        assert gold >= 0
        assert killer in client.foes.values()
        client.leave()
        assert child.process.returncode == 0
        shown = client.seen + rest(child)
        assert (f" 1 {gold:5d} rogo-root: killed on level ".encode() in shown) is (gold > 0)


def test_the_same_keys_get_the_same_bytes_on_pipes_and_terminal() -> None:
    seen = []
    for start in (on_pipes, on_a_terminal):
        with game(start, 117) as (client, _child):
            client.start()
            Habits(client, 117).play(60)
            greeting, dots, game_bytes = client.seen[client.seen.index(b"Hello") :].partition(b"...")
            # A terminal echoes the `v` typed ahead, before the greeting or behind it.
            seen.append(greeting + dots + game_bytes.removeprefix(b"v"))
    assert seen[0] == seen[1]


class Within:
    """A wire to a session; Escape waits for the key that it takes with it, as plain mode has it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._said = session.feed(b"")
        self._held = b""

    def write(self, byte: bytes) -> None:
        self._held += byte
        if self._held != ESC:
            self._said += self.session.feed(self._held)
            self._held = b""

    def read(self, seconds: float) -> bytes:
        if not self._said:
            raise TimeoutError
        said, self._said = self._said, b""
        return said

    def ended(self) -> bool:
        return self.session.closed


def client_with(*items: tuple[ItemClass, str], seed: int = 5) -> tuple[Client, World]:
    """Return a client in a game without monsters whose pack holds some things more, and that game's world."""
    session = Session(seed, options="terse,jump,seefloor,inven=slow,name=rogo-root,fruit=apricot")
    world = session.world
    for foe in list(world.level.foes):
        world.level.drop_foe(foe)
    for cls, name in items:
        carry(world, cls, name)
    client = Client(Within(session))
    client.start()
    return client, world


POTIONS = [kind.name for kind in ROGUE_54.potions if kind.name not in ("hallucination",)]


@pytest.mark.parametrize("name", POTIONS)
def test_each_potion_keeps_step(name: str) -> None:
    """Section 6: the naming dialogue `?` NL `;` ESC `;`; only the window of a detection needs option -a."""
    client, world = client_with(("potion", name))
    client.command(b"qf")
    client.quiet()
    kind = ROGUE_54.kind("potion", name)
    assert kind in world.knowledge.true or world.knowledge.called[kind] == name
    assert client.timeouts == (name in ("raise level", "magic detection") and kind in world.knowledge.true)
    client.take_stock()
    assert sorted(client.pack) == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("name", [kind.name for kind in ROGUE_54.scrolls])
def test_each_scroll_keeps_step(name: str) -> None:
    """Section 6: naming, and the dialogue of an identify scroll with something to identify."""
    client, world = client_with(
        ("scroll", name),
        ("potion", "healing"),
        ("scroll", "sleep"),
        ("ring", "adornment"),
        ("stick", "light"),
    )
    client.command(b"rf")
    client.quiet()
    kind = ROGUE_54.kind("scroll", name)
    assert kind in world.knowledge.true or world.knowledge.called[kind] == name
    assert client.heard.count("';' is not a valid item") == name.startswith("identify")
    client.take_stock()
    assert "f" not in client.pack


@pytest.mark.parametrize("name", ["identify potion", "identify scroll", "identify ring, wand or staff"])
def test_an_identify_scroll_with_nothing_to_identify_keeps_step(name: str) -> None:
    """Section 6: `*`, then `Nothing appropriate`, then ESC `;`."""
    client, _ = client_with(("scroll", name))
    client.command(b"rf")
    client.quiet()
    assert "nothing appropriate" in client.heard
    client.take_stock()
    assert sorted(client.pack) == ["a", "b", "c", "d", "e"]


def test_a_question_mark_means_the_true_name() -> None:
    """Section 6: after quaffing, each of ? ;? ?; and so on is "call it by its true name"."""
    meant = (b"?", b";?", b"?;", b" ?", b"? ", b" ;?", b"? ;")
    called, wanted = {}, {}
    for before, behind in product((b"", b";", b" ", b" ;"), (b"", b";", b" ", b"; ")):
        name = before + b"?" + behind
        session = Session(5, options="terse")
        item = carry(session.world, "potion", "see invisible")
        session.feed(b"qf " + name + b"\n")
        called[name] = session.world.knowledge.called[item.kind]
        wanted[name] = "see invisible" if name in meant else name.decode()
    assert len(called) == 16
    assert called == wanted


@LINES
def test_option_a_in_the_middle_of_the_game_keeps_step(start: Start) -> None:
    """ESC ; ^R ; : the first `;` is lost, the redraw clears, the second complains (sections 5 and 7)."""
    with game(start, 5) as (client, _):
        client.start()
        clears = client.display.clears
        for keys in (b"s", b"s", b"i"):
            client.type(ESC + b";")
            client.command(REDRAW)
            client.command(keys)
        client.quiet()
        assert client.display.clears == clears + 3


@LINES
def test_option_a_in_a_prompt_and_in_a_direction_keeps_step(start: Start) -> None:
    with game(start, 5) as (client, _):
        client.start()
        for opened in (b"w", b"th", b"t", b"c", b"/"):
            client.type(opened)
            client.type(ESC + b";")
            client.command(REDRAW)
            client.quiet(0.02)


@LINES
@pytest.mark.parametrize("pause", [0.0, 0.3])
def test_an_escape_waits_for_its_key_in_a_separate_write(start: Start, pause: float) -> None:
    """The bot writes ESC and `;` one by one; the game waits for the `;` (section 5), here for an hour."""
    with game(partial(start, main=with_patience(3600.0)), 5) as (client, _):
        client.start()
        client.type(b"w" + ESC)
        time.sleep(pause)
        client.command(b";")
        client.quiet(0.02)


def test_an_escape_that_nothing_follows_takes_nothing() -> None:
    """After a while, here a short one, Escape stands alone, and the next key is itself (SCREEN.md 8.3)."""
    with game(partial(on_pipes, main=with_patience(0.05)), 5) as (client, _):
        client.start()
        client.type(b"w" + ESC)
        client.until_top_line(lambda line: "for list" in line)
        client.until_top_line(lambda line: not line.strip())
        client.command(b"")
        client.quiet(0.02)


@LINES
def test_the_bots_death_ends_the_game_at_once(start: Start) -> None:
    """Section 9: with -S the end of input kills the hero, keeps the score, and exits; no spinning."""
    with game(start, 6) as (client, child):
        client.start()
        client.type(b"20s;")
        child.hang_up()
        assert child.process.wait(120.0) == 0
