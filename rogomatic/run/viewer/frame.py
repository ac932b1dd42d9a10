"""One frame of a window: the map with its overlays, the panels, the top line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE, Screen
from rogomatic.run.recordings.game_frames import shows_map
from rogomatic.run.story.annotations import Caption
from rogomatic.run.story.helplessness import blows_while_held, held_now
from rogomatic.run.viewer.canvas import (
    BAR_COLUMNS,
    Canvas,
    Line,
    Style,
    bar,
    cut,
    folded,
    line,
    put_text,
    shortened,
    text_of,
)
from rogomatic.run.viewer.describe import in_fewer_words
from rogomatic.run.viewer.mind_panels import (
    Faced,
    danger,
    danger_lines,
    decision,
    knobs,
    ladder,
    memory,
    plan,
    reason,
    squares_of,
    weigh,
)
from rogomatic.run.viewer.state_panels import (
    CHART_LEGEND,
    DIGIT_GROUND,
    chart,
    counters,
    digit,
    hero,
    hidden_in,
    intents,
    level,
    log,
    loops_in,
    pack,
)
from rogomatic.run.viewer.viewer_terminal import check_size

_BETWEEN: Final = 1  # columns between stacks
_REST: Final = 0  # the rest of the height
_BEINGS: Final = re.compile(rb"[A-Z@]")  # on the map
_NAMELESS: Final = ("fight or flee",)  # rungs whose reason begins with the name of an option
_LATER: Final = "after the last command:"  # above a danger that does not belong to the reason
_TITLE_GAP: Final = 4  # columns at least around the name of the game in a title
_TITLED: Final = 4  # rows from which a panel has a title
_FILE_WIDTH: Final = 100  # columns of a panel in a file
PAGE_ROWS: Final = ROWS - 4
"""Rows of an overlay, without its title and its foot."""
WHOLE: Final = 10_000  # maximum rows of a scrolled panel
GOAL: Final = "&"
"""Mark for the end of a walk on a blank square; not a letter, which would be a monster."""
WHY: Final = "Why"  # before the reason on a row of the map
WHY_ROW: Final = ROWS - 2
_MOST_REASONS: Final = 70  # columns of most reasons
_WHY_ROWS: Final = (WHY_ROW, *range(1, WHY_ROW))  # rows of the map, in the order tried for the reason
_DRAWN: Final = re.compile(rb"[^ ]+")
_ADVICE: Final = "Advice"  # what the agent would do while a person plays
# Stand-in for panels that reveal the agent's choice, until the person asks.
_UNASKED: Final = {"ladder": "memory", "plan": "counters"}
_HOW_TO_ASK: Final = (
    line("x: what would the agent do?"),
    line("X: let it play until something happens"),
    line("?: all keys"),
)
_CHART: Final = "chart"  # the panel that has the place of the map
_CLOSES: Final = "the same key, Escape, or space closes it"
_GOES_ON: Final = " ..."  # after a part of the top line
_WAITS: Final = "The game waits; q quits."
_PERSONS_WAITS: Final = "The game waits; Ctrl-C leaves it."
_STATUS_ROW: Final = ROWS - 1
# Classes of map symbols, in the colors of the game's own terminal (rogue --color).
_SYMBOLS: Final = {
    **dict.fromkeys(range(ord("A"), ord("Z") + 1), Style.FOE),
    **dict.fromkeys(b"-|+#", Style.WALL),
    **dict.fromkeys(b"!?:)]=/", Style.THING),
    **dict.fromkeys(b"*,", Style.GOLD),
    ord("%"): Style.STAIRS,
    ord("^"): Style.TRAP,
    ord("@"): Style.HERO,
}
MAP_LOOKS: Final = bytes(_SYMBOLS.get(symbol, Style.PLAIN) for symbol in range(256))
"""Symbol of the map -> its look."""

PanelLines = Callable[[Player, Choice | None, int, int], list[Line]]
"""(agent, its next choice, columns, rows) -> at most that many lines of that width."""


class PanelEntry(NamedTuple):
    """A panel with its title.

    show   function that returns the lines of the panel
    heads  number of lines at the top that stay in place when the other lines are scrolled
    """

    show: PanelLines
    title: str
    heads: int = 0


PANELS: Final[dict[str, PanelEntry]] = {
    "reason":   PanelEntry(reason,   "Why"),
    "ladder":   PanelEntry(ladder,   "The agent's rules, most urgent first"),
    "danger":   PanelEntry(danger,   "Danger"),
    "intents":  PanelEntry(intents,  "What monsters want", heads=1),
    "plan":     PanelEntry(plan,     "Where the hero goes"),
    "pack":     PanelEntry(pack,     "Pack, with the worth of each thing"),
    "hero":     PanelEntry(hero,     "Hero"),
    "level":    PanelEntry(level,    "This level"),
    "chart":    PanelEntry(chart,    "The agent's map"),
    "counters": PanelEntry(counters, "This game", heads=3),
    "log":      PanelEntry(log,      "Messages"),
    "memory":   PanelEntry(memory,   "Monsters remembered", heads=2),
    "knobs":    PanelEntry(knobs,    "Knobs: the agent's settings"),
}  # fmt: skip

Stack = tuple[tuple[str, int], ...]
"""Panels from top to bottom with their rows, title included.  A panel with 0 rows takes the rest."""


class Layout(NamedTuple):
    """The panels of a window that has at least `columns` columns and `rows` rows.

    right  stacks of panels to the right of the map, over the whole height of the window
    below  stacks of panels below the map
    """

    columns: int
    rows: int
    right: tuple[Stack, ...]
    below: tuple[Stack, ...]


class PanelPlace(NamedTuple):
    """The place of a panel, with the panel's title, in a window."""

    panel: str
    row: int
    col: int
    height: int
    width: int


# The first layout that fits is used.  A larger window shows no less than a smaller one: each of two stacks is
# as wide as the table of foes needs.
LAYOUTS: Final = (
    #      columns rows
    Layout(220, 56, ((("reason", 7), ("danger", 9), ("intents", 8), ("ladder", _REST)),
                     (("hero", 11), ("level", 12), ("plan", 4), ("pack", 17), ("counters", _REST))),
                    ((("chart", 24), ("log", _REST)),)),
    Layout(220, 36, ((("reason", 7), ("danger", 8), ("ladder", _REST)),
                     (("hero", 11), ("level", 12), ("counters", _REST))),
                    ((("pack", _REST),), (("plan", 4), ("log", _REST)))),
    Layout(220, 24, ((("reason", 6), ("danger", 7), ("ladder", _REST)),
                     (("hero", 11), ("level", _REST))),
                    ((("log", _REST),),)),
    Layout(124, 50, ((("reason", 6), ("danger", 7), ("hero", 10), ("level", 11), ("ladder", _REST)),),
                    ((("pack", _REST),), (("plan", 4), ("log", _REST)))),
    Layout(124, 36, ((("reason", 6), ("danger", 7), ("ladder", 13), ("hero", _REST)),),
                    ((("pack", _REST),), (("plan", 4), ("log", _REST)))),
    Layout(108, 36, ((("hero", 11), ("pack", 10), ("ladder", _REST)),),
                    ((("reason", 7), ("danger", _REST)), (("plan", 4), ("log", _REST)))),
    Layout(108, 24, ((("reason", 7), ("danger", 6), ("hero", _REST)),),
                    ((("log", _REST),),)),
    Layout( 97, 36, ((("hero", 19), ("pack", _REST)),),
                    ((("reason", 7), ("danger", _REST)), (("log", _REST),))),
    Layout( 97, 27, ((("danger", 7), ("hero", _REST)),),
                    ((("reason", _REST),), (("log", _REST),))),
    Layout( 97, 24, ((("reason", 9), ("danger", 5), ("hero", _REST)),),
                    ()),
    Layout( 80, 36, (), ((("reason", 5), ("danger", _REST)), (("hero", 7), ("log", _REST)))),
    Layout( 80, 28, (), ((("reason", _REST),), (("log", _REST),))),
    Layout( 80, 25, (), ((("reason", _REST),),)),
    Layout( 80, 24, (), ()),
)  # fmt: skip


def layout_of(width: int, height: int) -> Layout:
    """Return the layout of a window, which must be large enough for the map.

    The map of 24 x 80 stands at the top left in every window.
    """
    return next(one for one in LAYOUTS if width >= one.columns and height >= one.rows)


def places(width: int, height: int) -> Iterator[PanelPlace]:
    """Yield the places of a window's panels.

    >>> list(places(80, 25))
    [PanelPlace(panel='reason', row=24, col=0, height=1, width=80)]
    """
    one = layout_of(width, height)
    yield from _side_by_side(one.right, 0, COLS + _BETWEEN, height, width - COLS - _BETWEEN)
    yield from _side_by_side(one.below, ROWS, 0, height - ROWS, COLS if one.right else width)


def whole_panels(width: int, height: int) -> set[str]:
    """Return the names of those panels that have room for a title in a window of this size.

    >>> sorted(whole_panels(80, 36)), whole_panels(80, 25)
    (['danger', 'hero', 'log', 'reason'], set())
    """
    return {place.panel for place in places(width, height) if place.height >= _TITLED}


def _side_by_side(
    stacks: tuple[Stack, ...], row: int, col: int, height: int, width: int
) -> Iterator[PanelPlace]:
    count = len(stacks)
    for number, stack in enumerate(stacks):
        start = col + number * (width + _BETWEEN) // count
        end = col + (number + 1) * (width + _BETWEEN) // count - _BETWEEN
        yield from _stacked(stack, row, start, height, end - start)


def _stacked(stack: Stack, row: int, col: int, height: int, width: int) -> Iterator[PanelPlace]:
    rest = height - sum(rows for _, rows in stack)
    for panel, rows in stack:
        tall = rows or rest
        if tall > 0:
            yield PanelPlace(panel, row, col, tall, width)
        row += tall


LinesOf = Callable[[int, int], Sequence[Line]]
"""(columns, rows) -> lines of a panel."""


@dataclass(slots=True)
class Weighed:
    """The danger at the time of a choice.  It is kept while the agent reads the game's messages."""

    choice: Choice | None = None
    faced: Faced | None = None


@dataclass(slots=True)
class Showing:
    """The parts of a window that the watcher wants to see.

    path        whether to draw the walk over the live map
    hidden      whether to draw places where something may be hidden
    loops       whether to draw the loops of passages
    senses      (square, digit) pairs on the live map, for what monsters hear or smell
    overlay     name of the panel that covers the map, or ""
    scroll      first row of the overlay that is shown
    text        title and lines that cover the map in place of a panel
    rows        maximum number of rows of these lines
    top         the top line.  If this line is empty, a question of the game takes its place.
    notice      text at the end of the top line, such as the pace
    advises     whether a person plays, so that the agent's choice is shown as advice
    coaches     whether a person plays and has not asked for advice
    foot        text below an overlay.  "" stands for the usual text, which says how to close the overlay.
    why         forms of the agent's reason, from the longest to the shortest.  A row of the map shows one.
    weighed     the danger of the choice
    titles      names of the game, from long to short
    page        counter that selects the shown part of a long top line
    since_meal  number of turns since the last meal, by the game's clock, or None if unknown
    """

    path: bool = True
    hidden: bool = False
    loops: bool = False
    senses: Sequence[tuple[int, int]] = ()
    overlay: str = ""
    scroll: int = 0
    text: tuple[str, list[Line]] | None = None
    rows: int = PAGE_ROWS
    top: Line = ()
    notice: str = ""
    advises: bool = False
    coaches: bool = False
    foot: str = ""
    why: tuple[Line, ...] = ()
    weighed: Weighed = field(default_factory=Weighed)
    titles: tuple[str, ...] = ()
    page: int = 0
    since_meal: int | None = None


def frame_of(agent: Player, choice: Choice | None, width: int, height: int, showing: Showing) -> Canvas:
    """Return the frame of a window, or a notice if the window is too small."""
    canvas = Canvas(width, height)
    if _is_small(canvas, showing):
        return canvas
    _draw_map(canvas, agent, choice, showing)
    if not agent.done:
        _draw_why(canvas, agent.screen, showing.why)
    for place in places(width, height):
        if showing.coaches and place.panel == "reason":
            _draw_panel(canvas, place, "Coach", lambda _width, _height: _HOW_TO_ASK)
        else:
            _draw_panel(canvas, place, *_panel(place.panel, agent, choice, showing))
    _draw_game(canvas, showing.titles)
    if showing.text is not None:
        _draw_overlay(canvas, showing, *showing.text)
    elif showing.overlay == _CHART:
        _draw_chart(canvas, agent, choice)
    elif showing.overlay:
        lines = list(_panel_lines(showing.overlay, agent, choice, showing)(COLS - 2, _height(showing)))
        entry = PANELS[showing.overlay]
        _draw_overlay(canvas, showing, entry.title, lines, entry.heads)
    _draw_top(canvas, agent, showing)
    return canvas


def page_frame(width: int, height: int, showing: Showing) -> Canvas:
    """Return the frame of a page that fills its window, or a notice if the window is too small."""
    canvas = Canvas(width, height)
    if not _is_small(canvas, showing) and showing.text is not None:
        _draw_overlay(canvas, showing, *showing.text, width=width)
        canvas.put(0, 0, showing.top, width)
    return canvas


def snapshot(
    agent: Player, choice: Choice | None, size: tuple[int, int], titles: tuple[str, ...]
) -> list[str]:
    """Return the lines of a file that contains the window, the name of the game, and every panel."""
    rows = frame_of(agent, choice, *size, Showing()).rows()
    rows += ["", *titles[:1]]
    for entry in PANELS.values():
        shown = entry.show(agent, choice, _FILE_WIDTH, WHOLE)
        rows += ["", f"== {entry.title}", *(text_of(one).rstrip() for one in shown)]
    return rows


def renamed_frame(frame: Canvas, top: Line, notice: str) -> Canvas:
    """Return a copy of a frame with another top line and notice."""
    canvas = Canvas(frame.width, frame.height)
    canvas.copy(frame, 0, 0, frame.height)
    _draw_notice(canvas, top, notice, 0)
    return canvas


def bare_frame(screen: Screen, width: int, height: int, showing: Showing, sentence: str) -> Canvas:
    """Return the frame of a game without an agent, with a sentence in place of the panels."""
    canvas = Canvas(width, height)
    if _is_small(canvas, showing):
        return canvas
    _draw_screen(canvas, screen, colored=shows_map(screen))
    _draw_why(canvas, screen, showing.why)
    if height > screen.rows:
        canvas.put(screen.rows, 0, line((sentence, Style.DIM)), width)
    if showing.text is not None:
        _draw_overlay(canvas, showing, *showing.text)
    top = showing.top if text_of(showing.top) else line(_first_row(screen, showing.notice))
    _draw_notice(canvas, top, showing.notice, showing.page)
    return canvas


def _first_row(screen: Screen, notice: str) -> str:
    """Return the first row of the game's screen.  On a wide screen, leave room for the notice."""
    text = screen.text(0)
    return text if screen.cols <= COLS else text[: COLS - len(notice) - bool(notice)]


def _is_small(canvas: Canvas, showing: Showing) -> bool:
    """Return whether a window is too small.

    If it is, fill the window with sentences that say so and that the game waits, followed by the top line.
    """
    sentence = check_size((canvas.width, canvas.height))
    waits = _PERSONS_WAITS if showing.advises else _WAITS
    text = f"{sentence}  {waits}  {text_of(showing.top)}".rstrip()
    put_text(canvas, text if sentence else "")
    return bool(sentence)


def _draw_screen(canvas: Canvas, screen: Screen, *, colored: bool) -> None:
    """Draw the part of the game's screen that fits into the window.

    colored  whether to draw the map in colors
    """
    width, all_cells = min(screen.cols, canvas.width), screen.cells
    for row in range(min(screen.rows, canvas.height)):
        start, cells = row * canvas.width, all_cells[row * screen.cols : row * screen.cols + width]
        canvas.text[start : start + width] = cells
        if 0 < row < _STATUS_ROW and colored:
            canvas.looks[start : start + width] = cells.translate(MAP_LOOKS)
    for spot in screen.bright:
        row, col = divmod(spot, screen.cols)
        if row < canvas.height and col < width:
            canvas.mark(row, col, Style.BRIGHT)


def _draw_map(canvas: Canvas, agent: Player, choice: Choice | None, showing: Showing) -> None:
    """Draw the game's screen, and on its map the walk, the senses, and the other chosen marks."""
    beliefs = agent.beliefs
    _draw_screen(canvas, agent.screen, colored=not agent.done and shows_map(agent.screen))
    if agent.done or beliefs.waiting.kind not in ("command", "more") or not shows_map(agent.screen):
        return  # windows and pages cover the map
    if showing.hidden:
        for spot, chance in hidden_in(beliefs.level).items():
            if agent.screen.cells[spot] in DIGIT_GROUND:
                canvas.mark(*divmod(spot, COLS), Style.HINT, digit(chance))
    for spot, mark in showing.senses:
        if spot not in beliefs.foes.seen:
            canvas.mark(*divmod(spot, COLS), Style.HINT, chr(mark))
    if showing.loops:
        for spot in loops_in(beliefs.level):
            canvas.mark(*divmod(spot, COLS), Style.STRONG)
    if showing.path and not showing.coaches:
        _draw_path(canvas, squares_of(agent, choice))
    for found in _BEINGS.finditer(agent.screen.cells, COLS, SIZE - COLS):  # their present squares
        canvas.mark(*divmod(found.start(), COLS), Style(MAP_LOOKS[found.group()[0]]))


def _draw_path(canvas: Canvas, squares: tuple[int, ...]) -> None:
    for spot in squares[:-1]:
        canvas.mark(*divmod(spot, COLS), Style.PATH)
    for spot in squares[-1:]:
        row, col = divmod(spot, COLS)
        blank = canvas.text[row * canvas.width + col] == ord(" ")
        canvas.mark(row, col, Style.GOAL, GOAL if blank else "")


def _draw_why(canvas: Canvas, screen: Screen, why: tuple[Line, ...]) -> None:
    """Draw the reason where a row of the map has a gap, that is, where it is blank.

    If possible, use a gap that is long enough for nearly any reason.  Then the next reason probably fits into
    the same gap, and appears in the same place.  If no gap has room for even the shortest form of the reason,
    this form is cut to fit the largest gap.
    """
    if not why or not shows_map(screen):
        return
    gaps = [(row, *gap) for row in _WHY_ROWS for gap in _gaps(screen, row)]
    largest = max(gaps, key=lambda gap: gap[2] - gap[1])
    room, look = largest[2] - largest[1], why[0][0][1]
    text = next((text_of(one) for one in why if len(text_of(one)) <= room), text_of(why[-1]))
    wide = [gap for gap in gaps if gap[2] - gap[1] >= len(text)] or [largest]
    row, start, end = next((gap for gap in wide if gap[2] - gap[1] >= _MOST_REASONS), wide[0])
    first, last = max(start - 1, 0), min(end + 1, COLS)
    canvas.put(row, first, line(" " * (start - first), (shortened(text, end - start), look)), last - first)


def _gaps(screen: Screen, row: int) -> list[tuple[int, int]]:
    """Return (start, end) of each gap in a row.  One blank next to the row's text is not part of a gap."""
    cells = bytes(screen.cells[row * screen.cols : row * screen.cols + COLS])
    found, start = [], 0
    for thing in _DRAWN.finditer(cells):
        found.append((start, max(thing.start() - 1, start)))
        start = min(thing.end() + 1, COLS)
    return [*found, (start, COLS)]


def panel_lines(
    panel: str, agent: Player, choice: Choice | None, width: int, height: int, weighed: Weighed,
    since_meal: int | None = None,
) -> list[Line]:  # fmt: skip
    """Return the lines of a panel.

    While the game asks a question, or after the end of the game, the panel "danger" is about the last choice.
    """
    if panel == "hero":
        return hero(agent, choice, width, height, since_meal)
    if panel != "danger":
        return PANELS[panel].show(agent, choice, width, height)
    about = decision(agent, choice)
    faced = weighed.faced if weighed.choice is about else None
    if agent.done and about is not None and faced is None:
        later = folded(_LATER, width, Style.DIM)
        return [*later, *danger_lines(weigh(agent, choice), width, height - len(later))]
    if faced is None or (agent.beliefs.waiting.kind == "command" and not agent.done):
        faced = weigh(agent, choice)
        weighed.choice, weighed.faced = about, faced
    meanwhile = folded(blows_while_held(agent.beliefs), width, Style.DANGER)
    return cut([*meanwhile, *danger_lines(faced, width, height - len(meanwhile))], height)


def _panel(panel: str, agent: Player, choice: Choice | None, showing: Showing) -> tuple[str, LinesOf]:
    """Return the title and the lines of a panel.

    While a person plays and has not asked for advice, some panels are replaced by other panels.
    """
    if showing.coaches:
        panel = _UNASKED.get(panel, panel)
    title = _ADVICE if showing.advises and panel == "reason" else PANELS[panel].title
    return title, _panel_lines(panel, agent, choice, showing)


def _panel_lines(panel: str, agent: Player, choice: Choice | None, showing: Showing) -> LinesOf:
    more = showing.weighed, showing.since_meal
    return lambda width, height: panel_lines(panel, agent, choice, width, height, *more)


def _draw_panel(canvas: Canvas, place: PanelPlace, title: str, lines_of: LinesOf) -> None:
    """Draw the lines of a panel below their title.  If the place has few rows, leave out the title."""
    _, row, col, height, width = place
    if height < _TITLED and title == _ADVICE:
        canvas.put(row, col, line((f"{_ADVICE}: ", Style.DIM)), width)
        col, width = col + len(_ADVICE) + 2, width - len(_ADVICE) - 2
    if height >= _TITLED:
        canvas.put(row, col, line((f" {title} ".ljust(width), Style.TITLE)), width)
        row, height = row + 1, height - 1
    for number, one in enumerate(lines_of(width, height)[:height]):
        canvas.put(row + number, col, one, width)


def _draw_game(canvas: Canvas, titles: tuple[str, ...]) -> None:
    """Write the game's name at the right end of a panel's title, in the longest form that fits."""
    bars = [place for place in places(canvas.width, canvas.height) if place.height >= _TITLED]
    for text in titles:
        for _, row, col, _, width in bars:
            start = row * canvas.width + col
            used = len(canvas.text[start : start + width].rstrip())
            if used + len(text) + _TITLE_GAP <= width:
                canvas.put(row, col + width - len(text) - 1, line((f"{text} ", Style.TITLE)), len(text) + 1)
                return


def _height(showing: Showing) -> int:
    """Return the number of rows that must be made for an overlay.

    Only one page is needed, unless the overlay is scrolled, which needs all rows.
    """
    return WHOLE if showing.scroll else PAGE_ROWS


def _draw_overlay(
    canvas: Canvas, showing: Showing, title: str, lines: list[Line], heads: int = 0, width: int = COLS
) -> None:
    """Draw lines over the map, below the top line, in as many rows as the lines need.

    heads  number of lines at the top that stay in place when the other lines are scrolled

    The status line stays visible.
    """
    room = showing.rows - heads
    head, body = lines[:heads], lines[heads:]
    showing.scroll = max(min(showing.scroll, len(body) - room), 0)
    canvas.put(1, 0, line((f" {title} ".ljust(width), Style.TITLE)), width)
    shown = [*head, *body[showing.scroll : showing.scroll + room]]
    for number, one in enumerate(shown):
        canvas.put(2 + number, 0, line(" ", *one), width)
    foot = showing.foot or f" {_CLOSES}{'; up and down scroll' * (len(body) >= room)} "
    canvas.put(2 + len(shown), 0, line((foot.ljust(width), Style.TITLE)), width)


def _draw_chart(canvas: Canvas, agent: Player, choice: Choice | None) -> None:
    """Draw the agent's own map in place of the real map."""
    for number, one in enumerate(PANELS[_CHART].show(agent, choice, COLS, ROWS - 2)):
        canvas.put(1 + number, 0, one, COLS)


def _draw_top(canvas: Canvas, agent: Player, showing: Showing) -> None:
    """Draw the top line and the notice.  If the top line is empty, draw the game's question instead."""
    top, notice = showing.top, showing.notice
    if agent.beliefs.waiting.kind != "command" and not text_of(top):
        top = line(agent.screen.text(0))
        notice = "" if len(text_of(top)) > _room(top, notice) else notice
    elif showing.overlay == _CHART and showing.text is None and not any(look for text, look in top if text):
        top = line((f" {PANELS[_CHART].title} ", Style.TITLE), f" {CHART_LEGEND}")
    _draw_notice(canvas, top, notice, showing.page)


def is_parted(showing: Showing) -> bool:
    """Return whether the top line is too long to be shown at once."""
    return len(text_of(showing.top)) > _room(showing.top, showing.notice)


def _room(top: Line, notice: str) -> int:
    """Return the number of columns for a top line.  A long sentence to the watcher gets all columns."""
    beside = COLS - len(notice) - bool(notice)
    is_said = all(look == Style.STRONG for text, look in top if text)
    return COLS if is_said and len(text_of(top)) > beside else beside


def _draw_notice(canvas: Canvas, top: Line, notice: str, page: int) -> None:
    """Draw the top line, and the notice at the end of the top line, without covering the map.

    If the top line is too long, only a part of it is shown, which `page` selects.
    """
    room = _room(top, notice)
    if len(text_of(top)) > room:
        parts = folded(text_of(top), room - len(_GOES_ON), top[0][1], indent=0)
        at = page % len(parts)
        top = (*parts[at], *line((_GOES_ON, Style.DIM)) * (at + 1 < len(parts)))
    canvas.put(0, 0, top, room)
    if room < COLS:
        canvas.put(0, room, line(" ", (notice, Style.STRONG)), COLS - room)


def why_row(
    agent: Player, choice: Choice | None, height: int, *, is_advice: bool = False
) -> tuple[Line, ...]:
    """Return the reason for a choice in several forms, from the longest to the shortest.

    One of these lines is drawn in a row of the map.

    If something keeps the hero from moving, the lines tell that instead of the reason.  Return () if the
    window has panels, because then the map shows no reason.
    """
    if height != ROWS:
        return ()
    if held := held_now(agent.beliefs):
        return (line((f"{WHY}: {held}", Style.DANGER)),)
    choice = decision(agent, choice)
    return reason_lines(choice, is_advice=is_advice) if choice is not None else ()


def caption_line(caption: Caption) -> Line:
    """Return a line that names the activity.  If the end of the activity is known, add a progress bar.

    >>> text_of(caption_line(Caption("fasting:", 0.25, "300 turns left")))
    'fasting: #####............... 300 turns left'
    """
    if caption.share < 0:
        return line((f"{caption.words} {caption.figures}".rstrip(), Style.STRONG))
    done = bar(caption.share, BAR_COLUMNS)
    return line((f"{caption.words} ", Style.STRONG), *done, (f" {caption.figures}", Style.STRONG))


def reason_lines(choice: Choice, *, is_advice: bool = False) -> tuple[Line, ...]:
    """Return the rule and its reason as one line, in several forms, from the longest to the shortest.

    If the rule weighs options, the form with the name before the reason is left out, because the reason names
    the best option.
    """
    texts = in_fewer_words(choice)[choice.rung in _NAMELESS :]
    return tuple(line((f"{_ADVICE if is_advice else WHY}: {text}", Style.DIM)) for text in texts)
