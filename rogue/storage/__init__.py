"""The game's files on disk: saved games, scores, history, settings, variants."""
