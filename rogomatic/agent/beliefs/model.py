"""The blackboard: plain data with no behavior except lookups."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, final

from rogomatic.agent.beliefs.cached_results import Results
from rogomatic.agent.beliefs.food_supply import FRESH_COUNTER, RING_EATS, Stomach
from rogomatic.agent.beliefs.inventory import Inventory, Item
from rogomatic.agent.beliefs.item_knowledge import Lore
from rogomatic.agent.beliefs.known_monsters import Foe, Foes
from rogomatic.agent.beliefs.terrain_map import Square, TerrainMap
from rogomatic.agent.editions import (
    EDITION_FACTS,
    NEWEST,
    NEWEST_EDITION,
    USUAL_FOOD,
    Edition,
    EditionFacts,
    FoodRules,
)
from rogomatic.agent.kernels import class_attributes
from rogomatic.agent.kernels.value import Value
from rogomatic.agent.knobs import DEFAULT, Knobs
from rogomatic.agent.monster_manual import Manual, MonsterSource
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.page_parser import GamePage
from rogomatic.agent.sight.prompt_parser import NOTHING, Waiting

Verb = Literal[
    "", "walk", "fight", "search", "rest", "throw", "zap", "quaff", "read", "eat", "wield", "wear",
    "strip", "put on",
    "remove", "drop", "wait", "down", "up", "answer", "ask", "stock", "redraw", "quit",
]  # fmt: skip
FREE_VERBS: Final[frozenset[Verb]] = frozenset(("stock", "ask", "answer", "redraw"))
"""Verbs of actions that take no turn."""


@class_attributes(acyclic=True)
@final
class Action(Value):
    """Meaning of the keys of one command.

    step   what one step in the command's direction adds to the number of the hero's spot
    times  steps or turns requested
    letter pack letter used
    """

    __slots__ = ("letter", "step", "times", "verb")

    def __init__(self, verb: Verb = "", step: int = 0, times: int = 1, letter: str = "") -> None:
        self.verb = verb
        self.step = step
        self.times = times
        self.letter = letter

    def fields(self) -> tuple[object, ...]:
        return self.verb, self.step, self.times, self.letter


NO_ACTION: Final = Action()


PlanKind = Literal[
    "amulet", "clear", "down", "explore", "fast", "fight in the door", "fight in the passage",
    "fight on the stairs", "force", "hunt", "leave an unseen attacker", "loot", "rest", "run laps", "run on",
    "run to the stairs", "search", "sleeper", "step away", "trap", "wake a sleeper", "wander",
]  # fmt: skip
"""Purpose of a walk, which continues while its kind and its goal stay the same."""


@class_attributes(acyclic=True)
@final
class Plan(Value):
    """Walk in progress: its purpose, its goal, and the squares still to walk."""

    __slots__ = ("goal", "kind", "path")

    def __init__(self, kind: PlanKind, goal: int, path: tuple[int, ...]) -> None:
        self.kind = kind
        self.goal = goal
        self.path = path

    def fields(self) -> tuple[object, ...]:
        return self.kind, self.goal, self.path


class Aim(NamedTuple):
    """Target of the last zap, with the foe's square and the hero's hit points before the zap."""

    foe: Foe
    spot: Square
    hp: int


@dataclass(slots=True)
class Hero:
    """State of the hero.  A field `..._until` is the turn when a condition ends, or 0 if it does not hold."""

    spot: Square = -1
    hp: int = 12
    max_hp: int = 12
    strength: int = 16
    max_strength: int = 16
    armor: int = 4
    level: int = 1
    exp: int = 0
    gold: int = 0
    depth: int = 1
    hunger: str = ""
    message_hunger: str = ""  # hunger by messages, for games whose status row never shows it
    hunger_shown: bool = False
    blind_until: int = 0
    confused_until: int = 0
    hallucinating_until: int = 0
    floating_until: int = 0
    hasted_until: int = 0
    held: bool = False
    grip: int = 0  # hits of the holding foe since the hero was last free
    trapped: int = 0
    alert: bool = False  # until the first helplessness ends, foes hit with +4 (CMB-9)
    red_hands: bool = False
    ate_turn: int = 0
    stomach: Stomach = field(default_factory=Stomach)


# Typed without a length: a tuple of known length may be made anew at each use.
Figures = tuple[int, ...]
"""Figures that rise with progress."""
NO_FIGURES: Final[Figures] = (2**30,)
"""Start value, which counts as better than all real figures."""
HUNGER_AHEAD: Final = 25  # turns before the first word of hunger for which a meal is considered


@dataclass(slots=True)
class Stagnation:
    """Counters that distinguish progress from running in circles."""

    idle: int = 0  # turns since the last progress, without turns of rest
    waited: int = 0  # turns of rest since then
    danced: int = 0  # turns since then facing awake foes, without regained hit points
    best_hp: int = 0  # the most hit points since then
    best: Figures = NO_FIGURES  # at that time
    again: dict[tuple[int, int, str], int] = field(default_factory=dict)  # place, hit points, rung -> count
    used: int = 0  # items used up
    refused: int = 0  # consecutive moves without effect
    level_turn: int = 0  # turn of arrival on this level
    swept: int = 0  # turns spent searching on this level
    acted: dict[str, int] = field(default_factory=dict)  # number of acts of each rung on this level
    tired: list[str] = field(default_factory=list)  # the rungs whose acts have reached their limit there


@dataclass(slots=True)
class Beliefs:
    """Blackboard with everything the agent holds true.

    facts    facts from the messages since the last keys
    said     the same messages as text
    action   meaning of the last keys
    used     item that the last keys used
    results  cached results of `think`; a copy of the beliefs does not include them, because they are not
             beliefs
    turn     number of turns, as counted by the agent
    tuned    cache of knob_sets.tune: its argument `own`; its edition, depth, and stage of the quest as a
             tuple; and the knobs that resulted
    """

    knobs: Knobs = DEFAULT
    monster_source: MonsterSource = field(default_factory=Manual)
    me: Hero = field(default_factory=Hero)
    level: TerrainMap = field(default_factory=lambda: TerrainMap(1))
    foes: Foes = field(default_factory=Foes)
    pack: Inventory = field(default_factory=Inventory)
    lore: Lore = field(default_factory=Lore)
    cursed: set[str] = field(default_factory=set)  # letters of items that cannot be taken off
    weapons_refused: int = 0  # consecutive refusals to wield a weapon
    spent: set[str] = field(default_factory=set)  # letters of sticks without charges
    zaps: dict[str, int] = field(default_factory=dict)  # letters of sticks: charges that the hero has used
    waiting: Waiting = NOTHING
    facts: tuple[Fact, ...] = ()
    said: tuple[str, ...] = ()
    action: Action = NO_ACTION
    used: Thing | None = None
    aim: Aim | None = None
    plan: Plan | None = None
    watch: Stagnation = field(default_factory=Stagnation)
    turn: int = 0
    commands: int = 0
    screens: int = 0  # number of screens read
    deepest: int = 1
    version: str = ""
    takes_true_name: bool = False  # the name prompt accepts "?" for the true name
    plays_as: str = NEWEST  # the known version with the same rules
    edition: Edition = NEWEST_EDITION
    variant: str = ""  # of that edition, "" for the edition itself
    digits_walk: bool = False  # digits move the hero instead of counting
    page_rows: list[str] = field(default_factory=list)  # rows of the variant's help page
    page: GamePage = GamePage()  # noqa: RUF009  (it is frozen)
    amulet_depth: int = 26
    food: FoodRules = USUAL_FOOD
    food_counter: tuple[float, ...] = FRESH_COUNTER  # chances of 0, 1, 2, ... consecutive levels without food
    foes_think: bool = False  # the game has shown that its monsters have intentions (foe_intents)
    ambushers: set[str] = field(default_factory=set)  # names of kinds that were seen to lie in wait
    names: dict[str, str] = field(default_factory=dict)  # letter -> monster
    votes: dict[tuple[str, str], int] = field(default_factory=dict)  # from before the game
    stock: Literal["unknown", "asked", "known", "doubtful"] = "unknown"
    full_pack: bool = False
    identify: str = ""  # class that an open identify prompt asks for
    answers: int = 0  # prompts answered in a row
    resigns: bool = True  # the hero quits when death is near and would cost gold
    letters_given: str = ""  # letters already given to the present prompt
    tuned: tuple[Knobs, tuple[str, int, str], Knobs] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    results: Results = field(default_factory=Results, init=False, repr=False, compare=False)

    def worn(self) -> Item | None:
        """Return the armor in use, or None if no armor is worn."""
        return self.pack.kit.worn

    def wielded(self) -> Item | None:
        """Return the item in hand, or None if there is none."""
        return self.pack.kit.wielded

    def rings(self) -> tuple[Item, ...]:
        """Return the rings in use."""
        return self.pack.kit.rings

    def name_of(self, thing: Thing) -> str:
        """Return the kind of an item, or "" if the kind is unknown."""
        return thing.name or self.lore.name_of(thing)

    def find(self, kind: str, name: str) -> str:
        """Return the letter of a pack item of class `kind` known to be `name`, "" if there is none."""
        for letter, thing in self.pack.of_kind(kind):
            if self.lore.name_of(thing) == name:
                return letter
        return ""

    def has_heard(self, kinds: frozenset[str]) -> bool:
        """Return whether a message since the last keys was of one of these kinds."""
        return any(fact.kind in kinds for fact in self.facts) if self.facts else False

    @property
    def ring_eats(self) -> float:
        """How much food the worn rings consume, as a multiple of what the hero consumes without rings.

        A ring of unknown kind counts as an average ring.
        """
        eats = 0.0
        for _, ring in self.pack.kit.rings:
            eats += RING_EATS.get(self.name_of(ring) or "unknown", 0.0)
        return eats

    @property
    def game_name(self) -> str:
        """Name of the game: the edition, followed by the variant if there is one."""
        return f"{self.edition} {self.variant}" if self.variant else self.edition

    @property
    def has_amulet(self) -> bool:
        """Whether the Amulet is in the pack."""
        return self.pack.kit.amulet

    @property
    def is_blind(self) -> bool:
        """Whether the hero is blind, by the agent's own clock."""
        return self.turn < self.me.blind_until

    @property
    def is_confused(self) -> bool:
        """Whether the hero is confused, so that steps may go astray."""
        return self.turn < self.me.confused_until

    @property
    def is_hallucinating(self) -> bool:
        """Whether the hero hallucinates, so that letters on the map mean nothing."""
        return self.turn < self.me.hallucinating_until

    @property
    def is_floating(self) -> bool:
        """Whether the hero levitates, so that traps, stairs and items are out of reach."""
        return self.turn < self.me.floating_until

    @property
    def has_few_points(self) -> bool:
        """Whether the hero has too few hit points to try unknown items."""
        return self.me.hp * 100 < self.me.max_hp * self.knobs.fit_pct

    @property
    def is_fed(self) -> bool:
        """Whether the hero will certainly not become hungry within HUNGER_AHEAD turns."""
        return self.me.stomach.least >= self.food.hungry + HUNGER_AHEAD

    @property
    def is_hasted(self) -> bool:
        """Whether the hero acts twice per turn."""
        return self.turn < self.me.hasted_until

    @property
    def facts_of_edition(self) -> EditionFacts:
        """Facts about the edition of this game."""
        return EDITION_FACTS[self.edition]

    @property
    def off_guard(self) -> int:
        """Monsters' bonus to hit, in units of 1/20, which is 0 while the hero is alert (CMB-9)."""
        return 0 if self.me.alert else self.facts_of_edition.off_guard_bonus

    @property
    def throws_by_hand(self) -> bool:
        """Whether arrows do as much damage when thrown by hand as when shot, except for the bow's bonus."""
        return self.facts_of_edition.throws_by_hand

    @property
    def on_first_levels(self) -> bool:
        """Whether the hero is on one of the first levels, on which the hero is weak and not alert."""
        return self.me.depth <= self.knobs.vigil_depth

    @property
    def on_stairs(self) -> bool:
        """Whether the hero stands on the stairs of this level."""
        return self.me.spot == self.level.stairs
