"""How heroes end: one record per game, and the records in groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final, NamedTuple

from rogomatic.agent.editions import WEAPONS
from rogomatic.agent.player import Player
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import Link, Played
from rogue.shared.wording import plural

TURNS_BEFORE: Final = 10
_TELEPORTS: Final = (("scroll", "teleportation"), ("stick", "teleport away"))
_EXAMPLES: Final = 4  # seeds shown per group
_QUIVER: Final = 6  # missiles that are worth the name of a supply
_TENTHS: Final = ((90, "over 90% of the most"), (60, "60 to 90%"), (30, "30 to 60%"), (-1, "under 30%"))


@dataclass(frozen=True, slots=True)
class Death:
    """How one game ended.

    hp_before  hit points ten turns before the end, of `max_hp` at the end
    healing, teleport  known ways out left in the pack: potions; scrolls and sticks
    potions, scrolls, sticks, arrows  left in the pack: of unknown kind; missiles
    near       the strongest foe that could strike at the last command, "" if none could
    odds       the chance to die that was believed at the last command, per cent
    """

    seed: int
    how: str
    killer: str
    score: int
    depth: int
    turn: int
    level: int
    hp_before: int
    max_hp: int
    healing: int
    teleport: int
    potions: int
    scrolls: int
    sticks: int
    arrows: int
    near: str
    odds: int
    rung: str
    stairs: bool
    digest: str


class Group(NamedTuple):
    """Games that have something in common."""

    what: str
    games: int
    share: float
    score: float
    seeds: tuple[int, ...]


def one_end(
    seed: int, links: Callable[[int], Link], players: Callable[[int], Player], limits: Limits
) -> Death:
    """Play the game of a seed and return how it ended."""
    player, played = players(seed), Played()
    link = links(seed)
    end = play(link, player, limits, played)
    b, report = player.beliefs, player.report()
    before = [at.hp for at in player.trace.last if at.turn <= b.turn - TURNS_BEFORE]

    def known(*kinds: tuple[str, str]) -> int:
        return sum(thing.count for thing in b.pack.things() if (thing.kind, b.name_of(thing)) in kinds)

    def unknown(kind: str) -> int:
        return sum(thing.count for thing in b.pack.things() if thing.kind == kind and not b.name_of(thing))

    return Death(
        seed=seed,
        how=report.how if end == "finished" else end,
        killer=report.killer,
        score=report.score,
        depth=report.depth,
        turn=report.turns if link.turns is None else link.turns,
        level=b.me.level,
        hp_before=before[-1] if before else b.me.max_hp,
        max_hp=b.me.max_hp,
        healing=known(("potion", "healing"), ("potion", "extra healing")),
        teleport=known(*_TELEPORTS),
        potions=unknown("potion"),
        scrolls=unknown("scroll"),
        sticks=unknown("stick"),
        arrows=sum(
            thing.count
            for thing in b.pack.things()
            if thing.kind == "weapon" and thing.name in WEAPONS and WEAPONS[thing.name].missile
        ),
        near=max(threat_of(b).near, key=lambda foe: foe.kind.level).kind.name if threat_of(b).near else "",
        odds=round(threat_of(b).death_pct),
        rung=report.last_rung,
        stairs=b.level.stairs >= 0,
        digest=played.digest(),
    )


def end_of(
    links: Callable[[int], Link], players: Callable[[int], Player], limits: Limits
) -> Callable[[int], Death]:
    """Return what plays the game of a seed; it travels to other processes."""
    return partial(one_end, links=links, players=players, limits=limits)


def tables(deaths: Sequence[Death]) -> dict[str, list[Group]]:
    """Return the groups by each aspect, the largest first."""
    return {
        "by killer": _grouped(deaths, lambda one: [_killer(one)]),
        "by depth": _grouped(deaths, lambda one: [f"level {one.depth}"]),
        f"by hit points {TURNS_BEFORE} turns before": _grouped(deaths, lambda one: [_health(one)]),
        "by what lay unused in the pack": _grouped(deaths, _unused),
        "by the last rung": _grouped(deaths, lambda one: [one.rung]),
        "by the stairs": _grouped(deaths, lambda one: ["known" if one.stairs else "not known"]),
    }


def lines_of(deaths: Sequence[Death]) -> list[str]:
    """Return the groups as text tables; shares are of all games.  A game may stand in several groups of
    unused things.
    """
    lines = [f"{plural(len(deaths), 'game')}, mean score {_mean(one.score for one in deaths):.0f}"]
    for title, groups in tables(deaths).items():
        lines += ["", f"{title:<40}{'games':>6}{'share':>8}{'score':>7}  seeds"]
        for group in groups:
            seeds = ", ".join(map(str, group.seeds[:_EXAMPLES]))
            lines.append(f"  {group.what:<38}{group.games:>6}{group.share:>8.1%}{group.score:>7.0f}  {seeds}")
    return lines


def as_object(deaths: Sequence[Death]) -> dict[str, object]:
    """Return groups and games for another program."""
    groups = {title: [group._asdict() for group in found] for title, found in tables(deaths).items()}
    return {"games": len(deaths), "groups": groups, "ends": [asdict(one) for one in deaths]}


def _grouped(deaths: Sequence[Death], names: Callable[[Death], Iterable[str]]) -> list[Group]:
    found: dict[str, list[Death]] = {}
    for one in deaths:
        for name in names(one):
            found.setdefault(name, []).append(one)
    groups = (
        Group(
            name,
            len(ones),
            len(ones) / len(deaths),
            round(_mean(one.score for one in ones), 1),
            tuple(one.seed for one in ones),
        )
        for name, ones in found.items()
    )
    return sorted(groups, key=lambda group: (-group.games, group.what))


def _killer(one: Death) -> str:
    """Return who killed; of a hero that was not killed, how it ended and before whom."""
    return one.killer or f"({one.how}{', before: ' + one.near if one.near else ''})"


def _health(one: Death) -> str:
    part = 100 * one.hp_before // max(one.max_hp, 1)
    return next(words for least, words in _TENTHS if part > least)


def _unused(one: Death) -> list[str]:
    held = [words for words, count, least in (
        ("healing", one.healing, 1), ("teleport", one.teleport, 1), ("unknown potions", one.potions, 1),
        ("unknown scrolls", one.scrolls, 1), ("unknown sticks", one.sticks, 1),
        (f"arrows, {_QUIVER} or more", one.arrows, _QUIVER),
    ) if count >= least]  # fmt: skip
    return held or ["nothing of use"]


def _mean(values: Iterable[int]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0
