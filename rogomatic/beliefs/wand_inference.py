"""What a zap has done to the foe it was aimed at: most sticks say nothing, but it can be seen.

Only update calls this, so there is still one writer.
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.item_catalog import SAID
from rogomatic.beliefs.item_knowledge import looks_of
from rogomatic.beliefs.known_monsters import apart
from rogomatic.beliefs.model import Aim, Beliefs
from rogomatic.monster_manual import ERRATIC, FLIES, Kind
from rogomatic.sight.item_parser import Thing

_GONE: Final = frozenset({"teleport away", "invisibility"})
_UNMOVED: Final = frozenset({"slow monster", "haste monster", "cancellation", "nothing"})
_JUMP: Final = 3  # squares that no foe walks in a turn
_FAR: Final = 6  # squares that no flyer flies in a turn
_BESIDE: Final = 1
_TOLD: Final = frozenset((*SAID["zap"], "no-charges", "bolt-bounces", "bolt-misses-monster", "missile-hits",
                          "missile-misses", "defeated"))  # fmt: skip


def note_zap(b: Beliefs, come: list[tuple[int, str, Kind]]) -> None:
    """Conclude what the stick just used was from what became of its target."""
    aim, used = b.aim, b.used
    b.aim = None
    if aim is None or used is None or any(fact.kind in _TOLD for fact in b.facts):
        return
    foe, spot = aim.foe, aim.spot
    if b.foes.seen.get(foe.spot) is not foe:
        b.foes.lurking.pop(spot, None)
        other = b.foes.seen.get(spot)
        jumps = [one for one, letter, _ in come if letter == foe.letter]
        if jumps:
            _note_jump(b, used, aim, jumps[0])
        elif other is None:
            b.lore.narrow(used.kind, looks_of(used), _GONE)
        elif other.letter != foe.letter and not b.is_hallucinating:
            other.awake = False  # newly made, it sleeps (STK-12)
            _learn(b, used, "polymorph")
        return
    hurt = any(fact.kind == "monster-hits" for fact in b.facts)
    moved = apart(spot, foe.spot)
    if moved >= _JUMP:
        _note_jump(b, used, aim, foe.spot)
    elif not hurt and aim.hp > 2 and b.me.hp <= (aim.hp + 1) // 2 + 1:
        _learn(b, used, "drain life")
    else:
        b.lore.narrow(used.kind, looks_of(used), _UNMOVED)
        if b.lore.name_of(used) == "slow monster":
            foe.slowed = True


def _note_jump(b: Beliefs, used: Thing, aim: Aim, spot: int) -> None:
    """One that is fetched lands beside the hero in line (STK-11); a flyer may just have flown."""
    before, after = apart(aim.spot, b.me.spot), apart(spot, b.me.spot)
    if aim.foe.kind.traits & FLIES and before < _FAR:
        return
    if after <= _BESIDE and spot == b.me.spot + b.deed.step:
        _learn(b, used, "teleport to")
    elif after > before:
        _learn(b, used, "teleport away")


def note_pace(b: Beliefs, passed: int) -> None:
    """Tell haste and slowness by how a foe walks that a stick was used on."""
    for foe in b.foes.seen.values():
        if not foe.zapped or foe.kind.traits & (FLIES | ERRATIC):
            continue
        for letter in sorted(foe.zapped):
            stick = b.pack.get(letter)
            if stick is None or (stick.kind, looks_of(stick)) not in b.lore.maybe or b.lore.name_of(stick):
                continue
            left = b.lore.chances(stick)
            if "haste monster" in left and foe.stride == 2 and passed == 1:
                _learn(b, stick, "haste monster")
            elif "slow monster" in left and foe.halts > 0:
                _learn(b, stick, "slow monster")
                foe.slowed = True


def _learn(b: Beliefs, stick: Thing, name: str) -> None:
    if not b.lore.name_of(stick):
        b.lore.learn(stick.kind, looks_of(stick), name)
