"""The world of a game as plain data, without rules."""
