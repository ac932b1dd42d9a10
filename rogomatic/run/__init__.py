"""The agent's surroundings: games, recordings, stories of games, files, reports, windows."""
