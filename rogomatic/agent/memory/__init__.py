"""The long-term memory of monsters or levels from all games so far."""
