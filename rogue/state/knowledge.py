"""What the player knows in this game: which word means which kind, what is identified, what is called how.

Owns   the appearance of each unknown kind and the state of its identification (NAM-1, NAM-2).
Leaves drawing the words (dig.appearance), when a kind becomes known (rules.identify).
"""

from rogue.tables.items import ItemKind


class Knowledge:
    """What is known per kind of potion, scroll, ring and stick; the kinds themselves are the keys."""

    __slots__ = ("called", "looks", "metal", "stone_worth", "true")

    def __init__(self) -> None:
        self.looks: dict[ItemKind, str] = {}  # colour, title, stone, wood or metal
        self.metal: set[ItemKind] = set()  # sticks made of metal: wands; the others are staffs
        self.stone_worth: dict[ItemKind, int] = {}  # added to a ring's worth
        self.true: set[ItemKind] = set()  # identified kinds
        self.called: dict[ItemKind, str] = {}  # the player's own names
