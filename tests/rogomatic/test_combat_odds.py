"""Danger: the figures of CMB and STR, against simulations and against turns worked out square by square."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.think.fight import combat_odds
from rogomatic.agent.think.fight.combat_odds import frozen_risk, frozen_turns
from rogomatic.agent.think.fight.threat import threat_of
from tests.support.agent_scenes import STATUS, Scene, beliefs, spot_of, status


def foe(name: str, spot: int = 0, awake: bool = True) -> Foe:
    return Foe(name[0].upper(), spot, KINDS[name], awake)


@pytest.mark.parametrize(
    ("strength", "bonus"), [(3, -4), (6, -1), (7, 0), (16, 0), (17, 1), (20, 1), (21, 2), (30, 2), (31, 3)]
)
def test_strength_to_hit_STR_3(strength: int, bonus: int) -> None:
    assert combat_odds.strength_to_hit(strength) == bonus


@pytest.mark.parametrize(
    ("strength", "bonus"),
    [
        (6, -1),
        (7, 0),
        (15, 0),
        (16, 1),
        (17, 1),
        (18, 2),
        (19, 3),
        (20, 3),
        (21, 4),
        (22, 5),
        (30, 5),
        (31, 6),
    ],
)
def test_strength_to_damage_STR_4(strength: int, bonus: int) -> None:
    assert combat_odds.strength_to_damage(strength) == bonus


def test_the_worked_examples_of_CMB_24_to_26() -> None:
    b = beliefs()
    assert combat_odds.be_hit(b, KINDS["kestrel"]) == 11  # 55 %
    b.me.alert = True
    assert combat_odds.be_hit(b, KINDS["kestrel"]) == 7  # 35 %
    assert combat_odds.to_hit(b, KINDS["kestrel"]) == 9  # 45 %
    assert combat_odds.to_hit(b, KINDS["kestrel"], "e") == 9


def simulated(b: Beliefs, name: str, games: int) -> tuple[float, float]:
    """Play duels with a small generator of our own; return (share of deaths, mean loss up to death)."""
    kind, state, dead, lost = KINDS[name], 1, 0, 0
    hit, be_hit = combat_odds.to_hit(b, kind), combat_odds.be_hit(b, kind)

    def draw(sides: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % sides

    for _ in range(games):
        life = sum(draw(8) + 1 for _ in range(kind.level))
        hp = b.me.hp
        while True:
            if draw(20) < hit:
                life -= draw(4) + draw(4) + 2 + 2  # mace +1 with strength 16
            if life <= 0:
                break
            hp -= sum(
                sum(draw(attack[1]) + 1 for _ in range(attack[0]))
                for attack in kind.attacks
                if isinstance(attack, tuple)
                if draw(20) < be_hit
            )
            if hp <= 0:
                dead += 1
                break
        lost += b.me.hp - max(hp, 0)
    return dead / games, lost / games


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kestrel", "hobgoblin", "rattlesnake", "centaur"])
def test_duels_agree_with_a_simulation(name: str) -> None:
    b = beliefs()
    die, _, _ = combat_odds.duel(b, foe(name))
    share, _ = simulated(b, name, 4000)
    assert abs(die - share) < 0.025


def test_wounds_and_free_blows_help_and_a_lost_round_hurts() -> None:
    b = beliefs()
    whole = combat_odds.duel(b, foe("rattlesnake"))[0]
    hurt = foe("rattlesnake")
    hurt.wounds = 6
    assert combat_odds.duel(b, hurt)[0] < whole
    assert combat_odds.duel(b, foe("rattlesnake"), free=2)[0] < whole
    assert whole < combat_odds.duel(b, foe("rattlesnake"), free=-1)[0]


def squeezes(hp: int, grip: int, count: int) -> float:
    """Return how often a plain simulation of SPC-12 ends in death before a foe that takes so many blows."""
    dice, dead = Random(7), 0
    for _ in range(4000):
        left, tight = hp, grip
        for _ in range(count - 1):
            if dice.random() < 0.7:
                tight += 1
                left -= 1
            else:
                left -= tight
        dead += left <= 0
    return dead / 4000


@pytest.mark.parametrize(("hp", "grip"), [(30, 0), (20, 0), (20, 4)])
def test_the_grip_of_a_flytrap_tightens_SPC_12(hp: int, grip: int) -> None:
    curve = (1.0,) * 12 + (0.0,)
    die, loss = combat_odds._squeezed(curve, 14, hp, grip)
    assert die == pytest.approx(squeezes(hp, grip, 12), abs=0.03)
    assert 0 < loss <= hp


def test_one_that_holds_is_worse_than_its_bites() -> None:
    b = beliefs(row=status(level=6, hp=30, most=30))
    b.me.alert = True
    trap = foe("venus flytrap")
    assert combat_odds.hold_risk(b, foe("troll")) == 0.0
    assert combat_odds.duel(b, trap)[0] >= combat_odds.hold_risk(b, trap) > 0.15
    assert combat_odds.duel(b, trap, free=9)[0] < combat_odds.duel(b, trap)[0]
    b.me.grip = 5
    assert combat_odds.hold_risk(b, trap) > 0.4


def test_one_that_freezes_is_shot_before_it_comes() -> None:
    b = beliefs(row=status(level=6, hp=30, most=30))
    here = combat_odds.duel(b, foe("ice monster"))[0]
    assert combat_odds.duel(b, foe("ice monster"), free=-1)[0] > here > 0.1
    assert combat_odds.duel(b, foe("ice monster"), free=6)[0] < 0.02
    b.me.alert = True
    assert combat_odds.duel(b, foe("ice monster"))[0] < here


def test_others_strike_whoever_is_frozen() -> None:
    b = beliefs(row=status(level=6, hp=30, most=30, arm=8))
    alone = combat_odds.touch_risk(b, foe("ice monster"))
    assert combat_odds.touch_risk(b, foe("orc")) == 0.0
    assert combat_odds.touch_risk(b, foe("ice monster"), [foe("centaur")]) > alone + 0.1


def test_more_armor_means_less_danger() -> None:
    chances = [combat_odds.duel(beliefs(row=status(arm=arm)), foe("hobgoblin"))[0] for arm in (2, 4, 6, 8)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]


TWO = """
  ----------
  |..H.....|
  |...@....|
  |......H.|
  ----------
"""


def test_threat_counts_neighbors_and_those_who_come() -> None:
    scene = Scene(TWO)
    scene.awake("H")
    threat = threat_of(scene.b)
    assert (len(threat.near), len(threat.coming)) == (1, 1)
    assert threat.round_most == 8
    alone = combat_odds.duel(scene.b, threat.near[0])[0] * 100
    assert threat.death_pct > alone


def test_sleepers_are_no_threat() -> None:
    scene = Scene(TWO)
    assert threat_of(scene.awake("H", False)).death_pct == 0.0


def test_nobody_strikes_around_a_corner_MAP_8() -> None:
    picture = """
  |...|
  |...|
  --+--
   S@
"""
    b = Scene(picture, STATUS).awake("S")
    assert combat_odds.touches(b, spot_of(picture, "S"), spot_of(picture, "@"))
    diagonal = """
  |.S.|
  |...+
  -----
"""
    b = beliefs(diagonal.replace("+", "@"))
    spot = spot_of(diagonal, "+")
    assert not combat_odds.touches(b, spot - 81, spot)
    assert combat_odds.touches(b, spot - 1, spot)


def test_who_is_not_alert_is_hit_no_more_often_in_3_6() -> None:
    s = Scene("""
  -------
  |.@H..|
  -------
""")
    kind = next(iter(s.b.foes.seen.values())).kind
    chances = []
    for s.b.edition in ("5.4", "5.2", "3.6"):
        for s.b.me.alert in (False, True):
            chances.append(combat_odds.be_hit(s.b, kind))
    assert [one - chances[1] for one in chances] == [4, 0, 4, 0, 0, 0]


MOST = 50  # turns to go, beyond which the hero dies (SPC-4)


def worked_out(helpless: int, alert: int) -> float:
    """Return the chance that the turns to go exceed MOST, by the equations of all numbers of turns."""
    equations, ends = np.eye(MOST + 1), np.zeros(MOST + 1)
    for left in range(1, MOST + 1):
        hit = (alert if left == 1 else helpless) / 20
        if left > 1:
            equations[left, left - 1] -= 1 - hit
        for more in (2, 3):
            if left - 1 + more > MOST:
                ends[left] += hit / 2
            else:
                equations[left, left - 1 + more] -= hit / 2
    die = np.linalg.solve(equations[1:, 1:], ends[1:])
    return float(die[1] + die[2]) / 2


@pytest.mark.parametrize("less", [0, 4])
def test_spc_4_the_chance_that_a_frozen_hero_never_stirs_again(less: int) -> None:
    chances = [(helpless, max(helpless - less, 0)) for helpless in range(21)]
    assert [frozen_risk(*one) for one in chances] == pytest.approx(
        [worked_out(*one) for one in chances], abs=0.06
    )


def test_who_is_hit_never_or_always_is_soon_free_or_lost() -> None:
    assert (frozen_risk(-3, -7), frozen_risk(0, -4)) == (0.0, 0.0)
    assert (frozen_risk(20, 16), frozen_risk(25, 21)) == (1.0, 1.0)
    assert (frozen_turns(0), frozen_turns(8)) == (2, 12)
