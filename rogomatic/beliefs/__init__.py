"""Beliefs: what the agent holds true, on one blackboard.

Owns   the blackboard's data and the one module that writes it (update).
Leaves reading the screen (sight), numbers drawn from it (think), decisions (experts).
"""
