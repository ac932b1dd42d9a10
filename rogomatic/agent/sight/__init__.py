"""Sight: the parsers that turn the text of the screen into facts."""
