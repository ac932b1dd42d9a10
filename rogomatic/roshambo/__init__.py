"""The game rock, paper, scissors: bots, tournaments, commands."""
