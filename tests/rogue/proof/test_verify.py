"""Proof: commitments bind, every edit of a proven journal is noticed, hostile journals keep the limits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rogue import __version__
from rogue.app.config import choose_seed
from rogue.cli import main
from rogue.proof import (
    agreed_seed,
    agreed_start,
    agreement_trouble,
    commitment_of,
    commitment_text,
    digest_of_keys,
    is_digest,
    provable_options,
    referees_commitment,
    verify_journal,
)
from rogue.storage.game_files import save_text
from rogue.storage.variant_files import load_variant
from rogue.ui.journal import Restored, Start, read_header
from rogue.ui.journal_sessions import RecordingSession
from scripts.lib.random_keys import bursts
from tests.support import forked_program

NONCE = "ab" * 32
START = Start(7, options="name=Ann", nonce=NONCE)


def recorded(start: Start = START, bursts_of_keys: int = 6) -> list[str]:
    game = RecordingSession(start)
    for keys in bursts(start.seed, bursts_of_keys):
        game.feed(keys)
    game.restore(game.session.state(), Restored())
    game.feed(b"\x1b;Qy\r")
    game.end("quit")
    return game.journal().splitlines()


def still() -> float:
    return 0.0


JOURNAL = recorded()
COMMIT = commitment_of(commitment_text(START))


def test_prf_1_the_commitment_is_the_sha_256_of_a_text_that_tells_all() -> None:
    text = commitment_text(START)
    rows = dict(row.split(" ", 1) for row in text.splitlines())
    names = "rogue seed edition variant options year helpers wizard program rules nonce"
    assert list(rows) == names.split()
    assert (rows["seed"], rows["options"], rows["nonce"], rows["program"]) == (
        "7",
        '"name=Ann"',
        NONCE,
        __version__,
    )
    assert commitment_of(text) == hashlib.sha256(text.encode()).hexdigest()
    variant = load_variant("coffee", {})
    other = commitment_text(Start(7, nonce=NONCE, variant=variant))
    assert f"variant coffee 1 {variant.rules.digest}\n" in other


def test_prf_1_every_part_of_the_beginning_counts() -> None:
    texts = {
        commitment_text(start)
        for start in (
            START, Start(8, options="name=Ann", nonce=NONCE), Start(7, "5.2", "name=Ann", nonce=NONCE),
            Start(7, nonce=NONCE), Start(7, options="name=Ann", nonce="00" * 32),
            Start(7, options="name=Ann", nonce=NONCE, year=2027),
            Start(7, options="name=Ann", nonce=NONCE, helpers=True),
            Start(7, options="name=Ann", nonce=NONCE, wizard=True),
        )
    }  # fmt: skip
    assert len(texts) == 8


def test_prf_2_options_that_name_files_are_left_out() -> None:
    assert (
        provable_options("terse,file=/a,name=Ann,score=/b,lo=c,jump,fruit=fig")
        == "terse,name=Ann,jump,fruit=fig"
    )


def test_prf_3_an_honest_journal_holds() -> None:
    verdict = verify_journal(JOURNAL, still, commit=COMMIT)
    assert (verdict.result, verdict.code, verdict.seed) == ("holds", 0, 7)
    assert "restored: 1" in verdict.claims[1]
    assert f"Commitment: {COMMIT}." in verdict.claims


def test_prf_3_another_commitment_does_not() -> None:
    assert verify_journal(JOURNAL, still, commit="0" * 64).reason.startswith(
        "the commitment of this journal is "
    )
    assert verify_journal(JOURNAL, still, commit="xyz").result == "fails"
    plain = recorded(Start(7))
    assert verify_journal(plain, still).result == "holds"
    assert "started without --prove" in verify_journal(plain, still, commit=COMMIT).reason


def with_one_changed(lines: list[str], at: int) -> list[str]:
    """Return lines of which one has another key, turn, value or word."""
    for old, new in (("h", "l"), ("0", "1"), ("a", "b")):
        changed = lines[at].replace(old, new, 1)
        if changed != lines[at] and json.loads(changed).keys() == json.loads(lines[at]).keys():
            return [*lines[:at], changed, *lines[at + 1 :]]
    return lines


EDITS: dict[str, Callable[[list[str], int], list[str]]] = {
    "changed": with_one_changed,
    "dropped": lambda lines, at: lines[:at] + lines[at + 1 :],
    "doubled": lambda lines, at: lines[: at + 1] + lines[at:],
    "swapped": lambda lines, at: [*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]],
}


@pytest.mark.slow
@pytest.mark.parametrize("how", EDITS)
def test_prf_4_every_edit_of_a_line_is_noticed(how: str) -> None:
    for at in range(len(JOURNAL) - (how == "swapped")):
        edited = EDITS[how](JOURNAL, at)
        if edited == JOURNAL:
            continue
        verdict = verify_journal(edited, still)
        assert verdict.result != "holds", (at, JOURNAL[at])


def test_prf_4_a_changed_score_and_a_line_behind_the_end_are_named() -> None:
    end = json.loads(JOURNAL[-1])
    lied = [*JOURNAL[:-1], json.dumps(end | {"score": end["score"] + 1})]
    assert verify_journal(lied, still).reason.startswith(f"line {len(JOURNAL)}: the game ends differently")
    assert verify_journal([*JOURNAL, JOURNAL[1]], still).reason.endswith("comes after the end of the game")
    verdict = verify_journal([*JOURNAL[:2], '{"keys": "", "turns": ""}', *JOURNAL[2:]], still)
    assert "the lines before it were changed" in verdict.reason


def test_prf_3_nothing_is_claimed_of_other_rules_or_unended_games() -> None:
    head = json.loads(JOURNAL[0])
    older = [json.dumps(head | {"program": "0.0.1"}), JOURNAL[1].replace("turns", "turn"), *JOURNAL[2:]]
    assert verify_journal(older, still).result == "unclear"
    assert verify_journal([json.dumps(head | {"version": 3}), *JOURNAL[1:]], still).code == 3
    assert "the game has not ended" in verify_journal(JOURNAL[:-1], still).reason
    variant = recorded(Start(7, variant=load_variant("candle", {})))
    row = json.loads(variant[0])
    row["variant"]["digest"] = "0" * 64
    assert verify_journal([json.dumps(row), *variant[1:]], still).result == "unclear"


def test_prf_3_the_commitment_of_another_version_holds_for_its_journal() -> None:
    """Where the replay goes as it went; the text that was committed to names that version."""
    head = json.loads(JOURNAL[0])
    start = read_header(JOURNAL[0])
    shown = commitment_of(commitment_text(start, program="0.0.1"))
    older = [json.dumps(head | {"program": "0.0.1"}), *JOURNAL[1:]]
    for wrong in (False, True):
        commit = "0" * 64 if wrong else shown
        verdict = verify_journal(older, still, commit=commit)
        assert ("commitment" in verdict.reason) is wrong, verdict
    assert verify_journal(JOURNAL, still, commit=shown).result == "fails"


@pytest.mark.parametrize(
    ("row", "code"),
    [({"edition": "newer version"}, 1), ({"edition": "are others in"}, 1), ({"version": 3}, 3)],
)
def test_prf_3_no_verdict_hangs_on_words(row: dict[str, object], code: int) -> None:
    head = json.loads(JOURNAL[0]) | row
    assert verify_journal([json.dumps(head), *JOURNAL[1:]], still).code == code


def test_prf_3_beyond_the_limits_nothing_is_claimed() -> None:
    ticks = iter(range(10_000))
    verdict = verify_journal(JOURNAL, lambda: float(next(ticks)), limit=3)
    assert (verdict.result, verdict.code) == ("unclear", 3)
    assert "within the limits" in verdict.reason


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00\xff" * 50, b"{}", b"[" * 5000, b'{"format": "rogue journal", "version": 2}', b"\x1b[2J\n",
     b'{"format": "rogue save"}\n', "\n".join(JOURNAL).replace("Ann", "\u00e9").encode()],
)  # fmt: skip
def test_prf_3_bytes_give_a_sentence(tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game"
    path.write_bytes(data)
    assert main(["verify", str(path)]) in (1, 3)
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err
    assert "Traceback" not in said.out + said.err


@pytest.mark.slow
def test_prf_3_a_long_replay_is_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slow = RecordingSession(Start(9, "3.6"))
    path = tmp_path / "slow"
    head = slow.journal().splitlines()[0]
    path.write_text(head + "\n" + json.dumps({"keys": "@" * 500_000}) + "\n")
    assert main(["verify", str(path), "--limit", "0.2"]) == 3
    assert "not checked within 0.2 CPU seconds" in capsys.readouterr().out


def test_prf_3_a_saved_game_shows_no_score_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = RecordingSession(Start(7))
    game.feed(b"ss")
    path = tmp_path / "save"
    path.write_bytes(save_text(game))
    assert main(["verify", str(path), "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["reason"].startswith("the game has not ended by turn 2")


@pytest.mark.slow
def test_prf_1_prove_shows_what_sha256sum_and_verify_confirm(tmp_path: Path, root: Path) -> None:
    journal = tmp_path / "game.jsonl"
    words = ["--plain", "--prove", "--name", "Ann", "--journal", str(journal)]
    env = {
        "PYTHONPATH": str(root),
        "ROGUE_HOME": str(tmp_path),
        "ROGUEOPTS": "file=/x,terse",
        "HOME": "/nowhere",
    }
    played = forked_program.run(["rogue", *words], b"ss Qy\n", env)
    assert played.returncode == 0
    shown = played.stderr.decode().split("Commitment of this game:\n")[1][:64]
    assert is_digest(shown)
    text = (tmp_path / "game.jsonl.commitment").read_bytes()
    assert hashlib.sha256(text).hexdigest() == shown
    head = json.loads(journal.read_text().splitlines()[0])
    assert (head["home"], head["version"]) == ("", 2)
    assert "file" not in head["options"]
    assert main(["verify", str(journal), "--commit", shown.upper()]) == 0
    assert main(["verify", str(journal), "--commit", "1" * 64]) == 1
    without = forked_program.run(["rogue", "--plain", "--prove"], b"", env)
    assert (without.returncode, b"needs a journal" in without.stderr) == (1, True)


def test_prf_5_a_dungeon_that_nobody_chose_has_64_bits() -> None:
    seeds = [choose_seed(None, "Ann", {}, proven=True) for _ in range(64)]
    assert max(seeds) >= 1 << 60
    assert all(0 <= seed < 1 << 64 for seed in seeds)


SECRET = bytes(range(32))


def test_prf_6_the_dungeon_follows_from_secret_and_answer() -> None:
    start = Start(0, options="name=Ann")
    commitment = referees_commitment(start, SECRET)
    assert commitment == referees_commitment(Start(99, options="name=Ann"), SECRET)
    text = f'{commitment}\n{SECRET.hex()}\n"heads"\n'
    assert agreed_seed(commitment, SECRET, "heads") == int.from_bytes(
        hashlib.sha256(text.encode()).digest()[:8], "big"
    )
    agreed = agreed_start(start, SECRET, "heads")
    assert agreement_trouble(agreed, commitment, "heads") == ""
    assert "does not follow" in agreement_trouble(agreed, commitment, "tails")
    assert "commitment differs" in agreement_trouble(agreed, "0" * 64, "heads")
    assert "no referee's secret" in agreement_trouble(Start(1, nonce="ab"), commitment, "heads")
    with pytest.raises(ValueError, match="32 bytes"):
        referees_commitment(start, b"short")
    with pytest.raises(ValueError, match="200 characters"):
        agreed_seed(commitment, SECRET, "x" * 201)


def test_prf_6_the_fixed_secret_gives_this_dungeon() -> None:
    assert agreed_seed("00" * 32, bytes(32), "") == FIXED_SEED


def test_prf_7_a_sealed_game_does_not_tell_its_dungeon_and_verifies() -> None:
    start = agreed_start(Start(0, options="name=Ann"), SECRET, "heads")
    game = RecordingSession(start)
    game.feed(b"v")
    assert "dungeon ?" in game.session.screen[0]
    game.restore(game.session.state(), Restored())
    game.feed(b" v")
    assert "dungeon ?" in game.session.screen[0]
    game.feed(b" Qy\r")
    game.end("quit")
    lines = game.journal().splitlines()
    assert verify_journal(lines, still).result == "holds"
    commitment = referees_commitment(start, SECRET)
    assert "needs the player's answer" in verify_journal(lines, still, commit=commitment).reason


def test_prf_8_the_digest_starts_at_the_commitment_and_adds_each_line() -> None:
    first = hashlib.sha256(bytes(32) + b"one").digest()
    assert digest_of_keys("00" * 32, ["one"]) == first.hex()
    assert digest_of_keys("00" * 32, ["one", "two"]) == hashlib.sha256(first + b"two").hexdigest()


FIXED_SEED = 7286983051210555430
