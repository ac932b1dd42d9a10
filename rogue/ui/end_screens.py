"""The end of a game: its screens, its text dump, the score list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final, NamedTuple

from rogue.rules.item_names import item_name
from rogue.rules.scoring import Winning, final_score, winnings
from rogue.shared.errors import printable_line
from rogue.shared.wording import plural, with_article
from rogue.state.entities import Item
from rogue.state.grid import BOTTOM_ROW, COLS, ROWS, TOP_ROW
from rogue.state.world import How, World, status_of
from rogue.tables.items import KIND_CLASSES, ItemClass
from rogue.tables.messages import WORDS_54, Wording
from rogue.ui.input_modes import CLOSED, Mode, PlainMode, WinnerMode
from rogue.ui.keymap import SPACE
from rogue.ui.mind_view import how_they_found_you
from rogue.ui.pager import PAGE_ROWS, show_footer
from rogue.ui.prompts import RETURN, pack_lines
from rogue.ui.ui_state import UiState, status_row

SHOWN: Final = 10
NAME_MAX: Final = 32
_INDENT: Final = " " * 9  # indent of lines below a row
NO_SCORES: Final = "No game has scored yet."
PRESS_RETURN: Final = "[Press return to continue]"
LAST_ROW: Final = ROWS - 1
STORY_ROW: Final = 11
BANNER_WIDTH: Final = 63
TITLE: Final = "     Congratulations, you have made it to the light of day!    "
_BIG: Final = (
    "#   #  ###  #   #     #   #  ###  #   #      # #",
    " # #  #   # #   #     #   # #   # ##  #      # #",
    "  #   #   # #   #     # # # #   # # # #      # #",
    "  #   #   # #   #     ## ## #   # #  ##         ",
    "  #    ###   ###      #   #  ###  #   #      # #",
)
BANNER: Final = (
    " " * BANNER_WIDTH,
    *(f"{line:^{BANNER_WIDTH}}" for line in _BIG),
    " " * BANNER_WIDTH,
    f"{'* * *':^{BANNER_WIDTH}}",
    " " * BANNER_WIDTH,
    TITLE,
)
"""Rows 0 to 9, shown highlighted."""
STORY: Final = (
    "You have gone down into the Dungeons of Doom, and you have come up again",
    "with {amulet} in your pack.  Few have done the first, and far",
    "fewer the second.  The merchants of the town are already at the gate: they",
    "will give you a good price for everything that you do not want to keep.",
)
HEADER: Final = "   Worth  Item"
MIDDLE: Final = 28  # center column of texts on the stone
STONE_WIDTH: Final = 18  # width of the stone between its edges
FIRST_ROW: Final = 8
GRASS: Final = r"________)/\\_//(\/(/\)/\//\/|_)_______"
STONE: Final = (
    (23, "__________"),
    (22, "/          \\"),
    (21, "/    REST    \\"),
    (20, "/      IN      \\"),
    (19, "/     PEACE      \\"),
    (18, "/                  \\"),
    (18, "|                  |"),
    (18, "|                  |"),
    (18, "|                  |"),
    (18, "|                  |"),
    (18, "|                  |"),
    (17, "*|     *  *  *      | *"),
    (9, GRASS),
)
NAME_ROW: Final = 14
BY_COLUMN: Final = 22  # start column of `killed by a`
MESSAGES: Final = 20  # number of last messages in the dump


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One game in the score list."""

    score: int
    name: str
    how: str  # "killed", "quit", or "won"
    killer: str  # without an article, "" if not killed
    level: int  # deepest level for a winner, else the last level
    amulet: bool = False  # carried at the end
    seed: int = 0
    time: str = ""  # when it ended, ISO 8601
    helped: bool = False  # with help from the game or an agent
    edition: str = ""  # "" if not recorded

    def text(self, tells_amulet: bool = True) -> str:
        """Return how and where the game ended.  With `tells_amulet`, mention an Amulet carried at death."""
        if self.how == "killed":
            reason = "killed with Amulet" if self.amulet and tells_amulet else "killed"
            return f"{self.name}: {reason} on level {self.level} by {with_article(self.killer)}."
        reason = "A total winner" if self.how == "won" else "quit"
        return f"{self.name}: {reason} on level {self.level}."


def insert_row(rows: Sequence[ScoreRow], new: ScoreRow) -> list[ScoreRow]:
    """Return the rows, highest score first, with `new` added below rows of the same score (END-5)."""
    at = sum(row.score >= new.score for row in rows)
    return [*rows[:at], new, *rows[at:]]


def score_lines(
    rows: Sequence[ScoreRow],
    new: ScoreRow | None = None,
    *,
    seeds: bool = False,
    words: Wording = WORDS_54,
    edition: str = "5.4",
) -> list[str]:
    """Return the score list as `edition` prints it: a header, then the best ten scores above zero.

    In 5.4, there is a blank line above and below the list.  The row `new` is highlighted (SCREEN.md 12.3).
    With `seeds`, which the original game does not have, each row also shows the dungeon number, and long rows
    are wrapped to 80 columns.  A row is marked if its game was played in an edition other than `edition`.
    """
    shown = [row for row in rows if row.score > 0][:SHOWN]
    form = "{}\t{}\t{}" if words.score_tabs else "{:2d} {:5d} {}"
    lines: list[str] = []
    for rank, row in enumerate(shown, 1):
        remark = _remark(row, seeds, edition)
        end = printable_line(row.text(words.tells_amulet))
        text = form.format(rank, row.score, end + f"  {remark}".rstrip())
        entry = _folded(text) if seeds else [text]
        lines += [f"\x1b[7m{line}\x1b[m" if row is new else line for line in entry]
    frame = [] if words.score_tabs else [""]
    return [*frame, words.score_title, words.score_columns, *lines, *frame]


def _folded(text: str) -> list[str]:
    """Return a row of the list as lines of at most 80 columns.

    If the row is too long, the remark at its end goes on a line of its own.
    """
    if len(text.expandtabs()) <= COLS:
        return [text]
    text, _, remark = text.partition("  (") if text.endswith(")") else (text, "", "")
    more = [f"{_INDENT}({remark}"] if remark else []
    return [*wrap(text, COLS, subsequent_indent=_INDENT, drop_whitespace=True, expand_tabs=False), *more]


def _remark(row: ScoreRow, seeds: bool, edition: str) -> str:
    parts = [f"Rogue {row.edition}"] if row.edition not in ("", edition) else []
    parts += [f"dungeon {row.seed}"] * seeds + ["with helpers"] * row.helped
    return printable_line(f"({', '.join(parts)})") if parts else ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, including its score."""

    how: How
    killer: str  # without an article, "" if not killed
    score: int
    depth: int  # level on which the game ended
    deepest: int
    level: int  # experience level
    turns: int
    seed: int
    name: str
    gold: int  # gold in the purse at the end
    amulet: bool = False  # carried at the end
    edition: str = "5.4"
    marks: tuple[str, ...] = ()  # aids used: "wizard", "helpers"

    def row(self, time: str = "") -> ScoreRow:
        """Return the game as a row of the score list.  `time` says when the game ended."""
        level = self.deepest if self.how == "won" else self.depth
        name = self.name[:NAME_MAX]
        helped = "helpers" in self.marks
        return ScoreRow(
            self.score, name, self.how, self.killer, level, self.amulet, self.seed, time, helped, self.edition
        )


def outcome_of(world: World) -> Outcome | None:
    """Return the outcome of a game, or None while the game goes on."""
    ending = world.ending
    if ending is None:
        return None
    player = world.player
    return Outcome(
        how=ending.how,
        killer=ending.killer,
        score=final_score(world),
        depth=world.depth,
        deepest=world.deepest,
        level=player.level,
        turns=world.turns,
        seed=world.seed,
        name=world.options.name,
        gold=player.purse,
        amulet=any(item.kind.cls == "amulet" for item in player.pack),
        edition=world.rules.full_name,
        marks=_marks_of(world),
    )


def _marks_of(world: World) -> tuple[str, ...]:
    helped = {"wizard": world.unscored, "helpers": world.options.helpers}
    return tuple(mark for mark, true in helped.items() if true)


def show_end(ui: UiState) -> Mode:
    """Clear the screen and show the end of the game.  Return the next mode."""
    world, ending = ui.world, ui.world.ending
    assert ending is not None
    ui.covered = True
    ui.renderer.clear()
    score = final_score(world)
    if ending.how == "won":
        return _show_winner(ui)
    if ending.how == "quit" and not ui.words.quit_screen:
        return CLOSED
    if ending.how == "quit":
        ui.renderer.row(LAST_ROW - 1, quit_line(score))
    elif world.options.tombstone:
        for row, col, text in tombstone(world.options.name, score, ending.killer, ui.host.year):
            ui.renderer.row(row, text, col)
    else:
        ui.renderer.row(LAST_ROW - 1, killed_line(ending.killer, score))
    return _press_return(ui)


def _press_return(ui: UiState) -> Mode:
    ui.renderer.row(LAST_ROW, PRESS_RETURN)
    return PlainMode("return")


def return_key(_ui: UiState, mode: PlainMode, key: int) -> Mode:
    """Handle a key on the last screen.  The Return key ends the program.  All other keys are ignored."""
    return CLOSED if key in RETURN else mode


def _show_winner(ui: UiState) -> Mode:
    renderer, world = ui.renderer, ui.world
    for row, text in enumerate(BANNER):
        renderer.write(row * COLS, text, bright=True)
    for row, text in enumerate(STORY, STORY_ROW):
        renderer.row(row, text.format(amulet=ui.words.amulet))
    show_footer(ui)
    table = winner_table(winnings(world), world.player.purse, ui.words.gold_pieces)
    return WinnerMode(
        tuple([tuple(table[start : start + PAGE_ROWS]) for start in range(0, len(table), PAGE_ROWS)])
    )


def winner_key(ui: UiState, mode: WinnerMode, key: int) -> Mode:
    """Handle a key on the winner's screens.  Space shows the next screen."""
    if key != SPACE:
        return mode
    ui.renderer.clear()
    for row, text in enumerate(mode.remaining[0]):
        ui.renderer.row(row, text)
    if len(mode.remaining) == 1:
        return _press_return(ui)
    show_footer(ui)
    return WinnerMode(mode.remaining[1:])


def winner_table(winnings: list[Winning], purse: int, gold: str = "Gold Pieces") -> list[str]:
    """Return the lines of the winner's table.  The last line shows the gold.

    `purse` is the amount of gold that the player carries, not counting the worth of the items.  `gold` is the
    label for it in the table.
    """
    lines = [f"{letter}) {worth:5d}  {name}" for letter, worth, name in winnings]
    return [HEADER, *lines, f"   {purse:5d}  {gold}          "]


class Text(NamedTuple):
    """A text at a place on the screen."""

    row: int
    col: int
    text: str


def tombstone(name: str, gold: int, killer: str, year: int) -> list[Text]:
    """Return the tombstone, one text per row from top to bottom."""
    rows = dict(enumerate(STONE, FIRST_ROW))
    written = {NAME_ROW: name, NAME_ROW + 1: f"{gold} Au", NAME_ROW + 3: killer, NAME_ROW + 4: f"{year:04d}"}
    for row, text in written.items():
        text = text[:STONE_WIDTH]
        rows[row] = _inscribed(rows[row], MIDDLE - (len(text) + 1) // 2, text)
    by = f"killed by {with_article(killer).removesuffix(killer)}".rstrip()
    rows[NAME_ROW + 2] = _inscribed(rows[NAME_ROW + 2], BY_COLUMN, by)
    return [Text(row, col, text) for row, (col, text) in rows.items()]


def _inscribed(line: tuple[int, str], col: int, text: str) -> tuple[int, str]:
    """Return a line of the tombstone with `text` written from screen column `col` on."""
    left, stone = line
    at = col - left
    return left, stone[:at] + text + stone[at + len(text) :]


def killed_line(killer: str, gold: int) -> str:
    """Return the line shown if the player has turned the tombstone off."""
    return f"Killed by {with_article(killer)} with {gold} gold"


def quit_line(gold: int) -> str:
    """Return the line that is shown last, when the player quits the game."""
    return f"You quit with {gold} gold pieces"


def dump_lines(world: World, outcome: Outcome, messages: Sequence[str], ended: str) -> Iterator[str]:
    """Yield the lines of a game's text dump.

    messages  the game's messages, oldest first
    ended     when the game ended, in ISO 8601
    """
    yield f"{outcome.row().text()}"
    marks = "".join(f", with {mark}" for mark in outcome.marks)
    yield f"Score {outcome.score:,}, {plural(outcome.turns, 'turn')}, deepest level {outcome.deepest}{marks}"
    yield f"Rogue {outcome.edition}, dungeon {outcome.seed}, {ended.replace('T', ' ')}"
    yield from _section(f"Level {outcome.depth} as you knew it", _map_of(world))
    yield from _section("Pack", pack_lines(world) or ["empty"])
    yield from _section("Discovered", discoveries(world, *KIND_CLASSES) or ["nothing"])
    found = how_they_found_you(world)
    if found:
        yield from _section(found[0], found[1:])
    yield from _section("The last messages", messages[-MESSAGES:] or ["none"])


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield from ("", title, "-" * len(title), *lines)


def _map_of(world: World) -> list[str]:
    """Return the non-empty rows of the map, including the player, then the status line."""
    cells = bytearray(world.canvas.cells)
    cells[world.player.spot] = ord("@")
    rows = [cells[row * COLS : (row + 1) * COLS].decode("ascii") for row in range(TOP_ROW, BOTTOM_ROW + 1)]
    shown = [row.rstrip() for row in rows]
    while shown and not shown[-1]:
        shown.pop()
    first = next((number for number, row in enumerate(shown) if row), 0)
    return [*shown[first:], "", status_row(status_of(world), world.rules.words).rstrip()]


def discoveries(world: World, *classes: ItemClass) -> list[str]:
    """Return a line for each kind that is identified or named, in the order of `classes`."""
    known = world.knowledge.true | world.knowledge.called.keys()
    kinds = [kind for cls in classes for kind in world.rules.kinds(cls)]
    return [item_name(world, Item(kind)) for kind in kinds if kind in known]
