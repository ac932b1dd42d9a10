"""The cached results of the functions in `think`, each stored with its inputs."""

from __future__ import annotations

from typing import NamedTuple, final

from rogomatic.agent.beliefs.inventory import Kit
from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.editions import NEWEST_EDITION, Edition
from rogomatic.agent.kernels.cost_map import Costs
from rogomatic.agent.kernels.level_grid import Square
from rogomatic.agent.kernels.value import Value


class Arms(NamedTuple):
    """Which items of the pack to use in a fight.

    Except for `arrows`, each field is a pack letter, or "" if the pack has no such item.

    blade    best melee weapon
    bow      first bow in the pack
    arrow    first stack of arrows
    arrows   number of arrows (a count, not a letter)
    missile  best item to throw
    shot     missile for the launcher in hand

    In editions where missiles thrown by hand do full damage, `bow` is "" and every missile counts as an
    arrow.
    """

    blade: str = ""
    bow: str = ""
    arrow: str = ""
    arrows: int = 0
    missile: str = ""
    shot: str = ""


@final
class Threat(Value):
    """Danger from the foes in view.

    near        foes beside the hero that are awake, or that may be awake because their kind is aggressive
    coming      foes farther away that are awake, or that probably woke because they belong to a crowd
    foes        the near foes followed by the coming foes
    round_most  most hit points that the hero can lose in the next turn
    death_pct   chance to die in a fight to the end with all these foes, in percent
    """

    __slots__ = ("coming", "death_pct", "foes", "near", "round_most")

    def __init__(
        self,
        near: tuple[Foe, ...] = (),
        coming: tuple[Foe, ...] = (),
        round_most: int = 0,
        death_pct: float = 0.0,
    ) -> None:
        self.near = near
        self.coming = coming
        self.foes = near + coming
        self.round_most = round_most
        self.death_pct = death_pct

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the foes' kinds, near foes first."""
        return tuple([foe.kind.name for foe in self.foes])

    def fields(self) -> tuple[object, ...]:
        return self.near, self.coming, self.round_most, self.death_pct


@final
class Rooms:
    """How much gold the unseen rooms of a level are worth, and the unseen squares of its known rooms.

    state      inputs of this result that may change on a level: chances of unseen rooms in the boxes, whether
               no stairs are known, worth of a meal, whether food was seen
    region_of  box -> the region of the box, a group of adjacent boxes that may hold unseen rooms
    worths     worth of each region
    most       the highest number in `worths`
    square     worth of one unseen floor square
    squares    box -> nine numbers, computed on demand: the worth of an unseen square at each of the four
               corners of the known floor, at each of its four sides, and inside it
    version    version of the terrain for which `squares` were computed
    """

    __slots__ = ("most", "region_of", "square", "squares", "state", "version", "worths")

    def __init__(
        self,
        state: tuple[int, bool, int, bool],
        region_of: dict[int, int],
        worths: list[float],
        most: float,
        square: float,
    ) -> None:
        self.state = state
        self.region_of = region_of
        self.worths = worths
        self.most = most
        self.square = square
        self.squares: dict[int, tuple[float, ...]] = {}
        self.version = -1


@final
class Bound:
    """Lower bound of the cost of a path from the hero to each square (pathfinding.bounds).

    known   cost of the path to each square from a square where the hero stood earlier, or None if no costs
            are known
    walked  cost of the path from that earlier square to the hero's present square
    far     cost assumed for squares that are not in `known`
    """

    __slots__ = ("far", "known", "walked")

    def __init__(self, known: Costs | None, walked: int, far: int) -> None:
        self.known = known
        self.walked = walked
        self.far = far

    def to(self, spot: Square) -> int:
        """Return a lower bound for the path cost from the hero to `spot`, 0 if none is known."""
        if self.known is None:
            return 0
        left = self.known.get(spot, self.far) - self.walked
        return left if left > 0 else 0


Sights = tuple[tuple[int, int, int], tuple[bytes, bytes, frozenset[int]], bytes]
"""((terrain's version, start, most), (squares visited, squares beside those, dark boxes), avoidance)"""


@final
class LevelResults:
    """Results about one level, each written by the function that computes it.

    A copy of a level begins without results.

    doors         (terrain's version, squares of the known doors), by exits.doors_of
    loops         (terrain's version, door and passage squares on a loop), by loops.loop_squares
    lookout       (`Sights`, best square for shooting at arriving foes), by firing_lines.lookout
    near          (inputs, extra cost of each square, path cost of each square) for the squares close to a
                  start, by pathfinding.costs_near
    reach         (terrain's version, extra cost of each square, (path cost of each square in reach, start)),
                  by pathfinding.reach
    rooms         worth of the unseen rooms, by frontier_value
    outlook       (inputs, {frontier square: expected gold}), by frontier_value.Frontier
    odds          for each square, (chance that a search beside it finds something on it, expected gold), as
                  two lists, by hidden_doors
    odds_of       the map's `code`, `looked`, and `searches` when `odds` was computed
    odds_been     the map's `been` when `odds` was computed, or b"" if the level has no maze
    odds_food     (worth of a meal in gold, whether food was seen) when `odds` was computed
    gains         square -> expected gold of a search from there, None until computed from `odds`
    """

    __slots__ = (
        "doors", "gains", "lookout", "loops", "near", "odds", "odds_been", "odds_food",
        "odds_of", "outlook", "reach", "rooms",
    )  # fmt: skip

    def __init__(self) -> None:
        self.doors: tuple[int, list[int]] = (-1, [])
        self.loops: tuple[int, frozenset[int]] = (-1, frozenset())
        self.reach: tuple[int, bytes, tuple[Costs, int]] | None = None
        self.lookout: tuple[Sights, int] | None = None
        self.near: tuple[tuple[int, int, int], bytes, Costs] | None = None
        self.outlook: tuple[tuple[int, int, int, int, int, bool], dict[int, float]] | None = None
        self.rooms: Rooms | None = None
        self.odds: tuple[list[float], list[float]] = [], []
        self.odds_of: tuple[bytes, bytes, bytes] | None = None
        self.odds_been = b""
        self.odds_food = (0, False)
        self.gains: dict[int, float] | None = None

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


@final
class Results:
    """Results about the pack and the foes in view.

    arms               best weapons of the pack, by item_value
    kit, edition       inputs of `arms`
    threat             threat of the foes in view, by threat.threat_of
    screens, commands  inputs of `threat`

    Each result is stored with its inputs and reused only while these are the same.  So the cache saves time
    and never changes an answer.  A copy of the beliefs begins with an empty cache.
    """

    __slots__ = ("arms", "commands", "edition", "kit", "screens", "threat")

    def __init__(self) -> None:
        self.kit: Kit | None = None
        self.edition: Edition = NEWEST_EDITION
        self.arms = Arms()
        self.screens = -1
        self.commands = -1
        self.threat = Threat()

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()
