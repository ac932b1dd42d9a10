"""The last act of a hero, with its last try to get away."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import chain
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import FREE_VERBS, Beliefs
from rogomatic.agent.beliefs.monster_tracking import target_of
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.think.fight.magic_options import HEALS
from rogomatic.run.recordings.deed_words import SHOOT, TRIES, act_in_words
from rogomatic.run.recordings.fight_instants import EMPTY, HIDDEN, MISSED, OWN_BOLT, Deed, Instant
from rogue.shared.wording import plural, with_article

_LATE_TURNS: Final = 30  # for which a try by magic belongs to the end of a fight
_MORE: Final = {1: "once more", 2: "twice more"}
_SHOT: Final = ("arrow", "crossbow bolt", "rock")  # missiles that need a bow, a crossbow, or a sling
_LEARNS: Final = ("quaff", "read", "zap")


class Ending(NamedTuple):
    """The part of a game behind the last command.

    learned  the kind of the item that the last command used, "" if it is not known
    blows    what took hit points since then, by name, the last blow included
    outcome  as for an Instant
    """

    killer: str
    learned: str
    blows: tuple[str, ...]
    outcome: tuple[str, ...] = ()


def deed_of(beliefs: Beliefs, choice: Choice) -> Deed:
    """Return the act of a choice.  Hot: for every command."""
    action = choice.act.action
    thing = beliefs.pack.get(action.letter) if action.letter else None
    foe = target_of(beliefs, action) if action.verb in ("fight", "zap", "throw") else None
    name = "" if thing is None else beliefs.name_of(thing)
    noun = "" if thing is None else thing.material or thing.kind
    if noun in ("weapon", "armor", "food"):
        words = with_article(name or noun) if noun == "weapon" else name or noun
    else:
        words = (f"{with_article(noun)} of {name}" if name else f"an unknown {noun}") if noun else ""
    verb = SHOOT if action.verb == "throw" and name in _SHOT else action.verb
    return Deed(verb, words, name, "" if foe is None else foe.kind.name)


def last_act(fight: Sequence[Instant], ending: Ending, told: Set[int] = frozenset()) -> list[str]:
    """Return a sentence on the last escape by magic and the last act, [] without either.

    told  turns whose magic was told of before
    """
    own = [at for at, one in enumerate(fight) if one.is_own and one.deed.verb not in ("", *FREE_VERBS)]
    if not own:
        return []
    tries = [at for at in own if fight[at].deed.verb in TRIES and fight[at].deed.thing and fight[at].foes]
    acts = [
        (at, "Its last try by magic")
        for at in tries[-1:]
        if at != own[-1] and fight[-1].turn - fight[at].turn <= _LATE_TURNS and fight[at].turn not in told
    ]
    return [" ".join(_told(fight, at, ending, what) for at, what in [*acts, (own[-1], "Its last act")])]


def _told(fight: Sequence[Instant], at: int, ending: Ending, what: str) -> str:
    """Return one act: the turn, the hit points, the purpose, and what came of it."""
    one = fight[at]
    act = f"{what}, on turn {one.turn:,} with {plural(one.hp, 'hit point')} left, was to {act_in_words(one)}"
    came = _result(fight, at, ending)
    return f"{act}{f'; {came}' if came else ''}."


def _result(fight: Sequence[Instant], at: int, ending: Ending) -> str:
    """Return what came of an act, "" if there is nothing to say."""
    one, after = fight[at], fight[at + 1] if at + 1 < len(fight) else None
    deed, learned = one.deed, after.learned if after is not None else ending.learned
    parts = [_found_out(deed, learned)] if deed.verb in _LEARNS and not deed.name else []
    effect = _effect(one, after, deed.name or learned) if after is not None and deed.verb in TRIES else ""
    failed = _failure(after.outcome if after is not None else ending.outcome) if deed.verb == "zap" else ""
    parts += [one for one in (failed, effect) if one]
    killer, later = ending.killer, fight[at + 1 + bool(effect) :]
    if after is None and deed.foe and "polymorph" in (deed.name, learned) and killer not in one.foes:
        parts.append(f"the {deed.foe} probably became {with_article(killer)}")
    if deed.verb not in ("fight", "throw", SHOOT):
        parts.append(
            _hit_later([one, *later], killer, [*ending.blows, *chain(*[now.blows for now in later])])
        )
    parts = [*filter(None, parts)]
    return ", and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def _hit_later(fight: Sequence[Instant], killer: str, blows: Sequence[str]) -> str:
    """Return how often the killer hit behind the first command, "" if it was not there.

    blows  by name; if some hide who struck, all are counted together
    """
    is_hidden = any(who in HIDDEN for who in blows)
    hits = len(blows) if is_hidden else blows.count(killer)
    often = _MORE.get(hits, f"{hits} more times")
    if not hits or killer not in fight[0].foes:
        return ""
    if is_hidden:
        return f"it was hit {often}"
    is_several = hits > 1 and any(now.foes.count(killer) > 1 for now in fight)
    return f"it took {hits} more {killer} hits" if is_several else f"the {killer} hit it {often}"


def _found_out(deed: Deed, learned: str) -> str:
    """Return what an unknown thing was.

    >>> _found_out(Deed("zap", "an unknown wand"), "light"), _found_out(Deed("read", "an unknown scroll"), "")
    ('it was a wand of light', 'its kind remained unknown')
    """
    kind = deed.thing.removeprefix("an unknown ")
    return f"it was {with_article(kind)} of {learned}" if learned else "its kind remained unknown"


def _effect(one: Instant, after: Instant, name: str) -> str:
    """Return what could be seen of magic at the next command, "" for nothing."""
    if name == "teleportation" and one.deed.verb == "read":
        near = (
            f"{plural(after.apart, 'square')} from the nearest foe" if after.foes else "with no foe in view"
        )
        return f"it came out {near}"
    if one.deed.verb == "zap" and OWN_BOLT in after.blows:
        return "the bolt bounced and hit it"
    if name in HEALS:
        return f"it had {plural(after.hp, 'hit point')} then"
    if name == "slow monster" and one.deed.foe in after.foes and EMPTY not in after.outcome:
        return f"from then on the {one.deed.foe} acted only every other turn"
    is_gone = one.deed.foe in one.foes and one.deed.foe not in after.foes
    return f"the {one.deed.foe} was no longer in view" if one.deed.verb == "zap" and is_gone else ""


def _failure(outcome: Sequence[str]) -> str:
    """Return what messages say of a zap that failed, "" for another.

    >>> _failure(["no-charges"]), _failure(["bolt-misses-monster"]), _failure([])
    ('nothing happened, as it was empty', 'the bolt missed', '')
    """
    if EMPTY in outcome:
        return "nothing happened, as it was empty"
    return "the bolt missed" if MISSED in outcome else ""
