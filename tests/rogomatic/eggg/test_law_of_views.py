"""The law of views: positions that look the same to a player give that player the same of everything."""

from __future__ import annotations

from typing import Any

import pytest

from rogomatic.eggg import own_tables
from rogomatic.eggg.board_picture import board_lines
from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.match import HIDES, GameMatch
from rogomatic.eggg.match_journal import JournalHead, head_line
from rogomatic.eggg.match_window import MatchWindow
from rogomatic.eggg.match_words import answer
from rogomatic.eggg.opponent import Seat
from rogomatic.eggg.opponents import kinds_for, make_opponent
from rogomatic.eggg.playouts import play_out
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.run.viewer.canvas import Style
from rogomatic.run.viewer.viewer_terminal import INTERRUPT
from rogue.eggg.library import description_of, shipped_names
from rogue.shared.board_games import NOBODY, Game, State
from rogue.shared.seeds import Dice
from tests.run.paper import Paper
from tests.support.hidden_games import hides, is_in_turns

NAMES = [name for name in shipped_names() if is_in_turns(description_of(name))]
HIDDEN = [name for name in NAMES if hides(name)]
SOME_OPEN = [  # the others, whose views are whole, too, are for --long
    pytest.param(name, marks=[pytest.mark.long] * bool(number % 3))
    for number, name in enumerate(sorted({*NAMES} - {*HIDDEN}))
]
TEXTS = ("a1", "b2-b3", "a6-a5", "ready", "pass", "e4", "", "x")


class Begun:
    """A game whose matches start in a given position."""

    def __init__(self, game: Game, state: State) -> None:
        self._game, self._state = game, state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def start(self, _seed: int) -> State:
        """Return the given position."""
        return self._state


def begun_match(game: Game, state: State, person: int) -> GameMatch:
    """Return a match of one person against machines, from a position on."""
    others = [player for player in range(len(game.players)) if player != person]
    begun: Any = Begun(game, state)
    match = GameMatch(begun, 1, {player: machine(game, player, "random") for player in others})
    match.begin(len, lambda: "0" * 64, lambda player: machine(game, player, kinds_for(game)[0]))
    return match


def machine(game: Game, player: int, kind: str) -> Any:
    return make_opponent(kind, Seat(game, player, 4, Dice(7, player), SolvedGame(game, most=0)))


def shown(match: GameMatch) -> str:
    paper = Paper(last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    return paper.shown[-1]


def seen_by(game: Game, state: State, player: int) -> list[object]:
    """Return all that a player is given in a position."""
    match, view = begun_match(game, state, player), game.view(state, player)
    is_mover = player in match.waits_for
    found: list[object] = [game.moves(state, player), board_lines(game, view), game.screen(view, player)]
    found += [game.refusal(match.seen(player), player, text) for text in TEXTS]
    found += [game.find(match.seen(player), player, text) for text in TEXTS]
    found += [game.score(view, one) for one in range(len(game.players))]
    if is_mover:
        kinds = kinds_for(game) if "hidden" in game.traits else ("random",)
        found += [shown(match), answer(match, "hint"), answer(match, "moves"), match.undo_depth]
        found += [machine(game, player, kind).choose(view) for kind in kinds]
    return [*found, match.told_moves(match.viewer)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*HIDDEN, *SOME_OPEN])
def test_what_looks_the_same_is_the_same(name: str) -> None:
    game = own_tables.load(name)
    assert ("hidden" in game.traits) is (name in HIDDEN)
    differ = 0
    for number, plies in enumerate((0, 9) if name in HIDDEN else (6,)):
        state, _ = play_out(game, game.start(number), Dice(number), plies)
        if game.result(state) is not None:
            continue
        for player in range(len(game.players)):
            view = game.view(state, player)
            other = game.completed(view, player, Dice(number, player).below)
            assert game.view(view, player) == game.view(other, player) == view
            assert game.moves(view, player) == game.moves(state, player)
            assert seen_by(game, other, player) == seen_by(game, state, player)
            differ += other._replace(seed=0) != state._replace(seed=0)
    assert (differ > 0) is (name in HIDDEN)


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDDEN)
def test_a_hidden_game_takes_nothing_back_and_shows_watchers_what_all_see(name: str) -> None:
    game = own_tables.load(name)
    state, _ = play_out(game, game.start(2), Dice(2), 3)
    match = begun_match(game, state, state.mover)
    match.person_moves(match.moves()[0])
    assert (match.undo_depth, match.undo()) == (0, HIDES)
    watcher = game.view(state, NOBODY)
    for player in range(len(game.players)):
        assert game.view(game.view(state, player), NOBODY) == watcher
    watched = GameMatch(
        match.game, 1, {player: machine(game, player, "random") for player in range(len(game.players))}
    )
    assert watched.seen(watched.viewer) == watcher
    watched.resign(0)
    assert watched.seen(NOBODY) == state


@pytest.mark.slow
@pytest.mark.parametrize("is_over", [False, True])
def test_a_replay_shows_all_at_the_end(
    is_over: bool, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    game = own_tables.load("skirmish")
    text = "\n".join(game.described()["statements"])
    lines = [head_line(JournalHead(game.name, game.digest, text, 5, "easy", (1,)))]
    match = GameMatch(game, 5, {1: machine(game, 1, "random")})
    match.begin(lines.append, lambda: "")
    for told in ("ready", "swap a6-d6", "ready", "a2-a3"):
        player = match.game.to_move(match.state)[0]
        move = game.find(match.state, player, told)
        assert move is not None
        match.play([move])
    if is_over:
        match.resign(0)
    path = tmp_path / "x.match.jsonl"
    path.write_text("".join(lines))
    assert main(["replay", str(path)]) == 0
    printed = capsys.readouterr().out
    assert ("?" in printed, "seed 5" in printed, "swap" in printed) == (not is_over, is_over, is_over)


def test_two_people_at_one_window_see_their_own_side_after_they_have_changed_seats() -> None:
    game = own_tables.load("skirmish")
    match = GameMatch(game, 5, {})
    paper = Paper(["\n", *"ready\n", "\n"], last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    assert "Press Enter when only Red can see the screen." in paper.shown[0]
    assert "Press Enter when only Blue can see the screen." in paper.shown[-2]
    for frame, sides in ((0, "#?"), (1, "?"), (-2, "#?"), (-1, "#")):
        board = "".join(row[:24] for row in paper.shown[frame].split("\n")[1:7])  # not the legend
        assert {sign for sign in "#?" if sign in board} == set(sides)


def test_two_people_at_one_window_see_no_letters_while_they_change_seats() -> None:
    match = GameMatch(own_tables.load("letters"), 5, {})
    text = next(one for move in match.moves() if (one := match.game.text(move)).startswith("exchange "))
    paper = Paper(["\n", *f"{text}\n", "\n", *"pass\n"], last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    covered = [shown for shown in paper.shown if "can see the screen" in shown]
    assert len(covered) == 3
    assert all("Letters: " not in shown and text not in shown for shown in covered)
    assert [text in shown for shown in paper.shown if "Letters: " in shown].count(True) >= 1


@pytest.mark.parametrize("keys", [("\n",), ("KEY_DOWN", "\n"), ("KEY_DOWN", "KEY_DOWN", "\n")])
def test_two_people_at_one_window_hide_what_they_choose_at_once(keys: tuple[str, ...]) -> None:
    match = GameMatch(own_tables.load("rock-paper-scissors"), 5, {})
    paper = Paper(["\n", *keys, "\n"], last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    assert "Press Enter when only First can see the screen." in paper.shown[0]
    assert "Press Enter when only Second can see the screen." in paper.shown[-2]
    cursors = [bytes(frame.looks).find(Style.GOAL) for frame in paper.frames]
    assert match.is_begun
    assert (cursors[0], cursors[-2], cursors[-1]) == (-1, -1, cursors[1])
    assert cursors[1] >= 0
