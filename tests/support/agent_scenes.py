"""Scenes for the agent's tests: pictures of what it sees, turned into screens and beliefs."""

from __future__ import annotations

from collections.abc import Iterable

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.editions import letters_of
from rogomatic.agent.engine.rule_engine import Act, Choice, No, Rung, choose
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.screen.vt100 import COLS, Screen
from rogomatic.agent.sight.item_parser import read_pack_line
from rogomatic.agent.sight.prompt_parser import COMMAND

KIT = (
    "a) Some food",
    "b) +1 ring mail [4] (being worn)",
    "c) A +1,+1 mace (weapon in hand)",
    "d) A +1,+0 short bow",
    "e) 30 +0,+0 arrows",
)
STATUS = "Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0"

ROOM = """
  ----------
  |........|
  |........+
  |...@....|
  |........|
  ----------
"""


def chosen(b: Beliefs, ladder: tuple[Rung, ...] = LADDER) -> Choice:
    """Return what is chosen on a ladder; something must be."""
    choice = choose(ladder, b)
    assert choice is not None
    return choice


def wants(b: Beliefs) -> tuple[str, bytes]:
    """Return the rung that fires and its keys."""
    choice = chosen(b)
    return choice.rung, choice.act.keys


def act_of(answer: Act | No) -> Act:
    """Return the answer of a rule that must act."""
    assert isinstance(answer, Act), answer
    return answer


def status(
    depth: int = 1,
    gold: int = 0,
    hp: int = 12,
    most: int = 12,
    arm: int = 4,
    level: int = 1,
    hunger: str = "",
) -> str:
    """Return a status row."""
    left = f"Level: {depth}  Gold: {gold:<5d}  Hp: {hp}({most})  Str: 16(16)"
    return f"{left}  Arm: {arm:<2d}  Exp: {level}/0  {hunger}"


def drawn(picture: str, row: str = STATUS) -> bytes:
    """Return the bytes that draw a picture from row 1 on, the status row, and put the cursor on the hero."""
    lines = picture.strip("\n").split("\n")
    out = b"\x1b[H\x1b[J"
    cursor = b""
    for number, line in enumerate(lines, start=1):
        out += b"\x1b[%d;1H" % (number + 1) + line.rstrip().encode()
        if "@" in line:
            cursor = b"\x1b[%d;%dH" % (number + 1, line.index("@") + 1)
    return out + b"\x1b[24;1H" + row.encode() + cursor


def spot_of(picture: str, mark: str) -> int:
    """Return the spot of the first `mark` in a picture."""
    for number, line in enumerate(picture.strip("\n").split("\n"), start=1):
        if mark in line:
            return number * COLS + line.index(mark)
    raise ValueError(f"no {mark!r} in the picture")


class Scene:
    """A screen and the beliefs of someone who watches it."""

    def __init__(
        self, picture: str = ROOM, row: str = STATUS, pack: Iterable[str] = KIT, knobs: Knobs | None = None
    ) -> None:
        self.screen = Screen()
        self.b = Beliefs(knobs=knobs or Knobs())
        self.b.version, self.b.takes_true_name = "5.4.5 release", True
        self.b.names = letters_of("5.4.5")
        self.b.stock = "known"
        for line in pack:
            found = read_pack_line(line)
            assert found is not None
            self.b.pack[found[0]] = found[1]
        self.show(picture, row)

    def show(self, picture: str, row: str = STATUS, said: Iterable[str] = ()) -> Beliefs:
        """Draw a picture and take it in."""
        self.screen.feed(drawn(picture, row))
        update.see(self.b, self.screen, COMMAND, list(said))
        return self.b

    def awake(self, letter: str, state: bool | None = True) -> Beliefs:
        """Say that the foes of a letter are awake, asleep or unknown."""
        for foe in self.b.foes.seen.values():
            if foe.letter == letter:
                foe.awake = state
        self.b.screens += 1  # what was worked out from the beliefs does not hold any more
        return self.b


def beliefs(
    picture: str = ROOM, row: str = STATUS, pack: Iterable[str] = KIT, knobs: Knobs | None = None
) -> Beliefs:
    """Return the beliefs of one who has just seen a picture."""
    return Scene(picture, row, pack, knobs).b
