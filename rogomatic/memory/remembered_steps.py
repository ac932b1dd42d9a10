"""Steps in the long-term memory: what earlier games have shown, and what a game adds."""

from __future__ import annotations

from rogomatic.beliefs.step_history import StepHistory
from rogomatic.memory.long_term_memory import Memory, MonsterRecord
from rogomatic.monster_manual import Edition
from rogomatic.predict.step_predictor import Table


class RememberedSteps:
    """The steps of a memory, by kind."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def steps(self, edition: Edition, name: str) -> tuple[Table, Table]:
        """Return the steps of a kind by context, and how forecasts of them came out; empty when unknown."""
        record = self._memory.of(edition).of(name)
        return record.table("steps"), record.table("forecasts")


def records_of(steps: StepHistory | None) -> dict[str, MonsterRecord]:
    """Return what a game has shown of steps, as a record for each kind."""
    found: dict[str, MonsterRecord] = {}
    for name, kind in sorted(steps.kinds.items() if steps is not None else ()):
        moves, forecasts = kind.own_tables()
        if moves:
            found[name] = MonsterRecord(tables={"steps": moves, "forecasts": forecasts})
    return found
