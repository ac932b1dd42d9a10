"""The hero's options in a fight against pursuers, each with its expected cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs, Plan
from rogomatic.agent.beliefs.terrain_map import Square
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.monster_manual import BREATHES, ROOTED, UNSEEN, Kind
from rogomatic.agent.think.fight.combat_odds import (
    a_round,
    as_blows,
    be_hit,
    freeze_risk,
    hold_risk,
    survival_curve,
    to_hit,
    touch_risk,
)
from rogomatic.agent.think.fight.combat_sim import (
    NEVER,
    Chase,
    Chaser,
    FightCost,
    Fighter,
    chase,
    simulate_fight,
)
from rogomatic.agent.think.items.item_value import (
    arrow_letter,
    best_blade,
    is_fainting,
    is_missile,
    ready_missile,
    thrown_missile,
)
from rogue.shared.wording import plural

PHANTOM_DEPTH: Final = 13  # from this depth on, unseen attackers are phantoms, which are strong (MON-1)
UNSEEN_TURNS: Final = 3  # turns after a blow for which an unseen attacker counts as near
UNSEEN_MOST: Final = 16  # maximum damage of a phantom or a stalker in one round


def unseen_most(beliefs: Beliefs) -> int:
    """Return the maximum damage by an invisible attacker in the next turn.  Return 0 if there is none."""
    return UNSEEN_MOST if has_struck_unseen(beliefs) else 0


def has_struck_unseen(beliefs: Beliefs) -> bool:
    """Return whether an unseen attacker struck in this or the last turn, and so must be next to the hero."""
    return beliefs.foes.unseen_turn >= 0 and beliefs.turn - beliefs.foes.unseen_turn <= 1


def is_unseen_near(beliefs: Beliefs) -> bool:
    """Return whether an unseen attacker struck in the last UNSEEN_TURNS turns, and so is probably near."""
    struck = beliefs.foes.unseen_turn
    return struck >= 0 and beliefs.turn - struck <= UNSEEN_TURNS


def unseen_fighters(beliefs: Beliefs) -> tuple[Fighter, ...]:
    """Return a tuple with the unseen attacker as a fighter.  Return () if there is no such attacker."""
    if not has_struck_unseen(beliefs):
        return ()
    kind = _kind(beliefs)
    curve = survival_curve(beliefs, Foe("", beliefs.me.spot, kind))
    return (Fighter(kind.attacks, be_hit(beliefs, kind), curve),)


def _kind(beliefs: Beliefs) -> Kind:
    """Return the kind whose monsters are invisible in this game.

    If no such kind is known, return the stand-in estimate for an unknown monster.
    """
    for name in sorted(set(beliefs.names.values())):
        kind = beliefs.monster_source.kind(beliefs.edition, name, beliefs.me.depth)
        if kind.traits & UNSEEN:
            return kind
    return beliefs.monster_source.kind(beliefs.edition, "", beliefs.me.depth)


CONFUSED_PACE: Final = 3  # turns per blow of a confused foe, about (CHS-12, CHS-13)
_HELPLESS_TURNS: Final = 1.5  # helpless turns of a fainting hero per usable turn
_QUEUE: Final = 3  # squares: a blocked foe this near waits for a free square
_ROUNDS_WORTH_DRAWING: Final = 3  # minimum rounds until the first foe arrives to wield the bow
_FREE_SHOTS: Final = 2 / 3  # approximate share of its approach that a foe is in line


class Option(NamedTuple):
    """Something that the hero can do about a fight, with its cost.

    name        name in `explain` and in reasons, never used for decisions
    fight_cost  cost of the fight
    price       value in hit points of what the option uses up, such as a scroll, or the rest of the level if
                the hero leaves it
    walk        path to the place of the option
    act         act to do at once; its reason is filled in later
    gives_up    what the option uses up, worded to complete "that would ...", such as "use up the potion"

    An option without walk and act means to fight on the hero's square.  The option with the lowest `cost` is
    best.
    """

    name: str
    fight_cost: FightCost
    price: float = 0.0
    walk: Plan | None = None
    act: Act | None = None
    gives_up: str = ""

    def cost(self, knobs: Knobs) -> float:
        """Return the total cost in hit points.

        Each percent of the chance to die counts as `knobs.death_hp` hit points.
        """
        return 100 * self.fight_cost.death_probability * knobs.death_hp + self.fight_cost.loss + self.price

    def drawback(self, best: Option, knobs: Knobs, *, weighed: bool = True) -> str:
        """Return the drawback of this option that explains why `best` was chosen.

        Return "" if this option's chance to die is not lower than that of `best`.

        weighed  whether the text also says to what chance to die the drawback is equivalent ("which counts as
                 5% to die")

        >>> here, stairs = FightCost(0.2, 9.0), FightCost(0.16, 2.0)
        >>> Option("run", stairs, 65.0, gives_up="leave").drawback(Option("fight", here), Knobs())
        'that would leave, which counts as 5% to die'
        >>> Option("run", FightCost(0.19, 40.0)).drawback(Option("fight", here), Knobs())
        'that would cost 31 hit points more, which counts as 3% to die'
        >>> Option("run", here).drawback(Option("fight", here), Knobs())
        ''
        """
        if self.fight_cost.death_probability >= best.fight_cost.death_probability:
            return ""
        loss, price = self.fight_cost.loss - best.fight_cost.loss, self.price - best.price
        would = self.gives_up if price >= loss else f"cost {plural(max(round(loss), 1), 'hit point')} more"
        percent = max(round((loss + price) / knobs.death_hp), 1)
        return f"that would {would}" + f", which counts as {percent}% to die" * weighed


@dataclass(frozen=True, slots=True)
class Case:
    """A fight and its foes, for which the hero's options are to be compared.

    stay  the chase if the hero stays on its square
    here  cost of the fight if the hero stays on its square
    """

    beliefs: Beliefs
    foes: tuple[Foe, ...]
    stay: Chase
    here: FightCost

    def walk(self, path: Sequence[int], foes: Iterable[Foe] | None = None, wait: int = 12) -> Chase:
        """Return the chase if the hero walks a path and then waits at its end for `wait` turns."""
        return _chase(self.beliefs, path, self.foes if foes is None else tuple(foes), wait)

    def pause(self) -> tuple[int, ...]:
        """Return the path of a hero that stays on its square for one turn, to use an item."""
        return (self.beliefs.me.spot,)


def case_of(beliefs: Beliefs, foes: tuple[Foe, ...]) -> Case:
    """Return the Case for a fight with these foes."""
    stay = _chase(beliefs, (), foes)
    return Case(beliefs, foes, stay, fight_cost_of(beliefs, stay))


def _chase(beliefs: Beliefs, path: Sequence[int], foes: tuple[Foe, ...], wait: int = 12) -> Chase:
    there = chase(beliefs.level, beliefs.me.spot, path, foes, wait)
    return _with_faints(beliefs, there, len(path)) if path and is_fainting(beliefs) else there


def _with_faints(beliefs: Beliefs, there: Chase, squares: int) -> Chase:
    """Add to a chase the blows that the hero takes while it has fainted (FOO-3)."""
    helpless = int(squares * _HELPLESS_TURNS)
    chasers = [
        one._replace(
            before=one.before + max(helpless - distance_between(one.foe.spot, beliefs.me.spot) + 1, 0)
        )
        for one in there.chasers
        if one.foe.awake is not False and not one.foe.kind.traits & ROOTED
    ]
    return there._replace(chasers=tuple(chasers))


def fight_cost_of(beliefs: Beliefs, there: Chase, hp: int | None = None, in_view: bool = False) -> FightCost:
    """Return the cost of a chase and the fight at its end, with the weapon best for it.

    hp       hit points at the start; None: the hero's present hit points
    in_view  whether to leave out an unseen attacker
    """
    points = beliefs.me.hp if hp is None else hp
    if there.spot in beliefs.level.scares:
        bold = tuple(one for one in there.chasers if not is_scared(beliefs, one.foe, there.spot))
        there = there._replace(chasers=bold)
    unseen = () if in_view else unseen_fighters(beliefs)
    found = [_fight_cost(beliefs, there, points, unseen, *one) for one in _weapons(beliefs, there)]
    fight_cost = found[0]
    if len(found) > 1:
        fight_cost = min(found, key=lambda one: (round(one.death_probability, 3), one.loss))
    for one in there.chasers:
        if one.foe.kind.special == "hold" and one.arrival < NEVER:
            risk = hold_risk(beliefs, one.foe, points)
            if risk > fight_cost.death_probability:
                fight_cost = fight_cost._replace(death_probability=risk)
    return fight_cost


def _fight_cost(
    beliefs: Beliefs, there: Chase, hp: int, unseen: tuple[Fighter, ...], letter: str, late: int
) -> FightCost:
    """Return the cost of a fight with the weapon `letter`, which the hero wields after `late` turns.

    For the risk that a foe's touch freezes the hero, assume that the hero strikes this foe first.
    """
    fighters = _fighters(beliefs, there, letter, late) + unseen
    fight_cost = simulate_fight(hp, fighters, there.front + len(unseen))
    freezers = _freezers(beliefs, there, letter, late)
    if not freezers:
        return fight_cost
    lives = 1 - fight_cost.death_probability
    for one, fighter in freezers:
        touch = touch_risk(beliefs, one.foe, [other.foe for other in there.chasers if other is not one])
        rounds = fighter.curve[1 + fighter.free :] if fighter.start < NEVER else ()
        lives *= 1 - freeze_risk((1.0,) * fighter.before + rounds, fighter.chance // fighter.pace, touch)
    return fight_cost._replace(death_probability=1 - lives)


def touched_chance(beliefs: Beliefs, there: Chase) -> float:
    """Return the chance (0 to 1) that a foe whose touch freezes lives long enough to touch the hero."""
    chances = []
    for weapon in _weapons(beliefs, there):
        spared = 1.0
        for _, fighter in _freezers(beliefs, there, *weapon):
            if fighter.start < NEVER:
                spared *= 1 - fighter.curve[fighter.free]
        chances.append(1 - spared)
    return min(chances)


def _freezers(beliefs: Beliefs, there: Chase, letter: str, late: int) -> tuple[tuple[Chaser, Fighter], ...]:
    freezers = [one for one in there.chasers if one.foe.kind.special == "freeze"]
    if not freezers:
        return ()
    shoots = _shoots(beliefs, letter)
    return tuple([(one, _fighter(beliefs, one, there, letter, late, shoots)) for one in freezers])


def fight_cost_on_the_way(beliefs: Beliefs, there: Chase, hp: int | None = None) -> FightCost:
    """Return the cost of a chase.

    The fight at its end counts only if a foe blocks the path, so that the hero must fight there.

    hp  hit points at the start; None: the hero's present hit points
    """
    if there.blocked:
        return fight_cost_of(beliefs, there, hp)
    shoots, red_hands = _shoots(beliefs, ""), beliefs.me.red_hands  # red hands may add blows
    met = [one for one in there.chasers if one.before or red_hands]
    found = _in_order([_fighter(beliefs, one, there, "", 0, shoots) for one in met])
    fighters = tuple([one._replace(curve=(1.0,)) for one in found if one.before])
    fight_cost, lives = simulate_fight(beliefs.me.hp if hp is None else hp, fighters, 1), 1.0
    for one in there.chasers:
        if one.before and one.foe.kind.special == "freeze":
            touch, chance = touch_risk(beliefs, one.foe), be_hit(beliefs, one.foe.kind)
            lives *= 1 - freeze_risk((1.0,) * one.before, chance, touch)
    if lives == 1:
        return fight_cost
    return fight_cost._replace(death_probability=1 - (1 - fight_cost.death_probability) * lives)


def is_scared(beliefs: Beliefs, foe: Foe, spot: Square = -1) -> bool:
    """Return whether a scare monster scroll on `spot` keeps a foe from striking (CHS-17).

    spot  square of the scroll; -1: the hero's square
    """
    return (beliefs.me.spot if spot < 0 else spot) in beliefs.level.scares and not foe.kind.traits & BREATHES


def _weapons(beliefs: Beliefs, there: Chase) -> Iterator[tuple[str, int]]:
    """Yield the weapons to try for the fight, each with the turns that the hero needs to wield it."""
    yield "", 0
    held = beliefs.wielded()
    if held is not None and held[0] in beliefs.cursed:
        return
    if ready_missile(beliefs):
        blade = best_blade(beliefs)
        if blade:
            yield blade, 1
    elif (
        not beliefs.throws_by_hand
        and there.chasers
        and _ROUNDS_WORTH_DRAWING <= there.chasers[0].arrival < NEVER
    ):
        arrow = arrow_letter(beliefs)
        if arrow:
            yield arrow, 1


def _fighters(beliefs: Beliefs, there: Chase, letter: str, late: int) -> tuple[Fighter, ...]:
    """Return the foes in the order of the hero's blows.  The hero wields `letter` after `late` turns."""
    shoots = _shoots(beliefs, letter)
    return _in_order([_fighter(beliefs, one, there, letter, late, shoots) for one in there.chasers])


def _shoots(beliefs: Beliefs, letter: str) -> bool:
    """Return whether the hero shoots at approaching foes with this weapon.  "" means the weapon in hand."""
    if letter:
        return is_missile(beliefs.pack[letter])
    return bool(ready_missile(beliefs) or thrown_missile(beliefs))


def _fighter(beliefs: Beliefs, one: Chaser, there: Chase, letter: str, late: int, shoots: bool) -> Fighter:
    foe, start, free, before = one.foe, one.arrival, 0, one.before
    if start == NEVER and distance_between(one.end, there.spot) <= _QUEUE:
        start = 0  # it waits behind the others
    if start < late:
        before += late - start
    elif start != NEVER and start - late > 1 and shoots:
        free = as_blows(beliefs, foe, int((start - late) * _FREE_SHOTS), thrown_missile(beliefs))
    curve = survival_curve(beliefs, foe, letter)
    free = min(free, len(curve) - 1)
    pace = CONFUSED_PACE if foe.confused else 2 if foe.slowed else 1
    if beliefs.me.red_hands and foe is _first_struck(there):
        pace, before = CONFUSED_PACE, before + rounds_to_hit(beliefs, foe, letter)
    return Fighter(foe.kind.attacks, be_hit(beliefs, foe.kind), curve, start, before, free, pace)


def _first_struck(there: Chase) -> Foe:
    """Return the foe that the hero will probably strike first: the strongest of those that arrive first."""
    return min(there.chasers, key=lambda one: (one.arrival, -one.foe.kind.level, one.end)).foe


def rounds_to_hit(beliefs: Beliefs, foe: Foe, letter: str = "") -> int:
    """Return the probable number of misses before the hero's first hit, minus one, but at least 0."""
    return max(round(20 / min(max(to_hit(beliefs, foe.kind, letter), 1), 20)) - 2, 0)


def _in_order(fighters: list[Fighter]) -> tuple[Fighter, ...]:
    """Sort fighters by arrival, then by (damage per round) / (blows to kill the fighter), greatest first."""
    if len(fighters) < 2:
        return tuple(fighters)
    return tuple(sorted(fighters, key=lambda one: (one.start, -_harm(one) / max(fsum(one.curve[:-1]), 1.0))))


def _harm(one: Fighter) -> float:
    return fsum(points * share for points, share in enumerate(a_round(one.attacks, one.chance)))
