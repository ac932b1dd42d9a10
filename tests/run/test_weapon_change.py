"""The changes of weapon in the last fight."""

from __future__ import annotations

import pytest

from rogomatic.agent.sight.item_parser import read_pack_line
from rogomatic.run.story.fight_instants import Deed, Instant
from rogomatic.run.story.weapon_change import WeaponChange
from tests.support.agent_scenes import ROOM, Scene, status

MACE, BOW = "a) +1,+1 mace (weapon in hand)", "c) +1,+0 short bow (weapon in hand)"
DAGGER = "d) +0,+0 dagger (weapon in hand)"


def told(*commands: tuple[int, str, str], began: int = 50) -> list[str]:
    """Return the causes after commands, each with its turn, the line of the weapon in hand, and its verb."""
    b, change = Scene(ROOM, status()).b, WeaponChange()
    for turn, line, verb in commands:
        found = read_pack_line(line)
        for letter, _ in b.pack.of_kind("weapon"):
            del b.pack[letter]
        if found is not None:
            b.pack[found[0]] = found[1]
        change.note(b, Instant(turn, 9, 40, (), (), ("troll",), 9.0, "", deed=Deed(verb)))
    return [one.text for one in change.causes(began)]


@pytest.mark.parametrize(
    ("commands", "said"),
    [
        ([(40, MACE, "walk"), (49, BOW, "throw"), (50, BOW, "fight"), (51, BOW, "fight")],
         "On turn 49 it took a short bow in hand instead of a mace, and struck 2 blows with it."),
        ([(40, MACE, "walk"), (49, "", "stock"), (50, DAGGER, "fight")],
         "On turn 50 it took a dagger in hand instead of a mace, and struck 1 blow with it."),
        ([(40, MACE, "walk"), (52, BOW, "throw"), (54, MACE, "fight")],
         "On turn 52 it took a short bow in hand, and a mace again on turn 54."),
        ([(40, MACE, "walk"), (45, BOW, "throw"), (54, MACE, "fight")], ""),
        ([(40, MACE, "walk"), (49, BOW, "throw"), (50, BOW, "throw")], ""),
        ([(40, BOW, "throw"), (49, MACE, "fight"), (50, MACE, "fight")], ""),
        ([(1, MACE, "walk"), (2, BOW, "throw"), (90, BOW, "fight")], ""),
        ([(1, BOW, "throw"), (50, BOW, "fight")], ""),
    ],
    ids=["bow", "worse blade", "there and back", "drawn before", "only shot", "better",
         "long ago", "never changed"],
)  # fmt: skip
def test_a_worse_weapon_with_which_it_struck_is_told(commands: list[tuple[int, str, str]], said: str) -> None:
    assert told(*commands, began=80 if commands[-1][0] == 90 else 50) == ([said] if said else [])
