"""Recordings of games: writing, reading and seeking in them, and games played again."""
