"""Moves of card games as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rogue.eggg.cards.card_book import CardBook
from rogue.shared.board_games import Move
from rogue.shared.card_games import SUITS, CardTable, card_named, card_text
from rogue.shared.wording import listed, plural

_CARDS: Final = re.compile(r"(?:(?:10|[2-9tjqka])[cdhs]|[1-9])\s*")
_VERBS: Final = re.compile(r"^(discards?|plays?|puts? away|toss)\s+")
_TOLD: Final = {
    "check": "checks", "fold": "folds", "pass": "passes", "draw": "draws a card", "call": "calls",
    "bet": "bets", "raise": "raises by", "discard": "puts away", "play": "plays",
}  # fmt: skip
_AMOUNTS: Final = ("bet", "raise")
_KEEP: Final = ("keep", "keep all", "stand", "0")


def text(move: Move) -> str:
    """Return a move as text, unique in its position."""
    if move.name == "discard":
        return f"discard {' '.join(map(card_text, move.path))}" if move.path else "keep all"
    if move.name == "play":
        return " ".join([*map(card_text, move.path), *[f"{SUITS[move.choice - 1]}s"] * bool(move.choice)])
    return f"{move.name} {move.choice}" if move.name in _AMOUNTS else move.name


def told(book: CardBook, move: Move, table: CardTable) -> str:
    """Return what everybody hears of a move."""
    name, count = move.name, len(move.path)
    who = f"{book.players[move.player]} {_TOLD[name]}"
    if name == "play":
        return f"{who} {text(move)}"
    if name == "discard":
        return f"{who} {plural(count, 'card')}" if count else f"{book.players[move.player]} keeps all cards"
    if name not in ("call", *_AMOUNTS):
        return who
    return f"{who} {move.choice}{', all in' if _is_all(table, move) else ''}"


def _is_all(table: CardTable, move: Move) -> bool:
    """Return whether a stake is all that a player has."""
    owed = max(table.bets) - table.bets[move.player]
    return move.choice + (owed if move.name == "raise" else 0) == table.money[move.player]


def find(table: CardTable, player: int, moves: Sequence[Move], typed: str) -> Move | None:
    """Return the move that a text means: a word or its beginning, an amount, cards or their places."""
    wish = " ".join(typed.lower().split())
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
    """Return a bet or a raise of an amount: raise 7, r 7, 7, all in (within the limit)."""
    found = re.fullmatch(r"(?:b(?:et)?|r(?:aise)?(?: by)?)? ?(\d{1,7})", wish)
    able = [move for move in moves if move.name in _AMOUNTS]
    if wish in ("all in", "allin", "all"):
        return able[-1] if _is_all(table, able[-1]) else None
    if not found or not able[0].choice <= int(found[1]) <= able[-1].choice:
        return None
    return able[0]._replace(choice=int(found[1]))


def _cards(hand: Sequence[int], wish: str, *, is_one: bool) -> list[int]:
    """Return the cards of a hand that a text names, sorted; [] if it names others."""
    parts = [wish] if is_one and wish.isdigit() else [part.strip() for part in _CARDS.findall(wish)]
    if not parts or (len(parts) > 1 and _CARDS.sub("", wish)):
        return []
    found = [
        (hand[int(part) - 1] if 0 < int(part) <= len(hand) else -1) if part.isdigit() else card_named(part)
        for part in parts
    ]
    return sorted([one for one in found if one is not None])


def choices(moves: Sequence[Move]) -> str:
    """Return what a player may do, as a sentence."""
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
        told_moves.append(f"{name} {'by ' * (name == 'raise')}{ends}")
    if sizes:
        away = next(move.path for move in reversed(moves) if move.name == "discard")
        such = " ".join(map(card_text, away[-2:]))
        most, keep = plural(max(sizes), "card"), "; or keep all" * (0 in sizes)
        return f"Put away up to {most} by name or number, such as {such}{keep}."
    return f"You may {listed(told_moves, 'or')}."
