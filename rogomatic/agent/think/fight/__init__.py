"""Calculations about fights."""
