"""What newcomers once stumbled over, and the tests that fail if it comes back.

The numbers are those of a list of 36 things that people saw who tried both programs for the first time.
Each row says what was seen, and names the tests; those that had none elsewhere stand below.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from rogomatic import cli
from rogomatic.cli import arguments
from rogomatic.cli.agent_factory import AgentFactory
from rogomatic.knobs import DEFAULT
from rogomatic.memory.long_term_memory import Memory
from rogomatic.player import Player
from rogomatic.run.recordings.recorder import LastGames, watched_folder
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import MemoryLink
from rogomatic.run.storage.agent_files import data_folder
from rogomatic.run.viewer.canvas import Style, text_of
from rogomatic.run.viewer.danger_panel import danger
from rogomatic.run.viewer.frame import Showing, bare_frame, frame_of
from rogomatic.run.viewer.state_panels import hero, level
from rogomatic.vt100 import Screen
from rogue.cli import main as rogue_main
from rogue.ui.session import Session
from tests.support.agent_scenes import Scene

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = "run/test_newcomers.py"
CHECKLIST: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    1: ("the map stood still for most of the first minute, without a word", (
        "run/test_stillness.py::test_few_pictures_of_the_first_minute_show_the_map_of_the_one_before",
        "run/test_stillness.py::test_a_fast_tells_how_long_it_will_take_and_afterwards_how_long_it_took")),
    2: ("a watched game could not be seen again, as its memory had learned since", (
        f"{HERE}::test_2_a_watched_game_is_shown_again_with_the_memory_it_was_played_with",
        "run/test_watched_games.py::test_the_last_games_are_kept_and_those_before_go",
        "run/test_watched_games.py::test_who_replays_the_seed_of_a_watched_game_is_told_of_it")),
    3: ("the end of watch threw the viewer out, and Why said that nothing was decided", (
        "run/test_watch.py::test_the_end_stays_tells_what_came_of_it_and_can_be_looked_into",
        "run/test_watch.py::test_one_game_follows_another_until_the_watcher_has_enough")),
    4: ("the helper said that nothing was left to explore, with two doors on the map", (
        "rogue/ui/test_travel.py::test_who_bars_the_way_is_named_and_nothing_is_called_explored",)),
    5: ("the helper walked on while a monster struck", (
        "rogue/ui/test_travel.py::test_a_blow_of_a_monster_is_never_walked_on_from",
        "rogue/ui/test_travel.py::test_exploring_refuses_while_a_monster_is_in_view_and_names_it")),
    6: ("printed screens were headed by complaints about an illegal command", (
        "run/test_replay_cli.py::test_no_screen_that_is_printed_has_the_complaint_about_the_marker",)),
    7: ("i did not show the pack to a person who had taken over", (
        "run/test_watch_controller.py::test_i_shows_the_pack_until_the_next_key",)),
    8: ("reasons were cut to ten letters, and a larger window showed less", (
        "run/test_panels.py::test_the_ladder_tells_reasons_whole_and_folds_what_was_far_from_acting",
        "run/test_window.py::test_every_window_that_holds_the_map_has_a_layout_and_a_larger_one_shows_no_less")),
    9: ("Ctrl-C and q ended a game that a person played, unasked", (
        "run/test_watch_controller.py::test_ctrl_c_asks_while_a_person_plays",
        "run/test_watch_controller.py::test_q_asks_in_a_game_that_a_person_has_played")),
    10: ("commands were printed that do not work in this installation", (
        "run/test_watched_games.py::test_a_command_is_one_that_works_here",
        "run/test_evolve.py::test_a_picture_is_drawn_or_refused_before_any_game",
        "contract/test_readme.py::test_no_document_and_no_sentence_installs_what_an_index_has_under_our_name")),
    11: ("pictures of the documents were stale", (
        "scripts/test_screenshots.py::test_every_picture_is_what_the_program_shows_today",)),
    12: ("rogue replay showed neither turn nor speed nor keys", (
        "rogue/app/test_replay_viewer.py::test_turn_speed_and_where_the_keys_are_listed_are_shown",
        "rogue/app/test_replay_viewer.py::test_the_keys_are_listed_until_the_next_key",
        f"{HERE}::test_12_each_replay_names_the_other")),
    13: ("the best of the report came last", (
        "run/test_report.py::test_the_best_games_stand_before_the_pictures_and_the_others_behind_the_numbers",)),
    14: ("the report's player was grey and gave no reasons", (
        "run/test_report.py::test_a_game_is_shown_by_its_last_command_before_it_is_played",
        "run/test_replay_export.py::test_foes_are_lit_where_they_stand",
        "run/test_report.py::test_in_a_browser_a_game_goes_where_it_is_told_to")),
    15: ("the report was too small on a phone", (
        "run/test_report.py::test_in_a_browser_nothing_sticks_out_and_everything_can_be_touched",
        "run/test_report.py::test_in_a_browser_the_picture_follows_the_hero_in_a_narrow_window")),
    16: ("a saved game waited in silence", (
        "rogue/app/test_saved_games.py::test_who_begins_anew_is_told_that_a_saved_game_waits",
        "rogue/app/test_saved_games.py::test_a_person_is_told_the_file_and_the_command")),
    17: ("rogue -h was an error", ("rogue/test_cli.py::test_help_is_no_failure_and_names_the_coach",)),
    18: ("the history was wider than 80 columns", (
        "rogue/storage/test_history.py::test_the_table_fits_the_window",)),
    19: ("score lists did not tell editions apart", (
        "rogue/ui/test_end_screens.py::test_a_list_for_people_fits_80_columns_and_tells_editions_apart",)),
    20: ("the help of 3.6 showed the rest key as a blank, and ^@", (
        f"{HERE}::test_20_every_key_of_the_help_can_be_read",
        "rogue/ui/test_edition_keys.py::test_every_key_that_does_something_has_its_help")),
    21: ("the option screen named no keys, and Down did nothing", (
        "rogue/ui/test_option_screen.py::test_a_person_sees_below_the_options_which_keys_there_are",
        "rogue/terminal/test_interactive_terminal.py::test_the_options_are_walked_with_the_arrow_keys")),
    22: ("^P showed one message and no history", (
        "rogue/ui/test_message_history.py::test_once_shows_the_last_message_and_twice_all_the_newest_first",
        "rogue/ui/test_message_history.py::test_the_history_is_kept_in_a_saved_game")),
    23: ("errors of the replay's / were cut, and it wanted whole names", (
        f"{HERE}::test_23_a_long_sentence_of_a_replay_is_shown_whole",
        "run/test_replay_cli.py::test_the_beginning_of_a_monster_s_name_is_enough")),
    24: ("prompts stood among the messages", (
        "run/test_panels.py::test_the_log_counts_what_is_repeated_and_leaves_prompts_out",)),
    25: ("x and S wrote into the folder of the moment", (
        f"{HERE}::test_25_files_go_to_the_data_folder_unless_told_otherwise",)),
    26: ("what the agent would do looked like what it did, and space was a strange command", (
        "run/test_watch_controller.py::test_what_the_agent_would_do_is_advice_while_a_person_plays",
        "run/test_watch_controller.py::test_space_is_no_strange_command")),
    27: ("one game of a batch used a quarter of the window", (
        "run/test_attach.py::test_one_game_fills_the_window",
        "run/test_attach.py::test_one_game_is_shown_with_the_panels_of_watching")),
    28: ("a replay drew nothing for seconds", (
        "run/test_replay.py::test_the_window_is_there_at_once_and_can_be_left_while_the_game_is_played_again",
        "run/test_first_picture.py::test_a_journal_shows_its_first_screen_at_once",
        "run/test_first_picture.py::test_a_game_that_is_played_again_shows_its_screen_soon",
        "run/test_replay_cli.py::test_a_kept_game_shows_its_screen_while_it_is_played_again")),
    29: ("headings and words ran into each other", (
        f"{HERE}::test_29_headings_stand_apart_at_every_width",
        "run/test_cli.py::test_units_and_meanings_of_knobs_stand_apart")),
    30: ("1 squares, 1 turns", (f"{HERE}::test_30_one_thing_has_no_plural",)),
    31: ("a bound of 9223372036854775807 was told", (
        "run/test_replay_cli.py::test_a_number_that_is_too_large_is_called_so",
        "run/test_cli.py::test_a_number_that_is_none_is_refused_in_words")),
    32: ("the memory began with the oldest edition, and no monster was listed", (
        "run/test_cli.py::test_the_newest_edition_of_a_memory_comes_first",
        "run/test_cli.py::test_who_asks_for_an_unknown_monster_is_told_the_known_ones")),
    33: ("two columns had one name, charts were white in the dark, runs were merged, a bar touched", (
        "run/test_report.py::test_the_quartiles_have_names_of_their_own",
        "run/test_report.py::test_in_a_browser_the_whole_page_follows_the_colour_scheme",
        "run/test_plots.py::test_killers_of_two_runs_are_drawn_side_by_side_in_per_cent",
        "run/test_plots.py::test_the_tallest_bar_does_not_touch_the_frame")),
    34: ("all of a line was yellow, not the gold alone", (f"{HERE}::test_34_only_gold_is_yellow",)),
    35: ("speed keys were silent while paused, and a short panel hid the whole map", (
        "run/test_watch_keys.py::test_every_key_does_what_the_help_says",
        f"{HERE}::test_35_a_short_panel_leaves_the_map_below_it")),
    36: ("seven lines of usage stood before the sentence", (
        f"{HERE}::test_36_a_wrong_value_is_told_in_one_line",
        "rogue/test_cli.py::test_what_is_wrong_is_told_before_the_usage")),
}  # fmt: skip


@cache
def names_in(name: str) -> frozenset[str]:
    """Return the names of the tests in a file below `tests`."""
    tree = ast.parse((ROOT / "tests" / name).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_each_of_them_has_tests_that_are_there() -> None:
    assert sorted(CHECKLIST) == list(range(1, 37))
    gone = [
        (number, one)
        for number, (_, tests) in CHECKLIST.items()
        for one in tests
        if one.partition("::")[2] not in names_in(one.partition("::")[0])
    ]
    assert gone == []


class Shown:
    """An agent made of drawn beliefs."""

    def __init__(self, scene: Scene) -> None:
        player = Player(Memory(), DEFAULT, 1)
        self.beliefs, self.screen, self.done = scene.b, scene.screen, False
        self.trace, self.memory = player.trace, player.memory


def test_2_a_watched_game_is_shown_again_with_the_memory_it_was_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    unread = AgentFactory(Memory(), DEFAULT)  # what ships has another memory, and plays otherwise
    args = cli.parser().parse_args(["watch"])
    keeper = LastGames(watched_folder(), arguments.origin_of_game(args, unread), "run")
    played = []

    def agents(seed: int) -> Player:
        played.append(unread(seed))
        return played[-1]

    row = play_game(44_503, lambda seed: keeper.record(MemoryLink(Session(seed)), seed), agents, Limits(200))
    keeper.finish(row)
    assert cli.main(["replay", "--last", "--to-turn", "50", "--print"]) == 0
    shown = capsys.readouterr()
    assert "not the agent's keys" not in shown.out
    assert cli.main(["replay", "--last", "--at", "end", "--print"]) == 0
    assert f"turn {played[0].beliefs.turn}" in capsys.readouterr().out


def test_12_each_replay_names_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rogue_main(["replay", "--help"])
    assert "rogomatic replay FILE" in " ".join(capsys.readouterr().out.split())
    with pytest.raises(SystemExit):
        cli.main(["replay", "--help"])
    assert "rogue replay" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_20_every_key_of_the_help_can_be_read(edition: str) -> None:
    game = Session(3, edition)
    game.feed(b"")
    game.feed(b"?*")
    rows = [row for row in game.screen[:23] if row.strip()]
    assert len(rows) > 20
    assert not any(row.startswith("  ") for row in rows), "a line of the help begins with its key"
    assert not any("^@" in row for row in rows)
    assert any("space   rest for a turn" in row for row in rows) == (edition == "3.6")


def test_23_a_long_sentence_of_a_replay_is_shown_whole() -> None:
    words = "This game has no fight with 'zzzyx'; the hero fought " + ", ".join(["hobgoblin"] * 20) + "."
    showing = Showing(top=((words, Style.STRONG),), notice="30/3,408 15/s")
    rows = bare_frame(Screen(), 80, 24, showing, "").rows()
    told = " ".join([rows[0].removesuffix("30/3,408 15/s").strip(), *(row.strip() for row in rows[1:6])])
    assert " ".join(told.split()) == words


def test_25_files_go_to_the_data_folder_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    for command in ("watch", "coach", "replay"):
        assert arguments.files_folder(cli.parser().parse_args([command])) == data_folder() / "files"
        told = cli.parser().parse_args([command, "--files-in", "here"])
        assert arguments.files_folder(told) == Path("here")


def test_29_headings_stand_apart_at_every_width() -> None:
    agent = Shown(Scene("  ------\n  |.O..|\n  |.@..|\n  ------"))
    known = {"foe", "where", "state", "hit", "be", "it", "blows", "loss", "die"}
    wrong = {}
    for width in range(16, 160):
        words = set(text_of(danger(agent, None, width, 9)[0]).split())
        if not words <= known:
            wrong[width] = words
    assert wrong == {}


def test_30_one_thing_has_no_plural() -> None:
    scene = Scene()
    scene.b.watch.swept = scene.b.watch.idle = 1
    scene.b.turn = scene.b.watch.level_turn + 1
    text = "\n".join(text_of(one) for one in level(Shown(scene), None, 60, 20))
    assert "for 1 turn" in text
    assert "1 turns" not in text
    assert "1 squares" not in text


def test_34_only_gold_is_yellow() -> None:
    lines = hero(Shown(Scene()), None, 60, 20)
    yellow = [text for one in lines for text, look in one if look is Style.GOLD]
    assert [text.strip() for text in yellow] == ["0"]


def test_35_a_short_panel_leaves_the_map_below_it() -> None:
    scene = Scene()
    agent = Shown(scene)
    rows = frame_of(agent, None, 80, 24, Showing(text=("Keys", [(("one", Style.PLAIN),)] * 5))).rows()
    assert rows[1].startswith(" Keys")
    assert rows[7].startswith(" the same key closes it")
    assert rows[8:23] == [scene.screen.text(row).rstrip() for row in range(8, 23)]


def test_36_a_wrong_value_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["batch", "--games", "none"])
    assert capsys.readouterr().err == (
        "rogomatic batch: error: argument --games: 'none' is not a whole number\n"
    )
