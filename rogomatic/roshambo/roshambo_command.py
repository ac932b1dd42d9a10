"""The command `roshambo`: a tournament of bots, or a match against a person."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Final, NoReturn

from rogue.shared.command_lines import MAX_SEED, Commands, add_command, command_for, positive
from rogue.shared.errors import CommandError
from rogue.shared.program_start import need_input
from rogue.shared.seeds import read_seed
from rogue.shared.wording import listed, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rogomatic.roshambo.throws import Past
    from rogomatic.roshambo.tournament import PairResult, Placing

    _Numbered = tuple[int, PairResult]

HELP: Final = """Play a tournament of rock, paper and scissors: twenty simple bots, a player after Iocaine
Powder, both predictors with and without second thoughts, and a reader of strategies. Print the ranking and
the cross table of mean scores."""
PLAY_HELP: Final = """Play a match against one of them. Each of its throws is fixed before yours; v shows
that, by a digest (SHA-256) before and the text of it behind your throw."""
VERIFY_HELP: Final = "Check that a revealed text is the one that a digest was shown for."
KEYS_HELP: Final = """r rock, p paper, s scissors (each loses to the next), q ends the match;
v shows from here on the proof that each throw is fixed before yours"""
_KEYS: Final = "rps"
_PROOF: Final = "v"
_MAX_COLUMNS: Final = 8
_ALL: Final = "all"


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    brief = "play rock, paper, scissors with the predictors"
    parser = add_command(commands, "roshambo", brief, HELP, _tournament)
    option = parser.add_argument
    option("--players", default=_ALL, metavar="A,B,...", help="names of the ranking (default all)")
    option("--turns", type=positive, default=1000, metavar="N", help="of a match (default 1000)")
    option("--matches", type=positive, default=5, metavar="N", help="of each pair (default 5)")
    option("--seed", type=partial(read_seed, end=MAX_SEED + 1), default=1, help="of the dice (default 1)")
    option("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print exactly one JSON object")
    form.add_argument("--csv", action="store_true", help="print a line for each pair")
    actions = parser.add_subparsers(title="instead of a tournament", metavar="[ACTION]")
    play = add_command(actions, "play", "play a match yourself", PLAY_HELP, _play)
    play.add_argument("--against", default="MH", metavar="NAME", help="(default MH)")
    play.add_argument("--turns", type=positive, default=50, metavar="N", help="(default 50)")
    check = add_command(actions, "verify", "check a revealed choice", VERIFY_HELP, _verify)
    check.add_argument("text", help="as it was revealed, in quotes")
    check.add_argument("digest", help="as it was shown before")


def _tournament(args: argparse.Namespace) -> int:
    """Play all pairs and print the results."""
    from rogomatic.roshambo.tournament import pairs, play_pair
    from rogomatic.run.runner.engines import Local

    names = _named(args, args.players)
    if len(names) < 2:
        args.misused("a tournament needs two players or more")
    tasks = pairs(names)
    do = partial(
        _play_numbered, partial(play_pair, turns=args.turns, matches=args.matches, seed=args.seed), tasks
    )
    played = Local(args.jobs)(range(len(tasks)), do, _lost, lambda: False)
    results = [result for _, result in sorted(_with_progress(played, len(tasks)))]
    if args.json:
        print(json.dumps(_as_json(args, names, results)))
    elif args.csv:
        _print_pairs(results)
    else:
        _print_tables(args, names, results)
    return 0


def _with_progress(played: Iterable[_Numbered], total: int) -> Iterator[_Numbered]:
    """Yield the results of pairs, and show progress on a terminal."""
    from rogomatic.run.reports.progress import changing_line, in_hours

    if not sys.stderr.isatty():
        yield from played
        return
    started = time.monotonic()
    with changing_line(total) as draw:
        draw(0, f"0/{total} pairs")
        for done, numbered in enumerate(played, 1):
            remaining = (time.monotonic() - started) * (total - done) / done
            draw(done, f"{done}/{total} pairs, {in_hours(remaining)} left")
            yield numbered


def _play_numbered(play: partial[PairResult], tasks: Sequence[tuple[str, str]], number: int) -> _Numbered:
    """Play one pair and return its number and result."""
    return number, play(*tasks[number])


def _lost(number: int, why: str, _late: bool) -> NoReturn:
    raise CommandError(f"The process with pair {number + 1} was lost: {why}.")


def _named(args: argparse.Namespace, players: str) -> list[str]:
    """Return the named players, each once.  Raises SystemExit for an unknown name."""
    from rogomatic.roshambo.tournament import ENTRANTS

    names = list(ENTRANTS) if players == _ALL else list(dict.fromkeys(players.split(",")))
    unknown = [name for name in names if name not in ENTRANTS]
    if unknown:
        args.misused(f"there is no player {unknown[0]!r}: choose from {listed(list(ENTRANTS))}")
    return names


def _as_json(args: argparse.Namespace, names: list[str], results: list[PairResult]) -> dict[str, object]:
    from rogomatic.roshambo.tournament import ENTRANTS, lucky_score, ranking

    standings: list[dict[str, object]] = []
    for one in ranking(names, results, args.turns):
        skill = {"wins": one.skill.wins, "losses": one.skill.losses, "mean": one.skill.mean()}
        standings.append({**one._asdict(), "summary": ENTRANTS[one.name].summary, "skill": skill})
    return {
        "turns": args.turns, "matches": args.matches, "seed": args.seed,
        "lucky_score": lucky_score(args.turns),
        "ranking": standings,
        "pairs": [result._asdict() for result in results],
    }  # fmt: skip


def _print_pairs(results: list[PairResult]) -> None:
    from rogue.shared.confidence import mean_and_error

    print("first,second,matches,mean,error")
    for one in results:
        mean, error = mean_and_error(one.scores)
        figures = ["" if value is None else f"{round(value, 1) + 0.0:.1f}" for value in (mean, error)]
        print(f"{one.first},{one.second},{len(one.scores)},{','.join(figures)}")


def _print_tables(args: argparse.Namespace, names: list[str], results: list[PairResult]) -> None:
    """Print the ranking and the cross table, which omits the columns of simple bots if it is wide."""
    from rogomatic.roshambo.tournament import SIMPLE, cross_table, ranking

    standings = ranking(names, results, args.turns)
    _print_ranking(standings)
    table, order = cross_table(results), [one.name for one in standings]
    columns = [name for name in order if name not in SIMPLE] if len(order) > _MAX_COLUMNS else order
    has_errors = any(error is not None for _, error in table.values())
    print(f"\nMean score of a match, row against column{', with its standard error' * has_errors}")
    print(" " * 5 + "".join(f"{name:>10}" for name in columns or order))
    for row in order:
        cells = [_cell(table.get((row, other))) for other in columns or order]
        print(f"{row:<5}" + "".join(f"{cell:>10}" for cell in cells))


def _cell(figures: tuple[float, float | None] | None) -> str:
    from rogue.shared.confidence import with_error

    return "." if figures is None else with_error(*figures)


def _print_ranking(standings: list[Placing]) -> None:
    from rogomatic.roshambo.tournament import ENTRANTS

    print("    name points  mean error  won drawn lost  skill (90%)     what it is")
    for place, one in enumerate(standings, 1):
        low, high = (one.skill.quantile(share) for share in (0.05, 0.95))
        skill = f"{one.skill.mean():.2f} {low:.2f}-{high:.2f}"
        error = "-" if one.error is None else round(one.error)
        print(
            f"{place:>3} {one.name:<4}{one.points:>7}{round(one.mean):>6}{error:>6}"
            f"{one.won:>5}{one.drawn:>6}{one.lost:>5}  {skill}  {ENTRANTS[one.name].summary}"
        )


def _play(args: argparse.Namespace) -> int:
    """Play a match against the person at the terminal."""
    from rogomatic.roshambo.throws import Past, commit, points
    from rogomatic.roshambo.tournament import ENTRANTS, skill_of
    from rogue.shared.sealed_text import NONCE_DIGITS
    from rogue.shared.seeds import Dice

    (name,) = _named(args, args.against)[:1]
    bot, past, dice = ENTRANTS[name].make(), Past(), Dice(secrets.token_hex(16))
    print(f"You play {args.turns} turns against {name}: {ENTRANTS[name].summary}.\n{KEYS_HELP}.")
    proves = proved = False
    for turn in range(1, args.turns + 1):
        theirs = bot.choose(past, dice)
        commitment = commit(theirs, secrets.token_hex(NONCE_DIGITS // 2))
        fixed = f"Its throw is fixed by\n{commitment.digest}"
        print(f"\nTurn {turn}." + f"  {fixed}" * proves)
        answer = _ask()
        while answer == _PROOF:
            proves = proved = True
            print(fixed)
            answer = _ask()
        revealed = f"\nrevealed:\n{commitment.text}" * proves
        own = _KEYS.find(answer) if answer else -1
        if own < 0:
            print(revealed.lstrip())
            break
        past.add(theirs, own)
        print(f"{_outcome(own, theirs)}  Score: {_signed(-past.score)}{revealed}")
    if past.own:
        results = [(points(*pair) + 1) / 2 for pair in zip(past.other, past.own, strict=True)]
        _print_end(past, skill_of(results).mean(), proved)
    return 0


def _ask() -> str:
    """Return the key of a throw, the key for the proof, or "" at the end.

    Raises OSError for a closed input.
    """
    need_input()
    while True:
        try:
            answer = input("your throw (r, p, s): ").strip().lower()
        except EOFError:
            print()
            return ""
        if answer == "q":
            return ""
        if answer and answer in (*_KEYS, _PROOF):
            return answer
        print(KEYS_HELP)


def _outcome(own: int, theirs: int) -> str:
    from rogomatic.roshambo.throws import NAMES, points

    words = {1: "you win.", 0: "a tie.", -1: "you lose."}[points(own, theirs)]
    return f"Your {NAMES[own]} against its {NAMES[theirs]}: {words}"


def _signed(score: int) -> str:
    return f"{score:+d}" if score else "0"


def _print_end(past: Past, skill: float, proved: bool) -> None:
    turns, score = plural(len(past.own), "turn"), _signed(-past.score)
    print(
        f"\n{turns}, score {score}.  Your skill against it, in which late turns weigh more: {skill:.2f} "
        "(0.50 is even)."
    )
    if proved:
        print(f"To check a turn: {command_for('rogomatic', 'roshambo', 'verify')} 'TEXT' DIGEST")


def _verify(args: argparse.Namespace) -> int:
    """Check a commitment."""
    from rogomatic.roshambo.throws import NAMES, verify
    from rogue.shared.sealed_text import SealError

    try:
        throw = verify(args.text, args.digest)
    except SealError as refusal:
        raise CommandError(str(refusal)) from None
    print(f"The digest is that of this text: the choice was {NAMES[throw]}.")
    return 0
