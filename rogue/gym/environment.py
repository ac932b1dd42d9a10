"""The environment: one game of Rogue, one key per step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from operator import index
from typing import Any, Final, NamedTuple, TypedDict

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rogue.gym.observations import (
    ACTIONS,
    HEIGHT,
    HIGHEST,
    LOWEST,
    STATUS_START,
    WIDTH,
    Cells,
    Status,
    numbers_of,
    read_status_row,
    screen_image,
    true_map,
)
from rogue.gym.rewards import Reward, reward_of
from rogue.shared.seeds import SEEDS
from rogue.state.grid import COLS, ROWS
from rogue.storage.session_copy import rules_bytes, rules_from, session_bytes, session_of
from rogue.storage.variant_files import rules_of
from rogue.tables.ruleset import Ruleset
from rogue.ui.end_screens import Outcome
from rogue.ui.session import Session
from rogue.ui.text_view import text_of_screen

MESSAGE_SIZE: Final = 256
KNOWN: Final = ("dungeon", "turns", "mode")
CHOSEN: Final = (1 << 63) - 1  # limit for dungeons chosen here, because vector environments store an int64
_DUNGEON: Final = "dungeon"  # an option of a reset
_PRINTABLE: Final = (0x20, 0x7E)
_MAX_MORES: Final = 1000  # maximum number of --More-- prompts skipped per command


def whole(value: Any, what: str) -> int:
    """Convert `value`, which must be an int or a NumPy integer, to an int.

    Raises TypeError for other types, such as bool.
    """
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        return index(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{what} must be a whole number, not {value!r} of type {kind}") from None


def checked_seed(value: Any, what: str = "the seed") -> int:
    """Return a dungeon number from 0 to 2**64 - 1.  Raises TypeError or ValueError for any other value."""
    seed = whole(value, what)
    if not 0 <= seed < SEEDS:
        raise ValueError(f"{what} must be from 0 to 2**64 - 1, not {seed}")
    return seed


def checked_limit(value: Any, what: str) -> int:
    """Return a limit that is 0 or more.  0 means no limit.

    Raises TypeError if `value` is not an integer, and ValueError if it is negative.
    """
    limit = whole(value, what)
    if limit < 0:
        raise ValueError(f"{what} must be 0, for no limit, or more, not {limit}")
    return limit


def checked_action(value: Any, actions: int) -> int:
    """Return an action from 0 to `actions` - 1.  Raises TypeError or ValueError for any other value."""
    action = whole(value, "an action")
    if not 0 <= action < actions:
        raise ValueError(f"an action must be from 0 to {actions - 1}, not {action}")
    return action


def checked_actions(values: Any, games: int, actions: int) -> NDArray[np.int64]:
    """Return an array with an action for each of `games` games.

    Raises TypeError if `values` is a single number, or holds a value that is not an integer.  Raises
    ValueError if the number of actions is wrong, or if an action is not from 0 to `actions` - 1.
    """
    if isinstance(values, list | tuple) and len(values) == games:
        values = np.array([checked_action(value, actions) for value in values], np.int64)
    given = np.asarray(values)
    if given.ndim == 0:
        raise TypeError(f"actions must have one action for each of {games} games, not {values!r}")
    if given.shape != (games,):
        raise ValueError(
            f"actions must have one action for each of {games} games, not the shape {given.shape}"
        )
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions must be whole numbers, not of type {given.dtype}")
    wrong = given[(given < 0) | (given >= actions)]
    if wrong.size:
        raise ValueError(f"an action must be from 0 to {actions - 1}, not {wrong[0]}")
    return given.astype(np.int64)


def consecutive_seeds(seed: Any, games: int) -> list[int | None]:
    """Return a list with one entry for each game.

    An entry is the game's seed, or None if the environment is to choose the dungeon.  If `seed` is a number,
    the first game gets this number, and each later game gets the next one.  If `seed` is a list, it already
    is the list of entries.  If `seed` is None, all entries are None.  Raises TypeError or ValueError for
    anything else.

    >>> consecutive_seeds(7, 3)
    [7, 8, 9]
    """
    if seed is None:
        return [None] * games
    if not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str | bytes):
        first = checked_seed(seed)
        checked_seed(first + games - 1, f"the last of {games} seeds")
        return [*range(first, first + games)]
    if len(seed) != games:
        raise ValueError(f"there are {games} environments, but {len(seed)} seeds")
    return [None if one is None else checked_seed(one) for one in seed]


def dungeon_in(options: Mapping[str, Any] | None) -> int | None:
    """Return the option `dungeon` of a reset, or None if there is none.

    Raises TypeError or ValueError for an invalid dungeon.  Raises ValueError for any other option, because a
    misspelled option would otherwise start a game in the wrong dungeon.
    """
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise TypeError(f"the options of reset must be a dict, not {options!r}")
    for name in options:
        if name != _DUNGEON:
            raise ValueError(f"reset has no option {name!r}; its only option is {_DUNGEON!r}")
    named = options.get(_DUNGEON)
    return None if named is None else checked_seed(named, "the dungeon")


class Observation(TypedDict, total=False):
    """An observation of one step.  The key "map" exists only with `privileged`."""

    screen: Cells
    cursor: Cells
    status: NDArray[np.int32]
    message: Cells
    map: Cells


class ObservationRow(NamedTuple):
    """Memory views of the arrays of one observation.  `map` is None without `privileged`."""

    screen: memoryview
    cursor: memoryview
    status: memoryview
    message: memoryview
    map: memoryview | None = None


def row_of(arrays: Mapping[str, NDArray[Any]]) -> ObservationRow:
    """Return memory views of contiguous arrays.  The keys are the names of an observation's parts."""
    return ObservationRow(**{name: memoryview(array.data).cast("B") for name, array in arrays.items()})


class RogueEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game as an environment.

    An action is an index into `keys`.  In an observation, `screen` holds 24 x 80 characters.  `cursor` is
    (row, column).  `status` holds the fields of `Status`, as read from the last row of the screen.  `message`
    holds the text that row 0 has shown during this step, padded with 0.

    An episode is terminated when the game has ended; the last observation then shows the last page.  An
    episode is truncated when it reaches `max_steps` or `max_turns`.  Without a seed, the random generator of
    the environment chooses the dungeon.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 30}  # noqa: RUF012

    def __init__(
        self,
        *,
        edition: str | Ruleset = "5.4",
        options: str = "",
        actions: str | tuple[bytes, ...] = "all",
        reward: Reward | str | Mapping[str, float] = "gold",
        privileged: bool = False,
        skip_more: bool = False,
        max_steps: int = 0,
        max_turns: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Create the environment.  The first `reset` starts a game.

        edition     name of an edition or a shipped variant, or a ruleset
        options     as in ROGUEOPTS
        actions     "all", "few", or a tuple with the key of each action, where a key is one byte
        reward      a name in `REWARDS`, a mapping from such names to weights, or a function
        privileged  whether observations have the part `map`, which shows the level as it really is.  A fair
                    agent does not use it
        skip_more   whether the environment answers --More-- with a space
        max_steps   the number of steps after which an episode is truncated, or 0 for no limit
        max_turns   the number of turns after which an episode is truncated, or 0 for no limit

        Raises ValueError for an unknown edition, set of actions, reward, or render mode, and for a limit
        below 0.  Raises TypeError for a limit that is not an integer.
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"unknown render mode {render_mode!r}; choose ansi or rgb_array")
        self.keys = _keys_of(actions)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.keys))
        self.observation_space = _observation_space(privileged)
        self._rules = rules_of(edition)
        self._options = options
        self._reward = reward_of(reward)
        self._privileged = privileged
        self._skips_more = skip_more
        self._max_steps = checked_limit(max_steps, "max_steps")
        self._max_turns = checked_limit(max_turns, "max_turns")
        self._session: Session | None = None
        self._status_row = b""
        self._status = Status()
        self._numbers = numbers_of(self._status).tobytes()
        self._cells, self._said, self._mode = b"", b"", ""  # of the last look
        self._steps = 0
        self._drawn = b""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start the game of dungeon `seed`.  Return the first observation and the info.

        The dungeon in options["dungeon"] takes precedence over `seed`.  Raises TypeError if one of these
        numbers is not an integer.  Raises ValueError if one of them is not from 0 to 2**64 - 1, or if
        `options` holds anything else.
        """
        self.begin(seed, options)
        return self._observation(), self._info()

    def begin(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game as `reset` does, but return no observation."""
        seed = None if seed is None else checked_seed(seed)
        named = dungeon_in(options)
        chosen = seed if named is None else named
        super().reset(seed=seed)
        dungeon = int(self.np_random.integers(CHOSEN)) if chosen is None else chosen
        self._session = session = Session(dungeon, self._rules, self._options)
        self._drawn = session.feed(b"")
        self._steps = 0
        self._status_row, self._status = b"", Status()
        self._look(session)

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Send the key of an action.  Return observation, reward, terminated, truncated, and info.

        Raises TypeError if the action is not an integer.  Raises ValueError if the action is unknown, or if
        `reset` was never called.
        """
        self._game()
        reward, terminated, truncated = self.press(self.keys[checked_action(action, len(self.keys))])
        return self._observation(), reward, terminated, truncated, self._info()

    def press(self, key: bytes) -> tuple[float, bool, bool]:
        """Send a key.  Return the reward, whether the episode is terminated, and whether it is truncated.

        Raises ValueError before the first `reset`.
        """
        session = self._game()
        self._drawn = session.feed(key)
        before = self._status
        self._look(session)
        self._steps += 1
        outcome = session.outcome
        reward = self._reward(before, self._status, outcome)
        truncated = (0 < self._max_steps <= self._steps) or (0 < self._max_turns <= session.world.turns)
        return reward, outcome is not None, truncated

    def write_to(self, row: ObservationRow) -> None:
        """Write the present observation, as it is since the last key was sent, into the arrays of `row`."""
        row.screen[:] = self._cells
        row.cursor[:] = bytes(self._game().cursor)
        row.status[:] = self._numbers
        row.message[:] = self._said[:MESSAGE_SIZE].ljust(MESSAGE_SIZE, b"\0")
        if row.map is not None:
            row.map[:] = true_map(self._game().world).tobytes()

    def text(self, before: bytes = b"", said: str = "") -> str:
        """Describe the present screen as text, as `text_of_screen` does.

        `before` and `said` are passed on to that function.
        """
        session = self._game()
        return text_of_screen(
            session.cells, session.cursor, session.mode, self._rules,
            before=before, said=said, covered=session.covered,
        )  # fmt: skip

    def action_of(self, key: bytes) -> int:
        """Return the action that sends a key.  Raises ValueError if no action sends the key."""
        if key not in self.keys:
            raise ValueError(f"no action sends the key {key!r}; `keys` lists the keys of all actions")
        return self.keys.index(key)

    @property
    def drawn(self) -> bytes:
        """The output of the last step, as a terminal would get it."""
        return self._drawn

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game, or None while it runs."""
        return self._game().outcome

    def _game(self) -> Session:
        if self._session is None:
            raise ValueError("there is no game yet; call reset first")
        return self._session

    @property
    def known(self) -> tuple[int, int, str]:
        """The number of the dungeon, the turns passed, and the name of the input mode."""
        world = self._game().world
        return world.seed, world.turns, self._mode

    def end_info(self) -> dict[str, Any]:
        """Return the entries that are added to `info` when a game has ended, and that describe its end.

        Return {} while the game runs.
        """
        outcome = self.outcome
        if outcome is None:
            return {}
        return {"how": outcome.how, "score": outcome.score, "killer": outcome.killer}

    def _look(self, session: Session) -> None:
        """Record screen, mode, status, and text of row 0.

        Before that, skip --More-- prompts if `skip_more` was chosen or the game has ended.
        """
        cells, mode = session.cells, session.mode
        if mode == "more" and (self._skips_more or session.outcome is not None):
            self._said = self._read_on(session)
            cells, mode = session.cells, session.mode
        else:
            self._said = cells[:COLS].rstrip()
        self._cells, self._mode = cells, mode
        row = cells[STATUS_START:]
        if row != self._status_row:
            self._status_row = row
            self._status = read_status_row(row) or self._status
            self._numbers = numbers_of(self._status).tobytes()

    def _read_on(self, session: Session) -> bytes:
        """Skip --More-- prompts.

        Return one text: the message shown with each skipped prompt, and then the text that row 0 shows after
        the last prompt.
        """
        parts = []
        for _ in range(_MAX_MORES):
            parts.append(session.cells[:COLS].rstrip().removesuffix(b"--More--").rstrip())
            self._drawn += session.feed(b" ")
            if session.mode != "more":
                break
        parts.append(session.cells[:COLS].rstrip())
        return b"  ".join(filter(None, parts))

    def _observation(self) -> dict[str, Any]:
        """Return the present observation, as it is since the last key was sent.  Its arrays are new."""
        assert isinstance(self.observation_space, spaces.Dict)
        seen: dict[str, NDArray[Any]] = {}
        for name, part in self.observation_space.items():
            seen[name] = np.empty(part.shape or (), part.dtype)
        self.write_to(row_of(seen))
        return seen

    def _info(self) -> dict[str, Any]:
        return {**dict(zip(KNOWN, self.known, strict=True)), **self.end_info()}

    def render(self) -> Any:
        """Return what the render mode asks for.

        In mode "ansi", this is 24 lines of text.  In mode "rgb_array", it is an image as an array of height x
        width x 3.  Without a mode, it is None.
        """
        if self.render_mode is None:
            return None
        session = self._game()
        if self.render_mode == "ansi":
            return "\n".join(session.screen)
        return screen_image(session.cells, session.cursor)

    @property
    def image_size(self) -> tuple[int, int]:
        """Height and width of an "rgb_array" image in pixels."""
        return HEIGHT, WIDTH

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of the environment, including the present state of its game."""
        state = dict(self.__dict__)
        if self._session is not None:
            state["_session"] = session_bytes(self._session)
        edition = self._rules.edition
        state["_rules"] = edition if rules_of(edition) is self._rules else rules_bytes(self._rules)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the environment from a state."""
        self.__dict__.update(state)
        rules = state["_rules"]
        self._rules = rules_from(rules) if isinstance(rules, bytes) else rules_of(rules)
        if state["_session"] is not None:
            self._session = session_of(state["_session"], self._rules)

    def __copy__(self) -> RogueEnv:
        """Return a new environment that plays a copy of the game.

        The new environment and this one share the rules and the random generator.
        """
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        if self._session is not None:
            twin._session = session_of(session_bytes(self._session), self._rules)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> RogueEnv:
        """Return an independent environment, with copies of the game and of the random generator."""
        twin = copy(self)
        twin._np_random = deepcopy(self._np_random, memo)
        memo[id(self)] = twin
        return twin


def _keys_of(actions: str | tuple[bytes, ...]) -> tuple[bytes, ...]:
    if isinstance(actions, str):
        if actions not in ACTIONS:
            raise ValueError(f"unknown set of actions {actions!r}; choose from {', '.join(ACTIONS)}")
        return ACTIONS[actions]
    keys = tuple(actions)
    if not keys or any(not isinstance(key, bytes) or len(key) != 1 for key in keys):
        raise ValueError("a set of actions must be a tuple of keys of one byte each")
    return keys


def _observation_space(privileged: bool) -> spaces.Dict:
    cells = spaces.Box(*_PRINTABLE, (ROWS, COLS), np.uint8)
    parts: dict[str, spaces.Space[Any]] = {
        "screen": cells,
        "cursor": spaces.Box(np.zeros(2, np.uint8), np.array([ROWS - 1, COLS - 1], np.uint8), dtype=np.uint8),
        "status": spaces.Box(LOWEST, HIGHEST, dtype=np.int32),
        "message": spaces.Box(0, _PRINTABLE[1], (MESSAGE_SIZE,), np.uint8),
    }
    if privileged:
        parts["map"] = spaces.Box(*_PRINTABLE, (ROWS, COLS), np.uint8)
    return spaces.Dict(parts)
