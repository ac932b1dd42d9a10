"""The knobs: every threshold of the agent, with its default, range, unit, meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, NamedTuple


class Knob(NamedTuple):
    """Default, range, unit, and meaning of a knob.

    All are whole numbers, and the end of a name is the unit: `_pct` per cent, `_turns` turns, `_depth`
    dungeon levels, `_level` experience levels.
    """

    default: int
    least: int
    most: int
    unit: str
    meaning: str


_UNSET: Final = -(2**31)  # far below the range of every knob
_NOT_SAID: Final[tuple[str, ...]] = ("",)


def knob(default: int, least: int, most: int, unit: str, meaning: str) -> Any:
    """Return the field of a knob."""
    return field(default=_UNSET, metadata={Knob: Knob(default, least, most, unit, meaning)})


# fmt: off
@dataclass(frozen=True, slots=True)
class Knobs:
    """Set of thresholds to play by.

    given  names of the knobs that were set, even to their default; editions and quests do not change these.
           By default, the names of the arguments

    >>> Knobs(flee_pct=5, rest_pct=40).given
    ('flee_pct', 'rest_pct')
    """

    attack_pct: int = knob(5, 0, 40, "%", "chance to die up to which a sleeper is worth attacking")
    flee_pct: int = knob(5, 0, 60, "%", "chance to die in a fight from which its alternatives are weighed up")
    death_hp: int = knob(11, 1, 50, "hit points", "hit points that one per cent of death is worth")
    leave_hp: int = knob(65, 0, 500, "hit points", "what the rest of a level is worth, in hit points")
    again_pct: int = knob(84, 0, 100, "%",
        "part of a fight's fight_cost that is to come again when it is only put off")
    unseen_pct: int = knob(8, 0, 60, "%", "chance to die that unseen ground adds, with pursuers behind")
    meet_pct: int = knob(47, 0, 300, "%", "chance to meet another foe on 100 squares of a run to the stairs")
    lap_pct: int = knob(40, 0, 100, "%",
        "part of a fight's fight_cost that is to come again after laps, on which the hero heals")
    magic_pct: int = knob(56, 0, 400, "%",
        "hit points that a thing of magic is worth, per cent of its worth in the pack")
    last_pct: int = knob(30, 5, 90, "%", "chance to die in which risky ways out are tried")
    round_pct: int = knob(86, 30, 250, "%",
        "a fight is pressing when the hit points are at most this part of a full round of blows")
    rest_pct: int = knob(31, 20, 95, "%", "below experience level 8, rest below this part of the hit points")
    rested_pct: int = knob(69, 40, 100, "%",
        "below experience level 8, rest until this part of the hit points is back")
    scout_rest_pct: int = knob(17, 0, 95, "%",
        "rest below this before the vigil, while no stairs are known: they are safer")
    lookout_pct: int = knob(71, 0, 95, "%",
        "on the first levels, while no stairs are known, rest below this where foes can be shot at")
    lookout_rested_pct: int = knob(94, 40, 100, "%", "rest there until this part of the hit points is back")
    lookout_squares: int = knob(27, 0, 200, "squares", "cost of the way to such a place")
    lookout_turns: int = knob(305, 0, 1_300, "turns",
        "turns until the stomach is empty for which the faint is awaited there")
    lookout_shots_pct: int = knob(129, 0, 2_000, "%",
        "shots at a foe, in hundredths, from which the bow is in hand while the hero waits")
    gather_squares: int = knob(9, 0, 200, "squares",
        "things that lie so near the stairs are fetched while the hero waits there to faint")
    food_squares: int = knob(36, 0, 200, "squares",
        "food that lies so near the stairs is fetched then, and scarce arrows")
    quiver_count: int = knob(16, 0, 40, "count", "arrows are scarce when there are fewer")
    look_yield_pct: int = knob(66, 0, 400, "%", "gold per 100 steps that unseen ground must promise")
    search_yield_pct: int = knob(82, 0, 400, "%",
        "gold per 100 turns and spare meal that a search must promise")
    pass_gain_pct: int = knob(10, 1, 101, "%",
        "chance to find something, per turn, from which the hero searches where it passes; 101: never")
    full_depth: int = knob(14, 0, 26, "depth",
        "levels are explored completely down to here, deeper only up to the stairs")
    level_turns: int = knob(895, 200, 3_000, "turns", "turns a level may take while food lasts")
    plenty_turns: int = knob(1_972, 500, 10_000, "turns",
        "turns that the food lasts from which it may take longer, in proportion")
    lean_turns: int = knob(347, 0, 3_000, "turns",
        "turns that the food lasts under which the hero hurries down")
    meal_gold: int = knob(1_062, 0, 5_000, "gold",
        "what a meal is worth on the first levels to a hero that has none and whose stomach is empty")
    potion_level: int = knob(5, 1, 12, "level", "unknown potions are tried from this experience level on")
    potion_turns: int = knob(1_479, 0, 5_000, "turns",
        "turns that the food must last for that: blindness may take 850")
    bow_squares: int = knob(5, 1, 12, "squares",
        "in a fight the bow is drawn for foes that are at least this far away")
    hunt_pct: int = knob(77, 20, 100, "%",
        "sleepers are hunted with arrows from this part of the hit points on")
    hunt_squares: int = knob(44, 0, 120, "squares",
        "cost of the way to a line on a sleeper that this is worth")
    prey_squares: int = knob(30, 0, 120, "squares",
        "cost of the way to a sleeper that its experience is worth")
    shun_squares: int = knob(9, 0, 60, "squares",
        "squares of detour worth keeping away from a sleeper that may wake")
    guarded_pct: int = knob(7, 0, 60, "%",
        "chance to die up to which a thing is fetched from beside a sleeper")
    spare_worth: int = knob(45, 0, 130, "worth", "things wanted less than this are dropped to make room")
    zap_pct: int = knob(12, 0, 60, "%",
        "chance to die in a fight from which a charge of a stick is spent on the foe")
    hoped_gold: int = knob(600, 100, 5_000, "gold",
        "gold that a hero who lives may still find, against which quitting is weighed up")
    gamble_pct: int = knob(89, 10, 100, "%",
        "chance that the foe outlives the next blow from which a gamble is no worse")
    rest_squares: int = knob(62, 0, 200, "squares",
        "cost of the way to the stairs that resting there is worth")
    probe_squares: int = knob(31, 0, 120, "squares",
        "cost of the way to where rest may find something hidden")
    alert_turns: int = knob(189, 0, 1_000, "turns",
        "turns of food that staying alert until the next faint is worth")
    thrift_turns: int = knob(1_472, 0, 5_000, "turns",
        "turns that the food lasts under which rest is cut short")
    lean_rest_pct: int = knob(45, 10, 95, "%",
        "part of the usual rest that must do when there is no food at all")
    swept_turns: int = knob(56, 0, 400, "turns",
        "turns of search in vain after which poor squares are looked at, and under sleepers")
    idle_turns: int = knob(208, 50, 1_000, "turns",
        "turns without anything new after which the hero breaks what may be a circle")
    dance_turns: int = knob(96, 20, 1_000, "turns",
        "turns before awake foes in vain after which they are left or struck")
    vigil_depth: int = knob(3, 0, 26, "depth",
        "down to here the hero waits on the stairs until it has fainted once")
    strong_rest_pct: int = knob(80, 40, 100, "%",
        "from experience level 8 on, rest below this part of the hit points")
    risk_turns: int = knob(8, 1, 100, "turns",
        "turns of search in vain that are worth one per cent more of risk")
    fast_turns: int = knob(351, 0, 800, "turns",
        "turns with an empty stomach after which the hero eats even without a faint")
    bow_count: int = knob(4, 1, 30, "count", "arrows at least, for the hero to wait with the bow")
    hunt_count: int = knob(5, 1, 40, "count", "arrows at least, for a sleeper to be hunted")
    thief_count: int = knob(3, 1, 40, "count", "arrows at least, for a sleeping thief to be shot at")
    fit_pct: int = knob(67, 20, 100, "%",
        "unknown scrolls and potions are tried from this part of the hit points on")
    prey_exp: int = knob(2, 0, 50, "exp", "experience points for which a sleeper is attacked")
    prey_loss_pct: int = knob(53, 10, 100, "%", "part of the hit points that its fight may cost")
    help_pct: int = knob(62, 0, 100, "%",
        "chance that an unknown stick helps from which it is used in a fight")
    bolt_pct: int = knob(31, 5, 100, "%", "chance to die from which a bolt that may come back is risked")
    shift_pct: int = knob(36, 5, 100, "%",
        "chance to die from which any other kind of foe is probably better")
    away_squares: int = knob(4, 1, 12, "squares", "from this near a foe is sent away")
    quiet_squares: int = knob(2, 0, 30, "squares",
        "squares of detour worth keeping away from a sleeper that will not wake")
    step_count: int = knob(14, 1, 40, "count", "squares walked per command at most")
    watch_count: int = knob(2, 1, 40, "count",
        "squares walked per command in a lit room, where foes can be seen coming")
    haunted_turns: int = knob(78, 5, 300, "turns",
        "turns for which what struck unseen, deep down, is taken to be near")
    restore_depth: int = knob(1, 1, 26, "depth",
        "strength that was lost is restored from this depth on, higher up only when it is badly missed")
    test_squares: int = knob(123, 0, 200, "squares",
        "cost of the way to the stairs up to which an unknown stick is tried on a foe; 200: anywhere")
    potion_squares: int = knob(0, 0, 200, "squares",
        "cost of the way to the stairs up to which an unknown potion is drunk; 0: on them, 200: anywhere")
    gamble_level: int = knob(6, 1, 30, "level",
        "unknown potions are gambled on in a fight from this experience level on")
    strip_pct: int = knob(101, 1, 101, "%",
        "chance to die in a fight from which the suit stays on though it rusts; 101: never")
# fmt: on
    given: Any = field(default=_NOT_SAID, repr=False)  # tuple[str, ...], but `**` of numbers must fit

    def __post_init__(self) -> None:
        """Fill in the defaults, and note what was given."""
        noted = self.given != _NOT_SAID
        names = {*(self.given if noted else ())}
        for name, one in KNOBS.items():
            value = getattr(self, name)
            if value == _UNSET:
                object.__setattr__(self, name, one.default)
            elif not noted or value != one.default:
                names.add(name)
        object.__setattr__(self, "given", tuple(sorted(names)))

    def __reduce__(self) -> tuple[Any, tuple[dict[str, int], tuple[str, ...]]]:
        """Return constructor arguments, because frozen knobs cannot be filled in afterwards."""
        return _made, (self.values(), self.given)

    def values(self) -> dict[str, int]:
        """Return name -> value of every knob."""
        return {name: getattr(self, name) for name in KNOBS}

    def overlaid(self, changes: Mapping[str, int]) -> Knobs:
        """Return a copy with other values for the knobs that were not given.

        >>> changed = Knobs(flee_pct=5).overlaid({"flee_pct": 3, "rest_pct": 40})
        >>> changed.flee_pct, changed.rest_pct, changed.given
        (5, 40, ('flee_pct',))
        """
        others = {name: value for name, value in changes.items() if name not in self.given}
        return _made(self.values() | others, self.given)


def _made(values: dict[str, int], given: tuple[str, ...]) -> Knobs:
    """Return knobs with these values; only the names listed count as given."""
    knobs = Knobs(**values, given=given)
    object.__setattr__(knobs, "given", given)
    return knobs


def from_record(record: Mapping[str, Any]) -> Knobs:
    """Return the knobs of a record (`to_record`), possibly of an earlier version.

    A retired knob is ignored if its value equals the present constant.  Without a list of given names, the
    knobs that differ from their defaults count as given.  Raises TypeError for any other name.
    """
    values = {name: value for name, value in record.items() if RETIRED.get(name) != value}
    given = tuple(name for name in record.get("given", ()) if name not in RETIRED)
    if not {*given} <= {*KNOBS}:
        raise TypeError("a name that is given is not a knob")
    return Knobs(**{**values, "given": given})


def to_record(knobs: Knobs) -> dict[str, Any]:
    """Return the knobs as a record for JSON, with the names given at their default, if any.

    >>> to_record(Knobs(flee_pct=20)).get("given"), to_record(Knobs(flee_pct=5))["given"]
    (None, ['flee_pct'])
    """
    at_default = [name for name in knobs.given if getattr(knobs, name) == KNOBS[name].default]
    return {**knobs.values(), **({"given": at_default} if at_default else {})}


KNOBS: Final[dict[str, Knob]] = {
    one.name: one.metadata[Knob] for one in fields(Knobs) if one.name != "given"
}
DEFAULT: Final = Knobs()
RETIRED: Final[Mapping[str, int]] = MappingProxyType({
    "foresight_pct": 101, "skip_depth": 0, "bow_level": 0, "try_depth": 1, "shoot_squares": 1,
    "last_turn": 60_000, "dive_turn": 40_000, "hopeless_turns": 4_000, "wait_turns": 1_500,
    "circle_count": 12, "rest_chunk_turns": 2, "search_chunk_turns": 5, "probe_gain_pct": 2,
    "dress_squares": 3, "thief_squares": 7,
})  # fmt: skip
"""Knobs of earlier versions that are constants now, with the value that the agent plays by."""
