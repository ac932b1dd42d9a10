"""Moves in words, for the sentences of a review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs, Verb
from rogomatic.agent.engine.rule_engine import Act, direction
from rogomatic.agent.think.fight.combat_odds import touches
from rogomatic.agent.think.fight.fight_options import is_unseen_near
from rogomatic.run.viewer.describe import in_words
from rogue.shared.wording import keys_in_words, plural, with_article

_OF_THINGS: Final[dict[Verb, tuple[str, str]]] = {
    "quaff": ("drank", "drinking"), "read": ("read", "reading"), "eat": ("ate", "eating"),
    "wield": ("wielded", "wielding"), "wear": ("put on", "putting on"),
    "strip": ("took off", "taking off"), "put on": ("put on", "putting on"),
    "remove": ("removed", "removing"), "drop": ("dropped", "dropping"),
    "throw": ("threw", "throwing"), "zap": ("zapped", "zapping"),
}  # fmt: skip
_BARE: Final[dict[Verb, tuple[str, str]]] = {
    "down": ("took the stairs", "taking the stairs"), "up": ("climbed the stairs", "climbing the stairs"),
    "quit": ("quit", "quitting"), "stock": ("looked in the pack", "looking in the pack"),
}  # fmt: skip


class MoveWords(NamedTuple):
    """A move in words: `done` follows "You", and `doing` is the subject of a sentence.

    >>> MoveWords("rested", "resting").done
    'rested'
    """

    done: str
    doing: str


def move_in_words(beliefs: Beliefs, commands: Sequence[Act], turns: int = 0) -> MoveWords:
    """Return a move in words.  All commands of the move must be of the same kind.

    turns  number of turns that the move took, or 0 if the move has not been made
    """
    act = commands[0]
    action = act.action
    verb, spot = action.verb, beliefs.me.spot
    if verb in ("rest", "search", "wait"):
        return _rest_in_words(beliefs, sum(one.action.times for one in commands), turns)
    if verb in ("walk", "fight"):
        where = direction(spot, spot + action.step) if action.step else ""
        foe = beliefs.foes.seen.get(spot + action.step) if action.step else None
        if foe is not None:
            return MoveWords(f"attacked the {foe.kind.name}", f"attacking the {foe.kind.name}")
        if action.times > 1 or len(commands) > 1:
            return MoveWords(f"walked {where}".rstrip(), f"walking {where}".rstrip())
        return MoveWords(f"stepped {where}".rstrip(), f"stepping {where}".rstrip())
    if verb in _OF_THINGS:
        done, doing = _OF_THINGS[verb]
        what = _thing_in_words(beliefs, action.letter)
        aim = _aim_in_words(beliefs, action.step) if verb in ("throw", "zap") else ""
        return MoveWords(f"{done} {what}{aim}", f"{doing} {what}{aim}")
    if verb in _BARE:
        return MoveWords(*_BARE[verb])
    keys = keys_in_words(act.keys) or "nothing"
    return MoveWords(f"typed {keys}", f"typing {keys}")


def _rest_in_words(beliefs: Beliefs, most: int, turns: int) -> MoveWords:
    """Return a rest or search of at most `most` turns in words.  If `turns` is 0, the length is unknown."""
    is_rest = beliefs.me.hp < beliefs.me.max_hp or beliefs.foes.seen
    done, doing = ("rested", "resting") if is_rest else ("searched", "searching")
    return MoveWords(
        f"{done} a turn" if (turns or most) == 1 else f"{done} for {turns or most} turns",
        f"{doing} a turn" if most == 1 else f"{doing} for up to {most} turns",
    )


def _thing_in_words(beliefs: Beliefs, letter: str) -> str:
    """Return the name of an item in the pack, or a phrase such as "an unknown potion"."""
    thing = beliefs.pack.get(letter)
    if thing is None:
        return "something"
    if thing.kind in ("potion", "scroll", "ring", "stick"):
        noun = thing.material or thing.kind
        name = beliefs.name_of(thing)
        return f"{with_article(noun)} of {name}" if name else f"an unknown {noun}"
    if thing.kind == "food":
        return "some food"
    one = thing._replace(count=1, use="")
    return with_article(in_words(beliefs, one, guessed=False))


def _aim_in_words(beliefs: Beliefs, step: int) -> str:
    """Return " at the ..." with the first monster in this direction.  Return "" if there is none."""
    spot = beliefs.me.spot
    for _ in range(80):
        spot += step
        if not step or not beliefs.level.is_walkable(spot):
            break
        foe = beliefs.foes.seen.get(spot)
        if foe is not None:
            return f" at the {foe.kind.name}"
    return ""


def circumstances(beliefs: Beliefs) -> str:
    """Return the nearby monsters and the hero's hit points, as the end of a clause.

    >>> circumstances(Beliefs())
    ' with 12 of 12 hit points'
    """
    me = beliefs.me
    health = f" with {me.hp} of {plural(me.max_hp, 'hit point')}"
    foes = sorted(
        beliefs.foes.seen.values(), key=lambda foe: (distance_between(foe.spot, me.spot), foe.awake is False)
    )
    if not foes:
        return (" while something unseen attacks" if is_unseen_near(beliefs) else "") + health
    beside = [foe for foe in foes if touches(beliefs, foe.spot, me.spot)]
    if beside:
        more = f" and {len(beside) - 1} more" if len(beside) > 1 else ""
        return f" beside {_foe(beside[0])}{more}{health}"
    steps = plural(distance_between(foes[0].spot, me.spot), "square")
    return f"{health} and {_foe(foes[0])} {steps} away"


def _foe(foe: Foe) -> str:
    """Return the name of a monster with an article, and with "sleeping" if it sleeps."""
    return with_article(f"sleeping {foe.kind.name}" if foe.awake is False else foe.kind.name)
