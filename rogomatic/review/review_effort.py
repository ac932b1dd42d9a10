"""Settings of a review: how thorough it is."""

from __future__ import annotations

from typing import Final, Literal

Effort = Literal["quick", "usual", "thorough"]
EFFORTS: Final[tuple[Effort, ...]] = ("quick", "usual", "thorough")
PLAYS: Final = 200
"""Fresh playouts of each of the final two moves, by default."""
