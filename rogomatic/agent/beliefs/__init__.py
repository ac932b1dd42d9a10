"""Beliefs: what the agent holds true, on one blackboard."""
