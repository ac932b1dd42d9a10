"""Instruments that look into both halves of a game: saved moments played on again, and changed worlds.

None of this can be reached from the product: the agent never sees what these modules see.
"""
