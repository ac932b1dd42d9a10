"""Positions with known answers for the review of games: blunders with exact odds, and quiet moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product, zip_longest
from typing import Final, NamedTuple

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.think.fight.combat_odds import a_round, survival
from rogomatic.cli.own_game import position_of
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.moments import ReviewedMoment, moments_of
from rogomatic.run.recordings.onlooker import Onlooker, Step
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.rules import traps, turn, vision
from rogue.rules.fight import armor_class
from rogue.rules.redraw import Witness
from rogue.state.entities import ALERT
from rogue.state.world import World
from rogue.ui.prompts import pack_lines
from rogue.ui.session import Session
from scripts.lib.notation import carry, read_world

# The hero's room: {a} is the square east of the hero, {b} the one behind it, {s} the western end.
_ROOM: Final = """
    -------------
    |...........|
    |{s}...@{a}{b}....|
    |...........|
    -------------
"""
_ROWS: Final = (1, 9, 17)
_COLS: Final = (0, 30, 60)
_LEAST_LOSS: Final = 0.22  # of a round, for a blunder that nobody can deny


class KnownPosition(NamedTuple):
    """A move whose value is known.

    name     its family        typed  the keys of the move
    lost     points of survival that it loses at least by exact odds, 0 for a quiet move
    """

    name: str
    world: World
    typed: bytes
    lost: float = 0.0


def moment_of(known: KnownPosition, memory: Memory) -> ReviewedMoment:
    """Return a position as a moment of a game, seen by an agent that came there by a step from the west.

    The game goes on in the position's world, so each position serves once.
    """
    session = Session(3, known.world.rules, GAME_OPTIONS)
    session.feed(b"")
    world, options = known.world, session.options
    session._ui.world = world
    world.options, world.frames = options, []
    player, witness = world.player, Witness()
    player.spot -= 1
    turn.begin(world)
    before = _seen(session, witness)
    player.spot += 1
    vision.observe(world)
    world.turns += 1
    now = _seen(session, witness)
    count = known.typed[:-1]
    later = world.turns + (int(count) if count.isdigit() else 1)
    steps = (before, now._replace(keys=b"l"), now._replace(keys=known.typed, drawn=b"", turn=later))
    onlooker = Onlooker(memory, DEFAULT, world.rules.version)
    *_, found = moments_of(onlooker, steps, AgentStates(memory, DEFAULT), "thorough")
    return found


def _seen(session: Session, witness: Witness) -> Step:
    drawn = session.feed(b"\x12")
    world = session.world
    position = position_of(session, witness.note(world))
    return Step(b"", drawn, True, world.turns, tuple(pack_lines(world)), lambda: position)


def _scene(
    place: int, *, a: str = ".", b: str = ".", s: str = ".", hp: int, max_hp: int, under: str = "",
    depth: int = 3, awake: bool = True,
) -> World:  # fmt: skip
    """Return the hero's room at one of nine places of the map."""
    world = read_world(
        _ROOM.format(a=a, b=b, s=s), row=_ROWS[place // 3 % 3], col=_COLS[place % 3], kit=True, under=under,
        depth=depth, awake=awake,
    )  # fmt: skip
    player = world.player
    player.hp, player.max_hp, player.level, player.exp = hp, max_hp, 3, 25
    player.flags |= ALERT
    world.turns = 20
    return world


def beside_a_sleeper(hp: int) -> KnownPosition:
    """Return a long rest of a beginner beside a sleeping snake, which wakes sooner or later."""
    world = _scene(4, a="S", hp=hp, max_hp=12, under="%", depth=1, awake=False)
    world.player.level, world.player.exp = 1, 5
    return KnownPosition("rests beside a sleeper", world, b"200s")


def round_loss(world: World) -> float:
    """Return the chance that the first monster kills the hero in one round, by the fight calculator."""
    (foe, *_), player = world.level.foes, world.player
    chance = foe.level + armor_class(player)
    return sum(a_round(foe.attacks, chance)[player.hp :])


def blow_loss(world: World) -> float:
    """Return the same for a hero that strikes first with its mace, by the odds of unknown hit points."""
    foe, player = world.level.foes[0], world.player
    mace = player.wielded
    assert mace is not None
    chance = player.level + foe.armor + mace.hit_plus
    return survival(foe.level, 0, chance, mace.kind.wield, mace.damage_plus)[1] * round_loss(world)


def blunders() -> Iterator[KnownPosition]:
    """Yield moves that lose at least 10 points, of all families in turn."""
    families = (_fights_on_stairs(), _rests_beside(), _untaken_potions(), _sleepers_woken(), _seen_traps())
    yield from (one for group in zip_longest(*families) for one in group if one is not None)


def _fights_on_stairs() -> Iterator[KnownPosition]:
    """Yield blows at a strong monster by a weak hero that stands on the stairs."""
    for hp, letter, place in product((2, 3, 4, 5, 6), "YTC", range(5)):
        world = _scene(place, a=letter, hp=hp, max_hp=20, under="%")
        yield from _sure(KnownPosition("fights on the stairs", world, b"l"), blow_loss(world))


def _rests_beside() -> Iterator[KnownPosition]:
    """Yield rests beside an awake monster, by a hero that stands on the stairs."""
    for hp, letter, place in product((2, 3, 4, 6), "HZYT", range(4, 8)):
        world = _scene(place, a=letter, hp=hp, max_hp=24, under="%")
        yield from _sure(KnownPosition("rests beside a monster", world, b"5s"), round_loss(world))


def _untaken_potions() -> Iterator[KnownPosition]:
    """Yield rests in a fight with a known potion of healing in the pack, which would decide it."""
    for hp, letter, place in product((1, 2, 3, 4), "HZ", range(8)):
        world = _scene(place, a=letter, hp=hp, max_hp=60)
        potion = carry(world, "potion", "extra healing", count=3)
        world.knowledge.true.add(potion.kind)
        yield from _sure(KnownPosition("potion not drunk", world, b"s"), round_loss(world))


def _sleepers_woken() -> Iterator[KnownPosition]:
    """Yield blows at a sleeper that is far too strong."""
    for hp, letter, place in product((3, 4, 5, 6), "YC", range(9)):
        world = _scene(place, a=letter, s="%", hp=hp, max_hp=24, awake=False)
        yield from _sure(KnownPosition("wakes a sleeper", world, b"l"), blow_loss(world))


def _seen_traps() -> Iterator[KnownPosition]:
    """Yield steps onto a visible arrow trap that may kill."""
    for hp, place in product((1, 2, 3), range(9)):
        world = _scene(place, a="^", s="%", hp=hp, max_hp=20)
        _name_trap(world)
        chance = world.player.level + traps.ARROW_LEVEL + traps.TARGET_ARMOR + traps.AIM
        loss = sum(a_round(((1, 6),), chance)[hp:])
        yield from _sure(KnownPosition("steps onto a trap", world, b"l"), loss)


def _name_trap(world: World) -> None:
    names = [kind.name for kind in world.rules.traps]
    spot = world.player.spot + 1
    world.level.number[spot] = names.index("arrow")


def _sure(known: KnownPosition, loss: float) -> Iterator[KnownPosition]:
    if loss >= _LEAST_LOSS:
        yield known._replace(lost=100 * loss)


def quiet() -> Iterator[KnownPosition]:
    """Yield moves that cost nothing, of all families in turn."""
    families: tuple[Iterable[KnownPosition], ...] = (
        _healthy_fights(), _lone_rests(), _walks(), _right_escapes(), _right_potions(), _wide_berths(),
    )  # fmt: skip
    yield from (one for group in zip_longest(*families) for one in group if one is not None)


def _healthy_fights() -> Iterator[KnownPosition]:
    for hp, letter, place in product((40, 60), "KBHS", range(5)):
        yield KnownPosition("fights a weak monster", _scene(place, a=letter, hp=hp, max_hp=60), b"l")


def _lone_rests() -> Iterator[KnownPosition]:
    for hp, place in product((6, 12, 18, 24), range(9)):
        yield KnownPosition("rests alone", _scene(place, s="%", hp=hp, max_hp=24, depth=1), b"10s")


def _walks() -> Iterator[KnownPosition]:
    for key, place in product(b"hjkl", range(9)):
        yield KnownPosition("walks", _scene(place, s="%", hp=20, max_hp=20, depth=1), bytes((key,)))


def _right_escapes() -> Iterator[KnownPosition]:
    for hp, letter, place in product((2, 4), "HZYT", range(4)):
        world = _scene(place, a=letter, hp=hp, max_hp=20, under="%")
        yield KnownPosition("takes the stairs", world, b">")


def _right_potions() -> Iterator[KnownPosition]:
    for hp, place in product((2, 3, 4, 5), range(8)):
        world = _scene(place, a="H", hp=hp, max_hp=60)
        potion = carry(world, "potion", "extra healing", count=2)
        world.knowledge.true.add(potion.kind)
        yield KnownPosition("drinks the potion", world, b"q" + potion.letter.encode())


def _wide_berths() -> Iterator[KnownPosition]:
    for key, place in product(b"hyb", range(9)):
        world = _scene(place, b="Y", s="%", hp=30, max_hp=30, awake=False)
        yield KnownPosition("leaves a sleeper alone", world, bytes((key,)))
