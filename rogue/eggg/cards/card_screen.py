"""Card games as text: the table, what a round has brought, the rules in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogue.eggg.cards.card_book import CardBook, Option
from rogue.eggg.cards.card_texts import choices
from rogue.eggg.cards.hand_patterns import Pattern
from rogue.eggg.language.description import Said
from rogue.eggg.language.english import sentence
from rogue.shared.board_games import HIDDEN, Move, State
from rogue.shared.card_games import LOG_LINES, SUITS, CardTable, card_text
from rogue.shared.wording import listed, plural

_CHOICES: Final = {"bet": "bet", "fold": "fold", "play": "play a card", "draw": "draw a card"}


def table_lines(game: CardBook, view: State, player: int, moves: Sequence[Move]) -> list[str]:
    """Return the table as a player sees it: everybody's stakes and cards, the own hand, the log."""
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
        lines += ["", choices(moves)]
    return [*map(str.rstrip, lines), "", *table.log[-LOG_LINES:]]


def _board(game: CardBook, table: CardTable) -> str:
    """Return the cards on the table: those of the trick with their players, or the last of a pile."""
    if game.has_tricks:
        count, turn = len(game.players), game.turn
        first = (table.pending[-1] + turn) % count if len(table.pending) + len(table.board) == count else -1
        pairs = [(game.players[(first + turn * at) % count], one) for at, one in enumerate(table.board)]
        return ", ".join(f"{name} {card_text(one)}" for name, one in pairs)
    if any(option.name == "play" for option in game.options):
        named = f", and {SUITS[table.asked]}s are asked for" if table.asked != HIDDEN else ""
        return f"{card_text(table.board[-1])}{named}"
    return _cards(table.board)


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
    cards = _cards(hand) if game.has_money or HIDDEN not in hand else plural(len(hand), "card")
    notes = [f"kept {number}" for _, number in table.numbers[one]]
    if table.is_shown[one]:
        notes.append(game.hand_name((*hand, *table.board)))
    elif game.has_money and not is_out and not table.payoffs:
        begin = f"{game.players[one]} "
        done = [line.removeprefix(begin) for line in table.log if line.startswith(begin)]
        notes += [line for line in done[-1:] if "card" not in line]
        notes += ["all in"] * (not table.money[one] and "all in" not in " ".join(notes))
    left = "folded" if table.before[one] or not game.has_money else "has no money"
    own = "" if one == player and not table.is_shown[one] else cards
    return f"{sign} {name:<14}{stakes}{staked}  {left if is_out else own:<15} {', '.join(notes)}"


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(card_text, cards))


def won(game: CardBook, table: CardTable, player: int, amount: int, *, is_shown: bool) -> str:
    """Return what a player wins, and with which hand."""
    name = game.hand_name((*table.hands[player], *table.board)) if is_shown else ""
    return f"{game.players[player]} wins {amount}{f' with {name}' if name else ''}"


def told(book: CardBook, said: Said) -> str:
    """Return a statement as a sentence, phases and patterns of hands in words."""
    if said.name == "phases":
        return f"A round: {'; '.join(map(_phase, book.phases))}."
    if said.name == "title":
        return f"The game is {book.name}."
    patterns = book.ranking.patterns if book.ranking is not None and said.name == "definition" else ()
    named = next((one for one in patterns if one.name == said.match.found["HEAD"].text), None)
    return sentence(said) if named is None else _pattern(named)


def _phase(phase: Sequence[Option]) -> str:
    """Return what happens in a phase."""
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
            return f"each player puts cards away and keeps {option.words or 'some'}"
        case "play" if option.onto == "trick":
            return "tricks are played until no hand has cards"
        case "compare":
            return "the hands of those who are in are compared"
    return f"in turn, players {' or '.join([_CHOICES[one.name] for one in phase])}"


def _pattern(pattern: Pattern) -> str:
    """Return a pattern of a hand as a sentence."""
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
