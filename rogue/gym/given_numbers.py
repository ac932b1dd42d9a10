"""Checks of seeds or actions given by callers, made before any game moves."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rogue.shared.seeds import SEEDS


def whole(value: Any, what: str) -> int:
    """Return an int or a NumPy integer as an int.  Raises TypeError for a bool, float, or str."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        return index(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{what} must be a whole number, not {value!r} of type {kind}") from None


def checked_seed(value: Any, what: str = "the seed") -> int:
    """Return a dungeon number.  Raises TypeError for other types, ValueError outside 0 to 2**64 - 1."""
    seed = whole(value, what)
    if not 0 <= seed < SEEDS:
        raise ValueError(f"{what} must be from 0 to 2**64 - 1, not {seed}")
    return seed


def checked_action(value: Any, actions: int) -> int:
    """Return an action.  Raises TypeError for other types, ValueError unless 0 <= value < actions."""
    action = whole(value, "an action")
    if not 0 <= action < actions:
        raise ValueError(f"an action must be from 0 to {actions - 1}, not {action}")
    return action


def checked_actions(values: Any, games: int, actions: int) -> NDArray[np.int64]:
    """Return an action for each game.

    Raises TypeError for a single number or for non-integers, ValueError for a wrong number of actions or an
    unknown action.
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
    """Return a seed for each game, from one number or a list.  None lets a game choose.

    Raises TypeError or ValueError for invalid seeds, and ValueError for a list of the wrong length.

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
