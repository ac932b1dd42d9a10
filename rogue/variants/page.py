"""The page `This game` of a variant's help."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any, Final

from rogue.tables.ruleset import Ruleset
from rogue.variants.rule_sentences import dungeon_sentences, food_sentences, topic_sentences, word_sentences
from rogue.variants.thing_sentences import hero_sentences, item_sentences, monster_sentences

WIDTH: Final = 79
INDENT: Final = "  "  # of a line that goes on with the sentence before it


def page_of(edition: Ruleset, rules: Ruleset, description: Mapping[str, Any]) -> list[str]:
    """Return the lines of the page.

    edition  what the variant is compared with
    rules    the variant
    description  the whole of it, for its author and what it says of itself
    """
    lines = [f"This game: {rules.variant} {rules.variant_version}, like Rogue {edition.edition}"]
    if description.get("author"):
        lines.append(f"By {description['author']}")
    if description.get("about"):
        lines.append(f'"{description["about"]}"')
    lines.append("")
    for sentence in differences(edition, rules):
        lines += wrapped(sentence)
    return lines


def differences(edition: Ruleset, rules: Ruleset) -> list[str]:
    """Return a sentence for each difference, in an order that is always the same."""
    return [
        *dungeon_sentences(edition, rules),
        *hero_sentences(edition, rules),
        *food_sentences(edition, rules),
        *monster_sentences(edition, rules),
        *item_sentences(edition, rules),
        *topic_sentences(edition, rules),
        *word_sentences(edition, rules),
    ]


def wrapped(sentence: str) -> list[str]:
    """Return a sentence in lines that fit; those behind the first are indented.

    >>> [len(line) for line in wrapped("word " * 20)]
    [79, 21]
    """
    return wrap(sentence, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False) or [""]
