"""Running a game: what begins it, who plays it, and what it ends with."""
