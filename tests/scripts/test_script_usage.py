"""What is said of a command line of a script that is wrong: one sentence first, then the usage."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.support.script_runs import SCRIPTS, run_script

# They are told which copy of the program to import, and so cannot import ours to read their arguments.
OF_A_COPY = ("bench", "same-keys")


PYTHON = "#!/usr/bin/env python3"
UNKNOWN = "error: there is no option --helpp; did you mean --help?"
REQUIRED = "error: the following arguments are required: "


def test_a_script_says_first_what_is_wrong() -> None:
    codes, wrong = [], {}
    for path in sorted(SCRIPTS.iterdir()):
        if path.is_dir() or path.name in OF_A_COPY or not path.read_text().startswith(PYTHON):
            continue
        done = run_script(path.name, "--helpp")
        codes.append((done.returncode, done.stdout))
        said, usage, *_ = done.stderr.splitlines()
        _, _, sentence = said.partition(": ")
        if not (sentence == UNKNOWN or sentence.startswith(REQUIRED)) or not usage.startswith("usage: "):
            wrong[path.name] = said
    assert wrong == {}
    assert codes == [(2, "")] * len(codes)
    assert len(codes) > 10


def test_every_script_starts_and_ends_like_the_others() -> None:
    texts = {path.name: path.read_text("utf-8") for path in SCRIPTS.iterdir() if path.is_file()}
    programs = {name: text for name, text in texts.items() if text.startswith(PYTHON)}
    both = '(?s)^use_own_python\\(__name__\\)$.*(run_script|RUN_SCRIPT)\\("{}", main\\)'
    assert [name for name, text in programs.items() if not re.search(both.format(name), text, re.M)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rules", *OF_A_COPY])
def test_a_script_with_a_closed_output_says_so(name: str) -> None:
    line = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, str(SCRIPTS / name), "--help"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{name}: the standard output is closed, so nothing can be shown\n"


@pytest.mark.parametrize("words", [["--from", "nowhere"], ["--from=nowhere"]])
def test_a_compiled_copy_that_is_not_there_is_refused_however_it_is_named(words: list[str]) -> None:
    line = [sys.executable, str(SCRIPTS / "real"), "--games", "1", *words, "true"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "real: there is no compiled copy in nowhere; scripts/compile makes one.\n"
