"""The last pages: tombstones of recordings, deaths without one, quitting, winning."""

from __future__ import annotations

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.last_pages import EndScreen, read_tombstone
from rogomatic.agent.sight.prompt_parser import waiting
from tests.support.recorded_games import events, needs_recordings, outcomes

STONE = r"""







                       __________
                      /          \
                     /    REST    \
                    /      IN      \
                   /     PEACE      \
                  /                  \
                  |     explorer     |
                  |      112 Au      |
                  |   killed by an   |
                  |  ice monster     |
                  |       2026       |
                 *|     *  *  *      | *
         ________)/\\_//(\/(/\)/\//\/|_)_______


[Press return to continue]"""


def drawn(picture: str) -> Screen:
    screen = Screen()
    screen.feed(picture.replace("\n", "\r\n").encode())
    return screen


def test_tombstone_is_read() -> None:
    assert read_tombstone(drawn(STONE)) == EndScreen("killed", 112, "ice monster")


def test_blank_article_and_name_are_read() -> None:
    picture = STONE.replace("killed by an", "killed by   ").replace("explorer", "        ")
    stone = drawn(picture.replace("ice monster", "starvation "))
    assert read_tombstone(stone) == EndScreen("killed", 112, "starvation")


PAGES = [
    ("\n" * 22 + "Killed by a bat with 9 gold\n[Press return to continue]",
     EndScreen("killed", 9, "bat")),
    ("\n" * 22 + "Killed by an ice monster with 0 gold", EndScreen("killed", 0, "ice monster")),
    ("\n" * 22 + "Killed by starvation with 9 gold", EndScreen("killed", 9, "starvation")),
    ("\n" * 22 + "You quit with 7 gold pieces", EndScreen("quit", 7)),
    ("   Worth  Item\na)     4  2 rations of food\nb)   -10  +1 ring mail [4]\nc)  1000  The Amulet of Yendor"
     "\n     250  Gold Pieces          ", EndScreen("won", 1244)),
    ("   Worth  Item\n      50  Gold Peices          ", EndScreen("won", 50)),
    ("\n" * 9 + "     Congratulations, you have made it to the light of day!    ",
     EndScreen("won", 0)),
    ("Contents of your pack at your untimely demise:\n\na) Some food.\n---   95 gold pieces   ---\n",
     EndScreen("killed", 95)),
    ("Contents of your pack when you chickened out:\n\na) Some food.\n---   7 gold pieces   ---\n",
     EndScreen("quit", 7)),
]  # fmt: skip


@pytest.mark.parametrize(("picture", "grave"), PAGES)
def test_other_last_pages_are_read(picture: str, grave: EndScreen) -> None:
    assert read_tombstone(drawn(picture)) == grave


@pytest.mark.parametrize(
    "picture",
    ["", "You hit", STONE.replace("112", "x"), STONE[:300], "Contents of your pack when you chickened out:"],
)
def test_other_screens_are_no_last_page(picture: str) -> None:
    assert read_tombstone(drawn(picture)) is None


@pytest.mark.slow
@needs_recordings
@pytest.mark.parametrize("folder", ["rogue-5.4.5", "rogue-5.4-2008"])
def test_recorded_tombstones_tell_score_and_killer(folder: str) -> None:
    ends = outcomes(folder)
    assert ends
    for name, end in ends.items():
        screen = Screen()
        for event in events(name):
            if not event.keys:
                screen.feed(event.data)
                if waiting(screen).kind == "dead":
                    break
        grave = read_tombstone(screen)
        assert grave is not None, name
        assert (grave.gold, grave.killer) == (end["score"], end["killer"])
