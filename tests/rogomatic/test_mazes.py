"""Mazes are told from passages by their lattice (GEN-17)."""

from __future__ import annotations

from rogomatic.agent.beliefs.terrain_map import PASSAGE, is_maze
from tests.support.agent_scenes import beliefs

LATTICE = "\n" + "\n".join(("###########", "# # # # # ") * 3) + "\n@#"
TANGLE = LATTICE.replace("# # # # # ", "##########")


def is_one(picture: str) -> bool:
    """Ask of all passages in a picture."""
    code = bytes(beliefs(picture).level.code)
    return is_maze(code, [spot for spot, here in enumerate(code) if here == PASSAGE])


def test_passages_on_a_lattice_are_a_maze_and_others_are_not_GEN_17() -> None:
    assert is_one(LATTICE)
    assert not is_one(TANGLE)


def test_a_few_passages_are_no_maze_GEN_17() -> None:
    rows = LATTICE.split("\n")
    assert not is_one("\n".join([*rows[:2], rows[-1]]))
