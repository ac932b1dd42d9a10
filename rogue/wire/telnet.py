"""The server's end of telnet (SRV-3 to SRV-8)."""

from __future__ import annotations

from typing import Final

IAC: Final = 0xFF
_DONT, _DO, _WONT, _WILL, _SB, _SE = 0xFE, 0xFD, 0xFC, 0xFB, 0xFA, 0xF0
_EOF, _BRK, _IP, _AYT, _EC = 0xEC, 0xF3, 0xF4, 0xF6, 0xF7
_BINARY, _ECHO, _SGA, _TIMING_MARK, _TTYPE, _NAWS = 0x00, 0x01, 0x03, 0x06, 0x18, 0x1F

OFFERS: Final = bytes(
    [IAC, _WILL, _ECHO, IAC, _WILL, _SGA, IAC, _DO, _SGA, IAC, _DO, _NAWS, IAC, _DO, _TTYPE]
)
NOP: Final = bytes([IAC, 0xF1])
_SEND_TTYPE: Final = bytes([IAC, _SB, _TTYPE, 1, IAC, _SE])
_BEL: Final = b"\x07"
_INTERRUPT_KEY: Final = 0x03
_DELETE: Final = 0x7F
_RETURN: Final = 0x0D
_NEWLINE: Final = 0x0A
MAX_SUBNEGOTIATION: Final = 256  # bytes
MAX_TYPE: Final = 40  # characters of the name of a terminal
AT_LOGIN: Final = 200  # commands that a client may send while it logs in
A_SECOND: Final = 20  # later
DEFAULT_SIZE: Final = (24, 80)
_NAWS_BYTES: Final = 4
_OURS: Final = {("us", _ECHO), ("us", _SGA), ("them", _SGA), ("them", _NAWS), ("them", _TTYPE)}
_ENDS: Final = {0, _RETURN}


class TelnetParser:
    """The server's end of one telnet line.

    size       rows and columns of the window, 24 x 80 if unknown
    terminal   name of the terminal in printable characters, or "" if unknown
    ended      whether the client asked to close the connection or exceeded a limit
    commands   number of telnet commands so far

    The stream may be divided into chunks at any place.  No method raises an exception.
    """

    __slots__ = (
        "_after_return", "_asked", "_on", "_out", "_state", "_sub", "_verb", "commands", "ended", "size",
        "terminal",
    )  # fmt: skip

    def __init__(self) -> None:
        self.size = DEFAULT_SIZE
        self.terminal = ""
        self.ended = False
        self.commands = 0
        self._out = bytearray()
        self._state = "data"
        self._verb = 0
        self._sub = bytearray()
        self._after_return = False
        # Our options and theirs: on, off, or requested and not answered yet (RFC 1143).
        self._on: dict[tuple[str, int], bool] = {}
        self._asked = {("us", _ECHO), ("us", _SGA), ("them", _SGA), ("them", _NAWS), ("them", _TTYPE)}

    @property
    def settled(self) -> bool:
        """Whether the client has answered every offer, and has named its terminal if it agreed to do so."""
        return not self._asked and not (self._on.get(("them", _TTYPE)) and not self.terminal)

    def ask_binary(self) -> None:
        """Ask the client to send all eight bits of each byte, which UTF-8 needs (RFC 856)."""
        self._asked.add(("them", _BINARY))
        self._answer(_DO, _BINARY)

    def take_answers(self) -> bytes:
        """Return the bytes to send to the client, and forget them."""
        out, self._out = bytes(self._out), bytearray()
        return out

    def feed(self, data: bytes) -> bytes:
        """Take bytes from the client, and return the keys among them."""
        if self.ended:
            return b""
        if IAC not in data and self._state == "data" and not self._after_return and not _ENDS & set(data):
            return data
        keys = bytearray()
        for byte in data:
            self._byte(byte, keys)
        return bytes(keys)

    def _byte(self, byte: int, keys: bytearray) -> None:
        state = self._state
        if self.ended:
            return
        if state == "data":
            if byte == IAC:
                self._state = "command"
            else:
                self._key(byte, keys)
        elif state == "command":
            self._command(byte, keys)
        elif state == "option":
            self._state = "data"
            self._negotiate(self._verb, byte)
        elif state == "sub":
            if byte == IAC:
                self._state = "sub command"
            else:
                self._grow(byte)
        elif byte == _SE:
            self._state = "data"
            self._subnegotiation(bytes(self._sub))
        else:  # a doubled FF, or an unexpected command, which is ignored
            self._state = "sub"
            if byte == IAC:
                self._grow(byte)

    def _key(self, byte: int, keys: bytearray) -> None:
        after_return, self._after_return = self._after_return, byte == _RETURN
        if byte == 0 or (after_return and byte == _NEWLINE):
            return
        keys.append(byte)

    def _command(self, byte: int, keys: bytearray) -> None:
        self._state = "data"
        if byte == IAC:
            return  # a data byte FF is no key
        self.commands += 1
        if byte in (_WILL, _WONT, _DO, _DONT):
            self._verb, self._state = byte, "option"
        elif byte == _SB:
            self._sub.clear()
            self._state = "sub"
        elif byte in (_IP, _BRK):
            keys.append(_INTERRUPT_KEY)
        elif byte == _EC:
            keys.append(_DELETE)
        elif byte == _AYT:
            self._out += _BEL
        elif byte == _EOF:
            self.ended = True

    def _grow(self, byte: int) -> None:
        self._sub.append(byte)
        if len(self._sub) > MAX_SUBNEGOTIATION:
            self.ended = True

    def _negotiate(self, verb: int, option: int) -> None:
        side = "us" if verb in (_DO, _DONT) else "them"
        wanted = verb in (_DO, _WILL)
        key = (side, option)
        if option == _TIMING_MARK and verb == _DO:
            self._answer(_WILL, option)
        elif key in _OURS or key in self._asked or key in self._on:
            was_asked = key in self._asked
            self._asked.discard(key)
            was_on = self._on.get(key, False)
            self._on[key] = wanted
            if was_on != wanted and not was_asked:
                yes, no = (_WILL, _WONT) if side == "us" else (_DO, _DONT)
                self._answer(yes if wanted else no, option)
            if key == ("them", _TTYPE) and wanted and not was_on:
                self._out += _SEND_TTYPE
        elif wanted:
            self._answer(_WONT if side == "us" else _DONT, option)

    def _answer(self, verb: int, option: int) -> None:
        self._out += bytes([IAC, verb, option])

    def _subnegotiation(self, data: bytes) -> None:
        if data[:1] == bytes([_NAWS]) and len(data) == 1 + _NAWS_BYTES:
            cols, rows = int.from_bytes(data[1:3]), int.from_bytes(data[3:5])
            self.size = (rows, cols) if rows and cols else DEFAULT_SIZE
        elif data[:2] == bytes([_TTYPE, 0]):
            text = data[2:].decode("ascii", "replace")
            named = "".join([char for char in text if " " <= char <= "~"])[:MAX_TYPE]
            self.terminal = named or "unknown"
