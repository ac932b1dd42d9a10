"""Scripts as functions: what a program below scripts/ prints and returns, without the time of a start."""

from __future__ import annotations

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Final
from unittest import mock

SCRIPTS: Final = Path(__file__).resolve().parents[2] / "scripts"


@cache
def module_of(name: str) -> ModuleType:
    """Return a script as a module; its name has no ending."""
    loader = SourceFileLoader(f"{name}_script".replace("-", "_"), str(SCRIPTS / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    with mock.patch.object(sys, "path", [*sys.path]):
        loader.exec_module(module)
    return module


def run_script(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Call the `main` of a script in this process, with these words behind its name."""
    out, err = StringIO(), StringIO()
    line = [str(SCRIPTS / name), *words]
    with (
        mock.patch.object(sys, "argv", line),
        mock.patch.object(sys, "path", [*sys.path]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = module_of(name).main() or 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return subprocess.CompletedProcess(line, code, out.getvalue(), err.getvalue())
