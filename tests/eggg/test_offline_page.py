"""The page that plays a game offline, without the engine: the board, the words, and the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rogomatic.eggg import own_tables
from rogomatic.eggg.pack_command import page
from rogomatic.eggg.page_match import PageMatch
from rogue.eggg.library import text_of
from tests.support.shared_browser import one, wait_for

pytestmark = pytest.mark.slow  # every case needs a browser
FOCUS = "return document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
RING = """
const { stroke, strokeWidth } = getComputedStyle(document.activeElement.firstChild);
return [getComputedStyle(document.activeElement).outlineStyle, stroke, parseFloat(strokeWidth)];
"""


def opened(browser: Any, tmp_path: Path, name: str) -> PageMatch:
    """Open the page of a game, which has no engine: it must show what this match says."""
    text = text_of(name)
    game, file = own_tables.load(name), tmp_path / "game.html"
    file.write_bytes(page(game, text, {}))
    browser.get(file.as_uri())
    assert not one(browser, "main").is_displayed(), "nothing can be chosen before the game is loaded"
    wait_for(browser, lambda seen: "went wrong" in one(seen, "#said").text)
    browser.execute_script("document.querySelector('main').hidden = false; hear({ ready: true })")
    return PageMatch(game, 0, "fair", 1)


def show(browser: Any, match: PageMatch, *word: str) -> None:
    browser.execute_script(f"hear({{ shown: {match.do(*(word or ('show',)))} }})")


def test_a_board_is_played_with_the_keyboard(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    match = opened(browser, tmp_path, "chess")
    show(browser, match)
    for square, said in (("a1", "a1 White Rook"), ("e7", "e7 Black Pawn"), ("e4", "e4 empty")):
        assert one(browser, f'[aria-label^="{square} "]').get_attribute("aria-label") == said
    one(browser, "#text").send_keys(Keys.TAB)  # the keyboard is in use
    pawn = one(browser, '[aria-label^="e2 "]')
    browser.execute_script("arguments[0].focus()", pawn)
    outline, stroke, width = browser.execute_script(RING)
    assert (outline, stroke != "none", width < 0.3) == ("none", True, True), "a square is 1 wide"
    pawn.send_keys(Keys.ENTER)
    assert browser.execute_script(FOCUS) == "e2 White Pawn"
    browser.execute_script("document.querySelector('[aria-label^=\"e4 \"]').focus()")
    show(browser, match, "move", "e2-e4")
    assert browser.execute_script(FOCUS) == "e4 White Pawn"


@pytest.mark.parametrize(
    ("name", "told"), [("poker", ""), ("deducto", ""), ("letters", "First: 0\nSecond: 0\n")]
)
def test_scores_stand_below_a_board_of_several(browser: Any, tmp_path: Path, name: str, told: str) -> None:
    show(browser, opened(browser, tmp_path, name))
    shown = browser.execute_script("return document.querySelector('#table pre').textContent")
    assert shown.startswith(told) if told else "First: " not in shown


def test_moves_are_chosen_with_the_keyboard(browser: Any, tmp_path: Path) -> None:
    match = opened(browser, tmp_path, "letters")
    show(browser, match)
    browser.execute_script("document.querySelector('#choices summary').focus()")
    show(browser, match, "move", "pass")
    assert browser.execute_script("return document.activeElement.closest('#choices') !== null")
