"""Calculations about items: what they are worth."""
