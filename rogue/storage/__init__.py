"""The files of the game: saved games, scores, history, settings, variants, with their places."""
