"""Everything that plays games: links, the loop of one game, batches, engines."""
