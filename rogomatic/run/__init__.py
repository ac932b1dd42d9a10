"""The agent's world: games, recordings, files, reports, windows."""
