"""The outside world: links to games, batches of games, what is kept of them, watching one."""
