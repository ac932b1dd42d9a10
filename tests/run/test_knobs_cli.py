"""Knob files on the command line: shown, compared, played with, refused."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path

import pytest

from rogomatic import cli
from rogomatic.agent.beliefs.knob_sets import band_of
from rogomatic.agent.editions import EDITION_FACTS
from rogomatic.agent.knobs import DEFAULT
from rogomatic.run.storage.agent_files import KnobsFileError, load_knobs, save_knobs
from rogomatic.run.storage.run_file import read_run
from tests.run.command_line import rogomatic

KNOB_BANDS = {edition: facts.knobs for edition, facts in EDITION_FACTS.items()}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.toml"
    path.write_text('form = 1\n[knobs]\nrest_pct = 55\n[provenance]\ncommand = "by hand"\n')
    return path


def test_show_prints_every_knob_and_marks_what_differs(file: Path) -> None:
    lines = rogomatic(["knobs", "show", str(file)]).out.splitlines()
    assert lines[0] == "command: by hand"
    assert [line.split()[1:4] for line in lines if line.startswith("*")] == [
        ["rest_pct", "55", str(DEFAULT.rest_pct)]
    ]
    starts = {line[2:].split(" ")[0] for line in lines}
    assert set(DEFAULT.values()) <= starts


def test_show_as_json_is_one_object() -> None:
    shown = json.loads(rogomatic(["knobs", "show", "--json"]).out)
    assert {row["knob"]: row["value"] for row in shown["knobs"]} == DEFAULT.values()
    assert all(row["least"] <= row["value"] <= row["most"] and row["meaning"] for row in shown["knobs"])


def values_shown(*args: str) -> dict[str, int]:
    """Return the value of every knob that the command shows."""
    return {
        row["knob"]: row["value"]
        for row in json.loads(rogomatic(["knobs", "show", *args, "--json"]).out)["knobs"]
    }


def test_show_lists_knobs_of_an_edition_and_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for edition, bands in KNOB_BANDS.items():
        for depth in (1, 8, 9, 26):
            shown = values_shown("--edition", edition, "--depth", str(depth))
            changes = bands.get(band_of(depth), {})
            assert shown == DEFAULT.values() | dict(changes)
    assert values_shown("--edition", "3.6")["full_depth"] == 26
    assert values_shown("--edition", "minds", "--depth", "4") == values_shown("--depth", "4")
    assert values_shown(str(file), "--edition", "3.6")["rest_pct"] == 55
    with pytest.raises(SystemExit):
        cli.main(["knobs", "show", "--depth", "0"])


def test_diff_names_the_knobs_that_differ(file: Path) -> None:
    assert rogomatic(["knobs", "diff", "default", str(file)]).out.splitlines()[1].split()[:4] == [
        "rest_pct",
        str(DEFAULT.rest_pct),
        "55",
        "20..95",
    ]
    assert rogomatic(["knobs", "diff", str(file), str(file)]).out == "The knobs are the same.\n"


def test_batch_plays_with_the_knobs_of_a_file(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.db"
    line = ["batch", "--games", "1", "--limit-commands", "5", "--knobs", str(file), "--out", str(out), "-q"]
    assert cli.main(line) == 0
    manifest, _ = read_run(out)
    assert json.loads(manifest.knobs) == {**DEFAULT.values(), "rest_pct": 55}


@pytest.mark.parametrize(
    "line",
    [
        ["batch", "--games", "1", "--knobs"],
        ["explain", "--seed", "1", "--turn", "1", "--knobs"],
        ["watch", "--seed", "1", "--knobs"],
        ["knobs", "show"],
        ["knobs", "diff", "default"],
    ],
)
def test_a_wrong_file_is_refused(line: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    absent, wrong = tmp_path / "absent.toml", tmp_path / "wrong.toml"
    wrong.write_text("form = 1\n[knobs]\nrest_pc = 40\n")
    assert rogomatic([*line, str(absent)], 1).err == f"rogomatic: There is no file {absent}.\n"
    assert cli.main([*line, str(wrong)]) == 1
    reason = "There is no knob 'rest_pc'; the nearest name is rest_pct."
    assert capsys.readouterr().err == f"rogomatic: {wrong} cannot be used as knobs: {reason}\n"


def test_what_is_no_text_or_no_file_is_refused(tmp_path: Path) -> None:
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfd")
    with pytest.raises(KnobsFileError, match="It is not text"):
        load_knobs(odd)
    with pytest.raises(KnobsFileError, match="cannot be read: Is a directory"):
        load_knobs(tmp_path)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.toml"
    save_knobs(path, DEFAULT, {"score": "old"})

    def full(_number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KnobsFileError, match=r"some.toml cannot be written: No space left on device"):
        save_knobs(path, DEFAULT, {"score": "new"})
    assert load_knobs(path).provenance == {"score": "old"}
    assert os.listdir(tmp_path) == ["some.toml"]


def test_a_new_file_has_the_rights_of_any_new_file(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        save_knobs(tmp_path / "some.toml", DEFAULT, {})
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "some.toml").stat().st_mode) == 0o640


@pytest.mark.parametrize(
    "line", [["knobs", "show"], ["batch", "--games", "1", "--limit-turns", "1", "--knobs"]]
)
def test_a_retired_knob_is_ignored(
    line: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.toml"
    path.write_text("form = 1\n[knobs]\nforesight_pct = 80\n")
    cli.main([*line, str(path)])
    assert f"{path}: foresight_pct is no longer a knob; its value is ignored." in capsys.readouterr().err
