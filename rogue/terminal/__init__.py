"""The connection of the game to its player: interactive terminal, plain mode, signals."""
