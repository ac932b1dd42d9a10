"""The application: start a game, play it on a terminal, record its result."""
