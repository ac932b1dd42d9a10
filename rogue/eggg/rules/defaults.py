"""The table of defaults for what a description leaves unsaid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Description, Said, described
from rogue.eggg.language.english import sentence
from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.setup import WALKS


class Default(NamedTuple):
    """Default for a description.

    when    facts that must hold; a fact marked with - must not hold; see `_facts`
    adds    statement that the default adds; "" if the engine needs no statement
    change  statement that overrules the default; "" if no statement does; see `changes`
    """

    name: str
    when: str
    adds: str
    says: str
    change: str


NOTHING: Final = Node("number", text="0")
_SECOND_CHOICE: Final = re.compile(r"(\bbecomes?\s+[^\s,]+).*", re.IGNORECASE)


def is_text_game(one: Description) -> bool:
    """Return whether a description says that it is a text game."""
    return any(token.fold == "text" for said in one.all("kind") for token in said.statement.tokens)


def is_for_one(one: Description) -> bool:
    """Return whether a description says that one person plays."""
    return bool(one.found("players", "RANGE", NOTHING).number == 1)


def _facts(one: Description) -> set[str]:
    """Return facts, such as "walk" (sentence), "'drop'" (word), "bet(" (function), "money:" (quantity)."""
    folds = [token.fold for said in one.said if said.name != "setup" for token in said.statement.tokens]
    facts = {said.name for said in one.said} | {f"'{word}'" for word in folds}
    facts |= {f"{said.found['QUANTITY'].word}:" for said in one.all("quantity")}
    facts |= {f"{word}(" for word, mark in pairwise(folds) if mark == "("}
    endings, players = one.all("ending"), one.found("players", "RANGE", NOTHING)
    is_goal = [said.says("goal") and "PLAYER" in said.found for said in endings]
    more = {
        "walks": bool(one.all(*WALKS)) and not one.all("falling"),
        "taking": any(not said.says("without") for said in one.all("walk", "leap", "named walk")),
        "near": any(not said.says("far") for said in one.all("jump")),
        "becomes": any(len(said.found["OTHERS"]) > 1 for said in one.all("promotion")),
        "counted": any("VALUE" in said.found for said in one.all("score")),
        "placed": bool(facts & {"'place'", "'drop'"}),
        "squared": bool(facts & {"grid", "board"}),
        "later": bool(one.all("phases", "keys")) or is_text_game(one),
        "worded": is_text_game(one),
        "emptied": players.args[:1] == (NOTHING,),
        "cards": bool(one.all("phases")),
        "range": players.op == "range",
        "trick": "'trick'" in facts,
        "tosses": bool(facts & {"'remove'", "discard("}),
        "letters": one.says("hand", "letter"),
        "alone": bool(one.all("solution", "keys")),
        "single": is_for_one(one),
        "colored": any("NAMES" in said.found for said in one.all("squares")) and "pieces" not in facts,
        "leveled": any(said.says("level") for said in one.all("rounds", "start")),
        "one-sided": is_goal == [True] and len(one.found("players", "NAMES", ())) == 2,
    }
    return facts.union(fact for fact, holds in more.items() if holds)


MIRRORED: Final = "H30"
DEFAULTS: Final = (
    Default("H2", "-players alone -worded", "1 player", "One person plays.", "2 players"),
    Default("H2", "-players -alone -worded", "players are First and Second", "Two play, First and Second.",
            "players are White and Black"),
    Default("H2", "-players worded", "players are 0..20", "Up to 20 people take part.", "players are 2..8"),
    Default("H4", "worded emptied tick", "", "Time passes even if nobody is connected.", "players are 1..20"),
    Default("H1", "-'synchronize' -'increment' -'round' -falling -cards -worded -single", "",
            "A match is one game.", "3 rounds"),
    Default("H1", "cards -'round'", "", "There are rounds: money and scores carry over, and the first move "
            "passes to the next player.", "3 rounds"),
    Default("H4", "cards range", "", "The smallest number of players in the range takes part.", "3 players"),
    Default("H5", "cards -turns", "turns alternate", "Turns alternate, clockwise.",
            "turns alternate counterclockwise"),
    Default("H5", "-turns -later -single", "turns alternate",
            "Turns alternate, in the order in which the players are named.", "turns synchronize"),
    Default("H6", "-begins -'synchronize' -alone -worded -single", "", "The first named player begins.",
            "{second} begins"),
    Default("H8", "-move -later walks", "move is move", "A move moves a piece.", "move is place or move"),
    Default("H8", "-move -later -walks squared -colored", "move is place",
            "A move places a piece on an empty square.", "move is drop"),
    Default("H8", "-move -later heaps", "move is take 1..all from one heap",
            "A move takes any number of things from one heap.", "move is take 1..3 from one heap"),
    Default("H8", "-move -later pits", "move is sow", "A move sows the seeds of one of the player's pits.",
            "move is pass"),
    Default("H9", "-pieces -letters grid -single", "", "There is one kind of piece, each player's own, shown "
            "by the player's letter.", "pieces are X and O"),
    Default("H11", "pieces -letter -falling", "", "A piece is shown by the first free letter of its name, "
            "small for the second player.", '{piece} is shown as "N"'),
    Default("H12", "'synchronize' pieces", "", "All players have the same choices.", "turns alternate"),
    Default("H14", "walks -single", "",
            "The first player is at the bottom and plays up, the second at the top and plays down.", ""),
    Default("H17", "grid -board", "", "The board is a rectangle of squares.", "board is torus"),
    Default("H22", "taking -prey -falling -single", "", "A piece captures an enemy by moving onto it; it "
            "cannot move onto a piece of its own side.", "{piece} captures {other}"),
    Default("H22", "pits", "", "Seeds are sown counterclockwise, one into each pit.", ""),
    Default("H22", "pits 'store'", "", "Seeds also go into the player's store, but not into the opponent's.",
            ""),
    Default("H22", "pits 'store' besides", "", "If the last seed falls into an empty pit of the player, and "
            "there are seeds opposite, all of them go into the player's store.", ""),
    Default("H22", "pits", "", "The seeds in a player's own pits and store are the player's pieces.", ""),
    Default("H23", "walks", "",
            "Pieces move one square, or slide any number of squares; only leaps go over other pieces.", ""),
    Default("H24", "near", "", "A jump lands just behind the piece, and takes it.",
            "{jumper} jumps far diagonally over opponent"),
    Default("H25", "jump -'compulsory'", "", "Jumps may be declined.", "jumps are compulsory"),
    Default("H26", "promotion jump -'longest'", "", "Promotion ends a series of jumps.",
            "longest jumps are compulsory"),
    Default("H27", "becomes", "", "If a piece can become one of several pieces, its player chooses.",
            "{becoming}"),
    Default("H28", "'unmoved'", "", "A piece is unmoved if it has not moved since the start.", ""),
    Default("H29", "'checkmate' -guard", "assert move: safe({}) afterwards",
            "The piece that can be mated may not be left under attack.", "assert move: safe({mated})"),
    Default(MIRRORED, "one-sided", "", "The other player has the same goal, seen from the other side.",
            "goal of {first} is stuck"),
    Default("H31", "-ending -later", "", "There is no goal: nobody wins.", "goal is line(3)"),
    Default("H31", "'loss' -'goal'", "", "When a player loses, the others win.", ""),
    Default("H32", "'goal' -worded -cards -single", "",
            "If both players reach the goal at once, the game is a draw.", ""),
    Default("H33", "-'stuck' -later -'synchronize' -single", "",
            "A player who cannot move passes; if nobody can move, the game ends.", "loss is stuck"),
    Default("H34", "placed -'full' -'most' -'pass' -'stuck'", "", "A full board without a winner is a draw.",
            "goal is most(pieces)"),
    Default("H35", "walks -draw -placed -single", "draw is repeated(3) or since(capture) >= 200",
            "It is a draw if a position occurs three times, or after 200 moves without a capture.",
            "draw is repeated(4)"),
    Default("H36", "line(", "", "A row may be longer than required, and may go in any direction.", ""),
    Default("H37", "connect(", "", "A chain consists of neighbors that share a side.", ""),
    Default("H38", "'most' -counted -worded", "", "The score is the number that decides the game.",
            "score is count(pieces)"),
    Default("H39", "'increment'", "", "The winner of a round scores 1.", ""),
    Default("H44", "leveled", "", 'After a solved level comes the next one; "level 2" restarts a level.', ""),
    Default("H10", "colored -start", "", "All squares start as the kind that is named last.",
            "board starts shuffled"),
    Default("H40", "single 'shuffled'", "", "The board starts solved, and is mixed by 120 moves.", ""),
    Default("H22", "'pushing'", "", "One piece is pushed at a time, onto an empty square.", ""),
    Default("H33", "single walks -leveled", "", "A player who cannot move has lost.", ""),
    Default("H47", "falling -tick", "", "The clock moves twice a second.", "tick is 0.8 seconds"),
    Default("H47", "falling", "",
            "A piece sticks when the clock or a fall stops it, but not when a key does.", ""),
    Default("H48", "falling", "", "A player who plays alone may pause.", ""),
    Default("H15", "falling begins", "",
            "The first player has the left edge of a wide board, the bottom edge of a tall one.", ""),
    Default("H16", "falling begins", "", "The player who sent the piece steers it.", ""),
    Default("H23", "paddle", "", "A piece that a paddle returns counts as sent by that paddle's player.", ""),
    Default("H15", "falling 'edge'", "",
            "A piece enters at an edge in front of what lies there, on its half of the board.", ""),
    Default("H27", "falling 'choose'", "", "If no piece is chosen in 3 seconds, a random one enters.", ""),
    Default("H41", "setup", "",
            "Each row of a side is shuffled. Its player can swap any two pieces, and then says ready.", ""),
    Default("H42", "hidden walks", "",
            "A battle shows both pieces; if neither takes the other, both fall.", ""),
    Default("H40", "letters", "", "A letter is worth the count of the most common letter, divided by its own "
            "count, and rounded. A blank is worth 0.", ""),
    Default("H42", "letters", "", "The first word covers the middle, and later words touch letters. New "
            "words across count, too.", ""),
    Default("H46", "letters", "", "Exchanging letters counts as a pass. Hands are refilled from the bag.",
            ""),
    Default("H43", "ranks", "",
            "A piece that has no rank and captures nothing can be captured by every piece with a rank.", ""),
    Default("H49", "worded", "", "Players name themselves. The commands say, who, help, and quit are built "
            "in; all may be shortened.", ""),
    Default("H40", "cards -deck", "deck is 52 cards",
            "The deck has 52 cards; suits are equal, and an ace is also below a two.", "deck is 32 cards"),
    Default("H41", "cards", "", "Cards are dealt in turn, face down, and those on the table face up.", ""),
    Default("H42", "cards", "",
            "Other players see how many cards a hand has, and how many were discarded, but not which.", ""),
    Default("H43", "ranking", "", "A hand counts as the best that it can be. Equal hands are compared by the "
            "ranks in the pattern, then by the other cards.", ""),
    Default("H44", "bet( -money:", "", "Every player starts with 100.", "money of player starts at 200"),
    Default("H44", "bet( -ante:", "", "Every player pays an ante of 1 in each round.", "ante starts at 2"),
    Default("H44", "bet(", "", "Betting: check, bet, call, raise (3 times, at most the pot). A player who is "
            "all in plays for side pots; equal hands share the pot.", ""),
    Default("H45", "cards tosses", "",
            "Where the number is left open, each player chooses how many cards to keep.", ""),
    Default("H46", "bet(", "", "If all others fold, the last player takes the pot and shows nothing.", ""),
    Default("H53", "cards trick", "",
            "The highest card of the suit led takes a trick, and its player leads the next.", ""),
    Default("H53", "cards trick -guard", "assert play: suit is suit(first) or count(suit(first)) = 0",
            "Players who can must follow the suit that was led.", "assert play: count(hand) > 0"),
    Default("H51", "cards", "", "Both sides shuffle the deck, and a sealed secret proves it.", ""),
    Default("H51", "'synchronize'", "", "Choices are made at the same time, and seals prove it.",
            "turns alternate"),
)  # fmt: skip
"""Defaults in the order in which they are tried.  A condition sees what earlier defaults have added."""


def _mated(description: Description) -> str:
    """Return the name of the piece that can be mated.  Return "" if there is none."""
    texts = [token.text for said in description.said for token in said.statement.tokens]
    return next((name for word, name in zip(texts, texts[2:], strict=False) if word == "checkmate"), "")


def completed(description: Description) -> tuple[Description, list[Default]]:
    """Return a description completed by all defaults that apply to it, and the list of these defaults."""
    used, whole, facts = list[Default](), description, _facts(description)
    for row in DEFAULTS:
        asked = [(fact.removeprefix("-"), not fact.startswith("-")) for fact in row.when.split()]
        if all((fact in facts) is wanted for fact, wanted in asked):
            used.append(row)
            if row.adds:
                added = described(row.adds.format(_mated(whole)), "default").said
                whole = whole._replace(said=(*whole.said, *added))
                facts = _facts(whole)
    return whole, used


def changes(row: Default, whole: Description) -> str:
    """Return a statement that overrules a default, in a description's own names.  Return "" if none does."""
    players = [node.text for node in whole.found("players", "NAMES", ())]
    first, second = (players * 2)[:2] or ("First", "Second")
    kinds = [node.text for node in whole.found("pieces", "NAMES", ())] or [first]
    jumpers = whole.found("jump", "PIECES", ())
    promoted = whole.first("promotion")
    return row.change.format(
        first=first, second=second, piece=kinds[0], other=kinds[-1], mated=_mated(whole),
        jumper=jumpers[0].text if jumpers else kinds[0],
        becoming=_SECOND_CHOICE.sub(r"\1", promoted.statement.text) if promoted is not None else "",
    )  # fmt: skip


class DescribedRules:
    """Rules of one description, which can be told as sentences or as data."""

    players: Sequence[str] = ()
    traits: frozenset[str] = frozenset()

    def __init__(self, whole: Description, said: Description, defaults: Sequence[Default] = ()) -> None:
        """Store `said`, the description as written, and `whole`, which is `said` completed by `defaults`."""
        self.description, self.said, self.defaults = whole, said, tuple(defaults)
        self.name, self.digest = said.name, said.digest
        self._kinds = [node.word for node in whole.found("pieces", "NAMES", ())]
        self.rounds = int(whole.found("rounds", "NUMBER", NOTHING).number)  # that are said, else 0

    def in_words(self, said: Said) -> str:
        """Return a statement as an English sentence.  Return "" to leave the statement out."""
        return sentence(said, self._kinds)

    def explained(self) -> list[str]:
        changed = [(one, changes(one, self.description)) for one in self.defaults]
        defaults = [f"{one.says} To change it: {change}." if change else one.says for one, change in changed]
        return [*filter(None, map(self.in_words, self.said.said)), *defaults]

    def described(self) -> dict[str, Any]:
        said = self.said
        return {
            "name": said.name,
            "digest": said.digest,
            "like": list(said.lineage),
            "players": list(self.players),
            "traits": sorted(self.traits),
            "statements": [one.statement.text for one in said.said],
            "sentences": [*filter(None, map(self.in_words, said.said))],
            "defaults": [
                {"name": row.name, "says": row.says, "change": changes(row, self.description)}
                for row in self.defaults
            ],
        }
