"""The blows that took a hero's last hit points, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import dropwhile
from typing import Final, NamedTuple

from rogomatic.agent.monster_manual import KINDS, STRANGER, UNSEEN
from rogomatic.run.story.fight_instants import UNSEEN_FOE, Swing, indefinite
from rogue.shared.wording import counted, listed, with_article

WEARING: Final = {
    "bolt-hits-you": "a bolt", "arrow-hits": "an arrow trap", "dart-hits": "a poison dart",
}  # fmt: skip
"""Kind of fact -> what took hit points, other than a monster's blow."""
MASKED: Final = "monsters seen under false names"
_MOST_NAMED: Final = 3  # of those who struck


class _Hidden(NamedTuple):
    """Words for attackers whose kind the hero could not know.

    name     name of such an attacker
    one      clause for a single attacker whose kind the story knows.  It stands after the name of that kind.
    several  phrase for several attackers
    """

    name: str
    one: str
    several: str


_UNSEEN: Final = _Hidden(UNSEEN_FOE, "that it could not see", "what it could not see")
_MASKED: Final = _Hidden(STRANGER.name, "seen under a false name", MASKED)


def struck(killer: str, blows: Counter[str], beside: Counter[str], more: list[str], *, is_cut: bool) -> str:
    """Return the beginning of a sentence on lost hit points, such as "2 orc hits took ".

    blows   number of hits by each attacker
    beside  the monsters that were beside the hero when something unseen struck.  Empty if they are unknown.
    more    phrases for everything else that the killer did to take hit points
    is_cut  whether there were more hits than those in `blows`

    If there were no hits, return "the hero lost ".
    """
    unseen = killer if killer not in blows and UNSEEN_FOE in blows else ""
    masked = killer if killer in blows and STRANGER.name in blows else ""
    if masked:
        blows = blows - Counter({killer: 1}) + Counter({STRANGER.name: 1})
    named = sorted(blows.most_common(), key=lambda one: one[0] != killer)[:_MOST_NAMED]
    told = list[str]()
    for who, count in named:
        if who == UNSEEN_FOE:
            told.append(
                _hidden_hits(_UNSEEN, count, unseen, beside if STRANGER.name not in blows else Counter())
            )
        elif who == STRANGER.name:
            told.append(_hidden_hits(_MASKED, count, masked, beside))
        else:
            told.append(hits_of(who, count, more * (who == killer)))
    return f"{listed(told)}{', or more,' * is_cut} took " if told else "the hero lost "


def _hidden_hits(words: _Hidden, count: int, killer: str, beside: Counter[str]) -> str:
    """Return a phrase for hits by attackers that the hero could not see, or saw under a false name.

    killer  the attacker that struck last, or "" if the sentence names that attacker elsewhere
    beside  as for `struck`

    >>> _hidden_hits(_UNSEEN, 2, "phantom", Counter()), _hidden_hits(_UNSEEN, 3, "", Counter(phantom=1))
    ('2 hits by a phantom that it could not see', '3 hits by a phantom that it could not see')
    >>> _hidden_hits(_UNSEEN, 9, "emu", Counter()), _hidden_hits(_UNSEEN, 3, "", Counter())
    ('9 hits by what it could not see, the last by an emu,', '3 hits by something unseen')
    >>> _hidden_hits(_MASKED, 1, "emu", Counter(emu=1, bat=2)), _hidden_hits(_MASKED, 1, "", Counter())
    ('a hit by an emu seen under a false name', 'a hit by a monster seen under a false name')
    >>> _hidden_hits(_MASKED, 9, "emu", Counter(emu=1, bat=2))
    '9 hits by monsters seen under false names (an emu and 2 bats were beside the hero), the last by an emu,'
    """
    hits = "a hit" if count == 1 else f"{count} hits"
    alone = [*beside] if beside.total() == 1 else []
    if killer and (count == 1 or (killer in KINDS and KINDS[killer].traits & UNSEEN and not beside)):
        alone = [killer]
    if alone and killer in ("", *alone):
        return f"{hits} by {with_article(alone[0])} {words.one}"
    if not beside and not killer:
        return hits_of(words.name, count)
    last = f", the last by {with_article(killer)}," * bool(killer)
    return f"{hits} by {words.several}{_were_near(beside)}{last}"


def _were_near(beside: Counter[str]) -> str:
    """Return a clause that names the monsters beside the hero.  Return "" if none are known."""
    were = "was" if beside.total() == 1 else "were"
    return f" ({counted([*beside.elements()])} {were} beside the hero)" if beside else ""


def hits_of(who: str, count: int, more: Sequence[str] = ()) -> str:
    """Return a phrase for the hits by one kind of attacker.  `more` names what else the attacker did.

    >>> hits_of("orc", 1), hits_of("orc", 4), hits_of("something unseen", 2), hits_of("an arrow trap", 1)
    ('a hit by an orc', '4 orc hits', '2 hits by something unseen', 'a hit by an arrow trap')
    >>> hits_of("venus flytrap", 12, ["2 squeezes", "a last blow"])
    '12 hits, 2 squeezes and a last blow by a venus flytrap'
    >>> hits_of("unknown monster", 3)
    '3 hits by monsters seen under false names'
    """
    if who == STRANGER.name:
        return "a hit by a monster seen under a false name" if count == 1 else f"{count} hits by {MASKED}"
    hits = "a hit" if count == 1 else f"{count} hits"
    if count == 1 or more or indefinite(who) == who:
        return f"{listed([hits, *more])} by {indefinite(who)}"
    return f"{count} {who} hits"


def squeezes(who: str) -> bool:
    """Return whether a monster holds the hero, and takes hit points even when the monster misses (SPC-12).

    >>> squeezes("venus flytrap"), squeezes("bat")
    (True, False)
    """
    return who in KINDS and KINDS[who].special == "hold"


def squeezes_of(swings: Iterable[Swing], who: str) -> int:
    """Return how many misses of a monster took hit points.

    The first hit makes the monster hold the hero, and every later miss takes hit points.

    >>> blows = [Swing("venus flytrap", 0.5, is_own=False, is_hit=hit) for hit in (False, True, False, False)]
    >>> squeezes_of(blows, "venus flytrap")
    2
    """
    found = [one for one in swings if one.who == who and not one.is_own]
    return sum(not one.is_hit for one in dropwhile(lambda one: not one.is_hit, found))
