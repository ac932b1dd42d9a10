"""`S` and `!`: the dialogue, the request to the world outside, the answers (SAV-1, SCREEN.md 6, 12.4)."""

from __future__ import annotations

import pytest

from rogue.state.serialize import StateError
from rogue.ui.input_modes import Answer, Host, Request
from rogue.ui.session import Session
from scripts.lib.random_keys import bursts

HOME = "/home/ann"
FILE = f"{HOME}/.rogue.save"


def able(options: str = "") -> Session:
    session = Session(3, options=options, host=Host(home=HOME, able=("save", "shell")))
    session.feed(b"")
    return session


def row(session: Session) -> str:
    return session.screen[0].rstrip()


OFFER, WRONG = f"Save file ({FILE})?", "Please answer Y or N --More--"
EXISTS = "File exists.  Do you wish to overwrite it?"
SAVE, OVERWRITE = Request("save", FILE), Request("save", FILE, overwrite=True)
FULL = Answer("failed", "No space left on device")
Turn = tuple[bytes | Answer, str]
DIALOGS: dict[str, tuple[list[Turn], Request | None, int]] = {
    # what is typed or answered, and row 0 then; the request at the end; turns
    "SAV-1 y asks for the file that is offered": ([(b"S", OFFER), (b"y", f"{OFFER} Yes")], SAVE, 0),
    "Escape gives up": ([(b"S\x1b", "")], None, 0),
    "Escape behind n, too": ([(b"Sn\x1b", "")], None, 0),
    "another key": ([(b"Sx", WRONG), (b" ", OFFER)], None, 0),
    "n asks for a name": ([(b"SN", "File name:"), (b"other\n", "File name: other")], Request("save", "other"),
    0),
    "a file that is there, n": (
        [(b"Sy", f"{OFFER} Yes"), (Answer("exists"), EXISTS), (b"?", WRONG), (b" n", OFFER)], None, 0),
    "a file that is there, y": ([(b"Sy", f"{OFFER} Yes"), (Answer("exists"), EXISTS),
    (b"Y", f"File name: {FILE}")],
                                OVERWRITE, 0),
    "a failure": ([(b"Sy", f"{OFFER} Yes"), (FULL, "No space left on device --More--"), (b" ", "File name:"),
                   (b"\x1bs", ""), (b"s", "")], None, 1),
    "keys behind the y wait for the answer": ([(b"Sys", f"{OFFER} Yes"), (b"s", f"{OFFER} Yes"),
                                               (FULL, "No space left on device --More--")], None, 0),
    "a y behind the y answers": ([(b"Syy", f"{OFFER} Yes"), (Answer("exists"), f"File name: {FILE}")],
    OVERWRITE,
    0),
}  # fmt: skip


@pytest.mark.parametrize("name", DIALOGS)
def test_the_dialog_of_saving(name: str) -> None:
    turns, request, passed = DIALOGS[name]
    session, rows = able(), []
    for typed, _ in turns:
        if isinstance(typed, Answer):
            session.answer(typed)
        else:
            session.feed(typed)
        rows.append(row(session))
    assert rows == [text for _, text in turns]
    assert (session.request, session.world.turns) == (request, passed)


def test_a_game_that_was_saved_is_closed_without_an_outcome() -> None:
    session = able()
    session.feed(b"Sy")
    session.answer(Answer("done"))
    assert (session.closed, session.outcome) == (True, None)


def test_the_file_of_the_options_is_offered_and_a_typed_name_is_kept() -> None:
    session = able("file=~/game")
    session.feed(b"S")
    assert row(session) == "Save file (/home/ann/game)?"
    session.feed(b"nother\n")
    assert session.options.file == "other"


@pytest.mark.parametrize(
    ("key", "says"),
    [(b"S", "Sorry, a game cannot be saved here"), (b"!", "Sorry, there is no shell in the dungeon")],
)
def test_a_session_alone_says_what_it_cannot_do(key: bytes, says: str) -> None:
    session = Session(3)
    session.feed(key)
    assert (row(session), session.mode) == (says, "command")


def test_an_answer_to_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing was asked"):
        able().answer(Answer("done"))


def test_a_shell_is_asked_for_and_the_screen_drawn_anew_after_it() -> None:
    session = able()
    before = session.screen
    session.feed(b"!")
    assert session.request == Request("shell")
    assert session.answer(Answer("done")).startswith(b"\x1b[H\x1b[J")
    assert (session.screen, session.mode) == (before, "command")


def test_the_last_message_is_kept() -> None:
    session = able()
    session.feed(b"x")
    session.feed(b"v")
    other = able()
    other.restore(session.state())
    other.feed(b"\x10")
    assert row(other) == row(session)


def test_messages_that_wait_behind_a_more_are_kept() -> None:
    session = able()
    session.feed(b"Sx")
    assert session.mode == "more"
    other = able()
    other.restore(session.state())
    assert row(other) == "Please answer Y or N"
    assert other.mode == "command"


def test_an_open_question_is_asked_again() -> None:
    session = able()
    scroll = session.world.rules.kind("scroll", "identify potion")
    session.world.player.pack[0].kind = scroll
    potion = session.world.rules.kind("potion", "healing")
    session.world.player.pack[1].kind = potion
    session.feed(b"ra")
    while session.mode == "more":
        session.feed(b" ")
    assert session.mode == "item"
    other = able()
    other.restore(session.state())
    while other.mode == "more":
        other.feed(b" ")
    assert other.mode == "item"
    other.feed(b"b")
    session.feed(b"b")
    assert potion in other.world.knowledge.true
    assert other.world.turns == session.world.turns


def test_options_are_applied_once_more() -> None:
    session = able("terse,fruit=fig")
    other = able()
    other.restore(session.state(), "noterse,name=Bo", Host(home="/home/bo", able=("save",)))
    assert (other.options.terse, other.options.name, other.options.fruit) == (False, "Bo", "fig")
    assert other.options.home == "/home/bo"


def test_a_dead_player_is_refused_and_nothing_changes() -> None:
    session = able()
    session.feed(b"s")
    state = session.state()
    state["player"]["hp"] = 0
    with pytest.raises(StateError, match="dead"):
        session.restore(state)
    assert session.world.turns == 1


@pytest.mark.parametrize("state", [None, {}, [], {"last_message": "", "unread": [1]}, {"last_message": 1}])
def test_what_is_no_state_is_refused(state: object) -> None:
    with pytest.raises(StateError):
        able().restore(state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_keys_never_hang_or_break_the_dialogue(seed: int) -> None:
    session = able()
    answers = [Answer("exists"), Answer("failed", "No such file or directory")]
    asked = 0
    for turn, keys in enumerate(bursts(seed, 40)):
        session.world.player.hp = session.world.player.max_hp = 500
        session.feed(keys + b"\x1b; " * 8 + b"S" + keys + b"\x1b; " * 8 + b"Sy")
        while session.request is not None:
            asked += 1
            session.answer(answers[turn % 2])
    assert asked > 20


def test_sav_4_an_open_question_about_a_file_is_dropped_with_its_path() -> None:
    """A file from a stranger may end where it has asked already, or was about to be written."""
    for keys, exists in ((b"S", False), (b"Sx", False), (b"Sy", False), (b"Syj", True), (b"Syy", True)):
        session = able("file=/home/ann/letter,score=/home/ann/list,lock=/home/ann/lock")
        session.feed(keys)
        if exists:
            session.answer(Answer("exists"))
        session.set_paths("mine", "", "own")
        assert (session.options.file, session.options.score, session.options.lock) == ("mine", "", "own")
        session.feed(b" " if session.mode == "more" else b"")
        assert (session.request, session.mode) == (None, "command"), keys
        session.feed(b"S")
        assert row(session) == "Save file (mine)?", keys
