"""The digest of a variant: one number for all its rules."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any, Final

from rogue.tables.messages import Translation
from rogue.tables.ruleset import Ruleset
from rogue.variants.schema import FORM

LEFT_OUT: Final = frozenset(("digest", "page", "like"))  # what people read of a variant, not what it does
# What was added to the rules later counts where it is not as usual, so that older digests stand (VMN-3).
ADDED_LATER: Final = frozenset((
    "mind", "minds", "greedy_always_wake", "greedy_mean_wake", "greedy_give_up", "door_is_inside",
    "blind_disturb", "blind_look", "passages_are_rooms", "move_last", "steals_of_stacks", "steals_groups",
    "confusion_prolongs", "teleport_frees", "disguises_fool", "cancellation_wakes", "polymorph_keeps",
    "polymorph_revives", "beams_free", "striking_unmasks", "striking_drains", "regrows_beyond",
    "gaze_always", "missile_by_weapon", "treasure_foe_tries", "rooted_reach", "stumbling_costs",
    "falls_anywhere", "hoards_in_rooms",
))  # fmt: skip
SHOWN: Final = 8  # digits that people see


def digest_of(rules: Ruleset) -> str:
    """Return the SHA-256 of every field of the rules and of the form, in 64 hexadecimal digits."""
    data = {"form": FORM, "rules": plain(rules)}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return sha256(text.encode("ascii")).hexdigest()


def plain(value: Any) -> Any:
    """Return rules as values of JSON without fractions.  Raises TypeError for what has no such form."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, Translation):
        return plain(value.pairs)
    if is_dataclass(value):
        return {
            field.name: plain(getattr(value, field.name))
            for field in fields(value)
            if field.name not in LEFT_OUT
            and not (field.name in ADDED_LATER and getattr(value, field.name) == field.default)
        }
    raise TypeError(f"no plain form for {value!r}")
