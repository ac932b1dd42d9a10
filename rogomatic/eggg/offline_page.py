"""A page of one file that plays a game in a browser, without a network."""

from __future__ import annotations

import base64
import html
import io
import json
import zipfile
from collections.abc import Mapping
from importlib import resources
from typing import Final

from rogomatic.eggg.needed_modules import needed_files
from rogomatic.eggg.opponents import LEVELS
from rogomatic.eggg.page_match import MODULES
from rogue.shared.board_games import Game

_UNUSED: Final = (
    "rogomatic.agent", "rogomatic.cli", "rogomatic.run", "rogue.rules", "rogue.state", "rogue.tables",
    "rogue.ui", "rogue.terminal", "rogue.server", "rogue.storage",
)  # fmt: skip
"""Packages of Rogue and of its agent, which no board needs."""


def page(game: Game, text: str, release: Mapping[str, bytes]) -> bytes:
    """Return the page that plays a game.

    text     its description, parents included
    release  compressed files of Pyodide, by name
    """
    files = {**release, "game.zip": _modules()}
    head = {"text": text, "players": list(game.players), "levels": list(LEVELS)}
    blocks = "\n".join(
        f'<script type="application/octet-stream" id="{name}">{base64.b64encode(data).decode()}</script>'
        for name, data in files.items()
    )
    whole = (resources.files("rogomatic.eggg") / "assets" / "offline_page.html").read_text("utf-8")
    heads = json.dumps(head).replace("<", "\\u003c")
    fills = {"@TITLE@": html.escape(game.name), "@HEAD@": heads, "@FILES@": blocks}
    for mark, filled in fills.items():
        whole = whole.replace(mark, filled)
    return whole.encode()


def _modules() -> bytes:
    """Return our modules that a page needs, as a zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in sorted(needed_files(MODULES, _UNUSED).items()):
            packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
