"""The pace of a replay, and going to a place in it."""

from __future__ import annotations

import pytest

from rogue.shared.playback import PACE_KEYS, Playback, seek


@pytest.mark.parametrize(
    ("keys", "notice"),
    [
        ("", "10/s"),
        ("+", "15/s"),
        ("=-", "10/s"),
        ("_", "5/s"),
        ("0", "full speed"),
        ("0-", "250/s"),
        (" ", "paused, 10/s"),
        (" 0", "paused, full speed"),
        ("  ", "10/s"),
    ],
)
def test_keys_change_the_pace(keys: str, notice: str) -> None:
    playback = Playback(10.0)
    for key in keys:
        playback.do(PACE_KEYS[key])
    assert playback.notice == notice


@pytest.mark.parametrize(("wanted", "arrives"), [(0, True), (3, True), (5, True), (6, False)])
def test_a_place_is_sought_up_to_the_end(wanted: int, arrives: bool) -> None:
    at = 0

    def advance() -> bool:
        nonlocal at
        at += 1
        return at <= 5

    assert seek(lambda: at == wanted, advance) is arrives
