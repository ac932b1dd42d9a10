"""Players of games: links, the loop of one game, batches, engines."""
