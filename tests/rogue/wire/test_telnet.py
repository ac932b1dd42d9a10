"""Telnet: openings of real clients, every cut, bounds (SRV-3 to SRV-8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogue.wire.telnet import OFFERS, TelnetParser


def run(*parts: bytes) -> tuple[bytes, bytes, TelnetParser]:
    """Feed parts; return keys, answers and the parser."""
    parser = TelnetParser()
    keys = b"".join([parser.feed(part) for part in parts])
    return keys, parser.take_answers(), parser


def h(text: str) -> bytes:
    return bytes.fromhex(text)


INETUTILS = h("fffd03 fffb18 fffb1f fffb20 fffb21 fffb22 fffb27 fffd05 fffd01 fffb03".replace(" ", ""))
PUTTY = h("fffb1f fffb20 fffb18 fffb27 fffd01 fffb03 fffd03".replace(" ", ""))
BUSYBOX = h("fffd01 fffd03 fffb1f fffa1f00500018fff0 fffb18".replace(" ", ""))
NETCAT = b""
STREAMS = {
    "inetutils": INETUTILS + h("fffa1f0084002bfff0") + h("fffa1800") + b"XTERM" + h("fff0") + b"hjkl\r\0q",
    "putty": PUTTY + h("fffa1f00500018fff0") + h("fffa1800") + b"xterm" + h("fff0") + b"ann\r\n",
    "busybox": BUSYBOX + h("fffa1800") + b"linux" + h("fff0") + b"s\r\0",
    "netcat": b"ann\nss\n",
}


def test_the_opening_is_that_of_srv_3() -> None:
    """SRV-3."""
    assert h("fffb01 fffb03 fffd03 fffd1f fffd18".replace(" ", "")) == OFFERS


@pytest.mark.parametrize("name", STREAMS)
def test_every_cut_of_a_stream_gives_the_same(name: str) -> None:
    """SRV-8."""
    stream = STREAMS[name]
    whole = run(stream)
    for at in range(len(stream) + 1):
        cut = run(stream[:at], stream[at:])
        assert cut[:2] == whole[:2]
        assert (cut[2].size, cut[2].terminal) == (whole[2].size, whole[2].terminal)
    single = run(*[bytes([byte]) for byte in stream])
    assert single[:2] == whole[:2]


def test_the_opening_of_each_client_is_answered_once() -> None:
    keys, answers, parser = run(STREAMS["inetutils"])
    assert keys == b"hjkl\rq"
    assert (parser.size, parser.terminal) == ((43, 132), "XTERM")
    # TTYPE is asked for its name; 20, 21, 22 and 27 are refused, and 05.
    assert answers == h("fffa1801fff0 fffe20 fffe21 fffe22 fffe27 fffc05".replace(" ", ""))
    assert parser.settled
    assert run(STREAMS["netcat"])[:2] == (b"ann\nss\n", b"")


def test_answers_go_only_to_what_changes_a_state() -> None:
    """SRV-4."""
    parser = TelnetParser()
    parser.feed(PUTTY)
    parser.take_answers()
    parser.feed(PUTTY * 3)
    again = parser.take_answers()
    assert again == h("fffe20 fffe27".replace(" ", "")) * 3
    parser.feed(h("fffe01"))
    assert parser.take_answers() == h("fffc01")
    parser.feed(h("fffe01"))
    assert parser.take_answers() == b""
    parser.feed(h("fffc22 fffe00".replace(" ", "")))
    assert parser.take_answers() == b""
    parser.feed(h("fffd06"))
    assert parser.take_answers() == h("fffb06")


@pytest.mark.parametrize(
    ("stream", "keys"),
    [
        (h("6affff6a"), b"jj"),  # FF FF is a byte that is no key
        (b"a\r\0b", b"a\rb"),
        (b"a\r\nb", b"a\rb"),
        (b"a\rb\r\r\n", b"a\rb\r\r"),
        (b"a\0b", b"ab"),
        (h("fff4fff2") + b"c", b"\x03c"),  # interrupt, data mark
        (h("fff3"), b"\x03"),
        (h("fff7"), b"\x7f"),
        (h("fff1 fff2 fff9 fff5 fff8 ffef ffee ffed".replace(" ", "")) + b"k", b"k"),
        (b"a\r" + h("fff1") + b"\nb", b"a\rb"),
    ],
)
def test_bytes_become_keys(stream: bytes, keys: bytes) -> None:
    """SRV-6."""
    assert run(stream)[0] == keys


def test_are_you_there_is_answered_by_a_bell() -> None:
    assert run(h("fff6"))[1] == b"\x07"


def test_the_size_of_the_window() -> None:
    """SRV-5."""
    assert run()[2].size == (24, 80)
    assert run(h("fffa1f00640028fff0"))[2].size == (40, 100)
    assert run(h("fffa1f00ffff0028fff0"))[2].size == (40, 255)
    assert run(h("fffa1f00000000fff0"))[2].size == (24, 80)
    assert run(h("fffa1f006400fff0"))[2].size == (24, 80)


def test_the_name_of_a_terminal_is_printable_and_short() -> None:
    parser = run(h("fffa1800") + b"\x1b[2Jx" * 40 + h("fff0"))[2]
    assert parser.terminal == ("[2Jx" * 10)


def test_a_line_that_breaks_a_bound_or_hangs_up_has_ended() -> None:
    assert run(h("fffa18") + b"x" * 255)[2].ended is False
    assert run(h("fffa18") + b"x" * 256)[2].ended is True
    keys, _, parser = run(h("6affec6a"))
    assert (keys, parser.ended) == (b"j", True)


def test_ten_thousand_offers_are_counted_and_answered_once_each() -> None:
    _, answers, parser = run(h("fffb27") * 10_000)
    assert parser.commands == 10_000
    assert len(answers) == 30_000


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_nothing_raises_and_no_cut_matters(parts: list[bytes]) -> None:
    keys, answers, parser = run(*parts)
    whole = run(b"".join(parts))
    assert (keys, answers) == whole[:2]
    assert (parser.size, parser.ended, parser.commands) == (
        whole[2].size,
        whole[2].ended,
        whole[2].commands,
    )
    assert b"\0" not in keys
