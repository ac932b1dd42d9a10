"""Words for the agent's beliefs, as used in panels, in `explain`, or at the end of a game."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.item_knowledge import looks_of
from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs, Plan, PlanKind
from rogomatic.agent.engine.rule_engine import Choice, at_a_distance, direction
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.think.fight.fight_options import is_unseen_near
from rogue.shared.wording import keys_in_words, plural, plural_of

_GUESSES: Final = 3  # shown per unknown thing
# The purpose of a walk if it differs from its kind.
_FOR: Final[dict[PlanKind, str]] = {
    "amulet": "to the Amulet", "clear": "to clear the way", "down": "to go down", "explore": "to look around",
    "fast": "to fast there", "force": "to force the way", "hunt": "to shoot at a sleeper",
    "leave an unseen attacker": "away from something unseen", "loot": "to fetch something", "rest": "to rest",
    "search": "to search there", "sleeper": "past a sleeper", "step away": "a step away",
    "trap": "into a trap", "wander": "to another place", "run on": "into the unknown",
    "run laps": "in a circle", "fight in the door": "to fight in the door",
    "fight in the passage": "to fight in the passage", "fight on the stairs": "to fight on the stairs",
    "run to the stairs": "to the stairs",
}  # fmt: skip
_COMPASS: Final = {
    "north": "N", "northeast": "NE", "east": "E", "southeast": "SE",
    "south": "S", "southwest": "SW", "west": "W", "northwest": "NW",
}  # fmt: skip
_AWAKE: Final = {True: "awake", False: "asleep", None: "asleep?"}


def in_short(choice: Choice) -> str:
    """Return the name of the rule that made a choice, with the reason for the choice."""
    return f"{choice.rung}: {choice.act.because}"


def in_fewer_words(choice: Choice) -> tuple[str, ...]:
    """Return the rule and the reason of a choice in several forms, from the longest to the shortest.

    The shortest form is only the name of the rule.
    """
    reasons = (choice.act.because, *choice.act.shorter, choice.rung)
    return in_short(choice), *filter(None, reasons)


def keys_of(choice: Choice) -> str:
    """Return the names of a choice's keys, with the verb of the chosen action."""
    verb = choice.act.action.verb
    return f"{keys_in_words(choice.act.keys, answers=verb == 'answer')} ({verb})"


def state_of(foe: Foe) -> str:
    """Return a monster's state: "held", "awake", "asleep", or "asleep?" if it is not known."""
    return "held" if foe.held else _AWAKE[foe.awake]


def share(chance: int) -> str:
    """Convert a chance in twentieths to percent.

    >>> share(13), share(-2)
    ('65%', '0%')
    """
    return f"{min(max(chance, 0), 20) * 5}%"


def plan_in_words(beliefs: Beliefs, plan: Plan) -> str:
    """Return the distance, direction, and purpose of a walk."""
    path, here = plan.path, beliefs.me.spot
    left = path[path.index(here) + 1 :] if here in path else path
    where = "arrived" if plan.goal == here else at_a_distance(here, plan.goal, len(left))
    return f"{where}, {_FOR.get(plan.kind, plan.kind)}"


def place_in_words(beliefs: Beliefs, spot: int) -> str:
    """Return the direction of a square, and its distance from the hero in a straight line, in words.

    >>> b = Beliefs()
    >>> b.me.spot = 5 * 80 + 9
    >>> place_in_words(b, 5 * 80 + 3), place_in_words(b, b.me.spot), place_in_words(b, 4 * 80 + 9)
    ('6 squares to the west', 'here', '1 square to the north')
    """
    return (
        "here"
        if spot == beliefs.me.spot
        else at_a_distance(beliefs.me.spot, spot, distance_between(spot, beliefs.me.spot))
    )


def place_in_short(beliefs: Beliefs, spot: int) -> str:
    """Return the distance and direction of a square in a few letters.

    >>> b = Beliefs()
    >>> b.me.spot = 5 * 80 + 9
    >>> place_in_short(b, 5 * 80 + 3), place_in_short(b, 7 * 80 + 12), place_in_short(b, 4 * 80 + 8)
    ('6 W', '3 SE', '1 NW')
    """
    where = direction(beliefs.me.spot, spot)
    return f"{distance_between(spot, beliefs.me.spot)} {_COMPASS.get(where, '')}"


def states_of(beliefs: Beliefs) -> list[str]:
    """Return the hero's conditions, each in a word or two."""
    me = beliefs.me
    return [name for name, so in (
        ("alert: foes hit less easily", me.alert and beliefs.facts_of_edition.off_guard_bonus > 0),
        ("off guard: foes hit more easily", beliefs.off_guard > 0),
        ("blind", beliefs.is_blind), ("confused", beliefs.is_confused),
        ("hallucinating", beliefs.is_hallucinating), ("floating", beliefs.is_floating),
        ("hasted", beliefs.is_hasted), ("held", me.held), ("in a trap", me.trapped > 0),
        ("hands glow red", me.red_hands),
    ) if so]  # fmt: skip


def _between(least: float, most: float) -> str:
    """Return a range of future turns, in words.  A negative number counts as 0.

    >>> _between(1300, 1300), _between(-5, 40.2)
    ('1,300', '0 to 40')
    """
    first, last = f"{max(least, 0.0):,.0f}", f"{max(most, 0.0):,.0f}"
    return first if first == last else f"{first} to {last}"


def stomach_of(beliefs: Beliefs, since_meal: int | None = None) -> str:
    """Return, in words, what is known about the hero's stomach.

    since_meal  number of turns since the last meal, by the game's clock, or None to use the agent's count
    """
    stomach = beliefs.me.stomach
    ate = beliefs.me.ate_turn
    turns = plural(beliefs.turn - ate if since_meal is None else since_meal, "turn")
    meal = f"last meal {'about ' * (since_meal is None)}{turns} ago" if ate else "no meal yet"
    return (
        f"empty in {_between(stomach.least, stomach.most)} turns, {beliefs.me.hunger or 'not hungry'}; {meal}"
    )


def in_words(beliefs: Beliefs, thing: Thing, *, guessed: bool = True) -> str:
    """Return a description of an item.

    guessed  whether the description of an unknown item names the likeliest kinds
    """
    several = thing.count > 1
    count = f"{thing.count} " if several else ""
    name = beliefs.name_of(thing)
    if thing.kind == "weapon":
        words = plural_of(name or thing.kind) if several else name or thing.kind
        words = words if thing.hit is None else f"{thing.hit:+d},{thing.damage or 0:+d} {words}"
    elif thing.kind == "armor":
        words = name if thing.armor is None else f"{name} [{thing.armor}]"
    elif thing.kind in ("potion", "scroll", "ring", "stick"):
        noun = thing.material or thing.kind
        words = f"{plural_of(noun) if several else noun} "
        words += f"of {name}" if name else f"'{looks_of(thing)}'"
        words += "" if thing.charges is None else f" [{thing.charges}]"
        words += f": {guesses(beliefs.lore.chances(thing))}" if guessed and not name else ""
    elif thing.kind == "food" and several:
        words = "rations of food" if name in ("", "food") else plural_of(name)
    else:
        words = name or thing.kind
    marks = [mark for mark, so in (
        (thing.use, bool(thing.use)), ("tried", not name and beliefs.lore.is_tried(thing)),
    ) if so]  # fmt: skip
    return count + words + (f" ({', '.join(marks)})" if marks else "")


def guesses(chances: dict[str, float]) -> str:
    """Return the likeliest kinds in words, with their chances in percent.

    >>> guesses({"light": 0.25, "fire": 0.5, "cold": 0.125, "slow monster": 0.125})
    'fire 50%, light 25%, cold 12%, 1 more'
    """
    order = sorted(chances.items(), key=lambda one: (-one[1], one[0]))
    words = [f"{name} {100 * chance:.0f}%" for name, chance in order[:_GUESSES]]
    return ", ".join([*words, *([f"{len(order) - _GUESSES} more"] if len(order) > _GUESSES else [])])


def struck_unseen(beliefs: Beliefs) -> str:
    """Return a clause about an unseen attacker, or "" if there is none."""
    if not is_unseen_near(beliefs):
        return ""
    ago = beliefs.turn - beliefs.foes.unseen_turn
    when = "just now" if ago <= 0 else f"{plural(ago, 'turn')} ago"
    left = plural(beliefs.me.hp, "hit point")
    return f"something unseen struck {when}, {left} left"
