"""Between the game and its player: a person's terminal, plain mode for programs, signals."""
