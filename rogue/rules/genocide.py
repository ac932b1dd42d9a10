"""Genocide: a kind of monster is wiped out, here and for ever.

Owns   the question which kind, and what its answer does (V52-15).
Leaves reading the scroll (scrolls), that no new one is made (dig.spawn).
"""

from __future__ import annotations

from rogue.rules.death import release, remove_foe
from rogue.state.world import Question, World


def ask(world: World) -> None:
    """Ask which monster to wipe out."""
    world.question = Question("genocide")


def answer(world: World, text: str) -> bool:
    """Take the answer: a letter of either case, or "" for Escape that spares all; tell if it is settled.

    What is no letter is complained about, and the question stays.
    """
    letter = text.upper()
    if letter and letter not in world.rules.monsters:
        world.say("Please specifiy a letter between 'A' and 'Z'")
        return False
    world.question = None
    if letter:
        wipe_out(world, letter)
    return True


def wipe_out(world: World, letter: str) -> None:
    """Take every monster of a kind off the level, with all it carries; none of it appears again (V52-15)."""
    kind = world.rules.monsters[letter]
    world.extinct.add(letter)
    for foe in world.level.foes[:]:
        if foe.kind is kind:
            remove_foe(world, foe)
    if kind.on_hit == "hold":
        release(world)
        world.player.grip = 0
    world.say(f"There will be no more {kind.name}s", terse=f"No more {kind.name}s")
