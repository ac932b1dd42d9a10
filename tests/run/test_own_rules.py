"""`--rules` and `--without`: what is run, what is recorded, what is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.arguments import origin_of
from rogomatic.cli.own_game import OwnGame
from rogomatic.cli.rule_file import LadderSettings
from rogomatic.run.recordings.recording_store import header_of, record_game
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.runner.link import MemoryLink
from rogomatic.run.storage.run_file import manifest_of, read_run
from tests.run.command_line import rogomatic

MANUAL: Final = Path(__file__).resolve().parents[2] / "rogomatic" / "agent" / "README.md"
RULES: Final = '''
from rogomatic.own_rules import Act, No, acts, rule

@rule("drink early", before="fight or flee")
def drink_early(beliefs):
    """Quaff healing early."""
    return No("not today")

@rule("go down at once", instead_of="look around", most=1)
def go_down_at_once(beliefs):
    """Search once on each level."""
    return acts.search_once("my own reason")
'''


def rule_file(folder: Path, text: str = RULES) -> str:
    file = folder / "mine.py"
    file.write_text(text, "utf-8")
    return str(file)


def test_the_ladder_is_shown_with_the_changes(tmp_path: Path) -> None:
    done = rogomatic(["ladder", "--rules", rule_file(tmp_path), "--without", "rest"])
    names = [line.split(" | ")[0].strip("| ") for line in done.out.splitlines()]
    assert names[names.index("fight or flee") - 1] == "drink early"
    assert "go down at once" in names
    assert not {"look around", "rest"} & set(names)
    assert (
        f"running {tmp_path}/mine.py as Python code; its rules: drink early and go down at once" in done.err
    )


def test_the_rule_of_the_manual_stands_where_it_says(tmp_path: Path) -> None:
    found = re.search(
        r"^```python\n(from rogomatic.own_rules.*?)^```$", MANUAL.read_text("utf-8"), re.M | re.S
    )
    assert found is not None
    assert found[1].count("\n") <= 20
    done = rogomatic(["ladder", "--rules", rule_file(tmp_path, found[1])])
    assert "| drink early | Quaff a known potion of healing below half of the hit points" in done.out


@pytest.mark.slow
def test_a_game_is_played_by_them(tmp_path: Path) -> None:
    settings = LadderSettings(rule_file(tmp_path), RULES, ("wake a sleeper",))
    player = replace(default_players(), rules=settings)(40_000)
    play_game(40_000, lambda seed: MemoryLink(OwnGame("5.4")(seed)), lambda seed: player, Limits(turns=300))
    fired = player.trace.fired
    assert fired["go down at once"] >= 1
    assert not {"look around", "wake a sleeper", "drink early"} & set(fired)


@pytest.mark.slow
def test_a_batch_records_them(tmp_path: Path) -> None:
    out = tmp_path / "run.db"
    rogomatic([
        "batch", "--games", "2", "--first-seed", "40000", "--limit-turns", "100", "--jobs", "2", "-q",
        "--rules", rule_file(tmp_path), "--without", "wake a sleeper", "--out", str(out),
    ])  # fmt: skip
    manifest, rows = read_run(out)
    assert manifest.rules.startswith("mine.py sha256:")
    assert manifest.without == "wake a sleeper"
    assert [row.end_reason for row in rows] == ["turns", "turns"]


@pytest.mark.slow
def test_a_run_is_not_resumed_with_other_rules(tmp_path: Path) -> None:
    words = ["batch", "--games", "1", "--first-seed", "40000", "--limit-turns", "60", "-q"]
    words += ["--out", str(tmp_path / "run.db")]
    rogomatic([*words, "--without", "rest"])
    assert "without" in rogomatic([*words, "--resume"], code=1).err
    assert manifest_of(tmp_path / "run.db").rules == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = (", "mine.py, line 1: '(' was never closed."),
        ("\nx = 1 / 0\n", "mine.py, line 2: ZeroDivisionError: division by zero."),
        ("x = 1\n", "mine.py has no rules: mark functions with @rule(...)"),
        (RULES + RULES.replace("drink early", "drink late"), "is the name of an earlier rule's function"),
        (
            "from rogomatic.own_rules import rule\nrule('x')\n",
            "mine.py, line 2: The rule 'x' needs exactly one of before=",
        ),
        (
            RULES.replace("fight or flee", "fight or fle"),
            "mine.py, line 4: The ladder has no rule 'fight or fle'; did you mean fight or flee?\n",
        ),
        (RULES.replace("drink early", "rest"), "mine.py, line 4: There is a rule 'rest' already."),
        (
            RULES.replace('"drink early", before', "3, before"),
            "mine.py, line 4: A rule needs a one-line name",
        ),
        (
            RULES.replace('"drink early", before', '"", before'),
            "mine.py, line 4: A rule needs a one-line name",
        ),
        (
            RULES.replace('"drink early", before', '"a\\n", before'),
            "mine.py, line 4: A rule needs a one-line name",
        ),
        (
            RULES.replace('"fight or flee"', "4"),
            "mine.py, line 4: The rule 'drink early' needs exactly one of before=",
        ),
        (
            "from rogomatic.own_rules import rule\n@rule\ndef mine(beliefs): ...\n",
            "mine.py, line 2: A rule needs a one-line name",
        ),
        (
            "from rogomatic.own_rules import rule\nmine = rule('mine', before='rest')(3)\n",
            "mine.py, line 2: The rule 'mine' must be a function.",
        ),
        ("\nraise SystemExit(3)\n", "mine.py, line 2: SystemExit: 3."),
        (
            "class Odd(Exception):\n    def __str__(self):\n        return 1 / 0\nraise Odd\n",
            "mine.py, line 4: Odd.",
        ),
        ("x = '\0'\n", "mine.py: source code string cannot contain null bytes."),
    ],
)
def test_a_file_that_cannot_be_used_says_where(tmp_path: Path, text: str, said: str) -> None:
    done = rogomatic(["batch", "--games", "1", "--rules", rule_file(tmp_path, text)], code=1)
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_file_that_is_missing_says_so(tmp_path: Path) -> None:
    done = rogomatic(["watch", "--rules", str(tmp_path / "none.py")], code=1)
    assert "none.py cannot be read: No such file or directory." in done.err


@pytest.mark.slow
def test_a_rule_that_fails_in_play_is_a_crash_with_its_line(tmp_path: Path) -> None:
    text = RULES.replace('return No("not today")', "return beliefs.nothing")
    words = ["batch", "--games", "1", "--first-seed", "40000", "--rules", rule_file(tmp_path, text)]
    done = rogomatic([*words, "--out", str(tmp_path / "run.db")], code=1)
    assert "crashed 1" in done.out
    (row,) = read_run(tmp_path / "run.db")[1]
    line = 1 + text.splitlines().index("    return beliefs.nothing")
    assert row.error.startswith(f"{words[-1]}, line {line}: the rule 'drink early' failed: AttributeError: ")
    assert "has no attribute 'nothing'" in row.error
    assert row.error in done.err
    assert "Traceback" not in done.err
    for command in (["explain"], ["replay", "--print"]):
        told = rogomatic(
            [*command, "--seed", "40000", "--to-turn" if command[1:] else "--turn", "99", *words[-2:]], 1
        )
        assert f"The game ended (crashed): {row.error}\n" in told.err
        assert "This game does not reach turn 99: " in told.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "fails_from", "fails_to", "played"),
    [(7, 0, 99, 3), (3, 0, 99, 3), (5, 1, 99, 5), (5, 0, 2, 5)],
    ids=["fails always", "all are played", "fails later", "fails at first"],
)
def test_a_batch_ends_early_if_its_rule_fails_in_each_game(
    tmp_path: Path, games: int, fails_from: int, fails_to: int, played: int
) -> None:
    fails = f"{fails_from} <= MADE.index(id(beliefs)) < {fails_to}"
    note = f"id(beliefs) in MADE or MADE.append(id(beliefs)); HELD.append(beliefs); assert not {fails}"
    text = RULES.replace('return No("not today")', f'{note}; return No("")') + "MADE, HELD = [], []\n"
    file = rule_file(tmp_path, text)
    words = ["batch", "--first-seed", "40000", "--limit-commands", "9", "--rules", file, "--json"]
    done = rogomatic([*words, "--games", str(games)], code=1)
    assert json.loads(done.out)["games"] == played
    left = games - played
    said = f"games played all crashed with the rules of {file}; {left} of {games} were not played\n"
    assert (said in done.err) == (left > 0)


@pytest.mark.slow
def test_a_recording_is_replayed_by_the_rules_that_played_it(tmp_path: Path) -> None:
    file, out = rule_file(tmp_path), tmp_path / "game.cast"
    agents = replace(default_players(), rules=LadderSettings(file, RULES, ("wake a sleeper",)))
    header = header_of(origin_of(agents, "5.4"), 40_000, 0)
    recording, _ = record_game(40_000, InMemory(OwnGame("5.4")), agents, header, limits=Limits(commands=90))
    out.write_text(recording.text(), "ascii")
    asked = f"{out} was played with --rules: use --rules with mine.py sha256:"
    without = rogomatic(["replay", str(out), "--print"])
    assert asked in without.err
    assert "The agent did not choose" in without.err
    again = rogomatic(["replay", str(out), "--print", "--rules", file])
    assert asked not in again.err
    assert "The agent did not choose" not in again.err
    other = rule_file(tmp_path, RULES.replace("my own reason", "another"))
    assert f"{asked}" in rogomatic(["explain", str(out), "--rules", other]).err


@pytest.mark.slow
def test_a_kept_game_is_replayed_by_its_rules_only(tmp_path: Path) -> None:
    out, file = str(tmp_path / "run.db"), rule_file(tmp_path)
    words = ["batch", "--games", "1", "--first-seed", "40000", "--limit-turns", "60", "-q", "--rules", file]
    rogomatic([*words, "--without", "wake a sleeper", "--out", out])
    replay = ["replay", out, "--seed", "40000", "--print"]
    assert "use --rules with mine.py sha256:" in rogomatic(replay, code=1).err
    assert "another way" not in rogomatic([*replay, "--rules", file]).err


def test_a_decision_is_explained_by_them(tmp_path: Path) -> None:
    words = ["explain", "--seed", "40000", "--command", "8", "--without", "rest"]
    done = rogomatic([*words, "--rules", rule_file(tmp_path)])
    names = [line.strip().split("  ")[0] for line in done.out.splitlines()]
    assert "drink early" in names
    assert "rest" not in names


def test_what_a_file_and_its_rules_print_does_not_mix_with_the_output(tmp_path: Path) -> None:
    words = ["explain", "--seed", "40000", "--command", "8", "--rules"]
    silent = rogomatic([*words, rule_file(tmp_path)])
    prints = 'print("asked"); return No("not today")'
    spoken = rogomatic([
        *words, rule_file(tmp_path, RULES.replace('return No("not today")', prints) + 'print("read")\n')
    ])  # fmt: skip
    assert spoken.out == silent.out
    assert spoken.err.startswith("read\n")
    assert "\nasked\nasked\n" in spoken.err


def test_a_file_that_is_no_text_and_a_rule_left_out_twice(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(b"a\x81")
    done = rogomatic(["ladder", "--rules", str(tmp_path / "mine.py")], code=1)
    assert "mine.py cannot be read: it is not UTF-8 text." in done.err
    twice = rogomatic(["ladder", "--without", "rest", "--without", "rest"])
    assert twice.out == rogomatic(["ladder", "--without", "rest"]).out
