"""The messages of a variant, translated into the messages of its edition."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from rogomatic.agent.sight.item_parser import Thing, read_thing
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.sight.message_table import JOIN
from rogomatic.agent.sight.page_parser import GamePage

AMULET: Final = "the Amulet of Yendor"
_MORE: Final = " --More--"
PLACE: Final = re.compile(r"\{(\w+)\}")
MAX_PLACES: Final = 4  # placeholders in a sentence; matching more would be slow
_BEFORE: Final = (
    r"^|^[a-zA-Z]\) |\b(?:have|onto|stole|dropped|wielding|wearing|found|with) "  # a thing in a message
)
_BEHIND: Final = r"(?= ?[\[(]| called |[.!]?$)"
_COUNTED: Final = r"(?:an? |some |the |\d+ (?:rations of )?)?(?:[+-]\d+(?:,[+-]\d+)? )?"
_CLASSES: Final = {"potions": "potion", "scrolls": "scroll", "rings": "ring", "wands or staffs": "wand|staff"}
_UNCOUNTED: Final = ("food", "mail", "armor")
_SAMPLES: Final = {
    "n": "3", "plus": "+1", "letter": "f", "item": "a mace", "Item": "A mace", "trap": "a trapdoor",
}  # fmt: skip


def in_usual_words(lines: Sequence[str], page: GamePage) -> list[str]:
    """Translate messages and pack lines into the words of the edition, using the changes on the page.

    >>> page = GamePage(amulet="a boot", sayings=(("You smite {who}", "You hit {who}"),))
    >>> in_usual_words(["You now have a boot (j)", "You smite the bat --More--"], page)
    ['You now have the Amulet of Yendor (j)', 'You hit the bat']
    """
    if not (lines and (page.amulet or page.things or page.sayings)):
        return list(lines)
    sayings, names = _changes(page)
    return [_usual(line, sayings, names) for line in lines]


Changes = tuple[tuple[re.Pattern[str], str], ...]


@lru_cache(maxsize=8)
def _changes(page: GamePage) -> tuple[Changes, Changes]:
    """Return the patterns of sentences and of names, each with its translation."""
    sayings = [(said, usual) for said, usual in page.sayings if len(PLACE.findall(said)) <= MAX_PLACES]
    sayings.sort(key=lambda pair: (bool(PLACE.search(pair[0])), -len(PLACE.sub("", pair[0]))))
    amulet = rf"({_BEFORE}){re.escape(page.amulet)}{_BEHIND}"
    amulets = [(re.compile(amulet, re.IGNORECASE), rf"\1{AMULET}")] if page.amulet else []
    names = [*amulets, *[found for new, like in page.things for found in _things_name(new, like)]]
    return tuple((_pattern(said), _known(usual)) for said, usual in sayings), tuple(names)


def _pattern(said: str) -> re.Pattern[str]:
    """Return a regular expression for a sentence.  It allows any number of blanks between words."""
    parts = PLACE.split(said.rstrip("."))  # text, name, text, name, ..., text
    seen: set[str] = set()
    for at in range(1, len(parts), 2):
        name = parts[at]
        parts[at] = ".+" if name in seen or not name.isidentifier() else f"(?P<{name}>.+)"
        seen.add(name)
    parts[::2] = [re.sub(r"(?:\\ )+", " +", re.escape(text)) for text in parts[::2]]
    return re.compile("".join(parts), re.IGNORECASE)


def _known(usual: str) -> str:
    """Return a message in a form that the parser understands.

    If it is not understood as it is, but with two blanks between its sentences, return it with two blanks.
    """
    wide = re.sub(r"([.!]) (?=[A-Z])", r"\1  ", usual)
    return wide if not is_understood(usual) and is_understood(wide) else usual


def _things_name(new: str, like: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the patterns for the name of a new kind of item, each with its translation.

    `new` and `like`, the names of the new kind and of the known kind, are plurals.
    """
    noun, of, name = new.partition(" of ")
    usual_noun, _, usual = like.partition(" of ")
    if of and noun in _CLASSES:
        if noun == usual_noun:
            yield re.compile(rf"\b((?:{_CLASSES[noun]})s? of ){re.escape(name)}{_BEHIND}"), rf"\1{usual}"
        return
    instead = next((one for one in singulars(like) if read_thing(one).kind != "?"), "")
    if instead:
        many = "" if instead.endswith(_UNCOUNTED) else r"\3"
        names = "|".join(map(re.escape, singulars(new)))
        pattern = rf"({_BEFORE})({_COUNTED})(?:{names})(s?){_BEHIND}"
        yield re.compile(pattern, re.IGNORECASE), rf"\1\2{instead}{many}"


def singulars(many: str) -> list[str]:
    """Return the possible singulars of a plural, sorted by falling probability.

    >>> singulars("arrows"), singulars("ring mail"), singulars("torches")
    (['arrow', 'arrows'], ['ring mail'], ['torch', 'torche', 'torches'])
    """
    found = [many[:-3] + "y"] if many.endswith("ies") else []
    found += [many[:-2]] if many.endswith(("ses", "xes", "ches", "shes", "zes")) else []
    found += [many[:-1]] if many.endswith("s") else []
    return [*found, many]


def _usual(line: str, sayings: Changes, names: Changes) -> str:
    """Translate a line as one sentence if that is possible, or else sentence by sentence."""
    bare = line.rstrip().removesuffix(_MORE.strip()).rstrip()
    whole = _sentence(bare, sayings)
    parts = [whole] if whole != bare else [_sentence(part, sayings) for part in bare.split(JOIN)]
    return JOIN.join([_named(part, names) for part in parts])


def _sentence(text: str, sayings: Changes) -> str:
    for pattern, usual in sayings:
        found = pattern.fullmatch(text.rstrip("."))
        if found is not None and not any(JOIN in caught for caught in found.groups()):
            return _filled(usual, found.groupdict())
    return text


def _filled(usual: str, caught: Mapping[str, str]) -> str:
    return PLACE.sub(lambda place: caught.get(place[1]) or "it", usual)


def _named(text: str, names: Changes) -> str:
    for pattern, usual in names:
        text = pattern.sub(usual, text)
    return text


def sample_of(template: str) -> str:
    """Return a sentence with a sample text in place of each placeholder."""
    return PLACE.sub(lambda place: _SAMPLES.get(place[1], "the bat"), template)


def kinds_of(text: str) -> list[str]:
    """Return the kinds of the facts in a text, in their order."""
    return [fact.kind for fact in read_message(text)]


def is_understood(text: str) -> bool:
    """Return whether the agent understands every sentence of a text, which may contain placeholders."""
    kinds = kinds_of(sample_of(text))
    return bool(kinds) and "unknown" not in kinds


def misunderstandings(page: GamePage, kinds: Mapping[str, Collection[str]]) -> list[str]:
    """Return a warning for each name or sentence of the page that the agent cannot understand.

    kinds  class of items -> the names of its kinds in ordinary games
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
            found.append(f"the agent confuses this message with another: {said}")
        elif len(PLACE.findall(said)) > MAX_PLACES and is_understood(before):
            found.append(f"the agent does not understand this message: {said}")
    for usual in page.unsaid:
        if is_understood(sample_of(usual)):
            found.append(f"the agent misses a message that the game leaves out: {usual}")
    return found


_OF_AMULET: Final = read_message(f"You now have {AMULET} (j)")


def _is_a_thing(page: GamePage, thing: Thing, kinds: Mapping[str, Collection[str]]) -> bool:
    """Return whether the Amulet's name is also the name of an ordinary or a new item."""
    bare = re.sub(r"^(?:an?|some|the) ", "", page.amulet.lower())
    if any(bare in singulars(new) or bare == new.replace("s of ", " of ", 1) for new, _ in page.things):
        return True
    if thing.kind in kinds:
        return not thing.name or thing.name in kinds[thing.kind]
    return thing.kind not in ("?", "amulet")
