"""Taking over: what a person types becomes commands, and the agent goes on believing what is so."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import Player
from rogomatic.agent.sight.prompt_parser import Kind, Waiting
from rogomatic.run.recordings.manual_control import RUNG, ManualControl, check_inventory
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.ui.session import Session
from scripts.lib.belief_check import Shown, disagreements
from tests.support.agent_scenes import KIT, Scene

AGENTS = Choice("rest", Act(b"s", "the agent's own"), (), LADDER)
FULL = (*KIT, "f) A blue potion", "g) A scroll called x", "h) An oak staff", "i) A ruby ring")


def typed(keys: str, b: Beliefs, control: ManualControl | None = None) -> list[Choice]:
    """Type keys; return the choices they completed."""
    control = control or ManualControl()
    made = (control.type(key, b, AGENTS) for key in keys)
    return [choice for choice in made if choice is not None]


def scene(pack: tuple[str, ...] = FULL, edition: str = "5.4") -> Beliefs:
    b = Scene(pack=pack).b
    b.edition = edition  # type: ignore[assignment]
    return b


WHOLE = [
    ("h", b"h", Action("walk", -1)),
    ("12l", b"12l", Action("walk", 1, 12)),
    ("L", b"L", Action("walk", 1, 60)),
    ("\x0e", b"\x0e", Action("walk", 81, 60)),
    ("mk", b"mk", Action("walk", -80)),
    ("fj", b"fj", Action("fight", 80)),
    ("9s", b"9s", Action("search", times=9)),
    ("999s", b"255s", Action("search", times=255)),
    (f"{'9' * 5000}s", b"255s", Action("search", times=255)),
    ("²٣s", b"s", Action("search")),  # digits, but none that the game reads
    ("0s", b"s", Action("search")),
    ("00l", b"l", Action("walk", 1)),
    (".", b".", Action("wait")),
    (",", b",", Action("wait")),
    (">", b">", Action("down")),
    ("i", b"i", Action("stock")),
    ("qf", b"qf", Action("quaff", letter="f")),
    ("qa", b"qa", Action("ask")),  # nothing to drink
    ("rg", b"rg", Action("read", letter="g")),
    ("ea", b"ea", Action("eat", letter="a")),
    ("wd", b"wd", Action("wield", letter="d")),
    ("W", b"W", Action("ask")),  # a suit is on: it is refused before anything is asked
    ("T", b"T", Action("strip", letter="b")),
    ("Pil", b"Pil", Action("put on", letter="i")),
    ("tle", b"tle", Action("throw", 1, 1, "e")),
    ("zhh", b"zhh", Action("zap", -1, 1, "h")),
    ("cfred\n", b"cfred\n", Action("ask")),
    ("cfree\b\bx\n", b"cfrx\n", Action("ask")),
    ("ca", b"ca", Action("ask")),  # food has a name
    ("D!", b"D!", Action("ask")),
    ("Qy", b"Qy", Action("quit")),
    ("q*f", b"qf", Action("quaff", letter="f")),
    ("q\x1bs", b"s", Action("search")),
    ("5\x1bs", b"s", Action("search")),
    ("tx\x1bs", b"s", Action("search")),
]


@pytest.mark.parametrize(("keys", "sent", "action"), WHOLE)
def test_keys_become_one_command_with_what_it_is_meant_to_do(keys: str, sent: bytes, action: Action) -> None:
    (choice,) = typed(keys, scene())
    assert (choice.rung, choice.act.keys, choice.act.action) == (RUNG, sent, action)
    assert not choice.act.raw  # the marker follows


def test_arrows_walk() -> None:
    made = [ManualControl().type(key, scene(), AGENTS) for key in ("KEY_LEFT", "KEY_SUP", "KEY_F5")]
    assert [choice and choice.act.keys for choice in made] == [b"h", b"K", None]


def test_a_again_repeats_the_last_command() -> None:
    assert [choice.act.keys for choice in typed("9saa", scene())] == [b"9s"] * 3


@pytest.mark.parametrize("key", ["o", "!", "\x1a", "\x10", "\x12", "Z", "x"])
def test_what_would_confuse_the_agent_or_is_no_command_is_refused_in_words(key: str) -> None:
    control = ManualControl()
    assert not typed(key, scene(), control)
    assert control.notice
    assert typed("s", scene(), control)
    assert not control.notice


def test_a_step_onto_a_foe_is_a_blow() -> None:
    b = Scene("  -----\n  |.@O|\n  -----").b
    assert [choice.act.action for choice in typed("l", b)] == [Action("fight", 1)]


EDITIONS = [
    ("5.2", "fh", b"fh", Action("walk", -1, 60)),
    ("3.6", " ", b" ", Action("wait")),
    ("3.6", "phh", b"phh", Action("zap", -1, 1, "h")),
    ("3.6", "zh", b"zh", Action("zap", 0, 1, "h")),
]


@pytest.mark.parametrize(("edition", "keys", "sent", "action"), EDITIONS)
def test_older_editions_have_keys_of_their_own(edition: str, keys: str, sent: bytes, action: Action) -> None:
    (choice,) = typed(keys, scene(edition=edition))
    assert (choice.act.keys, choice.act.action) == (sent, action)


@pytest.mark.parametrize(("edition", "key"), [("5.2", ","), ("5.2", "m"), ("3.6", "."), ("3.6", "D")])
def test_keys_that_an_edition_does_not_have_are_not_sent(edition: str, key: str) -> None:
    assert not typed(key, scene(edition=edition))


ANSWERS: list[tuple[Kind, str, str, bytes]] = [
    ("more", "", "x", b""),
    ("more", "", " ", b"s"),  # the agent's own answer, which knows the way out of a muddle
    ("item", "identify", "c", b"c"),
    ("item", "identify", "\n", b"s"),
    ("call", ";", "red\n", b"\bred\n"),
    ("call", ";", "\n", b"s"),
    ("hand", "", "r", b"r"),
    ("hand", "", "z", b""),
    ("direction", "", "y", b"y"),
    ("monster", "", "T", b"T"),
    ("yes", "Really quit?", "n", b"n"),
    ("yes", "Really quit?", "\x1b", b"s"),
]


@pytest.mark.parametrize(("kind", "detail", "keys", "sent"), ANSWERS)
def test_the_person_answers_what_the_game_asks(kind: Kind, detail: str, keys: str, sent: bytes) -> None:
    b = scene()
    b.waiting = Waiting(kind, detail)
    assert b"".join(choice.act.keys for choice in typed(keys, b)) == sent


def test_no_letter_is_typed_ahead_of_a_command_that_is_refused_at_once() -> None:
    b = scene()
    b.cursed.add("c")
    assert [choice.act.keys for choice in typed("w", b)] == [b"w"]
    b.level.ignored.add(b.me.spot)
    assert [choice.act.keys for choice in typed("d", b)] == [b"d"]
    assert [choice.act.keys for choice in typed("R", b)] == [b"R"]


# Commands of a person who tries everything out; letters and directions are filled in.
LIKELY = (
    "{d}", "{d}", "{d}", "{D}", "{D}", "9s", ".", ",", ">", "5{d}", "q{l}", "r{l}", "e{l}", "w{l}",
    "W{l}", "T", "P{l}l", "R", "d{l}", "t{d}{l}", "z{d}{l}", "f{d}", "m{d}", "D*", "/K", "^{d}", ")", "i",
    "c{l}red\n", "I{l}", "a", "q\x1b", "t{d}\x1b",
)  # fmt: skip


class TakenOver:
    """A real game that the agent begins, a person goes on with, and the agent gets back.

    wrong     category -> commands at which belief and truth disagree, while the person plays
    after     the same once the game was handed back
    moves     commands of the person
    """

    def __init__(self, seed: int, edition: str, moves: int, likely: tuple[str, ...]) -> None:
        self.game = Session(seed, edition, GAME_OPTIONS)
        self.player = Player(default_memory(), DEFAULT, seed)
        self.player.overrule = self.overrule
        self.wrong: Counter[str] = Counter()
        self.after: Counter[str] = Counter()
        self.moves = self.agents = 0
        self._most, self._likely = moves, likely
        self._dice, self._control, self._queue = random.Random(seed), ManualControl(), ""
        self._handed_back = False

    def play(self) -> None:
        """Play until the agent has had the game back for a while, or the hero is dead."""
        drawn = self.game.feed(b"")
        while not self.player.done and self.agents < 20 and not self.game.closed:
            drawn = self.game.feed(self.player.feed(drawn) or self.player.timeout())

    def overrule(self, choice: Choice) -> Choice:
        b = self.player.beliefs
        if not choice.ladder or b.commands < 50:
            return choice
        if choice.act.action.verb == "stock" or (
            choice.act.action.verb == "answer" and b.action.verb == "stock"
        ):
            return choice
        at_command = b.waiting.kind == "command"
        if self.moves == self._most:
            if at_command and not self._handed_back:
                self._handed_back = True
                return check_inventory()
            self.agents += at_command
            self._compare(self.after, at_command)
            return choice
        if at_command and self._control.doubts(b):
            return check_inventory()
        self._compare(self.wrong, at_command)
        return self._person(choice)

    def _person(self, choice: Choice) -> Choice:
        b = self.player.beliefs
        while True:
            if b.waiting.kind != "command":
                key, self._queue = " " if b.waiting.kind == "more" else "\n", ""
            elif not self._queue:
                self._control.forget()
                letter = self._dice.choice(sorted(b.pack) or ["a"])
                way = self._dice.choice("hjklyubn")
                self._queue = self._dice.choice(self._likely).format(d=way, D=way.upper(), l=letter)
                self.moves += 1
                continue
            else:
                key, self._queue = self._queue[0], self._queue[1:]
            made = self._control.type(key, b, choice)
            if made is not None:
                return made

    def _compare(self, into: Counter[str], at_command: bool) -> None:
        if at_command:
            world = self.game._ui.world
            shown = Shown(world, self.game._ui.renderer.cells)
            into.update({category for category, _ in disagreements(self.player.beliefs, world, shown)})


def test_after_fifty_moves_of_a_person_the_agent_plays_on() -> None:
    lived = 0
    for seed in (3, 6, 9, 13):
        taken = TakenOver(seed, "5.4", 50, ("{d}", "{d}", "{D}", "9s", "5{d}"))
        taken.play()
        assert not taken.wrong
        assert not taken.after
        lived += taken.moves == 50 and taken.agents == 20
    assert lived > 1  # the others died of the person's wanderings


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_whatever_a_person_tries_the_agent_believes_what_is_so(edition: str) -> None:
    moves, wrong, after = 0, Counter[str](), Counter[str]()
    for seed in (2, 5, 6, 7):
        taken = TakenOver(seed, edition, 60, LIKELY)
        taken.play()
        moves += taken.moves
        wrong += taken.wrong
        after += taken.after
        assert taken.player.report().how != "stuck"
    assert moves > 100
    assert sum(wrong.values()) <= moves // 50, wrong
    assert not after
