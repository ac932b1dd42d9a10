"""What pyproject.toml cannot say of the build: trained files, and the optional compiled build."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SWITCH: Final = "ROGUE_COMPILE"
# Of Python into C; of many C files at a time; and what is imported by modules beside the compiled ones, whose
# types the first one reads.
COMPILERS: Final = ("mypy>=2.4", "pybind11>=2.10", "numpy>=1.24", "blessed>=1.20")
# Folders and modules that are compiled: the game and the agent between keys and bytes.
COMPILED: Final = (
    *("rogue/shared/errors.py", "rogue/tables", "rogue/state", "rogue/levelgen", "rogue/minds"),
    *("rogue/rules", "rogue/ui", "rogomatic/agent", "rogomatic/agent/kernels", "rogomatic/agent/screen"),
    *("rogomatic/agent/sight", "rogomatic/agent/beliefs", "rogomatic/agent/engine"),
    *("rogomatic/agent/think", "rogomatic/agent/think/ground", "rogomatic/agent/think/fight"),
    *("rogomatic/agent/think/items", "rogomatic/agent/experts"),
    "rogomatic/agent/memory/monster_estimates.py",
    *("rogomatic/run/runner/link.py", "rogomatic/run/runner/exchange_loop.py"),
    *("rogue/eggg/rules/scene.py", "rogue/eggg/rules/movements.py", "rogue/eggg/rules/guards.py"),
    *("rogue/eggg/rules/actions.py", "rogue/eggg/rules/turns.py", "rogue/eggg/rules/rule_book.py"),
    "rogue/eggg/rules/game_engine.py",
    "rogomatic/eggg/playouts.py",
    "rogomatic/run/viewer/explain.py",  # its classes have compiled ones for parents
)


def sources() -> list[str]:
    """Return the files to compile, in a fixed order."""
    found: list[Path] = []
    for name in map(Path, COMPILED):
        found += [name] if name.suffix else sorted(name.glob("*.py"))
    return [str(file) for file in found if file.name != "__init__.py"]


class WithMemory(build_py):
    """Builds the packages and puts a copy of the trained files beside them; a checkout reads the folder."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            shipped = Path(self.build_lib) / "rogomatic" / "shipped"
            shutil.rmtree(shipped, ignore_errors=True)
            shutil.copytree(Path(__file__).parent / "memory", shipped)


class Compile(build_ext):
    """Builds what `sources` names; mypyc is asked only when it comes to that, not for the metadata."""

    def finalize_options(self) -> None:
        if self.inplace:
            raise SystemExit(f"{SWITCH} is not for editable installs: old extensions would hide the sources.")
        super().finalize_options()

    def run(self) -> None:
        """Have mypyc write the C files, and compile them."""
        from mypyc.build import mypycify

        self.distribution.ext_modules = mypycify(sources(), opt_level="2", debug_level="0", multi_file=True)
        self.swig_opts = None  # a list by now, and split again
        super().finalize_options()
        super().run()

    def build_extensions(self) -> None:
        """Compile as many C files at a time as there are processors."""
        from pybind11.setup_helpers import ParallelCompile

        with ParallelCompile():
            super().build_extensions()


if os.environ.get(SWITCH, "") in ("", "0"):
    setup(cmdclass={"build_py": WithMemory})
else:
    setup(
        cmdclass={"build_ext": Compile, "build_py": WithMemory},
        ext_modules=[Extension("rogue", [])],  # stands for those to come
        setup_requires=list(COMPILERS),
    )
