"""The settings that decide how thorough a review is."""

from __future__ import annotations

from typing import Final, Literal

Effort = Literal["quick", "usual", "thorough"]
EFFORTS: Final[tuple[Effort, ...]] = ("quick", "usual", "thorough")
PLAYS: Final = 200
"""Default number of fresh playouts of each of the final two moves."""
