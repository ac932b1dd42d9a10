"""Long-term memory: what all games so far have shown of monsters and of the levels."""
