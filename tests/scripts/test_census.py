"""The census: every figure of the rules in small samples, and that a wrong rule would show."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from math import inf, isnan, sqrt
from pathlib import Path
from types import ModuleType

import pytest

from rogue.state.rng import Rng
from scripts.lib.census import monsters, surveys
from scripts.lib.census.figure import Figure, mean, share, shares
from scripts.lib.census.levels import BANDS
from scripts.lib.census.surveys import RULES, SURVEYS, Counted, Survey, take
from tests.support.script_runs import module_of, run_script

pytestmark = pytest.mark.slow


LEVELS = 60
ERRORS = 5.0
"""Standard errors allowed in the small samples: other dice in a rule must not fail a test by chance."""


CERTAIN = {"CHK-14", "CHK-15", "CHK-23", "HPX-2", "VMN-41"}
"""Rules whose figures no dice decide."""


def name_of(survey: Survey) -> str:
    return f"{survey.rules[0]} {survey.rules[-1]}"


def survey_of(rule: str) -> Survey:
    return next(survey for survey in SURVEYS if rule in survey.rules)


@pytest.mark.parametrize("survey", SURVEYS, ids=name_of)
def test_the_game_meets_the_figures(survey: Survey) -> None:
    """CHK-1 to CHK-35 and DEP-1 to DEP-33.

    Counted besides: CMB-24, GEN-7, GEN-36, GEN-41, GEN-42, HPX-2, HPX-3, ITM-3, ITM-5 to ITM-7, MON-3,
    MON-12, RND-7, RND-8, SPC-10, SPC-11, TRP-11, VMN-41 to VMN-44, MNC-19.
    """
    figures = survey.run(LEVELS, 3)
    assert [figure for figure in figures if not figure.fits(ERRORS)] == []
    assert {figure.rule for figure in figures} == set(survey.rules)
    assert len({figure.key for figure in figures}) == len(figures)
    assert all(figure.count for figure in figures)


def test_every_figure_of_the_rules_is_counted() -> None:
    assert {f"CHK-{n}" for n in range(1, 36)} | {f"DEP-{n}" for n in range(1, 34)} <= RULES


def test_the_distances_spread_as_chance_would_have_it() -> None:
    """Standard errors that are too wide would hide what is wrong."""
    counted = [*survey_of("CHK-1").run(LEVELS, 100), *survey_of("RND-8").run(LEVELS, 101)]
    free = [abs(figure.sigma) for figure in counted if figure.error]
    assert len(free) > 100
    assert 0.65 < sum(free) / len(free) < 0.95  # sqrt(2 / pi) is 0.80


@pytest.mark.parametrize(
    "survey",
    [
        pytest.param(survey, marks=pytest.mark.long) if number % 3 else survey
        for number, survey in enumerate(SURVEYS[len(BANDS) - 1 :])
    ],
    ids=name_of,
)
def test_loaded_dice_are_found(survey: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that fall low put figures of every rule out that has dice at all."""
    fair = Rng.rnd
    monkeypatch.setattr(Rng, "rnd", lambda rng, n: min(fair(rng, n) for _ in range(5)))
    out = {figure.rule for figure in survey.run(LEVELS, 3) if not figure.fits(ERRORS)}
    assert out == set(survey.rules) - CERTAIN


def test_dep_33_wanderers_at_the_amulet_and_below() -> None:
    """DEP-33: the shares of those that stay away go to the others."""
    for depth in range(1, 41):
        assert sum(monsters.wanderers_at(depth).values()) == pytest.approx(1)
        assert sum(monsters.KINDS_AT[min(depth, 32)].values()) == pytest.approx(1)
    assert monsters.wanderers_at(31) == pytest.approx(dict.fromkeys("MVGJ", 0.25))
    assert monsters.wanderers_at(2)["K"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("stated", "ours", "error", "fits"),
    [
        (100, 103, 1.0, True),
        (100, 103.1, 1.0, False),
        (100, 96.9, 1.0, False),
        (100, 101, 0.01, True),
        (100, 101.1, 0.01, False),
        (100, 101, 0.0, False),
        (100, 100, 0.0, True),
        (0, 0.001, 0.0, False),
        (0, float("nan"), 0.0, False),
    ],
)
def test_a_figure_fits_in_3_errors_or_1_percent(stated: float, ours: float, error: float, fits: bool) -> None:
    assert Figure("CHK-1", "made up", stated, ours, error, 10).fits() is fits


def test_the_error_of_a_share_is_binomial_with_one_count_more() -> None:
    figure = share("CHK-1", "made up", 0.5, [True, False, False, False])
    assert (figure.measured, figure.count) == (0.25, 4)
    assert figure.error == pytest.approx(sqrt(0.25 / 4 + 1 / 16))
    assert figure.sigma == pytest.approx(-0.25 / sqrt(0.125))


def test_a_share_of_none_or_all_has_no_error() -> None:
    assert share("CHK-1", "made up", 0, [False] * 9).fits()
    assert share("CHK-1", "made up", 0, [False] * 9 + [True]).sigma == inf
    assert share("CHK-1", "made up", 1, [True] * 9 + [False]).sigma == -inf


def test_a_value_that_should_not_be_there_is_a_figure_of_its_own() -> None:
    rows = shares("CHK-1", "made up", {1: 0.5, 2: 0.5}, [1, 2, 3, 3])
    assert [(row.what, row.measured) for row in rows] == [
        ("made up: 1", 0.25), ("made up: 2", 0.25), ("made up: any other", 0.5),
    ]  # fmt: skip
    assert not rows[-1].fits()


def test_the_error_of_a_mean_comes_from_its_values() -> None:
    figure = mean("CHK-1", "made up", 2.0, [1, 2, 3, 4])
    assert figure.measured == 2.5
    assert figure.error == pytest.approx(sqrt(5 / 3) / 2)
    assert mean("CHK-1", "made up", 7, [7, 7]).fits()
    assert not mean("CHK-1", "made up", 7.01, [7, 7]).fits()
    assert mean("CHK-1", "made up", 5, [7], spread=1.5).error == 1.5


@pytest.mark.parametrize("compare", [share, mean])
def test_nothing_counted_fits_nothing(compare: Callable[..., Figure]) -> None:
    figure = compare("CHK-1", "made up", 0, [])
    assert isnan(figure.measured)
    assert not figure.fits()


def stub(monkeypatch: pytest.MonkeyPatch, *answers: float) -> list[tuple[int, int]]:
    """Let the only survey give these counts one after the other; return what it is asked."""
    asked: list[tuple[int, int]] = []

    def count(size: int, seed: int) -> list[Figure]:
        ours = answers[len(asked)]
        asked.append((size, seed))
        return [Figure("CHK-1", "made up", 100, ours, 1.0, size), Figure("CHK-2", "good", 1, 1, 0.0, size)]

    monkeypatch.setattr(surveys, "SURVEYS", (Survey(("CHK-1", "CHK-2"), count),))
    return asked


@pytest.mark.parametrize(
    ("answers", "fits"), [((100.0,), True), ((110.0, 101.0), True), ((110.0, 109.0), False)]
)
def test_a_figure_that_is_out_is_counted_again_and_that_decides(
    answers: tuple[float, ...], fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = stub(monkeypatch, *answers)
    bad, good = take(0, 20, 1)
    assert bad.fits is fits
    assert (bad.first.measured, good) == (answers[0], Counted(good.first))
    assert [size for size, _ in asked] == [20, 200][: len(answers)]
    assert len({seed for _, seed in asked}) == len(answers)


def test_only_wanted_figures_come_and_are_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = stub(monkeypatch, 110.0)
    assert [counted.first.rule for counted in take(0, 20, 1, {"CHK-2"})] == ["CHK-2"]
    assert len(asked) == 1


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script as a module; its name has no ending."""
    return module_of("census")


def run(root: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "scripts" / "census"), *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_table_is_the_same_with_one_process_and_with_two(root: Path) -> None:
    args = ("--levels", "20", "--only", "chk-23", "CHK-15")
    one, two = run_script("census", *args, "--jobs", "1"), run(root, *args, "--jobs", "2")
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == two.stdout
    head, *rows, last = one.stdout.splitlines()
    assert head.split() == ["rule", "what", "depth", "stated", "ours", "error", "sigma", "count", "verdict"]
    assert {row.split()[0] for row in rows} == {"CHK-15", "CHK-23"}
    assert all(row.endswith("  ok") for row in rows)
    assert last == f"{len(rows)} figures; 0 counted again; 0 out"


def test_json_holds_every_field() -> None:
    done = run_script("census", "--levels", "20", "--only", "CHK-15", "--jobs", "1", "--json")
    (row,) = json.loads(done.stdout)
    assert row == {
        "rule": "CHK-15", "what": "turns from 1 to 12 points at level 1", "depth": None, "stated": 209,
        "ours": 209.0, "error": 0.0, "sigma": 0.0, "count": 1, "fits": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--only", "CHK-99"], "no figure is counted for CHK-99; there are CHK-1, CHK-2, "),
        (["--levels", "0"], "--levels and --jobs must be at least 1"),
        (["--jobs", "0"], "--levels and --jobs must be at least 1"),
    ],
)
def test_a_bad_argument_gets_a_sentence(
    args: list[str], said: str, script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        script.parse(args)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_figure_that_is_out_is_shown_with_both_counts_and_exit_code_1(
    form: list[str], script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stub(monkeypatch, 110.0, 109.0)
    monkeypatch.setattr(script, "SURVEYS", surveys.SURVEYS)
    monkeypatch.setattr(sys, "argv", ["census", "--jobs", "1", *form])
    assert script.main() == 1
    shown = capsys.readouterr().out
    if form:
        bad, good = json.loads(shown)
        assert (bad["fits"], bad["ours"], bad["first"]["ours"]) == (False, 109.0, 110.0)
        assert (good["fits"], "first" in good) == (True, False)
    else:
        assert [line.split()[-1] for line in shown.splitlines()[1:-1]] == ["again", "OUT", "ok"]
        assert shown.splitlines()[-1] == "2 figures; 1 counted again; 1 out"
