"""The commands that play a match or show it again."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO, TypeVar

from rogomatic.eggg import own_tables, real_time_command
from rogue.shared.command_lines import MAX_SEED, Commands, add_command, command_for, positive, short_path
from rogue.shared.errors import CommandError, meant, printable, reason_of
from rogue.shared.files import read_bounded, take_lock
from rogue.shared.sealed_text import SealedText, digest_of_text
from rogue.shared.seeds import Dice, read_seed
from rogue.shared.wording import listed

if TYPE_CHECKING:
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.match_journal import JournalHead
    from rogomatic.eggg.opponent import Opponent
    from rogue.shared.board_games import Game
    from rogue.shared.real_time_games import RealTimeGame

HELP: Final = """Play a game against the machine, in this window or line by line. Every match is journaled, so
nothing is lost: `eggg play --resume` goes on with the latest one, `eggg replay` shows it again."""
ALL, NONE = "all", "none"
Made = TypeVar("Made", "Game", "RealTimeGame")
_SEEDS: Final = 10**9
_LONGEST_CUT: Final = 100  # characters
_PATIENCE: Final = 0.2  # seconds, for others who only look at a journal


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    option = add_command(commands, "play", "play against the machine", HELP, _play).add_argument
    option("game", metavar="NAME|FILE", nargs="?", help="a shipped game, or a description such as ./my.egg")
    option("--as", dest="player", metavar="PLAYER", help=f"whom you play: a name, {ALL} for people only, "
        f"{NONE} to watch the machine (default: the first player)")  # fmt: skip
    option("--against", default="fair", metavar="LEVEL", help="easy, fair, or hard (default fair)")
    players = "how many play, where a game leaves it open"
    option("--players", type=positive, default=0, metavar="N", help=players)
    option("--seed", type=partial(read_seed, end=MAX_SEED + 1), metavar="N", help="of dice and shuffles")
    resumed = "go on with a match: the latest, or that of a journal"
    option("--resume", nargs="?", const="", metavar="FILE", help=resumed)
    plain = "line by line: moves or words in, boards out, for pipes and screen readers"
    option("--plain", action="store_true", help=plain)
    parser = add_command(
        commands, "replay", "show a match again", "Show a match again, turn by turn.", _replay
    )
    latest = "a journal (default: that of the latest match)"
    parser.add_argument("file", metavar="FILE", nargs="?", help=latest)


def _play(args: argparse.Namespace) -> int:
    """Play a match.  Raises CommandError, LaunchError."""
    from rogomatic.eggg.match_journal import head_line

    if args.resume is not None:
        if args.game or args.player or args.seed is not None:
            raise CommandError("--resume says which match it is: no game, --as, or --seed goes with it.", 2)
        head, text = read_journal(args.resume)
        before = text[: text.rfind("\n") + 1]
        if real := real_game_of(head):
            return real_time_command.sit_down(real, head, before, new_path)
        game = game_of(head)
    elif args.game is None:
        raise CommandError("Say which game: `eggg list` shows them.", 2)
    elif real := own_tables.in_real_time(args.game):
        head = real_time_command.new_head(real, args.against, _seed(args), _machines(real, args.player))
        return real_time_command.sit_down(real, head, head_line(head), new_path)
    else:
        game = own_tables.load(args.game, args.players)
        head = _head(game, args)
        before = head_line(head)
    return _sit_down(game, head, before, is_plain=args.plain)


def _head(game: Game, args: argparse.Namespace) -> JournalHead:
    """Return the head of a new match.  Raises CommandError for an unknown level or player."""
    from rogomatic.eggg.match_journal import head_of
    from rogomatic.eggg.opponents import LEVELS, kinds_for

    if args.against not in LEVELS and args.against not in kinds_for(game):
        near = meant(args.against, LEVELS)
        raise CommandError(f"{args.against!r} is no level{near}: choose from {listed(list(LEVELS))}.", 2)
    machines = _machines(game, args.player)
    head = head_of(game, args.seed or 0, args.against, machines)
    if args.seed is not None:
        return head
    if "cards" in game.traits and machines:
        return _cut(game, head)
    return head._replace(seed=_seed(args))


def _cut(game: Game, head: JournalHead) -> JournalHead:
    """Let a person cut the sealed deck; return the head with the seed that follows from both sides."""
    from rogomatic.eggg.sealed_deck import SealedDeck, seal_deck

    sealed = seal_deck(game, secrets.token_hex(32))
    print(f"The deck is sealed: {sealed.digest}")
    print("Type anything to cut it, and Enter: ", end="", flush=True)
    cut = "".join(filter(str.isprintable, sys.stdin.readline().strip()))[:_LONGEST_CUT] or secrets.token_hex(
        8
    )
    return head._replace(seed=SealedDeck(sealed, cut).seed, secret=sealed.text, cut=cut)


def _seed(args: argparse.Namespace) -> int:
    """Return the seed of a new match."""
    seed: int = secrets.randbelow(_SEEDS) if args.seed is None else args.seed
    return seed


def _machines(game: Game | RealTimeGame, player: str | None) -> tuple[int, ...]:
    """Return the players that the machine plays.  Raises CommandError for an unknown player."""
    everybody = range(len(game.players))
    folded = [name.casefold() for name in game.players]
    wanted = folded[0] if player is None else player.casefold()
    if wanted in (ALL, NONE) and wanted not in folded:
        return () if wanted == ALL else tuple(everybody)
    if wanted not in folded:
        names = listed(list(game.players))
        raise CommandError(f"{game.name} has no player {player!r}: there are {names}.", 2)
    return tuple(one for one in everybody if one != folded.index(wanted))


def _sit_down(game: Game, head: JournalHead, before: str, *, is_plain: bool) -> int:
    """Play on from the lines of a journal, into a new one.  Raises CommandError."""
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.match_journal import continued
    from rogomatic.eggg.sealed_deck import SealedDeck

    opponents = opponents_of(game, head.level, head.seed)
    match = GameMatch(game, head.seed, {player: opponents(player) for player in head.machines})
    if head.secret:
        match.deck = SealedDeck(SealedText(head.secret, digest_of_text(head.secret)), head.cut)
    path = new_path(game.name)
    journal = continued(match.play_again, path, before)
    begun = (len(match.turns), match.gave_up)

    def ended() -> str:
        is_news = begun != (len(match.turns), match.gave_up)
        return _keep_result(match, head.level) if is_news else ""

    with journal:
        match.begin(journal.write, lambda: secrets.token_hex(32), cache(opponents))
        in_window = not is_plain and sys.stdin.isatty() and sys.stdout.isatty()
        if "cards" in game.traits and len(match.persons) > 1 and not in_window:
            raise CommandError("Several people see each other's cards line by line; play in a window.", 2)
        (_in_window if in_window else _by_lines)(match, ended)
    if match.outcome is None:
        resume = command_for("eggg", "play", "--resume")
        print(f"The match is kept; go on with it: {resume} {short_path(str(path))}")
    print(f"See it again: {command_for('eggg', 'replay')} {short_path(str(path))}")
    return 0


def new_path(name: str) -> Path:
    """Return the file of a new journal."""
    from rogomatic.eggg.match_journal import SUFFIX

    now = time.time_ns()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now // 10**9))}-{now % 10**9:09}"
    plain = "".join(sign if sign.isalnum() else "-" for sign in name.lower())[:40]
    return own_tables.journals() / f"{stamp}-{plain}{SUFFIX}"


def served_journal(head: JournalHead) -> TextIO | None:
    """Begin the journal of a served match, unread while it is open; None if it cannot be written."""
    from rogomatic.eggg.match_journal import head_line, new_journal

    try:
        journal = new_journal(new_path(head.game), head_line(head))
    except OSError as error:
        print(f"eggg: a match without a journal: {reason_of(error)}", file=sys.stderr, flush=True)
        return None
    take_lock(journal.fileno())
    return journal


def opponents_of(game: Game, level: str, seed: int) -> Callable[[int], Opponent]:
    """Return what makes the computer players of a match, of a level or a kind."""
    from rogomatic.eggg.openings_file import kept_file
    from rogomatic.eggg.opponent import Seat
    from rogomatic.eggg.opponents import LEVELS, kinds_for, make_opponent
    from rogomatic.eggg.player_records import preferred_kind
    from rogomatic.eggg.solved_game import SolvedGame

    solved = SolvedGame(game)
    openings = kept_file(own_tables.openings_folder(), game.digest).openings
    is_kind = level in kinds_for(game)
    kind = level if is_kind else preferred_kind(own_tables.players_file(), game)
    budget = LEVELS.get(level, LEVELS["fair"])
    return lambda player: make_opponent(
        kind, Seat(game, player, budget, Dice(seed, "player", player), solved, openings)
    )


def _keep_result(match: GameMatch, level: str) -> str:
    """Keep how a person fared against the machine; return the person's skill as a sentence."""
    from rogomatic.eggg.player_records import keep_result, skill_in_words

    result = match.person_result()
    if result is None:
        return ""
    return skill_in_words(keep_result(own_tables.players_file(), match.game, level, result), level)


def _in_window(match: GameMatch, ended: Callable[[], str]) -> None:
    """Play in this window.  Raises CommandError."""
    from rogomatic.eggg.match_window import MatchWindow

    otherwise = "  --plain plays line by line."
    own_tables.in_terminal(lambda terminal: MatchWindow(terminal, match, ended).run(), otherwise)


def _by_lines(match: GameMatch, ended: Callable[[], str]) -> None:
    """Play line by line."""
    from rogomatic.eggg.match_lines import MatchLines

    MatchLines(match).play(ended)


def read_journal(name: str) -> tuple[JournalHead, str]:
    """Return head and text of a journal, "" for the latest.  Raises CommandError."""
    from rogomatic.eggg.match_journal import MAX_JOURNAL, SUFFIX, MatchJournalError, read_head

    path = Path(name) if name else max(own_tables.journals().glob(f"*{SUFFIX}"), default=None)
    if path is None:
        raise CommandError("No match has been played yet.")
    try:
        with path.open("rb") as file:
            if not take_lock(file.fileno(), _PATIENCE):
                raise CommandError(f"{path}: this match is still played on a server.")
        text = read_bounded(path, MAX_JOURNAL).decode("utf-8")
        head = read_head(text)
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    except MatchJournalError as error:
        raise CommandError(f"{path}: {error}.") from None
    return head, text


def game_of(head: JournalHead) -> Game:
    """Return the game of a journal of turns.  Raises CommandError, LaunchError."""
    return _checked(own_tables.read(head.text), head)


def real_game_of(head: JournalHead) -> RealTimeGame | None:
    """Return the game of a journal of real time, None of one of turns.  Raises CommandError, LaunchError."""
    real = own_tables.in_real_time(text=head.text)
    return None if real is None else _checked(real, head)


def _checked(game: Made, head: JournalHead) -> Made:
    """Return a game if it is the one that a journal was played by.  Raises CommandError."""
    if game.digest != head.digest:
        raise CommandError(f"{head.game}: its description is not the one by which it was played.")
    return game


def _replay(args: argparse.Namespace) -> int:
    """Print the boards of a match.  Raises CommandError, LaunchError."""
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.match_journal import MatchJournalError
    from rogomatic.eggg.match_lines import MatchLines
    from rogue.shared.board_games import NOBODY

    head, text = read_journal(args.file or "")
    if real := real_game_of(head):
        return real_time_command.replay(real, head, text)
    game = game_of(head)
    match, numbers, viewer = GameMatch(game, head.seed, {}), iter(range(1, len(text))), NOBODY
    seed = "sealed deck, " if head.secret else f"seed {head.seed}, "

    def show() -> None:
        told = match.told(match.turns[-1], viewer) if match.turns else "begins"
        if told:
            print(f"\n{next(numbers)}. {printable(told)}")
            lines.show()

    try:
        if "hidden" in game.traits:
            whole = GameMatch(game, head.seed, {})
            whole.play_again(text)
            persons = [player for player in whole.persons if player not in head.machines]
            viewer = persons[0] if len(persons) == 1 else NOBODY
            match.shows_all = whole.outcome is not None
            seed = seed if match.shows_all else ""  # from which all follows
        print(printable(f"{head.game}, {seed}level {head.level}"))
        lines = MatchLines(match, viewer)
        lines.show()
        match.play_again(text, show)
    except MatchJournalError as error:
        raise CommandError(f"The journal cannot be played on: {error}.") from None
    print(match.verdict() or "The match is not finished.")
    return 0
