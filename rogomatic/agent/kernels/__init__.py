"""The kernels: the inner loops of the agent, in plain Python or compiled."""

from mypy_extensions import mypyc_attr as class_attributes

from rogomatic.agent.kernels import cost_map

__all__ = ["IS_COMPILED", "class_attributes"]

IS_COMPILED = not cost_map.__file__.endswith(".py")

# Both modules do the same, bit for bit.  The compiler follows the first import and makes direct calls.
if IS_COMPILED:
    from rogomatic.agent.kernels.array_kernels import *  # noqa: F403
else:
    from rogomatic.agent.kernels.plain_kernels import *  # noqa: F403
