"""Screens that nothing known explains, and the keys that leave them."""

from __future__ import annotations

import pytest

from rogomatic.agent.experts.prompt_replies import leave_strange
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.prompt_parser import LookKind, UnknownScreen, look_of

LOOKS: list[tuple[bytes, UnknownScreen]] = [
    (b"\x1b[HSell your soul (y/n)? ", UnknownScreen("question", "Sell your soul (y/n)?")),
    (b"\x1b[5;9H@\x1b[HHow many?", UnknownScreen("question", "How many?")),
    (b"\x1b[24;1HName of the stranger: ;", UnknownScreen("question", "Name of the stranger: ;")),
    (b"\x1b[HA bat bites. [More]", UnknownScreen("page", "A bat bites. [More]")),
    (b"\x1b[HWisdom\x1b[24;1H[hit any key to go on]", UnknownScreen("page", "[hit any key to go on]")),
    (b"\x1b[HWisdom\x1b[24;1H-- Press space --\x1b[1;1H", UnknownScreen("page", "-- Press space --")),
    (b"\x1b[HWisdom\x1b[24;1H(press ENTER)", UnknownScreen("return page", "(press ENTER)")),
    (b"\x1b[HWisdom\x1b[24;1HHit return to go on", UnknownScreen("return page", "Hit return to go on")),
    (b"\x1b[HThere is more to it\x1b[9;9H@\x08", UnknownScreen("nothing")),  # the hero waits for a command
    (b"\x1b[HNothing here\x1b[9;9H", UnknownScreen("nothing")),
    (b"", UnknownScreen("nothing")),
]


@pytest.mark.parametrize(("drawn", "look"), LOOKS)
def test_a_screen_is_judged_by_its_looks(drawn: bytes, look: UnknownScreen) -> None:
    screen = Screen()
    screen.feed(drawn)
    assert look_of(screen) == look


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("question", [b"\x1b;", b"n;", b"\r;", b"\r;"]),
        ("page", [b" ;", b"\r;", b"\x1b;", b"\x1b;"]),
        ("return page", [b"\r;", b" ;", b"\x1b;", b"\x1b;"]),
    ],
)
def test_the_safest_key_comes_first_and_then_another(kind: LookKind, keys: list[bytes]) -> None:
    acts = [leave_strange(UnknownScreen(kind, "what?"), attempt) for attempt in (1, 2, 3, 4)]
    assert [act.keys for act in acts] == keys
    assert all(act.raw and f"an unknown {kind}: what?" == act.because for act in acts)
