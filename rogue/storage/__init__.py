"""What the game keeps on disk: games, scores, history, settings, variants, and where each lies."""
