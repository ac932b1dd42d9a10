"""What is: the world of one game as plain data.  No rule lives here."""
