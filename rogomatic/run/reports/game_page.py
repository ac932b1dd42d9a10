"""The page of one game: a file that plays it in any browser, without network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape as escaped
from typing import Final

from rogomatic.run.recordings.game_frames import Frame
from rogomatic.run.reports.html_player import document, keys_in_html, link_to, player
from rogomatic.run.reports.packed_game import GamePacker, PlayableGame

_NAME: Final = "game"
_WHAT: Final = (
    "<kbd>@</kbd> is the hero, letters are monsters, <kbd>*</kbd> is gold, <kbd>%</kbd> are stairs, "
    "<kbd>^</kbd> is a trap; <kbd>! ? / = ) ] :</kbd> can be picked up. The agent sees this screen and "
    "nothing else. Below stand its reason for the next key, and the danger that it sees."
)


def game_page(title: str, lead: str, notes: Sequence[str], frames: Iterable[Frame]) -> Iterator[bytes]:
    """Yield the page of a game, which has at least one frame.

    lead   a sentence that sums the game up
    notes  sentences about what is not as one would expect
    """
    packer = GamePacker()
    for frame in frames:
        packer.add(frame)
    game = packer.packed(zipped=False)
    if game is not None:
        body = _body(title, lead, notes, game)
        yield from (f"{line}\n".encode() for line in document(title, body, {_NAME: game}))


def _body(title: str, lead: str, notes: Sequence[str], game: PlayableGame) -> Iterator[str]:
    yield f"<header><h1>{escaped(title)}</h1><p>{escaped(lead)}</p></header>"
    yield "<main>"
    for note in notes:
        yield f'<p class="note">{escaped(note)}</p>'
    if (escape := game.escape) is not None:
        link = link_to(_NAME, escape.frame, escape.words)
        where = f"level {escape.depth}, turn {escape.turn:,}"
        yield f'<p class="escapes">The closest escape: {link} ({where}).</p>'
    yield from player(_NAME, title, game.still)
    yield keys_in_html()
    if game.still.turn >= 0:
        yield f'<p class="hint">{_WHAT}</p>'
    yield "</main>"
