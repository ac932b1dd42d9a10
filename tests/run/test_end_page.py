"""The page at the end of a watched game: why it ended, with how much gold, what its keys do."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.engine.rule_engine import Act, Choice, choose
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.player import Player
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.prompt_parser import Waiting
from rogomatic.run.recordings.film import Film, FilmedDecision
from rogomatic.run.runner.game_loop import Row, end_in_words
from rogomatic.run.story.chronicle import GameStory, Happening
from rogomatic.run.viewer.canvas import text_of
from rogomatic.run.viewer.end_page import PAUSE_SECONDS, EndPage, share
from rogomatic.run.viewer.frame import Showing, Weighed, frame_of
from rogomatic.run.viewer.mind_panels import danger
from tests.rogomatic.foe_scenes import FOE
from tests.run.paper import Paper, player_in
from tests.run.rows import ROW
from tests.support.agent_scenes import Scene, chosen

QUIT = replace(ROW, how="quit", killer="", depth=15, score=3151, turns=10870)
KILLED = replace(ROW, how="killed", killer="quagga", depth=15, score=3069, turns=9)
KEEP = Choice("keep the gold", Act(b"Qy", "something unseen strikes, 315 gold at stake", Action("quit")))


class Still(Film):
    """A film of one scene, and of the last screen before the end page if there is one."""

    def __init__(self, agent: Player, *choices: Choice, last: bytes = b"") -> None:
        self._agent, self._last = agent, last
        self._choices = [FilmedDecision(one, one, agent.own_knobs, True, None) for one in choices]

    @property
    def count(self) -> int:
        return len(self._choices)

    def show(
        self,
        see: Callable[[Player, FilmedDecision], object],
        fall: Callable[[Player, FilmedDecision], object] | None = None,
    ) -> None:
        for one in self._choices:
            see(self._agent, one)
        if fall is not None and self._last:
            self._agent.screen.feed(self._last)
            fall(self._agent, self._choices[-1])


def shown(player: Player, row: Row, *keys: str) -> list[str]:
    """Return what stands on the page behind each key, as one text each."""
    paper = Paper(keys, last="q")
    EndPage(paper.terminal, player, row, "the end", [], None, goes_on=True).stay()
    return [" ".join(text.split()) for text in paper.shown]


def test_a_hero_that_quits_says_why() -> None:
    player = player_in(FOE)
    player.last_choice = KEEP
    why = "(keep the gold: something unseen strikes, 315 gold at stake)"
    assert f"Quit on level 15 {why}, with 3,151 gold, after" in shown(player, QUIT)[0]
    assert "keep the gold" not in shown(player, KILLED)[0], "who is killed has not chosen to be"


def test_the_tenth_that_death_takes_is_named() -> None:
    player = player_in(FOE)
    player.beliefs.me.gold = 3409
    assert "with 3,069 gold (of 3,409: death takes a tenth), after 9 turns." in shown(player, KILLED)[0]
    player.beliefs.me.gold = 3151
    assert "with 3,151 gold, after" in shown(player, QUIT)[0]


@pytest.mark.parametrize("gold", [0, 9])
def test_where_there_is_nothing_to_take_nothing_is_named(gold: int) -> None:
    assert "tenth" not in end_in_words(replace(KILLED, score=gold), purse=gold)


def test_the_keys_of_the_page_are_listed_and_go_away() -> None:
    first, keys, back, *_ = shown(player_in(FOE), KILLED, "?", "?")
    assert "Keys of this page" in keys
    assert "why the last command was chosen" in keys
    assert "Keys of this page" not in first + back
    assert "? keys" in first


def test_the_last_decision_is_shown_with_the_danger_of_its_own_moment() -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    choice = chosen(player.beliefs)
    faced = [text_of(one).strip() for one in danger(player, choice, 78, 24)]
    before = player_in(FOE)
    before.beliefs, before.last_choice = player.beliefs, choice
    player.last_choice = choice
    player.beliefs = Scene(FOE).awake("H")
    player.beliefs.me.hp = 1
    player.done = True
    paper = Paper(["w"], last="q")
    EndPage(paper.terminal, player, KILLED, "", [], Still(before, choice), goes_on=True).stay()
    page = " ".join(paper.shown[1].split())
    assert all(" ".join(one.split()) in page for one in faced)


@pytest.mark.parametrize("size", [(80, 24), (80, 40), (120, 40), (240, 60)])
@pytest.mark.parametrize("key", ["x", "w", "?"])
def test_the_page_fills_the_window(size: tuple[int, int], key: str) -> None:
    paper = Paper([key], size, last="q")
    player = player_in(FOE)
    player.last_choice = KEEP
    EndPage(paper.terminal, player, KILLED, "the end", [], None, goes_on=True, story=STORY).stay()
    for frame in paper.frames:
        rows = [row.rstrip() for row in frame.rows()]
        foot = next(at for at, row in enumerate(rows) if row.startswith(" w "))
        assert rows[foot + 1 :] == [""] * (size[1] - foot - 1), "nothing of the game is left"
        assert max(map(len, rows)) <= 99
        assert rows[1].startswith(" ")


def test_the_title_of_the_reasons_is_whole_in_the_smallest_window() -> None:
    """Also for a Rogue that shows no clock, with the count of what is on the next page."""
    page = ends(GameStory(MANY, LONG, is_exact=False, has_odds=True))[0]
    assert re.search(
        r"Why the hero died \(odds, turns: the agent's estimates\) \(space shows \d+ more\)", page
    )


@pytest.mark.parametrize(
    ("story", "head", "after"),
    [(GameStory(why=["A bat came."]), "Why the hero died A bat", "after 9 turns."),
     (GameStory(why=["A bat came."], is_exact=False), "Why the hero died (turns are estimates) A bat",
      "after about 9 turns.")],
)  # fmt: skip
def test_turns_that_are_only_counted_are_said_to_be_so(story: GameStory, head: str, after: str) -> None:
    page = ends(story)[0]
    assert head in page
    assert after in page


def test_a_danger_of_another_moment_than_the_reason_says_so() -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    player.last_choice = choose(LADDER, player.beliefs)
    assert "after the last command:" not in " ".join(shown(player, KILLED, "w")[1])
    player.done = True
    assert "after the last command: foe where state" in shown(player, KILLED, "w")[1]


def test_a_more_shows_the_danger_of_the_command_before_it() -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    choice = chosen(player.beliefs)
    weighed = Weighed()
    before = frame_of(player, choice, 80, 40, Showing(weighed=weighed)).rows()
    player.trace.note(player.beliefs, choice, b"")
    player.beliefs.waiting = Waiting("more", sure=True)
    player.beliefs.me.hp, player.beliefs.screens = 3, player.beliefs.screens + 1
    more = Choice("dismiss --More--", Act(b" ", "more to read", Action("answer")))
    after = frame_of(player, more, 80, 40, Showing(weighed=weighed)).rows()
    figures = [row[:39] for row in before if row.startswith("H ")]
    assert figures
    assert figures == [row[:39] for row in after if row.startswith("H ")]
    assert figures != [text_of(one)[:39] for one in danger(player, choice, 39, 9) if text_of(one)[0] == "H"]


def test_the_danger_of_a_hero_that_cannot_move_says_what_has_hit_it() -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    choice = chosen(player.beliefs)
    player.trace.note(player.beliefs, choice, b"")
    player.beliefs.waiting = Waiting("more", sure=True)
    player.beliefs.me.hp, player.beliefs.me.max_hp = 3, 12
    player.beliefs.facts = (Fact("frozen", "ice monster"), Fact("monster-hits", "hobgoblin"))
    text = " ".join(" ".join(row[:39].split()) for row in frame_of(player, choice, 80, 40, Showing()).rows())
    assert "Meanwhile the hobgoblin hit the hero once: 3 of 12 hit points left. Before that:" in text


def test_commands_shown_again_hide_the_complaint_about_the_marker() -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    player.screen.feed(b"\x1b[HIllegal command ';'")
    film = Still(player, chosen(player.beliefs))
    paper = Paper(["r"], last="q")
    EndPage(paper.terminal, player, KILLED, "", [], film, goes_on=True).stay()
    assert any("command 1 of 1" in text for text in paper.shown)
    assert not any("Illegal" in text for text in paper.shown if "command 1 of 1" in text)


def test_commands_shown_again_have_their_panels() -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    film = Still(player, chosen(player.beliefs))
    paper = Paper(["r"], (120, 40), last="q")
    EndPage(paper.terminal, player, KILLED, "", [], film, goes_on=True).stay()
    again = next(text for text in paper.shown if "command 1 of 1" in text)
    assert "hit what is adjacent" in again
    assert re.search(r"H hobgoblin +awake +\d", again), "the danger"
    assert "rests in" in again or "hit points" in again, "the hero"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (["r", "", ""], ["command 1 of 3", "command 2 of 3", "command 3 of 3"]),
        (
            ["r", " ", "", " ", ""],
            ["command 1 of 3", *["paused, command 1 of 3"] * 2, "command 1 of 3", "command 2 of 3"],
        ),
        (
            ["r", "s", "s", " ", ""],
            ["command 1 of 3", "paused, command 2 of 3", "paused, command 3 of 3", "command 3 of 3"],
        ),
        (["r", "s", "x"], ["command 1 of 3", "paused, command 2 of 3"]),
        (["r", "", "x"], ["command 1 of 3", "command 2 of 3"]),
        (["r", " ", "x"], ["command 1 of 3", "paused, command 1 of 3"]),
    ],
    ids=["to its end", "paused", "stepped", "stepped and ended", "ended", "ended in a pause"],
)
def test_space_pauses_the_last_commands_and_other_keys_end_them(keys: list[str], told: list[str]) -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    film = Still(player, *[chosen(player.beliefs)] * 3)
    paper = Paper(keys, last="q")
    EndPage(paper.terminal, player, KILLED, "", [], film, goes_on=True).stay()
    shown = [re.search(r"(?:paused, )?command \d of 3", text.splitlines()[0]) for text in paper.shown]
    assert [one[0] for one in shown if one is not None] == told


BLOW = b"\x1b[HThe hobgoblin hit\x1b[24;1HLevel: 1  Gold: 0      Hp: -1(12)  Str: 16(16)  Arm: 4   Exp: 1/0"


@pytest.mark.parametrize(("row", "has_end"), [(KILLED, True), (QUIT, False)], ids=["killed", "quit"])
def test_the_blow_that_killed_the_hero_is_shown_last(row: Row, has_end: bool) -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    film = Still(player, *[chosen(player.beliefs)] * 2, last=BLOW)
    paper = Paper(["", "r", "s", "s", "s"], last="q")
    EndPage(paper.terminal, player, row, "", [], film, goes_on=True, story=STORY, pauses=True).stay()
    again = [text for text in paper.shown if "(12)" in text]
    tops = [" ".join(text.splitlines()[0].split()) for text in again]
    assert [top for top in tops if "command" in top][-1].endswith("command 2 of 2")
    ends = [text for text, top in zip(again, tops, strict=True) if top.endswith("the end")]
    assert [("Hp: -1(12)" in text) for text in ends] == [True, True] * has_end
    assert (tops[-1] == "The hobgoblin hit paused, the end") is has_end


@pytest.mark.parametrize(
    ("keys", "pages"), [("", 1), ("q", 0), (" ", 1)], ids=["waited for", "left", "ended by a key"]
)
def test_a_killed_hero_is_seen_for_a_moment_before_the_page(keys: str, pages: int) -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    film, waited = Still(player, chosen(player.beliefs)), list[float]()
    paper = Paper(keys or ["", "q"], last="q", wait=waited.append)
    page = EndPage(paper.terminal, player, KILLED, "", [], film, goes_on=True, story=STORY, pauses=True)
    page.stay()
    assert waited[0] == PAUSE_SECONDS
    assert paper.shown[0].splitlines()[0].startswith("Killed by a")
    assert sum("The end" in text for text in paper.shown[1:]) == pages


@pytest.mark.parametrize("key", ["w", "?", "r", "x", " "])
def test_a_key_stops_the_countdown_also_while_the_last_command_stands(key: str) -> None:
    for keys in ([key, "", ""], ["", key, "", ""]):
        player = player_in(FOE)
        player.beliefs = Scene(FOE).awake("H")
        paper = Paper(keys, last="q")
        film = Still(player, chosen(player.beliefs))
        EndPage(paper.terminal, player, KILLED, "", [], film, goes_on=True, story=STORY, pauses=True).stay()
        assert " s, space stops it)" not in paper.shown[-1]


def test_the_help_of_the_page_names_every_key_that_it_has() -> None:
    player = player_in(FOE)
    film = Still(player, chosen(player.beliefs))
    paper = Paper(["?"], last="q")
    EndPage(
        paper.terminal,
        player,
        KILLED,
        "",
        [],
        film,
        goes_on=True,
        story=GameStory(MANY, LONG),
        found=["heard"],
    ).stay()
    for key in ("r", "w", "y", "Enter", "space", "q", "^L", "?"):
        assert re.search(rf"^ +{re.escape(key)}  \w", paper.shown[-1], re.MULTILINE), key
    assert "stops the clock. In the next game, W shows this story" in paper.shown[-1]


STORY = GameStory(why=["It was bad luck."])
LONG = [
    f"Reason {n} takes more than a line of the page: {'so it is, ' * 8}and that is all." for n in range(1, 10)
]
MANY = [Happening(n, n, f"Reached level {n}", float(n)) for n in range(1, 13)]


def ends(
    story: GameStory, *keys: str, size: tuple[int, int] = (80, 24), sentences: Sequence[str] = ()
) -> list[str]:
    """Return the pages of a story, each as one text."""
    paper = Paper(keys, size, last="q")
    EndPage(
        paper.terminal, player_in(FOE), KILLED, "the end", sentences, None, goes_on=True, story=story
    ).stay()
    return [" ".join(text.split()) for text in paper.shown]


def test_the_page_says_why_and_leaves_out_what_weighs_least() -> None:
    page = ends(
        GameStory([*MANY, *(one._replace(turn=one.turn + 12) for one in MANY)], ["It was bad luck."])
    )[0]
    assert "Why the hero died It was bad luck. What happened (" in page
    assert "Reached level 12." in page
    assert "Turn 1: Reached level 1." not in page
    assert "w why" in page, "the keys stay below"


def test_reasons_make_room_for_what_happened_and_the_rest_is_behind_a_key() -> None:
    page, *parts = ends(GameStory(MANY, LONG), *"  ")
    assert page.count("Turn ") >= 3
    assert "Reason 1 " in page
    assert re.search(r"Why the hero died \(space shows \d more\)", page)
    assert re.search(r"What happened \(space shows \d+ more\)", page)
    assert "space more" in page
    assert "The whole story, part 1 of 2" in parts[0]
    assert ["space more" in part for part in parts[:2]] == [True, False]
    assert "space back" in parts[1]
    whole = " ".join(parts)
    assert all(f"Reason {n} " in whole and f"Reached level {n}." in whole for n in range(1, 10))
    assert ends(GameStory(MANY, LONG), *"   ")[3] == ends(GameStory(MANY, LONG), "x")[1], "and back"


def test_a_fight_that_does_not_fit_is_shown_as_far_as_it_does() -> None:
    page, first, second = ends(GameStory(MANY, LONG, decisive=len(LONG)), *"  ")
    shown = [f"Reason {number} " in page for number in range(1, len(LONG) + 1)]
    assert shown == sorted(shown, reverse=True)
    assert 2 < sum(shown) < len(LONG)
    assert f"Why the hero died (space shows {len(LONG) - sum(shown)} more)" in page
    assert all(f"Reason {number} " in first + second for number in range(1, len(LONG) + 1))


@pytest.mark.parametrize(("reasons", "is_shown"), [(LONG[:1], True), (LONG, False)])
def test_all_but_the_last_sentence_make_room_for_what_happened(reasons: list[str], is_shown: bool) -> None:
    page, *parts = ends(GameStory(MANY, reasons), *"  ", sentences=["Best so far. " * 40, "See it again."])
    assert page.count("Turn ") >= 3
    assert "See it again." in page
    assert ("Best so far." in page) == is_shown
    assert any("Best so far." in part for part in parts)


def test_a_larger_window_shows_more_of_the_story() -> None:
    story = GameStory(MANY, LONG)
    large = ends(story, size=(80, 50))[0]
    assert all(f"Reason {n} " in large and f"Reached level {n}." in large for n in range(1, 10))
    assert "space more" not in large
    assert "space stops it" in large


@pytest.mark.parametrize("reasons", [1, 3, 9])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_blank_lines_stand_between_the_sections_and_nowhere_else(size: tuple[int, int], reasons: int) -> None:
    story = GameStory(MANY, [f"Reason {number}." for number in range(reasons)])
    paper = Paper(size=size, last="q")
    page = EndPage(
        paper.terminal, player_in(FOE), KILLED, "", ["See it again."], None, goes_on=True, story=story
    )
    page.stay()
    rows = [row.strip() for row in paper.frames[0].rows()]
    rows = rows[2 : next(at for at, row in enumerate(rows) if row.startswith("w why"))]
    after = [rows[at + 1] for at, row in enumerate(rows) if not row]
    assert [text.partition("  ")[0] for text in after] == [
        "Why the hero died",
        "What happened",
        "See it again.",
    ]


def test_the_parts_of_the_story_have_blank_lines_between_sections_and_none_at_their_top() -> None:
    paper = Paper("   ", last="q")
    story = GameStory(MANY, LONG[:4])
    EndPage(paper.terminal, player_in(FOE), KILLED, "", ["Best."], None, goes_on=True, story=story).stay()
    parts = [frame.rows() for frame in paper.frames if "The whole story" in frame.rows()[1]]
    assert len(parts) == 2
    assert all(rows[2].strip() for rows in parts)
    rows = [row.strip() for part in parts for row in part]
    assert not rows[rows.index("What happened") - 1]


@pytest.mark.parametrize("made", [0, 2])
def test_a_film_that_cannot_be_made_again_is_shorter(monkeypatch: pytest.MonkeyPatch, made: int) -> None:
    player = player_in(FOE)
    player.beliefs = Scene(FOE).awake("H")
    film = Still(player, *[chosen(player.beliefs)] * made)
    monkeypatch.setattr(Still, "count", 3)
    paper = Paper(["", "r", *[""] * 3], last="q")
    EndPage(paper.terminal, player, KILLED, "", [], film, goes_on=True, story=STORY, pauses=True).stay()
    numbers = [re.search(r"command \d of \d", text.splitlines()[0]) for text in paper.shown]
    assert [one[0] for one in numbers if one] == ["command 1 of 2", "command 2 of 2"][:made]


@pytest.mark.parametrize(("words", "reasons"), [(30, 2), (300, 1)])
def test_a_course_that_does_not_fit_is_not_cut_off(words: int, reasons: int) -> None:
    story = GameStory(why=["It lost.", "blow " * words, "It was weak."])
    assert share(story, 15, 78)[0] >= reasons
    assert (share(story, 15, 78)[0] == 1) == (reasons == 1)
