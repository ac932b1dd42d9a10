"""Sight: what is on the screen, as facts."""
