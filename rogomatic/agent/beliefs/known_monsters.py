"""The monsters of the level, in view or remembered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rogomatic.agent.kernels.level_grid import Square
from rogomatic.agent.monster_manual import WANDERS, Kind
from rogomatic.agent.screen.vt100 import COLS

FRESH_TURNS: Final = 20  # turns for which an awake foe is assumed near its last square
STILL_MEANS_ASLEEP: Final = 2  # turns without a move, seen clear of the hero


@dataclass(slots=True)
class Foe:
    """What is known about a monster of the level.

    awake   True if the monster has moved, arrived, or struck; False if it stays in its place; None if unknown
    still   turns in sight without a move
    wounds  estimated loss of hit points
    held    whether a scroll holds the monster; a move or a blow sets it to False
    """

    letter: str
    spot: Square
    kind: Kind
    awake: bool | None = None
    still: int = 0
    wounds: int = 0
    seen_turn: int = 0
    held: bool = False
    zapped: frozenset[str] = frozenset()  # letters of the sticks used on it
    slowed: bool = False  # by a stick: it acts every other turn
    confused: bool = False  # by a hand that glowed: most of its steps are random (CHS-12)
    stride: int = 0  # squares it moved in the last step
    halts: int = 0  # turns awake without a step, away from the hero, since a zap
    intent: str = ""  # last reported intention (foe_intents), and its turn
    intent_turn: int = 0
    came_from: int = -1  # the square before its last step, -1 if none was seen
    returns: int = 0  # consecutive approaching steps of a fleeing monster
    healed_turn: int = 0  # turn up to which healing is counted


@dataclass(slots=True)
class Foes:
    """Monsters by spot.

    seen           monsters in view
    lurking        monsters out of view, by the spot where they were last seen
    called_turn    turn of the last call by a monster to others of its kind, or -1 if there was no call
    unseen_turn    turn of the last blow by an unseen monster, or -1 if there was no such blow
    false_letters  whether the last letters shown came from a hallucination
    unseen_spots   squares where the unseen monster may stand
    unseen_zapped  letters of the sticks used on the unseen monster
    """

    seen: dict[int, Foe] = field(default_factory=dict)
    lurking: dict[int, Foe] = field(default_factory=dict)
    unseen_turn: int = -1
    unseen_spots: frozenset[int] = frozenset()
    unseen_zapped: frozenset[str] = frozenset()
    called_turn: int = -1
    false_letters: bool = False

    def follow(
        self,
        gone: list[int],
        come: list[tuple[int, str, Kind]],
        turn: int,
        passed: int,
        entered: bool,
        false_letters: bool = False,
    ) -> None:
        """Update the monsters from the letters that changed on the screen.

        gone     spots where a letter is no longer shown
        come     (spot, letter, kind) of letters that were not shown before
        passed   turns since the last update
        entered  whether a new place is in view.  If so, new monsters may have been there all the time
        false_letters  whether the hero hallucinates, so that each step shows other letters (POT-2)
        """
        left = [self.seen.pop(spot) for spot in gone if spot in self.seen]
        for foe in self.seen.values():
            foe.still += passed
            foe.seen_turn = turn
            if foe.awake is None and foe.still >= STILL_MEANS_ASLEEP:
                foe.awake = False
        for spot, letter, kind in come:
            shown = "" if false_letters or self.false_letters else letter
            known = _moved_here(left, spot, shown, passed) or self._recalled(spot, shown)
            foe = known or self._newcomer(spot, letter, kind, entered)
            if foe.letter != letter:
                foe.letter = letter
                if not false_letters:  # the first true letter
                    foe.kind = kind
            foe.spot, foe.seen_turn = spot, turn
            self.seen[spot] = foe
        for foe in left:
            self.lurking[foe.spot] = foe
        self.false_letters = false_letters

    def miss(self, spot: Square, beside: Iterable[int], turn: int) -> None:
        """Drop the monsters remembered at `spot` or on the squares `beside`, because none is in view there.

        Keep an awake monster until 20 turns after it was last seen, because it may have walked away.
        """
        for near in (spot, *beside):
            foe = self.lurking.get(near)
            if foe is not None and (foe.awake is not True or turn - foe.seen_turn > FRESH_TURNS):
                del self.lurking[near]

    def forget(self, spot: Square) -> None:
        """Drop the foe on this spot, because it is dead or was never there."""
        self.seen.pop(spot, None)
        self.lurking.pop(spot, None)

    def _recalled(self, spot: Square, letter: str) -> Foe | None:
        """Look for a monster that is remembered at this spot and has this letter.

        Remove it from the remembered monsters and return it, or return None if there is no such monster.
        The letter "" stands for any letter.
        """
        foe = self.lurking.get(spot)
        return self.lurking.pop(spot) if foe is not None and letter in ("", foe.letter) else None

    def _newcomer(self, spot: Square, letter: str, kind: Kind, entered: bool) -> Foe:
        """Return a foe that has come into view.

        A monster with this letter that is remembered elsewhere on the level may be this foe.
        """
        # A kind that never wanders was there before, even if it comes into view late.
        came = not entered and bool(kind.traits & WANDERS)
        foe = Foe(letter, spot, kind, True if came else None)
        same = [other for other in self.lurking.values() if other.letter == letter]
        if same and not entered:
            old = min(same, key=lambda other: distance_between(other.spot, spot))
            del self.lurking[old.spot]
            foe.wounds, foe.awake = old.wounds, foe.awake or old.awake
            foe.slowed, foe.confused, foe.zapped = old.slowed, old.confused, old.zapped
            foe.healed_turn = old.healed_turn
        return foe


def _moved_here(left: list[Foe], spot: Square, letter: str, passed: int) -> Foe | None:
    """Remove from `left` the nearest monster that can have moved to `spot`.

    Return that monster, or None if none can have moved there.
    """
    reach = 2 * max(passed, 1) + 1
    near = [foe for foe in left if letter in ("", foe.letter) and distance_between(foe.spot, spot) <= reach]
    if not near:
        return None
    foe = min(near, key=lambda other: distance_between(other.spot, spot))
    left.remove(foe)
    foe.stride = distance_between(foe.spot, spot)
    if foe.stride:
        foe.came_from = foe.spot
        foe.awake, foe.held, foe.still = True, False, 0
    return foe


def distance_between(a: int, b: int) -> int:
    """Return the distance between two squares in steps, ignoring walls.

    >>> distance_between(3 * 80 + 3, 5 * 80 + 4)
    2
    """
    rows, cols = abs(a // COLS - b // COLS), abs(a % COLS - b % COLS)
    return rows if rows > cols else cols  # `max` takes longer
