"""What viewers learn from a second copy of a game: its turn, who sleeps, who is beside the hero."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.prompt_parser import COMMAND, Waiting
from rogomatic.cli import own_game
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame, copies_of
from rogomatic.run.recordings.timeline import play_timeline
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits
from rogomatic.run.story.chronicle import Chronicle
from rogomatic.run.story.game_copy import GameCopy, ViewerClock
from rogue.state.entities import AWAKE
from rogue.ui.session import Session
from scripts.lib import account_check
from scripts.lib.account_check import false_claims
from tests.run.fakes import FakeCopy
from tests.support.agent_scenes import ROOM, Scene, status

SEED = 6_840_006  # whose hero faints and breaks off its rests


def test_turns_are_the_games_own_until_the_copy_goes_another_way() -> None:
    b, copy = Scene(ROOM, status()).b, FakeCopy(turn=40)
    b.waiting = COMMAND
    clock = ViewerClock(copy)
    for counted, turn, shown in ((30, 40, 40), (31, 52, 52), (33, None, 54), (35, 90, 56)):
        b.turn, copy.turn = counted, turn
        assert clock.turn_of(b) == shown
        assert clock.is_exact is (counted < 33)
    assert clock.end_turn() == 56
    assert clock.witness is None


def test_between_two_commands_the_turn_stays() -> None:
    b, copy = Scene(ROOM, status()).b, FakeCopy(turn=40, end=47)
    b.waiting, b.turn = COMMAND, 30
    clock = ViewerClock(copy)
    clock.turn_of(b)
    b.waiting, copy.turn = Waiting("more", ""), None
    assert clock.turn_of(b) == 40
    assert clock.end_turn() == 47
    assert clock.is_exact
    assert clock.witness is copy


def test_a_game_without_a_copy_has_the_agents_turns() -> None:
    b = Scene(ROOM, status()).b
    b.turn, clock = 30, ViewerClock(None)
    assert (clock.turn_of(b), clock.end_turn(), clock.is_exact, clock.witness) == (30, 30, False, None)


def test_a_game_that_is_seen_itself_tells_the_same_as_its_copy() -> None:
    (games, seen), copy = own_game.seen_game(SEED, "5.4"), copies_of("5.4")(SEED)
    player, keys, told = default_players()(SEED), b"", list[tuple[object, ...]]()

    def look(choice: Choice) -> Choice:
        me = player.beliefs.me
        now = [(one.turn_of(me), one.sleepers(), one.beside(), one.end_turn()) for one in (seen, copy)]
        assert now[0] == now[1]
        told.append(now[0])
        return choice

    player.overrule = look
    while player.beliefs.commands < 100:
        keys = player.feed(games(SEED).feed(keys)) or player.timeout()
        for one in (seen, copy):
            one.take(keys)
    assert len({turn for turn, *_ in told if turn is not None}) > 50


def test_the_copy_tells_what_is_so_in_the_game_until_it_gets_other_keys() -> None:
    game, copy, player = OwnGame()(SEED), copies_of("5.4")(SEED), default_players()(SEED)
    assert isinstance(game, Session)
    world, keys, seen = game.world, b"", Counter[bool]()

    def look(choice: Choice) -> Choice:
        if player.beliefs.waiting == COMMAND and player.beliefs.commands > 1:
            foes = world.level.foes
            assert copy.turn_of(player.beliefs.me) == world.turns
            late = replace(player.beliefs.me, max_hp=player.beliefs.me.max_hp - 2)  # as a screen may show it
            assert copy.turn_of(late) == world.turns
            assert copy.sleepers() == tuple([foe.kind.name for foe in foes if not foe.flags & AWAKE])
            assert {*copy.beside()} <= {foe.kind.name for foe in foes}
            seen[bool(copy.beside())] += 1
        return choice

    player.overrule = look
    while player.beliefs.commands < 250:
        keys = player.feed(game.feed(keys)) or player.timeout()
        copy.take(keys)
    assert min(seen[True], seen[False]) > 0
    assert copy.end_turn() is None
    copy.take(b"hjkl" * 9)
    assert copy.turn_of(player.beliefs.me) is None


def test_a_copy_that_crashes_knows_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    copy, me = copies_of("minds")(SEED), Scene(ROOM, status()).b.me
    feed, fed = Session.feed, list[bytes]()

    def crashing(session: Session, keys: bytes) -> bytes:
        fed.append(keys)
        if keys == b"!":
            raise ZeroDivisionError
        return feed(session, keys)

    monkeypatch.setattr(Session, "feed", crashing)
    assert copy.end_turn() is None
    for keys in (b"s", b"!", b"s"):
        copy.take(keys)
    for _ in range(2):
        assert (copy.turn_of(me), copy.end_turn()) == (None, None)
        assert (copy.sleepers(), copy.beside(), copy.found(), copy.marks("scent")) == ((),) * 4
        assert (copy.reason(), copy.is_same(b" " * 1920)) == ("", False)
        copy.take(b"s")
    assert fed == [b"", b"s", b"!"]


def test_a_copy_that_nobody_asks_keeps_few_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_game, "_MOST_KEYS", 3)
    copy = own_game.OwnCopy(SEED, "5.4")
    for _ in range(8):
        copy.take(b"s")
    assert copy._keys == [b"s"] * 2
    assert copy._session is not None


@pytest.mark.parametrize("knows_clock", [True, False])
def test_the_last_meal_is_counted_by_the_games_clock_only(knows_clock: bool) -> None:
    b, copy = Scene(ROOM, status()).b, FakeCopy()
    chronicle, counted = Chronicle(copy if knows_clock else None), list[int | None]()
    choice = Choice("rest", Act(b"s", "weak", Action("rest")), (), LADDER)
    for turn in (900, 930, 950):
        copy.turn, b.turn = turn, turn - 7
        b.facts = (Fact("eat-good"),) if turn == 930 else ()
        chronicle.note(b, choice, turn)
        counted.append(chronicle.since_meal)
    assert counted == ([None, 0, 20] if knows_clock else [None] * 3)


def test_a_replay_shows_the_games_turns() -> None:
    def turns(copy: GameCopy | None) -> list[int]:
        links, limits = InMemory(OwnGame()), Limits(commands=300)
        timeline, _ = play_timeline(SEED, links, default_players(), limits=limits, copy=copy)
        return [one.turn for one in timeline.moments]

    exact, counted = turns(copies_of("5.4")(SEED)), turns(None)
    assert exact != counted
    assert exact == sorted(exact)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "seed"), [("5.4", 6_840_026), ("5.2", 6_840_023), ("3.6", 6_840_029)], ids=str
)
def test_every_claim_of_an_account_is_true(edition: str, seed: int) -> None:
    """`scripts/accounts` plays more games."""
    made = Counter[str]()
    assert [*false_claims(seed, edition, made)] == []
    assert len(made) > 8


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("One cause came before the fight: its armor fell from 9 to 7.", "armor"),
        ("Its armor fell from 9 to 7.", "armor"),
        ("One cause came before the fight: from turn 7 on, for 2 turns, it was blind.", "blindness"),
    ],
)
def test_a_claim_is_checked_at_any_place_of_a_sentence(
    monkeypatch: pytest.MonkeyPatch, sentence: str, claim: str
) -> None:
    monkeypatch.setitem(account_check.CLAIMS, claim, (account_check.CLAIMS[claim][0], lambda *_: False))
    truth = SimpleNamespace(killer="troll", reasons=set())
    monkeypatch.setattr(account_check, "told_and_true", lambda *_: ([sentence], truth))
    assert [kind for kind, _ in false_claims(1, "5.4", Counter())] == [claim]
