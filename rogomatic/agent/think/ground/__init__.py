"""Calculations about the level: paths, frontiers, and hidden doors."""
