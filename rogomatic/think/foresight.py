"""Foresight: where a foe will be after its next step, by the pursuit rule or by its kind's habits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rogomatic.beliefs.known_monsters import Foe, SeenStep
from rogomatic.beliefs.model import Beliefs
from rogomatic.knobs import NO_FORESIGHT_PCT
from rogomatic.monster_manual import FLIES, ROOTED, UNSEEN
from rogomatic.predict.step_predictor import FEWEST_CASES, STAYS, octant, step_symbol
from rogomatic.think.combat_sim import next_step, rule_step
from rogomatic.think.targets import line_between
from rogomatic.vt100 import COLS

_NOBODY: Final[Mapping[int, int]] = {}
# By octants: up, up and right, and so on round.
_STEPS: Final = (-COLS, 1 - COLS, 1, 1 + COLS, COLS, COLS - 1, -1, -1 - COLS)


def steps_seen(beliefs: Beliefs) -> tuple[SeenStep, ...]:
    """Return the steps of the last turn that something may be learned from."""
    history = beliefs.steps
    if history is None or not history.before or beliefs.turn != history.turn + 1 or not _is_clear(beliefs):
        return ()
    spots = [spot for _, spot in history.before]
    found: list[SeenStep] = []
    for foe, spot in history.before:
        if beliefs.foes.seen.get(foe.spot) is foe and _is_free(foe):
            taken = [other for other in spots if other != spot]
            expected = symbol_of(
                spot, rule_step(beliefs.level, foe, spot, beliefs.me.spot, taken), beliefs.me.spot
            )
            step = symbol_of(spot, foe.spot, beliefs.me.spot)
            near = beliefs.me.spot in beliefs.level.neighbours(spot)
            found.append(SeenStep(foe, expected, foe.last_step, step, near))
    return tuple(found)


def foes_to_follow(beliefs: Beliefs) -> list[tuple[Foe, int]]:
    """Return the foes whose next step may be learned from, each with its square."""
    if not beliefs.foes.seen or not _is_clear(beliefs):
        return []
    return [(foe, spot) for spot, foe in beliefs.foes.seen.items() if foe.awake and _is_free(foe)]


def symbol_of(spot: int, after: int, hero: int) -> int:
    """Return the symbol of a foe's step from a square to another one, with the hero on a third."""
    row, col = divmod(spot, COLS)
    line = (hero // COLS - row, hero % COLS - col)
    return step_symbol(line, (after // COLS - row, after % COLS - col))


def where_next(beliefs: Beliefs, foe: Foe, hero: int, taken: Sequence[int] = ()) -> int:
    """Return where a foe in view will be after its step, when the hero has gone to a square.

    The rule's answer stands unless the forecast differs, enough cases are known and it is certain enough.  A
    forecast moves nobody that cannot move, and nobody onto a wall, another foe or the hero.
    """
    rule = next_step(beliefs.level, foe.spot, hero, taken)
    if beliefs.steps is None or beliefs.knobs.foresight_pct >= NO_FORESIGHT_PCT:
        return rule
    return _forecast(beliefs, foe, hero, taken, rule)


def first_steps(beliefs: Beliefs, foes: Sequence[Foe], hero: int) -> Mapping[int, int]:
    """Return square -> next square of the foes whose next step is foreseen against the rule."""
    if beliefs.steps is None or beliefs.knobs.foresight_pct >= NO_FORESIGHT_PCT:
        return _NOBODY
    found: dict[int, int] = {}
    spots = [foe.spot for foe in foes]
    for foe in foes:
        if beliefs.foes.seen.get(foe.spot) is not foe:
            continue
        taken = [spot for spot in (*spots, *found.values()) if spot != foe.spot]
        rule = rule_step(beliefs.level, foe, foe.spot, hero, taken)
        after = _forecast(beliefs, foe, hero, taken, rule)
        if after != rule:
            found[foe.spot] = after
    return found


def will_stay(beliefs: Beliefs, foe: Foe) -> bool:
    """Return whether a foe that is on its way is foreseen to stay where it is while the hero waits."""
    if beliefs.steps is None or beliefs.knobs.foresight_pct >= NO_FORESIGHT_PCT:
        return False
    taken = [spot for spot in beliefs.foes.seen if spot != foe.spot]
    rule = rule_step(beliefs.level, foe, foe.spot, beliefs.me.spot, taken)
    return rule != foe.spot == _forecast(beliefs, foe, beliefs.me.spot, taken, rule)


def shots_in_line(beliefs: Beliefs, foe: Foe, spot: int, rounds: int, usual: int) -> int:
    """Return for how many of the rounds in which a foe comes to a square it will be in line with it.

    usual  the answer where its next step is not foreseen: about two thirds of them
    """
    if beliefs.steps is None or beliefs.knobs.foresight_pct >= NO_FORESIGHT_PCT or spot != beliefs.me.spot:
        return usual
    after = first_steps(beliefs, (foe,), spot).get(foe.spot, -1)
    if after < 0:
        return usual
    return (line_between(beliefs, spot, after) != 0) + (rounds - 1) * 2 // 3


def unseen_striker(beliefs: Beliefs) -> int:
    """Return the square of something unseen that struck and is foreseen to stay there, -1 if none is."""
    steps, spots = beliefs.steps, beliefs.foes.unseen_spots
    if (
        steps is None
        or beliefs.knobs.foresight_pct >= NO_FORESIGHT_PCT
        or len(spots) != 1
        or not _is_clear(beliefs)
    ):
        return -1
    (spot,) = spots
    for name in sorted(set(beliefs.names.values())):
        if beliefs.monster_source.kind(beliefs.edition, name, beliefs.me.depth).traits & UNSEEN:
            seen = steps.of_name(beliefs.edition, name).forecast(STAYS, 0)
            trusted = seen.cases >= FEWEST_CASES and 100 * seen.certainty >= beliefs.knobs.foresight_pct
            return (
                spot
                if trusted and seen.top == STAYS and spot in beliefs.level.neighbours(beliefs.me.spot)
                else -1
            )
    return -1


def _forecast(beliefs: Beliefs, foe: Foe, hero: int, taken: Sequence[int], rule: int) -> int:
    """Return where a foe will be: where the rule has it, or where it is foreseen with enough certainty."""
    steps = beliefs.steps
    if steps is None or not foe.awake or not _is_free(foe) or not _is_clear(beliefs):
        return rule
    if foe.kind.traits & ROOTED:
        return rule
    expected = symbol_of(foe.spot, rule, hero)
    seen = steps.of(beliefs.edition, foe).forecast(expected, foe.last_step)
    if (
        seen.top == expected
        or seen.cases < FEWEST_CASES
        or 100 * seen.certainty < beliefs.knobs.foresight_pct
    ):
        return rule
    if seen.top == STAYS:
        return foe.spot
    if foe.kind.traits & FLIES:
        return rule  # a step of two squares is known by its direction only
    row, col = divmod(foe.spot, COLS)
    after = foe.spot + _STEPS[(seen.top + octant(hero // COLS - row, hero % COLS - col)) % len(_STEPS)]
    legal = after in beliefs.level.neighbours(foe.spot) and after != hero
    return after if legal and after not in taken and after not in beliefs.foes.seen else rule


def _is_free(foe: Foe) -> bool:
    """Return whether nothing hinders a foe in its steps."""
    return not (foe.held or foe.slowed or foe.zapped)


def _is_clear(beliefs: Beliefs) -> bool:
    """Return whether what is shown is so, and hero and foes take turns."""
    return not (beliefs.is_blind or beliefs.is_hallucinating or beliefs.is_hasted)
