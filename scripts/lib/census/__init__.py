"""The census: what the game makes and does, counted and set beside every figure the rules state."""
