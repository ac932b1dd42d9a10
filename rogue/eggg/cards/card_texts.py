"""Card games as text: the moves, the table, the rules in sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rogue.eggg.cards.card_book import MOST_RAISES, CardBook, PhaseOption
from rogue.eggg.cards.hand_patterns import Pattern
from rogue.eggg.language.description import Said
from rogue.eggg.language.english import sentence
from rogue.shared.board_games import HIDDEN, Move, State
from rogue.shared.card_games import LOG_LINES, SUITS, CardTable, card_named, card_text
from rogue.shared.wording import listed, plural

_CARDS: Final = re.compile(r"(?:(?:10|[2-9tjqka])[cdhs]|[1-9])\s*")
_VERBS: Final = re.compile(r"^(discards?|plays?|puts? away|toss)\s+")
_TOLD: Final = {
    "check": "checks", "fold": "folds", "pass": "passes", "draw": "draws a card", "call": "calls",
    "bet": "bets", "raise": "raises by", "discard": "puts away", "play": "plays",
}  # fmt: skip
_AMOUNTS: Final = ("bet", "raise")
STAKES: Final = ("call", *_AMOUNTS)
_KEEP: Final = ("keep", "keep all", "stand", "0")


def text(move: Move) -> str:
    """Return a move as a text that is unique in its position."""
    if move.name == "discard":
        return f"discard {' '.join(map(card_text, move.path))}" if move.path else "keep all"
    if move.name == "play":
        return " ".join([*map(card_text, move.path), *[f"{SUITS[move.choice - 1]}s"] * bool(move.choice)])
    return f"{move.name} {move.choice}" if move.name in _AMOUNTS else move.name


def told_move(move: Move) -> str:
    """Return the text that all players hear about a player's move."""
    name, does = move.name, _TOLD[move.name]
    if name == "play":
        return f"{does} {text(move)}"
    if name == "discard":
        return f"{does} {plural(len(move.path), 'card')}" if move.path else "keeps all cards"
    return f"{does} {move.choice}" if name in STAKES else does


def is_all(table: CardTable, move: Move) -> bool:
    """Return whether a bet, a call, or a raise takes all the money of its player."""
    owed = max(table.bets) - table.bets[move.player]
    return move.choice + (owed if move.name == "raise" else 0) == table.money[move.player]


def find(table: CardTable, player: int, moves: Sequence[Move], typed: str) -> Move | None:
    """Return the move for a text (an amount, cards, or the first letters of a move's name), or None."""
    wish = " ".join(typed.lower().replace("all-in", "all in").split())
    words = {text(move).lower(): move for move in moves}
    if wish in words or not wish:
        return words.get(wish)
    if any(move.name in _AMOUNTS for move in moves) and (move := _staked(table, moves, wish)):
        return move
    if wish == "call" and moves[0].name == "check":  # it costs nothing
        return moves[0]
    begun = [move for word, move in words.items() if word.startswith(wish)]
    if len(begun) == 1 and (begun[0].choice or begun[0].name not in ("play", "discard")):
        return begun[0]
    if wish in _KEEP:
        return next((move for move in moves if move.name == "discard" and not move.path), None)
    cards = _cards(table.hands[player], _VERBS.sub("", wish), is_one=any(one.name == "play" for one in moves))
    return next((move for move in moves if move.path and sorted(move.path) == cards), None)


def _staked(table: CardTable, moves: Sequence[Move], wish: str) -> Move | None:
    """Return the bet or raise that "raise 7", "r 7", "7", or "all in" means.  Return None if illegal."""
    found = re.fullmatch(r"(?:b(?:et)?|r(?:aise)?(?: by)?)? ?(\d{1,7})", wish)
    able = [move for move in moves if move.name in _AMOUNTS]
    if wish in ("all in", "allin", "all"):
        return able[-1] if is_all(table, able[-1]) else None
    if not found or not able[0].choice <= int(found[1]) <= able[-1].choice:
        return None
    return able[0]._replace(choice=int(found[1]))


def _cards(hand: Sequence[int], wish: str, *, is_one: bool) -> list[int]:
    """Return the sorted cards that a text gives by name or place in the hand.  Return [] for other texts."""
    parts = [wish] if is_one and wish.isdigit() else [part.strip() for part in _CARDS.findall(wish)]
    if not parts or (parts != [wish] and _CARDS.sub("", wish)):
        return []
    places = {str(place): card for place, card in enumerate(hand, 1)}
    found = [places.get(part, -1) if part.isdigit() else card_named(part) for part in parts]
    return sorted([one for one in found if one is not None])


def choices(table: CardTable, moves: Sequence[Move]) -> str:
    """Return a sentence on the moves that a player may make, and on the limit of a stake."""
    stakes = [move.choice for move in moves if move.name in _AMOUNTS]
    sizes = [len(move.path) for move in moves if move.name == "discard"]
    told_moves = [
        f"call {move.choice}" if move.name == "call" else text(move)
        for move in moves if move.name not in (*_AMOUNTS, "discard", "play")
    ]  # fmt: skip
    cards = list(dict.fromkeys(card_text(move.path[0]) for move in moves if move.name == "play"))
    if cards:
        naming = sorted({card_text(move.path[0]) for move in moves if move.choice and move.name == "play"})
        named = f", naming a suit with {listed(naming, 'or')} ({naming[0]} hearts)" if naming else ""
        told_moves.insert(0, f"play {listed(cards, 'or')}{named}")
    if stakes:
        name = next(move.name for move in moves if move.name in _AMOUNTS)
        ends = f"{stakes[0]} to {stakes[-1]}" if stakes[-1] > stakes[0] else f"{stakes[0]}"
        last = next(move for move in reversed(moves) if move.name == name)
        limit = "all you have" if is_all(table, last) else "the pot is the limit"
        told_moves.append(f"{name} {'by ' * (name == 'raise')}{ends} ({limit})")
    if sizes:
        away = next(move.path for move in reversed(moves) if move.name == "discard")
        such = " ".join(map(card_text, away[-2:]))
        most, keep = plural(max(sizes), "card"), "; or keep all" * (0 in sizes)
        return f"Discard up to {most} by name or number, such as {such}{keep}."
    is_last = table.raises[0] >= MOST_RAISES and moves[0].name == "call"
    return f"You may {listed(told_moves, 'or')}{f'; nobody raises after {MOST_RAISES} raises' * is_last}."


_CHOICES: Final = {"bet": "bet", "fold": "fold", "play": "play a card", "draw": "draw a card"}


def table_lines(game: CardBook, view: State, player: int, moves: Sequence[Move]) -> list[str]:
    """Return the table as a player sees it: all stakes and visible cards, the player's hand, the log."""
    table, lines = view.table, [_header(game, view)]
    lines += [_player_line(game, view, one, player) for one in range(len(game.players))]
    if table.board:
        lines += ["", f"On the table:  {_board(game, table)}"]
    if player >= 0 and table.hands[player]:
        hand = table.hands[player]
        places = "".join(f"{number:<4}" for number in range(1, len(hand) + 1))
        name = game.hand_name((*hand, *table.board))
        lines += ["", f"Your hand:     {'  '.join(map(card_text, hand))}{f'    {name}' if name else ''}",
                  f"               {places}"]  # fmt: skip
    if moves:
        lines += ["", choices(table, moves)]
    return [*map(str.rstrip, lines), "", *table.log[-LOG_LINES:]]


def _board(game: CardBook, table: CardTable) -> str:
    """Return the cards on the table: a trick with its players, the last card of a pile, or all cards."""
    if game.has_tricks:
        count, turn = len(game.players), game.turn
        first = (table.pending[-1] + turn) % count if len(table.pending) + len(table.board) == count else -1
        pairs = [(game.players[(first + turn * at) % count], one) for at, one in enumerate(table.board)]
        return ", ".join(f"{name} {card_text(one)}" for name, one in pairs)
    if any(option.name == "play" for option in game.options):
        named = f"; the suit is now {SUITS[table.asked]}s" if table.asked != HIDDEN else ""
        return f"{card_text(table.board[-1])}{named}"
    return " ".join(map(card_text, table.board))


def _header(game: CardBook, view: State) -> str:
    table = view.table
    pot = f"pot {sum(table.staked)}" if game.has_money else ""
    stock = f"{len(table.stock)} cards in the stock" if table.stock else ""
    return f"Round {view.rounds + 1}".ljust(20) + "   ".join(filter(None, (pot, stock)))


def _player_line(game: CardBook, view: State, one: int, player: int) -> str:
    table = view.table
    sign = ">" if one == view.mover and not table.payoffs else " "
    name = f"{game.players[one]}{' (you)' if one == player else ''}"
    stakes = f"{table.money[one]:>6}" if game.has_money else f"{view.scores[one]:>5g}"
    staked = f"  in {table.staked[one]:<4}" if game.has_money else "  "
    hand, is_out = table.hands[one], table.is_out[one]
    is_told = game.has_money or HIDDEN not in hand
    cards = " ".join(map(card_text, hand)) if is_told else plural(len(hand), "card")
    notes = [f"kept {number}" for _, number in table.numbers[one]]
    if table.is_shown[one]:
        notes.append(game.hand_name((*hand, *table.board)))
    elif game.has_money and not is_out and not table.payoffs:
        notes += [*filter(None, [table.did[one]]), *["all in"] * (not table.money[one])]
    left = "folded" if table.before[one] or not game.has_money else "has no money"
    own = "" if one == player and not table.is_shown[one] else cards
    return f"{sign} {name:<14}{stakes}{staked}  {left if is_out else own:<15} {', '.join(notes)}"


def won(game: CardBook, table: CardTable, player: int, amount: int, *, is_shown: bool) -> str:
    """Return a text that tells how much a player wins and, if `is_shown`, with which hand."""
    name = game.hand_name((*table.hands[player], *table.board)) if is_shown else ""
    return f"{game.players[player]} wins {amount}{f' with {name}' if name else ''}"


def in_words(book: CardBook, said: Said) -> str:
    """Return a statement as a sentence, with phases and patterns of hands in words."""
    if said.name == "phases":
        return f"A round: {'; '.join(map(_phase, book.phases))}."
    patterns = book.ranking.patterns if book.ranking is not None and said.name == "definition" else ()
    named = next((one for one in patterns if one.name == said.found["HEAD"].text), None)
    return sentence(said) if named is None else _pattern(named)


def _phase(phase: Sequence[PhaseOption]) -> str:
    option = phase[0]
    count = f"{option.words or 'any number of'} card{'' if option.words == '1' else 's'}"
    match option.name:
        case "shuffle":
            return "the deck is shuffled"
        case "deal" if option.onto == "board":
            return f"{count} {'is' if option.words == '1' else 'are'} laid on the table"
        case "deal":
            return f"each player is dealt {count}"
        case "discard":
            return f"each player discards cards and keeps {option.words or 'some'}"
        case "play" if option.onto == "trick":
            return "tricks are played until no hand has cards"
        case "compare":
            return "the hands of all who have not folded are compared"
    return f"in turn, players {' or '.join([_CHOICES[one.name] for one in phase])}"


def _pattern(pattern: Pattern) -> str:
    terms, suits = pattern.terms, {term.suit for term in pattern.terms}
    shifts = [shift for needs in pattern.needs for shift, _ in needs]
    if len(shifts) > len(pattern.needs):
        what = f"{len(terms)} ranks in a row"
    elif shifts:
        counts = [count for ((_, count),) in pattern.needs]
        parts = [f"{count} of {'one rank' if not at else 'another'}" for at, count in enumerate(counts)]
        what = listed(parts) if max(counts) > 1 else plural(len(counts), "card")
    else:
        what = plural(len(terms), "card")
    return f"{pattern.name}: {what}{' of one suit' if suits != {''} else ''}."
