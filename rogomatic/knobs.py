"""Every threshold of the agent, with its default, its range and its meaning.

Owns   the knobs: what breeding may change.
Leaves what is done with them (experts, think), breeding (learn).

All are whole numbers, and the end of a name says of what: `_pct` per cent, `_turns` turns, `_depth` dungeon
levels, `_level` experience levels (learn.meanings has all of them).  The comment beside each is its meaning,
which `rogomatic knobs show` prints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple


class Range(NamedTuple):
    """The least and the greatest sensible value."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Knobs:
    """One way to play."""

    attack_pct: int = 6  # chance to die up to which a sleeper is worth attacking
    flee_pct: int = 3  # chance to die in a fight from which its alternatives are weighed up
    death_hp: int = 15  # hit points that one per cent of death is worth
    leave_hp: int = 60  # what the rest of a level is worth, in hit points
    again_pct: int = 70  # part of a fight's toll that is to come again when it is only put off
    unseen_pct: int = 8  # chance to die that unseen ground adds, with pursuers behind
    lap_pct: int = 60  # part of a fight's toll that is to come again after laps, on which the hero heals
    magic_pct: int = 60  # hit points that a thing of magic is worth, per cent of its worth in the pack
    last_pct: int = 25  # chance to die in which risky ways out are tried
    round_pct: int = 100  # leave by the stairs when hit points are under this part of a full round of blows
    rest_pct: int = 40  # below experience level 8, rest below this part of the hit points
    rested_pct: int = 70  # below experience level 8, rest until this part of the hit points is back
    scout_rest_pct: int = 15  # rest below this before the vigil, while no stairs are known: they are safer
    rest_chunk_turns: int = 2  # turns of rest per command
    search_chunk_turns: int = 5  # turns of search per command
    look_yield_pct: int = 100  # gold per 100 steps that unseen ground must promise
    search_yield_pct: int = 120  # gold per 100 turns and spare meal that a search must promise
    skip_depth: int = 0  # levels down to here are left on sight of the stairs: little gold, weak hero
    full_depth: int = 14  # levels are explored completely down to here, deeper only up to the stairs
    level_turns: int = 900  # turns a level may take while food lasts
    plenty_turns: int = 2000  # turns that the food lasts from which it may take longer, in proportion
    lean_turns: int = 300  # turns that the food lasts under which the hero hurries down
    try_depth: int = 1  # unknown scrolls and potions are tried from this depth on
    potion_level: int = 5  # unknown potions are tried from this experience level on
    potion_turns: int = 1300  # turns that the food must last for that: blindness may take 850
    shoot_squares: int = 1  # missiles are thrown at foes from this distance on
    bow_level: int = 0  # up to this experience level the bow is carried ready
    bow_squares: int = 4  # in a fight the bow is drawn for foes that are at least this far away
    hunt_pct: int = 70  # sleepers are hunted with arrows from this part of the hit points on
    hunt_squares: int = 40  # cost of the way to a line on a sleeper that this is worth
    prey_squares: int = 30  # cost of the way to a sleeper that its experience is worth
    shun_squares: int = 12  # squares of detour worth keeping away from a sleeper that may wake
    guarded_pct: int = 10  # chance to die up to which a thing is fetched from beside a sleeper
    spare_worth: int = 45  # things wanted less than this are dropped to make room
    zap_pct: int = 10  # chance to die in a fight from which a charge of a stick is spent on the foe
    hoped_gold: int = 600  # gold that a hero who lives may still find, against which quitting is weighed up
    gamble_pct: int = 85  # chance that the foe outlives the next blow from which a gamble is no worse
    rest_squares: int = 60  # cost of the way to the stairs that resting there is worth
    probe_squares: int = 30  # cost of the way to where rest may find something hidden
    alert_turns: int = 120  # turns of food that staying alert until the next faint is worth
    thrift_turns: int = 2000  # turns that the food lasts under which rest is cut short
    lean_rest_pct: int = 50  # part of the usual rest that must do when there is no food at all
    swept_turns: int = 60  # turns of search in vain on a level after which sleepers are looked under
    idle_turns: int = 200  # turns without anything new after which the hero breaks what may be a circle
    hopeless_turns: int = 4_000  # turns without anything new after which the hero quits
    wait_turns: int = 1_500  # turns of rest that do not count as turns without anything new
    dance_turns: int = 100  # turns before awake foes in vain after which they are left or struck
    circle_count: int = 12  # times that a rung acts in the same place with the same hit points: a circle
    vigil_depth: int = 3  # down to here the hero waits on the stairs until it has fainted once
    strong_rest_pct: int = 85  # from experience level 8 on, rest below this part of the hit points
    probe_gain_pct: int = 2  # chance to find something, per turn, that resting at another place is worth
    risk_turns: int = 10  # turns of search in vain that are worth one per cent more of risk
    fast_turns: int = 300  # turns with an empty stomach after which the hero eats even without a faint
    dress_squares: int = 3  # a foe this near arrives before a suit is on
    bow_count: int = 5  # arrows at least, for the bow to be carried ready
    hunt_count: int = 6  # arrows at least, for a sleeper to be hunted
    fit_pct: int = 66  # unknown scrolls and potions are tried from this part of the hit points on
    prey_exp: int = 2  # experience points for which a sleeper is attacked
    prey_loss_pct: int = 50  # part of the hit points that its fight may cost
    help_pct: int = 51  # chance that an unknown stick helps from which it is used in a fight
    bolt_pct: int = 40  # chance to die from which a bolt that may come back is risked
    shift_pct: int = 35  # chance to die from which any other kind of foe is probably better
    away_squares: int = 3  # from this near a foe is sent away
    quiet_squares: int = 3  # squares of detour worth keeping away from a sleeper that will not wake
    step_count: int = 12  # squares walked per command at most
    watch_count: int = 2  # squares walked per command in a lit room, where foes can be seen coming
    dive_turn: int = 40_000  # the turn from which the hero only goes down
    last_turn: int = 60_000  # the turn in which the hero quits


RANGES: Final[dict[str, Range]] = {
    "attack_pct": Range(0, 40),
    "flee_pct": Range(0, 60),
    "death_hp": Range(1, 50),
    "leave_hp": Range(0, 500),
    "again_pct": Range(0, 100),
    "unseen_pct": Range(0, 60),
    "lap_pct": Range(0, 100),
    "magic_pct": Range(0, 400),
    "last_pct": Range(5, 90),
    "round_pct": Range(30, 250),
    "rest_pct": Range(20, 95),
    "rested_pct": Range(40, 100),
    "scout_rest_pct": Range(0, 95),
    "rest_chunk_turns": Range(1, 20),
    "search_chunk_turns": Range(1, 20),
    "look_yield_pct": Range(0, 400),
    "search_yield_pct": Range(0, 400),
    "skip_depth": Range(0, 10),
    "full_depth": Range(0, 26),
    "level_turns": Range(200, 3000),
    "plenty_turns": Range(500, 10_000),
    "lean_turns": Range(0, 3000),
    "try_depth": Range(1, 12),
    "potion_level": Range(1, 12),
    "potion_turns": Range(0, 5000),
    "shoot_squares": Range(1, 6),
    "bow_level": Range(0, 12),
    "bow_squares": Range(1, 12),
    "hunt_pct": Range(20, 100),
    "hunt_squares": Range(0, 120),
    "prey_squares": Range(0, 120),
    "shun_squares": Range(0, 60),
    "guarded_pct": Range(0, 60),
    "spare_worth": Range(0, 130),
    "zap_pct": Range(0, 60),
    "hoped_gold": Range(100, 5_000),
    "gamble_pct": Range(10, 100),
    "rest_squares": Range(0, 200),
    "probe_squares": Range(0, 120),
    "alert_turns": Range(0, 1000),
    "thrift_turns": Range(0, 5000),
    "lean_rest_pct": Range(10, 95),
    "swept_turns": Range(0, 400),
    "idle_turns": Range(50, 1_000),
    "hopeless_turns": Range(1_000, 10_000),
    "wait_turns": Range(0, 5_000),
    "dance_turns": Range(20, 1_000),
    "circle_count": Range(4, 100),
    "vigil_depth": Range(0, 26),
    "strong_rest_pct": Range(40, 100),
    "probe_gain_pct": Range(0, 20),
    "risk_turns": Range(1, 100),
    "fast_turns": Range(0, 800),
    "dress_squares": Range(1, 12),
    "bow_count": Range(1, 30),
    "hunt_count": Range(1, 40),
    "fit_pct": Range(20, 100),
    "prey_exp": Range(0, 50),
    "prey_loss_pct": Range(10, 100),
    "help_pct": Range(0, 100),
    "bolt_pct": Range(5, 100),
    "shift_pct": Range(5, 100),
    "away_squares": Range(1, 12),
    "quiet_squares": Range(0, 30),
    "step_count": Range(1, 40),
    "watch_count": Range(1, 40),
    "dive_turn": Range(1_000, 60_000),
    "last_turn": Range(2_000, 60_000),
}

DEFAULT: Final = Knobs()
