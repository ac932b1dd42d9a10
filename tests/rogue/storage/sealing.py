"""Saved games changed by somebody who knows how their checksum is made (SAV-6)."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import Any


def with_body(data: bytes, change: Callable[[bytes], bytes], **head: object) -> bytes:
    """Change the body of a saved game."""
    first, _, body = data.partition(b"\n")
    body = change(body)
    checksum = blake2b(body, digest_size=16).hexdigest()
    return json.dumps({**json.loads(first), "checksum": checksum, **head}).encode() + b"\n" + body


def with_state(data: bytes, change: Callable[[Any], None]) -> bytes:
    """Change the state of a saved game in place."""

    def changed(body: bytes) -> bytes:
        facts, line, *journal = body.split(b"\n")
        change(state := json.loads(line))
        return b"\n".join([facts, json.dumps(state).encode(), *journal])

    return with_body(data, changed)
