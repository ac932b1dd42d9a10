"""Figures of a kind: the manual's without experience, the most likely ones with much of it."""

from __future__ import annotations

import random
from math import erfc, fsum, log, sqrt
from random import Random

import pytest

from rogomatic.agent.memory import monster_estimates
from rogomatic.agent.memory.game_observer import MonsterTally
from rogomatic.agent.memory.long_term_memory import Book, Memory, MonsterRecord, TableName, default_memory
from rogomatic.agent.memory.monster_estimates import (
    Experience,
    chance,
    experience,
    fit_level,
    fit_shift,
    mean_key,
)
from rogomatic.agent.monster_manual import FLIES, KINDS, MEAN, DamageDistribution, Kind, Manual, stranger


def memory_of(**monsters: MonsterRecord) -> Memory:
    return Memory({"5.4": Book(10, monsters)})


def record_of(
    kind: Kind, blows: int, depth: int = 1, dice: random.Random | None = None, sign: str = "none"
) -> MonsterRecord:
    """Return what so many blows of each side with a foe of these figures would leave behind."""
    dice = dice or random.Random(5)
    tally = MonsterTally()
    for _ in range(blows):
        tally.counts["met"] += 1
        tally.depths[depth] += 1
        guard, aim = dice.randrange(0, 6), dice.randrange(3, 8)
        harm = [
            sum(dice.randint(1, attack[1]) for _ in range(attack[0]))
            for attack in kind.attacks
            if isinstance(attack, tuple)
            if dice.random() < (kind.level + 10 - guard) / 20
        ]
        tally.mark("blows", guard, int(not harm), 2)
        if harm:
            tally.add_damage(sum(harm))
            tally.signs[sign] += 1
        tally.mark("aims", aim, int(dice.random() >= (aim + kind.armor) / 20), 2)
        tally.mark("felled", sum(dice.randint(1, 8) for _ in range(kind.level)))
        tally.mark("gains", kind.exp)
        tally.mark("starts", int(bool(kind.traits & MEAN)))
        tally.mark("strides", 2 if kind.traits & FLIES else 1)
    return tally.record()


def mean_harm(kind: Kind) -> float:
    return sum(
        sum(points * chance for points, chance in enumerate(attack.chances))
        if isinstance(attack, DamageDistribution)
        else attack[0] * (attack[1] + 1) / 2
        for attack in kind.attacks
    )


@pytest.mark.parametrize("name", [*KINDS, "", "grue"])
def test_without_experience_the_manual_rules_to_the_letter(name: str) -> None:
    mind = experience(default_memory())
    assert mind.kind("5.4", name, 7) == Manual().kind("5.4", name, 7)._replace(name=name or "unknown monster")
    if name in KINDS:
        assert mind.kind("5.4", name, 7) is KINDS[name]
    assert mind.votes("5.4.5") == Manual().votes("5.4.5")


@pytest.mark.parametrize("name", ["kestrel", "hobgoblin", "rattlesnake", "zombie", "xeroc", "vampire"])
def test_much_experience_rules_against_the_manual(name: str) -> None:
    """A hobgoblin that fights like somebody else is soon known for what it is."""
    truth = KINDS[name]
    learned = Experience(memory_of(hobgoblin=record_of(truth, 400))).kind("5.4", "hobgoblin", 1)
    assert learned.name == "hobgoblin"
    assert abs(learned.level - truth.level) <= max(1, truth.level // 6)
    assert abs(learned.level + learned.edge - truth.level) <= 2
    assert abs(learned.armor - truth.armor) <= 2
    assert mean_harm(learned) == pytest.approx(mean_harm(truth), rel=0.15)
    assert learned.exp == pytest.approx(truth.exp, rel=0.05)
    assert learned.traits & (MEAN | FLIES) == truth.traits & (MEAN | FLIES)


def test_the_worst_of_a_hit_is_not_the_tail_of_a_guess() -> None:
    """A kestrel among trolls: before it was met a guess, after many hits its own 4 points."""
    deep = {f"grue {n}": record_of(KINDS["troll"], 60) for n in range(3)}
    mind = Experience(memory_of(**deep, grue=record_of(KINDS["kestrel"], 300)))
    assert mind.kind("5.4", "grue", 1).worst == 4
    assert mind.kind("5.4", "gruesome", 1).worst > 12
    known = Experience(memory_of(hobgoblin=record_of(KINDS["hobgoblin"], 300)))
    assert known.kind("5.4", "hobgoblin", 1).worst == 8


def test_several_attacks_are_learned_as_one() -> None:
    """What a centaur's round does is what counts: how often it hurts, and how much then."""
    truth = KINDS["centaur"]
    learned = Experience(memory_of(emu=record_of(truth, 400))).kind("5.4", "emu", 1)
    each = (truth.level + 10 - 3) / 20
    hurts = monster_estimates.chance(learned.level + learned.edge + 10 - 3)
    assert hurts == pytest.approx(1 - (1 - each) ** 3, abs=0.1)
    assert mean_harm(learned) == pytest.approx(7.5 * each / (1 - (1 - each) ** 3), rel=0.15)


def test_a_little_experience_moves_a_little() -> None:
    tally = MonsterTally()
    for _ in range(3):
        tally.mark("blows", 3, 0, 2)
        tally.add_damage(8)
    learned = Experience(memory_of(hobgoblin=tally.record())).kind("5.4", "hobgoblin", 1)
    assert 4.5 < mean_harm(learned) < 8
    assert 1 <= learned.level + learned.edge <= 6
    assert (learned.level, learned.armor, learned.exp) == (1, 5, 4)


def test_what_a_hit_does_is_learned_and_unlearned() -> None:
    snake = Experience(memory_of(snake=record_of(KINDS["snake"], 60, sign="rust"))).kind("5.4", "snake", 1)
    assert snake.special == "rust"
    tame = Experience(memory_of(rattlesnake=record_of(KINDS["rattlesnake"], 200)))
    assert tame.kind("5.4", "rattlesnake", 1).special == ""
    few = Experience(memory_of(rattlesnake=record_of(KINDS["rattlesnake"], 20)))
    assert few.kind("5.4", "rattlesnake", 1).special == "weaken"


def test_a_few_signs_do_not_overrule_a_manual_that_is_trusted() -> None:
    """What stood beside it may have done it; an ice monster that no longer froze cost 176 points a game."""
    for signs, special in ((4, "freeze"), (5, "rust")):
        mind = Experience(memory_of(**{"ice monster": MonsterRecord(signs={"rust": (signs,)})}))
        assert mind.kind("5.4", "ice monster", 3).special == special


def test_who_was_never_met_is_expected_to_be_like_others_of_its_depth() -> None:
    """Not like its neighbor in the alphabet, and not like the stranger of the manual."""
    monsters = {
        "grue": record_of(KINDS["troll"]._replace(name="grue"), 60, depth=14),
        "gruel": record_of(KINDS["emu"]._replace(name="gruel"), 60, depth=1),
    }
    mind = Experience(memory_of(**monsters))
    deep, high = mind.kind("5.4", "gruesome", 13), mind.kind("5.4", "gruesome", 2)
    assert deep.name == high.name == "gruesome"
    assert abs(deep.level - KINDS["troll"].level) <= 2
    assert mean_harm(deep) > 3 * mean_harm(high)
    assert high.level <= 2
    nobody = Experience(memory_of(grue=MonsterRecord()))
    assert nobody.kind("5.4", "gruesome", 13) == stranger(13)._replace(name="gruesome")


def test_a_manual_that_was_wrong_on_many_is_not_asked_about_the_rest() -> None:
    strong = {name: record_of(KINDS["troll"], 60) for name in ("bat", "emu", "snake", "kestrel", "hobgoblin")}
    mind = Experience(memory_of(**strong))
    assert mind.trust("5.4") < 0.5
    assert mind.kind("5.4", "zombie", 1).level > 4
    honest = {name: record_of(KINDS[name], 60) for name in ("bat", "emu", "snake", "kestrel", "hobgoblin")}
    mind = Experience(memory_of(**honest))
    assert mind.trust("5.4") == 1.0
    assert mind.kind("5.4", "zombie", 1) is KINDS["zombie"]


def test_who_has_read_nothing_knows_only_what_was_seen() -> None:
    mind = Experience(memory_of(troll=record_of(KINDS["troll"], 100, depth=13)), manual={})
    assert mind.votes("5.4.5") == {}
    assert abs(mind.kind("5.4", "troll", 13).level - 6) <= 1
    assert mind.kind("5.4", "zombie", 13).level == mind.kind("5.4", "troll", 13).level
    newborn = Experience(default_memory(), manual={})
    assert newborn.kind("5.4", "troll", 13) == stranger(13)._replace(name="troll")


def test_letters_of_earlier_games_speak_against_the_manual() -> None:
    book = Book(5, letters={"A gnome": (6,), "B bat": (4,)})
    votes = Experience(Memory({"5.4": book})).votes("5.4.5")
    assert votes["A", "gnome"] > votes["A", "aquator"]
    assert votes["B", "bat"] == 6
    assert Experience(Memory({"5.4": book})).votes("5.2.3")["A", "giant ant"] == 2


def test_an_edition_has_its_own_memory() -> None:
    memory = Memory({"5.2": Book(1, {"hobgoblin": record_of(KINDS["troll"], 60)})})
    assert Experience(memory).kind("5.4", "hobgoblin", 1) is KINDS["hobgoblin"]
    assert Experience(memory).kind("5.2", "hobgoblin", 1).level > 3


@pytest.mark.parametrize("table", ["blows", "aims"])
def test_a_table_of_hits_alone_gives_no_certainty(table: TableName) -> None:
    tally = MonsterTally()
    for _ in range(5):
        tally.mark(table, 4, 0, 2)
    learned = Experience(memory_of(bat=tally.record())).kind("5.4", "bat", 1)
    assert abs(learned.edge) <= 8
    assert abs(learned.armor - KINDS["bat"].armor) <= 8


SEEDS = range(150)


def best_shift(cases: dict[int, tuple[int, int]], guess: int, weight: float, expected: float | None) -> int:
    """Return the most likely shift, of those that are as likely the one nearest to the guess."""
    base = round(mean_key(cases))
    prior = chance(base + guess) if expected is None else min(max(expected, 0.02), 0.98)

    def likelihood(shift: int) -> float:
        share = chance(base + shift)
        held = [weight * prior * log(share), weight * (1 - prior) * log(1 - share)]
        for at, (hits, misses) in cases.items():
            share = chance(at + shift)
            held += [hits * log(share), misses * log(1 - share)]
        return fsum(held)

    return max(range(guess - 25, guess + 26), key=lambda shift: (likelihood(shift), -abs(shift - guess)))


def best_level(
    felled: dict[int, tuple[int]], spared: dict[int, tuple[int]], guess: int, weight: float
) -> int:
    """Return the most likely level, of those that are as likely the one nearest to the guess."""

    def likelihood(level: int) -> float:
        mean, spread = 4.5 * level, sqrt(5.25 * level + 6.0)
        start = (4.5 * guess - mean) / spread
        held = [-weight * (start * start / 2 + log(spread))]
        for harm, (kills,) in felled.items():
            off = (harm - mean) / spread
            held.append(-kills * (off * off / 2 + log(spread)))
        for harm, (fights,) in spared.items():
            held.append(fights * log(max(erfc((harm - mean) / spread / sqrt(2)) / 2, 1e-6)))
        return fsum(held)

    return max(range(1, 31), key=lambda level: (likelihood(level), -abs(level - guess)))


@pytest.mark.slow
def test_a_shift_is_the_most_likely_one() -> None:
    for seed in SEEDS:
        dice = Random(seed)
        cases = {
            dice.randrange(-40, 60): (dice.randrange(9), dice.randrange(1, 9))
            for _ in range(dice.randrange(1, 7))
        }
        guess, weight, expected = (
            dice.randrange(-60, 80), dice.choice((0.3, 4.0, 40.0)), dice.choice((None, dice.random()))
        )  # fmt: skip
        assert fit_shift(cases, guess, weight, expected) == best_shift(cases, guess, weight, expected)


@pytest.mark.slow
def test_a_level_is_the_most_likely_one() -> None:
    for seed in SEEDS:
        dice = Random(seed)
        felled, spared = (
            {dice.randrange(1, 200): (dice.randrange(1, 9),) for _ in range(dice.randrange(7))} for _ in "ab"
        )
        guess, weight = dice.randrange(33), dice.choice((0.3, 4.0, 12.0))
        known = best_level(felled, spared, guess, weight) if felled or spared else guess
        assert fit_level(felled, spared, guess, weight) == known


def test_few_kills_leave_a_sure_guess() -> None:
    assert fit_level({9: (1,)}, {}, 12, 500.0) == 12
