"""The connection between game and player: interactive terminal, plain mode, signals."""
