"""Rock, paper, scissors: its bots, its tournament, its command."""
