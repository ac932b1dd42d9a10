"""Recordings as ttyrec: the binary form that players of terminal games have shown for decades.

A frame is three numbers of 32 bits, little-endian (seconds, microseconds, size), and so many bytes of output.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from rogomatic.base_error import RogomaticError

_HEAD: Final = struct.Struct("<III")
_MICROS: Final = 1_000_000
MOST_BYTES: Final = 1 << 24  # in one frame: more is no ttyrec


class TtyrecError(RogomaticError, ValueError):
    """Bytes that are no ttyrec; the text says where."""


class TtyrecFrame(NamedTuple):
    """What was drawn at a time: seconds since the recording began, or since 1970."""

    seconds: float
    data: bytes


def frame_bytes(frame: TtyrecFrame) -> bytes:
    """Return one frame as it stands in a file.

    >>> frame_bytes(TtyrecFrame(1.5, b"hi"))
    b'\\x01\\x00\\x00\\x00 \\xa1\\x07\\x00\\x02\\x00\\x00\\x00hi'
    """
    seconds, micros = divmod(round(frame.seconds * _MICROS), _MICROS)
    return _HEAD.pack(seconds, micros, len(frame.data)) + frame.data


def read_ttyrec(data: bytes) -> tuple[list[TtyrecFrame], bool]:
    """Return the frames, and whether the last one is whole; one that was cut off is left out.

    Raises TtyrecError for bytes that cannot be frames.
    """
    frames: list[TtyrecFrame] = []
    at = 0
    while at + _HEAD.size <= len(data):
        seconds, micros, size = _HEAD.unpack_from(data, at)
        if micros >= _MICROS or size > MOST_BYTES:
            raise TtyrecError(f"byte {at}: no frame of a ttyrec begins there")
        start, end = at + _HEAD.size, at + _HEAD.size + size
        if end > len(data):
            break
        frames.append(TtyrecFrame((seconds * _MICROS + micros) / _MICROS, data[start:end]))
        at = end
    return frames, at == len(data)
