"""Kernels: the inner loops of the agent, in plain Python and for the compiler."""

from rogomatic.agent.kernels import cost_map

IS_COMPILED = not cost_map.__file__.endswith(".py")

# Both do the same, bit for bit.  Of two imports the compiler follows the first, and makes direct calls.
if IS_COMPILED:
    from rogomatic.agent.kernels.fight_kernels import (
        add_spreads,
        after_harm,
        held_fight,
        strike_down,
        survival_by_blow,
        tail_of,
    )
    from rogomatic.agent.kernels.map_kernels import (
        boxes_with,
        differing_cells,
        floor_worth,
        mark_frontier,
        measure_box,
        sides_of_floor,
    )
    from rogomatic.agent.kernels.path_kernels import find_path, path_costs
    from rogomatic.agent.kernels.text_kernels import read_stream
else:
    from rogomatic.agent.kernels.plain_fights import (
        add_spreads,
        after_harm,
        held_fight,
        strike_down,
        survival_by_blow,
        tail_of,
    )
    from rogomatic.agent.kernels.plain_maps import (
        boxes_with,
        differing_cells,
        floor_worth,
        mark_frontier,
        measure_box,
        sides_of_floor,
    )
    from rogomatic.agent.kernels.plain_paths import find_path, path_costs
    from rogomatic.agent.kernels.plain_text import read_stream

__all__ = [
    "IS_COMPILED",
    "add_spreads",
    "after_harm",
    "boxes_with",
    "differing_cells",
    "find_path",
    "floor_worth",
    "held_fight",
    "mark_frontier",
    "measure_box",
    "path_costs",
    "read_stream",
    "sides_of_floor",
    "strike_down",
    "survival_by_blow",
    "tail_of",
]
