"""Text worlds: a `TextWorld` computes a new state from each event, without changing the old state."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any, Final

from rogue.eggg.language.description import Description, EgggError, refuse
from rogue.eggg.language.english import sentence
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.tokens import fold
from rogue.eggg.language.vocabulary import FINAL
from rogue.eggg.rules.defaults import NOTHING, Default, DescribedRules
from rogue.eggg.text_worlds.typed_commands import (
    FREE,
    Parameter,
    TypedCommand,
    found_command,
    read_parameters,
    refusal_of,
)  # fmt: skip
from rogue.eggg.text_worlds.world_scene import (
    EVERYBODY,
    EventRefusedError,
    SeatNumber,
    WorldEvent,
    WorldScene,
    WorldState,
    kept,
    number_of,
)  # fmt: skip
from rogue.eggg.text_worlds.world_values import PLAYER, Value, WorldValues, each
from rogue.shared.wording import listed, plural

MOST_PLAYERS: Final = 100
MAX_VALUES: Final = 10_000  # of all quantities
Told = tuple[tuple[int, str], ...]
"""(seat of a player or EVERYBODY, text) for each text that is told."""


class TextWorld(DescribedRules):
    """World made from a description.  Raises EgggError for a world that cannot be played.

    seats         maximum number of players
    needs         number of players that must be here for time to pass
    tick_seconds  seconds between two ticks; 0 means that there is no clock
    port          port on which the description asks to be served; 0 if it asks for no port
    commands      folded name -> command
    """

    traits = frozenset({"text"})

    def __init__(self, whole: Description, said: Description, defaults: Sequence[Default] = ()) -> None:
        super().__init__(whole, said, defaults)
        self.needs, self.seats = self._range()
        self.tick_seconds = float(whole.found("tick", "NUMBER", NOTHING).number)
        self.port = int(whole.found("port", "NUMBER", NOTHING).number)
        try:
            self._read()
        except RecursionError:
            raise EgggError([f"{said.file}: definitions are nested too deeply"]) from None

    def _read(self) -> None:
        values = self._values = WorldValues(self.description)
        described = [self._command(node) for node in values.commands]
        self.has_commands, self.means = bool(described), values.means
        self.commands = {one.name.lower(): one for one in (*described, *FREE)}
        self.commands.update({one.name.lower(): one for one in described})
        for name in values.heads:
            self._values.effects_of(name)
        self._starts = [
            (one.found["QUANTITY"].word, values.read(one, one.found["VALUE"]))
            for one in self.description.all("quantity")
        ]
        self._ends = [values.read(one, one.found["CONDITION"]) for one in self.description.all("ends")]
        self._goals = [self._goal(one.found["CONDITION"]) for one in self.description.all("ending")]
        sizes = {PLAYER: self.seats, **{name: len(things) for name, things in self._values.sets.items()}}
        count = sum(prod(sizes[sort] for sort in inside) for inside in self._values.inside.values())
        if count > MAX_VALUES:
            raise EgggError(
                [f"{self.said.file}: quantities have {count:,} values; the limit is {MAX_VALUES:,}"]
            )

    def _range(self) -> tuple[int, int]:
        said = self.description.all("players")[0]
        found = said.found.get("RANGE")
        if found is None:
            refuse(said, "players name themselves; give their number, as in: players are 0..20")
        least, most = [int(one.number) for one in found.args or (found, found)]
        if not 0 <= least <= most <= MOST_PLAYERS or not most:
            refuse(said, f"players must be a range up to {MOST_PLAYERS} at most, as in: players are 0..20")
        return least, most

    def _command(self, node: Node) -> TypedCommand:
        """Return a command that the description defines, with the sorts of the command's parameters."""
        said, found = self._values.heads[node.word], []
        if "EFFECTS" not in said.found:
            refuse(said, f'a command needs an effect: "{node.text} means ..."')
        for one in said.found["HEAD"].args:
            things = self._values.sets.get(one.word, ())
            is_sort = one.word in (PLAYER, "word", "text")
            sort = "thing" if things else one.word if is_sort else "number"
            found.append(Parameter(one.word, sort, things))
        return TypedCommand(node.text, tuple(found))

    def _goal(self, node: Node) -> tuple[bool, Value]:
        """Return (True, number) for a goal that compares players at the end, otherwise (False, condition)."""
        said = next(one for one in self.description.all("ending") if one.found["CONDITION"] == node)
        is_final = node.op == "call" and node.word in FINAL and len(node.args) == 1
        value = self._values.read(said, node.args[0] if is_final else node)
        if is_final and node.word in ("least", "minimize"):
            return True, lambda scene: -number_of(value(scene))
        return is_final, value

    @property
    def about(self) -> str:
        players = f"{self.needs} to {self.seats} players"
        clock = f", a tick every {self.tick_seconds:g} seconds" if self.tick_seconds else ""
        return f"{players}, {plural(len(self.commands), 'command')}{clock}"

    def start(self, seed: int = 0) -> WorldState:
        """Return the world before anybody has come."""
        scene = WorldScene(WorldState({}, seed=seed), EVERYBODY)
        self._begin(scene, None)
        return scene.after()

    def _begin(self, scene: WorldScene, seat: int | None) -> None:
        """Set a seat's quantities to their start values.  If `seat` is None, set those without a player."""
        for name, value in self._starts:
            sorts = self._values.inside[name]
            if (PLAYER in sorts) is (seat is None):
                continue
            things = [
                [SeatNumber(seat or 0)] if sort == PLAYER else self._values.sets[sort] for sort in sorts
            ]
            for key in product(*things):
                scene.values[(name, *key)] = kept(value(scene))

    def has_room(self, state: WorldState) -> bool:
        """Return whether a seat is free or belongs to a player who is away."""
        return len(state.names) < self.seats or bool(state.away)

    def newcomer(self, state: WorldState) -> int:
        """Return the seat for a newcomer: the next free seat, or the seat of the player who left first."""
        return len(state.names) if len(state.names) < self.seats else state.away[0]

    def time_passes(self, state: WorldState) -> bool:
        """Return whether enough players are here for the clock to run."""
        return len(state.here) >= self.needs

    def is_quit(self, text: str) -> bool:
        """Return whether a typed line means the command Quit."""
        try:
            command = found_command(text, self.commands) if text.split()[1:] == [] != text.split() else None
        except EventRefusedError:
            return False
        return command is FREE[-1] and (self.has_commands or text.strip().lower() == "quit")

    def after(self, state: WorldState, event: WorldEvent) -> tuple[WorldState, Told]:
        """Return the world after an event, and the texts told to players.

        If there is no seat for a newcomer, nothing changes.
        """
        if event.kind == "arrive" and event.player == EVERYBODY and not self.has_room(state):
            return state, ()
        counted = state._replace(events=state.events + 1)
        scene = WorldScene(counted, event.player)
        try:
            name = self._happen(scene, event)
            scene.last = name
            turn = self._values.effects_of("turn")
            if turn is not None:
                turn(scene)
            self._look_for_end(scene)
        except (EventRefusedError, RecursionError) as refusal:
            told = str(refusal) if isinstance(refusal, EventRefusedError) else "That is nested too deeply."
            if event.kind == "line":
                return counted, ((event.player, told),)
            scene = WorldScene(counted, event.player)  # nothing prevents players from coming and going
            self._come_or_go(scene, event)
            return scene.after(), ()
        return scene.after(), tuple(scene.told)

    def _happen(self, scene: WorldScene, event: WorldEvent) -> str:
        """Carry out an event.  Return the event's folded name.  Raises EventRefusedError."""
        if event.kind == "line":
            return self._obey(scene, event.text)
        self._come_or_go(scene, event)
        act = self._values.effects_of(event.kind)
        if act is not None:
            act(scene)
        elif event.kind != "tick":
            does = "comes in" if event.kind == "arrive" else "leaves"
            scene.tell(EVERYBODY, f"{scene.shown(scene.mover)} {does}.")
        return event.kind

    def _come_or_go(self, scene: WorldScene, event: WorldEvent) -> None:
        seat = event.player
        if event.kind == "arrive" and event.player == EVERYBODY:
            seat = self.newcomer(scene.state)
            scene.names[seat : seat + 1] = [event.text]
            self._begin(scene, seat)
        away = [one for one in scene.state.away if one != seat]
        if event.kind in ("arrive", "leave"):
            scene.state = scene.state._replace(away=(*away, *[seat] * (event.kind == "leave")))
            scene.mover = scene.bound[PLAYER] = SeatNumber(seat)

    def _obey(self, scene: WorldScene, text: str) -> str:
        """Carry out a typed line.  Return the command's folded name.  Raises EventRefusedError."""
        words = text.split()
        if not words:
            return scene.last
        first = words[0].lower()
        is_talk = not self.has_commands and first != "say" and (first not in self.commands or len(words) > 1)
        command = self.commands["say"] if is_talk else found_command(text, self.commands)
        given = read_parameters(command, f"say {text}" if is_talk else text, scene.names)
        act = None if any(command is one for one in FREE) else self._values.effects_of(fold(command.name))
        if act is None:
            self._free(scene, command, given)
            return command.name.lower()
        scene.bound = {PLAYER: scene.mover, **given}
        for guards, do in ((act.before, act.effect), (act.after, None)):
            failing = [said for condition, said in guards if not condition(scene)]
            if failing:
                raise EventRefusedError(refusal_of(command.name, failing))
            if do is not None:
                do(scene)
        if not any(whom in (scene.mover, EVERYBODY) for whom, _ in scene.told):
            scene.tell(scene.mover, "Done.")
        scene.bound = {PLAYER: scene.mover}
        return command.name.lower()

    def _free(self, scene: WorldScene, command: TypedCommand, given: dict[str, Any]) -> None:
        """Carry out a command that every world has: to talk, to list players, or to list commands."""
        who, name = scene.shown(scene.mover), command.name.lower()
        if name == "say":
            scene.tell(EVERYBODY, f"{who} says: {given['text']}")
        elif name == "who":
            here = [scene.names[seat] for seat in scene.state.here]
            scene.tell(scene.mover, f"Here: {listed(here)}.")
        elif name == "help":
            scene.tell(scene.mover, self._help(given["command"]))

    def _help(self, word: str) -> str:
        """Return a text that lists all commands, or that describes the command `word` if `word` is not empty.

        Raises EventRefusedError.
        """
        if not word:
            forms = [f"  {one.form}" for one in self.commands.values()]
            return "\n".join(["Commands (you can shorten them):", *forms])
        command = found_command(word, self.commands)
        guards = [
            one for one in self.description.all("guard") if one.found["ACTION"].word == fold(command.name)
        ]
        return "\n".join([command.form, *map(sentence, guards)])

    def _look_for_end(self, scene: WorldScene) -> None:
        """If the game has ended, tell who wins and begin the next game."""
        winners = [
            seat for is_final, value in self._goals if not is_final
            for seat, holds in self._of_each(scene, value) if holds
        ]  # fmt: skip
        if not winners and not any(ends(scene) for ends in self._ends):
            return
        for is_final, value in self._goals:
            numbers = {seat: number_of(found) for seat, found in self._of_each(scene, value) if is_final}
            winners += [seat for seat, number in numbers.items() if number == max(numbers.values())]
        names = [scene.names[seat] for seat in dict.fromkeys(winners)]
        verb = "win" if len(names) > 1 else "wins"
        scene.tell(EVERYBODY, f"The game is over: {listed(names) or 'nobody'} {verb}. A new one begins.")
        self._begin(scene, None)
        for seat in range(len(scene.names)):
            self._begin(scene, seat)

    @staticmethod
    def _of_each(scene: WorldScene, value: Value) -> list[tuple[int, Any]]:
        seats = [SeatNumber(seat) for seat in range(len(scene.names))]
        return [(seat, value(scene)) for (seat,) in each(scene, [PLAYER], [seats])]
