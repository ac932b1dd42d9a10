"""Packed files: gzip, bzip2, xz, Zstandard."""

from __future__ import annotations

import bz2
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from rogue.shared.errors import RogomaticError

EXTRA: Final = "zstd"  # of this project, with a library for Zstandard
_PIECE: Final = 1 << 20  # bytes unpacked at a time
_LITTLE: Final = 1 << 10  # bytes of Zstandard taken at a time: they become less than 64 MiB
_MEMORY: Final = 1 << 28  # bytes that an unpacker may take for itself
_WINDOW_LOG: Final = 27  # the same for Zstandard, as a power of two


class PackedFileError(RogomaticError, ValueError):
    """Exception for packed data that cannot be unpacked.  Its text is a clause such as "it is damaged"."""


class _Unpacker(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = ..., /) -> bytes: ...


def is_packed(data: bytes) -> bool:
    """Return whether data begins like a packed file."""
    return _kind_of(data) is not None


def unpacked(data: bytes, most: int) -> bytes:
    """Unpack data for which `is_packed` is true.

    Raises PackedFileError if the result has more than `most` bytes, if the data is damaged, or if a library
    is missing.

    >>> unpacked(bz2.compress(b"hello"), 5)
    b'hello'
    """
    kind = _kind_of(data)
    assert kind is not None
    name, pieces = kind
    found = bytearray()
    try:
        for piece in pieces(data):
            found += piece
            if len(found) > most:
                raise PackedFileError(f"it unpacks to more than {most >> 20} MiB")
    except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError) as error:
        if isinstance(error, PackedFileError):
            raise
        raise PackedFileError(f"its {name} data is damaged or cut off") from None
    return bytes(found)


def _gzip(data: bytes) -> Iterator[bytes]:
    import gzip

    with gzip.open(io.BytesIO(data)) as file:
        while piece := file.read(_PIECE):
            yield piece


def _bzip2(data: bytes) -> Iterator[bytes]:
    return _streams(data, bz2.BZ2Decompressor)


def _xz(data: bytes) -> Iterator[bytes]:
    return _streams(data.rstrip(b"\0"), lambda: lzma.LZMADecompressor(memlimit=_MEMORY))


def _streams(data: bytes, make: Callable[[], _Unpacker]) -> Iterator[bytes]:
    """Yield the unpacked content in pieces.  Packed data may consist of several streams."""
    while data:
        unpacker = make()
        while not unpacker.eof:
            if unpacker.needs_input and not data:
                raise EOFError
            yield unpacker.decompress(data, _PIECE)
            data = b""
        data = unpacker.unused_data


def _zstd(data: bytes) -> Iterator[bytes]:
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        yield from _zstandard(data)
        return
    options = {zstd.DecompressionParameter.window_log_max: _WINDOW_LOG}
    try:
        yield from _streams(data, lambda: zstd.ZstdDecompressor(options=options))
    except zstd.ZstdError as error:
        raise ValueError from error


def _zstandard(data: bytes) -> Iterator[bytes]:
    """Yield unpacked Zstandard data.  Before Python 3.14, this needs the library `zstandard`."""
    try:
        import zstandard
    except ImportError:
        raise PackedFileError(
            "it is packed with Zstandard, which is not installed; "
            f"run in the project's folder: .venv/bin/pip install -e '.[{EXTRA}]'"
        ) from None
    unpacker = zstandard.ZstdDecompressor(max_window_size=1 << _WINDOW_LOG)
    at = 0
    try:
        while at < len(data):
            stream = unpacker.decompressobj()
            while not stream.eof:
                if at >= len(data):
                    raise EOFError
                piece = data[at : at + _LITTLE]
                yield stream.decompress(piece)
                at += len(piece)
            at -= len(stream.unused_data)
    except zstandard.ZstdError as error:
        raise ValueError from error


_Pieces = Callable[[bytes], Iterator[bytes]]
_KINDS: Final[tuple[tuple[bytes, str, _Pieces], ...]] = (
    (b"\x1f\x8b", "gzip", _gzip),
    (b"BZh", "bzip2", _bzip2),
    (b"\xfd7zXZ\x00", "xz", _xz),
    (b"\x28\xb5\x2f\xfd", "Zstandard", _zstd),
)


def _kind_of(data: bytes) -> tuple[str, _Pieces] | None:
    """Return the packer's name and a function that unpacks `data`.  Return None if `data` is not packed."""
    return next(((name, pieces) for magic, name, pieces in _KINDS if data.startswith(magic)), None)
