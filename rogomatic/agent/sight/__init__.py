"""Sight: the contents of the screen, as facts."""
