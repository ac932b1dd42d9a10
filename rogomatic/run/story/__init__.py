"""The story of a game in words: what happened, why its hero died."""
