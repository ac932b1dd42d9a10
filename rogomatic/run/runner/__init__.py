"""Links to games, one game, batches of games over processes and machines."""
