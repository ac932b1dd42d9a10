"""Rock, paper, scissors: its bots, its tournament, and its command."""
