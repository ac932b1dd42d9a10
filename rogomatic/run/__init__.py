"""The agent's world: games, recordings, what happened in them, files, reports, windows."""
