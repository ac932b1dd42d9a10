"""Tapes: any moment is what it was when the game was played, from whichever side one comes to it."""

from __future__ import annotations

import random
from collections import deque

import pytest

from rogomatic.agent.beliefs.cached_results import LevelResults, Results
from rogomatic.agent.engine.rule_engine import Choice, RungChooser
from rogomatic.agent.memory.monster_estimates import Experience
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import own_game
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.manual_control import RUNG, ManualControl
from rogomatic.run.recordings.onlooker import AS_RECORDED
from rogomatic.run.recordings.recording_formats import Asciicast, Event, Header, read_asciicast, read_ttyrec
from rogomatic.run.recordings.recording_store import record_game
from rogomatic.run.recordings.replay_export import as_asciicast, as_text, as_ttyrec, picture
from rogomatic.run.recordings.timeline import (
    APART,
    Timeline,
    choose_again,
    exchanges_of,
    play_timeline,
    read_timeline,
)
from rogomatic.run.runner.game_loop import Limits
from rogomatic.run.runner.link import MemoryLink
from rogomatic.run.viewer.replay import top_line
from tests.run.own_games import LINKS, PLAYERS, short_games

SHORT = short_games(1, deepest=2)[0]
FEW = Limits(commands=APART + 20)


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    """A whole game."""
    return play_timeline(SHORT.seed, LINKS, PLAYERS)[0]


def laid_open(thing: object) -> object:
    """Return a copy of a thing and of all in it that can be compared, whatever it is made of."""
    if isinstance(thing, Choice):  # nothing in it ever changes
        return thing
    if isinstance(thing, Results | LevelResults | RungChooser):  # kept only to save time
        return type(thing)
    if isinstance(thing, Experience):  # its estimates, too
        return laid_open(thing.memory)
    if isinstance(thing, dict):
        return {key: laid_open(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple | deque):
        return [laid_open(part) for part in thing]
    if isinstance(thing, set | frozenset):
        return frozenset(thing)
    if isinstance(thing, bytearray):
        return bytes(thing)
    if callable(thing) or type(thing).__module__ == "builtins":
        return thing
    names = getattr(type(thing), "__slots__", None) or vars(thing)
    return {name: laid_open(getattr(thing, name)) for name in names}


def state(player: Player, screen: Screen) -> tuple[object, ...]:
    """Return all that there is of a moment: the screen, and all that the agent believes and has done."""
    return bytes(screen.cells), screen.spot, frozenset(screen.bright), laid_open(player)


@pytest.mark.parametrize(
    "seed", [3, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, *range(4, 21)))]
)
def test_every_moment_is_as_it_was_when_it_was_played(seed: int) -> None:
    dice = random.Random(seed)
    timeline, row = play_timeline(seed, LINKS, PLAYERS, limits=FEW)
    assert timeline.parted == len(timeline) == row.commands + 1
    wanted = {*dice.sample(range(len(timeline)), min(3, len(timeline))), 0, len(timeline) - 1}
    live, screen, states = PLAYERS(seed), Screen(), {}
    game = MemoryLink(own_game.OwnGame()(seed))
    for number, (drawn, keys, *_) in enumerate(exchanges_of(timeline.recording)):
        assert game.receive(0) == drawn or number == row.commands  # what came behind the limit is not there
        screen.feed(drawn)
        assert choose_again(live, drawn, keys) == keys or number == row.commands
        if number in wanted:
            states[number] = state(live, screen)
        game.send(keys)
    order = dice.sample(sorted(states), len(states))
    for number in order:
        timeline.go(number)
        assert timeline.at == number
        assert timeline.player is not None
        assert state(timeline.player, timeline.screen) == states[number]


def test_a_step_back_and_forth_changes_nothing(timeline: Timeline) -> None:
    timeline.go(APART + 1)
    assert timeline.player is not None
    before = state(timeline.player, timeline.screen)
    for number in (APART, APART - 1, APART, APART + 1):
        timeline.go(number)
        assert timeline.at == number
    assert state(timeline.player, timeline.screen) == before


def test_beyond_the_ends_are_the_ends(timeline: Timeline) -> None:
    timeline.go(10**9)
    assert timeline.at == len(timeline) - 1
    assert timeline.player is not None
    assert timeline.player.done
    timeline.go(-5)
    assert timeline.at == 0
    assert timeline.moment.rung == "ask the version"


def test_a_recording_that_is_read_again_is_the_same_tape(timeline: Timeline) -> None:
    again = read_timeline(read_asciicast(timeline.recording.text().encode()), lambda: PLAYERS(SHORT.seed))
    assert again.moments == timeline.moments


def test_without_an_agent_the_screens_are_shown(timeline: Timeline) -> None:
    bare = read_timeline(timeline.recording, None)
    assert bare.parted == 0
    for number in (len(timeline) - 1, 0, APART):
        timeline.go(number)
        bare.go(number)
        assert bare.screen.cells == timeline.screen.cells
        assert bare.player is None
    assert [moment.said for moment in bare.moments] == [moment.said for moment in timeline.moments]


def other_keys(recording: Asciicast, command: int) -> Asciicast:
    """Return a recording in which another key was pressed at a command (from 0)."""
    at = [number for number, event in enumerate(recording.events) if event.kind == "i"][command]
    events = list(recording.events)
    events[at] = events[at]._replace(text="~;")
    return Asciicast(recording.header, tuple(events))


@pytest.mark.parametrize("command", [0, APART - 1, APART, APART + 3])
def test_where_another_key_was_pressed_only_the_reasons_end(timeline: Timeline, command: int) -> None:
    parted = read_timeline(other_keys(timeline.recording, command), lambda: PLAYERS(SHORT.seed))
    assert parted.parted == command
    for number in (len(timeline) - 1, command, max(command - 1, 0)):
        parted.go(number)
        timeline.go(number)
        assert parted.screen.cells == timeline.screen.cells
        assert (parted.player is None) == (number >= command)
    assert [moment.rung for moment in parted.moments[command:]] == [""] * (len(timeline) - command)


def taken_over(seed: int) -> Player:
    """Return an agent whose game a person plays for some commands, as in `watch`."""
    player, keys = PLAYERS(seed), iter("s7sjjhhllkks")

    def person(choice: Choice) -> Choice:
        b = player.beliefs
        if b.commands < 20 or b.waiting.kind != "command":
            return choice
        control = ManualControl()
        typed = (control.type(key, b, choice) for key in keys)
        return next((meant for meant in typed if meant is not None), choice)

    player.overrule = person
    return player


def test_where_a_person_took_over_the_agent_looks_on_again() -> None:
    agents: list[Player] = []

    def players(seed: int) -> Player:
        agents.append(taken_over(seed))
        return agents[0]

    recording, row = record_game(SHORT.seed, LINKS, players, limits=Limits(commands=60))
    timeline = read_timeline(recording, lambda: PLAYERS(SHORT.seed))
    theirs = [moment for moment in timeline.moments if moment.rung == AS_RECORDED]
    assert timeline.parted == len(timeline)
    assert {moment.keys for moment in theirs} <= {b"s;", b"7s;", b"j;", b"h;", b"l;", b"k;"}
    assert len(theirs) > 5
    assert all(moment.because.startswith("the agent would ") for moment in theirs)
    timeline.go(row.commands - 1)
    assert timeline.player is not None
    live, again = agents[0].beliefs, timeline.player.beliefs
    for part in ("me", "level", "foes", "pack", "lore", "turn", "commands", "action", "plan"):
        assert laid_open(getattr(again, part)) == laid_open(getattr(live, part)), part
    said = [(one.choice.rung, one.choice.act.because) for one in agents[0].trace.last]
    mine = [(moment.rung, moment.because) for moment in timeline.moments[:-1]]
    pairs = [pair for pair in zip(said, mine, strict=True) if pair[0][0] != RUNG]
    assert len(pairs) > 30
    assert all(then == now for then, now in pairs)


class Fragile(Player):
    """Breaks at its 30th choice."""

    def act(self, choice):  # type: ignore[no-untyped-def]
        if self.beliefs.commands == 30:
            raise RuntimeError("it broke")
        return super().act(choice)


def test_an_agent_that_broke_breaks_at_the_same_place_and_the_tape_tells() -> None:
    def players(seed: int) -> Player:
        return Fragile(PLAYERS.memory, PLAYERS.knobs, seed)

    timeline, row = play_timeline(SHORT.seed, LINKS, players)
    assert row.end_reason == "crashed"
    assert timeline.parted == len(timeline) - 1 == 30
    assert "RuntimeError: it broke" in timeline.error
    timeline.go(29)
    assert timeline.player is not None


def test_keys_sent_in_silence_are_exchanges_of_their_own() -> None:
    events = (Event(0, "i", "a"), Event(1, "i", "b"), Event(2, "m", "x"), Event(3, "o", "c"))
    found = exchanges_of(Asciicast(Header(), events))
    assert [(one.drawn, one.keys, one.seconds) for one in found] == [
        (b"", b"a", 0), (b"", b"b", 1), (b"c", b"", 3),
    ]  # fmt: skip


def test_an_empty_recording_has_one_moment() -> None:
    timeline = read_timeline(Asciicast(Header(), ()), lambda: PLAYERS(1))
    assert len(timeline) == 1
    assert timeline.screen.text(0) == ""


def test_turns_levels_and_marks_are_found(timeline: Timeline) -> None:
    moments = timeline.moments
    assert seek.turn(moments, 0) == 0
    number = seek.turn(moments, 20)
    assert moments[number].turn >= 20 > moments[number - 1].turn
    second = seek.level(moments, 2)
    assert (moments[second].depth, moments[second - 1].depth) == (2, 1)
    marked = seek.step(moments, 0, "mark")
    assert marked is not None
    assert moments[marked].marks
    assert seek.step(moments, marked, "mark back") == 0
    assert seek.step(moments, 0, "mark back") is None
    assert seek.step(moments, 0, "level") == second
    assert seek.step(moments, second + 1, "level back") == 0


def test_a_fight_begins_before_its_first_blow_is_told(timeline: Timeline) -> None:
    found = seek.fights(timeline.moments)
    assert found
    for name, number in found.items():
        assert any(name in line for line in timeline.moments[number + 1].said)
        assert not any(
            f"{name} hit" in line for moment in timeline.moments[: number + 1] for line in moment.said
        )


def test_death_is_the_last_command_before_the_end(timeline: Timeline) -> None:
    died, end = seek.named(timeline.moments, "death"), seek.named(timeline.moments, "end")
    assert died < end
    assert timeline.moments[died].ready
    assert not any(moment.ready for moment in timeline.moments[died + 1 : end])


def test_the_end_tells_the_blow_that_killed_and_only_the_end_what_was_wiped_off(timeline: Timeline) -> None:
    end = timeline.moments[seek.named(timeline.moments, "end")]
    assert end.said[-1].endswith("hit")
    assert end.marks[0].label.split()[3] in end.said[-1]
    lines = [f"{timeline.ending}  {end.said[-1]}", ""]
    for number, text in zip((seek.named(timeline.moments, "end"), len(timeline) - 1), lines, strict=True):
        timeline.go(number)
        assert "".join(part for part, _ in top_line(timeline, hurries=False)) == text
    wiped = b"Something\x1b[H\x1b[2J"
    drawn = [(b"A\x1b[24;1HLevel: 1  Gold: 0  Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0", "s"), (wiped, "s")]
    events = [Event(0.0, *one) for data, keys in drawn for one in (("o", data.decode()), ("i", keys))]
    part = read_timeline(Asciicast(timeline.recording.header, tuple(events)), None)
    assert [moment.said for moment in part.moments if "Something" in moment.said] == []


def test_steps_by_turn_lead_back_to_where_they_began(timeline: Timeline) -> None:
    start = seek.turn(timeline.moments, 30)
    after = seek.step(timeline.moments, start, "turn")
    assert after is not None
    assert timeline.moments[after].turn > timeline.moments[start].turn
    assert seek.step(timeline.moments, after, "turn back") == start
    assert seek.step(timeline.moments, 0, "turn back") is None
    assert seek.step(timeline.moments, len(timeline) - 1, "turn") is None


def test_the_next_rung_is_another_one(timeline: Timeline) -> None:
    number = seek.step(timeline.moments, 0, "rung")
    assert number is not None
    assert timeline.moments[number].rung != timeline.moments[0].rung
    assert len({moment.rung for moment in timeline.moments[:number]}) == 1
    assert seek.step(timeline.moments, number, "rung back") == 0


def test_a_person_names_places_in_words(timeline: Timeline) -> None:
    moments = timeline.moments
    monster = next(iter(seek.fights(moments)))
    assert seek.place(moments, "30") == seek.place(moments, " Turn 30") == seek.turn(moments, 30)
    assert seek.place(moments, "#7") == seek.place(moments, "command 7") == 6
    assert seek.place(moments, "level 2") == seek.level(moments, 2)
    assert seek.place(moments, "death") == seek.named(moments, "death")
    assert seek.place(moments, monster.upper()) == seek.fights(moments)[monster]


@pytest.mark.parametrize("text", ["turn 999999", "#0", "#99999", "level 26", "xyzzy"])
def test_a_place_that_is_not_there_is_refused_in_a_sentence(timeline: Timeline, text: str) -> None:
    with pytest.raises(seek.PlaceNotFoundError, match=r"^This game .*\.$"):
        seek.place(timeline.moments, text)


@pytest.mark.parametrize("text", ["", "turn", "turn x", "#12x", "#", "level -1", "9" * 20])
def test_what_names_no_place_is_refused_with_the_forms(timeline: Timeline, text: str) -> None:
    with pytest.raises(seek.PlaceNotFoundError, match=rf"^'{text}' is not a place. Use turn 500, #120"):
        seek.place(timeline.moments, text)


def test_the_text_has_every_screen_and_every_reason(timeline: Timeline) -> None:
    text = b"".join(as_text(timeline, range(len(timeline)))).decode()
    pictures = text.split("-" * 80 + "\n")
    assert text.count("\nCommand ") == timeline.commands - 1
    assert text.startswith("Command 1 of ")
    timeline.go(5)
    assert "\n".join(picture(timeline)) + "\n" in text
    assert all(f"{moment.rung}: " in text for moment in timeline.moments if moment.rung)
    assert len(pictures) > len(timeline) / 2


def test_the_cast_is_the_recording(timeline: Timeline) -> None:
    assert b"".join(as_asciicast(timeline.recording)).decode() == timeline.recording.text()


def test_the_ttyrec_ends_with_the_same_screen(timeline: Timeline) -> None:
    frames, whole = read_ttyrec(b"".join(as_ttyrec(timeline.recording)))
    screen = Screen()
    for frame in frames:
        screen.feed(frame.data)
    timeline.go(len(timeline))
    assert whole
    assert screen.cells == timeline.screen.cells
    assert [frame.seconds for frame in frames] == sorted(frame.seconds for frame in frames)


def test_a_recording_in_memory_equals_the_one_of_a_tape(timeline: Timeline) -> None:
    assert record_game(SHORT.seed, LINKS, PLAYERS)[0] == timeline.recording
