"""The items in a pack that could have helped in a fight, with the agent's reasons not to use them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.refusals import (
    BLIND,
    GAMBLE_YOUNG,
    NO_DANGER,
    NO_STICK,
    NONE_BESIDE,
    NOT_PRESSING,
    NOT_WORTH_IT,
    ODDS_GOOD,
    SUIT_CURSED,
)
from rogomatic.agent.engine.rule_engine import TIRED, Choice, No
from rogomatic.agent.experts.magic import why_not_zap
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.think.fight.fight_options import is_unseen_near
from rogomatic.agent.think.fight.magic_options import HEALS, WEIGHED_STICKS, why_not_escape, why_not_heal
from rogomatic.agent.think.fight.threat import rounded, threat_of
from rogomatic.agent.think.items.item_value import armor_value, empty_chance
from rogomatic.run.story.fight_instants import Instant, Unused, Way
from rogomatic.run.story.shown_danger import death_pct, is_danger_known, round_death_pct
from rogue.shared.wording import listed, plural_of, with_article

COMPARES: Final = "fight or flee"
"""Name of the rung that compares the known ways out of a fight."""
ZAPS: Final = "zap a foe"
GAMBLES: Final = "gamble when dying"
_DRESSES: Final = "wear the best armor"
ESCAPES: Final = frozenset({*WEIGHED_STICKS, "teleportation", "hold monster", "haste self"})
_ALWAYS: Final = frozenset({"scare monster", "monster confusion"})  # compared in every dangerous fight
_ZAPPED: Final = ("polymorph", "cancellation", "magic missile")  # kinds of sticks that are not compared
_UNKNOWN: Final = "unknown kinds are a last resort"
_NOT_TRIED: Final = "it puts on only rings that it knows to be good"
_TRIED: Final = "an earlier try taught nothing"
_USELESS: Final = No("it would not have worked here")
_SEES_NONE: Final = frozenset({NO_DANGER, NONE_BESIDE, NOT_WORTH_IT, NO_STICK})
"""Refusals because there is no foe in view that the rule is for."""
_OTHER: Final = No("it tried something else first")
_LEFT_OUT: Final = No("the rule for it was left out")


def unused_things(
    beliefs: Beliefs, choice: Choice, ways: Sequence[Way] = (), *, is_over: bool = False
) -> list[Unused]:
    """Return the items that could have helped when a choice was made, and that were not used.

    ways     the ways out that were compared
    is_over  whether the hero has died.  If so, the rules are not asked why they did not use an item.
    """
    used = choice.act.action.letter
    left = {letter: one for letter, one in beliefs.pack.items() if not one.use and letter != used}
    found = [*_magic(beliefs, left, choice, ways, is_over), *_armor(beliefs, left, choice, is_over)]
    counts = Counter[Unused]()
    for one in found:
        counts[one._replace(number=0)] += one.number
    return [one._replace(number=count) for one, count in counts.items()]


def _in_words(beliefs: Beliefs, choice: Choice, answer: No, is_over: bool) -> str:
    """Return a refusal in words.  If the refusal is about a known chance to die, include that chance."""
    if answer in _SEES_NONE and not threat_of(beliefs).foes and is_unseen_near(beliefs):
        return "its rule counts only foes that it sees"
    if answer == ODDS_GOOD and not is_over:
        return f"it saw only {rounded(death_pct(beliefs, choice))} to die"
    if answer == NOT_PRESSING and not is_over and is_danger_known(beliefs):
        return f"the next round was {rounded(round_death_pct(beliefs))} to kill"
    return answer.why_not


def helps_in_a_fight(kind: str, name: str) -> bool:
    """Return whether an item of a known kind helps against foes.

    >>> helps_in_a_fight("potion", "healing"), helps_in_a_fight("ring", "healing")
    (True, False)
    """
    return kind in ("potion", "scroll", "stick") and name in {*HEALS, *ESCAPES, *_ALWAYS, *_ZAPPED}


def unused_in_words(found: Sequence[Unused], turn: int = 0) -> list[str]:
    """Return a sentence on what was left unused.  Return [] if nothing was left that could have helped.

    turn  turn of the last command if the hero lived for more than one turn after that command, otherwise 0

    >>> unused_in_words([Unused(1, "potion of healing", "the next round was <1% to kill")])
    ['Unused at the end, and why: a potion of healing (the next round was <1% to kill).']
    """
    by_reason: dict[str, list[str]] = {}
    for one in found:
        by_reason.setdefault(one.reason, []).append(_counted(one.number, one.noun))
    parts = [f"{listed(words)} ({reason})" for reason, words in by_reason.items()]
    when = f"at its last command, on turn {turn:,}" if turn else "at the end"
    return [f"Unused {when}, and why: {'; '.join(parts)}."] if parts else []


def with_tries(found: Sequence[Unused], fight: Sequence[Instant]) -> list[Unused]:
    """Return the unused items, with some reasons changed.

    If the hero had already zapped a stick earlier in this fight, the reason why the stick was not used later
    names the turn of that zap.
    """
    learned = [*[one.learned for one in fight[1:]], ""]
    turns = {
        one.deed.thing: one.turn for one, kind in zip(fight, learned, strict=False)
        if one.deed.verb == "zap" and (one.deed.name or not kind)
    }  # fmt: skip
    told = list[Unused]()
    for one in found:
        turn = turns.get(with_article(one.noun))
        if turn is not None and one.is_tried:
            one = one._replace(reason=f"tried on turn {turn:,}, which taught nothing")
        elif turn is not None and one.name:
            one = one._replace(reason=f"used on turn {turn:,}")
        told.append(one)
    return told


def _counted(count: int, noun: str) -> str:
    """Return a count with its noun.

    >>> _counted(1, "unknown wand"), _counted(2, "potion of healing")
    ('an unknown wand', '2 potions of healing')
    """
    head, joint, rest = noun.partition(" of ")
    return with_article(noun) if count == 1 else f"{count} {plural_of(head)}{joint}{rest}"


def _magic(
    beliefs: Beliefs, left: dict[str, Thing], choice: Choice, ways: Sequence[Way], is_over: bool
) -> Iterator[Unused]:
    """Yield potions, scrolls, and sticks that could have helped, and items of unknown kind."""
    for letter, thing in left.items():
        if thing.kind == "ring" and not beliefs.name_of(thing):
            yield Unused(thing.count, "unknown ring", _NOT_TRIED)
        if thing.kind not in ("potion", "scroll", "stick"):
            continue
        if thing.kind == "stick" and empty_chance(beliefs, letter) >= 1:
            continue
        name, noun = beliefs.name_of(thing), thing.material or thing.kind
        if not name:
            is_tried = beliefs.lore.is_tried(thing)
            answer = _answer(beliefs, choice, GAMBLES, is_over, ways)
            is_young = thing.kind == "potion" and beliefs.me.level < beliefs.knobs.gamble_level
            if is_young and answer == NOT_PRESSING:
                answer = GAMBLE_YOUNG  # which would have refused in the worst danger, too
            reason = f"{_UNKNOWN}: {_in_words(beliefs, choice, answer, is_over)}"
            yield Unused(
                thing.count, f"unknown {noun}", _TRIED if is_tried else reason, is_tried=is_tried
            )  # fmt: skip
        elif reason := _why_not(beliefs, thing.kind, name, choice, ways, is_over):
            yield Unused(thing.count, f"{noun} of {name}", reason, name)


def _why_not(
    beliefs: Beliefs, kind: str, name: str, choice: Choice, ways: Sequence[Way], is_over: bool
) -> str:
    """Return why an item of a known kind was not used.  Return "" if the kind does not help in a fight."""
    if kind == "stick" and name in _ZAPPED:
        return _in_words(beliefs, choice, _why_not_zapped(beliefs, name, choice, ways, is_over), is_over)
    heals, escapes = name in HEALS, name in ESCAPES
    if not (heals or escapes or name in _ALWAYS):
        return ""
    compared = [way for way in ways if way.item == (kind, name)]
    if compared:
        best = min(compared, key=lambda way: way.percent)
        return f"{rounded(best.percent)} to die with it{f', but {best.drawback}' if best.drawback else ''}"
    refused = why_not_heal(beliefs) if heals else why_not_escape(beliefs) if escapes else None
    if (asked := choice.refusal_of(COMPARES)) == NO_DANGER or is_over:
        refused = asked if asked is not None else _overtaken(choice, ways)
    elif refused is None and kind == "scroll" and beliefs.is_blind:
        refused = BLIND
    elif refused is None:
        refused = _why_not_zapped(beliefs, name, choice, ways, is_over) if kind == "stick" else _USELESS
    return _in_words(beliefs, choice, refused, is_over)


def _why_not_zapped(beliefs: Beliefs, name: str, choice: Choice, ways: Sequence[Way], is_over: bool) -> No:
    """Return why no foe was zapped with a stick of this kind."""
    answer = _answer(beliefs, choice, ZAPS, is_over, ways)
    if is_over or answer != NO_STICK:
        return answer
    misfits = (why_not_zap(beliefs, name, foe) for foe in threat_of(beliefs).foes)
    return next((misfit for misfit in misfits if misfit is not None), answer)


def _armor(beliefs: Beliefs, left: dict[str, Thing], choice: Choice, is_over: bool) -> Iterator[Unused]:
    """Yield the best armor in the pack if it is better than the armor that the hero wears."""
    suits = [thing for thing in left.values() if thing.kind == "armor"]
    best = max(suits, key=armor_value, default=None)
    worn = beliefs.worn()
    if best is None or (worn is not None and armor_value(best) <= armor_value(worn[1])):
        return
    instead = f"instead of {armor_value(worn[1])}" if worn is not None else "instead of none"
    noun = f"suit of {beliefs.name_of(best)}, armor {armor_value(best)} {instead}"
    is_stuck = worn is not None and worn[0] in beliefs.cursed  # of all reasons the one that stays
    answer = SUIT_CURSED if is_stuck else _answer(beliefs, choice, _DRESSES, is_over)
    yield Unused(1, noun, _in_words(beliefs, choice, answer, is_over))


def _answer(beliefs: Beliefs, choice: Choice, name: str, is_over: bool, ways: Sequence[Way] = ()) -> No:
    """Return why the rung called `name` did not act.

    That rung may not have been asked, because another rung acted before it.  In this case, ask it now.
    """
    if (refusal := choice.refusal_of(name)) is not None:
        return refusal
    rung = next((one for one in choice.ladder if one.name == name), None)
    if rung is None:
        return _LEFT_OUT
    if name == choice.rung:
        return _OTHER
    if is_over:
        return _overtaken(choice, ways)
    if rung.most and beliefs.watch.acted.get(name, 0) >= rung.most:
        return TIRED
    answer = rung.rule(beliefs)
    return answer if isinstance(answer, No) else _overtaken(choice, ways)


def _overtaken(choice: Choice, ways: Sequence[Way] = ()) -> No:
    """Return a refusal that names the rung or the way out that was chosen first."""
    if choice.rung == COMPARES and not ways:
        return _OTHER
    return No(f"it chose to {ways[0].name if choice.rung == COMPARES else choice.rung} first")
