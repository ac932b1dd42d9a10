"""Rogue over the network."""
