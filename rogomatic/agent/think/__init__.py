"""Thought: numbers from beliefs, no decisions."""
