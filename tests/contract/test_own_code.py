"""The tree holds no code of others: no minified, bundled or vendored file, nothing under another licence."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

SKIPPED = ("build", "dist", "__pycache__")  # beside folders whose names begin with a dot
LICENCE = "LICENSE"  # our own, at the top
SCRIPTS = (".js", ".mjs", ".cjs", ".css")
BINARIES = (".wasm", ".woff", ".woff2", ".ttf", ".otf", ".so", ".dll", ".jar", ".whl", ".zip")
TEXTS = (*SCRIPTS, ".py", ".html", ".svg", "")
LONGEST = 400
BANNERS = re.compile(
    r"@license|@preserve|SPDX-License-Identifier|Licensed under|Apache License|MIT License|Mozilla Public"
    r"|GNU (Lesser |Affero )?General Public License|Permission is hereby granted|\(c\) (19|20)\d\d"
    r"|sourceMappingURL",
    re.IGNORECASE,
)


def complaints(folder: Path) -> Iterator[str]:
    """Yield what looks like code of others, as path and reason."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if one not in SKIPPED and not one.startswith("."))
        for name in sorted(names):
            path = Path(here, name)
            shown = path.relative_to(folder).as_posix()
            yield from (f"{shown}: {reason}" for reason in _reasons(path, shown))


def _reasons(path: Path, shown: str) -> Iterator[str]:
    parts = path.name.lower().split(".")
    if "min" in parts[1:] or "bundle" in parts[1:]:
        yield "a minified or bundled file"
    if path.suffix.lower() in BINARIES:
        yield "a compiled or packed file"
    if {"vendor", "vendored", "third_party", "node_modules"} & set(shown.lower().split("/")):
        yield "a vendored file"
    if re.search(r"licen[cs]e|copying|notice", path.name, re.IGNORECASE) and shown != LICENCE:
        yield "another licence"
    if path.suffix in TEXTS and shown not in (LICENCE, "tests/contract/test_own_code.py"):
        text = path.read_bytes().decode("utf-8", "replace")
        if found := BANNERS.search(text):
            yield f"the banner of a licence: {found[0]}"
        if path.suffix in SCRIPTS and any(len(line) > LONGEST for line in text.splitlines()):
            yield f"lines of more than {LONGEST} characters"


def test_the_tree_holds_no_code_of_others(root: Path) -> None:
    assert list(complaints(root)) == []


def test_the_scripts_of_the_page_are_looked_at(root: Path) -> None:
    assets = root / "rogomatic" / "run" / "reports" / "assets"
    scripts = [path.name for path in assets.iterdir() if path.suffix in SCRIPTS]
    assert sorted(scripts) == ["page.css", "player.js"]
    assert {path.suffix for path in assets.iterdir()} <= set(TEXTS)
