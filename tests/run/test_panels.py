"""Panels: what a watcher sees of a game in windows of any size, and what is left out."""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from functools import cache

import pytest

from rogomatic.agent.beliefs.model import Action, Plan
from rogomatic.agent.beliefs.terrain_map import STAIRS
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.experts.melee import hit_adjacent
from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.memory.long_term_memory import Book, Memory, MonsterRecord, default_memory
from rogomatic.agent.player import Player
from rogomatic.agent.sight.prompt_parser import COMMAND
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.runner.link import GAME_OPTIONS
from rogomatic.run.story.shown_danger import death_pct
from rogomatic.run.viewer.canvas import Line, Style, cut, line, text_of
from rogomatic.run.viewer.describe import stomach_of
from rogomatic.run.viewer.frame import PANELS, Showing, frame_of
from rogomatic.run.viewer.mind_panels import (
    danger,
    knobs,
    ladder,
    last_answers,
    memory,
    plan,
    reason,
    squares_of,
    weigh,
)
from rogomatic.run.viewer.state_panels import chart, digit, fresh_message, hero, intents, log, pack
from rogue.ui.session import Session
from tests.run.paper import Shown, player_in
from tests.support.agent_scenes import Scene, chosen, status

SIZES = [(16, 3), (19, 24), (29, 10), (50, 12), (80, 40), (120, 1), (80, 0), (200, 1000)]
ORC = """
  ----------
  |........|
  |....O...+
  |...@....|
  |.....%..|
  ----------
"""


@cache
def played(commands: int = 250, seed: int = 7) -> tuple[Player, Choice]:
    """A player in the middle of a game, and what it is about to do."""
    game, player = Session(seed, "5.4", GAME_OPTIONS), Player(default_memory(), DEFAULT, seed)
    made: list[Choice] = []

    def note(choice: Choice) -> Choice:
        made.append(choice)
        return choice

    player.overrule = note
    drawn = game.feed(b"")
    while player.beliefs.commands < commands or player.beliefs.waiting != COMMAND:
        drawn = game.feed(player.feed(drawn))
    player.feed(drawn)
    return player, made[-1]


def rows(lines: list[Line]) -> list[str]:
    return [text_of(one).rstrip() for one in lines]


def looks(lines: list[Line], text: str) -> set[Style]:
    """The looks of the pieces that hold a text."""
    return {look for one in lines for piece, look in one if text in piece}


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_fits_its_place(name: str) -> None:
    player, choice = played()
    wrong = []
    for width, height in SIZES:
        lines = PANELS[name].show(player, choice, width, height)
        fits = len(lines) <= height and all(len(text_of(one)) <= width for one in lines)
        if not fits or (height and not any(rows(lines))):
            wrong.append((width, height, rows(lines)))
    assert wrong == []


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_has_something_to_say_before_the_first_decision(name: str) -> None:
    lines = PANELS[name].show(Player(default_memory(), DEFAULT, 1), None, 40, 24)
    assert name == "log" or any(rows(lines))


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_changes_nothing(name: str) -> None:
    player, choice = played()
    before = copy.deepcopy((player.beliefs.me, player.beliefs.pack, player.beliefs.watch, player.trace.fired))
    version = player.beliefs.level.version
    PANELS[name].show(player, choice, 80, 24)
    assert (player.beliefs.me, player.beliefs.pack, player.beliefs.watch, player.trace.fired) == before
    assert player.beliefs.level.version == version


def test_the_reason_names_the_rung_its_place_and_the_keys() -> None:
    act = Act(b"12l", "something unseen", Action("walk", 1, 12))
    shown = rows(reason(Shown(Scene().b), Choice("look around", act, (), LADDER), 60, 10))
    place = [rung.name for rung in LADDER].index("look around") + 1
    assert shown[0] == "look around: something unseen"
    assert shown[1].startswith("Walk to the nearest square")
    assert shown[-2:] == ["keys 12l (walk)", f"{place - 1} higher-priority rules passed"]


def test_the_reason_of_the_last_command_stands_while_its_messages_are_read() -> None:
    agent = Shown(Scene().b)
    walk = Choice("look around", Act(b"l", "something unseen", Action("walk", 1)), (), LADDER)
    agent.trace.note(agent.beliefs, walk, b"")
    more = Choice("dismiss --More--", Act(b" ", "more to read", Action("answer")), (), ANSWERS)
    assert rows(reason(agent, more, 60, 10))[0] == "look around: something unseen"


def test_a_narrow_pack_has_room_for_all_things_as_nothing_is_guessed() -> None:
    b = Scene(pack=["a) A green potion", "b) A scroll titled 'xyzzy ab'", "c) Some food"]).b
    narrow, wide = (rows(pack(Shown(b), None, width, 30)) for width in (19, 45))
    assert any("%" in row for row in wide)
    assert not any("%" in row for row in narrow)
    assert len(narrow) <= 6


def test_long_names_of_foes_are_not_cut_where_there_is_room() -> None:
    picture = ORC.replace("O", "F")
    shown = rows(danger(Shown(Scene(picture).b), None, 39, 9))
    assert shown[1].startswith("F venus flytrap ")


def test_a_reason_with_little_room_in_its_panel_is_told_in_fewer_words() -> None:
    because = "door, 5% to die, 3 hit points lost; next best: fight here, 12% to die, 8 hit points lost"
    act = Act(b"\x0c", because, Action("walk", 1), shorter=("door, 5% to die; else 12%", "door"))
    agent, choice = Shown(Scene().b), Choice("look around", act, (), LADDER)
    whole = rows(reason(agent, choice, 39, 10))
    assert [row for row in whole if row.startswith("keys")] == ["keys run east (walk)"]
    for height in range(1, 10):
        shown = rows(reason(agent, choice, 39, height))
        assert len(shown) <= height
        assert height < 4 or shown == [row for row in whole if row in shown]
    assert rows(reason(agent, choice, 39, 2))[0] == "door, 5% to die; else 12%"
    assert rows(reason(agent, choice, 12, 1)) == ["door"]


def test_the_ladder_tells_the_last_answer_of_each_rung() -> None:
    scene = Scene()
    agent = Shown(scene.b)
    first = chosen(scene.b)
    agent.trace.note(scene.b, first, b"")
    before = [rung.name for rung in LADDER].index("check the inventory")
    second = Choice("check the inventory", Act(b"i", "the pack is doubtful"), first.refusals[:before], LADDER)
    answers = last_answers(agent, second)
    names = [rung.name for rung in LADDER]
    assert answers["give up"].ago == 0
    assert answers["check the inventory"][:3] == ("the pack is doubtful", 0, True)
    assert answers["fight or flee"].ago == 1
    assert answers[first.rung][:3] == (first.act.because, 1, True)
    assert list(answers) == names[: names.index(first.rung) + 1]
    whole = rows(ladder(agent, second, 200, 1000))
    assert len(whole) == len(LADDER)
    assert whole[before] == "> check the inventory: the pack is doubtful"
    assert "acted 1 choice ago" in whole[names.index(first.rung)]


@pytest.mark.parametrize("width", [30, 55, 108])
def test_the_ladder_tells_reasons_whole_and_folds_what_was_far_from_acting(width: int) -> None:
    player, choice = played()
    shown = rows(ladder(player, choice, width, 30))
    text = " ".join(row.strip() for row in shown)
    assert f"> {choice.rung}: {choice.act.because}" in text
    assert re.search(r"\(no reason to act: \d+ other rules above\)", text)
    assert re.search(r"\(not asked: \d+ rules? below\)", text)
    assert len(shown) < len(LADDER) / 2
    for name, answer in last_answers(player, choice).items():
        assert not answer.is_near or f"{name}: {answer.text}" in text


@pytest.mark.parametrize("height", [1, 2, 5, 12, 30])
def test_the_rung_that_fired_is_in_view_however_few_rows_there_are(height: int) -> None:
    player, choice = played()
    assert sum(row.startswith("> ") for row in rows(ladder(player, choice, 40, height))) == 1


def test_danger_is_told_per_foe_and_stands_out_when_it_is_great() -> None:
    scene = Scene(ORC)
    agent = Shown(scene.awake("O"))
    lines = danger(agent, None, 80, 10)
    assert rows(lines)[1].startswith("O orc")
    assert " awake " in rows(lines)[1]
    assert "% to die" in rows(lines)[2]
    scene.b.me.hp = 1
    agent = Shown(scene.awake("O"))
    assert looks(danger(agent, None, 80, 10), "O orc") == {Style.DANGER}


def test_the_reason_and_the_danger_name_the_same_chance_to_die() -> None:
    compared, wrong = set(), []
    for picture in (ORC, ORC.replace("%", "."), ORC.replace("..O.", "...O")):
        for hp in range(1, 40, 2):
            b = Scene(picture, status(hp=hp, most=40)).awake("O")
            choice = chosen(b)
            named = {
                "fight or flee": re.findall(r"fight here, (<?\d+)% to die", choice.act.because),
                "hit what is adjacent": re.findall(r"(<?\d+)% to die", choice.act.because),
            }.get(choice.rung, [])
            _, row, together, *_ = rows(danger(Shown(b), choice, 80, 10))
            shown = {row.split()[-1].rstrip("%"), together.split("% to die")[0].split()[-1]}
            if named:
                compared.add(choice.rung)
                wrong += [(hp, named, shown)] if {*named} != shown else []
    assert wrong == []
    assert compared == {"fight or flee", "hit what is adjacent"}


def test_a_level_is_left_in_a_hurry_without_a_figure_that_is_passed() -> None:
    b = Scene().b
    b.turn = b.watch.level_turn + 1_590
    shown = rows(PANELS["level"].show(Shown(b), None, 60, 12))
    assert shown[0] == "here for 1,590 turns (agent's count), in a hurry to go on"
    b.turn = b.watch.level_turn + 30
    assert rows(PANELS["level"].show(Shown(b), None, 60, 12))[0].startswith(
        "here for 30 turns (agent's count), "
    )


def test_levels_of_the_hero_and_of_the_dungeon_have_names_of_their_own() -> None:
    b = Scene(row=status(level=3, depth=2)).b
    shown = rows(hero(Shown(b), None, 60, 12))
    assert [row for row in shown if row.startswith("experience level 3")]
    assert "on level 2" in shown
    assert not any(row.startswith("level ") for row in shown)


def test_without_foes_danger_says_so() -> None:
    assert rows(danger(Shown(Scene().b), None, 40, 5)) == ["no foe in view"]


def test_a_walk_is_told_by_what_is_left_of_it() -> None:
    b = Scene(ORC).b
    stairs = b.level.code.index(STAIRS)
    b.plan = Plan("down", stairs, (b.me.spot - 1, b.me.spot, b.me.spot + 1, stairs))
    walk = Choice("rest", Act(b"s", "here", Action("rest"), Plan("rest", b.me.spot, ())))
    shown = rows(plan(Shown(b), walk, 80, 9))
    assert shown[:2] == ["walk arrived, to rest", "last walk 2 squares to the southeast, to go down"]
    assert re.fullmatch(r"stairs \d+ squares? to the [a-z-]+", shown[2])


def test_a_chance_that_rounds_to_none_is_said_to_be_small() -> None:
    b = Scene(ORC, status(hp=40, most=40, level=12)).awake("O")
    assert threat_of(b).death_pct < 0.5
    assert "fight here: <1% to die" in rows(danger(Shown(b), None, 80, 10))[2]


def test_the_plan_of_the_choice_is_shown_and_drawn() -> None:
    b = Scene(ORC).b
    stairs = b.level.code.index(STAIRS)
    path = (b.me.spot + 1, stairs)
    walk = Choice("go down", Act(b"l", "nothing left here", Action("walk", 1), Plan("down", stairs, path)))
    assert rows(plan(Shown(b), walk, 80, 9))[0] == "walk 2 squares to the southeast, to go down"
    assert squares_of(Shown(b), walk) == path
    assert squares_of(Shown(b), Choice("rest", Act(b"s", "weak"))) == ()
    lines = chart(Shown(b), walk, 80, 22)
    assert looks(lines, "%") == {Style.PATH}
    assert looks(lines, "@") == {Style.HERO}
    assert looks(lines, "O") == {Style.FOE}


def test_an_answer_to_the_game_goes_on_with_the_walk() -> None:
    b = Scene().b
    b.plan = Plan("explore", b.me.spot + 2, (b.me.spot + 1, b.me.spot + 2))
    more = Choice("dismiss --More--", Act(b" ", "more to read", Action("answer")))
    assert squares_of(Shown(b), more) == b.plan.path


def test_what_is_promising_or_suspected_is_marked_on_the_chart() -> None:
    player, choice = played()
    level = player.beliefs.level
    shown = rows(chart(player, choice, 80, 22))
    for spot in level.frontier - set(level.things) - {player.beliefs.me.spot}:
        assert shown[spot // 80 - 1][spot % 80] == "?"


def test_a_small_chart_shows_where_the_hero_is() -> None:
    player, choice = played()
    assert any("@" in row for row in rows(chart(player, choice, 20, 7)))


def test_the_pack_tells_worth_guesses_and_curses() -> None:
    b = Scene(pack=("a) Some food", "b) A blue potion", "c) A +1,+1 mace (weapon in hand)")).b
    b.cursed.add("c")
    b.lore.learn("scroll", "blech", "identify")
    lines = pack(Shown(b), None, 60, 20)
    assert rows(lines)[0].startswith("a) food")
    assert rows(lines)[0].endswith("120")
    assert "%" in rows(lines)[1]
    assert "blech scroll: identify" in rows(lines)
    assert looks(lines, "c) ") == {Style.DANGER}


@pytest.mark.parametrize(("hp", "look"), [(20, Style.STRONG), (4, Style.STRONG), (3, Style.DANGER)])
def test_few_hit_points_stand_out(hp: int, look: Style) -> None:
    b = Scene().b
    b.me.hp = hp
    assert looks(hero(Shown(b), None, 40, 9), "#") == {look}


def test_the_log_counts_what_is_repeated_and_leaves_prompts_out() -> None:
    agent = Shown(Scene().b)
    agent.trace.add_messages(3, ["You miss", "You miss", "Throw what? (* for list):", "You hit"])
    assert rows(log(agent, None, 40, 9)) == ["You miss (x2)", "You hit"]
    assert rows(log(agent, None, 40, 1)) == ["You hit"]
    agent.trace.add_messages(4, ["It hit"])
    assert rows(log(agent, None, 40, 1)) == ["Something unseen hit"]


def test_the_game_was_heard_while_it_was_played() -> None:
    player, _ = played()
    assert player.trace.said
    assert not any("Illegal" in one.text for one in player.trace.said)


def test_memory_shows_the_manual_and_what_was_learned() -> None:
    agent = Shown(Scene(ORC).b, Memory({"5.4": Book(4, {"orc": MonsterRecord({"met": 7, "killed": 5})})}))
    lines = memory(agent, None, 100, 40)
    assert rows(lines)[0] == "games 4 remembered, 1 kind met"
    orc = next(row for row in rows(lines) if row.startswith("O orc"))
    assert orc.split()[2:8] == ["1", "6", "6", "1d8", "7", "5"]
    assert looks(lines, "O orc") == {Style.STRONG}


def test_a_knob_that_was_turned_stands_out() -> None:
    lines = knobs(Shown(Scene(knobs=Knobs(flee_pct=33)).b), None, 80, 40)
    assert looks(lines, "flee_pct") == {Style.STRONG}
    assert looks(lines, "attack_pct") == {Style.PLAIN}
    assert any("*flee_pct             33" in row for row in rows(lines))


@pytest.mark.parametrize("width", [200, 80, 54, 30])
def test_every_knob_has_its_whole_name_and_value(width: int) -> None:
    """Also with the largest value and the mark of a change; `lookout_rested_pct` is the longest name."""
    for now in (Knobs(), Knobs(**{name: form.most for name, form in KNOBS.items()})):
        text = "\n".join(rows(knobs(Shown(Scene(knobs=now).b), None, width, 200)))
        for name in KNOBS:
            assert re.search(rf"(?<![a-z_]){name} +{getattr(now, name)}(?!\d)", text), (name, text)


def test_lines_left_out_are_counted() -> None:
    lines = [line(str(number)) for number in range(5)]
    assert rows(cut(lines, 3)) == ["0", "1", "... 3 more"]
    assert rows(cut(lines, 5)) == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(("chance", "shown"), [(0.005, "1"), (0.094, "9"), (0.9, "9")])
def test_chances_are_one_figure(chance: float, shown: str) -> None:
    assert digit(chance) == shown


def test_a_message_of_long_ago_and_lines_of_the_pack_are_no_news() -> None:
    scene = Scene()
    agent = Shown(scene.b)
    scene.b.turn = 20
    agent.trace.add_messages(17, ["You hit"])
    agent.trace.add_messages(20, ["c) A +1,+1 mace (weapon in hand)", "Call it: ;?"])
    assert fresh_message(agent) == "You hit"
    assert rows(log(agent, None, 40, 10)) == ["You hit"]
    scene.b.turn = 22
    assert fresh_message(agent) == ""


def test_a_pack_without_room_shows_what_is_in_use_and_wanted_most() -> None:
    kit = ["a) A red potion", "b) A blue potion", "c) A green potion", "d) A tan potion"]
    b = Scene(pack=[*kit, "e) Some food", "f) A +1,+1 mace (weapon in hand)"]).b
    assert [row[0] for row in rows(pack(Shown(b), None, 45, 30)) if row[1] == ")"] == list("abcdef")
    few = rows(pack(Shown(b), None, 45, 6))
    assert [row[0] for row in few] == list("abcdef"), "without guesses all have room"
    assert not any("%" in row for row in few)
    assert [row[0] for row in rows(pack(Shown(b), None, 45, 4))] == ["f", "e", "a", "."]


def test_what_foes_want_is_whole_where_there_is_room() -> None:
    b = Scene(ORC).awake("O")
    (foe,) = b.foes.seen.values()
    b.foes.seen.clear()
    b.foes.lurking[foe.spot] = foe
    foe.intent, foe.intent_turn = "has lost interest", 1
    assert any("has lost interest, out of view" in row for row in rows(intents(Shown(b), None, 78, 9)))


def test_the_complaint_about_the_marker_is_no_news() -> None:
    agent = Shown(Scene().b)
    agent.trace.add_messages(0, ["You hit", "';' is not a valid item"])
    assert rows(log(agent, None, 40, 9)) == ["You hit"]
    assert fresh_message(agent) == "You hit"


@pytest.mark.parametrize("height", range(1, 7))
def test_messages_begin_with_the_beginning_of_one(height: int) -> None:
    agent = Shown(Scene().b)
    agent.trace.add_messages(1, ["The emu swings and misses you", "You hit", "The nymph misses you by far"])
    shown = rows(log(agent, None, 20, height))
    assert not shown[0].startswith(" "), "a continuation is indented"
    assert len(shown) <= height
    assert shown[-1].endswith("far") == (height > 1), "the last one is whole where there is room"


def test_what_strikes_unseen_is_a_danger() -> None:
    b = Scene().b
    b.turn = b.foes.unseen_turn = 40
    b.me.hp = 7
    assert rows(danger(Shown(b), None, 78, 9))[0].startswith(
        "something unseen struck just now, 7 hit points left"
    )
    b.turn += 9
    assert rows(danger(Shown(b), None, 78, 9)) == ["no foe in view"]


@pytest.mark.parametrize(
    ("depth", "blind", "is_known"), [(15, False, True), (15, True, False), (5, False, False)]
)
def test_the_danger_of_a_fight_counts_what_strikes_unseen(depth: int, blind: bool, is_known: bool) -> None:
    b = Scene(ORC, status(depth=depth, hp=20, most=40, level=12)).awake("O")
    alone = death_pct(b, None)
    b.turn = b.foes.unseen_turn = 40
    b.screens += 1
    b.me.blind_until = 99 if blind else 0
    hit = Choice("hit what is adjacent", Act(b"l", "orc, <1% to die"))
    assert alone < 1
    assert (death_pct(b, hit) > 20) == is_known
    shown = rows(danger(Shown(b), hit, 90, 10))
    assert (", 1 unseen" in shown[-2]) == is_known
    assert ("its danger is unknown" in shown[0]) != is_known
    assert ("fight here: danger unknown" in shown[-2]) != is_known
    b.foes.seen.clear()
    b.screens += 1
    (alone_row,) = rows(danger(Shown(b), hit, 90, 10))
    assert ("to die if fought here" in alone_row) == is_known


@pytest.mark.parametrize(
    ("turns", "said"), [(0, "orc, danger unknown"), (3, "orc, danger unknown"), (4, "orc, <1% to die")]
)
def test_a_fight_beside_an_unseen_attacker_is_not_told_as_safe(turns: int, said: str) -> None:
    b = Scene(ORC, status(depth=15, hp=20, most=40, level=12)).awake("O")
    b.foes.unseen_turn, b.turn = 40, 40 + turns
    b.screens += 1
    act = hit_adjacent(b)
    assert isinstance(act, Act)
    assert act.because == said


@pytest.mark.parametrize(("width", "height", "has"), [(80, 10, True), (40, 10, True), (80, 3, False)])
def test_the_columns_of_danger_are_explained_where_there_is_room(width: int, height: int, has: bool) -> None:
    text = " ".join(" ".join(rows(danger(Shown(Scene(ORC).awake("O")), None, width, height))).split())
    assert ("we lose: hit points; to die: chance to lose this fight" in text) == has


def test_food_that_is_due_is_shown_until_it_is_seen() -> None:
    b = Scene().b
    assert not any(row.startswith("due") for row in rows(hero(Shown(b), None, 60, 12)))
    b.level.due_food = 0.92
    assert "due food, 92% to be on this level" in [
        " ".join(row.split()) for row in rows(hero(Shown(b), None, 60, 12))
    ]
    b.knobs = replace(b.knobs, lean_turns=99_999)  # as hungry as it need be to leave
    text = " ".join(" ".join(rows(hero(Shown(b), None, 60, 12))).split())
    assert "92% to be on this level; it stays to find it" in text
    b.level.food_seen = True
    assert not any(row.startswith("due") for row in rows(hero(Shown(b), None, 60, 12)))


def test_what_is_left_out_of_a_pack_is_counted_in_things_and_in_kinds() -> None:
    b = Scene(pack=["a) Some food", "b) A +1,+1 mace (weapon in hand)", "c) A spear"]).b
    b.lore.names = {("potion", f"color {number}"): f"kind {number}" for number in range(9)}
    lines = rows(pack(Shown(b), None, 60, 8))
    assert [row[:2] for row in lines[:3]] == ["a)", "b)", "c)"]
    assert lines[3] == "known kinds"
    assert lines[-1] == "... 6 more kinds"
    lines = rows(pack(Shown(b), None, 60, 2))
    assert lines[-1] == "... 2 more things"


@pytest.mark.parametrize(("turn", "said"), [(0, "no meal yet"), (1305, "last meal about 1,001 turns ago")])
def test_the_last_meal_is_told_once_there_was_one(turn: int, said: str) -> None:
    b = Scene().b
    b.turn, b.me.ate_turn = 2306, turn
    assert stomach_of(b).endswith(f"; {said}")


def test_the_last_meal_is_told_by_the_games_clock_where_that_is_known() -> None:
    player = player_in()
    player.beliefs.turn, player.beliefs.me.ate_turn = 1305, 304
    for since_meal, said in ((None, "about 1,001 turns"), (1040, "1,040 turns"), (1, "1 turn")):
        frame = frame_of(player, None, 120, 40, Showing(overlay="hero", since_meal=since_meal))
        assert f"last meal {said} ago" in " ".join(" ".join(frame.rows()).split())


@pytest.mark.parametrize(
    ("pack_lines", "said"),
    [
        ((), r"no food in the pack; the stomach lasts [\d,]+ turns"),
        (("a) Some food",), r"food 1 meal in the pack; with the stomach they last [\d,]+ turns"),
    ],
)
def test_food_is_told_with_the_stomach(pack_lines: tuple[str, ...], said: str) -> None:
    b = Scene(pack=[*pack_lines, "b) A +1,+1 mace (weapon in hand)"]).b
    assert any(re.fullmatch(said, row) for row in rows(hero(Shown(b), None, 78, 20)))


def test_a_hero_in_no_state_says_so() -> None:
    b = Scene().b
    b.edition = "3.6"
    assert "state nothing unusual" in rows(hero(Shown(b), None, 78, 20))


def test_headings_of_the_danger_stand_apart_at_every_width() -> None:
    agent = Shown(Scene(ORC).b)
    known = {"foe", "where", "state", "we", "hit", "it", "hits", "blows", "lose", "to", "die"}
    wrong = {}
    for width in range(16, 160):
        words = set(text_of(danger(agent, None, width, 9)[0]).split())
        if not words <= known:
            wrong[width] = words
    assert wrong == {}


def test_one_thing_has_no_plural() -> None:
    scene = Scene()
    scene.b.watch.swept = scene.b.watch.idle = 1
    scene.b.turn = scene.b.watch.level_turn + 1
    text = "\n".join(text_of(one) for one in PANELS["level"].show(Shown(scene.b), None, 60, 20))
    assert "for 1 turn" in text
    assert "1 turns" not in text
    assert "1 squares" not in text


def test_what_is_unusual_about_the_hero_is_shown_before_its_food() -> None:
    scene = Scene()
    scene.b.me.hallucinating_until = scene.b.turn + 100
    shown = rows(hero(Shown(scene.b), None, 39, 8))
    assert any("hallucinating" in row for row in shown)


def test_only_gold_is_yellow() -> None:
    lines = hero(Shown(Scene().b), None, 60, 20)
    yellow = [text for one in lines for text, look in one if look is Style.GOLD]
    assert [text.strip() for text in yellow] == ["0"]


def test_a_short_panel_leaves_the_map_below_it() -> None:
    player = player_in()
    shown = frame_of(player, None, 80, 24, Showing(text=("Keys", [(("one", Style.PLAIN),)] * 5))).rows()
    assert shown[1].startswith(" Keys")
    assert shown[7].startswith(" the same key, Escape, or space closes it")
    assert shown[8:23] == [player.screen.text(row).rstrip() for row in range(8, 23)]


@pytest.mark.parametrize("hp", [3, 7])
def test_a_hero_loses_no_more_than_it_has(hp: int) -> None:
    scene = Scene(ORC.replace("O", "T"), status(hp=hp)).awake("T")
    (row,) = weigh(Shown(scene), None).rows
    assert row.cells["we lose"] == str(hp)


@pytest.mark.parametrize(
    ("hp", "shown"), [(-4, " 0 of 12"), (0, " 0 of 12"), (3, "# 3 of 12"), (1, "# 1 of 12")]
)
def test_a_dead_hero_has_no_hit_points_left_and_a_living_one_has_some(hp: int, shown: str) -> None:
    scene = Scene()
    scene.b.me.hp, scene.b.me.max_hp = hp, 12
    (bar,) = [row for row in rows(hero(Shown(scene.b), None, 60, 20)) if "hit points" in row]
    assert shown in bar.replace(".", "")
    assert ("#" in bar) == (hp > 0)


@pytest.mark.parametrize(("letter", "lost"), [("K", "<1"), ("H", "1")])
def test_a_loss_of_less_than_a_hit_point_is_not_shown_as_none(letter: str, lost: str) -> None:
    scene = Scene(ORC.replace("O", letter), status(hp=1)).awake(letter)
    (row,) = weigh(Shown(scene), None).rows
    assert row.cells["we lose"] == lost
