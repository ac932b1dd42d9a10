"""Seeds and actions as callers give them: checked before any game moves."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rogue.shared.seeds import SEEDS


def whole(value: Any, what: str) -> int:
    """Return a whole number: an int, or one of NumPy.  Raises TypeError for a bool, a float, or a text."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        return index(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{what} must be a whole number, not {value!r} of type {kind}") from None


def checked_seed(value: Any, what: str = "the seed") -> int:
    """Return the number of a dungeon.  Raises TypeError or, outside of 0 to 2**64 - 1, ValueError."""
    seed = whole(value, what)
    if not 0 <= seed < SEEDS:
        raise ValueError(f"{what} must be from 0 to 2**64 - 1, not {seed}")
    return seed


def checked_action(value: Any, actions: int) -> int:
    """Return an action.  Raises TypeError, and ValueError unless it is one of that many, from 0 on."""
    action = whole(value, "an action")
    if not 0 <= action < actions:
        raise ValueError(f"an action must be from 0 to {actions - 1}, not {action}")
    return action


def checked_actions(values: Any, games: int, actions: int) -> NDArray[np.int64]:
    """Return an action for each game.

    Raises TypeError for a single number and for numbers that are not whole, ValueError for another count of
    them and for a number that is no action.
    """
    if isinstance(values, list | tuple) and len(values) == games:
        values = np.array([checked_action(value, actions) for value in values], np.int64)
    given = np.asarray(values)
    if given.ndim == 0:
        raise TypeError(f"there must be an action for each of {games} games, not {values!r}")
    if given.shape != (games,):
        raise ValueError(
            f"there must be an action for each of {games} games, not an array of shape {given.shape}"
        )
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions must be whole numbers, not of type {given.dtype}")
    wrong = given[(given < 0) | (given >= actions)]
    if wrong.size:
        raise ValueError(f"an action must be from 0 to {actions - 1}, not {wrong[0]}")
    return given.astype(np.int64)


def consecutive_seeds(seed: Any, games: int) -> list[int | None]:
    """Return the seed of each game, from one number on, or from a list; None where a game is to choose.

    Raises TypeError and ValueError for what are no seeds, and ValueError for a list of another length.

    >>> consecutive_seeds(7, 3)
    [7, 8, 9]
    """
    if seed is None:
        return [None] * games
    if not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str | bytes):
        first = checked_seed(seed)
        checked_seed(first + games - 1, f"the last of {games} seeds")
        return [*range(first, first + games)]
    if len(seed) != games:
        raise ValueError(f"there are {games} environments, and {len(seed)} seeds")
    return [None if one is None else checked_seed(one) for one in seed]
