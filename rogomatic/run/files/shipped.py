"""What ships with the program: the trained memories in the folder `memory`.

Owns   finding the folder, in a checkout and in an installed package, and reading what is there.
Leaves the form of the files (learn.text), the memory of a person (memory_file).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rogomatic.learn.memory import Memory, default_memory, merge
from rogomatic.run.files.memory_file import load_memory

_INSTALLED = Path(__file__).resolve().parents[2] / "shipped"  # where the build puts a copy (setup.py)
_CHECKOUT = Path(__file__).resolve().parents[3] / "memory"


def shipped_folder() -> Path:
    """Return the folder of what ships: that of the installed package, or that of the checkout."""
    return _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT


@cache
def shipped_memory() -> Memory:
    """Return the trained memories of all editions together, the same value every time.

    Raises MemoryFileError when one of the files is damaged.
    """
    memory = default_memory()
    for path in sorted(shipped_folder().glob("*.txt")):
        memory = merge(memory, load_memory(path))
    return memory
