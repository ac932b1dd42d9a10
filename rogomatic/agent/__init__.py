"""The agent, which turns the bytes of a game's screen into keys."""
