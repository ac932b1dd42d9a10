"""The tracking of monsters from screen to screen: meanings of letters, arrivals, deaths, changes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rogomatic.agent.beliefs import terrain_map as ground
from rogomatic.agent.beliefs.foe_intents import follow_intents
from rogomatic.agent.beliefs.item_knowledge import SAID, looks_of
from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Action, Aim, Beliefs
from rogomatic.agent.kernels.level_grid import Square
from rogomatic.agent.monster_manual import ERRATIC, FLIES, MEAN, UNSEEN, Kind
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.sight.message_parser import Fact

_A: Final = ord("A")
_Z: Final = ord("Z")
_SMALL_A: Final = ord("a")
_SMALL_Z: Final = ord("z")
_IN_A_WORD: Final = re.compile(rb"[A-Za-z]{3}")


def begin(beliefs: Beliefs, version: str) -> None:
    """Load the letters of the monsters for a version number that the key `v` shows."""
    beliefs.votes = beliefs.monster_source.votes(version)
    beliefs.names = {}
    for letter in sorted({letter for letter, _ in beliefs.votes}):
        _choose_name(beliefs, letter)


def kind_of(beliefs: Beliefs, letter: str) -> Kind:
    """Return what is believed about the kind of a monster that the map shows as this letter.

    The manual's letters hold for known games.  Other games may use other letters, which their messages
    reveal.  While the hero hallucinates, every monster counts as unknown.
    """
    name = "" if beliefs.is_hallucinating else beliefs.names.get(letter, "")
    return beliefs.monster_source.kind(beliefs.edition, name, beliefs.me.depth)


def is_monster(cells: bytes, spot: Square) -> bool:
    """Return whether the screen cell at `spot` (row * 80 + column) shows a letter that stands for a monster.

    Games with more than 26 kinds also use small letters.  But if a small letter is part of a word of
    three letters or more, the word is probably left over from a long message, and the letter does not count
    as a monster.
    """
    cell = cells[spot]
    if cell < _SMALL_A:
        return _A <= cell <= _Z
    return cell <= _SMALL_Z and _IN_A_WORD.search(cells, spot - 2, spot + 3) is None


def note_strikers(beliefs: Beliefs, names: Iterable[str], near: list[Foe]) -> None:
    """Learn which letter belongs to each adjacent attacker's name, if only one letter is possible."""
    letters = {foe.letter for foe in near}
    for name in sorted(names):
        known = [letter for letter in letters if beliefs.names.get(letter) == name]
        if len(letters) != 1 and len(known) != 1:
            continue
        _vote(beliefs, known[0] if known else next(iter(letters)), name)


def note_dead(beliefs: Beliefs) -> None:
    """Learn a letter's meaning from the message of a kill, which names the target of the last blow."""
    dead = [fact.who for fact in beliefs.facts if fact.kind == "defeated" and fact.who]
    if len(dead) == 1 and beliefs.action.verb == "fight" and not beliefs.is_hallucinating:
        foe = beliefs.foes.seen.get(beliefs.me.spot + beliefs.action.step)
        if foe is not None:
            _vote(beliefs, foe.letter, dead[0])


def _vote(beliefs: Beliefs, letter: str, name: str) -> None:
    """Count a message as evidence that the letter means the monster `name`."""
    beliefs.lore.letters[letter, name] = beliefs.lore.letters.get((letter, name), 0) + 1
    if beliefs.names.get(letter) != name:
        _choose_name(beliefs, letter)


def _choose_name(beliefs: Beliefs, letter: str) -> None:
    """Choose the name with the most votes for a letter.  Update the known foes with this letter."""
    before = beliefs.names.get(letter, "")
    weighed = {name: votes for (one, name), votes in beliefs.votes.items() if one == letter}
    for (one, name), votes in beliefs.lore.letters.items():
        if one == letter:
            weighed[name] = weighed.get(name, 0) + votes
    beliefs.names[letter] = max(sorted(weighed), key=lambda name: (weighed[name], name == before))
    if beliefs.names[letter] != before:
        for foe in (*beliefs.foes.seen.values(), *beliefs.foes.lurking.values()):
            if foe.letter == letter:
                foe.kind = kind_of(beliefs, letter)


_GONE: Final = frozenset({"teleport away", "invisibility"})
_UNMOVED: Final = frozenset({"slow monster", "haste monster", "cancellation", "nothing"})
_HITS: Final = frozenset({"monster-hits"})
_MIMIC: Final = frozenset({"mimic-shown"})
_JUMP: Final = 3  # squares: more than any foe walks in a turn
_FAR: Final = 6  # squares: more than any flyer moves in a turn
_BESIDE: Final = 1
_TOLD: Final = frozenset((*SAID["zap"], "no-charges", "bolt-bounces", "bolt-misses-monster", "missile-hits",
                          "missile-misses", "defeated"))  # fmt: skip


def note_zap(beliefs: Beliefs, come: list[tuple[int, str, Kind]]) -> None:
    """Identify the stick just used from its effect on the target."""
    aim, used = beliefs.aim, beliefs.used
    beliefs.aim = None
    if aim is None or used is None or beliefs.has_heard(_TOLD):
        return
    foe, spot = aim.foe, aim.spot
    if beliefs.foes.seen.get(foe.spot) is not foe:
        beliefs.foes.lurking.pop(spot, None)
        other = beliefs.foes.seen.get(spot)
        jumps = [one for one, letter, _ in come if letter == foe.letter]
        if jumps:
            _note_jump(beliefs, used, aim, jumps[0])
        elif other is None:
            beliefs.lore.narrow(used.kind, looks_of(used), _GONE)
        elif other.letter != foe.letter and not beliefs.is_hallucinating:
            other.awake = _after_polymorph(beliefs, other)
            _learn(beliefs, used, "polymorph")
        return
    hurt = beliefs.has_heard(_HITS)
    moved = distance_between(spot, foe.spot)
    if moved >= _JUMP:
        _note_jump(beliefs, used, aim, foe.spot)
    elif not hurt and aim.hp > 2 and beliefs.me.hp <= (aim.hp + 1) // 2 + 1:
        _learn(beliefs, used, "drain life")
    else:
        beliefs.lore.narrow(used.kind, looks_of(used), _UNMOVED)
        if beliefs.lore.name_of(used) == "slow monster":
            foe.slowed = True


def _after_polymorph(beliefs: Beliefs, made: Foe) -> bool | None:
    """Return whether the monster that a polymorph made is awake, or None if that is unknown.

    In 5.4 the new monster sleeps (STK-12), but a mean monster wakes with a chance of 2/3 per turn beside the
    hero (VIS-6, MON-14).
    """
    if beliefs.facts_of_edition.polymorph_wakes:
        return True
    return (
        None if made.kind.traits & MEAN and distance_between(made.spot, beliefs.me.spot) <= _BESIDE else False
    )


def _note_jump(beliefs: Beliefs, used: Thing, aim: Aim, spot: Square) -> None:
    """Learn which teleport stick moved a target.

    A stick of "teleport to" puts the target beside the hero (STK-11).
    """
    before, after = distance_between(aim.spot, beliefs.me.spot), distance_between(spot, beliefs.me.spot)
    if aim.foe.kind.traits & FLIES and before < _FAR:
        return
    if after <= _BESIDE and spot == beliefs.me.spot + beliefs.action.step:
        _learn(beliefs, used, "teleport to")
    elif after > before:
        _learn(beliefs, used, "teleport away")


def note_pace(beliefs: Beliefs, passed: int) -> None:
    """Learn which sticks haste monsters and which slow them, by watching how the zapped monsters move."""
    for foe in beliefs.foes.seen.values():
        if not foe.zapped or foe.kind.traits & (FLIES | ERRATIC):
            continue
        if foe.awake and foe.still and passed == 1 and distance_between(foe.spot, beliefs.me.spot) > _BESIDE:
            foe.halts += 1
        for letter in sorted(foe.zapped):
            stick = beliefs.pack.get(letter)
            if (
                stick is None
                or (stick.kind, looks_of(stick)) not in beliefs.lore.maybe
                or beliefs.lore.name_of(stick)
            ):
                continue
            left = beliefs.lore.chances(stick)
            if "haste monster" in left and foe.stride == 2 and passed == 1:
                _learn(beliefs, stick, "haste monster")
            elif "slow monster" in left and foe.halts > 0 and not foe.still:
                _learn(beliefs, stick, "slow monster")
                foe.slowed = True


def _learn(beliefs: Beliefs, stick: Thing, name: str) -> None:
    if not beliefs.lore.name_of(stick):
        beliefs.lore.learn(stick.kind, looks_of(stick), name)


_BLOWS: Final = ("monster-hits", "monster-misses")  # at the hero
_THEFTS: Final = {"gold-stolen": "steal gold", "item-stolen": "steal"}


def target(beliefs: Beliefs) -> Foe | None:
    """Return the monster at which the last action was aimed, or None if there is none."""
    return target_of(beliefs, beliefs.action)


def target_of(beliefs: Beliefs, action: Action) -> Foe | None:
    """Return the monster at which an action is aimed, or None if there is none."""
    if not action.step:
        return None
    spot = beliefs.me.spot + action.step
    for _ in range(80):
        if spot in beliefs.foes.seen:
            return beliefs.foes.seen[spot]
        if action.verb not in ("throw", "zap") or not beliefs.level.is_walkable(spot):
            return None
        spot += action.step
    return None


def meet(
    beliefs: Beliefs, gone: list[int], come: list[tuple[int, str, Kind]], passed: int, entered: bool
) -> None:
    """Update the monsters from letters that vanished or appeared (see `Foes.follow`)."""
    if beliefs.facts:
        note_dead(beliefs)
        _remove_dead(beliefs, gone)
    beliefs.foes.follow(gone, come, beliefs.turn, passed, entered, beliefs.is_hallucinating)
    _note_walkers(beliefs, come)
    if beliefs.facts:
        _unmask(beliefs, come)
        _rouse(beliefs)
        _note_confused(beliefs)
    note_zap(beliefs, come)
    note_pace(beliefs, passed)
    if beliefs.foes_think:
        follow_intents(beliefs)


def track_unseen(beliefs: Beliefs, before: int, passed: int) -> None:
    """Update the squares where an invisible attacker may stand.

    before  the hero's square at the last command
    passed  turns since the last command
    """
    if not beliefs.facts and not beliefs.foes.unseen_spots:
        return
    if beliefs.action.verb == "zap" and before + beliefs.action.step in beliefs.foes.unseen_spots:
        beliefs.foes.unseen_zapped |= {beliefs.action.letter}
    if _was_touched(beliefs, before):
        beliefs.foes.unseen_spots = frozenset({beliefs.me.spot + beliefs.action.step})
        return
    beside = frozenset(beliefs.level.neighbors(beliefs.me.spot))
    spots = beliefs.foes.unseen_spots
    if struck_unseen(beliefs):
        known = spots & beside if passed == 1 else beside  # a monster that strikes does not walk in that turn
        beliefs.foes.unseen_spots = known or beside
    elif spots and passed:
        near = {spot for old in spots for spot in (old, *beliefs.level.neighbors(old))}
        beliefs.foes.unseen_spots = beside & near if passed == 1 else frozenset()


def strikes_unseen(beliefs: Beliefs, fact: Fact) -> bool:
    """Return whether a blow comes from an invisible monster (V52-12).

    A monster that the message does not name is invisible.  So is a monster of a kind that can be invisible,
    if no monster of that kind is shown beside the hero.
    """
    if not fact.who:
        return True
    if not beliefs.monster_source.kind(beliefs.edition, fact.who, beliefs.me.depth).traits & UNSEEN:
        return False
    near = (
        foe.kind.name
        for foe in beliefs.foes.seen.values()
        if distance_between(foe.spot, beliefs.me.spot) <= 1
    )
    return fact.who not in near


def struck_unseen(beliefs: Beliefs) -> bool:
    """Return whether a message reports a blow by a monster that is not drawn."""
    facts = beliefs.facts
    return bool(facts) and any(fact.kind in _BLOWS and strikes_unseen(beliefs, fact) for fact in facts)


def _was_touched(beliefs: Beliefs, before: int) -> bool:
    """Return whether the hero struck at, or walked into, something unseen on the square ahead."""
    if beliefs.me.spot + beliefs.action.step not in beliefs.level.neighbors(beliefs.me.spot):
        return False
    if any(fact.kind in ("you-hit", "you-miss") and not fact.who for fact in beliefs.facts):
        return True
    return beliefs.action.verb == "walk" and before == beliefs.me.spot and struck_unseen(beliefs)


def _remove_dead(beliefs: Beliefs, gone: list[int]) -> None:
    """Remove foes that died or vanished with stolen goods, according to the messages."""
    names: dict[str, int] = {}
    for fact in beliefs.facts:
        if fact.kind == "defeated":
            names[fact.who] = names.get(fact.who, 0) + 1
    thefts = {_THEFTS[fact.kind] for fact in beliefs.facts if fact.kind in _THEFTS}
    if not names and not thefts:
        return
    for spot in gone if thefts else ():
        if spot in beliefs.foes.seen and beliefs.foes.seen[spot].kind.special in thefts:
            names[beliefs.foes.seen[spot].kind.name] = 1
    for spot in sorted(gone, key=lambda one: distance_between(one, beliefs.me.spot)):
        foe = beliefs.foes.seen.get(spot)
        if foe is not None:
            name = foe.kind.name if names.get(foe.kind.name) else ""
            if names.get(name, 0) > 0:
                names[name] -= 1
                beliefs.foes.forget(spot)
                gone.remove(spot)
                if foe.kind.special == "hold":
                    beliefs.me.held, beliefs.me.grip = False, 0
    successor = target(beliefs)
    if successor is not None and names.get(successor.kind.name, 0) > 0:
        # The letter is still there: another monster of the kind has taken the dead one's square.
        successor.wounds, successor.zapped = 0, frozenset()


def _note_walkers(beliefs: Beliefs, come: list[tuple[int, str, Kind]]) -> None:
    """Note that new monsters in passages and doors are awake, unless a scroll may have created them."""
    if beliefs.action.verb == "read":
        return
    for spot, _, _ in come:
        if (
            beliefs.level.code[spot] in (ground.PASSAGE, ground.DOOR)
            and beliefs.foes.seen[spot].awake is None
        ):
            beliefs.foes.seen[spot].awake = True


def _unmask(beliefs: Beliefs, come: list[tuple[int, str, Kind]]) -> None:
    """Remove items that turned out to be mimics (CMB-13)."""
    if beliefs.has_heard(_MIMIC):
        for spot, _, _ in come:
            if spot in beliefs.level.things and distance_between(spot, beliefs.me.spot) <= 1:
                beliefs.level.lift(spot)


def _note_confused(beliefs: Beliefs) -> None:
    """Note that the hero's glowing hands confused the nearest monster that the message names (CMB-15)."""
    names = {fact.who for fact in beliefs.facts if fact.kind == "appears-confused"}
    found = [foe for foe in beliefs.foes.seen.values() if foe.kind.name in names]
    if found:
        min(found, key=lambda foe: (distance_between(foe.spot, beliefs.me.spot), foe.spot)).confused = True


def _rouse(beliefs: Beliefs) -> None:
    """Note that adjacent monsters that struck are awake.

    While the hero hallucinates, the names in messages are false, so that nobody can tell which monster
    struck.  If one adjacent monster is already believed to be awake, assume that it struck and change
    nothing.  Otherwise, note that all adjacent monsters are awake.
    """
    names = {
        fact.who for fact in beliefs.facts if fact.kind in ("monster-hits", "monster-misses") and fact.who
    }
    if not names:
        return
    near = [foe for foe in beliefs.foes.seen.values() if distance_between(foe.spot, beliefs.me.spot) <= 1]
    if near and not beliefs.is_hallucinating:
        note_strikers(beliefs, names, near)
    if beliefs.is_hallucinating and any(foe.awake for foe in near):
        return
    for foe in near:
        if beliefs.is_hallucinating or foe.kind.name in names:
            foe.awake, foe.held = True, False
