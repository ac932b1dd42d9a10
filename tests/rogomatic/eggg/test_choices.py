"""Games of simultaneous choices: the reader of habits, its beliefs, its commitments."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogomatic.eggg.arena import pair_games
from rogomatic.eggg.choosers import Chooser, HabitReader, contest_of, matched_chances
from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.opponent import Seat
from rogomatic.eggg.opponents import kinds_for, make_opponent
from rogomatic.eggg.player_records import preferred_kind
from rogomatic.eggg.seals import open_choice, seal_choice
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.roshambo.contest import ROSHAMBO
from rogomatic.roshambo.entrants import ENTRANTS
from rogomatic.roshambo.throws import Past, play_match
from rogue.eggg.library import load
from rogue.shared.board_games import Move, State
from rogue.shared.sealed_text import SealError, digest_of_text
from rogue.shared.seeds import Dice
from tests.rogomatic.eggg.small_games import Choices, LineGame

THREE = Choices("Rock", "Paper", "Scissors")
NONCE = "5e" * 32


def test_who_beats_whom_is_read_off_the_game() -> None:
    contest = contest_of(THREE)
    assert contest
    assert contest.payoffs == ROSHAMBO.payoffs
    assert contest.names == ("Rock", "Paper", "Scissors")
    assert contest_of(LineGame()) is None
    assert kinds_for(THREE)[0] == "habits"


def test_a_circle_of_five_has_no_winner_where_it_is_not_said() -> None:
    five = contest_of(Choices("A", "B", "C", "D", "E"))
    assert five
    assert five.circle == (1, 2, 3, 4, 0)
    assert five.even_play == (0.2,) * 5


@pytest.mark.parametrize(
    ("habit", "words"),
    [
        (lambda own, other: 0, "repeat your last choice"),
        (lambda own, other: len(own) % 3, "go around the circle, each choice beating the one before"),
        (lambda own, other: other[-1] if other else 0, "copy my last choice"),
    ],
)
def test_the_machine_says_which_habit_it_sees(habit: object, words: str) -> None:
    reader, past, dice = HabitReader(ROSHAMBO), Past(), Dice(7)
    assert reader.belief() == ""
    for _ in range(20):
        choice = habit(past.other, past.own)  # type: ignore[operator]
        past.add(reader.choose(past, dice), choice)
    reader.choose(past, dice)
    assert reader.belief().startswith(f"You seem to {words} (0.")
    assert past.score > 5


@pytest.mark.slow
def test_nothing_is_said_of_who_chooses_at_random() -> None:
    reader, past, dice, other = HabitReader(ROSHAMBO), Past(), Dice(7), Dice(8)
    said = 0
    for _ in range(60):
        past.add(reader.choose(past, dice), other.below(3))
        said += reader.belief() != ""
    assert said < 20


def test_rounds_of_a_match_teach_an_opponent() -> None:
    seat = Seat(THREE, 0, 200, Dice(1), SolvedGame(THREE))
    machine = make_opponent("habits", seat)
    assert isinstance(machine, Chooser)
    won = 0.0
    for _ in range(30):
        state = THREE.start()
        moves = [machine.choose(THREE.view(state, 0)), THREE.moves(state, 1)[2]]
        machine.saw(moves)
        won += (THREE.result(THREE.after(state, moves)) or (0.5,))[0]
    assert won > 20
    assert "repeat your last choice" in machine.belief()
    assert machine.hint(THREE.start()).reason == "Drawn at random, as all are equally good."
    assert sum(pair_games(THREE, ("habits", "random"), 60, (1, 1), seed=3)) == pytest.approx(30, abs=12)


@pytest.mark.slow
def test_other_simultaneous_games_are_played_by_regret_matching() -> None:
    class Two(Choices):
        def moves(self, state: State, player: int) -> list[Move]:
            return super().moves(state, player)[player:]

    game = Two("Rock", "Paper", "Scissors")
    assert contest_of(game) is None
    assert kinds_for(game)[0] == "matching"
    # Bob has no Rock, so that Ann needs no Paper: Scissors two times of three.
    assert matched_chances(game, game.start(), 0, 60, Dice(1)) == pytest.approx((1 / 3, 0, 2 / 3), abs=0.01)
    machine = make_opponent("matching", Seat(game, 0, 60, Dice(1), SolvedGame(game)))
    assert game.text(machine.choose(game.start())) in ("Rock", "Scissors")


def test_a_choice_is_sealed_and_opened() -> None:
    sealed = seal_choice(THREE, 3, THREE.moves(THREE.start(), 1)[1], NONCE)
    assert sealed.digest == digest_of_text(sealed.text)
    assert open_choice(sealed.text, sealed.digest) == (THREE.digest, 3, "Bob", "Paper")
    with pytest.raises(SealError, match="This text has another digest"):
        open_choice(sealed.text.replace("Paper", "Rock"), sealed.digest)
    with pytest.raises(SealError, match="does not name a game"):
        open_choice(f"rock {NONCE}", digest_of_text(f"rock {NONCE}"))


def test_a_described_match_is_sealed_by_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = load("rock-paper-scissors")
    kind = preferred_kind(tmp_path / "none.json", game)
    machine = make_opponent(kind, Seat(game, 1, 1, Dice(47), SolvedGame(game)))
    state, won, proofs = game.start(), 0.0, []
    for turn in range(1, 26):
        view = game.view(state, 1)
        choice = machine.choose(view)
        proofs.append((seal_choice(game, turn, choice, f"{turn:064x}"), game.text(choice)))
        own = game.find(state, 0, "Paper")
        assert own
        machine.saw([own, choice])
        state = game.after(state, (own, choice))
        won += (game.result(state) or (0, 0))[1]
        state = game.next_round(state) or game.start()
    assert won > 15
    assert "repeat your last choice" in machine.belief()
    for turn, (sealed, text) in enumerate(proofs, 1):
        assert open_choice(sealed.text, sealed.digest)[1:] == (turn, game.players[1], text)
    assert main(["verify", *proofs[0][0], "--game", "rock-paper-scissors"]) == 0
    assert f"in round 1, {game.players[1]} chose {proofs[0][1]}." in capsys.readouterr().out
    assert main(["verify", *proofs[0][0], "--game", "nim"]) == 1


@pytest.mark.long
def test_the_reader_of_habits_is_among_the_best_three_of_the_tournament() -> None:
    """The third of the tournament wins 346 points a match of 1,000 turns."""
    turns, total = 300, 0
    for name, entrant in ENTRANTS.items():
        dice = Dice(57, name, 0), Dice(57, name, 1)
        total += play_match(HabitReader(ROSHAMBO), entrant.make(), turns, dice).score
    assert total / len(ENTRANTS) > 346 * turns / 1000
