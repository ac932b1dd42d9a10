"""The long-term memory of monsters and levels, from all games so far."""
