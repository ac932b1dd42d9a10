"""A terminal as an animated SVG that needs neither script nor network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

_WIDTH: Final = 9.0  # of a cell, in the units of the picture
_HEIGHT: Final = 18.0
_BASELINE: Final = 13.5  # below the top of a cell
_MARGIN: Final = 9.0
_TOP: Final = 30.0  # space for the title above the first row
INK: Final = "#d0d0d0"
PAPER: Final = "#121212"
_WORDS: Final = re.compile(r"\S+(?: \S+)*")
_FORM: Final = """\
<svg viewBox="0 0 {width:g} {height:g}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>{title}</title>
<style>
text {{
  font: 15px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; fill: {ink}
}}
.title {{ fill: #9a9a9a; text-anchor: middle; font-family: system-ui, sans-serif }}
{styles}
{times}
@media (prefers-reduced-motion: reduce) {{ g {{ animation: none !important }} }}
</style>
<rect width="100%" height="100%" rx="8" fill="{paper}"/>
<text class="title" x="50%" y="20">{title}</text>
{cells}
</svg>
"""


class Look(NamedTuple):
    """The look of a cell.  The color "" stands for the default color."""

    color: str = ""
    bold: bool = False
    underline: bool = False
    reverse: bool = False


Cell = tuple[str, Look]
Row = tuple[Cell, ...]
Frame = Sequence[Row]
Spans = tuple[tuple[int, int], ...]


def animated_svg(
    frames: Sequence[Frame], seconds: Sequence[float], title: str, cuts: Sequence[int], still: int
) -> str:
    """Return frames of equal size as an animated SVG.  A single frame is not animated.

    seconds  duration of each frame
    cuts     columns at which each row is cut into parts
    still    index of the frame that is shown by programs that cannot animate

    The parts of a row change independently of each other.  The animation repeats forever.
    """
    shown = list(_shown_parts(frames, cuts))
    looks = {look: f"c{number}" for number, look in enumerate(_looks_of(frames))}
    times = {spans: f"t{number}" for number, spans in enumerate(dict.fromkeys(one[3] for one in shown))}
    whole = ((0, len(frames)),)
    cells = []
    for row, column, part, spans in shown:
        drawn = "".join(_drawn(part, row, column, looks))
        if drawn and spans != whole:
            drawn = f'<g class="{times[spans]}">{drawn}</g>'
        cells.append(drawn)
    return _FORM.format(
        width=len(frames[0][0]) * _WIDTH + 2 * _MARGIN,
        height=len(frames[0]) * _HEIGHT + _TOP + _MARGIN,
        title=escape(title),
        ink=INK,
        paper=PAPER,
        styles="\n".join(_styles(looks)),
        times="\n".join(_rules(times, whole, seconds, still)),
        cells="\n".join(filter(None, cells)),
    )


def _shown_parts(frames: Sequence[Frame], cuts: Sequence[int]) -> Iterator[tuple[int, int, Row, Spans]]:
    """Yield (row, column, cells, spans) for each part of each row.

    `spans` are the ranges of frames in which the part has these cells.
    """
    columns = len(frames[0][0])
    edges = list(zip((0, *cuts), (*cuts, columns), strict=True))
    for row in range(len(frames[0])):
        for left, right in edges:
            spans: dict[Row, list[tuple[int, int]]] = {}
            at = 0
            for part, same in groupby(tuple(frame[row][left:right]) for frame in frames):
                end = at + len(list(same))
                spans.setdefault(part, []).append((at, end))
                at = end
            for part, found in spans.items():
                yield row, left, part, tuple(found)


def _looks_of(frames: Iterable[Frame]) -> dict[Look, None]:
    return dict.fromkeys(look for frame in frames for row in frame for _, look in row)


def _drawn(part: Row, row: int, column: int, looks: Mapping[Look, str]) -> Iterator[str]:
    """Yield the SVG elements that draw a part of a row."""
    for look, run in groupby(part, lambda cell: cell[1]):
        text = "".join(letter for letter, _ in run)
        width = len(text)
        x, y = _MARGIN + column * _WIDTH, _TOP + row * _HEIGHT
        column += width
        if look.reverse:
            size = f'width="{width * _WIDTH:g}" height="{_HEIGHT:g}"'
            yield f'<rect x="{x:g}" y="{y:g}" {size} fill="{look.color or INK}"/>'
        for words in _WORDS.finditer(text):  # viewers collapse consecutive blanks
            yield (
                f'<text class="{looks[look]}" x="{x + words.start() * _WIDTH:g}" y="{y + _BASELINE:g}" '
                f'textLength="{len(words[0]) * _WIDTH:g}">{escape(words[0])}</text>'
            )


def _styles(looks: Mapping[Look, str]) -> Iterator[str]:
    for look, name in looks.items():
        said = []
        if look.reverse or look.color:
            said.append(f"fill: {PAPER if look.reverse else look.color}")
        said += ["font-weight: bold"] if look.bold else []
        said += ["text-decoration: underline"] if look.underline else []
        if said:
            yield f".{name} {{ {'; '.join(said)} }}"


def _rules(times: Mapping[Spans, str], whole: Spans, seconds: Sequence[float], still: int) -> Iterator[str]:
    """Yield the CSS rules that show each part only in the frames to which the part belongs."""
    starts = [0.0, *accumulate(seconds)]
    total = starts[-1]
    for spans, name in times.items():
        if spans == whole:
            continue
        keys = {0: "hidden"}
        for begin, end in spans:
            keys[begin] = "visible"
            keys[end] = "hidden"
        keys.pop(len(seconds), None)
        steps = "".join(f"{100 * starts[at] / total:.3f}%{{visibility:{how}}}" for at, how in keys.items())
        base = "visible" if any(begin <= still < end for begin, end in spans) else "hidden"
        yield f"@keyframes {name}{{{steps}}}"
        yield f".{name}{{visibility:{base};animation:{name} {total:g}s step-end infinite}}"
