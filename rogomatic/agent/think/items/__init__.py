"""Calculations about items."""
