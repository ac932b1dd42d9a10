"""The knobs: every threshold of the agent, with its default, range, unit, meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, NamedTuple


class Knob(NamedTuple):
    """Default, range, unit, and meaning of a knob.

    All knobs are whole numbers.  The end of a knob's name tells its unit: `_pct` is percent, `_turns` turns,
    `_depth` dungeon levels, `_level` experience levels.
    """

    default: int
    least: int
    most: int
    unit: str
    meaning: str


_UNSET: Final = -(2**31)  # far below the range of every knob
_NOT_SAID: Final[tuple[str, ...]] = ("",)


def knob(default: int, least: int, most: int, unit: str, meaning: str) -> Any:
    """Return a dataclass field for a knob with the range `least` to `most`."""
    return field(default=_UNSET, metadata={Knob: Knob(default, least, most, unit, meaning)})


# fmt: off
@dataclass(frozen=True, slots=True)
class Knobs:
    """Values for all thresholds of the agent.

    given  names of the knobs that were set, even to their defaults.  Editions and quests do not change these
           knobs.  If `given` is missing, all knobs that are passed as arguments count as given

    >>> Knobs(flee_pct=5, rest_pct=40).given
    ('flee_pct', 'rest_pct')
    """

    attack_pct: int = knob(5, 0, 40, "%", "attack a sleeper if the chance to die is at most this")
    flee_pct: int = knob(5, 0, 60, "%", "weigh alternatives to a fight if the chance to die is at least this")
    death_hp: int = knob(11, 1, 50, "hit points", "lost hit points that count as much as a 1 % chance to die")
    leave_hp: int = knob(65, 0, 500, "hit points", "cost of leaving a level to escape a fight, in hit points")
    again_pct: int = knob(84, 0, 100, "%",
        "share of a fight's cost that remains if the fight is only delayed")
    unseen_pct: int = knob(8, 0, 60, "%", "chance to die added by fleeing into unseen ground")
    meet_pct: int = knob(47, 0, 300, "%", "chance to meet another foe per 100 squares of a run to the stairs")
    lap_pct: int = knob(40, 0, 100, "%",
        "share of a fight's cost that remains after running in a circle to heal")
    magic_pct: int = knob(56, 0, 400, "%",
        "cost of using up magic in a fight: hit points per 100 points of the item's value")
    last_pct: int = knob(30, 5, 90, "%", "try risky escapes if the chance to die is at least this")
    round_pct: int = knob(86, 30, 250, "%",
        "a fight is an emergency if hit points are at most this share of the foes' maximum damage in a round")
    rest_pct: int = knob(31, 20, 95, "%", "below experience level 8, rest if hit points are below this share")
    rested_pct: int = knob(69, 40, 100, "%",
        "below experience level 8, rest up to this share of hit points")
    scout_rest_pct: int = knob(17, 0, 95, "%",
        "before the first faint, while no stairs are known, rest below this share of hit points")
    lookout_pct: int = knob(71, 0, 95, "%",
        "on the first levels, while no stairs are known, rest at a lookout below this share of hit points")
    lookout_rested_pct: int = knob(94, 40, 100, "%", "rest at a lookout up to this share of hit points")
    lookout_squares: int = knob(27, 0, 200, "squares",
        "go to a lookout, a square for shooting at foes that arrive, if the path costs less than this")
    lookout_turns: int = knob(305, 0, 1_300, "turns",
        "wait to faint at a lookout if the stomach will be empty within this many turns")
    lookout_shots_pct: int = knob(129, 0, 2_000, "%",
        "wait with the bow in hand if an arriving foe can be shot at this many times; 100: once")
    gather_squares: int = knob(9, 0, 200, "squares",
        "while waiting to faint on the stairs, fetch items within this distance")
    food_squares: int = knob(36, 0, 200, "squares",
        "while waiting to faint on the stairs, fetch food and scarce arrows within this distance")
    quiver_count: int = knob(16, 0, 40, "count", "arrows are scarce below this number")
    look_yield_pct: int = knob(66, 0, 400, "%", "minimum gold per 100 steps to explore unseen ground")
    search_yield_pct: int = knob(82, 0, 400, "%",
        "minimum gold per 100 turns to search with one spare meal; with two meals, half of it, and so on")
    pass_gain_pct: int = knob(10, 1, 101, "%",
        "search dead ends in passing if the chance per turn to find something is at least this; 101: never")
    full_depth: int = knob(14, 0, 26, "depth",
        "explore levels completely down to this depth, and deeper levels only until the stairs are found")
    level_turns: int = knob(895, 200, 3_000, "turns", "turns allowed for a level while food lasts")
    plenty_turns: int = knob(1_972, 500, 10_000, "turns",
        "allow a level proportionally more turns if the food lasts longer than this")
    lean_turns: int = knob(347, 0, 3_000, "turns",
        "hurry down if the food lasts at most this long")
    meal_gold: int = knob(1_062, 0, 5_000, "gold",
        "value of a meal to a hero with no food and an empty stomach on the first levels")
    potion_level: int = knob(5, 1, 12, "level", "try unknown potions at this experience level or higher")
    potion_turns: int = knob(1_479, 0, 5_000, "turns",
        "try unknown potions only if the food lasts this long: blindness may take 850 turns")
    bow_squares: int = knob(5, 1, 12, "squares",
        "in a fight, wield the bow for foes at least this far away")
    hunt_pct: int = knob(77, 20, 100, "%",
        "hunt sleepers with arrows at this share of hit points or more")
    hunt_squares: int = knob(44, 0, 120, "squares",
        "go to a square for shooting a sleeper if the path costs less than this")
    prey_squares: int = knob(30, 0, 120, "squares",
        "attack a sleeper for experience if the path to it costs less than this")
    shun_squares: int = knob(9, 0, 60, "squares",
        "path cost of passing beside a sleeper that may wake")
    guarded_pct: int = knob(7, 0, 60, "%",
        "fetch an item beside a sleeper if the chance to die is at most this; if at least this, step away")
    spare_worth: int = knob(45, 0, 130, "worth", "drop items worth less than this to make room")
    zap_pct: int = knob(12, 0, 60, "%",
        "spend a charge of a stick if the chance to die is at least this")
    hoped_gold: int = knob(600, 100, 5_000, "gold",
        "gold that a surviving hero can still expect, weighed against the gold that death would cost")
    gamble_pct: int = knob(89, 10, 100, "%",
        "gamble on magic if the foe's chance to survive the next blow is at least this")
    rest_squares: int = knob(62, 0, 200, "squares",
        "go to the stairs to rest there if the path costs less than this")
    probe_squares: int = knob(31, 0, 120, "squares",
        "rest where a search may find something hidden if the path there costs less than this")
    alert_turns: int = knob(189, 0, 1_000, "turns",
        "value of keeping the hero alert by an early meal, in turns of food")
    thrift_turns: int = knob(1_472, 0, 5_000, "turns",
        "shorten rests if the food lasts less than this")
    lean_rest_pct: int = knob(45, 10, 95, "%",
        "share of the usual rest when there is no food")
    swept_turns: int = knob(56, 0, 400, "turns",
        "after this many turns of fruitless search, look everywhere and attack sleepers in the way")
    idle_turns: int = knob(208, 50, 1_000, "turns",
        "break out of a loop after this many turns without progress")
    dance_turns: int = knob(96, 20, 1_000, "turns",
        "leave or strike awake foes after this many turns without a result")
    vigil_depth: int = knob(3, 0, 26, "depth",
        "down to this depth, wait on the stairs for the first faint")
    strong_rest_pct: int = knob(80, 40, 100, "%",
        "at experience level 8 or higher, rest if hit points are below this share")
    risk_turns: int = knob(8, 1, 100, "turns",
        "turns of fruitless search that justify 1 % more risk")
    fast_turns: int = knob(351, 0, 800, "turns",
        "eat after this many turns with an empty stomach, even without a faint")
    bow_count: int = knob(4, 1, 30, "count", "minimum arrows to wait with the bow")
    hunt_count: int = knob(5, 1, 40, "count", "minimum arrows to hunt a sleeper")
    thief_count: int = knob(3, 1, 40, "count", "minimum arrows to shoot a sleeping thief")
    fit_pct: int = knob(67, 20, 100, "%",
        "try unknown scrolls and potions at this share of hit points or more")
    prey_exp: int = knob(2, 0, 50, "exp", "minimum experience points to attack a sleeper")
    prey_loss_pct: int = knob(53, 10, 100, "%",
        "attack a sleeper if it is expected to cost less than this share of hit points")
    help_pct: int = knob(62, 0, 100, "%",
        "use an unknown stick in a fight if its chance to help is at least this")
    bolt_pct: int = knob(31, 5, 100, "%",
        "risk a bolt that may bounce back if the chance to die is at least this")
    shift_pct: int = knob(36, 5, 100, "%",
        "polymorph a foe if the chance to die is at least this")
    away_squares: int = knob(4, 1, 12, "squares", "teleport a foe away if it is within this distance")
    quiet_squares: int = knob(2, 0, 30, "squares",
        "path cost of passing beside a sleeper that will not wake")
    step_count: int = knob(14, 1, 40, "count", "maximum squares walked per command")
    watch_count: int = knob(2, 1, 40, "count",
        "maximum squares walked per command in a lit room, where foes may come into view")
    haunted_turns: int = knob(78, 5, 300, "turns",
        "turns after its last blow for which an unseen attacker on deep levels counts as near")
    restore_depth: int = knob(1, 1, 26, "depth",
        "restore lost strength at this depth or deeper; above it, only if strength is 7 or less")
    test_squares: int = knob(123, 0, 200, "squares",
        "try an unknown stick on a foe if the path to the stairs costs less than this; 200: anywhere")
    potion_squares: int = knob(0, 0, 200, "squares",
        "try a potion if the path to the stairs costs less than this; 0: on the stairs, 200: anywhere")
    gamble_level: int = knob(6, 1, 30, "level",
        "gamble on unknown potions in a fight at this experience level or higher")
    strip_pct: int = knob(101, 1, 101, "%",
        "keep the armor on despite rust if the chance to die is at least this; 101: never")
# fmt: on
    given: Any = field(default=_NOT_SAID, repr=False)  # tuple[str, ...], but `**` of numbers must fit

    def __post_init__(self) -> None:
        """Fill in the defaults, and record which knobs were given."""
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
        """Return a function and arguments with which the function makes a copy of these knobs.

        The usual way fails, because pickle cannot set the fields of a frozen object.
        """
        return _made, (self.values(), self.given)

    def values(self) -> dict[str, int]:
        """Return knob name -> value."""
        return {name: getattr(self, name) for name in KNOBS}

    def with_knob(self, name: str, value: int) -> Knobs:
        """Return a copy in which the knob `name` has this value and counts as given.

        >>> Knobs().with_knob("flee_pct", 8) == Knobs(flee_pct=8)
        True
        """
        return _made(self.values() | {name: value}, tuple(sorted({*self.given, name})))

    def overlaid(self, changes: Mapping[str, int]) -> Knobs:
        """Return a copy with the values from `changes`.  Knobs that were given keep their values.

        >>> changed = Knobs(flee_pct=5).overlaid({"flee_pct": 3, "rest_pct": 40})
        >>> changed.flee_pct, changed.rest_pct, changed.given
        (5, 40, ('flee_pct',))
        """
        others = {name: value for name, value in changes.items() if name not in self.given}
        return _made(self.values() | others, self.given)


def _made(values: dict[str, int], given: tuple[str, ...]) -> Knobs:
    """Return knobs with these values.  Only the knobs named in `given` count as given."""
    knobs = Knobs(**values, given=given)
    object.__setattr__(knobs, "given", given)
    return knobs


def from_record(record: Mapping[str, Any]) -> Knobs:
    """Return the knobs from a record that `to_record` made, possibly in an earlier version of the program.

    A knob counts as given if it is named in the record's entry "given" or if its value differs from its
    default.  A retired knob is one that a constant has replaced; it is ignored if its value equals that
    constant.  Raises TypeError for all other unknown names.
    """
    values = {name: value for name, value in record.items() if RETIRED.get(name) != value}
    given = tuple(name for name in record.get("given", ()) if name not in RETIRED)
    if not {*given} <= {*KNOBS}:
        raise TypeError('a name in "given" is not a knob')
    return Knobs(**{**values, "given": given})


def to_record(knobs: Knobs) -> dict[str, Any]:
    """Return the knobs as a JSON record.

    The entry "given" lists only those given knobs whose value is the same as the default, because any other
    value shows by itself that its knob was given.

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
