"""Panels on the state of the game: hero, pack, monsters, level, counters, messages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Final

from rogomatic.agent.beliefs.foe_intents import intent_of, is_called
from rogomatic.agent.beliefs.item_knowledge import is_own_name
from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs, Hero
from rogomatic.agent.beliefs.terrain_map import (
    ACROSS,
    DOOR,
    FLOOR,
    PASSAGE,
    STAIRS,
    TRAP,
    UNKNOWN,
    UPRIGHT,
    WALKABLE,
    TerrainMap,
)
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.engine.trace import HeardMessage
from rogomatic.agent.experts.leaving import is_hurried
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.think.ground.hidden_doors import search_chances
from rogomatic.agent.think.ground.loops import loop_squares
from rogomatic.agent.think.items.food_value import hides_food
from rogomatic.agent.think.items.item_value import keep_value, provisions, spare_food
from rogomatic.run.recordings.onlooker import Mind
from rogomatic.run.story.annotations import unseen_named
from rogomatic.run.viewer.canvas import (
    BAR_COLUMNS,
    SAME_LOOK,
    Line,
    Style,
    TableForm,
    bar,
    columns,
    cut,
    fitted,
    folded,
    labelled,
    line,
    text_of,
)
from rogomatic.run.viewer.describe import in_words, place_in_words, states_of, stomach_of
from rogomatic.run.viewer.mind_panels import squares_of
from rogue.shared.wording import plural

_WIDE: Final = 24  # columns from which the bar has the label "hit points"
_LOW_PCT: Final = 33  # hit points in percent below which they are highlighted
_DUE_FROM: Final = 0.3  # minimum chance that food is due here to show it
_RUNG_COLUMNS: Final = 27
_COUNT_COLUMNS: Final = -7
_SHARE_COLUMNS: Final = -6
# Questions that are answered as soon as they are asked: how they end, and how they begin
_PROMPTS: Final = ("(* for list):", "direction?", "Direction:")
_NAMING: Final = ("Call it:", "What do you want to call it?")
_PACK_LINE: Final = re.compile(r"[a-zA-Z]\) ")  # the agent has looked at the pack
_PROBE: Final = "';'"  # the game complains about the agent's marker
_FRESH_TURNS: Final = 4  # turns that a message stays in the top line

_WORTH_COLUMNS: Final = 5  # columns
_GUESSES_FROM: Final = 30  # minimum columns for guesses, which otherwise take too many rows
_WANTS: Final = "  wants"
_FORM: Final = (("foe", 17), ("apart", -5), (_WANTS, 22), ("since", -6))
_NARROW: Final = (("foe", 15), (_WANTS, 20))
_MOST_WANTS: Final = 38  # columns: enough for the longest words there
_ALARMING: Final = frozenset(("attacks", "shoots", "hunts in a pack"))
DIGIT_GROUND: Final = b".#"  # symbols in whose place a chance may be drawn
CHART_LEGEND: Final = "?: new  1-9: % that a search succeeds  bold: loop  m closes"
LEGEND: Final = "?: something new   1-9: chance in % that a search there finds something   bold: loop"
_SYMBOLS: Final = bytes.maketrans(
    bytes((UNKNOWN, FLOOR, PASSAGE, DOOR, STAIRS, TRAP, ACROSS, UPRIGHT)), b" .#+%^-|"
)
_WALKED: Final = bytes.maketrans(bytes((0, 1)), bytes((Style.DIM, Style.PLAIN)))
_MIN: Final = 0.005  # a chance below this is not shown
_MAP_ROWS: Final = ROWS - 2


def is_news(text: str) -> bool:
    """Return whether a message is news.

    Prompts, pack lines, and complaints about the character that the agent types as a marker are not news.

    >>> is_news("You hit"), is_news("c) A +1,+1 mace (weapon in hand)"), is_news("Call it: red")
    (True, False, False)
    >>> is_news("';' is not a valid item")
    False
    """
    return _PROBE not in text and not (
        text.endswith(_PROMPTS) or text.startswith(_NAMING) or _PACK_LINE.match(text)
    )


def introduces(text: str) -> bool:
    """Return whether a message is the game's greeting or its version.

    >>> introduces("Hello Ann, just a moment while I dig the dungeon..."), introduces("You hit")
    (True, False)
    >>> introduces("Rogue version 5.4.5 dungeon 7 (chongo was here)")
    True
    """
    return any(fact.kind in ("hello", "version") for fact in read_message(text))


def fresh_message(agent: Player, *, introduced: bool = True) -> str:
    """Return the last message, or "" if the last message is old.

    introduced  whether the game's greeting and its version count as news
    """
    oldest = agent.beliefs.turn - _FRESH_TURNS
    for one in reversed(agent.trace.said):
        if one.turn < oldest:
            break
        if is_news(one.text) and (introduced or not introduces(one.text)):
            return unseen_named(one.text)
    return ""


def hero(
    agent: Mind, choice: Choice | None, width: int, height: int,  # noqa: ARG001
    since_meal: int | None = None,
) -> list[Line]:  # fmt: skip
    """Return lines on the hit points, the figures of the status line, the food, and the hero's conditions.

    since_meal  as for `stomach_of`
    """
    beliefs, me = agent.beliefs, agent.beliefs.me
    lines = [_bar(me, width)]
    lines += labelled("experience", f"level {me.level}, {plural(me.exp, 'point')}", width)
    lines += labelled("armor", f"{me.armor}, strength {me.strength} of {me.max_strength}", width)
    lines += labelled("gold", f"{me.gold:,}", width, Style.GOLD)
    lines += labelled(
        "on level", f"{me.depth}{f', was on {beliefs.deepest}' * (beliefs.deepest > me.depth)}", width
    )
    lines += labelled("state", ", ".join(states_of(beliefs)) or "nothing unusual", width)
    hungry = Style.DANGER if me.hunger else Style.PLAIN
    lines += labelled("stomach", stomach_of(beliefs, since_meal), width, hungry)
    lines += _food(beliefs, width)
    level = beliefs.level
    if level.due_food >= _DUE_FROM and not level.food_seen:
        stays = hides_food(beliefs) and provisions(beliefs) <= beliefs.knobs.lean_turns  # else it would leave
        so = "; it stays to find it" * stays
        lines += labelled("due", f"food, {100 * level.due_food:.0f}% to be on this level{so}", width)
    if beliefs.cursed:
        lines += folded(f"cursed: {', '.join(sorted(beliefs.cursed))}", width, Style.DANGER)
    return cut(lines, height)


def _bar(me: Hero, width: int) -> Line:
    """Return a line with the hit points as a bar and as figures.

    >>> from rogomatic.run.viewer.canvas import text_of
    >>> text_of(_bar(Hero(hp=6, max_hp=12), 30))
    'hit points #####..... 6 of 12'
    """
    left = max(me.hp, 0)  # the last blow may take more than was left
    figures = f" {left} of {me.max_hp}"
    label = "hit points " if width >= _WIDE else "hp "
    room = max(min(BAR_COLUMNS, width - len(figures) - len(label) - 1), 0)
    full = -(-room * left // max(me.max_hp, 1))  # a living hero has at least one
    look = Style.DANGER if 100 * left < _LOW_PCT * me.max_hp else Style.STRONG
    return line((label, Style.DIM), *bar(full / max(room, 1), room, look), (figures, look))


def _food(beliefs: Beliefs, width: int) -> list[Line]:
    """Return lines that tell how many meals are in the pack.

    They also tell for how many turns the food in the pack and in the stomach will last.
    """
    meals, turns = spare_food(beliefs), plural(round(max(provisions(beliefs), 0.0)), "turn")
    if meals:
        stock = f"{plural(meals, 'meal')} in the pack; with the stomach they last {turns}"
        return labelled("food", stock, width)
    return labelled("no food", f"in the pack; the stomach lasts {turns}", width)


def counters(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return lines on turns, commands, and levels, followed by the rungs that acted.

    The rung that acted most often comes first.
    """
    beliefs, fired = agent.beliefs, agent.trace.fired
    total = sum(fired.values())
    level = sum(beliefs.watch.acted.values())
    so_far = f"about {beliefs.turn:,}, command {beliefs.commands:,}"
    lines = labelled("turn", f"{so_far}, {level:,} of them on this level", width)
    lines += labelled(
        "on level", f"{beliefs.me.depth}, deepest {beliefs.deepest}; {beliefs.me.gold:,} gold", width
    )
    name = min(_RUNG_COLUMNS, max(width + _COUNT_COLUMNS + _SHARE_COLUMNS, 1))
    lines.append(columns((("rule", name), ("acted", _COUNT_COLUMNS), ("share", _SHARE_COLUMNS)), Style.DIM))
    for rung, count in sorted(fired.items(), key=lambda one: (-one[1], one[0])):
        share = f"{100 * count / total:.0f}%"
        lines.append(columns(((rung, name), (str(count), _COUNT_COLUMNS), (share, _SHARE_COLUMNS))))
    return cut(lines, height)


def log(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return the lines of the last messages, as many as fit."""
    news = [one for one in agent.trace.said if is_news(one.text)][-max(height, 1) * 4 :]
    said = [one._replace(text=unseen_named(one.text)) for one in news]
    entries = [_said(list(group), width) for _, group in groupby(said, key=lambda one: one.text)]
    lines: list[Line] = []
    for entry in reversed(entries):  # only the last message may be cut, because a tail is useless
        if lines and len(lines) + len(entry) > height:
            break
        lines = [*entry, *lines]
    return lines[: max(height, 0)]


def _said(same: list[HeardMessage], width: int) -> list[Line]:
    """Return the lines for a message, with a count if the message came several times in a row."""
    times = f" (x{len(same)})" if len(same) > 1 else ""
    return folded(f"{same[0].text}{times}".replace("\t", " "), width, indent=2) or [()]


def pack(agent: Mind, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row for each item, which also shows the item's worth.

    Below all these rows are the known kinds.

    If there is not enough room, the guesses about unknown items are left out.
    """
    beliefs = agent.beliefs
    if not beliefs.pack:
        return cut([line(("empty or unknown", Style.DIM))], height)
    letters = sorted(beliefs.pack)
    things = _things(beliefs, letters, width, guessed=width >= _GUESSES_FROM)
    if _rows(things) > height:
        things = _things(beliefs, letters, width, guessed=False)
    if _rows(things) > height:
        letters.sort(key=lambda letter: -keep_value(beliefs, letter))
        things = _things(beliefs, letters, width, guessed=False)
    lines = whole_entries(things, width, height, "thing")
    if beliefs.stock != "known":
        lines += folded(f"the pack is {beliefs.stock}: the agent will list it", width, Style.DIM)
    known, left = _known(beliefs, width), height - len(lines) - 1
    if known and left > 0 and _rows(things) <= height:
        lines += [line(("known kinds", Style.TITLE)), *whole_entries(known, width, left, "kind")]
    return cut(lines, height)


def _rows(entries: list[list[Line]]) -> int:
    return sum(map(len, entries))


def whole_entries(entries: list[list[Line]], width: int, height: int, noun: str) -> list[Line]:
    """Return the lines of as many whole entries as fit, and a line that counts the others.

    >>> entries = [[line("a")], [line("b"), line("b")], [line("c")]]
    >>> [text_of(one) for one in whole_entries(entries, 20, 3, "thing")]
    ['a', '... 2 more things']
    """
    if _rows(entries) <= height:
        return [one for entry in entries for one in entry]
    shown: list[Line] = []
    for number, entry in enumerate(entries):
        if len(shown) + len(entry) > height - 1:
            more = f"... {plural(len(entries) - number, f'more {noun}')}"
            return [*shown, line((more[:width], Style.DIM))][: max(height, 0)]
        shown += entry
    return shown


def _things(beliefs: Beliefs, letters: Iterable[str], width: int, *, guessed: bool) -> list[list[Line]]:
    entries = []
    for letter in letters:
        thing = beliefs.pack[letter]
        words = in_words(beliefs, thing, guessed=guessed) + " CURSED" * (letter in beliefs.cursed)
        look = Style.DANGER if letter in beliefs.cursed else Style.STRONG if thing.use else Style.PLAIN
        first, *rest = folded(f"{letter}) {words}", width - _WORTH_COLUMNS, look, indent=3)
        worth = "" if thing.use else keep_value(beliefs, letter)
        gap = width - _WORTH_COLUMNS - len(text_of(first))
        entries.append([line(*first, (f"{'':{gap}}{worth:>{_WORTH_COLUMNS}}", Style.DIM)), *rest])
    return entries


def _known(beliefs: Beliefs, width: int) -> list[list[Line]]:
    """Return a list of lines for each known kind: its name, and what its items look like."""
    entries = []
    for (kind, looks), name in sorted(beliefs.lore.names.items()):
        words = f"{kind} called {looks}" if is_own_name(looks) else f"{looks} {kind}"
        entries.append(folded(f"{words}: {name}", width, Style.DIM))
    return entries


def intents(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return a row for each foe, with the foe's inferred intention.  Foes in view come first."""
    beliefs = agent.beliefs
    seen = sorted(beliefs.foes.seen.values(), key=lambda foe: distance_between(foe.spot, beliefs.me.spot))
    gone = sorted(beliefs.foes.lurking.values(), key=lambda foe: -foe.seen_turn)
    if not seen and not gone:
        return cut(folded("no foe in view or remembered", width, Style.DIM), height)
    form = fitted((_FORM, _NARROW), width, _WANTS, _MOST_WANTS)
    lines = [columns(form, Style.DIM)]
    lines += [_row(beliefs, foe, form) for foe in seen]
    lines += [_row(beliefs, foe, form, since_seen=True) for foe in gone]
    if is_called(beliefs.foes, beliefs.turn):
        ago = plural(beliefs.turn - beliefs.foes.called_turn, "turn")
        lines += folded(f"a call was heard {ago} ago: more may come", width, Style.DANGER)
    return cut(lines, height)


def _row(beliefs: Beliefs, foe: Foe, form: TableForm, *, since_seen: bool = False) -> Line:
    wants = intent_of(foe, beliefs.turn)
    since = foe.seen_turn if since_seen else foe.intent_turn
    cells = {
        "foe": f"{foe.letter} {foe.kind.name}",
        "apart": str(distance_between(foe.spot, beliefs.me.spot)),
        _WANTS: f"  {wants}{', out of view' if since_seen else ''}",
        "since": str(beliefs.turn - since) if since else "",
    }
    look = Style.DIM if since_seen else Style.DANGER if wants in _ALARMING else Style.PLAIN
    return columns([(cells[name], size) for name, size in form], look)


def chart(agent: Player, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return the lines of the agent's own map around the hero.  If there is room, add a legend."""
    beliefs = agent.beliefs
    text, looks = _cells(beliefs, squares_of(agent, choice))
    tall = min(height, _MAP_ROWS)
    row, col = divmod(max(beliefs.me.spot, COLS), COLS)
    top = min(max(row - 1 - tall // 2, 0), _MAP_ROWS - tall) + 1
    left = min(max(col - width // 2, 0), max(COLS - width, 0))
    lines = [
        tuple(
            (text[part.start() : part.end()].decode("ascii"), Style(looks[part.start()]))
            for part in SAME_LOOK.finditer(looks, start + left, start + min(left + width, COLS))
        )
        for start in range(top * COLS, (top + tall) * COLS, COLS)
    ]
    if height > _MAP_ROWS:
        lines.append(((LEGEND[:width], Style.DIM),))
    return lines


def hidden_in(level: TerrainMap) -> dict[int, float]:
    """Return, for each promising square, the chance (0 to 1) that a search finds something there."""
    return {spot: chance for spot, chance in search_chances(level).items() if chance >= _MIN}


def loops_in(level: TerrainMap) -> frozenset[int]:
    """Return the doors and the passage squares that are parts of loops."""
    return _loops_of(bytes(level.code))


@lru_cache(maxsize=4)
def _loops_of(code: bytes) -> frozenset[int]:
    """Return the loops of a terrain.  They are cached because panels ask for them at every frame."""
    level = TerrainMap(0)
    level.code[:] = code
    return frozenset(loop_squares(level))


def digit(chance: float) -> str:
    """Return a chance (0 to 1) in percent, as one digit from 1 to 9.

    >>> digit(0.031), digit(0.4)
    ('3', '9')
    """
    return str(min(max(round(100 * chance), 1), 9))


def _cells(beliefs: Beliefs, path: tuple[int, ...]) -> tuple[bytearray, bytearray]:
    """Return the symbol and the look of every square of the agent's map."""
    level = beliefs.level
    text = level.code[:SIZE].translate(_SYMBOLS)
    looks = level.been[:SIZE].translate(_WALKED)

    def mark(spot: int, look: Style, symbol: str = "") -> None:
        looks[spot] = look
        if symbol:
            text[spot] = ord(symbol)

    for spot, chance in hidden_in(level).items():
        if text[spot] in DIGIT_GROUND:
            mark(spot, Style.HINT, digit(chance))
    for spot in loops_in(level):
        mark(spot, Style.STRONG)
    for spot in level.frontier:
        mark(spot, Style.HINT, "?")
    for spot in path:
        mark(spot, Style.PATH)
    for spot, symbol in level.things.items():
        mark(spot, Style.GOLD if symbol == "*" else Style.PLAIN, symbol)
    for spot, foe in (*beliefs.foes.lurking.items(), *beliefs.foes.seen.items()):
        mark(spot, Style.FOE if spot in beliefs.foes.seen else Style.DIM, foe.letter)
    if beliefs.me.spot >= 0:
        mark(beliefs.me.spot, Style.HERO, "@")
    return text, looks


def level(agent: Mind, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return lines on the present level: turns, known squares, suspicions, loops, turns without news."""
    beliefs, ground, watch = agent.beliefs, agent.beliefs.level, agent.beliefs.watch
    walkable = [spot for spot in range(COLS, SIZE - COLS) if ground.code[spot] in WALKABLE]
    known = SIZE - 2 * COLS - ground.code[COLS : SIZE - COLS].count(UNKNOWN)
    been = sum(ground.been[spot] for spot in walkable)
    turns = plural(beliefs.turn - watch.level_turn, "turn")
    pace = "in a hurry to go on" if is_hurried(beliefs) else "there is time to look around"
    lines = labelled("here", f"for {turns} (agent's count), {pace}", width)
    lines += labelled("known", f"{plural(known, 'square')}, {been} of {len(walkable)} walked", width)
    front = len(ground.frontier)
    lines += labelled("unseen", f"{plural(front, 'square')} may show something new", width)
    lines += labelled("things", f"{len(ground.things)} in sight, {ground.gold_taken} gold taken", width)
    lines += labelled("hidden", _suspicion(beliefs), width, Style.HINT)
    lines += labelled("searched", f"for {plural(watch.swept, 'turn')}", width)
    loops = len(loops_in(ground))
    lines += labelled("loops", f"{plural(loops, 'square')} of passages" if loops else "none known", width)
    if watch.idle:
        lines += labelled("no news", f"for {plural(watch.idle, 'turn')}", width)
    if watch.danced:
        text = f"{plural(watch.danced, 'turn')} without a blow that counts"
        lines += labelled("stand-off", text, width)
    return cut(lines, height)


def _suspicion(beliefs: Beliefs) -> str:
    """Return, in words, the best place for a search."""
    odds = hidden_in(beliefs.level)
    if not odds:
        return "nothing suspected"
    spot = max(odds, key=lambda one: (odds[one], -one))
    return f"best place {place_in_words(beliefs, spot)}: {100 * odds[spot]:.0f}% a search"
