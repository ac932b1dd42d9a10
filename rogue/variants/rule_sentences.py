"""Sentences about rules: what the page of a variant says of each that differs from the edition's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

DURATIONS: Final[Mapping[str, str]] = {
    "confusion": "Confusion",
    "potion_confusion": "Confusion by a potion",
    "gaze_confusion": "Confusion by a gaze",
    "hallucination": "Hallucination",
    "see_invisible": "The sight of the invisible",
    "blindness": "Blindness",
    "levitation": "Levitation",
    "monster_detection": "Monster detection",
    "haste": "Haste",
}

SWITCHES: Final[Mapping[str, Mapping[Any, str]]] = {
    "secret_passages": {True: "There are secret passages.", False: "There are no secret passages."},
    "traps_apart": {True: "Traps never share a square.", False: "Traps may share a square."},
    "foes_on_floor": {True: "Monsters do not begin on gold.", False: "Monsters may begin on gold."},
    "start": {
        "bare": "You may begin a level anywhere.",
        "true floor": "You begin a level on the floor of a room.",
        "apparent floor": "You begin a level on what seems the floor of a room.",
    },
    "grows": {
        True: "Monsters grow stronger below the Amulet.",
        False: "Monsters grow no stronger below the Amulet.",
    },
    "loads_at_deepest": {
        True: "Monsters carry things on your deepest level only.",
        False: "Monsters carry things on every level.",
    },
    "hoards_in_rooms": {
        True: "Leprechauns leave gold in rooms only.",
        False: "Leprechauns leave gold wherever they die.",
    },
    "corners_hide": {True: "Corners hide what is behind them.", False: "Corners hide nothing."},
    "one_network": {
        True: "From a passage you see no other passage.",
        False: "From a passage you see other passages.",
    },
    "blind_search": {True: "The blind can search.", False: "The blind cannot search."},
    "disguises_fool": {
        True: "Missiles and beams pass what is disguised.",
        False: "Missiles and beams stop at what is disguised.",
    },
    "terse_hides_flight": {
        True: "Terse games do not show what flies.",
        False: "Terse games show what flies, too.",
    },
    "thrown": {
        "by launcher": "Missiles need their launcher.",
        "always": "Missiles need no launcher.",
        "never by hand": "Missiles thrown by hand do little.",
    },
    "protection_adds": {
        True: "Two rings of protection add up.",
        False: "Two rings of protection do not add up.",
    },
    "protection_saves": {
        True: "Rings of protection help against magic.",
        False: "Rings of protection do not help against magic.",
    },
    "regrows_beyond": {
        True: "Monsters regenerate without end.",
        False: "Monsters regenerate what they lost.",
    },
    "gaze_always": {True: "Gazes work in sleep, too.", False: "Gazes work awake only."},
    "steals_of_stacks": {
        True: "Nymphs take one of several things.",
        False: "Nymphs take nothing of several things.",
    },
    "steals_groups": {
        True: "Nymphs take all of a group of weapons.",
        False: "Nymphs take one of a group of weapons.",
    },
    "dart_save": {
        True: "Poisoned darts can be withstood.",
        False: "Poisoned darts cannot be withstood.",
    },
    "fetches": {
        True: "Monsters go for things that lie about.",
        False: "Monsters go for no things that lie about.",
    },
    "greedy_always_wake": {
        True: "Greedy monsters wake when they are seen.",
        False: "Greedy monsters wake only where there is gold.",
    },
    "greedy_mean_wake": {
        True: "Greedy monsters of treasure rooms always wake.",
        False: "Greedy monsters of treasure rooms wake as mean ones do.",
    },
    "greedy_give_up": {
        True: "Greedy monsters come for you when their gold is gone.",
        False: "Greedy monsters guard the place when their gold is gone.",
    },
    "door_is_inside": {
        True: "Monsters notice you in the door.",
        False: "Monsters notice you before the door.",
    },
    "blind_disturb": {
        True: "Rooms notice you when you are blind.",
        False: "Rooms do not notice you when you are blind.",
    },
    "blind_look": {
        True: "Neighbours notice you when you are blind.",
        False: "Neighbours do not notice you when you are blind.",
    },
    "passages_are_rooms": {
        True: "Monsters in passages head for the doors.",
        False: "Monsters in passages come straight for you.",
    },
    "rethinks": {
        True: "Monsters think anew in every room.",
        False: "Monsters do not think anew in every room.",
    },
    "move_last": {
        True: "Monsters move after you have healed.",
        False: "Monsters move before you have healed.",
    },
    "ties": {
        "any": "Monsters take any of the nearest squares.",
        "first": "Monsters take the first of the nearest squares.",
    },
    "stagger": {
        "any step": "The confused may stumble anywhere.",
        "legal step": "The confused stumble where they can go.",
    },
    "rooted_reach": {
        True: "What is rooted steps onto an exit beside it.",
        False: "What is rooted never steps.",
    },
    "stumbling_costs": {
        True: "To stumble on the spot costs a turn.",
        False: "To stumble on the spot costs no turn.",
    },
    "any_change_off_guard": {
        True: "Every change of hunger finds you off guard.",
        False: "Only fainting finds you off guard.",
    },
    "potions_prolong": {
        True: "A second potion prolongs the first.",
        False: "A second potion does not prolong the first.",
    },
    "confusion_prolongs": {
        True: "A second potion of confusion prolongs the first.",
        False: "A second potion of confusion is like any second one.",
    },
    "teleport_frees": {
        True: "A teleport frees you from a bear trap.",
        False: "A teleport takes a bear trap along.",
    },
    "enchants_anything": {
        True: "Enchant weapon works on whatever is in hand.",
        False: "Enchant weapon works on weapons only.",
    },
    "beams_wake": {
        True: "Polymorph and cancellation wake their target.",
        False: "Polymorph and cancellation wake nobody.",
    },
    "missile_by_weapon": {
        True: "Magic missiles hit with the plus of your weapon.",
        False: "Magic missiles hit the same with any weapon.",
    },
    "cancellation_wakes": {
        True: "Cancellation wakes and unmasks its target.",
        False: "Cancellation neither wakes nor unmasks.",
    },
    "polymorph_keeps": {
        True: "What is polymorphed keeps its load.",
        False: "What is polymorphed loses its load.",
    },
    "polymorph_revives": {
        True: "Polymorph makes what was wiped out, too.",
        False: "Polymorph makes nothing that was wiped out.",
    },
    "beams_free": {
        True: "Teleports and cancellation free who is held.",
        False: "Teleports and cancellation free nobody.",
    },
    "striking_unmasks": {
        True: "A zap of striking unmasks.",
        False: "A zap of striking passes what is disguised.",
    },
    "striking_drains": {
        True: "Every blow of a staff of striking costs charges.",
        False: "Only zaps of a staff of striking cost charges.",
    },
    "polymorph_known": {
        "seen": "Polymorph is known once its monster is seen.",
        "changed": "Polymorph is known once its monster has changed.",
    },
    "bolts": {
        "switch": "Bolts threaten all whom they pass.",
        "once bounced": "Bolts threaten you once they bounced.",
    },
    "letters_shift": {
        True: "Letters follow the order of the pack.",
        False: "Letters stay with their things.",
    },
    "falls_anywhere": {
        True: "Things may fall under monsters.",
        False: "Things never fall under monsters.",
    },
    "group_adds_one": {
        True: "Missiles that join their group count as one.",
        False: "Missiles that join their group all count.",
    },
    "hearing": {True: "Monsters hear you.", False: "Monsters hear nothing."},
    "scent": {True: "Monsters follow your trail.", False: "Monsters smell nothing."},
    "acts": {True: "Monsters act from afar.", False: "No monster acts from afar."},
    "fear": {True: "Hurt monsters flee.", False: "No monster flees."},
    "groups": {True: "Groups hunt together.", False: "Groups do not hunt together."},
    "ambushes": {True: "Monsters lie in wait.", False: "No monster lies in wait."},
    "learning": {True: "Monsters learn of you.", False: "Monsters do not learn of you."},
    "companions": {True: "Groups live together.", False: "Groups do not live together."},
    "foresight": {True: "Monsters cut you off.", False: "No monster cuts you off."},
    "worth": {"by sum": "Things sell by the sum of their pluses.", "by plus": "Things sell by each plus."},
}
"""Field -> value -> what is said when that differs from the edition's."""

DEGREES: Final[Mapping[str, tuple[str, str]]] = {
    "treasure_tries": ("Treasure rooms are fuller.", "Treasure rooms are emptier."),
    "treasure_foe_tries": ("Treasure rooms have more monsters.", "Treasure rooms have fewer monsters."),
    "hasted_below": ("Monsters become fast deeper down.", "Monsters become fast further up."),
    "wakes": ("Mean monsters wake sooner.", "Mean monsters wake later."),
    "secret_door": ("Secret doors are easier to find.", "Secret doors are harder to find."),
    "trap": ("Traps are easier to find.", "Traps are harder to find."),
    "secret_passage": ("Secret passages are easier to find.", "Secret passages are harder to find."),
    "off_guard": ("Monsters hit you better off guard.", "Monsters hit you worse off guard."),
    "regrows_pct": ("Monsters regenerate faster.", "Monsters regenerate slower."),
    "hold_hurts": ("To be held hurts more.", "To be held hurts less."),
    "life_die": ("More life is drained.", "Less life is drained."),
    "starved_gaze": ("Gazes kill the starving later.", "Gazes kill the starving sooner."),
    "faints": ("The starving faint more often.", "The starving faint less often."),
    "most_extra_healing": ("Extra healing adds more.", "Extra healing adds less."),
    "enchant_hit": ("Enchanted weapons hit better more often.", "Enchanted weapons hit better less often."),
    "heals_every": ("Monsters heal slower.", "Monsters heal faster."),
    "striking_hit": ("Staffs of striking hit better.", "Staffs of striking hit worse."),
}
"""Field -> what is said of more than the edition has, and of less."""
