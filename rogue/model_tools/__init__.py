"""The game as tools for language models."""
