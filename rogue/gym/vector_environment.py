"""Many games as one Gymnasium environment, in one or several processes with shared observations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rogue.gym.environment import RogueEnv, checked_actions, consecutive_seeds, dungeon_in
from rogue.gym.game_worker import CallLock, Finals, Games, GameTable, WorkerProcess

_Ends = NDArray[np.bool_]
_MASK: Final = "reset_mask"  # Gymnasium's option that selects the games to restart


class RogueVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """Several games as one environment.  A step sends a key to each game.  Observations have a row per game.

    After a game has ended, the next step ignores the key for this game and starts another game (autoreset
    NEXT_STEP).  The results of a step (observations, rewards, terminated, truncated, and infos) are the same
    as if Gymnasium's SyncVectorEnv ran the same environments.  There is one exception: in infos, `dungeon`
    has the type uint64, because int64 cannot hold dungeons from 2**63 on.

    The games are divided among `processes` processes; this process is one of them.  A step exchanges one
    message with each other process, regardless of the number of games.  A process that waits for its next
    step goes to sleep only after 3 milliseconds.  Threads may share the environment: their calls are carried
    out one after another.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        **RogueEnv.metadata,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        *,
        num_envs: int = 1,
        processes: int = 1,
        copy: bool = True,
        context: str | None = None,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        """Create the environments.  The first `reset` starts their games.

        num_envs   number of games
        processes  number of processes; a number above `num_envs` counts as `num_envs`
        copy       True to return new arrays in each step, or False to overwrite the arrays of the last step
        context    start method: "fork", "spawn", "forkserver", or None for the default
        choices    arguments of RogueEnv

        Raises ValueError if a number is below 1.  Also raises the exceptions that RogueEnv raises.
        """
        if num_envs < 1 or processes < 1:
            raise ValueError("there must be at least one environment and one process")
        one = RogueEnv(render_mode=render_mode, **choices)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_action_space = one.action_space
        self.single_observation_space = one.observation_space
        self.action_space = batch_space(one.action_space, num_envs)
        self.observation_space = batch_space(one.observation_space, num_envs)
        self.keys = one.keys
        self._copies = copy
        self._is_mine = CallLock()  # of the thread whose call uses the processes and arrays
        self._table = GameTable(num_envs, one.observation_space)
        self._workers: list[WorkerProcess] = []
        choices["render_mode"] = render_mode
        bounds = _shares(num_envs, min(processes, num_envs))
        self._games = Games(self._table, *bounds[0], choices)
        for first, last in bounds[1:]:
            self._workers.append(WorkerProcess(self._table, first, last, choices, context))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start the games that the option `reset_mask` selects.  Without it, start all games.

        This option is an array with a boolean for each game.  If `seed` is a number, the games get the seeds
        `seed`, `seed` + 1, and so on.  If `seed` is a list, it holds a seed or None for each game.

        Raises ValueError if a list or mask has the wrong length, if a mask holds no True, if there is any
        option except `reset_mask` and `dungeon`, or if a seed is not from 0 to 2**64 - 1.  Raises TypeError
        if a mask or seed has the wrong type.  If one of these exceptions is raised, no game has changed.
        """
        seeds = consecutive_seeds(seed, self.num_envs)
        which = np.ones(self.num_envs, np.bool_)
        if isinstance(options, dict) and _MASK in options:
            which = _checked(options[_MASK], self.num_envs)
            options = {name: options[name] for name in options if name != _MASK}
        dungeon_in(options)  # raises before any game has changed
        if isinstance(seed, int):
            super().reset(seed=seed)
        with self._is_mine:
            self._call("reset", seeds, options, which)
            return self._seen(), self._infos([], which)

    def step(
        self, actions: NDArray[np.int64] | Sequence[int]
    ) -> tuple[dict[str, Any], NDArray[np.float64], _Ends, _Ends, dict[str, Any]]:
        """Send a key to each game.  Return observations, rewards, terminated, truncated, and infos.

        Raises ValueError before the first `reset`.  Also raises the errors that `checked_actions` raises.
        If one of these exceptions is raised, no game has changed.
        """
        table, chosen = self._table, checked_actions(actions, self.num_envs, len(self.keys))
        with self._is_mine:
            table.actions[:] = chosen
            finals: Finals = [one for part in self._call("step") for one in part]
            ends = table.rewards.copy(), table.terminated.copy(), table.truncated.copy()
            return self._seen(), *ends, self._infos(finals)

    def render(self) -> tuple[Any, ...]:
        """Return the rendered frame of each game."""
        with self._is_mine:
            return tuple(frame for part in self._call("render") for frame in part)

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002  (what others take)
        """End the worker processes."""
        for worker in getattr(self, "_workers", ()):
            worker.close()

    def _call(self, name: str, *arguments: Any) -> list[Any]:
        """Call a method of the games in all processes.  Return the results in the order of the games.

        If the method fails in some processes, wait until all processes have answered, and then raise the
        first of their exceptions.
        """
        for worker in self._workers:
            worker.begin(name, *arguments)
        here: Callable[[], Any] = partial(getattr(self._games, name), *arguments)
        answers, errors = [], []
        for answer in (here, *[worker.wait for worker in self._workers]):
            try:
                answers.append(answer())
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
        return answers

    def _seen(self) -> dict[str, Any]:
        shown = self._table.shown
        return {name: rows.copy() for name, rows in shown.items()} if self._copies else dict(shown)

    def _infos(self, finals: Finals, which: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        """Return the infos as a dict.

        For each name, the dict has two entries: the key `name` leads to an array with a value for each game,
        and the key "_" + `name` leads to a mask that is True where this value is valid.  `which` selects the
        games with valid values.  None selects all games.
        """
        where = np.ones(self.num_envs, np.bool_) if which is None else which
        infos: dict[str, Any] = {}
        for name, column in self._table.known().items():
            column[~where] = None if column.dtype == object else 0
            infos[name], infos[f"_{name}"] = column, where.copy()
        for number, info in finals:
            infos = self._add_info(infos, info, number)
        return infos


def make_vec(id: str = "Rogue-v0", num_envs: int = 1, processes: int = 1, **choices: Any) -> RogueVectorEnv:
    """Return a vector environment with `num_envs` games of the registered environment `id`."""
    spec = gymnasium.spec(id)
    return RogueVectorEnv(num_envs=num_envs, processes=processes, **{**spec.kwargs, **choices})


def _shares(games: int, processes: int) -> list[tuple[int, int]]:
    """Divide the games among the processes.

    Return a pair for each process: the number of its first game, and the number of its last game plus 1.

    >>> _shares(5, 2)
    [(0, 2), (2, 5)]
    """
    edges = [games * number // processes for number in range(processes + 1)]
    return list(pairwise(edges))


def _checked(mask: Any, games: int) -> NDArray[np.bool_]:
    """Return the mask of a reset.  Raises TypeError or ValueError if the mask is invalid."""
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"the option {_MASK} must be a boolean array")
    if mask.shape != (games,) or not mask.any():
        raise ValueError(
            f"the option {_MASK} must have a boolean for each of {games} games, one of them true"
        )
    return mask
