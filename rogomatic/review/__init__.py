"""Review of a played game: the cost of each move that mattered."""
