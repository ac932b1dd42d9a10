"""The words of a variant that the agent cannot understand."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from rogomatic.agent.sight.item_parser import Thing, read_thing
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.sight.page_parser import GamePage
from rogomatic.agent.sight.variant_words import (
    AMULET,
    MAX_PLACES,
    PLACE,
    in_usual_words,
    is_understood,
    kinds_of,
    sample_of,
    singulars,
)


def misunderstandings(page: GamePage, kinds: Mapping[str, Collection[str]]) -> list[str]:
    """Return a sentence for each word of the page that the agent cannot understand.

    kinds  class -> the kinds of potions, scrolls, rings and sticks that games have
    """
    found = []
    if page.amulet:
        if _is_a_thing(page, read_thing(page.amulet), kinds):
            found.append(f"the agent may take other things for the Amulet: {page.amulet}")
        elif read_message(in_usual_words([f"You now have {page.amulet} (j)"], page)[0]) != _OF_AMULET:
            found.append(f"the agent does not know the Amulet by this name: {page.amulet}")
    spoken = [PLACE.sub("", said).strip().lower() for said, _ in page.sayings]
    for said, usual in page.sayings:
        shared = spoken.count(PLACE.sub("", said).strip().lower()) > 1
        now, before = sample_of(said), sample_of(usual)
        if shared or (is_understood(now) and kinds_of(now) != kinds_of(before)):
            found.append(f"the agent takes one message for another: {said}")
        elif len(PLACE.findall(said)) > MAX_PLACES and is_understood(before):
            found.append(f"the agent does not understand a message: {said}")
    for usual in page.unsaid:
        if is_understood(sample_of(usual)):
            found.append(f"the agent misses a message that is not said: {usual}")
    return found


_OF_AMULET: Final = read_message(f"You now have {AMULET} (j)")


def _is_a_thing(page: GamePage, thing: Thing, kinds: Mapping[str, Collection[str]]) -> bool:
    """Return whether the name of the Amulet is that of another thing, usual or new."""
    bare = re.sub(r"^(?:an?|some|the) ", "", page.amulet.lower())
    if any(bare in singulars(new) or bare == new.replace("s of ", " of ", 1) for new, _ in page.things):
        return True
    if thing.kind in kinds:
        return not thing.name or thing.name in kinds[thing.kind]
    return thing.kind not in ("?", "amulet")
