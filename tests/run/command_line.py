"""The command line of the agent in this process: what a command prints, and with which code it ends."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from rogomatic import cli


class Printed(NamedTuple):
    """What a command has printed."""

    out: str
    err: str


def rogomatic(words: Sequence[str], code: int = 0) -> Printed:
    """Run a command, which has to end with this exit code; return what it printed."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    # A compiled copy in this checkout would take the place of the test.
    with redirect_stdout(out), redirect_stderr(err), patch.object(cli, "start_compiled"):
        try:
            ended: object = cli.main(words)
        except SystemExit as leave:
            ended = leave.code
    for stream in (out, err):
        stream.seek(0)
    printed = Printed(out.read(), err.read())
    assert ended == code, printed.err
    return printed
