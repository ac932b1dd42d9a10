"""Games in one file: a program for Python alone, a page for a browser."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from rogomatic.eggg import pack_command
from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.match_journal import head_of
from rogomatic.eggg.opponents import LEVELS, budget_of
from rogomatic.eggg.own_tables import in_turns, load, read, whole_text
from rogomatic.eggg.pack_command import OF_PAGES, archive, page, source_files
from rogomatic.eggg.page_match import PageMatch
from rogue.eggg.library import checked, description_of, game_of, shipped_names
from rogue.shared.errors import CommandError
from tests.support.shared_browser import one, wait_for

SOME = [
    pytest.param(name, marks=[pytest.mark.long] * bool(number % 3))
    for number, name in enumerate(shipped_names("board games"))
]


def run(program: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program with the standard library alone."""
    line = [sys.executable, "-I", "-S", program.name, *words]
    env = {"HOME": str(program.parent), "PATH": os.environ["PATH"]}
    return subprocess.run(
        line, input=typed, env=env, cwd=program.parent, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_a_program_of_one_file_needs_nothing_but_python(tmp_path: Path) -> None:
    program = tmp_path / "four.pyz"
    assert main(["pack", "connect-four", "--out", str(program)]) == 0
    assert os.access(program, os.X_OK)
    played = run(program, "--plain", "--seed", "3", typed="d\nhint\n")
    assert (played.returncode, played.stderr) == (0, "")
    kept = played.stdout.splitlines()[-2]
    assert kept.startswith("The match is saved. Continue it: python3 four.pyz play --resume ")
    words = kept.split("four.pyz ")[1].replace("~", str(tmp_path)).split()
    resumed = run(program, *words, typed="resign\n").stdout
    assert "Red wins: Yellow resigned." in resumed
    assert resumed.splitlines()[-1].startswith("Replay it: python3 four.pyz replay ")


@pytest.mark.slow
@pytest.mark.parametrize("parent", ["chess", "atari-go"])
def test_a_text_with_its_parents_keeps_the_budgets_of_the_levels(parent: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.egg"
    path.write_text(f"Mine is like {parent}\n")
    game = load(str(path))
    _, text = whole_text(str(path))
    journal = head_of(game, 1, "fair", [1]).text
    budgets = [budget_of(load(parent), level) for level in LEVELS]
    for whole in (text, journal):
        again = in_turns(read(whole))
        assert (again.name, again.digest) == ("Mine", game.digest)
        assert [budget_of(again, level) for level in LEVELS] == budgets


@pytest.mark.parametrize(
    ("is_world", "words", "given"),
    [
        (False, "", "play four"),
        (False, "play --against nobody", "play four --against nobody"),
        (False, "--resume saved", "play --resume saved"),
        (False, "play --resume=saved", "play --resume=saved"),
        (False, "replay kept", "replay kept"),
        (False, "verify kept", "verify kept"),
        (False, "explain", "explain four"),
        (False, "serve --port 0", "serve four --port 0"),
        (True, "--port 0", "serve four --port 0"),
        (True, "serve --port 0", "serve four --port 0"),
        (True, "explain", "explain four"),
        (False, "--version", "--version"),
        (True, "--version", "--version"),
    ],
)
def test_the_words_of_a_program_of_one_file(
    is_world: bool, words: str, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack_command, "source_files", lambda *_: {})
    with zipfile.ZipFile(io.BytesIO(archive("four", "", is_world=is_world))) as packed:
        start = packed.read("__main__.py").decode()
    seen: list[str] = []
    monkeypatch.setattr(
        "rogomatic.eggg.eggg_command_line.main", lambda words, is_packed: seen.extend(words) or 2
    )
    monkeypatch.setattr(sys, "argv", ["four.pyz", *words.split()])
    with pytest.raises(SystemExit, match="2"):
        exec(start, {})
    assert seen == given.split()


@pytest.mark.parametrize("command", ["play", "serve"])
def test_the_help_of_a_program_of_one_file_asks_for_no_game(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["four.pyz"])
    helps = []
    for is_packed in (False, True):
        with pytest.raises(SystemExit, match="0"):
            main([command, "four", "--help"], is_packed=is_packed)
        helps.append(capsys.readouterr().out)
    assert [text.split()[1] for text in helps] == ["eggg", "python3"]
    assert ["NAME|FILE" in text for text in helps] == [True, False]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"), [("mammon", ()), pytest.param("nim", ("serve",), marks=pytest.mark.long)]
)
def test_a_program_of_one_file_serves_its_game(tmp_path: Path, name: str, words: tuple[str, ...]) -> None:
    program = tmp_path / f"{name}.pyz"
    assert main(["pack", name, "--out", str(program)]) == 0
    line = [sys.executable, "-I", "-S", program.name, *words, "--port", "0"]
    served = subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        assert served.stderr is not None
        assert served.stderr.readline().startswith(f"eggg: serving {name} on telnet port ")
    finally:
        served.terminate()
        assert served.wait(60) == 0


@pytest.mark.slow
def test_a_program_carries_its_parents_and_is_the_same_each_time(tmp_path: Path) -> None:
    text = "Leaping-Chess is like chess\nHop means King leaps (1, 2)\n"
    (tmp_path / "mine.egg").write_text(text)
    name, whole = whole_text(str(tmp_path / "mine.egg"))
    assert checked(whole, is_whole=True).digest == description_of(str(tmp_path / "mine.egg")).digest
    data = archive(name, whole)
    assert data == archive(name, whole)
    assert data.startswith(b"#!/usr/bin/env python3\n")
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        games = [one for one in packed.namelist() if one.endswith(".egg")]
        assert games == ["rogue/eggg/games/chess.egg", "rogue/eggg/games/leaping-chess.egg"]
        assert [packed.read(one).decode() for one in games] == ["", whole]
        assert "blessed/__init__.py" in packed.namelist()


@pytest.mark.parametrize(("where", "says"), [("no/where.pyz", "cannot be written"), ("", "already exists")])
def test_a_file_that_cannot_be_written_is_said(
    where: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack_command, "archive", lambda *_words, **_more: b"")
    assert main(["pack", "nim", "--out", str(tmp_path / where)]) == 1
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--out", "own.egg"), ("--out", "other.egg"), ()])
def test_nothing_is_overwritten(
    words: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pack_command, "archive", lambda *_words, **_more: b"packed")
    monkeypatch.chdir(tmp_path)
    text = "game is own\nplayers are A and B\n3 x 3 grid\ngoal is line(3)\n"
    for name in ("own.egg", "other.egg", "own.pyz"):
        (tmp_path / name).write_text(text)
    assert main(["pack", "./own.egg", *words]) == 1
    assert "already exists and is not overwritten." in capsys.readouterr().err
    assert {path.read_text() for path in tmp_path.iterdir()} == {text}


def shown(match: PageMatch, word: str, text: str = "") -> Any:
    return json.loads(match.do(word, text))


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_a_page_can_play_any_game_in_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rogomatic.eggg.page_match.budget_of", lambda *_: 20)  # it thinks little
    game = load(name)
    match = PageMatch(game, 0, "easy", 7)
    seen = shown(match, "show")
    assert len(seen["squares"]) == len(seen["board"]["points"])
    assert all(len(square) == 3 for square in seen["squares"])
    while seen["waits"]:
        seen = shown(match, "machine")
    before, moves = len(seen["log"]), seen["moves"]
    assert {move["text"] for move in moves}
    seen = shown(match, "move", moves[0]["text"])
    assert seen["told"] == []
    assert len(seen["log"]) >= before
    assert shown(match, "hint")["told"] or seen["waits"] or seen["verdict"]


def test_a_page_is_told_what_is_wrong_and_how_a_match_ends() -> None:
    match = PageMatch(load("tic-tac-toe"), 0, "easy", 7)
    assert "z9" in shown(match, "move", "z9")["told"][0]
    assert shown(match, "machine")["told"] == ["It is not a machine's turn."]
    shown(match, "move", "b2")
    assert shown(match, "machine")["waits"] is False
    assert shown(match, "undo")["log"] == []
    assert shown(match, "resign")["verdict"] == "Nought wins: Cross resigned."
    assert shown(match, "round")["told"] == ["No round follows."]
    assert shown(match, "move", "a1")["told"] == ["It is not your turn."]


def test_a_page_shows_marks_arrows_and_rings_as_a_terminal_does() -> None:
    def begun(name: str) -> Any:
        return shown(PageMatch(load(name), 0, "easy", 7), "show")

    marks = [square["letter"] for square in begun("letters")["squares"]]
    assert (marks[0], marks[1], marks.count("*")) == ("*", "+", 5)
    arrows = begun("boxes")["arrows"]
    assert sorted(arrows) == [[-1, 0, "c4-b4"], [0, -1, "c4-c3"], [0, 1, "c4-c5"], [1, 0, "c4-d4"]]
    text = "players are A and B\n16 x 1 grid\nboard is ring\ngoal is line(4)"
    ring = shown(PageMatch(game_of(checked(text)), 0, "easy", 7), "show")["board"]
    assert len({*map(tuple, ring["points"])}) == 16
    assert ring["points"][0] == [0, 2]
    assert ring["points"][15] == [0, 0]
    assert [0, 15] in ring["joined"]


def test_a_page_shows_quantities_and_what_a_turn_still_asks() -> None:
    page_match = PageMatch(load("nine-mens-morris"), 0, "easy", 7)
    seen = shown(page_match, "show")
    assert (seen["asks"], seen["lines"]) == ("", ["White: M; Black: m.", "Stones: White 9, Black 9"])
    match = page_match._match
    for text in ("a1", "a4", "d1", "b4", "g1"):
        move = match.game.find(match.state, match.state.mover, text)
        assert move is not None
        match.play([move])
    seen = shown(page_match, "show")
    assert seen["asks"].startswith("Your turn continues: remove a Man of Black, such as xa4.")
    assert seen["lines"][1] == "Stones: White 6, Black 7"
    page_match = PageMatch(load("ghosts"), 0, "easy", 7)
    assert shown(page_match, "show")["asks"].startswith("Arrange your side: swap two of your pieces, as in")
    assert shown(page_match, "move", "ready")["asks"] == ""


@pytest.mark.slow
def test_names_in_a_page_are_no_markup() -> None:
    game = load("nim")
    text = 'commands are "</script><b>"\n'
    whole = page(game, text, {"pyodide.js": b"\x1f\x8bx"}).decode()
    assert "</script><b>" not in whole
    assert "\\u003c/script>" in whole
    assert whole.count('<script type="application/octet-stream"') == 2


@pytest.mark.slow
def test_a_page_holds_what_it_imports_and_no_module_of_rogue(tmp_path: Path) -> None:
    files = source_files(OF_PAGES, ("mypy_extensions",))
    assert not [name for name in files if name.startswith(("rogue/rules", "rogue/state", "rogomatic/agent"))]
    for name, data in files.items():
        path = tmp_path / "packed" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    script = """
import sys
sys.path.insert(0, "packed")
from rogomatic.eggg.page_match import PageMatch
from rogue.eggg.engines import made
from rogue.eggg.library import SHIPPED, checked
assert sys.argv[1] in str(SHIPPED), SHIPPED
for name in sys.argv[2:]:
    match = PageMatch(made(checked(open(name).read(), is_whole=True)), 0, "easy", 7)
    match.do("hint" if name == "boxes.egg" else "show")
"""
    names = []
    for name in ("hex", "rock-paper-scissors", "skirmish", "poker", "boxes"):
        names.append(f"{name}.egg")
        (tmp_path / names[-1]).write_text(whole_text(name)[1])
    line = [sys.executable, "-I", "-S", "-c", script, "packed", *names]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_release_is_checked_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "pyodide-0.27.7.tgz"
    source.write_bytes(b"something else")
    monkeypatch.setattr(pack_command, "ADDRESS", source.as_uri())
    with pytest.raises(CommandError, match="is not the expected file"):
        pack_command.release_files(tmp_path / "kept")
    assert not (tmp_path / "kept").exists()
    monkeypatch.setattr(pack_command, "ADDRESS", (tmp_path / "none.tgz").as_uri())
    with pytest.raises(CommandError, match="Cannot download Pyodide from "):
        pack_command.release_files(tmp_path / "kept")


@pytest.mark.long
def test_a_page_plays_in_a_browser(browser: Any, tmp_path: Path) -> None:
    try:
        release = pack_command.release_files(tmp_path)
    except CommandError as reason:
        pytest.skip(str(reason))
    path = tmp_path / "four.html"
    path.write_bytes(page(load("connect-four"), whole_text("connect-four")[1], release))
    browser.get(path.as_uri())
    wait_for(browser, lambda seen: one(seen, "#said").text == "Your move, Yellow.")
    one(browser, "[aria-label^='d1 ']").click()
    wait_for(browser, lambda seen: one(seen, "#log").text.startswith("1. d1 "))  # with the answer
    fills = {stone.get_attribute("fill") for stone in browser.find_elements("css selector", "circle")}
    assert fills == {"#e8c23a", "#b8392e"}  # yellow and red
    one(browser, "#text").send_keys("z\n")
    wait_for(browser, lambda seen: "z" in one(seen, "#said").text)
    said = "return document.querySelector('#said').textContent"
    asked = f"document.querySelector('[data-word=hint]').click(); {said}"
    assert browser.execute_script(asked) == "The machine is looking for a hint."
    wait_for(browser, lambda seen: one(seen, "#said").text.startswith("Your move, Yellow. "))
    one(browser, "[data-word=undo]").click()
    wait_for(browser, lambda seen: "Taken back." in one(seen, "#said").text)
    assert one(browser, "#log").text == ""
    assert [row for row in browser.get_log("browser") if row["level"] == "SEVERE"] == []
