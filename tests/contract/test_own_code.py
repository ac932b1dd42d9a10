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
    assert sorted(path.name for path in assets.iterdir()) == ["page.css", "player.js"]
    assert {path.suffix for path in assets.iterdir()} <= set(SCRIPTS)


FOREIGN = (
    ("a/player.min.js", "", "a minified or bundled file"),
    ("a/player.js", f"let a = 1;\n{'x' * 401}\n", "lines of more than 400 characters"),
    ("a/page.css", "/*! @license of somebody */", "the banner of a licence: @license"),
    ("a/tool.py", "# Licensed under the terms of others", "the banner of a licence: Licensed under"),
    ("vendor/tool.py", "", "a vendored file"),
    ("a/player.LICENSE", "", "another licence"),
    ("a/player.wasm", "", "a compiled or packed file"),
)
"""Name of a file, its text, and what is said of it."""


def test_what_others_wrote_is_found(tmp_path: Path) -> None:
    for name, text, _ in FOREIGN:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert sorted(complaints(tmp_path)) == sorted(f"{name}: {reason}" for name, _, reason in FOREIGN)


def test_what_is_our_own_is_let_pass(tmp_path: Path) -> None:
    (tmp_path / "player.js").write_text(f"{'x' * LONGEST}\n")
    (tmp_path / LICENCE).write_text("BSD 3-Clause License\nCopyright (c) 2026")
    assert list(complaints(tmp_path)) == []
