"""The commands that play a match, replay it, or check what was sealed in it."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

from rogomatic.eggg import own_tables
from rogomatic.eggg.learn_command import kept_file
from rogomatic.eggg.look_ahead import QUICKNESS, LookAhead
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_journal import (
    MAX_JOURNAL,
    SUFFIX,
    JournalHead,
    MatchJournal,
    MatchJournalError,
    continued,
    head_line,
    head_of,
    read_head,
)
from rogomatic.eggg.match_lines import MatchLines
from rogomatic.eggg.match_window import MatchReplay, MatchWindow
from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.opponents import LEVELS, budget_of, kinds_for, make_opponent
from rogomatic.eggg.player_records import keep_result, preferred_kind, skill_in_words
from rogomatic.eggg.real_time_match import RealTimeMatch, read_steps
from rogomatic.eggg.real_time_window import RealTimeWindow
from rogomatic.eggg.seals import SealedDeck, check_deck, open_choice, seal_deck
from rogomatic.eggg.solved_game import SolvedGame
from rogue.shared.board_games import NOBODY, Described, Game
from rogue.shared.command_lines import command_for, short_path
from rogue.shared.errors import CommandError, meant, printable, reason_of
from rogue.shared.files import open_regular, read_bounded, take_lock
from rogue.shared.program_start import need_input
from rogue.shared.real_time_games import RealTimeGame
from rogue.shared.sealed_text import SealedText, SealError, digest_of_text
from rogue.shared.seeds import Dice
from rogue.shared.wording import listed, plural

ALL, NONE = "all", "none"
_SEEDS: Final = 10**9
_LONGEST_CUT: Final = 100  # characters
_OTHERWISE: Final = " Use --plain to play line by line."
_PATIENCE: Final = 0.2  # seconds, for others who only look at a journal


def play(args: argparse.Namespace) -> int:
    """Play a match.  Return the exit code.  Raises CommandError, LaunchError, OSError."""
    if args.player != NONE:
        need_input()
    if args.resume is not None:
        if args.game or args.player or args.seed is not None:
            raise CommandError("--resume continues a journal: omit the game, --as, and --seed.", 2)
        head, text = read_journal(args.resume)
        game, before = game_of(head), text[: text.rfind("\n") + 1]
    elif args.game is None:
        raise CommandError("Name a game. `eggg list` shows the games.", 2)
    else:
        game = own_tables.game_of(args.game, args.players)
        head = _new_head(game, args)
        before = head_line(head)
    if own_tables.is_in_real_time(game):
        return _play_in_real_time(game, head, before)
    return _play_in_turns(own_tables.in_turns(game), head, before, is_plain=args.plain)


def _new_head(game: Described, args: argparse.Namespace) -> JournalHead:
    """Return the journal's head for a new match.  Raises CommandError for an unknown level or player."""
    is_real = own_tables.is_in_real_time(game)
    kinds = () if is_real else kinds_for(own_tables.in_turns(game))
    if args.against not in LEVELS and args.against not in kinds:
        levels = listed(list(LEVELS)) + (meant(args.against, LEVELS) or ".")
        raise CommandError(f"{args.against!r} is not a level: choose from {levels}", 2)
    players = game.described()["players"]
    machines = _machines(game.name, players, args.player)
    seed = secrets.randbelow(_SEEDS) if args.seed is None else args.seed
    head = head_of(game, seed, args.against, machines)
    is_cut = args.seed is None and machines and "cards" in game.described()["traits"]
    if _has_terminal() and (is_real or not args.plain):
        own_tables.terminal("" if is_real else _OTHERWISE)  # before a person is asked, or a journal is begun
    return _cut(game, head) if is_cut else head


def _machines(name: str, players: Sequence[str], player: str | None) -> tuple[int, ...]:
    """Return the players that are machines.  `player` says who is a person: a player, "all", or "none"."""
    folded = [one.casefold() for one in players]
    wanted = folded[0] if player is None else player.casefold()
    if wanted in (ALL, NONE) and wanted not in folded:
        return () if wanted == ALL else tuple(range(len(players)))
    if wanted not in folded:
        raise CommandError(f"{name} has no player {player!r}: choose from {listed(players)}.", 2)
    return tuple(one for one in range(len(players)) if one != folded.index(wanted))


def _cut(game: Described, head: JournalHead) -> JournalHead:
    """Let a person cut the sealed deck.  Return the head with the resulting seed."""
    sealed = seal_deck(game, secrets.token_hex(32))
    print(f"The deck is sealed: {sealed.digest}")
    print("Type any text to cut it, then press Enter: ", end="", flush=True)
    typed = "".join(filter(str.isprintable, sys.stdin.readline().strip()))
    cut = typed[:_LONGEST_CUT] or secrets.token_hex(8)
    return head._replace(seed=SealedDeck(sealed, cut).seed, secret=sealed.text, cut=cut)


def _play_in_turns(game: Game, head: JournalHead, before: str, *, is_plain: bool) -> int:
    """Continue the match whose journal lines are in `before`.  Then play new matches until the person stops.

    Return the exit code.  Raises CommandError.
    """
    is_shared = len(game.players) - len(head.machines) > 1 and (is_plain or not _has_terminal())
    if game.traits & {"hidden", "simultaneous"} and is_shared:
        raise CommandError("Players would see each other's secrets. Play in a window instead.", 2)
    while _play_match(game, head, before, is_plain=is_plain):
        head = head._replace(seed=secrets.randbelow(_SEEDS))
        head = _cut(game, head) if head.secret else head
        before = head_line(head)
    return 0


def _play_match(game: Game, head: JournalHead, before: str, *, is_plain: bool) -> bool:
    """Play a match in a new journal.  Return whether the person wants another match.  Raises CommandError."""
    opponents = opponents_of(game, head.level, head.seed)
    match = GameMatch(game, head.seed, {player: opponents(player) for player in head.machines})
    if head.secret:
        match.deck = SealedDeck(SealedText(head.secret, digest_of_text(head.secret)), head.cut)
    journal = continued(match.play_again, new_path(game.name), before)
    begun = (len(match.turns), match.gave_up)

    def ended() -> str:
        """Keep the result of a person against the machine.  Return a sentence about the person's skill."""
        result, level = match.person_result(), head.level
        if result is None or begun == (len(match.turns), match.gave_up):
            return ""
        try:
            return skill_in_words(keep_result(own_tables.players_file(), game, level, result), level)
        except CommandError as error:
            return str(error)

    wants_more: bool | None = False
    with closing(journal):
        match.begin(journal.write, lambda: secrets.token_hex(32), cache(opponents))
        try:
            if is_plain or not _has_terminal():
                MatchLines(match).play(ended)
            else:
                wants_more = own_tables.in_terminal(
                    lambda window: MatchWindow(window, match, ended).run(), _OTHERWISE
                )
        finally:  # also after a signal
            _tell_where(journal, is_kept=match.outcome is None)
    if match.deck is not None and match.is_over and not journal.trouble:
        words = f"{short_path(str(journal.path))} {match.deck.sealed.digest}"
        print(f"Check the deal: {command_for('eggg', 'verify')} {words}")
    return bool(wants_more)


def _play_in_real_time(game: RealTimeGame, head: JournalHead, before: str) -> int:
    """Continue the match whose journal lines are in `before`.  Then play new matches until the person stops.

    Return the exit code.  Raises CommandError.
    """
    if not _has_terminal():
        raise CommandError("A game in real time needs a terminal.", 2)
    wants_more = True
    while wants_more:
        quickness = QUICKNESS.get(head.level, QUICKNESS["fair"])
        machines = {one: LookAhead(game, one, quickness, Dice(head.seed, "player", one))
                    for one in head.machines}  # fmt: skip
        match = RealTimeMatch(game, head.seed, machines)
        with closing(continued(match.play_again, new_path(head.game), before)) as journal:
            match.begin(journal.write)
            try:
                wants_more = _in_real_time_window(match)
            finally:
                if match.is_over:
                    print(printable(match.verdict()))
                else:
                    match.leave()
                _tell_where(journal, is_kept=not match.is_over)
        head = head._replace(seed=secrets.randbelow(_SEEDS))
        before = head_line(head)
    return 0


def _in_real_time_window(match: RealTimeMatch) -> bool:
    return bool(own_tables.in_terminal(lambda window: RealTimeWindow(window, match, time.monotonic).run()))


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _tell_where(journal: MatchJournal, *, is_kept: bool) -> None:
    """Print the commands that continue a match and replay it, or why its journal is incomplete."""
    file = short_path(str(journal.path))
    if journal.trouble:
        print(f"eggg: the match is not kept: {file} cannot be written: {journal.trouble}", file=sys.stderr)
        return
    if is_kept:
        print(f"The match is saved. Continue it: {command_for('eggg', 'play', '--resume')} {file}")
    print(f"Replay it: {command_for('eggg', 'replay')} {file}")


def new_path(name: str) -> Path:
    """Return the path of a new journal for the game of this name."""
    now = time.time_ns()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now // 10**9))}-{now % 10**9:09}"
    plain = "".join(sign if sign.isalnum() else "-" for sign in name.lower())[:40]
    return own_tables.journals() / f"{stamp}-{plain}{SUFFIX}"


def served_journal(head: JournalHead) -> MatchJournal:
    """Begin the journal of a served match.  The file is locked until it is closed."""
    journal = MatchJournal(new_path(head.game), head_line(head))
    journal.lock()
    if journal.trouble:
        print(f"eggg: cannot write a journal for this match: {journal.trouble}", file=sys.stderr, flush=True)
    return journal


def opponents_of(game: Game, level: str, seed: int) -> Callable[[int], Opponent]:
    """Return a function that makes the computer player of a seat.  `level` may also be a kind of player."""
    solved = SolvedGame(game)
    openings = kept_file(own_tables.openings_folder(), game.digest).openings
    kind = level if level in kinds_for(game) else preferred_kind(own_tables.players_file(), game)
    budget = budget_of(game, level if level in LEVELS else "fair")

    def opponent(player: int) -> Opponent:
        return make_opponent(kind, Seat(game, player, budget, Dice(seed, "player", player), solved, openings))

    return opponent


def read_journal(name: str) -> tuple[JournalHead, str]:
    """Return (head, text) of a journal.  If `name` is "", use the latest journal.  Raises CommandError."""
    path = Path(name) if name else max(own_tables.journals().glob(f"*{SUFFIX}"), default=None)
    if path is None:
        raise CommandError("No match has been played yet.")
    try:
        with open_regular(path) as file:
            if not take_lock(file.fileno(), _PATIENCE):
                raise CommandError(f"{path}: a server is still playing this match.")
        text = read_bounded(path, MAX_JOURNAL).decode("utf-8")
        head = read_head(text)
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} cannot be read: {reason_of(error)}.") from None
    except MatchJournalError as error:
        raise CommandError(f"{path}: {error}.") from None
    return head, text


def game_of(head: JournalHead) -> Described:
    """Return the game of a journal.

    Raises LaunchError.  Raises CommandError if the description has changed since the match.
    """
    game = own_tables.read(head.text)
    if game.digest != head.digest:
        raise CommandError(f"{head.game}: the description has changed since the match.")
    return game


def replay(args: argparse.Namespace) -> int:
    """Replay a match.  Return the exit code.  Raises CommandError, LaunchError."""
    head, text = read_journal(args.file or "")
    game = game_of(head)
    try:
        if own_tables.is_in_real_time(game):
            told = _show_steps(game, head, text)
        else:
            told = _show_turns(own_tables.in_turns(game), head, text)
    except MatchJournalError as error:
        raise CommandError(f"The journal cannot be replayed further: {error}.") from None
    print(printable(told))
    return 0


def _show_turns(game: Game, head: JournalHead, text: str) -> str:
    """Replay a match in a window, or print all boards if there is no terminal.  Return how the match ended.

    Raises CommandError, MatchJournalError.
    """
    match, seed = GameMatch(game, head.seed, {}), f"seed {head.seed}, "
    match.shown_to = NOBODY
    if "hidden" in game.traits:
        whole = GameMatch(game, head.seed, {})
        whole.play_again(text)
        persons = [player for player in whole.persons if player not in head.machines]
        match.shown_to = persons[0] if len(persons) == 1 else NOBODY
        is_broke = whole.outcome is not None and whole.are_broke(persons)
        match.shows_all = whole.is_over or is_broke  # no round follows
        seed = seed if match.shows_all else ""  # from which all follows
    seed = "sealed deck, " if head.secret and seed else seed
    if is_stepped := _has_terminal():
        who = ["machine" if one in head.machines else "person" for one in range(len(game.players))]
        lines = text.split("\n")[1:-1]
        own_tables.in_terminal(lambda terminal: MatchReplay(terminal, match, lines, who).run())
    print(printable(f"{head.game}, {seed}level {head.level}"))
    if is_stepped:
        match.play_again(text)
    else:
        _print_turns(match, text)
    return match.verdict() or "The match is not finished."


def _print_turns(match: GameMatch, text: str) -> None:
    """Print the board after each turn.  Raises MatchJournalError."""
    lines, numbers = MatchLines(match), iter(range(1, len(text)))

    def show() -> None:
        told = match.told(match.turns[-1], match.viewer) if match.turns else "begins"
        if told:
            print(f"\n{next(numbers)}. {printable(told)}")
            lines.show()

    lines.show()
    match.play_again(text, show)


def _show_steps(game: RealTimeGame, head: JournalHead, text: str) -> str:
    """Replay a match in a window, as fast as it was played.  Print the last board.  Return how it ended.

    Raises CommandError, MatchJournalError.
    """
    match = RealTimeMatch(game, head.seed, {})
    if _has_terminal():
        match.recorded, match.until = read_steps(text)
        _in_real_time_window(match)
    else:
        match.play_again(text)
    seed = f"seed {head.seed}, " if match.state.is_over else ""  # from which all follows
    print(printable(f"{head.game}, {seed}level {head.level}, {match.state.step:,} steps"))
    cells = game.cells(match.state)
    for row in range(game.rows - 1, -1, -1):
        line = cells[row * game.columns :][: game.columns]
        print("".join(["|.#"[(code > 0) + (code >= 0)] for code in line]))
    return match.verdict() or "The match is not finished."


def verify(args: argparse.Namespace) -> int:
    """Check a sealed choice or the journal of a match.  Return the exit code.

    The argument may be a sealed text or the name of a journal.  Every sealed text contains blanks, so without
    blanks it is taken as the name of a journal.  Raises CommandError, LaunchError.
    """
    if args.text.endswith(SUFFIX) or " " not in args.text or Path(args.text).exists():
        return _verify_match(args)
    if not args.digest:
        args.misused("the argument digest is missing")
    try:
        found = open_choice(args.text, args.digest)
    except SealError as refusal:
        raise CommandError(str(refusal)) from None
    if args.game and own_tables.load(args.game).digest != found.game:
        raise CommandError(f"The choice belongs to another description, with the digest {found.game}.")
    chosen = f"in round {found.round}, {found.player} chose {found.choice}"
    print(printable(f"The digest matches the text: {chosen}."))
    return 0


def _verify_match(args: argparse.Namespace) -> int:
    """Check the moves of a match.  If a digest is given, also check the deck.  Return the exit code.

    Raises CommandError, LaunchError.
    """
    head, text = read_journal(args.text)
    try:
        game = game_of(head)
        if own_tables.is_in_real_time(game):
            RealTimeMatch(game, head.seed, {}).play_again(text)
            return _verified(text, f"Every step of {head.game} follows from the keys.")
        match = GameMatch(own_tables.in_turns(game), head.seed, {})
        if args.digest:
            sealed = SealedText(head.secret, args.digest.lower())
            check_deck(match.game, head.seed, SealedDeck(sealed, head.cut), args.digest)
        match.play_again(text)
    except (SealError, MatchJournalError) as refusal:
        raise CommandError(f"{refusal}") from None
    rounds = plural(match.state.rounds + 1, "round")
    told = f"The cards of {rounds} follow from the sealed secret and the cut {head.cut!r}."
    return _verified(text, told if args.digest else f"All moves of {rounds} of {head.game} are legal.")


def _verified(text: str, told: str) -> int:
    """Print the result of a check.  Return 1 if the journal's last line is incomplete, otherwise 0."""
    print(printable(told + " But the last line is cut off and was skipped." * (text[-1] != "\n")))
    return int(text[-1] != "\n")
