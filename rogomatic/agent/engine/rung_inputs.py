"""What rungs read while no foe is in view, as bits, and which of it has changed since the last look."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from rogomatic.agent.beliefs.inventory import Kit
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.food_rules import USUAL_FOOD, FoodRules
from rogomatic.agent.knobs import DEFAULT, Knobs
from rogomatic.agent.sight.page_parser import GamePage

# Changed when its value is another one.
PACK: Final = 1  # what is in it, what is known of that, and whether the list of it can be trusted
BODY: Final = 2  # strength and experience level
HEALTH: Final = 4  # hit points
EXITS: Final = 8  # where the stairs are, and whether the level was mapped by magic
# Changed at each command while it is so, and when it ends.
ALERT: Final = 16
NOT_ALERT: Final = 32
HUNGRY: Final = 64  # by the status row
AMULET: Final = 128  # in the pack
SENSES: Final = 256  # blind, confused, hallucinating or floating
CURSED: Final = 512  # something in use cannot be taken off
FULL_PACK: Final = 1024
UNSEEN: Final = 2048  # something that is not drawn has struck on this level
LURKING: Final = 4096  # foes are remembered
THINKING: Final = 8192  # the foes of this game think
THROWN: Final = 16384  # the last action was to throw something
SAID: Final = 32768  # there were messages since then
IDLE: Final = 65536  # nothing new has happened for long
THINGS: Final = 131072  # something lies about

# Changed together with all the others: version and edition of the game, the knobs, the level.
GAME: Final = 262144

ALL: Final = 524287
"""Every one of them."""


@final
class InputWatch:
    """The inputs as they were when they were looked at last.

    The knobs and the edition, which seldom change, are read by many rungs, so that GAME changes with ALL.
    """

    __slots__ = (
        "_edition", "_food", "_health", "_kit", "_knobs", "_level", "_lore", "_mapped", "_max_hp",
        "_max_strength", "_now", "_page", "_rank", "_stairs", "_stock", "_strength", "_variant", "_version",
    )  # fmt: skip

    def __init__(self) -> None:
        self._now: i64 = 0
        self._kit: Kit | None = None
        self._lore = -1
        self._stock = ""
        self._strength = 0
        self._max_strength = 0
        self._rank = 0
        self._health = 0
        self._max_hp = 0
        self._stairs = -1
        self._mapped = False
        self._level: TerrainMap | None = None
        self._knobs: Knobs = DEFAULT
        self._food: FoodRules = USUAL_FOOD
        self._page: GamePage | None = None
        self._edition = ""
        self._version = ""
        self._variant = ""

    def changes(self, beliefs: Beliefs) -> i64:
        """Return the inputs that have changed, as bits, and take them for known.  No foe may be in view.

        Hot, once for each command (scripts/bench).
        """
        if beliefs.level is not self._level or self._is_another_game(beliefs):
            self._take_game(beliefs)
            self._take_values(beliefs)
            self._now = _now(beliefs)
            return ALL
        now = _now(beliefs)
        changed = now | self._now | self._take_values(beliefs)
        self._now = now
        return changed

    def _is_another_game(self, beliefs: Beliefs) -> bool:
        """Return whether something has changed that seldom does and that any rung may read."""
        return (
            beliefs.knobs is not self._knobs
            or beliefs.food is not self._food
            or beliefs.page is not self._page
            or beliefs.edition != self._edition
            or beliefs.version != self._version
            or beliefs.variant != self._variant
        )

    def _take_game(self, beliefs: Beliefs) -> None:
        self._level, self._knobs, self._food = beliefs.level, beliefs.knobs, beliefs.food
        self._page, self._edition = beliefs.page, beliefs.edition
        self._version, self._variant = beliefs.version, beliefs.variant

    def _take_values(self, beliefs: Beliefs) -> i64:
        """Return which of the inputs have another value now, and keep that."""
        changed: i64 = 0
        me, level, kit = beliefs.me, beliefs.level, beliefs.pack.kit
        if kit is not self._kit or beliefs.lore.version != self._lore or beliefs.stock != self._stock:
            self._kit, self._lore, self._stock = kit, beliefs.lore.version, beliefs.stock
            changed = PACK
        if me.hp != self._health or me.max_hp != self._max_hp:
            self._health, self._max_hp = me.hp, me.max_hp
            changed |= HEALTH
        if me.strength != self._strength or me.max_strength != self._max_strength or me.level != self._rank:
            self._strength, self._max_strength, self._rank = me.strength, me.max_strength, me.level
            changed |= BODY
        if level.stairs != self._stairs or level.mapped != self._mapped:
            self._stairs, self._mapped = level.stairs, level.mapped
            changed |= EXITS
        return changed


def _now(beliefs: Beliefs) -> i64:
    """Return which of the inputs change at each command just now."""
    me, foes, turn = beliefs.me, beliefs.foes, beliefs.turn
    now: i64 = ALERT if me.alert else NOT_ALERT
    if me.hunger:
        now |= HUNGRY
    if beliefs.pack.kit.amulet:
        now |= AMULET
    if turn < me.blind_until or turn < me.confused_until:
        now |= SENSES
    if turn < me.hallucinating_until or turn < me.floating_until:
        now |= SENSES
    if beliefs.cursed:
        now |= CURSED
    if beliefs.full_pack:
        now |= FULL_PACK
    if foes.unseen_turn >= 0:
        now |= UNSEEN
    if foes.lurking:
        now |= LURKING
    if beliefs.foes_think:
        now |= THINKING
    if beliefs.action.verb == "throw":
        now |= THROWN
    if beliefs.facts:
        now |= SAID
    if beliefs.watch.idle >= beliefs.knobs.idle_turns:
        now |= IDLE
    if beliefs.level.things:
        now |= THINGS
    return now
