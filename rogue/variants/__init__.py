"""A variant is an edition of the game with changes that a short text describes."""
