"""Saving, restoring and recovering with the real program (SAV-1 to SAV-3, SCREEN.md 12.4, 12.5)."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pexpect
import pytest

from rogue.app.config import choose_seed, option_text
from rogue.app.session_host import OLD, OLD_KEPT, SessionHost
from rogue.cli import main
from rogue.shared.errors import LaunchError
from rogue.state.world import Options
from rogue.storage.game_files import read_save, unfinished
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import play_journal
from rogue.ui.options import read_options
from tests.rogue.storage.sealing import with_state
from tests.rogue.terminal.test_pipe_mode import BOT, Game, environment, run
from tests.support import forked_program

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def home() -> Iterator[Path]:
    """A home folder with a short name: the game cuts what is typed at 50 characters."""
    with tempfile.TemporaryDirectory(prefix="r", dir="/tmp") as folder:
        yield Path(folder)


def saved(folder: Path, keys: bytes = b"sssSy", *args: str) -> Path:
    """A game saved to the file of its options."""
    done = run(keys, environment(folder, f"{BOT},file=~/g", ROGOSEED="101"), *args)
    assert (done.returncode, done.stderr) == (0, b"")
    return folder / "g"


def journals(folder: Path) -> list[Path]:
    return sorted((folder / "journals").glob("*.jsonl"))


def test_a_saved_game_goes_on_where_it_was_and_its_file_goes(home: Path) -> None:
    path = saved(home)
    state = read_save(path).state
    assert state["world"]["turns"] == 3
    done = run(b"sQy\n", environment(home, BOT), str(path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"\x1b(B\x1b)0"), "a restored game is not greeted"
    assert not path.exists()
    (journal,) = journals(home)
    run_again = play_journal(journal.read_text().splitlines())
    assert run_again.session.world.turns == 4
    assert run_again.ended is not None
    assert run_again.ended.how == "quit"


def test_a_game_can_be_saved_and_restored_over_and_over(home: Path) -> None:
    path = saved(home)
    for _ in range(2):
        assert run(b"sSy", environment(home, BOT), str(path)).returncode == 0
    lines = path.read_text().splitlines()
    assert sum(line.startswith('{"restored"') for line in lines) == 2
    assert read_save(path).state["world"]["turns"] == 5


def test_an_existing_file_is_replaced_only_when_the_player_agrees(home: Path) -> None:
    (home / "g").write_text("a letter")
    env = environment(home, f"{BOT},file=~/g")
    out = run(b"SynQy\n", env, "-S").stdout
    assert b"File exists.  Do you wish to overwrite it?" in out
    assert (home / "g").read_text() == "a letter"
    assert run(b"Syy", env).returncode == 0
    assert read_save(home / "g").start.seed


@pytest.mark.parametrize(
    ("name", "words"),
    [("/not/there", b"No such file or dir"), ("/dev/null", b"Not a regular file"), ("", b"No such file")],
)
def test_a_failure_is_told_in_the_systems_words_and_play_goes_on(home: Path, name: str, words: bytes) -> None:
    done = run(b"Sn" + name.encode() + b"\ny \x1b;Qy\n", environment(home), "-S")
    assert b"--More--" in done.stdout[done.stdout.index(words) :]
    assert b"You quit with" in done.stdout


def test_a_folder_that_may_not_be_written_is_told(home: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    (home / "locked").mkdir(mode=0o500)
    done = run(b"Sn~/locked/g\n \x1bQy\n", environment(home), "-S")
    assert b"Permission denied --More--" in done.stdout


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty; it is not a saved game."),
        (b'{"format": "rogue save", "version": 9}\n', "was made by a newer version of this program"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence_and_stays(home: Path, content: bytes, words: str) -> None:
    path = home / "g"
    path.write_bytes(content)
    done = run(b"", environment(home), str(path))
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith(f"rogue: {path} {words}")
    assert done.stderr.count(b"\n") == 1
    assert path.read_bytes() == content
    assert journals(home) == []


@pytest.mark.parametrize("recover", [False, True], ids=["saved", "journal"])
def test_sav_4_a_strangers_file_names_no_file_of_mine(home: Path, recover: bool) -> None:
    letter, notes, own = home / "letter", home / "notes", home / "own"
    letter.write_text("Dear Ann")
    notes.write_text("to do")
    theirs = {"file": str(letter), "score": str(notes), "lock": str(home / "lock")}
    if recover:
        named = ",".join(f"{name}={path}" for name, path in theirs.items())
        file = home / "game.jsonl"
        run(b"s", environment(home, f"{BOT},{named}", ROGOSEED="101"), "--journal", str(file))
        file.write_text("".join(line + "\n" for line in file.read_text().splitlines() if '"end"' not in line))
        (home / "letter.old").replace(letter)
        words = ["--recover", str(file)]
    else:
        file = saved(home)
        file.write_bytes(with_state(file.read_bytes(), lambda state: state["options"].update(theirs)))
        words = [str(file)]
    env = environment(home, ROGUEOPTS=f"{BOT},file=~/own,score=~/list")
    assert run(b"s", env, *words).returncode == 0  # the end of input hangs up
    assert (letter.read_text(), notes.read_text()) == ("Dear Ann", "to do")
    assert not (home / "letter.old").exists()
    options = read_save(own).state["options"]
    assert [options[name] for name in ("file", "score", "lock")] == [str(own), str(home / "list"), ""]
    journal = home / "own.jsonl"
    journal.write_text(own.read_text().partition("\n")[2].partition("\n")[2].partition("\n")[2])
    assert play_journal(journal.read_text().splitlines()).session.options.file == str(own)


def test_a_restored_game_is_saved_where_it_was_unless_told_otherwise(home: Path) -> None:
    path = saved(home)
    assert run(b"s", environment(home, BOT), str(path)).returncode == 0
    assert read_save(path).state["world"]["turns"] == 4


def test_a_dead_player_is_not_restored(home: Path) -> None:
    path = saved(home)
    path.write_bytes(with_state(path.read_bytes(), lambda state: state["player"].update(hp=-1)))
    done = run(b"", environment(home), str(path))
    assert done.returncode == 1
    assert b'"He\'s dead, Jim"' in done.stderr
    assert path.exists()
    assert journals(home) == []


def test_nothing_is_restored_without_a_journal_to_fall_back_on(home: Path) -> None:
    path = saved(home)
    (home / "journals").write_text("in the way")
    done = run(b"", environment(home), str(path))
    assert done.returncode == 1
    assert b"the game is unchanged" in done.stderr
    assert path.exists()


def test_a_game_that_is_killed_is_recovered_from_its_journal(home: Path) -> None:
    path = saved(home)
    with Game(home, str(path)) as game:
        game.until(b"Level: 1")
        game.type(b"ss;")
        game.until(b"Illegal command ';'")
        game.process.send_signal(signal.SIGKILL)
        game.process.wait(120)
    assert not path.exists()
    (lost,) = unfinished(home / "journals")
    with lost.open("a") as file:
        file.write('{"keys": "s", "tur')  # what a loss of power may leave
    done = run(b"sSn~/h\n", environment(home), "--recover")
    assert done.stderr.decode() == f"rogue: Recovered the game of {lost.name}, up to turn 5.\n"
    assert read_save(home / "h").state["world"]["turns"] == 6
    assert unfinished(home / "journals") == []
    nothing = run(b"", environment(home), "--recover")
    assert (nothing.returncode, nothing.stdout) == (1, b"")
    assert nothing.stderr == b"rogue: There is no interrupted game to recover.\n"


def test_a_journal_without_a_game_is_not_said_to_have_ended(home: Path) -> None:
    path = home / "empty.jsonl"
    path.write_text("")
    done = run(b"", environment(home), "--recover", str(path))
    assert done.returncode == 1
    assert b"never began" in done.stderr


def test_a_damaged_journal_is_recovered_up_to_the_damage(home: Path) -> None:
    path = home / "game.jsonl"
    run(b"sss", environment(home, f"{BOT},file=/not/there/g", ROGOSEED="101"), "--journal", str(path))
    path.write_text(path.read_text() + "what?\n" + '{"keys": "s"}\n')
    done = run(b"sSn~/h\n", environment(home), "--recover", str(path))
    assert "up to turn 3.  The rest cannot be replayed: line 3: " in done.stderr.decode()
    assert read_save(home / "h").state["world"]["turns"] == 4
    assert path.exists(), "a file that was named is left alone"


def test_a_bad_journal_is_set_aside_for_the_one_before_it(home: Path) -> None:
    folder = home / "journals"
    older, newer = folder / "older.jsonl", folder / "newer.jsonl"
    for path in (older, newer):
        env = environment(home, f"{BOT},file=/not/there/g", ROGOSEED="101")
        run(b"sss", env, "--journal", str(home / path.name))
        folder.mkdir(exist_ok=True)
        (home / path.name).rename(path)
    os.utime(older, (1, 1))
    newer.write_text(re.sub('"turns": "....', '"turns": "beef', newer.read_text()))  # as other rules would go
    refused = run(b"", environment(home), "--recover")
    assert refused.returncode == 1
    assert b"It was renamed to newer.damaged." in refused.stderr
    assert (folder / "newer.damaged").exists()
    assert b"Recovered the game of older.jsonl" in run(b"Qy\n", environment(home), "--recover").stderr


def test_a_game_that_went_unsaved_moves_the_older_one_aside(home: Path) -> None:
    env = environment(home, f"{BOT},file=~/g", ROGOSEED="7")
    assert run(b"s", env).stderr.decode().endswith("rogue ~/g` continues it.\n")
    done = run(b"ss", env)
    assert done.returncode == 0
    assert done.stderr.decode().startswith(f"rogue: The older saved game was renamed to {home}/g.old.\n")
    assert read_save(home / "g").state["world"]["turns"] == 2
    assert read_save(home / "g.old").state["world"]["turns"] == 1
    assert f"The older saved game was renamed to {home}/g.old2.\n" in run(b"sss", env).stderr.decode()
    assert [read_save(home / name).state["world"]["turns"] for name in ("g", "g.old2", "g.old")] == [3, 2, 1]


def test_games_on_pipes_leave_the_game_of_a_person_alone_and_at_most_one_beside_it(home: Path) -> None:
    env = environment(home, BOT, ROGOSEED="7")
    for keys in (b"s", b"ss", b"sss"):
        assert run(keys, env).returncode == 0
    assert sorted(path.name for path in home.glob(".rogue*")) == [".rogue.save", ".rogue.save.pipe"]
    turns = [read_save(home / name).state["world"]["turns"] for name in (".rogue.save", ".rogue.save.pipe")]
    assert turns == [1, 3]


def test_a_restored_game_that_is_told_to_quit_says_what_brings_it_back(home: Path) -> None:
    path = saved(home)
    game = forked_program.OnTerminal(["rogue", str(path)], {**environment(home, BOT), "TERM": "xterm"})
    game.expect_exact(b"Level: 1")
    game.kill(signal.SIGQUIT)
    game.expect_exact(b"Okay, bye bye!")
    game.expect_exact(b"rogue --recover` continues it.")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 20
    assert b"up to turn 3" in run(b"Qy\n", environment(home), "--recover").stderr


def test_games_that_end_at_the_same_moment_are_all_kept(home: Path) -> None:
    """As when the windows of all of them are closed at once."""
    hosts = [SessionHost(Start(seed, options=f"file={home}/g")) for seed in range(8)]
    with ThreadPoolExecutor(len(hosts)) as pool:
        list(pool.map(lambda host: host.rescue(""), hosts))
    assert sorted(read_save(path).start.seed for path in home.glob("g*")) == list(range(8))


def test_an_older_game_is_never_overwritten_when_its_names_are_used_up(home: Path) -> None:
    names = ["g", *(f"g{OLD}{number}" for number in ("", *range(2, OLD_KEPT + 1)))]
    for name in names:
        (home / name).write_text(name)
    with pytest.raises(OSError, match=f"{OLD_KEPT} older saved games exist already"):
        SessionHost(Start(1, options=f"file={home}/g")).rescue("")
    assert all((home / name).read_text() == name for name in names)


def test_the_journal_that_was_asked_for_replays(home: Path) -> None:
    path = home / "game.jsonl"
    env = environment(home, ROGOSEED="7")
    assert run(b"sssQy\n", env, "--journal", str(path)).returncode == 0
    assert play_journal(path.read_text().splitlines()).session.world.turns == 3
    again = run(b"", env, "--journal", str(path))
    assert again.returncode == 1
    assert b"already exists" in again.stderr
    assert run(b"", env, "--journal", "/not/there").returncode == 1


def test_a_program_that_plays_leaves_no_journal_unasked(home: Path) -> None:
    run(b"sQy\n", environment(home), "-S")
    assert journals(home) == []


def rogue_replay(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    done = forked_program.run(["rogue", "replay", *args], b"", environment(folder))
    texts = (done.stdout.decode(), done.stderr.decode())
    return subprocess.CompletedProcess(done.args, done.returncode, *texts)


def test_replay_checks_and_shows_a_journal_or_a_saved_game(home: Path) -> None:
    path = home / "game.jsonl"
    env = environment(home, BOT, ROGOSEED="101")
    sent = run(b"sss\x0cSn~/g\n", env, "--journal", str(path)).stdout
    for name in (path, home / "g"):
        done = rogue_replay(home, "--check", str(name))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"{name}: ")
    shown = rogue_replay(home, "--speed", "0", str(path))
    assert shown.returncode == 0
    assert shown.stdout.startswith("\x1b[H\x1b[J")
    assert shown.stdout.encode() in sent.replace(b"\r\n", b"\n") or shown.stdout[:200].encode() in sent
    stopped = rogue_replay(home, "--speed", "0", "--to-turn", "2", "--stop", str(path))
    assert stopped.returncode == 0
    assert stopped.stdout.count("\x1b[H\x1b[J") == 1
    missed = rogue_replay(home, "--to-level", "9", str(path))
    assert missed.returncode == 1
    assert "before level 9" in missed.stderr


def test_replay_names_the_turn_of_a_divergence_and_the_line_of_damage(home: Path) -> None:
    path = home / "game.jsonl"
    run(b"ss", environment(home, ROGOSEED="101"), "--journal", str(path))
    text = path.read_text()
    path.write_text(text.replace('"turns": "', '"turns": "0'[:-1] + "0000", 1))
    done = rogue_replay(home, "--check", str(path))
    assert done.returncode == 1
    assert "differs at turn 1 (line 2)" in done.stderr
    path.write_text(text + '{"keys": "s')
    done = rogue_replay(home, "--check", str(path))
    assert done.returncode == 1
    assert "damaged or cut off; everything before that was replayed." in done.stderr


@pytest.mark.parametrize(
    ("args", "code"),
    [(["--speed", "fast"], 2), (["--to-turn", "-1"], 2), (["--nonsense"], 2), (["/not/there"], 1), ([], 1)],
)
def test_replay_refuses_in_a_sentence(home: Path, args: list[str], code: int) -> None:
    done = rogue_replay(home, *args)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert done.stderr


def test_replay_takes_keys_and_gives_the_terminal_back(home: Path) -> None:
    path = home / "game.jsonl"
    run(b"ssssQy\n", environment(home, ROGOSEED="7"), "--journal", str(path))
    words = ["rogue", "replay", "--speed", "0", "--to-turn", "1", "--stop", str(path)]
    viewer = forked_program.OnTerminal(words, {**environment(home), "TERM": "xterm"}, (26, 80))
    viewer.expect_exact(b"turn 4, paused")
    viewer.send(b" ")
    viewer.expect_exact(b"turn 4, the end, return quits")
    viewer.send(b"q")
    viewer.expect_exact(b"\x1b[?1049l")
    viewer.expect(pexpect.EOF)
    viewer.close()
    assert viewer.exitstatus == 0


def test_replay_tells_its_end_in_the_smallest_window(home: Path) -> None:
    path = home / "game.jsonl"
    run(b"ssQy\n", environment(home, ROGOSEED="7"), "--journal", str(path))
    words = ["rogue", "replay", "--speed", "0", str(path)]
    viewer = forked_program.OnTerminal(words, {**environment(home), "TERM": "xterm"})
    viewer.expect_exact(b"turn 2, the end, return quits")
    viewer.send(b"\r")
    viewer.expect_exact(b"\x1b[?1049l")
    viewer.expect(pexpect.EOF)
    viewer.close()
    assert viewer.exitstatus == 0


def test_an_allowed_shell_runs_on_a_persons_terminal_and_the_game_goes_on(home: Path) -> None:
    (home / "sh").write_text("#!/bin/sh\necho from the shell\n")
    (home / "sh").chmod(0o700)
    env = {**environment(home, SHELL=f"{home}/sh"), "TERM": "xterm"}
    for flag, words in (("--allow-shell", b"from the shell"), ("--seed=3", b"Sorry, there is no shell")):
        game = forked_program.OnTerminal(["rogue", flag], env)
        game.expect_exact(b"Press ? for help")
        game.send(b"!")
        game.expect_exact(words)
        if flag == "--allow-shell":
            game.expect_exact(b"[Press return to continue]")
            game.send(b"\r")
            game.expect_exact(b"Level: 1")
        game.send(b"Q")
        game.expect_exact(b"Really quit?")
        game.send(b"y")
        game.expect_exact(b"[Press return to continue]")
        game.send(b"\r")
        game.expect_exact(b"Top 10 Scores:")
        game.expect(pexpect.EOF)
        game.close()
        assert game.exitstatus == 0


@pytest.mark.parametrize("variable", ["SEED", "ROGOSEED"])
def test_a_variable_reads_seeds_as_the_command_line_does(variable: str) -> None:
    assert choose_seed(None, "rogo-x", {variable: "042"}) == 42
    for wrong in ("4_2", "ten", str(2**64), "-1"):
        with pytest.raises(LaunchError, match=f"^{variable} cannot be used: "):
            choose_seed(None, "rogo-x", {variable: wrong})


def test_an_option_that_names_no_seed_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--seed", "4_2"])
    assert ended.value.code == 2
    assert "'4_2' is not a seed: write decimal digits" in capsys.readouterr().err


def test_options_come_from_login_environment_and_command_line() -> None:
    env = {"LOGNAME": "ann", "ROGUEOPTS": "terse"}
    assert option_text(None, env) == "name=ann,terse"
    assert option_text("Bo", env) == "name=ann,terse,name=Bo"


@pytest.mark.parametrize(
    ("name", "played"),
    [
        ("Bo,terse", "Bo terse"),
        (",terse,score=/x", " terse score=/x"),
        ("Bo\t\n\x1b[31m\x7fterse", "Bo[31mterse"),
        ("\x01", "nobody"),
    ],
)
def test_a_name_with_a_comma_or_control_characters_sets_no_options(name: str, played: str) -> None:
    for asked, env in ((name, {"LOGNAME": "ann"}), (None, {"LOGNAME": name}), (None, {"USER": name})):
        options = read_options(option_text(asked, env))
        assert options == Options(name=played)


@pytest.mark.parametrize(
    ("asked", "name"),
    [("Zoë", "Zoe"), ("Zoe\u0308", "Zoe"), ("Jürgen Weiß", "Jurgen Weiss"), ("Zo\udceb", "Zo?"), ("李", "?")],
)
def test_no_letter_of_a_name_is_lost_without_a_trace(asked: str, name: str) -> None:
    assert option_text(asked, {"LOGNAME": "ann"}) == f"name=ann,,name={name}"
    assert option_text(None, {"LOGNAME": asked}) == f"name={name},"
    said = option_text(None, {"LOGNAME": "ann", "ROGUEOPTS": f"name={asked},fruit={asked}, file=/{asked}"})
    assert said == f"name=ann,name={name},fruit={name}, file=/{asked}"


def test_what_moves_a_cursor_is_no_letter() -> None:
    assert option_text("Zo\x9b\u200bë", {"LOGNAME": "ann"}).endswith("name=Zoe")
