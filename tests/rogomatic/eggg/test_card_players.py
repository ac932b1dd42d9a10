"""Players of card games: what cards are worth, bets, bluffs, sealed decks, the table in a window."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any, Final, cast

import pytest

from rogomatic.eggg import own_tables
from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_journal import JournalHead, head_line
from rogomatic.eggg.match_window import MatchWindow
from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.opponents import kinds_for, make_opponent
from rogomatic.eggg.seals import SealedDeck, check_deck, seal_deck
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.eggg.stakes_player import HandScale, StakesPlayer, rank_worths
from rogomatic.roshambo.strategy_lattice import moved_bluff
from rogomatic.run.viewer.viewer_terminal import INTERRUPT
from rogue.shared.board_games import Game, State
from rogue.shared.card_games import CardGame, card_named, card_text
from rogue.shared.sealed_text import SealError
from rogue.shared.seeds import Dice
from scripts.lib.poker_players import gains_of
from tests.eggg.test_cards import all_hands, cards_of
from tests.run.paper import Paper

DIGITS: Final = "5e" * 32


def poker(players: int = 2) -> Game:
    return own_tables.load("poker", players)


def player_of(game: Game, kind: str = "stakes", player: int = 0, budget: int = 400) -> Opponent:
    return make_opponent(kind, Seat(game, player, budget, Dice(1, player), SolvedGame(game, most=0)))


def reason_of(game: Game, state: State) -> str:
    """Return the reason of a hint for the first player."""
    hint = player_of(game).hint(game.view(state, 0))
    assert hint is not None
    return hint.reason


@pytest.mark.slow
def test_ranks_are_worth_what_hands_with_them_are() -> None:
    game = cast("CardGame", poker())
    hands = [(hand, ways, game.strength(hand)) for hand, ways in all_hands()]
    places = {one: place for place, one in enumerate(sorted({strength for *_, strength in hands}), 1)}
    worths = rank_worths((hand, places[strength] * ways) for hand, ways, strength in hands)
    found = [worths[rank] for rank in (14, 13, 12, 2)]
    assert found == pytest.approx([0.3704, 0.3421, 0.3263, 0.2775], abs=6e-4)
    assert worths[14] - worths[13] > worths[13] - worths[12]


@pytest.mark.slow
def test_a_scale_tells_which_share_of_hands_is_beaten() -> None:
    game = cast("CardGame", poker())
    scale = HandScale(game, 5, Dice("hands"))
    shares = [
        scale.share([cast("int", card_named(one)) for one in hand.split()])
        for hand in ("7c 5d 4h 3s 2c", "qc qd 4h 3s 2c", "ac ad as ah 2c")
    ]
    assert shares == sorted(shares)
    assert shares[0] < 0.02
    assert 0.5 < shares[1] < 0.9
    assert shares[2] > 0.99


def dealt(game: Game, hand: str, *texts: str) -> State:
    """Return a position in which the first player holds a hand, after some moves."""
    cards = sorted(cards_of(hand), reverse=True)
    state = game.start(1)
    table = state.table
    rest = [one for one in cast("CardGame", game).cards if one not in cards]
    hands = (tuple(cards), *(tuple(rest[5 * one : 5 * one + 5]) for one in range(1, len(game.players))))
    state = state._replace(table=table._replace(hands=hands, stock=tuple(rest[30:])))
    for text in texts:
        move = game.find(state, state.mover, text)
        assert move is not None
        state = game.after(state, (move,))
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("ac ad 9s 7h 3c", "ac ad"),
        ("ac ad 9s 9h 3c", "ac ad 9h 9s"),
        ("9c 8d 7s 6h 5c", "9c 8d 7s 6h 5c"),
        ("9h 9d 9s 6h 5c", "9d 9h 9s"),
    ],
)
def test_what_makes_a_hand_is_kept(hand: str, kept: str) -> None:
    game = poker()
    state = dealt(game, hand, "check", "check")
    move = player_of(game, budget=600).choose(game.view(state, 0))
    assert set(state.table.hands[0]) - set(move.path) >= {card_named(one) for one in kept.split()}
    assert reason_of(game, state).startswith("With ")


@pytest.mark.slow
def test_good_hands_raise_and_bad_ones_fold() -> None:
    game = poker()
    good, bad = (dealt(game, hand, "check", "bet 2") for hand in ("ac ad as kh kc", "7c 5d 4h 3s 2c"))
    assert player_of(game).choose(game.view(good, 0)).name == "raise"
    choices = {player_of(game, budget=200 + number).choose(game.view(bad, 0)).name for number in range(4)}
    assert "fold" in choices
    assert "share of the pot of 4 is" in reason_of(game, good)


def test_bluffs_move_down_the_gradient_within_their_range() -> None:
    assert moved_bluff(2.0, 1.0) < 2.0 < moved_bluff(2.0, -1.0)
    assert moved_bluff(0.05, 1e6) == 0.05
    assert moved_bluff(20.0, -1e6) == 20.0


@pytest.mark.slow
def test_a_player_learns_to_bluff_from_rounds() -> None:
    game = poker()
    player = cast("StakesPlayer", player_of(game, budget=20))
    other, state = player_of(game, "random", 1), game.start(3)
    seen = {player.bluff}
    for _ in range(12):
        while game.result(state) is None:
            move = (player, other)[state.mover].choose(game.view(state, state.mover))
            player.saw([game.seen(move, 0)])
            state = game.after(state, (move,))
        after = game.next_round(state)
        state = after if after is not None else game.start(state.rounds)
        seen.add(player.bluff)
    assert len(seen) > 3
    assert all(0.05 <= one <= 20 for one in seen)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["poker", "hearts", "crazy-eights", "texas-holdem"])
def test_each_card_game_is_played_by_the_players_that_fit(name: str) -> None:
    game = own_tables.load(name)
    for kind in kinds_for(game):
        state, players = game.start(5), range(len(game.players))
        seats = [player_of(game, kind if player == 0 else "random", player, 2) for player in players]
        for _ in range(20):
            if game.result(state) is not None:
                break
            move = seats[state.mover].choose(game.view(state, state.mover))
            assert game.find(state, state.mover, game.text(move)) == move
            state = game.after(state, (move,))
        assert state.ply > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "others", [pytest.param(("call",), marks=pytest.mark.long), ("call", "raise", "random", "fold")], ids=str
)
def test_money_is_won_from_simple_players(others: tuple[str, ...]) -> None:
    gains = gains_of(others, rounds=60, budget=40, seed=57)
    mean = sum(gains) / len(gains)
    error = (sum((one - mean) ** 2 for one in gains) / len(gains) ** 2) ** 0.5
    assert mean > 2 * error


def test_a_deck_follows_from_the_sealed_secret_and_the_cut() -> None:
    game = poker()
    deck = SealedDeck(seal_deck(game, DIGITS), "my cut")
    check_deck(game, deck.seed, deck, deck.sealed.digest)
    assert deck.seed != deck._replace(cut="my cud").seed
    assert 0 <= deck.seed < 1 << 64
    for seed, other, digest, says in (
        (deck.seed + 1, deck, deck.sealed.digest, "not dealt"),
        (deck.seed, deck._replace(cut="x"), deck.sealed.digest, "not dealt"),
        (deck.seed, deck, "0" * 64, "digest"),
    ):
        with pytest.raises(SealError, match=says):
            check_deck(game, seed, other, digest)
    with pytest.raises(SealError, match="another game description"):
        check_deck(own_tables.load("hearts"), deck.seed, deck, deck.sealed.digest)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, typed: str, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return main(words)


@pytest.mark.slow
def test_a_match_of_poker_is_cut_played_and_verified(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "my cut\ncheck\nv\nq\n"
    assert run(monkeypatch, typed, "play", "poker", "--against", "easy", "--plain", "--players", "3") == 0
    printed = capsys.readouterr().out
    digest = printed.split("sealed: ")[1].split("\n")[0]
    assert "and cut with 'my cut'" in printed
    assert "Its secret is shown when the match is over." in printed
    assert "Third" in printed
    (journal,) = home.rglob("*.match.jsonl")
    assert main(["verify", str(journal), digest]) == 0
    assert "The cards of 1 round follow from the sealed secret" in capsys.readouterr().out
    changed = journal.with_name("x.match.jsonl")
    changed.write_text(journal.read_text().replace("my cut", "my cud"))
    assert main(["verify", str(changed), digest]) == 1
    assert "not dealt from the sealed secret" in capsys.readouterr().err
    assert main(["replay", str(journal)]) == 0
    printed = capsys.readouterr().out
    assert "?? ?? ?? ?? ??" in printed
    assert "seed" not in printed


@pytest.mark.slow
@pytest.mark.parametrize("is_over", [False, True])
def test_a_replay_of_rounds_shows_seed_and_hands_only_when_no_round_follows(
    is_over: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, lines = poker(), list[str]()
    text = "\n".join(game.described()["statements"])
    match = GameMatch(game, 12345, {1: player_of(game, "random", 1)})
    lines.append(head_line(JournalHead(game.name, game.digest, text, 12345, "easy", (1,))))
    match.begin(lines.append, lambda: DIGITS)
    for told in ("bet 2", "fold"):
        move = game.find(match.state, match.state.mover, told)
        assert move is not None
        match.play([move])
    assert (match.outcome is not None, match.is_over) == (True, False)
    if is_over:
        assert match.begin_round()
        match.resign(0)
    path = tmp_path / "x.match.jsonl"
    path.write_text("".join(lines))
    assert main(["replay", str(path)]) == 0
    printed = capsys.readouterr().out
    assert ("??" in printed, "seed 12345" in printed) == (not is_over, is_over)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", "poker", "--players", "9"), "Poker is for 2 to 6 players"),
        (("play", "hearts", "--players", "3"), "Hearts is for a fixed number of players"),
        (("play", "poker", "--as", "all", "--plain", "--seed", "1"), "Play in a window"),
    ],
    ids=str,
)
def test_tables_that_cannot_be_laid_are_refused(
    words: tuple[str, ...], says: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) != 0
    assert says in capsys.readouterr().err


def test_a_match_ends_when_its_only_person_has_no_money() -> None:
    game = poker(3)
    match = GameMatch(game, 7, {player: player_of(game, "random", player) for player in (1, 2)})
    state = dealt_poor(game)
    match._states[-1] = state
    match.begin(len, lambda: DIGITS)
    for text in ("all in", "call", "fold", "keep", "keep"):
        move = game.find(match.state, match.state.mover, text)
        assert move is not None, text
        match.play([move])
    assert (match.state.scores[0], match.is_over, match.begin_round()) == (0, True, False)
    assert match.person_result() == 0
    assert match.verdict().startswith("The match is over: First has no money left. ")
    assert match.verdict().endswith(f" the most, {max(match.state.scores):g}.")
    assert game.next_round(match.state) is not None


def dealt_poor(game: Game) -> State:
    """Return a position in which the first player has a bad hand and little money."""
    state = dealt(game, "7c 5d 4h 3s 2c")
    better = tuple(sorted(cards_of("ac ad as kh kc"), reverse=True))
    table = state.table
    hands = (table.hands[0], better, table.hands[2])
    stock = tuple(one for one in table.stock if one not in better)
    return state._replace(table=table._replace(hands=hands, stock=stock, money=(2, 99, 99)))


def test_two_people_at_one_window_see_only_their_own_hands() -> None:
    game = poker()
    paper = Paper(["\n", *"check\n", "\n"], last=INTERRUPT)
    MatchWindow(paper.terminal, GameMatch(game, 3, {}), lambda: "").run()
    assert "Press Enter when only First can see the screen." in paper.shown[0]
    assert "Your hand" not in paper.shown[0]
    assert "Your hand" in paper.shown[1]
    assert "Press Enter when only Second can see the screen." in paper.shown[-2]
    hands = [game.view(game.start(3), player).table.hands[player] for player in (0, 1)]
    own = [[card_text(one) in paper.shown[-1].split() for one in hand] for hand in hands]
    assert (any(own[0]), all(own[1])) == (False, True)


@pytest.mark.parametrize("name", ["poker", "crazy-eights"])
def test_a_match_that_is_resumed_looks_the_same(name: str) -> None:
    game, lines = own_tables.load(name), ["{}\n"]
    match = GameMatch(game, 9, {1: player_of(game, "random", 1)})
    match.begin(lines.append, lambda: DIGITS)
    for _ in range(25):
        if match.outcome is not None and not match.begin_round():
            break
        if not match.machine_moves():
            match.person_moves(match.moves()[0])
    again = GameMatch(game, 9, {1: player_of(game, "random", 1)})
    again.play_again("".join(lines))
    assert again.state == match.state
    assert again.told_moves(again.viewer) == match.told_moves(match.viewer)
    assert game.screen(again.seen(0), 0) == game.screen(match.seen(0), 0)
    chosen = (
        [player_of(game).choose(one.seen(0)) for one in (match, again) if one.waits_for == (0,)]
        if name == "poker"
        else []
    )
    assert len(set(chosen)) <= 1


def test_a_table_is_drawn_in_the_window() -> None:
    game = poker(6)
    machines: Any = {player: player_of(game, "random", player) for player in range(1, 6)}
    match = GameMatch(game, 7, machines)
    match.begin(len, lambda: DIGITS, lambda player: player_of(game, "stakes", player))
    paper = Paper(["m", *"bet 2\n", "?"], last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    first, moved = paper.shown[0], paper.shown[-2]
    lines = first.split("\n")
    assert len(lines) <= 24
    assert all(len(one) <= 80 for one in lines)
    assert "Sixth" in first
    assert first.count("?? ?? ?? ?? ??") == 5
    assert "You may check or bet 1 to 6 (the pot is the limit)." in first
    assert any("Legal moves: check; bet 1 to " in one for one in paper.shown)
    assert "First bets 2" in moved
    assert "A round: the deck is shuffled" in paper.shown[-1]
