"""Movements of pieces, as tables of rays with the moves along them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Said
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.conditions import Conditions
from rogue.eggg.rules.move_effects import Condition, Effects, OnBoard, OnNumbers
from rogue.eggg.rules.scene import Scene, Tables
from rogue.eggg.rules.setup import WALKS, Setup, refuse
from rogue.eggg.rules.squares import DIAGONAL, DOWN, LEFT, RIGHT, SIX_WAYS, STRAIGHT, UP
from rogue.shared.board_games import EMPTY, NO_SQUARE, Move, State

ANY, CAPTURE, QUIET = 0, 1, 2
WALK: Final = "move"
_MAX_STEPS: Final = 40  # of one move
_MAX_JUMPS: Final = 40  # of one move
_MAX_SERIES: Final = 1000  # of one piece
_ABSOLUTE: Final = {"left": LEFT, "right": RIGHT, "up": UP, "down": DOWN}


class Rule(NamedTuple):
    """Movement of one kind for one player.

    name    "move", or the name that the description gives
    kind    "walk", "leap", "jump", or "anywhere"
    paths   paths[square]: (way, squares) in each direction; a leap has (-1, (landing, leg))
    least   steps of the shortest walk
    flag    ANY, CAPTURE, or QUIET
    over    codes of the piece that is walked or jumped over, None without "over"
    far     whether a jump goes over empty squares before and behind
    steps   steps[square]: (landing, squares passed, way), if each direction has one landing
    """

    name: str
    kind: str
    paths: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
    least: int
    flag: int
    over: Any
    far: bool
    condition: Condition | None
    effects: tuple[OnBoard, ...]
    steps: tuple[tuple[tuple[int, tuple[int, ...], int], ...], ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether tables of rays say it all."""
        is_simple = self.condition is None and not self.effects and self.over is None
        return is_simple and self.least == 1 and self.kind in ("walk", "leap") and self.name == WALK


Rays = tuple[tuple[int, ...], ...]
Walks = tuple[tuple[int, tuple[Move, ...], tuple[Move, ...]], ...]
"""Squares along a ray, each with the moves onto it if it is empty, or has a piece that can be taken."""


class Movements:
    """Movements of all pieces of a game, by content code."""

    def __init__(self, setup: Setup, tables: Tables, conditions: Conditions, effects: Effects) -> None:
        self.setup = setup
        self.tables = tables
        self.conditions = conditions
        self.effects = effects
        count = len(setup.pieces)
        self.rules: list[list[Rule]] = [[] for _ in range(count)]
        self.on_numbers: dict[str, list[tuple[Condition, OnNumbers]]] = {}
        for said in setup.said(*WALKS):
            self._add(said)
        jumps = next(iter(setup.said("series")), None)
        said_jumps = [said.match.said for said in setup.said("series")]
        self.compulsory = any("compulsory" in said for said in said_jumps)
        self.longest = any("longest" in said for said in said_jumps)
        self.continues = any("continue" in said for said in said_jumps) or self.longest
        self.preys = self._preys()
        self.promotions = self._promotions()
        codes = list(enumerate(setup.pieces))[1:]
        self.own = [
            frozenset(code for code, piece in codes if piece.owner == player)
            for player in range(len(setup.players))
        ]
        size = len(setup.board)
        self.plain = [[self._plain(code, square) for square in range(size)] for code in range(count)]
        self.repeats = False
        self._known: list[list[list[Walks]]] = [[[] for _ in range(size)] for _ in range(count)]
        self.special = [
            [rule for rule in rules if not rule.is_plain and rule.kind != "jump"] for rules in self.rules
        ]
        self.jumps = [[rule for rule in rules if rule.kind == "jump"] for rules in self.rules]
        self.has_jumps = any(self.jumps)
        self.has_special = any(self.special)
        self._fill_tables()
        assert jumps is None or self.has_jumps or refuse(jumps, "no piece jumps")

    def _add(self, said: Said) -> None:
        """Add the rules of one sentence, a rule for each piece and player."""
        found, words = said.match.found, said.match.said
        name = found["NAME"].text if "NAME" in found else WALK
        least, most = found.get("RANGE", (1, 1 if "move" in words else -1))
        if not all(
            1 <= number <= _MAX_STEPS for number in (least, *({most} - {-1}), max(found.get("PAIR", (1,))))
        ):
            refuse(said, f"a piece goes 1 to {_MAX_STEPS} squares")
        kind = "leap" if "PAIR" in found else "jump" if "jump" in words else "walk"
        flag = QUIET if "without" in words else CAPTURE if "capture" in words else ANY
        condition = self.conditions.condition(found["CONDITION"], said) if "CONDITION" in found else None
        board: list[OnBoard] = []
        if "CHAIN" in found:
            board, numbers = self.effects.read(found["CHAIN"], said)
            if numbers and name == WALK:
                refuse(said, 'give the movement a name: "Leap means King leaps (1, 2) and ..."')
            self.on_numbers.setdefault(fold(name), []).extend(numbers)
        for token in found["PIECES"]:
            for code, piece in enumerate(self.setup.pieces):
                if code and piece.kind == self.setup.kind_of.get(token.fold, -2):
                    over = self._over(found.get("WHOM"), said, piece.owner, kind)
                    if kind == "leap":
                        paths = self._leaps(*found["PAIR"])
                    elif ("anywhere",) in found["DIRECTIONS"]:
                        kind, paths = "anywhere", ()
                    else:
                        paths = self._walks(
                            found["DIRECTIONS"], piece.owner, most if kind == "walk" else -1, said
                        )
                    has_steps = kind == "leap" or (kind == "walk" and least == most and over is None)
                    is_near = kind == "jump" and "far" not in words
                    steps = self._steps(paths, 2 if is_near else least) if has_steps or is_near else ()
                    rule = Rule(
                        name,
                        kind,
                        paths,
                        max(least, 1),
                        flag,
                        over,
                        "far" in words,
                        condition,
                        tuple(board),
                        steps,
                    )
                    self.rules[code].append(rule)

    @staticmethod
    def _steps(paths: Any, count: int) -> Any:
        """Return (landing, squares passed, way) for each direction in which there are so many steps."""
        return tuple(
            tuple(
                (ray[0], ray[1:], way) if way < 0 else (ray[count - 1], ray[: count - 1], way)
                for way, ray in ways
                if way < 0 or len(ray) >= count
            )
            for ways in paths
        )

    def _over(self, node: Node | None, said: Said, player: int, kind: str) -> frozenset[int] | None:
        """Return the codes of what is jumped over, from a player's sight."""
        if node is None:
            return frozenset(self.setup.codes(-1, player, enemies=True)) if kind == "jump" else None
        scene = Scene(self.tables, [], State(()), player)
        found: frozenset[int] = self.conditions.codes(node, said)(scene)
        return found

    def ways(self, directions: Iterable[tuple[str, ...]], player: int, said: Said) -> list[int]:
        """Return the directions that words mean for a player."""
        forward = self.setup.forward[max(player, 0)]
        exist = self.setup.board.ways
        found: list[int] = []
        for words in directions:
            turn = 0 if "forward" in words else 4 if "backward" in words else -1
            if "any" in words:
                found += exist
            elif "orthogonally" in words:
                found += SIX_WAYS if len(exist) == 6 else STRAIGHT
            elif "diagonally" in words:
                found += DIAGONAL if turn < 0 else [(forward + turn + one) % 8 for one in (-1, 1)]
            elif "sideway" in words:
                found += [(forward + 2) % 8, (forward + 6) % 8]
            elif turn >= 0:
                found.append((forward + turn) % 8)
            elif words[-1] in _ABSOLUTE:
                found.append(_ABSOLUTE[words[-1]])
            else:
                refuse(said, f"{' '.join(words)} is no direction of this board")
        return [way for way in dict.fromkeys(found) if way in exist]

    def _walks(self, directions: Any, player: int, most: int, said: Said) -> Any:
        rays, ways = self.setup.board.rays, self.ways(directions, player, said)
        return tuple(
            tuple((way, ray[:most] if most > 0 else ray) for way in ways if (ray := rays[way][square]))
            for square in range(len(self.setup.board))
        )

    def _leaps(self, aside: int, ahead: int) -> Any:
        """Return the landing squares of a leap, each with the square one step along its longer side."""
        links = self.setup.board.links

        def go(square: int, way: int, steps: int) -> int:
            for _ in range(steps):
                square = links[way][square] if square >= 0 else NO_SQUARE
            return square

        long, short = max(aside, ahead), min(aside, ahead)
        found = []
        for square in range(len(self.setup.board)):
            ends: dict[int, int] = {}
            for way in STRAIGHT:
                for turn in (2, 6):
                    end = go(go(square, way, long), (way + turn) % 8, short)
                    if end >= 0:
                        ends[end] = go(square, way, 1)
            found.append(tuple((-1, (end, leg)) for end, leg in ends.items()))
        return tuple(found)

    def _preys(self) -> list[frozenset[int]]:
        """Return the codes that each code may take."""
        setup = self.setup
        preys = [
            frozenset(
                other
                for other, prey in enumerate(setup.pieces)
                if other and prey.owner not in (piece.owner, -1)
            )
            for piece in setup.pieces
        ]
        for said in setup.said("prey"):
            chosen = {token.fold for token in said.match.found.get("prey", ())}
            for code, piece in enumerate(setup.pieces):
                if (
                    code
                    and setup.kinds[piece.kind].lower() in {token.fold for token in said.match.found["NAMES"]}
                    and chosen
                ):
                    preys[code] = frozenset(
                        other
                        for other in preys[code]
                        if setup.kinds[setup.pieces[other].kind].lower() in chosen
                    )
        return preys

    def _promotions(self) -> list[dict[int, tuple[int, ...]]]:
        """Return, by code, the squares on which a piece becomes another, with the codes of those."""
        setup = self.setup
        found: list[dict[int, tuple[int, ...]]] = [{} for _ in setup.pieces]
        for said in setup.said("promotion"):
            kinds = [setup.kind_of.get(token.fold, -1) for token in said.match.found["NAMES"]]
            for token in said.match.found["PIECES"]:
                for code, piece in enumerate(setup.pieces):
                    if code and piece.kind == setup.kind_of[token.fold]:
                        codes = tuple(setup.code_of[kind, piece.owner] for kind in kinds if kind >= 0)
                        if len(codes) < len(kinds):
                            refuse(said, "a piece becomes a piece")
                        found[code] = dict.fromkeys(
                            setup.place(said.match.found["PLACE"], piece.owner, said), codes
                        )
        return found

    def _plain(self, code: int, square: int) -> tuple[tuple[int, Rays], ...]:
        """Return the rays along which a piece goes by plain rules, by what may stand at their end."""
        groups: dict[int, list[tuple[int, ...]]] = {}
        for rule in self.rules[code]:
            if rule.is_plain:
                rays = [ray if rule.kind == "walk" else ray[:1] for _, ray in rule.paths[square]]
                groups.setdefault(rule.flag, []).extend(rays)
        return tuple((flag, tuple(rays)) for flag, rays in groups.items())

    def _fill_tables(self) -> None:
        """Tell the tables how far each piece attacks."""
        tables, owners = self.tables, self.tables.owners
        odd = set()
        for code, rules in enumerate(self.rules):
            for rule in rules:
                if rule.kind == "jump" or rule.flag == QUIET:
                    continue
                if not rule.is_plain:
                    odd.add(code)
                    continue
                for player in range(tables.players):
                    if owners[code] != player:
                        self._attack(code, rule, player)
        tables.odd = frozenset(odd)
        tables.targets = self.targets

    def _attack(self, code: int, rule: Rule, player: int) -> None:
        for square, paths in enumerate(rule.paths):
            for way, ray in paths:
                if way < 0:
                    self.tables.leapers[player][ray[0]].append((square, frozenset({code})))
                else:
                    back, ranges = (way + 4) % 8, self.tables.ranges[player][code]
                    ranges[back] = max(ranges[back], len(ray))

    def targets(self, scene: Scene, square: int) -> Iterator[int]:
        """Yield the squares that the piece on a square could take on, or go to."""
        code = scene.squares[square]
        for flag, rays in self.plain[code][square]:
            for ray in rays:
                for other in ray:
                    if scene.squares[other]:
                        if flag != QUIET:
                            yield other
                        break
                    if flag != CAPTURE:
                        yield other
        kept = scene.start, scene.to, scene.way, scene.passed, scene.player, scene.code
        scene.player = self.tables.owners[code]
        for rule in self.special[code]:
            if rule.flag != QUIET:
                yield from self._landings(scene, rule, square)
        scene.start, scene.to, scene.way, scene.passed, scene.player, scene.code = kept

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        """Return the squares that a piece could enter on the empty board, conditions aside."""
        found: dict[int, None] = {}
        for rule in self.rules[code]:
            if rule.kind == "jump":
                ends = [ray[1] for _, ray in rule.paths[square] if len(ray) > 1]
            elif rule.kind == "anywhere":
                ends = [one for one in range(len(self.setup.board)) if one != square]
            else:
                ends = [
                    one
                    for way, ray in rule.paths[square]
                    for one in (ray[rule.least - 1 :] if way >= 0 else ray[:1])
                ]
            found.update(dict.fromkeys(ends))
        return tuple(found)

    def moves(self, scene: Scene, player: int) -> list[Move]:
        """Return the moves of a player's pieces, before guards."""
        if self.has_jumps:
            jumps = self._jump_moves(scene, player)
            if jumps and self.compulsory:
                return jumps
            return jumps + self._walk_moves(scene, player)
        return self._walk_moves(scene, player)

    def _walk_moves(self, scene: Scene, player: int) -> list[Move]:
        squares, own = scene.squares, self.own[player]
        found: list[Move] = []
        for start, code in enumerate(squares):
            if code not in own:
                continue
            prey, begun = self.preys[code], len(found)
            for ray in self._known[code][start] or self._learned(code, start):
                for to, quiet, captures in ray:
                    other = squares[to]
                    if other:
                        if captures and other in prey:
                            found += captures
                        break
                    found += quiet
            if self.has_special and self.special[code]:
                more = [
                    move
                    for rule in self.special[code]
                    for move in self._special_moves(scene, rule, start, code)
                ]
                if more:
                    found[begun:] = dict.fromkeys(found[begun:] + more)
            if self.repeats:  # two ways round a board
                found[begun:] = dict.fromkeys(found[begun:])
        return found

    def _learned(self, code: int, start: int) -> list[Walks]:
        """Return the moves of a piece by plain rules, which never change, along each ray; keep them.

        A move of two rules is left to the one that needs fewer empty squares.
        """
        found: list[Walks] = []
        said: dict[Move, frozenset[int]] = {}
        flagged = [(flag, ray) for flag, rays in self.plain[code][start] for ray in rays]
        for flag, ray in sorted(flagged, key=lambda one: len(one[1])):
            walks = []
            for count, to in enumerate(ray):
                path = frozenset(ray[:count])
                quiet = () if flag == CAPTURE else self._onto(code, start, to, ())
                captures = () if flag == QUIET else self._onto(code, start, to, (to,))
                walks.append((to, self._unsaid(quiet, path, said), self._unsaid(captures, path, said)))
            found.append(tuple(walks))
        self._known[code][start] = found
        return found

    def _onto(self, code: int, start: int, to: int, taken: tuple[int, ...]) -> tuple[Move, ...]:
        """Return the moves of a piece onto a square: one, or one for each piece that it may become."""
        player, ends = self.tables.owners[code], self.promotions[code].get(to, (0,))
        changes = [((start, EMPTY), (to, end or code)) for end in ends]
        return tuple(
            Move(player, WALK, start, to, change, taken, (), end)
            for change, end in zip(changes, ends, strict=True)
        )

    def _unsaid(
        self, moves: tuple[Move, ...], path: frozenset[int], said: dict[Move, frozenset[int]]
    ) -> tuple[Move, ...]:
        """Return moves, or none if they are said with no more squares to be empty."""
        if not moves:
            return ()
        before = said.get(moves[0])
        if before is None:
            said[moves[0]] = path
            return moves
        self.repeats = self.repeats or not before <= path
        return () if before <= path else moves

    def _special_moves(self, scene: Scene, rule: Rule, start: int, code: int) -> list[Move]:
        """Return the moves of a rule that is not plain."""
        player, found = self.tables.owners[code], []
        for to in self._landings(scene, rule, start):
            changes: list[tuple[int, int]] = []
            taken = [to] if scene.squares[to] else []
            for effect in rule.effects:
                more, lost = effect(scene)
                changes += more
                taken += lost
            for one in self.promotions[code].get(to, (0,)):
                final = ((start, EMPTY), (to, one or code), *changes)
                found.append(Move(player, rule.name, start, to, final, tuple(taken), (), one))
        return found

    def _landings(self, scene: Scene, rule: Rule, start: int) -> Iterator[int]:
        """Yield where a rule that is not plain leads; the scene is set for its condition."""
        squares, prey, flag = scene.squares, self.preys[scene.squares[start]], rule.flag
        scene.start, scene.code = start, squares[start]
        for to, passed, way in rule.steps[start] if rule.steps else self._ends(scene, rule, start):
            other = squares[to]
            if other:
                if flag == QUIET or other not in prey:
                    continue
            elif flag == CAPTURE:
                continue
            if rule.steps and way >= 0 and any(map(squares.__getitem__, passed)):
                continue
            scene.to, scene.passed, scene.way = to, passed, way
            if rule.condition is None or rule.condition(scene):
                yield to

    def _ends(self, scene: Scene, rule: Rule, start: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """Yield the squares at the end of a rule, what is passed, and the direction."""
        squares = scene.squares
        if rule.kind == "anywhere":
            yield from ((to, (), -1) for to in range(len(squares)) if to != start)
            return
        for way, ray in rule.paths[start]:
            hurdle = rule.over is None
            for number, to in enumerate(ray, 1):
                code = squares[to]
                if not hurdle:
                    if code and code not in rule.over:
                        break
                    hurdle = bool(code)
                    continue
                if number >= rule.least:
                    yield to, ray[: number - 1], way
                if code:
                    break

    def _jump_moves(self, scene: Scene, player: int) -> list[Move]:
        """Return the jumps of a player's pieces, series as one move."""
        found: dict[tuple[int, int, frozenset[int]], Move] = {}
        own = self.own[player]
        for start, code in enumerate(scene.squares):
            if code in own and self.jumps[code]:
                scene.squares[start] = EMPTY
                if not self._may_jump(scene, code, start):
                    scene.squares[start] = code
                    continue
                for path, taken in islice(self._series(scene, code, (start,), ()), _MAX_SERIES):
                    to = path[-1]
                    gone = tuple((one, EMPTY) for one in taken)
                    for one in self.promotions[code].get(to, (0,)):
                        changes = ((start, EMPTY), *gone, (to, one or code))
                        key = (start, to * 1000 + one, frozenset(taken))
                        found.setdefault(key, Move(player, WALK, start, to, changes, taken, path, one))
                scene.squares[start] = code
        moves = list(found.values())
        if self.longest and moves:
            most = max(len(move.taken) for move in moves)
            moves = [move for move in moves if len(move.taken) == most]
        return moves

    def _may_jump(self, scene: Scene, code: int, start: int) -> bool:
        """Return whether a piece can jump, conditions aside."""
        squares = scene.squares
        for rule in self.jumps[code]:
            if rule.far:
                return True
            for to, (prey,), _ in rule.steps[start]:
                if squares[prey] in rule.over and not squares[to]:
                    return True
        return False

    def _series(
        self, scene: Scene, code: int, path: tuple[int, ...], taken: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield the series of jumps that go on from a path, as squares and what they take."""
        here, ended = path[-1], True
        stops = len(path) > 1 and here in self.promotions[code] and not self.longest
        if (self.continues or len(path) == 1) and not stops and len(path) < _MAX_JUMPS:
            for rule in self.jumps[code]:
                for to, prey in self._leaps_over(scene, rule, here, taken):
                    scene.start, scene.to = path[0], to
                    if rule.condition is None or rule.condition(scene):
                        ended = False
                        yield from self._series(scene, code, (*path, to), (*taken, prey))
        if ended and len(path) > 1:
            yield path, taken

    @staticmethod
    def _leaps_over(scene: Scene, rule: Rule, here: int, taken: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """Yield the squares behind a piece that is jumped over, with its square."""
        squares = scene.squares
        if not rule.far:
            for to, (prey,), _ in rule.steps[here]:
                if squares[prey] in rule.over and prey not in taken and not squares[to]:
                    yield to, prey
            return
        for _, ray in rule.paths[here]:
            for number, prey in enumerate(ray):
                if squares[prey]:
                    if squares[prey] in rule.over and prey not in taken:
                        for to in ray[number + 1 :]:
                            if squares[to]:
                                break
                            yield to, prey
                    break
