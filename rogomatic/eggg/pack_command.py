"""The command `eggg pack`, which makes one file of a game."""

from __future__ import annotations

import argparse
import io
import os
import re
import zipfile
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Final

from rogomatic.eggg import own_tables
from rogomatic.eggg.needed_modules import needed_files
from rogomatic.eggg.offline_page import page, release_files
from rogue.shared.command_lines import short_path
from rogue.shared.files import write_new

_FOLDER: Final = "rogue/eggg/games"  # of descriptions, in an archive
_SHEBANG: Final = b"#!/usr/bin/env python3\n"
_MADE: Final = (1980, 1, 1, 0, 0, 0)  # so that the same game makes the same bytes


def pack(args: argparse.Namespace) -> int:
    """Write the file, which must be new.  Raises CommandError, LaunchError, NewFileError."""
    name, text = own_tables.whole_text(args.game)
    kind = ".html" if args.html else ".pyz"
    path = args.out or Path(f"{name}{kind}")
    if args.html:
        data = page(own_tables.load(args.game), text, release_files(own_tables.cache_folder()))
    else:
        data = archive(name, text, is_world=own_tables.is_world(own_tables.game_of(args.game)))
    write_new(path, [data])
    if not args.html:
        with suppress(OSError):  # on disks without such permissions it is started by python3 as well
            path.chmod(path.stat().st_mode | 0o111 & ~_umask())
    start = "open it in a browser" if args.html else f"python3 {short_path(path)}"
    print(f"{path}: {len(data) / 1e6:.1f} MB; {start}")
    return 0


def _umask() -> int:
    """Return the permissions that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def archive(name: str, text: str, *, is_world: bool = False) -> bytes:
    """Return a program of one file that plays a description, parents included, or serves a text world."""
    files = needed_files(["rogomatic.eggg.eggg_command_line"])
    files[f"{_FOLDER}/{name}.egg"] = text.encode()
    for parent in re.findall("^This is like (.+)$", text, re.MULTILINE):  # which the text includes
        files.setdefault(f"{_FOLDER}/{parent.lower()}.egg", b"")
    start = (resources.files("rogomatic.eggg") / "assets" / "packed_main.txt").read_text("utf-8")
    files["__main__.py"] = start.replace("@NAME@", repr(name)).replace("@IS_WORLD@", str(is_world)).encode()
    out = io.BytesIO(_SHEBANG)
    out.seek(0, io.SEEK_END)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as packed:
        for inside, data in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(inside, _MADE), data, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()
