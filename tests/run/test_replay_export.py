"""Frames of a game: the same as its timeline shows, and packed without a loss."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic.agent.screen.vt100 import COLS, SIZE
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.prompt_parser import Waiting
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.game_frames import (
    LIT,
    NO_DANGER,
    Frame,
    FrameDanger,
    FrameMark,
    FrameReader,
    timeline_frames,
)
from rogomatic.run.recordings.timeline import CANNOT_MOVE, Moment, Timeline, play_timeline
from rogomatic.run.reports.packed_game import GamePacker
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits, Row
from rogomatic.run.story.annotations import Tempo
from rogomatic.run.story.chronicle import GameStory
from tests.rogomatic.foe_scenes import foe_scene
from tests.run.packed_games import screens_of
from tests.run.paper import player_in
from tests.support.agent_scenes import status

SEED = 60001  # a game with several fights and a death
EMPTY = Frame(b" " * SIZE, 0, 0, 0, 0, False, "", "", ())

cell = st.builds(lambda code, lit: code | LIT * lit, st.integers(32, 126), st.booleans())
cells = st.builds(
    lambda spots: bytes(spots.get(spot, ord(" ")) for spot in range(SIZE)),
    st.dictionaries(st.integers(0, SIZE - 1), cell),
)
frames = st.builds(
    Frame, cells, st.integers(0, 9), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), st.booleans(),
    st.sampled_from(("flee", "rest")), st.sampled_from(("", "why", '"<why>"')),
    st.sampled_from(((), (FrameMark("level", "level 1"),))),
    st.sampled_from((NO_DANGER, FrameDanger(20, "20% to die against an emu"))), st.sampled_from(Tempo),
    st.booleans(), st.booleans(), st.just(COLS),
)  # fmt: skip


@pytest.fixture(scope="module")
def played() -> tuple[list[Frame], Row, Timeline]:
    """Play a whole game as frames and as a timeline."""
    found: list[Frame] = []
    reader = FrameReader()
    timeline, row = play_timeline(
        SEED, InMemory(OwnGame("5.4")), default_players(), take=lambda *seen: found.append(reader.read(*seen))
    )
    assert timeline.story.happenings
    return found, row, timeline


def test_a_hero_that_cannot_move_is_shown_with_what_did_it(played: tuple[list[Frame], Row, Timeline]) -> None:
    held = [frame for frame in played[0] if frame.rung == CANNOT_MOVE]
    assert held
    assert all(
        re.match(r"The hero (cannot|could not) move for 4 to 11 turns", frame.because) for frame in held
    )


def test_the_danger_of_a_helpless_hero_is_told_anew(played: tuple[list[Frame], Row, Timeline]) -> None:
    player, reader = player_in(), FrameReader()
    player.beliefs = b = foe_scene("H", status(hp=5))
    moment = played[2].moments[0]._replace(ready=False)
    b.waiting = Waiting("more", "")
    assert reader.read(moment, player.screen, player).danger == NO_DANGER
    b.facts = (Fact("frozen"),)
    assert reader.read(moment, player.screen, player).danger.percent > 0
    fallen = reader.read(moment._replace(hp=-2), player.screen, player)
    assert (fallen.hp, fallen.danger) == (-2, FrameDanger(0, "none, the hero is dead"))
    assert reader.read(moment, player.screen, player).danger.percent > 0
    player.done = True
    over = reader.read(moment, player.screen, player)
    assert over.danger == FrameDanger(0, "none, the game is over")


def test_the_last_page_shows_that_the_hero_is_dead(played: tuple[list[Frame], Row, Timeline]) -> None:
    player, moment = player_in(), played[2].moments[0]._replace(ready=False, hp=3)
    assert FrameReader().read(moment, player.screen, player).hp == 3
    player.feed(b"\x1b[2J\x1b[HKilled by a bat with 41 gold")
    player.eof()
    dead = FrameReader().read(moment, player.screen, player)
    assert (dead.hp, dead.danger.words) == (0, "none, the hero is dead")


def test_the_last_hit_points_and_no_danger_end_a_game(played: tuple[list[Frame], Row, Timeline]) -> None:
    (*_, last) = played[0]
    assert last.hp <= 0
    assert last.danger == FrameDanger(0, "none, the hero is dead")


def test_every_command_and_the_end_have_a_frame(played: tuple[list[Frame], Row, Timeline]) -> None:
    found, row, timeline = played
    assert row.finished
    assert row.killer
    assert len(found) in (row.commands, row.commands + 1)
    assert found[-1].because == "the game is over"
    assert len(timeline) == len(found)
    assert list(timeline_frames(timeline, range(len(timeline)))) == found


def test_frames_tell_what_the_tape_tells(played: tuple[list[Frame], Row, Timeline]) -> None:
    found, _, timeline = played
    for frame, moment in zip(found, timeline.moments, strict=True):
        is_over = frame.because == "the game is over"
        assert frame.hp == (min(moment.hp, 0) if is_over else moment.hp)
        assert (frame.turn, frame.depth, frame.max_hp, frame.rung, frame.because) == (
            moment.turn, moment.depth, moment.max_hp, moment.rung, moment.because
        )  # fmt: skip
        assert frame.is_command == moment.ready
        assert [mark for mark in frame.marks if mark.kind != "fight"] == list(moment.marks)


def test_a_frame_shows_messages_instead_of_complaints(played: tuple[list[Frame], Row, Timeline]) -> None:
    found, _, timeline = played
    complaints = 0
    for number, frame in enumerate(found):
        timeline.go(number)
        plain = bytes(cell & ~LIT for cell in frame.cells)
        assert plain[COLS:] == bytes(timeline.screen.cells[COLS:])
        complaints += timeline.screen.text(0).startswith("Illegal command")
        assert b"Illegal command" not in plain
    assert complaints


def test_foes_are_lit_where_they_stand(played: tuple[list[Frame], Row, Timeline]) -> None:
    maps = (frame.cells[COLS:] for frame in played[0] if frame.is_command)
    lit = {chr(cell & ~LIT) for cells in maps for cell in cells if cell & LIT}
    assert lit
    assert all(letter.isupper() for letter in lit)


def test_the_first_fight_with_each_monster_is_marked(played: tuple[list[Frame], Row, Timeline]) -> None:
    found, _, timeline = played
    marked = [
        (at, mark.label) for at, frame in enumerate(found) for mark in frame.marks if mark.kind == "fight"
    ]
    fights = seek.fights(timeline.moments)
    assert fights
    assert [(at - 1, label.split(" ")[-1]) for at, label in marked] == [
        (at, name.split(" ")[-1]) for name, at in fights.items()
    ]


def test_a_packed_game_marks_a_fight_before_its_first_blow(played: tuple[list[Frame], Row, Timeline]) -> None:
    found, _, timeline = played
    packer = GamePacker()
    for frame in found:
        packer.add(frame)
    game = packer.packed(GameStory(), zipped=False)
    assert game is not None
    marks = json.loads(game.packed)["marks"]
    assert marks == sorted(marks, key=lambda mark: mark[0])
    fights = [at for at, kind, _ in marks if kind == "fight"]
    assert fights == list(seek.fights(timeline.moments).values())


def test_a_game_that_reaches_a_limit_ends_with_its_last_frame() -> None:
    found: list[Moment] = []
    _, row = play_timeline(
        SEED, InMemory(OwnGame("5.4")), default_players(), limits=Limits(commands=20),
        take=lambda moment, *_: found.append(moment),
    )  # fmt: skip
    assert row.commands == 20
    assert len(found) == 21


def packed(taken: list[Frame]) -> dict[str, object]:
    packer = GamePacker()
    for frame in taken:
        packer.add(frame)
    game = packer.packed(GameStory(), zipped=True)
    assert game is not None
    data: dict[str, object] = json.loads(gzip.decompress(base64.b64decode(game.packed)))
    return data


@settings(max_examples=30)
@given(st.lists(frames, min_size=1, max_size=6))
def test_a_packed_game_unpacks_to_the_same_frames(taken: list[Frame]) -> None:
    data = packed(taken)
    assert screens_of(data) == [frame.cells for frame in taken]
    dangers = cast(list[Any], data["danger"])
    assert [tuple(next(one for one in dangers[at::-1] if one)) for at in range(len(taken))] == [
        frame.danger for frame in taken
    ]
    digits = [(3 if frame.is_still else frame.tempo.value) + 4 * (not frame.is_map) for frame in taken]
    assert data["tempo"] == "".join(map(str, digits))


def test_a_whole_game_unpacks_to_the_same_screens(played: tuple[list[Frame], Row, Timeline]) -> None:
    assert screens_of(packed(played[0])) == [frame.cells for frame in played[0]]


@pytest.mark.parametrize(
    ("commands", "still"), [((True, True, False), 1), ((True, False, False), 0), ((False, False), 0)]
)
def test_the_last_command_stands_for_a_game(commands: tuple[bool, ...], still: int) -> None:
    packer = GamePacker()
    for turn, is_command in enumerate(commands):
        packer.add(EMPTY._replace(turn=turn, is_command=is_command))
    game = packer.packed(GameStory(), zipped=True)
    assert game is not None
    assert game.still.turn == still


def test_a_game_without_a_frame_cannot_be_shown() -> None:
    assert GamePacker().packed(GameStory(), zipped=True) is None
