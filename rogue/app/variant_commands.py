"""The `rogue variant` command, which lists variants, shows one, checks one, or writes a template."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.new_game import new_world
from rogue.shared.command_lines import ArgumentParser, command_for, print_error
from rogue.shared.errors import LaunchError, printable, reason_of
from rogue.shared.program_start import need_output
from rogue.state.grid import SIZE, STRAIGHT
from rogue.state.level import PASS, REAL, Level
from rogue.state.world import World
from rogue.storage.variant_files import SUFFIX, load_variant, unused_files, variant_names
from rogue.tables.edition_table import EDITIONS
from rogue.tables.glyphs import STEP_OK
from rogue.tables.ruleset import Ruleset
from rogue.variants import schema
from rogue.variants.problems import VariantError
from rogue.variants.variant import Variant

WARNED = 3  # exit code of `check --strict` for warnings
LEVELS: Final = 200  # levels surveyed per depth
SLOWEST: Final = 1.0  # maximum seconds of computing per level
BUDGET: Final = 60.0  # maximum seconds of computing in total


def variant_command(words: Sequence[str], env: Mapping[str, str]) -> int:
    """Run `rogue variant` with these arguments.  Return the exit code.  Raises LaunchError."""
    parser = _parser()
    args = parser.parse_args(words)
    if args.what is None:
        parser.error("the command is missing: choose from list, show, check and new")
    need_output()
    if args.what == "list":
        return _list(env)
    if args.what == "new":
        return _new(args.name)
    if args.what == "show" and args.spoil and args.variant in EDITIONS:
        _print_figures(EDITIONS[args.variant])
        return 0
    variant = load_variant(args.variant, env)
    if args.what == "show":
        return _show(variant, spoil=args.spoil)
    return _check(variant, strict=args.strict)


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog="rogue variant",
        description="List, show, check, or create variants. A variant is a short TOML file that says how a "
        "game differs from an edition.",
        epilog="`rogue --variant NAME` plays one.",
    )
    add = parser.add_subparsers(dest="what", metavar="COMMAND").add_parser
    add("list", help="list the variants that can be played by name")
    show = add("show", help="print how a variant differs from its edition")
    show.add_argument(
        "variant", metavar="NAME", help="name of a variant, or ./FILE.toml; with --spoil also an edition"
    )
    show.add_argument("--spoil", action="store_true", help="also print the numbers that the game hides")
    check = add("check", help="report errors and warnings in a variant")
    check.add_argument("variant", metavar="NAME", help="name of a variant, or ./FILE.toml")
    check.add_argument("--strict", action="store_true", help=f"exit with code {WARNED} if there are warnings")
    new = add("new", help="write a new variant file with every key as a comment")
    new.add_argument("name", metavar="NAME", help="name of the new variant; its file will be ./NAME.toml")
    return parser


def _list(env: Mapping[str, str]) -> int:
    print(_row("NAME", "VERSION", "WHAT IT IS"))
    for name in variant_names(env):
        try:
            variant = load_variant(name, env)
        except VariantError as error:
            print(_row(name, "-", f"cannot be played: {error.lines[0]}"))
            continue
        print(_row(name, variant.rules.variant_version, variant.about))
    for path, reason in unused_files(env):
        print_error(f"rogue: {path} is not listed: {reason}")
    return 0


def _row(name: str, version: str, about: str) -> str:
    return printable(f"{name:16} {version:8} {about}".rstrip())


def _show(variant: Variant, *, spoil: bool) -> int:
    print("\n".join(map(printable, variant.rules.page)))
    if spoil:
        print()
        _print_figures(variant.rules)
    print(f"\nDigest {variant.rules.digest}")
    return 0


def _print_figures(rules: Ruleset) -> None:
    from rogue.variants.author_help import figures

    print("\n".join(map(printable, figures(rules))))


def _check(variant: Variant, *, strict: bool) -> int:
    from rogue.variants.author_help import warnings

    found = warnings(variant)
    for text in found:
        print(printable(f"warning: {text}"))
    problems = level_problems(variant.rules) if makes_other_levels(variant.rules) else []
    for text in problems:
        print(printable(f"error: {text}"))
    if not found and not problems:
        print(printable(f"{variant.name}: no errors or warnings"))
    if problems:
        return 1
    return WARNED if strict and found else 0


def _new(name: str) -> int:
    from rogue.variants.author_help import template

    if not schema.NAME.fits(name):
        raise LaunchError(f"{name!r} is not the name of a variant; it must be {schema.NAME.words}")
    path = Path(f"{name}{SUFFIX}")
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "w", encoding="ascii") as file:
            file.write(template(name))
    except FileExistsError:
        raise LaunchError(f"{path} already exists; nothing was written") from None
    except OSError as error:
        raise LaunchError(f"{path}: {reason_of(error)}") from None
    check = command_for("rogue", "variant", "check", f"./{path}")
    print(f"Wrote {path}. It plays like 5.4 until you change it. `{check}` finds mistakes.")
    return 0


def makes_other_levels(rules: Ruleset) -> bool:
    """Return whether a variant's levels must be tested.

    They must be tested if its rules build levels differently from the rules of its edition, or if the number
    of items or the size of packs differs from the edition.
    """
    edition = EDITIONS[rules.edition]
    return _building(rules) != _building(edition) or _packs(rules) != _packs(edition)


def _building(rules: Ruleset) -> tuple[object, ...]:
    return asdict(rules.digging), rules.amulet_depth, rules.item_odds


def _packs(rules: Ruleset) -> set[tuple[int, int]]:
    return {rules.monsters[letter].pack for letter in rules.order}


def level_problems(rules: Ruleset, levels: int = LEVELS) -> list[str]:
    """For each of several seeds (`levels` is their number), make all levels down to one below the Amulet.

    Return a sentence for each depth at which some level was faulty.  If the time ran out before all seeds
    were tried, the first sentence says so.
    """
    found: dict[int, str] = {}
    begun = time.process_time()
    for seed in range(levels):
        world = new_world(rules, seed)
        for depth in range(1, rules.amulet_depth + 2):
            started = time.process_time()
            if depth > 1:
                world.depth = depth
                make_level(world)
            seconds = time.process_time() - started
            text = f"it takes {seconds:.1f} seconds to make" if seconds > SLOWEST else _trouble(world)
            if text and depth not in found:
                found[depth] = f"level {depth} of seed {seed}: {text}"
        if time.process_time() - begun > BUDGET:
            found[0] = (
                f"only {seed + 1} levels of each depth were tested in {BUDGET:.0f} seconds of computing"
            )
            break
    return [found[depth] for depth in sorted(found)]


def _trouble(world: World) -> str:
    level = world.level
    near = reachable(level, world.player.spot)
    if level.stairs not in near:
        return "the stairs cannot be reached"
    amulets = [item.spot for item in level.things if item.kind.cls == "amulet"]
    if world.depth >= world.rules.amulet_depth and not amulets:
        return "the Amulet is missing"
    return "" if set(amulets) <= near else "the Amulet cannot be reached"


def reachable(level: Level, start: int) -> set[int]:
    """Return the squares reachable from `start` without diagonal steps.  Hidden squares count as passable."""
    seen, stack = {start}, [start]
    while stack:
        spot = stack.pop()
        for step in STRAIGHT:
            to = spot + step
            if 0 <= to < SIZE and to not in seen and _is_open(level, to):
                seen.add(to)
                stack.append(to)
    return seen


def _is_open(level: Level, spot: int) -> bool:
    return bool(STEP_OK[level.cells[spot]] or level.flags[spot] & PASS or not level.flags[spot] & REAL)
