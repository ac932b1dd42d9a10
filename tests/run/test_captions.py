"""Captions: who looks at a recording sees messages where the game complains about the marker."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

import pyte

from rogomatic.agent.screen.vt100 import ROWS, Screen
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.recordings.recording_formats import Asciicast, Header, read_asciicast
from rogomatic.run.recordings.recording_store import RecordedLink, at_a_pace, record_game
from rogomatic.run.runner.link import MemoryLink
from rogomatic.run.story.annotations import Captions, is_caption
from tests.run.own_games import LINKS, PLAYERS, short_games
from tests.support.narrow_screen import NarrowScreen


def seed() -> int:
    """Return the seed of a game that is over soon."""
    return short_games(1, deepest=2)[0].seed


COMPLAINT = "Illegal command ';'"


@cache
def game() -> Asciicast:
    return record_game(seed(), LINKS, PLAYERS)[0]


def drawn(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield kind and text of the events in the lines of a file."""
    for _, kind, text in map(json.loads, lines[1:]):
        yield kind, text


def rows_of(screen: Screen) -> list[str]:
    return [screen.text(row) for row in range(ROWS)]


def test_a_viewer_sees_what_was_said_and_never_the_complaint() -> None:
    screen = NarrowScreen(80, 24)
    stream, shown = pyte.Stream(screen), []
    for kind, text in drawn(game().lines()):
        if kind == "o":
            stream.feed(text)
        elif kind == "i":
            shown.append(screen.row(0).rstrip())
    assert not any(COMPLAINT in top for top in shown)
    assert sum(bool(top) for top in shown) > 10
    assert any(top.startswith("You ") for top in shown)


def test_the_game_always_finds_the_screen_that_it_left() -> None:
    seen, true = Screen(), Screen()
    lifted = 0
    for kind, text in drawn(game().lines()):
        if kind != "o":
            continue
        if not is_caption(text):
            assert (rows_of(seen), seen.spot) == (rows_of(true), true.spot)
            true.feed(text.encode())
            lifted += true.text(0) == COMPLAINT
        seen.feed(text.encode())
        assert rows_of(seen)[1:] == rows_of(true)[1:]
        assert seen.spot == true.spot
    assert lifted > 20


def test_captions_are_no_part_of_the_recording() -> None:
    text = game().text()
    assert COMPLAINT in text
    assert any(is_caption(text) for kind, text in drawn(game().lines()) if kind == "o")
    assert read_asciicast(text.encode()) == game()
    assert not any(is_caption(event.text) for event in game().events)


class Bits(MemoryLink):
    """A game whose bytes come in pieces of any length."""

    def __init__(self, seed: int) -> None:
        super().__init__(OwnGame()(seed))
        self._dice = random.Random(seed)

    def receive(self, seconds: float) -> bytes:
        data = super().receive(seconds)
        length = self._dice.randrange(1, 12)
        self._drawn = data[length:]
        return data[:length]


def test_pieces_of_any_length_are_covered_as_a_whole_answer_is() -> None:
    lines: list[str] = []
    link = RecordedLink(Bits(seed()), lines.append, Header(), at_a_pace(1.0))
    player = PLAYERS(seed())
    tops: list[str] = []
    screen = Screen()
    while len(tops) < 60:
        data = link.receive(1.0)
        assert data, "a game that waits has been answered"
        if keys := player.feed(data):
            screen = Screen()
            for kind, text in drawn(lines):
                if kind == "o":
                    screen.feed(text.encode())
            tops.append(screen.text(0))
            link.send(keys)
    assert not any(COMPLAINT in top for top in tops)
    events = read_asciicast("".join(lines).encode()).events
    true = Screen()
    true.feed("".join(event.text for event in events if event.kind == "o").encode())
    assert rows_of(true)[1:] == rows_of(screen)[1:]


def test_where_a_sequence_is_cut_off_nothing_is_drawn_between() -> None:
    screen = Screen()
    captions = Captions(screen)
    whole = b"\x1b[HIllegal command ';'\x1b[K\x1b[5;5H@\x1b[5;5H"
    screen.feed(whole + b"\x1b[3")
    assert captions.cover(whole + b"\x1b[3") == ""
    assert captions.lift() == ""
    screen = Screen()
    captions = Captions(screen)
    screen.feed(whole)
    assert is_caption(captions.cover(whole))
    assert COMPLAINT in captions.lift()
    assert captions.lift() == ""
