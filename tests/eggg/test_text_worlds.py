"""Text worlds: typed commands, refusals in words, ticks, who is told what, players who come and go."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.eggg.engines import made
from rogue.eggg.language.description import EgggError
from rogue.eggg.language.english import sentence
from rogue.eggg.library import checked, text_of
from rogue.eggg.text_worlds.text_world import TextWorld
from rogue.eggg.text_worlds.world_scene import EVERYBODY, MAX_NUMBER, WorldEvent, WorldState

CHAT: Final = "networked multiplayer text game\nport 10900\nplayers are 0..20"


def world_of(text: str) -> TextWorld:
    world = made(checked(text))
    assert isinstance(world, TextWorld)
    return world


MAMMON: Final = world_of(text_of("mammon"))


class Played:
    """A world with what was told last."""

    def __init__(self, world: TextWorld, *names: str, seed: int = 7) -> None:
        self.world, self.state = world, world.start(seed)
        self.told: tuple[tuple[int, str], ...] = ()
        for name in names:
            self.happen(WorldEvent("arrive", EVERYBODY, name))

    def happen(self, event: WorldEvent) -> None:
        self.state, self.told = self.world.after(self.state, event)

    def types(self, seat: int, line: str) -> list[str]:
        """Type a line; return what this player is told."""
        self.happen(WorldEvent("line", seat, line))
        return [text for whom, text in self.told if whom in (seat, EVERYBODY)]


REFUSED: Final = {
    "buy 1000000 acme": "You cannot buy: cash is less than number times price of stock plus Fee.",
    "buy 0 acme": "You cannot buy: number is at most 0.",
    "sell 1 acme": "You cannot sell: holding of stock is less than number.",
    "borrow 500,001": "You cannot borrow: debt plus amount is more than 500000.",
    "repay 5": "You cannot repay: amount is more than the least of cash and debt.",
    "name Annabellaabella": "You cannot name: the length of word is more than 12.",
    "name Bob": "This name is taken.",
    "name 7": "A name is a letter followed by up to 15 letters, digits, and hyphens. "
    "Do not mix Latin, Greek, or Cyrillic letters with others: some look alike.",
    "sall 1 acme": "There is no command sall; did you mean sell?",
    "xyzzy": "There is no command xyzzy; help lists them.",
    "s 1 acme": "s could be Sell or Say.",
    "quote acne": "There is no stock acne; did you mean Acme?",
    "whisper bub hello": "There is no player bub; did you mean Bob?",
    "buy many acme": "many is not a whole number.",
    "buy 9999999999999999 acme": "9999999999999999 is not a whole number.",
    "buy 1 acme borg": "There are too many words. Type: Buy NUMBER STOCK.",
    "buy 1": "Something is missing. Type: Buy NUMBER STOCK.",
    "say": "Something is missing. Type: Say TEXT.",
}
"""Line in Mammon -> why it is refused."""


@pytest.mark.parametrize("line", REFUSED)
def test_a_refused_line_says_why_and_changes_nothing(line: str) -> None:
    played = Played(MAMMON, "Ann", "Bob")
    before = played.state
    assert played.types(0, line) == [REFUSED[line]]
    assert {one[0] for one in played.told} == {0}
    assert (played.state.values, played.state.names) == (before.values, before.names)


def test_mammon_keeps_accounts() -> None:
    played = Played(MAMMON, "Ann", "Bob")
    price = played.state.values["price", "Acme"]
    assert 2000 <= int(price) <= 20000
    cash = 1_000_000 - 10 * int(price) - 500
    told = f"You pay {1_000_000 - cash:,} for 10 Acme; you have {cash:,} left."
    assert played.types(0, "buy 10 acme") == [told]
    assert played.state.values["cash", 0] == cash
    assert played.state.values["holding", 0, "Acme"] == 10
    assert played.state.values["cash", 1] == 1_000_000
    worth = cash + 10 * int(played.state.values["price", "Acme"])
    assert played.types(0, "purse")[0] == f"You have {cash:,}, owe 0, and are worth {worth:,}."
    assert played.types(1, "ri") == [f"Bob 1,000,000, Ann {worth:,}"]
    played.types(0, "buy 50 ac")
    assert int(played.state.values["price", "Acme"]) == int(price) + 1 + 5


@pytest.mark.slow
def test_time_goes_on_without_players_and_debts_grow_each_week() -> None:
    played = Played(MAMMON, "Ann")
    played.types(0, "borrow 1000")
    played.happen(WorldEvent("leave", 0))
    assert played.told == ((EVERYBODY, "Ann leaves."),)
    assert MAMMON.time_passes(played.state)
    prices = [played.state.values["price", name] for name in ("Acme", "Hull")]
    for _ in range(6):
        played.happen(WorldEvent("tick"))
    assert played.state.values["day",] == 7
    assert played.state.values["debt", 0] == 1010
    assert prices != [played.state.values["price", name] for name in ("Acme", "Hull")]
    for _ in range(359):
        played.happen(WorldEvent("tick"))
    assert played.told == ((EVERYBODY, "The game is over: Ann wins. A new one begins."),)
    assert played.state.values["day",] == 1
    assert played.state.values["debt", 0] == 0


def test_trends_change_once_a_month_by_the_clock_only() -> None:
    played = Played(MAMMON, "Ann")
    for _ in range(28):
        played.happen(WorldEvent("tick"))
    trends = {key: value for key, value in played.state.values.items() if key[0] == "trend"}
    played.types(0, "who")
    assert trends.items() <= played.state.values.items()
    played.happen(WorldEvent("tick"))
    assert not trends.items() <= played.state.values.items()


def test_a_whisper_is_told_to_one() -> None:
    played = Played(MAMMON, "Ann", "Bob", "Eve")
    played.types(0, "whisper bob meet me")
    assert played.told == ((1, "Ann whispers: meet me"), (0, "You whisper to Bob: meet me"))
    played.happen(WorldEvent("leave", 1))
    assert "Bob is away and hears nothing." in played.types(0, "whisper bob hello?")
    played.types(0, "say all of you")
    assert played.told == ((EVERYBODY, "Ann says: all of you"),)


def test_help_tells_what_a_command_does() -> None:
    played = Played(MAMMON, "Ann")
    (told,) = played.types(0, "help bu")
    assert told.startswith("Buy NUMBER STOCK\nA player may Buy only if ")
    assert told.endswith("A player may Buy only if cash is at least number times price of stock plus Fee.")
    assert played.types(0, "help quit") == ["Quit"]
    assert played.types(0, "help xyzzy") == ["There is no command xyzzy; help lists them."]


@pytest.mark.parametrize("means", ["means", "MEANS"])
def test_help_tells_no_effect(means: str) -> None:
    world = world_of("text game\nplayers are 0..9\ncommands are Guess\ncount of player starts at 0\n"
                     f'Guess(word) {means} count(player) becomes 1 if word is "sesame"')  # fmt: skip
    assert Played(world, "Ann").types(0, "help guess") == ["Guess WORD"]
    said = next(one for one in world.description.all("meaning"))
    assert sentence(said) == 'Guess WORD means the number of the player becomes 1 if word is "sesame".'


def test_a_command_that_tells_only_others_is_answered() -> None:
    world = world_of("text game\nplayers are 0..9\ncommands are Poke\nPoke(player) means tell player 1")
    played = Played(world, "Ann", "Bob")
    assert played.types(0, "poke bob") == ["Done."]
    assert played.told[0] == (1, "1")


def test_three_statements_make_a_chat() -> None:
    played = Played(world_of(CHAT), "Ann", "Bob")
    assert played.types(0, "he is here") == ["Ann says: he is here"]
    assert played.types(1, "say who") == ["Bob says: who"]
    assert played.types(1, "who") == ["Here: Ann and Bob."]
    assert played.types(1, "help") == [
        "Commands (you can shorten them):\n  Say TEXT\n  Who\n  Help [COMMAND]\n  Quit"
    ]
    assert played.world.is_quit("quit")
    assert not played.world.is_quit("q")
    assert MAMMON.is_quit("qui")
    assert not MAMMON.is_quit("quote")


def test_seats_are_kept_until_they_are_needed() -> None:
    world = world_of("text game\nplayers are 0..2\ncash of player starts at 5\ncommands are Give\n"
                     "Give(player, number) means cash(player) increases by number")  # fmt: skip
    played = Played(world, "Ann", "Bob")
    assert not world.has_room(played.state)
    played.types(0, "give bob 3")
    played.happen(WorldEvent("leave", 1))
    played.happen(WorldEvent("arrive", 1))
    assert played.state.values["cash", 1] == 8
    played.happen(WorldEvent("leave", 1))
    played.happen(WorldEvent("leave", 0))
    played.happen(WorldEvent("arrive", EVERYBODY, "Eve"))
    assert played.state.names == ("Ann", "Eve")
    assert played.state.values["cash", 1] == 5
    assert played.state.away == (0,)


SMALL: Final = """text game
rooms are Hall, Garden and Cave
spot of player starts at Hall
apples of room starts at 2
subject starts at "nothing"
commands are Go, Take, Look, Topic, Vote and Double
Go(room) means spot of player becomes room and tell everybody "{player} is off to the {room}."
Take(room) means apples of room decreases by 1
assert Take: apples(room) > 0
assert Take: spot of player = room
Look means tell player "Topic {subject}. {count(players)} players, {sum(apples(room))} apples, {7 / 2}."
Topic(text) means subject becomes text
Vote means tell each player "You stand in the {spot(player)}."
assert Vote: lastmove("Look")
Double means subject becomes "x" and say("twice")
assert Double: length(subject) > 3 afterwards
goal is apples(Cave) = 0"""


def test_things_texts_and_guards_of_a_small_world() -> None:
    played = Played(world_of(SMALL), "Ann", "Bob")
    assert played.types(0, "take garden") == ["You cannot take: spot of the player is not room."]
    assert played.types(0, "go gard") == ["Ann is off to the Garden."]
    assert played.types(0, "vote") == ['You cannot vote: the move before was not "Look".']
    assert played.types(0, "topic  the   weather ") == ["Done."]
    assert played.types(0, "look") == ["Topic the   weather. 2 players, 6 apples, 3.50."]
    played.types(0, "vote")
    assert played.told == ((0, "You stand in the Garden."), (1, "You stand in the Hall."))
    assert played.types(0, "double") == ["You cannot double: the length of subject is at most 3."]
    played.types(1, "go cave")
    played.types(1, "take cave")
    assert played.types(1, "take cave")[-1] == "The game is over: Ann and Bob win. A new one begins."
    assert played.state.values["apple", "Cave"] == 2


QUIZ: Final = """text game
number starts at 1
commands are Ask, Guess and Next
Question(1) is "What is 7 times 8?"
Question(2) is Double(number)
Double(number) is "Twice {number}?"
Answer(1) is 56
Answer(2) is "four"
Ask means tell player Question(number)
Guess(word) means say("Right.") if word is Answer(number) else say("No.")
Next means number increases by 1"""


def test_a_name_can_have_a_row_for_each_number() -> None:
    played = Played(world_of(QUIZ), "Ann")
    told = [
        played.types(0, line)[0] for line in ("ask", "guess 56", "guess four", "next", "ask", "guess Four")
    ]
    assert told == ["What is 7 times 8?", "Right.", "No.", "Done.", "Twice 2?", "Right."]
    assert played.types(0, "next") + played.types(0, "ask") == ["Done.", "0"]


@pytest.mark.parametrize(("goal", "winner"), [("least", "Ann"), ("minimize", "Ann"), ("most", "Bob")])
def test_at_the_end_the_most_or_the_least_wins(goal: str, winner: str) -> None:
    played = Played(world_of(
        "text game\nfaults of player start at 0\ncommands are Err and Stop\nended starts at 0\n"
        "Err means faults increases by 1\nStop means ended becomes 1\ngame ends if ended\n"
        f"goal is {goal}(faults)"
    ), "Ann", "Bob")  # fmt: skip
    assert played.types(1, "err") == ["Done."]
    assert played.types(0, "stop")[-1] == f"The game is over: {winner} wins. A new one begins."


WRONG: Final = {
    'commands are Go\nGo means say(Row)\nRow(1) is "x"\nRow(2) is "y"': "write Row as Row(1)",
    "commands are Go\nGo means say(Row(1))\nRow(1) is Row(2)\nRow(2) is 1": "Row(1) is defined by itself",
    "3 x 3 grid": "this has no meaning in text worlds",
    "players are Ann and Bob": "players name themselves",
    "players are 0..2000": "players must be a range up to 100 at most",
    "commands are Go\nGo means Far\nFar means Go": "Go is defined by itself",
    "commands are Go\nGo is 5": "a command needs an effect",
    "commands are Go\nGo means last vanishes": "one of these effects has no effect in a text world",
    "commands are Go\nGo means g increases by 1\ng of player starts at 1\nX is g(g)\nassert Go: X = 1":
        "g is neither a player nor a list of things",
    "stocks are A and B\nprice of stock starts at 1\ncommands are Go\nGo means tell player price":
        "price has a value for each stock: price(stock)",
    "commands are Go\nGo means tell player Worth\nWorth(amount) is amount + 1":
        "write Worth as Worth(amount)",
    "commands are Go\nGo means tell player row(to)": "row has no meaning in a text world",
}  # fmt: skip
"""Statements of a text game -> why it cannot be played."""


@pytest.mark.parametrize("text", WRONG)
def test_what_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(EgggError) as refusal:
        world_of(f"text game\n{text}")
    assert WRONG[text] in str(refusal.value)


@pytest.mark.slow
def test_numbers_and_steps_are_bounded() -> None:
    doubling = "\n".join(f"N{number} is N{number - 1} * N{number - 1}" for number in range(1, 19))
    played = Played(world_of(f"text game\n{doubling}\nN0 is 9\nx starts at 0\ncommands are Go\n"
                             "Go means x becomes N18"), "Ann")  # fmt: skip
    assert played.types(0, "go") == ["That takes too long."]
    world = world_of("text game\nx starts at 7\ncommands are Go and Shrink\nGo means x becomes x * x\n"
                     "Shrink means x becomes x / 0")  # fmt: skip
    played = Played(world, "Ann")
    for _ in range(20):
        played.types(0, "go")
    assert played.state.values["x",] == MAX_NUMBER
    played.types(0, "shrink")
    assert played.state.values["x",] == 0


WORDS_TEXT: Final = (
    "buy sell bor repay quote market purse rich news say who name help quit 1 -2 9999 acme hull Ann"
)


def test_the_example_of_the_manual_is_a_world(root: Path) -> None:
    text = (
        (root / "rogue" / "eggg" / "README.md").read_text("utf-8").split("```world\n")[1].partition("```")[0]
    )
    played = Played(world_of(text), "Ann")
    assert played.types(0, "buy 90 acme") == [
        "You cannot buy: cash is less than number times price of stock."
    ]
    assert played.types(0, "b 2 borg") == ["Done."]
    before = played.state.values["price", "Acme"]
    assert played.types(0, "market")[0].startswith(f"Acme {before}, Borg ")
    played.happen(WorldEvent("tick"))
    assert 0.97 <= int(played.state.values["price", "Acme"]) / int(before) <= 1.05


LINES: Final = st.one_of(
    st.text(max_size=60), st.lists(st.sampled_from(WORDS_TEXT.split()), max_size=4).map(" ".join)
)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(["line", "tick", "leave", "arrive"]), st.integers(0, 1), LINES)))
def test_anything_typed_is_answered_and_plays_again_to_the_same(rows: list[tuple[str, int, str]]) -> None:
    one, two = Played(MAMMON, "Ann", "Bob"), Played(MAMMON, "Ann", "Bob")
    for kind, seat, text in rows:
        event = WorldEvent(kind, seat, text) if kind != "tick" else WorldEvent("tick")  # type: ignore[arg-type]
        before = WorldState(dict(one.state.values), *one.state[1:])
        state = one.state
        one.happen(event)
        two.happen(event)
        assert state == before
        assert (one.state, one.told) == (two.state, two.told)
        assert all(int(one.state.values["cash", player]) >= 0 for player in (0, 1))
