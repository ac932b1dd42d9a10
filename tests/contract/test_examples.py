"""The examples in the documents of the project do what they show."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from tests.support import forked_program

ROOT: Final = Path(__file__).resolve().parents[2]
TOPS: Final = ("rogue", "rogomatic", "memory")
BELOW: Final = [path for top in TOPS for path in (ROOT / top).rglob("*.md")]
DOCUMENTS: Final = sorted([*ROOT.glob("*.md"), *BELOW])
MARKED: Final = re.compile(r"^<!-- tested -->\n```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LAUNCHER: Final = re.compile(r"(?<![\w/])(?:\./)?scripts/(rogue|rogomatic)(?=\s|$)")
PLAIN: Final = re.compile(r"scripts/rogomatic (?!.*--jobs)[^|&;<>$#]+")  # no shell, no processes of its own
TEMPORARY: Final = re.compile(r"(?<![\w.])/tmp/")
WRITTEN: Final = re.compile(r"(?:--(?:out|pool|memory|journal|export)|(?<!2)>) ?(?!/tmp/|~/)([\w./-]+\.\w+)")
SLOWEST_SECONDS: Final = 300
NEEDS_GYM: Final = re.compile(
    r"^```python\n(?:(?!^```$).*\n)*?.*gymnasium.*\n(?:(?!^```$).*\n)*^```$", re.MULTILINE
)


Known = dict[tuple[str, ...], tuple[subprocess.CompletedProcess[str], dict[str, bytes]]]
"""A command and the names of the files there were -> what it printed, and the files that it made."""


class Example(NamedTuple):
    command: str
    shown: str  # "" when the document shows nothing


def examples_of(text: str) -> list[Example]:
    """Return the commands of all marked blocks, in order, with what the document shows below each.

    >>> examples_of("<!-- tested -->\\n```console\\n$ echo a\\na\\n$ true\\n```\\n")
    [Example(command='echo a', shown='a\\n'), Example(command='true', shown='')]
    """
    found = []
    for block in MARKED.findall(text):
        for chunk in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = chunk.partition("\n")
            found.append(Example(command, shown))
    return found


def with_this_python(command: str) -> str:
    """Put the Python of the tests in place of the launchers, which would install things."""
    command = LAUNCHER.sub(lambda found: f'"{sys.executable}" -m {found[1]}', command)
    return command.replace("scripts/bench", f'"{sys.executable}" "{ROOT}/scripts/bench"')


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a shown command as a reader would, in `folder`, which stands for /tmp, too.

    A plain one of the agent needs no shell.
    """
    command = TEMPORARY.sub(f"{folder}/", command).replace("tests/journals", f"{ROOT}/tests/journals")
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    env = {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"}
    if PLAIN.fullmatch(command):
        done = forked_program.run(shlex.split(command.removeprefix("scripts/")), b"", env, str(folder))
        texts = (done.stdout.decode(), done.stderr.decode())
        return subprocess.CompletedProcess(done.args, done.returncode, *texts)
    line = ["/bin/sh", "-c", with_this_python(command)]
    return subprocess.run(
        line, cwd=folder, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        timeout=SLOWEST_SECONDS, check=False,
    )  # fmt: skip


def matches(shown: str, printed: str) -> bool:
    """Compare as doctest does: `...` stands for any text, runs of blanks are equal."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.OutputChecker().check_output(shown, printed, flags)


def run_once(command: str, folder: Path, known: Known) -> subprocess.CompletedProcess[str]:
    """Run a command, or put the files there that it made in another folder with the same files."""
    before = sorted(path.name for path in folder.iterdir())
    if (key := (command, *before)) not in known:
        done = run(command, folder)
        made = [path for path in folder.iterdir() if path.is_file() and path.name not in before]
        known[key] = done, {path.name: path.read_bytes() for path in made}
    for name, data in known[key][1].items():
        (folder / name).write_bytes(data)
    return known[key][0]


def wrong_examples(document: Path, folder: Path, known: Known) -> Iterator[str]:
    """Run the commands of a document in a folder; yield those that fail or print otherwise."""
    for example in examples_of(document.read_text("utf-8")):
        done = run_once(example.command, folder, known)
        if done.returncode:
            yield f"{document.name}: $ {example.command}\n{done.stderr}"
        elif example.shown and not matches(example.shown, done.stdout):
            yield f"{document.name}: $ {example.command}\n{done.stdout}"


def wrong_python(document: Path) -> Iterator[str]:
    """Run the Python examples of a document; yield what doctest says of those that fail."""
    text = document.read_text("utf-8")
    if find_spec("gymnasium") is None:
        text = NEEDS_GYM.sub("", text)
    examples = doctest.DocTestParser().get_doctest(text, {}, document.name, str(document), 0)
    said: list[str] = []
    if doctest.DocTestRunner(verbose=False).run(examples, out=said.append).failed:
        yield "".join(said)


def test_examples_do_what_they_show(tmp_path: Path) -> None:
    wrong: list[str] = []
    known: Known = {}
    for number, document in enumerate(DOCUMENTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        wrong += wrong_examples(document, folder, known)
    assert wrong == []


def test_no_example_writes_into_the_clone() -> None:
    """What a reader types in the folder of the project leaves nothing there."""
    littering = [
        f"{document.name}: {line}"
        for document in DOCUMENTS
        for block in re.findall(
            r"^```console\n(.*?)^```$", document.read_text("utf-8"), re.MULTILINE | re.DOTALL
        )
        for line in re.findall(r"^\$ (.*)", block, re.MULTILINE)
        if WRITTEN.search(line.partition(" #")[0]) or "ROGUE_HOME=." in line
    ]
    assert littering == []


def test_python_examples_hold() -> None:
    assert [wrong for document in DOCUMENTS for wrong in wrong_python(document)] == []


def test_the_documents_have_examples() -> None:
    tested = {path.relative_to(ROOT).as_posix() for path in DOCUMENTS if examples_of(path.read_text("utf-8"))}
    assert tested >= {"README.md", "rogue/README.md", "rogomatic/README.md", "rogomatic/run/README.md"}
