"""The commands that play a match or show it again."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.eggg.game_source import GameSource
from rogue.shared.command_lines import MAX_SEED, Commands, add_command, command_for, short_path
from rogue.shared.errors import CommandError, meant, printable
from rogue.shared.files import read_bounded
from rogue.shared.seeds import Dice, read_seed
from rogue.shared.wording import listed

if TYPE_CHECKING:
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.match_journal import JournalHead
    from rogomatic.eggg.match_table import MatchTable
    from rogomatic.eggg.opponents import Opponent
    from rogue.shared.board_games import Game

HELP: Final = """Play a game against the machine, in this window or line by line. Every match is journaled, so
nothing is lost: `eggg play --resume` goes on with the latest one, `eggg replay` shows it again."""
ALL, NONE = "all", "none"
_SEEDS: Final = 10**9
WORDS: Final = "undo, hint, moves, rules, resign, save, quit"


def add(commands: Commands[argparse.ArgumentParser], source: GameSource) -> None:
    """Add the commands."""
    parser = add_command(commands, "play", "play against the machine", HELP, lambda args: _play(args, source))
    option = parser.add_argument
    option("game", metavar="NAME|FILE", nargs="?", help="a shipped game, or a description such as ./my.egg")
    option("--as", dest="player", metavar="PLAYER", help=f"whom you play: a name, {ALL} for people only, "
        f"{NONE} to watch the machine (default: the first player)")  # fmt: skip
    option("--against", default="fair", metavar="LEVEL", help="easy, fair, or hard (default fair)")
    option("--seed", type=partial(read_seed, end=MAX_SEED + 1), metavar="N", help="of dice and shuffles")
    option(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="go on with a match: the latest, or that of a journal",
    )
    option(
        "--plain",
        action="store_true",
        help="line by line: moves in, boards out, for pipes and screen readers",
    )
    parser = add_command(
        commands, "replay", "show a match again", "Show a match again, turn by turn.",
        lambda args: _replay(args, source),
    )  # fmt: skip
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a journal (default: that of the latest match)"
    )


def _play(args: argparse.Namespace, source: GameSource) -> int:
    """Play a match.  Raises CommandError, and what the source raises."""
    from rogomatic.eggg.match_journal import head_line

    if args.resume is not None:
        if args.game or args.player or args.seed is not None:
            raise CommandError("--resume says which match it is: no game, --as, or --seed goes with it.", 2)
        path = Path(args.resume) if args.resume else _latest(source)
        head, text = _read(path)
        game = _game_of(head, source, path)
        before = text[: text.rfind("\n") + 1]
    else:
        if args.game is None:
            raise CommandError("Say which game: `eggg list` shows them.", 2)
        game = source.load(args.game)
        head = _head(game, args)
        before = head_line(head)
    table = _table(game, head, before, source)
    try:
        if args.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
            code = _by_lines(table, partial(_keep_result, table, head.level, source))
        else:
            code = _in_window(table, partial(_keep_result, table, head.level, source), source)
    finally:
        table.close()
    _say_farewell(table)
    return code


def _head(game: Game, args: argparse.Namespace) -> JournalHead:
    from rogomatic.eggg.match_journal import JournalHead

    _check_level(game, args.against)
    machines = _machines(game, args.player)
    seed = secrets.randbelow(_SEEDS) if args.seed is None else args.seed
    text = "\n".join(game.described()["statements"])
    return JournalHead(game.name, game.digest, text, seed, args.against, machines)


def _check_level(game: Game, level: str) -> None:
    """Raise CommandError for an unknown level."""
    from rogomatic.eggg.opponents import LEVELS, kinds_for

    if level not in LEVELS and level not in kinds_for(game):
        near = meant(level, LEVELS)
        raise CommandError(f"{level!r} is no level{near}: choose from {listed(list(LEVELS))}.", 2)


def _machines(game: Game, player: str | None) -> tuple[int, ...]:
    """Return the players that the machine plays.  Raises CommandError for an unknown player."""
    everybody = range(len(game.players))
    if player is None:
        return tuple(everybody[1:])
    folded = [name.casefold() for name in game.players]
    wanted = player.casefold()
    if wanted in (ALL, NONE) and wanted not in folded:
        return () if wanted == ALL else tuple(everybody)
    if wanted not in folded:
        raise CommandError(
            f"{game.name} has no player {player!r}: there are {listed(list(game.players))}.", 2
        )
    return tuple(one for one in everybody if one != folded.index(wanted))


def _table(game: Game, head: JournalHead, before: str, source: GameSource) -> MatchTable:
    """Return a table at which the match of a journal goes on.  Raises CommandError."""
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.match_journal import SUFFIX, JournalWriter, MatchJournalError, play_again
    from rogomatic.eggg.match_table import MatchTable
    from rogomatic.eggg.opponents import LEVELS, Seat, kinds_for, make_opponent
    from rogomatic.eggg.player_records import preferred_kind
    from rogomatic.eggg.solved_game import SolvedGame

    solved = SolvedGame(game)
    usual = preferred_kind(source.choices_file(), game)
    kind = head.level if head.level in kinds_for(game) else usual
    budget = LEVELS.get(head.level, LEVELS["fair"])

    def opponent(player: int) -> Opponent:
        return make_opponent(kind, Seat(game, player, budget, Dice(head.seed, "player", player), solved))

    match = GameMatch(game, head.seed, {player: opponent(player) for player in head.machines})
    now = time.time_ns()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now // 10**9))}-{now % 10**9:09}"
    name = "".join(sign if sign.isalnum() else "-" for sign in game.name.lower())[:40]
    try:
        play_again(match, before)
        writer = JournalWriter(source.journals() / f"{stamp}-{name}{SUFFIX}", before)
    except MatchJournalError as error:
        raise CommandError(f"The journal cannot be played: {error}.") from None
    except OSError as error:
        raise CommandError(f"The journal cannot be written: {error.strerror or error}.") from None
    return MatchTable(match, writer, opponent, lambda: secrets.token_hex(32))


def _keep_result(table: MatchTable, level: str, source: GameSource) -> str:
    """Keep how a person fared against the machine; return the person's skill as a sentence."""
    from rogomatic.eggg.player_records import keep_result, skill_in_words

    result = table.person_result()
    if result is None:
        return ""
    return skill_in_words(keep_result(source.choices_file(), table.match.game, level, result), level)


def _in_window(table: MatchTable, ended: Callable[[], str], source: GameSource) -> int:
    from rogomatic.eggg.match_window import MatchWindow
    from rogomatic.run.viewer.viewer_terminal import SmallWindowError, TerminalError, check_size

    try:
        terminal = source.terminal()
        if small := check_size(terminal.size):
            raise SmallWindowError(small)
        terminal.holds_interrupts = lambda: True
        with terminal.taken():
            MatchWindow(terminal, table, ended).run()
    except TerminalError as reason:
        raise CommandError(f"{reason}  --plain plays line by line.", reason.code) from None
    except KeyboardInterrupt:
        pass
    return 0


def _by_lines(table: MatchTable, ended: Callable[[], str]) -> int:
    """Play line by line to the end of the match or of the input."""
    while True:
        _print_board(table.match)
        while table.machine_moves():
            print(f"{_mover(table)}: {table.match.told_moves()[-1]}")
            _print_board(table.match)
        if table.match.outcome is not None:
            print(printable("  ".join(filter(None, (table.match.verdict(), ended())))))
            if not table.begin_round():
                return 0
            continue
        for seal in table.seals:
            print(f"Sealed: {seal.digest}")
        if not _person_turn(table):
            return 0
        for seal in table.shown:
            print(f"Opened: {seal.text}")


def _mover(table: MatchTable) -> str:
    turn = table.match.turns[-1]
    return listed([table.match.game.players[move.player] for move in turn])


def _print_board(match: GameMatch) -> None:
    from rogomatic.eggg.board_picture import board_lines

    print("\n".join(board_lines(match.game, match.state)), flush=True)


def _person_turn(table: MatchTable) -> bool:
    """Take lines until a person's move is made, or taken back; return False to leave."""
    match, game = table.match, table.match.game
    count = len(match.turns)
    while (player := table.player) is not None and len(match.turns) == count and match.outcome is None:
        print(f"{game.players[player]}> ", end="", flush=True)
        text = sys.stdin.readline()
        word = text.strip()
        if not text or word in ("quit", "save"):
            print()
            return False
        if answer := _answered(table, word):
            print(printable(answer))
        elif word == "undo" or match.outcome is not None:
            return True
        elif word:
            move = game.find(match.state, player, word)
            if move is None:
                print(printable(game.refusal(match.state, player, word)))
            else:
                table.person_moves(move)
    return True


def _answered(table: MatchTable, word: str) -> str:
    """Return the answer to a word that is no move, "" for a move, and for what has been done."""
    game = table.match.game
    match word:
        case "hint":
            hint = table.hint()
            return "" if hint is None else f"{game.text(hint.move)}. {hint.reason}"
        case "moves":
            return ", ".join(map(game.text, table.moves()))
        case "rules" | "help" | "?":
            return "\n".join([*game.explained(), f"Words: {WORDS}."])
        case "undo":
            return table.undo()
        case "resign":
            table.resign()
    return ""


def _say_farewell(table: MatchTable) -> None:
    path = short_path(table.path)
    if table.match.outcome is None:
        print(f"The match is kept; go on with it: {command_for('eggg', 'play', '--resume')} {path}")
    print(f"See it again: {command_for('eggg', 'replay')} {path}")


def _latest(source: GameSource) -> Path:
    """Return the newest journal.  Raises CommandError without one."""
    from rogomatic.eggg.match_journal import SUFFIX

    found = sorted(source.journals().glob(f"*{SUFFIX}"))
    if not found:
        raise CommandError("No match has been played yet.")
    return found[-1]


def _read(path: Path) -> tuple[JournalHead, str]:
    """Return the head and the text of a journal.  Raises CommandError."""
    from rogomatic.eggg.match_journal import MAX_JOURNAL, MatchJournalError, read_head

    try:
        text = read_bounded(path, MAX_JOURNAL).decode("utf-8")
        return read_head(text), text
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    except MatchJournalError as error:
        raise CommandError(f"{path}: {error}.") from None


def _game_of(head: JournalHead, source: GameSource, path: Path) -> Game:
    """Return the game of a journal.  Raises CommandError when its description has changed."""
    game = source.read(head.text)
    if game.digest != head.digest:
        raise CommandError(f"{path}: its description is not the one by which it was played.")
    return game


def _replay(args: argparse.Namespace, source: GameSource) -> int:
    """Print the boards of a match.  Raises CommandError."""
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.match_journal import MatchJournalError, play_again

    path = Path(args.file) if args.file else _latest(source)
    head, text = _read(path)
    match = GameMatch(_game_of(head, source, path), head.seed, {})
    print(printable(f"{head.game}, seed {head.seed}, level {head.level}"))
    _print_board(match)
    numbers = iter(range(1, len(text)))

    def show() -> None:
        turn = match.told_moves()[-1] if match.turns else "begins"
        print(f"\n{next(numbers)}. {printable(turn)}")
        _print_board(match)

    try:
        play_again(match, text, show)
    except MatchJournalError as error:
        raise CommandError(f"{path}: {error}; what is before it is shown.") from None
    print(match.verdict() or "The match is not finished.")
    return 0
