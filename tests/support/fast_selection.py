"""What scripts/test --fast leaves out."""

from __future__ import annotations

from typing import Final

_OF_AGENT: Final = (
    *("anti_stall", "cost_maps", "exchange", "fitness", "game_observer", "gene_pool", "genotypes"),
    *("long_term_memory", "player", "screening", "vt100", "vt100_curses"),
)
_OF_SESSIONS: Final = ("journals", "midway", "session", "wizard", "wizard_items")
_OF_LEVELS: Final = ("level_builder", "new_game", "passages", "populate", "rooms")
NOT_FAST: Final = (
    *("rogue", "rogomatic", "tests/contract", "tests/run"),
    *("tests/rogue/app", "tests/rogue/gym", "tests/rogue/terminal"),
    *(f"tests/rogue/test_{name}.py" for name in ("census", "cli")),
    *(f"tests/rogue/ui/test_{name}.py" for name in _OF_SESSIONS),
    *(f"tests/rogue/levelgen/test_{name}.py" for name in _OF_LEVELS),
    *(f"tests/rogue/editions/test_{name}.py" for name in ("fights", "levels", "strength_and_hunger")),
    *(f"tests/rogue/storage/test_{name}.py" for name in ("history", "savefile")),
    *(f"tests/rogomatic/test_{name}.py" for name in _OF_AGENT),
)
"""Files and folders: whole games, programs, terminals, recordings, samples by the thousand, doctests."""
BUT_FAST: Final = tuple(
    f"tests/contract/test_{name}.py" for name in ("checks", "imports", "module_graph", "notation")
)
"""What is run all the same."""
