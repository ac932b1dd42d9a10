"""What happens: every function takes the world first and is the only writer of it in play."""
