"""Movements of pieces, as tables of rays with the moves along them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice, product
from typing import Any, Final, NamedTuple

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.effects import Acts, Condition, Effects, OnBoard, OnNumbers
from rogue.eggg.rules.scene import Scene, Tables
from rogue.eggg.rules.setup import WALKS, bounds
from rogue.eggg.rules.squares import DIAGONAL, DOWN, LEFT, RIGHT, SIX_WAYS, STRAIGHT, UP
from rogue.eggg.rules.values import Values
from rogue.shared.board_games import EMPTY, NO_SQUARE, Move, State

ANY, CAPTURE, QUIET, PUSH = 0, 1, 2, 3
WALK: Final = "move"
_MAX_STEPS: Final = 40  # of one move, and jumps
_MAX_SERIES: Final = 1000  # of one piece
_ABSOLUTE: Final = {"left": LEFT, "right": RIGHT, "up": UP, "down": DOWN}
Paths = tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
Ends = tuple[tuple[tuple[int, tuple[int, ...], int], ...], ...]
Walks = tuple[tuple[int, tuple[Move, ...], tuple[Move, ...]], ...]
"""(square, moves onto it if it is empty, moves that take a piece on it) for the squares along a ray."""


class Rule(NamedTuple):
    """Movement of one kind for one player.

    name    "move", or the name that the description gives
    paths   paths[square] has a pair for each ray or leap that begins at the square.  For a ray: (direction,
            squares).  For a leap: (-1, (square where it lands, first square that it passes over))
    least   number of steps of the shortest walk
    flag    ANY, CAPTURE, QUIET, or PUSH
    over    codes of pieces that may be walked over, jumped over, or pushed; None if there are no such pieces
    ends    ends of leaps, and of walks of a fixed length (see `_ends`); () for other rules
    jumps   "near": the jump begins beside the piece that is jumped over, and ends just behind it.
            "far": the jump may begin and end at any distance from that piece.  "": no jumps
    """

    name: str
    paths: Paths
    least: int
    flag: int
    over: Any
    jumps: str
    condition: Condition | None
    effects: list[OnBoard]
    ends: Ends

    @property
    def is_plain(self) -> bool:
        """Whether tables of rays describe the rule completely."""
        is_simple = self.condition is None and not self.effects and self.over is None
        return is_simple and self.least == 1 and not self.jumps and self.name == WALK


class Movements:
    """Movements of all pieces of a game, by content code."""

    def __init__(self, tables: Tables, values: Values) -> None:
        setup = self.setup = tables.setup
        self.tables = tables
        self.values = values
        self.effects = Effects(values)
        codes = range(len(setup.pieces))
        self.rules: list[list[Rule]] = [[] for _ in codes]
        self.on_numbers: dict[str, list[OnNumbers]] = {}
        for said in setup.description.all(*WALKS):
            self._add(said)
        says = partial(setup.description.says, "series")
        self.compulsory, self.longest, self.must_capture = map(says, ("compulsory", "longest", "capture"))
        self.continues = says("continue") or self.longest
        self.takes = self._taken_kinds()
        self.preys = [
            frozenset(
                other for other in setup.codes(-1, piece.owner, enemies=True)
                if setup.is_hidden or piece.kind < 0 or setup.pieces[other].kind in self.takes[piece.kind]
            )
            for piece in setup.pieces
        ]  # fmt: skip
        self.promotions: list[dict[int, tuple[int, ...]]] = [{} for _ in codes]
        for said in setup.description.all("promotion"):
            self._promote(said)
        self.own = [setup.codes(-1, player) for player in range(tables.players)]
        self.repeats = False
        self._known: list[list[list[Walks] | None]] = [[None for _ in range(len(setup.board))] for _ in codes]
        self.special = [
            [rule for rule in rules if not rule.is_plain and not rule.jumps] for rules in self.rules
        ]
        self.jumps = [[rule for rule in rules if rule.jumps] for rules in self.rules]
        self.has_jumps = any(self.jumps)
        self._fill_tables()
        for series in () if self.has_jumps else setup.description.all("series"):
            if series.says("jump"):
                refuse(series, "no piece jumps")

    def _add(self, said: Said) -> None:
        found = said.found
        name = found["NAME"].text if "NAME" in found else WALK
        pair = [int(node.number) for node in found["PAIR"].args] if "PAIR" in found else []
        least, most = bounds(found["RANGE"]) if "RANGE" in found else (1, 1 if said.says("move") else -1)
        if not all(1 <= number <= _MAX_STEPS for number in (least, *({most} - {-1}), max(pair, default=1))):
            refuse(said, f"a piece must move 1 to {_MAX_STEPS} squares")
        if pair and "WHOM" in found:
            refuse(said, 'a leap goes over anything; leave out "over" or "pushing"')
        flag = QUIET if said.says("without") else CAPTURE if said.says("capture") else ANY
        flag = PUSH if said.says("pushing") else flag
        condition = self.values.condition(said) if "CONDITION" in found else None
        acts = self.effects.read(found["CHAIN"], said) if "CHAIN" in found else Acts([], [])
        if acts.numbers and name == WALK:
            refuse(said, 'the movement needs a name, as in: "Leap means King leaps (1, 2) and ..."')
        self.on_numbers.setdefault(fold(name), []).extend(acts.numbers)
        jumps = "" if not said.says("jump") else "far" if said.says("far") else "near"
        leaps: Paths = self._leaps(*pair) if pair else ()
        if not pair and ("anywhere",) in found["DIRECTIONS"]:
            squares = range(len(self.setup.board))
            leaps = tuple(tuple((-1, (to,)) for to in squares if to != square) for square in squares)
        kinds = [self.setup.kind_of.get(node.word, -2) for node in found["PIECES"]]
        for code, piece in enumerate(self.setup.pieces):
            for _ in range(kinds.count(piece.kind) if code else 0):
                steps = {"": (1, most), "near": (2, 2), "far": (2, -1)}[jumps]
                paths = leaps or self._walks(said, piece.owner, *steps)
                over = self._over(said, piece.owner, jumps)
                ends = _ends(paths, least) if over is None and (leaps or least == most) else ()
                rule = Rule(name, paths, least, flag, over, jumps, condition, acts.board, ends)
                self.rules[code].append(rule)

    def _over(self, said: Said, player: int, jumps: str) -> frozenset[int] | None:
        """Return the codes of the pieces that a player's move may jump over or push.  Return None if none."""
        node = said.found.get("WHOM")
        if node is None:
            return self.setup.codes(-1, player, enemies=True) if jumps else None
        scene = Scene(self.tables, [], State(()), player)
        return self.values.read(node, "pieces", said)(scene)  # type: ignore[no-any-return]

    def _ways(self, directions: Iterable[tuple[str, ...]], player: int, said: Said) -> list[int]:
        """Return the directions that words such as "forward" mean for a player."""
        forward, exist = self.setup.forward[max(player, 0)], self.setup.board.ways
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
                refuse(said, f"{' '.join(words)} is not a direction of this board")
        return [way for way in dict.fromkeys(found) if way in exist]

    def _walks(self, said: Said, player: int, shortest: int, most: int) -> Paths:
        rays, ways = self.setup.board.rays, self._ways(said.found["DIRECTIONS"], player, said)
        end = most if most > 0 else None
        return tuple(
            tuple((way, rays[way][square][:end]) for way in ways if len(rays[way][square]) >= shortest)
            for square in range(len(self.setup.board))
        )

    def _leaps(self, aside: int, ahead: int) -> Paths:
        """Return (-1, (landing square, first square passed)) for all leaps from each square."""
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

    def _taken_kinds(self) -> list[frozenset[int]]:
        """Return the kinds that each kind takes, according to the sentences about prey and ranks."""
        setup, every = self.setup, frozenset(range(len(self.setup.kinds)))
        said: dict[int, set[int]] = {}
        for one in setup.description.all("prey"):
            prey = setup.kinds_of(one.found.get("OTHERS", ()))
            for kind in setup.kinds_of(one.found["PIECES"]):
                said.setdefault(kind, set()).update(prey or every)
        ranked = setup.kinds_of(setup.description.found("ranks", "PIECES", ()))
        if not setup.description.says("ranks", "higher"):
            return [frozenset(said.get(kind, every)) for kind in every]
        idle = every.difference(ranked, said)
        lower = {kind: idle.union(ranked[number + 1 :]) for number, kind in enumerate(ranked)}
        return [lower[kind].union(said.get(kind, ())) if kind in lower else frozenset(said.get(kind, ()))
                for kind in every]  # fmt: skip

    def _promote(self, said: Said) -> None:
        """Record the squares on which pieces are promoted, with the codes that they may get."""
        setup, found = self.setup, said.found
        kinds = [setup.kind_of.get(node.word, -1) for node in found["PIECES"]]
        others = [setup.kind_of.get(node.word, -1) for node in found["OTHERS"]]
        if -1 in others:
            refuse(said, "a piece can only become another piece")
        for code, piece in enumerate(setup.pieces):
            if code and piece.kind in kinds:
                codes = tuple(setup.code_of[kind, piece.owner] for kind in others)
                place = found["PLACE"]
                owner = setup.player_named(place.whose.word) if place.whose else piece.owner
                self.promotions[code] = dict.fromkeys(setup.place(place.words, owner, said), codes)

    def _fill_tables(self) -> None:
        """Fill the tables with the distance up to which each piece attacks."""
        tables = self.tables
        takes = [(code, rule) for code, rules in enumerate(self.rules) for rule in rules
                 if not rule.jumps and rule.flag < QUIET]  # fmt: skip
        tables.odd = frozenset(code for code, rule in takes if not rule.is_plain)
        tables.targets = self.targets
        for (code, rule), player in product(takes, range(tables.players)):
            ranges, is_enemy = tables.ranges[player][code], tables.owners[code] != player
            for square, paths in enumerate(rule.paths if rule.is_plain and is_enemy else ()):
                for way, ray in paths:
                    if way < 0:
                        tables.leapers[player][ray[0]].append((square, code))
                    else:
                        back = (way + 4) % 8
                        ranges[back] = max(ranges[back], len(ray))

    def targets(self, scene: Scene, square: int) -> Iterator[int]:
        """Yield the squares to which the piece on a square could move, or on which it could take."""
        code = scene.squares[square]
        for ray in self._plain(code, square):
            for to, quiet, captures in ray:
                if captures if scene.squares[to] else quiet:
                    yield to
                if scene.squares[to]:
                    break
        own = Scene(self.tables, scene.squares, scene.state, self.tables.owners[code])
        for rule in self.special[code]:
            if rule.flag < QUIET:
                yield from self._landings(own, rule, square)

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        """Return the squares that a piece could enter on an empty board, ignoring conditions."""
        found: dict[int, None] = {}
        for rule in self.rules[code]:
            for way, ray in rule.paths[square]:
                ends = ray[1:2] if rule.jumps else ray[rule.least - 1 :] if way >= 0 else ray[:1]
                found.update(dict.fromkeys(ends))
        return tuple(found)

    def moves(self, scene: Scene, player: int) -> list[Move]:
        """Return the moves of a player's pieces.  Guards may still forbid some."""
        jumps = self._jump_moves(scene, player) if self.has_jumps else []
        return jumps if jumps and self.compulsory else jumps + self._walk_moves(scene, player)

    def _walk_moves(self, scene: Scene, player: int) -> list[Move]:
        squares, own, known = scene.squares, self.own[player], self._known
        found: list[Move] = []
        for start, code in enumerate(squares):
            if code not in own:
                continue
            prey, begun = self.preys[code], len(found)
            rays = known[code][start]
            for ray in self._plain(code, start) if rays is None else rays:
                for to, quiet, captures in ray:
                    other = squares[to]
                    if other:
                        if captures and other in prey:
                            found += captures
                        break
                    found += quiet
            special = self.special[code]
            plain = len(found)
            for rule in special:
                found += self._special_moves(scene, rule, start, code)
            # Two rules, or two ways round a board, may lead to one move.
            if len(found) > plain or self.repeats:
                found[begun:] = dict.fromkeys(found[begun:])
        return found

    def _plain(self, code: int, start: int) -> list[Walks]:
        """Return the moves that plain rules give a piece, as one entry per ray.  The moves are cached."""
        known = self._known[code][start]
        if known is not None:
            return known
        flagged = [
            (rule.flag, ray if way >= 0 else ray[:1])
            for rule in self.rules[code] if rule.is_plain for way, ray in rule.paths[start]
        ]  # fmt: skip
        flagged.sort(key=lambda one: len(one[1]))
        ends = [to for _, ray in flagged for to in ray]
        self.repeats = self.repeats or len(set(ends)) < len(ends)
        found = self._known[code][start] = [
            tuple((to, () if flag == CAPTURE else self._onto(code, start, to, ()),
                   () if flag == QUIET else self._onto(code, start, to, (to,))) for to in ray)
            for flag, ray in flagged
        ]  # fmt: skip
        return found

    def _onto(self, code: int, start: int, to: int, taken: tuple[int, ...]) -> tuple[Move, ...]:
        """Return a piece's move to a square.  If the piece is promoted there, return one per new piece."""
        player = self.tables.owners[code]
        return tuple(
            Move(player, WALK, start, to, ((start, EMPTY), (to, end or code)), taken, (), end)
            for end in self.promotions[code].get(to, (0,))
        )

    def _special_moves(self, scene: Scene, rule: Rule, start: int, code: int) -> list[Move]:
        player, found = self.tables.owners[code], []
        for to in self._landings(scene, rule, start):
            changes: list[tuple[int, int]] = []
            taken = [to] if scene.squares[to] else []
            if rule.flag == PUSH:
                changes, taken = [(self.setup.board.links[scene.way][to], scene.squares[to])], []
            for effect in rule.effects:
                more, lost = effect(scene)
                changes += more
                taken += lost
            for end in self.promotions[code].get(to, (0,)):
                final = ((start, EMPTY), (to, end or code), *changes)
                found.append(Move(player, rule.name, start, to, final, tuple(taken), (), end))
        return found

    def _landings(self, scene: Scene, rule: Rule, start: int) -> Iterator[int]:
        """Yield squares reached by a rule that is not plain, after updating `scene` to describe the move."""
        squares, flag, condition = scene.squares, rule.flag, rule.condition
        prey = self.preys[squares[start]]
        scene.start, scene.code = start, squares[start]
        for to, passed, way in rule.ends[start] if rule.ends else _walked(rule, squares, start):
            other = squares[to]
            if flag == PUSH:
                beyond = self.setup.board.links[way][to]
                if other not in rule.over or beyond < 0 or squares[beyond]:
                    continue
            elif flag == QUIET or other not in prey if other else flag == CAPTURE:
                continue
            if rule.ends and way >= 0 and any(map(squares.__getitem__, passed)):
                continue
            scene.to, scene.passed, scene.way = to, passed, way
            if condition is None or condition(scene):
                yield to

    def _jump_moves(self, scene: Scene, player: int) -> list[Move]:
        """Return the jumps of a player's pieces.  A series of jumps is one move."""
        found: dict[tuple[int, int, int, frozenset[int]], Move] = {}
        own = self.own[player]
        for start, code in enumerate(scene.squares):
            if code in own and self._may_jump(scene, code, start):
                scene.squares[start] = EMPTY
                for path, taken in islice(self._series(scene, code, (start,), ()), _MAX_SERIES):
                    to, gone = path[-1], tuple((one, EMPTY) for one in taken)
                    for end in self.promotions[code].get(to, (0,)):
                        changes = ((start, EMPTY), *gone, (to, end or code))
                        key = (start, to, end, frozenset(taken))
                        found.setdefault(key, Move(player, WALK, start, to, changes, taken, path, end))
                scene.squares[start] = code
        most = max([len(move.taken) for move in found.values()], default=0) if self.longest else 0
        return [move for move in found.values() if len(move.taken) >= most]

    def _may_jump(self, scene: Scene, code: int, start: int) -> bool:
        """Return whether a piece can jump, ignoring conditions."""
        squares = scene.squares
        for rule in self.jumps[code]:
            if rule.jumps == "far":
                return True
            for _, (prey, to) in rule.paths[start]:
                if squares[prey] in rule.over and not squares[to]:
                    return True
        return False

    def _series(
        self, scene: Scene, code: int, path: tuple[int, ...], taken: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield (path, squares of taken pieces) for each complete series of jumps that begins with `path`."""
        here, ended = path[-1], True
        stops = len(path) > 1 and here in self.promotions[code] and not self.longest
        if (self.continues or len(path) == 1) and not stops and len(path) < _MAX_STEPS:
            for rule in self.jumps[code]:
                for to, prey in _leaps_over(scene, rule, here, taken):
                    scene.start, scene.to = path[0], to
                    if rule.condition is None or rule.condition(scene):
                        ended = False
                        yield from self._series(scene, code, (*path, to), (*taken, prey))
        if ended and len(path) > 1:
            yield path, taken


def _ends(paths: Paths, count: int) -> Ends:
    """Return (landing square, squares passed, direction) of the moves from each square.

    These moves are leaps, or walks of exactly `count` steps.
    """
    return tuple(
        tuple((ray[0], ray[1:], way) if way < 0 else (ray[count - 1], ray[: count - 1], way)
              for way, ray in ways if way < 0 or len(ray) >= count)
        for ways in paths
    )  # fmt: skip


def _walked(rule: Rule, squares: list[int], start: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield each square where a walk may end, with the squares passed and the direction."""
    for way, ray in rule.paths[start]:
        is_over = rule.over is None or rule.flag == PUSH
        for number, to in enumerate(ray):
            code = squares[to]
            if not is_over:
                if code and code not in rule.over:
                    break
                is_over = bool(code)
                continue
            if number + 1 >= rule.least:
                yield to, ray[:number], way
            if code:
                break


def _leaps_over(scene: Scene, rule: Rule, here: int, taken: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield each square just behind a piece that can be jumped over, with the square of this piece."""
    squares, over = scene.squares, rule.over
    for _, ray in rule.paths[here]:
        if rule.jumps == "near":
            if squares[ray[0]] in over and not squares[ray[1]] and ray[0] not in taken:
                yield ray[1], ray[0]
            continue
        for number, prey in enumerate(ray):
            if squares[prey]:
                if squares[prey] in over and prey not in taken:
                    for to in ray[number + 1 :]:
                        if squares[to]:
                            break
                        yield to, prey
                break
