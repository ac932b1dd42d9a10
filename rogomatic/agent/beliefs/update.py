"""The only writer of the blackboard: updates from screens, messages, or keys sent."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from rogomatic.agent.beliefs import stagnation
from rogomatic.agent.beliefs import terrain_map as ground
from rogomatic.agent.beliefs.food_supply import due_chance, next_counter
from rogomatic.agent.beliefs.inventory import Inventory
from rogomatic.agent.beliefs.inventory_updates import (
    count_charges,
    doubt_stock,
    note_refused_weapon,
    take_out,
)
from rogomatic.agent.beliefs.item_knowledge import HINTS, SAID, SILENT, looks_of
from rogomatic.agent.beliefs.known_monsters import Foes, distance_between
from rogomatic.agent.beliefs.message_effects import handle
from rogomatic.agent.beliefs.model import Action, Aim, Beliefs, Plan
from rogomatic.agent.beliefs.monster_tracking import is_monster, kind_of, meet, target, track_unseen
from rogomatic.agent.beliefs.terrain_map import UNKNOWN, TerrainMap, box_of
from rogomatic.agent.monster_manual import Kind
from rogomatic.agent.screen.vt100 import COLS, SIZE, Screen
from rogomatic.agent.sight.clone_words import sensed_spots
from rogomatic.agent.sight.message_parser import Fact, read_message
from rogomatic.agent.sight.page_parser import begins_page
from rogomatic.agent.sight.prompt_parser import Waiting, hero_spot
from rogomatic.agent.sight.status_parser import read_status

_STATUS_ROW: Final = 23
_IS_THING: Final = bytes([symbol in b"*!?:)]=/,$" for symbol in range(256)])
_CODES: Final = {
    ord("."): ground.FLOOR, ord("#"): ground.PASSAGE, ord("+"): ground.DOOR, ord("-"): ground.ACROSS,
    ord("|"): ground.UPRIGHT, ord("%"): ground.STAIRS, ord("^"): ground.TRAP,
}  # fmt: skip
_TERRAIN: Final = bytes([_CODES.get(symbol, UNKNOWN) for symbol in range(256)])
_STAIRS: Final = ord("%")  # to a hero that hallucinates, an item may look the same (CON-3)
_TERRAIN_UNLIKE_THINGS: Final = _TERRAIN.replace(bytes([ground.STAIRS]), bytes([UNKNOWN]))
HERO: Final = ord("@")
_FOOD: Final = ord(ground.FOOD)
_BLANK: Final = ord(" ")
_TAKEN: Final = frozenset({"picked-up", "gold"})  # messages about an item that has left the floor
_STRUCK: Final = frozenset({"monster-hits", "monster-misses"})
_NONE: Final[frozenset[int]] = frozenset()
_TELEPORT_SQUARES: Final = 3  # squares: a longer move is a teleport
_SCARE_AVOID: Final = 60  # cost of a step onto a scare monster scroll, which destroys it
MAX_FACTS: Final = 60
"""Number of facts since the last command that are kept in addition to the newest fact."""
# Verbs that take no turn.
_FREE: Final = frozenset({"", "ask", "stock", "redraw", "answer", "down", "up", "quit"})
_USES_UP: Final = frozenset({"quaff", "read", "eat", "throw", "drop"})
_USES: Final = _USES_UP | {"zap", "put on"}
# The number keys as directions; 5 and 0 are none.
_STEPS: Final = {
    "1": COLS - 1, "2": COLS, "3": COLS + 1, "4": -1, "6": 1, "7": -COLS - 1, "8": -COLS, "9": 1 - COLS,
}  # fmt: skip


def see(beliefs: Beliefs, screen: Screen, now: Waiting, lines: list[str], passed: int | None = None) -> None:
    """Update the beliefs from a screen on which the game waits.

    The map is read only when the game waits for a command.  At other times, windows and flying items may
    cover it.  The time taken is proportional to the number of changed cells.

    lines   messages since the last call
    passed  turns since the last command, or None if the game does not show its clock
    """
    beliefs.screens += 1
    beliefs.waiting = now
    kind = now.kind
    for line in lines:
        beliefs.said = (*beliefs.said[-MAX_FACTS:], line)
        for fact in read_message(line):
            beliefs.facts = (*beliefs.facts[-MAX_FACTS:], fact)
            handle(beliefs, fact)
    if screen.status_written or beliefs.screens == 1:
        _read_status(beliefs, screen)
    if kind == "command":
        beliefs.answers = 0
        beliefs.letters_given = beliefs.identify = ""
        _look(beliefs, screen, passed)
    elif kind == "more":
        if beliefs.variant and not now.detail and beliefs.action.verb == "ask":
            _read_page(beliefs, screen)
    elif kind == "call":
        doubt_stock(beliefs)  # the rest of the stack gets a name
    elif kind == "item" and now.detail == "identify" and not beliefs.identify:
        beliefs.identify = "identify"  # 5.2 and 3.6 do not announce the prompt
        if beliefs.used is not None and beliefs.action.verb == "read":
            beliefs.lore.learn(beliefs.used.kind, looks_of(beliefs.used), "identify")


def _read_page(beliefs: Beliefs, screen: Screen) -> None:
    """Collect the rows of the page that describes the variant."""
    rows = [screen.text(row) for row in range(_STATUS_ROW)]
    if beliefs.page_rows and rows != beliefs.page_rows[-len(rows) :]:
        beliefs.page_rows += rows
    elif not beliefs.page_rows and begins_page(rows[0]):
        beliefs.page_rows = rows


def note_sent(beliefs: Beliefs, action: Action, plan: Plan | None, rung: str = "", most: int = 0) -> None:
    """Record the keys just sent by a rung that may fire `most` times on one level (0: no limit).

    If the keys only answer a prompt, count them as part of the action that led to the prompt.
    """
    beliefs.commands += 1
    verb = action.verb
    if verb == "answer":
        beliefs.answers += 1
        beliefs.letters_given += action.letter
        return
    if beliefs.used is not None or beliefs.action.verb == "wield":
        _conclude(beliefs)
    stagnation.note_pattern(beliefs, action, rung)
    beliefs.facts, beliefs.said = (), ()
    watch = beliefs.watch
    count = watch.acted[rung] = watch.acted.get(rung, 0) + 1
    if 0 < most <= count and rung not in watch.tired:
        watch.tired.append(rung)
    beliefs.action = action
    beliefs.plan = plan
    beliefs.used = beliefs.pack.get(action.letter) if action.letter else None
    if verb in _USES:
        _note_use(beliefs, action)
    elif verb == "stock":
        beliefs.pack = Inventory()
        beliefs.stock = "asked"


def _note_use(beliefs: Beliefs, action: Action) -> None:
    """Update the pack, and what is known about its items, when an item is about to be used."""
    if action.verb in _USES_UP:
        _use_up(beliefs, action)
    elif action.verb == "zap" and beliefs.used is not None:
        beliefs.lore.note_tried(beliefs.used.kind, beliefs.used.looks)
        if beliefs.used.charges:
            beliefs.pack[action.letter] = beliefs.used._replace(charges=beliefs.used.charges - 1)
        elif not beliefs.lore.name_of(beliefs.used):
            doubt_stock(beliefs)
        foe = target(beliefs)
        count_charges(beliefs, beliefs.used, action)
        if foe is not None:
            foe.zapped |= {action.letter}
            foe.slowed = foe.slowed or beliefs.lore.name_of(beliefs.used) == "slow monster"
            foe.still = foe.halts = 0
            beliefs.aim = Aim(foe, foe.spot, beliefs.me.hp)
    elif action.verb == "put on":
        doubt_stock(beliefs)  # 3.6 does not report the result


def _conclude(beliefs: Beliefs) -> None:
    """Finish the last action.

    If it used an unknown item and no message revealed the kind, the item cannot be of a kind whose use always
    gives a message, so exclude these kinds.
    """
    if beliefs.action.verb == "wield":
        note_refused_weapon(beliefs)
    used = beliefs.used
    silent = SILENT.get(beliefs.action.verb) if used is not None else None
    if used is None or silent is None or beliefs.lore.name_of(used):
        return
    revealing = SAID[beliefs.action.verb].keys() | HINTS[beliefs.action.verb].keys()
    told = any(fact.kind in revealing or fact.kind == "identify" for fact in beliefs.facts)
    if not beliefs.is_blind and not told:
        beliefs.lore.narrow(used.kind, looks_of(used), silent)


def _use_up(beliefs: Beliefs, action: Action) -> None:
    """Remove one used unit from the pack, or the whole stack if the action dropped weapons."""
    thing = beliefs.pack.get(action.letter)
    if thing is None:
        return
    whole = action.verb == "drop" and thing.kind == "weapon"
    take_out(beliefs, action.letter, thing.count if whole else 1)
    beliefs.full_pack = False
    if action.verb in ("quaff", "read") and not beliefs.lore.name_of(thing):
        beliefs.lore.note_tried(thing.kind, looks_of(thing))


def _read_status(beliefs: Beliefs, screen: Screen) -> None:
    status = read_status(screen.text(_STATUS_ROW))
    if status is None:
        return
    me = beliefs.me
    me.hp, me.max_hp = status.hp, status.max_hp
    me.strength, me.armor = status.strength, status.armor
    me.max_strength = status.max_strength or max(me.max_strength, status.strength)
    me.level, me.exp, me.gold, me.depth = status.level, status.exp, status.gold, status.depth
    me.hunger_shown = me.hunger_shown or bool(status.hunger)
    me.hunger = status.hunger if me.hunger_shown else me.message_hunger
    beliefs.deepest = max(beliefs.deepest, status.depth)


def _look(beliefs: Beliefs, screen: Screen, told: int | None) -> None:
    """Read the hero, the terrain, and the foes from the map.

    told  turns that have passed, or None if the number is unknown
    """
    me, verb = beliefs.me, beliefs.action.verb
    before = me.spot
    arrived = beliefs.level.depth != me.depth or before < 0
    if arrived:
        arrive(beliefs)
    level, foes = beliefs.level, beliefs.foes
    spot = me.spot = hero_spot(screen, before)
    passed = told if told is not None else 0 if arrived else turns_passed(beliefs, before)
    beliefs.turn += passed
    watched = passed if told is None or stagnation.sees_awake(beliefs) else 1
    kit = beliefs.pack.kit
    if passed and not kit.amulet:
        eats = beliefs.ring_eats if kit.rings else 0.0
        me.stomach = me.stomach.after(passed, eats).unless(me.hunger, beliefs.food)
    if 0 < me.hallucinating_until <= beliefs.turn:
        handle(beliefs, Fact("hallucination-ends"))  # a blind hero gets no message
    if spot != before and not arrived:
        note_count(beliefs, before)
    gone, come, news = _read_cells(beliefs, screen)
    _settle_hero(beliefs, before, arrived, come)
    if gone or come or foes.seen:
        here = level.code[spot]
        entered = here != ground.PASSAGE and (arrived or news or here == ground.DOOR)
        meet(beliefs, gone, come, passed, entered)
    if foes.unseen_turn >= 0:
        track_unseen(beliefs, before, passed)
    if beliefs.used is not None and verb == "read" and not arrived:
        _learn_by_sight(beliefs, before, come)
    level.update_frontier()
    if verb == "stock":
        beliefs.stock = "known"
    stagnation.note_turns(beliefs, arrived, passed, watched)


def arrive(beliefs: Beliefs) -> None:
    """Start a new level.  Only the food counter remembers the old level."""
    beliefs.food_counter = next_counter(beliefs.food_counter, beliefs.level)
    beliefs.level = TerrainMap(beliefs.me.depth)
    beliefs.level.due_food = due_chance(beliefs.food_counter)
    beliefs.level.is_plain = beliefs.facts_of_edition.has_plain_levels
    beliefs.foes = Foes()
    beliefs.plan = None
    beliefs.me.held = False
    beliefs.me.trapped = 0
    watch = beliefs.watch
    watch.level_turn, watch.swept, watch.refused = beliefs.turn, 0, 0
    watch.acted.clear()
    watch.tired.clear()


def turns_passed(beliefs: Beliefs, before: int) -> int:
    """Estimate how many turns the last action took.  `before` is the hero's square at its start."""
    action = beliefs.action
    if action.verb in _FREE:
        return 0
    if action.verb in ("wear", "strip"):
        return 2
    if action.times == 1:
        return 1
    if action.verb == "walk":
        steps = distance_between(before, beliefs.me.spot)
        if steps > action.times:
            steps = action.times
        return steps if steps > 1 else 1
    return action.times // 2 if beliefs.has_heard(_STRUCK) else action.times


def note_count(beliefs: Beliefs, before: int) -> None:
    """Note whether the game took the digits of the last repeat count for commands to move.

    The hero has left the square `before`.
    """
    action, spot = beliefs.action, beliefs.me.spot
    if beliefs.digits_walk:
        return
    if action.verb == "walk" and action.times > 1:
        ways: tuple[int, ...] = (0, action.step)
        steps, rest = divmod(spot - before, action.step)
        if not rest and 0 < steps <= action.times:
            return  # it reached its goal
    elif action.verb in ("rest", "search"):
        ways = (0,)
    else:
        return
    led = before + sum(_STEPS.get(digit, 0) for digit in str(action.times))
    if (
        any(spot == led + way for way in ways)
        and distance_between(before, spot) <= len(str(action.times)) + 1
        and not beliefs.is_confused
    ):
        beliefs.digits_walk = True


def _read_cells(beliefs: Beliefs, screen: Screen) -> tuple[list[int], list[tuple[int, str, Kind]], bool]:
    """Put changed cells on the map.  Return (letters gone, letters new, whether new terrain was found)."""
    gone: list[int] = []
    come: list[tuple[int, str, Kind]] = []
    news = False
    level, bright = beliefs.level, sensed_spots(screen, beliefs.version)
    spots = _spots_to_read(level, screen, bright)
    if not spots:
        return gone, come, news
    code, seen, cells = level.code, beliefs.foes.seen, screen.snapshot()
    hallucinating = beliefs.is_hallucinating
    terrains = _TERRAIN_UNLIKE_THINGS if hallucinating else _TERRAIN
    for spot in spots:
        cell = cells[spot]
        terrain = terrains[cell]
        if terrain and code[spot] == UNKNOWN:  # no foe and no item can be known there
            news = True
            level.put(spot, terrain)
            continue
        foe = seen.get(spot) if seen else None
        if foe is not None:
            if hallucinating and is_monster(cells, spot) and spot not in bright:
                foe.letter = chr(cell)  # letters are false while hallucinating: the same foe (CON-3)
                continue
            if cell != ord(foe.letter) or spot in bright:
                gone.append(spot)
        if not terrain:
            if cell == HERO:
                continue
            if cell > HERO and is_monster(cells, spot):
                if spot not in bright and (foe is None or spot in gone):
                    come.append((spot, chr(cell), kind_of(beliefs, chr(cell))))
                if code[spot] == UNKNOWN:
                    level.put(spot, level.guess(spot))
                continue
            if _IS_THING[cell] or cell == _STAIRS:
                level.lay(spot, chr(cell), beliefs.turn)
                if cell == _FOOD and not hallucinating:
                    level.food_seen = True
                if not level.is_walkable(spot):
                    level.put(spot, level.guess(spot))
                continue
        if spot in level.things:
            level.lift(spot)
            level.ignored.discard(spot)
        if cell == _BLANK:
            if code[spot] == ground.FLOOR:
                box = box_of(spot)
                level.forgotten[box] = level.forgotten.get(box, 0) + 1
        elif terrain and terrain != code[spot]:
            level.put(spot, terrain)
    return gone, come, news


def _spots_to_read(level: TerrainMap, screen: Screen, bright: Set[int]) -> list[int]:
    """Return the spots that have changed or were unreliable before.  No spot is listed twice."""
    changes = screen.take_changes()
    if level.reread:
        changes, level.reread = list(range(COLS, SIZE - COLS)), False
    if level.sensed or bright:
        # A sensed monster that comes into view keeps letter and square but loses its highlight, and back.
        shown = [spot for spot in level.sensed ^ bright if COLS <= spot < SIZE - COLS]
        changes = list(dict.fromkeys((*changes, *shown)))
        level.sensed = set(bright) if bright else _NONE
    return changes


def _settle_hero(beliefs: Beliefs, before: int, arrived: bool, come: list[tuple[int, str, Kind]]) -> None:
    """Record the hero's square and the consequences of its move.

    before   the hero's previous spot
    arrived  whether the level is new
    come     (spot, letter, kind) of the letters that have just appeared.  A remembered monster beside the
             hero is normally dropped if it is not in view; it is kept if its spot is one of these
    """
    _note_square(beliefs)
    foes, here = beliefs.foes, beliefs.me.spot
    if foes.lurking and not beliefs.is_blind:
        near = beliefs.level.neighbors(here)
        if any(spot == here or spot in near for spot in foes.lurking):
            shown = {spot for spot, _, _ in come}
            foes.miss(here, [spot for spot in near if spot not in shown], beliefs.turn)
    if arrived:
        return
    _note_effect(beliefs, before)
    if beliefs.me.held or beliefs.me.trapped:
        _note_release(beliefs, before)
    if beliefs.facts:
        _note_named_trap(beliefs)


def _note_square(beliefs: Beliefs) -> None:
    """Record the terrain and the item under the hero."""
    level, spot = beliefs.level, beliefs.me.spot
    if not level.is_walkable(spot):
        level.put(spot, level.guess(spot))
    if level.sprung:
        level.name_trap(spot, level.sprung)
        level.sprung = ""
    if level.lost_stairs:
        level.put(spot, ground.FLOOR)
        level.lost_stairs = False
    if level.groped or not level.been[spot]:
        level.visit(spot, beliefs.is_blind)
    if spot in level.things and level.lift(spot) and not beliefs.has_heard(_TAKEN):
        level.ignored.add(spot)  # the pack is full, it cannot be lifted, or it is not an item
        takes = not beliefs.full_pack and not beliefs.is_floating
        if beliefs.is_hallucinating and level.stairs < 0 and takes:
            level.put(spot, ground.STAIRS)  # stairs look like an item while hallucinating (CON-3)


def _note_effect(beliefs: Beliefs, before: int) -> None:
    """Record the last action's effect on the level: an item dropped, a walk, a search."""
    level, action, spot = beliefs.level, beliefs.action, beliefs.me.spot
    if action.verb == "drop":
        level.ignored.add(spot)
        _note_scare(beliefs)
    elif spot != before:
        level.scares.discard(spot)  # picked up again, or turned to dust (ITM-15)
    if action.verb == "walk":
        _note_walk(beliefs, before)
    elif action.verb in ("search", "rest"):
        level.note_search(spot, action.times)
        beliefs.watch.swept += action.times if action.verb == "search" else 0


def _note_release(beliefs: Beliefs, before: int) -> None:
    """If the hero has moved, note that no trap and no monster holds it any more.

    Also note that no monster holds it if none in view is of a kind that can hold the hero.
    """
    me = beliefs.me
    moved = me.spot != before
    if me.trapped and moved:
        me.trapped = 0
    if me.held and moved:
        me.grip = 0  # a teleport ends the hold (SPC-13)
    if me.held and (moved or not any(foe.kind.special == "hold" for foe in beliefs.foes.seen.values())):
        me.held = False


def _note_scare(beliefs: Beliefs) -> None:
    """Note that the hero dropped a scroll of scare monster, which keeps melee attackers off (CHS-17)."""
    level, spot, used = beliefs.level, beliefs.me.spot, beliefs.used
    lies = level.code[spot] in (ground.FLOOR, ground.PASSAGE) and spot not in level.things  # ITM-21
    if used is not None and lies and beliefs.lore.name_of(used) == "scare monster":
        level.scares.add(spot)
        level.avoid[spot] = _SCARE_AVOID


def _note_walk(beliefs: Beliefs, before: int) -> None:
    """Record the squares of a straight walk as visited.  Count walks that do not move the hero."""
    level, me, action, watch = beliefs.level, beliefs.me, beliefs.action, beliefs.watch
    if before == me.spot:
        watch.refused += 1
        ahead = before + action.step
        free = not me.trapped and not me.held and not beliefs.is_confused
        if watch.refused > 1 and free and ahead not in beliefs.foes.seen:
            level.avoid[ahead] = min(level.avoid[ahead] + 60, 250)
            beliefs.plan = None
        return
    watch.refused = 0
    if me.spot == before + action.step:
        return
    distance = distance_between(before, me.spot)
    if distance <= action.times and before + action.step * distance == me.spot:
        is_blind = beliefs.is_blind
        for passed in range(1, distance):
            level.visit(before + action.step * passed, is_blind)
    elif distance > _TELEPORT_SQUARES:
        beliefs.plan = None
        # A trap on the way moved the hero; the map shows the trap.
        for trap, name in level.traps.items():
            if not name and distance_between(trap, before) <= action.times and trap in _line(before, action):
                level.name_trap(trap, "teleport trap")
                break


def _line(start: int, action: Action) -> set[int]:
    return {start + action.step * passed for passed in range(1, action.times + 1)}


def _note_named_trap(beliefs: Beliefs) -> None:
    """Record the name that a message gives for a trap beside the hero."""
    for fact in beliefs.facts:
        if fact.kind in ("trap-found", "trap-asked"):
            name = fact.item.split(" ", 1)[-1].replace("beartrap", "bear trap")
            for step in ground.AROUND:
                if beliefs.level.traps.get(beliefs.me.spot + step) == "":
                    beliefs.level.name_trap(beliefs.me.spot + step, name)
                    break


def _learn_by_sight(beliefs: Beliefs, before: int, come: list[tuple[int, str, Kind]]) -> None:
    """Identify a scroll whose visible effect was a teleport or a new monster."""
    used = beliefs.used
    assert used is not None
    if beliefs.lore.name_of(used):
        return
    if distance_between(before, beliefs.me.spot) > _TELEPORT_SQUARES:
        beliefs.lore.learn(used.kind, looks_of(used), "teleportation")
    elif any(distance_between(spot, beliefs.me.spot) == 1 for spot, _, _ in come):
        beliefs.lore.learn(used.kind, looks_of(used), "create monster")
