"""`rogue variant` and `rogue --variant`: what they print, what they refuse, where scores go."""

from __future__ import annotations

import json
import os
from itertools import count
from pathlib import Path

import pytest

from rogue.app.variant_commands import level_problems
from rogue.cli import main
from rogue.shared.command_lines import command_for
from rogue.storage.places import scores_file
from rogue.storage.variant_files import BEST, is_path, load_variant, variant_names
from rogue.variants.problems import VariantError
from tests.rogue.variants.describing import rules


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, and the folder of a person's own variants."""
    monkeypatch.setenv("ROGUE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "home" / "variants"
    folder.mkdir(parents=True)
    return folder


def test_list_tells_what_ships_and_what_is_ones_own(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "mine.toml").write_text('like = "coffee"\nabout = "stronger"\n')
    (home / "broken.toml").write_text("like = 1\n")
    (home / "folder.toml").mkdir()
    (home / "lost.toml").symlink_to("nowhere")
    assert main(["variant", "list"]) == 0
    titles, *lines = capsys.readouterr().out.splitlines()
    assert titles == "NAME             VERSION  WHAT IT IS"
    assert [line.split()[0] for line in lines] == [*BEST, "broken", "folder", "lost", "mine"]
    assert lines[0] == "coffee           1        Eight levels, more to find, and the Amulet on the last."
    assert "cannot be played: broken.toml:1: like is 1" in lines[-4]
    assert lines[-3].endswith("folder.toml: it is not a regular file")
    assert lines[-2].endswith("lost.toml: No such file or directory")
    assert lines[-1].endswith("stronger")


def test_show_prints_the_page_and_spoil_figures(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "show", "famine"]) == 0
    page = capsys.readouterr().out
    assert "You begin with food for 800 turns." in page
    assert "1d8" not in page
    assert main(["variant", "show", "famine", "--spoil"]) == 0
    spoilt = capsys.readouterr().out
    assert spoilt.startswith(page.partition("\nDigest")[0])
    assert "H  hobgoblin            1   5      3  1d8" in spoilt
    assert "food 9" in spoilt


def test_new_writes_what_can_be_played_and_checked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "new", "mine"]) == 0
    text = Path("mine.toml").read_text()
    assert all(
        f"{key} = " in text for key in ("amulet_level", "kit", "at_least_every", "fetches", "pack", "odds")
    )
    assert load_variant("./mine.toml", os.environ).rules.page[3:] == ()
    assert main(["variant", "new", "mine"]) == 1
    assert "already exists" in capsys.readouterr().err
    assert main(["variant", "new", "../x"]) == 1


def test_every_line_of_a_new_file_may_be_said(home: Path) -> None:
    from rogue.variants.author_help import template

    lines = template("mine").splitlines()
    said = [
        line[2:].split(" # ")[0]
        if line.startswith(("# [", "# amulet_level", "# start", "# fetches"))
        else line
        for line in lines
    ]
    Path("mine.toml").write_text(
        "\n".join(line for line in said if "[items" not in line or line[0] == "#") + "\n"
    )
    assert load_variant("mine.toml", os.environ).name == "mine"


def test_check_tells_errors_warnings_and_that_all_is_well(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rogue.app.variant_commands.level_problems", lambda _rules: [])
    Path("bad.toml").write_text('like = "5.4"\n[dungeon]\namulet_dept = 8\n')
    assert main(["variant", "check", "./bad.toml"]) == 1
    assert (
        capsys.readouterr().err == "bad.toml:3: no key amulet_dept in [dungeon]; did you mean amulet_level?\n"
    )
    Path("odd.toml").write_text(
        'like = "5.4"\n[items.potion.healing]\nodds = 0\n[dungeon]\namulet_level = 1\n'
    )
    assert main(["variant", "check", "./odd.toml"]) == 0
    said = capsys.readouterr().out
    assert "warning: never found (odds 0): potions of healing" in said
    assert main(["variant", "check", "./odd.toml", "--strict"]) == 3


def test_levels_are_surveyed_and_one_room_is_enough() -> None:
    assert level_problems(rules("[dungeon]\nmissing_rooms = [8, 8]\namulet_level = 3\n"), 10) == []


@pytest.mark.parametrize(("clock", "found"), [("monotonic", 0), ("process_time", 2)])
def test_only_the_time_of_computing_counts(clock: str, found: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine does not make a variant faulty."""
    later = count(0, 100)
    monkeypatch.setattr(f"rogue.app.variant_commands.time.{clock}", lambda: float(next(later)))
    problems = level_problems(rules("[dungeon]\namulet_level = 1\n"), 2)
    assert len(problems) == (found and 3)
    assert ("only 1 levels of each depth" in "".join(problems)) is bool(found)


def test_levels_that_are_made_as_those_of_the_edition_are_not_surveyed(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rogue.app.variant_commands.level_problems", lambda _rules: ["surveyed"])
    for text, surveyed in (
        ("[food]\nstart = 800\n", False), ('[monsters]\nK = { name = "emo" }\n', False),
        ("[monsters]\nK = { pack = true }\n", True), ("[dungeon]\nmazes = 90\n", True),
        ("[dungeon]\namulet_level = 9\n", True), ("[dungeon]\nitems = 50\n", True),
    ):  # fmt: skip
        Path("mine.toml").write_text('like = "5.4"\n' + text)
        assert main(["variant", "check", "./mine.toml"]) == surveyed, text
        said = capsys.readouterr().out
        assert ("surveyed" in said) is surveyed, text


def test_a_name_that_there_is_not_has_a_near_miss(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "show", "cofee"]) == 2
    assert capsys.readouterr().err == 'rogue: there is no variant "cofee"; did you mean coffee?\n'
    names = command_for("rogue", "variant", "list")
    far = f'rogue: there is no variant "nothing"; `{names}` lists all variants\n'
    assert main(["variant", "show", "5.2"]) == 2
    plays = command_for("rogue", "--edition", "5.2")
    lists = command_for("rogue", "variant", "show", "5.2", "--spoil")
    does = f"`{plays}` plays it, `{lists}` lists its numbers"
    assert capsys.readouterr().err == f"rogue: 5.2 is an edition, not a variant; {does}\n"
    for words in (
        ["variant", "show", "nothing"],
        ["variant", "check", "nothing"],
        ["--plain", "--variant", "nothing"],
    ):
        assert main(words) == 2
        assert capsys.readouterr().err == far
    for asked in ("../coffee", ".", "x\x1b[2J", ""):
        assert main(["variant", "show", asked]) == 2
        assert "\x1b" not in capsys.readouterr().err
    for asked in ("./none.toml", "/dev/zero.toml"):
        assert main(["variant", "show", asked]) == 1
        assert capsys.readouterr().err == f"rogue: {Path(asked)}: No such file or directory\n"


@pytest.mark.parametrize("kind", ["pipe", "folder", "large"])
def test_no_file_is_waited_for_or_read_without_end(home: Path, kind: str) -> None:
    path = Path("odd.toml")
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"# " * 100_000)
    with pytest.raises(VariantError):
        load_variant("./odd.toml", os.environ)


def test_what_ships_comes_before_ones_own_of_that_name(home: Path) -> None:
    (home / "coffee.toml").write_text('like = "5.4"\n')
    assert load_variant("coffee", os.environ).rules.amulet_depth == 8
    assert variant_names(os.environ).count("coffee") == 1
    assert is_path("./coffee") is True


def test_list_tells_which_of_ones_own_no_name_reaches(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "coffee.toml").write_text('like = "5.4"\n')
    (home / "No Name.toml").write_text('like = "5.4"\n')
    assert main(["variant", "list"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.rsplit("/", 1)[1][:36] for line in told] == [
        "No Name.toml is not listed: a name i", "coffee.toml is not listed: a shipped",
    ]  # fmt: skip


def test_variant_and_edition_do_not_go_together(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--variant", "coffee", "--edition", "5.2"])
    assert stop.value.code == 2
    assert main(["--plain", "--variant", "nothing"]) == 2
    assert "there is no variant" in capsys.readouterr().err


def test_var_10_scores_of_a_variant_are_kept_apart(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    digest = load_variant("coffee", os.environ).rules.digest
    own = scores_file(os.environ).with_name(f"scores-coffee-{digest[:8]}.json")
    row = {"score": 77, "name": "Ann", "how": "quit", "killer": "", "level": 2, "amulet": False, "seed": 5,
           "time": "", "helped": False}  # fmt: skip
    own.write_text(json.dumps({"format": "rogue scores", "version": 1, "rows": [row]}))
    assert main(["--scores", "--variant", "coffee"]) == 0
    assert "77 Ann: quit" in capsys.readouterr().out
    assert main(["--scores"]) == 0
    assert "Ann" not in capsys.readouterr().out


def test_who_means_a_file_here_is_told_how_to_say_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text('like = "5.4"\n')
    for use in ("check", "show"):
        assert main(["variant", use, "mine"]) == 2
        said = "rogue: there is no variant mine; for the file here, write ./mine.toml\n"
        assert capsys.readouterr().err == said
    assert main(["variant", "show", "./mine.toml"]) == 0  # `check` would survey hundreds of levels
