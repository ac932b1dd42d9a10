"""Files of reviews, which are stored next to the files of their games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from rogomatic.review.game_review import GameReview, as_record, review_in
from rogomatic.run.storage.agent_files import data_folder
from rogue.shared.files import read_all, write_atomically

SUFFIX: Final = ".review.json"


def beside(path: Path) -> Path:
    """Return the path of the review for the game in a file.

    >>> beside(Path("games/ann.jsonl")).name
    'ann.jsonl.review.json'
    """
    return path.with_name(path.name + SUFFIX)


def of_seed(edition: str, seed: int) -> Path:
    """Return the path of the review for a game that the agent plays on a seed."""
    name = "".join(char if char.isalnum() or char in ".-" else "_" for char in edition)
    return data_folder() / "reviews" / f"{name}-seed-{seed}{SUFFIX}"


def read_review(path: Path, basis: str = "") -> GameReview | None:
    """Return the review in a file, or None if the file is missing.

    Return None, too, if the review has a basis other than `basis`.  If `basis` is "", any basis fits.
    """
    try:
        review = review_in(json.loads(read_all(path)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return review if basis in ("", review.basis) else None


def write_review(path: Path, review: GameReview) -> None:
    """Write a review to a file.  An older review in the file is lost.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(as_record(review)).encode())
