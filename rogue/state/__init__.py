"""What is: the world of one game as plain data, without rules."""
