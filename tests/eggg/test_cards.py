"""Card games from descriptions: hands, bets, pots, tricks, draws, and what each player sees."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.eggg.cards.card_engine import CardRules, pots_of, shares_of
from rogue.eggg.cards.hand_patterns import Ranking
from rogue.eggg.engines import made
from rogue.eggg.language.description import EgggError
from rogue.eggg.library import checked, load_any, shipped_names, text_of
from rogue.shared.board_games import HIDDEN, NOBODY, State
from rogue.shared.card_games import card_named, card_text

BESIDE: Final = Path(__file__).parents[3] / "shared" / "eggg" / "paper"  # of the checkout
PAPER: Final = Path(os.environ.get("EGGG_PAPER", BESIDE)) / "poker.egg"
CARD_GAMES: Final = shipped_names("card games")
COUNTS: Final = (40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
"""Hands of each class among the 2,598,960, the best class first."""


def game_named(name: str, players: int = 0) -> CardRules:
    return cast("CardRules", load_any(name, players))


def game_of(text: str) -> CardRules:
    return cast("CardRules", made(checked(text)))


def ranking_of(game: CardRules) -> Ranking:
    assert game.ranking is not None
    return game.ranking


def cards_of(text: str) -> list[int]:
    found = [card_named(one) for one in text.split()]
    assert None not in found
    return [one for one in found if one is not None]


def all_hands() -> Iterator[tuple[list[int], int]]:
    """Yield a hand of each set of ranks, of one suit and of several, and how many hands are like it."""
    for ranks in combinations_with_replacement(range(2, 15), 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        ways, flushes = prod(comb(4, count) for count in counts.values()), 4 if len(counts) == 5 else 0
        mixed = [rank * 4 + suit for rank, count in counts.items() for suit in range(count)]
        if flushes:
            yield mixed, flushes
            mixed[0] += 1
        yield mixed, ways - flushes


def poker_texts() -> list[str]:
    return [text_of("poker"), *([PAPER.read_text("utf-8")] if PAPER.exists() else [])]


@pytest.mark.slow
@pytest.mark.parametrize("text", poker_texts(), ids=["shipped", "paper"][: len(poker_texts())])
def test_patterns_make_all_classes_of_hands_with_their_known_counts(text: str) -> None:
    ranking = ranking_of(game_of(text))
    classes, places = Counter[int](), dict[tuple[int, ...], tuple[int, ...]]()
    for hand, ways in all_hands():
        place = ranking.place(hand)
        places[place] = tuple(hand)
        classes[place[0]] += ways
    assert tuple(classes[number] for number in range(9, 0, -1)) == COUNTS
    assert sum(classes.values()) == comb(52, 5)
    assert len(places) == 7_462
    strengths = [ranking.strength(places[place]) for place in sorted(places)[::20]]
    assert strengths == sorted(set(strengths))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5d 4d 3d 2d ad", "kd ks kc kh ac"),  # an ace stands below a two
        ("6s 5d 4h 3c 2d", "5d 4h 3c 2d as"),
        ("ad kd 9d 8d 2d", "ah kh 9h 7h 6h"),
        ("kc kd 9s 9d ah", "kh ks 9h 9c qh"),
        ("2c 2d 3c 3d 5h", "as ad kh qd 9c"),
        ("3c 3d 3s 2c 2d", "2h 2s 2c ah ad"),
    ],
)
def test_better_hands_are_stronger(better: str, worse: str) -> None:
    ranking = ranking_of(game_named("poker"))
    assert ranking.strength(cards_of(better)) > ranking.strength(cards_of(worse))


def test_hands_of_more_cards_are_ranked_by_their_best_ones() -> None:
    ranking = ranking_of(game_named("texas-holdem"))
    assert ranking.name(cards_of("ad kd qd jd td 2c 2d")) == "Straight Flush A"
    assert ranking.strength(cards_of("2c 2d 9h 9s kd kh 3c")) == ranking.strength(cards_of("9h 9s kd kh 3c"))


def test_patterns_may_ask_for_some_suits_only() -> None:
    ranking = ranking_of(game_of(
        "game is Shuffle(deck) and Deal(cards, 5) and compare(hand)\ngoal is highest(hand)\nhand is 5 cards\n"
        "Twins is (R, S) and (Q, S) and (R, T) and (Q, T)\nLow is (R, s)\nhands are [Twins, Low]\n"
    ))  # fmt: skip
    assert ranking.place(cards_of("9d 8d 9s 8s kh"))[0] == 2
    assert ranking.place(cards_of("9d 8d 9s 8h kh"))[0] == 1


@pytest.mark.parametrize(
    ("staked", "out", "strengths", "won"),
    [
        ([5, 20, 20], "", [9, 3, 3], [15, 15, 15]),
        ([5, 20, 12], "", [3, 5, 9], [0, 8, 29]),
        ([10, 10, 10], "", [1, 1, 1], [10, 10, 10]),
        ([3, 3, 1], "2", [4, 4, 9], [4, 3, 0]),  # the odd piece goes to the first in turn
        ([9, 4, 4], "0", [9, 2, 1], [0, 17, 0]),
    ],
)
def test_pots_go_to_the_best_hands(staked: list[int], out: str, strengths: list[int], won: list[int]) -> None:
    pots = pots_of(staked, [str(player) in out for player in range(len(staked))])
    assert shares_of(pots, strengths, range(len(staked))) == won
    assert sum(won) == sum(staked)


def played(game: CardRules, state: State, *texts: str) -> State:
    for text in texts:
        move = game.find(state, state.mover, text)
        assert move is not None, (text, game.refusal(state, state.mover, text))
        state = game.after(state, (move,))
    return state


def random_states(game: CardRules, seed: int, most: int = 400) -> Iterator[State]:
    """Yield the positions of a random match."""
    dice, state = Random(seed), game.start(seed)
    for _ in range(most):
        yield state
        if game.result(state) is None:
            state = game.after(state, (dice.choice(game.moves(state, state.mover)),))
        elif (after := game.next_round(state)) is None:
            return
        else:
            state = after


def test_a_round_of_poker_goes_by_its_phases() -> None:
    game = game_named("poker", 3)
    state = game.start(5)
    assert state.table.staked == (1, 1, 1)
    state = played(game, state, "check", "bet 3", "raise 4", "fold", "c")
    assert state.table.staked == (1, 8, 8)
    assert state.mover == 1
    state = played(game, state, "discard 1 2", "keep")
    assert dict(state.table.numbers[1]) == {"n": 3}
    assert [len(hand) for hand in state.table.hands] == [5, 5, 5]
    state = played(game, state, "check", "bet 17", "call")
    payoffs = game.result(state)
    assert payoffs is not None
    assert sum(payoffs) == pytest.approx(1.5)
    assert sum(state.table.money) == 300
    assert state.table.is_shown == (False, True, True)
    after = game.next_round(state)
    assert after is not None
    assert (after.mover, after.table.money) == (1, tuple(one - 1 for one in state.table.money))


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("raise", '"raise" is not a move here. You may check or bet 1 to 3 (the pot is the limit).'),
        ("bet 4", '"bet 4" is not a move here. You may check or bet 1 to 3 (the pot is the limit).'),
        ("fold", '"fold" is not a move here. You may check or bet 1 to 3 (the pot is the limit).'),
        ("bet 3", ""),
        ("b 2", ""),
        ("2", ""),
    ],
)
def test_bets_are_refused_with_what_is_allowed(typed: str, refused: str) -> None:
    game = game_named("poker", 3)
    assert game.refusal(game.start(1), 0, typed) == refused


def test_four_cards_are_changed_only_if_an_ace_is_kept() -> None:
    game = game_named("poker")
    for seed in range(40):
        state = played(game, game.start(seed), "check", "check")
        sizes = {len(move.path): move for move in game.moves(state, 0)}
        has_ace = any(one // 4 == 14 for one in state.table.hands[0])
        assert (4 in sizes) is has_ace
        assert max(sizes) == 3 + has_ace


@pytest.mark.slow
@pytest.mark.parametrize("text", poker_texts(), ids=["shipped", "paper"][: len(poker_texts())])
def test_poker_is_played_to_the_end_of_a_match(text: str) -> None:
    game = game_of(text.replace("2..6 players", "3 players"))
    states = list(random_states(game, 6, 2_000))
    last = states[-1]
    assert game.next_round(last) is None
    assert sorted(last.scores) == [0, 0, 300]
    assert "The match is over: " in last.table.log[-1]
    assert {len(hand) for state in states for hand in state.table.hands} >= {0, 2, 5}


def test_who_is_left_alone_takes_the_pot_and_shows_nothing() -> None:
    game = game_named("poker", 3)
    state = played(game, game.start(1), "bet 3", "fold", "fold")
    assert state.table.money == (102, 99, 99)
    assert not any(state.table.is_shown)
    assert state.table.log[-1].startswith("3 of the stake go back to First. First wins 3")


def test_a_trick_goes_to_the_highest_card_of_the_suit_led() -> None:
    game = game_named("hearts")
    points = 0.0
    for state in random_states(game, 3):
        if game.result(state) is not None:
            points += 26
        if state.table.board:
            led = state.table.board[0] % 4
            own = [one for one in state.table.hands[state.mover] if one % 4 == led]
            legal = [move.path[0] for move in game.moves(state, state.mover)]
            assert legal == (own or list(state.table.hands[state.mover]))
        assert sum(state.scores) >= points
    assert points >= 26


def test_a_card_that_is_played_may_name_a_suit() -> None:
    game = game_named("crazy-eights")
    for state in random_states(game, 1):
        eight = next((one for one in state.table.hands[state.mover] if one // 4 == 8), None)
        if eight is not None and game.result(state) is None:
            player = state.mover
            after = played(game, state, f"{card_text(eight)} hearts")
            for move in game.moves(after, after.mover) if game.result(after) is None else ():
                assert move.name == "draw" or move.path[0] % 4 == 2 or move.path[0] // 4 == 8
            assert player != after.mover or game.result(after) is not None
            return
    pytest.fail("no eight was held")


def test_what_is_played_comes_back_when_the_stock_is_empty() -> None:
    game = game_named("crazy-eights", 5)
    seen = set[int]()
    for state in random_states(game, 2, 300):
        table = state.table
        cards = [*table.stock, *table.board, *(one for hand in table.hands for one in hand)]
        assert sorted(cards) == sorted(game.cards)
        seen.add(len(table.stock))
    assert 0 in seen


def test_no_card_is_lost_when_the_stock_is_empty_while_cards_go_to_the_table() -> None:
    game = game_of(
        "Draw-Holdem is like poker\n5 players\ngame is Shuffle(deck) and Deal(cards, 9) and Swap(hand, N)\n"
        "  and Deal(board, 5) and Swap(hand, N) and Deal(board, 3) and compare(hands)\n"
    )
    most = 0
    for state in random_states(game, 3, 60):
        table = state.table
        held = [one for part in (*table.hands, *table.tossed) for one in part]
        assert sorted([*table.stock, *table.board, *table.gone, *held]) == sorted(game.cards)
        most = max(most, len(table.board))
    assert most == 8


@pytest.mark.parametrize("name", CARD_GAMES)
def test_every_position_has_its_cards_once_and_its_money(name: str) -> None:
    game = game_named(name)
    for state in random_states(game, 11, 150):
        table = state.table
        cards = [
            *table.stock,
            *table.board,
            *table.gone,
            *(one for part in (*table.hands, *table.tossed) for one in part),
        ]
        assert sorted(cards) == sorted(game.cards)
        if game.has_money:
            staked = 0 if table.payoffs else sum(table.staked)
            assert sum(table.money) + staked == 100 * len(game.players)


@pytest.mark.parametrize("name", CARD_GAMES)
@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10_000), st.integers(0, 60))
def test_what_looks_the_same_to_a_player_is_the_same(name: str, seed: int, ply: int) -> None:
    """Screen, moves, errors, and what is heard of a move follow from the view alone."""
    game, dice = game_named(name), Random(seed)
    state = list(random_states(game, seed, ply + 1))[-1]
    for player in (*range(len(game.players)), NOBODY):
        view = game.view(state, player)
        other = game.completed(view, player, dice.randrange) if player != NOBODY else state
        assert game.view(other, player) == view
        assert game.screen(game.view(other, player), player) == game.screen(view, player)
        assert view.seed == -1
        shown = "\n".join(game.screen(view, player)[: -len(state.table.log) or None])
        for one, hand in enumerate(state.table.hands):
            if one != player and not state.table.is_shown[one] and player == NOBODY:
                assert not [card for card in hand if card_text(card) in shown.split()]
        if player in game.to_move(state):
            assert game.moves(view, player) == game.moves(state, player) == game.moves(other, player)
            for text in ("", "9d", "raise 900", "discard 1 2 3 4 5", "play kh"):
                assert game.refusal(view, player, text) == game.refusal(state, player, text)


def test_all_in_is_refused_above_the_limit_and_cards_are_named_from_the_hand() -> None:
    game = game_named("poker")
    start = game.start(1)
    assert game.find(start, 0, "all in") is None
    for text in ("all in", "all-in"):
        told = f'"{text}" is not a move here. You may check or bet 1 to 2 (the pot is the limit).'
        assert game.refusal(start, 0, text) == told
    state = played(game, start, "check", "check")
    such = " ".join(card_text(card) for card in state.table.hands[0][-2:])
    told = f"Discard up to 3 cards by name or number, such as {such}; or keep all."
    assert told in game.screen(game.view(state, 0), 0)
    assert game.find(state, 0, such) is not None
    assert game.find(start, 0, "call") == game.find(start, 0, "check")
    raised = played(game, start, "bet 2")
    assert game.find(raised, 1, "check") is None
    told = "You may call 2, fold or raise by 2 to 6 (the pot is the limit)."
    assert game.refusal(raised, 1, "x") == f'"x" is not a move here. {told}'
    last = played(game, raised, "raise 2", "raise 2")
    assert game.refusal(last, 1, "x").endswith("You may call 2 or fold; nobody raises after 3 raises.")
    poor = start._replace(table=start.table._replace(money=(1, 99)))
    assert game.refusal(poor, 0, "x").endswith("or bet 1 (all you have).")
    assert game.find(poor, 0, "all-in") == game.find(poor, 0, "bet 1") is not None


def test_hands_from_which_cards_are_played_lie_by_suit() -> None:
    for name in ("hearts", "crazy-eights"):
        for hand in game_named(name).start(7).table.hands:
            suits = [card % 4 for card in hand]
            assert suits == sorted(suits, reverse=True)
    for hand in game_named("poker").start(7).table.hands:
        assert list(hand) == sorted(hand, reverse=True)


def test_others_see_only_how_many_cards_are_put_away() -> None:
    game = game_named("poker")
    state = played(game, game.start(1), "check", "check")
    move = game.find(state, 0, "1 2")
    assert move is not None
    assert game.seen(move, 0) == move
    assert game.seen(move, 1) == move._replace(path=(HIDDEN, HIDDEN))
    after = game.view(game.after(state, (move,)), 1)
    assert after.last == game.seen(move, 1)
    assert set(after.table.tossed[0]) == {HIDDEN}


def test_a_text_with_more_than_cards_names_none() -> None:
    game = game_named("crazy-eights")
    state = game.start(1)
    card = next(move for move in game.moves(state, state.mover) if move.name == "play")
    place = state.table.hands[state.mover].index(card.path[0]) + 1
    assert game.find(state, state.mover, f"{place}") == card
    for text in (f"guest-{place}", f"{game.text(card)}!", f"x {game.text(card)}"):
        assert game.find(state, state.mover, text) is None


def test_cards_that_are_completed_agree_with_suits_that_players_lack() -> None:
    game, dice = game_named("hearts"), Random(5)
    for state in list(random_states(game, 8, 45))[30:]:
        if game.result(state) is None:
            view = game.view(state, state.mover)
            found = game.completed(view, state.mover, dice.randrange)
            pairs = zip(found.table.hands, view.table.voids, strict=True)
            agree = [one % 4 not in lacks for hand, lacks in pairs for one in hand]
            assert sum(agree) >= len(agree) - 2


def test_players_who_need_not_follow_suit_are_not_taken_to_lack_it() -> None:
    game = game_of(
        f"{text_of('hearts')}".replace("assert play: suit is suit(first) or count(suit(first)) is 0\n", "")
        + "assert play: count(hand) > 0\n"
    )
    assert all(not any(state.table.voids) for state in random_states(game, 4, 60))


def test_tricks_end_when_somebody_has_no_card() -> None:
    game = game_of(
        text_of("hearts")
        .replace("Deal(cards, 13)", "Deal(cards, 15)")
        .replace(", South and West", " and South")
    )
    ends = [state for state in random_states(game, 4, 200) if game.result(state) is not None]
    assert ends
    assert all(sum(map(len, state.table.hands)) <= 1 for state in ends)


BASE: Final = """2..6 players
game is Shuffle(deck) and Deal(cards, 5) and compare(hand)
Pair is (R, s) and (R, s)
hands are [Pair]
goal is highest(hand)
"""
WRONG: Final = {
    "deck is 50 cards": "the deck must have 4 to 52 cards",
    "game is Shuffle(deck)": "the game must deal a number of cards",
    "game is Shuffle(deck) and Deal(cards, 5) and (bet(money) or compare(hand))": "only actions of players",
    "game is Shuffle(deck) and Deal(cards, 5) and Dance(deck)": "unknown word Dance",
    "game is Shuffle(deck) and Deal(cards, 5) and Fold and compare(hand)": (
        "players can fold only if they can bet"
    ),
    "game is Deal(board, 1) and Deal(cards, 5) and play(trick)": (
        "a game with tricks cannot deal cards to the table"
    ),
    "goal is highest(hand)\n7 players": "a card game must have 2 to 6 players",
    "goal is most(cards)": "must be the most or least of score or money",
    "goal is line(3)": "line is not a value for card games",
    "hand is 9 cards": "hands to compare must have 2 to 7 cards",
    "3 x 3 grid": "this has no meaning in card games",
    "stones start at 5\nassert play: stones > 3": "money, ante, and score can start",
    "Trick means score becomes 3": "can only increase or decrease score of player",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_cannot_be_played_is_refused_by_line(line: str) -> None:
    subjects = {one.split(" ")[0] + " " + one.split(" ")[1] for one in line.split("\n")}
    kept = [one for one in BASE.split("\n") if " ".join(one.split(" ")[:2]) not in subjects]
    if "7 players" in line:
        kept.remove("2..6 players")
    with pytest.raises(EgggError, match=WRONG[line]):
        game_of("\n".join([*kept, line]))


def test_players_sit_down_by_the_range_that_is_said() -> None:
    assert len(game_named("poker").players) == 2
    assert game_named("poker", 6).players[-1] == "Sixth"
    for count in (1, 7):
        with pytest.raises(EgggError, match="poker is for 2 to 6 players".replace("poker", "Poker")):
            game_named("poker", count)
    with pytest.raises(EgggError, match="a fixed number"):
        game_named("hearts", 3)


def opening(game: CardRules, stacks: Sequence[int], seed: int) -> State:
    """Return the start of a round with these coffers, in which the first player begins."""
    state = game.start(seed)
    ended = state.table._replace(money=tuple(stacks), payoffs=(0.5,) * len(stacks))
    found = game.next_round(
        state._replace(table=ended, rounds=len(stacks) - 1, scores=tuple(map(float, stacks)))
    )
    assert found is not None
    return found


def same_elsewhere(pokerkit: Any, game: CardRules, state: State, stacks: Sequence[int], dice: Random) -> None:
    """Play a random round, and compare what everybody has in the end with another program."""
    by_itself = [
        one
        for one in pokerkit.Automation
        if one.name not in ("HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION")
    ]
    count = len(stacks)
    other = pokerkit.NoLimitTexasHoldem.create_state(
        tuple(by_itself), True, 1, (0,) * count, 1, tuple(stacks), count
    )
    board = [card_text(one) for one in state.table.stock[:-6:-1]]
    for hand in state.table.hands:
        other.deal_hole("".join(map(card_text, hand)))
    while other.status:
        if other.actor_index is None:
            size = 3 if len(board) == 5 else 1
            other.deal_board("".join(board[:size]))
            del board[:size]
            continue
        assert other.actor_index == state.mover
        move = dice.choice(game.moves(state, state.mover))
        level = max(state.table.bets) + move.choice
        if move.name in ("bet", "raise") and not other.can_complete_bet_or_raise_to(level):
            move = game.moves(state, state.mover)[0]
        if move.name in ("bet", "raise"):
            other.complete_bet_or_raise_to(level)
        elif move.name == "fold":
            other.fold()
        else:
            other.check_or_call()
        state = game.after(state, (move,))
    assert game.result(state) is not None
    assert list(state.table.money) == list(other.stacks), (stacks, state.table.log)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:A card being dealt")  # one that was burned there
@pytest.mark.parametrize("players", range(2, 7))
def test_pots_with_all_ins_are_those_of_another_program(players: int) -> None:
    pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    game, dice = game_named("texas-holdem", players), Random(players)
    for seed in range(6):
        stacks = [dice.choice([2, 5, 9, 20, 40]) for _ in range(players)]
        same_elsewhere(pokerkit, game, opening(game, stacks, seed), stacks, dice)
