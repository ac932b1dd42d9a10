"""One Chromium for all tests of pages, with nothing left in it of the test before."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

PATIENCE: Final = 120.0  # seconds for what comes at once on a machine that is not busy
FLAGS: Final = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"),
    *("--disable-component-update", "--no-first-run"),
)
SIZE: Final = (1100, 800)
USUAL: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("Emulation.clearDeviceMetricsOverride", {}),
    ("Emulation.setEmulatedMedia", {"media": "", "features": []}),
)


def started_browser() -> Iterator[Any]:
    """Start Debian's Chromium without a window; skip the test where it is not installed."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="no selenium drives a browser")
    driver, chromium = shutil.which("chromedriver"), shutil.which("chromium") or shutil.which("google-chrome")
    if not (driver and chromium):
        pytest.skip("no browser: chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield made
    made.quit()


def emptied(browser: Any) -> Any:
    """Return the browser with an empty page of the usual size and look, and nothing in its log.

    A page that stayed would go on asking a server that is gone.
    """
    browser.get("about:blank")
    for command, values in USUAL:
        browser.execute_cdp_cmd(command, values)
    browser.set_window_size(*SIZE)
    browser.get_log("browser")
    return browser


def wait_for(browser: Any, found: Callable[[Any], Any]) -> Any:
    """Return what is found, as soon as it is."""
    from selenium.webdriver.support.wait import WebDriverWait

    return WebDriverWait(browser, PATIENCE, 0.05).until(found)


def one(browser: Any, where: str) -> Any:
    """Return the first element that a CSS selector names."""
    return browser.find_element("css selector", where)
