"""Functions that compute the values of a text world, with the effects that change its state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, product
from typing import Any, Final
from unicodedata import normalize

from rogue.eggg.language.checking import in_braces, names_of
from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.language.patterns import Match
from rogue.eggg.language.syntax import Node, UnreadableError
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.effects import in_order
from rogue.eggg.rules.values import ARITHMETIC, COMPARE, as_condition, combined, entered, words_in
from rogue.eggg.text_worlds.typed_commands import FREE
from rogue.eggg.text_worlds.world_scene import (
    EVERYBODY,
    EventRefusedError,
    Key,
    SeatNumber,
    WorldScene,
    bounded,
    kept,
    number_of,
)
from rogue.shared.wording import ROLES, folded_name, name_refusal

Value = Callable[[WorldScene], Any]
Members = Callable[[WorldScene], Sequence[Any]]
PLAYER: Final = "player"
_PLAIN: Final[dict[str, tuple[int, Callable[[WorldScene, list[Any]], Any]]]] = {
    "least": (1, lambda _, values: min(map(number_of, values), default=0)),
    "most": (1, lambda _, values: max(map(number_of, values), default=0)),
    "sum": (1, lambda _, values: sum(map(number_of, values))),
    "length": (1, lambda scene, values: len(scene.shown(values[0]))),
    "chance": (2, lambda scene, values: scene.draw(int(number_of(values[1]))) < number_of(values[0])),
}
"""Name of a function -> how many arguments it needs, and what computes its result."""

Effect = Callable[[WorldScene], None]
Make = Callable[[Node, frozenset[str]], Effect]
"""Function that returns an effect on the player or thing in a node.  The set has the names with values."""
_SIGNS: Final = {"increase": 1, "decrease": -1}


class Guarded:
    """Effects that a name in the description stands for, with the conditions for carrying them out.

    before  (condition, statement) of each "assert"
    after   (condition, statement) of each "assert ... afterwards"
    """

    def __init__(self, effect: Effect, guards: Iterable[tuple[Value, Said]]) -> None:
        self.effect = effect
        self.before = [one for one in guards if not one[1].says("afterward")]
        self.after = [one for one in guards if one[1].says("afterward")]

    def __call__(self, scene: WorldScene) -> None:
        """Carry out the effects.  If a condition does not hold, change nothing."""
        values, names, told = dict(scene.values), list(scene.names), len(scene.told)
        if all(condition(scene) for condition, _ in self.before):
            self.effect(scene)
            if not all(condition(scene) for condition, _ in self.after):
                scene.values, scene.names = values, names
                del scene.told[told:]


class WorldValues:
    """Reader of the values and the effects of one description.  Raises EgggError for what makes no sense.

    sets     folded name of each list of things -> the things as written
    heads    folded name -> the statement that defines it
    inside   folded name of each quantity -> the lists from which its arguments come ("player" for players)
    """

    def __init__(self, description: Description) -> None:
        self.description = description
        self.names = names_of(description)
        self.sets = {one.found["NAME"].word: [node.text for node in one.found["NAMES"]]
                     for one in description.all("list")}  # fmt: skip
        self.commands = [node for one in description.all("keys") for node in one.found["NAMES"]]
        self.heads = description.by_head("meaning", "definition")
        self._said = description.said[0]
        self._known: dict[str, Guarded] = {}
        self._bodies: dict[str, Value] = {}
        self._within: list[str] = []
        self.inside: dict[str, list[str]] = {
            one.found["QUANTITY"].word: [] for one in description.all("quantity")
        }
        for said in description.said:
            for node in _nodes(list(said.found.values())):
                if node.word in self.inside and node.op == "call":
                    sorts = [self._sort(said, inner) for inner in node.args]
                    self.inside[node.word] += [one for one in sorts if one not in self.inside[node.word]]

    @property
    def forms(self) -> list[str]:
        """The commands in the form in which they are typed: Buy NUMBER STOCK."""
        return [" ".join([one.text, *map(str.upper, self.parameters(one.word))]) for one in self.commands]

    def means(self, name: str) -> bool:
        """Return whether a name is taken by a command, thing, or role.  No player may take such a name."""
        words = (*ROLES, *(one.name for one in FREE), *chain(*self.sets.values()))
        return fold(name) in self.heads or name.casefold() in map(str.casefold, words)

    def parameters(self, name: str) -> tuple[str, ...]:
        """Return the parameters, as folded names, of the definition that the description gives for `name`."""
        said = self.heads.get(name)
        return tuple(node.word for node in said.found["HEAD"].args) if said is not None else ()

    def read(self, said: Said, node: Node, own: Iterable[str] = ()) -> Value:
        """Return a function that computes the value of `node`.  Names in `own` get values from the scene."""
        before, self._said = self._said, said
        try:
            return self._value(node, frozenset({PLAYER, *own}))
        finally:
            self._said = before

    def key(self, said: Said, node: Node, own: Iterable[str] = ()) -> Callable[[WorldScene], Key]:
        """Return a function that evaluates a quantity's arguments and returns the `Key` of the value."""
        given = {self._sort(said, inner): inner for inner in node.args}
        words = [given.get(sort, Node("word", word=sort, text=sort)) for sort in self.inside[node.word]]
        known = {PLAYER, *own}
        for word in words:
            if word.word in self.sets and word.word not in known:
                refuse(said, f"{node.text} has a value for each {word.text}: {node.text}({word.text})")
        parts = [self.read(said, word, own) for word in words]
        return lambda scene: (node.word, *[part(scene) for part in parts])

    def members(self, name: str) -> Members | None:
        """Return a function that lists all entries of a list.  Return None if the name is not a list.

        The entries of "player" are all seats that are taken.
        """
        things = self.forms if name == "command" else self.sets.get(name)
        if name == PLAYER:
            return lambda scene: [SeatNumber(seat) for seat in range(len(scene.names))]
        return None if things is None else lambda _: things

    def _sort(self, said: Said, node: Node) -> str:
        """Return the list to which an argument of a quantity belongs: "player" or the name of a list."""
        word = node.args[0].word if node.op == "qualified" else node.word
        if word in self.sets:
            return word
        if word in (PLAYER, "mover", "everybody"):
            return PLAYER
        if self._thing(word):
            return self.names[word].said.found["NAME"].word  # type: ignore[no-any-return]
        return refuse(said, f"{node.text or 'this'} is neither a player nor a list of things")

    def _thing(self, word: str) -> str:
        """Return the thing that `word` names, spelled as in the description.  If there is none, return ""."""
        name = self.names.get(word)
        return name.text if name is not None and name.sort == "thing" else ""

    def _value(self, node: Node, own: frozenset[str]) -> Value:
        op = node.op
        if op == "number":
            number = node.amount
            return lambda _: number
        if op == "text":
            return self._text(node, own)
        if op in ("word", "call"):
            return self._named(node, own)
        parts = [self._value(inner, own) for inner in node.args]
        if op in ("and", "or", "not"):
            return combined(op, parts)
        if op in COMPARE:
            return partial(_compared, op, parts[0], parts[1])
        if op in ARITHMETIC:
            calculate = ARITHMETIC[op]
            return lambda scene: bounded(calculate(*[number_of(part(scene)) for part in parts]))
        if op == "if":
            return combined(op, (*parts, lambda _: 0)[:3])
        if op == "range":
            return partial(_drawn, parts[0], parts[1])
        return refuse(self._said, f"{node.text or op} has no meaning in a text world")

    def _text(self, node: Node, own: frozenset[str]) -> Value:
        try:
            texts, values = in_braces(node.word)
        except UnreadableError as error:
            refuse(self._said, f"expected {error}")
        pairs = [*zip([self._value(inner, own) for inner in values], texts[1:], strict=True)]
        return lambda scene: "".join([texts[0], *(scene.shown(hole(scene)) + text for hole, text in pairs)])

    def _named(self, node: Node, own: frozenset[str]) -> Value:
        word, is_word = node.word, node.op == "word"
        if is_word and word in own:
            return lambda scene: scene.bound[word]
        if is_word and word == "mover":
            return lambda scene: scene.mover
        if word == "name" and len(node.args) == 1:
            who = self._value(node.args[0], own)
            return lambda scene: scene.shown(who(scene))
        if word in self.inside:
            key = self.key(self._said, node, own)
            return lambda scene: scene.values.get(key(scene), 0)
        if rows := self.description.rows_of(word):
            return self._row(node, rows, own)
        if word in self.heads:
            given, body = self.given(self._said, node, own), self._body(word)
            return lambda scene: within(scene, given, body)
        if is_word and self._thing(word):
            thing = self._thing(word)
            return lambda _: thing
        return self._called(node, own)

    def _row(self, node: Node, rows: dict[int, Said], own: frozenset[str]) -> Value:
        """Return the value of the row whose number is the argument; 0 if there is no such row."""
        if len(node.args) != 1:
            refuse(self._said, f"write {node.text} as {node.text}(1)")
        which, word, found = self._value(node.args[0], own), node.word, dict[int, Value]()
        for number, one in rows.items():
            found[number] = entered(self._within, word, one, partial(self.read, one, one.found["BODY"]))
        never: Value = lambda _scene: 0  # noqa: E731
        return lambda scene: found.get(int(number_of(which(scene))), never)(scene)

    def given(self, said: Said, node: Node, own: Iterable[str]) -> dict[str, Value]:
        """Return {parameter: value} for a call.  A parameter without argument keeps its present value."""
        names, known = self.parameters(node.word), {PLAYER, *own}
        missing = [name for name in names[len(node.args) :] if name not in known]
        if missing or len(node.args) > len(names):
            refuse(said, f"write {node.text} as {node.text}({', '.join(names)})")
        words = [Node("word", word=name, text=name) for name in names[len(node.args) :]]
        pairs = zip(names, (*node.args, *words), strict=True)
        return {name: self.read(said, inner, own) for name, inner in pairs}

    def _body(self, name: str) -> Value:
        """Return the value of a name.  The description of the value is read only once."""
        if name not in self._bodies:
            said, found = self.heads[name], self.heads[name].found
            node = found.get("BODY") or found.get("CONDITION") or as_condition(found["EFFECTS"])
            if node is None:
                refuse(self._said, f"{name} is not a value")
            read = partial(self.read, said, node, self.parameters(name))
            self._bodies[name] = entered(self._within, name, said, read)
        return self._bodies[name]

    def _called(self, node: Node, own: frozenset[str]) -> Value:
        word, args = node.word, node.args
        members = self.members(args[0].word) if args else None
        if word == "lastmove" and args:
            wanted = args[0].word.lower()
            return lambda scene: scene.last == wanted
        if word == "count" and members is not None:
            return lambda scene: len(members(scene))
        if word == "random" and args and args[0].op == "range":
            return self._value(args[0], own)
        if word == "list" and members is not None:
            return partial(_listed, members, args[0].word, self._beside(args, own))
        best_of = self.members(args[1].word) if len(args) == 3 else None
        if word == "best" and best_of is not None:
            count, values = self._value(args[0], own), self._beside(args[1:], own)
            return partial(_best, best_of, args[1].word, values, count)
        if word in _PLAIN and len(args) >= _PLAIN[word][0]:
            return self._plain(node, own)
        return refuse(self._said, f"{node.text} has no meaning in a text world")

    def _beside(self, args: Sequence[Node], own: frozenset[str]) -> list[Value]:
        """Return the arguments after the name of a list.  They may use the current entry of this list."""
        return [self._value(inner, own | {args[0].word}) for inner in args[1:]]

    def _plain(self, node: Node, own: frozenset[str]) -> Value:
        """Return a function's value.  Arguments that mention a list are evaluated for each of its entries."""
        free = sorted(word for word in words_in(node) & {*self.sets} if word not in own)
        parts = [self._value(inner, own.union(free)) for inner in node.args]
        work, loops = _PLAIN[node.word][1], [self.sets[word] for word in free]

        def value(scene: WorldScene) -> Any:
            return bounded(work(scene, [part(scene) for _ in each(scene, free, loops) for part in parts]))

        return value

    def effects_of(self, name: str) -> Guarded | None:
        """Return the effects that the description defines under a folded name, or None if there are none."""
        said = self.heads.get(name)
        effects = said.found.get("EFFECTS") if said is not None else None
        if said is None or effects is None:
            return None
        if name not in self._known:
            read = partial(self._effect, said, effects, frozenset(self.parameters(name)))
            self._known[name] = Guarded(entered(self._within, name, said, read), list(self._guards(name)))
        return self._known[name]

    def _guards(self, name: str) -> Iterable[tuple[Value, Said]]:
        own = self.parameters(name)
        for said in self.description.all("guard"):
            if said.found["ACTION"].word == name:
                yield self.read(said, said.found["CONDITION"], own), said

    def _effect(self, said: Said, node: Node, own: frozenset[str]) -> Effect:
        if node.op == "and":
            return in_order([self._effect(said, inner, own) for inner in node.args])
        if node.op == "if":
            asked = self.read(said, node.args[0], own)
            ways = [self._effect(said, inner, own) for inner in node.args[1:]]
            return combined("if", (asked, *ways, in_order(()))[:3])
        if node.op == "does" and node.does.sentence.name == "change":
            return self._change(said, node.does, own)
        if node.op == "does" and node.does.sentence.name == "telling":
            return self._telling(said, node.does, own)
        if node.word == "say" and len(node.args) == 1 and node.word not in self.heads:
            text = self.read(said, node.args[0], own)
            return lambda scene: scene.tell(scene.bound[PLAYER], text(scene))
        inner = self.effects_of(node.word) if node.op in ("word", "call") else None
        if inner is None:
            refuse(said, f"{node.text or 'one of these effects'} has no effect in a text world")
        given = self.given(said, node, own)
        return lambda scene: within(scene, given, inner)

    def _looped(self, node: Node, make: Make, own: frozenset[str]) -> Effect:
        """Return an effect.  It happens for each entry of a list if the node names a list, otherwise once."""
        if node.op != "qualified" or node.word != "each":
            return make(node, own)
        name = node.args[0].word
        effect, members = make(node.args[0], own | {name}), self.members(name)

        def looped(scene: WorldScene) -> None:
            for _ in each(scene, [name], [members(scene) if members is not None else ()]):
                effect(scene)

        return looped

    def _change(self, said: Said, match: Match, own: frozenset[str]) -> Effect:
        """Return an effect that changes a quantity, or the name of a player."""
        node = match.found["QUANTITY"]

        def make(inner: Node, known: frozenset[str]) -> Effect:
            value = self.read(said, match.found["SUM"], known)
            if node.word == "name" and inner.word == PLAYER:
                return lambda scene: _rename(self, scene, value)
            key = self.key(said, node._replace(args=node.args and (inner, *node.args[1:])), known)
            sign = next((_SIGNS[word] for word in _SIGNS if word in match.said), 0)

            def change(scene: WorldScene) -> None:
                at, new = key(scene), value(scene)
                scene.step()
                before = number_of(scene.values.get(at, 0))
                scene.values[at] = kept(before + sign * number_of(new) if sign else new)

            return change

        if node.word not in self.inside and node.word != "name":
            refuse(said, f'{node.text} is not a number; add "{node.text} starts at 0"')
        return self._looped(node.args[0] if node.args else Node("word"), make, own)

    def _telling(self, said: Said, match: Match, own: frozenset[str]) -> Effect:
        """Return an effect that tells players a text.

        If the text is for just one player and this player is away, the event's player is told that.
        """
        is_each = match.found["PLAYER"].op == "qualified"

        def make(whom: Node, known: frozenset[str]) -> Effect:
            text = self.read(said, match.found["SUM"], known)
            if whom.word == "everybody":
                return lambda scene: scene.tell(EVERYBODY, text(scene))
            who = self.read(said, whom, known)

            def tell(scene: WorldScene) -> None:
                seat: Any = who(scene)
                if isinstance(seat, SeatNumber):
                    scene.tell(seat, text(scene))
                if not is_each and seat in scene.state.away and scene.mover in scene.state.here:
                    scene.tell(scene.mover, f"{scene.shown(seat)} is away and hears nothing.")

            return tell

        return self._looped(match.found["PLAYER"], make, own)


def _nodes(value: Any) -> Iterator[Node]:
    """Yield all nodes in the contents of a statement, including those of effects and texts."""
    if isinstance(value, Node):
        yield value
        if value.does is not None:
            yield from _nodes(list(value.does.found.values()))
        if value.op == "text":
            yield from _nodes(in_braces(value.word)[1])
        value = value.args
    if isinstance(value, (tuple, list)):
        for inner in value:
            yield from _nodes(inner)


def each(
    scene: WorldScene, names: Sequence[str], loops: Sequence[Sequence[Any]]
) -> Iterator[tuple[Any, ...]]:
    """Yield each combination of things from `loops`, with `names` bound to these things."""
    before = scene.bound
    for things in product(*loops):
        scene.step()
        scene.bound = {**before, **dict(zip(names, things, strict=True))}
        yield things
    scene.bound = before


def within(scene: WorldScene, given: dict[str, Value], body: Callable[[WorldScene], Any]) -> Any:
    """Return the result of `body`.  While `body` runs, only the player and the parameters have values."""
    scene.step()
    before = scene.bound
    values = {name: value(scene) for name, value in given.items()}
    scene.bound = {PLAYER: before[PLAYER], **values}
    found = body(scene)
    scene.bound = before
    return found


def _compared(op: str, left: Value, right: Value, scene: WorldScene) -> bool:
    """Return whether a comparison holds.  Texts are compared only by = and !=, without regard to case."""
    one, other = left(scene), right(scene)
    if op in ("=", "!=") and (isinstance(one, str) or isinstance(other, str)):
        return (scene.shown(one).casefold() == scene.shown(other).casefold()) is (op == "=")
    return bool(COMPARE[op](number_of(one), number_of(other)))


def _drawn(least: Value, most: Value, scene: WorldScene) -> int:
    low, high = int(number_of(least(scene))), int(number_of(most(scene)))
    return low + scene.draw(high - low + 1)


def _rows(members: Members, name: str, values: list[Value], scene: WorldScene) -> list[list[Any]]:
    loop = each(scene, [name], [members(scene)])
    return [[thing, *[value(scene) for value in values]] for (thing,) in loop]


def _listed(members: Members, name: str, values: list[Value], scene: WorldScene) -> str:
    rows = _rows(members, name, values, scene)
    for row in rows if name == PLAYER else ():
        row += ["(away)"] * (row[0] in scene.state.away)
    return ", ".join([" ".join(map(scene.shown, row)) for row in rows]) or "nothing"


def _best(members: Members, name: str, values: list[Value], count: Value, scene: WorldScene) -> str:
    """Return a text with the `count` entries of a list for which the first of `values` is highest.

    The text has the results of all `values`.  If `count` is 1, leave out these results.
    """
    rows = sorted(_rows(members, name, values, scene), key=lambda row: -number_of(row[1]))
    most = max(int(number_of(count(scene))), 0)
    return ", ".join([" ".join(map(scene.shown, row[:1] if most == 1 else row)) for row in rows[:most]])


def _rename(values: WorldValues, scene: WorldScene, value: Value) -> None:
    """Change the player's name, and tell all players.  Raises EventRefusedError for a forbidden name."""
    seat, name = scene.bound[PLAYER], normalize("NFKC", scene.shown(value(scene)))
    others = [folded_name(one) for number, one in enumerate(scene.names) if number != seat]
    if refusal := name_refusal(name, values.means, others):
        raise EventRefusedError(refusal)
    scene.tell(EVERYBODY, f"{scene.names[seat]} is now called {name}.")
    scene.names[seat] = name
