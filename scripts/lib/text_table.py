"""Tables of figures as text in columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def aligned(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table of figures in columns, two blanks apart, numbers to the right.

    >>> print(aligned(["kind", "worth"], [["mace", 8], ["long sword", 15]]), end="")
    ```text
    kind        worth
    mace            8
    long sword     15
    ```
    """
    lines = [list(head), *([str(cell) for cell in row] for row in rows)]
    columns = list(zip(*lines, strict=True))
    right = [all(re.fullmatch(r"[-+]?\d*(?:[.,]\d+)*", cell) for cell in column[1:]) for column in columns]
    widths = [max(map(len, column)) for column in columns]
    texts = (
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in lines
    )
    return "".join(f"{text}\n" for text in ("```text", *texts, "```"))
