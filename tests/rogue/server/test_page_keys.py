"""The keyboard on the page: what a key sends, when it is the game's, and what a screen reader says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("websockets", reason="the extra `web` is not installed")
pytest.importorskip("selenium", reason="no selenium drives a browser")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys as On

from rogue.ui.keyboard import Keyboard
from tests.rogue.server.browsing import Background, screen
from tests.support.shared_browser import one, wait_for

ALTGR = {"ctrlKey": True, "altKey": True}
SENT: list[tuple[dict[str, Any], str]] = [
    # characters that need AltGr, as Windows and Linux tell it, or Option
    *(({"key": key, **ALTGR}, key) for key in "@[]\\\\|{}~"),
    *(({"key": key, "modifierAltGraph": True}, key) for key in "@]"),
    *(({"key": key, **ALTGR, "modifierAltGraph": True}, key) for key in "@|"),
    *(({"key": key, "altKey": True}, key) for key in "@[]|"),
    ({"key": "@", "shiftKey": True}, "@"),
    ({"key": "é"}, "é"),
    # commands with control
    ({"key": "p", "ctrlKey": True}, "\x10"),
    ({"key": "R", "ctrlKey": True}, "\x12"),
    ({"key": "[", "ctrlKey": True}, "\x1b"),
    # shortcuts of the browser, and letters that are being composed
    *(({"key": key, "altKey": True}, "") for key in "df1 "),
    *(({"key": key, **ALTGR}, "") for key in "vt"),
    *(({"key": key, "metaKey": True}, "") for key in ("r", "ArrowLeft")),
    *(({"key": key, "ctrlKey": True}, "") for key in ("+", "-", "0", "Tab", "Enter", "@")),
    ({"key": "I", "ctrlKey": True, "shiftKey": True}, ""),
    *(({"key": key}, "") for key in ("Dead", "Process", "Unidentified", "Shift", "Tab", "F5")),
    ({"key": "Tab", "shiftKey": True}, ""),
    ({"key": "e", "isComposing": True}, ""),
    ({"key": "e", "keyCode": 229}, ""),
    ({"key": "ArrowLeft", "altKey": True}, ""),
]
"""An event of the keyboard, and what it sends."""
NAMED = {
    "up": {"key": "ArrowUp"}, "down": {"key": "ArrowDown"}, "left": {"key": "ArrowLeft"},
    "right": {"key": "ArrowRight"}, "home": {"key": "Home"}, "end": {"key": "End"},
    "page up": {"key": "PageUp"}, "page down": {"key": "PageDown"}, "middle": {"key": "Clear"},
    "delete": {"key": "Delete"}, "shift right": {"key": "ArrowRight", "shiftKey": True},
    "ctrl home": {"key": "Home", "ctrlKey": True},
    "ctrl shift page up": {"key": "PageUp", "ctrlKey": True, "shiftKey": True},
    "keypad 7": {"key": "7", "location": 3}, "7": {"key": "7"}, "\r": {"key": "Enter"},
    "\x7f": {"key": "Backspace"},
}  # fmt: skip
"""A key of the game's table, and the event that sends it."""


def play(browser: Any, background: Background) -> Any:
    """Begin a game on the page; return it."""
    browser.get(f"http://127.0.0.1:{background.ports['web']}/")
    one(browser, "#name").send_keys("Zoë")
    one(browser, "#enter button").click()
    wait_for(browser, lambda _: "Return for 5.4" in screen(browser))
    press(browser, On.ENTER, *"mine", On.ENTER)
    wait_for(browser, lambda _: "Hp: 12(12)" in screen(browser))
    return background.server.games["zoe"]


def press(browser: Any, *keys: str) -> None:
    """Press keys, wherever the focus is."""
    for key in keys:
        ActionChains(browser).send_keys(key).perform()


def press_back(browser: Any) -> None:
    """Press Tab with shift."""
    ActionChains(browser).key_down(On.SHIFT).send_keys(On.TAB).key_up(On.SHIFT).perform()


def focus(browser: Any) -> str:
    """Return what has the focus: its id, else its name for a screen reader."""
    return str(
        browser.execute_script("const on = document.activeElement; return on.id || on.ariaLabel || ''")
    )


def said(browser: Any) -> list[str]:
    return [row.get_attribute("textContent") for row in browser.find_elements("css selector", "#messages p")]


def plays(game: Any, turns: int) -> Callable[[Any], bool]:
    return lambda _: bool(game.turns == turns)


def has_events(game: Any, more_than: int) -> Callable[[Any], bool]:
    return lambda _: len(game._recorded.events) > more_than


def shows(row: str) -> Callable[[Any], bool]:
    return lambda browser: screen(browser).startswith(row)


def has_said(words: str, times: int) -> Callable[[Any], bool]:
    return lambda browser: sum(words in row for row in said(browser)) == times


def test_what_an_event_of_the_keyboard_sends(background: Background, browser: Any) -> None:
    browser.get(f"http://127.0.0.1:{background.ports['web']}/")
    events = [event for event, _ in SENT] + list(NAMED.values())
    sent = browser.execute_script(
        "return arguments[0].map((event) => keysOf(new KeyboardEvent('keydown', event)))", events
    )
    assert dict(zip(map(str, events), sent[: len(SENT)], strict=False)) == {
        str(event): keys for event, keys in SENT
    }
    assert [Keyboard().feed(keys.encode()) for keys in sent[len(SENT) :]] == [[name] for name in NAMED]


def test_keys_are_the_games_while_it_has_the_focus(background: Background, browser: Any) -> None:
    game = play(browser, background)
    assert focus(browser) == "screen"
    first = screen(browser)
    press(browser, On.TAB)
    assert focus(browser) == "up and left"
    assert screen(browser) == first  # no key of the game
    assert one(browser, "#hint").is_displayed()
    press(browser, "s", "s")
    assert game.turns == 0
    press(browser, *[On.TAB] * 4)
    assert focus(browser) == "rest"
    for number, key in enumerate((On.ENTER, On.SPACE), 1):
        press(browser, key)
        wait_for(browser, plays(game, number))
    one(browser, "#steps button:nth-child(5)").click()  # by mouse it stays where it is
    wait_for(browser, plays(game, 3))
    one(browser, "#screen").click()
    next(button for button in browser.find_elements("css selector", "#keys button")).click()
    wait_for(browser, plays(game, 4))
    assert focus(browser) == "screen"
    press_back(browser)
    assert focus(browser) == "back"
    press(browser, On.ENTER)
    wait_for(browser, lambda _: one(browser, "#lobby").is_displayed())
    wait_for(browser, lambda _: game.line is None)
    assert focus(browser) == "top"


def test_a_screen_reader_is_told_what_altgr_and_buttons_make_the_game_say(
    background: Background, browser: Any
) -> None:
    game = play(browser, background)
    assert_messages_are_read(browser)
    assert_buttons_are_named(browser, game)
    at = "document.dispatchEvent(new KeyboardEvent('keydown', {...arguments[0], cancelable: true}))"
    for key, answer in (("]", "You are wearing"), ("@", "Level: 1"), (")", "You are wielding")):
        taken = browser.execute_script(f"return !{at}", {"key": key, **ALTGR})
        assert taken
        wait_for(browser, shows(answer))


def assert_messages_are_read(browser: Any) -> None:
    region = one(browser, "#messages")
    assert (region.get_attribute("role"), region.get_attribute("aria-live")) == ("log", "polite")
    wait_for(browser, lambda _: said(browser)[-1:] and said(browser)[-1].startswith("Hello zoe, welcome"))
    for count in (1, 2):  # also when it is the same once more
        press(browser, "]")
        wait_for(browser, has_said("You are wearing", count))
    press(browser, "i")
    wait_for(browser, lambda _: "a) Some food" in said(browser))
    press(browser, " ")
    assert one(browser, "#screen").get_attribute("role") == "application"


def assert_buttons_are_named(browser: Any, game: Any) -> None:
    buttons = browser.find_elements("css selector", "#pad button")
    assert "".join(button.text for button in buttons[:9]) == "↖↑↗←•→↙↓↘"
    assert all(button.accessible_name and button.accessible_name not in "↖↑↗←•→↙↓↘" for button in buttons)
    assert all(min(button.size.values()) >= 44 for button in buttons)
    for name, key in (("right", b"l"), ("up and left", b"y"), ("rest", b".")):
        count = len(game._recorded.events)
        one(browser, f"#steps button[aria-label='{name}']").click()
        wait_for(browser, has_events(game, count))
        assert game._recorded.events[count].keys == key
