"""The editions that can be played, by name.

Owns   their list; the first is the usual one.
Leaves what each is (tables.ruleset, rogue52, rogue36).
"""

from typing import Final

from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset

EDITIONS: Final[dict[str, Ruleset]] = {rules.edition: rules for rules in (ROGUE_54, ROGUE_52, ROGUE_36)}
