"""Thought: calculations from the beliefs, without decisions."""
