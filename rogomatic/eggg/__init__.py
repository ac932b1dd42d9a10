"""Computer players for games that are made from descriptions."""
