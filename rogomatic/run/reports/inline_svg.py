"""A drawing as a part of a page: it takes its colours from the page, and is as short as it can be."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import count
from typing import Final

from rogomatic.run.reports.mpl_plots import COLOURS

_SVG: Final = "{http://www.w3.org/2000/svg}"
_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_VARIABLES: Final[dict[str, str]] = {
    **{colour: f"var(--plot-{number})" for number, colour in enumerate(COLOURS)},
    "#000000": "currentColor",
    "#ffffff": "var(--paper)",
    "#999999": "var(--plot-grey)",
    "#b0b0b0": "var(--plot-grey)",
}
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}\b")
_LONG_NUMBER: Final = re.compile(r"-?\d+\.\d{2,}")
_REFERENCE: Final = re.compile(r"#([\w.-]+)")
_NO_TURN: Final = re.compile(r"rotate\(-?0 [^)]*\)")
_FONT: Final = re.compile(r" ?font-family: [^;]*;?")


def inline_svg(file: bytes, prefix: str, label: str) -> str:
    """Return an SVG file as an element for a page.

    `prefix` begins all of its ids, so that several drawings may stand in one page; `label` is read aloud in
    place of the drawing.
    """
    root = ET.fromstring(file)
    _clean(root)
    _rename(root, prefix)
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.attrib.update({"role": "img", "aria-label": label})
    ET.register_namespace("", _SVG[1:-1])
    text = ET.tostring(root, encoding="unicode")
    return re.sub(r"\s*\n\s*", "\n", text).replace("\n<", "<").replace(" />", "/>")


def _clean(element: ET.Element) -> None:
    """Take out what a page has no use for, shorten numbers, put variables for colours."""
    for child in list(element):
        if child.tag in (f"{_SVG}metadata", f"{_SVG}style"):
            element.remove(child)
        else:
            _clean(child)
    for name, value in list(element.attrib.items()):
        if name in ("d", "x", "y", "transform"):
            value = _LONG_NUMBER.sub(lambda found: f"{float(found[0]):.1f}", value).replace(" \n", " ")
        elif name == "style":
            value = _COLOUR.sub(lambda found: _VARIABLES.get(found[0], found[0]), _FONT.sub("", value))
        element.attrib[name] = value
    if _NO_TURN.fullmatch(element.get("transform", "")):
        del element.attrib["transform"]
    styles = {child.get("style", "") for child in element}
    if len(element) > 1 and len(styles) == 1 and all(child.tag == f"{_SVG}use" for child in element):
        element.set("style", styles.pop())
        for child in element:
            child.attrib.pop("style", None)


def _rename(root: ET.Element, prefix: str) -> None:
    """Give short ids to what is referred to, and none to anything else."""
    names = (f"{prefix}-{number}" for number in count(1))
    used: dict[str, str] = {}
    for element in root.iter():
        if target := element.attrib.pop(_HREF, ""):
            element.set("href", target)
        for name in ("href", "clip-path"):
            for old in _REFERENCE.findall(element.get(name, "")):
                if old not in used:
                    used[old] = next(names)
                element.set(name, element.attrib[name].replace(f"#{old}", f"#{used[old]}"))
    for element in root.iter():
        old = element.attrib.pop("id", "")
        if old in used:
            element.set("id", used[old])
