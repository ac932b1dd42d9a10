"""The commands of `eggg` that read descriptions."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from pathlib import Path
from typing import Any, Final, NoReturn

from rogue.eggg.engines import ENGINES, warnings_of
from rogue.eggg.language.description import EgggError
from rogue.eggg.language.reference import entries, markdown, plain
from rogue.eggg.language.sentences import SENTENCES
from rogue.eggg.language.tokens import fold, formatted
from rogue.eggg.library import SUFFIX, description_of, load_any, shipped_names, text_of
from rogue.eggg.rules.game_engine import BoardRules
from rogue.shared.board_games import Move, State
from rogue.shared.command_lines import Commands, add_command, positive
from rogue.shared.errors import meant
from rogue.shared.files import NewFileError, write_new
from rogue.shared.wording import plural

_TITLE: Final = re.compile(r"^(?:(game is )[^(\n]*|[\w-]+( is like .*))$", re.IGNORECASE | re.MULTILINE)
STRICT_WARNED = 3  # exit code of `check --strict` for warnings


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the commands.  Each function for a command returns an exit code, and may raise EgggError."""
    game = ("game", {"metavar": "NAME", "help": "a shipped game, or a file such as ./my.egg"})
    as_json = ("--json", {"action": "store_true", "help": "print JSON"})
    strict = f"exit with {STRICT_WARNED} if there are warnings"
    rows = "start from this position: rows separated by /, then the player to move"
    arguments: tuple[tuple[str, str, Any, tuple[tuple[str, dict[str, Any]], ...]], ...] = (
        ("list", "list the shipped games", _list, (as_json,)),
        ("show", "print a description", _show, (game,)),
        ("explain", "explain the rules in sentences, with the defaults that apply", _explain,
         (game, as_json)),
        ("check", "report errors in a description, then warnings from random games", _check,
         (game, ("--strict", {"action": "store_true", "help": strict}))),
        ("format", "print a description in canonical form", _format, (game,)),
        ("words", "list what a description can say", _words,
         (("word", {"metavar": "WORD", "nargs": "?", "default": "", "help": "list entries with this word"}),
          as_json, ("--markdown", {"action": "store_true", "help": "print Markdown lists"}))),
        ("new", "write a new description, with example sentences as comments", _new,
         (("game", {"metavar": "NAME", "help": f"the file is ./NAME{SUFFIX}"}),
          ("--like", {"metavar": "GAME", "help": "copy the text of this game instead"}))),
        ("perft", "count move sequences up to a depth", _perft,
         (game, ("depth", {"metavar": "DEPTH", "type": positive, "help": "number of moves in each sequence"}),
          ("--from", {"dest": "position", "metavar": "POSITION", "help": rows}))),
    )  # fmt: skip
    for name, brief, run, options in arguments:
        parser = add_command(commands, name, brief, f"{brief[0].upper()}{brief[1:]}.", run)
        for flag, keywords in options:
            parser.add_argument(flag, **keywords)


def _list(args: argparse.Namespace) -> int:
    kinds = {engine.kind: shipped_names(engine.kind) for engine in ENGINES}
    if args.json:
        rows = [(name, kind) for kind, names in kinds.items() for name in names]
        return _print_json([{**load_any(name).described(), "file": name, "kind": kind}
                            for name, kind in sorted(rows)])  # fmt: skip
    for kind, names in kinds.items():
        if names:
            print(f"{kind.capitalize()}:")
        for name in names:
            print(f"  {name:<23}{load_any(name).about}")
    return 0


def _print_json(data: Any) -> int:
    print(json.dumps(data, indent=2, ensure_ascii=False))
    return 0


def _show(args: argparse.Namespace) -> int:
    sys.stdout.write(text_of(args.game))
    return 0


def _explain(args: argparse.Namespace) -> int:
    game = load_any(args.game)
    if args.json:
        return _print_json(game.described())
    print("\n".join(game.explained()))
    return 0


def _check(args: argparse.Namespace) -> int:
    description = description_of(args.game)
    warnings = warnings_of(description)
    count = plural(len(description.said), "statement")
    told = plural(len(warnings), "warning") if warnings else "no warnings"
    print("\n".join([*warnings, f"{description.name}: {count}, no errors, {told}"]))
    return STRICT_WARNED if warnings and args.strict else 0


def _format(args: argparse.Namespace) -> int:
    description_of(args.game)
    print(formatted(text_of(args.game)), end="")
    return 0


def _words(args: argparse.Namespace) -> int:
    found = entries(args.word)
    if not found:
        known = sorted({part for one in entries() for part in one.form.lower().split()})
        raise EgggError([f"eggg: no entry has the word {args.word}{meant(args.word, known)}"])
    if args.json:
        return _print_json([one._asdict() for one in found])
    print(markdown(found) if args.markdown else plain(found))
    return 0


def _new(args: argparse.Namespace) -> int:
    if not re.fullmatch(r"[^\W\d_][\w-]*", args.game):
        raise EgggError([f"eggg: {args.game!r} cannot name a game; use letters, digits, and hyphens"])
    begin = f"game is {args.game}\nplayers are White and Black\n3 x 3 grid\ngoal is line(3)\n"
    shown = [one for one in SENTENCES if one.group not in ("effects", "frame")]
    more = [f"\n# {one.about}\n# {one.example}\n" for one in shown]
    text = begin + "".join(more)
    if args.like:
        title = rf"\g<1>{args.game}\g<2>"
        text = _TITLE.sub(title, text_of(args.like), count=1)
    path = Path(f"{args.game}{SUFFIX}")
    try:
        write_new(path, [text.encode()])
    except NewFileError as error:
        raise EgggError([f"eggg: {error}"]) from None
    print(f"Wrote {path}. `eggg check ./{path}` reports its errors.")
    return 0


def _perft(args: argparse.Namespace) -> int:
    game = load_any(args.game)
    if not isinstance(game, BoardRules) or game.is_simultaneous:
        raise EgggError([f"eggg: perft needs a board game played in turns; {game.name} is not one"])
    state = position_of(game, args.position) if args.position else game.start()
    for depth in range(1, args.depth + 1):
        begun = time.perf_counter()
        count = perft(game, state, depth)
        seconds = time.perf_counter() - begun
        print(f"{depth:>2} {count:>12,} {count / max(seconds, 1e-6):>12,.0f} a second", flush=True)
    return 0


def perft(game: BoardRules, state: State, depth: int) -> int:
    """Return the number of move sequences of length `depth`.  Games that end earlier do not count."""
    moves = game.moves(state, state.mover)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.after(state, (move,)), depth - 1) for move in moves)


def position_of(rules: BoardRules, text: str) -> State:
    """Return the position that a text describes: "ROWS PLAYER [last MOVE] [moved SQUARE ...]".

    A piece that stands where it stood at the start counts as not moved, unless its square is after "moved".
    Without PLAYER, the first player moves.  "last e2-e4" names the previous move.  Raises EgggError.
    """
    first, *rest = text.split() or [""]
    start, names = rules.start(), rules.board.names
    squares, mover, last = _squares(rules, first), start.mover, None
    pairs = enumerate(zip(squares, start.squares, strict=True))
    touched = sum(1 << at for at, (new, old) in pairs if new != old)
    words = iter(rest)
    for word in words:
        if word == "last":
            begin, _, end = next(words, "").partition("-")
            if begin not in names or end not in names:
                _refuse(f"{begin}-{end} is not a move; write two squares, such as e2-e4")
            last = Move(mover, "move", names.index(begin), names.index(end), ())
        elif (player := rules.setup.player_named(fold(word))) >= 0:
            mover = player
        elif word in names and "moved" in rest:
            touched |= 1 << names.index(word)
        elif word != "moved":
            _refuse(f"{word} is not a player; write a position as ROWS PLAYER [last e2-e4] [moved a1]")
    past = (hash(squares),) if start.past else ()
    ply = 1 if last else 0
    return start._replace(squares=squares, mover=mover, touched=touched, last=last, past=past, ply=ply)


def _squares(rules: BoardRules, text: str) -> tuple[int, ...]:
    board, setup = rules.board, rules.setup
    if setup.is_counting:
        parts = text.split(",")
        if len(parts) != len(board) or not all(part.isdecimal() and len(part) < 6 for part in parts):
            _refuse(f"{text} is not a position; write {len(board)} numbers with commas")
        return tuple(map(int, parts))
    rows = [setup.cells_of(row) for row in text.split("/")]
    if len(rows) != board.rows or any(len(row) != board.columns for row in rows):
        _refuse(f"{text} must have {board.rows} rows of {board.columns} squares")
    return setup.filled(setup.description.said[0], rows)


def _refuse(told: str) -> NoReturn:
    raise EgggError([f"eggg: {told}"])
