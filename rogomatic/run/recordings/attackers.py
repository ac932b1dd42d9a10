"""The blows that took a hero's last hit points, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rogomatic.agent.monster_manual import KINDS, STRANGER, UNSEEN
from rogomatic.run.recordings.fight_instants import UNSEEN_FOE, indefinite
from rogue.shared.wording import counted, listed, with_article

WEARING: Final = {
    "bolt-hits-you": "a bolt", "arrow-hits": "an arrow trap", "dart-hits": "a poison dart",
}  # fmt: skip
"""Kinds of facts by which anything but a blow takes hit points."""
MASKED: Final = "monsters seen under false names"
_MOST_NAMED: Final = 3  # of those who struck


def struck(killer: str, blows: Counter[str], beside: Counter[str], more: list[str], *, is_cut: bool) -> str:
    """Return whose hits took hit points.

    beside  the monsters that were beside the hero when something unseen struck, none if nobody knows
    more    what else the killer did that took some
    is_cut  there were more hits than were counted
    """
    unseen = killer if killer not in blows and UNSEEN_FOE in blows else ""
    masked = killer if killer in blows and STRANGER.name in blows else ""
    if masked:
        blows = blows - Counter({killer: 1}) + Counter({STRANGER.name: 1})
    named = sorted(blows.most_common(), key=lambda one: one[0] != killer)[:_MOST_NAMED]
    told = list[str]()
    for who, count in named:
        if who == UNSEEN_FOE:
            told.append(_unseen_hits(count, unseen, beside if STRANGER.name not in blows else Counter()))
        elif who == STRANGER.name:
            told.append(_false_hits(count, masked, beside))
        else:
            told.append(hits_of(who, count, more * (who == killer)))
    return f"{listed(told)}{', or more,' * is_cut} took " if told else "it lost "


def _unseen_hits(count: int, killer: str, beside: Counter[str]) -> str:
    """Return the hits of attackers that the hero could not see.

    killer  the last of them, if it was never seen to strike     beside  as for `struck`

    >>> _unseen_hits(2, "phantom", Counter()), _unseen_hits(9, "emu", Counter())
    ('2 hits by a phantom that it could not see', '9 hits by what it could not see, the last by an emu,')
    >>> _unseen_hits(9, "emu", Counter(emu=1)), _unseen_hits(1, "emu", Counter(emu=1, bat=2))
    ('9 hits by an emu that it could not see', 'a hit by an emu that it could not see')
    >>> _unseen_hits(9, "emu", Counter(emu=1, bat=2))
    '9 hits by what it could not see (an emu and 2 bats were beside it), the last by an emu,'
    >>> _unseen_hits(3, "", Counter(phantom=1)), _unseen_hits(3, "", Counter())
    ('3 hits by a phantom that it could not see', '3 hits by something unseen')
    """
    hits, is_kind = "a hit" if count == 1 else f"{count} hits", killer in KINDS
    alone = [*beside] if beside.total() == 1 else []
    if killer and (count == 1 or (is_kind and KINDS[killer].traits & UNSEEN and not beside)):
        alone = [killer]
    if alone and killer in ("", *alone):
        return f"{hits} by {with_article(alone[0])} that it could not see"
    if not beside and not killer:
        return f"{hits} by {UNSEEN_FOE}"
    last = f", the last by {with_article(killer)}," * bool(killer)
    return f"{hits} by what it could not see{_were_near(beside)}{last}"


def _false_hits(count: int, killer: str, beside: Counter[str]) -> str:
    """Return the hits of attackers that a hallucinating hero took for others.

    killer  the last of them, "" if that is not known     beside  as for `struck`

    >>> _false_hits(1, "emu", Counter(emu=1)), _false_hits(9, "emu", Counter(emu=2))
    ('a hit by an emu seen under a false name', '9 emu hits, seen under false names,')
    >>> _false_hits(9, "emu", Counter(emu=1, bat=1))
    '9 hits by monsters seen under false names (an emu and a bat were beside it), the last by an emu,'
    >>> _false_hits(1, "", Counter())
    'a hit by a monster seen under a false name'
    """
    if not killer and count == 1:
        return hits_of(STRANGER.name, count)
    by = f"{count} hits by {MASKED}{_were_near(beside)}"
    if not killer:
        return by
    if count == 1 or beside == Counter([killer]):
        hits = "a hit" if count == 1 else f"{count} hits"
        return f"{hits} by {with_article(killer)} seen under a false name"
    if {*beside} == {killer}:
        return f"{count} {killer} hits, seen under false names,"
    return f"{by}, the last by {with_article(killer)},"


def _were_near(beside: Counter[str]) -> str:
    """Return a clause with the monsters beside the hero, or "" if none are known."""
    were = "was" if beside.total() == 1 else "were"
    return f" ({counted([*beside.elements()])} {were} beside it)" if beside else ""


def hits_of(who: str, count: int, more: Sequence[str] = ()) -> str:
    """Return the hits of a kind, which one monster or several have struck, with what else it did.

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
    """Return whether a monster takes hit points by a miss, too, once it holds the hero (SPC-12).

    >>> squeezes("venus flytrap"), squeezes("bat")
    (True, False)
    """
    return who in KINDS and KINDS[who].special == "hold"
