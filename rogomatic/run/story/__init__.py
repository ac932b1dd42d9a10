"""The story of a game in words, with the reason why the hero died."""
