"""What a file of rules for `--rules` imports: the decorator `rule`, beliefs, acts, refusals."""

from __future__ import annotations

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine import acts, refusals
from rogomatic.agent.engine.ladder_changes import LadderError, OwnRule, rule
from rogomatic.agent.engine.rule_engine import Act, No

__all__ = ("Act", "Action", "Beliefs", "LadderError", "No", "OwnRule", "acts", "refusals", "rule")
