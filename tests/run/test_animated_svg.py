"""Animated pictures: each part of a row is drawn once, and shown in the frames that have it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from rogomatic.run.viewer.animated_svg import Look, Row, animated_svg

PLAIN = Look()
RED = Look("#ff0000", bold=True)


def row(text: str, look: Look = PLAIN) -> Row:
    return tuple((letter, look) for letter in text)


FRAMES = [[row("ab  cd"), row("same &")], [row("xb  cd", RED), row("same &")], [row("ab  cd"), row("same &")]]
SVG = animated_svg(FRAMES, [1.0, 2.0, 1.0], "a <title>", (2,), still=1)


def test_each_distinct_part_is_drawn_once() -> None:
    texts = [str(one.text) for one in ElementTree.fromstring(SVG).iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(texts) == ["a <title>", "ab", "cd", "cd", "me &", "sa", "xb"]  # the second "cd" is red


def test_a_part_is_shown_in_its_frames_only() -> None:
    rules = re.findall(r"@keyframes \w+\{(.*)\}", SVG)
    assert "0.000%{visibility:visible}25.000%{visibility:hidden}75.000%{visibility:visible}" in rules
    assert "0.000%{visibility:hidden}25.000%{visibility:visible}75.000%{visibility:hidden}" in rules
    assert SVG.count("infinite") == len(rules) == 2


def test_the_still_frame_is_shown_where_nothing_moves() -> None:
    shown = re.findall(r"\{visibility:(\w+);animation", SVG)
    assert sorted(shown) == ["hidden", "visible"]
    assert "prefers-reduced-motion: reduce" in SVG


def test_what_never_changes_is_not_animated() -> None:
    (line,) = [line for line in SVG.splitlines() if ">me &amp;<" in line]
    assert "<g" not in line


def test_equal_frames_make_equal_pictures_without_script_or_network() -> None:
    assert animated_svg(FRAMES, [1.0, 2.0, 1.0], "a <title>", (2,), still=1) == SVG
    assert not re.search(r"<script|href=|@import|url\(", SVG)
