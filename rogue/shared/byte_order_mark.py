"""Byte order marks of text files."""

from __future__ import annotations

import errno
from typing import Final

MARK: Final = b"\xef\xbb\xbf"
_OTHERS: Final = {
    b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16",
}  # fmt: skip


def without_mark(data: bytes) -> bytes:
    """Return the content of a text file without a byte order mark, which some editors write.

    Raises OSError, with EILSEQ, for text in another encoding than UTF-8.

    >>> without_mark(b"\\xef\\xbb\\xbfseed"), without_mark(b"seed")
    (b'seed', b'seed')
    """
    for mark, name in _OTHERS.items():
        if data.startswith(mark):
            raise OSError(errno.EILSEQ, f"it is written in {name}; save it as UTF-8")
    return data.removeprefix(MARK)
