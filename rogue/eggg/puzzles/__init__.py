"""Puzzles for one player, made from descriptions."""
