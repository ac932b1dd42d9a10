"""The beliefs: everything the agent holds true, on one blackboard."""
