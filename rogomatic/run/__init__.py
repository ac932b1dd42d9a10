"""The outside world: games, what is kept of them, what they amount to, and how they are shown."""
