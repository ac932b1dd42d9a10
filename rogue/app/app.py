"""Launch a game, then record its result."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from signal import SIGQUIT
from typing import TYPE_CHECKING, Final

from rogue.app.config import LaunchOptions, asked_options, choose_seed, is_plain_terminal, option_text
from rogue.shared.errors import LaunchError, printable, printable_line, reason_of, refusing
from rogue.shared.program_start import FAILED, need_input, need_output
from rogue.shared.terminal_kinds import refuse_kind
from rogue.storage.places import history_file, home_folder, scores_file

if TYPE_CHECKING:
    from rogue.app.interactive import InteractiveRun
    from rogue.app.session_host import SessionHost
    from rogue.state.world import Options
    from rogue.tables.ruleset import Ruleset
    from rogue.terminal.pipe_mode import Ended
    from rogue.ui.end_screens import ScoreRow
    from rogue.ui.journal import Start
    from rogue.ui.session import Session
    from rogue.variants.variant import Variant

SMALLEST: Final = (24, 80)
TOO_SMALL: Final = 7
COLUMNS: Final = 80  # width of lists without a terminal
HELLO_WIZARD: Final = "Hello {name}, welcome to dungeon #{seed}"
LEFT: Final = 20
RECOVERS: Final = "`rogue --recover` continues it"
NONCE_BYTES: Final = 32  # length of the random part of a commitment
SIGNALLED: Final = 128  # exit code minus the signal's number, for an interactive game


def launch(chosen: LaunchOptions, env: Mapping[str, str]) -> int:
    """Play the requested game.  Return the exit code.  Raises LaunchError if the game cannot begin.

    The game runs in plain mode if --plain is given, if there is no terminal, or if `is_plain_terminal` is
    true for TERM.
    """
    need_input()
    need_output()
    has_terminal = _has_terminal()
    plain = chosen.plain or not has_terminal or is_plain_terminal(env.get("TERM", ""))
    if has_terminal and not chosen.plain and env.get("TERM"):
        check_kind(env, "  Use --plain if a program plays.")
    check_size()
    person = None if plain else _person(chosen, env)
    is_told = not chosen.is_new if person else _is_told(person) and not _errors_go_to_the_screen()
    if is_told:  # a new game in a window says it itself
        for sentence in _useless_options(env):
            _report(sentence)
    session = _begin(chosen, person, env)
    if person is not None and not chosen.is_new:
        person.go_on(session.recording)
    if chosen.die:
        session.feed(b"")
        session.die("bat")
    try:
        ended = _play(session, chosen, person)
    except BaseException:  # record the result of a finished game even after an error
        if session.session.outcome is not None:
            _end(session.session, env, person)
        if person is not None:
            person.closing_lines(None)
        raise
    code = _finish(session, ended, chosen, person, env, has_terminal)
    if person is not None:
        _print_lines(person.closing_lines(session.session.outcome))
    return code


def _person(chosen: LaunchOptions, env: Mapping[str, str]) -> InteractiveRun:
    from rogue.app.interactive import InteractiveRun

    return InteractiveRun(env, chosen)


def _begin(chosen: LaunchOptions, person: InteractiveRun | None, env: Mapping[str, str]) -> SessionHost:
    from rogue.app import game_loader

    plain = person is None
    if chosen.savefile is not None:
        loaded = game_loader.restored_game(chosen, plain, env)
    elif chosen.recover is not None:
        loaded = game_loader.recovered_game(chosen, env)
    else:
        start = _start(chosen, person, env)
        loaded = game_loader.new_game(start, chosen, env)
        if chosen.prove:
            _show_commitment(start, loaded.session)
        if plain:
            _greet(start, seeded=chosen.seed is not None or bool(env.get("SEED")))
    if loaded.report:
        _report(loaded.report)
    return loaded.session


def _start(chosen: LaunchOptions, person: InteractiveRun | None, env: Mapping[str, str]) -> Start:
    import time

    from rogue.app.game_loader import abilities
    from rogue.ui.journal import Start

    variant = None if chosen.variant is None else asked_variant(chosen.variant, env)
    edition = chosen.edition if variant is None else variant.rules.edition
    text = option_text(chosen.name, env, person.option_words if person else "")
    name = _options(text).name
    seed = choose_seed(chosen.seed, name, env, proven=chosen.prove)
    if chosen.prove:
        from rogue.proof import provable_options

        text = provable_options(text)
    start = Start(
        seed=seed,
        edition=edition,
        options=text,
        year=time.localtime().tm_year,
        home="" if chosen.prove else home_folder(),
        helpers=chosen.helpers,
        wizard=chosen.wizard,
        able=abilities(chosen, person is None),
        greeted=person is not None,
        notices=(*person.notices, *_useless_options(env)) if person else (),
        variant=variant,
        nonce=os.urandom(NONCE_BYTES).hex() if chosen.prove else "",
    )
    if not chosen.prove:
        return start
    from rogue.proof import commitment_of, commitment_text

    digits = commitment_of(commitment_text(start))  # a longer prefix would leave no room for --More--
    return replace(start, notices=(*start.notices, f"Hash: {digits}"))


def known_file(env: Mapping[str, str]) -> str:
    """Return where a person's game is saved: the option `file` of ROGUEOPTS, or else the default path."""
    from rogue.ui.input_modes import default_save_file

    return _options(asked_options(None, env)).file or default_save_file(home_folder())


def _useless_options(env: Mapping[str, str]) -> tuple[str, ...]:
    """Return a tuple with a single sentence, which lists the parts of ROGUEOPTS that are unknown.

    Return () if all parts are known.  If the sentence is long, it is cut to leave room for --More-- after it
    on the line.
    """
    from rogue.app.game_loader import NOTICE_WIDTH
    from rogue.ui.options import meaningless

    parts = meaningless(env.get("ROGUEOPTS", ""))
    text = f"Not understood in ROGUEOPTS: {', '.join(parts)}"
    return ((text if len(text) <= NOTICE_WIDTH else f"{text[: NOTICE_WIDTH - 3]}..."),) if parts else ()


def _show_commitment(start: Start, session: SessionHost) -> None:
    """Write the values that determine the game to a file in the journal's folder.

    Also print the hash of this text, which is the game's commitment.  Raises LaunchError if the game has no
    complete journal, or if the file cannot be written.
    """
    from rogue.proof import commitment_of, commitment_text
    from rogue.shared.files import write_atomically

    journal = session.journal_file
    if journal is None or journal.trouble:
        raise LaunchError("--prove needs a journal: add --journal FILE")
    text = commitment_text(start)
    path = journal.path.with_name(journal.path.name + ".commitment")
    try:
        write_atomically(path, text.encode("ascii"))
    except OSError as error:
        raise LaunchError(f"The commitment cannot be written to {path}: {reason_of(error)}.") from error
    _report(f"Commitment of this game:\n{commitment_of(text)}")
    _report(f"Give these digits to somebody before you play; their text is {path}, which shows the dungeon.")


def asked_variant(asked: str, env: Mapping[str, str]) -> Variant:
    """Load a variant by its name or the path of its file.

    Raises VariantError if the variant has problems.  The error has one line for each problem.
    """
    from rogue.storage.variant_files import load_variant

    return load_variant(asked, env)


def _play(session: SessionHost, chosen: LaunchOptions, person: InteractiveRun | None) -> Ended:
    """Play until the game is closed or the player disconnects.  Return how play ended."""
    if person is None:
        from rogue.terminal.pipe_mode import play as play_plain

        return play_plain(session, chosen.signal_ends)
    from rogue.terminal.interactive_terminal import play

    try:
        person.play(session.session, partial(play, session))
    except SystemExit as stop:  # a signal
        return "left" if stop.code == SIGNALLED + SIGQUIT else "gone"
    return "closed" if session.session.closed else "gone"


def _finish(
    session: SessionHost,
    ended: Ended,
    chosen: LaunchOptions,
    person: InteractiveRun | None,
    env: Mapping[str, str],
    has_terminal: bool,
) -> int:
    """Record the score of a finished game, or save an unfinished one.  Return the exit code."""
    if ended == "gone" and chosen.signal_ends:
        session.recording.hang_up()
    outcome = session.session.outcome
    if outcome is not None:
        code = _end(session.session, env, person)
        session.close(outcome.how)  # before the text dump, which may draw dice to name items
        if person is not None:
            _report_farewell(session, env)
        _set_aside_journal(session, env)
        return code
    if session.saved_to is not None:
        session.close("saved")
        _set_aside_journal(session, env)
        if person is not None:
            _report_saved(session.saved_to)
        return 0
    told = _is_told(person)
    if ended == "left":
        _leave(session, person, told)
        return LEFT
    return _rescue(session, env, has_terminal, told)


def _is_told(person: InteractiveRun | None) -> bool:
    """Return whether messages may be written to standard error.

    Messages are forbidden if the player is a program and standard error is a terminal, because the program
    would read them as part of the game's screen.
    """
    return person is not None or not sys.stderr.isatty()


def _errors_go_to_the_screen() -> bool:
    """Return whether standard error and standard output are the same file, as with `2>&1`.

    A program would then read error messages as part of the game's screen.
    """
    with suppress(OSError):  # one may be closed
        return os.path.samestat(os.fstat(1), os.fstat(2))
    return False


def _leave(session: SessionHost, person: InteractiveRun | None, told: bool) -> None:
    """Print the farewell for a game that was ended by a signal.

    If `told` is true, also print how to recover the game.
    """
    from rogue.ui.session import BYE

    if person is not None:
        _print_lines([session.session.world.rules.words.phrases.turned(BYE)])
    journal = session.journal_file
    if told and journal is not None:
        after = f"its journal is incomplete: {journal.trouble}" if journal.trouble else RECOVERS
        _report(f"The game was not saved; {after}.")


def _set_aside_journal(session: SessionHost, env: Mapping[str, str]) -> None:
    """If the game's journal is incomplete, tell the player.

    If that journal is in the journal folder, also rename it.
    """
    from rogue.app.game_loader import DAMAGED
    from rogue.storage.places import journals_folder

    journal = session.journal_file
    if journal is None or not journal.trouble:
        return
    path = journal.path
    if path.parent == journals_folder(env):  # there it would count as an interrupted game
        with suppress(OSError):
            path = path.rename(path.with_suffix(DAMAGED))
    _report(f"The journal {path} is incomplete: {journal.trouble}.")


def _report_farewell(session: SessionHost, env: Mapping[str, str]) -> None:
    """Print the paths of a finished game's files, and the commands that replay the game."""
    import time

    from rogue.app.interactive import farewell_lines

    journal = session.journal_file
    path = journal.path if journal is not None and not journal.trouble else None
    lines = farewell_lines(session.session, time.strftime("%Y-%m-%dT%H:%M:%S"), path, env)
    start = session.recording.start
    if start.nonce:
        from rogue.proof import commitment_of, commitment_text

        lines.append(f"Commitment: {commitment_of(commitment_text(start))}")
    _print_lines(lines)


def _print_lines(lines: Sequence[str]) -> None:
    """Print lines after a game.  Ignore the error if standard output is closed."""
    from rogue.terminal.pipe_mode import write

    with suppress(OSError):
        write("".join(f"{printable_line(line)}\n" for line in lines).encode(errors="replace"))


def _report_saved(path: Path) -> None:
    from rogue.shared.command_lines import command_for, short_path
    from rogue.terminal.pipe_mode import write

    where = printable(short_path(path))
    text = f"The game is saved in {where}; to continue it:\n    {command_for('rogue')} {where}\n"
    with suppress(OSError):  # the output may be closed
        write(text.encode(errors="replace"))


def _rescue(session: SessionHost, env: Mapping[str, str], has_terminal: bool, told: bool) -> int:
    """Save the game of a disconnected player (SAV-2).  Return the exit code.

    `told` is whether to print the command that continues the saved game.
    """
    from rogue.app.game_loader import keep_journal
    from rogue.shared.command_lines import short_path
    from rogue.ui.input_modes import default_save_file

    try:
        path, said = session.rescue(default_save_file(home_folder()), has_terminal=has_terminal)
    except (OSError, ValueError) as error:
        _report(f"The game could not be saved: {reason_of(error)}. {keep_journal(session, env)}")
        return 1
    session.close("saved")
    _set_aside_journal(session, env)
    if said:
        _report(said)
    if told:
        _report(f"The game is saved; `rogue {short_path(path)}` continues it.")
    return 0


def _report(sentence: str) -> None:
    """Print "rogue: " followed by a sentence to standard error.  Ignore errors of writing."""
    from rogue.shared.command_lines import runnable

    with suppress(OSError):
        print(f"rogue: {runnable(printable(sentence))}", file=sys.stderr)


def show_scores(path_text: str, name: str | None, env: Mapping[str, str], asked: str | None = None) -> int:
    """Print a score list.  Return the exit code.  Raises LaunchError.

    path_text  the file of the list, or "" for the usual file
    name       the player's name, or None if none is given
    asked      the name or file of the list's variant, or None for the list that the editions share
    """
    from rogue.storage.scorefile import ScoreFileError, read_scores
    from rogue.ui.end_screens import NO_SCORES, score_lines

    need_output()
    rules = None if asked is None else asked_variant(asked, env).rules
    path = Path(path_text) if path_text else _score_path(_options(option_text(name, env)), env, rules)
    if path_text and not path.exists():
        raise LaunchError(f"{path} does not exist")
    try:
        rows = read_scores(path)
    except ScoreFileError as error:
        raise LaunchError(str(error)) from error
    if any(row.score > 0 for row in rows):
        print("\n".join(score_lines(rows, seeds=sys.stdout.isatty())))
    else:
        print(NO_SCORES)
    sys.stdout.flush()
    return 0


def show_history(env: Mapping[str, str], *, as_json: bool) -> int:
    """Print this person's finished games, with totals.  Return the exit code.  Raises LaunchError."""
    from rogue.storage.history import history_json, history_lines, read_games
    from rogue.terminal.window import window_size

    need_output()
    path = history_file(env)
    with refusing(path):
        history = read_games(path)
    width = window_size(sys.stdout.fileno(), env).columns if sys.stdout.isatty() else COLUMNS
    print(history_json(history) if as_json else "\n".join(history_lines(history.games, width)))
    sys.stdout.flush()
    for trouble in history.troubles:
        _report(trouble)
    return 0


def _options(text: str) -> Options:
    from rogue.ui.options import read_options

    return read_options(text, home_folder())


def _score_path(options: Options, env: Mapping[str, str], rules: Ruleset | None) -> Path:
    """Return the path of a game's score list.  A variant has a separate list in the same folder (VAR-10)."""
    path = Path(os.path.expanduser(options.score)) if options.score else scores_file(env)
    if rules is None or not rules.variant:
        return path
    return path.with_name(f"{path.stem}-{rules.variant}-{rules.digest[:8]}{path.suffix}")


def _greet(start: Start, *, seeded: bool) -> None:
    """Print the greeting that a program gets before the first screen (SCREEN.md 14).

    In older editions, the greeting is different if the player chose the seed.
    """
    from rogue.tables.edition_table import EDITIONS
    from rogue.terminal.pipe_mode import write

    words = EDITIONS[start.edition].words
    hello = HELLO_WIZARD if start.wizard else words.hello_seeded if seeded else words.hello
    write(hello.format(name=_options(start.options).name, seed=start.seed).encode("ascii", "replace"))


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def check_kind(env: Mapping[str, str], advice: str = "") -> None:
    """Raise LaunchError with some advice if TERM names a kind of terminal that cannot show a game."""
    if refusal := refuse_kind(env.get("TERM", "")):
        raise LaunchError(refusal + advice)


def check_size() -> None:
    """Raise LaunchError if the window is too small.  A pipe is accepted because it has no size."""
    from rogue.terminal.window import window_size

    if not sys.stdout.isatty():
        return
    cols, rows = window_size(sys.stdout.fileno())
    if rows < SMALLEST[0] or cols < SMALLEST[1]:
        raise LaunchError(
            f"Sorry, the current screen only has {rows} lines and {cols} columns.\n"
            f"The screen must have at least {SMALLEST[0]} lines and {SMALLEST[1]} columns.",
            TOO_SMALL,
        )


def _end(session: Session, env: Mapping[str, str], person: InteractiveRun | None) -> int:
    """Record the score, and print the score list.  If a person has played, highlight the new row.

    Return the exit code, which is FAILED if the score of a person's game could not be saved.
    """
    import time

    from rogue.terminal.pipe_mode import write
    from rogue.ui.end_screens import score_lines

    outcome = session.outcome
    assert outcome is not None
    time_ended = time.strftime("%Y-%m-%dT%H:%M:%S")
    row = outcome.row(time_ended)
    remarks = person.end(session, time_ended) if person else []
    if person is None and _has_terminal():
        from rogue.app.interactive import enter_coached

        remarks = enter_coached(session, time_ended, env)
    rows, trouble = _entered(session, row, env)
    if person is not None and trouble:
        rows = _listed(session, env)[0]  # the list on disk, perhaps without this game
    with suppress(OSError):  # the output may be closed
        words = session.world.rules.words
        lines = score_lines(
            rows, row if person else None, seeds=person is not None, words=words, edition=outcome.edition
        )
        if person:
            lines = _with_remarks(lines, rows, session)
        write(("\n".join(lines) + "\n").encode())
    for text in (trouble, *remarks):
        if text:
            _report(text)
    return FAILED if person is not None and trouble and row.score > 0 and row not in rows else 0


def _with_remarks(lines: list[str], rows: Sequence[ScoreRow], session: Session) -> list[str]:
    """Return the lines of the score list with remarks for the person whose game has ended.

    One remark names the dungeon.  If the list is empty, or if games like this one are never listed, another
    remark tells the person.
    """
    from rogue.ui.end_screens import NO_SCORES

    assert session.outcome is not None
    last = f"This was dungeon {session.outcome.seed}."
    if session.world.unscored:
        last += "  Wizard games are not listed."
    elif session.outcome.score <= 0:
        last += "  Games without gold are not listed."
    empty = [] if any(row.score > 0 for row in rows) else [NO_SCORES, ""]
    return [*(lines[:-1] if empty and not lines[-1] else lines), *empty, last]


def _entered(session: Session, row: ScoreRow, env: Mapping[str, str]) -> tuple[list[ScoreRow], str]:
    """Add a game to the score list if it has a score and was never in wizard mode (END-6).

    Return the list and an error message.  The message is "" if there was no error.
    """
    from rogue.storage.scorefile import add_score

    if session.world.unscored or row.score <= 0:
        return _listed(session, env)
    options = session.options
    lock = Path(os.path.expanduser(options.lock)) if options.lock else None
    return add_score(_score_path(options, env, session.world.rules), row, lock, named=bool(options.score))


def _listed(session: Session, env: Mapping[str, str]) -> tuple[list[ScoreRow], str]:
    """Return a game's score list and an error message.  The message is "" if there was no error."""
    from rogue.storage.scorefile import ScoreFileError, read_scores

    try:
        return read_scores(_score_path(session.options, env, session.world.rules)), ""
    except ScoreFileError as error:
        return [], str(error)
