"""Rogue over the network: people and programs play and watch, and nobody can forge a score."""
