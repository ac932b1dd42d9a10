"""The web page of one game, with a player that needs no network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from rogomatic.run.recordings.game_frames import Frame
from rogomatic.run.reports.html_player import document, keys_in_html, link_to, player, reasons_in_html
from rogomatic.run.reports.packed_game import GamePacker, PlayableGame
from rogomatic.run.story.chronicle import GameStory

_NAME: Final = "game"
_WHAT: Final = (
    "<kbd>@</kbd> is the hero, letters are monsters, <kbd>*</kbd> is gold, <kbd>%</kbd> are stairs, "
    "<kbd>^</kbd> is a trap; <kbd>! ? / = ) ] :</kbd> can be picked up. The agent sees this screen and "
    "nothing else. Its reason for the next key and the danger that it sees are below the screen."
)


def game_page(
    title: str,
    lead: str,
    notes: Sequence[str],
    frames: Iterable[Frame],
    story: GameStory,
    section: Iterable[str] = (),
) -> Iterator[bytes]:
    """Yield the lines of a game's page.  Yield nothing if the game has no frame.

    lead        a sentence that sums up the game
    notes       remarks on anything unexpected
    story       events with their frame numbers, and sentences that say why the hero died
    section     lines of HTML for the end of the page
    """
    packer = GamePacker()
    for frame in frames:
        packer.add(frame)
    game = packer.packed(story, zipped=False)
    if game is not None:
        body = _body(title, notes, game, section)
        yield from (f"{line}\n".encode() for line in document(title, lead, body, {_NAME: game}))


def _body(title: str, notes: Sequence[str], game: PlayableGame, section: Iterable[str]) -> Iterator[str]:
    yield "<main>"
    for note in notes:
        yield f'<p class="note">{escape(note)}</p>'
    yield player(_NAME, title, game.still)
    if game.story.why:
        yield f"<h2>{escape(game.story.heading)}</h2>"
        yield reasons_in_html(game.story.why)
    if game.story.happenings:
        yield "<h2>What happened</h2>"
        yield '<ul class="happenings">'
        for one in game.story.happenings:
            yield f"<li>Turn {one.turn:,}: {link_to(_NAME, one.number, one.text)}</li>"
        yield "</ul>"
    yield keys_in_html()
    if game.still.turn >= 0:
        yield f'<p class="hint">{_WHAT}</p>'
    yield from section
    yield "</main>"
