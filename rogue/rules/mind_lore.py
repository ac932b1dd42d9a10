"""What thinking monsters learn about the player, plus messages about what they do (VMN-38 to VMN-40)."""

from __future__ import annotations

from typing import Final, Literal

from rogue.minds.geometry import drop_aim, sees
from rogue.minds.sound_and_scent import minds_hear, sound_at
from rogue.rules import item_names
from rogue.rules.output import emit, finish_sentence
from rogue.rules.vision import sees_foe
from rogue.state.entities import AWAKE, RUSTPROOF, SCROLL, Monster
from rogue.state.world import World
from rogue.tables.monster_minds import ActName

Habit = Literal[
    "flees", "calls", "waits", "scent", "ambush", "distance", "dodges", "cuts off", "gives up",
]  # fmt: skip

CALL_RANGE: Final = 40  # range in steps within which an unseen call is heard
MISSILES: Final[dict[ActName, str]] = {"arrow": "an arrow", "dart": "a dart", "rock": "a rock"}
WORDS: Final[dict[ActName, tuple[str, str, str]]] = {
    "wail": (" wails", ", and your blood runs cold", ", but you pay no heed"),
    "burble": (" burbles", ", and your head spins", ", but you keep your head"),
    "glare": (" glares", ", and you cannot move", ", but you look away"),
    "sing": (" sings", ", and you stand spellbound", ", but you stop your ears"),
    "drain": (" reaches for your blood", ", and drinks", ", but you break free"),
    "spit": (" spits", ", and you feel weaker", ", but it does no harm"),
    "spray": (" sprays you", ", and your armor drips", ", but misses your armor"),
}
"""Act -> its verb, the ending if it works, the ending if it fails.  Terse mode shows only the verb."""
DOES: Final[dict[ActName, str]] = {
    "mend": "mends its wounds", "gather": "gathers its strength", "leap": "leaps at you",
}  # fmt: skip
FROM_NOWHERE: Final = "leaps out of nowhere"  # of one that was out of sight
GONE: Final[dict[ActName, str]] = {"blink": " is gone in a blink", "mist": " turns to mist"}
VAIN_SWINGS: Final = 8  # swings without a hit until a monster gives up
OFF_TURNS: Final = 50
VAIN_HITS: Final = {"rust armor": 2, "steal item": 1}
"""Effect of a hit -> number of hits without effect until the monster gives up (VMN-40)."""
WARY_TURNS: Final = 20
PRIOR_HITS: Final = 240  # a prior of 60 % over four swings (VMN-23)
PRIOR_SWINGS: Final = 4


def name_of(world: World, foe: Monster) -> str:
    """Return a monster's name for the beginning of a sentence: `The bat` or `Something` (NAM-13)."""
    return item_names.capital(item_names.foe_name(world, foe))


def learn_habit(world: World, foe: Monster, habit: Habit | ActName) -> None:
    """Record that the player has seen or heard a habit of the monster's kind (MNP-5)."""
    if world.minds is not None:
        world.minds.habits.add(f"{foe.kind.letter} {habit}")


def report_missile(world: World, foe: Monster, act: ActName, *, hit: bool) -> None:
    """Report whether a monster's missile hit the player."""
    verb = "hits" if hit else "misses"
    emit(world, f"{name_of(world, foe)} {verb} you with {MISSILES[act]}")


def report_cry(world: World, foe: Monster, act: ActName, *, works: bool) -> None:
    """Report an act such as a wail, and whether it worked."""
    verb, harm, withstood = WORDS[act]
    start = name_of(world, foe) + verb
    emit(world, start + (harm if works else withstood), terse=start)


def report_act(world: World, foe: Monster, does: str) -> None:
    """Report what a monster does, if the player sees the monster (MNP-1)."""
    if sees_foe(world, foe):
        emit(world, f"{name_of(world, foe)} {does}")


def _tell(world: World, text: str) -> None:
    """Emit a message that is not joined to an unfinished message."""
    finish_sentence(world)
    emit(world, text)


def report_fear(world: World, foe: Monster) -> None:
    """Report that a monster begins to flee, if the player sees the monster (MNP-1)."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} turns tail")
        learn_habit(world, foe, "flees")


def report_at_bay(world: World, foe: Monster) -> None:
    """Report that a fleeing monster has no way out and turns to fight, if the player sees the monster."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} turns at bay")


def stumble(world: World, foe: Monster) -> None:
    """Take 1 hit point from a confused monster that stumbles instead of moving, and report this (VMN-49).

    The monster never loses its last hit point.
    """
    mind = foe.mind
    if mind is not None and foe.hp > 1:
        foe.hp -= 1
        mind.hp = foe.hp
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} stumbles")


def report_call(world: World, foe: Monster, does: str = "calls its kind") -> None:
    """Report a monster's call: what the player sees the monster do, or else what the player hears (MNP-1)."""
    kind = foe.kind.mind
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} {does}")
    elif minds_hear(world) and sound_at(world, foe.spot, CALL_RANGE) <= CALL_RANGE:
        _tell(world, f"You hear a {'call' if kind is None else kind.cry}")
    else:
        return
    learn_habit(world, foe, "calls")


def report_giving_up(world: World, foe: Monster) -> None:
    """Report that a monster loses interest in the player, if the player sees the monster (MNP-1)."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} loses interest in you")
        learn_habit(world, foe, "gives up")


def report_ambush(world: World, foe: Monster) -> None:
    """Report that a monster was lying in wait, if the player sees the monster (MNP-1)."""
    if sees_foe(world, foe):
        _tell(world, f"{name_of(world, foe)} was lying in wait")
        learn_habit(world, foe, "ambush")


def learns(world: World, foe: Monster) -> bool:
    """Return whether a monster can learn about the player under these rules (VMN-17)."""
    rules = world.rules.minds
    return rules is not None and rules.learning and foe.kind.mind is not None


def belief_to_hit(foe: Monster) -> int:
    """Return the percentage of swings at the player that a monster expects to be hits (VMN-23).

    >>> from rogue.tables.ruleset import ROGUE_MINDS
    >>> belief_to_hit(Monster(ROGUE_MINDS.monsters["C"], 0))
    60
    """
    mind = foe.mind
    assert mind is not None
    return (100 * mind.hits + PRIOR_HITS) // (mind.swings + PRIOR_SWINGS)


def note_swing(world: World, foe: Monster, *, hit: bool) -> None:
    """Add one to the number of a monster's swings at the player.

    If `hit` is true, add one to the number of its hits too.
    """
    mind = foe.mind
    if mind is not None and learns(world, foe):
        mind.swings += 1
        mind.hits += hit


def note_trait(world: World, foe: Monster, trait: int) -> None:
    """Let a monster learn a trait of the player that makes an act or a hit useless (VMN-23)."""
    mind = foe.mind
    if mind is not None and learns(world, foe):
        mind.lore |= trait


def note_vain_hit(world: World, foe: Monster) -> None:
    """Count a hit that found nothing to rust or steal (VMN-40).

    After some such hits, the monster gives up.
    """
    mind = foe.mind
    if mind is None or not learns(world, foe):
        return
    if foe.kind.on_hit == "rust armor":
        mind.lore |= RUSTPROOF
    mind.off_hits += 1
    if mind.off_hits == VAIN_HITS[foe.kind.on_hit]:
        give_up(world, foe)


def note_vain_swings(world: World, foe: Monster) -> None:
    """Let a monster give up if it has swung at the player many times and has never hit (VMN-39)."""
    mind = foe.mind
    if mind is not None and mind.swings >= VAIN_SWINGS and not mind.hits:
        give_up(world, foe)


def give_up(world: World, foe: Monster) -> None:
    """Let a monster, unless it is mindless, lose interest in the player for some turns (VMN-39)."""
    mind, kind = foe.mind, foe.kind.mind
    if mind is None or kind is None or kind.cast == "mindless":
        return
    drop_aim(mind)
    mind.hits = mind.swings = 0
    mind.off = world.turns + OFF_TURNS
    report_giving_up(world, foe)


def show_weapon(world: World, lore: int, target: Monster | None) -> None:
    """Let `target` and the monsters that see `target` learn what the player shoots with (VMN-38).

    `lore` is BOW or STICK.
    """
    if world.minds is None:
        return
    for foe in world.level.foes:
        mind, kind = foe.mind, foe.kind.mind
        if mind is None or kind is None or not kind.learns or not learns(world, foe):
            continue
        watches = target is not None and foe.flags & AWAKE and sees(world, foe.spot, target.spot)
        if foe is target or watches:
            mind.lore |= lore


def learn_scroll(world: World, foe: Monster) -> None:
    """Let a monster next to the player learn of the scare monster scroll (VMN-39).

    The monster then keeps away for some turns.
    """
    mind, kind = foe.mind, foe.kind.mind
    if mind is not None and kind is not None and kind.learns and learns(world, foe):
        mind.lore |= SCROLL
        mind.wary = world.turns + WARY_TURNS
