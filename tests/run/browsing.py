"""Pages of ours in a real browser."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from tests.support.shared_browser import wait_for


def opened(browser: Any, page: Path, width: int = 1280, scheme: str = "light", *, height: int = 800) -> None:
    """Open the page in a window of that size under that color scheme."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    browser.get(page.as_uri())


class Played:
    """A player of the page that is open, by default the first."""

    def __init__(self, browser: Any, name: str = ".player") -> None:
        self.browser = browser
        self.place = browser.find_element("css selector", name)

    def part(self, name: str) -> Any:
        return self.place.find_element("css selector", f".{name}")

    def text(self, name: str) -> str:
        return str(self.browser.execute_script("return arguments[0].textContent", self.part(name)))

    @property
    def at(self) -> int:
        return int(self.part("seek").get_property("value"))

    @property
    def last(self) -> int:
        return int(self.part("seek").get_property("max"))

    def wait(self, so: Callable[[], bool]) -> None:
        wait_for(self.browser, lambda _: so())

    def moves(self) -> None:
        """Wait until a few frames have passed, or the game has come to its end on a busy machine."""
        at = self.at
        self.wait(lambda: self.at > min(at + 3, self.last - 1))

    def wait_for(self, at: int) -> None:
        """Wait until a frame is shown."""
        self.wait(lambda: self.at == at)

    def seek(self, at: int) -> None:
        """Move the slider."""
        moved = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
        self.browser.execute_script(moved, self.part("seek"), at)

    def press(self, *keys: str) -> None:
        """Send keys to the player, whatever had the focus."""
        self.browser.execute_script("arguments[0].focus()", self.place)
        self.browser.switch_to.active_element.send_keys(*keys)


STICKS_OUT = """
const inside = (one) => one.closest(".wide, .screen, template");
return [...document.querySelectorAll("body *")].filter((one) => !inside(one.parentElement))
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
    .map((one) => one.outerHTML.slice(0, 100));
"""
OUT_OF_SIGHT = """
const missing = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < 0 || top < 0 || right > document.documentElement.clientWidth || bottom > innerHeight;
};
return [...arguments].filter((name) => missing(document.querySelector("." + name)));
"""
CUT = """
const pen = document.createElement("canvas").getContext("2d"), arrow = 20;
const cut = [...document.querySelectorAll(".screen")].filter((one) => one.scrollWidth > one.clientWidth);
for (const list of document.querySelectorAll(".places")) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    pen.font = font;
    cut.push(...[...list.options].filter((one) => pen.measureText(one.text).width > room));
}
return cut.map((one) => one.outerHTML.slice(0, 100));
"""
SMALL_TARGETS = """
for (const one of document.querySelectorAll("details")) one.open = true;
const target = (one) => one.type === "checkbox" ? one.parentElement : one;
return [...document.querySelectorAll("a, button, select, input, summary")].map(target)
    .filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44)
    .map((one) => one.outerHTML.slice(0, 100));
"""


VOID = ("meta", "img", "br", "hr", "input", "link")


class Outline(HTMLParser):
    """Checks that tags are closed in order, and collects what there is."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.controls: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[name] for name in ("src", "href") if name in found]
        self.controls += [found["aria-controls"]] if "aria-controls" in found else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_document(text: str) -> None:
    """Check that tags are closed, names are used once, and nothing is fetched from outside."""
    outline = Outline()
    outline.feed(text)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert set(outline.controls) <= set(outline.ids)
    assert all(link.startswith(("data:", "#")) for link in outline.links)
    assert not re.search(r"https?:(?!//www\.w3\.org/)", text)


def check_policy(text: str) -> None:
    """Check that only the script of the page may run, and that it may fetch nothing."""
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.split("; ")[0] == "default-src 'none'"
    assert f"script-src 'sha256-{digest}'" in policy.split("; ")
