"""Running a game: beginning it, playing it on a terminal, and entering its result."""
