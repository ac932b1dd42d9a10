"""The view without a terminal: how often it draws, how it waits, whose choice is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.editions import Edition
from rogomatic.agent.engine.refusals import FIGHTS_ON
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.player import Player
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.prompt_parser import Waiting
from rogomatic.run.recordings.manual_control import RUNG
from rogomatic.run.story.annotations import Stillness
from rogomatic.run.viewer.canvas import text_of
from rogomatic.run.viewer.controls import (
    FIRST_KEYS,
    FRAME_SECONDS,
    SPELL_SECONDS,
    SYMBOLS,
    Controls,
    Quit,
    ViewOptions,
)
from rogomatic.run.viewer.frame import frame_of
from rogomatic.run.viewer.viewer_terminal import INTERRUPT
from rogomatic.run.viewer.watch import (
    FAST_SECONDS,
    FIRST_SECONDS,
    LAST_STAND,
    TELLING_SECONDS,
    FastClock,
    News,
    WatchController,
)
from tests.run.paper import Paper, player_in
from tests.run.rows import ROW

REST = Choice("rest", Act(b"2s", "weak", Action("rest", times=2)), (), LADDER)
MORE = Choice("dismiss --More--", Act(b" ", "more to read", Action("answer")), (), ANSWERS)


class Clock:
    """Stands for the module `time`: it goes on when a test says so, and while somebody waits for a key."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def process_time(self) -> float:
        return self.now


CLOCK = Clock()
Titles = Callable[[int, int], tuple[str, ...]]


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    CLOCK.now = 0.0
    monkeypatch.setattr("rogomatic.run.viewer.watch.time", CLOCK)


def paper_of(keys: Iterable[str] = (), size: tuple[int, int] = (80, 24)) -> Paper:
    """Return a terminal on which waiting for a key takes time."""

    def wait(seconds: float) -> None:
        CLOCK.now += min(seconds, 0.02)

    return Paper(keys, size, wait=wait)


def watching(
    paper: Paper, speed: float = 15.0, titles: Titles = lambda _number, _seed: ()
) -> tuple[WatchController, Player]:
    """Return a view of an agent in a drawn room."""
    options = ViewOptions(speed, Path("unused"), every_turn=True, titles=titles)
    view, player = WatchController(paper.terminal, options), player_in()
    view.watch(player)
    return view, player


def told(paper: Paper, beginning: str) -> bool:
    """Return whether the top row of a frame began so."""
    return any(text.startswith(beginning) for text in paper.shown)


@pytest.mark.parametrize("speed", [0.0, 250.0])
def test_no_more_than_thirty_frames_a_second_however_fast_the_bot_plays(speed: float) -> None:
    paper = paper_of()
    view, _ = watching(paper, speed)
    commands = 0
    while CLOCK.now < 0.4:
        CLOCK.now += 0.001  # what a command takes
        assert view.consider(REST) is REST
        commands += 1
    assert commands > 20
    assert 1 <= len(paper.frames) <= CLOCK.now / FRAME_SECONDS + 1


def test_a_slow_pace_draws_every_command() -> None:
    paper = paper_of()
    view, _ = watching(paper, 10.0)
    for _ in range(3):
        view.consider(REST)
    assert len(paper.frames) >= 3


def test_the_clock_of_a_stall_stops_while_the_watcher_holds_the_game() -> None:
    view, _ = watching(paper_of([" ", *[""] * 9, " "]))
    held = view.clock()
    view.consider(REST)
    assert CLOCK.now > 0.15
    assert view.clock() - held < 0.001


def test_a_person_s_command_takes_the_place_of_the_agent_s() -> None:
    view, _ = watching(paper_of(["\t", "5", "l"]))
    chosen = view.consider(REST)
    assert (chosen.rung, chosen.act.keys, chosen.act.action) == (RUNG, b"5l", Action("walk", 1, 5))


def test_a_more_waits_for_the_person_unless_the_agent_looks_at_the_pack() -> None:
    view, player = watching(paper_of(["\t", "x", " "]))
    player.beliefs.waiting = Waiting("more", "You hit", sure=True)
    assert view.consider(MORE) is MORE
    player.beliefs.action = Action("stock")
    assert view.consider(MORE) is MORE


def test_what_the_agent_asks_the_game_is_answered_without_the_person() -> None:
    ask = Choice("read about the game", Act(b"?*", "what kind of game?", Action("ask")), (), LADDER)
    paper = paper_of()
    view, player = watching(paper)
    view.person_plays = True
    assert view.consider(ask) is ask
    player.beliefs.action = Action("ask")
    player.beliefs.waiting = Waiting("more", "Kennel 1", sure=True)
    assert view.consider(MORE) is MORE
    assert CLOCK.now == 0.0, "nobody was waited for"
    player.beliefs.waiting = Waiting("command", sure=True)
    view.person_plays = True
    paper.type(["v"])
    assert view.consider(REST).act.keys == b"v"
    player.beliefs.waiting = Waiting("more", "Kennel 1", sure=True)
    paper.type(["", "", " "])
    before = CLOCK.now
    assert view.consider(MORE) is MORE
    assert CLOCK.now > before


def test_a_person_who_plays_holds_up_only_decisions_of_the_ladder() -> None:
    view, _ = watching(paper_of(["\t"]))
    view.person_plays = True
    redraw = Choice("redraw", Act(b"\x12", "the line is silent", Action("answer")))
    assert view.consider(redraw) is redraw


def test_a_game_that_is_handed_back_is_looked_at_first() -> None:
    view, _ = watching(paper_of(["\t", "\t"]))
    assert view.consider(REST).act.action == Action("stock")
    assert not view.person_plays


def test_saving_waits_for_a_command() -> None:
    view, player = watching(paper_of(["S", "y"]))
    player.beliefs.waiting = Waiting("more", "You hit", sure=True)
    assert view.consider(MORE) is MORE
    player.beliefs.waiting = Waiting("command", sure=True)
    assert view.consider(REST).act.keys == b"Sy"


def test_the_end_of_a_long_rest_goes_when_something_else_is_said() -> None:
    walk = Choice("look around", Act(b"l", "", Action("walk", 1)), (), LADDER)
    paper = paper_of(["z"])  # any key ends the sentence at the beginning
    view, player = watching(paper)

    def top() -> str:
        return text_of(view.showing.top)

    view.consider(REST)
    player.beliefs.turn += 35
    view.consider(walk)
    assert top() == "rested for 35 turns"
    view.consider(walk)
    assert top() == "rested for 35 turns"
    player.trace.add_messages(player.beliefs.turn, ["12 gold pieces"])
    view.consider(walk)
    assert top() == "12 gold pieces"


def test_q_is_no_failure_of_the_game() -> None:
    view, _ = watching(paper_of(["q"]))
    with pytest.raises(Quit):
        view.consider(REST)
    assert not issubclass(Quit, Exception)


@pytest.mark.parametrize("key", ["y", "q"])
def test_ctrl_c_asks_while_a_person_plays(key: str) -> None:
    paper = paper_of(["\t", INTERRUPT, key])
    view, _ = watching(paper)
    with pytest.raises(Quit):
        view.consider(REST)
    assert told(paper, "Leave the game? y: leave, S")


def test_any_other_answer_goes_on_and_s_saves() -> None:
    view, _ = watching(paper_of(["\t", INTERRUPT, "n", "l"]))
    assert view.consider(REST).act.keys == b"l"
    view, _ = watching(paper_of(["\t", INTERRUPT, "S"]))
    assert view.consider(REST).act.keys == b"Sy"


def test_ctrl_c_is_a_key_only_while_a_person_plays_and_nothing_is_asked() -> None:
    paper = paper_of(["\t", INTERRUPT, "n", "l"])
    view, _ = watching(paper)
    assert not paper.holds_interrupts()
    view.consider(REST)
    assert paper.holds_interrupts()


def test_q_asks_in_a_game_that_a_person_has_played() -> None:
    paper = paper_of(["\t", "\t", "q", "z", "q", "q"])
    view, player = watching(paper, 1.0)
    view.consider(REST)  # looks at the pack first
    player.beliefs.stock = "known"
    with pytest.raises(Quit):
        view.consider(REST)
    assert told(paper, "q: leave the game? y or q: leave")


def test_i_shows_the_pack_until_the_next_key() -> None:
    paper = paper_of(["\t", "i"])
    view, player = watching(paper)
    assert view.consider(REST).act.action == Action("stock")
    assert view.showing.overlay == "pack"
    player.beliefs.action = Action("stock")
    view.draw()
    assert paper.frames[-1].rows()[1].startswith(" Pack, with the worth of each thing")


@pytest.mark.parametrize("size", [(80, 24), (80, 25), (80, 36), (150, 46)])
def test_what_the_agent_would_do_is_advice_while_a_person_plays(size: tuple[int, int]) -> None:
    paper = paper_of(["\t", "l"], size=size)
    view, _ = watching(paper)
    view.consider(REST)
    view.person_plays = True
    view.draw()
    view._controls.hush()
    view.draw()
    assert "Advice" in paper.shown[-1]
    assert " Why " not in paper.shown[-1]


def test_space_is_no_strange_command() -> None:
    paper = paper_of(["\t", " ", "l"])
    view, _ = watching(paper)
    view.consider(REST)
    assert told(paper, "the game is not asking anything")


def test_a_file_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = paper_of(["x"])
    view, _ = watching(paper)
    monkeypatch.setattr("pathlib.Path.mkdir", _full)
    view.consider(REST)
    assert any("cannot be written: No space left" in text.split("\n")[0] for text in paper.shown)


def _full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


WALK = Choice("look around", Act(b"l", "", Action("walk", 1)), (), LADDER)


@pytest.mark.parametrize("speed", [0.0, 15.0, 250.0])
def test_the_game_waits_while_the_window_is_too_small(speed: float) -> None:
    paper = paper_of()
    view, _ = watching(paper, speed)
    view.consider(WALK)
    paper.size = (60, 20)

    def enlarged() -> Iterator[str]:
        yield from ["", "s", "+", ""]  # what nobody can see does nothing
        paper.size = (80, 24)
        yield ""

    paper.type(enlarged())
    CLOCK.now += 1
    assert view.consider(WALK) is WALK
    assert paper.shown[-2].startswith("The window is 60 x 20")
    assert view.pace.speed == speed
    assert next(paper.rest, "all were read") == "all were read"


def test_a_small_window_can_be_left() -> None:
    view, _ = watching(paper_of(["q"], size=(60, 20)))
    with pytest.raises(Quit):
        view.consider(WALK)


@pytest.mark.parametrize("key", ["\x1b", " ", "?"])
def test_help_holds_the_game_until_it_is_closed(key: str) -> None:
    paper = paper_of(["?", "", "", key])
    view, _ = watching(paper, 250.0)
    CLOCK.now += 1
    assert view.consider(WALK) is WALK
    assert next(paper.rest, "all were read") == "all were read"
    assert view.showing.text is None
    assert not view.pace.paused


@pytest.mark.parametrize("panel", ["m", "i", "b", "w"])
@pytest.mark.parametrize("key", ["\x1b", " "])
def test_escape_and_space_close_any_panel_and_pause_nothing(panel: str, key: str) -> None:
    view, _ = watching(paper_of([panel, key]), 2.0)
    CLOCK.now += 1
    view.consider(WALK)
    view.consider(WALK)
    assert view.showing.overlay == ""
    assert not view.pace.paused


def test_at_the_next_level_it_says_that_it_is_paused() -> None:
    paper = paper_of(["n"])
    view, player = watching(paper, 2.0)
    view.consider(WALK)
    player.beliefs.me.depth = 2
    paper.type(["", "", " "])
    view.consider(WALK)
    assert told(paper, "level 2: paused; space continues")


@pytest.mark.parametrize(("keys", "saves"), [("Sy", True), ("SS", True), ("Sn", False), ("Ss", False)])
def test_s_asks_before_it_saves(keys: str, saves: bool) -> None:
    paper = paper_of(keys)
    view, _ = watching(paper, 2.0)
    assert (view.consider(WALK).act.keys == b"Sy") is saves
    assert told(paper, "S: save the game and quit?")


def test_a_sentence_longer_than_the_row_comes_in_parts_above_the_map() -> None:
    paper = paper_of([" "])
    view, _ = watching(paper, 2.0)
    view._controls.notify("first words " + "and others " * 8 + "last words", 100.0)
    view.draw()
    first = paper.frames[-1].rows()
    view.showing.page = 1
    shown = frame_of(view._agent, WALK, 80, 24, view.showing).rows()  # type: ignore[arg-type]
    assert first[0].startswith("first words")
    assert first[0].endswith(" ...")
    assert shown[0].endswith("last words")
    assert first[1:] == shown[1:]


def robbed(monkeypatch: pytest.MonkeyPatch) -> tuple[WatchController, Player]:
    """Return a game on level 4 that has just told of a theft, and its player."""
    monkeypatch.setattr("rogomatic.run.viewer.controls.time", CLOCK)
    view, player = watching(paper_of(["z"]))
    player.beliefs.me.max_hp, player.beliefs.me.hp, player.beliefs.me.depth = 12, 12, 4
    view.consider(REST)
    player.beliefs.facts = (Fact("gold-stolen"),)
    view.consider(REST)
    return view, player


def test_what_happens_is_said_when_it_is_unlikely_close_or_new(monkeypatch: pytest.MonkeyPatch) -> None:
    view, player = robbed(monkeypatch)
    assert text_of(view.showing.top) == "A leprechaun took gold."
    CLOCK.now += TELLING_SECONDS
    player.beliefs.facts = (Fact("level-up", n=2),)  # of little weight
    view.consider(REST)
    assert text_of(view.showing.top) == ""


def test_what_was_said_of_another_level_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    view, player = robbed(monkeypatch)
    assert "leprechaun" in text_of(view.showing.top)
    player.beliefs.me.depth = 5
    player.beliefs.facts = ()
    view.consider(REST)
    assert "leprechaun" not in text_of(view.showing.top)


@pytest.mark.parametrize("percent", [90.0, 1.0])
def test_the_last_stand_lasts_as_long_as_danger(monkeypatch: pytest.MonkeyPatch, percent: float) -> None:
    monkeypatch.setattr("rogomatic.run.viewer.controls.time", CLOCK)
    monkeypatch.setattr("rogomatic.run.story.annotations.death_pct", lambda *_: percent)
    view, _ = watching(paper_of())
    view.consider(Choice(REST.rung, REST.act, (FIGHTS_ON,)))
    view.consider(REST)
    assert (text_of(view.showing.top) == LAST_STAND) == (percent > 50)


def test_a_game_begins_with_its_name_the_first_with_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rogomatic.run.viewer.controls.time", CLOCK)
    view, _ = watching(paper_of(), titles=lambda number, seed: (f"Rogue 5.4, seed {seed}, game {number}",))
    said: dict[int, list[str]] = {1: [], 2: []}
    for number, texts in said.items():
        view.begin(number, 60 + number)
        for _ in range(4):
            view.consider(REST)
            texts.append(text_of(view.showing.top))
            CLOCK.now += FIRST_SECONDS
    assert said[1] == ["Rogue 5.4, seed 61, game 1", SYMBOLS, FIRST_KEYS, ""]
    assert said[2] == ["Rogue 5.4, seed 62, game 2", "", "", ""]


@pytest.mark.parametrize("has_before", [False, True])
def test_the_next_game_shows_how_the_last_ended(monkeypatch: pytest.MonkeyPatch, has_before: bool) -> None:
    monkeypatch.setattr("rogomatic.run.viewer.controls.time", CLOCK)
    paper = paper_of()
    view, player = watching(paper)
    if has_before:
        paper.type("\n")
        assert view.end(ROW, "over", ["See it again: replay --last"], goes_on=True)
    view.watch(player)
    view.begin(2, 62)
    paper.type(["", "W", "W"])
    view.consider(REST)
    page = next((text for text in paper.shown if "The previous game" in text), "")
    assert ("See it again: replay --last" in page) == has_before
    assert any("there is no previous game" in text for text in paper.shown) != has_before


FAST = Choice("wait to faint on the stairs", Act(b"2s", "", Action("rest", times=2)))


@pytest.mark.parametrize(("edition", "ends"), [("5.4", "is hungry again"), ("5.2", "faints again")])
def test_a_planned_faint_says_what_it_is_good_for_and_for_how_long(edition: Edition, ends: str) -> None:
    controls = Controls(Paper().terminal, ViewOptions(15.0, Path("unused")), [])
    player, news = player_in(), News(controls)
    player.beliefs.edition = edition
    news.note(player, FAST, may_hurry=True, is_own=True)
    player.beliefs.facts = (Fact("faint"),)
    news.note(player, FAST, may_hurry=True, is_own=True)
    assert controls.notice == "The hero fainted on purpose: that makes it alert."
    assert controls._next_notices == (f"Monsters hit an alert hero less often, until it {ends}.",)


MORE = Choice("dismiss --More--", Act(b" ", "more to read", Action("answer")), ladder=ANSWERS)


def test_a_hero_that_cannot_move_is_shown_longer_with_what_did_it() -> None:
    view, player = watching(paper_of(["z"]))
    beliefs, said = player.beliefs, "The hero cannot move for 5 turns: sleeping gas from a trap."
    beliefs.waiting, beliefs.facts = Waiting("more", ""), (Fact("gas"),)
    view.consider(MORE)
    assert [text_of(one) for one in view.showing.why] == [f"Why: {said}"]
    assert view.pace.seconds == pytest.approx(1 / view.pace.rate + SPELL_SECONDS)
    beliefs.facts = (Fact("gas"), Fact("monster-hits", "bat"))
    view.consider(MORE)
    assert [text_of(one) for one in view.showing.why] == [f"Why: {said}"]
    assert view.pace.seconds < SPELL_SECONDS, "its beginning was shown"


@pytest.mark.parametrize("before", [False, True])
def test_a_spell_without_a_prompt_is_said_at_its_end(monkeypatch: pytest.MonkeyPatch, before: bool) -> None:
    monkeypatch.setattr("rogomatic.run.viewer.controls.time", CLOCK)
    view, player = watching(paper_of())
    beliefs = player.beliefs
    beliefs.facts, beliefs.waiting = (Fact("gas"),), Waiting("more", "")
    if before:
        view.consider(MORE)
    beliefs.waiting = Waiting("command", "")
    view.consider(REST)
    said = "The hero could not move for 5 turns: sleeping gas from a trap."
    assert (view._controls.notice == said) is not before


def test_a_fast_takes_most_of_a_second_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rogomatic.run.viewer.watch.time", CLOCK)
    clock, still = FastClock(), Stillness()
    still._what = "fast"
    waited = 0.0
    for left in (400.0, 300.0, 200.0, 100.0, 0.0):
        still._until = left
        early = clock.early(still, is_hurried=True)
        waited += early
        CLOCK.now += early
        if left == 200.0:  # something comes between
            still._what = ""
            assert clock.early(still, is_hurried=True) == 0.0
            CLOCK.now += 60.0
            still._what = "fast"
    assert waited == pytest.approx(FAST_SECONDS)
    assert clock.early(still, is_hurried=False) == 0.0


def test_a_fast_is_shown_in_place_of_first_words() -> None:
    view, player = watching(paper_of())
    view._controls.every_turn = False
    view._controls.notify(SYMBOLS, 60.0, gives_way=True)
    player.beliefs.me.stomach = Stomach.between(200, 200)
    for _ in range(2):
        view.consider(FAST)
    assert text_of(view.showing.top).startswith("fasting here:")
